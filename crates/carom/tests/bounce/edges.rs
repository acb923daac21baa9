//! Named cases in which plain floats once said too much.

use crate::{assert_certified, onward, room, segment};
use carom::{Limits, Point, Sweep, Vec2, Walls};
use carom_oracle::rng::Rng;

/// A point that comes down to a floor by a few units in the last place at a time, between two walls: the floor is met long after the
/// end of the move, where nobody has looked. It once flew through a wall on the way there.
#[test]
fn a_floor_beyond_the_end_of_the_move() {
    let walls = Walls::new([
        segment([-500.0, 0.0], [500.0, 0.0]),
        segment([-1.5, -1.0], [-1.5, 1.0]),
        segment([1.5, -1.0], [1.5, 1.0]),
    ]);
    for gap in [3e4, 5e4, 7e4, 9e4, 1e5] {
        for fall in [2000.0, 4000.0, 7000.0, 9000.0, 2e4] {
            for rest in [0.3, 0.7, 1.0, 1.3] {
                let height = (gap + fall * 7.5) * f64::EPSILON;
                let sweep = Sweep::point([0.0, height], [1.0, height - fall * f64::EPSILON]).unwrap();
                let path = walls.bounce(&sweep, Limits::time(7.5 + rest));
                assert_certified(&room(&walls), &sweep, &path);
                assert!(path.time <= 7.5 + rest, "{gap}, {fall}, {rest}: {}", path.time);
            }
        }
    }
}

/// Products overflow from 1e154 on.
#[test]
fn huge_rooms() {
    for scale in [1e150, 1e153, 1e154, 1e155, 1e160, 1e300] {
        for case in 0..crate::cases(300) {
            let rng = &mut Rng::for_case(0, "huge rooms", case);
            let mut at = || [rng.within(-1.0, 1.0) * scale, rng.within(-1.0, 1.0) * scale];
            let corners = [[-scale, -scale], [scale, -scale], [scale, scale], [-scale, scale]];
            let outside = (0..4).map(|k| segment(corners[k], corners[(k + 1) % 4]));
            let walls = Walls::new(outside.chain((0..6).map(|_| segment(at(), at()))).collect::<Vec<_>>());
            let sweep = onward(Point::from(at()), Vec2::from(at()) * 3.0, 0.0);
            let path = walls.bounce(&sweep, Limits::time(20.0));
            assert_certified(&room(&walls), &sweep, &path);
        }
    }
}

/// A speed that is next to nothing, walls at the end of all numbers: times and places stay numbers.
#[test]
fn next_to_nothing_and_next_to_everything() {
    let far = Walls::new([1.7e308, -1.7e308].map(|x| segment([x, -1.0], [x, 1.0])));
    let path = far.bounce(&Sweep::point([0.0, 0.0], [1.0, 0.0]).unwrap(), Limits::bounces(5));
    // Five ways from end to end take longer than the largest number.
    assert!(!path.time.is_nan() && path.end.is_finite(), "{path:?}");

    let wedge = Walls::new([segment([900.0, 999.0], [1100.0, 999.0]), segment([1001.0, 999.0], [1000.998, 1001.0])]);
    let limits = Limits { restitution: 0.0, ..Limits::length(43.4) };
    for slope in [-1.0, -0.1, -1e-3, -1e-9] {
        let path = wedge.bounce(&Sweep::point([1000.0, 1000.0], [1001.0, 1000.0 + slope]).unwrap(), limits);
        // At next to no speed the rest of the length takes as good as for ever.
        assert!(!path.time.is_nan() && path.end.is_finite() && path.length.is_finite(), "{slope}: {path:?}");
    }
}
