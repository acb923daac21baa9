//! Numbers of twice the precision: an unevaluated sum of two `f64`, with a bound on what it is off by.
//!
//! They make times and points that are nearly always certain to round right, in a tenth of the time integers
//! take. This is the pair arithmetic of Lange and Rump ("Faithfully rounded floating-point computations", ACM TOMS 46,
//! 2020), which does not tidy up after each step and is therefore quick, with Dekker's product in place of a fused
//! multiply-add, which not every machine has.
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
//! | a quotient, see [`Double::over`] | k₁ + k₂ + 3(l₁ + l₂) + 8 | l₁ + l₂ + 1 |
//!
//! The longest formula, a time of two moving discs, is (p − √q)/s with q = R²v² − (a×v)² and v a difference of differences:
//!
//! | | a, R | v | a·v, a×v | v² | R²v² | (a×v)² | q | √q | p − √q | t |
//! |---|---|---|---|---|---|---|---|---|---|---|
//! | k | 0 | 3 | 24 | 34 | 88 | 104 | 127 | 74 | 85 | 163 |
//! | l | 1 | 2 | 5 | 6 | 10 | 11 | 12 | 2 | 6 | 13 |
//!
//! Tidying up a number after a cancellation may add l to its k. So no number is off by more than 2¹⁰u² of its size,
//! [`ERROR`], and a factor of four is left for terms in u³ and
//! for rounding the sizes. All this holds where nothing overflows or underflows: for [moderate](is_moderate) coordinates.
//!
//! **Lanes.** A [`Double`] is K numbers side by side, so that several go through one formula at once: the parts of one
//! question, or as many questions as the machine's vectors are wide. Each lane is computed as if it were alone.

use super::lanes::Lanes;
use crate::point::Point;

/// The unit roundoff, 2⁻⁵³.
pub(crate) const U: f64 = f64::EPSILON / 2.0;

/// 2¹⁰u².
pub(crate) const ERROR: f64 = 256.0 * f64::EPSILON * f64::EPSILON;

#[derive(Clone, Copy)]
pub(crate) struct Double<const K: usize = 1> {
    pub(crate) high: Lanes<K>,
    pub(crate) low: Lanes<K>,
    /// The exact number differs from `high + low` by at most [`ERROR`] times this.
    pub(crate) size: Lanes<K>,
}

impl<const K: usize> Double<K> {
    /// a − b, exactly.
    #[inline(always)]
    pub(crate) fn difference(a: Lanes<K>, b: Lanes<K>) -> Double<K> {
        let (high, low) = sum(a, b.negated());
        Double { high, low, size: high.abs() }
    }

    /// Numbers that are exact.
    #[inline(always)]
    pub(crate) fn exactly(high: Lanes<K>) -> Double<K> {
        Double { high, low: Lanes([0.0; K]), size: high.abs() }
    }

    #[inline(always)]
    pub(crate) fn plus(self, other: Double<K>) -> Double<K> {
        let (high, error) = sum(self.high, other.high);
        Double { high, low: error + (self.low + other.low), size: self.size + other.size }
    }

    #[inline(always)]
    pub(crate) fn minus(self, other: Double<K>) -> Double<K> {
        self.plus(other.negated())
    }

    #[inline(always)]
    pub(crate) fn negated(self) -> Double<K> {
        Double { high: self.high.negated(), low: self.low.negated(), size: self.size }
    }

    #[inline(always)]
    pub(crate) fn times(self, other: Double<K>) -> Double<K> {
        let (high, error) = product(self.high, other.high);
        let low = error + (self.high * other.low + self.low * other.high);
        Double { high, low, size: self.size * other.size }
    }

    /// The magnitudes.
    #[inline(always)]
    pub(crate) fn magnitude(self) -> Double<K> {
        let sign = self.high.map(|high| if high < 0.0 { -1.0 } else { 1.0 });
        Double { high: self.high * sign, low: self.low * sign, size: self.size }
    }

    /// The square root of a number that is certain to be positive; anything of others.
    ///
    /// √g = r + (g − r²)/(2r) up to the square of the second term. With the second part of g tidied up, that
    /// is at most 2u of the first, so what is left out is at most 2u² of it, and rounding adds another u² or two.
    /// g − r² is found exactly but for that second part: what √high leaves is an `f64`. An error e in g is e/(2√g) in the root.
    #[inline(always)]
    pub(crate) fn root(self) -> Double<K> {
        let (high, low) = fast_sum(self.high, self.low);
        let root = high.sqrt();
        let (square, error) = product(root, root);
        let rest = ((high - square) - error) + low;
        Double { high: root, low: rest / (root + root), size: root * (self.size / high) }
    }

    /// The same for a sum of squares, whose first part alone is nearly all of it and need not wait to be tidied up:
    /// then the second term is at most (l + 1)/2·u of the first, and half of its square, 9u² for l = 6, is what is left out.
    #[inline(always)]
    pub(crate) fn root_of_squares(self) -> Double<K> {
        let root = self.high.sqrt();
        let (square, error) = product(root, root);
        let rest = ((self.high - square) - error) + self.low;
        Double { high: root, low: rest / (root + root), size: root }
    }

    /// The quotient by a number that is certain to be positive, and much of it so ([`Double::is_firm`]); anything otherwise.
    ///
    /// With q the quotient of the first parts, n/m = q + (n − qm)/m. The first part of n − q·m is exact: q·high(m) is so near
    /// to high(n). Dividing by the rounded sum of both parts of m leaves out u of the second term, which is at most
    /// (l₁ + l₂ + 1)u of the size below.
    #[inline(always)]
    pub(crate) fn over(self, divisor: Double<K>) -> Double<K> {
        let quotient = self.high / divisor.high;
        let (back, error) = product(quotient, divisor.high);
        let rest = ((self.high - back) - error) + (self.low - quotient * divisor.low);
        let m = divisor.high + divisor.low;
        Double { high: quotient, low: rest / m, size: (self.size + quotient.abs() * divisor.size) / m }
    }
}

impl<const K: usize> Double<K> {
    /// Some of these numbers.
    #[inline(always)]
    pub(crate) fn lanes<const M: usize>(self, lanes: [usize; M]) -> Double<M> {
        let pick = |all: Lanes<K>| Lanes(lanes.map(|lane| all.0[lane]));
        Double { high: pick(self.high), low: pick(self.low), size: pick(self.size) }
    }
}

impl Double<2> {
    /// Both together.
    #[inline(always)]
    pub(crate) fn total(self) -> Double {
        self.lanes([0]).plus(self.lanes([1]))
    }
}

impl Double {
    /// A number that is exact.
    #[inline(always)]
    pub(crate) fn new(high: f64) -> Double {
        Double::exactly(Lanes([high]))
    }

    /// a + b, exactly.
    #[inline(always)]
    pub(crate) fn sum_of(a: f64, b: f64) -> Double {
        Double::difference(Lanes([a]), Lanes([-b]))
    }

    /// The magnitude.
    #[inline(always)]
    pub(crate) fn abs(self) -> Double {
        if self.value() < 0.0 { self.negated() } else { self }
    }

    /// In one number; the first part alone may be all wrong after a cancellation.
    #[inline(always)]
    pub(crate) fn value(self) -> f64 {
        (self.high + self.low).0[0]
    }

    /// The most that [`value`](Double::value) is off by, but for its own rounding.
    #[inline(always)]
    pub(crate) fn error(self) -> f64 {
        ERROR * self.size.0[0]
    }

    /// Whether this is certain to be positive and all but a 2⁻⁴⁰th of it is certain.
    #[inline(always)]
    pub(crate) fn is_firm(self) -> bool {
        self.size.0[0] < self.high.0[0] * 1_099_511_627_776.0
    }

    /// The largest `f64` not above a positive number, if this is certain.
    #[inline(always)]
    pub(crate) fn rounded_down(self) -> Option<f64> {
        let (high, low) = fast_sum(self.high, self.low);
        let ([high], [low]) = (high.0, low.0);
        is_certain(high, low, self.error()).then(|| nearest_below(high, low))
    }

    /// The `f64` nearest to the number, if this is certain.
    #[inline(always)]
    pub(crate) fn rounded(self) -> Option<f64> {
        let (high, low) = fast_sum(self.high, self.low);
        let ([high], [low], error) = (high.0, low.0, self.error());
        let (least, most) = (high + (low - error), high + (low + error));
        // Adding 0.0 turns −0.0 into 0.0.
        (least == most).then_some(least + 0.0)
    }
}

/// Whether it is certain on which side of `high` a number lies that differs from high + low by at most `error`.
///
/// The neighbours of `high` are at least u of it away, `low` is at most half of that gap and the error at most a quarter of u,
/// so the number lies between `high` and one of them.
#[inline(always)]
pub(crate) fn is_certain(high: f64, low: f64, error: f64) -> bool {
    (error < f64::EPSILON / 8.0 * high) & (error < low.abs())
}

/// The largest `f64` not above high + low, for positive numbers: `high`, or with one bit less its neighbour below.
/// Which of them it is is anybody's guess, so that is no branch.
#[inline(always)]
pub(crate) fn nearest_below(high: f64, low: f64) -> f64 {
    f64::from_bits(high.to_bits() - u64::from(low < 0.0))
}

/// What is left of n after q·m is taken away, for q near n/m: rounded, but of the right sign.
///
/// The product's leading part is within a factor of two of n, so taking it away is exact.
#[inline]
pub(crate) fn rest_of_division(n: f64, m: f64, q: f64) -> f64 {
    let (Lanes([product]), Lanes([error])) = product(Lanes([q]), Lanes([m]));
    (n - product) - error
}

/// a + b as a rounded sum and its error (Knuth).
#[inline(always)]
fn sum<const K: usize>(a: Lanes<K>, b: Lanes<K>) -> (Lanes<K>, Lanes<K>) {
    let sum = a + b;
    let b_part = sum - a;
    let a_part = sum - b_part;
    (sum, (a - a_part) + (b - b_part))
}

/// a + b as a rounded sum and its error, where |a| ≥ |b| or a = 0 (Dekker). Otherwise the error is off by at most u of b.
#[inline(always)]
pub(crate) fn fast_sum<const K: usize>(a: Lanes<K>, b: Lanes<K>) -> (Lanes<K>, Lanes<K>) {
    let high = a + b;
    (high, b - (high - a))
}

/// a · b as a rounded product and its error, by splitting each factor into two halves of at most 26 bits (Dekker, Veltkamp).
#[inline(always)]
fn product<const K: usize>(a: Lanes<K>, b: Lanes<K>) -> (Lanes<K>, Lanes<K>) {
    let splitter = Lanes([134_217_729.0; K]); // 2²⁷ + 1
    let halves = |x: Lanes<K>| {
        let shifted = splitter * x;
        let high = shifted - (shifted - x);
        (high, x - high)
    };
    let high = a * b;
    let ((a1, a0), (b1, b0)) = (halves(a), halves(b));
    (high, a0 * b0 - (((high - a1 * b1) - a0 * b1) - a1 * b0))
}

/// Whether all coordinates are zero or between 2⁻¹³⁰ and 2¹⁵⁰ in size.
///
/// Then all are multiples of 2⁻¹⁸², differences of differences lie between that and 2¹⁵², formulas of degree 4 between
/// 2⁻⁷²⁸ and 2⁶¹², and so does a quotient of two of degree 2. Second parts are 2¹⁰⁶ smaller, and products of those are
/// left out: at least 2⁻⁸³⁴, which is a normal number. Nothing overflows or underflows.
#[inline(always)]
pub(crate) fn is_moderate<const K: usize>(points: [Point; K]) -> bool {
    const LEAST: f64 = 7.346_839_692_639_297e-40; // 2⁻¹³⁰
    const MOST: f64 = 1.427_247_692_705_96e45; // 2¹⁵⁰
    let moderate = |x: f64| (x == 0.0) | ((LEAST <= x.abs()) & (x.abs() < MOST));
    points.iter().fold(true, |all, p| all & moderate(p.x) & moderate(p.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::exactly::{Random, cross, exact, in_units_of, squared_distance};

    fn vector(from: Point, to: Point) -> [Double; 2] {
        [Double::difference(Lanes([to.x]), Lanes([from.x])), Double::difference(Lanes([to.y]), Lanes([from.y]))]
    }

    /// The longest formulas under a root: how far off are they, in units of u² of their size?
    /// The table above says at most 104 for the square of a cross product and 127 for q.
    #[test]
    fn errors_are_within_the_table() {
        let (mut random, mut largest) = (Random(1), [0.0_f64; 2]);
        for _ in 0..if carom_oracle::FEW_CASES { 5_000 } else { 100_000 } {
            let ([p, q, a, b, ..], r) = (random.points(), random.number().abs());
            let (w, v) = (vector(p, q), vector(a, b));
            let c = w[0].times(v[1]).minus(w[1].times(v[0]));
            let squares = w[0].times(w[0]).plus(w[1].times(w[1]));
            let reach = Double::new(r).times(Double::new(r)).times(squares);
            let under_root = reach.minus(c.times(c));
            let exact_square = cross(p, q, a, b).squared();
            let exact_reach = exact(r).squared() * squared_distance(p, q);
            let off = |x: Double, truth| {
                let value = exact(x.high.0[0]) + exact(x.low.0[0]);
                in_units_of(value - truth, exact(x.size.0[0])) / U
            };
            largest[0] = largest[0].max(off(c.times(c), exact_square.clone()));
            largest[1] = largest[1].max(off(under_root, exact_reach - exact_square));
        }
        assert!(largest[0] <= 104.0 && largest[1] <= 127.0, "{largest:?}");
        assert!(1.0 <= largest[0] && 1.0 <= largest[1], "{largest:?}: nothing was measured");
        const { assert!(127.0 * U * U < ERROR) };
    }
}
