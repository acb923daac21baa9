//! The few walls near a path, so that a bounce asks each wall only once.
//!
//! Where a body stops beside a wall it does so within some units in the last place of its path. Walls that are further
//! away from the path than that need not be asked again.

use super::piece::Piece;
use super::{First, Index, Question, View, WallId, Wanted};
use crate::exact::Side;
use crate::exact::lanes::Lanes;
use crate::exact::look::Look;
use crate::point::{Point, max};
use crate::sweep::{Hit, Sweep};
use alloc::vec::Vec;

/// So many walls are kept.
const ROOM: usize = 6;

/// Walls that may be met on a path, and beside it.
#[derive(Clone, Copy)]
pub(crate) enum Near {
    /// At most these.
    These { ids: [u32; ROOM], len: usize },
    /// Any.
    Any,
}

/// How far beside a path its near walls may be: 1024 units in the last place of its largest number. Steps aside are a quarter of that.
pub(crate) fn beside(path: &Sweep) -> f64 {
    let size = |p: Point| max(p.x.abs(), p.y.abs());
    1024.0 * f64::EPSILON * max(max(size(path.start()), size(path.end())), path.radius())
}

impl View<'_> {
    /// The walls near a path, if they are few and there are not many in all.
    #[inline]
    pub(crate) fn near(&self, path: &Sweep) -> Near {
        if !matches!(self.walls.index, Index::BruteForce) {
            return Near::Any;
        }
        let (mut ids, mut len) = ([0; ROOM], 0);
        let reach = path.radius() + beside(path);
        for &id in &self.walls.ids {
            let piece = &self.walls.pieces[id as usize];
            let look = Look::at(path.ends(), [piece.a(), piece.b()]);
            let Lanes([apart]) = look.apart_by(Lanes([reach + piece.radius]));
            if apart > 0.0 || !self.admits(piece) {
                continue;
            }
            if len == ROOM {
                return Near::Any;
            }
            ids[len] = id;
            len += 1;
        }
        Near::These { ids, len }
    }

    /// All walls, if they are at most so many segments with two sides.
    pub(crate) fn plain_segments(&self, most: usize) -> Option<Vec<(WallId, [Point; 2])>> {
        let pieces = || self.walls.living_ids().map(|id| (WallId(id), &self.walls.pieces[id as usize]));
        let is_plain = |piece: &Piece| piece.radius == 0.0 && piece.a() != piece.b() && piece.side == Side::On;
        if self.walls.living > most || !pieces().all(|(_, piece)| is_plain(piece)) {
            return None;
        }
        Some(pieces().filter(|(_, piece)| self.admits(piece)).map(|(id, piece)| (id, [piece.a(), piece.b()])).collect())
    }

    /// The wall of those near that stops a sweep first.
    #[inline]
    pub(crate) fn first_stop_of(&self, near: &Near, sweep: &Sweep) -> Option<(WallId, Hit)> {
        match near {
            Near::These { ids, len } => self.first_stop_among(&ids[..*len], sweep),
            Near::Any => self.first_stop(sweep),
        }
    }

    /// Whether none of those near stops a sweep.
    #[inline]
    pub(crate) fn is_clear_of(&self, near: &Near, sweep: &Sweep) -> bool {
        match near {
            Near::These { ids, len } => {
                let stops = |&id: &u32| {
                    let piece = &self.walls.pieces[id as usize];
                    piece.touched(id, sweep).is_some_and(|touched| touched.stops)
                };
                !ids[..*len].iter().any(stops)
            }
            Near::Any => self.is_clear(sweep),
        }
    }

    /// The wall of some that stops a sweep first.
    pub(crate) fn first_stop_among(&self, ids: &[u32], sweep: &Sweep) -> Option<(WallId, Hit)> {
        let mut first = First { sweep, pieces: &self.walls.pieces, wanted: Wanted::Stop, best: None };
        let mut question = Question { view: *self, sweep, visit: &mut first, limit: 1.0, asked: 0 };
        question.ask_all(ids.iter().copied());
        self.hit(sweep, &first.best?)
    }
}
