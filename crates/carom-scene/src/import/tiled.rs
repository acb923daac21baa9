//! Tiled maps to scenes, whether they were XML or JSON.
//!
//! Objects become walls (rectangles, polygons, lines, round ellipses) and bodies (points); their custom properties say
//! more: `carom` is `wall`, `gate`, `body` or `scan`, `velocity` is `3 4`, and so on. Tiles become the outlines of what is
//! solid: the tile layers with a property `solid` that is true, or all that are visible if no layer has one.
//! Pixels are the unit, and y is turned around: `(x, y)` becomes `(x, −y)`.

use super::tiles::{Cells, Trouble, outlines};
use super::{Import, Thing};
use crate::document::Pair;
use crate::fault::Fault;
use crate::place::Path;
use std::collections::BTreeMap;

/// How deep groups may be nested.
pub(crate) const MAX_DEPTH: usize = 64;

/// A map as both forms have it.
#[derive(Debug, Default)]
pub(crate) struct Map {
    pub(crate) orientation: String,
    pub(crate) tile_width: f64,
    pub(crate) tile_height: f64,
    pub(crate) layers: Vec<Layer>,
}

/// A layer of a map.
#[derive(Debug)]
pub(crate) struct Layer {
    pub(crate) name: String,
    pub(crate) is_visible: bool,
    pub(crate) offset: Pair,
    pub(crate) properties: Properties,
    pub(crate) content: Content,
    pub(crate) place: Place,
}

pub(crate) type Properties = BTreeMap<String, String>;

/// What a layer holds.
#[derive(Debug)]
pub(crate) enum Content {
    /// The cells, each with its column and row; those without a tile are not there.
    Tiles(Result<Cells, Trouble>),
    Objects(Vec<Object>),
    Group(Vec<Layer>),
    Other(String),
}

/// An object.
#[derive(Debug)]
pub(crate) struct Object {
    pub(crate) id: u64,
    pub(crate) name: String,
    pub(crate) at: Pair,
    pub(crate) size: Pair,
    /// Degrees, clockwise, around `at`.
    pub(crate) rotation: f64,
    pub(crate) is_visible: bool,
    pub(crate) properties: Properties,
    pub(crate) shape: ObjectShape,
    pub(crate) place: Place,
}

/// Where something stands in the file. Its line is looked for only when there is something wrong with it.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// At a byte of an XML text.
    Byte(usize),
    /// At a field of a JSON text.
    Field(Path),
}

impl Place {
    fn blame(&self, text: &str, fault: Fault) -> Fault {
        match self {
            _ if fault.line.is_some() => fault,
            Place::Byte(offset) => fault.at_byte(text, *offset),
            Place::Field(path) => {
                let fault = fault.in_field(path.to_string());
                match crate::place::in_json(text, path) {
                    Some(offset) => fault.at_byte(text, offset),
                    None => fault,
                }
            }
        }
    }
}

#[derive(Debug)]
pub(crate) enum ObjectShape {
    Rectangle,
    Ellipse,
    Point,
    Polygon(Vec<Pair>),
    Polyline(Vec<Pair>),
    Other(&'static str),
}

/// Takes over what is in a map that was read from a text.
pub(crate) fn scene(map: &Map, text: &str, import: Import) -> Result<Import, Fault> {
    let mut reader = Reader { import, map, text, chosen: says_solid(&map.layers) };
    reader.layers(&map.layers, [0.0, 0.0])?;
    Ok(reader.import)
}

/// Whether some tile layer says that it is solid.
fn says_solid(layers: &[Layer]) -> bool {
    layers.iter().any(|layer| match &layer.content {
        Content::Tiles(_) => is_solid(layer) == Some(true),
        Content::Group(inner) => says_solid(inner),
        _ => false,
    })
}

fn is_solid(layer: &Layer) -> Option<bool> {
    layer.properties.get("solid").map(|value| value == "true")
}

struct Reader<'a> {
    import: Import,
    map: &'a Map,
    text: &'a str,
    /// Whether only layers count that say they are solid.
    chosen: bool,
}

impl Reader<'_> {
    fn layers(&mut self, list: &[Layer], outer: Pair) -> Result<(), Fault> {
        list.iter().try_for_each(|layer| self.layer(layer, outer).map_err(|fault| layer.place.blame(self.text, fault)))
    }

    fn layer(&mut self, layer: &Layer, outer: Pair) -> Result<(), Fault> {
        let Reader { import, map, text, chosen } = self;
        let what = || format!("layer {:?}", layer.name);
        if !layer.is_visible && is_solid(layer) != Some(true) {
            import.skip(what(), "it is not visible");
            return Ok(());
        }
        let offset = [outer[0] + layer.offset[0], outer[1] + layer.offset[1]];
        match &layer.content {
            Content::Group(inner) => self.layers(inner, offset)?,
            Content::Objects(objects) => {
                for object in objects {
                    take_object(import, object, offset).map_err(|fault| object.place.blame(text, fault))?;
                }
            }
            Content::Tiles(_) if is_solid(layer) == Some(false) => import.skip(what(), "its property solid is false"),
            Content::Tiles(_) if *chosen && is_solid(layer).is_none() => {
                import.skip(what(), "other layers have the property solid, this one has not");
            }
            Content::Tiles(_) if map.orientation != "orthogonal" => {
                import.skip(what(), format!("the map is {}; only tiles of orthogonal maps are read", map.orientation));
            }
            Content::Tiles(Err(Trouble::NotRead(why))) => import.skip(what(), why.clone()),
            Content::Tiles(Err(Trouble::Broken(why))) => return Err(Fault::data(format!("{}: {why}", what()))),
            Content::Tiles(Ok(cells)) => {
                let extras = |key: &str| layer.properties.get(key).cloned();
                let thing = Thing { what: &what, name: Some(layer.name.clone()), extras: &extras };
                let place =
                    |[column, row]: Pair| [offset[0] + column * map.tile_width, -(offset[1] + row * map.tile_height)];
                for rings in outlines(cells)? {
                    let rings = rings.into_iter().map(|ring| ring.into_iter().map(place).collect());
                    import.rings(&thing, rings.collect())?;
                }
            }
            Content::Other(kind) => import.skip(what(), format!("{kind} layers are not read")),
        }
        Ok(())
    }
}

fn take_object(import: &mut Import, object: &Object, offset: Pair) -> Result<(), Fault> {
    let what = || match object.name.as_str() {
        "" => format!("object {}", object.id),
        name => format!("object {} ({name})", object.id),
    };
    let extras = |key: &str| object.properties.get(key).cloned();
    let name = (!object.name.is_empty()).then(|| object.name.clone());
    let thing = Thing { what: &what, name, extras: &extras };
    if !object.is_visible {
        import.skip(what(), "it is not visible");
        return Ok(());
    }
    let [width, height] = object.size;
    let turn = turn(object.rotation);
    let place = |[x, y]: Pair| {
        let [x, y] = [turn[0] * x - turn[1] * y, turn[1] * x + turn[0] * y];
        [offset[0] + object.at[0] + x, -(offset[1] + object.at[1] + y) + 0.0]
    };
    let places = |points: &[Pair]| points.iter().map(|&point| place(point)).collect::<Vec<Pair>>();
    match &object.shape {
        ObjectShape::Point => import.point(&thing, place([0.0, 0.0])),
        ObjectShape::Polygon(points) => import.rings(&thing, vec![places(points)]),
        ObjectShape::Polyline(points) => import.chain(&thing, places(points)),
        ObjectShape::Rectangle if width > 0.0 && height > 0.0 => {
            import.rings(&thing, vec![places(&[[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])])
        }
        ObjectShape::Ellipse if width > 0.0 && height > 0.0 => {
            let middle = place([width / 2.0, height / 2.0]);
            if width == height {
                return import.circle(&thing, middle, width / 2.0);
            }
            import.change(what(), "an ellipse is taken as a polygon of 72 sides");
            let around = crate::turns::around(72);
            let ring = around.iter().map(|unit| [width / 2.0 * (1.0 + unit.x), height / 2.0 * (1.0 + unit.y)]);
            import.rings(&thing, vec![places(&ring.collect::<Vec<Pair>>())])
        }
        ObjectShape::Rectangle | ObjectShape::Ellipse => {
            import.skip(what(), "it has no size");
            Ok(())
        }
        ObjectShape::Other(kind) => {
            import.skip(what(), format!("{kind} are not read"));
            Ok(())
        }
    }
}

/// The direction of a rotation in degrees, to a millionth of a degree.
fn turn(degrees: f64) -> Pair {
    const MILLIONTHS: u64 = 360_000_000;
    let part = (degrees * 1e6).round().rem_euclid(MILLIONTHS as f64) as u64 % MILLIONTHS;
    let unit = crate::turns::direction(part, MILLIONTHS);
    [unit.x, unit.y]
}
