//! A look at a scene before it runs: is the chamber closed, is every body where it should be?

use super::{BodyId, Slot, What, World, are_apart};
use crate::exact::{Side, orient};
use crate::point::Point;
use crate::segment::Segment;
use crate::sweep::Sweep;
use crate::walls::Walls;
use alloc::vec::Vec;

pub use crate::walls::{Dangling, WallReport};

/// What [`World::report`] found.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Report {
    /// About the walls.
    pub walls: WallReport,
    /// Bodies that are not inside: a line from them to infinity crosses the walls an even number of times. Only told of
    /// outlines, that is if every end of a wall is shared with exactly one other.
    pub outside: Vec<BodyId>,
    /// Bodies that are on a wall or overlap a body they meet. A world that has only been stepped and added to has none.
    pub overlapping: Vec<(BodyId, What)>,
}

impl World {
    /// A look at the scene: gaps between walls, bodies outside, bodies that overlap something.
    #[must_use]
    pub fn report(&self) -> Report {
        let walls = self.walls.report();
        let mut outside = Vec::new();
        if self.walls.is_outline() {
            let bodies = self.solid_slots().filter(|(_, slot)| !self.walls.surround(slot.body.position));
            outside.extend(bodies.map(|(id, _)| BodyId(id)));
        }
        let mut overlapping = Vec::new();
        for (id, Slot { body, .. }) in self.solid_slots() {
            let standing = Sweep::moving(body.position, body.position, body.radius);
            if let Some((wall, _)) = self.walls.only(body.mask).first_stop(&standing) {
                overlapping.push((BodyId(id), What::Wall(wall)));
            }
        }
        overlapping.extend(self.overlapping_bodies());
        Report { walls, outside, overlapping }
    }

    fn solid_slots(&self) -> impl Iterator<Item = (u32, &Slot)> {
        self.living_slots().filter(|(_, slot)| !slot.body.sensor)
    }

    /// Pairs of bodies that overlap, found from left to right.
    fn overlapping_bodies(&self) -> Vec<(BodyId, What)> {
        let left = |slot: &Slot| slot.body.position.x - slot.body.radius;
        let right = |slot: &Slot| slot.body.position.x + slot.body.radius;
        let mut bodies: Vec<(u32, &Slot)> = self.solid_slots().collect();
        bodies.sort_by(|(i, a), (j, b)| {
            left(a).partial_cmp(&left(b)).unwrap_or(core::cmp::Ordering::Equal).then(i.cmp(j))
        });
        let mut pairs = Vec::new();
        let mut open: Vec<(u32, &Slot)> = Vec::new();
        for &(id, slot) in &bodies {
            open.retain(|(_, other)| right(other) >= left(slot));
            for &(other, second) in &open {
                if slot.body.meets(&second.body) && !are_apart(&slot.body, &second.body) {
                    let (first, second) = (core::cmp::min(id, other), core::cmp::max(id, other));
                    pairs.push((first, second));
                }
            }
            open.push((id, slot));
        }
        pairs.sort_unstable();
        pairs.into_iter().map(|(first, second)| (BodyId(first), What::Body(BodyId(second)))).collect()
    }
}

impl Walls {
    /// Whether all segments form outlines: every end is an end of exactly one other.
    fn is_outline(&self) -> bool {
        let segments = || self.ids().filter_map(|id| self.get(id)?.segment());
        let mut ends: Vec<Point> = segments().flat_map(|segment| [segment.a(), segment.b()]).collect();
        ends.sort_by(|a, b| a.order(*b));
        !ends.is_empty()
            && ends.len() % 2 == 0
            && ends.chunks(2).all(|pair| pair[0] == pair[1])
            && ends.chunks(2).zip(ends.chunks(2).skip(1)).all(|(pair, next)| pair[0] != next[0])
    }

    /// Whether a line from a point to the right crosses the segments an odd number of times, decided exactly: an end on the
    /// line counts as above it.
    fn surround(&self, point: Point) -> bool {
        let crossed = |segment: Segment| {
            let (low, high) =
                if segment.a().y < segment.b().y { (segment.a(), segment.b()) } else { (segment.b(), segment.a()) };
            low.y < point.y && point.y <= high.y && orient(low, high, point) == Side::Left
        };
        self.ids().filter_map(|id| self.get(id)?.segment()).filter(|&segment| crossed(segment)).count() % 2 == 1
    }
}
