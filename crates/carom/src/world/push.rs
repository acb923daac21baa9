//! What happens when a wall that moves meets a body: it is pushed, carried, or squeezed.
//!
//! Seen from the wall everything is as at one that stands still, and the body's velocity after it is such that it does not come nearer again, by an exact
//! sign. So what a wall pushes stays before it, however fast it is.
//!
//! A body between a group and something that does not yield bounces ever faster, without end. It counts as squeezed when it has met both in turn some
//! hundred times, each time less than a contact time after the other, and there would be no room for it before the frame ends, or a contact time later. That is a
//! rule, like those that say when a bouncing is over; that nothing is pushed through anything does not depend on it.

use super::body::Response;
use super::brush::Brush;
use super::event::{Event, EventKind, Thing};
use super::fleet::{Fleet, Moving};
use super::frame::{FrameRun, NoPlace};
use super::friction::rubbed;
use super::group::GroupId;
use super::placing::SPARE;
use super::props::{Grip, NEXT_TO_NOTHING, On, Prop};
use super::stage::{Carried, Contact, Pressed};
use crate::bounce::{PATIENCE, STEPS_ASIDE, Slides, felt, finite, unit_of, within};
use crate::exact::drift::Drift;
use crate::exact::encounter::Blocker;
use crate::exact::flight::Flight;
use crate::exact::{Feature, Side};
use crate::float;
use crate::point::{Point, Vec2, max, min};
use crate::response::{combined_restitution, reflect};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A body that met a group and a wall in turn so often has no room, if there soon is none. One that met bodies may have pushed heavy ones away at last.
///
/// Between two faces that close in on each other with c a body without loss is faster by 2c after each round, and the room g for it smaller by (v − c)/(v + c). With
/// v + 2cn for its speed after n rounds these factors are each other's neighbours, and what is left of them is
///
/// gₙ = g₀ (v₀ − c)/(v₀ + (2n − 1)c).
///
/// So the rounds have no end before the faces meet, and no number of them is the last: somebody has to say when it is over. After 256 rounds
/// a body as fast as the faces close in, or twice or ten times as fast, has less than 1/500, 1/500 or 1/57 of its room. One that is far faster comes to have no more than
/// c·(contact time), as of rounds that take longer, or that would not be over when the frame is, none counts.
const PRESSED: u32 = 256;
const PRESSED_BY_BODIES: u32 = 1024;

/// Between two walls that face each other so squarely, by the cosine of their angle, and with no more room than so many units in the last place there is no
/// way out, and soon there will be no numbers for a place.
///
/// *How squarely.* A body that keeps nothing of its speed into either of two faces, at an angle α, is pushed out between them: each contact takes what leads into one face, so that
/// n rounds leave it cos²ⁿα short of the speed along both that it takes to get out. For cos α = 0.999 and as many contacts as [`PRESSED`] that is still
/// 0.999²⁵⁶, more than three quarters of it: it would be told by its count. So this tells sooner what would be told anyway.
///
/// *How tight.* A group settles up to 4096 units back ([`Fleet::settlings`]), and places for a body are looked for up to as far from where it is: with no more room than that
/// what is off one face may be beyond the other.
const OPPOSED: f64 = 0.999;
const TIGHT: f64 = 4096.0;

/// A body that met walls that move so often without having gone anywhere has no room.
const MOST_STUCK: u32 = 2048;

/// So many, one behind the other, are shoved on at once.
const MOST_SHOVED: u32 = 64;

/// A velocity along a wall is turned away from it by up to 2 to this power units in the last place.
const MAX_TURN_AWAY: i32 = 40;

/// How a body touches a wall that moves.
struct Touch {
    feature: Feature,
    /// From the wall toward the body.
    normal: Vec2,
    point: Point,
    /// Where the body is, rounded.
    ideal: Point,
    /// Its velocity as it is seen from the wall.
    relative: Vec2,
    grip: Grip,
}

impl FrameRun<'_> {
    /// A body meets a wall that moves.
    pub(super) fn meet_moving(&mut self, i: u32, wall: u32) -> Result<(), NoPlace> {
        let Some(fleet) = self.scenery.fleet else { return self.plan(i) };
        let moving = &fleet.walls[wall as usize];
        let Some(touch) = self.touch_moving_of_form(fleet, i, wall).or_else(|| self.touch_moving(fleet, i, wall))
        else {
            return self.plan(i);
        };
        let (velocity, way) = (moving.shape.drift.velocity, touch.normal);
        if let Some(pressed) = self.stage.pressed_mut(i) {
            pressed.carried = Some(Carried { velocity, way, others: 0 });
        }
        if self.stage.held.contains(&i) {
            let this = Thing::Group(moving.group);
            let things = self.stage.wedged_by.get(&i).copied().unwrap_or_default();
            self.squeeze(i, moving.group, &touch, things.into_iter().flatten().find(|thing| *thing != this));
            return Ok(());
        }
        let before = self.stage.flying[i as usize].flight.velocity;
        let state = self.stage.states[i as usize];
        let speed = -touch.relative.dot(touch.normal);
        let keeps = match state.response {
            Response::Bounce => combined_restitution(state.restitution, moving.wall.restitution()),
            Response::Slide | Response::Stop => 0.0,
        };
        let restitution = self.restitution(keeps, speed, &[i]);
        let on = On::Group(moving.group);
        let lasts = restitution == 0.0 && speed < self.scenery.rest_speed && self.leant_on(i, on);
        let at = self.place_beside_moving(i, fleet, &touch)?;
        self.note_stuck(i, at, before)?;
        self.put_off(i, at, touch.ideal);
        let after = self.after_moving(i, moving, &touch, restitution);
        self.take_velocity(i, after, &touch, moving.shape.drift.velocity, restitution);
        self.lean_on_moving(i, moving, &touch, restitution);
        self.rest_if_tired(i);
        if let Some((group, against)) = self.is_squeezed(i, moving, touch.normal) {
            self.squeeze(i, group, &touch, Some(against));
            return Ok(());
        }
        let after = self.stage.flying[i as usize].flight.velocity;
        self.plan(i)?;
        if lasts {
            self.log.silent += 1;
            return Ok(());
        }
        self.log.tally.bounces += 1;
        let kind = EventKind::Group(moving.group, moving.number);
        self.record_touch(i, kind, &touch, [before, after]);
        Ok(())
    }

    fn record_touch(&mut self, i: u32, kind: EventKind, touch: &Touch, [before, after]: [Vec2; 2]) {
        let (time, body, at) = (self.stage.now, self.id(i), self.stage.flying[i as usize].flight.at);
        let Touch { point, normal, .. } = *touch;
        self.log.record(Event { time, body: Some(body), kind, at, point, normal, before, after, other: None });
    }

    /// Where and how a body touches a wall that moves.
    fn touch_moving(&self, fleet: &Fleet, i: u32, wall: u32) -> Option<Touch> {
        let (body, now) = (&self.stage.flying[i as usize], self.stage.now);
        let (blocker, feature) = fleet.stops(wall, self.stage.ids[i as usize], body.mask, &body.flight, body.radius)?;
        let shape = &fleet.walls[wall as usize].shape;
        let relative = finite(body.flight.velocity - shape.drift.velocity);
        let ideal = within(body.flight.position(now));
        let normal = match blocker {
            Blocker::Line([a, b]) => {
                match (a.direction_to(b).normal(), shape.side(body.flight.at, body.flight.since)) {
                    (across, Side::Left) => -across,
                    (across, Side::Right) => across,
                    (_, Side::On) => -relative.normalized(),
                }
            }
            Blocker::Round { center, radius } if radius + body.radius > 0.0 => {
                // From where both were, as the difference of two places of now is rounded.
                let wait = now - body.flight.since;
                let apart = body.flight.at - shape.drift.moved(center, body.flight.since);
                (apart + relative * wait).normalized()
            }
            _ => -relative.normalized(),
        };
        let point = match blocker {
            Blocker::Round { center, .. } if feature != Feature::Side => within(shape.drift.moved(center, now)),
            _ => within(ideal - normal * body.radius),
        };
        let normal = normal.canonical();
        // Where something round is just now has no number.
        let surface = if matches!(blocker, Blocker::Line(_)) { blocker } else { Blocker::Here };
        let grip = self.grip(i, fleet.walls[wall as usize].wall.friction(), &surface, normal);
        Some(Touch { feature, normal, point, ideal, relative, grip })
    }

    /// The same for a body with a shape; `None` if it has none.
    fn touch_moving_of_form(&mut self, fleet: &Fleet, i: u32, wall: u32) -> Option<Touch> {
        if !self.stage.has_shape(i) {
            return None;
        }
        let (form, now) = (self.stage.form_of(&self.scenery, i), self.stage.now);
        let (id, mask) = (self.stage.ids[i as usize], self.stage.flying[i as usize].mask);
        let (met, other) = (fleet.stops_form(wall, [id, mask], &form)?, fleet.walls[wall as usize].form());
        let brush = Brush::of(&met, [&form, &other], now);
        self.stage.brush = Some(brush);
        let relative = finite(form.flight.velocity - other.flight.velocity);
        let feature = if brush.is_corner { Feature::A } else { Feature::Side };
        let Brush { normal, point, .. } = brush;
        let grip = self.grip(i, fleet.walls[wall as usize].wall.friction(), &Blocker::Here, normal);
        Some(Touch { feature, normal, point, ideal: within(form.flight.position(now)), relative, grip })
    }

    /// A place beside a wall that moves, to which the way is clear and in which nobody is overlapped.
    fn place_beside_moving(&self, i: u32, fleet: &Fleet, touch: &Touch) -> Result<Point, NoPlace> {
        let radius = self.stage.flying[i as usize].radius;
        let unit = max(unit_of(touch.ideal, radius), fleet.unit);
        let fits = |at: &Point, spare| self.is_free_of_walls(i, *at) && self.is_free_of_bodies(i, *at, spare, |_| true);
        let places = || STEPS_ASIDE.iter().map(|aside| within(touch.ideal + touch.normal * (unit * aside)));
        // Where there is room from walls only, those in the way are shoved on.
        let last = || places().rev().find(|at| self.is_free_of_walls(i, *at));
        let found = places().find(|at| fits(at, SPARE)).or_else(|| places().find(|at| fits(at, 0.0))).or_else(last);
        found.map_or_else(|| self.place_for(i, touch.ideal), Ok)
    }

    /// A place for a body between a wall that moves and another body that is in the way of all others: clear of walls only, off what pushes it. The other makes
    /// room when both are planned anew, if it can.
    #[cold]
    pub(super) fn place_off_moving(&self, i: u32, wanted: Point) -> Option<Point> {
        let Carried { way, .. } = self.stage.pressed(i)?.carried?;
        let unit = self.unit_for(i, wanted);
        let mut places = STEPS_ASIDE.iter().map(|aside| within(wanted + way * (unit * aside)));
        places.find(|at| self.is_free_of_walls(i, *at))
    }

    /// Of two that overlap by rounding, moves the one aside that a group pushes through more others, and those behind it. A group that withdraws pushes nobody.
    #[cold]
    pub(super) fn shove_on(&mut self, i: u32, j: u32) -> Result<(), NoPlace> {
        let [first, second] = [i, j].map(|k| {
            let Carried { velocity, way, others } = self.stage.pressed(k)?.carried?;
            (velocity.dot(way) > 0.0).then_some(others)
        });
        let is_behind = matches!((first, second), (Some(first), Some(second)) if second < first);
        if is_behind { self.shove(j, i) } else { self.shove(i, j) }
    }

    /// Moves a body aside that one which a group has pushed overlaps by rounding, and those behind it. `Err` if it cannot be, or none has been pushed.
    fn shove(&mut self, i: u32, j: u32) -> Result<(), NoPlace> {
        let carried = self.stage.pressed(i).and_then(|pressed| pressed.carried).ok_or(NoPlace(i))?;
        if self.stage.shoved >= MOST_SHOVED || self.stage.held.contains(&j) {
            return Err(NoPlace(i));
        }
        let [body, other] = [i, j].map(|k| self.stage.flying[k as usize]);
        let [at, wanted] = [body, other].map(|body| within(body.flight.position(self.stage.now)));
        let unit = max(unit_of(wanted, other.radius), self.scenery.fleet.map_or(0.0, |fleet| fleet.unit));
        let way = at.direction_to(wanted);
        let is_free = |to: &Point| self.are_apart_in([i, j], [at, *to]) && self.is_free_of_walls(j, *to);
        let mut places = (0..12).map(|power| within(wanted + way * unit * float::power_of_two(power)));
        let to = places.find(is_free).ok_or(NoPlace(i))?;
        self.put_off(j, to, wanted);
        self.stage.flying[j as usize].changes += 1;
        self.log.tally.nudged += 1;
        if let Some(pressed) = self.stage.pressed_mut(j) {
            pressed.carried.get_or_insert(carried.through(way));
        }
        self.wake(j);
        self.stage.shoved += 1;
        let planned = self.plan(j);
        self.stage.shoved -= 1;
        planned
    }

    /// Counts contacts in one and the same place. A body that has had too many has no room to move in.
    fn note_stuck(&mut self, i: u32, at: Point, before: Vec2) -> Result<(), NoPlace> {
        let is_same = self.stage.flying[i as usize].flight.at == at;
        let at_walls = &mut self.stage.at_walls[i as usize];
        (at_walls.stuck, at_walls.arrived) = if is_same { (at_walls.stuck + 1, at_walls.arrived) } else { (0, before) };
        at_walls.slides = Slides::default();
        if at_walls.stuck > MOST_STUCK { Err(NoPlace(i)) } else { Ok(()) }
    }

    /// The velocity after a contact with a wall that moves: one that does not lead into it, exactly.
    fn after_moving(&self, i: u32, moving: &Moving, touch: &Touch, restitution: f64) -> Vec2 {
        let (body, velocity) = (&self.stage.flying[i as usize], moving.shape.drift.velocity);
        let stands = self.stage.states[i as usize].response == Response::Stop
            || self.stage.at_walls[i as usize].stuck >= PATIENCE;
        if stands {
            return velocity;
        }
        let relative = match touch.grip.friction {
            0.0 => touch.relative,
            friction => rubbed(touch.relative, touch.normal, friction, restitution),
        };
        let after = finite(velocity + reflect(relative, touch.normal, restitution));
        let (feature, now) = (felt(touch.feature, body.radius), self.stage.now);
        let brush = self.stage.brush.filter(|_| self.stage.has_shape(i));
        let leaves = |after: &Vec2| match &brush {
            Some(brush) => {
                let flights = [Flight { velocity: *after, ..body.flight }, moving.shape.drift.flight()];
                brush.leaves(flights, now) != Ordering::Less
            }
            None => moving.shape.leaves(feature, body.flight.at, now, *after) != Ordering::Less,
        };
        let size = after.x.abs() + after.y.abs() + velocity.x.abs() + velocity.y.abs();
        let unit = f64::EPSILON * min(size, f64::MAX);
        let away = |power| finite(after + touch.normal * (unit * float::power_of_two(power)));
        let mut turned = (0..MAX_TURN_AWAY).step_by(3).map(away);
        // What moves as the wall does comes no nearer.
        if leaves(&after) { after } else { turned.find(leaves).unwrap_or(velocity) }
    }

    fn take_velocity(&mut self, i: u32, after: Vec2, touch: &Touch, of_wall: Vec2, restitution: f64) {
        let state = &mut self.stage.states[i as usize];
        (state.contact, state.met_wall) = (self.stage.now, false);
        state.low = kept_low(reflect(state.low, touch.normal, restitution), after);
        let mass = state.mass;
        // One that stands is as any wall.
        if of_wall != Vec2::default() {
            self.wake(i);
        }
        let body = &mut self.stage.flying[i as usize];
        let before = body.flight.velocity;
        body.flight.velocity = after;
        body.changes += 1;
        self.log.tally.impulse += (before - after) * mass;
        if restitution < 1.0 || touch.grip.friction > 0.0 {
            let energy = |v: Vec2| 0.5 * mass * v.length_squared();
            self.log.lose(energy(touch.relative) - energy(after - of_wall));
        }
    }

    /// What took all of a body's speed into it, it leans on; what hardly moves along it moves with it.
    fn lean_on_moving(&mut self, i: u32, moving: &Moving, touch: &Touch, restitution: f64) {
        let velocity = moving.shape.drift.velocity;
        let after = self.stage.flying[i as usize].flight.velocity;
        if restitution == 0.0 {
            let is_round = touch.feature != Feature::Side || moving.wall.circle().is_some();
            let (normal, grip) = (touch.normal, touch.grip);
            let prop = Prop { on: On::Group(moving.group), normal, is_round, velocity, grip };
            self.stage.leans.entry(i).or_default().add(prop);
            if grip.pull == 0.0 && (after - velocity).length() < NEXT_TO_NOTHING * self.scenery.rest_speed {
                self.stage.flying[i as usize].flight.velocity = velocity;
                self.stage.states[i as usize].low = Vec2::default();
            }
        }
        let after = self.stage.flying[i as usize].flight.velocity;
        if !self.stage.leans.is_empty() {
            self.stage.leans.entry(i).and_modify(|props| *props = props.not_left(after));
        }
    }

    /// Notes what a body has met, if there are walls that move.
    #[inline]
    pub(super) fn note_contact(&mut self, i: u32, with: Thing, normal: Vec2) {
        if !self.stage.watches_pressed() {
            return;
        }
        let (at, time) = (within(self.stage.flying[i as usize].flight.position(self.stage.now)), self.stage.now);
        if let Some(pressed) = self.stage.pressed_mut(i) {
            let last = pressed.last.map(|contact| contact.with).filter(|last| *last != with);
            pressed.before = last.or(pressed.before);
            pressed.last = Some(Contact { with, time, at, normal });
        }
    }

    /// Notes that two bodies have met. Of those that a group has pushed all are pushed, and none stands like a wall as it is tired, unless the group stands.
    #[inline]
    pub(super) fn note_meeting(&mut self, i: u32, j: u32, normal: Vec2) {
        if !self.stage.watches_pressed() {
            return;
        }
        let both = [i, j].map(|k| Thing::Body(self.id(k)));
        self.note_contact(i, both[1], normal);
        self.note_contact(j, both[0], -normal);
        let carried = [i, j].map(|k| self.stage.pressed(k).and_then(|pressed| pressed.carried));
        if carried != [None; 2] {
            for (k, own, other, way) in [(i, carried[0], carried[1], normal), (j, carried[1], carried[0], -normal)] {
                if let Some(pressed) = self.stage.pressed_mut(k) {
                    pressed.carried = own.or(other.map(|other| other.through(way)));
                }
                if self.is_pushed(k) {
                    self.wake(k);
                }
            }
        }
    }

    /// The velocity of the group that has pushed a body in this frame, if one has.
    #[inline]
    pub(super) fn carried(&self, i: u32) -> Option<Vec2> {
        self.stage.pressed(i)?.carried.map(|carried| carried.velocity)
    }

    /// Whether a group that moves has pushed a body in this frame. One that stands pushes nobody: who bounces between it and others is tired of it as of a wall.
    #[inline]
    pub(super) fn is_pushed(&self, i: u32) -> bool {
        self.carried(i).is_some_and(|velocity| velocity != Vec2::default())
    }

    /// The shares of two bodies in an exchange that takes all speed, if a group pushes one of them into the other: that one stands like a wall.
    pub(super) fn shares_of_pushed(&self, [i, j]: [u32; 2], normal: Vec2) -> Option<[f64; 2]> {
        let [first, second] = [i, j].map(|k| self.stage.pressed(k)?.carried);
        let (first, second) = (first?, second?);
        if first.others < second.others && first.velocity.dot(normal) < 0.0 {
            return Some([0.0, 1.0]);
        }
        (second.others < first.others && second.velocity.dot(normal) > 0.0).then_some([1.0, 0.0])
    }

    /// One that came to rest in this frame as it was tired moves again.
    fn wake(&mut self, i: u32) {
        if !self.stage.held.contains(&i) {
            let state = &mut self.stage.states[i as usize];
            (state.rests, state.recent) = (false, 0);
        }
    }

    /// The group that squeezes a body which has just met a wall that moves, and against what, if one does: that wall's, or the one it met before, if only
    /// that comes nearer.
    fn is_squeezed(&mut self, i: u32, moving: &Moving, normal: Vec2) -> Option<(GroupId, Thing)> {
        let (now, this) = (self.stage.now, Thing::Group(moving.group));
        let Pressed { last, count, .. } = self.stage.pressed(i).copied().unwrap_or_default();
        self.note_contact(i, this, normal);
        let last = last.filter(|last| last.with != this)?;
        let behind = match last.with {
            Thing::Group(group) => {
                let drift: Option<Drift> = self.scenery.fleet.and_then(|fleet| *fleet.drifts.get(group.index())?);
                drift.unwrap_or_default().velocity
            }
            Thing::Wall(_) | Thing::Body(_) => Vec2::default(),
        };
        let body = self.stage.flying[i as usize];
        let (closing, opposed) = ((moving.shape.drift.velocity - behind).dot(normal), -last.normal.dot(normal));
        let gap = (body.flight.at - last.at).dot(normal).abs();
        let wait = max(self.scenery.end - now, self.scenery.contact_time);
        let is_closing =
            opposed > 0.0 && now - last.time <= self.scenery.contact_time && closing > 0.0 && gap < closing * wait;
        let count = if is_closing { count + 1 } else { 0 };
        if let Some(pressed) = self.stage.pressed_mut(i) {
            pressed.count = count;
        }
        let unit = max(unit_of(body.flight.at, body.radius), self.scenery.fleet.map_or(0.0, |fleet| fleet.unit));
        let is_body = matches!(last.with, Thing::Body(_));
        let is_tight = is_closing && !is_body && opposed > OPPOSED && gap <= TIGHT * unit;
        let most = if is_body { PRESSED_BY_BODIES } else { PRESSED };
        let sides = match last.with {
            Thing::Group(other) if moving.shape.drift.velocity.dot(normal) <= 0.0 => (other, this),
            other => (moving.group, other),
        };
        (is_tight || count >= most).then_some(sides)
    }

    /// A body has no room: it stops, and what the group does is seen to when this part of the frame has ended.
    fn squeeze(&mut self, i: u32, group: GroupId, touch: &Touch, against: Option<Thing>) {
        let state = &mut self.stage.states[i as usize];
        let velocity = &mut self.stage.flying[i as usize].flight.velocity;
        let (before, mass) = (*velocity, state.mass);
        (*velocity, state.low) = (Vec2::default(), Vec2::default());
        self.log.lose(0.5 * mass * before.length_squared());
        self.log.tally.squeezed += 1;
        self.stage.squeezed = Some((i, group.0));
        self.record_touch(i, EventKind::Squeezed(group, against), touch, [before, Vec2::default()]);
    }

    /// Puts groups where they come to at the frame's end, in numbers: where they exactly are, rounded, unless one that does not move would be overlapped
    /// there; then a little back.
    pub(super) fn settle(&mut self, fleet: &Fleet) {
        let mut settled: Vec<Vec2> = fleet.drifts.iter().map(|drift| drift.unwrap_or_default().offset).collect();
        let resting: Vec<u32> = match self.stage.has_resting {
            true => (0..).zip(&self.stage.states).filter(|(_, state)| state.rests).map(|(i, _)| i).collect(),
            false => Vec::new(),
        };
        for (group, drift) in fleet.drifts.iter().enumerate() {
            let Some(drift) = drift.filter(|drift| drift.velocity != Vec2::default()) else { continue };
            let mut places = fleet.settlings(&drift, self.stage.now);
            let first = places.next().unwrap_or(drift.offset);
            settled[group] = first;
            let is_free = |settled: &[Vec2]| {
                resting.iter().all(|&i| self.is_free_of(fleet, i, self.stage.flying[i as usize].flight.at, settled))
            };
            while !is_free(&settled) {
                let Some(next) = places.next() else { break };
                settled[group] = next;
            }
        }
        self.stage.settled = settled;
    }

    /// In which order bodies that are not alone are put in their places at a frame's end: those that groups push from behind come first, and make room for others.
    pub(super) fn order_of_placing(&self, fleet: &Fleet) -> Vec<u32> {
        let drifts = fleet.drifts.iter().flatten();
        let way = drifts.fold(Vec2::default(), |sum, drift| finite(sum + drift.velocity));
        let along = |Point { x, y }: Point| {
            let along = way.x * x + way.y * y;
            // The zero below is the zero above, and what overflows both ways is in the middle.
            if along == 0.0 || along.is_nan() { 0.0 } else { along }
        };
        let those = (0..).zip(&self.stage.flying).filter(|(i, _)| !self.stage.ways.is_alone(*i));
        let mut order: Vec<(i64, u32)> = those.map(|(i, body)| (in_order(along(body.flight.at)), i)).collect();
        order.sort_unstable();
        order.into_iter().map(|(_, i)| i).collect()
    }

    /// Whether a body's way to a place is clear of walls that move to where they settle, or are now if they have not settled.
    pub(super) fn is_free_of(&self, fleet: &Fleet, i: u32, at: Point, settled: &[Vec2]) -> bool {
        let (body, id) = (&self.stage.flying[i as usize], self.stage.ids[i as usize]);
        let to = (at, self.stage.now);
        if self.stage.has_shape(i) {
            let form = self.stage.form_of(&self.scenery, i);
            return self.stage.states[i as usize].sensor
                || fleet.is_form_clear([id, body.mask], &form, body.radius, to, settled);
        }
        self.stage.states[i as usize].sensor || fleet.is_clear([id, body.mask], &body.flight, body.radius, to, settled)
    }
}

impl Carried {
    /// How one is pushed that such a body pushes in some direction.
    fn through(self, way: Vec2) -> Carried {
        Carried { way, others: self.others.saturating_add(1), ..self }
    }
}

/// A whole number that is larger for a larger number: the bits, those of a negative one turned round.
fn in_order(x: f64) -> i64 {
    let bits = x.to_bits() as i64;
    if bits < 0 { i64::MIN - bits } else { bits }
}

/// What a velocity lacks after a wall: what one that was much larger lacked is no part of it, and would come to light as a push from nowhere.
pub(super) fn kept_low(low: Vec2, after: Vec2) -> Vec2 {
    let size = |v: Vec2| v.x.abs() + v.y.abs();
    // Half a unit of each number before, and turned: less than two of these.
    if size(low) <= 2.0 * f64::EPSILON * size(after) { low } else { Vec2::default() }
}
