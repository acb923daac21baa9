//! Who is first? The one event of all that comes next, by exact times.
//!
//! Every body has an early time in the calendar, before which nothing happens to it. The first of them is asked for its exact time,
//! rounded toward zero. If nobody else's early time is up to then, it is the first of all: theirs are later. Otherwise
//! all that may come up to then are asked, and compared exactly.
//!
//! Of events at the same exact time walls come first, then meetings, then sensors; among these the lowest ids.

use super::due::{Candidate, Due, Exactly, Partner, Plan, Planned, that_may_be_first};
use super::frame::{FrameRun, NoPlace};
use super::meeting::{self, Meeting};
use super::near::{self, Asking, List};
use super::slots::NONE;
use super::stage::Stage;
use crate::exact::encounter::Encounter;
use alloc::vec::Vec;
use core::cmp::Ordering;

impl FrameRun<'_> {
    /// The next event of the frame.
    pub(super) fn due(&mut self, patience: &mut u64) -> Result<Option<Due>, NoPlace> {
        if let Some(due) = self.stage.queue.pop() {
            return Ok(Some(due));
        }
        while let Some((body, early)) = self.stage.calendar.next() {
            if self.stage.has_day_come() {
                self.stage.fetch_ahead();
            }
            if early > self.scenery.end || *patience == 0 {
                break;
            }
            if self.works(body, early, patience)? {
                continue;
            }
            let Some(due) = self.due_of(body) else {
                self.plan(body)?;
                continue;
            };
            let limit = if due.time < self.scenery.end { due.time } else { self.scenery.end };
            if self.is_alone(&due, limit) {
                if self.is_in_frame(&due) {
                    return Ok(Some(due));
                }
                self.shelve(body);
            } else if let Some(due) = self.first_until(&due, limit, patience)? {
                return Ok(Some(due));
            }
        }
        Ok(None)
    }

    /// What comes up to a time and only has to be seen to: a body goes to its next cell, or thinks again. Whether there was something.
    fn works(&mut self, body: u32, until: f64, patience: &mut u64) -> Result<bool, NoPlace> {
        let plan = self.stage.plans[body as usize];
        let crosses = plan.cross < plan.next.time || plan.cross < until;
        let is_stale = match plan.next.with {
            Partner::Body(other) => self.stage.flying[other as usize].changes != plan.next.stamp,
            _ => false,
        };
        if crosses {
            *patience -= 1;
            self.cross(body)?;
        } else if is_stale {
            self.think_again(body);
        } else if matches!(plan.next.with, Partner::Nothing | Partner::Unknown) {
            self.plan(body)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// What a body's plan says, with its exact time.
    #[inline]
    fn due_of(&self, body: u32) -> Option<Due> {
        let Planned { time, with, .. } = self.stage.plans[body as usize].next;
        let time = match with {
            // Nearly all are of this kind, and need not be put into a common form first.
            Partner::Body(other) if !self.stage.has_shape_of(body, other) => {
                self.stage.fetch_for_meeting(body, other);
                Encounter::time_of_meeting(&self.pair(body, other), time)
            }
            _ => self.encounter(body, with)?.time(time),
        };
        Some(Due { body, with, time })
    }

    #[inline(always)]
    fn encounter(&self, body: u32, with: Partner) -> Option<Encounter> {
        match with {
            Partner::Wall => self.stage.encounter_with_wall(&self.scenery, body),
            Partner::Moving(wall) => self.stage.encounter_with_moving(&self.scenery, body, wall),
            Partner::Body(other) if self.stage.has_shape_of(body, other) => {
                self.stage.encounter_of_forms(&self.scenery, body, other)
            }
            Partner::Body(other) => Some(Encounter::Meet(self.pair(body, other))),
            Partner::Sensor(sensor) => Some(self.stage.sensing(&self.scenery, body, sensor)?.1),
            Partner::Nothing | Partner::Unknown => None,
        }
    }

    fn pair(&self, i: u32, j: u32) -> crate::exact::flight::Pair {
        let (i, j) = (core::cmp::min(i, j), core::cmp::max(i, j));
        self.stage.flying[i as usize].pair(&self.stage.flying[j as usize])
    }

    /// Whether nothing else may come up to a time.
    #[inline]
    fn is_alone(&self, due: &Due, limit: f64) -> bool {
        let Stage { plans, flying, calendar, .. } = &*self.stage;
        let plan = &plans[due.body as usize];
        let other = if let Partner::Body(other) = due.with { other } else { NONE };
        let [is_another, is_other] = calendar.others_until(limit, [due.body, other]);
        if is_another || plan.second.time <= limit || plan.cross <= limit {
            return false;
        }
        // The other comes to the same.
        !is_other || {
            let Plan { next: Planned { with, stamp, .. }, second, cross, .. } = plans[other as usize];
            let is_mutual = with == Partner::Body(due.body) && flying[due.body as usize].changes == stamp;
            is_mutual && second.time > limit && cross > limit
        }
    }

    /// Whether something comes before the frame ends, or as it does. What begins as it ends belongs to the next.
    #[inline]
    fn is_in_frame(&self, due: &Due) -> bool {
        due.time < self.scenery.end || self.is_in_frame_exactly(due)
    }

    #[cold]
    #[inline(never)]
    fn is_in_frame_exactly(&self, due: &Due) -> bool {
        let Some(encounter) = self.encounter(due.body, due.with) else { return false };
        match encounter.order(&Encounter::At(self.scenery.end)) {
            Ordering::Less => true,
            Ordering::Equal => match due.with {
                Partner::Sensor(sensor) => {
                    self.stage.sensed.get(&(sensor, due.body)).is_some_and(|&(inside, _)| inside)
                }
                _ => true,
            },
            Ordering::Greater => false,
        }
    }

    /// The first of all that may come up to a time, by exact times, of which one is known. `None` if there is none, or something is to be seen to first.
    #[cold]
    #[inline(never)]
    fn first_until(&mut self, known: &Due, limit: f64, patience: &mut u64) -> Result<Option<Due>, NoPlace> {
        let bodies = self.stage.calendar.until(limit);
        for &body in &bodies {
            if self.works(body, limit, patience)? {
                return Ok(None);
            }
        }
        let mut all = Vec::new();
        for body in bodies {
            let due = self.all_due(body, limit);
            if due.is_empty() {
                self.look_beyond(body);
            }
            all.extend(due);
        }
        self.log.tally.compared += u64::from(!all.is_empty());
        all.iter_mut().for_each(|candidate| candidate.take_time_of(known));
        Ok(self.first_of(that_may_be_first(all).iter().map(Candidate::exactly).collect()))
    }

    /// The first of some. Those that begin or cease to overlap sensors at once are taken in one go: sensors change nothing, so that what
    /// else comes at the same time waits in a queue.
    fn first_of(&mut self, mut all: Vec<Exactly>) -> Option<Due> {
        let order = |a: &Exactly, b: &Exactly| if a.is_before(b) { Ordering::Less } else { Ordering::Greater };
        let first = *all.iter().min_by(|a, b| order(a, b))?;
        if let Partner::Sensor(_) = first.due.with {
            // Walls and bodies come before sensors, so of what comes with the first there are only these.
            let comes_with = |Exactly { due, encounter }: &Exactly| {
                due.time == first.due.time && encounter.order(&first.encounter) == Ordering::Equal
            };
            all.retain(comes_with);
            self.stage.queue = all.iter().map(|exactly| exactly.due).collect();
            self.stage.queue.sort_by(|a, b| a.rank().cmp(&b.rank()).reverse());
            return self.stage.queue.pop();
        }
        Some(first.due)
    }

    /// Makes a new plan for a body that began or ceased to overlap a sensor: when the queue has come to its end, as nobody's plan is
    /// asked before.
    pub(super) fn plan_after_queue(&mut self, body: u32) -> Result<(), NoPlace> {
        self.stage.waiting.push(body);
        if !self.stage.queue.is_empty() {
            return Ok(());
        }
        let mut waiting = core::mem::take(&mut self.stage.waiting);
        waiting.sort_unstable();
        waiting.dedup();
        waiting.iter().try_for_each(|&body| self.plan(body))?;
        waiting.clear();
        self.stage.waiting = waiting;
        Ok(())
    }

    /// All that may happen to a body up to a time, within the frame.
    fn all_due(&mut self, body: u32, limit: f64) -> Vec<Candidate> {
        let (now, scenery) = (self.stage.now, self.scenery);
        let stage = &*self.stage;
        let flying = &stage.flying[body as usize];
        let place = flying.now(now);
        let (mut found, mut list) = (Vec::new(), List::new());
        let mut look = |other: u32| {
            let partner = &stage.flying[other as usize];
            if other == body || !flying.meets(partner) {
                return;
            }
            let (early, with, encounter) = if stage.states[other as usize].sensor {
                let Some((early, encounter)) = stage.sensing(&scenery, body, other) else { return };
                (early, Partner::Sensor(other), encounter)
            } else if stage.has_shape_of(body, other) {
                let Meeting::At(early) = stage.meeting_of_forms(&scenery, body, other) else { return };
                if early > limit {
                    return;
                }
                let Some(encounter) = stage.encounter_of_forms(&scenery, body, other) else { return };
                (early, Partner::Body(other), encounter)
            } else if let Meeting::At(early) = meeting::meeting(flying, place, partner, now, scenery.end) {
                (early, Partner::Body(other), Encounter::Meet(self.pair(body, other)))
            } else {
                return;
            };
            if early <= limit {
                found.push(Candidate::new(body, with, encounter, early));
            }
        };
        let cell = stage.plans[body as usize].cell;
        if cell != NONE && stage.is_plain() && stage.cells.list_near(cell, &mut list, [body; 2]) {
            let asking = Asking { body: flying, place, list: &list };
            list.each(near::that_may_meet(&stage.flying, &asking, [now, scenery.end], limit), look);
        } else {
            stage.each_near(body, &mut look);
            stage.each_of_crowds(body, None, look);
        }
        let is_near_walls = stage.is_near_walls(self.scenery.walls, body) && !stage.states[body as usize].sensor;
        let plan = &stage.plans[body as usize];
        if let (true, (early, Some(ahead))) = (is_near_walls, stage.wall_ahead(&scenery, body, plan, &mut None)) {
            let round = ahead.blocker.encounter(&flying.flight, flying.radius);
            self.stage.ahead[body as usize] = Some(ahead);
            let encounter = self.stage.encounter_with_wall(&scenery, body).unwrap_or(round);
            if early <= limit {
                found.push(Candidate::new(body, Partner::Wall, encounter, early));
            }
        }
        if scenery.fleet.is_some() {
            self.stage.each_moving_ahead(&scenery, body, |Planned { time, with, .. }, encounter| {
                if time <= limit {
                    found.push(Candidate { body, with, encounter, early: time, bounds: [time; 2] });
                }
            });
        }
        let end = self.scenery.end;
        found.retain(|candidate| candidate.bounds[1] < end || self.is_in_frame(&candidate.exactly().due));
        found
    }

    /// What seemed to come up to a time comes after the frame; is there something else in it?
    fn look_beyond(&mut self, body: u32) {
        let all = self.all_due(body, self.scenery.end);
        let all = all.iter().map(|candidate| candidate.exactly().due);
        let Some(first) = all.min_by(|a, b| a.time.total_cmp(&b.time)) else { return self.shelve(body) };
        let stamp = match first.with {
            Partner::Body(other) => self.stage.flying[other as usize].changes,
            _ => 0,
        };
        let plan = &mut self.stage.plans[body as usize];
        plan.next = Planned { time: first.time, with: first.with, stamp };
        plan.second = Planned { with: Partner::Unknown, ..plan.next };
        self.schedule(body);
    }

    /// Nothing more happens to a body in this frame, unless its flight changes.
    fn shelve(&mut self, body: u32) {
        let plan = &mut self.stage.plans[body as usize];
        (plan.next, plan.second) = (Planned::NOTHING, Planned::NOTHING);
        self.schedule(body);
    }
}
