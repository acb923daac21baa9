//! The exact questions about plain points, in every form in which points come.
//!
//! Each passes its points on to `exact`, where it is answered.
//!
//! Points and radii that are not finite have no place on the number line; for them the answers are `On`, `Edge` or `Equal`
//! (a radius of −∞ is negative like any other). A segment is given by its two ends, which may coincide here.

use crate::exact::{self, Location, Side};
use crate::point::Point;
use core::cmp::Ordering;

/// The side of `c` as seen going from `a` to `b`: the sign of (b−a) × (c−a).
///
/// ```
/// use carom::{Side, orient};
/// assert_eq!(orient([0, 0], [1, 0], [0, 1]), Side::Left);
/// assert_eq!(orient([0.0, 0.0], [1.0, 0.0], [0.5, -1e-300]), Side::Right);
/// assert_eq!(orient([1e-200, 0.0], [0.0, 1e-200], [0, 0]), Side::Left);
/// ```
#[inline]
#[must_use]
pub fn orient(a: impl Into<Point>, b: impl Into<Point>, c: impl Into<Point>) -> Side {
    exact::orient(a.into(), b.into(), c.into())
}

/// The side to which the direction from `c` to `d` points, seen along the direction from `a` to `b`:
/// the sign of (b−a) × (d−c). `On` means parallel, or no direction at all.
///
/// ```
/// use carom::{Side, turn};
/// assert_eq!(turn([0, 0], [1, 0], [5, 5], [5, 6]), Side::Left);
/// assert_eq!(turn([0, 0], [1, 3], [7, 7], [5, 1]), Side::On);
/// ```
#[inline]
#[must_use]
pub fn turn(a: impl Into<Point>, b: impl Into<Point>, c: impl Into<Point>, d: impl Into<Point>) -> Side {
    exact::turn(a.into(), b.into(), c.into(), d.into())
}

/// Whether two directions make a sharp, right or blunt angle: the sign of (b−a) · (d−c).
///
/// `Greater` is a sharp angle, `Equal` a right one, `Less` a blunt one.
///
/// ```
/// use carom::dot_sign;
/// use core::cmp::Ordering;
/// assert_eq!(dot_sign([0, 0], [2, 3], [0, 0], [3, -2]), Ordering::Equal);
/// // In decimals a right angle; in binary64 0.3 − 0.1 and 0.5 − 0.2 are not 0.2 and 0.3.
/// assert_eq!(dot_sign([0.1, 0.2], [0.3, 0.5], [0.0, 0.0], [3.0, -2.0]), Ordering::Less);
/// ```
#[inline]
#[must_use]
pub fn dot_sign(a: impl Into<Point>, b: impl Into<Point>, c: impl Into<Point>, d: impl Into<Point>) -> Ordering {
    exact::dot_sign(a.into(), b.into(), c.into(), d.into())
}

/// Compares the distance of two points with a radius.
///
/// A negative radius is less than every distance.
///
/// ```
/// use carom::compare_distance;
/// use core::cmp::Ordering;
/// assert_eq!(compare_distance([0, 0], [3, 4], 5.0), Ordering::Equal);
/// assert_eq!(compare_distance([0.0, 1e-300], [3.0, 4.0], 5.0), Ordering::Less);
/// ```
#[inline]
#[must_use]
pub fn compare_distance(p: impl Into<Point>, q: impl Into<Point>, radius: f64) -> Ordering {
    exact::compare_distance(p.into(), q.into(), radius)
}

/// Compares the distance of a point from a segment, both ends included, with a radius.
///
/// A negative radius is less than every distance.
///
/// ```
/// use carom::compare_distance_to_segment;
/// use core::cmp::Ordering;
/// assert_eq!(compare_distance_to_segment([4, 2], [[0, 0], [8, 0]], 2.0), Ordering::Equal);
/// assert_eq!(compare_distance_to_segment([11, 4], [[0, 0], [8, 0]], 4.0), Ordering::Greater);
/// ```
#[inline]
#[must_use]
pub fn compare_distance_to_segment(p: impl Into<Point>, segment: [impl Into<Point>; 2], radius: f64) -> Ordering {
    exact::compare_distance_to_segment(p.into(), segment.map(Into::into), radius)
}

/// Compares the distance of two segments, their ends included, with a radius.
///
/// A negative radius is less than every distance.
///
/// ```
/// use carom::compare_distance_of_segments;
/// use core::cmp::Ordering;
/// let (floor, lamp) = ([[0, 0], [8, 0]], [[4, 3], [4, 9]]);
/// assert_eq!(compare_distance_of_segments(floor, lamp, 3.0), Ordering::Equal);
/// assert_eq!(compare_distance_of_segments(floor, [[4, -1], [4, 9]], 0.0), Ordering::Equal);
/// ```
#[inline]
#[must_use]
pub fn compare_distance_of_segments(
    first: [impl Into<Point>; 2],
    second: [impl Into<Point>; 2],
    radius: f64,
) -> Ordering {
    exact::compare_distance_of_segments(first.map(Into::into), second.map(Into::into), radius)
}

/// Whether `p` lies inside the circle through `a`, `b` and `c`, on it or outside.
///
/// The three points may go round in either direction. Three on one line have no circle: then a point on that line is on the
/// edge, any other outside. Three equal points are on one line with every point.
///
/// ```
/// use carom::{Location, in_circle};
/// assert_eq!(in_circle([1, 0], [0, 1], [-1, 0], [0, -1]), Location::Edge);
/// assert_eq!(in_circle([1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [1e-300, -1.0]), Location::Outside);
/// assert_eq!(in_circle([-1, 0], [0, 1], [1, 0], [0, 0]), Location::Inside);
/// ```
#[inline]
#[must_use]
pub fn in_circle(a: impl Into<Point>, b: impl Into<Point>, c: impl Into<Point>, p: impl Into<Point>) -> Location {
    exact::in_circle(a.into(), b.into(), c.into(), p.into())
}

/// Which of two segments a path from `path[0]` to `path[1]` touches first; `None` unless it touches both.
///
/// `Less` means the first of the two, `Equal` both at the same exact time.
///
/// ```
/// use carom::order_of_hits;
/// use core::cmp::Ordering;
/// let path = [[0, 0], [3, 0]];
/// assert_eq!(order_of_hits(path, [[1, -1], [1, 1]], [[2, -1], [2, 1]]), Some(Ordering::Less));
/// assert_eq!(order_of_hits(path, [[1, -1], [1, 1]], [[4, -1], [4, 1]]), None);
/// ```
#[inline]
#[must_use]
pub fn order_of_hits(
    path: [impl Into<Point>; 2],
    first: [impl Into<Point>; 2],
    second: [impl Into<Point>; 2],
) -> Option<Ordering> {
    exact::order_of_hits(path.map(Into::into), first.map(Into::into), second.map(Into::into))
}
