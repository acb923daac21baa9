//! The same bodies, moved the naive way: a jump at every frame, and a look at where they land.
//!
//! Not how anything should be done: a body that is before a wall in one frame and behind it in the next has met nobody. It is shown
//! beside a world so that the difference can be seen. Bodies do not meet each other here.

use crate::world::{World, is_inside};
use carom::{Circle, Point, Polygon, Sweep, Vec2, Walls, reflect};
use wasm_bindgen::prelude::*;

/// Bodies that jump from frame to frame.
#[wasm_bindgen]
pub struct Naive {
    walls: Walls,
    /// The place, the radius and the velocity of each.
    bodies: Vec<(Point, f64, Vec2)>,
    /// x, y and radius of each, as the page sees them.
    shown: Vec<f64>,
    rooms: Vec<Polygon>,
}

#[wasm_bindgen]
impl Naive {
    /// The bodies and walls of a world, as they are now.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(world: &World) -> Naive {
        let inner = &world.built.world;
        let bodies = inner.bodies().map(|(_, body)| (body.position, body.radius, body.velocity)).collect();
        let mut naive = Naive { walls: inner.walls().clone(), bodies, shown: Vec::new(), rooms: world.rooms.clone() };
        naive.show();
        naive
    }

    /// One frame: everything jumps; what then overlaps a wall and flies into it is turned round.
    pub fn step(&mut self, dt: f64) {
        for (place, radius, velocity) in &mut self.bodies {
            *place += *velocity * dt;
            let Ok(disc) = Circle::new(*place, *radius) else { continue };
            let Ok(standing) = Sweep::disc(*place, *place, *radius) else { continue };
            for id in self.walls.intersecting(&disc) {
                let Some(wall) = self.walls.get(id) else { continue };
                let hit = match (wall.segment(), wall.circle()) {
                    (Some(segment), _) => standing.first_touch(&segment),
                    (None, Some(circle)) => standing.first_touch(&circle),
                    (None, None) => None,
                };
                if let Some(hit) = hit.filter(|hit| velocity.dot(hit.normal) < 0.0) {
                    *velocity = reflect(*velocity, hit.normal, 1.0);
                }
            }
        }
        self.show();
    }

    /// Where the bodies are in memory: x, y and radius of each, as `f64`.
    #[must_use]
    pub fn bodies_at(&self) -> usize {
        self.shown.as_ptr() as usize
    }

    /// How many bodies there are.
    #[must_use]
    pub fn bodies(&self) -> usize {
        self.bodies.len()
    }

    /// How many have their centre outside of every closed wall.
    #[must_use]
    pub fn escapes(&self) -> usize {
        self.bodies.iter().filter(|(place, ..)| !place.is_finite() || !is_inside(&self.rooms, *place)).count()
    }

    fn show(&mut self) {
        self.shown.clear();
        self.shown.extend(self.bodies.iter().flat_map(|(place, radius, _)| [place.x, place.y, *radius]));
    }
}
