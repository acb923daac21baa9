//! When a body in flight meets something, as an exact time.
//!
//! A [`Flight`] is a straight line in time, unrounded. Everything that can happen to it begins at a time
//!
//! T = (p − √q)/s  or, where something ends, (p + √q)/s,  with s > 0:
//!
//! - Two round things are as near as their radii together, R: with K + W·T the vector between them, |K + WT| = R gives
//!   p = −K·W, q = R²W² − (K×W)², s = W².
//! - A disc of radius r is as near to the line of a wall from P to Q: with w = Q − P and c + xT = w×(place − P), turned so that it
//!   shrinks (x < 0), p = c, q = r²w², s = −x.
//!
//! Times are compared without a root being taken. What users see is the largest `f64` not above T; it nearly always comes from one step of
//! Newton's method in numbers of twice the digits, from an estimate that is good to half of them.

use super::drift::Drift;
use super::flight::{Flight, Pair, is_mild, is_mild_flight, is_mild_of, place, velocity};
use super::forms::Touching;
use super::root::{self, Root};
use crate::exact::numbers::double::{Double, fast_sum, is_certain, nearest_below};
use crate::exact::numbers::dyadic::Dyadic;
use crate::exact::numbers::number::{cross, dot, minus, vector};
use crate::float;
use crate::point::{Point, Vec2, max};
use crate::simd::{self, Four, Kernel, Machine, Numbers, One, Single};
use core::cmp::Ordering::{self, Equal, Greater, Less};

/// What begins or ends at an exact time.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Encounter {
    /// At once.
    At(f64),
    /// Two round things come as near as their radii.
    Meet(Pair),
    /// They are as far apart as that again.
    Part(Pair),
    /// A disc, or a point if the radius is 0, reaches the line of a wall.
    Side { flight: Flight, radius: f64, wall: [Point; 2] },
    /// The same where the wall moves.
    MovingSide { flight: Flight, radius: f64, wall: [Point; 2], drift: Drift },
    /// A disc, or a point, is as near as both radii to something round that moves as walls do.
    MovingRound { flight: Flight, radii: [f64; 2], center: Point, drift: Drift },
    /// Two shapes begin or cease to overlap.
    Touch(Touching),
}

/// What a body in flight meets that stands still.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Blocker {
    Line([Point; 2]),
    Round {
        center: Point,
        radius: f64,
    },
    /// It is there already.
    Here,
}

impl Blocker {
    /// When a body meets it.
    #[inline]
    pub(crate) fn encounter(&self, flight: &Flight, radius: f64) -> Encounter {
        match *self {
            Blocker::Line(wall) => Encounter::Side { flight: *flight, radius, wall },
            Blocker::Round { center, radius: other } => {
                Encounter::Meet(Pair::with_point(flight, center, [radius, other]))
            }
            Blocker::Here => Encounter::At(flight.since),
        }
    }

    /// The same where it moves.
    pub(crate) fn moving_encounter(&self, flight: &Flight, radius: f64, drift: &Drift) -> Encounter {
        let (flight, drift) = (*flight, *drift);
        match *self {
            Blocker::Line(wall) => Encounter::MovingSide { flight, radius, wall, drift },
            Blocker::Round { center, radius: other } => {
                Encounter::MovingRound { flight, radii: [radius, other], center, drift }
            }
            Blocker::Here => Encounter::At(flight.since),
        }
    }
}

/// Newton's step is the last if it is off by less than this part of itself. How much that is, is part of the bound, which holds for anything
/// up to 1/8: this only says when another step is cheaper than a doubt.
const STRAIGHT: f64 = 1.0 / 1_048_576.0;

/// So many exact steps are taken toward a time; the first is nearly always the last, and the second of a time that is an `f64`. What is left then is found by halving.
const MOST_STEPS: u32 = 4;

impl Encounter {
    /// The largest `f64` not above the exact time, found from an estimate of it.
    #[inline]
    pub(crate) fn time(&self, estimate: f64) -> f64 {
        if let Encounter::At(time) = *self {
            return time;
        }
        let near = self.near(estimate);
        match near.and_then(|near| near.rounded_down()) {
            Some(time) => time,
            None => self.time_in_doubt(near),
        }
    }

    /// The same of two bodies that meet.
    #[inline]
    pub(crate) fn time_of_meeting(pair: &Pair, estimate: f64) -> f64 {
        let near = simd::run(NewtonOfPair { pair, is_parting: false, estimate });
        match near.and_then(|near| near.rounded_down()) {
            Some(time) => time,
            None => Encounter::Meet(*pair).time_in_doubt(near),
        }
    }

    /// The exact time lies between these, or is one of them: near each other if an estimate is.
    #[inline]
    pub(crate) fn bounds(&self, estimate: f64) -> [f64; 2] {
        match (self, self.near(estimate)) {
            (Encounter::At(time), _) => [*time; 2],
            (_, Some(near)) => near.bounds(),
            (_, None) => [0.0, f64::INFINITY],
        }
    }

    /// The exact time but for a bound, by Newton's method from an estimate. Most are of two bodies: these have a loop of their own.
    #[inline(always)]
    fn near(&self, estimate: f64) -> Option<Near> {
        match self {
            Encounter::Meet(pair) => simd::run(NewtonOfPair { pair, is_parting: false, estimate }),
            Encounter::Part(pair) => simd::run(NewtonOfPair { pair, is_parting: true, estimate }),
            _ => simd::run(NewtonFrom(self, estimate)),
        }
    }

    /// The same where that is not certain: from there on by exact numbers. Times are often next to nothing in a frame where bodies that lie touch each other, and
    /// then places are too coarse for doubles: they leave a thousand units in the last place of such a time.
    #[cold]
    #[inline(never)]
    fn time_in_doubt(&self, near: Option<Near>) -> f64 {
        let near = near.or_else(|| self.near(self.estimate()));
        if let Some(time) = near.and_then(|near| near.rounded_down()) {
            return time;
        }
        let mut time = near.map_or_else(|| self.estimate(), |near| near.high);
        let root = self.root();
        for _ in 0..MOST_STEPS {
            match root.wait(time) {
                Some(0.0) => return max(time, 0.0),
                Some(wait) => {
                    let near = Near::after(time, wait);
                    if let Some(time) = near.rounded_down() {
                        return time;
                    }
                    time = near.high;
                }
                None => break,
            }
        }
        float::round_down(time, |time| self.is_not_before(time))
    }

    /// Whether a time is not after the exact one.
    fn is_not_before(&self, time: f64) -> bool {
        match self {
            Encounter::At(at) => time <= *at,
            Encounter::Meet(pair) => match pair.clearance(time) {
                Less => false,
                Equal => pair.approach(time) != Greater,
                Greater => pair.approach(time) == Less,
            },
            Encounter::Part(pair) => pair.clearance(time) != Greater || pair.approach(time) == Less,
            Encounter::Side { .. }
            | Encounter::MovingSide { .. }
            | Encounter::MovingRound { .. }
            | Encounter::Touch(_) => Root::at(time).compare(&self.root()) != Greater,
        }
    }

    /// About when, in plain floats.
    pub(crate) fn estimate(&self) -> f64 {
        let time = match self {
            Encounter::At(time) => *time,
            Encounter::Meet(pair) | Encounter::Part(pair) => {
                let [a, b] = &pair.flights;
                let from = if a.since > b.since { a.since } else { b.since };
                let (d, w) = (a.position(from) - b.position(from), a.velocity - b.velocity);
                from + self.wait_of_round(d, w, pair.radii[0] + pair.radii[1])
            }
            Encounter::MovingRound { flight, radii, center, drift } => {
                let (d, w) = (flight.at - drift.moved(*center, flight.since), flight.velocity - drift.velocity);
                flight.since + self.wait_of_round(d, w, radii[0] + radii[1])
            }
            Encounter::MovingSide { flight, radius, wall: [p, q], drift } => {
                let (w, v) = (*q - *p, flight.velocity - drift.velocity);
                let (c, x) = (w.cross(flight.at - drift.moved(*p, flight.since)), w.cross(v));
                flight.since + (c.abs() - radius * w.length()) / x.abs()
            }
            Encounter::Touch(touching) => self.estimate_of_touch(touching),
            Encounter::Side { flight, radius, wall: [p, q] } => {
                let (w, v) = (*q - *p, flight.velocity);
                let (c, x) = (w.cross(flight.at - *p), w.cross(v));
                flight.since + (c.abs() - radius * w.length()) / x.abs()
            }
        };
        if time > 0.0 && time < f64::INFINITY { time } else { 0.0 }
    }

    fn estimate_of_touch(&self, touching: &Touching) -> f64 {
        let ([first, second], [p, q]) = (&touching.flights, touching.along);
        let from = if first.since > second.since { first.since } else { second.since };
        let reach = touching.radii[0] + touching.radii[1];
        let (d, v) = (touching.between(from), first.velocity - second.velocity);
        if touching.is_round() {
            return from + self.wait_of_round(d, v, reach);
        }
        let w = q - p;
        from - (w.cross(d) + reach * w.length()) / w.cross(v)
    }

    /// Whether something ends then.
    #[inline(always)]
    fn is_parting(&self) -> bool {
        match self {
            Encounter::Part(_) => true,
            Encounter::Touch(touching) => touching.is_parting,
            _ => false,
        }
    }

    /// How long two round things that are d apart and move by w take to be as near as a distance, or as far again.
    fn wait_of_round(&self, d: Vec2, w: Vec2, reach: f64) -> f64 {
        let (toward, squared) = (-d.dot(w), w.length_squared());
        let under = reach * reach * squared - d.cross(w) * d.cross(w);
        let root = float::sqrt(if under > 0.0 { under } else { 0.0 });
        (if self.is_parting() { toward + root } else { toward - root }) / squared
    }

    /// Which of two comes first.
    #[cold]
    pub(crate) fn order(&self, other: &Encounter) -> Ordering {
        if let (Encounter::At(first), Encounter::At(second)) = (self, other) {
            return first.total_cmp(second);
        }
        if self.is_one_with(other) {
            return Equal;
        }
        self.root().compare(&other.root())
    }

    /// Whether both are the same corner, of two walls of a group that share it: that needs no roots.
    fn is_one_with(&self, other: &Encounter) -> bool {
        let (
            Encounter::MovingRound { flight, radii, center, drift },
            Encounter::MovingRound {
                flight: other_flight,
                radii: other_radii,
                center: other_center,
                drift: other_drift,
            },
        ) = (self, other)
        else {
            return false;
        };
        (flight, radii, center, drift) == (other_flight, other_radii, other_center, other_drift)
    }

    /// f and its derivatives at a time; `None` for numbers whose products may overflow or vanish.
    #[inline(always)]
    fn slope<S: Single>(&self, time: f64) -> Option<Slope> {
        match self {
            // For two bodies there is `slope_of_pair`.
            Encounter::At(_) | Encounter::Meet(_) | Encounter::Part(_) => None,
            Encounter::MovingRound { flight, radii, center, drift } => {
                let are_mild = is_mild(&[center.x, center.y]) && is_mild(radii) && drift.is_mild(time);
                if !(is_mild_flight(flight, time) && are_mild) {
                    return None;
                }
                let d = drift.to_flight::<Double<S>>(*center, flight, time);
                Some(Slope::of_round(d, flight.velocity - drift.velocity, *radii))
            }
            Encounter::MovingSide { flight, radius, wall: [p, q], drift } => {
                let are_mild = is_mild(&[p.x, p.y, q.x, q.y, *radius]) && drift.is_mild(time);
                if !(is_mild_flight(flight, time) && are_mild) {
                    return None;
                }
                let w = Double::vector(*p, *q);
                let x = Double::cross(w, drift.relative::<Double<S>>(flight.velocity));
                let c = Double::cross(w, drift.to_flight(*p, flight, time));
                Some(Slope::of_side(c, x, w, *radius))
            }
            Encounter::Touch(touching) => slope_of_touch::<S>(touching, time),
            Encounter::Side { flight, radius, wall: [p, q] } => {
                if !(is_mild_flight(flight, time) && is_mild(&[p.x, p.y, q.x, q.y, *radius])) {
                    return None;
                }
                // c + x·wait, with c and x as w×(at − P) and w×v.
                let wait = Double::difference(S::all(time), S::all(flight.since));
                let (w, from) = (Double::vector(*p, *q), Double::vector(*p, flight.at));
                let x = Double::cross(w, velocity::<Double<S>>(flight));
                let c = Double::cross(w, from).plus(x.times(wait));
                Some(Slope::of_side(c, x, w, *radius))
            }
        }
    }

    #[inline(never)]
    fn root(&self) -> Root<Dyadic> {
        match self {
            Encounter::At(time) => Root::at(*time),
            Encounter::Meet(pair) => root_of_pair(pair, false),
            Encounter::Part(pair) => root_of_pair(pair, true),
            Encounter::MovingRound { flight, radii, center, drift } => {
                let (k, w) = (drift.to_flight::<Dyadic>(*center, flight, 0.0), drift.relative(flight.velocity));
                root_of_round(&k, &w, *radii, false)
            }
            Encounter::MovingSide { flight, radius, wall: [p, q], drift } => {
                let w = vector::<Dyadic>((), *p, *q);
                let c = cross(&w, &drift.to_flight(*p, flight, 0.0));
                root_of_side(c, cross(&w, &drift.relative(flight.velocity)), &w, *radius)
            }
            Encounter::Touch(touching) => root_of_touch(touching),
            Encounter::Side { flight, radius, wall: [p, q] } => {
                let w = vector::<Dyadic>((), *p, *q);
                let at = place::<Dyadic>(flight, 0.0);
                let c = cross(&w, &[at[0].minus(&Dyadic::of(p.x)), at[1].minus(&Dyadic::of(p.y))]);
                root_of_side(c, cross(&w, &velocity(flight)), &w, *radius)
            }
        }
    }
}

/// When two round things are as near as their radii together.
fn root_of_pair(pair: &Pair, is_later: bool) -> Root<Dyadic> {
    let [a, b] = &pair.flights;
    let k = minus(&place::<Dyadic>(a, 0.0), &place(b, 0.0));
    root_of_round(&k, &minus(&velocity::<Dyadic>(a), &velocity(b)), pair.radii, is_later)
}

fn root_of_round(k: &[Dyadic; 2], w: &[Dyadic; 2], radii: [f64; 2], is_later: bool) -> Root<Dyadic> {
    let reach = Dyadic::of(radii[0]).plus(&Dyadic::of(radii[1])).squared();
    let s = dot(w, w);
    Root { p: dot(k, w).negated(), q: reach.times(&s).minus(&cross(k, w).squared()), s, is_later }
}

/// When a disc is as near to the line of a wall as its radius.
fn root_of_side(c: Dyadic, x: Dyadic, w: &[Dyadic; 2], radius: f64) -> Root<Dyadic> {
    let q = Dyadic::of(radius).squared().times(&dot(w, w));
    let (p, s) = if x.sign() == Less { (c, x.negated()) } else { (c.negated(), x) };
    Root { p, q, s, is_later: false }
}

/// When two shapes are as near as their radii where they touch: a vertex comes to a side from its right, where K is not, or goes away to there.
fn root_of_touch(touching: &Touching) -> Root<Dyadic> {
    let (k, v) = (touching.from::<Dyadic>(0.0), touching.velocity());
    if touching.is_round() {
        return root_of_round(&k, &v, touching.radii, touching.is_parting);
    }
    let [p, q] = touching.along;
    let w = vector::<Dyadic>((), p, q);
    let reach = Dyadic::of(touching.radii[0]).plus(&Dyadic::of(touching.radii[1])).squared();
    let (c, x) = (cross(&w, &k), cross(&w, &v));
    let (p, s) = if touching.is_parting { (c, x.negated()) } else { (c.negated(), x) };
    Root { p, q: reach.times(&dot(&w, &w)), s, is_later: touching.is_parting }
}

/// The same as a function that vanishes then.
#[inline(always)]
fn slope_of_touch<S: Single>(touching: &Touching, time: f64) -> Option<Slope> {
    if !touching.is_mild(time) {
        return None;
    }
    let d = touching.from::<Double<S>>(time);
    if touching.is_round() {
        let [first, second] = &touching.flights;
        return Some(Slope::of_round(d, first.velocity - second.velocity, touching.radii));
    }
    let [p, q] = touching.along;
    let w = Double::vector(p, q);
    let (x, c) = (Double::cross(w, touching.velocity()).negated(), Double::cross(w, d).negated());
    let f = match touching.radii {
        [0.0, 0.0] => c,
        [r, s] => c.minus(Double::sum_of(r, s).times(Double::dot(w, w).root_of_squares())),
    };
    let (slope, size) = (x.value().number(), x.size.number());
    Some(Slope { value: f.value().number(), error: f.error().number(), slope, size, bend: 0.0 })
}

/// One step of Newton's method for f(T) = 0, or two.
///
/// f is a parabola or straight. With δ = −f/f′ and b = |δf″/2f′| the exact time is T₀ + xδ where |x − 1| = bx²: for b ≤ 1/8 that is at
/// most 1.4b, and the other root is beyond the vertex, where f′ has another sign. f is known but for its error e and f′ but
/// for 8u of its size, the sum of what it is made of with all signs positive; δ is rounded a few times. Together that is
/// e/|f′| + |δ|(8u·size/|f′| + 4u + 1.4b), of which twice as much, or nearly, is allowed.
///
/// f′ = 2D·W is made of a rounded D. Where much of that has cancelled, so that it is off by E of its own, f = D² − R² is by 2|D|E at
/// least and f′ by 2|W|E. What the latter adds to δ, |δ|·2|W|E/|f′|, is less than a part b of E/|W|, and e/|f′| is not less than E/|W|.
#[inline(always)]
fn newton(slope_at: impl Fn(f64) -> Option<Slope>, is_parting: bool, estimate: f64) -> Option<Near> {
    let mut time = estimate;
    for _ in 0..8 {
        let Slope { value, error, slope, size, bend } = slope_at(time)?;
        // Before they meet the distance shrinks, before they part it grows: the other side has another root.
        if (slope > 0.0) != is_parting {
            return None;
        }
        let step = -value / slope;
        let bent = (step.abs() * bend + 4.0 * f64::EPSILON * size) / slope.abs();
        // Where the curve bends too much for one step, another one follows.
        let is_straight = bent < STRAIGHT;
        if !is_straight {
            time += step;
            continue;
        }
        let error = 2.0 * (error / slope.abs() + step.abs() * (2.0 * f64::EPSILON + bent));
        let (One(high), One(low)) = fast_sum(One::<false>(time), One(step));
        return Some(Near { high, low, error });
    }
    None
}

/// Newton's method from an estimate: with newer instructions it is a third fewer of them.
struct NewtonFrom<'a>(&'a Encounter, f64);

impl Kernel for NewtonFrom<'_> {
    type Output = Option<Near>;
    #[inline(always)]
    fn run<M: Machine>(self) -> Option<Near> {
        newton(|time| self.0.slope::<M::One>(time), self.0.is_parting(), self.1)
    }
}

/// The same for two bodies that meet or part.
struct NewtonOfPair<'a> {
    pair: &'a Pair,
    is_parting: bool,
    estimate: f64,
}

impl Kernel for NewtonOfPair<'_> {
    type Output = Option<Near>;
    #[inline(always)]
    fn run<M: Machine>(self) -> Option<Near> {
        newton(|time| slope_of_pair::<M>(self.pair, time), self.is_parting, self.estimate)
    }
}

/// D² − R² of two bodies and its derivatives at a time, as [`Encounter::slope`]: all that is asked of x and y of both is done four at once.
#[inline(always)]
fn slope_of_pair<M: Machine>(pair: &Pair, time: f64) -> Option<Slope> {
    let [a, b] = &pair.flights;
    let four = |first: [f64; 2], second: [f64; 2]| M::Four::of([first[0], first[1], second[0], second[1]]);
    let at = four([a.at.x, a.at.y], [b.at.x, b.at.y]);
    let velocity = four([a.velocity.x, a.velocity.y], [b.velocity.x, b.velocity.y]);
    let since = four([a.since; 2], [b.since; 2]);
    let rest = four([time; 2], pair.radii);
    let are_mild =
        [velocity, since, rest].into_iter().fold(is_mild_of(at), |all, four| M::Four::both(all, is_mild_of(four)));
    if M::Four::bits(are_mild) != 0b1111 {
        return None;
    }
    let wait = Double::difference(M::Four::all(time), since);
    let place = Double::exactly(at).plus(Double::exactly(velocity).times(wait));
    let [high, low, size] = [place.high, place.low, place.size].map(Four::numbers);
    let place = |lane: usize| Double {
        high: M::One::all(high[lane]),
        low: M::One::all(low[lane]),
        size: M::One::all(size[lane]),
    };
    let d = [place(0).minus(place(2)), place(1).minus(place(3))];
    Some(Slope::of_round(d, a.velocity - b.velocity, pair.radii))
}

/// What Newton's method finds: high + low, off by at most an error.
#[derive(Clone, Copy, Debug)]
struct Near {
    high: f64,
    low: f64,
    error: f64,
}

impl Near {
    /// A time and a [wait](Root::wait) after it.
    fn after(time: f64, wait: f64) -> Near {
        let low = float::rounding_error(time, wait);
        Near { high: time + wait, low, error: root::WAIT_ERROR * wait.abs() }
    }

    /// The exact time lies between these. What is added is rounded a few times, for which it is made larger; the sum is rounded by less than the
    /// distance to the next number.
    #[inline]
    fn bounds(self) -> [f64; 2] {
        let aside = (self.low.abs() + self.error) * (1.0 + 4.0 * f64::EPSILON);
        let [least, most] = [float::next_down(self.high - aside), float::next_up(self.high + aside)];
        [if least > 0.0 { least } else { 0.0 }, if most >= 0.0 { most } else { f64::INFINITY }]
    }

    /// The largest `f64` not above the exact time, if this is certain.
    #[inline]
    fn rounded_down(self) -> Option<f64> {
        let Near { high, low, error } = self;
        (high > 0.0 && is_certain(high, low, error)).then(|| nearest_below(high, low))
    }
}

/// A function of time that vanishes at an encounter.
struct Slope {
    value: f64,
    /// How far off that is at most.
    error: f64,
    slope: f64,
    /// What the slope is made of, with all signs positive.
    size: f64,
    /// Half of its second derivative.
    bend: f64,
}

impl Slope {
    /// D² − R² of two round things.
    #[inline(always)]
    fn of_round<S: Single>(d: [Double<S>; 2], w: Vec2, radii: [f64; 2]) -> Slope {
        let reach = Double::sum_of(radii[0], radii[1]);
        let f = Double::dot(d, d).minus(reach.times(reach));
        let (x, y) = (d[0].value().number(), d[1].value().number());
        let (x, y) = (2.0 * x * w.x, 2.0 * y * w.y);
        let (value, error) = (f.value().number(), f.error().number());
        Slope { value, error, slope: x + y, size: x.abs() + y.abs(), bend: w.length_squared() }
    }

    /// c − r|w|, with c turned so that it shrinks.
    #[inline(always)]
    fn of_side<S: Single>(c: Double<S>, x: Double<S>, w: [Double<S>; 2], radius: f64) -> Slope {
        let (x, size) = (x.value().number(), x.size.number());
        let (c, x) = if x < 0.0 { (c, x) } else { (c.negated(), -x) };
        let f = match radius {
            0.0 => c,
            radius => c.minus(Double::new(radius).times(Double::dot(w, w).root_of_squares())),
        };
        Slope { value: f.value().number(), error: f.error().number(), slope: x, size, bend: 0.0 }
    }
}

#[cfg(test)]
pub(super) mod cases;
#[cfg(test)]
mod tests;
