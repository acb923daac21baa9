//! Everything that is in a world at one moment, to ask questions of: its walls, and its bodies as pillars.

use super::World;
use super::body::BodyId;
use super::event::Thing;
use super::rooms::Rooms;
use crate::bounce::within;
use crate::circle::Circle;
use crate::point::{Point, Vec2};
use crate::segment::Segment;
use crate::sweep::Mover;
use crate::walls::{Wall, WallId, Walls};
use alloc::vec::Vec;

/// The walls and bodies of a [`World`] as they are now, to ask questions of. See [`World::now`].
#[derive(Clone, Debug)]
pub struct Now {
    walls: Walls,
    /// By the ids in `walls`.
    things: Vec<Thing>,
}

impl World {
    /// All walls, standing and moving, and bodies as they are now, and every question that [`Walls`] answer: the first touch of a sweep, all that is within a shape,
    /// the nearest, the beams of a lidar, batches of them.
    ///
    /// Bodies stand still in it, as pillars with the body's layers for a mask, and those with a shape as their outlines; sensors are not in it. It does not change with the world: make one a frame.
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
        Now { walls: Walls::new(walls), things }
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

    /// Leaves a body out from now on. Whether it was there.
    pub fn remove(&mut self, body: BodyId) -> bool {
        // In order of id, behind the walls.
        let thing = Thing::Body(body);
        let first = self.things.partition_point(|other| *other < thing);
        let last = self.things.partition_point(|other| *other <= thing);
        let ids: Vec<WallId> = self.walls.ids().filter(|id| (first..last).contains(&id.index())).collect();
        ids.into_iter().filter(|&id| self.walls.remove(id).is_some()).count() > 0
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
