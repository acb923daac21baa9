//! Box2D's own worlds: balls that meet walls and not each other, in `f32`.

use super::box2d::{vector, wall};
use crate::chamber::{Ball, Balls, DT, RADIUS};
use boxdd_sys::ffi::{self, b2BodyId, b2Circle, b2ShapeDef, b2Vec2, b2WorldId};

/// What its own documentation advises.
const SUBSTEPS: i32 = 4;

/// Its own limit is 400 units a second, less than some of the balls have.
const FASTEST: f32 = 1e9;

pub(super) const WALLS: u64 = 1;
pub(super) const BALLS: u64 = 2;

pub struct World {
    pub(super) id: b2WorldId,
    pub(super) balls: Vec<b2BodyId>,
}

/// Elastic and without friction; a ball does not turn and never sleeps, and its motion is swept.
pub fn world(chamber: &[[f64; 2]], balls: &[Ball]) -> Box<dyn Balls> {
    let id = room(chamber);
    Box::new(World { id, balls: balls.iter().map(|ball| add(id, ball)).collect() })
}

/// A world with the walls of a room.
pub(super) fn room(outline: &[[f64; 2]]) -> b2WorldId {
    // SAFETY: the definitions and the shapes are only read, and the world is alive.
    unsafe {
        let mut definition = ffi::b2DefaultWorldDef();
        definition.gravity = b2Vec2 { x: 0.0, y: 0.0 };
        definition.restitutionThreshold = 0.0;
        definition.maximumLinearSpeed = FASTEST;
        let id = ffi::b2CreateWorld(&definition);
        let ground = ffi::b2CreateBody(id, &ffi::b2DefaultBodyDef());
        for (i, a) in outline.iter().enumerate() {
            let b = outline[(i + 1) % outline.len()];
            ffi::b2CreateSegmentShape(ground, &elastic(WALLS, BALLS), &wall([*a, b]));
        }
        id
    }
}

fn add(world: b2WorldId, ball: &Ball) -> b2BodyId {
    add_ball(world, ball, RADIUS, WALLS, true)
}

/// A ball that meets those, and whose motion is swept or not.
pub(super) fn add_ball(world: b2WorldId, ball: &Ball, radius: f64, meets: u64, swept: bool) -> b2BodyId {
    // SAFETY: the definitions and the shape are only read, and the world is alive.
    unsafe {
        let mut definition = ffi::b2DefaultBodyDef();
        definition.type_ = ffi::b2BodyType_b2_dynamicBody;
        definition.position = vector(ball.at);
        definition.linearVelocity = vector(ball.velocity);
        definition.isBullet = swept;
        definition.enableSleep = false;
        definition.motionLocks.angularZ = true;
        let body = ffi::b2CreateBody(world, &definition);
        let circle = b2Circle { center: vector([0.0, 0.0]), radius: radius as f32 };
        ffi::b2CreateCircleShape(body, &elastic(BALLS, meets), &circle);
        body
    }
}

pub(super) fn elastic(is: u64, meets: u64) -> b2ShapeDef {
    // SAFETY: it returns a plain value.
    let mut definition = unsafe { ffi::b2DefaultShapeDef() };
    definition.material.restitution = 1.0;
    definition.material.friction = 0.0;
    definition.filter.categoryBits = is;
    definition.filter.maskBits = meets;
    definition
}

impl Balls for World {
    fn step(&mut self) {
        // SAFETY: the world is alive.
        unsafe { ffi::b2World_Step(self.id, DT as f32, SUBSTEPS) }
    }

    fn balls(&self) -> Vec<Ball> {
        let state = |ball: &b2BodyId| {
            // SAFETY: the world is alive, and nobody takes its bodies out.
            let (at, velocity) = unsafe { (ffi::b2Body_GetPosition(*ball), ffi::b2Body_GetLinearVelocity(*ball)) };
            Ball { at: [at.x, at.y].map(f64::from), velocity: [velocity.x, velocity.y].map(f64::from) }
        };
        self.balls.iter().map(state).collect()
    }
}

impl Drop for World {
    fn drop(&mut self) {
        // SAFETY: nobody else has the world.
        unsafe { ffi::b2DestroyWorld(self.id) }
    }
}
