//! `carom bench`, end to end.

mod common;

use common::{Folder, scene};
use serde_json::Value;

const NAMES: [&str; 5] = ["brute force", "bounds", "quadtree", "box tree", "grid"];

fn names(strategies: &Value) -> Vec<&str> {
    strategies.as_array().unwrap().iter().map(|one| one["strategy"].as_str().unwrap()).collect()
}

#[test]
fn all_strategies_and_a_growth_table() {
    let folder = Folder::new("bench-json");
    let words = format!("bench {} --sizes 10,80 --json", scene("maze.json"));
    let found = folder.carom(&words).good().json();
    assert_eq!(found["schema"], "carom.bench/1");
    assert_eq!(names(&found["strategies"]), NAMES);
    let walls = found["walls"].as_f64().unwrap();
    assert_eq!(found["strategies"][0]["exact"].as_f64(), Some(walls));
    assert_eq!(found["strategies"][1]["boxes"].as_f64(), Some(walls));
    for quick in [3, 4] {
        assert!(found["strategies"][quick]["exact"].as_f64() < Some(walls));
    }
    let growth = found["growth"].as_array().unwrap();
    let sizes: Vec<u64> = growth.iter().map(|one| one["walls"].as_u64().unwrap()).collect();
    assert_eq!(sizes, [10, 80]);
    for one in growth {
        assert_eq!(names(&one["strategies"]), NAMES);
        for strategy in one["strategies"].as_array().unwrap() {
            assert!(strategy["nanoseconds"].as_f64() > Some(0.0));
        }
        assert!(one["hits"].as_u64() > Some(0));
    }
    // All but times is the same again.
    let again = folder.carom(&words).good().json();
    for i in 0..NAMES.len() {
        for key in ["boxes", "exact", "bytes"] {
            assert_eq!(again["strategies"][i][key], found["strategies"][i][key]);
            assert_eq!(again["growth"][1]["strategies"][i][key], growth[1]["strategies"][i][key]);
        }
    }
    assert_eq!(again["hits"], found["hits"]);
}

#[test]
fn a_table_for_people() {
    let folder = Folder::new("bench-table");
    let done = folder.carom(&format!("bench {} --sizes 12,24", scene("hello.toml"))).good();
    let lines: Vec<&str> = done.stdout.lines().collect();
    for name in NAMES {
        assert!(lines.iter().any(|line| line.starts_with(name) && line.contains("ns")), "{}", done.stdout);
    }
    assert_eq!(lines.iter().filter(|line| line.starts_with("24 ")).count(), 2, "{}", done.stdout);
}

#[test]
fn nothing_to_measure() {
    let folder = Folder::new("bench-bad");
    folder.write("empty.json", r#"{"carom": 1}"#);
    folder.carom("bench empty.json").fails(65, &["the scene has no walls"]);
    folder.carom("bench none.json").fails(66, &["none.json"]);
    folder.carom("bench empty.json --sizes 0").fails(2, &["--sizes"]);
    folder.carom("bench empty.json --sizes 1,x").fails(2, &["--sizes"]);
}
