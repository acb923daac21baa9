//! Bodies that move: none goes through another, none gains energy, no event is lost.

use crate::{box_touch, disc, point, polygon, wall};
use carom::{
    Body, BodyId, Contact, Ending, EventKind, Frame, FrameEnd, Limits, Segment, Slide, SlideEnding, Sweep, Vec2, Walls,
    World,
};

fn met(frame: &Frame) -> Vec<(f64, usize, EventKind)> {
    frame.events.iter().map(|event| (event.time, event.body.unwrap().index(), event.kind)).collect()
}

fn velocity(world: &World, id: BodyId) -> [f64; 2] {
    let body = world.get(id).expect("it is there");
    [body.velocity.x, body.velocity.y]
}

/// Two fast bodies, both with continuous detection, went through each other.
#[test]
fn rapier_984_two_fast_bodies_meet() {
    // Powers of two, so that the exact times are numbers.
    for speed in [1024.0, 1_048_576.0, 1_073_741_824.0] {
        let mut world = World::default();
        let a = world.add(Body::disc([-3.0, 0.0], 1.0).velocity([speed, 0.0])).expect("room");
        let b = world.add(Body::disc([3.0, 0.0], 1.0).velocity([-speed, 0.0])).expect("room");
        let frame = world.step(1.0);
        assert_eq!(met(&frame), [(2.0 / speed, 0, EventKind::Body(b))], "{speed}");
        assert_eq!((velocity(&world, a), velocity(&world, b)), ([-speed, 0.0], [speed, 0.0]));
    }
}

/// A body passed through a collider, or stuck in it, when something pushed it there. Here a heavy one pushes a light one at a wall: the
/// light one is never behind it.
#[test]
fn rapier_421_pushed_at_a_wall() {
    let mut world = World::new(Walls::new([wall([0.0, -9.0], [0.0, 9.0])]));
    let light = world.add(Body::disc([2.0, 0.0], 1.0).mass(1.0)).expect("room");
    let heavy = world.add(Body::disc([9.0, 0.0], 1.0).mass(1e6).velocity([-3.0, 0.0])).expect("room");
    for _ in 0..200 {
        assert_eq!(world.step(0.05).end, FrameEnd::Completed);
        let places = [light, heavy].map(|id| world.get(id).expect("it is there").position.x);
        assert!(1.0 <= places[0] && 2.0 <= places[1] - places[0], "{places:?}");
    }
    assert!(0.0 < velocity(&world, heavy)[0], "it was pushed back");
}

/// At restitution 1 energy grew.
#[test]
fn rapier_97_box2d_167_and_matter_256_energy_is_kept() {
    let room = polygon(&[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]]);
    let mut world = World::new(Walls::new(room.edges()));
    for i in 0..16 {
        let at = [1.25 + 2.5 * f64::from(i % 4), 1.25 + 2.5 * f64::from(i / 4)];
        let body = Body::disc(at, 1.0).velocity([f64::from(i) - 7.0, f64::from(3 * i % 7) - 3.0]);
        world.add(body).expect("room");
    }
    let before = world.energy();
    for _ in 0..600 {
        assert_eq!(world.step(1.0 / 60.0).end, FrameEnd::Completed);
    }
    assert!(1000 < world.tally().collisions, "{:?}", world.tally());
    assert!((world.energy() / before - 1.0).abs() < 1e-12, "{} of {before}", world.energy());
}

/// A bounce was lost, or most of its restitution; slow bodies did not bounce at all.
#[test]
fn rapier_974_and_919_planck_217_every_bounce_bounces() {
    for speed in [1e3, 1.0, 1e-3, 1e-9] {
        let mut world = World::new(Walls::new([wall([-9.0, 0.0], [9.0, 0.0])]));
        let ball = world.add(Body::disc([0.0, 1.0 + speed], 1.0).velocity([0.0, -speed])).expect("room");
        world.step(2.0);
        assert_eq!(velocity(&world, ball), [0.0, speed], "{speed}");
    }
}

/// A fast ball set off a sensor behind the paddle that it bounced from.
#[test]
fn bevy_rapier_129_a_sensor_behind_a_wall() {
    let mut world = World::new(Walls::new([wall([-1.0, 0.0], [1.0, 0.0])]));
    world.add(Body::disc([0.0, -2.0], 1.5).sensor()).expect("sensors may be anywhere");
    let ball = world.add(Body::disc([0.0, 4.0], 0.5).velocity([0.0, -1e4])).expect("room");
    let frame = world.step(1.0);
    assert!(frame.events.iter().all(|event| matches!(event.kind, EventKind::Wall(_))), "{:?}", met(&frame));
    assert_eq!((frame.events.len(), velocity(&world, ball)), (1, [0.0, 1e4]));
}

/// What slid over a seam between two colliders was thrown up by it.
#[test]
fn rapier_669_matter_309_chipmunk_212_a_seam_is_no_obstacle() {
    // Two pieces that share an end, and a third that goes on in the same direction.
    let floor = [wall([0.0, 0.0], [4.0, 0.0]), wall([4.0, 0.0], [8.0, 0.0]), wall([8.0, 0.0], [20.0, 0.0])];
    let walls = Walls::new(floor);
    let rolls = disc([1.0, 1.0], [12.0, 1.0], 1.0);
    assert_eq!(walls.first_stop(&rolls), None, "a disc that slides is not stopped");
    assert!(box_touch([1.0, 1.0], [[1.0, 1.0], [12.0, 1.0]], &floor[1]).is_some_and(|hit| !hit.contact.stops()));
    // And nothing falls between them, however thin it is.
    for radius in [0.0, 1e-300, 1e-9, 0.5] {
        let hit = walls.first_stop(&disc([4.0, 3.0], [4.0, -3.0], radius));
        assert!(hit.is_some_and(|(id, _)| id.index() == 0), "{radius}");
    }
    // A character on its way does not notice them.
    let above = disc([1.0, 1.0_f64.next_up()], [12.0, 1.0_f64.next_up()], 1.0);
    let slid = walls.slide(&above, &Slide::default());
    assert_eq!((slid.ending, slid.end.x), (SlideEnding::Completed, 12.0));
}

/// Shapes tunnelled through chains at certain places, and were pulled through where two lines meet.
#[test]
fn box2c_172_and_box2d_71_no_way_through_a_chain() {
    let chain: Vec<Segment> =
        (0..40).map(f64::from).map(|x| wall([x, (x % 2.0) * 0.5], [x + 1.0, ((x + 1.0) % 2.0) * 0.5])).collect();
    let walls = Walls::new(chain);
    for step in 1..400 {
        let x = 0.1 * f64::from(step);
        for radius in [0.0, 0.01, 0.5, 3.0] {
            assert!(walls.first_stop(&disc([x, 9.0], [x, -9.0], radius)).is_some(), "{x} {radius}");
            assert!(walls.first_stop(&disc([x, 9.0], [39.9 - x, -1e6], radius)).is_some(), "{x} {radius}");
        }
    }
}

/// A large fast body stuttered, as one impact was solved in a step.
#[test]
fn box2d_220_all_impacts_of_a_frame() {
    let room = polygon(&[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]]);
    let mut world = World::new(Walls::new(room.edges()));
    let ball = world.add(Body::disc([5.0, 5.0], 4.0).velocity([1000.0, 0.0])).expect("room");
    // A way of 1000 in a gap of 2: the first after 1, then one for every 2.
    let frame = world.step(1.0);
    assert_eq!((frame.end, frame.events.len()), (FrameEnd::Completed, 500));
    assert_eq!(velocity(&world, ball), [1000.0, 0.0]);
}

/// Shapes in continuous motion were not stopped, or their whole velocity was turned around by a ray.
#[test]
fn godot_72674_and_6926_reflected_at_the_wall() {
    let mut world = World::new(Walls::new([wall([-100.0, 0.0], [100.0, 0.0])]));
    let ball = world.add(Body::disc([0.0, 2.0], 1.0).velocity([8.0, -4.0])).expect("room");
    let frame = world.step(1.0);
    assert_eq!(frame.events.iter().map(|event| event.time).collect::<Vec<_>>(), [0.25]);
    assert_eq!(velocity(&world, ball), [8.0, 4.0], "only what goes into the wall is turned around");
}

/// A rectangle stuck where it met a corner exactly.
#[test]
fn godot_50062_exactly_at_a_corner() {
    // A step: the box comes along the floor's height and its lower corner meets the step's corner exactly.
    let walls = Walls::new([wall([4.0, -4.0], [4.0, 0.0]), wall([4.0, 0.0], [9.0, 0.0])]);
    let shape = carom::Mover::aabb(&carom::Aabb::new([-1, -1], [1, 1]).expect("a box"));
    let along = shape.sweep([0, 1], [8, 1]).expect("finite");
    assert!(walls.first_touch(&along).is_some_and(|(_, hit)| !hit.contact.stops()), "it touches, and is not stopped");
    assert_eq!(walls.first_stop(&along), None);
    let below = shape.sweep([0.0, 1.0_f64.next_down()], [8.0, 1.0_f64.next_down()]).expect("finite");
    assert!(walls.first_stop(&below).is_some_and(|(id, hit)| id.index() == 0 && hit.contact == Contact::Crosses));
}

/// A body fell between two that lie side by side.
#[test]
fn chipmunk_212_between_two_boxes_that_touch() {
    let boxes =
        [[-4.0, 0.0], [0.0, 0.0]].map(|[x, y]| polygon(&[[x, y], [x + 4.0, y], [x + 4.0, y + 1.0], [x, y + 1.0]]));
    let walls = Walls::new(boxes.iter().flat_map(|b| b.edges().collect::<Vec<_>>()));
    for radius in [0.0, 1e-12, 0.25, 2.0] {
        let start: Sweep = disc([0.0, 9.0], [0.0, -9.0], radius);
        assert!(walls.first_stop(&start).is_some_and(|(_, hit)| hit.point == [0.0, 1.0].into()), "{radius}");
    }
    assert!(walls.first_touch(&point([0.0, 9.0], [0.0, 1.0])).is_some());
}

/// A ball went through a ball in the rack: several meet at one exact time, and each meeting is told.
#[test]
fn pooltool_154_and_257_a_rack_in_which_all_touch() {
    let mut world = World::default();
    // The cue comes straight at two balls that touch it and each other at the same time: a triangle of sides 6, 5, 5 in radii 3, 2.5.
    let top = world.add(Body::disc([4.0, 3.0], 3.0)).expect("room");
    let bottom = world.add(Body::disc([4.0, -3.0], 3.0)).expect("they touch, and do not overlap");
    let cue = world.add(Body::disc([-10.0, 0.0], 2.0).velocity([1.0, 0.0])).expect("room");
    // The centres are 5 = 3 + 2 apart when the cue is at x = 0.
    let frame = world.step(11.0);
    let [first, second] = met(&frame)[..2] else { panic!("both are met: {frame:?}") };
    assert_eq!(first, (10.0, 0, EventKind::Body(cue)));
    // The cue was put beside the first, in numbers, and flies on from there.
    assert_eq!((second.1, second.2), (1, EventKind::Body(cue)));
    assert!((10.0..10.0 + 1e-9).contains(&second.0), "{}", second.0);
    assert!(0.0 < velocity(&world, top)[0] && 0.0 < velocity(&world, bottom)[0]);
    let energy = world.energy();
    assert!((energy / 0.5 - 1.0).abs() < 1e-12, "{energy}");
    assert!(world.report().overlapping.is_empty());
}

/// A cushion was missed in the corner, where two events fall together.
#[test]
fn pooltool_217_both_cushions_of_a_corner() {
    let table = polygon(&[[0.0, 0.0], [8.0, 0.0], [8.0, 4.0], [0.0, 4.0]]);
    let mut world = World::new(Walls::new(table.edges()));
    let ball = world.add(Body::disc([3.0, 3.0], 1.0).velocity([-2.0, -2.0])).expect("room");
    let frame = world.step(1.5);
    // Both walls are met at 1, when the ball is at (1, 1); it comes back the way it went.
    let times: Vec<f64> = frame.events.iter().map(|event| event.time).collect();
    assert_eq!((times, velocity(&world, ball)), (vec![1.0, 1.0], [2.0, 2.0]));
    let path = Walls::new(table.edges()).bounce(&disc([3.0, 3.0], [-1.0, -1.0], 1.0), Limits::bounces(9));
    assert!(matches!(path.ending, Ending::Completed | Ending::BounceLimit { .. }), "{:?}", path.ending);
}

/// Newton's cradle: what comes in at one end goes out at the other, through balls that touch.
#[test]
fn pooltool_257_a_cradle_of_balls_that_touch() {
    let mut world = World::default();
    let balls: Vec<BodyId> =
        (0..5).map(|i| world.add(Body::disc([2.0 * f64::from(i), 0.0], 1.0)).expect("they touch")).collect();
    let first = world.add(Body::disc([-6.0, 0.0], 1.0).velocity([2.0, 0.0])).expect("room");
    let frame = world.step(3.0);
    assert_eq!(frame.events.len(), 5, "{:?}", met(&frame));
    assert!(frame.events.iter().all(|event| event.time == 2.0), "{:?}", met(&frame));
    assert_eq!((velocity(&world, first), velocity(&world, balls[4])), ([0.0, 0.0], [2.0, 0.0]));
    assert!(balls[..4].iter().all(|&ball| velocity(&world, ball) == [0.0, 0.0]));
    assert_eq!(world.momentum(), Vec2::new(2.0, 0.0));
}
