//! Groups of walls in a world: how they come, are steered and leave.

use super::World;
use super::body::Body;
use super::group::{Group, GroupId};
use super::rooms::Rooms;
use crate::error::{Error, Name};
use crate::point::{Point, Vec2};

impl World {
    /// Adds a group of walls that move as one, and gives its id.
    ///
    /// # Errors
    /// If its velocity or mark is not finite, or a body would be on one of its walls. Then nothing is changed.
    ///
    /// ```
    /// use carom::{Body, Group, Segment, World};
    /// let mut world = World::default();
    /// world.add(Body::point([0, 0]))?;
    /// let door = || Group::new([Segment::new([-1, 0], [1, 0]).unwrap()]);
    /// assert!(world.add_group(door()).is_err()); // the body would be on it
    /// assert!(world.add_group(door().velocity([f64::NAN, 0.0])).is_err());
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn add_group(&mut self, group: Group) -> Result<GroupId, Error> {
        let velocity = checked(group.get_velocity())?;
        let mark = group.get_mark();
        if !mark.is_finite() {
            return Err(Error::NotFinite { what: Name::GroupMark, value: mark });
        }
        let group = group.fresh(mark.canonical(), velocity);
        let number = self.groups.len();
        for (id, slot) in self.living_slots().filter(|(_, slot)| !slot.body.sensor) {
            if !Rooms(&self.shapes).is_clear_of(&group, &slot.body, 0.0) {
                let (body, at) = (Name::Body(id as usize), slot.body.position);
                return Err(Error::BodyOnGroup { body, at, group: number });
            }
        }
        self.groups.push(Some(group));
        Ok(GroupId(number as u32))
    }

    /// Removes a group, and gives it back; `None` if there is no such group.
    ///
    /// ```
    /// use carom::{Group, Segment, World};
    /// let mut world = World::default();
    /// let door = world.add_group(Group::new([Segment::new([2, -1], [2, 1])?]))?;
    /// assert!(world.remove_group(door).is_some());
    /// assert!(world.remove_group(door).is_none());
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn remove_group(&mut self, id: GroupId) -> Option<Group> {
        let group = self.groups.get_mut(id.index())?.take()?;
        self.passing_through.retain(|&(_, passed)| passed != id.0);
        self.groups_inside.retain(|&(_, group)| group != id.0);
        self.wake_all();
        Some(group)
    }

    /// Gives a group another velocity, in units a second, from now on. Gives back the old one.
    ///
    /// # Errors
    /// If it is not finite, or there is no such group. Then nothing is changed.
    ///
    /// ```
    /// use carom::{Group, Segment, Vec2, World};
    /// let mut world = World::default();
    /// let paddle = world.add_group(Group::new([Segment::new([2, -1], [2, 1])?]))?;
    /// world.set_group_velocity(paddle, [0, 4])?;
    /// world.step(0.5);
    /// assert_eq!(world.group(paddle).unwrap().offset(), Vec2::new(0.0, 2.0));
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn set_group_velocity(&mut self, id: GroupId, velocity: impl Into<Vec2>) -> Result<Vec2, Error> {
        let velocity = checked(velocity.into())?;
        let no_such = Error::NoSuchGroup { group: id.index() };
        let group = self.groups.get_mut(id.index()).and_then(Option::as_mut).ok_or(no_such)?;
        let before = group.steer(velocity);
        self.wake_those_left_by(id, velocity - before);
        Ok(before)
    }

    /// The group with this id; `None` if there is no such group.
    ///
    /// ```
    /// use carom::{Group, Segment, World};
    /// let mut world = World::default();
    /// let paddle = world.add_group(Group::new([Segment::new([2, -1], [2, 1])?]).velocity([0, 1]))?;
    /// world.step(3.0);
    /// let wall = world.group(paddle).unwrap().walls_now().next().unwrap();
    /// assert_eq!(wall.segment(), Some(Segment::new([2, 2], [2, 4])?));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn group(&self, id: GroupId) -> Option<&Group> {
        self.groups.get(id.index())?.as_ref()
    }

    /// All groups with their ids, from the lowest id to the highest.
    ///
    /// ```
    /// use carom::{Group, Segment, World};
    /// let mut world = World::default();
    /// let paddle = world.add_group(Group::new([Segment::new([2, -1], [2, 1])?]))?;
    /// assert!(world.groups().map(|(id, _)| id).eq([paddle]));
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn groups(&self) -> impl Iterator<Item = (GroupId, &Group)> {
        (0..).zip(&self.groups).filter_map(|(id, group)| Some((GroupId(id), group.as_ref()?)))
    }

    /// The first group on one of whose walls a body would be.
    pub(super) fn group_in_the_way_of(&self, body: &Body) -> Option<GroupId> {
        let rooms = Rooms(&self.shapes);
        self.groups().find(|(_, group)| !rooms.is_clear_of(group, body, 0.0)).map(|(id, _)| id)
    }
}

fn checked(velocity: Vec2) -> Result<Vec2, Error> {
    let value = Point::new(velocity.x, velocity.y);
    if value.is_finite() {
        Ok(velocity.canonical())
    } else {
        Err(Error::NotFinite { what: Name::GroupVelocity, value })
    }
}
