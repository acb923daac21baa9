//! Many small shapes on their way through a grid at once: capsules, or convex ones with sharp corners.
//!
//! As with discs (`strolls.rs`), a crowd is on its way, and each stage is taken by all before the next: four set out at once, all gather the walls that may be near their stretches, all look at
//! these, and hits are made kind by kind. None waits for another, and what a shape meets, which is anybody's guess, is hardly ever a branch, but a bit or a place in a list.
//! What one look does not tell is left to be asked alone.

use super::around::{Around, Few};
use super::close::Close;
use super::gliding::MOST_HALVINGS;
use super::grid::Grid;
use super::shaped::Shaped;
use super::stretch::four::FourStretches;
use super::wall::{StoredWall, WallId};
use crate::simd::{self, Four, Kernel, Machine};
use crate::sweep::{Hit, MoverSweep};
use alloc::vec::Vec;
use hits::{CROWD, Due, FOUR, Hits};
use look::{Capsule, Look, Met};

/// A crowd is so many ranks of four.
const RANKS: usize = CROWD / FOUR;

/// All of a rank, and the first of each.
const ALL: u32 = 0b1111;
const FIRSTS: u32 = 0x1111_1111;

/// The first touches of some shapes among walls that are all in a grid, plain, and where they were when it was built, all of them wanted. They have silhouettes that are seen at once
/// (`Silhouette::is_seen_at_once`), and all have a radius or none has.
pub(super) struct Glides<'a, 's, const ARE_ROUND: bool> {
    pub(super) grid: &'a Grid,
    pub(super) stored: &'a [StoredWall],
    pub(super) sweeps: &'a [MoverSweep<'s>],
    /// The numbers of those that are asked about.
    pub(super) asked: &'a [u32],
    pub(super) answers: &'a mut [Option<(WallId, Hit)>],
}

/// The numbers of those that are yet to be asked alone.
#[derive(Default)]
pub(super) struct Left {
    /// They do not fit in the grid, or have too many walls around them.
    pub(super) odd: Vec<u32>,
    /// Looks do not tell what they touch first.
    pub(super) doubts: Vec<u32>,
}

impl<const ARE_ROUND: bool> Kernel for Glides<'_, '_, ARE_ROUND> {
    type Output = Left;

    #[inline(always)]
    fn run<M: Machine>(self) -> Left {
        if ARE_ROUND { self.glide::<M, Capsule>() } else { self.glide::<M, Shaped>() }
    }
}

impl<const ARE_ROUND: bool> Glides<'_, '_, ARE_ROUND> {
    #[inline(always)]
    fn glide<M: Machine, L: Look>(self) -> Left {
        let Glides { grid, stored, sweeps, asked, answers } = self;
        let (mut crowd, mut hits, mut left) = (Crowd::<L>::new(), Hits::new(), Left::default());
        let mut waiting = asked.chunks(FOUR);
        loop {
            while let Some(rank) = crowd.free_rank() {
                let Some(paths) = waiting.next() else { break };
                crowd.set_out::<M>(rank, paths, (sweeps, grid), &mut left.odd);
            }
            if crowd.out == 0 {
                break;
            }
            crowd.gather::<M>(grid);
            // The walls of those that arrived before have come from memory meanwhile.
            hits.make::<M, ARE_ROUND>((sweeps, stored), answers, &mut left.doubts);
            let going = crowd.look::<M>(stored, &mut hits, &mut left.doubts);
            hits.place::<M, L>((&crowd.shapes, &crowd.fews), (&crowd.paths, sweeps), &mut left.doubts);
            let halved = crowd.halve(&mut left.odd);
            crowd.go_on::<M>(going, halved, grid);
        }
        hits.finish::<M, ARE_ROUND>((sweeps, stored), answers, &mut left.doubts);
        left
    }
}

/// Shapes on their way, and a bit for each of which something is so.
struct Crowd<L> {
    /// Four each.
    ranks: [FourStretches; RANKS],
    shapes: [L; CROWD],
    /// Their numbers.
    paths: [u32; CROWD],
    /// How often their stretches have been halved.
    halvings: [u32; CROWD],
    /// The walls that may be near their stretches.
    fews: [Few; CROWD],
    /// They are on their way.
    out: u32,
    /// Their stretches are in four cells.
    wide: u32,
    /// There are such walls, and few of them; or too many.
    some: u32,
    few: u32,
    crowded: u32,
}

impl<L: Look> Crowd<L> {
    #[inline(always)]
    fn new() -> Crowd<L> {
        let (ranks, shapes, fews) = ([FourStretches::default(); RANKS], [L::NONE; CROWD], [Few::NONE; CROWD]);
        Crowd {
            ranks,
            shapes,
            paths: [0; CROWD],
            halvings: [0; CROWD],
            fews,
            out: 0,
            wide: 0,
            some: 0,
            few: 0,
            crowded: 0,
        }
    }

    /// A rank of which all have arrived, if there is one.
    #[inline(always)]
    fn free_rank(&self) -> Option<usize> {
        // The lowest bit of each rank if any of its is set.
        let pairs = self.out | self.out >> 2;
        let free = !(pairs | pairs >> 1) & FIRSTS;
        (free != 0).then(|| free.trailing_zeros() as usize / FOUR)
    }

    /// Sets up to four shapes on their way as a rank.
    #[inline(always)]
    fn set_out<M: Machine>(
        &mut self,
        rank: usize,
        paths: &[u32],
        (sweeps, grid): (&[MoverSweep<'_>], &Grid),
        odd_ones: &mut Vec<u32>,
    ) {
        // The first stands in for those that are missing.
        let asked = ALL >> (FOUR - paths.len());
        let paths = [0, 1, 2, 3].map(|lane| paths[if lane < paths.len() { lane } else { 0 }]);
        let four = paths.map(|path| &sweeps[path as usize]);
        let proxies = MoverSweep::proxies::<M::Four>(four);
        let stretches = &mut self.ranks[rank];
        let odd = grid.set_out_within(stretches, proxies.path, proxies.radius, proxies.spread);
        let (more, first, mut lane) = (proxies.more.numbers(), FOUR * rank, 0);
        while lane < FOUR {
            (self.paths[first + lane], self.halvings[first + lane]) = (paths[lane], 0);
            self.shapes[first + lane] = seen(four[lane], stretches.around(lane), [more[lane], grid.scale()]);
            lane += 1;
        }
        self.enter::<M>(rank, asked & !odd, grid);
        if odd & asked != 0 {
            odd_ones.extend((0..FOUR).filter(|lane| (odd & asked) >> lane & 1 != 0).map(|lane| paths[lane]));
        }
    }

    /// Some of a rank, of which none is out, come to their stretches, as far as these are in the grid.
    #[inline(always)]
    fn enter<M: Machine>(&mut self, rank: usize, counts: u32, grid: &Grid) {
        let (four, first) = (&mut self.ranks[rank], FOUR * rank);
        let out = four.enter::<M::Four>(grid.measures()) & counts;
        self.out |= out << first;
        self.wide = self.wide & !(ALL << first) | four.wide() << first;
        if grid.is_large() {
            (0..FOUR).filter(|lane| out >> lane & 1 != 0).for_each(|lane| grid.request_around(four.stretch(lane)));
        }
    }

    /// All gather the walls that may be near. Those in four cells do so apart, as it is anybody's guess which they are, and those in cells with more walls than one holds.
    #[inline(always)]
    fn gather<M: Machine>(&mut self, grid: &Grid) {
        let (mut left, mut full) = (self.out, 0);
        while left != 0 {
            let walker = take_lowest(&mut left);
            full |= u32::from(grid.has_more(self.ranks[walker / FOUR].stretch(walker % FOUR))) << walker;
        }
        (self.some, self.few, self.crowded) = (0, 0, 0);
        let (narrow, wide) = (self.out & !self.wide, self.out & self.wide);
        self.gather_some::<M>(narrow & !full, [false, false], grid);
        self.gather_some::<M>(narrow & full, [false, true], grid);
        self.gather_some::<M>(wide & !full, [true, false], grid);
        self.gather_some::<M>(wide & full, [true, true], grid);
    }

    #[inline(always)]
    fn gather_some<M: Machine>(&mut self, mut left: u32, kind: [bool; 2], grid: &Grid) {
        while left != 0 {
            let walker = take_lowest(&mut left);
            let (four, lane) = (&self.ranks[walker / FOUR], walker % FOUR);
            let stretch = four.stretch(lane);
            let close = Close::of_box(four.bearing(lane), self.shapes[walker].reach(), stretch.motion, stretch.length);
            match grid.gather::<M>(&close, stretch, kind, &mut ()) {
                Some(few) => {
                    self.some |= u32::from(!few.is_empty()) << walker;
                    self.few |= u32::from(few.is_half()) << walker;
                    self.fews[walker] = few;
                }
                None => self.crowded |= 1 << walker,
            }
        }
    }

    /// All that have walls near look at them; what they touch for certain is to be made hits of. A bit for each that touches nothing yet.
    #[inline(always)]
    fn look<M: Machine>(&self, stored: &[StoredWall], hits: &mut Hits, doubtful: &mut Vec<u32>) -> u32 {
        let (mut left, mut looked) = (self.some, Looked { near: self.crowded, doubts: 0 });
        if L::IN_PAIRS {
            let mut pairs = self.some & self.few;
            left &= !pairs;
            while pairs & pairs.wrapping_sub(1) != 0 {
                let two = [take_lowest(&mut pairs), take_lowest(&mut pairs)];
                let [(one, first_length, first_starts), (other, length, starts)] = [self.at(two[0]), self.at(two[1])];
                let fews = [&self.fews[two[0]], &self.fews[two[1]]];
                let [met, next] =
                    L::meet_two::<M::Eight>([one, other], fews, [first_length, length], [first_starts, starts]);
                looked.note(two[0], &met, stored, hits);
                looked.note(two[1], &next, stored, hits);
            }
            left |= pairs;
        }
        while left != 0 {
            let walker = take_lowest(&mut left);
            let (shape, length, is_start) = self.at(walker);
            looked.note(walker, &shape.meet::<M::Eight>(&self.fews[walker], length, is_start), stored, hits);
        }
        let Looked { near, mut doubts } = looked;
        while doubts != 0 {
            doubtful.push(self.paths[take_lowest(&mut doubts)]);
        }
        self.out & !near
    }

    /// A shape, how long its stretch is, and whether that is the first.
    #[inline(always)]
    fn at(&self, walker: usize) -> (&L, f32, bool) {
        let (four, lane) = (&self.ranks[walker / FOUR], walker % FOUR);
        (&self.shapes[walker], four.stretch(lane).length, four.is_start(lane))
    }

    /// Those with too many walls around them are to look at the first half of their stretches: a bit each. But not too often.
    #[inline(always)]
    fn halve(&mut self, odd_ones: &mut Vec<u32>) -> u32 {
        let mut halved = 0;
        while self.crowded != 0 {
            let walker = take_lowest(&mut self.crowded);
            if self.halvings[walker] == MOST_HALVINGS {
                odd_ones.push(self.paths[walker]);
                continue;
            }
            self.halvings[walker] += 1;
            self.ranks[walker / FOUR].halve(walker % FOUR);
            halved |= 1 << walker;
        }
        halved
    }

    /// Some go on to the next stretches, if they have any, and some to others. The rest have arrived.
    #[inline(always)]
    fn go_on<M: Machine>(&mut self, going: u32, halved: u32, grid: &Grid) {
        self.out = 0;
        let mut left = going | halved;
        while left != 0 {
            let rank = left.trailing_zeros() as usize / FOUR;
            let shift = FOUR * rank;
            left &= !(ALL << shift);
            let going = (going >> shift & self.ranks[rank].go_on() | halved >> shift) & ALL;
            if going != 0 {
                self.enter::<M>(rank, going, grid);
            }
        }
    }
}

/// What looks show, a bit for each: something is near, and it is not known what is touched.
struct Looked {
    near: u32,
    doubts: u32,
}

impl Looked {
    #[inline(always)]
    fn note(&mut self, walker: usize, met: &Met, stored: &[StoredWall], hits: &mut Hits) {
        self.near |= u32::from(met.is_near) << walker;
        self.doubts |= u32::from(met.is_doubt) << walker;
        simd::prefetch_at(stored, met.wall as usize);
        let due = Due { walker, wall: met.wall, seen: met.seen };
        hits.push_if(met.is_near & !met.is_doubt, met.kind, due);
    }
}

/// A shape within a disc; `more` is how much that is larger than it would have to be, and there are `scale` cells to a unit of length.
#[inline(always)]
fn seen<L: Look>(sweep: &MoverSweep<'_>, around: &Around, sizes: [f64; 2]) -> L {
    match sweep.mover().silhouette() {
        Some(silhouette) => L::of((sweep.mover(), silhouette), around, sizes),
        None => L::NONE,
    }
}

/// The number of the lowest bit that is set, which is then taken away; there is one.
#[inline(always)]
fn take_lowest(bits: &mut u32) -> usize {
    let lowest = bits.trailing_zeros() as usize % CROWD;
    *bits &= bits.wrapping_sub(1);
    lowest
}

mod hits;
mod look;
