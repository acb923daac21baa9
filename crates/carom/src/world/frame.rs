//! One frame: the next event, respond, look ahead again, until the time is spent.
//!
//! Between two events a body flies along an exact straight line. At an event it is put in a place: a pair of numbers near the exact
//! place, taken only if the move there from its last place is exactly clear of walls and if in it the body
//! exactly overlaps no other. So bodies never leak and never overlap, whatever rounding does to times and velocities.

use super::body::{BodyId, Response};
use super::calendar::Calendar;
use super::event::{Event, FrameEnd, Tally, What};
use super::gates::Gates;
use super::meeting::{self};
use super::plan::{Ahead, Meet, Prediction, Stage, Standing, With};
use crate::bounce::{Few, PATIENCE, finite, within};
use crate::point::{Point, Vec2, max, min};
use crate::walls::Walls;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Room to spare between bodies: a quarter of the gap at which they meet.
const SPARE: f64 = 8.0 * f64::EPSILON;

/// So many events are kept before they are told; with gates so many more, as who crossed one is known when it is next put in a place.
const MANY_EVENTS: usize = 8_192;
const MANY_WITH_GATES: usize = 1 << 20;

/// A core takes so many bodies at once.
#[cfg(feature = "rayon")]
const AT_ONCE: u32 = 512;

/// A body for which there is no place.
pub(super) struct Jam(pub(super) u32);

/// A frame that is being spent.
pub(super) struct Run<'a, F> {
    pub(super) stage: &'a mut Stage,
    pub(super) calendar: &'a mut Calendar,
    pub(super) walls: &'a Walls,
    pub(super) around: Option<(Point, f64)>,
    pub(super) few: Option<(&'a Few, u32)>,
    pub(super) gates: &'a mut Gates,
    /// Pairs of a sensor and a body that overlap, by their places in the list.
    pub(super) inside: &'a mut BTreeSet<(u32, u32)>,
    pub(super) tally: &'a mut Tally,
    /// By the place in the list.
    pub(super) ids: &'a [u32],
    pub(super) now: f64,
    pub(super) end: f64,
    pub(super) contact_time: f64,
    pub(super) rest_speed: f64,
    /// Events that have not been told yet.
    pub(super) untold: &'a mut Vec<Event>,
    /// Whether some have.
    pub(super) has_told: bool,
    pub(super) each: F,
}

impl<F: FnMut(&Event)> Run<'_, F> {
    /// Spends the frame, or as much as so many events allow.
    pub(super) fn spend(&mut self, max_events: u64) -> Result<FrameEnd, Jam> {
        self.look_ahead()?;
        let whole = self.end;
        let (mut events, mut crossings) = (0, 0);
        while let Some((body, time)) = self.calendar.next() {
            if time > self.end {
                break;
            }
            if events >= max_events || crossings >= max_events.saturating_mul(64) {
                // What is left is for another step.
                self.end = max(self.now, time);
                break;
            }
            self.now = max(self.now, time);
            let plan = self.stage.plans[body as usize];
            if plan.cross < plan.next.time {
                crossings += 1;
                self.cross(body)?;
            } else {
                events += 1;
                self.respond(body)?;
            }
        }
        self.now = self.end;
        self.put_all_in_place()?;
        Ok(if self.end < whole { FrameEnd::EventLimit { remaining: whole - self.end } } else { FrameEnd::Completed })
    }

    fn standing(&self) -> Standing<'_> {
        Standing { walls: self.walls, around: self.around, few: self.few, end: self.end, inside: self.inside }
    }

    /// The first look of every body.
    fn look_ahead(&mut self) -> Result<(), Jam> {
        self.note_all()?;
        let times = self.stage.plans.iter().map(|plan| min(plan.next.time, plan.cross));
        self.calendar.start(times, self.end);
        Ok(())
    }

    /// On all cores if they are many. What one finds does not depend on what others have found.
    #[cfg(feature = "rayon")]
    fn note_all(&mut self) -> Result<(), Jam> {
        use rayon::prelude::*;
        let count = self.stage.flying.len() as u32;
        if count < 2 * AT_ONCE {
            return self.note_one_by_one();
        }
        let (stage, standing, now) = (&*self.stage, self.standing(), self.now);
        let predict = |i| {
            let mut ahead = None;
            (stage.predict(&standing, i, now, &mut ahead), ahead)
        };
        let found: Vec<(Prediction, Option<Ahead>)> =
            (0..count).into_par_iter().with_min_len(AT_ONCE as usize).map(predict).collect();
        (0..).zip(found).try_for_each(|(i, (prediction, ahead))| self.note_first(i, &prediction, ahead))
    }

    #[cfg(not(feature = "rayon"))]
    fn note_all(&mut self) -> Result<(), Jam> {
        self.note_one_by_one()
    }

    fn note_one_by_one(&mut self) -> Result<(), Jam> {
        for i in 0..self.stage.flying.len() as u32 {
            let mut ahead = None;
            let prediction = self.stage.predict(&self.standing(), i, self.now, &mut ahead);
            self.note_first(i, &prediction, ahead)?;
        }
        Ok(())
    }

    fn note_first(&mut self, i: u32, prediction: &Prediction, ahead: Option<Ahead>) -> Result<(), Jam> {
        if prediction.overlap.is_some() {
            return Err(Jam(i));
        }
        self.take_note(i, prediction, ahead);
        Ok(())
    }

    /// What a body does at the time of its plan.
    fn respond(&mut self, i: u32) -> Result<(), Jam> {
        let Meet { with, stamp, .. } = self.stage.plans[i as usize].next;
        match with {
            With::Nothing | With::Unknown => self.plan(i),
            With::Wall => self.bounce(i),
            With::Body(j) | With::Sensor(j) if self.stage.plans[j as usize].changes != stamp => {
                self.think_again(i);
                Ok(())
            }
            With::Body(j) => self.collide(i, j),
            With::Sensor(j) => self.sense(i, j),
        }
    }

    /// The other has changed its flight since the plan was made: on to what comes second, and to a new plan after that.
    fn think_again(&mut self, i: u32) {
        let plan = &mut self.stage.plans[i as usize];
        let Meet { time, with, stamp } = plan.second;
        plan.next = plan.second;
        plan.second = Meet { with: With::Unknown, ..plan.second };
        if let With::Body(j) = with {
            if time <= self.end && self.stage.plans[j as usize].changes == stamp {
                let time = self.stage.certified(i, j, self.now, max(time, self.now));
                self.stage.plans[i as usize].next.time = time;
            }
        }
        self.schedule(i);
    }

    /// A body goes from its cell to the next.
    fn cross(&mut self, i: u32) -> Result<(), Jam> {
        if self.stage.take_out_if_fast(i, self.now) {
            return self.plan(i);
        }
        let Stage { cells, flying, plans, .. } = &mut *self.stage;
        let plan = &mut plans[i as usize];
        let from = plan.cell;
        cells.take(i, from, flying);
        cells.put(i, plan.to, flying);
        plan.cell = plan.to;
        let mut ahead = None;
        let prediction = self.stage.predict_crossing(&self.standing(), i, from, self.now, &mut ahead);
        if prediction.overlap.is_some() {
            return self.plan(i);
        }
        self.take_note(i, &prediction, ahead);
        self.schedule(i);
        Ok(())
    }

    /// Two bodies meet: they exchange momentum along the line between them.
    fn collide(&mut self, i: u32, j: u32) -> Result<(), Jam> {
        let (i, j) = (core::cmp::min(i, j), core::cmp::max(i, j));
        self.put_near(i)?;
        self.put_near(j)?;
        let [a, b] = [i, j].map(|k| self.stage.flying[k as usize]);
        let [first, second] = [i, j].map(|k| self.stage.traits[k as usize]);
        let normal = b.flight.at.direction_to(a.flight.at);
        let (before, other_before) = (a.flight.velocity, b.flight.velocity);
        let speed = -(before - other_before).dot(normal);
        let restitution = self.restitution(min(first.restitution, second.restitution), speed, &[i, j]);
        // The share of each in the exchange; halves, so that no sum overflows. One that rests stands like a wall.
        let half = first.mass / 2.0 + second.mass / 2.0;
        let shares = match [first.rests, second.rests] {
            [false, false] => [second.mass / 2.0 / half, first.mass / 2.0 / half],
            [rests, other_rests] => [f64::from(u8::from(!rests)), f64::from(u8::from(!other_rests))],
        };
        let mut change = (1.0 + restitution) * max(speed, 0.0);
        let reduced = if first.rests { second.mass * shares[1] } else { first.mass * shares[0] };
        self.tally.lost += 0.5 * reduced * (1.0 - restitution * restitution) * speed * speed;
        let size = |v: Vec2| v.x.abs() + v.y.abs();
        let mut nudge = f64::EPSILON * (size(before) + size(other_before));
        loop {
            let after = finite(before + normal * (change * shares[0]));
            let other_after = finite(other_before - normal * (change * shares[1]));
            self.stage.flying[i as usize].flight.velocity = after;
            self.stage.flying[j as usize].flight.velocity = other_after;
            // Rounding may leave them approaching, by next to nothing: a hair more parts them.
            if self.are_parting(i, j) || !(nudge > 0.0 && nudge < f64::INFINITY) {
                break;
            }
            change += nudge;
            nudge *= 4.0;
        }
        for k in [i, j] {
            self.stage.traits[k as usize].contact = self.now;
            self.stage.plans[k as usize].changes += 1;
            self.rest_if_tired(k);
        }
        self.tally.collisions += 1;
        let [a_after, b_after] = [i, j].map(|k| self.stage.flying[k as usize].flight.velocity);
        self.tell(Event {
            time: self.now,
            body: self.id(i),
            what: What::Body(self.id(j)),
            point: within(b.flight.at + normal * b.radius),
            normal,
            before,
            after: a_after,
            other_before,
            other_after: b_after,
        });
        self.plan(i)?;
        self.plan(j)
    }

    fn are_parting(&self, i: u32, j: u32) -> bool {
        let (a, b) = (&self.stage.flying[i as usize], &self.stage.flying[j as usize]);
        let (d, w) = (a.flight.at - b.flight.at, a.flight.velocity - b.flight.velocity);
        // Both are in place, so the vector is off by u of itself, and the products by 3.1u: 8u is plenty.
        let (approach, size) = (d.dot(w), (d.x * w.x).abs() + (d.y * w.y).abs());
        let error = 4.0 * f64::EPSILON * size + f64::MIN_POSITIVE;
        approach > error || a.pair(b).approach(self.now) != Ordering::Less
    }

    /// How much of its speed into the other a body keeps: all of it if it had contact a moment ago, nothing if it is slow.
    fn restitution(&mut self, restitution: f64, speed: f64, bodies: &[u32]) -> f64 {
        if restitution == 1.0 {
            return 1.0;
        }
        let traits = &mut self.stage.traits;
        let least = bodies.iter().map(|&k| self.now - traits[k as usize].contact).fold(f64::INFINITY, min);
        if least <= self.contact_time {
            bodies.iter().for_each(|&k| traits[k as usize].recent += 1);
        }
        if least < self.contact_time {
            1.0
        } else if speed < self.rest_speed {
            0.0
        } else {
            restitution
        }
    }

    /// A body that has had too many contacts in too short a time comes to rest.
    fn rest_if_tired(&mut self, k: u32) {
        let traits = &mut self.stage.traits[k as usize];
        if traits.recent >= PATIENCE && !traits.rests {
            traits.rests = true;
            let velocity = &mut self.stage.flying[k as usize].flight.velocity;
            self.tally.lost += 0.5 * traits.mass * velocity.length_squared();
            *velocity = Vec2::default();
        }
    }

    /// A body meets the wall ahead of it.
    fn bounce(&mut self, i: u32) -> Result<(), Jam> {
        let Some(Ahead { wall, hit, path, stop }) = self.stage.ahead[i as usize] else { return self.plan(i) };
        let body = self.stage.flying[i as usize];
        let view = self.walls.only(body.mask);
        let from = body.flight.at;
        // With some room to spare, lest steps aside push it against a body on its other side.
        let fits = |at: Point| self.is_free_of_bodies(i, at, SPARE, |_| true);
        let at = match stop.filter(|&at| fits(at)) {
            Some(at) => at,
            None => view.stop_before(&path, &hit, fits).at,
        };
        self.put(i, at);
        let traits = &mut self.stage.traits[i as usize];
        let before = body.flight.velocity;
        (traits.stuck, traits.arrived) = if at == from { (traits.stuck + 1, traits.arrived) } else { (0, before) };
        let traits = *traits;
        let speed = -before.dot(hit.normal);
        let restitution = self.restitution(min(traits.restitution, view.restitution(wall)), speed, &[i]);
        let after = match traits.response {
            Response::Bounce if traits.stuck % (2 * PATIENCE) == PATIENCE => -traits.arrived,
            _ if traits.stuck >= PATIENCE && traits.response != Response::Bounce => Vec2::default(),
            Response::Bounce => view.bounced(before, wall, &hit, at, restitution).velocity,
            Response::Stop => Vec2::default(),
            // Back at the wall before the last: a corner.
            Response::Slide if traits.slid[0] == Some(wall) && traits.slid[1] != Some(wall) => Vec2::default(),
            Response::Slide => view.bounced(before, wall, &hit, at, 0.0).velocity,
        };
        let traits = &mut self.stage.traits[i as usize];
        // One that slides or stops, and is pushed again and again, tires too.
        if traits.response != Response::Bounce && self.now - traits.contact <= self.contact_time {
            traits.recent += 1;
        }
        traits.contact = self.now;
        if traits.slid[1] != Some(wall) {
            traits.slid = [traits.slid[1], Some(wall)];
        }
        let mass = traits.mass;
        self.stage.flying[i as usize].flight.velocity = after;
        self.stage.plans[i as usize].changes += 1;
        self.tally.bounces += 1;
        self.tally.impulse += (before - after) * mass;
        if restitution < 1.0 || traits.response != Response::Bounce {
            self.tally.lost += 0.5 * mass * (before.length_squared() - after.length_squared());
        }
        self.rest_if_tired(i);
        let after = self.stage.flying[i as usize].flight.velocity;
        let nothing = Vec2::default();
        self.tell(Event {
            time: self.now,
            body: self.id(i),
            what: What::Wall(wall),
            point: hit.point,
            normal: hit.normal,
            before,
            after,
            other_before: nothing,
            other_after: nothing,
        });
        self.plan(i)
    }

    /// A body begins or ceases to overlap a sensor.
    fn sense(&mut self, i: u32, j: u32) -> Result<(), Jam> {
        let (sensor, other) = if self.stage.traits[i as usize].sensor { (i, j) } else { (j, i) };
        let [a, b] = [sensor, other].map(|k| self.stage.flying[k as usize]);
        let [at, other_at] = [a, b].map(|body| within(body.flight.position(self.now)));
        let was_inside = self.inside.contains(&(sensor, other));
        // The other may have told it already, or rounding made it a hair early.
        let has_changed = if was_inside {
            meeting::has_left(&a, &b, self.now)
        } else {
            meeting::change(&a, &b, false, self.now, self.end).is_some_and(|time| time <= self.now)
        };
        if !has_changed {
            return self.plan(i);
        }
        let what = if was_inside {
            self.inside.remove(&(sensor, other));
            What::Leaves(self.id(other))
        } else {
            self.inside.insert((sensor, other));
            What::Enters(self.id(other))
        };
        let normal = other_at.direction_to(at);
        self.tell(Event {
            time: self.now,
            body: self.id(sensor),
            what,
            point: within(other_at + normal * b.radius),
            normal,
            before: a.flight.velocity,
            after: a.flight.velocity,
            other_before: b.flight.velocity,
            other_after: b.flight.velocity,
        });
        self.plan(i)
    }

    /// Makes a new plan for a body; one that overlaps another by rounding is put in a better place first, or the other is.
    fn plan(&mut self, i: u32) -> Result<(), Jam> {
        self.stage.take_out_if_fast(i, self.now);
        let mut ahead = None;
        let mut prediction = self.stage.predict(&self.standing(), i, self.now, &mut ahead);
        if let Some(j) = prediction.overlap {
            if self.make_room(i).is_err() {
                self.make_room(j)?;
                // The other is where it overlaps nobody, so this ends here.
                let mut ahead = None;
                let prediction = self.stage.predict(&self.standing(), j, self.now, &mut ahead);
                self.take_note(j, &prediction, ahead);
                self.schedule(j);
            }
            ahead = None;
            prediction = self.stage.predict(&self.standing(), i, self.now, &mut ahead);
            if prediction.overlap.is_some() {
                return Err(Jam(i));
            }
        }
        self.take_note(i, &prediction, ahead);
        self.schedule(i);
        Ok(())
    }

    /// Puts a body that overlaps another in a place near by in which it overlaps none.
    #[cold]
    fn make_room(&mut self, i: u32) -> Result<(), Jam> {
        let wanted = within(self.stage.flying[i as usize].flight.position(self.now));
        let at = self.place_for(i, wanted)?;
        self.put(i, at);
        self.stage.plans[i as usize].changes += 1;
        Ok(())
    }

    #[inline]
    fn take_note(&mut self, i: u32, prediction: &Prediction, ahead: Option<Ahead>) {
        let i = i as usize;
        self.stage.plans[i] = prediction.plan;
        if ahead.is_some() {
            self.stage.ahead[i] = ahead;
        }
        // What was checked of this flight before stays so; far from walls it does not matter.
        if prediction.near_walls {
            let traits = &mut self.stage.traits[i];
            traits.checked = prediction.checked;
            traits.near_walls = true;
        }
    }

    fn schedule(&mut self, i: u32) {
        let plan = &self.stage.plans[i as usize];
        let time = max(min(plan.next.time, plan.cross), self.now);
        if time <= self.end {
            self.calendar.schedule(i, time);
        } else {
            self.calendar.cancel(i);
        }
    }

    pub(super) fn id(&self, i: u32) -> BodyId {
        BodyId(self.ids[i as usize])
    }

    /// Events are told when the frame is over, in order of time, and before that only if there are many.
    pub(super) fn tell(&mut self, event: Event) {
        self.untold.push(event);
        let many = if self.gates.is_empty() { MANY_EVENTS } else { MANY_WITH_GATES };
        if self.untold.len() >= many {
            self.tell_all();
        }
    }

    pub(super) fn tell_all(&mut self) {
        // Gates are found when a body is put in its next place, after events that come later; all else comes in order.
        if !self.gates.is_empty() {
            self.untold.sort_by(|a, b| a.time.partial_cmp(&b.time).unwrap_or(Ordering::Equal));
        }
        self.has_told |= !self.untold.is_empty();
        self.untold.iter().for_each(&mut self.each);
        self.untold.clear();
    }
}
