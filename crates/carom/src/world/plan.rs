//! What is next for one body? A look ahead at everything near it.
//!
//! Times in a plan are early ones: nothing happens before them. They say whom to ask next; what happens, and in which order, is
//! decided by exact times (`due.rs`).

use super::calendar::NONE;
use super::crowds::Kind;
use super::due::{Partner, Planned};
use super::meeting::{self, Flying, Meeting, Place, Sensed};
use super::stage::{Ahead, Plan, Scenery, Stage};
use crate::bounce::{Met, within};
use crate::exact::Feature;
use crate::exact::encounter::{Blocker, Encounter};
use crate::point::{Point, Vec2};
use crate::sweep::Sweep;
use crate::walls::{Stopping, Walls};

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
    pub(super) fn predict(&self, scenery: &Scenery<'_>, i: u32, ahead: &mut Option<Ahead>) -> Prediction {
        let place = self.flying[i as usize].now(self.now);
        let mut found = self.nothing(i, place);
        self.each_near(i, |j| self.consider(scenery, i, place, j, &mut found));
        if self.cells.has_crowds() {
            found = self.consider_crowds(scenery, i, None, found);
        }
        self.finish(scenery, i, &mut found, ahead);
        found
    }

    /// Shows everybody whom a body may meet. A sensor meets nobody: others meet it.
    #[inline(always)]
    pub(super) fn each_near(&self, i: u32, mut show: impl FnMut(u32)) {
        if self.has_sensors && self.states[i as usize].sensor {
            return;
        }
        match self.plans[i as usize].cell {
            // A large body, or one that meets nobody.
            NONE if self.states[i as usize].meets_bodies => (0..self.flying.len() as u32).for_each(show),
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
        if cell == NONE || self.states[i as usize].sensor {
            return;
        }
        let twins = self.cells.twins_of(i);
        let is_passed = |number: u32, kind: &Kind| !kind.meets(body) || twins == Some(number);
        self.cells.each_of_crowds(cell, from, &self.flying, is_passed, show);
    }

    #[cold]
    #[inline(never)]
    fn consider_crowds(&self, scenery: &Scenery<'_>, i: u32, from: Option<u32>, mut found: Prediction) -> Prediction {
        let place = self.flying[i as usize].now(self.now);
        self.each_of_crowds(i, from, |j| self.consider(scenery, i, place, j, &mut found));
        found
    }

    /// Looks at what is new when a body goes from one cell to the next; the rest is in its plan.
    pub(super) fn predict_crossing(
        &self,
        scenery: &Scenery<'_>,
        i: u32,
        from: u32,
        ahead: &mut Option<Ahead>,
    ) -> Prediction {
        let body = &self.flying[i as usize];
        let place = body.now(self.now);
        let old = &self.plans[i as usize];
        let mut found = self.nothing(i, place);
        // Walls are looked for again.
        for meet in [old.next, old.second] {
            if meet.with != Partner::Wall && meet.time < f64::INFINITY {
                self.keep(meet, &mut found);
            }
        }
        let look = |j: u32| self.consider(scenery, i, place, j, &mut found);
        self.cells.each_new(from, old.cell, &self.flying, look);
        if self.cells.has_crowds() {
            found = self.consider_crowds(scenery, i, Some(from), found);
        }
        self.finish(scenery, i, &mut found, ahead);
        let has_wall = |plan: &Plan| plan.next.with == Partner::Wall || plan.second.with == Partner::Wall;
        // A wall that was ahead and is not any more stood before others in the plan, which are not known.
        if has_wall(old) && !has_wall(&found.plan) { self.predict(scenery, i, ahead) } else { found }
    }

    #[inline(always)]
    fn nothing(&self, i: u32, place: Place) -> Prediction {
        let old = &self.plans[i as usize];
        let exit = match old.cell {
            NONE => None,
            cell => self.cells.exit(cell, place.at, self.flying[i as usize].flight.velocity),
        };
        let (wait, to) = exit.unwrap_or((f64::INFINITY, NONE));
        Prediction {
            plan: Plan { next: Planned::NOTHING, second: Planned::NOTHING, cross: self.now + wait, to, ..*old },
            checked: None,
            near_walls: false,
            overlap: None,
        }
    }

    #[inline(always)]
    fn consider(&self, scenery: &Scenery<'_>, i: u32, place: Place, j: u32, found: &mut Prediction) {
        let (body, other) = (&self.flying[i as usize], &self.flying[j as usize]);
        if i == j || !body.meets(other) {
            return;
        }
        if self.has_sensors && self.states[j as usize].sensor {
            if let Some((time, _)) = self.sensing(scenery, i, j) {
                self.keep(self.meet(time, Partner::Sensor(j), j), found);
            }
            return;
        }
        match meeting::meeting(body, place, other, self.now, scenery.end) {
            Meeting::Never => {}
            Meeting::At(time) => self.keep(self.meet(time, Partner::Body(j), j), found),
            Meeting::Overlap => found.overlap = Some(j),
        }
    }

    #[inline(always)]
    fn meet(&self, time: f64, with: Partner, other: u32) -> Planned {
        Planned { time, with, stamp: self.plans[other as usize].changes }
    }

    #[inline(always)]
    fn keep(&self, planned: Planned, found: &mut Prediction) {
        let plan = &mut found.plan;
        if planned.time < plan.next.time {
            plan.second = plan.next;
            plan.next = planned;
        } else if planned.time < plan.second.time {
            plan.second = planned;
        }
    }

    /// When a body begins or ceases to overlap a sensor, and a time before that.
    #[cold]
    pub(super) fn sensing(&self, scenery: &Scenery<'_>, i: u32, sensor: u32) -> Option<(f64, Encounter)> {
        let (inside, stamp) = self.sensed.get(&(sensor, i)).copied().unwrap_or((false, None));
        let sensed = Sensed { inside, unchanged: stamp == Some(self.plans[i as usize].changes) };
        meeting::change(&self.flying[sensor as usize], &self.flying[i as usize], sensed, self.now, scenery.end)
    }

    /// Adds what walls are ahead.
    #[inline]
    fn finish(&self, scenery: &Scenery<'_>, i: u32, found: &mut Prediction, ahead: &mut Option<Ahead>) {
        if self.is_near_walls(scenery.walls, i) {
            self.look_for_walls(scenery, i, found, ahead);
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
    fn look_for_walls(&self, scenery: &Scenery<'_>, i: u32, found: &mut Prediction, ahead: &mut Option<Ahead>) {
        if self.states[i as usize].sensor {
            return;
        }
        found.near_walls = true;
        let (time, wall) = self.wall_ahead(scenery, i, &found.plan, &mut found.checked);
        if let Some(wall) = wall {
            self.keep(Planned { time, with: Partner::Wall, stamp: 0 }, found);
            if Partner::Wall == found.plan.next.with || Partner::Wall == found.plan.second.with {
                *ahead = Some(wall);
            }
        }
    }

    /// The wall that stops a body first if nothing else does, and a time that is not after that. Where nothing is found up to the
    /// frame's end the path to the place of then may be certified.
    pub(super) fn wall_ahead(
        &self,
        scenery: &Scenery<'_>,
        i: u32,
        plan: &Plan,
        checked: &mut Option<Point>,
    ) -> (f64, Option<Ahead>) {
        let body = &self.flying[i as usize];
        if body.flight.velocity == Vec2::default() {
            *checked = Some(body.flight.at);
            return (f64::INFINITY, None);
        }
        let is_in_grid = self.is_in_grid(i);
        let until = if is_in_grid { plan.cross } else { self.past_all_walls(scenery, body) };
        let until = if until < scenery.end { until } else { scenery.end };
        let target = within(body.flight.position(until));
        let path = Sweep::moving(body.flight.at, target, body.radius);
        match scenery.quickly(&path, body.mask) {
            Met::Nothing => {
                if until == scenery.end {
                    *checked = Some(target);
                }
                return (f64::INFINITY, None);
            }
            Met::Side(met) => {
                let time = met.time(body.flight.since, until);
                let (blocker, stop) = (Blocker::Line(met.ends), Some(met.at));
                let ahead = Ahead { wall: met.wall, blocker, feature: Feature::Side, stop };
                return (if time < self.now { self.now } else { time }, Some(ahead));
            }
            Met::Doubt => {}
        }
        let view = scenery.view(body.mask);
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
    fn past_all_walls(&self, scenery: &Scenery<'_>, body: &Flying) -> f64 {
        let Some((middle, reach)) = scenery.around else { return scenery.end };
        let speed = body.flight.velocity.length();
        let beyond = 2.0 * ((middle - body.flight.at).length() + reach + body.radius) / speed;
        // From where it is in flight, which may be nearer.
        let time = body.flight.since + beyond;
        if time > self.now { time } else { scenery.end }
    }
}
