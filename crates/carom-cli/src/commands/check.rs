//! `carom check`: is a scene as it should be?

use super::convert::{format_of, write};
use super::{not_negative, positive};
use crate::output::{Failure, Output, is_dash, name_of_file, pair};
use crate::overlaps::overlaps;
use carom::{BodyId, Dangling, Feature, Point, Polygon, WallId, Walls};
use carom_draw::digits;
use carom_scene::{Built, Fault, FaultKind, ReadLimits, Scene, WallShape};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  carom check table.json
  carom check table.json --closed             every end of a wall must touch another wall
  carom check level.tmx --free-beyond 1       only gaps of up to 1 are a problem
  carom check plan.svg --weld 0.01 -o plan.json
  carom check table.json --json | jq .problems

Looked for are: values and shapes that are not allowed; bodies on walls and bodies that overlap; bodies outside of closed \
walls, or in a hole of them, as in a pillar; characters that start in a wall; and gaps: ends of walls that no other wall touches, with the distance to the nearest.

An end may be free inside of a closed wall, which is a polygon or a chain that ends where it began: nothing leaks there. It \
is a gap if it is in no closed wall, or if it misses another wall by 1/1000 of the scene's size or less, which is hardly \
meant. --closed and --free-beyond choose another rule. A gap may be too small to be seen, and still something small \
passes through it. --weld closes gaps up to a width and writes the scene; what is told is then told of the welded scene. \
Characters do not meet walls that move: a scene with both is warned of, which is no problem.

Exit status 0 if there is no problem, 1 if there is one.";

/// Tell whether a scene is valid and closed, and whether its bodies have room
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The scene's file, - for standard input
    scene: PathBuf,
    /// Every end of a wall that no other wall touches is a problem
    #[arg(long, conflicts_with = "free_beyond")]
    closed: bool,
    /// Ends of walls are a problem only up to this distance from another; 0 allows all
    #[arg(long, value_name = "WIDTH", value_parser = not_negative)]
    free_beyond: Option<f64>,
    /// Close gaps of up to this width
    #[arg(long, value_name = "WIDTH", value_parser = positive, requires = "out")]
    weld: Option<f64>,
    /// Where the welded scene goes, - for standard output
    #[arg(long, short, value_name = "FILE", requires = "weld")]
    out: Option<PathBuf>,
}

/// So many problems are told to people; programs get all.
const MOST_TOLD: usize = 100;

/// The part of a scene's size up to which a gap is hardly meant.
const NARROW: f64 = 1e-3;

/// What was found. What could not be looked at is not there.
#[derive(Serialize)]
struct Findings {
    scene: String,
    is_well: bool,
    /// How many walls, with every edge of a polygon counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    walls: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bodies: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gates: Option<usize>,
    /// How many zones, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    zones: Option<usize>,
    /// How many characters and how many groups of walls that move, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    characters: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    groups: Option<usize>,
    /// Whether every end of a wall touches another wall.
    #[serde(skip_serializing_if = "Option::is_none")]
    closed: Option<bool>,
    /// How many ends do not, and may be free.
    #[serde(skip_serializing_if = "Option::is_none")]
    free_ends: Option<usize>,
    /// Ends that were moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    welded: Option<usize>,
    /// The widths of the gaps, the smallest first.
    #[serde(skip)]
    gaps: Vec<f64>,
    /// The longer side of a box around everything.
    #[serde(skip)]
    size: f64,
    problems: Vec<Problem>,
}

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Problem {
    /// `invalid`, `overlap`, `outside`, `hole` or `gap`.
    pub(crate) kind: &'static str,
    /// What: the name of a wall or a body, or a field of the scene.
    pub(crate) what: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<[f64; 2]>,
    /// The width of a gap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) width: Option<f64>,
    /// The other one, of two that overlap or do not meet; the wall in a hole of which something is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) other: Option<String>,
    pub(crate) message: String,
}

pub(crate) fn perform(arguments: &Arguments, output: Output) -> Result<(), Failure> {
    let format = arguments.out.as_deref().map(format_of).transpose()?;
    let is_taken = arguments.out.as_deref().is_some_and(is_dash);
    if output.is_json && is_taken {
        return Err(Failure::usage("--json and -o - both want standard output"));
    }
    let file = if is_dash(&arguments.scene) { "standard input".into() } else { arguments.scene.display().to_string() };
    let mut findings = Findings::of(&file);
    match Scene::read(&arguments.scene, ReadLimits::default()) {
        Ok((mut scene, skipped)) => {
            output.tell_skipped(&skipped);
            findings.scene = scene.name.clone().or_else(|| name_of_file(&arguments.scene)).unwrap_or(file);
            if let (Some(width), Some(out), Some(format)) = (arguments.weld, &arguments.out, format) {
                // Walls that are not valid cannot be welded; they are told below.
                if let Ok(welded) = weld(&mut scene, width) {
                    findings.welded = Some(welded);
                    write(&scene, format, out, output)?;
                }
            }
            if let Some(words) = scene.passed_groups() {
                output.warn(words);
            }
            findings.look(scene, arguments);
        }
        Err(fault) if fault.kind == FaultKind::Data => findings.problems.push(invalid(&fault)),
        Err(fault) => return Err(fault.into()),
    }
    findings.is_well = findings.problems.is_empty();
    if output.is_json {
        output.json("carom.check/1", &findings)?;
    } else if is_taken {
        output.note(findings.told().trim_end());
    } else {
        output.print(&findings.told())?;
        if let (None, Some(width)) = (arguments.weld, findings.width_to_weld()) {
            output.note(format!("hint: --weld {} -o FILE closes what may be meant to meet", digits(width)));
        }
    }
    // What is wrong has been told.
    if findings.is_well { Ok(()) } else { Err(Failure { code: 1, message: String::new() }) }
}

fn invalid(fault: &Fault) -> Problem {
    let what = fault.field.clone().unwrap_or_else(|| "scene".into());
    Problem { kind: "invalid", what, at: None, width: None, other: None, message: fault.to_string() }
}

impl Findings {
    fn of(scene: &str) -> Findings {
        Findings {
            scene: scene.into(),
            is_well: true,
            walls: None,
            bodies: None,
            gates: None,
            zones: None,
            characters: None,
            groups: None,
            closed: None,
            free_ends: None,
            welded: None,
            gaps: Vec::new(),
            size: 0.0,
            problems: Vec::new(),
        }
    }

    /// Looks at a scene that could be read.
    fn look(&mut self, mut scene: Scene, arguments: &Arguments) {
        (self.bodies, self.gates) = (Some(scene.bodies.len()), Some(scene.gates.len()));
        let some = |count: usize| Some(count).filter(|&count| count > 0);
        self.zones = some(scene.zones.len());
        (self.characters, self.groups) = (some(scene.characters.len()), some(scene.groups.len()));
        self.size = scene.extent().map_or(0.0, |[low_x, low_y, high_x, high_y]| (high_x - low_x).max(high_y - low_y));
        let built = match self.build(&mut scene) {
            Ok(built) => built,
            Err(fault) => {
                self.problems.push(invalid(&fault));
                return;
            }
        };
        let report = built.world.report();
        self.walls = Some(built.world.walls().len());
        self.closed = Some(report.walls.is_closed());
        let closed_walls = closed_walls(&scene);
        let mut not_inside = [report.outside, report.in_holes].concat();
        not_inside.sort_unstable();
        self.problems.extend(not_inside.into_iter().map(|id| outside(&built, &closed_walls, id)));
        let may_be_free = |at: Point, width: Option<f64>| match arguments.free_beyond {
            _ if arguments.closed => false,
            Some(limit) => width.is_none_or(|width| limit < width),
            None => {
                let is_narrow = width.is_some_and(|width| width <= NARROW * self.size);
                !is_narrow && closed_walls.iter().any(|wall| wall.outline.contains(at))
            }
        };
        let (free, gaps): (Vec<&Dangling>, Vec<&Dangling>) =
            report.walls.dangling.iter().partition(|end| may_be_free(end.at, end.nearest.map(|(_, width)| width)));
        self.free_ends = Some(free.len());
        self.gaps = gaps.iter().filter_map(|end| Some(end.nearest?.1)).collect();
        self.gaps.sort_by(f64::total_cmp);
        self.problems.extend(gaps.into_iter().map(|end| gap(&built, end)));
    }

    /// Builds a scene. Bodies without room are found one by one; then the rest is built without them.
    fn build(&mut self, scene: &mut Scene) -> Result<Built, Fault> {
        if let Ok(built) = scene.build() {
            return Ok(built);
        }
        let (found, without_room) = overlaps(scene)?;
        self.problems.extend(found);
        let mut place = 0..;
        scene.bodies.retain(|_| !place.next().is_some_and(|i| without_room.contains(&i)));
        scene.build()
    }

    fn told(&self) -> String {
        let count = |count: usize, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
        let known = [
            (self.walls, "wall", "walls"),
            (self.bodies, "body", "bodies"),
            (self.gates, "gate", "gates"),
            (self.zones, "zone", "zones"),
            (self.characters, "character", "characters"),
            (self.groups, "group", "groups"),
        ];
        let known: Vec<String> = known.iter().filter_map(|(n, one, many)| Some(count((*n)?, one, many))).collect();
        let mut text = self.scene.clone();
        if !known.is_empty() {
            text += &format!(": {}", known.join(", "));
        }
        text.push('\n');
        if let Some(welded) = self.welded {
            text += &format!("{} moved\n", count(welded, "end", "ends"));
        }
        for problem in self.problems.iter().take(MOST_TOLD) {
            text += &format!("{}: {}\n", problem.kind, problem.message);
        }
        if MOST_TOLD < self.problems.len() {
            text += &format!("and {} more, which --json tells\n", self.problems.len() - MOST_TOLD);
        }
        text += &match (self.problems.len(), self.closed) {
            (0, Some(true)) => "all is well: valid, closed, every body has room\n".to_string(),
            (0, _) => {
                let free = count(self.free_ends.unwrap_or(0), "end is", "ends are");
                format!("all is well: valid, every body has room; {free} free, which --closed tells\n")
            }
            (problems, _) => format!("{}\n", count(problems, "problem", "problems")),
        };
        text
    }

    /// A width that closes the gaps that are narrow beside the scene, if there are any.
    fn width_to_weld(&self) -> Option<f64> {
        let narrow = self.gaps.iter().rev().find(|width| **width <= NARROW * self.size)?;
        // One digit, rounded up.
        let digit = 10_f64.powf(narrow.log10().floor());
        format!("{:.0e}", (narrow / digit).ceil() * digit).parse().ok()
    }
}

/// A body that is where the chamber is not.
fn outside(built: &Built, closed_walls: &[Closed], id: BodyId) -> Problem {
    let at = built.world.get(id).map(|body| body.position);
    let what = built.names.body(id).to_string();
    let place = at.map_or(String::new(), |at| format!(" at {}", pair(at.x, at.y)));
    let around = at.and_then(|at| innermost(closed_walls, at));
    let at = at.map(|at| [at.x, at.y]);
    let wall = around.map(|around| wall_name(built, around.place));
    let (kind, message) = match (around, &wall) {
        // What closed walls surround is not outside of them.
        (Some(around), Some(wall)) if around.has_holes => ("hole", format!("{what}{place} is in a hole of {wall}")),
        (_, Some(wall)) => ("hole", format!("{what}{place} is in {wall}, which stands inside of another closed wall")),
        _ => ("outside", format!("{what}{place} is outside of the walls")),
    };
    Problem { kind, what, at, width: None, other: wall, message }
}

/// An end of a wall that no other wall touches.
fn gap(built: &Built, end: &Dangling) -> Problem {
    let name = |id: WallId| {
        let wall = built.names.wall(id);
        match built.names.wall_index(id).and_then(|index| built.walls_of.get(index)) {
            Some((_, first, count)) if *count > 1 => format!("edge {} of {wall}", id.index() - first.index()),
            _ => wall.to_string(),
        }
    };
    let what = name(end.wall);
    let which = if end.end == Feature::A { "first" } else { "second" };
    let nearest = match end.nearest {
        Some((other, width)) => format!("{} away from {}", digits(width), name(other)),
        None => "alone".into(),
    };
    let place = pair(end.at.x, end.at.y);
    Problem {
        kind: "gap",
        message: format!("the {which} end of {what} at {place} touches no other wall: {nearest}"),
        what,
        at: Some([end.at.x, end.at.y]),
        width: end.nearest.map(|(_, width)| width),
        other: end.nearest.map(|(other, _)| name(other)),
    }
}

/// The walls of a scene that are closed by themselves, without their holes.
fn closed_walls(scene: &Scene) -> Vec<Closed> {
    let ring = |shape: &WallShape| match shape {
        WallShape::Polygon { vertices, holes } => {
            Some((Polygon::new(vertices.iter().copied()).ok()?, !holes.is_empty()))
        }
        WallShape::Chain(points) => {
            let (last, ring) = points.split_last()?;
            // One that crosses itself is not taken for closed.
            let closed = (ring.first() == Some(last)).then(|| Polygon::new(ring.iter().copied()).ok())??;
            Some((closed, false))
        }
        WallShape::Segment(_) | WallShape::Circle { .. } => None,
    };
    let walls = scene.walls.iter().enumerate();
    walls
        .filter_map(|(place, wall)| {
            let (outline, has_holes) = ring(&wall.shape)?;
            Some(Closed { place, outline, has_holes })
        })
        .collect()
}

/// A closed wall of a scene.
struct Closed {
    /// Its place among the scene's walls.
    place: usize,
    /// Without its holes.
    outline: Polygon,
    has_holes: bool,
}

/// The smallest closed wall around a place.
fn innermost(walls: &[Closed], at: Point) -> Option<&Closed> {
    let around = walls.iter().filter(|wall| wall.outline.contains(at));
    around.min_by(|a, b| a.outline.area().total_cmp(&b.outline.area()))
}

/// What a wall of a scene is called.
fn wall_name(built: &Built, place: usize) -> String {
    let first = built.walls_of.iter().find(|wall| wall.0 == place);
    first.map_or_else(|| "a wall".into(), |&(_, id, _)| built.names.wall(id).to_string())
}

/// Closes gaps of a scene up to a width; gives the number of ends that were moved.
fn weld(scene: &mut Scene, width: f64) -> Result<usize, Fault> {
    let walls_only =
        Scene { bodies: Vec::new(), gates: Vec::new(), zones: Vec::new(), scans: Vec::new(), ..scene.clone() };
    let built = walls_only.build()?;
    let before = built.world.walls();
    let mut after: Walls = before.clone();
    let welded = after.weld(width);
    let mut ids = before.ids();
    for &(place, _, count) in &built.walls_of {
        for (i, id) in ids.by_ref().take(count).enumerate() {
            let old = before.get(id).and_then(|wall| wall.segment());
            let new = after.get(id).and_then(|wall| wall.segment());
            let (Some(old), Some(new)) = (old, new) else { continue };
            // Only ends that no other wall touches are moved, so a polygon stays, and of a chain only its ends move.
            let points: &mut [[f64; 2]] = match &mut scene.walls[place].shape {
                WallShape::Segment(ends) => ends,
                WallShape::Chain(points) => points,
                WallShape::Polygon { .. } | WallShape::Circle { .. } => continue,
            };
            if old.a() != new.a() {
                points[i] = [new.a().x, new.a().y];
            }
            if old.b() != new.b() {
                points[i + 1] = [new.b().x, new.b().y];
            }
        }
    }
    Ok(welded)
}
