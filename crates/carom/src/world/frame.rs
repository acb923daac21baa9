//! One frame: the next event, respond, look ahead again, until the time is spent.
//!
//! Between two events a body flies along an exact straight line. At an event it is put in a place: a pair of numbers near the exact
//! place, taken only if the move there from its last place is exactly clear of walls and if in it the body
//! exactly overlaps no other. So bodies never leak and never overlap, whatever rounding does to times and velocities.

use super::body::{BodyId, Response};
use super::calendar::{Calendar, NONE};
use super::due::Due;
use super::event::{Event, EventKind, FrameEnd, OtherBody, Tally};
use super::gates::Gates;
use super::plan::{Ahead, Meet, Prediction, Stage, Standing, With};
use super::props::{On, Prop};
use crate::bounce::{Few, PATIENCE, Slides, finite, has_moved, place_around, unit_of, within};
use crate::exact::encounter::Blocker;
use crate::exact::{Feature, Side, compare_distance_with_sum, orient};
use crate::float;
use crate::point::{Point, Vec2, max, min};
use crate::response::reflect;
use crate::sweep::{Contact, Hit};
use crate::walls::{WallId, Walls};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A body that has had so many contacts that take energy in a frame, each less than a contact time after the last, is tired.
///
/// This and the next two are rules of the world, not bounds of anything: they say when a bouncing that never ends is over, as
/// 0.9²⁵⁶ and 2⁻⁸ of a rest speed are next to nothing. That bodies are apart and events in order does not depend on them.
const TIRED: u32 = 256;

/// A body that has this part of the rest speed left after a contact that took all of its speed into something stops.
const NEXT_TO_NOTHING: f64 = 1.0 / 256.0;

/// One that is slower than the rest speed counts for so many.
const SLOW: u32 = 8;

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
    /// How many contacts went on from the last frame, which is not told.
    pub(super) silent: u64,
    /// The bodies to which something happens just now.
    pub(super) acting: [u32; 2],
    /// Other places for two that meet.
    pub(super) others: [[Point; 4]; 2],
    pub(super) each: F,
}

impl<F: FnMut(&Event)> Run<'_, F> {
    /// Spends the frame, or as much as so many events allow.
    pub(super) fn spend(&mut self, max_events: u64) -> Result<FrameEnd, Jam> {
        self.look_ahead()?;
        let whole = self.end;
        let (mut events, mut patience) = (0, max_events.saturating_mul(64));
        while let Some(due) = self.due(&mut patience)? {
            // A contact that goes on is no event, but work all the same.
            if events - self.silent >= max_events || self.silent >= max_events.saturating_mul(64) {
                // What is left is for another step.
                self.end = max(self.now, due.time);
                break;
            }
            events += 1;
            self.now = max(self.now, due.time);
            self.respond(&due)?;
        }
        if patience == 0 {
            self.end = max(self.now, self.calendar.next().map_or(self.end, |(_, time)| min(time, self.end)));
        }
        self.now = self.end;
        self.put_all_in_place()?;
        Ok(if self.end < whole { FrameEnd::EventLimit { remaining: whole - self.end } } else { FrameEnd::Completed })
    }

    pub(super) fn standing(&self) -> Standing<'_> {
        Standing { walls: self.walls, around: self.around, few: self.few, end: self.end }
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

    fn respond(&mut self, due: &Due) -> Result<(), Jam> {
        self.acting = match due.with {
            With::Body(other) => [core::cmp::min(due.body, other), core::cmp::max(due.body, other)],
            _ => [due.body, NONE],
        };
        match due.with {
            With::Nothing | With::Unknown => self.plan(due.body),
            With::Wall => self.bounce(due.body),
            With::Body(other) => self.collide(due.body, other),
            With::Sensor(sensor) => self.sense(due.body, sensor),
        }
    }

    /// The other has changed its flight since the plan was made: on to what comes second, and to a new plan after that.
    pub(super) fn think_again(&mut self, i: u32) {
        let plan = &mut self.stage.plans[i as usize];
        plan.next = plan.second;
        plan.second = Meet { with: With::Unknown, ..plan.second };
        self.schedule(i);
    }

    /// A body goes from its cell to the next.
    pub(super) fn cross(&mut self, i: u32) -> Result<(), Jam> {
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
        let normal = self.put_beside(i, j)?;
        let [before, other_before] = [i, j].map(|k| self.stage.flying[k as usize].flight.velocity);
        let speed = -(before - other_before).dot(normal);
        let [first, second] = [i, j].map(|k| self.stage.traits[k as usize].restitution);
        let restitution = self.restitution(min(first, second), speed, &[i, j]);
        let [on_i, on_j] = [i, j].map(|k| On::Body(self.id(k)));
        let is_slow = restitution == 0.0 && speed < self.rest_speed;
        let lasts = is_slow && (self.leant_on(i, on_j) || self.leant_on(j, on_i));
        let shares = self.shares(i, j, normal, lasts);
        self.exchange([i, j], normal, speed, restitution, shares);
        for (k, on, normal) in [(i, on_j, normal), (j, on_i, -normal)] {
            let traits = &mut self.stage.traits[k as usize];
            (traits.contact, traits.slides) = (self.now, Slides::default());
            self.stage.plans[k as usize].changes += 1;
            self.lean(k, (restitution == 0.0).then_some(Prop { on, normal, is_round: true }));
            self.rest_if_tired(k);
        }
        let [after, other_after] = [i, j].map(|k| self.stage.flying[k as usize].flight.velocity);
        self.plan(i)?;
        self.plan(j)?;
        if lasts {
            self.silent += 1;
            return Ok(());
        }
        self.tally.collisions += 1;
        let [a, b] = [i, j].map(|k| self.stage.flying[k as usize]);
        let (kind, point) = (EventKind::Body(self.id(j)), within(b.flight.at + normal * b.radius));
        let (at, time, body) = (a.flight.at, self.now, self.id(i));
        let other = Some(OtherBody { at: b.flight.at, before: other_before, after: other_after });
        self.tell(Event { time, body, kind, at, point, normal, before, after, other });
        Ok(())
    }

    /// Changes the velocities of two bodies that meet so that they part.
    fn exchange(&mut self, [i, j]: [u32; 2], normal: Vec2, speed: f64, restitution: f64, shares: [f64; 2]) {
        let flying = [i, j].map(|k| self.stage.flying[k as usize].flight.velocity);
        let [first, second] = [i, j].map(|k| self.stage.traits[k as usize]);
        let mut change = (1.0 + restitution) * max(speed, 0.0);
        if restitution < 1.0 {
            let reduced = if shares[0] == 0.0 { second.mass * shares[1] } else { first.mass * shares[0] };
            self.lose(0.5 * reduced * (1.0 - restitution * restitution) * speed * speed);
        }
        let size = |v: Vec2| v.x.abs() + v.y.abs();
        let mut nudge = f64::EPSILON * (size(flying[0]) + size(flying[1]));
        loop {
            let pushes = [normal * (change * shares[0]), -normal * (change * shares[1])];
            for (k, (velocity, push)) in [i, j].into_iter().zip(flying.into_iter().zip(pushes)) {
                let low = if k == i { first.low } else { second.low };
                let (after, rest) = pushed(velocity, low, push);
                self.stage.flying[k as usize].flight.velocity = after;
                self.stage.traits[k as usize].low = rest;
            }
            // Rounding may leave them approaching, by next to nothing: a little more parts them.
            if self.are_parting(i, j) || !(nudge > 0.0 && nudge < f64::INFINITY) {
                break;
            }
            change += nudge;
            nudge *= 4.0;
        }
    }

    /// The share of each in an exchange of momentum. One that rests stands like a wall; and so does, if two lean on each other, one that
    /// leans on what is behind it.
    fn shares(&self, i: u32, j: u32, normal: Vec2, lasts: bool) -> [f64; 2] {
        let [a, b] = [i, j].map(|k| &self.stage.traits[k as usize]);
        let is_propped = |k: u32, push: Vec2| {
            lasts && self.stage.leans.get(&k).is_some_and(|props| props.rest_of(push) == Vec2::default())
        };
        match [a.rests, b.rests] {
            [false, false] => match [is_propped(i, normal), is_propped(j, -normal)] {
                [true, false] => return [0.0, 1.0],
                [false, true] => return [1.0, 0.0],
                _ => {}
            },
            [first, second] => return [f64::from(u8::from(!first)), f64::from(u8::from(!second))],
        }
        // Neither overflows nor vanishes.
        let scale = 1.0 / float::power_of_two_near(max(a.mass, b.mass));
        let (a, b) =
            if scale.is_finite() { (a.mass * scale, b.mass * scale) } else { (a.mass * 2e300, b.mass * 2e300) };
        [b / (a + b), a / (a + b)]
    }

    fn are_parting(&self, i: u32, j: u32) -> bool {
        let (a, b) = (&self.stage.flying[i as usize], &self.stage.flying[j as usize]);
        let (d, w) = (a.flight.at - b.flight.at, a.flight.velocity - b.flight.velocity);
        // Both are in place, so the vector is off by u of itself, and the products by 3.1u: 8u is plenty.
        let (approach, size) = (d.dot(w), (d.x * w.x).abs() + (d.y * w.y).abs());
        let error = 4.0 * f64::EPSILON * size + f64::MIN_POSITIVE;
        (approach > error && size < f64::INFINITY) || a.pair(b).approach(self.now) != Ordering::Less
    }

    /// How much of its speed into the other a body keeps: nothing if it is slow.
    fn restitution(&mut self, restitution: f64, speed: f64, bodies: &[u32]) -> f64 {
        if restitution == 1.0 {
            return 1.0;
        }
        let is_slow = speed < self.rest_speed;
        for &k in bodies {
            let traits = &mut self.stage.traits[k as usize];
            if self.now - traits.contact <= self.contact_time {
                traits.recent += if is_slow { SLOW } else { 1 };
            }
        }
        if is_slow { 0.0 } else { restitution }
    }

    /// A body that has had too many contacts in too short a time comes to rest.
    fn rest_if_tired(&mut self, k: u32) {
        let traits = &mut self.stage.traits[k as usize];
        if traits.recent >= TIRED && !traits.rests {
            traits.rests = true;
            self.stop(k);
        }
    }

    fn stop(&mut self, k: u32) {
        let traits = &mut self.stage.traits[k as usize];
        traits.low = Vec2::default();
        let velocity = &mut self.stage.flying[k as usize].flight.velocity;
        let lost = 0.5 * traits.mass * velocity.length_squared();
        *velocity = Vec2::default();
        self.lose(lost);
    }

    /// What a body leans on after a contact: what it leant on before, unless it leaves that, and what took all its speed. One that is
    /// far slower than the rest speed after that stops.
    fn lean(&mut self, k: u32, prop: Option<Prop>) {
        let velocity = self.stage.flying[k as usize].flight.velocity;
        if prop.is_some() && velocity.length() < NEXT_TO_NOTHING * self.rest_speed {
            self.stop(k);
        }
        let velocity = self.stage.flying[k as usize].flight.velocity;
        let leans = &mut self.stage.leans;
        if let Some(prop) = prop {
            leans.entry(k).or_default().add(prop);
        }
        if !leans.is_empty() {
            leans.entry(k).and_modify(|props| *props = props.not_left(velocity));
        }
    }

    fn leant_on(&self, k: u32, on: On) -> bool {
        self.stage.leant.get(&k).is_some_and(|props| props.has(on))
    }

    fn lose(&mut self, energy: f64) {
        let lost = self.tally.lost + energy;
        // Where squares overflow, as much as numbers hold.
        self.tally.lost = if lost < f64::MAX { lost } else { f64::MAX };
    }

    /// A body meets the wall ahead of it.
    fn bounce(&mut self, i: u32) -> Result<(), Jam> {
        let Some(ahead) = self.stage.ahead[i as usize] else { return self.plan(i) };
        let body = self.stage.flying[i as usize];
        let (from, before) = (body.flight.at, body.flight.velocity);
        let (hit, ideal) = self.touch(i, &ahead);
        let Hit { point, normal, .. } = hit;
        let speed = -before.dot(normal);
        let traits = self.stage.traits[i as usize];
        let keeps = match traits.response {
            Response::Bounce => min(traits.restitution, self.walls.all().restitution(ahead.wall)),
            Response::Slide | Response::Stop => 0.0,
        };
        let restitution = self.restitution(keeps, speed, &[i]);
        let on = On::Wall(ahead.wall);
        let lasts = restitution == 0.0 && speed < self.rest_speed && self.leant_on(i, on);
        let at = self.place_beside(i, &ahead, ideal, normal, lasts);
        self.put_off(i, at, ahead.stop.unwrap_or(ideal));
        let (stuck, arrived) = if at == from { (traits.stuck + 1, traits.arrived) } else { (0, before) };
        // Going back the way it came has not helped: there is no room for it to move in.
        if stuck > 2 * PATIENCE {
            return Err(Jam(i));
        }
        (self.stage.traits[i as usize].stuck, self.stage.traits[i as usize].arrived) = (stuck, arrived);
        let has_moved = has_moved(from, at, body.radius);
        let is_corner = self.stage.traits[i as usize].slides.end_in_corner(ahead.wall, restitution, has_moved);
        let after = if is_corner { Vec2::default() } else { self.after_wall(i, ahead.wall, &hit, restitution) };
        let traits = &mut self.stage.traits[i as usize];
        traits.contact = self.now;
        traits.low = reflect(traits.low, normal, restitution);
        let mass = traits.mass;
        self.stage.flying[i as usize].flight.velocity = after;
        self.stage.plans[i as usize].changes += 1;
        self.tally.impulse += (before - after) * mass;
        if restitution < 1.0 {
            self.lose(0.5 * mass * (before.length_squared() - after.length_squared()));
        }
        let is_round = hit.feature != Feature::Side || matches!(ahead.blocker, Blocker::Round { .. });
        self.lean(i, (restitution == 0.0).then_some(Prop { on, normal, is_round }));
        self.rest_if_tired(i);
        let after = self.stage.flying[i as usize].flight.velocity;
        self.plan(i)?;
        if lasts {
            self.silent += 1;
            return Ok(());
        }
        self.tally.bounces += 1;
        let (time, body, at) = (self.now, self.id(i), self.stage.flying[i as usize].flight.at);
        let kind = EventKind::Wall(ahead.wall);
        self.tell(Event { time, body, kind, at, point, normal, before, after, other: None });
        Ok(())
    }

    /// Where and how a body touches the wall ahead of it.
    fn touch(&self, i: u32, ahead: &Ahead) -> (Hit, Point) {
        let body = &self.stage.flying[i as usize];
        let ideal = within(body.flight.position(self.now));
        let way = body.flight.velocity * (self.now - body.flight.since);
        let normal = match ahead.blocker {
            // A point along a wall's own line: back.
            Blocker::Here => -body.flight.velocity.normalized(),
            Blocker::Round { radius, .. } if radius + body.radius == 0.0 => -body.flight.velocity.normalized(),
            Blocker::Round { center, .. } => ((body.flight.at - center) + way).normalized(),
            Blocker::Line([a, b]) => match (a.direction_to(b).normal(), orient(a, b, body.flight.at)) {
                (across, Side::Left) => -across,
                (across, Side::Right) => across,
                (_, Side::On) => -body.flight.velocity.normalized(),
            },
        };
        let point = match (ahead.blocker, ahead.feature) {
            (Blocker::Line([a, _]), Feature::A) => a,
            (Blocker::Line([_, b]), Feature::B) => b,
            (Blocker::Round { center, .. }, Feature::A | Feature::B) => center,
            _ => within(ideal - normal * body.radius),
        };
        let (feature, contact) = (ahead.feature, Contact::Crosses);
        (Hit { t: 0.0, point, normal: normal.canonical(), feature, contact }, ideal)
    }

    /// The velocity after a contact with a wall.
    fn after_wall(&self, i: u32, wall: WallId, hit: &Hit, restitution: f64) -> Vec2 {
        let traits = &self.stage.traits[i as usize];
        let flight = &self.stage.flying[i as usize].flight;
        let before = flight.velocity;
        match traits.response {
            Response::Stop => Vec2::default(),
            _ if restitution == 0.0 && traits.stuck >= PATIENCE => Vec2::default(),
            // Back the way it came, as fast as it is now but for what so many bounces take.
            Response::Bounce if traits.stuck % (2 * PATIENCE) == PATIENCE => {
                let kept = (0..PATIENCE.ilog2()).fold(restitution, |kept, _| kept * kept);
                finite(traits.arrived.normalized() * (-before.length() * kept)).canonical()
            }
            _ => self.walls.all().bounced(before, wall, hit, flight.at, restitution).velocity,
        }
    }

    /// A body begins or ceases to overlap a sensor.
    fn sense(&mut self, i: u32, sensor: u32) -> Result<(), Jam> {
        let [a, b] = [sensor, i].map(|k| self.stage.flying[k as usize]);
        let [at, other_at] = [a, b].map(|body| within(body.flight.position(self.now)));
        let was_inside = self.stage.sensed.get(&(sensor, i)).is_some_and(|&(inside, _)| inside);
        let changes = self.stage.plans[i as usize].changes;
        self.stage.sensed.insert((sensor, i), (!was_inside, Some(changes)));
        let kind = if was_inside { EventKind::Leaves(self.id(i)) } else { EventKind::Enters(self.id(i)) };
        let (time, body, normal) = (self.now, self.id(sensor), other_at.direction_to(at));
        let (velocity, point) = (a.flight.velocity, within(other_at + normal * b.radius));
        let other = Some(OtherBody { at: other_at, before: b.flight.velocity, after: b.flight.velocity });
        self.tell(Event { time, body, kind, at, point, normal, before: velocity, after: velocity, other });
        self.plan_after_queue(i)
    }

    /// Makes a new plan for a body; one that overlaps another by rounding is put in a better place first, or the other is.
    pub(super) fn plan(&mut self, i: u32) -> Result<(), Jam> {
        self.stage.take_out_if_fast(i, self.now);
        let mut ahead = None;
        let mut prediction = self.stage.predict(&self.standing(), i, self.now, &mut ahead);
        if let Some(j) = prediction.overlap {
            let moved = if self.make_room(i).is_ok() {
                None
            } else if let Ok(other) = self.make_room_together(i) {
                Some(other)
            } else {
                self.make_room(j).map_err(|_| Jam(i))?;
                Some(j)
            };
            // The other is where it overlaps nobody, so this ends here.
            if let Some(other) = moved {
                let mut ahead = None;
                let prediction = self.stage.predict(&self.standing(), other, self.now, &mut ahead);
                self.take_note(other, &prediction, ahead);
                self.schedule(other);
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
        let meets = self.acting[1] != NONE;
        let others = self.acting.iter().position(|&k| k == i && meets).map_or([wanted; 4], |k| self.others[k]);
        let is_free = |&at: &Point| self.is_free_of_walls(i, at) && self.is_free_of_bodies(i, at, 0.0, |_| true);
        let at = match others.into_iter().find(is_free) {
            Some(at) => at,
            None => self.place_for(i, wanted)?,
        };
        self.put_off(i, at, wanted);
        self.stage.plans[i as usize].changes += 1;
        self.tally.nudged += u64::from(!self.acting.contains(&i));
        Ok(())
    }

    /// Moves two that have just met together to a place near by in which they overlap nobody. Gives the other.
    #[cold]
    fn make_room_together(&mut self, i: u32) -> Result<u32, Jam> {
        let [a, b] = self.acting;
        if b == NONE || (i != a && i != b) {
            return Err(Jam(i));
        }
        let [first, second] = [a, b].map(|k| self.stage.flying[k as usize]);
        let (at, other_at) = (first.flight.at, second.flight.at);
        let moved = |to: Point| within(other_at + (to - at));
        let is_free = |to: Point| {
            let places = [(a, to), (b, moved(to))];
            let are_free = places.iter().all(|&(k, at)| {
                self.is_free_of_walls(k, at) && self.is_free_of_bodies(k, at, 0.0, |other| other != a && other != b)
            });
            are_free && compare_distance_with_sum(to, moved(to), [first.radius, second.radius]) != Ordering::Less
        };
        let unit = max(unit_of(at, first.radius), unit_of(other_at, second.radius));
        let to = place_around(at, unit, is_free).ok_or(Jam(i))?;
        for (k, at) in [(a, to), (b, moved(to))] {
            self.put(k, at);
            self.stage.plans[k as usize].changes += 1;
        }
        Ok(if i == a { b } else { a })
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

    pub(super) fn schedule(&mut self, i: u32) {
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

/// A velocity and what it lacks after a push, and what it lacks then.
fn pushed(velocity: Vec2, low: Vec2, push: Vec2) -> (Vec2, Vec2) {
    let push = push + low;
    let after = finite(velocity + push);
    let rest = Vec2::new(float::rounding_error(velocity.x, push.x), float::rounding_error(velocity.y, push.y));
    (after, if rest.x.is_finite() && rest.y.is_finite() { rest } else { Vec2::default() })
}
