//! Occupancy grids as robots use them: a `map.yaml` and the picture that it names.
//!
//! Which cells are occupied, free or unknown is decided as ROS's map server decides it. The walls are the outlines of
//! what is occupied, in closed chains along the edges of the cells: counter-clockwise around what is occupied, clockwise
//! around what is free within, with a point only where they turn. Where two occupied cells share but a corner, each
//! chain turns there and keeps to its own cell: they meet in that point and do not cross, and nothing passes between.
//! Beyond the picture nothing is occupied.
//!
//! Every corner of a cell has one place, always computed by the same formula: corners that are equal in the grid are
//! equal in every bit, so chains that meet do meet, and without yaw all walls are exactly along the axes.

use super::Import;
use super::image::Image;
use super::yaml::{self, Field, Value};
use crate::document::{Pair, Scene, Wall, WallShape};
use crate::fault::{Fault, Skipped};
use carom::{Point, merge_tiles};

/// What unknown cells of a map are: those that are neither occupied nor free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Unknown {
    /// They are no walls: a map server tells of what is occupied, and of nothing else that stops a robot.
    #[default]
    Free,
    /// They are walls like occupied cells: where nobody has looked nobody should drive.
    Occupied,
}

/// What a `map.yaml` says.
#[derive(Debug)]
pub(crate) struct Map {
    /// The picture's file, as it is written: relative to the folder of the map.
    pub(crate) image: String,
    /// Where `image` stands.
    pub(crate) image_place: (usize, usize),
    mode: Mode,
    resolution: f64,
    /// The place of the lower left corner of the picture.
    origin: Pair,
    /// How the picture is turned around that corner, counter-clockwise.
    turn: Pair,
    occupied: f64,
    free: f64,
    is_negated: bool,
    skipped: Vec<Skipped>,
}

/// How values become cells.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    /// Occupied above one threshold, free below the other, else unknown.
    Trinary,
    /// The same, but what is between the thresholds counts from 0 to 100, and what is transparent is unknown.
    Scale,
    /// The value itself: 0 is free, 100 is occupied.
    Raw,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Cell {
    Occupied,
    Free,
    Unknown,
}

impl Map {
    /// The map of a text.
    pub(crate) fn parse(text: &str) -> Result<Map, Fault> {
        let fields = Fields(yaml::fields(text)?);
        if fields.0.is_empty() {
            return Err(Fault::data("it has no fields; a map begins as in `image: map.pgm`").at(1, 1));
        }
        let image = fields.get("image", "map.pgm")?;
        let image_place = image.place;
        let image = image.word("the name of a file")?.to_string();
        let origin = fields.get("origin", "[0.0, 0.0, 0.0]")?;
        let [x, y, yaw] = origin.three_numbers()?;
        if !(-7.0..=7.0).contains(&yaw) {
            let message = format!("its yaw is {yaw}; expected an angle in radians from -7 to 7");
            return Err(origin.fault(message));
        }
        let resolution = fields.get("resolution", "0.05")?;
        let side = resolution.number()?;
        if side <= 0.0 {
            return Err(resolution.fault(format!("it is {side}; expected the side of a cell, above 0")));
        }
        let mode = match fields.find("mode") {
            None => Mode::Trinary,
            Some(field) => match field.word("trinary, scale or raw")? {
                "trinary" => Mode::Trinary,
                "scale" => Mode::Scale,
                "raw" => Mode::Raw,
                other => return Err(field.fault(format!("it is {:?}; expected trinary, scale or raw", start(other)))),
            },
        };
        let negate = fields.get("negate", "0")?;
        let is_negated = match negate.word("0 or 1")? {
            "0" | "false" | "False" => false,
            "1" | "true" | "True" => true,
            other => return Err(negate.fault(format!("it is {:?}; expected 0 or 1", start(other)))),
        };
        let [free, occupied] = fields.thresholds()?;
        let turn = crate::turns::radians(yaw);
        let skipped = fields.skipped();
        let origin = [x, y];
        Ok(Map { image, image_place, mode, resolution: side, origin, turn, occupied, free, is_negated, skipped })
    }

    /// The walls of the map, from its picture.
    pub(crate) fn scene(self, image: &Image, unknown: Unknown) -> Result<(Scene, Vec<Skipped>), Fault> {
        self.check_corners(image)?;
        let is_solid = |cell: Cell| match cell {
            Cell::Occupied => true,
            Cell::Unknown => unknown == Unknown::Occupied,
            Cell::Free => false,
        };
        // The library's rows go upward.
        let solid: Vec<bool> = (0..image.height)
            .rev()
            .flat_map(|row| (0..image.width).map(move |column| (column, row)))
            .map(|(column, row)| is_solid(self.cell(image, column, row)))
            .collect();
        let chains = merge_tiles(image.width, &solid).map_err(|error| Fault::data(error.to_string()))?;
        let mut import = Import { scene: Scene::default(), skipped: self.skipped.clone(), ..Import::default() };
        for chain in chains {
            let mut points: Vec<Pair> = chain.iter().map(|&corner| self.place(corner)).collect();
            points.push(points[0]);
            import.scene.walls.push(Wall::from(WallShape::Chain(points)));
        }
        Ok(import.done())
    }

    /// What a pixel is, as ROS's map server has it.
    fn cell(&self, image: &Image, column: usize, row: usize) -> Cell {
        let mut channels = [0_u32; 4];
        for (channel, value) in channels.iter_mut().zip(image.pixel(column, row)) {
            *channel = value.into();
        }
        let max = u32::from(image.max);
        // Grey is three equal colours.
        let (color, opacity) = match image.channels {
            1 => (3 * channels[0], None),
            2 => (3 * channels[0], Some(channels[1])),
            3 => (channels[..3].iter().sum(), None),
            _ => (channels[..3].iter().sum::<u32>(), Some(channels[3])),
        };
        let of = |sum: u32, count: u32| {
            let dark = if self.is_negated { sum } else { count * max - sum };
            // One rounding: a threshold of 0.2 is that of 51 in 255.
            f64::from(dark) / f64::from(count * max)
        };
        match (self.mode, opacity) {
            // The map server takes opacity for one more colour here.
            (Mode::Trinary, Some(opacity)) => self.trinary(of(color + opacity, 4)),
            (Mode::Trinary, None) => self.trinary(of(color, 3)),
            (Mode::Scale, Some(opacity)) if opacity < max => Cell::Unknown,
            (Mode::Scale, _) => self.scale(of(color, 3)),
            // The value from 0 to 255, rounded.
            (Mode::Raw, _) => match (2 * 255 * u64::from(color) + 3 * u64::from(max)) / (6 * u64::from(max)) {
                0 => Cell::Free,
                100 => Cell::Occupied,
                _ => Cell::Unknown,
            },
        }
    }

    fn trinary(&self, occupied: f64) -> Cell {
        if self.occupied < occupied {
            Cell::Occupied
        } else if occupied < self.free {
            Cell::Free
        } else {
            Cell::Unknown
        }
    }

    fn scale(&self, occupied: f64) -> Cell {
        match self.trinary(occupied) {
            Cell::Unknown => match ((occupied - self.free) / (self.occupied - self.free) * 100.0).round_ties_even() {
                0.0 => Cell::Free,
                100.0 => Cell::Occupied,
                _ => Cell::Unknown,
            },
            cell => cell,
        }
    }

    /// The place of a corner of the grid. Without yaw, x is a function of the column alone and y of the row.
    fn place(&self, corner: Point) -> Pair {
        let (x, y) = (corner.x * self.resolution, corner.y * self.resolution);
        let [cos, sin] = self.turn;
        // Without −0.0.
        [self.origin[0] + (cos * x - sin * y) + 0.0, self.origin[1] + (sin * x + cos * y) + 0.0]
    }

    /// Refuses cells that are too small for the places they are at.
    ///
    /// No coordinate, nor anything it is made of, exceeds the reach below, so a corner is at most 8 roundings of
    /// 2⁻⁵³ reach from its place: less than 2⁻¹⁰ of a cell. Edges of the grid without a common corner are a cell apart,
    /// and those with one are at right angles or in line, so after rounding, too, chains meet in their common corners only.
    fn check_corners(&self, image: &Image) -> Result<(), Fault> {
        let size = (image.width + image.height) as f64 * self.resolution;
        let reach = self.origin[0].abs() + self.origin[1].abs() + size;
        // A power of two times a number is exact, or too small to matter.
        if reach.is_finite() && reach * (1.0 / (1_u64 << 40) as f64) <= self.resolution {
            return Ok(());
        }
        Err(Fault::data(format!(
            "resolution: it is {}, and {} × {} cells from ({}, {}) on reach as far as {reach}; \
             expected at least 2⁻⁴⁰ of that",
            self.resolution, image.width, image.height, self.origin[0], self.origin[1]
        )))
    }
}

/// The fields of a map.
struct Fields(Vec<Field>);

/// Those that are read.
pub(crate) const NAMES: [&str; 7] =
    ["image", "mode", "resolution", "origin", "negate", "occupied_thresh", "free_thresh"];

impl Fields {
    fn find(&self, name: &str) -> Option<&Field> {
        self.0.iter().find(|field| field.name == name)
    }

    fn get(&self, name: &str, example: &str) -> Result<&Field, Fault> {
        self.find(name)
            .ok_or_else(|| Fault::data(format!("{name} is missing; expected a line as in `{name}: {example}`")))
    }

    /// Those of free and of occupied.
    fn thresholds(&self) -> Result<[f64; 2], Fault> {
        let [free, occupied] = [self.get("free_thresh", "0.25")?, self.get("occupied_thresh", "0.65")?];
        let mut thresholds = [0.0; 2];
        for (threshold, field) in thresholds.iter_mut().zip([free, occupied]) {
            *threshold = field.number()?;
            if !(0.0..=1.0).contains(threshold) {
                return Err(field.fault(format!("it is {threshold}; expected a number from 0 to 1")));
            }
        }
        let [low, high] = thresholds;
        if high < low {
            return Err(free.fault(format!("it is {low}, above occupied_thresh, {high}; expected no more than that")));
        }
        Ok(thresholds)
    }

    /// Those that mean nothing here.
    fn skipped(&self) -> Vec<Skipped> {
        let others = self.0.iter().filter(|field| !NAMES.contains(&&*field.name));
        others
            .map(|field| Skipped::new(format!("{:?} in line {}", start(&field.name), field.place.0), "it is not read"))
            .collect()
    }
}

impl Field {
    fn fault(&self, message: String) -> Fault {
        Fault::data(message).in_field(&*self.name).at(self.place.0, self.place.1)
    }

    fn word(&self, expected: &str) -> Result<&str, Fault> {
        match &self.value {
            Value::Word(word) if !word.is_empty() => Ok(word),
            _ => Err(self.fault(format!("expected {expected}"))),
        }
    }

    fn number(&self) -> Result<f64, Fault> {
        let word = self.word("a number")?;
        number(word).ok_or_else(|| self.fault(format!("it is {:?}; expected a finite number", start(word))))
    }

    fn three_numbers(&self) -> Result<[f64; 3], Fault> {
        let expected = "expected three finite numbers [x, y, yaw]";
        let Value::List(words) = &self.value else { return Err(self.fault(expected.into())) };
        let numbers: Option<Vec<f64>> = words.iter().map(|word| number(word)).collect();
        match numbers.as_deref() {
            Some(&[x, y, yaw]) => Ok([x, y, yaw]),
            _ => Err(self.fault(format!("it is [{}]; {expected}", start(&words.join(", "))))),
        }
    }
}

fn number(word: &str) -> Option<f64> {
    word.parse::<f64>().ok().filter(|number| number.is_finite())
}

/// Enough of a text to know it again.
fn start(text: &str) -> &str {
    &text[..crate::place::char_boundary(text, 60)]
}
