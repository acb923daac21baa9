//! GeoJSON to scenes.
//!
//! Lines and polygons become walls, points become bodies at rest; a property `"carom"` of `"wall"`, `"gate"`,
//! `"body"` or `"scan"` says otherwise, and properties such as `"velocity"` say the rest.
//! Longitudes and latitudes are taken as they are, as x and y of a plane; who minds can ask whether there are any.

use super::{Import, Thing};
use crate::document::Pair;
use crate::fault::Fault;
use crate::object::Object;
use crate::parse::{json_fault, path_of};
use crate::place::Path;
use geojson::{Feature, Geometry, GeometryValue, Position};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The types of GeoJSON.
pub(crate) const TYPES: [&str; 9] = [
    "FeatureCollection",
    "Feature",
    "Point",
    "MultiPoint",
    "LineString",
    "MultiLineString",
    "Polygon",
    "MultiPolygon",
    "GeometryCollection",
];

#[derive(Deserialize)]
struct Typed {
    r#type: Option<String>,
    /// The system of its coordinates: once there were others than longitude and latitude.
    crs: Option<serde_json::Value>,
}

#[derive(Deserialize)]
struct Collection {
    features: Vec<Feature>,
}

pub(crate) fn import(text: &str, mut import: Import) -> Result<Import, Fault> {
    let Object(typed): Object<Typed> = read(text)?;
    let system = typed.crs.filter(|crs| !crs.is_null()).map(|crs| crs.to_string());
    import.is_geographic = system.is_none_or(|system| system.contains("4326") || system.contains("CRS84"));
    match typed.r#type.as_deref() {
        None => {
            return Err(
                Fault::data("it has no \"type\"; GeoJSON has one, as in \"type\": \"FeatureCollection\"").at(1, 1)
            );
        }
        Some("FeatureCollection") => {
            let Object(collection): Object<Collection> = read(text)?;
            for (i, feature) in collection.features.iter().enumerate() {
                let path = Path::item("features", i);
                take_feature(&mut import, &path.to_string(), feature).map_err(|fault| locate(text, &path, fault))?;
            }
        }
        Some("Feature") => take_feature(&mut import, "the feature", &read(text)?)?,
        Some(known) if TYPES.contains(&known) => {
            let geometry: Geometry = read(text)?;
            let none = |_: &str| None;
            take(
                &mut import,
                &Thing { what: &|| "the geometry".to_string(), name: None, extras: &none },
                &geometry.value,
                0,
            )?;
        }
        Some(other) => {
            let fault = Fault::data(format!("unknown type {other:?}; expected one of {}", TYPES.join(", ")));
            return Err(locate(text, &Path::field("type"), fault));
        }
    }
    Ok(import)
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, Fault> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut reader)
        .map_err(|error| json_fault(text, error.inner(), &path_of(error.path())))?;
    reader.end().map_err(|error| json_fault(text, &error, &Path::default()))?;
    Ok(value)
}

fn locate(text: &str, path: &Path, fault: Fault) -> Fault {
    match crate::place::in_json(text, path) {
        Some(offset) => fault.at_byte(text, offset).in_field(path.to_string()),
        None => fault.in_field(path.to_string()),
    }
}

fn take_feature(import: &mut Import, what: &str, feature: &Feature) -> Result<(), Fault> {
    let Some(geometry) = &feature.geometry else {
        import.skip(what, "it has no geometry");
        return Ok(());
    };
    let extras = |key: &str| match feature.property(key)? {
        serde_json::Value::Null => None,
        serde_json::Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    };
    let name = extras("name");
    let what = || match extras("name") {
        Some(name) => format!("{what} ({name})"),
        None => what.to_string(),
    };
    take(import, &Thing { what: &what, name, extras: &extras }, &geometry.value, 0)
}

fn take(import: &mut Import, thing: &Thing<'_>, shape: &GeometryValue, depth: usize) -> Result<(), Fault> {
    // The reader of JSON already stops at 128.
    if depth > 128 {
        return Err(Fault::data("collections are nested more than 128 deep"));
    }
    let before = import.skipped.len();
    let mut flat = Flat { has_height: false };
    match shape {
        GeometryValue::Point { coordinates } => {
            let at = flat.pair(coordinates)?;
            import.point(thing, at)?;
        }
        GeometryValue::MultiPoint { coordinates } => {
            for position in coordinates {
                let at = flat.pair(position)?;
                import.point(thing, at)?;
            }
        }
        GeometryValue::LineString { coordinates } => {
            let line = flat.line(coordinates)?;
            import.chain(thing, line)?;
        }
        GeometryValue::MultiLineString { coordinates } => {
            for line in coordinates {
                let line = flat.line(line)?;
                import.chain(thing, line)?;
            }
        }
        GeometryValue::Polygon { coordinates } => {
            let rings = flat.rings(coordinates)?;
            import.rings(thing, rings)?;
        }
        GeometryValue::MultiPolygon { coordinates } => {
            for polygon in coordinates {
                let rings = flat.rings(polygon)?;
                import.rings(thing, rings)?;
            }
        }
        GeometryValue::GeometryCollection { geometries } => {
            for geometry in geometries {
                take(import, thing, &geometry.value, depth + 1)?;
            }
        }
    }
    if flat.has_height && import.skipped.len() == before {
        import.change((thing.what)(), "only x and y are taken; heights are left out");
    }
    Ok(())
}

/// Positions as pairs, noting whether something was left out.
struct Flat {
    has_height: bool,
}

impl Flat {
    fn pair(&mut self, position: &Position) -> Result<Pair, Fault> {
        match *position.as_slice() {
            [x, y] => Ok([x, y]),
            [x, y, ..] => {
                self.has_height = true;
                Ok([x, y])
            }
            ref short => Err(Fault::data(format!("a position has {} numbers; expected 2, as in [x, y]", short.len()))),
        }
    }

    fn line(&mut self, line: &[Position]) -> Result<Vec<Pair>, Fault> {
        line.iter().map(|position| self.pair(position)).collect()
    }

    fn rings(&mut self, rings: &[Vec<Position>]) -> Result<Vec<Vec<Pair>>, Fault> {
        rings.iter().map(|ring| self.line(ring)).collect()
    }
}
