//! Cases that can be checked by looking at them.

use carom::{Aabb, Contact, Feature, Mover, MoverPart, Point, Polygon, Segment, Vec2};

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
    assert_eq!((overlap.depth, overlap.out), (0.25, Vec2::new(0.0, 1.0)));
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
        let ways = [[corner[0].signum(), 0.0], [0.0, corner[1].signum()]].map(Vec2::from);
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

/// A mover has no holes, and is told how many there are; its path knows how far it goes.
#[test]
fn holes_and_motions() {
    let ring = [[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]];
    let hole = |x: f64| vec![[x, 1.0], [x + 1.0, 1.0], [x, 2.0]];
    let polygon = Polygon::with_holes(ring, [hole(1.0), hole(4.0)]).unwrap();
    assert_eq!(Mover::polygon(&polygon), Err(carom::Error::MoverWithHoles { holes: 2 }));
    let disc = Mover::disc(1.0).unwrap();
    assert_eq!(disc.sweep([1.0, 2.0], [4.0, -2.0]).unwrap().motion(), Vec2::new(3.0, -4.0));
}

/// Where a sharp corner meets a wall's end: square to the edge that is met more squarely, else to the one that it moves along or away from.
#[test]
fn corner_on_end() {
    let square = Mover::aabb(&Aabb::new([-1.0, -1.0], [1.0, 1.0]).unwrap());
    let wall = Segment::new([3.0, 3.0], [5.0, 3.0]).unwrap();
    // The corner is where the end is when the square is at (2, 2); from there the way into the wall is up and to the right.
    for (from, to, t, contact, normal) in [
        ([0.0, 1.0], [4.0, 3.0], 0.5, Contact::Crosses, [-1.0, 0.0]),
        ([1.0, 0.0], [3.0, 4.0], 0.5, Contact::Crosses, [0.0, -1.0]),
        ([0.0, 1.0], [2.0, 2.0], 1.0, Contact::Ends, [-1.0, 0.0]),
        ([1.0, 0.0], [2.0, 2.0], 1.0, Contact::Ends, [0.0, -1.0]),
        ([2.0, 2.0], [4.0, 3.0], 0.0, Contact::Starts, [-1.0, 0.0]),
        ([2.0, 2.0], [3.0, 4.0], 0.0, Contact::Starts, [0.0, -1.0]),
        ([2.0, 2.0], [1.0, -2.0], 0.0, Contact::Leaves, [0.0, -1.0]),
        ([2.0, 2.0], [-2.0, 1.0], 0.0, Contact::Leaves, [-1.0, 0.0]),
        ([1.0, 3.0], [3.0, 1.0], 0.5, Contact::Leaves, [0.0, -1.0]),
        ([3.0, 1.0], [1.0, 3.0], 0.5, Contact::Leaves, [-1.0, 0.0]),
    ] {
        for wall in [wall, Segment::new(wall.b(), wall.a()).unwrap()] {
            let hit = square.sweep(from, to).unwrap().first_touch(&wall).unwrap();
            let found = (hit.t, hit.contact, hit.normal, hit.point);
            assert_eq!(found, (t, contact, Vec2::from(normal), Point::new(3.0, 3.0)), "{from:?} {to:?}");
        }
    }
}

/// Side on side, it touches in the middle of what they share.
#[test]
fn side_on_side() {
    let square = Mover::aabb(&Aabb::new([-1.0, -1.0], [1.0, 1.0]).unwrap());
    for (shape, low) in [(square.clone(), 1.0), (square.grown(0.5).unwrap(), 1.5)] {
        for (x, ends, middle) in [
            (0.0, [-5.0, 5.0], 0.0),
            (0.0, [-5.0, 0.5], -0.25),
            (3.0, [-5.0, 3.5], 2.75),
            (3.0, [2.5, 9.0], 3.25),
            (3.0, [2.75, 3.5], 3.125),
        ] {
            for [a, b] in [ends, [ends[1], ends[0]]] {
                for (from, normal) in [(low + 3.0, [0.0, 1.0]), (-low - 3.0, [0.0, -1.0])] {
                    let wall = Segment::new([a, 0.0], [b, 0.0]).unwrap();
                    let hit = shape.sweep([x, from], [x, from - 6.0 * normal[1]]).unwrap().first_touch(&wall).unwrap();
                    let found = (hit.t, hit.point, hit.normal, hit.feature);
                    assert_eq!(
                        found,
                        (0.5, Point::new(middle, 0.0), Vec2::from(normal), Feature::Side),
                        "{x} {ends:?}"
                    );
                }
            }
        }
    }
}

/// What has no breadth, on a wall's line: back where it came from if it runs along the wall, else to where it goes. And what is round around a core on
/// the wall: back, too.
#[test]
fn flat_on_a_line() {
    let line = Mover::capsule([-1.0, 0.0], [1.0, 0.0], 0.0).unwrap();
    let (disc, capsule) = (Mover::capsule([3.0, 0.0], [3.0, 0.0], 0.5), Mover::capsule([-1.0, 0.0], [1.0, 0.0], 0.5));
    let (disc, capsule) = (disc.unwrap(), capsule.unwrap());
    let wall = Segment::new([0.0, 0.0], [9.0, 0.0]).unwrap();
    for (shape, from, to, contact, normal) in [
        (&line, [-3.0, 0.0], [3.0, 0.0], Contact::Along, [-1.0, 0.0]),
        (&line, [12.0, 0.0], [3.0, 0.0], Contact::Along, [1.0, 0.0]),
        (&line, [4.0, 0.0], [4.0, 3.0], Contact::Starts, [0.0, 1.0]),
        (&line, [4.0, 0.0], [5.0, -3.0], Contact::Starts, [0.0, -1.0]),
        (&line, [4.0, 0.0], [6.0, 0.0], Contact::Along, [-1.0, 0.0]),
        (&disc, [1.0, 0.0], [1.0, -2.0], Contact::Overlaps, [0.0, 1.0]),
        (&disc, [1.0, 0.0], [-1.0, 0.0], Contact::Overlaps, [1.0, 0.0]),
        (&capsule, [4.0, 0.0], [4.0, 5.0], Contact::Overlaps, [0.0, -1.0]),
        (&capsule, [4.0, 0.0], [4.0, -5.0], Contact::Overlaps, [0.0, 1.0]),
    ] {
        for wall in [wall, Segment::new(wall.b(), wall.a()).unwrap()] {
            let hit = shape.sweep(from, to).unwrap().first_touch(&wall).unwrap();
            assert_eq!((hit.contact, hit.normal), (contact, Vec2::from(normal)), "{shape:?} {from:?} {to:?}");
        }
    }
}
