//! Exact times at which straight flights meet: rational numbers and roots of quadratic equations.

use std::cmp::Ordering;

use dashu_base::{BitTest, SquareRoot, UnsignedAbs};
use dashu_int::{IBig, UBig};

use crate::dyadic::Dyadic;
use crate::round;
use crate::truth::{self, sign_with_root};

/// The exponent of the smallest positive `f64`.
const LOWEST: i32 = -1074;

/// The time `(p ± √q) / s · 2^exponent`, with `q ≥ 0` and `s > 0`.
#[derive(Clone, Debug)]
pub struct Instant {
    p: IBig,
    root: Root,
    q: IBig,
    s: IBig,
    exponent: i32,
}

/// Which of the two solutions of a quadratic equation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// The one with `− √q`.
    Smaller,
    /// The one with `+ √q`.
    Larger,
}

impl Instant {
    /// The time `(p ± √q) / s · 2^exponent`.
    ///
    /// # Panics
    /// Unless `q ≥ 0` and `s > 0`.
    pub fn new(p: IBig, root: Root, q: IBig, s: IBig, exponent: i32) -> Instant {
        assert!(IBig::ZERO <= q && IBig::ZERO < s, "a root of {q} over {s}; expected 0 or more over more than 0");
        Instant { p, root, q, s, exponent }
    }

    /// The time `p / s · 2^exponent`, for any `s` but 0.
    pub fn fraction(p: IBig, s: IBig, exponent: i32) -> Instant {
        let (p, s) = if s < IBig::ZERO { (-p, -s) } else { (p, s) };
        Instant::new(p, Root::Smaller, IBig::ZERO, s, exponent)
    }

    /// The same of numbers that have a power of two each.
    ///
    /// # Panics
    /// Unless `q ≥ 0` and `s > 0`.
    pub fn of_parts(p: &Dyadic, root: Root, q: &Dyadic, s: &Dyadic) -> Instant {
        let unit = p.exponent().min(q.exponent().div_euclid(2));
        Instant::new(p.aligned(unit), root, q.aligned(2 * unit), s.aligned(s.exponent()), unit - s.exponent())
    }

    /// A time that is a finite float.
    pub fn of(time: f64) -> Instant {
        let (p, exponent) = if time == 0.0 { (0, 0) } else { truth::split(time) };
        Instant::fraction(p.into(), IBig::ONE, exponent)
    }

    /// Which of the two is later.
    pub fn compare(&self, other: &Instant) -> Ordering {
        let exponent = self.exponent.min(other.exponent);
        let ([p, q], [other_p, other_q]) = (self.in_units_of(exponent), other.in_units_of(exponent));
        // Times both denominators, the difference is x ± √ours ∓ √others.
        let x = p * &other.s - other_p * &self.s;
        let ours = q * &other.s * &other.s;
        let others = other_q * &self.s * &self.s;
        let of_others = if others == IBig::ZERO { Ordering::Equal } else { self.sign_of_root_of(other) };
        let of_rest = sign_with_root(&x, &self.factor(), &ours);
        match (of_rest, of_others) {
            (of_rest, Ordering::Equal) => of_rest,
            (Ordering::Equal, of_others) => of_others,
            (of_rest, of_others) if of_rest == of_others => of_rest,
            // Of different signs, the one with the larger square wins: x² + ours ± 2x√ours against others.
            (of_rest, _) => {
                let squares = sign_with_root(&(&x * &x + &ours - others), &((x * self.factor()) << 1), &ours);
                if of_rest == Ordering::Greater { squares } else { squares.reverse() }
            }
        }
    }

    /// Whether it is the same time.
    pub fn equals(&self, other: &Instant) -> bool {
        self.compare(other) == Ordering::Equal
    }

    /// `from + time · speed` against 0, where `speed` is so much in one unit of this time.
    pub fn sign_of(&self, from: &IBig, speed: &IBig) -> Ordering {
        sign_with_root(&(from * &self.s + speed * &self.p), &(speed * self.factor()), &self.q)
    }

    /// The largest `f64` that is not later, for a time that is not negative.
    pub fn floor(&self) -> f64 {
        let mut unit = -64;
        loop {
            let floor = self.floor_in_units_of(unit);
            assert!(IBig::ZERO <= floor, "a negative time was to be rounded toward zero");
            let length = floor.bit_len() as i32;
            if 53 <= length || unit == LOWEST {
                // Cutting off low bits is rounding toward zero again.
                let extra = (length - 53).max(0);
                let kept = (floor >> extra as usize) << (extra + unit).max(0) as usize;
                return round::toward_zero(&kept, &(IBig::ONE << (-(extra + unit)).max(0) as usize));
            }
            unit = if length == 0 { 4 * unit } else { unit + length - 54 }.max(LOWEST);
        }
    }

    /// The whole number of units of 2^`unit` in it, rounded down.
    pub fn floor_in_units_of(&self, unit: i32) -> IBig {
        // floor((P ± √Q) / s) = floor(floor(P ± √Q) / s) for a whole s; a finer unit makes P and Q larger, a coarser one s.
        let shift = self.exponent - unit;
        let (finer, coarser) = (shift.max(0) as usize, (-shift).max(0) as usize);
        let squared: UBig = self.q.clone().unsigned_abs() << (2 * finer);
        let down = squared.sqrt();
        let root = match self.root {
            Root::Larger => IBig::from(down),
            Root::Smaller if &down * &down == squared => -IBig::from(down),
            Root::Smaller => -IBig::from(down + 1u8),
        };
        let (numerator, denominator) = ((&self.p << finer) + root, &self.s << coarser);
        let quotient = &numerator / &denominator;
        if numerator < IBig::ZERO && &quotient * denominator != numerator { quotient - 1 } else { quotient }
    }

    fn in_units_of(&self, exponent: i32) -> [IBig; 2] {
        let shift = (self.exponent - exponent) as usize;
        [&self.p << shift, &self.q << (2 * shift)]
    }

    fn factor(&self) -> IBig {
        match self.root {
            Root::Smaller => IBig::NEG_ONE,
            Root::Larger => IBig::ONE,
        }
    }

    /// Of the other's root as it stands in the difference, where it is taken away.
    fn sign_of_root_of(&self, other: &Instant) -> Ordering {
        match other.root {
            Root::Smaller => Ordering::Greater,
            Root::Larger => Ordering::Less,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn instant(p: i64, root: Root, q: i64, s: i64, exponent: i32) -> Instant {
        Instant::new(p.into(), root, q.into(), s.into(), exponent)
    }

    #[test]
    fn times_in_order() {
        use Root::{Larger, Smaller};
        // Each is later than the one before; the digits behind are the times.
        let times = [
            instant(-5, Smaller, 2, 2, 0),                        // -3.207
            instant(-5, Larger, 2, 2, 0),                         // -1.793
            instant(3, Smaller, 10, 1, 0),                        // -0.162
            instant(0, Smaller, 0, 7, 3),                         // 0
            instant(3, Smaller, 8, 1, 0),                         // 0.17157
            instant(1, Smaller, 0, 5, 0),                         // 0.2
            instant(7, Smaller, 2, 1, -4),                        // 0.349
            instant(-1, Larger, 2, 1, 0),                         // 0.41421
            instant(1, Larger, 5, 2, 0),                          // 1.61803
            instant(1_618_033_989, Smaller, 0, 1_000_000_000, 0), // 1.618033989 > 1.6180339887…
            instant(0, Larger, 3, 1, 0),                          // 1.732
            Instant::of(1.75),
        ];
        for (i, a) in times.iter().enumerate() {
            for (j, b) in times.iter().enumerate() {
                assert_eq!(a.compare(b), i.cmp(&j), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn the_same_time_in_other_words() {
        use Root::{Larger, Smaller};
        // (6 − √8) / 4 = (3 − √2) / 2; √(9/4) = 3/2; (1 + √5)² = 6 + 2√5, so (6 + √20) / 2 is not (1 + √5).
        assert!(instant(6, Smaller, 8, 4, 0).equals(&instant(3, Smaller, 2, 2, 0)));
        assert!(instant(6, Smaller, 8, 4, 0).equals(&instant(3, Smaller, 2, 4, 1)));
        assert!(instant(0, Larger, 9, 2, 0).equals(&Instant::of(1.5)));
        assert!(instant(0, Smaller, 9, 2, 0).equals(&Instant::of(-1.5)));
        assert!(!instant(6, Larger, 20, 2, 0).equals(&instant(1, Larger, 5, 1, 0)));
        assert!(instant(1, Larger, 0, 3, 0).equals(&Instant::fraction((-2).into(), (-6).into(), 0)));
    }

    #[test]
    fn parts_of_different_units() {
        use crate::dyadic::exact;
        // (3/4 − √(1/8)) / 6 = (3 − √2) / 24, and (1024 + √(9/4)) / (3/8).
        let [p, q, s] = [0.75, 0.125, 6.0].map(exact);
        assert!(Instant::of_parts(&p, Root::Smaller, &q, &s).equals(&instant(3, Root::Smaller, 2, 24, 0)));
        let [p, q, s] = [1024.0, 2.25, 0.375].map(exact);
        assert!(Instant::of_parts(&p, Root::Larger, &q, &s).equals(&instant(8204, Root::Larger, 0, 3, 0)));
    }

    #[test]
    fn rounded_toward_zero() {
        use Root::{Larger, Smaller};
        assert_eq!(instant(0, Larger, 3, 1, 0).floor(), 3f64.sqrt(), "√3: the nearest is below");
        assert_eq!(instant(0, Larger, 5, 1, 0).floor(), round::next_down(5f64.sqrt()), "√5: the nearest is above");
        assert_eq!(instant(2, Smaller, 2, 1, 0).floor(), 0.585_786_437_626_904_9, "2 − √2 = 0.58578643762690495119…");
        assert_eq!(Instant::fraction(1.into(), 3.into(), 0).floor(), 1.0 / 3.0, "the nearest is below");
        assert_eq!(Instant::fraction(1.into(), 10.into(), 0).floor(), round::next_down(0.1), "the nearest is above");
        assert_eq!(instant(7, Smaller, 9, 2, 0).floor(), 2.0);
        for exact in [0.0, 5e-324, 1e-310, 1e-20, 0.1, 1.0, 3e20, 2f64.powi(300), f64::MAX] {
            assert_eq!(Instant::of(exact).floor(), exact);
            if 0.0 < exact {
                // A hair less: exact − 2^−2000.
                let less = Instant::of(exact).in_units_of(-2000)[0].clone() - 1;
                assert_eq!(Instant::fraction(less, IBig::ONE, -2000).floor(), round::next_down(exact));
            }
        }
        // 10^20 − √(10^40 − 1) = 5·10^−21 and a little more.
        let ten = IBig::from(10).pow(20);
        let tiny = Instant::new(ten.clone(), Smaller, &ten * &ten - 1, IBig::ONE, 0);
        assert!((tiny.floor() / 5e-21 - 1.0).abs() < 1e-15, "{}", tiny.floor());
    }

    /// Three independent ways of ordering two times agree: squaring, many digits, and the floats rounded toward zero.
    #[test]
    fn order_and_digits_agree() {
        let mut same = 0;
        for case in 0..20_000 {
            let rng = &mut Rng::for_case(0, "instants", case);
            let any = |rng: &mut Rng| {
                let most = *rng.pick(&[3, 20, 1 << 30]);
                let root = *rng.pick(&[Root::Smaller, Root::Larger]);
                let s = rng.between(1, most);
                instant(rng.between(-most, most), root, rng.between(0, most), s, rng.between(-3, 3) as i32)
            };
            let a = any(rng);
            let b = if rng.one_in(4) {
                // The same time written with a factor.
                let k = rng.between(1, 9);
                Instant::new(&a.p * k, a.root, &a.q * k * k, &a.s * k, a.exponent)
            } else {
                any(rng)
            };
            // Times of these sizes that differ do so within 400 bits.
            let digits = a.floor_in_units_of(-400).cmp(&b.floor_in_units_of(-400));
            assert_eq!(a.compare(&b), digits, "case {case}: {a:?} {b:?}");
            same += u64::from(digits == Ordering::Equal);
            if a.sign_of(&IBig::ZERO, &IBig::ONE) != Ordering::Less
                && b.sign_of(&IBig::ZERO, &IBig::ONE) != Ordering::Less
            {
                let floors = a.floor().total_cmp(&b.floor());
                assert!(floors == Ordering::Equal || floors == digits, "case {case}: {a:?} {b:?}");
                assert_ne!(Instant::of(a.floor()).compare(&a), Ordering::Greater, "case {case}: {a:?}");
                assert_eq!(Instant::of(round::next_up(a.floor())).compare(&a), Ordering::Greater, "case {case}: {a:?}");
            }
        }
        assert!(4_000 < same, "{same}");
    }
}
