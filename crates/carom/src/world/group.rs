//! `Group`: walls that move as one.

use super::body::Body;
use crate::aabb::Aabb;
use crate::circle::Circle;
use crate::exact::drift::{Drift, Drifting};
use crate::point::{Point, Vec2, max, min};
use crate::segment::Segment;
use crate::walls::Wall;
use alloc::vec::Vec;

/// Boxes are larger than what they are around by this part of its numbers: far more than rounding does, and as much as a group is moved aside at
/// most when a frame ends. It decides nothing: what boxes do not leave out is asked exactly.
pub(super) const LARGER: f64 = 65_536.0 * f64::EPSILON;

/// The id of a group of walls in its [`World`](crate::World): 0, 1, 2 and so on in the order in which they were added. Ids are never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GroupId(pub(super) u32);

impl GroupId {
    /// The id as a number.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a [`Group`] does when it squeezes a body: there is no room for it between the group and something that does not yield.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Squeeze {
    /// It stops there and then, and has no velocity until it is given another.
    #[default]
    Stop,
    /// It passes on: the body stays where it is, and neither sees the other until they are apart again.
    Pass,
}

/// Walls that move as one in a [`World`](crate::World): a paddle, a lift, a piston, a door.
///
/// A group is described first and checked when it is added to a world. It has one velocity, which nothing changes but who steers it
/// ([`World::set_group_velocity`](crate::World::set_group_velocity)) and what it squeezes. Bodies meet it in relative motion, exactly; it is not slowed. It passes through walls and other groups.
///
/// [Gates](crate::World::add_gate) count its [mark](Group::mark), which is the middle of the box around its walls unless it is put elsewhere, as they count the centre of
/// a body. A [sensor](crate::Body::sensor) sees its walls: the group enters when the first of them begins to overlap the sensor, and leaves when
/// the last of them ceases to. Both are decided exactly, on its straight way from where it was to where it is put, so that
/// nothing is told twice or missed wherever frames are cut.
///
/// ```
/// use carom::{Body, EventKind, Group, Segment, World};
/// let mut world = World::default();
/// let ball = world.add(Body::disc([0, 5], 1.0))?;
/// let lift = world.add_group(Group::new([Segment::new([-2, 0], [2, 0])?]).velocity([0, 2]))?;
/// let frame = world.step(3.0);
/// assert_eq!((frame.events[0].kind, frame.events[0].time), (EventKind::Group(lift, 0), 2.0));
/// assert_eq!(frame.events[0].after, [0.0, 4.0].into()); // an elastic ball goes away as fast as the lift came
/// assert_eq!(world.group(lift).unwrap().offset(), [0.0, 6.0].into());
/// assert!(world.get(ball).unwrap().position.y > 8.0);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// As they were given.
    walls: Vec<Wall>,
    /// Around all of them, without their radii, and the largest of these; `None` if there are none.
    around: Option<(Aabb, f64)>,
    /// What gates count, as it was when the group was given.
    mark: Point,
    offset: Vec2,
    velocity: Vec2,
    squeeze: Squeeze,
}

impl Group {
    /// Walls that move as one, at rest.
    pub fn new(walls: impl IntoIterator<Item: Into<Wall>>) -> Group {
        let walls: Vec<Wall> = walls.into_iter().map(Into::into).collect();
        let around = walls.iter().map(box_of).reduce(|(all, most), (one, radius)| (all.union(&one), max(most, radius)));
        let mark = around.map_or(Point::default(), |(around, _)| middle_of(&around));
        Group { walls, around, mark, offset: Vec2::default(), velocity: Vec2::default(), squeeze: Squeeze::Stop }
    }

    /// The same group with a velocity, in units a second.
    #[must_use]
    pub fn velocity(self, velocity: impl Into<Vec2>) -> Group {
        Group { velocity: velocity.into(), ..self }
    }

    /// The same group with another answer to what it squeezes; at first it stops.
    #[must_use]
    pub fn squeeze(self, squeeze: Squeeze) -> Group {
        Group { squeeze, ..self }
    }

    /// The same group with another mark: the point of it that gates count, as the group is given. It moves with the walls and need not be on one.
    ///
    /// ```
    /// use carom::{Direction, EventKind, Group, Segment, World};
    /// let mut world = World::default();
    /// let floor = world.add_gate(Segment::new([9, 3], [-9, 3])?);
    /// let lift = Group::new([Segment::new([-2, 0], [2, 0])?]).mark([0, -1]).velocity([0, 2]);
    /// let lift = world.add_group(lift)?;
    /// let frame = world.step(3.0);
    /// // Backward is from the gate's left to its right: this one leads to the left, so upward.
    /// assert_eq!(frame.events[0].kind, EventKind::GroupGate(lift, floor, Direction::Backward));
    /// assert_eq!((frame.events[0].time, world.group(lift).unwrap().place()), (2.0, [0.0, 5.0].into()));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn mark(self, mark: impl Into<Point>) -> Group {
        Group { mark: mark.into(), ..self }
    }

    /// Its mark as it was given.
    #[must_use]
    pub fn get_mark(&self) -> Point {
        self.mark
    }

    /// Where its mark is now, rounded: what gates count is the exact sum of the mark and the [offset](Group::offset).
    #[must_use]
    pub fn place(&self) -> Point {
        self.mark + self.offset
    }

    /// How far it has moved since it was added.
    ///
    /// Its walls are those it was made of, moved by this as exact numbers, so its shape never changes. A frame's end rounds this once, and nothing else.
    #[must_use]
    pub fn offset(&self) -> Vec2 {
        self.offset
    }

    /// Its velocity, in units a second.
    #[must_use]
    pub fn get_velocity(&self) -> Vec2 {
        self.velocity
    }

    /// What it does when it squeezes a body.
    #[must_use]
    pub fn get_squeeze(&self) -> Squeeze {
        self.squeeze
    }

    /// Its walls as they were given.
    #[must_use]
    pub fn walls(&self) -> &[Wall] {
        &self.walls
    }

    /// Its walls where they are now, with numbers that are rounded; without those for which there are none, as they would have no length.
    pub fn walls_now(&self) -> impl Iterator<Item = Wall> + '_ {
        let moved = |point: Point| point + self.offset;
        self.walls.iter().filter_map(move |wall| match (wall.segment(), wall.circle()) {
            (Some(segment), _) => {
                Segment::new(moved(segment.a()), moved(segment.b())).ok().map(|moved| wall.with_segment(moved))
            }
            (_, Some(circle)) => {
                Circle::new(moved(circle.center()), circle.radius()).ok().map(|moved| wall.with_circle(moved))
            }
            _ => None,
        })
    }

    pub(super) fn drift(&self) -> Drift {
        Drift { offset: self.offset, velocity: self.velocity }
    }

    pub(super) fn drifting(&self, wall: &Wall) -> Drifting {
        let (ends, radius) = match (wall.segment(), wall.circle()) {
            (Some(segment), _) => (segment.ends(), 0.0),
            (_, Some(circle)) => ([circle.center(); 2], circle.radius()),
            _ => ([Point::default(); 2], 0.0),
        };
        Drifting { ends, radius, drift: self.drift() }
    }

    /// Whether a body is on none of its walls; one that is on its way through a wall of one side is not on it.
    pub(super) fn is_clear_of(&self, body: &Body, radius: f64) -> bool {
        let (at, still) = (body.position, Drift::at(self.offset));
        self.walls.iter().filter(|wall| wall.mask() & body.mask != 0).all(|wall| {
            let shape = self.drifting(wall);
            let passes = wall.is_one_sided() && wall.segment().is_some() && shape.side(at, 0.0) != wall.side();
            passes || Drifting { drift: still, ..shape }.is_clear(radius, (at, 0.0), (at, still, 0.0))
        })
    }

    /// Whether a disc is so far from all of its walls, by a box around them, that nothing else need be asked.
    pub(super) fn is_far_from(&self, at: Point, radius: f64) -> bool {
        let Some((around, most)) = self.around else { return true };
        let (low, high, offset) = (around.min(), around.max(), self.offset);
        let numbers = [low.x, low.y, high.x, high.y, offset.x, offset.y, at.x, at.y];
        let size = numbers.iter().fold(radius + most, |sum, x| sum + x.abs());
        let reach = min(radius + most + LARGER * size, f64::MAX);
        !Aabb::of_ends([low, high]).grown(reach).contains(at - offset)
    }

    pub(super) fn come_to(&mut self, offset: Vec2) {
        self.offset = offset.canonical();
    }

    pub(super) fn stop(&mut self) {
        self.velocity = Vec2::default();
    }

    /// Takes another velocity, and gives the old one.
    pub(super) fn steer(&mut self, velocity: Vec2) -> Vec2 {
        core::mem::replace(&mut self.velocity, velocity)
    }

    /// The same group as it is when it comes to a world.
    pub(super) fn fresh(self, mark: Point, velocity: Vec2) -> Group {
        Group { mark, velocity, offset: Vec2::default(), ..self }
    }
}

/// Without overflow.
fn middle_of(around: &Aabb) -> Point {
    let (low, high) = (around.min(), around.max());
    Point::new(low.x / 2.0 + high.x / 2.0, low.y / 2.0 + high.y / 2.0)
}

/// A box around a wall's ends or middle, and its radius.
fn box_of(wall: &Wall) -> (Aabb, f64) {
    match (wall.segment(), wall.circle()) {
        (Some(segment), _) => (Aabb::of_ends(segment.ends()), 0.0),
        (_, Some(circle)) => (Aabb::of_point(circle.center()), circle.radius()),
        _ => (Aabb::of_point(Point::default()), 0.0),
    }
}
