//! A moving point and a wall in machine integers, where they are long enough.
//!
//! Most cases have coordinates of few bits once their common power of two is taken out, and then `i128` holds every product.
//! That is ten times as fast as integers of any length, and so as many more cases can be asked; the others go to [`moving`].

use crate::moving::{self, Contact, Feature};
use crate::truth::{Ends, Xy, split};

/// Time rounded toward zero, contact and feature of the first touch.
pub fn point_and_wall(path: Ends, wall: Ends) -> Option<(f64, Contact, Feature)> {
    match whole([path[0], path[1], wall[0], wall[1]]) {
        Some([start, end, a, b]) => in_machine_integers(start, end, a, b),
        None => {
            moving::disc_and_wall(path, 0.0, wall).map(|touch| (touch.time.toward_zero(), touch.contact, touch.feature))
        }
    }
}

type Whole = [i128; 2];

fn in_machine_integers(start: Whole, end: Whole, a: Whole, b: Whole) -> Option<(f64, Contact, Feature)> {
    let (m, e) = (sub(end, start), sub(b, a));
    let (from, until) = (cross(e, sub(start, a)), cross(e, sub(end, a)));
    if from == 0 && until == 0 {
        return on_the_line(start, m, a, b);
    }
    // The path ends on the other side of the wall's line than it starts, and the wall on the other side of the path's.
    let (from_a, from_b) = (cross(m, sub(a, start)), cross(m, sub(b, start)));
    if from.signum() * until.signum() == 1 || from_a.signum() * from_b.signum() == 1 {
        return None;
    }
    let contact = match (from, until) {
        (0, _) => Contact::Starts,
        (_, 0) => Contact::Ends,
        _ => Contact::Crosses,
    };
    let feature = match (from_a, from_b) {
        (0, _) => Feature::A,
        (_, 0) => Feature::B,
        _ => Feature::Side,
    };
    Some((quotient(from.unsigned_abs(), from.unsigned_abs() + until.unsigned_abs()), contact, feature))
}

fn on_the_line(start: Whole, m: Whole, a: Whole, b: Whole) -> Option<(f64, Contact, Feature)> {
    let (to_a, to_b) = (sub(a, start), sub(b, start));
    let at_start = match () {
        _ if to_a == [0, 0] => Some(Feature::A),
        _ if to_b == [0, 0] => Some(Feature::B),
        _ if dot(to_a, to_b) < 0 => Some(Feature::Side),
        _ => None,
    };
    let contact = if m == [0, 0] { Contact::Starts } else { Contact::Along };
    if let Some(feature) = at_start {
        return Some((0.0, contact, feature));
    }
    // It starts beside the wall; what it meets first is the nearer end.
    let (p, q, length_squared) = (dot(to_a, m), dot(to_b, m), dot(m, m));
    let (first, feature) = if p < q { (p, Feature::A) } else { (q, Feature::B) };
    let meets = 0 < first && first <= length_squared;
    meets.then(|| (quotient(first as u128, length_squared as u128), contact, feature))
}

/// `n / d` rounded toward zero by long division, for `n ≤ d < 2^127`.
fn quotient(n: u128, d: u128) -> f64 {
    if n == 0 || n == d {
        return if n == 0 { 0.0 } else { 1.0 };
    }
    let (mut mantissa, mut rest, mut exponent) = (0u64, n, 0);
    while mantissa < 1 << 52 {
        rest <<= 1;
        exponent -= 1;
        mantissa <<= 1;
        if d <= rest {
            rest -= d;
            mantissa |= 1;
        }
    }
    // Not smaller than 2^−127, so never subnormal.
    mantissa as f64 * f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// All coordinates in one unit, if that takes at most 61 bits and a sign: then a sum of two products of differences takes at most 125.
fn whole(points: [Xy; 4]) -> Option<[Whole; 4]> {
    let parts = points.map(|p| p.map(|value| if value == 0.0 { (0, i32::MAX) } else { split(value) }));
    let lowest = parts.as_flattened().iter().map(|&(_, exponent)| exponent).min().expect("eight numbers");
    let mut fits = true;
    let whole = parts.map(|p| {
        p.map(|(odd, exponent)| {
            if odd == 0 {
                return 0;
            }
            let shift = exponent.wrapping_sub(lowest) as u32;
            fits &= shift < 64 && shift + (64 - odd.unsigned_abs().leading_zeros()) <= 61;
            if fits { i128::from(odd) << shift } else { 0 }
        })
    });
    fits.then_some(whole)
}

fn sub(a: Whole, b: Whole) -> Whole {
    [a[0] - b[0], a[1] - b[1]]
}

fn cross(a: Whole, b: Whole) -> i128 {
    a[0] * b[1] - a[1] * b[0]
}

fn dot(a: Whole, b: Whole) -> i128 {
    a[0] * b[0] + a[1] * b[1]
}
