//! `Segment`: the straight piece between two distinct points.

use crate::error::{Error, Name};
use crate::exact::construct;
use crate::point::{Point, Vec2};

/// A straight line from one point to another, both included, such as a wall.
///
/// ```
/// use carom::{Segment, Vec2};
/// let wall = Segment::new([6.0, 0.0], [10.0, 7.0])?;
/// assert!(wall.intersects(&Segment::new([6.0, 4.0], [9.0, 5.0])?));
///
/// assert_eq!(wall.vector(), Vec2::new(4.0, 7.0));
/// assert_eq!(wall.normal(), Vec2::new(7.0, -4.0));
/// assert_eq!(wall.line_constant(), 42.0); // 7·6 − 4·0 = 7·10 − 4·7
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "[Point; 2]", into = "[Point; 2]"))]
pub struct Segment {
    a: Point,
    b: Point,
}

impl Segment {
    /// The segment from `a` to `b`.
    ///
    /// # Errors
    /// If a coordinate is not finite or the ends coincide.
    pub fn new(a: impl Into<Point>, b: impl Into<Point>) -> Result<Segment, Error> {
        let (a, b) = (a.into(), b.into());
        for (what, value) in [(Name::SegmentA, a), (Name::SegmentB, b)] {
            if !value.is_finite() {
                return Err(Error::NotFinite { what, value });
            }
        }
        if a == b {
            return Err(Error::EqualEnds { at: a });
        }
        Ok(Segment { a: a.canonical(), b: b.canonical() })
    }

    /// Two ends that may coincide: not a segment, but a place to keep what may be one. It is never shown.
    #[inline]
    pub(crate) fn or_point(a: Point, b: Point) -> Segment {
        Segment { a, b }
    }

    /// The segment between ends that are known to be distinct, finite and canonical.
    #[inline]
    pub(crate) fn between(a: Point, b: Point) -> Segment {
        debug_assert!(a != b && a.is_finite() && b.is_finite());
        Segment { a, b }
    }

    /// Where it starts.
    #[inline]
    #[must_use]
    pub fn a(&self) -> Point {
        self.a
    }

    /// Where it ends.
    #[inline]
    #[must_use]
    pub fn b(&self) -> Point {
        self.b
    }

    /// The first end, or the second if the number is odd.
    #[inline(always)]
    pub(crate) fn end(&self, number: u16) -> &Point {
        if number & 1 == 0 { &self.a } else { &self.b }
    }

    /// Both ends: `a`, then `b`.
    #[inline]
    #[must_use]
    pub fn ends(&self) -> [Point; 2] {
        [self.a, self.b]
    }

    /// The vector from `a` to `b`, each coordinate rounded once; infinite if it exceeds the range of `f64`.
    #[inline]
    #[must_use]
    pub fn vector(&self) -> Vec2 {
        self.b - self.a
    }

    /// The normal `N = (E.y, −E.x)` of the vector `E`: it points to the right, which is
    /// outward along a counter-clockwise polygon.
    #[inline]
    #[must_use]
    pub fn normal(&self) -> Vec2 {
        self.vector().normal()
    }

    /// The constant `D` of the line equation `N·P = D`: the exact value N·a = N·b = a × b, rounded once;
    /// infinite beyond the range of `f64`.
    #[must_use]
    pub fn line_constant(&self) -> f64 {
        construct::cross(self.a, self.b)
    }

    /// How long it is, rounded.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.vector().length()
    }

    /// The point halfway, each coordinate rounded once.
    #[must_use]
    pub fn midpoint(&self) -> Point {
        construct::midpoint(self.a, self.b)
    }

    /// The same segment from `b` to `a`.
    #[inline]
    #[must_use]
    pub fn reversed(&self) -> Segment {
        Segment { a: self.b, b: self.a }
    }
}

impl TryFrom<[Point; 2]> for Segment {
    type Error = Error;
    fn try_from([a, b]: [Point; 2]) -> Result<Segment, Error> {
        Segment::new(a, b)
    }
}

impl From<Segment> for [Point; 2] {
    fn from(segment: Segment) -> [Point; 2] {
        segment.ends()
    }
}
