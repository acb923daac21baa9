//! `carom crossings`, end to end.

mod common;

use carom::{Direction, Gate, Segment, Sweep};
use carom_scene::{Format, Scene};
use common::{Folder, repository, scene};
use serde_json::json;
use std::collections::BTreeMap;

const GATES: &str = r#"{
  "carom": 1, "name": "Two gates",
  "gates": [{ "name": "east", "from": [4, -1], "to": [4, 1] }, { "from": [0, 0], "to": [0, 2] }]
}"#;

/// All crossings of the town's tracks, by the library: id, time, gate, direction.
fn by_the_library() -> Vec<(String, f64, String, &'static str)> {
    let read = |name: &str| std::fs::read_to_string(repository("scenes").join(name)).unwrap();
    let scene = Scene::parse(&read("geofence.json"), Format::Json).unwrap();
    let gates: Vec<Gate> =
        scene.gates.iter().map(|gate| Gate::new(Segment::new(gate.from, gate.to).unwrap())).collect();
    let mut last: BTreeMap<String, (f64, [f64; 2])> = BTreeMap::new();
    let mut tracks = BTreeMap::new();
    let mut crossings = Vec::new();
    for line in read("geofence-tracks.csv").lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let numbers: Vec<f64> = cells[1..].iter().map(|cell| cell.parse().unwrap()).collect();
        let (id, time, at) = (cells[0].to_string(), numbers[0], [numbers[1], numbers[2]]);
        if let Some((before, from)) = last.insert(id.clone(), (time, at)) {
            assert!(before < time);
            let path = Sweep::point(from, at).unwrap();
            let of_id = tracks.entry(id.clone()).or_insert_with(|| gates.iter().map(Gate::track).collect::<Vec<_>>());
            for (track, gate) in of_id.iter_mut().zip(&scene.gates) {
                if let Some((t, direction)) = track.moves(&path) {
                    let way = if direction == Direction::Forward { "forward" } else { "backward" };
                    crossings.push((id.clone(), before + t * (time - before), gate.name.clone().unwrap(), way));
                }
            }
        }
    }
    crossings
}

#[test]
fn the_towns_crossings_are_those_of_the_library() {
    let folder = Folder::new("crossings-town");
    let words = format!("crossings {} {}", scene("geofence.json"), scene("geofence-tracks.csv"));
    let done = folder.carom(&words).good();
    let mut expected = by_the_library();
    assert!(expected.len() > 20);
    let mut found = Vec::new();
    assert_eq!(done.stdout.lines().next(), Some("id,time,gate,direction,x,y"));
    for line in done.stdout.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells.len(), 6);
        found.push((cells[0].to_string(), cells[1].parse::<f64>().unwrap(), cells[2].to_string(), cells[3]));
    }
    let order = |a: &(String, f64, String, &str), b: &(String, f64, String, &str)| {
        a.1.total_cmp(&b.1).then_with(|| a.2.cmp(&b.2))
    };
    found.sort_by(order);
    expected.sort_by(order);
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(&expected) {
        assert!((found.1 - expected.1).abs() < 1e-9, "{found:?}, expected {expected:?}");
        assert_eq!((&found.0, &found.2, found.3), (&expected.0, &expected.2, expected.3));
    }
    let totals = folder.carom(&format!("{words} --totals")).good();
    for line in totals.stdout.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let count = |way| expected.iter().filter(|one| one.2 == cells[0] && one.3 == way).count().to_string();
        assert_eq!((cells[1], cells[2]), (count("forward").as_str(), count("backward").as_str()), "{line}");
    }
    assert_eq!(totals.stdout.lines().count(), 12);
    let summary = folder.carom(&format!("{words} --json")).good().json();
    assert_eq!(summary["schema"], "carom.crossings/1");
    assert_eq!((&summary["rows"], &summary["crossings"]), (&json!(1200), &json!(expected.len())));
    assert_eq!(folder.carom(&format!("{words} --threads 1")).good().stdout, done.stdout);
}

#[test]
fn stopping_on_a_gate_counts_once() {
    let folder = Folder::new("crossings-stop");
    folder.write("gates.json", GATES);
    // b comes to the line of the second gate below it, and is then right of it: it walks round the end. c turns back, d comes from the left.
    let tracks = "time,id,y,x,more\n0,a,0,8,\n0,b,-1,-1,\n0,c,1,1,\n2,a,0,4,\n1,b,-1,0,\n1,c,1,0,\n3,a,0,4,\n2,b,1,0,\n\
                  2,c,1,1,\n4,a,0,3,\n3,b,1,2,\n5,a,1,-3,\n0,d,1,-1,\n2,d,1,0,\n3,d,1,1,\n";
    let done = folder.carom_with_input("crossings gates.json", tracks.as_bytes()).good();
    let expected = "id,time,gate,direction,x,y\na,3,east,forward,4,0\na,4.5,gates[1],forward,0,0.5\n\
                    d,2,gates[1],backward,0,1\n";
    assert_eq!(done.stdout, expected);
    assert!(done.stderr.contains("15 rows of 4 tracks: 3 crossings"), "{}", done.stderr);
    let done = folder.carom_with_input("crossings gates.json - --gate 1 --format ndjson", tracks.as_bytes()).good();
    let expected = "{\"id\":\"a\",\"time\":4.5,\"gate\":\"gates[1]\",\"direction\":\"forward\",\"x\":0,\"y\":0.5}\n\
                    {\"id\":\"d\",\"time\":2,\"gate\":\"gates[1]\",\"direction\":\"backward\",\"x\":0,\"y\":1}\n";
    assert_eq!(done.stdout, expected);
    let done = folder.carom_with_input("crossings gates.json - --totals --gate east -o totals.csv", tracks.as_bytes());
    assert_eq!(
        (done.good().stdout.as_str(), folder.text("totals.csv").as_str()),
        ("", "gate,forward,backward\neast,1,0\n")
    );
}

#[test]
fn columns_may_have_other_names() {
    let folder = Folder::new("crossings-columns");
    folder.write("gates.json", GATES);
    folder.write("tracks.csv", "t,lat,lon,who\n0,0,3,\"a,b\"\n1,0,5,\"a,b\"\n");
    let words = ["the column `lon` is in degrees", "project", "--planar"];
    folder.carom("crossings gates.json tracks.csv --columns who,t,lon,lat").fails(65, &words);
    let done = folder.carom("crossings gates.json tracks.csv --columns who,t,lon,lat --planar").good();
    assert_eq!(done.stdout, "id,time,gate,direction,x,y\n\"a,b\",0.5,east,backward,4,0\n");
    folder.carom("crossings gates.json tracks.csv").fails(65, &["tracks.csv:1: the header has no column `id`, `time`"]);
    folder.carom("crossings gates.json tracks.csv --columns a,b").fails(2, &["four different names"]);
    folder.carom("crossings gates.json tracks.csv --columns a,b,b,c").fails(2, &["four different names"]);
    folder.write("tracks.jsonl", "{\"id\":7,\"time\":0,\"x\":3,\"y\":0}\n{\"y\":0,\"id\":7,\"time\":1,\"x\":5}\n");
    let done = folder.carom("crossings gates.json tracks.jsonl").good();
    assert_eq!(done.stdout, "id,time,gate,direction,x,y\n7,0.5,east,backward,4,0\n");
}

#[test]
fn late_rows_are_bad() {
    let folder = Folder::new("crossings-late");
    folder.write("gates.json", GATES);
    folder.write("tracks.csv", "a,1,3,0\na,1,5,0\na,0.5,5,0\nb,0,0,0\na,2,5,0\n");
    let words = ["tracks.csv:2: `a` is at time 1, not after 1; a track is in one place at a time"];
    folder.carom("crossings gates.json tracks.csv -o out.csv").fails(65, &words);
    let done = folder.carom("crossings gates.json tracks.csv --skip-bad").good();
    assert_eq!(done.stdout, "id,time,gate,direction,x,y\na,1.5,east,backward,4,0\n");
    assert!(
        done.stderr.contains("tracks.csv:2: `a` is at time 1, not after 1; the row is left out"),
        "{}",
        done.stderr
    );
    assert!(done.stderr.contains("tracks.csv:3: `a` is at time 0.5"), "{}", done.stderr);
    assert!(done.stderr.contains("2 rows out of order left out"), "{}", done.stderr);
    assert_eq!(folder.carom("crossings gates.json tracks.csv --skip-bad --json").good().json()["out_of_order"], 2);
    folder.write("tracks.csv", "a,1,3,0\nb,0,0,0\na,0.5,5,0\na,2,5,0\n");
    let words = ["tracks.csv:3: `a` is at time 0.5, not after 1; rows of a track are in order of time; --sort"];
    folder.carom("crossings gates.json tracks.csv -o out.csv").fails(65, &words);
    let done = folder.carom("crossings gates.json tracks.csv --sort").good();
    let expected = "id,time,gate,direction,x,y\na,0.75,east,forward,4,0\na,1.5,east,backward,4,0\n";
    assert_eq!(done.stdout, expected);
}

#[test]
fn too_many_tracks_are_told() {
    let folder = Folder::new("crossings-many");
    folder.write("gates.json", GATES);
    folder.write("tracks.csv", "a,0,3,0\nb,0,3,0\na,1,3,0\nc,0,3,0\nb,1,5,0\na,2,5,0\n");
    let done = folder.carom("crossings gates.json tracks.csv --max-tracks 2").good();
    // b is forgotten when c comes, and a when b comes again.
    assert_eq!(done.stdout, "id,time,gate,direction,x,y\n");
    assert!(done.stderr.contains("tracks.csv:4: this is track 3; more than --max-tracks"), "{}", done.stderr);
    assert!(done.stderr.contains("6 rows of 5 tracks: 0 crossings, 3 tracks forgotten"), "{}", done.stderr);
    let done = folder.carom("crossings gates.json tracks.csv --max-tracks 3 --json").good();
    assert_eq!((&done.json()["crossings"], &done.json()["forgotten"]), (&json!(2), &json!(0)));
}

#[test]
fn bad_rows_and_missing_things() {
    let folder = Folder::new("crossings-bad");
    folder.write("gates.json", GATES);
    let cases = [
        ("a,0,1,2\na,1,1\n", 2, "3 columns given, 4 needed: id,time,x,y"),
        ("a,0,1,2\na,NaN,1,2\n", 2, "time: `NaN` is not finite"),
        ("id,time,x,y\na,0,1,2\na,noon,1,2\n", 3, "time: `noon` is not a number"),
        ("{\"time\":0,\"x\":1,\"y\":1}\n", 1, "there is no \"id\""),
    ];
    for (tracks, line, message) in cases {
        folder.write("tracks", tracks);
        folder.write("out.csv", "old");
        folder.carom("crossings gates.json tracks -o out.csv").fails(65, &[&format!("tracks:{line}: "), message]);
        assert_eq!(folder.text("out.csv"), "old");
        assert_eq!(folder.names(), ["gates.json", "out.csv", "tracks"]);
        let summary = folder.carom("crossings gates.json tracks --skip-bad --json").good().json();
        assert_eq!(summary["skipped"], 1);
    }
    folder.carom("crossings gates.json none.csv").fails(66, &["none.csv: there is no such file"]);
    folder.carom("crossings none.json tracks").fails(66, &["none.json"]);
    folder.carom("crossings gates.json tracks --gate west").fails(2, &["there is no gate `west`", "east, gates[1]"]);
    folder.carom("crossings - -").fails(2, &["both want standard input"]);
    folder.carom(&format!("crossings {} tracks", scene("maze.json"))).fails(65, &["the scene has no gates"]);
}

/// One track through the eastern gate, halfway between two times.
fn through_the_gate(from: &str, to: &str) -> String {
    format!("id,time,x,y\na,{from},3,0\na,{to},5,0\n")
}

#[test]
fn times_may_be_dates() {
    let folder = Folder::new("crossings-dates");
    folder.write("gates.json", GATES);
    let cases = [
        ("2026-11-15T10:20:30Z", "2026-11-15T10:20:31Z", "2026-11-15T10:20:30.5Z"),
        ("2026-11-15T10:20:30.25Z", "2026-11-15 12:20:32.25+02:00", "2026-11-15T10:20:31.25Z"),
        ("2026-11-15", "2026-11-17", "2026-11-16T00:00:00Z"),
        ("2026-11-15T10:20:30", "2026-11-15T10:20:30.000000002Z", "2026-11-15T10:20:30.000000001Z"),
        ("1969-12-31T23:59:59-01:00", "1970-01-01T01:00:00Z", "1970-01-01T00:59:59.5Z"),
        // A double of the seconds since 1970 would lose these.
        ("2026-11-15T10:20:30.123456787Z", "2026-11-15T10:20:30.123456791Z", "2026-11-15T10:20:30.123456789Z"),
    ];
    for (from, to, between) in cases {
        folder.write("tracks.csv", &through_the_gate(from, to));
        let expected = format!("id,time,gate,direction,x,y\na,{between},east,backward,4,0\n");
        assert_eq!(folder.carom("crossings gates.json tracks.csv").good().stdout, expected);
        let row = |time: &str, x: i32| json!({ "id": "a", "time": time, "x": x, "y": 0 }).to_string();
        folder.write("tracks.ndjson", &format!("{}\n{}\n", row(from, 3), row(to, 5)));
        let expected = format!(
            "{{\"id\":\"a\",\"time\":\"{between}\",\"gate\":\"east\",\"direction\":\"backward\",\"x\":4,\"y\":0}}\n"
        );
        assert_eq!(folder.carom("crossings gates.json tracks.ndjson --format ndjson").good().stdout, expected);
    }
    folder.write("tracks.csv", &through_the_gate("2026-11-15T12:00+02:00", "2026-11-15T10:00Z"));
    let done = folder.carom("crossings gates.json tracks.csv --skip-bad").good();
    let late = "tracks.csv:3: `a` is at time 2026-11-15T10:00:00Z, not after 2026-11-15T10:00:00Z";
    assert!(done.stderr.contains(late), "{}", done.stderr);
}

#[test]
fn times_are_all_numbers_or_all_dates() {
    let folder = Folder::new("crossings-mixed");
    folder.write("gates.json", GATES);
    let cases = [
        ("a,2026-11-15,3,0\na,20261116,5,0\n", 2, "time: `20261116` is a number, but the times before are dates"),
        ("a,2026-11-15,3,0\na,noon,5,0\n", 2, "time: `noon` is not a date; expected a date as in 2026-11-15,"),
        ("a,2026-11-15,3,0\na,2026-02-30,5,0\n", 2, "time: `2026-02-30` is not a date"),
        ("a,2026-11-15,3,0\na,,5,0\n", 2, "time: `` is not a date"),
        ("a,5,3,0\na,2026-11-15,5,0\n", 2, "time: `2026-11-15` is a date, but the times before are numbers"),
        ("id,time,x,y\na,noon,3,0\na,2026-11-15,5,0\n", 2, "time: `noon` is not a date"),
        (
            "{\"id\":1,\"time\":\"2026-11-15\",\"x\":3,\"y\":0}\n{\"id\":1,\"time\":7,\"x\":3,\"y\":0}\n",
            2,
            "time: `7` is a number, but the times before are dates",
        ),
    ];
    for (tracks, line, message) in cases {
        folder.write("tracks", tracks);
        folder.carom("crossings gates.json tracks -o out.csv").fails(65, &[&format!("tracks:{line}: "), message]);
        let summary = folder.carom("crossings gates.json tracks --skip-bad --json").good().json();
        assert_eq!((&summary["rows"], &summary["skipped"]), (&json!(1), &json!(1)), "{tracks}");
    }
    assert_eq!(folder.names(), ["gates.json", "tracks"]);
}

#[test]
fn cells_may_be_apart_by_other_characters() {
    let folder = Folder::new("crossings-delimiter");
    folder.write("gates.json", GATES);
    let expected = "id,time,gate,direction,x,y\n\"a,b\",0.5,east,backward,4,0\n";
    let rows = "id;time;x;y\n\"a,b\";0;3;0\na,b;1;5;0\n";
    for (delimiter, words) in [(";", vec![";"]), ("|", vec!["|"]), ("\t", vec!["tab", "\\t"]), (",", vec![","])] {
        let rows = if delimiter == "," { rows.replace("\na,b;", "\n\"a,b\";") } else { rows.into() };
        folder.write("tracks.csv", &rows.replace(';', delimiter));
        for word in words {
            let done = folder.carom(&format!("crossings gates.json tracks.csv --delimiter {word}")).good();
            assert_eq!(done.stdout, expected, "{word}");
        }
    }
    folder.write("tracks.tsv", &rows.replace(';', "\t"));
    assert_eq!(folder.carom("crossings gates.json tracks.tsv").good().stdout, expected);
    folder.carom("crossings gates.json tracks.tsv --delimiter ,").fails(65, &["the header has no column `id`"]);
    folder.carom("crossings gates.json tracks.tsv --delimiter x").fails(2, &["expected , ; | or tab"]);
    for (delimiter, hint) in [(";", "; try --delimiter ';'\n"), ("\t", "; try --delimiter tab\n"), ("|", "'|'\n")] {
        for rows in ["id;time;x;y\na;0;3;0\n", "a;0;3;0\na;1;5;0\n"] {
            folder.write("tracks.csv", &rows.replace(';', delimiter));
            folder
                .carom("crossings gates.json tracks.csv")
                .fails(65, &["tracks.csv:1: the header has no column", hint]);
        }
    }
    folder.write("tracks.tsv", "id,time,x,y\n");
    folder.carom("crossings gates.json tracks.tsv").fails(65, &["tracks.tsv:1:", "; try --delimiter ,\n"]);
    // Nothing to suggest.
    folder.write("tracks.csv", "who;when,x,y\n");
    let done = folder.carom("crossings gates.json tracks.csv");
    assert!(done.code == 65 && !done.stderr.contains("--delimiter"), "{}", done.stderr);
}

/// With the feature it is read: see parquet.rs.
#[cfg(not(feature = "parquet"))]
#[test]
fn parquet_needs_a_feature() {
    let folder = Folder::new("crossings-feature");
    folder.write("gates.json", GATES);
    folder.write("tracks.parquet", "PAR1\u{15}");
    folder.write("tracks", "PAR1\u{15}");
    for name in ["tracks.parquet", "tracks"] {
        let words = ["built without Parquet and Arrow", "cargo build --release --features parquet", name];
        folder.carom(&format!("crossings gates.json {name} -o out.csv")).fails(65, &words);
        folder.carom(&format!("cast {} {name} -o out.csv", scene("maze.json"))).fails(65, &words);
    }
    folder.carom("crossings gates.json none.parquet").fails(66, &["none.parquet: there is no such file"]);
    assert_eq!(folder.names(), ["gates.json", "tracks", "tracks.parquet"]);
}
