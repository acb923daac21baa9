//! Does a bounce path prefer a direction? Between mirrored walls it is mirrored, bit for bit.

use crate::{cases, segment};
use carom::{Limits, Sweep, Walls};
use carom_oracle::bodies::{Room, inside_chamber};
use carom_oracle::polygons;
use carom_oracle::rng::Rng;
use carom_oracle::truth::Xy;

#[test]
fn mirrored_paths() {
    let mut bounces = 0;
    for case in 0..cases(2_000) {
        let rng = &mut Rng::for_case(0, "mirrored paths", case);
        let n = 4 + rng.below(40);
        let vertices = polygons::star(rng, n, 0.4);
        let radius = *rng.pick(&[0.0, 0.0, 0.01, 0.1]);
        let [start, end] = [0, 1].map(|_| [rng.within(-0.5, 0.5), rng.within(-0.5, 0.5)]);
        let rings = [vertices.clone()];
        let is_free = inside_chamber(start, &rings) && Room::of_rings(&rings).blocks(start, start, radius).is_none();
        if !is_free {
            continue;
        }
        let limits = Limits { restitution: *rng.pick(&[1.0, 1.0, 0.9]), ..Limits::bounces(100) };
        let path = |mirror: Xy| {
            let image = |p: Xy| [p[0] * mirror[0], p[1] * mirror[1]];
            let edges = (0..n).map(|i| segment(image(vertices[i]), image(vertices[(i + 1) % n])));
            let sweep = Sweep::disc(image(start), image(end), radius).expect("numbers are finite");
            Walls::new(edges).bounce(&sweep, limits)
        };
        let plain = path([1.0, 1.0]);
        for mirror in [[1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]] {
            let image = |p: Xy| [p[0] * mirror[0], p[1] * mirror[1]];
            let reflected = path(mirror);
            for (bounce, other) in plain.bounces.iter().zip(&reflected.bounces) {
                let same = (bounce.time, bounce.wall) == (other.time, other.wall)
                    && [bounce.at, bounce.point] == [other.at, other.point].map(|p| image(p.into()).into())
                    && [bounce.normal, bounce.after] == [other.normal, other.after].map(|v| image(v.into()).into());
                assert!(same, "case {case} in {mirror:?}: {bounce:?}, {other:?}");
            }
            assert_eq!(plain.end, image(reflected.end.into()).into(), "case {case} in {mirror:?}");
            assert_eq!((plain.time, plain.ending), (reflected.time, reflected.ending), "case {case} in {mirror:?}");
            bounces += plain.bounces.len();
        }
    }
    assert!(50 * cases(2_000) as usize <= bounces, "only {bounces} bounces");
}
