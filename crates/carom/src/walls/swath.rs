//! The swath of a disc: all cells of a grid that it may touch something in, each once.
//!
//! It is gone through in slices, one for each column of cells, or for each row if the disc moves further that way, in the order in which the disc
//! comes to them. While it can touch something in a slice its centre is within a radius of the slice; that
//! piece of its path says which cells of the slice matter.
//!
//! As it moves further across slices than along them, the piece is no longer along them than across: 1 + 2r cells and a little. So from
//! the middle of every cell that matters, the piece lies within 1.5 + 4r cells and a little. The errors are those of `way.rs` but that
//! no times are added up.

use super::cell::{STEPS, WidePiece};
use super::way::{MARGIN, SMALLEST_MOTION, Seen, Size};
use crate::point::{max, min};

pub(super) struct Swath {
    start: [f64; 2],
    motion: [f64; 2],
    unit: f64,
    radius: f64,
    /// The axis along which it moves further.
    across: usize,
    size: [f64; 2],
    first: u32,
    last: u32,
    inverse: f64,
    off: f64,
}

/// One column, or row, of cells.
pub(super) struct Slice {
    number: u32,
    /// When the disc comes to it, as a part of its path.
    pub(super) from: f64,
    /// The same as a part of the motion, and when it has passed.
    enter: f64,
    leave: f64,
    /// The cells that matter.
    pub(super) first: u32,
    pub(super) last: u32,
}

impl Swath {
    #[inline(always)]
    pub(super) fn of(path: &Seen, radius: f64, size: Size) -> Swath {
        let (Seen { start, motion, unit, far }, size) = (*path, size.cells);
        let across = usize::from(motion[0].abs() < motion[1].abs());
        let (g, d) = (start[across], motion[across]);
        let reach = radius + MARGIN;
        let (low, high) = (min(g, g + d) - reach, max(g, g + d) + reach);
        let is_outside = high < 0.0 || size[across] <= low;
        let (first, last) = if is_outside { (1, 0) } else { (low as u32, min(high, size[across] - 1.0) as u32) };
        let inverse = if d.abs() < SMALLEST_MOTION { 0.0 } else { 1.0 / d };
        let off = far * (16.0 * f64::EPSILON);
        Swath { start, motion, unit, radius, across, size, first, last, inverse, off }
    }

    /// How many slices there are.
    #[inline(always)]
    pub(super) fn steps(&self) -> u32 {
        (self.last + 1).saturating_sub(self.first)
    }

    /// A slice, the first that the disc comes to being 0; `None` if nothing of it matters.
    #[inline(always)]
    pub(super) fn slice(&self, step: u32) -> Option<Slice> {
        let (g, d) = (self.start[self.across], self.motion[self.across]);
        let number = if d < 0.0 { self.last - step } else { self.first + step };
        let reach = self.radius + MARGIN;
        let (mut enter, mut leave) = (0.0, 1.0);
        if self.inverse != 0.0 {
            let (low, high) = (f64::from(number) - reach, f64::from(number + 1) + reach);
            let (near, far) = if d < 0.0 { (high, low) } else { (low, high) };
            enter = min(max((near - g) * self.inverse, 0.0), 1.0);
            leave = min(max((far - g) * self.inverse, 0.0), 1.0);
        }
        let along = 1 - self.across;
        let [from, to] = [enter, leave].map(|t| self.start[along] + t * self.motion[along]);
        let (low, high) = (min(from, to) - reach, max(from, to) + reach);
        if high < 0.0 || self.size[along] <= low {
            return None;
        }
        Some(Slice {
            number,
            from: enter * self.unit,
            enter,
            leave,
            first: low as u32,
            last: min(high, self.size[along] - 1.0) as u32,
        })
    }

    /// A cell of a slice, and the piece of the path that matters to it.
    #[inline(always)]
    pub(super) fn piece(&self, slice: &Slice, cell: u32) -> (usize, WidePiece) {
        let (column, row) = if self.across == 0 { (slice.number, cell) } else { (cell, slice.number) };
        let at = |axis: usize, number: u32| {
            (self.start[axis] + slice.enter * self.motion[axis] - (f64::from(number) + 0.5)) * STEPS
        };
        let lasts = (slice.leave - slice.enter) * STEPS;
        let piece = WidePiece::new(
            [at(0, column), at(1, row)],
            [self.motion[0] * lasts, self.motion[1] * lasts],
            self.radius * STEPS,
            self.off * STEPS,
        );
        (row as usize * self.size[0] as usize + column as usize, piece)
    }
}

#[cfg(test)]
mod tests;
