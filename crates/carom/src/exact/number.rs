//! Three kinds of numbers for one formula: a float with its error, twice as many digits with theirs, and an integer.
//!
//! Questions about discs are longer than the others, so their formulas are written once, over [`Number`], and asked in
//! turn: nearly always the float is certain, near a touch the double is, and at a touch only the integer.
//!
//! The floats carry a bound on their error along. Each operation adds its own rounding to what its operands bring:
//! |xy − x̂ŷ| ≤ |x̂|e_y + |ŷ|e_x + e_x·e_y, and so on. The bounds themselves are rounded, a few hundred times at most, each
//! time by a factor of at most 1 + u; [`SLACK`] is more than all of that. The proofs need numbers that neither overflow
//! nor underflow: they are made of moderate coordinates only ([`is_moderate`](super::double::is_moderate)), all
//! multiples of 2⁻¹⁸² and below 2¹⁵², and no formula is of more than degree 4.

use super::double::{Double, U2};
use super::integer::{Grid, Int};
use crate::float;
use crate::point::Point;
use core::cmp::Ordering;

/// The unit roundoff, 2⁻⁵³.
const U: f64 = f64::EPSILON / 2.0;

/// 1 + 2⁻³⁰.
const SLACK: f64 = 1.0 + 1.0 / 1_073_741_824.0;

pub(super) trait Number: Copy {
    /// What numbers are made on.
    type Scale: Copy;

    /// to − from.
    fn difference(scale: Self::Scale, from: f64, to: f64) -> Self;
    /// a + b.
    fn sum(scale: Self::Scale, a: f64, b: f64) -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    fn negated(&self) -> Self;
    /// The order against zero, if it is certain.
    fn sign(&self) -> Option<Ordering>;
    /// The order of x·√g and y, if it is certain.
    fn compare_root(x: &Self, g: &Self, y: &Self) -> Option<Ordering>;
}

/// A vector of such numbers.
pub(super) type Pair<N> = [N; 2];

#[inline(always)]
pub(super) fn vector<N: Number>(scale: N::Scale, from: Point, to: Point) -> Pair<N> {
    [N::difference(scale, from.x, to.x), N::difference(scale, from.y, to.y)]
}

#[inline(always)]
pub(super) fn cross<N: Number>(v: &Pair<N>, w: &Pair<N>) -> N {
    v[0].times(&w[1]).minus(&v[1].times(&w[0]))
}

#[inline(always)]
pub(super) fn dot<N: Number>(v: &Pair<N>, w: &Pair<N>) -> N {
    v[0].times(&w[0]).plus(&v[1].times(&w[1]))
}

#[inline(always)]
pub(super) fn minus<N: Number>(v: &Pair<N>, w: &Pair<N>) -> Pair<N> {
    [v[0].minus(&w[0]), v[1].minus(&w[1])]
}

/// A float that is off by at most `error`.
#[derive(Clone, Copy)]
pub(super) struct Bounded {
    value: f64,
    error: f64,
}

impl Bounded {
    #[inline(always)]
    fn rounded(value: f64, inherited: f64) -> Bounded {
        Bounded { value, error: inherited + U * value.abs() }
    }
}

impl Number for Bounded {
    type Scale = ();

    #[inline(always)]
    fn difference((): (), from: f64, to: f64) -> Bounded {
        Bounded::rounded(to - from, 0.0)
    }

    #[inline(always)]
    fn sum((): (), a: f64, b: f64) -> Bounded {
        Bounded::rounded(a + b, 0.0)
    }

    #[inline(always)]
    fn plus(&self, other: &Bounded) -> Bounded {
        Bounded::rounded(self.value + other.value, self.error + other.error)
    }

    #[inline(always)]
    fn minus(&self, other: &Bounded) -> Bounded {
        Bounded::rounded(self.value - other.value, self.error + other.error)
    }

    #[inline(always)]
    fn times(&self, other: &Bounded) -> Bounded {
        let inherited = self.value.abs() * other.error + (other.value.abs() + other.error) * self.error;
        Bounded::rounded(self.value * other.value, inherited)
    }

    #[inline(always)]
    fn negated(&self) -> Bounded {
        Bounded { value: -self.value, ..*self }
    }

    #[inline(always)]
    fn sign(&self) -> Option<Ordering> {
        certain(self.value, self.error)
    }

    #[inline(always)]
    fn compare_root(x: &Bounded, g: &Bounded, y: &Bounded) -> Option<Ordering> {
        let root = float::sqrt(g.value);
        // |√(g + e) − √g| ≤ |e| / √g. A g that is not certain to be positive makes the error infinite or NaN.
        let root = Bounded::rounded(root, g.error / root);
        if g.error < g.value { x.times(&root).minus(y).sign() } else { None }
    }
}

/// A number of twice the digits that is off by at most `error`.
#[derive(Clone, Copy)]
pub(super) struct Careful {
    pub(super) value: Double,
    pub(super) error: f64,
}

impl Careful {
    /// A result that its operation rounds by `units` of u².
    #[inline(always)]
    fn rounded(value: Double, inherited: f64, units: f64) -> Careful {
        Careful { value, error: inherited + units * U2 * value.high.abs() }
    }

    /// The square root: off by 25/8 u² of itself (Lefèvre, Louvet, Muller, Picot and Rideau, "Accurate calculation of
    /// Euclidean norms using double-word arithmetic", ACM TOMS 49, 2023). `None` if the number is not certain to be positive.
    #[inline(always)]
    pub(super) fn root(&self) -> Option<Careful> {
        if !(self.error < self.value.high / 2.0) {
            return None;
        }
        let root = self.value.root();
        // As above; the number itself is at least half of its leading part, so the root is at least 0.7 of that of it.
        Some(Careful::rounded(root, 1.5 * self.error / root.high, 4.0))
    }

    /// The quotient, for a positive divisor; `None` if it is not certain to be positive.
    #[inline(always)]
    pub(super) fn over(&self, divisor: &Careful) -> Option<Careful> {
        if !(divisor.error < divisor.value.high / 4.0) {
            return None;
        }
        let quotient = self.value.over(divisor.value);
        // n'/d' − n/d = (n' − n)/d' − (n/d)(d' − d)/d', and 1/d' < 1.5/d.
        let inherited = 1.5 * (self.error + quotient.high.abs() * divisor.error) / divisor.value.high;
        Some(Careful::rounded(quotient, inherited, 20.0))
    }

    /// The largest `f64` not above the exact number, if this is certain.
    #[inline(always)]
    pub(super) fn rounded_down(&self) -> Option<f64> {
        let Double { high, low } = self.value;
        let error = self.error * SLACK;
        // The neighbours of `high` are at least u·high away, so the exact number lies between it and one of them.
        if !(error < U / 4.0 * high.abs()) {
            None
        } else if error < low {
            Some(high)
        } else if low < -error {
            Some(float::next_down(high))
        } else {
            None
        }
    }
}

impl Number for Careful {
    type Scale = ();

    #[inline(always)]
    fn difference((): (), from: f64, to: f64) -> Careful {
        Careful { value: Double::difference(to, from), error: 0.0 }
    }

    #[inline(always)]
    fn sum((): (), a: f64, b: f64) -> Careful {
        Careful { value: Double::difference(a, -b), error: 0.0 }
    }

    #[inline(always)]
    fn plus(&self, other: &Careful) -> Careful {
        Careful::rounded(self.value.plus(other.value), self.error + other.error, 4.0)
    }

    #[inline(always)]
    fn minus(&self, other: &Careful) -> Careful {
        Careful::rounded(self.value.minus(other.value), self.error + other.error, 4.0)
    }

    #[inline(always)]
    fn times(&self, other: &Careful) -> Careful {
        // The leading parts are the numbers up to a factor of 1 + u, for which there is room in the units.
        let inherited = self.value.high.abs() * other.error + (other.value.high.abs() + other.error) * self.error;
        Careful::rounded(self.value.times(other.value), inherited, 8.0)
    }

    #[inline(always)]
    fn negated(&self) -> Careful {
        Careful { value: Double { high: -self.value.high, low: -self.value.low }, ..*self }
    }

    #[inline(always)]
    fn sign(&self) -> Option<Ordering> {
        certain(self.value.high, self.error)
    }

    #[inline(always)]
    fn compare_root(x: &Careful, g: &Careful, y: &Careful) -> Option<Ordering> {
        x.times(&g.root()?).minus(y).sign()
    }
}

impl<const N: usize> Number for Int<N> {
    type Scale = Grid;

    fn difference(grid: Grid, from: f64, to: f64) -> Int<N> {
        grid.difference(from, to)
    }

    fn sum(grid: Grid, a: f64, b: f64) -> Int<N> {
        grid.sum([a, b])
    }

    fn plus(&self, other: &Int<N>) -> Int<N> {
        self.plus(other)
    }

    fn minus(&self, other: &Int<N>) -> Int<N> {
        self.minus(other)
    }

    fn times(&self, other: &Int<N>) -> Int<N> {
        self.times(other)
    }

    fn negated(&self) -> Int<N> {
        self.negated()
    }

    fn sign(&self) -> Option<Ordering> {
        Some(self.sign())
    }

    fn compare_root(x: &Int<N>, g: &Int<N>, y: &Int<N>) -> Option<Ordering> {
        let x_sign = if g.sign() == Ordering::Equal { Ordering::Equal } else { x.sign() };
        Some(match (x_sign, y.sign()) {
            (Ordering::Greater, Ordering::Greater) => x.squared().times(g).compare(&y.squared()),
            (Ordering::Less, Ordering::Less) => y.squared().compare(&x.squared().times(g)),
            (x, y) => x.cmp(&y),
        })
    }
}

/// The sign of a value that is off by at most an error. The leading part of a double has the sign of the whole.
///
/// A zero without error comes of factors that are exactly zero, as on level and upright walls, and is certain.
#[inline(always)]
fn certain(value: f64, error: f64) -> Option<Ordering> {
    if error * SLACK < value.abs() {
        Some(if 0.0 < value { Ordering::Greater } else { Ordering::Less })
    } else if error == 0.0 {
        Some(Ordering::Equal)
    } else {
        None
    }
}
