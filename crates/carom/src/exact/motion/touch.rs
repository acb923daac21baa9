//! When does a point that moves in a straight line first touch a segment, and which of two first?
//!
//! With the path from a to b and the segment from p to q, the path meets the segment's line at the time n/m, where
//! n = (q−p) × (a−p) and m = (q−p) × (a−b). Which of two times is smaller is decided without dividing.

use super::root::Root;
use crate::exact::answers::Side;
use crate::exact::numbers::double::{Double, is_moderate, rest_of_division};
use crate::exact::numbers::integer::{self, DEGREE_4, Grid, Int};
use crate::exact::numbers::number::cross;
use crate::exact::numbers::tiers::decide;
use crate::exact::signs::construct::{Crosses, everywhere};
use crate::exact::signs::filter::{self, Estimate};
use crate::exact::signs::questions::{dot_sign, on_grid, orient, segments_meet, segments_meet_in_doubt, turn};
use crate::float;
use crate::point::Point;
use crate::simd::{Numbers, One, Single};
use core::cmp::Ordering;

/// Which of two segments a path from `path[0]` to `path[1]` touches first; `None` unless it touches both.
pub(crate) fn order_of_hits(path: [Point; 2], first: [Point; 2], second: [Point; 2]) -> Option<Ordering> {
    let (first, second) = (Touch::of(path, first)?, Touch::of(path, second)?);
    let estimates = first.quotient_estimate(path).zip(second.quotient_estimate(path));
    let filter = estimates.and_then(|((n1, d1), (n2, d2))| filter::quotients(n1, d1, n2, d2));
    Some(decide(filter, || {
        let points = first.points(second, path);
        on_grid(&points, [], |grid| first.root(grid, path).compare(&second.root(grid, path)))
    }))
}

/// Where on its path a point first touches a segment.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Touch {
    /// Where it starts.
    Start,
    /// At one end of the segment, moving along the segment's line.
    End(Point),
    /// Where it crosses the segment's line, which runs from `p` to `q` with the path's start on its left or on it.
    Line { p: Point, q: Point },
}

impl Touch {
    #[inline]
    pub(crate) fn of([a, b]: [Point; 2], [p, q]: [Point; 2]) -> Option<Touch> {
        let straddle = filter::straddle([a, b], [p, q]);
        if straddle.apart {
            None
        } else if !straddle.cross {
            Touch::of_in_doubt(a, b, p, q)
        } else if straddle.from_left {
            Some(Touch::Line { p, q })
        } else {
            Some(Touch::Line { p: q, q: p })
        }
    }

    /// Whether the path goes through the wall between the ends of both; `None` if that is in doubt.
    #[inline(always)]
    pub(crate) fn through(path: [Point; 2], wall: [Point; 2]) -> Option<bool> {
        let straddle = filter::straddle(path, wall);
        if straddle.apart { Some(false) } else { straddle.cross.then_some(true) }
    }

    /// The time of a touch of which longer numbers cannot say whether it is one: mostly an end lies exactly on the other's line.
    #[cold]
    #[inline(never)]
    pub(crate) fn time_in_doubt_of([a, b]: [Point; 2], [p, q]: [Point; 2]) -> Option<f64> {
        let is_one_sided = |[side, other]: [Side; 2]| side == other && side != Side::On;
        let of_path = [orient(p, q, a), orient(p, q, b)];
        if is_one_sided(of_path) {
            return None;
        }
        // On one line.
        if of_path == [Side::On; 2] {
            return Some(Touch::of_in_doubt(a, b, p, q)?.time([a, b]));
        }
        if is_one_sided([orient(a, b, p), orient(a, b, q)]) {
            return None;
        }
        Some(match of_path {
            [Side::On, _] => 0.0,
            [_, Side::On] => 1.0,
            _ => time_of_crossing::<One<false>>([p, q], [a, b]),
        })
    }

    /// Two times between which the touch begins, if there is one: for less than the time itself, mostly near enough.
    ///
    /// A path whose ends are n and m away from the segment's line, on both sides, crosses it at n/(n + m).
    #[inline]
    pub(crate) fn span_of(path: [Point; 2], wall: [Point; 2]) -> Option<[f64; 2]> {
        let straddle = filter::straddle(path, wall);
        if straddle.apart {
            return None;
        }
        if !straddle.cross {
            let [[a, b], [p, q]] = [path, wall];
            let t = Touch::of_in_doubt(a, b, p, q)?.time(path);
            return Some([t, t]);
        }
        let ([n, m], [e, f]) = (straddle.sides, straddle.errors);
        // Sums, quotients and what e and f are rounded by are off by a few u.
        let early = (n - e) / ((n - e) + (m + f)) * (1.0 - 8.0 * f64::EPSILON);
        let whole = (n + e) + (m - f);
        let late = (n + e) / whole * (1.0 + 8.0 * f64::EPSILON);
        // What is mostly error, or overflows, may be anywhere.
        let (firm_start, firm_end) = (e < n, (f < m) & (whole < f64::INFINITY));
        let early = if firm_start & (0.0 < early) { early } else { 0.0 };
        Some([early, if firm_end & (late < 1.0) { late } else { 1.0 }])
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn of_in_doubt(a: Point, b: Point, p: Point, q: Point) -> Option<Touch> {
        if !segments_meet_in_doubt(a, b, p, q) {
            return None;
        }
        match turn(p, q, b, a) {
            Side::Left => Some(Touch::Line { p, q }),
            Side::Right => Some(Touch::Line { p: q, q: p }),
            Side::On if segments_meet([a, a], [p, q]) => Some(Touch::Start),
            // Both lie on one line and the start is beyond the segment: its nearer end comes first.
            Side::On if dot_sign(a, b, p, q) == Ordering::Less => Some(Touch::End(q)),
            Side::On => Some(Touch::End(p)),
        }
    }

    /// When the touch begins, as a part of the path: the exact time rounded toward zero.
    #[inline]
    pub(crate) fn time(self, path: [Point; 2]) -> f64 {
        self.time_with::<One<false>>(path)
    }

    /// The same where the vectors are known.
    #[inline(always)]
    pub(crate) fn time_with<S: Single>(self, path: [Point; 2]) -> f64 {
        match self {
            Touch::Start => 0.0,
            Touch::Line { p, q } => time_of_crossing::<S>([p, q], path),
            Touch::End(_) => time_in_integers(self, path),
        }
    }

    /// The time as a quotient n/d with d > 0, if it is one of two cross products:
    /// n = (q−p) × (a−p) and d = (q−p) × (a−b), where b−a is the whole path.
    fn quotient_estimate(self, [a, b]: [Point; 2]) -> Option<(Estimate, Estimate)> {
        let Touch::Line { p, q } = self else { return None };
        Some((Estimate::cross(q - p, a - p), Estimate::cross(q - p, a - b)))
    }

    /// The exact time. No root is left to take.
    #[inline]
    fn root(self, grid: Grid, path: [Point; 2]) -> Root<Int<DEGREE_4>> {
        let (p, s) = self.quotient(grid, path);
        Root { p, q: Int::ZERO, s, is_later: false }
    }

    /// The same quotient, exactly.
    fn quotient(self, grid: Grid, [a, b]: [Point; 2]) -> (Int<DEGREE_4>, Int<DEGREE_4>) {
        match self {
            Touch::Start => (Int::ZERO, Int::from_u64(1)),
            Touch::End(end) => {
                // Both vectors are parallel; the one axis that does not vanish gives their quotient.
                let [from, to, along] = if a.x == b.x { [a.y, end.y, b.y] } else { [a.x, end.x, b.x] };
                let (v, w) = (grid.difference(from, to), grid.difference(from, along));
                if w.sign() == Ordering::Less { (v.negated(), w.negated()) } else { (v, w) }
            }
            Touch::Line { p, q } => {
                let wall = grid.vector(p, q);
                (cross(&wall, &grid.vector(p, a)), cross(&wall, &grid.vector(b, a)))
            }
        }
    }

    /// All points the order of two touches depends on.
    fn points(self, other: Touch, [a, b]: [Point; 2]) -> [Point; 6] {
        let [c, d] = self.ends(a);
        let [e, f] = other.ends(a);
        [a, b, c, d, e, f]
    }

    fn ends(self, start: Point) -> [Point; 2] {
        match self {
            Touch::Start => [start, start],
            Touch::End(end) => [end, end],
            Touch::Line { p, q } => [p, q],
        }
    }
}

/// How a path and a segment lie in numbers of twice the digits, for one pair or several side by side: where plain ones are in doubt these mostly are not,
/// unless an end is exactly on a line.
///
/// The ends of the path are n and n − m beside the segment's line. With d = (b−a) × (p−a), the segment's ends are d and d + m beside the path's, because
/// (b−a) × (q−p) is m. So three cross products give four sides.
///
/// **Errors.** By the table of `double.rs` a cross product of exact differences has k = 15 and l = 4, and its sum with another k = 24: far less than
/// what is allowed for. Sizes above [`SAFE`](filter::SAFE) are so far above what underflow takes that it does not matter, and of what overflows nothing is certain.
pub(crate) struct Sides<N: Numbers> {
    /// They are apart, for certain.
    pub(crate) are_apart: N::Truth,
    /// They cross between the ends of both, for certain.
    pub(crate) cross: N::Truth,
    /// When they cross, rounded toward zero, if they do, and whether that is certain.
    pub(crate) time: N,
    pub(crate) is_time_certain: N::Truth,
}

impl<N: Numbers> Sides<N> {
    #[inline(always)]
    pub(crate) fn of(wall: [[N; 2]; 2], path: [[N; 2]; 2]) -> Sides<N> {
        let crosses = Crosses::of(wall, path);
        let [[start, end], [first, second]] = crosses.sides();
        let safe = N::all(filter::SAFE);
        // The other two are sums of these, and larger.
        let is_safe = N::both(safe.is_below(start.size), safe.is_below(first.size));
        let (one_sided, parted) = beside(start, end);
        let (other_one_sided, other_parted) = beside(first, second);
        let (quotient, is_quotient_safe) = crosses.quotient();
        let (time, is_certain) = quotient.rounded_down();
        Sides {
            are_apart: N::both(is_safe, N::either(one_sided, other_one_sided)),
            cross: N::both(is_safe, N::both(parted, other_parted)),
            time,
            is_time_certain: N::both(is_quotient_safe, is_certain),
        }
    }
}

/// Whether two numbers have the same sign, and whether they have different ones, for certain.
#[inline(always)]
fn beside<N: Numbers>(first: Double<N>, second: Double<N>) -> (N::Truth, N::Truth) {
    let (value, other, zero) = (first.value(), second.value(), N::all(0.0));
    let is_certain = N::both(first.error().is_below(value.abs()), second.error().is_below(other.abs()));
    let turned = value.turned_by(other);
    (N::both(is_certain, zero.is_below(turned)), N::both(is_certain, turned.is_below(zero)))
}

/// When a path crosses a segment's line: the exact time, rounded toward zero.
#[inline(always)]
pub(crate) fn time_of_crossing<S: Single>(wall: [Point; 2], path: [Point; 2]) -> f64 {
    let (t, is_certain) = time_in_doubles::<S>(everywhere(wall), everywhere(path));
    if is_certain { t.number() } else { time_in_doubt(wall, path) }
}

/// The same, and whether it is certain: without a branch, for one pair or several side by side.
#[inline(always)]
pub(crate) fn time_in_doubles<N: Numbers>(wall: [[N; 2]; 2], path: [[N; 2]; 2]) -> (N, N::Truth) {
    let (quotient, is_safe) = Crosses::of(wall, path).quotient();
    let (t, is_certain) = quotient.rounded_down();
    (t, N::both(is_safe, is_certain))
}

#[cold]
#[inline(never)]
pub(crate) fn time_in_doubt([p, q]: [Point; 2], path: [Point; 2]) -> f64 {
    let [p, q] = if orient(p, q, path[0]) == Side::Right { [q, p] } else { [p, q] };
    let touch = Touch::Line { p, q };
    let time = time_on_grid([p, q], path).or_else(|| integer::narrow_time([p, q], path));
    time.unwrap_or_else(|| time_in_integers(touch, path))
}

/// The time where n and m are single numbers, as for coordinates on a grid: then the rest of the division is exact and its sign
/// says how to round. Times that are an `f64` themselves are not certain by their value alone.
fn time_on_grid([p, q]: [Point; 2], [a, b]: [Point; 2]) -> Option<f64> {
    if !is_moderate([p, q, a, b]) {
        return None;
    }
    let (w, from, back): ([Double; 2], _, _) = (Double::vector(p, q), Double::vector(p, a), Double::vector(b, a));
    let products = [w[0].times(from[1]), w[1].times(from[0]), w[0].times(back[1]), w[1].times(back[0])];
    let (n, m) = (products[0].minus(products[1]), products[2].minus(products[3]));
    let are_single = |numbers: &[Double]| numbers.iter().all(|number| number.low.0 == 0.0);
    if ![&w[..], &from, &back, &products, &[n, m]].into_iter().all(are_single) {
        return None;
    }
    // The start is not on the right of the wall, so that neither is negative. Adding 0.0 turns −0.0 into 0.0.
    let (n, m) = (n.high.0, m.high.0);
    let t = n / m + 0.0;
    Some(if rest_of_division(n, m, t) < 0.0 { float::next_down(t) } else { t })
}

#[cold]
#[inline(never)]
fn time_in_integers(touch: Touch, path: [Point; 2]) -> f64 {
    let Some(grid) = Grid::of(&touch.points(touch, path), []) else { return 0.0 };
    let (n, m) = touch.quotient(grid, path);
    integer::quotient_toward_zero(&n, &m)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::exactly::{Exact, Random, cross as exact_cross, exact, in_units_of};
    use crate::exact::numbers::double::U;
    use carom_oracle::truth;

    /// Points of which the last is about where the path from the first to the second meets the wall between the other two, or one of its ends, but for a unit or two in the last place.
    fn near_touching(random: &mut Random, round: usize) -> [Point; 4] {
        let [a, p, q, ..] = random.points();
        let t = random.number().abs();
        let near = match round % 4 {
            0 => p,
            1 => q,
            _ => p + (q - p) * (t - float::floor(t)),
        };
        let beside = |x: f64, by: usize| match by % 3 {
            0 => x,
            1 => float::next_down(x),
            _ => float::next_up(x),
        };
        let near = Point::new(beside(near.x, round / 4), beside(near.y, round / 12));
        let b = if round % 5 < 3 { near } else { near + (near - a) };
        if round % 7 == 0 { [b, a, p, q] } else { [a, b, p, q] }
    }

    /// A path along a wall's line comes to the wall's nearer end after a part of its length, whichever axis it goes along.
    #[test]
    fn times_along_a_line() {
        for (x, y) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (3.0, -4.0)] {
            let [a, near, far, b] = [0.0, 2.0, 4.0, 8.0].map(|t| Point::new(1.0 + t * x, 5.0 + t * y));
            for [p, q] in [[near, far], [far, near]] {
                let touch = Touch::of_in_doubt(a, b, p, q).unwrap();
                assert_eq!(touch.time([a, b]), 0.25, "{x} {y}");
            }
            assert!(Touch::of_in_doubt(a, near, far, b).is_none());
        }
    }

    /// A path that starts on the line of a wall has a time of 0, and not of −0.
    #[test]
    fn no_time_is_negative_zero() {
        let point = Point::new;
        for [p, q] in [[point(4.0, 0.0), point(-4.0, 0.0)], [point(-4.0, 0.0), point(4.0, 0.0)]] {
            for (x, y) in [(5.0, 3.0), (-5.0, 3.0), (5.0, -3.0), (-5.0, -3.0), (1.0, 3.0), (-1.0, -3.0)] {
                // The wall is turned so that the path comes from its left.
                let wall = if y < 0.0 { [p, q] } else { [q, p] };
                let path = [point(x, 0.0), point(x, y)];
                assert_eq!(time_on_grid(wall, path).map(f64::to_bits), Some(0), "{wall:?} {path:?}");
            }
        }
    }

    /// What longer numbers say is so, whether in one lane or in four; and nearly all near touches are decided by them.
    #[test]
    fn sides_are_those_of_exact_numbers() {
        let (mut random, mut decided, mut apart) = (Random(5), 0, 0);
        let rounds = if carom_oracle::FEW_CASES { 20_000 } else { 200_000 };
        for round in 0..rounds {
            let [a, b, p, q] = near_touching(&mut random, round);
            let sides = Sides::<One<false>>::of(everywhere([p, q]), everywhere([a, b]));
            let ends = |p: Point| [p.x, p.y];
            let expected = truth::first_touch([a, b].map(ends), [p, q].map(ends));
            let what = alloc::format!("{a:?} {b:?} beside {p:?} {q:?}");
            if sides.are_apart {
                assert!(expected.is_none() && !sides.cross, "apart: {what}");
                apart += 1;
            }
            if sides.cross {
                let ([n, m], [d, e]) = (
                    [exact_cross(p, q, p, a), exact_cross(p, q, p, b)],
                    [exact_cross(a, b, a, p), exact_cross(a, b, a, q)],
                );
                let are_parted = |x: Exact, y: Exact| x.sign() == y.sign().reverse() && x.sign() != Ordering::Equal;
                assert!(are_parted(n, m) && are_parted(d, e), "cross: {what}");
                if sides.is_time_certain {
                    assert_eq!(Some(sides.time.0.to_bits()), expected.map(f64::to_bits), "{what}");
                }
            }
            assert_eq!(Touch::time_in_doubt_of([a, b], [p, q]).map(f64::to_bits), expected.map(f64::to_bits), "{what}");
            decided += usize::from(sides.are_apart | sides.cross);
        }
        assert!(
            rounds < 10 * apart && 10 * decided > 7 * rounds,
            "{decided} of {rounds} are decided, {apart} are apart"
        );
    }

    /// All four sides are off by no more than the table of `double.rs` says, and by some of it.
    #[test]
    fn errors_of_sides_are_within_the_table() {
        let (mut random, mut largest) = (Random(6), 0.0_f64);
        for round in 0..if carom_oracle::FEW_CASES { 5_000 } else { 100_000 } {
            let [a, b, p, q] = near_touching(&mut random, round);
            let crosses = Crosses::<One<false>>::of(everywhere([p, q]), everywhere([a, b]));
            let truth =
                [(p, q, p, a), (p, q, p, b), (a, b, a, p), (a, b, a, q)].map(|(a, b, c, d)| exact_cross(a, b, c, d));
            for (found, truth) in crosses.sides().into_iter().flatten().zip(truth) {
                let truth = if crosses.side.0.is_sign_negative() { exact(0.0) - truth } else { truth };
                let off = exact(found.high.0) + exact(found.low.0) - truth;
                largest = largest.max(in_units_of(off, exact(found.size.0)) / U);
            }
        }
        assert!((0.5..=24.0).contains(&largest), "off by {largest}");
    }

    /// The exact time is within the span, and nearly all spans are narrow.
    #[test]
    fn spans_hold_their_times_and_are_narrow() {
        let (mut random, mut crossing, mut narrow) = (Random(12), 0, 0);
        for _ in 0..if carom_oracle::FEW_CASES { 20_000 } else { 200_000 } {
            let [a, b, p, q, ..] = random.points();
            if Touch::through([a, b], [p, q]) != Some(true) {
                continue;
            }
            let time = Touch::time_in_doubt_of([a, b], [p, q]).expect("they cross");
            let [early, late] = Touch::span_of([a, b], [p, q]).expect("they cross");
            assert!(early <= time && time <= late, "{a:?} {b:?} {p:?} {q:?}: {early} {time} {late}");
            crossing += 1;
            narrow += u32::from(late - early < 1e-12);
        }
        assert!(1000 < crossing && 100 * (crossing - narrow) < crossing, "{narrow} of {crossing}");
    }

    /// What is too large to be computed may be at any time.
    #[test]
    fn a_span_that_overflows_is_all_times() {
        let p = |x: f64, y: f64| Point::new(x, y);
        let (path, wall) = ([p(0.0, -0.6e154), p(0.0, 0.5e154)], [p(-1e154, 0.0), p(1e154, 0.0)]);
        let time = Touch::time_in_doubt_of(path, wall).expect("they cross");
        let [early, late] = Touch::span_of(path, wall).expect("they cross");
        assert!(early <= time && time <= late, "{early} {time} {late}");
    }
}
