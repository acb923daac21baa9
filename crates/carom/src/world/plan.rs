//! What is next for one body? A look ahead at everything near it.

use super::cells::{Cells, NONE};
use super::meeting::{self, Flying, Meeting, Place};
use crate::bounce::{Few, Met, SideMet, leaves, within};
use crate::exact::Feature;
use crate::point::{Point, Vec2, max};
use crate::sweep::{Contact, Hit, Sweep};
use crate::walls::{View, WallId, Walls};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// The bodies of a frame, by their place in the list of all.
#[derive(Clone, Debug, Default)]
pub(super) struct Stage {
    pub(super) flying: Vec<Flying>,
    pub(super) plans: Vec<Plan>,
    pub(super) traits: Vec<Traits>,
    pub(super) ahead: Vec<Option<Ahead>>,
    pub(super) cells: Cells,
    /// Bodies much larger or faster than most: they are in no cell, and ask and are asked by everybody.
    pub(super) large: Vec<u32>,
    pub(super) has_sensors: bool,
}

/// What a body will do next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// What it meets first.
    pub(super) next: Meet,
    /// And what if the other has changed its flight by then. Whoever changes looks at this body too, so among all others
    /// nothing comes before.
    pub(super) second: Meet,
    /// How often this body has changed its flight.
    pub(super) changes: u32,
    /// When it leaves its cell, and to which.
    pub(super) cross: f64,
    pub(super) to: u32,
    /// `NONE` if it is in no cell.
    pub(super) cell: u32,
}

/// When a body meets something, and what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Meet {
    pub(super) time: f64,
    pub(super) with: With,
    /// How often the other had changed when this was found.
    pub(super) stamp: u32,
}

impl Meet {
    pub(super) const NOTHING: Meet = Meet { time: f64::INFINITY, with: With::Nothing, stamp: 0 };

    /// Of events at the same time walls come first, then bodies by id.
    #[inline(always)]
    fn is_before(&self, other: &Meet) -> bool {
        self.time < other.time || (self.time == other.time && self.with.rank() < other.with.rank())
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum With {
    Nothing,
    /// What comes after this is not known.
    Unknown,
    Wall,
    Body(u32),
    /// Another begins or ceases to overlap a sensor.
    Sensor(u32),
}

impl With {
    #[inline(always)]
    fn rank(self) -> u32 {
        match self {
            With::Wall => 0,
            With::Body(other) | With::Sensor(other) => other + 1,
            With::Nothing | With::Unknown => NONE,
        }
    }
}

/// What is asked less often.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traits {
    pub(super) mass: f64,
    pub(super) restitution: f64,
    /// When it last met something, in seconds of this frame.
    pub(super) contact: f64,
    /// The end of a path from where it is that is certified to be clear of walls.
    pub(super) checked: Option<Point>,
    /// The velocity with which it came to where it is, and how often it bounced there.
    pub(super) arrived: Vec2,
    pub(super) stuck: u32,
    /// How many contacts that take energy it had in this frame, each less than a contact time after the last.
    pub(super) recent: u32,
    /// Whether it has come to rest until the frame ends.
    pub(super) rests: bool,
    /// The last two walls along which it slid in this frame.
    pub(super) slid: [Option<WallId>; 2],
    /// Whether it has been near walls since it was last put in a place.
    pub(super) near_walls: bool,
    pub(super) meets_bodies: bool,
    pub(super) sensor: bool,
    pub(super) response: super::Response,
}

/// The wall ahead of a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ahead {
    pub(super) wall: WallId,
    pub(super) hit: Hit,
    pub(super) path: Sweep,
    /// A place beside it to which the way is clear, if one is known.
    pub(super) stop: Option<Point>,
}

/// What stands still while a frame lasts.
#[derive(Clone, Copy)]
pub(super) struct Standing<'a> {
    pub(super) walls: &'a Walls,
    /// The middle of all walls and how far they reach from there.
    pub(super) around: Option<(Point, f64)>,
    /// All walls if they are few, for bodies that have one of these bits in their mask.
    pub(super) few: Option<(&'a Few, u32)>,
    pub(super) end: f64,
    /// Pairs of a sensor and a body that overlap, by their places in the list.
    pub(super) inside: &'a BTreeSet<(u32, u32)>,
}

impl Standing<'_> {
    pub(super) fn view(&self, mask: u32) -> View<'_> {
        self.walls.only(mask)
    }

    /// What a body's move meets first, as far as that is quickly known.
    #[inline]
    fn quickly(&self, path: &Sweep, mask: u32) -> Met {
        match self.few {
            Some((few, bits)) if bits & mask != 0 => few.first(path),
            _ => Met::Doubt,
        }
    }
}

/// What a look ahead found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prediction {
    pub(super) plan: Plan,
    pub(super) checked: Option<Point>,
    pub(super) near_walls: bool,
    /// A body that it overlaps.
    pub(super) overlap: Option<u32>,
}

impl Stage {
    /// Looks at everything around a body. If a wall is next, it is noted.
    pub(super) fn predict(&self, standing: &Standing<'_>, i: u32, now: f64, ahead: &mut Option<Ahead>) -> Prediction {
        let place = self.flying[i as usize].now(now);
        let mut found = self.nothing(i, now, place);
        match self.plans[i as usize].cell {
            // A large body, or one that meets nobody.
            NONE if self.traits[i as usize].meets_bodies => {
                self.consider_all(standing, i, place, 0..self.flying.len() as u32, now, &mut found);
            }
            NONE => {}
            cell => {
                self.cells.each_near(cell, &self.flying, |j| {
                    self.consider(standing, i, place, j, now, &mut found);
                });
                if !self.large.is_empty() {
                    self.consider_all(standing, i, place, self.large.iter().copied(), now, &mut found);
                }
            }
        }
        self.finish(standing, i, now, found, ahead)
    }

    #[inline(never)]
    fn consider_all(
        &self,
        standing: &Standing<'_>,
        i: u32,
        place: Place,
        others: impl Iterator<Item = u32>,
        now: f64,
        found: &mut Prediction,
    ) {
        others.for_each(|j| self.consider(standing, i, place, j, now, found));
    }

    /// Looks at what is new when a body goes from one cell to the next; the rest is in its plan.
    pub(super) fn predict_crossing(
        &self,
        standing: &Standing<'_>,
        i: u32,
        from: u32,
        now: f64,
        ahead: &mut Option<Ahead>,
    ) -> Prediction {
        let body = &self.flying[i as usize];
        let place = body.now(now);
        let old = &self.plans[i as usize];
        let mut found = self.nothing(i, now, place);
        // Walls are looked for again.
        for meet in [old.next, old.second] {
            if meet.with != With::Wall && meet.is_before(&Meet::NOTHING) {
                self.keep(meet, &mut found);
            }
        }
        let look = |j: u32| self.consider(standing, i, place, j, now, &mut found);
        self.cells.each_new(from, old.cell, &self.flying, look);
        let found = self.finish(standing, i, now, found, ahead);
        let has_wall = |plan: &Plan| plan.next.with == With::Wall || plan.second.with == With::Wall;
        // A wall that was ahead and is not any more stood before others in the plan, which are not known.
        if has_wall(old) && !has_wall(&found.plan) { self.predict(standing, i, now, ahead) } else { found }
    }

    /// A body that is too fast for cells is asked by everybody from now on. Whether it is one.
    #[inline]
    pub(super) fn take_out_if_fast(&mut self, i: u32, now: f64) -> bool {
        let Stage { cells, flying, plans, large, .. } = self;
        let cell = plans[i as usize].cell;
        let is_too_fast = cell != NONE && cells.is_too_fast(&flying[i as usize], now);
        if is_too_fast {
            cells.take(i, cell, flying);
            plans[i as usize].cell = NONE;
            large.push(i);
        }
        is_too_fast
    }

    fn nothing(&self, i: u32, now: f64, place: Place) -> Prediction {
        let old = &self.plans[i as usize];
        let exit = match old.cell {
            NONE => None,
            cell => self.cells.exit(cell, place.at, self.flying[i as usize].flight.velocity),
        };
        let (wait, to) = exit.unwrap_or((f64::INFINITY, NONE));
        Prediction {
            plan: Plan { next: Meet::NOTHING, second: Meet::NOTHING, cross: now + wait, to, ..*old },
            checked: None,
            near_walls: false,
            overlap: None,
        }
    }

    #[inline(always)]
    fn consider(&self, standing: &Standing<'_>, i: u32, place: Place, j: u32, now: f64, found: &mut Prediction) {
        let (body, other) = (&self.flying[i as usize], &self.flying[j as usize]);
        if i == j || !body.meets(other) {
            return;
        }
        if self.has_sensors && (self.traits[i as usize].sensor || self.traits[j as usize].sensor) {
            if let Some(time) = self.sensed(standing, i, j, now) {
                self.keep(self.meet(time, With::Sensor(j), j), found);
            }
            return;
        }
        match meeting::meeting(body, place, other, now, standing.end) {
            Meeting::Never => {}
            Meeting::At(time) => self.keep(self.meet(time, With::Body(j), j), found),
            Meeting::Overlap => found.overlap = Some(j),
        }
    }

    #[inline(always)]
    fn meet(&self, time: f64, with: With, other: u32) -> Meet {
        Meet { time, with, stamp: self.plans[other as usize].changes }
    }

    #[inline(always)]
    fn keep(&self, meet: Meet, found: &mut Prediction) {
        let plan = &mut found.plan;
        if meet.is_before(&plan.next) {
            plan.second = plan.next;
            plan.next = meet;
        } else if meet.is_before(&plan.second) {
            plan.second = meet;
        }
    }

    /// When another begins or ceases to overlap a sensor.
    #[cold]
    fn sensed(&self, standing: &Standing<'_>, i: u32, j: u32, now: f64) -> Option<f64> {
        if self.traits[i as usize].sensor && self.traits[j as usize].sensor {
            return None;
        }
        let pair = if self.traits[i as usize].sensor { (i, j) } else { (j, i) };
        let (body, other) = (&self.flying[i as usize], &self.flying[j as usize]);
        meeting::change(body, other, standing.inside.contains(&pair), now, standing.end)
    }

    /// Adds what walls are ahead, and certifies the time.
    #[inline]
    fn finish(
        &self,
        standing: &Standing<'_>,
        i: u32,
        now: f64,
        mut found: Prediction,
        ahead: &mut Option<Ahead>,
    ) -> Prediction {
        let Plan { next, .. } = found.plan;
        if let With::Body(j) = next.with {
            // One that was found before is certified already, or out of date.
            if next.time <= standing.end && self.plans[i as usize].next != next {
                found.plan.next.time = self.certified(i, j, now, next.time);
            }
        }
        if self.is_near_walls(standing.walls, i) {
            self.look_for_walls(standing, i, now, &mut found, ahead);
        }
        found
    }

    /// Whether there may be a wall where a body is.
    #[inline]
    pub(super) fn is_near_walls(&self, walls: &Walls, i: u32) -> bool {
        let has_walls = || !self.cells.walls_of(self.plans[i as usize].cell).is_empty();
        !walls.is_empty() && (!self.is_in_grid(i) || has_walls())
    }

    #[inline]
    pub(super) fn is_in_grid(&self, i: u32) -> bool {
        self.plans[i as usize].cell != NONE && self.cells.is_grid()
    }

    /// A time at which two bodies that meet then still do not overlap.
    pub(super) fn certified(&self, i: u32, j: u32, now: f64, then: f64) -> f64 {
        meeting::certified(&self.flying[i as usize], &self.flying[j as usize], now, then)
    }

    #[inline(never)]
    fn look_for_walls(
        &self,
        standing: &Standing<'_>,
        i: u32,
        now: f64,
        found: &mut Prediction,
        ahead: &mut Option<Ahead>,
    ) {
        let body = &self.flying[i as usize];
        if self.traits[i as usize].sensor {
            return;
        }
        found.near_walls = true;
        let is_in_grid = self.is_in_grid(i);
        let until = if is_in_grid { found.plan.cross } else { self.past_all_walls(standing, body, now) };
        let until = if until < standing.end { until } else { standing.end };
        let target = within(body.flight.position(until));
        if target == body.flight.at {
            found.checked = Some(target);
            return;
        }
        let mut path = Sweep::moving(body.flight.at, target, body.radius);
        match standing.quickly(&path, body.mask) {
            Met::Nothing => {
                if until == standing.end {
                    found.checked = Some(target);
                }
                return;
            }
            Met::Side(SideMet { wall, t, point, normal, at }) => {
                let hit = Hit { t, point, normal, feature: Feature::Side, contact: Contact::Crosses };
                return self.keep_wall(i, now, until, found, ahead, Ahead { wall, hit, path, stop: Some(at) });
            }
            Met::Doubt => {}
        }
        let view = standing.view(body.mask);
        let ask = |path: &Sweep| {
            if is_in_grid {
                view.first_stop_among(self.cells.walls_of(found.plan.cell), path)
            } else {
                view.first_stop(path)
            }
        };
        let mut first = ask(&path);
        // A body that leaves a wall may seem to meet it, as the end of its way is rounded. A little aside it does not.
        for hairs in [1.0, 8.0, 64.0, 512.0] {
            let Some((wall, hit)) = first else { break };
            let leaves = standing.walls.get(wall).map(|wall| {
                leaves(&wall, hit.feature, body.flight.at, body.flight.velocity) != core::cmp::Ordering::Less
            });
            if leaves != Some(true) {
                break;
            }
            let unit = f64::EPSILON * max(max(target.x.abs(), target.y.abs()), body.radius);
            path = Sweep::moving(body.flight.at, within(target + hit.normal * (hairs * unit)), body.radius);
            first = ask(&path);
        }
        let target = path.end();
        match first {
            // In a grid only the walls of this cell were asked.
            None if until == standing.end && !is_in_grid => found.checked = Some(target),
            None => {}
            Some((wall, hit)) => {
                self.keep_wall(i, now, until, found, ahead, Ahead { wall, hit, path, stop: None });
            }
        }
    }

    /// Notes a wall that is met before some time.
    #[inline]
    fn keep_wall(&self, i: u32, now: f64, until: f64, found: &mut Prediction, ahead: &mut Option<Ahead>, wall: Ahead) {
        let since = self.flying[i as usize].flight.since;
        let time = since + wall.hit.t * (until - since);
        let time = if time < now { now } else { time };
        self.keep(Meet { time, with: With::Wall, stamp: 0 }, found);
        if With::Wall == found.plan.next.with || With::Wall == found.plan.second.with {
            *ahead = Some(wall);
        }
    }

    /// A time at which a body that meets no wall before is past all of them.
    fn past_all_walls(&self, standing: &Standing<'_>, body: &Flying, now: f64) -> f64 {
        let Some((middle, reach)) = standing.around else { return standing.end };
        let speed = body.flight.velocity.length();
        let beyond = 2.0 * ((middle - body.flight.at).length() + reach + body.radius) / speed;
        // From where it is in flight, which may be nearer.
        let time = body.flight.since + beyond;
        if time > now { time } else { standing.end }
    }
}
