//! The character controller of `rapier2d`, in `f32`: a shape that moves and slides among walls.

use super::rapier::vector;
use crate::moves::Ends;
use crate::shapes::Shaped;
use rapier2d::control::{CharacterAutostep, CharacterLength, KinematicCharacterController};
use rapier2d::parry::shape::{Capsule, Cuboid, Shape};
use rapier2d::prelude::{
    CCDSolver, ColliderBuilder, ColliderSet, DefaultBroadPhase, ImpulseJointSet, IntegrationParameters, IslandManager,
    MultibodyJointSet, NarrowPhase, PhysicsPipeline, Pose, QueryFilter, RigidBodySet, SoftBodySet, Vector,
};

pub const NAME: &str = "rapier2d move_shape";

/// A level that stands still, and one controller.
pub struct Level {
    bodies: RigidBodySet,
    colliders: ColliderSet,
    broad_phase: DefaultBroadPhase,
    narrow_phase: NarrowPhase,
    controller: KinematicCharacterController,
}

impl Level {
    /// Stairs up to `step` are climbed and as far it is put down to the ground; the rest is as rapier has it.
    pub fn new(walls: &[Ends], step: f64) -> Level {
        let (mut bodies, mut colliders) = (RigidBodySet::new(), ColliderSet::new());
        for [a, b] in walls {
            colliders.insert(ColliderBuilder::segment(vector(*a), vector(*b)));
        }
        let (mut broad_phase, mut narrow_phase) = (DefaultBroadPhase::new(), NarrowPhase::new());
        // One step puts the walls where they are looked for.
        PhysicsPipeline::new().step(
            Vector::ZERO,
            &IntegrationParameters::default(),
            &mut IslandManager::new(),
            &mut broad_phase,
            &mut narrow_phase,
            &mut bodies,
            &mut colliders,
            &mut ImpulseJointSet::new(),
            &mut MultibodyJointSet::new(),
            &mut SoftBodySet::new(),
            &mut CCDSolver::new(),
            &(),
            &(),
        );
        let height = CharacterLength::Absolute(step as f32);
        let autostep = CharacterAutostep { max_height: height, ..CharacterAutostep::default() };
        let controller = KinematicCharacterController {
            autostep: Some(autostep),
            snap_to_ground: Some(height),
            ..KinematicCharacterController::default()
        };
        Level { bodies, colliders, broad_phase, narrow_phase, controller }
    }

    /// Where a shape is after it was to move.
    pub fn slide(&self, shape: &dyn Shape, at: [f64; 2], motion: [f64; 2]) -> [f64; 2] {
        let filter = QueryFilter::default();
        let dispatcher = self.narrow_phase.query_dispatcher();
        let queries = self.broad_phase.as_query_pipeline(dispatcher, &self.bodies, &self.colliders, filter);
        let pose = Pose::from_translation(vector(at));
        let moved = self.controller.move_shape(1.0 / 60.0, &queries, shape, &pose, vector(motion), |_| {}).translation;
        let end = vector(at) + moved;
        [end.x, end.y].map(f64::from)
    }
}

/// A box or a capsule.
pub fn shape(shape: &Shaped) -> Box<dyn Shape> {
    match shape {
        Shaped::Box(half) => Box::new(Cuboid::new(vector(*half))),
        Shaped::Capsule([a, b], radius) => Box::new(Capsule::new(vector(*a), vector(*b), *radius as f32)),
        Shaped::Polygon(_) => unreachable!("no character of these levels is a polygon"),
    }
}
