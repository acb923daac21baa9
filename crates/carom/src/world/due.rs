//! What happens to a body next: as it is planned, by an early time, and as it is due, by the exact one.
//!
//! Of events at the same exact time walls come first, then meetings, then sensors; among these the lowest ids.

use super::slots::NONE;
use crate::exact::encounter::Encounter;
use crate::point::min;
use alloc::vec::Vec;
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

/// What may happen to a body next, as long as it is known only about when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) body: u32,
    pub(super) with: Partner,
    pub(super) encounter: Encounter,
    /// An estimate of the exact time.
    pub(super) early: f64,
    /// The exact time, rounded toward zero, is neither before the first nor after the second.
    pub(super) bounds: [f64; 2],
}

impl Candidate {
    pub(super) fn new(body: u32, with: Partner, encounter: Encounter, early: f64) -> Candidate {
        Candidate { body, with, encounter, early, bounds: encounter.bounds(early) }
    }

    /// It at its exact time.
    pub(super) fn exactly(&self) -> Exactly {
        let Candidate { body, with, encounter, early, bounds: [least, most] } = *self;
        let time = if least == most { least } else { encounter.time(early) };
        Exactly { due: Due { body, with, time }, encounter }
    }
}

/// Those of some that may be the first: the others begin when one of them is over for certain. Nearly all that may happen at a time are told apart so, and
/// an exact time is asked of few.
pub(super) fn that_may_be_first(mut all: Vec<Candidate>) -> Vec<Candidate> {
    let latest = all.iter().fold(f64::INFINITY, |latest, candidate| min(latest, candidate.bounds[1]));
    all.retain(|candidate| candidate.bounds[0] <= latest);
    all
}

/// What happens to a body next, with its exact time unrounded.
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

#[cfg(test)]
mod tests {
    use super::*;
    use carom_oracle::rng::Rng;

    /// Whoever is first by exact times is among those that are left, and nobody who begins when another is over.
    #[test]
    fn the_first_is_never_left_out() {
        let mut left_out = 0;
        for case in 0..2_000 {
            let rng = &mut Rng::for_case(0, "who may be first", case);
            let all: Vec<Candidate> = (0..1 + rng.below(6) as u32)
                .map(|body| {
                    let time = rng.below(5) as f64;
                    let mut candidate = Candidate::new(body, Partner::Wall, Encounter::At(time), time);
                    let aside = [0, 1].map(|_| rng.below(2) as f64);
                    candidate.bounds = [time - aside[0], time + aside[1]];
                    candidate
                })
                .collect();
            let before = |a: &Exactly, b: &Exactly| if a.is_before(b) { Ordering::Less } else { Ordering::Greater };
            let first = |all: &[Candidate]| {
                all.iter().map(Candidate::exactly).min_by(before).map(|exactly| (exactly.due.time, exactly.due.body))
            };
            let left = that_may_be_first(all.clone());
            assert_eq!(first(&left), first(&all), "case {case}: {all:?}");
            let is_over = |a: &Candidate| left.iter().any(|b| b.bounds[1] < a.bounds[0]);
            assert!(!left.iter().any(is_over), "case {case}: {left:?}");
            left_out += all.len() - left.len();
        }
        assert!(1_000 < left_out, "{left_out}");
    }
}
