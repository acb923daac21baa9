//! What a frame is made of: the bodies as they are now, and what stands still.

use super::body::{Response, Slot};
use super::brush::Brush;
use super::calendar::Calendar;
use super::cells::{self, Cells};
use super::crowds;
use super::due::{Due, Plan};
use super::event::Thing;
use super::fleet::Fleet;
use super::near::Placed;
use super::pairs::Flying;
use super::props::Props;
use super::rooms::BodyShape;
use super::slots::NONE;
use super::taken::Taken;
use super::ways::Ways;
use crate::aabb::Aabb;
use crate::bounce::{Few, Met, Slides};
use crate::exact::Feature;
use crate::exact::encounter::Blocker;
use crate::exact::flight::Flight;
use crate::point::{Point, Vec2, max, min};
use crate::sweep::Sweep;
use crate::walls::{View, WallId, Walls};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

/// With more walls that move for each body it is not worth while to note where they are.
const BOXES_A_BODY: usize = 2;

/// Up to so many bodies, all ask all.
const ALL_ASK_ALL: usize = 12;

/// The bodies of a frame, by their place in the list of all.
#[derive(Clone, Debug, Default)]
pub(super) struct Stage {
    /// How much of the frame has passed, in seconds.
    pub(super) now: f64,
    pub(super) calendar: Calendar,
    /// Those to whom something may happen when the frame begins, and when.
    pub(super) pending: Vec<(u32, f64)>,
    /// The last day for which things were fetched beforehand.
    pub(super) fetched: u64,
    pub(super) ids: Vec<u32>,
    /// The bodies to which something happens just now.
    pub(super) acting: [u32; 2],
    /// How each of them flew if it meets something, where it was then, and its step aside.
    pub(super) aside: [(Flight, Point, Vec2); 2],
    /// Whether they do, and are still being put in their places.
    pub(super) arriving: bool,
    pub(super) flying: Vec<Flying>,
    pub(super) plans: Vec<Plan>,
    pub(super) states: Vec<BodyState>,
    pub(super) at_walls: Vec<WallState>,
    /// The walls ahead of those in whose plans there is one; of the others something that was.
    pub(super) ahead: Vec<Option<Ahead>>,
    pub(super) cells: Cells,
    /// Who meets nobody, if nobody changes.
    pub(super) ways: Ways,
    /// Where walls that move are in this frame, and if some bodies meet nobody and walls are few, the others too.
    pub(super) taken: Taken,
    /// Bodies much larger or faster than most: they are in no cell, and ask and are asked by everybody.
    pub(super) large: Vec<u32>,
    pub(super) has_sensors: bool,
    /// Whether nobody meets anybody.
    pub(super) are_all_loners: bool,
    /// Whether somebody may have come to rest until the frame ends.
    pub(super) has_resting: bool,
    /// The number of each body's shape, or `NONE`; empty if none has one.
    pub(super) shape_of: Vec<u32>,
    /// How those to whom something happens touch, if one has a shape.
    pub(super) brush: Option<Brush>,
    /// The layers and masks that all have.
    pub(super) common: [u32; 2],
    /// What sensors know of bodies, by their places in the list: whether one is inside, and how often it had changed its flight when
    /// that was found out.
    pub(super) sensed: BTreeMap<(u32, u32), (bool, Option<u32>)>,
    /// What comes next, the first last.
    pub(super) queue: Vec<Due>,
    /// Bodies whose plans are made again when the queue is empty.
    pub(super) waiting: Vec<u32>,
    /// What bodies leant on in the last frame, and what they lean on now, if on anything.
    pub(super) leant: BTreeMap<u32, Props>,
    pub(super) leans: BTreeMap<u32, Props>,
    /// Bodies that are held in their places.
    pub(super) held: BTreeSet<u32>,
    /// Whether walls that move may be in the way of each body's flight; nothing if there are none.
    pub(super) near_moving: Vec<bool>,
    /// Where all are to be put when the frame ends.
    pub(super) placed: Vec<Placed>,
    /// What bodies last met, if there are walls that move: of those that have met something in this frame the place in the list of all, of others `NONE`.
    pressed_of: Vec<u32>,
    pressed: Vec<Pressed>,
    /// How many are being shoved on, one behind the other.
    pub(super) shoved: u32,
    /// What those that are held met before there was no place for them, the last first.
    pub(super) wedged_by: BTreeMap<u32, [Option<Thing>; 2]>,
    /// The body that a group has just squeezed, and the group's number.
    pub(super) squeezed: Option<(u32, u32)>,
    /// Where groups are put at the frame's end, by their numbers; nothing before.
    pub(super) settled: Vec<Vec2>,
}

/// What a body last met, and how often it has met a group and something else in turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pressed {
    pub(super) last: Option<Contact>,
    /// What else it met before that.
    pub(super) before: Option<Thing>,
    pub(super) count: u32,
    pub(super) carried: Option<Carried>,
}

/// How a group has pushed a body in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Carried {
    /// The group's velocity.
    pub(super) velocity: Vec2,
    /// The direction from what pushes the body, the group or another body, to it.
    pub(super) way: Vec2,
    /// Through how many others it is pushed.
    pub(super) others: u32,
}

/// What a body met, when and where, and the direction from there to the body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact {
    pub(super) with: Thing,
    pub(super) time: f64,
    pub(super) at: Point,
    pub(super) normal: Vec2,
}

impl Stage {
    pub(super) fn clear(&mut self) {
        let Stage { ids, flying, plans, states, at_walls, large, queue, waiting, .. } = self;
        ids.clear();
        flying.clear();
        plans.clear();
        states.clear();
        at_walls.clear();
        large.clear();
        queue.clear();
        waiting.clear();
        self.ways.clear();
        self.has_sensors = false;
        self.has_resting = false;
        self.shape_of.clear();
        self.brush = None;
        self.common = [u32::MAX; 2];
        self.now = 0.0;
        self.fetched = 0;
        self.near_moving.clear();
        self.pressed_of.clear();
        self.pressed.clear();
        self.shoved = 0;
        self.settled.clear();
        self.squeezed = None;
        self.acting = [NONE; 2];
        self.arriving = false;
    }

    /// There are walls that move: what bodies meet is noted from now on.
    pub(super) fn watch_pressed(&mut self) {
        self.near_moving.resize(self.ids.len(), false);
        self.pressed_of.resize(self.ids.len(), NONE);
    }

    /// Whether there are walls that move.
    #[inline(always)]
    pub(super) fn watches_pressed(&self) -> bool {
        !self.pressed_of.is_empty()
    }

    /// What a body last met, if there are walls that move and it has met something.
    #[inline]
    pub(super) fn pressed(&self, i: u32) -> Option<&Pressed> {
        self.pressed.get(*self.pressed_of.get(i as usize)? as usize)
    }

    /// The same, to be noted; `None` if there are no walls that move.
    #[inline]
    pub(super) fn pressed_mut(&mut self, i: u32) -> Option<&mut Pressed> {
        let place = self.pressed_of.get_mut(i as usize)?;
        if *place == NONE {
            *place = self.pressed.len() as u32;
            self.pressed.push(Pressed::default());
        }
        self.pressed.get_mut(*place as usize)
    }

    /// One more body, after those with lower ids.
    pub(super) fn add(&mut self, id: u32, slot: &Slot, velocity: Vec2, rests: bool) {
        let &Slot { ref body, contact, low } = slot;
        self.ids.push(id);
        self.has_sensors |= body.sensor;
        self.has_resting |= rests;
        self.common = [self.common[0] & body.layers, self.common[1] & body.mask];
        self.flying.push(Flying {
            flight: Flight { at: body.position, velocity, since: 0.0 },
            radius: body.radius,
            layers: body.layers,
            mask: body.mask,
            changes: 0,
        });
        self.plans.push(Plan::NONE);
        self.states.push(BodyState {
            mass: body.mass,
            restitution: body.restitution,
            friction: body.friction,
            contact,
            low,
            recent: 0,
            rests,
            met_wall: false,
            near_walls: false,
            meets_bodies: true,
            sensor: body.sensor,
            response: body.response,
        });
        let slides = Slides::default();
        self.at_walls.push(WallState { checked: None, arrived: velocity, stuck: 0, slides });
    }

    /// Puts all who may meet somebody in cells, but for those that are much larger or faster than most; and looks who meets nobody until the frame's end.
    pub(super) fn sort_into_cells(&mut self, walls: &Walls, revision: u64, end: f64) {
        self.ahead.resize(self.ids.len(), None);
        self.look_who_meets_whom();
        let Census { count, crowd, least, most, speeds } = self.census();
        self.are_all_loners = count == 0;
        let (cell_radius, has_large) = self.radius_of_most([least, most]);
        if count > ALL_ASK_ALL {
            let (places, pace) = (self.flying.iter().map(|body| body.flight.at), speeds / count as f64 * end);
            self.cells.lay(places, count, (cell_radius, pace), walls, revision);
        } else {
            self.cells.none();
        }
        for i in 0..self.ids.len() {
            let body = &self.flying[i];
            if !self.states[i].meets_bodies {
                continue;
            }
            if has_large && body.radius > cell_radius {
                self.large.push(i as u32);
                continue;
            }
            let cell = self.cells.cell_of(body.flight.at);
            self.plans[i].cell = cell;
            self.cells.put(i as u32, cell);
            self.take_out_if_fast(i as u32);
        }
        if crowd >= crowds::CROWD {
            self.cells.gather_crowds(&self.flying);
        }
        if self.are_round() && self.has_only_cells() && self.cells.overhang() > 0.0 {
            self.ways.find(&self.flying, &self.plans, &self.cells, end);
        }
    }

    /// Finds those who meet nobody; if all have a layer that all meet, there are none.
    fn look_who_meets_whom(&mut self) {
        if self.common[0] & self.common[1] != 0 {
            return;
        }
        let all = |all: [u32; 2], body: &Flying| [all[0] | body.layers, all[1] | body.mask];
        let [layers, masks] = self.flying.iter().fold([0; 2], all);
        for (body, state) in self.flying.iter().zip(&mut self.states) {
            state.meets_bodies = body.layers & masks != 0 && body.mask & layers != 0;
        }
    }

    /// What is asked of all who meet somebody.
    fn census(&self) -> Census {
        let nobody = Census { count: 0, crowd: 0, least: f64::INFINITY, most: 0.0, speeds: 0.0 };
        let meeting = self.flying.iter().zip(&self.states).filter(|(_, state)| state.meets_bodies);
        meeting.fold(nobody, |Census { count, crowd, least, most, speeds }, (body, _)| {
            let Flying { flight: Flight { velocity, .. }, radius, layers, mask, .. } = *body;
            Census {
                count: count + 1,
                crowd: crowd + usize::from(crowds::may_be_in(layers, mask, radius)),
                least: min(least, radius),
                most: max(most, radius),
                speeds: speeds + max(velocity.x.abs(), velocity.y.abs()),
            }
        })
    }

    /// The radius for which cells are laid, and whether there are larger bodies, if the least and the greatest of all are known.
    fn radius_of_most(&self, [least, most]: [f64; 2]) -> (f64, bool) {
        if cells::are_alike(least, most) {
            return (most, false);
        }
        let meeting = self.flying.iter().zip(&self.states).filter(|(_, state)| state.meets_bodies);
        let mut radii: Vec<f64> = meeting.map(|(body, _)| body.radius).collect();
        cells::radius_of_most(&mut radii, self.flying.iter().map(|body| body.flight.at))
    }

    /// Whether everybody is in the list of a cell, or meets nobody: no large bodies and no crowds.
    #[inline(always)]
    pub(super) fn has_only_cells(&self) -> bool {
        self.large.is_empty() && !self.cells.has_crowds()
    }

    /// Whether everybody meets everybody near it, and nobody else: no sensors, no shapes, no large bodies, no crowds.
    #[inline(always)]
    pub(super) fn is_plain(&self) -> bool {
        self.are_round() && self.common[0] & self.common[1] != 0 && self.has_only_cells()
    }

    /// Whether there may be bodies that meet nobody.
    #[inline(always)]
    pub(super) fn may_have_loners(&self) -> bool {
        self.common[0] & self.common[1] == 0
    }

    /// Notes where walls are, and which of those who meet nobody come to none; those who may meet one that moves are not alone.
    pub(super) fn look_where_walls_are(&mut self, scenery: &Scenery<'_>) {
        // Among others they are looked for only where those are, too.
        let is_worth_while = self.are_all_loners || !self.ways.is_empty();
        let has_loners = self.may_have_loners() && self.are_round() && is_worth_while;
        let Stage { ways, taken, flying, states, .. } = self;
        let (fleet, few) = (scenery.fleet, scenery.few.map(|(few, _)| few).filter(|_| has_loners));
        let moving = fleet.map_or(&[][..], Fleet::boxes);
        // A few walls that stand are asked about as quickly as it is looked up whether any is near.
        let knows_all = fleet.is_some() && has_loners && (few.is_some() || scenery.walls.is_empty());
        // Of few bodies each asks for itself.
        if fleet.is_some() && moving.len() <= BOXES_A_BODY * flying.len() {
            let still = few.into_iter().flat_map(|few| few.ends().map(Aabb::of_ends));
            taken.renew(moving.iter().copied().chain(still));
        } else {
            taken.forget();
        }
        if let Some(fleet) = fleet {
            ways.leave_out_near(fleet, taken, flying, scenery.end);
        }
        if knows_all {
            let is_loner = |i: usize| !(states[i].meets_bodies || states[i].rests);
            ways.find_clear(taken, flying, is_loner, scenery.end);
        }
        ways.list_busy();
    }

    /// Whether all are points or discs, and none is a sensor.
    #[inline(always)]
    pub(super) fn are_round(&self) -> bool {
        !self.has_sensors && self.shape_of.is_empty()
    }

    /// A body that is too fast for cells is asked by everybody from now on. Whether it is one.
    #[inline(always)]
    pub(super) fn take_out_if_fast(&mut self, i: u32) -> bool {
        let Stage { cells, flying, plans, large, now, .. } = self;
        let cell = plans[i as usize].cell;
        let is_too_fast = cell != NONE && cells.is_too_fast(&flying[i as usize], *now);
        if is_too_fast {
            cells.take(i, cell);
            plans[i as usize].cell = NONE;
            large.push(i);
        }
        is_too_fast
    }
}

/// What is asked of all bodies that meet somebody: how many there are, how many of them may be in crowds, the least and the greatest of their radii, and the sum of
/// their speeds along the axis along which each is faster.
struct Census {
    count: usize,
    crowd: usize,
    least: f64,
    most: f64,
    speeds: f64,
}

/// What is asked of a body when it meets something, in one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct BodyState {
    pub(super) mass: f64,
    pub(super) restitution: f64,
    pub(super) friction: f64,
    /// What its velocity lacks: less than half a unit in its last place, kept so that a heavy body feels many light ones.
    pub(super) low: Vec2,
    /// When it last met something, in seconds of this frame.
    pub(super) contact: f64,
    /// How many contacts that take energy it had in this frame, each less than a contact time after the last.
    pub(super) recent: u32,
    /// Whether it has come to rest until the frame ends.
    pub(super) rests: bool,
    /// Whether the last that it met was a wall.
    pub(super) met_wall: bool,
    /// Whether it has been near walls since it was last put in a place.
    pub(super) near_walls: bool,
    pub(super) meets_bodies: bool,
    pub(super) sensor: bool,
    pub(super) response: Response,
}

/// What is asked of a body near walls only.
#[derive(Clone, Copy, Debug)]
pub(super) struct WallState {
    /// The end of a path from where it is that is certified to be clear of walls.
    pub(super) checked: Option<Point>,
    /// The direction in which it came to where it is, and how often it bounced there.
    pub(super) arrived: Vec2,
    pub(super) stuck: u32,
    /// Along which walls it slid in this frame, if a wall was the last that it met.
    pub(super) slides: Slides,
}

/// The wall ahead of a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ahead {
    pub(super) wall: WallId,
    /// What of it is in the way.
    pub(super) blocker: Blocker,
    pub(super) feature: Feature,
    /// A place beside it to which the path is clear, if one is known.
    pub(super) stop: Option<Point>,
}

/// What stands still while a frame lasts.
#[derive(Clone, Copy)]
pub(super) struct Scenery<'a> {
    pub(super) walls: &'a Walls,
    /// The middle of all walls and how far they reach from there.
    pub(super) around: Option<(Point, f64)>,
    /// All walls if they are few, for bodies that have one of these bits in their mask.
    pub(super) few: Option<(&'a Few, u32)>,
    /// When the frame ends, in seconds since its start.
    pub(super) end: f64,
    /// See [`Settings`](super::Settings).
    pub(super) contact_time: f64,
    pub(super) rest_speed: f64,
    pub(super) gravity: Vec2,
    /// The walls that move, if there are any.
    pub(super) fleet: Option<&'a Fleet>,
    /// The shapes that bodies have.
    pub(super) shapes: &'a [BodyShape],
}

impl<'a> Scenery<'a> {
    pub(super) fn view(&self, mask: u32) -> View<'a> {
        self.walls.only(mask)
    }

    /// What a body's move meets first, as far as that is quickly known.
    #[inline]
    pub(super) fn quickly(&self, path: &Sweep, mask: u32) -> Met {
        match self.few {
            Some((few, bits)) if bits & mask != 0 => few.first(path),
            _ => Met::Doubt,
        }
    }
}
