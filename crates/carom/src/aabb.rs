//! `Aabb`: the axis-aligned box. Two boxes are apart iff one's max is below the other's min on an axis.

use crate::circle::Circle;
use crate::error::{Error, Name};
use crate::exact::Location;
use crate::float;
use crate::point::{Point, Vec2, max, min};
use crate::segment::Segment;

/// An axis-aligned box, its edge included. It may be flat: a box around one point has no area.
///
/// ```
/// use carom::{Aabb, Location};
/// let screen = Aabb::new([0.0, 0.0], [1920.0, 1080.0])?;
/// assert_eq!(screen.locate([1920.0, 3.0]), Location::Edge);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Unchecked", into = "Unchecked"))]
pub struct Aabb {
    min: Point,
    max: Point,
}

impl Aabb {
    /// The box from its lower left to its upper right corner.
    ///
    /// # Errors
    /// If a coordinate is not finite or `min` is above `max` on an axis.
    pub fn new(min: impl Into<Point>, max: impl Into<Point>) -> Result<Aabb, Error> {
        let (min, max) = (min.into(), max.into());
        for (what, value) in [(Name::BoxMin, min), (Name::BoxMax, max)] {
            if !value.is_finite() {
                return Err(Error::NotFinite { what, value });
            }
        }
        if !(min.x <= max.x && min.y <= max.y) {
            return Err(Error::MinAboveMax { min, max });
        }
        Ok(Aabb { min: min.canonical(), max: max.canonical() })
    }

    /// The smallest box around some points.
    ///
    /// # Errors
    /// If there is no point or a coordinate is not finite.
    pub fn around(points: impl IntoIterator<Item: Into<Point>>) -> Result<Aabb, Error> {
        let mut all: Option<Aabb> = None;
        for (index, point) in points.into_iter().enumerate() {
            let value = point.into();
            if !value.is_finite() {
                return Err(Error::NotFinite { what: Name::Point(index), value });
            }
            let one = Aabb::of_point(value.canonical());
            all = Some(all.map_or(one, |all| all.union(&one)));
        }
        all.ok_or(Error::NoPoints)
    }

    /// The box of one finite, canonical point.
    #[inline]
    pub(crate) fn of_point(point: Point) -> Aabb {
        Aabb { min: point, max: point }
    }

    /// The box of two finite, canonical points.
    #[inline]
    pub(crate) fn of_ends([a, b]: [Point; 2]) -> Aabb {
        Aabb { min: Point::new(min(a.x, b.x), min(a.y, b.y)), max: Point::new(max(a.x, b.x), max(a.y, b.y)) }
    }

    /// Its lower left corner.
    #[inline]
    #[must_use]
    pub fn min(&self) -> Point {
        self.min
    }

    /// Its upper right corner.
    #[inline]
    #[must_use]
    pub fn max(&self) -> Point {
        self.max
    }

    /// Its four vertices, counter-clockwise from the lower left. Those of a flat box coincide.
    #[must_use]
    pub fn vertices(&self) -> [Point; 4] {
        let Aabb { min, max } = *self;
        [min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)]
    }

    /// The smallest box around this one and another.
    #[inline]
    #[must_use]
    pub fn union(&self, other: &Aabb) -> Aabb {
        Aabb {
            min: Point::new(min(self.min.x, other.min.x), min(self.min.y, other.min.y)),
            max: Point::new(max(self.max.x, other.max.x), max(self.max.y, other.max.y)),
        }
    }

    /// The box that this one and another share, if they intersect. It is flat if they only touch.
    #[must_use]
    pub fn intersection(&self, other: &Aabb) -> Option<Aabb> {
        self.overlaps_box(other).then(|| Aabb {
            min: Point::new(max(self.min.x, other.min.x), max(self.min.y, other.min.y)),
            max: Point::new(min(self.max.x, other.max.x), min(self.max.y, other.max.y)),
        })
    }

    /// With its sides moved outward by a distance, each rounded.
    pub(crate) fn grown(&self, by: f64) -> Aabb {
        let by = Vec2::new(by, by);
        Aabb { min: self.min - by, max: self.max + by }
    }

    /// Whether two boxes share a point: four comparisons.
    #[inline]
    pub(crate) fn overlaps_box(&self, other: &Aabb) -> bool {
        self.min.x <= other.max.x && other.min.x <= self.max.x && self.min.y <= other.max.y && other.min.y <= self.max.y
    }

    /// Whether a point lies inside, on the edge or outside, decided exactly. A flat box has no inside.
    #[must_use]
    pub fn locate(&self, point: impl Into<Point>) -> Location {
        let p = point.into();
        let Aabb { min, max } = *self;
        if min.x < p.x && p.x < max.x && min.y < p.y && p.y < max.y {
            Location::Inside
        } else if min.x <= p.x && p.x <= max.x && min.y <= p.y && p.y <= max.y {
            Location::Edge
        } else {
            Location::Outside
        }
    }

    /// Whether a point lies inside or on the edge.
    #[inline]
    #[must_use]
    pub fn contains(&self, point: impl Into<Point>) -> bool {
        self.locate(point) != Location::Outside
    }
}

impl Segment {
    /// The smallest box around it.
    #[inline]
    #[must_use]
    pub fn aabb(&self) -> Aabb {
        Aabb::of_ends(self.ends())
    }
}

impl Circle {
    /// The smallest box around it: each side is the exact one, rounded outward.
    /// Where that would leave the range of `f64`, the box ends at the largest number.
    #[must_use]
    pub fn aabb(&self) -> Aabb {
        let (center, radius) = (self.center(), self.radius());
        let high = |c: f64| {
            let side = c + radius;
            if side >= f64::MAX {
                f64::MAX
            } else if float::rounding_error(c, radius) > 0.0 {
                float::next_up(side)
            } else {
                side
            }
        };
        // Taken from 0.0, so that a side at the origin is not −0.0.
        let low = |c: f64| 0.0 - high(-c);
        Aabb { min: Point::new(low(center.x), low(center.y)), max: Point::new(high(center.x), high(center.y)) }
    }
}

/// What a box looks like in a file.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct Unchecked {
    min: Point,
    max: Point,
}

#[cfg(feature = "serde")]
impl TryFrom<Unchecked> for Aabb {
    type Error = Error;
    fn try_from(aabb: Unchecked) -> Result<Aabb, Error> {
        Aabb::new(aabb.min, aabb.max)
    }
}

#[cfg(feature = "serde")]
impl From<Aabb> for Unchecked {
    fn from(Aabb { min, max }: Aabb) -> Unchecked {
        Unchecked { min, max }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_side_of_a_box_is_its_edge() {
        let aabb = Aabb::new([1.0, 2.0], [4.0, 6.0]).unwrap();
        for on in [[1.0, 3.0], [4.0, 3.0], [2.0, 2.0], [2.0, 6.0], [1.0, 2.0], [4.0, 6.0]] {
            assert_eq!(aabb.locate(on), Location::Edge, "{on:?}");
            // One unit in the last place towards the middle is inside, one away from it outside.
            let step = |x: f64, middle: f64| if x < middle { float::next_up(x) } else { -float::next_up(-x) };
            let [x, y] = on;
            assert_eq!(aabb.locate([step(x, 2.5), step(y, 4.0)]), Location::Inside, "{on:?}");
            let away = |x: f64, middle: f64| if x < middle { -float::next_up(-x) } else { float::next_up(x) };
            let out = if x == 1.0 || x == 4.0 { [away(x, 2.5), y] } else { [x, away(y, 4.0)] };
            assert_eq!(aabb.locate(out), Location::Outside, "{on:?}");
        }
    }
}
