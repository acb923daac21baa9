//! Rows of numbers in files of any size: read in pieces, written as CSV or NDJSON.

mod json;
mod pieces;
mod table;
mod write;

pub(crate) use pieces::{Piece, Pieces};
pub(crate) use table::{Bad, Columns, Row, Table};
pub(crate) use write::{cell, json_text, number, whole};

use crate::output::{Failure, Output};
use clap::ValueEnum;
use std::path::Path;

/// How rows are written in a file.
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
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "csv" => Some(RowFormat::Csv),
            "ndjson" | "jsonl" => Some(RowFormat::Ndjson),
            _ => None,
        }
    }
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

/// A pool of so many threads; without a number, one for each core.
pub(crate) fn threads(count: Option<usize>) -> Result<rayon::ThreadPool, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count.unwrap_or(0)).build();
    pool.map_err(|error| Failure::internal(format!("threads cannot be started: {error}")))
}

/// A number of threads.
pub(crate) fn thread_count(word: &str) -> Result<usize, String> {
    match word.parse::<usize>() {
        Ok(count) if (1..=1024).contains(&count) => Ok(count),
        _ => Err(format!("`{word}` is not a number of threads from 1 to 1024")),
    }
}
