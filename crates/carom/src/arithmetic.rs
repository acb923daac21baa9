//! Does this processor compute as every proof here takes for granted?

use crate::error::{ArithmeticFault, Error};
use core::hint::black_box;

/// Whether this thread computes as IEEE 754 has it by default: rounded to nearest, with subnormal numbers.
///
/// A program that contains carom may have changed that, as sound libraries do for speed and interval libraries for rounding: then
/// nothing that carom guarantees holds. [`World::with`](crate::World::with) and [`World::add`](crate::World::add) ask this first.
/// It takes five operations.
///
/// # Errors
/// If it does not.
///
/// ```
/// assert_eq!(carom::check_arithmetic(), Ok(()));
/// ```
pub fn check_arithmetic() -> Result<(), Error> {
    // 2⁻⁵⁴ is a quarter of the step above 1: nearest gives 1, upward more. Three quarters: nearest gives one step, downward and
    // toward zero give 1. The compiler knows none of these numbers, so the processor computes.
    let [one, quarter, smallest, half] = black_box([1.0, f64::EPSILON / 4.0, f64::MIN_POSITIVE, 0.5]);
    if one + quarter != 1.0 || one + 3.0 * quarter != 1.0 + f64::EPSILON {
        return Err(Error::Arithmetic { fault: ArithmeticFault::Rounding });
    }
    // A subnormal result, and a subnormal operand. They are compared by their bits, as a comparison would take them for 0 as well.
    let subnormal = black_box(f64::from_bits(1));
    if (smallest * half).to_bits() != 1 << 51 || (subnormal + subnormal).to_bits() != 2 {
        return Err(Error::Arithmetic { fault: ArithmeticFault::Subnormals });
    }
    Ok(())
}
