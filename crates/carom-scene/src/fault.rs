//! What is wrong with a scene, and where.

use std::fmt;

/// Why a scene could not be read or built.
///
/// Shown as `scenes/x.json:12:8: walls[3].segment: both ends are (1, 2); a segment needs two distinct ends`, with
/// as much of the place as is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Whose fault it is.
    pub kind: FaultKind,
    /// The file.
    pub file: Option<String>,
    /// The line in the file, counted from 1.
    pub line: Option<usize>,
    /// The column in the line, in characters counted from 1.
    pub column: Option<usize>,
    /// The field, as in `walls[3].segment`.
    pub field: Option<String>,
    /// What is wrong, what was found and what is allowed.
    pub message: String,
}

/// Whose fault a [`Fault`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// The file is not there.
    Missing,
    /// What it says is not allowed.
    Data,
    /// It could not be read or written.
    Io,
}

impl Fault {
    /// Data that is not allowed, nowhere in particular.
    #[must_use]
    pub fn data(message: impl Into<String>) -> Fault {
        Fault::new(FaultKind::Data, message)
    }

    pub(crate) fn new(kind: FaultKind, message: impl Into<String>) -> Fault {
        Fault { kind, file: None, line: None, column: None, field: None, message: message.into() }
    }

    /// The same fault in a file, unless it already names one.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<String>) -> Fault {
        self.file.get_or_insert_with(|| file.into());
        self
    }

    /// The same fault at a line and column, counted from 1.
    #[must_use]
    pub fn at(self, line: usize, column: usize) -> Fault {
        Fault { line: Some(line), column: Some(column), ..self }
    }

    /// The same fault at a byte of a text.
    pub(crate) fn at_byte(self, text: &str, offset: usize) -> Fault {
        let (line, column) = crate::place::line_and_column(text, offset);
        self.at(line, column)
    }

    pub(crate) fn in_field(self, field: impl Into<String>) -> Fault {
        Fault { field: Some(field.into()), ..self }
    }
}

impl std::error::Error for Fault {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.line) {
            (Some(file), None) => write!(f, "{file}: ")?,
            (Some(file), Some(line)) => write!(f, "{file}:{line}:{}: ", self.column.unwrap_or(1))?,
            (None, Some(line)) => write!(f, "line {line}, column {}: ", self.column.unwrap_or(1))?,
            (None, None) => {}
        }
        if let Some(field) = &self.field {
            write!(f, "{field}: ")?;
        }
        f.write_str(&self.message)
    }
}

/// Something that was not taken over from or into another format, or only in part.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Skipped {
    /// What it is, with its line or name.
    pub what: String,
    /// Why.
    pub why: String,
    /// Whether the thing itself is there, and only something about it is not.
    pub kept: bool,
}

impl Skipped {
    /// It is not there.
    pub(crate) fn new(what: impl Into<String>, why: impl Into<String>) -> Skipped {
        Skipped { what: what.into(), why: why.into(), kept: false }
    }

    /// It is there, but not as it was.
    pub(crate) fn changed(what: impl Into<String>, why: impl Into<String>) -> Skipped {
        Skipped { what: what.into(), why: why.into(), kept: true }
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what, self.why)
    }
}
