//! The scenes of the project: valid, tidy, and alive.
//!
//! `CAROM_RENEW=1 cargo test -p carom-scene` writes files anew that are out of date.

use carom::{EventKind, FrameEnd, Polygon, SlideEnding, Surface};
use carom_scene::{Character, Format, Move, ReadLimits, Scene, Walked, WallShape};
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

/// The page reads no TOML; what it shows of these scenes is the same as JSON.
#[test]
fn the_page_has_the_same_scenes() {
    for name in ["crates", "lift"] {
        let json = root().join(format!("web/src/scene-files/{name}.json"));
        check_text(&json, &read(&root().join(format!("scenes/{name}.toml"))).to_json());
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
        let mut walkers = built.walkers;
        for frame in 0..frames {
            let end = world.advance(scene.world.dt, |_| events += 1);
            assert_eq!(end, FrameEnd::Completed, "{}: frame {frame}", file.display());
            for walker in &mut walkers {
                let walked = walker.step(world.walls(), scene.world.gravity, scene.world.dt).expect("it is near");
                let slid = walked.slid;
                assert!(!matches!(slid.ending, SlideEnding::Stuck { .. }), "{}: {slid:?}", file.display());
                events += slid.contacts.len();
            }
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

/// What the walker does: seconds, speed, and with how much it jumps.
const WALK: [[f64; 3]; 10] = [
    [1.75, 140.0, 0.0],
    [0.5, 70.0, 210.0],
    [2.9, 140.0, 0.0],
    [0.3, 0.0, 0.0],
    [0.9, 0.0, 420.0],
    [0.55, -100.0, 300.0],
    [0.75, -100.0, 380.0],
    [0.3, 0.0, 0.0],
    [1.0, -100.0, 0.0],
    [0.55, 0.0, 0.0],
];

/// The map, and who walks in it.
fn walker() -> Scene {
    let (map, skipped) = Scene::read(root().join("scenes/walker.tmx"), ReadLimits::default()).expect("it is a map");
    assert!(skipped.is_empty(), "{skipped:?}");
    let hero = Character {
        name: Some("hero".into()),
        aabb: Some([-5.0, 0.0, 5.0, 22.0]),
        step_height: 6.0,
        snap: 6.0,
        moves: WALK.iter().map(|&[seconds, run, jump]| Move { seconds, run, jump }).collect(),
        ..Character::new([30.0, -250.0])
    };
    Scene {
        name: Some("Walker".into()),
        about: Some(
            "A character, a box, runs and jumps by a script through the tiles of walker.tmx: stairs, slopes and one-way platforms.".into(),
        ),
        view: Some([-8.0, -296.0, 808.0, 8.0]),
        world: carom_scene::Settings { gravity: [0.0, -900.0], duration: 9.5, ..carom_scene::Settings::default() },
        characters: vec![hero],
        ..map
    }
}

#[test]
fn the_walkers_level_is_what_the_map_gives() {
    check_text(&root().join("scenes/walker.json"), &walker().to_json());
}

/// It climbs the stairs, hops onto the hill, walks over both slopes to the stump, jumps up through a platform and from one to
/// the next, and stands on the first at last. The seams of the tiles are no bumps: it touches a wall only where there is one.
#[test]
fn the_walker_plays_its_level() {
    let scene = walker();
    let built = scene.build().expect("it is a scene");
    let (walls, mut hero) = (built.world.walls(), built.walkers[0].clone());
    let mut walls_met = Vec::new();
    let mut stood = Vec::new();
    for frame in 0..570 {
        let Walked { slid, .. } = hero.step(walls, scene.world.gravity, scene.world.dt).expect("it is near");
        assert!(!matches!(slid.ending, SlideEnding::Stuck { .. } | SlideEnding::PieceLimit), "frame {frame}: {slid:?}");
        for piece in slid.path.windows(2) {
            let piece = hero.mover().sweep(piece[0], piece[1]).expect("it is finite");
            assert_eq!(walls.first_stop(&piece), None, "frame {frame}");
        }
        let sides = slid.contacts.iter().filter(|contact| contact.kind == Surface::Wall);
        walls_met.extend(sides.map(|contact| [contact.point.x, contact.normal.x]));
        stood.extend(slid.ground.map(|contact| contact.point.y));
    }
    // Stairs, the block on the hill, the stump, and from the right the end of the highest platform.
    walls_met.retain(|[x, _]| !(224.0..272.0).contains(x));
    walls_met.dedup();
    assert_eq!(walls_met, [[272.0, -1.0], [626.0, -1.0], [544.0, 1.0]]);
    for height in [-256.0, -224.0, -208.0, -192.0, -176.0, -144.0, -80.0] {
        assert!(stood.contains(&height), "it never stood at {height}");
    }
    let end = hero.position();
    assert!((end.x - 397.0).abs() < 1.0 && (end.y + 144.0).abs() < 1e-9, "{end:?}");
    assert!(hero.ground().is_some());
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

/// A yard with a hole, a shed beside it that shares an edge, and bodies that fly over edges and stand on them.
const YARD: &str = r#"{ "carom": 1, "world": { "dt": 0.5, "duration": 4 },
  "zones": [
    { "name": "yard", "polygon": [[0, 0], [8, 0], [8, 8], [0, 8]], "holes": [[[2, 2], [6, 2], [6, 6], [2, 6]]] },
    { "polygon": [[8, 8], [8, 0], [12, 0], [12, 8]] } ],
  "bodies": [
    { "position": [-4, 1], "velocity": [4, 0] }, { "position": [10, 4], "velocity": [-4, 0] },
    { "position": [0, 7] }, { "position": [8, 7] }, { "position": [-4.5, -4.5], "velocity": [4, 4] } ] }"#;

#[test]
fn zones_tell_who_enters_and_leaves() {
    let scene = Scene::parse(YARD, Format::Json).unwrap();
    let mut built = scene.build().unwrap();
    assert_eq!(built.zones.iter().map(|zone| zone.edges.len()).collect::<Vec<_>>(), [8, 4]);
    let began: Vec<usize> = (0..2).map(|zone| built.zone_holds(zone)).collect();
    // On a left edge is inside, on the right edge in the zone beside it.
    assert_eq!(began, [1, 2]);
    for _ in 0..8 {
        built.world.step(0.5);
        for (zone, &began) in began.iter().enumerate() {
            let count = built.zone_count(zone);
            assert_eq!(began as u64 + count.forward - count.backward, built.zone_holds(zone) as u64, "zone {zone}");
        }
    }
    // The first goes through both; the second out of the shed, and through the yard and its hole; the last diagonally through the yard and its
    // hole, and where it leaves it, a hair to the right, it touches the shed.
    let counts: Vec<(u64, u64)> =
        (0..2).map(|zone| built.zone_count(zone)).map(|count| (count.forward, count.backward)).collect();
    assert_eq!(counts, [(5, 5), (2, 3)]);
    let edge = |zone: usize| built.zones[zone].edges[0];
    assert_eq!([edge(0), edge(1)].map(|edge| built.zone_of(edge)), [Some(0), Some(1)]);
    assert_eq!([edge(0), edge(1)].map(|edge| built.names.gate(edge)), ["yard", "zones[1]"]);
}

#[test]
fn zones_survive_other_formats() {
    let scene = Scene::parse(YARD, Format::Json).unwrap();
    for (text, format) in
        [(scene.to_geojson().0, Format::GeoJson), (scene.to_svg().0, Format::Svg), (scene.to_toml(), Format::Toml)]
    {
        let (read, skipped) = Scene::import(&text, format).unwrap();
        assert_eq!((&read.zones, skipped.len()), (&scene.zones, 0), "{text}");
    }
    let lost = scene.to_wkt().1;
    assert!(lost.iter().any(|lost| lost.to_string().contains("zones")), "{lost:?}");
}

#[test]
fn zones_that_are_no_polygons_are_told() {
    let told = |zones: &str| {
        let scene = Scene::parse(&format!("{{ \"carom\": 1, \"zones\": [{zones}] }}"), Format::Json);
        scene.and_then(|scene| scene.build().map(drop)).unwrap_err().to_string()
    };
    let message = told(r#"{ "polygon": [[0, 0], [2, 2], [2, 0], [0, 2]] }"#);
    assert!(message.contains("zones[0].polygon[2]") && message.contains("the edges"), "{message}");
    let message = told(r#"{ "polygon": [[0, 0], [1, 0]] }"#);
    assert!(message.contains("zones[0].polygon"), "{message}");
    let message = told(r#"{ "polygon": [[0, 0], [4, 0], [0, 4]], "holes": [[[9, 9], [9, 8], [8, 8]]] }"#);
    assert!(message.contains("zones[0].holes[0]"), "{message}");
    let message = told(r#"{ "polygon": [[0, 0], [4, 0], [0, 4]], "hole": [] }"#);
    assert!(message.contains("hole"), "{message}");
}

/// Bodies of a scene have shapes, and those alike share one.
#[test]
fn crates_come_to_rest() {
    let scene = read(&root().join("scenes/crates.toml"));
    let mut built = scene.build().unwrap();
    let shaped = built.world.bodies().filter(|(_, body)| body.shape.is_some()).count();
    assert_eq!(shaped, 6);
    while built.world.time() < scene.world.duration {
        built.steer(scene.world.dt);
        assert_eq!(built.world.step(scene.world.dt).end, FrameEnd::Completed);
    }
    assert!(built.world.report().overlapping.is_empty());
    let large = scene.bodies.iter().position(|body| body.name.as_deref() == Some("large crate")).unwrap();
    assert!(built.world.is_at_rest(built.bodies[large]));

    let body = r#"{ "position": [0, 4], "box": [-1, -1, 1, 1], "radius": 0.5"#;
    let text = |more: &str| {
        format!(r#"{{ "carom": 1, "bodies": [{body} }}, {body}, "velocity": [1, 0], "layers": 2{more} }}] }}"#)
    };
    let two = Scene::parse(&text(r#", "mask": 0"#), Format::Json).unwrap().build().unwrap();
    let shapes: Vec<_> = two.world.bodies().map(|(_, body)| body.shape.map(|shape| shape.index())).collect();
    assert_eq!(shapes, [Some(0), Some(0)]);
    let fault =
        |more: &str| Scene::parse(&text(more), Format::Json).and_then(|scene| scene.build()).unwrap_err().to_string();
    assert!(fault("").contains("the shape at (0, 4) overlaps bodies[0]"), "{}", fault(""));
    let twice = fault(r#", "capsule": [[0, 0], [1, 0]]"#);
    assert!(twice.contains("a body has one shape; this one has box and capsule"), "{twice}");
}

/// A wall that vanishes is gone from the moment of its last touch on: what follows in the same frame misses it. Times are by hand, in eighths.
#[test]
fn bricks_vanish_when_they_have_been_touched_often_enough() {
    let text = r#"{ "carom": 1,
        "walls": [{ "name": "back", "segment": [[-1, -1], [-1, 1]] },
                  { "name": "once", "polygon": [[2, -1], [3, -1], [3, 1], [2, 1]], "vanishes_after": 1 },
                  { "name": "twice", "chain": [[4, -1], [4, 0.5], [4, 1]], "vanishes_after": 2 }],
        "bodies": [{ "name": "ball", "position": [0, 0], "velocity": [8, 0] }] }"#;
    let scene = Scene::parse(text, Format::Json).unwrap();
    assert_eq!(Scene::parse(&scene.to_json(), Format::Json).unwrap(), scene);
    for cuts in [&[4.0][..], &[1.0; 4], &[0.25; 16], &[0.625, 2.0, 1.375]] {
        let mut built = scene.build().unwrap();
        assert_eq!(built.bricks.count(), (2, 0));
        let (mut told, mut began) = (Vec::new(), 0.0);
        for &dt in cuts {
            for event in built.step(dt).events {
                let EventKind::Wall(wall) = event.kind else { panic!("{event:?}") };
                told.push((built.names.wall(wall).to_string(), began + event.time));
            }
            began += dt;
        }
        let expected = [("once", 2), ("back", 5), ("twice", 10), ("back", 15), ("twice", 20), ("back", 25)];
        assert_eq!(told.len(), expected.len(), "{told:?}");
        for ((wall, time), (name, eighths)) in told.iter().zip(expected) {
            assert!(wall == name && (time - f64::from(eighths) / 8.0).abs() < 1e-12, "{cuts:?}: {told:?}");
        }
        assert_eq!((built.bricks.count(), built.world.walls().len()), ((2, 2), 1));
        let at = built.world.get(built.bodies[0]).unwrap().position;
        assert!((at.x - 6.0).abs() < 1e-9 && at.y == 0.0, "{at:?}");
    }
}

/// Groups have a mark, which gates and zones count.
#[test]
fn marks_of_groups() {
    let text = r#"{ "carom": 1, "gates": [{ "name": "floor", "from": [-5, 3], "to": [5, 3] }],
        "groups": [{ "name": "lift", "walls": [{ "segment": [[-1, 0], [1, 0]] }], "velocity": [0, 1], "mark": [0, 2] }] }"#;
    let mut built = Scene::parse(text, Format::Json).unwrap().build().unwrap();
    let events = built.step(2.0).events;
    assert_eq!(events.len(), 1);
    assert_eq!((events[0].time, built.names.who(&events[0])), (1.0, "lift"));
}
