//! What becomes of a motion that meets a wall: reflect, slide or stop.
//!
//! Each takes a vector (a velocity, or what is left of a frame's motion) and the wall's normal, of length 1 and toward the
//! mover. A vector that already points away from the wall is free to go and is returned as it is.

use crate::float;
use crate::point::{Vec2, min};

/// The vector after a bounce off a wall: `i − (1 + e)(i·n)n`; one that points away from the wall stays as it is.
///
/// With restitution `e` = 1 it keeps its length; with 0 only what runs along the wall is left.
/// The normal must have length 1, as that of a [`Hit`](crate::Hit) has.
///
/// ```
/// use carom::{Vec2, reflect};
/// // The rest of the frame after a ball has met a wall at x = 0 from the left.
/// let rest = reflect(Vec2::new(3.0, -1.8), Vec2::new(-1.0, 0.0), 1.0);
/// assert_eq!(rest, Vec2::new(-3.0, -1.8));
/// ```
#[must_use]
pub fn reflect(vector: Vec2, normal: Vec2, restitution: f64) -> Vec2 {
    let into = vector.dot(normal);
    // A rounded normal has not quite length 1; dividing by its square keeps that from adding up over many bounces.
    if into < 0.0 { vector - normal * ((1.0 + restitution) * into / normal.length_squared()) } else { vector }
}

/// How much of its speed into a wall or another body a body keeps: the smaller of what both allow.
#[inline]
pub(crate) fn combined_restitution(first: f64, second: f64) -> f64 {
    min(first, second)
}

/// The friction of two that meet: √(μν), as in most engines for flat worlds. Of two that are equal it is just that, as √(μ²) is μ in rounded numbers, too;
/// and where one has none there is none.
#[inline]
pub(crate) fn combined_friction(first: f64, second: f64) -> f64 {
    min(float::sqrt(first * second), f64::MAX)
}

/// The vector after a slide, the part of it that runs along the wall: `i − (i·n)n`. One that points away stays as it is.
///
/// ```
/// use carom::{Vec2, slide};
/// assert_eq!(slide(Vec2::new(3.0, -1.8), Vec2::new(-1.0, 0.0)), Vec2::new(0.0, -1.8));
/// ```
#[must_use]
pub fn slide(vector: Vec2, normal: Vec2) -> Vec2 {
    reflect(vector, normal, 0.0)
}

/// The vector after a stop: zero, unless it points along the wall or away from it.
///
/// ```
/// use carom::{Vec2, stop};
/// assert_eq!(stop(Vec2::new(3.0, -1.8), Vec2::new(-1.0, 0.0)), Vec2::new(0.0, 0.0));
/// ```
#[must_use]
pub fn stop(vector: Vec2, normal: Vec2) -> Vec2 {
    if vector.dot(normal) < 0.0 { Vec2::default() } else { vector }
}
