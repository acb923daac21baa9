//! A small disc on its way through a grid, stretch by stretch, to the first wall that it touches. A shape within a disc goes the same way (`gliding.rs`).
//!
//! A stretch of the path with the radius around it is less than a cell wide and high, so it lies in two cells by two at most. The walls of these that may be near (`close.rs`) are put side by side
//! in registers and looked at together (`around.rs`). Mostly that shows which wall is touched first, with which part, and that nothing else is: only the
//! hit is left to be made. Whatever is in doubt, as two touches at about one time are, is left to `rolling.rs`.
//!
//! **Nothing is missed.** Stretches have their ends in common, and together they are the path. What the disc touches at some time, it touches in the stretch of that time, in a point within a
//! radius of it. That point is in one of the stretch's cells, but for [`MARGIN`], as then is the wall (`swath.rs`, whose errors are the same); and if a look at a stretch says that all walls are apart, nothing is touched.
//!
//! **Nothing is seen too late.** A disc that crosses into a wall in a look crosses into all of the wall then (`around.rs`), and not into what was
//! touched before: it would have been seen in the stretch before, where it would have been the last. If it overlaps a wall when a later stretch begins, that is in doubt.

use super::around::{Around, Entered, Few, Touched};
use super::cell::{Cell, Ids, STEPS};
use super::close::{Bearing, Close};
use super::grid::Grid;
use super::search::CostCounter;
use super::wall::StoredWall;
use super::way::{MARGIN, SMALLEST_MOTION, Seen, Size};
use crate::float;
use crate::pair::Pair;
use crate::point::min;
use crate::side_by_side::{Numbers, WHOLE};
use crate::simd::{self, Eight, Machine};
use crate::sweep::{Feature, Sweep};

/// What a disc touches first.
#[derive(Clone, Copy)]
pub(super) enum Met {
    Nothing,
    /// It overlaps a part of a wall when it starts.
    Overlap(u32, Feature),
    /// It crosses into a part of a wall.
    Entered(u32, Feature),
    /// That is not known.
    Doubt,
}

/// A stretch with a radius around it is less wide and high than this, in cells.
pub(super) const WIDEST: f64 = 0.99;

/// The largest radius of a small disc, in cells, with [`MARGIN`]: half of a stretch is its way.
const LARGEST_REACH: f64 = 0.25;

impl Grid {
    /// The first touch of a disc among walls that are where they were when the grid was built, all of them wanted.
    #[inline(always)]
    pub(super) fn stroll<M: Machine>(&self, sweep: &Sweep, stored: &[StoredWall], cost: &mut impl CostCounter) -> Met {
        let Some(way) = self.stretches(sweep) else { return Met::Doubt };
        let mut turn = 0.0;
        loop {
            let Some(stretch) = way.stretch(turn, self.measures()) else { return Met::Nothing };
            let close = Close::new(way.bearing, &way.around, stretch.motion, stretch.length);
            let Some(few) = self.gather::<M>(&close, &stretch, [stretch.is_wide(), true], cost) else {
                return Met::Doubt;
            };
            if !few.is_empty() {
                // One of the first is mostly the one.
                few.ids[..4].iter().for_each(|&id| simd::prefetch_at(stored, id as usize));
                let touched = few.look(&way.around, stretch.length);
                if touched.near != 0 {
                    cost.exact(1);
                    return decide::<M::Eight>(&few, &touched, turn == 0.0);
                }
            }
            if stretch.is_last {
                return Met::Nothing;
            }
            turn += 1.0;
        }
    }

    /// The path of a disc that is small and starts in the grid; `None` of others.
    #[inline(always)]
    pub(super) fn stretches(&self, sweep: &Sweep) -> Option<Stretches> {
        let (path, radius) = (self.seen_whole(sweep)?, sweep.radius() * self.scale());
        Stretches::of(&path, radius, Pair::all(radius), self.measures())
    }

    /// Requests the cells of a stretch from memory.
    #[inline(always)]
    pub(super) fn request_around(&self, stretch: &Stretch) {
        let up = self.size()[0] as usize;
        for step in [0, 1, up, up + 1] {
            self.request(stretch.place + step);
        }
    }

    /// A cell and the ids of its walls.
    #[inline(always)]
    fn held(&self, place: usize) -> (&Cell, &Ids) {
        (self.cell(place), self.ids_of(place))
    }

    /// The walls that may be near a stretch, which is in four cells or not; `None` if there are too many.
    ///
    /// How many cells there are is anybody's guess. So there are always two, of which the second may not count, or else four.
    /// Some cells have more walls than one holds. What comes after one of them is looked at always, too, as it is in one stretch of two; but not if it is known that none has more.
    #[inline(always)]
    pub(super) fn gather<M: Machine>(
        &self,
        close: &Close<M::Eight>,
        stretch: &Stretch,
        [is_wide, may_have_more]: [bool; 2],
        cost: &mut impl CostCounter,
    ) -> Option<Few> {
        let (up, spans, first) = (self.size()[0] as usize, stretch.spans as usize, stretch.place);
        // The cell beside, or above if there is none beside, or the same; without a branch.
        let other = spans & !(spans << 1);
        let step = (other & 1) + (other >> 1) * up;
        let mut gathered = Gathered::<M::Eight>::new();
        let mut chained = Chained::default();
        let always = u32::MAX;
        chained.note(self.gather_cell((first, 0), always, stretch, close, &mut gathered), 0);
        let counts = COUNTS[spans % 4];
        chained.note(self.gather_cell((first + step, other), counts, stretch, close, &mut gathered), other);
        cost.boxes(u64::from(1 + (counts & 1)));
        if is_wide {
            chained.note(self.gather_cell((first + up, 2), always, stretch, close, &mut gathered), 2);
            chained.note(self.gather_cell((first + up + 1, 3), always, stretch, close, &mut gathered), 3);
            cost.boxes(2);
        }
        if !may_have_more {
            return gathered.few(stretch);
        }
        let counts = COUNTS[core::cmp::min(chained.count as usize, 3)];
        let next = self.gather_cell(chained.last(), counts, stretch, close, &mut gathered);
        cost.boxes(u64::from(counts & 1));
        if 1 < chained.count || next != 0 {
            self.gather_more(next, &chained, stretch, close, &mut gathered, cost);
        }
        gathered.few(stretch)
    }

    /// Whether a cell of a stretch has more walls than it holds.
    #[inline(always)]
    pub(super) fn has_more(&self, stretch: &Stretch) -> bool {
        let (spans, first) = (stretch.spans as usize, stretch.place);
        let (beside, above) = (spans & 1, (spans >> 1) * self.size()[0] as usize);
        let places = [first, first + beside, first + above, first + beside + above];
        places.into_iter().fold(0, |next, place| next | self.cell(place).next()) != 0
    }

    /// Puts in the walls of a cell that may be near, which has a corner of the stretch; where the rest is, 0 if there is none. All that if it counts, or nothing.
    // Not a closure: it would not be compiled for the machine that has the instructions.
    #[inline(always)]
    fn gather_cell<E: Eight>(
        &self,
        (place, corner): (usize, usize),
        counts: u32,
        stretch: &Stretch,
        close: &Close<E>,
        gathered: &mut Gathered<E>,
    ) -> u32 {
        let held = self.held(place);
        gathered.push(held, close.look(held.0, stretch.middles[corner % 4]) & counts, corner);
        held.0.next() & counts
    }

    /// Puts in the walls that come after those of its cells and are not in yet: what comes after the last cell that has any, but for the first part of that, whose rest is `next`.
    #[inline(always)]
    fn gather_more<E: Eight>(
        &self,
        next: u32,
        chained: &Chained,
        stretch: &Stretch,
        close: &Close<E>,
        gathered: &mut Gathered<E>,
        cost: &mut impl CostCounter,
    ) {
        let ((last, corner), (before, other)) = (chained.last(), chained.before());
        self.gather_chain((next as usize, corner), stretch, close, gathered, cost);
        self.gather_chain((before, other), stretch, close, gathered, cost);
        if chained.count <= 2 {
            return;
        }
        let (spans, up) = (stretch.spans as usize, self.size()[0] as usize);
        for corner in (0..4).filter(|corner| corner & !spans == 0) {
            let place = self.cell(stretch.place + (corner & 1) + (corner >> 1) * up).next() as usize;
            let place = if place == last || place == before { 0 } else { place };
            self.gather_chain((place, corner), stretch, close, gathered, cost);
        }
    }

    /// Puts in the walls of a cell and of those that come after; if it is 0, there is none.
    #[inline(always)]
    fn gather_chain<E: Eight>(
        &self,
        (mut place, corner): (usize, usize),
        stretch: &Stretch,
        close: &Close<E>,
        gathered: &mut Gathered<E>,
        cost: &mut impl CostCounter,
    ) {
        // For more than eight there is no room.
        while place != 0 && gathered.count <= 8 {
            place = self.gather_cell((place, corner), u32::MAX, stretch, close, gathered) as usize;
            cost.boxes(1);
        }
    }
}

/// All bits but for 0. From memory, as the compiler would make it a branch.
pub(super) static COUNTS: [u32; 4] = [0, u32::MAX, u32::MAX, u32::MAX];

/// How many cells have more walls than one holds, and of the last two of them where the rest is, and which cell of the stretch that is.
#[derive(Default)]
pub(super) struct Chained {
    pub(super) count: u32,
    last: u64,
    before: u64,
}

impl Chained {
    #[inline(always)]
    pub(super) fn note(&mut self, next: u32, corner: usize) {
        let is_any = next != 0;
        self.before = if is_any { self.last } else { self.before };
        self.last = if is_any { u64::from(next) << 2 | corner as u64 } else { self.last };
        self.count += u32::from(is_any);
    }

    #[inline(always)]
    pub(super) fn last(&self) -> (usize, usize) {
        ((self.last >> 2) as usize, (self.last & 3) as usize)
    }

    #[inline(always)]
    fn before(&self) -> (usize, usize) {
        ((self.before >> 2) as usize, (self.before & 3) as usize)
    }
}

/// Which of some walls, of which at least one is near, is touched first.
#[inline(always)]
fn decide<E: Eight>(few: &Few, touched: &Touched, is_start: bool) -> Met {
    let overlap = if is_start { touched.overlap } else { 0 };
    let certain = (overlap | touched.cross) & !few.special();
    if touched.near & !certain != 0 {
        return Met::Doubt;
    }
    if overlap != 0 {
        let lane = touched.first_overlapped::<E>();
        return Met::Overlap(few.ids[lane], touched.feature(lane));
    }
    let Entered { lane, is_tied } = touched.first::<E>(&few.ids);
    if is_tied { Met::Doubt } else { Met::Entered(few.ids[lane], touched.feature(lane)) }
}

/// The path of a small disc, or of a shape within one, that starts in the grid, in cells.
pub(super) struct Stretches {
    start: Pair,
    motion: Pair,
    /// How far it reaches along each axis.
    reach: Pair,
    /// What part of the motion a stretch is.
    share: f64,
    /// How long the motion is, in steps.
    length: f64,
    pub(super) around: Around,
    pub(super) bearing: Bearing,
}

/// Part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Stretch {
    /// The lower left of its cells, and from where the lower left and the upper right see the stretch, in steps from their middles.
    place: usize,
    views: [[f32; 2]; 2],
    /// From where each of its cells sees its middle, and the half of its half: see `close.rs`. Of cells the first bit is set for the second column, the second for the second row.
    middles: [i32; 4],
    pub(super) motion: i32,
    /// A bit if there are two columns, and one if there are two rows.
    spans: u32,
    /// In steps.
    pub(super) length: f32,
    pub(super) is_last: bool,
}

impl Stretches {
    /// Of a disc of such a radius, or of something within it that reaches no further than this along each axis.
    #[inline(always)]
    pub(super) fn of(path: &Seen, radius: f64, spread: Pair, size: &Size) -> Option<Stretches> {
        let Seen { start, motion, unit, far } = *path;
        let reach = spread.plus(Pair::all(MARGIN));
        let is_inside =
            Pair::bits(Pair::all(0.0).is_at_most(start)) & Pair::bits(start.is_at_most(Pair::of(size.cells)));
        if !((reach.larger() <= LARGEST_REACH) & (unit == 1.0) & (is_inside == 0b11)) {
            return None;
        }
        let (size, room) = (motion.abs(), Pair::all(WIDEST).minus(reach.plus(reach)));
        // Mostly all paths are short, or all are long, and what is short need not wait for a quotient.
        let is_short = Pair::bits(size.is_at_most(room)) == 0b11;
        let share = if is_short { 1.0 } else { room.over(size.most(room)).smaller() };
        // The direction is needed before its length is, and with no more digits than cells see.
        let squared = motion.times(motion).sum();
        let is_standing = squared < SMALLEST_MOTION * SMALLEST_MOTION;
        let over = f64::from(1.0 / float::sqrt_f32(squared as f32));
        // What stands looks anywhere.
        let direction = if is_standing { Pair::of([1.0, 0.0]) } else { motion.times(Pair::all(over)) };
        let around = Around::new(direction.numbers(), radius, far * (16.0 * f64::EPSILON));
        let bearing = Bearing::of(direction);
        Some(Stretches { start, motion, reach, share, length: float::sqrt(squared) * STEPS, around, bearing })
    }

    /// Makes each of the stretches two, of which the first begins in the same place: its number is twice as large.
    #[inline(always)]
    pub(super) fn halve(&mut self) {
        self.share *= 0.5;
    }

    /// A stretch, the first being 0; `None` if it is outside the grid, as then all that follow are.
    #[inline(always)]
    pub(super) fn stretch(&self, turn: f64, size: &Size) -> Option<Stretch> {
        let (from, next) = (turn * self.share, (turn + 1.0) * self.share);
        let until = min(next, 1.0);
        let [a, b] = [from, until].map(|t| self.start.plus(self.motion.times(Pair::all(t))));
        let reach = self.reach;
        let (low, high) = (a.least(b).minus(reach), a.most(b).plus(reach));
        let is_outside = Pair::bits(high.is_below(Pair::all(0.0))) | Pair::bits(Pair::of(size.cells).is_at_most(low));
        if is_outside != 0 {
            return None;
        }
        // As in `way.rs`. What is in the middle of two cells is not within a radius.
        let (half, whole) = (Pair::all(0.5), Pair::all(WHOLE));
        let corners = [low, high].map(|p| p.most(half).least(size.last).minus(half).plus(whole).minus(whole));
        let place = (corners[0].times(size.number).sum() + WHOLE).to_bits() - WHOLE.to_bits();
        let view = |corner: Pair| a.minus(corner.plus(half)).times(Pair::all(STEPS)).numbers().map(|x| x as f32);
        // In two steps each.
        let (two, middle) = (Pair::all(0.5 * STEPS), a.plus(b).times(half));
        let [low, high] = corners.map(|corner| middle.minus(corner.plus(half)).times(two));
        let [low, high] = low.rounded_with(high);
        let columns = (low ^ high) & 0xffff;
        let [motion, _] = b.minus(a).times(Pair::all(0.25 * STEPS)).rounded_with(half);
        Some(Stretch {
            place: place as usize,
            views: corners.map(view),
            middles: [low, low ^ columns, high ^ columns, high],
            motion,
            spans: Pair::bits(corners[0].is_below(corners[1])),
            length: ((until - from) * self.length) as f32,
            is_last: 1.0 <= next,
        })
    }
}

impl Stretch {
    /// Whether it is in four cells.
    #[inline(always)]
    pub(super) fn is_wide(&self) -> bool {
        self.spans == 3
    }
}

/// The highest bit for the second column, the next for the second row.
const CORNERS: [i32; 4] = [0, i32::MIN, 1 << 30, i32::MIN | 1 << 30];

/// Some walls of several cells, in registers: see [`Few`].
struct Gathered<E> {
    halves: E,
    middles: E,
    ids: E,
    /// In which of the cells they are: see [`CORNERS`].
    corners: E,
    count: usize,
}

// Without a closure around what is one instruction: it would not be compiled for the machine that has it.
impl<E: Eight> Gathered<E> {
    #[inline(always)]
    fn new() -> Gathered<E> {
        let zero = E::all(0);
        Gathered { halves: zero, middles: zero, ids: zero, corners: zero, count: 0 }
    }

    /// Puts in the walls of a cell with a bit each, as far as there is room.
    #[inline(always)]
    fn push(&mut self, (cell, ids): (&Cell, &Ids), bits: u32, corner: usize) {
        let row = &PICKS[bits as usize % 256];
        let kept = core::cmp::min(self.count, 8);
        let lanes = E::spread(row, 8 - kept);
        let [halves, middles] = cell.rows();
        self.halves = E::choose(lanes, self.halves, E::of(halves).picked(lanes));
        self.middles = E::choose(lanes, self.middles, E::of(middles).picked(lanes));
        self.ids = E::choose(lanes, self.ids, E::of_bits(ids).picked(lanes));
        self.corners = E::choose(lanes, self.corners, E::all(CORNERS[corner % 4]));
        self.count += bits.count_ones() as usize;
    }

    /// `None` if there was no room for all.
    #[inline(always)]
    fn few(self, stretch: &Stretch) -> Option<Few> {
        if 8 < self.count {
            return None;
        }
        let [[left, bottom], [right, top]] = stretch.views;
        let rows = self.corners.less(E::all(0).less(self.corners));
        let x = E::choose(self.corners, E::all(right.to_bits() as i32), E::all(left.to_bits() as i32));
        let y = E::choose(rows, E::all(top.to_bits() as i32), E::all(bottom.to_bits() as i32));
        let views = [x.floats(), y.floats()];
        Some(Few::new([self.halves.numbers(), self.middles.numbers()], self.ids.bits(), views, self.count))
    }
}

/// For each set of lanes: eight numbers below zero, then the lanes of the set, and others.
static PICKS: [[i8; 16]; 256] = picks();

const fn picks() -> [[i8; 16]; 256] {
    let mut picks = [[-1; 16]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut lane, mut place) = (0, 8);
        while lane < 8 {
            if set >> lane & 1 != 0 {
                picks[set][place] = lane as i8;
                place += 1;
            }
            lane += 1;
        }
        while place < 16 {
            picks[set][place] = 0;
            place += 1;
        }
        set += 1;
    }
    picks
}

pub(super) mod four;

#[cfg(test)]
mod tests;
