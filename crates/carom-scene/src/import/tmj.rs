//! Tiled maps as JSON.

use super::Import;
use super::tiled::{self, Content, Layer, MAX_DEPTH, Map, ObjectShape, Place, Properties};
use super::tiles::{Cells, Trouble, decode, fill};
use super::tileset::{Beside, TILESET, Tile, Tileset, external};
use crate::document::Pair;
use crate::fault::Fault;
use crate::object::Object;
use crate::parse::{json_fault, path_of};
use crate::place::Path;
use serde::Deserialize;
use std::collections::BTreeMap;

pub(crate) fn import(text: &str, beside: Beside<'_>, import: Import) -> Result<Import, Fault> {
    let map: JsonMap =
        read(text).map_err(|error| if is_tileset(text) { Fault::data(TILESET).at(1, 1) } else { error })?;
    for (field, size) in [("tilewidth", map.tilewidth), ("tileheight", map.tileheight)] {
        if !(size.is_finite() && 0.0 < size) {
            let fault = Fault::data(format!("{size}; expected a finite number above 0"));
            return Err(Place::Field(Path::field(field)).blame(text, fault));
        }
    }
    let mut tilesets = Vec::new();
    let mut skipped = Vec::new();
    for one in map.tilesets {
        match &one.source {
            None => tilesets.push(tileset(one)),
            Some(source) => {
                let (tileset, why) = external(source, one.firstgid, beside)?;
                tilesets.push(tileset);
                skipped.extend(why);
            }
        }
    }
    let map = Map {
        orientation: map.orientation,
        tile_width: map.tilewidth,
        tile_height: map.tileheight,
        tilesets,
        skipped,
        layers: layers(map.layers, &Path::field("layers"), 0)?,
    };
    tiled::scene(&map, text, import)
}

/// The tileset of a file of its own.
pub(crate) fn tileset_file(text: &str) -> Result<Tileset, Fault> {
    read(text).map(tileset)
}

/// Whether a text says that it is a tileset, not a map.
fn is_tileset(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Typed {
        r#type: String,
    }
    serde_json::from_str::<Typed>(text).is_ok_and(|typed| typed.r#type == "tileset")
}

fn read<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, Fault> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let Object(read): Object<T> = serde_path_to_error::deserialize(&mut reader)
        .map_err(|error| json_fault(text, error.inner(), &path_of(error.path())))?;
    reader.end().map_err(|error| json_fault(text, &error, &Path::default()))?;
    Ok(read)
}

#[derive(Deserialize)]
struct JsonMap {
    #[serde(default = "orthogonal")]
    orientation: String,
    tilewidth: f64,
    tileheight: f64,
    #[serde(default)]
    tilesets: Vec<JsonTileset>,
    layers: Vec<JsonLayer>,
}

/// A tileset, or where it is.
#[derive(Deserialize)]
struct JsonTileset {
    #[serde(default)]
    firstgid: u32,
    source: Option<String>,
    #[serde(default)]
    name: String,
    tilewidth: Option<f64>,
    tileheight: Option<f64>,
    tilecount: Option<u32>,
    tileoffset: Option<Corner>,
    #[serde(default)]
    tiles: JsonTiles,
}

/// Tiles in a list, or by number as older files have them.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a list of tiles")]
enum JsonTiles {
    List(Vec<JsonTile>),
    Numbered(BTreeMap<u32, JsonTile>),
}

impl Default for JsonTiles {
    fn default() -> JsonTiles {
        JsonTiles::List(Vec::new())
    }
}

#[derive(Deserialize)]
struct JsonTile {
    #[serde(default)]
    id: u32,
    #[serde(default)]
    properties: Vec<Property>,
    objectgroup: Option<JsonShapes>,
}

#[derive(Deserialize)]
struct JsonShapes {
    #[serde(default)]
    objects: Vec<JsonObject>,
}

fn tileset(tileset: JsonTileset) -> Tileset {
    let tile = |tile: JsonTile| {
        let objects = tile.objectgroup.map_or(Vec::new(), |shapes| shapes.objects);
        let objects = objects.into_iter().map(|one| object(one, Path::default())).collect();
        Tile { properties: properties(tile.properties), objects }
    };
    Tileset {
        name: tileset.name,
        first: tileset.firstgid,
        count: tileset.tilecount,
        size: tileset.tilewidth.zip(tileset.tileheight).map(|(width, height)| [width, height]),
        offset: tileset.tileoffset.map_or([0.0, 0.0], |offset| [offset.x, offset.y]),
        tiles: match tileset.tiles {
            JsonTiles::List(tiles) => tiles.into_iter().map(|one| (one.id, tile(one))).collect(),
            JsonTiles::Numbered(tiles) => tiles.into_iter().map(|(id, one)| (id, tile(one))).collect(),
        },
    }
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
