//! The playground's presets, answered by the library as it is compiled here; the browser's answers are compared with these.
//!
//! `web/tests/verdicts.json` is that table. After a change of presets, CAROM_WRITE=1 writes it anew.

use carom_wasm::{course, meeting};
use serde_json::{Value, json};
use std::path::PathBuf;

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web").join(name)
}

/// `"6,0,10,7"` as pairs of numbers.
fn pairs(text: &Value) -> Vec<[String; 2]> {
    let numbers: Vec<String> = text.as_str().unwrap_or_default().split(',').map(String::from).collect();
    numbers.chunks(2).map(|pair| [pair[0].clone(), pair[1].clone()]).collect()
}

fn of(case: &Value) -> Value {
    let radius = case["radius"].as_str().unwrap_or("0");
    let (from, to) = (&pairs(&case["from"])[0], &pairs(&case["to"])[0]);
    if case.get("chamber").is_some() {
        let asked = json!({ "chamber": pairs(&case["chamber"]), "from": from, "to": to, "radius": radius });
        let answer: Value = serde_json::from_str(&course(&asked.to_string()).unwrap()).unwrap();
        let edges: Vec<&Value> =
            answer["bounces"].as_array().unwrap().iter().map(|bounce| &bounce["obstacle"]).collect();
        return json!({ "edges": edges });
    }
    let asked = json!({ "wall": pairs(&case["wall"]), "from": from, "to": to, "radius": radius });
    let answer: Value = serde_json::from_str(&meeting(&asked.to_string()).unwrap()).unwrap();
    let plain: Vec<bool> = answer["textbook"].as_array().unwrap().iter().map(|said| !said["hit"].is_null()).collect();
    let time = if answer["time"]["exact"].is_null() { &answer["time"]["decimal"] } else { &answer["time"]["exact"] };
    json!({ "hit": !answer["hit"].is_null(), "time": time, "plain": plain })
}

#[test]
fn verdicts_are_those_of_the_library() {
    let presets: Value = serde_json::from_str(&std::fs::read_to_string(file("src/presets.json")).unwrap()).unwrap();
    let mut lines = Vec::new();
    for screen in ["collision", "chamber"] {
        for group in presets[screen].as_array().unwrap() {
            for preset in group["presets"].as_array().unwrap() {
                lines.push(json!({ "screen": screen, "name": preset["name"], "case": preset["case"], "verdict": of(&preset["case"]) }));
            }
        }
    }
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    let found = format!("[\n{}\n]\n", lines.join(",\n"));
    let path = file("tests/verdicts.json");
    if std::env::var_os("CAROM_WRITE").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == found,
        "web/tests/verdicts.json is not what the library says; if the presets have changed, write it anew: \
         CAROM_WRITE=1 cargo test -p carom-wasm --test presets"
    );
}

/// What each group of presets is there to show.
#[test]
fn presets_show_what_they_say() {
    let presets: Value = serde_json::from_str(&std::fs::read_to_string(file("src/presets.json")).unwrap()).unwrap();
    let verdict = |name: &str| {
        let groups = presets["collision"].as_array().unwrap().iter().chain(presets["chamber"].as_array().unwrap());
        let mut all = groups.flat_map(|group| group["presets"].as_array().unwrap());
        let preset = all.find(|preset| preset["name"] == name).unwrap_or_else(|| panic!("there is no preset {name}"));
        of(&preset["case"])
    };
    for (name, hit, time) in [
        ("W1, too early", false, None),
        ("W1, a hit", true, Some("16/17")),
        ("W1, from outside", false, None),
        ("W2, a bouncy wall", true, Some("2/5")),
        ("Through an end", true, Some("1/2")),
        ("Past an end", false, None),
        ("Ends on the wall", true, Some("1")),
        ("Starts on the wall", true, Some("0")),
        ("Parallel", false, None),
        ("Along the line", true, Some("3/4")),
        ("Along, but short of it", false, None),
        ("No motion, on the wall", true, Some("0")),
        ("No motion, off the wall", false, None),
        ("Tangent disc", true, None),
    ] {
        let found = verdict(name);
        assert_eq!(found["hit"], hit, "{name}: {found}");
        if let Some(time) = time {
            assert_eq!(found["time"], time, "{name}");
        }
    }
    for name in ["A tenth, three tenths", "Two thirds", "Far from home", "Along, in floats", "An end, in floats"] {
        let found = verdict(name);
        let wrong = found["plain"].as_array().unwrap().iter().any(|plain| *plain != found["hit"]);
        assert!(wrong, "plain floats get {name} right: {found}");
    }
    assert_eq!(verdict("W3")["edges"][0], 2);
    assert_eq!(verdict("No bounce")["edges"].as_array().unwrap().len(), 0);
}
