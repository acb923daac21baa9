//! A look at a scene before it runs: is the chamber closed, is every body where it should be?

use super::rooms::Rooms;
use super::{Body, BodyId, GroupId, Slot, World};
use crate::aabb::Aabb;
use crate::exact::{Side, orient};
use crate::point::Point;
use crate::segment::Segment;
use crate::sweep::{MoverSweep, Sweep};
use crate::walls::{WallId, WallReport, Walls};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// What [`World::report`] found: gaps between walls, bodies outside, bodies that overlap something.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Report {
    /// The ends of walls that meet no other wall.
    pub walls: WallReport,
    /// Bodies that no outline surrounds. Only reported of outlines, that is if every end of a wall is shared with exactly one other.
    pub outside: Vec<BodyId>,
    /// Bodies that outlines surround and that are not inside all the same: a line from them to infinity crosses the walls an even
    /// number of times, but some ring of them an odd one. They are in a hole, or in an outline that stands within another. Reported of
    /// outlines only, as `outside` is.
    pub in_holes: Vec<BodyId>,
    /// Bodies that are on a wall or overlap a body they meet. A world that has only been stepped and added to has none.
    pub overlapping: Vec<(BodyId, Overlapped)>,
}

/// What a body of a [`Report`] overlaps: a wall or another body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Overlapped {
    /// It is on a wall, or in it.
    Wall(WallId),
    /// It overlaps another body.
    Body(BodyId),
    /// It is on a wall of a group, or in it, and the group does not pass on through it.
    Group(GroupId),
}

impl World {
    /// Checks the scene: are there gaps between walls, bodies outside, bodies that overlap something?
    ///
    /// ```
    /// use carom::{Body, Polygon, Walls, World};
    /// let room = Polygon::new([[0, 0], [8, 0], [8, 8], [0, 8]])?;
    /// let mut world = World::new(Walls::new(room.edges()));
    /// world.add(Body::disc([4, 4], 1.0))?;
    /// let lost = world.add(Body::disc([20, 4], 1.0))?;
    /// let report = world.report();
    /// assert!(report.walls.dangling.is_empty() && report.overlapping.is_empty());
    /// assert_eq!(report.outside, [lost]);
    /// assert!(report.in_holes.is_empty());
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn report(&self) -> Report {
        let walls = self.walls.report();
        let (mut outside, mut in_holes) = (Vec::new(), Vec::new());
        if let Some(rings) = self.walls.rings() {
            for (id, slot) in self.solid_slots() {
                match self.walls.surround(slot.body.position, &rings) {
                    Place::Inside => {}
                    Place::InHole => in_holes.push(BodyId(id)),
                    Place::Outside => outside.push(BodyId(id)),
                }
            }
        }
        let mut overlapping = Vec::new();
        for (id, Slot { body, .. }) in self.solid_slots() {
            if let Some(wall) = self.wall_under(body) {
                overlapping.push((BodyId(id), Overlapped::Wall(wall)));
            }
        }
        for (id, group) in self.groups() {
            let solid = self.solid_slots().filter(|&(body, _)| !self.passing_through.contains(&(body, id.0)));
            let rooms = Rooms(&self.shapes);
            let on = solid.filter(|(_, slot)| !rooms.is_clear_of(group, &slot.body, 0.0));
            overlapping.extend(on.map(|(body, _)| (BodyId(body), Overlapped::Group(id))));
        }
        overlapping.extend(self.overlapping_bodies());
        Report { walls, outside, in_holes, overlapping }
    }

    /// The first wall that a body is on, or in.
    fn wall_under(&self, body: &Body) -> Option<WallId> {
        let (at, view) = (body.position, self.walls.only(body.mask));
        let stop = match Rooms(&self.shapes).mover(body) {
            Some(mover) => view.first_stop(&MoverSweep::between(mover, at, at)),
            None => view.first_stop(&Sweep::moving(at, at, body.radius)),
        };
        stop.map(|(wall, _)| wall)
    }

    fn solid_slots(&self) -> impl Iterator<Item = (u32, &Slot)> {
        self.living_slots().filter(|(_, slot)| !slot.body.sensor)
    }

    /// Pairs of bodies that overlap.
    fn overlapping_bodies(&self) -> Vec<(BodyId, Overlapped)> {
        let mut bodies: Vec<(u32, &Body)> = self.solid_slots().map(|(id, slot)| (id, &slot.body)).collect();
        // Those who meet the same bodies come together first.
        bodies.sort_unstable_by_key(|(id, body)| (body.layers, body.mask, body.radius == 0.0, *id));
        let mut pairs = Vec::new();
        let rooms = Rooms(&self.shapes);
        if let Some(all) = Group::of(&mut bodies, rooms) {
            all.pairs_within(rooms, &mut pairs);
        }
        pairs.sort_unstable();
        pairs.into_iter().map(|(first, second)| (BodyId(first), Overlapped::Body(BodyId(second)))).collect()
    }
}

/// Bodies with what is common to them, divided in two until each is alone.
struct Group<'a> {
    aabb: Aabb,
    /// All layers that one of them is on, and all that one of them meets.
    layers: u32,
    mask: u32,
    are_points: bool,
    content: Content<'a>,
}

enum Content<'a> {
    Body(u32, &'a Body),
    Halves(Box<[Group<'a>; 2]>),
}

impl<'a> Group<'a> {
    /// `None` if there are no bodies.
    fn of(bodies: &mut [(u32, &'a Body)], rooms: Rooms<'_>) -> Option<Group<'a>> {
        let &mut [(first, body), ref mut others @ ..] = bodies else { return None };
        let is_alike = |(_, other): &(u32, &Body)| (other.layers, other.mask) == (body.layers, body.mask);
        if others.is_empty() {
            let around = around(&rooms.disc_around(body));
            let (aabb, are_points) = (around, body.radius == 0.0 && body.shape.is_none());
            let content = Content::Body(first, body);
            return Some(Group { aabb, layers: body.layers, mask: body.mask, are_points, content });
        }
        let half = bodies.len() / 2;
        if bodies.iter().all(is_alike) {
            let all = bodies.iter().fold(around(body), |all, (_, body)| all.union(&around(body)));
            let is_wide = all.max().y - all.min().y < all.max().x - all.min().x;
            let along = |body: &Body| if is_wide { body.position.x } else { body.position.y };
            bodies.select_nth_unstable_by(half, |(i, a), (j, b)| along(a).total_cmp(&along(b)).then(i.cmp(j)));
        }
        let (low, high) = bodies.split_at_mut(half);
        let halves = [Group::of(low, rooms)?, Group::of(high, rooms)?];
        let [a, b] = &halves;
        Some(Group {
            aabb: a.aabb.union(&b.aabb),
            layers: a.layers | b.layers,
            mask: a.mask | b.mask,
            are_points: a.are_points && b.are_points,
            content: Content::Halves(Box::new(halves)),
        })
    }

    /// Whether no body of one overlaps and meets a body of the other, for certain. Points do not overlap each other.
    fn is_clear_of(&self, other: &Group<'_>) -> bool {
        let meet = self.layers & other.mask != 0 && other.layers & self.mask != 0;
        !meet || (self.are_points && other.are_points) || !self.aabb.overlaps_box(&other.aabb)
    }

    fn pairs_within(&self, rooms: Rooms<'_>, pairs: &mut Vec<(u32, u32)>) {
        if let (Content::Halves(halves), false) = (&self.content, self.is_clear_of(self)) {
            let [first, second] = &**halves;
            first.pairs_within(rooms, pairs);
            second.pairs_within(rooms, pairs);
            first.pairs_with(second, rooms, pairs);
        }
    }

    fn pairs_with(&self, other: &Group<'_>, rooms: Rooms<'_>, pairs: &mut Vec<(u32, u32)>) {
        if self.is_clear_of(other) {
            return;
        }
        match (&self.content, &other.content) {
            (Content::Body(i, a), Content::Body(j, b)) => {
                if a.collides_with(b) && !rooms.are_apart(a, b) {
                    pairs.push((core::cmp::min(*i, *j), core::cmp::max(*i, *j)));
                }
            }
            (Content::Halves(halves), _) => halves.iter().for_each(|half| other.pairs_with(half, rooms, pairs)),
            (_, Content::Halves(halves)) => halves.iter().for_each(|half| self.pairs_with(half, rooms, pairs)),
        }
    }
}

/// A box around a body. Rounding keeps the order of numbers, so boxes of bodies that overlap do, too.
fn around(body: &Body) -> Aabb {
    Aabb::of_ends([body.position, body.position]).grown(body.radius)
}

/// Where a point is among outlines.
enum Place {
    Inside,
    InHole,
    Outside,
}

impl Walls {
    /// For each wall, by its id, a number that all walls of its ring have; `None` if the segments form no outlines, in which every end is an
    /// end of exactly one other.
    fn rings(&self) -> Option<Vec<usize>> {
        let segments = || self.ids().filter_map(|id| Some((id.index(), self.get(id)?.segment()?)));
        let mut ends: Vec<(Point, usize)> =
            segments().flat_map(|(id, segment)| [(segment.a(), id), (segment.b(), id)]).collect();
        ends.sort_by(|(a, i), (b, j)| a.order(*b).then(i.cmp(j)));
        let are_pairs = !ends.is_empty()
            && ends.len() % 2 == 0
            && ends.chunks(2).all(|pair| pair[0].0 == pair[1].0)
            && ends.chunks(2).zip(ends.chunks(2).skip(1)).all(|(pair, next)| pair[0].0 != next[0].0);
        if !are_pairs {
            return None;
        }
        // Each names another of its ring, at last the one that all of them have in common.
        let count = segments().map(|(id, _)| id + 1).max().unwrap_or(0);
        let mut rings: Vec<usize> = (0..count).collect();
        for pair in ends.chunks(2) {
            let [first, second] = [pair[0].1, pair[1].1].map(|id| common(&mut rings, id));
            rings[first] = second;
        }
        (0..count).for_each(|id| rings[id] = common(&mut rings, id));
        Some(rings)
    }

    /// Whether a line from a point to the right crosses the segments an odd number of times, and if not, those of one ring, decided
    /// exactly: an end on the line counts as above it.
    fn surround(&self, point: Point, rings: &[usize]) -> Place {
        let crossed = |segment: Segment| {
            let (low, high) =
                if segment.a().y < segment.b().y { (segment.a(), segment.b()) } else { (segment.b(), segment.a()) };
            low.y < point.y && point.y <= high.y && orient(low, high, point) == Side::Left
        };
        // Up to the last wall on that side.
        let Some([_, right, ..]) = self.extent().filter(|extent| point.x < extent[1]) else { return Place::Outside };
        let Ok(line) = Segment::new(point, [right, point.y]) else { return Place::Outside };
        let met = self.intersecting(&line).into_iter();
        let mut met: Vec<usize> = met
            .filter(|&id| self.get(id).and_then(|wall| wall.segment()).is_some_and(crossed))
            .map(|id| rings[id.index()])
            .collect();
        if met.len() % 2 == 1 {
            return Place::Inside;
        }
        met.sort_unstable();
        let is_in_one = met.chunk_by(|a, b| a == b).any(|ring| ring.len() % 2 == 1);
        if is_in_one { Place::InHole } else { Place::Outside }
    }
}

/// The one that all of a ring have in common; the way to it is made shorter.
fn common(rings: &mut [usize], mut id: usize) -> usize {
    while rings[id] != id {
        rings[id] = rings[rings[id]];
        id = rings[id];
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_oracle::rng::Rng;

    /// Bodies of all kinds on few places: the pairs are those found by asking all.
    #[test]
    fn pairs_of_overlapping_bodies() {
        let mut found = 0;
        for case in 0..2_000 {
            let rng = &mut Rng::for_case(0, "overlapping bodies", case);
            let body = |rng: &mut Rng| {
                let at = [0, 1].map(|_| rng.between(0, 6) as f64);
                let body = Body::disc(at, *rng.pick(&[0.0, 0.0, 0.5, 0.75, 3.0]));
                if rng.one_in(2) { body } else { body.layers(1 << rng.below(3)).mask(rng.below(8) as u32) }
            };
            let bodies: Vec<Body> = (0..rng.below(40)).map(|_| body(rng)).collect();
            let ids = || (0..bodies.len() as u32).zip(&bodies);
            let rooms = Rooms(&[]);
            let overlap = |a: &Body, b: &Body| a.collides_with(b) && !rooms.are_apart(a, b);
            let mut expected = Vec::new();
            for (i, a) in ids() {
                expected.extend(ids().filter(|&(j, b)| i < j && overlap(a, b)).map(|(j, _)| (i, j)));
            }
            let mut pairs = Vec::new();
            if let Some(all) = Group::of(&mut ids().collect::<Vec<_>>(), rooms) {
                all.pairs_within(rooms, &mut pairs);
            }
            pairs.sort_unstable();
            assert_eq!(pairs, expected, "case {case}: {bodies:?}");
            found += pairs.len();
        }
        assert!(10_000 < found, "{found} pairs");
    }
}
