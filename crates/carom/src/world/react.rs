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
use super::snapshot::Snapshot;
use super::step::Span;
use crate::error::{Error, Name};
use crate::float;
use crate::gate::Direction;
use crate::point::{Point, Vec2, max};
use crate::walls::WallId;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::ControlFlow;

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
    /// where it was. After a change the times of events are sums of rounded ones, and places are rounded there. Where a gate's end is passed by next to nothing, a place is
    /// looked for that leaves all as it was shown. If there is none, the gate counts what is flown: a crossing that was not shown is shown at once, and one that was shown
    /// may not be counted. All that happens counts against
    /// [`Settings::max_events`](crate::Settings::max_events), so that a frame ends whatever is changed in it.
    ///
    /// A frame in which nothing is changed costs what [`World::step`] does, and each event at which something is about as much as two more frames: a few are
    /// nothing, a thousand in one frame among as many bodies take seconds.
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
        let limit = self.max_events();
        let mut show = Show { each, events: Vec::new(), ahead: Vec::new(), limit };
        let Some(mut span) = Span::whole(dt, limit) else { return show.ended(FrameEnd::Completed) };
        loop {
            match self.step_to_change(&span, &mut show) {
                ControlFlow::Continue(rest) => span = rest,
                ControlFlow::Break(end) => return show.ended(end),
            }
        }
    }

    /// Runs a frame, or what is left of it, up to the first event that changes something, and gives what is left then; or how it ended.
    fn step_to_change(&mut self, span: &Span, show: &mut Show<'_>) -> ControlFlow<FrameEnd, Span> {
        let before = self.remember();
        let (mut events, mut held) = (Vec::new(), BTreeSet::new());
        let end = self.spend(span, &mut held, &mut |event| events.push(*event));
        in_order(&mut events);
        if matches!(end, FrameEnd::Jammed { .. }) {
            return ControlFlow::Break(end);
        }
        let Some((number, mut happening)) = show.until_change(&events, span) else {
            return if self.was_cut(&end) {
                self.unless_over(show.rest(span, self.stage.now))
            } else {
                ControlFlow::Break(end)
            };
        };
        let again = self.run_again(span, &before, &held, &events[..=number])?;
        show.settle(&events[..=number], &again, span, &mut happening);
        let rest = show.rest(span, self.stage.now);
        self.apply(&happening.changes);
        if happening.ends {
            self.finish(&rest);
            return ControlFlow::Break(FrameEnd::Completed);
        }
        self.unless_over(rest)
    }

    /// Goes back to where a frame began and runs it again up to the last of some events, which are all it had up to there. Gives those it has now: the same, but for what is
    /// found late. If it cannot be run so, it has jammed.
    fn run_again(
        &mut self,
        span: &Span,
        before: &Snapshot,
        held: &BTreeSet<u32>,
        events: &[Event],
    ) -> ControlFlow<FrameEnd, Vec<Event>> {
        let mut again = Vec::new();
        let mut failed = None;
        let mut run = |stop: Stop, again: &mut Vec<Event>| {
            self.go_back(before);
            again.clear();
            let run = self.run(&Span { stop: Some(stop), ..*span }, held, &mut |event| again.push(*event));
            failed = run.err().map(|failure| failure.body);
        };
        // Places are rounded, so where a frame is cut decides on which side of a gate's end somebody passes. Best is a cut after which all is as it was told.
        let (last, mut best) = (&events[events.len() - 1], None);
        let mut is_as_told = false;
        for stop in stops_at(events, span.frame) {
            run(stop, &mut again);
            is_as_told = late_ones_not_in(&again, events).next().is_none()
                && late_ones_not_in(events, &again).all(|event| last.time <= event.time);
            if is_as_told {
                break;
            }
            let has_last = late_ones_not_in(&again, core::slice::from_ref(last)).next().is_none();
            best = if best.is_none() && has_last { Some(stop) } else { best };
        }
        if let Some(stop) = best.filter(|_| !is_as_told) {
            run(stop, &mut again);
        }
        in_order(&mut again);
        if failed.is_none() && solid(&again).eq(solid(events)) {
            return ControlFlow::Continue(again);
        }
        let i = failed.or(held.first().copied()).unwrap_or(0);
        let body = BodyId(self.stage.ids.get(i as usize).copied().unwrap_or(0));
        self.pending.clear();
        self.go_back(before);
        ControlFlow::Break(FrameEnd::Jammed { body, remaining: span.left })
    }

    /// Goes on with what is left of a frame, or finishes it if that is nothing.
    fn unless_over(&mut self, rest: Span) -> ControlFlow<FrameEnd, Span> {
        if rest.is_over() { ControlFlow::Break(self.finish(&rest)) } else { ControlFlow::Continue(rest) }
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

/// A frame as it is shown.
struct Show<'a> {
    each: &'a mut dyn FnMut(&mut Happening),
    /// What has been shown.
    events: Vec<Event>,
    /// What has been shown and is yet to come again. What is found late is told between places: cutting a frame may move such an event to the other side of the cut.
    ahead: Vec<(Option<BodyId>, EventKind)>,
    /// How many events there may be.
    limit: u64,
}

impl Show<'_> {
    /// Shows events until one changes something; those that were shown before are passed over.
    fn until_change(&mut self, events: &[Event], span: &Span) -> Option<(usize, Happening)> {
        for (number, event) in events.iter().enumerate() {
            if let Some(place) = self.ahead.iter().position(|known| *known == (event.body, event.kind)) {
                self.ahead.swap_remove(place);
                continue;
            }
            self.ahead.retain(|known| !is_too_late_for(*known, event));
            let mut happening = Happening { event: span.shown(event), changes: Vec::new(), ends: false };
            self.one(&mut happening);
            if happening.is_change() {
                return Some((number, happening));
            }
        }
        None
    }

    fn one(&mut self, happening: &mut Happening) {
        self.events.push(happening.event);
        (self.each)(happening);
    }

    /// A frame was cut after some events, and run again up to there: of what is found late some will come again, and some has come now. What comes of the cut alone
    /// is told at the time of what was told before it, if its own is earlier.
    fn settle(&mut self, events: &[Event], again: &[Event], span: &Span, happening: &mut Happening) {
        self.ahead.extend(late_ones_not_in(again, events).map(|event| (event.body, event.kind)));
        for event in late_ones_not_in(events, again) {
            let (event, told) = (span.shown(event), self.events.last().map_or(0.0, |event| event.time));
            happening.event = Event { time: max(event.time, told), ..event };
            self.one(happening);
        }
    }

    /// What is left of a frame after so many seconds of it.
    fn rest(&self, span: &Span, elapsed: f64) -> Span {
        span.after(elapsed, self.limit.saturating_sub(self.events.len() as u64))
    }

    fn ended(self, end: FrameEnd) -> Frame {
        Frame { events: self.events, end }
    }
}

/// Whether the crossing of a gate that was told can come no more once this has happened: the body has met something, or is on its way back through the gate.
/// The cut led it past the gate's end.
fn is_too_late_for((body, kind): (Option<BodyId>, EventKind), event: &Event) -> bool {
    let back = |direction| if direction == Direction::Forward { Direction::Backward } else { Direction::Forward };
    match (kind, event.kind) {
        (EventKind::Gate(gate, was), now @ EventKind::Gate(..)) => {
            body == event.body && now == EventKind::Gate(gate, back(was))
        }
        (EventKind::GroupGate(group, gate, was), now) => now == EventKind::GroupGate(group, gate, back(was)),
        (EventKind::Gate(..), EventKind::Body(other)) => body == event.body || body == Some(other),
        (EventKind::Gate(..), EventKind::Wall(_) | EventKind::Group(..) | EventKind::Squeezed(..)) => {
            body == event.body
        }
        _ => false,
    }
}

/// Where to stop so that the last of some events has happened, and nothing after it: at its time, or a little later.
///
/// A gate is crossed when the body is put in a place beyond it, and a group seen when it and the sensor are, and places are rounded: soon after its time, or a little later.
/// Each place is rounded in another way, so that by one or the other of so many all is as it was told.
fn stops_at(events: &[Event], frame: f64) -> impl Iterator<Item = Stop> {
    const LATER: [i32; 5] = [-52, -48, -44, -40, -36];
    let Event { time, kind, .. } = events[events.len() - 1];
    let (is_late, events) = (kind.is_found_late(), solid(events).count() as u64);
    let delays = (1..16).step_by(2).flat_map(|odd| LATER.map(|power| f64::from(odd) * float::power_of_two(power)));
    (0..).zip(core::iter::once(float::power_of_two(-1000)).chain(delays)).map(move |(turn, delay)| {
        let later = float::next_up(time) + frame * delay;
        let [from, until] = match (is_late, turn) {
            (true, _) => [time, later],
            (false, 0) => [0.0, time],
            (false, _) => [0.0, later],
        };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::GateId;
    use alloc::vec;

    /// What is known of a cut alone, and was earlier, is told at the time of what was told last; nothing else changes its time.
    #[test]
    fn what_is_found_too_late_is_told_at_once() {
        let event = |time, kind| {
            let (point, still) = (Point::new(0.0, 0.0), Vec2::default());
            Event { time, body: None, kind, at: point, point, normal: still, before: still, after: still, other: None }
        };
        let crossed = |time, gate| event(time, EventKind::Gate(GateId(gate), Direction::Forward));
        let mut times = Vec::new();
        let mut each = |happening: &mut Happening| times.push(happening.event.time);
        let touched = event(2.0, EventKind::Body(BodyId(1)));
        let mut show = Show { each: &mut each, events: vec![touched], ahead: Vec::new(), limit: 9 };
        let mut happening = Happening { event: touched, changes: Vec::new(), ends: false };
        let span = Span::whole(8.0, 9).unwrap();
        show.settle(&[crossed(0.5, 0), touched], &[crossed(1.0, 1), touched, crossed(3.0, 2)], &span, &mut happening);
        assert_eq!(show.ahead, [(None, EventKind::Gate(GateId(0), Direction::Forward))]);
        assert_eq!(show.events, [touched, crossed(2.0, 1), crossed(3.0, 2)]);
        assert_eq!(times, [2.0, 3.0]);
    }
}
