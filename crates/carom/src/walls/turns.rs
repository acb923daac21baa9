//! Several paths through a grid in turns, so that one goes on while another waits for memory.
//!
//! A group of paths is set on its way, and each goes on by a cell in its turn, until all have arrived. How far a path goes is anybody's guess; so those that go
//! on are listed without a branch, and those whose hits have to be made.

use super::grid::{Grid, Look, Passage};
use super::search::{First, Search, Wanted};
use super::touch::WallTouch;
use super::view::View;
use super::wall::{StoredWall, WallId};
use super::way::Way;
use crate::segment::Segment;
use crate::simd::{Kernel, Machine};
use crate::sweep::{Hit, Sweep};
use alloc::vec::Vec;

/// So many paths are on their way at a time: those that go furthest are alone in the end, and there should be few of them.
const GROUP: usize = 64;

/// Where paths come from, and where it goes what they touch first.
pub(super) trait Paths {
    /// The number of the next path, if there is one more.
    fn next(&mut self) -> Option<usize>;

    fn sweep(&self, path: usize) -> &Sweep;

    /// Takes what a path touches. Of paths that touch nothing, nothing is said.
    fn touch(&mut self, path: usize, wall: WallId, hit: Hit);

    /// The same for four points that go through a segment each, between the ends of both for certain; their hits are yet to be made.
    /// Some may be the same.
    fn through<M: Machine>(&mut self, paths: [usize; FOUR], walls: [WallId; FOUR], segments: [&Segment; FOUR]);
}

/// The first touches of some paths among walls that are all in a grid.
pub(super) struct Turns<'a, P> {
    pub(super) grid: &'a Grid,
    pub(super) view: View<'a>,
    pub(super) paths: P,
    /// See [`View::is_as_built`].
    pub(super) is_as_built: bool,
}

/// A path on its way.
#[derive(Clone, Copy)]
struct Slot {
    way: Way,
    best: Option<WallTouch>,
    limit: f64,
    path: usize,
}

/// Paths whose hits are made together, and the walls that they go through.
#[derive(Default)]
pub(super) struct Hits {
    paths: [usize; FOUR],
    walls: [u32; FOUR],
    count: usize,
}

const FOUR: usize = 4;

impl<P: Paths> Kernel for Turns<'_, P> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(mut self) {
        let mut hits = Hits::default();
        let mut slots = Vec::with_capacity(GROUP);
        loop {
            self.fill(&mut slots);
            if slots.is_empty() {
                break;
            }
            self.arrive(&mut slots);
            self.answer::<M>(&slots, &mut hits);
            slots.clear();
        }
        hits.finish::<M>(&mut self.paths, &self.view.walls.stored);
    }
}

impl<P: Paths> Turns<'_, P> {
    /// Sets the next paths on their way; what has none is answered at once.
    #[inline(always)]
    fn fill(&mut self, slots: &mut Vec<Slot>) {
        while slots.len() < GROUP {
            let Some(path) = self.paths.next() else { return };
            let sweep = self.paths.sweep(path);
            if sweep.radius() == 0.0 {
                if let Some(seen) = self.grid.seen(sweep) {
                    if let Some(way) = self.grid.way(&seen) {
                        slots.push(Slot { way, best: None, limit: 1.0, path });
                    }
                    continue;
                }
            }
            if let Some((wall, hit)) = self.view.first(sweep, Wanted::Touch, &mut ()) {
                self.paths.touch(path, wall, hit);
            }
        }
    }

    /// Lets all go on until none does.
    #[inline(always)]
    fn arrive(&self, slots: &mut [Slot]) {
        let mut open: [u8; GROUP] = core::array::from_fn(|place| place as u8);
        let mut count = slots.len();
        while 0 < count {
            let mut left = 0;
            for turn in 0..count {
                let place = open[turn];
                let goes_on = self.visit(&mut slots[usize::from(place)]);
                open[left] = place;
                left += usize::from(goes_on);
            }
            count = left;
        }
    }

    /// Makes the hits of paths that have arrived, or lets them wait for others.
    #[inline(always)]
    fn answer<M: Machine>(&mut self, slots: &[Slot], hits: &mut Hits) {
        let (mut through, mut count) = ([0_u8; GROUP], 0);
        for (place, slot) in slots.iter().enumerate() {
            let is_through = slot.best.as_ref().is_some_and(|best| best.is_through);
            through[count] = place as u8;
            count += usize::from(is_through);
            if let Some(best) = slot.best.as_ref().filter(|_| !is_through) {
                if let Some((wall, hit)) = self.view.hit::<M>(self.paths.sweep(slot.path), best) {
                    self.paths.touch(slot.path, wall, hit);
                }
            }
        }
        for &place in &through[..count] {
            let slot = &slots[usize::from(place)];
            if let Some(best) = &slot.best {
                hits.push::<M>(slot.path, best.id, &mut self.paths, &self.view.walls.stored);
            }
        }
    }

    /// Lets a path go on by a cell, and says whether it goes on after that.
    #[inline(always)]
    fn visit(&self, slot: &mut Slot) -> bool {
        let passage = self.grid.pass(&mut slot.way);
        let mut next = Some(passage.place);
        while let Some(place) = next {
            let look = self.grid.look(place, &passage);
            if look.seen.near != 0 {
                self.take(slot, &look, &passage);
            }
            next = look.next;
        }
        passage.goes_on(slot.limit)
    }

    /// Tests the walls that a look has shown to be near.
    #[inline(always)]
    fn take(&self, slot: &mut Slot, look: &Look<'_>, passage: &Passage) {
        let (sweep, walls) = (self.paths.sweep(slot.path), self.view.walls);
        let mut first = First { sweep, stored: &walls.stored, wanted: Wanted::Touch, best: slot.best };
        let mut search = Search {
            stored: &walls.stored,
            mask: self.view.mask,
            sweep,
            keep: &mut first,
            limit: slot.limit,
            is_as_built: self.is_as_built,
            tested: 0,
        };
        self.grid.take(look, passage, &mut search);
        slot.limit = search.limit;
        slot.best = first.best;
    }
}

impl Hits {
    /// Takes a path that goes through a wall. Every fourth time four hits are made.
    #[inline(always)]
    pub(super) fn push<M: Machine>(&mut self, path: usize, wall: u32, paths: &mut impl Paths, stored: &[StoredWall]) {
        (self.paths[self.count % FOUR], self.walls[self.count % FOUR]) = (path, wall);
        self.count += 1;
        if self.count == FOUR {
            self.count = 0;
            self.make::<M>(paths, stored);
        }
    }

    /// Makes the hits of those that still wait.
    #[inline(always)]
    pub(super) fn finish<M: Machine>(mut self, paths: &mut impl Paths, stored: &[StoredWall]) {
        if self.count > 0 {
            // The first stands in for those that are missing.
            for missing in self.count..FOUR {
                (self.paths[missing], self.walls[missing]) = (self.paths[0], self.walls[0]);
            }
            self.make::<M>(paths, stored);
        }
    }

    #[inline(always)]
    fn make<M: Machine>(&self, paths: &mut impl Paths, stored: &[StoredWall]) {
        let segments = self.walls.map(|wall| &stored[wall as usize].segment);
        paths.through::<M>(self.paths, self.walls.map(WallId), segments);
    }
}
