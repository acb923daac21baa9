//! Characters as they stand in a file: a shape that slides along walls, and a script of what it does.

use crate::check::{Wrong, above_zero, finite, not_negative};
use crate::document::{Pair, Scene, is_default};
use crate::fault::Fault;
use crate::object;
use crate::place::Path;
use crate::shape::Shape;
use carom::{Mover, Slide, Slope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Somebody who runs and jumps: moved by a script and by the world's gravity, and sliding along walls (`walls.slide`).
/// Characters and bodies do not push one another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a character { \"position\": [x, y], … }")]
#[schemars(extend("not" = { "anyOf": [
    { "required": ["box", "capsule"] }, { "required": ["box", "polygon"] }, { "required": ["capsule", "polygon"] }
] }))]
pub struct Character {
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where it is at first.
    pub position: Pair,
    /// A box around its position: min x, min y, max x, max y.
    #[serde(default, rename = "box", skip_serializing_if = "Option::is_none")]
    pub aabb: Option<[f64; 4]>,
    /// The two ends of a capsule around its position; its radius is the character's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capsule: Option<[Pair; 2]>,
    /// The corners of a polygon around its position.
    #[schemars(length(min = 3))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub polygon: Option<Vec<Pair>>,
    /// By how much the shape is grown all around; without a shape it is a disc, and a point if this is 0.
    #[schemars(range(min = 0.0))]
    #[serde(default, skip_serializing_if = "is_default")]
    pub radius: f64,
    /// Which way is up, of any length.
    #[serde(default = "upward", skip_serializing_if = "is_upward")]
    pub up: Pair,
    /// How steep a floor may be: its rise and its run. Without it as wide as high.
    #[serde(default = "diagonal", skip_serializing_if = "is_diagonal")]
    pub max_slope: Pair,
    /// How high a stair may be that it walks up.
    #[schemars(range(min = 0.0))]
    #[serde(default, skip_serializing_if = "is_default")]
    pub step_height: f64,
    /// How far down it goes to stay on the ground.
    #[schemars(range(min = 0.0))]
    #[serde(default, skip_serializing_if = "is_default")]
    pub snap: f64,
    /// Which walls stop it: those whose mask shares a bit. Without it, all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mask: Option<u32>,
    /// What it does, one after the other; then it stands.
    #[serde(default, deserialize_with = "object::list", skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<Move>,
}

/// A part of a character's script.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a move { \"for\": seconds, … }")]
pub struct Move {
    /// How many seconds it lasts, above 0.
    #[schemars(extend("exclusiveMinimum" = 0))]
    #[serde(rename = "for")]
    pub seconds: f64,
    /// How fast it runs, to the right as seen with up above; to the left if below 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub run: f64,
    /// With how much speed it leaves the ground, once, as soon as it stands on some.
    #[schemars(range(min = 0.0))]
    #[serde(default, skip_serializing_if = "is_default")]
    pub jump: f64,
}

const UPWARD: Pair = [0.0, 1.0];
const DIAGONAL: Pair = [1.0, 1.0];

impl Character {
    /// A point that stands in a place.
    #[must_use]
    pub fn new(position: Pair) -> Character {
        Character {
            name: None,
            position,
            aabb: None,
            capsule: None,
            polygon: None,
            radius: 0.0,
            up: UPWARD,
            max_slope: DIAGONAL,
            step_height: 0.0,
            snap: 0.0,
            mask: None,
            moves: Vec::new(),
        }
    }

    /// Its shape.
    ///
    /// # Errors
    /// If there are several, or one is not allowed.
    pub fn mover(&self) -> Result<Mover, Fault> {
        self.shape(&Path::default()).map_err(|wrong| wrong.1)
    }

    fn shape(&self, path: &Path) -> Result<Mover, Wrong> {
        let (aabb, capsule, polygon, radius) = (self.aabb, self.capsule, self.polygon.as_deref(), self.radius);
        Shape { of: "a character", aabb, capsule, polygon, radius }.made(path)
    }

    /// How it slides.
    #[must_use]
    pub fn slide(&self) -> Slide {
        let max_slope = Slope::new(self.max_slope[0], self.max_slope[1]).unwrap_or(Slope::DIAGONAL);
        Slide { up: self.up.into(), max_slope, step_height: self.step_height, snap: self.snap }
    }

    /// Whether every value is allowed, looked at by itself.
    pub(crate) fn check(&self, path: &Path) -> Result<(), Wrong> {
        finite(path.clone().then("position"), self.position)?;
        not_negative(path.clone().then("radius"), self.radius)?;
        self.shape(path)?;
        finite(path.clone().then("up"), self.up)?;
        if self.up == [0.0, 0.0] {
            let message = "[0, 0]; expected the direction of up, as in [0, 1]";
            return Err(Box::new((path.clone().then("up"), Fault::data(message))));
        }
        Slope::new(self.max_slope[0], self.max_slope[1]).map_err(|error| {
            let path = path.clone().then("max_slope");
            Box::new((path, Fault::data(format!("{error}; it is [rise, run]"))))
        })?;
        not_negative(path.clone().then("step_height"), self.step_height)?;
        not_negative(path.clone().then("snap"), self.snap)?;
        for (i, Move { seconds, run, jump }) in self.moves.iter().enumerate() {
            let path = path.clone().then("moves").nth(i);
            above_zero(path.clone().then("for"), *seconds)?;
            if !run.is_finite() {
                let message = format!("{run}; expected a finite number");
                return Err(Box::new((path.then("run"), Fault::data(message))));
            }
            not_negative(path.then("jump"), *jump)?;
        }
        Ok(())
    }
}

fn upward() -> Pair {
    UPWARD
}

fn is_upward(up: &Pair) -> bool {
    *up == UPWARD
}

fn diagonal() -> Pair {
    DIAGONAL
}

fn is_diagonal(slope: &Pair) -> bool {
    *slope == DIAGONAL
}

/// So many names are told at most.
const MOST_NAMES: usize = 8;

impl Scene {
    /// What is to be said of a scene with characters and walls that move, which do not meet; nothing of another.
    #[must_use]
    pub fn passed_groups(&self) -> Option<String> {
        if self.characters.is_empty() || self.groups.is_empty() {
            return None;
        }
        let listed = |names: Vec<String>| {
            let more = if names.len() > MOST_NAMES { ", …" } else { "" };
            names[..names.len().min(MOST_NAMES)].join(", ") + more
        };
        let named =
            |name: &Option<String>, list: &str, i: usize| name.clone().unwrap_or_else(|| format!("{list}[{i}]"));
        let characters: Vec<String> =
            self.characters.iter().enumerate().map(|(i, one)| named(&one.name, "characters", i)).collect();
        let groups: Vec<String> =
            self.groups.iter().enumerate().map(|(i, one)| named(&one.name, "groups", i)).collect();
        let verb = if characters.len() == 1 { "passes" } else { "pass" };
        let (characters, groups) = (listed(characters), listed(groups));
        Some(format!("characters do not meet walls that move: {characters} {verb} through {groups}"))
    }
}
