//! The fast floating answer: a sign if it is certain, `None` if it is in doubt.
//!
//! Each function evaluates a polynomial in plain floating point beside a bound on its error.
//! If the value is larger than the bound, its sign is the sign of the exact value.
//!
//! **Model.** u = 2⁻⁵³. A sum or difference is exact up to a factor 1 + δ with |δ| ≤ u, and never underflows.
//! A product is exact up to such a factor and an absolute error η with |η| ≤ 2⁻¹⁰⁷⁵ where it underflows.
//!
//! **Overflow.** A bound grows at least as fast as its value: if anything overflows, the bound is infinite or
//! NaN, `bound < |value|` is false, and the answer is left to the integers.
//! The same holds for input that is not finite.
//!
//! **Underflow.** Questions of degree 2 add [`TINY`] to the bound, which is far above a few η.
//! Questions of degree 4 only answer where nothing that matters can have underflowed:
//! where each factor, as a sum of absolute values (its permanent), and the permanent of the whole are above
//! [`SAFE`] = 2⁻⁹⁰⁰, a few η are less than 2⁻¹⁷⁰ of them, and that is less than the slack which each constant keeps beyond
//! its derivation. It is not enough to look at the whole: a factor that has underflowed to zero hides a large term if
//! the other factor is huge.

use crate::point::{Point, Vec2};
use core::cmp::Ordering;

/// The unit roundoff, 2⁻⁵³.
const U: f64 = f64::EPSILON / 2.0;

/// (3 + 32u)u, for the difference of two products of differences; see [`products`].
pub(super) const PRODUCTS: f64 = (3.0 + 32.0 * U) * U;

/// 4u(1 + 2⁻²⁰), for a squared distance against a squared radius; see [`distance`].
pub(super) const DISTANCE: f64 = 4.0 * U * (1.0 + 1.0 / 1_048_576.0);

/// 9.007u, for the distance from a line; see [`distance_to_line`].
pub(super) const LINE: f64 = 1e-15;

/// 9.007u, for the order of two quotients; see [`quotients`].
pub(super) const QUOTIENTS: f64 = 1e-15;

/// 10.01u, for a point against the circle through three points; see [`in_circle`].
pub(super) const CIRCLE: f64 = 1.1114e-15;

const TINY: f64 = f64::MIN_POSITIVE;

/// 2⁻⁹⁰⁰.
const SAFE: f64 = 1.183_052_186_166_774_7e-271;

/// The sign of l − r, where l and r are rounded products of two rounded differences.
///
/// Three factors 1 + δ stand in each product, so the exact products differ from l and r by at most
/// (3u + 7u²)(|l| + |r|) + 2⁻¹⁰⁷⁴.
///
/// If l and r have different signs, or one is zero and has not underflowed, l − r has the right sign whatever its
/// size, because rounding keeps signs.
/// If they have the same sign, |l + r| is |l| + |r| up to a factor 1 + δ, so it can stand for it
/// (the observation of Ozaki, Bünger, Ogita, Oishi and Rump, BIT 2016): one absolute value instead of two.
/// The rounding of l − r, of |l + r| and of the bound take (1 + u)(1 − u)⁻³:
/// (3u + 7u²)(1 + u)(1 − u)⁻³ < 3u + 20u², below `PRODUCTS`.
#[inline(always)]
fn products(l: f64, r: f64) -> Option<Ordering> {
    certain(l - r, PRODUCTS * (l + r).abs() + TINY)
}

/// The sign of (b−a) × (d−c).
#[inline(always)]
pub(super) fn cross(a: Point, b: Point, c: Point, d: Point) -> Option<Ordering> {
    let (p, q) = (b - a, d - c);
    products(p.x * q.y, p.y * q.x)
}

/// The sign of (b−a) · (d−c).
#[inline(always)]
pub(super) fn dot(a: Point, b: Point, c: Point, d: Point) -> Option<Ordering> {
    let (p, q) = (b - a, d - c);
    products(p.x * q.x, -(p.y * q.y))
}

/// The sign of |p−q|² − r², where r is the sum of up to two radii.
///
/// Each square of a difference has three factors 1 + δ, their sum one more; the square of a sum has three.
/// The error is at most (4u + 10u²)(|p−q|² + r²) before the difference is taken, which keeps the sign.
/// Computing the bound takes another factor (1 − u)⁻³; 2⁻²⁰ is far more than both.
#[inline(always)]
pub(super) fn distance<const R: usize>(p: Point, q: Point, radii: [f64; R]) -> Option<Ordering> {
    let (d, r) = (p - q, sum_of_two(radii)?);
    let (distance, radius) = (d.x * d.x + d.y * d.y, r * r);
    certain(distance - radius, DISTANCE * (distance + radius) + TINY)
}

/// The sign of ((b−a) × (p−a))² − r²|b−a|²: is p further than r from the line through a and b?
///
/// Let c be the computed cross product of permanent s (the sum of the absolute values of its two products).
/// As in [`products`], and with the last rounding, the exact one is c + e with |e| ≤ 3u·s + u|c| + O(u²),
/// so its square differs from c² by at most 6u|c|s + 2uc² + 16u²s², and squaring adds uc²: together
/// at most 9u·s² because |c| ≤ s up to rounding.
/// The other side is computed as (r·x)² + (r·y)², which does not underflow where r² alone would;
/// it has six factors 1 + δ, two more if r is a sum: an error of 8u times itself.
/// 9.007u leaves 0.007u for the terms in u² and for rounding the bound.
/// Squares have two equal factors, so here it is enough that the whole is above [`SAFE`]:
/// an η in c or in r·x then changes its square by at most 2√p·η + η² < 2⁻⁶²⁰·p.
#[inline(always)]
pub(super) fn distance_to_line<const R: usize>(p: Point, a: Point, b: Point, radii: [f64; R]) -> Option<Ordering> {
    let (w, d, radius) = (b - a, p - a, sum_of_two(radii)?);
    let cross = Estimate::cross(w, d);
    let (x, y) = (radius * w.x, radius * w.y);
    let (left, right) = (cross.value * cross.value, x * x + y * y);
    let permanent = cross.permanent * cross.permanent + right;
    if permanent <= SAFE {
        return None;
    }
    certain(left - right, LINE * permanent)
}

/// A computed value beside its permanent: |exact − value| ≤ (4u + 10u²)·permanent + 2⁻¹⁰⁷³.
#[derive(Clone, Copy)]
pub(super) struct Estimate {
    pub(super) value: f64,
    pub(super) permanent: f64,
}

impl Estimate {
    /// v × w for rounded differences v and w: 3u·permanent from the products, u|value| from their difference.
    #[inline(always)]
    pub(super) fn cross(v: Vec2, w: Vec2) -> Estimate {
        let (l, r) = (v.x * w.y, v.y * w.x);
        Estimate { value: l - r, permanent: l.abs() + r.abs() }
    }
}

/// The order of n₁/d₁ and n₂/d₂ for positive d₁ and d₂: the sign of n₁·d₂ − n₂·d₁.
///
/// The factors of each product are off by 4u of their permanents, the product by u more:
/// 9u(n₁d₂ + n₂d₁ of the permanents) + O(u²). The last difference keeps the sign.
#[inline(always)]
pub(super) fn quotients(n1: Estimate, d1: Estimate, n2: Estimate, d2: Estimate) -> Option<Ordering> {
    let value = n1.value * d2.value - n2.value * d1.value;
    let permanent = n1.permanent * d2.permanent + n2.permanent * d1.permanent;
    if !all_safe([n1.permanent, d1.permanent, n2.permanent, d2.permanent, permanent]) {
        return None;
    }
    certain(value, QUOTIENTS * permanent)
}

/// The sign of the in-circle determinant of a, b, c, p:
/// for a, b, c counter-clockwise, positive where p is inside their circle.
///
/// With the differences to p, each of the three terms is a squared length (four factors 1 + δ)
/// times a cross product (4u of its permanent), rounded once: 9u. The first of the two sums adds u; the last one
/// keeps the sign. Together 10u of the permanent; 0.01u is left for u² and for rounding the bound.
#[inline(always)]
pub(super) fn in_circle(a: Point, b: Point, c: Point, p: Point) -> Option<Ordering> {
    let (a, b, c) = (a - p, b - p, c - p);
    let lifts = [a, b, c].map(Vec2::length_squared);
    let crosses = [Estimate::cross(b, c), Estimate::cross(c, a), Estimate::cross(a, b)];
    let sum = |terms: [f64; 3]| terms[0] + terms[1] + terms[2];
    let value = sum([0, 1, 2].map(|k| lifts[k] * crosses[k].value));
    let permanent = sum([0, 1, 2].map(|k| lifts[k] * crosses[k].permanent));
    if !(all_safe(lifts) && all_safe(crosses.map(|cross| cross.permanent)) && all_safe([permanent])) {
        return None;
    }
    certain(value, CIRCLE * permanent)
}

#[inline(always)]
fn all_safe<const K: usize>(permanents: [f64; K]) -> bool {
    permanents.iter().all(|&permanent| SAFE < permanent)
}

/// The sum of at most two numbers, which is rounded at most once; `None` for more.
#[inline(always)]
fn sum_of_two<const R: usize>(numbers: [f64; R]) -> Option<f64> {
    match numbers[..] {
        [r] => Some(r),
        [r, s] => Some(r + s),
        _ => None,
    }
}

/// The sign of a value that is off by less than a bound.
///
/// Whether it is certain is nearly always the same and easy to foresee; which sign it is is not, so that is no branch.
#[inline(always)]
fn certain(value: f64, bound: f64) -> Option<Ordering> {
    if bound < value.abs() { Some(if 0.0 < value { Ordering::Greater } else { Ordering::Less }) } else { None }
}
