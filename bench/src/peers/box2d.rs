//! Box2D, a C library, through `boxdd-sys`: everything in `f32`.

use crate::moves::Ends;
use crate::shapes::Shaped;
use boxdd_sys::ffi::{
    self, b2Capsule, b2Pos, b2QueryFilter, b2Rot, b2Segment, b2ShapeCastInput, b2ShapeCastPairInput, b2ShapeId,
    b2ShapeProxy, b2Transform, b2Vec2, b2WorldId,
};
use std::ffi::c_void;

pub use boxdd_sys::ffi::{b2CastOutput, b2RayCastInput, b2RayResult};

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

/// A shape around its position.
pub fn shape(shape: &Shaped) -> b2ShapeProxy {
    let points: Vec<b2Vec2> = shape.core().iter().map(|p| vector(*p)).collect();
    // SAFETY: the count is that of the points, and it copies them.
    unsafe { ffi::b2MakeProxy(points.as_ptr(), points.len() as i32, shape.radius() as f32) }
}

/// A moving shape and a wall. Both keep their own numbers: a shape that is first put where it starts would be rounded there.
pub fn shape_and_wall([start, end]: Ends, shape: &b2ShapeProxy, [a, b]: Ends) -> b2ShapeCastPairInput {
    let ends = [vector(a), vector(b)];
    // SAFETY: the count is that of the points, and it copies them.
    let wall = unsafe { ffi::b2MakeProxy(ends.as_ptr(), 2, 0.0) };
    b2ShapeCastPairInput {
        proxyA: wall,
        proxyB: *shape,
        transform: b2Transform { p: vector(start), q: b2Rot { c: 1.0, s: 0.0 } },
        translationB: motion(start, end),
        maxFraction: 1.0,
        canEncroach: false,
    }
}

/// How a moving shape touches the wall.
pub fn cast_shape(input: &b2ShapeCastPairInput) -> b2CastOutput {
    // SAFETY: it is a plain value that the function only reads.
    unsafe { ffi::b2ShapeCast(input) }
}

/// The wall grown by a radius.
pub fn capsule([a, b]: Ends, radius: f64) -> b2Capsule {
    b2Capsule { center1: vector(a), center2: vector(b), radius: radius as f32 }
}

pub fn cast_ray_at_capsule(ray: &b2RayCastInput, capsule: &b2Capsule) -> b2CastOutput {
    // SAFETY: both are plain values that the function only reads.
    unsafe { ffi::b2RayCastCapsule(capsule, ray) }
}

/// It refuses walls shorter than 0.005: with assertions it aborts, without them it leaves such a wall out.
/// Among the million walls of `walls` there are 20 of those, among fewer none.
pub const MOST_WALLS: usize = 100_000;

/// Walls that stand.
pub struct World {
    id: b2WorldId,
    filter: b2QueryFilter,
}

pub fn world(walls: &[b2Segment]) -> World {
    // SAFETY: the definitions and the segments are only read, and the world is alive until it is dropped.
    unsafe {
        let id = ffi::b2CreateWorld(&ffi::b2DefaultWorldDef());
        let body = ffi::b2CreateBody(id, &ffi::b2DefaultBodyDef());
        let definition = ffi::b2DefaultShapeDef();
        for wall in walls {
            ffi::b2CreateSegmentShape(body, &definition, wall);
        }
        ffi::b2World_RebuildStaticTree(id);
        World { id, filter: ffi::b2DefaultQueryFilter() }
    }
}

impl Drop for World {
    fn drop(&mut self) {
        // SAFETY: nobody else has the world.
        unsafe { ffi::b2DestroyWorld(self.id) }
    }
}

/// How many bytes a world keeps.
pub fn bytes(walls: &[b2Segment]) -> f64 {
    // SAFETY: it reads a counter.
    let allocated = || unsafe { ffi::b2GetByteCount() };
    let before = allocated();
    let _world = world(walls);
    (allocated() - before) as f64
}

/// When and where a moving point touches the first of the walls.
pub fn first_touch(ray: &b2RayCastInput, world: &World) -> b2RayResult {
    // SAFETY: the world is alive.
    unsafe { ffi::b2World_CastRayClosest(world.id, ray.origin, ray.translation, world.filter) }
}

/// A disc or another shape around the place it starts from, and how far it moves.
pub struct Mover {
    start: b2Pos,
    shape: b2ShapeProxy,
    motion: b2Vec2,
}

pub fn mover([start, end]: Ends, radius: f64) -> Mover {
    let center = vector([0.0, 0.0]);
    // SAFETY: the count is that of the points, and it copies them.
    let shape = unsafe { ffi::b2MakeProxy(&center, 1, radius as f32) };
    Mover { start: vector(start), shape, motion: motion(start, end) }
}

pub fn shape_mover([start, end]: Ends, shape: &b2ShapeProxy) -> Mover {
    Mover { start: vector(start), shape: *shape, motion: motion(start, end) }
}

/// When, where and how it touches.
#[expect(dead_code, reason = "an answer is kept whole, and nobody here asks for more than that there is one")]
pub struct Touch {
    t: f32,
    point: b2Pos,
    normal: b2Vec2,
}

/// How a mover touches the first of the walls.
pub fn first_mover_touch(mover: &Mover, world: &World) -> Option<Touch> {
    let mut first: Option<Touch> = None;
    let context = (&raw mut first).cast::<c_void>();
    // SAFETY: the world is alive, and `keep` gets the address of what it expects, which nobody uses meanwhile.
    unsafe {
        ffi::b2World_CastShape(world.id, mover.start, &mover.shape, mover.motion, world.filter, Some(keep), context);
    }
    first
}

/// What is returned is how far Box2D looks from then on, so whatever comes later is closer.
unsafe extern "C" fn keep(_: b2ShapeId, point: b2Pos, normal: b2Vec2, t: f32, context: *mut c_void) -> f32 {
    // SAFETY: the only caller hands over the address of its `first`.
    unsafe { *context.cast::<Option<Touch>>() = Some(Touch { t, point, normal }) };
    t
}

/// Rounded like the ends themselves, as a game in `f32` would have it.
fn motion(start: [f64; 2], end: [f64; 2]) -> b2Vec2 {
    let (start, end) = (vector(start), vector(end));
    b2Vec2 { x: end.x - start.x, y: end.y - start.y }
}

pub fn vector([x, y]: [f64; 2]) -> b2Vec2 {
    b2Vec2 { x: x as f32, y: y as f32 }
}
