//! What happened in a frame: plain data.

use super::body::BodyId;
use super::group::GroupId;
use crate::gate::Direction;
use crate::point::{Point, Vec2};
use crate::walls::WallId;
use alloc::vec::Vec;

/// What [`World::step`](crate::World::step) gives: the events of one frame, and how it ended.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Frame {
    /// The events, in order of time.
    pub events: Vec<Event>,
    /// How the frame ended.
    pub end: FrameEnd,
}

/// How a frame ended.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FrameEnd {
    /// The whole time is spent.
    Completed,
    /// There were more events than [`Settings::max_events`](crate::Settings::max_events). The world is as it was then; another step goes on.
    EventLimit {
        /// The seconds that are left.
        remaining: f64,
    },
    /// A body was so tightly packed that there was no number for its place, in a frame of so many events that it could not be run
    /// again. The world is as it was before the step, and what was shown of it did not happen; the next step holds the body.
    Jammed {
        /// Which body.
        body: BodyId,
        /// The seconds that are left: all of them.
        remaining: f64,
    },
}

/// Something that happened: a body met a wall or another body, crossed a gate, or a sensor saw it; or a group of walls did one of the last two.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Event {
    /// When it happened, in seconds since the step began: the exact time of the bodies' straight flights, rounded toward zero; of a group
    /// at a gate or sensor, that of its straight way from where it was to where it is put.
    pub time: f64,
    /// The body it happened to; of two that meet the one with the lower id, of a sensor and another the sensor. `None` if a group crosses a gate.
    pub body: Option<BodyId>,
    /// What happened.
    pub kind: EventKind,
    /// Where the body's centre is put; of a group, where its mark is, rounded; at a gate and for a sensor, where it is then, rounded. From a wall or another body it flies on
    /// from here at [`time`](Event::time) with the velocity [`after`](Event::after): the events tell the whole motion.
    pub at: Point,
    /// Where they touch; at a gate, where the body's centre is.
    pub point: Point,
    /// The direction from the other toward the body, of length 1; at a gate, square to it in the direction of the crossing.
    pub normal: Vec2,
    /// The body's velocity before.
    pub before: Vec2,
    /// The body's velocity after.
    pub after: Vec2,
    /// The place and velocities of the other body, where there is one: two bodies meet, or one enters or leaves a sensor.
    pub other: Option<OtherBody>,
}

/// The other body of an [`Event`]: where it is, and its velocity before and after.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct OtherBody {
    /// Where its centre is, as [`Event::at`].
    pub at: Point,
    /// Its velocity before.
    pub before: Vec2,
    /// Its velocity after.
    pub after: Vec2,
}

/// What kind of [`Event`] it is, and with which wall, body or gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum EventKind {
    /// The body met a wall.
    Wall(WallId),
    /// Two bodies met.
    Body(BodyId),
    /// The body met a wall of a group, by its number in the group.
    Group(GroupId, u32),
    /// A group has left no room for the body between itself and something else, which is the last that the body met. `None` if the body was held in
    /// its place, as it was wedged in. The body stops, and the group does as its [`Squeeze`](crate::Squeeze) says.
    Squeezed(GroupId, Option<Thing>),
    /// The body's centre crossed a gate.
    Gate(GateId, Direction),
    /// Another body begins to overlap the sensor, or does when the sensor first looks.
    Enters(BodyId),
    /// Another body no longer overlaps the sensor.
    Leaves(BodyId),
    /// A group's [mark](crate::Group::mark) crossed a gate.
    GroupGate(GroupId, GateId, Direction),
    /// A wall of a group begins to overlap the sensor, and none did, or one does when the sensor first looks.
    GroupEnters(GroupId),
    /// No wall of a group overlaps the sensor any longer.
    GroupLeaves(GroupId),
}

impl EventKind {
    /// Whether it is found when something is put in its next place, after events that come later; and changes nothing, so that it does not count against
    /// the limit of events.
    pub(super) fn is_found_late(&self) -> bool {
        matches!(
            self,
            EventKind::Gate(..) | EventKind::GroupGate(..) | EventKind::GroupEnters(_) | EventKind::GroupLeaves(_)
        )
    }
}

/// Something in a [`World`](crate::World): what a question to a [`Now`](crate::Now) has found, or what a body is squeezed against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Thing {
    /// A wall of the world.
    Wall(WallId),
    /// A body of the world.
    Body(BodyId),
    /// A wall of a group.
    Group(GroupId),
}

/// The id of a gate in its [`World`](crate::World): 0, 1, 2 and so on. Ids are never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GateId(pub(super) u32);

impl GateId {
    /// The id as a number.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How often a gate was crossed, in each direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GateCount {
    /// How often from its right to its left.
    pub forward: u64,
    /// How often from its left to its right.
    pub backward: u64,
}

/// What a [`World`](crate::World) has counted since it began: bounces, collisions, crossings, energy lost and more.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tally {
    /// How often bodies met walls, standing or moving.
    pub bounces: u64,
    /// How often bodies met bodies.
    pub collisions: u64,
    /// How often gates were crossed.
    pub crossings: u64,
    /// How often groups squeezed bodies.
    pub squeezed: u64,
    /// How often a body was held in its place for a frame, as there was no number for where it would have been.
    pub held: u64,
    /// How often a body was moved aside without an event, as another that was put beside it had no room, or was put further from where
    /// it flew than some thousand units in the last place, as there was no room nearer.
    pub nudged: u64,
    /// How many events were found to be first only by comparing exact times.
    pub compared: u64,
    /// The energy that restitution, sliding and stopping took; beside [`World::energy`](crate::World::energy) it stands how far the two add up under gravity.
    pub lost: f64,
    /// The momentum that walls were given.
    pub impulse: Vec2,
}

impl Tally {
    /// Where squares overflow, as much as numbers hold.
    pub(super) fn lose(&mut self, energy: f64) {
        let lost = self.lost + energy;
        self.lost = if lost < f64::MAX { lost } else { f64::MAX };
    }
}
