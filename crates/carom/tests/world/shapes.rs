//! Bodies with shapes: boxes, capsules and convex polygons that fall, slide, bounce, rest and carry each other.

use carom::{
    Aabb, Allowed, Body, BodyId, Circle, Error, EventKind, FrameEnd, Group, Mover, Name, Point, Polygon, Response,
    Segment, Settings, ShapeId, Sweep, Thing, Vec2, Wall, Walls, World,
};
use carom_oracle::rng::Rng;
use carom_oracle::shapes::{self, Counts, Kind, judged_step};

const DT: f64 = 1.0 / 64.0;

fn segment(a: [f64; 2], b: [f64; 2]) -> Segment {
    Segment::new(a, b).unwrap()
}

fn room(width: f64, height: f64) -> Walls {
    Walls::new(Polygon::new([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]]).unwrap().edges())
}

fn falling(walls: Walls) -> World {
    World::with(walls, Settings { gravity: Vec2::new(0.0, -9.8), ..Settings::default() }).unwrap()
}

/// A box of a size around its position.
fn crate_of(world: &mut World, width: f64, height: f64) -> ShapeId {
    let aabb = Aabb::new([-width / 2.0, -height / 2.0], [width / 2.0, height / 2.0]).unwrap();
    world.add_shape(Mover::aabb(&aabb)).unwrap()
}

fn at(world: &World, id: BodyId) -> Point {
    world.get(id).unwrap().position
}

/// Some frames, each judged.
fn run(world: &mut World, frames: usize, dt: f64) -> Vec<EventKind> {
    let mut kinds = Vec::new();
    for k in 0..frames {
        let frame = judged_step(world, dt, &mut Counts::default()).unwrap_or_else(|wrong| panic!("frame {k}: {wrong}"));
        assert_eq!(frame.end, FrameEnd::Completed, "frame {k}");
        kinds.extend(frame.events.iter().map(|event| event.kind));
    }
    kinds
}

fn judge_scenes(kind: Kind, name: &str, all: u64) -> Counts {
    let (mut counts, mut wrong) = (Counts::default(), 0);
    for case in 0..carom_oracle::share_of(all).max(100) {
        if let Err(message) = shapes::run(&mut Rng::for_case(0, name, case), kind, &mut counts) {
            println!("scene {case}: {message}");
            wrong += 1;
        }
    }
    assert_eq!(wrong, 0, "scenes are told wrongly");
    counts
}

#[test]
fn shapes_among_walls_are_judged() {
    let counts = judge_scenes(Kind::Walls, "shapes among walls", 6_400);
    assert!(400 < counts.walls && counts.bodies == 0, "{counts:?}");
}

#[test]
fn shapes_among_shapes_are_judged() {
    let counts = judge_scenes(Kind::Bodies, "shapes among shapes", 6_400);
    assert!(400 < counts.bodies && 1_000 < counts.flights, "{counts:?}");
}

#[test]
fn shapes_among_moving_walls_are_judged() {
    let counts = judge_scenes(Kind::Groups, "shapes among groups", 6_400);
    assert!(200 < counts.groups, "{counts:?}");
}

#[test]
fn a_box_falls_on_a_floor_and_rests() {
    let mut world = falling(Walls::new([segment([-9.0, 0.0], [9.0, 0.0])]));
    let shape = crate_of(&mut world, 2.0, 1.0);
    let falls = world.add(Body::shaped([0.25, 4.0], shape).restitution(0.5)).unwrap();
    run(&mut world, 400, DT);
    assert!(world.is_at_rest(falls));
    assert!((at(&world, falls).y - 0.5).abs() < 1e-12 && at(&world, falls).x == 0.25);
    assert!(run(&mut world, 10, DT).is_empty());
}

/// Its middle is beyond the end of the floor, or above a post: it rests all the same, as nothing turns.
#[test]
fn a_box_rests_on_an_edge_and_on_a_post() {
    for wall in [segment([0.5, 0.0], [9.0, 0.0]), segment([0.75, -5.0], [0.75, 0.0])] {
        let mut world = falling(Walls::new([wall]));
        let shape = crate_of(&mut world, 2.0, 1.0);
        let falls = world.add(Body::shaped([0.0, 2.0], shape).restitution(0.0)).unwrap();
        run(&mut world, 200, DT);
        assert!(world.is_at_rest(falls), "{wall:?}");
        assert!((at(&world, falls).y - 0.5).abs() < 1e-12 && run(&mut world, 5, DT).is_empty());
    }
}

/// It slides off the end of a floor when all of it is past, and not before.
#[test]
fn a_box_slides_off_a_floor() {
    let mut world = falling(Walls::new([segment([-9.0, 0.0], [0.0, 0.0])]));
    let shape = crate_of(&mut world, 2.0, 1.0);
    let slides = world.add(Body::shaped([-3.0, 0.5], shape).velocity([1, 0]).restitution(0.0)).unwrap();
    while at(&world, slides).x < 0.99 {
        run(&mut world, 1, DT);
        assert!((at(&world, slides).y - 0.5).abs() < 1e-9, "{:?}", at(&world, slides));
    }
    run(&mut world, 64, DT);
    assert!(at(&world, slides).y < 0.0);
}

#[test]
fn two_boxes_head_on_exchange_their_velocities() {
    let mut world = World::default();
    let shape = crate_of(&mut world, 1.0, 1.0);
    let left = world.add(Body::shaped([0.0, 0.0], shape).velocity([1, 0])).unwrap();
    let right = world.add(Body::shaped([4.0, 0.5], shape).velocity([-2, 0])).unwrap();
    let frame = judged_step(&mut world, 2.0, &mut Counts::default()).unwrap();
    assert_eq!((frame.events.len(), frame.events[0].time, frame.events[0].kind), (1, 1.0, EventKind::Body(right)));
    assert_eq!(frame.events[0].normal, Vec2::new(-1.0, 0.0));
    // In the middle of what both sides share.
    assert!((frame.events[0].point - Point::new(1.5, 0.25)).length() < 1e-12, "{:?}", frame.events[0].point);
    assert_eq!(world.get(left).unwrap().velocity, Vec2::new(-2.0, 0.0));
    assert_eq!(world.get(right).unwrap().velocity, Vec2::new(1.0, 0.0));
}

#[test]
fn a_box_bounces_out_of_a_corner() {
    let mut world = World::new(room(8.0, 8.0));
    let shape = crate_of(&mut world, 1.0, 1.0);
    let id = world.add(Body::shaped([3.0, 3.0], shape).velocity([-1, -1])).unwrap();
    let frame = judged_step(&mut world, 5.0, &mut Counts::default()).unwrap();
    assert_eq!(frame.events.len(), 2);
    assert!(frame.events.iter().all(|event| event.time == 2.5), "{:?}", frame.events);
    assert!((at(&world, id) - Point::new(3.0, 3.0)).length() < 1e-12);
    assert_eq!(world.get(id).unwrap().velocity, Vec2::new(1.0, 1.0));
}

#[test]
fn a_disc_meets_the_side_and_the_corner_of_a_box() {
    let mut world = World::default();
    let shape = crate_of(&mut world, 2.0, 2.0);
    world.add(Body::shaped([0.0, 0.0], shape).mass(1e30)).unwrap();
    let side = world.add(Body::disc([5.0, 0.5], 1.0).velocity([-1, 0])).unwrap();
    // Past the corner (1, 1) at a distance of 3/5 and 4/5 of its radius.
    let corner = world.add(Body::disc([-5.0, 1.8], 1.0).velocity([1, 0])).unwrap();
    let frame = judged_step(&mut world, 4.0, &mut Counts::default()).unwrap();
    let event = |id: BodyId| *frame.events.iter().find(|event| event.kind == EventKind::Body(id)).unwrap();
    assert_eq!((event(side).time, event(side).normal), (3.0, Vec2::new(-1.0, 0.0)));
    let (time, normal) = (event(corner).time, event(corner).normal);
    assert!((time - 3.4).abs() < 1e-12 && (normal - Vec2::new(0.6, -0.8)).length() < 1e-12, "{time} {normal:?}");
}

#[test]
fn a_capsule_rolls_off_a_pillar() {
    let mut world = falling(Walls::new([Circle::new([0, 0], 1.0).unwrap()]));
    let pill = world.add_shape(Mover::capsule([-1, 0], [1, 0], 0.5).unwrap()).unwrap();
    let id = world.add(Body::shaped([1.5, 3.0], pill).restitution(0.25)).unwrap();
    let kinds = run(&mut world, 128, DT);
    assert!(!kinds.is_empty() && at(&world, id).y < -1.0, "{:?}", at(&world, id));
    // With its middle above the pillar it stays.
    let mut world = falling(Walls::new([Circle::new([0, 0], 1.0).unwrap()]));
    let pill = world.add_shape(Mover::capsule([-1, 0], [1, 0], 0.5).unwrap()).unwrap();
    let id = world.add(Body::shaped([0.5, 3.0], pill).restitution(0.0)).unwrap();
    run(&mut world, 128, DT);
    assert!(world.is_at_rest(id) && (at(&world, id).y - 1.5).abs() < 1e-12);
}

#[test]
fn three_boxes_on_one_another_come_to_rest() {
    let mut world = falling(Walls::new([segment([-9.0, 0.0], [9.0, 0.0])]));
    let shape = crate_of(&mut world, 2.0, 1.0);
    let body = |x: f64, y: f64| Body::shaped([x, y], shape).restitution(0.3);
    let ids = [(0.0, 1.0), (0.5, 3.0), (-0.25, 5.0)].map(|(x, y)| world.add(body(x, y)).unwrap());
    run(&mut world, 600, DT);
    for (k, id) in ids.into_iter().enumerate() {
        assert!(world.is_at_rest(id), "box {k} at {:?}", at(&world, id));
        assert!((at(&world, id).y - (0.5 + k as f64)).abs() < 1e-9, "box {k} at {:?}", at(&world, id));
    }
    assert!(run(&mut world, 10, DT).is_empty());
}

#[test]
fn a_box_in_a_chamber_never_leaks() {
    let chamber = Polygon::new([[0.0, 0.0], [100.0, 0.0], [300.0, 200.0], [50.0, 400.0], [100.0, 100.0]]).unwrap();
    let mut world = World::new(Walls::new(chamber.edges()));
    let shape = crate_of(&mut world, 3.0, 2.0);
    let id = world.add(Body::shaped([100.0, 50.0], shape).velocity([5_000.0, 3_000.0])).unwrap();
    let (bounces, mut frames) = (if carom_oracle::FEW_CASES { 1_000 } else { 10_000 }, 0);
    while world.tally().bounces < bounces {
        run(&mut world, 1, 0.25);
        assert!(chamber.contains(at(&world, id)), "{:?}", at(&world, id));
        frames += 1;
        assert!(frames < bounces, "it bounces");
    }
    let speed = world.get(id).unwrap().velocity.length();
    assert!((speed / 34e6_f64.sqrt() - 1.0).abs() < 1e-9, "{speed}");
    assert_eq!((world.tally().nudged, world.tally().held), (0, 0));
}

#[test]
fn a_box_on_a_lift_goes_up_and_down() {
    let mut world = falling(Walls::default());
    let shape = crate_of(&mut world, 2.0, 1.0);
    let lift = world.add_group(Group::new([segment([-2.0, 0.0], [2.0, 0.0])]).velocity([0, 1])).unwrap();
    let id = world.add(Body::shaped([0.0, 1.0], shape).restitution(0.0)).unwrap();
    let height = |world: &World| at(world, id).y - world.group(lift).unwrap().offset().y - 0.5;
    run(&mut world, 128, DT);
    assert!(height(&world).abs() < 1e-9, "{}", height(&world));
    world.set_group_velocity(lift, [0, -1]).unwrap();
    run(&mut world, 128, DT);
    assert!(height(&world).abs() < 1e-9, "{}", height(&world));
    assert!(world.get(id).unwrap().position.y < 1.0);
}

/// What is stacked on a lift has room above it: the lift takes it along, and does not call it squeezed. Each contact is told once, as it lasts.
#[test]
fn piles_on_a_lift_go_along() {
    let boxed = Mover::aabb(&Aabb::new([-0.5, -0.5], [0.5, 0.5]).unwrap());
    let pill = Mover::capsule([-0.4, 0.0], [0.4, 0.0], 0.4).unwrap();
    let wedge = Mover::polygon(&Polygon::new([[-0.8, -0.5], [0.8, -0.5], [0.8, 0.5]]).unwrap()).unwrap();
    let ball = Mover::disc(0.5).unwrap();
    let piles = [[&boxed; 3], [&pill; 3], [&ball; 3], [&boxed, &pill, &wedge], [&wedge, &pill, &boxed]];
    let cases = [(0.6, 1.0, 0.1), (0.6, 0.1, 0.0), (0.6, 5.0, 0.3), (0.0, 1.0, 0.1), (0.0, 0.1, 0.0)];
    // Whether the lowest has the first number, or the last.
    let orders = [[0, 1, 2], [2, 1, 0]];
    for (pile, (friction, speed, aside), order) in piles
        .into_iter()
        .flat_map(|pile| cases.map(|case| (pile, case)))
        .flat_map(|(pile, case)| orders.map(|order| (pile, case, order)))
    {
        let mut world = falling(Walls::default());
        for k in order {
            let shape = world.add_shape(pile[k].clone()).unwrap();
            let at = [aside * k as f64, 0.6 + 1.2 * k as f64];
            world.add(Body::shaped(at, shape).restitution(0.0).friction(friction)).unwrap();
        }
        let floor = Wall::from(segment([-20.0, 0.0], [20.0, 0.0])).with_restitution(0.0).unwrap();
        let lift = world.add_group(Group::new([floor.with_friction(friction).unwrap()])).unwrap();
        (0..96).for_each(|_| drop(world.step(DT)));
        world.set_group_velocity(lift, [0.0, speed]).unwrap();
        // The first frames are the hard ones: these are judged.
        let told = run(&mut world, 12, DT).len() + (12..96).map(|_| world.step(DT).events.len()).sum::<usize>();
        let what = format!("{pile:?}, friction {friction}, speed {speed}, aside {aside}, order {order:?}");
        assert_eq!((world.tally().squeezed, told), (0, 3), "{what}");
        let risen = world.group(lift).unwrap().offset().y;
        assert!((risen - 96.0 * DT * speed).abs() < 1e-9, "{what}: {risen}");
        assert!(world.bodies().all(|(_, body)| body.position.y > risen), "{what}");
    }
}

/// A lift that sinks away from under a tall pile is followed, in as few events as frames can have.
#[test]
fn a_tall_pile_on_a_lift_that_sinks() {
    for (speed, friction) in [(-0.1, 0.0), (-1.0, 0.0), (-0.1, 0.6), (-1.0, 0.6)] {
        let mut world = falling(Walls::default());
        let shape = crate_of(&mut world, 1.0, 1.0);
        for k in 0..8 {
            let body = Body::shaped([0.0, 0.6 + 1.2 * f64::from(k)], shape).restitution(0.0);
            world.add(body.friction(friction)).unwrap();
        }
        let floor = Wall::from(segment([-20.0, 0.0], [20.0, 0.0])).with_restitution(0.0).unwrap();
        let lift = world.add_group(Group::new([floor.with_friction(friction).unwrap()])).unwrap();
        run(&mut world, 96, DT);
        world.set_group_velocity(lift, [0.0, speed]).unwrap();
        // Every frame is completed.
        run(&mut world, 96, DT);
        let sunk = world.group(lift).unwrap().offset().y;
        assert!((sunk - 96.0 * DT * speed).abs() < 1e-9, "speed {speed}, friction {friction}: {sunk}");
    }
}

/// A pile in reversed order that a lift squeezes under a ceiling, so that it stops: what is on it then falls by a frame's gravity and comes to rest, as on a floor. Who bounced
/// between a group that stands and others was never tired of it, so that a frame had as many events as it may.
#[test]
fn a_pile_that_was_squeezed_rests_on_the_lift_that_stopped() {
    for count in 2..7 {
        let ceiling = segment([-20.0, f64::from(count) + 2.0], [20.0, f64::from(count) + 2.0]);
        let mut world = falling(Walls::new([ceiling]));
        let shape = crate_of(&mut world, 1.0, 1.0);
        for k in (0..count).rev() {
            world.add(Body::shaped([0.0, 0.6 + 1.2 * f64::from(k)], shape).restitution(0.0)).unwrap();
        }
        let floor = Wall::from(segment([-20.0, 0.0], [20.0, 0.0])).with_restitution(0.0).unwrap();
        let lift = world.add_group(Group::new([floor])).unwrap();
        run(&mut world, 96, DT);
        world.set_group_velocity(lift, [0, 1]).unwrap();
        let told = run(&mut world, 200, DT);
        assert_eq!(world.tally().squeezed, 1, "{count} boxes");
        assert!(told.len() < 600, "{count} boxes: {} events", told.len());
        assert_eq!(run(&mut world, 32, DT), [], "{count} boxes");
        assert!(world.bodies().all(|(id, _)| world.is_at_rest(id)), "{count} boxes");
    }
}

/// A ball between the floor, the end of a lift that stands and a slider that leans on it comes to rest, as it would at the end of a wall: the scene `crates.toml`, in which it
/// bounced there hundreds of times a second.
#[test]
fn a_ball_at_the_end_of_a_lift_comes_to_rest() {
    let bin = [[-8.0, 10.0], [-8.0, 0.0], [-4.0, 0.0], [-1.0, 1.5], [-1.0, 0.0], [8.0, 0.0], [8.0, 10.0]];
    let settings = Settings { gravity: Vec2::new(0.0, -9.8), rest_speed: 0.25, ..Settings::default() };
    let mut world = World::with(Walls::new(Polygon::new(bin).unwrap().edges()), settings).unwrap();
    let floor = Wall::from(segment([-7.75, 0.25], [-4.5, 0.25])).with_restitution(0.0).unwrap();
    world.add_group(Group::new([floor])).unwrap();
    let wedge = Polygon::new([[-1.0, -0.5], [1.0, -0.5], [-1.0, 0.75]]).unwrap();
    let wedge = world.add_shape(Mover::polygon(&wedge).unwrap()).unwrap();
    world.add(Body::shaped([-6.0, 3.0], wedge).restitution(0.2)).unwrap();
    let ball = world.add(Body::disc([-5.75, 5.5], 0.35).restitution(0.5)).unwrap();
    let slider = crate_of(&mut world, 0.8, 0.6);
    world.add(Body::shaped([-2.5, 3.0], slider).restitution(0.0).response(Response::Slide)).unwrap();
    let told = run(&mut world, 192, DT);
    assert!(world.is_at_rest(ball) && (at(&world, ball) - Point::new(-4.1645898, 0.35)).length() < 1e-6);
    assert!(told.len() < 160, "{} events", told.len());
}

/// A box without size is a point, and a capsule without length is a disc, bit for bit.
#[test]
fn the_smallest_shapes_are_points_and_discs() {
    let nothing = Mover::aabb(&Aabb::new([0, 0], [0, 0]).unwrap());
    let pill = Mover::capsule([0, 0], [0, 0], 0.5).unwrap();
    let scene = |with_shapes: bool| {
        let mut world = World::new(room(9.0, 7.0));
        let ids = [nothing.clone(), pill.clone()].map(|mover| world.add_shape(mover).unwrap());
        for k in 0..6 {
            let (at, radius) = ([f64::from(k) * 1.3 + 1.0, 3.0], f64::from(k % 2) * 0.5);
            let body = if with_shapes { Body::shaped(at, ids[k as usize % 2]) } else { Body::disc(at, radius) };
            world.add(body.velocity([f64::from(k * k % 5) - 2.0, f64::from(k) - 2.5])).unwrap();
        }
        (0..40).map(|_| world.step(0.125)).collect::<Vec<_>>()
    };
    assert_eq!(scene(true), scene(false));
}

#[test]
fn what_is_no_shape_of_a_body_is_refused() {
    let mut world = World::default();
    let dented = Polygon::new([[0, 0], [4, 0], [4, 4], [2, 1]]).unwrap();
    let refused = world.add_shape(Mover::polygon(&dented).unwrap()).unwrap_err();
    assert_eq!(refused.to_string(), "the shape of 4 vertices is not convex; that of a body must be");
    let line = Mover::capsule([0, 0], [1, 0], 0.0).unwrap();
    assert_eq!(world.add_shape(line), Err(Error::ShapeWithoutBreadth { vertices: 2 }));
    let shape = crate_of(&mut world, 1.0, 1.0);
    let body = Body { radius: 1.0, ..Body::shaped([0, 0], shape) };
    let allowed = Allowed::NothingBesideShape;
    assert_eq!(world.add(body), Err(Error::Range { what: Name::BodyRadius, value: 1.0, allowed }));
    assert_eq!(World::default().add(Body::shaped([0, 0], shape)), Err(Error::NoSuchShape { shape: 0 }));
}

/// Inside counts as overlapping, and to touch does not.
#[test]
fn shapes_take_room() {
    let mut world = World::new(Walls::new([segment([0.0, -5.0], [0.0, 5.0])]));
    let [large, small] = [4.0, 1.0].map(|size| crate_of(&mut world, size, size));
    let there = world.add(Body::shaped([5, 0], large)).unwrap();
    let inside = world.add(Body::shaped([5, 0], small)).unwrap_err();
    assert!(inside.to_string().starts_with("the new body at (5, 0) overlaps body 0 at (5, 0)"), "{inside}");
    assert!(world.add(Body::point([4, 1])).is_err() && world.add(Body::point([3, 1])).is_ok());
    assert!(world.add(Body::shaped([7.5, 0.0], small)).is_ok());
    assert!(world.add(Body::shaped([0.25, 9.0], small)).is_ok());
    assert!(world.add(Body::shaped([0.25, 5.25], small)).is_err());
    assert!(world.replace(there, Body::shaped([2, 0], large)).is_err()); // the point is in the way
    assert!(world.replace(there, Body::shaped([1.75, 20.0], large)).is_ok());
    assert!(world.report().overlapping.is_empty());
    assert!(world.add_wall(segment([1.0, 19.0], [1.0, 30.0])).is_err());
    assert!(world.add_group(Group::new([segment([1.0, 19.0], [1.0, 30.0])])).is_err());
}

#[test]
fn a_sensor_of_any_shape_tells_who_enters_and_leaves() {
    let mut world = World::default();
    let [zone, shape] = [4.0, 1.0].map(|size| crate_of(&mut world, size, size));
    let sensor = world.add(Body::shaped([10, 0], zone).sensor()).unwrap();
    let flies = world.add(Body::shaped([0.0, 2.25], shape).velocity([1, 0])).unwrap();
    let passes = world.add(Body::shaped([0.0, -2.5], shape).velocity([1, 0])).unwrap();
    let mut told = Vec::new();
    for _ in 0..40 {
        told.extend(world.step(0.5).events.iter().map(|event| (event.body, event.kind)));
    }
    assert_eq!(
        told,
        [(Some(sensor), EventKind::Enters(flies)), (Some(sensor), EventKind::Leaves(flies))],
        "{passes:?} only touches"
    );
}

#[test]
fn a_world_with_shapes_can_be_seen_and_restored() {
    let mut world = World::new(room(9.0, 7.0));
    let shape = crate_of(&mut world, 2.0, 1.0);
    let id = world.add(Body::shaped([4, 3], shape).velocity([3, 2])).unwrap();
    world.add(Body::disc([7, 5], 0.5).velocity([-1, 0])).unwrap();
    let mut now = world.now();
    let shot = Sweep::point([4.5, 6.5], [4.5, 0.5]).unwrap();
    let (wall, hit) = now.walls().first_touch(&shot).unwrap();
    assert_eq!((now.thing(wall), hit.point), (Some(Thing::Body(id)), Point::new(4.5, 3.5)));
    assert!(now.remove(id) && !now.remove(id) && now.walls().first_touch(&shot).is_none());
    let before = world.snapshot();
    let first: Vec<_> = (0..20).map(|_| world.step(0.25)).collect();
    world.restore(&before).unwrap();
    let again: Vec<_> = (0..20).map(|_| world.step(0.25)).collect();
    assert_eq!(first, again);
    assert!(World::default().restore(&before).is_err());
}

/// A scene in the mirror has its answer in the mirror.
#[test]
fn boxes_in_the_mirror() {
    for case in 0..carom_oracle::share_of(8_000) {
        let rng = &mut Rng::for_case(0, "boxes in the mirror", case);
        let bodies: Vec<([f64; 2], [f64; 2], bool)> = (0..rng.between(1, 5))
            .map(|_| {
                let mut half = |most: i64| rng.between(-most, most) as f64 / 2.0;
                ([half(8), half(6)], [half(6), half(6)], half(1) != 0.0)
            })
            .collect();
        let scene = |turn: f64| {
            let corners = [[-5.0, -4.0], [5.0, -4.0], [5.0, 4.0], [-5.0, 4.0]];
            let corners = corners.map(|[x, y]| [turn * x, y]);
            let walls = Walls::new((0..4).map(|k| segment(corners[k], corners[(k + 1) % 4])));
            let mut world = World::new(walls);
            let ids = [crate_of(&mut world, 1.0, 1.5), crate_of(&mut world, 1.0, 1.0)];
            for &([x, y], [v, w], is_first) in &bodies {
                let _ = world.add(Body::shaped([turn * x, y], ids[usize::from(is_first)]).velocity([turn * v, w]));
            }
            let frames: Vec<_> = (0..4).flat_map(|_| world.step(0.5).events).collect();
            (world, frames)
        };
        let ((world, frames), (mirrored, others)) = (scene(1.0), scene(-1.0));
        assert_eq!(frames.len(), others.len(), "case {case}");
        for ((_, body), (_, other)) in world.bodies().zip(mirrored.bodies()) {
            assert_eq!(body.position, Point::new(-other.position.x + 0.0, other.position.y), "case {case}");
        }
    }
}
