//! The swath of a disc: all cells of a grid that it may touch something in, each once, in blocks.
//!
//! What is within a cell on each axis, a radius around it included, is one block of at most two cells by two. A longer path is gone through in slices, one for each column of cells, or for
//! each row if the disc moves further that way, in the order in which the disc comes to them. While it can touch something in a slice its centre is within a
//! radius of the slice; that piece of its path says which cells of the slice matter.
//!
//! What a cell keeps of a wall reaches 1/8 of a cell beyond it. So each cell of a slice sees a piece of the path that is longer by [`MORE`] at both ends. Where this piece
//! does not start with the path, the disc overlaps nothing there.
//!
//! As it moves further across slices than along them, the piece is no longer along them than across: 1 + 2r cells and `MORE` twice. Across, it
//! begins within ½ + r + `MORE` of the slice's middle, along within 1.5 + 3r + 2·`MORE` of the middle of every cell that matters. That is less than 2.4 + 4r
//! cells together, and its length less than 1.9 + 2.9r. In a single block all is within 1.5 cells of each cell's middle on each axis.
//! The errors are those of `way.rs` but that no times are added up.

use super::around::Around;
use super::cell::STEPS;
use super::way::{MARGIN, SMALLEST_MOTION, Seen, Size};
use crate::float;
use crate::point::{max, min};

/// 1/8, with `MARGIN` and a little more: 9/64.
const MORE: f64 = 0.140_625;

pub(super) struct Swath {
    start: [f64; 2],
    motion: [f64; 2],
    unit: f64,
    /// How far what moves reaches along each axis.
    reach: [f64; 2],
    size: [f64; 2],
    /// The first and last columns and rows.
    first: [u32; 2],
    last: [u32; 2],
    is_outside: bool,
    is_one_block: bool,
    /// How long the motion is, in steps, and what part of it a step is.
    length: f64,
    per_step: f64,
    pub(super) around: Around,
}

/// Some columns and rows of cells.
pub(super) struct Block {
    pub(super) first: [u32; 2],
    pub(super) last: [u32; 2],
    /// When the disc comes to it, as a part of its path.
    pub(super) from: f64,
    /// When it is seen first, as a part of the motion, and for how many steps.
    pub(super) seen_from: f64,
    pub(super) length: f32,
}

impl Swath {
    #[inline(always)]
    pub(super) fn of(path: &Seen, radius: f64, size: &Size) -> Swath {
        Swath::of_shape(path, radius, [radius; 2], size)
    }

    /// That of something within the disc that reaches no further than this along each axis.
    #[inline(always)]
    pub(super) fn of_shape(path: &Seen, radius: f64, spread: [f64; 2], size: &Size) -> Swath {
        let (Seen { unit, far, .. }, size) = (*path, size.cells);
        let (start, motion) = (path.start.numbers(), path.motion.numbers());
        let reach = spread.map(|spread| spread + MARGIN);
        let length = float::sqrt(motion[0] * motion[0] + motion[1] * motion[1]);
        let over = if length < SMALLEST_MOTION { 0.0 } else { 1.0 / length };
        // What stands looks anywhere.
        let direction = if over == 0.0 { [1.0, 0.0] } else { motion.map(|d| d * over) };
        let around = Around::new(direction, radius, far * (16.0 * f64::EPSILON));
        let low = [0, 1].map(|axis| min(start[axis], start[axis] + motion[axis]) - reach[axis]);
        let high = [0, 1].map(|axis| max(start[axis], start[axis] + motion[axis]) + reach[axis]);
        let is_outside = (high[0] < 0.0) | (high[1] < 0.0) | (size[0] <= low[0]) | (size[1] <= low[1]);
        let is_one_block = (high[0] - low[0] <= 1.0) & (high[1] - low[1] <= 1.0);
        // Numbers below 0 become 0.
        let first = low.map(|low| low as u32);
        let last = [0, 1].map(|axis| min(high[axis], size[axis] - 1.0) as u32);
        let (length, per_step) = (length * STEPS, over * (1.0 / STEPS));
        Swath { start, motion, unit, reach, size, first, last, is_outside, is_one_block, length, per_step, around }
    }

    /// How many blocks there are.
    #[inline(always)]
    pub(super) fn blocks(&self) -> u32 {
        if self.is_outside {
            0
        } else if self.is_one_block {
            1
        } else {
            let across = self.across();
            self.last[across] - self.first[across] + 1
        }
    }

    /// The axis along which it moves further.
    #[inline(always)]
    fn across(&self) -> usize {
        usize::from(self.motion[0].abs() < self.motion[1].abs())
    }

    /// A block, the first that the disc comes to being 0; `None` if nothing of it matters.
    #[inline(always)]
    pub(super) fn block(&self, step: u32) -> Option<Block> {
        if self.is_one_block {
            let (first, last, length) = (self.first, self.last, self.length as f32);
            return Some(Block { first, last, from: 0.0, seen_from: 0.0, length });
        }
        self.slice(step)
    }

    #[inline(always)]
    fn slice(&self, step: u32) -> Option<Block> {
        let across = self.across();
        let along = 1 - across;
        let (g, d) = (self.start[across], self.motion[across]);
        let number = if d < 0.0 { self.last[across] - step } else { self.first[across] + step };
        // A disc that stands is there from the start.
        let inverse = if d.abs() < SMALLEST_MOTION { 0.0 } else { 1.0 / d };
        let (middle, half) = ((f64::from(number) + 0.5 - g) * inverse, (0.5 + self.reach[across]) * inverse.abs());
        let (enter, leave) = (min(max(middle - half, 0.0), 1.0), min(max(middle + half, 0.0), 1.0));
        let [from, to] = [enter, leave].map(|t| self.start[along] + t * self.motion[along]);
        let (low, high) = (min(from, to) - self.reach[along], max(from, to) + self.reach[along]);
        if high < 0.0 || self.size[along] <= low {
            return None;
        }
        let more = MORE * inverse.abs();
        let (seen_from, until) = (max(enter - more, 0.0), min(leave + more, 1.0));
        let (mut first, mut last) = ([number; 2], [number; 2]);
        (first[along], last[along]) = (low as u32, min(high, self.size[along] - 1.0) as u32);
        let length = ((until - seen_from) * self.length) as f32;
        Some(Block { first, last, from: enter * self.unit, seen_from, length })
    }

    /// From where a cell of a block sees the path, in steps from its middle.
    #[inline(always)]
    pub(super) fn view(&self, block: &Block, cell: [u32; 2]) -> [f32; 2] {
        [0, 1].map(|axis| {
            let place = self.start[axis] + block.seen_from * self.motion[axis] - (f64::from(cell[axis]) + 0.5);
            (place * STEPS) as f32
        })
    }

    /// Where from there the middle of the piece is that the block sees, in steps.
    #[inline(always)]
    pub(super) fn to_middle(&self, block: &Block) -> [f32; 2] {
        self.around.along(0.5 * block.length)
    }

    /// A way from there, in steps, as a part of the path.
    #[inline(always)]
    pub(super) fn time(&self, block: &Block, steps: f32) -> f64 {
        (block.seen_from + f64::from(steps) * self.per_step) * self.unit
    }
}

#[cfg(test)]
mod tests;
