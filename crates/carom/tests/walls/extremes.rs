//! Walls that make a tree as deep, as wide or as useless as it can be: it answers, in a stack of moderate size, in time.

use crate::cases;
use carom::{Circle, Segment, Strategy, Sweep, Vec2, Wall, Walls};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Far more than any of these takes; who waits longer hangs.
const PATIENCE: Duration = Duration::from_secs(120);
/// Half of what a test's thread gets: recursion as deep as there are walls would not fit.
const STACK: usize = 1 << 20;

/// Does the work under each strategy; a hang or an overflow of the stack fails.
fn in_time(work: impl Fn(Strategy) + Send + Sync + Clone + 'static) {
    for strategy in Strategy::ALL {
        let (work, (sender, receiver)) = (work.clone(), channel());
        let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || {
            work(strategy);
            sender.send(()).expect("somebody waits");
        });
        let worker = worker.expect("a thread can be started");
        let waited = receiver.recv_timeout(PATIENCE);
        assert_ne!(waited, Err(RecvTimeoutError::Timeout), "{strategy:?} takes too long");
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    }
}

const MANY: usize = cases(1_000_000) as usize;

fn segment(a: [f64; 2], b: [f64; 2]) -> Segment {
    Segment::new(a, b).unwrap()
}

/// A few questions; the first touch must be this wall at this time.
#[track_caller]
fn ask(walls: &Walls, sweep: &Sweep, expected: Option<(usize, f64)>) {
    let strategy = walls.strategy();
    let found = walls.first_touch(sweep).map(|(id, hit)| (id.index(), hit.t));
    assert_eq!(found, expected, "{strategy:?}, {sweep:?}");
    assert_eq!(walls.touches_any(sweep), expected.is_some(), "{strategy:?}, {sweep:?}");
    let counted = walls.first_touch_counted(sweep).0.map(|(id, hit)| (id.index(), hit.t));
    assert_eq!(counted, expected, "{strategy:?}, {sweep:?}");
}

#[test]
fn a_million_equal_walls() {
    in_time(|strategy| {
        let mut walls = Walls::with(strategy, (0..MANY).map(|_| segment([1.0, -1.0], [1.0, 1.0])));
        let path = Sweep::point([0.0, 0.0], [4.0, 0.0]).unwrap();
        let disc = Sweep::disc([-1.0, 0.0], [4.0, 0.0], 0.75).unwrap();
        // Each of these compares a million exact times, so they are few.
        let first = |walls: &Walls, sweep: &Sweep| walls.first_touch(sweep).map(|(id, hit)| (id.index(), hit.t));
        assert_eq!(first(&walls, &path), Some((0, 0.25)), "{strategy:?}");
        assert_eq!(first(&walls, &disc), Some((0, 0.25)), "{strategy:?}");
        ask(&walls, &Sweep::point([0.0, 2.0], [4.0, 2.0]).unwrap(), None);
        assert_eq!(walls.nearest([0.0, 0.0]).map(|(id, distance)| (id.index(), distance)), Some((0, 1.0)));
        assert_eq!(walls.intersecting([1.0, 0.5]).len(), MANY, "{strategy:?}");
        let lowest = walls.ids().next().unwrap();
        walls.remove(lowest);
        assert_eq!(first(&walls, &path), Some((1, 0.25)), "{strategy:?}");
        walls.add(segment([0.5, -1.0], [0.5, 1.0]));
        walls.rebuild();
        assert_eq!(first(&walls, &path), Some((MANY, 0.125)), "{strategy:?}");
    });
}

#[test]
fn a_million_tiny_walls_on_a_line() {
    in_time(|strategy| {
        let tiny = f64::EPSILON / 4.0;
        // Walls as short as can be around 1/4 to 1, and a power of two of them to the unit.
        let all = (1..=MANY).map(|k| k as f64 / 1_048_576.0).map(|x| segment([x, 0.0], [x, tiny]));
        let walls = Walls::with(strategy, all);
        ask(&walls, &Sweep::point([0.0, 0.0], [1.0, 0.0]).unwrap(), Some((0, 1.0 / 1_048_576.0)));
        ask(&walls, &Sweep::point([0.0, tiny], [1.0, tiny]).unwrap(), Some((0, 1.0 / 1_048_576.0)));
        ask(&walls, &Sweep::point([0.0, 2.0 * tiny], [1.0, 2.0 * tiny]).unwrap(), None);
        let x = (MANY / 2 + 1) as f64 / 1_048_576.0;
        ask(&walls, &Sweep::point([x, -1.0], [x, 1.0]).unwrap(), Some((MANY / 2, 0.5)));
        ask(&walls, &Sweep::disc([x, -1.0], [x, 0.0], 0.5).unwrap(), Some((MANY / 2, 0.5)));
    });
}

/// Points of one slanted line joined to a chain: every wall on one line, every box in a corner of the next.
#[test]
fn a_long_straight_chain() {
    in_time(|strategy| {
        let place = |k: usize| [k as f64, 2.0 * k as f64];
        let mut walls = Walls::with(strategy, (0..MANY).map(|k| segment(place(k), place(k + 1))));
        let end = place(MANY);
        let along = Sweep::point([-end[0], -end[1]], end).unwrap();
        ask(&walls, &along, Some((0, 0.5)));
        let [x, y] = place(MANY / 2);
        // Through a vertex: the earlier of the two walls that meet there.
        ask(&walls, &Sweep::point([x - 1.0, y], [x + 1.0, y]).unwrap(), Some((MANY / 2 - 1, 0.5)));
        walls.rebuild();
        ask(&walls, &along, Some((0, 0.5)));
    });
}

#[test]
fn circles_with_one_center() {
    in_time(|strategy| {
        let count = cases(100_000) as usize;
        let walls = Walls::with(strategy, (1..=count).map(|k| Circle::new([0.0, 0.0], k as f64).unwrap()));
        let outside = 2.0 * count as f64;
        // The largest is met first, halfway to the center.
        ask(&walls, &Sweep::point([outside, 0.0], [0.0, 0.0]).unwrap(), Some((count - 1, 0.5)));
        ask(&walls, &Sweep::point([0.0, 0.0], [outside, 0.0]).unwrap(), Some((0, 0.0)));
        ask(&walls, &Sweep::disc([outside, 0.0], [0.0, 0.0], outside).unwrap(), Some((0, 0.0)));
        assert_eq!(walls.nearest([0.5, 0.0]).map(|(id, distance)| (id.index(), distance)), Some((0, 0.0)));
    });
}

#[test]
fn walls_at_the_end_of_the_numbers() {
    const M: f64 = f64::MAX;
    in_time(|strategy| {
        let corners = [[-M, -M], [M, -M], [M, M], [-M, M]];
        let frame = (0..4).map(|k| segment(corners[k], corners[(k + 1) % 4])).map(Wall::from);
        let pillars = corners.map(|corner| Wall::from(Circle::new(corner, M).unwrap()));
        let specks =
            (0..100).map(|k| f64::from(k) * f64::from_bits(1)).map(|x| segment([x, 0.0], [x, f64::from_bits(1)]));
        let walls = Walls::with(strategy, frame.clone().chain(specks.map(Wall::from)));
        ask(&walls, &Sweep::point([-M, 0.0], [M, 0.0]).unwrap(), Some((3, 0.0)));
        ask(&walls, &Sweep::point([0.0, 1.0], [M, 1.0]).unwrap(), Some((1, 1.0)));
        ask(&walls, &Sweep::point([0.0, M], [0.0, -M]).unwrap(), Some((2, 0.0)));
        ask(&walls, &Sweep::disc([1.0, 1.0], [1.0, 1.0], M).unwrap(), Some((1, 0.0)));
        ask(&walls, &Sweep::point([1.0, 1.0], [2.0, 1.0]).unwrap(), None);
        let walls = Walls::with(strategy, frame.chain(pillars));
        ask(&walls, &Sweep::point([0.0, 0.0], [M, 0.0]).unwrap(), Some((1, 1.0)));
        assert_eq!(walls.nearest([0.0, 0.0]).map(|(_, distance)| distance.is_finite()), Some(true));
        assert_eq!(walls.scan([0.0, 0.0], &[[1.0, 0.0].into(), [1.0, 1.0].into()], f64::INFINITY).len(), 2);
    });
}

/// Walls one by one, each beyond the last or each within the last, and then gone one by one.
#[test]
fn inserted_in_order() {
    // A power of two, so that times are exact.
    let count = (cases(100_000) as usize).next_power_of_two();
    in_time(move |strategy| {
        let mut walls = Walls::with(strategy, [] as [Wall; 0]);
        for k in 0..count {
            let x = (count - k) as f64;
            walls.add(segment([x, -x], [x, x]));
        }
        let path = Sweep::point([0.0, 0.0], [2.0 * count as f64, 0.0]).unwrap();
        ask(&walls, &path, Some((count - 1, 0.5 / count as f64)));
        let ids: Vec<_> = walls.ids().collect();
        for id in &ids[..count - 1] {
            assert!(walls.remove(*id).is_some());
        }
        ask(&walls, &path, Some((count - 1, 0.5 / count as f64)));
        walls.remove(ids[count - 1]);
        ask(&walls, &path, None);
    });
    in_time(move |strategy| {
        let mut walls = Walls::with(strategy, [] as [Wall; 0]);
        for _ in 0..count {
            walls.add(segment([1.0, -1.0], [1.0, 1.0]));
        }
        ask(&walls, &Sweep::point([0.0, 0.0], [4.0, 0.0]).unwrap(), Some((0, 0.25)));
    });
}

/// Sizes that halve until there is nothing to halve: a grid or tree that follows them is two thousand levels deep.
#[test]
fn sizes_that_halve() {
    in_time(|strategy| {
        let sizes = (-1073..1023).map(|exponent| 2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2));
        let walls = Walls::with(strategy, sizes.map(|size| segment([size, -size], [size, size])));
        ask(&walls, &Sweep::point([0.0, 0.0], [1.0, 0.0]).unwrap(), Some((0, f64::from_bits(2))));
        ask(&walls, &Sweep::point([1.5, 0.0], [3.5, 0.0]).unwrap(), Some((1074, 0.25)));
        let far = 2f64.powi(1023);
        ask(&walls, &Sweep::point([far, 0.0], [0.0, 0.0]).unwrap(), Some((2095, 0.5)));
    });
}

/// Long walls that each cross all others: every box covers the scene.
#[test]
fn all_walls_cross() {
    in_time(|strategy| {
        let count = cases(100_000) as usize;
        let walls = Walls::with(
            strategy,
            (0..count).map(|k| segment([k as f64, -(count as f64)], [(count - k) as f64 - 0.5, count as f64])),
        );
        let sweep = Sweep::point([-1.0, count as f64], [0.75, count as f64]).unwrap();
        // The last wall ends at 1 − 1/2 at the top.
        let t = 1.5 / 1.75;
        let found = walls.first_touch(&sweep).map(|(id, hit)| (id.index(), (hit.t - t).abs() < 1e-9));
        assert_eq!(found, Some((count - 1, true)), "{strategy:?}");
        assert!(!walls.touches_any(&Sweep::point([-5.0, 0.0], [-1.0, 0.0]).unwrap()), "{strategy:?}");
    });
}

/// Products of these numbers are just finite, and their sums are not.
#[test]
fn products_that_just_fit() {
    let c = 8e153;
    let near = Segment::new([-0.3 * c, -1.0], [-0.3 * c, 1.0]).unwrap();
    let far = Segment::new([0.1 * c, -c], [0.1 * c, c]).unwrap();
    let path = Sweep::point([-c, 0.0], [c, 0.0]).unwrap();
    for strategy in Strategy::ALL {
        for order in [[near, far], [far, near]] {
            let walls = Walls::with(strategy, order);
            let times: Vec<f64> = walls.touches(&path).iter().map(|(_, hit)| hit.t).collect();
            assert_eq!(times, [near, far].map(|wall| path.first_time(&wall).unwrap()), "{strategy:?}");
            assert_eq!(walls.first_touch(&path).unwrap().1.t, times[0], "{strategy:?}");
        }
    }
}

/// Rays whose directions, distances or walls are at the ends of the range.
#[test]
fn rays_at_the_ends_of_the_range() {
    let upright = |x: f64| Segment::new([x, -1.0], [x, 1.0]).unwrap();
    let meets = |x: f64, origin: f64, direction: f64, limit: f64| {
        let walls = Walls::new([upright(x)]);
        walls.scan([origin, 0.0], &[Vec2::new(direction, 0.0)], limit)[0].is_some()
    };
    for x in [3.0, 1e308, 1.7e308] {
        for direction in [5e-324, 1e-310, 1.0, 1e308] {
            assert!(meets(x, 0.0, direction, f64::INFINITY), "{x:e}, {direction:e}");
        }
    }
    assert!(meets(1e-300, 0.0, 1e308, f64::INFINITY));
    assert!(meets(-1e301, -1e300, -1.0, f64::MAX));
    for (direction, limit) in [(f64::NAN, 1.0), (f64::INFINITY, 1.0), (1.0, f64::NAN), (1.0, -1.0), (0.0, 9.0)] {
        assert!(!meets(0.5, 0.0, direction, limit), "{direction}, {limit}");
    }
}

/// Walls that come and go leave nothing behind that later questions pay for.
#[test]
fn walls_that_come_and_go() {
    let mut walls = Walls::new([Segment::new([0.0, 0.0], [1.0, 0.0]).unwrap()]);
    for i in 0..20_000 {
        let id = walls.add(Segment::new([f64::from(i), 5.0], [f64::from(i), 6.0]).unwrap());
        assert!(walls.remove(id).is_some() && walls.remove(id).is_none());
    }
    let path = Sweep::point([0.5, 1.0], [0.5, -1.0]).unwrap();
    let (first, counters) = walls.first_touch_counted(&path);
    assert_eq!((first.unwrap().0.index(), counters.exact), (0, 1));
    assert!(walls.bytes() < 20_000 * 81, "{} bytes", walls.bytes());
}
