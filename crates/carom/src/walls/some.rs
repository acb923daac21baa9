//! Questions that are asked of some of the walls only.

use super::piece::Piece;
use super::question::AnyStop;
use super::{First, Index, Question, View, WallId, Wanted};
use crate::exact::Side;
use crate::exact::lanes::Lanes;
use crate::exact::look::Look;
use crate::point::Point;
use crate::sweep::{Hit, Sweep};
use alloc::vec::Vec;

impl super::Walls {
    pub(crate) fn has_one_sided(&self) -> bool {
        self.one_sided > 0
    }
}

impl View<'_> {
    /// All walls, if they are at most so many segments with two sides.
    pub(crate) fn plain_segments(&self, most: usize) -> Option<Vec<(WallId, [Point; 2])>> {
        let pieces = || self.walls.living_ids().map(|id| (WallId(id), &self.walls.pieces[id as usize]));
        let is_plain = |piece: &Piece| piece.radius == 0.0 && piece.a() != piece.b() && piece.side == Side::On;
        if self.walls.living > most || !pieces().all(|(_, piece)| is_plain(piece)) {
            return None;
        }
        Some(pieces().filter(|(_, piece)| self.admits(piece)).map(|(id, piece)| (id, [piece.a(), piece.b()])).collect())
    }

    /// As [`View::first_stop`]; where all walls would be asked, those that a quick look shows to be apart are left out.
    #[inline]
    pub(crate) fn first_stop_looking(&self, sweep: &Sweep) -> Option<(WallId, Hit)> {
        if !matches!(self.walls.index, Index::BruteForce) {
            return self.first_stop(sweep);
        }
        let mut first = First { sweep, pieces: &self.walls.pieces, wanted: Wanted::Stop, best: None };
        let mut question = Question { view: *self, sweep, visit: &mut first, limit: 1.0, asked: 0 };
        question.ask_all(self.seen_from(sweep));
        self.hit(sweep, &first.best?)
    }

    /// As [`View::is_clear`], in the same way.
    #[inline]
    pub(crate) fn is_clear_looking(&self, sweep: &Sweep) -> bool {
        if !matches!(self.walls.index, Index::BruteForce) {
            return self.is_clear(sweep);
        }
        let mut any = AnyStop(false);
        let mut question = Question { view: *self, sweep, visit: &mut any, limit: 1.0, asked: 0 };
        question.ask_all(self.seen_from(sweep));
        !any.0
    }

    /// All walls but those that are further from a sweep's path than they reach, for certain.
    #[inline(always)]
    fn seen_from<'a>(&'a self, sweep: &'a Sweep) -> impl Iterator<Item = u32> + 'a {
        self.walls.ids.iter().copied().filter(|&id| {
            let piece = &self.walls.pieces[id as usize];
            let Lanes([apart]) =
                Look::at(sweep.ends(), [piece.a(), piece.b()]).apart_by(Lanes([sweep.radius() + piece.radius]));
            let is_apart = apart > 0.0;
            !is_apart
        })
    }
}
