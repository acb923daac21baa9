//! `Point` and `Vec2`: a position and a displacement.
//!
//! They are two types because a position and a displacement are two ideas:
//! the difference of two points is a vector, and two points cannot be added.
//! Both are plain data that can hold any number; shapes check their points when they are made.

use core::cmp::Ordering;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// A position in the plane, y up.
///
/// ```
/// use carom::{Point, Vec2};
/// let start = Point::from([6.0, 4.0]);
/// let end = Point::new(9.0, 5.0);
/// assert_eq!(end - start, Vec2::new(3.0, 1.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "[f64; 2]", into = "[f64; 2]"))]
#[repr(C)]
pub struct Point {
    /// Distance to the right of the origin.
    pub x: f64,
    /// Distance above the origin.
    pub y: f64,
}

/// A displacement, direction or velocity.
///
/// ```
/// use carom::Vec2;
/// let edge = Vec2::new(4.0, 7.0);
/// assert_eq!(edge.normal(), Vec2::new(7.0, -4.0));
/// assert_eq!(edge.dot(edge.normal()), 0.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "[f64; 2]", into = "[f64; 2]"))]
#[repr(C)]
pub struct Vec2 {
    /// Displacement to the right.
    pub x: f64,
    /// Displacement upwards.
    pub y: f64,
}

impl Point {
    /// The point at `(x, y)`.
    #[inline]
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// Whether both coordinates are finite: neither infinite nor NaN.
    #[inline]
    #[must_use]
    pub const fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }

    /// The same position with every −0.0 turned into 0.0, so that equal points have equal bits.
    #[inline]
    pub(crate) fn canonical(self) -> Point {
        Point::new(self.x + 0.0, self.y + 0.0)
    }

    /// The same position, with what is infinite at the largest number, and every −0.0 turned into 0.0.
    pub(crate) fn within_numbers(self) -> Point {
        let within = |x: f64| max(min(x, f64::MAX), -f64::MAX);
        Point::new(within(self.x), within(self.y)).canonical()
    }

    /// The direction to another point, of length 1, rounded; zero if both are the same point.
    #[inline(always)]
    pub(crate) fn direction_to(self, other: Point) -> Vec2 {
        let step = other - self;
        if step.is_finite() { step.normalized() } else { self.direction_to_distant(other) }
    }

    #[cold]
    #[inline(never)]
    fn direction_to_distant(self, other: Point) -> Vec2 {
        // The vector between distant points overflows; half of it has the same direction.
        Vec2::new(other.x / 2.0 - self.x / 2.0, other.y / 2.0 - self.y / 2.0).normalized()
    }

    /// Left to right, then bottom to top; finite points that are neither before nor after are equal.
    #[inline]
    pub(crate) fn order(self, other: Point) -> Ordering {
        if self.precedes(other) {
            Ordering::Less
        } else if other.precedes(self) {
            Ordering::Greater
        } else {
            Ordering::Equal
        }
    }

    /// Left to right, then bottom to top: a total order of finite points.
    #[inline]
    pub(crate) fn precedes(self, other: Point) -> bool {
        self.x < other.x || (self.x == other.x && self.y < other.y)
    }
}

impl Vec2 {
    /// The vector `(x, y)`.
    #[inline]
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Vec2 {
        Vec2 { x, y }
    }

    /// The dot product, rounded.
    /// For a sign that is never wrong use [`dot_sign`](crate::dot_sign).
    #[inline]
    #[must_use]
    pub fn dot(self, other: Vec2) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The cross product, rounded; positive if `other` points to the left of `self`.
    /// For a sign that is never wrong use [`orient`](crate::orient) or [`turn`](crate::turn).
    #[inline]
    #[must_use]
    pub fn cross(self, other: Vec2) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// This vector turned right by a quarter: `(y, −x)`.
    /// Along a counter-clockwise polygon it points outward.
    #[inline]
    #[must_use]
    pub fn normal(self) -> Vec2 {
        // Taken from 0.0, so that there is no −0.0.
        Vec2::new(self.y, 0.0 - self.x)
    }

    /// The length, rounded.
    ///
    /// The vector is first scaled by a power of two, so no size overflows or vanishes in between.
    #[inline(always)]
    #[must_use]
    pub fn length(self) -> f64 {
        let squared = self.length_squared();
        if is_ordinary(squared) { crate::float::sqrt(squared) } else { self.scaled_length() }
    }

    #[cold]
    #[inline(never)]
    fn scaled_length(self) -> f64 {
        let scale = crate::float::power_of_two_near(max(self.x.abs(), self.y.abs()));
        let (x, y) = (self.x / scale, self.y / scale);
        crate::float::sqrt(x * x + y * y) * scale
    }

    /// The vector of length 1 in the same direction, rounded; a vector of no length stays as it is.
    #[inline(always)]
    #[must_use]
    pub fn normalized(self) -> Vec2 {
        let squared = self.length_squared();
        if is_ordinary(squared) { self / crate::float::sqrt(squared) } else { self.scaled_and_normalized() }
    }

    #[cold]
    #[inline(never)]
    fn scaled_and_normalized(self) -> Vec2 {
        // Scaled by a power of two first, so that no size overflows or vanishes in between; the same bits otherwise.
        let scaled = self / crate::float::power_of_two_near(max(self.x.abs(), self.y.abs()));
        let length = crate::float::sqrt(scaled.length_squared());
        if length > 0.0 { scaled / length } else { self }
    }

    /// Whether both are finite: neither infinite nor NaN.
    #[inline]
    pub(crate) const fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }

    /// With zeros made positive: adding 0.0 turns −0.0 into 0.0.
    #[inline]
    pub(crate) fn canonical(self) -> Vec2 {
        Vec2::new(self.x + 0.0, self.y + 0.0)
    }

    /// The squared length, rounded.
    #[inline]
    #[must_use]
    pub fn length_squared(self) -> f64 {
        self.dot(self)
    }
}

/// From 2⁻⁹⁰⁰ to 2⁹⁰⁰: far from where squares overflow, or vanish but for a part that does not count.
pub(crate) const ORDINARY: [f64; 2] = [1.2e-271, 8.4e270];

#[inline]
fn is_ordinary(squared: f64) -> bool {
    ORDINARY[0] < squared && squared < ORDINARY[1]
}

/// The larger of two numbers, the same on every machine (`f64::max` leaves the sign of zero open).
#[inline]
pub(crate) fn max(a: f64, b: f64) -> f64 {
    if a < b { b } else { a }
}

/// The smaller of two numbers, the same on every machine.
#[inline]
pub(crate) fn min(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

impl Sub for Point {
    type Output = Vec2;
    #[inline]
    fn sub(self, other: Point) -> Vec2 {
        Vec2::new(self.x - other.x, self.y - other.y)
    }
}

impl Add<Vec2> for Point {
    type Output = Point;
    #[inline]
    fn add(self, by: Vec2) -> Point {
        Point::new(self.x + by.x, self.y + by.y)
    }
}

impl Sub<Vec2> for Point {
    type Output = Point;
    #[inline]
    fn sub(self, by: Vec2) -> Point {
        Point::new(self.x - by.x, self.y - by.y)
    }
}

impl AddAssign<Vec2> for Point {
    #[inline]
    fn add_assign(&mut self, by: Vec2) {
        *self = *self + by;
    }
}

impl SubAssign<Vec2> for Point {
    #[inline]
    fn sub_assign(&mut self, by: Vec2) {
        *self = *self - by;
    }
}

impl Add for Vec2 {
    type Output = Vec2;
    #[inline]
    fn add(self, other: Vec2) -> Vec2 {
        Vec2::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Vec2 {
    type Output = Vec2;
    #[inline]
    fn sub(self, other: Vec2) -> Vec2 {
        Vec2::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Vec2 {
    type Output = Vec2;
    #[inline]
    fn mul(self, factor: f64) -> Vec2 {
        Vec2::new(self.x * factor, self.y * factor)
    }
}

impl Div<f64> for Vec2 {
    type Output = Vec2;
    #[inline]
    fn div(self, divisor: f64) -> Vec2 {
        Vec2::new(self.x / divisor, self.y / divisor)
    }
}

impl Mul<Vec2> for f64 {
    type Output = Vec2;
    #[inline]
    fn mul(self, vector: Vec2) -> Vec2 {
        vector * self
    }
}

impl AddAssign for Vec2 {
    #[inline]
    fn add_assign(&mut self, other: Vec2) {
        *self = *self + other;
    }
}

impl SubAssign for Vec2 {
    #[inline]
    fn sub_assign(&mut self, other: Vec2) {
        *self = *self - other;
    }
}

impl MulAssign<f64> for Vec2 {
    #[inline]
    fn mul_assign(&mut self, factor: f64) {
        *self = *self * factor;
    }
}

impl DivAssign<f64> for Vec2 {
    #[inline]
    fn div_assign(&mut self, divisor: f64) {
        *self = *self / divisor;
    }
}

impl Neg for Vec2 {
    type Output = Vec2;
    #[inline]
    fn neg(self) -> Vec2 {
        Vec2::new(-self.x, -self.y)
    }
}

/// Conversions that `Point` and `Vec2` share: plain arrays and tuples, `mint`, and each live `glam`.
macro_rules! conversions {
    ($type:ident, $mint:ident) => {
        impl From<[f64; 2]> for $type {
            #[inline]
            fn from([x, y]: [f64; 2]) -> $type {
                $type::new(x, y)
            }
        }

        impl From<(f64, f64)> for $type {
            #[inline]
            fn from((x, y): (f64, f64)) -> $type {
                $type::new(x, y)
            }
        }

        /// Without loss: every `f32` is an `f64`.
        impl From<[f32; 2]> for $type {
            #[inline]
            fn from([x, y]: [f32; 2]) -> $type {
                $type::new(f64::from(x), f64::from(y))
            }
        }

        impl From<[i32; 2]> for $type {
            #[inline]
            fn from([x, y]: [i32; 2]) -> $type {
                $type::new(f64::from(x), f64::from(y))
            }
        }

        impl From<(i32, i32)> for $type {
            #[inline]
            fn from((x, y): (i32, i32)) -> $type {
                $type::new(f64::from(x), f64::from(y))
            }
        }

        impl From<$type> for [f64; 2] {
            #[inline]
            fn from(value: $type) -> [f64; 2] {
                [value.x, value.y]
            }
        }

        impl From<$type> for (f64, f64) {
            #[inline]
            fn from(value: $type) -> (f64, f64) {
                (value.x, value.y)
            }
        }

        #[cfg(feature = "mint")]
        impl From<mint::$mint<f64>> for $type {
            #[inline]
            fn from(value: mint::$mint<f64>) -> $type {
                $type::new(value.x, value.y)
            }
        }

        #[cfg(feature = "mint")]
        impl From<$type> for mint::$mint<f64> {
            #[inline]
            fn from(value: $type) -> mint::$mint<f64> {
                mint::$mint { x: value.x, y: value.y }
            }
        }

        conversions!(glam $type, glam_0_27, "glam_0_27");
        conversions!(glam $type, glam_0_29, "glam_0_29");
        conversions!(glam $type, glam_0_30, "glam_0_30");
        conversions!(glam $type, glam_0_31, "glam_0_31");
        conversions!(glam $type, glam_0_32, "glam_0_32");
        conversions!(glam $type, glam_0_33, "glam_0_33");
        conversions!(glam $type, glam_0_34, "glam_0_34");
    };
    (glam $type:ident, $glam:ident, $feature:literal) => {
        #[cfg(feature = $feature)]
        impl From<$glam::DVec2> for $type {
            #[inline]
            fn from(value: $glam::DVec2) -> $type {
                $type::new(value.x, value.y)
            }
        }

        /// Without loss: every `f32` is an `f64`.
        #[cfg(feature = $feature)]
        impl From<$glam::Vec2> for $type {
            #[inline]
            fn from(value: $glam::Vec2) -> $type {
                $type::new(f64::from(value.x), f64::from(value.y))
            }
        }

        #[cfg(feature = $feature)]
        impl From<$type> for $glam::DVec2 {
            #[inline]
            fn from(value: $type) -> $glam::DVec2 {
                $glam::DVec2::new(value.x, value.y)
            }
        }
    };
}

conversions!(Point, Point2);
conversions!(Vec2, Vector2);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn length_at_every_scale() {
        for exponent in [-1070, -600, -300, 0, 300, 600, 1020] {
            let unit = crate::float::power_of_two(exponent);
            assert_eq!(Vec2::new(3.0 * unit, -4.0 * unit).length(), 5.0 * unit, "2^{exponent}");
        }
        assert_eq!(Vec2::default().length(), 0.0);
    }

    #[cfg(feature = "mint")]
    #[test]
    fn mint_round_trip() {
        let point = Point::new(1.5, -2.0);
        assert_eq!(Point::from(mint::Point2::from(point)), point);
    }

    #[cfg(feature = "glam_0_34")]
    #[test]
    fn glam_round_trip() {
        let vector = Vec2::new(1.5, -2.0);
        assert_eq!(Vec2::from(glam_0_34::DVec2::from(vector)), vector);
        assert_eq!(Point::from(glam_0_34::Vec2::new(0.1, 2.0)), Point::from([0.1_f32, 2.0]));
    }
}
