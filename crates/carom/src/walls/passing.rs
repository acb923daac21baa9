//! A point on its way from cell to cell, and the first wall that it touches.
//!
//! What is known of that wall is kept in a few numbers ([`Earliest`]), which stay in registers on the way. Mostly the point goes through a wall for
//! certain, and at another time than through all others; whatever else there is to weigh is done apart.

use super::cell::{MORE, Piece, Seen};
use super::grid::{Grid, SPECIAL};
use super::search::{CostCounter, First, Keep, Search, Wanted};
use super::touch::WallTouch;
use super::wall::{NO_WALL, StoredWall, WallId};
use super::way::{Passage, Way};
use crate::simd::{self, Eight, Machine};
use crate::sweep::{Hit, Sweep};

/// Which walls a point is asked about, and which touches count.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) stored: &'a [StoredWall],
    /// As a view has it.
    pub(super) mask: Option<u32>,
    pub(super) wanted: Wanted,
    /// Whether all plain walls are wanted and where they were when the grid was built.
    pub(super) is_as_built: bool,
}

/// The first touch so far, and between which times it is.
#[derive(Clone, Copy)]
pub(super) struct Earliest {
    early: f64,
    late: f64,
    id: u32,
    /// See [`WallTouch::is_through`].
    is_through: bool,
}

impl Default for Earliest {
    fn default() -> Earliest {
        Earliest::NONE
    }
}

impl Earliest {
    /// None yet: whatever comes is earlier, up to the path's end.
    pub(super) const NONE: Earliest = Earliest { early: f64::INFINITY, late: 1.0, id: NO_WALL, is_through: false };

    fn of(touch: Option<&WallTouch>) -> Earliest {
        touch.map_or(Earliest::NONE, |&WallTouch { id, early, late, is_through, .. }| Earliest {
            early,
            late,
            id,
            is_through,
        })
    }

    /// Whether a point goes through a wall, between the ends of both for certain.
    #[inline(always)]
    pub(super) fn is_through(&self) -> bool {
        self.is_through
    }

    /// Whether it touches one otherwise.
    #[inline(always)]
    pub(super) fn is_odd(&self) -> bool {
        !self.is_through & (self.id != NO_WALL)
    }

    /// Whether there is any.
    #[inline(always)]
    pub(super) fn is_any(&self) -> bool {
        self.id != NO_WALL
    }

    /// Touches after this time do not matter.
    #[inline(always)]
    pub(super) fn late(&self) -> f64 {
        self.late
    }

    /// The wall, if there is one.
    #[inline(always)]
    pub(super) fn wall(&self) -> u32 {
        self.id
    }

    /// As a touch; `None` if there is none.
    fn touch(&self) -> Option<WallTouch> {
        (self.id != NO_WALL).then(|| WallTouch::of_point(self.id, [self.early, self.late], self.is_through))
    }

    /// Makes the hit.
    #[inline(always)]
    pub(super) fn hit<M: Machine>(&self, sweep: &Sweep, stored: &[StoredWall]) -> Option<(WallId, Hit)> {
        if !self.is_through {
            return if self.id == NO_WALL { None } else { self.hit_otherwise(sweep, stored) };
        }
        let (hit, doubts) = sweep.hit_and_doubts::<M>(&stored[self.id as usize].segment);
        // Where both ended in one place, they would wait for one another in memory.
        if doubts == [0; 3] { Some((WallId(self.id), hit)) } else { self.hit_otherwise(sweep, stored) }
    }

    #[cold]
    #[inline(never)]
    fn hit_otherwise(&self, sweep: &Sweep, stored: &[StoredWall]) -> Option<(WallId, Hit)> {
        let hit = stored[self.id as usize].hit::<simd::Plain>(sweep, &self.touch()?)?;
        Some((WallId(self.id), hit))
    }
}

impl Grid {
    /// The first touch of a point on its way.
    #[inline(always)]
    pub(super) fn follow<M: Machine>(
        &self,
        (mut way, mut enter): (Way, f64),
        sweep: &Sweep,
        asked: &Asked<'_>,
    ) -> Earliest {
        let mut first = Earliest::NONE;
        loop {
            let (passage, place) = self.pass(&mut way, enter);
            first = self.touch_in_cell::<M>((&way, &passage, place), sweep, asked, first);
            if !way.goes_on(&passage, first.late) {
                return first;
            }
            enter = passage.exit;
        }
    }

    /// The first touch of a point in its passage through a cell, or the one before.
    #[inline(always)]
    pub(super) fn touch_in_cell<M: Machine>(
        &self,
        (way, passage, mut place): (&Way, &Passage, usize),
        sweep: &Sweep,
        asked: &Asked<'_>,
        mut first: Earliest,
    ) -> Earliest {
        let piece = Piece::<M::Eight>::of(passage.piece);
        loop {
            let cell = self.cell(place);
            let seen = cell.look(&piece);
            // Mostly there are neither walls near nor more of them.
            if seen.near == 0 {
                return first;
            }
            let mut near = seen.near & !MORE;
            while near != 0 {
                let lane = near.trailing_zeros() as usize % 8;
                near &= near - 1;
                let entry = self.entry(place, lane);
                let id = entry & !SPECIAL;
                let is_certain = (seen.cross() >> lane & 1 != 0) & (entry & SPECIAL == 0) & asked.is_as_built;
                let [early, late] = way.times(passage, seen.time(lane));
                if is_certain & (late < first.early) {
                    simd::prefetch_at(asked.stored, id as usize);
                    first = Earliest { early, late, id, is_through: true };
                } else if !is_certain {
                    first = asked.weigh(sweep, first, id, None);
                } else if early <= first.late {
                    first = asked.weigh(sweep, first, id, Some([early, late]));
                }
            }
            if seen.near & MORE == 0 {
                return first;
            }
            place = cell.next() as usize;
        }
    }
}

/// The walls of a cell that are near a passage, and those that did not fit into it: a bit each, eight for a cell.
#[derive(Clone, Copy)]
pub(super) struct Near {
    /// The numbers of both cells.
    pub(super) places: [usize; 2],
    /// Those that are near. One more bit is set if even these are not all.
    pub(super) near: u32,
    /// Those of which it is not certain that they are crossed, with that bit.
    pub(super) in_doubt: u32,
}

impl Near {
    /// Whether there is more than one, or one of which it is not certain that it is crossed.
    #[inline(always)]
    pub(super) fn is_odd(&self) -> bool {
        (self.near & self.near.wrapping_sub(1)) | (self.near & self.in_doubt) != 0
    }

    /// Where the wall of the lowest bit is: the number of its cell, and its lane.
    #[inline(always)]
    pub(super) fn lowest(&self) -> (usize, usize) {
        let lane = self.near.trailing_zeros() as usize;
        (self.places[usize::from(8 <= lane)], lane % 8)
    }
}

/// For crowds of points; nothing here is a branch, as it is anybody's guess what there is.
impl Grid {
    /// Adds the walls that did not fit into a cell to those of it that are near, and in doubt.
    #[inline(always)]
    pub(super) fn near_with_more<M: Machine>(
        &self,
        passage: &Passage,
        place: usize,
        [near, in_doubt]: [u32; 2],
    ) -> Near {
        let next = self.cell(place).next() as usize;
        // Where there are no more, any cell is looked at, and nothing of it counts.
        let others = self.cell(next).look(&Piece::<M::Eight>::of(passage.piece));
        let counted = if near & MORE == 0 { 0 } else { u32::MAX };
        Near {
            places: [place, next],
            near: near & !MORE | (others.near & counted) << 8,
            in_doubt: in_doubt & !MORE | (others.in_doubt() | MORE) << 8,
        }
    }

    /// Of several walls that are near the one that is crossed first, if that is certain: the same with just one bit.
    ///
    /// If one is crossed for certain, then within this passage; whatever is met in a later one is met later, or is near this one as well.
    #[inline(always)]
    pub(super) fn first_of_near<M: Machine>(&self, passage: &Passage, place: usize) -> Near {
        let piece = Piece::<M::Eight>::of(passage.piece);
        let cell = self.cell(place);
        let next = cell.next() as usize;
        let (seen, others) = (cell.look(&piece), self.cell(next).look(&piece));
        let has_more = seen.near & MORE != 0;
        let counted = if has_more { u32::MAX } else { 0 };
        let near = seen.near & !MORE | (others.near & counted) << 8;
        let in_doubt = seen.in_doubt() | (others.in_doubt() | MORE) << 8;
        let (spans, other_spans) = (seen.spans(), others.spans().only_if(has_more));
        let latest = spans.latest(&other_spans);
        let first = spans.by(latest) & 0xff | other_spans.by(latest) << 8;
        // What is in doubt stays.
        Near { places: [place, next], near: near & (first | in_doubt), in_doubt }
    }
}

impl Asked<'_> {
    /// Weighs the first touch so far against a wall, which the point goes through between these times, if there are any.
    #[cold]
    #[inline(never)]
    fn weigh(&self, sweep: &Sweep, earliest: Earliest, id: u32, times: Option<[f64; 2]>) -> Earliest {
        let Asked { stored, mask, wanted, is_as_built } = *self;
        let mut first = First { sweep, stored, wanted, best: earliest.touch() };
        let (limit, keep) = (earliest.late, &mut first);
        let mut search = Search { stored, mask, sweep, keep, limit, is_as_built, tested: 0 };
        match times {
            Some(times) => search.crossed(id, true, times),
            None => {
                search.test(id);
            }
        }
        Earliest::of(first.best.as_ref())
    }
}

/// For whatever is kept of touches.
impl Grid {
    /// Tests the walls that a sweep may touch. `false` if it is too far away or too long.
    #[inline(always)]
    pub(super) fn search<M: Machine, K: Keep>(&self, search: &mut Search<'_, K>, cost: &mut impl CostCounter) -> bool {
        if !self.rest().is_empty() && !self.rest().search(search, cost) {
            return false;
        }
        if self.size()[0] == 0 {
            return true;
        }
        if search.sweep.radius() == 0.0 {
            return self.search_for_point::<M, K>(search, cost);
        }
        let is_shaped = K::IS_PROXY && search.keep.stands_in_for().is_some_and(|mover| mover.silhouette().is_some());
        if is_shaped { self.search_for_shape(search, cost) } else { self.search_for_disc(search, cost) }
    }

    /// The same for a point, if all walls are in cells.
    #[inline(always)]
    pub(super) fn search_for_point<M: Machine, K: Keep>(
        &self,
        search: &mut Search<'_, K>,
        cost: &mut impl CostCounter,
    ) -> bool {
        let Some(path) = self.seen(search.sweep) else { return false };
        let Some((mut way, mut enter)) = self.way(&path) else { return true };
        loop {
            let (passage, mut place) = self.pass(&mut way, enter);
            let piece = Piece::<M::Eight>::of(passage.piece);
            loop {
                let seen = self.cell(place).look(&piece);
                cost.boxes(1);
                self.take(place, &seen, (&way, &passage), search);
                if seen.near & MORE == 0 {
                    break;
                }
                place = self.cell(place).next() as usize;
            }
            if !way.goes_on(&passage, search.limit) {
                return true;
            }
            enter = passage.exit;
        }
    }

    /// Tests the walls that a look has shown to be near.
    #[inline(always)]
    fn take<E: Eight, K: Keep>(
        &self,
        place: usize,
        seen: &Seen<E>,
        (way, passage): (&Way, &Passage),
        search: &mut Search<'_, K>,
    ) {
        let (mut near, cross) = (seen.near & !MORE, seen.cross());
        while near != 0 {
            let lane = near.trailing_zeros() as usize % 8;
            near &= near - 1;
            let (id, is_plain) = self.wall(place, lane);
            if cross >> lane & 1 == 0 {
                search.test_seldom(id);
            } else {
                search.crossed(id, is_plain, way.times(passage, seen.time(lane)));
            }
        }
    }
}
