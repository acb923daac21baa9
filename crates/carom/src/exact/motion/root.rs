//! Exact times as (p ∓ √q)/s: their order, and the `f64` below.
//!
//! Every time at which something begins or ends is a root of a quadratic equation, or a quotient, where q is zero.
//! Two of them are put in order here and nowhere else, without a root being taken.

use crate::exact::numbers::dyadic::Dyadic;
use crate::exact::numbers::integer::Int;
use crate::exact::numbers::number::{Number, Pair, cross, dot};
use crate::float;
use core::cmp::Ordering::{self, Equal, Greater, Less};

/// (p − √q)/s, or (p + √q)/s if it is the later one; q ≥ 0 and s > 0.
#[derive(Clone)]
pub(super) struct Root<N> {
    pub(super) p: N,
    pub(super) q: N,
    pub(super) s: N,
    pub(super) is_later: bool,
}

impl<N: Number> Root<N> {
    /// Which of two comes first: the sign of the difference, times s₁s₂.
    ///
    /// That is the sign of x ∓ √α ± √β with x = p₁s₂ − p₂s₁, α = s₂²q₁ and β = s₁²q₂. Quotients need only x.
    /// `Equal` where numbers are not exact and in doubt; those in use here are exact.
    pub(super) fn compare(&self, other: &Root<N>) -> Ordering {
        let order = if is_zero(&self.q) && is_zero(&other.q) {
            self.p.times(&other.s).compare(&other.p.times(&self.s))
        } else {
            self.compare_with_roots(other)
        };
        order.unwrap_or(Equal)
    }

    fn compare_with_roots(&self, other: &Root<N>) -> Option<Ordering> {
        let x = self.p.times(&other.s).minus(&other.p.times(&self.s));
        let (alpha, beta) = (square(&other.s).times(&self.q), square(&self.s).times(&other.q));
        let signed = |root: &N, is_plus: bool| match (is_zero(root), is_plus) {
            (true, _) => Equal,
            (false, true) => Greater,
            (false, false) => Less,
        };
        let (first, second) = (signed(&alpha, self.is_later), signed(&beta, !other.is_later));
        let roots = match (first, second) {
            (Equal, second) => second,
            (first, Equal) => first,
            (first, second) if first == second => first,
            (Greater, _) => alpha.compare(&beta)?,
            _ => beta.compare(&alpha)?,
        };
        let sign = match (x.sign()?, roots) {
            (Equal, sign) | (sign, Equal) => return Some(sign),
            (x, roots) if x == roots => return Some(x),
            (x, _) => x,
        };
        // Different signs: the larger magnitude wins. x² − (√α ± √β)² = (x² − α − β) ∓ 2√(αβ).
        let m = square(&x).minus(&alpha).minus(&beta);
        let product = alpha.plus(&alpha).times(&beta.plus(&beta));
        let is_sum = first == second;
        let larger = match m.sign()? {
            m if is_zero(&product) => m,
            Greater if is_sum => square(&m).compare(&product)?,
            _ if is_sum => Less,
            Less => product.compare(&square(&m))?,
            _ => Greater,
        };
        Some(if sign == Greater { larger } else { larger.reverse() })
    }
}

#[inline]
fn is_zero<N: Number>(x: &N) -> bool {
    x.sign() == Some(Equal)
}

fn square<N: Number>(x: &N) -> N {
    x.times(x)
}

impl Root<Dyadic> {
    /// A number.
    pub(super) fn at(time: f64) -> Root<Dyadic> {
        Root { p: Dyadic::of(time), q: Dyadic::of(0.0), s: Dyadic::of(1.0), is_later: false }
    }

    /// About how much it is. Where p and √q are near each other digits are lost, and a search from here takes longer.
    pub(super) fn estimate(&self) -> f64 {
        let ((p, p_power), (s, s_power)) = (self.p.leading(), self.s.leading());
        let (root, root_power) = root_of(self.q.leading());
        let power = core::cmp::max(p_power, root_power);
        let (p, root) = (p * scale(p_power - power), root * scale(root_power - power));
        (if self.is_later { p + root } else { p - root }) / s * scale(power - s_power)
    }
}

/// A [wait](Root::wait) is off by at most this part of itself: 16u.
///
/// What leads a number is off by 3u: its two upper limbs are rounded each and added, and what is below them is less than 2⁻⁶⁴ of it. So a root is off by 2.5u,
/// the sum of it and another number by 4u, and the product of that and s by 8u; together with n and the quotient's own rounding that makes 12u.
pub(super) const WAIT_ERROR: f64 = 8.0 * f64::EPSILON;

impl Root<Dyadic> {
    /// How long after a time it is, or before it if that is negative, off by [`WAIT_ERROR`] of itself; 0 if it is just then. `None` if it is nowhere, or numbers over- or underflow.
    ///
    /// With e = s·time − p it is (−e ∓ √q)/s, and where these two cancel, ∓(e² − q)/((|e| + √q)s). Only n = e² − q may be much less than what it is made of,
    /// and it is exact before it is rounded.
    pub(super) fn wait(&self, time: f64) -> Option<f64> {
        let e = self.s.times(&Dyadic::of(time)).minus(&self.p);
        if self.s.sign() != Greater || self.q.sign() == Less {
            return None;
        }
        let (s, s_power) = self.s.leading();
        let ((e_size, e_power), (root, root_power)) = (e.leading(), root_of(self.q.leading()));
        let power = core::cmp::max(e_power, root_power);
        let sum = e_size.abs() * scale(e_power - power) + root * scale(root_power - power);
        let cancels = if self.is_later { e.sign() == Greater } else { e.sign() == Less };
        let (n, n_power) = if cancels {
            let (n, n_power) = e.squared().minus(&self.q).leading();
            (n / sum, n_power - power)
        } else {
            (-sum, power)
        };
        if n == 0.0 {
            return Some(0.0);
        }
        let wait = (if self.is_later { -n } else { n }) / s * scale(n_power - s_power);
        (f64::MIN_POSITIVE..f64::INFINITY).contains(&wait.abs()).then_some(wait)
    }
}

impl<const N: usize> Root<Int<N>> {
    /// When something that is a from a point of a line along w, and moves by v, has come as near to the line as a radius.
    pub(super) fn to_side(w: &Pair<Int<N>>, a: &Pair<Int<N>>, v: &Pair<Int<N>>, radius: &Int<N>) -> Root<Int<N>> {
        let magnitude = |x: Int<N>| if x.sign() == Less { x.negated() } else { x };
        let q = radius.squared().times(&dot(w, w));
        Root { p: magnitude(cross(w, a)), q, s: magnitude(cross(w, v)), is_later: false }
    }

    /// When something that is a from a point, and moves by v, has come as near to it as a radius.
    pub(super) fn to_round(a: &Pair<Int<N>>, v: &Pair<Int<N>>, radius: &Int<N>) -> Root<Int<N>> {
        let s = dot(v, v);
        let q = radius.squared().times(&s).minus(&cross(a, v).squared());
        Root { p: dot(a, v).negated(), q, s, is_later: false }
    }

    /// For a number between 0 and 1.
    pub(super) fn rounded_down(&self) -> f64 {
        float::round_down(self.estimate(), |t| t <= 1.0 && self.is_not_before(t))
    }

    /// t ≤ (p − √q)/s, which is not negative.
    fn is_not_before(&self, t: f64) -> bool {
        if t == 0.0 {
            return true;
        }
        let (mantissa, exponent) = float::split(t);
        // t = m·2⁻ᵏ with as small a k as can be, at least 0.
        let zeros = core::cmp::min(mantissa.trailing_zeros() as i32, -exponent);
        let (m, k) = (Int::from_u64(mantissa.unsigned_abs() >> zeros), (-exponent - zeros) as u32);
        let rest = self.p.shifted(k).minus(&self.s.times(&m));
        rest.sign() != Less && rest.squared().compare(&self.q.shifted(2 * k)) != Less
    }

    /// Within a few units in the last place: (p² − q)/((p + √q)·s), in which nothing cancels but the integers.
    fn estimate(&self) -> f64 {
        let numerator = self.p.squared().minus(&self.q);
        if numerator.sign() != Greater {
            return 0.0;
        }
        let ((n, n_power), (p, p_power), (s, s_power)) = (numerator.leading(), self.p.leading(), self.s.leading());
        let (root, root_power) = root(&self.q);
        let root = root * scale(root_power - p_power);
        n / ((p + root) * s) * scale(n_power - p_power - s_power)
    }
}

/// An integer as a number from 1 to 2 with its sign, and a power of two.
pub(super) fn signed<const N: usize>(x: &Int<N>) -> (f64, i32) {
    let (size, power) = x.leading();
    match x.sign() {
        Less => (-size, power),
        Equal => (0.0, i32::MIN / 2),
        Greater => (size, power),
    }
}

/// The square root of an integer that is not negative, as a number and a power of two.
pub(super) fn root<const N: usize>(x: &Int<N>) -> (f64, i32) {
    root_of(signed(x))
}

fn root_of((size, power): (f64, i32)) -> (f64, i32) {
    if size <= 0.0 {
        return (0.0, i32::MIN / 2);
    }
    (float::sqrt(size * f64::from(1 + power.rem_euclid(2))), power.div_euclid(2))
}

/// 2 to a power that may be out of range.
pub(super) fn scale(power: i32) -> f64 {
    match power {
        ..-1074 => 0.0,
        1024.. => f64::INFINITY,
        _ => float::power_of_two(power),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::numbers::integer::DEGREE_4;
    use carom_oracle::rng::Rng;

    /// A search ends soon only if it begins near: (p ∓ r)/s where q is the square of r, so that floats know it too.
    #[test]
    fn estimates_are_near() {
        let near = |found: f64, expected: f64| (found - expected).abs() <= 1e-14 * expected.abs();
        for case in 0..2_000 {
            let rng = &mut Rng::for_case(0, "estimates of roots", case);
            let whole = |rng: &mut Rng| rng.bits() >> (24 + rng.below(30));
            let (p, r, s) = (whole(rng), whole(rng), whole(rng) + 1);
            let (p, r) = (p.max(r), p.min(r));
            let (shift, is_later) = (rng.below(200) as u32, rng.one_in(2));
            let int = |x: u64| Int::<DEGREE_4>::from_u64(x).shifted(shift);
            let root = Root { p: int(p), q: int(r).squared(), s: int(s), is_later: false };
            let expected = (p - r) as f64 / s as f64;
            assert!(near(root.estimate(), expected), "case {case}: {p} {r} {s}: {}", root.estimate());
            // Much less is lost where they are not near each other.
            let (p, sign) = (p + 2 * r + 1, if rng.one_in(2) { 1.0 } else { -1.0 });
            let dyadic = |x: f64| Dyadic::of(x).times(&Dyadic::of(float::power_of_two(3 * shift as i32 - 300)));
            let (later, sum) = (if is_later { r as f64 } else { -(r as f64) }, dyadic(r as f64));
            let root = Root { p: dyadic(sign * p as f64), q: sum.squared(), s: dyadic(s as f64), is_later };
            let expected = (sign * p as f64 + later) / s as f64;
            assert!(near(root.estimate(), expected), "case {case}: {p} {later} {s}: {}", root.estimate());
        }
        let [small, twice] = [1e-300, 2e-300].map(|x| Dyadic::of(x).squared());
        let root = Root { p: small, q: Dyadic::of(0.0), s: twice, is_later: false };
        assert!(near(root.estimate(), 0.25), "{}", root.estimate());
    }

    #[test]
    fn powers_of_two_of_all_sizes() {
        let powers = [-1_000_000, -1075, -1074, -1, 0, 1023, 1024, 1_000_000];
        let expected = [0.0, 0.0, 5e-324, 0.5, 1.0, 8.98846567431158e307, f64::INFINITY, f64::INFINITY];
        assert_eq!(powers.map(scale), expected);
    }
}
