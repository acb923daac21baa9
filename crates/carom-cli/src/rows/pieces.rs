//! A file, cut into pieces of whole rows.

use super::{RowFormat, ends_in, parquet};
use crate::output::{Failure, is_dash};
use flate2::read::MultiGzDecoder;
use memchr::{memchr, memchr_iter, memrchr};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// A piece of text has about so many bytes: some thousand rows, which stay in the nearer caches.
const USUAL: usize = 1 << 18;

/// No row of text is longer than this.
const LONGEST: usize = 64 << 20;

/// Some rows that follow one another.
pub(crate) enum Piece {
    Text(Lines),
    Columns(parquet::Batch),
}

/// Some rows of a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Lines {
    pub(crate) bytes: Vec<u8>,
    /// The line of its first row, counted from 1.
    pub(crate) line: u64,
}

/// A file on its way into pieces.
pub(crate) enum Pieces {
    Text(Text),
    Columns(Box<parquet::Reader>),
}

impl Pieces {
    /// The next pieces, at most so many; none at the end of the file.
    pub(crate) fn batch(&mut self, count: usize) -> Result<Vec<Piece>, Failure> {
        let mut batch = Vec::with_capacity(count);
        while batch.len() < count {
            let piece = match self {
                Pieces::Text(text) => text.next()?.map(Piece::Text),
                Pieces::Columns(reader) => reader.next()?.map(Piece::Columns),
            };
            match piece {
                Some(piece) => batch.push(piece),
                None => break,
            }
        }
        Ok(batch)
    }
}

/// A file that was opened, and looked at so far that its format is known.
pub(super) enum Source {
    Text(Text),
    Columns(ColumnSource),
}

/// A file of columns.
pub(super) struct ColumnSource {
    pub(super) name: String,
    pub(super) file: File,
    pub(super) form: ColumnForm,
}

/// The formats of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnForm {
    Parquet,
    /// Arrow's IPC format, as a file or as a stream.
    Arrow,
}

impl ColumnForm {
    /// What the end of a file's name says.
    pub(super) fn of(path: &Path) -> Option<ColumnForm> {
        match path {
            _ if ends_in(path, "parquet") => Some(ColumnForm::Parquet),
            _ if ["arrow", "arrows", "feather", "ipc"].iter().any(|ending| ends_in(path, ending)) => {
                Some(ColumnForm::Arrow)
            }
            _ => None,
        }
    }

    /// What it is called.
    pub(super) fn name(self) -> &'static str {
        match self {
            ColumnForm::Parquet => "Parquet",
            ColumnForm::Arrow => "Arrow",
        }
    }
}

impl Source {
    /// Opens a file, or standard input for `-`. Which format it has is told by its name, else by its first characters; what is
    /// packed with gzip or zstd is unpacked.
    pub(super) fn open(path: &Path, delimiter: Option<u8>) -> Result<Source, Failure> {
        let is_stdin = is_dash(path);
        let name = if is_stdin { "standard input".into() } else { path.display().to_string() };
        let file = || File::open(path).map_err(|error| cannot_read(&name, &error));
        if let Some(form) = ColumnForm::of(path) {
            return Source::columns(file()?, name, form);
        }
        // The name of what is packed tells more than that it is.
        let is_packed = ["gz", "zst", "zstd"].iter().any(|ending| ends_in(path, ending));
        let inner = if is_packed { path.with_extension("") } else { path.to_path_buf() };
        let format = RowFormat::of(&inner);
        let input: Box<dyn Read + Send> = if is_stdin { Box::new(io::stdin()) } else { Box::new(file()?) };
        let input = unpacked(input, &name)?;
        let delimiter = delimiter.unwrap_or(if ends_in(&inner, "tsv") { b'\t' } else { b',' });
        let text = Text::of(name.clone(), input, format, delimiter, USUAL)?;
        let Some(form) = columns_begin(text.start()).filter(|_| format.is_none()) else {
            return Ok(Source::Text(text));
        };
        // What was read of a pipe cannot be read again.
        if is_stdin || !path.is_file() {
            return Err(not_a_file(&name, form));
        }
        Source::columns(file()?, name, form)
    }

    fn columns(file: File, name: String, form: ColumnForm) -> Result<Source, Failure> {
        match file.metadata() {
            Ok(about) if about.is_file() => Ok(Source::Columns(ColumnSource { name, file, form })),
            Ok(about) if about.is_dir() => Err(cannot_read(&name, &io::ErrorKind::IsADirectory.into())),
            Ok(_) => Err(not_a_file(&name, form)),
            Err(error) => Err(cannot_read(&name, &error)),
        }
    }
}

/// The same bytes, unpacked if they are packed with gzip or zstd.
fn unpacked(mut input: Box<dyn Read + Send>, name: &str) -> Result<Box<dyn Read + Send>, Failure> {
    let mut start = Vec::new();
    (&mut input).take(4).read_to_end(&mut start).map_err(|error| cannot_read(name, &error))?;
    let packed = packed_with(&start);
    let whole = io::Cursor::new(start).chain(input);
    match packed {
        None => Ok(Box::new(whole)),
        Some("gzip") => Ok(Box::new(MultiGzDecoder::new(whole))),
        Some("zstd") => {
            let unpacked = zstd::Decoder::new(whole).map_err(|error| cannot_read(name, &error))?;
            Ok(Box::new(unpacked))
        }
        Some(packer) => Err(Failure::data(format!(
            "{name}: it is packed with {packer}; unpack it first, or pack it with gzip or zstd, which are read as they are"
        ))),
    }
}

/// What a file was packed with, by its first bytes.
fn packed_with(start: &[u8]) -> Option<&'static str> {
    let known: [(&[u8], &str); 5] = [
        (b"\x1f\x8b", "gzip"),
        (b"\x28\xb5\x2f\xfd", "zstd"),
        (b"BZh", "bzip2"),
        (b"\xfd7zX", "xz"),
        (b"PK\x03\x04", "zip"),
    ];
    known.iter().find(|(mark, _)| start.starts_with(mark)).map(|(_, packer)| *packer)
}

/// Whether a file begins like Parquet, with four letters, or like Arrow, with six; and then with a byte that is in no text.
fn columns_begin(start: &[u8]) -> Option<ColumnForm> {
    let marks: [(&[u8], ColumnForm); 2] = [(b"PAR1", ColumnForm::Parquet), (b"ARROW1", ColumnForm::Arrow)];
    let is_no_text = |rest: &[u8]| rest.first().is_some_and(|&byte| byte < b' ' && !b"\t\r\n".contains(&byte));
    marks.iter().find(|(mark, _)| start.strip_prefix(*mark).is_some_and(is_no_text)).map(|(_, form)| *form)
}

/// A text on its way into pieces.
pub(crate) struct Text {
    pub(crate) name: String,
    pub(crate) format: RowFormat,
    /// What stands between the cells of CSV.
    pub(crate) delimiter: u8,
    input: Box<dyn Read + Send>,
    rest: Vec<u8>,
    line: u64,
    is_over: bool,
    usual: usize,
}

impl Text {
    fn of(
        name: String,
        input: Box<dyn Read + Send>,
        format: Option<RowFormat>,
        delimiter: u8,
        usual: usize,
    ) -> Result<Text, Failure> {
        let format_is_known = format.is_some();
        let format = format.unwrap_or(RowFormat::Csv);
        let mut text = Text { name, format, delimiter, input, rest: Vec::new(), line: 1, is_over: false, usual };
        let mut start = Vec::new();
        text.fill(&mut start, usual)?;
        if start.starts_with(b"\xef\xbb\xbf") {
            start.drain(..3);
        }
        if !format_is_known && start.trim_ascii_start().starts_with(b"{") {
            text.format = RowFormat::Ndjson;
        }
        text.rest = start;
        Ok(text)
    }

    /// The beginning of the file, before anything is taken from it.
    pub(super) fn start(&self) -> &[u8] {
        &self.rest
    }

    fn next(&mut self) -> Result<Option<Lines>, Failure> {
        let mut bytes = std::mem::take(&mut self.rest);
        let mut size = self.usual;
        let end = loop {
            self.fill(&mut bytes, size)?;
            if self.is_over {
                break bytes.len();
            }
            if let Some(end) = end_of_rows(&bytes, (self.format == RowFormat::Csv).then_some(self.delimiter)) {
                break end;
            }
            if LONGEST <= bytes.len() {
                let message = "a row of more than 64 MiB begins here; is a quotation mark not closed?";
                return Err(Failure::data(format!("{}:{}: {message}", self.name, self.line)));
            }
            size = 2 * bytes.len();
        };
        self.rest = bytes[end..].to_vec();
        bytes.truncate(end);
        if bytes.is_empty() {
            return Ok(None);
        }
        let lines = Lines { line: self.line, bytes };
        self.line += memchr_iter(b'\n', &lines.bytes).count() as u64;
        Ok(Some(lines))
    }

    /// Reads until there are so many bytes, or no more.
    fn fill(&mut self, bytes: &mut Vec<u8>, size: usize) -> Result<(), Failure> {
        let missing = size.saturating_sub(bytes.len());
        bytes.reserve(missing);
        let read = (&mut self.input).take(missing as u64).read_to_end(bytes);
        let read = read.map_err(|error| cannot_read(&self.name, &error))?;
        self.is_over |= read < missing;
        Ok(())
    }
}

fn cannot_read(name: &str, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::NotFound => Failure { code: 66, message: format!("{name}: there is no such file") },
        io::ErrorKind::IsADirectory => Failure::io(format!("{name}: it is a folder; expected a file")),
        _ => Failure::io(format!("{name}: it cannot be read: {error}")),
    }
}

fn not_a_file(name: &str, form: ColumnForm) -> Failure {
    Failure::data(format!("{name}: {} is read from its end, so it must come from a file", form.name()))
}

/// Where the last whole row ends. In CSV, which has a delimiter, a line break between quotation marks ends no row.
fn end_of_rows(bytes: &[u8], delimiter: Option<u8>) -> Option<usize> {
    let mut last = None;
    let mut at = 0;
    if let Some(delimiter) = delimiter {
        while let Some(quote) = memchr(b'"', &bytes[at..]).map(|place| at + place) {
            if let Some(end) = memrchr(b'\n', &bytes[at..quote]) {
                last = Some(at + end + 1);
            }
            let opens = quote == 0 || [delimiter, b'\n', b'\r'].contains(&bytes[quote - 1]);
            at = if opens {
                match past_quoted(bytes, quote + 1) {
                    Some(past) => past,
                    None => return last,
                }
            } else {
                quote + 1
            };
        }
    }
    memrchr(b'\n', &bytes[at..]).map(|end| at + end + 1).or(last)
}

/// What follows a quoted text, in which a quotation mark stands twice.
fn past_quoted(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let quote = at + memchr(b'"', bytes.get(at..)?)?;
        if bytes.get(quote + 1) != Some(&b'"') {
            return Some(quote + 1);
        }
        at = quote + 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &'static str, delimiter: u8, usual: usize) -> Text {
        Text::of("rows".into(), Box::new(text.as_bytes()), None, delimiter, usual).unwrap()
    }

    #[test]
    fn pieces_are_whole_rows_and_nothing_is_lost() {
        let rows = "a,b\n1,2\n\"x\ny\",\"q\"\"\n\"\n5\",6\n3,4\r\nlast,9";
        let other_rows = "a;b\n1;2\n\"x\ny\";\"q\"\"\n\"\n5\";6\n3;4\r\nlast;9";
        let cases = [(rows, b','), (other_rows, b';')];
        for ((rows, delimiter), usual) in
            cases.iter().flat_map(|case| (1..=rows.len() + 1).map(move |usual| (*case, usual)))
        {
            let mut text = text(rows, delimiter, usual);
            let pieces: Vec<Lines> = std::iter::from_fn(|| text.next().unwrap()).collect();
            let all: Vec<u8> = pieces.iter().flat_map(|piece| piece.bytes.clone()).collect();
            assert_eq!(all, rows.as_bytes(), "{usual}");
            let mut rows = Vec::new();
            for piece in &pieces {
                let mut reader = csv::ReaderBuilder::new()
                    .has_headers(false)
                    .flexible(true)
                    .delimiter(delimiter)
                    .from_reader(piece.bytes.as_slice());
                for record in reader.byte_records() {
                    rows.push(record.unwrap().iter().map(<[u8]>::to_vec).collect::<Vec<_>>());
                }
            }
            assert_eq!((rows.len(), &rows[2]), (6, &vec![b"x\ny".to_vec(), b"q\"\n".to_vec()]), "{usual}");
            let lines: Vec<u64> = pieces.iter().map(|piece| piece.line).collect();
            assert!(lines.iter().all(|line| [1, 2, 3, 6, 7, 8].contains(line)), "{usual}: {lines:?}");
        }
    }

    #[test]
    fn the_first_character_tells_the_format() {
        assert_eq!(text("\u{feff} {\"x\": 1}\n", b',', 99).format, RowFormat::Ndjson);
        assert_eq!(text("1,2\n", b',', 99).format, RowFormat::Csv);
        let (parquet, arrow) = (Some(ColumnForm::Parquet), Some(ColumnForm::Arrow));
        assert_eq!((columns_begin(b"PAR1\x15\x04"), columns_begin(b"ARROW1\0\0")), (parquet, arrow));
        for text in ["PAR1,0,1,2\n", "PAR1\t0", "PAR1", "ARROW1,0,1,2\n", "ARROW1"] {
            assert_eq!(columns_begin(text.as_bytes()), None, "{text}");
        }
    }
}
