//! `carom run`, end to end.

mod common;

use common::{Folder, repository, same_text_in, scene};
use serde_json::{Value, json};
use std::process::Stdio;

const ROOM: &str = r#"{
  "carom": 1, "name": "A room, \"small\"", "world": { "dt": 0.25, "duration": 2 },
  "walls": [{ "name": "room", "polygon": [[0, 0], [10, 0], [10, 10], [0, 10]] }],
  "gates": [{ "name": "middle", "from": [6, 0], "to": [6, 10] }],
  "bodies": [{ "name": "a, b", "position": [4.5, 5], "radius": 1, "velocity": [8, 0] },
             { "position": [2, 8], "velocity": [0, -3] }]
}"#;

#[test]
fn the_built_in_chamber() {
    let folder = Folder::new("run-default");
    let done = folder.carom("run").good();
    assert!(done.stdout.starts_with("scene           The chamber\n"), "{}", done.stdout);
    for name in ["bodies", "bounces", "collisions", "crossings", "escaped         0", "energy before", "state hash"] {
        assert!(done.stdout.contains(name), "no {name} in {}", done.stdout);
    }
    assert_eq!(done.stderr, "wrote carom-run.svg\n");
    assert_eq!(folder.names(), ["carom-run.svg"]);
    same_text_in(&folder.text("carom-run.svg"), &repository("docs/figures/run.svg"));
    folder.carom("run --theme dark").good();
    same_text_in(&folder.text("carom-run.svg"), &repository("docs/figures/run-dark.svg"));
}

#[test]
fn figures_as_json() {
    let folder = Folder::new("run-json");
    folder.write("room.json", ROOM);
    let done = folder.carom("run room.json --json").good();
    let run = done.json();
    assert_eq!(run["schema"], "carom.run/1");
    assert_eq!((&run["scene"], &run["bodies"], &run["walls"]), (&"A room, \"small\"".into(), &2.into(), &4.into()));
    assert_eq!((&run["frames"], &run["time"], &run["end"]), (&8.into(), &2.0.into(), &"completed".into()));
    assert_eq!((&run["escaped"], &run["collisions"]), (&0.into(), &0.into()));
    assert_eq!(run["energy"]["before"], 36.5);
    assert_eq!(run["gates"][0]["name"], "middle");
    assert_eq!(
        run["gates"][0]["forward"].as_u64().unwrap() + run["gates"][0]["backward"].as_u64().unwrap(),
        run["crossings"]
    );
    assert_eq!(run["state_hash"].as_str().unwrap().len(), 16);
    assert_eq!(done.stderr, "");
    assert_eq!(folder.names(), ["room.json"], "with --json no picture is drawn unless one is named");
    assert_eq!(folder.carom("run room.json --json").good().stdout, done.stdout, "the same each time");
    let by_pipe = folder.carom_with_input("run - --json", ROOM.as_bytes()).good();
    assert_eq!(by_pipe.stdout, done.stdout);
}

#[test]
fn how_long_it_runs() {
    let folder = Folder::new("run-long");
    folder.write("room.json", ROOM);
    let frames = |words: &str| {
        let run = folder.carom(&format!("run room.json --json {words}")).good().json();
        (run["frames"].as_u64().unwrap(), run["time"].as_f64().unwrap())
    };
    assert_eq!(frames("--frames 3"), (3, 0.75));
    assert_eq!(frames("--frames 0"), (0, 0.0));
    assert_eq!(frames("--time 0.6"), (3, 0.6));
    assert_eq!(frames("--time 1 --dt 0.1"), (10, 10.0_f64.mul_add(0.1, 0.0) - frames_dust()));
    folder.carom("run room.json --frames 3 --time 1").fails(2, &["--frames", "--time"]);
    folder.carom("run room.json --dt 0").fails(2, &["0 is not above 0"]);
    folder.carom("run room.json --frames -3").fails(2, &["-3"]);
    folder.carom("run room.json --time 1e300").fails(2, &["frames"]);
}

/// What adding 0.1 ten times lacks to 1.
fn frames_dust() -> f64 {
    1.0 - (0..10).fold(0.0, |sum, _| sum + 0.1)
}

#[test]
fn events_as_lines_of_json() {
    let folder = Folder::new("run-ndjson");
    folder.write("room.json", ROOM);
    folder.carom("run room.json --no-picture --events events.ndjson").good();
    let events: Vec<Value> =
        folder.text("events.ndjson").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let first = &events[0];
    assert_eq!((&first["event"], &first["body"], &first["other"]), (&"gate".into(), &"a, b".into(), &"middle".into()));
    assert_eq!((&first["time"], &first["direction"]), (&0.1875.into(), &"backward".into()));
    let second = &events[1];
    assert_eq!((&second["event"], &second["other"], &second["time"]), (&"wall".into(), &"room".into(), &0.5625.into()));
    assert_eq!(
        (&second["point"], &second["after"]),
        (&serde_json::json!([10.0, 5.0]), &serde_json::json!([-8.0, 0.0]))
    );
    let times: Vec<f64> = events.iter().map(|event| event["time"].as_f64().unwrap()).collect();
    assert!(times.is_sorted(), "{times:?}");
    let run = folder.carom("run room.json --json").good().json();
    let count = |kind: &str| events.iter().filter(|event| event["event"] == kind).count() as u64;
    assert_eq!((count("wall"), count("gate")), (run["bounces"].as_u64().unwrap(), run["crossings"].as_u64().unwrap()));
}

#[test]
fn events_as_a_table() {
    let folder = Folder::new("run-csv");
    folder.write("room.json", ROOM);
    folder.carom("run room.json --no-picture --events events.csv").good();
    let text = folder.text("events.csv");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0].split(',').count(), 19);
    assert_eq!(lines[1], "0.1875,0,gate,\"a, b\",middle,backward,6,5,1,0,8,0,8,0,,,,,");
    assert_eq!(lines[2], "0.5625,2,wall,\"a, b\",room,,10,5,-1,0,8,0,-8,0,,,,,");
    let done = folder.carom("run room.json --no-picture --events - --events-format csv").good();
    assert_eq!(done.stdout, text);
    assert!(done.stderr.starts_with("scene"), "the summary makes room: {}", done.stderr);
    assert_eq!(folder.carom("run room.json --no-picture --events - -q").good().stderr, "");
}

#[test]
fn the_pinball_table_is_what_its_picture_shows() {
    let folder = Folder::new("run-pinball");
    folder.carom(&format!("run {} --picture pinball.svg", scene("pinball.json"))).good();
    same_text_in(&folder.text("pinball.svg"), &repository("docs/figures/pinball.svg"));
}

#[test]
fn the_door_of_the_lift_closes_on_the_walker() {
    let folder = Folder::new("run-lift");
    let run = folder.carom(&format!("run {} --json --events events.ndjson", scene("lift.toml"))).good().json();
    assert_eq!((&run["squeezed"], &run["escaped"]), (&1.into(), &0.into()));
    let text = folder.text("events.ndjson");
    let events = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let squeezed: Vec<Value> = events.filter(|event| event["event"] == "squeezed").collect();
    let [squeezed] = &squeezed[..] else { panic!("{squeezed:?}") };
    let who = [&squeezed["body"], &squeezed["other"], &squeezed["against"]];
    assert_eq!(who, ["walker", "door", "shaft"]);
    // It stands in the doorway, on the upper floor, and is one high.
    let at = [0, 1].map(|k| squeezed["point"][k].as_f64().unwrap());
    assert!((4.0..=4.25).contains(&at[0]) && (at[1] - 8.0).abs() < 1e-9, "{at:?}");
}

#[test]
fn what_walls_that_move_squeeze_is_told() {
    let folder = Folder::new("run-press");
    let press = r#"{ "carom": 1, "world": { "dt": 0.125, "duration": 2 },
        "walls": [{ "name": "anvil, large", "segment": [[-5, 0], [5, 0]], "restitution": 0 }],
        "groups": [{ "name": "hammer", "velocity": [0, -2], "walls": [{ "segment": [[-5, 4], [5, 4]], "restitution": 0 }] }],
        "bodies": [{ "name": "nut", "position": [0, 0.5], "radius": 0.5, "restitution": 0 }] }"#;
    folder.write("press.json", press);
    let run = folder.carom("run press.json --json --events events.ndjson").good().json();
    assert_eq!(run["squeezed"], 1);
    let group = &run["groups"][0];
    assert_eq!((&group["name"], &group["velocity"]), (&"hammer".into(), &json!([0.0, 0.0])));
    assert!((group["offset"][1].as_f64().unwrap() + 3.0).abs() < 1e-9, "{group}");
    let text = folder.text("events.ndjson");
    let events: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let squeezed = events.iter().find(|event| event["event"] == "squeezed").unwrap();
    assert_eq!((&squeezed["other"], &squeezed["against"]), (&"hammer".into(), &"anvil, large".into()));
    assert!(events.iter().any(|event| event["event"] == "group" && event.get("against").is_none()), "{text}");
    let shown = folder.carom("run press.json --events events.csv").good().stdout;
    assert!(shown.contains("hammer          moved by (0, −3)") && shown.contains("squeezed        1\n"), "{shown}");
    let table = folder.text("events.csv");
    assert!(
        table.lines().any(|line| line.contains("squeezed,nut,hammer") && line.ends_with(",\"anvil, large\"")),
        "{table}"
    );
}

#[test]
fn standard_output_is_for_one_thing() {
    let folder = Folder::new("run-stdout");
    folder.carom("run --json --events -").fails(2, &["--json and --events - both want standard output"]);
    folder.carom("run --picture - --events -").fails(2, &["both want standard output"]);
    let done = folder.carom("run --picture - --frames 5").good();
    assert!(done.stdout.starts_with("<svg ") && done.stdout.ends_with("</svg>\n"));
    assert!(folder.names().is_empty());
}

#[test]
fn bad_scenes_leave_nothing() {
    let folder = Folder::new("run-bad");
    let bad = Folder::new("run-bad-scenes");
    for (name, text, words) in [
        ("cut.json", "{ \"carom\": 1, \"walls\": [", "ends too early"),
        ("type.json", "{ \"carom\": 1, \"walls\": 5 }", "walls"),
        ("version.json", "{ \"carom\": 7 }", "version"),
        ("field.json", "{ \"carom\": 1, \"wall\": [] }", "wall"),
        ("wall.json", "{ \"carom\": 1, \"walls\": [{ \"segment\": [[1, 2], [1, 2]] }] }", "walls[0].segment"),
        (
            "inside.json",
            "{ \"carom\": 1, \"walls\": [{ \"segment\": [[0, 0], [4, 0]] }], \"bodies\": [{ \"position\": [2, 0] }] }",
            "bodies[0]",
        ),
    ] {
        bad.write(name, text);
        let path = bad.path(name).display().to_string();
        folder.carom(&format!("run {path} --events events.csv")).fails(65, &[name, words]);
    }
    folder.carom("run nothing.json").fails(66, &["nothing.json"]);
    folder.carom("run --picture run.bmp").fails(2, &["run.bmp"]);
    folder.carom("run --picture no/run.svg").fails(74, &["run.svg cannot be written"]);
    folder.carom("run --events no/events.csv").fails(74, &["events.csv cannot be written"]);
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}

#[test]
fn a_run_without_walls_or_bodies() {
    let folder = Folder::new("run-empty");
    folder.write("empty.json", "{ \"carom\": 1 }");
    let done = folder.carom("run empty.json").good();
    assert!(done.stdout.contains("energy before   0\n"), "{}", done.stdout);
    folder.write("alone.json", "{ \"carom\": 1, \"bodies\": [{ \"position\": [1, 1], \"velocity\": [3, 4] }] }");
    let run = folder.carom("run alone.json --json --picture alone.png").good().json();
    assert_eq!((&run["escaped"], &run["energy"]["after"]), (&0.into(), &12.5.into()));
}

#[test]
fn an_escape_is_counted() {
    let folder = Folder::new("run-escape");
    folder.write(
        "gap.json",
        r#"{ "carom": 1, "world": { "duration": 6 }, "walls": [{ "chain": [[10, 10], [0, 10], [0, 0], [10, 0]] }],
             "bodies": [{ "position": [5, 5], "velocity": [-3, 0] }] }"#,
    );
    assert_eq!(folder.carom("run gap.json --json").good().json()["escaped"], 1);
}

#[test]
fn who_has_come_to_rest_is_told() {
    let folder = Folder::new("run-rest");
    let scene = r#"{ "carom": 1, "world": { "gravity": [0, -10], "duration": 5 },
        "walls": [{ "segment": [[-99, 0], [99, 0]] }],
        "bodies": [{ "name": "stone", "position": [0, 2], "radius": 1, "restitution": 0.5 },
                   { "name": "bird", "position": [50, 900], "radius": 1 },
                   { "name": "brick", "position": [9, 2], "radius": 1, "restitution": 0.25 }] }"#;
    folder.write("some.json", scene);
    let done = folder.carom("run some.json --no-picture").good();
    assert!(done.stdout.contains("at rest         stone, brick\n"), "{}", done.stdout);
    assert_eq!(folder.carom("run some.json --json").good().json()["at_rest"], json!(["stone", "brick"]));
    folder.write("none.json", &scene.replace("[0, -10]", "[0, 0]"));
    let done = folder.carom("run none.json --no-picture").good();
    assert!(!done.stdout.contains("at rest"), "{}", done.stdout);
}

#[test]
fn too_many_events_end_the_run() {
    let folder = Folder::new("run-limit");
    folder.write(
        "busy.json",
        &ROOM.replace("\"dt\": 0.25", "\"dt\": 0.25, \"max_events\": 1").replace("[8, 0]", "[800, 0]"),
    );
    let done = folder.carom("run busy.json --json").good();
    assert_eq!(done.json()["end"], "event_limit");
    assert!(done.stderr.contains("more events than allowed"), "{}", done.stderr);
}

#[test]
fn colour_only_where_it_is_wanted() {
    let folder = Folder::new("run-colour");
    let escape = "\u{1b}[";
    assert!(!folder.carom("run --frames 1").good().stdout.contains(escape));
    assert!(folder.carom("run --frames 1 --color always").good().stdout.contains(escape));
    let plain = folder.command(&["run", "--frames", "1"]).env("NO_COLOR", "1").output().unwrap();
    assert!(!String::from_utf8_lossy(&plain.stdout).contains(escape));
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let folder = Folder::new("run-pipe");
    let words = ["run", "--events", "-", "--no-picture", "-q"];
    let mut child =
        folder.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    let done = child.wait_with_output().unwrap();
    assert_eq!((done.status.code(), String::from_utf8_lossy(&done.stderr).as_ref()), (Some(0), ""));
}

#[cfg(unix)]
#[test]
fn an_interruption_leaves_no_half_file() {
    let folder = Folder::new("run-interrupt");
    let words = ["run", "--time", "1e7", "--events", "events.csv"];
    let mut child = folder.command(&words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begun = std::time::Instant::now();
    while folder.names().len() < 2 && begun.elapsed().as_secs() < 20 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(folder.names().len(), 2, "the events are being written, and there is room for the picture");
    assert!(!folder.path("events.csv").exists() && !folder.path("carom-run.svg").exists());
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}

#[test]
fn a_file_is_replaced() {
    let folder = Folder::new("run-replace");
    folder.write("run.svg", "old");
    folder.carom("run --frames 2 --picture run.svg").good();
    assert!(folder.text("run.svg").starts_with("<svg"));
}

#[cfg(unix)]
#[test]
fn devices_and_links_stay_what_they_are() {
    let folder = Folder::new("run-devices");
    folder.carom("run --frames 2 --no-picture --events /dev/null").good();
    assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
    folder.write("there.svg", "old");
    std::os::unix::fs::symlink("there.svg", folder.path("link.svg")).unwrap();
    folder.carom("run --frames 2 --picture link.svg").good();
    assert!(std::fs::symlink_metadata(folder.path("link.svg")).unwrap().is_symlink());
    assert!(folder.text("there.svg").starts_with("<svg"));
}

#[test]
fn every_scene_of_the_repository_runs() {
    let folder = Folder::new("run-all");
    let mut count = 0;
    for entry in std::fs::read_dir(repository("scenes")).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().to_string();
        if !(name.ends_with(".json") || name.ends_with(".toml")) {
            continue;
        }
        let run = folder.carom(&format!("run {} --frames 60 --json --picture run.svg", scene(&name))).good().json();
        assert_eq!((&run["end"], &run["escaped"]), (&"completed".into(), &0.into()), "{name}");
        count += 1;
    }
    assert!(count >= 1);
}

#[test]
fn help_has_examples() {
    let folder = Folder::new("run-help");
    for (words, wanted) in [
        ("--help", "Exit status:"),
        ("run --help", "carom run pinball.json --events hits.csv"),
        ("play --help", "carom play level.tmx"),
        ("explain --help", "carom explain --wall 6,0,10,7 --from 6,4 --to 9,5"),
        ("render --help", "carom render table.json -o table.gif"),
        ("completions --help", "carom completions bash"),
    ] {
        let done = folder.carom(words).good();
        assert!(done.stdout.contains(wanted), "{words}: {}", done.stdout);
        assert!(done.stdout.lines().all(|line| line.chars().count() <= 110), "{words}");
    }
    folder.carom("").fails(2, &["Usage: carom"]);
    folder.carom("rum").fails(2, &["rum", "run"]);
    assert!(folder.carom("--version").good().stdout.starts_with("carom 0."));
    assert!(folder.carom("check -V").good().stdout.starts_with("carom-check 0."));
    let features = json!({ "parquet": cfg!(feature = "parquet") });
    let number = env!("CARGO_PKG_VERSION");
    let version = json!({ "schema": "carom.version/1", "name": "carom", "version": number, "features": features });
    for words in ["--version --json", "--json -V", "check --version --json"] {
        assert_eq!(folder.carom(words).good().json(), version, "{words}");
    }
}

#[test]
fn completions_and_manuals() {
    let folder = Folder::new("run-completions");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let done = folder.carom(&format!("completions {shell}")).good();
        assert!(done.stdout.contains("explain") && done.stdout.contains("no-picture"), "{shell}");
    }
    folder.carom("completions csh").fails(2, &["csh", "bash"]);
    assert!(folder.carom("manual").good().stdout.contains(".SH SUBCOMMANDS"));
    assert!(folder.carom("manual run").good().stdout.contains("no\\-picture"));
    folder.carom("manual rum").fails(2, &["no command `rum`", "run"]);
}

/// A box on a floor that runs against a stair it can climb, then a wall that it cannot, and jumps under a ceiling.
const HALL: &str = r#"{
  "carom": 1, "name": "A hall", "world": { "gravity": [0, -10], "dt": 0.0625, "duration": 4 },
  "walls": [{ "name": "floor", "chain": [[0, 0], [6, 0], [6, 0.5], [10, 0.5]] },
            { "name": "right", "segment": [[10, 0], [10, 8]] },
            { "name": "ceiling", "segment": [[0, 4], [10, 4]] }],
  "characters": [{ "name": "hero", "position": [2, 0.25], "box": [-0.5, 0, 0.5, 2], "step_height": 0.75, "snap": 0.5,
                   "moves": [{ "for": 3, "run": 4 }, { "for": 1, "jump": 9 }] }]
}"#;

#[test]
fn characters_run_climb_and_jump() {
    let folder = Folder::new("run-characters");
    folder.write("hall.json", HALL);
    let run = folder.carom("run hall.json --json --events seen.ndjson --picture hall.svg").good().json();
    let hero = &run["characters"][0];
    assert_eq!((&hero["name"], &hero["jumps"]), (&"hero".into(), &1.into()));
    let [x, y] = [0, 1].map(|axis| hero["position"][axis].as_f64().unwrap());
    assert!((x - 9.5).abs() < 1e-9 && y >= 0.5, "({x}, {y}) is not beside the right wall");
    for (kind, least) in [("floor", 2), ("wall", 1), ("ceiling", 1)] {
        assert!(hero["contacts"][kind].as_u64().unwrap() >= least, "{hero}");
    }
    let seen: Vec<Value> = folder.text("seen.ndjson").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |kind: &str| seen.iter().filter(|event| event["event"] == kind).collect::<Vec<_>>();
    assert!(seen.iter().all(|event| event["body"] == "hero"));
    assert_eq!(of("ceiling")[0]["other"], "ceiling");
    assert!(of("wall").iter().any(|event| event["other"] == "right" && event["normal"] == json!([-1.0, 0.0])));
    // Its shape is drawn where it began, along its way and where it ended.
    let picture = folder.text("hall.svg");
    assert!(picture.contains("aria-label=\"hero\"") && picture.contains("aria-label=\"characters\""), "{picture}");
    let words = folder.carom("run hall.json --no-picture").good().stdout;
    assert!(words.contains("hero") && words.contains("1 jumps"), "{words}");
}

/// A lift that passes a floor and an eye, and enters a zone: told as for bodies, by its name.
#[test]
fn groups_at_gates_zones_and_sensors() {
    let folder = Folder::new("run-passing");
    let scene = r#"{ "carom": 1, "world": { "dt": 0.5, "duration": 2.5 },
        "gates": [{ "name": "floor", "from": [-5, 3], "to": [5, 3] }],
        "zones": [{ "name": "attic", "polygon": [[-5, 4], [5, 4], [5, 9], [-5, 9]] }],
        "groups": [{ "name": "lift", "velocity": [0, 4], "walls": [{ "segment": [[-2, 0], [2, 0]] }] }],
        "bodies": [{ "name": "eye", "position": [0, 6], "radius": 1, "sensor": true }] }"#;
    folder.write("lift.json", scene);
    let run = folder.carom("run lift.json --json --events passed.ndjson").good().json();
    assert_eq!(
        (&run["gates"][0]["forward"], &run["zones"][0]["entered"], &run["crossings"]),
        (&1.into(), &1.into(), &3.into())
    );
    let events: Vec<Value> =
        folder.text("passed.ndjson").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told: Vec<Value> =
        events.iter().map(|event| json!([event["time"], event["event"], event["body"], event["other"]])).collect();
    let expected = [
        json!([0.75, "gate", "lift", "floor"]),
        json!([1.0, "enters", "lift", "attic"]),
        json!([1.25, "enters", "eye", "lift"]),
        json!([1.75, "leaves", "eye", "lift"]),
        json!([2.25, "leaves", "lift", "attic"]),
    ];
    assert_eq!(told, expected);
    assert_eq!(events[0]["direction"], "forward");
    folder.carom("run lift.json --no-picture --events passed.csv").good();
    let table = folder.text("passed.csv");
    assert!(
        table.lines().nth(1).is_some_and(|line| line.starts_with("0.75,1,gate,lift,floor,forward,0,3,")),
        "{table}"
    );
}

/// The bricks of `breakout.json` vanish: told in the figures, and not drawn any more.
#[test]
fn bricks_that_vanish() {
    let folder = Folder::new("run-bricks");
    let path = repository("scenes/breakout.json");
    let shown = folder.carom(&format!("run {} --time 4 --picture end.svg", path.display())).good().stdout;
    let run = folder.carom(&format!("run {} --time 4 --json", path.display())).good().json();
    let vanished = run["bricks"]["vanished"].as_u64().unwrap();
    assert_eq!(run["bricks"]["all"], 72);
    assert!(5 < vanished && vanished < 72, "{run}");
    assert_eq!(run["walls"].as_u64().unwrap(), 4 + 4 * (72 - vanished));
    assert!(shown.contains(&format!("vanished        {vanished} of 72 walls\n")), "{shown}");
    assert!(folder.text("end.svg").contains(&format!("{vanished} of 72")));
}

/// A state is also where the characters are and how fast they go.
#[test]
fn the_hash_tells_characters_apart() {
    let folder = Folder::new("run-hash");
    let walker = std::fs::read_to_string(repository("scenes/walker.json")).unwrap();
    assert!(walker.contains("\"run\": 140"));
    folder.write("slow.json", &walker);
    folder.write("fast.json", &walker.replace("\"run\": 140", "\"run\": 150"));
    let hash =
        |name: &str| folder.carom(&format!("run {name} --time 1 --json")).good().json()["state_hash"].to_string();
    assert_eq!(hash("slow.json"), hash("slow.json"));
    assert_ne!(hash("slow.json"), hash("fast.json"));
}
