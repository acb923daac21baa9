//! What stands still in a world: how walls and gates come to it, are replaced and leave it.

use super::World;
use super::body::Body;
use super::event::{GateCount, GateId};
use super::rooms::Rooms;
use crate::error::{Error, Name};
use crate::segment::Segment;
use crate::walls::{Wall, WallId, Walls};

impl World {
    /// Adds a wall, and gives its id.
    ///
    /// # Errors
    /// If a body would be on it. Then nothing is changed.
    ///
    /// ```
    /// use carom::{Body, Segment, World};
    /// let mut world = World::default();
    /// world.add(Body::point([0, 0]))?;
    /// world.add_wall(Segment::new([2, -1], [2, 1])?)?;
    /// assert!(world.add_wall(Segment::new([-1, 0], [1, 0])?).is_err()); // the body would be on it
    /// assert_eq!(world.walls().len(), 1);
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn add_wall(&mut self, wall: impl Into<Wall>) -> Result<WallId, Error> {
        let wall = wall.into();
        self.allow(&wall, self.walls.next_id())?;
        self.revision += 1;
        Ok(self.walls.add(wall))
    }

    /// Removes a wall, and gives it back; `None` if there is no such wall.
    ///
    /// ```
    /// use carom::{Segment, World};
    /// let mut world = World::default();
    /// let door = world.add_wall(Segment::new([2, -1], [2, 1])?)?;
    /// assert!(world.remove_wall(door).is_some());
    /// assert!(world.walls().is_empty());
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn remove_wall(&mut self, id: WallId) -> Option<Wall> {
        self.revision += 1;
        self.wake_all();
        self.walls.remove(id)
    }

    /// Puts a wall in the place of another, whose id it gets: how a wall moves. Gives back the old one.
    ///
    /// # Errors
    /// If there is no such wall, or a body would be on it. Then nothing is changed.
    ///
    /// ```
    /// use carom::{Segment, World};
    /// let mut world = World::default();
    /// let shut = Segment::new([2, -1], [2, 1])?;
    /// let door = world.add_wall(shut)?;
    /// let old = world.replace_wall(door, Segment::new([2, -1], [4, -1])?)?;
    /// assert_eq!(old.segment(), Some(shut));
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn replace_wall(&mut self, id: WallId, wall: impl Into<Wall>) -> Result<Wall, Error> {
        let wall = wall.into();
        let no_such = Error::NoSuchWall { wall: id.index() };
        if self.walls.get(id).is_none() {
            return Err(no_such);
        }
        self.allow(&wall, id)?;
        self.revision += 1;
        self.wake_all();
        self.walls.replace(id, wall).ok_or(no_such)
    }

    /// The wall with this id; `None` if there is no such wall.
    ///
    /// ```
    /// use carom::{Segment, World};
    /// let mut world = World::default();
    /// let shut = Segment::new([2, -1], [2, 1])?;
    /// let door = world.add_wall(shut)?;
    /// assert_eq!(world.get_wall(door).and_then(|wall| wall.segment()), Some(shut));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn get_wall(&self, id: WallId) -> Option<Wall> {
        self.walls.get(id)
    }

    /// Adds a gate, which counts bodies whose centre crosses it, and gives its id.
    ///
    /// ```
    /// use carom::{Body, Segment, World};
    /// let mut world = World::default();
    /// let line = Segment::new([1, -1], [1, 1])?;
    /// let gate = world.add_gate(line);
    /// world.add(Body::point([0, 0]).velocity([4, 0]))?;
    /// assert_eq!(world.step(1.0).events.len(), 1);
    /// assert_eq!(world.gate_count(gate).unwrap().backward, 1); // from its left to its right
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn add_gate(&mut self, segment: Segment) -> GateId {
        self.gates.add(segment)
    }

    /// Removes a gate, and gives it back; `None` if there is no such gate.
    ///
    /// ```
    /// use carom::{Segment, World};
    /// let mut world = World::default();
    /// let line = Segment::new([1, -1], [1, 1])?;
    /// let gate = world.add_gate(line);
    /// assert_eq!(world.remove_gate(gate), Some(line));
    /// assert_eq!(world.gates().count(), 0);
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn remove_gate(&mut self, id: GateId) -> Option<Segment> {
        self.gates.remove(id)
    }

    /// Puts a gate in the place of another, whose id and count it gets. Gives back the old one; `None` if there is no such gate.
    ///
    /// ```
    /// use carom::{Segment, World};
    /// let mut world = World::default();
    /// let line = Segment::new([1, -1], [1, 1])?;
    /// let gate = world.add_gate(line);
    /// assert_eq!(world.replace_gate(gate, Segment::new([5, -1], [5, 1])?), Some(line));
    /// assert_eq!(world.get_gate(gate), Some(Segment::new([5, -1], [5, 1])?));
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn replace_gate(&mut self, id: GateId, segment: Segment) -> Option<Segment> {
        self.gates.replace(id, segment)
    }

    /// How often a gate was crossed, in each direction; `None` if there is no such gate.
    ///
    /// ```
    /// use carom::{Segment, World};
    /// let mut world = World::default();
    /// let line = Segment::new([1, -1], [1, 1])?;
    /// let gate = world.add_gate(line);
    /// assert_eq!(world.gate_count(gate), Some(carom::GateCount { forward: 0, backward: 0 }));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn gate_count(&self, id: GateId) -> Option<GateCount> {
        Some(self.gates.get(id)?.1)
    }

    /// The segment of the gate with this id; `None` if there is no such gate.
    ///
    /// ```
    /// use carom::{Segment, World};
    /// let mut world = World::default();
    /// let line = Segment::new([1, -1], [1, 1])?;
    /// let gate = world.add_gate(line);
    /// assert_eq!(world.get_gate(gate), Some(line));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn get_gate(&self, id: GateId) -> Option<Segment> {
        Some(self.gates.get(id)?.0.segment())
    }

    /// The ids of all gates, from the lowest to the highest.
    ///
    /// ```
    /// use carom::{Segment, World};
    /// let mut world = World::default();
    /// let line = Segment::new([1, -1], [1, 1])?;
    /// let gate = world.add_gate(line);
    /// assert!(world.gates().eq([gate]));
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn gates(&self) -> impl Iterator<Item = GateId> + '_ {
        self.gates.ids()
    }

    /// Whether no body would be on a wall that is new, or takes the place of another. A body that is on its way through the other
    /// is on its way through this one.
    fn allow(&self, wall: &Wall, id: WallId) -> Result<(), Error> {
        let alone = Walls::new([*wall]);
        for (body, slot) in self.living_slots().filter(|(_, slot)| !slot.body.sensor) {
            let Body { position: at, mask, .. } = slot.body;
            let is_in_the_way = !Rooms(&self.shapes).in_the_way_of(alone.only(mask), &slot.body).is_empty();
            if is_in_the_way && !(wall.is_one_sided() && self.passing(&slot.body).any(|(passed, _)| passed == id)) {
                return Err(Error::BodyOnWall { body: Name::Body(body as usize), at, wall: id.index() });
            }
        }
        Ok(())
    }

    /// The walls of one side through which a body is on its way: it is in front of them, and nearer than it could come from there.
    pub(super) fn passing(&self, body: &Body) -> impl Iterator<Item = (WallId, Wall)> + '_ {
        let walls = Rooms(&self.shapes).in_the_way_of(self.walls.only(body.mask), body);
        walls.into_iter().filter_map(|id| Some((id, self.walls.get(id).filter(Wall::is_one_sided)?)))
    }
}
