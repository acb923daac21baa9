//! Polygons: who is inside, and what they are divided into.

use crate::polygon;
use carom::{Aabb, Error, Location, PartEdge, Polygon, Segment, distance, intersects};
use carom_oracle::partition::{self, Kind};

/// Places inside of a polygon that is not convex were said to be outside. A comb, all of whose cells are known.
#[test]
fn parry_89_and_172_inside_of_what_is_not_convex() {
    let mut ring = vec![[0.0, 0.0], [20.0, 0.0]];
    for tooth in (0..10).rev() {
        let x = 2.0 * f64::from(tooth);
        ring.extend([[x + 2.0, 8.0], [x + 1.0, 2.0]]);
    }
    ring.push([0.0, 8.0]);
    let comb = polygon(&ring);
    for tooth in 0..10 {
        let x = 2.0 * f64::from(tooth) + 1.0;
        assert_eq!(comb.locate([x, 1.0]), Location::Inside);
        assert_eq!(comb.locate([x, 2.0]), Location::Edge);
        assert_eq!(comb.locate([x, 4.0]), Location::Outside);
    }
}

/// A triangle without area had a point inside, or an area of its own.
#[test]
fn parry_76_and_111_a_flat_triangle() {
    let flat = Polygon::new([[0, 0], [4, 4], [2, 2]]).unwrap_err();
    assert!(matches!(flat, Error::EdgesMeet { .. }), "{flat}");
    // One unit in the last place beside flat is a triangle.
    let thin = polygon(&[[0.0, 0.0], [4.0, 4.0], [2.0, 2.0_f64.next_up()]]);
    assert_eq!(thin.area(), 2.0 * (2.0_f64.next_up() - 2.0));
    assert_eq!(thin.locate([1.0, 1.0]), Location::Edge);
    assert_eq!(thin.locate([1.0, 1.5]), Location::Outside);
}

/// The distance of two boxes was another one when they were asked in the other order.
#[test]
fn parry_431_distances_are_symmetric() {
    for (x, y, d) in [(3.0, 0.0, 2.0), (4.0, 5.0, 5.0), (0.5, 0.5, 0.0), (-4.0, -5.0, 5.0)] {
        let [a, b] = [[0.0, 0.0], [x, y]].map(|[x, y]| Aabb::new([x, y], [x + 1.0, y + 1.0]).expect("a box"));
        assert_eq!((distance(&a, &b), distance(&b, &a)), (d, d), "{x} {y}");
    }
}

/// Shapes that only touch were said to penetrate, or their contact was at their centres.
#[test]
fn parry_106_and_315_touching_is_touching() {
    let left = Aabb::new([0, 0], [1, 1]).expect("a box");
    let right = Aabb::new([1, 0], [2, 1]).expect("a box");
    assert!(intersects(&left, &right) && distance(&left, &right) == 0.0);
    assert_eq!(left.locate([1.0, 0.5]), Location::Edge);
    let (a, b) = carom::nearest(&left, &right);
    assert!(a == b && a.x == 1.0, "{a:?} {b:?}");
}

/// A place that is not a number panicked.
#[test]
fn parry_395_a_place_that_is_no_number() {
    let square = polygon(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(square.locate([x, 0.5]), Location::Outside);
        assert_eq!(distance(&square, [x, 0.5]), f64::INFINITY);
    }
}

/// To divide a circle of 240 vertices was enough to panic.
#[test]
fn parry_264_a_circle_of_240_vertices() {
    let vertex = |i: u32| {
        let angle = f64::from(i) * std::f64::consts::TAU / 240.0;
        [100.0 * angle.cos(), 100.0 * angle.sin()]
    };
    let circle = polygon(&(0..240).map(vertex).collect::<Vec<_>>());
    assert_eq!(circle.triangulate().len(), 238);
    let parts = circle.decompose();
    let vertices: usize = parts.parts().map(|part| part.indices().len()).sum();
    assert!(parts.len() <= 120 && 240 <= vertices, "{} parts", parts.len());
}

/// What is on the edge of a polygon was inside or outside, as it happened.
#[test]
fn godot_81042_on_the_edge() {
    let square = polygon(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]);
    for k in 0..=16 {
        let along = f64::from(k) / 4.0;
        for place in [[along, 0.0], [4.0, along], [along, 4.0], [0.0, along]] {
            assert_eq!(square.locate(place), Location::Edge, "{place:?}");
        }
    }
}

/// A point that was computed to be on a line was not on it. In binary it is not, and carom says so; (0.75, 0.5) is.
#[test]
fn geo_640_and_geos_968_a_point_on_a_line() {
    let line = Segment::new([1, 0], [0, 2]).expect("a segment");
    assert!(!intersects(&line, carom::Point::new(0.9, 0.2)));
    assert!(intersects(&line, carom::Point::new(0.75, 0.5)));
    assert!(0.0 < distance(&line, [0.9, 0.2]) && distance(&line, [0.9, 0.2]) < 1e-16);
}

/// Trouble of the kinds that earcut's fixtures have, each as a small polygon: what is one is divided exactly, what is none is refused.
#[test]
fn earcut_fixtures_that_are_polygons() {
    let spike: &[[f64; 2]] = &[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, f64::EPSILON], [0.0, 4.0]];
    let many_on_a_line: &[[f64; 2]] =
        &[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, 0.0], [3.0, 3.0], [1.5, 3.0], [0.0, 3.0]];
    let spiral: &[[f64; 2]] = &[
        [0.0, 0.0],
        [9.0, 0.0],
        [9.0, 9.0],
        [2.0, 9.0],
        [2.0, 4.0],
        [5.0, 4.0],
        [5.0, 6.0],
        [4.0, 6.0],
        [4.0, 8.0],
        [8.0, 8.0],
        [8.0, 1.0],
        [0.0, 1.0],
    ];
    let tiny: Vec<[f64; 2]> = spiral.iter().map(|p| p.map(|x| x * 1e-300)).collect();
    for ring in [spike, many_on_a_line, spiral, &tiny] {
        divides(&Polygon::new(ring.iter().copied()).expect("a polygon"));
    }
}

/// Holes beside holes, one between the others, and one that nearly touches the outline.
#[test]
fn earcut_fixtures_with_holes() {
    let square = |x: f64, y: f64, size: f64| vec![[x, y], [x, y + size], [x + size, y + size], [x + size, y]];
    let near = 8.0_f64.next_down() - 1.0;
    let holes = [square(1.0, 1.0, 1.0), square(3.0, 1.0, 1.0), square(1.0, 3.0, 3.0), square(near, 5.0, 1.0)];
    let rings = Polygon::with_holes(square(0.0, 0.0, 8.0), holes).expect("a polygon with holes");
    divides(&rings);
}

/// Rings that cross or touch themselves, holes that touch, a hole outside: each is refused, and says where.
#[test]
fn earcut_fixtures_that_are_no_polygons() {
    let square = |x: f64, y: f64, size: f64| vec![[x, y], [x + size, y], [x + size, y + size], [x, y + size]];
    let bow = Polygon::new([[0, 0], [4, 4], [4, 0], [0, 4]]).unwrap_err();
    assert!(matches!(bow, Error::EdgesMeet { .. }), "{bow}");
    let touching = Polygon::new([[0, 0], [4, 0], [4, 4], [2, 0], [0, 4]]).unwrap_err();
    assert!(matches!(touching, Error::EdgesMeet { .. } | Error::RepeatedVertex { .. }), "{touching}");
    let holes = Polygon::with_holes(square(0.0, 0.0, 9.0), [square(1.0, 1.0, 2.0), square(3.0, 1.0, 2.0)]).unwrap_err();
    assert!(matches!(holes, Error::EdgesMeet { .. } | Error::RepeatedVertex { .. }), "{holes}");
    let outside = Polygon::with_holes(square(0.0, 0.0, 4.0), [square(6.0, 6.0, 1.0)]).unwrap_err();
    assert!(matches!(outside, Error::HoleOutside { hole: 0 }), "{outside}");
    let empty = Polygon::new(Vec::<[f64; 2]>::new()).unwrap_err();
    assert!(matches!(empty, Error::TooFewVertices { found: 0, .. }), "{empty}");
}

/// The triangles and the parts are exactly the polygon: the oracle says so.
fn divides(polygon: &Polygon) {
    let rings: Vec<Vec<[f64; 2]>> = polygon.rings().map(|ring| ring.iter().map(|p| [p.x, p.y]).collect()).collect();
    let edge = |edge: PartEdge| match edge {
        PartEdge::Original(number) => Kind::Original(number),
        PartEdge::Cut(number) => Kind::Cut(number),
    };
    let parts: Vec<partition::Part> = polygon
        .decompose()
        .parts()
        .map(|part| partition::Part { indices: part.indices().collect(), edges: part.edges().map(edge).collect() })
        .collect();
    assert_eq!(partition::judge_triangles(&rings, &polygon.triangulate()), Ok(()), "{polygon:?}");
    assert_eq!(partition::judge_parts(&rings, &parts), Ok(()), "{polygon:?}");
}
