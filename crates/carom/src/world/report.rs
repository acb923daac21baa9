//! A look at a scene before it runs: is the chamber closed, is every body where it should be?

use super::{BodyId, Slot, What, World, are_apart};
use crate::circle::Circle;
use crate::exact::{Feature, Side, orient};
use crate::nearest::distance;
use crate::overlap::overlaps;
use crate::point::{Point, max};
use crate::segment::Segment;
use crate::sweep::Sweep;
use crate::walls::{WallId, Walls};
use alloc::vec::Vec;

/// What [`Walls::report`] found.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct WallReport {
    /// The ends of segments that no other wall touches.
    pub dangling: Vec<Dangling>,
}

impl WallReport {
    /// Whether no end dangles. Then all walls belong to closed outlines, or join walls that do.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.dangling.is_empty()
    }
}

/// An end of a wall that no other wall touches: nothing passes through it, but something passes by.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Dangling {
    /// Which wall.
    pub wall: WallId,
    /// Which of its ends.
    pub end: Feature,
    /// Where it is.
    pub at: Point,
    /// The nearest other wall, and how wide the gap is, rounded toward zero; `None` if there is no other wall.
    pub nearest: Option<(WallId, f64)>,
}

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

impl Walls {
    /// Which ends of walls dangle, and by how much. Two walls that were meant to meet often do not, exactly; then the gap is
    /// real, and what is small enough passes through it.
    #[must_use]
    pub fn report(&self) -> WallReport {
        let mut dangling = Vec::new();
        let Some(around) = self.surroundings() else { return WallReport { dangling } };
        for id in self.ids() {
            let Some(segment) = self.get(id).and_then(|wall| wall.segment()) else { continue };
            for (end, at) in [(Feature::A, segment.a()), (Feature::B, segment.b())] {
                let is_alone = self.meeting(at).iter().all(|&other| other == id);
                if is_alone {
                    dangling.push(Dangling { wall: id, end, at, nearest: self.nearest_but(id, at, around) });
                }
            }
        }
        WallReport { dangling }
    }

    /// Closes gaps: an end that dangles is moved to the nearest end of another wall, or just through the nearest wall, if that is
    /// within a distance. Gives the number of ends that were moved.
    pub fn weld(&mut self, within: f64) -> usize {
        let mut welded = 0;
        let Some(around) = self.surroundings() else { return welded };
        for Dangling { wall, end, at, .. } in self.report().dangling {
            // What was welded before may have closed this gap already.
            let Some(old) = self.get(wall) else { continue };
            let Some(segment) = old.segment() else { continue };
            let is_alone = self.meeting(at).iter().all(|&other| other == wall);
            let Some((other, gap)) = self.nearest_but(wall, at, around).filter(|_| is_alone) else { continue };
            if gap > within {
                continue;
            }
            let fixed = if end == Feature::A { segment.b() } else { segment.a() };
            let moved = self.place_to_weld(other, at, within).into_iter().find_map(|place| {
                let ends = if end == Feature::A { [place, fixed] } else { [fixed, place] };
                let moved = Segment::new(ends[0], ends[1]).ok()?;
                let target = self.get(other)?;
                overlaps(&moved, target.shape()).then_some(moved)
            });
            if let Some(moved) = moved {
                self.replace(wall, old.with_segment(moved));
                welded += 1;
            }
        }
        welded
    }

    /// Where an end may be moved so that it meets a wall: to an end of it, or ever further through it.
    fn place_to_weld(&self, other: WallId, at: Point, within: f64) -> Vec<Point> {
        let mut places = Vec::new();
        let Some(wall) = self.get(other) else { return places };
        if let Some(segment) = wall.segment() {
            let mut ends = [segment.a(), segment.b()];
            if distance(at, ends[1]) < distance(at, ends[0]) {
                ends.reverse();
            }
            places.extend(ends.into_iter().filter(|&end| distance(at, end) <= within));
        }
        let (foot, _) = crate::nearest::nearest(wall.shape(), at);
        let step = foot - at;
        let unit = max(max(foot.x.abs(), foot.y.abs()) * f64::EPSILON, f64::from_bits(1));
        let direction = at.direction_to(foot);
        for k in 0..12 {
            places.push(at + step + direction * (unit * f64::from(1 << k)));
        }
        places
    }

    /// The wall nearest to a point but for one.
    fn nearest_but(&self, id: WallId, at: Point, (middle, reach): (Point, f64)) -> Option<(WallId, f64)> {
        let all = max((middle - at).length() + reach, f64::MIN_POSITIVE);
        let gap = |other: WallId| Some((other, distance(at, self.get(other)?.shape())));
        // Ever larger circles, until one meets another wall.
        let mut radius = all * f64::EPSILON;
        loop {
            let near = match Circle::new(at, radius) {
                Ok(circle) => self.meeting(&circle),
                Err(_) => self.ids().collect(),
            };
            let others = near.into_iter().filter(|&other| other != id);
            let nearest =
                others.filter_map(gap).min_by(|a, b| a.1.partial_cmp(&b.1).unwrap_or(core::cmp::Ordering::Equal));
            if nearest.is_some() || radius > 4.0 * all || !radius.is_finite() {
                return nearest;
            }
            radius *= 4.0;
        }
    }
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
