//! What is next for one body? A look ahead at everything near it.
//!
//! Times in a plan are early ones: nothing happens before them. They say whom to ask next; what happens, and in which order, is
//! decided by exact times (`due.rs`).

use super::calendar::NONE;
use super::cells::Cells;
use super::crowds::Kind;
use super::due::Due;
use super::meeting::{self, Flying, Meeting, Place, Sensed};
use super::props::Props;
use crate::bounce::{Few, Met, Slides, within};
use crate::exact::Feature;
use crate::exact::encounter::{Blocker, Encounter};
use crate::point::{Point, Vec2};
use crate::sweep::Sweep;
use crate::walls::{Stopping, View, WallId, Walls};
use alloc::collections::BTreeMap;
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
    /// What sensors know of bodies, by their places in the list: whether one is inside, and how often it had changed its flight when
    /// that was found out.
    pub(super) sensed: BTreeMap<(u32, u32), (bool, Option<u32>)>,
    /// What comes next, the first last.
    pub(super) queue: Vec<Due>,
    /// Bodies whose plans are made anew when the queue is empty.
    pub(super) waiting: Vec<u32>,
    /// What bodies leant on in the last frame, and what they lean on now, if on anything.
    pub(super) leant: BTreeMap<u32, Props>,
    pub(super) leans: BTreeMap<u32, Props>,
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

/// When a body meets something at the earliest, and what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Meet {
    pub(super) time: f64,
    pub(super) with: With,
    /// How often the other had changed when this was found.
    pub(super) stamp: u32,
}

impl Meet {
    pub(super) const NOTHING: Meet = Meet { time: f64::INFINITY, with: With::Nothing, stamp: 0 };
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum With {
    Nothing,
    /// What comes after this is not known.
    Unknown,
    Wall,
    Body(u32),
    /// A sensor that the body begins or ceases to overlap.
    Sensor(u32),
}

/// What is asked less often.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traits {
    pub(super) mass: f64,
    pub(super) restitution: f64,
    /// What its velocity lacks: less than half a unit in its last place, kept so that a heavy body feels many light ones.
    pub(super) low: Vec2,
    /// When it last met something, in seconds of this frame.
    pub(super) contact: f64,
    /// The end of a path from where it is that is certified to be clear of walls.
    pub(super) checked: Option<Point>,
    /// The direction in which it came to where it is, and how often it bounced there.
    pub(super) arrived: Vec2,
    pub(super) stuck: u32,
    /// How many contacts that take energy it had in this frame, each less than a contact time after the last.
    pub(super) recent: u32,
    /// Whether it has come to rest until the frame ends.
    pub(super) rests: bool,
    /// Along which walls it slid in this frame.
    pub(super) slides: Slides,
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
    /// What of it is in the way.
    pub(super) blocker: Blocker,
    pub(super) feature: Feature,
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
}

impl<'a> Standing<'a> {
    pub(super) fn view(&self, mask: u32) -> View<'a> {
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
        self.each_near(i, |j| self.consider(standing, i, place, j, now, &mut found));
        if self.cells.has_crowds() {
            found = self.consider_crowds(standing, i, None, now, found);
        }
        self.finish(standing, i, now, &mut found, ahead);
        found
    }

    /// Shows everybody whom a body may meet. A sensor meets nobody: others meet it.
    #[inline(always)]
    pub(super) fn each_near(&self, i: u32, mut show: impl FnMut(u32)) {
        if self.has_sensors && self.traits[i as usize].sensor {
            return;
        }
        match self.plans[i as usize].cell {
            // A large body, or one that meets nobody.
            NONE if self.traits[i as usize].meets_bodies => (0..self.flying.len() as u32).for_each(show),
            NONE => {}
            cell => {
                self.cells.each_near(cell, &self.flying, &mut show);
                if !self.large.is_empty() {
                    self.large.iter().copied().for_each(show);
                }
            }
        }
    }

    /// Shows everybody of a crowd whom a body may meet; if it has come from another cell, only those who are new.
    pub(super) fn each_of_crowds(&self, i: u32, from: Option<u32>, show: impl FnMut(u32)) {
        let (body, cell) = (&self.flying[i as usize], self.plans[i as usize].cell);
        if cell == NONE || self.traits[i as usize].sensor {
            return;
        }
        let twins = self.cells.twins_of(i);
        let is_passed = |number: u32, kind: &Kind| !kind.meets(body) || twins == Some(number);
        self.cells.each_of_crowds(cell, from, &self.flying, is_passed, show);
    }

    #[cold]
    #[inline(never)]
    fn consider_crowds(
        &self,
        standing: &Standing<'_>,
        i: u32,
        from: Option<u32>,
        now: f64,
        mut found: Prediction,
    ) -> Prediction {
        let place = self.flying[i as usize].now(now);
        self.each_of_crowds(i, from, |j| self.consider(standing, i, place, j, now, &mut found));
        found
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
            if meet.with != With::Wall && meet.time < f64::INFINITY {
                self.keep(meet, &mut found);
            }
        }
        let look = |j: u32| self.consider(standing, i, place, j, now, &mut found);
        self.cells.each_new(from, old.cell, &self.flying, look);
        if self.cells.has_crowds() {
            found = self.consider_crowds(standing, i, Some(from), now, found);
        }
        self.finish(standing, i, now, &mut found, ahead);
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

    #[inline(always)]
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
        if self.has_sensors && self.traits[j as usize].sensor {
            if let Some((time, _)) = self.sensing(standing, i, j, now) {
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
        if meet.time < plan.next.time {
            plan.second = plan.next;
            plan.next = meet;
        } else if meet.time < plan.second.time {
            plan.second = meet;
        }
    }

    /// When a body begins or ceases to overlap a sensor, and a time before that.
    #[cold]
    pub(super) fn sensing(&self, standing: &Standing<'_>, i: u32, sensor: u32, now: f64) -> Option<(f64, Encounter)> {
        let (inside, stamp) = self.sensed.get(&(sensor, i)).copied().unwrap_or((false, None));
        let sensed = Sensed { inside, unchanged: stamp == Some(self.plans[i as usize].changes) };
        meeting::change(&self.flying[sensor as usize], &self.flying[i as usize], sensed, now, standing.end)
    }

    /// Adds what walls are ahead.
    #[inline]
    fn finish(&self, standing: &Standing<'_>, i: u32, now: f64, found: &mut Prediction, ahead: &mut Option<Ahead>) {
        if self.is_near_walls(standing.walls, i) {
            self.look_for_walls(standing, i, now, found, ahead);
        }
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

    #[inline(never)]
    fn look_for_walls(
        &self,
        standing: &Standing<'_>,
        i: u32,
        now: f64,
        found: &mut Prediction,
        ahead: &mut Option<Ahead>,
    ) {
        if self.traits[i as usize].sensor {
            return;
        }
        found.near_walls = true;
        let (time, wall) = self.wall_ahead(standing, i, now, &found.plan, &mut found.checked);
        if let Some(wall) = wall {
            self.keep(Meet { time, with: With::Wall, stamp: 0 }, found);
            if With::Wall == found.plan.next.with || With::Wall == found.plan.second.with {
                *ahead = Some(wall);
            }
        }
    }

    /// The wall that stops a body first if nothing else does, and a time that is not after that. Where nothing is found up to the
    /// frame's end the way to the place of then may be certified.
    pub(super) fn wall_ahead(
        &self,
        standing: &Standing<'_>,
        i: u32,
        now: f64,
        plan: &Plan,
        checked: &mut Option<Point>,
    ) -> (f64, Option<Ahead>) {
        let body = &self.flying[i as usize];
        if body.flight.velocity == Vec2::default() {
            *checked = Some(body.flight.at);
            return (f64::INFINITY, None);
        }
        let is_in_grid = self.is_in_grid(i);
        let until = if is_in_grid { plan.cross } else { self.past_all_walls(standing, body, now) };
        let until = if until < standing.end { until } else { standing.end };
        let target = within(body.flight.position(until));
        let path = Sweep::moving(body.flight.at, target, body.radius);
        match standing.quickly(&path, body.mask) {
            Met::Nothing => {
                if until == standing.end {
                    *checked = Some(target);
                }
                return (f64::INFINITY, None);
            }
            Met::Side(met) => {
                let time = met.time(body.flight.since, until);
                let (blocker, stop) = (Blocker::Line(met.ends), Some(met.at));
                let ahead = Ahead { wall: met.wall, blocker, feature: Feature::Side, stop };
                return (if time < now { now } else { time }, Some(ahead));
            }
            Met::Doubt => {}
        }
        let view = standing.view(body.mask);
        let found = if is_in_grid {
            view.stop_of_flight_among(self.cells.walls_of(plan.cell), &body.flight, &path)
        } else {
            view.stop_of_flight(&body.flight, &path)
        };
        let Some(Stopping { wall, blocker, feature, time }) = found else { return (f64::INFINITY, None) };
        (time, Some(Ahead { wall, blocker, feature, stop: None }))
    }

    /// When a body meets the wall ahead of it.
    #[inline]
    pub(super) fn encounter_with_wall(&self, i: u32) -> Option<Encounter> {
        let (body, ahead) = (&self.flying[i as usize], self.ahead[i as usize].as_ref()?);
        Some(ahead.blocker.encounter(&body.flight, body.radius))
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
