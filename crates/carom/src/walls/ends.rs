//! What is near to many ends of walls? Asked of all of them at once.
//!
//! Ends are divided in two, again and again, and each part takes along only the walls that may matter to it: of three ends or
//! more each has another's wall within the diameter of their circle, so what is further away does not matter. What
//! is left at last is decided exactly, pair by pair.

use super::piece::Piece;
use crate::exact::Feature;
use crate::nearest::distance;
use crate::overlap::overlaps;
use crate::point::{Point, Vec2, max, min};
use alloc::vec::Vec;

/// So few ends are not divided.
const FEW: usize = 8;

/// So many walls are looked at where there are too many for all.
const SOME: usize = 32;

/// An end of a wall, and what is known of the other walls near it.
#[derive(Clone, Copy)]
pub(super) struct End {
    pub(super) wall: u32,
    pub(super) end: Feature,
    pub(super) at: Point,
    /// Whether another wall touches it; then the nearest does not matter.
    pub(super) is_met: bool,
    /// The nearest of the others that were asked, and how far away it is, rounded toward zero; of equal ones the lowest id.
    pub(super) nearest: Option<(u32, f64)>,
}

impl End {
    /// `None` if the wall is a circle.
    pub(super) fn of(wall: u32, end: Feature, pieces: &[Piece]) -> Option<End> {
        let piece = &pieces[wall as usize];
        let at = if end == Feature::A { piece.a() } else { piece.b() };
        piece.is_segment().then_some(End { wall, end, at, is_met: false, nearest: None })
    }

    fn gap(&self) -> f64 {
        self.nearest.map_or(f64::INFINITY, |(_, gap)| gap)
    }

    fn ask(&mut self, wall: u32, pieces: &[Piece]) {
        let piece = &pieces[wall as usize];
        if self.is_met || wall == self.wall || piece.is_beyond(self.at, self.gap()) {
            return;
        }
        let gap = distance(self.at, piece.wall().shape());
        self.is_met = gap == 0.0 && overlaps(self.at, piece.wall().shape());
        if self.nearest.is_none_or(|(other, least)| gap < least || (gap == least && wall < other)) {
            self.nearest = Some((wall, gap));
        }
    }
}

/// Finds the nearest other wall of each end, or some wall that touches it.
pub(super) fn search(ends: &mut [End], walls: &[u32], pieces: &[Piece]) {
    if ends.is_empty() {
        return;
    }
    let walls = Circle::around(ends).near(walls, pieces);
    // Many walls for each end may well touch most of them, and then some of the walls are enough to see that.
    let is_crowded = 4 * ends.len() < walls.len();
    let ends = if is_crowded { without_met(ends, &walls, pieces) } else { ends };
    if ends.len() <= FEW {
        ask_all(ends, &walls, pieces);
        return;
    }
    let half = ends.len() / 2;
    let [low, high] = corners(ends);
    if high.y - low.y < high.x - low.x {
        ends.select_nth_unstable_by(half, |a, b| a.at.x.total_cmp(&b.at.x));
    } else {
        ends.select_nth_unstable_by(half, |a, b| a.at.y.total_cmp(&b.at.y));
    }
    let (first, second) = ends.split_at_mut(half);
    search(first, &walls, pieces);
    search(second, &walls, pieces);
}

/// Those of some ends that none of some walls touches.
fn without_met<'a>(ends: &'a mut [End], walls: &[u32], pieces: &[Piece]) -> &'a mut [End] {
    for end in &mut *ends {
        let meets = |&wall: &u32| wall != end.wall && overlaps(end.at, pieces[wall as usize].wall().shape());
        end.is_met = some(walls).any(meets);
    }
    ends.sort_unstable_by_key(|end| end.is_met);
    let count = ends.partition_point(|end| !end.is_met);
    &mut ends[..count]
}

/// Every end asks every wall that may matter.
fn ask_all(ends: &mut [End], walls: &[u32], pieces: &[Piece]) {
    // A wall that seems to be near leaves fewer for all. Which one only matters to the time it takes.
    for end in &mut *ends {
        let others = some(walls).filter(|&&wall| wall != end.wall);
        let far = |wall: &u32| pieces[*wall as usize].about_squared_distance(end.at);
        if let Some(&near) = others.min_by(|a, b| far(a).total_cmp(&far(b))) {
            end.ask(near, pieces);
        }
    }
    let walls = Circle::around(ends).near(walls, pieces);
    for end in ends {
        walls.iter().for_each(|&wall| end.ask(wall, pieces));
    }
}

/// A few of some walls.
fn some(walls: &[u32]) -> impl Iterator<Item = &u32> {
    walls.iter().step_by(walls.len() / SOME + 1)
}

/// Every end and what may matter to it is in here.
struct Circle {
    middle: Point,
    radius: f64,
}

impl Circle {
    fn around(ends: &[End]) -> Circle {
        let [low, high] = corners(ends);
        let middle = Point::new(low.x / 2.0 + high.x / 2.0, low.y / 2.0 + high.y / 2.0);
        let [to_low, to_high] = [middle - low, high - middle];
        // Rounded a few times, by less than half of this each.
        let radius =
            Vec2::new(max(to_low.x, to_high.x), max(to_low.y, to_high.y)).length() * (1.0 + 8.0 * f64::EPSILON);
        let widest = ends.iter().fold(0.0, |widest, end| max(widest, end.gap()));
        let gap = if ends.len() < 3 { widest } else { min(widest, 2.0 * radius) };
        Circle { middle, radius: radius + gap }
    }

    /// The walls that may reach into it.
    fn near(&self, walls: &[u32], pieces: &[Piece]) -> Vec<u32> {
        walls.iter().copied().filter(|&wall| !pieces[wall as usize].is_beyond(self.middle, self.radius)).collect()
    }
}

/// The lower left and the upper right corner of the box of some ends.
fn corners(ends: &[End]) -> [Point; 2] {
    let start = [Point::new(f64::INFINITY, f64::INFINITY), Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY)];
    ends.iter().fold(start, |[low, high], End { at, .. }| {
        [Point::new(min(low.x, at.x), min(low.y, at.y)), Point::new(max(high.x, at.x), max(high.y, at.y))]
    })
}
