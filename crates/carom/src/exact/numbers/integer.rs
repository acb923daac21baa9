//! The slow certain answer, in integers.
//!
//! Every finite `f64` is an integer times a power of two, so the coordinates of one question become integers on a
//! common [`Grid`], and sums, differences and products of integers are exact.
//!
//! If the coordinates span at most [`NARROW`] bits, as they do at ordinary magnitudes, a question of degree 2 is answered in
//! 128-bit coordinates and 256-bit products, one of degree 4 in 512 bits. Otherwise the same formula runs in integers as
//! long as it takes, up to tens of thousands of bits, which are on the heap. No formula chooses: each names the width that
//! ordinary numbers need ([`DEGREE_4`] and the others), and an [`Int`] that outgrows it moves to the heap by itself.

use crate::float;
use crate::point::Point;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// How many bits a coordinate may have so that its differences fit 128 bits with their sign.
const NARROW: u32 = 126;

/// Limbs for degree 4 on a narrow grid: differences have 127 bits, a product of four 508, a few sums 512.
pub(crate) const DEGREE_4: usize = 8;

/// Limbs for degree 6 on a narrow grid: differences of differences have 128 bits, a product of six 768 and a few.
pub(crate) const DEGREE_6: usize = 14;

/// Limbs for degree 16, of numbers that span at most 90 bits: differences have 91, a product of sixteen 1456 and a few,
/// below 1536 = 24 · 64.
pub(crate) const DEGREE_16: usize = 24;

/// A scale on which all numbers of one question are integers.
#[derive(Clone, Copy)]
pub(crate) struct Grid {
    /// One step of the grid is 2 to this power.
    step: i32,
    /// Every number has at most this many bits.
    bits: u32,
}

impl Grid {
    /// The coarsest grid for both axes and all lengths, or `None` if a number is not finite.
    #[inline]
    pub(crate) fn of<const P: usize, const L: usize>(points: &[Point; P], lengths: [f64; L]) -> Option<Grid> {
        Grid::of_values(points.iter().flat_map(|p| [p.x, p.y]).chain(lengths))
    }

    #[inline]
    pub(crate) fn of_values(values: impl IntoIterator<Item = f64>) -> Option<Grid> {
        let (mut low, mut high) = (i32::MAX, i32::MIN);
        for value in values {
            if !value.is_finite() {
                return None;
            }
            let (mantissa, exponent) = float::split(value);
            if mantissa != 0 {
                let magnitude = mantissa.unsigned_abs();
                low = core::cmp::min(low, exponent + magnitude.trailing_zeros() as i32);
                high = core::cmp::max(high, exponent + 64 - magnitude.leading_zeros() as i32);
            }
        }
        if high < low {
            return Some(Grid { step: 0, bits: 0 });
        }
        Some(Grid { step: low, bits: (high - low) as u32 })
    }

    /// Whether integers of fixed width have room for the questions on it.
    #[inline]
    pub(crate) fn is_narrow(self) -> bool {
        self.bits <= NARROW
    }

    /// `value` in steps of this grid.
    #[inline]
    pub(crate) fn int<const N: usize>(self, value: f64) -> Int<N> {
        let (mantissa, exponent) = float::split(value);
        let shift = exponent - self.step;
        let magnitude = mantissa.unsigned_abs();
        let mut result = Int::from_u64(if shift < 0 { magnitude >> -core::cmp::max(shift, -63) } else { magnitude });
        result.negative = value < 0.0;
        if 0 < shift { result.shifted(shift as u32) } else { result }
    }

    /// The difference of two values, in steps.
    #[inline]
    pub(crate) fn difference<const N: usize>(self, from: f64, to: f64) -> Int<N> {
        self.int::<N>(to).minus(&self.int(from))
    }

    /// The coordinates of a vector between two points, in steps.
    #[inline]
    pub(crate) fn vector<const N: usize>(self, from: Point, to: Point) -> [Int<N>; 2] {
        [self.difference(from.x, to.x), self.difference(from.y, to.y)]
    }

    /// The sum of some values, in steps.
    #[inline]
    pub(crate) fn sum<const N: usize, const K: usize>(self, values: [f64; K]) -> Int<N> {
        values.into_iter().fold(Int::ZERO, |sum, value| sum.plus(&self.int(value)))
    }

    /// How many bits a number on it has at most.
    pub(crate) fn bits(self) -> u32 {
        self.bits
    }

    /// 2 to the power of this is one step.
    pub(crate) fn step(self) -> i32 {
        self.step
    }
}

/// The sign of (b−a) × (c−a) if the coordinates are narrow.
///
/// Both products pair an x with a y, so each axis may have a grid of its own.
#[inline]
pub(crate) fn narrow_orient(a: Point, b: Point, c: Point) -> Option<Ordering> {
    if let (Some([ax, bx, cx]), Some([ay, by, cy])) = (short([a.x, b.x, c.x]), short([a.y, b.y, c.y])) {
        return Some(product(bx - ax, cy - ay).cmp(&product(by - ay, cx - ax)));
    }
    let ([ax, bx, cx], [ay, by, cy]) = (aligned([a.x, b.x, c.x])?, aligned([a.y, b.y, c.y])?);
    Some(compare_products(bx - ax, cy - ay, by - ay, cx - ax))
}

/// The sign of (b−a) × (d−c) if the coordinates are narrow.
#[inline]
pub(crate) fn narrow_cross(a: Point, b: Point, c: Point, d: Point) -> Option<Ordering> {
    let ([ax, bx, cx, dx], [ay, by, cy, dy]) = (aligned([a.x, b.x, c.x, d.x])?, aligned([a.y, b.y, c.y, d.y])?);
    Some(compare_products(bx - ax, dy - cy, by - ay, dx - cx))
}

/// n/m rounded toward zero, with n = (q−p) × (a−p) and m = (q−p) × (a−b), if it is a number from 0 to 1 and all
/// coordinates are so near to each other in size that these are machine integers.
pub(crate) fn narrow_time([p, q]: [Point; 2], [a, b]: [Point; 2]) -> Option<f64> {
    let ([px, qx, ax, bx], [py, qy, ay, by]) = (short([p.x, q.x, a.x, b.x])?, short([p.y, q.y, a.y, b.y])?);
    let (wx, wy) = (qx - px, qy - py);
    // Each product has at most 126 bits, so a difference of two has room.
    let n = product(wx, ay - py) - product(wy, ax - px);
    let m = product(wx, ay - by) - product(wy, ax - bx);
    if n <= 0 || m < n {
        return (n == 0 && m > 0).then_some(0.0);
    }
    // The estimate is off by a few units. t = k·2⁻ˢ is not above n/m iff k·m ≤ n·2ˢ.
    let estimate = n as f64 / m as f64;
    if estimate < f64::EPSILON {
        return None;
    }
    Some(float::round_down(estimate, |t| {
        let (mantissa, exponent) = float::split(t);
        let shift = 1_i128 << (-exponent).clamp(0, 126);
        t <= 1.0 && compare_products(i128::from(mantissa), m, n, shift) != Ordering::Greater
    }))
}

/// The sign of (b−a) · (d−c) if the coordinates are narrow.
#[inline]
pub(crate) fn narrow_dot(a: Point, b: Point, c: Point, d: Point) -> Option<Ordering> {
    let [ax, bx, cx, dx, ay, by, cy, dy] = aligned([a.x, b.x, c.x, d.x, a.y, b.y, c.y, d.y])?;
    Some(compare_products(bx - ax, dx - cx, ay - by, dy - cy))
}

/// Values as integers on a common grid, if their exponents are near enough that each fits [`NARROW`] bits.
///
/// Trailing zeros are not looked at, as [`Grid::of`] does: this is the quick method, for numbers of ordinary size.
#[inline]
fn aligned<const K: usize>(values: [f64; K]) -> Option<[i128; K]> {
    let parts = values.map(float::split);
    let (mut low, mut high) = (i32::MAX, i32::MIN);
    for (mantissa, exponent) in parts {
        if mantissa != 0 {
            low = core::cmp::min(low, exponent);
            high = core::cmp::max(high, exponent);
        }
    }
    // The exponent of a number that is not finite is the largest, 972.
    if high == 972 || high.saturating_sub(low) > NARROW as i32 - 53 {
        return None;
    }
    // A zero may have any exponent, so its shift may be any number.
    Some(parts.map(|(mantissa, exponent)| i128::from(mantissa) << (exponent.wrapping_sub(low) & 127)))
}

/// The same if each, and the difference of any two, fits 63 bits and a sign.
#[inline]
fn short<const K: usize>(values: [f64; K]) -> Option<[i64; K]> {
    let parts = values.map(float::split);
    let (mut low, mut high) = (i32::MAX, i32::MIN);
    for (mantissa, exponent) in parts {
        if mantissa != 0 {
            low = core::cmp::min(low, exponent);
            high = core::cmp::max(high, exponent);
        }
    }
    if high == 972 || high.saturating_sub(low) > 9 {
        return None;
    }
    Some(parts.map(|(mantissa, exponent)| mantissa << (exponent.wrapping_sub(low) & 63)))
}

#[inline]
fn product(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

/// The order of p·q and r·s.
#[inline]
fn compare_products(p: i128, q: i128, r: i128, s: i128) -> Ordering {
    let short = |v: i128| i64::try_from(v).ok().map(i128::from);
    if let (Some(p), Some(q), Some(r), Some(s)) = (short(p), short(q), short(r), short(s)) {
        return (p * q).cmp(&(r * s));
    }
    let (left, right) = (p.signum() * q.signum(), r.signum() * s.signum());
    if left != right {
        return left.cmp(&right);
    }
    let magnitudes =
        wide_product(p.unsigned_abs(), q.unsigned_abs()).cmp(&wide_product(r.unsigned_abs(), s.unsigned_abs()));
    if left < 0 { magnitudes.reverse() } else { magnitudes }
}

/// The product as (high, low) halves.
#[inline]
fn wide_product(a: u128, b: u128) -> (u128, u128) {
    let half = |v: u128| (v >> 64) as u64;
    let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
    let ((a1, a0), (b1, b0)) = ((half(a), a as u64), (half(b), b as u64));
    let low = product(a0, b0);
    let middle = product(a1, b0) + u128::from(half(low));
    let other = product(a0, b1) + u128::from(middle as u64);
    (product(a1, b1) + u128::from(half(middle)) + u128::from(half(other)), other << 64 | u128::from(low as u64))
}

/// An integer: a sign and a magnitude, least limb first.
///
/// Callers choose N so that the integers of ordinary questions have room beside their sign. Longer ones, of numbers that
/// differ enormously in size, have their limbs on the heap: a few dozen of them would fill the stack of a small thread.
pub(crate) struct Int<const N: usize> {
    negative: bool,
    /// How many limbs are in use; the last of them is not zero.
    len: usize,
    /// The limbs, if there is room.
    near: [u64; N],
    /// Otherwise they are all here.
    far: Vec<u64>,
}

impl<const N: usize> Clone for Int<N> {
    #[inline]
    fn clone(&self) -> Int<N> {
        // Nearly always there is nothing on the heap, and then this is a plain copy.
        let far = if self.far.is_empty() { Vec::new() } else { self.far.clone() };
        Int { far, ..*self }
    }
}

impl<const N: usize> Int<N> {
    pub(crate) const ZERO: Int<N> = Int { negative: false, len: 0, near: [0; N], far: Vec::new() };

    #[inline]
    pub(crate) fn from_u64(value: u64) -> Int<N> {
        let mut result = Int::with_room(1, false);
        result.limbs_mut()[0] = value;
        result.trim();
        result
    }

    /// So many limbs, all of them zero, to be filled and trimmed.
    #[inline]
    fn with_room(len: usize, negative: bool) -> Int<N> {
        let far = if len <= N { Vec::new() } else { alloc::vec![0; len] };
        Int { negative, len, near: [0; N], far }
    }

    #[inline]
    fn limbs(&self) -> &[u64] {
        if self.far.is_empty() { &self.near[..self.len] } else { &self.far[..self.len] }
    }

    #[inline]
    fn limbs_mut(&mut self) -> &mut [u64] {
        if self.far.is_empty() { &mut self.near[..self.len] } else { &mut self.far[..self.len] }
    }

    /// The order against zero.
    #[inline]
    pub(crate) fn sign(&self) -> Ordering {
        match (self.len, self.negative) {
            (0, _) => Ordering::Equal,
            (_, false) => Ordering::Greater,
            (_, true) => Ordering::Less,
        }
    }

    #[inline]
    pub(crate) fn negated(&self) -> Int<N> {
        Int { negative: !self.negative, ..self.clone() }
    }

    #[inline]
    pub(crate) fn plus(&self, other: &Int<N>) -> Int<N> {
        self.plus_signed(other, other.negative)
    }

    #[inline]
    pub(crate) fn minus(&self, other: &Int<N>) -> Int<N> {
        self.plus_signed(other, !other.negative)
    }

    /// The sum of this and of the other's magnitude with a sign.
    #[inline]
    fn plus_signed(&self, other: &Int<N>, negative: bool) -> Int<N> {
        if self.negative == negative {
            return self.magnitude_sum(other, negative);
        }
        match self.compare_magnitudes(other) {
            Ordering::Equal => Int::ZERO,
            Ordering::Greater => self.magnitude_difference(other, self.negative),
            Ordering::Less => other.magnitude_difference(self, negative),
        }
    }

    pub(crate) fn times(&self, other: &Int<N>) -> Int<N> {
        if self.len == 0 || other.len == 0 {
            return Int::ZERO;
        }
        let mut result = Int::with_room(self.len + other.len, self.negative != other.negative);
        let (limbs, others) = (result.limbs_mut(), other.limbs());
        for (i, &a) in self.limbs().iter().enumerate() {
            let row = &mut limbs[i..];
            let mut carry = 0;
            for (limb, &b) in row.iter_mut().zip(others) {
                let sum = u128::from(a) * u128::from(b) + u128::from(*limb) + carry;
                *limb = sum as u64;
                carry = sum >> 64;
            }
            row[others.len()] = carry as u64;
        }
        result.trim();
        result
    }

    #[inline]
    pub(crate) fn squared(&self) -> Int<N> {
        self.times(self)
    }

    /// This times 2 to the power of `bits`.
    pub(crate) fn shifted(&self, bits: u32) -> Int<N> {
        if bits == 0 || self.len == 0 {
            return self.clone();
        }
        let (whole, bits) = (bits as usize / 64, bits % 64);
        let mut result = Int::with_room(self.len + whole, self.negative);
        let mut carry = 0;
        for (limb, &from) in result.limbs_mut()[whole..].iter_mut().zip(self.limbs()) {
            *limb = from << bits | carry;
            carry = if bits == 0 { 0 } else { from >> (64 - bits) };
        }
        result.carry(carry);
        result
    }

    #[inline]
    pub(crate) fn compare(&self, other: &Int<N>) -> Ordering {
        match (self.sign(), other.sign()) {
            (Ordering::Less, Ordering::Less) => other.compare_magnitudes(self),
            (Ordering::Greater, Ordering::Greater) => self.compare_magnitudes(other),
            (a, b) => a.cmp(&b),
        }
    }

    /// The magnitude as a number from 1 to 2 and a power of two, off by at most one unit in the last place.
    pub(crate) fn leading(&self) -> (f64, i32) {
        let bits = self.bits() as i32;
        (self.window(bits - 64) as f64 * float::power_of_two(-63), bits - 1)
    }

    /// How many bits the magnitude has.
    fn bits(&self) -> u32 {
        self.limbs().last().map_or(0, |last| 64 * self.len as u32 - last.leading_zeros())
    }

    /// The 64 bits of the magnitude from the bit `from` upwards; `from` may be negative.
    fn window(&self, from: i32) -> u64 {
        let limb = |i: i32| usize::try_from(i).ok().and_then(|i| self.limbs().get(i)).copied().unwrap_or(0);
        let (i, bits) = (from.div_euclid(64), from.rem_euclid(64));
        let high = if bits == 0 { 0 } else { limb(i + 1) << (64 - bits) };
        limb(i) >> bits | high
    }

    fn compare_magnitudes(&self, other: &Int<N>) -> Ordering {
        self.len.cmp(&other.len).then_with(|| self.limbs().iter().rev().cmp(other.limbs().iter().rev()))
    }

    /// |self| + |other| with a sign.
    fn magnitude_sum(&self, other: &Int<N>, negative: bool) -> Int<N> {
        let (long, short) = if self.len < other.len { (other, self) } else { (self, other) };
        let mut result = Int::with_room(long.len, negative);
        let mut carry = false;
        let (ends, rest) = long.limbs().split_at(short.len);
        let (sums, carried) = result.limbs_mut().split_at_mut(short.len);
        for ((limb, &a), &b) in sums.iter_mut().zip(ends).zip(short.limbs()) {
            let (sum, first) = a.overflowing_add(b);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *limb = sum;
            carry = first | second;
        }
        for (limb, &a) in carried.iter_mut().zip(rest) {
            (*limb, carry) = a.overflowing_add(u64::from(carry));
        }
        result.carry(u64::from(carry));
        result
    }

    /// |self| − |other| with a sign, for |self| > |other|.
    fn magnitude_difference(&self, other: &Int<N>, negative: bool) -> Int<N> {
        let mut result = Int::with_room(self.len, negative);
        let mut borrow = false;
        let (ends, rest) = self.limbs().split_at(other.len);
        let (differences, borrowed) = result.limbs_mut().split_at_mut(other.len);
        for ((limb, &a), &b) in differences.iter_mut().zip(ends).zip(other.limbs()) {
            let (difference, first) = a.overflowing_sub(b);
            let (difference, second) = difference.overflowing_sub(u64::from(borrow));
            *limb = difference;
            borrow = first | second;
        }
        for (limb, &a) in borrowed.iter_mut().zip(rest) {
            (*limb, borrow) = a.overflowing_sub(u64::from(borrow));
        }
        result.trim();
        result
    }

    /// Adds one more limb, if that is not zero.
    #[inline]
    fn carry(&mut self, carry: u64) {
        if carry == 0 {
            return;
        }
        if self.len < N && self.far.is_empty() {
            self.near[self.len] = carry;
        } else {
            let mut limbs = self.limbs().to_vec();
            limbs.push(carry);
            self.far = limbs;
        }
        self.len += 1;
    }

    /// Reduces `len` to the limbs in use.
    #[inline]
    fn trim(&mut self) {
        while let Some(0) = self.limbs().last() {
            self.len -= 1;
        }
    }
}

/// numerator / denominator · 2^exponent, rounded to the nearest `f64`, ties to even.
/// A zero denominator gives zero.
pub(crate) fn quotient<const N: usize>(numerator: &Int<N>, denominator: &Int<N>, exponent: i32) -> f64 {
    let Some(Quotient { whole, inexact, scale }) = Quotient::of(numerator, denominator) else { return 0.0 };
    // One more bit below the quotient says whether something was cut off.
    let negative = numerator.negative != denominator.negative;
    float::join(negative, whole << 1 | u64::from(inexact), exponent - scale - 1)
}

/// numerator / denominator for positive numbers, rounded toward zero. A zero denominator gives zero.
pub(crate) fn quotient_toward_zero<const N: usize>(numerator: &Int<N>, denominator: &Int<N>) -> f64 {
    let Some(Quotient { whole, scale, .. }) = Quotient::of(numerator, denominator) else { return 0.0 };
    // Keep as many leading bits as an f64 has there; below 2⁻¹⁰²² those are fewer.
    let bits = 64 - whole.leading_zeros() as i32;
    let cut = core::cmp::max(bits - 53, scale - 1074);
    if cut >= 64 { 0.0 } else { float::join(false, whole >> cut << cut, -scale) }
}

/// The leading 61 or 62 bits of a quotient of magnitudes: numerator / denominator · 2^scale, rounded down.
struct Quotient {
    whole: u64,
    /// Whether something was cut off.
    inexact: bool,
    scale: i32,
}

impl Quotient {
    /// `None` if either number is zero.
    fn of<const N: usize>(numerator: &Int<N>, denominator: &Int<N>) -> Option<Quotient> {
        if numerator.len == 0 || denominator.len == 0 {
            return None;
        }
        let scale = 61 - (numerator.bits() as i32 - denominator.bits() as i32);
        let scaled = numerator.shifted(core::cmp::max(scale, 0) as u32);
        let divisor = denominator.shifted(core::cmp::max(-scale, 0) as u32);
        // The leading bits give the quotient up to 2: the divisor's 64 leading bits carry a relative error below 2⁻⁶³.
        let top = divisor.bits() as i32 - 64;
        let leading = u128::from(scaled.window(top + 64)) << 64 | u128::from(scaled.window(top));
        let estimate = (leading / u128::from(divisor.window(top))) as u64;
        let mut whole = estimate.saturating_add(2);
        let mut product = divisor.times(&Int::from_u64(whole));
        while product.compare_magnitudes(&scaled) == Ordering::Greater {
            whole -= 1;
            product = divisor.times(&Int::from_u64(whole));
        }
        let inexact = product.compare_magnitudes(&scaled) != Ordering::Equal;
        Some(Quotient { whole, inexact, scale })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_oracle::dyadic::{cross, dot, exact};
    use carom_oracle::rng::Rng;

    /// Whole numbers, some of them of another size.
    fn number(rng: &mut Rng, scale: i64) -> f64 {
        rng.between(-3, 3) as f64 * 2_f64.powi(if rng.one_in(2) { 0 } else { scale } as i32)
    }

    /// The quick methods answer where all numbers are of about one size, and rightly.
    #[test]
    fn quick_methods_answer_ordinary_numbers() {
        for case in 0..4_000 {
            let rng = &mut Rng::for_case(0, "quick methods", case);
            let scale = rng.between(0, 60);
            let [a, b, c, d] = [(); 4].map(|()| Point::new(number(rng, scale), number(rng, scale)));
            let between = |from: Point, to: Point| [exact(to.x) - exact(from.x), exact(to.y) - exact(from.y)];
            let told = alloc::format!("case {case}: {a:?} {b:?} {c:?} {d:?}");
            assert_eq!(narrow_orient(a, b, c), Some(cross(&between(a, b), &between(a, c)).sign()), "{told}");
            assert_eq!(narrow_cross(a, b, c, d), Some(cross(&between(a, b), &between(c, d)).sign()), "{told}");
            assert_eq!(narrow_dot(a, b, c, d), Some(dot(&between(a, b), &between(c, d)).sign()), "{told}");
        }
        let (tiny, huge) = (Point::new(1e-300, 1.0), Point::new(1e300, 1.0));
        assert_eq!(narrow_orient(tiny, huge, Point::new(1.0, 2.0)), None);
        assert_eq!(narrow_cross(tiny, huge, tiny, huge), None);
        assert_eq!(narrow_dot(tiny, huge, tiny, huge), None);
    }

    /// A quick time is the largest `f64` that is not above the exact one; there is one of all from 0 to 1 that are not next to nothing, if no number is more than
    /// 2⁹ times as fine as another.
    #[test]
    fn quick_times_are_rounded_down() {
        let (mut zeros, mut ones, mut others) = (0, 0, 0);
        for case in 0..6_000 {
            let rng = &mut Rng::for_case(0, "quick times", case);
            let most = *rng.pick(&[2, 5, 60]);
            let mut place = || Point::new(rng.between(-most, most) as f64, rng.between(-most, most) as f64);
            let ([p, q], [a, b]) = ([place(), place()], [place(), place()]);
            let between = |from: Point, to: Point| [exact(to.x) - exact(from.x), exact(to.y) - exact(from.y)];
            let n = cross(&between(p, q), &between(p, a));
            let m = cross(&between(p, q), &between(b, a));
            let told = alloc::format!("case {case}: {p:?} {q:?} {a:?} {b:?}");
            let is_time = n.sign() != Ordering::Less
                && m.sign() == Ordering::Greater
                && (m.clone() - n.clone()).sign() != Ordering::Less;
            let found = narrow_time([p, q], [a, b]);
            assert_eq!(found.is_some(), is_time, "{told}");
            let Some(t) = found else { continue };
            let rest = |t: f64| (n.clone() - exact(t) * m.clone()).sign();
            assert!((0.0..=1.0).contains(&t) && rest(t) != Ordering::Less, "{told}: {t}");
            assert!(t == 1.0 || rest(float::next_up(t)) == Ordering::Less, "{told}: {t}");
            zeros += usize::from(t == 0.0);
            ones += usize::from(t == 1.0);
            others += usize::from(0.0 < t && t < 1.0);
        }
        assert!(zeros > 50 && ones > 50 && others > 500, "{zeros} {ones} {others}");
        // 1 and 1023, whose exponents are 9 apart; of numbers further apart others tell.
        let wall = [Point::new(512.0, -1.0), Point::new(512.0, 1.0)];
        let path = |end: f64| [Point::new(1.0, 0.0), Point::new(end, 0.0)];
        assert_eq!(narrow_time(wall, path(1023.0)), Some(0.5));
        assert_eq!(narrow_time([Point::new(2048.0, -1.0), Point::new(2048.0, 1.0)], path(4095.0)), None);
        // Next to nothing.
        let near = Point::new(1.0 + f64::EPSILON, -1.0);
        assert_eq!(narrow_time([near, Point::new(near.x, 1.0)], path(9.0)), None);
    }

    /// Toward zero where an `f64` has fewer digits, too.
    #[test]
    fn quotients_next_to_nothing() {
        let quotient = |n: u64, power: u32| {
            quotient_toward_zero::<4>(&Int::from_u64(n), &Int::from_u64(1).shifted(power)).to_bits()
        };
        assert_eq!([quotient(11, 1075), quotient(10, 1075), quotient(1, 1075), quotient(3, 1074)], [5, 5, 0, 3]);
        let third = quotient_toward_zero::<4>(&Int::from_u64(1), &Int::from_u64(3));
        assert_eq!(third, 1.0 / 3.0, "which is rounded down");
        assert_eq!(quotient_toward_zero::<4>(&Int::from_u64(1), &Int::from_u64(10)), float::next_down(0.1));
    }

    /// However far it is shifted, zero is zero.
    #[test]
    fn zero_stays_zero() {
        for bits in [0, 1, 63, 64, 65, 200] {
            let shifted = Int::<2>::ZERO.shifted(bits);
            assert_eq!((shifted.sign(), shifted.len), (Ordering::Equal, 0), "{bits}");
            assert_eq!(shifted.compare(&Int::from_u64(1)), Ordering::Less);
        }
    }
}
