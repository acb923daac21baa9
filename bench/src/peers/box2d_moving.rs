//! Box2D: balls among walls that move, which are kinematic bodies.

use super::box2d::{vector, wall};
use super::box2d_balls::{BALLS, WALLS, World, add_ball, elastic, room};
use crate::chamber::{Ball, Balls};
use crate::moving::{Moving, RADIUS, Room, Walk};
use boxdd_sys::ffi::{self, b2BodyId, b2WorldId};

pub const NAME: &str = "Box2D";
/// With `isBullet`.
pub const SWEPT: &str = "Box2D, swept";

struct Kinematic {
    world: World,
    groups: Vec<b2BodyId>,
}

pub fn plain(room: &Room) -> Box<dyn Moving> {
    world(room, false)
}

pub fn swept(room: &Room) -> Box<dyn Moving> {
    world(room, true)
}

/// Elastic and without friction; a ball does not turn and never sleeps.
fn world(scene: &Room, swept: bool) -> Box<dyn Moving> {
    let id = room(&scene.outline);
    let groups = scene.groups.iter().map(|walk| add_group(id, walk)).collect();
    let meets = if scene.meet { WALLS | BALLS } else { WALLS };
    let balls = scene.balls.iter().map(|ball| add_ball(id, ball, RADIUS, meets, swept)).collect();
    Box::new(Kinematic { world: World { id, balls }, groups })
}

fn add_group(world: b2WorldId, walk: &Walk) -> b2BodyId {
    // SAFETY: the definitions and the shapes are only read, and the world is alive.
    unsafe {
        let mut definition = ffi::b2DefaultBodyDef();
        definition.type_ = ffi::b2BodyType_b2_kinematicBody;
        definition.enableSleep = false;
        let body = ffi::b2CreateBody(world, &definition);
        for ends in &walk.walls {
            ffi::b2CreateSegmentShape(body, &elastic(WALLS, BALLS), &wall(*ends));
        }
        body
    }
}

impl Moving for Kinematic {
    fn steer(&mut self, groups: &[Walk], factor: f64) {
        for (body, walk) in self.groups.iter().zip(groups) {
            // SAFETY: the world is alive, and nobody takes its bodies out.
            unsafe { ffi::b2Body_SetLinearVelocity(*body, vector(walk.velocity.map(|x| factor * x))) }
        }
    }

    fn step(&mut self) {
        self.world.step();
    }

    fn balls(&self) -> Vec<Ball> {
        self.world.balls()
    }

    fn offsets(&self) -> Vec<[f64; 2]> {
        let offset = |body: &b2BodyId| {
            // SAFETY: the world is alive, and nobody takes its bodies out.
            let at = unsafe { ffi::b2Body_GetPosition(*body) };
            [at.x, at.y].map(f64::from)
        };
        self.groups.iter().map(offset).collect()
    }
}
