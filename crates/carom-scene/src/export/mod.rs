//! Writers of other formats: what they have in common.

mod geojson;
mod svg;
mod wkt;

use crate::document::{Body, Pair, Response, Scene, Settings, Side, Wall, WallShape};
use crate::fault::Skipped;

impl Scene {
    /// A box around everything: min x, min y, max x, max y; the scene's view if it has one. `None` if there is nothing.
    #[must_use]
    pub fn extent(&self) -> Option<[f64; 4]> {
        if self.view.is_some() {
            return self.view;
        }
        let mut extent: Option<[f64; 4]> = None;
        let mut add = |[x, y]: Pair, r: f64| {
            let around = [x - r, y - r, x + r, y + r];
            extent = Some(extent.map_or(around, |[a, b, c, d]| {
                [a.min(around[0]), b.min(around[1]), c.max(around[2]), d.max(around[3])]
            }));
        };
        for wall in &self.walls {
            match &wall.shape {
                WallShape::Segment(points) => points.iter().for_each(|&point| add(point, 0.0)),
                WallShape::Chain(points) => points.iter().for_each(|&point| add(point, 0.0)),
                WallShape::Polygon { vertices, .. } => vertices.iter().for_each(|&point| add(point, 0.0)),
                WallShape::Circle { center, radius } => add(*center, *radius),
            }
        }
        for gate in &self.gates {
            add(gate.from, 0.0);
            add(gate.to, 0.0);
        }
        self.zones.iter().flat_map(|zone| &zone.polygon).for_each(|&point| add(point, 0.0));
        for body in &self.bodies {
            match body.mover() {
                Ok(Some(mover)) => {
                    let [x, y] = body.position;
                    mover.vertices().iter().for_each(|corner| add([x + corner.x, y + corner.y], mover.radius()));
                }
                _ => add(body.position, body.radius),
            }
        }
        self.scans.iter().for_each(|scan| add(scan.origin, 0.0));
        extent
    }

    /// What no other format holds.
    fn lost(&self) -> Vec<Skipped> {
        let mut lost = Vec::new();
        if self.world != Settings::default() {
            lost.push(Skipped::new("world", "gravity, frames and the like have no place in this format"));
        }
        if !self.materials.is_empty() {
            lost.push(Skipped::changed("materials", "written as the restitution and friction of each wall and body"));
        }
        if !self.groups.is_empty() {
            lost.push(Skipped::new("groups", "walls that move have no place in this format"));
        }
        if !self.characters.is_empty() {
            lost.push(Skipped::new("characters", "they have no place in this format"));
        }
        lost
    }

    /// What there is to say of a wall beside its shape, by the names that readers know.
    fn wall_extras(&self, wall: &Wall) -> Vec<(&'static str, String)> {
        let mut extras = Vec::new();
        let mut say = |key, value: Option<String>| extras.extend(value.map(|value| (key, value)));
        say("mask", wall.mask.map(|mask| mask.to_string()));
        let side = |side| if side == Side::Left { "left" } else { "right" };
        say("side", wall.side.map(|found| side(found).to_string()));
        say("restitution", self.own_restitution(wall.restitution, &wall.material));
        say("friction", self.own_friction(wall.friction, &wall.material));
        say("vanishes_after", wall.vanishes_after.map(|touches| touches.to_string()));
        extras
    }

    /// The same of a body.
    fn body_extras(&self, body: &Body) -> Vec<(&'static str, String)> {
        let mut extras = Vec::new();
        let mut say = |key, value: Option<String>| extras.extend(value.map(|value| (key, value)));
        let [x, y] = body.velocity;
        say("velocity", (body.velocity != [0.0, 0.0]).then(|| format!("{} {}", number(x), number(y))));
        say("mass", (body.mass != 1.0).then(|| number(body.mass)));
        say("restitution", self.own_restitution(body.restitution, &body.material));
        say("friction", self.own_friction(body.friction, &body.material));
        say("layers", body.layers.map(|layers| layers.to_string()));
        say("mask", body.mask.map(|mask| mask.to_string()));
        say("sensor", body.sensor.then(|| "true".to_string()));
        let response = match body.response {
            Response::Bounce => None,
            Response::Slide => Some("slide"),
            Response::Stop => Some("stop"),
        };
        say("response", response.map(str::to_string));
        let listed = |numbers: &[f64]| numbers.iter().copied().map(number).collect::<Vec<_>>().join(" ");
        say("box", body.aabb.map(|aabb| listed(&aabb)));
        say("capsule", body.capsule.map(|ends| listed(ends.as_flattened())));
        say("polygon", body.polygon.as_ref().map(|corners| listed(corners.as_flattened())));
        extras
    }

    fn own_restitution(&self, own: Option<f64>, material: &Option<String>) -> Option<String> {
        let of_material = || Some(self.materials.get(material.as_ref()?)?.restitution);
        own.or_else(of_material).map(number)
    }

    fn own_friction(&self, own: Option<f64>, material: &Option<String>) -> Option<String> {
        let of_material = || Some(self.materials.get(material.as_ref()?)?.friction).filter(|friction| *friction > 0.0);
        own.or_else(of_material).map(number)
    }
}

/// A number that reads back as the same, in the shorter of plain and scientific form.
fn number(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 || (1e-5..1e16).contains(&size) { format!("{value}") } else { format!("{value:e}") }
}
