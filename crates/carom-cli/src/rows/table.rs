//! Which column is which, and the rows of a piece as numbers.

use super::json::{self, Value};
use super::parquet;
use super::pieces::{Lines, Source, Text};
use super::time::{Time, TimeForm, date, is_number, not_a_date, not_a_time};
use super::{Piece, Pieces, RowFormat, shown};
use crate::commands::finite;
use crate::output::Failure;
use csv::{ByteRecord, ReaderBuilder};
use std::ops::Range;
use std::path::Path;

/// What a row must hold, by the names that a header may give to columns: perhaps the id and the time of a track, some
/// numbers, and perhaps one more number that may be missing.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    pub(crate) track: Option<[String; 2]>,
    pub(crate) numbers: Vec<String>,
    pub(crate) extra: Option<String>,
    /// Columns that are carried through as texts.
    pub(crate) keep: Vec<String>,
}

impl Columns {
    /// All names, in the order of a file without a header, and then those that are carried through.
    fn names(&self) -> Vec<String> {
        self.track.iter().flatten().chain(&self.numbers).chain(&self.extra).chain(&self.keep).cloned().collect()
    }
}

/// A row that is as it should be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row<'a, const N: usize> {
    pub(crate) line: u64,
    /// Empty if rows have none.
    pub(crate) id: &'a [u8],
    /// 0 if rows have none.
    pub(crate) time: Time,
    pub(crate) numbers: [f64; N],
    pub(crate) extra: Option<f64>,
    /// What is carried through.
    pub(crate) kept: &'a Cells,
}

/// Some texts, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Cells {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Cells {
    pub(crate) fn push(&mut self, cell: &[u8]) {
        self.bytes.extend_from_slice(cell);
        self.ends.push(self.bytes.len());
    }

    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    pub(crate) fn get(&self, i: usize) -> &[u8] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.bytes[start..self.ends[i]]
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Takes over some of others.
    pub(crate) fn extend(&mut self, others: &Cells, which: Range<usize>) {
        which.for_each(|i| self.push(others.get(i)));
    }
}

/// A row that is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bad {
    pub(crate) line: u64,
    pub(crate) message: String,
}

/// How the rows of a file are to be read.
#[derive(Debug)]
pub(crate) struct Table {
    pub(super) file: String,
    /// `None` for Parquet and Arrow.
    format: Option<RowFormat>,
    /// What is between the cells of CSV.
    delimiter: u8,
    names: Vec<String>,
    /// Whether the first two names are the id and the time of a track.
    pub(super) is_track: bool,
    /// How many of the names are numbers that must be there.
    needed: usize,
    /// How many of the names, the last ones, are carried through.
    pub(super) kept: usize,
    /// Where the names stand in a row of CSV or of Parquet.
    pub(super) places: Vec<Option<usize>>,
    /// The header's columns.
    header: Option<Vec<String>>,
    /// How times are written.
    pub(super) times: TimeForm,
    pub(super) knows_times: bool,
}

impl Table {
    /// Opens a file, or standard input for `-`, and looks at its beginning. What is between the cells of CSV is known from
    /// the file's name if it is not given.
    pub(crate) fn open(path: &Path, columns: &Columns, delimiter: Option<u8>) -> Result<(Table, Pieces), Failure> {
        let names = columns.names();
        let mut table = Table {
            file: String::new(),
            format: None,
            delimiter: b',',
            is_track: columns.track.is_some(),
            needed: columns.numbers.len(),
            kept: columns.keep.len(),
            places: (0..names.len()).map(Some).collect(),
            names,
            header: None,
            times: TimeForm::Numbers,
            knows_times: false,
        };
        match Source::open(path, delimiter)? {
            Source::Columns(source) => {
                table.file = source.name.clone();
                let reader = parquet::Reader::open(source, &mut table)?;
                Ok((table, Pieces::Columns(Box::new(reader))))
            }
            Source::Text(text) => {
                (table.file, table.format, table.delimiter) = (text.name.clone(), Some(text.format), text.delimiter);
                table.look_at(&text, delimiter.is_some())?;
                Ok((table, Pieces::Text(text)))
            }
        }
    }

    /// Looks at the beginning of a text. In CSV the first row is a header if it has all names, or none of its cells is a
    /// number.
    fn look_at(&mut self, text: &Text, delimiter_is_given: bool) -> Result<(), Failure> {
        if self.format == Some(RowFormat::Csv) {
            let mut first = ByteRecord::new();
            // Reading from memory cannot fail.
            let _ = self.csv_reader(text.start()).read_byte_record(&mut first);
            let cells: Vec<String> =
                first.iter().map(|cell| String::from_utf8_lossy(cell).trim().to_string()).collect();
            let is_data = cells.is_empty() || cells.iter().any(|cell| cell.parse::<f64>().is_ok());
            match self.places_in(&cells) {
                Ok(places) => (self.places, self.header) = (places, Some(cells)),
                Err(_) if is_data && self.kept > 0 => {
                    let message = "it has no header, so --keep does not know its columns";
                    return Err(Failure::data(format!("{}:1: {message}", self.file)));
                }
                Err(_) if is_data => {}
                Err(missing) => {
                    let hint = if delimiter_is_given { String::new() } else { other_delimiter(&cells) };
                    return Err(Failure::data(format!("{}:1: the header {missing}{hint}", self.file)));
                }
            }
        }
        if self.is_track {
            let found = self.time_form(text.start());
            (self.times, self.knows_times) = (found.unwrap_or(TimeForm::Numbers), found.is_some());
        }
        Ok(())
    }

    /// Where each name is among these, or what is missing.
    pub(super) fn places_in(&self, found: &[String]) -> Result<Vec<Option<usize>>, String> {
        let place = |name: &String| found.iter().position(|one| one == name);
        let places: Vec<Option<usize>> = self.names.iter().map(place).collect();
        let is_needed = |i: &usize| *i < self.first_number() + self.needed || self.first_kept() <= *i;
        let missing: Vec<&str> =
            (0..places.len()).filter(is_needed).filter(|&i| places[i].is_none()).map(|i| self.name(i)).collect();
        if missing.is_empty() {
            return Ok(places);
        }
        let shown: Vec<String> = found.iter().take(20).map(|name| shown(name.as_bytes())).collect();
        let more = if found.len() > 20 { " and more" } else { "" };
        Err(format!("has no column `{}`; it has {}{more}", missing.join("`, `"), shown.join(", ")))
    }

    /// How the first time in a text is written that can be read at all.
    fn time_form(&self, start: &[u8]) -> Option<TimeForm> {
        if self.format == Some(RowFormat::Ndjson) {
            let mut values = Vec::new();
            return start.split(|&byte| byte == b'\n').find_map(|line| {
                json::values(line, &self.names, &mut values).ok()?;
                match &values[1] {
                    Value::Missing => None,
                    Value::Number(_) | Value::Whole(_) => Some(TimeForm::Numbers),
                    Value::Text(text) => TimeForm::of(text.as_bytes()),
                }
            });
        }
        let place = self.places[1]?;
        let rows = self.csv_reader(start).into_byte_records().skip(usize::from(self.header.is_some()));
        rows.map_while(Result::ok).find_map(|row| TimeForm::of(row.get(place)?))
    }

    /// A bad row, with its place.
    pub(crate) fn told(&self, bad: &Bad) -> String {
        let place = if self.format.is_none() { " row " } else { "" };
        format!("{}:{place}{}: {}", self.file, bad.line, bad.message)
    }

    /// Shows the rows of a piece in order, for as long as more are wanted.
    pub(crate) fn rows<const N: usize>(&self, piece: &Piece, each: impl FnMut(Result<Row<'_, N>, Bad>) -> bool) {
        match piece {
            Piece::Text(lines) if self.format == Some(RowFormat::Ndjson) => self.json_rows(lines, each),
            Piece::Text(lines) => self.csv_rows(lines, each),
            Piece::Columns(batch) => batch.rows(self, each),
        }
    }

    fn csv_reader<'a>(&self, text: &'a [u8]) -> csv::Reader<&'a [u8]> {
        let mut builder = ReaderBuilder::new();
        builder.has_headers(false).flexible(true).delimiter(self.delimiter).buffer_capacity(1 << 16).from_reader(text)
    }

    fn csv_rows<const N: usize>(&self, piece: &Lines, mut each: impl FnMut(Result<Row<'_, N>, Bad>) -> bool) {
        let mut reader = self.csv_reader(&piece.bytes);
        let mut record = ByteRecord::new();
        let mut kept = Cells::default();
        let mut is_first = piece.line == 1;
        let mut lines = LineCount { bytes: &piece.bytes, at: 0, line: piece.line };
        // Reading from memory cannot fail.
        while reader.read_byte_record(&mut record).unwrap_or(false) {
            let line = lines.of_row(record.position().map_or(0, csv::Position::byte));
            // The header, which comes again where files were put one after the other.
            let is_first = std::mem::take(&mut is_first);
            if self.header.as_ref().is_some_and(|header| is_first || is_same(header, &record)) {
                continue;
            }
            let row = self.csv_row(&record, line, &mut kept).map_err(|message| Bad { line, message });
            if !each(row) {
                return;
            }
        }
    }

    fn csv_row<'a, const N: usize>(
        &self,
        record: &'a ByteRecord,
        line: u64,
        kept: &'a mut Cells,
    ) -> Result<Row<'a, N>, String> {
        let count = record.len();
        match &self.header {
            Some(header) if header.len() == count => {}
            Some(header) => return Err(format!("{} given, the header has {}", columns(count), header.len())),
            None => {
                let most = self.names.len();
                let least = self.first_number() + self.needed;
                if !(least..=most).contains(&count) {
                    let needed = if least == most { least.to_string() } else { format!("{least} or {most}") };
                    return Err(format!("{} given, {needed} needed: {}", columns(count), self.names.join(",")));
                }
            }
        }
        let cell = |i: usize| self.places[i].and_then(|place| record.get(place)).unwrap_or(b"");
        let first = self.first_number();
        let (id, time) = if self.is_track { (cell(0), self.time(cell(1))?) } else { (&b""[..], Time::Number(0.0)) };
        let mut numbers = [0.0; N];
        for (i, number) in (first..).zip(&mut numbers) {
            *number = self.number(i, cell(i))?;
        }
        let last = first + N;
        let extra = if last < self.first_kept() { cell(last).trim_ascii() } else { b"" };
        let extra = if extra.is_empty() { None } else { Some(self.number(last, extra)?) };
        kept.clear();
        (self.first_kept()..self.names.len()).for_each(|i| kept.push(cell(i)));
        Ok(Row { line, id, time, numbers, extra, kept })
    }

    fn json_rows<const N: usize>(&self, piece: &Lines, mut each: impl FnMut(Result<Row<'_, N>, Bad>) -> bool) {
        let mut values = Vec::new();
        let mut id = Vec::new();
        let mut kept = Cells::default();
        for (line, text) in (piece.line..).zip(piece.bytes.split(|&byte| byte == b'\n')) {
            if text.trim_ascii().is_empty() {
                continue;
            }
            let read = json::values(text, &self.names, &mut values);
            let row = read.and_then(|()| self.json_row(&values, line, &mut id, &mut kept));
            let goes_on = each(row.map_err(|message| Bad { line, message }));
            if !goes_on {
                return;
            }
        }
    }

    fn json_row<'a, const N: usize>(
        &self,
        values: &[Value<'_>],
        line: u64,
        id: &'a mut Vec<u8>,
        kept: &'a mut Cells,
    ) -> Result<Row<'a, N>, String> {
        let missing = |i: usize| format!("there is no \"{}\"", self.name(i));
        let first = self.first_number();
        let mut time = Time::Number(0.0);
        if self.is_track {
            time = match &values[1] {
                Value::Text(text) => self.time(text.as_bytes())?,
                Value::Missing => return Err(missing(1)),
                Value::Number(number) => self.time_of_number(*number)?,
                Value::Whole(number) => self.time_of_number(*number as f64)?,
            };
        }
        let mut numbers = [0.0; N];
        for (i, number) in (first..).zip(&mut numbers) {
            *number = self.json_number(i, &values[i])?.ok_or_else(|| missing(i))?;
        }
        let last = first + N;
        let extra = if last < self.first_kept() { self.json_number(last, &values[last])? } else { None };
        kept.clear();
        for value in &values[self.first_kept()..] {
            kept.push(&value.text());
        }
        id.clear();
        if self.is_track {
            match &values[0] {
                Value::Missing => return Err(missing(0)),
                value => id.extend_from_slice(&value.text()),
            }
        }
        Ok(Row { line, id, time, numbers, extra, kept })
    }

    fn json_number(&self, i: usize, value: &Value<'_>) -> Result<Option<f64>, String> {
        match value {
            Value::Missing => Ok(None),
            Value::Number(number) => Ok(Some(*number)),
            Value::Whole(number) => Ok(Some(*number as f64)),
            Value::Text(text) => self.number(i, text.as_bytes()).map(Some),
        }
    }

    #[inline]
    fn time(&self, cell: &[u8]) -> Result<Time, String> {
        match self.times {
            TimeForm::Numbers => self.number(1, cell).map(Time::Number),
            TimeForm::Dates => {
                date(cell).map(Time::Date).ok_or_else(|| format!("{}: {}", self.name(1), not_a_date(cell)))
            }
        }
    }

    fn time_of_number(&self, number: f64) -> Result<Time, String> {
        match self.times {
            TimeForm::Numbers => Ok(Time::Number(number)),
            TimeForm::Dates => Err(format!("{}: {}", self.name(1), not_a_date(number.to_string().as_bytes()))),
        }
    }

    #[inline]
    fn number(&self, i: usize, cell: &[u8]) -> Result<f64, String> {
        let quick = std::str::from_utf8(cell.trim_ascii()).ok().and_then(|text| text.parse::<f64>().ok());
        match quick {
            Some(number) if number.is_finite() => Ok(number),
            _ => self.not_a_number(i, cell),
        }
    }

    #[cold]
    fn not_a_number(&self, i: usize, cell: &[u8]) -> Result<f64, String> {
        if self.is_track && i == 1 && date(cell).is_some() {
            return Err(format!("{}: `{}` is a date, but the times before are numbers", self.name(i), shown(cell)));
        }
        if self.is_track && i == 1 && !is_number(cell) {
            return Err(format!("{}: {}", self.name(i), not_a_time(cell)));
        }
        finite(&shown(cell)).map_err(|why| format!("{}: {why}", self.name(i)))
    }

    pub(super) fn name(&self, i: usize) -> &str {
        &self.names[i]
    }

    /// Which of the names is the first that is carried through.
    pub(super) fn first_kept(&self) -> usize {
        self.names.len() - self.kept
    }

    /// How times are written, if that is known: not of a file without rows.
    pub(crate) fn times(&self) -> Option<TimeForm> {
        self.knows_times.then_some(self.times)
    }

    /// What the file is called.
    pub(crate) fn file(&self) -> &str {
        &self.file
    }

    /// Which of the names is the first number.
    pub(super) fn first_number(&self) -> usize {
        if self.is_track { 2 } else { 0 }
    }
}

/// What to try if a header seems to have only one column.
fn other_delimiter(cells: &[String]) -> String {
    let [cell] = cells else { return String::new() };
    let others = [(';', "';'"), ('\t', "tab"), ('|', "'|'"), (',', ",")];
    let found = others.iter().find(|(other, _)| cell.contains(*other));
    found.map_or(String::new(), |(_, word)| format!("; try --delimiter {word}"))
}

/// Counts lines. The reader's own count is one behind after `\r\n`, and it takes empty lines for part of the next row.
struct LineCount<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u64,
}

impl LineCount<'_> {
    /// The line of the row that starts at a byte or after the line breaks there; rows are asked in order.
    fn of_row(&mut self, start: u64) -> u64 {
        let bytes = self.bytes;
        let mut start = (start as usize).clamp(self.at, bytes.len());
        start += bytes[start..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        self.line += bytes[self.at..start].iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.at = start;
        self.line
    }
}

/// Whether a row is the header.
fn is_same(header: &[String], record: &ByteRecord) -> bool {
    let mut cells = record.iter().zip(header);
    record.len() == header.len() && cells.all(|(cell, name)| cell.trim_ascii() == name.as_bytes())
}

fn columns(count: usize) -> String {
    if count == 1 { "1 column".into() } else { format!("{count} columns") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(header: Option<&[&str]>, format: RowFormat) -> Table {
        let names = ["x", "y", "radius"].map(str::to_string);
        let place = |i: usize| match header {
            Some(header) => header.iter().position(|name| *name == names[i]),
            None => Some(i),
        };
        let places = (0..3).map(place).collect();
        let header = header.map(|header| header.iter().map(|name| name.to_string()).collect());
        let times = TimeForm::Numbers;
        let (names, delimiter) = (names.into(), b',');
        Table {
            file: "f".into(),
            format: Some(format),
            delimiter,
            names,
            is_track: false,
            needed: 2,
            kept: 0,
            places,
            header,
            times,
            knows_times: false,
        }
    }

    type Numbers = ([f64; 2], Option<f64>);

    #[track_caller]
    fn check(table: &Table, text: &str, expected: &[Result<Numbers, &str>]) {
        let mut found = Vec::new();
        table.rows::<2>(&Piece::Text(Lines { bytes: text.into(), line: 1 }), |row| {
            found.push(row.map(|row| (row.numbers, row.extra)).map_err(|bad| table.told(&bad)));
            true
        });
        let expected: Vec<_> = expected.iter().map(|row| row.map_err(str::to_string)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn rows_without_a_header() {
        let rows = [
            Ok(([1.0, 2.0], None)),
            Ok(([1.0, 2.0], Some(0.5))),
            Err("f:4: 1 column given, 2 or 3 needed: x,y,radius"),
            Err("f:5: y: `nan` is not finite; expected a number from -1.8e308 to 1.8e308"),
            Err("f:6: x: `` is not a number; expected one as in 2, -0.5 or 1e3"),
        ];
        check(&table(None, RowFormat::Csv), "1,2\n\n 1 ,\"2\", .5\r\n7\n1,nan\n,1\n", &rows);
    }

    #[test]
    fn columns_by_name() {
        let rows = [Ok(([1.0, 2.0], None)), Err("f:3: 3 columns given, the header has 4")];
        check(&table(Some(&["y", "note", "x", "radius"]), RowFormat::Csv), "y,note,x,radius\n2,,1,\n2,,1\n", &rows);
    }

    #[test]
    fn rows_of_json() {
        let rows = [
            Ok(([1.0, 2.5], Some(3.0))),
            Err("f:3: there is no \"y\""),
            Err("f:4: EOF while parsing an object (column 7)"),
            Err("f:5: number out of range (column 11)"),
        ];
        let text = "{\"y\": 2.5, \"x\": 1, \"radius\": 3}\n\n{\"x\": 1}\n{\"x\": 1\n{\"x\": 1e999}\n";
        check(&table(None, RowFormat::Ndjson), text, &rows);
    }
}
