//! The options of commands that read and write rows.

use super::{OutFormat, RowFormat};
use crate::output::{Failure, Output, is_dash};
use clap::Args;
use std::path::PathBuf;

/// What all commands with rows understand.
#[derive(Args)]
pub(crate) struct RowOptions {
    /// What is between the cells of CSV: , ; | or tab; without it a comma, but a tab if the file's name ends in .tsv
    #[arg(long, value_name = "CHARACTER", value_parser = delimiter)]
    pub(crate) delimiter: Option<u8>,
    /// Where results go, - for standard output; without it there, but nowhere if --json is given
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How many threads to use; without it, one for each core. The results are the same
    #[arg(long, value_name = "N", value_parser = thread_count)]
    threads: Option<usize>,
    /// Leave out bad rows and count them
    #[arg(long)]
    pub(crate) skip_bad: bool,
}

impl RowOptions {
    /// Where results go, if anywhere.
    pub(crate) fn out(&self, output: Output) -> Result<Option<PathBuf>, Failure> {
        match &self.out {
            Some(out) if output.is_json && is_dash(out) => {
                Err(Failure::usage("--json and -o - both want standard output"))
            }
            None if output.is_json => Ok(None),
            out => Ok(Some(out.clone().unwrap_or_else(|| "-".into()))),
        }
    }

    /// How results are written.
    pub(crate) fn format(&self, wanted: Option<OutFormat>) -> OutFormat {
        let by_name = || OutFormat::of(self.out.as_deref()?);
        wanted.or_else(by_name).unwrap_or(OutFormat::Csv)
    }

    /// How results are written that are texts.
    pub(crate) fn text_format(&self, wanted: Option<RowFormat>) -> Result<RowFormat, Failure> {
        if let Some(format) = wanted {
            return Ok(format);
        }
        match self.format(None) {
            OutFormat::Csv => Ok(RowFormat::Csv),
            OutFormat::Ndjson => Ok(RowFormat::Ndjson),
            OutFormat::Parquet | OutFormat::Arrow => {
                Err(Failure::usage("these results are written as CSV or NDJSON, not as Parquet or Arrow"))
            }
        }
    }

    /// The threads that do the work.
    pub(crate) fn pool(&self) -> Result<rayon::ThreadPool, Failure> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.unwrap_or(0)).build();
        pool.map_err(|error| Failure::internal(format!("threads cannot be started: {error}")))
    }
}

fn delimiter(word: &str) -> Result<u8, String> {
    match word {
        "," | ";" | "|" | "\t" => Ok(word.as_bytes()[0]),
        "tab" | "\\t" => Ok(b'\t'),
        _ => Err("expected , ; | or tab".into()),
    }
}

fn thread_count(word: &str) -> Result<usize, String> {
    match word.parse::<usize>() {
        Ok(count) if (1..=1024).contains(&count) => Ok(count),
        _ => Err(format!("`{word}` is not a number of threads from 1 to 1024")),
    }
}
