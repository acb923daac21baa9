//! Remembering a world and coming back to it, and a number that tells two states apart.

use super::gates::Gates;
use super::group::Group;
use super::props::Props;
use super::rooms::Rooms;
use super::{Slot, Tally, World};
use crate::error::{Error, Name};
use crate::point::Vec2;
use crate::walls::{Wall, WallId};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

/// The bodies, groups, gates, clock and figures of a [`World`] at one moment, but not the walls that stand still, nor the shapes that bodies share.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    slots: Vec<Option<Slot>>,
    gates: Gates,
    inside: BTreeSet<(u32, u32)>,
    wedged: BTreeSet<u32>,
    leans: BTreeMap<u32, Props>,
    groups: Vec<Option<Group>>,
    passing_through: BTreeSet<(u32, u32)>,
    groups_inside: BTreeSet<(u32, u32)>,
    /// The bodies that are on their way through a wall of one side, and that wall.
    passing: Vec<(u32, Wall)>,
    time: f64,
    tally: Tally,
}

impl World {
    /// A copy of everything that moves, to come back to with [`World::restore`].
    ///
    /// ```
    /// use carom::{Body, Segment, Walls, World};
    /// let mut world = World::new(Walls::new([Segment::new([2, -1], [2, 1])?]));
    /// world.add(Body::point([0, 0]).velocity([4, 0]))?;
    /// let before = world.snapshot();
    /// let first = world.step(1.0);
    /// world.restore(&before)?;
    /// assert_eq!(world.step(1.0), first);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        let passing = if self.walls.has_one_sided() { self.all_passing() } else { Vec::new() };
        Snapshot { passing, ..self.remember() }
    }

    /// A copy to come back to while the walls stay what they are.
    pub(super) fn remember(&self) -> Snapshot {
        Snapshot {
            slots: self.slots.clone(),
            gates: self.gates.clone(),
            inside: self.inside.clone(),
            wedged: self.wedged.clone(),
            leans: self.leans.clone(),
            groups: self.groups.clone(),
            passing_through: self.passing_through.clone(),
            groups_inside: self.groups_inside.clone(),
            passing: Vec::new(),
            time: self.time,
            tally: self.tally,
        }
    }

    /// Goes back to a snapshot: what follows is the same, bit for bit, if the walls and settings are the same.
    ///
    /// # Errors
    /// If a body would be on a wall of now, or has a shape that is not there. Then nothing is changed.
    ///
    /// ```
    /// use carom::{Body, Segment, Walls, World};
    /// let mut world = World::new(Walls::new([Segment::new([2, -1], [2, 1])?]));
    /// world.add(Body::point([0, 0]).velocity([4, 0]))?;
    /// let before = world.snapshot();
    /// world.step(1.0);
    /// world.restore(&before)?;
    /// assert_eq!((world.time(), world.snapshot()), (0.0, before));
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Error> {
        for (id, slot) in (0..).zip(&snapshot.slots) {
            let Some(Slot { body, .. }) = slot.as_ref().filter(|slot| !slot.body.sensor) else { continue };
            let body = self.with_shape(*body)?;
            let (at, view) = (body.position, self.walls.only(body.mask));
            let was_passing = |wall: WallId| {
                let first = snapshot.passing.partition_point(|&(other, _)| other < id);
                let mut passed = snapshot.passing[first..].iter().take_while(|&&(other, _)| other == id);
                passed.any(|&(_, passed)| self.walls.get(wall) == Some(passed))
            };
            let in_the_way = Rooms(&self.shapes).in_the_way_of(view, &body);
            if let Some(wall) = in_the_way.into_iter().find(|&wall| !was_passing(wall)) {
                return Err(Error::BodyOnWall { body: Name::Body(id as usize), at, wall: wall.index() });
            }
        }
        self.go_back(snapshot);
        Ok(())
    }

    pub(super) fn go_back(&mut self, snapshot: &Snapshot) {
        self.slots.clone_from(&snapshot.slots);
        self.living = self.slots.iter().flatten().count();
        self.gates = snapshot.gates.clone();
        self.inside = snapshot.inside.clone();
        self.wedged = snapshot.wedged.clone();
        self.leans = snapshot.leans.clone();
        self.groups.clone_from(&snapshot.groups);
        self.passing_through = snapshot.passing_through.clone();
        self.groups_inside = snapshot.groups_inside.clone();
        self.time = snapshot.time;
        self.tally = snapshot.tally;
        self.occupancy.forget();
    }

    fn all_passing(&self) -> Vec<(u32, Wall)> {
        let solid = self.living_slots().filter(|(_, slot)| !slot.body.sensor);
        solid.flat_map(|(id, slot)| self.passing(&slot.body).map(move |(_, wall)| (id, wall))).collect()
    }

    /// A hash of all bodies, where groups are, the gates' counts and the clock: equal states have equal numbers, on every machine and
    /// with any number of threads. Walls, settings and where gates are are not part of it.
    ///
    /// ```
    /// use carom::{Body, Segment, Walls, World};
    /// let mut world = World::new(Walls::new([Segment::new([2, -1], [2, 1])?]));
    /// world.add(Body::point([0, 0]).velocity([4, 0]))?;
    /// let mut other = world.clone();
    /// world.step(1.0);
    /// assert_ne!(world.state_hash(), other.state_hash());
    /// other.step(1.0);
    /// assert_eq!(world.state_hash(), other.state_hash());
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        // FNV-1a over words in place of bytes, and a last stir.
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut add = |word: u64| hash = (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
        let vector = |v: Vec2| [v.x.to_bits(), v.y.to_bits()];
        add(self.time.to_bits());
        for (id, Slot { body, contact, low, .. }) in self.living_slots() {
            add(u64::from(id));
            [body.position.x.to_bits(), body.position.y.to_bits()].into_iter().for_each(&mut add);
            vector(body.velocity).into_iter().chain(vector(*low)).for_each(&mut add);
            [body.radius.to_bits(), body.mass.to_bits(), body.restitution.to_bits()].into_iter().for_each(&mut add);
            add(contact.to_bits());
            if body.friction > 0.0 {
                add(body.friction.to_bits());
            }
            add(u64::from(body.layers) << 32 | u64::from(body.mask));
            add(body.response as u64 * 2 + u64::from(body.sensor));
            if let Some(shape) = body.shape {
                add(u64::from(shape.0));
            }
        }
        for (id, count) in self.gates.counts() {
            [id.index() as u64, count.forward, count.backward].into_iter().for_each(&mut add);
        }
        for &(sensor, other) in &self.inside {
            add(u64::from(sensor) << 32 | u64::from(other));
        }
        for (id, group) in self.groups() {
            add(id.index() as u64);
            vector(group.offset()).into_iter().chain(vector(group.get_velocity())).for_each(&mut add);
        }
        for &(body, group) in &self.passing_through {
            add(u64::from(body) << 32 | u64::from(group));
        }
        for &(sensor, group) in &self.groups_inside {
            add(u64::from(sensor) << 32 | u64::from(group));
        }
        self.wedged.iter().for_each(|&id| add(u64::from(id)));
        self.leans.keys().for_each(|&id| add(u64::from(id)));
        hash ^= hash >> 32;
        hash = hash.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash ^ hash >> 29
    }
}
