//! Many paths through a grid, a group at a time.
//!
//! All of a group are set on their way first, and the cells where they start are requested from memory. Then each is followed until it arrives; by then its first
//! cell is there. Hits are made four at once.

use super::grid::Grid;
use super::search::Wanted;
use super::view::View;
use super::wall::{StoredWall, WallId};
use super::way::Way;
use crate::segment::Segment;
use crate::simd::{Kernel, Machine};
use crate::sweep::{Hit, Sweep};

/// So many paths are set on their way before the first of them is followed.
const GROUP: usize = 16;

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
pub(super) struct InGroups<'a, P> {
    pub(super) grid: &'a Grid,
    pub(super) view: View<'a>,
    pub(super) paths: P,
}

/// A path that is set on its way, and its number.
#[derive(Clone, Copy, Default)]
struct SetOut {
    way: Way,
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

impl<P: Paths> Kernel for InGroups<'_, P> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(mut self) {
        let (grid, view) = (self.grid, self.view);
        let asked = view.asked(Wanted::Touch);
        let (mut hits, mut group) = (Hits::default(), [SetOut::default(); GROUP]);
        loop {
            let count = self.set_out(&mut group);
            if count == 0 {
                break;
            }
            for SetOut { way, path } in &group[..count] {
                let first = grid.follow::<M>(*way, self.paths.sweep(*path), &asked);
                // Who goes through something is anybody's guess, so it is no branch.
                hits.push_if::<M>(first.is_through(), (*path, first.wall()), &mut self.paths, asked.stored);
                if first.is_odd() {
                    if let Some((wall, hit)) = first.hit::<M>(self.paths.sweep(*path), asked.stored) {
                        self.paths.touch(*path, wall, hit);
                    }
                }
            }
        }
        hits.finish::<M>(&mut self.paths, asked.stored);
    }
}

impl<P: Paths> InGroups<'_, P> {
    /// Sets the next paths on their way, and says how many; what has no way is answered at once.
    #[inline(always)]
    fn set_out(&mut self, group: &mut [SetOut; GROUP]) -> usize {
        let mut count = 0;
        while count < GROUP {
            let Some(path) = self.paths.next() else { break };
            let sweep = self.paths.sweep(path);
            if sweep.radius() == 0.0 {
                if let Some(seen) = self.grid.seen(sweep) {
                    if let Some(way) = self.grid.way(&seen) {
                        group[count] = SetOut { way, path };
                        count += 1;
                    }
                    continue;
                }
            }
            if let Some((wall, hit)) = self.view.first(sweep, Wanted::Touch, &mut ()) {
                self.paths.touch(path, wall, hit);
            }
        }
        count
    }
}

impl Hits {
    /// Takes a path that goes through a wall. Every fourth time four hits are made.
    #[inline(always)]
    pub(super) fn push<M: Machine>(&mut self, path: usize, wall: u32, paths: &mut impl Paths, stored: &[StoredWall]) {
        self.push_if::<M>(true, (path, wall), paths, stored);
    }

    /// The same, if it does.
    #[inline(always)]
    fn push_if<M: Machine>(
        &mut self,
        is_through: bool,
        (path, wall): (usize, u32),
        paths: &mut impl Paths,
        stored: &[StoredWall],
    ) {
        (self.paths[self.count % FOUR], self.walls[self.count % FOUR]) = (path, wall);
        self.count += usize::from(is_through);
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
