//! A point on its way from cell to cell, and the first wall that it touches.
//!
//! What is known of that wall is kept in a few numbers ([`Earliest`]), which stay in registers on the way. Mostly the point goes through a wall for
//! certain, and at another time than through all others; whatever else there is to weigh is done apart.

use super::grid::{Grid, SPECIAL};
use super::search::{First, Search, Wanted};
use super::touch::WallTouch;
use super::wall::{NO_WALL, StoredWall, WallId};
use super::way::Way;
use crate::simd::{self, Machine};
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

impl Earliest {
    /// None yet: whatever comes is earlier, up to the path's end.
    const NONE: Earliest = Earliest { early: f64::INFINITY, late: 1.0, id: NO_WALL, is_through: false };

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
    pub(super) fn follow(&self, mut way: Way, sweep: &Sweep, asked: &Asked<'_>) -> Earliest {
        let mut first = Earliest::NONE;
        loop {
            let passage = self.pass(&mut way);
            let mut place = passage.place;
            loop {
                let cell = self.cell(place);
                let seen = cell.look(&passage.piece);
                let mut near = seen.near;
                while near != 0 {
                    let lane = near.trailing_zeros() as usize % 8;
                    near &= near - 1;
                    let entry = self.entry(place, lane);
                    let id = entry & !SPECIAL;
                    let is_certain = (seen.cross >> lane & 1 != 0) & (entry & SPECIAL == 0) & asked.is_as_built;
                    let [early, late] = passage.times(cell.time(&passage.piece, lane));
                    if is_certain & (late < first.early) {
                        simd::prefetch_at(asked.stored, id as usize);
                        first = Earliest { early, late, id, is_through: true };
                    } else if !is_certain {
                        first = asked.weigh(sweep, first, id, None);
                    } else if early <= first.late {
                        first = asked.weigh(sweep, first, id, Some([early, late]));
                    }
                }
                place = cell.next() as usize;
                if place == 0 {
                    break;
                }
            }
            if !passage.goes_on(first.late) {
                return first;
            }
        }
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
