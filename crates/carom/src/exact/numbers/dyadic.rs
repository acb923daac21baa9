//! Exact numbers of any size: an integer times a power of two, on the heap.
//!
//! Where numbers of a question are of different kinds (places, velocities, times) or of any size at all, there is no common grid
//! that is short; here every number has its own. Slow, and used only where everything else is in doubt.

use crate::float;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// ± limbs · 2^exponent, least limb first; the last limb is not zero, and zero has none.
#[derive(Clone, Debug)]
pub(crate) struct Dyadic {
    negative: bool,
    limbs: Vec<u64>,
    exponent: i32,
}

impl Dyadic {
    /// A finite number; anything else counts as zero.
    pub(crate) fn of(value: f64) -> Dyadic {
        let (mantissa, exponent) = if value.is_finite() { float::split(value) } else { (0, 0) };
        if mantissa == 0 {
            return Dyadic { negative: false, limbs: Vec::new(), exponent: 0 };
        }
        let zeros = mantissa.trailing_zeros();
        let magnitude = mantissa.unsigned_abs() >> zeros;
        Dyadic { negative: mantissa < 0, limbs: vec![magnitude], exponent: exponent + zeros as i32 }
    }

    /// The order against zero.
    pub(crate) fn sign(&self) -> Ordering {
        match (self.limbs.is_empty(), self.negative) {
            (true, _) => Ordering::Equal,
            (_, false) => Ordering::Greater,
            (_, true) => Ordering::Less,
        }
    }

    pub(crate) fn negated(&self) -> Dyadic {
        Dyadic { negative: !self.negative, ..self.clone() }
    }

    pub(crate) fn plus(&self, other: &Dyadic) -> Dyadic {
        self.plus_signed(other, other.negative)
    }

    pub(crate) fn minus(&self, other: &Dyadic) -> Dyadic {
        self.plus_signed(other, !other.negative)
    }

    /// The sum with a number that has the other's size and a sign.
    fn plus_signed(&self, other: &Dyadic, negative: bool) -> Dyadic {
        if self.limbs.is_empty() {
            return Dyadic { negative, ..other.clone() };
        }
        if other.limbs.is_empty() {
            return self.clone();
        }
        // The one with the larger exponent is brought to that of the other.
        let exponent = core::cmp::min(self.exponent, other.exponent);
        let finer = |x: &Dyadic| shifted(&x.limbs, (x.exponent - exponent) as u32);
        let moved = if self.exponent > exponent { finer(self) } else { finer(other) };
        let (a, b) = if self.exponent > exponent { (&moved, &other.limbs) } else { (&self.limbs, &moved) };
        let (negative, limbs) = if self.negative == negative {
            (negative, sum(a, b))
        } else if compare(a, b) == Ordering::Less {
            (negative, difference(b, a))
        } else {
            (self.negative, difference(a, b))
        };
        Dyadic { negative, limbs, exponent }
    }

    pub(crate) fn times(&self, other: &Dyadic) -> Dyadic {
        let mut limbs = vec![0; self.limbs.len() + other.limbs.len()];
        for (i, &a) in self.limbs.iter().enumerate() {
            let mut carry = 0;
            for (j, &b) in other.limbs.iter().enumerate() {
                let sum = u128::from(a) * u128::from(b) + u128::from(limbs[i + j]) + carry;
                limbs[i + j] = sum as u64;
                carry = sum >> 64;
            }
            limbs[i + other.limbs.len()] = carry as u64;
        }
        let exponent = self.exponent + other.exponent;
        Dyadic { negative: self.negative != other.negative, limbs: trimmed(limbs), exponent }
    }

    pub(crate) fn squared(&self) -> Dyadic {
        self.times(self)
    }

    pub(crate) fn compare(&self, other: &Dyadic) -> Ordering {
        self.minus(other).sign()
    }

    /// About how much it is: a number of up to 2⁶⁵ with its sign, and a power of two.
    pub(crate) fn leading(&self) -> (f64, i32) {
        let [.., top] = self.limbs[..] else { return (0.0, i32::MIN / 2) };
        let below = self.limbs.len().checked_sub(2).map_or(0, |below| self.limbs[below]);
        let size = top as f64 + below as f64 * float::power_of_two(-64);
        (if self.negative { -size } else { size }, self.exponent + 64 * (self.limbs.len() as i32 - 1))
    }
}

fn shifted(limbs: &[u64], bits: u32) -> Vec<u64> {
    let (whole, bits) = (bits as usize / 64, bits % 64);
    let mut result = Vec::with_capacity(whole + limbs.len() + 1);
    result.resize(whole, 0);
    let mut carry = 0;
    for &limb in limbs {
        result.push(limb << bits | carry);
        carry = if bits == 0 { 0 } else { limb >> (64 - bits) };
    }
    result.push(carry);
    trimmed(result)
}

fn trimmed(mut limbs: Vec<u64>) -> Vec<u64> {
    while limbs.last() == Some(&0) {
        limbs.pop();
    }
    limbs
}

fn compare(a: &[u64], b: &[u64]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

fn sum(a: &[u64], b: &[u64]) -> Vec<u64> {
    let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
    let mut result = Vec::with_capacity(long.len() + 1);
    let mut carry = false;
    for (i, &limb) in long.iter().enumerate() {
        let (sum, first) = limb.overflowing_add(short.get(i).copied().unwrap_or(0));
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        result.push(sum);
        carry = first || second;
    }
    result.push(u64::from(carry));
    trimmed(result)
}

/// a − b for a ≥ b.
fn difference(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut result = Vec::with_capacity(a.len());
    let mut borrow = false;
    for (i, &limb) in a.iter().enumerate() {
        let (rest, first) = limb.overflowing_sub(b.get(i).copied().unwrap_or(0));
        let (rest, second) = rest.overflowing_sub(u64::from(borrow));
        result.push(rest);
        borrow = first || second;
    }
    trimmed(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::exactly::Random;
    use carom_oracle::dyadic::exact;

    /// Polynomials of numbers of all sizes have the sign that the oracle's have.
    #[test]
    fn signs_are_the_oracles() {
        let mut random = Random(7);
        for round in 0..20_000 {
            let mut number = || match round % 3 {
                0 => random.number(),
                1 => (random.number() * 4.0).round() / 4.0,
                _ => random.number() * 2_f64.powi((random.number() * 300.0) as i32 % 400),
            };
            let [a, b, c, d] = [number(), number(), number(), number()];
            let d = if round % 5 == 0 { a } else { d };
            let [x, y, z, w] = [a, b, c, d].map(Dyadic::of);
            let ours = x.times(&y).minus(&z.times(&w)).plus(&z.squared()).minus(&x.negated().times(&z));
            let [p, q, r, s] = [a, b, c, d].map(exact);
            let theirs = p.clone() * q - r.clone() * s + r.squared() + p * r;
            assert_eq!(ours.sign(), theirs.sign(), "{a:e} {b:e} {c:e} {d:e}");
        }
    }
}
