//! The way of a path through the cells of a grid.
//!
//! A path passes from cell to cell at the times when it comes to their sides. These times part the path in pieces, none of
//! which overlap and none of which is left out; each piece is looked at in one cell. All times are rounded, so a piece may
//! reach beyond its cell a little. That is why walls are in every cell that they come near to: [`MARGIN`] is more than that.
//!
//! **Errors.** In units of cells, let D be the larger of how far the start and the motion reach, and n the number of cells of a row or column. A
//! place is g + t·d, rounded three times: off by 4uD at most. A side is passed at (side − g)/d, off by 4u of itself, and then n more
//! roundings when cells are added to it; as times are at most 1, in the end by (n + 4)u·D in place. Where (n + 8)·D is
//! at most 2⁴¹, that is below 2⁻¹⁰ cells, and what [`Piece`] needs to know, 8uD·2¹⁵ steps, below 1.

use super::cell::{Piece, STEPS};
use crate::point::{max, min};

/// How near walls are to the cells they are in, in cells: 2⁻⁸.
pub(super) const MARGIN: f64 = 1.0 / 256.0;

/// 2⁴¹.
pub(super) const FARTHEST: f64 = 2_199_023_255_552.0;

/// Motions along an axis that are smaller, in cells, count as none: 2⁻⁶⁰.
pub(super) const SMALLEST_MOTION: f64 = 1.0 / 1_152_921_504_606_846_976.0;

/// A path on its way.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// The start as the cell sees it, and the motion, in steps.
    from: [f64; 2],
    motion: [f64; 2],
    /// When the next column and the next row are entered, and how long one takes.
    next: [f64; 2],
    take: [f64; 2],
    /// One cell in the direction of the motion, in steps.
    sides: [f64; 2],
    /// By how much the number of the cell changes with the column and with the row.
    strides: [u64; 2],
    /// When this cell was entered.
    pub(super) time: f64,
    /// When it ends or leaves the grid.
    pub(super) end: f64,
    pub(super) cell: u64,
    off: f32,
}

/// A path in the numbers of a grid.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    /// In cells from the grid's lower left corner.
    pub(super) start: [f64; 2],
    pub(super) motion: [f64; 2],
}

impl Way {
    /// The way of a path through a grid of so many columns and rows, none of whose walls is within half a cell of its edge; `Err` if
    /// it is too far away or too long, `None` if it does not come in.
    #[inline(always)]
    pub(super) fn of(path: &Seen, columns: u32, rows: u32) -> Result<Option<Way>, TooFar> {
        let size = [f64::from(columns), f64::from(rows)];
        let Seen { start, motion } = *path;
        let far = max(max(start[0].abs(), start[1].abs()), max(motion[0].abs(), motion[1].abs()));
        if !((size[0] + size[1] + 8.0) * far <= FARTHEST) {
            return Err(TooFar);
        }
        let (mut enter, mut leave) = (0.0, 1.0);
        let mut inverse = [0.0; 2];
        for axis in 0..2 {
            let (g, d) = (start[axis], motion[axis]);
            let stands = d.abs() < SMALLEST_MOTION;
            inverse[axis] = if stands { f64::INFINITY } else { 1.0 / d };
            // A quarter of a cell from the edge is far from both the walls and the edge.
            let (low, high) = (0.25, size[axis] - 0.25);
            let (near, far) = if d < 0.0 { (high, low) } else { (low, high) };
            let is_outside = !((low <= g) & (g <= high));
            if is_outside {
                if stands {
                    return Ok(None);
                }
                enter = max(enter, (near - g) * inverse[axis]);
            }
            if !stands {
                leave = min(leave, (far - g) * inverse[axis]);
            }
        }
        if !(enter <= leave) {
            return Ok(None);
        }
        let mut way = Way {
            from: [0.0; 2],
            motion: motion.map(|d| d * STEPS),
            next: [f64::INFINITY; 2],
            take: [f64::INFINITY; 2],
            sides: [0.0; 2],
            strides: [1, u64::from(columns)],
            time: enter,
            end: leave,
            cell: 0,
            off: (far * (8.0 * f64::EPSILON * STEPS)) as f32,
        };
        for axis in 0..2 {
            let (g, d) = (start[axis], motion[axis]);
            let at = min(max(g + d * enter, 0.0), size[axis] - 1.0) as u32;
            let middle = f64::from(at) + 0.5;
            let sign = 1.0_f64.copysign(d);
            way.cell += u64::from(at) * way.strides[axis];
            way.from[axis] = (g - middle) * STEPS;
            way.sides[axis] = sign * STEPS;
            if inverse[axis].abs() < f64::INFINITY {
                way.next[axis] = (middle + 0.5 * sign - g) * inverse[axis];
                way.take[axis] = inverse[axis].abs();
            }
            if d < 0.0 {
                way.strides[axis] = way.strides[axis].wrapping_neg();
            }
        }
        Ok(Some(way))
    }

    /// When it leaves the cell.
    #[inline(always)]
    pub(super) fn exit(&self) -> f64 {
        min(self.next[0], self.next[1])
    }

    /// The piece in this cell, up to a time.
    #[inline(always)]
    pub(super) fn piece(&self, until: f64) -> Piece {
        let lasts = until - self.time;
        let at = |axis: usize| self.from[axis] + self.motion[axis] * self.time;
        Piece::new([at(0), at(1)], self.motion.map(|d| d * lasts), self.off)
    }

    /// On to the next cell, which is entered at a time that [`Way::exit`] has given. Which side that is is anybody's guess, so it is
    /// no branch.
    #[inline(always)]
    pub(super) fn step(&mut self, exit: f64) {
        let is_column = self.next[0] <= self.next[1];
        let column = 0_u64.wrapping_sub(u64::from(is_column));
        let masks = [column, !column];
        for axis in 0..2 {
            let only = |x: f64| f64::from_bits(x.to_bits() & masks[axis]);
            self.next[axis] += only(self.take[axis]);
            self.from[axis] -= only(self.sides[axis]);
            self.cell = self.cell.wrapping_add(self.strides[axis] & masks[axis]);
        }
        self.time = exit;
    }
}

/// A path is too far away or too long for a grid.
pub(super) struct TooFar;
