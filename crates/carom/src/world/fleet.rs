//! The walls that move in a frame: which of them are near a body, which stops it, and whether it keeps clear of them.

use super::group::{Group, GroupId, LARGER};
use crate::aabb::Aabb;
use crate::bounce::within;
use crate::box_grid::BoxGrid;
use crate::box_tree::BoxTree;
use crate::exact::drift::{Drift, Drifting};
use crate::exact::encounter::Blocker;
use crate::exact::flight::Flight;
use crate::exact::forms::{Form, Forms, Met};
use crate::exact::stopping::stopped_by_moving;
use crate::exact::{Feature, Side};
use crate::float;
use crate::point::{Point, Vec2, max, min};
use crate::walls::Wall;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// Up to so many are looked at one by one.
const FEW: usize = 16;

/// All walls of all groups, as they move in a frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Fleet {
    pub(super) walls: Vec<Moving>,
    /// Around each on its way through the frame.
    boxes: Vec<Aabb>,
    index: Index,
    /// What one of the indices is made of, kept for the next frame.
    grid: BoxGrid,
    /// How each group moves, by its number.
    pub(super) drifts: Vec<Option<Drift>>,
    /// Bodies and groups that do not see each other, by ids.
    passing: BTreeSet<(u32, u32)>,
    /// A unit in the last place of the largest of all numbers.
    pub(super) unit: f64,
}

/// How boxes near another are found.
#[derive(Clone, Debug, Default)]
enum Index {
    /// They are few.
    #[default]
    None,
    Grid,
    /// They are too uneven for a grid.
    Tree(BoxTree),
}

/// One of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moving {
    pub(super) group: GroupId,
    /// Which of the group's walls it is.
    pub(super) number: u32,
    pub(super) shape: Drifting,
    pub(super) wall: Wall,
}

impl Fleet {
    /// Takes the groups of a world, for a frame of so many seconds. Whether there are any.
    pub(super) fn renew(&mut self, groups: &[Option<Group>], passing: &BTreeSet<(u32, u32)>, end: f64) -> bool {
        let Fleet { walls, boxes, drifts, .. } = self;
        let mut largest = 0.0;
        walls.clear();
        boxes.clear();
        for (id, group) in (0..).zip(groups).filter_map(|(id, group)| Some((id, group.as_ref()?))) {
            let drift = group.drift();
            for (number, wall) in (0..).zip(group.walls()) {
                let shape = group.drifting(wall);
                let Drifting { ends: [a, b], radius, .. } = shape;
                let way = drift.velocity * end;
                let size = [a.x, a.y, b.x, b.y, drift.offset.x, drift.offset.y, way.x, way.y];
                let size = size.iter().fold(radius, |sum, x| sum + x.abs());
                largest = max(largest, size);
                let [before, after] =
                    [0.0, end].map(|time| Aabb::of_ends([drift.moved(a, time), drift.moved(b, time)]));
                boxes.push(before.union(&after).grown(min(radius + LARGER * size, f64::MAX)));
                walls.push(Moving { group: GroupId(id), number, shape, wall: *wall });
            }
        }
        if walls.is_empty() && groups.iter().all(Option::is_none) {
            return false;
        }
        drifts.clear();
        drifts.extend(groups.iter().map(|group| group.as_ref().map(Group::drift)));
        self.index = match walls.len() {
            ..=FEW => Index::None,
            _ if self.grid.renew(boxes) => Index::Grid,
            _ => Index::Tree(BoxTree::new(boxes)),
        };
        self.unit = min(largest, f64::MAX) * f64::EPSILON;
        self.passing.clone_from(passing);
        true
    }

    /// The walls that a disc may touch on its way from one place to another, in any order.
    pub(super) fn each_near(&self, [from, to]: [Point; 2], radius: f64, mut visit: impl FnMut(u32)) {
        let around = box_around([from, to], radius);
        match &self.index {
            Index::Grid => self.grid.overlapping(&around, |wall| visit(wall as u32)),
            Index::Tree(tree) => tree.overlapping(&around, &mut |wall| visit(wall as u32)),
            Index::None => {
                let near = self.boxes.iter().enumerate().filter(|(_, other)| other.overlaps_box(&around));
                near.for_each(|(wall, _)| visit(wall as u32));
            }
        }
    }

    /// Around each wall on its way through the frame.
    pub(super) fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    /// Whether a disc in flight may touch a wall before the frame ends, or a little aside of where it flies.
    pub(super) fn is_near(&self, flight: &Flight, radius: f64, end: f64) -> bool {
        let mut is_near = false;
        let ends = [flight.at, within(flight.position(end))];
        self.each_near(ends, radius, |wall| is_near = is_near || !self.passes_by(wall, flight, radius, end));
        is_near
    }

    /// Whether a disc in flight clearly stays on one side of a wall until the frame ends, so far from it that it does not touch it either if both are put in places near by.
    ///
    /// That is as far as boxes are larger than what they are around, of all numbers of the body and of the whole fleet.
    #[inline]
    pub(super) fn passes_by(&self, wall: u32, flight: &Flight, radius: f64, end: f64) -> bool {
        let shape = &self.walls[wall as usize].shape;
        let room = [LARGER, self.unit / f64::EPSILON];
        shape.is_beside_by(room, radius, (flight.at, flight.since), (flight.position(end), shape.drift, end))
    }

    /// Whether and with what a wall stops a body in flight.
    pub(super) fn stops(
        &self,
        wall: u32,
        id: u32,
        mask: u32,
        flight: &Flight,
        radius: f64,
    ) -> Option<(Blocker, Feature)> {
        let moving = &self.walls[wall as usize];
        if !self.is_seen(moving, id, mask) || moving.lets_pass(flight.at, flight.since) {
            return None;
        }
        stopped_by_moving(flight, radius, &moving.shape)
    }

    /// Whether and where a wall stops a form in flight.
    pub(super) fn stops_form(&self, wall: u32, [id, mask]: [u32; 2], form: &Form<'_>) -> Option<Met> {
        let moving = &self.walls[wall as usize];
        let forms = Forms::of(*form, moving.form());
        if !self.is_seen(moving, id, mask) || moving.lets_form_pass(&forms, form) {
            return None;
        }
        forms.meet(form.flight.since)
    }

    /// Whether a form that goes from its place to another keeps clear of all walls, as [`Fleet::is_clear`].
    pub(super) fn is_form_clear(
        &self,
        [id, mask]: [u32; 2],
        form: &Form<'_>,
        reach: f64,
        to: (Point, f64),
        settled: &[Vec2],
    ) -> bool {
        let mut is_clear = true;
        self.each_near([form.flight.at, to.0], reach, |wall| {
            let moving = &self.walls[wall as usize];
            let forms = Forms::of(*form, moving.form());
            if is_clear && self.is_seen(moving, id, mask) && !moving.lets_form_pass(&forms, form) {
                let (drift, time) = match settled.get(moving.group.index()) {
                    Some(&offset) => (Drift::at(offset), 0.0),
                    None => (moving.shape.drift, to.1),
                };
                is_clear = forms.are_clear(form.flight.since, to.0, &drift.flight(), time);
            }
        });
        is_clear
    }

    /// Whether a body that goes from its place to another keeps clear of all walls: in the same time they go on, or to where their groups settle.
    pub(super) fn is_clear(
        &self,
        [id, mask]: [u32; 2],
        flight: &Flight,
        radius: f64,
        to: (Point, f64),
        settled: &[Vec2],
    ) -> bool {
        let mut is_clear = true;
        self.each_near([flight.at, to.0], radius, |wall| {
            let moving = &self.walls[wall as usize];
            if is_clear && self.is_seen(moving, id, mask) && !moving.lets_pass(flight.at, flight.since) {
                let (drift, time) = match settled.get(moving.group.index()) {
                    Some(&offset) => (Drift::at(offset), 0.0),
                    None => (moving.shape.drift, to.1),
                };
                is_clear = moving.shape.is_clear(radius, (flight.at, flight.since), (to.0, drift, time));
            }
        });
        is_clear
    }

    fn is_seen(&self, moving: &Moving, id: u32, mask: u32) -> bool {
        moving.wall.mask() & mask != 0 && (self.passing.is_empty() || !self.passing.contains(&(id, moving.group.0)))
    }

    /// Where groups may be put when a frame ends: where they exactly are, rounded, and then ever further back.
    pub(super) fn settlings(&self, drift: &Drift, end: f64) -> impl Iterator<Item = Vec2> + use<> {
        let Drift { offset, velocity } = *drift;
        let goal = offset + velocity * end;
        let (unit, finite) = (self.unit, goal.x.is_finite() && goal.y.is_finite());
        let toward = |x: f64| f64::from(u8::from(x > 0.0)) - f64::from(u8::from(x < 0.0));
        let back = Vec2::new(toward(velocity.x), toward(velocity.y)) * -unit;
        let steps = (0..14).map(move |power| if power == 0 { 0.0 } else { float::power_of_two(power - 1) });
        let steps = steps.map(move |step| goal + back * step).filter(move |_| finite);
        steps.chain([offset])
    }
}

/// The box around a disc on its way from one place to another, and somewhat larger.
#[inline(always)]
pub(super) fn box_around([from, to]: [Point; 2], radius: f64) -> Aabb {
    let size = [from.x, from.y, to.x, to.y].iter().fold(radius, |sum, x| sum + x.abs());
    Aabb::of_ends([from, to]).grown(min(radius + LARGER * size, f64::MAX))
}

impl Moving {
    /// It as a form.
    pub(super) fn form(&self) -> Form<'_> {
        let Drifting { ends, radius, drift } = &self.shape;
        let vertices = if ends[0] == ends[1] { &ends[..1] } else { &ends[..] };
        Form { vertices, radius: *radius, flight: drift.flight() }
    }

    /// Whether it can be touched from one side only, and nothing of a form begins there.
    fn lets_form_pass(&self, forms: &Forms<'_>, form: &Form<'_>) -> bool {
        let is_segment = self.shape.ends[0] != self.shape.ends[1];
        let is_in_front = |&vertex: &Point| forms.side(vertex, form.flight.since) == self.wall.side();
        self.wall.side() != Side::On && is_segment && !form.vertices.iter().any(is_in_front)
    }

    /// Whether it can be touched from one side only, and a body begins on the other.
    fn lets_pass(&self, at: Point, time: f64) -> bool {
        let is_segment = self.shape.ends[0] != self.shape.ends[1];
        self.wall.side() != Side::On && is_segment && self.shape.side(at, time) != self.wall.side()
    }
}
