//! Which walls a box overlaps where it starts, and which of these has the lowest id. It is asked before its way is: many start on a wall, and where something stands is sooner known than where it goes.
//!
//! A small box lies in two cells by two at most, as a stretch of its way does (`stretch.rs`) that has no length. All walls of these are looked at where they are, in whole numbers as in `close.rs`, without being
//! gathered first. With sx and sy half the sides of the box, f the wall's middle from its own and h the wall's half, they share a point if |fx| − |hx| ≤ sx, |fy| − |hy| ≤ sy, and |f × h| ≤ sx|hy| + sy|hx|: along both axes and square to
//! the wall, where all is times |h|.
//!
//! **For certain.** As in `shaped.rs`: if they are apart by more than E along one of these directions, they are apart. If they overlap by more than E along all of them, they overlap. Square to the wall E is times |hx| + |hy|, which is never less than |h|.
//!
//! **Which counts.** Of all walls that are touched at the start the one with the lowest id is touched first. So it is known if the lowest id of those that may be touched is one that is overlapped for certain.
//!
//! **Errors**, in steps, beside E. As in `close.rs` f is off by at most 2 on each axis. Half sides and E are rounded by ½ each along an axis: 3 together. Square to the wall all is counted in two steps each: f is off by 1 on each
//! axis, and half the sides with E by ½, which makes 1.5(|hx| + |hy|).

use super::around::Around;
use super::cell::{Cell, Ids, STEPS};
use super::close::OFF_LINE;
use super::grid::Grid;
use super::search::CostCounter;
use super::stretch::{COUNTS, Chained, WIDEST};
use super::wall::NO_WALL;
use super::way::{MARGIN, Size};
use crate::pair::Pair;
use crate::side_by_side::{Numbers, WHOLE};
use crate::simd::{Eight, Machine, packed};
use crate::sweep::{Mover, Sweep};

impl Grid {
    /// The wall that a box overlaps where it starts and that is touched first, if there is one for certain. A disc stands in for it.
    #[inline(always)]
    pub(super) fn overlapped_by_box<M: Machine>(
        &self,
        mover: &Mover,
        proxy: &Sweep,
        cost: &mut impl CostCounter,
    ) -> Option<u32> {
        let path = self.seen_whole(proxy)?;
        let (radius, scale) = (proxy.radius(), self.scale());
        let (more, steps) = (radius - mover.reach(), scale * STEPS);
        let spread = Pair::of(mover.spread()).plus(Pair::all(more)).times(Pair::all(scale));
        let spot = Spot::of(path.start, spread, self.measures())?;
        let off = Around::new([0.0; 2], radius * scale, path.far * (16.0 * f64::EPSILON)).off();
        let boxed = Boxed::<M::Eight>::of(mover.spread(), (more * steps) as f32 + off, steps);
        self.found::<M>(&boxed, &spot, cost).lowest()
    }

    /// What a box finds in its cells.
    #[inline(always)]
    fn found<M: Machine>(&self, boxed: &Boxed<M::Eight>, spot: &Spot, cost: &mut impl CostCounter) -> Found<M::Eight> {
        let (up, mut found, mut chained) = (self.size()[0] as usize, Found::none(), Chained::default());
        // There are always two cells, of which the second may be the first once more, or else four.
        let other = spot.spans & !(spot.spans << 1);
        let beside = spot.place + (other & 1) + (other >> 1) * up;
        chained.note(self.find::<M>((spot.place, 0), (boxed, spot), &mut found), 0);
        let next = self.find::<M>((beside, other), (boxed, spot), &mut found);
        chained.note(if other == 0 { 0 } else { next }, other);
        cost.boxes(2);
        if spot.spans == 3 {
            let above = spot.place + up;
            chained.note(self.find::<M>((above, 2), (boxed, spot), &mut found), 2);
            chained.note(self.find::<M>((above + 1, 3), (boxed, spot), &mut found), 3);
            cost.boxes(2);
        }
        // As in `stretch.rs`, what comes after one of them is looked at always.
        let counts = COUNTS[core::cmp::min(chained.count as usize, 3)];
        let next = self.find_if::<M>(counts, chained.last(), (boxed, spot), &mut found);
        cost.boxes(u64::from(counts & 1));
        if 1 < chained.count || next != 0 {
            self.find_all::<M>((boxed, spot), &mut found, cost);
        }
        found
    }

    /// The same cell by cell, however many there are.
    #[inline(always)]
    fn find_all<M: Machine>(
        &self,
        (boxed, spot): (&Boxed<M::Eight>, &Spot),
        found: &mut Found<M::Eight>,
        cost: &mut impl CostCounter,
    ) {
        for corner in (0..4).filter(|corner| corner & !spot.spans == 0) {
            let mut place = spot.place + (corner & 1) + (corner >> 1) * self.size()[0] as usize;
            loop {
                place = self.find::<M>((place, corner), (boxed, spot), found) as usize;
                cost.boxes(1);
                if place == 0 {
                    break;
                }
            }
        }
    }

    /// Notes the walls of a cell, which has a corner of the spot; where the rest is, 0 if there is none.
    #[inline(always)]
    fn find<M: Machine>(
        &self,
        cell: (usize, usize),
        asked: (&Boxed<M::Eight>, &Spot),
        found: &mut Found<M::Eight>,
    ) -> u32 {
        self.find_if::<M>(u32::MAX, cell, asked, found)
    }

    /// All that if all bits of a number are set, or nothing if none is.
    #[inline(always)]
    fn find_if<M: Machine>(
        &self,
        counts: u32,
        (place, corner): (usize, usize),
        (boxed, spot): (&Boxed<M::Eight>, &Spot),
        found: &mut Found<M::Eight>,
    ) -> u32 {
        let cell = self.cell(place);
        let seen = boxed.look(cell, spot.middles[corner % 4]);
        found.note(counts, self.ids_of(place), seen);
        cell.next() & counts
    }
}

/// Where a small box is that starts in the grid.
pub(super) struct Spot {
    /// The lower left of its cells.
    place: usize,
    /// From where each of its cells sees its middle, in two steps each: see `close.rs`. The first bit is set for the second column, the second for the second row.
    middles: [i32; 4],
    /// A bit if there are two columns, and one if there are two rows.
    spans: usize,
}

impl Spot {
    /// In cells, as is how far it reaches along each axis.
    #[inline(always)]
    pub(super) fn of(start: Pair, spread: Pair, size: &Size) -> Option<Spot> {
        let reach = spread.plus(Pair::all(MARGIN));
        let is_inside =
            Pair::bits(Pair::all(0.0).is_at_most(start)) & Pair::bits(start.is_at_most(Pair::of(size.cells)));
        if !((reach.larger() <= 0.5 * WIDEST) & (is_inside == 0b11)) {
            return None;
        }
        // As in `stretch.rs`.
        let (half, whole) = (Pair::all(0.5), Pair::all(WHOLE));
        let corners = [start.minus(reach), start.plus(reach)]
            .map(|p| p.most(half).least(size.last).minus(half).plus(whole).minus(whole));
        let place = (corners[0].times(size.number).sum() + WHOLE).to_bits() - WHOLE.to_bits();
        let [low, high] = corners.map(|corner| start.minus(corner.plus(half)).times(Pair::all(0.5 * STEPS)));
        let [low, high] = low.rounded_with(high);
        let columns = (low ^ high) & 0xffff;
        Some(Spot {
            place: place as usize,
            middles: [low, low ^ columns, high ^ columns, high],
            spans: Pair::bits(corners[0].is_below(corners[1])) as usize,
        })
    }
}

/// A box where it starts.
pub(super) struct Boxed<E> {
    /// Half its sides, and E and what rounding adds to it, in steps.
    x: E,
    y: E,
    off: E,
    /// Half the sides, in two steps each, with that added and without: as walls need them, which are turned by a quarter.
    outer: E,
    inner: E,
}

/// Steps that a place along an axis may be off by, and one tenth for what is in `f32`. Square to the wall that is [`OFF_LINE`].
const OFF_AXIS: f32 = 3.1;

impl<E: Eight> Boxed<E> {
    /// Of half such sides; E, and how many steps there are to a unit of length.
    #[inline(always)]
    pub(super) fn of(sides: [f64; 2], off: f32, steps: f64) -> Boxed<E> {
        let [x, y] = sides.map(|side| (side * steps) as f32);
        let line_off = 0.5 * off + OFF_LINE;
        let line = |off: f32| E::all(packed([x, y].map(|side| whole(0.5 * side + off) as i16)));
        Boxed {
            x: E::all(whole(x)),
            y: E::all(whole(y)),
            off: E::all(whole(off + OFF_AXIS)),
            outer: line(line_off),
            inner: line(-line_off),
        }
    }

    /// Looks at the walls of a cell, which sees its middle in two steps each: negative numbers for those that it overlaps for certain, and for those that it may touch. Of what is no wall, anything.
    #[inline(always)]
    pub(super) fn look(&self, cell: &Cell, middle: i32) -> [E; 2] {
        let [halves, middles] = cell.rows();
        let (half, from) = (E::of(halves), E::of(middles).halved().minus(E::all(middle)));
        // What is turned by a quarter has its y first.
        let [x, y, first, second] = [[2, 0], [0, 2], [1, 0], [0, 1]].map(|axis| E::all(packed(axis)));
        let across = from.dot(x).size().less(half.dot(second).size()).less(self.x);
        let along = from.dot(y).size().less(half.dot(first).size()).less(self.y);
        let (gap, place, sizes) = (across.larger(along), from.dot(half).size(), half.sizes());
        let sure = gap.less(E::all(0).less(self.off)).larger(place.less(sizes.dot(self.inner)));
        let near = gap.less(self.off).larger(place.less(sizes.dot(self.outer))).less(E::all(1));
        [sure, near]
    }
}

/// A number of less than 2²² in size, rounded to a whole one: where 1.5·2²³ has been added, there is no room for a fraction.
#[inline(always)]
fn whole(x: f32) -> i32 {
    const ROUNDING: f32 = 12_582_912.0;
    ((x + ROUNDING).to_bits() as i32).wrapping_sub(ROUNDING.to_bits() as i32)
}

/// In each lane the lowest id of the walls that were seen there: of those that are overlapped for certain, and of those that may be touched.
pub(super) struct Found<E> {
    sure: E,
    near: E,
}

impl<E: Eight> Found<E> {
    #[inline(always)]
    fn none() -> Found<E> {
        let none = E::all(NO_WALL as i32);
        Found { sure: none, near: none }
    }

    /// Notes what a look shows, if it counts. Where there is no wall, there is no id either.
    #[inline(always)]
    fn note(&mut self, counts: u32, ids: &Ids, [sure, near]: [E; 2]) {
        let none = E::all(NO_WALL as i32);
        let ids = E::choose(E::all(counts as i32), E::of_bits(ids), none);
        self.sure = self.sure.lower(E::choose(sure, ids, none));
        self.near = self.near.lower(E::choose(near, ids, none));
    }

    /// The lowest of all, if that is one that is overlapped.
    #[inline(always)]
    fn lowest(&self) -> Option<u32> {
        let [sure, near] = [self.sure.least(), self.near.least()];
        (sure == near && sure != NO_WALL).then_some(sure)
    }
}

#[cfg(test)]
mod tests;
