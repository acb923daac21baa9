//! Single bounces whose answers are known.

use crate::chambers::W3;
use crate::{assert_certified, assert_near, onward, outline, room, segment};
use carom::{Circle, Ending, Limits, Point, Side, Strategy, Sweep, Vec2, Wall, Walls};
use carom_oracle::round::next_up;

/// As far as rounding may take a number of about this size.
const CLOSE: f64 = 1e-12;

fn square() -> Walls {
    outline(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
}

fn point(start: [f64; 2], end: [f64; 2]) -> Sweep {
    Sweep::point(start, end).expect("numbers are finite")
}

fn disc(start: [f64; 2], end: [f64; 2], radius: f64) -> Sweep {
    Sweep::disc(start, end, radius).expect("numbers are finite")
}

/// The bouncy wall of the acceptance cases, digit for digit.
#[test]
fn w2() {
    for strategy in Strategy::ALL {
        let walls = Walls::with(strategy, [segment([0.0, -3.0], [0.0, 3.0])]);
        let sweep = point([-2.0, 2.0], [3.0, -1.0]);
        let path = walls.bounce(&sweep, Limits::default());
        assert_eq!(path.end, Point::from([-3.0, -1.0]), "{strategy:?}");
        assert_eq!((path.ending, path.time), (Ending::Completed, 1.0), "{strategy:?}");
        assert_near(path.velocity, [-5.0, -3.0], 0.0, "velocity");
        assert!((path.length - 34f64.sqrt()).abs() < CLOSE, "{}", path.length);
        let [bounce] = path.bounces[..] else { panic!("{:?}", path.bounces) };
        assert!((bounce.time - 0.4).abs() < 1e-15, "{}", bounce.time);
        assert_near(bounce.point, [0.0, 0.8], 1e-15, "where it touches");
        assert_near(bounce.at, [0.0, 0.8], CLOSE, "where it is");
        assert!(bounce.at.x < 0.0, "{:?} is not beside the wall", bounce.at);
        assert_eq!((bounce.wall.index(), bounce.normal), (0, Vec2::new(-1.0, 0.0)));
        assert_eq!((bounce.before, bounce.after), (Vec2::new(5.0, -3.0), Vec2::new(-5.0, -3.0)));
        assert_certified(&room(&walls), &sweep, &path);
    }
}

/// One sweep of one frame, and where it is after that.
struct Case {
    name: &'static str,
    walls: Walls,
    sweep: Sweep,
    end: [f64; 2],
    velocity: [f64; 2],
    /// How many bounces: at least, at most. A vertex of two walls may count as one or as two.
    bounces: [usize; 2],
}

fn cases() -> Vec<Case> {
    let case = |name, walls, sweep, end, velocity, bounces| Case { name, walls, sweep, end, velocity, bounces };
    let seam = || Walls::new([segment([-1.0, 0.0], [0.0, 0.0]), segment([0.0, 0.0], [1.0, 0.0])]);
    let floor = || Walls::new([segment([-10.0, 0.0], [10.0, 0.0])]);
    let crossing = || Walls::new([segment([-1.0, -1.0], [1.0, 1.0]), segment([-1.0, 1.0], [1.0, -1.0])]);
    let upright = || Walls::new([segment([0.0, 0.0], [0.0, 5.0])]);
    let pillar = || Walls::new([Circle::new([0.0, 0.0], 1.0).unwrap()]);
    vec![
        case("no walls", Walls::default(), point([1.0, 2.0], [4.0, 6.0]), [4.0, 6.0], [3.0, 4.0], [0, 0]),
        case("ends before the wall", floor(), point([0.0, 3.0], [0.0, 1.0]), [0.0, 1.0], [0.0, -2.0], [0, 0]),
        case("point at an end of a wall", upright(), point([-1.0, 0.0], [1.0, 0.0]), [-1.0, 0.0], [-2.0, 0.0], [1, 1]),
        case(
            "disc at an end of a wall",
            upright(),
            disc([-3.0, -0.6], [3.0, -0.6], 1.0),
            [-1.864, -4.248],
            [-1.68, -5.76],
            [1, 1],
        ),
        case("disc at a side", floor(), disc([0.0, 3.0], [4.0, -1.0], 1.0), [4.0, 3.0], [4.0, 4.0], [1, 1]),
        case("seam of two walls", seam(), point([0.0, 1.0], [0.0, -1.0]), [0.0, 1.0], [0.0, 2.0], [1, 1]),
        case("disc at a seam", seam(), disc([0.0, 2.0], [0.0, 0.0], 1.0), [0.0, 2.0], [0.0, 2.0], [1, 1]),
        case("into a corner at 45 degrees", square(), point([0.5, 0.5], [1.5, 1.5]), [0.5, 0.5], [-1.0, -1.0], [1, 2]),
        case(
            "disc into a corner at 45 degrees",
            square(),
            disc([0.5, 0.5], [1.0, 1.0], 0.25),
            [0.5, 0.5],
            [-0.5, -0.5],
            [1, 2],
        ),
        case(
            "corner, one wall after the other",
            square(),
            point([0.5, 0.75], [1.5, 1.5]),
            [0.5, 0.5],
            [-1.0, -0.75],
            [2, 2],
        ),
        case("where two walls cross", crossing(), point([-2.0, 0.0], [2.0, 0.0]), [-2.0, 0.0], [-4.0, 0.0], [1, 2]),
        // It touches both when its center is √½ from the middle.
        case(
            "disc where two walls cross",
            crossing(),
            disc([-3.0, 0.0], [1.0, 0.0], 0.5),
            [-1.0 - 2.0 * 0.5f64.sqrt(), 0.0],
            [-4.0, 0.0],
            [1, 2],
        ),
        case("pillar, straight", pillar(), point([3.0, 0.0], [-1.0, 0.0]), [3.0, 0.0], [4.0, 0.0], [1, 1]),
        case(
            "pillar, disc at an angle",
            pillar(),
            disc([-3.0, 1.2], [3.0, 1.2], 1.0),
            [-2.888, 5.616],
            [-1.68, 5.76],
            [1, 1],
        ),
        case(
            "disc that touches and goes away",
            floor(),
            disc([0.0, 1.0], [1.0, 2.0], 1.0),
            [1.0, 2.0],
            [1.0, 1.0],
            [0, 0],
        ),
        case(
            "disc that touches and goes along",
            floor(),
            disc([0.0, 1.0], [3.0, 1.0], 1.0),
            [3.0, 1.0],
            [3.0, 0.0],
            [0, 0],
        ),
        case(
            "disc that touches and goes deeper",
            floor(),
            disc([0.0, 1.0], [1.0, 0.0], 1.0),
            [1.0, 2.0],
            [1.0, 1.0],
            [1, 1],
        ),
        case("disc that grazes a pillar", pillar(), disc([-3.0, 2.0], [3.0, 2.0], 1.0), [3.0, 2.0], [6.0, 0.0], [0, 0]),
        case("disc that ends on a wall", floor(), disc([0.0, 2.0], [0.0, 1.0], 1.0), [0.0, 1.0], [0.0, -1.0], [0, 0]),
    ]
}

#[test]
fn known_answers() {
    for Case { name, walls, sweep, end, velocity, bounces } in cases() {
        for strategy in Strategy::ALL {
            let walls = Walls::with(strategy, walls.ids().filter_map(|id| walls.get(id)));
            let path = walls.bounce(&sweep, Limits::default());
            assert_certified(&room(&walls), &sweep, &path);
            assert_near(path.end, end, CLOSE, name);
            assert_near(path.velocity, velocity, CLOSE, name);
            assert_eq!(path.ending, Ending::Completed, "{name}");
            let count = path.bounces.len();
            assert!(bounces[0] <= count && count <= bounces[1], "{name}: {:?}", path.bounces);
            assert!((path.time - 1.0).abs() < CLOSE, "{name}: {}", path.time);
            assert!((path.length - sweep.motion().length()).abs() < 1e-9, "{name}: {}", path.length);
            for bounce in &path.bounces {
                assert!(
                    bounce.before.dot(bounce.normal) <= CLOSE && -CLOSE <= bounce.after.dot(bounce.normal),
                    "{name}: {bounce:?}"
                );
            }
        }
    }
}

/// A point may touch nothing, so one that would end on a wall ends beside it.
#[test]
fn a_point_that_ends_on_a_wall() {
    let walls = Walls::new([segment([-10.0, 0.0], [10.0, 0.0])]);
    for start in [[0.0, 2.0], [0.0, -2.0], [3.0, 1.0], [0.1, 0.7]] {
        let sweep = point(start, [0.5, 0.0]);
        let path = walls.bounce(&sweep, Limits::default());
        assert_certified(&room(&walls), &sweep, &path);
        assert_near(path.end, [0.5, 0.0], CLOSE, "beside the wall");
    }
}

/// The reflex vertex of W3, met exactly from inside, from every side that sees it.
#[test]
fn reflex_vertex() {
    let walls = outline(&W3);
    for start in [[100.0, 20.0], [180.0, 100.0], [200.0, 200.0], [140.0, 60.0], [120.0, 150.0]] {
        let vertex = [100.0, 100.0];
        let sweep = point(start, [2.0 * vertex[0] - start[0], 2.0 * vertex[1] - start[1]]);
        let path = walls.bounce(&sweep, Limits::default());
        assert_certified(&room(&walls), &sweep, &path);
        assert_eq!(path.ending, Ending::Completed, "{start:?}");
        assert_near(path.bounces[0].at, vertex, 1e-9, "the first bounce");
        let speed = sweep.motion().length();
        assert!((path.velocity.length() - speed).abs() < CLOSE * speed, "{start:?}");
        let polygon = carom::Polygon::new(W3).unwrap();
        assert_eq!(polygon.locate(path.end), carom::Location::Inside, "{start:?}");
    }
}

/// A ray into a wedge of angle α comes out again after at most ⌈π/α⌉ bounces.
#[test]
fn wedges_let_go() {
    for angle in [1.0, 0.5, 0.1, 1e-2, 1e-3] {
        let half = f64::tan(angle / 2.0);
        let walls = Walls::new([segment([0.0, 0.0], [40.0, 40.0 * half]), segment([0.0, 0.0], [40.0, -40.0 * half])]);
        for (height, radius) in [(0.3, 0.0), (-0.7, 0.0), (0.1, 0.2 * half)] {
            let sweep = disc([4.0, 4.0 * half * height], [-16.0, 4.0 * half * height], radius);
            let path = walls.bounce(&sweep, Limits { bounces: 100_000, ..Limits::default() });
            assert_certified(&room(&walls), &sweep, &path);
            assert_eq!(path.ending, Ending::Completed, "{angle}, {height}");
            let most = (std::f64::consts::PI / angle).ceil() as usize;
            let count = path.bounces.len();
            assert!(most - 1 <= count && count <= most + 1, "{angle}, {height}: {count} bounces, not about {most}");
            // Nearly the way it came.
            assert!(10.0 < path.end.x && 0.0 < path.velocity.x, "{angle}, {height}: {:?}", path.end);
        }
    }
}

#[test]
fn a_body_that_does_not_move() {
    let walls = square();
    for limits in [Limits::default(), Limits::bounces(7), Limits::length(3.0), Limits::time(1e9)] {
        for radius in [0.0, 0.25, 0.5] {
            let path = walls.bounce(&disc([0.5, 0.5], [0.5, 0.5], radius), limits);
            assert_eq!((path.ending, path.end), (Ending::Completed, Point::from([0.5, 0.5])), "{limits:?}, {radius}");
            assert_eq!((path.bounces.len(), path.length), (0, 0.0), "{limits:?}, {radius}");
        }
    }
}

#[test]
fn a_start_that_is_taken() {
    let walls = square();
    let starts = [
        ("a point on a wall, going in", point([0.0, 0.5], [0.5, 0.5])),
        ("a point on a wall, going out", point([0.0, 0.5], [-0.5, 0.5])),
        ("a point on a wall, going along", point([0.0, 0.5], [0.0, 0.75])),
        ("a point on a vertex", point([1.0, 1.0], [0.5, 0.5])),
        ("a disc across a wall", disc([0.1, 0.5], [0.5, 0.5], 0.25)),
        ("a disc a hair too large", disc([0.25, 0.5], [0.5, 0.5], next_up(0.25))),
        ("a disc around everything", disc([0.5, 0.5], [0.75, 0.5], 9.0)),
    ];
    for (name, sweep) in starts {
        let path = walls.bounce(&sweep, Limits::default());
        let Ending::Blocked { wall, remaining } = path.ending else { panic!("{name}: {:?}", path.ending) };
        assert!(wall.index() < 4 && remaining == 1.0, "{name}: {:?}", path.ending);
        assert_eq!((path.end, path.bounces.len()), (sweep.start(), 0), "{name}");
        assert_eq!((path.time, path.length), (0.0, 0.0), "{name}");
    }
}

#[test]
fn restitution() {
    let walls = Walls::new([segment([-10.0, 0.0], [10.0, 0.0])]);
    let cases = [
        (1.0, [1.0, 2.0], [1.0, 1.0]),
        (0.5, [1.0, 1.0], [1.0, 0.5]),
        (0.25, [1.0, 0.5], [1.0, 0.25]),
        (0.0, [1.0, 0.0], [1.0, 0.0]),
        (7.0, [1.0, 2.0], [1.0, 1.0]),
        (-1.0, [1.0, 0.0], [1.0, 0.0]),
        (f64::NAN, [1.0, 0.0], [1.0, 0.0]),
    ];
    for (restitution, velocity, end) in cases {
        for radius in [0.0, 0.5] {
            let sweep = disc([0.0, 1.0 + radius], [1.0, radius - 1.0], radius);
            let path = walls.bounce(&sweep, Limits { restitution, ..Limits::default() });
            let name = format!("restitution {restitution}, radius {radius}");
            assert_certified(&room(&walls), &sweep, &path);
            assert_near(path.velocity, velocity, CLOSE, &name);
            assert_near(path.end, [end[0], end[1] + radius], CLOSE, &name);
            assert_eq!(path.ending, Ending::Completed, "{name}");
        }
    }
}

/// A body that loses speed at every bounce never gains any, and stays.
#[test]
fn restitution_in_a_chamber() {
    let walls = outline(&W3);
    for restitution in [0.0, 0.1, 0.5, 0.9, 0.999] {
        for radius in [0.0, 5.0] {
            let sweep = disc([120.0, 120.0], [420.0, 531.0], radius);
            let path = walls.bounce(&sweep, Limits { restitution, time: 50.0, ..Limits::default() });
            assert_certified(&room(&walls), &sweep, &path);
            for bounce in &path.bounces {
                let (before, after) = (bounce.before.length(), bounce.after.length());
                assert!(after <= before * (1.0 + 1e-14), "{restitution}, {radius}: {bounce:?}");
            }
        }
    }
}

/// A wall that is there for one side only lets pass what comes from the other, and stops it on its way back.
#[test]
fn one_sided_walls() {
    for strategy in Strategy::ALL {
        let door = Wall::from(segment([0.0, -4.0], [0.0, 4.0])).with_side(Side::Left);
        let walls = Walls::with(strategy, [door, Wall::from(segment([-3.0, -4.0], [-3.0, 4.0]))]);
        for radius in [0.0, 0.5] {
            // To the far wall 5 − r, back to the door 3 − 2r, and 1 to the left again.
            let length = (5.0 - radius) + (3.0 - 2.0 * radius) + 1.0;
            let path = walls.bounce(&disc([2.0, 0.0], [2.0 - length, 0.0], radius), Limits::default());
            let ids: Vec<usize> = path.bounces.iter().map(|bounce| bounce.wall.index()).collect();
            assert_eq!(ids, [1, 0], "{strategy:?}, {radius}");
            assert_near(path.end, [-radius - 1.0, 0.0], CLOSE, "behind the door");
        }
    }
}

#[test]
fn masks() {
    for strategy in Strategy::ALL {
        let near = Wall::from(segment([1.0, -1.0], [1.0, 1.0])).with_mask(0b01);
        let far = Wall::from(segment([2.0, -1.0], [2.0, 1.0])).with_mask(0b10);
        let walls = Walls::with(strategy, [near, far]);
        let end = |mask: u32| walls.only(mask).bounce(&point([0.0, 0.0], [4.0, 0.0]), Limits::default()).end;
        assert_near(end(0b01), [-2.0, 0.0], CLOSE, "the near wall");
        assert_near(end(0b10), [0.0, 0.0], CLOSE, "the far wall");
        assert_near(end(0b11), [-2.0, 0.0], CLOSE, "both walls");
        assert_near(end(0b100), [4.0, 0.0], 0.0, "neither wall");
    }
}

#[test]
fn huge_speeds() {
    let walls = outline(&W3);
    for speed in [1e10, 1e100, 1e300, 0.5 * f64::MAX] {
        for radius in [0.0, 5.0] {
            let sweep = onward(Point::from([120.0, 120.0]), Vec2::new(0.6 * speed, 0.8 * speed), radius);
            let path = walls.bounce(&sweep, Limits::default());
            assert_certified(&room(&walls), &sweep, &path);
            let Ending::BounceLimit { remaining } = path.ending else { panic!("{speed:e}: {:?}", path.ending) };
            assert!(0.0 < remaining && remaining <= 1.0 && path.bounces.len() == 1000, "{speed:e}: {remaining}");
            let kept = path.velocity.length() / sweep.motion().length();
            assert!((kept - 1.0).abs() < 1e-9, "{speed:e}: {kept}");
        }
    }
}

/// Nothing to stop it and no end of time: it stays among the numbers.
#[test]
fn off_to_infinity() {
    let empty = Walls::default();
    let behind = Walls::new([segment([-1.0, -1.0], [-1.0, 1.0])]);
    for walls in [&empty, &behind] {
        for limits in
            [Limits::time(1e300), Limits::bounces(9), Limits::time(f64::INFINITY), Limits::length(f64::INFINITY)]
        {
            for end in [[1.0, 0.0], [1e300, -1e300], [f64::MAX, 0.0]] {
                for radius in [0.0, 0.5] {
                    let sweep = disc([0.0, 0.0], end, radius);
                    let path = walls.bounce(&sweep, limits);
                    assert_certified(&room(walls), &sweep, &path);
                    assert_eq!(path.bounces.len(), 0, "{limits:?}, {sweep:?}");
                    assert!(1e290 < path.end.x, "{limits:?}, {sweep:?}: {:?}", path.end);
                }
            }
        }
    }
}
