//! Cases that can be checked by looking at them.

use carom::{Aabb, Contact, Feature, Mover, MoverPart, Polygon, Segment};

/// The corners of a box of side 2 around its position, counter-clockwise from the lowest: 0 to 3. Edge 0 is the lower one.
fn brick() -> Mover {
    Mover::aabb(&Aabb::new([-1, -1], [1, 1]).unwrap())
}

struct Case {
    name: &'static str,
    path: [[f64; 2]; 2],
    wall: [[f64; 2]; 2],
    expected: Option<(f64, Contact, Feature, MoverPart)>,
}

const CASES: &[Case] = &[
    Case {
        name: "falls flat on a floor",
        path: [[4.0, 3.0], [4.0, -1.0]],
        wall: [[0.0, 0.0], [8.0, 0.0]],
        expected: Some((0.5, Contact::Crosses, Feature::Side, MoverPart::Edge(0))),
    },
    Case {
        name: "falls on the end of a pole",
        path: [[4.0, 3.0], [4.0, -1.0]],
        wall: [[4.5, 0.0], [5.0, -8.0]],
        expected: Some((0.5, Contact::Crosses, Feature::A, MoverPart::Edge(0))),
    },
    Case {
        name: "falls with a corner on a slope",
        path: [[0.0, 4.0], [0.0, 0.0]],
        wall: [[-4.0, -3.0], [4.0, 5.0]],
        expected: Some((0.25, Contact::Crosses, Feature::Side, MoverPart::Vertex(1))),
    },
    Case {
        name: "slides along the floor",
        path: [[4.0, 1.0], [6.0, 1.0]],
        wall: [[0.0, 0.0], [8.0, 0.0]],
        expected: Some((0.0, Contact::Along, Feature::Side, MoverPart::Edge(0))),
    },
    Case {
        name: "comes to the floor from beside it, and slides",
        path: [[-3.0, 1.0], [5.0, 1.0]],
        wall: [[0.0, 0.0], [8.0, 0.0]],
        expected: Some((0.25, Contact::Along, Feature::A, MoverPart::Vertex(1))),
    },
    Case {
        name: "passes over the top of a pole",
        path: [[-3.0, 2.0], [3.0, 2.0]],
        wall: [[0.0, 0.0], [0.0, 1.0]],
        expected: Some((1.0 / 3.0, Contact::Along, Feature::B, MoverPart::Vertex(1))),
    },
    Case {
        name: "grazes an end with a corner",
        path: [[0.0, 0.0], [4.0, 4.0]],
        wall: [[1.0, 3.0], [0.0, 4.0]],
        expected: Some((0.5, Contact::Leaves, Feature::A, MoverPart::Vertex(3))),
    },
    Case {
        name: "ends on the floor",
        path: [[4.0, 3.0], [4.0, 1.0]],
        wall: [[0.0, 0.0], [8.0, 0.0]],
        expected: Some((1.0, Contact::Ends, Feature::Side, MoverPart::Edge(0))),
    },
    Case {
        name: "rests on the floor",
        path: [[4.0, 1.0], [4.0, 1.0]],
        wall: [[0.0, 0.0], [8.0, 0.0]],
        expected: Some((0.0, Contact::Leaves, Feature::Side, MoverPart::Edge(0))),
    },
    Case {
        name: "rises from the floor",
        path: [[4.0, 1.0], [4.0, 3.0]],
        wall: [[0.0, 0.0], [8.0, 0.0]],
        expected: Some((0.0, Contact::Leaves, Feature::Side, MoverPart::Edge(0))),
    },
    Case {
        name: "is pressed into the floor",
        path: [[4.0, 1.0], [4.0, 0.0]],
        wall: [[0.0, 0.0], [8.0, 0.0]],
        expected: Some((0.0, Contact::Starts, Feature::Side, MoverPart::Edge(0))),
    },
    Case {
        name: "passes by",
        path: [[4.0, 1.0000000000000002], [6.0, 1.0000000000000002]],
        wall: [[0.0, 0.0], [8.0, 0.0]],
        expected: None,
    },
];

#[test]
fn a_brick_and_a_wall() {
    let brick = brick();
    for Case { name, path: [start, end], wall: [a, b], expected } in CASES {
        let hit = brick.sweep(*start, *end).unwrap().first_touch(&Segment::new(*a, *b).unwrap());
        let told = hit.map(|hit| (hit.t, hit.contact, hit.feature, hit.mover));
        // A third is not a number; the one below it is the answer, as 1/3 rounds down.
        assert_eq!(told, *expected, "{name}");
    }
}

#[test]
fn a_brick_that_starts_in_a_wall_says_how_deep() {
    let brick = brick();
    let sweep = brick.sweep([4.0, 0.75], [4.0, 3.0]).unwrap();
    let floor = Segment::new([0, 0], [8, 0]).unwrap();
    assert_eq!(sweep.first_touch(&floor).unwrap().contact, Contact::Overlaps);
    let overlap = sweep.overlap(&floor).unwrap();
    assert_eq!((overlap.depth, overlap.out), (0.25, carom::Vec2::new(0.0, 1.0)));
    assert_eq!(brick.sweep([4.0, 1.0], [4.0, 0.0]).unwrap().overlap(&floor), None);
}

/// Rounded bricks whose sharp corners are in one place: the shortest way out is square to a side that ends there.
#[test]
fn corner_in_corner_the_way_out_is_square_to_a_side() {
    let brick = brick().grown(0.5).unwrap();
    let there = brick.sweep([0.0, 0.0], [0.0, 0.0]).unwrap();
    for corner in [[2.0_f64, 2.0], [-2.0, 2.0], [-2.0, -2.0], [2.0, -2.0]] {
        let overlap = brick.sweep(corner, [0.0, 0.0]).unwrap().overlap(&there).unwrap();
        assert_eq!(overlap.depth, 1.0, "{corner:?}");
        let ways = [[corner[0].signum(), 0.0], [0.0, corner[1].signum()]].map(carom::Vec2::from);
        assert!(ways.contains(&overlap.out), "{corner:?}: {overlap:?}");
    }
}

#[test]
fn a_brick_exactly_on_a_rock_of_its_size_overlaps_it() {
    let rock = Polygon::new([[1, 1], [3, 1], [3, 3], [1, 3]]).unwrap();
    let brick = brick();
    let on_it = brick.sweep([2.0, 2.0], [9.0, 2.0]).unwrap();
    assert_eq!(on_it.first_touch(&rock.filled()).unwrap().1.contact, Contact::Overlaps);
    let beside_it = brick.sweep([4.0, 2.0], [9.0, 2.0]).unwrap();
    assert_eq!(beside_it.first_touch(&rock.filled()).unwrap().1.contact, Contact::Leaves);
}

#[test]
fn two_bricks_meet_side_on_side() {
    let brick = brick();
    let [left, right] = [[[0.0, 0.0], [4.0, 0.0]], [[10.0, 1.0], [2.0, 1.0]]];
    let left = brick.sweep(left[0], left[1]).unwrap();
    let right = brick.sweep(right[0], right[1]).unwrap();
    let hit = left.first_touch(&right).unwrap();
    assert_eq!((hit.t, hit.contact, hit.mover), (2.0 / 3.0, Contact::Crosses, MoverPart::Edge(1)));
    let back = right.first_touch(&left).unwrap();
    assert_eq!((back.t, back.contact, back.mover), (2.0 / 3.0, Contact::Crosses, MoverPart::Edge(3)));
}

#[test]
fn vertices_between_their_neighbours_are_gone() {
    let ring = Polygon::new([[0, 0], [1, 0], [2, 0], [2, 2], [1, 2], [0, 2], [0, 1]]).unwrap();
    assert_eq!(Mover::polygon(&ring).unwrap().vertices().len(), 4);
    let clockwise = Polygon::new([[0, 0], [0, 2], [2, 2], [2, 0]]).unwrap();
    let mover = Mover::polygon(&clockwise).unwrap();
    let twice_area: f64 = (0..4)
        .map(|i| {
            let (p, q) = (mover.vertices()[i], mover.vertices()[(i + 1) % 4]);
            p.x * q.y - p.y * q.x
        })
        .sum();
    assert_eq!(twice_area, 8.0);
}

#[test]
fn what_is_refused_says_why() {
    let holed = Polygon::with_holes([[0, 0], [9, 0], [9, 9], [0, 9]], [[[3, 3], [6, 3], [6, 6]]]).unwrap();
    assert!(Mover::polygon(&holed).is_err());
    assert!(Mover::capsule([0.0, f64::NAN], [1.0, 0.0], 1.0).is_err());
    assert!(Mover::capsule([0.0, 0.0], [1.0, 0.0], -1.0).is_err());
    assert!(Mover::disc(f64::INFINITY).is_err());
    assert!(brick().grown(-1.0).is_err());
    assert!(brick().sweep([0.0, f64::INFINITY], [0.0, 0.0]).is_err());
}
