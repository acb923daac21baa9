//! A stream, cut into pieces of whole rows.

use super::RowFormat;
use crate::output::{Failure, is_dash};
use memchr::{memchr, memchr_iter, memrchr};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// A piece has about so many bytes: some thousand rows, which stay in the nearer caches.
const USUAL: usize = 1 << 18;

/// No row is longer than this.
const LONGEST: usize = 64 << 20;

/// Some rows that follow one another.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) bytes: Vec<u8>,
    /// The line of its first row, counted from 1.
    pub(crate) line: u64,
}

/// A file on its way into pieces.
pub(crate) struct Pieces {
    pub(crate) name: String,
    pub(crate) format: RowFormat,
    input: Box<dyn Read + Send>,
    rest: Vec<u8>,
    line: u64,
    is_over: bool,
    usual: usize,
}

impl Pieces {
    /// Opens a file, or standard input for `-`. Which format it has is told by its name, else by its first character.
    pub(crate) fn open(path: &Path) -> Result<Pieces, Failure> {
        let (name, input): (String, Box<dyn Read + Send>) = if is_dash(path) {
            ("standard input".into(), Box::new(io::stdin()))
        } else {
            let name = path.display().to_string();
            let file = File::open(path).map_err(|error| cannot_read(&name, &error))?;
            (name, Box::new(file))
        };
        Pieces::of(name, input, RowFormat::of(path), USUAL)
    }

    fn of(
        name: String,
        input: Box<dyn Read + Send>,
        format: Option<RowFormat>,
        usual: usize,
    ) -> Result<Pieces, Failure> {
        let format_is_known = format.is_some();
        let format = format.unwrap_or(RowFormat::Csv);
        let mut pieces = Pieces { name, format, input, rest: Vec::new(), line: 1, is_over: false, usual };
        let mut start = Vec::new();
        pieces.fill(&mut start, usual)?;
        if start.starts_with(b"\xef\xbb\xbf") {
            start.drain(..3);
        }
        if !format_is_known && start.trim_ascii_start().starts_with(b"{") {
            pieces.format = RowFormat::Ndjson;
        }
        pieces.rest = start;
        Ok(pieces)
    }

    /// The beginning of the file, before anything is taken from it.
    pub(super) fn start(&self) -> &[u8] {
        &self.rest
    }

    /// The next pieces, at most so many; none at the end of the file.
    pub(crate) fn batch(&mut self, count: usize) -> Result<Vec<Piece>, Failure> {
        let mut batch = Vec::with_capacity(count);
        while batch.len() < count {
            match self.next()? {
                Some(piece) => batch.push(piece),
                None => break,
            }
        }
        Ok(batch)
    }

    fn next(&mut self) -> Result<Option<Piece>, Failure> {
        let mut bytes = std::mem::take(&mut self.rest);
        let mut size = self.usual;
        let end = loop {
            self.fill(&mut bytes, size)?;
            if self.is_over {
                break bytes.len();
            }
            if let Some(end) = end_of_rows(&bytes, self.format) {
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
        let piece = Piece { line: self.line, bytes };
        self.line += memchr_iter(b'\n', &piece.bytes).count() as u64;
        Ok(Some(piece))
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

/// Where the last whole row ends. In CSV a line break between quotation marks ends no row.
fn end_of_rows(bytes: &[u8], format: RowFormat) -> Option<usize> {
    let mut last = None;
    let mut at = 0;
    if format == RowFormat::Csv {
        while let Some(quote) = memchr(b'"', &bytes[at..]).map(|place| at + place) {
            if let Some(end) = memrchr(b'\n', &bytes[at..quote]) {
                last = Some(at + end + 1);
            }
            let opens = quote == 0 || matches!(bytes[quote - 1], b',' | b'\n' | b'\r');
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

    fn pieces(text: &'static str, format: Option<RowFormat>, usual: usize) -> Vec<Piece> {
        let mut pieces = Pieces::of("rows".into(), Box::new(text.as_bytes()), format, usual).unwrap();
        let mut all = Vec::new();
        while let Some(piece) = pieces.next().unwrap() {
            all.push(piece);
        }
        all
    }

    #[test]
    fn pieces_are_whole_rows_and_nothing_is_lost() {
        let text = "a,b\n1,2\n\"x\ny\",\"q\"\"\n\"\n5\",6\n3,4\r\nlast,9";
        for usual in 1..=text.len() + 1 {
            let pieces = pieces(text, None, usual);
            let all: Vec<u8> = pieces.iter().flat_map(|piece| piece.bytes.clone()).collect();
            assert_eq!(all, text.as_bytes(), "{usual}");
            let mut rows = Vec::new();
            for piece in &pieces {
                let mut reader =
                    csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(piece.bytes.as_slice());
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
        let format =
            |text: &'static str| Pieces::of("rows".into(), Box::new(text.as_bytes()), None, 99).unwrap().format;
        assert_eq!(format("\u{feff} {\"x\": 1}\n"), RowFormat::Ndjson);
        assert_eq!(format("1,2\n"), RowFormat::Csv);
    }
}
