//! What lidars see.

use carom::Thing;
use carom_scene::{Format, Scan, Scene};

const ROOM: &str = r#"{ "carom": 1,
    "walls": [{ "polygon": [[0, 0], [20, 0], [20, 20], [0, 20]] }],
    "groups": [{ "walls": [{ "segment": [[9, 15], [11, 15]] }], "velocity": [0, 1] }],
    "bodies": [
        { "position": [15, 10], "radius": 1 },
        { "position": [5, 10], "box": [-2, -1, 2, 1] },
        { "position": [10, 10], "capsule": [[-1, 0], [1, 0]], "radius": 0.5 },
        { "position": [10, 5], "radius": 2, "sensor": true }
    ] }"#;

#[test]
fn beams_see_bodies_and_walls_that_move_but_not_who_looks() {
    let mut built = Scene::parse(ROOM, Format::Json).unwrap().build().unwrap();
    built.world.step(1.0);
    let scan = Scan { name: None, origin: [10.25, 10.25], beams: 4, reach: 100.0 };
    let seen = scan.look(&built.world);
    let [east, north, west, south] = [0, 1, 2, 3].map(|k| seen[k].unwrap());
    assert_eq!((east.1, west.1), (Thing::Body(built.bodies[0]), Thing::Body(built.bodies[1])));
    assert_eq!((north.1, north.0.distance), (Thing::Group(built.groups[0].0), 5.75));
    assert!(matches!(south.1, Thing::Wall(_)) && south.0.distance == 10.25);
    assert_eq!(west.0.distance, 3.25);
    // From elsewhere, the one that looked is seen.
    let seen = Scan { origin: [10.25, 7.5], ..scan.clone() }.look(&built.world)[1].unwrap();
    assert_eq!((seen.1, seen.0.distance), (Thing::Body(built.bodies[2]), 2.0));
    // A box that looks does not see itself either.
    let seen = Scan { origin: [5.5, 10.5], ..scan }.look(&built.world)[0].unwrap();
    assert_eq!(seen.1, Thing::Body(built.bodies[2]));
}
