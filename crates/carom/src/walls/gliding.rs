//! A shape in a grid, block by block of cells: mostly one wall is left that may be touched first, and that alone is tested.

use super::grid::{Grid, SPECIAL};
use super::search::{CostCounter, Keep, Search};
use super::shaped::{Nearby, Shaped, Times};
use super::swath::{Block, Swath};
use super::way::TINY;
use crate::simd::signs;

impl Grid {
    /// As [`Grid::search_for_disc`], for a disc that stands in for a mover with a silhouette.
    #[inline(always)]
    pub(super) fn search_for_shape<K: Keep>(&self, search: &mut Search<'_, K>, cost: &mut impl CostCounter) -> bool {
        let Some(path) = self.seen(search.sweep) else { return false };
        let Some(mover) = search.keep.stands_in_for() else { return false };
        let Some(silhouette) = mover.silhouette() else { return false };
        let (radius, scale) = (search.sweep.radius(), self.scale());
        let more = radius - mover.reach();
        let swath = Swath::of_shape(&path, radius * scale, mover.spread().map(|x| (x + more) * scale), self.measures());
        let mut shaped = Shaped::NONE;
        shaped.see((mover, silhouette), &swath.around, [more, scale]);
        let is_certain = K::ONLY_FIRST && search.is_as_built && self.is_plain();
        let mut nearby = Nearby::NONE;
        for step in 0..swath.blocks() {
            let Some(block) = swath.block(step) else { continue };
            if search.limit < block.from {
                break;
            }
            let here = Here { swath: &swath, block: &block, shaped: &shaped, is_certain };
            self.glide(&here, &mut nearby, search, cost);
        }
        true
    }

    /// Looks at the walls of some cells, and tests those that may be touched first.
    #[inline(always)]
    fn glide<K: Keep>(
        &self,
        here: &Here<'_>,
        nearby: &mut Nearby,
        search: &mut Search<'_, K>,
        cost: &mut impl CostCounter,
    ) {
        let Here { swath, block, shaped, .. } = *here;
        let Block { first: [left, bottom], last: [right, top], length, .. } = *block;
        // Asked for early, all at once.
        for (column, row) in [(left, bottom), (right, bottom), (left, top), (right, top)] {
            self.request(self.place(column, row));
        }
        let (half, to_middle) = (0.5 * length, swath.to_middle(block));
        let (mut column, mut row) = (left, bottom);
        nearby.clear();
        while row <= top {
            let (mut place, view) = (self.place(column, row), swath.view(block, [column, row]));
            let middle = [view[0] + to_middle[0], view[1] + to_middle[1]];
            loop {
                let cell = self.cell(place);
                let mut near = shaped.near(cell, middle, half);
                cost.boxes(1);
                while near != 0 {
                    let lane = near.trailing_zeros() as usize % 8;
                    near &= near - 1;
                    if nearby.is_full() {
                        take_first(nearby, here, search);
                        nearby.clear();
                    }
                    nearby.push((cell, lane), self.entry(place, lane) & !SPECIAL, view);
                }
                place = cell.next() as usize;
                if place == 0 {
                    break;
                }
            }
            let is_last = column == right;
            row += u32::from(is_last);
            column = if is_last { left } else { column + 1 };
        }
        if !nearby.is_empty() {
            take_first(nearby, here, search);
        }
    }
}

/// Tests those of some walls that may be touched first.
#[inline(always)]
fn take_first<K: Keep>(nearby: &Nearby, here: &Here<'_>, search: &mut Search<'_, K>) {
    let Times { early, late } = here.shaped.look(nearby, here.block.length);
    let overlapped = signs(&early);
    if here.is_certain && overlapped != 0 && here.block.seen_from == 0.0 {
        search.overlapped(least_id(overlapped, &nearby.ids));
        // Others that may be touched at the start.
        let mut others = until(&early, 0.0) & !overlapped;
        while others != 0 {
            search.test_seldom(nearby.ids[others.trailing_zeros() as usize % 8]);
            others &= others - 1;
        }
        return;
    }
    let latest = if here.is_certain { least(&late) } else { f32::INFINITY };
    in_turn(nearby, (&early, until(&early, latest)), here, search);
}

/// Tests walls in the order of the times before which none is touched; there is a bit for each.
#[inline(always)]
fn in_turn<K: Keep>(nearby: &Nearby, (early, mut near): (&[f32; 8], u32), here: &Here<'_>, search: &mut Search<'_, K>) {
    let mut tested = None;
    while near != 0 {
        let mut first = near.trailing_zeros() as usize % 8;
        let mut others = near & (near - 1);
        while others != 0 {
            let lane = others.trailing_zeros() as usize % 8;
            first = if early[lane] < early[first] { lane } else { first };
            others &= others - 1;
        }
        let steps = if early[first] < 0.0 { 0.0 } else { early[first] };
        if search.limit < here.swath.time(here.block, steps) - TINY {
            return;
        }
        near &= !(1 << first);
        // Often the same wall is seen in two cells.
        if tested != Some(nearby.ids[first]) {
            search.test_seldom(nearby.ids[first]);
        }
        tested = Some(nearby.ids[first]);
    }
}

/// Where a shape is.
struct Here<'a> {
    swath: &'a Swath,
    block: &'a Block,
    shaped: &'a Shaped,
    /// Whether what it certainly touches counts, whichever wall it is.
    is_certain: bool,
}

/// A bit for each time up to another.
#[inline(always)]
fn until(early: &[f32; 8], latest: f32) -> u32 {
    // What is infinite never comes.
    let (latest, mut beyond) = (if latest < f32::MAX { latest } else { f32::MAX }, [0.0_f32; 8]);
    let mut lane = 0;
    while lane < 8 {
        beyond[lane] = latest - early[lane];
        lane += 1;
    }
    !signs(&beyond) & 0xff
}

/// The first of some times that are not negative.
#[inline(always)]
fn least(times: &[f32; 8]) -> f32 {
    // They have the order of their bits.
    let mut least = u32::MAX;
    let mut lane = 0;
    while lane < 8 {
        let time = times[lane].to_bits();
        least = if time < least { time } else { least };
        lane += 1;
    }
    f32::from_bits(least)
}

/// The lowest of some ids, of those of a bit each.
#[inline(always)]
fn least_id(bits: u32, ids: &[u32; 8]) -> u32 {
    let mut least = u32::MAX;
    let mut lane = 0;
    while lane < 8 {
        let id = if bits >> lane & 1 == 0 { u32::MAX } else { ids[lane] };
        least = if id < least { id } else { least };
        lane += 1;
    }
    least
}
