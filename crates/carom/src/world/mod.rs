//! A world of walls and moving bodies, stepped frame by frame.
//!
//! A frame is spent event by event in order of time: bodies meet walls and each other, respond, and go on with what is left of the
//! frame, so nothing is lost after an impact, however fast it is. Between two events a body flies along an exact straight line,
//! and what happens next is decided by the exact times of these flights; every
//! place a body is put in is certified: no disc overlaps a wall or a body it meets, no point is on a wall, and
//! the path there was clear (see [`Bounces`](crate::Bounces) for the proof that a closed chamber does not leak).
//! The rules stand at [`World`].

mod bits;
mod body;
mod brush;
mod calendar;
mod cells;
mod contact;
mod crowds;
mod due;
mod ending;
mod event;
mod first;
mod fleet;
mod foresight;
mod forms;
mod frame;
mod friction;
mod gates;
mod group;
mod groups;
mod log;
mod meeting;
mod near;
mod now;
mod occupancy;
mod pairs;
mod passing;
mod placing;
mod plan;
mod props;
mod push;
mod quick;
mod react;
mod rest;
mod report;
mod rooms;
mod shapes;
mod slots;
mod snapshot;
mod stage;
mod standing;
mod step;
mod taken;
mod ways;

use crate::arithmetic::check_arithmetic;
use crate::bounce::Few;
use crate::error::{Allowed, Error, Name};
use crate::point::{Point, Vec2, max};
use crate::walls::Walls;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use body::Slot;

use fleet::Fleet;
use gates::Gates;
use occupancy::Occupancy;
use props::Props;
use rooms::{BodyShape, Rooms};
use slots::NONE;
use stage::Stage;

pub use body::{Body, BodyId, Response, ShapeId};
pub use event::{Event, EventKind, Frame, FrameEnd, GateCount, GateId, OtherBody, Tally, Thing};
pub use group::{Group, GroupId, Squeeze};
pub use now::Now;
pub use react::Happening;
pub use report::{Overlapped, Report};
pub use snapshot::Snapshot;

/// The settings of a [`World`], which hold for all its bodies: gravity, and when bodies come to rest.
///
/// ```
/// use carom::{Settings, Vec2, Walls, World};
/// let settings = Settings { gravity: Vec2::new(0.0, -9.8), rest_speed: 0.01, ..Settings::default() };
/// let world = World::with(Walls::default(), settings)?;
/// assert_eq!(world.settings().max_events, 0); // as many as suit the number of bodies
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Settings {
    /// The acceleration of all bodies but sensors, in units a second squared.
    pub gravity: Vec2,
    /// How many events a step may have; 0 means 1,000 and 2,000 more for each body.
    pub max_events: u64,
    /// A body whose contacts take energy and follow one another in less than this many seconds, again and again, comes to rest;
    /// `None` means 1/1024 of the step. A fixed time keeps that from depending on how time is cut into steps.
    pub contact_time: Option<f64>,
    /// Bodies that meet slower than this, or than what gravity adds to a speed in a step, lose all of that speed, unless their
    /// restitution is 1.
    pub rest_speed: f64,
}

/// Walls that stand still and bodies that move, stepped frame by frame.
///
/// A frame is spent event by event in order of time: bodies meet walls and each other, respond, and go on with what is left of the
/// frame. No disc or other shape overlaps a wall or a body it collides with, no point is on a wall, and a closed chamber does not leak
/// (the proof is at [`Bounces`](crate::Bounces)). [`World::default`] starts without walls.
///
/// ```
/// use carom::{Body, Polygon, Walls, World};
/// let chamber = Polygon::new([[0.0, 0.0], [100.0, 0.0], [300.0, 200.0], [50.0, 400.0], [100.0, 100.0]])?;
/// let mut world = World::new(Walls::new(chamber.edges()));
/// let ball = world.add(Body::disc([100.0, 50.0], 0.5).velocity([50_000.0, 30_000.0]))?;
/// let frame = world.step(1.0 / 60.0);
/// assert!(frame.events.len() > 3);
/// assert!(chamber.contains(world.get(ball).unwrap().position));
/// # Ok::<(), carom::Error>(())
/// ```
///
/// # Rules
///
/// - The event with the smallest exact time comes first: a body is stopped by a wall, two bodies touch and would overlap, a body begins or
///   ceases to overlap a sensor, the frame ends. Its time is reported rounded toward zero. Of events at the same exact
///   time walls come first, then meetings, then sensors, then gates; among these the lowest ids. Three that meet at once are two meetings one after the other.
/// - What happens as the frame ends happens in it, but what begins to overlap a sensor just then does so in the next.
/// - At an event a body is put in a place within some units in the last place of where it is, and flies on from there and then
///   ([`Event::at`], [`Event::time`], [`Event::after`]): the events tell the whole motion.
/// - Bodies that meet exchange momentum along the line between their centres, and if one has a [shape](World::add_shape) square to the side that touches. Two sharp
///   corners that meet do so along their motion. Nothing turns.
/// - No direction is preferred: a scene in the mirror, with the same ids, has its answer in the mirror, bit for bit. A break that is its
///   own mirror image is therefore symmetric but for what ids decide.
/// - Gravity acts by chords: in a frame a body moves straight with v + a·dt/2, and has v + a·dt in the end.
/// - Restitution is the smaller of both, at every contact. If they meet slower than the rest speed, which is at least what gravity adds in
///   a step, and one of them loses speed at all, all of that speed is lost.
/// - Friction is √(μν) of both coefficients ([`Body::friction`], [`Wall::with_friction`](crate::Wall::with_friction)), so that of something smooth is none. In an impact its
///   impulse is at most that many times the one between both, and at most what ends their motion along each other. A body that leans on a wall
///   loses μ·a·dt of its speed along it in a frame, where a is gravity into the wall. One that stands there stays if
///   |g·w| ≤ √(μν)·|g×w| for gravity g and the wall's direction w, decided exactly, and is set in motion if not. Bodies do not turn.
/// - A body that has lost its speed into something leans on it: gravity does not push it in, and it tells no event while it stays there.
///   With no velocity left it is at rest ([`World::is_at_rest`]) until it is hit, or what it leans on moves.
/// - A body that had some hundred contacts that take energy in a frame, each less than a contact time after the last, comes to
///   rest: it stands like a wall until the frame ends, and has no velocity then.
/// - A body that slides, or has restitution 0, stops when it slides from one wall into another and back into the first without having gone anywhere.
/// - A body for whose place there is no number, as it is wedged in between others, is held where it was for a frame ([`Tally::held`]
///   counts that), and the frame is run again without it. It keeps its velocity, or comes to rest if its restitution is below 1.
///   With more than 8 of them, all are held, and those lose their speed.
/// - Work is bounded: a step ends early, with the time that is left, after [`Settings::max_events`].
#[derive(Clone, Debug)]
pub struct World {
    walls: Walls,
    /// Counts the changes of the walls.
    revision: u64,
    /// The walls of some revision, if they are few, and the bits that all their masks have.
    few: Option<(u64, Option<Few>, u32)>,
    settings: Settings,
    /// By id.
    slots: Vec<Option<Slot>>,
    living: usize,
    /// The shapes that bodies may have, by id.
    shapes: Vec<BodyShape>,
    gates: Gates,
    /// Pairs of a sensor and a body that overlap, by id.
    inside: BTreeSet<(u32, u32)>,
    /// Bodies that are held in the next frame from its start, by id: those that were wedged in when one could not be run again.
    wedged: BTreeSet<u32>,
    /// What bodies lean on, by id.
    leans: BTreeMap<u32, Props>,
    /// Walls that move, by id.
    groups: Vec<Option<Group>>,
    /// Bodies and groups that do not see each other until they are apart, by ids.
    passing_through: BTreeSet<(u32, u32)>,
    /// Sensors and the groups that overlap them, by ids.
    groups_inside: BTreeSet<(u32, u32)>,
    /// The groups as a frame sees them.
    fleet: Option<Fleet>,
    time: f64,
    tally: Tally,
    occupancy: Occupancy,
    /// What a frame needs, kept for the next one.
    stage: Stage,
    pending: Vec<Event>,
}

impl Default for World {
    /// An empty world, without gravity.
    fn default() -> World {
        World::new(Walls::default())
    }
}

impl World {
    /// A world with these walls, without gravity. [`World::default`] starts without any.
    ///
    /// It cannot refuse; where [arithmetic](crate::check_arithmetic) is not as it must be, its first body is refused.
    ///
    /// ```
    /// use carom::{Segment, Walls, World};
    /// let world = World::new(Walls::new([Segment::new([0, 0], [9, 0])?]));
    /// assert_eq!((world.walls().len(), world.len()), (1, 0));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn new(walls: Walls) -> World {
        World {
            walls,
            revision: 0,
            few: None,
            settings: Settings::default(),
            slots: Vec::new(),
            living: 0,
            shapes: Vec::new(),
            gates: Gates::default(),
            inside: BTreeSet::new(),
            wedged: BTreeSet::new(),
            leans: BTreeMap::new(),
            groups: Vec::new(),
            passing_through: BTreeSet::new(),
            groups_inside: BTreeSet::new(),
            fleet: None,
            time: 0.0,
            tally: Tally::default(),
            occupancy: Occupancy::default(),
            stage: Stage::default(),
            pending: Vec::new(),
        }
    }

    /// A world with these walls and settings.
    ///
    /// # Errors
    /// If gravity is not finite, or a contact time or rest speed is negative or not finite; and if
    /// [arithmetic](crate::check_arithmetic) is not as it must be.
    ///
    /// ```
    /// use carom::{Settings, Vec2, Walls, World};
    /// let falling = Settings { gravity: Vec2::new(0.0, -9.8), ..Settings::default() };
    /// assert!(World::with(Walls::default(), falling).is_ok());
    /// assert!(World::with(Walls::default(), Settings { rest_speed: -1.0, ..falling }).is_err());
    /// ```
    pub fn with(walls: Walls, settings: Settings) -> Result<World, Error> {
        check_arithmetic()?;
        let mut world = World::new(walls);
        world.set_settings(settings)?;
        Ok(world)
    }

    /// The settings, which hold for all bodies.
    ///
    /// ```
    /// use carom::{Settings, World};
    /// assert_eq!(World::default().settings(), &Settings::default());
    /// ```
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings, which hold for all bodies, from the next step on.
    ///
    /// # Errors
    /// See [`World::with`]. Then nothing is changed.
    ///
    /// ```
    /// use carom::{Body, Settings, Vec2, World};
    /// let mut world = World::default();
    /// let ball = world.add(Body::point([0, 0]))?;
    /// world.set_settings(Settings { gravity: Vec2::new(0.0, -2.0), ..Settings::default() })?;
    /// world.step(1.0);
    /// assert_eq!(world.get(ball).unwrap().velocity, Vec2::new(0.0, -2.0));
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn set_settings(&mut self, settings: Settings) -> Result<(), Error> {
        let gravity = Point::new(settings.gravity.x, settings.gravity.y);
        if !gravity.is_finite() {
            return Err(Error::NotFinite { what: Name::Gravity, value: gravity });
        }
        let contact_time = (Name::ContactTime, settings.contact_time.unwrap_or(0.0));
        for (what, value) in [contact_time, (Name::RestSpeed, settings.rest_speed)] {
            if !(value.is_finite() && value >= 0.0) {
                return Err(Error::Range { what, value, allowed: Allowed::NotNegative });
            }
        }
        if settings.gravity != self.settings.gravity {
            self.wake_all();
        }
        self.settings = settings;
        Ok(())
    }

    /// Adds a body, and gives its id.
    ///
    /// # Errors
    /// If one of its numbers is not allowed, or it is on a wall or overlaps a body it meets. A body that is behind a wall of one side
    /// is not on it. And if [arithmetic](crate::check_arithmetic) is not as it must be.
    ///
    /// ```
    /// use carom::{Body, World};
    /// let mut world = World::default();
    /// world.add(Body::disc([0, 0], 1.0))?;
    /// world.add(Body::disc([2, 0], 1.0))?; // it touches the first
    /// let error = world.add(Body::disc([1, 0], 1.0)).unwrap_err();
    /// assert!(error.to_string().starts_with("the new body at (1, 0) overlaps body 0 at (0, 0)"));
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn add(&mut self, body: Body) -> Result<BodyId, Error> {
        check_arithmetic()?;
        let body = self.checked(&body, Name::NewBody, NONE)?;
        let id = self.slots.len() as u32;
        self.slots.push(Some(Slot::new(body)));
        self.living += 1;
        self.occupancy.put(id, &Rooms(&self.shapes).disc_around(&body));
        Ok(BodyId(id))
    }

    /// Removes a body, and gives it back; `None` if there is no such body.
    ///
    /// ```
    /// use carom::{Body, World};
    /// let mut world = World::default();
    /// let ball = world.add(Body::point([0, 0]))?;
    /// assert_eq!(world.remove(ball), Some(Body::point([0, 0])));
    /// assert_eq!(world.remove(ball), None);
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn remove(&mut self, id: BodyId) -> Option<Body> {
        let Slot { body, .. } = self.slots.get_mut(id.index())?.take()?;
        self.living -= 1;
        self.occupancy.take(id.0, &Rooms(&self.shapes).disc_around(&body));
        self.inside.retain(|&(sensor, other)| sensor != id.0 && other != id.0);
        self.leans.remove(&id.0);
        self.passing_through.retain(|&(passed, _)| passed != id.0);
        self.groups_inside.retain(|&(sensor, _)| sensor != id.0);
        Some(body)
    }

    /// Puts a body in the place of another, whose id it gets: how a body is moved by hand. Gives back the old one.
    ///
    /// # Errors
    /// As [`World::add`], or if there is no such body. Then nothing is changed. One that stays in its place, with its radius and
    /// layers, has room there, also on its way through a wall of one side.
    ///
    /// ```
    /// use carom::{Body, World};
    /// let mut world = World::default();
    /// let ball = world.add(Body::disc([0, 0], 1.0))?;
    /// let old = world.replace(ball, Body::disc([5, 5], 2.0))?;
    /// assert_eq!((old.radius, world.get(ball).unwrap().radius), (1.0, 2.0));
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn replace(&mut self, id: BodyId, body: Body) -> Result<Body, Error> {
        let Some(&Slot { body: old, contact, .. }) = self.slots.get(id.index()).and_then(Option::as_ref) else {
            return Err(Error::NoSuchBody { body: id.index() });
        };
        let stays = has_same_room(&body, &old);
        let body = if stays { body.checked()? } else { self.checked(&body, Name::Body(id.index()), id.0)? };
        self.slots[id.index()] = Some(Slot { body, contact, low: Vec2::default() });
        let stands_anew = body.velocity == Vec2::default() && old.velocity != body.velocity;
        if body.position != old.position || body.friction != old.friction || stands_anew {
            self.leans.remove(&id.0);
        }
        if body.position != old.position {
            self.passing_through.retain(|&(passed, _)| passed != id.0);
        }
        self.wedged.remove(&id.0);
        let rooms = Rooms(&self.shapes);
        self.occupancy.take(id.0, &rooms.disc_around(&old));
        self.occupancy.put(id.0, &rooms.disc_around(&body));
        if body.sensor != old.sensor {
            self.inside.retain(|&(sensor, other)| sensor != id.0 && other != id.0);
            self.groups_inside.retain(|&(sensor, _)| sensor != id.0);
        }
        Ok(old)
    }

    /// Gives a body another velocity, in units a second. Gives back the old one.
    ///
    /// # Errors
    /// If it is not finite, or there is no such body. Then nothing is changed.
    ///
    /// ```
    /// use carom::{Body, Vec2, World};
    /// let mut world = World::default();
    /// let ball = world.add(Body::point([0, 0]).velocity([1, 0]))?;
    /// assert_eq!(world.set_velocity(ball, [0, 4])?, Vec2::new(1.0, 0.0));
    /// world.step(1.0);
    /// assert_eq!(world.get(ball).unwrap().position, [0.0, 4.0].into());
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn set_velocity(&mut self, id: BodyId, velocity: impl Into<Vec2>) -> Result<Vec2, Error> {
        let Some(body) = self.get(id) else { return Err(Error::NoSuchBody { body: id.index() }) };
        let body = body.velocity(velocity);
        self.replace(id, body).map(|old| old.velocity)
    }

    /// The body with this id; `None` if there is no such body.
    ///
    /// ```
    /// use carom::{Body, World};
    /// let mut world = World::default();
    /// let ball = world.add(Body::disc([3, 4], 1.0))?;
    /// assert_eq!(world.get(ball).map(|body| body.radius), Some(1.0));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn get(&self, id: BodyId) -> Option<&Body> {
        self.slots.get(id.index())?.as_ref().map(|slot| &slot.body)
    }

    /// All bodies with their ids, from the lowest id to the highest.
    ///
    /// ```
    /// use carom::{Body, World};
    /// let mut world = World::default();
    /// for x in [0, 4, 8] {
    ///     world.add(Body::disc([x, 0], 1.0))?;
    /// }
    /// let xs: Vec<f64> = world.bodies().map(|(_, body)| body.position.x).collect();
    /// assert_eq!(xs, [0.0, 4.0, 8.0]);
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn bodies(&self) -> impl Iterator<Item = (BodyId, &Body)> {
        self.living_slots().map(|(id, slot)| (BodyId(id), &slot.body))
    }

    /// How many bodies there are.
    ///
    /// ```
    /// use carom::{Body, World};
    /// let mut world = World::default();
    /// world.add(Body::point([0, 0]))?;
    /// assert_eq!(world.len(), 1);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.living
    }

    /// Whether there are no bodies.
    ///
    /// ```
    /// assert!(carom::World::default().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.living == 0
    }

    /// The walls, to ask them questions.
    ///
    /// ```
    /// use carom::{Segment, Walls, World};
    /// let world = World::new(Walls::new([Segment::new([2, -1], [2, 1])?]));
    /// assert_eq!(world.walls().nearest([0, 0]).unwrap().1, 2.0);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn walls(&self) -> &Walls {
        &self.walls
    }

    /// Seconds since the world began.
    ///
    /// ```
    /// let mut world = carom::World::default();
    /// world.step(0.5);
    /// assert_eq!(world.time(), 0.5);
    /// ```
    #[must_use]
    pub fn time(&self) -> f64 {
        self.time
    }

    /// The energy of all bodies but sensors, rounded: that of their motion, and under gravity that of their height above the
    /// origin. So what falls freely keeps it, and what impacts and friction take is in [`Tally::lost`].
    ///
    /// The two do not add up to the last digit under gravity, which acts by chords. A bounce in the middle of a frame turns the speed of the chord, so the energy swings about
    /// what it was, by as much as half a frame of gravity is worth at that speed, and does not drift. And what lies or slides on something gives back in each frame what gravity
    /// gave it toward that: it is counted as lost, and was never in the energy.
    ///
    /// ```
    /// use carom::{Body, Settings, Vec2, Walls, World};
    /// let settings = Settings { gravity: Vec2::new(0.0, -10.0), ..Settings::default() };
    /// let mut world = World::with(Walls::default(), settings)?;
    /// world.add(Body::point([0, 7]).velocity([3, 4]).mass(2.0))?;
    /// assert_eq!((world.energy(), world.motion_energy()), (25.0 + 140.0, 25.0));
    /// world.step(0.5);
    /// assert_eq!((world.energy(), world.motion_energy()), (165.0, 10.0));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn energy(&self) -> f64 {
        let Vec2 { x, y, .. } = self.settings.gravity;
        self.solid().fold(0.0, |sum, body| {
            let height = -(x * body.position.x + y * body.position.y);
            sum + body.energy() + body.mass * height
        })
    }

    /// The energy of motion of all bodies but sensors, rounded.
    ///
    /// ```
    /// use carom::{Body, World};
    /// let mut world = World::default();
    /// world.add(Body::point([0, 0]).velocity([3, 4]).mass(2.0))?;
    /// assert_eq!(world.motion_energy(), 25.0);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn motion_energy(&self) -> f64 {
        self.solid().fold(0.0, |sum, body| sum + body.energy())
    }

    /// The momentum of all bodies but sensors, rounded.
    ///
    /// ```
    /// use carom::{Body, Vec2, World};
    /// let mut world = World::default();
    /// world.add(Body::point([0, 0]).velocity([3, 4]).mass(2.0))?;
    /// assert_eq!(world.momentum(), Vec2::new(6.0, 8.0));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn momentum(&self) -> Vec2 {
        self.solid().fold(Vec2::default(), |sum, body| sum + body.velocity * body.mass)
    }

    /// What the world has counted so far: bounces, collisions, crossings and more.
    ///
    /// ```
    /// use carom::{Body, Segment, World};
    /// let mut world = World::default();
    /// world.add_wall(Segment::new([2, -1], [2, 1])?)?;
    /// world.add(Body::point([0, 0]).velocity([4, 0]))?;
    /// world.step(1.0);
    /// assert_eq!((world.tally().bounces, world.tally().collisions), (1, 0));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.tally
    }

    fn living_slots(&self) -> impl Iterator<Item = (u32, &Slot)> {
        (0..).zip(&self.slots).filter_map(|(id, slot)| Some((id, slot.as_ref()?)))
    }

    fn solid(&self) -> impl Iterator<Item = &Body> {
        self.living_slots().map(|(_, slot)| &slot.body).filter(|body| !body.sensor)
    }

    /// The body if its numbers are allowed and there is room for it.
    fn checked(&mut self, body: &Body, name: Name, id: u32) -> Result<Body, Error> {
        let body = self.with_shape(body.checked()?)?;
        if body.sensor {
            return Ok(body);
        }
        let (at, rooms) = (body.position, Rooms(&self.shapes));
        if let Some(wall) = rooms.in_the_way_of(self.walls.only(body.mask), &body).first() {
            return Err(Error::BodyOnWall { body: name, at, wall: wall.index() });
        }
        if let Some(group) = self.group_in_the_way_of(&body) {
            return Err(Error::BodyOnGroup { body: name, at, group: group.index() });
        }
        let outer = rooms.disc_around(&body);
        let like = |slot: &Slot| rooms.disc_around(&slot.body).radius;
        let like = max(outer.radius, self.slots.iter().flatten().next().map_or(0.0, like));
        if self.occupancy.wants_all(like) {
            for (id, slot) in (0..).zip(&self.slots) {
                if let Some(Slot { body, .. }) = slot {
                    self.occupancy.put(id, &rooms.disc_around(body));
                }
            }
        }
        let overlaps = |&other: &u32| {
            let Some(Slot { body: second, .. }) = &self.slots[other as usize] else { return false };
            other != id && !second.sensor && body.collides_with(second) && !rooms.are_apart(&body, second)
        };
        let other = match self.occupancy.is_made() {
            true => self.occupancy.first_of(&outer, overlaps),
            false => (0..self.slots.len() as u32).find(overlaps),
        };
        match other.and_then(|other| self.get(BodyId(other)).map(|body| (other, body.position))) {
            Some((other, other_at)) => Err(Error::BodiesOverlap { body: name, at, other: other as usize, other_at }),
            None => Ok(body),
        }
    }
}

/// Whether a body takes the room that another one has, and meets what it meets. It may be on its way through a wall of one side.
fn has_same_room(body: &Body, old: &Body) -> bool {
    let room = |body: &Body| (body.position, body.radius, body.layers, body.mask, body.sensor, body.shape);
    room(body) == room(old)
}
