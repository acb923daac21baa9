//! When does a point that moves in a straight line first touch a segment, and which of two first?
//!
//! With the path from a to b and the segment from p to q, the path meets the segment's line at the time n/m, where
//! n = (q−p) × (a−p) and m = (q−p) × (a−b). Which of two times is smaller is decided without dividing.

use super::root::Root;
use crate::exact::answers::Side;
use crate::exact::numbers::double::{Double, fast_sum, is_certain, is_moderate, nearest_below, rest_of_division};
use crate::exact::numbers::integer::{self, DEGREE_4, Grid, Int};
use crate::exact::numbers::lanes::Lanes;
use crate::exact::numbers::number::cross;
use crate::exact::numbers::tiers::decide;
use crate::exact::signs::construct::{self, Crosses, is_safe, quotient_in_doubles};
use crate::exact::signs::filter::{self, Estimate};
use crate::exact::signs::questions::{dot_sign, on_grid, orient, segments_meet, segments_meet_in_doubt, turn};
use crate::float;
use crate::point::Point;
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

    /// Whether the path goes through the wall, for certain between the ends of both, and whether it comes from its left.
    /// `None` if that is in doubt.
    #[inline]
    pub(crate) fn through(path: [Point; 2], wall: [Point; 2]) -> Option<Option<bool>> {
        let straddle = filter::straddle(path, wall);
        if straddle.apart {
            return Some(None);
        }
        straddle.cross.then_some(Some(straddle.from_left))
    }

    /// The time of the touch alone, if there is one.
    #[inline]
    pub(crate) fn time_of(path: [Point; 2], wall: [Point; 2]) -> Option<f64> {
        let straddle = filter::straddle(path, wall);
        if straddle.apart {
            return None;
        }
        if straddle.cross {
            return Some(time_of_crossing(wall, path));
        }
        let [[a, b], [p, q]] = [path, wall];
        Some(Touch::of_in_doubt(a, b, p, q)?.time(path))
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
    fn of_in_doubt(a: Point, b: Point, p: Point, q: Point) -> Option<Touch> {
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
        match self {
            Touch::Start => 0.0,
            Touch::Line { p, q } => time_of_crossing([p, q], path),
            Touch::End(_) => time_in_integers(self, path),
        }
    }

    /// When and where the path crosses the segment: the time rounded toward zero, the point to nearest.
    #[inline]
    pub(crate) fn crossing([p, q]: [Point; 2], path: [Point; 2]) -> (f64, Point) {
        let quotient = quotient_in_doubles([p, q], path);
        let t = quotient.and_then(Double::rounded_down);
        let point = quotient.and_then(|t| construct::point_in_doubles(path, [p, q], t));
        (
            t.unwrap_or_else(|| time_in_doubt([p, q], path)),
            point.unwrap_or_else(|| construct::meeting_point_in_integers(path, [p, q])),
        )
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

/// When a path crosses a segment's line: the exact time, rounded toward zero.
#[inline(always)]
fn time_of_crossing(wall: [Point; 2], path: [Point; 2]) -> f64 {
    match quotient_in_doubles(wall, path).and_then(Double::rounded_down) {
        Some(t) => t,
        None => time_in_doubt(wall, path),
    }
}

/// The same if it is certain, else −1: without a branch, so that a loop over many runs on vectors.
#[inline(always)]
pub(crate) fn time_if_certain([p, q]: [Point; 2], [a, b]: [Point; 2]) -> f64 {
    let difference = |a: f64, b: f64| Double::<1>::difference(Lanes([a]), Lanes([b]));
    let (wx, wy) = (difference(q.x, p.x), difference(q.y, p.y));
    let across = |x: Double, y: Double| wx.times(y).minus(wy.times(x));
    let n = across(difference(a.x, p.x), difference(a.y, p.y)).magnitude();
    let m = across(difference(a.x, b.x), difference(a.y, b.y)).magnitude();
    let value = n.over(m);
    let (Lanes([high]), Lanes([low])) = fast_sum(value.high, value.low);
    let safe = is_safe(n.size.0[0], m.size.0[0], m.high.0[0], value.high.0[0]);
    if safe & is_certain(high, low, value.error()) { nearest_below(high, low) } else { -1.0 }
}

#[cold]
#[inline(never)]
fn time_in_doubt([p, q]: [Point; 2], path: [Point; 2]) -> f64 {
    let [p, q] = if orient(p, q, path[0]) == Side::Right { [q, p] } else { [p, q] };
    let touch = Touch::Line { p, q };
    time_on_grid([p, q], path).unwrap_or_else(|| time_in_integers(touch, path))
}

/// The time where n and m are single numbers, as for coordinates on a grid: then the rest of the division is exact and its sign
/// says how to round. Times that are an `f64` themselves are not certain by their value alone.
fn time_on_grid(wall: [Point; 2], path: [Point; 2]) -> Option<f64> {
    if !is_moderate([wall[0], wall[1], path[0], path[1]]) {
        return None;
    }
    let Crosses { n, m, differences: [w, v], products } = Crosses::of(wall, path);
    let lows = [w.low, v.low, products.low];
    let single = lows.iter().all(|low| low.0 == [0.0; 4]) && n.low.0 == [0.0] && m.low.0 == [0.0];
    let ([n], [m]) = (n.high.0, m.high.0);
    // Adding 0.0 turns −0.0 into 0.0.
    let t = n / m + 0.0;
    single.then(|| if rest_of_division(n, m, t) < 0.0 { float::next_down(t) } else { t })
}

#[cold]
#[inline(never)]
fn time_in_integers(touch: Touch, path: [Point; 2]) -> f64 {
    let Some(grid) = Grid::of(&touch.points(touch, path), []) else { return 0.0 };
    let (n, m) = touch.quotient(grid, path);
    integer::quotient_toward_zero(&n, &m)
}
