//! `rapier2d`, a physics engine on top of parry: balls that meet walls and not each other, in `f32`.

use crate::chamber::{Ball, Balls, DT, RADIUS};
use rapier2d::prelude::{
    CCDSolver, ColliderBuilder, ColliderSet, DefaultBroadPhase, Group, ImpulseJointSet, IntegrationParameters,
    InteractionGroups, InteractionTestMode, IslandManager, MultibodyJointSet, NarrowPhase, PhysicsPipeline,
    RigidBodyBuilder, RigidBodyHandle, RigidBodySet, SoftBodySet, Vector,
};

pub const NAME: &str = "rapier2d";

pub(super) const WALLS: Group = Group::GROUP_1;
pub(super) const BALLS: Group = Group::GROUP_2;

pub struct World {
    balls: Vec<RigidBodyHandle>,
    parameters: IntegrationParameters,
    pipeline: PhysicsPipeline,
    islands: IslandManager,
    broad_phase: DefaultBroadPhase,
    narrow_phase: NarrowPhase,
    pub(super) bodies: RigidBodySet,
    colliders: ColliderSet,
    impulse_joints: ImpulseJointSet,
    multibody_joints: MultibodyJointSet,
    soft_bodies: SoftBodySet,
    ccd: CCDSolver,
}

/// Elastic and without friction; a ball does not turn and never sleeps, and its motion is swept.
pub fn world(chamber: &[[f64; 2]], balls: &[Ball]) -> Box<dyn Balls> {
    let (mut bodies, mut colliders) = (RigidBodySet::new(), ColliderSet::new());
    let closed = chamber.iter().chain(chamber.first()).map(|vertex| vector(*vertex));
    colliders.insert(elastic(ColliderBuilder::polyline(closed.collect(), None), WALLS, BALLS));
    let mut add = |ball: &Ball| {
        let body = RigidBodyBuilder::dynamic().translation(vector(ball.at)).linvel(vector(ball.velocity));
        let body = bodies.insert(body.ccd_enabled(true).can_sleep(false).lock_rotations());
        let shape = elastic(ColliderBuilder::ball(RADIUS as f32), BALLS, WALLS);
        colliders.insert_with_parent(shape, body, &mut bodies);
        body
    };
    let balls = balls.iter().map(&mut add).collect();
    Box::new(World::new(balls, bodies, colliders))
}

impl World {
    pub(super) fn new(balls: Vec<RigidBodyHandle>, bodies: RigidBodySet, colliders: ColliderSet) -> World {
        World {
            balls,
            parameters: IntegrationParameters { dt: DT as f32, ..IntegrationParameters::default() },
            pipeline: PhysicsPipeline::new(),
            islands: IslandManager::new(),
            broad_phase: DefaultBroadPhase::new(),
            narrow_phase: NarrowPhase::new(),
            bodies,
            colliders,
            impulse_joints: ImpulseJointSet::new(),
            multibody_joints: MultibodyJointSet::new(),
            soft_bodies: SoftBodySet::new(),
            ccd: CCDSolver::new(),
        }
    }
}

impl Balls for World {
    fn step(&mut self) {
        self.pipeline.step(
            Vector::ZERO,
            &self.parameters,
            &mut self.islands,
            &mut self.broad_phase,
            &mut self.narrow_phase,
            &mut self.bodies,
            &mut self.colliders,
            &mut self.impulse_joints,
            &mut self.multibody_joints,
            &mut self.soft_bodies,
            &mut self.ccd,
            &(),
            &(),
        );
    }

    fn balls(&self) -> Vec<Ball> {
        let state = |ball: &RigidBodyHandle| {
            let (at, velocity) = (self.bodies[*ball].translation(), self.bodies[*ball].linvel());
            Ball { at: [at.x, at.y].map(f64::from), velocity: [velocity.x, velocity.y].map(f64::from) }
        };
        self.balls.iter().map(state).collect()
    }
}

pub(super) fn elastic(shape: ColliderBuilder, is: Group, meets: Group) -> ColliderBuilder {
    let groups = InteractionGroups::new(is, meets, InteractionTestMode::And);
    shape.restitution(1.0).friction(0.0).collision_groups(groups)
}

pub(super) fn vector([x, y]: [f64; 2]) -> Vector {
    Vector::new(x as f32, y as f32)
}
