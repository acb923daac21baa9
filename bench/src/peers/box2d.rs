//! Box2D, a C library, through `boxdd-sys`: everything in `f32`.

use crate::moves::Ends;
use boxdd_sys::ffi::{self, b2Capsule, b2Segment, b2ShapeCastInput, b2Vec2};

pub use boxdd_sys::ffi::{b2CastOutput, b2RayCastInput};

pub const NAME: &str = "Box2D";
/// A disc against a wall, asked as a point against the wall grown by the radius.
pub const CAPSULE: &str = "Box2D ray and capsule";

pub fn wall([a, b]: Ends) -> b2Segment {
    b2Segment { point1: vector(a), point2: vector(b) }
}

pub fn ray([start, end]: Ends) -> b2RayCastInput {
    b2RayCastInput { origin: vector(start), translation: motion(start, end), maxFraction: 1.0 }
}

/// When and where a moving point touches the wall, from either side.
pub fn cast_ray(ray: &b2RayCastInput, wall: &b2Segment) -> b2CastOutput {
    // SAFETY: both are plain values that the function only reads.
    unsafe { ffi::b2RayCastSegment(wall, ray, false) }
}

pub fn disc([start, end]: Ends, radius: f64) -> b2ShapeCastInput {
    let center = vector(start);
    // SAFETY: the count is that of the points, and it copies them.
    let proxy = unsafe { ffi::b2MakeProxy(&center, 1, radius as f32) };
    b2ShapeCastInput { proxy, translation: motion(start, end), maxFraction: 1.0, canEncroach: false }
}

/// How a moving disc touches the wall.
pub fn cast_disc(disc: &b2ShapeCastInput, wall: &b2Segment) -> b2CastOutput {
    // SAFETY: both are plain values that the function only reads.
    unsafe { ffi::b2ShapeCastSegment(wall, disc) }
}

/// The wall grown by a radius.
pub fn capsule([a, b]: Ends, radius: f64) -> b2Capsule {
    b2Capsule { center1: vector(a), center2: vector(b), radius: radius as f32 }
}

pub fn cast_ray_at_capsule(ray: &b2RayCastInput, capsule: &b2Capsule) -> b2CastOutput {
    // SAFETY: both are plain values that the function only reads.
    unsafe { ffi::b2RayCastCapsule(capsule, ray) }
}

/// Rounded like the ends themselves, as a game in `f32` would have it.
fn motion(start: [f64; 2], end: [f64; 2]) -> b2Vec2 {
    let (start, end) = (vector(start), vector(end));
    b2Vec2 { x: end.x - start.x, y: end.y - start.y }
}

fn vector([x, y]: [f64; 2]) -> b2Vec2 {
    b2Vec2 { x: x as f32, y: y as f32 }
}
