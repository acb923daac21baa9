//! Points and numbers that are rounded once: the `f64` nearest to the exact value, ties to even.
//!
//! Rounding the exact value makes the result independent of the order of the arguments and of the machine.

use super::filter::SAFE;
use crate::exact::numbers::double::{Double, are_moderate};
use crate::exact::numbers::integer::{self, DEGREE_4, Grid, Int};
use crate::exact::numbers::number;
use crate::point::Point;
use crate::simd::{Four, Numbers, One};

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
        let One(at) = coordinate_between::<One<false>>(One(a), Double::difference(One(b), One(a)), One(t));
        // What overflowed is computed from parts that do not.
        (if at.is_finite() { at } else { (1.0 - t) * a + t * b }) + 0.0
    };
    Point::new(coordinate(a.x, b.x), coordinate(a.y, b.y))
}

/// The same, given b − a, for moderate coordinates and a time that is the quotient of two formulas of degree 2 in them.
///
/// Such a time is at least 2⁻⁷³⁴ and a multiple of 2⁻⁷⁸⁷, and differences are multiples of 2⁻¹⁸²: nothing underflows, and what
/// a product leaves is one number, however it is found. So these are the same bits.
#[inline(always)]
pub(crate) fn between_moderate<N: Numbers>([a, b]: [[N; 2]; 2], motion: [Double<N>; 2], t: N) -> [N; 2] {
    let is_over = t.is_equal(N::all(1.0));
    // No closure: the compiler may leave one outside, and compile it without the machine's instructions.
    let x = coordinate_between(a[0], motion[0], t).plus(N::all(0.0));
    let y = coordinate_between(a[1], motion[1], t).plus(N::all(0.0));
    let [is_x_end, is_y_end] = [N::either(is_over, a[0].is_equal(b[0])), N::either(is_over, a[1].is_equal(b[1]))];
    [N::choose(is_x_end, b[0], x), N::choose(is_y_end, b[1], y)]
}

#[inline(always)]
fn coordinate_between<N: Numbers>(a: N, motion: Double<N>, t: N) -> N {
    motion.times(Double::exactly(t)).plus(Double::exactly(a)).value()
}

/// Where the lines through two segments that are not parallel meet.
#[inline]
pub(crate) fn meeting_point(first: [Point; 2], second: [Point; 2]) -> Point {
    meeting_point_in_doubles(first, second).unwrap_or_else(|| meeting_point_in_integers(first, second))
}

/// The same if twice the precision of `f64` suffices to be certain how to round.
fn meeting_point_in_doubles(first: [Point; 2], second: [Point; 2]) -> Option<Point> {
    let crosses = Crosses::<One<false>>::of(everywhere(second), everywhere(first));
    let (t, is_safe) = crosses.quotient();
    let (point, is_certain) = crosses.point(t);
    (is_safe && is_certain).then(|| Point::new(point[0].0, point[1].0))
}

/// The same two points in each lane.
#[inline(always)]
pub(crate) fn everywhere<N: Numbers>([a, b]: [Point; 2]) -> [[N; 2]; 2] {
    [[N::all(a.x), N::all(a.y)], [N::all(b.x), N::all(b.y)]]
}

/// Four paths or walls side by side.
#[inline(always)]
pub(crate) fn in_lanes<F: Four>([a, b, c, d]: [[Point; 2]; 4]) -> [[F; 2]; 2] {
    [F::of_points([&a[0], &b[0], &c[0], &d[0]]), F::of_points([&a[1], &b[1], &c[1], &d[1]])]
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

/// When and where a path from a to b crosses the line from p to q: at n/m, with n = (q−p) × (a−p) and m = (q−p) × (a−b), both turned so
/// that m is not negative.
pub(crate) struct Crosses<N> {
    wall: [[N; 2]; 2],
    path: [[N; 2]; 2],
    n: Double<N>,
    m: Double<N>,
    /// a − p, and a − b.
    from: [Double<N>; 2],
    back: [Double<N>; 2],
    /// The sign of m before it was turned: positive if the path comes from the left.
    pub(crate) side: N,
}

/// What of that a path's end does not change.
pub(crate) struct FromStart<N> {
    wall: [[N; 2]; 2],
    start: [N; 2],
    /// n, before it is turned.
    n: Double<N>,
    /// q − p.
    pub(crate) along: [Double<N>; 2],
    /// a − p.
    from: [Double<N>; 2],
}

impl<N: Numbers> FromStart<N> {
    #[inline(always)]
    pub(crate) fn of(wall: [[N; 2]; 2], start: [N; 2]) -> FromStart<N> {
        let (along, from) = (Double::between(wall[0], wall[1]), Double::between(wall[0], start));
        FromStart { wall, start, n: Double::cross(along, from), along, from }
    }

    #[inline(always)]
    pub(crate) fn to(&self, end: [N; 2]) -> Crosses<N> {
        let FromStart { wall, start, n, along, from } = *self;
        let back = Double::between(end, start);
        let m = Double::cross(along, back);
        // From which side the path comes is anybody's guess, so that is no branch.
        let (n, turned) = (n.turned_by(m.high), m.turned_by(m.high));
        Crosses { wall, path: [start, end], n, m: turned, from, back, side: m.high }
    }
}

impl<N: Numbers> Crosses<N> {
    #[inline(always)]
    pub(crate) fn of(wall: [[N; 2]; 2], [start, end]: [[N; 2]; 2]) -> Crosses<N> {
        FromStart::of(wall, start).to(end)
    }

    /// How far beside the line from p to q are a and b, and how far beside that from a to b are p and q, as cross products: (q−p) × (a−p) and so on. All
    /// four may have their signs turned.
    #[inline(always)]
    pub(crate) fn sides(&self) -> [[Double<N>; 2]; 2] {
        // (b−a) × (p−a) is (a−b) × (a−p).
        let first = Double::cross(self.back, self.from).turned_by(self.side);
        [[self.n, self.n.minus(self.m)], [first, first.plus(self.m)]]
    }

    /// n/m, and whether it means anything.
    ///
    /// If n and m are above [`SAFE`] and so is the quotient, what underflows before is far below the error that is allowed for: it does
    /// so once, in products of exact differences. What overflows makes NaN, of which nothing is ever certain.
    #[inline(always)]
    pub(crate) fn quotient(&self) -> (Double<N>, N::Truth) {
        let (value, safe) = (self.n.over(self.m), N::all(SAFE));
        let is_safe = N::both(safe.is_below(self.n.size), safe.is_below(self.m.size));
        (value, N::both(N::both(is_safe, self.m.is_firm()), safe.is_below(value.high.abs())))
    }

    /// a + t(b−a), which is also a point of the line through p and q, and whether it is certain how to round.
    #[inline(always)]
    pub(crate) fn point(&self, t: Double<N>) -> ([N; 2], N::Truth) {
        let ([p, q], [a, b], [back_x, back_y]) = (self.wall, self.path, self.back);
        let (at_x, at_y) = (Double::exactly(a[0]).minus(back_x.times(t)), Double::exactly(a[1]).minus(back_y.times(t)));
        let (x, is_x_certain) = coordinate(at_x, [a[0], b[0]], [p[0], q[0]]);
        let (y, is_y_certain) = coordinate(at_y, [a[1], b[1]], [p[1], q[1]]);
        ([x, y], N::both(is_x_certain, is_y_certain))
    }
}

/// A coordinate of a point on both of two segments, rounded, and whether this is certain. Where one is level, it is that of its ends.
#[inline(always)]
fn coordinate<N: Numbers>(at: Double<N>, [a, b]: [N; 2], [p, q]: [N; 2]) -> (N, N::Truth) {
    let (is_level, is_other_level) = (a.is_equal(b), p.is_equal(q));
    let (value, is_certain) = at.rounded();
    // What underflows is far below the error of a number of a safe size.
    let is_certain = N::both(is_certain, N::all(SAFE).is_below(at.size));
    let value = N::choose(is_level, a, N::choose(is_other_level, p, value));
    (value, N::either(is_certain, N::either(is_level, is_other_level)))
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
    let foot = Foot::<One<false>>::of([One(p.x), One(p.y)], everywhere([a, b]));
    foot.is_certain.then(|| Point::new(foot.point[0].0, foot.point[1].0))
}

/// The feet of points on the lines from a to b.
pub(crate) struct Foot<N: Numbers> {
    pub(crate) point: [N; 2],
    /// Whether it is certain how to round them.
    pub(crate) is_certain: N::Truth,
    /// b − a, rounded.
    pub(crate) along: [N; 2],
    /// Positive on the left of the line, and whether that is certain.
    pub(crate) across: N,
    pub(crate) is_beside: N::Truth,
}

impl<N: Numbers> Foot<N> {
    #[inline(always)]
    pub(crate) fn of(p: [N; 2], [a, b]: [[N; 2]; 2]) -> Foot<N> {
        Foot::of_moderate(p, [a, b], are_moderate(&[p[0], p[1], a[0], a[1], b[0], b[1]]))
    }

    /// The same where it is known whether all these numbers are moderate.
    #[inline(always)]
    pub(crate) fn of_moderate(p: [N; 2], [a, b]: [[N; 2]; 2], is_moderate: N::Truth) -> Foot<N> {
        let (along, from) = (Double::between(a, b), Double::between(a, p));
        let (t, across) = (Double::dot(along, from).over(Double::dot(along, along)), Double::cross(along, from));
        let (x, is_x_certain) = coordinate(along[0].times(t).plus(Double::exactly(a[0])), [a[0], b[0]], [a[0], b[0]]);
        let (y, is_y_certain) = coordinate(along[1].times(t).plus(Double::exactly(a[1])), [a[1], b[1]], [a[1], b[1]]);
        Foot {
            point: [x, y],
            is_certain: N::both(N::both(is_x_certain, is_y_certain), is_moderate),
            along: [along[0].high, along[1].high],
            across: across.value(),
            is_beside: across.error().is_below(across.value().abs()),
        }
    }
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

    /// No place between two others is −0, even if a part of the way vanishes.
    #[test]
    fn no_place_is_negative_zero() {
        let path = [Point::new(-0.0, 1.0), Point::new(-5e-324, 1.0)];
        assert_eq!(between(path, 0.25).x.to_bits(), 0);
    }

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

    /// Zeros have no sign, and halves of what is too large are added.
    #[test]
    fn zeros_have_no_sign() {
        let (zero, tenth) = (Point::new(-0.0, -0.0), Point::new(-0.1, 1.0));
        let middle = midpoint(zero, zero);
        assert_eq!([middle.x.to_bits(), middle.y.to_bits()], [0, 0]);
        assert_eq!(between([zero, tenth], 0.0).x.to_bits(), 0);
        assert_eq!(
            midpoint(Point::new(f64::MAX, 1e308), Point::new(f64::MAX, 1.7e308)),
            Point::new(f64::MAX, 1.35e308)
        );
    }
}
