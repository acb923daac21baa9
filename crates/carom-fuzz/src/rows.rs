//! Files of rows, as `carom crossings` and `carom cast` read them: small ones of each format with pieces changed, cut, doubled and mixed.

use arrow_array::{ArrayRef, Float64Array, Int32Array, RecordBatch, StringArray, TimestampMillisecondArray};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;
use std::sync::Arc;
use std::{env, fs, process, thread};

/// The end of a file's name tells its format; where it does not, the first bytes do.
const ENDINGS: [&str; 6] = ["csv", "tsv", "ndjson", "parquet", "arrow", "rows"];

const CSV: &str = "id,time,x,y,kind\na,0,1,2,van\n\"b \"\"x\"\"\",0.5,-1e3,2.5,\"\nq\"\na,1,3,2,\n";
const DATES: &str =
    "id\ttime\tx\ty\tkind\na\t2024-05-01T10:00:00Z\t1\t2\tvan\na\t2024-05-01 10:00:01.5+02:00\t3\t2\t\n";
const SWEEPS: &str = "x0,y0,x1,y1,radius\n0,0,1,1,\n0,0,-1,1e-300,0.5\n";
const LINES: &str = "{\"id\":\"a\",\"time\":0,\"x\":1,\"y\":2.5,\"kind\":null}\n\n{\"id\":7,\"time\":1e0,\"x\":\"1\",\"y\":-2,\"kind\":\"\\u00e9\"}\n";

/// The first byte tells the format, and whether rows are of tracks or of sweeps; the rest is the file.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let texts = [(0, CSV), (1, DATES), (2, LINES), (5, CSV), (5, LINES), (6, SWEEPS)];
    let texts = texts.map(|(which, text)| [&[which], text.as_bytes()].concat());
    let files = [Compression::UNCOMPRESSED, Compression::SNAPPY].map(|packed| [&[3], &parquet(packed)[..]].concat());
    texts.into_iter().chain(files).chain([[&[4], &arrow()[..]].concat()]).collect()
}

fn columns() -> RecordBatch {
    let id: ArrayRef = Arc::new(StringArray::from(vec![Some("a"), Some("b"), None]));
    let time: ArrayRef = Arc::new(TimestampMillisecondArray::from(vec![0, 1500, i64::MAX]));
    let x: ArrayRef = Arc::new(Float64Array::from(vec![1.0, f64::NAN, -0.0]));
    let y: ArrayRef = Arc::new(Int32Array::from(vec![Some(1), None, Some(i32::MIN)]));
    let columns = [("id", id.clone()), ("time", time), ("x", x), ("y", y), ("kind", id)];
    RecordBatch::try_from_iter_with_nullable(columns.map(|(name, column)| (name, column, true)))
        .expect("all have three")
}

fn parquet(packed: Compression) -> Vec<u8> {
    let (batch, mut bytes) = (columns(), Vec::new());
    let properties = WriterProperties::builder().set_compression(packed).build();
    let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), Some(properties)).expect("they can be written");
    writer.write(&batch).expect("they can be written");
    writer.close().expect("they can be written");
    bytes
}

fn arrow() -> Vec<u8> {
    let (batch, mut bytes) = (columns(), Vec::new());
    let mut writer = arrow_ipc::writer::FileWriter::try_new(&mut bytes, &batch.schema()).expect("it can be written");
    writer.write(&batch).expect("it can be written");
    writer.finish().expect("it can be written");
    drop(writer);
    bytes
}

/// Nothing panics; no text has more rows than lines; and of JSON every line that is not empty is one, good or bad.
pub(crate) fn run(bytes: &[u8]) -> Result<(), String> {
    let Some((&which, rest)) = bytes.split_first() else { return Ok(()) };
    let which = usize::from(which) % (2 * ENDINGS.len());
    let (ending, are_tracks) = (ENDINGS[which % ENDINGS.len()], which < ENDINGS.len());
    // Left behind if the program is ended by what it reads.
    let name = format!("carom-fuzz-{}-{:?}.{ending}", process::id(), thread::current().id());
    let file = env::temp_dir().join(name);
    fs::write(&file, rest).map_err(|error| format!("{}: {error}", file.display()))?;
    let read = carom_cli::read_rows(&file, are_tracks);
    let _ = fs::remove_file(&file);
    let Ok([good, bad]) = read else { return Ok(()) };
    let is_text =
        ["csv", "tsv", "ndjson"].contains(&ending) && !rest.starts_with(b"\x1f\x8b") && !rest.starts_with(b"\x28\xb5");
    // In CSV a line of blanks is a row too.
    let is_row = |line: &&[u8]| if ending == "ndjson" { !line.trim_ascii().is_empty() } else { !line.is_empty() };
    let lines = rest.split(|&byte| byte == b'\n' || (byte == b'\r' && ending != "ndjson"));
    let count = lines.filter(is_row).count() as u64;
    let mark = u64::from(rest.starts_with(b"\xef\xbb\xbf"));
    match good + bad {
        rows if is_text && count < rows => Err(format!("{rows} rows in {count} lines of {ending}")),
        rows if ending == "ndjson" && is_text && rows + mark < count => {
            Err(format!("{rows} rows of {count} lines of JSON"))
        }
        _ => Ok(()),
    }
}
