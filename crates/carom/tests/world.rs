//! Many bodies over time: does every collision happen, once, in order, and does nothing else?
//!
//! [`meetings`] of bodies, [`responses`] at walls and under gravity, [`sensors`], [`gates`], [`changes`] between steps,
//! [`reactions`] within one and [`reports`] are named cases; [`gas`] is one crowded chamber for long, [`scenes`] are many small random worlds for a while, and
//! [`faults`] were found once. Walls that are [`moving`] carry, push and squeeze, and are seen [`passing`] gates and sensors, who is [`squeezed`] is told by a rule with borders, [`friction`] slows and holds, and bodies have [`shapes`]. [`crowds`] are passed over where they may be.
//! [`every_event`] is judged one by one, a [`mirror`] image does the mirrored thing, [`judged`] scenes are nothing but ties, and the
//! number of collisions in one billiard is that of the digits of [`pi`].

mod common;

#[path = "world/changes.rs"]
mod changes;
#[path = "world/crowds.rs"]
mod crowds;
#[path = "world/edges.rs"]
mod edges;
#[path = "world/every_event.rs"]
mod every_event;
#[path = "world/faults.rs"]
mod faults;
#[path = "world/friction.rs"]
mod friction;
#[path = "world/gas.rs"]
mod gas;
#[path = "world/gates.rs"]
mod gates;
#[path = "world/golden.rs"]
mod golden;
#[path = "world/judged.rs"]
mod judged;
#[path = "world/meetings.rs"]
mod meetings;
#[path = "world/mirror.rs"]
mod mirror;
#[path = "world/moving.rs"]
mod moving;
#[path = "world/passing.rs"]
mod passing;
#[path = "world/pi.rs"]
mod pi;
#[path = "world/reactions.rs"]
mod reactions;
#[path = "world/reports.rs"]
mod reports;
#[path = "world/responses.rs"]
mod responses;
#[path = "world/scenes.rs"]
mod scenes;
#[path = "world/sensors.rs"]
mod sensors;
#[path = "world/shapes.rs"]
mod shapes;
#[path = "world/squeezed.rs"]
mod squeezed;

use carom::{BodyId, Event, EventKind, FrameEnd, Point, Segment, Settings, Vec2, Wall, Walls, World};
use carom_oracle::bodies::discs_apart;
use carom_oracle::truth::Xy;
use common::room;

/// Seconds in a frame of most cases.
const DT: f64 = 1.0 / 60.0;

/// All of these cases are for soak; the test command runs a share of them.
const fn cases(all: u64) -> u64 {
    carom_oracle::share_of(all)
}

fn segment(a: Xy, b: Xy) -> Segment {
    Segment::new(a, b).expect("ends are finite and distinct")
}

/// A closed chain of walls.
fn ring(vertices: &[Xy]) -> Vec<Wall> {
    (0..vertices.len()).map(|i| segment(vertices[i], vertices[(i + 1) % vertices.len()]).into()).collect()
}

/// The walls of a box.
fn boxed(low: Xy, high: Xy) -> Vec<Wall> {
    ring(&[low, [high[0], low[1]], high, [low[0], high[1]]])
}

fn no_walls() -> Walls {
    Walls::default()
}

fn falling(walls: Vec<Wall>, gravity: f64) -> World {
    let settings = Settings { gravity: Vec2::new(0.0, -gravity), ..Settings::default() };
    World::with(Walls::new(walls), settings).expect("gravity is finite")
}

fn position(world: &World, id: BodyId) -> Xy {
    let Point { x, y, .. } = world.get(id).expect("the body is there").position;
    [x, y]
}

fn velocity(world: &World, id: BodyId) -> Xy {
    let Vec2 { x, y, .. } = world.get(id).expect("the body is there").velocity;
    [x, y]
}

fn speed(world: &World, id: BodyId) -> f64 {
    world.get(id).expect("the body is there").velocity.length()
}

/// In a world where everything meets everything: nothing is deeper in anything than touching.
#[track_caller]
fn assert_apart(world: &World) {
    assert_clear_of_walls(world);
    let bodies: Vec<_> = world.bodies().map(|(id, body)| (id, body.position, body.radius)).collect();
    for (i, &(id, p, r)) in bodies.iter().enumerate() {
        for &(other, q, s) in &bodies[..i] {
            assert!(
                discs_apart([p.x, p.y], r, [q.x, q.y], s),
                "{id:?} at {p:?} with radius {r} and {other:?} at {q:?} with radius {s} overlap at {}",
                world.time()
            );
        }
    }
}

#[track_caller]
fn assert_clear_of_walls(world: &World) {
    let room = room(world.walls());
    for (id, body) in world.bodies() {
        let at = [body.position.x, body.position.y];
        let wall = room.blocks(at, at, body.radius);
        assert_eq!(wall, None, "{id:?} at {at:?} with radius {} is in a wall at {}", body.radius, world.time());
    }
}

/// Steps through a time, however many events there are in it, and returns these.
#[track_caller]
fn step_all(world: &mut World, dt: f64) -> Vec<Event> {
    let frame = world.step(dt);
    let (mut events, mut end, mut calls) = (frame.events, frame.end, 1);
    while let FrameEnd::EventLimit { remaining } = end {
        calls += 1;
        assert!(calls < 1000, "{remaining} of {dt} seconds are left after {calls} steps");
        let frame = world.step(remaining);
        events.extend(frame.events);
        end = frame.end;
    }
    assert_eq!(end, FrameEnd::Completed);
    events
}

/// Steps for so many frames, each of which must be completed.
#[track_caller]
fn frames(world: &mut World, count: u64, dt: f64) -> Vec<Event> {
    let mut events = Vec::new();
    for frame in 0..count {
        let made = world.step(dt);
        assert_eq!(made.end, FrameEnd::Completed, "frame {frame}");
        assert!(made.events.is_sorted_by(|a, b| a.time <= b.time), "frame {frame}: {:?}", made.events);
        assert!(made.events.iter().all(|event| (0.0..=dt).contains(&event.time)), "frame {frame}: {:?}", made.events);
        events.extend(made.events);
    }
    events
}

#[track_caller]
fn assert_near(got: Xy, expected: Xy, within: f64, what: &str) {
    let off = (got[0] - expected[0]).abs().max((got[1] - expected[1]).abs());
    assert!(off <= within, "{what}: {got:?}, not {expected:?} within {within:e}");
}

fn meets_body(event: &Event) -> bool {
    matches!(event.kind, EventKind::Body(_))
}

fn meets_wall(event: &Event) -> bool {
    matches!(event.kind, EventKind::Wall(_))
}
