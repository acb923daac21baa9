//! What is certain of a few walls beside exact touches and times, and how much of each margin is needed.

use super::{ERROR, Few, FirstMet, Met, STEP_IN_ERRORS, STEP_IN_PLACES};
use crate::exact::encounter::Encounter;
use crate::exact::flight::Flight;
use crate::point::{Point, Vec2, max};
use crate::simd::{Four, PlainFour};
use crate::sweep::Sweep;
use crate::walls::WallId;
use crate::{Segment, Walls};
use alloc::vec::Vec;
use carom_oracle::dyadic::{Dyadic, exact};
use carom_oracle::rng::Rng;
use dashu_int::IBig;
use dashu_int::ops::SquareRoot;

/// Moves among a few walls, many of which aim at an end, pass at their radius or start beside a wall: what is certain is so exactly.
#[test]
fn what_is_certain_is_so() {
    let rng = &mut Rng::for_case(0, "few walls", 3);
    let mut roll = || rng.unit();
    let (mut nothing, mut sides, mut doubts) = (0, 0, 0);
    for case in 0..60_000 {
        let count = 1 + (roll() * 31.9) as usize;
        let offset = if case % 5 == 0 { 1e6 } else { 0.0 };
        let mut place = || Point::new(offset + 100.0 * roll(), 100.0 * roll());
        let ends: Vec<[Point; 2]> = (0..count).map(|_| [place(), place()]).collect();
        let walls = Walls::new(ends.iter().map(|&[a, b]| Segment::new(a, b).unwrap()));
        let few = Few::of(&walls.all(), 1.0).unwrap();
        let radius = if roll() < 0.5 { 0.0 } else { 2.0 * roll() };
        let [a, b] = ends[(roll() * count as f64) as usize];
        let start = Point::new(offset + 100.0 * roll(), 100.0 * roll());
        let tiny = (roll() - 0.5) * if roll() < 0.5 { 1e-12 } else { 1e-9 };
        let normal = start.direction_to(a).normal();
        let along = a + (b - a) * roll();
        let away = a.direction_to(b).normal();
        let (start, end) = match (roll() * 4.0) as u32 {
            // At an end, past it at the radius, from beside a wall, anywhere.
            0 => (start, a + (a - start) * roll() + normal * tiny),
            1 => (start, a + normal * (radius + tiny) + (a - start) * roll()),
            2 => (along + away * (radius + tiny.abs()), start),
            _ => (start, along),
        };
        let path = Sweep::disc(start, end, radius).unwrap();
        let truth = walls.first_stop(&path);
        match few.first(&path) {
            Met::Nothing => {
                assert_eq!(truth, None, "case {case}: {path:?}");
                nothing += 1;
            }
            Met::Side(met) => {
                let (wall, hit) = truth.unwrap();
                assert_eq!((wall, hit.feature), (met.wall, crate::Feature::Side), "case {case}: {path:?}");
                assert!(met.early <= hit.t && hit.t - met.early < 1e-6, "case {case}: {} and {}", hit.t, met.early);
                let there = Sweep::disc(start, met.at, radius).unwrap();
                assert!(walls.all().is_clear(&there), "case {case}: {there:?}");
                sides += 1;
            }
            Met::Doubt => doubts += 1,
        }
    }
    assert!(nothing > 1_000 && sides > 15_000 && doubts > 10_000, "{nothing} {sides} {doubts}");
}

/// The same with walls, places, motions and radii of every size, one beside another: what overflows or vanishes makes nothing certain.
#[test]
fn what_is_certain_is_so_at_every_size() {
    let rng = &mut Rng::for_case(0, "few walls", 4);
    let mut roll = || rng.unit();
    let (mut certain, mut doubts) = (0, 0);
    for case in 0..30_000 {
        let size = 10_f64.powf(if case % 2 == 0 { 160.0 * roll() - 80.0 } else { 620.0 * roll() - 320.0 });
        // Of four numbers one is of another size.
        let mut number = || {
            let other = if roll() < 0.25 { 10_f64.powf(-30.0 * roll()) } else { 1.0 };
            (roll() - 0.5) * size * other
        };
        let mut place = || Point::new(number(), number());
        let count = 1 + case % 6;
        let walls = Walls::new((0..count).filter_map(|_| Segment::new(place(), place()).ok()));
        let Some(few) = Few::of(&walls.all(), 1.0) else { continue };
        let (start, end) = (place(), place());
        let radius = if case % 3 == 0 { 0.0 } else { number().abs() * 0.1 };
        let path = Sweep::disc(start, end, radius).unwrap();
        let truth = walls.first_stop(&path);
        match few.first(&path) {
            Met::Nothing => assert_eq!(truth, None, "case {case}: {path:?}"),
            Met::Side(met) => {
                assert_eq!(truth.map(|(wall, _)| wall), Some(met.wall), "case {case}: {path:?}");
                let there = Sweep::disc(start, met.at, radius).unwrap();
                assert!(walls.all().is_clear(&there), "case {case}: {there:?}");
            }
            Met::Doubt => {
                doubts += 1;
                continue;
            }
        }
        certain += 1;
    }
    assert!(certain > 5_000 && doubts > 5_000, "{certain} {doubts}");
}

/// The time of a flight's touch is early, by its exact line: early in a frame, and late in one that is long.
#[test]
fn times_of_flights_are_early() {
    let rng = &mut Rng::for_case(0, "few walls", 5);
    let mut roll = || rng.unit();
    let mut compared = 0;
    for case in 0..60_000 {
        let offset = if case % 5 == 0 { 1e6 } else { 0.0 };
        let mut place = || Point::new(offset + 100.0 * roll(), 100.0 * roll());
        let ends = [[place(), place()], [place(), place()]];
        let walls = Walls::new(ends.map(|[a, b]| Segment::new(a, b).unwrap()));
        let few = Few::of(&walls.all(), 1.0).unwrap();
        let at = place();
        let to = ends[0][0] + (ends[0][1] - ends[0][0]) * roll();
        let since = roll() * [0.0, 1.0, 1e3, 1e6, 1e9][case % 5];
        let wait = roll() * [1e-3, 1.0, 1e3][case / 5 % 3];
        let (velocity, radius) = ((to - at) / (wait * roll()), if case % 2 == 0 { 0.0 } else { roll() });
        let flight = Flight { at, velocity, since };
        let until = since + wait;
        let path = Sweep::disc(at, flight.position(until), radius).unwrap();
        let Met::Side(met) = few.first(&path) else { continue };
        let wall = walls.get(met.wall).unwrap().segment().unwrap().ends();
        let encounter = Encounter::Side { flight, radius, wall };
        let (exact, early) = (encounter.time(encounter.estimate()), met.time(since, until));
        assert!(early <= exact, "case {case}: {early:e} is after {exact:e}: {flight:?} {radius} {wall:?} {until:e}");
        compared += 1;
    }
    assert!(compared > 15_000, "{compared}");
}

/// A move beside a wall is clear if it is further away than its radius and the margin, which is made of how far all walls reach from the start, of the motion,
/// the radius and the place; if it is nearer, that is in doubt.
#[test]
fn clear_by_the_margin() {
    let powers = [0, 10, 20].map(|power| 2_f64.powi(power));
    for [far, at, length] in powers.iter().flat_map(|&x| powers.iter().flat_map(move |&y| powers.map(|z| [x, y, z]))) {
        for (sign, radius) in [(1.0, 0.0), (-1.0, 2.0)] {
            // Beside a level wall, along it; another wall is far away on the other side.
            let place = |x: f64, y: f64| Point::new(at + x, -at + sign * y);
            let wall = Segment::new(place(-length, 0.0), place(2.0 * length, 0.0)).unwrap();
            let other = Segment::new(place(-length, -far), place(0.0, -far)).unwrap();
            let walls = Walls::new([wall, other]);
            let few = Few::of(&walls.all(), 1.0).unwrap();
            let from = 2.0 * length + far + radius;
            let extent = 3.0 * from + length + radius;
            let margin = ERROR * extent + STEP_IN_PLACES * ((at + at) + length + radius);
            let met = |part: f64| {
                let height = radius + part * margin;
                few.first(&Sweep::disc(place(0.0, height), place(length, height), radius).unwrap())
            };
            assert!(matches!(met(1.2), Met::Nothing), "{far} {at} {length} {radius}");
            assert!(matches!(met(0.8), Met::Doubt), "{far} {at} {length} {radius}");
        }
    }
}

/// |x| + |y|.
fn size_of(v: Vec2) -> f64 {
    v.x.abs() + v.y.abs()
}

fn wall(a: [f64; 2], b: [f64; 2]) -> [Point; 2] {
    [a, b].map(|[x, y]| Point::new(x, y))
}

fn few_of(walls: &[[Point; 2]]) -> Few {
    let walls = Walls::new(walls.iter().map(|&[a, b]| Segment::new(a, b).unwrap()));
    Few::of(&walls.all(), 1.0).unwrap()
}

/// What is proposed where nothing is rounded, for a wall that is not the first of all: with its margins, as the head of the file derives them.
#[test]
fn a_proposal_in_whole_numbers() {
    let far = wall([1000.0, 0.0], [1000.0, 1.0]);
    let few = few_of(&[far, far, far, far, far, wall([1.0, 2.0], [17.0, 2.0])]);
    let all_errors = 2_f64.powi(-28);
    for (start, toward, there) in [(12.0, -16.0, 4.0), (-8.0, 16.0, 0.0)] {
        let (start, motion) = (Point::new(3.0, start), Vec2::new(8.0, toward));
        let met = FirstMet { few: &few, start, motion, size: 24.0, radius: 2.0, error: all_errors }.proposal(5);
        // It is (2, ±10) from the wall's first end, and touches it after half of its motion.
        assert_eq!([met.gap, met.closing, met.along, met.t, met.s], [8.0, 16.0, 8.0, 0.5, 6.0]);
        assert_eq!((met.ideal, met.normal), (Point::new(7.0, there), Vec2::new(0.0, -toward.signum())));
        // |d|, |V|t, L and r; then the place and r.
        let error = ERROR * (12.0 + 12.0 + 16.0 + 2.0);
        let aside = STEP_IN_ERRORS * error + STEP_IN_PLACES * (7.0 + there + 2.0);
        let deep = 4.0 * aside + 4.0 * all_errors;
        assert_eq!([met.error, met.aside, met.deep, met.wait], [error, aside, deep, deep / 16.0]);
    }
}

/// The margins of a move that comes to an upright wall from the left: what all numbers are off by, how deep a body is in a wall for certain, and
/// how wide the path is.
fn margins(few: &Few, path: &Sweep, [a, b]: [Point; 2]) -> [f64; 3] {
    let (start, motion, radius) = (path.start(), path.motion(), path.radius());
    let place = |p: Point| size_of(p - Point::new(0.0, 0.0));
    let extent = 3.0 * few.furthest_from(start) + size_of(motion) + radius;
    let error = ERROR * extent + STEP_IN_PLACES * (place(start) + size_of(motion) + radius);
    let t = (a.x - start.x - radius) / motion.x;
    let own = ERROR * (size_of(start - a) + size_of(motion * t) + (b - a).length() + radius);
    let aside = STEP_IN_ERRORS * own + STEP_IN_PLACES * (place(start + motion * t) + radius);
    [error, 4.0 * aside + 4.0 * error, 2.0 * aside]
}

/// A wall that is met, with or without another one near the path: its side is met if every margin is kept, and in doubt if one of them is not, be
/// it by a twentieth.
#[test]
fn met_by_the_margin() {
    const HALF: f64 = 64.0;
    let mut compared = 0;
    for (length, radius, far) in
        [(128.0, 0.0, 0.0), (128.0, 2.0, 0.0), (8192.0, 0.0, 0.0), (128.0, 2.0, 8192.0), (8192.0, 2.0, 8192.0)]
    {
        let upright = wall([HALF, -length / 2.0], [HALF, length / 2.0]);
        let turned = [upright[1], upright[0]];
        // Somewhere behind the start, or no further away than the first.
        let behind = wall([-300.0 - far, -8.0], [-300.0 - far, 8.0]);
        // The path, and a third wall, as they are with these margins.
        type Case<'a> = (&'a str, &'a dyn Fn([f64; 3]) -> ([f64; 2], [f64; 2], Option<[Point; 2]>));
        let cases: [Case; 9] = [
            ("deep enough at the end", &|[_, deep, _]| ([0.0, 0.0], [HALF - radius + deep, 0.0], None)),
            ("far enough before", &|[_, deep, _]| ([HALF - radius - deep, 0.0], [2.0 * HALF, 0.0], None)),
            // The body goes as far along the wall as toward it, so it may be `deep` further along when it is so deep.
            ("above the lower end", &|[_, deep, _]| {
                ([0.0, radius - HALF - length / 2.0 + 2.0 * deep], [2.0 * HALF, 2.0 * HALF], None)
            }),
            ("below the upper end", &|[_, deep, _]| {
                ([0.0, HALF - radius + length / 2.0 - 2.0 * deep], [2.0 * HALF, -2.0 * HALF], None)
            }),
            // The next wall stands beyond where the body is then.
            ("before another", &|[error, deep, width]| {
                let end = HALF + deep + width + error;
                ([0.0, 0.0], [2.0 * HALF, 0.0], Some(wall([end, 0.0], [end + 20.0, 0.0])))
            }),
            // Of two lines that tell them apart one is enough.
            ("along another", &|[error, _, width]| {
                let away = f64::min(2.0 * width + error, width + 3.0 * error);
                ([0.0, 0.0], [2.0 * HALF, 0.0], Some(wall([-50.0, -radius - away], [50.0, -radius - away])))
            }),
            ("along another, slanting", &|[error, _, width]| {
                let root = core::f64::consts::SQRT_2;
                let by_path = root * (radius + width + 3.0 * error) - radius;
                let away = f64::min(2.0 * width + error, by_path);
                let y = HALF + root * (radius + away);
                let other = wall([-50.0, -50.0 - y], [50.0, 50.0 - y]);
                ([0.0, -HALF], [2.0 * HALF, 2.0 * HALF], Some(other))
            }),
            // The path's line goes through the other wall, further on.
            ("down to another", &|[error, deep, width]| {
                let y = HALF + deep + 2.0 * width + error;
                ([0.0, y], [2.0 * HALF, -2.0 * HALF], Some(wall([-200.0, 0.0], [300.0, 0.0])))
            }),
            ("up to another", &|[error, deep, width]| {
                let y = HALF + deep + 2.0 * width + error;
                ([0.0, -y], [2.0 * HALF, 2.0 * HALF], Some(wall([300.0, 0.0], [-200.0, 0.0])))
            }),
        ];
        for (name, case) in cases {
            for upright in [upright, turned] {
                let at = |margins: [f64; 3]| {
                    let (start, motion, other) = case(margins);
                    // The wall that is met is in the second group of four.
                    let walls: Vec<_> =
                        [[behind; 5].as_slice(), &[upright]].concat().into_iter().chain(other).collect();
                    let start = Point::new(start[0], start[1]);
                    let path = Sweep::disc(start, start + Vec2::new(motion[0], motion[1]), radius).unwrap();
                    (few_of(&walls), path)
                };
                let (few, path) = at([1e-9; 3]);
                let margins = margins(&few, &path, upright);
                for (part, is_sure) in [(0.95, false), (1.05, true)] {
                    let (few, path) = at(margins.map(|margin| part * margin));
                    let is_met = matches!(few.first(&path), Met::Side(met) if met.ends == upright);
                    assert_eq!(is_met, is_sure, "{name}, {part} of the margin: {path:?} {upright:?}, {length} {far}");
                    compared += 1;
                }
            }
        }
    }
    assert_eq!(compared, 5 * 9 * 2 * 2);
}

/// The time of a touch is early by the time in which the body comes three errors nearer, however fast it does.
#[test]
fn early_by_three_errors() {
    let upright = wall([64.0, -64.0], [64.0, 64.0]);
    let few = few_of(&[upright]);
    for closing in [-10, 0, 5].map(|power| 2_f64.powi(power)) {
        let start = Point::new(64.0 - closing / 2.0, 0.0);
        let path = Sweep::point(start, start + Vec2::new(closing, 0.0)).unwrap();
        let [error, ..] = margins(&few, &path, upright);
        let Met::Side(met) = few.first(&path) else { panic!("it is met: {closing}") };
        let errors = (0.5 - met.early) * closing / error;
        assert!((2.9..3.1).contains(&errors), "{closing}: {errors}");
    }
}

/// Numbers that are not ordinary are in doubt, each for itself: a motion that is next to nothing, and a place far out, where walls are near.
#[test]
fn what_is_not_ordinary_is_in_doubt() {
    let near = |x: f64, unit: f64| {
        let few = few_of(&[wall([x + 8.0 * unit, 0.0], [x + 8.0 * unit, unit])]);
        move |dx: f64| {
            let start = Point::new(x, 0.0);
            few.first(&Sweep::point(start, start + Vec2::new(dx * unit, 0.0)).unwrap())
        }
    };
    for unit in [1e-60, 1e-40, 1.0, 1e40, 1e60] {
        assert!(matches!(near(0.0, unit)(1.0), Met::Nothing), "{unit:e}");
        assert!(matches!(near(16.0 * unit, unit)(1.0), Met::Nothing), "{unit:e}");
    }
    assert!(matches!(near(0.0, 1e-72)(1.0), Met::Doubt));
    assert!(matches!(near(0.0, 1e72)(1.0), Met::Doubt));
    assert!(matches!(near(0.0, 1.0)(1e-72), Met::Doubt));
    assert!(matches!(near(0.0, 1.0)(0.0), Met::Doubt));
    // 2²³⁵ is 5e70, and numbers there are 2¹⁸³ apart.
    assert!(matches!(near(2_f64.powi(235), 2_f64.powi(200))(1.0), Met::Doubt));
    assert!(matches!(near(2_f64.powi(225), 2_f64.powi(200))(1.0), Met::Nothing));
}

/// What a velocity toward a wall is multiplied with is 1 + e over the normal's squared length, which is not quite 1, by that length as it is.
#[test]
fn push_is_for_a_normal_as_it_is() {
    let rng = &mut Rng::for_case(0, "few walls", 10);
    let mut furthest = 0.0_f64;
    for _ in 0..2_000 {
        let end = Point::new(rng.within(-1.0, 1.0), rng.within(-1.0, 1.0));
        let mut few = Few { groups: Vec::new(), low: end, high: end };
        let restitution = *rng.pick(&[0.0, 0.5, 1.0]);
        few.push(WallId::ANY, Point::new(0.0, 0.0), end, restitution);
        let group = &few.groups[0];
        let (x, y, push) = (exact(group.ux[0]), exact(group.uy[0]), exact(group.push[0]));
        let squared = x.squared() + y.squared();
        // In units of 2⁻⁵².
        let off = |x: Dyadic| x.over(&exact(f64::EPSILON)).abs();
        assert!(off(push * squared.clone() - exact(1.0 + restitution)) <= 3.0, "{end:?}");
        furthest = furthest.max(off(squared - exact(1.0)));
        assert_eq!(group.is_elastic[0], restitution == 1.0);
    }
    // Else it would not matter.
    assert!(furthest >= 2.0, "{furthest}");
}

/// How far a number is off, given the exact one times a length, in units of 2^-`scale` each, and the length, 2³⁰ times as fine.
fn off_by(rounded: f64, exact_times_length: IBig, length: &IBig, scale: usize) -> f64 {
    let bits = rounded.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i32 - 1075;
    let mantissa = IBig::from((bits & ((1 << 52) - 1)) | (1 << 52));
    let shift = exponent + scale as i32;
    let scaled = if shift >= 0 { mantissa << shift as usize } else { mantissa >> (-shift) as usize };
    let scaled = if rounded < 0.0 { -scaled } else { scaled };
    let off = scaled * length - (exact_times_length << 30);
    off.to_f64().value() / length.to_f64().value() / 2_f64.powi(scale as i32)
}

/// How much of its margin each number uses, against integers, at several sizes of walls, places and motions.
#[test]
fn margins_hold_and_are_used() {
    const SCALE: usize = 90;
    let exact = |x: f64| {
        let scaled = x * 2_f64.powi(40);
        assert_eq!(scaled, scaled.trunc());
        IBig::from(scaled as i128) << (SCALE - 40)
    };
    let rounded = |x: f64| (x * 2_f64.powi(30)).round() / 2_f64.powi(30);
    let rng = &mut Rng::for_case(0, "few walls", 9);
    let mut roll = || rng.unit();
    let mut worst = [0.0_f64; 4];
    for case in 0..20_000 {
        let size = 2_f64.powi(case % 18 - 6);
        let mut number = || rounded((roll() - 0.5) * size);
        let (a, b) = (Point::new(number(), number()), Point::new(number(), number()));
        let far = if case % 3 == 0 { 1e3 } else { 1.0 };
        let from = Point::new(rounded(number() * far), rounded(number() * far));
        let (velocity, until) = (Vec2::new(number(), number()), rounded(number().abs() / size));
        if a == b {
            continue;
        }
        let mut few = Few { groups: Vec::new(), low: a, high: a };
        few.push(WallId::ANY, a, b, 1.0);
        let seen = few.groups[0].seen::<PlainFour>(from, velocity, 0.0);
        let one = |four: PlainFour| four.numbers()[0];
        let (h, s) = (one(seen.h), one(seen.s));
        let ends = [h + one(seen.across) * until, s + one(seen.along) * until];
        let d = from - a;
        let length = few.groups[0].length[0];
        let motion = (velocity.x.abs() + velocity.y.abs()) * until;
        let error = ERROR * (d.x.abs() + d.y.abs() + motion + length);
        // The same in integers, times the wall's length, whose root is right to 2⁻⁹⁰.
        let (ex, ey) = (exact(b.x) - exact(a.x), exact(b.y) - exact(a.y));
        let squared = (&ex * &ex + &ey * &ey) << 60;
        let root = IBig::from(dashu_int::UBig::try_from(squared).unwrap().sqrt());
        let place = |until: f64| {
            let whole = IBig::from((until * 2_f64.powi(30)) as i128);
            let along = |from: f64, v: f64, a: f64| exact(from) - exact(a) + ((exact(v) * &whole) >> 30);
            let (x, y) = (along(from.x, velocity.x, a.x), along(from.y, velocity.y, a.y));
            [(&x * &ey - &y * &ex), (&x * &ex + &y * &ey)]
        };
        let [h_exact, s_exact] = place(0.0);
        let [h_end, s_end] = place(until);
        let off = |rounded: f64, exact_times_length: IBig| off_by(rounded, exact_times_length, &root, SCALE);
        let offs = [off(h, h_exact), off(s, s_exact), off(ends[0], h_end), off(ends[1], s_end)];
        for (worst, off) in worst.iter_mut().zip(offs) {
            *worst = max(*worst, off.abs() / error);
        }
    }
    assert!(worst.iter().all(|&part| 0.05 < part && part < 1.0), "{worst:?}");
}
