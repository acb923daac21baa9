//! When a mover first touches something, as an exact number.
//!
//! Every such time is the smaller root of a quadratic equation, (p − √q)/s with s > 0, where p and s are of degree 2 in
//! the given numbers and q is of degree 4:
//!
//! - A disc of radius r reaches the side of a wall from P to Q when the centre's distance from the wall's line has
//!   shrunk to r. With w = Q−P and a = A−P at the start, v the motion: p = |w×a|, q = r²·w², s = |w×v|.
//! - It reaches something round when the centres are as far apart as the radii together, R. With a from one
//!   centre to the other at the start and v their relative motion, |a + tv| = R: p = −a·v, q = R²v² − (a×v)², s = v².
//!
//! A number t is not above such a time iff p − st ≥ 0 and (p − st)² ≥ q. So the largest `f64` not above it, which is what users
//! see, and the order of two times are found without a root.

use super::root::{Root, root, scale, signed};
use crate::exact::numbers::double::{Double, U, are_moderate, is_moderate, rest_of_division};
use crate::exact::numbers::integer::{DEGREE_4, DEGREE_16, Grid, Int};
use crate::exact::numbers::number::{Number, cross, minus, vector};
use crate::exact::signs::construct::everywhere;
use crate::exact::signs::filter::Estimate;
use crate::float;
use crate::point::{ORDINARY, Point, Vec2};
use crate::simd::{self, Kernel, Machine, Numbers, One, Single};
use core::cmp::Ordering;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Moment {
    /// When the frame starts.
    Start,
    /// When the frame ends.
    End,
    /// A disc reaches the side of a wall; it starts further than its radius from the wall's line.
    Side { path: [Point; 2], wall: [Point; 2], radius: f64 },
    /// Two movers reach each other.
    Round(Round),
}

/// Two round things, the first and the second, that move from `start` to `end`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Round {
    pub(crate) start: [Point; 2],
    pub(crate) end: [Point; 2],
    pub(crate) radii: [f64; 2],
}

impl Moment {
    /// The largest `f64` not above this moment.
    #[inline]
    pub(crate) fn time(&self) -> f64 {
        simd::run(TimeOf(self))
    }

    /// The same where the vectors are known.
    #[inline(always)]
    pub(crate) fn time_with<S: Single>(&self) -> f64 {
        match self {
            Moment::Start => 0.0,
            Moment::End => 1.0,
            _ => self.time_in_doubles::<S>().unwrap_or_else(|| self.time_in_doubt()),
        }
    }

    /// Two times between which it lies: for far less than the time itself, mostly near enough.
    ///
    /// Differences are off by u of themselves and a cross or dot product by 4u of its permanent, the sum of the absolute values of its two
    /// products. |w| and v² are off by 4u of themselves, r|w| by 5u. For q, R²v² is off by 8u of itself, and as
    /// (a×v)² ≤ permanent² it is off by 9u of that; the difference rounds once more. 8u and 16u are allowed for these, and 8u for
    /// what comes after. All that holds for moderate numbers.
    #[inline]
    pub(crate) fn span(&self) -> [f64; 2] {
        const U8: f64 = 8.0 * U;
        // From n ± e over m ± f.
        let quotient = |n: f64, e: f64, m: f64, f: f64| {
            let (early, late) = ((n - e) / (m + f) * (1.0 - U8), (n + e) / (m - f) * (1.0 + U8));
            // What is mostly error may be anywhere.
            let is_firm = 2.0 * f < m;
            [if 0.0 < early { early } else { 0.0 }, if is_firm & (late < 1.0) { late } else { 1.0 }]
        };
        match *self {
            Moment::Start => [0.0; 2],
            Moment::End => [1.0; 2],
            Moment::Side { path: [a, b], wall: [p, q], radius }
                if is_moderate([a, b, p, q, Point::new(radius, 0.0)]) =>
            {
                let (w, from, v) = (q - p, a - p, b - a);
                let (n, m) = (Estimate::cross(w, from), Estimate::cross(w, v));
                let reach = radius * float::sqrt(w.x * w.x + w.y * w.y);
                quotient(n.value.abs() - reach, U8 * (n.permanent + reach), m.value.abs(), U8 * m.permanent)
            }
            Moment::Round(Round { start: [a, c], end: [b, d], radii: [r, s] })
                if c == d && is_moderate([a, b, c, Point::new(r, s)]) =>
            {
                let (from, v, reach) = (a - c, b - a, r + s);
                let (toward, across) = (Estimate::cross(from, v.normal()), Estimate::cross(from, v));
                let squared = v.x * v.x + v.y * v.y;
                let (most, least) = (reach * reach * squared, across.value * across.value);
                let error = 2.0 * U8 * (most + across.permanent * across.permanent);
                let root = |x: f64| float::sqrt(if 0.0 < x { x } else { 0.0 });
                let (low, high) = (root(most - least - error), root(most - least + error));
                let e = U8 * (toward.permanent + high);
                let [early, _] = quotient(toward.value - high, e, squared, U8 * squared);
                let [_, late] = quotient(toward.value - low, e, squared, U8 * squared);
                [early, late]
            }
            _ => [self.time(); 2],
        }
    }

    /// Which of two moments comes first.
    ///
    /// If their times differ as `f64`, those are in the same order.
    #[inline]
    pub(crate) fn order(&self, other: &Moment) -> Ordering {
        let (first, second) = (self.time(), other.time());
        if first == second { self.order_in_integers(other) } else { first.total_cmp(&second) }
    }

    /// Level and upright walls, and round things that meet head on along an axis, need no root: t = n/m,
    /// with n the distance along the axis less the radii. If both are single numbers, the quotient's error is known.
    fn time_on_an_axis(&self) -> Option<f64> {
        let (n, m) = match *self {
            Moment::Side { path: [a, b], wall: [p, q], radius } => {
                let (a, b, p) = if p.y == q.y {
                    (a.y, b.y, p.y)
                } else if p.x == q.x {
                    (a.x, b.x, p.x)
                } else {
                    return None;
                };
                (single_distance([a, p], [radius, 0.0])?, single_difference(b, a)?)
            }
            Moment::Round(Round { start: [a, c], end: [b, d], radii }) => {
                let (a, c, b, d) = if a.y == c.y && b.y == d.y {
                    (a.x, c.x, b.x, d.x)
                } else if a.x == c.x && b.x == d.x {
                    (a.y, c.y, b.y, d.y)
                } else {
                    return None;
                };
                let motion = single_difference(single_difference(b, d)?, single_difference(a, c)?)?;
                (single_distance([a, c], radii)?, motion)
            }
            _ => return None,
        };
        if !is_moderate([Point::new(n, m)]) {
            return None;
        }
        let m = m.abs();
        let t = n / m;
        Some(if rest_of_division(n, m, t) < 0.0 { float::next_down(t) } else { t })
    }

    #[inline(always)]
    fn time_in_doubles<S: Single>(&self) -> Option<f64> {
        let (t, is_certain) = match *self {
            Moment::Side { path, wall, radius } => {
                ToSide::<S>::of(everywhere(path), everywhere(wall), S::all(radius)).time()
            }
            Moment::Round(round) => round.approach::<S>().time(),
            _ => return None,
        };
        is_certain.then(|| t.number())
    }

    #[cold]
    #[inline(never)]
    fn time_in_doubt(&self) -> f64 {
        self.time_on_an_axis().unwrap_or_else(|| self.time_in_integers())
    }

    /// Apart, so that integers take room on the stack only where they are needed.
    #[inline(never)]
    fn time_in_integers(&self) -> f64 {
        self.grid(self).map_or(0.0, |grid| self.root::<DEGREE_4>(grid).rounded_down())
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn order_in_integers(&self, other: &Moment) -> Ordering {
        if matches!((self, other), (Moment::Start, Moment::Start) | (Moment::End, Moment::End)) {
            return Ordering::Equal;
        }
        self.grid(other).map_or(Ordering::Equal, |grid| self.root::<DEGREE_16>(grid).compare(&other.root(grid)))
    }

    /// p, q and s.
    #[inline(never)]
    fn root<const N: usize>(&self, grid: Grid) -> Root<Int<N>> {
        match *self {
            Moment::Start => Root { p: Int::ZERO, q: Int::ZERO, s: Int::from_u64(1), is_later: false },
            Moment::End => Root { p: Int::from_u64(1), q: Int::ZERO, s: Int::from_u64(1), is_later: false },
            // A point against a wall is a disc of no radius.
            Moment::Side { path: [start, end], wall: [p, q], radius } => {
                let (w, a, v) = (grid.vector(p, q), grid.vector(p, start), grid.vector(start, end));
                Root::to_side(&w, &a, &v, &grid.int(radius))
            }
            Moment::Round(round) => {
                let (a, v) = round.vectors::<Int<N>>(grid);
                Root::to_round(&a, &v, &grid.sum(round.radii))
            }
        }
    }

    /// A grid for the numbers of two moments.
    fn grid(&self, other: &Moment) -> Option<Grid> {
        let [a, b] = [self, other].map(|moment| match *moment {
            Moment::Start | Moment::End => ([Point::default(); 4], [0.0; 2]),
            Moment::Side { path: [a, b], wall: [p, q], radius } => ([a, b, p, q], [radius, 0.0]),
            Moment::Round(Round { start: [a, b], end: [c, d], radii }) => ([a, b, c, d], radii),
        });
        let values = |(points, radii): ([Point; 4], [f64; 2])| points.into_iter().flat_map(|p| [p.x, p.y]).chain(radii);
        Grid::of_values(values(a).chain(values(b)))
    }
}

impl Round {
    /// From the second's centre to the first's at the start, and the first's motion as seen from the second.
    #[inline(always)]
    pub(crate) fn vectors<N: Number>(&self, scale: N::Scale) -> ([N; 2], [N; 2]) {
        let a = vector(scale, self.start[1], self.start[0]);
        if self.start[1] == self.end[1] {
            // Something that stands still makes one difference less, and one rounding.
            return (a, vector(scale, self.start[0], self.end[0]));
        }
        let v = minus(&vector(scale, self.end[1], self.end[0]), &a);
        (a, v)
    }
}

impl Round {
    /// The direction from the second centre to the first when they first reach each other, of length 1.
    #[inline(always)]
    pub(crate) fn direction<S: Single>(&self) -> Vec2 {
        let ([x, y], is_certain) = self.approach::<S>().direction();
        if is_certain { Vec2::new(x.number(), y.number()) } else { self.direction_in_doubt() }
    }

    #[inline(always)]
    pub(crate) fn approach<S: Single>(&self) -> Approach<S> {
        let Round { start: [a, c], end: [b, d], radii: [r, s] } = *self;
        self.approach_of_moderate(is_moderate([a, b, c, d, Point::new(r, s)]))
    }

    /// The same where it is known whether all these numbers are moderate.
    #[inline(always)]
    pub(crate) fn approach_of_moderate<S: Single<Truth = bool>>(&self, is_moderate: bool) -> Approach<S> {
        let (from, motion) = self.vectors::<Double<S>>(());
        Approach::of(from, motion, Double::sum_of(self.radii[0], self.radii[1]), is_moderate)
    }

    #[cold]
    #[inline(never)]
    fn direction_in_doubt(&self) -> Vec2 {
        let ([x, y], is_known) = self.approach::<One<false>>().unscaled_direction();
        if is_known { Vec2::new(x.0, y.0).normalized() } else { self.direction_in_integers() }
    }

    #[cold]
    #[inline(never)]
    fn direction_in_integers(&self) -> Vec2 {
        let moment = Moment::Round(*self);
        let Some(grid) = moment.grid(&moment) else { return Vec2::default() };
        let Root { q, .. } = moment.root::<DEGREE_16>(grid);
        let (a, v) = self.vectors::<Int<DEGREE_16>>(grid);
        direction_at(&a, &v, &q)
    }
}

/// The direction from something round to what was a from there, moves by v and has just come as near as a radius; q is as in [`Root`].
pub(super) fn direction_at<const N: usize>(a: &[Int<N>; 2], v: &[Int<N>; 2], q: &Int<N>) -> Vec2 {
    let across = cross(v, a);
    let ((along, along_power), (across, across_power)) = (root(q), signed(&across));
    let [(x, x_power), (y, y_power)] = [signed(&v[0]), signed(&v[1])];
    // In units of the larger part of each; what vanishes beside it does not count.
    let (power, size) = (core::cmp::max(along_power, across_power), core::cmp::max(x_power, y_power));
    let (along, across) = (-along * scale(along_power - power), across * scale(across_power - power));
    let (x, y) = (x * scale(x_power - size), y * scale(y_power - size));
    Vec2::new(along * x - across * y, along * y + across * x).normalized()
}

/// Discs that come to the sides of walls, in numbers of twice the digits: the same products as in [`Moment::root`], without squaring what
/// stands under a root already.
pub(crate) struct ToSide<N: Numbers> {
    /// From P to Q.
    pub(crate) along: [Double<N>; 2],
    /// The motion.
    pub(crate) motion: [Double<N>; 2],
    /// w×a: positive if it comes from the left.
    pub(crate) across: Double<N>,
    /// |w×v|.
    m: Double<N>,
    reach: Double<N>,
    is_moderate: N::Truth,
}

impl<N: Numbers> ToSide<N> {
    #[inline(always)]
    pub(crate) fn of(path: [[N; 2]; 2], wall: [[N; 2]; 2], radius: N) -> ToSide<N> {
        let ([a, b], [p, q]) = (path, wall);
        let is_moderate = are_moderate(&[a[0], a[1], b[0], b[1], p[0], p[1], q[0], q[1], radius]);
        ToSide::of_moderate(path, wall, radius, is_moderate)
    }

    /// The same where it is known whether all these numbers are moderate.
    #[inline(always)]
    pub(crate) fn of_moderate(path: [[N; 2]; 2], wall: [[N; 2]; 2], radius: N, is_moderate: N::Truth) -> ToSide<N> {
        let ([a, b], [p, q]) = (path, wall);
        let (along, from, motion) = (Double::between(p, q), Double::between(p, a), Double::between(a, b));
        ToSide::to(along, from, motion, Double::exactly(radius), is_moderate)
    }

    /// The same from w, a and v.
    #[inline(always)]
    pub(crate) fn to(
        along: [Double<N>; 2],
        from: [Double<N>; 2],
        motion: [Double<N>; 2],
        reach: Double<N>,
        is_moderate: N::Truth,
    ) -> ToSide<N> {
        let m = Double::cross(along, motion);
        ToSide { along, motion, across: Double::cross(along, from), m: m.turned_by(m.value()), reach, is_moderate }
    }

    /// The largest `f64` not above the time, and whether this is certain. If it is, so is the side it comes from: the distance from
    /// the line is more than the radius, and known to many digits.
    #[inline(always)]
    pub(crate) fn time(&self) -> (N, N::Truth) {
        let length = Double::dot(self.along, self.along).root_of_squares();
        let distance = self.across.turned_by(self.across.value());
        let (t, is_certain) = distance.minus(self.reach.times(length)).over(self.m).rounded_down();
        (t, N::both(N::both(is_certain, self.m.is_firm()), self.is_moderate))
    }
}

/// Round things that reach each other, in numbers of twice the digits.
pub(crate) struct Approach<N: Numbers> {
    /// From the second's centre to the first's, and its motion as seen from there.
    from: [Double<N>; 2],
    pub(crate) motion: [Double<N>; 2],
    /// v².
    squared: Double<N>,
    /// v×a.
    across: Double<N>,
    /// The radii together.
    reach: Double<N>,
    is_moderate: N::Truth,
}

impl<N: Numbers> Approach<N> {
    #[inline(always)]
    pub(crate) fn of(
        from: [Double<N>; 2],
        motion: [Double<N>; 2],
        reach: Double<N>,
        is_moderate: N::Truth,
    ) -> Approach<N> {
        let (squared, across) = (Double::dot(motion, motion), Double::cross(motion, from));
        Approach { from, motion, squared, across, reach, is_moderate }
    }

    /// Discs that move along paths toward points; it is known whether all these numbers are moderate.
    #[inline(always)]
    pub(crate) fn to_points([a, b]: [[N; 2]; 2], point: [N; 2], radius: N, is_moderate: N::Truth) -> Approach<N> {
        Approach::of(Double::between(point, a), Double::between(a, b), Double::exactly(radius), is_moderate)
    }

    /// The largest `f64` not above the time, and whether this is certain.
    #[inline(always)]
    pub(crate) fn time(&self) -> (N, N::Truth) {
        let q = self.reach.times(self.reach).times(self.squared).minus(self.across.times(self.across));
        // Of a number that is not certain to be positive, nothing is certain.
        let is_positive = q.error().plus(q.error()).is_below(q.value());
        let n = Double::dot(self.from, self.motion).negated().minus(q.root());
        let (t, is_certain) = n.over(self.squared).rounded_down();
        let is_firm = N::both(is_positive, self.squared.is_firm());
        (t, N::both(N::both(is_certain, is_firm), self.is_moderate))
    }

    /// The direction from the second to the first at that time, of length 1, and whether it is as good as doubles can tell.
    #[inline(always)]
    pub(crate) fn direction(&self) -> ([N; 2], N::Truth) {
        let ([x, y], is_known) = self.unscaled_direction();
        let squared = x.times(x).plus(y.times(y));
        let length = squared.sqrt();
        let is_ordinary = N::both(N::all(ORDINARY[0]).is_below(squared), squared.is_below(N::all(ORDINARY[1])));
        ([x.over(length), y.over(length)], N::both(is_known, is_ordinary))
    }

    /// The same of any length, and whether enough of it is certain.
    ///
    /// The part of a along v is (a·v)/v² times v and the part across is (v×a)/v² times v turned left. At the touch the
    /// part along has become −√q/v² times v, and the part across is the same.
    #[inline(always)]
    fn unscaled_direction(&self) -> ([N; 2], N::Truth) {
        // q = (R|v| − |v×a|)(R|v| + |v×a|): near a tangent the difference is all that counts.
        let reach = self.reach.times(self.squared.root());
        let across = self.across.turned_by(self.across.value());
        let (rest, most) = (reach.minus(across), reach.plus(across));
        let is_firm = |x: Double<N>| N::all(16_777_216.0).times(x.error()).is_below(x.value());
        let is_known = N::both(is_firm(rest), N::either(is_firm(across), is_firm(most)));
        let is_known = N::both(N::both(is_known, self.squared.is_firm()), self.is_moderate);
        let (along, across) = (rest.value().times(most.value()).sqrt().negated(), self.across.value());
        let (x, y) = (self.motion[0].value(), self.motion[1].value());
        let (l, r) = (along.times(x).minus(across.times(y)), along.times(y).plus(across.times(x)));
        ([l, r], is_known)
    }
}

/// [`Moment::time`] with wide vectors.
struct TimeOf<'a>(&'a Moment);

impl Kernel for TimeOf<'_> {
    type Output = f64;

    #[inline(always)]
    fn run<M: Machine>(self) -> f64 {
        self.0.time_with::<M::One>()
    }
}

/// |a − b| less the radii, if it is a single number.
#[inline]
fn single_distance([a, b]: [f64; 2], [r, s]: [f64; 2]) -> Option<f64> {
    single_difference(single_difference(a, b)?.abs(), single_difference(r, -s)?)
}

/// a − b if it is a single number.
#[inline]
fn single_difference(a: f64, b: f64) -> Option<f64> {
    (float::rounding_error(a, -b) == 0.0).then_some(a - b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::exactly::Random;
    use crate::exact::reach;

    /// Times lie within their spans, and those are narrow.
    #[test]
    fn spans_hold_times() {
        let (mut random, mut touches, mut wide) = (Random(1), 0, 0);
        for round in 0..if carom_oracle::FEW_CASES { 20_000 } else { 200_000 } {
            let ([a, b, p, q, c, ..], r) = (random.points(), random.number().abs());
            // Every third path starts about where it touches, every third ends there.
            let near = |radius: f64| p + (c - p).normalized() * (radius * (1.0 + 4.0 * f64::EPSILON));
            let (a, b) = match round % 3 {
                0 => (a, b),
                1 => (near(r), b),
                _ => (a, near(r)),
            };
            let round = Round { start: [a, c], end: [b, c], radii: [r, r / 3.0] };
            for touch in [reach::wall([a, b], [p, q], r), reach::round(round)].into_iter().flatten() {
                let ([early, late], t) = (touch.moment.span(), touch.moment.time());
                assert!(early <= t && t <= late, "{early} {t} {late}: {touch:?}");
                touches += 1;
                wide += usize::from(1e-9 < late - early);
            }
        }
        assert!(1_000 < touches && 20 * wide < touches, "{wide} of {touches} are wide");
    }
}
