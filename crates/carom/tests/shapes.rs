//! What do shapes say about themselves, and which input is not a shape?

use carom::{Aabb, Circle, Crossing, Error, Location, Point, Polygon, Ring, Segment, Vec2};
use carom_oracle::round::{next_down, next_up};
use carom_oracle::truth::{Ends, Xy};

#[test]
fn w1_a_slanted_wall() {
    let wall = Segment::new([6.0, 0.0], [10.0, 7.0]).unwrap();
    assert_eq!((wall.a(), wall.b()), (Point::new(6.0, 0.0), Point::new(10.0, 7.0)));
    assert_eq!(wall.vector(), Vec2::new(4.0, 7.0));
    assert_eq!(wall.normal(), Vec2::new(7.0, -4.0));
    assert_eq!(wall.line_constant(), 42.0);
    // N·P = D for either end.
    for end in wall.ends() {
        assert_eq!(wall.normal().x * end.x + wall.normal().y * end.y, 42.0);
    }
    assert_eq!(wall.length(), 65.0f64.sqrt());
    assert_eq!(wall.reversed().vector(), Vec2::new(-4.0, -7.0));
    assert_eq!((wall.aabb().min(), wall.aabb().max()), (Point::new(6.0, 0.0), Point::new(10.0, 7.0)));
}

#[test]
fn w1_and_w2_paths_meet_walls_where_they_should() {
    let slanted = [[6.0, 0.0], [10.0, 7.0]];
    let bouncy = [[0.0, -3.0], [0.0, 3.0]];
    let cases: &[(&str, Ends, Ends, Option<Xy>)] = &[
        ("W1: past the end of the path", slanted, [[5.0, 2.0], [7.0, 3.0]], None),
        ("W1: hit", slanted, [[6.0, 4.0], [9.0, 5.0]], Some([6.0 + 48.0 / 17.0, 4.0 + 16.0 / 17.0])),
        ("W1: past the end, from the other side", slanted, [[11.0, 1.0], [9.0, 4.0]], None),
        ("W2: through the bouncy wall", bouncy, [[-2.0, 2.0], [3.0, -1.0]], Some([0.0, 4.0 / 5.0])),
    ];
    for &(name, wall, path, expected) in cases {
        let (wall, path) = (Segment::new(wall[0], wall[1]).unwrap(), Segment::new(path[0], path[1]).unwrap());
        let expected = expected.map(|p| Crossing::Point(p.into()));
        assert_eq!(path.crossing_by_lines(&wall), expected, "{name}");
        assert_eq!(path.crossing(&wall), expected, "{name}");
        assert_eq!(wall.crossing(&path), expected, "{name}");
    }
}

#[test]
fn w3_edge_table_of_a_chamber() {
    let chamber = Polygon::new(W3).unwrap();
    let expected = [
        ([100.0, 0.0], [0.0, -100.0], 0.0),
        ([200.0, 200.0], [200.0, -200.0], 20_000.0),
        ([-250.0, 200.0], [200.0, 250.0], 110_000.0),
        ([50.0, -300.0], [-300.0, -50.0], -35_000.0),
        ([-100.0, -100.0], [-100.0, 100.0], 0.0),
    ];
    let table = chamber.edge_table();
    assert_eq!(table.len(), expected.len());
    for (i, (row, &(vector, normal, constant))) in table.iter().zip(&expected).enumerate() {
        assert_eq!((row.vector, row.normal, row.constant), (vector.into(), normal.into(), constant), "edge {i}");
        assert_eq!(row.edge.a(), Point::from(W3[i]), "edge {i}");
        assert_eq!(chamber.edge(i), Some(row.edge), "edge {i}");
    }
    assert!(!chamber.is_convex(), "the corner at (100, 100) is reflex");
    assert_eq!(chamber.edge_count(), 5);
    assert_eq!(chamber.edge(5), None);
    assert_eq!(chamber.area(), 47_500.0);
    assert_eq!((chamber.aabb().min(), chamber.aabb().max()), (Point::new(0.0, 0.0), Point::new(300.0, 400.0)));
}

#[test]
fn w3_given_clockwise_is_the_same_chamber() {
    let mut clockwise = W3;
    clockwise[1..].reverse();
    assert_eq!(Polygon::new(clockwise), Polygon::new(W3));
}

/// A vertical line has no slope and no intercept; carom's line equation has no such hole.
#[test]
fn w4_lines_without_a_slope() {
    let slanted = Segment::new([1.0, 2.0], [4.0, 11.0]).unwrap();
    // Intercept (y1·(x2−x1) − x1·(y2−y1)) / (x2−x1) = −1, where the form that leaves out the division says −3.
    let intercept = slanted.line_constant() / slanted.normal().y;
    assert_eq!(intercept, -1.0);
    let upright = Segment::new([5.0, -1.0], [5.0, 1.0]).unwrap();
    let level = Segment::new([0.0, 0.25], [9.0, 0.25]).unwrap();
    assert_eq!((upright.normal(), upright.line_constant()), (Vec2::new(2.0, -0.0), 10.0));
    let expected = Some(Crossing::Point(Point::new(5.0, 0.25)));
    assert_eq!(upright.crossing_by_lines(&level), expected);
    assert_eq!(upright.crossing(&level), expected);
}

#[test]
fn shared_pieces_are_directed_like_the_first_segment() {
    let long = Segment::new([0.0, 0.0], [0.3, 0.9]).unwrap();
    let cases: &[(&str, Ends, Option<Ends>)] = &[
        ("itself", [[0.0, 0.0], [0.3, 0.9]], Some([[0.0, 0.0], [0.3, 0.9]])),
        ("itself, the other way", [[0.3, 0.9], [0.0, 0.0]], Some([[0.0, 0.0], [0.3, 0.9]])),
        ("its half", [[0.15, 0.45], [0.0, 0.0]], Some([[0.0, 0.0], [0.15, 0.45]])),
        ("twice as long", [[-0.3, -0.9], [0.3, 0.9]], Some([[0.0, 0.0], [0.3, 0.9]])),
        ("end to end", [[0.6, 1.8], [0.3, 0.9]], Some([[0.3, 0.9], [0.3, 0.9]])),
        ("behind it", [[0.6, 1.8], [1.2, 3.6]], None),
        ("beside it", [[1.0, 0.0], [1.3, 0.9]], None),
    ];
    for &(name, other, expected) in cases {
        let other = Segment::new(other[0], other[1]).unwrap();
        let expected = expected.map(|[a, b]| match Segment::new(a, b) {
            Ok(piece) => Crossing::Shared(piece),
            Err(_) => Crossing::Point(a.into()),
        });
        assert_eq!(long.crossing_by_lines(&other), expected, "{name}");
        assert_eq!(long.crossing(&other), expected, "{name}");
    }
}

#[test]
fn rings_are_turned_the_right_way() {
    let square = [[0.0, 0.0], [0.0, 9.0], [9.0, 9.0], [9.0, 0.0]];
    let hole = [[1.0, 1.0], [2.0, 1.0], [2.0, 2.0]];
    let polygon = Polygon::with_holes(square, [hole]).unwrap();
    let rings: Vec<Vec<Point>> = polygon.rings().map(<[Point]>::to_vec).collect();
    let points = |ring: &[Xy]| ring.iter().map(|&p| Point::from(p)).collect::<Vec<_>>();
    let outer = points(&[[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]]);
    let inner = points(&[[1.0, 1.0], [2.0, 2.0], [2.0, 1.0]]);
    assert_eq!(rings, [outer.clone(), inner.clone()]);
    assert_eq!(polygon.vertices(), [outer, inner].concat());
    assert_eq!(polygon.edge_count(), 7);
    // The last edge of a ring goes back to that ring's first vertex.
    assert_eq!(polygon.edge(3), Segment::new([0.0, 9.0], [0.0, 0.0]).ok());
    assert_eq!(polygon.edge(6), Segment::new([2.0, 1.0], [1.0, 1.0]).ok());
    assert_eq!(polygon.edges().count(), 7);
    assert_eq!(polygon.area(), 80.5);
    assert!(!polygon.is_convex());
}

#[test]
fn points_and_vectors() {
    let (p, q) = (Point::new(7.0, -2.0), Point::from((4.0, 2.0)));
    let (v, w) = (Vec2::new(3.0, -4.0), Vec2::from([0.5, 8.0]));
    assert_eq!(p - q, v);
    assert_eq!(q + v, p);
    assert_eq!(p - v, q);
    assert_eq!(v + w, Vec2::new(3.5, 4.0));
    assert_eq!(v - w, Vec2::new(2.5, -12.0));
    assert_eq!((v * 2.0, v / 2.0, -v), (Vec2::new(6.0, -8.0), Vec2::new(1.5, -2.0), Vec2::new(-3.0, 4.0)));
    assert_eq!((v.dot(w), v.cross(w), w.cross(v)), (-30.5, 26.0, -26.0));
    assert_eq!(v.length(), 5.0);
    assert_eq!(<[f64; 2]>::from(p), [7.0, -2.0]);
    assert_eq!(Point::from([7.0f32, -2.0f32]), p);
    assert_eq!(Point::default(), Point::new(0.0, 0.0));
}

#[test]
fn negative_zero_becomes_zero() {
    let bits = |p: Point| [p.x.to_bits(), p.y.to_bits()];
    let segment = Segment::new([-0.0, 1.0], [1.0, -0.0]).unwrap();
    let circle = Circle::new([-0.0, -0.0], -0.0).unwrap();
    let aabb = Aabb::new([-0.0, -0.0], [0.0, 1.0]).unwrap();
    let polygon = Polygon::new([[-0.0, -0.0], [1.0, -0.0], [-0.0, 1.0]]).unwrap();
    let points = [segment.a(), segment.b(), circle.center(), aabb.min(), aabb.max()];
    for p in points.iter().chain(polygon.vertices()) {
        assert!(!bits(*p).contains(&(-0.0f64).to_bits()), "{p:?}");
    }
    assert_eq!(circle.radius().to_bits(), 0.0f64.to_bits());
}

#[test]
fn shapes_without_extent_are_fine_where_they_make_sense() {
    assert_eq!(Circle::new([1.0, 2.0], 0.0).map(|circle| circle.radius()), Ok(0.0));
    assert_eq!(Aabb::new([1.0, 2.0], [1.0, 2.0]).map(|aabb| aabb.min()), Ok(Point::new(1.0, 2.0)));
    let around = Aabb::around([[3.0, -1.0], [1.0, 5.0], [2.0, 2.0]]).unwrap();
    assert_eq!((around.min(), around.max()), (Point::new(1.0, -1.0), Point::new(3.0, 5.0)));
    // A straight corner is a vertex like any other.
    let straight = Polygon::new([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [1.0, 1.0]]).unwrap();
    assert!(straight.is_convex());
}

/// A box around a disc holds all of it, even where center ± radius rounds inward, and nothing smaller does.
#[test]
fn a_box_around_a_disc_is_neither_too_small_nor_too_large() {
    let disc = Circle::new([1.0, 2.0], 3.0).unwrap().aabb();
    assert_eq!((disc.min(), disc.max()), (Point::new(-2.0, -1.0), Point::new(4.0, 5.0)));
    let at_origin = Circle::new([3.0, 3.0], 3.0).unwrap().aabb();
    assert!(at_origin.min().x.is_sign_positive(), "a side at the origin is 0.0, not -0.0");
    for (center, radius) in [(0.1, 1e16), (1e16, 0.1), (0.3, 0.7), (-1e-300, 1.0), (1e308, 1e308)] {
        let aabb = Circle::new([center, -center], radius).unwrap().aabb();
        for (low, high, middle) in [(aabb.min().x, aabb.max().x, center), (aabb.min().y, aabb.max().y, -center)] {
            let reaches = |end: f64| carom_oracle::truth::compare_distance([middle, 0.0], [end, 0.0], radius).is_ge();
            assert!(low == f64::MIN || (reaches(low) && !reaches(next_up(low))), "{center} ± {radius}: low is {low}");
            assert!(
                high == f64::MAX || (reaches(high) && !reaches(next_down(high))),
                "{center} ± {radius}: high is {high}"
            );
        }
    }
}

/// A bad input: its name, what carom makes of it, and what the message must contain: the thing, the value, what is allowed.
type Bad = (&'static str, Option<Error>, &'static [&'static str]);

#[track_caller]
fn check_errors(cases: Vec<Bad>) {
    for (name, error, parts) in cases {
        let Some(error) = error else { panic!("{name}: accepted") };
        let message = error.to_string();
        for part in parts {
            assert!(message.contains(part), "{name}: \"{message}\" does not say \"{part}\"");
        }
        assert!(!message.ends_with('.'), "{name}: \"{message}\" ends with a full stop");
        let _: &dyn std::error::Error = &error;
    }
}

const NAN: f64 = f64::NAN;
const INF: f64 = f64::INFINITY;

#[test]
fn bad_segments_circles_and_boxes() {
    check_errors(vec![
        ("NaN in a", Segment::new([NAN, 1.0], [2.0, 3.0]).err(), &["segment", "a", "NaN", "finite"]),
        ("infinity in b", Segment::new([0.0, 1.0], [2.0, INF]).err(), &["segment", "b", "inf", "finite"]),
        ("equal ends", Segment::new([2.0, 5.0], [2.0, 5.0]).err(), &["segment", "(2, 5)", "two distinct ends"]),
        (
            "equal but for the sign of 0",
            Segment::new([0.0, 5.0], [-0.0, 5.0]).err(),
            &["segment", "(0, 5)", "distinct"],
        ),
        ("equal and infinite", Segment::new([INF, 5.0], [INF, 5.0]).err(), &["inf", "finite"]),
        ("negative radius", Circle::new([0.0, 0.0], -1.0).err(), &["radius", "-1", "0 or more"]),
        ("tiny negative radius", Circle::new([0.0, 0.0], -1e-300).err(), &["radius", "-1e-300", "0 or more"]),
        ("huge negative radius", Circle::new([0.0, 0.0], -1e300).err(), &["radius", "-1e300", "0 or more"]),
        ("NaN radius", Circle::new([0.0, 0.0], NAN).err(), &["radius", "NaN", "finite"]),
        ("infinite radius", Circle::new([0.0, 0.0], INF).err(), &["radius", "inf", "finite"]),
        ("NaN center", Circle::new([NAN, 0.0], 1.0).err(), &["circle", "center", "NaN", "finite"]),
        ("min.x above max.x", Aabb::new([2.0, 0.0], [1.0, 3.0]).err(), &["box", "(2, 0)", "(1, 3)", "min.x <= max.x"]),
        ("min.y above max.y", Aabb::new([0.0, 4.0], [1.0, 3.0]).err(), &["box", "(0, 4)", "(1, 3)", "min.y <= max.y"]),
        ("NaN corner", Aabb::new([0.0, NAN], [1.0, 3.0]).err(), &["box", "min", "NaN", "finite"]),
        ("infinite corner", Aabb::new([0.0, 0.0], [1.0, INF]).err(), &["box", "max", "inf", "finite"]),
        ("no points", Aabb::around(Vec::<Point>::new()).err(), &["0 points", "at least 1"]),
        ("NaN among points", Aabb::around([[0.0, 0.0], [NAN, 1.0]]).err(), &["1", "NaN", "finite"]),
        ("hull of nothing", carom::hull(Vec::<Point>::new()).err(), &["0 points", "at least 1"]),
        ("hull of infinity", carom::hull([[0.0, 0.0], [-INF, 1.0]]).err(), &["1", "-inf", "finite"]),
        ("circle of nothing", carom::smallest_circle(Vec::<Point>::new()).err(), &["0 points", "at least 1"]),
        ("circle of NaN", carom::smallest_circle([[0.0, NAN]]).err(), &["0", "NaN", "finite"]),
    ]);
}

#[test]
fn bad_polygons() {
    let new = |ring: &[Xy]| Polygon::new(ring.iter().copied()).err();
    let (a, b, c) = ([0.0, 0.0], [4.0, 0.0], [0.0, 4.0]);
    check_errors(vec![
        ("no vertices", new(&[]), &["0 vertices", "at least 3"]),
        ("one vertex", new(&[a]), &["1 vertex", "at least 3"]),
        ("two vertices", new(&[a, b]), &["2 vertices", "at least 3"]),
        ("NaN vertex", new(&[a, b, [NAN, 1.0]]), &["vertex 2", "NaN", "finite"]),
        ("infinite vertex", new(&[a, [INF, 0.0], c]), &["vertex 1", "inf", "finite"]),
        ("first repeated at the end", new(&[a, b, c, a]), &["vertex 0", "vertex 3", "(0, 0)", "repeated"]),
        ("neighbours equal", new(&[a, b, b, c]), &["vertex 1", "vertex 2", "(4, 0)"]),
        ("visits a vertex twice", new(&[a, b, [4.0, 4.0], a, c, [-4.0, 4.0]]), &["vertex 0", "vertex 3", "(0, 0)"]),
        ("bow tie", new(&[a, [4.0, 4.0], b, c]), &["edge 0", "edge 2", "cross or touch"]),
        ("vertex on an edge", new(&[a, b, [4.0, 4.0], [2.0, 0.0], c]), &["edge 0", "cross or touch"]),
        ("folded back", new(&[a, b, [2.0, 0.0], c]), &["edge 0", "cross or touch"]),
        (
            "a crossing ring has no hole to blame",
            new(&[[4.0, 2.0], [3.0, 2.0], [5.0, 4.0], [4.0, 5.0], [0.0, 3.0]]),
            &["edge 1 ", "edge 4 ", "cross or touch"],
        ),
        (
            "goes round twice before it crosses",
            new(&[
                [0.0, 0.0],
                [10.0, -10.0],
                [20.0, 0.0],
                [12.0, 8.0],
                [5.0, 0.0],
                [8.0, -3.0],
                [12.0, 0.0],
                [6.0, 9.0],
            ]),
            &["edge 3 ", "edge 6 ", "cross or touch"],
        ),
        ("flat", new(&[a, b, [8.0, 0.0]]), &["edge", "cross or touch"]),
    ]);
}

#[test]
fn bad_holes() {
    let square = [[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]];
    let triangle = |x: f64, y: f64| vec![[x, y], [x + 2.0, y], [x, y + 2.0]];
    let with = |holes: &[Vec<Xy>]| Polygon::with_holes(square, holes.iter().cloned()).err();
    check_errors(vec![
        ("outside", with(&[triangle(20.0, 1.0)]), &["hole 0", "inside"]),
        ("the second outside", with(&[triangle(1.0, 1.0), triangle(1.0, 20.0)]), &["hole 1", "inside"]),
        ("around", with(&[vec![[-9.0, -9.0], [30.0, -9.0], [-9.0, 30.0]]]), &["hole 0", "inside"]),
        ("crossing the outer ring", with(&[triangle(8.0, 1.0)]), &["edge", "hole 0", "cross or touch"]),
        ("touching with a vertex", with(&[triangle(7.0, 1.0)]), &["edge", "hole 0", "cross or touch"]),
        ("touching along an edge", with(&[triangle(0.0, 1.0)]), &["edge", "hole 0", "cross or touch"]),
        ("sharing a vertex", with(&[triangle(0.0, 0.0)]), &["hole 0"]),
        ("crossing another", with(&[triangle(1.0, 1.0), triangle(1.5, 0.5)]), &["hole 0", "hole 1", "cross or touch"]),
        ("touching another", with(&[triangle(1.0, 1.0), triangle(3.0, 1.0)]), &["hole 0", "hole 1"]),
        ("inside another", with(&[triangle(1.0, 1.0), vec![[1.2, 1.2], [1.4, 1.2], [1.2, 1.4]]]), &["hole 1", "apart"]),
        ("the same again", with(&[triangle(1.0, 1.0), triangle(1.0, 1.0)]), &["hole 0", "hole 1"]),
        ("too few vertices", with(&[triangle(1.0, 1.0), vec![[5.0, 5.0], [6.0, 6.0]]]), &["hole 1", "2 vertices", "3"]),
        ("NaN", with(&[vec![[1.0, 1.0], [2.0, NAN], [1.0, 2.0]]]), &["hole 0", "vertex 1", "NaN", "finite"]),
        (
            "crossing itself",
            with(&[vec![[1.0, 1.0], [3.0, 3.0], [3.0, 1.0], [1.0, 3.0]]]),
            &["edge 0", "edge 2", "hole 0"],
        ),
    ]);
}

/// Edges are named as they were given, also where carom stores them the other way around.
#[test]
fn a_bad_clockwise_ring_is_described_as_it_was_given() {
    let ring = [[0.0, 0.0], [0.0, 8.0], [8.0, 8.0], [8.0, 6.0], [4.0, 9.0], [2.0, 3.0], [3.0, 0.0]];
    let message = Polygon::new(ring).unwrap_err().to_string();
    let names_both = message.contains("edge 1") && (message.contains("edge 3") || message.contains("edge 4"));
    assert!(names_both, "{message}");
}

const W3: [Xy; 5] = [[0.0, 0.0], [100.0, 0.0], [300.0, 200.0], [50.0, 400.0], [100.0, 100.0]];

/// A plain point may hold any number; one that is not finite is nowhere.
#[test]
fn points_that_are_not_finite_are_outside_of_everything() {
    let polygon = Polygon::new([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]).unwrap();
    let (segment, circle) = (Segment::new([0.0, 0.0], [1.0, 0.0]).unwrap(), Circle::new([0.0, 0.0], 1.0).unwrap());
    let aabb = Aabb::new([0.0, 0.0], [1.0, 1.0]).unwrap();
    for point in [[NAN, 0.0], [0.0, NAN], [INF, 0.0], [0.0, -INF]] {
        assert_eq!(
            [polygon.locate(point), circle.locate(point), aabb.locate(point)],
            [Location::Outside; 3],
            "{point:?}"
        );
        let intersects =
            [polygon.intersects(point), segment.intersects(point), circle.intersects(point), aabb.intersects(point)];
        assert_eq!(intersects, [false; 4], "{point:?}");
        let distances =
            [carom::distance(point, &polygon), carom::distance(&segment, point), carom::distance(point, &circle)];
        assert_eq!(distances, [INF; 3], "{point:?}");
    }
}

/// The first of two vertices in one place is the one given first, in whichever direction its ring runs, and each names its ring.
#[test]
fn vertices_in_one_place_are_named_in_the_order_given() {
    let square = [[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]];
    let message = |outer: &[[f64; 2]], holes: &[&[[f64; 2]]]| {
        let holes = holes.iter().map(|hole| hole.to_vec());
        Polygon::with_holes(outer.to_vec(), holes).unwrap_err().to_string()
    };
    let rest = "every vertex must be a point of its own, and the first is not repeated at the end";
    let clockwise = [[0.0, 0.0], [0.0, 9.0], [5.0, 5.0], [9.0, 9.0], [5.0, 5.0], [9.0, 0.0]];
    assert_eq!(message(&clockwise, &[]), format!("vertex 2 and vertex 4 coincide at (5, 5); {rest}"));
    let hole = [[2.0, 2.0], [3.0, 2.0], [3.0, 3.0], [2.0, 2.0]];
    assert_eq!(
        message(&square, &[&hole]),
        format!("vertex 0 of hole 0 and vertex 3 of hole 0 coincide at (2, 2); {rest}")
    );
    let touching = [[2.0, 2.0], [3.0, 2.0], [9.0, 9.0]];
    assert_eq!(
        message(&square, &[&touching]),
        format!("vertex 2 of the outer ring and vertex 2 of hole 0 coincide at (9, 9); {rest}")
    );
}

/// Rings with neighbours repeated and the first vertex again at the end: what is dropped, and what is left.
#[test]
fn closed_rings_are_opened() {
    let no_holes: [[Xy; 0]; 0] = [];
    let square = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
    let [a, b, c, d] = square;
    let cases: [(&str, &[Xy], &[usize]); 6] = [
        ("open", &[a, b, c, d], &[]),
        ("closed", &[a, b, c, d, a], &[4]),
        ("closed twice", &[a, b, c, d, a, a], &[4, 5]),
        ("neighbours repeated", &[a, b, b, b, c, d], &[1, 2]),
        ("the first repeated", &[a, a, b, c, d, a], &[0, 5]),
        ("zeros of both signs", &[a, [-0.0, 0.0], b, c, d, [0.0, -0.0]], &[0, 5]),
    ];
    for (name, ring, expected) in cases {
        let (polygon, dropped) = Polygon::from_closed_rings(ring.iter().copied(), no_holes).expect(name);
        assert_eq!(polygon, Polygon::new(square).unwrap(), "{name}");
        assert_eq!(dropped, expected.iter().map(|&index| (Ring::Outer, index)).collect::<Vec<_>>(), "{name}");
    }
    let outer = [[-9.0, -9.0], [9.0, -9.0], [9.0, 9.0], [-9.0, 9.0], [-9.0, -9.0]];
    let (frame, dropped) = Polygon::from_closed_rings(outer, [[d, c, c, b, a, d]]).unwrap();
    assert_eq!(frame, Polygon::with_holes(outer[..4].to_vec(), [[d, c, b, a]]).unwrap());
    assert_eq!(dropped, [(Ring::Outer, 4), (Ring::Hole(0), 1), (Ring::Hole(0), 5)]);
}

/// What is wrong with a closed ring is told by the numbers of vertices and edges as they were given.
#[test]
fn closed_rings_keep_the_numbers_given() {
    let no_holes: [[Xy; 0]; 0] = [];
    let [a, b, c, d] = [[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]];
    let error = |ring: &[Xy]| Polygon::from_closed_rings(ring.iter().copied(), no_holes).unwrap_err();
    // A bow tie in both directions: a to b crosses c to d.
    let meet = |first, second| Error::EdgesMeet { first: (Ring::Outer, first), second: (Ring::Outer, second) };
    assert_eq!(error(&[a, a, b, c, d, a]), meet(1, 3));
    assert_eq!(error(&[d, c, c, c, b, a, d]), meet(0, 4));
    let (first, second) = ((Ring::Outer, 2), (Ring::Outer, 5));
    assert_eq!(error(&[a, c, c, b, d, c, [-4.0, 1.0]]), Error::RepeatedVertex { first, second, at: c.into() });
    assert_eq!(error(&[a, a, b, b, a]), Error::TooFewVertices { ring: Ring::Outer, found: 2 });
    assert_eq!(error(&[a, a, a]), Error::TooFewVertices { ring: Ring::Outer, found: 1 });
    assert_eq!(error(&[]), Error::TooFewVertices { ring: Ring::Outer, found: 0 });
    assert!(matches!(error(&[a, a, [f64::NAN, 0.0], b]), Error::NotFinite { .. }));
}
