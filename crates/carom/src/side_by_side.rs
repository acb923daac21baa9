//! Numbers side by side, one or four, on which the same is done.
//!
//! Formulas are written once, for any of these. Which of them a machine is quickest with is said in `simd.rs`, where those are that need
//! instructions of their own.

use crate::float;
use crate::point::{Point, max, min};

/// 2⁵²: larger numbers have no fractions.
pub(crate) const WHOLE: f64 = 4_503_599_627_370_496.0;

/// 1.5·2⁵²: added to a number of less than 2⁵¹ it leaves no room for fractions, and the lowest bits are the number, rounded.
pub(crate) const ROUNDING: f64 = 6_755_399_441_055_744.0;

/// The x and y of something in one number.
#[inline(always)]
pub(crate) fn packed([x, y]: [i16; 2]) -> i32 {
    i32::from(x as u16) | i32::from(y) << 16
}

/// Numbers side by side, one or several, on which the same is done.
pub(crate) trait Numbers: Copy {
    /// Whether something is so, of each.
    type Truth: Copy;

    fn all(x: f64) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn over(self, other: Self) -> Self;
    fn sqrt(self) -> Self;
    fn abs(self) -> Self;
    fn negated(self) -> Self;
    /// The smaller, as [`min`] has it.
    fn least(self, other: Self) -> Self;
    /// The larger, as [`max`] has it.
    fn most(self, other: Self) -> Self;
    /// With its sign turned where the other's sign bit is set.
    fn turned_by(self, other: Self) -> Self;
    /// Of a positive number the neighbour below where the other's sign bit is set.
    fn below_if_negative(self, other: Self) -> Self;
    fn is_below(self, other: Self) -> Self::Truth;
    fn is_at_most(self, other: Self) -> Self::Truth;
    fn is_equal(self, other: Self) -> Self::Truth;
    fn both(a: Self::Truth, b: Self::Truth) -> Self::Truth;
    fn either(a: Self::Truth, b: Self::Truth) -> Self::Truth;
    /// One bit for each of which it is so.
    fn bits(truth: Self::Truth) -> u32;
    fn choose(truth: Self::Truth, then: Self, otherwise: Self) -> Self;

    /// What is left of a·b after the rounded product p is taken away: one number, however it is found; see [`dekker`].
    #[inline(always)]
    fn product_error(self, other: Self, product: Self) -> Self {
        dekker(self, other, product)
    }
}

/// a·b − p for the rounded product p, from halves of at most 26 bits of both factors (Dekker, Veltkamp).
///
/// a·b − p is an `f64` if p is finite and the product of the last bits of a and b is at least 2⁻¹⁰⁷⁴. A fused multiply-add rounds it
/// once, so there is nothing to round. All products and sums here are multiples of the last bits' product and have at most 53 bits,
/// so none is rounded either, provided that splitting does not overflow: for |a| and |b| below 2⁹⁹⁶. So both are the same number.
///
/// Beyond these limits they may differ. Whoever uses this asks first whether numbers are moderate, or takes only what a bound
/// that holds for both shows to be certain, which is then the same.
#[inline(always)]
pub(crate) fn dekker<N: Numbers>(a: N, b: N, product: N) -> N {
    let splitter = N::all(134_217_729.0); // 2²⁷ + 1
    let halves = |x: N| {
        let shifted = splitter.times(x);
        let high = shifted.minus(shifted.minus(x));
        (high, x.minus(high))
    };
    let ((a1, a0), (b1, b0)) = (halves(a), halves(b));
    a0.times(b0).minus(product.minus(a1.times(b1)).minus(a0.times(b1)).minus(a1.times(b0)))
}

/// One number alone.
pub(crate) trait Single: Numbers<Truth = bool> {
    fn number(self) -> f64;
}

/// Four numbers side by side: for where the compiler does not see by itself that four fit in a register.
pub(crate) trait Four: Numbers {
    fn of(numbers: [f64; 4]) -> Self;
    fn numbers(self) -> [f64; 4];
    /// The x of four points, and their y.
    fn of_points(points: [&Point; 4]) -> [Self; 2];
    /// The first of all four, the second of all four, and so on.
    fn transposed(rows: [Self; 4]) -> [Self; 4];
    /// The smallest of the four.
    fn least_of_all(self) -> f64;
    /// Of each lane two pairs of numbers of less than 2¹⁵, rounded, each in one number.
    #[inline(always)]
    fn rounded([a, b]: [Self; 2], [c, d]: [Self; 2]) -> [[i32; 2]; 4] {
        let rounded = |x: Self| x.plus(Self::all(ROUNDING)).numbers().map(|x| x.to_bits() as i16);
        let ([a, b], [c, d]) = ([rounded(a), rounded(b)], [rounded(c), rounded(d)]);
        [0, 1, 2, 3].map(|lane| [packed([a[lane], b[lane]]), packed([c[lane], d[lane]])])
    }
    /// Whole numbers, from 0 to 2⁵².
    #[inline(always)]
    fn whole(self) -> [u64; 4] {
        self.plus(Self::all(WHOLE)).xor(Self::all(WHOLE)).numbers().map(f64::to_bits)
    }
    /// The bits that are set in both.
    fn and(self, other: Self) -> Self;
    /// The bits that are set in either.
    fn or(self, other: Self) -> Self;
    /// The bits that are set in one of both.
    fn xor(self, other: Self) -> Self;
    /// The one where this is above 0, the other where it is not.
    fn if_positive(self, then: Self, otherwise: Self) -> Self;
}

/// One number; `FUSED` where the machine has a fused multiply-add.
#[derive(Clone, Copy)]
pub(crate) struct One<const FUSED: bool>(pub(crate) f64);

impl<const FUSED: bool> Numbers for One<FUSED> {
    type Truth = bool;

    #[inline(always)]
    fn all(x: f64) -> Self {
        One(x)
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        One(self.0 + other.0)
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        One(self.0 - other.0)
    }
    #[inline(always)]
    fn times(self, other: Self) -> Self {
        One(self.0 * other.0)
    }
    #[inline(always)]
    fn over(self, other: Self) -> Self {
        One(self.0 / other.0)
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        One(float::sqrt(self.0))
    }
    #[inline(always)]
    fn abs(self) -> Self {
        One(self.0.abs())
    }
    #[inline(always)]
    fn negated(self) -> Self {
        One(-self.0)
    }
    #[inline(always)]
    fn least(self, other: Self) -> Self {
        One(min(self.0, other.0))
    }
    #[inline(always)]
    fn most(self, other: Self) -> Self {
        One(max(self.0, other.0))
    }
    #[inline(always)]
    fn turned_by(self, other: Self) -> Self {
        One(f64::from_bits(self.0.to_bits() ^ (other.0.to_bits() & SIGN)))
    }
    #[inline(always)]
    fn below_if_negative(self, other: Self) -> Self {
        One(f64::from_bits(self.0.to_bits().wrapping_sub(other.0.to_bits() >> 63)))
    }
    #[inline(always)]
    fn is_below(self, other: Self) -> bool {
        self.0 < other.0
    }
    #[inline(always)]
    fn is_at_most(self, other: Self) -> bool {
        self.0 <= other.0
    }
    #[inline(always)]
    fn is_equal(self, other: Self) -> bool {
        self.0 == other.0
    }
    #[inline(always)]
    fn both(a: bool, b: bool) -> bool {
        a & b
    }
    #[inline(always)]
    fn either(a: bool, b: bool) -> bool {
        a | b
    }
    #[inline(always)]
    fn bits(truth: bool) -> u32 {
        u32::from(truth)
    }
    #[inline(always)]
    fn choose(truth: bool, then: Self, otherwise: Self) -> Self {
        if truth { then } else { otherwise }
    }
    #[inline(always)]
    fn product_error(self, other: Self, product: Self) -> Self {
        #[cfg(feature = "std")]
        if FUSED {
            // One instruction where this is compiled for a machine that has it, as it is within `simd::run`.
            return One(self.0.mul_add(other.0, -product.0));
        }
        dekker(self, other, product)
    }
}

impl<const FUSED: bool> Single for One<FUSED> {
    #[inline(always)]
    fn number(self) -> f64 {
        self.0
    }
}

const SIGN: u64 = 1 << 63;

/// Four numbers as every machine has them; x86-64 always has better ones.
#[cfg(any(test, not(target_arch = "x86_64")))]
#[derive(Clone, Copy)]
pub(crate) struct PlainFour([f64; 4]);

#[cfg(any(test, not(target_arch = "x86_64")))]
impl PlainFour {
    #[inline(always)]
    fn map(self, operation: impl Fn(f64) -> f64) -> PlainFour {
        let [a, b, c, d] = self.0;
        PlainFour([operation(a), operation(b), operation(c), operation(d)])
    }

    #[inline(always)]
    fn with(self, other: PlainFour, operation: impl Fn(f64, f64) -> f64) -> PlainFour {
        let [a, b, c, d] = self.0;
        let [e, f, g, h] = other.0;
        PlainFour([operation(a, e), operation(b, f), operation(c, g), operation(d, h)])
    }

    #[inline(always)]
    fn with_bits(self, other: PlainFour, operation: impl Fn(u64, u64) -> u64) -> PlainFour {
        self.with(other, |a, b| f64::from_bits(operation(a.to_bits(), b.to_bits())))
    }

    #[inline(always)]
    fn compared(self, other: PlainFour, operation: impl Fn(f64, f64) -> bool) -> [bool; 4] {
        let [a, b, c, d] = self.0;
        let [e, f, g, h] = other.0;
        [operation(a, e), operation(b, f), operation(c, g), operation(d, h)]
    }
}

#[cfg(any(test, not(target_arch = "x86_64")))]
impl Numbers for PlainFour {
    type Truth = [bool; 4];

    #[inline(always)]
    fn all(x: f64) -> PlainFour {
        PlainFour([x; 4])
    }
    #[inline(always)]
    fn plus(self, other: PlainFour) -> PlainFour {
        self.with(other, |a, b| a + b)
    }
    #[inline(always)]
    fn minus(self, other: PlainFour) -> PlainFour {
        self.with(other, |a, b| a - b)
    }
    #[inline(always)]
    fn times(self, other: PlainFour) -> PlainFour {
        self.with(other, |a, b| a * b)
    }
    #[inline(always)]
    fn over(self, other: PlainFour) -> PlainFour {
        self.with(other, |a, b| a / b)
    }
    #[inline(always)]
    fn sqrt(self) -> PlainFour {
        self.map(float::sqrt)
    }
    #[inline(always)]
    fn abs(self) -> PlainFour {
        self.map(f64::abs)
    }
    #[inline(always)]
    fn negated(self) -> PlainFour {
        self.map(|x| -x)
    }
    #[inline(always)]
    fn least(self, other: PlainFour) -> PlainFour {
        self.with(other, min)
    }
    #[inline(always)]
    fn most(self, other: PlainFour) -> PlainFour {
        self.with(other, max)
    }
    #[inline(always)]
    fn turned_by(self, other: PlainFour) -> PlainFour {
        self.with_bits(other, |a, b| a ^ (b & SIGN))
    }
    #[inline(always)]
    fn below_if_negative(self, other: PlainFour) -> PlainFour {
        self.with_bits(other, |a, b| a.wrapping_sub(b >> 63))
    }
    #[inline(always)]
    fn is_below(self, other: PlainFour) -> [bool; 4] {
        self.compared(other, |a, b| a < b)
    }
    #[inline(always)]
    fn is_at_most(self, other: PlainFour) -> [bool; 4] {
        self.compared(other, |a, b| a <= b)
    }
    #[inline(always)]
    fn is_equal(self, other: PlainFour) -> [bool; 4] {
        self.compared(other, |a, b| a == b)
    }
    #[inline(always)]
    fn both([a, b, c, d]: [bool; 4], [e, f, g, h]: [bool; 4]) -> [bool; 4] {
        [a & e, b & f, c & g, d & h]
    }
    #[inline(always)]
    fn either([a, b, c, d]: [bool; 4], [e, f, g, h]: [bool; 4]) -> [bool; 4] {
        [a | e, b | f, c | g, d | h]
    }
    #[inline(always)]
    fn bits([a, b, c, d]: [bool; 4]) -> u32 {
        u32::from(a) | u32::from(b) << 1 | u32::from(c) << 2 | u32::from(d) << 3
    }
    #[inline(always)]
    fn choose(truth: [bool; 4], then: PlainFour, otherwise: PlainFour) -> PlainFour {
        let choose = |place: usize| if truth[place] { then.0[place] } else { otherwise.0[place] };
        PlainFour([choose(0), choose(1), choose(2), choose(3)])
    }
}

#[cfg(any(test, not(target_arch = "x86_64")))]
impl Four for PlainFour {
    #[inline(always)]
    fn of(numbers: [f64; 4]) -> PlainFour {
        PlainFour(numbers)
    }
    #[inline(always)]
    fn numbers(self) -> [f64; 4] {
        self.0
    }
    #[inline(always)]
    fn of_points([a, b, c, d]: [&Point; 4]) -> [PlainFour; 2] {
        [PlainFour([a.x, b.x, c.x, d.x]), PlainFour([a.y, b.y, c.y, d.y])]
    }
    #[inline(always)]
    fn transposed(rows: [PlainFour; 4]) -> [PlainFour; 4] {
        [0, 1, 2, 3].map(|place| PlainFour(rows.map(|row| row.0[place])))
    }
    #[inline(always)]
    fn least_of_all(self) -> f64 {
        let [a, b, c, d] = self.0;
        min(min(a, c), min(b, d))
    }
    #[inline(always)]
    fn and(self, other: PlainFour) -> PlainFour {
        self.with_bits(other, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, other: PlainFour) -> PlainFour {
        self.with_bits(other, |a, b| a | b)
    }
    #[inline(always)]
    fn xor(self, other: PlainFour) -> PlainFour {
        self.with_bits(other, |a, b| a ^ b)
    }
    #[inline(always)]
    fn if_positive(self, then: PlainFour, otherwise: PlainFour) -> PlainFour {
        PlainFour::choose(PlainFour::all(0.0).is_below(self), then, otherwise)
    }
}
