//! One cell of a grid: up to seven walls in one cache line, and one look at all of them.
//!
//! **Numbers.** A cell sees points from its middle, in steps of 2⁻¹⁵ of its side. Walls are cut to what lies within 5/8 of a side from
//! the middle, and both ends rounded to whole steps, which fit in 16 bits. A path is cut to the piece that lies in the cell,
//! and rounded to `f32`.
//!
//! **What a look may say.** With p, q the ends of a wall and a, b those of the piece, v = q−p and w = b−a, let
//! c = w × (p−a), c + x = w × (q−a), d = v × (a−p) and d − x = v × (b−p), where x = w × v. Both are apart if c and c + x have the same sign,
//! so that p and q lie on one side of the path, or if d and d − x have; they cross if neither pair does.
//! Two numbers y and y ± x have the same sign and a size above B iff |2y ± x| − |x| > 2B, and opposite signs with both sizes above B iff
//! that is below −2B. What is between is in doubt, and is left to exact arithmetic.
//!
//! **Errors**, in steps. Ends of walls are off by ½ on each axis, and by 2⁻⁸ more from being cut (`Grid`); ends of the piece
//! by what [`Piece::new`] is told, α, which is at most 16 and mostly below 2⁻⁸, and by 2⁻⁹ from rounding to `f32`. Walls lie within 20,481 on each axis,
//! pieces within 17,409, so the parts of v are at most 40,962, of w 34,818, of p−a 37,890.
//!
//! - d: moving a, p and q by at most α, ½ and ½ moves v by 1 and a−p by ½ + α on each axis, so d by at most
//!   81,924·(½ + α) + 75,780·1 + 2(½ + α) < 116,800 + 82,000α. Rounding: differences of p and a by 2⁻⁹ on each axis, which makes
//!   160; products are below 2³¹ and rounded by 2⁷, their difference and d − x by as much: less than 600 together.
//! - c: moving w by 2α and p−a by ½ + α moves it by at most |w|₁(½ + α) + 75,780·2α + 2α, |w|₁ being the sum of the sizes of
//!   w's parts. Rounding as above, less than 600.
//!
//! Cutting walls and rounding pieces to `f32` makes ½ and α larger by 2⁻⁸: by less than 2,000 for d, and by less than 0.004|w|₁ + 1,000 for c. So
//! 2¹⁷(1 + α) is enough for d, and (0.504 + α)|w|₁ + 2¹¹ + 2¹⁸α for c.

use super::wall::NO_WALL;
use crate::pair::Pair;
use crate::simd::signs;

/// Walls of a cell; the eighth lane says how many there are, and where there are more.
pub(super) const SEVEN: usize = 7;

/// Steps of a cell's side: 2¹⁵.
pub(super) const STEPS: f64 = 32_768.0;

/// How far from the middle walls are kept, in cells.
pub(super) const KEPT: f64 = 0.625;

/// Seven walls, their numbers side by side.
///
/// ```text
///        lane 0     lane 1    …    lane 6      lane 7
///      ┌──────────┬──────────┬───┬──────────┬──────────────┐
///      │  p.x     │  p.x     │   │  p.x     │ next, low    │
///      │  p.y     │  p.y     │   │  p.y     │ next, high   │
///      │  q.x     │  q.x     │   │  q.x     │ count        │
///      │  q.y     │  q.y     │   │  q.y     │              │
///      └──────────┴──────────┴───┴──────────┴──────────────┘
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Cell {
    pub(super) rows: [[i16; 8]; 4],
}

/// The ids of the walls of a cell.
pub(super) type Ids = [u32; 8];

pub(super) const NO_IDS: Ids = [NO_WALL; 8];

/// The piece of a path that lies in a cell, as the cell sees it.
#[derive(Clone, Copy)]
pub(super) struct Piece {
    pub(super) start: [f32; 2],
    pub(super) motion: [f32; 2],
    /// Twice what c and d may be off by.
    twice_off_c: f32,
    twice_off_d: f32,
}

impl Piece {
    /// `off` is how far its ends may be from where they should be.
    #[inline(always)]
    pub(super) fn new(start: Pair, motion: Pair, off: f32) -> Piece {
        let (start, motion) = (start.narrow(), motion.narrow());
        let size = motion[0].abs() + motion[1].abs();
        Piece {
            start,
            motion,
            twice_off_c: (1.008 + 2.0 * off) * size + (4096.0 + 524_288.0 * off),
            twice_off_d: 262_144.0 * (1.0 + off),
        }
    }
}

/// What a look shows of the walls of a cell.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    /// A bit for each wall that is not apart from the piece for certain.
    pub(super) near: u32,
    /// A bit for each that crosses it for certain, and is so far from parallel that it is known when.
    pub(super) cross: u32,
}

impl Cell {
    pub(super) const EMPTY: Cell = Cell { rows: [[0; 8]; 4] };

    /// How many walls there are.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        self.rows[2][SEVEN] as usize
    }

    /// The number of the cell with the rest of the walls; 0 if these are all.
    #[inline(always)]
    pub(super) fn next(&self) -> u32 {
        u32::from(self.rows[0][SEVEN] as u16) | u32::from(self.rows[1][SEVEN] as u16) << 16
    }

    pub(super) fn set_next(&mut self, next: u32) {
        self.rows[0][SEVEN] = next as u16 as i16;
        self.rows[1][SEVEN] = (next >> 16) as u16 as i16;
    }

    /// Puts a wall in, of which there is room for; its ends are in steps from the middle.
    pub(super) fn push(&mut self, ends: [f64; 4]) {
        let count = self.count();
        for (row, number) in self.rows.iter_mut().zip(ends) {
            // Rounded down from a positive number.
            row[count] = ((number + (STEPS + 0.5)) as i32 - STEPS as i32) as i16;
        }
        self.rows[2][SEVEN] += 1;
    }

    /// Looks at all walls at once.
    #[inline(always)]
    pub(super) fn look(&self, piece: &Piece) -> Seen {
        let (mut apart, mut cross) = ([0.0_f32; 8], [0.0_f32; 8]);
        let mut lane = 0;
        while lane < 8 {
            let Crosses { c, d, x } = self.crosses(piece.start, piece.motion, lane);
            let size = x.abs();
            let beside_path = (c + (c + x)).abs() - size;
            let beside_wall = (d + (d - x)).abs() - size;
            // Negative if p and q are on one side of the path for certain, or a and b on one side of the wall.
            let (first, second) = (piece.twice_off_c - beside_path, piece.twice_off_d - beside_wall);
            apart[lane] = if first < second { first } else { second };
            // Negative if both are parted for certain, and x is large beside what d is off by.
            let (first, second) = (piece.twice_off_c + beside_path, piece.twice_off_d + beside_wall);
            let parted = if first < second { second } else { first };
            let firm = 8.0 * piece.twice_off_d - size;
            cross[lane] = if parted < firm { firm } else { parted };
            lane += 1;
        }
        let walls = (1_u32 << self.count()) - 1;
        Seen { near: !signs(&apart) & walls, cross: signs(&cross) & walls }
    }

    /// When the piece crosses a wall that it crosses for certain, as a part of the piece, and what that is off by at most.
    ///
    /// It is d/x, with d and x − d off by at most B each and x at least 16 B. So the time is off by at most
    /// B/(x − 2B), which is below 8/7·B/x; the division and d and x themselves were rounded by less than 2⁻²¹ of it.
    #[inline(always)]
    pub(super) fn time(&self, piece: &Piece, lane: usize) -> (f32, f32) {
        let Crosses { d, x, .. } = self.crosses(piece.start, piece.motion, lane);
        (d / x, 0.625 * piece.twice_off_d / x.abs() + 4.0 * f32::EPSILON)
    }

    /// The ends of a wall: p and q.
    #[inline(always)]
    pub(super) fn ends(&self, lane: usize) -> [f32; 4] {
        let [px, py, qx, qy] = &self.rows;
        [f32::from(px[lane]), f32::from(py[lane]), f32::from(qx[lane]), f32::from(qy[lane])]
    }

    #[inline(always)]
    fn crosses(&self, [ax, ay]: [f32; 2], [wx, wy]: [f32; 2], lane: usize) -> Crosses {
        let [px, py, qx, qy] = self.ends(lane);
        let ([vx, vy], [fx, fy]) = ([qx - px, qy - py], [px - ax, py - ay]);
        Crosses { c: wx * fy - wy * fx, d: vy * fx - vx * fy, x: wx * vy - wy * vx }
    }
}

/// See above.
struct Crosses {
    c: f32,
    d: f32,
    x: f32,
}

#[cfg(test)]
mod tests;
