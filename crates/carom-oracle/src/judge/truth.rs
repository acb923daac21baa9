//! What is the right answer, for points and segments?
//!
//! Every finite `f64` is an integer times a power of two.
//! [`Scale`] finds one power for all the numbers of a question; after that, the question is about integers.

use std::cmp::Ordering;

use dashu_base::Sign;
use dashu_int::IBig;

use crate::round;

/// A point or a displacement as plain coordinates.
pub type Xy = [f64; 2];

/// A segment as its two ends, which may coincide.
pub type Ends = [Xy; 2];

/// Which side of a directed line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Counter-clockwise of the line.
    Left,
    /// On the line.
    On,
    /// Clockwise of the line.
    Right,
}

/// Where something is, relative to a closed region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// In the open interior.
    Inside,
    /// In the region, and touching its edge.
    Edge,
    /// At least partly outside.
    Outside,
}

/// What two closed segments have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// No point at all.
    Nothing,
    /// One point, each coordinate rounded to the nearest `f64`.
    Point([Bits; 2]),
    /// A piece of positive length, directed like the first segment; its ends are ends of the inputs.
    Shared([[Bits; 2]; 2]),
}

/// A number compared and printed by its bits, with both zeros counted as one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Bits(u64);

impl From<f64> for Bits {
    fn from(value: f64) -> Bits {
        Bits(value.to_bits())
    }
}

impl std::fmt::Debug for Bits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:e}", f64::from_bits(self.0))
    }
}

/// Sign of `(b − a) × (c − a)`.
pub fn orient(a: Xy, b: Xy, c: Xy) -> Side {
    turn(a, b, a, c)
}

/// Sign of `(b − a) × (d − c)`.
pub fn turn(a: Xy, b: Xy, c: Xy, d: Xy) -> Side {
    let [a, b, c, d] = aligned([a, b, c, d]).1;
    match sign(&cross(&to(&a, &b), &to(&c, &d))) {
        Ordering::Greater => Side::Left,
        Ordering::Equal => Side::On,
        Ordering::Less => Side::Right,
    }
}

/// `(b − a) · (d − c)` against 0.
pub fn dot_sign(a: Xy, b: Xy, c: Xy, d: Xy) -> Ordering {
    let [a, b, c, d] = aligned([a, b, c, d]).1;
    sign(&dot(&to(&a, &b), &to(&c, &d)))
}

/// `|p − q|` against `radius`.
pub fn compare_distance(p: Xy, q: Xy, radius: f64) -> Ordering {
    compare_distance_of_segments([p, p], [q, q], radius)
}

/// Distance of `p` from the closed segment against `radius`.
pub fn compare_distance_to_segment(p: Xy, wall: Ends, radius: f64) -> Ordering {
    compare_distance_of_segments([p, p], wall, radius)
}

/// Distance of two closed segments against `radius`; every distance is greater than a negative radius.
pub fn compare_distance_of_segments(a: Ends, b: Ends, radius: f64) -> Ordering {
    if radius < 0.0 {
        return Ordering::Greater;
    }
    let scale = Scale::of([a[0], a[1], b[0], b[1], [radius, 0.0]].as_flattened());
    let radius = scale.integer(radius);
    scale.distance_squared(a, b).compare(&Fraction::from(&radius * &radius))
}

/// When the path first shares a point with each wall, compared; `None` unless it does with both.
pub fn order_of_hits(path: Ends, first: Ends, second: Ends) -> Option<Ordering> {
    let [start, end, a, b, c, d] = aligned([path[0], path[1], first[0], first[1], second[0], second[1]]).1;
    let first = first_shared(&start, &end, &a, &b)?;
    let second = first_shared(&start, &end, &c, &d)?;
    Some(first.compare(&second))
}

/// When the path first shares a point with the wall, rounded toward zero.
pub fn first_touch(path: Ends, wall: Ends) -> Option<f64> {
    let [start, end, a, b] = aligned([path[0], path[1], wall[0], wall[1]]).1;
    let time = first_shared(&start, &end, &a, &b)?;
    Some(round::toward_zero(&time.numerator, &time.denominator))
}

/// Where `p` is relative to the disc whose edge passes through `a`, `b`, `c`.
///
/// Three points of one line have that line for an edge and no inside.
/// Three equal points have no line of their own, and the question has no answer.
pub fn in_circle(a: Xy, b: Xy, c: Xy, p: Xy) -> Option<Location> {
    let [a, b, c, p] = aligned([a, b, c, p]).1;
    let (pa, pb, pc) = (to(&p, &a), to(&p, &b), to(&p, &c));
    let winding = sign(&cross(&to(&a, &b), &to(&a, &c)));
    if winding == Ordering::Equal {
        let (from, other) = if a != b { (&a, &b) } else { (&a, &c) };
        let on_line = sign(&cross(&to(from, other), &to(from, &p))) == Ordering::Equal;
        let no_line = from == other;
        return (!no_line).then_some(if on_line { Location::Edge } else { Location::Outside });
    }
    // The lifting map: with z = x² + y² relative to p, the determinant of the three lifted points
    // has the sign of the winding when p is below their plane, that is inside the circle.
    let determinant =
        dot(&pa, &pa) * cross(&pb, &pc) + dot(&pb, &pb) * cross(&pc, &pa) + dot(&pc, &pc) * cross(&pa, &pb);
    Some(match (sign(&determinant), winding) {
        (Ordering::Equal, _) => Location::Edge,
        (above, winding) if above == winding => Location::Inside,
        _ => Location::Outside,
    })
}

/// Do the closed segments share a point?
pub fn share_a_point(a: Ends, b: Ends) -> bool {
    let [a0, a1, b0, b1] = aligned([a[0], a[1], b[0], b[1]]).1;
    first_shared(&a0, &a1, &b0, &b1).is_some()
}

/// What two closed segments, each with distinct ends, have in common.
pub fn meeting(a: Ends, b: Ends) -> Meeting {
    let scale = Scale::of([a[0], a[1], b[0], b[1]].as_flattened());
    let [a0, a1, b0, b1] = [a[0], a[1], b[0], b[1]].map(|p| scale.point(p));
    let Some(t) = first_shared(&a0, &a1, &b0, &b1) else {
        return Meeting::Nothing;
    };
    let along = to(&a0, &a1);
    if sign(&cross(&along, &to(&b0, &b1))) != Ordering::Equal {
        // a0 + t·(a1 − a0), over the denominator of t.
        let rounded = [0, 1].map(|axis| {
            let numerator = &a0[axis] * &t.denominator + &along[axis] * &t.numerator;
            Bits::from(round::nearest(&numerator, &t.denominator, scale.exponent))
        });
        return Meeting::Point(rounded);
    }
    // On one line: the shared piece starts and stops at those ends that lie on both segments.
    let mut ends: Vec<(IBig, Xy)> = [(a[0], &a0), (a[1], &a1), (b[0], &b0), (b[1], &b1)]
        .into_iter()
        .filter(|(_, p)| [(&a0, &a1), (&b0, &b1)].iter().all(|(from, to)| first_shared(p, p, from, to).is_some()))
        .map(|(plain, p)| (dot(&along, p), plain))
        .collect();
    ends.sort_by(|(s, _), (t, _)| s.cmp(t));
    let [from, to] = [ends[0].1, ends[ends.len() - 1].1].map(|p| p.map(|x| Bits::from(x + 0.0)));
    if from == to { Meeting::Point(from) } else { Meeting::Shared([from, to]) }
}

/// Where `p` is relative to the polygon whose rings are `rings`, the outer one first.
pub fn locate(p: Xy, rings: &[Vec<Xy>]) -> Location {
    let scale = Scale::of(p.iter().chain(rings.iter().flatten().flatten()));
    let rings: Vec<Vec<Integers>> = rings.iter().map(|ring| scale.points(ring)).collect();
    let [x, y] = scale.point(p);
    locate_spot(&Spot { x, y, w: IBig::ONE }, &rings)
}

/// A whole-number point or displacement.
pub type Integers = [IBig; 2];

/// The power of two that makes all numbers of one question whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// `f64 = integer · 2^exponent`.
    pub exponent: i32,
}

impl Scale {
    /// The largest power of two that divides all `values`, which must be finite.
    pub fn of<'a>(values: impl IntoIterator<Item = &'a f64>) -> Scale {
        let exponents = values.into_iter().filter(|&&value| value != 0.0).map(|&value| split(value).1);
        Scale { exponent: exponents.min().unwrap_or(0) }
    }

    /// `value` in units of this scale.
    pub fn integer(self, value: f64) -> IBig {
        if value == 0.0 {
            return IBig::ZERO;
        }
        let (mantissa, exponent) = split(value);
        let shift = (exponent - self.exponent) as usize;
        // A mantissa has at most 54 bits with its sign, so a shift by 64 still fits a machine integer.
        if shift <= 64 { IBig::from(i128::from(mantissa) << shift) } else { IBig::from(mantissa) << shift }
    }

    /// A point in units of this scale.
    pub fn point(self, p: Xy) -> Integers {
        p.map(|value| self.integer(value))
    }

    /// Points in units of this scale.
    pub fn points(self, points: &[Xy]) -> Vec<Integers> {
        points.iter().map(|&p| self.point(p)).collect()
    }

    /// Twice the area enclosed by `ring`, positive if it is counter-clockwise, in units of this scale squared.
    pub fn twice_area(self, ring: &[Xy]) -> IBig {
        let ring = self.points(ring);
        (0..ring.len()).map(|i| cross(&ring[i], &ring[(i + 1) % ring.len()])).sum()
    }

    /// The squared distance of two closed segments, in units of this scale squared.
    pub fn distance_squared(self, a: Ends, b: Ends) -> Fraction {
        segments_apart(&a.map(|p| self.point(p)), &b.map(|p| self.point(p)))
    }
}

/// A fraction with a positive denominator, not reduced.
#[derive(Clone, Debug)]
pub struct Fraction {
    /// Above the line.
    pub numerator: IBig,
    /// Below the line.
    pub denominator: IBig,
}

impl Fraction {
    /// Which of the two is greater.
    pub fn compare(&self, other: &Fraction) -> Ordering {
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }
}

impl From<IBig> for Fraction {
    fn from(whole: IBig) -> Fraction {
        Fraction { numerator: whole, denominator: IBig::ONE }
    }
}

/// The point `(x / w, y / w)`, with `w > 0`.
#[derive(Clone, Debug)]
pub struct Spot {
    /// First coordinate times `w`.
    pub x: IBig,
    /// Second coordinate times `w`.
    pub y: IBig,
    /// The common denominator.
    pub w: IBig,
}

/// Where a fractional point is relative to a polygon with whole vertices.
pub fn locate_spot(spot: &Spot, rings: &[Vec<Integers>]) -> Location {
    let mut inside = false;
    for ring in rings {
        let scaled: Vec<Integers> =
            ring.iter().map(|p| [&p[0] * &spot.w - &spot.x, &p[1] * &spot.w - &spot.y]).collect();
        for (i, a) in scaled.iter().enumerate() {
            let b = &scaled[(i + 1) % scaled.len()];
            // With the spot moved to the origin, the edge passes it on the side given by a × b.
            let side = sign(&cross(a, b));
            if side == Ordering::Equal && sign(&dot(a, b)) != Ordering::Greater {
                return Location::Edge;
            }
            // Each edge owns its lower end only, so a ray through a vertex is counted once or twice, never wrongly.
            let (a_above, b_above) = (IBig::ZERO < a[1], IBig::ZERO < b[1]);
            if a_above != b_above && (side == Ordering::Greater) == b_above {
                inside = !inside;
            }
        }
    }
    if inside { Location::Inside } else { Location::Outside }
}

/// The smallest `t` in `[0, 1]` with `start + t·(end − start)` on the closed segment `a`–`b`.
///
/// Solves start + t·m = a + s·e for both parameters, with m = end − start and e = b − a.
pub fn first_shared(start: &Integers, end: &Integers, a: &Integers, b: &Integers) -> Option<Fraction> {
    let (m, e, d) = (to(start, end), to(a, b), to(start, a));
    let determinant = cross(&m, &e);
    if sign(&determinant) != Ordering::Equal {
        let unit = |numerator: IBig| {
            let (numerator, denominator) = match sign(&determinant) {
                Ordering::Less => (-numerator, -&determinant),
                _ => (numerator, determinant.clone()),
            };
            (IBig::ZERO <= numerator && numerator <= denominator).then_some(Fraction { numerator, denominator })
        };
        return unit(cross(&d, &m)).and(unit(cross(&d, &e)));
    }
    // Parallel, or one of them is a single point.
    let on_one_line = [&m, &e].iter().all(|along| sign(&cross(&d, along)) == Ordering::Equal);
    if !on_one_line {
        return None;
    }
    let length_squared = dot(&m, &m);
    if length_squared == IBig::ZERO {
        let on_wall = sign(&dot(&d, &to(start, b))) != Ordering::Greater;
        return on_wall.then(|| Fraction::from(IBig::ZERO));
    }
    // In units of the path: the wall covers low..high, the path covers 0..length².
    let (p, q) = (dot(&d, &m), dot(&to(start, b), &m));
    let (low, high) = if p <= q { (p, q) } else { (q, p) };
    let apart = high < IBig::ZERO || length_squared < low;
    (!apart).then(|| Fraction { numerator: low.max(IBig::ZERO), denominator: length_squared })
}

/// The squared distance of two closed segments with whole ends.
pub fn segments_apart(a: &[Integers; 2], b: &[Integers; 2]) -> Fraction {
    if first_shared(&a[0], &a[1], &b[0], &b[1]).is_some() {
        return Fraction::from(IBig::ZERO);
    }
    // Segments that do not meet are nearest at an end of one of them.
    let from_ends = a.iter().map(|p| (p, b)).chain(b.iter().map(|p| (p, a)));
    from_ends.map(|(p, wall)| point_apart(p, wall)).min_by(Fraction::compare).expect("two segments have four ends")
}

/// The squared distance of a point from a closed segment.
fn point_apart(p: &Integers, wall: &[Integers; 2]) -> Fraction {
    let (e, from_a, from_b) = (to(&wall[0], &wall[1]), to(&wall[0], p), to(&wall[1], p));
    if sign(&dot(&e, &from_a)) != Ordering::Greater {
        return Fraction::from(dot(&from_a, &from_a));
    }
    if sign(&dot(&e, &from_b)) != Ordering::Less {
        return Fraction::from(dot(&from_b, &from_b));
    }
    let area = cross(&e, &from_a);
    Fraction { numerator: &area * &area, denominator: dot(&e, &e) }
}

/// The displacement from `a` to `b`.
pub fn to(a: &Integers, b: &Integers) -> Integers {
    [&b[0] - &a[0], &b[1] - &a[1]]
}

/// `a × b`.
pub fn cross(a: &Integers, b: &Integers) -> IBig {
    &a[0] * &b[1] - &a[1] * &b[0]
}

/// `a · b`.
pub fn dot(a: &Integers, b: &Integers) -> IBig {
    &a[0] * &b[0] + &a[1] * &b[1]
}

/// `value` against 0.
pub fn sign(value: &IBig) -> Ordering {
    match value.sign() {
        _ if *value == IBig::ZERO => Ordering::Equal,
        Sign::Positive => Ordering::Greater,
        Sign::Negative => Ordering::Less,
    }
}

/// `a + b·√q` against 0.
pub fn sign_with_root(a: &IBig, b: &IBig, q: &IBig) -> Ordering {
    let of_root = if *q == IBig::ZERO { Ordering::Equal } else { sign(b) };
    match (sign(a), of_root) {
        (of_a, Ordering::Equal) => of_a,
        (Ordering::Equal, of_root) => of_root,
        (of_a, of_root) if of_a == of_root => of_a,
        // Of different signs: the one with the larger square wins.
        (Ordering::Greater, _) => (a * a).cmp(&(b * b * q)),
        _ => (b * b * q).cmp(&(a * a)),
    }
}

/// A scale for `points` and the points in it.
fn aligned<const N: usize>(points: [Xy; N]) -> (Scale, [Integers; N]) {
    let scale = Scale::of(points.as_flattened());
    (scale, points.map(|p| scale.point(p)))
}

/// An odd integer and an exponent with `value = integer · 2^exponent`, for a value that is not 0.
pub(crate) fn split(value: f64) -> (i64, i32) {
    assert!(value.is_finite(), "the oracle was asked about {value}; expected a finite number");
    let bits = value.to_bits();
    let (fraction, biased) = ((bits & ((1 << 52) - 1)) as i64, ((bits >> 52) & 0x7ff) as i32);
    let magnitude = if biased == 0 { fraction } else { fraction | (1 << 52) };
    let zeros = magnitude.trailing_zeros();
    let odd = magnitude >> zeros;
    (if value < 0.0 { -odd } else { odd }, biased.max(1) - 1075 + zeros as i32)
}
