//! Ways out beside all there are, what does not depend on a motion, and scenes so large that nothing of them can be subtracted.

use super::super::mover::{Mover, MoverSweep};
use super::super::path::{Hit, Sweep};
use super::super::shaped::{deepest, hull_of_circle, hull_of_segment};
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

/// What starts with its core just through a wall, by less than rounding shows, overlaps it by its radius and not less.
#[test]
fn through_a_wall_by_a_hair() {
    const RADIUS: f64 = 1.0 / 18_014_398_509_481_984.0;
    let mut behind = 0_u64;
    for case in 0..CASES {
        let rng = &mut Rng::for_case(0, "through by a hair", case);
        let [a, b, p, q] = [(); 4].map(|()| Point::new(rng.within(-1.0, 1.0), rng.within(-1.0, 1.0)));
        let capsule = Mover::capsule(a, b, RADIUS).unwrap();
        let at = p + (q - p) * rng.within(0.125, 0.875) - Vec2::new(a.x, a.y);
        let sweep = MoverSweep::between(&capsule, at, at);
        let ends = [p, q];
        let Some(meeting) = sweep.meeting(hull_of_segment(&ends)) else { continue };
        let Some(overlap) = meeting.overlap() else { continue };
        if let (Place::Inside, (Place::Edge(edge), _)) = (meeting.touch.place, meeting.way_out()) {
            behind += u64::from(meeting.depth_behind(&edge, 1.0) < 0.0);
            assert!(overlap.depth >= RADIUS, "case {case}: {overlap:?}");
        }
    }
    assert!(CASES / 200 < behind, "{behind}");
}

/// Where a vertex of the core is just where the wall ends, out is square to an edge that ends there: then so far along it is clear.
#[test]
fn out_of_a_corner_that_is_touched() {
    let mut corners = 0_u64;
    for case in 0..CASES {
        let rng = &mut Rng::for_case(0, "out of a corner", case);
        let Some(mover) = mover(rng, 4, 1.0) else { continue };
        let (at, q) = (place(rng, 3, 1.0), place(rng, 6, 1.0));
        let vertex = *rng.pick(mover.vertices());
        let p = at + Vec2::new(vertex.x, vertex.y);
        let Ok(wall) = Segment::new(p, q) else { continue };
        let sweep = MoverSweep::between(&mover, at, at);
        let ends = wall.ends();
        let Some(meeting) = sweep.meeting(hull_of_segment(&ends)) else { continue };
        let (Place::Vertex(_), Some(overlap)) = (meeting.touch.place, meeting.overlap()) else { continue };
        assert_eq!(overlap.depth, mover.radius(), "case {case}");
        let out = at + overlap.out * (overlap.depth * (1.0 + 1e-9));
        let left = MoverSweep::between(&mover, out, out).overlap(&wall);
        assert_eq!(left, None, "case {case}: {mover:?} at {at:?}, {wall:?}, {overlap:?}");
        corners += 1;
    }
    assert!(CASES / 100 < corners, "{corners}");
}

/// What has its core on a wall, along it or near it, is pushed off square to the wall, wherever it goes.
#[test]
fn square_to_what_it_lies_on() {
    let up = Vec2::new(0.0, 1.0);
    let floor = Segment::new([-5.0, 0.0], [5.0, 0.0]).unwrap();
    let standing = Mover::capsule([0.0, 0.0], [0.0, 2.0], 1.0).unwrap();
    let lying = Mover::capsule([-1.0, 0.5], [1.0, 0.5], 1.0).unwrap();
    let triangle = Polygon::new([[-2.0, 0.0], [2.0, 0.0], [0.0, 3.0]]).unwrap();
    let triangle = Mover::polygon(&triangle).unwrap().grown(0.5).unwrap();
    let pillar = Circle::new([0.0, 0.0], 1.0).unwrap();
    for end in [[3.0, 1.0], [-3.0, 1.0], [3.0, -1.0]] {
        for capsule in [&standing, &lying] {
            let hit = capsule.sweep([0.0, 0.0], end).unwrap().first_touch(&floor).unwrap();
            assert_eq!((hit.t, hit.contact, hit.normal), (0.0, Contact::Overlaps, up), "{capsule:?} {end:?}");
        }
        let hit = triangle.sweep([0.0, 0.0], end).unwrap().first_touch(&pillar).unwrap();
        assert_eq!((hit.t, hit.contact, hit.normal), (0.0, Contact::Overlaps, up), "{end:?}");
    }
}

/// A corner that meets a wall's end, or leaves it, just between two edges is pushed back square to the first of them.
#[test]
fn a_corner_that_is_met_straight() {
    let corners = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
    let diamond = Mover::polygon(&Polygon::new(corners).unwrap()).unwrap();
    for (x, y) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)] {
        let wall = Segment::new([0.0, 0.0], [-3.0 * x, -3.0 * y]).unwrap();
        for [from, to] in [[5.0, 0.0], [1.0, 5.0]] {
            let sweep = MoverSweep::between(&diamond, Point::new(from * x, from * y), Point::new(to * x, to * y));
            let ends = wall.ends();
            let meeting = sweep.meeting(hull_of_segment(&ends)).unwrap();
            let Place::Vertex(of) = meeting.touch.place else { panic!("it is a vertex") };
            let edges = differences(diamond.vertices(), &ends).to_vec();
            let there: Vec<_> = edges.iter().filter(|edge| edge.of == of || edge.next == of).collect();
            let normals: Vec<Vec2> = there.iter().map(|edge| meeting.direction_of(edge).normal()).collect();
            assert_eq!(normals.len(), 2);
            assert_eq!(normals[0].dot(meeting.motion()), normals[1].dot(meeting.motion()));
            assert_eq!(meeting.hit().normal, normals[0].canonical(), "{x} {y} {from}");
        }
    }
}

/// Of the parts of a shape that is not convex the first of those that are as deep tells: a pillar between two prongs is as deep in both.
#[test]
fn between_two_prongs() {
    let corners =
        [[-3.0, -3.0], [3.0, -3.0], [3.0, 3.0], [1.0, 3.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 3.0], [-3.0, 3.0]];
    let fork = Mover::polygon(&Polygon::new(corners).unwrap()).unwrap();
    let pillar = Circle::new([0.0, 1.0], 1.5).unwrap();
    let at = Point::default();
    let sweep = MoverSweep::between(&fork, at, at);
    let (center, radius) = (pillar.center(), pillar.radius());
    let parts: Vec<_> = sweep
        .hulls()
        .filter_map(|(part, _)| deepest(core::iter::once((part, hull_of_circle(&center, radius)))))
        .collect();
    let outs: Vec<Vec2> = parts.iter().filter(|overlap| overlap.depth == 0.5).map(|overlap| overlap.out).collect();
    assert_eq!(outs.len(), 2);
    assert_ne!(outs[0], outs[1]);
    let overlap = sweep.overlap(&pillar).unwrap();
    assert_eq!((overlap.depth, overlap.out), (0.5, outs[0]));
}

/// Of the smallest numbers nothing is lost: a box lies 3 units deep on each side of a wall in turn.
#[test]
fn out_of_a_wall_in_the_smallest_numbers() {
    let unit = f64::from_bits(1);
    let at = |x: f64, y: f64| Point::new(x * unit, y * unit);
    let crate_ = Mover::aabb(&Aabb::new(at(-8.0, -8.0), at(8.0, 8.0)).unwrap());
    let sweep = MoverSweep::between(&crate_, at(0.0, 0.0), at(0.0, 0.0));
    for (x, y) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)] {
        let along = |far: f64| at(-5.0 * x - far * y, -5.0 * y + far * x);
        let overlap = sweep.overlap(&Segment::new(along(-90.0), along(90.0)).unwrap()).unwrap();
        assert_eq!((overlap.depth, overlap.out), (3.0 * unit, Vec2::new(x, y)), "{x} {y}");
    }
}

/// A tall box near the end of a long wall goes out past the end, also where the other end is beyond all numbers from it.
#[test]
fn out_past_the_end_of_a_large_wall() {
    const LARGE: f64 = f64::from_bits((1023 + 1021) << 52);
    let tall = Mover::aabb(&Aabb::new([-0.5 * LARGE, -3.0 * LARGE], [0.5 * LARGE, 3.0 * LARGE]).unwrap());
    for (side, slope) in [(1.0, 0.5), (1.0, -0.5), (-1.0, 0.5), (-1.0, -0.5)] {
        let end = |x: f64| Point::new(7.0 * x * LARGE, slope * x * LARGE);
        let at = Point::new(6.75 * side * LARGE, 0.0);
        let sweep = MoverSweep::between(&tall, at, at);
        for ends in [[-1.0, 1.0], [1.0, -1.0]] {
            let overlap = sweep.overlap(&Segment::new(end(ends[0]), end(ends[1])).unwrap()).unwrap();
            assert_eq!((overlap.depth, overlap.out), (0.75 * LARGE, Vec2::new(side, 0.0)), "{side} {slope}");
        }
    }
}

/// A mover whose middle is beyond all numbers, but not all of it, is seen by an outline.
#[test]
fn an_outline_and_a_middle_beyond_all_numbers() {
    let long = Mover::aabb(&Aabb::new([1e307, -1e300], [1.7e308, 1e300]).unwrap());
    let triangle = Polygon::new([[1.4e308, -1e299], [1.5e308, -1e299], [1.45e308, 1e299]]).unwrap();
    for end in [1e308, 1.1e308] {
        let sweep = MoverSweep::between(&long, Point::new(1e308, 0.0), Point::new(end, 0.0));
        assert!(!sweep.proxy().0[0].is_finite());
        let contacts = [sweep.first_touch(&triangle.outline()), sweep.first_touch(&triangle.filled())]
            .map(|hit| hit.map(|(_, hit)| hit.contact));
        assert_eq!(contacts, [Some(Contact::Overlaps); 2], "{end}");
    }
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
