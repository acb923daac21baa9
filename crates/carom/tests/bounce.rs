//! One body among walls, bounce after bounce: does it ever leave, gain speed or get lost?
//!
//! [`chambers`] are nasty rooms, [`runs`] are a million bounces in each of them, every move judged exactly,
//! [`cases`] are single bounces with known answers, [`edges`] once went wrong, [`limits`] are the ways to say how far to go, [`movers`]
//! are boxes, capsules and polygons, and [`mirror`] images are mirrored.

mod common;

#[path = "bounce/cases.rs"]
mod cases;
#[path = "bounce/chambers.rs"]
mod chambers;
#[path = "bounce/edges.rs"]
mod edges;
#[path = "bounce/limits.rs"]
mod limits;
#[path = "bounce/mirror.rs"]
mod mirror;
#[path = "bounce/movers.rs"]
mod movers;
#[path = "bounce/runs.rs"]
mod runs;
#[path = "common/shapes.rs"]
mod shapes;

use carom::{Bounces, Point, Polygon, Segment, Sweep, Vec2, Wall, Walls};
use carom_oracle::bodies::Room;
use common::room;

/// Without optimization a case takes many times as long.
const fn cases(count: u64) -> u64 {
    if carom_oracle::FEW_CASES { count.div_ceil(20) } else { count }
}

/// A sweep that goes on from where a body is, with its velocity.
fn onward(from: Point, velocity: Vec2, radius: f64) -> Sweep {
    let finite = |x: f64| x.clamp(f64::MIN, f64::MAX);
    let end = from + velocity;
    Sweep::disc(from, [finite(end.x), finite(end.y)], radius).expect("numbers are finite")
}

fn segment(a: [f64; 2], b: [f64; 2]) -> Segment {
    Segment::new(a, b).expect("ends are finite and distinct")
}

/// The outline of a polygon, one wall an edge.
fn outline(ring: &[[f64; 2]]) -> Walls {
    let polygon = Polygon::new(ring.iter().copied()).expect("the ring is simple");
    Walls::new(polygon.edges().map(Wall::from))
}

/// Every move is exactly clear of every wall; the message says which is not.
#[track_caller]
fn assert_certified(room: &Room, sweep: &Sweep, path: &Bounces) {
    let mut from = sweep.start();
    let stops = path.bounces.iter().map(|bounce| bounce.at).chain([path.end]);
    for (i, stop) in stops.enumerate() {
        assert!(stop.x.is_finite() && stop.y.is_finite(), "move {i} of {sweep:?} ends at {stop:?}");
        let blocked = room.blocks([from.x, from.y], [stop.x, stop.y], sweep.radius());
        assert_eq!(blocked, None, "move {i} of {sweep:?} goes from {from:?} to {stop:?}");
        from = stop;
    }
}

/// Equal up to a part of the sizes involved.
#[track_caller]
fn assert_near(got: impl Into<[f64; 2]>, expected: [f64; 2], within: f64, what: &str) {
    let got = got.into();
    let off = (got[0] - expected[0]).abs().max((got[1] - expected[1]).abs());
    assert!(off <= within, "{what}: {got:?}, not {expected:?} within {within:e}");
}
