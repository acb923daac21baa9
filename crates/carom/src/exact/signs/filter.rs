//! The fast floating answer: a sign if it is certain, `None` if it is in doubt.
//!
//! Each function evaluates a polynomial in plain floating point beside a bound on its error.
//! If the value is larger than the bound, its sign is the sign of the exact value.
//!
//! **Model.** u = 2⁻⁵³. A sum or difference is exact up to a factor 1 + δ with |δ| ≤ u, and never underflows.
//! A product is exact up to such a factor and an absolute error η with |η| ≤ 2⁻¹⁰⁷⁵ where it underflows.
//!
//! **Overflow.** If a factor or product overflows, the bound is infinite or NaN, `bound < |value|` is false, and the
//! answer is left to the integers. If only the last difference does, its terms have different signs and its sign is right.
//! Input that is not finite makes every bound infinite or NaN.
//!
//! **Underflow.** Questions of degree 2 add [`TINY`] to the bound, which is far above a few η.
//! Questions of degree 4 only answer where nothing that matters can have underflowed:
//! where each factor, as a sum of absolute values (its permanent), and the permanent of the whole are above
//! [`SAFE`] = 2⁻⁹⁰⁰, a few η are less than 2⁻¹⁷⁰ of them, and that is less than the slack which each constant keeps beyond
//! its derivation. It is not enough to look at the whole: a factor that has underflowed to zero hides a large term if
//! the other factor is huge.

use crate::exact::numbers::double::U;
use crate::exact::numbers::lanes::Lanes;
use crate::point::{Point, Vec2};
use core::cmp::Ordering;

/// (3 + 32u)u, for the difference of two products of differences; see [`products`].
pub(crate) const PRODUCTS: f64 = (3.0 + 32.0 * U) * U;

/// 4u(1 + 2⁻²⁰), for a squared distance against a squared radius; see [`distance`].
pub(crate) const DISTANCE: f64 = 4.0 * U * (1.0 + 1.0 / 1_048_576.0);

/// 9.007u, for the distance from a line; see [`distance_to_line`].
pub(crate) const LINE: f64 = 1e-15;

/// 9.007u, for the order of two quotients; see [`quotients`].
pub(crate) const QUOTIENTS: f64 = 1e-15;

/// 10.01u, for a point against the circle through three points; see [`in_circle`].
pub(crate) const CIRCLE: f64 = 1.1114e-15;

/// Far above what underflow takes from a product, and below all that matters.
pub(crate) const TINY: f64 = f64::MIN_POSITIVE;

/// 2⁻⁹⁰⁰.
pub(crate) const SAFE: f64 = 1.183_052_186_166_774_7e-271;

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
pub(crate) fn cross(a: Point, b: Point, c: Point, d: Point) -> Option<Ordering> {
    let (p, q) = (b - a, d - c);
    products(p.x * q.y, p.y * q.x)
}

/// The sign of (b−a) · (d−c).
#[inline(always)]
pub(crate) fn dot(a: Point, b: Point, c: Point, d: Point) -> Option<Ordering> {
    let (p, q) = (b - a, d - c);
    products(p.x * q.x, -(p.y * q.y))
}

/// Whether each of two segments has the other's ends on both sides of its line, and how far the first's ends are from
/// the second's. The four sides are computed side by side.
#[inline(always)]
pub(crate) fn straddle([a, b]: [Point; 2], [c, d]: [Point; 2]) -> Straddle {
    // Two lanes: the first segment's line with the second's ends, and the reverse.
    let (from_x, from_y) = (Lanes([a.x, c.x]), Lanes([a.y, c.y]));
    let (x, y) = (Lanes([b.x, d.x]) - from_x, Lanes([b.y, d.y]) - from_y);
    let side = |end_x: Lanes<2>, end_y: Lanes<2>| {
        let (l, r) = (x * (end_y - from_y), y * (end_x - from_x));
        (l - r, (l + r).map(|sum| PRODUCTS * sum.abs() + TINY))
    };
    let (first, first_bound) = side(Lanes([c.x, a.x]), Lanes([c.y, a.y]));
    let (second, second_bound) = side(Lanes([d.x, b.x]), Lanes([d.y, b.y]));
    let [(one_sided, parted), (other_one_sided, other_parted)] = [0, 1].map(|lane| {
        let (left, right) = (first_bound.0[lane] < first.0[lane], first.0[lane] < -first_bound.0[lane]);
        let (left2, right2) = (second_bound.0[lane] < second.0[lane], second.0[lane] < -second_bound.0[lane]);
        ((left & left2) | (right & right2), (left & right2) | (right & left2))
    });
    let off = |value: f64, bound: f64| 2.0 * bound + 8.0 * U * value.abs();
    Straddle {
        apart: one_sided | other_one_sided,
        cross: parted & other_parted,
        from_left: 0.0 < first.0[1],
        sides: [first.0[1].abs(), second.0[1].abs()],
        errors: [off(first.0[1], first_bound.0[1]), off(second.0[1], second_bound.0[1])],
    }
}

/// Whether two segments cross, for those who only want to know that: the same signs, put together so that a yes and a no cost
/// alike and neither is a branch. Which it is is hard to foresee.
#[inline(always)]
pub(crate) fn cross_each_other([a, b]: [Point; 2], [c, d]: [Point; 2]) -> Option<bool> {
    let side = |v: Vec2, w: Vec2| {
        let (l, r) = (v.x * w.y, v.y * w.x);
        let value = l - r;
        (0.0 < value, PRODUCTS * (l + r).abs() + TINY < value.abs())
    };
    let (first, second) = (b - a, d - c);
    let [(c_left, c_certain), (d_left, d_certain)] = [side(first, c - a), side(first, d - a)];
    let [(a_left, a_certain), (b_left, b_certain)] = [side(second, a - c), side(second, b - c)];
    let (first_parts, second_parts) = ((c_left != d_left), (a_left != b_left));
    if c_certain & d_certain & a_certain & b_certain {
        Some(first_parts & second_parts)
    } else if (c_certain & d_certain & !first_parts) | (a_certain & b_certain & !second_parts) {
        Some(false)
    } else {
        None
    }
}

/// How two segments lie. If they are neither apart nor cross, it is in doubt.
#[derive(Clone, Copy)]
pub(crate) struct Straddle {
    /// One lies on one side of the other's line, for certain.
    pub(crate) apart: bool,
    /// They cross between their ends, for certain. What follows is about that.
    pub(crate) cross: bool,
    /// The first starts on the left of the second.
    pub(crate) from_left: bool,
    /// How far from the second's line the first starts and ends, as cross products, and what these may be off by: if the two
    /// products have one sign, twice the bound is more than 4u of both, and if not, their difference is both together.
    pub(crate) sides: [f64; 2],
    pub(crate) errors: [f64; 2],
}

/// The sign of |p−q|² − r², where r is the sum of up to two radii.
///
/// Each square of a difference has three factors 1 + δ, their sum one more; the square of a sum has three.
/// The error is at most (4u + 10u²)(|p−q|² + r²) before the difference is taken, which keeps the sign.
/// Computing the bound takes another factor (1 − u)⁻³; 2⁻²⁰ is far more than both.
#[inline(always)]
pub(crate) fn distance<const R: usize>(p: Point, q: Point, radii: [f64; R]) -> Option<Ordering> {
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
pub(crate) fn distance_to_line<const R: usize>(p: Point, a: Point, b: Point, radii: [f64; R]) -> Option<Ordering> {
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
pub(crate) struct Estimate {
    pub(crate) value: f64,
    pub(crate) permanent: f64,
}

impl Estimate {
    /// v × w for rounded differences v and w: 3u·permanent from the products, u|value| from their difference.
    #[inline(always)]
    pub(crate) fn cross(v: Vec2, w: Vec2) -> Estimate {
        let (l, r) = (v.x * w.y, v.y * w.x);
        Estimate { value: l - r, permanent: l.abs() + r.abs() }
    }
}

/// The order of n₁/d₁ and n₂/d₂ for positive d₁ and d₂: the sign of n₁·d₂ − n₂·d₁.
///
/// The factors of each product are off by 4u of their permanents, the product by u more:
/// 9u(n₁d₂ + n₂d₁ of the permanents) + O(u²). The last difference keeps the sign.
#[inline(always)]
pub(crate) fn quotients(n1: Estimate, d1: Estimate, n2: Estimate, d2: Estimate) -> Option<Ordering> {
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
pub(crate) fn in_circle(a: Point, b: Point, c: Point, p: Point) -> Option<Ordering> {
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

#[cfg(test)]
mod tests {
    use super::super::questions::segments_meet_in_doubt;
    use super::*;
    use crate::exact::exactly::{Random, cross, exact, in_units_of, squared_distance};

    /// The largest error in many cases must be below the constant, or the filter lies; and the constant at most `slack`
    /// times that error, or it sends too much to the integers.
    #[track_caller]
    fn check(name: &str, constant: f64, slack: f64, error: impl Fn([Point; 6], f64) -> f64) {
        let mut random = Random(1);
        let cases = if carom_oracle::FEW_CASES { 20_000 } else { 200_000 };
        let largest = (0..cases).map(|_| error(random.points(), random.number().abs())).fold(0.0, f64::max);
        let constant = constant / U;
        assert!(largest <= constant, "{name}: an error of {largest:.3}u, the constant is {constant:.3}u");
        assert!(constant <= slack * largest, "{name}: no error above {largest:.3}u, the constant is {constant:.3}u");
    }

    #[test]
    fn error_of_products() {
        check("products", PRODUCTS, 1.2, |[a, b, c, d, ..], _| {
            let (v, w) = (b - a, d - c);
            let (l, r) = (v.x * w.y, v.y * w.x);
            let permanent = exact(l.abs()) + exact(r.abs());
            in_units_of(cross(a, b, c, d) - (exact(l) - exact(r)), permanent)
        });
    }

    #[test]
    fn error_of_distance() {
        check("distance", DISTANCE, 1.2, |[p, q, ..], r| {
            let (d, s) = (p - q, r * 0.7);
            let (distance, radius) = (d.x * d.x + d.y * d.y, (r + s) * (r + s));
            let value = squared_distance(p, q) - (exact(r) + exact(s)).squared();
            in_units_of(value - (exact(distance) - exact(radius)), exact(distance) + exact(radius))
        });
    }

    #[test]
    fn error_of_distance_to_line() {
        check("distance to line", LINE, 1.7, |[p, a, b, ..], r| {
            let (w, d, s) = (b - a, p - a, r * 0.7);
            let cross_estimate = Estimate::cross(w, d);
            let (x, y) = ((r + s) * w.x, (r + s) * w.y);
            let (left, right) = (cross_estimate.value * cross_estimate.value, x * x + y * y);
            let value = cross(a, b, a, p).squared() - (exact(r) + exact(s)).squared() * squared_distance(a, b);
            let permanent = exact(cross_estimate.permanent).squared() + exact(right);
            in_units_of(value - (exact(left) - exact(right)), permanent)
        });
    }

    #[test]
    fn error_of_quotients() {
        check("quotients", QUOTIENTS, 1.7, |[a, b, c, d, e, f], _| {
            let pairs = [[a, b, c, d], [c, d, e, f], [a, c, e, b], [b, d, f, a]];
            let [n1, d1, n2, d2] = pairs.map(|[p, q, r, s]| (Estimate::cross(q - p, s - r), cross(p, q, r, s)));
            let computed = exact(n1.0.value * d2.0.value) - exact(n2.0.value * d1.0.value);
            let permanent =
                exact(n1.0.permanent) * exact(d2.0.permanent) + exact(n2.0.permanent) * exact(d1.0.permanent);
            in_units_of(n1.1 * d2.1 - n2.1 * d1.1 - computed, permanent)
        });
    }

    #[test]
    fn error_of_in_circle() {
        check("in circle", CIRCLE, 2.4, |[a, b, c, p, ..], _| {
            let corners = [a, b, c];
            let terms = [0, 1, 2].map(|k| {
                let (lifted, v, w) = (corners[k], corners[(k + 1) % 3], corners[(k + 2) % 3]);
                let (lift, estimate) = ((lifted - p).length_squared(), Estimate::cross(v - p, w - p));
                let value = squared_distance(lifted, p) * cross(p, v, p, w);
                (lift * estimate.value, exact(lift) * exact(estimate.permanent), value)
            });
            let [first, second, third] = terms;
            // The last sum keeps the sign, so its rounding does not count.
            let computed = exact(first.0 + second.0) + exact(third.0);
            in_units_of(first.2 + second.2 + third.2 - computed, first.1 + second.1 + third.1)
        });
    }

    /// The filter of two segments says what integers say, of nearly all of them, and of one whose end is in doubt if the other's are not.
    #[test]
    fn crossings_are_certain_and_right() {
        let (mut random, mut answered, mut all) = (Random(8), 0, 0);
        for round in 0..if carom_oracle::FEW_CASES { 20_000 } else { 200_000 } {
            let mut points = random.points();
            // A third end next to the line of the first, at several sizes.
            let is_near = round % 4 == 0;
            if is_near {
                points[3] = points[0] + (points[1] - points[0]) * (0.25 * random.number().abs());
                let scale = [1.0, 1.0 / 1024.0, 1_073_741_824.0][round % 3];
                points = points.map(|p| Point::new(p.x * scale, p.y * scale));
            }
            let [a, b, c, d, ..] = points;
            let expected = segments_meet_in_doubt(a, b, c, d);
            let found = cross_each_other([a, b], [c, d]);
            assert!(found.is_none_or(|found| found == expected), "{a:?} {b:?} {c:?} {d:?}: {found:?}");
            answered += u32::from(!is_near && found.is_some());
            all += u32::from(!is_near);
        }
        assert!(1000 * (all - answered) < all, "{answered} of {all}");
        let p = Point::new;
        // The second begins on the line of the first, whose ends are both on its left; and the reverse.
        assert_eq!(cross_each_other([p(0.0, 0.0), p(1.0, 0.0)], [p(2.0, 0.0), p(2.0, 1.0)]), Some(false));
        assert_eq!(cross_each_other([p(2.0, 0.0), p(2.0, 1.0)], [p(0.0, 0.0), p(1.0, 0.0)]), Some(false));
    }

    /// A segment on one side of another's line is apart, on whichever side and if the other is so too; and distances from a line are off by no
    /// more than is said, and no more is said than 20 u of what they are made of.
    #[test]
    fn straddling_is_certain_and_its_errors_are_right() {
        let p = Point::new;
        let (level, above, below) =
            ([p(0.0, 0.0), p(4.0, 0.0)], [p(1.0, 1.0), p(2.0, 9.0)], [p(1.0, -1.0), p(2.0, -9.0)]);
        let upright = [p(9.0, -1.0), p(9.0, 5.0)];
        for [first, second] in [[level, above], [above, level], [level, below], [below, level], [level, upright]] {
            assert!(straddle(first, second).apart && !straddle(first, second).cross, "{first:?} {second:?}");
        }
        let short = [p(1.0, 1.0), p(2.0, 2.0)];
        assert!(straddle(short, [p(5.0, 0.0), p(6.0, 0.5)]).apart, "each is on one side of the other");
        let mut random = Random(9);
        for _ in 0..if carom_oracle::FEW_CASES { 10_000 } else { 100_000 } {
            let [a, b, c, d, ..] = random.points().map(|p| Point::new(p.x * 32.0, p.y * 32.0));
            let found = straddle([a, b], [c, d]);
            for (end, (side, error)) in [a, b].into_iter().zip(found.sides.into_iter().zip(found.errors)) {
                let off = (cross(c, d, c, end).abs() - exact(side)).abs();
                assert!(
                    (exact(error) - off).sign() != Ordering::Less,
                    "{a:?} {b:?} {c:?} {d:?}: {side} off by {error}"
                );
                let (v, w) = (d - c, end - c);
                let size = (v.x * w.y).abs() + (v.y * w.x).abs();
                assert!(error <= 20.0 * U * size + 4.0 * TINY, "{side} of {size} is said to be off by {error}");
            }
        }
    }

    /// One of three terms has a factor that vanishes, and the other is so large that the term is the largest.
    #[test]
    fn a_factor_that_vanishes_is_seen() {
        let (a, b, c) = (Point::new(0.0, 1e150), Point::new(1e-135, 0.0), Point::new(1.1e-135, 3e-195));
        for corners in [[a, b, c], [b, c, a], [c, a, b]] {
            let [a, b, c] = corners;
            assert_eq!(in_circle(a, b, c, Point::default()), None);
        }
    }

    #[test]
    fn two_radii_are_added() {
        let (p, q) = (Point::new(0.0, 0.0), Point::new(3.0, 4.0));
        assert_eq!(distance(p, q, [2.0, 2.5]), Some(Ordering::Greater));
        assert_eq!(distance(p, q, [2.0, 3.5]), Some(Ordering::Less));
        assert_eq!(distance(p, q, [1.0, 1.0, 1.0]), None);
    }
}
