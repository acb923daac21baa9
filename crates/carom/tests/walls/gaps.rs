//! Gaps between walls: a report says what asking about each end alone says, and welding moves ends that dangle and no others.

use crate::changes::change;
use crate::model::{Form, Made, Model, every_strategy};
use crate::scenes::{KINDS, Kind};
use crate::{cases, in_two_threads};
use carom::{Feature, Point, Segment, WallReport, Walls, distance, intersects};
use carom_oracle::clock::seconds_of_work;
use carom_oracle::rng::Rng;
use std::collections::BTreeMap;

/// A wall, whether it is its second end, where that is, and the nearest other wall with the bits of its distance.
type End = (usize, bool, Point, Option<(usize, u64)>);

fn ends(report: &WallReport) -> Vec<End> {
    let nearest = |(id, gap): (carom::WallId, f64)| (id.index(), gap.to_bits());
    let end = |end: &carom::Dangling| (end.wall.index(), end.end == Feature::B, end.at, end.nearest.map(nearest));
    report.dangling.iter().map(end).collect()
}

/// Every end of a segment asks all other walls.
fn dangling(model: &Model) -> Vec<End> {
    let segments = model.living().filter_map(|(id, wall)| match wall.form {
        Form::Segment(segment) => Some((id, segment)),
        Form::Circle(_) => None,
    });
    let ends = segments.flat_map(|(id, segment)| [(id, false, segment.a()), (id, true, segment.b())]);
    let dangles = |(id, is_second, at): (usize, bool, Point)| -> Option<End> {
        let others = || model.living().filter(move |&(other, _)| other != id);
        let distances = others().map(|(other, wall)| (other, distance(at, wall.shape())));
        let nearest = distances.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(other, gap)| (other, gap.to_bits()));
        let is_met = others().any(|(_, wall)| intersects(at, wall.shape()));
        (!is_met).then_some((id, is_second, at, nearest))
    };
    ends.filter_map(dangles).collect()
}

const SCENES: u64 = cases(4_000);

#[test]
fn every_end_that_dangles() {
    let count = KINDS.len() as u64;
    let found = in_two_threads(SCENES, |case| check_report(&KINDS[(case % count) as usize], case));
    assert!(SCENES < found, "{found} ends");
}

fn check_report(&(name, make): &Kind, case: u64) -> u64 {
    let rng = &mut Rng::for_case(7, name, case);
    let scene = make(rng);
    let (mut all, mut model) = (every_strategy(&scene.walls), Model::new(name, case, &scene.walls));
    for _ in 0..rng.below(12) {
        change(rng, &scene, &mut all, &mut model);
    }
    let expected = dangling(&model);
    for walls in &all {
        assert_eq!(ends(&walls.report()), expected, "{:?}, {model}", walls.strategy());
    }
    expected.len() as u64
}

/// Ends that do not dangle, and those whose gap is too wide, stay where they are; each moves at most once.
#[test]
fn welding_moves_what_dangles() {
    let count = KINDS.len() as u64;
    let moved = in_two_threads(SCENES, |case| check_weld(&KINDS[(case % count) as usize], case));
    assert!(SCENES / 8 < moved, "{moved} ends");
}

fn check_weld(&(name, make): &Kind, case: u64) -> u64 {
    let rng = &mut Rng::for_case(8, name, case);
    let scene = make(rng);
    let within = scene.unit * *rng.pick(&[0.0, 0.5, 2.0, f64::INFINITY]);
    let mut walls = Walls::new(scene.walls.iter().map(Made::wall));
    let gaps: BTreeMap<_, _> = ends(&walls.report()).into_iter().map(|(id, end, _, gap)| ((id, end), gap)).collect();
    let before = walls.clone();
    let welded = walls.weld(within);
    let mut moved = 0;
    for id in before.ids() {
        let [old, new] = [&before, &walls].map(|walls| walls.get(id).expect("no wall is gone"));
        let (Some(old), Some(new)) = (old.segment(), new.segment()) else { continue };
        for (is_second, from, to) in [(false, old.a(), new.a()), (true, old.b(), new.b())] {
            if from != to {
                let gap = gaps[&(id.index(), is_second)].map(|(_, gap)| f64::from_bits(gap));
                // What was moved before may have come nearer, never further away than it may be moved.
                assert!(gap.is_some_and(|gap| gap <= within), "{name}, case {case}, {id:?}: {gap:?}, {within:e}");
                moved += 1;
            }
        }
    }
    assert_eq!(moved, welded, "{name}, case {case}");
    moved as u64
}

fn ring_with_gaps(count: u32, gap: f64) -> Vec<Segment> {
    let at = |turn: f64| [1e3 * turn.cos(), 1e3 * turn.sin()];
    let step = std::f64::consts::TAU / f64::from(count);
    (0..count).map(|k| f64::from(k) * step).map(|turn| Segment::new(at(turn), at(turn + step - gap)).unwrap()).collect()
}

#[test]
fn a_ring_of_gaps_is_closed() {
    for count in [3, 10, 1000] {
        let mut walls = Walls::new(ring_with_gaps(count, 1e-6));
        assert_eq!(walls.report().dangling.len(), 2 * count as usize);
        assert_eq!(walls.weld(0.01), count as usize);
        assert!(walls.report().is_closed(), "{count}: {:?}", walls.report());
    }
}

/// Nothing is within a distance that is no distance.
#[test]
fn welding_within_no_distance() {
    for within in [f64::NAN, -1.0, f64::NEG_INFINITY, -f64::MIN_POSITIVE] {
        let mut walls = Walls::new(ring_with_gaps(10, 1e-6));
        let before: Vec<_> = walls.ids().map(|id| walls.get(id)).collect();
        assert_eq!(walls.weld(within), 0, "{within}");
        assert!(walls.ids().map(|id| walls.get(id)).eq(before), "{within}");
    }
    let mut walls = Walls::new(ring_with_gaps(10, 0.1));
    assert_eq!(walls.weld(f64::INFINITY), 10);
}

/// Many walls that share an end, cross in one point, lie in each other or have boxes that say nothing: each took 10 s or more
/// when every end asked on its own.
#[test]
fn many_walls_in_little_time() {
    let segment = |a: [f64; 2], b: [f64; 2]| Segment::new(a, b).unwrap();
    let turn = |k: i32| f64::from(k) * 2e-4;
    let kinds: [(&str, &dyn Fn(i32) -> Segment); 5] = [
        ("equal", &|_| segment([0.0, 0.0], [1.0, 1.0])),
        ("one end shared", &|k| segment([0.0, 0.0], [turn(k).cos(), turn(k).sin()])),
        ("one crossing", &|k| segment([-turn(k).cos(), -turn(k).sin()], [turn(k).cos(), turn(k).sin()])),
        ("parallel", &|k| segment([0.0, f64::from(k)], [1e6, 1e6 + f64::from(k)])),
        ("nested", &|k| segment([-1.0 - f64::from(k), 0.0], [1.0 + f64::from(k), 0.0])),
    ];
    for (name, wall) in kinds {
        let mut walls = Walls::new((0..15_000).map(wall));
        let start = seconds_of_work();
        let (dangling, welded) = (walls.report().dangling.len(), walls.weld(1e-9));
        let seconds = seconds_of_work() - start;
        assert!(welded <= dangling && seconds < 8.0, "{name}: {seconds} s");
    }
}
