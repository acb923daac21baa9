//! Where walls meet: nothing slips between them, and nothing that slides is stopped by them.

use crate::cases;
use crate::model::{Form, Made, every_strategy};
use crate::scenes::{finite, segment};
use carom::{Contact, Location, Polygon, Segment, Sweep};
use carom_oracle::cases::power_of_two;
use carom_oracle::polygons;
use carom_oracle::rng::Rng;
use carom_oracle::truth::Xy;

/// The same walls in another order, each in either direction.
fn mixed(rng: &mut Rng, walls: impl IntoIterator<Item = Segment>) -> Vec<Made> {
    let turned = walls.into_iter().map(|wall| if rng.one_in(2) { wall } else { wall.reversed() });
    let mut walls: Vec<Made> = turned.map(|wall| Made::new(Form::Segment(wall))).collect();
    rng.shuffle(&mut walls);
    walls
}

#[test]
fn no_crack_in_an_outline() {
    let mut crossed = 0;
    for case in 0..cases(6_000) {
        let rng = &mut Rng::for_case(0, "outlines", case);
        let size = 4 + rng.below(24);
        let rings = polygons::any(rng, size);
        let polygon = Polygon::with_holes(rings[0].iter().copied(), rings[1..].iter().map(|ring| ring.iter().copied()));
        let polygon = polygon.expect("the polygon is simple");
        let all = every_strategy(&mixed(rng, polygon.edges()));
        for _ in 0..8 {
            let sweep = through_a_vertex(rng, &rings);
            let expected = sweep.first_touch(&polygon.outline()).map(|(_, hit)| hit.t.to_bits());
            let [start, end] = sweep.ends().map(|p| polygon.locate(p));
            let crosses = start == Location::Edge || end == Location::Edge || start != end;
            crossed += u64::from(crosses);
            for walls in &all {
                let found = walls.first_touch(&sweep).map(|(_, hit)| hit.t.to_bits());
                assert_eq!(found, expected, "case {case}, {:?}, {sweep:?}, {polygon:?}", walls.strategy());
                assert!(found.is_some() || !crosses, "case {case}, {:?}, {sweep:?}, {polygon:?}", walls.strategy());
            }
        }
    }
    assert!(cases(6_000) < crossed, "{crossed} sweeps cross");
}

/// A path whose line goes through a vertex, or nearly, from any direction; or one between places near the outline.
fn through_a_vertex(rng: &mut Rng, rings: &[Vec<Xy>]) -> Sweep {
    let ring = &rings[rng.below(rings.len())];
    let vertex = *rng.pick(ring);
    let start = polygons::point_near(rng, rings);
    let end = match rng.below(4) {
        0 => polygons::point_near(rng, rings),
        1 => vertex,
        // The mirror image of the start in the vertex, and twice as far.
        more => {
            let times = (more - 1) as f64;
            [0, 1].map(|axis| vertex[axis] + times * (vertex[axis] - start[axis]))
        }
    };
    let other = *rng.pick(ring);
    let radius = match rng.below(4) {
        0 | 1 => 0.0,
        2 => (vertex[0] - other[0]).abs() / 8.0,
        _ => 1e-6 * (vertex[1] - other[1]).abs(),
    };
    Sweep::disc(finite(start), finite(end), radius.min(f64::MAX)).expect("numbers are finite")
}

/// A chain that is the graph of a function, and paths from above to below it.
#[test]
fn no_crack_in_a_chain() {
    for case in 0..cases(20_000) {
        let rng = &mut Rng::for_case(0, "chains", case);
        let (is_whole, is_upright) = (rng.one_in(2), rng.one_in(2));
        let steps = 2 + rng.below(40);
        let mut chain = vec![[0.0, 0.0]];
        for _ in 0..steps {
            let [x, _] = chain[chain.len() - 1];
            let step = if is_whole { rng.between(1, 3) as f64 } else { rng.within(1e-9, 3.0) };
            let y = if is_whole { rng.between(-3, 3) as f64 } else { rng.within(-3.0, 3.0) };
            chain.push([x + step, y]);
        }
        let vertex = chain[1 + rng.below(steps - 1)];
        let factor = power_of_two(*rng.pick(&[0, 0, -1000, 900]));
        let placed = |[x, y]: Xy| if is_upright { [y * factor, x * factor] } else { [x * factor, y * factor] };
        let edges: Vec<Segment> =
            chain.windows(2).map(|ends| Segment::new(placed(ends[0]), placed(ends[1])).unwrap()).collect();
        let all = every_strategy(&mixed(rng, edges));

        // Straight down on a vertex, slanting through one, or anywhere.
        let width = chain[steps][0];
        let slant = (rng.unit() * 2.0 - 1.0) * vertex[0].min(width - vertex[0]) / 4.0;
        let slant = *rng.pick(&[0.0, slant, slant.trunc()]);
        let (from, to) = ([vertex[0] - slant, vertex[1] + 8.0], [vertex[0] + slant, vertex[1] - 8.0]);
        let mut path = if rng.one_in(4) { [[rng.unit() * width, 8.0], [rng.unit() * width, -8.0]] } else { [from, to] };
        if rng.one_in(2) {
            path.reverse();
        }
        let radius = *rng.pick(&[0.0, 0.0, 1e-9, 0.5]) * factor;
        let sweep = Sweep::disc(placed(path[0]), placed(path[1]), radius).unwrap();
        for walls in &all {
            let stopped = walls.first_stop(&sweep);
            assert!(stopped.is_some(), "case {case}, {:?}: {sweep:?} passes {chain:?} · {factor:e}", walls.strategy());
        }
    }
}

/// A straight floor in pieces, in a lattice where the disc's distance from it is exact.
#[test]
fn a_sliding_disc_is_never_stopped() {
    let mut slid = 0;
    for case in 0..cases(20_000) {
        let rng = &mut Rng::for_case(0, "floors", case);
        let [x, y, hypotenuse] =
            *rng.pick(&[[1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [3.0, 4.0, 5.0], [-8.0, 15.0, 17.0], [20.0, -21.0, 29.0]]);
        let factor = power_of_two(*rng.pick(&[0, 0, 0, -1060, -30, 30, 900]));
        let origin = *rng.pick(&[[0.0, 0.0], [7.0, -3.0], [1e15, -1e15]]);
        // `along` steps on the floor, `up` steps above it.
        let at = |along: i64, up: i64| {
            let (along, up) = (along as f64, up as f64);
            [(origin[0] + along * x - up * y) * factor, (origin[1] + along * y + up * x) * factor]
        };
        let mut cuts: Vec<i64> = (0..2 + rng.below(40)).map(|_| rng.between(0, 1000)).collect();
        cuts.extend([0, 1000]);
        cuts.sort_unstable();
        cuts.dedup();
        let mut pieces: Vec<[i64; 2]> = cuts.windows(2).map(|ends| [ends[0], ends[1]]).collect();
        if rng.one_in(3) {
            // Pieces that lie over others.
            pieces.extend((0..3).map(|_| [rng.between(0, 499), rng.between(500, 1000)]));
        }
        let floor: Vec<Segment> =
            pieces.iter().map(|ends| Segment::new(at(ends[0], 0), at(ends[1], 0)).unwrap()).collect();
        let all = every_strategy(&mixed(rng, floor));

        let up = rng.between(1, 20) * if rng.one_in(2) { 1 } else { -1 };
        let ends = [0, 1].map(|_| match rng.below(3) {
            0 => rng.between(-100, 1100),
            1 => *rng.pick(&cuts),
            _ => rng.between(0, 1000),
        });
        let radius = up.abs() as f64 * hypotenuse * factor;
        let sweep = Sweep::disc(at(ends[0], up), at(ends[1], up), radius).unwrap();
        for walls in &all {
            let stopped = walls.first_stop(&sweep);
            assert_eq!(stopped, None, "case {case}, {:?}, {sweep:?} on pieces {pieces:?}", walls.strategy());
            let over_floor = ends.iter().any(|end| (0..=1000).contains(end));
            let contact = walls.first_touch(&sweep).map(|(_, hit)| hit.contact);
            assert!(contact.is_some() || !over_floor, "case {case}, {:?}, {sweep:?} on {pieces:?}", walls.strategy());
            slid += u64::from(contact == Some(Contact::Along));
        }
    }
    assert!(cases(20_000) < slid, "{slid} slides");
}

/// A level floor cut anywhere, at any numbers.
#[test]
fn cuts_at_any_number() {
    for case in 0..cases(20_000) {
        let rng = &mut Rng::for_case(0, "cuts", case);
        let size = power_of_two(*rng.pick(&[0, 10, -1022, 1000]));
        let mut cuts: Vec<f64> = (0..2 + rng.below(60)).map(|_| rng.unit() * size).collect();
        cuts.sort_unstable_by(f64::total_cmp);
        cuts.dedup();
        let pieces = cuts.windows(2).map(|ends| Segment::new([ends[0], 0.0], [ends[1], 0.0]).unwrap());
        let all = every_strategy(&mixed(rng, pieces));
        let radius = rng.unit() * size;
        let path = [rng.unit() * size, rng.unit() * size].map(|x| [x, radius]);
        let sweep = Sweep::disc(path[0], path[1], radius).unwrap();
        for walls in &all {
            assert_eq!(walls.first_stop(&sweep), None, "case {case}, {:?}, {sweep:?}, {cuts:?}", walls.strategy());
        }
        // The same disc is stopped by a wall that stands at the floor's end, at the time that the wall alone gives.
        let end = cuts[cuts.len() - 1];
        let standing = Segment::new([end, 0.0], [end, size]).unwrap();
        let floor = cuts.windows(2).map(|ends| Segment::new([ends[0], 0.0], [ends[1], 0.0]).unwrap());
        let all = every_strategy(&mixed(rng, floor.chain([standing])));
        let alone = sweep.first_touch(&standing).filter(|hit| hit.contact.stops()).map(|hit| hit.t.to_bits());
        for walls in &all {
            let stopped = walls.first_stop(&sweep).map(|(_, hit)| hit.t.to_bits());
            assert_eq!(stopped, alone, "case {case}, {:?}, {sweep:?}, {cuts:?}", walls.strategy());
        }
    }
}

/// A closed corner where many walls end lets nothing into it, from any side and however thin.
#[test]
fn needles_are_closed() {
    for case in 0..cases(5_000) {
        let rng = &mut Rng::for_case(0, "needles", case);
        let tip = [rng.within(-1.0, 1.0), rng.within(-1.0, 1.0)];
        // Right of the tip, one number above and below one place.
        let far = [tip[0] + rng.within(1.0, 2.0), tip[1] + rng.within(-1.0, 1.0)];
        let [above, below] = [far[1].next_up(), far[1].next_down()];
        let walls = [segment(rng, [tip, [far[0], above]]), segment(rng, [[far[0], below], tip])];
        // From within the opening toward a place beyond the tip: out only through the walls.
        let end = [tip[0] - rng.within(0.1, 1.0), tip[1] + rng.within(-1.0, 1.0)];
        let sweep = Sweep::point(far, end).unwrap();
        for walls in every_strategy(&walls) {
            assert!(walls.touches_any(&sweep), "case {case}, {:?}, {sweep:?} from {tip:?}", walls.strategy());
        }
    }
}
