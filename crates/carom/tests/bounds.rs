//! Are the hull and the smallest circle right, to the last bit?

use std::cmp::Ordering;

use carom::{Circle, Point, compare_distance};
use carom_oracle::checks;
use carom_oracle::regions;
use carom_oracle::rng::Rng;
use carom_oracle::round::next_down;
use carom_oracle::truth::{self, Side, Xy};
use carom_oracle::{cases, polygons};

/// Random cases of each check; without optimization a case takes many times as long.
const CASES: u64 = if carom_oracle::FEW_CASES { 2_000 } else { 50_000 };

#[test]
fn random_points() {
    checks::assert_right(&["hull", "smallest_circle"], CASES);
}

#[test]
fn hulls() {
    let tiny = f64::from_bits(1);
    let max = f64::MAX;
    let cases: &[(&str, &[Xy], &[Xy])] = &[
        ("one point", &[[1.0, 2.0]], &[[1.0, 2.0]]),
        ("one point, again and again", &[[1.0, 2.0]; 4], &[[1.0, 2.0]]),
        ("two points", &[[3.0, 2.0], [1.0, 2.0]], &[[1.0, 2.0], [3.0, 2.0]]),
        ("upright pair", &[[1.0, 5.0], [1.0, 2.0]], &[[1.0, 2.0], [1.0, 5.0]]),
        ("on one line", &[[2.0, 2.0], [1.0, 1.0], [4.0, 4.0], [3.0, 3.0]], &[[1.0, 1.0], [4.0, 4.0]]),
        ("clockwise triangle", &[[0.0, 0.0], [0.0, 1.0], [1.0, 0.0]], &[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]),
        (
            "points on the edges are left out",
            &[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [2.0, 2.0], [1.0, 1.0], [0.0, 2.0], [0.0, 1.0]],
            &[[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]],
        ),
        (
            "whole range",
            &[[-max, -max], [max, -max], [max, max], [-max, max], [0.0, 0.0], [max, 0.0]],
            &[[-max, -max], [max, -max], [max, max], [-max, max]],
        ),
        ("smallest triangle", &[[tiny, 0.0], [0.0, 0.0], [0.0, tiny]], &[[0.0, 0.0], [tiny, 0.0], [0.0, tiny]]),
        (
            "a corner of one unit in the last place",
            &[[0.0, 0.0], [1.0, next_down(1.0)], [2.0, 2.0], [1.0, 1.0]],
            &[[0.0, 0.0], [1.0, next_down(1.0)], [2.0, 2.0]],
        ),
    ];
    for (name, points, expected) in cases {
        let expected: Vec<Point> = expected.iter().map(|&p| p.into()).collect();
        assert_eq!(carom::hull(points.iter().copied()), Ok(expected.clone()), "{name}");
        let mut rng = Rng::new(1);
        let mut shuffled = points.to_vec();
        for _ in 0..5 {
            rng.shuffle(&mut shuffled);
            assert_eq!(carom::hull(shuffled.iter().copied()), Ok(expected.clone()), "{name}: {shuffled:?}");
        }
    }
}

/// Of many points, a hull is right if it turns left everywhere, goes around once, is made of the points, and leaves none out.
#[test]
fn hulls_of_many_points() {
    let mut rng = Rng::new(2);
    let clouds: Vec<(&str, Vec<Xy>)> = vec![
        ("square", (0..2000).map(|_| [rng.unit(), rng.unit()]).collect()),
        ("grid", (0..2000).map(|_| [rng.between(0, 20) as f64, rng.between(0, 20) as f64]).collect()),
        ("circle", polygons::regular(1000)),
        ("far away", (0..2000).map(|_| [1e15 + rng.unit(), 1e15 + rng.unit()]).collect()),
        ("all scales", (0..500).map(|_| [cases::wild(&mut rng), cases::wild(&mut rng)]).collect()),
        ("line", (0..500).map(|i| [i as f64 * 0.1, i as f64 * 0.3]).collect()),
    ];
    for (name, points) in clouds {
        let hull: Vec<Xy> = carom::hull(points.iter().copied()).unwrap().iter().map(|p| [p.x, p.y]).collect();
        let n = hull.len();
        let lowest = points.iter().copied().reduce(|a, b| if b < a { b } else { a }).unwrap();
        assert_eq!(hull[0], lowest, "{name}");
        for i in 0..n {
            let (a, b, c) = (hull[i], hull[(i + 1) % n], hull[(i + 2) % n]);
            assert_eq!(truth::orient(a, b, c), Side::Left, "{name}: {a:?} {b:?} {c:?}");
            assert!(points.contains(&a), "{name}: {a:?} is not one of the points");
            assert_eq!(hull.iter().filter(|&&p| p == a).count(), 1, "{name}: {a:?} comes twice");
            for &p in &points {
                assert_ne!(truth::orient(a, b, p), Side::Right, "{name}: {p:?} is outside {a:?} {b:?}");
            }
        }
    }
}

#[track_caller]
fn check_circle(name: &str, points: &[Xy], center: Xy, radius: f64) {
    assert_eq!(regions::smallest_circle(points), (center, radius), "{name}, by the oracle");
    let circle = carom::smallest_circle(points.iter().copied()).unwrap();
    assert_eq!((circle.center(), circle.radius()), (center.into(), radius), "{name}");
    check_is_tight(name, &circle, points);
}

/// Holds all points, and would not with the next smaller radius.
#[track_caller]
fn check_is_tight(name: &str, circle: &Circle, points: &[Xy]) {
    let compare = |radius: f64| points.iter().map(|&p| compare_distance(p, circle.center(), radius)).max();
    assert_ne!(compare(circle.radius()), Some(Ordering::Greater), "{name}: a point is outside");
    assert_eq!(compare(next_down(circle.radius())), Some(Ordering::Greater), "{name}: the radius is too large");
}

#[test]
fn circles() {
    let tiny = f64::from_bits(1);
    check_circle("one point", &[[1.0, 2.0]], [1.0, 2.0], 0.0);
    check_circle("one point twice", &[[1.0, 2.0]; 2], [1.0, 2.0], 0.0);
    check_circle("two points", &[[0.0, 0.0], [6.0, 8.0]], [3.0, 4.0], 5.0);
    check_circle("on one line", &[[0.0, 0.0], [3.0, 4.0], [6.0, 8.0], [1.5, 2.0]], [3.0, 4.0], 5.0);
    check_circle("right triangle", &[[0.0, 0.0], [6.0, 0.0], [0.0, 8.0]], [3.0, 4.0], 5.0);
    check_circle("blunt triangle", &[[0.0, 0.0], [10.0, 0.0], [5.0, 1.0]], [5.0, 0.0], 5.0);
    check_circle("sharp triangle", &[[-3.0, -4.0], [3.0, -4.0], [0.0, 5.0]], [0.0, 0.0], 5.0);
    check_circle("square", &[[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]], [1.0, 1.0], 2f64.sqrt());
    check_circle(
        "all on one circle",
        &[[5.0, 0.0], [-5.0, 0.0], [3.0, 4.0], [-4.0, 3.0], [0.0, -5.0]],
        [0.0, 0.0],
        5.0,
    );
    // The exact center is half of the smallest number off; a tie goes to the even neighbour, and the radius makes up for it.
    check_circle("smallest pair", &[[0.0, 0.0], [tiny, 0.0]], [0.0, 0.0], tiny);
    check_circle("next smallest pair", &[[0.0, 0.0], [3.0 * tiny, 0.0]], [2.0 * tiny, 0.0], 2.0 * tiny);
    check_circle("widest pair", &[[-f64::MAX, 0.0], [f64::MAX, 0.0]], [0.0, 0.0], f64::MAX);
}

#[test]
fn a_circle_that_is_too_large_is_an_error() {
    let corners = [[-f64::MAX, -f64::MAX], [f64::MAX, f64::MAX]];
    let message = carom::smallest_circle(corners).unwrap_err().to_string();
    assert!(message.contains("circle") && message.contains("largest"), "{message}");
}

/// Only hull points matter for the circle, so brute force can stand up to many points.
#[test]
fn circles_of_many_points() {
    let mut rng = Rng::new(4);
    for round in 0..40 {
        let size = [8, 20, 1000][round % 3];
        let points: Vec<Xy> = match round % 4 {
            0 => (0..size).map(|_| [rng.unit(), rng.unit()]).collect(),
            1 => (0..size).map(|_| [rng.between(0, 9) as f64, rng.between(0, 9) as f64]).collect(),
            2 => (0..size).map(|_| [1e9 + rng.unit(), -1e9 + rng.unit()]).collect(),
            _ => (0..size).map(|i| [i as f64, (i * i % 17) as f64]).collect(),
        };
        let (center, radius) = regions::smallest_circle(&regions::hull(&points));
        let circle = carom::smallest_circle(points.iter().copied()).unwrap();
        assert_eq!((circle.center(), circle.radius()), (center.into(), radius), "round {round}");
        check_is_tight(&format!("round {round}"), &circle, &points);
    }
    // A thousand points that are all within rounding of one circle: the hardest case for moving from candidate to candidate.
    let ring = polygons::regular(1000);
    let circle = carom::smallest_circle(ring.iter().copied()).unwrap();
    check_is_tight("regular 1000-gon", &circle, &ring);
    assert!(circle.radius() <= 1.0 + 4.0 * f64::EPSILON, "{circle:?}");
}

#[test]
fn related_points_have_related_bounds() {
    let mut rng = Rng::new(9);
    for round in 0..if carom_oracle::FEW_CASES { 200 } else { 5_000 } {
        let mut points = cases::points::<7>(&mut rng).to_vec();
        let Ok(circle) = carom::smallest_circle(points.iter().copied()) else { continue };
        let hull = carom::hull(points.iter().copied()).unwrap();
        rng.shuffle(&mut points);
        assert_eq!(carom::smallest_circle(points.iter().copied()), Ok(circle), "round {round}, shuffled: {points:?}");
        assert_eq!(carom::smallest_circle(hull.iter().copied()), Ok(circle), "round {round}, hull only: {points:?}");
        let again = [points.clone(), points.clone()].concat();
        assert_eq!(carom::hull(again.iter().copied()), Ok(hull), "round {round}, twice: {points:?}");
        let mirrored = carom::smallest_circle(points.iter().map(|&[x, y]| [y, -x])).unwrap();
        let center = Point::new(circle.center().y, -circle.center().x);
        assert_eq!(
            (mirrored.center(), mirrored.radius()),
            (center, circle.radius()),
            "round {round}, turned: {points:?}"
        );
    }
}
