//! Tiled maps as XML.

use super::Import;
use super::tiled::{Content, Layer, MAX_DEPTH, Map, Object, ObjectShape, Place, Properties};
use super::tiles::{Cells, Trouble, decode, fill};
use super::tileset::{Beside, TILESET, Tile, Tileset, external};
use super::xml::{fault, parse};
use crate::document::Pair;
use crate::fault::Fault;
use roxmltree::Node;
use std::str::FromStr;

pub(crate) fn import(text: &str, beside: Beside<'_>, import: Import) -> Result<Import, Fault> {
    let document = parse(text)?;
    let root = document.root_element();
    if root.tag_name().name() == "tileset" {
        return Err(fault(root, TILESET));
    }
    if root.tag_name().name() != "map" {
        let found = root.tag_name().name();
        return Err(fault(root, format!("the file is no Tiled map: its outermost element is <{found}>")));
    }
    let mut tilesets = Vec::new();
    let mut skipped = Vec::new();
    for node in root.children().filter(|child| child.has_tag_name("tileset")) {
        match node.attribute("source") {
            None => tilesets.push(tileset(node)?),
            Some(source) => {
                let (tileset, why) = external(source, optional(node, "firstgid")?.unwrap_or(0), beside)?;
                tilesets.push(tileset);
                skipped.extend(why);
            }
        }
    }
    let map = Map {
        orientation: root.attribute("orientation").unwrap_or("orthogonal").into(),
        tile_width: size(root, "tilewidth")?,
        tile_height: size(root, "tileheight")?,
        tilesets,
        skipped,
        layers: layers(root, 0)?,
    };
    super::tiled::scene(&map, text, import)
}

/// The tileset of a file of its own.
pub(crate) fn tileset_file(text: &str) -> Result<Tileset, Fault> {
    let document = parse(text)?;
    let root = document.root_element();
    if root.tag_name().name() != "tileset" {
        let found = root.tag_name().name();
        return Err(fault(root, format!("the file is no tileset: its outermost element is <{found}>")));
    }
    tileset(root)
}

fn tileset(node: Node<'_, '_>) -> Result<Tileset, Fault> {
    let offset = node.children().find(|child| child.has_tag_name("tileoffset"));
    let mut tiles = std::collections::BTreeMap::new();
    for tile in node.children().filter(|child| child.has_tag_name("tile")) {
        let shapes = tile.children().filter(|child| child.has_tag_name("objectgroup"));
        let objects = shapes.flat_map(|shapes| shapes.children().filter(|child| child.has_tag_name("object")));
        let objects = objects.map(object).collect::<Result<_, _>>()?;
        tiles.insert(needed(tile, "id")?, Tile { properties: properties(tile), objects });
    }
    let has_size = node.attribute("tilewidth").is_some() && node.attribute("tileheight").is_some();
    // One of pictures that has none yet has no size either.
    let size_of = if tiles.is_empty() { number } else { size };
    Ok(Tileset {
        name: node.attribute("name").unwrap_or("").into(),
        first: optional(node, "firstgid")?.unwrap_or(0),
        count: optional(node, "tilecount")?,
        size: if has_size { Some([size_of(node, "tilewidth")?, size_of(node, "tileheight")?]) } else { None },
        offset: match offset {
            Some(offset) => [number(offset, "x")?, number(offset, "y")?],
            None => [0.0, 0.0],
        },
        tiles,
    })
}

fn layers(node: Node<'_, '_>, depth: usize) -> Result<Vec<Layer>, Fault> {
    if depth > MAX_DEPTH {
        return Err(fault(node, format!("groups are nested more than {MAX_DEPTH} deep")));
    }
    let mut layers = Vec::new();
    for child in node.children().filter(Node::is_element) {
        let content = match child.tag_name().name() {
            "layer" => Content::Tiles(cells(child)?),
            "objectgroup" => {
                let objects = child.children().filter(|object| object.has_tag_name("object"));
                Content::Objects(objects.map(object).collect::<Result<_, _>>()?)
            }
            "group" => Content::Group(self::layers(child, depth + 1)?),
            "imagelayer" => Content::Other("image".into()),
            _ => continue,
        };
        layers.push(Layer {
            name: child.attribute("name").unwrap_or("").into(),
            is_visible: child.attribute("visible") != Some("0"),
            offset: [number(child, "offsetx")?, number(child, "offsety")?],
            properties: properties(child),
            content,
            place: place_of(child),
        });
    }
    Ok(layers)
}

/// The cells of a layer.
fn cells(layer: Node<'_, '_>) -> Result<Result<Cells, Trouble>, Fault> {
    let mut cells = Cells::new();
    let Some(data) = layer.children().find(|child| child.has_tag_name("data")) else {
        return Ok(Err(Trouble::Broken("it has no data".into())));
    };
    let chunks: Vec<Node<'_, '_>> = data.children().filter(|child| child.has_tag_name("chunk")).collect();
    let parts =
        if chunks.is_empty() { vec![(data, layer)] } else { chunks.iter().map(|&chunk| (chunk, chunk)).collect() };
    for (holder, frame) in parts {
        let is_chunk = holder == frame;
        let corner = if is_chunk { [needed(frame, "x")?, needed(frame, "y")?] } else { [0, 0] };
        let size: [i64; 2] = [needed(frame, "width")?, needed(frame, "height")?];
        let filled = numbers(data, holder, size)?.and_then(|numbers| fill(&mut cells, corner, size, &numbers));
        if let Err(why) = filled {
            return Ok(Err(why));
        }
    }
    Ok(Ok(cells))
}

fn numbers(data: Node<'_, '_>, holder: Node<'_, '_>, size: [i64; 2]) -> Result<Result<Vec<u32>, Trouble>, Fault> {
    let Some(encoding) = data.attribute("encoding") else {
        // The oldest form: an element a tile.
        let tiles = holder.children().filter(|child| child.has_tag_name("tile"));
        let numbers: Result<Vec<u32>, Fault> = tiles.map(|tile| Ok(optional(tile, "gid")?.unwrap_or(0))).collect();
        return numbers.map(Ok);
    };
    let text = holder.text().unwrap_or("");
    Ok(decode(text, encoding, data.attribute("compression").unwrap_or(""), size))
}

fn object(node: Node<'_, '_>) -> Result<Object, Fault> {
    let child = |tag: &str| node.children().find(|child| child.has_tag_name(tag));
    let shape = if node.attribute("template").is_some() {
        ObjectShape::Other("templates")
    } else if node.attribute("gid").is_some() {
        ObjectShape::Other("tile objects")
    } else if child("text").is_some() {
        ObjectShape::Other("texts")
    } else if child("capsule").is_some() {
        ObjectShape::Other("capsules")
    } else if let Some(polygon) = child("polygon") {
        ObjectShape::Polygon(corners(polygon)?)
    } else if let Some(polyline) = child("polyline") {
        ObjectShape::Polyline(corners(polyline)?)
    } else if child("point").is_some() {
        ObjectShape::Point
    } else if child("ellipse").is_some() {
        ObjectShape::Ellipse
    } else {
        ObjectShape::Rectangle
    };
    Ok(Object {
        id: optional(node, "id")?.unwrap_or(0),
        name: node.attribute("name").unwrap_or("").into(),
        at: [number(node, "x")?, number(node, "y")?],
        size: [number(node, "width")?, number(node, "height")?],
        rotation: number(node, "rotation")?,
        is_visible: node.attribute("visible") != Some("0"),
        properties: properties(node),
        shape,
        place: place_of(node),
    })
}

fn place_of(node: Node<'_, '_>) -> Place {
    Place::Byte(node.range().start)
}

fn corners(node: Node<'_, '_>) -> Result<Vec<Pair>, Fault> {
    let text = node.attribute("points").unwrap_or("");
    let corner = |word: &str| {
        let (x, y) = word.split_once(',')?;
        let pair: Pair = [x.parse().ok()?, y.parse().ok()?];
        pair.iter().all(|number| number.is_finite()).then_some(pair)
    };
    let corners = text.split_whitespace().map(|word| {
        corner(word)
            .ok_or_else(|| fault(node, format!("{word:?} in points is no corner; expected two finite numbers x,y")))
    });
    corners.collect()
}

fn properties(node: Node<'_, '_>) -> Properties {
    let lists = node.children().filter(|child| child.has_tag_name("properties"));
    let all = lists.flat_map(|list| list.children().filter(|child| child.has_tag_name("property")));
    // A text of several lines stands inside the element.
    let value = |property: Node<'_, '_>| property.attribute("value").or(property.text()).unwrap_or("").to_string();
    all.filter_map(|property| Some((property.attribute("name")?.to_string(), value(property)))).collect()
}

/// A finite number, 0 if it is not there.
fn number(node: Node<'_, '_>, attribute: &str) -> Result<f64, Fault> {
    let number: f64 = optional(node, attribute)?.unwrap_or(0.0);
    if number.is_finite() { Ok(number) } else { Err(wrong(node, attribute)) }
}

/// A finite number above 0 that must be there.
fn size(node: Node<'_, '_>, attribute: &str) -> Result<f64, Fault> {
    let size: f64 = needed(node, attribute)?;
    if size.is_finite() && 0.0 < size {
        return Ok(size);
    }
    let tag = node.tag_name().name();
    Err(fault(node, format!("{attribute} of <{tag}> is {size}; expected a finite number above 0")))
}

fn needed<T: FromStr>(node: Node<'_, '_>, attribute: &str) -> Result<T, Fault> {
    optional(node, attribute)?.ok_or_else(|| fault(node, format!("<{}> has no {attribute}", node.tag_name().name())))
}

fn optional<T: FromStr>(node: Node<'_, '_>, attribute: &str) -> Result<Option<T>, Fault> {
    let Some(text) = node.attribute(attribute) else { return Ok(None) };
    text.trim().parse().map(Some).map_err(|_| wrong(node, attribute))
}

fn wrong(node: Node<'_, '_>, attribute: &str) -> Fault {
    let found = node.attribute(attribute).unwrap_or("");
    fault(node, format!("{attribute} of <{}> is {found:?}; expected a finite number", node.tag_name().name()))
}
