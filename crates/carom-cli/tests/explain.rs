//! `carom explain`, end to end.

mod common;

use common::{Folder, same_pixels, same_text, same_text_in, scene};
use serde_json::json;

const FIRST: &str = "explain --wall 6,0,10,7 --from 6,4 --to 9,5";
const SECOND: &str = "explain --wall 0,-3,0,3 --from -2,2 --to 3,-1";

#[test]
fn the_first_worked_case_as_json() {
    let answer = Folder::new("explain-json").carom(&format!("{FIRST} --json")).good().json();
    assert_eq!(answer["schema"], "carom.explain/1");
    assert_eq!(answer["ti"], json!(16.0 / 17.0));
    assert_eq!(answer["hit"]["point"], json!([6.0 + 48.0 / 17.0, 4.0 + 16.0 / 17.0]));
    assert_eq!(answer["agree"], true);
    let methods = answer["methods"].as_array().unwrap();
    let names: Vec<&str> = methods.iter().map(|method| method["method"].as_str().unwrap()).collect();
    assert_eq!(names, ["both-ends", "one-dot", "straddle"]);
    for method in methods {
        assert_eq!((&method["verdict"], &method["ti"]), (&json!("hit"), &json!(16.0 / 17.0)));
        assert!(method["steps"].as_array().unwrap().iter().any(|step| step["value"] == json!([7.0, -4.0])), "{method}");
    }
}

#[test]
fn the_second_worked_case_ends_where_it_should() {
    let folder = Folder::new("explain-text");
    let done = folder.carom(SECOND).good();
    assert!(done.stdout.contains("ends at    (-3, -1)\n"), "{}", done.stdout);
    for line in ["method 1, project on both ends", "(19)·(-11) = -209", "hit point  (0, 0.8)"] {
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
        assert!(done.stdout.contains("method 1 no hit, method 2 no hit, method 3 no hit"), "{}", done.stdout);
        let answer = folder.carom(&format!("explain --wall 6,0,10,7 {path} --json")).good().json();
        assert_eq!((&answer["ti"], &answer["hit"]), (&json!(null), &json!(null)));
    }
}

#[test]
fn one_method_and_restitution() {
    let folder = Folder::new("explain-one");
    let done = folder.carom(&format!("{SECOND} --method straddle --restitution 0.5")).good();
    assert!(done.stdout.starts_with("method 3, straddle first\n") && !done.stdout.contains("method 1"));
    assert!(done.stdout.contains("ends at    (-1.5, -1), with restitution 0.5"), "{}", done.stdout);
}

#[test]
fn discs_have_an_answer_of_their_own() {
    let folder = Folder::new("explain-disc");
    let falls = "explain --wall 0,0,8,0 --from 4,3 --to 4,-1 --radius 1";
    let done = folder.carom(falls).good();
    assert!(done.stdout.contains("the three methods are for points"), "{}", done.stdout);
    assert!(done.stdout.contains("ends at      (4, 3)"), "{}", done.stdout);
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
    assert!(folder.text("pillar.svg").contains("touches a pillar"));
    let nothing = folder.carom("explain --scene room.json --body 2").good();
    assert_eq!(nothing.stdout, "bodies[2] touches no wall in the next 10 s\n");
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
    assert!(done.stdout == text && done.stderr.contains("ends at    (-3, -1)"));
    assert_eq!(folder.names(), ["case.png", "case.svg", "disc.svg"]);
}

#[test]
fn bad_usage() {
    let folder = Folder::new("explain-usage");
    folder.carom("explain").fails(2, &["--wall"]);
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
