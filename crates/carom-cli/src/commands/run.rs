//! `carom run`: simulate a scene.

use super::{positive, size, whole_number};
use crate::characters::{CharacterContact, CharacterEnd, kind_name};
use crate::output::{Failure, Output, Sink, is_dash, table};
use crate::picture::{self, Format};
use crate::simulate::{Happened, Run, Span, Summary, simulate};
use carom::{Direction, Event, EventKind, SlideContact, Vec2};
use carom_draw::Keep;
use carom_draw::digits;
use carom_draw::plain;
use carom_draw::{Theme, ThemeName};
use carom_scene::{Built, Format as SceneFormat, Scene};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The scene that is run if none is named.
const CHAMBER: &str = include_str!("../../chamber.json");

/// Where the picture goes if nobody says.
const PICTURE: &str = "carom-run.svg";

/// At most so many names in a line.
const MOST_NAMES: usize = 8;

/// At most so many frames of a moving picture.
const MOST_FRAMES: f64 = 240.0;

const EXAMPLES: &str = "\
Examples:
  carom run                                     a chamber that is built in, drawn as carom-run.svg
  carom run table.json --time 30 --picture table.gif
  carom run gas.toml --frames 1000 --no-picture --json
  carom run pinball.json --events hits.csv
  carom run pinball.json --events - --no-picture | head

An event is one line: what happened (wall, body, gate; group: it met a wall that moves; squeezed: one has left it no room; enters, leaves: a sensor or a zone), \
when, to which body (or group, at a gate or a zone), where, the normal there, the velocities before and after, and what else is in the way of one that is squeezed (against). A character's events are the surfaces it comes to touch: floor, slope, wall or \
ceiling, told at the end of the frame. Characters run and jump by their script and slide along walls beside the bodies; \
the two do not push one another.

With --json (schema carom.run/1): scene, bodies, walls, frames, time (seconds simulated), bounces (at walls), \
collisions (of two bodies), crossings (of gates), squeezed (how often walls that move left a body no room), bricks, if there are any (all: walls that vanish when they are touched, vanished: those that have), escaped (bodies that were inside of a closed polygon, or of the box \
around all walls, and are not any more), at_rest (the names of bodies that have come to rest), energy (of motion and height: before, after, lost), gates (name, forward, backward), zones (name, entered, left, inside), \
groups, if there are any (name, offset: how far it is from where it began, velocity), characters, if there are any (name, position, velocity, stands_on: a wall or null, walked: the length of its way, jumps, contacts with \
each kind of surface that it did not touch in the frame before, stuck_in: a wall it starts in), state_hash (of the bodies, the walls and the characters: equal for equal states on every machine) and end (completed, event_limit or jammed).";

/// Simulate a scene: every bounce in order, a summary, and a picture
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The scene's file, - for standard input; without it, a chamber that is built in
    scene: Option<PathBuf>,
    /// How many frames to run
    #[arg(long, value_name = "N", value_parser = frames, conflicts_with = "time")]
    frames: Option<u64>,
    /// How many seconds to run; without both, the scene's own duration
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    time: Option<f64>,
    /// The length of a frame in seconds; without it, the scene's
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    dt: Option<f64>,
    /// Write every event to a file, or - for standard output
    #[arg(long, value_name = "FILE")]
    events: Option<PathBuf>,
    /// How events are written; without it, CSV if the file's name ends in .csv, else NDJSON
    #[arg(long, value_enum, requires = "events")]
    events_format: Option<EventFormat>,
    /// Draw the run: a file that ends in .svg, .png, .gif or .apng, or - for SVG on standard output.
    /// Without it carom-run.svg, but nothing if --json is given
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Draw nothing
    #[arg(long, conflicts_with = "picture")]
    no_picture: bool,
    /// The size of the picture in pixels
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<[u32; 2]>,
    /// The colours of the picture
    #[arg(long, value_enum, default_value_t)]
    theme: ThemeName,
}

fn frames(word: &str) -> Result<u64, String> {
    whole_number(word, 0, 1_000_000_000_000_000)
}

/// A format of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EventFormat {
    /// One JSON object a line
    Ndjson,
    /// A table with a header, separated by commas
    Csv,
}

pub(crate) fn perform(arguments: &Arguments, output: Output) -> Result<(), Failure> {
    let picture = arguments.picture_path(output);
    let format = picture.as_deref().map(|path| Format::of(path, None)).transpose()?;
    let is_taken = arguments.stdout_is_taken(output)?;
    let scene = match &arguments.scene {
        Some(path) => output.read_scene(path)?,
        None => Scene::parse(CHAMBER, SceneFormat::Json)?,
    };
    let span = Span::new(&scene, arguments.frames, arguments.time, arguments.dt)?;
    // What cannot be written is told before anything else is.
    let picture_file = picture.as_deref().map(Sink::open).transpose()?;
    let mut events = arguments.events.as_deref().map(|path| Events::open(path, arguments.events_format)).transpose()?;
    let keep = if format.is_some_and(Format::moves) { Keep::First } else { Keep::Last };
    let run = simulate(&scene, span, keep, output, |built, frame, time, event| match &mut events {
        Some(events) => events.write(&EventLine::of(built, frame, time, event)),
        None => Ok(()),
    })?;
    let picture_bytes =
        format.map(|format| drawn(&run, &scene, format, arguments.size, arguments.theme, output)).transpose()?;
    if let Some(events) = events {
        events.sink.finish()?;
    }
    if let (Some(path), Some(bytes), Some(mut file)) = (&picture, picture_bytes, picture_file) {
        file.write(&bytes)?;
        file.finish()?;
        if !is_dash(path) {
            output.note(format!("wrote {}", path.display()));
        }
    }
    if output.is_json {
        return output.json("carom.run/1", &run.summary);
    }
    let text = table(&rows(&run.summary));
    if is_taken {
        output.note(text.trim_end());
        return Ok(());
    }
    output.print(&text)
}

/// The file of a picture of a run, still or moving.
pub(crate) fn drawn(
    run: &Run,
    scene: &Scene,
    format: Format,
    size: Option<[u32; 2]>,
    theme: ThemeName,
    output: Output,
) -> Result<Vec<u8>, Failure> {
    let theme = Theme::named(theme);
    let mut shown = run.shown(scene);
    if !format.moves() {
        return picture::still(shown.picture(size, &theme), format, size);
    }
    let end = match run.record.full_at() {
        Some(full) if full < shown.end => {
            output.warn(format!("there is more than fits in a picture; it shows the first {full} s"));
            full
        }
        _ => shown.end,
    };
    // Twenty frames a second in real time; what lasts longer goes by faster. The dust of adding up frames is not one more.
    let count = (end * 20.0 - 1e-6).ceil().clamp(1.0, MOST_FRAMES);
    let speed = end / (count * 0.05);
    if speed > 1.01 {
        shown.figures.push(("shown".into(), format!("{} times as fast", plain((speed * 10.0).round() / 10.0))));
    }
    let (base, view) = shown.base(size, &theme, false);
    let progress = output.progress(2 * count as u64, "drawing");
    let bytes = picture::moving(&base, format, size, count as u32, 0.05, |index| {
        progress.inc(1);
        shown.moment(&base, &view, &theme, end * f64::from(index) / count)
    });
    progress.finish_and_clear();
    bytes
}

impl Arguments {
    fn picture_path(&self, output: Output) -> Option<PathBuf> {
        let by_itself = !self.no_picture && !output.is_json;
        self.picture.clone().or_else(|| by_itself.then(|| PICTURE.into()))
    }

    /// Whether something other than the summary goes to standard output; an error if several things do.
    fn stdout_is_taken(&self, output: Output) -> Result<bool, Failure> {
        let wants = [
            ("--json", output.is_json),
            ("--events -", self.events.as_deref().is_some_and(is_dash)),
            ("--picture -", self.picture.as_deref().is_some_and(is_dash)),
        ];
        let names: Vec<&str> = wants.iter().filter(|(_, wants)| *wants).map(|(name, _)| *name).collect();
        if names.len() > 1 {
            return Err(Failure::usage(format!("{} both want standard output", names.join(" and "))));
        }
        Ok(!names.is_empty())
    }
}

fn rows(summary: &Summary) -> Vec<(String, String)> {
    let row = |name: &str, value: String| (name.to_string(), value);
    let mut rows = vec![
        row("scene", summary.scene.clone()),
        row("bodies", summary.bodies.to_string()),
        row("walls", summary.walls.to_string()),
        row("frames", summary.frames.to_string()),
        row("simulated time", format!("{} s", digits(short(summary.time)))),
        row("bounces", summary.bounces.to_string()),
        row("collisions", summary.collisions.to_string()),
        row("crossings", summary.crossings.to_string()),
    ];
    for gate in &summary.gates {
        rows.push(row(&format!("  {}", gate.name), format!("{} forward, {} backward", gate.forward, gate.backward)));
    }
    for zone in &summary.zones {
        let told = format!("{} in, {} out, {} inside", zone.entered, zone.left, zone.inside);
        rows.push(row(&format!("  {}", zone.name), told));
    }
    let place = |[x, y]: [f64; 2]| format!("({}, {})", plain(x), plain(y));
    for group in &summary.groups {
        rows.push(row(&group.name, format!("moved by {}, velocity {}", place(group.offset), place(group.velocity))));
    }
    if !summary.groups.is_empty() {
        rows.push(row("squeezed", summary.squeezed.to_string()));
    }
    if let Some(bricks) = summary.bricks {
        rows.push(row("vanished", format!("{} of {} walls", bricks.vanished, bricks.all)));
    }
    let energy = &summary.energy;
    rows.push(row("escaped", summary.escaped.to_string()));
    if !summary.at_rest.is_empty() {
        rows.push(row("at rest", some_of(&summary.at_rest)));
    }
    rows.push(row("energy before", digits(energy.before)));
    let change = (energy.after - energy.before) / energy.before;
    let is_told = change.is_finite() && change != 0.0;
    let change = if is_told { format!("  ({change:+.1e} of it)") } else { String::new() };
    rows.push(row("energy after", digits(energy.after) + &change));
    rows.extend(summary.characters.iter().map(|one| row(&one.name, told(one))));
    rows.push(row("state hash", summary.state_hash.clone()));
    if summary.end != "completed" {
        rows.push(row("ended early", summary.end.replace('_', " ")));
    }
    rows
}

/// A character in words.
fn told(end: &CharacterEnd) -> String {
    let [x, y] = end.position.map(plain);
    let stands = match (&end.stuck_in, &end.stands_on) {
        (Some(wall), _) => format!("stuck in {wall}"),
        (_, Some(wall)) => format!("stands on {wall}"),
        _ => "in the air".into(),
    };
    let c = &end.contacts;
    let counts =
        [(c.floor, "floors"), (c.slope, "slopes"), (c.wall, "walls"), (c.ceiling, "ceilings"), (end.jumps, "jumps")];
    let counts: Vec<String> = counts.iter().map(|(count, name)| format!("{count} {name}")).collect();
    format!("at ({x}, {y}), {stands}; {}", counts.join(", "))
}

/// Some names, and how many more there are.
fn some_of(names: &[String]) -> String {
    let (shown, others) = names.split_at(names.len().min(MOST_NAMES));
    let more = if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
    shown.join(", ") + &more
}

/// A number without the dust that adding up leaves.
fn short(value: f64) -> f64 {
    let rounded = (value * 1e9).round() / 1e9;
    if rounded.is_finite() && rounded != 0.0 { rounded } else { value }
}

/// Events on their way to a file.
struct Events {
    sink: Sink,
    format: EventFormat,
    line: String,
}

/// One event, as it stands in a file.
#[derive(Serialize)]
struct EventLine<'a> {
    time: f64,
    frame: u64,
    event: &'static str,
    body: &'a str,
    /// What it met: a wall, a body, a gate, a zone, a group.
    other: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    direction: Option<&'static str>,
    point: [f64; 2],
    normal: [f64; 2],
    before: [f64; 2],
    after: [f64; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    other_before: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other_after: Option<[f64; 2]>,
    /// What a body is squeezed against.
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<&'a str>,
}

const HEADER: &str = "time,frame,event,body,other,direction,x,y,normal_x,normal_y,before_x,before_y,after_x,after_y,\
                      other_before_x,other_before_y,other_after_x,other_after_y,against\n";

impl Events {
    fn open(path: &Path, format: Option<EventFormat>) -> Result<Events, Failure> {
        let is_csv = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
        let format = format.unwrap_or(if is_csv { EventFormat::Csv } else { EventFormat::Ndjson });
        let mut sink = Sink::open(path)?;
        if format == EventFormat::Csv {
            sink.write(HEADER.as_bytes())?;
        }
        Ok(Events { sink, format, line: String::new() })
    }

    fn write(&mut self, line: &EventLine<'_>) -> Result<(), Failure> {
        self.line.clear();
        match self.format {
            EventFormat::Ndjson => {
                let text = serde_json::to_string(&line);
                self.line = text.map_err(|error| Failure::internal(format!("an event cannot be written: {error}")))?;
            }
            EventFormat::Csv => self.line = line.csv(),
        }
        self.line.push('\n');
        self.sink.write(self.line.as_bytes())
    }
}

impl<'a> EventLine<'a> {
    fn of(built: &'a Built, frame: u64, time: f64, happened: &Happened<'_>) -> EventLine<'a> {
        match happened {
            Happened::Event(event) => EventLine::of_body(built, frame, time, event),
            Happened::Contact(contact) => EventLine::of_character(built, frame, time, contact),
        }
    }

    fn of_body(built: &'a Built, frame: u64, time: f64, event: &Event) -> EventLine<'a> {
        let pair = |v: Vec2| [v.x, v.y];
        let names = &built.names;
        let (kind, other, direction) = match event.kind {
            EventKind::Wall(wall) => ("wall", names.wall(wall), None),
            EventKind::Group(group, _) => ("group", names.group(group), None),
            EventKind::Squeezed(group, _) => ("squeezed", names.group(group), None),
            EventKind::Body(body) => ("body", names.body(body), None),
            EventKind::Gate(gate, direction) | EventKind::GroupGate(_, gate, direction) => {
                let is_forward = direction == Direction::Forward;
                match built.zone_of(gate) {
                    Some(_) => (if is_forward { "enters" } else { "leaves" }, names.gate(gate), None),
                    None => ("gate", names.gate(gate), Some(if is_forward { "forward" } else { "backward" })),
                }
            }
            EventKind::Enters(body) => ("enters", names.body(body), None),
            EventKind::Leaves(body) => ("leaves", names.body(body), None),
            EventKind::GroupEnters(group) => ("enters", names.group(group), None),
            EventKind::GroupLeaves(group) => ("leaves", names.group(group), None),
        };
        EventLine {
            time,
            frame,
            event: kind,
            body: names.who(event),
            other,
            direction,
            point: [event.point.x, event.point.y],
            normal: pair(event.normal),
            before: pair(event.before),
            after: pair(event.after),
            other_before: event.other.map(|other| pair(other.before)),
            other_after: event.other.map(|other| pair(other.after)),
            against: match event.kind {
                EventKind::Squeezed(_, against) => against.map(|thing| names.thing(thing)),
                _ => None,
            },
        }
    }

    fn of_character(built: &'a Built, frame: u64, time: f64, told: &CharacterContact) -> EventLine<'a> {
        let SlideContact { wall, point, normal, kind, .. } = told.contact;
        EventLine {
            time,
            frame,
            event: kind_name(kind),
            body: built.names.character(told.character),
            other: built.names.wall(wall),
            direction: None,
            point: point.into(),
            normal: normal.into(),
            before: told.before.into(),
            after: told.after.into(),
            other_before: None,
            other_after: None,
            against: None,
        }
    }

    fn csv(&self) -> String {
        let mut cells = vec![
            self.time.to_string(),
            self.frame.to_string(),
            self.event.to_string(),
            quoted(self.body),
            quoted(self.other),
            self.direction.unwrap_or("").to_string(),
        ];
        for pair in [self.point, self.normal, self.before, self.after] {
            cells.extend(pair.map(|number| number.to_string()));
        }
        for pair in [self.other_before, self.other_after] {
            cells.extend(pair.map_or([String::new(), String::new()], |pair| pair.map(|number| number.to_string())));
        }
        cells.push(self.against.map_or_else(String::new, quoted));
        cells.join(",")
    }
}

/// A text as a cell of CSV.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.into() }
}
