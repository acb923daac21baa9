//! How a sliding body meets a wall: which way it faces, what kind of surface it is, and where the body stops beside it.

use super::settings::Slide;
use super::slid::{SlideContact, Surface};
use crate::bounce::{Aside, HARDLY_MOVED, STEPS_ASIDE, facing_of, within};
use crate::exact::{Facing, Feature, dot_sign};
use crate::float;
use crate::point::{Point, Vec2, max, min};
use crate::sweep::{Hit, MoverPart};
use crate::walls::{Moving, View, Wall};
use core::cmp::Ordering;

/// A floor is never so steep that the gap above it, measured upward, is more than so many times what it is across.
const MAX_STEEPNESS: f64 = 1_048_576.0;

/// Who slides, among which walls and how: what does not change during a slide.
pub(super) struct Slider<'a, M> {
    pub(super) view: View<'a>,
    /// The mover, on any path.
    pub(super) mover: M,
    pub(super) settings: Slide,
    /// Up, of length 1, rounded; zero if there is none.
    pub(super) up: Vec2,
    /// A unit in the last place of the largest number of the move.
    pub(super) unit: f64,
}

/// A wall that stops a body.
#[derive(Clone, Copy)]
pub(super) struct Met {
    pub(super) contact: SlideContact,
    pub(super) facing: Facing,
    /// An end that a round body rolls over, as over a stair. It is a floor then, whichever way it faces.
    pub(super) rolled: Option<Point>,
}

impl<'a, M: Moving> Slider<'a, M> {
    pub(super) fn new(view: View<'a>, mover: M, settings: Slide) -> Slider<'a, M> {
        let sizes = [mover.start().x, mover.start().y, mover.end().x, mover.end().y, mover.size()];
        let largest = sizes.iter().fold(0.0, |largest, size| max(largest, size.abs()));
        // A power of two, so that gaps in one place are the same number.
        let unit = if largest > 0.0 { float::power_of_two_near(largest) * f64::EPSILON } else { 0.0 };
        let unit = max(unit, f64::from_bits(1));
        Slider { view, mover, settings, up: settings.up.normalized(), unit }
    }

    /// The first wall on a straight way, and where the body stops beside it; `None` if the way is clear.
    ///
    /// A body that is about as far from the wall already as it stops beside it stays where it is, unless `is_known` says that
    /// it did so before.
    pub(super) fn meet(&self, from: Point, to: Point, is_known: impl Fn(&Met) -> bool) -> Option<Met> {
        let path = self.mover.on(from, to);
        let (id, hit) = path.first_stop_looking_among(self.view)?;
        let wall = self.view.walls().get(id)?;
        let ideal = path.place_of(&hit);
        let facing = facing_of(&path, &wall, &hit, ideal);
        let rolled = self.rolled_end(&wall, &hit, ideal);
        let kind = if rolled.is_some() { Surface::Floor } else { self.kind(&facing) };
        let contact = SlideContact { wall: id, at: from, point: hit.point, normal: hit.normal, kind };
        let met = Met { contact, facing, rolled };
        let (gap, height) = (STEPS_ASIDE[0] * self.unit, (from - ideal).dot(hit.normal));
        let is_there = 0.5 * gap <= height && height <= 2.0 * gap;
        if is_there && !is_known(&met) {
            return Some(met);
        }
        let aside = Aside { ideal, way: self.aside(kind, hit.normal), unit: self.unit };
        let at = self.view.stop_beside(&path, &hit, aside, |_| true).at;
        Some(Met { contact: SlideContact { at, ..contact }, ..met })
    }

    /// Above floors, so that nothing that stands on a slope is moved along it; else away from the wall.
    fn aside(&self, kind: Surface, normal: Vec2) -> Vec2 {
        match kind {
            Surface::Floor => self.up * min(1.0 / normal.dot(self.up).abs(), MAX_STEEPNESS),
            _ => normal,
        }
    }

    /// The end of a wall that is touched by what is round, if it is low enough to be rolled over.
    fn rolled_end(&self, wall: &Wall, hit: &Hit, at: Point) -> Option<Point> {
        let wall = wall.segment()?;
        let end = match (hit.feature, hit.mover) {
            (Feature::Side, _) | (_, MoverPart::Edge(_)) => return None,
            (Feature::A, _) => wall.a(),
            (Feature::B, _) => wall.b(),
        };
        self.is_low(end, at).then_some(end)
    }

    /// Whether an end of a wall is no higher than a stair may be above the lowest point of a mover in a place that is round there.
    pub(super) fn is_low(&self, end: Point, at: Point) -> bool {
        let Slide { up, step_height, .. } = self.settings;
        let (vertices, radius) = self.mover.core();
        if radius == 0.0 || step_height == 0.0 {
            return false;
        }
        let tip = Point::new(up.x, up.y);
        let is_lower = |p: Point, q: Point| dot_sign(q, p, Point::default(), tip) == Ordering::Less;
        let lowest = vertices.iter().fold(vertices[0], |lowest, &p| if is_lower(p, lowest) { p } else { lowest });
        let from_there = Facing::away(at, end, Point::new(-lowest.x, -lowest.y));
        from_there.is_no_higher(up, [step_height, radius])
    }

    /// What a wall is that faces so.
    pub(super) fn kind(&self, facing: &Facing) -> Surface {
        let Slide { up, max_slope, .. } = self.settings;
        let is_flat = || facing.is_within(up, [max_slope.rise(), max_slope.run()]);
        match facing.height(up) {
            Ordering::Equal => Surface::Wall,
            Ordering::Greater => {
                if is_flat() {
                    Surface::Floor
                } else {
                    Surface::Slope
                }
            }
            Ordering::Less => {
                if is_flat() {
                    Surface::Ceiling
                } else {
                    Surface::Wall
                }
            }
        }
    }

    /// The floor below, if the first thing below is one, and no further away from one that stands than so much.
    pub(super) fn floor_below(&self, from: Point, distance: f64) -> Option<Met> {
        let to = within(from - self.up * (distance + self.contact_distance()));
        let met = if to == from { None } else { self.meet(from, to, |_| false) };
        met.filter(|met| met.contact.kind == Surface::Floor)
    }

    /// A body that is no further than this above a floor stands on it: four gaps above the steepest.
    fn contact_distance(&self) -> f64 {
        let (rise, run) = (self.settings.max_slope.rise(), self.settings.max_slope.run());
        let steepness = Vec2::new(rise, run).length() / run;
        HARDLY_MOVED * self.unit * if steepness < MAX_STEEPNESS { steepness } else { MAX_STEEPNESS }
    }

    /// As far as the way is clear.
    pub(super) fn reach(&self, from: Point, to: Point) -> Point {
        let path = self.mover.on(from, to);
        path.first_stop_looking_among(self.view).map_or(to, |(_, hit)| {
            let aside = Aside { ideal: path.place_of(&hit), way: hit.normal, unit: self.unit };
            self.view.stop_beside(&path, &hit, aside, |_| true).at
        })
    }

    /// Whether it has gone further than steps aside lead.
    pub(super) fn has_moved(&self, from: Point, to: Point) -> bool {
        let motion = to - from;
        motion.x.abs() + motion.y.abs() > HARDLY_MOVED * self.unit
    }
}
