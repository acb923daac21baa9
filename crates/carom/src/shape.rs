//! Any of the shapes, borrowed or owned.

use crate::aabb::Aabb;
use crate::circle::Circle;
use crate::point::Point;
use crate::polygon::Polygon;
use crate::segment::Segment;

/// Any of the shapes, borrowed: what [`intersects`](crate::intersects), [`distance`](crate::distance) and the like take.
///
/// A point in any form is one, and so is a reference to a shape.
#[derive(Clone, Copy, Debug)]
pub enum Shape<'a> {
    /// A single point.
    Point(Point),
    /// A segment.
    Segment(&'a Segment),
    /// A circle.
    Circle(&'a Circle),
    /// A box.
    Aabb(&'a Aabb),
    /// A polygon.
    Polygon(&'a Polygon),
}

/// Any of the shapes, owned, to be stored without a lifetime. A reference to it is a [`Shape`].
///
/// ```
/// use carom::{Circle, OwnedShape, Segment, intersects};
/// let level: Vec<OwnedShape> =
///     vec![Circle::new([4, 0], 5.0)?.into(), Segment::new([0, 5], [9, 5])?.into(), OwnedShape::from([4, 7])];
/// assert!(intersects(&level[0], &level[1]));
/// assert!(!intersects(&level[0], &level[2]));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum OwnedShape {
    /// A single point.
    Point(Point),
    /// A segment.
    Segment(Segment),
    /// A circle.
    Circle(Circle),
    /// A box.
    Aabb(Aabb),
    /// A polygon.
    Polygon(Polygon),
}

impl Shape<'_> {
    /// Whether it has a place: only a plain point may have none.
    #[inline]
    pub(crate) fn is_finite(&self) -> bool {
        !matches!(self, Shape::Point(point) if !point.is_finite())
    }

    /// The smallest box around it, rounded outward; `None` if it is a point without a place.
    pub(crate) fn aabb(&self) -> Option<Aabb> {
        Some(match *self {
            Shape::Point(point) if !point.is_finite() => return None,
            Shape::Point(point) => Aabb::of_point(point),
            Shape::Segment(segment) => segment.aabb(),
            Shape::Circle(circle) => circle.aabb(),
            Shape::Aabb(aabb) => *aabb,
            Shape::Polygon(polygon) => polygon.aabb(),
        })
    }

    /// The same shape, owned: a copy that borrows nothing.
    ///
    /// ```
    /// use carom::{Circle, OwnedShape, Shape};
    /// let pillar = Circle::new([1, 1], 5.0)?;
    /// assert_eq!(Shape::from(&pillar).to_owned(), OwnedShape::Circle(pillar));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn to_owned(&self) -> OwnedShape {
        match *self {
            Shape::Point(point) => OwnedShape::Point(point),
            Shape::Segment(segment) => OwnedShape::Segment(*segment),
            Shape::Circle(circle) => OwnedShape::Circle(*circle),
            Shape::Aabb(aabb) => OwnedShape::Aabb(*aabb),
            Shape::Polygon(polygon) => OwnedShape::Polygon(polygon.clone()),
        }
    }
}

impl<'a> From<&'a OwnedShape> for Shape<'a> {
    #[inline]
    fn from(shape: &'a OwnedShape) -> Shape<'a> {
        match shape {
            OwnedShape::Point(point) => Shape::from(*point),
            OwnedShape::Segment(segment) => Shape::Segment(segment),
            OwnedShape::Circle(circle) => Shape::Circle(circle),
            OwnedShape::Aabb(aabb) => Shape::Aabb(aabb),
            OwnedShape::Polygon(polygon) => Shape::Polygon(polygon),
        }
    }
}

macro_rules! shapes {
    ($($type:ident),*) => {$(
        impl<'a> From<&'a $type> for Shape<'a> {
            #[inline]
            fn from(shape: &'a $type) -> Shape<'a> {
                Shape::$type(shape)
            }
        }

        impl From<$type> for OwnedShape {
            #[inline]
            fn from(shape: $type) -> OwnedShape {
                OwnedShape::$type(shape)
            }
        }
    )*};
}

shapes!(Segment, Circle, Aabb, Polygon);

impl<P: Into<Point>> From<P> for Shape<'_> {
    #[inline]
    fn from(point: P) -> Self {
        Shape::Point(point.into().canonical())
    }
}

impl<P: Into<Point>> From<P> for OwnedShape {
    #[inline]
    fn from(point: P) -> OwnedShape {
        OwnedShape::Point(point.into().canonical())
    }
}
