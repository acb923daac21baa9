//! The billiard that counts pi: is any of thirty million collisions lost?
//!
//! A disc of mass 1 rests before a wall, and one of mass 100^k comes toward it. Let x and y be the places of the small one and of the
//! big one, less what the radii take up. In the plane of x and 10^k·y the pair is one point in the wedge 0 ≤ x ≤ y, whose angle
//! is a = atan(10^−k), and its speed is the root of twice the energy: it is reflected like light at both sides of the wedge,
//! at the one by collisions and at the other by bounces.
//! Unfolded, its way is a straight line parallel to one side, and so crosses as many images of the sides as there are multiples
//! of a below π: ⌈π/a⌉ − 1, the first digits of π (Galperin 2003).
//! One that is lost or told twice changes the number, and so do velocities that turn the way by about a.

use crate::segment;
use carom::{Body, BodyId, EventKind, FrameEnd, Settings, Walls, World};

/// ⌈π / atan(10^−k)⌉ − 1.
const DIGITS: [u64; 8] = [3, 31, 314, 3141, 31_415, 314_159, 3_141_592, 31_415_926];

/// Up to which k the tests go; the last takes ten seconds or more, so it is left to `cargo xtask soak pi`.
const LARGEST: u32 = if carom_oracle::FEW_CASES { 4 } else { 6 };

#[test]
fn counts_pi() {
    let asked = std::env::var("CAROM_PI").ok().map(|text| text.parse().expect("a whole number from 0 to 7"));
    (0..=asked.unwrap_or(LARGEST)).for_each(check);
}

#[track_caller]
fn check(k: u32) {
    let settings = Settings { max_events: u64::MAX, ..Settings::default() };
    let wall = segment([0.0, -2.0], [0.0, 2.0]);
    let mut world = World::with(Walls::new([wall]), settings).expect("the settings are allowed");
    let small = world.add(Body::disc([2.0, 0.0], 0.5)).expect("it is free");
    let mass = 100f64.powi(k as i32);
    let big = world.add(Body::disc([5.0, 0.0], 1.0).mass(mass).velocity([-1.0, 0.0])).expect("it is free");
    let energy = world.energy();

    let mut count = 0;
    let mut seconds = 0;
    while !parts(&world, small, big) {
        let end = world.advance(1.0, |event| {
            // Collisions and bounces take turns, and a collision comes first.
            let collides = matches!(event.kind, EventKind::Body(_));
            assert_eq!(collides, count % 2 == 0, "k = {k}: {count} before {event:?}");
            count += 1;
        });
        assert_eq!(end, FrameEnd::Completed, "k = {k}");
        seconds += 1;
        assert!(seconds < 1000, "k = {k}: {count} so far, and {:?}", world.bodies().collect::<Vec<_>>());
    }

    assert_eq!(count, DIGITS[k as usize], "k = {k}");
    let tally = world.tally();
    assert_eq!(tally.collisions + tally.bounces, count, "k = {k}");
    let drift = world.energy() / energy - 1.0;
    assert!(drift.abs() < 1e-9, "k = {k}: the energy is off by {drift:e}");
    println!("k = {k}: {count} in {seconds} s, energy off by {drift:e}");
}

/// Whether the small one goes away from the wall, and the big one goes away from it.
fn parts(world: &World, small: BodyId, big: BodyId) -> bool {
    let [small, big] = [small, big].map(|id| world.get(id).expect("it is there").velocity.x);
    0.0 <= small && small <= big
}
