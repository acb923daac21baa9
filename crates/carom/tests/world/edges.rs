//! Named cases in which bodies once went through a wall, into each other, or met too early.

use crate::{cases, no_walls, segment};
use carom::{Body, EventKind, FrameEnd, Settings, Walls, World};
use carom_oracle::bodies::{Room, Solid, disc_clear, discs_apart};
use carom_oracle::rng::Rng;

/// Ends of walls within a unit in the last place of a long way through many cells: each cell was asked about a line of its own, and the
/// last one certified the whole.
#[test]
fn a_way_through_many_cells() {
    for case in 0..cases(4000) {
        let rng = &mut Rng::for_case(0, "many cells", case);
        let start = [rng.within(1.0, 10.0), rng.within(1.0, 10.0)];
        let end = [rng.within(60.0, 95.0), rng.within(60.0, 95.0)];
        let velocity = [end[0] - start[0], end[1] - start[1]];
        let radius = if rng.one_in(2) { 0.0 } else { 0.25 };
        let length = velocity[0].hypot(velocity[1]);
        let normal = [-velocity[1] / length, velocity[0] / length];
        let mut walls = Vec::new();
        for k in 0..6 {
            let t = 0.1 + 0.1 * f64::from(k) + rng.within(0.0, 0.05);
            let aside = radius + (rng.below(5) as f64 - 2.0) * 0.7e-14;
            let tip = [0, 1].map(|axis| start[axis] + t * velocity[axis] + normal[axis] * aside);
            walls.push([tip, [0, 1].map(|axis| tip[axis] + 0.5 * normal[axis])]);
        }
        walls.push([1.0, 1.5].map(|aside| [0, 1].map(|axis| end[axis] - aside * normal[axis])));
        let room = Room::new(walls.iter().map(|&wall| Solid::Wall(wall)));
        let mut world = World::new(Walls::new(walls.iter().map(|&[a, b]| segment(a, b))));
        let Ok(id) = world.add(Body::disc(start, radius).velocity(velocity).layers(1).mask(1)) else { continue };
        for k in 0..200_u32 {
            let at = [f64::from(k % 20) * 5.0, f64::from(k / 20) * 10.0];
            let _ = world.add(Body::disc(at, 0.25).layers(2).mask(2));
        }
        let _ = world.add(Body::disc([0.0, 99.0], 0.25).layers(1).mask(1));
        let frame = world.step(1.0);
        if frame.events.iter().all(|event| event.body != Some(id)) {
            let at = world.get(id).unwrap().position;
            assert_eq!(room.blocks(start, [at.x, at.y], radius), None, "case {case}: {start:?} to {at:?}");
        }
    }
}

/// Where a unit in the last place is as large as a part of a body.
#[test]
fn a_crowd_far_from_the_origin() {
    for offset in [0.0, 1e9, 1e12, 1e13] {
        let rng = &mut Rng::for_case(0, "far crowd", 0);
        let (count, apart): (u32, f64) = (12, 1.25);
        let side = f64::from(count) * apart + 0.5;
        let corners = [[0.0, 0.0], [side, 0.0], [side, side], [0.0, side]].map(|corner| corner.map(|x| offset + x));
        let walls = [0, 1, 2, 3].map(|k| [corners[k], corners[(k + 1) % 4]]);
        let room = Room::new(walls.iter().map(|&wall| Solid::Wall(wall)));
        let mut world = World::new(Walls::new(walls.map(|[a, b]| segment(a, b))));
        for k in 0..count * count {
            let at = [k % count, k / count].map(|place| offset + 0.75 + f64::from(place) * apart);
            let _ = world.add(Body::disc(at, 0.5).velocity([rng.within(-3.0, 3.0), rng.within(-3.0, 3.0)]));
        }
        // Where nearly every place is taken, most times are compared exactly.
        let count = if offset < 1e13 { 20 } else { 5 };
        for frame in 0..count {
            world.step(0.1);
            let places: Vec<[f64; 2]> = world.bodies().map(|(_, body)| body.position.into()).collect();
            for (i, &p) in places.iter().enumerate() {
                assert!(disc_clear(p, p, 0.5, &room), "{offset:e}, frame {frame}: {p:?} is in a wall");
                let alone = places[..i].iter().all(|&q| discs_apart(p, 0.5, q, 0.5));
                assert!(alone, "{offset:e}, frame {frame}: {p:?} overlaps another");
            }
        }
    }
}

/// Powers overflow and vanish; meetings come when they come.
#[test]
fn meetings_at_every_scale() {
    for scale in [1.0, 1e70, 1e78, 1e100, 1e150, 1e-70, 1e-81, 1e-100, 1e-150] {
        let mut world = World::new(no_walls());
        for (x, v) in [(0.0, 1.0), (10.0, -1.0)] {
            world.add(Body::disc([x * scale, 0.0], 0.5 * scale).velocity([v * scale, 0.25 * scale])).unwrap();
        }
        let frame = world.step(20.0);
        assert_eq!((frame.events.len(), frame.end), (1, FrameEnd::Completed), "{scale:e}");
        assert!((frame.events[0].time - 4.5).abs() < 1e-9, "{scale:e}: {}", frame.events[0].time);

        let mut world = World::new(no_walls());
        world.add(Body::disc([0.0, 0.0], scale).sensor()).unwrap();
        world.add(Body::disc([0.5 * scale, 0.0], 0.1 * scale).velocity([0.1 * scale, 0.0])).unwrap();
        let frame = world.step(1.0);
        assert_eq!((frame.events.len(), frame.end), (1, FrameEnd::Completed), "{scale:e}");
    }
}

/// A snapshot of one world on the walls of another.
#[test]
fn another_worlds_walls() {
    let mut first = World::new(Walls::new([segment([5.0, -1.0], [5.0, 1.0])]));
    first.add(Body::disc([0.0, 0.0], 1.0)).unwrap();
    let mut second = World::new(Walls::new([segment([0.0, -1.0], [0.0, 1.0])]));
    let hash = second.state_hash();
    assert!(second.restore(&first.snapshot()).is_err());
    assert_eq!(second.state_hash(), hash);
}

/// The grid covers the crowd, not one that strayed far away: that one still finds the walls out there, comes back, and is met.
#[test]
fn one_that_strays() {
    for far in [1e3, 1e6, 1e9, 1e12] {
        for [x, y] in [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]] {
            let place = |along: f64, across: f64| [along * x - across * y, along * y + across * x];
            let mut world = World::new(Walls::new([segment(place(2.0 * far, -9.0), place(2.0 * far, 9.0))]));
            for k in 0..400 {
                let (i, j) = (f64::from(k % 20) - 9.5, f64::from(k / 20) - 9.5);
                world.add(Body::disc([3.0 * i, 3.0 * j], 1.0)).unwrap();
            }
            // In line with the first row of the crowd.
            let stray = world.add(Body::disc(place(far, 1.5), 1.0).velocity(place(far, 0.0))).unwrap();
            let frame = world.step(4.0);
            let [out, back] = [0, 1].map(|i| frame.events[i]);
            let wall = matches!(out.kind, EventKind::Wall(_)) && out.body == Some(stray);
            assert!(wall && (out.time - (1.0 - 1.0 / far)).abs() < 1e-12, "{far:e}: {out:?}");
            let met = matches!(back.kind, EventKind::Body(other) if other == stray);
            let time = (far - 1.0 + 2.0 * far - 1.0 - 30.5) / far;
            assert!(met && (back.time - time).abs() < 1e-9, "{far:e}: {back:?} and not at {time}");
        }
    }
}

/// A row in which each is a thousand times lighter than the one before, and so gets twice its speed, late in the frame: times are then
/// too coarse to tell when it goes from cell to cell. It once passed the next one.
#[test]
fn faster_than_cells() {
    let (radius, mut mass, mut x) = (1e-6, 1e200, 0.0);
    let settings = Settings { max_events: 50, ..Settings::default() };
    let mut world = World::with(no_walls(), settings).unwrap();
    let first = Body::disc([-0.9, 0.0], radius).velocity([1.0, 0.0]).mass(mass);
    let mut row = vec![world.add(first).unwrap()];
    for _ in 0..41 {
        mass /= 1000.0;
        row.push(world.add(Body::disc([x, 0.0], radius).mass(mass)).unwrap());
        x += 2.0 * radius + 1e-4;
    }
    row.push(world.add(Body::disc([x + 0.3, 0.0], radius).mass(1e250)).unwrap());
    world.step(1.0);
    let places: Vec<f64> = row.iter().map(|&id| world.get(id).unwrap().position.x).collect();
    assert!(places.is_sorted(), "{places:?}");
}

/// Frames that are cut after each event, so that a body stands a hair beside a wall near the origin: it once had no place, was held,
/// and so for ever.
#[test]
fn nobody_is_held_for_ever() {
    for slope in [0.25, 0.15, 1.0 / 3.0] {
        for (start, velocity) in [([0.75, -0.5], [-0.5, -1.0]), ([0.15625, -0.5], [-0.16927083333333331, -1.625])] {
            let walls = Walls::new([segment([-1.0, -slope], [1.0, slope]), segment([-9.0, -1.0], [9.0, -1.0])]);
            let settings = Settings { max_events: 1, ..Settings::default() };
            let mut world = World::with(walls, settings).unwrap();
            let id = world.add(Body::point(start).velocity(velocity)).unwrap();
            for step in 0..100 {
                let before = world.get(id).unwrap().position;
                world.step(4.0);
                assert_ne!(world.get(id).unwrap().position, before, "slope {slope}, step {step}");
            }
        }
    }
    // Long walls, of which the far end is the first: where they are met is less certain than where the body is.
    let long = 1e6;
    let walls = Walls::new([
        segment([0.1 * long, -long], [-0.2, 2.0]),
        segment([1.0 + 0.1 * long, -long], [0.8, 2.0]),
        segment([-3.0, -1.0], [3.0, -1.0]),
        segment([-3.0, 1.0], [3.0, 1.0]),
    ]);
    let settings = Settings { max_events: 1, ..Settings::default() };
    let mut world = World::with(walls, settings).unwrap();
    world.add(Body::point([0.5, 0.1]).velocity([3.1, 1.7])).unwrap();
    for _ in 0..1000 {
        world.step(10.0);
    }
    assert!(world.tally().held < 10, "{:?}", world.tally());
}

/// A way of less than a unit in the last place, away from a wall: its end is rounded to the other side of the wall.
#[test]
fn leaving_by_next_to_nothing() {
    for (offset, velocity) in [(1e13, [0.05, -0.0083]), (1.0, [3e-15, -8e-16])] {
        let walls = Walls::new([segment([offset - 6.0, 8.0], [offset + 6.0, -8.0])]);
        let mut world = World::new(walls);
        world.add(Body::point([offset, 1e-7]).velocity(velocity)).unwrap();
        for _ in 0..10 {
            let frame = world.step(1.0 / 60.0);
            for event in &frame.events {
                assert!(event.before.dot(event.normal) <= 0.0, "{event:?}");
            }
        }
    }
}
