//! What of a file counts who crosses it: lines, which are gates, and polygons, which are zones.

use crate::document::{Pair, Scene};
use crate::fault::{Fault, Skipped};
use crate::import::Import;
use crate::parse;
use crate::read::{Format, ReadLimits, in_file, of_file};
use std::path::Path;

/// Lines and polygons that count who crosses them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Boundaries {
    /// Gates.
    pub lines: Vec<Line>,
    /// Zones.
    pub areas: Vec<Area>,
    /// Whether the numbers are degrees of longitude and latitude, as far as the file tells.
    pub is_in_degrees: bool,
}

/// A gate: a line of two points or more.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it is called.
    pub name: Option<String>,
    /// Its points, no two in a row the same.
    pub points: Vec<Pair>,
}

/// A zone: a polygon, holes and all.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// What it is called.
    pub name: Option<String>,
    /// Its shape.
    pub polygon: carom::Polygon,
}

/// Which things of a file are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// All lines and polygons that are not said to be something else.
    Unmarked,
    /// Those that are marked as gates.
    Marked,
}

impl Boundaries {
    /// The gates and zones of a file, and what of it was not taken. Of scenes the gates and zones are taken; of other formats lines are gates and
    /// polygons are zones, whatever their marks, unless only those with a mark are wanted. `-` is standard input.
    ///
    /// # Errors
    /// As for [`Scene::read`], and if something that is to be a zone is no polygon.
    pub fn read(
        path: impl AsRef<Path>,
        wanted: Wanted,
        limits: ReadLimits,
    ) -> Result<(Boundaries, Vec<Skipped>), Fault> {
        let path = path.as_ref();
        in_file(path, || of_file(path, limits, |text, format| Boundaries::import(text, format, wanted)))
    }

    fn import(text: &str, format: Format, wanted: Wanted) -> Result<(Boundaries, Vec<Skipped>), Fault> {
        if matches!(format, Format::Json | Format::Toml) {
            let scene = parse::document(text, format)?;
            scene.check()?;
            // That a scene has walls and bodies, too, is no news to whoever asks for what is marked in it.
            let skipped = if wanted == Wanted::Marked { Vec::new() } else { unused(&scene) };
            return Ok((Boundaries::of_scene(scene)?, skipped));
        }
        let import = Import::of_text(
            text,
            format,
            &crate::read::nothing_beside,
            Import { counting: Some((wanted, Boundaries::default())), ..Import::default() },
        )?;
        let is_geographic = import.is_geographic;
        let (mut found, mut skipped) =
            (import.counting.map_or_else(Boundaries::default, |(_, found)| found), import.skipped);
        skipped.extend(unused(&import.scene));
        found.is_in_degrees = is_geographic && found.is_within_degrees();
        Ok((found, skipped))
    }

    fn of_scene(scene: Scene) -> Result<Boundaries, Fault> {
        let polygons = scene.zones()?.into_iter().map(|zone| zone.polygon().clone());
        let areas = scene.zones.iter().zip(polygons).map(|(zone, polygon)| Area { name: zone.name.clone(), polygon });
        let areas = areas.collect();
        let line = |gate: crate::document::Gate| Line { name: gate.name, points: vec![gate.from, gate.to] };
        let lines = scene.gates.into_iter().map(line).collect();
        Ok(Boundaries { lines, areas, ..Boundaries::default() })
    }

    fn is_within_degrees(&self) -> bool {
        let is_degree = |x: f64, y: f64| x.abs() <= 180.0 && y.abs() <= 90.0;
        let is_empty = self.lines.is_empty() && self.areas.is_empty();
        !is_empty
            && self.lines.iter().flat_map(|line| &line.points).all(|&[x, y]| is_degree(x, y))
            && self.areas.iter().flat_map(|area| area.polygon.vertices()).all(|p| is_degree(p.x, p.y))
    }
}

/// What of a scene counts nobody.
fn unused(scene: &Scene) -> Vec<Skipped> {
    let kinds = [
        (scene.walls.len(), "wall", "walls stop bodies and count nobody"),
        (scene.bodies.len(), "body or point", "who moves is told by rows"),
        (scene.scans.len(), "scan", "scans count nobody"),
    ];
    let told = |&(count, kind, why): &(usize, &str, &str)| Skipped::new(format!("{count} × {kind}"), why);
    kinds.iter().filter(|(count, ..)| *count > 0).map(told).collect()
}
