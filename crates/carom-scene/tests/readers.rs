//! Every reader on a file of its own, and back through every writer.

use carom_scene::{Body, Format, Gate, ReadLimits, Response, Scan, Scene, Settings, Side, Skipped, Wall, WallShape};
use std::path::{Path, PathBuf};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/imports").join(name)
}

#[track_caller]
fn read(name: &str) -> (Scene, Vec<Skipped>) {
    let (scene, skipped) = Scene::read(file(name), ReadLimits::default()).unwrap_or_else(|fault| panic!("{fault}"));
    scene.build().unwrap_or_else(|fault| panic!("{fault}"));
    (scene, skipped)
}

/// How many walls of each kind: segments, chains, polygons, circles.
fn kinds(scene: &Scene) -> [usize; 4] {
    let mut kinds = [0; 4];
    for wall in &scene.walls {
        let kind = match wall.shape {
            WallShape::Segment(_) => 0,
            WallShape::Chain(_) => 1,
            WallShape::Polygon { .. } => 2,
            WallShape::Circle { .. } => 3,
        };
        kinds[kind] += 1;
    }
    kinds
}

fn wall<'a>(scene: &'a Scene, name: &str) -> &'a Wall {
    scene.walls.iter().find(|wall| wall.name.as_deref() == Some(name)).unwrap_or_else(|| panic!("no wall {name}"))
}

fn whats(skipped: &[Skipped]) -> Vec<&str> {
    skipped.iter().map(|skipped| skipped.what.as_str()).collect()
}

#[test]
fn an_svg_drawing() {
    let (scene, skipped) = read("desk.svg");
    assert_eq!(scene.name.as_deref(), Some("Desk"));
    assert_eq!(scene.view, Some([0.0, -300.0, 400.0, 0.0]));
    assert_eq!(kinds(&scene), [2, 3, 6, 2]);
    assert_eq!(wall(&scene, "lamp").shape, WallShape::Circle { center: [60.5, -60.25], radius: 12.5 });
    // Moved, turned and doubled, and still a circle.
    assert_eq!(wall(&scene, "globe").shape, WallShape::Circle { center: [200.0, -120.0], radius: 10.0 });
    let ring = WallShape::Polygon {
        vertices: vec![[250.0, -60.0], [310.0, -60.0], [310.0, -110.0], [250.0, -110.0]],
        holes: vec![vec![[265.0, -75.0], [265.0, -95.0], [295.0, -95.0], [295.0, -75.0]]],
    };
    assert_eq!(wall(&scene, "ring").shape, ring);
    assert_eq!(scene.gates, [Gate { name: Some("door".into()), from: [10.0, -150.0], to: [50.0, -150.0] }]);
    let ball = Body { name: Some("ball".into()), velocity: [80.0, -30.0], mass: 2.0, ..Body::new([120.0, -60.0], 6.0) };
    assert_eq!(scene.bodies, [ball]);
    assert_eq!(
        whats(&skipped),
        ["<ellipse> in line 16", "<path> in line 22", "<use> in line 24", "<text> in line 27", "<g> in line 28"]
    );
}

#[test]
fn a_curve_stays_near_its_chain() {
    let text = r#"<svg><path d="M 0 0 A 100 100 0 0 1 200 0"/></svg>"#;
    let scene = Scene::parse(text, Format::Svg).expect("it is a drawing");
    let WallShape::Chain(points) = &scene.walls[0].shape else { panic!("{:?}", scene.walls) };
    assert!((10..200).contains(&points.len()), "{} points", points.len());
    for pair in points.windows(2) {
        let middle = [(pair[0][0] + pair[1][0]) / 2.0 - 100.0, (pair[0][1] + pair[1][1]) / 2.0];
        let distance = (middle[0] * middle[0] + middle[1] * middle[1]).sqrt();
        assert!((distance - 100.0).abs() < 0.25, "{distance}");
    }
}

#[test]
fn geojson() {
    let (scene, skipped) = read("harbour.geojson");
    assert_eq!(kinds(&scene), [1, 1, 3, 1]);
    assert_eq!(wall(&scene, "jetties").restitution, Some(0.25));
    assert_eq!(wall(&scene, "light").shape, WallShape::Circle { center: [10.07, 53.55], radius: 0.001 });
    assert_eq!(scene.gates[0].name.as_deref(), Some("entry"));
    assert_eq!(scene.bodies[0].velocity, [0.002, 0.001]);
    assert_eq!(whats(&skipped), ["features[1] (jetties)", "features[5]"]);
}

#[test]
fn wkt() {
    let (scene, skipped) = read("parcels.wkt");
    assert_eq!(kinds(&scene), [2, 2, 3, 0]);
    assert_eq!(
        scene.bodies.iter().map(|body| body.position).collect::<Vec<_>>(),
        [[5.0, 25.0], [8.0, 25.0], [11.0, 25.0]]
    );
    assert_eq!(whats(&skipped), ["LINESTRING in line 4", "POINT in line 9", "GEOMETRYCOLLECTION in line 10"]);
}

#[test]
fn a_tiled_map_as_json() {
    let (scene, skipped) = read("room.tmj");
    assert_eq!(kinds(&scene), [0, 1, 5, 1]);
    // A room of tiles with a hole, across two chunks; y is turned around.
    let ground = WallShape::Polygon {
        vertices: vec![[-64.0, -64.0], [0.0, -64.0], [0.0, -16.0], [16.0, -16.0], [16.0, 0.0], [-64.0, 0.0]],
        holes: vec![vec![[-16.0, -48.0], [-48.0, -48.0], [-48.0, -16.0], [-16.0, -16.0]]],
    };
    assert_eq!(scene.walls[0].shape, ground);
    // Turned clockwise by a quarter about its upper left corner.
    let WallShape::Polygon { vertices, .. } = &wall(&scene, "crate").shape else { panic!() };
    assert_eq!(vertices[..], [[110.0, -20.0], [110.0, -50.0], [100.0, -50.0], [100.0, -20.0]]);
    assert_eq!(scene.bodies[0].response, Response::Slide);
    assert_eq!(whats(&skipped), ["object 3 (egg)", "object 7 (chest)", "object 8 (ghost)", "layer \"backdrop\""]);
}

#[test]
fn a_tiled_map_as_xml_is_the_same_as_json() {
    let layer = |data: &str| {
        format!("<map tilewidth='4' tileheight='3'><layer name='a' width='3' height='2'>{data}</layer></map>")
    };
    let json = r#"{ "tilewidth": 4, "tileheight": 3, "layers": [
        { "type": "tilelayer", "name": "a", "width": 3, "height": 2, "data": [1, 0, 2, 1, 1, 0] }] }"#;
    let expected = Scene::parse(json, Format::Tmj).expect("it is a map");
    // Two cells that share but a corner are two pieces.
    assert_eq!(expected.walls.len(), 2);
    for data in [
        "<data encoding='csv'>1,0,2,1,1,0</data>",
        "<data encoding='base64'>AQAAAAAAAAACAAAAAQAAAAEAAAAAAAAA</data>",
        "<data><tile gid='1'/><tile/><tile gid='2'/><tile gid='1'/><tile gid='1'/><tile gid='0'/></data>",
        "<data encoding='csv'><chunk x='0' y='0' width='3' height='1'>1,0,2</chunk><chunk x='0' y='1' width='3' height='1'>1,1,0</chunk></data>",
    ] {
        assert_eq!(Scene::parse(&layer(data), Format::Tmx).unwrap_or_else(|fault| panic!("{data}: {fault}")), expected);
    }
}

#[test]
fn formats_are_known_by_what_they_hold() {
    for name in ["desk.svg", "harbour.geojson", "parcels.wkt", "room.tmj"] {
        let text = std::fs::read_to_string(file(name)).expect("it is there");
        let format = Format::from_extension(name.split('.').next_back().unwrap_or_default());
        assert_eq!(Some(Format::guess(&text)), format, "{name}");
    }
    assert_eq!(Format::guess("<?xml version='1.0'?><map/>"), Format::Tmx);
    assert_eq!(Format::guess("{ \"carom\": 1 }"), Format::Json);
    assert_eq!(Format::guess("# hello\ncarom = 1"), Format::Toml);
}

/// A scene in which everything is said that can be said.
fn full() -> Scene {
    let named = |name: &str, shape: WallShape| Wall { name: Some(name.into()), ..Wall::from(shape) };
    Scene {
        name: Some("Full \"of\" <things> & more".into()),
        about: Some("Two\nlines, and ünïcödé".into()),
        view: Some([-1.5, -2.0, 30.0, 1e3]),
        world: Settings {
            gravity: [0.1, -9.81],
            dt: 1.0 / 240.0,
            duration: 3.5,
            max_events: Some(12345),
            contact_time: Some(1e-6),
            rest_speed: 0.25,
            strategy: Some(carom_scene::Strategy::Quadtree),
        },
        materials: [("ice and snow".to_string(), carom_scene::Material { restitution: 0.125, friction: 0.375 })].into(),
        walls: vec![
            Wall {
                side: Some(Side::Left),
                mask: Some(6),
                ..named("a", WallShape::Segment([[0.1, 0.2], [0.3, -1e-300]]))
            },
            Wall {
                material: Some("ice and snow".into()),
                ..named("b", WallShape::Chain(vec![[0.0, 5.0], [1.0 / 3.0, 6.0], [2.0, 5.0]]))
            },
            Wall {
                restitution: Some(0.5),
                friction: Some(1.5),
                side: Some(Side::Right),
                ..WallShape::Polygon {
                    vertices: vec![[10.0, 10.0], [20.0, 10.0], [20.0, 20.0], [10.0, 20.0]],
                    holes: vec![
                        vec![[12.0, 12.0], [12.0, 13.0], [13.0, 13.0]],
                        vec![[16.0, 16.0], [16.0, 18.0], [18.0, 18.0]],
                    ],
                }
                .into()
            },
            WallShape::Polygon { vertices: vec![[1e9, 0.0], [1e9, 1.0], [-1e9, 1.5]], holes: vec![] }.into(),
            named("c", WallShape::Circle { center: [5.0, -5.0], radius: 0.7 }),
        ],
        gates: vec![
            Gate { name: Some("g".into()), from: [0.0, 0.1], to: [3.0, 0.1] },
            Gate { name: None, from: [1.0, 2.0], to: [3.0, 4.0] },
        ],
        bodies: vec![
            Body {
                name: Some("everything".into()),
                velocity: [3.3, -4.4],
                mass: 2.5,
                restitution: Some(0.75),
                friction: Some(0.25),
                layers: Some(1),
                mask: Some(u32::MAX),
                sensor: true,
                response: Response::Slide,
                ..Body::new([7.0, 7.5], 0.25)
            },
            Body { response: Response::Stop, ..Body::new([-7.0, 7.5], 0.0) },
            Body { aabb: Some([-1.0, -0.1, 2.0, 1.0 / 3.0]), ..Body::new([0.1, 50.3], 0.0) },
            Body {
                name: Some("pill".into()),
                capsule: Some([[-0.7, 0.0], [0.7, 1e-7]]),
                ..Body::new([9.9, 50.0], 0.3)
            },
            Body { capsule: Some([[0.0, -1.0], [0.0, 1.0]]), ..Body::new([14.0, 50.0], 0.0) },
            Body {
                name: Some("wedge".into()),
                velocity: [1.0, 0.0],
                polygon: Some(vec![[-1.0, -0.5], [1.0, -0.5], [-1.0, 0.7]]),
                ..Body::new([20.0, -50.0], 0.25)
            },
        ],
        scans: vec![Scan { name: Some("lidar".into()), origin: [0.0, -3.0], beams: 90, reach: 12.5 }],
        ..Scene::default()
    }
}

#[test]
fn json_and_toml_hold_everything() {
    let scene = full();
    let json = Scene::parse(&scene.to_json(), Format::Json).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(json, scene);
    let toml = Scene::parse(&json.to_toml(), Format::Toml).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(toml, scene);
    assert_eq!(toml.to_json(), scene.to_json());
    assert_eq!(Scene::parse(&Scene::default().to_json(), Format::Json), Ok(Scene::default()));
    assert_eq!(Scene::parse(&Scene::default().to_toml(), Format::Toml), Ok(Scene::default()));
}

/// What remains of a scene in a format that has no materials and no settings.
fn without_settings(scene: &Scene) -> Scene {
    let mut scene = Scene { world: Settings::default(), materials: [].into(), ..scene.clone() };
    for wall in &mut scene.walls {
        if wall.material.take().is_some() {
            (wall.restitution, wall.friction) = (Some(0.125), Some(0.375));
        }
    }
    scene
}

#[test]
fn svg_holds_everything_but_settings() {
    let (text, lost) = full().to_svg();
    assert_eq!(whats(&lost), ["world", "materials"]);
    let (back, skipped) = Scene::import(&text, Format::Svg).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    assert_eq!(skipped, []);
    assert_eq!(back, without_settings(&full()), "{text}");
}

/// A drawing shows the outlines of bodies, and may be moved; what it cannot be is told.
#[test]
fn svg_bodies_have_their_outline() {
    let body = Body { aabb: Some([-1.0, -0.5, 2.0, 1.0]), ..Body::new([4.0, 3.0], 0.5) };
    let (text, lost) = Scene { bodies: vec![body], ..Scene::default() }.to_svg();
    assert_eq!(whats(&lost), [""; 0]);
    // A box and half a unit around it: four sides and four round corners.
    assert!(text.contains(r#"viewBox="2.4 -4.6 4.2 2.7""#), "{text}");
    assert_eq!((text.matches("A0.5 0.5").count(), text.matches("translate(4 -3)").count()), (4, 1), "{text}");
    let back = |from: &str, to: &str| {
        let text = text.replace(from, to);
        Scene::import(&text, Format::Svg).unwrap_or_else(|fault| panic!("{fault}\n{text}"))
    };
    let (moved, skipped) = back("translate(4 -3)", "translate(5 7)");
    assert_eq!(
        (moved.bodies[0].position, moved.bodies[0].aabb, skipped.len()),
        ([5.0, -7.0], Some([-1.0, -0.5, 2.0, 1.0]), 0)
    );
    let (turned, skipped) = back("translate(4 -3)", "translate(5 7) rotate(45)");
    assert_eq!((turned.bodies[0].aabb, whats(&skipped)), (Some([-1.0, -0.5, 2.0, 1.0]), vec!["<path> in line 2"]));
    let fault = Scene::import(&text.replace("-1 -0.5 2 1", "-1 -0.5 2"), Format::Svg).expect_err("a box has four");
    assert_eq!(
        fault.to_string(),
        "line 2, column 3: box of <path> in line 2 is \"-1 -0.5 2\"; expected four finite numbers min x, min y, max x, max y"
    );
}

#[test]
fn geojson_holds_everything_but_settings() {
    let (text, lost) = full().to_geojson();
    assert_eq!(whats(&lost), ["world", "materials", "name, about, view"]);
    let (back, skipped) = Scene::import(&text, Format::GeoJson).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    assert_eq!(skipped, []);
    assert_eq!(back, Scene { name: None, about: None, view: None, ..without_settings(&full()) }, "{text}");
}

#[test]
fn wkt_holds_shapes() {
    let (text, lost) = full().to_wkt();
    assert_eq!(lost.len(), 8, "{lost:?}");
    let back = Scene::parse(&text, Format::Wkt).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    assert_eq!(back.walls.len(), full().walls.len());
    assert_eq!(back.walls[2].shape, full().walls[2].shape);
    assert_eq!(back.bodies.len(), full().bodies.len());
}

/// Only a hash with the characters in it tells that they went on.
#[test]
fn characters_are_part_of_a_state() {
    let text = r#"{"carom": 1, "world": {"gravity": [0, -9]}, "walls": [{"segment": [[-9, 0], [9, 0]]}],
        "characters": [{"position": [0, 1], "moves": [{"for": 1, "run": 2}]}]}"#;
    let scene = Scene::parse(text, Format::Json).unwrap_or_else(|fault| panic!("{fault}"));
    let mut built = scene.build().unwrap_or_else(|fault| panic!("{fault}"));
    let start = built.state_hash();
    assert_ne!(start, built.world.state_hash());
    let before = built.walkers.clone();
    built.walkers[0].step(built.world.walls(), scene.world.gravity, 0.25).expect("it has room");
    assert_ne!(built.state_hash(), start);
    built.walkers = before;
    assert_eq!(built.state_hash(), start);
    built.walkers.clear();
    assert_eq!(built.state_hash(), built.world.state_hash());
}

#[test]
fn maps_are_not_written() {
    for format in Format::ALL {
        let is_map = matches!(format, Format::Tmx | Format::Tmj | Format::Map);
        assert_eq!(full().to(format).is_err(), is_map, "{format:?}");
    }
}

#[test]
fn beams_go_all_around() {
    let directions = |beams| Scan { name: None, origin: [0.0, 0.0], beams, reach: 1.0 }.directions();
    let exact: Vec<[f64; 2]> = directions(4).iter().map(|unit| [unit.x, unit.y]).collect();
    assert_eq!(exact, [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]]);
    for beams in [1, 2, 3, 5, 7, 8, 360, 719, 100_000] {
        for (k, unit) in directions(beams).iter().enumerate() {
            let angle = std::f64::consts::TAU * k as f64 / f64::from(beams);
            let off = (unit.x - angle.cos()).abs().max((unit.y - angle.sin()).abs());
            assert!(off < 2e-15, "beam {k} of {beams}: {unit:?}, off by {off}");
        }
    }
}
