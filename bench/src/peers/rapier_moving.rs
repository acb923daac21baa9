//! `rapier2d`: balls among walls that move, which are kinematic bodies with a velocity.

use super::rapier::{BALLS, WALLS, World, elastic, vector};
use crate::chamber::{Ball, Balls};
use crate::moving::{Moving, RADIUS, Room, Walk};
use rapier2d::prelude::{ColliderBuilder, ColliderSet, RigidBodyBuilder, RigidBodyHandle, RigidBodySet};

pub const NAME: &str = "rapier2d";
/// With `ccd_enabled`.
pub const SWEPT: &str = "rapier2d, swept";

struct Kinematic {
    world: World,
    groups: Vec<RigidBodyHandle>,
}

pub fn plain(room: &Room) -> Box<dyn Moving> {
    world(room, false)
}

pub fn swept(room: &Room) -> Box<dyn Moving> {
    world(room, true)
}

/// Elastic and without friction; a ball does not turn and never sleeps.
fn world(room: &Room, swept: bool) -> Box<dyn Moving> {
    let (mut bodies, mut colliders) = (RigidBodySet::new(), ColliderSet::new());
    let closed = room.outline.iter().chain(room.outline.first()).map(|vertex| vector(*vertex));
    colliders.insert(elastic(ColliderBuilder::polyline(closed.collect(), None), WALLS, BALLS));
    let mut add_group = |walk: &Walk| {
        let body = bodies.insert(RigidBodyBuilder::kinematic_velocity_based());
        for wall in &walk.walls {
            let [a, b] = wall.map(vector);
            colliders.insert_with_parent(elastic(ColliderBuilder::segment(a, b), WALLS, BALLS), body, &mut bodies);
        }
        body
    };
    let groups = room.groups.iter().map(&mut add_group).collect();
    let meets = if room.meet { WALLS | BALLS } else { WALLS };
    let mut add = |ball: &Ball| {
        let body = RigidBodyBuilder::dynamic().translation(vector(ball.at)).linvel(vector(ball.velocity));
        let body = bodies.insert(body.ccd_enabled(swept).can_sleep(false).lock_rotations());
        let shape = elastic(ColliderBuilder::ball(RADIUS as f32), BALLS, meets);
        colliders.insert_with_parent(shape, body, &mut bodies);
        body
    };
    let balls = room.balls.iter().map(&mut add).collect();
    Box::new(Kinematic { world: World::new(balls, bodies, colliders), groups })
}

impl Moving for Kinematic {
    fn steer(&mut self, groups: &[Walk], factor: f64) {
        for (body, walk) in self.groups.iter().zip(groups) {
            self.world.bodies[*body].set_linvel(vector(walk.velocity.map(|x| factor * x)), true);
        }
    }

    fn step(&mut self) {
        self.world.step();
    }

    fn balls(&self) -> Vec<Ball> {
        self.world.balls()
    }

    fn offsets(&self) -> Vec<[f64; 2]> {
        let offset = |body: &RigidBodyHandle| {
            let at = self.world.bodies[*body].translation();
            [at.x, at.y].map(f64::from)
        };
        self.groups.iter().map(offset).collect()
    }
}
