//! `carom cast`: what many sweeps or rays touch first.

use super::not_negative;
use crate::output::{Failure, Output, Sink, is_dash};
use crate::rays::{Ray, Surroundings};
use crate::rows::{Bad, Columns, Piece, Pieces, Row, RowFormat, RowOptions, Table, Told};
use crate::rows::{cell, json_text, number, whole};
use crate::shape::Shape;
use carom::{Hit, Mover, MoverPart, Now, Point, Sweep, Thing, Vec2, WallId, Walls};
use carom_draw::digits;
use carom_scene::{Built, Scene};
use clap::Args;
use rayon::prelude::*;
use serde::Serialize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  carom cast maze.json moves.csv -o hits.csv              moves from x0,y0 to x1,y1
  carom cast maze.json moves.csv --radius 0.3             the same for discs
  carom cast maze.json moves.csv --shape box:-1,0,1,2     the same for boxes two wide and two high
  carom cast maze.json rays.csv --rays                    rays from x,y along dx,dy, without end
  zcat rays.csv.gz | carom cast maze.json - --rays | head
  carom cast maze.json rays.csv --rays --all              bodies and walls that move are seen too
  carom cast maze.json moves.csv --json                   only how often each wall is hit

Rows of sweeps are x0,y0,x1,y1 and perhaps radius; of rays x,y,dx,dy and perhaps max, the distance at which the ray \
ends. In CSV a header may name the columns in any order, beside others; without one they stand in this order. In \
NDJSON they are the fields of one object a line. A Parquet file is known by its name, .parquet, or by how it begins; it \
is read only by a carom that was built with the feature `parquet`.

The answer to each row is one row, in the same order: the row's number from 1, the wall that is touched first (its \
name, or its place in the scene), which of its edges, t (from 0, the start, to 1, the end) or for rays the distance, \
the point, and the normal there; with --shape also which part of the shape touches: vertex 0, edge 2, counted \
counter-clockwise from the first corner, that of a box at the lower left. If nothing is touched, only the row's number. \
With --all bodies but sensors, and groups, stand where the scene has them at first, and are named as walls are.

A bad row ends the work with 65, and a file given with -o is not written; on standard output the rows before it stand.";

/// Tell what many sweeps or rays touch first
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The scene's file, whose walls count
    scene: PathBuf,
    /// Bodies and groups of walls that move count too, where they are at first
    #[arg(long)]
    all: bool,
    /// The file of rows, CSV or NDJSON, also packed with gzip, or Parquet; - for standard input
    #[arg(default_value = "-")]
    rows: PathBuf,
    /// Rows are sweeps: x0,y0,x1,y1 and perhaps a radius; this is so without it
    #[arg(long)]
    sweeps: bool,
    /// Rows are rays: x,y,dx,dy and perhaps a max
    #[arg(long, conflicts_with_all = ["sweeps", "radius"])]
    rays: bool,
    /// The radius of sweeps that have none of their own
    #[arg(long, value_name = "R", value_parser = not_negative, default_value = "0")]
    radius: f64,
    /// What moves: box:MINX,MINY,MAXX,MAXY, capsule:X0,Y0,X1,Y1 or polygon:'X,Y X,Y …', around its position and grown by
    /// --radius. Rows have no radius of their own then
    #[arg(long, value_name = "SHAPE", value_parser = Shape::parse, allow_hyphen_values = true, conflicts_with = "rays")]
    shape: Option<Shape>,
    /// How results are written; without it NDJSON if the file's name ends in .ndjson or .jsonl, else CSV with commas
    #[arg(long, value_enum)]
    format: Option<RowFormat>,
    #[command(flatten)]
    options: RowOptions,
}

/// The figures of a cast.
#[derive(Serialize)]
struct Summary {
    scene: String,
    rows: u64,
    hits: u64,
    misses: u64,
    /// Bad rows that were left out.
    skipped: u64,
    walls: Vec<WallCount>,
}

/// How often a wall of the scene was touched first.
#[derive(Serialize)]
struct WallCount {
    name: String,
    hits: u64,
}

pub(crate) fn perform(arguments: &Arguments, output: Output) -> Result<(), Failure> {
    let (out, format) = (arguments.options.out(output)?, arguments.options.text_format(arguments.format)?);
    if is_dash(&arguments.scene) && is_dash(&arguments.rows) {
        return Err(Failure::usage("the scene and the rows both want standard input"));
    }
    let scene = output.read_scene(&arguments.scene)?;
    // If only walls matter, bodies that have no room are no hindrance.
    let bodies = if arguments.all { scene.bodies.clone() } else { Vec::new() };
    let asked = Scene { bodies, gates: Vec::new(), zones: Vec::new(), scans: Vec::new(), ..scene.clone() };
    let built = asked.build()?;
    let now = arguments.all.then(|| built.world.now());
    let target = Target::of(&built, now.as_ref());
    output.await_rows(&arguments.rows);
    let (table, mut pieces) = Table::open(&arguments.rows, &arguments.columns(), arguments.options.delimiter)?;
    let mover = arguments.shape.as_ref().map(|shape| shape.mover(arguments.radius)).transpose();
    let mover = mover.map_err(|error| Failure::usage(format!("--shape: {error}")))?;
    let cast = Cast { mover, ..Cast::new(arguments, target, &scene, format, table) };
    let mut sink = out.as_deref().map(Sink::open).transpose()?;
    let summary = arguments.options.pool()?.install(|| cast.all(&mut pieces, sink.as_mut(), output))?;
    if let Some(sink) = sink {
        sink.finish()?;
    }
    if output.is_json {
        return output.json("carom.cast/1", &summary);
    }
    let some = |count: u64, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    let skipped = match summary.skipped {
        0 => String::new(),
        count => format!(", {} left out", some(count, "bad row", "bad rows")),
    };
    let (rows, hits) = (some(summary.rows, "row", "rows"), some(summary.hits, "hit", "hits"));
    output.note(format!("{rows}: {hits}, {}{skipped}", some(summary.misses, "miss", "misses")));
    Ok(())
}

impl Arguments {
    fn columns(&self) -> Columns {
        let (numbers, extra) =
            if self.rays { (["x", "y", "dx", "dy"], "max") } else { (["x0", "y0", "x1", "y1"], "radius") };
        let extra = Some(extra.to_string());
        Columns { track: None, numbers: numbers.map(str::to_string).into(), extra, keep: Vec::new() }
    }
}

/// What rows are asked about: walls, and the things of the scene that they are parts of.
struct Target<'a> {
    walls: &'a Walls,
    /// The number of each thing's first wall, and the thing's name.
    things: Vec<(usize, &'a str)>,
}

impl<'a> Target<'a> {
    /// The walls that stand; everything, if it is given.
    fn of(built: &'a Built, now: Option<&'a Now>) -> Target<'a> {
        let things = built.walls_of.iter().map(|&(_, first, _)| (first.index(), built.names.wall(first))).collect();
        let Some(now) = now else { return Target { walls: built.world.walls(), things } };
        let mut target = Target { walls: now.walls(), things };
        let mut last = None;
        for id in now.walls().ids() {
            let thing = now.thing(id).filter(|thing| !matches!(thing, Thing::Wall(_)));
            if let Some(thing) = thing.filter(|thing| last != Some(*thing)) {
                target.things.push((id.index(), built.names.thing(thing)));
            }
            last = thing;
        }
        target
    }

    /// The place among the things of the one that a wall is part of.
    fn place(&self, wall: WallId) -> Option<usize> {
        self.things.partition_point(|(first, _)| *first <= wall.index()).checked_sub(1)
    }
}

/// What all rows have in common.
struct Cast<'a> {
    arguments: &'a Arguments,
    target: Target<'a>,
    scene: &'a Scene,
    surroundings: Surroundings<'a>,
    /// What moves, if it is no point or disc.
    mover: Option<Mover>,
    table: Table,
    format: RowFormat,
    /// For each thing its name, as it stands in a row.
    names: Vec<Vec<u8>>,
}

/// The rows of a piece, ready to be asked.
#[derive(Default)]
struct Questions {
    sweeps: Vec<Sweep>,
    /// Rays that are no sweep, and between which sweeps they stand.
    rays: Vec<(usize, Ray)>,
    /// The number in the piece of each sweep's row.
    rows: Vec<u32>,
    /// How many rows there are, with the bad ones.
    count: u32,
    bad: Vec<Bad>,
}

/// The answers to a piece.
struct Answers {
    text: Vec<u8>,
    hits: Vec<u64>,
}

/// One answer, in numbers.
struct Answer {
    wall: WallId,
    at: f64,
    point: Point,
    normal: Vec2,
    part: MoverPart,
}

impl<'a> Cast<'a> {
    fn new(
        arguments: &'a Arguments,
        target: Target<'a>,
        scene: &'a Scene,
        format: RowFormat,
        table: Table,
    ) -> Cast<'a> {
        let write = if format == RowFormat::Csv { cell } else { json_text };
        let name = |(_, name): &(usize, &str)| {
            let mut text = Vec::new();
            write(&mut text, name.as_bytes());
            text
        };
        let names = target.things.iter().map(name).collect();
        let surroundings = Surroundings::of(target.walls);
        Cast { arguments, target, scene, surroundings, mover: None, table, format, names }
    }

    /// Asks all rows and writes the answers, some pieces at a time.
    fn all(&self, pieces: &mut Pieces, mut sink: Option<&mut Sink>, output: Output) -> Result<Summary, Failure> {
        let mut hits = vec![0; self.names.len()];
        let (mut rows, mut bad) = (0, Told::default());
        if let (Some(sink), RowFormat::Csv) = (&mut sink, self.format) {
            let at = if self.arguments.rays { "distance" } else { "t" };
            let part = if self.mover.is_some() { ",part" } else { "" };
            sink.write(format!("row,wall,edge,{at},x,y,nx,ny{part}\n").as_bytes())?;
        }
        let at_once = 4 * rayon::current_num_threads();
        loop {
            let batch = pieces.batch(at_once)?;
            if batch.is_empty() {
                break;
            }
            let mut parts: Vec<Questions> = batch.par_iter().map(|piece| self.questions(piece)).collect();
            drop(batch);
            let fault = parts.iter().position(|part| !part.bad.is_empty()).filter(|_| !self.arguments.options.skip_bad);
            // What comes after the first bad row is not asked, whatever was read already.
            parts.truncate(fault.map_or(parts.len(), |fault| fault + 1));
            let mut firsts = Vec::with_capacity(parts.len());
            for part in &parts {
                firsts.push(rows);
                rows += u64::from(part.count);
            }
            let answers: Vec<Answers> =
                parts.par_iter().zip(&firsts).map(|(part, first)| self.answers(part, *first, sink.is_some())).collect();
            for answer in &answers {
                hits.iter_mut().zip(&answer.hits).for_each(|(all, more)| *all += more);
                if let Some(sink) = &mut sink {
                    sink.write(&answer.text)?;
                }
            }
            for found in parts.iter().flat_map(|part| &part.bad) {
                if !self.arguments.options.skip_bad {
                    return Err(Failure::data(self.table.told(found)));
                }
                bad.tell(output, || self.table.told(found));
            }
        }
        Ok(self.summary(rows, &hits, bad.count))
    }

    fn summary(&self, rows: u64, hits: &[u64], skipped: u64) -> Summary {
        let count = |(&(_, name), &hits): (&(usize, &str), &u64)| WallCount { name: name.into(), hits };
        let walls = self.target.things.iter().zip(hits).map(count).collect();
        let all: u64 = hits.iter().sum();
        let scene = crate::simulate::title(self.scene);
        Summary { scene, rows: rows - skipped, hits: all, misses: rows - skipped - all, skipped, walls }
    }

    fn questions(&self, piece: &Piece) -> Questions {
        let mut questions = Questions::default();
        self.table.rows::<4>(piece, |row| {
            let line = row.as_ref().map_or_else(|bad| bad.line, |row| row.line);
            let added = row.and_then(|row| self.add(&mut questions, &row).map_err(|message| Bad { line, message }));
            questions.count += 1;
            match added {
                Ok(()) => true,
                Err(bad) => {
                    questions.bad.push(bad);
                    self.arguments.options.skip_bad
                }
            }
        });
        questions
    }

    fn add(&self, questions: &mut Questions, row: &Row<'_, 4>) -> Result<(), String> {
        let [a, b, c, d] = row.numbers;
        if !self.arguments.rays {
            if let (Some(_), Some(radius)) = (&self.mover, row.extra) {
                let radius = digits(radius);
                let rule = "with --shape a row has no radius of its own, --radius grows the shape of all rows";
                return Err(format!("radius is {radius}; {rule}"));
            }
            let radius = row.extra.unwrap_or(self.arguments.radius);
            let sweep = Sweep::disc([a, b], [c, d], radius).map_err(|error| error.to_string())?;
            questions.sweeps.push(sweep);
            questions.rows.push(questions.count);
            return Ok(());
        }
        let reach = row.extra.unwrap_or(f64::INFINITY);
        if reach < 0.0 {
            return Err(format!("max is {}; expected 0 or more", digits(reach)));
        }
        if [c, d] == [0.0, 0.0] {
            return Err("the direction dx,dy is 0,0; a ray needs one".into());
        }
        let ray = Ray { origin: Point::new(a, b), direction: Vec2::new(c, d), reach };
        let sweep = self.surroundings.sweep(&ray);
        if sweep.is_none() {
            questions.rays.push((questions.sweeps.len(), ray));
        }
        // Such a ray stands in the list as a point at rest, whose answer is not used.
        let standing = || Sweep::point(ray.origin, ray.origin).map_err(|error| error.to_string());
        questions.sweeps.push(sweep.map_or_else(standing, Ok)?);
        questions.rows.push(questions.count);
        Ok(())
    }

    fn answers(&self, questions: &Questions, first: u64, is_written: bool) -> Answers {
        let found = self.found(&questions.sweeps);
        let mut answers = Answers { text: Vec::new(), hits: vec![0; self.names.len()] };
        if is_written {
            answers.text.reserve(found.len() * 80);
        }
        let mut rays = questions.rays.iter().peekable();
        for (i, found) in found.into_iter().enumerate() {
            let answer = match rays.next_if(|(place, _)| *place == i) {
                Some((_, ray)) => self.surroundings.scan(ray).map(|beam| Answer {
                    wall: beam.wall,
                    at: beam.distance,
                    point: beam.point,
                    normal: beam.normal,
                    part: MoverPart::Whole,
                }),
                None => found.map(|(wall, hit)| {
                    let origin = questions.sweeps[i].start();
                    let at = if self.arguments.rays { (hit.point - origin).length() } else { hit.t };
                    Answer { wall, at, point: hit.point, normal: hit.normal, part: hit.mover }
                }),
            };
            let place = answer.as_ref().and_then(|answer| self.target.place(answer.wall));
            if let Some(place) = place {
                answers.hits[place] += 1;
            }
            if is_written {
                let row = first + u64::from(questions.rows[i]) + 1;
                self.write(&mut answers.text, row, answer.zip(place));
            }
        }
        answers
    }

    /// What each is touched by first: of a shape the sweeps tell only from where and to where it goes.
    fn found(&self, sweeps: &[Sweep]) -> Vec<Option<(WallId, Hit)>> {
        let walls = self.target.walls;
        let Some(mover) = &self.mover else { return walls.first_touches(sweeps) };
        // A sweep's ends are finite, so this leaves out none.
        let sweeps: Vec<_> = sweeps.iter().filter_map(|sweep| mover.sweep(sweep.start(), sweep.end()).ok()).collect();
        walls.first_touches(&sweeps)
    }

    fn write(&self, out: &mut Vec<u8>, row: u64, answer: Option<(Answer, usize)>) {
        let is_csv = self.format == RowFormat::Csv;
        if !is_csv {
            out.extend_from_slice(b"{\"row\":");
        }
        whole(out, row);
        let Some((answer, place)) = answer else {
            let nothing = if self.mover.is_some() { ",,,,,,,,\n" } else { ",,,,,,,\n" };
            out.extend_from_slice(if is_csv { nothing.as_bytes() } else { b",\"wall\":null}\n" });
            return;
        };
        let (first, _) = self.target.things[place];
        let at = if self.arguments.rays { ",\"distance\":" } else { ",\"t\":" };
        let keys = [",\"wall\":", ",\"edge\":", at, ",\"x\":", ",\"y\":", ",\"nx\":", ",\"ny\":"];
        let key = |out: &mut Vec<u8>, i: usize| {
            if is_csv {
                out.push(b',');
            } else {
                out.extend_from_slice(keys[i].as_bytes());
            }
        };
        key(out, 0);
        out.extend_from_slice(&self.names[place]);
        key(out, 1);
        whole(out, (answer.wall.index() - first) as u64);
        let numbers = [answer.at, answer.point.x, answer.point.y, answer.normal.x, answer.normal.y];
        for (i, value) in (2..).zip(numbers) {
            key(out, i);
            number(out, value);
        }
        if self.mover.is_some() {
            let part = part_name(answer.part);
            let text = if is_csv { format!(",{part}") } else { format!(",\"part\":\"{part}\"") };
            out.extend_from_slice(text.as_bytes());
        }
        out.extend_from_slice(if is_csv { b"\n" } else { b"}\n" });
    }
}

/// What a part of a shape is called.
fn part_name(part: MoverPart) -> String {
    match part {
        MoverPart::Whole => "whole".into(),
        MoverPart::Vertex(index) => format!("vertex {index}"),
        MoverPart::Edge(index) => format!("edge {index}"),
    }
}
