//! Bodies that are noticed and not felt.

use crate::{DT, assert_near, boxed, frames, no_walls, position, velocity};
use carom::{Body, Event, EventKind, Settings, Walls, World};
use carom_oracle::rng::Rng;

/// The times at which a body comes in and goes out, from the beginning of the run.
fn times(events: &[(f64, Event)]) -> Vec<(bool, f64)> {
    let time = |(frame, event): &(f64, Event)| match event.kind {
        EventKind::Enters(_) => Some((true, frame + event.time)),
        EventKind::Leaves(_) => Some((false, frame + event.time)),
        _ => None,
    };
    events.iter().filter_map(time).collect()
}

fn run(world: &mut World, count: u32, dt: f64) -> Vec<(f64, Event)> {
    let mut events = Vec::new();
    for _ in 0..count {
        let begun = world.time();
        events.extend(frames(world, 1, dt).into_iter().map(|event| (begun, event)));
    }
    events
}

#[track_caller]
fn assert_times(got: &[(bool, f64)], expected: &[(bool, f64)], what: &str) {
    let agree = got.iter().zip(expected).all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() < 1e-9);
    assert!(agree && got.len() == expected.len(), "{what}: {got:?}, not {expected:?}");
}

/// In at 0.25 s, out at 0.75 s, whoever came first and however many frames that takes.
#[test]
fn through_a_sensor() {
    for (count, dt) in [(1, 1.0), (60, DT), (7, 1.0 / 7.0), (1000, 1e-3)] {
        for sensor_first in [true, false] {
            let mut world = World::new(no_walls());
            let sensor = Body::disc([0.0, 0.0], 2.0).sensor();
            let ball = Body::disc([-5.0, 0.0], 0.5).velocity([10.0, 0.0]);
            let bodies = if sensor_first { [sensor, ball] } else { [ball, sensor] };
            let ids = bodies.map(|body| world.add(body).unwrap());
            let events = run(&mut world, count, dt);
            let name = format!("{count} frames, sensor first: {sensor_first}");
            assert_times(&times(&events), &[(true, 0.25), (false, 0.75)], &name);
            for (_, event) in &events {
                let (sensor, ball) = if sensor_first { (ids[0], ids[1]) } else { (ids[1], ids[0]) };
                assert_eq!(event.body, Some(sensor), "{name}");
                assert!(
                    matches!(event.kind, EventKind::Enters(id) | EventKind::Leaves(id) if id == ball),
                    "{name}: {event:?}"
                );
                let other = event.other.unwrap();
                assert_eq!((event.before, other.before), (event.after, other.after), "{name}");
            }
            let ball = ids[usize::from(sensor_first)];
            assert_near(position(&world, ball), [5.0, 0.0], 1e-9, &name);
            assert_near(velocity(&world, ball), [10.0, 0.0], 0.0, &name);
        }
    }
}

/// A sensor goes through walls, other sensors do not notice it, and it may be put anywhere.
#[test]
fn sensors_meet_bodies_only() {
    let mut world = World::new(Walls::new(boxed([-4.0, -4.0], [4.0, 4.0])));
    let first = world.add(Body::disc([0.0, 0.0], 1.0).sensor().velocity([10.0, 0.0])).unwrap();
    world.add(Body::disc([0.5, 0.0], 1.0).sensor()).unwrap();
    world.add(Body::disc([4.0, 0.0], 1.0).sensor()).unwrap();
    assert!(run(&mut world, 60, DT).is_empty());
    assert_near(position(&world, first), [10.0, 0.0], 1e-9, "outside");
}

/// A sensor that moves over standing bodies.
#[test]
fn a_moving_sensor() {
    let mut world = World::new(no_walls());
    let sensor = world.add(Body::disc([-5.0, 0.0], 1.0).sensor().velocity([10.0, 0.0])).unwrap();
    let disc = world.add(Body::disc([0.0, 0.0], 0.5)).unwrap();
    let point = world.add(Body::point([2.0, 0.6])).unwrap();
    let events = run(&mut world, 60, DT);
    let of = |id| {
        events
            .iter()
            .filter(
                |(_, event)| matches!(event.kind, EventKind::Enters(other) | EventKind::Leaves(other) if other == id),
            )
            .copied()
            .collect::<Vec<_>>()
    };
    assert!(events.iter().all(|(_, event)| event.body == Some(sensor)));
    assert_times(&times(&of(disc)), &[(true, 0.35), (false, 0.65)], "the disc");
    assert_times(&times(&of(point)), &[(true, 0.62), (false, 0.78)], "the point");
    assert_near(position(&world, disc), [0.0, 0.0], 0.0, "the disc");
}

/// A ball that turns round inside comes in once and goes out once.
#[test]
fn turning_round_inside() {
    let mut world = World::new(Walls::new(boxed([-10.0, -10.0], [1.0, 10.0])));
    world.add(Body::disc([0.0, 0.0], 2.0).sensor()).unwrap();
    world.add(Body::disc([-5.0, 0.0], 0.5).velocity([10.0, 0.0])).unwrap();
    // To x = 0.5 in 0.55 s, back to x = −2.5 in another 0.3 s.
    let events = run(&mut world, 60, DT);
    assert_times(&times(&events), &[(true, 0.25), (false, 0.85)], "in, wall, out");
    assert_eq!(events.len(), 3, "{events:?}");
}

/// Layers and masks hold for sensors too.
#[test]
fn sensors_with_masks() {
    for (mask, expected) in [(0b01, 0), (0b10, 2)] {
        let mut world = World::new(no_walls());
        world.add(Body::disc([0.0, 0.0], 1.0).sensor().mask(mask)).unwrap();
        world.add(Body::disc([-5.0, 0.0], 0.5).layers(0b10).velocity([10.0, 0.0])).unwrap();
        assert_eq!(run(&mut world, 60, DT).len(), expected, "mask {mask:b}");
    }
}

/// Who only touches from outside, or stays outside, does not come in; or comes in and goes out at one time.
#[test]
fn passing_by() {
    for (height, expected) in [(3.0, 0), (2.0, 2), (2.6, 0)] {
        let mut world = World::new(no_walls());
        world.add(Body::disc([0.0, 0.0], 2.0).sensor()).unwrap();
        world.add(Body::disc([-5.0, height], 0.5).velocity([10.0, 0.0])).unwrap();
        assert_eq!(run(&mut world, 60, DT).len(), expected, "height {height}");
    }
}

/// Where numbers are coarse, a body still comes in once and goes out once, and the step finds that out at once.
#[test]
fn far_from_the_origin() {
    for case in 0..crate::cases(1000) {
        let rng = &mut Rng::for_case(0, "far sensors", case);
        let offset = *rng.pick(&[0.0, 1e3, 1e7, 1e11]);
        let (angle, aside) = (rng.within(0.0, std::f64::consts::TAU), rng.within(-1.0, 1.0));
        let (along, across) = ([angle.cos(), angle.sin()], [-angle.sin(), angle.cos()]);
        let start = [0, 1].map(|axis| offset + aside * across[axis] - 4.0 * along[axis]);
        // Few events are allowed: what is tried again and again without being reported counts too.
        let mut world = World::with(no_walls(), Settings { max_events: 100, ..Settings::default() }).unwrap();
        let sensor = Body::disc([offset, offset], 1.0).sensor();
        let ball = Body::disc(start, if rng.one_in(2) { 0.0 } else { 0.25 }).velocity(along.map(|x| 8.0 * x));
        let bodies = if rng.one_in(2) { [sensor, ball] } else { [ball, sensor] };
        for body in bodies {
            world.add(body).unwrap();
        }
        let kinds: Vec<bool> = times(&run(&mut world, 60, DT)).iter().map(|&(enters, _)| enters).collect();
        assert_eq!(kinds, [true, false], "case {case}, offset {offset:e}");
    }
}

/// The moment of leaving falls between two numbers; it has been tried again and again until no events were left.
#[test]
fn leaving_between_two_numbers() {
    let cases = [
        (
            [10000052.705166293, 10000035.810145026],
            15.056691946334729,
            [10000065.542417886, 10000049.606473476],
            3.6416578749994084,
            [923.6190357194005, -2398.634919431799],
        ),
        (
            [99999.18099013028, 99999.8155143774],
            0.061876470115050035,
            [99999.239668794, 99999.91664297727],
            0.0,
            [-14.65175399014286, -15.725633272860705],
        ),
    ];
    for (place, reach, start, radius, velocity) in cases {
        let mut world = World::with(no_walls(), Settings { max_events: 100, ..Settings::default() }).unwrap();
        world.add(Body::disc(place, reach).sensor()).unwrap();
        world.add(Body::disc(start, radius).velocity(velocity)).unwrap();
        let kinds: Vec<bool> = times(&run(&mut world, 2, 0.01)).iter().map(|&(enters, _)| enters).collect();
        assert_eq!(kinds, [true, false], "{start:?}");
    }
}
