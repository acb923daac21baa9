//! In place of Parquet, in a program that was built without it.

use super::pieces::ColumnSource;
use super::table::{Bad, Row, Table};
use crate::output::Failure;

/// There is none.
pub(crate) enum Batch {}

/// There is none.
pub(crate) enum Reader {}

impl Reader {
    pub(super) fn open(_: ColumnSource, table: &mut Table) -> Result<Reader, Failure> {
        let message =
            "this carom was built without Parquet and Arrow; `cargo build --release --features parquet` builds it with";
        Err(Failure::data(format!("{}: {message}", table.file)))
    }

    pub(super) fn next(&mut self) -> Result<Option<Batch>, Failure> {
        match *self {}
    }
}

impl Batch {
    pub(super) fn rows<const N: usize>(&self, _: &Table, _: impl FnMut(Result<Row<'_, N>, Bad>) -> bool) {
        match *self {}
    }
}
