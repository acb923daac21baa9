//! Rows in Parquet files, end to end.

#![cfg(feature = "parquet")]

mod common;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int8Type, Int32Type, TimestampNanosecondType, UInt64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Date32Array, Date64Array, DictionaryArray, Float32Array, Float64Array, Int8Array,
    Int32Array, Int64Array, LargeStringArray, RecordBatch, StringArray, StringViewArray, TimestampMicrosecondArray,
    TimestampMillisecondArray, TimestampNanosecondArray, TimestampSecondArray, UInt16Array, UInt64Array,
};
use arrow_schema::{DataType, TimeUnit};
use common::{Folder, repository, scene};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;
use serde_json::json;
use std::fs::{self, File};
use std::sync::Arc;

const GATES: &str = r#"{ "carom": 1, "gates": [{ "name": "east", "from": [4, -1], "to": [4, 1] }] }"#;

/// Writes these columns, a row group for every so many rows.
fn write(folder: &Folder, name: &str, columns: Vec<(&str, ArrayRef)>, group: usize, compression: Compression) {
    let batch = RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, array)| (name, array, true)));
    let batch = batch.unwrap();
    let properties =
        WriterProperties::builder().set_max_row_group_row_count(Some(group)).set_compression(compression).build();
    let file = File::create(folder.path(name)).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}

/// Two rows of one track, through the gate: in halves of a second if the times are 0 and 1.
fn two_rows(id: ArrayRef, time: ArrayRef) -> Vec<(&'static str, ArrayRef)> {
    let x: ArrayRef = Arc::new(Float64Array::from(vec![3.0, 5.0]));
    let y: ArrayRef = Arc::new(Int8Array::from(vec![0, 0]));
    vec![("id", id), ("time", time), ("x", x), ("y", y)]
}

fn ids() -> ArrayRef {
    Arc::new(StringArray::from(vec!["a", "a"]))
}

fn numbers() -> ArrayRef {
    Arc::new(UInt16Array::from(vec![0, 1]))
}

/// The town's tracks again and again, more than fit in one batch: as CSV and in columns.
struct Town {
    ids: Vec<String>,
    times: Vec<i64>,
    x: Vec<f64>,
    y: Vec<f64>,
}

impl Town {
    fn read() -> Town {
        let text = fs::read_to_string(repository("scenes/geofence-tracks.csv")).unwrap();
        let mut town = Town { ids: Vec::new(), times: Vec::new(), x: Vec::new(), y: Vec::new() };
        for round in 0..20 {
            for line in text.lines().skip(1) {
                let cells: Vec<&str> = line.split(',').collect();
                town.ids.push(cells[0].into());
                town.times.push(cells[1].parse::<i64>().unwrap() + 10_000 * round);
                town.x.push(cells[2].parse().unwrap());
                town.y.push(cells[3].parse().unwrap());
            }
        }
        town
    }

    fn csv(&self, time: impl Fn(i64) -> String) -> String {
        let row = |i: usize| format!("{},{},{},{}\n", self.ids[i], time(self.times[i]), self.x[i], self.y[i]);
        "id,time,x,y\n".to_string() + &(0..self.ids.len()).map(row).collect::<String>()
    }

    /// With one more column, and not in their usual order.
    fn columns(&self, ids: ArrayRef, times: ArrayRef) -> Vec<(&'static str, ArrayRef)> {
        let more: ArrayRef = Arc::new(BooleanArray::from(vec![true; self.ids.len()]));
        let x: ArrayRef = Arc::new(Float64Array::from(self.x.clone()));
        let y: ArrayRef = Arc::new(Float64Array::from(self.y.clone()));
        vec![("y", y), ("more", more), ("id", ids), ("x", x), ("time", times)]
    }
}

#[test]
fn answers_are_those_of_the_same_rows_as_csv() {
    let folder = Folder::new("parquet-town");
    let town = Town::read();
    folder.write("tracks.csv", &town.csv(|time| time.to_string()));
    let words = format!("crossings {} --threads 2", scene("geofence.json"));
    let expected = folder.carom(&format!("{words} tracks.csv")).good();
    assert!(expected.stdout.lines().count() > 1000);
    let texts: Vec<&str> = town.ids.iter().map(String::as_str).collect();
    let ids: [ArrayRef; 4] = [
        Arc::new(StringArray::from(texts.clone())),
        Arc::new(LargeStringArray::from(texts.clone())),
        Arc::new(StringViewArray::from(texts.clone())),
        Arc::new(texts.into_iter().collect::<DictionaryArray<Int32Type>>()),
    ];
    let times: [ArrayRef; 4] = [
        Arc::new(Int64Array::from(town.times.clone())),
        Arc::new(UInt64Array::from_iter_values(town.times.iter().map(|&time| time as u64))),
        Arc::new(Float64Array::from_iter_values(town.times.iter().map(|&time| time as f64))),
        Arc::new(Float32Array::from_iter_values(town.times.iter().map(|&time| time as f32))),
    ];
    let packed = [
        Compression::SNAPPY,
        Compression::ZSTD(Default::default()),
        Compression::GZIP(Default::default()),
        Compression::LZ4_RAW,
    ];
    for (i, (ids, times)) in ids.into_iter().zip(times).enumerate() {
        let group = [1 << 20, 999, 8192, 20_000][i];
        write(&folder, "tracks.parquet", town.columns(ids, times), group, packed[i]);
        let found = folder.carom(&format!("{words} tracks.parquet")).good();
        assert!(found.stdout == expected.stdout && found.stderr == expected.stderr, "{i}: {}", found.stderr);
    }
    // A file without a name that tells is known by how it begins.
    fs::rename(folder.path("tracks.parquet"), folder.path("tracks")).unwrap();
    assert_eq!(folder.carom(&format!("{words} tracks")).good().stdout, expected.stdout);
    let found = folder.carom(&format!("{words} tracks --totals")).good();
    assert_eq!(found.stdout, folder.carom(&format!("{words} tracks.csv --totals")).good().stdout);
}

#[test]
fn dates_are_those_of_the_same_rows_as_csv() {
    let folder = Folder::new("parquet-dates");
    let town = Town::read();
    let date = |time: i64| {
        format!("1970-01-{:02}T{:02}:{:02}:{:02}Z", time / 86400 + 1, time / 3600 % 24, time / 60 % 60, time % 60)
    };
    folder.write("tracks.csv", &town.csv(date));
    let words = format!("crossings {}", scene("geofence.json"));
    let expected = folder.carom(&format!("{words} tracks.csv")).good();
    assert!(expected.stdout.lines().nth(1).unwrap().contains(",1970-01-01T00:00:"), "{}", expected.stderr);
    let scaled = |factor: i64| town.times.iter().map(move |time| time * factor);
    let times: [ArrayRef; 5] = [
        Arc::new(TimestampSecondArray::from_iter_values(scaled(1)).with_timezone("UTC")),
        Arc::new(TimestampMillisecondArray::from_iter_values(scaled(1000))),
        Arc::new(TimestampMicrosecondArray::from_iter_values(scaled(1_000_000)).with_timezone("+02:00")),
        Arc::new(TimestampNanosecondArray::from_iter_values(scaled(1_000_000_000))),
        Arc::new(Date64Array::from_iter_values(scaled(1000))),
    ];
    for times in times {
        let what = times.data_type().to_string();
        let ids: ArrayRef = Arc::new(StringArray::from_iter_values(&town.ids));
        write(&folder, "tracks.parquet", town.columns(ids, times), 5000, Compression::UNCOMPRESSED);
        let found = folder.carom(&format!("{words} tracks.parquet")).good();
        assert!(found.stdout == expected.stdout, "{what}: {}", found.stdout.lines().nth(1).unwrap_or_default());
    }
}

#[test]
fn ids_and_times_of_other_types() {
    let folder = Folder::new("parquet-types");
    folder.write("gates.json", GATES);
    let cases: [(ArrayRef, ArrayRef, &str); 4] = [
        (Arc::new(Int32Array::from(vec![-7, -7])), numbers(), "-7,0.5"),
        (Arc::new(UInt64Array::from(vec![u64::MAX, u64::MAX])), numbers(), "18446744073709551615,0.5"),
        (Arc::new(["b", "b"].into_iter().collect::<DictionaryArray<Int8Type>>()), numbers(), "b,0.5"),
        (ids(), Arc::new(Date32Array::from(vec![-1, 2])), "a,1970-01-01T12:00:00Z"),
    ];
    for (id, time, expected) in cases {
        write(&folder, "tracks.parquet", two_rows(id, time), 9, Compression::SNAPPY);
        let done = folder.carom("crossings gates.json tracks.parquet").good();
        assert_eq!(done.stdout, format!("id,time,gate,direction,x,y\n{expected},east,backward,4,0\n"));
    }
    let columns = two_rows(ids(), numbers()).into_iter().zip(["who", "when", "east", "north"]);
    let columns = columns.map(|((_, array), name)| (name, array)).collect();
    write(&folder, "tracks.parquet", columns, 9, Compression::SNAPPY);
    let done = folder.carom("crossings gates.json tracks.parquet --columns who,when,east,north").good();
    assert_eq!(done.stdout, "id,time,gate,direction,x,y\na,0.5,east,backward,4,0\n");
    let missing = "tracks.parquet: the file has no column `id`, `time`, `x`, `y`; it has who, when, east, north";
    folder.carom("crossings gates.json tracks.parquet").fails(65, &[missing]);
}

/// Row 10,001 is beyond the first batch.
#[test]
fn bad_rows_are_those_of_csv() {
    let folder = Folder::new("parquet-bad");
    folder.write("gates.json", GATES);
    const ROWS: usize = 10_003;
    let texts = |bad: Option<&'static str>| -> ArrayRef {
        Arc::new((0..ROWS).map(|i| if i == 10_000 { bad } else { Some("a") }).collect::<StringArray>())
    };
    let floats = |bad: Option<f64>| -> ArrayRef {
        Arc::new((0..ROWS).map(|i| if i == 10_000 { bad } else { Some(i as f64) }).collect::<Float64Array>())
    };
    let dates = |bad: Option<i64>| -> ArrayRef {
        Arc::new((0..ROWS).map(|i| if i == 10_000 { bad } else { Some(i as i64) }).collect::<TimestampSecondArray>())
    };
    let (good, fine) = (Some("a"), Some(10_000.0));
    let cases = [
        ([texts(good), floats(fine), floats(None), floats(fine)], "x: null is not a number"),
        ([texts(good), floats(fine), floats(fine), floats(Some(f64::NAN))], "y: `NaN` is not finite"),
        ([texts(good), floats(Some(f64::INFINITY)), floats(fine), floats(fine)], "time: `inf` is not finite"),
        ([texts(good), floats(None), floats(fine), floats(fine)], "time: null is not a number"),
        ([texts(None), floats(fine), floats(fine), floats(fine)], "id: null is not a name"),
        ([texts(good), dates(None), floats(fine), floats(fine)], "time: null is not a date"),
        ([texts(good), dates(Some(i64::MAX)), floats(fine), floats(fine)], "is not in the years from -9999 to 9999"),
    ];
    for ([id, time, x, y], message) in cases {
        let columns = vec![("id", id), ("time", time), ("x", x), ("y", y)];
        write(&folder, "tracks.parquet", columns, 700, Compression::SNAPPY);
        folder.write("out.csv", "old");
        let words = ["tracks.parquet: row 10001: ", message];
        folder.carom("crossings gates.json tracks.parquet -o out.csv").fails(65, &words);
        assert_eq!((folder.text("out.csv").as_str(), folder.names().len()), ("old", 3));
        let summary = folder.carom("crossings gates.json tracks.parquet --skip-bad --json").good().json();
        assert_eq!((&summary["rows"], &summary["skipped"]), (&json!(ROWS - 1), &json!(1)), "{message}");
    }
}

#[test]
fn files_that_are_no_parquet_are_told() {
    let folder = Folder::new("parquet-broken");
    folder.write("gates.json", GATES);
    write(&folder, "tracks.parquet", two_rows(ids(), numbers()), 9, Compression::SNAPPY);
    let whole = folder.read("tracks.parquet");
    let mut broken = whole.clone();
    broken[4..40].fill(0xff);
    let cases: [(&str, &[u8], &str); 5] = [
        ("empty.parquet", b"", "empty.parquet: it cannot be read as Parquet"),
        ("text.parquet", b"id,time,x,y\na,0,1,2\n", "text.parquet: it cannot be read as Parquet"),
        ("half.parquet", &whole[..whole.len() / 2], "half.parquet: it cannot be read as Parquet"),
        ("half", &whole[..whole.len() / 2], "half: it cannot be read as Parquet"),
        ("broken.parquet", &broken, "broken.parquet: it cannot be read as Parquet"),
    ];
    for (name, bytes, message) in cases {
        fs::write(folder.path(name), bytes).unwrap();
        folder.carom(&format!("crossings gates.json {name} -o out.csv")).fails(65, &[message]);
        fs::remove_file(folder.path(name)).unwrap();
    }
    let done = folder.carom_with_input("crossings gates.json -", &whole);
    done.fails(65, &["standard input: Parquet is read from its end, so it must come from a file"]);
    // The id PAR1 makes no Parquet.
    let done = folder.carom_with_input("crossings gates.json -", b"PAR1,0,3,0\nPAR1,1,5,0\n").good();
    assert_eq!(done.stdout, "id,time,gate,direction,x,y\nPAR1,0.5,east,backward,4,0\n");
    folder.carom("crossings gates.json none.parquet").fails(66, &["none.parquet: there is no such file"]);
    fs::create_dir(folder.path("parts.parquet")).unwrap();
    folder
        .carom("crossings gates.json parts.parquet")
        .fails(65, &["parts.parquet: the folder has no file that ends in"]);

    let bad: ArrayRef = Arc::new(BooleanArray::from(vec![true, false]));
    let cases = [
        (bad.clone(), numbers(), "column `id` is Boolean; expected a text or a whole number"),
        (ids(), bad.clone(), "column `time` is Boolean; expected a number, a timestamp or a date"),
        (ids(), ids(), "column `time` is Utf8; expected a number, a timestamp or a date"),
    ];
    for (id, time, message) in cases {
        write(&folder, "tracks.parquet", two_rows(id, time), 9, Compression::SNAPPY);
        folder.carom("crossings gates.json tracks.parquet -o out.csv").fails(65, &[message]);
    }
    let mut columns = two_rows(ids(), numbers());
    columns[3].1 = bad;
    write(&folder, "tracks.parquet", columns, 9, Compression::SNAPPY);
    folder.carom("crossings gates.json tracks.parquet").fails(65, &["column `y` is Boolean; expected a number"]);
    assert_eq!(folder.names(), ["gates.json", "parts.parquet", "tracks.parquet"]);
}

/// What is written as columns is what is written as CSV, and can be read again.
#[test]
fn results_are_written_as_columns() {
    let folder = Folder::new("parquet-out");
    let town = Town::read();
    let date = |time: i64| {
        format!(
            "1970-01-{:02}T{:02}:{:02}:{:02}.000000001Z",
            time / 86400 + 1,
            time / 3600 % 24,
            time / 60 % 60,
            time % 60
        )
    };
    folder.write("numbers.csv", &town.csv(|time| time.to_string()));
    folder.write("dates.csv", &town.csv(date));
    for (tracks, report) in
        [("numbers", ""), ("dates", ""), ("dates", "--per hour"), ("numbers", "--totals"), ("dates", "--tracks")]
    {
        let words = format!("crossings {} {tracks}.csv {report}", scene("geofence.json"));
        let expected = folder.carom(&words).good().stdout;
        assert!(expected.lines().count() > 4, "{expected}");
        for (name, format) in
            [("out.parquet", ""), ("out.arrow", ""), ("out", "--format parquet"), ("out", "--format arrow")]
        {
            folder.carom(&format!("{words} -o {name} {format}")).good();
            assert_eq!(csv_of(&folder, name), expected, "{words} {name} {format}");
        }
        assert_eq!(folder.carom(&format!("{words} --format parquet")).good().out, {
            folder.carom(&format!("{words} -o out.parquet")).good();
            folder.read("out.parquet")
        });
    }
    // Rows of crossings are rows of tracks, with other columns.
    folder.carom(&format!("crossings {} numbers.csv -o out.feather", scene("geofence.json"))).good();
    folder.write("line.wkt", "LINESTRING (300 -1000, 300 2000)");
    folder.carom("crossings --gates line.wkt out.feather --skip-bad").good();
    // A file that is cut off, at any place, is told.
    for name in ["out.parquet", "out.arrow"] {
        folder.carom(&format!("crossings {} numbers.csv -o {name}", scene("geofence.json"))).good();
        let whole = folder.read(name);
        let ending = &name[3..];
        for cut in [0, 3, 8, whole.len() / 2, whole.len() - 1] {
            fs::write(folder.path(&format!("cut{ending}")), &whole[..cut]).unwrap();
            let words = format!("crossings --gates line.wkt cut{ending} -o none.csv");
            folder.carom(&words).fails(65, &[&format!("cut{ending}: it cannot be read as")]);
        }
    }
    assert!(!folder.names().contains(&"none.csv".to_string()));
}

/// A file of columns as the CSV that it would have been.
fn csv_of(folder: &Folder, name: &str) -> String {
    let open = || File::open(folder.path(name)).unwrap();
    let batches: Vec<RecordBatch> = if folder.read(name).starts_with(b"PAR1") {
        ParquetRecordBatchReaderBuilder::try_new(open()).unwrap().build().unwrap().map(Result::unwrap).collect()
    } else {
        arrow_ipc::reader::FileReader::try_new(open(), None).unwrap().map(Result::unwrap).collect()
    };
    let schema = batches[0].schema();
    let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    let mut text = names.join(",") + "\n";
    for batch in &batches {
        for row in 0..batch.num_rows() {
            let cells: Vec<String> = batch.columns().iter().map(|column| cell(column, row)).collect();
            text += &(cells.join(",") + "\n");
        }
    }
    text
}

fn cell(column: &ArrayRef, row: usize) -> String {
    match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(row).into(),
        DataType::UInt64 => column.as_primitive::<UInt64Type>().value(row).to_string(),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(row).to_string(),
        DataType::Timestamp(TimeUnit::Nanosecond, Some(zone)) if zone.as_ref() == "UTC" => {
            let nanoseconds = column.as_primitive::<TimestampNanosecondType>().value(row);
            jiff::Timestamp::from_nanosecond(nanoseconds.into()).unwrap().to_string()
        }
        other => panic!("{other}"),
    }
}

/// Arrow's IPC format: files and streams, also with batches that are larger than what is read at once.
#[test]
fn rows_of_arrow_files() {
    let folder = Folder::new("arrow-in");
    let town = Town::read();
    folder.write("tracks.csv", &town.csv(|time| time.to_string()));
    let words = format!("crossings {}", scene("geofence.json"));
    let expected = folder.carom(&format!("{words} tracks.csv")).good().stdout;
    let ids: ArrayRef = Arc::new(StringArray::from_iter_values(&town.ids));
    let times: ArrayRef = Arc::new(Int64Array::from(town.times.clone()));
    let columns = town.columns(ids, times).into_iter().map(|(name, array)| (name, array, true));
    let batch = RecordBatch::try_from_iter_with_nullable(columns).unwrap();
    let mut file =
        arrow_ipc::writer::FileWriter::try_new(File::create(folder.path("f.arrow")).unwrap(), &batch.schema()).unwrap();
    file.write(&batch).unwrap();
    file.finish().unwrap();
    let mut stream =
        arrow_ipc::writer::StreamWriter::try_new(File::create(folder.path("s.arrows")).unwrap(), &batch.schema())
            .unwrap();
    stream.write(&batch.slice(0, 9_000)).unwrap();
    stream.write(&batch.slice(9_000, batch.num_rows() - 9_000)).unwrap();
    stream.finish().unwrap();
    fs::copy(folder.path("f.arrow"), folder.path("plain")).unwrap();
    for name in ["f.arrow", "s.arrows", "plain"] {
        assert_eq!(folder.carom(&format!("{words} {name}")).good().stdout, expected, "{name}");
    }
    let kept = folder.carom(&format!("{words} f.arrow --keep more")).good().stdout;
    assert!(
        kept.starts_with("id,time,gate,direction,x,y,more\n")
            && kept.lines().skip(1).all(|line| line.ends_with(",true"))
    );
    folder.write("text.arrow", "id,time,x,y\na,0,1,2\n");
    folder.carom(&format!("{words} text.arrow")).fails(65, &["text.arrow: it cannot be read as Arrow"]);
}

#[test]
fn sweeps_and_rays_too() {
    let folder = Folder::new("parquet-cast");
    let numbers = |values: [f64; 3]| -> ArrayRef { Arc::new(Float64Array::from(values.to_vec())) };
    let radius: ArrayRef = Arc::new(Float64Array::from(vec![None, Some(2.5), Some(0.0)]));
    let (a, b) = (numbers([410.0, 20.5, 300.0]), numbers([310.0, 30.0, 20.0]));
    let (c, d) = (numbers([-500.0, 800.0, 1.0]), numbers([20.0, 600.0, -3.0]));
    let columns = |names: [&'static str; 5]| -> Vec<(&str, ArrayRef)> {
        let arrays = [a.clone(), b.clone(), c.clone(), d.clone(), radius.clone()];
        names.into_iter().zip(arrays).collect()
    };
    let rows = "410,310,-500,20,\n20.5,30,800,600,2.5\n300,20,1,-3,0\n";
    let maze = scene("maze.json");
    for (option, names) in [("--sweeps", ["x0", "y0", "x1", "y1", "radius"]), ("--rays", ["x", "y", "dx", "dy", "max"])]
    {
        folder.write("rows.csv", rows);
        write(&folder, "rows.parquet", columns(names), 2, Compression::SNAPPY);
        let expected = folder.carom(&format!("cast {maze} rows.csv {option}")).good();
        let found = folder.carom(&format!("cast {maze} rows.parquet {option}")).good();
        assert_eq!((&found.stdout, &found.stderr), (&expected.stdout, &expected.stderr));
        // The extra column may be left out.
        write(&folder, "rows.parquet", columns(names)[..4].to_vec(), 2, Compression::SNAPPY);
        folder.write("rows.csv", "410,310,-500,20\n20.5,30,800,600\n300,20,1,-3\n");
        let expected = folder.carom(&format!("cast {maze} rows.csv {option}")).good();
        assert_eq!(folder.carom(&format!("cast {maze} rows.parquet {option}")).good().stdout, expected.stdout);
    }
}
