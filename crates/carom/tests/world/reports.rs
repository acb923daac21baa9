//! What is wrong with a world: walls that do not close, bodies outside.

use crate::{boxed, no_walls, ring, segment};
use carom::{Aabb, Body, BodyId, Circle, Feature, Mover, Now, Polygon, Sweep, Thing, Vec2, Wall, Walls, World};

#[test]
fn closed_chambers() {
    let w3 = ring(&[[0.0, 0.0], [100.0, 0.0], [300.0, 200.0], [50.0, 400.0], [100.0, 100.0]]);
    let pillar: Wall = Circle::new([5.0, 5.0], 1.0).unwrap().into();
    let tee = [boxed([0.0, 0.0], [4.0, 4.0]), vec![segment([2.0, 0.0], [2.0, 4.0]).into()]].concat();
    let chambers = [
        boxed([0.0, 0.0], [1.0, 1.0]),
        w3,
        vec![pillar],
        tee,
        vec![],
        [boxed([0.0; 2], [9.0; 2]), vec![pillar]].concat(),
    ];
    for walls in chambers {
        let report = Walls::new(walls.clone()).report();
        assert!(report.is_closed() && report.dangling.is_empty(), "{walls:?}: {report:?}");
    }
}

#[test]
fn a_wall_alone() {
    let report = Walls::new([segment([1.0, 2.0], [3.0, 4.0])]).report();
    assert!(!report.is_closed());
    let ends: Vec<_> = report.dangling.iter().map(|end| (end.wall.index(), end.end, [end.at.x, end.at.y])).collect();
    assert_eq!(ends, [(0, Feature::A, [1.0, 2.0]), (0, Feature::B, [3.0, 4.0])]);
    assert!(report.dangling.iter().all(|end| end.nearest.is_none()), "{report:?}");
}

/// A square whose last corner is off by a little.
fn with_gap(gap: f64) -> Walls {
    Walls::new([
        segment([0.0, 0.0], [1.0, 0.0]),
        segment([1.0, 0.0], [1.0, 1.0]),
        segment([1.0, 1.0], [0.0, 1.0]),
        segment([0.0, 1.0], [0.0, gap]),
    ])
}

#[test]
fn a_gap() {
    for gap in [1e-9, 1e-3, 1e-15, 1e-300] {
        let mut walls = with_gap(gap);
        let report = walls.report();
        assert!(!report.is_closed(), "gap {gap:e}");
        let mut dangling: Vec<_> = report.dangling.iter().map(|end| (end.wall.index(), end.end)).collect();
        dangling.sort_by_key(|&(wall, _)| wall);
        assert_eq!(dangling, [(0, Feature::A), (3, Feature::B)], "gap {gap:e}");
        for end in &report.dangling {
            let (other, distance) = end.nearest.expect("there are other walls");
            assert_eq!(other.index(), 3 - end.wall.index(), "gap {gap:e}");
            assert!((distance / gap - 1.0).abs() < 1e-9, "gap {gap:e}: {distance:e}");
        }
        assert_eq!(walls.weld(gap / 2.0), 0, "gap {gap:e}");
        assert!(!walls.report().is_closed(), "gap {gap:e}");
        let moved = walls.weld(2.0 * gap);
        assert!((1..=2).contains(&moved), "gap {gap:e}: {moved} ends moved");
        assert!(walls.report().is_closed(), "gap {gap:e}: {:?}", walls.report());
        assert_eq!(walls.weld(2.0 * gap), 0, "gap {gap:e}: welded twice");
        assert_eq!(walls.len(), 4);
    }
    assert!(with_gap(0.0).report().is_closed());
}

/// A ball finds the gap that the report names, and does not find one that was welded.
#[test]
fn through_a_gap() {
    for weld in [false, true] {
        let mut walls = with_gap(1e-3);
        if weld {
            walls.weld(1e-2);
        }
        let mut world = World::new(walls);
        let body = world.add(Body::point([0.9, 5e-4]).velocity([-1.0, 0.0])).unwrap();
        crate::frames(&mut world, 60, crate::DT);
        let [x, _] = crate::position(&world, body);
        assert_eq!(x < 0.0, !weld, "{x}");
    }
}

#[test]
fn nothing_to_report() {
    let mut world = World::new(Walls::new(boxed([0.0, 0.0], [10.0, 10.0])));
    for k in 1..9 {
        world.add(Body::disc([f64::from(k), f64::from(k)], 0.5)).unwrap();
    }
    world.add(Body::point([1.0, 9.0])).unwrap();
    let report = world.report();
    assert!(report.walls.is_closed() && report.outside.is_empty() && report.overlapping.is_empty(), "{report:?}");
    let empty = World::new(no_walls()).report();
    assert!(empty.walls.is_closed() && empty.outside.is_empty() && empty.overlapping.is_empty(), "{empty:?}");
}

#[test]
fn bodies_outside() {
    let vertices = [[0.0, 0.0], [100.0, 0.0], [300.0, 200.0], [50.0, 400.0], [100.0, 100.0]];
    let mut world = World::new(Walls::new(ring(&vertices)));
    let places = [
        ([120.0, 120.0], false),
        ([20.0, 100.0], true),
        ([299.0, 300.0], true),
        ([-1.0, 0.0], true),
        ([60.0, 390.0], false),
        ([1e9, 1e9], true),
    ];
    let ids = places.map(|(at, outside)| (world.add(Body::point(at)).unwrap(), outside));
    let report = world.report();
    let expected: Vec<_> = ids.into_iter().filter_map(|(id, outside)| outside.then_some(id)).collect();
    assert_eq!(report.outside, expected);
    assert!(report.overlapping.is_empty(), "{report:?}");
}

/// A world as it is now knows who is met first, and forgets whom it is told to.
#[test]
fn bodies_can_be_asked_for() {
    let mut world = World::new(Walls::new(boxed([0.0, 0.0], [100.0, 100.0])));
    let enemies: Vec<BodyId> = (0..50)
        .map(|k| world.add(Body::disc([10.0 + f64::from(k), 50.0], 0.25).layers(1 << (k % 2))).unwrap())
        .collect();
    world.add(Body::disc([5.0, 50.0], 2.0).sensor()).unwrap();
    let shot = Sweep::point([1.0, 50.0], [99.0, 50.0]).unwrap();
    let first = |now: &Now, mask: u32| {
        let (id, _) = now.walls().only(mask).first_touch(&shot)?;
        now.thing(id)
    };
    let mut now = world.now();
    // Walls have all bits.
    assert_eq!(
        [1, 2, 4].map(|mask| first(&now, mask)),
        [Some(Thing::Body(enemies[0])), Some(Thing::Body(enemies[1])), None]
    );
    assert!(now.remove(enemies[0]) && !now.remove(enemies[0]));
    assert_eq!(first(&now, 1), Some(Thing::Body(enemies[2])));
    assert_eq!(now.walls().touches(&shot).len(), 49);
    let near = now.walls().intersecting(&Circle::new([20.0, 50.0], 1.0).unwrap());
    assert_eq!(
        near.iter().filter_map(|&id| now.thing(id)).collect::<Vec<_>>(),
        [9, 10, 11].map(|k| Thing::Body(enemies[k]))
    );
    // It does not change with the world.
    world.remove(enemies[1]);
    assert_eq!(first(&now, 2), Some(Thing::Body(enemies[1])));
    assert_eq!(first(&world.now(), 2), Some(Thing::Body(enemies[3])));
    let beam = world.now().walls().scan([50.0, 10.0], &[Vec2::new(0.0, -1.0)], 90.0)[0].unwrap();
    assert_eq!((world.now().thing(beam.wall), beam.distance), (world.walls().ids().next().map(Thing::Wall), 10.0));
}

/// Bodies with a shape are filled, as discs are, and what they share a point with is exact: a hair beside one is beside it.
#[test]
fn what_is_inside_of_a_body() {
    let shapes = [
        Mover::aabb(&Aabb::new([-2.0, -1.0], [2.0, 1.0]).unwrap()),
        Mover::capsule([0.0, -2.0], [0.0, 2.0], 1.0).unwrap(),
        Mover::polygon(&Polygon::new([[-3.0, -3.0], [3.0, -3.0], [0.0, 3.0]]).unwrap()).unwrap(),
    ];
    let mut world = World::new(Walls::new([segment([0.0, 50.0], [90.0, 50.0])]));
    let mut bodies = Vec::new();
    for (mover, x) in shapes.into_iter().zip([10.0, 20.0, 30.0]) {
        let shape = world.add_shape(mover).unwrap();
        bodies.push(world.add(Body::shaped([x, 10.0], shape)).unwrap());
    }
    let disc = world.add(Body::disc([40.0, 10.0], 2.0)).unwrap();
    bodies.push(disc);
    let now = world.now();
    for (&body, x) in bodies.iter().zip([10.0, 20.0, 30.0, 40.0]) {
        let only = [Thing::Body(body)];
        let small = 1.0 / 64.0;
        assert_eq!(now.intersecting([x, 10.25]), only);
        assert_eq!(now.intersecting(&Circle::new([x, 10.25], small).unwrap()), only);
        assert_eq!(now.intersecting(&segment([x, 10.0], [x + small, 10.0])), only);
        assert_eq!(now.intersecting(&Aabb::new([x, 10.0], [x + small, 10.5]).unwrap()), only);
        let triangle = Polygon::new([[x, 10.0], [x + small, 10.0], [x, 10.0 + small]]).unwrap();
        assert_eq!(now.intersecting(&triangle), only);
        // From outside, with all of it inside.
        assert_eq!(now.intersecting(&Circle::new([x, 10.0], 4.5).unwrap()), only);
        assert_eq!(now.nearest([x, 10.25]), Some((only[0], 0.0)));
    }
    // The box ends at 12, just there.
    assert_eq!(now.intersecting([12.0, 10.0]), [Thing::Body(bodies[0])]);
    assert_eq!(now.intersecting([12.0 + 2.0 * f64::EPSILON * 8.0, 10.0]), []);
    assert_eq!(now.nearest([13.0, 10.0]), Some((Thing::Body(bodies[0]), 1.0)));
    assert_eq!(now.intersecting(&Circle::new([15.0, 10.0], 40.0).unwrap()).len(), 5);
    assert_eq!(now.nearest([f64::NAN, 0.0]), None);
    let mut others = now.clone();
    assert!(others.remove(bodies[0]));
    assert_eq!(others.intersecting([10.0, 10.25]), []);
    assert_eq!(World::default().now().nearest([0.0, 0.0]), None);
}

/// Who is in a hole of an outline, or in one outline within another, is surrounded, though not inside.
#[test]
fn bodies_in_holes() {
    let around = boxed([0.0, 0.0], [20.0, 20.0]);
    let hole = boxed([5.0, 5.0], [10.0, 10.0]);
    let island = boxed([6.0, 6.0], [8.0, 8.0]);
    let beside = boxed([30.0, 0.0], [40.0, 20.0]);
    let mut world = World::new(Walls::new([around, hole, island, beside].concat()));
    let mut add = |at: [f64; 2]| world.add(Body::point(at)).unwrap();
    let (_inside, in_hole, _on_island, _in_other) =
        (add([2.0, 7.0]), add([9.0, 7.0]), add([7.0, 7.0]), add([35.0, 7.0]));
    let outside = [add([25.0, 7.0]), add([-1.0, 7.0]), add([7.0, 30.0])];
    let report = world.report();
    assert_eq!((report.outside, report.in_holes), (outside.to_vec(), vec![in_hole]));
}
