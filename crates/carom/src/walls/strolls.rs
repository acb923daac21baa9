//! Many small discs on their way through a grid at once.
//!
//! One disc waits most of the time: for roots and quotients, for numbers just written, for the wall that it turns out to touch (`stretch.rs`). So a crowd of them is on its way, and each stage
//! is taken by all before the next: all gather the walls that may be near their stretches, then all look at these, and hits of one kind are made four at once. None waits for another, so the
//! machine works on several of them all the time. What a disc meets, which is anybody's guess, is hardly ever a branch, but a bit or a place in a list.
//! Those that touch nothing yet go on to their next stretches, and new ones take the places of those that have arrived.

use super::around::{Few, Touched};
use super::close::Close;
use super::grid::Grid;
use super::groups::Paths;
use super::search::Wanted;
use super::stretch::four::FourStretches;
use super::view::View;
use super::wall::{StoredWall, WallId};
use crate::simd::{self, Eight, Kernel, Machine};
use crate::sweep::{DiscHits, Feature, FourTouches};

/// So many discs are on their way at once.
const CROWD: usize = 32;

/// In ranks of four, which set out together.
const RANKS: usize = CROWD / FOUR;

const FOUR: usize = 4;

/// All of a rank, and the first of each.
const ALL: u32 = 0b1111;
const FIRSTS: u32 = 0x1111_1111;

/// The first touches of some discs among walls that are all in a grid and where they were when it was built, all of them wanted.
pub(super) struct Strolls<'a, P> {
    pub(super) grid: &'a Grid,
    pub(super) view: View<'a>,
    pub(super) paths: P,
}

impl<P: Paths> Kernel for Strolls<'_, P> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(mut self) {
        let (grid, view) = (self.grid, self.view);
        let stored = &view.walls.stored[..];
        let (mut crowd, mut hits) = (Crowd::new(), Hits::new());
        loop {
            while let Some(rank) = crowd.free_rank() {
                if !self.set_out::<M>(rank, &mut crowd) {
                    break;
                }
            }
            if crowd.out == 0 {
                break;
            }
            crowd.gather::<M>(grid);
            // The walls of those that arrived before have come from memory meanwhile.
            hits.make_fours::<M>(&mut self.paths, stored);
            let Looks { mut doubts, going } = crowd.look::<M>(stored, &mut hits);
            while doubts != 0 {
                let walker = take_lowest(&mut doubts);
                self.ask_alone(crowd.paths[walker]);
            }
            crowd.go_on::<M>(going, grid);
        }
        hits.finish::<M>(&mut self.paths, stored);
    }
}

impl<P: Paths> Strolls<'_, P> {
    /// Sets the next four discs on their way as a rank; says whether there were so many.
    #[inline(always)]
    fn set_out<M: Machine>(&mut self, rank: usize, crowd: &mut Crowd) -> bool {
        let (paths, count) = self.paths.next_four();
        if count == 0 {
            return false;
        }
        let asked = (1 << count) - 1;
        let odd = self.grid.set_out::<M>(&mut crowd.ranks[rank], paths.map(|path| self.paths.sweep(path)));
        crowd.paths[FOUR * rank..][..FOUR].copy_from_slice(&paths);
        crowd.enter::<M>(rank, asked & !odd, self.grid);
        if odd & asked != 0 {
            self.ask_some(paths, odd & asked);
        }
        count == FOUR
    }

    #[cold]
    #[inline(never)]
    fn ask_some(&mut self, paths: [usize; FOUR], odd: u32) {
        (0..FOUR).filter(|lane| odd >> lane & 1 != 0).for_each(|lane| self.ask_alone(paths[lane]));
    }

    /// Asks about one disc by itself.
    #[cold]
    #[inline(never)]
    fn ask_alone(&mut self, path: usize) {
        if let Some((wall, hit)) = self.view.first_apart(self.grid, self.paths.sweep(path), Wanted::Touch) {
            self.paths.touch(path, wall, hit);
        }
    }
}

/// Discs on their way, and a bit for each of which something is so.
struct Crowd {
    /// Four each.
    ranks: [FourStretches; RANKS],
    /// Their numbers.
    paths: [usize; CROWD],
    /// The walls that may be near their stretches.
    fews: [Few; CROWD],
    /// They are on their way.
    out: u32,
    /// Their stretches are in four cells.
    wide: u32,
    /// There are such walls, or too many of them.
    some: u32,
    crowded: u32,
}

/// What looks show, a bit for each.
struct Looks {
    /// It is not known what they touch.
    doubts: u32,
    /// They touch nothing yet.
    going: u32,
}

impl Crowd {
    #[inline(always)]
    fn new() -> Crowd {
        let (ranks, fews) = ([FourStretches::default(); RANKS], [Few::NONE; CROWD]);
        Crowd { ranks, paths: [0; CROWD], fews, out: 0, wide: 0, some: 0, crowded: 0 }
    }

    /// A rank of which all have arrived, if there is one.
    #[inline(always)]
    fn free_rank(&self) -> Option<usize> {
        // The lowest bit of each rank if any of its is set.
        let pairs = self.out | self.out >> 2;
        let free = !(pairs | pairs >> 1) & FIRSTS;
        (free != 0).then(|| free.trailing_zeros() as usize / FOUR)
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

    /// All gather the walls that may be near. Those in four cells do so apart, as it is anybody's guess which they are.
    #[inline(always)]
    fn gather<M: Machine>(&mut self, grid: &Grid) {
        (self.some, self.crowded) = (0, 0);
        self.gather_some::<M>(self.out & !self.wide, false, grid);
        self.gather_some::<M>(self.out & self.wide, true, grid);
    }

    #[inline(always)]
    fn gather_some<M: Machine>(&mut self, mut left: u32, is_wide: bool, grid: &Grid) {
        while left != 0 {
            let walker = take_lowest(&mut left);
            let (four, lane) = (&self.ranks[walker / FOUR], walker % FOUR);
            let stretch = four.stretch(lane);
            let close = Close::new(four.bearing(lane), four.around(lane), stretch.motion, stretch.length);
            match grid.gather::<M>(&close, stretch, [is_wide, true], &mut ()) {
                Some(few) => {
                    self.some |= u32::from(!few.is_empty()) << walker;
                    self.fews[walker] = few;
                }
                None => self.crowded |= 1 << walker,
            }
        }
    }

    /// All that have walls near look at them; what they touch for certain is to be made hits of.
    #[inline(always)]
    fn look<M: Machine>(&self, stored: &[StoredWall], hits: &mut Hits) -> Looks {
        let (mut left, mut near, mut doubts) = (self.some, self.crowded, self.crowded);
        while left != 0 {
            let walker = take_lowest(&mut left);
            let (four, lane, few) = (&self.ranks[walker / FOUR], walker % FOUR, &self.fews[walker]);
            let touched = few.look(four.around(lane), four.stretch(lane).length);
            let met = Meeting::of::<M::Eight>(few, &touched, four.is_start(lane));
            near |= u32::from(touched.near != 0) << walker;
            doubts |= u32::from(met.is_doubt) << walker;
            simd::prefetch_at(stored, met.wall as usize);
            let is_hit = (touched.near != 0) & !met.is_doubt;
            hits.push_if(is_hit, met.kind, Due { path: self.paths[walker], wall: met.wall, feature: met.feature });
        }
        Looks { doubts, going: self.out & !near }
    }

    /// Some go on to the next stretches, if they have any. The others have arrived.
    #[inline(always)]
    fn go_on<M: Machine>(&mut self, going: u32, grid: &Grid) {
        self.out = 0;
        let mut left = going;
        while left != 0 {
            let rank = left.trailing_zeros() as usize / FOUR;
            left &= !(ALL << (FOUR * rank));
            let going = going >> (FOUR * rank) & self.ranks[rank].go_on();
            if going != 0 {
                self.enter::<M>(rank, going, grid);
            }
        }
    }
}

/// What one of some walls a disc touches first; it means nothing if none is near.
struct Meeting {
    kind: usize,
    wall: u32,
    feature: Feature,
    is_doubt: bool,
}

impl Meeting {
    /// As `stretch.rs` decides it, but that nothing is a branch.
    #[inline(always)]
    fn of<E: Eight>(few: &Few, touched: &Touched, is_start: bool) -> Meeting {
        let overlap = if is_start { touched.overlap } else { 0 };
        let certain = (overlap | touched.cross) & !few.special();
        let (entered, overlapped) = (touched.first::<E>(&few.ids), touched.first_overlapped::<E>());
        let is_over = overlap != 0;
        let lane = if is_over { overlapped } else { entered.lane };
        let feature = touched.feature(lane);
        let kind = 2 * usize::from(!is_over) + usize::from(feature != Feature::Side);
        let is_doubt = (touched.near & !certain != 0) | (!is_over & entered.is_tied);
        Meeting { kind, wall: few.ids[lane], feature, is_doubt }
    }
}

/// The number of the lowest bit that is set, which is then taken away; there is one.
#[inline(always)]
fn take_lowest(bits: &mut u32) -> usize {
    let lowest = bits.trailing_zeros() as usize % CROWD;
    *bits &= bits.wrapping_sub(1);
    lowest
}

/// A hit that is yet to be made: of which disc, and on what part of which wall.
#[derive(Clone, Copy)]
struct Due {
    path: usize,
    wall: u32,
    feature: Feature,
}

/// Hits that are yet to be made, by kinds: over sides and over ends, into sides and into ends.
struct Hits([Kind; KINDS]);

const KINDS: usize = 4;

#[derive(Clone, Copy)]
struct Kind {
    due: [Due; MOST_DUE],
    count: usize,
}

/// As many as a crowd may have at once, and some that wait for a fourth.
const MOST_DUE: usize = 2 * CROWD;

impl Hits {
    #[inline(always)]
    fn new() -> Hits {
        let due = Due { path: 0, wall: 0, feature: Feature::Side };
        Hits([Kind { due: [due; MOST_DUE], count: 0 }; KINDS])
    }

    /// Takes one of a kind, if it is to be made. There is room for a crowd after four were made of all that there are.
    #[inline(always)]
    fn push_if(&mut self, is_hit: bool, kind: usize, due: Due) {
        let kind = &mut self.0[kind % KINDS];
        kind.due[kind.count % MOST_DUE] = due;
        kind.count += usize::from(is_hit);
    }

    /// Makes hits four by four, as far as there are so many of a kind.
    #[inline(always)]
    fn make_fours<M: Machine>(&mut self, paths: &mut impl Paths, stored: &[StoredWall]) {
        let [over_sides, over_ends, into_sides, into_ends] = &mut self.0;
        while let Some(due) = over_sides.next_four() {
            tell(due, &touches(due, paths, stored).over_sides::<M>(), paths);
        }
        while let Some(due) = over_ends.next_four() {
            tell(due, &touches(due, paths, stored).over_ends::<M>(), paths);
        }
        while let Some(due) = into_sides.next_four() {
            tell(due, &touches(due, paths, stored).into_sides::<M>(), paths);
        }
        while let Some(due) = into_ends.next_four() {
            tell(due, &touches(due, paths, stored).into_ends::<M>(), paths);
        }
    }

    /// Makes those that still wait.
    #[inline(always)]
    fn finish<M: Machine>(mut self, paths: &mut impl Paths, stored: &[StoredWall]) {
        for kind in &mut self.0 {
            // The first stands in for those that are missing.
            while kind.count % FOUR != 0 {
                (kind.due[kind.count], kind.count) = (kind.due[0], kind.count + 1);
            }
        }
        self.make_fours::<M>(paths, stored);
    }
}

impl Kind {
    #[inline(always)]
    fn next_four(&mut self) -> Option<[Due; FOUR]> {
        self.count = self.count.checked_sub(FOUR)?;
        self.due[self.count..].first_chunk().copied()
    }
}

/// Four discs and what they touch.
#[inline(always)]
fn touches<'a>(due: [Due; FOUR], paths: &'a impl Paths, stored: &'a [StoredWall]) -> FourTouches<'a> {
    FourTouches {
        sweeps: due.map(|due| paths.sweep(due.path)),
        walls: due.map(|due| &stored[due.wall as usize].segment),
        features: due.map(|due| due.feature),
    }
}

/// Says what they have hit.
#[inline(always)]
fn tell(due: [Due; FOUR], hits: &DiscHits, paths: &mut impl Paths) {
    let mut lane = 0;
    while lane < FOUR {
        let Due { path, wall, feature } = due[lane];
        paths.touch(path, WallId(wall), hits.get(lane, feature));
        lane += 1;
    }
}
