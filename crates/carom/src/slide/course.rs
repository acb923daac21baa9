//! The course of one slide, piece by piece.

use super::meet::{Met, Slider};
use super::settings::Slide;
use super::slid::{Slid, SlideContact, SlideEnding, Surface};
use crate::bounce::{finite, within};
use crate::exact::dot_sign;
use crate::point::{Point, Vec2, max};
use crate::response::slide;
use crate::walls::Moving;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// What may follow once it is known that there is more: the piece to a wall, the three of a step, and the snap at the end.
const LAST_PIECES: usize = 5;

/// How much of the way ahead a step takes, which may lead beyond the stair to one that is too high: the first of these that ends on floor.
const STRIDES: [f64; 4] = [1.0, 0.5, 0.25, 0.125];

pub(super) struct Course<'a, M> {
    slider: Slider<'a, M>,
    at: Point,
    /// Where it would go now.
    target: Point,
    velocity: Vec2,
    path: Vec<Point>,
    contacts: Vec<SlideContact>,
    /// Whether it walks on floor: the rest of its motion goes along one, or did so last.
    walks: bool,
    /// The walls it met since it last moved.
    here: Vec<Met>,
}

impl<'a, M: Moving> Course<'a, M> {
    pub(super) fn new(slider: Slider<'a, M>) -> Course<'a, M> {
        let (at, target) = (slider.mover.start(), slider.mover.end());
        let (velocity, path) = (finite(target - at), vec![at]);
        Course { slider, at, target, velocity, path, contacts: Vec::new(), walks: false, here: Vec::new() }
    }

    pub(super) fn run(mut self) -> Slid {
        if let Some(wall) = self.start_in_wall() {
            return self.report(None, SlideEnding::Stuck { wall });
        }
        let may_snap = self.find_ground();
        let ending = loop {
            if let Some(ending) = self.piece() {
                break ending;
            }
        };
        let ground = self.settle(may_snap).or_else(|| self.wedged(&ending));
        self.report(ground, ending)
    }

    fn start_in_wall(&self) -> Option<crate::walls::WallId> {
        let stands = self.slider.mover.on(self.at, self.at);
        stands.first_stop_looking_among(self.slider.view).map(|(wall, _)| wall)
    }

    /// One that stands on floor and does not go up walks on it from the start. Whether it may be kept on the ground at last.
    fn find_ground(&mut self) -> bool {
        let Slide { up, step_height, snap, .. } = self.slider.settings;
        let (start, end, tip) = (self.at, self.target, Point::new(up.x, up.y));
        let goes_up = dot_sign(start, end, Point::default(), tip) == Ordering::Greater;
        if up == Vec2::default() || goes_up {
            return false;
        }
        let is_asked = step_height > 0.0 || snap > 0.0;
        if let Some(floor) = if is_asked { self.slider.floor_below(self.at, 0.0) } else { None } {
            let rest = self.target - self.at;
            self.go(floor.contact.at);
            self.contacts.push(floor.contact);
            self.walk(&floor, finite(rest));
            self.here.push(floor);
        }
        snap > 0.0
    }

    /// Goes on to the next wall and turns there, or says how the slide ends.
    fn piece(&mut self) -> Option<SlideEnding> {
        if self.target == self.at {
            return Some(SlideEnding::Completed);
        }
        if self.pieces_left() < LAST_PIECES || self.contacts.len() >= Slide::MAX_PIECES {
            return Some(SlideEnding::PieceLimit);
        }
        let is_known = |met: &Met| self.here.iter().any(|other| other.contact.wall == met.contact.wall);
        let Some(met) = self.slider.meet(self.at, self.target, is_known) else {
            self.go(self.target);
            return Some(SlideEnding::Completed);
        };
        let is_again = is_known(&met) && !self.slider.has_moved(self.at, met.contact.at);
        self.go(met.contact.at);
        let rest = finite(self.target - self.at);
        let is_obstacle = met.rolled.is_some() || matches!(met.contact.kind, Surface::Wall | Surface::Slope);
        if is_obstacle && self.walks && self.step(rest) {
            return None;
        }
        let met = if met.rolled.is_some() && self.walks { self.as_it_faces(met) } else { met };
        self.contacts.push(met.contact);
        if is_again {
            return Some(self.ends_in_corner(&met));
        }
        self.turn(&met, rest)
    }

    /// An end that cannot be rolled over after all.
    fn as_it_faces(&self, met: Met) -> Met {
        let kind = self.slider.kind(&met.facing);
        Met { contact: SlideContact { kind, ..met.contact }, rolled: None, ..met }
    }

    /// What becomes of the rest at a wall.
    fn turn(&mut self, met: &Met, rest: Vec2) -> Option<SlideEnding> {
        let SlideContact { wall, normal, kind, .. } = met.contact;
        if kind == Surface::Floor {
            self.walk(met, rest);
        } else {
            self.target = self.ahead(self.along(rest, normal, kind));
            self.velocity = self.along(self.velocity, normal, kind);
            self.walks = self.walks && self.target == self.at;
        }
        if let Some(other) = self.leads_into(met) {
            self.velocity = Vec2::default();
            self.target = self.at;
            return Some(SlideEnding::Corner { walls: [other, wall] });
        }
        self.here.push(*met);
        let is_blocked = self.target == self.at && kind != Surface::Floor;
        is_blocked.then_some(SlideEnding::Blocked { wall })
    }

    /// The rest goes along a floor, as far as it went along one before, or as it goes sideways.
    fn walk(&mut self, floor: &Met, rest: Vec2) {
        let side = self.slider.up.normal();
        // Over an end it goes on sideways, and steps where it is met.
        let along = if floor.rolled.is_some() { side } else { floor.contact.normal.normal() };
        let aside = rest.dot(side);
        let length = if self.walks { rest.length() } else { aside.abs() };
        self.target = self.ahead(along * if aside < 0.0 { -length } else { length });
        self.velocity = finite(side * self.velocity.dot(side)).canonical();
        self.walks = true;
    }

    /// What a wall leaves of a vector: nothing that leads into it, and no more upward than there was, or nothing for one that walks. Nobody who falls holds fast to a
    /// slope by running against it: what leads sideways into it ends there, as at a wall, and the fall goes on along it.
    fn along(&self, vector: Vec2, normal: Vec2, kind: Surface) -> Vec2 {
        let (up, side) = (self.slider.up, self.slider.up.normal());
        let falls = !self.walks && vector.dot(up) < 0.0;
        let is_held = falls && kind == Surface::Slope && vector.dot(side) * normal.dot(side) < 0.0;
        let vector = if is_held { up * vector.dot(up) } else { vector };
        let slid = finite(slide(vector, normal));
        let (rise, allowed) = (slid.dot(up), if self.walks { 0.0 } else { max(vector.dot(up), 0.0) });
        if rise > allowed { (slid * (allowed / rise)).canonical() } else { slid.canonical() }
    }

    /// The wall met here before that the way along another one leads into, by exact signs of both normals.
    fn leads_into(&self, met: &Met) -> Option<crate::walls::WallId> {
        let way = self.target - self.at;
        // The way along the wall with its normal n is n turned left or right; it leads into a wall with the normal m if it
        // makes a blunt angle with m, which is the sign of n × m, or the other one.
        let leftward = met.contact.normal.cross(way);
        let blunt = if leftward > 0.0 { Ordering::Less } else { Ordering::Greater };
        let is_in_the_way = |other: &&Met| leftward != 0.0 && met.facing.cross_sign(&other.facing) == blunt;
        self.here.iter().find(is_in_the_way).map(|other| other.contact.wall)
    }

    /// It met the same wall again without having moved.
    fn ends_in_corner(&mut self, met: &Met) -> SlideEnding {
        let wall = met.contact.wall;
        self.velocity = Vec2::default();
        let other = self.here.iter().rev().map(|other| other.contact.wall).find(|&other| other != wall);
        other.map_or(SlideEnding::Blocked { wall }, |other| SlideEnding::Corner { walls: [other, wall] })
    }

    /// Steps up, on and down onto a floor; whether there is one.
    fn step(&mut self, rest: Vec2) -> bool {
        let Slider { up, settings: Slide { step_height, .. }, .. } = self.slider;
        if step_height == 0.0 {
            return false;
        }
        let side = up.normal();
        let onward = side * if rest.dot(side) < 0.0 { -rest.length() } else { rest.length() };
        let raised = self.slider.reach(self.at, within(self.at + up * step_height));
        let target = within(raised + onward);
        let ahead = self.slider.reach(raised, target);
        if !self.slider.has_moved(raised, ahead) {
            return false;
        }
        let height = (raised - self.at).dot(up);
        // An end is as high as a stair from where the step begins.
        let is_low = |floor: &Met| floor.rolled.is_none_or(|end| self.slider.is_low(end, self.at));
        let landing = |part: f64| {
            let ahead = self.slider.reach(raised, within(raised + (ahead - raised) * part));
            self.slider.floor_below(ahead, height).filter(is_low).map(|floor| (ahead, floor))
        };
        let Some((ahead, floor)) = STRIDES.into_iter().find_map(landing) else { return false };
        [raised, ahead, floor.contact.at].into_iter().for_each(|at| self.go(at));
        self.contacts.push(floor.contact);
        self.walk(&floor, finite(target - ahead));
        self.here.clear();
        self.here.push(floor);
        true
    }

    /// The floor it stands on at last; down to it, if it is kept on the ground.
    fn settle(&mut self, may_snap: bool) -> Option<SlideContact> {
        let Slide { up, snap, .. } = self.slider.settings;
        if up == Vec2::default() {
            return None;
        }
        let snaps = may_snap && self.walks;
        let floor = self.slider.floor_below(self.at, if snaps { snap } else { 0.0 })?;
        if snaps {
            self.go(floor.contact.at);
        }
        Some(SlideContact { at: self.at, ..floor.contact })
    }

    /// What one stands on that fell into the corner of a slope and something else: there is no way further down.
    fn wedged(&self, ending: &SlideEnding) -> Option<SlideContact> {
        let SlideEnding::Corner { walls } = *ending else { return None };
        let (start, end) = (self.slider.mover.start(), self.slider.mover.end());
        let Slide { up, .. } = self.slider.settings;
        let falls = dot_sign(start, end, Point::default(), Point::new(up.x, up.y)) == Ordering::Less;
        let is_slope = |contact: &&SlideContact| contact.kind == Surface::Slope && walls.contains(&contact.wall);
        let slope = self.contacts.iter().rev().find(is_slope).filter(|_| falls)?;
        Some(SlideContact { at: self.at, ..*slope })
    }

    /// Moves on along a piece that is clear.
    fn go(&mut self, to: Point) {
        if to == self.at {
            return;
        }
        if self.slider.has_moved(self.at, to) {
            self.here.clear();
        }
        self.at = to;
        self.path.push(to);
    }

    fn ahead(&self, by: Vec2) -> Point {
        within(self.at + finite(by))
    }

    fn pieces_left(&self) -> usize {
        (Slide::MAX_PIECES + 1).saturating_sub(self.path.len())
    }

    fn report(self, ground: Option<SlideContact>, ending: SlideEnding) -> Slid {
        let Course { at: end, path, contacts, velocity, .. } = self;
        Slid { end, path, contacts, ground, velocity, ending }
    }
}
