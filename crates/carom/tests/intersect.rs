//! Do two shapes meet, and is one inside the other?

use carom::{Aabb, Circle, Location, Point, Polygon, Segment};
use carom_oracle::checks::{self, Made};
use carom_oracle::regions::{self, Region};
use carom_oracle::round::{next_down, next_up};
use carom_oracle::truth::{self, Xy};

/// Random cases of each check; without optimization a case takes many times as long.
const CASES: u64 = if carom_oracle::FEW_CASES { 1_000 } else { 20_000 };

#[test]
fn random_shapes() {
    checks::assert_right(
        &[
            "intersects",
            "locate_point",
            "locate_shape",
            "locate_in_box_and_disc",
            "polygon_accepts",
            "polygon_rejects",
            "polygon_started_elsewhere",
        ],
        CASES,
    );
}

/// Every row is asked both ways around, and of the oracle.
#[track_caller]
fn check_overlap(name: &str, a: &Region, b: &Region, expected: bool) {
    let (made_a, made_b) = (Made::of(a).unwrap(), Made::of(b).unwrap());
    assert_eq!(carom::intersects(made_a.shape(), made_b.shape()), expected, "{name}");
    assert_eq!(carom::intersects(made_b.shape(), made_a.shape()), expected, "{name}, swapped");
    assert_eq!(regions::intersects(a, b), expected, "{name}, by the oracle");
    assert_eq!(carom::distance(made_a.shape(), made_b.shape()) == 0.0, expected, "{name}, by distance");
}

#[test]
fn every_pair_of_kinds_apart_touching_and_overlapping() {
    // A shape of every kind whose rightmost point is (0, 0), and one whose leftmost point is (0, 0).
    let left = [
        Region::Point([0.0, 0.0]),
        Region::Segment([[-2.0, 1.0], [0.0, 0.0]]),
        Region::Circle([-5.0, 0.0], 5.0),
        Region::Aabb([-2.0, -1.0], [0.0, 1.0]),
        Region::Aabb([-2.0, 0.0], [0.0, 0.0]),
        Region::Polygon(vec![vec![[-2.0, -1.0], [0.0, 0.0], [-2.0, 1.0]]]),
        Region::Polygon(vec![vec![[-3.0, -2.0], [-1.0, -0.5], [0.0, 0.0], [-3.0, 2.0], [-2.0, 0.0]]]),
        Region::Polygon(vec![
            vec![[-4.0, -4.0], [0.0, 0.0], [-4.0, 4.0]],
            vec![[-3.0, -1.0], [-3.0, 1.0], [-2.0, 0.0]],
        ]),
    ];
    let right: Vec<Region> = left.iter().map(|region| moved(region, |[x, y]| [-x, y])).collect();
    let tiny = f64::from_bits(1);
    for a in &left {
        for b in &right {
            check_overlap(&format!("touching: {a:?} {b:?}"), a, b, true);
            let away = moved(b, |[x, y]| [x + 0.5, y]);
            check_overlap(&format!("apart: {a:?} {away:?}"), a, &away, false);
            // The shape on the right begins one smallest number farther; only its point at 0 can move by so little.
            let just_away = moved(b, |[x, y]| [if x == 0.0 { tiny } else { x }, y]);
            if !matches!(b, Region::Circle(..)) {
                check_overlap(&format!("just apart: {a:?} {just_away:?}"), a, &just_away, false);
            }
        }
    }
}

#[test]
fn intersections_that_are_easy_to_get_wrong() {
    let ring = || Region::Polygon(vec![square(0.0, 10.0), square(3.0, 4.0)]);
    let chevron = || Region::Polygon(vec![vec![[0.0, 0.0], [4.0, 4.0], [0.0, 8.0], [8.0, 4.0]]]);
    let box_of = |at: Xy, size: f64| Region::Aabb(at, [at[0] + size, at[1] + size]);
    let polygon_at = |at: f64, size: f64| Region::Polygon(vec![square(at, size)]);
    let cases: &[(&str, Region, Region, bool)] = &[
        ("a box in a hole", ring(), box_of([4.0, 4.0], 1.0), false),
        ("a box that just fills a hole", ring(), box_of([3.0, 3.0], 4.0), true),
        ("a polygon in a hole", ring(), polygon_at(4.0, 2.0), false),
        ("a disc in a hole", ring(), Region::Circle([5.0, 5.0], 1.9), false),
        ("a disc that touches a hole from inside", ring(), Region::Circle([5.0, 5.0], 2.0), true),
        ("a point in a hole", ring(), Region::Point([5.0, 5.0]), false),
        ("a point on a hole's edge", ring(), Region::Point([3.0, 5.0]), true),
        ("a segment in a hole", ring(), Region::Segment([[4.0, 4.0], [6.0, 6.0]]), false),
        ("a segment across a hole", ring(), Region::Segment([[4.0, 4.0], [8.0, 6.0]]), true),
        ("a disc around everything", ring(), Region::Circle([5.0, 5.0], 50.0), true),
        ("a box inside the body", ring(), box_of([1.0, 1.0], 0.5), true),
        ("a polygon around everything", ring(), polygon_at(-5.0, 50.0), true),
        ("a holed polygon whose hole holds it all", polygon_at(4.0, 2.0), ring(), false),
        ("in the notch of a chevron", chevron(), box_of([0.0, 3.5], 1.0), false),
        ("touching the notch", chevron(), box_of([3.0, 3.5], 1.0), true),
        ("a disc in the notch", chevron(), Region::Circle([1.0, 4.0], 2.0), false),
        ("boxes that share a corner", box_of([0.0, 0.0], 1.0), box_of([1.0, 1.0], 1.0), true),
        ("boxes that share an edge", box_of([0.0, 0.0], 1.0), box_of([1.0, 0.0], 1.0), true),
        ("a box in a box", box_of([0.0, 0.0], 9.0), box_of([1.0, 1.0], 1.0), true),
        ("a cross of boxes", Region::Aabb([0.0, 4.0], [9.0, 5.0]), Region::Aabb([4.0, 0.0], [5.0, 9.0]), true),
        ("a disc near a box corner", box_of([0.0, 0.0], 1.0), Region::Circle([4.0, 5.0], 5.0), true),
        (
            "a smaller disc near a box corner",
            box_of([0.0, 0.0], 1.0),
            Region::Circle([4.0, 5.0], next_down(5.0)),
            false,
        ),
        ("discs that touch", Region::Circle([0.0, 0.0], 2.0), Region::Circle([3.0, 4.0], 3.0), true),
        ("discs that just do not", Region::Circle([0.0, 0.0], 2.0), Region::Circle([3.0, 4.0], next_down(3.0)), false),
        (
            "discs whose radii do not add up exactly",
            Region::Circle([0.0, 0.0], 1e-20),
            Region::Circle([1.0, 0.0], 1.0),
            true,
        ),
        (
            "discs of huge radius",
            Region::Circle([-f64::MAX, 0.0], f64::MAX),
            Region::Circle([f64::MAX, 0.0], f64::MAX),
            true,
        ),
        ("disc in disc", Region::Circle([0.0, 0.0], 9.0), Region::Circle([1.0, 0.0], 1.0), true),
        (
            "disc of radius 0 on a wall",
            Region::Circle([1.0, 1.0], 0.0),
            Region::Segment([[0.0, 0.0], [3.0, 3.0]]),
            true,
        ),
        ("a segment in a disc", Region::Circle([0.0, 0.0], 9.0), Region::Segment([[0.0, 0.0], [3.0, 3.0]]), true),
        (
            "collinear segments apart",
            Region::Segment([[0.0, 0.0], [1.0, 1.0]]),
            Region::Segment([[2.0, 2.0], [3.0, 3.0]]),
            false,
        ),
        ("the same polygon", chevron(), chevron(), true),
        ("a flat box along an edge", polygon_at(0.0, 1.0), Region::Aabb([0.25, 1.0], [0.75, 1.0]), true),
    ];
    for (name, a, b, expected) in cases {
        check_overlap(name, a, b, *expected);
        let stretched = |[x, y]: Xy| [x * 2f64.powi(-900), y * 2f64.powi(-900)];
        // Not the discs of huge radius, and not those a power of two takes out of range.
        if !name.contains("huge") && !name.contains("exactly") {
            check_overlap(&format!("{name}, tiny"), &shrunk(a, stretched), &shrunk(b, stretched), *expected);
        }
    }
}

#[track_caller]
fn check_locate(name: &str, region: &Region, rings: &[Vec<Xy>], expected: Location) {
    let polygon = checks::polygon(rings).unwrap();
    let made = Made::of(region).unwrap();
    assert_eq!(polygon.locate(made.shape()), expected, "{name}");
    assert_eq!(polygon.contains(made.shape()), expected != Location::Outside, "{name}");
    assert_eq!(format!("{:?}", regions::locate_in(region, rings)), format!("{expected:?}"), "{name}, by the oracle");
}

#[test]
fn inside_on_the_edge_outside() {
    use Location::{Edge, Inside, Outside};
    let body = [square(0.0, 10.0), square(3.0, 4.0)];
    let chevron = [vec![[0.0, 0.0], [4.0, 4.0], [0.0, 8.0], [8.0, 4.0]]];
    let plain = [square(0.0, 10.0)];
    let twice = [square(0.0, 10.0), square(2.0, 1.0), square(7.0, 1.0)];
    let of = |rings: &[Vec<Xy>]| Region::Polygon(rings.to_vec());
    let cases: &[(&str, Region, &[Vec<Xy>], Location)] = &[
        ("point inside", Region::Point([1.0, 1.0]), &body, Inside),
        ("point in a hole", Region::Point([5.0, 5.0]), &body, Outside),
        ("point on a hole's edge", Region::Point([3.0, 5.0]), &body, Edge),
        ("point on a vertex", Region::Point([10.0, 10.0]), &body, Edge),
        ("point level with vertices", Region::Point([-1.0, 3.0]), &body, Outside),
        ("point level with vertices, inside", Region::Point([1.0, 3.0]), &body, Inside),
        ("point in the notch", Region::Point([3.0, 4.0]), &chevron, Outside),
        ("point at the notch's tip", Region::Point([4.0, 4.0]), &chevron, Edge),
        ("point past the notch's tip", Region::Point([next_up(4.0), 4.0]), &chevron, Inside),
        ("segment inside", Region::Segment([[1.0, 1.0], [1.0, 9.0]]), &body, Inside),
        ("segment along an edge", Region::Segment([[0.0, 1.0], [0.0, 9.0]]), &body, Edge),
        ("segment along a hole's edge", Region::Segment([[3.0, 1.0], [3.0, 9.0]]), &body, Edge),
        ("segment through a hole", Region::Segment([[1.0, 5.0], [9.0, 5.0]]), &body, Outside),
        ("segment through a hole's corner", Region::Segment([[1.0, 5.0], [5.0, 1.0]]), &body, Edge),
        ("segment between ends across the notch", Region::Segment([[0.0, 0.0], [0.0, 8.0]]), &chevron, Outside),
        ("segment from edge to edge", Region::Segment([[0.0, 1.0], [10.0, 1.0]]), &body, Edge),
        ("segment between two holes' corners", Region::Segment([[3.0, 3.0], [7.0, 7.0]]), &twice, Edge),
        ("segment through two holes", Region::Segment([[1.0, 1.0], [9.0, 9.0]]), &twice, Outside),
        ("disc inside", Region::Circle([1.5, 1.5], 1.0), &body, Inside),
        ("disc touching an edge", Region::Circle([1.5, 1.5], 1.5), &body, Edge),
        ("disc too large", Region::Circle([1.5, 1.5], next_up(1.5)), &body, Outside),
        ("disc around a hole", Region::Circle([5.0, 5.0], 4.0), &body, Outside),
        ("disc in a hole", Region::Circle([5.0, 5.0], 1.0), &body, Outside),
        ("disc of radius 0 on an edge", Region::Circle([0.0, 5.0], 0.0), &body, Edge),
        ("box inside", Region::Aabb([1.0, 1.0], [2.0, 9.0]), &body, Inside),
        ("box on the edge", Region::Aabb([0.0, 1.0], [3.0, 9.0]), &body, Edge),
        ("box around the hole", Region::Aabb([1.0, 1.0], [9.0, 9.0]), &body, Outside),
        ("box that fills the hole", Region::Aabb([3.0, 3.0], [7.0, 7.0]), &body, Outside),
        ("box that is the polygon", Region::Aabb([0.0, 0.0], [10.0, 10.0]), &plain, Edge),
        ("flat box across the hole", Region::Aabb([1.0, 5.0], [9.0, 5.0]), &body, Outside),
        ("flat box inside", Region::Aabb([1.0, 1.0], [9.0, 1.0]), &body, Inside),
        ("polygon in itself", of(&body), &body, Edge),
        ("holed polygon in the filled one", of(&body), &plain, Edge),
        ("filled polygon in the holed one", of(&plain), &body, Outside),
        ("larger hole around the hole", of(&[square(1.0, 8.0), square(2.0, 6.0)]), &body, Inside),
        ("smaller hole in the hole", of(&[square(1.0, 8.0), square(4.0, 2.0)]), &body, Outside),
        ("the same hole", of(&[square(1.0, 8.0), square(3.0, 4.0)]), &body, Edge),
        ("the hole's filling", of(&[square(3.0, 4.0)]), &body, Outside),
        ("triangle on two edges", of(&[vec![[0.0, 0.0], [10.0, 0.0], [0.0, 3.0]]]), &body, Edge),
        ("triangle across a corner of the hole", of(&[vec![[0.0, 0.0], [6.0, 0.0], [0.0, 7.0]]]), &body, Outside),
        ("triangle up to the corner of the hole", of(&[vec![[0.0, 0.0], [6.0, 0.0], [0.0, 6.0]]]), &body, Edge),
        ("convex in convex", of(&[vec![[1.0, 1.0], [9.0, 1.0], [5.0, 8.0]]]), &plain, Inside),
        ("all vertices inside, an edge not", of(&[vec![[1.0, 2.0], [1.0, 6.0], [7.0, 4.0]]]), &chevron, Outside),
        ("all vertices on the edge, an edge not", of(&[vec![[0.0, 0.0], [0.0, 8.0], [8.0, 4.0]]]), &chevron, Outside),
        ("around one of two holes", of(&[square(1.0, 3.0)]), &twice, Outside),
        ("with holes of its own for both", of(&[square(0.0, 10.0), square(1.0, 3.0), square(6.0, 3.0)]), &twice, Edge),
    ];
    for (name, region, rings, expected) in cases {
        check_locate(name, region, rings, *expected);
        for exponent in [-900, 900] {
            let factor = 2f64.powi(exponent);
            let scaled: Vec<Vec<Xy>> =
                rings.iter().map(|ring| ring.iter().map(|p| p.map(|x| x * factor)).collect()).collect();
            let region = shrunk(region, |p| p.map(|x| x * factor));
            check_locate(&format!("{name}, times 2^{exponent}"), &region, &scaled, *expected);
        }
    }
}

#[test]
fn points_in_boxes_and_discs() {
    use Location::{Edge, Inside, Outside};
    let aabb = Aabb::new([0.0, 0.0], [4.0, 2.0]).unwrap();
    let flat = Aabb::new([0.0, 1.0], [4.0, 1.0]).unwrap();
    let disc = Circle::new([0.0, 0.0], 5.0).unwrap();
    let dot = Circle::new([1.0, 1.0], 0.0).unwrap();
    let cases: &[(&str, Location, Location)] = &[
        ("middle of a box", aabb.locate(Point::new(1.0, 1.0)), Inside),
        ("left edge of a box", aabb.locate(Point::new(0.0, 1.0)), Edge),
        ("right edge of a box", aabb.locate(Point::new(4.0, 1.0)), Edge),
        ("lower edge of a box", aabb.locate(Point::new(1.0, 0.0)), Edge),
        ("upper edge of a box", aabb.locate(Point::new(1.0, 2.0)), Edge),
        ("corner of a box", aabb.locate(Point::new(4.0, 2.0)), Edge),
        ("level with a box's edge", aabb.locate(Point::new(5.0, 2.0)), Outside),
        ("just out of a box", aabb.locate(Point::new(1.0, next_up(2.0))), Outside),
        ("in a flat box", flat.locate(Point::new(1.0, 1.0)), Edge),
        ("off a flat box", flat.locate(Point::new(1.0, 1.5)), Outside),
        ("center of a disc", disc.locate(Point::new(0.0, 0.0)), Inside),
        ("edge of a disc", disc.locate(Point::new(3.0, -4.0)), Edge),
        ("just in a disc", disc.locate(Point::new(3.0, -next_down(4.0))), Inside),
        ("just out of a disc", disc.locate(Point::new(3.0, -next_up(4.0))), Outside),
        ("on a disc of radius 0", dot.locate(Point::new(1.0, 1.0)), Edge),
        ("off a disc of radius 0", dot.locate(Point::new(1.0, next_up(1.0))), Outside),
    ];
    for (name, got, expected) in cases {
        assert_eq!(got, expected, "{name}");
    }
}

/// Each shape has the question as a method too.
#[test]
fn methods_ask_the_same() {
    let segment = Segment::new([0.0, 0.0], [4.0, 4.0]).unwrap();
    let circle = Circle::new([4.0, 0.0], 1.0).unwrap();
    let aabb = Aabb::new([3.0, 0.5], [5.0, 2.0]).unwrap();
    let polygon = Polygon::new([[0.0, 0.0], [4.0, 4.0], [0.0, 8.0], [8.0, 4.0]]).unwrap();
    assert!(!segment.intersects(&circle) && !circle.intersects(&segment));
    assert!(circle.intersects(&aabb) && aabb.intersects(&circle));
    assert!(polygon.intersects(&segment) && segment.intersects(&polygon));
    assert!(polygon.intersects(Point::new(4.0, 4.0)));
}

/// A convex polygon holds a point if the point is on the inner side of every edge line.
#[test]
fn convex_polygons_by_their_edge_lines() {
    let mut rng = carom_oracle::rng::Rng::new(8);
    for n in [3, 4, 7, 240] {
        let ring = carom_oracle::polygons::regular(n);
        let polygon = checks::polygon(std::slice::from_ref(&ring)).unwrap();
        assert!(polygon.is_convex());
        for _ in 0..200 {
            let p = carom_oracle::polygons::point_near(&mut rng, std::slice::from_ref(&ring));
            let sides: Vec<truth::Side> = regions::edges_of(&ring).map(|[a, b]| truth::orient(a, b, p)).collect();
            let expected = match sides {
                _ if sides.contains(&truth::Side::Right) => Location::Outside,
                _ if sides.contains(&truth::Side::On) => Location::Edge,
                _ => Location::Inside,
            };
            assert_eq!(polygon.locate(Point::from(p)), expected, "{n}-gon {p:?}");
        }
    }
}

fn square(at: f64, size: f64) -> Vec<Xy> {
    vec![[at, at], [at + size, at], [at + size, at + size], [at, at + size]]
}

/// The region with every point moved; corners of boxes are put in order again.
fn moved(region: &Region, to: impl Fn(Xy) -> Xy) -> Region {
    match region {
        Region::Point(p) => Region::Point(to(*p)),
        Region::Segment(ends) => Region::Segment(ends.map(to)),
        Region::Circle(center, radius) => Region::Circle(to(*center), *radius),
        Region::Aabb(low, high) => {
            let (p, q) = (to(*low), to(*high));
            Region::Aabb([0, 1].map(|axis| p[axis].min(q[axis])), [0, 1].map(|axis| p[axis].max(q[axis])))
        }
        Region::Polygon(rings) => {
            Region::Polygon(rings.iter().map(|ring| ring.iter().map(|&p| to(p)).collect()).collect())
        }
    }
}

/// The region scaled, radius and all.
fn shrunk(region: &Region, to: impl Fn(Xy) -> Xy) -> Region {
    match region {
        Region::Circle(center, radius) => Region::Circle(to(*center), to([*radius, 0.0])[0]),
        other => moved(other, to),
    }
}

/// A path that starts on a vertex goes in, out or along; both edges of the vertex give the same hit for the first two.
#[test]
fn paths_that_start_on_a_vertex_go_in_or_out() {
    // A notch at (4, 2) makes a reflex vertex; (4, 0) lies on a straight stretch.
    let chamber = Polygon::new([[0.0, 0.0], [4.0, 0.0], [8.0, 0.0], [8.0, 6.0], [4.0, 2.0], [0.0, 6.0]]).unwrap();
    let cases: [(&str, Xy, Xy, Location); 13] = [
        ("convex, in", [0.0, 0.0], [3.0, 1.0], Location::Inside),
        ("convex, out, on the inner side of the first edge", [0.0, 0.0], [-1.0, 5.0], Location::Outside),
        ("convex, out, on the inner side of the last edge", [0.0, 0.0], [5.0, -1.0], Location::Outside),
        ("convex, out along the first edge's line", [0.0, 0.0], [-3.0, 0.0], Location::Outside),
        ("convex, along the first edge", [0.0, 0.0], [9.0, 0.0], Location::Edge),
        ("convex, along the last edge", [0.0, 0.0], [0.0, 1e-300], Location::Edge),
        ("reflex, in", [4.0, 2.0], [4.0, 1.0], Location::Inside),
        ("reflex, in, on the outer side of one edge", [4.0, 2.0], [7.0, 4.9], Location::Inside),
        ("reflex, out", [4.0, 2.0], [4.0, 3.0], Location::Outside),
        ("reflex, along", [4.0, 2.0], [5.0, 3.0], Location::Edge),
        ("reflex, straight on from an edge", [4.0, 2.0], [3.0, 1.0], Location::Inside),
        ("straight, out", [4.0, 0.0], [5.0, -1e-300], Location::Outside),
        ("between the ends of an edge, in", [2.0, 0.0], [2.0, 1.0], Location::Inside),
    ];
    for (name, at, toward, expected) in cases {
        assert_eq!(chamber.locate_toward(at, toward), expected, "{name}");
        // A hit at the start says neither.
        let hit = carom::Sweep::point(at, toward).unwrap().first_touch(&chamber.outline());
        assert_eq!(hit.map(|(_, hit)| hit.t), Some(0.0), "{name}");
        // A path that ends there is asked backward.
        let hit = carom::Sweep::point(toward, at).unwrap().first_touch(&chamber.outline());
        assert!(hit.is_some(), "{name}");
    }
    assert_eq!(chamber.locate_toward([0.0, 0.0], [0.0, 0.0]), Location::Edge);
    assert_eq!(chamber.locate_toward([1.0, 1.0], [-9.0, 1.0]), Location::Inside);
    assert_eq!(chamber.locate_toward([0.0, 0.0], [f64::NAN, 1.0]), Location::Outside);
}

/// A little way along, every path is where it was said to go: on a grid, a 4096th of the way is exact and crosses nothing.
#[test]
fn paths_from_every_vertex_are_where_they_were_said_to_go() {
    let ring = [[0.0, 0.0], [4.0, 1.0], [8.0, 0.0], [8.0, 6.0], [4.0, 2.0], [5.0, 6.0], [0.0, 6.0]];
    let hole = [[1.0, 2.0], [2.0, 5.0], [2.0, 3.0]];
    let chamber = Polygon::with_holes(ring, [hole]).unwrap();
    for at in chamber.vertices().iter().map(|v| [v.x, v.y]).chain([[2.0, 4.0], [0.0, 3.0]]) {
        for toward in (-3..12).flat_map(|x| (-3..12).map(move |y| [f64::from(x), f64::from(y)])) {
            let near = [0, 1].map(|axis| at[axis] + (toward[axis] - at[axis]) / 4096.0);
            let expected = truth::locate(near, &[ring.to_vec(), hole.to_vec()]);
            assert_eq!(
                format!("{:?}", chamber.locate_toward(at, toward)),
                format!("{expected:?}"),
                "from {at:?} toward {toward:?}"
            );
        }
    }
}
