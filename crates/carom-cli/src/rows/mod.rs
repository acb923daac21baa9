//! Rows of numbers in files of any size: read in pieces, written as CSV, NDJSON, Parquet or Arrow.

#[cfg_attr(not(feature = "parquet"), path = "no_columns.rs")]
mod columns;
#[cfg(feature = "parquet")]
mod guard;
mod inputs;
mod json;
mod options;
mod out;
#[cfg_attr(not(feature = "parquet"), path = "no_parquet.rs")]
mod parquet;
mod pieces;
mod table;
mod time;
mod write;

#[cfg(feature = "parquet")]
pub(crate) use guard::keep_quiet_of_errors;
pub(crate) use inputs::inputs;
pub(crate) use options::RowOptions;
pub(crate) use out::{Cell, Head, Kind, OutFormat, OutRows, RowSink};
pub(crate) use pieces::{Piece, Pieces};
pub(crate) use table::{Bad, Cells, Columns, Row, Table};
pub(crate) use time::{Time, TimeForm, date};
pub(crate) use write::{cell, json_text, number, whole};

use crate::output::{Failure, Output};
use clap::ValueEnum;
use std::path::Path;

/// How rows are written in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RowFormat {
    /// A table with a header, separated by commas
    Csv,
    /// One JSON object a line
    Ndjson,
}

impl RowFormat {
    /// What the end of a file's name says.
    pub(crate) fn of(path: &Path) -> Option<RowFormat> {
        match path {
            _ if ends_in(path, "csv") || ends_in(path, "tsv") => Some(RowFormat::Csv),
            _ if ends_in(path, "ndjson") || ends_in(path, "jsonl") => Some(RowFormat::Ndjson),
            _ => None,
        }
    }
}

/// Whether a file's name ends in a point and these letters, small or capital.
fn ends_in(path: &Path, letters: &str) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(letters))
}

/// So many faults of one kind are told; all are counted.
const MOST_TOLD: u64 = 10;

/// Faults that do not stop the work: the first are told, all are counted.
#[derive(Debug, Default)]
pub(crate) struct Told {
    pub(crate) count: u64,
}

impl Told {
    pub(crate) fn tell(&mut self, output: Output, text: impl FnOnce() -> String) {
        self.count += 1;
        if self.count <= MOST_TOLD {
            output.warn(text());
        }
        if self.count == MOST_TOLD {
            output.warn("more like this are counted, not told");
        }
    }
}

/// A text from a file, as it stands in a message: not all of it, if it is long.
pub(crate) fn shown(text: &[u8]) -> String {
    const MOST: usize = 60;
    let text = String::from_utf8_lossy(&text[..text.len().min(8 * MOST)]);
    let mut short: String = text.trim().chars().take(MOST).collect();
    if short.len() < text.trim().len() {
        short.push('…');
    }
    short
}

/// How many rows of a file are good and how many are bad: of tracks, with a column that is carried through, or of sweeps.
pub(crate) fn count(file: &Path, are_tracks: bool) -> Result<[u64; 2], Failure> {
    let names = |names: &[&str]| names.iter().map(ToString::to_string).collect();
    let columns = if are_tracks {
        let track = Some(["id", "time"].map(String::from));
        Columns { track, numbers: names(&["x", "y"]), extra: None, keep: names(&["kind"]) }
    } else {
        let extra = Some("radius".to_string());
        Columns { track: None, numbers: names(&["x0", "y0", "x1", "y1"]), extra, keep: Vec::new() }
    };
    let (table, mut pieces) = Table::open(file, &columns, None)?;
    let mut counts = [0; 2];
    loop {
        let batch = pieces.batch(1)?;
        let Some(piece) = batch.first() else { return Ok(counts) };
        if are_tracks {
            table.rows::<2>(piece, |row| counted(&row, &mut counts));
        } else {
            table.rows::<4>(piece, |row| counted(&row, &mut counts));
        }
    }
}

/// Adds a row to those of its kind. Numbers that are not finite are none.
fn counted<const N: usize>(row: &Result<Row<'_, N>, Bad>, counts: &mut [u64; 2]) -> bool {
    if let Ok(row) = row {
        assert!(row.numbers.iter().chain(&row.extra).all(|number| number.is_finite()), "line {}", row.line);
        assert!(row.kept.len() <= 1, "line {}", row.line);
    }
    counts[usize::from(row.is_err())] += 1;
    true
}
