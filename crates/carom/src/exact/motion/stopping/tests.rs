//! What stops a flight, against the oracle's integers.

use super::{stopped_by_circle, stopped_by_moving, stopped_by_segment};
use crate::exact::Feature;
use crate::exact::drift::{Drift, Drifting};
use crate::exact::encounter::cases::{
    Units, at_zero, between, cases, clearance, flight, number, oracles, place, plain, radius,
};
use crate::exact::encounter::{Blocker, Encounter};
use crate::exact::flight::Flight;
use crate::point::{Point, Vec2};
use alloc::vec::Vec;
use carom_oracle::bodies::Solid;
use carom_oracle::dyadic::{Dyadic, dot, exact};
use carom_oracle::flights;
use carom_oracle::instant::{Instant, Root as Which};
use carom_oracle::rng::Rng;
use core::cmp::Ordering::{Equal, Greater, Less};

/// A body is stopped if and when the oracle says so, by the part of the wall that is then nearest.
#[test]
fn stops_are_exact() {
    let mut counts = [0_u64; 4];
    for case in 0..cases(100_000) {
        let rng = &mut Rng::for_case(0, "stops of flights", case);
        let units = Units::any(rng);
        let (mut flight, radius) = (flight(rng, units), radius(rng, units));
        let wall = [place(rng, units), place(rng, units)];
        if rng.one_in(2) {
            // At an end, the middle or beside.
            let target = wall[0] + (wall[1] - wall[0]) * *rng.pick(&[0.0, 0.5, 1.0, 1.5]);
            let target = target + Vec2::new(0.0, *rng.pick(&[0.0, radius, -radius]));
            flight.velocity = (target - flight.at) * (units.speed / units.place);
        }
        let start = oracles(&flight);
        // Where it starts decides for those that do not move or are in it already; touching is free for discs alone.
        if flight.velocity == Vec2::default() || !flight.velocity.length().is_finite() {
            continue;
        }
        if wall[0] == wall[1] || rng.one_in(4) {
            let (center, around) = (wall[0], if rng.one_in(3) { 0.0 } else { number(rng, 5, units.place).abs() });
            let standing = flights::Flight { at: plain(center), velocity: [0.0; 2], since: flight.since };
            let gap = clearance(&start, &standing, [radius, around], flight.since);
            if gap == Less || (radius == 0.0 && gap == Equal) {
                continue;
            }
            let truth = flights::stop(&start, radius, Solid::Pillar(plain(center), around));
            let found = stopped_by_circle(&flight, radius, center, around);
            let found = found.map(|blocker| blocker.encounter(&flight, radius));
            agree(case, found.as_ref(), truth.as_ref(), &(flight, radius, center, around));
            counts[3] += u64::from(truth.is_some());
            continue;
        }
        let gap = carom_oracle::truth::compare_distance_to_segment(start.at, wall.map(plain), radius);
        if gap == Less || (radius == 0.0 && gap == Equal) {
            continue;
        }
        let truth = flights::stop(&start, radius, Solid::Wall(wall.map(plain)));
        let found = stopped_by_segment(&flight, radius, wall);
        let encounter = found.as_ref().map(|(blocker, _)| blocker.encounter(&flight, radius));
        agree(case, encounter.as_ref(), truth.as_ref(), &(flight, radius, wall));
        if let (Some((_, feature)), Some(truth)) = (found, truth) {
            counts[feature as usize] += 1;
            let parts = parts_at(&flight, wall, &truth);
            assert!(parts.contains(&feature), "case {case}: {feature:?} of {parts:?}: {flight:?} {radius:e} {wall:?}");
            // A point that comes exactly to an end is stopped by that.
            let is_of_side = radius == 0.0 && feature == Feature::Side;
            assert!(!is_of_side || parts == [Feature::Side], "case {case}: {parts:?}: {flight:?} {wall:?}");
        }
    }
    let least = cases(100_000) / 50;
    assert!(counts.iter().all(|&count| least < count), "by a side, the ends or a circle: {counts:?}");
}

/// What stops a flight where places, velocities, walls and radii are each of another size, so that products of two vanish or overflow while those of others do
/// not. A wall that could move but does not is one that stands.
#[test]
fn stops_among_numbers_of_other_sizes() {
    let mut stopped = [0_u64; 2];
    for case in 0..cases(60_000) {
        let rng = &mut Rng::for_case(0, "stops among other sizes", case);
        let mut size = || 2_f64.powi(*rng.pick(&[-1000, -540, -85, 0, 0, 85, 480]));
        let [near, far, speed, breadth] = [(); 4].map(|()| size());
        let mut whole = |unit: f64| rng.between(-2, 2) as f64 * unit;
        let flight = Flight {
            at: Point::new(whole(near), whole(near)),
            velocity: Vec2::new(whole(speed), whole(speed)),
            since: whole(1.0).abs(),
        };
        let wall = [0, 1].map(|_| Point::new(whole(far), whole(far)));
        let radius = whole(breadth).max(0.0);
        if flight.velocity == Vec2::default() {
            continue;
        }
        let (start, drift) = (oracles(&flight), Drift { offset: Vec2::default(), velocity: Vec2::default() });
        let is_round = wall[0] == wall[1];
        let gap = if is_round {
            let standing = flights::Flight { at: plain(wall[0]), velocity: [0.0; 2], since: flight.since };
            clearance(&start, &standing, [radius, 0.0], flight.since)
        } else {
            carom_oracle::truth::compare_distance_to_segment(start.at, wall.map(plain), radius)
        };
        if gap == Less || (radius == 0.0 && gap == Equal) {
            continue;
        }
        let solid = if is_round { Solid::Pillar(plain(wall[0]), 0.0) } else { Solid::Wall(wall.map(plain)) };
        let truth = flights::stop(&start, radius, solid);
        let found = if is_round {
            stopped_by_circle(&flight, radius, wall[0], 0.0).map(|blocker| (blocker, Feature::Side))
        } else {
            stopped_by_segment(&flight, radius, wall)
        };
        let encounter = found.as_ref().map(|(blocker, _)| blocker.encounter(&flight, radius));
        agree(case, encounter.as_ref(), truth.as_ref(), &(flight, radius, wall));
        let moving = stopped_by_moving(&flight, radius, &Drifting { ends: wall, radius: 0.0, drift });
        let [moving, standing] = [moving, found].map(|stop| alloc::format!("{stop:?}"));
        assert_eq!(moving, standing, "case {case}: {flight:?} {radius:e} {wall:?}");
        stopped[usize::from(truth.is_some())] += 1;
    }
    assert!(stopped.iter().all(|&count| cases(60_000) / 50 < count), "{stopped:?}");
}

/// A point that flies along the line of a wall comes to its nearer end first, if it comes nearer; on the wall it is stopped where it is.
#[test]
fn along_the_line_of_a_wall() {
    let wall = [Point::new(0.0, 0.0), Point::new(4.0, 0.0)];
    for (x, v, expected) in [
        (-2.0, 1.0, Some(Feature::A)),
        (-2.0, -1.0, None),
        (6.0, -1.0, Some(Feature::B)),
        (6.0, 1.0, None),
        (2.0, 1.0, Some(Feature::Side)),
        (2.0, -1.0, Some(Feature::Side)),
        (-2.0, 0.0, None),
        (6.0, 0.0, None),
    ] {
        let flight = Flight { at: Point::new(x, 0.0), velocity: Vec2::new(v, 0.0), since: 3.0 };
        for (wall, is_turned) in [(wall, false), ([wall[1], wall[0]], true)] {
            let found = stopped_by_segment(&flight, 0.0, wall);
            let expected = match expected {
                Some(Feature::A) if is_turned => Some(Feature::B),
                Some(Feature::B) if is_turned => Some(Feature::A),
                expected => expected,
            };
            assert_eq!(found.map(|(_, feature)| feature), expected, "from {x} with {v}");
            let is_right = match found {
                Some((Blocker::Here, feature)) => feature == Feature::Side,
                Some((Blocker::Round { center, radius }, _)) => {
                    radius == 0.0 && center.x == if x < 0.0 { 0.0 } else { 4.0 }
                }
                Some((Blocker::Line(_), _)) => false,
                None => true,
            };
            assert!(is_right, "from {x} with {v}: {found:?}");
        }
    }
}

#[track_caller]
fn agree(case: u64, found: Option<&Encounter>, truth: Option<&Instant>, what: &impl core::fmt::Debug) {
    match (found, truth) {
        (None, None) => {}
        (Some(found), Some(truth)) => {
            let floor = truth.floor();
            assert_eq!(found.time(found.estimate()), floor.min(f64::MAX), "case {case}: {what:?}");
            assert_eq!(found.order(&Encounter::At(floor)), truth.compare(&Instant::of(floor)), "case {case}: {what:?}");
        }
        _ => panic!("case {case}: {found:?}, exactly {truth:?}: {what:?}"),
    }
}

/// The parts of a wall that a body is nearest to at a time: beyond an end it is that end, right across of it both that end and the side.
fn parts_at(flight: &Flight, [a, b]: [Point; 2], time: &Instant) -> Vec<Feature> {
    let (w, v) = (between(a, b), [exact(flight.velocity.x), exact(flight.velocity.y)]);
    // How far along the wall it is from a point, times the wall's length: k + sT. That is 0 when T = −k/s.
    let along = |from: Point| {
        let (k, s) = (dot(&w, &at_zero(flight, from)), dot(&w, &v));
        let at_point = |k: Dyadic, s| Instant::of_parts(&k, Which::Smaller, &exact(0.0), &s);
        match s.sign() {
            Equal => k.sign(),
            Greater => time.compare(&at_point(-k, s)),
            Less => time.compare(&at_point(k, -s)).reverse(),
        }
    };
    let mut parts = Vec::new();
    if along(a) != Greater {
        parts.push(Feature::A);
    }
    if along(b) != Less {
        parts.push(Feature::B);
    }
    if along(a) != Less && along(b) != Greater {
        parts.push(Feature::Side);
    }
    parts
}
