//! The swath of a disc: all cells of a grid that it may touch something in, each once.
//!
//! It is gone through in slices, one for each column of cells, or for each row if the disc moves further that way, in the order in which the disc
//! comes to them. While it can touch something in a slice its centre is within a radius of the slice; that
//! piece of its path says which cells of the slice matter.
//!
//! What a cell keeps of a wall reaches [`OUTER`] beyond it. So each cell sees a piece of the path that is longer by a little more than that, at both ends. Where this piece
//! does not start with the path, the disc overlaps nothing there.
//!
//! As it moves further across slices than along them, the piece is no longer along them than across: 1 + 2r cells and [`MORE`] twice. Across, it
//! begins within ½ + r + `MORE` of the slice's middle, along within 1.5 + 3r + 4·`MORE` of the middle of every cell that matters. That is less than 2.4 + 4r
//! cells together, and its length less than 1.9 + 2.9r. The errors are those of `way.rs` but that no times are added up.

use super::around::Around;
use super::cell::STEPS;
use super::way::{MARGIN, SMALLEST_MOTION, Seen, Size};
use crate::float;
use crate::point::{max, min};

/// What cells keep of walls reaches so far beyond them, and `MARGIN` and a little more are added: 9/64.
const MORE: f64 = 0.140_625;

pub(super) struct Swath {
    /// Across slices and along them.
    start: [f64; 2],
    motion: [f64; 2],
    unit: f64,
    reach: f64,
    /// Whether slices are rows.
    is_flipped: bool,
    size: [f64; 2],
    strides: [usize; 2],
    first: u32,
    last: u32,
    /// What part of the motion a cell across is.
    inverse: f64,
    /// How long the motion is, in steps, and what part of it a step is.
    length: f64,
    pub(super) per_step: f64,
    pub(super) around: Around,
}

/// One column, or row, of cells.
pub(super) struct Slice {
    number: u32,
    /// When the disc comes to it, as a part of its path.
    pub(super) from: f64,
    /// When it is seen first, as a part of the motion, and for how many steps.
    pub(super) seen_from: f64,
    pub(super) length: f32,
    /// The cells that matter.
    pub(super) first: u32,
    pub(super) last: u32,
}

impl Swath {
    #[inline(always)]
    pub(super) fn of(path: &Seen, radius: f64, size: Size) -> Swath {
        let Seen { start, motion, unit, far } = *path;
        let is_flipped = motion[0].abs() < motion[1].abs();
        let flipped = |[x, y]: [f64; 2]| if is_flipped { [y, x] } else { [x, y] };
        let length = float::sqrt(motion[0] * motion[0] + motion[1] * motion[1]);
        let columns = size.cells[0] as usize;
        let strides = if is_flipped { [columns, 1] } else { [1, columns] };
        let (start, motion, size) = (flipped(start), flipped(motion), flipped(size.cells));
        let (g, d) = (start[0], motion[0]);
        let reach = radius + MARGIN;
        let (low, high) = (min(g, g + d) - reach, max(g, g + d) + reach);
        let is_outside = high < 0.0 || size[0] <= low;
        let (first, last) = if is_outside { (1, 0) } else { (low as u32, min(high, size[0] - 1.0) as u32) };
        let stands = d.abs() < SMALLEST_MOTION;
        let inverse = if stands { 0.0 } else { 1.0 / d };
        let over = if stands { 0.0 } else { 1.0 / length };
        let direction = flipped([motion[0] * over, motion[1] * over]);
        let around = Around::new(direction, radius, far * (16.0 * f64::EPSILON));
        let (length, per_step) = (length * STEPS, over * (1.0 / STEPS));
        Swath { start, motion, unit, reach, is_flipped, size, strides, first, last, inverse, length, per_step, around }
    }

    /// How many slices there are.
    #[inline(always)]
    pub(super) fn steps(&self) -> u32 {
        (self.last + 1).saturating_sub(self.first)
    }

    /// A slice, the first that the disc comes to being 0; `None` if nothing of it matters.
    #[inline(always)]
    pub(super) fn slice(&self, step: u32) -> Option<Slice> {
        let ([across, along], [d, slope]) = (self.start, self.motion);
        let number = if d < 0.0 { self.last - step } else { self.first + step };
        let middle = (f64::from(number) + 0.5 - across) * self.inverse;
        let half = (0.5 + self.reach) * self.inverse.abs();
        let (enter, leave) = (min(max(middle - half, 0.0), 1.0), min(max(middle + half, 0.0), 1.0));
        let (from, to) = (along + enter * slope, along + leave * slope);
        let (low, high) = (min(from, to) - self.reach, max(from, to) + self.reach);
        if high < 0.0 || self.size[1] <= low {
            return None;
        }
        let more = MORE * self.inverse.abs();
        let (seen_from, until) = (max(enter - more, 0.0), min(leave + more, 1.0));
        Some(Slice {
            number,
            from: enter * self.unit,
            seen_from,
            length: ((until - seen_from) * self.length) as f32,
            first: low as u32,
            last: min(high, self.size[1] - 1.0) as u32,
        })
    }

    /// A cell of a slice, and from where it sees the path, in steps from its middle.
    #[inline(always)]
    pub(super) fn cell(&self, slice: &Slice, row: u32) -> (usize, [f32; 2]) {
        let at = |axis: usize, number: u32| {
            let place = self.start[axis] + slice.seen_from * self.motion[axis] - (f64::from(number) + 0.5);
            (place * STEPS) as f32
        };
        let (across, along) = (at(0, slice.number), at(1, row));
        let place = slice.number as usize * self.strides[0] + row as usize * self.strides[1];
        (place, if self.is_flipped { [along, across] } else { [across, along] })
    }

    /// A way from there, in steps, as a part of the path.
    #[inline(always)]
    pub(super) fn time(&self, slice: &Slice, steps: f32) -> f64 {
        (slice.seen_from + f64::from(steps) * self.per_step) * self.unit
    }
}
