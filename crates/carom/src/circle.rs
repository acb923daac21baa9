//! `Circle`: a disc, its edge included.

use crate::error::{Error, Name};
use crate::exact::{self, Location};
use crate::float;
use crate::point::{Point, Vec2};
use core::cmp::Ordering;

/// A filled circle: all points within a radius of a center. A radius of 0 makes it a point.
///
/// ```
/// use carom::{Circle, Location};
/// let pillar = Circle::new([1.0, 1.0], 5.0)?;
/// assert_eq!(pillar.locate([4.0, 5.0]), Location::Edge); // 3, 4, 5
/// assert!(Circle::new([0.0, 0.0], -1.0).is_err());
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Unchecked", into = "Unchecked"))]
pub struct Circle {
    center: Point,
    radius: f64,
}

impl Circle {
    /// The circle of `radius` around `center`.
    ///
    /// # Errors
    /// If a number is not finite or the radius is negative.
    pub fn new(center: impl Into<Point>, radius: f64) -> Result<Circle, Error> {
        let center = center.into();
        if !center.is_finite() {
            return Err(Error::NotFinite { what: Name::CircleCenter, value: center });
        }
        if !(radius.is_finite() && 0.0 <= radius) {
            return Err(Error::Radius { what: Name::CircleRadius, value: radius });
        }
        Ok(Circle { center: center.canonical(), radius: radius + 0.0 })
    }

    /// The circle of a center and radius that are known to make one.
    #[inline]
    pub(crate) fn around(center: Point, radius: f64) -> Circle {
        Circle { center, radius }
    }

    /// Its center.
    #[inline]
    #[must_use]
    pub fn center(&self) -> Point {
        self.center
    }

    /// Its radius, 0 or more.
    #[inline]
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Whether a point lies inside, on the edge or outside, decided exactly. A point that is not finite is outside.
    #[must_use]
    pub fn locate(&self, point: impl Into<Point>) -> Location {
        let point = point.into();
        if !point.is_finite() {
            return Location::Outside;
        }
        match exact::compare_distance(point, self.center, self.radius) {
            Ordering::Less => Location::Inside,
            Ordering::Equal => Location::Edge,
            Ordering::Greater => Location::Outside,
        }
    }

    /// Whether a point lies inside or on the edge.
    #[must_use]
    pub fn contains(&self, point: impl Into<Point>) -> bool {
        self.locate(point) != Location::Outside
    }

    /// A circle that surely contains this one moved by `motion`.
    ///
    /// The new center is rounded, and the radius grows by as much as that may have moved it;
    /// so a bounding circle stays one when it moves with its object.
    ///
    /// # Errors
    /// If a number leaves the range of `f64`.
    pub fn moved(&self, motion: impl Into<Vec2>) -> Result<Circle, Error> {
        let motion = motion.into();
        let center = self.center + motion;
        let (x, y) = (float::rounding_error(self.center.x, motion.x), float::rounding_error(self.center.y, motion.y));
        // |x| + |y| is at least the length of (x, y); adding to a longer radius may round down, so step up.
        let grown = self.radius + (x.abs() + y.abs());
        Circle::new(center, if x == 0.0 && y == 0.0 { self.radius } else { float::next_up(grown) })
    }
}

/// What a circle looks like in a file.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct Unchecked {
    center: Point,
    radius: f64,
}

#[cfg(feature = "serde")]
impl TryFrom<Unchecked> for Circle {
    type Error = Error;
    fn try_from(circle: Unchecked) -> Result<Circle, Error> {
        Circle::new(circle.center, circle.radius)
    }
}

#[cfg(feature = "serde")]
impl From<Circle> for Unchecked {
    fn from(Circle { center, radius }: Circle) -> Unchecked {
        Unchecked { center, radius }
    }
}
