//! A moving point against a wall: the worked numbers, the traps, and every way a touch can begin.

use carom::{Contact, Feature, Hit, Method, Point, Segment, Sweep, Vec2, reflect, slide, stop};
use carom_oracle::truth;

type Xy = [f64; 2];

/// Start, end, the wall's ends, and the hit: time, point, feature, contact.
type Case = (&'static str, [Xy; 2], [Xy; 2], Option<(f64, Xy, Feature, Contact)>);

use Contact::{Along, Crosses, Ends, Starts};
use Feature::{A, B, Side};

const WALL: [Xy; 2] = [[6.0, 0.0], [10.0, 7.0]];
const UPRIGHT: [Xy; 2] = [[0.0, -3.0], [0.0, 3.0]];
const LEVEL: [Xy; 2] = [[2.0, 1.0], [6.0, 1.0]];

const CASES: &[Case] = &[
    ("W1, ends before the line", [[5.0, 2.0], [7.0, 3.0]], WALL, None),
    ("W1, hit", [[6.0, 4.0], [9.0, 5.0]], WALL, Some((16.0 / 17.0, [150.0 / 17.0, 84.0 / 17.0], Side, Crosses))),
    ("W1, from the other side", [[11.0, 1.0], [9.0, 4.0]], WALL, None),
    ("W2", [[-2.0, 2.0], [3.0, -1.0]], UPRIGHT, Some((0.4, [0.0, 0.8], Side, Crosses))),
    ("through the first end", [[-1.0, -4.0], [1.0, -2.0]], UPRIGHT, Some((0.5, [0.0, -3.0], A, Crosses))),
    ("through the second end", [[-1.0, 4.0], [1.0, 2.0]], UPRIGHT, Some((0.5, [0.0, 3.0], B, Crosses))),
    ("beside the second end", [[-1.0, 4.0], [1.0, 2.1]], UPRIGHT, None),
    ("ends on the wall", [[-4.0, 0.0], [0.0, 1.0]], UPRIGHT, Some((1.0, [0.0, 1.0], Side, Ends))),
    ("ends on an end", [[-4.0, 0.0], [0.0, 3.0]], UPRIGHT, Some((1.0, [0.0, 3.0], B, Ends))),
    ("starts on the wall", [[0.0, 1.0], [4.0, 0.0]], UPRIGHT, Some((0.0, [0.0, 1.0], Side, Starts))),
    ("parallel", [[0.0, 0.0], [9.0, 0.0]], LEVEL, None),
    ("along, before the wall", [[-3.0, 1.0], [1.0, 1.0]], LEVEL, None),
    ("along, after the wall", [[7.0, 1.0], [9.0, 1.0]], LEVEL, None),
    ("along, into the first end", [[0.0, 1.0], [4.0, 1.0]], LEVEL, Some((0.5, [2.0, 1.0], A, Along))),
    ("along, into the second end", [[10.0, 1.0], [2.0, 1.0]], LEVEL, Some((0.5, [6.0, 1.0], B, Along))),
    ("along, up to an end", [[0.0, 1.0], [2.0, 1.0]], LEVEL, Some((1.0, [2.0, 1.0], A, Along))),
    ("along, from within", [[3.0, 1.0], [9.0, 1.0]], LEVEL, Some((0.0, [3.0, 1.0], Side, Along))),
    ("standing on the wall", [[3.0, 1.0], [3.0, 1.0]], LEVEL, Some((0.0, [3.0, 1.0], Side, Starts))),
    ("standing on an end", [[2.0, 1.0], [2.0, 1.0]], LEVEL, Some((0.0, [2.0, 1.0], A, Starts))),
    ("standing beside the wall", [[3.0, 2.0], [3.0, 2.0]], LEVEL, None),
    ("standing on the wall's line", [[8.0, 1.0], [8.0, 1.0]], LEVEL, None),
];

fn sweep([start, end]: [Xy; 2]) -> Sweep {
    Sweep::point(start, end).unwrap()
}

fn segment([a, b]: [Xy; 2]) -> Segment {
    Segment::new(a, b).unwrap()
}

#[test]
fn named_cases_by_every_method() {
    for &(name, path, wall, expected) in CASES {
        let (path_shape, wall_shape) = (sweep(path), segment(wall));
        let hit = path_shape.first_touch(&wall_shape);
        let outline = |hit: Hit| (hit.t, hit.point.into(), hit.feature, hit.contact);
        // The listed times are rounded to nearest; where that is above the exact one, one unit less is right.
        let expected = expected.map(|(t, point, feature, contact)| {
            let exact = truth::first_touch(path, wall).expect(name);
            assert!(t == exact || t == exact.next_up(), "{name}: {t}, exactly {exact}");
            (exact, point, feature, contact)
        });
        assert_eq!(hit.map(outline), expected, "{name}");
        for method in Method::ALL {
            assert_eq!(method.first_touch(&path_shape, &wall_shape), hit, "{name}, {method}");
            assert_eq!(method.explain(&path_shape, &wall_shape).hit, hit, "{name}, {method}, explained");
        }
        // Reversing the wall swaps its ends and nothing else.
        let swapped = path_shape
            .first_touch(&wall_shape.reversed())
            .map(|hit| Hit { feature: [Side, B, A][hit.feature as usize], ..hit });
        let standing = path[0] == path[1];
        assert!(standing || swapped == hit, "{name}, wall reversed: {swapped:?}, {hit:?}");
    }
}

#[test]
fn normals_point_toward_the_mover() {
    let cases = [
        ("from the left", [[-2.0, 2.0], [3.0, -1.0]], UPRIGHT, [-1.0, 0.0]),
        ("from the right", [[3.0, -1.0], [-2.0, 2.0]], UPRIGHT, [1.0, 0.0]),
        ("leaving to the right", [[0.0, 1.0], [4.0, 0.0]], UPRIGHT, [1.0, 0.0]),
        ("along", [[0.0, 1.0], [4.0, 1.0]], LEVEL, [-1.0, 0.0]),
    ];
    for (name, path, wall, [x, y]) in cases {
        assert_eq!(sweep(path).first_touch(&segment(wall)).unwrap().normal, Vec2::new(x, y), "{name}");
    }
}

/// W2: Be' = Bi + i − 2(i·n)n with i = Be − Bi.
#[test]
fn w2_reflects_to_minus_three_minus_one() {
    let path = sweep([[-2.0, 2.0], [3.0, -1.0]]);
    let hit = path.first_touch(&segment(UPRIGHT)).unwrap();
    let rest = path.end() - hit.point;
    assert_eq!(hit.point + reflect(rest, hit.normal, 1.0), Point::new(-3.0, -1.0));
    assert_eq!(reflect(rest, hit.normal, 0.5), Vec2::new(-1.5, -1.8));
    assert_eq!(slide(rest, hit.normal), Vec2::new(0.0, -1.8));
    assert_eq!(stop(rest, hit.normal), Vec2::default());
    assert_eq!(reflect(-rest, hit.normal, 1.0), -rest, "what leaves is free to go");
}

#[test]
fn a_path_through_a_shared_vertex_touches_both_walls() {
    let (first, second) = (segment([[0.0, 0.0], [1.0, 1.0]]), segment([[1.0, 1.0], [2.0, 0.0]]));
    let path = sweep([[1.0, 2.0], [1.0, 0.0]]);
    let hits = [first, second].map(|wall| path.first_touch(&wall).unwrap());
    assert_eq!(hits.map(|hit| (hit.t, hit.feature)), [(0.5, B), (0.5, A)]);
}

#[test]
fn numbers_that_are_not_finite_are_refused() {
    let message = |start, end| Sweep::point(start, end).unwrap_err().to_string();
    assert_eq!(message([f64::NAN, 0.0], [0.0, 0.0]), "sweep start is (NaN, 0); coordinates must be finite numbers");
    assert_eq!(message([0.0, 0.0], [0.0, f64::INFINITY]), "sweep end is (0, inf); coordinates must be finite numbers");
}

/// The working of W2 by method 2, line by line as it is printed.
#[test]
fn the_working_of_w2_reads_like_the_textbook() {
    let working = Method::OneDot.explain(&sweep([[-2.0, 2.0], [3.0, -1.0]]), &segment(UPRIGHT)).to_string();
    let expected = "\
method 2, one dot product
  E = P1 − P0 = (0, 3) − (0, -3) = (0, 6)
  N = (E.y, −E.x) = (6, 0)
  N·P0 = 6·0 + 0·(-3) = 0
  N·Bs = 6·(-2) + 0·2 = -12
  N·Be = 6·3 + 0·(-1) = 18
  a: reject if N·Bs < N·P0 and N·Be < N·P0: -12 and 18 against 0: no
  b: reject if N·Bs > N·P0 and N·Be > N·P0: -12 and 18 against 0: no
  V = Be − Bs = (3, -1) − (-2, 2) = (5, -3)
  c: parallel if N·V = 0: N·V = 30: no
  d: ti = (N·P0 − N·Bs) / (N·V) = (0 − (-12)) / 30 = 0.4
  e: reject if ti < 0 or ti > 1: ti = 0.4: no
  Bi = Bs + ti·V = (-2, 2) + 0.4·(5, -3) = (0, 0.7999999999999998)
  f: hit if (Bi−P0)·(Bi−P1) ≤ 0: -8.36: yes
  hit at t = 0.39999999999999997, point (0, 0.8), normal (-1, 0): the path crosses the wall
  (numbers are shown rounded; every test is decided exactly, and the hit's t is rounded toward zero)";
    assert_eq!(working, expected);
}

/// Where rounded numbers would decide otherwise, the working says so.
#[test]
fn the_working_says_where_plain_floating_point_goes_wrong() {
    // The path ends one unit in the last place before the wall: no hit, though the rounded time is 1.
    let wall = segment([[0.1, 0.3], [0.7, 0.9]]);
    let near = (1..2000).find_map(|i| {
        let end = [0.1 + 0.6 * f64::from(i) / 2000.0, 0.3 + 0.6 * f64::from(i) / 2000.0];
        let working = Method::OneDot.explain(&sweep([[0.9, 0.1], end]), &wall).to_string();
        working.contains("plain floating point would say").then_some(working)
    });
    assert!(near.is_some_and(|working| working.contains("its numbers are rounded")));
}
