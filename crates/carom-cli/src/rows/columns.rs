//! Rows that go out as columns: Parquet, and Arrow's IPC format.

use super::out::{Cell, Head, Kind, OutFormat};
use super::time::{Time, TimeForm};
use crate::output::{Failure, Sink};
use arrow_array::builder::{Float64Builder, StringBuilder, TimestampNanosecondBuilder, UInt64Builder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{DataType, Field, Schema, TimeUnit};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;

/// So many rows are in a row group, which is kept in memory until it is full.
const GROUP: usize = 1 << 17;

/// Columns in the making.
pub(crate) struct Builder {
    schema: Arc<Schema>,
    columns: Vec<Column>,
    /// What does not fit into a column.
    fault: Option<String>,
}

enum Column {
    Text(StringBuilder),
    Number(Float64Builder),
    Whole(UInt64Builder),
    Date(TimestampNanosecondBuilder),
}

fn schema(head: &Head) -> Arc<Schema> {
    let field = |(name, kind): &(String, Kind)| {
        let data_type = match (kind, head.times) {
            (Kind::Text, _) => DataType::Utf8,
            (Kind::Whole, _) => DataType::UInt64,
            (Kind::Number, _) | (Kind::Time, TimeForm::Numbers) => DataType::Float64,
            (Kind::Time, TimeForm::Dates) => DataType::Timestamp(TimeUnit::Nanosecond, Some("UTC".into())),
        };
        Field::new(name, data_type, false)
    };
    Arc::new(Schema::new(head.columns.iter().map(field).collect::<Vec<Field>>()))
}

impl Builder {
    pub(super) fn new(head: &Head) -> Builder {
        let schema = schema(head);
        let column = |field: &Arc<Field>| match field.data_type() {
            DataType::Utf8 => Column::Text(StringBuilder::new()),
            DataType::UInt64 => Column::Whole(UInt64Builder::new()),
            DataType::Float64 => Column::Number(Float64Builder::new()),
            _ => Column::Date(TimestampNanosecondBuilder::new().with_timezone("UTC")),
        };
        Builder { columns: schema.fields().iter().map(column).collect(), schema, fault: None }
    }

    pub(super) fn push<'a>(&mut self, cells: impl IntoIterator<Item = Cell<'a>>) {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            match (column, cell) {
                (Column::Text(column), Cell::Text(text)) => column.append_value(String::from_utf8_lossy(text)),
                (Column::Whole(column), Cell::Whole(value)) => column.append_value(value),
                (Column::Number(column), Cell::Number(value) | Cell::Time(Time::Number(value))) => {
                    column.append_value(value + 0.0);
                }
                (Column::Date(column), Cell::Time(Time::Date(time))) => {
                    let nanoseconds = i64::try_from(time.as_nanosecond());
                    column.append_value(nanoseconds.unwrap_or_default());
                    if nanoseconds.is_err() {
                        self.fault.get_or_insert_with(|| {
                            format!("{time} is no time for a file of columns; those are from 1677 to 2262")
                        });
                    }
                }
                (_, cell) => self.fault = Some(format!("{cell:?} is in the wrong column")),
            }
        }
    }

    fn finish(self) -> Result<RecordBatch, String> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let array = |column: Column| -> ArrayRef {
            match column {
                Column::Text(mut column) => Arc::new(column.finish()),
                Column::Number(mut column) => Arc::new(column.finish()),
                Column::Whole(mut column) => Arc::new(column.finish()),
                Column::Date(mut column) => Arc::new(column.finish()),
            }
        };
        let columns = self.columns.into_iter().map(array).collect();
        RecordBatch::try_new(self.schema, columns).map_err(|error| error.to_string())
    }
}

/// A file of columns that is being written.
pub(crate) struct Writer {
    path: String,
    form: Form,
}

enum Form {
    Parquet(ArrowWriter<Sink>),
    Arrow(FileWriter<Sink>),
}

impl Writer {
    pub(super) fn open(sink: Sink, path: &Path, head: &Head) -> Result<Writer, Failure> {
        let path = path.display().to_string();
        let told = |error: &dyn Display| cannot_write(&path, error);
        let schema = schema(head);
        let form = if head.format == OutFormat::Parquet {
            let properties = WriterProperties::builder()
                .set_compression(Compression::ZSTD(ZstdLevel::default()))
                .set_max_row_group_row_count(Some(GROUP))
                .build();
            Form::Parquet(ArrowWriter::try_new(sink, schema, Some(properties)).map_err(|error| told(&error))?)
        } else {
            Form::Arrow(FileWriter::try_new(sink, &schema).map_err(|error| told(&error))?)
        };
        Ok(Writer { path, form })
    }

    pub(super) fn write(&mut self, rows: Builder) -> Result<(), Failure> {
        let batch = rows.finish().map_err(Failure::data)?;
        if batch.num_rows() == 0 {
            return Ok(());
        }
        match &mut self.form {
            Form::Parquet(writer) => writer.write(&batch).map_err(|error| cannot_write(&self.path, &error)),
            Form::Arrow(writer) => writer.write(&batch).map_err(|error| cannot_write(&self.path, &error)),
        }
    }

    pub(super) fn finish(self) -> Result<(), Failure> {
        let sink = match self.form {
            Form::Parquet(writer) => writer.into_inner().map_err(|error| cannot_write(&self.path, &error))?,
            Form::Arrow(writer) => writer.into_inner().map_err(|error| cannot_write(&self.path, &error))?,
        };
        sink.finish()
    }
}

fn cannot_write(path: &str, error: &dyn Display) -> Failure {
    Failure::io(format!("{path} cannot be written: {error}"))
}
