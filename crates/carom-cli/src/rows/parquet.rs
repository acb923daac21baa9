//! Rows of a Parquet or Arrow file, some thousand at a time.

use super::guard::guarded;
use super::pieces::{ColumnForm, ColumnSource};
use super::table::{Bad, Cells, Row, Table};
use super::time::{Time, TimeForm};
use crate::output::Failure;
use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Date64Type, Float16Type, Float32Type, Float64Type, TimestampMicrosecondType};
use arrow_array::types::{TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType};
use arrow_array::{
    Array, BooleanArray, LargeStringArray, RecordBatch, StringArray, StringViewArray, downcast_integer_array,
};
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, DataType, Fields, TimeUnit};
use jiff::Timestamp;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use std::borrow::Cow;
use std::fmt::Display;
use std::fs::File;
use std::io::{BufReader, Read, Seek};

/// So many rows are read at once; they stay in the nearer caches.
const USUAL: usize = 1 << 13;

/// Some rows that follow one another.
pub(crate) struct Batch {
    columns: RecordBatch,
    /// The number of its first row, counted from 1.
    row: u64,
}

/// A file on its way into batches. Only the columns that are needed are read.
pub(crate) struct Reader {
    name: String,
    form: ColumnForm,
    rows: Rows,
    row: u64,
    /// What is left of rows that were read at once: Arrow's batches may be of any size.
    rest: Option<RecordBatch>,
}

enum Rows {
    Parquet(ParquetRecordBatchReader),
    File(FileReader<BufReader<File>>),
    Stream(StreamReader<BufReader<File>>),
}

impl Iterator for Rows {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Rows::Parquet(rows) => rows.next(),
            Rows::File(rows) => rows.next(),
            Rows::Stream(rows) => rows.next(),
        }
    }
}

impl Reader {
    /// Finds the table's columns in a file.
    pub(super) fn open(source: ColumnSource, table: &mut Table) -> Result<Reader, Failure> {
        let ColumnSource { name, file, form } = source;
        let rows = guarded(|| match form {
            ColumnForm::Parquet => parquet_rows(file, &name, table),
            ColumnForm::Arrow => arrow_rows(file, &name, table),
        });
        let rows = rows.map_err(|error| cannot_read(&name, form, &error))??;
        Ok(Reader { rows, name, form, row: 1, rest: None })
    }

    pub(super) fn next(&mut self) -> Result<Option<Batch>, Failure> {
        let next = match self.rest.take() {
            Some(rest) => Some(rest),
            None => {
                let told = |error: &dyn Display| cannot_read(&self.name, self.form, &error);
                let next = guarded(|| self.rows.next()).map_err(|error| told(&error))?;
                next.transpose().map_err(|error| told(&error))?
            }
        };
        let Some(columns) = next else { return Ok(None) };
        let (count, row) = (columns.num_rows().min(USUAL), self.row);
        if count < columns.num_rows() {
            self.rest = Some(columns.slice(count, columns.num_rows() - count));
        }
        self.row += count as u64;
        Ok(Some(Batch { columns: columns.slice(0, count), row }))
    }
}

fn parquet_rows(file: File, name: &str, table: &mut Table) -> Result<Rows, Failure> {
    let told = |error: &dyn Display| cannot_read(name, ColumnForm::Parquet, &error);
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| told(&error))?;
    let chosen = table.choose(builder.schema().fields())?;
    let mask = ProjectionMask::roots(builder.parquet_schema(), chosen);
    let rows = builder.with_projection(mask).with_batch_size(USUAL).build();
    Ok(Rows::Parquet(rows.map_err(|error| told(&error))?))
}

/// The rows of Arrow's IPC format: a file begins with a mark, a stream does not.
fn arrow_rows(mut file: File, name: &str, table: &mut Table) -> Result<Rows, Failure> {
    let told = |error: &dyn Display| cannot_read(name, ColumnForm::Arrow, &error);
    let mut mark = [0; 6];
    let is_file = file.read_exact(&mut mark).is_ok() && mark == *b"ARROW1";
    file.rewind().map_err(|error| told(&error))?;
    let file = BufReader::new(file);
    if is_file {
        let chosen = table.choose(FileReader::try_new(file, None).map_err(|error| told(&error))?.schema().fields())?;
        let file = File::open(name).map(BufReader::new).map_err(|error| told(&error))?;
        return Ok(Rows::File(FileReader::try_new(file, Some(chosen)).map_err(|error| told(&error))?));
    }
    let chosen = table.choose(StreamReader::try_new(file, None).map_err(|error| told(&error))?.schema().fields())?;
    let file = File::open(name).map(BufReader::new).map_err(|error| told(&error))?;
    Ok(Rows::Stream(StreamReader::try_new(file, Some(chosen)).map_err(|error| told(&error))?))
}

fn cannot_read(name: &str, form: ColumnForm, error: &impl Display) -> Failure {
    Failure::data(format!("{name}: it cannot be read as {}: {error}", form.name()))
}

impl Table {
    /// Where its columns are among those of a file: which to read, from the first to the last, and where each name is among them.
    fn choose(&mut self, fields: &Fields) -> Result<Vec<usize>, Failure> {
        let names: Vec<String> = fields.iter().map(|field| field.name().clone()).collect();
        let places =
            self.places_in(&names).map_err(|missing| Failure::data(format!("{}: the file {missing}", self.file)))?;
        for (i, place) in places.iter().enumerate() {
            let Some(field) = place.map(|place| &fields[place]) else { continue };
            let (fits, expected) = self.fits(i, field.data_type());
            if !fits {
                let (file, column, found) = (&self.file, field.name(), field.data_type());
                return Err(Failure::data(format!("{file}: column `{column}` is {found}; expected {expected}")));
            }
            if i == 1 && self.is_track {
                let is_date = is_date(field.data_type());
                (self.times, self.knows_times) = (if is_date { TimeForm::Dates } else { TimeForm::Numbers }, true);
            }
        }
        // What is read keeps the order of the file, whatever is left out.
        let mut chosen: Vec<usize> = places.iter().copied().flatten().collect();
        chosen.sort_unstable();
        chosen.dedup();
        self.places = places.iter().map(|place| chosen.binary_search(&(*place)?).ok()).collect();
        Ok(chosen)
    }

    /// Whether a name's column may be of this type, and what is expected of it.
    fn fits(&self, i: usize, found: &DataType) -> (bool, &'static str) {
        let is_number = found.is_integer() || found.is_floating();
        match i {
            _ if self.first_kept() <= i => (
                is_text(found) || is_number || is_date(found) || *found == DataType::Boolean,
                "a text, number, time or boolean",
            ),
            0 if self.is_track => (is_text(found) || found.is_integer(), "a text or a whole number"),
            1 if self.is_track => (is_number || is_date(found), "a number, a timestamp or a date"),
            _ => (is_number, "a number"),
        }
    }
}

fn is_text(found: &DataType) -> bool {
    match found {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => true,
        DataType::Dictionary(_, value) => is_text(value),
        _ => false,
    }
}

fn is_date(found: &DataType) -> bool {
    matches!(found, DataType::Timestamp(..) | DataType::Date32 | DataType::Date64)
}

impl Batch {
    /// Shows the rows in order, for as long as more are wanted.
    pub(super) fn rows<const N: usize>(&self, table: &Table, mut each: impl FnMut(Result<Row<'_, N>, Bad>) -> bool) {
        let column = |i: usize| table.places.get(i).copied().flatten().map(|place| self.columns.column(place).as_ref());
        let first = table.first_number();
        let track = column(0).zip(column(1)).filter(|_| table.is_track);
        let columns = Columns {
            table,
            track: track.map(|(ids, times)| (Ids::of(ids), Times::of(times))),
            numbers: (first..first + N).filter_map(|i| column(i).map(Numbers::of)).collect(),
            extra: column(first + N).filter(|_| first + N < table.first_kept()).map(Numbers::of),
            kept: (table.first_kept()..table.places.len()).filter_map(|i| column(i).map(Kept::of)).collect(),
        };
        let (mut digits, mut kept) = (itoa::Buffer::new(), Cells::default());
        for (line, i) in (self.row..).zip(0..self.columns.num_rows()) {
            let row = columns.row(i, line, &mut digits, &mut kept).map_err(|message| Bad { line, message });
            if !each(row) {
                return;
            }
        }
    }
}

/// The columns of a batch that are wanted.
struct Columns<'a> {
    table: &'a Table,
    track: Option<(Ids<'a>, Times<'a>)>,
    numbers: Vec<Numbers<'a>>,
    extra: Option<Numbers<'a>>,
    kept: Vec<Kept<'a>>,
}

impl Columns<'_> {
    #[inline]
    fn row<'b, const N: usize>(
        &'b self,
        i: usize,
        line: u64,
        digits: &'b mut itoa::Buffer,
        kept: &'b mut Cells,
    ) -> Result<Row<'b, N>, String> {
        let fault = |name: usize, why: &str| format!("{}: {why}", self.table.name(name));
        let first = self.table.first_number();
        kept.clear();
        self.kept.iter().for_each(|column| column.push(i, kept));
        let mut row = Row { line, id: b"", time: Time::Number(0.0), numbers: [0.0; N], extra: None, kept };
        if let Some((ids, times)) = &self.track {
            row.time = times.get(i).map_err(|why| fault(1, &why))?;
            row.id = ids.get(i, digits).ok_or_else(|| fault(0, "null is not a name"))?;
        }
        for (name, (number, column)) in (first..).zip(row.numbers.iter_mut().zip(&self.numbers)) {
            let found = column.get(i).map_err(|why| fault(name, &why))?;
            *number = found.ok_or_else(|| fault(name, "null is not a number"))?;
        }
        if let Some(column) = &self.extra {
            row.extra = column.get(i).map_err(|why| fault(first + N, &why))?;
        }
        Ok(row)
    }
}

/// A column of numbers.
struct Numbers<'a> {
    column: &'a dyn Array,
    values: Cow<'a, [f64]>,
}

impl Numbers<'_> {
    fn of(column: &dyn Array) -> Numbers<'_> {
        let values = match column.data_type() {
            DataType::Float64 => Cow::Borrowed(&column.as_primitive::<Float64Type>().values()[..]),
            DataType::Float32 => column.as_primitive::<Float32Type>().values().iter().map(|&x| x.into()).collect(),
            DataType::Float16 => column.as_primitive::<Float16Type>().values().iter().map(|&x| x.into()).collect(),
            _ => downcast_integer_array! {
                column => column.values().iter().map(|&x| x as f64).collect(),
                other => unreachable!("{other} was looked at when the file was opened"),
            },
        };
        Numbers { column, values }
    }

    fn get(&self, i: usize) -> Result<Option<f64>, String> {
        let value = self.values[i];
        match self.column.is_valid(i) {
            true if value.is_finite() => Ok(Some(value)),
            true => Err(format!("`{value}` is not finite")),
            false => Ok(None),
        }
    }
}

/// A column of times.
enum Times<'a> {
    Numbers(Numbers<'a>),
    Dates {
        column: &'a dyn Array,
        values: Cow<'a, [i64]>,
        /// How many nanoseconds make one of them.
        unit: i128,
    },
}

impl Times<'_> {
    fn of(column: &dyn Array) -> Times<'_> {
        const MILLION: i128 = 1_000_000;
        const DAY: i128 = 86_400_000 * MILLION;
        let (values, unit): (Cow<'_, [i64]>, i128) = match column.data_type() {
            DataType::Date32 => {
                (column.as_primitive::<Date32Type>().values().iter().map(|&days| days.into()).collect(), DAY)
            }
            DataType::Date64 => (Cow::Borrowed(column.as_primitive::<Date64Type>().values()), MILLION),
            DataType::Timestamp(TimeUnit::Second, _) => {
                (Cow::Borrowed(column.as_primitive::<TimestampSecondType>().values()), 1000 * MILLION)
            }
            DataType::Timestamp(TimeUnit::Millisecond, _) => {
                (Cow::Borrowed(column.as_primitive::<TimestampMillisecondType>().values()), MILLION)
            }
            DataType::Timestamp(TimeUnit::Microsecond, _) => {
                (Cow::Borrowed(column.as_primitive::<TimestampMicrosecondType>().values()), 1000)
            }
            DataType::Timestamp(TimeUnit::Nanosecond, _) => {
                (Cow::Borrowed(column.as_primitive::<TimestampNanosecondType>().values()), 1)
            }
            _ => return Times::Numbers(Numbers::of(column)),
        };
        Times::Dates { column, values, unit }
    }

    fn get(&self, i: usize) -> Result<Time, String> {
        match self {
            Times::Numbers(numbers) => numbers.get(i)?.map(Time::Number).ok_or_else(|| "null is not a number".into()),
            Times::Dates { column, .. } if column.is_null(i) => Err("null is not a date".into()),
            Times::Dates { values, unit, .. } => {
                let nanoseconds = i128::from(values[i]) * unit;
                let date = Timestamp::from_nanosecond(nanoseconds).map(Time::Date);
                date.map_err(|_| format!("{nanoseconds} ns since 1970 is not in the years from -9999 to 9999"))
            }
        }
    }
}

/// A column of ids.
enum Ids<'a> {
    Text(&'a StringArray),
    LargeText(&'a LargeStringArray),
    TextView(&'a StringViewArray),
    Dictionary { column: &'a dyn Array, keys: Vec<usize>, values: Box<Ids<'a>> },
    Whole { column: &'a dyn Array, values: Vec<i128> },
}

impl Ids<'_> {
    fn of(column: &dyn Array) -> Ids<'_> {
        match column.data_type() {
            DataType::Utf8 => Ids::Text(column.as_string()),
            DataType::LargeUtf8 => Ids::LargeText(column.as_string()),
            DataType::Utf8View => Ids::TextView(column.as_string_view()),
            DataType::Dictionary(..) => {
                let dictionary = column.as_any_dictionary();
                // If it is empty, all rows are null.
                let keys = if dictionary.values().is_empty() { Vec::new() } else { dictionary.normalized_keys() };
                Ids::Dictionary { column, keys, values: Box::new(Ids::of(dictionary.values().as_ref())) }
            }
            _ => {
                let values = downcast_integer_array! {
                    column => column.values().iter().map(|&id| id.into()).collect(),
                    other => unreachable!("{other} was looked at when the file was opened"),
                };
                Ids::Whole { column, values }
            }
        }
    }

    /// An id as it would stand in CSV; `None` if it is null.
    fn get<'b>(&'b self, i: usize, digits: &'b mut itoa::Buffer) -> Option<&'b [u8]> {
        match self {
            Ids::Text(texts) => texts.is_valid(i).then(|| texts.value(i).as_bytes()),
            Ids::LargeText(texts) => texts.is_valid(i).then(|| texts.value(i).as_bytes()),
            Ids::TextView(texts) => texts.is_valid(i).then(|| texts.value(i).as_bytes()),
            Ids::Dictionary { column, keys, values } => {
                if column.is_null(i) {
                    None
                } else {
                    values.get(*keys.get(i)?, digits)
                }
            }
            Ids::Whole { column, values } => column.is_valid(i).then(|| digits.format(values[i]).as_bytes()),
        }
    }
}

/// A column that is carried through.
enum Kept<'a> {
    Ids(Ids<'a>),
    Times(Times<'a>),
    Boolean(&'a BooleanArray),
}

impl Kept<'_> {
    fn of(column: &dyn Array) -> Kept<'_> {
        match column.data_type() {
            DataType::Boolean => Kept::Boolean(column.as_boolean()),
            found if is_text(found) || found.is_integer() => Kept::Ids(Ids::of(column)),
            _ => Kept::Times(Times::of(column)),
        }
    }

    /// Its text as it would stand in CSV; nothing for null.
    fn push(&self, i: usize, cells: &mut Cells) {
        let mut text = Vec::new();
        match self {
            Kept::Ids(ids) => {
                cells.push(ids.get(i, &mut itoa::Buffer::new()).unwrap_or_default());
                return;
            }
            Kept::Boolean(values) if values.is_valid(i) => {
                text.extend_from_slice(if values.value(i) { b"true" } else { b"false" });
            }
            Kept::Boolean(_) => {}
            Kept::Times(Times::Numbers(numbers)) => {
                if numbers.column.is_valid(i) {
                    super::number(&mut text, numbers.values[i]);
                }
            }
            Kept::Times(times) => {
                if let Ok(time) = times.get(i) {
                    time.write(&mut text, |out, date| out.extend_from_slice(date));
                }
            }
        }
        cells.push(&text);
    }
}
