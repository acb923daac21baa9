//! `carom crossings`: who crossed which gate, when, where and in which direction.

use super::whole_number;
use crate::output::{Failure, Output, Sink, is_dash};
use crate::rows::{Bad, Columns, Piece, Pieces, RowFormat, RowOptions, Table, Time, Told};
use crate::rows::{cell, json_text, number, shown, whole};
use crate::tracks::{Crossed, Gates, Heard, Tracks};
use carom::{Direction, Gate, Point, Segment};
use carom_scene::Scene;
use clap::Args;
use rayon::prelude::*;
use serde::Serialize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  carom crossings geofence.json tracks.csv -o crossings.csv
  carom crossings geofence.json tracks.csv --totals     only how often each gate was crossed
  carom crossings geofence.json tracks.csv --gate 'depot 1' --gate 'depot 2'
  carom crossings town.json ais.csv --columns mmsi,seconds,easting,northing
  carom crossings town.json tracks.tsv --columns bus,seen_at,x,y
  cat *.ndjson | carom crossings geofence.json - --format ndjson | head

Rows are id,time,x,y: a header may name the columns in any order, beside others; without one they stand in this order. \
Rows of many tracks may be mixed. Times grow along each track; a row that is not later than the one before of the same \
id is told, left out and counted.

Times are numbers, or dates as in 2026-11-15T10:20:30.25Z: ISO 8601, with a T or a blank before the time of day, or \
without one; what has no offset counts as UTC. The first row decides which of both, and a row of the other kind is bad. \
Dates are kept to the nanosecond and written in UTC.

A Parquet file is known by its name, .parquet, or by how it begins. Ids are texts or whole numbers there, and times may be \
timestamps or dates. It is read only by a carom that was built with the feature `parquet`; `carom --version --json` tells.

A crossing is id, time (between the two rows, in proportion), gate, direction and x, y. Forward is from the right to \
the left of the gate, looking from its first end to its second. Every place counts as a hair to the right of where it \
is, and a smaller hair above. So a track that stops on a gate and goes on is counted once, one that turns back there \
not at all or once in each direction, and one that passes where two gates meet by one of them; in a closed ring of \
gates the entries less the exits are always who is inside.

This is plane geometry: degrees of longitude and latitude should be projected first.

Of each track only its end is kept, so that files of any size take little memory. A bad row ends the work with 65, and \
a file given with -o is not written; on standard output the crossings before it stand.";

/// Tell who crossed which gate, when, where and in which direction
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The scene's file, whose gates count
    scene: PathBuf,
    /// The file of tracks, CSV or NDJSON, also packed with gzip, or Parquet; - for standard input
    #[arg(default_value = "-")]
    tracks: PathBuf,
    /// What the columns of id, time, x and y are called
    #[arg(long, value_name = "ID,TIME,X,Y", value_parser = columns, default_value = "id,time,x,y")]
    columns: Columns,
    /// Look only at this gate: its name, or its number from 0; may be given several times
    #[arg(long = "gate", value_name = "NAME")]
    gates: Vec<String>,
    /// Write how often each gate was crossed, instead of each crossing
    #[arg(long)]
    totals: bool,
    /// How many tracks are followed at once; beyond that, the one silent for longest is forgotten
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = track_count)]
    max_tracks: u32,
    #[command(flatten)]
    options: RowOptions,
}

/// `id,time,x,y`: four different names.
fn columns(text: &str) -> Result<Columns, String> {
    let names: Vec<String> = text.split(',').map(|name| name.trim().to_string()).collect();
    let is_clear = |(i, name): (usize, &String)| !name.is_empty() && !names[..i].contains(name);
    match names.as_slice() {
        [id, time, numbers @ ..] if numbers.len() == 2 && names.iter().enumerate().all(is_clear) => {
            Ok(Columns { track: Some([id.clone(), time.clone()]), numbers: numbers.into(), extra: None })
        }
        _ => Err("four different names are needed, as in id,time,x,y".into()),
    }
}

/// The figures of all tracks.
#[derive(Serialize)]
struct Summary {
    scene: String,
    rows: u64,
    /// Tracks that were followed; one that was forgotten and came again counts twice.
    tracks: u64,
    crossings: u64,
    /// Rows that were not later than the one before of their track.
    out_of_order: u64,
    /// Bad rows that were left out.
    skipped: u64,
    /// Tracks that were forgotten because there were too many.
    forgotten: u64,
    gates: Vec<GateCount>,
}

#[derive(Serialize)]
struct GateCount {
    name: String,
    forward: u64,
    backward: u64,
}

pub(crate) fn perform(arguments: &Arguments, output: Output) -> Result<(), Failure> {
    let (out, format) = (arguments.options.out(output)?, arguments.options.format()?);
    if is_dash(&arguments.scene) && is_dash(&arguments.tracks) {
        return Err(Failure::usage("the scene and the tracks both want standard input"));
    }
    let scene = output.read_scene(&arguments.scene)?;
    let (gates, names) = arguments.chosen(&scene)?;
    output.await_rows(&arguments.tracks);
    let (table, mut pieces) = Table::open(&arguments.tracks, &arguments.columns, arguments.options.delimiter)?;
    if let Some(name) = arguments.columns.numbers.iter().find(|name| is_of_degrees(name)) {
        output.warn(format!("`{name}` may be in degrees; this is plane geometry, project first"));
    }
    let mut sink = out.as_deref().map(Sink::open).transpose()?;
    let work = Work { arguments, table, gates: Gates::new(gates), names, format };
    let each = sink.as_mut().filter(|_| !arguments.totals);
    let summary = arguments.options.pool()?.install(|| work.all(&mut pieces, each, &scene, output))?;
    if let Some(mut sink) = sink {
        if arguments.totals {
            sink.write(&totals(&summary.gates, format))?;
        }
        sink.finish()?;
    }
    if output.is_json {
        return output.json("carom.crossings/1", &summary);
    }
    output.note(summary.told());
    Ok(())
}

impl Arguments {
    /// The gates that count, and their names.
    fn chosen(&self, scene: &Scene) -> Result<(Vec<Gate>, Vec<String>), Failure> {
        if scene.gates.is_empty() {
            return Err(Failure::data("the scene has no gates, so nothing can be crossed"));
        }
        let name = |i: usize| scene.gates[i].name.clone().unwrap_or_else(|| format!("gates[{i}]"));
        let place = |wanted: &String| {
            let by_name = || (0..scene.gates.len()).find(|&i| name(i) == *wanted);
            let by_number = || wanted.parse::<usize>().ok().filter(|&i| i < scene.gates.len());
            by_name().or_else(by_number).ok_or_else(|| {
                let names: Vec<String> = (0..scene.gates.len()).take(20).map(name).collect();
                let more = if scene.gates.len() > 20 { " and more" } else { "" };
                Failure::usage(format!("there is no gate `{wanted}`; the scene has {}{more}", names.join(", ")))
            })
        };
        let mut places = self.gates.iter().map(place).collect::<Result<Vec<usize>, Failure>>()?;
        places.sort_unstable();
        places.dedup();
        if places.is_empty() {
            places = (0..scene.gates.len()).collect();
        }
        let gate = |&i: &usize| {
            let segment = Segment::new(scene.gates[i].from, scene.gates[i].to);
            segment.map(Gate::new).map_err(|error| Failure::data(format!("gates[{i}]: {error}")))
        };
        let gates = places.iter().map(gate).collect::<Result<Vec<Gate>, Failure>>()?;
        Ok((gates, places.into_iter().map(name).collect()))
    }
}

fn track_count(word: &str) -> Result<u32, String> {
    whole_number(word, 1, u32::MAX.into()).map(|count| count as u32)
}

fn is_of_degrees(name: &str) -> bool {
    ["lat", "lon", "lng", "latitude", "longitude"].contains(&name.to_ascii_lowercase().as_str())
}

/// What all rows have in common.
struct Work<'a> {
    arguments: &'a Arguments,
    table: Table,
    gates: Gates,
    names: Vec<String>,
    format: RowFormat,
}

/// The rows of a piece.
#[derive(Default)]
struct Fixes {
    fixes: Vec<Fix>,
    /// All ids, one after the other.
    ids: Vec<u8>,
    bad: Vec<Bad>,
}

/// A track is somewhere at a time.
struct Fix {
    line: u64,
    id_end: usize,
    time: Time,
    at: Point,
    /// When and where it was before, if that is known.
    before: Option<(Time, Point)>,
}

/// The crossings of a piece.
struct Found {
    text: Vec<u8>,
    /// Forward and backward, for each gate.
    counts: Vec<[u64; 2]>,
}

/// What is counted along the way.
#[derive(Default)]
struct Tally {
    rows: u64,
    tracks: u64,
    late: Told,
    bad: Told,
}

impl Work<'_> {
    /// Follows all tracks and writes what they cross, some pieces at a time.
    fn all(
        &self,
        pieces: &mut Pieces,
        mut sink: Option<&mut Sink>,
        scene: &Scene,
        output: Output,
    ) -> Result<Summary, Failure> {
        let mut tracks = Tracks::new(self.arguments.max_tracks);
        let mut counts = vec![[0, 0]; self.names.len()];
        let mut tally = Tally::default();
        if let (Some(sink), RowFormat::Csv) = (&mut sink, self.format) {
            sink.write(b"id,time,gate,direction,x,y\n")?;
        }
        let at_once = 4 * rayon::current_num_threads();
        loop {
            let batch = pieces.batch(at_once)?;
            if batch.is_empty() {
                break;
            }
            let mut parts: Vec<Fixes> = batch.par_iter().map(|piece| self.fixes(piece)).collect();
            drop(batch);
            let fault = parts.iter().position(|part| !part.bad.is_empty()).filter(|_| !self.arguments.options.skip_bad);
            // What comes after the first bad row does not count, whatever was read already.
            parts.truncate(fault.map_or(parts.len(), |fault| fault + 1));
            for part in &mut parts {
                self.follow(part, &mut tracks, &mut tally, output);
            }
            let found: Vec<Found> = parts.par_iter().map(|part| self.found(part, sink.is_some())).collect();
            for part in &found {
                counts.iter_mut().zip(&part.counts).for_each(|(all, more)| {
                    all[0] += more[0];
                    all[1] += more[1];
                });
                if let Some(sink) = &mut sink {
                    sink.write(&part.text)?;
                }
            }
            for found in parts.iter().flat_map(|part| &part.bad) {
                if !self.arguments.options.skip_bad {
                    return Err(Failure::data(self.table.told(found)));
                }
                tally.bad.tell(output, || self.table.told(found));
            }
        }
        let gate = |(name, count): (&String, &[u64; 2])| GateCount {
            name: name.clone(),
            forward: count[0],
            backward: count[1],
        };
        Ok(Summary {
            scene: crate::simulate::title(scene),
            rows: tally.rows,
            tracks: tally.tracks,
            crossings: counts.iter().flatten().sum(),
            out_of_order: tally.late.count,
            skipped: tally.bad.count,
            forgotten: tracks.forgotten,
            gates: self.names.iter().zip(&counts).map(gate).collect(),
        })
    }

    fn fixes(&self, piece: &Piece) -> Fixes {
        let mut part = Fixes::default();
        self.table.rows::<2>(piece, |row| match row {
            Ok(row) => {
                part.ids.extend_from_slice(row.id);
                let [x, y] = row.numbers;
                let (id_end, at) = (part.ids.len(), Point::new(x, y));
                part.fixes.push(Fix { line: row.line, id_end, time: row.time, at, before: None });
                true
            }
            Err(bad) => {
                part.bad.push(bad);
                self.arguments.options.skip_bad
            }
        });
        part
    }

    /// Finds out where each track was before. This goes row by row, so little is done here.
    fn follow(&self, part: &mut Fixes, tracks: &mut Tracks, tally: &mut Tally, output: Output) {
        let mut id_start = 0;
        for fix in &mut part.fixes {
            let id = &part.ids[id_start..fix.id_end];
            id_start = fix.id_end;
            tally.rows += 1;
            let had_room = tracks.forgotten == 0;
            match tracks.hear(id, fix.time, fix.at) {
                Heard::First => tally.tracks += 1,
                Heard::Next(time, at) => fix.before = Some((time, at)),
                Heard::Late(last) => tally.late.tell(output, || {
                    let (id, time) = (shown(id), fix.time);
                    let message = format!("`{id}` is at time {time}, not after {last}; the row is left out");
                    self.table.told(&Bad { line: fix.line, message })
                }),
            }
            if had_room && tracks.forgotten > 0 {
                let message = format!(
                    "this is track {}; more than --max-tracks, so those silent for longest are forgotten from here on, \
                     and begin anew if they come again",
                    tracks.len() + 1
                );
                output.warn(self.table.told(&Bad { line: fix.line, message }));
            }
        }
    }

    fn found(&self, part: &Fixes, is_written: bool) -> Found {
        let mut found = Found { text: Vec::new(), counts: vec![[0, 0]; self.names.len()] };
        let mut id_start = 0;
        for fix in &part.fixes {
            let id = &part.ids[id_start..fix.id_end];
            id_start = fix.id_end;
            let Some((time, from)) = fix.before else { continue };
            self.gates.crossed(from, fix.at, |crossed| {
                found.counts[crossed.gate][usize::from(crossed.direction == Direction::Backward)] += 1;
                if is_written {
                    self.write(&mut found.text, id, time.between(fix.time, crossed.t), &crossed);
                }
            });
        }
        found
    }

    fn write(&self, out: &mut Vec<u8>, id: &[u8], time: Time, crossed: &Crossed) {
        let name = self.names[crossed.gate].as_bytes();
        let direction = match crossed.direction {
            Direction::Forward => "forward",
            Direction::Backward => "backward",
        };
        let is_csv = self.format == RowFormat::Csv;
        let key = |out: &mut Vec<u8>, comma: &str, json: &str| {
            out.extend_from_slice(if is_csv { comma } else { json }.as_bytes());
        };
        let text = if is_csv { cell } else { json_text };
        key(out, "", "{\"id\":");
        text(out, id);
        key(out, ",", ",\"time\":");
        time.write(out, text);
        key(out, ",", ",\"gate\":");
        text(out, name);
        key(out, ",", ",\"direction\":");
        text(out, direction.as_bytes());
        key(out, ",", ",\"x\":");
        number(out, crossed.point.x);
        key(out, ",", ",\"y\":");
        number(out, crossed.point.y);
        key(out, "\n", "}\n");
    }
}

fn totals(gates: &[GateCount], format: RowFormat) -> Vec<u8> {
    let mut out = Vec::new();
    if format == RowFormat::Csv {
        out.extend_from_slice(b"gate,forward,backward\n");
    }
    for gate in gates {
        match format {
            RowFormat::Csv => {
                cell(&mut out, gate.name.as_bytes());
                out.push(b',');
                whole(&mut out, gate.forward);
                out.push(b',');
                whole(&mut out, gate.backward);
            }
            // Writing to memory cannot fail.
            RowFormat::Ndjson => {
                let _ = serde_json::to_writer(&mut out, gate);
            }
        }
        out.push(b'\n');
    }
    out
}

impl Summary {
    fn told(&self) -> String {
        let some = |count: u64, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let (rows, tracks) = (some(self.rows, "row"), some(self.tracks, "track"));
        let mut text = format!("{rows} of {tracks}: {}", some(self.crossings, "crossing"));
        let more = [
            (self.out_of_order, some(self.out_of_order, "row") + " out of order left out"),
            (self.skipped, some(self.skipped, "bad row") + " left out"),
            (self.forgotten, some(self.forgotten, "track") + " forgotten"),
        ];
        for (_, what) in more.iter().filter(|(count, _)| *count > 0) {
            text += &format!(", {what}");
        }
        for gate in &self.gates {
            text += &format!("\n  {}: {} forward, {} backward", gate.name, gate.forward, gate.backward);
        }
        text
    }
}
