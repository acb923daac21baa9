//! Which `f64` is a correctly rounded answer?

use dashu_base::{BitTest, DivRem, SquareRoot, UnsignedAbs};
use dashu_int::{IBig, UBig};

/// The exponent of the smallest positive `f64`.
const LOWEST: i32 = -1074;

/// `numerator / denominator · 2^exponent` rounded to the nearest `f64`, ties to even; the denominator is positive.
pub fn nearest(numerator: &IBig, denominator: &IBig, exponent: i32) -> f64 {
    let negative = *numerator < IBig::ZERO;
    let (n, d) = (numerator.clone().unsigned_abs(), denominator.clone().unsigned_abs());
    let mut unit = (n.bit_len() as i32 - d.bit_len() as i32 + exponent - 53).max(LOWEST);
    let magnitude = loop {
        let (n, d) = (shifted(&n, exponent - unit), shifted(&d, unit - exponent));
        let (quotient, remainder) = n.div_rem(&d);
        // The first guess of the unit can be one too small, never too large: then the quotient has 54 bits.
        if quotient.bit_len() > 53 {
            unit += 1;
            continue;
        }
        let twice: UBig = remainder << 1;
        let is_odd = quotient.bit(0);
        let up = twice > d || (twice == d && is_odd);
        break assemble(if up { quotient + 1u8 } else { quotient }, unit);
    };
    // What rounds to zero is 0.0, on either side.
    if negative && magnitude != 0.0 { -magnitude } else { magnitude }
}

/// `numerator / denominator` rounded toward zero, for numbers that are not negative; the denominator is positive.
pub fn toward_zero(numerator: &IBig, denominator: &IBig) -> f64 {
    let (n, d) = (numerator.clone().unsigned_abs(), denominator.clone().unsigned_abs());
    let mut unit = (n.bit_len() as i32 - d.bit_len() as i32 - 53).max(LOWEST);
    loop {
        let quotient = shifted(&n, -unit) / shifted(&d, unit);
        if quotient.bit_len() <= 53 {
            return assemble(quotient, unit);
        }
        unit += 1;
    }
}

/// `√(numerator / denominator) · 2^exponent − less · 2^exponent` rounded toward zero.
///
/// Both fractions are in the same units; a negative result is reported as 0.
pub fn root_toward_zero(numerator: &IBig, denominator: &IBig, less: &IBig, exponent: i32) -> f64 {
    let half = (numerator.bit_len() as i32 - denominator.bit_len() as i32) / 2;
    // floor(√v / u − k) = floor(√v / u) − k for a whole k, so a unit that divides `less` keeps all bits right.
    // A difference of nearly equal numbers needs a smaller unit; the lowest one is always enough.
    for unit in [(half + exponent - 56).min(exponent).max(LOWEST), LOWEST] {
        let floor = floor_of_root(numerator, denominator, exponent - unit) - shifted_signed(less, exponent - unit);
        if floor <= IBig::ZERO && unit == LOWEST {
            return 0.0;
        }
        let bits = floor.bit_len() as i32;
        if IBig::ZERO < floor && (53 <= bits || unit == LOWEST) {
            let extra = (bits - 53).max(0);
            return assemble(floor.unsigned_abs() >> extra as usize, unit + extra);
        }
    }
    unreachable!("the lowest unit always returns")
}

/// `√(numerator / denominator) · 2^exponent` rounded away from zero.
pub fn root_away_from_zero(numerator: &IBig, denominator: &IBig, exponent: i32) -> f64 {
    let below = root_toward_zero(numerator, denominator, &IBig::ZERO, exponent);
    let scale = crate::truth::Scale { exponent: exponent.min(LOWEST) };
    // below² · denominator against numerator, in units of 2^LOWEST.
    let square = |x: IBig| &x * &x;
    let left = square(scale.integer(below)) * denominator;
    let right = shifted_signed(numerator, 2 * (exponent - scale.exponent));
    if left == right { below } else { next_up(below) }
}

/// `floor(√(numerator / denominator) · 2^shift)`.
fn floor_of_root(numerator: &IBig, denominator: &IBig, shift: i32) -> IBig {
    let (n, d) = (numerator.clone().unsigned_abs(), denominator.clone().unsigned_abs());
    IBig::from((shifted(&n, 2 * shift) / shifted(&d, -2 * shift)).sqrt())
}

/// `value · 2^shift` if that makes it larger, else `value`: the other side of the fraction takes the other shifts.
fn shifted(value: &UBig, shift: i32) -> UBig {
    if 0 < shift { value << shift as usize } else { value.clone() }
}

fn shifted_signed(value: &IBig, shift: i32) -> IBig {
    debug_assert!(0 <= shift, "shift is {shift}; expected a unit that divides the value");
    value << shift as usize
}

/// `mantissa · 2^unit` for a mantissa of at most 53 bits, or exactly 2^53; toward zero if it is too large for an `f64`.
fn assemble(mantissa: UBig, unit: i32) -> f64 {
    let mantissa = u64::try_from(mantissa).expect("a mantissa has at most 54 bits");
    if mantissa == 0 {
        return 0.0;
    }
    if mantissa < 1 << 52 {
        assert_eq!(unit, LOWEST, "only subnormal numbers have short mantissas");
        return f64::from_bits(mantissa);
    }
    // Adding lets a mantissa of 2^53 carry into the exponent by itself.
    let biased = (unit - LOWEST + 1) as u64;
    if 2046 < biased {
        return f64::MAX;
    }
    f64::from_bits((biased << 52) + (mantissa - (1 << 52)))
}

/// The smallest number above `x`.
pub fn next_up(x: f64) -> f64 {
    let bits = (x + 0.0).to_bits();
    // Positive numbers are ordered like their bits, negative ones the other way around; adding 0 has made −0 positive.
    f64::from_bits(if x < 0.0 { bits - 1 } else { bits + 1 })
}

/// The largest number below `x`.
pub fn next_down(x: f64) -> f64 {
    -next_up(-x)
}
