//! In place of files of columns, in a program that was built without them.

use super::out::{Cell, Head};
use crate::output::{Failure, Sink};
use std::path::Path;

/// There is none.
pub(crate) struct Builder;

impl Builder {
    pub(super) fn new(_: &Head) -> Builder {
        Builder
    }

    pub(super) fn push<'a>(&mut self, _: impl IntoIterator<Item = Cell<'a>>) {}
}

/// There is none.
pub(crate) enum Writer {}

impl Writer {
    pub(super) fn open(_: Sink, path: &Path, _: &Head) -> Result<Writer, Failure> {
        let message =
            "this carom was built without Parquet and Arrow; `cargo build --release --features parquet` builds it with";
        Err(Failure::usage(format!("{}: {message}", path.display())))
    }

    pub(super) fn write(&mut self, _: Builder) -> Result<(), Failure> {
        match *self {}
    }

    pub(super) fn finish(self) -> Result<(), Failure> {
        match self {}
    }
}
