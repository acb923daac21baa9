//! One question among many walls: how each wall is tested, what is kept of the touches, and what that costs.

use super::touch::WallTouch;
use super::wall::StoredWall;
use crate::simd;
use crate::sweep::{Mover, Sweep};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A sweep on its path through the walls: a tree shows it the walls that it may touch.
pub(super) struct Search<'a, K> {
    pub(super) stored: &'a [StoredWall],
    pub(super) mask: Option<u32>,
    pub(super) sweep: &'a Sweep,
    pub(super) keep: &'a mut K,
    /// Touches after this time do not matter; if it is negative, none does.
    pub(super) limit: f64,
    /// Whether all plain walls are wanted and where they were when the indices were built.
    pub(super) is_as_built: bool,
    /// How many walls have been tested.
    pub(super) tested: u64,
}

impl<K: Keep> Search<'_, K> {
    /// Tests one wall, and says whether the limit has changed.
    #[inline(always)]
    pub(super) fn test(&mut self, id: u32) -> bool {
        let wall = &self.stored[id as usize];
        if !wall.is_in(self.mask) {
            return false;
        }
        self.tested += 1;
        let Some(touch) = self.keep.touch(wall, id, self.sweep).filter(|touch| touch.early <= self.limit) else {
            return false;
        };
        let before = self.limit;
        self.limit = self.keep.keep(touch);
        self.limit < before
    }

    /// The same where it is seldom needed.
    #[cold]
    #[inline(never)]
    pub(super) fn test_seldom(&mut self, id: u32) {
        self.test(id);
    }

    /// The same for a wall that an index has seen a moving point go through, between the ends of both for certain, and at a time
    /// between these two. A plain wall has two sides and all bits in its mask, or had when the index was built.
    #[inline(always)]
    pub(super) fn crossed(&mut self, id: u32, is_plain: bool, [early, late]: [f64; 2]) {
        if !(is_plain & self.is_as_built) {
            self.test_seldom(id);
        } else if early <= self.limit {
            simd::prefetch_line(&self.stored[id as usize]);
            self.tested += 1;
            self.limit = self.keep.keep(WallTouch::crossing(id, [early, late]));
        }
    }

    /// The same for a plain wall that an index has seen a disc touch; all plain walls are wanted and where they were.
    #[inline(always)]
    pub(super) fn touched(&mut self, touch: WallTouch) {
        if touch.early <= self.limit {
            simd::prefetch_line(&self.stored[touch.id as usize]);
            self.tested += 1;
            self.limit = self.keep.keep(touch);
        }
    }

    /// The same for a plain wall that an index has seen a mover overlap at the start; all plain walls are wanted and where they were.
    #[inline(always)]
    pub(super) fn overlapped(&mut self, id: u32) {
        self.tested += 1;
        if let Some(touch) = self.keep.overlap(id) {
            self.limit = self.keep.keep(touch);
        }
    }

    pub(super) fn test_all(&mut self, ids: impl Iterator<Item = u32>) {
        for id in ids {
            if self.limit < 0.0 {
                return;
            }
            self.test(id);
        }
    }
}

/// What is kept of the touches as they are found.
pub(super) trait Keep {
    /// Whether of several touches only the first matters.
    const ONLY_FIRST: bool = false;

    /// Whether the sweep only stands in for something within it: then what it touches has yet to be tested.
    const IS_PROXY: bool = false;

    /// What it stands in for, if a quick look at that is worth it.
    #[inline(always)]
    fn stands_in_for(&self) -> Option<&Mover> {
        None
    }

    /// How a wall is touched that a mover overlaps at the start, which is convex and has sharp corners and an inside; `None` if that does not matter.
    #[inline(always)]
    fn overlap(&self, _id: u32) -> Option<WallTouch> {
        None
    }

    /// How a wall is touched.
    #[inline(always)]
    fn touch(&self, wall: &StoredWall, id: u32, sweep: &Sweep) -> Option<WallTouch> {
        wall.touch(id, sweep)
    }

    /// Says up to which time touches still matter; below zero none does.
    fn keep(&mut self, touch: WallTouch) -> f64;
}

/// Which touches count.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Wanted {
    Touch,
    Stop,
}

/// Keeps the first.
pub(super) struct First<'a> {
    pub(super) sweep: &'a Sweep,
    pub(super) stored: &'a [StoredWall],
    pub(super) wanted: Wanted,
    pub(super) best: Option<WallTouch>,
}

impl Keep for First<'_> {
    const ONLY_FIRST: bool = true;

    #[inline(always)]
    fn keep(&mut self, touch: WallTouch) -> f64 {
        let counts = self.wanted == Wanted::Touch || touch.stops;
        let is_first = |best: &WallTouch| touch.order(best, self.sweep, self.stored) == Ordering::Less;
        if counts && self.best.as_ref().is_none_or(is_first) {
            self.best = Some(touch);
        }
        self.best.as_ref().map_or(1.0, |best| best.late)
    }
}

/// Keeps all.
pub(super) struct All(pub(super) Vec<WallTouch>);

impl Keep for All {
    fn keep(&mut self, touch: WallTouch) -> f64 {
        self.0.push(touch);
        1.0
    }
}

/// Only notes that there is one.
pub(super) struct Any(pub(super) bool);

impl Keep for Any {
    fn keep(&mut self, _: WallTouch) -> f64 {
        self.0 = true;
        -1.0
    }
}

/// Only notes that there is one that stops.
pub(super) struct AnyStop(pub(super) bool);

impl Keep for AnyStop {
    #[inline(always)]
    fn keep(&mut self, touch: WallTouch) -> f64 {
        self.0 |= touch.stops;
        if self.0 { -1.0 } else { 1.0 }
    }
}

/// How much work a question was: how many boxes and walls were looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Counters {
    /// How many boxes, or cells of a grid, were looked at.
    pub boxes: u64,
    /// How many walls were tested; one that lies in several squares of a quadtree or cells of a grid may be tested more than once.
    pub exact: u64,
}

/// Where costs are counted: nowhere, which costs nothing, or in [`Counters`].
pub(super) trait CostCounter {
    /// Whether anything is counted.
    const COUNTS: bool = true;

    fn boxes(&mut self, boxes: u64);
    fn exact(&mut self, walls: u64);

    /// The boxes of this node are looked at.
    #[inline(always)]
    fn node(&mut self, _node: u32) {}

    /// This leaf is entered.
    #[inline(always)]
    fn leaf(&mut self, _leaf: u32) {}

    /// This wall is tested.
    #[inline(always)]
    fn wall(&mut self, _id: u32) {}
}

impl CostCounter for () {
    const COUNTS: bool = false;

    #[inline(always)]
    fn boxes(&mut self, _: u64) {}
    #[inline(always)]
    fn exact(&mut self, _: u64) {}
}

impl CostCounter for Counters {
    fn boxes(&mut self, boxes: u64) {
        self.boxes += boxes;
    }

    fn exact(&mut self, walls: u64) {
        self.exact += walls;
    }
}
