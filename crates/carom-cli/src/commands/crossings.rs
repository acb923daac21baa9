//! `carom crossings`: who crossed which gate and entered which zone, when, where and in which direction.

mod counted;
mod follow;
mod ledger;
mod period;
mod state;

use super::{not_negative, whole_number};
use crate::output::{Failure, Output, is_dash};
use crate::rows::{
    Cell, Columns, Head, Kind, OutFormat, OutRows, Pieces, RowOptions, RowSink, Table, TimeForm, inputs,
};
use crate::tracks::Tracks;
use carom_scene::Wanted;
use clap::Args;
use counted::{Counted, in_degrees};
use follow::{Progress, Tally, Work};
use ledger::{Ledger, Report, Settle};
use period::Period;
use serde::Serialize;
use state::{Now, State};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  carom crossings tracks.csv --gates zones.geojson -o crossings.csv
  carom crossings tracks.csv --gates zones.geojson --visits      who was in which zone, from when to when
  carom crossings tracks.csv --gates zones.geojson --per hour    how often each was crossed, hour by hour
  carom crossings 2026-11/ --gates zones.geojson -o crossings.parquet
  carom crossings today.csv.gz --gates zones.geojson --state town.state -o today-crossings.csv
  carom crossings geofence.json tracks.csv --only 'depot 1'      the gates of a scene
  carom crossings --gates line.wkt --columns mmsi,seconds,easting,northing ais.csv
  cat *.ndjson | carom crossings --gates zones.geojson - --format ndjson | head

With --gates lines are gates and polygons are zones, of GeoJSON, WKT, SVG and Tiled files as they are, and of scenes their \
gates. Without it the first file is the scene, of which only what is marked as a gate counts. What of a file is not used is told.

Rows are id,time,x,y: a header may name the columns in any order, beside others; without one they stand in this order. \
Rows of many tracks may be mixed, and come in several files, which are read in the order given; of a folder all files of \
rows, by name. Times grow along each track. A row that does not ends the work, unless --sort or --skip-bad is given.

Times are numbers, or dates as in 2026-11-15T10:20:30.25Z: ISO 8601, with a T or a blank before the time of day, or \
without one; what has no offset counts as UTC. The first row decides which of both, and a row of the other kind is bad. \
Dates are kept to the nanosecond and written in UTC.

Parquet and Arrow files are known by their names, .parquet, .arrow or .feather, or by how they begin. Ids are texts or \
whole numbers there, and times may be timestamps or dates.

A crossing is id, time (between the two rows, in proportion), gate, direction and x, y. Forward is from the right to \
the left of the gate, looking from its first point to its last; of a zone the directions are enter and leave. Every place \
counts as a hair to the right of where it is, and a smaller hair above. So a track that stops on a gate and goes on is counted \
once, one that turns back there not at all or once in each direction, and one that passes where two gates meet by one of them; \
who enters less who leaves is always who is inside, and of zones side by side exactly one has a place on their common edge.

A visit is from one entry to the next exit; it is told when it is over. How it was: whole, through (no row was inside), \
began_inside, still_inside or always_inside. One of no length is none.

This is plane geometry: degrees of longitude and latitude are refused, and should be projected first.

Of each track only its end is kept, so that files of any size take little memory; --sort keeps all rows. A bad row ends the \
work with 65, and then a file given with -o is not written and a state stays as it was; on standard output what came before it \
stands.";

/// Tell who crossed which gate and entered which zone, when, where and in which direction
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The files of tracks, or folders of them: CSV or NDJSON, also packed with gzip or zstd, Parquet or Arrow; - for standard
    /// input. Without --gates the scene comes first, whose gates count
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Whose lines are gates and whose polygons are zones; may be given several times
    #[arg(long, value_name = "FILE")]
    gates: Vec<PathBuf>,
    /// What the columns of id, time, x and y are called
    #[arg(long, value_name = "ID,TIME,X,Y", value_parser = columns, default_value = "id,time,x,y")]
    columns: [String; 4],
    /// Carry these columns through, from the row after a crossing to the crossing
    #[arg(long, value_name = "COLUMN,…", value_delimiter = ',')]
    keep: Vec<String>,
    /// Look only at this gate or zone: its name, or its number from 0; may be given several times
    #[arg(long = "only", alias = "gate", value_name = "NAME")]
    only: Vec<String>,
    /// Tell who was in which zone, from when to when, instead of each crossing
    #[arg(long, group = "report")]
    visits: bool,
    /// Tell how often each gate and zone was crossed, instead of each crossing
    #[arg(long, group = "report")]
    totals: bool,
    /// Tell how often each gate and zone was crossed in each minute, hour, day or week, or in so many seconds
    #[arg(long, group = "report", value_name = "PERIOD", value_parser = Period::parse)]
    per: Option<Period>,
    /// Tell one row for each track: its first and last time, how many rows it has, and how often it crossed something
    #[arg(long, group = "report")]
    tracks: bool,
    /// A crossing counts only if there is none back for so long: in seconds, or in the unit of the times
    #[arg(long, value_name = "SECONDS", value_parser = not_negative)]
    settle: Option<f64>,
    /// A crossing counts only if the track gets so far from the gate or the zone's edge before it crosses back
    #[arg(long, value_name = "R", value_parser = not_negative)]
    settle_distance: Option<f64>,
    /// Put all rows in order of time first. This keeps them all in memory
    #[arg(long)]
    sort: bool,
    /// Go on from this file, if it is there, and save in it where all tracks are at the end
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Take degrees of longitude and latitude as x and y of a plane
    #[arg(long)]
    planar: bool,
    /// How many tracks are followed at once; beyond that, the one silent for longest is forgotten
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = track_count)]
    max_tracks: u32,
    /// How results are written; without it as the file's name ends, in .ndjson, .jsonl, .parquet, .arrow or .feather, else CSV with commas
    #[arg(long, value_enum)]
    format: Option<OutFormat>,
    #[command(flatten)]
    options: RowOptions,
}

/// `id,time,x,y`: four different names.
fn columns(text: &str) -> Result<[String; 4], String> {
    let names: Vec<String> = text.split(',').map(|name| name.trim().to_string()).collect();
    let is_clear = names.iter().enumerate().all(|(i, name)| !name.is_empty() && !names[..i].contains(name));
    let names: Result<[String; 4], _> = names.try_into();
    names.ok().filter(|_| is_clear).ok_or_else(|| "four different names are needed, as in id,time,x,y".into())
}

fn track_count(word: &str) -> Result<u32, String> {
    whole_number(word, 1, u32::MAX.into()).map(|count| count as u32)
}

/// The figures of all tracks.
#[derive(Serialize)]
struct Summary {
    scene: String,
    files: usize,
    rows: u64,
    /// Tracks that were followed; one that was forgotten and came again counts twice.
    tracks: u64,
    crossings: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<u64>,
    /// Rows that were not later than the one before of their track.
    out_of_order: u64,
    /// Bad rows that were left out.
    skipped: u64,
    /// Tracks that were forgotten because there were too many.
    forgotten: u64,
    /// Crossings that did not count, as the track was soon or near back.
    unsettled: u64,
    gates: Vec<GateCount>,
}

#[derive(Serialize)]
struct GateCount {
    name: String,
    forward: u64,
    backward: u64,
}

pub(crate) fn perform(arguments: &Arguments, output: Output) -> Result<(), Failure> {
    let out = arguments.options.out(output)?;
    arguments.check()?;
    let counted = Counted::read(arguments, output)?;
    let files = inputs(&arguments.track_files(), output)?;
    let state = arguments.state.as_deref().map(State::open).transpose()?;
    let saved = match &state {
        Some(state) => state.read(&counted, arguments.report(), arguments.settle())?,
        None => None,
    };
    // What the times are decides what is written, so the first file is looked at before.
    let first = arguments.open(&files[0], output)?;
    let times = match (saved.as_ref().and_then(|saved| saved.times), first.0.times()) {
        (None, None) => first_times(arguments, &files[1..])?,
        (saved, found) => saved.or(found),
    };
    let head = arguments.head(times.unwrap_or(TimeForm::Numbers));
    let sink = out.as_deref().map(|out| RowSink::open(out, &head)).transpose()?;
    let mut tracks = Tracks::new(arguments.max_tracks);
    let mut ledger = Ledger::new(&counted, arguments.report(), arguments.settle(), arguments.per, &head);
    let mut known = None;
    if let Some(saved) = saved {
        if saved.tracks.len() > arguments.max_tracks as usize {
            let (count, most) = (saved.tracks.len(), arguments.max_tracks);
            return Err(Failure::data(format!("the state has {count} tracks, more than --max-tracks {most}")));
        }
        saved.tracks.into_iter().for_each(|(id, time, at)| drop(tracks.hear(&id, time, at)));
        ledger.resume(saved.journeys);
        known = saved.times.map(|times| (times, "the state".to_string()));
    }
    let mut progress = Progress::new(tracks, ledger, sink);
    progress.times = known;
    let work = Work { arguments, counted: &counted, report: arguments.report(), head: &head, output };
    let pool = arguments.options.pool()?;
    pool.install(|| work.all(first, &files, &mut progress))?;
    let summary = finish(arguments, &counted, &head, files.len(), progress, state.as_ref())?;
    if output.is_json {
        return output.json("carom.crossings/1", &summary);
    }
    output.note(summary.told(arguments.report()));
    Ok(())
}

/// Writes what comes at the end, and then saves the state, so that a run that fails has changed nothing.
fn finish(
    arguments: &Arguments,
    counted: &Counted,
    head: &Head,
    files: usize,
    progress: Progress<'_>,
    state: Option<&State>,
) -> Result<Summary, Failure> {
    let Progress { tracks, mut ledger, tally, mut sink, times, .. } = progress;
    let mut rows = head.rows();
    match arguments.report() {
        Report::Counts => push_counts(counted, head, &ledger, &mut rows),
        Report::Tracks => {
            for id in ledger.ids() {
                if let (Some((last, _)), Some(journey)) = (tracks.get(&id), ledger.journeys.get(&id)) {
                    ledger.push_track(&id, journey, last, &mut rows);
                }
            }
        }
        Report::Crossings | Report::Visits => {}
    }
    let saving = match state {
        Some(state) => {
            let (report, settle, times) = (arguments.report(), arguments.settle(), times.map(|(times, _)| times));
            Some(state.write(&Now { counted, report, settle, times, tracks: &tracks, ledger: &ledger })?)
        }
        None => None,
    };
    if saving.is_none() && arguments.report() != Report::Tracks {
        // Nothing comes after this, so what is open is over.
        for id in ledger.ids() {
            if let Some((last, _)) = tracks.get(&id) {
                ledger.end(&id, last, &mut rows);
            }
        }
    }
    if let Some(mut sink) = sink.take() {
        sink.write(rows)?;
        sink.finish()?;
    }
    if let Some(saving) = saving {
        saving.commit()?;
    }
    let forgotten = tracks.forgotten;
    Ok(Summary { files, forgotten, ..Summary::of(counted, arguments.report(), &tally, &ledger) })
}

fn push_counts(counted: &Counted, head: &Head, ledger: &Ledger<'_>, rows: &mut OutRows) {
    let cells = |boundary: u32, [forward, backward]: [u64; 2]| {
        [Cell::Text(counted.name(boundary).as_bytes()), Cell::Whole(forward), Cell::Whole(backward)]
    };
    match &ledger.periods {
        None => (0..).zip(&ledger.counts).for_each(|(boundary, &counts)| rows.push(head, cells(boundary, counts))),
        Some(periods) => {
            for (start, boundary, counts) in periods.rows() {
                rows.push(head, [Cell::Time(start)].into_iter().chain(cells(boundary, counts)));
            }
        }
    }
}

/// How the times of the first file are written that has any.
fn first_times(arguments: &Arguments, files: &[PathBuf]) -> Result<Option<TimeForm>, Failure> {
    for file in files.iter().filter(|file| !is_dash(file) && file.is_file()) {
        let (table, _) = arguments.open(file, Output::default())?;
        if table.times().is_some() {
            return Ok(table.times());
        }
    }
    Ok(None)
}

impl Arguments {
    /// Whether the words on the command line go together.
    fn check(&self) -> Result<(), Failure> {
        let (boundaries, _) = self.boundary_files();
        if boundaries.is_empty() {
            return Err(Failure::usage("which gates count? --gates FILE names them, or a scene before the tracks"));
        }
        let dashes = boundaries.iter().chain(&self.track_files()).filter(|path| is_dash(path)).count();
        if dashes > 1 {
            return Err(Failure::usage("the scene and the tracks both want standard input, or one of them twice"));
        }
        if !self.keep.is_empty() && self.report() != Report::Crossings {
            return Err(Failure::usage("--keep carries columns to crossings, not to other reports"));
        }
        let own = ["id", "time", "gate", "direction", "x", "y"];
        if let Some(name) = self.keep.iter().find(|name| own.contains(&name.as_str())) {
            return Err(Failure::usage(format!("--keep {name}: a crossing has a column of this name itself")));
        }
        let of_degrees = ["lat", "lon", "lng", "long", "latitude", "longitude"];
        let is_of_degrees = |name: &&String| of_degrees.contains(&name.to_ascii_lowercase().as_str());
        match self.columns[2..].iter().find(is_of_degrees) {
            Some(name) if !self.planar => Err(in_degrees(&format!("the column `{name}` is in degrees"))),
            _ => Ok(()),
        }
    }

    /// The files of gates and zones, and which things of them count.
    fn boundary_files(&self) -> (&[PathBuf], Wanted) {
        if self.gates.is_empty() {
            return (&self.files[..self.files.len().min(1)], Wanted::Marked);
        }
        (&self.gates, Wanted::Unmarked)
    }

    /// The files of tracks; standard input if there are none.
    fn track_files(&self) -> Vec<PathBuf> {
        let files = if self.gates.is_empty() { self.files.get(1..).unwrap_or_default() } else { &self.files };
        if files.is_empty() { vec![Path::new("-").into()] } else { files.to_vec() }
    }

    /// Opens a file of tracks.
    fn open(&self, path: &Path, output: Output) -> Result<(Table, Pieces), Failure> {
        output.await_rows(path);
        Table::open(path, &self.columns(), self.options.delimiter)
    }

    fn columns(&self) -> Columns {
        let [id, time, x, y] = self.columns.clone();
        Columns { track: Some([id, time]), numbers: vec![x, y], extra: None, keep: self.keep.clone() }
    }

    fn report(&self) -> Report {
        match self {
            _ if self.visits => Report::Visits,
            _ if self.tracks => Report::Tracks,
            _ if self.totals || self.per.is_some() => Report::Counts,
            _ => Report::Crossings,
        }
    }

    fn settle(&self) -> Settle {
        Settle { time: self.settle, distance: self.settle_distance }
    }

    /// The columns of what is told.
    fn head(&self, times: TimeForm) -> Head {
        let columns: &[(&str, Kind)] = match self.report() {
            Report::Crossings => &[
                ("id", Kind::Text),
                ("time", Kind::Time),
                ("gate", Kind::Text),
                ("direction", Kind::Text),
                ("x", Kind::Number),
                ("y", Kind::Number),
            ],
            Report::Visits => &[
                ("id", Kind::Text),
                ("gate", Kind::Text),
                ("entered", Kind::Time),
                ("left", Kind::Time),
                ("dwell", Kind::Number),
                ("how", Kind::Text),
            ],
            Report::Counts if self.per.is_some() => {
                &[("from", Kind::Time), ("gate", Kind::Text), ("forward", Kind::Whole), ("backward", Kind::Whole)]
            }
            Report::Counts => &[("gate", Kind::Text), ("forward", Kind::Whole), ("backward", Kind::Whole)],
            Report::Tracks => &[
                ("id", Kind::Text),
                ("first", Kind::Time),
                ("last", Kind::Time),
                ("rows", Kind::Whole),
                ("forward", Kind::Whole),
                ("backward", Kind::Whole),
                ("inside", Kind::Whole),
            ],
        };
        let own = columns.iter().map(|(name, kind)| (name.to_string(), *kind));
        let kept = self.keep.iter().map(|name| (name.clone(), Kind::Text));
        Head::new(self.options.format(self.format), own.chain(kept).collect(), times)
    }
}

impl Summary {
    fn of(counted: &Counted, report: Report, tally: &Tally, ledger: &Ledger<'_>) -> Summary {
        let gate = |(boundary, count): (u32, &[u64; 2])| GateCount {
            name: counted.name(boundary).into(),
            forward: count[0],
            backward: count[1],
        };
        Summary {
            scene: counted.title.clone(),
            files: 0,
            rows: tally.rows,
            tracks: tally.tracks,
            crossings: ledger.counts.iter().flatten().sum(),
            visits: (report == Report::Visits).then_some(ledger.visits),
            out_of_order: tally.late.count,
            skipped: tally.bad.count,
            forgotten: 0,
            unsettled: ledger.unsettled,
            gates: (0..).zip(&ledger.counts).map(gate).collect(),
        }
    }

    fn told(&self, report: Report) -> String {
        /// So many gates are told one by one.
        const MOST_GATES: usize = 50;
        let some = |count: u64, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let (rows, tracks) = (some(self.rows, "row"), some(self.tracks, "track"));
        let mut text = format!("{rows} of {tracks}: {}", some(self.crossings, "crossing"));
        if report == Report::Visits {
            text += &format!(", {}", some(self.visits.unwrap_or(0), "visit"));
        }
        let more = [
            (self.out_of_order, some(self.out_of_order, "row") + " out of order left out"),
            (self.skipped, some(self.skipped, "bad row") + " left out"),
            (self.forgotten, some(self.forgotten, "track") + " forgotten"),
            (self.unsettled, some(self.unsettled, "crossing") + " that did not settle left out"),
        ];
        for (_, what) in more.iter().filter(|(count, _)| *count > 0) {
            text += &format!(", {what}");
        }
        for gate in self.gates.iter().take(MOST_GATES) {
            text += &format!("\n  {}: {} forward, {} backward", gate.name, gate.forward, gate.backward);
        }
        if self.gates.len() > MOST_GATES {
            text += &format!("\n  and {} more; --totals tells all", self.gates.len() - MOST_GATES);
        }
        text
    }
}
