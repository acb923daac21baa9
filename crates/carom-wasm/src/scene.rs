//! A scene from a text in any format that carom reads, and what stands in it as numbers to draw.

use crate::{Answer, json};
use carom::{Polygon, Strategy};
use carom_scene::{Built, Format, Skipped, Wall, WallShape};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// The longest text that is read, in bytes.
const MAX_BYTES: usize = 32 << 20;

/// A scene that has been read and can be built.
#[wasm_bindgen]
pub struct Scene {
    pub(crate) scene: carom_scene::Scene,
    format: Format,
    skipped: Vec<Skipped>,
}

#[wasm_bindgen]
impl Scene {
    /// Reads a scene. The format is known by the end of the name, or else by what the text holds; `.json` may also hold GeoJSON or a
    /// Tiled map.
    ///
    /// # Errors
    /// If the text is too long, is of no format that is known, or says something that is not allowed.
    pub fn read(text: &str, name: &str) -> Answer<Scene> {
        if MAX_BYTES < text.len() {
            return Err(format!("{name}: it has {} bytes; at most {MAX_BYTES} are read here", text.len()));
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let by_name = name.rsplit_once('.').and_then(|(_, extension)| Format::from_extension(extension));
        let format = match by_name {
            None | Some(Format::Json) => Format::guess(text),
            Some(format) => format,
        };
        let named = |fault: carom_scene::Fault| if name.is_empty() { fault } else { fault.in_file(name) };
        let (scene, skipped) = carom_scene::Scene::import(text, format).map_err(|fault| named(fault).to_string())?;
        let read = Scene { scene, format, skipped };
        // What can be read but not built is found now, and not when it is run.
        read.build(None).map_err(|fault| named(fault).to_string())?;
        Ok(read)
    }

    /// What it is, as JSON: `name`, `about`, `format`, `view`, `walls`, `bodies`, `gates`, `scans` (how many), `dt`, `duration`,
    /// `gravity`, and `skipped`, what was not taken over.
    ///
    /// # Errors
    /// Never, unless memory ends.
    pub fn summary(&self) -> Answer<String> {
        let scene = &self.scene;
        json(&Summary {
            name: scene.name.as_deref(),
            about: scene.about.as_deref(),
            format: self.format.extension(),
            view: scene.view,
            walls: scene.walls.len(),
            bodies: scene.bodies.len(),
            gates: scene.gates.len(),
            scans: &scene.scans,
            dt: scene.world.dt,
            duration: scene.world.duration,
            gravity: scene.world.gravity,
            skipped: &self.skipped,
        })
    }

    /// The scene as carom's own JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.scene.to_json()
    }
}

impl Scene {
    /// What is closed: the polygons among the walls.
    pub(crate) fn rooms(&self) -> Vec<Polygon> {
        let polygon = |wall: &Wall| match &wall.shape {
            WallShape::Polygon { vertices, holes } => {
                Polygon::with_holes(vertices.iter().copied(), holes.iter().map(|hole| hole.iter().copied())).ok()
            }
            WallShape::Segment(_) | WallShape::Chain(_) | WallShape::Circle { .. } => None,
        };
        self.scene.walls.iter().filter_map(polygon).collect()
    }

    /// The scene as a world, with a strategy of one's choice.
    pub(crate) fn build(&self, strategy: Option<Strategy>) -> Result<Built, carom_scene::Fault> {
        let Some(strategy) = strategy else { return self.scene.build() };
        let mut scene = self.scene.clone();
        scene.world.strategy = Some(match strategy {
            Strategy::BruteForce => carom_scene::Strategy::BruteForce,
            Strategy::Bounds => carom_scene::Strategy::Bounds,
            Strategy::Quadtree => carom_scene::Strategy::Quadtree,
            Strategy::Bvh => carom_scene::Strategy::Bvh,
            Strategy::Grid => carom_scene::Strategy::Grid,
        });
        scene.build()
    }
}

#[derive(Serialize)]
struct Summary<'a> {
    name: Option<&'a str>,
    about: Option<&'a str>,
    format: &'static str,
    view: Option<[f64; 4]>,
    walls: usize,
    bodies: usize,
    gates: usize,
    scans: &'a [carom_scene::Scan],
    dt: f64,
    duration: f64,
    gravity: [f64; 2],
    skipped: &'a [Skipped],
}
