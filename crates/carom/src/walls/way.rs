//! The way of a path through the cells of a grid.
//!
//! A path passes from cell to cell at the times when it comes to their sides. These times part the path in pieces, none of
//! which overlap and none of which is left out; each piece is looked at in one cell. All times are rounded, so a piece may
//! reach beyond its cell a little. That is why walls are in every cell that they come near to: [`MARGIN`] is more than that.
//!
//! **Errors.** In units of cells, let D be the larger of how far the start and the motion reach, and n the number of columns and rows.
//!
//! A place is g + t·d. Both g and d are a difference times a scale, so off by 2u of themselves, which makes 4uD. Seen from the middle of
//! a cell in steps, g and d are rounded again, 3uD; going on by whole cells g is rounded only where it passes a power of two, so by 2uD in all as these double.
//! Of a piece the middle and the half of the time are rounded, uD each, and the half of it once more before that; both times d, and one of these added to g: uD each.
//! Together that is 15uD, less than 16uD, which makes 2⁻³⁴D steps: below 1/8 where D is at most 2³¹.
//!
//! A side is passed at (side − g)/d, off by 4u of itself, and then n more roundings when cells are added to it; as times are at most
//! 1, in the end by (n + 4)uD in place, and by 16uD more for the place itself. Where (n + 8)·D is at most 2⁴¹, that is below 2⁻¹⁰ cells.
//! A path that comes in from outside is in its first cell but for 16uD, and does not leave it before it came in.

use super::cell::{Packed, STEPS};
use crate::float;
use crate::pair::Pair;
use crate::point::{max, min};
use crate::side_by_side::{Numbers, WHOLE};

/// How near walls are to the cells they are in, in cells: 2⁻⁸.
pub(super) const MARGIN: f64 = 1.0 / 256.0;

/// 2⁴¹.
pub(super) const FARTHEST: f64 = 2_199_023_255_552.0;

/// 2³¹: from further away, ends of pieces are off by more than 1/8 of a step.
const SEEN_WELL: f64 = 2_147_483_648.0;

/// Motions along an axis that are smaller, in cells, count as none: 2⁻⁶⁰.
pub(super) const SMALLEST_MOTION: f64 = 1.0 / 1_152_921_504_606_846_976.0;

/// A path on its way. All pairs are for columns and rows.
#[derive(Clone, Copy, Default)]
pub(super) struct Way {
    /// The start as the cell sees it, and the motion, in steps.
    from: Pair,
    motion: Pair,
    /// When the next column and the next row are entered, and how long one takes.
    next: Pair,
    take: Pair,
    /// When it ends or leaves the grid.
    pub(super) end: f64,
    pub(super) cell: u64,
    /// How long a unit of these times is, as a part of the path.
    pub(super) unit: f64,
}

/// How large a grid is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Size {
    /// How many columns and rows there are.
    pub(super) cells: [f64; 2],
    /// Half as many, and a quarter of a cell less than that: an eighth or more from both the walls and the edge.
    half: Pair,
    inner: Pair,
    /// The middle of the last cell, and how much of a cell's number a column and a row are.
    pub(super) last: Pair,
    pub(super) number: Pair,
    /// By how much the number of a cell changes if neither is passed, a column, a row, and both; for paths that go forward, backward along columns,
    /// along rows, and along both.
    strides: [i32; 16],
    /// How far away a path may start, and how far it may go.
    pub(super) farthest: f64,
}

impl Size {
    pub(super) fn new(columns: u32, rows: u32) -> Size {
        // There are hardly more than 2¹⁶ of either (`grid.rs`).
        let cells = [f64::from(columns), f64::from(rows)];
        let half = Pair::of(cells).times(Pair::all(0.5));
        let strides = core::array::from_fn(|index| {
            let is = |bit: usize| index & bit != 0;
            let turned = |stride: i32, back: bool| if back { -stride } else { stride };
            turned(i32::from(is(1)), is(4)) + turned(i32::from(is(2)) * columns as i32, is(8))
        });
        Size {
            cells,
            half,
            inner: half.minus(Pair::all(0.25)),
            last: Pair::of(cells).minus(Pair::all(0.5)),
            number: Pair::of([1.0, cells[0]]),
            strides,
            farthest: min(FARTHEST / (cells[0] + cells[1] + 8.0), SEEN_WELL),
        }
    }
}

/// A path in the numbers of a grid.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    /// In cells from the grid's lower left corner.
    pub(super) start: Pair,
    pub(super) motion: Pair,
    /// How much of the path the motion is: less than 1 if the rest is far beyond the grid.
    pub(super) unit: f64,
    /// How far away it starts, or how far it goes, on one axis; or how large its radius is.
    pub(super) far: f64,
}

impl Seen {
    /// `None` if it is too far away or too large.
    #[inline(always)]
    pub(super) fn new(start: Pair, motion: Pair, radius: f64, size: &Size) -> Option<Seen> {
        let whole = Seen::whole(start, motion, radius, size);
        if whole.is_some() { whole } else { Seen::cut(start.numbers(), motion.numbers(), radius, size) }
    }

    /// The same if it need not be cut.
    #[inline(always)]
    pub(super) fn whole(start: Pair, motion: Pair, radius: f64, size: &Size) -> Option<Seen> {
        let far = max(start.abs().most(motion.abs()).larger(), radius);
        if far <= size.farthest { Some(Seen { start, motion, unit: 1.0, far }) } else { None }
    }

    /// A path that goes far beyond the grid is cut there, at a part 2⁻ᵏ of its motion.
    #[cold]
    #[inline(never)]
    fn cut(start: [f64; 2], motion: [f64; 2], radius: f64, size: &Size) -> Option<Seen> {
        let near = max(max(start[0].abs(), start[1].abs()), radius);
        let (length, beyond) = (max(motion[0].abs(), motion[1].abs()), size.farthest / 8.0);
        if !(8.0 * (near + size.cells[0] + size.cells[1]) <= beyond && length < f64::INFINITY) {
            return None;
        }
        // Of the motion between half of `beyond` and twice as much is left.
        let unit = float::power_of_two_near(beyond) / float::power_of_two_near(length);
        let motion = motion.map(|d| d * unit);
        let far = max(near, max(motion[0].abs(), motion[1].abs()));
        Some(Seen { start: Pair::of(start), motion: Pair::of(motion), unit, far })
    }
}

impl Way {
    /// The way of a path through a grid, none of whose walls is within 3/8 of a cell of its edge, and when it comes in; `None` if it does not.
    #[inline(always)]
    pub(super) fn of(path: &Seen, size: &Size) -> Option<(Way, f64)> {
        let Seen { start, motion, unit, .. } = *path;
        let [half, one] = [0.5, 1.0].map(Pair::all);
        // What hardly moves is taken to move so slowly that it does not arrive. In which direction a path goes is anybody's
        // guess, so nothing of this is a branch.
        let inverse = one.over(motion.abs().most(Pair::all(SMALLEST_MOTION)).turned_by(motion));
        let from_middle = start.minus(size.half);
        let leave = min(size.inner.turned_by(motion).minus(from_middle).times(inverse).smaller(), 1.0);
        let (mut enter, mut at) = (0.0, start);
        if Pair::bits(from_middle.abs().is_at_most(size.inner)) != 0b11 {
            let begins = size.inner.turned_by(motion.negated()).minus(from_middle).times(inverse);
            enter = max(begins.larger(), 0.0);
            if leave < enter {
                return None;
            }
            at = start.plus(motion.times(Pair::all(enter)));
        }
        // Whole numbers by adding 2⁵², which leaves no room for a fraction; where one is in the middle of two cells, either will do.
        let whole = Pair::all(WHOLE);
        let corner = at.most(half).least(size.last).minus(half).plus(whole).minus(whole);
        let cell = (corner.times(size.number).sum() + WHOLE).to_bits() - WHOLE.to_bits();
        let middle = corner.plus(half);
        // Where a place was rounded onto a side, that side may have been passed long before, if slowly.
        let next = middle.plus(half.turned_by(motion)).minus(start).times(inverse).most(Pair::all(enter));
        let steps = Pair::all(STEPS);
        let way = Way {
            from: start.minus(middle).times(steps),
            motion: motion.times(steps),
            next,
            take: inverse.abs(),
            end: leave,
            cell,
            unit,
        };
        Some((way, enter))
    }

    /// Its passage through the cell where it is, which it entered at a time.
    #[inline(always)]
    pub(super) fn passage(&self, enter: f64) -> Passage {
        let exit = self.next.smaller();
        let half = 0.5 * (min(exit, self.end) - enter);
        let middle = enter + half;
        let [half_motion, place_then] = self.piece(middle, half);
        Passage { middle, half, exit, piece: Packed(place_then.rounded_with(half_motion)) }
    }

    /// The half of a piece, and its middle, from the middle and the half of its time.
    #[inline(always)]
    fn piece(&self, middle: f64, half: f64) -> [Pair; 2] {
        [self.motion.times(Pair::all(half)), self.from.plus(self.motion.times(Pair::all(middle)))]
    }

    /// On to the next cell. Which side it passes is anybody's guess, so it is
    /// no branch. Where both are passed at once, so is the corner between them: what is not in the cell beyond is near to it.
    #[inline(always)]
    pub(super) fn step(&mut self, size: &Size) {
        let passed = self.next.is_at_most(self.next.swapped());
        // One cell in the direction of the motion.
        let sides = Pair::all(STEPS).turned_by(self.motion);
        self.next = self.next.plus(self.take.and(passed));
        self.from = self.from.minus(sides.and(passed));
        let stride = size.strides[(self.motion.signs() << 2 | Pair::bits(passed)) as usize % 16];
        self.cell = self.cell.wrapping_add_signed(i64::from(stride));
    }

    /// Whether it ends or leaves the grid with this passage.
    #[inline(always)]
    pub(super) fn ends_with(&self, passage: &Passage) -> bool {
        self.end <= passage.exit
    }

    /// Whether it goes on from there to a cell that matters, if touches after a time do not.
    #[inline(always)]
    pub(super) fn goes_on(&self, passage: &Passage, limit: f64) -> bool {
        (passage.exit * self.unit <= limit) & !self.ends_with(passage)
    }

    /// A time of the piece, from −1 to 1, that is off by at most so much, as two times of the path that it lies between.
    #[inline(always)]
    pub(super) fn times(&self, passage: &Passage, (t, off): (f64, f64)) -> [f64; 2] {
        let (at, off) = (passage.middle + t * passage.half, off * passage.half + TINY);
        [(at - off) * self.unit, (at + off) * self.unit]
    }
}

/// A path's passage through a cell: the middle of its time and the half of it, when it leaves the cell, and the piece of the path that lies in it.
#[derive(Clone, Copy, Default)]
pub(super) struct Passage {
    middle: f64,
    half: f64,
    pub(super) exit: f64,
    pub(super) piece: Packed,
}

/// More than adding up times is off by.
pub(super) const TINY: f64 = 8.0 * f64::EPSILON;

pub(super) mod four;

#[cfg(test)]
mod tests;
