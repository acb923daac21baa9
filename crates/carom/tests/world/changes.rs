//! Bodies and walls that come, go and are moved between steps; going back; stopping half way.

use crate::{
    DT, assert_apart, assert_near, boxed, falling, frames, meets_wall, no_walls, position, segment, step_all, velocity,
};
use carom::{Body, BodyId, Circle, Error, Event, FrameEnd, Response, Settings, Vec2, Wall, Walls, World};
use carom_oracle::rng::Rng;
use carom_oracle::round::next_down;

fn room() -> World {
    World::new(Walls::new(boxed([0.0, 0.0], [10.0, 10.0])))
}

/// Some discs on their way.
fn crowd() -> World {
    let mut world = room();
    world.add_gate(segment([5.0, 0.0], [5.0, 10.0]));
    let rng = &mut Rng::new(5);
    for k in 0..16 {
        let at = [1.0 + 2.5 * f64::from(k % 4), 1.0 + 2.5 * f64::from(k / 4)];
        let velocity = [rng.within(-40.0, 40.0), rng.within(-40.0, 40.0)];
        let body = if k % 5 == 0 { Body::point(at) } else { Body::disc(at, 0.75) };
        world.add(body.velocity(velocity).mass(rng.within(0.5, 2.0))).unwrap();
    }
    world
}

/// The message names both things, and where.
#[track_caller]
fn assert_names(error: &impl std::fmt::Display, names: &[&str]) {
    let message = error.to_string();
    assert!(names.iter().all(|name| message.contains(name)), "{message:?} does not name {names:?}");
    assert!(!message.ends_with('.'), "{message:?}");
}

#[test]
fn adding_where_there_is_no_room() {
    let mut world = room();
    world.add(Body::disc([5.0, 5.0], 1.0)).unwrap();
    let hash = world.state_hash();
    let on_wall = world.add(Body::point([10.0, 5.0])).unwrap_err();
    assert_names(&on_wall, &["new body", "wall 1", "(10, 5)"]);
    let in_wall = world.add(Body::disc([1.0, 5.0], 1.5)).unwrap_err();
    assert_names(&in_wall, &["new body", "wall 3", "(1, 5)"]);
    let in_body = world.add(Body::disc([6.0, 5.0], 0.25)).unwrap_err();
    assert_names(&in_body, &["new body", "body 0", "(6, 5)"]);
    let point_in_body = world.add(Body::point([5.5, 5.0])).unwrap_err();
    assert_names(&point_in_body, &["new body", "body 0", "(5.5, 5)"]);
    assert_eq!((world.len(), world.state_hash()), (1, hash), "nothing was added");
    // To touch is allowed.
    assert!(world.add(Body::disc([7.0, 5.0], 1.0)).is_ok());
    assert!(world.add(Body::disc([1.0, 1.0], 1.0)).is_ok());
    assert!(world.add(Body::disc([3.0, 1.0], 1.0)).is_ok());
    assert!(world.add(Body::disc([next_down(5.0), 1.0], 1.0)).is_err());
    assert_apart(&world);
}

#[test]
fn numbers_that_make_no_sense() {
    let mut world = World::new(no_walls());
    let at = [0.0, 0.0];
    let wrong = [
        Body::point([f64::NAN, 0.0]),
        Body::point([0.0, f64::INFINITY]),
        Body::disc(at, -1.0),
        Body::disc(at, f64::NAN),
        Body::disc(at, f64::INFINITY),
        Body::point(at).velocity([f64::NAN, 0.0]),
        Body::point(at).velocity([0.0, f64::NEG_INFINITY]),
        Body::point(at).mass(0.0),
        Body::point(at).mass(-1.0),
        Body::point(at).mass(f64::NAN),
        Body::point(at).mass(f64::INFINITY),
        Body::point(at).restitution(-0.5),
        Body::point(at).restitution(1.5),
        Body::point(at).restitution(f64::NAN),
    ];
    for body in wrong {
        assert!(world.add(body).is_err(), "{body:?}");
    }
    assert!(world.is_empty());
    for gravity in [Vec2::new(f64::NAN, 0.0), Vec2::new(0.0, f64::INFINITY)] {
        assert!(World::with(no_walls(), Settings { gravity, ..Settings::default() }).is_err(), "{gravity:?}");
    }
    // Time that is no time does nothing.
    let body = world.add(Body::point(at).velocity([1.0, 0.0])).unwrap();
    for dt in [0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let frame = world.step(dt);
        assert_eq!((frame.events.len(), frame.end), (0, FrameEnd::Completed), "{dt}");
        assert_eq!((position(&world, body), world.time()), (at, 0.0), "{dt}");
    }
}

/// Far and fast, a body stays among the numbers.
#[test]
fn off_to_infinity() {
    let mut world = World::new(no_walls());
    let ids = [Body::point([0.0, 0.0]), Body::disc([5.0, 5.0], 1.0)]
        .map(|body| world.add(body.velocity([1e300, -1e307])).unwrap());
    for dt in [1.0, 1e6, 1e300] {
        for _ in 0..3 {
            step_all(&mut world, dt);
            assert!(ids.iter().all(|&id| position(&world, id).iter().all(|x| x.is_finite())));
        }
    }
}

#[test]
fn setting() {
    let mut world = room();
    let first = world.add(Body::disc([2.0, 2.0], 1.0)).unwrap();
    let second = world.add(Body::disc([8.0, 8.0], 1.0)).unwrap();
    let hash = world.state_hash();
    let into_body = world.replace(first, Body::disc([8.0, 7.0], 1.0)).unwrap_err();
    assert_names(&into_body, &["body 0", "body 1", "(8, 7)"]);
    let into_wall = world.replace(first, Body::disc([5.0, 9.5], 1.0)).unwrap_err();
    assert_names(&into_wall, &["body 0", "wall 2", "(5, 9.5)"]);
    assert_eq!(world.state_hash(), hash, "nothing was moved");
    assert_near(position(&world, first), [2.0, 2.0], 0.0, "nothing was moved");
    // It may overlap where it was itself.
    let old = world.replace(first, Body::disc([2.5, 2.0], 1.25).velocity([0.0, 3.0])).unwrap();
    assert_eq!((old.position, old.radius), ([2.0, 2.0].into(), 1.0));
    frames(&mut world, 60, DT);
    assert_near(position(&world, first), [2.5, 5.0], 1e-9, "with its new velocity");
    world.remove(second).unwrap();
    assert!(world.replace(second, Body::point([5.0, 1.0])).is_err(), "a body that is gone cannot be moved");
}

#[test]
fn walls_that_come_and_go() {
    let mut world = room();
    let body = world.add(Body::disc([5.0, 5.0], 1.0).velocity([3.0, 0.0])).unwrap();
    let hash = world.state_hash();
    let across = world.add_wall(segment([0.0, 5.5], [10.0, 5.5])).unwrap_err();
    assert_names(&across, &["wall 4", "body 0", "(5, 5)"]);
    assert!(world.add_wall(Circle::new([6.5, 5.0], 1.0).unwrap()).is_err());
    assert_eq!((world.walls().len(), world.state_hash()), (4, hash), "nothing was built");
    let wall = world.add_wall(segment([7.0, 0.0], [7.0, 10.0])).unwrap();
    frames(&mut world, 30, DT);
    assert_near(velocity(&world, body), [-3.0, 0.0], 1e-12, "turned at the new wall");
    // Moved into the body: refused. Moved elsewhere: it meets the wall there.
    let at = position(&world, body);
    assert!(world.replace_wall(wall, segment([at[0], 0.0], [at[0], 10.0])).is_err());
    let old = world.replace_wall(wall, segment([2.0, 0.0], [2.0, 10.0])).unwrap();
    assert_eq!(old.segment(), Some(segment([7.0, 0.0], [7.0, 10.0])));
    frames(&mut world, 60, DT);
    assert_near(velocity(&world, body), [3.0, 0.0], 1e-12, "turned at the moved wall");
    assert_eq!(world.remove_wall(wall).and_then(|wall| wall.segment()), Some(segment([2.0, 0.0], [2.0, 10.0])));
    assert!(world.remove_wall(wall).is_none());
    let gone = world.replace_wall(wall, segment([2.0, 0.0], [2.0, 10.0])).unwrap_err();
    assert_eq!(gone, Error::NoSuchWall { wall: wall.index() });
    world.replace(body, Body::disc([3.5, 5.0], 1.0).velocity([-3.0, 0.0])).unwrap();
    frames(&mut world, 45, DT);
    assert_near(position(&world, body), [1.25, 5.0], 1e-9, "through where the wall was");
    assert_apart(&world);
}

#[test]
fn bodies_that_come_and_go() {
    let mut world = crowd();
    let mut seen: Vec<_> = world.bodies().map(|(id, _)| id).collect();
    let rng = &mut Rng::new(11);
    for _ in 0..200 {
        frames(&mut world, 1, DT);
        let living: Vec<_> = world.bodies().map(|(id, _)| id).collect();
        assert!(living.is_sorted());
        if rng.one_in(2) && !living.is_empty() {
            let gone = *rng.pick(&living);
            let body = world.remove(gone).unwrap();
            assert!(body.mass > 0.0);
            assert!(world.get(gone).is_none() && world.remove(gone).is_none());
        }
        let at = [rng.within(1.0, 9.0), rng.within(1.0, 9.0)];
        if let Ok(id) = world.add(Body::disc(at, 0.5).velocity([rng.within(-40.0, 40.0), 20.0])) {
            assert!(!seen.contains(&id), "{id:?} was used before");
            seen.push(id);
        }
        assert_apart(&world);
        assert_eq!(world.len(), world.bodies().count());
    }
    assert!(50 < seen.len());
}

/// A gate that is moved keeps its id and its count; a velocity that is set is flown; what is not there stays so.
#[test]
fn gates_and_velocities_that_are_changed() {
    let mut world = World::new(no_walls());
    let gate = world.add_gate(segment([1.0, -1.0], [1.0, 1.0]));
    let ball = world.add(Body::point([0.0, 0.0]).velocity([2.0, 0.0])).unwrap();
    world.step(1.0);
    assert_eq!(world.gate_count(gate).unwrap().backward, 1);
    let moved = segment([1.5, -1.0], [1.5, 1.0]);
    assert_eq!(world.replace_gate(gate, moved), Some(segment([1.0, -1.0], [1.0, 1.0])));
    assert_eq!((world.get_gate(gate), world.gate_count(gate).unwrap().backward), (Some(moved), 1));
    assert_eq!(world.set_velocity(ball, [-0.75, 0.0]), Ok(Vec2::new(2.0, 0.0)));
    world.step(1.0);
    assert_eq!(position(&world, ball), [1.25, 0.0]);
    assert_eq!((world.gate_count(gate).unwrap().forward, world.gate_count(gate).unwrap().backward), (1, 1));

    let hash = world.state_hash();
    assert_names(&world.set_velocity(ball, [f64::NAN, 0.0]).unwrap_err(), &["velocity", "NaN"]);
    assert_eq!(world.state_hash(), hash);
    world.remove(ball);
    assert_eq!(world.set_velocity(ball, [1.0, 0.0]), Err(Error::NoSuchBody { body: 0 }));
    world.remove_gate(gate);
    assert_eq!((world.replace_gate(gate, moved), world.get_gate(gate)), (None, None));
    let wall = world.add_wall(moved).unwrap();
    assert_eq!(world.get_wall(wall), Some(moved.into()));
    world.remove_wall(wall);
    assert_eq!(world.get_wall(wall), None);
}

/// What is removed is not met any more, also when a meeting was near.
#[test]
fn removed_before_they_meet() {
    let mut world = World::new(no_walls());
    let mover = world.add(Body::disc([0.0, 0.0], 1.0).velocity([10.0, 0.0])).unwrap();
    let target = world.add(Body::disc([5.0, 0.0], 1.0)).unwrap();
    frames(&mut world, 17, DT);
    assert!(world.remove(target).is_some());
    assert!(frames(&mut world, 60, DT).is_empty());
    assert_near(position(&world, mover), [10.0 * 77.0 / 60.0, 0.0], 1e-9, "straight on");
}

/// Going back and doing it again gives the same bits.
#[test]
fn snapshots() {
    let mut world = crowd();
    frames(&mut world, 30, DT);
    let snapshot = world.snapshot();
    let (before, time, tally) = (world.state_hash(), world.time(), world.tally());
    let gate = world.gate_count(world_gate()).unwrap();
    let run = |world: &mut World| {
        let events = frames(world, 60, DT);
        (events, world.state_hash(), world.time().to_bits(), world.energy().to_bits())
    };
    let first = run(&mut world);
    assert_ne!(first.1, before);
    world.restore(&snapshot).unwrap();
    assert_eq!((world.state_hash(), world.time(), world.tally()), (before, time, tally));
    assert_eq!(world.gate_count(world_gate()).unwrap(), gate);
    let again = run(&mut world);
    assert_eq!(first.1, again.1);
    assert_eq!(first, again);
    // Into another world with the same walls, and after bodies have come and gone.
    let mut other = crowd();
    other.restore(&snapshot).unwrap();
    assert_eq!(run(&mut other), first);
    let ids: Vec<_> = world.bodies().map(|(id, _)| id).collect();
    world.remove(ids[3]);
    world.remove(ids[7]);
    world.restore(&snapshot).unwrap();
    assert_eq!((run(&mut world), world.len()), (first, 16));
}

/// The first gate of every world has the same id.
fn world_gate() -> carom::GateId {
    World::new(no_walls()).add_gate(segment([0.0, 0.0], [0.0, 1.0]))
}

/// A snapshot that does not fit the walls of now is refused.
#[test]
fn snapshots_that_do_not_fit() {
    let mut world = room();
    let body = world.add(Body::disc([5.0, 5.0], 1.0).velocity([-4.0, 0.0])).unwrap();
    let snapshot = world.snapshot();
    frames(&mut world, 45, DT);
    world.add_wall(segment([5.0, 0.0], [5.0, 10.0])).unwrap();
    let hash = world.state_hash();
    let error = world.restore(&snapshot).unwrap_err();
    assert_names(&error, &["body 0", "wall 4"]);
    assert_eq!(world.state_hash(), hash);
    assert_near(position(&world, body), [2.0, 5.0], 1e-9, "nothing was restored");
}

/// A limit on events stops a step half way, at a valid time; going on gives the rest.
#[test]
fn event_limits() {
    let build = |max_events| {
        let settings = Settings { max_events, ..Settings::default() };
        let mut world = World::with(Walls::new(boxed([0.0, 0.0], [1.0, 2.0])), settings).unwrap();
        // Two on one level line, and one on another: nothing that makes rounding grow.
        let first = world.add(Body::disc([0.25, 0.5], 0.1).velocity([700.0, 0.0])).unwrap();
        let second = world.add(Body::disc([0.75, 0.5], 0.1).velocity([-400.0, 0.0])).unwrap();
        let third = world.add(Body::point([0.5, 1.5]).velocity([900.0, 0.0])).unwrap();
        (world, [first, second, third])
    };
    let (mut free, ids) = build(0);
    let all = frames(&mut free, 1, 0.05);
    assert!(40 < all.len(), "{}", all.len());
    let mut expected: Vec<_> = all.iter().map(|event| happening(0.0, event)).collect();
    expected.sort();
    for max_events in [1, 7, 20] {
        let (mut world, _) = build(max_events);
        let (mut events, mut left, mut calls) = (Vec::new(), 0.05, 0);
        loop {
            let begun = world.time();
            let frame = world.step(left);
            assert!(frame.events.len() as u64 <= max_events, "{} events", frame.events.len());
            assert_apart(&world);
            events.extend(frame.events.iter().map(|event| happening(begun, event)));
            calls += 1;
            match frame.end {
                FrameEnd::Completed => break,
                FrameEnd::EventLimit { remaining } => {
                    assert!(0.0 < remaining && remaining <= left, "{remaining} of {left}");
                    assert!((world.time() + remaining - 0.05).abs() < 1e-12, "{} and {remaining}", world.time());
                    left = remaining;
                }
                FrameEnd::Jammed { body, .. } => panic!("{body:?} is jammed in an open room"),
            }
        }
        assert!(all.len() as u64 / max_events <= calls, "{calls} calls");
        assert_eq!(events.len(), all.len(), "at most {max_events} events a step");
        events.sort();
        assert_eq!(events, expected, "at most {max_events} events a step");
        for id in ids {
            assert_near(position(&world, id), position(&free, id), 1e-9, "the end");
        }
        assert!((world.time() - 0.05).abs() < 1e-12);
    }
}

/// The same under gravity, beside bodies that rest or slide: contacts that go on are no events, so they do not cut a step, and neither does
/// a cut wake anybody. A frame that is cut is more than one chord of the same parabola: e seconds and then r have velocities that
/// differ by g·(e + r)/2 from one chord's, and so a place is higher by g·e·r/2, all cuts of a frame together by less than g·dt²/2.
#[test]
fn event_limits_under_gravity() {
    const GRAVITY: f64 = 10.0;
    let build = || {
        let mut world = falling(boxed([0.0, 0.0], [20.0, 40.0]), GRAVITY);
        // Two that come to rest on the floor and a third on both of them; one that slides; and one that flies from wall to wall.
        let rests = [[4.0, 1.0], [6.0, 1.0], [5.0, 1.0 + 3_f64.sqrt() + 1e-9]]
            .map(|at| world.add(Body::disc(at, 1.0).restitution(0.0)).unwrap());
        let slides = world.add(Body::disc([9.0, 1.0], 1.0).response(Response::Slide).velocity([0.5, 0.0])).unwrap();
        frames(&mut world, 60, DT);
        assert!(rests.iter().all(|&id| world.is_at_rest(id)), "{:?}", world.tally());
        let flies = world.add(Body::disc([15.0, 30.0], 0.25).velocity([9_000.0, 0.0])).unwrap();
        (world, rests, slides, flies)
    };
    let (mut free, rests, slides, flies) = build();
    let (before, count) = (free.clone(), 12);
    let all = frames(&mut free, count, DT);
    assert!(80 < all.len() && all.iter().all(|event| event.body == Some(flies) && meets_wall(event)), "{all:?}");
    for max_events in [1, 2, 7] {
        let mut world = before.clone();
        world.set_settings(Settings { max_events, ..*world.settings() }).unwrap();
        let (mut told, mut calls) = (Vec::new(), 0);
        for _ in 0..count {
            let mut left = DT;
            loop {
                let frame = world.step(left);
                assert!(frame.events.len() as u64 <= max_events, "{} events", frame.events.len());
                assert_apart(&world);
                calls += 1;
                told.extend(frame.events.iter().copied());
                match frame.end {
                    FrameEnd::Completed => break,
                    FrameEnd::EventLimit { remaining } => {
                        // Not one step is cut by what goes on in silence.
                        assert_eq!(frame.events.len() as u64, max_events);
                        left = remaining;
                    }
                    FrameEnd::Jammed { body, .. } => panic!("{body:?} is jammed in an open room"),
                }
            }
        }
        let what = format!("at most {max_events} events a step");
        assert!(calls <= told.len() as u64 / max_events + count, "{what}: {calls} calls");
        let [told, all] =
            [&told, &all].map(|events| events.iter().map(|event| (event.body, event.kind)).collect::<Vec<_>>());
        assert_eq!(told, all, "{what}");
        for id in rests {
            assert_eq!((world.get(id), world.is_at_rest(id)), (before.get(id), true), "{what}: {id:?}");
        }
        for id in [slides, flies] {
            let off = count as f64 * GRAVITY * DT * DT / 2.0;
            assert_near(position(&world, id), position(&free, id), off, &what);
            assert_near(velocity(&world, id), velocity(&free, id), 1e-9, &what);
        }
        assert_near(position(&world, slides), position(&free, slides), 1e-9, &what);
        assert!((world.time() - free.time()).abs() < 1e-12, "{what}");
    }
}

/// What happens when, to a billionth of a second: of events at nearly the same time either may be the first by rounding, where a
/// frame is cut in two.
fn happening(begun: f64, event: &Event) -> (u64, Option<BodyId>, String) {
    (((begun + event.time) * 1e9).round() as u64, event.body, format!("{:?}", event.kind))
}

/// `advance` is `step` without a list.
#[test]
fn advance_is_step() {
    let (mut stepped, mut advanced) = (crowd(), crowd());
    for _ in 0..120 {
        let frame = stepped.step(DT);
        let mut events = Vec::new();
        let end = advanced.advance(DT, |event| events.push(*event));
        assert_eq!(end, frame.end);
        assert_eq!(events.len(), frame.events.len());
        for (event, expected) in events.iter().zip(&frame.events) {
            assert_eq!(event, expected);
        }
        assert_eq!(stepped.state_hash(), advanced.state_hash());
    }
}

/// The same world twice, and the same time in other frames.
#[test]
fn hashes() {
    let run = |count: u64, dt: f64| {
        let mut world = crowd();
        frames(&mut world, count, dt);
        world
    };
    assert_eq!(run(64, 1.0 / 64.0).state_hash(), run(64, 1.0 / 64.0).state_hash());
    assert_ne!(run(64, 1.0 / 64.0).state_hash(), run(63, 1.0 / 64.0).state_hash());
    // Any one number is in the hash.
    let base = crowd().state_hash();
    let mut other = crowd();
    let id = other.bodies().next().unwrap().0;
    let body = *other.get(id).unwrap();
    let at = body.position;
    other.replace(id, body.velocity([body.velocity.x, -0.5])).unwrap();
    assert_ne!(other.state_hash(), base);
    other.replace(id, body).unwrap();
    assert_eq!(other.get(id).unwrap().position, at);
}

/// Walls that are nearly where a body is do not matter to it; walls that are there do.
#[test]
fn masks_of_walls_at_the_door() {
    let wall: Wall = segment([0.0, -1.0], [0.0, 1.0]).into();
    let mut world = World::new(Walls::new([wall.with_mask(0b10)]));
    assert!(world.add(Body::point([0.0, 0.0]).mask(0b01)).is_ok());
    assert!(world.add(Body::point([0.0, 0.5]).mask(0b10)).is_err());
    assert!(world.add(Body::disc([0.5, 0.0], 1.0).sensor()).is_ok());
}

#[test]
fn a_velocity_is_set() {
    let mut world = World::new(Walls::new(boxed([0.0, 0.0], [10.0, 10.0])));
    let ball = world.add(Body::disc([5.0, 5.0], 1.0).velocity([1.0, 0.0])).unwrap();
    assert_eq!(world.set_velocity(ball, [0.0, 2.0]), Ok([1.0, 0.0].into()));
    assert!(world.set_velocity(ball, [f64::NAN, 0.0]).is_err());
    world.step(1.0);
    assert_eq!(world.get(ball).unwrap().position, [5.0, 7.0].into());
    assert_eq!(world.path(ball, 0.5).unwrap().end(), [5.0, 8.0].into());
    world.remove(ball);
    assert_eq!(world.set_velocity(ball, [0.0, 2.0]), Err(Error::NoSuchBody { body: ball.index() }));
    assert_eq!(world.path(ball, 0.5), None);
}

#[test]
fn a_gate_moves_and_goes_on_counting() {
    let mut world = World::new(Walls::new(boxed([0.0, 0.0], [100.0, 10.0])));
    world.add(Body::point([1.0, 5.0]).velocity([10.0, 0.0])).unwrap();
    let line = |x: f64| segment([x, 0.0], [x, 10.0]);
    let gate = world.add_gate(line(5.0));
    world.step(1.0);
    assert_eq!(world.replace_gate(gate, line(15.0)), Some(line(5.0)));
    assert_eq!(world.get_gate(gate), Some(line(15.0)));
    world.step(1.0);
    world.step(1.0);
    let count = world.gate_count(gate).unwrap();
    assert_eq!(count.forward + count.backward, 2);
    assert_eq!(world.remove_gate(gate), Some(line(15.0)));
    assert_eq!((world.replace_gate(gate, line(5.0)), world.get_gate(gate)), (None, None));
}
