//! Which column is which, and the rows of a piece as numbers.

use super::json::{self, Value};
use super::{Piece, Pieces, RowFormat, shown};
use crate::commands::finite;
use crate::output::Failure;
use csv::{ByteRecord, ReaderBuilder};

/// What a row must hold, by the names that a header may give to columns: perhaps an id, some numbers, and perhaps one more
/// number that may be missing.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    pub(crate) id: Option<String>,
    pub(crate) numbers: Vec<String>,
    pub(crate) extra: Option<String>,
}

impl Columns {
    /// All names, in the order of a file without a header.
    fn names(&self) -> Vec<String> {
        self.id.iter().chain(&self.numbers).chain(&self.extra).cloned().collect()
    }
}

/// A row that is as it should be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row<'a, const N: usize> {
    pub(crate) line: u64,
    /// Empty if rows have none.
    pub(crate) id: &'a [u8],
    pub(crate) numbers: [f64; N],
    pub(crate) extra: Option<f64>,
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
    file: String,
    format: RowFormat,
    names: Vec<String>,
    has_id: bool,
    /// How many of the names are numbers that must be there.
    needed: usize,
    /// Where the names stand in a row of CSV.
    places: Vec<Option<usize>>,
    /// The columns of the header.
    pub(crate) header: Option<Vec<String>>,
}

impl Table {
    /// Looks at the beginning of a file. In CSV the first row is a header if it has all names, or none of its cells is a number.
    pub(crate) fn new(pieces: &Pieces, columns: &Columns) -> Result<Table, Failure> {
        let names = columns.names();
        let places = (0..names.len()).map(Some).collect();
        let mut table = Table {
            file: pieces.name.clone(),
            format: pieces.format,
            names,
            has_id: columns.id.is_some(),
            needed: columns.numbers.len(),
            places,
            header: None,
        };
        if table.format == RowFormat::Ndjson {
            return Ok(table);
        }
        let mut first = ByteRecord::new();
        let start = pieces.start();
        // Reading from memory cannot fail.
        let _ = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(start).read_byte_record(&mut first);
        let cells: Vec<String> = first.iter().map(|cell| String::from_utf8_lossy(cell).trim().to_string()).collect();
        let place = |name: &String| cells.iter().position(|cell| cell == name);
        let places: Vec<Option<usize>> = table.names.iter().map(place).collect();
        let needed = usize::from(table.has_id) + table.needed;
        let missing: Vec<&str> = (0..needed).filter(|&i| places[i].is_none()).map(|i| table.name(i)).collect();
        let is_data = cells.is_empty() || cells.iter().any(|cell| cell.parse::<f64>().is_ok());
        if !missing.is_empty() && is_data {
            return Ok(table);
        }
        if !missing.is_empty() {
            let found: Vec<String> = cells.iter().take(20).map(|cell| shown(cell.as_bytes())).collect();
            let more = if cells.len() > 20 { " and more" } else { "" };
            let message =
                format!("the header has no column `{}`; it has {}{more}", missing.join("`, `"), found.join(", "));
            return Err(Failure::data(format!("{}:1: {message}", table.file)));
        }
        table.places = places;
        table.header = Some(cells);
        Ok(table)
    }

    /// A bad row, with its place.
    pub(crate) fn told(&self, bad: &Bad) -> String {
        format!("{}:{}: {}", self.file, bad.line, bad.message)
    }

    /// Shows the rows of a piece in order, for as long as more are wanted.
    pub(crate) fn rows<const N: usize>(&self, piece: &Piece, each: impl FnMut(Result<Row<'_, N>, Bad>) -> bool) {
        match self.format {
            RowFormat::Csv => self.csv_rows(piece, each),
            RowFormat::Ndjson => self.json_rows(piece, each),
        }
    }

    fn csv_rows<const N: usize>(&self, piece: &Piece, mut each: impl FnMut(Result<Row<'_, N>, Bad>) -> bool) {
        let mut reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .buffer_capacity(1 << 16)
            .from_reader(piece.bytes.as_slice());
        let mut record = ByteRecord::new();
        let mut is_header = self.header.is_some() && piece.line == 1;
        let mut lines = Lines { bytes: &piece.bytes, at: 0, line: piece.line };
        // Reading from memory cannot fail.
        while reader.read_byte_record(&mut record).unwrap_or(false) {
            let line = lines.of_row(record.position().map_or(0, csv::Position::byte));
            if std::mem::take(&mut is_header) {
                continue;
            }
            let row = self.csv_row(&record, line).map_err(|message| Bad { line, message });
            if !each(row) {
                return;
            }
        }
    }

    fn csv_row<'a, const N: usize>(&self, record: &'a ByteRecord, line: u64) -> Result<Row<'a, N>, String> {
        let count = record.len();
        match &self.header {
            Some(header) if header.len() == count => {}
            Some(header) => return Err(format!("{} given, the header has {}", columns(count), header.len())),
            None => {
                let most = self.names.len();
                let least = usize::from(self.has_id) + self.needed;
                if !(least..=most).contains(&count) {
                    let needed = if least == most { least.to_string() } else { format!("{least} or {most}") };
                    return Err(format!("{} given, {needed} needed: {}", columns(count), self.names.join(",")));
                }
            }
        }
        let cell = |i: usize| self.places[i].and_then(|place| record.get(place)).unwrap_or(b"");
        let first = usize::from(self.has_id);
        let mut numbers = [0.0; N];
        for (i, number) in (first..).zip(&mut numbers) {
            *number = self.number(i, cell(i))?;
        }
        let last = first + N;
        let extra = if last < self.names.len() { cell(last).trim_ascii() } else { b"" };
        let extra = if extra.is_empty() { None } else { Some(self.number(last, extra)?) };
        let id = if self.has_id { cell(0) } else { b"" };
        Ok(Row { line, id, numbers, extra })
    }

    fn json_rows<const N: usize>(&self, piece: &Piece, mut each: impl FnMut(Result<Row<'_, N>, Bad>) -> bool) {
        let mut values = Vec::new();
        let mut id = Vec::new();
        for (line, text) in (piece.line..).zip(piece.bytes.split(|&byte| byte == b'\n')) {
            if text.trim_ascii().is_empty() {
                continue;
            }
            let read = json::values(text, &self.names, &mut values);
            let row = read.and_then(|()| self.json_row(&values, line, &mut id));
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
    ) -> Result<Row<'a, N>, String> {
        let first = usize::from(self.has_id);
        let mut numbers = [0.0; N];
        for (i, number) in (first..).zip(&mut numbers) {
            *number = self.json_number(i, &values[i])?.ok_or_else(|| format!("there is no \"{}\"", self.name(i)))?;
        }
        let last = first + N;
        let extra = values.get(last).map_or(Ok(None), |value| self.json_number(last, value))?;
        id.clear();
        if self.has_id {
            match &values[0] {
                Value::Text(text) => id.extend_from_slice(text.as_bytes()),
                Value::Number(number) => super::number(id, *number),
                Value::Whole(number) => id.extend_from_slice(number.to_string().as_bytes()),
                Value::Missing => return Err(format!("there is no \"{}\"", self.name(0))),
            }
        }
        Ok(Row { line, id, numbers, extra })
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
    fn number(&self, i: usize, cell: &[u8]) -> Result<f64, String> {
        let quick = std::str::from_utf8(cell.trim_ascii()).ok().and_then(|text| text.parse::<f64>().ok());
        match quick {
            Some(number) if number.is_finite() => Ok(number),
            _ => self.not_a_number(i, cell),
        }
    }

    #[cold]
    fn not_a_number(&self, i: usize, cell: &[u8]) -> Result<f64, String> {
        finite(&shown(cell)).map_err(|why| format!("{}: {why}", self.name(i)))
    }

    fn name(&self, i: usize) -> &str {
        &self.names[i]
    }
}

/// Counts lines. The reader's own count is one behind after `\r\n`, and it takes empty lines for part of the next row.
struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u64,
}

impl Lines<'_> {
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

fn columns(count: usize) -> String {
    if count == 1 { "1 column".into() } else { format!("{count} columns") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(header: Option<&[&str]>, format: RowFormat) -> Table {
        let names = ["x", "y", "radius"].map(str::to_string);
        let header = header.map(|header| header.iter().map(|name| name.to_string()).collect::<Vec<_>>());
        let place = |i: usize| match &header {
            Some(header) => header.iter().position(|name| *name == names[i]),
            None => Some(i),
        };
        let places = (0..3).map(place).collect();
        Table { file: "f".into(), format, names: names.into(), has_id: false, needed: 2, places, header }
    }

    type Numbers = ([f64; 2], Option<f64>);

    #[track_caller]
    fn check(table: &Table, text: &str, expected: &[Result<Numbers, &str>]) {
        let mut found = Vec::new();
        table.rows::<2>(&Piece { bytes: text.into(), line: 1 }, |row| {
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
            Err("f:5: y: `nan` is not finite"),
            Err("f:6: x: `` is not a number"),
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
