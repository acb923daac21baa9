//! The box around all walls, while they come, go and move.
//!
//! Boxes around runs of 32 walls, around runs of 32 of those, and so on up to one. A change renews one box of each
//! kind, so it is the exact box of the walls that are there now, whatever was there before.

use super::bounds::Bounds;
use super::wall::StoredWall;
use alloc::vec::Vec;

const RUN: usize = 32;

#[derive(Clone, Debug, Default)]
pub(super) struct Extent {
    /// The boxes of runs of walls first, the box of all last.
    levels: Vec<Vec<Bounds<f64>>>,
}

impl Extent {
    pub(super) fn of(stored: &[StoredWall]) -> Extent {
        let mut level: Vec<Bounds<f64>> = stored.chunks(RUN).map(around_walls).collect();
        let mut levels = Vec::new();
        while 1 < level.len() {
            let next = level.chunks(RUN).map(around).collect();
            levels.push(core::mem::replace(&mut level, next));
        }
        levels.push(level);
        Extent { levels }
    }

    /// The box; `None` if there is no wall.
    pub(super) fn all(&self) -> Option<Bounds<f64>> {
        self.levels.last()?.first().copied().filter(|all| all.min_x <= all.max_x)
    }

    /// A wall has been put in, taken out or moved.
    pub(super) fn renew(&mut self, id: u32, stored: &[StoredWall]) {
        let mut place = id as usize / RUN;
        let mut renewed = around_walls(run(stored, place));
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
        self.levels.iter().map(|level| size_of::<Bounds<f64>>() * level.capacity()).sum()
    }
}

/// One run of many.
fn run<T>(all: &[T], place: usize) -> &[T] {
    all.chunks(RUN).nth(place).unwrap_or(&[])
}

fn around_walls(stored: &[StoredWall]) -> Bounds<f64> {
    around_all(stored.iter().filter(|wall| !wall.gone).map(StoredWall::bounds))
}

fn around(boxes: &[Bounds<f64>]) -> Bounds<f64> {
    around_all(boxes.iter().copied())
}

fn around_all(boxes: impl Iterator<Item = Bounds<f64>>) -> Bounds<f64> {
    boxes.fold(Bounds::<f64>::EMPTY, Bounds::union)
}
