//! Questions about large polygons, and steps of crowded worlds, take time in proportion to their size, give or take a logarithm,
//! however their edges and bodies lie.
//!
//! Each of these takes a second or two. If it grew with the square of the size it would take minutes.

use carom::{Body, Location, Polygon, World, distance, intersects, nearest, smallest_circle};
use carom_oracle::clock::seconds_of_work;

/// Far more seconds of work than any of these takes.
const PATIENCE: f64 = 25.0;

#[track_caller]
fn in_time<T>(work: impl FnOnce() -> T) -> T {
    let start = seconds_of_work();
    let result = work();
    let seconds = seconds_of_work() - start;
    assert!(seconds < PATIENCE, "it took {seconds} s");
    result
}

/// Two combs of slanted teeth, those of one between those of the other: all boxes overlap, and nothing meets.
fn slanted_combs(teeth: usize, rise: f64) -> [Polygon; 2] {
    let (mut left, mut right) = (vec![], vec![]);
    for i in 0..teeth {
        let y = i as f64 * 10.0;
        left.extend([[0.0, y], [1e6, y + rise], [0.0, y + 1.0]]);
        let slope = rise / 1e6;
        let from = 1e6 + 100.0;
        right.extend([[from, y + from * slope + 5.0], [5.0, y + 5.0 * slope + 5.0], [from, y + from * slope + 6.0]]);
    }
    let top = teeth as f64 * 10.0;
    left.extend([[-1.0, top], [-1.0, 0.0]]);
    right.extend([[2e6, 2.0 * rise + top], [2e6, rise]]);
    [left, right].map(|ring| Polygon::new(ring).unwrap())
}

/// A square with small holes in rows, in an order that jumps about.
fn with_holes(side: usize) -> Polygon {
    let width = side as f64 + 1.0;
    let hole = |i: usize| {
        let i = i * 7_919 % (side * side);
        let (x, y) = ((i % side) as f64 + 0.6, (i / side) as f64 + 0.6);
        [[x, y], [x + 0.5, y], [x + 0.3, y + 0.5]]
    };
    Polygon::with_holes([[0.0, 0.0], [width, 0.0], [width, width], [0.0, width]], (0..side * side).map(hole)).unwrap()
}

#[test]
fn slanted_combs_that_do_not_meet() {
    for rise in [1e6, 3e5, 2.7e6] {
        let [left, right] = slanted_combs(16_000, rise);
        assert!(!in_time(|| intersects(&left, &right)), "rise {rise}");
        let gap = in_time(|| distance(&left, &right));
        assert!(0.0 < gap && gap < 10.0, "rise {rise}: {gap}");
        assert_eq!(in_time(|| left.locate(&left)), Location::Edge, "rise {rise}");
    }
}

#[test]
fn slanted_combs_of_which_two_teeth_cross() {
    let [left, right] = slanted_combs(16_000, 1e6);
    let shifted = Polygon::new(right.vertices().iter().map(|p| [p.x, p.y + 2.0 + p.x * 1e-5])).unwrap();
    assert!(in_time(|| intersects(&left, &shifted)));
    assert_eq!(in_time(|| left.locate(&shifted)), Location::Outside);
    assert_eq!(in_time(|| distance(&left, &shifted)), 0.0);
    let (p, q) = in_time(|| nearest(&left, &shifted));
    assert_eq!(p, q);
}

/// Teeth that cross like a grid, and every vertex outside of the other comb.
#[test]
fn combs_that_cross() {
    let teeth = 60_000;
    let tooth = |i: usize| [[i as f64, 0.0], [i as f64 + 1e6, 1e6], [i as f64 + 0.5, 0.0]];
    let mut right: Vec<[f64; 2]> = (0..teeth).flat_map(tooth).collect();
    right.extend([[teeth as f64, -1.0], [0.0, -1.0]]);
    let left = right.iter().map(|&[x, y]| [3e5 - x, y - 2e5]);
    let (right, left) = (Polygon::new(right.clone()).unwrap(), Polygon::new(left).unwrap());
    assert!(in_time(|| intersects(&left, &right)));
    let (p, q) = in_time(|| nearest(&left, &right));
    assert_eq!(p, q);
    assert_eq!(in_time(|| left.locate(&right)), Location::Outside);
}

#[test]
fn a_star_in_itself() {
    let ring = (0..200_000_u64).map(|i| {
        let (angle, radius) = (i as f64 * std::f64::consts::TAU / 200_000.0, 0.1 + (i * 7_919 % 1_000) as f64 * 9e-4);
        [radius * angle.cos(), radius * angle.sin()]
    });
    let star = Polygon::new(ring).unwrap();
    assert_eq!(in_time(|| star.locate(&star)), Location::Edge);
}

#[test]
fn many_holes() {
    let polygon = with_holes(180);
    assert_eq!(in_time(|| polygon.locate(&polygon)), Location::Edge);
    let small = Polygon::new([[0.1, 0.1], [0.2, 0.1], [0.1, 0.2]]).unwrap();
    assert!(in_time(|| (0..20_000).all(|_| polygon.locate(&small) == Location::Inside)));
    let larger = with_holes(450);
    let length: f64 =
        in_time(|| (0..larger.edge_count()).filter_map(|i| larger.edge(i)).map(|edge| edge.length()).sum());
    assert!((length - larger.edges().map(|edge| edge.length()).sum::<f64>()).abs() < 1e-3);
}

#[test]
fn the_smallest_circle_around_points_nearly_on_a_circle() {
    // Not quite all the way round, so that no two points are mirror images.
    let points = (0..400_000).map(|i| {
        let angle = f64::from(i) * (std::f64::consts::TAU - 1e-9) / 400_000.0;
        [angle.cos(), angle.sin()]
    });
    let circle = in_time(|| smallest_circle(points).unwrap());
    assert!((circle.radius() - 1.0).abs() < 1e-15);
}

/// Many bodies that never meet each other set out from one place: points, and discs that their masks keep apart.
#[test]
fn crowds_in_one_place() {
    let count = if cfg!(debug_assertions) { 30_000 } else { 100_000 };
    for body in [Body::point([0.0, 0.0]), Body::disc([0.0, 0.0], 0.1).layers(1).mask(2)] {
        let way = |k: u32| [f64::from(k * 7_919 % 1_000), f64::from(k * 7_907 % 997)];
        let mut world = World::default();
        in_time(|| (0..count).for_each(|k| assert!(world.add(body.velocity(way(k))).is_ok())));
        world.add(Body::disc([-9.0, -9.0], 0.1).layers(2)).unwrap();
        assert!(in_time(|| world.step(1e-3)).events.is_empty());
        assert_eq!(world.len(), count as usize + 1);
    }
}
