//! The way of a path through the cells of a grid.
//!
//! A path passes from cell to cell at the times when it comes to their sides. These times part the path in pieces, none of
//! which overlap and none of which is left out; each piece is looked at in one cell. All times are rounded, so a piece may
//! reach beyond its cell a little. That is why walls are in every cell that they come near to: [`MARGIN`] is more than that.
//!
//! **Errors.** In units of cells, let D be the larger of how far the start and the motion reach, and n the number of columns and rows.
//!
//! A place is g + t·d. Both g and d are a difference times a scale, so off by 2u of themselves, which makes 4uD. Seen from the middle of
//! a cell, g is rounded again, uD; going on by whole cells it is rounded only where it passes a power of two, so by 2uD in all as these double; t·d and
//! the sum are rounded by uD each. Together less than 16uD, which is what [`Piece`] is told: 2⁻³⁴D steps, below 16.
//!
//! A side is passed at (side − g)/d, off by 4u of itself, and then n more roundings when cells are added to it; as times are at most
//! 1, in the end by (n + 4)uD in place, and by 16uD more for the place itself. Where (n + 8)·D is at most 2⁴¹, that is below 2⁻¹⁰ cells.
//! A path that comes in from outside is in its first cell but for 16uD, and does not leave it before it came in.

use super::cell::{Piece, STEPS};
use crate::float;
use crate::point::{max, min};

/// How near walls are to the cells they are in, in cells: 2⁻⁸.
pub(super) const MARGIN: f64 = 1.0 / 256.0;

/// 2⁴¹.
pub(super) const FARTHEST: f64 = 2_199_023_255_552.0;

/// 2⁵²: larger numbers have no fractions.
const WHOLE: f64 = 4_503_599_627_370_496.0;

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
    /// How long a unit of these times is, as a part of the path.
    pub(super) unit: f64,
    off: f32,
}

/// How large a grid is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Size {
    /// How many columns and rows there are.
    pub(super) cells: [f64; 2],
    columns: u64,
    /// How far away a path may start, and how far it may go.
    farthest: f64,
}

impl Size {
    pub(super) fn new(columns: u32, rows: u32) -> Size {
        let cells = [f64::from(columns), f64::from(rows)];
        Size { cells, columns: u64::from(columns), farthest: FARTHEST / (cells[0] + cells[1] + 8.0) }
    }
}

/// A path in the numbers of a grid.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    /// In cells from the grid's lower left corner.
    pub(super) start: [f64; 2],
    pub(super) motion: [f64; 2],
    /// How much of the path the motion is: less than 1 if the rest is far beyond the grid.
    pub(super) unit: f64,
    /// How far away it starts, or how far it goes, on one axis; or how large its radius is.
    pub(super) far: f64,
}

impl Seen {
    /// `None` if it is too far away or too large.
    #[inline(always)]
    pub(super) fn new(start: [f64; 2], motion: [f64; 2], radius: f64, size: Size) -> Option<Seen> {
        let near = max(max(start[0].abs(), start[1].abs()), radius);
        let far = max(near, max(motion[0].abs(), motion[1].abs()));
        if far <= size.farthest {
            Some(Seen { start, motion, unit: 1.0, far })
        } else {
            Seen::cut(start, motion, near, size)
        }
    }

    /// A path that goes far beyond the grid is cut there, at a part 2⁻ᵏ of its motion.
    #[cold]
    #[inline(never)]
    fn cut(start: [f64; 2], motion: [f64; 2], near: f64, size: Size) -> Option<Seen> {
        let (length, beyond) = (max(motion[0].abs(), motion[1].abs()), size.farthest / 8.0);
        if !(8.0 * (near + size.cells[0] + size.cells[1]) <= beyond && length < f64::INFINITY) {
            return None;
        }
        // Of the motion between half of `beyond` and twice as much is left.
        let unit = float::power_of_two_near(beyond) / float::power_of_two_near(length);
        let motion = motion.map(|d| d * unit);
        Some(Seen { start, motion, unit, far: max(near, max(motion[0].abs(), motion[1].abs())) })
    }
}

impl Way {
    /// Nobody's.
    pub(super) const NONE: Way = Way {
        from: [0.0; 2],
        motion: [0.0; 2],
        next: [0.0; 2],
        take: [0.0; 2],
        sides: [0.0; 2],
        strides: [0; 2],
        time: 0.0,
        end: 0.0,
        cell: 0,
        unit: 1.0,
        off: 0.0,
    };

    /// The way of a path through a grid, none of whose walls is within 3/8 of a cell of its edge; `None` if it does not come in.
    #[inline(always)]
    pub(super) fn of(path: &Seen, size: Size) -> Option<Way> {
        let Seen { start, motion, unit, far } = *path;
        // What hardly moves is taken to move so slowly that it does not arrive. In which direction a path goes is anybody's
        // guess, so nothing of this is a branch.
        let each = |of: fn(f64, f64) -> f64, a: [f64; 2], b: [f64; 2]| [of(a[0], b[0]), of(a[1], b[1])];
        let inverse = motion.map(|d| 1.0 / max(d.abs(), SMALLEST_MOTION).copysign(d));
        // A quarter of a cell from the edge is an eighth or more from both the walls and the edge.
        let half = size.cells.map(|count| 0.5 * count);
        let inner = half.map(|half| half - 0.25);
        let from_middle = each(|g, half| g - half, start, half);
        let is_inside = (from_middle[0].abs() <= inner[0]) & (from_middle[1].abs() <= inner[1]);
        let to_edge = |d: f64, inner: f64, from: f64| inner.copysign(d) - from;
        let ends = [0, 1].map(|axis| to_edge(motion[axis], inner[axis], from_middle[axis]) * inverse[axis]);
        let leave = min(min(ends[0], ends[1]), 1.0);
        let mut enter = 0.0;
        if !is_inside {
            let begins = [0, 1].map(|axis| to_edge(-motion[axis], inner[axis], from_middle[axis]) * inverse[axis]);
            enter = max(max(begins[0], begins[1]), 0.0);
            if leave < enter {
                return None;
            }
        }
        // Whole numbers by adding 2⁵², which leaves no room for a fraction; where one is in the middle of two cells, either will do.
        let shifted = [0, 1].map(|axis| {
            let at = start[axis] + motion[axis] * enter;
            (min(max(at, 0.5), size.cells[axis] - 0.5) - 0.5) + WHOLE
        });
        let at = shifted.map(|shifted| shifted.to_bits() & 0xffff_ffff);
        let middle = shifted.map(|shifted| (shifted - WHOLE) + 0.5);
        let sides = motion.map(|d| 1.0_f64.copysign(d));
        // Where a place was rounded onto a side, that side may have been passed long before, if slowly.
        let to_next = [0, 1].map(|axis| (middle[axis] + 0.5 * sides[axis] - start[axis]) * inverse[axis]);
        let to_next = to_next.map(|time| max(time, enter));
        let backward = motion.map(|d| (d.to_bits() as i64 >> 63) as u64);
        let stride = |stride: u64, backward: u64| (stride ^ backward).wrapping_sub(backward);
        Some(Way {
            from: [0, 1].map(|axis| (start[axis] - middle[axis]) * STEPS),
            motion: motion.map(|d| d * STEPS),
            next: to_next,
            take: inverse.map(f64::abs),
            sides: sides.map(|side| side * STEPS),
            strides: [stride(1, backward[0]), stride(size.columns, backward[1])],
            time: enter,
            end: leave,
            cell: at[1] * size.columns + at[0],
            unit,
            off: (far * (8.0 * f64::EPSILON * STEPS)) as f32,
        })
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
        // All bits if the row is entered before the column.
        let row = ((self.next[1] - self.next[0]).to_bits() as i64 >> 63) as u64;
        let masks = [!row, row];
        for (axis, mask) in masks.into_iter().enumerate() {
            let only = |x: f64| f64::from_bits(x.to_bits() & mask);
            self.next[axis] += only(self.take[axis]);
            self.from[axis] -= only(self.sides[axis]);
            self.cell = self.cell.wrapping_add(self.strides[axis] & mask);
        }
        self.time = exit;
    }
}

#[cfg(test)]
mod tests;
