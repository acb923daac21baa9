//! Running a scene, frame by frame.

use crate::characters::{CharacterContact, CharacterEnd, Characters, Contacts, shown_characters};
use crate::output::{Failure, Output};
use carom::{Aabb, BodyId, Event, FrameEnd, Point, Polygon, Vec2, Walls, World};
use carom_draw::RunShown;
use carom_draw::digits;
use carom_draw::plain;
use carom_draw::{BodyShown, Scanned, Setting};
use carom_draw::{Keep, Record};
use carom_scene::{Built, Scene, WallShape};
use serde::Serialize;

/// How long to run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) dt: f64,
    /// Whole frames.
    pub(crate) frames: u64,
    /// A last, shorter one.
    pub(crate) rest: f64,
}

impl Span {
    /// So many frames, or as many as fit in a time; without a wish, the scene's own time.
    pub(crate) fn new(scene: &Scene, frames: Option<u64>, time: Option<f64>, dt: Option<f64>) -> Result<Span, Failure> {
        let dt = dt.unwrap_or(scene.world.dt);
        if let Some(frames) = frames {
            return Ok(Span { dt, frames, rest: 0.0 });
        }
        let time = time.unwrap_or(scene.world.duration);
        // A frame that is missing only for rounding is a whole one.
        let whole = (time / dt + 1e-6).floor();
        if whole > 1e15 {
            let [time, dt] = [time, dt].map(digits);
            return Err(Failure::usage(format!("{time} s are {whole:.0e} frames of {dt} s; at most 1e15 frames")));
        }
        let rest = time - whole * dt;
        // What is left over for rounding is no frame; a time that is shorter than a frame is one.
        let is_frame = rest > 1e-6 * dt || (whole == 0.0 && rest > 0.0);
        Ok(Span { dt, frames: whole as u64, rest: if is_frame { rest } else { 0.0 } })
    }

    fn count(&self) -> u64 {
        self.frames + u64::from(self.rest > 0.0)
    }

    fn length(&self, frame: u64) -> f64 {
        if frame < self.frames { self.dt } else { self.rest }
    }
}

/// The figures of a run.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Summary {
    pub(crate) scene: String,
    pub(crate) bodies: usize,
    pub(crate) walls: usize,
    pub(crate) frames: u64,
    /// Simulated seconds.
    pub(crate) time: f64,
    pub(crate) bounces: u64,
    pub(crate) collisions: u64,
    pub(crate) crossings: u64,
    /// How often groups squeezed bodies.
    pub(crate) squeezed: u64,
    /// How many walls of the scene vanish when they are touched, and how many of them have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bricks: Option<BrickCount>,
    /// Bodies that were inside of a closed polygon, or of the box around all walls, and are not any more.
    pub(crate) escaped: usize,
    /// The names of bodies that have come to rest.
    pub(crate) at_rest: Vec<String>,
    pub(crate) energy: Energy,
    pub(crate) gates: Vec<GateCount>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) zones: Vec<ZoneCount>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) groups: Vec<GroupEnd>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) characters: Vec<CharacterEnd>,
    pub(crate) state_hash: String,
    pub(crate) end: &'static str,
}

/// Walls that vanish.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct BrickCount {
    pub(crate) all: usize,
    pub(crate) vanished: usize,
}

/// The energy of motion and height.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Energy {
    pub(crate) before: f64,
    pub(crate) after: f64,
    /// What restitution, sliding and stopping took.
    pub(crate) lost: f64,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct GateCount {
    pub(crate) name: String,
    pub(crate) forward: u64,
    pub(crate) backward: u64,
}

/// How often a zone was entered and left, and how many bodies' centers are in it at the end.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ZoneCount {
    pub(crate) name: String,
    pub(crate) entered: u64,
    pub(crate) left: u64,
    pub(crate) inside: usize,
}

/// Where walls that move have come to.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GroupEnd {
    pub(crate) name: String,
    /// How far it is from where it began.
    pub(crate) offset: [f64; 2],
    pub(crate) velocity: [f64; 2],
}

/// Something that happened: to a body of the world, or to a character.
pub(crate) enum Happened<'a> {
    Event(&'a Event),
    Contact(&'a CharacterContact),
}

/// A scene that has been run.
pub(crate) struct Run {
    pub(crate) built: Built,
    pub(crate) start: Vec<BodyShown>,
    pub(crate) record: Record,
    pub(crate) summary: Summary,
    pub(crate) dt: f64,
}

/// Runs a scene and shows every event, with the number of its frame and its time since the beginning.
pub(crate) fn simulate(
    scene: &Scene,
    span: Span,
    keep: Keep,
    output: Output,
    mut each: impl FnMut(&Built, u64, f64, &Happened<'_>) -> Result<(), Failure>,
) -> Result<Run, Failure> {
    let mut built = scene.build()?;
    if let Some(words) = scene.passed_groups() {
        output.warn(words);
    }
    let start = shown_bodies(scene, &built);
    let mut record = Record::new(&built.world, keep);
    let mut characters = Characters::new(&built, &mut record);
    // A sum of nothing is −0.0.
    let energy = built.world.energy() + 0.0;
    let inside = Inside::of(scene, &built);
    let progress = output.progress(span.count(), "simulating");
    let (mut frames, mut end) = (0, "completed");
    while frames < span.count() {
        let began = built.world.time();
        let frame = built.step(span.length(frames));
        for event in &frame.events {
            record.event(began, event);
            each(&built, frames, began + event.time, &Happened::Event(event))?;
        }
        record.frame(&built.world);
        let dt = span.length(frames);
        for contact in characters.step(&mut built, &mut record, [began, dt])? {
            each(&built, frames, began + dt, &Happened::Contact(&contact))?;
        }
        frames += 1;
        progress.inc(1);
        match frame.end {
            FrameEnd::Completed => {}
            FrameEnd::EventLimit { remaining } => {
                output.warn(format!(
                    "frame {frames} has more events than allowed, {remaining} s of it are left; \
                     the run ends here (see max_events in the scene's world)"
                ));
                end = "event_limit";
                break;
            }
            FrameEnd::Jammed { body, .. } => {
                let name = built.names.body(body);
                output.warn(format!("{name} is packed so tightly that it has no room to move; the run ends here"));
                end = "jammed";
                break;
            }
        }
    }
    progress.finish_and_clear();
    built.show();
    record.finish(&built.world);
    let summary = Summary { characters: characters.ends, ..summarize(scene, &built, &inside, energy, frames, end) };
    Ok(Run { built, start, record, summary, dt: span.dt })
}

fn summarize(scene: &Scene, built: &Built, inside: &Inside, before: f64, frames: u64, end: &'static str) -> Summary {
    let world = &built.world;
    let tally = world.tally();
    let gates = built.gates.iter().map(|&id| {
        let count = world.gate_count(id).unwrap_or_default();
        GateCount { name: built.names.gate(id).into(), forward: count.forward, backward: count.backward }
    });
    let zones = built.zones.iter().enumerate().map(|(i, zone)| {
        let count = built.zone_count(i);
        let name = zone.edges.first().map_or("a zone", |&edge| built.names.gate(edge)).into();
        ZoneCount { name, entered: count.forward, left: count.backward, inside: built.zone_holds(i) }
    });
    let groups = world.groups().map(|(id, group)| GroupEnd {
        name: built.names.group(id).into(),
        offset: group.offset().into(),
        velocity: group.get_velocity().into(),
    });
    let at_rest = world.bodies().filter(|&(id, _)| world.is_at_rest(id)).map(|(id, _)| built.names.body(id).into());
    Summary {
        scene: title(scene),
        bodies: world.len(),
        walls: world.walls().len(),
        frames,
        time: world.time(),
        bounces: tally.bounces,
        collisions: tally.collisions,
        crossings: tally.crossings,
        squeezed: tally.squeezed,
        bricks: (!built.bricks.is_empty()).then(|| {
            let (all, vanished) = built.bricks.count();
            BrickCount { all, vanished }
        }),
        escaped: inside.missing(world),
        at_rest: at_rest.collect(),
        energy: Energy { before, after: world.energy() + 0.0, lost: tally.lost },
        gates: gates.collect(),
        zones: zones.collect(),
        groups: groups.collect(),
        characters: Vec::new(),
        state_hash: format!("{:016x}", built.state_hash()),
        end,
    }
}

/// Who is inside of what closes: the box around all walls, and polygons that nobody may pass.
struct Inside {
    bounds: Option<Aabb>,
    rooms: Vec<Polygon>,
    /// For each body that walls stop: its id, whether it is in the box, and in which rooms.
    bodies: Vec<(BodyId, bool, Vec<bool>)>,
}

/// Only so many rooms are watched.
const ROOMS: usize = 64;

impl Inside {
    fn of(scene: &Scene, built: &Built) -> Inside {
        let bounds = bounds(built.world.walls());
        let whole = scene.walls.iter().filter(|wall| wall.mask.is_none() && wall.side.is_none());
        let rooms: Vec<Polygon> = whole.filter_map(|wall| room(&wall.shape)).take(ROOMS).collect();
        let stopped = built.bodies.iter().zip(&scene.bodies).filter(|(_, body)| !body.sensor && body.mask != Some(0));
        let bodies = stopped.filter_map(|(&id, _)| {
            let at = built.world.get(id)?.position;
            let in_rooms = rooms.iter().map(|room| room.contains(at)).collect();
            Some((id, bounds.is_some_and(|bounds| bounds.contains(at)), in_rooms))
        });
        Inside { bodies: bodies.collect(), bounds, rooms }
    }

    /// How many are not inside any more.
    fn missing(&self, world: &World) -> usize {
        let is_missing = |(id, in_bounds, in_rooms): &&(BodyId, bool, Vec<bool>)| {
            let Some(at) = world.get(*id).map(|body| body.position) else { return false };
            let left_bounds = *in_bounds && self.bounds.is_some_and(|bounds| !bounds.contains(at));
            left_bounds || self.rooms.iter().zip(in_rooms).any(|(room, was_in)| *was_in && !room.contains(at))
        };
        self.bodies.iter().filter(is_missing).count()
    }
}

/// The polygon of a wall that closes.
fn room(shape: &WallShape) -> Option<Polygon> {
    match shape {
        WallShape::Polygon { vertices, holes } => {
            let holes = holes.iter().map(|hole| hole.iter().copied());
            Polygon::with_holes(vertices.iter().copied(), holes).ok()
        }
        WallShape::Chain(points) if points.len() > 3 && points.first() == points.last() => {
            Polygon::new(points[1..].iter().copied()).ok()
        }
        WallShape::Chain(_) | WallShape::Segment(_) | WallShape::Circle { .. } => None,
    }
}

fn bounds(walls: &Walls) -> Option<Aabb> {
    let boxes = walls.ids().filter_map(|id| {
        let wall = walls.get(id)?;
        wall.segment().map(|segment| segment.aabb()).or_else(|| wall.circle().map(|circle| circle.aabb()))
    });
    boxes.reduce(|all, one| all.union(&one))
}

/// What a scene is called.
pub(crate) fn title(scene: &Scene) -> String {
    scene.name.clone().unwrap_or_else(|| "A scene without a name".into())
}

/// Bodies as they are in the world, with the scene's names, and after them the characters.
fn shown_bodies(scene: &Scene, built: &Built) -> Vec<BodyShown> {
    let world = &built.world;
    let names = scene.bodies.iter().map(|body| body.name.clone()).chain(std::iter::repeat(None));
    let shown = world.bodies().zip(names).map(|((_, body), name)| match body.shape.and_then(|id| world.shape(id)) {
        Some(mover) => {
            let shown = BodyShown::shaped(name, mover, body.position, body.velocity);
            BodyShown { is_sensor: body.sensor, ..shown }
        }
        None => BodyShown {
            name,
            center: body.position,
            velocity: body.velocity,
            radius: body.radius,
            core: Vec::new(),
            is_sensor: body.sensor,
        },
    });
    shown.chain(shown_characters(scene, built)).collect()
}

/// A scene as it is to be drawn, with the bodies where they are now.
pub(crate) fn setting<'a>(scene: &Scene, built: &'a Built) -> Setting<'a> {
    let world = &built.world;
    let gates = built.gates.iter().zip(&scene.gates).filter_map(|(&id, gate)| {
        let segment = world.get_gate(id)?;
        Some((gate.name.clone(), segment))
    });
    let zones =
        built.zones.iter().zip(&scene.zones).map(|(built, zone)| (zone.name.clone(), built.zone.polygon().clone()));
    let scans = scene.scans.iter().map(|scan| {
        let directions = scan.directions();
        let origin = Point::from(scan.origin);
        let end = |(seen, direction): (Option<(carom::Beam, carom::Thing)>, &Vec2)| {
            seen.map_or_else(|| origin + *direction * scan.reach, |(beam, _)| beam.point)
        };
        let ends = scan.look(world).into_iter().zip(&directions).map(end).collect();
        Scanned { name: scan.name.clone(), origin, ends }
    });
    Setting {
        title: title(scene),
        about: scene.about.clone().unwrap_or_default(),
        walls: built.shown.as_ref().unwrap_or(world.walls()),
        gates: gates.collect(),
        zones: zones.collect(),
        scans: scans.collect(),
        bodies: shown_bodies(scene, built),
        view: scene.view,
    }
}

/// A number as 1/60 if it is one.
fn fraction(number: f64) -> String {
    let inverse = (1.0 / number).round();
    if (2.0..1e5).contains(&inverse) && 1.0 / inverse == number { format!("1/{inverse}") } else { plain(number) }
}

impl Run {
    /// The run as it is to be drawn.
    pub(crate) fn shown(&self, scene: &Scene) -> RunShown<'_> {
        let summary = &self.summary;
        let mut figures = Vec::new();
        if !summary.characters.is_empty() {
            let sum = |of: fn(&Contacts) -> u64| summary.characters.iter().map(|one| of(&one.contacts)).sum::<u64>();
            figures.push(("characters", summary.characters.len().to_string()));
            figures.push(("floors", sum(|contacts| contacts.floor).to_string()));
            figures.push(("walls and slopes", sum(|contacts| contacts.wall + contacts.slope).to_string()));
            figures.push(("ceilings", sum(|contacts| contacts.ceiling).to_string()));
        }
        if summary.bodies > 0 || summary.characters.is_empty() {
            figures.push(("bodies", summary.bodies.to_string()));
            figures.push(("bounces", summary.bounces.to_string()));
        }
        if summary.collisions > 0 {
            figures.push(("meetings of two", summary.collisions.to_string()));
        }
        if summary.squeezed > 0 {
            figures.push(("squeezed", summary.squeezed.to_string()));
        }
        if let Some(bricks) = summary.bricks {
            figures.push(("vanished", format!("{} of {}", bricks.vanished, bricks.all)));
        }
        if !summary.gates.is_empty() || !summary.zones.is_empty() {
            figures.push(("gates crossed", summary.crossings.to_string()));
        }
        if summary.bodies > 0 || summary.characters.is_empty() {
            figures.push(("escaped", summary.escaped.to_string()));
            figures.push(("energy before", plain(summary.energy.before)));
            figures.push(("energy after", plain(summary.energy.after)));
        }
        let (time, frames) = (plain(summary.time), summary.frames);
        let plural = if frames == 1 { "" } else { "s" };
        RunShown {
            setting: setting(scene, &self.built),
            start: self.start.clone(),
            record: &self.record,
            end: summary.time,
            subtitle: format!("{time} s in {frames} frame{plural} of {} s", fraction(self.dt)),
            figures: figures.into_iter().map(|(name, value)| (name.to_string(), value)).collect(),
        }
    }
}
