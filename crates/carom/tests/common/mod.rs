//! What several tests of moving bodies need.

use carom::{Point, Walls};
use carom_oracle::bodies::{Room, Solid};

/// The same walls for the judge.
pub(crate) fn room(walls: &Walls) -> Room {
    let plain = |p: Point| [p.x, p.y];
    Room::new(walls.ids().filter_map(|id| walls.get(id)).map(|wall| match (wall.segment(), wall.circle()) {
        (Some(segment), _) => Solid::Wall(segment.ends().map(plain)),
        (_, Some(circle)) => Solid::Pillar(plain(circle.center()), circle.radius()),
        _ => unreachable!("a wall is a segment or a circle"),
    }))
}
