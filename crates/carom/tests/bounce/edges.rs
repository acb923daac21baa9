//! Named cases in which plain floats once said too much.

use crate::{assert_certified, onward, room, segment};
use carom::{Ending, Limits, Point, Sweep, Vec2, Wall, Walls};
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

/// A closed room of which one side takes nearly all speed: squares vanish, and the place was once no number.
#[test]
fn nearly_at_rest() {
    let side = |a: [f64; 2], b: [f64; 2]| Wall::from(segment(a, b));
    let walls = Walls::new([
        side([0.0, 0.0], [10.0, 0.0]),
        side([10.0, 0.0], [10.0, 10.0]),
        side([10.0, 10.0], [0.0, 10.0]),
        side([0.0, 10.0], [0.0, 0.0]).restitution(0.001).unwrap(),
    ]);
    let sweep = Sweep::point([5.0, 5.0], [6.0, 5.0]).unwrap();
    let path = walls.bounce(&sweep, Limits::bounces(200));
    assert_certified(&room(&walls), &sweep, &path);
    assert!(matches!(path.ending, Ending::BounceLimit { .. }), "{:?} after {}", path.ending, path.bounces.len());
}

/// Ever slower: times overflow after a thousand bounces, and the path ends before that.
#[test]
fn times_are_finite() {
    let walls = Walls::new([segment([0.0, -3.0], [0.0, 3.0]), segment([10.0, -3.0], [10.0, 3.0])]);
    let limits = Limits { restitution: 0.5, ..Limits::bounces(3000) };
    let path = walls.bounce(&Sweep::point([5.0, 0.25], [6.0, 0.25]).unwrap(), limits);
    assert!(path.time.is_finite() && path.bounces.iter().all(|bounce| bounce.time.is_finite()));
    assert!(path.bounces.len() > 1000 && path.ending == Ending::Completed, "{} {:?}", path.bounces.len(), path.ending);
}

/// Two scenes far from the origin, where a step aside is as long as a part of the walls. In one the body came back to its last bounce
/// when it was past all walls, in the other the last move led through one.
#[test]
fn past_all_walls_far_away() {
    let come_back: &[[[f64; 2]; 2]] = &[
        [[9999999999998.693, 10000000000002.781], [9999999999998.586, 9999999999996.258]],
        [[9999999999996.225, 9999999999996.734], [9999999999996.963, 10000000000001.912]],
        [[10000000000000.941, 9999999999998.816], [9999999999996.352, 10000000000000.92]],
        [[9999999999999.68, 10000000000002.586], [10000000000001.088, 9999999999996.95]],
        [[10000000000003.416, 10000000000003.043], [9999999999996.16, 10000000000002.518]],
    ];
    let through: &[[[f64; 2]; 2]] = &[
        [[10000000000001.102, 10000000000003.463], [9999999999999.281, 9999999999998.738]],
        [[10000000000002.344, 9999999999999.568], [10000000000003.598, 9999999999997.889]],
        [[10000000000003.45, 9999999999999.236], [10000000000001.293, 9999999999999.959]],
        [[10000000000002.17, 10000000000001.385], [9999999999997.316, 10000000000003.348]],
        [[9999999999997.408, 10000000000001.904], [9999999999998.902, 9999999999998.346]],
        [[10000000000001.771, 9999999999999.287], [10000000000002.305, 9999999999997.893]],
    ];
    let flights = [
        (come_back, [9999999999999.14, 9999999999996.906], [0.9165444883118936, 0.4615000029026406]),
        (through, [10000000000001.752, 10000000000001.084], [-25.82197829825345, -2.7441297834619216]),
    ];
    for (ends, at, v) in flights {
        let walls = Walls::new(ends.iter().map(|&[a, b]| segment(a, b)));
        let sweep = Sweep::point(at, [at[0] + v[0], at[1] + v[1]]).unwrap();
        let path = walls.bounce(&sweep, Limits::bounces(200));
        assert_certified(&room(&walls), &sweep, &path);
        assert_eq!(path.ending, Ending::Completed);
        for pair in path.bounces.windows(2) {
            let way = (pair[1].at - pair[0].at).length();
            let flown = (pair[1].time - pair[0].time) * pair[0].after.length();
            assert!(flown < way + 2.0, "{flown} flown over a way of {way}: {:?}", pair[1]);
        }
    }
}

/// Paths that end on a wall, or a few units in the last place before or behind it: they once bounced there until they were blocked.
#[test]
fn ending_on_a_wall() {
    let floor = Walls::new([segment([-9.0, 0.0], [9.0, 0.0])]);
    let cases = [([0.0, 1.0], [1.0, 0.0], Limits::default()), ([0.0, 1.0], [0.5, 0.5], Limits::time(2.0))];
    for (from, to, limits) in cases {
        let sweep = Sweep::point(from, to).unwrap();
        let path = floor.bounce(&sweep, limits);
        assert_certified(&room(&floor), &sweep, &path);
        let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
        assert_eq!((path.bounces.len(), path.ending), (1, Ending::Completed), "{from:?}");
        assert_eq!(path.velocity, Vec2::new(dx, -dy), "{from:?}");
    }
    let mut bounced = 0;
    for case in 0..20_000 {
        let rng = &mut Rng::for_case(0, "ending on a wall", case);
        let offset = *rng.pick(&[0.0, 1.0, 1e3, 1e6]);
        let place = |rng: &mut Rng| [0, 1].map(|_| offset + rng.within(-4.0, 4.0));
        let [a, b] = [place(rng), place(rng)];
        let walls = Walls::new([segment(a, b)]);
        let radius = if rng.one_in(2) { 0.0 } else { 0.1 };
        let along = rng.within(0.2, 0.8);
        let normal = Vec2::new(b[1] - a[1], a[0] - b[0]).normalized();
        let unit = f64::EPSILON * (offset + 4.0);
        let touch = Point::from(a) + (Point::from(b) - Point::from(a)) * along;
        let end = touch + normal * (radius + unit * rng.within(-20.0, 20.0));
        let start = Point::from(place(rng));
        let way = end - start;
        if start.x < 0.0 && offset == 0.0 || way.dot(normal) > -0.1 || (start - touch).dot(normal) < radius + 0.1 {
            continue;
        }
        let sweep = Sweep::disc(start, end, radius).unwrap();
        let path = walls.bounce(&sweep, Limits::default());
        assert_certified(&room(&walls), &sweep, &path);
        assert_eq!(path.ending, Ending::Completed, "case {case}: {sweep:?}, {} bounces", path.bounces.len());
        assert!(path.bounces.len() <= 1, "case {case}: {:?}", path.bounces);
        bounced += path.bounces.len();
    }
    assert!(bounced > 1000, "{bounced}");
}
