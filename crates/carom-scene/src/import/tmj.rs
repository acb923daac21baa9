//! Tiled maps as JSON.

use super::Import;
use super::tiled::{self, Content, Layer, MAX_DEPTH, Map, ObjectShape, Place, Properties};
use super::tiles::{Cells, Trouble, decode, fill};
use crate::document::Pair;
use crate::fault::Fault;
use crate::object::Object;
use crate::parse::{json_fault, path_of};
use crate::place::Path;
use serde::Deserialize;

pub(crate) fn import(text: &str, import: Import) -> Result<Import, Fault> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let Object(map): Object<JsonMap> = serde_path_to_error::deserialize(&mut reader)
        .map_err(|error| json_fault(text, error.inner(), &path_of(error.path())))?;
    reader.end().map_err(|error| json_fault(text, &error, &Path::default()))?;
    let map = Map {
        orientation: map.orientation,
        tile_width: map.tilewidth,
        tile_height: map.tileheight,
        layers: layers(map.layers, &Path::field("layers"), 0)?,
    };
    tiled::scene(&map, text, import)
}

#[derive(Deserialize)]
struct JsonMap {
    #[serde(default = "orthogonal")]
    orientation: String,
    tilewidth: f64,
    tileheight: f64,
    layers: Vec<JsonLayer>,
}

fn orthogonal() -> String {
    "orthogonal".into()
}

#[derive(Deserialize)]
struct JsonLayer {
    r#type: String,
    #[serde(default)]
    name: String,
    #[serde(default = "yes")]
    visible: bool,
    #[serde(default)]
    offsetx: f64,
    #[serde(default)]
    offsety: f64,
    #[serde(default)]
    properties: Vec<Property>,
    #[serde(default)]
    width: i64,
    #[serde(default)]
    height: i64,
    #[serde(default)]
    encoding: String,
    #[serde(default)]
    compression: String,
    data: Option<Data>,
    #[serde(default)]
    chunks: Vec<Chunk>,
    #[serde(default)]
    objects: Vec<JsonObject>,
    #[serde(default)]
    layers: Vec<JsonLayer>,
}

#[derive(Deserialize)]
struct Chunk {
    x: i64,
    y: i64,
    width: i64,
    height: i64,
    data: Data,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a list of tile numbers, or base64 text")]
enum Data {
    Numbers(Vec<u32>),
    Text(String),
}

#[derive(Deserialize)]
struct Property {
    name: String,
    value: serde_json::Value,
}

#[derive(Deserialize)]
struct JsonObject {
    #[serde(default)]
    id: u64,
    #[serde(default)]
    name: String,
    #[serde(default)]
    x: f64,
    #[serde(default)]
    y: f64,
    #[serde(default)]
    width: f64,
    #[serde(default)]
    height: f64,
    #[serde(default)]
    rotation: f64,
    #[serde(default = "yes")]
    visible: bool,
    #[serde(default)]
    ellipse: bool,
    #[serde(default)]
    point: bool,
    #[serde(default)]
    capsule: bool,
    polygon: Option<Vec<Corner>>,
    polyline: Option<Vec<Corner>>,
    text: Option<serde::de::IgnoredAny>,
    gid: Option<u64>,
    template: Option<serde::de::IgnoredAny>,
    #[serde(default)]
    properties: Vec<Property>,
}

#[derive(Deserialize)]
struct Corner {
    x: f64,
    y: f64,
}

fn yes() -> bool {
    true
}

fn layers(list: Vec<JsonLayer>, path: &Path, depth: usize) -> Result<Vec<Layer>, Fault> {
    if depth > MAX_DEPTH {
        return Err(Fault::data(format!("groups are nested more than {MAX_DEPTH} deep")));
    }
    list.into_iter().enumerate().map(|(i, layer)| one_layer(layer, path.clone().nth(i), depth)).collect()
}

fn one_layer(layer: JsonLayer, path: Path, depth: usize) -> Result<Layer, Fault> {
    let content = match layer.r#type.as_str() {
        "tilelayer" => Content::Tiles(cells(&layer)),
        "objectgroup" => {
            let path = path.clone().then("objects");
            let objects = layer.objects.into_iter().enumerate();
            Content::Objects(objects.map(|(i, one)| object(one, path.clone().nth(i))).collect())
        }
        "group" => Content::Group(layers(layer.layers, &path.clone().then("layers"), depth + 1)?),
        "imagelayer" => Content::Other("image".into()),
        other => Content::Other(format!("{other:?}")),
    };
    Ok(Layer {
        name: layer.name,
        is_visible: layer.visible,
        offset: [layer.offsetx, layer.offsety],
        properties: properties(layer.properties),
        content,
        place: Place::Field(path),
    })
}

fn cells(layer: &JsonLayer) -> Result<Cells, Trouble> {
    let mut cells = Cells::new();
    let mut add = |corner: [i64; 2], size: [i64; 2], data: &Data| {
        let decoded;
        let numbers = match data {
            Data::Numbers(numbers) => numbers,
            Data::Text(text) => {
                let encoding = if layer.encoding.is_empty() { "base64" } else { &layer.encoding };
                decoded = decode(text, encoding, &layer.compression, size)?;
                &decoded
            }
        };
        fill(&mut cells, corner, size, numbers)
    };
    if let Some(data) = &layer.data {
        add([0, 0], [layer.width, layer.height], data)?;
    }
    for chunk in &layer.chunks {
        add([chunk.x, chunk.y], [chunk.width, chunk.height], &chunk.data)?;
    }
    Ok(cells)
}

fn object(object: JsonObject, path: Path) -> tiled::Object {
    let pairs = |corners: Vec<Corner>| corners.into_iter().map(|corner| [corner.x, corner.y]).collect::<Vec<Pair>>();
    let shape = match (object.polygon, object.polyline) {
        _ if object.template.is_some() => ObjectShape::Other("templates"),
        _ if object.gid.is_some() => ObjectShape::Other("tile objects"),
        _ if object.text.is_some() => ObjectShape::Other("texts"),
        _ if object.capsule => ObjectShape::Other("capsules"),
        (Some(corners), _) => ObjectShape::Polygon(pairs(corners)),
        (_, Some(corners)) => ObjectShape::Polyline(pairs(corners)),
        _ if object.point => ObjectShape::Point,
        _ if object.ellipse => ObjectShape::Ellipse,
        _ => ObjectShape::Rectangle,
    };
    tiled::Object {
        id: object.id,
        name: object.name,
        at: [object.x, object.y],
        size: [object.width, object.height],
        rotation: object.rotation,
        is_visible: object.visible,
        properties: properties(object.properties),
        shape,
        place: Place::Field(path),
    }
}

fn properties(list: Vec<Property>) -> Properties {
    let text = |value: serde_json::Value| match value {
        serde_json::Value::String(text) => text,
        other => other.to_string(),
    };
    list.into_iter().map(|property| (property.name, text(property.value))).collect()
}
