//! When does a moving disc first touch something, and how?
//!
//! Everything is asked about the path of the disc's centre and a standing segment: a circle is a segment whose ends coincide,
//! and another mover stands still at the origin when its motion is taken from the first one's.
//! They touch where the centre is no farther from the segment than the reach: the mover's radius, and the other's added to it.

use std::cmp::Ordering;

use dashu_base::{BitTest, SquareRoot, UnsignedAbs};
use dashu_int::{IBig, UBig};

use crate::round;
use crate::truth::{Ends, Fraction, Integers, Scale, Xy, cross, dot, segments_apart, sign_with_root, to};

/// How a touch begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Contact {
    /// Comes from outside and would go deeper.
    Crosses,
    /// Touches at the end of the move only.
    Ends,
    /// Touches from the start and would go deeper.
    Starts,
    /// Touches for a while without going deeper.
    Along,
    /// Touches at one time without going deeper, and could go on.
    Leaves,
    /// Is deeper than touching from the start.
    Overlaps,
}

/// Which part of a segment is nearest when the touch begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Feature {
    /// A point between its ends.
    Side,
    /// Its first end.
    A,
    /// Its second end.
    B,
}

/// The first touch.
#[derive(Clone, Debug)]
pub struct Touch {
    /// When, exactly.
    pub time: Time,
    /// How.
    pub contact: Contact,
    /// Where.
    pub feature: Feature,
    question: Question,
}

/// Where a touch is, rounded: for judging rounded answers, with far more bits than they have.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The nearest point of the segment.
    pub point: Xy,
    /// From there to the mover's centre, with length 1; `None` where they are the same point.
    pub normal: Option<Xy>,
}

/// A disc whose centre moves along `path`, against a segment with distinct ends.
pub fn disc_and_wall(path: Ends, radius: f64, wall: Ends) -> Option<Touch> {
    let scale = Scale::of([path[0], path[1], wall[0], wall[1], [radius, 0.0]].as_flattened());
    let [path, wall] = [path, wall].map(|ends| ends.map(|p| scale.point(p)));
    Question { path, reach: scale.integer(radius), wall, scale }.first_touch()
}

/// A disc whose centre moves along `path`, against a standing circle; the feature is always the side.
pub fn disc_and_circle(path: Ends, radius: f64, center: Xy, circle: f64) -> Option<Touch> {
    let scale = Scale::of([path[0], path[1], center, [radius, circle]].as_flattened());
    let (path, center) = (path.map(|p| scale.point(p)), scale.point(center));
    let reach = scale.integer(radius) + scale.integer(circle);
    let touch = Question { path, reach, wall: [center.clone(), center], scale }.first_touch()?;
    Some(Touch { feature: Feature::Side, ..touch })
}

/// Two moving discs; the feature is always the side, and the place is relative to the second one's centre.
pub fn disc_and_disc(first: (Ends, f64), second: (Ends, f64)) -> Option<Touch> {
    let ([a, b], [c, d]) = (first.0, second.0);
    let scale = Scale::of([a, b, c, d, [first.1, second.1]].as_flattened());
    let [a, b, c, d] = [a, b, c, d].map(|p| scale.point(p));
    let reach = scale.integer(first.1) + scale.integer(second.1);
    let origin = [IBig::ZERO, IBig::ZERO];
    let path = [to(&c, &a), to(&d, &b)];
    let touch = Question { path, reach, wall: [origin.clone(), origin], scale }.first_touch()?;
    Some(Touch { feature: Feature::Side, ..touch })
}

/// The first touch of each wall, and of these the earliest one with the lowest index.
pub fn earliest(path: Ends, radius: f64, walls: impl IntoIterator<Item = Ends>) -> Option<(usize, Touch)> {
    let touches = walls.into_iter().enumerate().filter_map(|(i, wall)| Some((i, disc_and_wall(path, radius, wall)?)));
    touches.reduce(|best, next| if next.1.time.compare(&best.1.time) == Ordering::Less { next } else { best })
}

/// A path, a reach and a segment in whole numbers.
#[derive(Clone, Debug)]
struct Question {
    path: [Integers; 2],
    reach: IBig,
    wall: [Integers; 2],
    scale: Scale,
}

impl Question {
    fn first_touch(self) -> Option<Touch> {
        let [start, end] = &self.path;
        let squared = Fraction::from(&self.reach * &self.reach);
        let apart = |a: &Integers, b: &Integers| segments_apart(&[a.clone(), b.clone()], &self.wall).compare(&squared);
        // The distance is smallest somewhere on the path; that is the distance of path and wall.
        let (nearest, at_start) = (apart(start, end), apart(start, start));
        if nearest == Ordering::Greater {
            return None;
        }
        let contact = if self.reach == IBig::ZERO {
            contact_of_points(&self.path, &self.wall)
        } else {
            match (at_start, nearest) {
                (Ordering::Less, _) => Contact::Overlaps,
                (Ordering::Equal, Ordering::Less) => Contact::Starts,
                (_, Ordering::Less) => Contact::Crosses,
                // It is nowhere nearer than the reach, so it touches all the time, for a while, or once.
                _ if start == end => Contact::Leaves,
                _ if slides(&self.path, &self.reach, &self.wall) => Contact::Along,
                _ if apart(end, end) == Ordering::Equal => Contact::Ends,
                _ => Contact::Leaves,
            }
        };
        let starts_outside = at_start == Ordering::Greater;
        let time = if starts_outside { first_time(&self.path, &self.reach, &self.wall) } else { Time::zero() };
        let feature = feature_at(&time, &self.path, &self.wall);
        Some(Touch { time, contact, feature, question: self })
    }
}

/// How a touch without any reach begins: no point is ever deeper than touching.
pub(super) fn contact_of_points([start, end]: &[Integers; 2], [a, b]: &[Integers; 2]) -> Contact {
    if a == b {
        return match () {
            _ if start == end => Contact::Leaves,
            _ if start == a => Contact::Starts,
            _ if end == a => Contact::Ends,
            _ => Contact::Crosses,
        };
    }
    let on_line = |p: &Integers| cross(&to(a, b), &to(a, p)) == IBig::ZERO;
    match (on_line(start), on_line(end)) {
        (true, true) if start != end => Contact::Along,
        (true, _) => Contact::Starts,
        (false, true) => Contact::Ends,
        (false, false) => Contact::Crosses,
    }
}

/// Is there a piece of the path, longer than a point, that is beside the wall at exactly the reach?
fn slides([start, end]: &[Integers; 2], reach: &IBig, [a, b]: &[Integers; 2]) -> bool {
    let (m, e) = (to(start, end), to(a, b));
    let area = cross(&e, &to(a, start));
    let beside = cross(&e, &m) == IBig::ZERO && &area * &area == reach * reach * dot(&e, &e);
    let (from, until) = (dot(&e, &to(a, start)), dot(&e, &to(a, end)));
    let (low, high) = if from <= until { (from, until) } else { (until, from) };
    // In units of the wall: the path covers low..high, the wall covers 0..length².
    beside && low.max(IBig::ZERO) < high.min(dot(&e, &e))
}

/// When a centre that starts farther away than the reach and touches does so first: the earliest of what each part alone would say.
fn first_time([start, end]: &[Integers; 2], reach: &IBig, [a, b]: &[Integers; 2]) -> Time {
    let (m, e) = (to(start, end), to(a, b));
    let mut times = Vec::with_capacity(3);
    // |d + t·m|² = r² for an end, with d = start − end: (m·m)·t² + 2·(d·m)·t + (d·d − r²) = 0, the smaller root.
    for corner in [a, b] {
        let d = to(corner, start);
        let (mm, dm) = (dot(&m, &m), dot(&d, &m));
        let q = &dm * &dm - &mm * (dot(&d, &d) - reach * reach);
        if IBig::ZERO < mm && IBig::ZERO <= q {
            times.push(Time { p: -dm, q, s: mm });
        }
    }
    // |e × (d + t·m)| = r·|e| for the side, with d = start − a, coming nearer from the side where it starts.
    let (height, speed) = (cross(&e, &to(a, start)), cross(&e, &m));
    let (height, speed) = if height < IBig::ZERO { (-height, -speed) } else { (height, speed) };
    if speed < IBig::ZERO {
        let time = Time { p: height, q: reach * reach * dot(&e, &e), s: -speed };
        // Only if the centre is then beside the wall, not beyond an end of it.
        let along = |from: &Integers| time.sign_of(&dot(&e, &to(from, start)), &dot(&e, &m));
        if along(a) != Ordering::Less && along(b) != Ordering::Greater {
            times.push(time);
        }
    }
    let in_move = times.into_iter().filter(|time| {
        time.compare(&Time::zero()) != Ordering::Less && time.compare(&Time::one()) != Ordering::Greater
    });
    in_move.min_by(Time::compare).expect("a path that touches does so at an end or at the side")
}

fn feature_at(time: &Time, [start, end]: &[Integers; 2], [a, b]: &[Integers; 2]) -> Feature {
    let (m, e) = (to(start, end), to(a, b));
    let along = |from: &Integers| time.sign_of(&dot(&e, &to(from, start)), &dot(&e, &m));
    match (along(a), along(b)) {
        (Ordering::Less | Ordering::Equal, _) => Feature::A,
        (_, Ordering::Equal | Ordering::Greater) => Feature::B,
        _ => Feature::Side,
    }
}

impl Touch {
    /// The touching point, and the direction from there to the mover's centre.
    pub fn place(&self) -> Place {
        let Question { path: [start, end], reach, wall: [a, b], scale } = &self.question;
        let (m, e) = (to(start, end), to(a, b));
        // So many bits after the point that the error of the time, times the motion, is nothing beside the reach.
        let bits = 192 + size(&m).saturating_sub(reach.bit_len());
        let t = self.time.floor(bits);
        let center: Integers = [0, 1].map(|axis| (&start[axis] << bits) + &m[axis] * &t);
        let fine = |p: &Integers| [&p[0] << bits, &p[1] << bits];
        let feature = feature_at(&self.time, &self.question.path, &self.question.wall);
        let point = match feature {
            Feature::A => fine(a),
            Feature::B => fine(b),
            Feature::Side => {
                let (along, length_squared) = (dot(&e, &to(&fine(a), &center)), dot(&e, &e));
                [0, 1].map(|axis| (&a[axis] << bits) + &e[axis] * &along / &length_squared)
            }
        };
        let v = to(&point, &center);
        // Fewer bits than these are the errors of the time and of the division, not a distance.
        let is_apart = *reach != IBig::ZERO && 64 < size(&v);
        let normal = is_apart.then(|| {
            let [x, y] = [&v[0], &v[1]].map(|value| round::nearest(value, &(IBig::ONE << size(&v)), 0));
            [x / x.hypot(y), y / x.hypot(y)]
        });
        let one = IBig::ONE << bits;
        Place { point: point.map(|value| round::nearest(&value, &one, scale.exponent)), normal }
    }
}

fn size(v: &Integers) -> usize {
    v[0].bit_len().max(v[1].bit_len())
}

/// The number `(p − √q) / s`, with `q ≥ 0` and `s > 0`.
#[derive(Clone, Debug)]
pub struct Time {
    pub(super) p: IBig,
    pub(super) q: IBig,
    pub(super) s: IBig,
}

impl Time {
    /// `(p − √q) / s`, for a `q` that is not negative and a positive `s`.
    pub fn new(p: i64, q: i64, s: i64) -> Time {
        assert!(0 <= q && 0 < s, "({p} − √{q}) / {s} is not a time");
        Time { p: p.into(), q: q.into(), s: s.into() }
    }

    pub(super) fn zero() -> Time {
        Time { p: IBig::ZERO, q: IBig::ZERO, s: IBig::ONE }
    }

    pub(super) fn one() -> Time {
        Time { p: IBig::ONE, q: IBig::ZERO, s: IBig::ONE }
    }

    /// Which of the two is greater.
    pub fn compare(&self, other: &Time) -> Ordering {
        // With both sides multiplied by both denominators: x + √(other's) against √(ours).
        let x = &self.p * &other.s - &other.p * &self.s;
        let ours = &self.q * &other.s * &other.s;
        let others = &other.q * &self.s * &self.s;
        if sign_with_root(&x, &IBig::ONE, &others) == Ordering::Less {
            return Ordering::Less;
        }
        // Neither side is negative, so their squares compare like them: x² + others + 2x·√others against ours.
        sign_with_root(&(&x * &x + &others - &ours), &(x << 1), &others)
    }

    /// The largest `f64` that is not greater, for times that are not negative.
    pub fn toward_zero(&self) -> f64 {
        // The lowest unit of an f64 is 2^−1074; fewer bits after the point do if 53 of them are left after leading zeros.
        let mut bits = 64;
        loop {
            let floor = self.floor(bits);
            let length = floor.bit_len();
            if 53 <= length || bits == 1074 {
                // Cutting off low bits is rounding toward zero again.
                let extra = length.saturating_sub(53);
                return round::toward_zero(&((floor >> extra) << extra), &(IBig::ONE << bits));
            }
            bits = if floor == IBig::ZERO { 4 * bits } else { bits + 54 - length }.min(1074);
        }
    }

    /// The largest whole number that is not greater than the time · 2^`bits`.
    pub fn floor(&self, bits: usize) -> IBig {
        // floor((P − √Q) / s) = floor(floor(P − √Q) / s) for a whole s, and floor(P − √Q) = P − ceil(√Q) for a whole P.
        let scaled: UBig = self.q.clone().unsigned_abs() << (2 * bits);
        let root = scaled.sqrt();
        let root = if &root * &root == scaled { root } else { root + 1u8 };
        let numerator = (&self.p << bits) - IBig::from(root);
        let quotient = &numerator / &self.s;
        if numerator < IBig::ZERO && &quotient * &self.s != numerator { quotient - 1 } else { quotient }
    }

    /// `from + time · speed` against 0.
    pub(super) fn sign_of(&self, from: &IBig, speed: &IBig) -> Ordering {
        sign_with_root(&(from * &self.s + speed * &self.p), &-speed, &self.q)
    }
}
