//! What is next for one body? A look ahead at everything near it.

use super::cells::{Cells, NONE};
use super::meeting::{self, Flying, Meeting, Place};
use crate::bounce::within;
use crate::point::{Point, Vec2};
use crate::sweep::{Hit, Sweep};
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
    /// Bodies much larger than most: they are in no cell, and ask and are asked by everybody.
    pub(super) large: Vec<u32>,
    pub(super) has_sensors: bool,
}

/// What a body will do next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// When it meets something, and what.
    pub(super) meet: f64,
    pub(super) with: With,
    /// How often the other had changed when the plan was made.
    pub(super) stamp: u32,
    /// How often this body has changed its flight.
    pub(super) changes: u32,
    /// When it leaves its cell, and to which.
    pub(super) cross: f64,
    pub(super) to: u32,
    /// `NONE` if it is in no cell.
    pub(super) cell: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum With {
    Nothing,
    Wall,
    Body(u32),
    /// Another begins or ceases to overlap a sensor.
    Sensor(u32),
}

impl With {
    /// Of events at the same time: walls first, then bodies by id.
    fn rank(self) -> u32 {
        match self {
            With::Wall => 0,
            With::Body(other) | With::Sensor(other) => other + 1,
            With::Nothing => NONE,
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
}

/// What stands still while a frame lasts.
#[derive(Clone, Copy)]
pub(super) struct Standing<'a> {
    pub(super) walls: &'a Walls,
    /// The middle of all walls and how far they reach from there.
    pub(super) around: Option<(Point, f64)>,
    pub(super) end: f64,
    /// Pairs of a sensor and a body that overlap, by their places in the list.
    pub(super) inside: &'a BTreeSet<(u32, u32)>,
}

impl Standing<'_> {
    pub(super) fn view(&self, mask: u32) -> View<'_> {
        self.walls.only(mask)
    }
}

/// What a look ahead found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prediction {
    pub(super) plan: Plan,
    pub(super) ahead: Option<Ahead>,
    pub(super) checked: Option<Point>,
    pub(super) near_walls: bool,
    /// A body that it overlaps.
    pub(super) overlap: Option<u32>,
}

impl Stage {
    /// Looks at everything around a body.
    pub(super) fn predict(&self, standing: &Standing<'_>, i: u32, now: f64) -> Prediction {
        let body = &self.flying[i as usize];
        let traits = &self.traits[i as usize];
        let place = body.now(now);
        let mut found = self.nothing(i, now, place);
        if traits.meets_bodies {
            let mut look = |j: u32| self.consider(standing, i, place, j, now, &mut found);
            match self.plans[i as usize].cell {
                NONE => (0..self.flying.len() as u32).for_each(&mut look),
                cell => {
                    self.cells.each_near(cell, &self.flying, &mut look);
                    self.large.iter().for_each(|&j| look(j));
                }
            }
        }
        self.finish(standing, i, now, found)
    }

    /// Looks at what is new when a body goes from one cell to the next; the rest is in its plan.
    pub(super) fn predict_crossing(&self, standing: &Standing<'_>, i: u32, from: u32, now: f64) -> Prediction {
        let body = &self.flying[i as usize];
        let place = body.now(now);
        let old = &self.plans[i as usize];
        let mut found = self.nothing(i, now, place);
        if matches!(old.with, With::Body(_) | With::Sensor(_)) {
            (found.plan.meet, found.plan.with, found.plan.stamp) = (old.meet, old.with, old.stamp);
        }
        let look = |j: u32| self.consider(standing, i, place, j, now, &mut found);
        self.cells.each_new(from, old.cell, &self.flying, look);
        self.finish(standing, i, now, found)
    }

    fn nothing(&self, i: u32, now: f64, place: Place) -> Prediction {
        let old = &self.plans[i as usize];
        let exit = match old.cell {
            NONE => None,
            cell => self.cells.exit(cell, place.at, self.flying[i as usize].flight.velocity),
        };
        let (wait, to) = exit.unwrap_or((f64::INFINITY, NONE));
        Prediction {
            plan: Plan { meet: f64::INFINITY, with: With::Nothing, cross: now + wait, to, stamp: 0, ..*old },
            ahead: None,
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
                self.keep(time, With::Sensor(j), found);
            }
            return;
        }
        match meeting::meeting(body, place, other, now, standing.end) {
            Meeting::Never => {}
            Meeting::At(time) => self.keep(time, With::Body(j), found),
            Meeting::Overlap => found.overlap = Some(j),
        }
    }

    #[inline(always)]
    fn keep(&self, time: f64, with: With, found: &mut Prediction) {
        let plan = &mut found.plan;
        if time < plan.meet || (time == plan.meet && with.rank() < plan.with.rank()) {
            (plan.meet, plan.with) = (time, with);
            if let With::Body(j) | With::Sensor(j) = with {
                plan.stamp = self.plans[j as usize].changes;
            }
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
        meeting::change(body, other, standing.inside.contains(&pair), now)
    }

    /// Adds what walls are ahead, and certifies the time.
    fn finish(&self, standing: &Standing<'_>, i: u32, now: f64, mut found: Prediction) -> Prediction {
        let body = &self.flying[i as usize];
        if let With::Body(j) = found.plan.with {
            if found.plan.meet <= standing.end {
                found.plan.meet = meeting::certified(body, &self.flying[j as usize], now, found.plan.meet);
            }
        }
        if self.traits[i as usize].sensor {
            return found;
        }
        let cell = found.plan.cell;
        let (walls, until) = match cell {
            _ if standing.walls.is_empty() => return found,
            NONE => (None, self.past_all_walls(standing, body, now)),
            cell if !self.cells.is_grid() => {
                debug_assert!(cell == 0, "there is one cell");
                (None, self.past_all_walls(standing, body, now))
            }
            cell => (Some(self.cells.walls_of(cell)), found.plan.cross),
        };
        if walls.is_some_and(<[u32]>::is_empty) {
            return found;
        }
        found.near_walls = true;
        let until = if until < standing.end { until } else { standing.end };
        let target = within(body.flight.position(until));
        if target == body.flight.at {
            found.checked = Some(target);
            return found;
        }
        let path = Sweep::moving(body.flight.at, target, body.radius);
        let view = standing.view(body.mask);
        let first = match walls {
            None => view.first_stop(&path),
            Some(ids) => view.first_stop_among(ids, &path),
        };
        match first {
            None if until == standing.end => found.checked = Some(target),
            None => {}
            Some((wall, hit)) => {
                let time = body.flight.since + hit.t * (until - body.flight.since);
                self.keep(if time < now { now } else { time }, With::Wall, &mut found);
                if found.plan.with == With::Wall {
                    found.ahead = Some(Ahead { wall, hit, path });
                }
            }
        }
        found
    }

    /// A time at which a body that meets no wall before is past all of them.
    fn past_all_walls(&self, standing: &Standing<'_>, body: &Flying, now: f64) -> f64 {
        let Some((middle, reach)) = standing.around else { return standing.end };
        let speed = body.flight.velocity.length();
        let beyond = ((middle - body.flight.at).length() + reach + body.radius) / speed;
        // From where it is in flight, which may be nearer.
        let time = body.flight.since + beyond;
        if time > now { time } else { standing.end }
    }
}
