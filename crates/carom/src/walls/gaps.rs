//! Gaps between walls: which ends dangle, by how much, and how they are closed.
//!
//! All ends are asked about at once: those that lie in one place have met, and `ends.rs` finds what the others are near to.

use super::ends::{End, search};
use super::{Wall, WallId, Walls};
use crate::exact::Feature;
use crate::intersect::intersects;
use crate::nearest::{distance, nearest};
use crate::point::{Point, max};
use crate::segment::Segment;
use alloc::collections::BTreeSet;
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
    /// The nearest other wall, and how wide the gap is, rounded toward zero; of several whose gaps round alike, the one
    /// with the lowest id. `None` if there is no other wall.
    pub nearest: Option<(WallId, f64)>,
}

impl Walls {
    /// Which ends of walls dangle, and by how much. Two walls that were meant to meet often do not, exactly; then the gap is
    /// real, and what is small enough passes through it.
    ///
    /// ```
    /// use carom::{Segment, Walls};
    /// let walls = Walls::new([Segment::new([0, 0], [4, 0])?, Segment::new([4.001, 0.0], [4.0, 4.0])?]);
    /// let dangling = walls.report().dangling;
    /// assert_eq!(dangling.len(), 4); // no two ends meet
    /// assert!(dangling[1].nearest.unwrap().1 < 0.002);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn report(&self) -> WallReport {
        let ids = self.living_ids();
        let ends = ids.flat_map(|id| [Feature::A, Feature::B].map(|end| (id, end)));
        WallReport { dangling: self.dangling(ends) }
    }

    /// Closes gaps: an end that dangles is moved to the nearest end of another wall, or just through the nearest wall, if that is
    /// within a distance. Gives the number of ends that were moved.
    ///
    /// An infinite distance closes every gap that can be closed; none is within a negative one or NaN.
    ///
    /// ```
    /// use carom::{Segment, Walls};
    /// let mut walls = Walls::new([Segment::new([0, 0], [4, 0])?, Segment::new([4.001, 0.0], [4.0, 4.0])?]);
    /// assert_eq!(walls.weld(0.01), 1);
    /// assert_eq!(walls.report().dangling.len(), 2); // the far ends
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn weld(&mut self, within: f64) -> usize {
        let mut count = 0;
        let mut dangling = if 0.0 <= within { self.report().dangling } else { Vec::new() };
        while !dangling.is_empty() {
            // What was found holds for an end until something is moved onto its wall, or the wall that it would be moved to moves.
            let (mut met, mut moved) = (BTreeSet::new(), BTreeSet::new());
            let mut waiting = Vec::new();
            for Dangling { wall, end, nearest, .. } in dangling {
                let Some((other, _)) = nearest.filter(|&(_, gap)| gap <= within) else { continue };
                if met.contains(&wall) || moved.contains(&other) {
                    waiting.push((wall.0, end));
                } else if let Some(welded) = self.welded(wall, end, other, within) {
                    self.replace(wall, welded);
                    met.insert(other);
                    moved.insert(wall);
                    count += 1;
                }
            }
            dangling = self.dangling(waiting.into_iter());
        }
        count
    }

    /// A wall with an end moved so that it meets another; `None` if there is no such place.
    fn welded(&self, wall: WallId, end: Feature, other: WallId, within: f64) -> Option<Wall> {
        let (wall, other) = (self.get(wall)?, self.get(other)?);
        let [a, b] = wall.segment()?.ends();
        let at = if end == Feature::A { a } else { b };
        places_to_weld(&other, at, within).into_iter().find_map(|place| {
            let [a, b] = if end == Feature::A { [place, b] } else { [a, place] };
            let (moved, way) = (Segment::new(a, b).ok()?, Segment::new(at, place).ok()?);
            // The wall may cross the other elsewhere, which closes no gap here.
            let is_closed = intersects(&moved, other.shape()) && intersects(&way, other.shape());
            is_closed.then(|| wall.with_segment(moved))
        })
    }

    /// Those of some ends of segments, each given once, that no other wall touches; by id.
    fn dangling(&self, ends: impl Iterator<Item = (u32, Feature)>) -> Vec<Dangling> {
        let mut ends: Vec<End> = ends.filter_map(|(wall, end)| End::of(wall, end, &self.pieces)).collect();
        ends.sort_unstable_by(|a, b| a.at.order(b.at));
        // Ends in one place belong to different walls, which touch there.
        let alone = ends.chunk_by(|a, b| a.at == b.at).filter(|place| place.len() == 1);
        let mut ends: Vec<End> = alone.map(|place| place[0]).collect();
        search(&mut ends, self.living_ids().collect(), &self.pieces);
        ends.retain(|end| !end.is_met);
        ends.sort_unstable_by_key(|end| (end.wall, end.end == Feature::B));
        let dangling = |end: &End| Dangling {
            wall: WallId(end.wall),
            end: end.end,
            at: end.at,
            nearest: end.nearest.map(|(wall, gap)| (WallId(wall), gap)),
        };
        ends.iter().map(dangling).collect()
    }
}

/// Where an end may be moved so that it meets a wall: to an end of it, or ever further through it.
fn places_to_weld(wall: &Wall, at: Point, within: f64) -> Vec<Point> {
    let mut places = Vec::new();
    if let Some(segment) = wall.segment() {
        let mut ends = segment.ends();
        if distance(at, ends[1]) < distance(at, ends[0]) {
            ends.reverse();
        }
        places.extend(ends.into_iter().filter(|&end| distance(at, end) <= within));
    }
    let (foot, _) = nearest(wall.shape(), at);
    let step = foot - at;
    let unit = max(max(foot.x.abs(), foot.y.abs()) * f64::EPSILON, f64::from_bits(1));
    let direction = at.direction_to(foot);
    places.extend((0..12).map(|k| at + step + direction * (unit * f64::from(1 << k))));
    places
}
