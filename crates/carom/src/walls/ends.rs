//! What is near to many ends of walls? Found for all of them together.
//!
//! Ends are divided in two, again and again, and each part takes along only the walls that may matter to it: of three ends or
//! more each has another's wall within the diameter of their circle, so what is further away does not matter. Walls that
//! are close together, as that part sees it, are taken along as one. What is left at last is decided exactly, pair by pair.

use super::bounds::Bounds;
use super::wall::{StoredWall, bounds_of, is_box_beyond};
use crate::exact::Feature;
use crate::intersect::intersects;
use crate::nearest::distance;
use crate::point::{Point, Vec2, max, min};
use alloc::vec::Vec;

/// Up to so many ends are not divided.
const UNDIVIDED_ENDS: usize = 8;

/// Where there are too many walls for each end, about so many are sampled.
const SAMPLED_WALLS: usize = 32;

/// An end of a wall, and what is known of the other walls near it.
#[derive(Clone, Copy)]
pub(super) struct End {
    pub(super) wall: u32,
    pub(super) end: Feature,
    pub(super) at: Point,
    /// Whether another wall touches it; then the nearest does not matter.
    pub(super) is_met: bool,
    /// The nearest of the others that were tested, and how far away it is, rounded toward zero; of equal ones the lowest id.
    pub(super) nearest: Option<(u32, f64)>,
    /// There is another wall within this distance.
    within: f64,
}

impl End {
    /// `None` if the wall is a circle.
    pub(super) fn of(wall: u32, end: Feature, stored: &[StoredWall]) -> Option<End> {
        let segment = &stored[wall as usize];
        let at = if end == Feature::A { segment.a() } else { segment.b() };
        segment.is_segment().then_some(End { wall, end, at, is_met: false, nearest: None, within: f64::INFINITY })
    }

    /// What is further away than this does not matter.
    fn reach(&self) -> f64 {
        self.nearest.map_or(self.within, |(_, gap)| min(self.within, gap))
    }

    fn test(&mut self, id: u32, stored: &[StoredWall]) {
        let wall = &stored[id as usize];
        if self.is_met || id == self.wall || wall.is_beyond(self.at, self.reach()) {
            return;
        }
        let gap = distance(self.at, wall.wall().shape());
        self.is_met = gap == 0.0 && intersects(self.at, wall.wall().shape());
        if self.nearest.is_none_or(|(other, least)| gap < least || (gap == least && id < other)) {
            self.nearest = Some((id, gap));
        }
    }
}

/// Finds the nearest other wall of each end, or some wall that touches it.
pub(super) fn search(ends: &mut [End], walls: Vec<u32>, stored: &[StoredWall]) {
    if let Some((groups, all)) = Groups::of(walls, stored) {
        groups.divide(ends, &[all]);
    }
}

/// Walls in an order that puts near ones next to each other, and boxes around all of them, around both halves, and so on
/// down to single walls: always the box of a group first, then those of its first half, then those of the second.
struct Groups<'a> {
    walls: Vec<u32>,
    boxes: Vec<Bounds<f64>>,
    stored: &'a [StoredWall],
}

/// Walls next to each other, by their places, and the number of their box.
#[derive(Clone, Copy)]
struct Group {
    start: usize,
    len: usize,
    number: usize,
}

impl Group {
    fn halves(self) -> [Group; 2] {
        let Group { start, len, number } = self;
        let half = len / 2;
        // The first half has 2 · half − 1 boxes.
        [
            Group { start, len: half, number: number + 1 },
            Group { start: start + half, len: len - half, number: number + 2 * half },
        ]
    }
}

impl Groups<'_> {
    /// `None` if there are no walls.
    fn of(mut walls: Vec<u32>, stored: &[StoredWall]) -> Option<(Groups<'_>, Group)> {
        let all = Group { start: 0, len: walls.len(), number: 0 };
        let mut boxes = Vec::with_capacity(2 * walls.len());
        if walls.is_empty() {
            return None;
        }
        arrange(&mut walls, &mut boxes, stored);
        Some((Groups { walls, boxes, stored }, all))
    }

    fn divide(&self, ends: &mut [End], groups: &[Group]) {
        if ends.is_empty() {
            return;
        }
        let groups = self.near(&Circle::around(ends), groups);
        // Of many walls for each end, a few show that some touch it, or that most do not matter.
        let is_crowded = 4 * ends.len() < groups.len();
        let ends = if is_crowded { self.without_met(ends, &groups) } else { ends };
        if ends.len() <= UNDIVIDED_ENDS {
            self.test_all(ends, &groups);
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
        self.divide(first, &groups);
        self.divide(second, &groups);
    }

    /// What may reach into a circle, in groups that are small beside it.
    fn near(&self, circle: &Circle, groups: &[Group]) -> Vec<Group> {
        let (mut near, mut open) = (Vec::new(), groups.to_vec());
        while let Some(group) = open.pop() {
            let bounds = self.boxes[group.number];
            if group.len == 1 {
                if !self.first(group).is_beyond(circle.middle, circle.radius) {
                    near.push(group);
                }
            } else if !is_box_beyond(bounds, circle.middle, circle.radius) {
                let is_small = 4.0 * ((bounds.max_x - bounds.min_x) + (bounds.max_y - bounds.min_y)) < circle.radius;
                if is_small { near.push(group) } else { open.extend(group.halves()) }
            }
        }
        near
    }

    /// Lets every end look at a few walls, and leaves out those that one of these touches.
    fn without_met<'a>(&self, ends: &'a mut [End], groups: &[Group]) -> &'a mut [End] {
        let few: Vec<Group> = groups.iter().copied().step_by(groups.len() / SAMPLED_WALLS + 1).collect();
        for end in &mut *ends {
            if let Some(near) = self.guess(end, &few) {
                let wall = self.first(near);
                end.is_met = intersects(end.at, wall.wall().shape());
                end.within = min(end.within, wall.surely_within(end.at));
            }
        }
        ends.sort_unstable_by_key(|end| end.is_met);
        let count = ends.partition_point(|end| !end.is_met);
        &mut ends[..count]
    }

    /// Tests every end with every wall that may matter to it.
    fn test_all(&self, ends: &mut [End], groups: &[Group]) {
        for end in &mut *ends {
            if let Some(near) = self.guess(end, groups) {
                end.test(self.walls[near.start], self.stored);
            }
        }
        let groups = self.near(&Circle::around(ends), groups);
        let mut open = Vec::new();
        for end in ends {
            open.extend_from_slice(&groups);
            while let Some(group) = open.pop() {
                if group.len == 1 {
                    end.test(self.walls[group.start], self.stored);
                } else if !is_box_beyond(self.boxes[group.number], end.at, end.reach()) {
                    open.extend(group.halves());
                }
            }
        }
    }

    /// A group whose first wall seems to be nearest. Which one only matters to the time that the rest takes.
    fn guess(&self, end: &End, groups: &[Group]) -> Option<Group> {
        let others = groups.iter().filter(|group| self.walls[group.start] != end.wall);
        let far = others.map(|&group| (group, self.first(group).about_squared_distance(end.at)));
        far.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(near, _)| near)
    }

    fn first(&self, group: Group) -> &StoredWall {
        &self.stored[self.walls[group.start] as usize]
    }
}

/// Puts walls in order and their boxes into a list.
fn arrange(walls: &mut [u32], boxes: &mut Vec<Bounds<f64>>, stored: &[StoredWall]) {
    let all = bounds_of(stored, walls);
    boxes.push(all);
    if 1 < walls.len() {
        let is_wide = all.max_y - all.min_y < all.max_x - all.min_x;
        let center = |wall: &u32| {
            let Bounds { min_x, max_x, min_y, max_y } = stored[*wall as usize].bounds();
            if is_wide { min_x / 2.0 + max_x / 2.0 } else { min_y / 2.0 + max_y / 2.0 }
        };
        let half = walls.len() / 2;
        walls.select_nth_unstable_by(half, |a, b| center(a).total_cmp(&center(b)));
        let (first, second) = walls.split_at_mut(half);
        arrange(first, boxes, stored);
        arrange(second, boxes, stored);
    }
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
        let widest = ends.iter().fold(0.0, |widest, end| max(widest, end.reach()));
        let gap = if ends.len() < 3 { widest } else { min(widest, 2.0 * radius) };
        Circle { middle, radius: radius + gap }
    }
}

/// The lower left and the upper right corner of the box of some ends.
fn corners(ends: &[End]) -> [Point; 2] {
    let start = [Point::new(f64::INFINITY, f64::INFINITY), Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY)];
    ends.iter().fold(start, |[low, high], End { at, .. }| {
        [Point::new(min(low.x, at.x), min(low.y, at.y)), Point::new(max(high.x, at.x), max(high.y, at.y))]
    })
}
