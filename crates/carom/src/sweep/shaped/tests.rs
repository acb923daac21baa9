//! Ways out beside all there are, what does not depend on a motion, and scenes so large that nothing of them can be subtracted.

use super::super::mover::{Mover, MoverSweep};
use super::super::path::{Hit, Sweep};
use super::hull_of_segment;
use crate::circle::Circle;
use crate::exact::answers::Contact;
use crate::exact::hull::{Edge, Place, comes_before, differences};
use crate::point::{Point, Vec2, max, min};
use crate::segment::Segment;
use crate::{Aabb, Polygon};
use alloc::vec::Vec;
use carom_oracle::rng::Rng;
use core::cmp::Ordering;

const CASES: u64 = if carom_oracle::FEW_CASES { 3_000 } else { 20_000 };

/// A whole number of units.
fn number(rng: &mut Rng, most: i64, unit: f64) -> f64 {
    rng.between(-most, most) as f64 * unit
}

fn place(rng: &mut Rng, most: i64, unit: f64) -> Point {
    Point::new(number(rng, most, unit), number(rng, most, unit))
}

/// A point, line, triangle or more, with or without a radius.
fn mover(rng: &mut Rng, most: i64, unit: f64) -> Option<Mover> {
    let ring: Vec<Point> = (0..1 + rng.below(6)).map(|_| place(rng, most, unit)).collect();
    let radius = if rng.one_in(2) { 0.0 } else { number(rng, most, unit).abs() };
    let mover = match *ring {
        [a] => Mover::capsule(a, a, 0.0),
        [a, b] => Mover::capsule(a, b, 0.0),
        _ => Mover::polygon(&Polygon::new(crate::hull(ring).ok()?).ok()?),
    };
    mover.ok()?.grown(radius).ok()
}

/// What starts inside of all differences goes out over the edge that is nearest, and of several the one that comes before the others, in whichever order they are looked at.
#[test]
fn the_way_out_is_the_shortest() {
    let [mut alone, mut tied] = [0_u64; 2];
    for case in 0..CASES {
        let rng = &mut Rng::for_case(0, "ways out", case);
        let (Some(mover), [p, q]) = (mover(rng, 4, 1.0), [(); 2].map(|()| place(rng, 5, 1.0))) else { continue };
        if p == q {
            continue;
        }
        let sweep = MoverSweep::between(&mover, place(rng, 3, 1.0), place(rng, 3, 1.0));
        let ends = [p, q];
        let Some(meeting) = sweep.meeting(hull_of_segment(&ends)) else { continue };
        if !matches!(meeting.touch.place, Place::Inside) {
            continue;
        }
        let corners = differences(mover.vertices(), &ends).to_vec();
        let depth = |edge: &Edge| max(meeting.depth_behind(edge, 1.0), 0.0);
        let nearest = corners.iter().map(depth).fold(f64::INFINITY, min);
        let mut best: Vec<&Edge> = corners.iter().rev().filter(|edge| depth(edge) == nearest).collect();
        best.sort_by(|a, b| match comes_before(a, b, mover.vertices(), &ends) {
            true => Ordering::Less,
            false => Ordering::Greater,
        });
        let Some(first) = best.first() else { continue };
        let (Place::Edge(found), out) = meeting.way_out() else { panic!("case {case}: there is a way out") };
        let names = |edge: &Edge| (edge.of, edge.next);
        assert_eq!(names(&found), names(first), "case {case}: {mover:?} at {:?}, {ends:?}", sweep.start());
        assert_eq!(out, meeting.direction_of(first).normal(), "case {case}");
        if best.len() == 1 {
            alone += 1;
        } else {
            tied += 1;
        }
    }
    assert!(CASES / 50 < alone && CASES / 100 < tied, "{alone} {tied}");
}

/// How deep it starts in something does not depend on where either goes.
#[test]
fn overlaps_are_those_of_the_start() {
    let mut overlaps = 0_u64;
    for case in 0..CASES {
        let rng = &mut Rng::for_case(0, "overlaps at the start", case);
        let (Some(mover), Some(other)) = (mover(rng, 3, 1.0), mover(rng, 3, 1.0)) else { continue };
        let [start, end, from, to] = [(); 4].map(|()| place(rng, 3, 1.0));
        let radius = number(rng, 2, 1.0).abs();
        let sweeps = [end, start].map(|end| MoverSweep::between(&mover, start, end));
        let others = [to, from].map(|to| MoverSweep::between(&other, from, to));
        let discs = [to, from].map(|to| Sweep::disc(from, to, radius).unwrap());
        let found = [0, 1].map(|k| sweeps[k].overlap(&others[k]));
        assert_eq!(found[0], found[1], "case {case}: {:?} {:?}", sweeps[0], others[0]);
        let by_disc = [0, 1].map(|k| sweeps[k].overlap(&discs[k]));
        assert_eq!(by_disc[0], by_disc[1], "case {case}: {:?} {:?}", sweeps[0], discs[0]);
        overlaps += u64::from(found[0].is_some()) + u64::from(by_disc[0].is_some());
    }
    assert!(CASES / 10 < overlaps, "{overlaps}");
}

/// Out of a convex polygon it is over the edge that all of the mover is over soonest, which need not be the one that is nearest to its middle.
#[test]
fn out_of_a_convex_polygon() {
    let room = Polygon::new([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]]).unwrap();
    let tall = Mover::aabb(&Aabb::new([-0.5, -4.0], [0.5, 4.0]).unwrap());
    let at = Point::new(5.5, 6.0);
    let overlap = MoverSweep::between(&tall, at, at).overlap(&room.filled()).unwrap();
    assert_eq!((overlap.depth, overlap.out), (5.0, Vec2::new(1.0, 0.0)));
}

/// Scenes whose numbers are up to 7 units, and the same in units of 2¹⁰²¹, where the difference of two is mostly beyond all numbers: the time and the parts are the same, and
/// so are directions, places and depths as far as they are numbers.
#[test]
fn the_same_beyond_all_numbers() {
    const LARGE: f64 = f64::from_bits((1023 + 1021) << 52);
    let (mut touches, mut overlaps) = (0_u64, 0_u64);
    for case in 0..CASES {
        let scene = |unit: f64| {
            let rng = &mut Rng::for_case(0, "beyond all numbers", case);
            let (mover, other) = (mover(rng, 3, unit)?, mover(rng, 3, unit)?);
            let [start, end, from, to, p, q] = [(); 6].map(|()| place(rng, 7, unit));
            let sweep = MoverSweep::between(&mover, start, end);
            let (mut hits, mut depths) = (Vec::new(), Vec::new());
            if let Ok(wall) = Segment::new(p, q) {
                hits.push(sweep.first_touch(&wall));
                depths.push(sweep.overlap(&wall));
            }
            let pillar = Circle::new(p, number(rng, 3, unit).abs().max(unit)).unwrap();
            hits.push(sweep.first_touch(&pillar));
            depths.push(sweep.overlap(&pillar));
            let other = MoverSweep::between(&other, from, to);
            hits.push(sweep.first_touch(&other));
            depths.push(sweep.overlap(&other));
            let ring: Vec<Point> = (0..4).map(|_| place(rng, 7, unit)).collect();
            if let Ok(polygon) = Polygon::new(ring) {
                hits.push(sweep.first_touch(&polygon.outline()).map(|(_, hit)| hit));
                // Out of it is from the mover's middle; where that is beyond all numbers, from its position.
                let ([middle, _], _) = sweep.proxy();
                if max(middle.x.abs(), middle.y.abs()) < 7.9 * unit {
                    hits.push(sweep.first_touch(&polygon.filled()).map(|(_, hit)| hit));
                    depths.push(sweep.overlap(&polygon.filled()));
                }
            }
            Some((hits, depths))
        };
        let (Some((hits, depths)), Some((large_hits, large_depths))) = (scene(1.0), scene(LARGE)) else { continue };
        for (i, (hit, large)) in hits.iter().zip(&large_hits).enumerate() {
            let parts = |hit: &Hit| (hit.t, hit.feature, hit.contact, hit.mover);
            assert_eq!(hit.as_ref().map(parts), large.as_ref().map(parts), "case {case}, {i}: {hit:?}, {large:?}");
            let (Some(hit), Some(large)) = (hit, large) else { continue };
            let off = hit.normal - large.normal;
            assert!(off.length() < 1e-12, "case {case}, {i}: {hit:?}, {large:?}");
            let is_number = |x: f64| x.abs() < 7.9;
            if is_number(hit.point.x) && is_number(hit.point.y) {
                let (x, y) = (large.point.x / LARGE - hit.point.x, large.point.y / LARGE - hit.point.y);
                assert!(x.abs() < 1e-12 && y.abs() < 1e-12, "case {case}, {i}: {hit:?}, {large:?}");
            }
            touches += 1;
        }
        for (i, (overlap, large)) in depths.iter().zip(&large_depths).enumerate() {
            assert_eq!(overlap.is_some(), large.is_some(), "case {case}, {i}: {overlap:?}, {large:?}");
            let (Some(overlap), Some(large)) = (overlap, large) else { continue };
            assert!((overlap.out - large.out).length() < 1e-12, "case {case}, {i}: {overlap:?}, {large:?}");
            let expected = min(overlap.depth, 7.99);
            assert!(
                (min(large.depth / LARGE, 7.99) - expected).abs() < 1e-12,
                "case {case}, {i}: {overlap:?}, {large:?}"
            );
            overlaps += 1;
        }
    }
    assert!(CASES / 2 < touches && CASES / 10 < overlaps, "{touches} {overlaps}");
}

/// A bracket, which is not convex, so that there are cuts through it. What lies inside overlaps it, also along a cut, where it is in no part's inside; what lies
/// beside it, in its corner too, does not.
#[test]
fn inside_and_beside_a_bracket() {
    let corners = [[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [2.0, 2.0], [2.0, 4.0], [0.0, 4.0]];
    let bracket = Mover::polygon(&Polygon::new(corners).unwrap()).unwrap();
    let place = |x: f64, y: f64| Point::new(x, y);
    let inside =
        [[(0.5, 2.0), (1.5, 2.0)], [(2.0, 0.5), (2.0, 1.5)], [(0.5, 0.5), (1.5, 1.5)], [(3.0, 1.0), (2.5, 1.5)]];
    let motions = [(0.0, 0.0), (0.0, 9.0), (9.0, 0.0), (-9.0, -9.0), (1.0, -2.0)];
    for [(ax, ay), (bx, by)] in inside {
        let wall = Segment::new([ax, ay], [bx, by]).unwrap();
        let flat = Mover::capsule([ax, ay], [bx, by], 0.0).unwrap();
        for (x, y) in motions {
            let sweep = MoverSweep::between(&bracket, place(0.0, 0.0), place(x, y));
            let still = MoverSweep::between(&flat, place(0.0, 0.0), place(0.0, 0.0));
            let hits = [sweep.first_touch(&wall), sweep.first_touch(&still), still.first_touch(&sweep)];
            for hit in hits.map(Option::unwrap) {
                assert_eq!((hit.t, hit.contact), (0.0, Contact::Overlaps), "{wall:?} {x} {y}");
            }
        }
    }
    for (low, high) in
        [([4.0, 0.0], [6.0, 2.0]), ([2.0, 2.0], [4.0, 4.0]), ([4.0, 2.0], [5.0, 3.0]), ([-1.0, 1.0], [0.0, 2.0])]
    {
        let crate_ = Mover::aabb(&Aabb::new(low, high).unwrap());
        for (x, y) in motions {
            let sweep = MoverSweep::between(&bracket, place(0.0, 0.0), place(x, y));
            let still = MoverSweep::between(&crate_, place(0.0, 0.0), place(0.0, 0.0));
            for (one, other) in [(&sweep, &still), (&still, &sweep)] {
                let hit = one.first_touch(other).unwrap();
                assert!(hit.t == 0.0 && hit.contact != Contact::Overlaps, "{low:?} {x} {y}: {hit:?}");
                assert_eq!(one.overlap(other), None, "{low:?}");
            }
        }
    }
    for [a, b] in [[[4.0, 0.5], [4.0, 1.5]], [[2.5, 2.0], [3.5, 2.0]], [[2.0, 2.0], [3.0, 3.0]]] {
        let wall = Segment::new(a, b).unwrap();
        for (x, y) in motions {
            let hit = MoverSweep::between(&bracket, place(0.0, 0.0), place(x, y)).first_touch(&wall).unwrap();
            assert!(hit.t == 0.0 && hit.contact != Contact::Overlaps, "{wall:?} {x} {y}: {hit:?}");
        }
    }
}
