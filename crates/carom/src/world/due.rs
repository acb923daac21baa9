//! What happens to a body next: as it is planned, by an early time, and as it is due, by the exact one.
//!
//! Of events at the same exact time walls come first, then meetings, then sensors; among these the lowest ids.

use super::slots::NONE;
use crate::exact::encounter::Encounter;
use crate::point::min;
use alloc::collections::BTreeSet;
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

impl Plan {
    /// Takes something in if it comes first or second.
    #[inline(always)]
    pub(super) fn keep(&mut self, planned: Planned) {
        if planned.time < self.next.time {
            self.second = self.next;
            self.next = planned;
        } else if planned.time < self.second.time {
            self.second = planned;
        }
    }
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

    /// Two bodies that meet do so at one time, whichever of them was asked: what is known of it is taken over.
    pub(super) fn take_time_of(&mut self, known: &Due) {
        if self.is_meeting_of(known.body, known.with) {
            self.bounds = [known.time; 2];
        }
    }

    /// Whether it is a meeting of a body with a partner, or the other way round.
    fn is_meeting_of(&self, body: u32, with: Partner) -> bool {
        let (Partner::Body(first), Partner::Body(second)) = (self.with, with) else { return false };
        (self.body, first) == (body, second) || (self.body, first) == (second, body)
    }

    /// It at its exact time.
    pub(super) fn exactly(&self) -> Exactly {
        let Candidate { body, with, encounter, early, bounds: [least, most] } = *self;
        let time = if least == most { least } else { encounter.time(early) };
        Exactly { due: Due { body, with, time }, encounter }
    }
}

/// Those of some that may be the first: the others begin when one of them is over for certain. Nearly all that may happen at a time are told apart so, and
/// an exact time is asked of few. A meeting that both bodies tell of is there once.
pub(super) fn that_may_be_first(mut all: Vec<Candidate>) -> Vec<Candidate> {
    let latest = all.iter().fold(f64::INFINITY, |latest, candidate| min(latest, candidate.bounds[1]));
    all.retain(|candidate| candidate.bounds[0] <= latest);
    let mut told = BTreeSet::new();
    all.retain(|candidate| match candidate.with {
        Partner::Body(other) => {
            told.insert([core::cmp::min(candidate.body, other), core::cmp::max(candidate.body, other)])
        }
        _ => true,
    });
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
        let (mut left_out, mut told_twice) = (0, 0);
        for case in 0..2_000 {
            let rng = &mut Rng::for_case(0, "who may be first", case);
            let times = [0; 8].map(|_| rng.below(5) as f64);
            let all: Vec<Candidate> = (0..1 + rng.below(8) as u32)
                .map(|body| {
                    // Of some meetings both tell.
                    let with = if rng.one_in(3) { Partner::Wall } else { Partner::Body(7 - body) };
                    let time = times[min_of(body, with) as usize];
                    let mut candidate = Candidate::new(body, with, Encounter::At(time), time);
                    let aside = [0, 1].map(|_| rng.below(2) as f64);
                    candidate.bounds = [time - aside[0], time + aside[1]];
                    candidate
                })
                .collect();
            let before = |a: &Exactly, b: &Exactly| if a.is_before(b) { Ordering::Less } else { Ordering::Greater };
            let first = |all: &[Candidate]| {
                all.iter().map(Candidate::exactly).min_by(before).map(|exactly| (exactly.due.time, exactly.due.rank()))
            };
            let left = that_may_be_first(all.clone());
            assert_eq!(first(&left), first(&all), "case {case}: {all:?}");
            let is_over = |a: &Candidate| left.iter().any(|b| b.bounds[1] < a.bounds[0]);
            assert!(!left.iter().any(is_over), "case {case}: {left:?}");
            left_out += all.iter().filter(|a| left.iter().any(|b| b.bounds[1] < a.bounds[0])).count();
            let ranks: Vec<_> = left.iter().map(|candidate| candidate.exactly().due.rank()).collect();
            assert!((1..ranks.len()).all(|i| !ranks[..i].contains(&ranks[i])), "case {case}: {left:?}");
            told_twice +=
                usize::from(all.iter().any(|a| all.iter().any(|b| a.is_meeting_of(b.body, b.with) && a.body < b.body)));
            // What is known of one that both tell of holds for both.
            let mut known = all.clone();
            let due = Due { time: 9.0, ..all[0].exactly().due };
            known.iter_mut().for_each(|candidate| candidate.take_time_of(&due));
            for (candidate, old) in known.iter().zip(&all) {
                let is_it = matches!(due.with, Partner::Body(_)) && old.exactly().due.rank() == due.rank();
                assert_eq!(candidate.bounds == [9.0; 2], is_it, "case {case}: {old:?} {due:?}");
            }
        }
        assert!(1_000 < left_out && 100 < told_twice, "{left_out} {told_twice}");
    }

    /// The lower of two bodies that meet, or the one that meets something else.
    fn min_of(body: u32, with: Partner) -> u32 {
        if let Partner::Body(other) = with { core::cmp::min(body, other) } else { body }
    }
}
