//! What somebody does who has not read the manual, and what the command says then.

mod common;

use common::{Folder, scene};
use flate2::{Compression, write::GzEncoder};
use std::io::Write;

const GATE: &str = r#"{ "carom": 1, "gates": [{ "name": "g", "from": [0, 0], "to": [0, 10] }],
                        "walls": [{ "segment": [[5, 0], [5, 10]] }] }"#;

const TRACKS: &str = "id,time,x,y\na,1,-1,5\na,2,1,5\n";

fn gate(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("gate.json", GATE);
    folder
}

fn packed(text: &str) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(text.as_bytes()).unwrap();
    packer.finish().unwrap()
}

#[test]
fn a_negative_number_is_a_value_of_its_option() {
    let folder = gate("newcomer-negative");
    for (words, expected) in [
        ("run gate.json --time -5", "-5 is not above 0; expected a number above 0"),
        ("run gate.json --dt -1e-3", "-1e-3 is not above 0"),
        ("run gate.json --frames -5", "`-5` is not a whole number from 0 to 1000000000000000"),
        ("render gate.json --time -.5", "-.5 is not above 0"),
        ("render gate.json --size -5x3", "`-5` is not a number of pixels from 16 to 16384"),
        ("check gate.json --free-beyond -1", "-1 is below 0; expected 0 or more"),
        ("check gate.json --weld -1 -o x.json", "-1 is not above 0"),
        ("cast gate.json --radius -2", "-2 is below 0; expected 0 or more"),
        ("cast gate.json --threads -2", "`-2` is not a number of threads from 1 to 1024"),
        ("crossings gate.json --max-tracks -2", "`-2` is not a whole number from 1 to 4294967295"),
        ("bench gate.json --sizes -2", "`-2` is not a whole number from 1 to 1000000"),
        ("explain --scene gate.json --body 0 --dt -1", "-1 is not above 0"),
    ] {
        let done = folder.carom(words);
        assert!(!done.stderr.contains("tip:"), "{words}: {}", done.stderr);
        done.fails(2, &[expected]);
    }
    // Where names are wanted, an option stays one.
    folder.carom("run gate.json --time --json").fails(2, &["`--json` is not a number; expected one as in 2"]);
    folder.carom("run gate.json --events --json").fails(2, &["a value is required for '--events <FILE>'"]);
}

#[test]
fn numbers_that_are_refused_say_what_is_allowed() {
    let folder = gate("newcomer-numbers");
    folder.carom("run gate.json --frames 1.5").fails(2, &["`1.5` is not a whole number from 0 to"]);
    folder.carom("run gate.json --time five").fails(2, &["`five` is not a number; expected one as in 2, -0.5 or 1e3"]);
    folder.carom("run gate.json --time 1,5").fails(2, &["`1,5` is not a number; write a point in place of the comma"]);
    folder.carom("run gate.json --time inf").fails(2, &["`inf` is not finite; expected a number from -1.8e308"]);
    folder.write("comma.csv", "id;time;x;y\na;1;1,5;5\n");
    let done = folder.carom("crossings gate.json comma.csv --delimiter ;");
    assert!(done.stderr.contains("comma.csv:2: x: `1,5` is not a number; write a point"), "{}", done.stderr);
}

#[test]
fn dates_that_are_refused_say_what_is_allowed() {
    let folder = gate("newcomer-dates");
    let forms = "a date as in 2026-11-15, 2026-11-15 10:20:30.25 (which is UTC) or 2026-11-15T10:20:30+02:00";
    for (times, expected) in [
        (["15/11/2026", "16/11/2026"], "2: time: `15/11/2026` is not a number and not a date; expected a number, or"),
        (["2026-11-15", "16/11/2026"], "3: time: `16/11/2026` is not a date; expected"),
        (["2026-02-30", "16/11/2026"], "2: time: `2026-02-30` is not a number and not a date; expected a number, or"),
    ] {
        folder.write("dates.csv", &format!("id,time,x,y\na,{},-1,5\na,{},1,5\n", times[0], times[1]));
        let done = folder.carom("crossings gate.json dates.csv");
        assert_eq!(done.code, 65);
        assert!(done.stderr.contains(&format!("dates.csv:{expected} {forms}")), "{}", done.stderr);
    }
    folder.write("zone.csv", "id,time,x,y\na,2026-11-15T10:20[Europe/Berlin],-1,5\n");
    let done = folder.carom("crossings gate.json zone.csv");
    assert!(done.stderr.contains("a date with its offset, as in 2026-11-15T10:20+01:00"), "{}", done.stderr);
}

#[test]
fn what_is_packed_with_gzip_is_read() {
    let folder = gate("newcomer-gzip");
    folder.write("tracks.csv", TRACKS);
    let plain = folder.carom("crossings gate.json tracks.csv").good();
    assert!(plain.stdout.contains("a,1.5,g,backward,0,5"));
    // Two parts one after the other, as some programs write them; known by its bytes, whatever it is called.
    let (head, tail) = TRACKS.split_at(20);
    for name in ["tracks.csv.gz", "tracks.csv", "tracks"] {
        std::fs::write(folder.path(name), [packed(head), packed(tail)].concat()).unwrap();
        assert_eq!(folder.carom(&format!("crossings gate.json {name}")).good().stdout, plain.stdout, "{name}");
    }
    let piped = folder.carom_with_input("crossings gate.json", &packed(TRACKS)).good();
    assert_eq!(piped.stdout, plain.stdout);
    // The name inside tells the rest.
    std::fs::write(folder.path("tracks.tsv.gz"), packed(&TRACKS.replace(',', "\t"))).unwrap();
    assert_eq!(folder.carom("crossings gate.json tracks.tsv.gz").good().stdout, plain.stdout);
    // Scenes too.
    std::fs::write(folder.path("gate.json.gz"), packed(GATE)).unwrap();
    assert!(folder.carom("check gate.json.gz --free-beyond 0").good().stdout.starts_with("gate.json: 1 wall"));
    let piped = folder.carom_with_input("crossings - tracks.csv.gz", &packed(GATE)).good();
    assert_eq!(piped.stdout, plain.stdout);
    // What is cut short or packed otherwise is told as what it is.
    let all = packed(TRACKS);
    std::fs::write(folder.path("cut.csv.gz"), &all[..all.len() - 9]).unwrap();
    folder.carom("crossings gate.json cut.csv.gz").fails(74, &["cut.csv.gz: it cannot be read"]);
    std::fs::write(folder.path("cut.json.gz"), &packed(GATE)[..40]).unwrap();
    folder.carom("run cut.json.gz").fails(65, &["packed with gzip and cannot be unpacked"]);
    for (start, packer) in [(&b"\xfd7zXZ\0"[..], "xz"), (b"PK\x03\x04", "zip"), (b"BZh9", "bzip2")] {
        std::fs::write(folder.path("other"), start).unwrap();
        folder.carom("crossings gate.json other").fails(65, &["it is packed with", packer, "unpack it first"]);
    }
}

#[test]
fn what_is_kept_is_not_called_skipped() {
    let folder = Folder::new("newcomer-kept");
    folder.write(
        "drawing.svg",
        r#"<svg xmlns="http://www.w3.org/2000/svg"><ellipse cx="5" cy="5" rx="4" ry="2"/><text>hi</text></svg>"#,
    );
    let done = folder.carom("convert drawing.svg drawing.json").good();
    assert!(done.stderr.contains("warning: changed <ellipse> in line 1: an ellipse is taken as a polygon of 72 sides"));
    assert!(done.stderr.contains("warning: skipped <text> in line 1: texts and pictures are no walls"));
    let done = folder.carom("convert drawing.svg drawing.json --json").good().json();
    assert_eq!((&done["skipped"][0]["kept"], &done["skipped"][1]["kept"]), (&true.into(), &false.into()));
}

#[test]
fn nothing_is_said_to_be_done_before_the_files_are_there() {
    let folder = gate("newcomer-files");
    for words in [
        "run gate.json --picture no/such/x.svg",
        "run gate.json --events - --picture no/such/x.svg",
        "run gate.json --events x.csv --picture no/such/x.svg",
        "render gate.json -o no/such/x.svg",
        "explain --wall 6,0,10,7 --from 6,4 --to 9,5 --picture no/such/x.svg",
    ] {
        let done = folder.carom(words);
        assert!(!done.stderr.contains("wrote"), "{words}: {}", done.stderr);
        done.fails(74, &["no/such/x.svg cannot be written"]);
    }
    assert_eq!(folder.names(), ["gate.json"]);
    // Nor is an old picture touched by a run that fails.
    folder.write("old.svg", "old");
    folder.carom("run missing.json --picture old.svg").fails(66, &["missing.json"]);
    folder.carom("run gate.json --events no/such/x.csv --picture old.svg").fails(74, &["no/such/x.csv"]);
    assert_eq!(folder.text("old.svg"), "old");
    assert_eq!(folder.names(), ["gate.json", "old.svg"]);
}

#[test]
fn one_is_not_many() {
    let folder = gate("newcomer-plurals");
    folder.write("tracks.csv", TRACKS);
    let done = folder.carom("crossings gate.json tracks.csv").good();
    assert!(done.stderr.starts_with("2 rows of 1 track: 1 crossing\n"), "{}", done.stderr);
    folder.write("rows.csv", "0,5,10,5\n");
    let done = folder.carom("cast gate.json rows.csv").good();
    assert_eq!(done.stderr, "1 row: 1 hit, 0 misses\n");
}

#[test]
fn standard_input_is_called_so() {
    let folder = Folder::new("newcomer-stdin");
    let text = std::fs::read(scene("chamber.json")).unwrap();
    let done = folder.carom_with_input("check -", &text).good();
    assert!(done.stdout.starts_with("The chamber: "));
    let done = folder.carom_with_input("check -", b"{ \"carom\": 1 }").good();
    assert!(done.stdout.starts_with("standard input: 0 walls"), "{}", done.stdout);
}

#[test]
fn a_time_shorter_than_a_frame_is_run() {
    let folder = Folder::new("newcomer-short");
    folder.write("fly.json", r#"{ "carom": 1, "bodies": [{ "position": [0, 0], "velocity": [1, 0] }] }"#);
    for (words, time) in [("--time 1e-9", 1e-9), ("--dt 1e300", 10.0), ("--dt 1e300 --time 3", 3.0)] {
        let done = folder.carom(&format!("run fly.json --no-picture --json {words}")).good().json();
        assert_eq!((&done["frames"], &done["time"]), (&1.into(), &time.into()), "{words}");
    }
    // And one that is too long is told in few letters.
    let done = folder.carom("run fly.json --time 1e300");
    assert!(
        done.stderr.starts_with("error: 1e300 s are 6e301 frames of 0.016666666666666666 s; at most"),
        "{}",
        done.stderr
    );
}

#[test]
fn numbers_may_have_spaces_between_them() {
    let folder = Folder::new("newcomer-commas");
    let explain =
        |wall: &str| folder.command(&["explain", "--wall", wall, "--from", "6,4", "--to", "9,5"]).output().unwrap();
    assert_eq!(explain("6 0 10 7").stdout, explain("6,0,10,7").stdout);
    let told = explain("6,0,10").stderr;
    assert!(String::from_utf8_lossy(&told).contains("3 given, 4 needed, as in 0,0,0,0"));
}
