//! Times of encounters and their order, against the oracle's integers.

use super::cases::{
    Both, Units, any, as_touch, cases, flight, number, of_pair, of_side, oracles, pair, place, radius, side, signs,
};
use super::{Encounter, Flight, Near, Pair, Slope, is_mild, is_mild_flight, slope_of_pair};
use crate::exact::Feature;
use crate::exact::drift::{Drift, Drifting};
use crate::exact::flight::signs_in_doubles;
use crate::exact::forms::Touching;
use crate::exact::motion::root::WAIT_ERROR;
use crate::exact::stopping::{stopped_by_circle, stopped_by_moving, stopped_by_segment};
use crate::point::{Point, Vec2};
use crate::simd::{One, Plain};
use carom_oracle::dyadic::{Dyadic, exact};
use carom_oracle::instant::{Instant, Root as Which};
use carom_oracle::rng::Rng;
use core::cmp::Ordering::{Equal, Greater, Less};

/// Whatever the estimate is, the time is the largest `f64` not above the exact one.
#[test]
fn times_are_rounded_down() {
    let (mut asked, mut whole, mut by_newton) = (0, 0, 0);
    for case in 0..cases(60_000) {
        let rng = &mut Rng::for_case(0, "times of encounters", case);
        let units = Units::any(rng);
        let Some((encounter, instant)) = any(rng, units) else { continue };
        let floor = instant.floor();
        if floor == f64::INFINITY || floor == f64::MAX {
            continue;
        }
        let off = 1.0 + rng.within(-1.0, 1.0) * 2_f64.powi(-rng.between(1, 60) as i32);
        let wild = *rng.pick(&[0.0, -1.0, f64::MAX, f64::INFINITY, f64::NAN, 5e-324, 1.0]);
        for estimate in [encounter.estimate(), floor, floor * off, wild] {
            assert_eq!(encounter.time(estimate), floor, "case {case} from {estimate:e}: {encounter:?}");
            let [least, most] = encounter.bounds(estimate);
            assert!(least <= floor && floor <= most, "case {case} from {estimate:e}: {least:e} {most:e} {encounter:?}");
            asked += 1;
        }
        whole += u64::from(instant.equals(&Instant::of(floor)));
        by_newton += u64::from(encounter.near(encounter.estimate()).is_some_and(|near| near.rounded_down().is_some()));
    }
    let least = cases(60_000) / 20;
    assert!(least * 10 < asked && least < whole && least < by_newton, "{asked} times, {whole} {by_newton}");
}

/// A search begins near: most estimates of ordinary times are off by a millionth at most, and most times are found from them without integers.
#[test]
fn estimates_are_near() {
    let [mut all, mut near] = [0_u64; 2];
    // Of each kind: how many are found by Newton's method, and how many there are.
    let mut by_newton = [[0_u64; 2]; 4];
    for case in 0..cases(8_000) {
        let rng = &mut Rng::for_case(0, "estimates of encounters", case);
        let Some((encounter, instant)) = any(rng, Units::of(0, 0, 0)) else { continue };
        let (floor, estimate) = (instant.floor(), encounter.estimate());
        if floor == 0.0 || matches!(encounter, Encounter::At(_)) {
            continue;
        }
        all += 1;
        near += u64::from((estimate - floor).abs() <= 1e-6 * floor);
        let kind = match encounter {
            Encounter::Meet(_) => 0,
            Encounter::Part(_) => 1,
            Encounter::Touch(_) => 2,
            _ => 3,
        };
        let is_found = encounter.near(estimate).is_some_and(|near| near.rounded_down().is_some());
        by_newton[kind][0] += u64::from(is_found);
        by_newton[kind][1] += 1;
    }
    assert!(all > cases(8_000) / 8 && 3 * all < 4 * near, "{all}, {near}");
    let are_found = by_newton.iter().all(|[found, all]| cases(8_000) / 100 < *all && 6 * all < 10 * found);
    assert!(are_found, "{by_newton:?}");
}

/// Whether a time is after an encounter is told by exact signs: of the times next to it, and of any other.
#[test]
fn what_is_not_after_is_told_exactly() {
    let mut counts = [[0_u64; 2]; 2];
    for case in 0..cases(20_000) {
        let rng = &mut Rng::for_case(0, "times beside encounters", case);
        let units = Units::any(rng);
        let Some((encounter, instant)) = any(rng, units) else { continue };
        let floor = instant.floor();
        let other = number(rng, 40, units.time).abs();
        let is_parting = usize::from(matches!(encounter, Encounter::Part(_)));
        for time in [floor, floor.next_up(), floor.next_down(), floor / 2.0, floor * 2.0, other, 0.0] {
            if !(0.0..f64::INFINITY).contains(&time) {
                continue;
            }
            let expected = Instant::of(time).compare(&instant) != Greater;
            assert_eq!(encounter.is_not_before(time), expected, "case {case} at {time:e}: {encounter:?}");
            counts[is_parting][usize::from(expected)] += 1;
        }
    }
    assert!(counts.iter().flatten().all(|&count| cases(20_000) / 50 < count), "{counts:?}");
}

/// What all of this is made of, in whole numbers.
#[derive(Clone, Copy)]
struct Parts {
    /// Two flights with their starts, two vertices, the ends of a wall.
    points: [Point; 6],
    velocities: [Vec2; 2],
    since: [f64; 2],
    radii: [f64; 2],
    time: f64,
}

const PARTS: Parts = {
    let point = Point::new;
    Parts {
        points: [point(10.0, 1.0), point(3.0, 2.0), point(1.0, 7.0), point(5.0, 2.0), point(1.0, 1.0), point(4.0, 5.0)],
        velocities: [Vec2::new(1.0, 2.0), Vec2::new(-1.0, 1.0)],
        since: [1.0, 2.0],
        radii: [2.0, 1.0],
        time: 3.0,
    }
};

impl Parts {
    fn flights(&self) -> [Flight; 2] {
        [0, 1].map(|k| Flight { at: self.points[k], velocity: self.velocities[k], since: self.since[k] })
    }

    fn drift(&self) -> Drift {
        let Point { x, y } = self.points[1];
        Drift { offset: Vec2::new(x, y), velocity: self.velocities[1] }
    }

    /// All that has a slope, with the points that it is made of, and whether it is made of the second flight's start and of the second radius.
    fn all(&self) -> [(Encounter, [usize; 6], [bool; 2]); 6] {
        let ([flight, _], drift) = (self.flights(), self.drift());
        let [_, _, v, w, p, q] = self.points;
        let (radii, radius, wall) = (self.radii, self.radii[0], [p, q]);
        let touching = Touching { flights: self.flights(), vertices: [v, w], radii, along: wall, is_parting: false };
        [
            (Encounter::Meet(Pair { flights: self.flights(), radii }), [1, 1, 0, 0, 0, 0], [true, true]),
            (Encounter::MovingRound { flight, radii, center: v, drift }, [1, 1, 1, 0, 0, 0], [false, true]),
            (Encounter::MovingSide { flight, radius, wall, drift }, [1, 1, 0, 0, 1, 1], [false, false]),
            (Encounter::Side { flight, radius, wall }, [1, 0, 0, 0, 1, 1], [false, false]),
            (Encounter::Touch(touching), [1; 6], [true, true]),
            (Encounter::Touch(Touching { along: [p; 2], ..touching }), [1, 1, 1, 1, 1, 0], [true, true]),
        ]
    }
}

fn slope(encounter: &Encounter, time: f64) -> Option<Slope> {
    match encounter {
        Encounter::Meet(pair) | Encounter::Part(pair) => slope_of_pair::<Plain>(pair, time),
        other => other.slope::<One<false>>(time),
    }
}

/// Functions that vanish at an encounter, and their derivatives, where nothing is rounded.
///
/// At 3 the flights are at (12, 5) and (2, 3), and W is (2, 1). The group's offset is (3, 2) and has grown by (−3, 3). The wall from (1, 1) is (3, 4), which is 5 long.
#[test]
fn slopes_in_whole_numbers() {
    let expected = [
        // D is (10, 2).
        [104.0 - 9.0, 44.0, 44.0, 5.0],
        // The first vertex, (1, 7), is at (1, 12), and D is (11, −7).
        [170.0 - 9.0, 44.0 - 14.0, 44.0 + 14.0, 5.0],
        // Seen from the wall's first end, at (1, 6), it is at (11, −1): c is 3·(−1) − 4·11 and x is 3·1 − 4·2.
        [-47.0 - 10.0, -5.0, 3.0 * 1.0 + 4.0 * 2.0, 0.0],
        // At (11, 4): c is 3·4 − 4·11, and x is 3·2 − 4·1, so that both are turned.
        [32.0 - 10.0, -2.0, 3.0 * 2.0 + 4.0 * 1.0, 0.0],
        // With the vertices D is (6, 7).
        [-(3.0 * 7.0 - 4.0 * 6.0) - 15.0, 5.0, 3.0 * 3.0 + 4.0 * 2.0, 0.0],
        [85.0 - 9.0, 38.0, 38.0, 5.0],
    ];
    for ((encounter, ..), expected) in PARTS.all().iter().zip(expected) {
        let Slope { value, error, slope, size, bend } = slope(encounter, PARTS.time).unwrap();
        assert_eq!([value, slope, size, bend], expected, "{encounter:?}");
        assert!(0.0 < error && error < 1e-25, "{encounter:?}: {error:e}");
    }
    // Toward one another on one axis, apart on the other: their parts of the slope cancel, but not those of its size.
    let points = [
        Point::new(2.0, 7.0),
        Point::new(12.0, 1.0),
        PARTS.points[2],
        PARTS.points[3],
        PARTS.points[4],
        PARTS.points[5],
    ];
    let (encounter, ..) = Parts { points, ..PARTS }.all()[0];
    let Slope { slope, size, .. } = slope(&encounter, PARTS.time).unwrap();
    // D is (4 − 11, 11 − 2).
    assert_eq!([slope, size], [-28.0 + 18.0, 28.0 + 18.0]);
}

/// Numbers whose products may overflow or vanish have no slope, each for itself.
#[test]
fn slopes_of_mild_numbers_alone() {
    for other in [2_f64.powi(91), 2_f64.powi(-91), -2_f64.powi(91)] {
        for changed in 0..19 {
            let mut parts = PARTS;
            let number = match changed {
                0..6 => &mut parts.points[changed].x,
                6..12 => &mut parts.points[changed - 6].y,
                12..14 => &mut parts.velocities[changed - 12].x,
                14..16 => &mut parts.velocities[changed - 14].y,
                16 => &mut parts.since[0],
                17 => &mut parts.since[1],
                _ => &mut parts.radii[0],
            };
            *number = other;
            for (encounter, of, [has_start, _]) in parts.all() {
                let matters = match changed {
                    0..=11 => of[changed % 6] == 1,
                    // Who moves beside the first.
                    13 | 15 => of[1] == 1,
                    17 => has_start,
                    _ => true,
                };
                let found = slope(&encounter, PARTS.time);
                assert_eq!(found.is_none(), matters, "{other:e} for number {changed}: {encounter:?}");
            }
        }
        for (encounter, _, [_, has_radius]) in (Parts { radii: [1.0, other], ..PARTS }).all() {
            assert_eq!(slope(&encounter, PARTS.time).is_none(), has_radius, "{other:e}: {encounter:?}");
        }
    }
    for (encounter, ..) in PARTS.all() {
        assert!(slope(&encounter, 2_f64.powi(91)).is_none(), "{encounter:?}");
    }
}

/// The order of two encounters is that of their exact times; many are equal, and many differ by next to nothing.
#[test]
fn order_is_exact() {
    let mut counts = [0_u64; 2];
    for case in 0..cases(60_000) {
        let rng = &mut Rng::for_case(0, "order of encounters", case);
        let units = Units::any(rng);
        let Some(first) = (0..20).find_map(|_| any(rng, units)) else { continue };
        let second = if rng.one_in(4) { any(rng, units) } else { alike(rng, &first) };
        let Some(second) = second else { continue };
        let truth = first.1.compare(&second.1);
        assert_eq!(first.0.order(&second.0), truth, "case {case}: {first:?} {second:?}");
        assert_eq!(second.0.order(&first.0), truth.reverse(), "case {case}: {first:?} {second:?}");
        let [a, b] = [&first, &second].map(|(_, instant)| instant.floor());
        counts[0] += u64::from(truth == Equal);
        counts[1] += u64::from(truth != Equal && a == b);
    }
    let least = cases(60_000) / 10;
    assert!(counts.iter().all(|&count| least < count), "ties and near-ties: {counts:?}");
}

/// An encounter at the same time or nearly so: of the same two from elsewhere or turned by a right angle, in other units, or at once.
fn alike(rng: &mut Rng, (encounter, instant): &Both) -> Option<Both> {
    let turned = |p: Point| Point::new(p.y, -p.x);
    let flight = |flight: &Flight| Flight { at: turned(flight.at), velocity: flight.velocity.normal(), ..*flight };
    let scale = 2_f64.powi(rng.between(-40, 40) as i32);
    let scaled_point = |p: Point| Point::new(p.x * scale, p.y * scale);
    let scaled = |flight: &Flight| {
        let Flight { at, velocity, since } = *flight;
        Flight { at: scaled_point(at), velocity: velocity * scale, since }
    };
    let is_finite = |flight: &Flight| flight.at.is_finite() && flight.velocity.length() < f64::MAX;
    let nudged = |rng: &mut Rng, at: Point| match rng.below(4) {
        0 => Point::new(at.x.next_up(), at.y),
        1 => Point::new(at.x, at.y.next_down()),
        _ => at,
    };
    let floor = instant.floor();
    let found = match (*encounter, rng.below(4)) {
        (_, 0) => {
            let time = *rng.pick(&[floor, floor.next_up().min(f64::MAX), floor.next_down().max(0.0)]);
            Some((Encounter::At(time), Instant::of(time)))
        }
        (Encounter::Meet(pair) | Encounter::Part(pair), kind) => {
            let [a, b] = pair.flights;
            let (mut flights, mut radii) = match kind {
                1 => ([flight(&b), flight(&a)], [pair.radii[1], pair.radii[0]]),
                _ => ([scaled(&a), scaled(&b)], pair.radii.map(|radius| radius * scale)),
            };
            flights[0].at = nudged(rng, flights[0].at);
            if rng.one_in(4) {
                radii[0] = radii[0].next_up();
            }
            let is_later = matches!(encounter, Encounter::Part(_));
            let pair = Pair { flights, radii };
            if !pair.flights.iter().all(is_finite) || !pair.radii.iter().all(|radius| radius.is_finite()) {
                return None;
            }
            of_pair(rng, pair).filter(|(other, _)| matches!(other, Encounter::Part(_)) == is_later)
        }
        (Encounter::Side { flight, radius, wall }, _) => {
            let (flight, wall) = (scaled(&flight), wall.map(scaled_point));
            let flight = Flight { at: nudged(rng, flight.at), ..flight };
            let is_finite = is_finite(&flight) && wall.iter().all(|p| p.is_finite()) && (radius * scale).is_finite();
            if is_finite { of_side(flight, radius * scale, wall) } else { None }
        }
        _ => None,
    };
    found.filter(|(_, time)| time.compare(&Instant::of(0.0)) != Less)
}

/// Seen from a wall that moves, it stands still, and a flight is another one: in whole numbers nothing of that is rounded, and the same stops
/// it at the same time.
#[test]
fn walls_that_move_stop_as_those_that_stand() {
    let mut counts = [0; 3];
    for case in 0..cases(40_000) {
        let rng = &mut Rng::for_case(0, "stops by walls that move", case);
        let unit = *rng.pick(&[1.0, 1.0, 2_f64.powi(-400), 2_f64.powi(300)]);
        let mut number = |most: i64| rng.between(-most, most) as f64 * unit;
        let [px, py, qx, qy, ax, ay] = [(); 6].map(|()| number(4));
        let [ox, oy, ux, uy, vx, vy] = [(); 6].map(|()| number(3));
        let radii = [(); 2].map(|()| number(2).abs());
        let (since, p, q) = (rng.between(0, 3) as f64, Point::new(px, py), Point::new(qx, qy));
        let drift = Drift { offset: Vec2::new(ox, oy), velocity: Vec2::new(ux, uy) };
        let flight = Flight { at: Point::new(ax, ay), velocity: Vec2::new(vx, vy), since };
        let seen = Flight {
            at: flight.at - (drift.offset + drift.velocity * since),
            velocity: flight.velocity - drift.velocity,
            since,
        };
        let is_round = p == q || rng.one_in(3);
        let (found, expected) = if is_round {
            let wall = Drifting { ends: [p, p], radius: radii[1], drift };
            let expected = stopped_by_circle(&seen, radii[0], p, radii[1]).map(|blocker| (blocker, Feature::Side));
            (stopped_by_moving(&flight, radii[0], &wall), expected)
        } else {
            let wall = Drifting { ends: [p, q], radius: 0.0, drift };
            (stopped_by_moving(&flight, radii[0], &wall), stopped_by_segment(&seen, radii[0], [p, q]))
        };
        assert_eq!(
            alloc::format!("{found:?}"),
            alloc::format!("{expected:?}"),
            "case {case}: {flight:?} {radii:?} {p:?} {q:?} {drift:?}"
        );
        let (Some((blocker, feature)), Some((standing, _))) = (found, expected) else { continue };
        let moving = blocker.moving_encounter(&flight, radii[0], &drift);
        let standing = standing.encounter(&seen, radii[0]);
        let time = standing.time(standing.estimate());
        for estimate in [moving.estimate(), time, 0.0] {
            assert_eq!(moving.time(estimate), time, "case {case}: {moving:?}");
        }
        assert_eq!(moving.order(&standing), Equal, "case {case}: {moving:?}");
        // The corner of two walls is one, and no other, whatever their times are.
        let later = blocker.moving_encounter(&flight, radii[0], &Drift { offset: drift.offset * 2.0, ..drift });
        assert_eq!(moving.is_one_with(&moving), matches!(moving, Encounter::MovingRound { .. }), "case {case}");
        assert!(!moving.is_one_with(&standing) && (drift.offset == Vec2::default() || !moving.is_one_with(&later)));
        counts[feature as usize] += 1;
    }
    assert!(counts.iter().all(|&count| cases(40_000) / 100 < count), "by a side or the ends: {counts:?}");
}

/// The same in numbers of any size beside one another: the time is the largest `f64` that is not after the exact one.
#[test]
fn times_beside_walls_that_move_are_rounded_down() {
    let mut asked = 0;
    for case in 0..cases(40_000) {
        let rng = &mut Rng::for_case(0, "times beside walls that move", case);
        let units = Units::any(rng);
        // One of the numbers is of another size, now and then.
        let other = if rng.one_in(2) { 2_f64.powi(rng.between(-600, 600) as i32) } else { 1.0 };
        let mut offset = place(rng, units);
        offset.x *= other;
        let velocity = Vec2::new(number(rng, 5, units.speed), number(rng, 5, units.speed * other));
        let drift = Drift { offset: Vec2::new(offset.x, offset.y), velocity };
        let (flight, radius) = (flight(rng, units), radius(rng, units));
        let ends = [place(rng, units), place(rng, units)];
        let ends = if rng.one_in(3) { [ends[0]; 2] } else { ends };
        let breadth = if ends[0] == ends[1] { number(rng, 5, units.place).abs() } else { 0.0 };
        let numbers = [offset.x, offset.y, velocity.x, velocity.y];
        if !numbers.iter().all(|x| x.is_finite()) {
            continue;
        }
        let wall = Drifting { ends, radius: breadth, drift };
        let Some((blocker, _)) = stopped_by_moving(&flight, radius, &wall) else { continue };
        let encounter = blocker.moving_encounter(&flight, radius, &drift);
        let time = encounter.time(encounter.estimate());
        assert!(encounter.is_not_before(time), "case {case}: {time:e} is after {encounter:?}");
        let next = crate::float::next_up(time);
        assert!(next == f64::INFINITY || !encounter.is_not_before(next), "case {case}: {next:e}, too, {encounter:?}");
        asked += 1;
    }
    assert!(cases(40_000) / 20 < asked, "{asked}");
}

/// What doubles say of a sign is right, and of flights that are nothing special they say it.
#[test]
fn signs_in_doubles_are_right() {
    let mut counts = [[0_u64; 2]; 3];
    for case in 0..cases(100_000) {
        let rng = &mut Rng::for_case(0, "signs in doubles", case);
        let units = if rng.one_in(2) { Units::mild(rng) } else { Units::any(rng) };
        let pair =
            Pair { flights: [flight(rng, units), flight(rng, units)], radii: [radius(rng, units), radius(rng, units)] };
        let time = match rng.below(3) {
            0 => pair.flights[0].since,
            1 => number(rng, 9, units.time).abs(),
            // As they touch, or nearly so.
            _ => Encounter::Meet(pair).estimate(),
        };
        let [a, b] = pair.flights.map(|flight| oracles(&flight));
        let truth = signs(&a, &b, pair.radii, time);
        for ((told, truth), counts) in signs_in_doubles(&pair, time).into_iter().zip(truth).zip(&mut counts) {
            assert!(
                told.is_none_or(|told| told == truth),
                "case {case}: {told:?}, not {truth:?}, at {time:e}: {pair:?}"
            );
            counts[usize::from(told.is_some())] += 1;
        }
    }
    assert!(counts.iter().flatten().all(|&count| cases(100_000) / 20 < count), "{counts:?}");
    let mut doubts = 0;
    for case in 0..cases(20_000) {
        let rng = &mut Rng::for_case(0, "signs of ordinary flights", case);
        let mut unit = || rng.within(-1.0, 1.0);
        let mut flight =
            || Flight { at: Point::new(unit(), unit()), velocity: Vec2::new(unit(), unit()), since: unit().abs() };
        let pair = Pair { flights: [flight(), flight()], radii: [0.25, 0.125] };
        doubts += u64::from(signs_in_doubles(&pair, 1.5).contains(&None));
    }
    assert!(1000 * doubts <= cases(20_000), "{doubts} in doubt");
}

/// Newton's step is never off by more than its error, from wherever it is made; and now and then by a good part of that.
#[test]
fn newtons_error_is_a_bound_and_not_far_above() {
    // As parts of it that are powers of two: of two round things, and of a line.
    let (mut worst, mut asked) = ([2_f64.powi(-30); 2], 0);
    for case in 0..cases(100_000) {
        let rng = &mut Rng::for_case(0, "steps of Newton's method", case);
        let units =
            if rng.one_in(2) { Units::mild(rng) } else { Units::of(rng.between(-20, 20), rng.between(-20, 20), 0) };
        let both = if rng.one_in(2) { pair(rng, units) } else { side(rng, units) };
        let Some((encounter, instant)) = both.filter(|(_, instant)| instant.compare(&Instant::of(0.0)) != Less) else {
            continue;
        };
        let is_side = matches!(encounter, Encounter::Side { .. });
        let encounter = if rng.one_in(3) { as_touch(rng, units, &encounter) } else { encounter };
        let off = rng.within(-1.0, 1.0) * 2_f64.powi(-rng.between(2, 60) as i32);
        let Some(near) = encounter.near(instant.floor() * (1.0 + off)) else { continue };
        let worst = &mut worst[usize::from(is_side)];
        while !is_within(&instant, near, *worst) {
            *worst *= 2.0;
            assert!(*worst <= 1.0, "case {case}: {near:?}: {encounter:?}");
        }
        asked += 1;
    }
    assert!(cases(100_000) / 10 < asked, "{asked}");
    assert!(worst.iter().all(|&part| 1.0 / 64.0 <= part), "no more than {worst:?} of the error is used");
}

/// Nor is an exact step, of whatever size numbers are.
#[test]
fn exact_steps_are_within_their_error_and_that_is_not_far_above() {
    let (mut worst, mut asked, mut at_once) = (2_f64.powi(-30), 0, 0);
    for case in 0..cases(40_000) {
        let rng = &mut Rng::for_case(0, "exact steps", case);
        let units = Units::any(rng);
        let Some((encounter, instant)) = any(rng, units) else { continue };
        let floor = instant.floor();
        if floor == f64::MAX || floor == f64::INFINITY {
            continue;
        }
        let off = rng.within(-1.0, 1.0) * 2_f64.powi(-rng.between(0, 60) as i32);
        let time = *rng.pick(&[floor * (1.0 + off), floor * (1.0 + off), floor, 0.0, floor * 2.0, floor * 1e9]);
        // What is next to nothing, or too large, has no step.
        let Some(wait) = encounter.root().wait(time) else { continue };
        if wait == 0.0 {
            assert!(instant.equals(&Instant::of(time)), "case {case}: {time:e} {encounter:?}");
            at_once += 1;
            continue;
        }
        // Not rounded into a sum, which is as large as numbers allow: the wait alone.
        let near = Near { high: time, low: wait, error: WAIT_ERROR * wait.abs() };
        while !is_within(&instant, near, worst) {
            worst *= 2.0;
            assert!(worst <= 1.0, "case {case}: from {time:e} {near:?}: {encounter:?}");
        }
        let sum = Near::after(time, wait);
        assert!(!sum.high.is_finite() || is_within(&instant, sum, 1.0), "case {case}: from {time:e} {sum:?}");
        asked += 1;
    }
    assert!(cases(40_000) / 4 < asked && cases(40_000) / 100 < at_once, "{asked} {at_once}");
    assert!(1.0 / 32.0 <= worst, "no more than {worst} of the error is used");
}

/// Of two that lie side by side and close in slowly doubles leave thousands of units in the last place of a time that is next to nothing. One exact step
/// finds it, where halving asked forty times.
#[test]
fn of_times_that_are_next_to_nothing_one_exact_step_is_enough() {
    let (mut doubts, mut steps) = (0, 0);
    for case in 0..cases(4_000) {
        let rng = &mut Rng::for_case(0, "times that are next to nothing", case);
        let mut within = |most: f64| rng.within(-most, most);
        let since = [within(1e-12).abs(), within(1e-12).abs()];
        let (at, velocities) =
            (Point::new(within(20.0), within(20.0)), [0; 2].map(|_| Vec2::new(within(0.1), within(0.1))));
        let apart = Vec2::new(within(1.0), within(1.0)).normalized() * 2.0 * (1.0 + within(1e-13).abs());
        let [first, second] =
            [(at, 0), (at + apart, 1)].map(|(at, i)| Flight { at, velocity: velocities[i], since: since[i] });
        let pair = Pair { flights: [first, second], radii: [1.0, 1.0] };
        if pair.clearance(2e-12) != Greater || pair.approach(2e-12) != Less || !pair.comes_close() {
            continue;
        }
        let encounter = Encounter::Meet(pair);
        let Some(near) = encounter.near(encounter.estimate()) else { continue };
        if near.rounded_down().is_some() {
            continue;
        }
        doubts += 1;
        let wait = encounter.root().wait(near.high).unwrap();
        steps += u64::from(wait == 0.0 || Near::after(near.high, wait).rounded_down().is_some());
    }
    assert!(cases(4_000) / 20 < doubts && steps == doubts, "{steps} of {doubts}");
}

/// Whether a time is off by at most a part of the error; none at all counts too.
fn is_within(instant: &Instant, Near { high, low, error }: Near, part: f64) -> bool {
    let (found, error) = (exact(high) + exact(low), exact(error) * exact(part));
    let time = |time: &Dyadic| Instant::of_parts(time, Which::Smaller, &exact(0.0), &exact(1.0));
    let (least, most) = (time(&(found.clone() - error.clone())), time(&(found + error)));
    least.compare(instant) != Greater && instant.compare(&most) != Greater
}

/// From 2⁻⁹⁰ up to 2⁹⁰, and zero.
#[test]
fn mild_numbers() {
    let [least, most] = [-90, 90].map(|power| 2_f64.powi(power));
    assert!(is_mild(&[0.0, -0.0, least, -least, 1.0, most.next_down(), -most.next_down()]));
    for number in [least.next_down(), -least.next_down(), most, -most, 5e-324, f64::INFINITY, f64::NAN] {
        assert!(!is_mild(&[1.0, number]), "{number:e}");
    }
    let flight = Flight { at: Point::new(1.0, 2.0), velocity: Vec2::new(3.0, 4.0), since: 0.0 };
    assert!(is_mild_flight(&flight, 1.0) && !is_mild_flight(&flight, most) && !is_mild_flight(&flight, f64::NAN));
}
