//! Numbers of twice the precision: an unevaluated sum of two `f64`, with a bound on what it is off by.
//!
//! They make times and points that are nearly always certain to round right, in a tenth of the time integers
//! take. This is the pair arithmetic of Lange and Rump ("Faithfully rounded floating-point computations", ACM TOMS 46,
//! 2020), which does not tidy up after each step and is therefore quick. What a product leaves when it is rounded comes from a
//! fused multiply-add where the machine has one, else from Dekker's product: the same number (`simd.rs`).
//!
//! **Errors.** u = 2⁻⁵³. Beside each number stands its `size`: the same formula with all its signs made positive.
//! A number is off by at most k·u² of its size and its second part is at most l·u of it, for small k and l.
//! Leaving out the product of two second parts and rounding what is kept, the operations make of k₁, l₁ and k₂, l₂
//!
//! | | k | l |
//! |---|---|---|
//! | a difference of two `f64` | 0 | 1 |
//! | a product | k₁ + k₂ + l₁l₂ + 3(l₁ + l₂) + 1 | l₁ + l₂ + 1 |
//! | a sum | max k + 2·max l + 1 | max l + 1 |
//! | a root, see [`Double::root`] | (k + l)/2 + 4 | 2 |
//! | a root of a sum of squares, see [`Double::root_of_squares`] | k/2 + 13 | (l + 1)/2 |
//! | a quotient, see [`Double::over`] | k₁ + k₂ + 4(l₁ + l₂) + 9 | l₁ + l₂ + 1 |
//!
//! The longest formula, a time of two moving discs, is (p − √q)/s with q = R²v² − (a×v)² and v a difference of differences:
//!
//! | | a, R | v | a·v, a×v | v² | R²v² | (a×v)² | q | √q | p − √q | t |
//! |---|---|---|---|---|---|---|---|---|---|---|
//! | k | 0 | 3 | 24 | 34 | 88 | 104 | 127 | 74 | 85 | 176 |
//! | l | 1 | 2 | 5 | 6 | 10 | 11 | 12 | 2 | 6 | 13 |
//!
//! Tidying up a number after a cancellation may add l to its k. So no number is off by more than 2¹⁰u² of its size,
//! [`ERROR`], and a factor of four is left for terms in u³ and
//! for rounding the sizes. All this holds where nothing overflows or underflows: for [moderate](is_moderate) coordinates.
//!
//! **Lanes.** A [`Double`] is one number or several side by side, so that as many questions as the machine's vectors are wide go
//! through one formula at once. Each lane is computed as if it were alone.

use crate::point::Point;
use crate::simd::{Numbers, One, Single};

/// The unit roundoff, 2⁻⁵³.
pub(crate) const U: f64 = f64::EPSILON / 2.0;

/// 2¹⁰u².
pub(crate) const ERROR: f64 = 256.0 * f64::EPSILON * f64::EPSILON;

#[derive(Clone, Copy)]
pub(crate) struct Double<N = One<false>> {
    pub(crate) high: N,
    pub(crate) low: N,
    /// The exact number differs from `high + low` by at most [`ERROR`] times this.
    pub(crate) size: N,
}

impl<N: Numbers> Double<N> {
    /// a − b, exactly.
    #[inline(always)]
    pub(crate) fn difference(a: N, b: N) -> Double<N> {
        let (high, low) = sum(a, b.negated());
        Double { high, low, size: high.abs() }
    }

    /// From one place to another, exactly.
    #[inline(always)]
    pub(crate) fn between(from: [N; 2], to: [N; 2]) -> [Double<N>; 2] {
        [Double::difference(to[0], from[0]), Double::difference(to[1], from[1])]
    }

    /// Numbers that are exact.
    #[inline(always)]
    pub(crate) fn exactly(high: N) -> Double<N> {
        Double { high, low: N::all(0.0), size: high.abs() }
    }

    #[inline(always)]
    pub(crate) fn plus(self, other: Double<N>) -> Double<N> {
        let (high, error) = sum(self.high, other.high);
        Double { high, low: error.plus(self.low.plus(other.low)), size: self.size.plus(other.size) }
    }

    #[inline(always)]
    pub(crate) fn minus(self, other: Double<N>) -> Double<N> {
        self.plus(other.negated())
    }

    #[inline(always)]
    pub(crate) fn negated(self) -> Double<N> {
        Double { high: self.high.negated(), low: self.low.negated(), size: self.size }
    }

    /// With its sign turned where the other's sign bit is set.
    #[inline(always)]
    pub(crate) fn turned_by(self, other: N) -> Double<N> {
        Double { high: self.high.turned_by(other), low: self.low.turned_by(other), size: self.size }
    }

    #[inline(always)]
    pub(crate) fn times(self, other: Double<N>) -> Double<N> {
        let (high, error) = product(self.high, other.high);
        let low = error.plus(self.high.times(other.low).plus(self.low.times(other.high)));
        Double { high, low, size: self.size.times(other.size) }
    }

    /// v₀w₁ − v₁w₀.
    #[inline(always)]
    pub(crate) fn cross(v: [Double<N>; 2], w: [Double<N>; 2]) -> Double<N> {
        v[0].times(w[1]).minus(v[1].times(w[0]))
    }

    /// v₀w₀ + v₁w₁.
    #[inline(always)]
    pub(crate) fn dot(v: [Double<N>; 2], w: [Double<N>; 2]) -> Double<N> {
        v[0].times(w[0]).plus(v[1].times(w[1]))
    }

    /// The square root of a number that is certain to be positive; anything of others.
    ///
    /// √g = r + (g − r²)/(2r) up to the square of the second term. With the second part of g tidied up, that
    /// is at most 2u of the first, so what is left out is at most 2u² of it, and rounding adds another u² or two.
    /// g − r² is found exactly but for that second part: what √high leaves is an `f64`. An error e in g is e/(2√g) in the root.
    #[inline(always)]
    pub(crate) fn root(self) -> Double<N> {
        let (high, low) = fast_sum(self.high, self.low);
        let root = high.sqrt();
        let (square, error) = product(root, root);
        let rest = high.minus(square).minus(error).plus(low);
        Double { high: root, low: rest.over(root.plus(root)), size: root.times(self.size.over(high)) }
    }

    /// The same for a sum of squares, whose first part alone is nearly all of it and need not wait to be tidied up:
    /// then the second term is at most (l + 1)/2·u of the first, and half of its square, 9u² for l = 6, is what is left out.
    #[inline(always)]
    pub(crate) fn root_of_squares(self) -> Double<N> {
        let root = self.high.sqrt();
        let (square, error) = product(root, root);
        let rest = self.high.minus(square).minus(error).plus(self.low);
        Double { high: root, low: rest.over(root.plus(root)), size: root }
    }

    /// The quotient by a number that is certain to be positive, and much of it so ([`Double::is_firm`]); anything otherwise.
    ///
    /// With q the quotient of the first parts, n/m = q + (n − qm)/m. The first part of n − q·m is exact: q·high(m) is so near
    /// to high(n). Instead of dividing by m it is multiplied by the rounded inverse of the rounded sum of both parts of m, which is off by 3u with
    /// the product's own rounding: that much of the second term, which is at most (l₁ + l₂ + 1)u of the size below. (The inverse of the largest numbers is subnormal
    /// and has 50 bits, which makes it 8u more of that and is within [`ERROR`], too.)
    #[inline(always)]
    pub(crate) fn over(self, divisor: Double<N>) -> Double<N> {
        let quotient = self.high.over(divisor.high);
        let (back, error) = product(quotient, divisor.high);
        let rest = self.high.minus(back).minus(error).plus(self.low.minus(quotient.times(divisor.low)));
        let inverse = N::all(1.0).over(divisor.high.plus(divisor.low));
        let size = self.size.plus(quotient.abs().times(divisor.size));
        Double { high: quotient, low: rest.times(inverse), size: size.times(inverse) }
    }

    /// In one number; the first part alone may be all wrong after a cancellation.
    #[inline(always)]
    pub(crate) fn value(self) -> N {
        self.high.plus(self.low)
    }

    /// The most that [`value`](Double::value) is off by, but for its own rounding.
    #[inline(always)]
    pub(crate) fn error(self) -> N {
        N::all(ERROR).times(self.size)
    }

    /// Whether this is certain to be positive and all but a 2⁻⁴⁰th of it is certain.
    #[inline(always)]
    pub(crate) fn is_firm(self) -> N::Truth {
        self.size.is_below(self.high.times(N::all(1_099_511_627_776.0)))
    }

    /// The largest `f64` not above a positive number, and whether this is certain.
    ///
    /// The neighbours of `high` are at least u of it away, `low` is at most half of that gap and the error at most a quarter of u,
    /// so the number lies between `high` and one of them: it is that, or with one bit less its neighbour below.
    /// Which of them it is is anybody's guess, so that is no branch.
    #[inline(always)]
    pub(crate) fn rounded_down(self) -> (N, N::Truth) {
        let ((high, low), error) = (fast_sum(self.high, self.low), self.error());
        let is_small = error.is_below(N::all(f64::EPSILON / 8.0).times(high));
        (high.below_if_negative(low), N::both(is_small, error.is_below(low.abs())))
    }

    /// The `f64` nearest to the number, and whether this is certain.
    #[inline(always)]
    pub(crate) fn rounded(self) -> (N, N::Truth) {
        let ((high, low), error) = (fast_sum(self.high, self.low), self.error());
        let (least, most) = (high.plus(low.minus(error)), high.plus(low.plus(error)));
        // Adding 0.0 turns −0.0 into 0.0.
        (least.plus(N::all(0.0)), least.is_equal(most))
    }
}

impl<N: Single> Double<N> {
    /// A number that is exact.
    #[inline(always)]
    pub(crate) fn new(high: f64) -> Double<N> {
        Double::exactly(N::all(high))
    }

    /// a + b, exactly.
    #[inline(always)]
    pub(crate) fn sum_of(a: f64, b: f64) -> Double<N> {
        Double::difference(N::all(a), N::all(-b))
    }

    /// From one place to another.
    #[inline(always)]
    pub(crate) fn vector(from: Point, to: Point) -> [Double<N>; 2] {
        [Double::difference(N::all(to.x), N::all(from.x)), Double::difference(N::all(to.y), N::all(from.y))]
    }
}

/// Whether it is certain on which side of `high` a number lies that differs from high + low by at most `error`;
/// see [`Double::rounded_down`].
#[inline(always)]
pub(crate) fn is_certain(high: f64, low: f64, error: f64) -> bool {
    (error < f64::EPSILON / 8.0 * high) & (error < low.abs())
}

/// The largest `f64` not above high + low, for positive numbers.
#[inline(always)]
pub(crate) fn nearest_below(high: f64, low: f64) -> f64 {
    f64::from_bits(high.to_bits() - u64::from(low < 0.0))
}

/// What is left of n after q·m is taken away, for q near n/m: rounded, but of the right sign.
///
/// The product's leading part is within a factor of two of n, so taking it away is exact.
#[inline]
pub(crate) fn rest_of_division(n: f64, m: f64, q: f64) -> f64 {
    let (One(product), One(error)) = product(One::<false>(q), One(m));
    (n - product) - error
}

/// a + b as a rounded sum and its error (Knuth).
#[inline(always)]
fn sum<N: Numbers>(a: N, b: N) -> (N, N) {
    let sum = a.plus(b);
    let b_part = sum.minus(a);
    let a_part = sum.minus(b_part);
    (sum, a.minus(a_part).plus(b.minus(b_part)))
}

/// a + b as a rounded sum and its error, where |a| ≥ |b| or a = 0 (Dekker). Otherwise the error is off by at most u of b.
#[inline(always)]
pub(crate) fn fast_sum<N: Numbers>(a: N, b: N) -> (N, N) {
    let high = a.plus(b);
    (high, b.minus(high.minus(a)))
}

/// a · b as a rounded product and its error.
#[inline(always)]
fn product<N: Numbers>(a: N, b: N) -> (N, N) {
    let high = a.times(b);
    (high, a.product_error(b, high))
}

/// Whether all coordinates are zero or between 2⁻¹³⁰ and 2¹⁵⁰ in size.
///
/// Then all are multiples of 2⁻¹⁸², differences of differences lie between that and 2¹⁵², formulas of degree 4 between
/// 2⁻⁷²⁸ and 2⁶¹², and so does a quotient of two of degree 2. Second parts are 2¹⁰⁶ smaller, and products of those are
/// left out: at least 2⁻⁸³⁴, which is a normal number. Nothing overflows or underflows.
#[inline(always)]
pub(crate) fn is_moderate<const K: usize>(points: [Point; K]) -> bool {
    let (mut all, mut place) = (true, 0);
    while place < K {
        all &= is_moderate_number(points[place].x) & is_moderate_number(points[place].y);
        place += 1;
    }
    all
}

/// The same of one number.
// Not a closure: it would not be compiled for the machine that has the instructions.
#[inline(always)]
pub(crate) fn is_moderate_number(x: f64) -> bool {
    (x == 0.0) | ((LEAST <= x.abs()) & (x.abs() < MOST))
}

const LEAST: f64 = 7.346_839_692_639_297e-40; // 2⁻¹³⁰
const MOST: f64 = 1.427_247_692_705_96e45; // 2¹⁵⁰

/// The same of numbers side by side.
#[inline(always)]
pub(crate) fn are_moderate<N: Numbers, const K: usize>(numbers: &[N; K]) -> N::Truth {
    let (zero, mut all) = (N::all(0.0), N::all(0.0).is_equal(N::all(0.0)));
    let mut place = 0;
    while place < K {
        let size = numbers[place].abs();
        let is_in_range = N::both(N::all(LEAST).is_at_most(size), size.is_below(N::all(MOST)));
        all = N::both(all, N::either(is_in_range, size.is_equal(zero)));
        place += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::exactly::{Random, cross, exact, in_units_of, squared_distance};
    use crate::float;

    /// A number is rounded down for certain if its second part is larger than its error, and that less than an eighth of 2⁻⁵² of the first.
    #[test]
    fn what_is_rounded_down_for_certain() {
        const EPSILON: f64 = f64::EPSILON;
        for high in [1.0, 2_f64.powi(-60), 2_f64.powi(60)] {
            for (low, error, expected) in [
                (EPSILON / 4.0, EPSILON / 6.0, false),
                (EPSILON / 4.0, EPSILON / 10.0, true),
                (-EPSILON / 8.0, EPSILON / 10.0, true),
                (EPSILON / 12.0, EPSILON / 10.0, false),
                (0.0, 0.0, false),
            ] {
                let (low, error) = (low * high, error * high);
                assert_eq!(is_certain(high, low, error), expected, "{high:e} {low:e} {error:e}");
                let double = Double { high: One::<false>(high), low: One(low), size: One(error / ERROR) };
                let (One(below), is_sure) = double.rounded_down();
                assert_eq!(is_sure, expected, "{high:e} {low:e} {error:e}");
                let least = if low < 0.0 { float::next_down(high) } else { high };
                assert_eq!([below, nearest_below(high, low)], [least; 2], "{high:e} {low:e}");
            }
        }
    }

    /// Side by side or one by one: zero, and sizes from 2⁻¹³⁰ up to 2¹⁵⁰, whichever of some numbers it is.
    #[test]
    fn what_is_moderate() {
        let [least, most] = [2_f64.powi(-130), 2_f64.powi(150)];
        let moderate = [0.0, -0.0, least, -least, 1.0, float::next_down(most), -float::next_down(most)];
        let others = [float::next_down(least), -float::next_down(least), most, -most, 5e-324, f64::INFINITY, f64::NAN];
        let all = moderate.map(|x| (x, true)).into_iter().chain(others.map(|x| (x, false)));
        for (x, expected) in all {
            for place in 0..4 {
                let mut numbers = [1.0; 4];
                numbers[place] = x;
                let [a, b, c, d] = numbers;
                assert_eq!(are_moderate(&numbers.map(One::<false>)), expected, "{numbers:?}");
                assert_eq!(is_moderate([Point::new(a, b), Point::new(c, d)]), expected, "{numbers:?}");
            }
        }
    }

    /// The longest formulas under a root: how far off are they, in units of u² of their size?
    /// The table above says at most 104 for the square of a cross product and 127 for q.
    #[test]
    fn errors_are_within_the_table() {
        let (mut random, mut largest) = (Random(1), [0.0_f64; 2]);
        for _ in 0..if carom_oracle::FEW_CASES { 5_000 } else { 100_000 } {
            let ([p, q, a, b, ..], r) = (random.points(), random.number().abs());
            let (w, v) = (Double::vector(p, q), Double::vector(a, b));
            let c = Double::<One<false>>::cross(w, v);
            let squares = Double::dot(w, w);
            let reach = Double::new(r).times(Double::new(r)).times(squares);
            let under_root = reach.minus(c.times(c));
            let exact_square = cross(p, q, a, b).squared();
            let exact_reach = exact(r).squared() * squared_distance(p, q);
            let off = |x: Double, truth| {
                let value = exact(x.high.0) + exact(x.low.0);
                in_units_of(value - truth, exact(x.size.0)) / U
            };
            largest[0] = largest[0].max(off(c.times(c), exact_square.clone()));
            largest[1] = largest[1].max(off(under_root, exact_reach - exact_square));
        }
        assert!(largest[0] <= 104.0 && largest[1] <= 127.0, "{largest:?}");
        assert!(1.0 <= largest[0] && 1.0 <= largest[1], "{largest:?}: nothing was measured");
        const { assert!(127.0 * U * U < ERROR) };
    }
}
