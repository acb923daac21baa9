//! Scenes to WKT: shapes and nothing else.

use super::number;
use crate::document::{Pair, Scene, WallShape};
use crate::fault::Skipped;
use std::fmt::Write;

/// A circle is written as a polygon of so many sides.
const SIDES: u32 = 72;

impl Scene {
    /// The walls and bodies as WKT, a geometry a line, and what it does not hold: everything but shapes. Circles become
    /// polygons, bodies points.
    #[must_use]
    pub fn to_wkt(&self) -> (String, Vec<Skipped>) {
        let mut out = String::new();
        let mut lost = self.lost();
        let mut circles = 0;
        for wall in &self.walls {
            // Writing to a string does not fail.
            let _ = match &wall.shape {
                WallShape::Segment(ends) => writeln!(out, "LINESTRING ({})", listed(ends)),
                WallShape::Chain(points) => writeln!(out, "LINESTRING ({})", listed(points)),
                WallShape::Polygon { vertices, holes } => {
                    let rings: Vec<String> = std::iter::once(vertices).chain(holes).map(|ring| closed(ring)).collect();
                    writeln!(out, "POLYGON ({})", rings.join(", "))
                }
                WallShape::Circle { center, radius } => {
                    circles += 1;
                    let around = crate::turns::around(SIDES);
                    let ring: Vec<Pair> =
                        around.iter().map(|unit| [center[0] + radius * unit.x, center[1] + radius * unit.y]).collect();
                    writeln!(out, "POLYGON ({})", closed(&ring))
                }
            };
        }
        for body in &self.bodies {
            let _ = writeln!(out, "POINT ({})", listed(&[body.position]));
        }
        if out.is_empty() {
            out.push_str("# nothing stands or moves here\n");
        }
        if circles > 0 {
            lost.push(Skipped::changed(format!("{circles} circles"), format!("written as polygons of {SIDES} sides")));
        }
        if self.bodies.iter().any(|body| !self.body_extras(body).is_empty() || body.radius != 0.0) {
            lost.push(Skipped::changed(
                "bodies",
                "written as points; shape, radius, velocity and the like are left out",
            ));
        }
        if self.walls.iter().any(|wall| !self.wall_extras(wall).is_empty()) {
            lost.push(Skipped::new("masks, sides, restitutions and frictions of walls", "WKT holds shapes only"));
        }
        for (what, is_there) in [
            (
                "names, about, view",
                self.name.is_some() || self.about.is_some() || self.view.is_some() || self.has_names(),
            ),
            ("gates", !self.gates.is_empty()),
            ("zones", !self.zones.is_empty()),
            ("scans", !self.scans.is_empty()),
        ] {
            if is_there {
                lost.push(Skipped::new(what, "WKT has no place for them"));
            }
        }
        (out, lost)
    }

    fn has_names(&self) -> bool {
        self.walls.iter().any(|wall| wall.name.is_some()) || self.bodies.iter().any(|body| body.name.is_some())
    }
}

fn listed(points: &[Pair]) -> String {
    let points: Vec<String> = points.iter().map(|[x, y]| format!("{} {}", number(*x), number(*y))).collect();
    points.join(", ")
}

fn closed(ring: &[Pair]) -> String {
    let ring: Vec<Pair> = ring.iter().chain(ring.first()).copied().collect();
    format!("({})", listed(&ring))
}
