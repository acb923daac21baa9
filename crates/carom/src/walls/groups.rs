//! Many paths through a grid at once.
//!
//! A crowd of paths is on its way, each in its own cell. All of them take a step, then all the next: a glance at the cell shows whether any wall is near, mostly not,
//! and then the path goes on or has arrived. Only where something is near, it is looked at closely. So what a path does next, which is anybody's guess,
//! is hardly ever a branch, but a bit. And while the others take their steps, the next cell comes from memory.
//! New paths are set on their way four at once, and hits are made four at once.

use super::cell::Piece;
use super::grid::Grid;
use super::passing::{Asked, Earliest};
use super::search::Wanted;
use super::view::View;
use super::wall::{StoredWall, WallId};
use super::way::{Passage, Way};
use crate::segment::Segment;
use crate::simd::{Kernel, Machine};
use crate::sweep::{Hit, Sweep};

/// So many paths are on their way at once.
const CROWD: usize = 64;

/// Where paths come from, and where it goes what they touch first.
pub(super) trait Paths {
    /// The numbers of the next four paths, and how many there are; those that are missing may be any, if there is one.
    fn next_four(&mut self) -> ([usize; FOUR], usize);

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

const FOUR: usize = 4;

impl<P: Paths> Kernel for InGroups<'_, P> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(mut self) {
        let (grid, view) = (self.grid, self.view);
        let asked = view.asked(Wanted::Touch);
        let (mut hits, mut crowd) = (Hits::default(), Crowd::new());
        loop {
            while crowd.has_room() && self.set_out::<M>(&mut crowd) {}
            if crowd.out == 0 {
                break;
            }
            let (close, mut going) = crowd.glance::<M>(grid);
            let mut left = close;
            while left != 0 {
                let walker = take_lowest(&mut left);
                let goes_on = self.touch::<M>(&mut crowd, walker, &asked, &mut hits);
                going |= u64::from(goes_on) << walker;
            }
            crowd.go_on(going, grid);
        }
        hits.finish::<M>(&mut self.paths, asked.stored);
    }
}

impl<P: Paths> InGroups<'_, P> {
    /// Sets the next four paths on their way, for which there is room; says whether there were so many.
    #[inline(always)]
    fn set_out<M: Machine>(&mut self, crowd: &mut Crowd) -> bool {
        let (paths, count) = self.paths.next_four();
        if count == 0 {
            return false;
        }
        let sweeps = paths.map(|path| self.paths.sweep(path));
        let four = self.grid.four_ways::<M>(sweeps);
        let asked = (1 << count) - 1;
        let ways = four.ways & asked;
        let mut lane = 0;
        while lane < FOUR {
            let (way, passage) = four.get(lane);
            crowd.put_if(ways >> lane & 1 != 0, way, passage, paths[lane]);
            lane += 1;
        }
        if four.odd & asked != 0 {
            self.set_out_otherwise(paths, four.odd & asked, crowd);
        }
        count == FOUR
    }

    /// Sets some of four paths on their way, those with a bit each; or answers them at once if they have none.
    #[cold]
    #[inline(never)]
    fn set_out_otherwise(&mut self, paths: [usize; FOUR], odd: u32, crowd: &mut Crowd) {
        for lane in (0..FOUR).filter(|lane| odd >> lane & 1 != 0) {
            let (path, sweep) = (paths[lane], self.paths.sweep(paths[lane]));
            let seen = if sweep.radius() == 0.0 { self.grid.seen(sweep) } else { None };
            match seen {
                Some(seen) => {
                    if let Some((way, enter)) = self.grid.way(&seen) {
                        crowd.put_if(true, way, way.passage(enter), path);
                    }
                }
                None => {
                    if let Some((wall, hit)) = self.view.first(sweep, Wanted::Touch, &mut ()) {
                        self.paths.touch(path, wall, hit);
                    }
                }
            }
        }
    }

    /// Looks at what is near one of a crowd, and says whether it goes on; else it has arrived.
    #[inline(always)]
    fn touch<M: Machine>(&mut self, crowd: &mut Crowd, walker: usize, asked: &Asked<'_>, hits: &mut Hits) -> bool {
        let (Walker { way, passage, path }, first) = (&crowd.walkers[walker], crowd.first(walker));
        let sweep = self.paths.sweep(*path);
        let first = self.grid.touch_in_cell::<M>((way, passage, way.cell as usize), sweep, asked, first);
        if way.goes_on(passage, first.late()) {
            crowd.set_first(walker, first);
            return true;
        }
        let path = *path;
        crowd.has_first &= !(1 << walker);
        hits.push_if::<M>(first.is_through(), (path, first.wall()), &mut self.paths, asked.stored);
        if first.is_odd() {
            if let Some((wall, hit)) = first.hit::<M>(self.paths.sweep(path), asked.stored) {
                self.paths.touch(path, wall, hit);
            }
        }
        false
    }
}

/// A path on its way, its passage through the cell where it is, and its number.
#[derive(Clone, Copy, Default)]
struct Walker {
    way: Way,
    passage: Passage,
    path: usize,
}

/// Paths on their way, and a bit for each of which something is so.
struct Crowd {
    walkers: [Walker; CROWD],
    /// They are on their way. The places of the others are free.
    out: u64,
    /// They touch something, if later than in the cell where they are.
    has_first: u64,
    /// What that is.
    firsts: [Earliest; CROWD],
}

impl Crowd {
    #[inline(always)]
    fn new() -> Crowd {
        Crowd { walkers: [Walker::default(); CROWD], out: 0, has_first: 0, firsts: [Earliest::NONE; CROWD] }
    }

    /// Whether there is room for four.
    #[inline(always)]
    fn has_room(&self) -> bool {
        self.out.count_zeros() as usize >= FOUR
    }

    /// Takes a path in, for which there is room, if it has a way.
    #[inline(always)]
    fn put_if(&mut self, has_way: bool, way: Way, passage: Passage, path: usize) {
        let walker = self.out.trailing_ones() as usize % CROWD;
        self.walkers[walker] = Walker { way, passage, path };
        self.out |= u64::from(has_way) << walker;
    }

    /// All glance at their cells: which of them have something near, and which of the others go on.
    #[inline(always)]
    fn glance<M: Machine>(&self, grid: &Grid) -> (u64, u64) {
        let (mut close, mut going) = (self.has_first, 0);
        let mut left = self.out;
        while left != 0 {
            let walker = take_lowest(&mut left);
            let Walker { way, passage, .. } = &self.walkers[walker];
            let place = way.cell as usize;
            let is_near = grid.cell(place).look(&Piece::<M::Eight>::of(passage.piece)).near != 0;
            // The ids of those that are not near are not needed.
            grid.request_ids(if is_near { place } else { 0 });
            close |= u64::from(is_near) << walker;
            going |= u64::from(!way.ends_with(passage)) << walker;
        }
        (close, going & !close)
    }

    /// Some go on to the next cells, which are requested from memory. The others have arrived.
    #[inline(always)]
    fn go_on(&mut self, going: u64, grid: &Grid) {
        let mut left = going;
        while left != 0 {
            let walker = take_lowest(&mut left);
            let Walker { way, passage, .. } = &mut self.walkers[walker];
            way.step(grid.measures());
            grid.request_cell(way.cell as usize);
            *passage = way.passage(passage.exit);
        }
        self.out = going;
    }

    /// What one touches first as far as it has come.
    #[inline(always)]
    fn first(&self, walker: usize) -> Earliest {
        // Mostly nobody has one.
        if self.has_first == 0 || self.has_first >> walker & 1 == 0 { Earliest::NONE } else { self.firsts[walker] }
    }

    #[inline(always)]
    fn set_first(&mut self, walker: usize, first: Earliest) {
        self.has_first |= u64::from(first.is_any()) << walker;
        self.firsts[walker] = first;
    }
}

/// The number of the lowest bit that is set, which is then taken away; there is one.
#[inline(always)]
fn take_lowest(bits: &mut u64) -> usize {
    let lowest = bits.trailing_zeros() as usize % CROWD;
    *bits &= bits.wrapping_sub(1);
    lowest
}

/// Paths whose hits are made together, and the walls that they go through.
#[derive(Default)]
pub(super) struct Hits {
    paths: [usize; FOUR],
    walls: [u32; FOUR],
    count: usize,
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
