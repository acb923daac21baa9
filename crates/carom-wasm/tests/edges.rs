//! What comes back for input that is wrong, and what a world shows.

use carom_wasm::{Naive, Scene, World, course, meeting, number};

const ROOM: &str = r#"{ "carom": 1, "name": "room", "walls": [{ "name": "room", "polygon": [[0, 0], [40, 0], [40, 30], [0, 30]] }],
    "gates": [{ "name": "middle", "from": [20, 0], "to": [20, 30] }],
    "bodies": [{ "name": "ball", "position": [5, 5], "radius": 1, "velocity": [60, 35] }] }"#;

#[test]
fn wrong_input_is_told_in_words() {
    for (case, words) in [
        ("", "EOF"),
        ("{}", "missing field"),
        (
            r#"{"wall":[["6","0"],["10","x"]],"from":["6","4"],"to":["9","5"],"radius":"0"}"#,
            "P1: `x` is not a number; allowed are numbers like 6, 0.25 or 1e3, and fractions like 1/3",
        ),
        (r#"{"wall":[["6","0"],["6","0"]],"from":["6","4"],"to":["9","5"],"radius":"0"}"#, "(6, 0)"),
        (r#"{"wall":[["6","0"],["10","7"]],"from":["6","4"],"to":["9","5"],"radius":"-1"}"#, "-1"),
        (r#"{"wall":[["6","0"],["10","7"]],"from":["6","1/0"],"to":["9","5"],"radius":"0"}"#, "divides by 0"),
        (
            r#"{"wall":[["6","0"],["10","7"]],"from":["6","4"],"to":["9","5"],"radius":"0","restitution":"2"}"#,
            "restitution: 2 is not between 0 and 1",
        ),
    ] {
        let error = meeting(case).unwrap_err();
        assert!(error.contains(words), "{case}: {error}");
    }
    let crossed =
        r#"{"chamber":[["0","0"],["4","4"],["4","0"],["0","4"]],"from":["1","1"],"to":["2","2"],"radius":"0"}"#;
    assert!(course(crossed).unwrap_err().contains("edges"));
    assert!(number("seven").unwrap_err().contains("`seven`"));
    assert_eq!(number("2/6").unwrap(), r#"{"decimal":0.3333333333333333,"exact":"1/3"}"#);
}

#[test]
fn a_clockwise_chamber_is_turned() {
    let clockwise =
        r#"{"chamber":[["0","0"],["0","8"],["8","8"],["8","0"]],"from":["2","2"],"to":["20","2"],"radius":"0"}"#;
    let answer: serde_json::Value = serde_json::from_str(&course(clockwise).unwrap()).unwrap();
    assert_eq!((&answer["turned"], &answer["inside"], &answer["convex"]), (&true.into(), &true.into(), &true.into()));
    assert_eq!(answer["case"]["chamber"][1][0], 8.0);
    assert_eq!(answer["bounces"][0]["obstacle"], 1);
    // Edge 1 is hit; the other two that the ball cannot reach are rejected by step a, and the parallel ones too.
    assert_eq!(answer["legs"][0]["looks"][1]["Touched"]["time"]["exact"], "1/3");
    assert_eq!(answer["legs"][0]["looks"][3]["Rejected"]["step"], "a");
}

#[test]
fn scenes_are_read_or_told() {
    let error = |text: &str, name: &str| Scene::read(text, name).err().expect(text);
    assert!(error("{", "level.json").starts_with("level.json:1:"));
    assert!(error("<svg", "drawing.svg").starts_with("drawing.svg"));
    let overlapping = ROOM.replace("[5, 5]", "[0, 0]");
    assert!(error(&overlapping, "x.json").contains("bodies[0]"), "{}", error(&overlapping, "x.json"));
    assert!(error(&" ".repeat(33 << 20), "big.json").contains("at most"));
    let scene = Scene::read("POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))", "a.wkt").unwrap();
    assert!(scene.summary().unwrap().contains(r#""format":"wkt""#));
}

#[test]
fn a_world_runs_and_is_the_same_again() {
    let scene = Scene::read(ROOM, "room.json").unwrap();
    let mut world = World::new(&scene, "").unwrap();
    assert_eq!(world.fill(200, 0.4, 80.0, 7), 200);
    let start = world.state_hash();
    let mut events = 0;
    for _ in 0..120 {
        events += world.step(1.0 / 60.0);
    }
    assert!(events > 500 && world.escapes() == 0 && world.bodies() == 201);
    assert!(world.gates().unwrap().contains(r#""name":"middle""#));
    let end = world.state_hash();
    assert_ne!(start, end);
    world.reset();
    assert_eq!(world.state_hash(), start);
    // Other strategies, the same run.
    for strategy in ["BruteForce", "Quadtree", "Bvh", "Grid"] {
        let mut other = World::new(&scene, strategy).unwrap();
        assert_eq!((other.fill(200, 0.4, 80.0, 7), other.strategy()), (200, strategy.to_string()));
        (0..120).for_each(|_| {
            other.advance(1.0 / 60.0);
        });
        assert_eq!(other.state_hash(), end, "{strategy}");
    }
    assert!(World::new(&scene, "Magic").err().unwrap().contains("Magic"));
}

#[test]
fn the_naive_way_leaks() {
    let scene = Scene::read(ROOM, "room.json").unwrap();
    let mut world = World::new(&scene, "").unwrap();
    world.fill(100, 0.2, 900.0, 3);
    let mut naive = Naive::new(&world);
    assert_eq!(naive.escapes(), 0);
    for _ in 0..60 {
        naive.step(1.0 / 60.0);
        world.advance(1.0 / 60.0);
    }
    assert!(naive.escapes() > 10, "{}", naive.escapes());
    assert_eq!(world.escapes(), 0);
}

#[test]
fn boxes_beams_and_costs() {
    let maze = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/maze.json")).unwrap();
    let scene = Scene::read(&maze, "maze.json").unwrap();
    let mut world = World::new(&scene, "").unwrap();
    for strategy in ["Quadtree", "Bvh"] {
        let boxes = world.boxes(strategy).unwrap();
        let leaves: f64 = boxes.chunks(6).map(|one| one[5]).filter(|walls| *walls > 0.0).sum();
        assert!(leaves >= (world.segments().len() / 4) as f64, "{strategy}: {leaves}");
    }
    assert!(world.boxes("Grid").unwrap().is_empty());
    assert_eq!(world.scan(400.0, 300.0, 360, 500.0).unwrap(), 360);
    assert!(world.scan(0.0, 0.0, 1_000_000, 1.0).unwrap_err().contains("at most"));
    let costs = world.costs(1.0 / 60.0, 100);
    let tested = |strategy: usize| costs[2 * strategy + 1];
    assert!(tested(2) < tested(0) && tested(3) < tested(0), "{costs:?}");
}

#[test]
fn walls_that_move_are_shown_seen_and_told() {
    let press = r#"{ "carom": 1, "walls": [{ "name": "anvil", "segment": [[-5, 0], [5, 0]], "restitution": 0 }],
        "groups": [{ "name": "hammer", "velocity": [0, -2], "walls": [
            { "segment": [[-5, 4], [5, 4]], "restitution": 0 }, { "circle": { "center": [8, 4], "radius": 0.5 } }] }],
        "bodies": [{ "name": "nut", "position": [0, 0.5], "radius": 0.5, "restitution": 0 }] }"#;
    let mut world = World::new(&Scene::read(press, "press.json").unwrap(), "").unwrap();
    let parsed = |text: String| serde_json::from_str::<serde_json::Value>(&text).unwrap();
    world.scan(2.0, 2.0, 4, 50.0).unwrap();
    let names: Vec<String> = (0..3).map(|number| world.seen_name(number)).collect();
    assert_eq!(names, ["anvil", "hammer", ""]);
    world.step(1.0);
    let moving = parsed(world.moving().unwrap());
    assert_eq!(
        (&moving["pillars"], &moving["walls"]),
        (&serde_json::json!([8.0, 2.0, 0.5]), &serde_json::json!([-5.0, 2.0, 5.0, 2.0]))
    );
    world.step(1.0);
    let events = parsed(world.events(1000).unwrap());
    let squeezed = events.as_array().unwrap().iter().find(|event| event["kind"] == "squeezed").unwrap();
    assert_eq!(
        (&squeezed["body"], &squeezed["other"], &squeezed["against"]),
        (&"nut".into(), &"hammer".into(), &"anvil".into())
    );
    assert_eq!(parsed(world.figures().unwrap())["squeezed"], 1);
    // From within a body everything else is seen, and from elsewhere the body.
    world.scan(0.0, 0.5, 4, 50.0).unwrap();
    assert_eq!(world.seen_name(0), "anvil");
    world.scan(3.0, 0.5, 4, 50.0).unwrap();
    assert!((0..3).any(|number| world.seen_name(number) == "nut"));
}

/// Bricks vanish and come back with a restart; a lift is told at a gate, a zone and an eye, the one that is entered first.
#[test]
fn bricks_vanish_and_groups_are_told() {
    let bricks = r#"{ "carom": 1,
        "walls": [{ "segment": [[-1, -1], [-1, 1]] }, { "polygon": [[2, -1], [3, -1], [3, 1], [2, 1]], "vanishes_after": 1 }],
        "bodies": [{ "position": [0, 0], "velocity": [8, 0] }] }"#;
    let mut world = World::new(&Scene::read(bricks, "bricks.json").unwrap(), "").unwrap();
    let start = world.state_hash();
    assert_eq!((world.bricks(), world.segments().len()), (vec![1, 0], 20));
    assert_eq!((world.step(1.0), world.bricks(), world.segments().len()), (2, vec![1, 1], 4));
    let end = world.state_hash();
    world.reset();
    assert_eq!((world.state_hash(), world.bricks(), world.segments().len()), (start, vec![1, 0], 20));
    assert_eq!((world.advance(1.0), world.state_hash()), (2, end));

    let lift = r#"{ "carom": 1, "gates": [{ "name": "floor", "from": [-5, 3], "to": [5, 3] }],
        "zones": [{ "name": "attic", "polygon": [[-5, 4], [5, 4], [5, 9], [-5, 9]] }],
        "groups": [{ "name": "lift", "velocity": [0, 4], "walls": [{ "segment": [[-2, 0], [2, 0]] }] }],
        "bodies": [{ "name": "eye", "position": [0, 6], "radius": 1, "sensor": true }] }"#;
    let mut world = World::new(&Scene::read(lift, "lift.json").unwrap(), "").unwrap();
    assert_eq!(world.step(1.5), 3);
    let events = serde_json::from_str::<serde_json::Value>(&world.events(9).unwrap()).unwrap();
    let told: Vec<_> = events
        .as_array()
        .unwrap()
        .iter()
        .map(|event| serde_json::json!([event["kind"], event["body"], event["other"]]))
        .collect();
    let expected = [["gate", "lift", "floor"], ["enters", "attic", "lift"], ["enters", "eye", "lift"]];
    assert_eq!(told, expected.map(|words| serde_json::json!(words)));
}
