//! Boxes in a grid of equal cells, for questions that begin with a small box: nearly always one cell answers.
//!
//! A box is in every cell that it shares a point with. A coordinate's cell is counted by a subtraction, a product and a cut, none of
//! which ever turns the order of two numbers round: so two boxes that share a point share a cell, whatever rounding does.

use crate::aabb::Aabb;
use crate::point::{Point, min};
use alloc::vec::Vec;

/// So many cells for each box.
const CELLS_A_BOX: usize = 4;

/// A grid is given up if boxes are in more cells than so many each, or share theirs with more than so many each, on average: they are too uneven.
const MOST_CELLS: usize = 16;
const MOST_SHARED: usize = 32;

/// Boxes by number, in cells.
#[derive(Clone, Debug, Default)]
pub(crate) struct BoxGrid {
    low: Point,
    /// Cells a unit, along each axis.
    scale: [f64; 2],
    counts: [usize; 2],
    /// Where each cell starts in `boxes`, and where the last ends.
    starts: Vec<u32>,
    boxes: Vec<(Aabb, u32)>,
}

impl BoxGrid {
    /// Takes other boxes in the place of all. Whether that was done: not if there are none, or they are too uneven for cells of one size.
    pub(crate) fn renew(&mut self, given: &[Aabb]) -> bool {
        let Some((first, others)) = given.split_first() else { return false };
        self.lay(*first, others);
        let columns = self.counts[0];
        self.starts.clear();
        self.starts.resize(columns * self.counts[1] + 2, 0);
        let mut total = 0;
        for one in given {
            let [from, to] = self.cells_of(one);
            total += (to[0] - from[0] + 1) * (to[1] - from[1] + 1);
            if total > MOST_CELLS * given.len() {
                return false;
            }
            each_cell(columns, [from, to], |cell| self.starts[cell + 2] += 1);
        }
        let shared: usize = self.starts.iter().map(|&count| count as usize * count as usize).sum();
        if shared > MOST_SHARED * given.len() {
            return false;
        }
        for cell in 2..self.starts.len() {
            self.starts[cell] += self.starts[cell - 1];
        }
        self.boxes.clear();
        self.boxes.resize(total, (*first, 0));
        for (number, one) in (0..).zip(given) {
            let (cells, BoxGrid { starts, boxes, .. }) = (self.cells_of(one), &mut *self);
            // A cell's start is one further on until its boxes are there: then it is where the next cell starts.
            each_cell(columns, cells, |cell| {
                let next = &mut starts[cell + 1];
                boxes[*next as usize] = (*one, number);
                *next += 1;
            });
        }
        true
    }

    /// Lays the cells.
    fn lay(&mut self, first: Aabb, others: &[Aabb]) {
        let all = others.iter().fold(first, |all, one| all.union(one));
        let (low, high) = (all.min(), all.max());
        let [width, height] = [high.x - low.x, high.y - low.y];
        let count = others.len() + 1;
        let cells = (CELLS_A_BOX * count) as f64;
        // As square as may be; what is much longer than wide has one row.
        let columns = min(crate::float::sqrt(cells * width / height), cells);
        let columns = core::cmp::max(columns as usize, 1);
        let rows = core::cmp::max(CELLS_A_BOX * count / columns, 1);
        self.scale = [columns as f64 / width, rows as f64 / height];
        (self.low, self.counts) = (low, [columns, rows]);
    }

    /// Calls `visit` with the numbers of all boxes that share a point with a box, in any order.
    #[inline]
    pub(crate) fn overlapping(&self, wanted: &Aabb, mut visit: impl FnMut(usize)) {
        let [from, to] = self.cells_of(wanted);
        for row in from[1]..to[1] + 1 {
            for column in from[0]..to[0] + 1 {
                let cell = row * self.counts[0] + column;
                for (one, number) in &self.boxes[self.starts[cell] as usize..self.starts[cell + 1] as usize] {
                    if one.overlaps_box(wanted) && (from == to || self.is_first([column, row], from, one)) {
                        visit(*number as usize);
                    }
                }
            }
        }
    }

    /// Whether of the cells that a box shares with others from one on, this is the first.
    fn is_first(&self, cell: [usize; 2], from: [usize; 2], one: &Aabb) -> bool {
        let own = self.cell_of(one.min());
        [0, 1].iter().all(|&axis| cell[axis] == core::cmp::max(own[axis], from[axis]))
    }

    #[inline(always)]
    fn cells_of(&self, one: &Aabb) -> [[usize; 2]; 2] {
        [self.cell_of(one.min()), self.cell_of(one.max())]
    }

    /// What is left of the grid is in the first cell, what is right of it in the last. A number that is none, made of an endless width or of no width,
    /// is cut to 0: in the first case all are, in the second only what is not right of the boxes.
    #[inline(always)]
    fn cell_of(&self, point: Point) -> [usize; 2] {
        // There are fewer than 2³² cells.
        let cut = |x: f64, count: usize| core::cmp::min(x as u32 as usize, count - 1);
        let [columns, rows] = self.counts;
        [cut((point.x - self.low.x) * self.scale[0], columns), cut((point.y - self.low.y) * self.scale[1], rows)]
    }
}

fn each_cell(columns: usize, [from, to]: [[usize; 2]; 2], mut show: impl FnMut(usize)) {
    for row in from[1]..=to[1] {
        (from[0]..=to[0]).for_each(|column| show(row * columns + column));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_oracle::rng::Rng;

    fn check(boxes: &[Aabb], wanted: &Aabb, case: u64) {
        let mut grid = BoxGrid::default();
        if !grid.renew(boxes) {
            return;
        }
        let mut found = Vec::new();
        grid.overlapping(wanted, |number| found.push(number));
        found.sort_unstable();
        let expected: Vec<usize> = (0..boxes.len()).filter(|&i| boxes[i].overlaps_box(wanted)).collect();
        assert_eq!(found, expected, "case {case}: {boxes:?} and {wanted:?}");
    }

    #[test]
    fn every_box_is_found_once_and_no_other() {
        for case in 0..2_000 {
            let rng = &mut Rng::for_case(0, "box grid", case);
            let count = [1, 2, 7, 17, 64, 300][rng.below(6)];
            // Some are in a row, some in one place, some where numbers end.
            let unit = [[0.0, 0.0], [1.0, 0.0], [0.0, 1e-320], [1.0, 1.0], [0.1, 1e9], [7e306, 7e306]][rng.below(6)];
            let one = |rng: &mut Rng| {
                let [x, y, w, h] = [(); 4].map(|()| rng.between(-20, 20) as f64);
                let at = [x * unit[0], y * unit[1]];
                let size = [w.abs() / 4.0 * unit[0], h.abs() / 4.0 * unit[1]];
                Aabb::new(at, [at[0] + size[0], at[1] + size[1]]).unwrap()
            };
            let boxes: Vec<Aabb> = (0..count).map(|_| one(rng)).collect();
            for _ in 0..10 {
                check(&boxes, &one(rng), case);
            }
        }
    }

    #[test]
    fn even_boxes_have_a_grid_and_uneven_ones_have_none() {
        let small = |i: u32| {
            let at = [f64::from(i % 32), f64::from(i / 32)];
            Aabb::new(at, [at[0] + 0.5, at[1] + 0.5]).unwrap()
        };
        let even: Vec<Aabb> = (0..1024).map(small).collect();
        let mut grid = BoxGrid::default();
        assert!(grid.renew(&even));
        let far = Aabb::new([1e9, 1e9], [1e9, 1e9]).unwrap();
        assert!(!grid.renew(&[&even[..], &[far]].concat()));
        let large = alloc::vec![Aabb::new([0, 0], [9, 9]).unwrap(); 1024];
        assert!(!grid.renew(&large));
        assert!(!grid.renew(&[]));
    }
}
