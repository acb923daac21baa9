//! The scene document: plain data, as it stands in a file.

use crate::character::Character;
use crate::object;
use crate::parse::Source;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Two numbers `[x, y]`: a place, or a velocity.
pub type Pair = [f64; 2];

/// A scene: walls that stand still, bodies and characters that move, gates and zones that count, and how to run them.
///
/// All lengths are in one unit of your choice, y points up, times are in seconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a scene { … }")]
pub struct Scene {
    /// The version of the format: 1.
    #[schemars(extend("const" = 1))]
    pub carom: u32,
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it shows, in a sentence or two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// The part to draw: min x, min y, max x, max y. Without it, everything is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<[f64; 4]>,
    /// What holds for all bodies, and how long to run.
    #[serde(default, deserialize_with = "object::one", skip_serializing_if = "is_default")]
    pub world: Settings,
    /// Materials by name; walls and bodies refer to them.
    #[serde(default, deserialize_with = "object::named", skip_serializing_if = "BTreeMap::is_empty")]
    pub materials: BTreeMap<String, Material>,
    /// What stands still.
    #[serde(default, deserialize_with = "object::list", skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<Wall>,
    /// Walls that move as one: lifts, doors, pistons, paddles.
    #[serde(default, deserialize_with = "object::list", skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
    /// Lines that count who crosses them.
    #[serde(default, deserialize_with = "object::list", skip_serializing_if = "Vec::is_empty")]
    pub gates: Vec<Gate>,
    /// Areas that tell who enters and leaves them.
    #[serde(default, deserialize_with = "object::list", skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<Zone>,
    /// What moves.
    #[serde(default, deserialize_with = "object::list", skip_serializing_if = "Vec::is_empty")]
    pub bodies: Vec<Body>,
    /// Who runs and jumps along walls, by a script. Characters and bodies do not push one another.
    #[serde(default, deserialize_with = "object::list", skip_serializing_if = "Vec::is_empty")]
    pub characters: Vec<Character>,
    /// Lidars: places to look around from.
    #[serde(default, deserialize_with = "object::list", skip_serializing_if = "Vec::is_empty")]
    pub scans: Vec<Scan>,
    /// The text it was read from, for the lines in messages. All sources are equal.
    #[serde(skip)]
    #[schemars(skip)]
    pub source: Source,
}

impl Default for Scene {
    fn default() -> Scene {
        Scene {
            carom: Scene::VERSION,
            name: None,
            about: None,
            view: None,
            world: Settings::default(),
            materials: BTreeMap::new(),
            walls: Vec::new(),
            gates: Vec::new(),
            zones: Vec::new(),
            bodies: Vec::new(),
            groups: Vec::new(),
            characters: Vec::new(),
            scans: Vec::new(),
            source: Source::default(),
        }
    }
}

impl Scene {
    /// The version of the format that this crate reads and writes.
    pub const VERSION: u32 = 1;
}

/// What holds for all bodies, and how long to run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, expecting = "settings of the world { … }")]
pub struct Settings {
    /// The acceleration of all bodies but sensors, and of characters.
    #[serde(skip_serializing_if = "is_default")]
    pub gravity: Pair,
    /// The length of a frame in seconds, above 0.
    #[schemars(extend("exclusiveMinimum" = 0))]
    #[serde(skip_serializing_if = "is_default_dt")]
    pub dt: f64,
    /// How many seconds to run.
    #[schemars(range(min = 0.0))]
    #[serde(skip_serializing_if = "is_default_duration")]
    pub duration: f64,
    /// How many events a frame may have; without it, 1,000 and 1,000 more for each body.
    #[schemars(range(min = 1, max = 9_007_199_254_740_991_u64))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_events: Option<u64>,
    /// Bodies that had contact less than so many seconds ago lose nothing; without it, 1/1024 of a frame.
    #[schemars(range(min = 0.0))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact_time: Option<f64>,
    /// Bodies that meet slower than this lose all of that speed.
    #[schemars(range(min = 0.0))]
    #[serde(skip_serializing_if = "is_default")]
    pub rest_speed: f64,
    /// How to find the walls that matter. Answers are the same with all; without it, the quickest for their number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategy: Option<Strategy>,
}

const DEFAULT_DT: f64 = 1.0 / 60.0;
const DEFAULT_DURATION: f64 = 10.0;

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            gravity: [0.0, 0.0],
            dt: DEFAULT_DT,
            duration: DEFAULT_DURATION,
            max_events: None,
            contact_time: None,
            rest_speed: 0.0,
            strategy: None,
        }
    }
}

/// How to find the walls that matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// Ask every wall.
    BruteForce,
    /// Ask every wall whose box overlaps the path's.
    Bounds,
    /// Divide a square in four, again and again.
    Quadtree,
    /// A tree of boxes.
    Bvh,
    /// Equal cells side by side.
    Grid,
}

/// What walls and bodies are made of.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a material { \"restitution\": … }")]
pub struct Material {
    /// How much of its speed into a thing a body keeps when it bounces, from 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub restitution: f64,
    /// Its friction, 0 or more: of two that meet the root of both multiplied counts.
    #[schemars(range(min = 0.0))]
    #[serde(default, skip_serializing_if = "is_default")]
    pub friction: f64,
}

/// Something that stands still: one shape, and who may touch it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "RawWall", into = "RawWall")]
pub struct Wall {
    /// What it is called.
    pub name: Option<String>,
    /// Its shape.
    pub shape: WallShape,
    /// Which bodies it stops: those whose mask shares a bit with it. Without it, all.
    pub mask: Option<u32>,
    /// The side from which it can be touched. Without it, both.
    pub side: Option<Side>,
    /// How much of their speed bodies keep at most, from 0 to 1. Without it that of the material, else 1.
    pub restitution: Option<f64>,
    /// Its friction, 0 or more. Without it that of the material, else 0.
    pub friction: Option<f64>,
    /// The name of a material.
    pub material: Option<String>,
    /// After so many touches of bodies it vanishes, 1 or more. Without it, never.
    pub vanishes_after: Option<u32>,
}

/// Walls that move as one. Nothing slows them but what they squeeze.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its walls, where they are at first.
    #[serde(deserialize_with = "object::list")]
    pub walls: Vec<Wall>,
    /// Its velocity at first, in units a second.
    #[serde(default, skip_serializing_if = "is_default")]
    pub velocity: Pair,
    /// What it does when it squeezes a body.
    #[serde(default, skip_serializing_if = "is_default")]
    pub squeeze: Squeeze,
    /// The point of it that gates and zones count, where it is at first. Without it, the middle of the box around its walls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<Pair>,
    /// Other velocities later on, in order of time. Each holds from the first frame that begins at its time or after.
    #[serde(default, deserialize_with = "object::list", skip_serializing_if = "Vec::is_empty")]
    pub script: Vec<Turn>,
    /// After so many seconds the first velocity and the script begin again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<f64>,
}

/// From when on a group has another velocity.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// Seconds since the start, or since the period began.
    pub time: f64,
    /// The velocity from then on, in units a second.
    pub velocity: Pair,
}

/// What a group does when it squeezes a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Squeeze {
    /// It stops until its script says otherwise.
    #[default]
    Stop,
    /// It passes on, and the body stays where it is.
    Pass,
}

/// The shape of a wall.
#[derive(Clone, Debug, PartialEq)]
pub enum WallShape {
    /// A segment between two distinct ends.
    Segment([Pair; 2]),
    /// Segments one after the other. It is closed only if the last point is the first.
    Chain(Vec<Pair>),
    /// The outline of a polygon, and those of its holes. It closes itself.
    Polygon {
        /// The corners.
        vertices: Vec<Pair>,
        /// The corners of the holes.
        holes: Vec<Vec<Pair>>,
    },
    /// A filled circle.
    Circle {
        /// Its center.
        center: Pair,
        /// Its radius.
        radius: f64,
    },
}

impl From<WallShape> for Wall {
    /// A wall of this shape with nothing special about it.
    fn from(shape: WallShape) -> Wall {
        Wall {
            name: None,
            shape,
            mask: None,
            side: None,
            restitution: None,
            friction: None,
            material: None,
            vanishes_after: None,
        }
    }
}

/// A side, seen along a wall from its first point to its next. The inside of a polygon is on its left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Only what comes from the left touches it.
    Left,
    /// Only what comes from the right touches it.
    Right,
}

/// A line that counts the bodies whose center crosses it, and stops nobody.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a gate { \"from\": [x, y], \"to\": [x, y] }")]
pub struct Gate {
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its one end. Forward is from the right to the left, looking from here to the other end.
    pub from: Pair,
    /// Its other end.
    pub to: Pair,
}

/// A filled polygon that tells which bodies' centers enter and leave it, and stops nobody.
///
/// A center on its edge is inside on left and lower sides, and outside on right and upper ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a zone { \"polygon\": [[x, y], …] }")]
pub struct Zone {
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The corners, in either direction. It closes itself.
    #[schemars(length(min = 3))]
    pub polygon: Vec<Pair>,
    /// The corners of its holes, which are no part of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holes: Vec<Vec<Pair>>,
}

/// A point, a disc, a box, a capsule or a convex polygon that moves, and does not turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a body { \"position\": [x, y], … }")]
#[schemars(extend("not" = { "anyOf": [
    { "required": ["box", "capsule"] }, { "required": ["box", "polygon"] }, { "required": ["capsule", "polygon"] }
] }))]
pub struct Body {
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where it is at first.
    pub position: Pair,
    /// A box around its position: min x, min y, max x, max y.
    #[serde(default, rename = "box", skip_serializing_if = "Option::is_none")]
    pub aabb: Option<[f64; 4]>,
    /// The two ends of a capsule around its position; its radius is the body's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capsule: Option<[Pair; 2]>,
    /// The corners of a convex polygon around its position.
    #[schemars(length(min = 3))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub polygon: Option<Vec<Pair>>,
    /// By how much the shape is grown all around; without a shape it is a disc, and a point if this is 0.
    #[schemars(range(min = 0.0))]
    #[serde(default, skip_serializing_if = "is_default")]
    pub radius: f64,
    /// Its velocity at first, in units a second.
    #[serde(default, skip_serializing_if = "is_default")]
    pub velocity: Pair,
    /// Its mass, above 0.
    #[schemars(extend("exclusiveMinimum" = 0))]
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub mass: f64,
    /// How much of its speed into a thing it keeps when it bounces, from 0 to 1; of two that meet the smaller counts.
    /// Without it that of the material, else 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restitution: Option<f64>,
    /// Its friction, 0 or more; of two that meet the root of both multiplied counts. Without it that of the material, else 0.
    #[schemars(range(min = 0.0))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub friction: Option<f64>,
    /// The layers it is on, one a bit. Without it, all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layers: Option<u32>,
    /// What it meets: bodies with a layer in this mask, and walls whose mask shares a bit. Without it, everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mask: Option<u32>,
    /// Whether it passes through everything and tells who enters and leaves it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub sensor: bool,
    /// What it does at a wall.
    #[serde(default, skip_serializing_if = "is_default")]
    pub response: Response,
    /// The name of a material.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<String>,
}

impl Body {
    /// A disc at rest, a point if the radius is 0.
    #[must_use]
    pub fn new(position: Pair, radius: f64) -> Body {
        Body {
            name: None,
            position,
            aabb: None,
            capsule: None,
            polygon: None,
            radius,
            velocity: [0.0, 0.0],
            mass: 1.0,
            restitution: None,
            friction: None,
            layers: None,
            mask: None,
            sensor: false,
            response: Response::Bounce,
            material: None,
        }
    }
}

/// What a body does at a wall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Response {
    /// It is reflected.
    #[default]
    Bounce,
    /// It goes on along the wall.
    Slide,
    /// It stops.
    Stop,
}

/// A lidar: beams all around, evenly, the first along +x, counter-clockwise. They end at walls and bodies, but not at the body that it is in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a scan { \"origin\": [x, y], \"beams\": …, \"reach\": … }")]
pub struct Scan {
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where it looks around from.
    pub origin: Pair,
    /// How many beams, at least 1.
    #[schemars(range(min = 1, max = 16_777_216))]
    pub beams: u32,
    /// How far it sees, above 0.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub reach: f64,
}

/// A wall as it stands in a file: the field that is there says which shape it is.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a wall { … }")]
#[schemars(
    rename = "Wall",
    description = "Something that stands still: one of segment, chain, polygon (with holes) or circle, and who may touch it.",
    extend("oneOf" = [
        { "required": ["segment"] }, { "required": ["chain"] }, { "required": ["polygon"] }, { "required": ["circle"] }
    ]),
    extend("dependentRequired" = { "holes": ["polygon"] })
)]
pub(crate) struct RawWall {
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// A segment: its two distinct ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    segment: Option<[Pair; 2]>,
    /// Segments one after the other. The chain is closed only if its last point is its first.
    #[schemars(length(min = 2))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    chain: Option<Vec<Pair>>,
    /// The corners of a polygon, which closes itself.
    #[schemars(length(min = 3))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    polygon: Option<Vec<Pair>>,
    /// The corners of the polygon's holes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    holes: Vec<Vec<Pair>>,
    /// A filled circle.
    #[serde(default, deserialize_with = "object::maybe", skip_serializing_if = "Option::is_none")]
    circle: Option<RawCircle>,
    /// Which bodies it stops: those whose mask shares a bit with it. Without it, all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mask: Option<u32>,
    /// The side from which it can be touched, seen along the wall; the inside of a polygon is on its left. Without it, both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    side: Option<Side>,
    /// How much of their speed bodies keep at most, from 0 to 1. Without it that of the material, else 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    restitution: Option<f64>,
    /// Its friction, 0 or more; of a wall and a body that meet the root of both multiplied counts. Without it that of the material, else 0.
    #[schemars(range(min = 0.0))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    friction: Option<f64>,
    /// The name of a material.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    material: Option<String>,
    /// After so many touches of bodies it vanishes, as a whole and at that moment: 1 or more. Without it, never. Walls of groups do not vanish.
    #[schemars(range(min = 1))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    vanishes_after: Option<u32>,
}

/// A filled circle.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a circle { \"center\": [x, y], \"radius\": … }")]
#[schemars(rename = "Circle")]
struct RawCircle {
    /// Its center.
    center: Pair,
    /// Its radius.
    #[schemars(range(min = 0.0))]
    radius: f64,
}

impl TryFrom<RawWall> for Wall {
    type Error = String;

    fn try_from(raw: RawWall) -> Result<Wall, String> {
        let RawWall { name, segment, chain, polygon, holes, circle, mask, side, restitution, friction, .. } = raw;
        let RawWall { material, vanishes_after, .. } = raw;
        let given = [
            ("segment", segment.is_some()),
            ("chain", chain.is_some()),
            ("polygon", polygon.is_some()),
            ("circle", circle.is_some()),
        ];
        let given: Vec<&str> = given.into_iter().filter_map(|(name, is_given)| is_given.then_some(name)).collect();
        if given.len() > 1 {
            return Err(format!("a wall has one shape; this one has {}", given.join(" and ")));
        }
        if !holes.is_empty() && polygon.is_none() {
            return Err("only a polygon has holes; this wall has \"holes\" but no \"polygon\"".into());
        }
        let shape = segment
            .map(WallShape::Segment)
            .or(chain.map(WallShape::Chain))
            .or(polygon.map(|vertices| WallShape::Polygon { vertices, holes }))
            .or(circle.map(|RawCircle { center, radius }| WallShape::Circle { center, radius }));
        let shape = shape.ok_or("a wall needs a shape: \"segment\", \"chain\", \"polygon\" or \"circle\"")?;
        Ok(Wall { name, shape, mask, side, restitution, friction, material, vanishes_after })
    }
}

impl From<Wall> for RawWall {
    fn from(wall: Wall) -> RawWall {
        let Wall { name, shape, mask, side, restitution, friction, material, vanishes_after } = wall;
        let raw = RawWall { name, mask, side, restitution, friction, material, vanishes_after, ..RawWall::default() };
        match shape {
            WallShape::Segment(ends) => RawWall { segment: Some(ends), ..raw },
            WallShape::Chain(points) => RawWall { chain: Some(points), ..raw },
            WallShape::Polygon { vertices, holes } => RawWall { polygon: Some(vertices), holes, ..raw },
            WallShape::Circle { center, radius } => RawWall { circle: Some(RawCircle { center, radius }), ..raw },
        }
    }
}

impl JsonSchema for Wall {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        RawWall::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        RawWall::json_schema(generator)
    }
}

pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn is_default_dt(dt: &f64) -> bool {
    *dt == DEFAULT_DT
}

fn is_default_duration(duration: &f64) -> bool {
    *duration == DEFAULT_DURATION
}

fn one() -> f64 {
    1.0
}

fn is_one(value: &f64) -> bool {
    *value == 1.0
}
