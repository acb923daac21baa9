//! The end of a frame in which there is room for all where they exactly are, but for rounding: nearly every one.
//!
//! Bodies are put in their places one after the other, each clear of those that are in theirs, in an order in which those that are pushed come first and make room for others
//! (`placing.rs`). If nobody need make room, that order does not matter: everybody is put where it flew to. So that is looked at first, of all at once: whether
//! each is clear of all walls on its way there, and of each two whether they overlap there. If there is one for whom it is not so, all go the long way.
//!
//! *Who looks at whom.* Those who changed, or are not slow, look at all around them, as others do whose room is shared by many; those who are beside a few look at these, and those who are alone
//! at nobody (`ways.rs`). Of two that may overlap one at least looks at the other.

use super::cells::Cells;
use super::due::Plan;
use super::frame::FrameRun;
use super::near::{List, Placed};
use super::stage::Stage;
use super::ways::Ways;
use crate::bounce::within;
use crate::exact::compare_distance_with_sum;
use crate::simd::{self, Kernel, Machine};
use core::cmp::Ordering;

impl FrameRun<'_> {
    /// Puts all bodies where they exactly are, rounded, if there is room for each. Whether that was done.
    pub(super) fn put_all_at_once(&mut self) -> bool {
        // Gates are told in the order in which bodies are put in their places. Those that rest may be asked where they do not fly to.
        let is_simple = self.log.gates.is_empty() && !self.stage.has_resting;
        let is_grid = self.stage.is_plain() && self.stage.cells.is_grid();
        if !(is_simple && (is_grid || self.stage.are_all_loners)) {
            return false;
        }
        let Stage { flying, placed, now, .. } = &mut *self.stage;
        placed.clear();
        placed.extend(flying.iter().map(|body| Placed { at: within(body.flight.position(*now)), radius: body.radius }));
        if !(self.are_free_of_walls() && (self.stage.are_all_loners || self.are_apart())) {
            return false;
        }
        let Stage { flying, placed, now, .. } = &mut *self.stage;
        for (body, placed) in flying.iter_mut().zip(placed) {
            (body.flight.at, body.flight.since) = (placed.at, *now);
        }
        debug_assert!(self.are_apart_one_by_one(), "everybody is in a place of its own");
        true
    }

    /// Whether everybody that was near walls, of both kinds, is clear of all on its way to its place.
    fn are_free_of_walls(&self) -> bool {
        let Stage { states, near_moving, placed, ways, .. } = &*self.stage;
        (0..ways.count_of_busy(placed.len())).map(|number| ways.busy(number)).all(|i| {
            let (state, at) = (&states[i as usize], placed[i as usize].at);
            let is_far = !state.near_walls && near_moving.get(i as usize) != Some(&true);
            // Where numbers end a path is bent.
            let is_bent = at.x.abs() == f64::MAX || at.y.abs() == f64::MAX;
            (is_far && !is_bent) || self.is_free_of_walls(i, at)
        })
    }

    fn are_apart(&self) -> bool {
        let Stage { placed, ways, plans, cells, .. } = &*self.stage;
        simd::run(AreApart { placed, ways, plans, cells })
    }

    /// The same asked of all, for builds that check themselves.
    fn are_apart_one_by_one(&self) -> bool {
        let is_free = |i: u32| self.is_free_of_bodies(i, self.stage.flying[i as usize].flight.at, 0.0, |_| true);
        (0..self.stage.flying.len() as u32).all(is_free)
    }
}

/// Whether nobody overlaps another where they are to be put.
struct AreApart<'a> {
    placed: &'a [Placed],
    ways: &'a Ways,
    plans: &'a [Plan],
    cells: &'a Cells,
}

impl Kernel for AreApart<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<M: Machine>(self) -> bool {
        let AreApart { placed, ways, plans, cells } = self;
        let mut list = List::new();
        (0..ways.count_of_busy(placed.len())).map(|number| ways.busy(number)).all(|i| {
            let own = &placed[i as usize];
            if let Some(mut others) = ways.beside(i) {
                return others.all(|j| are_apart(own, &placed[j as usize]));
            }
            let cell = plans[i as usize].cell;
            if cells.list_near_on::<M>(cell, &mut list, [i; 2]) {
                let doubts = list.in_doubt_in_places::<M::Four>(placed, own);
                return doubts == 0 || are_all_apart(own, &list, doubts, placed);
            }
            let mut all = true;
            cells.each_near(cell, |j| all = all && (i == j || are_apart(own, &placed[j as usize])));
            all
        })
    }
}

#[cold]
#[inline(never)]
fn are_all_apart(own: &Placed, list: &List, bits: u32, placed: &[Placed]) -> bool {
    let mut all = true;
    list.each(bits, |j| all = all && are_apart(own, &placed[j as usize]));
    all
}

/// Whether two discs in their places do not overlap, exactly.
fn are_apart(a: &Placed, b: &Placed) -> bool {
    compare_distance_with_sum(a.at, b.at, [a.radius, b.radius]) != Ordering::Less
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::Point;
    use crate::simd::PlainFour;
    use alloc::vec::Vec;
    use carom_oracle::rng::Rng;

    /// Who is not in doubt is apart, exactly; touching is. In doubt are those who overlap and those who touch, and at extremes anybody.
    #[test]
    fn nobody_who_overlaps_is_taken_for_apart() {
        let (mut overlaps, mut touching, mut known, mut asked) = (0, 0, 0, 0);
        for case in 0..5_000 {
            let rng = &mut Rng::for_case(0, "discs in their places", case);
            let size = *rng.pick(&[1.0, 1.0, 1.0, 0.1, 1e-80, 1e-160, 1e-300, 1e160, 1e300]);
            let discs: Vec<Placed> = (0..12)
                .map(|_| {
                    let [x, y, r] = [(); 3].map(|()| rng.between(-5, 5) as f64 * size);
                    Placed { at: Point::new(x, y), radius: r.abs() / 2.0 }
                })
                .collect();
            let mut list = List::new();
            (1..12).for_each(|j| _ = list.push(j));
            let doubts = list.in_doubt_in_places::<PlainFour>(&discs, &discs[0]);
            let mut bits = 0;
            for j in 1..12 {
                let order = compare_distance_with_sum(discs[0].at, discs[j].at, [discs[0].radius, discs[j].radius]);
                let is_known = doubts >> (j - 1) & 1 == 0;
                assert!(order != Ordering::Less || !is_known, "case {case}: {j} of {discs:?}");
                bits |= u32::from(order == Ordering::Less) << (j - 1);
                overlaps += u32::from(order == Ordering::Less);
                touching += u32::from(order == Ordering::Equal);
                asked += u32::from(order == Ordering::Greater && (0.1..2.0).contains(&size));
                known += u32::from(is_known && (0.1..2.0).contains(&size));
            }
            assert_eq!(are_all_apart(&discs[0], &list, doubts, &discs), bits == 0, "case {case}");
        }
        assert!(
            5_000 < overlaps && 200 < touching && 99 * asked < 100 * known,
            "{overlaps} {touching} {known} of {asked}"
        );
    }
}
