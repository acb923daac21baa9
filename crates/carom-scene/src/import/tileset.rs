//! Tilesets of Tiled: what of a tile is solid.
//!
//! A tile with collision shapes is what they are: rectangles, polygons and circles are solid, polylines are lines.
//! A tile without is a full block; one with a property `solid` that is false is nothing.
//! A property `one_way` (or `oneway`) that is true, of a tile or of one of its shapes, leaves of it what looks upward in the map,
//! as walls that are passed from below. A cell may flip its tile and turn it by quarters; shapes follow.

use super::tiled::{Form, Object, Properties};
use super::{Import, tmj, tmx};
use crate::build::polygon;
use crate::document::Pair;
use crate::fault::{Fault, Skipped};
use std::collections::{BTreeMap, BTreeSet};

/// A set of tiles, as both forms have it.
#[derive(Debug)]
pub(crate) struct Tileset {
    pub(crate) name: String,
    /// The number of its first tile.
    pub(crate) first: u32,
    /// How many tiles it has, if it says so. One of single pictures may number them as it likes.
    pub(crate) count: Option<u32>,
    /// The size of its tiles; without it that of the map's cells.
    pub(crate) size: Option<Pair>,
    /// By how much its tiles are moved, down and to the right.
    pub(crate) offset: Pair,
    pub(crate) tiles: BTreeMap<u32, Tile>,
}

/// A tile that something is said of.
#[derive(Debug, Default)]
pub(crate) struct Tile {
    pub(crate) properties: Properties,
    pub(crate) objects: Vec<Object>,
}

/// The text of a file, by its name as it stands in the map.
pub(crate) type Beside<'a> = &'a dyn Fn(&str) -> Result<String, Fault>;

/// What a file is that was given as a map.
pub(crate) const TILESET: &str = "the file is a tileset of Tiled, which has tiles but no places for them; expected a map that uses it (.tmx or .tmj)";

/// The tileset in a file of its own, XML or JSON. If the file cannot be had, its tiles are full blocks, which is told.
pub(crate) fn external(source: &str, first: u32, beside: Beside<'_>) -> Result<(Tileset, Option<Skipped>), Fault> {
    let text = match beside(source) {
        Ok(text) => text,
        Err(fault) => {
            let why = format!("its tiles are taken as full blocks: {}", fault.message);
            // It keeps its numbers, so that they are not taken for those of the tileset before.
            let unknown = Tileset {
                name: source.into(),
                first,
                count: None,
                size: None,
                offset: [0.0, 0.0],
                tiles: BTreeMap::new(),
            };
            return Ok((unknown, Some(Skipped::changed(format!("tileset {source:?}"), why))));
        }
    };
    let is_json = text.trim_start().starts_with('{');
    let read = if is_json { tmj::tileset_file(&text) } else { tmx::tileset_file(&text) };
    read.map(|tileset| (Tileset { first, ..tileset }, None)).map_err(|fault| fault.in_file(source))
}

/// What of a cell is solid, around the upper left corner of the cell: x to the right, y upward.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solid {
    /// All of it.
    pub(crate) is_block: bool,
    /// Outlines, counter-clockwise.
    pub(crate) polygons: Vec<Vec<Pair>>,
    /// Lines that are touched from both sides, each from its left end, or its lower one if it is upright.
    pub(crate) lines: Vec<[Pair; 2]>,
    /// Lines that are passed from below, each from its left end.
    pub(crate) one_way: Vec<[Pair; 2]>,
    pub(crate) circles: Vec<(Pair, f64)>,
}

/// The tilesets of a map, and what of their tiles has been looked at.
pub(crate) struct Tiles<'a> {
    tilesets: Vec<&'a Tileset>,
    /// The width and height of a cell.
    cell: Pair,
    /// What is solid, by the number in a cell, which says how the tile is turned.
    solids: BTreeMap<u32, Solid>,
    /// The forms of tiles, by their number without turns. They are looked at once, so that what is wrong with them is told once.
    forms: BTreeMap<u32, Vec<Piece>>,
    /// The numbers without turns that no tileset has and that have been told of.
    unknown: BTreeSet<u32>,
}

/// One shape of a tile.
#[derive(Clone, Debug)]
struct Piece {
    form: Form,
    is_one_way: bool,
}

/// The bits of a tile's number that say how it is turned.
const MIRRORED: u32 = 1 << 31;
const UPSIDE_DOWN: u32 = 1 << 30;
const DIAGONAL: u32 = 1 << 29;
/// What is left of the number is the tile's.
pub(crate) const NUMBER: u32 = (1 << 28) - 1;

impl<'a> Tiles<'a> {
    pub(crate) fn new(tilesets: &'a [Tileset], cell: Pair) -> Tiles<'a> {
        let mut tilesets: Vec<&Tileset> = tilesets.iter().collect();
        tilesets.sort_by_key(|tileset| tileset.first);
        Tiles { tilesets, cell, solids: BTreeMap::new(), forms: BTreeMap::new(), unknown: BTreeSet::new() }
    }

    /// What is solid of a cell that holds this number.
    pub(crate) fn solid(&mut self, number: u32, import: &mut Import) -> &Solid {
        if !self.solids.contains_key(&number) {
            let solid = self.look(number, import);
            self.solids.insert(number, solid);
        }
        &self.solids[&number]
    }

    fn look(&mut self, number: u32, import: &mut Import) -> Solid {
        let block = Solid { is_block: true, ..Solid::default() };
        let plain = number & NUMBER;
        let before = self.tilesets.partition_point(|tileset| tileset.first <= plain);
        let tileset = before.checked_sub(1).map(|last| self.tilesets[last]);
        let tile = tileset.and_then(|tileset| Some((tileset, tileset.tiles.get(&(plain - tileset.first))?)));
        let Some((tileset, tile)) = tile else {
            self.tell_unknown(plain, tileset, import);
            return block;
        };
        let id = plain - tileset.first;
        if tile.properties.get("solid").is_some_and(|value| value == "false") {
            return Solid::default();
        }
        let size = tileset.size.unwrap_or(self.cell);
        let what = format!("tile {id} of tileset {:?}", tileset.name);
        let forms = self.forms.entry(plain).or_insert_with(|| pieces(tile, size, &what, import));
        if forms.is_empty() && tile.objects.is_empty() {
            return block;
        }
        let turned = Turned { number, size, cell: self.cell, offset: tileset.offset };
        turned.solid(forms)
    }
}

impl Tiles<'_> {
    /// Tells once of a number that no tileset has. A map without any tileset is taken as it is.
    fn tell_unknown(&mut self, number: u32, tileset: Option<&Tileset>, import: &mut Import) {
        let why = match tileset {
            None if self.tilesets.is_empty() => return,
            None => "no tileset of the map has it".to_string(),
            Some(Tileset { name, first, count, .. }) => match count {
                Some(0) => format!("tileset {name:?} has no tiles"),
                Some(count) if *count <= number - first => {
                    let last = first.saturating_add(count - 1);
                    format!("tileset {name:?} has the numbers {first} to {last}")
                }
                _ => return,
            },
        };
        if self.unknown.insert(number) {
            import.change(format!("tile number {number}"), format!("{why}; it is taken as a full block"));
        }
    }
}

/// The shapes of a tile, and words about those that are not read.
fn pieces(tile: &Tile, [width, height]: Pair, what: &str, import: &mut Import) -> Vec<Piece> {
    let whole_is_one_way = one_way(&tile.properties, what, import);
    if tile.objects.is_empty() && whole_is_one_way {
        let form = Form::Ring(vec![[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]]);
        return vec![Piece { form, is_one_way: true }];
    }
    let mut pieces = Vec::new();
    for object in &tile.objects {
        let what = format!("{what}, object {}", object.id);
        if !object.is_visible {
            import.skip(what, "it is not visible");
            continue;
        }
        let is_one_way = one_way(&object.properties, &what, import) || whole_is_one_way;
        let form = match object.form() {
            Form::Point(_) => {
                import.skip(what, "points of tiles are not read");
                continue;
            }
            Form::Nothing(why) => {
                import.skip(what, why);
                continue;
            }
            Form::Ellipse(ring) => {
                import.change(what, "an ellipse is taken as a polygon of 72 sides");
                Form::Ring(ring)
            }
            Form::Ring(ring) => match polygon(&ring, &[]) {
                Ok(_) => Form::Ring(ring),
                Err(error) => {
                    import.change(what, format!("kept as lines, as it is no polygon: {error}"));
                    Form::Line(ring.iter().copied().chain(ring.first().copied()).collect())
                }
            },
            Form::Circle(..) if is_one_way => {
                import.skip(what, "a circle cannot be one_way; rectangles, polygons and polylines can");
                continue;
            }
            form => form,
        };
        pieces.push(Piece { form, is_one_way });
    }
    pieces
}

/// Whether properties say that something is passed from below.
fn one_way(properties: &Properties, what: &str, import: &mut Import) -> bool {
    let Some((name, value)) = ["one_way", "oneway"].iter().find_map(|name| properties.get_key_value(*name)) else {
        return false;
    };
    match value.as_str() {
        "true" => true,
        "false" => false,
        other => {
            import.change(what, format!("its property {name} is {other:?}; only true and false are understood"));
            false
        }
    }
}

/// How a tile lies in a cell.
struct Turned {
    number: u32,
    size: Pair,
    cell: Pair,
    offset: Pair,
}

impl Turned {
    fn solid(&self, pieces: &[Piece]) -> Solid {
        let mut solid = Solid::default();
        for piece in pieces {
            match &piece.form {
                Form::Circle(center, radius) => solid.circles.push((self.place(*center), *radius)),
                Form::Line(points) => {
                    let points: Vec<Pair> = points.iter().map(|&point| self.place(point)).collect();
                    let lines =
                        points.windows(2).map(|ends| upward([ends[0], ends[1]])).filter(|ends| ends[0] != ends[1]);
                    if piece.is_one_way {
                        solid.one_way.extend(lines.filter(|ends| ends[0][0] != ends[1][0]));
                    } else {
                        solid.lines.extend(lines);
                    }
                }
                Form::Ring(ring) => self.ring(ring, piece.is_one_way, &mut solid),
                // They are told of and left out before.
                Form::Point(_) | Form::Ellipse(_) | Form::Nothing(_) => {}
            }
        }
        solid
    }

    fn ring(&self, ring: &[Pair], is_one_way: bool, solid: &mut Solid) {
        let ring: Vec<Pair> = ring.iter().map(|&point| self.place(point)).collect();
        let edges = |ring: &[Pair]| -> Vec<[Pair; 2]> {
            ring.iter().zip(ring.iter().cycle().skip(1)).map(|(&a, &b)| [a, b]).filter(|[a, b]| a != b).collect()
        };
        let Ok(polygon) = polygon(&ring, &[]) else {
            // Its corners were rounded where it was turned.
            solid.lines.extend(edges(&ring).into_iter().map(upward));
            return;
        };
        let ring: Vec<Pair> = polygon.vertices().iter().map(|vertex| [vertex.x, vertex.y]).collect();
        if is_one_way {
            // Solid is on the left, so what looks upward runs to the left.
            let tops = edges(&ring).into_iter().filter(|[a, b]| b[0] < a[0]);
            solid.one_way.extend(tops.map(|[a, b]| [b, a]));
        } else if self.fills_cell(&ring) {
            solid.is_block = true;
        } else {
            solid.polygons.push(ring);
        }
    }

    fn fills_cell(&self, ring: &[Pair]) -> bool {
        let [width, height] = self.cell;
        let is_corner = |&[x, y]: &Pair| (x == 0.0 || x == width) && (y == 0.0 || y == -height);
        ring.len() == 4 && ring.iter().all(is_corner)
    }

    /// Where a point of the tile lies around the upper left corner of the cell. Tiles stand on the lower left corner.
    fn place(&self, [x, y]: Pair) -> Pair {
        let is = |bit: u32| self.number & bit != 0;
        let [width, height] = if is(DIAGONAL) { [self.size[1], self.size[0]] } else { self.size };
        let [x, y] = if is(DIAGONAL) { [y, x] } else { [x, y] };
        let x = if is(MIRRORED) { width - x } else { x };
        let y = if is(UPSIDE_DOWN) { height - y } else { y };
        [x + self.offset[0] + 0.0, -(y + self.offset[1] + (self.cell[1] - height)) + 0.0]
    }
}

/// A line from its left end, or its lower one if it is upright.
fn upward([a, b]: [Pair; 2]) -> [Pair; 2] {
    let is_upward = a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]);
    if is_upward { [a, b] } else { [b, a] }
}
