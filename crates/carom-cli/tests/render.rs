//! `carom render`, end to end.

mod common;

use common::{Folder, pixels, same_pixels, same_text, scene};
use serde_json::json;

const ROOM: &str = r#"{
  "carom": 1, "name": "A room", "about": "Two balls, a pillar, a gate, a lidar and a sensor.",
  "world": { "duration": 1.5, "gravity": [0, -4] },
  "walls": [{ "polygon": [[0, 0], [12, 0], [12, 8], [0, 8]] }, { "circle": { "center": [6, 4], "radius": 1 } },
            { "chain": [[1, 2], [3, 1.5], [4, 2]] }],
  "gates": [{ "name": "gate", "from": [9, 0.5], "to": [9, 7.5] }],
  "scans": [{ "name": "lidar", "origin": [2, 6], "beams": 48, "reach": 5 }],
  "bodies": [{ "name": "heavy", "position": [4, 6], "radius": 0.6, "velocity": [7, 1], "mass": 3 },
             { "name": "light", "position": [10, 2], "radius": 0.3, "velocity": [-6, 5] },
             { "name": "bell", "position": [11, 7], "radius": 0.8, "sensor": true }]
}"#;

fn room(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("room.json", ROOM);
    folder
}

#[test]
fn golden_pictures() {
    let folder = room("render-golden");
    for (name, words) in [
        ("scene.svg", ""),
        ("scene-dark.svg", "--theme dark --size 1200x500"),
        ("run.svg", "--what run"),
        ("case.svg", "--what explain --body light"),
    ] {
        folder.carom(&format!("render room.json -o {name} {words}")).good();
        same_text(&folder.text(name), &format!("room-{name}"));
    }
    for (name, words) in [("scene.png", "--size 560x420"), ("run.png", "--what run --theme dark --size 560x420")] {
        folder.carom(&format!("render room.json -o {name} {words}")).good();
        same_pixels(&folder.read(name), &format!("room-{name}"));
    }
}

#[test]
fn the_default_file_and_what_is_said() {
    let folder = room("render-default");
    let done = folder.carom("render room.json").good();
    assert_eq!((done.stdout.as_str(), done.stderr.as_str()), ("", "wrote carom-render.svg\n"));
    assert_eq!(folder.carom("render room.json -q").good().stderr, "");
    let done = folder.carom("render room.json -o x.svg --json").good();
    let length = folder.read("x.svg").len();
    assert_eq!(done.json(), json!({ "schema": "carom.render/1", "file": "x.svg", "bytes": length }));
}

#[test]
fn standard_input_and_output() {
    let folder = room("render-pipe");
    folder.carom("render room.json -o room.svg").good();
    let done = folder.carom_with_input("render - -o -", ROOM.as_bytes()).good();
    assert_eq!(done.stdout, folder.text("room.svg"));
    let done = folder.carom_with_input("render - -o - --format png --size 200x150", ROOM.as_bytes()).good();
    let (width, height, _) = pixels(&done.out);
    assert_eq!((width, height), (200, 150));
}

#[test]
fn png_is_twice_as_fine_as_svg_and_sizes_are_kept() {
    let folder = room("render-size");
    folder.carom("render room.json -o room.svg").good();
    folder.carom("render room.json -o room.png").good();
    let (width, height, _) = pixels(&folder.read("room.png"));
    let svg = folder.text("room.svg");
    assert!(svg.contains(&format!("viewBox=\"0 0 {} {}\"", width / 2, height / 2)), "{width} {height}");
    for size in ["100x1000", "1600x90", "16x16"] {
        folder.carom(&format!("render room.json -o small.png --what run --size {size}")).good();
        let (width, height, _) = pixels(&folder.read("small.png"));
        assert_eq!(format!("{width}x{height}"), size);
    }
}

#[test]
fn moving_pictures() {
    let folder = room("render-moving");
    folder.carom("render room.json -o room.gif --size 300x240").good();
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let file = folder.read("room.gif");
    let mut decoder = options.read_info(file.as_slice()).unwrap();
    assert_eq!((decoder.width(), decoder.height()), (300, 240));
    let mut frames = 0;
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert!(frame.palette.is_none(), "one palette for all");
        assert_eq!(frame.delay, 5);
        frames += 1;
    }
    assert_eq!(frames, 30, "twenty frames a second");

    folder.carom("render room.json -o room.apng --size 300x240 --time 0.5").good();
    let file = folder.read("room.apng");
    let reader = png::Decoder::new(std::io::Cursor::new(file.as_slice())).read_info().unwrap();
    let control = reader.info().animation_control.unwrap();
    assert_eq!((control.num_frames, control.num_plays), (10, 0));
}

#[test]
fn bad_usage() {
    let folder = room("render-usage");
    folder.carom("render").fails(2, &["<SCENE>"]);
    folder.carom("render room.json -o room.jpg").fails(2, &["room.jpg", ".svg, .png, .gif or .apng"]);
    folder.carom("render room.json -o room.gif --what scene").fails(2, &["only a run moves"]);
    folder.carom("render room.json --size 800").fails(2, &["800x600"]);
    folder.carom("render room.json --size 99999x99999").fails(2, &["from 16 to 16384"]);
    folder.carom("render room.json -o room.png --size 16384x16384").fails(2, &["too large"]);
    folder.carom("render room.json --time 0").fails(2, &["above 0"]);
    folder.carom("render room.json --what explain --body 7").fails(2, &["no body `7`"]);
    folder.carom("render room.json --what explain --body heavy --dt 0.001").fails(65, &["touches no wall"]);
    folder.carom("render room.json -o - --json").fails(2, &["both want standard output"]);
    folder.carom("render missing.json").fails(66, &["missing.json"]);
    folder.carom(".").fails(2, &["unrecognized subcommand"]);
    assert_eq!(folder.names(), ["room.json"]);
}

#[test]
fn strange_scenes_are_drawn() {
    let folder = Folder::new("render-strange");
    let huge = ROOM.replace("[12, 0], [12, 8], [0, 8]", "[12e150, 0], [12e150, 8e150], [0, 8e150]");
    for (name, text) in [
        ("empty.json", "{ \"carom\": 1 }".to_string()),
        ("point.json", "{ \"carom\": 1, \"bodies\": [{ \"position\": [5, 5] }] }".into()),
        ("line.json", "{ \"carom\": 1, \"walls\": [{ \"segment\": [[0, 0], [1e-300, 0]] }] }".into()),
        ("far.json", "{ \"carom\": 1, \"walls\": [{ \"segment\": [[-1e308, 0], [1e308, 1]] }] }".into()),
        ("huge.json", huge),
        ("name.json", "{ \"carom\": 1, \"name\": \"<&> \\u0007 日本 a very long name that goes on and on and on and on and on and on and on\" }".into()),
    ] {
        folder.write(name, &text);
        for what in ["scene", "run"] {
            folder.carom(&format!("render {name} -o picture.png --what {what} --size 320x240")).good();
            let svg = folder.carom(&format!("render {name} -o - --what {what}")).good().stdout;
            assert!(!svg.contains("NaN") && !svg.contains("inf\""), "{name}");
        }
    }
}

#[test]
fn every_scene_of_the_repository_is_drawn() {
    let folder = Folder::new("render-all");
    for entry in std::fs::read_dir(common::repository("scenes")).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().to_string();
        if name.ends_with(".json") || name.ends_with(".toml") {
            folder.carom(&format!("render {} -o scene.svg", scene(&name))).good();
        }
    }
}
