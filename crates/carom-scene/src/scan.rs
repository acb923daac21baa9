//! Lidars: their beams, and what these meet.

use crate::document::Scan;
use carom::{Beam, Body, Circle, Point, Polygon, Segment, Thing, Vec2, World, intersects};

impl Scan {
    /// The directions of its beams, of length 1 but for rounding: evenly all around, the first along +x, counter-clockwise.
    #[must_use]
    pub fn directions(&self) -> Vec<Vec2> {
        crate::turns::around(self.beams)
    }

    /// What each of its beams meets first in a world as it is now: a wall, standing or moving, or a body that is no sensor; `None` if there is nothing in reach. A
    /// body around its origin is who looks, and is not seen.
    #[must_use]
    pub fn look(&self, world: &World) -> Vec<Option<(Beam, Thing)>> {
        let (origin, mut now) = (Point::from(self.origin), world.now());
        for (id, _) in world.bodies().filter(|(_, body)| is_around(world, body, origin)) {
            now.remove(id);
        }
        let beams = now.walls().scan(origin, &self.directions(), self.reach);
        beams.into_iter().map(|beam| beam.and_then(|beam| Some((beam, now.thing(beam.wall)?)))).collect()
    }
}

/// Whether a place is in a body; of one with a shape, where that is in numbers.
fn is_around(world: &World, body: &Body, place: Point) -> bool {
    let Some(mover) = body.shape.and_then(|id| world.shape(id)) else {
        return Circle::new(body.position, body.radius).is_ok_and(|disc| disc.contains(place));
    };
    let Ok(reached) = Circle::new(place, mover.radius()) else { return false };
    let corners: Vec<Point> = mover.vertices().iter().map(|&at| body.position + (at - Point::default())).collect();
    match corners[..] {
        [at] => reached.contains(at),
        [a, b] => Segment::new(a, b).is_ok_and(|core| intersects(&core, &reached)),
        _ => Polygon::new(corners).is_ok_and(|core| intersects(&core, &reached)),
    }
}
