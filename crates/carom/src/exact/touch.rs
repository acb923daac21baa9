//! When does a point that moves in a straight line first touch a segment, and which of two first?
//!
//! With the path from a to b and the segment from p to q, the path meets the segment's line at the time n/m, where
//! n = (q−p) × (a−p) and m = (q−p) × (a−b). Which of two times is smaller is decided without dividing.

use super::double::{Double, MAX_ERROR, U2, cross, is_moderate, rest_of_division};
use super::filter::{self, Estimate};
use super::integer::{self, FEW, Grid, Int, MANY};
use super::{Side, decide, dot_sign, in_integers, narrow, segments_meet, turn};
use crate::float;
use crate::point::Point;
use core::cmp::Ordering;

/// Which of two segments a path from `path[0]` to `path[1]` touches first; `None` unless it touches both.
///
/// ```
/// use core::cmp::Ordering;
/// let p = |x, y| carom::Point::new(x, y);
/// let (path, near, far) = ([p(0.0, 0.0), p(3.0, 0.0)], [p(1.0, -1.0), p(1.0, 1.0)], [p(2.0, -1.0), p(2.0, 1.0)]);
/// assert_eq!(carom::exact::order_of_hits(path, near, far), Some(Ordering::Less));
/// ```
#[must_use]
pub fn order_of_hits(path: [Point; 2], first: [Point; 2], second: [Point; 2]) -> Option<Ordering> {
    let (first, second) = (Touch::of(path, first)?, Touch::of(path, second)?);
    let estimates = first.quotient_estimate(path).zip(second.quotient_estimate(path));
    let filter = estimates.and_then(|((n1, d1), (n2, d2))| filter::quotients(n1, d1, n2, d2));
    Some(decide(filter, || {
        let points = first.points(second, path);
        let narrow = narrow(&points, [], |grid| compare_touches::<FEW>(grid, path, first, second));
        in_integers(narrow, &points, [], |grid| compare_touches::<MANY>(grid, path, first, second))
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
        if !segments_meet([a, b], [p, q]) {
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
            Touch::Line { p, q } => time_in_doubles([p, q], path).unwrap_or_else(|| time_in_integers(self, path)),
            Touch::End(_) => time_in_integers(self, path),
        }
    }

    /// The time as a quotient n/d with d > 0, if it is one of two cross products:
    /// n = (q−p) × (a−p) and d = (q−p) × (a−b), where b−a is the whole path.
    fn quotient_estimate(self, [a, b]: [Point; 2]) -> Option<(Estimate, Estimate)> {
        let Touch::Line { p, q } = self else { return None };
        Some((Estimate::cross(q - p, a - p), Estimate::cross(q - p, a - b)))
    }

    /// The same quotient, exactly.
    fn quotient<const N: usize>(self, grid: Grid, [a, b]: [Point; 2]) -> (Int<N>, Int<N>) {
        match self {
            Touch::Start => (Int::ZERO, Int::from_u64(1)),
            Touch::End(end) => {
                let (w, v) = (grid.vector::<N>(a, b), grid.vector(a, end));
                // Both vectors are parallel; the one axis that does not vanish gives their quotient.
                let axis = usize::from(w[0].sign() == Ordering::Equal);
                match w[axis].sign() {
                    Ordering::Less => (v[axis].negated(), w[axis].negated()),
                    _ => (v[axis], w[axis]),
                }
            }
            Touch::Line { p, q } => {
                let wall = grid.vector::<N>(p, q);
                (integer::cross(&wall, &grid.vector(p, a)), integer::cross(&wall, &grid.vector(b, a)))
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

fn compare_touches<const N: usize>(grid: Grid, path: [Point; 2], first: Touch, second: Touch) -> Ordering {
    let ((n1, d1), (n2, d2)) = (first.quotient::<N>(grid, path), second.quotient::<N>(grid, path));
    n1.times(&d2).compare(&n2.times(&d1))
}

/// The time at which a path crosses a segment's line, rounded toward zero, if twice the precision of `f64` suffices.
///
/// As for the point where lines meet (`construct.rs`), n and m are off by 10u² of their permanents and the quotient by
/// 18u² more. If the rest beyond the leading `f64` is further from zero than that, its sign tells on which
/// side of it the exact time lies. Times that are themselves an `f64` cannot be told that way; where n and m are
/// single numbers, as for coordinates on a grid, the rest of the division is exact and tells.
fn time_in_doubles([p, q]: [Point; 2], [a, b]: [Point; 2]) -> Option<f64> {
    if !is_moderate([a, b, p, q]) {
        return None;
    }
    let wall = Double::vector(p, q);
    let (n, m) = (cross(wall, Double::vector(p, a)), cross(wall, Double::vector(b, a)));
    if n.single && m.single {
        let (n, m) = (n.value.high, m.value.high);
        let t = n / m;
        return Some(if rest_of_division(n, m, t) < 0.0 { float::next_down(t) } else { t });
    }
    let t = n.value.over(m.value);
    let spread = 12.0 * (n.spread + m.spread) + 30.0;
    let error = U2 * t.high * spread;
    if MAX_ERROR < U2 * spread {
        None
    } else if error < t.low {
        Some(t.high)
    } else if t.low < -error {
        Some(float::next_down(t.high))
    } else {
        None
    }
}

#[cold]
#[inline(never)]
fn time_in_integers(touch: Touch, path: [Point; 2]) -> f64 {
    fn exact<const N: usize>(grid: Grid, touch: Touch, path: [Point; 2]) -> f64 {
        let (n, m) = touch.quotient::<N>(grid, path);
        integer::quotient_toward_zero(&n, &m)
    }
    let points = touch.points(touch, path);
    match Grid::of(&points, []) {
        Some(grid) if grid.is_narrow() => exact::<FEW>(grid, touch, path),
        Some(grid) => exact::<MANY>(grid, touch, path),
        None => 0.0,
    }
}
