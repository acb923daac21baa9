//! `carom check`, end to end.

mod common;

use carom_scene::{Format, ReadLimits, Scene};
use common::{Folder, repository, scene};
use serde_json::{Value, json};

/// Two of its corners do not meet, by a hair and by more.
const LEAKY: &str = r#"{
  "carom": 1, "name": "Leaky",
  "walls": [{ "name": "floor", "segment": [[0, 0], [8, 0]] },
            { "chain": [[8, 1e-9], [8, 6], [0, 6]] },
            { "name": "left", "segment": [[0, 6], [0, 0.5]] }],
  "bodies": [{ "position": [4, 3], "radius": 1 }]
}"#;

/// Everything is on something.
const CROWD: &str = r#"{
  "carom": 1,
  "walls": [{ "name": "room", "polygon": [[0, 0], [8, 0], [8, 6], [0, 6]] }],
  "bodies": [{ "name": "a", "position": [2, 2], "radius": 1 }, { "name": "b", "position": [3, 2], "radius": 1 },
             { "name": "c", "position": [4.5, 2], "radius": 1 }, { "name": "d", "position": [7.5, 3], "radius": 1 },
             { "name": "e", "position": [20, 3], "radius": 1 }, { "name": "f", "position": [2, 5], "radius": 1 },
             { "name": "g", "position": [2, 2], "radius": 3, "sensor": true }]
}"#;

fn problems(found: &Value) -> Vec<(&str, &str)> {
    let text = |problem: &'_ Value, key: &str| -> &'static str { problem[key].as_str().unwrap().to_string().leak() };
    found["problems"].as_array().unwrap().iter().map(|one| (text(one, "kind"), text(one, "what"))).collect()
}

/// They are all fine, though some have free ends, each of which is a problem if asked for.
#[test]
fn scenes_of_the_repository() {
    let folder = Folder::new("check-scenes");
    let mut with_free_ends = 0;
    for entry in std::fs::read_dir(repository("scenes")).unwrap() {
        let path = entry.unwrap().path();
        if !path.extension().is_some_and(|ending| ["json", "toml", "tmx", "yaml"].iter().any(|known| ending == *known))
        {
            continue;
        }
        let name = path.display();
        let (scene, _) = Scene::read(&path, ReadLimits::default()).unwrap();
        let dangling = scene.build().unwrap().world.report().walls.dangling.len();
        with_free_ends += usize::from(dangling > 0);
        let found = folder.carom(&format!("check {name} --json")).good().json();
        assert_eq!(found["schema"], "carom.check/1");
        assert_eq!((&found["is_well"], &found["free_ends"]), (&json!(true), &json!(dangling)), "{name}");
        assert_eq!((&found["closed"], &found["problems"]), (&json!(dangling == 0), &json!([])), "{name}");

        let done = folder.carom(&format!("check {name} --json --closed"));
        assert_eq!(done.code, i32::from(dangling > 0), "{name}: {}{}", done.stdout, done.stderr);
        let found = done.json();
        assert_eq!((found["problems"].as_array().unwrap().len(), &found["free_ends"]), (dangling, &json!(0)), "{name}");
    }
    assert!(with_free_ends >= 6, "{with_free_ends}");
}

/// A fence inside of a hall, a bit of wall outside of it, and one whose end nearly meets the hall.
#[test]
fn ends_are_free_inside_of_closed_walls_unless_they_nearly_meet() {
    let folder = Folder::new("check-free");
    let scene = |hall: &str, more: &str| {
        let fence = r#"{ "name": "fence", "segment": [[20, 30], [60, 30]] }"#;
        format!(r#"{{ "carom": 1, "name": "Hall", "walls": [{hall}, {fence}{more}] }}"#)
    };
    let polygon = r#"{ "name": "hall", "polygon": [[0, 0], [100, 0], [100, 60], [0, 60]] }"#;
    let chain = r#"{ "name": "hall", "chain": [[0, 0], [100, 0], [100, 60], [0, 60], [0, 0]] }"#;
    let outside = r#", { "name": "post", "segment": [[110, 0], [115, 0]] }"#;
    let far = r#", { "name": "stub", "segment": [[50, 50], [50, 59.8]] }"#;
    let near = r#", { "name": "stub", "segment": [[50, 50], [50, 59.95]] }"#;
    let open = r#"{ "name": "hall", "chain": [[0, 0], [100, 0], [100, 60], [0, 60]] }"#;
    let cases: [(String, &[&str]); 6] = [
        (scene(polygon, ""), &[]),
        (scene(chain, ""), &[]),
        (scene(polygon, far), &[]),
        (scene(polygon, near), &["stub"]),
        (scene(polygon, outside), &["post", "post"]),
        (scene(open, ""), &["edge 0 of hall", "edge 2 of hall", "fence", "fence"]),
    ];
    for (text, expected) in cases {
        folder.write("hall.json", &text);
        let done = folder.carom("check hall.json --json");
        let found = done.json();
        let gaps: Vec<(&str, &str)> = expected.iter().map(|what| ("gap", *what)).collect();
        assert_eq!((done.code, problems(&found)), (i32::from(!expected.is_empty()), gaps), "{text}");
        folder.carom("check hall.json --free-beyond 0").good();
        assert_eq!(folder.carom("check hall.json --closed").code, 1);
    }
    folder.write("hall.json", &scene(polygon, ""));
    let done = folder.carom("check hall.json").good();
    assert!(
        done.stdout.ends_with("\nall is well: valid, every body has room; 2 ends are free, which --closed tells\n")
    );
    folder.carom("check hall.json --closed --free-beyond 1").fails(2, &["--closed", "--free-beyond"]);
}

#[test]
fn a_good_scene_is_told_to_be_one() {
    let done = Folder::new("check-good").carom(&format!("check {}", scene("gas.json"))).good();
    assert!(done.stdout.ends_with("all is well: valid, closed, every body has room\n"), "{}", done.stdout);
    assert_eq!(done.stderr, "");
}

#[test]
fn gaps_are_told_and_welded() {
    let folder = Folder::new("check-gaps");
    folder.write("leaky.json", LEAKY);
    let done = folder.carom("check leaky.json");
    assert_eq!(done.code, 1);
    let expected = "Leaky: 4 walls, 1 body, 0 gates\n\
        gap: the first end of floor at (0, 0) touches no other wall: 0.5 away from left\n\
        gap: the second end of floor at (8, 0) touches no other wall: 1e-9 away from edge 0 of walls[1]\n\
        gap: the first end of edge 0 of walls[1] at (8, 1e-9) touches no other wall: 1e-9 away from floor\n\
        gap: the second end of left at (0, 0.5) touches no other wall: 0.5 away from floor\n\
        4 problems\n";
    assert_eq!(done.stdout, expected);
    assert_eq!(done.stderr, "hint: --weld 1e-9 -o FILE closes what may be meant to meet\n");
    let narrow = folder.carom("check leaky.json --free-beyond 0.1");
    assert!(narrow.code == 1 && narrow.stdout.ends_with("\n2 problems\n"), "{}", narrow.stdout);
    let free = folder.carom("check leaky.json --free-beyond 0").good();
    assert!(free.stdout.contains("; 4 ends are free") && free.stderr.is_empty(), "{}{}", free.stdout, free.stderr);

    let done = folder.carom("check leaky.json --weld 1e-6 -o welded.toml --json");
    assert_eq!(done.code, 1);
    let found = done.json();
    assert_eq!((&found["welded"], &found["closed"]), (&json!(1), &json!(false)));
    assert_eq!(problems(&found), [("gap", "floor"), ("gap", "left")]);
    assert_eq!(found["problems"][0]["width"], 0.5);

    let done = folder.carom("check leaky.json --weld 0.6 -o welded.json").good();
    assert!(done.stdout.contains("2 ends moved\nall is well"), "{}", done.stdout);
    folder.carom("check welded.json").good();
    let welded = Scene::parse(&folder.text("welded.json"), Format::Json).unwrap();
    let original = Scene::parse(LEAKY, Format::Json).unwrap();
    assert_eq!((&welded.bodies, &welded.name), (&original.bodies, &original.name));
    assert!(welded.walls().unwrap().report().is_closed());
    let on_stdout = folder.carom("check leaky.json --weld 0.6 -o -").good();
    assert_eq!(on_stdout.stdout, folder.text("welded.json"));
}

#[test]
fn not_all_of_many_problems_are_told() {
    let folder = Folder::new("check-many");
    let walls: Vec<Value> = (0..60).map(|i| json!({ "segment": [[i, 0], [i, 1]] })).collect();
    folder.write("fence.json", &json!({ "carom": 1, "walls": walls }).to_string());
    let done = folder.carom("check fence.json");
    assert_eq!((done.code, done.stdout.lines().count()), (1, 103));
    assert!(done.stdout.ends_with("and 20 more, which --json tells\n120 problems\n"), "{}", done.stdout);
    assert_eq!(folder.carom("check fence.json --json").json()["problems"].as_array().unwrap().len(), 120);
}

#[test]
fn all_overlaps_are_told_though_the_scene_cannot_be_built() {
    let folder = Folder::new("check-crowd");
    folder.write("crowd.json", CROWD);
    let done = folder.carom("check crowd.json --json");
    assert_eq!(done.code, 1);
    let found = done.json();
    let expected = [("overlap", "d"), ("overlap", "b"), ("overlap", "c"), ("outside", "e")];
    assert_eq!(problems(&found), expected);
    assert_eq!(found["problems"][0]["message"], "d at (7.5, 3) is on or in room");
    assert_eq!(found["problems"][2]["message"], "c at (4.5, 2) overlaps b at (3, 2)");
    assert_eq!((&found["bodies"], &found["closed"]), (&json!(7), &json!(true)));
}

#[test]
fn what_is_no_scene_is_a_problem_too() {
    let folder = Folder::new("check-invalid");
    let cases = [
        (r#"{"carom": 1, "walls": [{"segment": [[0, 0], [0, 0]]}]}"#, "both ends are (0, 0)"),
        (r#"{"carom": 1, "walls": [{"polygon": [[0, 0], [4, 4], [4, 0], [0, 4]]}]}"#, "walls[0]"),
        (r#"{"carom": 1, "walls": ["#, "bad.json:1:"),
        (r#"{"carom": 2}"#, "carom"),
    ];
    for (text, message) in cases {
        folder.write("bad.json", text);
        let done = folder.carom("check bad.json");
        assert_eq!(done.code, 1, "{}", done.stderr);
        assert!(done.stdout.contains("invalid: ") && done.stdout.contains(message), "{}", done.stdout);
        let found = folder.carom("check bad.json --json").json();
        assert_eq!((&found["is_well"], &found["problems"][0]["kind"]), (&json!(false), &json!("invalid")));
    }
    folder.write("bad.json", cases[1].0);
    let done = folder.carom("check bad.json --weld 0.1 -o welded.json");
    assert!(done.code == 1 && done.stdout.contains("invalid: bad.json:1:"), "{}{}", done.stdout, done.stderr);
    folder.carom("check none.json").fails(66, &["none.json"]);
    folder.carom("check bad.json --weld 0.1").fails(2, &["--out"]);
    folder.carom("check bad.json --weld 0.1 -o x.tmx").fails(2, &["x.tmx"]);
    folder.carom("check bad.json --weld 0.1 -o x.bin").fails(2, &["x.bin tells no format"]);
    assert_eq!(folder.names(), ["bad.json"]);
}

/// A polygon with holes is a chamber with pillars: who is in a pillar is not outside of the walls.
#[test]
fn a_body_in_a_hole_is_not_called_outside() {
    let folder = Folder::new("check-hole");
    let room = r#"{ "name": "room", "polygon": [[0, 0], [20, 0], [20, 20], [0, 20]] HOLES }"#;
    let body = |x: i32, y: i32| format!(r#"{{ "name": "b", "position": [{x}, {y}], "radius": 1 }}"#);
    let scene = |walls: &str, body: &str| format!(r#"{{ "carom": 1, "walls": [{walls}], "bodies": [{body}] }}"#);
    let holed = room.replace("HOLES", r#", "holes": [[[5, 5], [10, 5], [10, 10], [5, 10]]]"#);
    let nested =
        room.replace("HOLES", "") + r#", { "name": "pillar", "polygon": [[5, 5], [10, 5], [10, 10], [5, 10]] }"#;
    let cases = [
        (scene(&holed, &body(7, 7)), "hole", "b at (7, 7) is in a hole of room"),
        (scene(&nested, &body(7, 7)), "hole", "b at (7, 7) is in pillar, which stands inside of another closed wall"),
        (scene(&holed, &body(30, 7)), "outside", "b at (30, 7) is outside of the walls"),
    ];
    for (text, kind, message) in cases {
        folder.write("room.json", &text);
        let done = folder.carom("check room.json --json");
        let found = done.json();
        let problem = &found["problems"][0];
        assert_eq!((done.code, &problem["kind"], &problem["message"]), (1, &json!(kind), &json!(message)));
    }
    folder.write("room.json", &scene(&holed, &body(3, 3)));
    folder.carom("check room.json").good();
}

/// Characters and walls that move are counted, and that the two do not meet is said.
#[test]
fn characters_and_groups() {
    let folder = Folder::new("check-characters");
    let walker = folder.carom(&format!("check {}", scene("walker.json"))).good();
    assert!(walker.stdout.contains(", 0 gates, 1 character\n"), "{}", walker.stdout);
    let lift = folder.carom(&format!("check {}", scene("lift.toml"))).good();
    assert!(lift.stdout.lines().next().unwrap().ends_with("2 groups"), "{}", lift.stdout);
    assert_eq!((walker.stderr, lift.stderr), (String::new(), String::new()));
    let ride = r#"{ "carom": 1, "walls": [{ "polygon": [[-9, 0], [9, 0], [9, 9], [-9, 9]] }],
        "groups": [{ "name": "lift", "walls": [{ "segment": [[-1, 2], [1, 2]] }] }, { "walls": [] }],
        "characters": [{ "name": "hero", "position": [0, 3] }] }"#;
    folder.write("ride.json", ride);
    let warning = "warning: characters do not meet walls that move: hero passes through lift, groups[1]\n";
    let done = folder.carom("check ride.json").good();
    assert_eq!(done.stderr, warning);
    assert!(done.stdout.contains(", 1 character, 2 groups\n"), "{}", done.stdout);
    let found = folder.carom("check ride.json --json").good().json();
    assert_eq!((&found["characters"], &found["groups"]), (&json!(1), &json!(2)));
    assert_eq!(folder.carom("run ride.json --no-picture").good().stderr, warning);
}
