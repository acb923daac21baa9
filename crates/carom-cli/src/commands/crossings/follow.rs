//! From files to crossings: rows are read and their moves tested on many threads, and tracks are followed row by row in between.

use super::Arguments;
use super::counted::Counted;
use super::ledger::{Crossing, Ledger, Report, Step, push_crossing};
use crate::output::{Failure, Output};
use crate::rows::{Bad, Cells, Head, OutRows, Piece, Pieces, RowSink, Table, Time, TimeForm, Told, shown};
use crate::tracks::{Heard, Tracks};
use carom::Point;
use rayon::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// What all rows have in common.
pub(super) struct Work<'a> {
    pub(super) arguments: &'a Arguments,
    pub(super) counted: &'a Counted,
    pub(super) report: Report,
    pub(super) head: &'a Head,
    pub(super) output: Output,
}

/// What changes from row to row.
pub(super) struct Progress<'a> {
    pub(super) tracks: Tracks,
    pub(super) ledger: Ledger<'a>,
    pub(super) tally: Tally,
    pub(super) sink: Option<RowSink>,
    /// The files so far.
    tables: Vec<Table>,
    /// How times are written, and where that was first seen.
    pub(super) times: Option<(TimeForm, String)>,
}

/// What is counted along the way.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) rows: u64,
    pub(super) tracks: u64,
    pub(super) late: Told,
    pub(super) bad: Told,
}

/// The rows of a piece.
#[derive(Default)]
struct Fixes {
    fixes: Vec<Fix>,
    /// All ids, one after the other.
    ids: Vec<u8>,
    /// What is carried through, row after row.
    kept: Cells,
    bad: Vec<Bad>,
    /// Tracks that were forgotten at a row, with when they were last heard of.
    forgotten: Vec<(usize, Arc<[u8]>, Time)>,
}

/// A track is somewhere at a time.
struct Fix {
    file: u32,
    line: u64,
    id_end: usize,
    time: Time,
    at: Point,
    before: Before,
}

/// Where a track was before.
#[derive(Clone, Copy)]
enum Before {
    /// Not known yet.
    Unknown,
    /// Nowhere: it is new.
    First,
    There(Time, Point),
    /// It was heard of later than this.
    Late,
}

/// What is found in a piece.
struct Found {
    rows: OutRows,
    /// The crossings of rows that have any.
    crossings: Vec<(usize, Vec<Crossing>)>,
    /// The zones in which new tracks begin.
    inside: Vec<(usize, Vec<u32>)>,
}

impl<'a> Progress<'a> {
    pub(super) fn new(tracks: Tracks, ledger: Ledger<'a>, sink: Option<RowSink>) -> Progress<'a> {
        Progress { tracks, ledger, tally: Tally::default(), sink, tables: Vec::new(), times: None }
    }

    /// The next file; its times must be written as those before.
    pub(super) fn take_table(&mut self, table: Table) -> Result<(), Failure> {
        if let Some(times) = table.times() {
            let name = |times: TimeForm| if times == TimeForm::Dates { "dates" } else { "numbers" };
            match &self.times {
                Some((before, file)) if *before != times => {
                    let (file_now, now, before) = (table.file(), name(times), name(*before));
                    return Err(Failure::data(format!(
                        "{file_now}: its times are {now}, those of {file} are {before}"
                    )));
                }
                Some(_) => {}
                None => self.times = Some((times, table.file().into())),
            }
        }
        self.tables.push(table);
        Ok(())
    }

    fn told(&self, file: u32, bad: &Bad) -> String {
        self.tables.get(file as usize).map_or_else(|| bad.message.clone(), |table| table.told(bad))
    }
}

impl Work<'_> {
    /// Follows the tracks of all files, and writes what is to be told row by row.
    pub(super) fn all(
        &self,
        first: (Table, Pieces),
        files: &[PathBuf],
        progress: &mut Progress<'_>,
    ) -> Result<(), Failure> {
        let at_once = 4 * rayon::current_num_threads();
        let (mut waiting, mut first) = (Vec::new(), Some(first));
        for (number, path) in (0..).zip(files) {
            let opened = first.take().map_or_else(|| self.arguments.open(path, self.output), Ok);
            let (table, mut pieces) = opened?;
            progress.take_table(table)?;
            loop {
                let batch = pieces.batch(at_once)?;
                if batch.is_empty() {
                    break;
                }
                let table = &progress.tables[number as usize];
                let mut parts: Vec<Fixes> = batch.par_iter().map(|piece| self.fixes(table, number, piece)).collect();
                drop(batch);
                let skips = self.arguments.options.skip_bad;
                let fault = parts.iter().position(|part| !part.bad.is_empty()).filter(|_| !skips);
                // What comes after the first bad row does not count, whatever was read already.
                parts.truncate(fault.map_or(parts.len(), |fault| fault + 1));
                let bad: Vec<Bad> = parts.iter_mut().flat_map(|part| std::mem::take(&mut part.bad)).collect();
                if self.arguments.sort {
                    waiting.extend(parts);
                } else {
                    self.take(parts, progress)?;
                }
                for bad in &bad {
                    let message = progress.told(number, bad);
                    if !skips {
                        return Err(Failure::data(message));
                    }
                    progress.tally.bad.tell(self.output, || message);
                }
            }
        }
        if self.arguments.sort {
            let mut sorted = sorted(waiting, self.arguments.keep.len()).into_iter();
            loop {
                let parts: Vec<Fixes> = sorted.by_ref().take(at_once).collect();
                if parts.is_empty() {
                    break;
                }
                self.take(parts, progress)?;
            }
        }
        Ok(())
    }

    fn fixes(&self, table: &Table, file: u32, piece: &Piece) -> Fixes {
        let mut part = Fixes::default();
        table.rows::<2>(piece, |row| match row {
            Ok(row) => {
                part.ids.extend_from_slice(row.id);
                let [x, y] = row.numbers;
                let (id_end, at) = (part.ids.len(), Point::new(x, y));
                part.fixes.push(Fix { file, line: row.line, id_end, time: row.time, at, before: Before::Unknown });
                part.kept.extend(row.kept, 0..row.kept.len());
                true
            }
            Err(bad) => {
                part.bad.push(bad);
                self.arguments.options.skip_bad
            }
        });
        part
    }

    /// Follows the tracks of some pieces, and tells what they cross.
    fn take(&self, mut parts: Vec<Fixes>, progress: &mut Progress<'_>) -> Result<(), Failure> {
        let followed = self.follow_all(&mut parts, progress);
        let wants_inside = progress.ledger.wants_inside();
        let found: Vec<Found> = parts.par_iter().map(|part| self.found(part, wants_inside)).collect();
        for (part, found) in parts.iter().zip(found) {
            let rows = self.enter(part, found, progress);
            if let Some(sink) = &mut progress.sink {
                sink.write(rows)?;
            }
        }
        followed
    }

    /// Finds out where each track was before. What comes after a row that is out of order does not count.
    fn follow_all(&self, parts: &mut Vec<Fixes>, progress: &mut Progress<'_>) -> Result<(), Failure> {
        for i in 0..parts.len() {
            if let Err((row, failure)) = self.follow(&mut parts[i], progress) {
                parts[i].fixes.truncate(row);
                parts.truncate(i + 1);
                return Err(failure);
            }
        }
        Ok(())
    }

    /// The same for one piece. This goes row by row, so little is done here.
    fn follow(&self, part: &mut Fixes, progress: &mut Progress<'_>) -> Result<(), (usize, Failure)> {
        let mut id_start = 0;
        for (i, fix) in part.fixes.iter_mut().enumerate() {
            let id = &part.ids[id_start..fix.id_end];
            id_start = fix.id_end;
            let had_room = progress.tracks.forgotten == 0;
            fix.before = match progress.tracks.hear(id, fix.time, fix.at) {
                Heard::First(forgotten) => {
                    progress.tally.tracks += 1;
                    part.forgotten.extend(forgotten.map(|(id, time)| (i, id, time)));
                    Before::First
                }
                Heard::Next(time, at) => Before::There(time, at),
                Heard::Late(last) => {
                    self.late(fix, id, last, progress).map_err(|failure| (i, failure))?;
                    Before::Late
                }
            };
            progress.tally.rows += 1;
            if had_room && progress.tracks.forgotten > 0 {
                let message = format!(
                    "this is track {}; more than --max-tracks, so those silent for longest are forgotten from here on, \
                     and begin anew if they come again",
                    progress.tracks.len() + 1
                );
                self.output.warn(progress.told(fix.file, &Bad { line: fix.line, message }));
            }
        }
        Ok(())
    }

    /// A row that is not later than the one before of its track.
    fn late(&self, fix: &Fix, id: &[u8], last: Time, progress: &mut Progress<'_>) -> Result<(), Failure> {
        let (id, time) = (shown(id), fix.time);
        let told =
            |what: &str| Bad { line: fix.line, message: format!("`{id}` is at time {time}, not after {last}; {what}") };
        if !self.arguments.options.skip_bad {
            let advice = if self.arguments.sort || time == last {
                "a track is in one place at a time; --skip-bad leaves such rows out"
            } else {
                "rows of a track are in order of time; --sort puts them in order, --skip-bad leaves such rows out"
            };
            return Err(Failure::data(progress.told(fix.file, &told(advice))));
        }
        let message = progress.told(fix.file, &told("the row is left out"));
        progress.tally.late.tell(self.output, || message);
        Ok(())
    }

    /// The cells that a row of a piece carries through.
    fn kept(&self, row: usize) -> std::ops::Range<usize> {
        let width = self.arguments.keep.len();
        row * width..(row + 1) * width
    }

    fn found(&self, part: &Fixes, wants_inside: bool) -> Found {
        let mut found = Found { rows: self.head.rows(), crossings: Vec::new(), inside: Vec::new() };
        let is_told = self.report == Report::Crossings && !self.arguments.settle().is_wanted();
        let (mut id_start, mut crossed) = (0, Vec::new());
        for (i, fix) in part.fixes.iter().enumerate() {
            let id = &part.ids[id_start..fix.id_end];
            id_start = fix.id_end;
            let (time, from) = match fix.before {
                Before::There(time, from) => (time, from),
                Before::First if wants_inside => {
                    found.inside.push((i, self.counted.inside(fix.at)));
                    continue;
                }
                _ => continue,
            };
            self.counted.crossed(from, fix.at, &mut crossed);
            if crossed.is_empty() {
                continue;
            }
            let kept: Vec<Vec<u8>> = self.kept(i).map(|cell| part.kept.get(cell).to_vec()).collect();
            let crossing = |&crossed: &super::counted::Crossed| Crossing {
                time: time.between(fix.time, crossed.t),
                crossed,
                span: [time, fix.time],
                kept: kept.clone(),
            };
            let crossings: Vec<Crossing> = crossed.iter().map(crossing).collect();
            if is_told {
                crossings.iter().for_each(|one| push_crossing(self.counted, self.head, id, one, &mut found.rows));
            }
            found.crossings.push((i, crossings));
        }
        found
    }

    /// Enters what was found in a piece, row by row. Gives what is to be written.
    fn enter(&self, part: &Fixes, found: Found, progress: &mut Progress<'_>) -> OutRows {
        let Found { mut rows, crossings, inside } = found;
        let is_quiet = crossings.is_empty() && inside.is_empty() && part.forgotten.is_empty();
        if is_quiet && !progress.ledger.wants_every_row() {
            return rows;
        }
        let (mut crossings, mut inside) = (crossings.into_iter().peekable(), inside.iter().peekable());
        let mut forgotten = part.forgotten.iter().peekable();
        let mut id_start = 0;
        for (i, fix) in part.fixes.iter().enumerate() {
            let id = &part.ids[id_start..fix.id_end];
            id_start = fix.id_end;
            while let Some((_, id, last)) = forgotten.next_if(|(row, ..)| *row == i) {
                progress.ledger.end(id, *last, &mut rows);
            }
            let crossings = crossings.next_if(|(row, _)| *row == i).map(|(_, crossings)| crossings);
            let inside = inside.next_if(|(row, _)| *row == i).map(|(_, inside)| inside.as_slice());
            let is_late = matches!(fix.before, Before::Late);
            if !is_late && (crossings.is_some() || inside.is_some() || progress.ledger.wants_every_row()) {
                let crossings = crossings.unwrap_or_default();
                progress.ledger.step(Step { id, time: fix.time, at: fix.at, inside, crossings }, &mut rows);
            }
        }
        rows
    }
}

/// All rows in order of time, those of one time as they came, in pieces of some thousand. Each carries so many cells through.
fn sorted(parts: Vec<Fixes>, width: usize) -> Vec<Fixes> {
    const USUAL: usize = 1 << 13;
    let mut order: Vec<(Time, u32, u32)> = Vec::with_capacity(parts.iter().map(|part| part.fixes.len()).sum());
    for (number, part) in (0..).zip(&parts) {
        order.extend((0..).zip(&part.fixes).map(|(i, fix)| (fix.time, number, i)));
    }
    // Times of one run are all numbers, and finite, or all dates.
    order.par_sort_by(|a, b| {
        a.0.partial_cmp(&b.0).unwrap_or(std::cmp::Ordering::Equal).then((a.1, a.2).cmp(&(b.1, b.2)))
    });
    let of_piece = |rows: &[(Time, u32, u32)]| {
        let mut piece = Fixes::default();
        for &(time, number, i) in rows {
            let (part, i) = (&parts[number as usize], i as usize);
            let fix = &part.fixes[i];
            let id_start = if i == 0 { 0 } else { part.fixes[i - 1].id_end };
            piece.ids.extend_from_slice(&part.ids[id_start..fix.id_end]);
            let (id_end, before) = (piece.ids.len(), Before::Unknown);
            piece.fixes.push(Fix { file: fix.file, line: fix.line, id_end, time, at: fix.at, before });
            piece.kept.extend(&part.kept, i * width..(i + 1) * width);
        }
        piece
    };
    order.chunks(USUAL).map(of_piece).collect()
}
