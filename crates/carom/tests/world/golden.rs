//! The same bits everywhere: a run whose state is known by its hash, in debug and release builds, with every feature and on
//! every machine.

use carom::{Body, Polygon, Response, Segment, Settings, Vec2, Walls, World};

/// A bit of everything in the chamber of the handbook: elastic and dull discs, points, a sensor, a slider, a gate, gravity.
fn crowd() -> World {
    let chamber = Polygon::new([[0.0, 0.0], [100.0, 0.0], [300.0, 200.0], [50.0, 400.0], [100.0, 100.0]]).unwrap();
    let settings = Settings { gravity: Vec2::new(0.0, -9.81), ..Settings::default() };
    let mut world = World::with(Walls::new(chamber.edges()), settings).unwrap();
    for k in 0..40_u32 {
        let (column, row) = (f64::from(k % 5), f64::from(k / 5));
        let at = [120.0 + 12.0 * column + 3.0 * row, 130.0 + 13.0 * row];
        let velocity = [f64::from(k * 37 % 101) - 50.0, f64::from(k * 53 % 97) - 48.0];
        let body = if k % 7 == 0 { Body::point(at) } else { Body::disc(at, 1.0 + 0.125 * f64::from(k % 5)) };
        let body =
            body.velocity(velocity).mass(1.0 + f64::from(k % 3)).restitution(if k % 4 == 0 { 0.75 } else { 1.0 });
        world.add(if k == 11 { body.response(Response::Slide) } else { body }).unwrap();
    }
    world.add(Body::disc([150.0, 150.0], 20.0).sensor()).unwrap();
    world.add_gate(Segment::new([60.0, 200.0], [290.0, 200.0]).unwrap());
    world
}

/// The hash was another one when events were told at rounded times and bodies that lost their speed never came to rest.
#[test]
fn six_hundred_frames() {
    let mut world = crowd();
    for _ in 0..600 {
        world.advance(1.0 / 60.0, |_| {});
    }
    assert_eq!(format!("{:016x}", world.state_hash()), "1355190799087fdc", "{:?}", world.tally());
}

/// A world remembers nothing but its state: one that comes from a snapshot goes on with the same bits.
#[test]
fn nothing_is_remembered_but_the_state() {
    let mut world = crowd();
    for _ in 0..100 {
        world.advance(1.0 / 60.0, |_| {});
    }
    let mut fresh = crowd();
    fresh.restore(&world.snapshot()).unwrap();
    for _ in 0..200 {
        world.advance(1.0 / 60.0, |_| {});
        fresh.advance(1.0 / 60.0, |_| {});
        assert_eq!(world.state_hash(), fresh.state_hash());
    }
}
