//! Rows as they go out: made piece by piece on many threads, written one piece after the other.

use super::columns::{Builder, Writer};
use super::time::{Time, TimeForm};
use super::{cell, ends_in, json_text, number, whole};
use crate::output::{Failure, Sink};
use clap::ValueEnum;
use std::path::Path;

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutFormat {
    /// A table with a header, separated by commas
    Csv,
    /// One JSON object a line
    Ndjson,
    /// A Parquet file
    Parquet,
    /// A file of Arrow's IPC format, also called Feather
    Arrow,
}

impl OutFormat {
    /// What the end of a file's name says.
    pub(crate) fn of(path: &Path) -> Option<OutFormat> {
        match path {
            _ if ends_in(path, "csv") => Some(OutFormat::Csv),
            _ if ends_in(path, "ndjson") || ends_in(path, "jsonl") => Some(OutFormat::Ndjson),
            _ if ends_in(path, "parquet") => Some(OutFormat::Parquet),
            _ if ends_in(path, "arrow") || ends_in(path, "feather") => Some(OutFormat::Arrow),
            _ => None,
        }
    }
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Number,
    Whole,
    Time,
}

/// A cell of a row.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cell<'a> {
    Text(&'a [u8]),
    Number(f64),
    Whole(u64),
    Time(Time),
}

/// Which columns there are, and how they are written.
#[derive(Debug)]
pub(crate) struct Head {
    pub(crate) format: OutFormat,
    pub(crate) columns: Vec<(String, Kind)>,
    pub(crate) times: TimeForm,
    /// What stands before the cells of JSON.
    keys: Vec<Vec<u8>>,
}

impl Head {
    pub(crate) fn new(format: OutFormat, columns: Vec<(String, Kind)>, times: TimeForm) -> Head {
        let key = |(i, (name, _)): (usize, &(String, Kind))| {
            let mut key = if i == 0 { b"{".to_vec() } else { b",".to_vec() };
            json_text(&mut key, name.as_bytes());
            key.push(b':');
            key
        };
        let keys = columns.iter().enumerate().map(key).collect();
        Head { format, columns, times, keys }
    }

    /// No rows yet.
    pub(crate) fn rows(&self) -> OutRows {
        match self.format {
            OutFormat::Csv | OutFormat::Ndjson => OutRows::Text(Vec::new()),
            OutFormat::Parquet | OutFormat::Arrow => OutRows::Columns(Builder::new(self)),
        }
    }
}

/// Some rows that follow one another.
pub(crate) enum OutRows {
    Text(Vec<u8>),
    Columns(Builder),
}

impl OutRows {
    /// One more row, whose cells are as the head says.
    pub(crate) fn push<'a>(&mut self, head: &Head, cells: impl IntoIterator<Item = Cell<'a>>) {
        let out = match self {
            OutRows::Text(out) => out,
            OutRows::Columns(builder) => return builder.push(cells),
        };
        let is_csv = head.format == OutFormat::Csv;
        let text = if is_csv { cell } else { json_text };
        for (i, one) in cells.into_iter().enumerate() {
            match head.keys.get(i) {
                _ if is_csv && i == 0 => {}
                _ if is_csv => out.push(b','),
                Some(key) => out.extend_from_slice(key),
                None => {}
            }
            match one {
                Cell::Text(bytes) => text(out, bytes),
                Cell::Number(value) => number(out, value),
                Cell::Whole(value) => whole(out, value),
                Cell::Time(time) => time.write(out, text),
            }
        }
        out.extend_from_slice(if is_csv { b"\n" } else { b"}\n" });
    }
}

/// Where rows go.
pub(crate) enum RowSink {
    Text(Sink),
    Columns(Box<Writer>),
}

impl RowSink {
    /// Opens a file, or standard output for `-`, and writes what comes before the rows.
    pub(crate) fn open(path: &Path, head: &Head) -> Result<RowSink, Failure> {
        let mut sink = Sink::open(path)?;
        match head.format {
            OutFormat::Parquet | OutFormat::Arrow => Ok(RowSink::Columns(Box::new(Writer::open(sink, path, head)?))),
            OutFormat::Ndjson => Ok(RowSink::Text(sink)),
            OutFormat::Csv => {
                let mut line = Vec::new();
                for (i, (name, _)) in head.columns.iter().enumerate() {
                    line.extend_from_slice(if i == 0 { b"" } else { b"," });
                    cell(&mut line, name.as_bytes());
                }
                line.push(b'\n');
                sink.write(&line)?;
                Ok(RowSink::Text(sink))
            }
        }
    }

    pub(crate) fn write(&mut self, rows: OutRows) -> Result<(), Failure> {
        match (self, rows) {
            (RowSink::Text(sink), OutRows::Text(bytes)) => sink.write(&bytes),
            (RowSink::Columns(writer), OutRows::Columns(builder)) => writer.write(builder),
            _ => Err(Failure::internal("rows of one format came to a file of another")),
        }
    }

    /// Everything is written: the file appears in its place.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        match self {
            RowSink::Text(sink) => sink.finish(),
            RowSink::Columns(writer) => writer.finish(),
        }
    }
}
