//! Many paths through a grid at once.
//!
//! A crowd of paths is on its way, each in its own cell. All of them take a step, then all the next: a glance at the cell shows which walls are near.
//! With none, the path goes on or has arrived; with one that is crossed for certain, that is the first touch. Where several are near, or not all walls fit into the cell, all of
//! these paths look again, and find which is first. Only what is still open then is weighed one by one. So what a path does next, which is anybody's guess,
//! is hardly ever a branch, but a bit. And while the others take their steps, the next cell comes from memory.
//! New paths are set on their way four at once, and hits are made four at once.

use super::cell::{MORE, Piece};
use super::grid::Grid;
use super::passing::{Asked, Earliest};
use super::search::Wanted;
use super::view::View;
use super::wall::{StoredWall, WallId};
use super::way::{Passage, Way};
use crate::segment::Segment;
use crate::simd::{self, Eight, Kernel, Machine};
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
        let is_plain = asked.is_as_built & grid.is_plain();
        let (mut hits, mut crowd) = (Hits::default(), Crowd::new());
        loop {
            while crowd.has_room() && self.set_out::<M>(&mut crowd) {}
            if crowd.out == 0 {
                break;
            }
            let mut seen = crowd.glance::<M>(grid);
            if grid.is_large() {
                crowd.request(seen.near, grid);
            }
            // The walls of those that arrived before have come from memory meanwhile.
            hits.make_fours::<M>(&mut self.paths, asked.stored);
            if is_plain {
                crowd.arrive::<M>(&mut seen, grid, asked.stored, &mut hits);
            } else {
                seen.odd = seen.near;
            }
            while seen.odd != 0 {
                let walker = take_lowest(&mut seen.odd);
                let goes_on = self.touch::<M>(&mut crowd, walker, &asked, &mut hits);
                seen.going |= u64::from(goes_on) << walker;
            }
            crowd.go_on(seen.going, grid);
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
        hits.push_if(first.is_through(), path, first.wall());
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

/// What is seen of a crowd's cells, a bit for each.
struct Glances {
    /// Something is near.
    near: u64,
    /// Of those: just one wall, and it is crossed for certain.
    single: u64,
    /// It has to be found out one by one what they touch.
    odd: u64,
    /// They go on.
    going: u64,
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
    /// What they see in their cells: a bit for each wall that is near, and those of it that are more than one, or not crossed for certain.
    near: [i32; CROWD],
    odd: [i32; CROWD],
    /// 1 if they end or leave the grid with their passages.
    ends: [u8; CROWD],
}

impl Crowd {
    #[inline(always)]
    fn new() -> Crowd {
        Crowd {
            walkers: [Walker::default(); CROWD],
            out: 0,
            has_first: 0,
            firsts: [Earliest::NONE; CROWD],
            near: [0; CROWD],
            odd: [0; CROWD],
            ends: [0; CROWD],
        }
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

    /// All glance at their cells.
    #[inline(always)]
    fn glance<M: Machine>(&mut self, grid: &Grid) -> Glances {
        let mut left = self.out;
        while left != 0 {
            let walker = take_lowest(&mut left);
            let Walker { way, passage, .. } = &self.walkers[walker];
            let look = grid.cell(way.cell as usize).look(&Piece::<M::Eight>::of(passage.piece));
            let others = look.near & look.near.wrapping_sub(1);
            self.near[walker] = look.near as i32;
            self.odd[walker] = (others | look.near & (look.in_doubt() | MORE)) as i32;
            self.ends[walker] = u8::from(way.ends_with(passage));
        }
        // The places of those that are not out say nothing new.
        let near = any::<M>(&self.near) & self.out | self.has_first;
        let single = near & !(any::<M>(&self.odd) | self.has_first);
        Glances { near, single, odd: self.has_first, going: self.out & !(near | ones(&self.ends)) }
    }

    /// Requests from memory what is needed of those that have something near: the ids of walls, and the walls that did not fit into cells.
    #[inline(always)]
    fn request(&self, near: u64, grid: &Grid) {
        let mut left = near;
        while left != 0 {
            let place = self.walkers[take_lowest(&mut left)].way.cell as usize;
            grid.request_ids(place);
            grid.request_cell(grid.cell(place).next() as usize);
        }
    }

    /// Those that go through a wall for certain, and touch nothing before, have arrived. Of the others that have something near it is said whether they go on.
    #[inline(always)]
    fn arrive<M: Machine>(&self, seen: &mut Glances, grid: &Grid, stored: &[StoredWall], hits: &mut Hits) {
        let mut push_if = |is_through: bool, walker: &Walker, (place, lane): (usize, usize)| {
            let id = grid.entry(place, lane % 8);
            simd::prefetch_at(stored, id as usize);
            hits.push_if(is_through, walker.path, id);
        };
        let mut left = seen.single;
        while left != 0 {
            let number = take_lowest(&mut left);
            let walker = &self.walkers[number];
            push_if(true, walker, (walker.way.cell as usize, self.near[number].trailing_zeros() as usize));
        }
        let (mut left, mut several) = (seen.near & !(seen.single | seen.odd), 0);
        while left != 0 {
            let number = take_lowest(&mut left);
            let (walker, in_cell) =
                (&self.walkers[number], [self.near[number], self.odd[number]].map(|bits| bits as u32));
            let near = grid.near_with_more::<M>(&walker.passage, walker.way.cell as usize, in_cell);
            push_if(!near.is_odd() & (near.near != 0), walker, near.lowest());
            several |= u64::from(near.is_odd()) << number;
            seen.going |= u64::from((near.near == 0) & (self.ends[number] == 0)) << number;
        }
        while several != 0 {
            let number = take_lowest(&mut several);
            let walker = &self.walkers[number];
            let near = grid.first_of_near::<M>(&walker.passage, walker.way.cell as usize);
            push_if(!near.is_odd(), walker, near.lowest());
            seen.odd |= u64::from(near.is_odd()) << number;
        }
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

/// A bit for each number that is above 0.
#[inline(always)]
fn any<M: Machine>(numbers: &[i32; CROWD]) -> u64 {
    let (mut bits, mut first) = (0, 0);
    while let Some(eight) = numbers[first..].first_chunk::<8>() {
        bits |= u64::from(M::Eight::of(eight).above(0)) << first;
        first += 8;
    }
    bits
}

/// A bit for each that is 1; the others are 0.
#[inline(always)]
fn ones(numbers: &[u8; CROWD]) -> u64 {
    let (mut bits, mut first) = (0, 0);
    while let Some(&eight) = numbers[first..].first_chunk::<8>() {
        // The i-th byte, times 2⁵⁶⁻⁷ⁱ, has its bit in place 56 + i. No two products have theirs in one place, so nothing is carried.
        bits |= (u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56) << first;
        first += 8;
    }
    bits
}

/// Paths whose hits are made together, and the walls that they go through.
struct Hits {
    paths: [usize; MOST_HITS],
    walls: [u32; MOST_HITS],
    count: usize,
}

/// As many as a crowd may have at once, and some that wait for a fourth.
const MOST_HITS: usize = 2 * CROWD;

impl Default for Hits {
    #[inline(always)]
    fn default() -> Hits {
        Hits { paths: [0; MOST_HITS], walls: [0; MOST_HITS], count: 0 }
    }
}

impl Hits {
    /// Takes a path that goes through a wall, if it does. There is room for a crowd after four were made of all that there are.
    #[inline(always)]
    fn push_if(&mut self, is_through: bool, path: usize, wall: u32) {
        (self.paths[self.count % MOST_HITS], self.walls[self.count % MOST_HITS]) = (path, wall);
        self.count += usize::from(is_through);
    }

    /// Makes hits four by four, as far as there are so many.
    #[inline(always)]
    fn make_fours<M: Machine>(&mut self, paths: &mut impl Paths, stored: &[StoredWall]) {
        while FOUR <= self.count {
            self.count -= FOUR;
            self.make::<M>(paths, stored);
        }
    }

    /// Makes the hits of those that still wait.
    #[inline(always)]
    fn finish<M: Machine>(mut self, paths: &mut impl Paths, stored: &[StoredWall]) {
        self.make_fours::<M>(paths, stored);
        if self.count > 0 {
            // The first stands in for those that are missing.
            for missing in self.count..FOUR {
                (self.paths[missing], self.walls[missing]) = (self.paths[0], self.walls[0]);
            }
            self.count = 0;
            self.make::<M>(paths, stored);
        }
    }

    /// Makes the four after those that are left.
    #[inline(always)]
    fn make<M: Machine>(&self, paths: &mut impl Paths, stored: &[StoredWall]) {
        let lanes = [0, 1, 2, 3].map(|lane| (self.count + lane) % MOST_HITS);
        let walls = lanes.map(|lane| self.walls[lane]);
        let segments = walls.map(|wall| &stored[wall as usize].segment);
        paths.through::<M>(lanes.map(|lane| self.paths[lane]), walls.map(WallId), segments);
    }
}
