//! Walls that vanish when bodies have touched them often enough, as the bricks of a game do.

use crate::document::Scene;
use carom::{EventKind, Frame, Happening, WallId, World};

/// The walls of a scene that vanish, and how many touches each of them still bears.
///
/// A wall of several pieces, such as a polygon, vanishes as a whole, at the moment of its last touch: what follows in the same frame misses it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bricks {
    /// By the lowest id.
    bricks: Vec<Brick>,
}

#[derive(Clone, Debug, PartialEq)]
struct Brick {
    /// Its pieces, whose ids follow one another.
    pieces: Vec<WallId>,
    /// How many more touches it takes.
    left: u32,
}

impl Bricks {
    /// Those of a scene, whose walls became these ones.
    pub(crate) fn of(scene: &Scene, world: &World, walls_of: &[(usize, WallId, usize)]) -> Bricks {
        let ids: Vec<WallId> = world.walls().ids().collect();
        let brick = |&(place, first, count): &(usize, WallId, usize)| {
            let left = scene.walls.get(place)?.vanishes_after?;
            let from = ids.partition_point(|id| *id < first);
            Some(Brick { pieces: ids.get(from..from + count)?.to_vec(), left })
        };
        Bricks { bricks: walls_of.iter().filter_map(brick).collect() }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bricks.is_empty()
    }

    /// How many there were at first, and how many of them have vanished.
    #[must_use]
    pub fn count(&self) -> (usize, usize) {
        (self.bricks.len(), self.bricks.iter().filter(|brick| brick.left == 0).count())
    }

    /// Counts a touch, and removes the wall here and now if it bears no more.
    pub fn touch(&mut self, now: &mut Happening) {
        let EventKind::Wall(wall) = now.event.kind else { return };
        let after = self.bricks.partition_point(|brick| brick.pieces.first().is_some_and(|first| *first <= wall));
        let Some(brick) = after.checked_sub(1).map(|place| &mut self.bricks[place]) else { return };
        if brick.pieces.contains(&wall) {
            brick.left = brick.left.saturating_sub(1);
            if brick.left == 0 {
                brick.pieces.iter().for_each(|&piece| now.remove_wall(piece));
            }
        }
    }

    /// A frame of a world in which these vanish.
    pub fn step(&mut self, world: &mut World, dt: f64) -> Frame {
        if self.is_empty() { world.step(dt) } else { world.step_with(dt, |now| self.touch(now)) }
    }
}
