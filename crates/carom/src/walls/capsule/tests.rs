//! What looks of capsules say against exact touches, and that they say enough.

use super::super::around::{Around, Few};
use super::super::capsule::Core;
use super::super::cell::{Cell, STEPS};
use super::super::grid::cut;
use super::super::shaped::Shaped;
use super::OnK;
use crate::sweep::{Contact, Feature, Hit, MoverPart};
use crate::{Mover, Point, Segment};
use alloc::format;
use carom_oracle::rng::Rng;

const CASES: u64 = if carom_oracle::FEW_CASES { 24_000 } else { 400_000 };

/// When a capsule may touch a wall at the earliest, by when it does for certain, and where; when and how it does; how far it goes, in steps; and E.
struct Case {
    early: f64,
    late: f64,
    place: OnK,
    hit: Option<Hit>,
    length: f64,
    off: f64,
}

impl Case {
    fn new(rng: &mut Rng) -> Option<Case> {
        let mut place = |cells: f64| Point::new(rng.within(-cells, cells) * STEPS, rng.within(-cells, cells) * STEPS);
        let (a, b, near, far, end) = (place(0.5), place(0.5), place(0.3), place(1.2), place(0.8));
        let size = *rng.pick(&[0.01, 0.1, 0.3]);
        let mut small = || Point::new(rng.within(-size, size) * STEPS, rng.within(-size, size) * STEPS);
        let (c, d) = (small(), small());
        // Some cores are nearly parallel to the wall, some walls are short, and some radii are hardly seen.
        let d = if rng.one_in(5) { c + (b - a) * rng.within(-0.3, 0.3) } else { d };
        let b = if rng.one_in(4) { Point::new(a.x + rng.within(-300.0, 300.0), a.y) } else { b };
        let radius = STEPS * rng.unit() * *rng.pick(&[0.0002, 0.02, 0.2]);
        let (start, end) = (if rng.one_in(3) { near } else { far }, end);
        let mover = Mover::capsule(c, d, radius).ok().filter(|mover| mover.vertices().len() == 2)?;
        let wall = Segment::new(a, b).ok()?;
        // Every fourth goes just past the place that it touches, or just misses.
        let sweep = mover.sweep(start, end).ok()?;
        let end = match sweep.first_touch(&wall) {
            Some(hit) if rng.one_in(4) => {
                start + (end - start) * (hit.t + rng.within(-6.0, 12.0) / (end - start).length())
            }
            _ => end,
        };
        let sweep = mover.sweep(start, end).ok()?;
        let ([from, to], around_radius) = sweep.proxy();
        let length = (to - from).length();
        let direction = (to - from) / length;
        let around = Around::new([direction.x, direction.y], around_radius / STEPS, 0.0);
        let mut cell = Cell::EMPTY;
        cell.push(cut(wall.ends().map(|p| [p.x / STEPS, p.y / STEPS])));
        let more = around_radius - mover.reach();
        let shaped = Shaped::of((&mover, mover.silhouette()?), &around, [more, 1.0 / STEPS]);
        let mut few = Few::NONE;
        few.push((&cell, 0), 0, [from.x as f32, from.y as f32]);
        let seen = Core::of(&shaped).look(&few, length as f32);
        assert!(seen.early[1..] == [f32::INFINITY; 7] && seen.late[1..] == [f32::INFINITY; 7], "there is one wall");
        let (early, late) = (f64::from(seen.early[0]), f64::from(seen.late[0]));
        let (hit, place, off) = (sweep.first_touch(&wall), OnK::of(seen.places[0]), f64::from(around.off()));
        Some(Case { early, late, place, hit, length, off })
    }
}

#[test]
fn no_capsule_touches_earlier_or_later_and_most_where_it_seems() {
    let (mut crosses, mut close, mut there, mut apart, mut seen_apart) = (0_u64, 0_u64, 0_u64, 0_u64, 0_u64);
    let (mut overlaps, mut seen_overlaps, mut sooner, mut later) = (0_u64, 0_u64, f64::INFINITY, f64::INFINITY);
    for number in 0..CASES {
        let rng = &mut Rng::for_case(0, "capsules seen from cells", number);
        let Some(Case { early, late, place, hit, length, off }) = Case::new(rng) else { continue };
        let what = format!("case {number}: {early} to {late} steps of {length}, but {hit:?}");
        assert!(0.0 <= late && (early == -1.0 || 0.0 <= early), "{what}");
        let Some(hit) = hit else {
            assert!(late == f64::INFINITY && early != -1.0, "{what}");
            apart += 1;
            seen_apart += u64::from(early == f64::INFINITY);
            continue;
        };
        let steps = hit.t * length;
        assert!(early <= steps && steps <= late, "{what} at {steps}");
        assert!(late == f64::INFINITY || hit.contact.stops(), "{what}");
        match hit.contact {
            Contact::Crosses => {
                crosses += 1;
                close += u64::from(steps <= early + 8.0 * off && late <= steps + 8.0 * off);
                there += u64::from(is_there(&place, &hit));
                (sooner, later) = (sooner.min((steps - early) / off), later.min((late - steps) / off));
            }
            Contact::Overlaps => {
                assert!(early == 0.0 || (early == -1.0 && late == 0.0), "{what}");
                overlaps += 1;
                seen_overlaps += u64::from(early == -1.0);
            }
            _ => assert!(early != -1.0, "{what}"),
        }
    }
    assert!(CASES / 10 < crosses && CASES / 20 < apart, "{crosses} cross, {apart} are apart");
    assert!(CASES / 60 < overlaps, "{overlaps} overlap");
    assert!(2 * crosses < 3 * close, "{close} of {crosses} are seen at about the time");
    assert!(9 * crosses < 10 * there, "{there} of {crosses} are seen in the place");
    assert!(9 * apart < 10 * seen_apart, "{seen_apart} of {apart} are seen to be apart");
    assert!(3 * overlaps < 4 * seen_overlaps, "{seen_overlaps} of {overlaps} are seen to overlap");
    assert!(sooner < 0.8 && later < 0.8, "{sooner} and {later} of what is allowed for is never needed");
}

fn is_there(place: &OnK, hit: &Hit) -> bool {
    let end = |end: u16| hit.feature == if end == 0 { Feature::A } else { Feature::B };
    match *place {
        OnK::WallSide { vertex, .. } => hit.feature == Feature::Side && hit.mover == MoverPart::Vertex(vertex),
        OnK::CoreSide { end: j, .. } => end(j) && hit.mover == MoverPart::Edge(0),
        OnK::Corner([i, j]) => end(j) && hit.mover == MoverPart::Vertex(i),
    }
}
