//! Which places do some boxes take? One bit a cell: near in memory, so that of most small boxes it is known at once that they share no point with any.
//!
//! A box takes every cell that it shares a point with. A coordinate's cell is counted by a subtraction, a product, two comparisons and a rounding, none of which ever
//! turns the order of two numbers round: so two boxes that share a point share a cell, whatever rounding does. What is outside of all cells is in
//! the nearest of them; around those that boxes take there is a ring of others.

use super::bits::Bits;
use crate::aabb::Aabb;
use crate::float;
use crate::pair::Pair;
use crate::point::{Point, max, min};
use crate::side_by_side::{Numbers, WHOLE};

/// So many cells for each box: of walls that move as far as they are long, few are taken for nothing.
const CELLS_A_BOX: usize = 64;
const LEAST_CELLS: usize = 4096;

/// No more columns or rows than this.
const MOST_SIDES: f64 = 4096.0;

/// Boxes are in so many rows of cells each, on average; with more nothing is known of them.
const MOST_ROWS: usize = 64;

/// A box in more columns or rows is too large to be looked up.
const MOST_COLUMNS: usize = 63;
const MOST_LOOKED_UP: usize = 16;

/// Cells, and which of them are taken.
#[derive(Clone, Debug, Default)]
pub(super) struct Taken {
    low: Pair,
    /// Cells a unit, along each axis.
    scale: Pair,
    /// The last column and the last row.
    last: Pair,
    /// How many columns there are; 0 if nothing is known.
    columns: usize,
    bits: Bits,
}

impl Taken {
    /// Nothing is known: whatever is asked may be taken.
    pub(super) fn forget(&mut self) {
        self.columns = 0;
    }

    /// Takes other boxes in the place of all. If they are far larger than cells, nothing is known of them.
    pub(super) fn renew(&mut self, boxes: impl Iterator<Item = Aabb> + Clone) {
        self.forget();
        let mut count = 0;
        let all = boxes.clone().inspect(|_| count += 1).reduce(|all, one| all.union(&one));
        let rows = match all {
            Some(all) => self.lay(&all, count),
            None => self.lay(&Aabb::of_point(Point::default()), 1),
        };
        self.bits.clear(rows * self.columns);
        let mut left = MOST_ROWS * count;
        for one in boxes {
            let [[from, first], [to, last]] = [one.min(), one.max()].map(|p| self.cell_of(p));
            if left < last - first + 1 {
                return self.forget();
            }
            left -= last - first + 1;
            for row in first..=last {
                self.bits.set(row * self.columns + from, row * self.columns + to);
            }
        }
    }

    /// Lays the cells. Gives the number of rows.
    fn lay(&mut self, all: &Aabb, count: usize) -> usize {
        let (low, high) = (all.min(), all.max());
        let sides = [high.x - low.x, high.y - low.y];
        let cells = core::cmp::max(CELLS_A_BOX * count, LEAST_CELLS) as f64;
        let is_wide = |side: f64| side > 0.0 && (1.0 / side).is_finite() && side.is_finite();
        // As square as may be; what has no width, or too much for a number, has one column.
        let [columns, rows] = match sides.map(is_wide) {
            [true, true] => {
                let columns = max(min(float::sqrt(cells) * float::sqrt(sides[0] / sides[1]), cells), 1.0);
                [columns, max(cells / columns, 1.0)]
            }
            [true, false] => [cells, 1.0],
            [false, true] => [1.0, cells],
            [false, false] => [1.0; 2],
        };
        let counts = [columns, rows].map(|count| f64::from(min(count, MOST_SIDES) as u32));
        let scale = |axis: usize| if counts[axis] > 1.0 { counts[axis] / sides[axis] } else { 0.0 };
        let scales = [scale(0), scale(1)];
        let is_finite = scales.iter().all(|scale| scale.is_finite());
        let scales = if is_finite { scales } else { [0.0; 2] };
        let ring = scales.map(|scale| if scale > 0.0 { 1.0 / scale } else { 0.0 });
        self.low = Pair::of([low.x - ring[0], low.y - ring[1]]);
        self.last = Pair::of([0, 1].map(|axis| if scales[axis] > 0.0 { counts[axis] + 2.0 } else { 0.0 }));
        self.scale = Pair::of(scales);
        let [columns, rows] = self.last.numbers().map(|last| last as usize + 1);
        self.columns = columns;
        rows
    }

    /// The column and the row of a place. A number that is none is one of a place beyond all numbers, where there is one column or row alone.
    #[inline(always)]
    fn cell_of(&self, p: Point) -> [usize; 2] {
        let place = Pair::of([p.x, p.y]).minus(self.low).times(self.scale);
        let cell = place.most(Pair::all(0.0)).least(self.last).plus(Pair::all(WHOLE));
        cell.numbers().map(|x| (x.to_bits() as u32) as usize)
    }

    /// Whether a box, given by its corners, shares no point with any of the boxes, for certain.
    #[inline]
    pub(super) fn is_free(&self, low: Point, high: Point) -> bool {
        let [[from, first], [to, last]] = [low, high].map(|p| self.cell_of(p));
        if self.columns == 0 || to.wrapping_sub(from) > MOST_COLUMNS || last.wrapping_sub(first) > MOST_LOOKED_UP {
            return false;
        }
        let row = |row: usize| self.bits.from(core::cmp::min(row, last) * self.columns + from);
        // How many rows it is cannot be foreseen, and nearly always they are few.
        let mut taken = row(first) | row(first + 1) | row(first + 2) | row(first + 3);
        for more in first + 4..last + 1 {
            taken |= row(more);
        }
        taken << (63 - (to - from)) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use carom_oracle::rng::Rng;

    /// Who shares a point with a box is seen, whatever the sizes; and of small boxes that share none most are known to.
    #[test]
    fn no_box_that_is_free_shares_a_point_with_another() {
        let (mut free, mut known) = (0, 0);
        for case in 0..2_000 {
            let rng = &mut Rng::for_case(0, "places taken", case);
            let count = [0, 1, 2, 7, 64, 300][rng.below(6)];
            // Some are in a row, some in one place, some where numbers end.
            let unit = [[1.0, 1.0], [0.0, 0.0], [1.0, 0.0], [0.0, 1e-320], [0.1, 1e9], [1e300, 1e300], [4e306, 4e306]]
                [rng.below(7)];
            let one = |rng: &mut Rng, part: f64| {
                let [x, y, w, h] = [(); 4].map(|()| rng.between(-20, 20) as f64);
                let at = [x * unit[0], y * unit[1]];
                Aabb::new(at, [at[0] + w.abs() * part * unit[0], at[1] + h.abs() * part * unit[1]]).unwrap()
            };
            let boxes: Vec<Aabb> = (0..count).map(|_| one(rng, 0.05)).collect();
            let mut taken = Taken::default();
            assert!(!taken.is_free(Point::default(), Point::default()), "nothing is known");
            taken.renew(boxes.iter().copied());
            for _ in 0..20 {
                let part = *rng.pick(&[0.0, 0.01, 0.05, 1.0]);
                let wanted = one(rng, part);
                let shares = boxes.iter().any(|one| one.overlaps_box(&wanted));
                let is_free = taken.is_free(wanted.min(), wanted.max());
                assert!(!(shares && is_free), "case {case}: {boxes:?} and {wanted:?}");
                free += u32::from(!shares && part < 1.0 && unit == [1.0, 1.0]);
                known += u32::from(is_free && part < 1.0 && unit == [1.0, 1.0]);
            }
            taken.forget();
            assert!(!taken.is_free(Point::default(), Point::default()), "nothing is known any more");
        }
        assert!(1_000 < free && 2 * free < 3 * known, "{known} of {free}");
    }

    /// Without boxes everything is free, beyond all cells too; what is too large to be looked up is not known.
    #[test]
    fn what_is_outside_is_in_the_ring() {
        let mut taken = Taken::default();
        taken.renew(core::iter::empty());
        assert!(taken.is_free(Point::new(-1e300, 5.0), Point::new(1e300, f64::INFINITY)));
        let boxes: Vec<Aabb> =
            (0..64).map(|i| Aabb::of_point(Point::new(f64::from(i % 8), f64::from(i / 8)))).collect();
        taken.renew(boxes.iter().copied());
        assert!(taken.is_free(Point::new(-9.0, -9.0), Point::new(-8.0, -8.0)), "in the corner of the ring");
        assert!(taken.is_free(Point::new(-9.0, 0.0), Point::new(-1.0, 0.0)), "beside a box");
        assert!(!taken.is_free(Point::new(-9.0, 0.0), Point::new(0.0, 0.0)));
        assert!(taken.is_free(Point::new(8.0, 0.4), Point::new(f64::INFINITY, 0.6)));
        assert!(!taken.is_free(Point::new(0.5, 0.5), Point::new(0.6, 1e9)), "too many rows");
        taken.renew([Aabb::new([0, 0], [1, 1]).unwrap(); 2].into_iter());
        assert!(!taken.is_free(Point::new(0.5, 0.5), Point::new(0.5, 0.5)));
    }
}
