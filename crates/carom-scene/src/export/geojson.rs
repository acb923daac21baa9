//! Scenes to GeoJSON.

use crate::document::{Pair, Scene, WallShape};
use crate::fault::Skipped;
use serde_json::{Map, Value, json};

impl Scene {
    /// The scene as a GeoJSON feature collection, and what it does not hold. Properties tell what everything is, so that
    /// it reads back as the same walls, gates, zones, bodies and scans; materials and the settings of the world are lost. A body is
    /// the point of its position, with its radius and its box, capsule or polygon among the properties.
    #[must_use]
    pub fn to_geojson(&self) -> (String, Vec<Skipped>) {
        let mut features = Vec::new();
        for wall in &self.walls {
            let mut properties = said("wall", &wall.name, &self.wall_extras(wall));
            let geometry = match &wall.shape {
                WallShape::Segment(ends) => json!({ "type": "LineString", "coordinates": ends }),
                WallShape::Chain(points) => json!({ "type": "LineString", "coordinates": points }),
                WallShape::Polygon { vertices, holes } => polygon(vertices, holes),
                WallShape::Circle { center, radius } => {
                    properties.insert("radius".into(), json!(radius));
                    json!({ "type": "Point", "coordinates": center })
                }
            };
            features.push(feature(properties, geometry));
        }
        for gate in &self.gates {
            let geometry = json!({ "type": "LineString", "coordinates": [gate.from, gate.to] });
            features.push(feature(said("gate", &gate.name, &[]), geometry));
        }
        for zone in &self.zones {
            features.push(feature(said("zone", &zone.name, &[]), polygon(&zone.polygon, &zone.holes)));
        }
        for body in &self.bodies {
            let mut properties = said("body", &body.name, &self.body_extras(body));
            properties.insert("radius".into(), json!(body.radius));
            features.push(feature(properties, json!({ "type": "Point", "coordinates": body.position })));
        }
        for scan in &self.scans {
            let mut properties = said("scan", &scan.name, &[]);
            properties.insert("beams".into(), json!(scan.beams));
            properties.insert("reach".into(), json!(scan.reach));
            features.push(feature(properties, json!({ "type": "Point", "coordinates": scan.origin })));
        }
        // A feature a line, as tools that compare texts like it.
        let lines: Vec<String> = features.iter().map(|feature| format!("  {feature}")).collect();
        let text = match lines.is_empty() {
            true => "{ \"type\": \"FeatureCollection\", \"features\": [] }\n".to_string(),
            false => format!("{{ \"type\": \"FeatureCollection\", \"features\": [\n{}\n] }}\n", lines.join(",\n")),
        };
        let mut lost = self.lost();
        if self.name.is_some() || self.about.is_some() || self.view.is_some() {
            lost.push(Skipped::new("name, about, view", "GeoJSON has no place for them"));
        }
        (text, lost)
    }
}

fn polygon(vertices: &[Pair], holes: &[Vec<Pair>]) -> Value {
    let rings = std::iter::once(vertices).chain(holes.iter().map(Vec::as_slice));
    json!({ "type": "Polygon", "coordinates": rings.map(closed).collect::<Vec<_>>() })
}

fn feature(properties: Map<String, Value>, geometry: Value) -> Value {
    json!({ "type": "Feature", "properties": properties, "geometry": geometry })
}

fn said(role: &str, name: &Option<String>, extras: &[(&'static str, String)]) -> Map<String, Value> {
    let mut properties = Map::new();
    properties.insert("carom".into(), role.into());
    if let Some(name) = name {
        properties.insert("name".into(), name.clone().into());
    }
    for (key, value) in extras {
        properties.insert((*key).into(), value.clone().into());
    }
    properties
}

/// A ring with its first point repeated at the end, as GeoJSON has it.
fn closed(ring: &[Pair]) -> Vec<Pair> {
    ring.iter().chain(ring.first()).copied().collect()
}
