//! Walls that move: lifts, doors, pistons and paddles, and what they meet, carry, push and squeeze.
//!
//! Each named case is also run the naive way, the walls put where they come to between frames ([`naive`]): there it fails.

use crate::{cases, segment};
use carom::{
    Body, BodyId, EventKind, FrameEnd, Group, GroupId, Response, Segment, Settings, Squeeze, Thing, Vec2, WallId,
    Walls, World,
};
use carom_oracle::groups::{self, Counts, judged_step};
use carom_oracle::rng::Rng;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const DT: f64 = 1.0 / 64.0;

fn falling(walls: Walls) -> World {
    World::with(walls, Settings { gravity: Vec2::new(0.0, -9.8), ..Settings::default() }).unwrap()
}

/// A world in which nothing falls, with these walls.
fn still(walls: &[Segment]) -> World {
    World::new(Walls::new(walls.iter().copied()))
}

/// Moves walls as programs do that have no walls that move: by putting them elsewhere when a frame is over. Whether there was room for them.
fn naive(world: &mut World, ids: &[WallId], way: Vec2, dt: f64) -> bool {
    world.step(dt);
    ids.iter().all(|&id| {
        let wall = world.get_wall(id).and_then(|wall| wall.segment()).unwrap();
        world.replace_wall(id, segment_of(wall, way)).is_ok()
    })
}

fn segment_of(wall: Segment, way: Vec2) -> Segment {
    Segment::new(wall.a() + way, wall.b() + way).unwrap()
}

fn place(world: &World, body: BodyId) -> [f64; 2] {
    let at = world.get(body).unwrap().position;
    [at.x, at.y]
}

fn offset(world: &World, group: GroupId) -> Vec2 {
    world.group(group).unwrap().offset()
}

/// Judges every place of some frames, and gives all events' kinds.
fn run(world: &mut World, frames: usize, dt: f64) -> Vec<EventKind> {
    let mut kinds = Vec::new();
    for k in 0..frames {
        let frame = judged_step(world, dt, &mut Counts::default()).unwrap_or_else(|wrong| panic!("frame {k}: {wrong}"));
        assert_eq!(frame.end, FrameEnd::Completed, "frame {k}");
        kinds.extend(frame.events.iter().map(|event| event.kind));
    }
    kinds
}

/// A ball between a wall and a press: it bounces ever faster, and when there is no room it is squeezed, between both, and the press stops.
#[test]
fn a_ball_in_a_shrinking_box() {
    let walls = [segment([0.0, -5.0], [0.0, 5.0])];
    let (wall, ball) = (segment([6.0, -5.0], [6.0, 5.0]), Body::disc([3, 0], 1.0).velocity([1, 0]));
    let mut world = still(&walls);
    let id = world.add(ball).unwrap();
    let press = world.add_group(Group::new([wall]).velocity([-1, 0])).unwrap();
    // The gap times the speed is kept, up to a part that is the press's speed of the ball's.
    let action = |world: &World| (4.0 + offset(world, press).x) * world.get(id).unwrap().velocity.length();
    let mut kinds = run(&mut world, 240, DT);
    let first = action(&world);
    kinds.extend(run(&mut world, 12, DT));
    assert!((action(&world) / first - 1.0).abs() < 0.05, "{first}, and later {}", action(&world));
    while !kinds.iter().any(|kind| matches!(kind, EventKind::Squeezed(..))) {
        kinds.extend(run(&mut world, 1, DT));
        assert!(kinds.len() < 5_000, "never squeezed");
    }
    let standing = world.walls().ids().next().unwrap();
    assert_eq!(kinds.last(), Some(&EventKind::Squeezed(press, Some(Thing::Wall(standing)))));
    assert_eq!(world.group(press).unwrap().get_velocity(), Vec2::default());
    assert_eq!(world.tally().squeezed, 1);
    let left = 4.0 + offset(&world, press).x;
    assert!(0.0 < left && left < DT, "{left} is left");
    assert!(1.0 <= place(&world, id)[0] && place(&world, id)[0] <= 1.0 + left);

    let mut world = still(&walls);
    world.add(ball).unwrap();
    let press = world.add_wall(wall).unwrap();
    let mut frames = 0;
    while frames < 256 && naive(&mut world, &[press], Vec2::new(-DT, 0.0), DT) {
        frames += 1;
    }
    // It has run into the ball, which is no faster than it was.
    assert!(frames < 256 && world.motion_energy() == 0.5, "{frames} frames");
}

/// What stands on a lift is carried by it, all of it, and nothing sinks in or falls through.
#[test]
fn a_crowd_on_a_lift() {
    let shaft = [segment([-4.0, -1.0], [-4.0, 20.0]), segment([4.0, -1.0], [4.0, 20.0])];
    let floor = segment([-5.0, 0.0], [5.0, 0.0]);
    let crowd = |world: &mut World| -> Vec<BodyId> {
        let bodies = (0..14).map(|k| {
            let at = [f64::from(k % 7) - 3.0, 0.5 + 1.25 * f64::from(k / 7)];
            world.add(Body::disc(at, 0.4).restitution(0.0).mass(1.0 + f64::from(k % 3))).unwrap()
        });
        bodies.collect()
    };
    let mut world = falling(Walls::new(shaft));
    let bodies = crowd(&mut world);
    let lift = world.add_group(Group::new([floor])).unwrap();
    run(&mut world, 128, DT);
    let before: Vec<f64> = bodies.iter().map(|&id| place(&world, id)[1]).collect();
    world.set_group_velocity(lift, [0.0, 2.0]).unwrap();
    run(&mut world, 192, DT);
    assert_eq!(offset(&world, lift), Vec2::new(0.0, 6.0));
    for (k, (&id, low)) in bodies.iter().zip(&before).enumerate() {
        let [x, y] = place(&world, id);
        assert!(x.abs() < 4.0 && (y - low - 6.0).abs() < 0.5, "body {k} went from {low} to {y}");
        assert_eq!(world.get(id).unwrap().velocity.y, 2.0, "body {k}");
    }
    // It stops, and goes down again: nobody is left in the air.
    world.set_group_velocity(lift, [0.0, 0.0]).unwrap();
    run(&mut world, 128, DT);
    world.set_group_velocity(lift, [0.0, -2.0]).unwrap();
    run(&mut world, 192, DT);
    world.set_group_velocity(lift, [0.0, 0.0]).unwrap();
    run(&mut world, 128, DT);
    assert_eq!(offset(&world, lift), Vec2::new(0.0, 0.0));
    for &id in &bodies {
        let [x, y] = place(&world, id);
        assert!(x.abs() < 4.0 && 0.3 < y && y < 2.0, "one is at {x}, {y}");
    }

    let mut world = falling(Walls::new(shaft));
    crowd(&mut world);
    let lift = world.add_wall(floor).unwrap();
    assert!((0..192).any(|_| !naive(&mut world, &[lift], Vec2::new(0.0, 2.0 * DT), DT)), "the naive lift goes up");
}

/// A lift that moves by more than a body's size in a frame: put elsewhere, it would end above the ball that stood on it, without an event.
#[test]
fn a_lift_that_is_put_elsewhere_leaves_the_ball_behind() {
    let floor = segment([-2.0, 0.0], [2.0, 0.0]);
    let ball = Body::disc([0, 1], 1.0).restitution(0.0);
    let mut world = World::default();
    let id = world.add(ball).unwrap();
    let lift = world.add_group(Group::new([floor]).velocity([0, 8])).unwrap();
    assert_eq!(run(&mut world, 1, 1.0), [EventKind::Group(lift, 0)]);
    assert!((place(&world, id)[1] - 9.0).abs() < 1e-9);

    let mut world = World::default();
    let id = world.add(ball).unwrap();
    let lift = world.add_wall(floor).unwrap();
    assert!(naive(&mut world, &[lift], Vec2::new(0.0, 8.0), 1.0), "there is room above");
    assert_eq!(place(&world, id)[1], 1.0, "seven units below the lift");
}

/// A door that closes on a body stops there, or passes on and leaves the body where it is, as was said.
#[test]
fn a_door_that_closes_on_a_body() {
    let post = segment([4.0, -2.0], [4.0, 2.0]);
    // The edge of a sliding door, and its two faces.
    let door = [segment([0.0, -0.1], [0.0, 0.1]), segment([-4.0, 0.1], [0.0, 0.1]), segment([-4.0, -0.1], [0.0, -0.1])];
    let visitor = Body::disc([2.0, 0.0], 0.5).restitution(0.0);
    for squeeze in [Squeeze::Stop, Squeeze::Pass] {
        let mut world = still(&[post]);
        let id = world.add(visitor).unwrap();
        let group = world.add_group(Group::new(door).velocity([1, 0]).squeeze(squeeze)).unwrap();
        let mut squeezed = Vec::new();
        for _ in 0..256 {
            let frame = world.step(DT);
            assert_eq!(frame.end, FrameEnd::Completed);
            assert_eq!(world.report().overlapping, []);
            squeezed.extend(frame.events.into_iter().filter(|event| matches!(event.kind, EventKind::Squeezed(..))));
        }
        let wall = world.walls().ids().next().unwrap();
        assert_eq!(squeezed.len(), 1, "{squeezed:?}");
        assert_eq!(
            (squeezed[0].body, squeezed[0].kind),
            (Some(id), EventKind::Squeezed(group, Some(Thing::Wall(wall))))
        );
        let [x, y] = place(&world, id);
        assert!((x - 3.5).abs() < 1e-9 && y.abs() < 1e-9 && x <= 3.5, "it is before the post, at {x}, {y}");
        let moved = offset(&world, group).x;
        match squeeze {
            Squeeze::Stop => assert!((moved - 3.0).abs() < 1e-9, "the door has come to the body, not {moved}"),
            Squeeze::Pass => assert_eq!(moved, 4.0),
        }
        // It opens again, and they see each other again.
        world.set_group_velocity(group, [-2.0, 0.0]).unwrap();
        for _ in 0..128 {
            world.step(DT);
        }
        assert_eq!(place(&world, id), [x, y]);
        world.set_group_velocity(group, [1.0, 0.0]).unwrap();
        let again =
            (0..320).flat_map(|_| world.step(DT).events).any(|event| matches!(event.kind, EventKind::Group(..)));
        assert!(again, "{squeeze:?}");
    }

    let mut world = still(&[post]);
    world.add(visitor).unwrap();
    let ids = door.map(|wall| world.add_wall(wall).unwrap());
    let closes = (0..256).all(|_| naive(&mut world, &ids, Vec2::new(DT, 0.0), DT));
    assert!(!closes, "the naive door cannot close, and nobody is pushed");
}

/// Platforms that come up one after the other: a body that stands is carried from one to the next, and blades push what lies on the ground.
#[test]
fn a_conveyor_of_platforms() {
    let platforms: Vec<Segment> = (0..6).map(f64::from).map(|k| segment([-1.0, -3.0 * k], [1.0, -3.0 * k])).collect();
    let blades: Vec<Segment> =
        (0..4).map(f64::from).map(|k| segment([2.0 - 3.0 * k, -9.0], [2.0 - 3.0 * k, -8.0])).collect();
    let mut world = falling(Walls::new([segment([-20.0, -9.5], [30.0, -9.5])]));
    let rider = world.add(Body::disc([0.0, 0.5], 0.5).restitution(0.0)).unwrap();
    let pushed = world.add(Body::disc([0.5, -9.25], 0.25).restitution(0.0).response(Response::Slide)).unwrap();
    let up = world.add_group(Group::new(platforms.clone()).velocity([0, 3])).unwrap();
    let along = world.add_group(Group::new(blades).velocity([1, 0])).unwrap();
    let kinds = run(&mut world, 128, DT);
    assert_eq!((offset(&world, up), offset(&world, along)), (Vec2::new(0.0, 6.0), Vec2::new(2.0, 0.0)));
    assert!((place(&world, rider)[1] - 6.5).abs() < 0.05, "it is carried: {:?}", place(&world, rider));
    assert!(place(&world, pushed)[0] > 1.2, "it is pushed: {:?}", place(&world, pushed));
    assert!(kinds.contains(&EventKind::Group(up, 0)) && kinds.contains(&EventKind::Group(along, 1)));
    // One that falls off lands on the next.
    world.set_velocity(rider, [6.0, 3.0]).unwrap();
    run(&mut world, 40, DT);
    world.set_velocity(rider, [-6.0, 0.0]).unwrap();
    let kinds = run(&mut world, 64, DT);
    assert!(kinds.iter().any(|kind| matches!(kind, EventKind::Group(group, k) if *group == up && *k > 0)), "{kinds:?}");

    let mut world = falling(Walls::default());
    let rider = world.add(Body::disc([0.0, 0.5], 0.5).restitution(0.0)).unwrap();
    let ids: Vec<WallId> = platforms.iter().map(|&wall| world.add_wall(wall).unwrap()).collect();
    let goes = (0..128).all(|_| naive(&mut world, &ids, Vec2::new(0.0, 3.0 * DT), DT));
    assert!(!goes || place(&world, rider)[1] < 6.0, "the naive platform carries nobody");
}

/// A paddle whose side comes to a ball just as the frame ends has hit it in that frame, and the ball is not in it.
#[test]
fn a_paddle_hit_from_its_side_at_the_frames_end() {
    let corners = [[-8.0, 0.0], [-4.0, 0.0], [-4.0, 1.0], [-8.0, 1.0]];
    let paddle = [0, 1, 2, 3].map(|k| segment(corners[k], corners[(k + 1) % 4]));
    // Its right side is 4 away from the edge of the ball, and goes just that far in a frame, or one unit in the last place less, or further.
    for (speed, is_hit) in
        [(4.0, true), (4.0_f64.next_down(), false), (4.0_f64.next_up(), true), (7.5, true), (4e6, true)]
    {
        let mut world = World::default();
        let ball = world.add(Body::disc([0.5, 0.5], 0.5).velocity([0.0, 0.25])).unwrap();
        let group = world.add_group(Group::new(paddle).velocity([speed, 0.0])).unwrap();
        let mut counts = Counts::default();
        let frame = judged_step(&mut world, 1.0, &mut counts).unwrap();
        let hits: Vec<_> = frame.events.iter().map(|event| (event.body, event.kind)).collect();
        let expected = [(Some(ball), EventKind::Group(group, 1))];
        assert_eq!(hits, expected[..usize::from(is_hit)], "{speed}");
        if is_hit {
            assert_eq!(frame.events[0].after, Vec2::new(2.0 * speed, 0.25), "{speed}");
            assert_eq!(frame.events[0].normal, Vec2::new(1.0, 0.0));
        }
        let right = -4.0 + offset(&world, group).x;
        assert!(right <= place(&world, ball)[0] - 0.5, "{speed}: the side is at {right}");
    }

    let mut world = World::default();
    world.add(Body::disc([0.5, 0.5], 0.5).velocity([0.0, 0.25])).unwrap();
    let ids = paddle.map(|wall| world.add_wall(wall).unwrap());
    assert!(!naive(&mut world, &ids, Vec2::new(4.25, 0.0), 1.0), "the naive paddle is in the ball");
    assert_eq!(world.tally().bounces, 0);
}

/// What cannot yield is not pushed through what stands behind it, however hard it is pressed: two groups, a body that is held, and bodies behind bodies.
#[test]
fn nobody_is_pushed_through_anything() {
    for (speed, count) in [(0.25, 1), (1.0, 3), (1e3, 3), (1e6, 5)] {
        for restitution in [0.0, 0.5, 1.0] {
            let mut world = still(&[segment([0.0, -3.0], [0.0, 3.0])]);
            for k in 0..count {
                world.add(Body::disc([1.0 + 2.5 * f64::from(k), 0.0], 1.0).restitution(restitution)).unwrap();
            }
            let press = Group::new([segment([14.0, -3.0], [14.0, 3.0])]).velocity([-speed, 0.0]);
            let press = world.add_group(press).unwrap();
            let dt = 0.25 / speed;
            for k in 0..64 {
                let frame = judged_step(&mut world, dt, &mut Counts::default());
                frame.unwrap_or_else(|wrong| panic!("{speed} {count} {restitution} frame {k}: {wrong}"));
            }
            let least = 2.0 * f64::from(count);
            assert!(14.0 + offset(&world, press).x >= least, "{speed} {count} {restitution}");
            assert!(world.bodies().all(|(_, body)| body.position.x >= 1.0));
        }
    }
}

/// Two groups that close on a body from both sides: the one that met it last stops, and then the other.
#[test]
fn two_groups_squeeze_one() {
    let mut world = World::default();
    let ball = world.add(Body::disc([0, 0], 1.0).restitution(0.0)).unwrap();
    let left = world.add_group(Group::new([segment([-4.0, -2.0], [-4.0, 2.0])]).velocity([1, 0])).unwrap();
    let right = world.add_group(Group::new([segment([5.0, -2.0], [5.0, 2.0])]).velocity([-1, 0])).unwrap();
    let kinds = run(&mut world, 400, DT);
    let squeezed: Vec<_> = kinds.iter().filter(|kind| matches!(kind, EventKind::Squeezed(..))).collect();
    let sides =
        [EventKind::Squeezed(left, Some(Thing::Group(right))), EventKind::Squeezed(right, Some(Thing::Group(left)))];
    assert!(!squeezed.is_empty() && squeezed.iter().all(|kind| sides.contains(kind)), "{squeezed:?}");
    assert!(world.groups().all(|(_, group)| group.get_velocity() == Vec2::default()) || squeezed.len() == 1);
    assert!(place(&world, ball)[0].abs() < 1.5);
}

/// A gas in a cylinder with a slow piston: with two directions to move in, γ = 2, and p·V² is kept; p·V is the energy of motion.
#[test]
fn a_gas_is_compressed() {
    let (mut world, piston) = groups::cylinder(200, 0.004, &mut Rng::for_case(0, "gas", 0));
    // It comes to a mean first.
    for _ in 0..64 {
        world.advance(0.25, |_| {});
    }
    let (volume, energy) = (4.0, world.motion_energy());
    world.set_group_velocity(piston, [-1.0 / 512.0, 0.0]).unwrap();
    let mut counts = Counts::default();
    while offset(&world, piston).x > -2.0 {
        if cfg!(debug_assertions) || counts.events > 100_000 {
            world.advance(1.0, |_| {});
        } else {
            judged_step(&mut world, 1.0, &mut counts).unwrap();
        }
    }
    let kept = world.motion_energy() * 2.0 / (energy * volume);
    assert!((kept - 1.0).abs() < 0.01, "p·V² is {kept} of what it was");
    assert_eq!(world.report().overlapping, []);
    assert!(world.bodies().all(|(_, body)| body.position.x < 2.0 && 0.0 < body.position.x));
}

/// The same with a piston of any speed, up to a million times that of the bodies: nobody leaves, and nobody overlaps.
///
/// `CAROM_EVENTS` asks for so many events, on all cores, and `CAROM_SEED` for other ones.
#[test]
fn a_piston_of_any_speed() {
    let asked = |name| std::env::var(name).ok().and_then(|number| number.parse::<u64>().ok());
    let (wanted, seed) = (asked("CAROM_EVENTS"), asked("CAROM_SEED").unwrap_or(0));
    let threads = if wanted.is_some() { std::thread::available_parallelism().map_or(1, usize::from) } else { 1 };
    let (next, events, met) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let case = next.fetch_add(1, Relaxed);
                    if wanted.map_or(case >= cases(96), |wanted| events.load(Relaxed) >= wanted) {
                        break;
                    }
                    let counts = piston_of_any_speed(seed, case);
                    events.fetch_add(counts.events, Relaxed);
                    met.fetch_add(counts.met, Relaxed);
                }
            });
        }
    });
    assert!(met.load(Relaxed) > 0);
    println!(
        "{} events in {} cylinders, {} of them with the piston: 0 wrong",
        events.into_inner(),
        next.into_inner(),
        met.into_inner()
    );
}

fn piston_of_any_speed(seed: u64, case: u64) -> Counts {
    const SPEEDS: [f64; 6] = [1e-3, 0.1, 1.0, 10.0, 1e3, 1e6];
    let mut counts = Counts::default();
    let (mut world, piston) = groups::cylinder(12, 0.02, &mut Rng::for_case(seed, "pistons", case));
    let speed = SPEEDS[case as usize % SPEEDS.len()];
    let mut way = -1.0;
    for frame in 0..12 {
        world.set_group_velocity(piston, [way * speed, 0.0]).unwrap();
        // At most a fifth of the cylinder a frame, there and back.
        let dt = 0.4 / if speed > 1.0 { speed } else { 1.0 };
        let told = judged_step(&mut world, dt, &mut counts);
        told.unwrap_or_else(|wrong| panic!("case {case}, speed {speed}, frame {frame}: {wrong}"));
        let x = 4.0 + offset(&world, piston).x;
        if !(1.0..=3.5).contains(&x) {
            way = if x < 1.0 { 1.0 } else { -1.0 };
        }
        assert!(world.bodies().all(|(_, body)| body.position.x <= x && body.position.x >= 0.0), "case {case}");
    }
    counts
}

/// Small worlds of all kinds, judged place by place.
#[test]
fn small_worlds() {
    let mut counts = Counts::default();
    for case in 0..cases(1_600) {
        let judged = groups::run(&mut Rng::for_case(0, "moving walls", case), &mut counts);
        judged.unwrap_or_else(|wrong| panic!("case {case}: {wrong}"));
    }
    assert!(cases(1_600) < 100 || (counts.met > 10_000 && counts.squeezed > 10), "{counts:?}");
}

/// A world of all kinds of groups, for what follows.
fn mixed(mirror: [f64; 2]) -> World {
    let at = |[x, y]: [f64; 2]| [x * mirror[0], y * mirror[1]];
    let wall = |a, b| segment(at(a), at(b));
    let corners = [[0.0, 0.0], [20.0, 0.0], [20.0, 12.0], [0.0, 12.0]];
    let room = (0..4).map(|k| wall(corners[k], corners[(k + 1) % 4]));
    let settings = Settings { gravity: at([0.0, -5.0]).into(), ..Settings::default() };
    let mut world = World::with(Walls::new(room), settings).unwrap();
    for k in 0..30_u32 {
        let (column, row) = (f64::from(k % 6), f64::from(k / 6));
        let velocity = at([f64::from(k * 37 % 11) - 5.0, f64::from(k * 53 % 7) - 3.0]);
        let restitution = if k % 3 == 0 { 0.5 } else { 1.0 };
        let body = Body::disc(at([4.0 + 2.3 * column, 4.0 + 1.5 * row]), 0.4).velocity(velocity);
        world.add(body.restitution(restitution)).unwrap();
    }
    let lift = [wall([3.0, 1.0], [9.0, 1.5]), wall([9.0, 1.5], [9.0, 0.5])];
    world.add_group(Group::new(lift).velocity(at([0.0, 0.75]))).unwrap();
    world.add_group(Group::new([wall([1.0, 1.0], [1.5, 11.0])]).velocity(at([0.3, 0.0]))).unwrap();
    world.add_gate(wall([0.0, 6.0], [20.0, 6.0]));
    world.add(Body::disc(at([15.0, 3.0]), 2.0).sensor()).unwrap();
    world
}

#[test]
fn the_mirror_image_does_the_mirrored_thing() {
    for mirror in [[-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]] {
        let ([mut world, mut image], mut crossings) = ([[1.0, 1.0], mirror].map(mixed), 0);
        let [aslant, mirrored] = [(&mut world, [1.0, 1.0]), (&mut image, mirror)]
            .map(|(world, [x, y])| world.add_gate(segment([0.0, 6.1 * y], [20.0 * x, 6.3 * y])));
        assert_eq!(aslant, mirrored);
        for k in 0..100 {
            // Who is exactly on a gate counts as on one side of it, also in the mirror; on the one aslant nobody is.
            let [told, seen] = [&mut world, &mut image].map(|world| {
                let mut events = world.step(DT).events;
                events.retain(|event| !matches!(event.kind, EventKind::Gate(gate, _) if gate != aslant));
                events
            });
            assert_eq!(told.len(), seen.len(), "frame {k}");
            for (event, other) in told.iter().zip(&seen) {
                assert_eq!((event.time, event.body), (other.time, other.body), "frame {k}");
                assert_eq!([event.after.x * mirror[0], event.after.y * mirror[1]], [other.after.x, other.after.y]);
                if let (EventKind::Gate(_, way), EventKind::Gate(_, other)) = (event.kind, other.kind) {
                    // A gate keeps its ends, so one mirror turns its sides round, and two do not.
                    assert_eq!(way == other, mirror[0] * mirror[1] > 0.0, "frame {k}");
                    crossings += 1;
                }
            }
            for ((_, body), (_, other)) in world.bodies().zip(image.bodies()) {
                let at = [body.position.x * mirror[0], body.position.y * mirror[1]];
                assert_eq!(at, [other.position.x, other.position.y], "frame {k}");
            }
        }
        assert!(world.tally().bounces > 20 && crossings > 10, "{crossings}");
    }
}

#[test]
fn snapshots_and_clones_go_on_with_the_same_bits() {
    let mut world = mixed([1.0, 1.0]);
    for _ in 0..40 {
        world.step(DT);
    }
    let before = world.snapshot();
    let mut clone = world.clone();
    let mut fresh = mixed([1.0, 1.0]);
    fresh.restore(&before).unwrap();
    assert_eq!(fresh.snapshot(), before);
    for _ in 0..100 {
        let frame = world.step(DT);
        assert_eq!(clone.step(DT), frame);
        assert_eq!(fresh.step(DT), frame);
        assert!(world.state_hash() == clone.state_hash() && world.state_hash() == fresh.state_hash());
    }
    world.restore(&before).unwrap();
    assert_eq!(world.snapshot(), before);
    // Where a group is, is part of the state.
    let group = world.groups().next().unwrap().0;
    let hash = world.state_hash();
    world.set_group_velocity(group, [1.0, 0.0]).unwrap();
    assert_ne!(world.state_hash(), hash);
}

/// The same bits in debug and release builds and on every machine.
#[test]
fn the_state_after_three_hundred_frames() {
    let mut world = mixed([1.0, 1.0]);
    for k in 0..300 {
        if k % 100 == 99 {
            let ids: Vec<GroupId> = world.groups().map(|(id, _)| id).collect();
            for id in ids {
                let back = world.group(id).unwrap().get_velocity() * -1.0;
                world.set_group_velocity(id, back).unwrap();
            }
        }
        world.advance(DT, |_| {});
    }
    assert_eq!(format!("{:016x}", world.state_hash()), "df6a6f307c5a455a", "{:?}", world.tally());
}

/// A frame in two parts is the same frame, up to rounding.
#[test]
fn a_frame_in_two_parts() {
    let make = || {
        let (mut world, piston) = groups::cylinder(6, 0.05, &mut Rng::for_case(0, "parts", 1));
        world.set_group_velocity(piston, [-0.5, 0.0]).unwrap();
        world
    };
    let (mut whole, mut parts) = (make(), make());
    for _ in 0..6 {
        whole.step(0.5);
        parts.step(0.375);
        parts.step(0.125);
        for ((_, body), (_, other)) in whole.bodies().zip(parts.bodies()) {
            assert!((body.position - other.position).length() < 1e-6, "{body:?} {other:?}");
        }
        assert!(whole.groups().eq(parts.groups()));
    }
    assert_eq!(whole.tally().bounces, parts.tally().bounces);
}

/// Gates count, and sensors see, who is carried and pushed, and who carries; and a paddle is steered in the middle of a frame.
#[test]
fn gates_sensors_and_changes_see_them() {
    let mut world = World::default();
    let ball = world.add(Body::disc([0, 1], 1.0).restitution(0.0)).unwrap();
    let eye = world.add(Body::disc([0, 9], 2.0).sensor()).unwrap();
    let lift = world.add_group(Group::new([segment([-2.0, 0.0], [2.0, 0.0])]).velocity([0, 4])).unwrap();
    let gate = world.add_gate(segment([-3.0, 3.0], [3.0, 3.0]));
    let frame = world.step(2.0);
    let kinds: Vec<EventKind> = frame.events.iter().map(|event| event.kind).collect();
    assert_eq!(kinds[0], EventKind::Group(lift, 0));
    assert!(matches!(kinds[1], EventKind::Gate(crossed, _) if crossed == gate), "{kinds:?}");
    assert!(
        matches!(kinds[2], EventKind::GroupGate(group, crossed, _) if (group, crossed) == (lift, gate)),
        "{kinds:?}"
    );
    assert_eq!((frame.events[3].body, kinds[3]), (Some(eye), EventKind::Enters(ball)));
    assert_eq!((frame.events[4].body, kinds[4], kinds.len()), (Some(eye), EventKind::GroupEnters(lift), 5));

    let mut world = World::default();
    let ball = world.add(Body::disc([0, 5], 1.0)).unwrap();
    let lift = world.add_group(Group::new([segment([-2.0, 0.0], [2.0, 0.0])]).velocity([0, 4])).unwrap();
    let frame = world.step_with(2.0, |now| {
        if let EventKind::Group(group, _) = now.event.kind {
            now.set_group_velocity(group, [0.0, -4.0]).unwrap();
        }
    });
    assert_eq!(frame.events.iter().map(|event| event.time).collect::<Vec<_>>(), [1.0]);
    assert_eq!(offset(&world, lift), Vec2::new(0.0, 0.0));
    assert!((place(&world, ball)[1] - 13.0).abs() < 1e-9);
    let frame = world.step_with(1.0, |now| now.remove_group(lift));
    assert!(frame.events.is_empty() && world.group(lift).is_some());
}

/// With `step_with`, a group that squeezes a body stops there too, and the events are those of `step`.
#[test]
fn squeezed_while_looked_at() {
    let make = || {
        let mut world = still(&[segment([0.0, -5.0], [0.0, 5.0])]);
        world.add(Body::disc([3, 0], 1.0).velocity([1, 0])).unwrap();
        world.add_group(Group::new([segment([6.0, -5.0], [6.0, 5.0])]).velocity([-1, 0])).unwrap();
        world
    };
    let (mut world, mut other) = (make(), make());
    let mut squeezed = 0;
    for _ in 0..300 {
        let frame = world.step(DT);
        let mut shown = Vec::new();
        assert_eq!(other.step_with(DT, |now| shown.push(now.event)), frame);
        assert_eq!(shown, frame.events);
        assert_eq!(world.state_hash(), other.state_hash());
        squeezed += frame.events.iter().filter(|event| matches!(event.kind, EventKind::Squeezed(..))).count();
    }
    assert_eq!(squeezed, 1);
}

/// Bad numbers are told, and nothing is changed.
#[test]
fn what_is_refused() {
    let mut world = World::default();
    let wall = segment([-1.0, 0.0], [1.0, 0.0]);
    let group = world.add_group(Group::new([wall])).unwrap();
    let error = world.set_group_velocity(group, [f64::INFINITY, 0.0]).unwrap_err().to_string();
    assert_eq!(error, "group velocity is (inf, 0); coordinates must be finite numbers");
    let error = world.add(Body::disc([0.0, 0.5], 1.0)).unwrap_err().to_string();
    assert!(error.starts_with("the new body at (0, 0.5) is on or in a wall of group 0"), "{error}");
    world.set_group_velocity(group, [0.0, -1.0]).unwrap();
    world.step(1.0);
    // Where it was there is room now.
    let ball = world.add(Body::disc([0.0, 0.5], 1.0)).unwrap();
    assert!(world.replace(ball, Body::disc([0.0, -0.5], 1.0)).is_err());
    world.remove_group(group);
    assert!(world.set_group_velocity(group, [0.0, 1.0]).is_err() && world.group(group).is_none());
    assert!(world.replace(ball, Body::disc([0.0, -0.5], 1.0)).is_ok());
    // Beyond all numbers: no panic, and nobody is overlapped.
    let group = world.add_group(Group::new([segment([-1.0, 9.0], [1.0, 9.0])]).velocity([1e308, -1e308])).unwrap();
    world.step(1e308);
    world.step(1.0);
    assert_eq!(world.report().overlapping, []);
    assert!(world.group(group).is_some());
}
