//! Several paths through a grid in turns, so that one goes on while another waits for memory.

use super::grid::Grid;
use super::search::{First, Search, Wanted};
use super::touch::WallTouch;
use super::view::View;
use super::wall::{StoredWall, WallId};
use super::way::Way;
use crate::segment::Segment;
use crate::simd::{Kernel, Machine};
use crate::sweep::{Hit, Sweep};

/// So many paths are on their way at a time.
const PATHS: usize = 4;

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
    is_open: bool,
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
        let mut slots = [Slot { way: Way::NONE, best: None, limit: 1.0, path: 0, is_open: false }; PATHS];
        slots.iter_mut().for_each(|slot| self.fill(slot));
        let mut open = true;
        while open {
            open = false;
            for slot in &mut slots {
                if slot.is_open && !self.visit(slot) {
                    self.answer::<M>(slot, &mut hits);
                    self.fill(slot);
                }
                open |= slot.is_open;
            }
        }
        hits.finish::<M>(&mut self.paths, &self.view.walls.stored);
    }
}

impl<P: Paths> Turns<'_, P> {
    /// Sets the next path on its way; what has none is answered at once.
    #[inline(always)]
    fn fill(&mut self, slot: &mut Slot) {
        slot.is_open = false;
        while let Some(path) = self.paths.next() {
            let sweep = self.paths.sweep(path);
            if sweep.radius() == 0.0 {
                if let Some(seen) = self.grid.seen(sweep) {
                    let Some(way) = self.grid.way(&seen) else { continue };
                    *slot = Slot { way, best: None, limit: 1.0, path, is_open: true };
                    return;
                }
            }
            if let Some((wall, hit)) = self.view.first_touch(sweep) {
                self.paths.touch(path, wall, hit);
            }
        }
    }

    /// Makes the hit of a path that has arrived, or lets it wait for others.
    #[inline(always)]
    fn answer<M: Machine>(&mut self, slot: &Slot, hits: &mut Hits) {
        match &slot.best {
            Some(best) if best.is_through => {
                hits.push::<M>(slot.path, best.id, &mut self.paths, &self.view.walls.stored);
            }
            Some(best) => {
                if let Some((wall, hit)) = self.view.hit::<M>(self.paths.sweep(slot.path), best) {
                    self.paths.touch(slot.path, wall, hit);
                }
            }
            None => {}
        }
    }

    /// Lets a path go on by a cell, and says whether it goes on after that.
    #[inline(always)]
    fn visit(&self, slot: &mut Slot) -> bool {
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
        let goes_on = self.grid.visit(&mut slot.way, &mut search, &mut ());
        slot.limit = search.limit;
        slot.best = first.best;
        goes_on
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
