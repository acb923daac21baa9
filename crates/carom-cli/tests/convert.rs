//! `carom convert`, end to end.

mod common;

use carom_scene::{Format, Scene};
use common::{Folder, repository, scene};
use serde_json::json;

#[test]
fn scenes_there_and_back() {
    let folder = Folder::new("convert-back");
    for name in ["chamber.json", "maze.json", "pinball.json", "hello.toml"] {
        let text = std::fs::read_to_string(repository("scenes").join(name)).unwrap();
        let format = if name.ends_with("toml") { Format::Toml } else { Format::Json };
        let original = Scene::parse(&text, format).unwrap();
        for ending in ["toml", "json"] {
            let done = folder.carom(&format!("convert {} scene.{ending}", scene(name))).good();
            assert_eq!((done.stdout.as_str(), done.stderr), ("", format!("wrote scene.{ending}\n")));
            let format = Format::from_extension(ending).unwrap();
            assert_eq!(Scene::parse(&folder.text(&format!("scene.{ending}")), format).unwrap(), original, "{name}");
        }
    }
}

#[test]
fn other_formats_to_scenes() {
    let folder = Folder::new("convert-import");
    for name in [
        "imports/desk.svg",
        "imports/harbour.geojson",
        "imports/parcels.wkt",
        "imports/room.tmj",
        "tiles.tmx",
        "office.yaml",
    ] {
        let done = folder.carom(&format!("convert {} -", scene(name))).good();
        let scene = Scene::parse(&done.stdout, Format::Json).unwrap();
        assert!(!scene.walls.is_empty(), "{name}");
    }
}

/// Every command reads a robot's map; what unknown cells are is said when it is converted.
#[test]
fn maps_of_robots() {
    let folder = Folder::new("convert-maps");
    let office = scene("office.yaml");
    let walls = |options: &str| {
        let done = folder.carom(&format!("convert {office} - {options}")).good();
        Scene::parse(&done.stdout, Format::Json).unwrap().walls.len()
    };
    assert_eq!(walls(""), walls("--unknown free"));
    assert_ne!(walls(""), walls("--unknown occupied"));
    folder.carom(&format!("convert {office} - --unknown maybe")).fails(2, &["`maybe` is not what a cell can be"]);
    folder
        .carom(&format!("convert {} - --unknown free", scene("hello.toml")))
        .fails(65, &["hello.toml:", "is no field of a map"]);
    let found = folder.carom(&format!("check {office} --closed --json")).good().json();
    assert_eq!((&found["scene"], &found["is_well"], &found["free_ends"]), (&json!("office"), &json!(true), &json!(0)));
    folder.carom(&format!("render {office} -o office.svg")).good();
    assert!(folder.text("office.svg").contains("<svg"));
    folder.write("rays.csv", "x0,y0,x1,y1\n4.6,3,4.6,9\n");
    let done = folder.carom(&format!("cast {office} rays.csv")).good();
    assert_eq!(done.stdout.lines().count(), 2, "{}", done.stdout);
    folder.write(
        "lost.yaml",
        "image: none.pgm\nresolution: 1\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.2\n",
    );
    folder.carom("check lost.yaml").fails(66, &["lost.yaml:1:8: image: the picture ./none.pgm: there is no such file"]);
}

#[test]
fn what_is_lost_is_told() {
    let folder = Folder::new("convert-lost");
    let done = folder.carom(&format!("convert {} scene.wkt --json", scene("pinball.json"))).good();
    let found = done.json();
    assert_eq!((&found["schema"], &found["format"]), (&json!("carom.convert/1"), &json!("wkt")));
    let lost = found["lost"].as_array().unwrap();
    assert!(!lost.is_empty() && lost.iter().all(|one| one["what"].is_string() && one["why"].is_string()));
    // What is written in another form is not lost.
    let kept = lost.iter().filter(|one| one["kept"] == true).count();
    assert_eq!(done.stderr.matches("warning: changed ").count(), kept);
    assert_eq!(done.stderr.matches("warning: lost ").count(), lost.len() - kept);
    assert!(0 < kept && kept < lost.len(), "{lost:?}");
    assert_eq!(found["bytes"], json!(folder.read("scene.wkt").len()));
    let input = std::fs::read(repository("scenes/pinball.json")).unwrap();
    let svg = folder.carom_with_input("convert - - --to svg", &input).good();
    assert!(svg.stdout.contains("<svg"));
}

#[test]
fn faults_leave_what_was_there() {
    let folder = Folder::new("convert-bad");
    folder.write("bad.json", r#"{"carom": 1, "walls": [{"segment": [[0, 0]]}]}"#);
    folder.write("out.toml", "old");
    folder.carom("convert bad.json out.toml").fails(65, &["bad.json:1:"]);
    folder.carom("convert none.json out.toml").fails(66, &["none.json"]);
    folder.carom("convert bad.json out.bin").fails(2, &["out.bin tells no format"]);
    folder.carom("convert bad.json - --to tmx").fails(2, &["`tmx` is not a format to write"]);
    folder.carom("convert bad.json - --json").fails(2, &["both want standard output"]);
    folder
        .carom(&format!("convert {} out.tmj", scene("hello.toml")))
        .fails(2, &["out.tmj: maps are read, not written"]);
    assert_eq!((folder.text("out.toml").as_str(), folder.names().len()), ("old", 2));
}
