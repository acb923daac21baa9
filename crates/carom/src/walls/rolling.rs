//! A disc in a grid: the walls that it touches, block by block of cells.

use super::around::{Entered, Few, Touched};
use super::grid::{Grid, SPECIAL};
use super::search::{CostCounter, Keep, Search};
use super::swath::{Block, Swath};
use super::touch::WallTouch;
use super::way::TINY;
use crate::simd::PlainEight;

impl Grid {
    /// Block by block of cells.
    #[inline(always)]
    pub(super) fn search_for_disc<K: Keep>(&self, search: &mut Search<'_, K>, cost: &mut impl CostCounter) -> bool {
        let Some(path) = self.seen(search.sweep) else { return false };
        let swath = Swath::of(&path, search.sweep.radius() * self.scale(), self.measures());
        let mut few = Few::NONE;
        for step in 0..swath.blocks() {
            let Some(block) = swath.block(step) else { continue };
            if search.limit < block.from {
                break;
            }
            self.visit_block((&swath, &block), &mut few, search, cost);
        }
        true
    }

    /// Tests the walls of some cells; those that may be near the disc are put side by side first.
    #[inline(always)]
    fn visit_block<K: Keep>(
        &self,
        (swath, block): (&Swath, &Block),
        few: &mut Few,
        search: &mut Search<'_, K>,
        cost: &mut impl CostCounter,
    ) {
        let Block { first: [left, bottom], last: [right, top], length, .. } = *block;
        // Asked for early, all at once.
        for (column, row) in [(left, bottom), (right, bottom), (left, top), (right, top)] {
            self.request(self.place(column, row));
        }
        let mut looks = Looks { cells: [(0, [0.0; 2]); LOOKS], count: 0, near: 0 };
        let (mut column, mut row) = (left, bottom);
        let to_middle = swath.to_middle(block);
        while row <= top {
            let (mut place, view) = (self.place(column, row), swath.view(block, [column, row]));
            loop {
                if looks.count == LOOKS {
                    self.settle(&mut looks, (swath, block), few, search);
                }
                let cell = self.cell(place);
                let middle = [view[0] + to_middle[0], view[1] + to_middle[1]];
                looks.near |= u64::from(cell.near(&swath.around, middle, 0.5 * length)) << (8 * looks.count);
                looks.cells[looks.count] = (place, view);
                looks.count += 1;
                cost.boxes(1);
                place = cell.next() as usize;
                if place == 0 {
                    break;
                }
            }
            // Without a branch: how many columns there are is anybody's guess.
            let is_last = column == right;
            row += u32::from(is_last);
            column = if is_last { left } else { column + 1 };
        }
        self.settle(&mut looks, (swath, block), few, search);
    }

    /// Tests the walls that looks have shown to be near.
    #[inline(always)]
    fn settle<K: Keep>(
        &self,
        looks: &mut Looks,
        (swath, block): (&Swath, &Block),
        few: &mut Few,
        search: &mut Search<'_, K>,
    ) {
        while looks.near != 0 {
            few.clear();
            while looks.near != 0 && !few.is_full() {
                let bit = looks.near.trailing_zeros() as usize;
                looks.near &= looks.near - 1;
                let ((place, view), lane) = (looks.cells[bit / 8 % LOOKS], bit % 8);
                let id = self.entry(place, lane);
                few.push((self.cell(place), lane), id, view);
            }
            self.touch(few, &few.look(&swath.around, block.length), (swath, block), search);
        }
        looks.count = 0;
    }

    /// Takes what a disc's look at some walls has shown.
    #[inline(always)]
    fn touch<K: Keep>(
        &self,
        few: &Few,
        touched: &Touched,
        (swath, block): (&Swath, &Block),
        search: &mut Search<'_, K>,
    ) {
        let overlap = if block.seen_from == 0.0 { touched.overlap } else { 0 };
        let certain = if search.is_as_built && !K::IS_PROXY { (overlap | touched.cross) & !few.special() } else { 0 };
        // Mostly the first is all that matters.
        let mut near = touched.near;
        if K::ONLY_FIRST && near & !certain == 0 {
            if overlap != 0 {
                return search.touched(WallTouch::overlap(few.ids[touched.first_overlapped::<PlainEight>()]));
            } else if near == 0 {
                return;
            }
            let Entered { lane, is_tied } = touched.first::<PlainEight>(&few.ids);
            if !is_tied {
                return search.touched(entering(few, touched, (swath, block), lane));
            }
        }
        while near != 0 {
            let lane = near.trailing_zeros() as usize % 8;
            near &= near - 1;
            let id = few.ids[lane] & !SPECIAL;
            if certain >> lane & 1 == 0 {
                search.test_seldom(id);
            } else if overlap >> lane & 1 != 0 {
                search.touched(WallTouch::overlap(id));
            } else {
                search.touched(entering(few, touched, (swath, block), lane));
            }
        }
    }
}

/// The touch of one of some plain walls that a disc crosses into.
#[inline(always)]
fn entering(few: &Few, touched: &Touched, (swath, block): (&Swath, &Block), lane: usize) -> WallTouch {
    let [early, late] = [touched.early[lane], touched.late(lane)].map(|steps| swath.time(block, steps));
    WallTouch::entering(few.ids[lane], touched.feature(lane), [early - TINY, late + TINY])
}

/// So many looks at cells are taken together.
const LOOKS: usize = 8;

/// Looks at cells: which cell, and from where it sees the path; and for each cell in turn eight bits for its walls that are near.
struct Looks {
    cells: [(usize, [f32; 2]); LOOKS],
    count: usize,
    near: u64,
}
