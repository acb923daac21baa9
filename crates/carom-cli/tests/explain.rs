//! `carom explain`, end to end.

mod common;

use common::{Folder, same_pixels, same_text, same_text_in, scene};
use serde_json::json;

const FIRST: &str = "explain --wall 6,0,10,7 --from 6,4 --to 9,5";
const SECOND: &str = "explain --wall 0,-3,0,3 --from -2,2 --to 3,-1";

#[test]
fn the_first_worked_case_as_json() {
    let answer = Folder::new("explain-json").carom(&format!("{FIRST} --json")).good().json();
    assert_eq!(answer["schema"], "carom.explain/2");
    assert_eq!(answer["ti"], json!(16.0 / 17.0));
    assert_eq!(answer["hit"]["point"], json!([6.0 + 48.0 / 17.0, 4.0 + 16.0 / 17.0]));
    assert_eq!(answer["agree"], true);
    let methods = answer["methods"].as_array().unwrap();
    let names: Vec<&str> = methods.iter().map(|method| method["method"].as_str().unwrap()).collect();
    assert_eq!(names, ["both-ends", "one-dot", "straddle"]);
    for method in methods {
        assert_eq!((&method["verdict"], &method["ti"]), (&json!("hit"), &json!(16.0 / 17.0)));
    }
    let cost = &methods[1]["cost"];
    assert_eq!(cost, &json!({ "multiplications": 10, "divisions": 1, "comparisons": 7 }));
    let sections = answer["working"]["sections"].as_array().unwrap();
    let lines = sections[1]["lines"].as_array().unwrap();
    let normal = json!([{ "decimal": 7.0, "exact": "7" }, { "decimal": -4.0, "exact": "-4" }]);
    assert!(lines.iter().any(|line| line["formula"] == "N = (E.y, −E.x)" && line["value"] == normal), "{lines:?}");
    let time = json!({ "decimal": 16.0 / 17.0, "exact": "16/17" });
    assert!(lines.iter().any(|line| line["step"] == "d" && line["value"] == time), "{lines:?}");
    assert!(lines.iter().any(|line| line["step"] == "a" && line["holds"] == false && line["plain"] == false));
}

#[test]
fn the_second_worked_case_ends_where_it_should() {
    let folder = Folder::new("explain-text");
    let done = folder.carom(SECOND).good();
    for line in ["Method 1, project on both ends", "19·(−11) = −209 > 0: no", "the frame ends in Be' = (−3, −1)"]
    {
        assert!(done.stdout.contains(line), "no {line} in {}", done.stdout);
    }
    assert_eq!(done.stderr, "");
    assert_eq!(folder.carom(&format!("{SECOND} --json")).good().json()["end"], json!([-3.0, -1.0]));
    assert!(folder.names().is_empty());
}

#[test]
fn misses_are_told_too() {
    let folder = Folder::new("explain-miss");
    for path in ["--from 5,2 --to 7,3", "--from 11,1 --to 9,4"] {
        let done = folder.carom(&format!("explain --wall 6,0,10,7 {path}")).good();
        assert_eq!(done.stdout.matches("verdict: no hit").count(), 3, "{}", done.stdout);
        let answer = folder.carom(&format!("explain --wall 6,0,10,7 {path} --json")).good().json();
        assert_eq!((&answer["ti"], &answer["hit"]), (&json!(null), &json!(null)));
    }
}

#[test]
fn one_method_and_restitution() {
    let folder = Folder::new("explain-one");
    let done = folder.carom(&format!("{SECOND} --method straddle --restitution 0.5")).good();
    assert!(done.stdout.contains("Method 3, straddle first\n") && !done.stdout.contains("Method 1"));
    assert!(done.stdout.contains("Be' = Bi + i − (1 + e)(i·n)n") && !done.stdout.contains("without loss"));
    assert!(done.stdout.contains("the frame ends in Be' = (−3/2, −1) = (−1.5, −1)"), "{}", done.stdout);
    let slide = folder.carom(&format!("{SECOND} --method one-dot --after slide")).good();
    assert!(slide.stdout.contains("the frame ends in Be' = (0, −1)"), "{}", slide.stdout);
    let stop = folder.carom(&format!("{SECOND} --method one-dot --after stop")).good();
    assert!(stop.stdout.contains("the frame ends in Be' = (0, 4/5)"), "{}", stop.stdout);
}

#[test]
fn discs_have_an_answer_of_their_own() {
    let folder = Folder::new("explain-disc");
    let falls = "explain --wall 0,0,8,0 --from 4,3 --to 4,-1 --radius 1";
    let done = folder.carom(falls).good();
    assert!(done.stdout.contains("the frame ends in Be' = (4, 3)"), "{}", done.stdout);
    folder.carom(&format!("{falls} --method one-dot")).fails(2, &["--method is for points"]);
    let answer = folder.carom(&format!("{falls} --json")).good().json();
    assert_eq!((&answer["ti"], &answer["hit"]["contact"]), (&json!(0.5), &json!("crosses")));
    assert_eq!(answer["methods"], json!([]));
    let rolls = folder.carom("explain --wall 0,0,8,0 --from 2,1 --to 6,1 --radius 1 --json").good().json();
    assert_eq!((&rolls["hit"]["stops"], &rolls["end"]), (&json!(false), &json!([6.0, 1.0])));
}

#[test]
fn a_case_from_a_scene() {
    let folder = Folder::new("explain-scene");
    folder.write(
        "room.json",
        r#"{ "carom": 1, "walls": [{ "name": "floor", "segment": [[0, 0], [8, 0]] }, { "circle": { "center": [20, 0], "radius": 1 } }],
             "bodies": [{ "name": "ball", "position": [4, 3], "velocity": [0, -4] }, { "position": [20, 9], "velocity": [0, -1] },
                        { "position": [50, 50], "velocity": [0, 0] }] }"#,
    );
    let answer = folder.carom("explain --scene room.json --body ball --dt 1 --json").good().json();
    assert_eq!((&answer["ti"], &answer["case"]["wall_name"]), (&json!(0.75), &json!("floor")));
    // A frame is too short to touch anything, so a longer one is taken.
    let answer = folder.carom("explain --scene room.json --body 0 --json").good().json();
    assert_eq!(answer["hit"]["point"], json!([4.0, 0.0]));
    assert!(answer["case"]["dt"].as_f64().unwrap() > 0.75);
    let pillar = folder.carom("explain --scene room.json --body 1 --picture pillar.svg --json").good().json();
    assert_eq!(pillar["case"]["pillar"]["radius"], json!(1.0));
    assert!(folder.text("pillar.svg").contains("1 bounce of the point"));
    let nothing = folder.carom("explain --scene room.json --body 2").good();
    assert_eq!(nothing.stdout, "bodies[2] touches no wall in the next 10 s\n");
    folder.carom("explain --scene room.json").fails(2, &["3 bodies", "--body: ball, bodies[1], bodies[2]"]);
    folder.carom("explain --scene room.json --body cue").fails(2, &["no body `cue`", "ball"]);
    folder.carom(&format!("explain --scene {} --body 0", scene("no-such.json"))).fails(66, &["no-such.json"]);
}

#[test]
fn pictures() {
    let folder = Folder::new("explain-picture");
    let done = folder.carom(&format!("{SECOND} --picture case.svg")).good();
    assert_eq!(done.stderr, "wrote case.svg\n");
    let text = folder.text("case.svg");
    same_text_in(&text, &common::repository("docs/figures/explain.svg"));
    for label in ["P0", "P1", "Bs", "Be", "Bi", "Be&apos;", "n"] {
        let label = label.replace("&apos;", "'");
        assert!(text.contains(&format!("aria-label=\"{label}\"")), "{label}");
    }
    folder.carom(&format!("{FIRST} --picture case.png --size 560x420 --theme dark")).good();
    same_pixels(&folder.read("case.png"), "explain-dark.png");
    folder.carom(&format!("{FIRST} --radius 0.5 --picture disc.svg")).good();
    same_text(&folder.text("disc.svg"), "explain-disc.svg");
    let done = folder.carom(&format!("{SECOND} --picture -")).good();
    assert!(done.stdout == text && done.stderr.contains("ends in Be' = (−3, −1)"));
    assert_eq!(folder.names(), ["case.png", "case.svg", "disc.svg"]);
}

#[test]
fn bad_usage() {
    let folder = Folder::new("explain-usage");
    folder.carom("explain").fails(2, &["--wall"]);
    folder.carom("explain --wall 6,0,10,7 --from 1/0,4 --to 9,5").fails(2, &["`1/0` is a fraction that divides by 0"]);
    folder.carom("explain --wall 1/3,0,1/3,0 --from 6,4 --to 9,5").fails(2, &["ends coincide at (0.333"]);
    folder.carom("explain --chamber 0,0,1,0 --from 6,4 --to 9,5").fails(2, &["4 numbers given", "three corners"]);
    folder.carom(&format!("{FIRST} --json --format latex")).fails(2, &["--json and --format"]);
    folder.carom("explain --wall 6,0,10,7 --from 6,4").fails(2, &["--to"]);
    folder.carom("explain --wall 6,0,10 --from 6,4 --to 9,5").fails(2, &["3 given, 4 needed"]);
    folder.carom("explain --wall 6,0,10,x --from 6,4 --to 9,5").fails(2, &["`x` is not a number"]);
    folder.carom("explain --wall 6,0,6,0 --from 6,4 --to 9,5").fails(2, &["ends coincide at (6, 0)"]);
    folder.carom("explain --wall 6,0,nan,0 --from 6,4 --to 9,5").fails(2, &["`nan` is not finite"]);
    folder.carom(&format!("{FIRST} --radius -1")).fails(2, &["-1 is below 0"]);
    folder.carom(&format!("{FIRST} --restitution 2")).fails(2, &["2 is not between 0 and 1"]);
    folder.carom(&format!("{FIRST} --method four")).fails(2, &["four", "straddle"]);
    folder.carom(&format!("{FIRST} --picture case.bmp")).fails(2, &["case.bmp", ".svg"]);
    folder.carom(&format!("{FIRST} --picture case.gif")).fails(2, &["stands still"]);
    folder.carom(&format!("{FIRST} --json --picture -")).fails(2, &["both want standard output"]);
    folder.carom(&format!("{FIRST} --picture no/such/case.svg")).fails(74, &["case.svg cannot be written"]);
    assert!(folder.names().is_empty());
}

#[test]
fn the_largest_and_smallest_numbers_are_drawn() {
    let folder = Folder::new("explain-extreme");
    for wall in ["0,-1e308,0,1e308 --from -1e308,1 --to 1e308,1", "0,-5e-324,0,5e-324 --from -5e-324,0 --to 5e-324,0"] {
        folder.carom(&format!("explain --wall {wall} --picture case.png --size 300x200")).good();
    }
}

const CHAMBER: &str = "0,0,100,0,300,200,50,400,100,100";

/// Every part as it is printed. Each was read with the textbook beside it.
#[test]
fn golden_texts() {
    let folder = Folder::new("explain-golden");
    folder.write(
        "room.json",
        r#"{ "carom": 1, "world": { "gravity": [0, -10] }, "walls": [{ "name": "floor", "segment": [[0, 0], [8, 0]], "restitution": 0.5 }],
             "bodies": [{ "name": "ball", "position": [4, 2], "radius": 0.5, "velocity": [1.5, 0] }] }"#,
    );
    for (name, words) in [
        ("w1-a", "explain --wall 6,0,10,7 --from 5,2 --to 7,3".into()),
        ("w1-b", FIRST.into()),
        ("w1-c", "explain --wall 6,0,10,7 --from 11,1 --to 9,4".into()),
        ("w2", SECOND.into()),
        ("w2-half", format!("{SECOND} --method one-dot --restitution 1/2")),
        ("w2-slide", format!("{SECOND} --method one-dot --after slide")),
        ("w2-stop", format!("{SECOND} --method one-dot --after stop")),
        ("w3", format!("explain --chamber {CHAMBER} --from 80,50 --to 250,330")),
        ("w3-disc", format!("explain --chamber {CHAMBER} --from 80,50 --to 170,170 --radius 10")),
        ("w3-many", format!("explain --chamber {CHAMBER} --from 80,50 --to 250,730 --method straddle")),
        ("w4", "explain crossing --first 1,1,5,3 --second 2,4,2,0".into()),
        ("corner", "explain --chamber 0,0,8,0,8,8,0,8 --from 2,2 --to 11,11".into()),
        ("along", "explain --wall 0,0,4,0 --from -2,0 --to 2,0".into()),
        ("rounding", "explain --wall 1.2,0.6,0.9,0.9 --from 0.3,0 --to 0.6,1.2 --method both-ends".into()),
        ("end-touched", "explain --wall 0,0,4,0 --from -2,2 --to 2,-2 --method one-dot".into()),
        ("disc-side", format!("{FIRST} --radius 1/2")),
        ("disc-end", "explain --wall 0,0,4,0 --from -4,3 --to 2,-1.5 --radius 1".into()),
        ("pillar", "explain --pillar 6,2,1 --from 0,2 --to 8,2 --radius 1".into()),
        ("fractions", "explain --wall 1/3,0,1/3,2 --from 0,1/7 --to 1,1 --method one-dot".into()),
        ("scene", "explain --scene room.json --dt 0.75".into()),
        ("crossing", "explain crossing --first 0,0,4,3 --second 1,4,5/2,0".into()),
        ("crossing-parallel", "explain crossing --first 0,0,4,0 --second 2,0,6,0".into()),
        ("inside", format!("explain inside --polygon {CHAMBER} --point 80,90")),
        ("inside-convex", "explain inside --polygon 0,0,4,0,4,4,0,4 --point 1,3".into()),
        ("circle", "explain circle --points -3,0,0,3,5,0,1,1".into()),
        ("circle-three", "explain circle --points 0,0,6,0,2,5,3,1".into()),
        ("search", format!("explain search --scene {} --from 110,40 --to 60,300", scene("breakout.json"))),
        ("exercise-reflect", "exercise --kind reflect --difficulty 2 --count 2".into()),
        ("exercise-chamber", "exercise --kind chamber --seed 4".into()),
    ] {
        same_text(&folder.carom(&words).good().stdout, &format!("explain/{name}.txt"));
    }
    for (name, words) in
        [("w1-b", FIRST.into()), ("w3", format!("explain --chamber {CHAMBER} --from 80,50 --to 250,330"))]
    {
        same_text(&folder.carom(&format!("{words} --format markdown")).good().stdout, &format!("explain/{name}.md"));
        same_text(&folder.carom(&format!("{words} --format latex")).good().stdout, &format!("explain/{name}.tex"));
    }
}

#[test]
fn other_questions_as_json() {
    let folder = Folder::new("explain-others");
    let crossing = folder.carom("explain crossing --first 0,0,4,3 --second 1,4,5/2,0 --json").good().json();
    assert_eq!((&crossing["schema"], &crossing["answer"]), (&json!("carom.explain/2"), &json!("point")));
    let inside = folder.carom("explain inside --polygon 0,0,4,0,4,4,0,4 --point 1/3,4 --json").good().json();
    assert_eq!(inside["answer"], json!("edge"));
    let circle = folder.carom("explain circle --points -3,0,0,3,5,0 --json").good().json();
    assert_eq!(circle["answer"], json!("1 0 4"));
    folder.carom("explain circle --points 1,2,3").fails(2, &["3 numbers given"]);
    folder.carom("explain inside --polygon 0,0,1,1,2,2 --point 0,0").fails(2, &[]);
}

#[test]
fn a_shape_against_a_wall() {
    let folder = Folder::new("explain-shape");
    let words = "explain --wall 4,-2,4,1 --from 0,0 --to 6,0 --shape box:-1,0,1,3";
    let done = folder.carom(words).good();
    assert!(done.stdout.contains("its side $A1A2$ touches") || done.stdout.contains("A1A2"), "{}", done.stdout);
    assert!(done.stdout.contains("1/2"), "{}", done.stdout);
    let told = folder.carom(&format!("{words} --json --picture case.svg")).good().json();
    assert_eq!((&told["ti"], &told["case"]["shape"]), (&0.5.into(), &"box".into()));
    assert!(folder.text("case.svg").contains("A moving shape touches a wall"));
    // A capsule, decided by its round end.
    let capsule = "explain --wall 4,2,4,6 --from 0,0 --to 8,0 --shape capsule:0,-1,0,1 --radius 2 --json";
    let told = folder.carom(capsule).good().json();
    assert_eq!(told["hit"]["part"], "vertex 1", "{told}");
    folder
        .carom("explain --wall 0,0,1,0 --wall 2,0,3,0 --from 0,1 --to 0,-1 --shape box:0,0,1,1")
        .fails(2, &["against one"]);
}

/// The first frame in which a character comes to a wall: which walls, with what, in which order, and how it goes on.
#[test]
fn a_character_of_a_scene() {
    let folder = Folder::new("explain-character");
    let walls =
        json!([{ "name": "floor", "segment": [[-9, 0], [9, 0]] }, { "name": "post", "segment": [[2, 0], [2, 5]] }]);
    let hero = json!({ "name": "hero", "position": [0, 1.5], "box": [-1, 0, 1, 3], "moves": [{ "for": 1, "run": 4 }] });
    let text = |characters: &serde_json::Value| {
        let world = json!({ "dt": 0.5, "duration": 2, "gravity": [0, -16] });
        json!({ "carom": 1, "world": world, "walls": walls, "characters": characters }).to_string()
    };
    folder.write("hero.json", &text(&json!([hero])));
    let answer = folder.carom("explain --scene hero.json --json").good().json();
    // It runs 2 and falls 2 in half a second: the post is met half way, the floor after 3/4.
    let touches = answer["touches"].as_array().unwrap();
    let told = |touch: &serde_json::Value| (touch["wall"].clone(), touch["t"].clone(), touch["part"].clone());
    assert_eq!(
        touches.iter().map(told).collect::<Vec<_>>(),
        [(json!("post"), json!(0.5), json!("side from A1")), (json!("floor"), json!(0.75), json!("side from A0")),]
    );
    let done = folder.carom("explain --scene hero.json --body hero").good();
    for words in ["post: ", "It meets post, a wall", "stands on floor"] {
        assert!(done.stdout.contains(words), "{words}: {}", done.stdout);
    }
    folder.write("two.json", &text(&json!([hero, { "position": [5, 1] }])));
    folder.carom("explain --scene two.json").fails(2, &["2 characters", "hero, characters[1]"]);
    folder.carom("explain --scene hero.json --picture a.svg").fails(2, &["carom render"]);
}

/// A box, a capsule and a polygon of a scene touch with their own outline, not as a point or as a disc of their radius.
#[test]
fn bodies_with_a_shape() {
    let folder = Folder::new("explain-shaped-body");
    folder.write(
        "yard.json",
        r#"{ "carom": 1, "walls": [{ "name": "floor", "segment": [[-9, 0], [9, 0]] }],
             "groups": [{ "name": "lift", "walls": [{ "segment": [[-9, 9], [9, 9]] }] }],
             "bodies": [{ "name": "crate", "position": [0, 3], "velocity": [0, -2], "box": [-1, -2, 1, 0.5], "restitution": 0.5 },
                        { "name": "pill", "position": [5, 3], "velocity": [0, -4], "capsule": [[0, -1], [0, 1]], "radius": 0.5 },
                        { "name": "wedge", "position": [-5, 3], "velocity": [0, -8], "polygon": [[-1, -1], [1, -1], [0, 1]], "response": "slide" }] }"#,
    );
    for (name, time, part, end) in [
        ("crate", 0.5, "side from A0", [0.0, 2.5]),
        ("pill", 0.375, "corner A0", [5.0, 4.0]),
        ("wedge", 0.25, "side from A0", [-5.0, 1.0]),
    ] {
        let words = format!("explain --scene yard.json --body {name} --dt 1");
        let answer = folder.carom(&format!("{words} --json")).good().json();
        let touch = &answer["touches"][0];
        assert_eq!(
            (&touch["wall"], &touch["t"], &touch["part"]),
            (&json!("floor"), &json!(time), &json!(part)),
            "{answer}"
        );
        let near = |axis: usize| (answer["end"][axis].as_f64().unwrap() - end[axis]).abs() < 1e-9;
        assert!(near(0) && near(1), "{answer}");
        let text = folder.carom(&words).good().stdout;
        assert!(text.contains("Walls that move are left out: lift."), "{text}");
        let drawn = folder.carom(&format!("render yard.json -o {name}.svg --what explain --body {name} --dt 1")).good();
        assert!(drawn.stderr.contains("Walls that move are left out: lift."), "{}", drawn.stderr);
        let picture = folder.text(&format!("{name}.svg"));
        assert!(!picture.contains("<ellipse") && picture.contains("touches"), "{picture}");
        // What slides straight down onto the floor ends where it touches: Bi is Be'.
        let is_same = picture.matches("aria-label=\"(−5, 1)\"").count() == 2;
        assert_eq!(is_same, name == "wedge", "{picture}");
        folder.carom(&format!("{words} --picture own-{name}.svg")).good();
        assert!(folder.text(&format!("own-{name}.svg")).contains("touches"));
    }
    folder.carom("explain --scene yard.json --body crate --method one-dot").fails(2, &["--method is for points"]);
    let nothing = folder.carom("explain --scene yard.json --body crate --dt 0.25").good();
    assert_eq!(nothing.stdout, "crate touches no wall in the next 0.25 s; walls that move are left out: lift\n");
    folder.carom("render yard.json --what explain --body crate --dt 0.25").fails(65, &["touches no wall"]);
    // The bundled one comes to the slope with its right lower corner.
    let crates = scene("crates.toml");
    let answer = folder.carom(&format!("explain --scene {crates} --body slider --json")).good().json();
    assert_eq!((&answer["touches"][0]["wall"], &answer["dt"]), (&json!("bin 2"), &json!(1.0)), "{answer}");
}
