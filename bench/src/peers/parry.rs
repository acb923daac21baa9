//! `parry2d`: ray casts in closed form, shape casts by iteration, in `f32`.

use crate::moves::Ends;
use crate::shapes::Shaped;
use parry2d::math::{Pose, Vector};
use parry2d::query::{RayCast, RayIntersection, ShapeCastHit, ShapeCastOptions, cast_shapes};
use parry2d::shape::{Ball, Cuboid, Shape, SharedShape};

pub use parry2d::query::Ray;
pub use parry2d::shape::{Capsule, Polyline, Segment};

pub const NAME: &str = "parry2d";
/// A disc against a wall, asked as a point against the wall grown by the radius.
pub const CAPSULE: &str = "parry2d ray and capsule";

pub fn wall([a, b]: Ends) -> Segment {
    Segment::new(vector(a), vector(b))
}

/// Walls that are not connected.
pub fn walls(walls: &[Ends]) -> Polyline {
    let (vertices, indices) = parts(walls);
    Polyline::new(vertices, Some(indices))
}

/// What a polyline is made of, and keeps.
pub fn parts(walls: &[Ends]) -> (Vec<Vector>, Vec<[u32; 2]>) {
    let vertices = walls.iter().flatten().map(|end| vector(*end)).collect();
    (vertices, (0..walls.len() as u32).map(|i| [2 * i, 2 * i + 1]).collect())
}

pub fn ray([start, end]: Ends) -> Ray {
    Ray::new(vector(start), vector(end) - vector(start))
}

/// When a moving point touches the wall, or the first of the walls.
pub fn cast_ray(ray: &Ray, wall: &impl RayCast) -> Option<f32> {
    wall.cast_local_ray(ray, 1.0, true)
}

/// A disc, where it starts and how far it moves.
pub struct Disc {
    ball: Ball,
    start: Pose,
    motion: Vector,
}

pub fn disc([start, end]: Ends, radius: f64) -> Disc {
    let start = vector(start);
    Disc { ball: Ball::new(radius as f32), start: Pose::from_translation(start), motion: vector(end) - start }
}

/// How a moving disc touches the wall, or the first of the walls.
pub fn cast_disc(disc: &Disc, wall: &impl Shape) -> Option<ShapeCastHit> {
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    cast_shapes(&disc.start, disc.motion, &disc.ball, &Pose::IDENTITY, Vector::ZERO, wall, options)
        .expect("parry casts a ball against segments")
}

/// A shape around its position: a box, a capsule or a convex polygon.
pub fn shape(shape: &Shaped) -> SharedShape {
    let points = |core: &[[f64; 2]]| core.iter().map(|p| vector(*p)).collect::<Vec<Vector>>();
    match shape {
        Shaped::Box([x, y]) => SharedShape::new(Cuboid::new(vector([*x, *y]))),
        Shaped::Capsule(ends, radius) => SharedShape::new(capsule(*ends, *radius)),
        Shaped::Polygon(core) => {
            SharedShape::convex_polyline(points(core)).expect("the generators make convex polygons")
        }
    }
}

/// Where a shape starts and how far it moves.
pub struct Path {
    start: Pose,
    motion: Vector,
}

pub fn path([start, end]: Ends) -> Path {
    Path { start: Pose::from_translation(vector(start)), motion: vector(end) - vector(start) }
}

/// How a moving shape touches the wall, or the first of the walls.
pub fn cast_shape(path: &Path, shape: &SharedShape, wall: &impl Shape) -> Option<ShapeCastHit> {
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    cast_shapes(&path.start, path.motion, &**shape, &Pose::IDENTITY, Vector::ZERO, wall, options)
        .expect("parry casts convex shapes against segments")
}

/// The wall grown by a radius.
pub fn capsule([a, b]: Ends, radius: f64) -> Capsule {
    Capsule::new(vector(a), vector(b), radius as f32)
}

pub fn cast_ray_at_capsule(ray: &Ray, capsule: &Capsule) -> Option<RayIntersection> {
    capsule.cast_local_ray_and_get_normal(ray, 1.0, true)
}

fn vector([x, y]: [f64; 2]) -> Vector {
    Vector::new(x as f32, y as f32)
}
