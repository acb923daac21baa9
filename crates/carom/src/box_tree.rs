//! A tree of boxes over boxes that stand still, for questions that begin with a box.
//!
//! Boxes are put side by side in columns from left to right, each from bottom to top, so that those near one another have neighbouring
//! places; then eight have a box, eight of those have one, and so on. Nothing points anywhere.

use crate::aabb::Aabb;
use crate::edge_tree::FAN;
use alloc::vec::Vec;

/// Boxes by number, and boxes around them.
#[derive(Clone, Debug, Default)]
pub(crate) struct BoxTree {
    /// Which box is in which place.
    order: Vec<u32>,
    /// The boxes in their places, then those of eight each, and so on up to one of all.
    boxes: Vec<Aabb>,
    /// Where each level starts in `boxes`.
    levels: Vec<usize>,
}

impl BoxTree {
    pub(crate) fn new(given: &[Aabb]) -> BoxTree {
        let order = places(given);
        let mut boxes: Vec<Aabb> = order.iter().map(|&number| given[number as usize]).collect();
        let mut levels = alloc::vec![0];
        let mut start = 0;
        while boxes.len() - start > 1 {
            let end = boxes.len();
            levels.push(end);
            for first in (start..end).step_by(FAN) {
                let last = core::cmp::min(first + FAN, end);
                let all = boxes[first + 1..last].iter().fold(boxes[first], |all, one| all.union(one));
                boxes.push(all);
            }
            start = end;
        }
        BoxTree { order, boxes, levels }
    }

    /// Calls `visit` with the numbers of all boxes that share a point with a box, in any order.
    pub(crate) fn overlapping(&self, wanted: &Aabb, visit: &mut impl FnMut(usize)) {
        if let (Some(top), false) = (self.levels.len().checked_sub(1), self.boxes.is_empty()) {
            self.overlapping_below(top, 0, wanted, visit);
        }
    }

    fn overlapping_below(&self, level: usize, place: usize, wanted: &Aabb, visit: &mut impl FnMut(usize)) {
        if !self.boxes[self.levels[level] + place].overlaps_box(wanted) {
            return;
        }
        let Some(below) = level.checked_sub(1) else {
            visit(self.order[place] as usize);
            return;
        };
        let count = self.levels[level] - self.levels[below];
        for child in place * FAN..core::cmp::min((place + 1) * FAN, count) {
            self.overlapping_below(below, child, wanted, visit);
        }
    }
}

/// The order in which boxes are put. It only matters for speed.
fn places(boxes: &[Aabb]) -> Vec<u32> {
    let middle = |number: u32| {
        let (min, max) = (boxes[number as usize].min(), boxes[number as usize].max());
        [min.x / 2.0 + max.x / 2.0, min.y / 2.0 + max.y / 2.0]
    };
    let mut order: Vec<u32> = (0..boxes.len() as u32).collect();
    order.sort_by(|&a, &b| middle(a)[0].total_cmp(&middle(b)[0]).then(a.cmp(&b)));
    let column = (boxes.len().div_ceil(FAN).isqrt() + 1) * FAN;
    for column in order.chunks_mut(column) {
        column.sort_by(|&a, &b| middle(a)[1].total_cmp(&middle(b)[1]).then(a.cmp(&b)));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_oracle::rng::Rng;

    #[test]
    fn every_box_is_found_and_no_other() {
        for case in 0..400 {
            let rng = &mut Rng::for_case(0, "box tree", case);
            let count = [0, 1, 2, 7, 8, 9, 64, 65, 300][rng.below(9)];
            let one = |rng: &mut Rng| {
                let [x, y, w, h] = [(); 4].map(|()| rng.between(0, 20) as f64);
                Aabb::new([x, y], [x + w / 4.0, y + h / 4.0]).unwrap()
            };
            let boxes: Vec<Aabb> = (0..count).map(|_| one(rng)).collect();
            let tree = BoxTree::new(&boxes);
            for _ in 0..10 {
                let wanted = one(rng);
                let mut found = Vec::new();
                tree.overlapping(&wanted, &mut |number| found.push(number));
                found.sort_unstable();
                let expected: Vec<usize> = (0..count).filter(|&i| boxes[i].overlaps_box(&wanted)).collect();
                assert_eq!(found, expected, "case {case}");
            }
        }
    }
}
