//! Is a distance the exact one, rounded toward zero?

use carom::{Aabb, Circle, Point, Segment};
use carom_oracle::checks::{self, Made};
use carom_oracle::regions::{self, Region};
use carom_oracle::rng::Rng;
use carom_oracle::round::{next_down, next_up};
use carom_oracle::truth::Xy;
use carom_oracle::{cases, polygons};

/// Random cases of each check; without optimization a case takes many times as long.
const CASES: u64 = if carom_oracle::FEW_CASES { 1_000 } else { 20_000 };

#[test]
fn random_shapes() {
    checks::assert_right(&["distance", "nearest"], CASES);
}

#[track_caller]
fn check(name: &str, a: &Region, b: &Region, expected: f64) {
    let (made_a, made_b) = (Made::of(a).unwrap(), Made::of(b).unwrap());
    assert_eq!(carom::distance(made_a.shape(), made_b.shape()), expected, "{name}");
    assert_eq!(carom::distance(made_b.shape(), made_a.shape()), expected, "{name}, swapped");
    assert_eq!(regions::distance(a, b), expected, "{name}, by the oracle");
}

#[test]
fn known_distances() {
    let tiny = f64::from_bits(1);
    let frame = || Region::Polygon(vec![square(0.0, 10.0), square(3.0, 4.0)]);
    let at = |x: f64, y: f64| Region::Point([x, y]);
    let disc = |x: f64, y: f64, radius: f64| Region::Circle([x, y], radius);
    let wall = |a: Xy, b: Xy| Region::Segment([a, b]);
    check("3-4-5", &at(0.0, 0.0), &at(3.0, 4.0), 5.0);
    check("the same point", &at(0.1, 0.2), &at(0.1, 0.2), 0.0);
    // The number nearest to √2 is above it, the one nearest to √13 below.
    check("√2, rounded down", &at(0.0, 0.0), &at(1.0, 1.0), next_down(2f64.sqrt()));
    check("√13, rounded down", &at(0.0, 0.0), &wall([2.0, 3.0], [2.0, 9.0]), 13f64.sqrt());
    check("√2 of a smaller unit", &at(0.0, 0.0), &at(1e-200, 1e-200), diagonal(1e-200, 1e-200));
    check("smallest distance", &at(0.0, 0.0), &at(tiny, 0.0), tiny);
    check("below two of the smallest", &at(0.0, 0.0), &at(tiny, tiny), tiny);
    check("across the whole range", &at(f64::MIN, 0.0), &at(f64::MAX, 0.0), f64::MAX);
    check("half the range", &at(f64::MIN / 2.0, 0.0), &at(f64::MAX / 2.0, 0.0), f64::MAX);
    check("squares underflow", &at(3e-200, 0.0), &at(0.0, 4e-200), 5e-200);
    check("squares overflow", &at(3e200, 0.0), &at(0.0, 4e200), next_down(5e200));
    check("point beside a wall", &at(1.0, 2.0), &wall([0.0, 0.0], [4.0, 0.0]), 2.0);
    check("point beyond a wall", &at(7.0, 4.0), &wall([0.0, 0.0], [4.0, 0.0]), 5.0);
    check("slanted wall", &at(0.0, 0.0), &wall([7.0, 1.0], [-1.0, 7.0]), 5.0);
    check("walls side by side", &wall([0.0, 0.0], [4.0, 0.0]), &wall([1.0, 3.0], [9.0, 3.0]), 3.0);
    check("walls that cross", &wall([0.0, 0.0], [4.0, 4.0]), &wall([0.0, 4.0], [4.0, 0.0]), 0.0);
    check("discs", &disc(0.0, 0.0, 1.0), &disc(6.0, 8.0, 2.0), 7.0);
    check("discs that touch", &disc(0.0, 0.0, 4.0), &disc(6.0, 8.0, 6.0), 0.0);
    check("discs that nearly touch", &disc(0.0, 0.0, 4.0), &disc(6.0, 8.0, next_down(6.0)), 6.0 - next_down(6.0));
    check("disc in disc", &disc(0.0, 0.0, 9.0), &disc(1.0, 1.0, 1.0), 0.0);
    // 1 − 1e-30 is not a number; the largest one below it is.
    check("tiny disc", &disc(0.0, 0.0, 1e-30), &at(1.0, 0.0), next_down(1.0));
    check("disc beside a box", &disc(0.0, 0.0, 1.0), &Region::Aabb([3.0, 4.0], [9.0, 9.0]), 4.0);
    check("boxes side by side", &Region::Aabb([0.0, 0.0], [1.0, 1.0]), &Region::Aabb([3.0, 0.5], [4.0, 4.0]), 2.0);
    check("flat boxes", &Region::Aabb([0.0, 0.0], [1.0, 0.0]), &Region::Aabb([4.0, 4.0], [4.0, 9.0]), 5.0);
    check("point in a frame's hole", &frame(), &at(5.0, 4.5), 1.5);
    check("point in a frame's body", &frame(), &at(1.0, 1.0), 0.0);
    check("box in a frame's hole", &frame(), &Region::Aabb([4.5, 4.0], [5.0, 6.5]), 0.5);
    check("frame in frame", &frame(), &Region::Polygon(vec![square(3.25, 3.0), square(4.0, 1.0)]), 0.25);
}

/// The nearest points of shapes that are apart, where they are numbers: no rounding, so no doubt.
#[test]
fn known_nearest_points() {
    let wall = Segment::new([0.0, 0.0], [4.0, 0.0]).unwrap();
    let disc = Circle::new([2.0, 5.0], 2.0).unwrap();
    let aabb = Aabb::new([6.0, 1.0], [8.0, 2.0]).unwrap();
    assert_eq!(carom::nearest(Point::new(1.0, 2.0), &wall), (Point::new(1.0, 2.0), Point::new(1.0, 0.0)));
    assert_eq!(carom::nearest(&wall, Point::new(9.0, 2.0)), (Point::new(4.0, 0.0), Point::new(9.0, 2.0)));
    assert_eq!(carom::nearest(&wall, &disc), (Point::new(2.0, 0.0), Point::new(2.0, 3.0)));
    assert_eq!(carom::nearest(&disc, &wall), (Point::new(2.0, 3.0), Point::new(2.0, 0.0)));
    assert_eq!(carom::nearest(&wall, &aabb), (Point::new(4.0, 0.0), Point::new(6.0, 1.0)));
    let (p, q) = carom::nearest(&disc, Point::new(2.5, 4.5));
    assert_eq!(p, q, "a point inside a disc is its own nearest point");
}

/// Where distances overflow or underflow, the nearest points are still on the shapes, up to rounding.
#[test]
fn nearest_points_at_the_ends_of_the_range() {
    let tiny = f64::from_bits(1);
    let cases: &[(&str, Region, Xy)] = &[
        ("disc farther than any number", Region::Circle([-1e308, -1e308], 7e307), [1e308, 1e308]),
        ("disc as large as any", Region::Circle([f64::MIN, 0.0], 1e308), [f64::MAX, 0.0]),
        ("wall across the range", Region::Segment([[f64::MIN, f64::MIN], [f64::MAX, f64::MAX]]), [1e308, -1e308]),
        ("box at the edge", Region::Aabb([1e308, 1e308], [f64::MAX, f64::MAX]), [-1e308, -1e308]),
        (
            "triangle across the range",
            Region::Polygon(vec![vec![[-1e308, 0.0], [1e308, 0.0], [0.0, 1e308]]]),
            [0.0, -1.5e308],
        ),
        ("smallest disc", Region::Circle([0.0, 0.0], tiny), [3.0 * tiny, 0.0]),
        ("smallest wall", Region::Segment([[0.0, 0.0], [tiny, 0.0]]), [0.0, tiny]),
        ("small disc", Region::Circle([0.0, 0.0], 3e-310), [1e-309, 1e-309]),
    ];
    for (name, region, p) in cases {
        let made = Made::of(region).unwrap();
        let (near, other) = carom::nearest(made.shape(), Point::from(*p));
        assert_eq!(other, Point::from(*p), "{name}: a point is its own nearest point");
        let room = 1e-15 * p[0].abs().max(p[1].abs()) + 4.0 * tiny;
        let near = [near.x, near.y];
        let off = regions::distance(&Region::Point(near), region);
        assert!(off <= room, "{name}: {near:?} is {off:e} off");
        let (got, expected) = (
            regions::distance(&Region::Point(near), &Region::Point(*p)),
            regions::distance(region, &Region::Point(*p)),
        );
        assert!((got - expected).abs() <= room, "{name}: {near:?} is {got:e} away, exactly {expected:e}");
    }
}

/// Distances scale with the shapes, and do not care which shape is named first or how a ring starts.
#[test]
fn related_shapes_have_related_distances() {
    let mut rng = Rng::new(11);
    for round in 0..if carom_oracle::FEW_CASES { 300 } else { 5_000 } {
        let rings = polygons::any(&mut rng, 10);
        let p = polygons::point_near(&mut rng, &rings);
        let polygon = checks::polygon(&rings).unwrap();
        let distance = carom::distance(&polygon, Point::from(p));
        let mut numbers: Vec<f64> = rings.iter().flatten().chain([&p]).flatten().copied().collect();
        let exponent = cases::move_scale(&mut rng, &mut numbers);
        let factor = cases::power_of_two(exponent);
        let scaled: Vec<Vec<Xy>> =
            rings.iter().map(|ring| ring.iter().map(|v| v.map(|x| x * factor)).collect()).collect();
        let expected = distance * factor;
        // A distance below the normal numbers has fewer bits or none, one above the largest is cut off.
        let normal = f64::MIN_POSITIVE..f64::MAX;
        let is_exact = polygon.intersects(Point::from(p)) || (normal.contains(&distance) && normal.contains(&expected));
        let p = p.map(|x| x * factor);
        if is_exact {
            let got = carom::distance(&checks::polygon(&scaled).unwrap(), Point::from(p));
            assert_eq!(got, expected, "round {round}: {rings:?} {p:?} times 2^{exponent}");
        }
        let mirrored: Vec<Vec<Xy>> = scaled.iter().map(|ring| ring.iter().map(|&[x, y]| [-y, x]).collect()).collect();
        let got = carom::distance(&checks::polygon(&mirrored).unwrap(), Point::new(-p[1], p[0]));
        assert_eq!(got, carom::distance(&checks::polygon(&scaled).unwrap(), Point::from(p)), "round {round}, turned");
    }
}

/// The length of a diagonal, found among neighbours by exact comparison: the largest number that is not above it.
fn diagonal(x: f64, y: f64) -> f64 {
    let mut root = next_up(next_up(x.hypot(y)));
    while carom_oracle::truth::compare_distance([0.0, 0.0], [x, y], root).is_lt() {
        root = next_down(root);
    }
    root
}

fn square(at: f64, size: f64) -> Vec<Xy> {
    vec![[at, at], [at + size, at], [at + size, at + size], [at, at + size]]
}
