//! `carom cast`, end to end.

mod common;

use carom::{Hit, Sweep, Vec2, WallId, Walls};
use carom_scene::{Built, Format, Scene};
use common::{Folder, repository, scene};
use serde_json::{Value, json};
use std::fmt::Write;

const ROOM: &str = r#"{
  "carom": 1, "name": "A room",
  "walls": [{ "name": "the \"room\", all of it", "polygon": [[0, 0], [8, 0], [8, 6], [0, 6]] },
            { "circle": { "center": [4, 3], "radius": 1 } }]
}"#;

/// Numbers that look drawn at random, from 0 to 1.
fn dice(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}

fn built(name: &str) -> Built {
    let text = std::fs::read_to_string(repository("scenes").join(name)).unwrap();
    Scene::parse(&text, Format::Json).unwrap().build().unwrap()
}

/// A row of an answer, as the library would give it.
fn expected(built: &Built, row: usize, answer: Option<(WallId, f64, [f64; 4])>) -> String {
    let Some((wall, at, numbers)) = answer else { return format!("{row},,,,,,,") };
    let (_, first, _) = built.walls_of[built.names.wall_index(wall).unwrap()];
    let edge = wall.index() - first.index();
    let numbers = numbers.map(|number| (number + 0.0).to_string()).join(",");
    format!("{row},{},{edge},{at},{numbers}", built.names.wall(wall))
}

fn of_hit((wall, hit): (WallId, Hit)) -> (WallId, f64, [f64; 4]) {
    (wall, hit.t, [hit.point.x, hit.point.y, hit.normal.x, hit.normal.y])
}

#[track_caller]
fn same_rows(found: &str, expected: &[String]) {
    let found: Vec<&str> = found.lines().skip(1).collect();
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        // The shortest digits may be written as 1e-17 or as 0.00…1.
        let same = found
            .split(',')
            .zip(expected.split(','))
            .all(|(a, b)| a == b || matches!((a.parse::<f64>(), b.parse::<f64>()), (Ok(a), Ok(b)) if a == b));
        assert!(same && found.split(',').count() == 8, "{found}, expected {expected}");
    }
}

#[test]
fn bodies_and_walls_that_move_are_met_if_asked_for() {
    let folder = Folder::new("cast-all");
    let room = r#"{ "carom": 1, "walls": [{ "name": "room", "polygon": [[0, 0], [20, 0], [20, 20], [0, 20]] }],
        "groups": [{ "name": "lift", "walls": [{ "segment": [[1, 19], [2, 19]] }, { "segment": [[9, 15], [11, 15]] }] }],
        "bodies": [{ "name": "ball", "position": [15, 10], "radius": 1 }, { "position": [5, 10], "box": [-2, -1, 2, 1] },
                   { "name": "ghost", "position": [10, 5], "radius": 2, "sensor": true }] }"#;
    folder.write("room.json", room);
    folder.write("rays.csv", "x,y,dx,dy\n10,10,1,0\n10,10,0,1\n10,10,-1,0\n10,10,0,-1\n");
    let words = |text: String| -> Vec<String> {
        text.lines().skip(1).map(|line| line.split(',').skip(1).take(3).collect::<Vec<_>>().join(" ")).collect()
    };
    let all = folder.carom("cast room.json rays.csv --rays --all").good();
    assert_eq!(words(all.stdout), ["ball 0 4", "lift 1 5", "bodies[1] 1 3", "room 0 10"]);
    let walls = folder.carom("cast room.json rays.csv --rays").good();
    assert_eq!(words(walls.stdout), ["room 1 10", "room 2 10", "room 3 10", "room 0 10"]);
    let counts = folder.carom("cast room.json rays.csv --rays --all --json").good().json();
    let hits: Vec<_> = counts["walls"]
        .as_array()
        .unwrap()
        .iter()
        .map(|wall| (wall["name"].as_str().unwrap(), wall["hits"].as_u64().unwrap()))
        .collect();
    assert_eq!(hits, [("room", 1), ("ball", 1), ("bodies[1]", 1), ("lift", 1)]);
}

/// More rows than fit in one piece, so that the seams between pieces are tried.
#[test]
fn sweeps_touch_what_the_library_says() {
    let built = built("maze.json");
    let folder = Folder::new("cast-sweeps");
    let mut roll = dice(3);
    let mut text = String::from("radius,x0,y0,note,x1,y1\n");
    let mut sweeps = Vec::new();
    for i in 0..40_000 {
        let [x, y] = [roll() * 900.0, roll() * 700.0];
        let [dx, dy] = [roll() * 60.0 - 30.0, roll() * 60.0 - 30.0];
        let radius = [0.0, 2.5][i % 2];
        let own = if i % 2 == 0 { String::new() } else { radius.to_string() };
        let note = ["", "\"a, \"\"b\"\"\n c\"", "x"][i % 3];
        writeln!(text, "{own},{x},{y},{note},{},{}", x + dx, y + dy).unwrap();
        sweeps.push(Sweep::disc([x, y], [x + dx, y + dy], radius).unwrap());
    }
    assert!(text.len() > 2 << 20);
    folder.write("moves.csv", &text);
    let answers = built.world.walls().first_touches(&sweeps);
    assert!(answers.iter().flatten().count() > 1000);
    let rows: Vec<String> = (1..).zip(answers).map(|(row, answer)| expected(&built, row, answer.map(of_hit))).collect();
    let done = folder.carom(&format!("cast {} moves.csv", scene("maze.json"))).good();
    assert!(done.stdout.starts_with("row,wall,edge,t,x,y,nx,ny\n"));
    assert!(done.stderr.contains("40000 rows"), "{}", done.stderr);
    same_rows(&done.stdout, &rows);
    let alone = folder.carom(&format!("cast {} moves.csv --threads 1 -o one.csv", scene("maze.json"))).good();
    assert_eq!(alone.stdout, "");
    assert_eq!(folder.text("one.csv"), done.stdout);
    assert_eq!(folder.names(), ["moves.csv", "one.csv"]);
}

#[test]
fn rays_meet_what_a_scan_meets() {
    let built = built("maze.json");
    let walls: &Walls = built.world.walls();
    let folder = Folder::new("cast-rays");
    let mut roll = dice(4);
    let (mut text, mut rows) = (String::new(), Vec::new());
    for row in 1..=3000 {
        let origin = [roll() * 900.0, roll() * 700.0];
        let direction = Vec2::new(roll() - 0.5, roll() - 0.5);
        let reach = if row % 2 == 0 { f64::INFINITY } else { roll() * 100.0 };
        let max = if row % 2 == 0 { String::new() } else { format!(",{reach}") };
        writeln!(text, "{},{},{},{}{max}", origin[0], origin[1], direction.x, direction.y).unwrap();
        let beam = walls.scan(origin, &[direction], reach)[0];
        let beam =
            beam.map(|beam| (beam.wall, beam.distance, [beam.point.x, beam.point.y, beam.normal.x, beam.normal.y]));
        rows.push(expected(&built, row, beam));
    }
    let done = folder.carom_with_input(&format!("cast {} - --rays", scene("maze.json")), text.as_bytes()).good();
    assert!(done.stdout.starts_with("row,wall,edge,distance,x,y,nx,ny\n"));
    same_rows(&done.stdout, &rows);
}

#[test]
fn rays_of_any_size() {
    let folder = Folder::new("cast-large");
    folder.write("room.json", ROOM);
    let rows = b"1e307,3,-1,0\n2,3,1e-310,0\n2,3,-1e300,1e299\n";
    let done = folder.carom_with_input("cast room.json - --rays --format ndjson", rows).good();
    let hits: Vec<Value> = done.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let number = |i: usize, key: &str| hits[i][key].as_f64();
    assert_eq!((&hits[0]["wall"], number(0, "x")), (&json!("the \"room\", all of it"), Some(8.0)));
    assert_eq!((&hits[1]["wall"], number(1, "distance")), (&json!("walls[1]"), Some(1.0)));
    assert_eq!((&hits[2]["edge"], number(2, "x"), number(2, "y")), (&json!(3), Some(0.0), Some(3.2)));
}

#[test]
fn names_are_written_so_that_they_can_be_read() {
    let folder = Folder::new("cast-names");
    folder.write("room.json", ROOM);
    folder.write(
        "rows.ndjson",
        "{\"x0\": 1, \"y0\": 1, \"x1\": 1, \"y1\": -1}\n\n{\"y1\":2,\"x0\":1,\"y0\":1,\"x1\":1}\n",
    );
    let done = folder.carom("cast room.json rows.ndjson").good();
    let expected = "row,wall,edge,t,x,y,nx,ny\n1,\"the \"\"room\"\", all of it\",0,0.5,1,0,0,1\n2,,,,,,,\n";
    assert_eq!(done.stdout, expected);
    let done = folder.carom("cast room.json rows.ndjson --radius 0.5 -o hits.ndjson").good();
    assert_eq!(done.stdout, "");
    let expected = "{\"row\":1,\"wall\":\"the \\\"room\\\", all of it\",\"edge\":0,\"t\":0.25,\"x\":1,\"y\":0,\"nx\":0,\"ny\":1}\n\
                    {\"row\":2,\"wall\":null}\n";
    assert_eq!(folder.text("hits.ndjson"), expected);
}

#[test]
fn json_tells_how_often_each_wall_is_hit() {
    let folder = Folder::new("cast-json");
    folder.write("room.json", ROOM);
    folder.write("rows.csv", "1,1,1,-1\n1,1,9,1\n1,3,5,3\n1,1,1,2\n");
    let done = folder.carom("cast room.json rows.csv --json").good();
    let walls = json!([{ "name": "the \"room\", all of it", "hits": 2 }, { "name": "walls[1]", "hits": 1 }]);
    let expected = json!({
        "schema": "carom.cast/1", "scene": "A room", "rows": 4, "hits": 3, "misses": 1, "skipped": 0, "walls": walls
    });
    assert_eq!(done.json(), expected);
    folder.carom("cast room.json rows.csv --json -o -").fails(2, &["both want standard output"]);
    folder.carom("cast room.json rows.csv --json -o hits.csv").good();
    assert_eq!(folder.text("hits.csv").lines().count(), 5);
}

#[test]
fn bad_rows_stop_the_work_and_nothing_is_half_written() {
    let folder = Folder::new("cast-bad");
    folder.write("room.json", ROOM);
    let cases = [
        ("1,2,3,4\n1,2,3\n", 2, "3 columns given, 4 or 5 needed: x0,y0,x1,y1,radius"),
        ("1,2,3,4\n1,2,3,4,5,6\n", 2, "6 columns given"),
        ("1,2,3,4\n\n1,2,nan,4\n", 3, "x1: `nan` is not finite"),
        ("1,2,3,4\n1,inf,3,4\n", 2, "y0: `inf` is not finite"),
        ("1,2,3,four\n", 1, "y1: `four` is not a number"),
        ("1,2,3,4,-1\n", 1, "-1"),
        ("x0,y0,x1,y1\n1,2,3,4\n1,2,,4\n", 3, "x1: `` is not a number"),
        ("x0,y0,x1\n1,2,3\n", 1, "the header has no column `y1`; it has x0, y0, x1"),
        ("x0,y0,x1,y1\n1,2,3,4\n1,2,3,4,5\n", 3, "5 columns given, the header has 4"),
        ("1,2,3,4\n\"1,2,3,4\n5,6,7,8", 2, "1 column given"),
        ("{\"x0\":1,\"y0\":1,\"x1\":1,\"y1\":1}\n{\"x0\":1}\n", 2, "there is no \"y0\""),
        ("{\"x0\":1,\"y0\":1,\"x1\":1,\"y1\":1}\n{\"x0\":1,\n", 2, "EOF"),
    ];
    for (rows, line, message) in cases {
        folder.write("rows", rows);
        folder.write("hits.csv", "old");
        let place = format!("rows:{line}: ");
        folder.carom("cast room.json rows -o hits.csv").fails(65, &[&place, message]);
        assert_eq!(folder.text("hits.csv"), "old");
        assert_eq!(folder.names(), ["hits.csv", "room.json", "rows"]);
        folder.carom("cast room.json rows --json").fails(65, &[&place, message]);
    }
    // Of garbage not all is repeated.
    folder.write("rows", &format!("1,2,3,4\n1,2,3,{}\n", "é".repeat(9999)));
    let done = folder.carom("cast room.json rows -o hits.csv");
    assert!(done.code == 65 && done.stderr.len() < 300, "{}", done.stderr);
    folder.write("rays", "1,2,0,0\n");
    folder.carom("cast room.json rays --rays -o hits.csv").fails(65, &["rays:1: the direction dx,dy is 0,0"]);
    folder.write("rays", "1,2,1,0,-3\n");
    folder.carom("cast room.json rays --rays -o hits.csv").fails(65, &["rays:1: max is -3; expected 0 or more"]);
}

#[test]
fn on_standard_output_the_rows_before_a_bad_one_stand() {
    let folder = Folder::new("cast-stands");
    folder.write("room.json", ROOM);
    let done = folder.carom_with_input("cast room.json", b"1,1,1,2\n1,1,1,-1\nx,1,1,1\n1,1,1,2\n");
    assert_eq!(done.code, 65);
    assert_eq!(done.stdout.lines().count(), 3);
    assert!(done.stdout.ends_with("of it\",0,0.5,1,0,0,1\n"), "{}", done.stdout);
    assert!(done.stderr.contains("standard input:3: x0: `x` is not a number"), "{}", done.stderr);
}

#[test]
fn bad_rows_can_be_left_out() {
    let folder = Folder::new("cast-skip");
    folder.write("room.json", ROOM);
    let mut rows = String::from("1,1,1,2\n");
    (0..25).for_each(|_| rows.push_str("oops,1,1,1\n"));
    rows.push_str("1,1,1,-1\n");
    folder.write("rows.csv", &rows);
    let done = folder.carom("cast room.json rows.csv --skip-bad").good();
    let numbers: Vec<&str> = done.stdout.lines().map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(numbers, ["row", "1", "27"]);
    assert!(done.stderr.contains("2 rows: 1 hit, 1 miss, 25 bad rows left out"), "{}", done.stderr);
    assert_eq!(done.stderr.matches("is not a number").count(), 10);
    assert_eq!(folder.carom("cast room.json rows.csv --skip-bad --json").good().json()["skipped"], 25);
}

#[test]
fn what_is_not_there_is_told() {
    let folder = Folder::new("cast-missing");
    folder.write("room.json", ROOM);
    folder.carom("cast room.json none.csv -o hits.csv").fails(66, &["none.csv: there is no such file"]);
    folder.carom("cast none.json rows.csv").fails(66, &["none.json"]);
    folder.carom("cast room.json .").fails(74, &["folder"]);
    folder.carom("cast - -").fails(2, &["both want standard input"]);
    folder.carom("cast room.json - --rays --radius 2").fails(2, &["--radius"]);
    folder.carom("cast room.json - --threads 0").fails(2, &["--threads"]);
    assert_eq!(folder.names(), ["room.json"]);
    let done = folder.carom_with_input("cast room.json -", b"").good();
    assert_eq!(done.stdout, "row,wall,edge,t,x,y,nx,ny\n");
}

#[test]
fn cells_may_be_apart_by_other_characters() {
    let folder = Folder::new("cast-delimiter");
    folder.write("room.json", ROOM);
    folder.write("rows.csv", "1,1,1,-1\n1,1,9,1,0.5\n");
    let expected = folder.carom("cast room.json rows.csv").good().stdout;
    folder.write("rows.csv", "1;1;1;-1\n1;1;9;1;0.5\n");
    assert_eq!(folder.carom("cast room.json rows.csv --delimiter ;").good().stdout, expected);
    folder.carom("cast room.json rows.csv").fails(65, &["rows.csv:1:", "try --delimiter ';'"]);
    folder.write("rows.tsv", "1\t1\t1\t-1\n1\t1\t9\t1\t0.5\n");
    assert_eq!(folder.carom("cast room.json rows.tsv").good().stdout, expected);
    folder.carom("cast room.json rows.tsv -o hits.parquet").fails(2, &["CSV or NDJSON, not as Parquet"]);
}

#[test]
fn shapes_touch_what_the_library_says() {
    let folder = Folder::new("cast-shapes");
    let built = built("maze.json");
    let mut dice = dice(5);
    let mut moves = String::from("x0,y0,x1,y1\n");
    let mut answers = Vec::new();
    let shape = carom::Mover::aabb(&carom::Aabb::new([-1.0, 0.0], [1.0, 3.0]).unwrap()).grown(0.25).unwrap();
    let aabb = built.world.walls().ids().filter_map(|id| Some(built.world.walls().get(id)?.segment()?.aabb()));
    let aabb = aabb.reduce(|all, one| all.union(&one)).unwrap();
    for row in 1..=500 {
        let mut place = || {
            let (low, high) = (aabb.min(), aabb.max());
            [low.x + dice() * (high.x - low.x), low.y + dice() * (high.y - low.y)]
        };
        let [from, to] = [place(), place()];
        writeln!(moves, "{},{},{},{}", from[0], from[1], to[0], to[1]).unwrap();
        let hit = built.world.walls().first_touch(&shape.sweep(from, to).unwrap());
        let part = hit.map(|(_, hit)| match hit.mover {
            carom::MoverPart::Whole => "whole".to_string(),
            carom::MoverPart::Vertex(i) => format!("vertex {i}"),
            carom::MoverPart::Edge(i) => format!("edge {i}"),
        });
        answers.push((expected(&built, row, hit.map(of_hit)), part.unwrap_or_default()));
    }
    assert!(answers.iter().any(|(_, part)| part.starts_with("edge")), "no edge touches");
    folder.write("moves.csv", &moves);
    let scene = scene("maze.json");
    let words = format!("cast {scene} moves.csv --shape box:-1,0,1,3 --radius 0.25");
    let found = folder.carom(&words).good().stdout;
    assert!(found.starts_with("row,wall,edge,t,x,y,nx,ny,part\n"), "{found}");
    let (rows, parts): (Vec<&str>, Vec<&str>) = found.lines().map(|line| line.rsplit_once(',').unwrap()).unzip();
    same_rows(&rows.join("\n"), &answers.iter().map(|(row, _)| row.clone()).collect::<Vec<_>>());
    assert_eq!(parts[1..], answers.iter().map(|(_, part)| part.as_str()).collect::<Vec<_>>());
    folder.carom(&format!("cast {scene} moves.csv --shape egg:1,2")).fails(2, &["`egg` is no shape"]);
}

/// The help of a command names the formats that it writes, and no others.
#[test]
fn only_formats_that_are_written_are_offered() {
    let folder = Folder::new("cast-formats");
    let help = folder.carom("cast --help").good().stdout;
    assert!(help.contains("- ndjson:") && !help.contains("- parquet:") && !help.contains(".feather"), "{help}");
    folder.carom("cast a b --format arrow").fails(2, &["invalid value 'arrow'", "[possible values: csv, ndjson]"]);
    let help = folder.carom("crossings --help").good().stdout;
    assert!(help.contains("- arrow:"), "{help}");
    folder.write("room.json", r#"{ "carom": 1, "walls": [{ "segment": [[0, 0], [9, 0]] }] }"#);
    folder.write("moves.csv", "x0,y0,x1,y1\n1,1,1,-1\n");
    folder.carom("cast room.json moves.csv -o a.parquet").fails(2, &["written as CSV or NDJSON"]);
}

/// Rows of a shape have no radius of their own; one that says so is not passed over.
#[test]
fn a_radius_beside_a_shape() {
    let folder = Folder::new("cast-radius");
    folder.write("room.json", r#"{ "carom": 1, "walls": [{ "segment": [[0, 0], [9, 0]] }] }"#);
    let words = "2: radius is 0.5; with --shape a row has no radius of its own, --radius grows the shape of all rows";
    for (name, text) in [
        ("moves.csv", "x0,y0,x1,y1,radius\n1,5,1,-5,0.5\n"),
        (
            "moves.ndjson",
            "{\"x0\":1,\"y0\":5,\"x1\":1,\"y1\":-5}\n{\"x0\":1,\"y0\":5,\"x1\":1,\"y1\":-5,\"radius\":0.5}\n",
        ),
    ] {
        folder.write(name, text);
        let done = folder.carom(&format!("cast room.json {name} --shape box:-1,-1,1,1"));
        assert_eq!((done.code, done.stderr.contains(&format!("{name}:{words}"))), (65, true), "{}", done.stderr);
    }
    folder.write("empty.csv", "x0,y0,x1,y1,radius,note\n1,5,1,-5,,a\n");
    folder.carom("cast room.json empty.csv --shape box:-1,-1,1,1").good();
}
