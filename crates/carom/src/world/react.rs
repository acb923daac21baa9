//! A frame in which what happens changes the world: a brick vanishes when it is touched, and the next bounce misses it.
//!
//! What follows an event depends on what is changed there, and who changes it is asked event by event. So the frame is run to its end as if nothing
//! were changed, and its events are shown in order. At the first that changes something the world goes back to where the frame
//! began and is run again, with the same events to the bit, up to that one; there it is changed, and goes on with the rest of the frame. A
//! frame in which nothing is changed is run once.

use super::World;
use super::body::BodyId;
use super::event::{Event, EventKind, Frame, FrameEnd};
use super::frame::Stop;
use super::group::GroupId;
use super::step::Span;
use crate::error::{Error, Name};
use crate::float;
use crate::point::{Point, Vec2};
use crate::walls::WallId;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// An event as it happens, and what is to be changed because of it. See [`World::step_with`].
#[derive(Clone, Debug)]
pub struct Happening {
    /// What has happened.
    pub event: Event,
    changes: Vec<Change>,
    ends: bool,
}

#[derive(Clone, Copy, Debug)]
enum Change {
    RemoveWall(WallId),
    Remove(BodyId),
    SetVelocity(BodyId, Vec2),
    Push(BodyId, Vec2),
    SetGroupVelocity(GroupId, Vec2),
    RemoveGroup(GroupId),
}

impl Happening {
    /// Removes a wall here and now; nothing happens if there is no such wall.
    pub fn remove_wall(&mut self, wall: WallId) {
        self.changes.push(Change::RemoveWall(wall));
    }

    /// Removes a body here and now; nothing happens if there is no such body.
    pub fn remove(&mut self, body: BodyId) {
        self.changes.push(Change::Remove(body));
    }

    /// Gives a body another velocity, as [`Event::after`] is one; nothing happens if there is no such body.
    ///
    /// # Errors
    /// If it is not finite.
    pub fn set_velocity(&mut self, body: BodyId, velocity: impl Into<Vec2>) -> Result<(), Error> {
        let velocity = checked(Name::BodyVelocity, velocity.into())?;
        self.changes.push(Change::SetVelocity(body, velocity));
        Ok(())
    }

    /// Adds to a body's momentum, as [`World::push`] does; nothing happens if there is no such body.
    ///
    /// # Errors
    /// If the impulse is not finite.
    pub fn push(&mut self, body: BodyId, impulse: impl Into<Vec2>) -> Result<(), Error> {
        let impulse = checked(Name::Impulse, impulse.into())?;
        self.changes.push(Change::Push(body, impulse));
        Ok(())
    }

    /// Gives a group another velocity here and now; nothing happens if there is no such group.
    ///
    /// # Errors
    /// If it is not finite.
    pub fn set_group_velocity(&mut self, group: GroupId, velocity: impl Into<Vec2>) -> Result<(), Error> {
        let velocity = checked(Name::GroupVelocity, velocity.into())?;
        self.changes.push(Change::SetGroupVelocity(group, velocity));
        Ok(())
    }

    /// Removes a group here and now; nothing happens if there is no such group.
    pub fn remove_group(&mut self, group: GroupId) {
        self.changes.push(Change::RemoveGroup(group));
    }

    /// Ends the frame here; the rest of it is not spent.
    pub fn end_frame(&mut self) {
        self.ends = true;
    }

    fn is_change(&self) -> bool {
        self.ends || !self.changes.is_empty()
    }
}

impl World {
    /// As [`World::step`], but each event is shown as it happens, and may change the world there and then.
    ///
    /// Every event is shown once, in order of time. What is changed at one counts from that moment on: a ball that has broken a brick flies on through
    /// where it was. After a change the times of events are sums of rounded ones. All that happens counts against
    /// [`Settings::max_events`](crate::Settings::max_events), so that a frame ends whatever is changed in it.
    ///
    /// Gravity acts as in a frame without changes, by chords: velocities in a frame are those of chords, and half of gravity comes when it is over.
    /// If the frame cannot go on from a change, as a body is too tightly packed for that, it ends there as [`FrameEnd::Jammed`].
    ///
    /// ```
    /// use carom::{Body, EventKind, Segment, Walls, World};
    /// let brick = |x| Segment::new([x, -1], [x, 1]);
    /// let mut world = World::new(Walls::new([brick(2)?, brick(-2)?]));
    /// let ball = world.add(Body::point([0, 0]).velocity([8, 0]))?;
    /// let frame = world.step_with(1.0, |now| {
    ///     if let EventKind::Wall(wall) = now.event.kind {
    ///         now.remove_wall(wall);
    ///     }
    /// });
    /// assert_eq!(frame.events.len(), 2); // one brick and, on the way back, the other
    /// assert!(world.walls().is_empty());
    /// assert!(world.get(ball).unwrap().position.x.abs() < 1e-9);
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn step_with(&mut self, dt: f64, mut each: impl FnMut(&mut Happening)) -> Frame {
        self.stepped(dt, &mut each)
    }

    /// Compiled once, not once for each who calls it.
    fn stepped(&mut self, dt: f64, each: &mut dyn FnMut(&mut Happening)) -> Frame {
        let mut frame = Frame { events: Vec::new(), end: FrameEnd::Completed };
        let limit = self.max_events();
        let Some(mut span) = Span::whole(dt, limit) else { return frame };
        // What is found late is told between places: cutting a frame may move such an event to the other side of the cut.
        let mut ahead = Vec::new();
        loop {
            let before = self.remember();
            let (mut events, mut held) = (Vec::new(), BTreeSet::new());
            let end = self.spend(&span, &mut held, &mut |event| events.push(*event));
            in_order(&mut events);
            if matches!(end, FrameEnd::Jammed { .. }) {
                frame.end = end;
                return frame;
            }
            let Some((number, mut happening)) = show(&events, &span, &mut ahead, &mut frame.events, each) else {
                if !self.was_cut(&end) {
                    frame.end = end;
                    return frame;
                }
                span = span.after(self.stage.now, limit.saturating_sub(frame.events.len() as u64));
                if span.is_over() {
                    frame.end = self.finish(&span);
                    return frame;
                }
                continue;
            };
            let mut again = Vec::new();
            let mut cut = None;
            for stop in stops_at(&events, number, span.frame) {
                self.go_back(&before);
                again.clear();
                cut = self.run(&Span { stop: Some(stop), ..span }, &held, &mut |event| again.push(*event)).err();
                if late_ones_not_in(&again, &events[number..=number]).next().is_none() {
                    break;
                }
            }
            in_order(&mut again);
            let is_same = solid(&again).eq(solid(&events[..=number]));
            let failed = cut.map(|failure| failure.body);
            if failed.is_some() || !is_same {
                let i = failed.or(held.first().copied()).unwrap_or(0);
                let body = BodyId(self.stage.ids.get(i as usize).copied().unwrap_or(0));
                self.pending.clear();
                self.go_back(&before);
                frame.end = FrameEnd::Jammed { body, remaining: span.left };
                return frame;
            }
            ahead.extend(late_ones_not_in(&again, &events[..=number]).map(|event| (event.body, event.kind)));
            let early: Vec<Event> = late_ones_not_in(&events[..=number], &again).copied().collect();
            for event in early {
                happening.event = show_one(&event, &span, &mut frame.events);
                each(&mut happening);
            }
            span = span.after(self.stage.now, limit.saturating_sub(frame.events.len() as u64));
            self.apply(&happening.changes);
            if happening.ends || span.is_over() {
                let end = self.finish(&span);
                frame.end = if happening.ends { FrameEnd::Completed } else { end };
                return frame;
            }
        }
    }

    /// Adds to a body's momentum: its velocity changes by the impulse over its mass. Gives back the velocity it had.
    ///
    /// # Errors
    /// If the impulse or the new velocity is not finite, or there is no such body. Then nothing is changed.
    ///
    /// ```
    /// use carom::{Body, Vec2, World};
    /// let mut world = World::default();
    /// let ball = world.add(Body::disc([0, 0], 1.0).mass(2.0))?;
    /// world.push(ball, [6, 0])?;
    /// assert_eq!(world.get(ball).unwrap().velocity, Vec2::new(3.0, 0.0));
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn push(&mut self, id: BodyId, impulse: impl Into<Vec2>) -> Result<Vec2, Error> {
        let impulse = checked(Name::Impulse, impulse.into())?;
        let Some(body) = self.get(id) else { return Err(Error::NoSuchBody { body: id.index() }) };
        let velocity = body.velocity + impulse / body.mass;
        self.set_velocity(id, velocity)
    }

    /// What a change cannot do, it leaves: a body that is gone, or a velocity beyond all numbers.
    fn apply(&mut self, changes: &[Change]) {
        for change in changes {
            let _ = match *change {
                Change::RemoveWall(wall) => self.remove_wall(wall).is_some(),
                Change::Remove(body) => self.remove(body).is_some(),
                Change::SetVelocity(body, velocity) => self.set_velocity(body, velocity).is_ok(),
                Change::Push(body, impulse) => self.push(body, impulse).is_ok(),
                Change::SetGroupVelocity(group, velocity) => self.set_group_velocity(group, velocity).is_ok(),
                Change::RemoveGroup(group) => self.remove_group(group).is_some(),
            };
        }
    }
}

/// Shows events until one changes something; those that were shown before are passed over.
fn show(
    events: &[Event],
    span: &Span,
    ahead: &mut Vec<(Option<BodyId>, EventKind)>,
    shown: &mut Vec<Event>,
    each: &mut dyn FnMut(&mut Happening),
) -> Option<(usize, Happening)> {
    for (number, event) in events.iter().enumerate() {
        if let Some(place) = ahead.iter().position(|known| *known == (event.body, event.kind)) {
            ahead.swap_remove(place);
            continue;
        }
        let event = show_one(event, span, shown);
        let mut happening = Happening { event, changes: Vec::new(), ends: false };
        each(&mut happening);
        if happening.is_change() {
            return Some((number, happening));
        }
    }
    None
}

/// Notes an event, with its time in the whole frame.
fn show_one(event: &Event, span: &Span, shown: &mut Vec<Event>) -> Event {
    let event = span.shown(event);
    shown.push(event);
    event
}

/// Where to stop so that an event has happened, and nothing after it.
///
/// A gate is crossed when the body is put in a place beyond it, and a group seen when it and the sensor are, and places are rounded: soon after its time, or a little later.
fn stops_at(events: &[Event], number: usize, frame: f64) -> impl Iterator<Item = Stop> {
    const LATER: [i32; 6] = [-1000, -52, -48, -44, -40, -36];
    let Event { time, kind, .. } = events[number];
    let is_late = kind.is_found_late();
    let events = solid(&events[..=number]).count() as u64;
    let later = LATER.into_iter().take(if is_late { LATER.len() } else { 1 });
    later.map(move |power| {
        let later = float::next_up(time) + frame * float::power_of_two(power);
        let [from, until] = if is_late { [time, later] } else { [0.0, time] };
        Stop { events, from, until }
    })
}

/// All but what is found late.
fn solid(events: &[Event]) -> impl Iterator<Item = &Event> {
    events.iter().filter(|event| !event.kind.is_found_late())
}

/// What is found late of some events that others lack.
fn late_ones_not_in<'a>(others: &[Event], events: &'a [Event]) -> impl Iterator<Item = &'a Event> {
    let is_late = |event: &&Event| event.kind.is_found_late();
    let mut others: Vec<(Option<BodyId>, EventKind)> =
        others.iter().filter(is_late).map(|event| (event.body, event.kind)).collect();
    events.iter().filter(is_late).filter(move |event| {
        let found = others.iter().position(|other| *other == (event.body, event.kind));
        found.map(|place| others.swap_remove(place)).is_none()
    })
}

fn in_order(events: &mut [Event]) {
    events.sort_by(|a, b| a.time.partial_cmp(&b.time).unwrap_or(Ordering::Equal));
}

fn checked(what: Name, vector: Vec2) -> Result<Vec2, Error> {
    let value = Point::new(vector.x, vector.y);
    if value.is_finite() { Ok(vector) } else { Err(Error::NotFinite { what, value }) }
}
