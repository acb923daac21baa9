//! Everything that is in a world at one moment, to ask questions of: its walls, and its bodies as pillars.

use super::World;
use super::body::BodyId;
use super::event::Thing;
use super::rooms::Rooms;
use crate::bounce::within;
use crate::circle::Circle;
use crate::point::{Point, Vec2};
use crate::segment::Segment;
use crate::shape::Shape;
use crate::sweep::{Mover, MoverSweep, Sweep};
use crate::walls::{Wall, WallId, Walls};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// The walls and bodies of a [`World`] as they are now, to ask questions of. See [`World::now`].
#[derive(Clone, Debug)]
pub struct Now {
    walls: Walls,
    /// By the ids in `walls`.
    things: Vec<Thing>,
    /// The bodies that have a shape, in order of their ids.
    solids: Vec<Solid>,
}

/// A body with a shape, in its place.
#[derive(Clone, Debug)]
struct Solid {
    body: BodyId,
    mover: Mover,
    at: Point,
}

impl World {
    /// All walls, standing and moving, and bodies as they are now, and every question that [`Walls`] answer: the first touch of a sweep, all that is within a shape,
    /// the nearest, the beams of a lidar, batches of them.
    ///
    /// Bodies stand still in it, as pillars with the body's layers for a mask; sensors are not in it. Those with a shape are there as outlines, whose numbers are rounded: what
    /// is inside of one, and which things a shape shares a point with, [`Now::intersecting`] and [`Now::nearest`] tell exactly. It does not change with the world: make one a frame.
    ///
    /// ```
    /// use carom::{Body, Segment, Sweep, Thing, Vec2, Walls, World};
    /// let mut world = World::new(Walls::new([Segment::new([9, -5], [9, 5])?]));
    /// let hero = world.add(Body::disc([0, 0], 1.0))?;
    /// let enemy = world.add(Body::disc([5, 0], 1.0))?;
    ///
    /// let mut now = world.now();
    /// now.remove(hero); // who asks does not see itself
    /// let shot = Sweep::point([0, 0], [8, 0])?;
    /// let (id, hit) = now.walls().first_touch(&shot).unwrap();
    /// assert_eq!((now.thing(id), hit.t), (Some(Thing::Body(enemy)), 0.5));
    ///
    /// let beams = now.walls().scan([0, 0], &[Vec2::new(1.0, 0.0), Vec2::new(1.0, 0.5)], 20.0);
    /// let seen = beams.iter().flatten().map(|beam| (now.thing(beam.wall).unwrap(), beam.distance > 9.0));
    /// assert_eq!(seen.map(|(thing, far)| (thing == Thing::Body(enemy), far)).collect::<Vec<_>>(), [(true, false), (false, true)]);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn now(&self) -> Now {
        let walls = self.walls.ids().filter_map(|id| Some((Thing::Wall(id), self.walls.get(id)?)));
        let bodies = self.bodies().filter(|(_, body)| !body.sensor).flat_map(|(id, body)| {
            let walls = match Rooms(&self.shapes).mover(body) {
                Some(mover) => outline(mover, body.position),
                None => Vec::from([Wall::from(Circle::around(body.position, body.radius))]),
            };
            walls.into_iter().map(move |wall| (Thing::Body(id), wall.with_mask(body.layers)))
        });
        let moving = self.groups().flat_map(|(id, group)| group.walls_now().map(move |wall| (Thing::Group(id), wall)));
        let (things, walls): (Vec<Thing>, Vec<Wall>) = walls.chain(bodies).chain(moving).unzip();
        let solids = self.bodies().filter(|(_, body)| !body.sensor).filter_map(|(body, state)| {
            Some(Solid { body, mover: Rooms(&self.shapes).mover(state)?.clone(), at: state.position })
        });
        let solids = solids.collect();
        Now { walls: Walls::new(walls), things, solids }
    }
}

impl Now {
    /// The walls, and after them the bodies as pillars, to ask; [`Now::thing`] tells what an id of theirs stands for.
    #[must_use]
    pub fn walls(&self) -> &Walls {
        &self.walls
    }

    /// What an id in [`Now::walls`] stands for; `None` if there is no such wall.
    #[must_use]
    pub fn thing(&self, id: WallId) -> Option<Thing> {
        self.walls.get(id).and(self.things.get(id.index()).copied())
    }

    /// The walls, groups and bodies that share a point with a shape, in their order. Bodies are filled, whatever their shape: what lies inside of one shares a point with it.
    ///
    /// ```
    /// use carom::{Aabb, Body, Circle, Mover, Thing, World};
    /// let mut world = World::default();
    /// let shape = world.add_shape(Mover::aabb(&Aabb::new([-2, -2], [2, 2])?))?;
    /// let chest = world.add(Body::shaped([5, 0], shape))?;
    /// let now = world.now();
    /// let blast = Circle::new([5.5, 0.5], 0.25)?;
    /// assert_eq!(now.intersecting(&blast), [Thing::Body(chest)]);
    /// assert_eq!(now.nearest([5.5, 0.5]), Some((Thing::Body(chest), 0.0)));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn intersecting<'a>(&self, shape: impl Into<Shape<'a>>) -> Vec<Thing> {
        let shape = shape.into();
        let things = self.walls.intersecting(shape).into_iter().filter_map(|id| self.thing(id));
        let solids = self.solids.iter().filter(|solid| solid.meets(shape)).map(|solid| Thing::Body(solid.body));
        let found: BTreeSet<Thing> = things.filter(|thing| !self.is_solid(*thing)).chain(solids).collect();
        found.into_iter().collect()
    }

    /// What is nearest to a point and how far, as [`Walls::nearest`] tells; in a body, whatever its shape, it is that body, and 0.
    #[must_use]
    pub fn nearest(&self, point: impl Into<Point>) -> Option<(Thing, f64)> {
        let point = point.into();
        let inside =
            self.solids.iter().find(|solid| solid.meets(Shape::Point(point))).map(|solid| Thing::Body(solid.body));
        let (id, distance) = self.walls.nearest(point)?;
        let nearest = self.thing(id)?;
        Some(match inside {
            Some(body) if 0.0 < distance || body < nearest => (body, 0.0),
            _ => (nearest, distance),
        })
    }

    /// Whether it is a body with a shape.
    fn is_solid(&self, thing: Thing) -> bool {
        self.solids.binary_search_by(|solid| Thing::Body(solid.body).cmp(&thing)).is_ok()
    }

    /// Leaves a body out from now on. Whether it was there.
    pub fn remove(&mut self, body: BodyId) -> bool {
        // In order of id, behind the walls.
        let thing = Thing::Body(body);
        self.solids.retain(|solid| solid.body != body);
        let first = self.things.partition_point(|other| *other < thing);
        let last = self.things.partition_point(|other| *other <= thing);
        let ids: Vec<WallId> = self.walls.ids().filter(|id| (first..last).contains(&id.index())).collect();
        ids.into_iter().filter(|&id| self.walls.remove(id).is_some()).count() > 0
    }
}

impl Solid {
    /// Whether it shares a point with a shape, exactly.
    fn meets(&self, shape: Shape<'_>) -> bool {
        let stands = MoverSweep::between(&self.mover, self.at, self.at);
        match shape {
            Shape::Point(p) => p.is_finite() && stands.first_touch(&Sweep::moving(p, p, 0.0)).is_some(),
            Shape::Segment(segment) => stands.first_touch(segment).is_some(),
            Shape::Circle(circle) => stands.first_touch(circle).is_some(),
            Shape::Polygon(polygon) => stands.first_touch(&polygon.filled()).is_some(),
            Shape::Aabb(aabb) => {
                let (other, origin) = (Mover::aabb(aabb), Point::default());
                stands.first_touch(&MoverSweep::between(&other, origin, origin)).is_some()
            }
        }
    }
}

/// The outline of a shape in a place, in numbers that are rounded: its sides, and its round corners as pillars.
fn outline(mover: &Mover, at: Point) -> Vec<Wall> {
    let (vertices, radius) = (mover.vertices(), mover.radius());
    let moved = |p: Point, by: Vec2| within(at + Vec2::new(p.x, p.y) + by);
    let side = |k: usize| {
        let (p, q) = (vertices[k], vertices[(k + 1) % vertices.len()]);
        let out = p.direction_to(q).normal() * radius;
        Segment::new(moved(p, out), moved(q, out)).ok().map(Wall::from)
    };
    let sides = (0..vertices.len()).filter_map(side);
    let corner = |&p: &Point| (radius > 0.0).then(|| Wall::from(Circle::around(moved(p, Vec2::default()), radius)));
    sides.chain(vertices.iter().filter_map(corner)).collect()
}
