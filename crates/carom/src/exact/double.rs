//! Numbers of twice the precision: an unevaluated sum of two `f64`, the second at most half a unit in the last place
//! of the first.
//!
//! They make points that are nearly always certain to round the right way, in a tenth of the time integers take.
//! The algorithms and error bounds are those of Joldes, Muller and Popescu, "Tight and rigorous error bounds for
//! basic building blocks of double-word arithmetic" (ACM TOMS 44, 2017), with Dekker's product in place of a fused
//! multiply-add, which not every machine has. u = 2⁻⁵³. The bounds hold where nothing overflows or underflows.

use crate::float;
use crate::point::Point;

/// u².
pub(super) const U2: f64 = f64::EPSILON * f64::EPSILON / 4.0;

/// Bounds on the error of a quotient are of first order: they hold while the relative error of the divisor is so small
/// that 1 / (1 − error) is below 1.2, which is the room left in their factors.
pub(super) const MAX_ERROR: f64 = 0.125;

#[derive(Clone, Copy)]
pub(super) struct Double {
    pub(super) high: f64,
    pub(super) low: f64,
}

impl Double {
    pub(super) fn new(high: f64) -> Double {
        Double { high, low: 0.0 }
    }

    /// a − b, exactly.
    #[inline]
    pub(super) fn difference(a: f64, b: f64) -> Double {
        two_sum(a, -b)
    }

    /// From one point to another, exactly.
    #[inline]
    pub(super) fn vector(from: Point, to: Point) -> [Double; 2] {
        [Double::difference(to.x, from.x), Double::difference(to.y, from.y)]
    }

    /// Relative error at most 3u² + 13u³ (their algorithm 6).
    #[inline]
    pub(super) fn plus(self, other: Double) -> Double {
        let (s, t) = (two_sum(self.high, other.high), two_sum(self.low, other.low));
        let v = fast_two_sum(s.high, s.low + t.high);
        fast_two_sum(v.high, t.low + v.low)
    }

    #[inline]
    pub(super) fn minus(self, other: Double) -> Double {
        self.plus(Double { high: -other.high, low: -other.low })
    }

    /// Relative error at most 7u² (their algorithm 10).
    #[inline]
    pub(super) fn times(self, other: Double) -> Double {
        let c = two_product(self.high, other.high);
        let low = self.high * other.low + self.low * other.high;
        fast_two_sum(c.high, c.low + low)
    }

    /// Relative error at most 18u²: 15u² + 56u³ for their algorithm 17, whose product of a double and a number is
    /// the more exact algorithm 7; the shorter algorithm 8 used here may add 3u² to that product.
    #[inline]
    pub(super) fn over(self, divisor: Double) -> Double {
        let quotient = self.high / divisor.high;
        let c = two_product(divisor.high, quotient);
        let product = fast_two_sum(c.high, c.low + divisor.low * quotient);
        let rest = (self.high - product.high) + (self.low - product.low);
        fast_two_sum(quotient, rest / divisor.high)
    }
}

impl Double {
    /// The square root of a positive number.
    ///
    /// The square of the rounded root differs from the leading part by a number that is an `f64`, so it is found exactly.
    #[inline]
    pub(super) fn root(self) -> Double {
        let root = float::sqrt(self.high);
        let square = two_product(root, root);
        let rest = ((self.high - square.high) - square.low) + self.low;
        fast_two_sum(root, rest / (2.0 * root))
    }
}

/// A cross product of two exact vectors.
#[derive(Clone, Copy)]
pub(super) struct Cross {
    /// Off by at most 10u² of the permanent, the sum of the absolute values of the two products:
    /// each product is off by 7u² of itself and their difference by 3u².
    pub(super) value: Double,
    /// How many times larger the permanent is than the value.
    pub(super) spread: f64,
    /// Whether the value is exact and a single number, as for coordinates on a grid.
    pub(super) single: bool,
}

/// v × w.
#[inline]
pub(super) fn cross(v: [Double; 2], w: [Double; 2]) -> Cross {
    let (l, r) = (v[0].times(w[1]), v[1].times(w[0]));
    let value = l.minus(r);
    let single = [v[0], v[1], w[0], w[1], l, r, value].iter().all(|part| part.low == 0.0);
    Cross { value, spread: (l.high.abs() + r.high.abs()) / value.high.abs(), single }
}

/// What is left of n after q·m is taken away, for q near n/m: rounded, but of the right sign.
///
/// The product's leading half is within a factor of two of n, so taking it away is exact.
#[inline]
pub(super) fn rest_of_division(n: f64, m: f64, q: f64) -> f64 {
    let product = two_product(q, m);
    (n - product.high) - product.low
}

/// a + b exactly.
#[inline]
fn two_sum(a: f64, b: f64) -> Double {
    Double { high: a + b, low: float::rounding_error(a, b) }
}

/// a + b exactly, where |a| ≥ |b| or a = 0 (Dekker).
#[inline]
fn fast_two_sum(a: f64, b: f64) -> Double {
    let high = a + b;
    Double { high, low: b - (high - a) }
}

/// a · b exactly, by splitting each factor into two halves of at most 26 bits (Dekker, Veltkamp).
#[inline]
fn two_product(a: f64, b: f64) -> Double {
    const SPLITTER: f64 = 134_217_729.0; // 2²⁷ + 1
    let halves = |x: f64| {
        let shifted = SPLITTER * x;
        let high = shifted - (shifted - x);
        (high, x - high)
    };
    let high = a * b;
    let ((a1, a0), (b1, b0)) = (halves(a), halves(b));
    Double { high, low: a0 * b0 - (((high - a1 * b1) - a0 * b1) - a1 * b0) }
}

/// Whether all coordinates are zero or between 2⁻¹³⁰ and 2¹⁵⁰ in size.
///
/// Then all are multiples of 2⁻¹⁸², differences lie between that and 2¹⁵¹, cross products between 2⁻³⁶⁴ and 2³⁰³, so
/// a quotient n/m of two is at least 2⁻⁶⁶⁷ and its product with a difference at least 2⁻⁸⁴⁹. What the second half of a
/// [`Double`] must hold is 2¹⁰⁶ smaller, at least 2⁻⁹⁵⁵, which is a normal number: nothing overflows or underflows.
#[inline]
pub(super) fn is_moderate<const K: usize>(points: [Point; K]) -> bool {
    let moderate = |x: f64| {
        let exponent = (x.to_bits() >> 52 & 0x7ff) as i32 - 1023;
        x == 0.0 || (-130..150).contains(&exponent)
    };
    points.iter().all(|p| moderate(p.x) & moderate(p.y))
}
