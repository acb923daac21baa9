//! When do two bodies in flight meet? In floats with a bound on their error; what they cannot tell is asked of integers.
//!
//! The two decisions, whether the bodies come closer than their radii and whether they are coming closer now, are exact: no
//! touch is missed and no ghost is made. The time found here is early, by what rounding may do to it and a little more; it
//! says when to look again, and nothing else. When a meeting happens is asked of its [`Encounter`].

use super::pairs::{self, Alone, Between, Bodies, Flying, Place, Places};
use crate::exact::compare_distance_with_sum;
use crate::exact::encounter::Encounter;
use crate::float;
use crate::point::{Vec2, max};
use crate::simd::{Numbers, Single};
use core::cmp::Ordering;

/// What lies ahead of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Meeting {
    /// They do not meet.
    Never,
    /// They meet, not before this.
    At(f64),
    /// They overlap already.
    Overlap,
}

/// When two bodies meet, now or later.
pub(super) fn meeting(a: &Flying, at: Place, b: &Flying, now: f64, end: f64) -> Meeting {
    let ahead = pairs::ahead::<Alone>(&Bodies::all(a), &Places::all(at), &Bodies::all(b), now, end);
    match ahead.times.number() {
        _ if ahead.certain & 1 == 0 => in_doubt(a, at, b, now, end),
        time if time < f64::INFINITY => Meeting::At(time),
        _ => Meeting::Never,
    }
}

/// The same where floats cannot tell.
#[cold]
#[inline(never)]
pub(super) fn in_doubt(a: &Flying, at: Place, b: &Flying, now: f64, end: f64) -> Meeting {
    // Two points that set out from one place at once never meet again.
    let (first, second) = (&a.flight, &b.flight);
    if a.radius + b.radius == 0.0 && first.at == second.at && first.since == second.since {
        return Meeting::Never;
    }
    let pair = a.pair(b);
    let outlook = pair.outlook(now);
    if !(if are_in_place(a, b, now) { are_apart_in_place(a, b) } else { outlook.clearance() != Ordering::Less }) {
        return Meeting::Overlap;
    }
    let w = a.flight.velocity - b.flight.velocity;
    // Points are in one place when they meet, and then come no closer: whether they did is to be asked of when they set out.
    let is_point = a.radius + b.radius == 0.0;
    let since = if is_point { max(a.flight.since, b.flight.since) } else { now };
    let approach = || if is_point { pair.approach(since) } else { outlook.approach() };
    if w == Vec2::default() || approach() != Ordering::Less || !outlook.comes_close() {
        return Meeting::Never;
    }
    // And those that have been there by now are past it.
    if is_point && since < now && pair.approach(now) == Ordering::Greater {
        return Meeting::Never;
    }
    Meeting::At(time(&Between::two(a, at, b, b.now(now)), w, now, end))
}

/// A time that is not after the meeting: that at which a gap is left, larger than all that rounding does.
fn time(between: &Between<Alone>, w: Vec2, now: f64, end: f64) -> f64 {
    let lanes = [w.x, w.y].map(Alone::all);
    if between.are_ordinary(lanes) {
        now + between.wait(lanes, &between.motion(lanes), end).number()
    } else {
        scaled_time(between, w, now, end)
    }
}

/// The distance at which two bodies that have met are put: far enough for floats to see that they do not overlap.
#[inline(always)]
pub(super) fn distance_after(a: &Flying, b: &Flying, now: f64) -> f64 {
    let between = Between::two(a, a.now(now), b, b.now(now));
    between.radius.plus(between.gap(Alone::all(0.0), 0.0)).number()
}

/// The same as [`time`] for numbers whose powers overflow or vanish: in units in which they do not.
#[cold]
#[inline(never)]
fn scaled_time(between: &Between<Alone>, w: Vec2, now: f64, end: f64) -> f64 {
    let near = float::power_of_two_near;
    let (length, speed) = (near(max(between.size.number(), between.radius.number())), near(w.x.abs() + w.y.abs()));
    let scaled = |x: Alone| x.over(Alone::all(length));
    let between = Between {
        d: between.d.map(scaled),
        error: scaled(between.error),
        size: scaled(between.size),
        radius: scaled(between.radius),
        weight: scaled(between.weight),
    };
    let w = w / speed;
    if !between.are_ordinary([w.x, w.y].map(Alone::all)) {
        return now;
    }
    // A power of two, so that nothing but the smallest numbers is rounded by it; those count as nothing, which is early.
    let unit = length / speed;
    let is_normal = (f64::MIN_POSITIVE..f64::INFINITY).contains(&unit);
    let wait = time(&between, w, 0.0, end / unit) * unit;
    if is_normal && wait >= f64::MIN_POSITIVE { now + wait } else { now }
}

/// Whether two bodies do not overlap and are not coming closer, as far as floats can tell.
#[inline(always)]
pub(super) fn part(a: &Flying, b: &Flying, now: f64) -> bool {
    let between = Between::two(a, a.now(now), b, b.now(now));
    let w = a.flight.velocity - b.flight.velocity;
    let motion = between.motion([Alone::all(w.x), Alone::all(w.y)]);
    let approach = motion.approach.number();
    between.are_apart() & (approach > motion.error.number()) & (approach < f64::INFINITY)
}

/// Whether two bodies do not overlap at a time.
#[inline(always)]
pub(super) fn are_apart(a: &Flying, b: &Flying, time: f64) -> bool {
    are_plainly_apart(a, b, time) || are_apart_exactly(a, b, time)
}

/// The same as far as floats can tell.
#[inline(always)]
pub(super) fn are_plainly_apart(a: &Flying, b: &Flying, time: f64) -> bool {
    Between::two(a, a.now(time), b, b.now(time)).are_apart()
}

#[cold]
#[inline(never)]
pub(super) fn are_apart_exactly(a: &Flying, b: &Flying, time: f64) -> bool {
    if are_in_place(a, b, time) {
        return are_apart_in_place(a, b);
    }
    a.pair(b).clearance(time) != Ordering::Less
}

/// Whether two bodies are where their flights began.
#[inline(always)]
fn are_in_place(a: &Flying, b: &Flying, time: f64) -> bool {
    let is_in_place = |body: &Flying| body.flight.since == time || body.flight.velocity == Vec2::default();
    is_in_place(a) && is_in_place(b)
}

#[inline(always)]
fn are_apart_in_place(a: &Flying, b: &Flying) -> bool {
    compare_distance_with_sum(a.flight.at, b.flight.at, [a.radius, b.radius]) != Ordering::Less
}

/// What a sensor knows of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sensed {
    /// Whether the body overlaps it.
    pub(super) inside: bool,
    /// Whether the body has flown on as it did since that was found out.
    pub(super) unchanged: bool,
}

/// When a body begins or ceases to overlap a sensor, and a time that is not after that.
pub(super) fn change(a: &Flying, b: &Flying, sensed: Sensed, now: f64, end: f64) -> Option<(f64, Encounter)> {
    let (at, other) = (a.now(now), b.now(now));
    let at_once = Some((now, Encounter::At(now)));
    let w = a.flight.velocity - b.flight.velocity;
    if !sensed.inside {
        // Points have no room to overlap, and one that has left comes back only on another flight.
        if sensed.unchanged || a.radius + b.radius == 0.0 {
            return None;
        }
        return match meeting(a, at, b, now, end) {
            Meeting::Never => None,
            Meeting::At(time) => Some((time, Encounter::Meet(a.pair(b)))),
            Meeting::Overlap => at_once,
        };
    }
    // A place that was rounded outward does not make it leave, if it is on its way in.
    let pair = a.pair(b);
    let goes_in = || w != Vec2::default() && pair.approach(now) == Ordering::Less && pair.comes_close();
    if !sensed.unchanged && are_apart(a, b, now) && !goes_in() {
        return at_once;
    }
    if w == Vec2::default() || !pair.comes_close() {
        return None;
    }
    let between = Between::two(a, at, b, other);
    Some((parting(&between, w, now, end), Encounter::Part(pair)))
}

/// A time that is not after two bodies part: that at which they are less far apart by the [gap](Between::gap), and for extremes any.
fn parting(between: &Between<Alone>, w: Vec2, now: f64, end: f64) -> f64 {
    let lanes = [w.x, w.y].map(Alone::all);
    let radius = between.radius.minus(between.gap(Alone::all(w.x.abs() + w.y.abs()), end)).number();
    if !(between.are_ordinary(lanes) && radius > 0.0) {
        return now;
    }
    let d = between.vector();
    let (clear, approach, beside) = (d.length_squared() - radius * radius, d.dot(w), d.cross(w));
    let root = radius * radius * w.length_squared() - beside * beside;
    let root = float::sqrt(if root > 0.0 { root } else { return now });
    // Of the two forms of the later root the one in which nothing cancels.
    let wait = if approach > 0.0 { -clear / (approach + root) } else { (root - approach) / w.length_squared() };
    if wait > 0.0 { now + wait } else { now }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::flight::Flight;
    use crate::point::Point;
    use carom_oracle::dyadic::{Dyadic, cross, dot, exact};
    use carom_oracle::rng::{Rng, rounds};

    const CASES: u64 = if carom_oracle::FEW_CASES { 100_000 } else { 400_000 };

    /// Two flights and a time, with a tie or near-tie made on purpose.
    #[derive(Debug)]
    struct Case {
        a: Flying,
        b: Flying,
        now: f64,
    }

    /// Which of the three questions is hard to answer.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Tie {
        None,
        Clearance,
        Approach,
        Miss,
    }

    const TIES: [Tie; 4] = [Tie::None, Tie::Clearance, Tie::Approach, Tie::Miss];

    /// A number of about this size, often just above a power of two, where rounding errors are largest.
    fn number(rng: &mut Rng, size: f64) -> f64 {
        let sign = if rng.one_in(2) { 1.0 } else { -1.0 };
        sign * size * (1.0 + rng.unit() * rng.pick(&[0.01, 0.1, 1.0]))
    }

    fn pair(rng: &mut Rng, size: f64) -> [f64; 2] {
        [number(rng, size), number(rng, size)]
    }

    impl Case {
        /// Places and velocities of about these sizes.
        fn new(rng: &mut Rng, size: f64, speed: f64, tie: Tie) -> Case {
            let flying = |at: [f64; 2], velocity: [f64; 2], since: f64, radius: f64| Flying {
                flight: Flight { at: at.into(), velocity: velocity.into(), since },
                radius,
                layers: 1,
                mask: 1,
                changes: 0,
            };
            // As long as it takes to go as far as bodies are apart, or much less, or much more.
            let moment = size / speed * rng.pick(&[0.0, 1e-6, 1.0, 1.0, 1e3, 1e6]);
            let offset = [0, 1].map(|_| size * rng.pick(&[0.0, 0.0, 1.0, 1e7, 1e15]));
            let since = [0, 1].map(|_| if rng.one_in(3) { 0.0 } else { moment * rng.unit() });
            let now = max(since[0], since[1]) + if rng.one_in(4) { 0.0 } else { moment * rng.unit() };
            let near = |rng: &mut Rng| {
                let [x, y] = pair(rng, size);
                [offset[0] + x, offset[1] + y]
            };
            let mut a = flying(near(rng), pair(rng, speed), since[0], 0.0);
            let mut b = flying(near(rng), pair(rng, speed), since[1], 0.0);
            if rng.one_in(4) {
                // Nearly side by side.
                b.flight.velocity = a.flight.velocity * (1.0 + rng.within(-1e-6, 1e-6));
            }
            if rng.one_in(2) {
                // However far they flew, they are near each other now.
                let motion = b.flight.velocity * (now - b.flight.since);
                b.flight.at = a.now(now).at + Vec2::from(pair(rng, size)) - motion;
            }
            let between = Between::two(&a, a.now(now), &b, b.now(now));
            let (d, distance) = (between.vector(), between.vector().length());
            let room = between.error.number() * rng.within(-1.0, 1.0) * rng.pick(&[2.0, 0.5, 0.1]);
            if tie == Tie::Approach && distance > 0.0 {
                let turned = (d.normal() + d * (room / distance)) * (speed / distance);
                b.flight.velocity = a.flight.velocity - turned;
                let motion = b.flight.velocity * (now - b.flight.since);
                b.flight.at = a.now(now).at - d - motion;
            }
            let w = a.flight.velocity - b.flight.velocity;
            if d.dot(w) > 0.0 && tie == Tie::Miss {
                (a.flight.velocity, b.flight.velocity) = (-a.flight.velocity, -b.flight.velocity);
                a.flight.at -= a.flight.velocity * (2.0 * (now - since[0]));
                b.flight.at -= b.flight.velocity * (2.0 * (now - since[1]));
            }
            let aside = d.cross(w).abs() / w.length();
            let radius = match tie {
                Tie::None => distance * rng.within(0.0, 1.1),
                Tie::Clearance => distance + room,
                Tie::Approach => distance * rng.unit(),
                Tie::Miss => aside + room,
            };
            let radius = if radius.is_finite() { max(radius, 0.0) } else { 0.0 };
            a.radius = radius * rng.unit();
            b.radius = max(radius - a.radius, 0.0);
            Case { a, b, now }
        }

        fn is_finite(&self) -> bool {
            let is_finite = |Flight { at, velocity, since }: Flight| {
                let tip = Point::new(velocity.x, velocity.y);
                at.is_finite() && tip.is_finite() && since.is_finite()
            };
            is_finite(self.a.flight) && is_finite(self.b.flight) && self.now.is_finite()
        }

        /// D, W and R.
        fn exactly(&self) -> ([Dyadic; 2], [Dyadic; 2], Dyadic) {
            let place = |flight: &Flight, at: f64, velocity: f64| {
                exact(at) + exact(velocity) * (exact(self.now) - exact(flight.since))
            };
            let (a, b) = (&self.a.flight, &self.b.flight);
            let d = [
                place(a, a.at.x, a.velocity.x) - place(b, b.at.x, b.velocity.x),
                place(a, a.at.y, a.velocity.y) - place(b, b.at.y, b.velocity.y),
            ];
            let w = [exact(a.velocity.x) - exact(b.velocity.x), exact(a.velocity.y) - exact(b.velocity.y)];
            (d, w, exact(self.a.radius) + exact(self.b.radius))
        }

        /// What lies ahead of them, without the time.
        fn truth(&self) -> &'static str {
            let (d, w, radius) = self.exactly();
            let is_standing = w.iter().all(|part| part.sign() == Ordering::Equal);
            let is_point = radius.sign() == Ordering::Equal;
            let close = miss(&d, &w, &radius).sign();
            if clearance(&d, &radius).sign() == Ordering::Less {
                "overlap"
            } else if is_standing || dot(&d, &w).sign() != Ordering::Less {
                "never"
            } else if close == Ordering::Less || (is_point && close == Ordering::Equal) {
                "at"
            } else {
                "never"
            }
        }

        fn name(&self) -> &'static str {
            match meeting(&self.a, self.a.now(self.now), &self.b, self.now, self.now) {
                Meeting::Overlap => "overlap",
                Meeting::Never => "never",
                Meeting::At(_) => "at",
            }
        }
    }

    /// D² − R².
    fn clearance(d: &[Dyadic; 2], radius: &Dyadic) -> Dyadic {
        dot(d, d) - radius.squared()
    }

    /// (D×W)² − R²W².
    fn miss(d: &[Dyadic; 2], w: &[Dyadic; 2], radius: &Dyadic) -> Dyadic {
        cross(d, w).squared() - radius.squared() * dot(w, w)
    }

    /// A float, the number it stands for, and the bound of the difference.
    struct Measured {
        name: &'static str,
        float: f64,
        truth: Dyadic,
        bound: f64,
    }

    impl Measured {
        /// How much of the bound the error takes.
        fn error(&self) -> f64 {
            (exact(self.float) - self.truth.clone()).abs().over(&exact(self.bound))
        }

        /// How large the float is, in parts of the bound, if its sign is wrong: with a smaller bound that would be believed.
        fn misleads(&self) -> f64 {
            let is_right = self.float.partial_cmp(&0.0) == Some(self.truth.sign());
            if is_right { 0.0 } else { self.float.abs() / self.bound }
        }
    }

    /// No error exceeds its bound and no bound is more than a few times the largest error; nor is it more than a few times the largest
    /// number with a wrong sign, which it is there to doubt.
    #[test]
    fn errors_are_within_their_bounds_and_not_far_below() {
        // The largest parts of 400,000 cases; fewer cases have less.
        let found = [("D", 0.66, 0.0), ("D² − R²", 0.42, 0.22), ("D·W", 0.31, 0.09), ("(D×W)² − R²W²", 0.47, 0.09)];
        let mut worst = [[0.0_f64; 2]; 4];
        for case in 0..CASES {
            let rng = &mut Rng::for_case(0, "errors of meetings", case);
            let (size, speed) = (*rng.pick(&[1.0, 1e-60, 1e60]), *rng.pick(&[1.0, 1e-9, 1e9]));
            let tie = *rng.pick(&TIES);
            let case = Case::new(rng, size, speed, tie);
            let (d, w, radius) = case.exactly();
            let Case { a, b, now } = &case;
            let between = Between::two(a, a.now(*now), b, b.now(*now));
            let vector = between.vector();
            let off = (exact(vector.x) - d[0].clone()).abs() + (exact(vector.y) - d[1].clone()).abs();
            let (clear, clear_error) = between.clearance();
            let rounded = a.flight.velocity - b.flight.velocity;
            let motion = between.motion([rounded.x, rounded.y].map(Alone::all));
            let measured = |name: &'static str, float: Alone, truth: Dyadic, bound: Alone| Measured {
                name,
                float: float.number(),
                truth,
                bound: bound.number(),
            };
            let beside = measured("beside", motion.beside, cross(&d, &w), motion.error);
            assert!(beside.error() < 1.0);
            let measured = [
                measured("D", Alone::all(0.0), off, between.error),
                measured("clear", clear, clearance(&d, &radius), clear_error),
                measured("approach", motion.approach, dot(&d, &w), motion.error),
                measured("miss", motion.miss, miss(&d, &w, &radius), motion.miss_error),
            ];
            for (worst, measured) in worst.iter_mut().zip(measured) {
                let parts = [measured.error(), measured.misleads()];
                assert!(parts[0] < 1.0, "{}: {parts:?}: {case:?}", measured.name);
                *worst = [worst[0].max(parts[0]), worst[1].max(parts[1])];
            }
        }
        for ((name, error, misleads), worst) in found.into_iter().zip(worst) {
            assert!(0.5 * error < worst[0], "{name}: the largest error is {:.3} of the bound", worst[0]);
            assert!(0.25 * misleads <= worst[1], "{name}: no wrong sign above {:.3} of the bound", worst[1]);
        }
    }

    /// Floats or integers, the answer is the true one. With an eighth of the bound of D² − R² it is not. That of D·W is never needed
    /// by itself: where D² − R² and (D×W)² − R²W² are certain, so is the sign of D·W, or it does not matter.
    #[test]
    fn decisions_are_exact() {
        check_decisions("decisions of meetings", |rng| *rng.pick(&[1.0, 1e-9, 1e9, 1e-100, 1e100, 1e-140, 1e150]));
    }

    #[test]
    fn decisions_are_exact_at_all_scales() {
        check_decisions("meetings at all scales", |rng| 2_f64.powi(rng.between(-1000, 900) as i32));
    }

    /// Neither for a meeting nor for a parting is the time found here after the exact one, if that is before the frame ends.
    #[test]
    fn times_are_early() {
        check_times("times of meetings", CASES, |rng| *rng.pick(&[1.0, 1e-9, 1e9, 1e-60, 1e60]));
    }

    #[test]
    fn times_are_early_at_all_scales() {
        // Exact times of numbers that long take theirs.
        check_times("times of meetings at all scales", CASES / 16, |rng| 2_f64.powi(rng.between(-1000, 900) as i32));
    }

    #[track_caller]
    fn check_times(name: &str, cases: u64, scale: impl Fn(&mut Rng) -> f64) {
        let (mut counts, cases) = ([0_u64; 2], cases * rounds());
        for case in 0..cases {
            let rng = &mut Rng::for_case(0, name, case);
            let (size, speed, tie) = (scale(rng), scale(rng), *rng.pick(&TIES));
            let mut made = Case::new(rng, size, speed, tie);
            // Late in a frame times are coarser than places.
            let late = size / speed * rng.pick(&[0.0, 1e3, 1e6, 1e9]);
            for time in [&mut made.a.flight.since, &mut made.b.flight.since, &mut made.now] {
                *time += late;
            }
            if !made.is_finite() {
                continue;
            }
            let Case { a, b, now } = &made;
            let pair = a.pair(b);
            let (is_parting, encounter) = match made.truth() {
                "at" => (false, Encounter::Meet(pair)),
                "overlap" if pair.comes_close() => (true, Encounter::Part(pair)),
                _ => continue,
            };
            let exact = encounter.time(encounter.estimate());
            // A frame ends then, or soon after, or late.
            let end = exact * rng.pick(&[1.0, 1.0, 1.5, 1e3]);
            if !end.is_finite() {
                continue;
            }
            let sensed = Sensed { inside: true, unchanged: true };
            let early = match meeting(a, a.now(*now), b, *now, end) {
                Meeting::At(early) if !is_parting => early,
                _ => change(a, b, sensed, *now, end).expect("they part").0,
            };
            assert!(early <= exact, "case {case}, {tie:?}: {early:e} is after {exact:e}: {made:?} {end:e}");
            assert!(*now <= early, "case {case}, {tie:?}: {early:e} is before {now:e}: {made:?}");
            counts[usize::from(is_parting)] += 1;
        }
        assert!(counts.iter().all(|&count| cases / 20 < count), "{counts:?}");
    }

    #[track_caller]
    fn check_decisions(name: &str, scale: impl Fn(&mut Rng) -> f64) {
        let mut counts = [0_u64; 3];
        for case in 0..CASES {
            let rng = &mut Rng::for_case(0, name, case);
            let (size, speed, tie) = (scale(rng), scale(rng), *rng.pick(&TIES));
            let made = Case::new(rng, size, speed, tie);
            if !made.is_finite() {
                continue;
            }
            let truth = made.truth();
            assert_eq!(made.name(), truth, "case {case}, {tie:?}: {made:?}");
            counts[["never", "at", "overlap"].iter().position(|&name| name == truth).unwrap()] += 1;
        }
        assert!(counts.iter().all(|&count| CASES / 20 < count), "{counts:?}");
    }
}
