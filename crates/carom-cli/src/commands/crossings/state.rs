//! Tracks that go on tomorrow: what is known of them is saved at the end of a run, and resumed by the next.
//!
//! A state is a text: a line that says what it is, a line a track, from the one silent for longest to the newest, and a line at the end
//! that says how many there were. It is written beside its place and moved there when it is whole and on the disk, so it is the old one or
//! the new one, never half of it. While a run has it, a lock on a file beside it keeps others out.

use super::counted::{Counted, Crossed};
use super::ledger::{Crossing, Journey, Ledger, Open, Report, Settle};
use crate::output::{AtomicFile, Failure};
use crate::rows::{Time, TimeForm, date};
use crate::tracks::Tracks;
use carom::{Contact, Point};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A state that this run has to itself.
pub(super) struct State {
    path: PathBuf,
    /// Held until the run ends, however it does.
    _lock: File,
}

/// What was saved.
pub(super) struct Saved {
    pub(super) times: Option<TimeForm>,
    pub(super) tracks: Vec<(Arc<[u8]>, Time, Point)>,
    pub(super) journeys: Vec<(Arc<[u8]>, Journey)>,
}

/// The first line. What differs between runs cannot be resumed.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Header {
    carom_state: u32,
    boundaries: String,
    report: String,
    settle_time: Option<f64>,
    settle_distance: Option<f64>,
    times: Option<Form>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Form {
    Numbers,
    Dates,
}

/// The last line.
#[derive(Deserialize, Serialize)]
struct End {
    end: u64,
}

#[derive(Deserialize, Serialize)]
struct Line {
    id: Text,
    time: Stamp,
    x: f64,
    y: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    journey: Option<Trip>,
}

#[derive(Deserialize, Serialize)]
struct Trip {
    first: Stamp,
    rows: u64,
    counts: [u64; 2],
    open: Vec<(u32, Stamp, Stamp, bool, bool, Option<Stamp>)>,
    pending: Vec<Pending>,
}

#[derive(Deserialize, Serialize)]
struct Pending {
    boundary: u32,
    is_forward: bool,
    at: [f64; 2],
    time: Stamp,
    span: [Stamp; 2],
    kept: Vec<Text>,
}

/// A text, or bytes that are none.
#[derive(Deserialize, Serialize)]
#[serde(untagged)]
enum Text {
    Text(String),
    Bytes(Vec<u8>),
}

impl Text {
    fn of(bytes: &[u8]) -> Text {
        match std::str::from_utf8(bytes) {
            Ok(text) => Text::Text(text.into()),
            Err(_) => Text::Bytes(bytes.into()),
        }
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Text::Text(text) => text.as_bytes(),
            Text::Bytes(bytes) => bytes,
        }
    }
}

/// A time, as it stands in rows.
#[derive(Deserialize, Serialize)]
#[serde(untagged)]
enum Stamp {
    Number(f64),
    Date(String),
}

impl Stamp {
    fn of(time: Time) -> Stamp {
        match time {
            Time::Number(number) => Stamp::Number(number),
            Time::Date(date) => Stamp::Date(date.to_string()),
        }
    }

    fn time(&self) -> Result<Time, String> {
        match self {
            Stamp::Number(number) => Ok(Time::Number(*number)),
            Stamp::Date(text) => date(text.as_bytes()).map(Time::Date).ok_or_else(|| format!("`{text}` is no date")),
        }
    }
}

impl State {
    /// Takes hold of a state that need not be there yet.
    pub(super) fn open(path: &Path) -> Result<State, Failure> {
        let name =
            path.file_name().ok_or_else(|| Failure::usage(format!("{} is no name for a file", path.display())))?;
        let beside = path.with_file_name(format!("{}.lock", name.to_string_lossy()));
        let told =
            |error: &dyn std::fmt::Display| Failure::io(format!("{} cannot be locked: {error}", beside.display()));
        let lock = File::options().create(true).append(true).open(&beside).map_err(|error| told(&error))?;
        match lock.try_lock() {
            Ok(()) => Ok(State { path: path.into(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(Failure::io(format!(
                "{}: another carom is at work with this state, and holds {}; wait until it is done",
                path.display(),
                beside.display()
            ))),
            Err(TryLockError::Error(error)) => Err(told(&error)),
        }
    }

    /// What the last run saved; nothing if there was none.
    pub(super) fn read(&self, counted: &Counted, report: Report, settle: Settle) -> Result<Option<Saved>, Failure> {
        let text = match fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Failure::io(format!("{}: it cannot be read: {error}", self.path.display()))),
        };
        let told = |why: String| Failure::data(format!("{}: {why}", self.path.display()));
        let mut lines = text.lines();
        let header = lines.next().and_then(|line| serde_json::from_str::<Header>(line).ok());
        let header = header.ok_or_else(|| told("it is no state that `carom crossings` saved".into()))?;
        header.check(counted, report, settle).map_err(told)?;
        let mut saved = Saved { times: header.times.map(Form::form), tracks: Vec::new(), journeys: Vec::new() };
        let mut end = None;
        for (number, line) in (2..).zip(lines) {
            if let (None, Ok(found)) = (&end, serde_json::from_str::<End>(line)) {
                end = Some(found.end);
                continue;
            }
            let read = serde_json::from_str::<Line>(line).map_err(|error| error.to_string());
            read.and_then(|line| saved.take(line))
                .map_err(|why| told(format!("line {number} is not as it was saved: {why}")))?;
        }
        if end != Some(saved.tracks.len() as u64) {
            return Err(told("it is cut short; a state is whole or not there, so something else changed it".into()));
        }
        Ok(Some(saved))
    }

    /// Writes what is known now beside the state's place. It is there once this is committed.
    pub(super) fn write(&self, now: &Now<'_>) -> Result<AtomicFile, Failure> {
        let mut file = AtomicFile::create(&self.path)?;
        let told =
            |error: &dyn std::fmt::Display| Failure::io(format!("{} cannot be written: {error}", self.path.display()));
        let mut line = |value: String| file.write_all(value.as_bytes()).and_then(|()| file.write_all(b"\n"));
        let text = |value: serde_json::Result<String>| value.map_err(|error| told(&error));
        line(text(serde_json::to_string(&now.header()))?).map_err(|error| told(&error))?;
        let mut count = 0;
        for (id, time, at) in now.tracks.the_oldest_first() {
            let journey = now.ledger.journeys.get(id).map(trip);
            let one = Line { id: Text::of(id), time: Stamp::of(time), x: at.x, y: at.y, journey };
            line(text(serde_json::to_string(&one))?).map_err(|error| told(&error))?;
            count += 1;
        }
        line(text(serde_json::to_string(&End { end: count }))?).map_err(|error| told(&error))?;
        file.sync().map_err(|error| told(&error))?;
        Ok(file)
    }
}

/// All that is saved.
pub(super) struct Now<'a> {
    pub(super) counted: &'a Counted,
    pub(super) report: Report,
    pub(super) settle: Settle,
    pub(super) times: Option<TimeForm>,
    pub(super) tracks: &'a Tracks,
    pub(super) ledger: &'a Ledger<'a>,
}

impl Now<'_> {
    fn header(&self) -> Header {
        let times = self.times.map(|times| if times == TimeForm::Dates { Form::Dates } else { Form::Numbers });
        Header { times, ..Header::of(self.counted, self.report, self.settle) }
    }
}

impl Form {
    fn form(self) -> TimeForm {
        match self {
            Form::Numbers => TimeForm::Numbers,
            Form::Dates => TimeForm::Dates,
        }
    }
}

impl Header {
    fn of(counted: &Counted, report: Report, settle: Settle) -> Header {
        Header {
            carom_state: 1,
            boundaries: counted.fingerprint(),
            report: report.name().into(),
            settle_time: settle.time,
            settle_distance: settle.distance,
            times: None,
        }
    }

    /// Whether this run can go on from there.
    fn check(&self, counted: &Counted, report: Report, settle: Settle) -> Result<(), String> {
        let now = Header::of(counted, report, settle);
        let advice = "go on as it was saved, or begin a new state";
        if self.carom_state != now.carom_state {
            return Err(format!("its version is {}; expected {}", self.carom_state, now.carom_state));
        }
        if self.boundaries != now.boundaries {
            return Err(format!("it was saved with other gates or zones; {advice}"));
        }
        if self.report != now.report {
            return Err(format!(
                "it was saved by a run that told {}, this one tells {}; {advice}",
                self.report, now.report
            ));
        }
        if (self.settle_time, self.settle_distance) != (now.settle_time, now.settle_distance) {
            return Err(format!("it was saved with another --settle or --settle-distance; {advice}"));
        }
        Ok(())
    }
}

impl Saved {
    fn take(&mut self, line: Line) -> Result<(), String> {
        let id: Arc<[u8]> = line.id.bytes().into();
        self.tracks.push((id.clone(), line.time.time()?, Point::new(line.x, line.y)));
        if let Some(trip) = line.journey {
            self.journeys.push((id, journey(&trip)?));
        }
        Ok(())
    }
}

fn trip(journey: &Journey) -> Trip {
    let open = |open: &Open| {
        let [entered, since] = [open.entered, open.since].map(Stamp::of);
        (open.zone, entered, since, open.is_at_end, open.began_inside, open.left.map(Stamp::of))
    };
    let pending = |crossing: &Crossing| Pending {
        boundary: crossing.crossed.boundary,
        is_forward: crossing.crossed.is_forward,
        at: [crossing.crossed.point.x, crossing.crossed.point.y],
        time: Stamp::of(crossing.time),
        span: crossing.span.map(Stamp::of),
        kept: crossing.kept.iter().map(|text| Text::of(text)).collect(),
    };
    Trip {
        first: Stamp::of(journey.first),
        rows: journey.rows,
        counts: journey.counts,
        open: journey.open.iter().map(open).collect(),
        pending: journey.pending.iter().map(pending).collect(),
    }
}

fn journey(trip: &Trip) -> Result<Journey, String> {
    let mut journey = Journey {
        first: trip.first.time()?,
        rows: trip.rows,
        counts: trip.counts,
        open: Vec::new(),
        pending: Vec::new(),
    };
    for (zone, entered, since, is_at_end, began_inside, left) in &trip.open {
        let left = left.as_ref().map(Stamp::time).transpose()?;
        let (entered, since) = (entered.time()?, since.time()?);
        journey.open.push(Open {
            zone: *zone,
            entered,
            since,
            is_at_end: *is_at_end,
            began_inside: *began_inside,
            left,
        });
    }
    for pending in &trip.pending {
        let point = Point::new(pending.at[0], pending.at[1]);
        let (boundary, is_forward) = (pending.boundary, pending.is_forward);
        // What waits has lost where its move started and ended; that matters only without waiting.
        let crossed = Crossed { boundary, is_forward, t: 0.0, point, contact: Contact::Crosses, is_touch: false };
        let span = [pending.span[0].time()?, pending.span[1].time()?];
        let kept = pending.kept.iter().map(|text| text.bytes().to_vec()).collect();
        journey.pending.push(Crossing { crossed, time: pending.time.time()?, span, kept });
    }
    Ok(journey)
}
