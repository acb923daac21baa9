//! The smallest circle or hull around points. The smallest box is [`Aabb::around`](crate::Aabb::around).

use crate::circle::Circle;
use crate::error::{Error, Name};
use crate::exact::{
    Location, Side, beyond_circle, beyond_diameter, compare_distance, construct, dot_sign, in_circle, orient,
};
use crate::float;
use crate::point::Point;
use crate::polygon::Polygon;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The convex hull of some points: the vertices of the smallest convex polygon around them.
///
/// They come counter-clockwise from the leftmost (the lowest of those), without points on the polygon's edges.
/// Points on one line give the two ends, equal points give one.
///
/// # Errors
/// If there is no point or a coordinate is not finite.
///
/// ```
/// let hull = carom::hull([[0.0, 0.0], [2.0, 0.0], [1.0, 0.0], [1.0, 1.0], [2.0, 3.0]])?;
/// assert_eq!(hull, [[0.0, 0.0].into(), [2.0, 0.0].into(), [2.0, 3.0].into()] as [carom::Point; 3]);
/// # Ok::<(), carom::Error>(())
/// ```
pub fn hull(points: impl IntoIterator<Item: Into<Point>>) -> Result<Vec<Point>, Error> {
    let mut points = finite(points)?;
    sort(&mut points);
    Ok(hull_of_sorted(&points))
}

/// The smallest circle around some points.
///
/// The two or three points that hold it are found exactly. Its center is the exact one rounded to nearest;
/// its radius is the smallest `f64` with which a circle around that center contains every point.
///
/// # Errors
/// If there is no point, a coordinate is not finite, or the radius exceeds the range of `f64`.
///
/// ```
/// let circle = carom::smallest_circle([[-3.0, 0.0], [0.0, 3.0], [5.0, 0.0], [1.0, 1.0]])?;
/// assert_eq!((circle.center(), circle.radius()), ([1.0, 0.0].into(), 4.0));
/// # Ok::<(), carom::Error>(())
/// ```
pub fn smallest_circle(points: impl IntoIterator<Item: Into<Point>>) -> Result<Circle, Error> {
    let mut points = finite(points)?;
    sort(&mut points);
    around_hull(&hull_of_sorted(&points))
}

impl Polygon {
    /// The vertices of its convex hull, counter-clockwise. See [`hull`].
    #[must_use]
    pub fn hull(&self) -> Vec<Point> {
        let outer = self.ring_ends()[0] as usize;
        let mut points = self.vertices()[..outer].to_vec();
        sort(&mut points);
        hull_of_sorted(&points)
    }

    /// The smallest circle around it. See [`smallest_circle`].
    ///
    /// # Errors
    /// If the radius exceeds the range of `f64`.
    pub fn smallest_circle(&self) -> Result<Circle, Error> {
        around_hull(&self.hull())
    }
}

fn finite(points: impl IntoIterator<Item: Into<Point>>) -> Result<Vec<Point>, Error> {
    let points: Vec<Point> = points.into_iter().map(|point| point.into().canonical()).collect();
    match points.iter().position(|point| !point.is_finite()) {
        Some(index) => Err(Error::NotFinite { what: Name::Point(index), value: points[index] }),
        None if points.is_empty() => Err(Error::NoPoints),
        None => Ok(points),
    }
}

fn sort(points: &mut [Point]) {
    points.sort_unstable_by(|p, q| p.order(*q));
}

/// Andrew's chains: along the bottom to the right, then along the top to the left.
fn hull_of_sorted(points: &[Point]) -> Vec<Point> {
    let mut hull: Vec<Point> = Vec::new();
    let extend = |hull: &mut Vec<Point>, fixed: usize, point: Point| {
        while hull.len() > fixed && orient(hull[hull.len() - 2], hull[hull.len() - 1], point) != Side::Left {
            hull.pop();
        }
        if hull.last() != Some(&point) {
            hull.push(point);
        }
    };
    for &point in points {
        extend(&mut hull, 1, point);
    }
    let bottom = hull.len();
    for &point in points.iter().rev().skip(1) {
        extend(&mut hull, bottom, point);
    }
    // The chain back ends where the hull began, unless all points are one.
    if hull.len() > 1 {
        hull.pop();
    }
    hull
}

/// The smallest circle around points, and what holds it round by round: `each` is told the points that hold the circle and the one
/// outside that is taken in next, if there is one.
pub(crate) fn growing_circle(points: &[Point], each: impl FnMut(&[Point], Option<Point>)) -> Result<Circle, Error> {
    let mut points = finite(points.iter().copied())?;
    sort(&mut points);
    around(&hull_of_sorted(&points), each)
}

fn around_hull(hull: &[Point]) -> Result<Circle, Error> {
    around(hull, |_, _| ())
}

fn around(hull: &[Point], each: impl FnMut(&[Point], Option<Point>)) -> Result<Circle, Error> {
    let center = holding_points(hull, each).center();
    let mut radius = 0.0;
    for &point in hull {
        if compare_distance(point, center, radius) == Ordering::Greater {
            let below =
                float::round_down((point - center).length(), |r| compare_distance(point, center, r) != Ordering::Less);
            let exact = compare_distance(point, center, below) == Ordering::Equal;
            radius = if exact { below } else { float::next_up(below) };
        }
    }
    Circle::new(center, radius).map_err(|_| Error::TooLarge { what: Name::SmallestCircleRadius })
}

/// So many rounds are enough for points that are not nearly on one circle.
const PLAIN_ROUNDS: usize = 16;

/// The points that hold a circle: the smallest circle around them passes through all of them.
#[derive(Clone, Copy)]
enum Holding {
    One(Point),
    /// The ends of a diameter.
    Two([Point; 2]),
    /// The corners of a sharp triangle.
    Three([Point; 3]),
}

impl Holding {
    fn locate(self, point: Point) -> Location {
        match self {
            Holding::One(p) if p == point => Location::Edge,
            Holding::One(_) => Location::Outside,
            // Over a diameter an angle is right on the circle, blunt inside, sharp outside.
            Holding::Two([p, q]) => match dot_sign(point, p, point, q) {
                Ordering::Less => Location::Inside,
                Ordering::Equal => Location::Edge,
                Ordering::Greater => Location::Outside,
            },
            Holding::Three([p, q, r]) => in_circle(p, q, r, point),
        }
    }

    /// The point furthest outside, if there is one; of equal ones the first.
    fn furthest_outside(self, points: &[Point]) -> Option<Point> {
        match self {
            Holding::One(p) => furthest(points, |point| (point != p).then(|| (point - p).length())),
            Holding::Two(ends) => furthest(points, |point| beyond_diameter(ends, point)),
            Holding::Three([p, q, r]) if orient(p, q, r) == Side::Right => {
                furthest(points, |point| beyond_circle([r, q, p], point))
            }
            Holding::Three(corners) => furthest(points, |point| beyond_circle(corners, point)),
        }
    }

    fn center(self) -> Point {
        match self {
            Holding::One(p) => p,
            Holding::Two([p, q]) => construct::midpoint(p, q),
            Holding::Three([p, q, r]) => construct::circumcenter(p, q, r),
        }
    }

    fn points(self) -> ([Point; 3], usize) {
        match self {
            Holding::One(p) => ([p; 3], 1),
            Holding::Two([p, q]) => ([p, q, q], 2),
            Holding::Three(points) => (points, 3),
        }
    }

    /// What holds the smallest circle around these points and one that is outside of theirs.
    ///
    /// The smallest circle around at most four points is held by two of them or by three that make a sharp triangle,
    /// and here the new one is among them, since the old circle leaves it out. So one of the few is it.
    fn with(self, new: Point) -> Option<Holding> {
        let (points, count) = self.points();
        let old = &points[..count];
        let holds_all = |holding: Holding| old.iter().all(|&point| holding.locate(point) != Location::Outside);
        for &p in old {
            let pair = Holding::Two([p, new]);
            if holds_all(pair) {
                return Some(pair);
            }
        }
        for (i, &p) in old.iter().enumerate() {
            for &q in &old[i + 1..] {
                let triple = Holding::Three([p, q, new]);
                if is_sharp([p, q, new]) && holds_all(triple) {
                    return Some(triple);
                }
            }
        }
        None
    }
}

fn is_sharp([p, q, r]: [Point; 3]) -> bool {
    [(p, q, r), (q, r, p), (r, p, q)].iter().all(|&(at, a, b)| dot_sign(at, a, at, b) == Ordering::Greater)
}

/// The point that is furthest by some measure, of those that have one; of equal ones the first.
fn furthest<T: PartialOrd>(points: &[Point], measure: impl Fn(Point) -> Option<T>) -> Option<Point> {
    let measured = points.iter().filter_map(|&point| Some((measure(point)?, point)));
    measured.reduce(|p, q| if p.0 < q.0 { q } else { p }).map(|(_, point)| point)
}

/// Grows a circle until no point is outside: each round takes in the point furthest out.
///
/// Which one is taken only matters for speed: how far out it is is rounded, that it is outside is exact. Plain numbers find
/// most of the way. Among points that are nearly on one circle they would take ever more rounds, so in the end how far out
/// is rounded once, from the exact number.
/// Every round makes the exact circle larger, so no set of holding points comes twice and the rounds end.
fn holding_points(hull: &[Point], mut each: impl FnMut(&[Point], Option<Point>)) -> Holding {
    let mut holding = Holding::One(hull[0]);
    let mut tell = |holding: Holding, outside: Option<Point>| {
        let (points, count) = holding.points();
        each(&points[..count], outside);
    };
    for _ in 0..PLAIN_ROUNDS {
        let center = holding.center();
        let seems_furthest = furthest(hull, |point| Some((point - center).length()));
        let outside = seems_furthest.filter(|&point| holding.locate(point) == Location::Outside);
        let Some((point, larger)) = outside.and_then(|point| Some((point, holding.with(point)?))) else { break };
        tell(holding, Some(point));
        holding = larger;
    }
    while let Some((point, larger)) =
        holding.furthest_outside(hull).and_then(|point| Some((point, holding.with(point)?)))
    {
        tell(holding, Some(point));
        holding = larger;
    }
    tell(holding, None);
    holding
}
