//! Bodies that run into each other.

use crate::{DT, assert_apart, assert_near, boxed, frames, meets_body, no_walls, position, speed, step_all, velocity};
use carom::{Body, BodyId, EventKind, Settings, Wall, Walls, World};
use carom_oracle::bodies::discs_apart;
use carom_oracle::round::next_up;
use carom_oracle::truth::Xy;

const SPEEDS: [f64; 7] = [1.0, 10.0, 1e2, 1e3, 1e4, 1e5, 1e6];

/// Two bodies on the x axis, at −1 and 1, that run into each other.
fn head_on(radius: f64, speed: f64) -> (World, [BodyId; 2]) {
    let mut world = World::new(no_walls());
    let ids = [-1.0, 1.0].map(|side| {
        let body = if radius == 0.0 { Body::point([side, 0.0]) } else { Body::disc([side, 0.0], radius) };
        world.add(body.velocity([-side * speed, 0.0])).expect("there is room")
    });
    (world, ids)
}

/// However fast, they meet once and swap velocities.
#[test]
fn bullets_head_on() {
    for radius in [0.0, 0.01, 0.3] {
        for speed in SPEEDS {
            let (mut world, [a, b]) = head_on(radius, speed);
            let mut events = Vec::new();
            for _ in 0..120 {
                events.extend(frames(&mut world, 1, DT));
                let [left, right] = [a, b].map(|id| position(&world, id)[0]);
                assert!(left <= right, "{radius}, {speed}: they passed through each other");
                assert_apart(&world);
            }
            let name = format!("radius {radius}, speed {speed}");
            let [event] = events[..] else { panic!("{name}: {events:?}") };
            assert_eq!((event.body, event.kind), (Some(a), EventKind::Body(b)), "{name}");
            assert_near(event.normal.into(), [-1.0, 0.0], 1e-12, &name);
            assert_near(event.point.into(), [0.0, 0.0], 1e-9, &name);
            assert_near(event.before.into(), [speed, 0.0], 0.0, &name);
            let other = event.other.unwrap();
            assert_near(other.before.into(), [-speed, 0.0], 0.0, &name);
            for velocities in [event.after.into(), velocity(&world, a)] {
                assert_near(velocities, [-speed, 0.0], 1e-12 * speed, &name);
            }
            for velocities in [other.after.into(), velocity(&world, b)] {
                assert_near(velocities, [speed, 0.0], 1e-12 * speed, &name);
            }
            // They turn at ∓radius, when each has gone 1 − radius.
            let gone = speed * 2.0;
            let turned = 1.0 - 2.0 * radius - gone;
            assert_near(position(&world, a), [turned, 0.0], 1e-9 * gone, &name);
            assert_near(position(&world, b), [-turned, 0.0], 1e-9 * gone, &name);
            assert_eq!(world.tally().collisions, 1, "{name}");
        }
    }
}

/// A bullet in the middle of a frame meets what is there, not what was there at the frame's ends.
#[test]
fn a_bullet_across_a_row_of_crossing_discs() {
    let mut world = World::new(no_walls());
    let bullet = Body::disc([-1.0, 0.0], 0.1).velocity([100.0, 0.0]).mass(1e9);
    let bullet = world.add(bullet.layers(0b01).mask(0b10)).unwrap();
    // Each one crosses the x axis just when the bullet is there; those that are struck do not meet the others.
    let targets: Vec<BodyId> = (1..=5)
        .map(|k| {
            let (x, when) = (f64::from(k), (f64::from(k) + 1.0) / 100.0);
            let target = Body::disc([x, -50.0 * when], 0.1).velocity([0.0, 50.0]);
            world.add(target.layers(0b10).mask(0b01)).unwrap()
        })
        .collect();
    let events = frames(&mut world, 1, 0.1);
    for target in targets {
        let met = events.iter().filter(|event| event.kind == EventKind::Body(target)).count();
        assert_eq!(met, 1, "{target:?}: {events:?}");
    }
    assert!(speed(&world, bullet) < 100.0);
}

/// Points of one line run into each other; points of two lines, however near, do not.
#[test]
fn points() {
    for (masses, speeds, expected) in [
        ([1.0, 1.0], [3.0, -1.0], [-1.0, 3.0]),
        ([1.0, 1.0], [3.0, 1.0], [1.0, 3.0]),
        ([1.0, 3.0], [1.0, 0.0], [-0.5, 0.5]),
    ] {
        let mut world = World::new(no_walls());
        let ids = [0, 1].map(|i| {
            let body = Body::point([[-1.0, 0.0], [1.0, 0.0]][i]).velocity([speeds[i], 0.0]).mass(masses[i]);
            world.add(body).unwrap()
        });
        frames(&mut world, 60, 0.1);
        assert_near([0, 1].map(|i| velocity(&world, ids[i])[0]), expected, 1e-12, "velocities");
    }
    for height in [1e-300, 1e-9, 1.0] {
        let mut world = World::new(no_walls());
        let low = world.add(Body::point([-1.0, 0.0]).velocity([1.0, 0.0])).unwrap();
        let high = world.add(Body::point([1.0, height]).velocity([-1.0, 0.0])).unwrap();
        assert!(frames(&mut world, 30, 0.1).is_empty(), "height {height:e}");
        assert_near(position(&world, low), [2.0, 0.0], 1e-9, "the low one");
        assert_near(position(&world, high), [-2.0, height], 1e-9, "the high one");
    }
}

/// A point meets a disc as a disc without size does.
#[test]
fn a_point_and_a_disc() {
    let mut world = World::new(no_walls());
    let point = world.add(Body::point([-3.0, 0.6]).velocity([6.0, 0.0])).unwrap();
    let disc = world.add(Body::disc([0.0, 0.0], 1.0).mass(1e12)).unwrap();
    let events = frames(&mut world, 60, DT);
    assert_eq!(events.len(), 1, "{events:?}");
    assert_near(events[0].normal.into(), [-0.8, 0.6], 1e-9, "normal");
    assert_near(velocity(&world, point), [-1.68, 5.76], 1e-9, "velocity");
    assert!(speed(&world, disc) < 1e-9);
    assert_apart(&world);
}

/// Momentum and energy decide what two masses do on a line.
#[test]
fn masses_and_restitution() {
    let cases = [
        // (masses, restitutions, velocities before, after, energy lost)
        ([1.0, 3.0], [1.0, 1.0], [1.0, 0.0], [-0.5, 0.5], 0.0),
        ([2.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0 / 3.0, 5.0 / 3.0], 0.0),
        ([1.0, 1.0], [0.5, 1.0], [1.0, -1.0], [-0.5, 0.5], 0.75),
        ([1.0, 1.0], [0.75, 0.25], [2.0, 0.0], [0.75, 1.25], 2.0 - 0.28125 - 0.78125),
        ([1.0, 1.0], [0.0, 1.0], [1.0, -1.0], [0.0, 0.0], 1.0),
        ([1.0, 3.0], [0.0, 0.0], [4.0, 0.0], [1.0, 1.0], 6.0),
    ];
    for (masses, restitutions, before, after, lost) in cases {
        let mut world = World::new(no_walls());
        let ids = [0, 1].map(|i| {
            let body = Body::disc([[-2.0, 0.0], [2.0, 0.0]][i], 0.5).velocity([before[i], 0.0]);
            world.add(body.mass(masses[i]).restitution(restitutions[i])).unwrap()
        });
        let (energy, momentum) = (world.energy(), world.momentum());
        let events = frames(&mut world, 400, DT);
        let name = format!("{masses:?}, {restitutions:?}");
        assert_near([0, 1].map(|i| velocity(&world, ids[i])[0]), after, 1e-12, &name);
        assert!((energy - world.energy() - lost).abs() < 1e-12, "{name}: {energy} became {}", world.energy());
        assert!((world.tally().lost - lost).abs() < 1e-12, "{name}: {:?}", world.tally());
        assert_near(world.momentum().into(), momentum.into(), 1e-12, &name);
        // Discs that do not part may be found to meet again.
        let once = restitutions.iter().all(|&e| 0.0 < e);
        assert!(if once { events.len() == 1 } else { !events.is_empty() }, "{name}: {events:?}");
        assert_apart(&world);
    }
}

/// The ball is struck ever faster until the heavy ones have turned round.
#[test]
fn a_ball_between_two_closing_discs() {
    for (mass, seconds) in [(10.0, 20.0), (1e4, 20.0)] {
        let mut world = World::new(no_walls());
        let left = world.add(Body::disc([-5.0, 0.0], 1.0).velocity([1.0, 0.0]).mass(mass)).unwrap();
        let ball = world.add(Body::disc([0.3, 0.0], 0.1).velocity([2.0, 0.0])).unwrap();
        let right = world.add(Body::disc([5.0, 0.0], 1.0).velocity([-1.0, 0.0]).mass(mass)).unwrap();
        let (energy, momentum) = (world.energy(), world.momentum());
        for _ in 0..(seconds / DT) as u32 {
            step_all(&mut world, DT);
            assert_apart(&world);
            let [a, b, c] = [left, ball, right].map(|id| position(&world, id)[0]);
            assert!(a < b && b < c, "mass {mass}: {a}, {b}, {c}");
        }
        assert!((world.energy() / energy - 1.0).abs() < 1e-9, "mass {mass}: {energy} became {}", world.energy());
        assert_near(world.momentum().into(), momentum.into(), 1e-8 * mass, "momentum");
        assert!(velocity(&world, left)[0] < 0.0 && 0.0 < velocity(&world, right)[0], "mass {mass}");
    }
}

/// Fifteen balls that touch, as nearly as numbers allow, and a cue ball.
pub(crate) fn rack(walls: Walls) -> World {
    let mut places: Vec<Xy> = Vec::new();
    for row in 0..5 {
        for k in 0..=row {
            let mut place = [f64::from(row) * 3f64.sqrt(), f64::from(2 * k - row)];
            while !places.iter().all(|&other| discs_apart(place, 1.0, other, 1.0)) {
                place[0] = next_up(place[0]);
            }
            places.push(place);
        }
    }
    let mut world = World::new(walls);
    world.add(Body::disc([-20.0, 0.125], 1.0).velocity([100.0, 0.0])).unwrap();
    for place in places {
        world.add(Body::disc(place, 1.0)).unwrap();
    }
    world
}

#[test]
fn break_shot() {
    let mut hashes = [0, 1].map(|_| {
        let mut world = rack(no_walls());
        assert_eq!(world.len(), 16);
        let (energy, momentum) = (world.energy(), world.momentum());
        for _ in 0..600 {
            step_all(&mut world, 1e-3);
            assert_apart(&world);
        }
        assert!((world.energy() / energy - 1.0).abs() < 1e-11, "{energy} became {}", world.energy());
        assert_near(world.momentum().into(), momentum.into(), 1e-9, "momentum");
        let moving = world.bodies().filter(|(_, body)| 1e-3 < body.velocity.length()).count();
        assert!(10 <= moving, "only {moving} balls move");
        assert!(15 <= world.tally().collisions, "{:?}", world.tally());
        world.state_hash()
    });
    hashes.sort_unstable();
    assert_eq!(hashes[0], hashes[1]);
}

/// The last one leaves with the velocity of the first, and the others stand.
#[test]
fn newtons_cradle() {
    for distance in [0.0, 1.0, 1.0 / 3.0] {
        let mut world = World::new(no_walls());
        let ids: Vec<BodyId> = (0..5)
            .map(|k| {
                let x = if k == 0 { -distance } else { 2.0 * f64::from(k) };
                let body = Body::disc([x, 0.0], 1.0);
                world.add(if k == 0 { body.velocity([1.0, 0.0]) } else { body }).unwrap()
            })
            .collect();
        let events = frames(&mut world, 120, DT);
        assert_eq!(events.iter().filter(|event| meets_body(event)).count(), 4, "{events:?}");
        for (k, &id) in ids.iter().enumerate() {
            let name = format!("disc {k}, distance {distance}");
            let is_last = k == 4;
            let (x, v) = if is_last { (8.0 + 2.0 - distance, 1.0) } else { (2.0 * k as f64, 0.0) };
            assert_near(position(&world, id), [x, 0.0], 1e-9, &name);
            assert_near(velocity(&world, id), [v, 0.0], 1e-12, &name);
        }
        assert_apart(&world);
    }
}

/// A row of touching discs between two walls, struck from one side, for long.
#[test]
fn a_row_between_walls() {
    let mut world = World::new(Walls::new(boxed([0.0, -3.0], [30.0, 3.0])));
    let ids: Vec<BodyId> = (0..10)
        .map(|k| {
            let body = Body::disc([1.0 + 2.0 * f64::from(k), 0.0], 1.0);
            world.add(if k == 0 { body.velocity([50.0, 0.0]) } else { body }).unwrap()
        })
        .collect();
    let energy = world.energy();
    for _ in 0..600 {
        step_all(&mut world, DT);
        assert_apart(&world);
    }
    assert!((world.energy() / energy - 1.0).abs() < 1e-11, "{energy} became {}", world.energy());
    assert!(ids.windows(2).all(|pair| position(&world, pair[0])[0] < position(&world, pair[1])[0]));
    // The free 10 units at a speed of 50, for 10 seconds.
    assert!(45 < world.tally().bounces, "{:?}", world.tally());
}

#[test]
fn layers_and_masks() {
    let disc = |x: f64| Body::disc([x, 0.0], 0.5).velocity([-x, 0.0]);
    // (layers and mask of the one, of the other, do they meet?)
    let cases = [
        ([0b01, 0b10], [0b10, 0b01], true),
        ([0b01, 0b01], [0b10, 0b10], false),
        ([0b01, 0b10], [0b10, 0b10], false),
        ([0b01, 0b01], [0b01, 0b10], false),
        ([0b11, 0b01], [0b01, 0b10], true),
        ([0, u32::MAX], [u32::MAX, u32::MAX], false),
        ([u32::MAX, 0], [u32::MAX, u32::MAX], false),
    ];
    for (one, other, meet) in cases {
        let mut world = World::new(no_walls());
        let left = world.add(disc(-1.0).layers(one[0]).mask(one[1])).unwrap();
        let right = world.add(disc(1.0).layers(other[0]).mask(other[1])).unwrap();
        let events = frames(&mut world, 200, DT);
        assert_eq!(events.len(), usize::from(meet), "{one:?}, {other:?}: {events:?}");
        let passed = position(&world, right)[0] < position(&world, left)[0];
        assert_eq!(passed, !meet, "{one:?}, {other:?}");
        // Bodies that do not meet may be put into each other.
        let mut world = World::new(no_walls());
        world.add(disc(0.0).layers(one[0]).mask(one[1])).unwrap();
        let second = world.add(disc(0.25).layers(other[0]).mask(other[1]));
        assert_eq!(second.is_err(), meet, "{one:?}, {other:?}");
    }
    for (mask, meets) in [(0b01, false), (0b10, true), (0b11, true), (0, false)] {
        let wall: Wall = crate::segment([1.0, -1.0], [1.0, 1.0]).into();
        let mut world = World::new(Walls::new([wall.with_mask(0b10)]));
        let body = world.add(Body::point([0.0, 0.0]).velocity([2.0, 0.0]).mask(mask)).unwrap();
        frames(&mut world, 60, DT);
        assert_near(position(&world, body), [if meets { 0.0 } else { 2.0 }, 0.0], 1e-9, &format!("mask {mask:b}"));
    }
}

/// A body is stopped by the nearest of what it meets, a wall or a body, in order of time.
#[test]
fn events_come_in_order() {
    let mut world = World::with(Walls::new(boxed([-10.0, -10.0], [10.0, 10.0])), Settings::default()).unwrap();
    for k in 0..6 {
        let x = -7.5 + 3.0 * f64::from(k);
        let turn = f64::from(k) * 0.7;
        world.add(Body::disc([x, x / 2.0], 0.75).velocity([300.0 * turn.cos(), 300.0 * turn.sin()])).unwrap();
    }
    let energy = world.energy();
    let events = frames(&mut world, 60, DT);
    assert!(100 < events.len(), "{}", events.len());
    assert!((world.energy() / energy - 1.0).abs() < 1e-11);
    let tally = world.tally();
    let bodies = events.iter().filter(|event| meets_body(event)).count() as u64;
    assert_eq!((tally.collisions, tally.bounces), (bodies, events.len() as u64 - bodies));
    for event in events {
        if let EventKind::Body(other) = event.kind {
            assert!(event.body < Some(other), "{event:?}");
        }
    }
    assert_apart(&world);
}
