//! Which walls of a cell may be near a stretch of a disc's path: one look in whole numbers.
//!
//! What is near is said in `around.rs`: with f the wall's middle from that of the stretch, h its half, w the half of the stretch, u the direction, R = r + E and L the length, they are
//! apart if |u × f| − |u × h| > R, if |u · f| − |u · h| > R + L/2, or if |f × h| − |w × h| > R|h|. Here |h| is |hx| + |hy|, which is never less.
//! Of a shape within a box (`shaped.rs`) the first two have how far the box reaches beside the path and along it for R, and the third has sx|hy| + sy|hx| for R|h|, with sx and sy the half sides of the box.
//!
//! **Numbers.** A stretch with a radius around it is less than 0.99 cells wide and high (`stretch.rs`), so where it lies in two cells its middle is at most 0.995 from the middle of both, 28,529 steps,
//! and walls are within 17,920. For f to fit in 16 bits it is counted in two steps each: f is at most 23,226, and products of two are below 2³⁰. So is w. The direction is u·2¹⁴ with f and u·2¹³ with h,
//! so that both products count the same.
//!
//! **Errors**, in steps. Half of the wall's middle is rounded down and that of the stretch to the nearest, so f is off by at most 2 on each axis, and u × f by 2.83;
//! by 2.84 more for the half that u·2¹⁴ was rounded by, as |fx| + |fy| is below 92,900; and u × h by 2.19, as |hx| + |hy| is at most 35,840. Together that is less than 7.9, for u · f as well. The half of w is off by ½ of two steps on
//! each axis, so the third test by 1.5|h|, in its units, of which R is R/2. All else is less than 0.1.

use super::around::Around;
use super::cell::Cell;
use crate::pair::Pair;
use crate::side_by_side::{Numbers, ROUNDING};
use crate::simd::{Eight, Four, packed};

/// Steps that the first two tests may be off by.
const OFF: f32 = 8.0;

/// Three halves of two steps, and one for rounding it, that the third may be off by.
pub(super) const OFF_LINE: f32 = 2.6;

/// 2¹⁴, and half of that.
const FINE: f64 = 16_384.0;

/// A direction, as cells see it.
#[derive(Clone, Copy, Default)]
pub(super) struct Bearing {
    fine: i32,
    coarse: i32,
}

impl Bearing {
    /// Of a unit vector.
    #[inline(always)]
    pub(super) fn of(direction: Pair) -> Bearing {
        let (fine, coarse) = (direction.times(Pair::all(FINE)), direction.times(Pair::all(0.5 * FINE)));
        let [fine, coarse] = fine.rounded_with(coarse);
        Bearing { fine, coarse }
    }

    /// Whether it is another but for rounding.
    #[cfg(test)]
    pub(super) fn is_near(&self, other: &Bearing) -> bool {
        let numbers = |bearing: &Bearing| [bearing.fine, bearing.coarse].map(crate::simd::unpacked);
        let [a, b] = [self, other].map(numbers);
        a.as_flattened().iter().zip(b.as_flattened()).all(|(a, b)| (a - b).abs() <= 1)
    }

    /// Of four.
    #[inline(always)]
    pub(super) fn of_four<F: Four>(directions: [F; 2]) -> [Bearing; 4] {
        let ([x, y], [fine, coarse]) = (directions, [FINE, 0.5 * FINE].map(F::all));
        let rounded = F::rounded([x.times(fine), y.times(fine)], [x.times(coarse), y.times(coarse)]);
        rounded.map(|[fine, coarse]| Bearing { fine, coarse })
    }
}

/// A stretch, as all of its cells see it.
#[derive(Clone, Copy)]
pub(super) struct Close<E> {
    /// The direction, and square to it, with f and with h.
    along: E,
    across: E,
    along_half: E,
    across_half: E,
    /// The half of w.
    motion: E,
    /// R, as tests need it.
    beside: E,
    ahead: E,
    reach: E,
}

impl<E: Eight> Close<E> {
    /// Of a length in steps; `motion` is the half of w.
    #[inline(always)]
    pub(super) fn new(bearing: Bearing, around: &Around, motion: i32, length: f32) -> Close<E> {
        let reach = [around.reach(); 2];
        Close::of_box(bearing, [reach, reach], motion, length)
    }

    /// The same of a shape: how far the box around it reaches along the path and beside it, and half its sides, with E in all of them.
    #[inline(always)]
    pub(super) fn of_box(
        bearing: Bearing,
        [[front, side], [x, y]]: [[f32; 2]; 2],
        motion: i32,
        length: f32,
    ) -> Close<E> {
        let (along, along_half) = (E::all(bearing.fine), E::all(bearing.coarse));
        // Not below 0, and far from too large for this.
        let whole = |x: f32, scale: f64| (f64::from(x) * scale + ROUNDING).to_bits() as i32;
        // Walls are turned by a quarter.
        let line = [x, y].map(|half| whole(0.5 * half + OFF_LINE, 1.0) as i16);
        Close {
            along,
            across: along.turned(),
            along_half,
            across_half: along_half.turned(),
            motion: E::all(motion),
            beside: E::all(whole(side + OFF, 0.5 * FINE)),
            ahead: E::all(whole(front + OFF + 0.5 * length, 0.5 * FINE)),
            reach: E::all(packed(line)),
        }
    }

    /// A bit for each wall of a cell that may be near, which sees the middle of the stretch from its own, in two steps each.
    #[inline(always)]
    pub(super) fn look(&self, cell: &Cell, middle: i32) -> u32 {
        let [halves, middles] = cell.rows();
        // Turned by a quarter: what is along a path for it is across for the wall.
        let half = E::of(halves);
        let from = E::of(middles).halved().minus(E::all(middle));
        let path = from.dot(self.across).size().less(half.dot(self.along_half).size()).less(self.beside);
        let ends = from.dot(self.along).size().less(half.dot(self.across_half).size()).less(self.ahead);
        let wall = from.dot(half).size().less(half.dot(self.motion).size()).less(half.sizes().dot(self.reach));
        !path.larger(ends).larger(wall).above(0) & cell.walls()
    }
}

#[cfg(test)]
mod tests;
