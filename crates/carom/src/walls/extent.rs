//! The box around all walls, while they come, go and move.
//!
//! Boxes around runs of 16 walls, around runs of 16 of those, and so on up to one. A change renews one box of each
//! kind, so it is the exact box of the walls that are there now, whatever was there before.

use super::piece::Piece;
use super::tree::{NOWHERE, union};
use alloc::vec::Vec;

const RUN: usize = 16;

#[derive(Clone, Debug, Default)]
pub(super) struct Extent {
    /// The boxes of runs of walls first, the box of all last.
    levels: Vec<Vec<[f64; 4]>>,
}

impl Extent {
    pub(super) fn of(pieces: &[Piece]) -> Extent {
        let mut level: Vec<[f64; 4]> = pieces.chunks(RUN).map(around_walls).collect();
        let mut levels = Vec::new();
        while 1 < level.len() {
            let next = level.chunks(RUN).map(around).collect();
            levels.push(core::mem::replace(&mut level, next));
        }
        levels.push(level);
        Extent { levels }
    }

    /// Min x, max x, min y, max y; `None` if there is no wall.
    pub(super) fn all(&self) -> Option<[f64; 4]> {
        self.levels.last()?.first().copied().filter(|all| all[0] <= all[1])
    }

    /// A wall has been put in, taken out or moved.
    pub(super) fn renew(&mut self, id: u32, pieces: &[Piece]) {
        let mut place = id as usize / RUN;
        let mut renewed = around_walls(run(pieces, place));
        let mut depth = 0;
        while let Some(level) = self.levels.get_mut(depth) {
            match level.get_mut(place) {
                Some(old) if *old == renewed => return,
                Some(old) => *old = renewed,
                // Ids come one after the other, so this is the next place.
                None => level.push(renewed),
            }
            if level.len() == 1 {
                return;
            }
            place /= RUN;
            renewed = around(run(level, place));
            depth += 1;
        }
        // The uppermost level has more than one now.
        self.levels.push(alloc::vec![renewed]);
    }

    pub(super) fn bytes(&self) -> usize {
        self.levels.iter().map(|level| size_of::<[f64; 4]>() * level.capacity()).sum()
    }
}

/// One run of many.
fn run<T>(all: &[T], place: usize) -> &[T] {
    all.chunks(RUN).nth(place).unwrap_or(&[])
}

fn around_walls(pieces: &[Piece]) -> [f64; 4] {
    pieces.iter().filter(|piece| !piece.gone).fold(NOWHERE, |all, piece| union(all, piece.bounds()))
}

fn around(boxes: &[[f64; 4]]) -> [f64; 4] {
    boxes.iter().fold(NOWHERE, |all, &next| union(all, next))
}
