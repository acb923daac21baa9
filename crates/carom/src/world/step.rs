//! How a frame begins, is run, is run again if there is no place for a body, and ends.

use super::World;
use super::body::{Body, BodyId, NEVER};
use super::event::{Event, Frame, FrameEnd};
use super::frame::{FrameRun, NoPlace, Stop};
use super::group::{GroupId, Squeeze};
use super::log::Log;
use super::props::{Grip, On, Prop};
use super::rooms::Rooms;
use super::slots::NONE;
use super::stage::Scenery;
use crate::bounce::{Few, finite};
use crate::exact::flight::Flight;
use crate::float;
use crate::point::{Vec2, max};
use crate::sweep::Sweep;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// So many bodies are held one by one.
const MOST_HELD: usize = 8;

impl World {
    /// Moves the world on by a frame of `dt` seconds, and gives its events. A `dt` that is not a finite number above 0 counts as 0.
    ///
    /// ```
    /// use carom::{Body, Segment, World};
    /// let mut world = World::default();
    /// world.add_wall(Segment::new([2, -1], [2, 1])?)?;
    /// world.add(Body::point([0, 0]).velocity([4, 0]))?;
    /// let frame = world.step(1.0);
    /// assert_eq!((frame.events.len(), frame.events[0].time), (1, 0.5));
    /// assert_eq!(frame.events[0].after, [-4.0, 0.0].into());
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn step(&mut self, dt: f64) -> Frame {
        let mut events = Vec::new();
        let end = self.advance(dt, |event| events.push(*event));
        events.sort_by(|a, b| a.time.partial_cmp(&b.time).unwrap_or(Ordering::Equal));
        Frame { events, end }
    }

    /// As [`World::step`], but shows each event once, in order of time, and keeps none.
    ///
    /// In a world with gates, or with groups and sensors, a frame of more than a million events is shown in portions, and a gate crossed in one,
    /// or what a sensor saw of a group, may be shown in the next.
    ///
    /// ```
    /// use carom::{Body, Segment, World};
    /// let mut world = World::default();
    /// world.add_wall(Segment::new([2, -1], [2, 1])?)?;
    /// world.add(Body::point([0, 0]).velocity([4, 0]))?;
    /// let mut count = 0;
    /// let end = world.advance(1.0, |_| count += 1);
    /// assert_eq!((count, end), (1, carom::FrameEnd::Completed));
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn advance(&mut self, dt: f64, mut each: impl FnMut(&Event)) -> FrameEnd {
        self.advanced(dt, &mut each)
    }

    /// Compiled once, not once for each who calls it.
    fn advanced(&mut self, dt: f64, each: &mut dyn FnMut(&Event)) -> FrameEnd {
        let Some(mut span) = Span::whole(dt, self.max_events()) else { return FrameEnd::Completed };
        let mut happened = 0;
        loop {
            let end = self.spend(&span, &mut BTreeSet::new(), &mut |event| {
                happened += u64::from(!event.kind.is_found_late());
                // At the beginning of a frame there is nothing to add to times.
                if span.spent == 0.0 { each(event) } else { each(&span.shown(event)) }
            });
            if !self.was_cut(&end) {
                return end;
            }
            span = span.after(self.stage.now, self.max_events().saturating_sub(happened));
            if span.is_over() {
                return self.finish(&span);
            }
        }
    }

    /// Whether the last run ended as a group squeezed a body, the frame not being over.
    pub(super) fn was_cut(&self, end: &FrameEnd) -> bool {
        self.stage.squeezed.is_some() && !matches!(end, FrameEnd::Jammed { .. })
    }

    /// Ends a frame that is not to go on: nothing more moves, but the other half of gravity is due.
    pub(super) fn finish(&mut self, span: &Span) -> FrameEnd {
        self.spend(&Span { left: 0.0, max_events: 0, ..*span }, &mut BTreeSet::new(), &mut |_| {});
        match span.left {
            0.0 => FrameEnd::Completed,
            remaining => FrameEnd::EventLimit { remaining },
        }
    }

    /// How many events a step may have.
    pub(super) fn max_events(&self) -> u64 {
        match self.settings.max_events {
            0 => 1000 + 2000 * self.living as u64,
            limit => limit,
        }
    }

    /// Spends a frame, or what is left of it, and tells who was held in it.
    pub(super) fn spend(&mut self, span: &Span, held: &mut BTreeSet<u32>, each: &mut dyn FnMut(&Event)) -> FrameEnd {
        self.occupancy.forget();
        self.stage.wedged_by.clear();
        let before = (self.tally, (!self.gates.is_empty()).then(|| self.gates.clone()));
        // Bodies that are held in their place, by their places in the list. With each more the frame is run again; when all
        // are held nothing moves, so this ends.
        *held =
            (0..).zip(self.living_slots()).filter(|(_, (id, _))| self.wedged.contains(id)).map(|(i, _)| i).collect();
        loop {
            // Where one after the other is wedged in, nobody moves in this frame; and lest that goes on for ever, those lose their speed.
            if held.len() > MOST_HELD && held.len() < self.living {
                self.stop(held);
                *held = (0..self.living as u32).collect();
            }
            let Failure { body: i, has_shown } = match self.run(span, held, each) {
                Ok(end) => return end,
                Err(failure) => failure,
            };
            self.pending.clear();
            self.tally = before.0;
            if let Some(gates) = &before.1 {
                self.gates = gates.clone();
            }
            if let Some(pressed) = self.stage.pressed(i) {
                let things = [pressed.last.map(|contact| contact.with), pressed.before];
                self.stage.wedged_by.insert(i, things);
            }
            let is_new = held.insert(i);
            let are_all = held.len() == self.living;
            if has_shown || (!is_new && are_all) {
                self.wedged = held.iter().map(|&i| self.stage.ids[i as usize]).collect();
                return FrameEnd::Jammed { body: BodyId(self.stage.ids[i as usize]), remaining: span.left };
            }
            // One that is held and in the way all the same: nobody moves.
            if !is_new {
                self.stop(held);
                *held = (0..self.living as u32).collect();
            }
        }
    }

    /// The straight path of a body in a frame of `dt` seconds if it meets nothing, of one with a shape that of its position; `None` if there is no such body, or the path ends
    /// beyond all numbers.
    ///
    /// ```
    /// use carom::{Body, Segment, Settings, Vec2, Walls, World};
    /// let settings = Settings { gravity: Vec2::new(0.0, -10.0), ..Settings::default() };
    /// let mut world = World::with(Walls::new([Segment::new([-9, 0], [9, 0])?]), settings)?;
    /// let ball = world.add(Body::disc([0.0, 9.0], 1.0).velocity([3.0, 0.0]))?;
    /// assert_eq!(world.path(ball, 1.0).unwrap().end(), [3.0, 4.0].into());
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn path(&self, id: BodyId, dt: f64) -> Option<Sweep> {
        let body = self.get(id)?;
        let velocity = chord(body, self.settings.gravity, dt, self.asleep().contains(&id.0));
        Sweep::disc(body.position, body.position + velocity * dt, body.radius).ok()
    }

    /// Runs a frame once, with some bodies held in their place.
    pub(super) fn run(
        &mut self,
        span: &Span,
        held: &BTreeSet<u32>,
        each: &mut dyn FnMut(&Event),
    ) -> Result<FrameEnd, Failure> {
        self.begin(span, held);
        if self.few.as_ref().is_none_or(|(revision, ..)| *revision != self.revision) {
            self.few = Some((self.revision, Few::of(&self.walls.all(), 1.0), self.walls.common_mask()));
        }
        self.renew_fleet(span.left);
        let scenery = Scenery {
            walls: &self.walls,
            around: if self.walls.is_empty() { None } else { self.walls.surroundings() },
            few: self.few.as_ref().and_then(|(_, few, bits)| Some((few.as_ref()?, *bits))),
            end: span.left,
            contact_time: self.settings.contact_time.unwrap_or(span.frame / 1024.0),
            rest_speed: max(self.settings.rest_speed, self.settings.gravity.length() * span.frame),
            gravity: self.settings.gravity,
            fleet: self.fleet.as_ref(),
            shapes: &self.shapes,
        };
        let (gates, tally, pending) = (&mut self.gates, &mut self.tally, &mut self.pending);
        let has_late_ones = !gates.is_empty() || (scenery.fleet.is_some() && self.stage.has_sensors);
        let log = Log { gates, tally, pending, has_shown: false, has_late_ones, silent: 0, happened: 0, each };
        let mut run = FrameRun { scenery, stage: &mut self.stage, log };
        match run.spend(span.max_events, span.stop) {
            Ok(end) => {
                let elapsed = run.scenery.end;
                // A part of no length that only ends a frame shows nothing.
                if span.left > 0.0 && run.log.has_late_ones {
                    run.tell_of_groups(&self.groups, &self.slots, &mut self.groups_inside);
                }
                run.log.show_all();
                self.end(span, elapsed, held);
                Ok(end)
            }
            Err(NoPlace(body)) => Err(Failure { body, has_shown: run.log.has_shown }),
        }
    }

    fn renew_fleet(&mut self, end: f64) {
        if self.groups.is_empty() {
            self.fleet = None;
            return;
        }
        let mut fleet = self.fleet.take().unwrap_or_default();
        if fleet.renew(&self.groups, &self.passing_through, end) {
            self.stage.watch_pressed();
            self.fleet = Some(fleet);
        }
    }

    /// Brings the bodies on the stage. Gravity acts in two halves, one before the frame and one after it: its chord.
    fn begin(&mut self, span: &Span, held: &BTreeSet<u32>) {
        let asleep = self.asleep();
        let first_half = if span.is_begun { 0.0 } else { span.frame };
        let World { stage, slots, settings, walls, revision, inside, leans, groups, shapes, .. } = self;
        let living = || (0..).zip(&*slots).filter_map(|(id, slot)| Some((id, slot.as_ref()?)));
        stage.clear();
        for (id, slot) in living() {
            let body = &slot.body;
            let rests = held.contains(&(stage.ids.len() as u32));
            let velocity = match rests {
                true => Vec2::default(),
                false => chord(body, settings.gravity, first_half, asleep.contains(&id)),
            };
            stage.add(id, slot, velocity, rests);
            if let Some((shape, found)) = body.shape.and_then(|shape| Some((shape, shapes.get(shape.index())?))) {
                stage.give_shape(shape.0, found.reach);
            }
        }
        let ids = &stage.ids;
        let place = |id: u32| ids.binary_search(&id).map_or(NONE, |place| place as u32);
        let known = inside.iter().map(|&(sensor, other)| ((place(sensor), place(other)), (true, None)));
        stage.sensed = known.collect();
        stage.leant = leans.iter().map(|(&id, &props)| (place(id), props)).collect();
        stage.leans.clone_from(&stage.leant);
        if !groups.is_empty() {
            let awake = stage.leans.iter_mut().filter(|(i, _)| !asleep.contains(&ids[**i as usize]));
            awake.for_each(|(_, props)| *props = props.but_groups());
            stage.held.clone_from(held);
        }
        stage.sort_into_cells(walls, *revision, span.left);
    }

    /// Takes the bodies' new places and velocities over.
    fn end(&mut self, span: &Span, elapsed: f64, held: &BTreeSet<u32>) {
        let ids = &self.stage.ids;
        let inside = self.stage.sensed.iter().filter(|(_, (inside, _))| *inside);
        self.inside = inside.map(|(&(i, j), _)| (ids[i as usize], ids[j as usize])).collect();
        let time = match span.stop {
            None if self.stage.squeezed.is_none() => span.spent + elapsed - span.frame / 2.0,
            _ => 0.0,
        };
        let kick = self.settings.gravity * time;
        let asleep = self.asleep();
        let none_lean = self.stage.leans.is_empty() && asleep.is_empty();
        let all = self.stage.ids.len();
        let busy = self.stage.ways.count_of_busy(all);
        if held.is_empty() && none_lean && 2 * busy < all {
            // Who it is cannot be foreseen: so all are taken for alone, and of those who are not all is told anew.
            (0..all as u32).for_each(|i| self.end_alone(i, elapsed, kick));
            (0..busy).for_each(|number| self.end_of(self.stage.ways.busy(number), elapsed, time, &asleep));
        } else {
            for i in 0..all as u32 {
                if held.contains(&i) {
                    self.end_held(i);
                } else if none_lean && self.stage.ways.is_alone(i) {
                    self.end_alone(i, elapsed, kick);
                } else {
                    self.end_of(i, elapsed, time, &asleep);
                }
            }
        }
        let leans = self.stage.leans.iter().filter(|(_, props)| !props.is_empty());
        self.leans = leans.map(|(&i, &props)| (self.stage.ids[i as usize], props)).collect();
        if kick != Vec2::default() {
            self.lean_on_those_at_rest(time);
        }
        self.tally.held += held.len() as u64;
        self.time += elapsed;
        self.wedged.clear();
        if !self.groups.is_empty() {
            self.end_groups(span.frame);
        }
    }

    /// Puts groups where they have come to, and stops one that has squeezed a body or lets it pass on. Those that have passed on see each other again
    /// when they are further apart than the group goes in a frame.
    fn end_groups(&mut self, frame: f64) {
        for (group, &offset) in self.groups.iter_mut().zip(&self.stage.settled) {
            if let Some(group) = group {
                group.come_to(offset);
            }
        }
        let World { groups, slots, passing_through, shapes, .. } = self;
        let rooms = Rooms(shapes);
        passing_through.retain(|&(body, group)| {
            let (Some(Some(group)), Some(Some(slot))) = (groups.get(group as usize), slots.get(body as usize)) else {
                return false;
            };
            let way = group.get_velocity().length() * frame;
            !(way.is_finite() && rooms.is_clear_of(group, &slot.body, way))
        });
        let Some((i, number)) = self.stage.squeezed else { return };
        let Some(group) = &mut self.groups[number as usize] else { return };
        match group.get_squeeze() {
            Squeeze::Stop => {
                let before = group.get_velocity();
                group.stop();
                self.wake_those_left_by(GroupId(number), -before);
            }
            Squeeze::Pass => {
                self.passing_through.insert((self.stage.ids[i as usize], number));
            }
        }
    }

    /// One that was held and loses speed anyway comes to rest where it is, and the others keep theirs.
    fn end_held(&mut self, i: u32) {
        let Some(slot) = &mut self.slots[self.stage.ids[i as usize] as usize] else { return };
        slot.body.position = self.stage.flying[i as usize].flight.at;
        if slot.body.restitution < 1.0 {
            self.tally.lose(slot.body.energy());
            slot.stop();
            // What holds it may go on in the next frame, if walls move.
            if self.groups.is_empty() {
                let (normal, velocity) = (Vec2::default(), Vec2::default());
                let all = Prop { on: On::All, normal, is_round: true, velocity, grip: Grip::default() };
                self.stage.leans.entry(i).or_default().add(all);
            }
        }
    }

    /// Takes over where a body is that has met nothing, and leans on nothing. The rest of gravity is due.
    #[inline(always)]
    fn end_alone(&mut self, i: u32, elapsed: f64, kick: Vec2) {
        let Flight { at, velocity, .. } = self.stage.flying[i as usize].flight;
        let Some(slot) = &mut self.slots[self.stage.ids[i as usize] as usize] else { return };
        slot.body.position = at;
        slot.contact = max(slot.contact - elapsed, NEVER);
        slot.body.velocity = finite(velocity + kick).canonical();
    }

    /// Takes over where a body is and how it goes on. The rest of gravity, for so long, is due.
    fn end_of(&mut self, i: u32, elapsed: f64, time: f64, asleep: &BTreeSet<u32>) {
        let gravity = self.settings.gravity;
        let id = self.stage.ids[i as usize];
        let (flying, state) = (&self.stage.flying[i as usize], &self.stage.states[i as usize]);
        let Some(slot) = &mut self.slots[id as usize] else { return };
        let Flight { at, velocity, .. } = flying.flight;
        slot.body.position = at;
        slot.contact = max(state.contact - elapsed, NEVER);
        slot.low = state.low;
        let leans = self.stage.leans.get_mut(&i).map(|props| {
            *props = match Rooms(&self.shapes).mover(&slot.body) {
                Some(mover) => props.still_under(&self.walls, mover, at, velocity),
                None => props.still_there(&self.walls, at, velocity),
            };
            props.after(velocity)
        });
        let sleeps = asleep.contains(&id) && velocity == slot.body.velocity;
        let kick = match leans {
            _ if state.sensor || state.rests || sleeps => Vec2::default(),
            Some(props) if props.have_friction() => {
                let (velocity, lost) = props.on_walls().slid_with_loss(velocity, gravity, time);
                self.tally.lose(state.mass * lost);
                slot.body.velocity = finite(velocity).canonical();
                return;
            }
            Some(props) => props.on_walls().rest_of(gravity * time),
            None => gravity * time,
        };
        slot.body.velocity = finite(velocity + kick).canonical();
    }
}

/// The velocity with which a body flies straight through a frame: that of the chord of its parabola, v + g·dt/2. The other half of
/// gravity follows at the frame's end.
fn chord(body: &Body, gravity: Vec2, dt: f64, is_asleep: bool) -> Vec2 {
    let kick = if body.sensor || is_asleep { Vec2::default() } else { gravity * (dt / 2.0) };
    finite(body.velocity + kick)
}

/// A frame, or what is left of it after something that happened in it has changed the world.
#[derive(Clone, Copy)]
pub(super) struct Span {
    /// The whole frame, in seconds, how much of it is spent, and how much is left.
    pub(super) frame: f64,
    pub(super) spent: f64,
    pub(super) left: f64,
    /// Whether this is not the first part: bodies have the velocities of their chords.
    pub(super) is_begun: bool,
    /// How many events there may be.
    pub(super) max_events: u64,
    /// Where to stop, the frame not being over.
    pub(super) stop: Option<Stop>,
}

impl Span {
    /// `None` if it is not a finite time above 0.
    pub(super) fn whole(dt: f64, max_events: u64) -> Option<Span> {
        let span = Span { frame: dt, spent: 0.0, left: dt, is_begun: false, max_events, stop: None };
        (dt > 0.0 && dt.is_finite()).then_some(span)
    }

    /// An event of this part, with its time in the whole frame.
    pub(super) fn shown(&self, event: &Event) -> Event {
        Event { time: sum_toward_zero(self.spent, event.time), ..*event }
    }

    /// Whether nothing is left to be spent, of time or of events.
    pub(super) fn is_over(&self) -> bool {
        self.left == 0.0 || self.max_events == 0
    }

    /// What is left when so many seconds of it have passed.
    pub(super) fn after(&self, elapsed: f64, max_events: u64) -> Span {
        let (spent, left) = (sum_toward_zero(self.spent, elapsed), max(self.left - elapsed, 0.0));
        Span { frame: self.frame, spent, left, is_begun: true, max_events, stop: None }
    }
}

/// The sum of two times, rounded toward zero.
fn sum_toward_zero(a: f64, b: f64) -> f64 {
    let sum = a + b;
    if float::rounding_error(a, b) < 0.0 { max(float::next_down(sum), 0.0) } else { sum }
}

/// A frame that could not be run to its end: for this body there was no place.
pub(super) struct Failure {
    pub(super) body: u32,
    /// Whether events of it have been shown already.
    has_shown: bool,
}
