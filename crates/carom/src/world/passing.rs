//! Which gates and sensors groups pass on their way through a frame.
//!
//! A group goes straight from the offset it had to the one at which it settles, and a sensor from the place it had to the one it is put in. All
//! four are given numbers, and what is told is decided on that way, exactly: where one frame ends the next begins, with nothing rounded in between.
//!
//! *Gates* count the group's mark by the rule of `gate.rs`, so that its theorem holds for groups as for bodies.
//!
//! *Sensors* see walls. On a straight way each wall overlaps a convex sensor between two parts of it, or not at all; touching is not
//! overlapping, so these spans are open, and a group overlaps a sensor in all of them together. Where these begin it enters, and where they end it leaves.
//! A span that begins as another ends leaves a moment between them. The way has its beginning and not its end: what begins to overlap as the frame ends is told in the next one, and what
//! ceases to is told in this one, as for bodies.
//!
//! What a sensor knew of a group is remembered only so that it can tell of those that are there when it first looks, or are put elsewhere between frames.

use super::body::{BodyId, Slot};
use super::brush::Brush;
use super::event::{Event, EventKind};
use super::fleet::Fleet;
use super::frame::FrameRun;
use super::group::{Group, GroupId};
use crate::bounce::within;
use crate::exact::drift::Drift;
use crate::exact::flight::Flight;
use crate::exact::forms::{Form, Forms};
use crate::exact::passing::Part;
use crate::point::{Point, Vec2};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// An event, where on the ways it is, and what comes first of those at the same part: sensors before gates, and the lowest ids.
struct Told {
    part: Part,
    rank: (u8, u32, u32),
    event: Event,
}

/// A change of what a sensor sees: where on the way, the wall that makes it, and whether the group enters.
struct Change {
    part: Part,
    wall: u32,
    enters: bool,
}

/// What a sensor sees of a group on its way.
struct Stay {
    begins_inside: bool,
    changes: Vec<Change>,
}

impl FrameRun<'_> {
    /// Tells which gates and sensors groups have passed in the frame, which is over but for the places that bodies had when it began.
    pub(super) fn tell_of_groups(
        &mut self,
        groups: &[Option<Group>],
        slots: &[Option<Slot>],
        inside: &mut BTreeSet<(u32, u32)>,
    ) {
        let Some(fleet) = self.scenery.fleet else { return };
        let mut told = Vec::new();
        for i in 0..self.stage.ids.len() as u32 {
            let slot = slots.get(self.stage.ids[i as usize] as usize).and_then(Option::as_ref);
            if let (true, Some(slot)) = (self.stage.states[i as usize].sensor, slot) {
                self.sense_groups(fleet, i, slot.body.position, inside, &mut told);
            }
        }
        if !self.log.gates.is_empty() {
            for (number, group) in (0..).zip(groups) {
                if let (Some(group), Some(Some(drift))) = (group, fleet.drifts.get(number as usize)) {
                    self.cross_gates(GroupId(number), group.get_mark(), drift, &mut told);
                }
            }
        }
        // Times are rounded parts, so those that differ are in the order of the parts.
        told.sort_by(|a, b| {
            let order = a.event.time.partial_cmp(&b.event.time).unwrap_or(Ordering::Equal);
            order.then_with(|| a.part.order(&b.part)).then(a.rank.cmp(&b.rank))
        });
        told.into_iter().for_each(|told| self.log.record(told.event));
    }

    fn cross_gates(&mut self, id: GroupId, mark: Point, drift: &Drift, told: &mut Vec<Told>) {
        let Some(&settled) = self.stage.settled.get(id.index()) else { return };
        for (gate, part, direction, normal) in self.log.gates.crossed_by_group(mark, [drift.offset, settled]) {
            self.log.tally.crossings += 1;
            let time = part.time(self.scenery.end);
            let (at, velocity) = (within(drift.moved(mark, time)), drift.velocity);
            let kind = EventKind::GroupGate(id, gate, direction);
            let event =
                Event { time, body: None, kind, at, point: at, normal, before: velocity, after: velocity, other: None };
            told.push(Told { part, rank: (1, gate.0, id.0), event });
        }
    }

    /// What a sensor sees of all groups.
    fn sense_groups(
        &self,
        fleet: &Fleet,
        i: u32,
        from: Point,
        inside: &mut BTreeSet<(u32, u32)>,
        told: &mut Vec<Told>,
    ) {
        let (body, id) = (&self.stage.flying[i as usize], self.stage.ids[i as usize]);
        let flight = Flight { at: from, velocity: body.flight.velocity, since: 0.0 };
        let sensor = Form { flight, ..self.stage.form_of(&self.scenery, i) };
        let mut near: Vec<u32> = Vec::new();
        fleet.each_near([from, body.flight.at], body.radius, |wall| near.push(wall));
        near.retain(|&wall| fleet.walls[wall as usize].wall.mask() & body.mask != 0);
        near.sort_unstable();
        let known = inside.range((id, 0)..=(id, u32::MAX)).map(|&(_, group)| group);
        let mut groups: Vec<u32> = near.iter().map(|&wall| fleet.walls[wall as usize].group.0).chain(known).collect();
        groups.sort_unstable();
        groups.dedup();
        for group in groups {
            let walls = near.iter().copied().filter(|&wall| fleet.walls[wall as usize].group.0 == group);
            let Stay { begins_inside, mut changes } = self.stay(fleet, &sensor, body.flight.at, walls);
            let mut is_inside = begins_inside;
            if begins_inside != inside.contains(&(id, group)) {
                let wall = near.iter().copied().find(|&wall| fleet.walls[wall as usize].group.0 == group);
                let (part, wall) = (Part::beginning(), wall.unwrap_or(u32::MAX));
                changes.insert(0, Change { part, wall, enters: begins_inside });
            }
            for change in changes {
                is_inside = change.enters;
                let event = self.sensed(fleet, (id, &sensor), GroupId(group), &change);
                told.push(Told { part: change.part, rank: (0, id, group), event });
            }
            if is_inside {
                inside.insert((id, group))
            } else {
                inside.remove(&(id, group))
            };
        }
    }

    /// What a sensor that goes to a place sees of some walls of one group.
    fn stay(&self, fleet: &Fleet, sensor: &Form<'_>, to: Point, walls: impl Iterator<Item = u32>) -> Stay {
        let mut spans: Vec<([Part; 2], u32)> = Vec::new();
        for wall in walls {
            let moving = &fleet.walls[wall as usize];
            let other = moving.form();
            // Neither has an inside: they never overlap.
            if sensor.radius + other.radius == 0.0 && sensor.vertices.len() < 3 {
                continue;
            }
            let settled = self.stage.settled.get(moving.group.index()).copied().unwrap_or_default();
            let (forms, settled) = (Forms::of(*sensor, other), Drift::at(settled).flight());
            if forms.are_clear(0.0, to, &settled, 0.0) {
                continue;
            }
            let end = Forms::of(
                Form { flight: Flight { at: to, ..Flight::default() }, ..*sensor },
                Form { flight: settled, ..other },
            );
            match forms.passage(0.0, to, &settled, 0.0) {
                Some(span) if !(forms.overlap(0.0) && end.overlap(0.0)) => spans.push((span, wall)),
                // All along the way.
                _ => return Stay { begins_inside: true, changes: Vec::new() },
            }
        }
        spans.sort_by(|([a, _], _), ([b, _], _)| a.order(b));
        stay_in(spans)
    }

    /// A group enters or leaves a sensor.
    fn sensed(&self, fleet: &Fleet, (id, sensor): (u32, &Form<'_>), group: GroupId, change: &Change) -> Event {
        let time = change.part.time(self.scenery.end);
        let at = within(sensor.flight.position(time));
        let touch = fleet.walls.get(change.wall as usize).and_then(|moving| {
            let other = moving.form();
            let forms = Forms::of(*sensor, other);
            let met = if change.enters { forms.meet(0.0) } else { forms.part() }?;
            let brush = Brush::of(&met, [sensor, &other], time);
            Some((brush.point, brush.normal))
        });
        let drift = fleet.drifts.get(group.index()).copied().flatten().unwrap_or_default();
        let away = || {
            let place = within(drift.moved(Point::default(), time));
            let wall = fleet.walls.get(change.wall as usize).map_or(place, |moving| {
                let [a, b] = moving.shape.ends.map(|end| drift.moved(end, time));
                Point::new(a.x / 2.0 + b.x / 2.0, a.y / 2.0 + b.y / 2.0)
            });
            (within(wall), wall.direction_to(at))
        };
        let (point, normal) = touch.unwrap_or_else(away);
        let kind = if change.enters { EventKind::GroupEnters(group) } else { EventKind::GroupLeaves(group) };
        let velocity: Vec2 = sensor.flight.velocity;
        let body = Some(BodyId(id));
        Event { time, body, kind, at, point, normal, before: velocity, after: velocity, other: None }
    }
}

/// What is told of spans on a way, in order of their beginnings, none of which is wholly before or beyond the way.
fn stay_in(spans: Vec<([Part; 2], u32)>) -> Stay {
    let mut stay = Stay { begins_inside: false, changes: Vec::new() };
    let mut last: Option<(Part, u32)> = None;
    for ([begins, ends], wall) in spans {
        let goes_on = last.as_ref().is_some_and(|(end, _)| begins.order(end) == Ordering::Less);
        if !goes_on {
            stay.leave(last.take());
            if begins.order_to(0.0) == Ordering::Less {
                stay.begins_inside = true;
            } else {
                stay.changes.push(Change { part: begins, wall, enters: true });
            }
        }
        let is_later = last.as_ref().is_none_or(|(end, _)| end.order(&ends) == Ordering::Less);
        if is_later {
            last = Some((ends, wall));
        }
    }
    stay.leave(last);
    stay
}

impl Stay {
    /// Where walls cease to overlap the sensor, if that is on the way.
    fn leave(&mut self, end: Option<(Part, u32)>) {
        if let Some((part, wall)) = end.filter(|(part, _)| part.order_to(1.0) != Ordering::Greater) {
            self.changes.push(Change { part, wall, enters: false });
        }
    }
}
