//! Is the log of a run what must have happened?
//!
//! From the flights of now follows, exactly, what happens next: every body is asked for every wall and every other body.
//! That must be the next event of the log, at that time rounded toward zero. The new flights are the log's own, so rounding in one
//! event is no excuse in the next. A body's flight is looked at anew only when it changes: nothing else changes when it meets whom.

mod gates;
#[cfg(test)]
mod player;
mod responses;

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use carom::{Body, Direction, Event, EventKind, Side, Wall};

use crate::bodies::{Room, Solid, discs_apart};
use crate::flights::{self, Flight};
use crate::instant::Instant;
use crate::plane::length;
use crate::truth::{self, Xy};
use crate::worlds::{Counts, Scene};

/// Events of a frame that are judged; after so many the rest of it is let pass.
const MOST: usize = 300;

/// How far from its exact place a body may be, in parts of the scene's size.
pub(super) const NEAR: f64 = 1e-9;

/// What was told of one frame.
#[derive(Clone, Debug)]
pub struct Told {
    /// How long it was.
    pub dt: f64,
    /// What happened.
    pub events: Vec<Event>,
    /// Places and velocities of all bodies after it.
    pub after: Vec<[Xy; 2]>,
}

/// Judges all frames of a scene; the error says what is wrong first.
pub fn judge(scene: &Scene, frames: &[Told]) -> Result<Counts, String> {
    let steps: Vec<f64> = frames.iter().map(|told| told.dt).collect();
    let mut judge = Judge::new(scene, &steps);
    let mut bodies: Vec<[Xy; 2]> =
        scene.bodies.iter().map(|body| [plain(body.position), body.velocity.into()]).collect();
    for (number, told) in frames.iter().enumerate() {
        judge.frame(&bodies, told).map_err(|wrong| format!("frame {number}: {wrong}"))?;
        bodies.clone_from(&told.after);
        if judge.counts.long != 0 {
            return Ok(judge.counts);
        }
    }
    if scene.is_ring {
        gates::balance(scene, &bodies, &judge.entries, &judge.grazes)?;
    }
    Ok(judge.counts)
}

/// Two things that meet, in the order in which they do at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Meeting {
    Wall { body: usize, wall: usize },
    Bodies { low: usize, high: usize },
    Sensor { sensor: usize, other: usize, enters: bool },
}

/// A meeting to come.
#[derive(Clone, Debug)]
pub(super) struct Due {
    time: Instant,
    /// Rounded toward zero.
    pub(super) floor: f64,
    pub(super) meeting: Meeting,
}

impl Due {
    fn compare(&self, other: &Due) -> Ordering {
        let times = self.floor.total_cmp(&other.floor).then_with(|| self.time.compare(&other.time));
        times.then_with(|| self.meeting.cmp(&other.meeting))
    }
}

/// What one body does from one change of its flight to the next.
pub(super) struct Leg {
    pub(super) flight: Flight,
    /// When the flight ends.
    pub(super) until: Instant,
    /// Where the body is put then.
    pub(super) to: Xy,
}

/// What the judge knows of a scene.
pub(super) struct Judge<'a> {
    pub(super) scene: &'a Scene,
    pub(super) solids: Vec<Solid>,
    rooms: Vec<Room>,
    /// Pairs of a sensor and a body in it.
    inside: BTreeSet<(usize, usize)>,
    /// The largest number there is in lengths.
    pub(super) size: f64,
    /// The frame's length.
    pub(super) dt: f64,
    /// How often each body went into the ring of gates, less how often it came out.
    entries: Vec<i64>,
    /// How often each body was exactly at a vertex of the ring.
    grazes: Vec<i64>,
    pub(super) counts: Counts,
}

impl<'a> Judge<'a> {
    pub(super) fn new(scene: &'a Scene, steps: &[f64]) -> Judge<'a> {
        let solids: Vec<Solid> = scene.walls.iter().map(solid).collect();
        let spent: f64 = steps.iter().sum();
        let lengths = scene.bodies.iter().flat_map(|body| {
            let ([x, y], [u, v]): (Xy, Xy) = (plain(body.position), body.velocity.into());
            [x.abs() + u.abs() * spent, y.abs() + v.abs() * spent, body.radius]
        });
        Judge {
            rooms: solids.iter().map(|&solid| Room::new([solid])).collect(),
            solids,
            inside: BTreeSet::new(),
            size: lengths.fold(0.0, f64::max),
            dt: 0.0,
            entries: vec![0; scene.bodies.len()],
            grazes: vec![0; scene.bodies.len()],
            counts: Counts::default(),
            scene,
        }
    }

    fn frame(&mut self, before: &[[Xy; 2]], told: &Told) -> Result<(), String> {
        self.dt = told.dt;
        let flights = before.iter().map(|&[at, velocity]| Flight { at, velocity, since: 0.0 }).collect();
        let mut replay = Replay::new(self, flights, told.dt);
        let (at_gates, others): (Vec<&Event>, Vec<&Event>) =
            told.events.iter().partition(|event| matches!(event.kind, EventKind::Gate(..)));
        for (number, event) in others.iter().enumerate() {
            if number == MOST {
                self.counts.long += 1;
                return Ok(());
            }
            replay.follow(self, event, number).map_err(|wrong| format!("event {number}: {wrong}\n  {event:?}"))?;
        }
        if let Some(missing) = replay.next(self) {
            return Err(format!("{:?} at {:e} is missing", missing.meeting, missing.floor));
        }
        if !told.events.is_sorted_by(|a, b| a.time <= b.time) {
            return Err("events are not in order of time".into());
        }
        self.end(&replay, told, others.len())?;
        self.cross_gates(&mut replay, told, &at_gates)?;
        Ok(())
    }

    /// Bodies must be near the ends of their flights, nowhere else, and clear of everything.
    fn end(&self, replay: &Replay, told: &Told, events: usize) -> Result<(), String> {
        for (i, &[at, velocity]) in told.after.iter().enumerate() {
            let flight = &replay.flights[i];
            let expected = flight.near(told.dt);
            self.near(at, expected).map_err(|wrong| format!("body {i} in the end: {wrong}"))?;
            self.clear_move(i, flight.at, at).map_err(|wrong| format!("in the end {wrong}"))?;
            // A body that comes to rest after many contacts loses its velocity in the end.
            if velocity != flight.velocity && events < responses::TIRING {
                return Err(format!("body {i} has velocity {velocity:?} in the end, after {:?}", flight.velocity));
            }
            for (j, &[other, _]) in told.after.iter().enumerate().take(i) {
                let (a, b) = (&self.scene.bodies[i], &self.scene.bodies[j]);
                if solid_pair(a, b) && !discs_apart(at, a.radius, other, b.radius) {
                    return Err(format!("bodies {j} at {other:?} and {i} at {at:?} overlap in the end"));
                }
            }
        }
        Ok(())
    }

    fn cross_gates(&mut self, replay: &mut Replay, told: &Told, events: &[&Event]) -> Result<(), String> {
        let end = Instant::of(told.dt);
        for (i, &[to, _]) in told.after.iter().enumerate() {
            replay.legs[i].push(Leg { flight: replay.flights[i], until: end.clone(), to });
            self.grazes[i] += gates::grazes(self.scene, &replay.legs[i]);
        }
        for event in events {
            let EventKind::Gate(_, direction) = event.kind else { continue };
            let into = if direction == Direction::Forward { 1 } else { -1 };
            let Some(body) = event.body else { continue };
            self.entries[body.index()] += into;
        }
        self.counts.gates += events.len() as u64;
        gates::times(self.scene, &replay.legs, events).map(|skipped| self.counts.gates_skipped += skipped)
    }

    /// Whether a place is near enough to where it should be.
    pub(super) fn near(&self, at: Xy, expected: Xy) -> Result<(), String> {
        let off = (at[0] - expected[0]).abs().max((at[1] - expected[1]).abs());
        let is_near = off <= NEAR * self.size;
        if is_near { Ok(()) } else { Err(format!("at {at:?} instead of {expected:?}, {off:e} off")) }
    }

    /// Whether a straight way is exactly clear of all walls that stop the body.
    pub(super) fn clear_move(&self, i: usize, from: Xy, to: Xy) -> Result<(), String> {
        let body = &self.scene.bodies[i];
        for (k, wall) in self.scene.walls.iter().enumerate() {
            let stops = !body.sensor && body.mask & wall.mask() != 0 && !self.is_passing(k, from, body.radius);
            if stops && self.rooms[k].blocks(from, to, body.radius).is_some() {
                return Err(format!("body {i} gets into wall {k} from {from:?} to {to:?}"));
            }
        }
        Ok(())
    }

    /// Whether a wall lets a body through that starts here: a wall with one side, from the other side or from amid.
    fn is_passing(&self, wall: usize, at: Xy, radius: f64) -> bool {
        let (Solid::Wall([a, b]), side) = (self.solids[wall], self.scene.walls[wall].side()) else {
            return false;
        };
        let other = match side {
            Side::On => return false,
            Side::Left => truth::Side::Right,
            Side::Right => truth::Side::Left,
        };
        truth::orient(a, b, at) == other || self.rooms[wall].blocks(at, at, radius).is_some()
    }
}

/// One frame, event by event.
pub(super) struct Replay {
    pub(super) flights: Vec<Flight>,
    pub(super) legs: Vec<Vec<Leg>>,
    due: BTreeMap<[usize; 2], Due>,
    /// Up to when the pair of a sensor and a body on its flight of now has been told.
    told: BTreeMap<(usize, usize), Instant>,
    dt: f64,
    end: Instant,
}

impl Replay {
    pub(super) fn new(judge: &Judge<'_>, flights: Vec<Flight>, dt: f64) -> Replay {
        let legs = flights.iter().map(|_| Vec::new()).collect();
        let mut replay =
            Replay { flights, legs, due: BTreeMap::new(), told: BTreeMap::new(), dt, end: Instant::of(dt) };
        for i in 0..replay.flights.len() {
            replay.look(judge, i, i);
        }
        replay
    }

    /// What happens next.
    pub(super) fn next(&self, judge: &mut Judge<'_>) -> Option<Due> {
        let first = self.due.values().min_by(|a, b| a.compare(b))?;
        let is_tie = |due: &&Due| due.floor == first.floor && due.time.equals(&first.time);
        judge.counts.ties += u64::from(1 < self.due.values().filter(is_tie).count());
        Some(first.clone())
    }

    /// The event must be the next one; what it changes is taken from it.
    pub(super) fn follow(&mut self, judge: &mut Judge<'_>, event: &Event, number: usize) -> Result<(), String> {
        let Some(due) = self.next(judge) else { return Err("nothing happens any more".into()) };
        let told = meeting_of(event);
        if told != due.meeting {
            return Err(format!("{:?} at {:e} comes first, not {told:?}", due.meeting, due.floor));
        }
        if event.time.to_bits() != due.floor.to_bits() {
            return Err(format!("{told:?} is at {:e}, not at {:e}", due.floor, event.time));
        }
        match due.meeting {
            Meeting::Wall { body, wall } => {
                judge.counts.walls += 1;
                let flown = self.legs[body].iter().map(|leg| &leg.flight).chain([&self.flights[body]]);
                let fastest = flown.map(|flight| length(flight.velocity)).fold(0.0, f64::max);
                responses::wall(judge, &self.flights, (body, wall), event, (number, fastest))?;
                self.turn(judge, body, event.at.into(), event.after.into(), &due)?;
                self.look(judge, body, 0);
            }
            Meeting::Bodies { low, high } => {
                judge.counts.meetings += 1;
                responses::meeting(judge, &self.flights, (low, high), event, number)?;
                self.turn(judge, low, event.at.into(), event.after.into(), &due)?;
                let other = responses::other(event)?;
                self.turn(judge, high, other.at.into(), other.after.into(), &due)?;
                self.look(judge, low, 0);
                self.look(judge, high, 0);
            }
            Meeting::Sensor { sensor, other, enters } => {
                judge.counts.sensed += 1;
                responses::sensor(judge, &self.flights, (sensor, other), event)?;
                let pair = (sensor, other);
                let is_new = if enters { judge.inside.insert(pair) } else { judge.inside.remove(&pair) };
                assert!(is_new, "{pair:?} was asked for the other change");
                self.told.insert(pair, due.time.clone());
                self.ask_pair(judge, sensor, other);
            }
        }
        self.apart(judge, &due)
    }

    /// Gives a body the flight that the log says.
    fn turn(&mut self, judge: &Judge<'_>, i: usize, at: Xy, velocity: Xy, due: &Due) -> Result<(), String> {
        if !at.iter().chain(&velocity).all(|x| x.is_finite()) {
            return Err(format!("body {i} goes on at {at:?} with {velocity:?}"));
        }
        let old = self.flights[i];
        judge.near(at, old.near(due.floor)).map_err(|wrong| format!("body {i} is {wrong}"))?;
        judge.clear_move(i, old.at, at)?;
        self.legs[i].push(Leg { flight: old, until: due.time.clone(), to: at });
        self.flights[i] = Flight { at, velocity, since: due.floor };
        self.told.retain(|&(sensor, other), _| sensor != i && other != i);
        Ok(())
    }

    /// The bodies of an event overlap no other body then; that none is in a wall is known from the move there.
    fn apart(&self, judge: &Judge<'_>, due: &Due) -> Result<(), String> {
        let changed = match due.meeting {
            Meeting::Wall { body, .. } => [Some(body), None],
            Meeting::Bodies { low, high } => [Some(low), Some(high)],
            Meeting::Sensor { .. } => [None, None],
        };
        for i in changed.into_iter().flatten() {
            for j in (0..self.flights.len()).filter(|&j| j != i) {
                let [a, b] = [i, j].map(|k| &judge.scene.bodies[k]);
                let [p, q] = [i, j].map(|k| (&self.flights[k], judge.scene.bodies[k].radius));
                if solid_pair(a, b) && !far(p, q, due.floor, due.floor) && !flights::apart_at(p, q, due.floor) {
                    return Err(format!("then bodies {i} and {j} overlap: {:?} {:?}", p.0, q.0));
                }
            }
        }
        Ok(())
    }

    /// Asks for a body and every wall and every body with this number or a higher one.
    fn look(&mut self, judge: &Judge<'_>, i: usize, from: usize) {
        for wall in 0..judge.scene.walls.len() {
            self.ask_wall(judge, i, wall);
        }
        for j in (from..self.flights.len()).filter(|&j| j != i) {
            self.ask_pair(judge, i, j);
        }
    }

    fn ask_wall(&mut self, judge: &Judge<'_>, i: usize, wall: usize) {
        let (body, flight, solid) = (&judge.scene.bodies[i], &self.flights[i], judge.solids[wall]);
        let (target, around) = match solid {
            Solid::Wall(ends) => (ends, 0.0),
            Solid::Pillar(center, around) => ([center; 2], around),
        };
        let is_none = body.sensor
            || body.mask & judge.scene.walls[wall].mask() == 0
            || far_from(flight, body.radius + around, target, flight.since, self.dt)
            || judge.is_passing(wall, flight.at, body.radius);
        let time = if is_none { None } else { flights::stop(flight, body.radius, solid) };
        self.note([i, self.flights.len() + wall], time, Meeting::Wall { body: i, wall });
    }

    fn ask_pair(&mut self, judge: &Judge<'_>, i: usize, j: usize) {
        let (low, high) = (i.min(j), i.max(j));
        let [a, b] = [low, high].map(|k| &judge.scene.bodies[k]);
        if !meets(a, b) || a.sensor && b.sensor {
            return;
        }
        let [p, q] = [low, high].map(|k| (&self.flights[k], judge.scene.bodies[k].radius));
        let since = p.0.since.max(q.0.since);
        let (sensor, other) = if b.sensor { (high, low) } else { (low, high) };
        let is_inside = judge.inside.contains(&(sensor, other));
        let meeting = if solid_pair(a, b) {
            Meeting::Bodies { low, high }
        } else {
            Meeting::Sensor { sensor, other, enters: !is_inside }
        };
        let start = || self.told.get(&(sensor, other)).cloned().unwrap_or_else(|| Instant::of(since));
        let time = match meeting {
            _ if !is_inside && far(p, q, since, self.dt) => None,
            Meeting::Bodies { .. } if p.1 == 0.0 && q.1 == 0.0 => flights::same_place(p.0, q.0),
            _ if is_inside => match flights::overlap(p, q) {
                None => Some(start()),
                Some(window) => window.closes(&start()),
            },
            _ => flights::overlap(p, q).and_then(|window| window.opens(&start())),
        };
        self.note([low, high], time, meeting);
    }

    fn note(&mut self, key: [usize; 2], time: Option<Instant>, meeting: Meeting) {
        let latest =
            if matches!(meeting, Meeting::Sensor { enters: true, .. }) { Ordering::Less } else { Ordering::Equal };
        match time.filter(|time| time.compare(&self.end) <= latest) {
            None => self.due.remove(&key),
            Some(time) => self.due.insert(key, Due { floor: time.floor(), time, meeting }),
        };
    }
}

/// Whether two bodies are farther apart than touching for a while, by so much that rounding does not matter.
fn far(a: (&Flight, f64), b: (&Flight, f64), since: f64, until: f64) -> bool {
    let reach = a.1 + b.1;
    let [start, end] = [since, until].map(|time| (a.0.near(time), b.0.near(time)));
    [0, 1].iter().any(|&axis| {
        let (d, e) = (start.0[axis] - start.1[axis], end.0[axis] - end.1[axis]);
        let size = [a.0, b.0].map(|flight| flight.at[axis].abs() + flight.velocity[axis].abs() * until);
        let room = reach + 1e-12 * (reach + size[0] + size[1]) + f64::MIN_POSITIVE;
        room < d && room < e || d < -room && e < -room
    })
}

/// The same for a body and something that stands still.
fn far_from(flight: &Flight, reach: f64, target: [Xy; 2], since: f64, until: f64) -> bool {
    let (start, end) = (flight.near(since), flight.near(until));
    [0, 1].iter().any(|&axis| {
        let [a, b] = target.map(|p| p[axis]);
        let size = flight.at[axis].abs() + flight.velocity[axis].abs() * until + a.abs() + b.abs();
        let room = reach + 1e-12 * (reach + size) + f64::MIN_POSITIVE;
        let is_below = |x: f64| x < a.min(b) - room;
        let is_above = |x: f64| a.max(b) + room < x;
        is_below(start[axis]) && is_below(end[axis]) || is_above(start[axis]) && is_above(end[axis])
    })
}

fn meeting_of(event: &Event) -> Meeting {
    let body = event.body.map(carom::BodyId::index).expect("it happened to a body");
    match event.kind {
        EventKind::Wall(wall) => Meeting::Wall { body, wall: wall.index() },
        EventKind::Body(other) => Meeting::Bodies { low: body, high: other.index() },
        EventKind::Enters(other) => Meeting::Sensor { sensor: body, other: other.index(), enters: true },
        EventKind::Leaves(other) => Meeting::Sensor { sensor: body, other: other.index(), enters: false },
        EventKind::Gate(..) => unreachable!("gates are judged by themselves"),
        EventKind::Group(..)
        | EventKind::Squeezed(..)
        | EventKind::GroupGate(..)
        | EventKind::GroupEnters(_)
        | EventKind::GroupLeaves(_) => unreachable!("scenes of this judge have no walls that move"),
    }
}

pub(super) fn meets(a: &Body, b: &Body) -> bool {
    a.layers & b.mask != 0 && b.layers & a.mask != 0
}

pub(crate) fn solid_pair(a: &Body, b: &Body) -> bool {
    !a.sensor && !b.sensor && meets(a, b)
}

pub(crate) fn solid(wall: &Wall) -> Solid {
    match (wall.segment(), wall.circle()) {
        (Some(segment), _) => Solid::Wall(segment.ends().map(plain)),
        (_, Some(circle)) => Solid::Pillar(plain(circle.center()), circle.radius()),
        _ => unreachable!("a wall is a segment or a circle"),
    }
}

pub(crate) fn plain(p: carom::Point) -> Xy {
    [p.x, p.y]
}
