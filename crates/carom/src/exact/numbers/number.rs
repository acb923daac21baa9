//! Four kinds of numbers for one formula: a float with its error, twice as many digits with theirs, and an integer, on a common
//! grid or of any size.
//!
//! Questions about discs are longer than the others, so their formulas are written once, over [`Number`], and evaluated in
//! turn: nearly always the float is certain, near a touch the double is, and at a touch only the integer.
//!
//! The plain floats carry a bound on their error along. Each operation adds its own rounding to what its operands bring:
//! |xy − x̂ŷ| ≤ |x̂|e_y + |ŷ|e_x + e_x·e_y, and so on. The bounds themselves are rounded, a few hundred times at most, each
//! time by a factor of at most 1 + u; [`SLACK`] is more than all of that. The proofs need numbers that neither overflow
//! nor underflow: they are made of moderate coordinates only ([`is_moderate`](super::double::is_moderate)), all
//! multiples of 2⁻¹⁸² and below 2¹⁵², and no formula is of more than degree 4.

use super::double::{Double, U};
use super::dyadic::Dyadic;
use super::integer::{Grid, Int};
use crate::float;
use crate::point::Point;
use crate::simd::Single;
use core::cmp::Ordering;

/// 1 + 2⁻³⁰.
const SLACK: f64 = 1.0 + 1.0 / 1_073_741_824.0;

pub(crate) trait Number: Clone {
    /// What numbers are made on.
    type Scale: Copy;
    /// A square root; integers have none and keep what is under it.
    type Root;

    fn of(scale: Self::Scale, value: f64) -> Self;
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
    /// The order of two, if it is certain.
    fn compare(&self, other: &Self) -> Option<Ordering> {
        self.minus(other).sign()
    }
    /// The square root of a number that is not negative.
    fn root(&self) -> Self::Root;
    /// The order of x·√g and y, if it is certain.
    fn compare_root(x: &Self, root: &Self::Root, y: &Self) -> Option<Ordering>;
}

/// A vector of such numbers.
pub(crate) type Pair<N> = [N; 2];

#[inline(always)]
pub(crate) fn vector<N: Number>(scale: N::Scale, from: Point, to: Point) -> Pair<N> {
    [N::difference(scale, from.x, to.x), N::difference(scale, from.y, to.y)]
}

#[inline(always)]
pub(crate) fn cross<N: Number>(v: &Pair<N>, w: &Pair<N>) -> N {
    v[0].times(&w[1]).minus(&v[1].times(&w[0]))
}

#[inline(always)]
pub(crate) fn dot<N: Number>(v: &Pair<N>, w: &Pair<N>) -> N {
    v[0].times(&w[0]).plus(&v[1].times(&w[1]))
}

#[inline(always)]
pub(crate) fn minus<N: Number>(v: &Pair<N>, w: &Pair<N>) -> Pair<N> {
    [v[0].minus(&w[0]), v[1].minus(&w[1])]
}

/// A float that is off by at most `error`.
#[derive(Clone, Copy)]
pub(crate) struct Bounded {
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
    type Root = Bounded;

    #[inline(always)]
    fn of((): (), value: f64) -> Bounded {
        Bounded { value, error: 0.0 }
    }

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
    fn root(&self) -> Bounded {
        let root = float::sqrt(self.value);
        // |√(g + e) − √g| ≤ |e| / √g. Of a number that is not certain to be positive, nothing is certain.
        let error = if self.error < self.value { self.error / root } else { f64::INFINITY };
        Bounded::rounded(root, error)
    }

    #[inline(always)]
    fn compare_root(x: &Bounded, root: &Bounded, y: &Bounded) -> Option<Ordering> {
        x.times(root).minus(y).sign()
    }
}

/// 64u. In the table of `double.rs` no second part is more than 13u of a number's size, and what is left out is far less: if the first part is so large, its sign
/// is the number's.
const PLAIN: f64 = 64.0 * U;

impl<S: Single> Number for Double<S> {
    type Scale = ();
    type Root = Double<S>;

    #[inline(always)]
    fn of((): (), value: f64) -> Double<S> {
        Double::new(value)
    }

    #[inline(always)]
    fn difference((): (), from: f64, to: f64) -> Double<S> {
        Double::difference(S::all(to), S::all(from))
    }

    #[inline(always)]
    fn sum((): (), a: f64, b: f64) -> Double<S> {
        Double::sum_of(a, b)
    }

    #[inline(always)]
    fn plus(&self, other: &Double<S>) -> Double<S> {
        Double::plus(*self, *other)
    }

    #[inline(always)]
    fn minus(&self, other: &Double<S>) -> Double<S> {
        Double::minus(*self, *other)
    }

    #[inline(always)]
    fn times(&self, other: &Double<S>) -> Double<S> {
        Double::times(*self, *other)
    }

    #[inline(always)]
    fn negated(&self) -> Double<S> {
        Double::negated(*self)
    }

    #[inline(always)]
    fn sign(&self) -> Option<Ordering> {
        // Known long before the second part is, on which a branch would wait.
        let high = self.high.number();
        if PLAIN * self.size.number() < high.abs() {
            return Some(if 0.0 < high { Ordering::Greater } else { Ordering::Less });
        }
        certain(self.value().number(), self.error().number())
    }

    #[inline(always)]
    fn root(&self) -> Double<S> {
        let root = Double::root(*self);
        // Of a number that is not certain to be positive, nothing is certain.
        let is_positive = 2.0 * self.error().number() < self.value().number();
        Double { size: if is_positive { root.size } else { S::all(f64::INFINITY) }, ..root }
    }

    #[inline(always)]
    fn compare_root(x: &Double<S>, root: &Double<S>, y: &Double<S>) -> Option<Ordering> {
        Double::times(*x, *root).minus(*y).sign()
    }
}

impl<const N: usize> Number for Int<N> {
    type Scale = Grid;
    type Root = Int<N>;

    fn of(grid: Grid, value: f64) -> Int<N> {
        grid.int(value)
    }

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

    fn compare(&self, other: &Int<N>) -> Option<Ordering> {
        Some(self.compare(other))
    }

    fn root(&self) -> Int<N> {
        self.clone()
    }

    fn compare_root(x: &Int<N>, g: &Int<N>, y: &Int<N>) -> Option<Ordering> {
        let signs = [x.sign(), g.sign(), y.sign()];
        Some(with_root(signs, || x.squared().times(g).compare(&y.squared())))
    }
}

impl Number for Dyadic {
    type Scale = ();
    type Root = Dyadic;

    fn of((): (), value: f64) -> Dyadic {
        Dyadic::of(value)
    }

    fn difference((): (), from: f64, to: f64) -> Dyadic {
        Dyadic::of(to).minus(&Dyadic::of(from))
    }

    fn sum((): (), a: f64, b: f64) -> Dyadic {
        Dyadic::of(a).plus(&Dyadic::of(b))
    }

    fn plus(&self, other: &Dyadic) -> Dyadic {
        self.plus(other)
    }

    fn minus(&self, other: &Dyadic) -> Dyadic {
        self.minus(other)
    }

    fn times(&self, other: &Dyadic) -> Dyadic {
        self.times(other)
    }

    fn negated(&self) -> Dyadic {
        self.negated()
    }

    fn sign(&self) -> Option<Ordering> {
        Some(self.sign())
    }

    fn root(&self) -> Dyadic {
        self.clone()
    }

    fn compare_root(x: &Dyadic, g: &Dyadic, y: &Dyadic) -> Option<Ordering> {
        let signs = [x.sign(), g.sign(), y.sign()];
        Some(with_root(signs, || x.squared().times(g).compare(&y.squared())))
    }
}

/// The order of x·√g and y, from the signs of x, g and y and, where those leave it open, the order of x²g and y².
fn with_root([x, g, y]: [Ordering; 3], squares: impl Fn() -> Ordering) -> Ordering {
    let x = if g == Ordering::Equal { Ordering::Equal } else { x };
    match (x, y) {
        (Ordering::Greater, Ordering::Greater) => squares(),
        (Ordering::Less, Ordering::Less) => squares().reverse(),
        (x, y) => x.cmp(&y),
    }
}

/// The sign of a value that is off by at most an error.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::One;
    use carom_oracle::dyadic::exact;
    use carom_oracle::rng::Rng;

    /// A value is certain if it is further from zero than its error, and a little more; so is a zero without error.
    #[test]
    fn what_is_certain() {
        let (less, equal, greater) = (Some(Ordering::Less), Some(Ordering::Equal), Some(Ordering::Greater));
        for (value, error, expected) in [
            (1.0, 0.5, greater),
            (-1.0, 0.5, less),
            (1e-10, 1e-12, greater),
            (1.0, 1.0, None),
            (-1.0, 2.0, None),
            (0.0, 1e-300, None),
            (0.0, 0.0, equal),
        ] {
            assert_eq!(certain(value, error), expected, "{value} and {error}");
            assert_eq!(Bounded { value, error }.sign(), expected, "{value} and {error}");
        }
        let of = |x: f64| Bounded::of((), x);
        assert_eq!(Bounded::compare_root(&of(2.0), &of(9.0).root(), &of(5.0)), greater);
        assert_eq!(Bounded::compare_root(&of(-2.0), &of(9.0).root(), &of(5.0)), less);
        let of = |x: f64| <Double as Number>::of((), x);
        assert_eq!([of(3.0).sign(), of(-1e-30).sign(), of(0.0).sign()], [greater, less, equal]);
        assert_eq!(Number::compare_root(&of(2.0), &Number::root(&of(9.0)), &of(5.0)), greater);
        assert_eq!(Number::compare_root(&of(2.0), &Number::root(&of(9.0)), &of(7.0)), less);
    }

    /// What a product is off by at most is so where both numbers are as far off as they may be, and larger than they seem.
    #[test]
    fn products_of_numbers_that_are_off() {
        let (x, y) = (Bounded { value: 1.0, error: 0.5 }, Bounded { value: -3.0, error: 0.25 });
        let most = 1.5 * 3.25 - 3.0;
        for product in [x.times(&y), y.times(&x)] {
            assert!(most <= product.error && product.error < most + 4.0 * f64::EPSILON, "{}", product.error);
        }
    }

    /// The first part of a number alone tells its sign if it is larger than both parts can be off by, which is counted in the size of the number.
    #[test]
    fn signs_of_first_parts() {
        for size in [2_f64.powi(-60), 1.0, 2_f64.powi(60)] {
            let high = PLAIN * size / 4.0;
            let number = Double { high: One::<false>(high), low: One(-2.0 * high), size: One(size) };
            assert_eq!(Number::sign(&number), Some(Ordering::Less), "{size:e}");
            assert_eq!(Number::sign(&Double::negated(number)), Some(Ordering::Greater), "{size:e}");
        }
    }

    /// Of what is not certain to be positive there is no root of which anything is.
    #[test]
    fn roots_of_what_may_be_negative() {
        for (value, error, is_certain) in
            [(1.0, 0.5, true), (1.0, 2.0, false), (-1.0, 0.5, false), (1e-20, 1e-20, false)]
        {
            assert_eq!(Bounded { value, error }.root().error < f64::INFINITY, is_certain, "{value} and {error}");
        }
        let [a, b] = [0.1, 0.3].map(|x| <Double as Number>::of((), x));
        let product = Double::times(a, b);
        for (number, is_certain) in [(product, true), (product.minus(product), false), (product.negated(), false)] {
            assert_eq!(Number::root(&number).size.number() < f64::INFINITY, is_certain);
        }
        // Positive, but less than its error.
        let double = |high: f64, size: f64| Double { high: One::<false>(high), low: One(0.0), size: One(size) };
        let error = double(1.0, 1.0).error().number();
        assert_eq!(Number::root(&double(1.5 * error, 1.0)).size.number(), f64::INFINITY);
        assert!(Number::root(&double(2.5 * error, 1.0)).size.number() < f64::INFINITY);
        // A number of which next to nothing is left, and that certainly.
        let tiny = Double::times(a, b).minus(<Double as Number>::of((), 0.03));
        assert!(
            tiny.sign().is_some() && Number::root(&tiny).size.number().is_finite() == (tiny.value().number() > 0.0)
        );
    }

    /// Errors of sums and products of numbers of several sizes are bounds, and not many times what they need to be.
    #[test]
    fn bounds_of_floats() {
        let mut worst = 0.0_f64;
        for case in 0..2_000 {
            let rng = &mut Rng::for_case(0, "bounds of floats", case);
            let mut number = |most: i64| rng.within(-1.0, 1.0) * 10_f64.powi(rng.between(-most, most) as i32);
            let [a, b, c, d, e, f] = [(); 6].map(|()| number(6));
            let [x, y, z] = [[a, b], [c, d], [e, f]].map(|[from, to]| Bounded::difference((), from, to));
            let [p, q, r] = [[a, b], [c, d], [e, f]].map(|[from, to]| exact(to) - exact(from));
            let found = x.times(&y).times(&z).minus(&x.times(&x)).plus(&z);
            let truth = p.clone() * q * r.clone() - p.clone() * p.clone() + r;
            let off = (exact(found.value) - truth).abs();
            assert!(
                (exact(found.error * SLACK) - off.clone()).sign() != Ordering::Less,
                "case {case}: {}",
                found.error
            );
            let [x, y, z] = [x, y, z].map(|number| number.value.abs());
            let sizes = x * y * z + x * x + z;
            assert!(found.error <= 8.0 * U * sizes, "case {case}: {} of {sizes}", found.error);
            worst = crate::point::max(worst, off.over(&exact(found.error)));
            // A root is between those of what the number may be.
            let square = Bounded { value: x, error: 4.0 * U * x };
            let root = square.root();
            let [low, high] = [-1.0, 1.0].map(|sign| (exact(root.value) + exact(sign * root.error * SLACK)).squared());
            let [least, most] = [-1.0, 1.0].map(|sign| exact(square.value) + exact(sign * square.error));
            assert!((least - low).sign() != Ordering::Less && (high - most).sign() != Ordering::Less, "case {case}");
            assert!(root.error <= 8.0 * U * root.value, "case {case}: {} of {}", root.error, root.value);
        }
        assert!(worst > 0.2, "{worst}");
    }
}
