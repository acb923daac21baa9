//! The questions about points, segments and circles that stand still: signs that are never wrong.

use super::filter;
use crate::exact::answers::{Feature, Location, Side};
use crate::exact::numbers::double::{Double, is_moderate};
use crate::exact::numbers::integer::{self, DEGREE_4, Grid, Int};
use crate::exact::numbers::number::{Number, cross, dot};
use crate::exact::numbers::tiers::{decide, in_integers};
use crate::point::{Point, max, min};
use core::cmp::Ordering;

/// The side of `c` as seen going from `a` to `b`: the sign of (b−a) × (c−a).
///
/// ```
/// use carom::{Side, orient};
/// let p = |x, y| carom::Point::new(x, y);
/// assert_eq!(orient(p(0.0, 0.0), p(1.0, 0.0), p(0.5, 1e-300)), Side::Left);
/// assert_eq!(orient(p(1e-200, 0.0), p(0.0, 1e-200), p(0.0, 0.0)), Side::Left);
/// ```
#[inline]
#[must_use]
pub(crate) fn orient(a: Point, b: Point, c: Point) -> Side {
    Side::of(decide(filter::cross(a, b, a, c), move || orient_in_doubt(a, b, c)))
}

/// The side to which the direction from `c` to `d` points, seen along the direction from `a` to `b`:
/// the sign of (b−a) × (d−c). `On` means parallel, or no direction at all.
#[inline]
#[must_use]
pub(crate) fn turn(a: Point, b: Point, c: Point, d: Point) -> Side {
    Side::of(decide(filter::cross(a, b, c, d), move || cross_in_doubt(a, b, c, d)))
}

/// (b−a) · (d−c) against zero: `Greater` if the two directions make a sharp angle, `Equal` for a right angle.
///
/// ```
/// use core::cmp::Ordering;
/// let p = |x, y| carom::Point::new(x, y);
/// let square = carom::dot_sign(p(0.1, 0.2), p(0.3, 0.5), p(0.0, 0.0), p(3.0, -2.0));
/// assert_eq!(square, Ordering::Less); // in decimals a right angle; in binary64 0.3 − 0.1 and 0.5 − 0.2 are not 0.2 and 0.3
/// ```
#[inline]
#[must_use]
pub(crate) fn dot_sign(a: Point, b: Point, c: Point, d: Point) -> Ordering {
    decide(filter::dot(a, b, c, d), move || dot_in_doubt(a, b, c, d))
}

#[cold]
#[inline(never)]
fn orient_in_doubt(a: Point, b: Point, c: Point) -> Ordering {
    let narrow = both_vanish(a.x == b.x || a.y == c.y, a.y == b.y || a.x == c.x);
    narrow_or_wide(narrow.or_else(|| integer::narrow_orient(a, b, c)), &[a, b, c], |grid| {
        cross::<Int<DEGREE_4>>(&grid.vector(a, b), &grid.vector(a, c)).sign()
    })
}

#[cold]
#[inline(never)]
fn cross_in_doubt(a: Point, b: Point, c: Point, d: Point) -> Ordering {
    let narrow = both_vanish(a.x == b.x || c.y == d.y, a.y == b.y || c.x == d.x);
    narrow_or_wide(narrow.or_else(|| integer::narrow_cross(a, b, c, d)), &[a, b, c, d], |grid| {
        cross::<Int<DEGREE_4>>(&grid.vector(a, b), &grid.vector(c, d)).sign()
    })
}

#[cold]
#[inline(never)]
fn dot_in_doubt(a: Point, b: Point, c: Point, d: Point) -> Ordering {
    let narrow = both_vanish(a.x == b.x || c.x == d.x, a.y == b.y || c.y == d.y);
    narrow_or_wide(narrow.or_else(|| integer::narrow_dot(a, b, c, d)), &[a, b, c, d], |grid| {
        dot::<Int<DEGREE_4>>(&grid.vector(a, b), &grid.vector(c, d)).sign()
    })
}

/// The sign of a sum of two products that both have a factor of exactly zero, as on level and upright lines.
/// They are common where people draw by hand or in tiles, so they get the shortest method of all.
#[inline]
fn both_vanish(first: bool, second: bool) -> Option<Ordering> {
    (first && second).then_some(Ordering::Equal)
}

/// What machine integers found, else the answer on the points' grid.
#[inline]
fn narrow_or_wide<const P: usize>(
    narrow: Option<Ordering>,
    points: &[Point; P],
    answer: impl FnOnce(Grid) -> Ordering,
) -> Ordering {
    match narrow {
        Some(sign) => in_integers(true, || sign),
        None => on_grid(points, [], answer),
    }
}

/// The distance of two points against a radius.
///
/// A negative radius is less than every distance.
#[inline]
#[must_use]
pub(crate) fn compare_distance(p: Point, q: Point, radius: f64) -> Ordering {
    if radius < 0.0 {
        return Ordering::Greater;
    }
    compare_distance_with_sum(p, q, [radius])
}

/// The distance of two points against the exact sum of some radii that are not negative.
#[inline]
pub(crate) fn compare_distance_with_sum<const R: usize>(p: Point, q: Point, radii: [f64; R]) -> Ordering {
    #[cold]
    #[inline(never)]
    fn in_doubt<const R: usize>(p: Point, q: Point, radii: [f64; R]) -> Ordering {
        decide(distance_in_doubles(p, q, radii), || {
            on_grid(&[p, q], radii, |grid| {
                let d = grid.vector::<DEGREE_4>(p, q);
                dot(&d, &d).compare(&grid.sum(radii).squared())
            })
        })
    }
    decide(filter::distance(p, q, radii), move || in_doubt(p, q, radii))
}

/// The same in numbers of twice the digits, if that is certain: what lies side by side touches but for some units in the last place, which they nearly always tell.
/// D² − R² has k = 24 in the terms of [`double`](crate::exact::numbers::double), far within its bound.
#[inline(always)]
fn distance_in_doubles<const R: usize>(p: Point, q: Point, radii: [f64; R]) -> Option<Ordering> {
    let [r, s] = [0, 1].map(|i| radii.get(i).copied().unwrap_or(0.0));
    if R > 2 || !is_moderate([p, q, Point::new(r, s)]) {
        return None;
    }
    let (d, reach): (_, Double) = (Double::vector(p, q), Double::sum_of(r, s));
    Number::compare(&dot(&d, &d), &reach.times(reach))
}

/// The distance of a point from a segment, both ends included, against a radius.
///
/// A negative radius is less than every distance.
#[inline]
#[must_use]
pub(crate) fn compare_distance_to_segment(p: Point, segment: [Point; 2], radius: f64) -> Ordering {
    if radius < 0.0 {
        return Ordering::Greater;
    }
    compare_distance_to_segment_with_sum(p, segment, [radius])
}

/// The distance of a point from a segment against the exact sum of some radii that are not negative.
#[inline]
pub(crate) fn compare_distance_to_segment_with_sum<const R: usize>(
    p: Point,
    [a, b]: [Point; 2],
    radii: [f64; R],
) -> Ordering {
    // Beyond an end, that end is the nearest point; between them the line is as near as the segment.
    match nearest_feature(p, [a, b]) {
        Feature::A => compare_distance_with_sum(p, a, radii),
        Feature::B => compare_distance_with_sum(p, b, radii),
        Feature::Side => compare_distance_to_line(p, a, b, radii),
    }
}

/// The part of a segment that is nearest to a point.
#[inline]
pub(crate) fn nearest_feature(p: Point, [a, b]: [Point; 2]) -> Feature {
    if dot_sign(a, b, a, p) != Ordering::Greater {
        Feature::A
    } else if dot_sign(b, a, b, p) != Ordering::Greater {
        Feature::B
    } else {
        Feature::Side
    }
}

/// The distance of a point from the line through two distinct points against a sum of radii that are not negative.
#[inline]
fn compare_distance_to_line<const R: usize>(p: Point, a: Point, b: Point, radii: [f64; R]) -> Ordering {
    #[cold]
    #[inline(never)]
    fn in_doubt<const R: usize>(p: Point, a: Point, b: Point, radii: [f64; R]) -> Ordering {
        on_grid(&[p, a, b], radii, |grid| {
            let (w, d) = (grid.vector::<DEGREE_4>(a, b), grid.vector(a, p));
            let reach = dot(&w, &w).times(&grid.sum(radii).squared());
            cross(&w, &d).squared().compare(&reach)
        })
    }
    decide(filter::distance_to_line(p, a, b, radii), move || in_doubt(p, a, b, radii))
}

/// The distance of two segments, their ends included, against a radius.
///
/// A negative radius is less than every distance.
#[must_use]
pub(crate) fn compare_distance_of_segments(first: [Point; 2], second: [Point; 2], radius: f64) -> Ordering {
    if segments_meet(first, second) {
        return compare_distance(first[0], first[0], radius);
    }
    // The distance of two segments that do not meet is attained at an end of one of them.
    // Of four comparisons with one radius the smallest distance gives the smallest result.
    let [a, b] = first;
    let [c, d] = second;
    let near_second = [a, b].map(|end| compare_distance_to_segment(end, second, radius));
    let near_first = [c, d].map(|end| compare_distance_to_segment(end, first, radius));
    near_second.into_iter().chain(near_first).min().unwrap_or(Ordering::Equal)
}

/// Whether two segments, their ends included, share a point.
///
/// They do iff their boxes overlap and neither lies strictly on one side of the other's line.
/// If all four sides are `On`, both lie on one line and overlapping boxes mean that they overlap.
/// The boxes matter only then, so they are not looked at before there is doubt.
#[inline]
pub(crate) fn segments_meet([a, b]: [Point; 2], [c, d]: [Point; 2]) -> bool {
    decide(filter::cross_each_other([a, b], [c, d]), || segments_meet_in_doubt(a, b, c, d))
}

#[cold]
#[inline(never)]
pub(crate) fn segments_meet_in_doubt(a: Point, b: Point, c: Point, d: Point) -> bool {
    let overlap = |a: f64, b: f64, c: f64, d: f64| max(min(a, b), min(c, d)) <= min(max(a, b), max(c, d));
    if !(overlap(a.x, b.x, c.x, d.x) && overlap(a.y, b.y, c.y, d.y)) {
        return false;
    }
    if a == c || a == d || b == c || b == d {
        return true;
    }
    let (side_of_c, side_of_d) = (orient(a, b, c), orient(a, b, d));
    if side_of_c == Side::On && side_of_d == Side::On && a != b {
        return true;
    }
    (side_of_c == Side::On || side_of_c != side_of_d) && !one_sided(c, d, a, b)
}

/// Whether `p` and `q` lie strictly on the same side of the line through `a` and `b`.
#[inline]
pub(crate) fn one_sided(a: Point, b: Point, p: Point, q: Point) -> bool {
    let side = orient(a, b, p);
    side != Side::On && side == orient(a, b, q)
}

/// Where `p` lies as seen from the circle through `a`, `b` and `c`, in either direction.
///
/// Three points on one line have no circle: then a point on that line is on the edge, any other outside. Three equal
/// points are on one line with every point.
#[must_use]
pub(crate) fn in_circle(a: Point, b: Point, c: Point, p: Point) -> Location {
    #[cold]
    #[inline(never)]
    fn in_doubt(a: Point, b: Point, c: Point, p: Point) -> Ordering {
        on_grid(&[a, b, c, p], [], |grid| circle_determinant(grid, [a, b, c], p).sign())
    }
    let winding = orient(a, b, c);
    if winding == Side::On {
        let on_line = [(a, b), (b, c), (c, a)].iter().all(|&(v, w)| orient(v, w, p) == Side::On);
        return if on_line { Location::Edge } else { Location::Outside };
    }
    let sign = decide(filter::in_circle(a, b, c, p), move || in_doubt(a, b, c, p));
    match if winding == Side::Left { sign } else { sign.reverse() } {
        Ordering::Greater => Location::Inside,
        Ordering::Equal => Location::Edge,
        Ordering::Less => Location::Outside,
    }
}

/// The determinant that is positive iff a point is inside of the circle through three points, given counter-clockwise.
fn circle_determinant(grid: Grid, corners: [Point; 3], p: Point) -> Int<DEGREE_4> {
    let [a, b, c] = corners.map(|corner| grid.vector::<DEGREE_4>(p, corner));
    let term = |lifted: &[Int<DEGREE_4>; 2], v, w| dot(lifted, lifted).times(&cross(v, w));
    term(&a, &b, &c).plus(&term(&b, &c, &a)).plus(&term(&c, &a, &b))
}

/// How far outside of a circle a point is: only good for comparing with how far outside of the same circle another one is.
///
/// It is the square of the distance from the centre less that of the radius, in a unit of the circle's own, as a power
/// of two and a number from 1 to 2: the exact value, rounded once, without bounds.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) struct Beyond(i32, f64);

/// How far outside of the circle over the diameter from `a` to `b` a point is, if it is.
pub(crate) fn beyond_diameter([a, b]: [Point; 2], p: Point) -> Option<Beyond> {
    if filter::dot(p, a, p, b).is_some_and(|sign| sign != Ordering::Greater) {
        return None;
    }
    let grid = Grid::of(&[a, b, p], [])?;
    Beyond::of(&dot::<Int<DEGREE_4>>(&grid.vector(p, a), &grid.vector(p, b)), 2 * grid.step())
}

/// How far outside of the circle through three points a point is, if it is. They are given counter-clockwise.
pub(crate) fn beyond_circle([a, b, c]: [Point; 3], p: Point) -> Option<Beyond> {
    if filter::in_circle(a, b, c, p).is_some_and(|sign| sign != Ordering::Less) {
        return None;
    }
    let grid = Grid::of(&[a, b, c, p], [])?;
    // Seen clockwise, the determinant is positive outside.
    Beyond::of(&circle_determinant(grid, [c, b, a], p), 4 * grid.step())
}

impl Beyond {
    /// A positive number of steps, each of them 2 to a power.
    fn of(value: &Int<DEGREE_4>, step: i32) -> Option<Beyond> {
        let (size, power) = value.leading();
        (value.sign() == Ordering::Greater).then_some(Beyond(power + step, size))
    }
}

/// The answer on the common grid of some points and lengths; `Equal` if they are not all finite.
#[inline]
pub(crate) fn on_grid<const P: usize, const L: usize>(
    points: &[Point; P],
    lengths: [f64; L],
    answer: impl FnOnce(Grid) -> Ordering,
) -> Ordering {
    let Some(grid) = Grid::of(points, lengths) else { return Ordering::Equal };
    in_integers(grid.is_narrow(), || answer(grid))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::exactly::{cross as exact_cross, exact, squared_distance};
    use carom_oracle::rng::Rng;

    /// Points on grids of all sizes are put in the order of how far outside they are.
    #[test]
    fn what_is_further_outside() {
        let corners = [Point::new(-3.0, 0.0), Point::new(5.0, 0.0), Point::new(0.0, 4.0)];
        let [a, b, c] = corners;
        let (mut outside, mut around) = (0, 0);
        for case in 0..if carom_oracle::FEW_CASES { 2_000 } else { 40_000 } {
            let rng = &mut Rng::for_case(0, "further outside", case);
            let mut point = || {
                let unit: f64 = *rng.pick(&[1.0, 0.5, 0.0625, 9.313225746154785e-10]);
                let most = if unit < 1e-3 { 1_000_000_000 } else { (24.0 / unit) as i64 };
                let mut number = || rng.between(-most, most) as f64 * unit;
                Point::new(number(), number())
            };
            let points = [point(), point()];
            // (p−a)·(p−b), and the determinant, which is negative outside.
            let over_diameter = points.map(|p| {
                let product = |a: f64, b: f64, p: f64| (exact(p) - exact(a)) * (exact(p) - exact(b));
                product(a.x, b.x, p.x) + product(a.y, b.y, p.y)
            });
            let over_circle = points.map(|p| {
                let term = |lifted, v, w| squared_distance(lifted, p) * exact_cross(p, v, p, w);
                exact(0.0) - (term(a, b, c) + term(b, c, a) + term(c, a, b))
            });
            let diameter = points.map(|p| beyond_diameter([a, b], p));
            let circle = points.map(|p| beyond_circle(corners, p));
            for (found, [first, second]) in [(diameter, over_diameter), (circle, over_circle)] {
                let is_outside = [&first, &second].map(|x| x.sign() == Ordering::Greater);
                assert_eq!(found.map(|found| found.is_some()), is_outside, "case {case}: {points:?}");
                if let [Some(one), Some(other)] = found {
                    // They are rounded, so that what is nearly as far may be as far.
                    let (one, other) = (one.partial_cmp(&other), (first - second).sign());
                    assert!(one == Some(other) || one == Some(Ordering::Equal), "case {case}: {points:?}");
                    outside += u32::from(other != Ordering::Equal);
                    around += u32::from(one == Some(Ordering::Equal));
                }
            }
        }
        assert!(500 < outside && around < outside / 10, "{outside}, of which {around} are as far");
    }
}
