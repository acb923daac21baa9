//! The few operations on single numbers that `core` lacks, the same bits on every machine.

/// The square root, correctly rounded.
///
/// With `std` this is the processor's instruction, which IEEE 754 requires to be correctly rounded;
/// without `std` the same result comes from integers.
#[inline]
pub(crate) fn sqrt(x: f64) -> f64 {
    #[cfg(feature = "std")]
    return x.sqrt();
    #[cfg(not(feature = "std"))]
    return sqrt_by_integers(x);
}

/// The same for an `f32`. Rounded twice it is still right: 53 bits are more than twice 24 and two.
#[inline(always)]
pub(crate) fn sqrt_f32(x: f32) -> f32 {
    #[cfg(feature = "std")]
    return x.sqrt();
    #[cfg(not(feature = "std"))]
    return sqrt(f64::from(x)) as f32;
}

/// The largest whole number not above `x`.
pub(crate) fn floor(x: f64) -> f64 {
    // Beyond 2⁵² all numbers are whole; converting rounds toward zero.
    if x.abs() < 4_503_599_627_370_496.0 {
        let whole = x as i64 as f64;
        return if whole > x { whole - 1.0 } else { whole };
    }
    x
}

/// Whether products of four such numbers neither overflow nor vanish.
#[inline(always)]
pub(crate) fn is_ordinary(x: f64) -> bool {
    1e-70 < x && x < 1e70
}

/// √(m·2^e) with e even and m of 110 or 111 bits: the integer root has 55 or 56 bits,
/// and whether a remainder is left decides the rounding exactly.
#[cfg_attr(all(feature = "std", not(test)), expect(dead_code, reason = "only without `std`"))]
fn sqrt_by_integers(x: f64) -> f64 {
    if x.is_nan() || x <= 0.0 || x == f64::INFINITY {
        return if x < 0.0 { f64::NAN } else { x };
    }
    let (mantissa, exponent) = split(x);
    let mantissa = mantissa.unsigned_abs();
    let mut shift = mantissa.leading_zeros() as i32 + 46;
    shift += (exponent - shift) & 1;
    let square = u128::from(mantissa) << shift;
    let root = square.isqrt();
    let inexact = root * root != square;
    // One more bit below the root says whether something was cut off.
    let doubled = (root as u64) << 1 | u64::from(inexact);
    join(false, doubled, (exponent - shift) / 2 - 1)
}

/// `x = mantissa · 2^exponent`, exactly, for finite `x`; the mantissa has at most 53 bits.
#[inline]
pub(crate) fn split(x: f64) -> (i64, i32) {
    let bits = x.to_bits();
    let biased = (bits >> 52 & 0x7ff) as i32;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let (magnitude, exponent) = if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
    (if x < 0.0 { -magnitude } else { magnitude }, exponent)
}

/// `±mantissa · 2^exponent` rounded to the nearest `f64`, ties to even.
pub(crate) fn join(negative: bool, mantissa: u64, exponent: i32) -> f64 {
    if mantissa == 0 {
        return 0.0;
    }
    let bits = 64 - mantissa.leading_zeros() as i32;
    // The exponent of the last bit that is kept: 53 bits, fewer among the subnormal numbers.
    let last = core::cmp::max(exponent + bits - 53, -1074);
    let kept = match last - exponent {
        cut @ 65.. => {
            debug_assert!(cut > bits, "everything is below half of the last bit");
            0
        }
        64 => u64::from(mantissa > 1 << 63),
        cut @ 1.. => {
            let half = 1 << (cut - 1);
            let rest = mantissa & ((half << 1) - 1);
            let whole = mantissa >> cut;
            whole + u64::from(rest > half || (rest == half && whole & 1 == 1))
        }
        cut => mantissa << -cut,
    };
    if kept == 0 {
        return 0.0;
    }
    let magnitude = if kept < 1 << 52 {
        f64::from_bits(kept)
    } else if last > 971 {
        f64::INFINITY
    } else {
        // Rounding up to 2^53 carries into the exponent field, as it should.
        f64::from_bits((((last + 1075) as u64) << 52) + (kept - (1 << 52)))
    };
    if negative { -magnitude } else { magnitude }
}

/// 2 to the power of `exponent`, which must lie between −1074 and 1023.
pub(crate) fn power_of_two(exponent: i32) -> f64 {
    join(false, 1, exponent)
}

/// The largest power of two not above `x`; 1 if `x` is zero or not a finite positive number.
#[inline]
pub(crate) fn power_of_two_near(x: f64) -> f64 {
    if !(x > 0.0 && x < f64::INFINITY) {
        return 1.0;
    }
    let (mantissa, exponent) = split(x);
    power_of_two(exponent + 63 - mantissa.leading_zeros() as i32)
}

/// The next larger `f64` above a finite number.
#[inline]
pub(crate) fn next_up(x: f64) -> f64 {
    let bits = x.to_bits();
    f64::from_bits(if x > 0.0 {
        bits + 1
    } else if x < 0.0 {
        bits - 1
    } else {
        1
    })
}

/// The next smaller `f64` below a finite number.
#[inline]
pub(crate) fn next_down(x: f64) -> f64 {
    -next_up(-x)
}

/// (a + b) − fl(a + b) exactly, where nothing overflows (Knuth's two-sum).
pub(crate) fn rounding_error(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let b_part = sum - a;
    let a_part = sum - b_part;
    (a - a_part) + (b - b_part)
}

/// The largest `x ≥ 0` that is `not_above` the number looked for, found from an estimate.
///
/// `not_above` must be true up to some number and false beyond it.
/// A good estimate costs two or three questions, the worst one twice 64: the bits of positive
/// floating-point numbers, read as integers, are in the order of the numbers.
pub(crate) fn round_down(estimate: f64, not_above: impl Fn(f64) -> bool) -> f64 {
    let largest = f64::MAX.to_bits();
    let start = if estimate > 0.0 { core::cmp::min(estimate.to_bits(), largest) } else { 0 };
    // Gallop from the estimate until the answer lies in low ≤ answer < high.
    let (mut low, mut high, mut stride) = (start, start, 1);
    if not_above(f64::from_bits(start)) {
        loop {
            high = core::cmp::min(low.saturating_add(stride), largest + 1);
            if high > largest || !not_above(f64::from_bits(high)) {
                break;
            }
            low = high;
            stride *= 2;
        }
    } else {
        loop {
            low = high.saturating_sub(stride);
            if low == 0 || not_above(f64::from_bits(low)) {
                break;
            }
            high = low;
            stride *= 2;
        }
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if not_above(f64::from_bits(middle)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::from_bits(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bit patterns spread over all finite numbers, with the neighbours of every power of two.
    fn numbers() -> impl Iterator<Item = f64> {
        let spread = (0..200_000_u64).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let powers = (-1074..1024).flat_map(|e| {
            let bits = power_of_two(e).to_bits();
            [bits - 1, bits, bits + 1]
        });
        spread.chain(powers).map(f64::from_bits).filter(|x| x.is_finite())
    }

    #[test]
    fn split_and_join_are_inverse() {
        for x in numbers() {
            let (mantissa, exponent) = split(x);
            assert_eq!(join(mantissa < 0, mantissa.unsigned_abs(), exponent), x, "{x:e}");
        }
    }

    #[test]
    fn join_rounds_to_even() {
        let odd = (1 << 53) + 1;
        assert_eq!(join(false, odd, 0), (1_u64 << 53) as f64);
        assert_eq!(join(false, odd + 2, 0), ((1_u64 << 53) + 4) as f64);
        assert_eq!(join(false, u64::MAX, 0), 18_446_744_073_709_551_616.0);
        assert_eq!(join(false, 1, -1075), 0.0);
        assert_eq!(join(true, 3, -1076), -f64::from_bits(1));
        assert_eq!(join(false, u64::MAX, -1139), 0.0);
        assert_eq!(join(false, u64::MAX, -1138), f64::from_bits(1));
        assert_eq!(join(false, u64::MAX, 960), f64::INFINITY);
        assert_eq!(join(false, (1 << 53) - 1, 971), f64::MAX);
    }

    #[test]
    fn integer_root_is_the_processors() {
        for x in numbers() {
            let (ours, theirs) = (sqrt_by_integers(x), x.sqrt());
            assert!(ours == theirs || (ours.is_nan() && theirs.is_nan()), "{x:e}: {ours:e}, {theirs:e}");
        }
    }

    #[test]
    fn floor_is_the_standard_one() {
        for x in numbers().chain([-0.5, 0.5, -1.0, 1.0, -1.5, 1e15 + 0.5, -1e15 - 0.5]) {
            assert_eq!(floor(x), x.floor(), "{x:e}");
        }
    }

    #[test]
    fn round_down_finds_the_number_from_any_estimate() {
        for wanted in [0.0, 5e-324, 1.0, 1e300, f64::MAX] {
            for estimate in [f64::NAN, -1.0, 0.0, 5e-324, 0.999_999_999, 1.0, 1e10, 1e300, f64::MAX, f64::INFINITY] {
                assert_eq!(round_down(estimate, |x| x <= wanted), wanted, "{wanted:e} from {estimate:e}");
            }
        }
    }
}
