//! Small worlds whose every event is judged.
//!
//! A scene of [`scenes`] is run by carom, and its log is judged ([`judge`]).

mod paste;

pub use crate::log::{Told, judge};
pub use paste::{as_code, shrunk};

use std::cmp::Ordering;
use std::ops::AddAssign;
use std::panic::{AssertUnwindSafe, catch_unwind};

use carom::{Body, FrameEnd, Segment, Side, Wall, Walls, World};

use crate::bodies::{Room, Solid, discs_apart};
use crate::log;
use crate::rng::Rng;
use crate::scenes;
use crate::truth::{self, Ends, Xy};

/// A small world and how long its frames are.
#[derive(Clone, Debug)]
pub struct Scene {
    /// What it was made for.
    pub kind: &'static str,
    /// The bodies, in the order in which they are added.
    pub bodies: Vec<Body>,
    /// The walls, in the order in which they are added.
    pub walls: Vec<Wall>,
    /// The gates, in the order in which they are added.
    pub gates: Vec<Ends>,
    /// Whether the gates are the edges of a polygon, counter-clockwise.
    pub is_ring: bool,
    /// The seconds of each frame.
    pub steps: Vec<f64>,
}

/// What was judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Scenes that were judged.
    pub scenes: u64,
    /// Scenes in which a body was held or moved aside or a frame was not completed: only their ends were judged.
    pub apart: u64,
    /// Scenes with a frame of so many events that the last ones were not judged.
    pub long: u64,
    /// Bodies that met walls.
    pub walls: u64,
    /// Bodies that met bodies.
    pub meetings: u64,
    /// Bodies that entered or left sensors.
    pub sensed: u64,
    /// Gates crossed.
    pub gates: u64,
    /// Pairs of a body and a gate in one frame that were too close to tell.
    pub gates_skipped: u64,
    /// Events at exactly the time of another one to come.
    pub ties: u64,
    /// Responses at walls that were let pass, as something else was touched too.
    pub excused: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.scenes += other.scenes;
        self.apart += other.apart;
        self.long += other.long;
        self.walls += other.walls;
        self.meetings += other.meetings;
        self.sensed += other.sensed;
        self.gates += other.gates;
        self.gates_skipped += other.gates_skipped;
        self.ties += other.ties;
        self.excused += other.excused;
    }
}

/// A scene that was not told right.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// What the scene was made for.
    pub kind: &'static str,
    /// What is wrong.
    pub message: String,
    /// The scene itself.
    pub scene: Scene,
}

/// Makes one scene, lets carom run it and judges the log.
///
/// # Errors
/// If carom's log is not what must have happened.
pub fn check(rng: &mut Rng) -> Result<Counts, Box<Wrong>> {
    let mut scene = scenes::any(rng);
    // Nobody may be put into a wall from its front; who comes from behind gets there by itself.
    while scene.bodies.iter().any(|body| scene.walls.iter().any(|wall| is_in_front_of(body, wall))) {
        scene = scenes::any(rng);
    }
    run(&scene).map_err(|message| Box::new(Wrong { kind: scene.kind, message, scene }))
}

/// Whether a body is in a wall that has one side only, and not behind it.
fn is_in_front_of(body: &Body, wall: &Wall) -> bool {
    let behind = match wall.side() {
        Side::On => return false,
        Side::Left => truth::Side::Right,
        Side::Right => truth::Side::Left,
    };
    let Some(segment) = wall.segment() else { return false };
    let (at, ends): (Xy, Ends) = (body.position.into(), [segment.a().into(), segment.b().into()]);
    let order = truth::compare_distance_to_segment(at, ends, body.radius);
    let overlaps = order == Ordering::Less || (body.radius == 0.0 && order == Ordering::Equal);
    overlaps && !body.sensor && truth::orient(ends[0], ends[1], at) != behind
}

/// Lets carom run a scene and judges the log.
///
/// # Errors
/// If carom's log is not what must have happened, or carom panics.
pub fn run(scene: &Scene) -> Result<Counts, String> {
    let told = catch_unwind(AssertUnwindSafe(|| tell(scene))).map_err(|_| "carom panics".to_owned())??;
    match told {
        Some(frames) => judge(scene, &frames).map(|counts| Counts { scenes: 1, ..counts }),
        None => Ok(Counts { apart: 1, ..Counts::default() }),
    }
}

/// What carom tells of a scene; `None` if a body was held or moved aside, or a frame not completed.
fn tell(scene: &Scene) -> Result<Option<Vec<Told>>, String> {
    let mut world = World::new(Walls::new(scene.walls.iter().copied()));
    for (i, &body) in scene.bodies.iter().enumerate() {
        world.add(body).map_err(|error| format!("there is room for body {i}, but: {error}"))?;
    }
    for &[a, b] in &scene.gates {
        world.add_gate(Segment::new(a, b).map_err(|error| error.to_string())?);
    }
    let mut frames = Vec::new();
    for &dt in &scene.steps {
        let frame = world.step(dt);
        let after = world.bodies().map(|(_, body)| [log::plain(body.position), body.velocity.into()]).collect();
        frames.push(Told { dt, events: frame.events, after });
        let tally = world.tally();
        if frame.end != FrameEnd::Completed || 0 < tally.held || 0 < tally.nudged {
            let now: Vec<Body> = world.bodies().map(|(_, body)| *body).collect();
            let overlap = (0..now.len()).find(|&i| !is_apart(&now[i], &now[..i], &scene.walls));
            return overlap.map_or(Ok(None), |i| Err(format!("body {i} overlaps something in the end")));
        }
    }
    Ok(Some(frames))
}

/// Whether a body overlaps no wall that it meets and none of these others; points may not touch walls.
pub(crate) fn has_room(body: &Body, others: &[Body], walls: &[Wall]) -> bool {
    let is_same_point = |other: &Body| {
        let are_points = body.radius == 0.0 && other.radius == 0.0 && log::solid_pair(body, other);
        are_points && body.position == other.position
    };
    body.sensor || (is_apart(body, others, walls) && !others.iter().any(is_same_point))
}

/// Whether a body is on no wall and overlaps no other. Two points overlap nowhere, not even in one place.
fn is_apart(body: &Body, others: &[Body], walls: &[Wall]) -> bool {
    if body.sensor {
        return true;
    }
    let at = log::plain(body.position);
    let admitted = walls.iter().filter(|wall| wall.mask() & body.mask != 0 && wall.side() == Side::On);
    let solids: Vec<Solid> = admitted.map(log::solid).collect();
    let is_clear = Room::new(solids).blocks(at, at, body.radius).is_none();
    let mut met = others.iter().filter(|other| log::solid_pair(body, other));
    is_clear && met.all(|other| discs_apart(at, body.radius, log::plain(other.position), other.radius))
}
