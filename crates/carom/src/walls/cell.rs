//! One cell of a grid: up to seven walls in one cache line, and one look at all of them.
//!
//! **Numbers.** A cell sees points from its middle, in steps of 1/28,672 of its side ([`STEPS`]). Walls are cut to what lies within 5/8 of a side from
//! the middle. Of a wall from p to q the middle m = (p + q)/2 and the half h = (q − p)/2 are kept, both rounded to whole steps. A path is cut to the
//! piece that lies in the cell, and of that, too, the middle c and the half u are rounded. All fit in 16 bits, their products in 32,
//! so beyond this nothing is rounded.
//!
//! **What a look may say.** Let f = m − c. The wall's ends lie on one side of the path's line if |u × f| > |u × h|, and on two sides if it is less; the
//! path's ends lie on one side of the wall's line if |f × h| > |u × h|, and on two sides if it is less. So with
//! g = max(|u × f|, |f × h|) − |u × h| both are apart if g > 0, and cross if g < 0. If all that can be off is less than B ([`OFF`]), they are
//! apart for certain if g > B, and cross for certain if g < −B. What is between is in doubt, and is left to exact arithmetic.
//!
//! **Errors**, in steps and on each axis. Ends of walls are off by 2⁻⁸ from being cut (`Grid`), so m and h by 0.504; ends of the piece by
//! α = 1/8 at most (`way.rs`), so c and u by 0.625, and f by 1.129. A cross product a × b of numbers that are off by ε and δ is off by at most ε|b| + δ|a|, where |b| stands
//! for the sizes of both parts of what is seen, added up, and |a| for those of the exact one:
//!
//! - u × f by 0.625|f| + 1.129|u|,
//! - u × h by 0.625|h| + 0.504|u|,
//! - f × h by 1.129|h| + 0.504|f|.
//!
//! Walls lie within 17,920 of the middle, so |m| + |h| is at most 35,840; pieces within 14,448, so |c| + |u| is at most 28,896. Therefore |f| + |h| + |u| is
//! at most 64,736, and less than 5 more as it is seen. The first two together, 0.625(|f| + |h|) + 1.633|u|, are most where |u| is: below 69,700. The last two,
//! 1.754|h| + 0.504(|f| + |u|), are most where |h| is: below 77,500. So B = 80,000 is enough for g.
//!
//! **When.** The piece crosses the wall at c + τu with τ = (f × h)/(u × h). If both are off by δ and ε, τ is off by (δ − τε)/(u × h), where τ is the exact one, at most
//! 1 in size, and the product the one that is seen: by less than B/|u × h|, and by less than 77,500/|u × h|.
//!
//! Which of several walls is crossed first is asked of all of them at once, in `f32`. There (f × h ± B)/|u × h| is between −2 and 2, as |u × h| is more than B.
//! Both whole numbers, the quotient and 2 more than it are rounded, so it is off by less than 2⁻²⁰. As |u × h| is at most 2·14,448·17,920, which is below 2²⁹, the 2,500/|u × h| by which B is
//! more than it has to be are more than that.

use super::wall::NO_WALL;
use crate::pair::Pair;
use crate::side_by_side::Numbers;
use crate::simd::Eight;

/// Walls of a cell; the eighth lane says how many there are, and where there are more.
pub(super) const SEVEN: usize = 7;

/// Steps of a cell's side: 7·2¹². With more of them, f would not fit in 16 bits.
pub(super) const STEPS: f64 = 28_672.0;

/// How far from the middle walls are kept, in cells.
pub(super) const KEPT: f64 = 0.625;

/// What an end of a piece may be off by, in steps: α.
#[cfg(test)]
pub(super) const PIECE_OFF: f64 = 0.125;

/// B.
const OFF: i32 = 80_000;

/// Seven walls, their numbers side by side, x and y in one.
///
/// ```text
///        lane 0      lane 1     …    lane 6      lane 7
///      ┌───────────┬───────────┬───┬───────────┬──────────────────────┐
///      │ h.y, −h.x │ h.y, −h.x │   │ h.y, −h.x │ next                 │
///      │ m.x, m.y  │ m.x, m.y  │   │ m.x, m.y  │ a bit for each wall, │
///      │           │           │   │           │ 256 if there is more │
///      └───────────┴───────────┴───┴───────────┴──────────────────────┘
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Cell {
    /// Turned by a quarter, so that a dot product with it is a cross product.
    halves: [i32; 8],
    middles: [i32; 8],
}

/// The ids of the walls of a cell.
pub(super) type Ids = [u32; 8];

pub(super) const NO_IDS: Ids = [NO_WALL; 8];

/// The piece of a path that lies in a cell, as the cell sees it.
#[derive(Clone, Copy)]
pub(super) struct Piece<E> {
    middle: E,
    half: E,
    turned_half: E,
}

/// The same in two numbers: the middle and the half, rounded, x and y of each in one.
#[derive(Clone, Copy, Default)]
pub(super) struct Packed(pub(super) [i32; 2]);

impl<E: Eight> Piece<E> {
    #[inline(always)]
    pub(super) fn of(Packed([middle, half]): Packed) -> Piece<E> {
        let half = E::all(half);
        Piece { middle: E::all(middle), half, turned_half: half.turned() }
    }
}

/// What a look shows of the walls of a cell.
#[derive(Clone, Copy)]
pub(super) struct Seen<E> {
    /// A bit for each wall that is not apart from the piece for certain, and [`MORE`].
    pub(super) near: u32,
    /// g, f × h and u × h.
    g: E,
    across: E,
    whole: E,
}

/// Set if a cell does not hold all of its walls.
pub(super) const MORE: u32 = 256;

impl<E: Eight> Seen<E> {
    /// A bit for each that crosses the piece for certain.
    #[inline(always)]
    pub(super) fn cross(&self) -> u32 {
        !self.in_doubt()
    }

    /// A bit for each of which that is not certain.
    #[inline(always)]
    pub(super) fn in_doubt(&self) -> u32 {
        self.g.above(-OFF - 1)
    }

    /// When the piece crosses a wall that it crosses for certain, from −1 to 1, and what that is off by at most.
    #[inline(always)]
    pub(super) fn time(&self, lane: usize) -> (f64, f64) {
        let inverse = 1.0 / f64::from(self.whole.numbers()[lane % 8]);
        (f64::from(self.across.numbers()[lane % 8]) * inverse, f64::from(OFF) * inverse.abs())
    }
}

/// When a piece crosses walls at the earliest and at the latest, in numbers that can be compared and no more.
pub(super) struct Spans<E> {
    early: E,
    /// The largest number for walls that are not crossed for certain.
    late: E,
}

impl<E: Eight> Spans<E> {
    /// The same, or without any wall.
    #[inline(always)]
    pub(super) fn only_if(self, counts: bool) -> Spans<E> {
        Spans { early: self.early, late: self.late.larger(E::all(if counts { 0 } else { NEVER })) }
    }

    /// The time until which some wall of both is crossed for certain.
    #[inline(always)]
    pub(super) fn latest(&self, other: &Spans<E>) -> i32 {
        self.late.smaller(other.late).least() as i32
    }

    /// A bit for each wall that may be crossed by then, if it is one that is crossed for certain.
    #[inline(always)]
    pub(super) fn by(&self, time: i32) -> u32 {
        !self.early.above(time)
    }
}

/// Later than all times.
const NEVER: i32 = i32::MAX;

/// The eighth lane is no wall.
const NO_EIGHTH: [i32; 8] = [0, 0, 0, 0, 0, 0, 0, NEVER];

impl<E: Eight> Seen<E> {
    /// When the piece crosses the walls that it crosses for certain.
    #[inline(always)]
    pub(super) fn spans(&self) -> Spans<E> {
        let (across, size) = (self.across.signed_as(self.whole), self.whole.size());
        // No closure: the compiler may leave one outside, and compile it without the machine's instructions.
        let (early, late) = (across.less(E::all(OFF)).ratios(size), across.less(E::all(-OFF)).ratios(size));
        // Negative where they cross for certain.
        let crossed = self.g.less(E::all(-OFF));
        Spans { early, late: E::choose(crossed, late, E::all(NEVER)).larger(E::of(&NO_EIGHTH)) }
    }
}

impl Cell {
    pub(super) const EMPTY: Cell = Cell { halves: [0; 8], middles: [0; 8] };

    /// How many walls there are.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        (self.middles[SEVEN] as u8).trailing_ones() as usize
    }

    /// The number of the cell with the rest of the walls; 0 if these are all.
    #[inline(always)]
    pub(super) fn next(&self) -> u32 {
        self.halves[SEVEN] as u32
    }

    pub(super) fn set_next(&mut self, next: u32) {
        self.halves[SEVEN] = next as i32;
        self.middles[SEVEN] |= MORE as i32;
    }

    /// Puts a wall in, of which there is room for; its ends are in steps from the middle.
    #[inline(always)]
    pub(super) fn push(&mut self, [px, py, qx, qy]: [f64; 4]) {
        let (count, p, q) = (self.count() % 8, Pair::of([px, py]), Pair::of([qx, qy]));
        let turned = q.minus(p).swapped().times(Pair::of([0.5, -0.5]));
        let [half, middle] = turned.rounded_with(p.plus(q).times(Pair::all(0.5)));
        (self.halves[count], self.middles[count]) = (half, middle);
        self.middles[SEVEN] |= 1 << count;
    }

    /// Looks at all walls at once.
    #[inline(always)]
    pub(super) fn look<E: Eight>(&self, piece: &Piece<E>) -> Seen<E> {
        let (half, from) = (E::of(&self.halves), E::of(&self.middles).minus(piece.middle));
        let (across, whole) = (from.dot(half), half.dot(piece.half));
        let g = from.dot(piece.turned_half).size().larger(across.size()).less(whole.size());
        Seen { near: !g.above(OFF) & self.middles[SEVEN] as u32, g, across, whole }
    }

    /// The ends of a wall: p and q.
    #[cfg(test)]
    pub(super) fn ends(&self, lane: usize) -> [i16; 4] {
        let [[hy, less_hx], [mx, my]] = [self.halves[lane], self.middles[lane]].map(crate::simd::unpacked);
        [mx + less_hx, my - hy, mx - less_hx, my + hy]
    }

    /// The half and the middle of a wall, as they are kept.
    #[inline(always)]
    pub(super) fn half_and_middle(&self, lane: usize) -> [i32; 2] {
        [self.halves[lane], self.middles[lane]]
    }

    /// The halves and the middles of all walls.
    #[inline(always)]
    pub(super) fn rows(&self) -> [&[i32; 8]; 2] {
        [&self.halves, &self.middles]
    }

    /// A bit for each wall.
    #[inline(always)]
    pub(super) fn walls(&self) -> u32 {
        self.middles[SEVEN] as u32 & 0xff
    }
}

/// The half and the middle of a wall as numbers: hx, hy, mx, my. Without such of 16 bits, which the compiler would take one by one.
#[inline(always)]
pub(super) fn numbers([half, middle]: [i32; 2]) -> [f32; 4] {
    [-(half >> 16) as f32, (half << 16 >> 16) as f32, (middle << 16 >> 16) as f32, (middle >> 16) as f32]
}

#[cfg(test)]
mod tests;
