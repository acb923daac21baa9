//! Who meets nobody in this frame? Those need neither a plan nor, when it ends, a look at those around them.
//!
//! In most frames most bodies meet nothing. Around each body's way through the frame, as it sets out, a box is put. It is *alone* if its box shares no point
//! with those of all who set out in its cell or around it, if no wall is near, and if it is *slow*: it goes no further than cells are too wide.
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

use super::bits::Bits;
use super::cells::Cells;
use super::due::Plan;
use super::fleet::Fleet;
use super::pairs::{Flying, U};
use super::slots::NONE;
use crate::bounce::within;
use crate::exact::flight::Flight;
use crate::point::{max, min};
use crate::simd::{self, Four, Kernel, Machine};
use alloc::vec::Vec;

/// How much larger a box is than the way in it, as part of its numbers.
///
/// With S the sum of both places' coordinates and the radius, all positive, the end of a way is off by 3.2u of it (`Flight::position`), and a side of the box
/// by 2.2u more. Then no two bodies whose boxes are apart touch. Their early times (`pairs.rs`) are those at which a gap is left, of 64u of their
/// weights and radii and 16u of their ways; a weight is at most 3S, so that with 210u more these come after the frame too: a plan would be as empty.
const LARGER: f64 = 512.0 * U;

/// If fewer than one in so many are slow, it is not worth while to look who is alone.
const ONE_IN: usize = 2;

/// What is known of a body's way through a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Way {
    /// Nothing: it may have changed, and where it leads is not asked.
    Any,
    /// It is as it set out, and slow.
    Slow,
    /// The same, and it shares no room with that of anybody near.
    Alone,
}

/// The ways of all bodies through a frame, or of none.
#[derive(Clone, Debug, Default)]
pub(super) struct Ways {
    ways: Vec<Way>,
    /// Around each: its least x and y, and its greatest with their signs turned.
    boxes: Vec<[f64; 4]>,
    /// The cells in which somebody may meet a wall that moves.
    marked: Bits,
}

impl Ways {
    pub(super) fn clear(&mut self) {
        self.ways.clear();
        self.boxes.clear();
    }

    #[inline(always)]
    pub(super) fn is_alone(&self, i: u32) -> bool {
        self.ways.get(i as usize) == Some(&Way::Alone)
    }

    /// Somebody flies on from another place.
    #[inline(always)]
    pub(super) fn change(&mut self, i: u32) {
        if let Some(way) = self.ways.get_mut(i as usize) {
            *way = Way::Any;
        }
    }

    /// Those who may meet a wall that moves are not alone.
    pub(super) fn leave_out_near(&mut self, fleet: &Fleet, flying: &[Flying], plans: &[Plan], cells: &Cells, end: f64) {
        if self.ways.is_empty() {
            return;
        }
        let is_marked = cells.mark(fleet.boxes(), &mut self.marked);
        for ((way, body), plan) in self.ways.iter_mut().zip(flying).zip(plans) {
            if *way != Way::Alone || (is_marked && !self.marked.has(plan.cell)) {
                continue;
            }
            let Flying { flight, radius, .. } = body;
            if fleet.is_near([flight.at, within(flight.position(end))], *radius) {
                *way = Way::Slow;
            }
        }
    }

    /// The frame ends: those near somebody who changed, or is not slow, are not alone.
    pub(super) fn end(&mut self, cells: &Cells, plans: &[Plan]) {
        let ways = &mut self.ways;
        if ways.is_empty() {
            return;
        }
        for (i, plan) in plans.iter().enumerate() {
            if ways[i] == Way::Any && plan.cell != NONE {
                cells.each_near(plan.cell, |j| {
                    let way = &mut ways[j as usize];
                    *way = if *way == Way::Alone { Way::Slow } else { *way };
                });
            }
        }
    }

    /// Looks who is alone, when all have been put in cells.
    pub(super) fn find(&mut self, flying: &[Flying], plans: &[Plan], cells: &Cells, end: f64) {
        let overhang = cells.overhang();
        let mut slow = 0;
        for (body, plan) in flying.iter().zip(plans) {
            let (is_slow, around) = way_of(body, overhang, end);
            // One that meets nobody is in no cell.
            let is_slow = is_slow & (plan.cell != NONE);
            slow += usize::from(is_slow);
            self.ways.push(if is_slow { Way::Slow } else { Way::Any });
            self.boxes.push(around);
        }
        if ONE_IN * slow < flying.len() {
            return self.clear();
        }
        let Ways { ways, boxes, .. } = self;
        simd::run(FindAlone { ways, boxes, plans, cells });
    }
}

/// Whether a body is slow, and the box around its way through the frame.
#[inline(always)]
fn way_of(body: &Flying, overhang: f64, end: f64) -> (bool, [f64; 4]) {
    let Flight { at, velocity, .. } = body.flight;
    let way = velocity * end;
    let to = at + way;
    let size = (at.x.abs() + at.y.abs()) + (to.x.abs() + to.y.abs()) + body.radius;
    let larger = LARGER * size + f64::MIN_POSITIVE;
    let is_slow = max(way.x.abs(), way.y.abs()) + larger <= overhang && size < f64::MAX / 4.0;
    let around = body.radius + larger;
    let low = [min(at.x, to.x) - around, min(at.y, to.y) - around];
    (is_slow, [low[0], low[1], -(max(at.x, to.x) + around), -(max(at.y, to.y) + around)])
}

struct FindAlone<'a> {
    ways: &'a mut [Way],
    boxes: &'a [[f64; 4]],
    plans: &'a [Plan],
    cells: &'a Cells,
}

impl Kernel for FindAlone<'_> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self) {
        let FindAlone { ways, boxes, plans, cells } = self;
        for (i, way) in ways.iter_mut().enumerate() {
            if *way == Way::Slow && is_alone::<M::Four>(i, boxes, plans[i].cell, cells) {
                *way = Way::Alone;
            }
        }
    }
}

/// Whether there are no walls near a cell, and the box of a body in it shares no point with another.
#[inline(always)]
fn is_alone<F: Four>(i: usize, boxes: &[[f64; 4]], cell: u32, cells: &Cells) -> bool {
    /// Each fourth place is a chain of more than three.
    const CHAINS: u64 = 0x8_8888_8888;
    if !cells.is_open(cell) {
        return false;
    }
    let Some((lists, mut taken)) = cells.lists_around(cell) else { return false };
    if taken & CHAINS != 0 {
        return false;
    }
    let [a, b, c, d] = boxes[i];
    let opposite = F::of([-c, -d, -a, -b]);
    let mut is_alone = true;
    while taken != 0 {
        let j = lists.as_flattened()[taken.trailing_zeros() as usize % 36] as usize;
        is_alone &= (i == j) | (F::bits(opposite.is_below(F::of(boxes[j]))) != 0);
        taken &= taken - 1;
    }
    is_alone
}

#[cfg(test)]
mod tests;
