//! Points and numbers that are rounded once: the `f64` nearest to the exact value, ties to even.
//!
//! Rounding the exact value makes the result independent of the order of the arguments and of the machine.

use super::filter::SAFE;
use crate::exact::numbers::double::{Double, is_moderate};
use crate::exact::numbers::integer::{self, DEGREE_4, Grid, Int};
use crate::exact::numbers::lanes::Lanes;
use crate::exact::numbers::number;
use crate::point::Point;

/// p × q as vectors from the origin: the line constant of the segment from p to q.
pub(crate) fn cross(p: Point, q: Point) -> f64 {
    let Some(grid) = Grid::of(&[p, q], []) else { return p.x * q.y - p.y * q.x };
    let value = number::cross::<Int<DEGREE_4>>(&grid.vector(Point::default(), p), &grid.vector(Point::default(), q));
    integer::quotient(&value, &Int::from_u64(1), 2 * grid.step())
}

/// The area to the left of some edges that close up: half the sum of a × b.
pub(crate) fn area(edges: impl Iterator<Item = [Point; 2]> + Clone) -> f64 {
    let Some(grid) = Grid::of_values(edges.clone().flat_map(|[a, _]| [a.x, a.y])) else { return 0.0 };
    let from_origin = |p: Point| grid.vector::<DEGREE_4>(Point::default(), p);
    let twice = edges.fold(Int::ZERO, |sum, [a, b]| sum.plus(&number::cross(&from_origin(a), &from_origin(b))));
    integer::quotient(&twice, &Int::from_u64(1), 2 * grid.step() - 1)
}

/// The point halfway between two finite points.
pub(crate) fn midpoint(a: Point, b: Point) -> Point {
    // The sum is rounded once, and not at all where it is so small that halving it rounds; only overflow can spoil that.
    let halfway = |a: f64, b: f64| {
        let sum = a + b;
        // Adding 0.0 turns −0.0 into 0.0.
        (if sum.is_finite() { sum / 2.0 } else { a / 2.0 + b / 2.0 }) + 0.0
    };
    Point::new(halfway(a.x, b.x), halfway(a.y, b.y))
}

/// a + t(b−a): where something that moves from a to b is at a time from 0 to 1, correct but for the last unit or so of the
/// largest of these numbers.
pub(crate) fn between([a, b]: [Point; 2], t: f64) -> Point {
    let coordinate = |a: f64, b: f64| {
        if a == b || t == 1.0 {
            return b;
        }
        let at = Double::difference(Lanes([b]), Lanes([a])).times(Double::new(t)).plus(Double::new(a)).value();
        // What overflowed is computed from parts that do not.
        (if at.is_finite() { at } else { (1.0 - t) * a + t * b }) + 0.0
    };
    Point::new(coordinate(a.x, b.x), coordinate(a.y, b.y))
}

/// Where the lines through two segments that are not parallel meet.
#[inline]
pub(crate) fn meeting_point(first: [Point; 2], second: [Point; 2]) -> Point {
    meeting_point_in_doubles(first, second).unwrap_or_else(|| meeting_point_in_integers(first, second))
}

/// The same if twice the precision of `f64` suffices to be certain how to round: a + t(b−a), with t = n/m as in [`Crosses`].
fn meeting_point_in_doubles(first: [Point; 2], second: [Point; 2]) -> Option<Point> {
    point_in_doubles(first, second, quotient_in_doubles(second, first)?)
}

/// a + t(b−a), which is also a point of the line through p and q, if it is certain how to round.
#[inline]
pub(crate) fn point_in_doubles([a, b]: [Point; 2], [p, q]: [Point; 2], t: Double) -> Option<Point> {
    let path = Double::difference(Lanes([b.x, b.y]), Lanes([a.x, a.y]));
    let start = Double::difference(Lanes([a.x, a.y]), Lanes([0.0; 2]));
    let at = path.times(t.lanes([0, 0])).plus(start);
    // What underflows is far below the error of a number of a safe size.
    let coordinate = |lane: usize, [a, b]: [f64; 2], [p, q]: [f64; 2]| {
        let at = at.lanes([lane]);
        if a == b {
            Some(a)
        } else if p == q {
            Some(p)
        } else if SAFE < at.size.0[0] {
            at.rounded()
        } else {
            None
        }
    };
    Some(Point::new(coordinate(0, [a.x, b.x], [p.x, q.x])?, coordinate(1, [a.y, b.y], [p.y, q.y])?))
}

#[cold]
#[inline(never)]
pub(crate) fn meeting_point_in_integers([a, b]: [Point; 2], [c, d]: [Point; 2]) -> Point {
    let Some(grid) = Grid::of(&[a, b, c, d], []) else { return a };
    // a + (b−a)·n/m with n = (d−c) × (a−c) and m = (d−c) × (a−b).
    let other = grid.vector(c, d);
    let n = number::cross(&other, &grid.vector(c, a));
    let m = number::cross(&other, &grid.vector(b, a));
    along(grid, a, b, &n, &m)
}

/// n/m for a path and a segment's line, in twice the precision of `f64`; `None` if that does not suffice.
///
/// The four products of n and m are made side by side. If they are above [`SAFE`] and so is the quotient, what underflows
/// before is far below the error that is allowed for: it does so once, in products of exact differences. What
/// overflows makes NaN, of which nothing is ever certain.
#[inline(always)]
pub(crate) fn quotient_in_doubles(wall: [Point; 2], path: [Point; 2]) -> Option<Double> {
    let Crosses { n, m, .. } = Crosses::of(wall, path);
    let value = n.over(m);
    is_safe(n.size.0[0], m.size.0[0], m.high.0[0], value.high.0[0]).then_some(value)
}

/// When a path from a to b crosses the line from p to q: at n/m, with n = (q−p) × (a−p) and m = (q−p) × (a−b), both turned so
/// that m is not negative.
pub(crate) struct Crosses {
    pub(crate) n: Double,
    pub(crate) m: Double,
    pub(crate) differences: [Double<4>; 2],
    pub(crate) products: Double<4>,
}

impl Crosses {
    #[inline(always)]
    pub(crate) fn of([p, q]: [Point; 2], [a, b]: [Point; 2]) -> Crosses {
        let w = Double::difference(Lanes([q.x, q.y, q.x, q.y]), Lanes([p.x, p.y, p.x, p.y]));
        let v = Double::difference(Lanes([a.y, a.x, a.y, a.x]), Lanes([p.y, p.x, b.y, b.x]));
        let products = w.times(v);
        let crosses = products.lanes([0, 2]).minus(products.lanes([1, 3]));
        // From which side the path comes is anybody's guess, so that is no branch.
        let sign = if crosses.high.0[1] < 0.0 { -1.0 } else { 1.0 };
        let signed = |lane: usize| {
            let Double { high, low, size } = crosses.lanes([lane]);
            Double { high: Lanes([high.0[0] * sign]), low: Lanes([low.0[0] * sign]), size }
        };
        Crosses { n: signed(0), m: signed(1), differences: [w, v], products }
    }
}

/// Whether the quotient of two numbers of these sizes means anything; see [`quotient_in_doubles`].
#[inline(always)]
pub(crate) fn is_safe(n_size: f64, m_size: f64, m: f64, quotient: f64) -> bool {
    (SAFE < n_size) & (SAFE < m_size) & (SAFE < quotient.abs()) & (m_size < m * 1_099_511_627_776.0)
}

/// The point of the line through two distinct points that is nearest to `p`.
pub(crate) fn foot(p: Point, [a, b]: [Point; 2]) -> Point {
    foot_in_doubles(p, [a, b]).unwrap_or_else(|| foot_in_integers(p, [a, b]))
}

#[cold]
#[inline(never)]
fn foot_in_integers(p: Point, [a, b]: [Point; 2]) -> Point {
    let Some(grid) = Grid::of(&[p, a, b], []) else { return a };
    // a + (b−a)·n/m with n = (b−a) · (p−a) and m = |b−a|².
    let w = grid.vector(a, b);
    let n = number::dot(&w, &grid.vector(a, p));
    along(grid, a, b, &n, &number::dot(&w, &w))
}

/// The same if twice the precision of `f64` suffices to be certain how to round.
fn foot_in_doubles(p: Point, [a, b]: [Point; 2]) -> Option<Point> {
    if !is_moderate([p, a, b]) {
        return None;
    }
    let w = Double::difference(Lanes([b.x, b.y, b.x, b.y]), Lanes([a.x, a.y, a.x, a.y]));
    let v = Double::difference(Lanes([p.x, p.y, b.x, b.y]), Lanes([a.x, a.y, a.x, a.y]));
    let products = w.times(v);
    let dots = products.lanes([0, 2]).plus(products.lanes([1, 3]));
    point_in_doubles([a, b], [a, b], dots.lanes([0]).over(dots.lanes([1])))
}

/// The centre of the circle through three points that are not on one line.
pub(crate) fn circumcenter(a: Point, b: Point, c: Point) -> Point {
    let Some(grid) = Grid::of(&[a, b, c], []) else { return a };
    // With v = b−a and w = c−a the centre is a + (|v|²·w − |w|²·v turned left) / 2(v × w).
    let (v, w) = (grid.vector::<DEGREE_4>(a, b), grid.vector::<DEGREE_4>(a, c));
    let (v2, w2) = (number::dot(&v, &v), number::dot(&w, &w));
    let m = number::cross(&v, &w).shifted(1);
    let x = w[1].times(&v2).minus(&v[1].times(&w2));
    let y = v[0].times(&w2).minus(&w[0].times(&v2));
    let coordinate =
        |start: f64, n: &Int<DEGREE_4>| integer::quotient(&grid.int(start).times(&m).plus(n), &m, grid.step());
    Point::new(coordinate(a.x, &x), coordinate(a.y, &y))
}

/// a + (b−a)·n/m.
fn along(grid: Grid, a: Point, b: Point, n: &Int<DEGREE_4>, m: &Int<DEGREE_4>) -> Point {
    let coordinate = |a: f64, b: f64| {
        let start = grid.int(a).times(m);
        let path = grid.difference(a, b).times(n);
        integer::quotient(&start.plus(&path), m, grid.step())
    };
    Point::new(coordinate(a.x, b.x), coordinate(a.y, b.y))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Doubles and integers must give the same bits, and doubles must nearly always give an answer.
    #[test]
    fn doubles_round_as_integers_do() {
        let mut state = 1_u64;
        let mut number = |size: f64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5) * size
        };
        let (mut all, mut certain, mut rounds, mut feet) = (0, 0, 0, 0);
        for round in 0..if carom_oracle::FEW_CASES { 5_000 } else { 200_000 } {
            let size = [1.0, 1000.0, 1e-30, 1e40][round % 4];
            let [a, b, c, d] = [(); 4].map(|()| Point::new(number(size), number(size)));
            // Every third pair is nearly parallel: the second segment ends next to a copy of the first.
            let d = if round % 3 == 0 { c + (b - a) * 0.7 } else { d };
            if let Some(foot) = foot_in_doubles(c, [a, b]) {
                assert_eq!(foot, foot_in_integers(c, [a, b]), "{c:?} on {a:?} {b:?}");
                feet += 1;
            }
            rounds += 1;
            if crate::exact::turn(a, b, c, d) == crate::Side::On {
                continue;
            }
            all += 1;
            if let Some(point) = meeting_point_in_doubles([a, b], [c, d]) {
                certain += 1;
                assert_eq!(point, meeting_point_in_integers([a, b], [c, d]), "{a:?} {b:?} {c:?} {d:?}");
            }
        }
        assert!(1000 * certain >= 600 * all, "{certain} of {all} are certain");
        assert!(1000 * feet >= 999 * rounds, "{feet} of {rounds} feet are certain");
    }

    /// A quotient of numbers at opposite ends of the range would be subnormal and lose its second half.
    #[test]
    fn doubles_leave_extreme_quotients_to_integers() {
        let (p, q) = (crate::float::power_of_two(-247), crate::float::power_of_two(249));
        let (a, b) = (Point::new(p, 0.0), Point::new(q, 1.3 * q));
        let (c, d) = (Point::new(p, -1.7 * p), Point::new(p * (1.0 + f64::EPSILON), 1.1 * q));
        assert_eq!(meeting_point([a, b], [c, d]).y, 9.641687152609e-240);
    }
}
