//! A shape in a grid, block by block of cells: mostly one wall is left that may be touched first, and that alone is tested.

use super::grid::{Grid, SPECIAL};
use super::search::{CostCounter, Keep, Search};
use super::shaped::Shaped;
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
        for step in 0..swath.blocks() {
            let Some(block) = swath.block(step) else { continue };
            if search.limit < block.from {
                break;
            }
            self.glide(&Here { swath: &swath, block: &block, shaped: &shaped, is_certain }, search, cost);
        }
        true
    }

    /// Looks at the walls of some cells, and tests those that may be touched first.
    #[inline(always)]
    fn glide<K: Keep>(&self, here: &Here<'_>, search: &mut Search<'_, K>, cost: &mut impl CostCounter) {
        let Here { swath, block, shaped, .. } = *here;
        let Block { first: [left, bottom], last: [right, top], length, .. } = *block;
        // Asked for early, all at once.
        for (column, row) in [(left, bottom), (right, bottom), (left, top), (right, top)] {
            self.request(self.place(column, row));
        }
        let mut looks = Looks::NONE;
        let (mut column, mut row) = (left, bottom);
        while row <= top {
            let (mut place, view) = (self.place(column, row), swath.view(block, [column, row]));
            loop {
                if looks.count == LOOKS {
                    self.take_first(&looks, here, search);
                    looks = Looks::NONE;
                }
                let cell = self.cell(place);
                let times = shaped.look(cell, view, length);
                looks.push(place, times.early, times.late);
                cost.boxes(1);
                place = cell.next() as usize;
                if place == 0 {
                    break;
                }
            }
            let is_last = column == right;
            row += u32::from(is_last);
            column = if is_last { left } else { column + 1 };
        }
        self.take_first(&looks, here, search);
    }

    /// Takes what some looks have shown.
    #[inline(always)]
    fn take_first<K: Keep>(&self, looks: &Looks, here: &Here<'_>, search: &mut Search<'_, K>) {
        let overlapped = looks.overlapped();
        let latest = if here.is_certain { looks.latest() } else { f32::INFINITY };
        if here.is_certain && overlapped != 0 && here.block.seen_from == 0.0 {
            let id = |bit: usize| self.entry(looks.places[bit / 8 % LOOKS], bit % 8) & !SPECIAL;
            search.overlapped(bits(overlapped).map(id).fold(u32::MAX, core::cmp::min));
            // Others that may be touched at the start.
            bits(looks.until(0.0) & !overlapped).for_each(|bit| search.test_seldom(id(bit)));
            return;
        }
        self.in_turn(looks, looks.until(latest), here, search);
    }

    /// Tests walls in the order of the times before which none is touched; those found are a bit each.
    #[inline(always)]
    fn in_turn<K: Keep>(&self, looks: &Looks, mut near: u64, here: &Here<'_>, search: &mut Search<'_, K>) {
        let mut tested = u32::MAX;
        while near != 0 {
            let early = |bit: usize| looks.early[bit / 8 % LOOKS][bit % 8];
            let first = bits(near & (near - 1))
                .fold(near.trailing_zeros() as usize, |first, bit| if early(bit) < early(first) { bit } else { first });
            if search.limit < here.swath.time(here.block, at_least_zero(early(first))) - TINY {
                return;
            }
            near &= !(1 << first);
            let id = self.entry(looks.places[first / 8 % LOOKS], first % 8) & !SPECIAL;
            // Often the same wall is seen in two cells.
            if id != tested {
                search.test_seldom(id);
            }
            tested = id;
        }
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

/// So many looks at cells are taken together.
const LOOKS: usize = 8;

/// Looks at cells: which cell, and when its walls may be touched at the earliest.
struct Looks {
    places: [usize; LOOKS],
    early: [[f32; 8]; LOOKS],
    count: usize,
    /// By these times something is touched, for certain.
    late: [f32; 8],
}

impl Looks {
    const NONE: Looks = Looks { places: [0; LOOKS], early: [[0.0; 8]; LOOKS], count: 0, late: [f32::INFINITY; 8] };

    #[inline(always)]
    fn push(&mut self, place: usize, early: [f32; 8], late: [f32; 8]) {
        self.places[self.count % LOOKS] = place;
        self.early[self.count % LOOKS] = early;
        self.count += 1;
        let mut lane = 0;
        while lane < 8 {
            self.late[lane] = if late[lane] < self.late[lane] { late[lane] } else { self.late[lane] };
            lane += 1;
        }
    }

    /// A bit for each wall that is overlapped at the start, for certain.
    #[inline(always)]
    fn overlapped(&self) -> u64 {
        self.each(signs)
    }

    /// A bit for each wall that may be touched up to a time.
    #[inline(always)]
    fn until(&self, latest: f32) -> u64 {
        // Infinite ones are not touched at all.
        let latest = if latest < f32::MAX { latest } else { f32::MAX };
        self.each(|early| !signs(&early.map(|early| latest - early)) & 0xff)
    }

    #[inline(always)]
    fn each(&self, look: impl Fn(&[f32; 8]) -> u32) -> u64 {
        let looks = self.early.iter().take(self.count).enumerate();
        looks.fold(0, |all, (place, early)| all | u64::from(look(early)) << (8 * place))
    }

    #[inline(always)]
    fn latest(&self) -> f32 {
        // Numbers that are not negative have the order of their bits.
        let mut least = u32::MAX;
        let mut lane = 0;
        while lane < 8 {
            let late = self.late[lane].to_bits();
            least = if late < least { late } else { least };
            lane += 1;
        }
        f32::from_bits(least)
    }
}

/// The places of the bits that are set.
#[inline(always)]
fn bits(mut all: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let first = all.trailing_zeros() as usize;
        (all != 0).then(|| {
            all &= all - 1;
            first
        })
    })
}

#[inline(always)]
fn at_least_zero(steps: f32) -> f32 {
    if steps < 0.0 { 0.0 } else { steps }
}
