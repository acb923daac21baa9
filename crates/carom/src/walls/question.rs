//! A question on its way through the walls: what is asked of each, and what is kept of the answers.

use super::piece::{Piece, Touched};
use super::{Counters, View, WallId, Wanted};
use crate::simd::Kernel;
use crate::sweep::{Hit, Sweep};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Finds what a sweep touches first.
pub(super) struct Finding<'a, C> {
    pub(super) view: View<'a>,
    pub(super) sweep: &'a Sweep,
    pub(super) wanted: Wanted,
    pub(super) count: &'a mut C,
}

impl<C: Counting> Kernel for Finding<'_, C> {
    type Output = Option<(WallId, Hit)>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        self.view.find(self.sweep, self.wanted, self.count)
    }
}

/// Shows all touches of a sweep to somebody.
pub(super) struct Asking<'a, V> {
    pub(super) view: View<'a>,
    pub(super) sweep: &'a Sweep,
    pub(super) visit: V,
}

impl<V: Visit> Kernel for Asking<'_, V> {
    type Output = V;

    #[inline(always)]
    fn run(mut self) -> V {
        self.view.each_touch(self.sweep, &mut self.visit, &mut ());
        self.visit
    }
}

/// A question on its way through the walls.
pub(super) struct Question<'a, V> {
    pub(super) view: View<'a>,
    pub(super) sweep: &'a Sweep,
    pub(super) visit: &'a mut V,
    /// Touches after this time do not matter; if it is negative, none does.
    pub(super) limit: f64,
    pub(super) asked: u64,
}

impl<V: Visit> Question<'_, V> {
    /// Says whether the limit has changed.
    #[inline(always)]
    pub(super) fn ask(&mut self, id: u32) -> bool {
        let piece = &self.view.walls.pieces[id as usize];
        if !self.view.admits(piece) {
            return false;
        }
        self.asked += 1;
        let Some(touched) = piece.touched(id, self.sweep).filter(|touched| touched.early <= self.limit) else {
            return false;
        };
        let before = self.limit;
        self.limit = self.visit.touched(touched);
        self.limit < before
    }

    pub(super) fn ask_all(&mut self, ids: impl Iterator<Item = u32>) {
        for id in ids {
            if self.limit < 0.0 {
                return;
            }
            self.ask(id);
        }
    }
}

/// What to do with touches as they are found.
pub(super) trait Visit {
    /// Says up to which time touches still matter; below zero none does.
    fn touched(&mut self, touched: Touched) -> f64;
}

/// Keeps the first.
pub(super) struct First<'a> {
    pub(super) sweep: &'a Sweep,
    pub(super) pieces: &'a [Piece],
    pub(super) wanted: Wanted,
    pub(super) best: Option<Touched>,
}

impl Visit for First<'_> {
    #[inline(always)]
    fn touched(&mut self, touched: Touched) -> f64 {
        let counts = self.wanted == Wanted::Touch || touched.stops;
        let is_first = |best: &Touched| touched.order(best, self.sweep, self.pieces) == Ordering::Less;
        if counts && self.best.as_ref().is_none_or(is_first) {
            self.best = Some(touched);
        }
        self.best.as_ref().map_or(1.0, |best| best.late)
    }
}

/// Keeps all.
pub(super) struct All(pub(super) Vec<Touched>);

impl Visit for All {
    fn touched(&mut self, touched: Touched) -> f64 {
        self.0.push(touched);
        1.0
    }
}

/// Only notes that there is one.
pub(super) struct Any(pub(super) bool);

impl Visit for Any {
    fn touched(&mut self, _: Touched) -> f64 {
        self.0 = true;
        -1.0
    }
}

/// Only notes that there is one that stops.
pub(super) struct AnyStop(pub(super) bool);

impl Visit for AnyStop {
    #[inline(always)]
    fn touched(&mut self, touched: Touched) -> f64 {
        self.0 |= touched.stops;
        if self.0 { -1.0 } else { 1.0 }
    }
}

/// Where counts go: nowhere, at no cost, or into counters.
pub(super) trait Counting {
    fn boxes(&mut self, boxes: u64);
    fn exact(&mut self, walls: u64);
}

impl Counting for () {
    #[inline(always)]
    fn boxes(&mut self, _: u64) {}
    #[inline(always)]
    fn exact(&mut self, _: u64) {}
}

impl Counting for Counters {
    fn boxes(&mut self, boxes: u64) {
        self.boxes += boxes;
    }

    fn exact(&mut self, walls: u64) {
        self.exact += walls;
    }
}
