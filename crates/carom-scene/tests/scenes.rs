//! The scenes of the project: valid, tidy, and alive.
//!
//! `CAROM_RENEW=1 cargo test -p carom-scene` writes files anew that are out of date.

use carom::{FrameEnd, Polygon};
use carom_scene::{Format, ReadLimits, Scene, WallShape};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn scene_files() -> Vec<PathBuf> {
    let folder = fs::read_dir(root().join("scenes")).expect("there is a folder of scenes");
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.expect("it can be listed").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json" || extension == "toml"));
    files.sort();
    files
}

fn read(file: &Path) -> Scene {
    let (scene, skipped) = Scene::read(file, ReadLimits::default()).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(skipped.is_empty(), "{}: {skipped:?}", file.display());
    scene
}

/// Fails if a file does not hold a text, or writes it if asked to.
fn check_text(file: &Path, expected: &str) {
    if std::env::var_os("CAROM_RENEW").is_some() {
        fs::write(file, expected).expect("it can be written");
    }
    let found = fs::read_to_string(file).unwrap_or_default();
    assert!(found == expected, "{} is out of date; CAROM_RENEW=1 renews it", file.display());
}

#[test]
fn there_are_enough() {
    assert!(scene_files().len() >= 14, "{:?}", scene_files());
}

#[test]
fn each_is_tidy_json() {
    for file in scene_files().iter().filter(|file| file.extension().is_some_and(|extension| extension == "json")) {
        check_text(file, &read(file).to_json());
    }
}

#[test]
fn each_has_words_and_a_view() {
    for file in scene_files() {
        let scene = read(&file);
        assert!(scene.name.is_some() && scene.about.is_some() && scene.view.is_some(), "{}", file.display());
    }
}

/// Which polygons each body is in.
fn insides(scene: &Scene, places: &[carom::Point]) -> Vec<Vec<bool>> {
    let polygons: Vec<Polygon> = scene
        .walls
        .iter()
        .filter_map(|wall| match &wall.shape {
            WallShape::Polygon { vertices, holes } => {
                Polygon::with_holes(vertices.iter().copied(), holes.iter().map(|hole| hole.iter().copied())).ok()
            }
            _ => None,
        })
        .collect();
    places.iter().map(|&place| polygons.iter().map(|polygon| polygon.contains(place)).collect()).collect()
}

#[test]
fn each_runs_and_nobody_gets_out() {
    for file in scene_files() {
        let scene = read(&file);
        let built = scene.build().unwrap_or_else(|fault| panic!("{fault}"));
        let mut world = built.world;
        let places = |world: &carom::World| -> Vec<carom::Point> {
            built.bodies.iter().map(|&id| world.get(id).expect("it is there").position).collect()
        };
        let before = insides(&scene, &places(&world));
        let report = world.report();
        assert!(report.overlapping.is_empty(), "{}: {:?}", file.display(), report.overlapping);
        assert!(report.outside.is_empty(), "{}: {:?}", file.display(), report.outside);
        let is_long = std::env::var_os("CAROM_LONG").is_some();
        let seconds = if is_long { scene.world.duration } else { 2.0_f64.min(scene.world.duration) };
        let frames = (seconds / scene.world.dt).round() as u32;
        let mut events = 0;
        for frame in 0..frames {
            let end = world.advance(scene.world.dt, |_| events += 1);
            assert_eq!(end, FrameEnd::Completed, "{}: frame {frame}", file.display());
        }
        assert!(events > 0, "{}: nothing happened", file.display());
        assert_eq!(insides(&scene, &places(&world)), before, "{}: somebody got out", file.display());
        assert!(world.report().overlapping.is_empty(), "{}", file.display());
        println!("{}: {events} events, {:?}", file.display(), world.tally());
        for &gate in &built.gates {
            println!("   {} {:?}", built.names.gate(gate), world.gate_count(gate));
        }
    }
}

#[test]
fn the_tile_level_is_what_the_map_gives() {
    let (map, skipped) = Scene::read(root().join("scenes/tiles.tmx"), ReadLimits::default()).expect("it is a map");
    assert_eq!(
        skipped.iter().map(|skipped| skipped.what.as_str()).collect::<Vec<_>>(),
        ["layer \"sky\"", "object 8 (sign)"]
    );
    let scene = Scene {
        name: Some("Tile level".into()),
        about: Some(
            "The outlines of solid tiles, a ramp, a lamp, a checkpoint and a coin, as read from tiles.tmx.".into(),
        ),
        view: Some([-10.0, -610.0, 810.0, 10.0]),
        world: carom_scene::Settings { duration: 12.0, ..carom_scene::Settings::default() },
        ..map
    };
    check_text(&root().join("scenes/tiles.json"), &scene.to_json());
}

#[test]
fn the_tracks_are_a_table() {
    let text = fs::read_to_string(root().join("scenes/geofence-tracks.csv")).expect("it is there");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("id,time,x,y"));
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 1200);
    assert!(rows.iter().all(|row| row.len() == 4 && row[1..].iter().all(|field| field.parse::<f64>().is_ok())));
}

#[test]
fn the_schema_is_up_to_date() {
    let file = root().join("schema/scene.schema.json");
    if std::env::var_os("CAROM_RENEW").is_some() {
        fs::write(&file, format!("{:#}\n", Scene::schema())).expect("it can be written");
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    let found: serde_json::Value = serde_json::from_str(&found).unwrap_or_default();
    assert!(found == Scene::schema(), "schema/scene.schema.json is out of date; CAROM_RENEW=1 renews it");
}

#[test]
fn each_survives_both_formats() {
    for file in scene_files() {
        let scene = read(&file);
        let again =
            Scene::parse(&scene.to_json(), Format::Json).unwrap_or_else(|fault| panic!("{}: {fault}", file.display()));
        assert_eq!(again, scene);
        let toml =
            Scene::parse(&scene.to_toml(), Format::Toml).unwrap_or_else(|fault| panic!("{}: {fault}", file.display()));
        assert_eq!(toml, scene);
        assert_eq!(toml.to_json(), scene.to_json());
    }
}
