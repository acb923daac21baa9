//! The oracle against rational numbers: the same questions, worked out another way.
//!
//! The oracle aligns numbers to integers and looks at signs of polynomials.
//! Here every number is a fraction in lowest terms and answers are constructed: the nearest point, the time of a hit, the center of a circle.

use std::cmp::Ordering;

use carom_oracle::rng::Rng;
use carom_oracle::round::{next_down, next_up};
use carom_oracle::truth::{self, Ends, Location, Meeting, Side, Xy};
use carom_oracle::{cases, polygons, regions, round};
use dashu_int::IBig;
use dashu_ratio::RBig;

/// Cases per question; rationals are slow where exponents are far apart.
const CASES: u64 = if carom_oracle::FEW_CASES { 1_000 } else { 10_000 };

#[track_caller]
fn check<Answer: PartialEq + std::fmt::Debug>(name: &str, one_case: impl Fn(&mut Rng) -> (String, Answer, Answer)) {
    for index in 0..CASES {
        let (case, oracle, rational) = one_case(&mut Rng::for_case(1, name, index));
        assert_eq!(oracle, rational, "{name} case {index}: {case}");
    }
}

#[test]
fn signs_agree() {
    check("orient", |rng| {
        let [a, b, c] = cases::points(rng);
        let slope = cross(sub(exact(b), exact(a)), sub(exact(c), exact(a)));
        (format!("{a:?} {b:?} {c:?}"), truth::orient(a, b, c), side(slope))
    });
    check("turn", |rng| {
        let [a, b, c, d] = cases::points(rng);
        let slope = cross(sub(exact(b), exact(a)), sub(exact(d), exact(c)));
        (format!("{a:?} {b:?} {c:?} {d:?}"), truth::turn(a, b, c, d), side(slope))
    });
    check("dot_sign", |rng| {
        let [a, b, c, d] = cases::points(rng);
        let product = dot(sub(exact(b), exact(a)), sub(exact(d), exact(c)));
        (format!("{a:?} {b:?} {c:?} {d:?}"), truth::dot_sign(a, b, c, d), product.cmp(&RBig::ZERO))
    });
}

#[test]
fn distances_agree() {
    check("compare_distance", |rng| {
        let (p, q, radius) = cases::points_and_radius(rng);
        let expected = compare_with_radius(length_squared(sub(exact(p), exact(q))), radius);
        (format!("{p:?} {q:?} {radius:?}"), truth::compare_distance(p, q, radius), expected)
    });
    check("compare_distance_to_segment", |rng| {
        let (p, wall, radius) = cases::point_wall_and_radius(rng);
        let expected = compare_with_radius(from_segment(exact(p), wall.map(exact)), radius);
        (format!("{p:?} {wall:?} {radius:?}"), truth::compare_distance_to_segment(p, wall, radius), expected)
    });
    check("compare_distance_of_segments", |rng| {
        let (a, b, radius) = cases::walls_and_radius(rng);
        let apart = if times_shared(a, b).is_some() {
            RBig::ZERO
        } else {
            let ends = a.iter().map(|&p| (p, b)).chain(b.iter().map(|&p| (p, a)));
            ends.map(|(p, wall)| from_segment(exact(p), wall.map(exact))).min().expect("four ends")
        };
        let expected = compare_with_radius(apart, radius);
        (format!("{a:?} {b:?} {radius:?}"), truth::compare_distance_of_segments(a, b, radius), expected)
    });
}

#[test]
fn crossings_agree() {
    check("share_a_point", |rng| {
        let (a, b) = cases::walls(rng);
        (format!("{a:?} {b:?}"), truth::share_a_point(a, b), times_shared(a, b).is_some())
    });
    check("order_of_hits", |rng| {
        let (path, first, second) = cases::path_and_walls(rng);
        let times = [first, second].map(|wall| times_shared(path, wall).map(|(t, _)| t));
        let expected = match &times {
            [Some(first), Some(second)] => Some(first.cmp(second)),
            _ => None,
        };
        (format!("{path:?} {first:?} {second:?}"), truth::order_of_hits(path, first, second), expected)
    });
    check("meeting", |rng| {
        let (a, b) = cases::walls(rng);
        let at = |t: &RBig| {
            let ([x, y], [dx, dy]) = (exact(a[0]), sub(exact(a[1]), exact(a[0])));
            [x + t * dx, y + t * dy].map(|value| (nearest(&value) + 0.0).into())
        };
        let expected = match times_shared(a, b) {
            None => Meeting::Nothing,
            Some((first, last)) if first == last => Meeting::Point(at(&first)),
            Some((first, last)) => Meeting::Shared([at(&first), at(&last)]),
        };
        (format!("{a:?} {b:?}"), truth::meeting(a, b), expected)
    });
}

#[test]
fn circles_agree() {
    check("in_circle", |rng| {
        let [a, b, c, p] = cases::points_of_a_circle(rng);
        let expected = match center(exact(a), exact(b), exact(c)) {
            Some(middle) => {
                let (to_p, to_a) = (sub(exact(p), middle.clone()), sub(exact(a), middle));
                Some(match length_squared(to_p).cmp(&length_squared(to_a)) {
                    Ordering::Less => Location::Inside,
                    Ordering::Equal => Location::Edge,
                    Ordering::Greater => Location::Outside,
                })
            }
            // Points of one line are judged as points, the sum of all three crossings being 0 exactly on the line.
            None if a == b && b == c => None,
            None => {
                let off = [(a, b), (b, c), (c, a)]
                    .iter()
                    .any(|&(from, to)| cross(sub(exact(to), exact(from)), sub(exact(p), exact(from))) != RBig::ZERO);
                Some(if off { Location::Outside } else { Location::Edge })
            }
        };
        (format!("{a:?} {b:?} {c:?} {p:?}"), truth::in_circle(a, b, c, p), expected)
    });
}

#[test]
fn places_agree() {
    check("locate", |rng| {
        let rings = polygons::any(rng, 12);
        let p = polygons::point_near(rng, &rings);
        // The winding number as a sum of signed quarter turns, where the oracle counts crossings of a ray.
        let [x, y] = exact(p);
        let mut quarters = 0;
        let mut on_edge = false;
        for edge in rings.iter().flat_map(|ring| regions::edges_of(ring)) {
            let [from, to] = edge.map(|v| sub(exact(v), [x.clone(), y.clone()]));
            let area = cross(from.clone(), to.clone());
            on_edge |= area == RBig::ZERO && dot(from.clone(), to.clone()) <= RBig::ZERO;
            let step = (quadrant(&to) - quadrant(&from)).rem_euclid(4);
            quarters += match step {
                3 => -1,
                2 if area < RBig::ZERO => -2,
                step => step,
            };
        }
        // A hole may wind like the outer ring, so a point in it can be wound around twice.
        let is_inside = quarters / 4 % 2 != 0;
        let expected = match is_inside {
            _ if on_edge => Location::Edge,
            true => Location::Inside,
            false => Location::Outside,
        };
        (format!("{p:?} {rings:?}"), truth::locate(p, &rings), expected)
    });
}

#[test]
fn roundings_agree() {
    check("root", |rng| {
        let [p, q] = cases::points(rng);
        let scale = truth::Scale::of([p, q].as_flattened());
        let apart = scale.distance_squared([p, p], [q, q]);
        let low = round::root_toward_zero(&apart.numerator, &apart.denominator, &IBig::ZERO, scale.exponent);
        let high = round::root_away_from_zero(&apart.numerator, &apart.denominator, scale.exponent);
        let square = |value: f64| fraction(value) * fraction(value);
        let exactly = length_squared(sub(exact(p), exact(q)));
        let low_is_largest = square(low) <= exactly && (low == f64::MAX || exactly < square(next_up(low)));
        let high_is_smallest =
            high == f64::INFINITY || (exactly <= square(high) && (high == 0.0 || square(next_down(high)) < exactly));
        (format!("{p:?} {q:?} {low:?} {high:?}"), low_is_largest && high_is_smallest, true)
    });
}

type Exact = [RBig; 2];

fn fraction(value: f64) -> RBig {
    RBig::try_from(value).expect("finite")
}

fn exact(p: Xy) -> Exact {
    p.map(fraction)
}

fn sub([ax, ay]: Exact, [bx, by]: Exact) -> Exact {
    [ax - bx, ay - by]
}

fn cross([ax, ay]: Exact, [bx, by]: Exact) -> RBig {
    ax * by - ay * bx
}

fn dot([ax, ay]: Exact, [bx, by]: Exact) -> RBig {
    ax * bx + ay * by
}

fn length_squared(v: Exact) -> RBig {
    dot(v.clone(), v)
}

fn side(area: RBig) -> Side {
    match area.cmp(&RBig::ZERO) {
        Ordering::Greater => Side::Left,
        Ordering::Equal => Side::On,
        Ordering::Less => Side::Right,
    }
}

fn compare_with_radius(squared: RBig, radius: f64) -> Ordering {
    if radius < 0.0 { Ordering::Greater } else { squared.cmp(&(fraction(radius) * fraction(radius))) }
}

/// The nearest point of the segment by its parameter, clamped to the ends.
fn from_segment(p: Exact, [a, b]: [Exact; 2]) -> RBig {
    if a == b {
        return length_squared(sub(p, a));
    }
    let e = sub(b, a.clone());
    let t = dot(sub(p.clone(), a.clone()), e.clone()) / length_squared(e.clone());
    let t = t.clamp(RBig::ZERO, RBig::ONE);
    let nearest = [&a[0] + &t * &e[0], &a[1] + &t * &e[1]];
    length_squared(sub(p, nearest))
}

/// First and last parameter of the path that is on the wall: the path is clipped by the wall's line and then by its ends.
fn times_shared(path: Ends, wall: Ends) -> Option<(RBig, RBig)> {
    let ([start, end], [a, b]) = (path.map(exact), wall.map(exact));
    // A wall of one point has no direction; any will do, as long as the ends leave one point of it.
    let e = if a == b { [RBig::ONE, RBig::ZERO] } else { sub(b.clone(), a.clone()) };
    // Each bound says: from + t·(to − from) is at least 0.
    let height = |p: &Exact| cross(e.clone(), sub(p.clone(), a.clone()));
    let after_a = |p: &Exact| dot(e.clone(), sub(p.clone(), a.clone()));
    let before_b = |p: &Exact| dot(e.clone(), sub(b.clone(), p.clone()));
    let bounds = [
        (height(&start), height(&end)),
        (-height(&start), -height(&end)),
        (after_a(&start), after_a(&end)),
        (before_b(&start), before_b(&end)),
    ];
    let (mut first, mut last) = (RBig::ZERO, RBig::ONE);
    for (from, to) in bounds {
        let slope = to - &from;
        match slope.cmp(&RBig::ZERO) {
            Ordering::Equal if from < RBig::ZERO => return None,
            Ordering::Equal => {}
            Ordering::Greater => first = first.max(-from / slope),
            Ordering::Less => last = last.min(-from / slope),
        }
    }
    // A path of one point is everywhere at once; the first time is what counts.
    (first <= last).then_some((first, last))
}

fn center(a: Exact, b: Exact, c: Exact) -> Option<Exact> {
    let (b, c) = (sub(b, a.clone()), sub(c, a.clone()));
    let twice = RBig::from(2) * cross(b.clone(), c.clone());
    if twice == RBig::ZERO {
        return None;
    }
    let (bb, cc) = (length_squared(b.clone()), length_squared(c.clone()));
    let x = (&c[1] * &bb - &b[1] * &cc) / &twice;
    let y = (&b[0] * &cc - &c[0] * &bb) / &twice;
    Some([&a[0] + x, &a[1] + y])
}

/// The nearest `f64`, found among the neighbours of a guess by comparing distances, the one with an even last bit winning a tie.
fn nearest(value: &RBig) -> f64 {
    let mut best = value.to_f64().value();
    for candidate in [next_down(best), next_up(best)].into_iter().filter(|x| x.is_finite()) {
        let off = |x: f64| {
            let d = fraction(x) - value;
            if d < RBig::ZERO { -d } else { d }
        };
        let closer = match off(candidate).cmp(&off(best)) {
            Ordering::Less => true,
            Ordering::Equal => candidate.to_bits() % 2 == 0,
            Ordering::Greater => false,
        };
        if closer {
            best = candidate;
        }
    }
    best
}

/// Quarter of the plane, half-open so that every direction has one.
fn quadrant([x, y]: &Exact) -> i32 {
    match (RBig::ZERO < *x, RBig::ZERO < *y) {
        (true, false) if *y == RBig::ZERO => 0,
        (true, true) => 0,
        (false, true) => 1,
        (false, false) if *x < RBig::ZERO => 2,
        _ => 3,
    }
}
