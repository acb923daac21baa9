//! A moving point against a wall: normals, reflection, the working, and numbers that are refused.
//!
//! The worked numbers, the traps, and every way a touch can begin are in `cases`.

use carom::methods::Method;
use carom::{Feature, Point, Segment, Sweep, Vec2, reflect, slide, stop};

type Xy = [f64; 2];

use Feature::{A, B};

const UPRIGHT: [Xy; 2] = [[0.0, -3.0], [0.0, 3.0]];
const LEVEL: [Xy; 2] = [[2.0, 1.0], [6.0, 1.0]];

fn sweep([start, end]: [Xy; 2]) -> Sweep {
    Sweep::point(start, end).unwrap()
}

fn segment([a, b]: [Xy; 2]) -> Segment {
    Segment::new(a, b).unwrap()
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
Method 2, one dot product
  the wall's vector E = P1 − P0 = (0, 3) − (0, −3) = (0, 6)
  its normal N = (E.y, −E.x) = (6, 0)
  N·P0 = 6·0 + 0·(−3) = 0
  N·Bs = 6·(−2) + 0·2 = −12
  N·Be = 6·3 + 0·(−1) = 18
  a: reject if both ends of the path are on the inner side, N·Bs < N·P0 and N·Be < N·P0: −12 < 0 and 18 < 0: no
  b: reject if both ends of the path are on the outer side, N·Bs > N·P0 and N·Be > N·P0: −12 > 0 and 18 > 0: no
  the motion V = Be − Bs = (3, −1) − (−2, 2) = (5, −3)
  N·V = N·Be − N·Bs = 18 − (−12) = 30
  c: parallel if N·V = 0: 30 = 0: no
  d: ti = (N·P0 − N·Bs) / (N·V) = (0 − (−12)) / 30 = 2/5 = 0.4
  e: reject if outside of the frame, ti < 0 or ti > 1: 2/5 < 0 or 2/5 > 1: no
  Bi = Bs + ti·V = (−2, 2) + 2/5·(5, −3) = (0, 4/5) = (0, 0.8)
  f: hit if Bi is between P0 and P1, (Bi−P0)·(Bi−P1) ≤ 0: (0, 19/5)·(0, −11/5) = 0·0 + 19/5·(−11/5) = −209/25 ≤ 0: yes
  verdict: hit at the time ti = 2/5 in Bi = (0, 4/5); the path crosses the wall
";
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
    assert!(near.is_some_and(|working| working.contains("Digit by digit") && working.contains("off by")));
}

/// Threads may be given little stack, and there are a few dozen integers in a question, of up to 33,600 bits each.
#[test]
fn the_widest_questions_fit_a_small_stack() {
    const STACK: usize = if cfg!(debug_assertions) { 128 } else { 48 };
    let ask = || {
        let disc = Sweep::disc([1e308, 3e-324], [-1e308, 5e-324], 1e-320).unwrap();
        let walls = [segment([[1e-310, -1e308], [1e-310, 1e308]]), segment([[1e-310, -1e307], [2e-310, 1e308]])];
        let other_wall = segment([[1e-309, -1e308], [3e-309, 1e308]]);
        assert!(walls.iter().all(|wall| disc.first_touch(wall).is_some()));
        assert!(disc.order_of_hits(&walls[0], &walls[1]).is_some());
        let point = Sweep::point([1e308, 3e-324], [-1e308, 5e-324]).unwrap();
        assert!(point.first_touch(&walls[1]).is_some() && point.order_of_hits(&walls[0], &walls[1]).is_some());
        let other = Sweep::disc([-1e308, 5e-324], [1e308, 3e-324], 1e-310).unwrap();
        assert!(disc.first_touch(&other).is_some());
        let corners = [[1e308, 3e-324], [-1e308, 5e-324], [1e-310, 1e307], [0.0, -1e300]];
        assert!(carom::smallest_circle(corners).is_ok());
        let [a, b, c, d] = corners.map(Point::from);
        assert_eq!(carom::in_circle(a, b, c, d), carom::Location::Inside);
        assert!(walls[0].crossing(&walls[1]).is_some() && carom::distance(&walls[0], &other_wall) > 0.0);
        let many = carom::Walls::new(walls);
        assert!(many.first_touch(&disc).is_some() && many.touches(&disc).len() == 2);
        assert!(!many.bounce(&disc, carom::Limits::bounces(5)).bounces.is_empty());
    };
    std::thread::Builder::new().stack_size(STACK * 1024).spawn(ask).unwrap().join().unwrap();
}

/// The printed methods reject by the step that they name: both ends on one side of the wall, both on the other, or along it.
#[test]
fn the_textbook_names_the_step_that_decides() {
    let wall = segment([[0.0, 0.0], [0.0, 4.0]]);
    for (path, step) in
        [([[-2.0, 1.0], [-1.0, 2.0]], "a"), ([[2.0, 1.0], [1.0, 2.0]], "b"), ([[0.0, 1.0], [0.0, 2.0]], "c")]
    {
        for method in [Method::BothEnds, Method::OneDot] {
            let said = method.textbook(&sweep(path), &wall);
            let text = said.steps.to_string();
            assert!(text.contains(&format!("verdict: no hit; step {step} decides it")), "{path:?}: {text}");
        }
    }
}

/// A disc is reflected where its centre is, a point where it touches; both with the restitution.
#[test]
fn reflected_paths() {
    let wall = segment(UPRIGHT);
    for (path, restitution, expected) in [
        (sweep([[-2.0, 2.0], [3.0, -1.0]]), 1.0, [-3.0, -1.0]),
        (sweep([[-2.0, 2.0], [2.0, 2.0]]), 0.5, [-1.0, 2.0]),
        (Sweep::disc([-3.0, 2.0], [1.0, -2.0], 1.0).unwrap(), 1.0, [-3.0, -2.0]),
        (Sweep::disc([-3.0, 2.0], [1.0, -2.0], 1.0).unwrap(), 0.0, [-1.0, -2.0]),
    ] {
        let hit = path.first_touch(&wall).unwrap();
        assert_eq!(path.reflected(&hit, restitution), Point::from(expected), "{path:?} {restitution}");
    }
}

/// A hit in words.
#[test]
fn hits_can_be_read() {
    let hit = sweep([[-2.0, 3.0], [2.0, 3.0]]).first_touch(&segment(UPRIGHT)).unwrap();
    assert_eq!(
        hit.to_string(),
        "hit at t = 0.5, point (0, 3), normal (-1, 0): the path crosses the wall at its second end"
    );
    let shape = carom::Mover::capsule([0.0, -1.0], [0.0, 1.0], 0.5).unwrap();
    let hit = shape.sweep([-2.5, 0.0], [1.5, 0.0]).unwrap().first_touch(&segment([[0.0, 0.0], [3.0, 0.0]])).unwrap();
    assert_eq!(
        hit.to_string(),
        "hit at t = 0.5, point (0, 0), normal (-1, 0): the path crosses the wall at its first end, with edge 0 of the mover"
    );
}

/// A radius is a number that is not negative, and has no sign if it is zero.
#[test]
fn radii() {
    let disc = |radius: f64| Sweep::disc([0.0, 0.0], [1.0, 0.0], radius);
    for radius in [-1.0, -f64::MIN_POSITIVE, f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
        assert!(disc(radius).is_err(), "{radius}");
    }
    assert_eq!(disc(-0.0).unwrap().radius().to_bits(), 0);
    assert_eq!(disc(2.5).unwrap().radius(), 2.5);
}
