//! Tiled maps to scenes, whether they were XML or JSON.
//!
//! Objects become walls (rectangles, polygons, lines, round ellipses) and bodies (points); their custom properties say
//! more: `carom` is `wall`, `gate`, `body` or `scan`, `velocity` is `3 4`, and so on. Tiles become the outlines of what is
//! solid of them (`tileset.rs`), without the seams between neighbours (`seams.rs`): those of the tile layers with a property
//! `solid` that is true, or of all that are visible if no layer has one.
//! Pixels are the unit, and y is turned around: `(x, y)` becomes `(x, −y)`.

use super::seams::{Rings, chains, joined};
use super::tiles::{Cells, Trouble, outlines};
use super::tileset::{Tiles, Tileset};
use super::{Import, Thing, finite};
use crate::document::{Pair, WallShape};
use crate::fault::{Fault, Skipped};
use crate::place::Path;
use std::collections::{BTreeMap, BTreeSet};

/// How deep groups may be nested.
pub(crate) const MAX_DEPTH: usize = 64;

/// A map as both forms have it.
#[derive(Debug, Default)]
pub(crate) struct Map {
    pub(crate) orientation: String,
    pub(crate) tile_width: f64,
    pub(crate) tile_height: f64,
    pub(crate) tilesets: Vec<Tileset>,
    /// What of the tilesets cannot be had.
    pub(crate) skipped: Vec<Skipped>,
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
    pub(crate) fn blame(&self, text: &str, fault: Fault) -> Fault {
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
pub(crate) fn scene(map: &Map, text: &str, mut import: Import) -> Result<Import, Fault> {
    import.skipped.extend(map.skipped.iter().cloned());
    let tiles = Tiles::new(&map.tilesets, [map.tile_width, map.tile_height]);
    let mut reader = Reader { import, map, text, chosen: says_solid(&map.layers), tiles };
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
    tiles: Tiles<'a>,
}

impl Reader<'_> {
    fn layers(&mut self, list: &[Layer], outer: Pair) -> Result<(), Fault> {
        list.iter().try_for_each(|layer| self.layer(layer, outer).map_err(|fault| layer.place.blame(self.text, fault)))
    }

    fn layer(&mut self, layer: &Layer, outer: Pair) -> Result<(), Fault> {
        let Reader { import, map, text, chosen, .. } = self;
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
            Content::Tiles(Ok(cells)) => self.solid(layer, cells, offset)?,
            Content::Other(kind) => import.skip(what(), format!("{kind} layers are not read")),
        }
        Ok(())
    }
}

/// What the tiles of a layer become.
#[derive(Default)]
struct Placed {
    blocks: BTreeSet<(i64, i64)>,
    polygons: Vec<Rings>,
    lines: Vec<[Pair; 2]>,
    one_way: Vec<[Pair; 2]>,
    circles: Vec<(Pair, f64)>,
}

impl Reader<'_> {
    /// The walls of a layer of tiles: full blocks and shapes joined, lines end to end.
    fn solid(&mut self, layer: &Layer, cells: &Cells, offset: Pair) -> Result<(), Fault> {
        let cell = [self.map.tile_width, self.map.tile_height];
        // The corners of cells have one place, the same in every bit from all sides.
        let corner = |[column, row]: Pair| [offset[0] + column * cell[0], -(offset[1] + row * cell[1])];
        let what = || format!("layer {:?}", layer.name);
        let extras = |key: &str| layer.properties.get(key).cloned();
        let thing = Thing { what: &what, name: Some(layer.name.clone()), extras: &extras };
        let placed = self.placed(cells, &|(column, row), [x, y]| {
            let (right, down) = (x == cell[0], y == -cell[1]);
            let at = corner([(column + i64::from(right)) as f64, (row + i64::from(down)) as f64]);
            [if right { at[0] } else { at[0] + x } + 0.0, if down { at[1] } else { at[1] + y } + 0.0]
        });
        let blocks = outlines(&placed.blocks)?;
        let placed_ring = |ring: Vec<Pair>| ring.into_iter().map(|place| corner(place).map(|x| x + 0.0)).collect();
        let mut pieces: Vec<Rings> =
            blocks.into_iter().map(|rings| rings.into_iter().map(placed_ring).collect()).collect();
        if !placed.polygons.is_empty() {
            pieces.extend(placed.polygons);
            pieces.iter().flatten().flatten().try_for_each(|&place| finite(&thing, place))?;
            pieces = joined(&pieces);
        }
        for rings in pieces {
            self.import.rings(&thing, rings)?;
        }
        self.lines(&thing, placed.lines)?;
        for (center, radius) in placed.circles {
            finite(&thing, center)?;
            self.import.wall(&thing, WallShape::Circle { center, radius })?;
        }
        // From left to right, what is above is on the left.
        let from_above = |key: &str| if key == "side" { Some("left".to_string()) } else { extras(key) };
        self.lines(&Thing { extras: &from_above, ..thing }, placed.one_way)
    }

    fn placed(&mut self, cells: &Cells, place: &dyn Fn((i64, i64), Pair) -> Pair) -> Placed {
        let mut placed = Placed::default();
        for (&cell, &number) in cells {
            let solid = self.tiles.solid(number, &mut self.import);
            if solid.is_block {
                placed.blocks.insert(cell);
            }
            let line = |ends: &[Pair; 2]| ends.map(|end| place(cell, end));
            let ring = |ring: &Vec<Pair>| vec![ring.iter().map(|&corner| place(cell, corner)).collect()];
            placed.polygons.extend(solid.polygons.iter().map(ring));
            placed.lines.extend(solid.lines.iter().map(line));
            placed.one_way.extend(solid.one_way.iter().map(line));
            placed.circles.extend(solid.circles.iter().map(|&(center, radius)| (place(cell, center), radius)));
        }
        placed
    }

    fn lines(&mut self, thing: &Thing<'_>, lines: Vec<[Pair; 2]>) -> Result<(), Fault> {
        lines.iter().flatten().try_for_each(|&end| finite(thing, end))?;
        chains(lines).into_iter().try_for_each(|chain| self.import.chain(thing, chain))
    }
}

/// The form of an object, with its rotation and its place, y downward.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    Point(Pair),
    Line(Vec<Pair>),
    Ring(Vec<Pair>),
    Circle(Pair, f64),
    /// An ellipse that is no circle, as a polygon of 72 sides.
    Ellipse(Vec<Pair>),
    /// Nothing that is read, and why.
    Nothing(String),
}

impl Object {
    pub(crate) fn form(&self) -> Form {
        let [width, height] = self.size;
        let turn = turn(self.rotation);
        let place = |[x, y]: Pair| {
            let [x, y] = [turn[0] * x - turn[1] * y, turn[1] * x + turn[0] * y];
            [self.at[0] + x, self.at[1] + y]
        };
        let places = |points: &[Pair]| points.iter().map(|&point| place(point)).collect::<Vec<Pair>>();
        match &self.shape {
            ObjectShape::Point => Form::Point(place([0.0, 0.0])),
            ObjectShape::Polygon(points) => Form::Ring(places(points)),
            ObjectShape::Polyline(points) => Form::Line(places(points)),
            ObjectShape::Rectangle if width > 0.0 && height > 0.0 => {
                Form::Ring(places(&[[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]]))
            }
            ObjectShape::Ellipse if width > 0.0 && height > 0.0 => {
                if width == height {
                    return Form::Circle(place([width / 2.0, height / 2.0]), width / 2.0);
                }
                let around = crate::turns::around(72);
                let ring = around.iter().map(|unit| [width / 2.0 * (1.0 + unit.x), height / 2.0 * (1.0 + unit.y)]);
                Form::Ellipse(places(&ring.collect::<Vec<Pair>>()))
            }
            ObjectShape::Rectangle | ObjectShape::Ellipse => Form::Nothing("it has no size".into()),
            ObjectShape::Other(kind) => Form::Nothing(format!("{kind} are not read")),
        }
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
    let place = |[x, y]: Pair| [offset[0] + x, -(offset[1] + y) + 0.0];
    let places = |points: Vec<Pair>| points.into_iter().map(place).collect::<Vec<Pair>>();
    match object.form() {
        Form::Point(at) => import.point(&thing, place(at)),
        Form::Line(points) => import.chain(&thing, places(points)),
        Form::Ring(ring) => import.rings(&thing, vec![places(ring)]),
        Form::Circle(center, radius) => import.circle(&thing, place(center), radius),
        Form::Ellipse(ring) => {
            import.change(what(), "an ellipse is taken as a polygon of 72 sides");
            import.rings(&thing, vec![places(ring)])
        }
        Form::Nothing(why) => {
            import.skip(what(), why);
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
