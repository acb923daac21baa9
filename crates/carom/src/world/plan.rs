//! What is next for one body? A look ahead at everything near it.
//!
//! Times in a plan are early ones: nothing happens before them. They say whom to ask next; what happens, and in which order, is
//! decided by exact times (`due.rs`).

use super::crowds::Kind;
use super::due::{Partner, Plan, Planned};
use super::fleet::box_around;
use super::meeting::{self, Meeting, Sensed};
use super::near::{self, Asking, List, Nearest};
use super::pairs::{Flying, Place};
use super::slots::NONE;
use super::stage::{Ahead, Scenery, Stage};
use crate::bounce::{Met, within};
use crate::exact::Feature;
use crate::exact::encounter::{Blocker, Encounter};
use crate::exact::flight::Flight;
use crate::point::{Point, Vec2, max, min};
use crate::sweep::Sweep;
use crate::walls::{Stopping, Walls};

/// What a look ahead found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prediction {
    pub(super) plan: Plan,
    pub(super) checked: Option<Point>,
    pub(super) near_walls: bool,
    /// Whether walls that move may be in its way.
    pub(super) near_moving: bool,
    /// A body that it overlaps.
    pub(super) overlap: Option<u32>,
}

impl Prediction {
    /// Takes something into the plan if it comes first or second.
    #[inline(always)]
    fn keep(&mut self, planned: Planned) {
        self.plan.keep(planned);
    }
}

impl Stage {
    /// Looks at everything around a body. If a wall is next, it is noted.
    pub(super) fn predict(&self, scenery: &Scenery<'_>, i: u32, ahead: &mut Option<Ahead>) -> Prediction {
        if !self.states[i as usize].meets_bodies {
            return self.predict_alone(scenery, i, ahead);
        }
        let mut look = Look::of(self, scenery, i);
        look.around();
        if self.cells.has_crowds() {
            self.each_of_crowds(i, None, |j| look.at(j));
        }
        look.at_listed();
        look.for_walls(ahead);
        if scenery.fleet.is_some() {
            self.add_moving_ahead(scenery, i, &mut look.found);
        }
        look.found
    }

    /// The first look of a body in a frame. One that is beside a few looks at these; where no wall that moves is near, it looks for none.
    pub(super) fn predict_first(&self, scenery: &Scenery<'_>, i: u32, ahead: &mut Option<Ahead>) -> Prediction {
        let Some(others) = self.ways.beside(i) else { return self.predict(scenery, i, ahead) };
        let mut look = Look::of(self, scenery, i);
        others.for_each(|j| look.at(j));
        look.at_listed();
        if scenery.fleet.is_some() && !self.ways.is_far_from_moving(i) {
            self.add_moving_ahead(scenery, i, &mut look.found);
        }
        look.found
    }

    /// Adds the walls that move into a body's way, or it into theirs.
    fn add_moving_ahead(&self, scenery: &Scenery<'_>, i: u32, found: &mut Prediction) {
        found.near_moving = !self.is_far_from_moving(scenery, i)
            && self.each_moving_ahead(scenery, i, |planned, _| found.keep(planned));
    }

    /// Whether a body's way until the frame ends is where no wall that moves comes.
    #[inline]
    fn is_far_from_moving(&self, scenery: &Scenery<'_>, i: u32) -> bool {
        let Flying { ref flight, radius, .. } = self.flying[i as usize];
        let around = box_around([flight.at, within(flight.position(scenery.end))], radius);
        self.taken.is_free(around.min(), around.max())
    }

    /// Shows the walls that move into a body's way, or it into theirs, with exact times. Whether there are any near it, but for those that it clearly passes by.
    #[inline(never)]
    pub(super) fn each_moving_ahead(
        &self,
        scenery: &Scenery<'_>,
        i: u32,
        mut show: impl FnMut(Planned, Encounter),
    ) -> bool {
        let body = &self.flying[i as usize];
        let (Some(fleet), false) = (scenery.fleet, self.states[i as usize].sensor) else { return false };
        let ends = [body.flight.at, within(body.flight.position(scenery.end))];
        let mut are_near = false;
        fleet.each_near(ends, body.radius, |wall| {
            if !self.has_shape(i) && fleet.passes_by(wall, &body.flight, body.radius, scenery.end) {
                return;
            }
            are_near = true;
            if let Some(encounter) = self.encounter_with_moving(scenery, i, wall) {
                let time = max(encounter.time(encounter.estimate()), 0.0);
                show(Planned { time, with: Partner::Moving(wall), stamp: 0 }, encounter);
            }
        });
        are_near
    }

    /// When a body meets a wall that moves.
    pub(super) fn encounter_with_moving(&self, scenery: &Scenery<'_>, i: u32, wall: u32) -> Option<Encounter> {
        let (body, id, fleet) = (&self.flying[i as usize], self.ids[i as usize], scenery.fleet?);
        if self.has_shape(i) {
            let met = fleet.stops_form(wall, [id, body.mask], &self.form_of(scenery, i))?;
            return Some(Encounter::Touch(met.touching));
        }
        let (blocker, _) = fleet.stops(wall, id, body.mask, &body.flight, body.radius)?;
        Some(blocker.moving_encounter(&body.flight, body.radius, &fleet.walls[wall as usize].shape.drift))
    }

    /// The same for a body that meets nobody.
    fn predict_alone(&self, scenery: &Scenery<'_>, i: u32, ahead: &mut Option<Ahead>) -> Prediction {
        let mut found =
            Prediction { plan: Plan::NONE, checked: None, near_walls: false, near_moving: false, overlap: None };
        if !scenery.walls.is_empty() && !self.states[i as usize].sensor {
            found.near_walls = true;
            let (time, wall) = self.wall_ahead(scenery, i, &Plan::NONE, &mut found.checked);
            if wall.is_some() {
                found.plan.next = Planned { time, with: Partner::Wall, stamp: 0 };
                *ahead = wall;
            }
        }
        if scenery.fleet.is_some() {
            self.add_moving_ahead(scenery, i, &mut found);
        }
        found
    }

    /// The same for two bodies that have just met, if that is simple: there are no walls near, everybody meets everybody, and that they
    /// part is plain, so that neither need look at the other. What both look at is looked at together.
    pub(super) fn predict_both(&self, scenery: &Scenery<'_>, [i, j]: [u32; 2]) -> Option<[Prediction; 2]> {
        let are_simple = self.is_plain()
            && ![i, j].iter().any(|&k| self.plans[k as usize].cell == NONE || self.is_near_walls(scenery.walls, k))
            && meeting::part(&self.flying[i as usize], &self.flying[j as usize], self.now);
        if !are_simple {
            return None;
        }
        let mut first = Look::of(self, scenery, i);
        let mut second = Look::of(self, scenery, j);
        for look in [&mut first, &mut second] {
            if !self.cells.list_near(look.found.plan.cell, &mut look.list, [i, j]) {
                return None;
            }
        }
        let times = [self.now, scenery.end];
        let [nearest, other] = near::nearest(&self.flying, [first.asking(), second.asking()], times);
        first.begin_with(&nearest);
        second.begin_with(&other);
        if scenery.fleet.is_some() {
            self.add_moving_ahead(scenery, i, &mut first.found);
            self.add_moving_ahead(scenery, j, &mut second.found);
        }
        Some([first.found, second.found])
    }

    /// Looks at what is new when a body goes from one cell to the next; the rest is in its plan.
    pub(super) fn predict_crossing(
        &self,
        scenery: &Scenery<'_>,
        i: u32,
        from: u32,
        ahead: &mut Option<Ahead>,
    ) -> Prediction {
        let old = &self.plans[i as usize];
        let mut look = Look::of(self, scenery, i);
        // Walls are looked for again.
        for meet in [old.next, old.second] {
            if meet.with != Partner::Wall && meet.time < f64::INFINITY {
                look.found.keep(meet);
            }
        }
        self.cells.each_new(from, old.cell, |j| look.at(j));
        if self.cells.has_crowds() {
            self.each_of_crowds(i, Some(from), |j| look.at(j));
        }
        look.at_listed();
        look.for_walls(ahead);
        let has_wall = |plan: &Plan| plan.next.with == Partner::Wall || plan.second.with == Partner::Wall;
        // A wall that was ahead and is not any more stood before others in the plan, which are not known.
        if has_wall(old) && !has_wall(&look.found.plan) { self.predict(scenery, i, ahead) } else { look.found }
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
                self.cells.each_near(cell, &mut show);
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
        self.cells.each_of_crowds(cell, from, is_passed, show);
    }

    #[inline(always)]
    fn meet(&self, time: f64, with: Partner, other: u32) -> Planned {
        Planned { time, with, stamp: self.flying[other as usize].changes }
    }

    /// When a body begins or ceases to overlap a sensor, and a time before that.
    #[cold]
    pub(super) fn sensing(&self, scenery: &Scenery<'_>, i: u32, sensor: u32) -> Option<(f64, Encounter)> {
        if self.has_shape_of(i, sensor) {
            return self.sensing_of_forms(scenery, i, sensor);
        }
        let (inside, stamp) = self.sensed.get(&(sensor, i)).copied().unwrap_or((false, None));
        let sensed = Sensed { inside, unchanged: stamp == Some(self.flying[i as usize].changes) };
        meeting::change(&self.flying[sensor as usize], &self.flying[i as usize], sensed, self.now, scenery.end)
    }

    /// Whether there may be a wall where a body is.
    #[inline]
    pub(super) fn is_near_walls(&self, walls: &Walls, i: u32) -> bool {
        let has_walls = || self.cells.has_walls(self.plans[i as usize].cell);
        !walls.is_empty() && (!self.is_in_grid(i) || has_walls())
    }

    #[inline]
    pub(super) fn is_in_grid(&self, i: u32) -> bool {
        self.plans[i as usize].cell != NONE && self.cells.is_grid()
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
        let until = if is_in_grid { min(scenery.end, plan.cross) } else { self.until_past_all_walls(scenery, body) };
        if self.has_shape(i) {
            return self.wall_ahead_of_form(scenery, i, plan, until);
        }
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
    pub(super) fn encounter_with_wall(&self, scenery: &Scenery<'_>, i: u32) -> Option<Encounter> {
        let (body, ahead) = (&self.flying[i as usize], self.ahead[i as usize].as_ref()?);
        if self.has_shape(i) {
            return Some(Encounter::Touch(self.met_wall_of_form(scenery, i, ahead.wall)?.touching));
        }
        Some(ahead.blocker.encounter(&body.flight, body.radius))
    }

    /// A time at which a body that meets no wall before is past all of them, or the frame's end if that is not after it.
    fn until_past_all_walls(&self, scenery: &Scenery<'_>, body: &Flying) -> f64 {
        let Some((middle, reach)) = scenery.around else { return scenery.end };
        let Flight { velocity, since, .. } = body.flight;
        // One that does not come as far as the walls reach needs no root.
        if (velocity.x.abs() + velocity.y.abs()) * (scenery.end - since) < reach {
            return scenery.end;
        }
        let speed = velocity.length();
        let beyond = 2.0 * ((middle - body.flight.at).length() + reach + body.radius) / speed;
        // From where it is in flight, which may be nearer.
        let time = since + beyond;
        if time > self.now && time < scenery.end { time } else { scenery.end }
    }
}

/// Notes when a body meets another.
fn note(found: &mut Prediction, stage: &Stage, j: u32, meeting: Meeting) {
    match meeting {
        Meeting::Never => {}
        Meeting::At(time) => found.keep(stage.meet(time, Partner::Body(j), j)),
        Meeting::Overlap => found.overlap = Some(j),
    }
}

/// A look ahead of one body, while it lasts.
struct Look<'a> {
    stage: &'a Stage,
    scenery: &'a Scenery<'a>,
    i: u32,
    place: Place,
    /// Those who are to be looked at.
    list: List,
    found: Prediction,
}

impl<'a> Look<'a> {
    #[inline(always)]
    fn of(stage: &'a Stage, scenery: &'a Scenery<'a>, i: u32) -> Look<'a> {
        let (body, old) = (&stage.flying[i as usize], &stage.plans[i as usize]);
        let place = body.now(stage.now);
        let (wait, to) = match old.cell {
            NONE => (f64::INFINITY, NONE),
            cell => stage.cells.exit(cell, place.at, body.flight.velocity),
        };
        let (next, second) = (Planned::NOTHING, Planned::NOTHING);
        let plan = Plan { next, second, cross: stage.now + wait, to, cell: old.cell };
        let near_moving = stage.near_moving.get(i as usize) == Some(&true);
        let found = Prediction { plan, checked: None, near_walls: false, near_moving, overlap: None };
        Look { stage, scenery, i, place, list: List::new(), found }
    }

    /// Lists everybody whom the body may meet.
    #[inline(always)]
    fn around(&mut self) {
        let Look { stage, i, .. } = *self;
        let cell = stage.plans[i as usize].cell;
        if !(cell != NONE && stage.is_plain() && stage.cells.list_near(cell, &mut self.list, [i; 2])) {
            stage.each_near(i, |j| self.at(j));
        }
    }

    /// Looks at somebody, or does so later.
    #[inline]
    fn at(&mut self, j: u32) {
        let Stage { flying, states, has_sensors, .. } = self.stage;
        if self.i == j || !flying[self.i as usize].meets(&flying[j as usize]) {
            return;
        }
        if *has_sensors && states[j as usize].sensor {
            if let Some((time, _)) = self.stage.sensing(self.scenery, self.i, j) {
                self.found.keep(self.stage.meet(time, Partner::Sensor(j), j));
            }
        } else if self.stage.has_shape_of(self.i, j) {
            let meeting = self.stage.meeting_of_forms(self.scenery, self.i, j);
            self.note(j, meeting);
        } else if self.list.push(j) {
            self.at_listed();
            self.list.clear();
        }
    }

    /// Looks at all who are listed.
    #[inline]
    fn at_listed(&mut self) {
        if !self.list.is_empty() {
            let times = [self.stage.now, self.scenery.end];
            let [nearest] = near::nearest(&self.stage.flying, [self.asking()], times);
            self.keep(&nearest);
        }
    }

    #[inline(always)]
    fn asking(&self) -> Asking<'_> {
        Asking { body: &self.stage.flying[self.i as usize], place: self.place, list: &self.list }
    }

    /// The same as [`Look::keep`] while nothing is known: whether there is somebody cannot be foreseen, so there are no branches.
    #[inline(always)]
    fn begin_with(&mut self, nearest: &Nearest) {
        let stage = self.stage;
        let planned = |(time, j): (f64, u32)| {
            let with = if time < f64::INFINITY { Partner::Body(j) } else { Partner::Nothing };
            stage.meet(time, with, j)
        };
        (self.found.plan.next, self.found.plan.second) = (planned(nearest.first), planned(nearest.second));
        if nearest.doubts != 0 {
            self.at_those_in_doubt(nearest.doubts);
        }
    }

    #[inline(always)]
    fn keep(&mut self, nearest: &Nearest) {
        let stage = self.stage;
        for (time, j) in [nearest.first, nearest.second] {
            if time < f64::INFINITY {
                self.found.keep(stage.meet(time, Partner::Body(j), j));
            }
        }
        if nearest.doubts != 0 {
            self.at_those_in_doubt(nearest.doubts);
        }
    }

    #[cold]
    #[inline(never)]
    fn at_those_in_doubt(&mut self, doubts: u32) {
        let Look { stage, i, place, scenery, .. } = *self;
        self.list.each(doubts, |j| {
            let (body, other) = (&stage.flying[i as usize], &stage.flying[j as usize]);
            let meeting = meeting::in_doubt(body, place, other, stage.now, scenery.end);
            note(&mut self.found, stage, j, meeting);
        });
    }

    fn note(&mut self, j: u32, meeting: Meeting) {
        note(&mut self.found, self.stage, j, meeting);
    }

    /// Adds what walls are ahead.
    #[inline]
    fn for_walls(&mut self, ahead: &mut Option<Ahead>) {
        if self.stage.is_near_walls(self.scenery.walls, self.i) {
            self.for_walls_nearby(ahead);
        }
    }

    #[inline(never)]
    fn for_walls_nearby(&mut self, ahead: &mut Option<Ahead>) {
        let Look { stage, scenery, i, ref mut found, .. } = *self;
        if stage.states[i as usize].sensor {
            return;
        }
        found.near_walls = true;
        let (time, wall) = stage.wall_ahead(scenery, i, &found.plan, &mut found.checked);
        if let Some(wall) = wall {
            found.keep(Planned { time, with: Partner::Wall, stamp: 0 });
            if Partner::Wall == found.plan.next.with || Partner::Wall == found.plan.second.with {
                *ahead = Some(wall);
            }
        }
    }
}
