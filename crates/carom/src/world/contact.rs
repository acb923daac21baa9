//! What happens at an event: two bodies meet, a body meets a wall, a body enters or leaves a sensor.

use super::body::Response;
use super::event::{Event, EventKind, OtherBody, Thing};
use super::frame::{FrameRun, NoPlace};
use super::friction::rubbed;
use super::props::{Grip, NEXT_TO_NOTHING, On, Prop};
use super::push::kept_low;
use super::stage::Ahead;
use crate::bounce::{PATIENCE, Slides, felt, finite, has_moved, within};
use crate::exact::encounter::Blocker;
use crate::exact::flight::Flight;
use crate::exact::{Feature, Side, orient};
use crate::float;
use crate::point::{Point, Vec2, max};
use crate::response::{combined_restitution, reflect};
use crate::sweep::{Contact, Hit, MoverPart};
use crate::walls::WallId;
use core::cmp::Ordering;

/// A body that has had so many contacts that take energy in a frame, each less than a contact time after the last, is tired.
///
/// This, [`NEXT_TO_NOTHING`] and the next two are rules of the world, not bounds of anything: they say when a bouncing that never ends is over, as
/// 0.9²⁵⁶ and 2⁻⁸ of a rest speed are next to nothing. That bodies are apart and events in order does not depend on them.
pub(super) const TIRED: u32 = 256;

/// So many it takes where one of them was with a group that stands: it may set out at any time, and who leans on it and on others goes along only if that was settled among
/// them. With as few as for walls, piles of discs on a lift were at rest too soon, and did not go along.
const TIRED_OF_GROUPS: u32 = 4 * TIRED;

/// Two that meet are parted by up to this part of their speeds, 2⁻²⁰, where rounding left them approaching; discs part with far less. Two points
/// that are so near that rounding alone says where each of them is are not parted by any: they go on as they are.
const MOST_NUDGE: f64 = 1.0 / 1_048_576.0;

/// One that is slower than the rest speed counts for so many.
const SLOW: u32 = 8;

impl FrameRun<'_> {
    /// Two bodies meet: they exchange momentum along the line between them.
    pub(super) fn collide(&mut self, i: u32, j: u32) -> Result<(), NoPlace> {
        let (i, j) = (core::cmp::min(i, j), core::cmp::max(i, j));
        if self.collide_quickly(i, j) {
            return Ok(());
        }
        let normal = self.put_beside(i, j)?;
        self.note_meeting(i, j, normal);
        let [before, other_before] = [i, j].map(|k| self.stage.flying[k as usize].flight.velocity);
        let speed = -(before - other_before).dot(normal);
        let [first, second] = [i, j].map(|k| self.stage.states[k as usize].restitution);
        let restitution = self.restitution(combined_restitution(first, second), speed, &[i, j]);
        let [on_i, on_j] = [i, j].map(|k| On::Body(self.id(k)));
        let is_slow = restitution == 0.0 && speed < self.scenery.rest_speed;
        let lasts = is_slow && (self.leant_on(i, on_j) || self.leant_on(j, on_i));
        let pushed = if restitution == 0.0 { self.shares_of_pushed([i, j], normal) } else { None };
        let shares = pushed.unwrap_or_else(|| self.shares(i, j, normal, lasts));
        self.exchange([i, j], normal, speed, restitution, shares);
        for (k, on, normal) in [(i, on_j, normal), (j, on_i, -normal)] {
            let state = &mut self.stage.states[k as usize];
            (state.contact, state.met_wall) = (self.stage.now, false);
            self.stage.flying[k as usize].changes += 1;
            let prop = (restitution == 0.0).then(|| {
                let (velocity, pair) = (self.carried(k).unwrap_or_default(), if k == i { [i, j] } else { [j, i] });
                Prop { on, normal, is_round: true, velocity, grip: self.grip_of_two(pair, normal) }
            });
            self.lean(k, prop);
            self.rest_if_tired(k);
        }
        let [after, other_after] = [i, j].map(|k| self.stage.flying[k as usize].flight.velocity);
        self.plan_both(i, j)?;
        self.have_arrived();
        if lasts {
            self.log.silent += 1;
            return Ok(());
        }
        self.log.tally.collisions += 1;
        let [a, b] = [i, j].map(|k| self.stage.flying[k as usize]);
        let round = || within(b.flight.at + normal * b.radius);
        let (kind, point) = (EventKind::Body(self.id(j)), self.stage.brush.map_or_else(round, |brush| brush.point));
        let (at, time, body) = (a.flight.at, self.stage.now, self.id(i));
        let other = Some(OtherBody { at: b.flight.at, before: other_before, after: other_after });
        self.log.record(Event { time, body: Some(body), kind, at, point, normal, before, after, other });
        Ok(())
    }

    /// Changes the velocities of two bodies that meet so that they part.
    fn exchange(&mut self, [i, j]: [u32; 2], normal: Vec2, speed: f64, restitution: f64, shares: [f64; 2]) {
        let flying = [i, j].map(|k| self.stage.flying[k as usize].flight.velocity);
        let [first, second] = [i, j].map(|k| self.stage.states[k as usize]);
        let mut change = (1.0 + restitution) * max(speed, 0.0);
        if restitution < 1.0 {
            let reduced = if shares[0] == 0.0 { second.mass * shares[1] } else { first.mass * shares[0] };
            self.log.lose(0.5 * reduced * (1.0 - restitution * restitution) * speed * speed);
        }
        let size = |v: Vec2| v.x.abs() + v.y.abs();
        let rub = self.rub_of_two([i, j], normal, change, shares);
        let most = MOST_NUDGE * (size(flying[0]) + size(flying[1]));
        let mut nudge = f64::EPSILON * (size(flying[0]) + size(flying[1]));
        loop {
            let mut pushes = [normal * (change * shares[0]), -normal * (change * shares[1])];
            if let Some(rub) = rub {
                pushes = [pushes[0] + rub * shares[0], pushes[1] - rub * shares[1]];
            }
            for (k, (velocity, push)) in [i, j].into_iter().zip(flying.into_iter().zip(pushes)) {
                let low = if k == i { first.low } else { second.low };
                let (after, rest) = pushed(velocity, low, push);
                self.stage.flying[k as usize].flight.velocity = after;
                self.stage.states[k as usize].low = rest;
            }
            // Rounding may leave them approaching, by next to nothing: a little more parts them.
            if self.are_parting(i, j) || !(nudge > 0.0 && nudge <= most) {
                break;
            }
            change += nudge;
            nudge *= 4.0;
        }
    }

    /// The share of each in an exchange of momentum. One that rests stands like a wall; and so does, if two lean on each other, one that
    /// leans on what is behind it.
    fn shares(&self, i: u32, j: u32, normal: Vec2, lasts: bool) -> [f64; 2] {
        let [a, b] = [i, j].map(|k| &self.stage.states[k as usize]);
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
        shares_of_masses(a.mass, b.mass)
    }

    fn are_parting(&self, i: u32, j: u32) -> bool {
        let (a, b) = (&self.stage.flying[i as usize], &self.stage.flying[j as usize]);
        if let Some(brush) = &self.stage.brush {
            return brush.leaves([a.flight, b.flight], self.stage.now) != Ordering::Less;
        }
        are_plainly_parting(&a.flight, &b.flight) || a.pair(b).approach(self.stage.now) != Ordering::Less
    }

    /// How much of its speed into the other a body keeps: nothing if it is slow.
    pub(super) fn restitution(&mut self, restitution: f64, speed: f64, bodies: &[u32]) -> f64 {
        if restitution == 1.0 {
            return 1.0;
        }
        let is_slow = speed < self.scenery.rest_speed;
        for &k in bodies {
            let state = &mut self.stage.states[k as usize];
            if self.stage.now - state.contact <= self.scenery.contact_time {
                state.recent += if is_slow { SLOW } else { 1 };
            }
        }
        if is_slow { 0.0 } else { restitution }
    }

    /// A body that has had too many contacts in too short a time comes to rest.
    #[inline]
    pub(super) fn rest_if_tired(&mut self, k: u32) {
        if self.stage.states[k as usize].recent >= TIRED {
            self.rest_if_not_pushed(k);
        }
    }

    #[cold]
    fn rest_if_not_pushed(&mut self, k: u32) {
        let state = &self.stage.states[k as usize];
        if state.rests || self.is_pushed(k) {
            return;
        }
        if self.carried(k).is_none() || state.recent >= TIRED_OF_GROUPS {
            self.stage.states[k as usize].rests = true;
            self.stage.has_resting = true;
            self.stop(k);
        }
    }

    fn stop(&mut self, k: u32) {
        let state = &mut self.stage.states[k as usize];
        state.low = Vec2::default();
        let velocity = &mut self.stage.flying[k as usize].flight.velocity;
        let lost = 0.5 * state.mass * velocity.length_squared();
        *velocity = Vec2::default();
        self.log.lose(lost);
    }

    /// What a body leans on after a contact: what it leant on before, unless it leaves that, and what took all its speed. One that is
    /// far slower than the rest speed after that stops, unless gravity pulls it on against friction.
    #[inline]
    pub(super) fn lean(&mut self, k: u32, prop: Option<Prop>) {
        if prop.is_some() || !self.stage.leans.is_empty() {
            self.lean_anew(k, prop);
        }
    }

    #[inline(never)]
    fn lean_anew(&mut self, k: u32, prop: Option<Prop>) {
        if let Some(prop) = prop {
            let base = self.carried(k).unwrap_or_default();
            let speed = (self.stage.flying[k as usize].flight.velocity - base).length();
            if prop.grip.pull == 0.0 && speed < NEXT_TO_NOTHING * self.scenery.rest_speed {
                self.stop(k);
                self.stage.flying[k as usize].flight.velocity = base;
            }
            self.stage.leans.entry(k).or_default().add(prop);
        }
        let velocity = self.stage.flying[k as usize].flight.velocity;
        self.stage.leans.entry(k).and_modify(|props| *props = props.not_left(velocity));
    }

    pub(super) fn leant_on(&self, k: u32, on: On) -> bool {
        self.stage.leant.get(&k).is_some_and(|props| props.has(on))
    }

    /// A body meets the wall ahead of it.
    pub(super) fn bounce(&mut self, i: u32) -> Result<(), NoPlace> {
        let Some(ahead) = self.stage.ahead[i as usize] else { return self.plan(i) };
        let Flight { at: from, velocity: before, .. } = self.stage.flying[i as usize].flight;
        let (hit, ideal) = self.touch_of_form(i, &ahead).unwrap_or_else(|| self.touch(i, &ahead));
        let Hit { point, normal, .. } = hit;
        let speed = -before.dot(normal);
        let restitution = self.restitution_at_wall(i, ahead.wall, speed);
        let on = On::Wall(ahead.wall);
        self.note_contact(i, Thing::Wall(ahead.wall), normal);
        let lasts = restitution == 0.0 && speed < self.scenery.rest_speed && self.leant_on(i, on);
        self.put_at_wall(i, &ahead, ideal, normal, lasts)?;
        self.note_stuck_at_wall(i, from, before)?;
        let is_corner = self.ends_in_corner(i, ahead.wall, from, restitution);
        let grip = self.rub_along_wall(i, &ahead, normal, restitution);
        let after = if is_corner { Vec2::default() } else { self.after_wall(i, ahead.wall, &hit, restitution) };
        self.take_velocity_off_wall(i, [before, after], normal, restitution, &grip);
        let is_round = hit.feature != Feature::Side || matches!(ahead.blocker, Blocker::Round { .. });
        self.lean(i, (restitution == 0.0).then_some(Prop { on, normal, is_round, velocity: Vec2::default(), grip }));
        self.rest_if_tired(i);
        let after = self.stage.flying[i as usize].flight.velocity;
        self.plan(i)?;
        self.have_arrived();
        if lasts {
            self.log.silent += 1;
            return Ok(());
        }
        self.log.tally.bounces += 1;
        let (time, body, at) = (self.stage.now, self.id(i), self.stage.flying[i as usize].flight.at);
        let kind = EventKind::Wall(ahead.wall);
        self.log.record(Event { time, body: Some(body), kind, at, point, normal, before, after, other: None });
        Ok(())
    }

    /// How much of its speed into a wall a body keeps.
    fn restitution_at_wall(&mut self, i: u32, wall: WallId, speed: f64) -> f64 {
        let state = &self.stage.states[i as usize];
        let keeps = match state.response {
            Response::Bounce => combined_restitution(state.restitution, self.scenery.walls.all().restitution(wall)),
            Response::Slide | Response::Stop => 0.0,
        };
        self.restitution(keeps, speed, &[i])
    }

    /// Puts a body that arrives at the wall ahead of it in a place beside that.
    fn put_at_wall(&mut self, i: u32, ahead: &Ahead, ideal: Point, normal: Vec2, lasts: bool) -> Result<(), NoPlace> {
        self.stage.aside[0] = (self.stage.flying[i as usize].flight, ideal, Vec2::default());
        self.stage.arriving = true;
        let at = self.place_beside(i, ahead, ideal, normal, lasts);
        let at = if self.is_free_of_moving(i, at) { at } else { self.place_for(i, ideal)? };
        self.put_off(i, at, ahead.stop.unwrap_or(ideal));
        Ok(())
    }

    /// Counts bounces in one and the same place. Where turning back has not helped, there is no room to move in.
    fn note_stuck_at_wall(&mut self, i: u32, from: Point, before: Vec2) -> Result<(), NoPlace> {
        let at = self.stage.flying[i as usize].flight.at;
        let at_walls = &mut self.stage.at_walls[i as usize];
        let (stuck, arrived) = if at == from { (at_walls.stuck + 1, at_walls.arrived) } else { (0, before) };
        if stuck > 2 * PATIENCE {
            return Err(NoPlace(i));
        }
        (at_walls.stuck, at_walls.arrived) = (stuck, arrived);
        Ok(())
    }

    /// Whether a body that has come to a wall has slid into a corner with others.
    fn ends_in_corner(&mut self, i: u32, wall: WallId, from: Point, restitution: f64) -> bool {
        let body = &self.stage.flying[i as usize];
        let slides = &mut self.stage.at_walls[i as usize].slides;
        if !self.stage.states[i as usize].met_wall {
            *slides = Slides::default();
        }
        slides.end_in_corner(wall, restitution, has_moved(from, body.flight.at, body.radius))
    }

    /// What friction takes from a body's velocity along the wall ahead of it, if there is any.
    fn rub_along_wall(&mut self, i: u32, ahead: &Ahead, normal: Vec2, restitution: f64) -> Grip {
        let is_rough = self.stage.states[i as usize].friction > 0.0;
        let rough = if is_rough { self.scenery.walls.all().friction(ahead.wall) } else { 0.0 };
        let grip = self.grip(i, rough, &ahead.blocker, normal);
        if grip.friction > 0.0 {
            let velocity = &mut self.stage.flying[i as usize].flight.velocity;
            *velocity = rubbed(*velocity, normal, grip.friction, restitution);
        }
        grip
    }

    fn take_velocity_off_wall(
        &mut self,
        i: u32,
        [before, after]: [Vec2; 2],
        normal: Vec2,
        restitution: f64,
        grip: &Grip,
    ) {
        let state = &mut self.stage.states[i as usize];
        (state.contact, state.met_wall) = (self.stage.now, true);
        state.low = kept_low(reflect(state.low, normal, restitution), after);
        let mass = state.mass;
        self.stage.flying[i as usize].flight.velocity = after;
        self.stage.flying[i as usize].changes += 1;
        self.log.tally.impulse += (before - after) * mass;
        if restitution < 1.0 || grip.friction > 0.0 {
            self.log.lose(0.5 * mass * (before.length_squared() - after.length_squared()));
        }
    }

    /// Where and how a body touches the wall ahead of it.
    fn touch(&self, i: u32, ahead: &Ahead) -> (Hit, Point) {
        let body = &self.stage.flying[i as usize];
        let ideal = within(body.flight.position(self.stage.now));
        let motion = body.flight.velocity * (self.stage.now - body.flight.since);
        let normal = match ahead.blocker {
            // A point along a wall's own line: back.
            Blocker::Here => -body.flight.velocity.normalized(),
            Blocker::Round { radius, .. } if radius + body.radius == 0.0 => -body.flight.velocity.normalized(),
            Blocker::Round { center, .. } => ((body.flight.at - center) + motion).normalized(),
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
        (Hit { t: 0.0, point, normal: normal.canonical(), feature, contact, mover: MoverPart::Whole }, ideal)
    }

    /// The velocity after a contact with a wall.
    fn after_wall(&self, i: u32, wall: WallId, hit: &Hit, restitution: f64) -> Vec2 {
        let (state, at_walls) = (&self.stage.states[i as usize], &self.stage.at_walls[i as usize]);
        let flight = &self.stage.flying[i as usize].flight;
        let before = flight.velocity;
        match state.response {
            Response::Stop => Vec2::default(),
            _ if restitution == 0.0 && at_walls.stuck >= PATIENCE => Vec2::default(),
            // Back along the path it came, as fast as it is now but for what so many bounces take.
            Response::Bounce if at_walls.stuck % (2 * PATIENCE) == PATIENCE => {
                let kept = (0..PATIENCE.ilog2()).fold(restitution, |kept, _| kept * kept);
                finite(at_walls.arrived.normalized() * (-before.length() * kept)).canonical()
            }
            _ if self.stage.has_shape(i) => self.after_wall_of_form(i, wall, hit, restitution).unwrap_or_default(),
            _ => {
                let hit = Hit { feature: felt(hit.feature, self.stage.flying[i as usize].radius), ..*hit };
                self.scenery.walls.all().bounced(before, wall, &hit, flight.at, restitution).velocity
            }
        }
    }

    /// A body begins or ceases to overlap a sensor.
    pub(super) fn sense(&mut self, i: u32, sensor: u32) -> Result<(), NoPlace> {
        let [a, b] = [sensor, i].map(|k| self.stage.flying[k as usize]);
        let [at, other_at] = [a, b].map(|body| within(body.flight.position(self.stage.now)));
        let was_inside = self.stage.sensed.get(&(sensor, i)).is_some_and(|&(inside, _)| inside);
        let changes = self.stage.flying[i as usize].changes;
        self.stage.sensed.insert((sensor, i), (!was_inside, Some(changes)));
        let kind = if was_inside { EventKind::Leaves(self.id(i)) } else { EventKind::Enters(self.id(i)) };
        let (time, body, normal) = (self.stage.now, self.id(sensor), other_at.direction_to(at));
        let point = self.point_of_sensed(sensor, i).unwrap_or_else(|| within(other_at + normal * b.radius));
        let velocity = a.flight.velocity;
        let other = Some(OtherBody { at: other_at, before: b.flight.velocity, after: b.flight.velocity });
        self.log.record(Event {
            time,
            body: Some(body),
            kind,
            at,
            point,
            normal,
            before: velocity,
            after: velocity,
            other,
        });
        self.plan_after_queue(i)
    }
}

/// Whether two that are in their places do not come closer, as far as floats can tell.
#[inline(always)]
pub(super) fn are_plainly_parting(a: &Flight, b: &Flight) -> bool {
    let (d, w) = (a.at - b.at, a.velocity - b.velocity);
    // The vector is off by u of itself, and the products by 3.1u: 8u is plenty.
    let (approach, size) = (d.dot(w), (d.x * w.x).abs() + (d.y * w.y).abs());
    let error = 4.0 * f64::EPSILON * size + f64::MIN_POSITIVE;
    approach > error && size < f64::INFINITY
}

/// The share of each in an exchange of momentum, if both are free.
#[inline(always)]
pub(super) fn shares_of_masses(a: f64, b: f64) -> [f64; 2] {
    if a == b { [0.5; 2] } else { shares_of_unequal(a, b) }
}

#[inline(never)]
fn shares_of_unequal(a: f64, b: f64) -> [f64; 2] {
    // Neither overflows nor vanishes.
    let scale = 1.0 / float::power_of_two_near(max(a, b));
    let (a, b) = if scale.is_finite() { (a * scale, b * scale) } else { (a * 2e300, b * 2e300) };
    [b / (a + b), a / (a + b)]
}

/// A velocity and what it lacks after a push, and what it lacks then.
#[inline(always)]
pub(super) fn pushed(velocity: Vec2, low: Vec2, push: Vec2) -> (Vec2, Vec2) {
    let push = push + low;
    let after = finite(velocity + push);
    let rest = Vec2::new(float::rounding_error(velocity.x, push.x), float::rounding_error(velocity.y, push.y));
    (after, if rest.x.is_finite() && rest.y.is_finite() { rest } else { Vec2::default() })
}
