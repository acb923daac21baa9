//! What happens to a body next: as it is planned, by an early time, and as it is due, by the exact one.
//!
//! Of events at the same exact time walls come first, then meetings, then sensors; among these the lowest ids.

use super::slots::NONE;
use crate::exact::encounter::Encounter;
use core::cmp::Ordering;

/// When a body meets something at the earliest, and what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Planned {
    pub(super) time: f64,
    pub(super) with: Partner,
    /// How often the other had changed when this was found.
    pub(super) stamp: u32,
}

impl Planned {
    pub(super) const NOTHING: Planned = Planned { time: f64::INFINITY, with: Partner::Nothing, stamp: 0 };
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Partner {
    Nothing,
    /// What comes after this is not known.
    Unknown,
    Wall,
    /// A wall that moves, by its number in the fleet.
    Moving(u32),
    Body(u32),
    /// A sensor that the body begins or ceases to overlap.
    Sensor(u32),
}

/// What a body will do next.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Plan {
    /// What it meets first.
    pub(super) next: Planned,
    /// And what if the other has changed its flight by then. Whoever changes looks at this body too, so among all others
    /// nothing comes before.
    pub(super) second: Planned,
    /// When it leaves its cell, and to which.
    pub(super) cross: f64,
    pub(super) to: u32,
    /// `NONE` if it is in no cell.
    pub(super) cell: u32,
}

impl Plan {
    pub(super) const NONE: Plan =
        Plan { next: Planned::NOTHING, second: Planned::NOTHING, cross: f64::INFINITY, to: NONE, cell: NONE };
}

/// What happens to a body next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Due {
    pub(super) body: u32,
    pub(super) with: Partner,
    /// The exact time, rounded toward zero.
    pub(super) time: f64,
}

/// The same with its exact time unrounded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exactly {
    pub(super) due: Due,
    pub(super) encounter: Encounter,
}

impl Exactly {
    /// By exact time, and then by what it is.
    pub(super) fn is_before(&self, other: &Exactly) -> bool {
        let order = match self.due.time.partial_cmp(&other.due.time) {
            Some(Ordering::Equal) | None => self.encounter.order(&other.encounter),
            Some(order) => order,
        };
        order.then_with(|| self.due.rank().cmp(&other.due.rank())) == Ordering::Less
    }
}

impl Due {
    pub(super) fn rank(&self) -> (u8, u32, u32) {
        match self.with {
            Partner::Wall => (0, self.body, 0),
            Partner::Moving(wall) => (0, self.body, wall.saturating_add(1)),
            Partner::Body(other) => (1, core::cmp::min(self.body, other), core::cmp::max(self.body, other)),
            Partner::Sensor(sensor) => (2, sensor, self.body),
            Partner::Nothing | Partner::Unknown => (3, self.body, 0),
        }
    }
}
