//! One frame: the next event, respond, look ahead again, until the time is spent.
//!
//! Between two events a body flies along an exact straight line. At an event it is put in a place: a pair of numbers near the exact
//! place, taken only if the move there from its last place is exactly clear of walls and if in it the body
//! exactly overlaps no other. So bodies never leak and never overlap, whatever rounding does to times and velocities.

use super::body::BodyId;
use super::due::{Due, Partner, Planned};
use super::event::FrameEnd;
use super::log::Log;
use super::plan::Prediction;
use super::slots::NONE;
use super::stage::{Ahead, Scenery, Stage};
use crate::point::{max, min};
#[cfg(feature = "rayon")]
use alloc::vec::Vec;

/// A core takes so many bodies at once.
#[cfg(feature = "rayon")]
const AT_ONCE: u32 = 512;

/// A body for which there is no place.
pub(super) struct NoPlace(pub(super) u32);

/// Where to stop, the frame not being over: after so many events, gates not counted, and then at this time at the latest.
#[derive(Clone, Copy)]
pub(super) struct Stop {
    pub(super) events: u64,
    /// What is due before this time comes, too: as all events up to then are counted, it can only be a contact that goes on, which is no event.
    /// In seconds since the frame, or this part of it, began, as the other.
    pub(super) from: f64,
    pub(super) until: f64,
}

/// A frame that is being spent.
pub(super) struct FrameRun<'a> {
    pub(super) scenery: Scenery<'a>,
    pub(super) stage: &'a mut Stage,
    pub(super) log: Log<'a>,
}

impl FrameRun<'_> {
    /// Spends the frame, or as much as so many events allow, or up to where it is to stop.
    pub(super) fn spend(&mut self, max_events: u64, stop: Option<Stop>) -> Result<FrameEnd, NoPlace> {
        self.look_ahead()?;
        let whole = self.scenery.end;
        let (mut events, mut patience) = (0, max_events.saturating_mul(64));
        while let Some(due) = self.due(&mut patience)? {
            let time = max(self.stage.now, due.time);
            if stop.is_some_and(|stop| self.log.happened >= stop.events && time >= stop.from) {
                self.scenery.end = time;
                break;
            }
            // A contact that goes on is no event, but work all the same.
            if events - self.log.silent >= max_events || self.log.silent >= max_events.saturating_mul(64) {
                // What is left is for another step.
                self.scenery.end = time;
                break;
            }
            events += 1;
            self.stage.now = time;
            self.respond(&due)?;
            // A group that stops, or passes on, changes what comes: the rest of the frame is for another run.
            if self.stage.squeezed.is_some() {
                self.scenery.end = self.stage.now;
                break;
            }
        }
        if let Some(stop) = stop {
            self.scenery.end = max(self.stage.now, min(stop.until, self.scenery.end));
        }
        if patience == 0 {
            self.scenery.end = max(
                self.stage.now,
                self.stage.calendar.next().map_or(self.scenery.end, |(_, time)| min(time, self.scenery.end)),
            );
        }
        self.stage.now = self.scenery.end;
        self.put_all_in_place()?;
        Ok(if self.scenery.end < whole {
            FrameEnd::EventLimit { remaining: whole - self.scenery.end }
        } else {
            FrameEnd::Completed
        })
    }

    /// The first look of every body.
    fn look_ahead(&mut self) -> Result<(), NoPlace> {
        self.stage.look_where_walls_are(&self.scenery);
        self.stage.pending.clear();
        self.note_all()?;
        let Stage { calendar, pending, ids, .. } = &mut *self.stage;
        calendar.start(ids.len(), pending, self.scenery.end);
        Ok(())
    }

    /// On all cores if they are many. What one finds does not depend on what others have found.
    #[cfg(feature = "rayon")]
    fn note_all(&mut self) -> Result<(), NoPlace> {
        use rayon::prelude::*;
        let count = self.stage.flying.len() as u32;
        // On one core there is nobody to share with.
        if count < 2 * AT_ONCE || rayon::current_num_threads() == 1 {
            return self.note_one_by_one();
        }
        let (stage, scenery) = (&*self.stage, self.scenery);
        let predict = |i| {
            let mut ahead = None;
            (!stage.ways.is_alone(i)).then(|| (i, stage.predict_first(&scenery, i, &mut ahead), ahead))
        };
        let found: Vec<(u32, Prediction, Option<Ahead>)> =
            (0..count).into_par_iter().with_min_len(AT_ONCE as usize).filter_map(predict).collect();
        found.into_iter().try_for_each(|(i, prediction, ahead)| self.note_first(i, &prediction, ahead))
    }

    #[cfg(not(feature = "rayon"))]
    fn note_all(&mut self) -> Result<(), NoPlace> {
        self.note_one_by_one()
    }

    fn note_one_by_one(&mut self) -> Result<(), NoPlace> {
        debug_assert!(self.find_nothing_alone(), "whoever is alone meets nobody");
        for number in 0..self.stage.ways.count_of_busy(self.stage.flying.len()) {
            let (i, mut ahead) = (self.stage.ways.busy(number), None);
            let prediction = self.stage.predict_first(&self.scenery, i, &mut ahead);
            debug_assert!(self.finds_as_much(i, &prediction), "whoever is beside a few meets nobody else");
            self.note_first(i, &prediction, ahead)?;
        }
        Ok(())
    }

    /// Whether those who are alone would find nothing.
    fn find_nothing_alone(&self) -> bool {
        (0..self.stage.flying.len() as u32).all(|i| !self.stage.ways.is_alone(i) || self.finds_nothing(i))
    }

    /// Whether a look ahead finds nothing before the frame ends.
    fn finds_nothing(&self, i: u32) -> bool {
        let Prediction { plan, near_walls, near_moving, overlap, .. } = self.stage.predict(&self.scenery, i, &mut None);
        let is_empty = self.scenery.end < min(plan.next.time, plan.cross);
        // Whoever meets nobody is in no cell that would know of walls.
        let is_far = !near_walls || !self.stage.states[i as usize].meets_bodies;
        is_empty && overlap.is_none() && is_far && !near_moving
    }

    /// Whether a look at everybody finds the same before the frame ends.
    fn finds_as_much(&self, i: u32, found: &Prediction) -> bool {
        let all = self.stage.predict(&self.scenery, i, &mut None);
        let is_same = |a: Planned, b: Planned| a == b || (a.time > self.scenery.end && b.time > self.scenery.end);
        is_same(all.plan.next, found.plan.next)
            && is_same(all.plan.second, found.plan.second)
            && all.plan.cross == found.plan.cross
            && (all.overlap, all.near_walls, all.near_moving) == (found.overlap, found.near_walls, found.near_moving)
    }

    fn note_first(&mut self, i: u32, prediction: &Prediction, ahead: Option<Ahead>) -> Result<(), NoPlace> {
        if prediction.overlap.is_some() {
            return Err(NoPlace(i));
        }
        self.take_note(i, prediction, ahead);
        let time = min(prediction.plan.next.time, prediction.plan.cross);
        if time <= self.scenery.end {
            self.stage.pending.push((i, time));
        }
        Ok(())
    }

    fn respond(&mut self, due: &Due) -> Result<(), NoPlace> {
        self.stage.acting = match due.with {
            Partner::Body(other) => [core::cmp::min(due.body, other), core::cmp::max(due.body, other)],
            _ => [due.body, NONE],
        };
        match due.with {
            Partner::Nothing | Partner::Unknown => self.plan(due.body),
            Partner::Wall => self.bounce(due.body),
            Partner::Moving(wall) => self.meet_moving(due.body, wall),
            Partner::Body(other) => self.collide(due.body, other),
            Partner::Sensor(sensor) => self.sense(due.body, sensor),
        }
    }

    /// The other has changed its flight since the plan was made: on to what comes second, and to a new plan after that.
    pub(super) fn think_again(&mut self, i: u32) {
        let plan = &mut self.stage.plans[i as usize];
        plan.next = plan.second;
        plan.second = Planned { with: Partner::Unknown, ..plan.second };
        self.schedule(i);
    }

    /// A body goes from its cell to the next.
    pub(super) fn cross(&mut self, i: u32) -> Result<(), NoPlace> {
        if self.stage.take_out_if_fast(i) {
            return self.plan(i);
        }
        let Stage { cells, plans, .. } = &mut *self.stage;
        let plan = &mut plans[i as usize];
        let (from, time) = (plan.cell, plan.cross);
        cells.take(i, from);
        cells.put(i, plan.to);
        plan.cell = plan.to;
        if self.look_at_new_quickly(i, from, time) {
            self.schedule(i);
            return Ok(());
        }
        let mut ahead = None;
        let prediction = self.stage.predict_crossing(&self.scenery, i, from, &mut ahead);
        if prediction.overlap.is_some() {
            self.plan(i)?;
        } else {
            self.take_note(i, &prediction, ahead);
        }
        // One that left an open cell may be beyond another line of the new one already.
        let cross = &mut self.stage.plans[i as usize].cross;
        *cross = max(*cross, time);
        self.schedule(i);
        Ok(())
    }

    /// Makes new plans for two bodies that have just met.
    pub(super) fn plan_both(&mut self, i: u32, j: u32) -> Result<(), NoPlace> {
        let is_too_fast = self.stage.take_out_if_fast(i) | self.stage.take_out_if_fast(j);
        let both = if is_too_fast { None } else { self.stage.predict_both(&self.scenery, [i, j]) };
        if let Some([first, second]) = both {
            if first.overlap.is_none() && second.overlap.is_none() {
                for (k, prediction) in [(i, &first), (j, &second)] {
                    self.take_note(k, prediction, None);
                    self.schedule(k);
                }
                return Ok(());
            }
        }
        self.plan(i)?;
        self.plan(j)
    }

    /// Makes a new plan for a body; one that overlaps another by rounding is put in a better place first, or the other is.
    pub(super) fn plan(&mut self, i: u32) -> Result<(), NoPlace> {
        self.stage.take_out_if_fast(i);
        let mut ahead = None;
        let mut prediction = self.stage.predict(&self.scenery, i, &mut ahead);
        if let Some(j) = prediction.overlap {
            let moved = if self.scenery.fleet.is_some() && self.shove_on(i, j).is_ok() {
                Some(j)
            } else if self.make_room(i).is_ok() {
                None
            } else if let Ok(other) = self.make_room_together(i) {
                Some(other)
            } else {
                self.make_room(j).map_err(|_| NoPlace(i))?;
                Some(j)
            };
            // The other is where it overlaps nobody, so this ends here.
            if let Some(other) = moved {
                let mut ahead = None;
                let prediction = self.stage.predict(&self.scenery, other, &mut ahead);
                self.take_note(other, &prediction, ahead);
                self.schedule(other);
            }
            ahead = None;
            prediction = self.stage.predict(&self.scenery, i, &mut ahead);
            if prediction.overlap.is_some() {
                return Err(NoPlace(i));
            }
        }
        self.take_note(i, &prediction, ahead);
        self.schedule(i);
        Ok(())
    }

    #[inline]
    fn take_note(&mut self, i: u32, prediction: &Prediction, ahead: Option<Ahead>) {
        let i = i as usize;
        self.stage.plans[i] = prediction.plan;
        if ahead.is_some() {
            self.stage.ahead[i] = ahead;
        }
        if let Some(is_near) = self.stage.near_moving.get_mut(i) {
            *is_near = prediction.near_moving;
        }
        // What was checked of this flight before stays so; far from walls it does not matter.
        if prediction.near_walls {
            let state = &mut self.stage.states[i];
            state.near_walls = true;
            self.stage.at_walls[i].checked = prediction.checked;
        }
    }

    pub(super) fn schedule(&mut self, i: u32) {
        let plan = &self.stage.plans[i as usize];
        let time = max(min(plan.next.time, plan.cross), self.stage.now);
        if time <= self.scenery.end {
            self.stage.calendar.schedule(i, time);
        } else {
            self.stage.calendar.cancel(i);
        }
    }

    pub(super) fn id(&self, i: u32) -> BodyId {
        BodyId(self.stage.ids[i as usize])
    }
}
