//! Gaps between walls: which ends dangle, by how much, and how they are closed.
//!
//! All ends are looked at together: those that lie in one place have met, and `ends.rs` finds what the others are near to.

use super::ends::{End, search};
use super::wall::{StoredWall, Wall, WallId};
use crate::exact::Feature;
use crate::intersect::intersects;
use crate::nearest::{distance, nearest};
use crate::point::{Point, max};
use crate::segment::Segment;
use alloc::vec::Vec;

/// What [`Walls::report`](crate::Walls::report) found: the ends of walls that meet no other wall.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct WallReport {
    /// The ends of segments that no other wall touches.
    pub dangling: Vec<Dangling>,
}

impl WallReport {
    /// Whether every end meets another wall. Then all walls belong to closed outlines, or join walls that do.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.dangling.is_empty()
    }
}

/// An end of a wall that no other wall touches: nothing passes through it, but something passes by.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Dangling {
    /// The wall whose end it is.
    pub wall: WallId,
    /// Which of its ends: [`Feature::A`] or [`Feature::B`].
    pub end: Feature,
    /// Where it is.
    pub at: Point,
    /// The nearest other wall, and how wide the gap is, rounded toward zero; of several whose gaps round alike, the one
    /// with the lowest id. `None` if there is no other wall.
    pub nearest: Option<(WallId, f64)>,
}

/// A wall with an end moved so that it meets another; `None` if there is no such place.
pub(super) fn welded(wall: &Wall, end: Feature, other: &Wall, within: f64) -> Option<Wall> {
    let [a, b] = wall.segment()?.ends();
    let at = if end == Feature::A { a } else { b };
    places_to_weld(other, at, within).into_iter().find_map(|place| {
        let [a, b] = if end == Feature::A { [place, b] } else { [a, place] };
        let (moved, across) = (Segment::new(a, b).ok()?, Segment::new(at, place).ok()?);
        // The wall may cross the other elsewhere, which closes no gap here.
        let is_closed = intersects(&moved, other.shape()) && intersects(&across, other.shape());
        is_closed.then(|| wall.with_segment(moved))
    })
}

/// Those of some ends of segments, each given once, that no other of the living walls touches; by id.
pub(super) fn dangling(
    ends: impl Iterator<Item = (u32, Feature)>,
    living: Vec<u32>,
    stored: &[StoredWall],
) -> Vec<Dangling> {
    let mut ends: Vec<End> = ends.filter_map(|(wall, end)| End::of(wall, end, stored)).collect();
    ends.sort_unstable_by(|a, b| a.at.order(b.at));
    // Ends in one place belong to different walls, which touch there.
    let alone = ends.chunk_by(|a, b| a.at == b.at).filter(|place| place.len() == 1);
    let mut ends: Vec<End> = alone.map(|place| place[0]).collect();
    search(&mut ends, living, stored);
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
