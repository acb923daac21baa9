//! Two discs meet, and all that there is near them are other discs: nearly every collision in a gas.
//!
//! Then all that happens to them can be found out before anything is written: where they are put, how they go on, and what they meet next. It is what
//! [`FrameRun::collide`] does, by the same formulas in the same order and so with the same bits, but in one go, compiled for the machine's vectors, and with the two
//! bodies in registers instead of looking them up a dozen times. Whatever is not so simple is left to `collide`: walls near by, sensors,
//! groups, shapes, gates, friction, a loss of speed, rest, and whatever floats cannot tell. It finds everything as it was.

use super::contact::{TIRED, are_plainly_parting, pushed, shares_of_masses};
use super::due::{Partner, Plan, Planned};
use super::event::{Event, EventKind, OtherBody};
use super::frame::FrameRun;
use super::meeting;
use super::near::{Asking, Fill, List, Nearest, NearestOf};
use super::pairs::{Flying, Place};
use super::placing::{Beside, is_far_off};
use super::slots::NONE;
use super::stage::{BodyState, Scenery, Stage};
use crate::bounce::within;
use crate::exact::flight::Flight;
use crate::point::{Point, Vec2, max};
use crate::simd::{self, Kernel, Machine};

impl FrameRun<'_> {
    /// Sees to two bodies that meet, the one with the lower id first, if that is simple. Whether it is; if not, nothing is changed.
    #[inline]
    pub(super) fn collide_quickly(&mut self, i: u32, j: u32) -> bool {
        let stage = &*self.stage;
        let has_discs_alone = stage.is_plain() && stage.leans.is_empty() && self.log.gates.is_empty();
        if !has_discs_alone || self.scenery.fleet.is_some() || stage.watches_pressed() {
            return false;
        }
        simd::run(Quickly { run: self, i, j })
    }

    /// Takes over how two bodies fly on that were in some places when they met, and tells of it.
    #[inline(always)]
    fn part(&mut self, [i, j]: [u32; 2], beside: &Beside, [a, b]: [&Flown; 2]) {
        let Beside { places, normal, steps } = *beside;
        let [before, other_before] = [self.stage.flying[i as usize].flight, self.stage.flying[j as usize].flight];
        self.stage.aside = [(before, places[0], steps[0]), (other_before, places[1], steps[1])];
        self.fly_on(i, places[0], a);
        self.fly_on(j, places[1], b);
        self.log.tally.collisions += 1;
        let (Flying { flight: first, .. }, Flying { flight: second, radius, .. }) = (&a.body, &b.body);
        let other = OtherBody { at: second.at, before: other_before.velocity, after: second.velocity };
        self.log.record(Event {
            time: self.stage.now,
            body: Some(self.id(i)),
            kind: EventKind::Body(self.id(j)),
            at: first.at,
            point: within(second.at + normal * *radius),
            normal,
            before: before.velocity,
            after: first.velocity,
            other: Some(other),
        });
    }

    #[inline(always)]
    fn fly_on(&mut self, k: u32, place: Point, flown: &Flown) {
        let (now, body) = (self.stage.now, &mut self.stage.flying[k as usize]);
        if flown.body.flight.at != place {
            self.log.tally.nudged += u64::from(is_far_off(body, now, flown.body.flight.at));
        }
        *body = flown.body;
        self.stage.ways.change(k);
        let state = &mut self.stage.states[k as usize];
        (state.contact, state.met_wall, state.low) = (now, false, flown.low);
    }
}

impl FrameRun<'_> {
    /// A body has just gone from one cell to the next, and looks at what is new there. Whether that is so simple; if not, nothing is changed.
    #[inline]
    pub(super) fn look_at_new_quickly(&mut self, i: u32, from: u32, time: f64) -> bool {
        let (stage, scenery) = (&*self.stage, &self.scenery);
        let has_discs_alone = stage.is_plain() && scenery.fleet.is_none() && !stage.watches_pressed();
        let Plan { next, second, cell, .. } = &stage.plans[i as usize];
        // Walls are looked for again.
        let has_wall = (next.with == Partner::Wall) | (second.with == Partner::Wall);
        if !has_discs_alone || has_wall || stage.is_near_walls(scenery.walls, i) {
            return false;
        }
        let mut list = List::new();
        if !stage.cells.new_lists(from, *cell).is_some_and(|lists| list.fill_from(lists)) {
            return false;
        }
        simd::run(LookAtNew { stage: self.stage, list: &list, i, end: self.scenery.end, time })
    }
}

/// See [`FrameRun::look_at_new_quickly`].
struct LookAtNew<'a> {
    stage: &'a mut Stage,
    list: &'a List,
    i: u32,
    end: f64,
    /// When the body went to its cell.
    time: f64,
}

impl Kernel for LookAtNew<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<M: Machine>(self) -> bool {
        let LookAtNew { stage, list, i, end, time } = self;
        let (now, body) = (stage.now, &stage.flying[i as usize]);
        let place = body.now(now);
        let asking = [Asking { body, place, list }];
        let [nearest] = NearestOf { flying: &stage.flying, asking, now, end }.run::<M>();
        if nearest.doubts != 0 {
            return false;
        }
        let mut plan = stage.plans[i as usize];
        for planned in [stage.planned(nearest.first), stage.planned(nearest.second)] {
            if planned.time < f64::INFINITY {
                plan.keep(planned);
            }
        }
        let (wait, to) = stage.cells.exit(plan.cell, place.at, body.flight.velocity);
        // One that left an open cell may be beyond another line of the new one already.
        (plan.cross, plan.to) = (max(now + wait, time), to);
        stage.plans[i as usize] = plan;
        true
    }
}

/// How a body flies on.
struct Flown {
    body: Flying,
    /// What its velocity lacks.
    low: Vec2,
}

impl Flown {
    #[inline(always)]
    fn new(body: &Flying, at: Point, (velocity, low): (Vec2, Vec2), now: f64) -> Flown {
        let flight = Flight { at, velocity, since: now };
        Flown { body: Flying { flight, changes: body.changes + 1, ..*body }, low }
    }

    /// Where numbers end a path is bent.
    #[inline(always)]
    fn is_bent(&self) -> bool {
        let Point { x, y } = self.body.flight.at;
        (x.abs() == f64::MAX) | (y.abs() == f64::MAX)
    }
}

/// See [`FrameRun::collide_quickly`].
struct Quickly<'a, 'b> {
    run: &'a mut FrameRun<'b>,
    i: u32,
    j: u32,
}

impl Kernel for Quickly<'_, '_> {
    type Output = bool;

    #[inline(always)]
    fn run<M: Machine>(self) -> bool {
        let Quickly { run, i, j } = self;
        let (stage, end) = (&*run.stage, run.scenery.end);
        let (now, both) = (stage.now, [i, j]);
        let [first, second] = [&stage.states[i as usize], &stage.states[j as usize]];
        if !(is_elastic(first) & is_elastic(second)) | ((first.friction > 0.0) & (second.friction > 0.0)) {
            return false;
        }
        let (mut list, mut other_list) = (List::new(), List::new());
        let are_listed = stage.list_for::<M>(&run.scenery, i, both, &mut list)
            && stage.list_for::<M>(&run.scenery, j, both, &mut other_list);
        if !are_listed {
            return false;
        }
        let [a, b] = [&stage.flying[i as usize], &stage.flying[j as usize]];
        let beside = Beside::of(a, b, now);
        let Beside { places, normal, steps } = beside;
        let shares = shares_of_masses(first.mass, second.mass);
        let (velocity, other_velocity) = (a.flight.velocity, b.flight.velocity);
        let change = 2.0 * max(-(velocity - other_velocity).dot(normal), 0.0);
        let after = pushed(velocity, first.low, normal * (change * shares[0]));
        let other_after = pushed(other_velocity, second.low, -normal * (change * shares[1]));
        let flown = Flown::new(a, within(places[0] + steps[0]), after, now);
        let other_flown = Flown::new(b, within(places[1] + steps[1]), other_after, now);
        let (a, b) = (&flown.body, &other_flown.body);
        let are_simple = are_plainly_parting(&a.flight, &b.flight)
            && meeting::part(a, b, now)
            && !(stage.cells.is_too_fast(a, now) | stage.cells.is_too_fast(b, now))
            && !(flown.is_bent() | other_flown.is_bent());
        if !are_simple {
            return false;
        }
        let (place, other_place) = (a.now(now), b.now(now));
        let asking = Asking { body: a, place, list: &list };
        let other_asking = Asking { body: b, place: other_place, list: &other_list };
        let [nearest, other_nearest] =
            NearestOf { flying: &stage.flying, asking: [asking, other_asking], now, end }.run::<M>();
        if nearest.doubts | other_nearest.doubts != 0 {
            return false;
        }
        run.stage.plans[i as usize] = run.stage.plan_of(i, a, place, &nearest);
        run.stage.plans[j as usize] = run.stage.plan_of(j, b, other_place, &other_nearest);
        run.schedule(i);
        run.schedule(j);
        run.part(both, &beside, [&flown, &other_flown]);
        true
    }
}

/// Whether a body loses nothing when it meets another, and no wall has been near it.
#[inline(always)]
fn is_elastic(state: &BodyState) -> bool {
    (state.restitution == 1.0) & !state.rests & (state.recent < TIRED) & !state.near_walls
}

impl Stage {
    /// Lists those near a body but for two. Whether they are listed, and no walls are near.
    #[inline(always)]
    fn list_for<M: Machine>(&self, scenery: &Scenery<'_>, k: u32, left_out: [u32; 2], list: &mut List) -> bool {
        let cell = self.plans[k as usize].cell;
        if cell == NONE || self.is_near_walls(scenery.walls, k) {
            return false;
        }
        let Some(rows) = self.cells.rows_around(cell) else { return false };
        Fill { list, rows, left_out }.run::<M>()
    }

    /// The plan of a body that meets nothing but those who are nearest.
    #[inline(always)]
    fn plan_of(&self, k: u32, body: &Flying, place: Place, nearest: &Nearest) -> Plan {
        let cell = self.plans[k as usize].cell;
        let (wait, to) = self.cells.exit(cell, place.at, body.flight.velocity);
        let (next, second) = (self.planned(nearest.first), self.planned(nearest.second));
        Plan { next, second, cross: self.now + wait, to, cell }
    }

    #[inline(always)]
    fn planned(&self, (time, j): (f64, u32)) -> Planned {
        let with = if time < f64::INFINITY { Partner::Body(j) } else { Partner::Nothing };
        Planned { time, with, stamp: self.flying[j as usize].changes }
    }
}
