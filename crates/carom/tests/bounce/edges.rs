//! Named cases in which plain floats once said too much.

use crate::{assert_certified, onward, outline, room, segment};
use carom::{
    Body, Circle, Ending, Limits, Location, Point, Polygon, Side, Strategy, Sweep, Vec2, Wall, Walls, World, orient,
};
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
        side([0.0, 10.0], [0.0, 0.0]).with_restitution(0.001).unwrap(),
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
    // From 5 to 10, and then each way takes twice as long as the one before: that of 10 · 2¹⁰²⁰ is a number, but not when it ends.
    assert_eq!((path.bounces.len(), path.ending), (1020, Ending::Completed));
    assert!(path.bounces.iter().all(|bounce| bounce.time < f64::MAX));
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

/// Three walls on a pillar, turned by 0.6.
fn planet(radius: f64) -> Vec<Wall> {
    let (cos, sin) = (0.8253356149096783, 0.5646424733950354);
    let turned = |[x, y]: [f64; 2]| [cos * x - sin * y, sin * x + cos * y];
    let wall = |a, b| Wall::from(segment(turned(a), turned(b)));
    let pillar = Circle::new(turned([0.5, -radius]), radius).unwrap();
    vec![wall([0.0, -2.0], [0.0, 1.0]), wall([0.0, 1.0], [1.0, 1.0]), wall([1.0, 1.0], [1.0, -2.0]), Wall::from(pillar)]
}

/// Points that fall onto a pillar beside a wall, nearer to it than the pillar's edge rounds: where a point touches a pillar was
/// once counted in units of its way, and it left through the wall.
#[test]
fn beside_a_wall_on_a_large_pillar() {
    let (cos, sin) = (0.8253356149096783, 0.5646424733950354);
    let turned = |[x, y]: [f64; 2]| [cos * x - sin * y, sin * x + cos * y];
    for radius in [2e3, 1e4, 1e5, 6.4e6, 1e8, 1e10, 1e12] {
        let list = planet(radius);
        let walls = Walls::new(list.clone());
        let tree = Walls::with(Strategy::Bvh, list.clone());
        let left = list[0].segment().unwrap();
        for k in 1..crate::cases(800) {
            let x = radius * 1.1e-16 * k as f64 / 200.0;
            let [start, end] = [turned([x, 0.5]), turned([x * (1.0 + 0.01 * (k % 19) as f64), -0.5])];
            if orient(left.a(), left.b(), start) != Side::Right {
                continue;
            }
            let sweep = Sweep::point(start, end).unwrap();
            let path = walls.bounce(&sweep, Limits::time(2.0));
            assert_certified(&room(&walls), &sweep, &path);
            assert_eq!(path, tree.bounce(&sweep, Limits::time(2.0)), "radius {radius:e}: {sweep:?}");
            let mut world = World::new(walls.clone());
            let id = world.add(Body::point(start).velocity(sweep.motion())).unwrap();
            world.step(1.0);
            let at = world.get(id).unwrap().position;
            assert_eq!(orient(left.a(), left.b(), at), Side::Right, "radius {radius:e}: {sweep:?} to {at:?}");
        }
    }
}

/// A point stops at a pillar on its way, however large the pillar is.
#[test]
fn a_point_stops_on_its_way() {
    for radius in [1e3, 1e6, 1e9, 1e12] {
        let walls = Walls::new(planet(radius));
        for case in 0..100 {
            let rng = &mut Rng::for_case(0, "a point stops on its way", case);
            let start = [rng.within(-0.2, 0.2), rng.within(0.6, 0.8)];
            let end = [start[0] + rng.within(0.6, 1.2), start[1] - 1.6];
            let sweep = Sweep::point(start, end).unwrap();
            let path = walls.bounce(&sweep, Limits::time(1.0));
            assert_certified(&room(&walls), &sweep, &path);
            let Some(bounce) = path.bounces.first() else { continue };
            let (way, gone) = (sweep.motion(), bounce.at - sweep.start());
            let off = (way.x * gone.y - way.y * gone.x).abs() / way.length();
            assert!(off < 1e-12, "radius {radius:e}: {off:e} from its way at {:?}", bounce.at);
        }
    }
}

/// A room of a few hundred of the smallest numbers in height: a step aside is higher than that.
#[test]
fn no_height_and_all_width() {
    for [width, height] in [[1e200, 1e-321], [1e300, 1e-320], [1.0, 5e-322], [1e-300, 1e-321], [1e308, 3e-308]] {
        let ring = [[-width, 0.0], [width, 0.0], [width, height], [-width, height]];
        let (walls, polygon) = (outline(&ring), Polygon::new(ring).unwrap());
        for (low, way) in [(0.2, -0.3), (0.2, 0.9), (0.6, -5.0), (0.1, 3.3)] {
            for radius in [0.0, 0.05 * height] {
                let from = Point::new(0.0, low * height);
                for velocity in [[0.0, way * height], [way * width / 16.0, way * height]] {
                    let sweep = onward(from, velocity.into(), radius);
                    for limits in [Limits::default(), Limits::time(9.0), Limits::bounces(40)] {
                        let path = walls.bounce(&sweep, limits);
                        assert_certified(&room(&walls), &sweep, &path);
                        assert_eq!(polygon.locate(path.end), Location::Inside, "{sweep:?}");
                    }
                }
            }
        }
    }
}

/// From a number to another, further away than the largest number: the motion overflows, and the place was once no number.
#[test]
fn faster_than_numbers() {
    for case in 0..crate::cases(4000) {
        let rng = &mut Rng::for_case(0, "faster than numbers", case);
        let scale = 10f64.powf(rng.within(0.0, 307.0));
        let ring = [[0.0, 0.0], [scale, 0.1 * scale], [0.9 * scale, scale], [-0.2 * scale, 0.8 * scale]];
        let walls = outline(&ring);
        let (angle, far) = (rng.within(0.0, std::f64::consts::TAU), f64::MAX * rng.unit());
        let radius = if rng.one_in(2) { 0.0 } else { 0.01 * scale };
        let sweep = Sweep::disc([0.4 * scale, 0.5 * scale], [far * angle.cos(), far * angle.sin()], radius).unwrap();
        let time = *rng.pick(&[0.5, 1.0, 2.0, 1e300, f64::INFINITY]);
        let limits = Limits { restitution: *rng.pick(&[0.0, 0.5, 1.0]), bounces: 20, ..Limits::time(time) };
        let path = walls.bounce(&sweep, limits);
        assert_certified(&room(&walls), &sweep, &path);
        let numbers = path.bounces.iter().flat_map(|b| [b.time, b.before.x, b.before.y, b.after.x, b.after.y]);
        let numbers = numbers.chain([path.velocity.x, path.velocity.y, path.time, path.length]);
        assert!(numbers.clone().all(f64::is_finite), "case {case}: {path:?}");
        if limits.restitution == 1.0 {
            let kept = path.velocity.length() / sweep.motion().length();
            assert!((kept - 1.0).abs() < 1e-12, "case {case}: {kept} of its speed");
        }
    }
    // Without walls it ends where the sweep does.
    let nowhere = Walls::default();
    for [a, b] in
        [[[-1e308, 1.0], [1.7e308, 2.0]], [[f64::MAX, -f64::MAX], [-f64::MAX, f64::MAX]], [[0.1, 0.2], [0.3, 0.7]]]
    {
        let path = nowhere.bounce(&Sweep::point(a, b).unwrap(), Limits::default());
        assert_eq!((path.end, path.ending), (Point::from(b), Ending::Completed));
        assert!(path.velocity.x.is_finite() && path.time == 1.0, "{path:?}");
    }
    // Back and forth between two walls, with a velocity that no number holds.
    let walls = Walls::new([-1.6e308, 1.6e308].map(|x| segment([x, -1.0], [x, 1.0])));
    let sweep = Sweep::point([-1.5e308, 0.0], [1.7e308, 0.0]).unwrap();
    let path = walls.bounce(&sweep, Limits::time(4.0));
    assert_certified(&room(&walls), &sweep, &path);
    assert_eq!((path.bounces.len(), path.velocity.x), (4, f64::MAX));
    assert!((path.bounces[0].time - 31.0 / 32.0).abs() < 1e-12, "{:?}", path.bounces[0]);
}

/// A body that finds no room goes back with what restitution leaves: it once kept all of its speed. More restitution never
/// leaves less speed, and with none, or in wedges in which bounces have no end, it rests in the tip.
#[test]
fn back_out_of_a_wedge() {
    for angle in [1e-6, 1e-3, 0.01, 0.05, 0.1, 0.3, 0.6, 1.0, 1.4, std::f64::consts::FRAC_PI_2] {
        for turn in [0.0, 0.3, 1.1, 2.5] {
            for tip in [[0.0, 0.0], [3.0, -7.0], [1e5, 1e5]] {
                for radius in [0.0, 0.2 * f64::tan(angle / 2.0)] {
                    check_wedge(angle, turn, tip, radius);
                }
            }
        }
    }
}

fn check_wedge(angle: f64, turn: f64, tip: [f64; 2], radius: f64) {
    let at = |along: f64, across: f64| {
        let (cos, sin) = (f64::cos(turn), f64::sin(turn));
        [tip[0] + along * cos - across * sin, tip[1] + along * sin + across * cos]
    };
    let half = f64::tan(angle / 2.0);
    let walls = Walls::new([segment(tip, at(8.0, 8.0 * half)), segment(tip, at(8.0, -8.0 * half))]);
    for offset in [0.0, 0.3, -0.45] {
        let across = 2.0 * half * offset;
        let sweep = Sweep::disc(at(2.0, across), at(-1.0, across), radius).unwrap();
        let speeds = [0.0, 0.25, 0.5, 0.75, 1.0].map(|restitution| {
            let limits = Limits { restitution, bounces: 20_000, ..Limits::time(3.0) };
            let path = walls.bounce(&sweep, limits);
            assert_certified(&room(&walls), &sweep, &path);
            if restitution == 0.0 {
                assert_eq!(path.ending, Ending::Completed, "angle {angle}, turn {turn}, {tip:?}, {sweep:?}");
            }
            path.velocity.length() / sweep.motion().length()
        });
        let place = format!("angle {angle}, turn {turn}, tip {tip:?}, radius {radius:e}, offset {offset}: {speeds:?}");
        // What is left of a speed that endlessly many bounces would take.
        assert!(speeds.windows(2).all(|pair| pair[0] <= pair[1] + 1e-6), "{place}");
        assert!(speeds[0] < 1e-6 && (speeds[4] - 1.0).abs() < 1e-9, "{place}");
    }
}

/// The same of a few wedges in little time: with restitution, but not all of it, it comes out slower, or not at all.
#[test]
fn tight_wedges() {
    for angle in [0.05, 0.1, 0.6] {
        let half = f64::tan(angle / 2.0);
        for tip in [[0.0, 0.0], [3.0, -7.0]] {
            let [up, down] = [1.0, -1.0].map(|side| segment(tip, [tip[0] + 8.0, tip[1] + side * 8.0 * half]));
            let walls = Walls::new([up, down]);
            for (offset, radius) in [(0.0, 0.0), (0.3, 0.0), (-0.45, 0.1 * half)] {
                let across = tip[1] + 2.0 * half * offset;
                let sweep = Sweep::disc([tip[0] + 2.0, across], [tip[0] - 1.0, across], radius).unwrap();
                let speeds = [0.0, 0.25, 0.5, 0.75].map(|restitution| {
                    let limits = Limits { restitution, bounces: 2_000, ..Limits::time(3.0) };
                    let path = walls.bounce(&sweep, limits);
                    assert_certified(&room(&walls), &sweep, &path);
                    let is_right = restitution > 0.0 || path.ending == Ending::Completed;
                    assert!(is_right, "{angle} {tip:?} {offset} {restitution}: {:?}", path.ending);
                    path.velocity.length() / sweep.motion().length()
                });
                assert!(speeds.windows(2).all(|pair| pair[0] <= pair[1] + 1e-6), "{angle} {offset}: {speeds:?}");
                assert!(speeds[0] < 1e-6 && speeds[1] < 0.26, "{angle} {offset}: {speeds:?}");
            }
        }
    }
}

/// Faster than a velocity can be reflected, the frame is cut in parts; what is told is in frames again.
#[test]
fn faster_than_can_be_reflected() {
    for speed in [1.0, 1e290, 1e300, 1e307] {
        let walls = Walls::new([segment([0.5 * speed, -speed], [0.5 * speed, speed])]);
        let sweep = Sweep::point([0.0, 0.0], [speed, 0.0]).unwrap();
        let path = walls.bounce(&sweep, Limits::time(1.0));
        let [bounce] = &path.bounces[..] else { panic!("{path:?}") };
        let is_near = |x: f64, y: f64| (x / speed - y).abs() < 1e-12;
        assert!((bounce.time - 0.5).abs() < 1e-12 && (path.time - 1.0).abs() < 1e-12, "{path:?}");
        assert!(is_near(bounce.before.x, 1.0) && is_near(bounce.after.x, -1.0) && is_near(path.velocity.x, -1.0));
        assert!(is_near(path.length, 1.0) && path.end.x.abs() < 1e-12 * speed, "{path:?}");
    }
}

/// From far away, with all the time there is, the walls are met: in every direction, by points and discs.
#[test]
fn from_far_away() {
    let walls = Walls::new([segment([-1.0, -1.0], [1.0, 1.0]), segment([-1.0, 1.0], [1.0, -1.0])]);
    for at in [[1000.0, 1000.0], [-1000.0, 1000.0], [1000.0, 0.0], [0.0, -1000.0], [300.0, -1000.0]] {
        for (radius, speed) in [(0.0, 1.0), (0.5, 1e-3), (100.0, 1e3)] {
            let to = [at[0] * (1.0 - speed / 1000.0), at[1] * (1.0 - speed / 1000.0)];
            let path = walls.bounce(&Sweep::disc(at, to, radius).unwrap(), Limits::bounces(1));
            assert_eq!(path.bounces.len(), 1, "{at:?} {radius} {speed}: {path:?}");
        }
    }
}
