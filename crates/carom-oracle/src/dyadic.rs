//! Exact sums and products of floats, and how far off a float is from one.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

use dashu_base::BitTest;
use dashu_int::IBig;

use crate::truth;

/// An integer times a power of two: what every finite `f64` is, and all that sums and products make of them.
#[derive(Clone, Debug)]
pub struct Dyadic {
    integer: IBig,
    exponent: i32,
}

/// A finite `f64` as the number that it is.
pub fn exact(value: f64) -> Dyadic {
    let (integer, exponent) = if value == 0.0 { (0, 0) } else { truth::split(value) };
    Dyadic { integer: integer.into(), exponent }
}

impl Dyadic {
    /// Its square.
    pub fn squared(&self) -> Dyadic {
        self.clone() * self.clone()
    }

    /// Below zero, zero or above.
    pub fn sign(&self) -> Ordering {
        truth::sign(&self.integer)
    }

    /// Its size, with no sign.
    pub fn abs(self) -> Dyadic {
        if self.sign() == Ordering::Less { -self } else { self }
    }

    /// The quotient of two such numbers, near enough for a report: of each some sixty leading bits count. Infinite if the other is 0.
    pub fn over(&self, other: &Dyadic) -> f64 {
        let leading = |number: &Dyadic| {
            let surplus = number.integer.bit_len().saturating_sub(60);
            ((&number.integer >> surplus).to_f64().value(), number.exponent + surplus as i32)
        };
        let ((a, a_exponent), (b, b_exponent)) = (leading(self), leading(other));
        if a == 0.0 { 0.0 } else { a / b * 2f64.powi(a_exponent - b_exponent) }
    }

    /// How many times 2^`exponent` it is, for an exponent that is not above its own.
    pub(crate) fn aligned(&self, exponent: i32) -> IBig {
        &self.integer << (self.exponent - exponent) as usize
    }

    /// The power of two of which it is a whole multiple.
    pub(crate) fn exponent(&self) -> i32 {
        self.exponent
    }
}

/// The inner product of two vectors.
pub fn dot(v: &[Dyadic; 2], w: &[Dyadic; 2]) -> Dyadic {
    v[0].clone() * w[0].clone() + v[1].clone() * w[1].clone()
}

/// The outer product of two vectors: positive if the second turns left.
pub fn cross(v: &[Dyadic; 2], w: &[Dyadic; 2]) -> Dyadic {
    v[0].clone() * w[1].clone() - v[1].clone() * w[0].clone()
}

impl Add for Dyadic {
    type Output = Dyadic;

    fn add(self, other: Dyadic) -> Dyadic {
        let exponent = self.exponent.min(other.exponent);
        Dyadic { integer: self.aligned(exponent) + other.aligned(exponent), exponent }
    }
}

impl Neg for Dyadic {
    type Output = Dyadic;

    fn neg(self) -> Dyadic {
        Dyadic { integer: -self.integer, exponent: self.exponent }
    }
}

impl Sub for Dyadic {
    type Output = Dyadic;

    fn sub(self, other: Dyadic) -> Dyadic {
        self + -other
    }
}

impl Mul for Dyadic {
    type Output = Dyadic;

    fn mul(self, other: Dyadic) -> Dyadic {
        Dyadic { integer: self.integer * other.integer, exponent: self.exponent + other.exponent }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_rounded() {
        let (tiny, huge) = (exact(5e-324), exact(f64::MAX));
        let sum = huge.clone() + tiny.clone();
        assert_eq!((sum.clone() - huge.clone()).over(&tiny), 1.0);
        assert_eq!((huge.squared() - sum.squared()).sign(), Ordering::Less);
        assert_eq!((sum - huge - tiny).sign(), Ordering::Equal);
        assert_eq!(exact(-6.0).over(&exact(4.0)), -1.5);
        assert_eq!(exact(-6.0).abs().over(&exact(-0.0)), f64::INFINITY);
    }
}
