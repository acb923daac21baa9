//! Points and numbers that are rounded once: the `f64` nearest to the exact value, ties to even.
//!
//! Rounding the exact value makes the result independent of the order of the arguments and of the machine.

use super::integer::{self, FEW, Grid, Int, MANY};
use crate::point::Point;

/// p × q as vectors from the origin: the line constant of the segment from p to q.
pub(crate) fn cross(p: Point, q: Point) -> f64 {
    fn exact<const N: usize>(grid: Grid, p: Point, q: Point) -> f64 {
        let value = integer::cross::<N>(&grid.vector(Point::default(), p), &grid.vector(Point::default(), q));
        integer::quotient(&value, &Int::from_u64(1), 2 * grid.step())
    }
    let Some(grid) = Grid::of(&[p, q], []) else { return p.x * q.y - p.y * q.x };
    if grid.is_narrow() { exact::<FEW>(grid, p, q) } else { exact::<MANY>(grid, p, q) }
}

/// The point halfway between two finite points.
pub(crate) fn midpoint(a: Point, b: Point) -> Point {
    // The sum is rounded once, and not at all where it is so small that halving it rounds; only overflow is in the way.
    let halfway = |a: f64, b: f64| {
        let sum = a + b;
        if sum.is_finite() { sum / 2.0 } else { a / 2.0 + b / 2.0 }
    };
    Point::new(halfway(a.x, b.x), halfway(a.y, b.y))
}

/// Where the lines through two segments that are not parallel meet.
pub(crate) fn meeting_point([a, b]: [Point; 2], [c, d]: [Point; 2]) -> Point {
    /// a + (b−a)·n/m with n = (d−c) × (a−c) and m = (d−c) × (a−b).
    fn exact<const N: usize>(grid: Grid, [a, b]: [Point; 2], [c, d]: [Point; 2]) -> Point {
        let other = grid.vector::<N>(c, d);
        let n = integer::cross(&other, &grid.vector(c, a));
        let m = integer::cross(&other, &grid.vector(b, a));
        along(grid, a, b, &n, &m)
    }
    let Some(grid) = Grid::of(&[a, b, c, d], []) else { return a };
    if grid.is_narrow() { exact::<FEW>(grid, [a, b], [c, d]) } else { exact::<MANY>(grid, [a, b], [c, d]) }
}

/// The point of the line through two distinct points that is nearest to `p`.
pub(crate) fn foot(p: Point, [a, b]: [Point; 2]) -> Point {
    /// a + (b−a)·n/m with n = (b−a) · (p−a) and m = |b−a|².
    fn exact<const N: usize>(grid: Grid, p: Point, [a, b]: [Point; 2]) -> Point {
        let w = grid.vector::<N>(a, b);
        let n = integer::dot(&w, &grid.vector(a, p));
        along(grid, a, b, &n, &integer::dot(&w, &w))
    }
    let Some(grid) = Grid::of(&[p, a, b], []) else { return a };
    if grid.is_narrow() { exact::<FEW>(grid, p, [a, b]) } else { exact::<MANY>(grid, p, [a, b]) }
}

/// The center of the circle through three points that are not on one line.
pub(crate) fn circumcenter(a: Point, b: Point, c: Point) -> Point {
    /// With v = b−a and w = c−a the center is a + (|v|²·w − |w|²·v turned left) / 2(v × w).
    fn exact<const N: usize>(grid: Grid, a: Point, b: Point, c: Point) -> Point {
        let (v, w) = (grid.vector::<N>(a, b), grid.vector::<N>(a, c));
        let (v2, w2) = (integer::dot(&v, &v), integer::dot(&w, &w));
        let m = integer::cross(&v, &w).shifted(1);
        let x = w[1].times(&v2).minus(&v[1].times(&w2));
        let y = v[0].times(&w2).minus(&w[0].times(&v2));
        let coordinate =
            |start: f64, n: &Int<N>| integer::quotient(&grid.int::<N>(start).times(&m).plus(n), &m, grid.step());
        Point::new(coordinate(a.x, &x), coordinate(a.y, &y))
    }
    let Some(grid) = Grid::of(&[a, b, c], []) else { return a };
    if grid.is_narrow() { exact::<FEW>(grid, a, b, c) } else { exact::<MANY>(grid, a, b, c) }
}

/// a + (b−a)·n/m.
fn along<const N: usize>(grid: Grid, a: Point, b: Point, n: &Int<N>, m: &Int<N>) -> Point {
    let coordinate = |a: f64, b: f64| {
        let start = grid.int::<N>(a).times(m);
        let way = grid.difference::<N>(a, b).times(n);
        integer::quotient(&start.plus(&way), m, grid.step())
    };
    Point::new(coordinate(a.x, b.x), coordinate(a.y, b.y))
}
