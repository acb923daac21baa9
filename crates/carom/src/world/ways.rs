//! Who meets nobody in this frame? Those need neither a plan nor, when it ends, a look at those around them.
//!
//! In most frames most bodies meet nothing. Around each body's way through the frame, as it sets out, a box is put. It is *alone* if its box shares no point
//! with those of all who set out in its cell or around it, if no wall is near, and if it is *slow*: it goes no further beyond its cell than cells are too wide.
//!
//! **It meets nobody, as long as nobody changes.** Those around it keep to their boxes. All others set out at least a cell away; the slow ones of them do not
//! come to it, as cells are wide enough for two bodies and for what both go; and one that is not slow looks at it when it comes to a cell beside its own. So
//! it needs no plan, and it leaves its cell for no other.
//!
//! **It is met, if somebody changes.** Whoever flies on from an event looks at all around it, and at all whom it comes near later: it finds this body in
//! the list of its cell, whether that has a plan or not. What they meet is in the other's plan, which is enough for every meeting.
//!
//! **When the frame ends** it has the place in which its way ends, rounded, which is in its box. Those that are slow and have not changed are in theirs. So it
//! overlaps nobody, unless there is somebody in its cell or around it who changed, or is not slow: then it is not alone any more, and looks around.
//!
//! **One that is beside a few** shares room with their boxes, and with nobody else's: all of this holds for it but for them. So when it first looks ahead it looks at them
//! alone. When the frame ends and nobody near has changed, it has only to be apart from them; if one of them has to make room for somebody, it looks around as all do.

use super::cells::Cells;
use super::due::Plan;
use super::fleet::{Fleet, box_around};
use super::group;
use super::near::List;
use super::pairs::{Flying, U};
use super::slots::NONE;
use super::taken::Taken;
use crate::bounce::within;
use crate::exact::compare_distance_with_sum;
use crate::exact::flight::Flight;
use crate::point::{Point, max, min};
use crate::simd::{self, Kernel, Machine};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// How much larger a box is than the way in it, as part of its numbers.
///
/// With S the sum of both places' coordinates and the radius, all positive, the end of a way is off by 3.2u of it (`Flight::position`), and a side of the box
/// by 2.2u more. Then no two bodies whose boxes are apart touch. Their early times (`pairs.rs`) are those at which a gap is left, of 64u of their
/// weights and radii and 16u of their ways; a weight is at most 3S, so that with 210u more these come after the frame too: a plan would be as empty.
const LARGER: f64 = 512.0 * U;

/// If fewer than one in so many are slow, it is not worth while to look who is alone.
const ONE_IN: usize = 2;

/// So many others may share its room with one that is beside a few.
const FEW: usize = 3;

/// What is known of a body's way through a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way {
    /// Nothing: it may have changed, and where it leads is not asked.
    Any,
    /// It is as it set out, and slow.
    Slow,
    /// The same, and of those near it shares room with a few, which are known.
    Beside,
    /// It shares room with nobody.
    Alone,
}

/// The ways of all bodies through a frame, or of none.
#[derive(Clone, Debug, Default)]
pub(super) struct Ways {
    ways: Vec<Way>,
    /// Around each: its least x and y, and its greatest with their signs turned.
    boxes: Vec<[f64; 4]>,
    /// With whom each shares room that is beside a few: these and then `NONE`.
    others: Vec<[u32; FEW]>,
    /// Whether no wall that moves is near each, if there are any.
    are_far: Vec<bool>,
    /// Those who are not alone, the lowest first, and then those who were until they changed.
    busy: Vec<u32>,
}

impl Ways {
    pub(super) fn clear(&mut self) {
        self.ways.clear();
        self.boxes.clear();
        self.others.clear();
        self.are_far.clear();
        self.busy.clear();
    }

    /// Whether nothing is known of anybody.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.ways.is_empty()
    }

    /// How many are not alone, or were not when they changed, of so many in all.
    #[inline(always)]
    pub(super) fn count_of_busy(&self, all: usize) -> usize {
        if self.ways.is_empty() { all } else { self.busy.len() }
    }

    /// One of these, by its number among them.
    #[inline(always)]
    pub(super) fn busy(&self, number: usize) -> u32 {
        if self.ways.is_empty() { number as u32 } else { self.busy[number] }
    }

    /// Lists those who are not alone when the frame begins. Who it is cannot be foreseen, so there are no branches.
    pub(super) fn list_busy(&mut self) {
        self.busy.clear();
        self.busy.resize(self.ways.len(), 0);
        let mut count = 0;
        for (i, way) in (0..).zip(&self.ways) {
            self.busy[count] = i;
            count += usize::from(*way != Way::Alone);
        }
        self.busy.truncate(count);
    }

    /// Those with whom somebody shares room, if it is beside a few.
    #[inline(always)]
    pub(super) fn beside(&self, i: u32) -> Option<impl Iterator<Item = u32> + use<>> {
        if self.ways.get(i as usize) != Some(&Way::Beside) {
            return None;
        }
        Some(self.others_of(i as usize))
    }

    /// Whether no wall that moves is near the way of somebody who has not changed.
    #[inline(always)]
    pub(super) fn is_far_from_moving(&self, i: u32) -> bool {
        self.are_far.get(i as usize) == Some(&true)
    }

    #[inline(always)]
    pub(super) fn is_alone(&self, i: u32) -> bool {
        self.ways.get(i as usize) == Some(&Way::Alone)
    }

    /// Somebody flies on from another place.
    #[inline(always)]
    pub(super) fn change(&mut self, i: u32) {
        if let Some(way) = self.ways.get_mut(i as usize) {
            if *way == Way::Alone {
                self.busy.push(i);
            }
            *way = Way::Any;
        }
    }

    /// Those who may meet a wall that moves are not alone. Of others than these and those who are beside a few nobody asks.
    pub(super) fn leave_out_near(&mut self, fleet: &Fleet, taken: &Taken, flying: &[Flying], end: f64) {
        self.are_far.resize(self.ways.len(), false);
        for (i, (way, is_far)) in self.ways.iter_mut().zip(&mut self.are_far).enumerate() {
            if matches!(way, Way::Alone | Way::Beside) {
                let [low, high] = much_larger(&self.boxes[i]);
                let Flying { flight, radius, .. } = &flying[i];
                *is_far = taken.is_free(low, high) || !fleet.is_near(flight, *radius, end);
                if !*is_far && *way == Way::Alone {
                    *way = Way::Slow;
                }
            }
        }
    }

    /// Of some who meet nobody those are alone who meet no wall either: what is taken are boxes around all walls, and around those that move on their ways.
    pub(super) fn find_clear(&mut self, taken: &Taken, flying: &[Flying], are_some: impl Fn(usize) -> bool, end: f64) {
        self.ways.resize(flying.len(), Way::Any);
        for (i, (way, Flying { flight, radius, .. })) in self.ways.iter_mut().zip(flying).enumerate() {
            let around = box_around([flight.at, within(flight.position(end))], *radius);
            // Who it is cannot be foreseen, so there is no branch.
            let is_clear = are_some(i) & taken.is_free(around.min(), around.max());
            *way = if is_clear { Way::Alone } else { *way };
        }
    }

    /// The frame ends: those near somebody who changed, or is not slow, are not alone, nor beside a few.
    pub(super) fn end(&mut self, flying: &[Flying], cells: &Cells, plans: &[Plan], now: f64) {
        let ways = &mut self.ways;
        if ways.is_empty() {
            return;
        }
        for (i, plan) in plans.iter().enumerate() {
            if ways[i] == Way::Any && plan.cell != NONE {
                cells.each_near(plan.cell, |j| {
                    let way = &mut ways[j as usize];
                    *way = if *way == Way::Any { Way::Any } else { Way::Slow };
                });
            }
        }
        self.settle_beside(flying, now);
    }

    /// Those who are beside a few that are as they set out themselves, and all of whom are put where their ways end, are as good as alone: none of them makes room for another.
    fn settle_beside(&mut self, flying: &[Flying], now: f64) {
        let mut left = Vec::new();
        for i in 0..self.ways.len() {
            let are_beside = || self.others_of(i).all(|j| self.ways[j as usize] == Way::Beside);
            if self.ways[i] == Way::Beside && !(are_beside() && self.is_apart_from_few(i, flying, now)) {
                self.ways[i] = Way::Slow;
                left.push(i);
            }
        }
        // Of those that are together all are, or none is. Who is beside somebody has it beside itself.
        while let Some(i) = left.pop() {
            for j in self.others_of(i) {
                if self.ways[j as usize] == Way::Beside {
                    self.ways[j as usize] = Way::Slow;
                    left.push(j as usize);
                }
            }
        }
        for way in &mut self.ways {
            *way = if *way == Way::Beside { Way::Alone } else { *way };
        }
    }

    fn others_of(&self, i: usize) -> impl Iterator<Item = u32> + use<> {
        self.others[i].into_iter().take_while(|&other| other != NONE)
    }

    /// Whether one that is beside a few overlaps none of them if all are put where their ways end, and no wall that moves is near.
    fn is_apart_from_few(&self, i: usize, flying: &[Flying], now: f64) -> bool {
        let place = |i: usize| (within(flying[i].flight.position(now)), flying[i].radius);
        let (at, radius) = place(i);
        let is_apart = |j: u32| {
            let (other_at, other) = place(j as usize);
            compare_distance_with_sum(at, other_at, [radius, other]) != Ordering::Less
        };
        (self.are_far.is_empty() || self.are_far[i]) && self.others_of(i).all(is_apart)
    }

    /// Looks who is alone, when all have been put in cells.
    pub(super) fn find(&mut self, flying: &[Flying], plans: &[Plan], cells: &Cells, end: f64) {
        let mut slow = 0;
        for (body, plan) in flying.iter().zip(plans) {
            let (to, larger, around) = way_of(body, end);
            // One that meets nobody is in no cell.
            let is_slow = plan.cell != NONE && cells.stays_near(plan.cell, to, larger);
            slow += usize::from(is_slow);
            self.ways.push(if is_slow { Way::Slow } else { Way::Any });
            self.boxes.push(around);
        }
        if ONE_IN * slow < flying.len() {
            return self.clear();
        }
        let Ways { ways, boxes, others, .. } = self;
        others.resize(ways.len(), [NONE; FEW]);
        simd::run(FindAlone { ways, boxes, others, plans, cells });
    }
}

/// Where a body's way through the frame leads, how much larger than the way the box around it is, and the box.
#[inline(always)]
fn way_of(body: &Flying, end: f64) -> (Point, f64, [f64; 4]) {
    let Flight { at, velocity, .. } = body.flight;
    let way = velocity * end;
    let to = at + way;
    let size = (at.x.abs() + at.y.abs()) + (to.x.abs() + to.y.abs()) + body.radius;
    let larger = LARGER * size + f64::MIN_POSITIVE;
    let around = body.radius + larger;
    let low = [min(at.x, to.x) - around, min(at.y, to.y) - around];
    (to, larger, [low[0], low[1], -(max(at.x, to.x) + around), -(max(at.y, to.y) + around)])
}

/// A way's box, larger by as much as is left around things that move, given by its corners. Of the numbers of both ends and the radius no sum is larger than four times that of its sides.
#[inline(always)]
fn much_larger(&[x, y, right, top]: &[f64; 4]) -> [Point; 2] {
    let by = 4.0 * group::LARGER * ((x.abs() + y.abs()) + (right.abs() + top.abs()));
    [Point::new(x - by, y - by), Point::new(by - right, by - top)]
}

struct FindAlone<'a> {
    ways: &'a mut [Way],
    boxes: &'a [[f64; 4]],
    others: &'a mut [[u32; FEW]],
    plans: &'a [Plan],
    cells: &'a Cells,
}

impl Kernel for FindAlone<'_> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self) {
        let FindAlone { ways, boxes, others, plans, cells } = self;
        let mut list = List::new();
        for (i, way) in ways.iter_mut().enumerate() {
            let cell = plans[i].cell;
            if *way == Way::Slow && cells.is_open(cell) {
                *way = if cells.list_near_on::<M>(cell, &mut list, [i as u32; 2]) {
                    let sharing = list.sharing::<M::Four>(boxes, &boxes[i]);
                    let mut those = [NONE; FEW];
                    if sharing != 0 {
                        list.each(sharing, |j| note(&mut those, j));
                    }
                    way_beside(sharing.count_ones() as usize, those, &mut others[i])
                } else {
                    look_around(i, boxes, cell, cells, &mut others[i])
                };
            }
        }
    }
}

/// Takes one more into a list, if there is room.
#[inline(always)]
fn note(those: &mut [u32; FEW], j: u32) {
    if let Some(free) = those.iter_mut().find(|other| **other == NONE) {
        *free = j;
    }
}

/// The way of a slow body that shares room with so many, of whom the first are known.
#[inline(always)]
fn way_beside(count: usize, those: [u32; FEW], others: &mut [u32; FEW]) -> Way {
    match count {
        0 => Way::Alone,
        1..=FEW => {
            *others = those;
            Way::Beside
        }
        _ => Way::Slow,
    }
}

/// Who shares the room of a slow body, and what its way is then.
#[cold]
#[inline(never)]
fn look_around(i: usize, boxes: &[[f64; 4]], cell: u32, cells: &Cells, others: &mut [u32; FEW]) -> Way {
    let (mut those, mut count) = ([NONE; FEW], 0);
    let [a, b, c, d] = boxes[i];
    cells.each_near(cell, |j| {
        let [x, y, right, top] = boxes[j as usize];
        let is_apart = (-c < x) | (-d < y) | (-a < right) | (-b < top);
        if i as u32 != j && !is_apart {
            note(&mut those, j);
            count += 1;
        }
    });
    way_beside(count, those, others)
}

#[cfg(test)]
mod tests;
