//! Are carom's decisions right, for every finite number?

use std::cmp::Ordering;

use carom::Crossing;
use carom::{Location, Point, Segment, Side};
use carom_oracle::checks::{self, Kind};
use carom_oracle::round::{next_down, next_up};
use carom_oracle::truth::{self, Bits, Ends, Meeting, Xy};

/// Cases in all; without optimization a case takes many times as long.
const CASES: u64 = carom_oracle::share_of(44_000_000);

#[test]
fn random_ties_and_near_ties() {
    checks::assert_kind_right(Kind::Predicate, CASES / 11 * 10);
}

#[test]
fn related_cases_have_related_answers() {
    checks::assert_kind_right(Kind::Metamorphic, CASES / 11);
}

#[test]
fn sides_at_the_ends_of_the_range() {
    let tiny = f64::from_bits(1);
    let cases: &[(&str, [Xy; 3], Side)] = &[
        ("products underflow", [[1e-200, 0.0], [0.0, 1e-200], [0.0, 0.0]], Side::Left),
        ("products underflow, clockwise", [[0.0, 1e-200], [1e-200, 0.0], [0.0, 0.0]], Side::Right),
        ("products overflow", [[0.0, 0.0], [0.0, 1e200], [1e200, 1e200]], Side::Right),
        ("products overflow, one unit off", [[0.0, 0.0], [1e200, 1e200], [-1e200, -next_down(1e200)]], Side::Left),
        ("products overflow and tie", [[0.0, 0.0], [1e200, 1e200], [-1e200, -1e200]], Side::On),
        ("differences overflow", [[-f64::MAX, -f64::MAX], [f64::MAX, f64::MAX], [0.0, tiny]], Side::Left),
        ("differences overflow and tie", [[-f64::MAX, -f64::MAX], [f64::MAX, f64::MAX], [1.0, 1.0]], Side::On),
        ("smallest triangle", [[0.0, 0.0], [tiny, 0.0], [0.0, tiny]], Side::Left),
        ("smallest triangle on a huge base", [[0.0, 0.0], [f64::MAX, 0.0], [0.0, tiny]], Side::Left),
        ("negative zeros", [[-0.0, 0.0], [0.0, -0.0], [1.0, -0.0]], Side::On),
        ("decimals that look collinear", [[1.0, 0.0], [0.0, 2.0], [0.9, 0.2]], Side::Right),
        ("all equal", [[0.1, 0.7]; 3], Side::On),
        ("one unit off at 1e15", [[1e15, 1e15], [1e15 + 8.0, 1e15 + 8.0], [1e15 + 1.0, 1e15 + 1.125]], Side::Left),
    ];
    for &(name, [a, b, c], expected) in cases {
        let got = carom::orient(a, b, c);
        assert_eq!(got, expected, "{name}");
        assert_eq!(format!("{got:?}"), format!("{:?}", truth::orient(a, b, c)), "{name}, by the oracle");
    }
}

#[test]
fn distances_at_the_ends_of_the_range() {
    let tiny = f64::from_bits(1);
    let cases: &[(&str, Xy, Ends, f64, Ordering)] = &[
        ("3-4-5 off a wall's end", [0.0, 0.0], [[3.0, 4.0], [6.0, 8.0]], 5.0, Ordering::Equal),
        ("one unit more", [0.0, 0.0], [[3.0, 4.0], [6.0, 8.0]], next_up(5.0), Ordering::Less),
        ("one unit less", [0.0, 0.0], [[3.0, 4.0], [6.0, 8.0]], next_down(5.0), Ordering::Greater),
        ("3-4-5 off a wall's middle", [0.0, 0.0], [[7.0, 1.0], [-1.0, 7.0]], 5.0, Ordering::Equal),
        ("squares underflow", [0.0, 0.0], [[3e-200, 4e-200], [3e-200, 5e-200]], 5e-200, Ordering::Equal),
        ("squares overflow", [0.0, 0.0], [[3e200, 4e200], [3e200, 5e200]], 5e200, Ordering::Less),
        ("smallest distance", [0.0, tiny], [[-1.0, 0.0], [1.0, 0.0]], tiny, Ordering::Equal),
        ("on the wall, no radius", [0.5, 0.0], [[-1.0, 0.0], [1.0, 0.0]], 0.0, Ordering::Equal),
        ("on the wall, negative radius", [0.5, 0.0], [[-1.0, 0.0], [1.0, 0.0]], -tiny, Ordering::Greater),
        ("on the wall, some radius", [0.5, 0.0], [[-1.0, 0.0], [1.0, 0.0]], tiny, Ordering::Less),
        ("wall of one point", [0.0, 0.0], [[3.0, 4.0], [3.0, 4.0]], 5.0, Ordering::Equal),
        ("farther than any number", [-f64::MAX, 0.0], [[f64::MAX, 0.0], [f64::MAX, 1.0]], f64::MAX, Ordering::Greater),
    ];
    for &(name, p, wall, radius, expected) in cases {
        let (point, ends) = (Point::from(p), wall.map(Point::from));
        assert_eq!(carom::compare_distance_to_segment(point, ends, radius), expected, "{name}");
        assert_eq!(carom::compare_distance_of_segments([point; 2], ends, radius), expected, "{name}, as a segment");
        assert_eq!(truth::compare_distance_to_segment(p, wall, radius), expected, "{name}, by the oracle");
    }
}

#[test]
fn circles_at_the_ends_of_the_range() {
    let tiny = f64::from_bits(1);
    let huge = [[-f64::MAX, 0.0], [f64::MAX, 0.0], [0.0, f64::MAX]];
    let cases: &[(&str, [Xy; 3], Xy, Location)] = &[
        ("3-4-5", [[5.0, 0.0], [3.0, 4.0], [-4.0, 3.0]], [0.0, -5.0], Location::Edge),
        ("3-4-5, one unit in", [[5.0, 0.0], [3.0, 4.0], [-4.0, 3.0]], [0.0, -next_down(5.0)], Location::Inside),
        ("3-4-5, one unit out", [[5.0, 0.0], [3.0, 4.0], [-4.0, 3.0]], [0.0, -next_up(5.0)], Location::Outside),
        ("largest circle", huge, [0.0, -f64::MAX], Location::Edge),
        ("inside the largest circle", huge, [tiny, -next_down(f64::MAX)], Location::Inside),
        ("smallest circle", [[0.0, 0.0], [tiny, 0.0], [0.0, tiny]], [tiny, tiny], Location::Edge),
        ("outside the smallest circle", [[0.0, 0.0], [tiny, 0.0], [0.0, tiny]], [-tiny, 0.0], Location::Outside),
        ("on the line of three points", [[0.0, 0.0], [1.0, 1.0], [3.0, 3.0]], [9.0, 9.0], Location::Edge),
        ("off the line of three points", [[0.0, 0.0], [1.0, 1.0], [3.0, 3.0]], [1.0, 2.0], Location::Outside),
        (
            // Of the three terms of the determinant, 2^-1122 and 2^-717 are far below 2^-536, and factors of them are below the smallest number.
            "points of very different sizes",
            [
                [-7.864210042073859e-239, -2.1506751999037213e-148],
                [1.3944156602510523e31, 4.770477121259349e107],
                [9.639182173577544e-214, -1.911877504438071e-42],
            ],
            [-7.864210042073859e-239, -2.1506751999037217e-148],
            Location::Outside,
        ),
    ];
    for &(name, [a, b, c], p, expected) in cases {
        let [q, r, s, t] = [a, b, c, p].map(Point::from);
        assert_eq!(carom::in_circle(q, r, s, t), expected, "{name}");
        assert_eq!(carom::in_circle(r, q, s, t), expected, "{name}, the other way around");
        let by_oracle = truth::in_circle(a, b, c, p).map(|location| format!("{location:?}"));
        assert_eq!(by_oracle, Some(format!("{expected:?}")), "{name}, by the oracle");
    }
}

#[test]
fn crossings_of_all_segments_of_a_small_grid() {
    let points = grid(5, 4);
    let ends: Vec<Ends> = points.iter().flat_map(|&a| points.iter().map(move |&b| [a, b])).collect();
    let (mut quadruples, mut meeting_somewhere) = (0, 0);
    for &a in &ends {
        for &b in &ends {
            quadruples += 1;
            let (Ok(first), Ok(second)) = (Segment::new(a[0], a[1]), Segment::new(b[0], b[1])) else {
                assert!(a[0] == a[1] || b[0] == b[1], "{a:?} or {b:?} was rejected");
                continue;
            };
            let expected = truth::meeting(a, b);
            meeting_somewhere += usize::from(expected != Meeting::Nothing);
            for (way, got) in [
                ("by lines", first.crossing_by_lines(&second)),
                ("by sides", first.crossing(&second)),
                ("crossing", first.crossing(&second)),
            ] {
                assert_eq!(as_meeting(got), expected, "{a:?} {b:?} {way}");
            }
        }
    }
    assert_eq!(quadruples, 160_000);
    // Neither answer may be so frequent that giving it always would nearly pass.
    assert!((30_000..130_000).contains(&meeting_somewhere), "{meeting_somewhere} quadruples meet");
}

#[test]
fn sides_and_angles_of_all_points_of_a_small_grid() {
    let points = grid(5, 4);
    each_tuple(&points, |[a, b, c]: [Xy; 3]| {
        let got = carom::orient(a, b, c);
        assert_eq!(format!("{got:?}"), format!("{:?}", truth::orient(a, b, c)), "{a:?} {b:?} {c:?}");
    });
    each_tuple(&points, |case @ [a, b, c, d]: [Xy; 4]| {
        let [p, q, r, s] = case.map(Point::from);
        // Small integers are exact in floating point too: a third opinion.
        let cross = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0]);
        let dot = (b[0] - a[0]) * (d[0] - c[0]) + (b[1] - a[1]) * (d[1] - c[1]);
        let side = match cross.total_cmp(&0.0) {
            _ if cross == 0.0 => Side::On,
            Ordering::Less => Side::Right,
            _ => Side::Left,
        };
        assert_eq!(carom::turn(p, q, r, s), side, "{case:?}");
        assert_eq!(Some(carom::dot_sign(p, q, r, s)), dot.partial_cmp(&0.0), "{case:?}");
    });
}

#[test]
fn circles_and_distances_of_all_points_of_a_small_grid() {
    let points = grid(5, 4);
    each_tuple(&points, |case @ [a, b, c, p]: [Xy; 4]| {
        let [q, r, s, t] = case.map(Point::from);
        if let Some(expected) = truth::in_circle(a, b, c, p) {
            assert_eq!(format!("{:?}", carom::in_circle(q, r, s, t)), format!("{expected:?}"), "{case:?}");
        }
        // Radii that are reached exactly on such a grid, and some that are not.
        let radius = [0.0, 1.0, 2.0, 0.5, 2.0f64.sqrt(), 5.0f64.sqrt()][(a[0] + 5.0 * b[1] + c[0] + p[1]) as usize % 6];
        let expected = truth::compare_distance_of_segments([a, b], [c, p], radius);
        assert_eq!(carom::compare_distance_of_segments([q, r], [s, t], radius), expected, "{case:?} {radius}");
    });
}

#[test]
fn order_of_hits_of_all_walls_of_a_small_grid() {
    let points = grid(3, 3);
    let (mut none, mut ties) = (0, 0);
    each_tuple(&points, |case @ [start, end, a, b, c, d]: [Xy; 6]| {
        let expected = truth::order_of_hits([start, end], [a, b], [c, d]);
        let [start, end, a, b, c, d] = case.map(Point::from);
        assert_eq!(carom::order_of_hits([start, end], [a, b], [c, d]), expected, "{case:?}");
        none += usize::from(expected.is_none());
        ties += usize::from(expected == Some(Ordering::Equal));
    });
    assert!(none < 9usize.pow(6) * 9 / 10 && 9usize.pow(6) / 50 < ties, "{none} without hits, {ties} ties");
}

/// What they answer does not matter; that they answer does.
#[test]
fn numbers_that_are_not_finite_do_not_panic() {
    let values = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0, 1.0, f64::MAX, f64::from_bits(1)];
    let points: Vec<Xy> = values.iter().flat_map(|&x| values.iter().map(move |&y| [x, y])).collect();
    let mut rng = carom_oracle::rng::Rng::new(3);
    for _ in 0..20_000 {
        let [a, b, c, d, e, f] = [(); 6].map(|()| Point::from(*rng.pick(&points)));
        let radius = *rng.pick(&values);
        let _ = carom::orient(a, b, c);
        let _ = carom::turn(a, b, c, d);
        let _ = carom::dot_sign(a, b, c, d);
        let _ = carom::in_circle(a, b, c, d);
        let _ = carom::compare_distance(a, b, radius);
        let _ = carom::compare_distance_to_segment(a, [b, c], radius);
        let _ = carom::compare_distance_of_segments([a, b], [c, d], radius);
        let _ = carom::order_of_hits([a, b], [c, d], [e, f]);
    }
}

fn grid(width: usize, height: usize) -> Vec<Xy> {
    (0..width * height).map(|i| [(i % width) as f64, (i / width) as f64]).collect()
}

/// Calls `ask` with every way of choosing `N` of the points.
fn each_tuple<const N: usize>(points: &[Xy], mut ask: impl FnMut([Xy; N])) {
    for number in 0..points.len().pow(N as u32) {
        let mut rest = number;
        ask([(); N].map(|()| {
            let point = points[rest % points.len()];
            rest /= points.len();
            point
        }));
    }
}

fn as_meeting(crossing: Option<Crossing>) -> Meeting {
    let bits = |p: Point| [p.x, p.y].map(Bits::from);
    match crossing {
        None => Meeting::Nothing,
        Some(Crossing::Point(p)) => Meeting::Point(bits(p)),
        Some(Crossing::Shared(piece)) => Meeting::Shared([piece.a(), piece.b()].map(bits)),
    }
}
