//! One number of a working: an exact fraction, one with a square root, or a rounded number.

use super::fraction::{Fraction, FractionError};
use crate::float;
use alloc::format;
use alloc::string::{String, ToString};
use core::cmp::Ordering;
use core::ops::{Add, Div, Mul, Neg, Sub};
use core::str::FromStr;

/// A number of a working: exact as long as that fits, as a fraction or with one square root, else rounded.
///
/// ```
/// use carom::explain::Scalar;
/// let length = Scalar::from(65.0).root();
/// assert_eq!(length.to_string(), "√65 ≈ 8.06225774829855");
/// assert_eq!((Scalar::from(16.0) / Scalar::from(17.0)).to_string(), "16/17 ≈ 0.9411764705882353");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scalar {
    exact: Option<Surd>,
    approximate: f64,
}

/// a + b√c with a whole c above 1, or b = 0 and c = 1.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Surd {
    a: Fraction,
    b: Fraction,
    c: i128,
}

impl Scalar {
    /// Nothing.
    pub const ZERO: Scalar =
        Scalar { exact: Some(Surd { a: Fraction::ZERO, b: Fraction::ZERO, c: 1 }), approximate: 0.0 };

    /// A number that is known only rounded.
    #[must_use]
    pub fn rounded(value: f64) -> Scalar {
        Scalar { exact: None, approximate: value + 0.0 }
    }

    /// The number as a float: the nearest to a short fraction, near to any other number.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.approximate
    }

    /// The exact number, if it is known and has no root in it.
    #[must_use]
    pub fn fraction(self) -> Option<Fraction> {
        self.exact.filter(|exact| exact.b == Fraction::ZERO).map(|exact| exact.a)
    }

    /// Whether it is shown exactly: it is known, and short enough for a person.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self.exact.is_some_and(Surd::is_short)
    }

    /// The square root; rounded if it is not known exactly.
    #[must_use]
    pub fn root(self) -> Scalar {
        let exact = self.fraction().and_then(Surd::root);
        Scalar::of(exact, float::sqrt(self.approximate))
    }

    /// Its sign, if that is certain.
    pub(crate) fn sign(self) -> Option<Ordering> {
        self.exact?.sign()
    }

    pub(crate) fn is_zero(self) -> bool {
        self.exact.is_some_and(|exact| exact.a == Fraction::ZERO && exact.b == Fraction::ZERO)
    }

    /// As it stands within a formula: `16/17`, `√65`, or the decimal if it is not short.
    #[must_use]
    pub fn short(self) -> String {
        match self.exact.filter(|exact| exact.is_short()) {
            Some(exact) => exact.text(),
            None => decimal(self.approximate),
        }
    }

    /// The decimal alone.
    #[must_use]
    pub fn decimal(self) -> String {
        // A root is off by some units in the last place; fifteen digits are right.
        let has_root = self.exact.is_some_and(|exact| exact.b != Fraction::ZERO);
        let value = if has_root { format!("{:.14e}", self.approximate).parse() } else { Ok(self.approximate) };
        decimal(value.unwrap_or(self.approximate))
    }

    /// What the decimal is to the exact number: `=` if it is the same, `≈` if it is rounded; nothing if there is no need for it.
    pub(crate) fn relation(self) -> Option<&'static str> {
        let exact = self.exact.filter(|exact| exact.is_short())?;
        if exact.b == Fraction::ZERO && exact.a.denominator() == 1 {
            return None;
        }
        let is_same = exact.b == Fraction::ZERO && self.decimal().parse() == Ok(exact.a);
        Some(if is_same { "=" } else { "≈" })
    }

    fn of(exact: Option<Surd>, otherwise: f64) -> Scalar {
        // Adding 0.0 turns −0.0 into 0.0.
        Scalar { exact, approximate: exact.map_or(otherwise, Surd::to_f64) + 0.0 }
    }
}

/// The exact number of a float.
impl From<f64> for Scalar {
    fn from(value: f64) -> Scalar {
        Scalar { exact: Fraction::of(value).map(Surd::from), approximate: value + 0.0 }
    }
}

impl From<Fraction> for Scalar {
    fn from(value: Fraction) -> Scalar {
        Scalar::of(Some(Surd::from(value)), 0.0)
    }
}

impl FromStr for Scalar {
    type Err = FractionError;

    /// `6`, `-0.25`, `1e3`, `1/3`, each exactly as written; what is too long for that is rounded.
    ///
    /// ```
    /// use carom::explain::Scalar;
    /// assert_eq!("0.1".parse::<Scalar>().unwrap().to_string(), "1/10 = 0.1");
    /// assert!(!"1e300".parse::<Scalar>().unwrap().is_exact());
    /// assert_eq!("1/0".parse::<Scalar>().unwrap_err().to_string(), "a fraction that divides by 0");
    /// ```
    fn from_str(text: &str) -> Result<Scalar, FractionError> {
        match text.trim().parse::<Fraction>() {
            Ok(fraction) => Ok(Scalar::from(fraction)),
            Err(FractionError::TooLong) => rounded(text),
            // `inf` and the like are numbers to a program.
            Err(FractionError::NotANumber) if text.trim().parse::<f64>().is_ok() => Err(FractionError::NotFinite),
            Err(error) => Err(error),
        }
    }
}

/// A number that is too long for an exact fraction.
fn rounded(text: &str) -> Result<Scalar, FractionError> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let number = |text: &str| text.trim().replace('−', "-").parse::<f64>().map_err(|_| FractionError::NotANumber);
    let value = number(above)? / number(below)?;
    if value.is_finite() { Ok(Scalar::rounded(value)) } else { Err(FractionError::NotFinite) }
}

impl From<Fraction> for Surd {
    fn from(a: Fraction) -> Surd {
        Surd { a, b: Fraction::ZERO, c: 1 }
    }
}

impl core::fmt::Display for Scalar {
    /// `16/17 ≈ 0.9411764705882353`, `√65 ≈ 8.06225774829855`, `3/5 = 0.6`, `42`; and what is not known or too long to read
    /// is `≈ 0.123 (rounded)`.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match (self.is_exact(), self.relation()) {
            (false, _) => write!(f, "{} (rounded)", self.decimal()),
            (true, None) => f.write_str(&self.short()),
            (true, Some(relation)) => write!(f, "{} {relation} {}", self.short(), self.decimal()),
        }
    }
}

impl Add for Scalar {
    type Output = Scalar;
    fn add(self, other: Scalar) -> Scalar {
        let exact = self.exact.zip(other.exact).and_then(|(a, b)| a.plus(b));
        Scalar::of(exact, self.approximate + other.approximate)
    }
}

impl Neg for Scalar {
    type Output = Scalar;
    fn neg(self) -> Scalar {
        Scalar::of(self.exact.and_then(Surd::negated), -self.approximate)
    }
}

impl Sub for Scalar {
    type Output = Scalar;
    fn sub(self, other: Scalar) -> Scalar {
        let exact = self.exact.zip(other.exact).and_then(|(a, b)| a.plus(b.negated()?));
        Scalar::of(exact, self.approximate - other.approximate)
    }
}

impl Mul for Scalar {
    type Output = Scalar;
    fn mul(self, other: Scalar) -> Scalar {
        let exact = self.exact.zip(other.exact).and_then(|(a, b)| a.times(b));
        Scalar::of(exact, self.approximate * other.approximate)
    }
}

impl Div for Scalar {
    type Output = Scalar;
    fn div(self, other: Scalar) -> Scalar {
        let exact = self.exact.zip(other.exact).and_then(|(a, b)| a.times(b.inverse()?));
        Scalar::of(exact, self.approximate / other.approximate)
    }
}

impl Surd {
    fn new(a: Fraction, b: Fraction, c: i128) -> Surd {
        if b == Fraction::ZERO { Surd::from(a) } else { Surd { a, b, c } }
    }

    /// The root both are with; `None` if they differ.
    fn common(self, other: Surd) -> Option<i128> {
        match (self.c, other.c) {
            (1, c) | (c, 1) => Some(c),
            (c, d) => (c == d).then_some(c),
        }
    }

    fn plus(self, other: Surd) -> Option<Surd> {
        Some(Surd::new(self.a.plus(other.a)?, self.b.plus(other.b)?, self.common(other)?))
    }

    fn negated(self) -> Option<Surd> {
        Some(Surd { a: self.a.negated()?, b: self.b.negated()?, c: self.c })
    }

    fn times(self, other: Surd) -> Option<Surd> {
        let c = self.common(other)?;
        let roots = self.b.times(other.b)?.times(Fraction::new(c, 1)?)?;
        let a = self.a.times(other.a)?.plus(roots)?;
        Some(Surd::new(a, self.a.times(other.b)?.plus(self.b.times(other.a)?)?, c))
    }

    /// 1/(a + b√c) = (a − b√c)/(a² − b²c).
    fn inverse(self) -> Option<Surd> {
        let norm = self.norm()?;
        Some(Surd::new(self.a.over(norm)?, self.b.negated()?.over(norm)?, self.c))
    }

    fn norm(self) -> Option<Fraction> {
        self.a.times(self.a)?.minus(self.b.times(self.b)?.times(Fraction::new(self.c, 1)?)?)
    }

    /// √(n/d) = √(nd)/d, with squares taken out of the root.
    fn root(value: Fraction) -> Option<Surd> {
        let (n, d) = (value.numerator(), value.denominator());
        if n < 0 {
            return None;
        }
        let (outside, inside) = without_squares(n.checked_mul(d)?);
        let outside = Fraction::new(outside, d)?;
        Some(if inside == 1 { Surd::from(outside) } else { Surd::new(Fraction::ZERO, outside, inside) })
    }

    fn sign(self) -> Option<Ordering> {
        let (a, b) = (self.a.numerator().cmp(&0), self.b.numerator().cmp(&0));
        match (a, b) {
            (sign, Ordering::Equal) | (Ordering::Equal, sign) => Some(sign),
            (a, b) if a == b => Some(a),
            // Different signs: the larger square wins.
            (a, b) => Some(if self.norm()?.numerator() > 0 { a } else { b }),
        }
    }

    fn to_f64(self) -> f64 {
        let root = self.b.to_f64() * float::sqrt(self.c as f64);
        if self.b == Fraction::ZERO {
            return self.a.to_f64();
        }
        let (sum, conjugate) = (self.a.to_f64() + root, self.a.to_f64() - root);
        // Where the two parts cancel, (a² − b²c)/(a − b√c) does not.
        match self.norm() {
            Some(norm) if sum.abs() < conjugate.abs() => norm.to_f64() / conjugate,
            _ => sum,
        }
    }

    /// Whether a person can read it. With a root there is more to read, so its numbers must be shorter.
    fn is_short(self) -> bool {
        const SHORT: i128 = 1_000_000;
        let is_short = |x: Fraction| x.numerator().abs() < SHORT && x.denominator() < SHORT;
        if self.b == Fraction::ZERO {
            self.a.is_short()
        } else {
            is_short(self.a) && is_short(self.b) && self.c < SHORT
        }
    }

    /// `16/17`, `√65`, `2√5`, `7/√65`, `(3 − √5)/2`.
    fn text(self) -> String {
        if self.b == Fraction::ZERO {
            return self.a.to_string();
        }
        let sign = if self.b.numerator() < 0 { "−" } else { "" };
        let (above, below) = (self.b.numerator().unsigned_abs(), self.b.denominator());
        let factor = |n: u128| if n == 1 { String::new() } else { n.to_string() };
        if self.a == Fraction::ZERO {
            let turned = self.b.times(Fraction::whole(1)).and_then(|b| b.times(Fraction::new(self.c, 1)?));
            return match turned {
                _ if below == 1 => format!("{sign}{}√{}", factor(above), self.c),
                Some(m) if m.denominator() == 1 => format!("{sign}{}/√{}", m.numerator().unsigned_abs(), self.c),
                _ => format!("{sign}{}√{}/{below}", factor(above), self.c),
            };
        }
        let (a, d) = (self.a, self.b.denominator());
        // Over the smallest common denominator.
        let common = d / common_divisor(a.denominator(), d) * a.denominator();
        let first = a.numerator() * (common / a.denominator());
        let second = above * (common / d).unsigned_abs();
        let operator = if self.b.numerator() < 0 { "−" } else { "+" };
        let minus = if first < 0 { "−" } else { "" };
        let sum = format!("{minus}{} {operator} {}√{}", first.unsigned_abs(), factor(second), self.c);
        if common == 1 { sum } else { format!("({sum})/{common}") }
    }
}

fn common_divisor(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A number as s²·c, and s and c; c has no small square in it.
fn without_squares(mut c: i128) -> (i128, i128) {
    const LAST: i128 = 10_000;
    if c == 0 {
        return (0, 1);
    }
    let (mut s, mut p) = (1, 2);
    while p * p <= c && p <= LAST {
        while c % (p * p) == 0 {
            (c, s) = (c / (p * p), s * p);
        }
        p += 1;
    }
    let root = c.isqrt();
    if root * root == c { (s * root, 1) } else { (s, c) }
}

/// A number for people: all its digits, but not hundreds of zeros, and a long minus.
fn decimal(value: f64) -> String {
    let value = value + 0.0;
    let is_plain = value == 0.0 || !value.is_finite() || (1e-5..1e16).contains(&value.abs());
    let text = if is_plain { format!("{value}") } else { format!("{value:e}") };
    text.replace('-', "−")
}

/// A point or a vector of a working.
pub(crate) type Pair = [Scalar; 2];

pub(crate) fn dot([a, b]: Pair, [c, d]: Pair) -> Scalar {
    a * c + b * d
}

pub(crate) fn difference([a, b]: Pair, [c, d]: Pair) -> Pair {
    [a - c, b - d]
}

pub(crate) fn times(factor: Scalar, [x, y]: Pair) -> Pair {
    [factor * x, factor * y]
}

/// (y, −x): square to the vector, on its right.
pub(crate) fn turned([x, y]: Pair) -> Pair {
    [y, -x]
}

/// `(6, 4)`.
pub(crate) fn pair_text([x, y]: Pair) -> String {
    format!("({}, {})", x.short(), y.short())
}

/// A number as a factor: in brackets if it is negative or a sum.
pub(crate) fn signed(x: Scalar) -> String {
    let text = x.short();
    let is_sum = text.contains(' ') && !text.ends_with(')') && !text.contains(")/");
    if text.starts_with('−') || is_sum { format!("({text})") } else { text }
}

/// A number with a minus before it.
pub(crate) fn negative_text(x: Scalar) -> String {
    if x.is_zero() { "0".into() } else { format!("−{}", signed(x)) }
}

/// A number whose size must be seen: with its decimal if it has a root.
pub(crate) fn sized_text(x: Scalar) -> String {
    if x.is_exact() && x.fraction().is_none() { format!("{} ≈ {}", x.short(), x.decimal()) } else { x.short() }
}

/// A number that something is divided by: in brackets unless it is a plain one.
pub(crate) fn divisor_text(x: Scalar) -> String {
    let text = x.short();
    let is_root = text.starts_with('√') && !text.contains('/');
    if text.contains(['−', '/', ' ', '√']) && !is_root { format!("({text})") } else { text }
}

/// A number that is squared: in brackets unless it is a plain one.
pub(crate) fn squared_text(x: Scalar) -> String {
    let text = x.short();
    if text.contains(['−', '/', ' ', '√']) { format!("({text})²") } else { format!("{text}²") }
}

/// `7·6 + (−4)·0`.
pub(crate) fn product_text([a, b]: Pair, [c, d]: Pair) -> String {
    format!("{}·{} + {}·{}", signed(a), signed(c), signed(b), signed(d))
}

/// The smallest whole number that makes all of these whole, and floats without loss; `None` if there is none or one is not a fraction.
pub(crate) fn common_scale(numbers: &[Scalar]) -> Option<i128> {
    let mut scale: i128 = 1;
    for number in numbers {
        let d = number.fraction()?.denominator();
        scale = scale.checked_mul(d / common_divisor(scale, d))?;
    }
    let fits = |number: &Scalar| {
        let whole = number.fraction().and_then(|x| x.times(Fraction::new(scale, 1)?)).map(Fraction::numerator);
        whole.is_some_and(|whole| (whole as f64) as i128 == whole)
    };
    numbers.iter().all(fits).then_some(scale)
}

#[cfg(feature = "serde")]
impl serde::Serialize for Scalar {
    /// `{ "decimal": 0.94…, "exact": "16/17" }`; `exact` is null where the number is rounded.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut fields = serializer.serialize_struct("Scalar", 2)?;
        fields.serialize_field("decimal", &self.approximate)?;
        fields.serialize_field("exact", &self.is_exact().then(|| self.short().replace('−', "-")))?;
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Scalar {
        Scalar::from(text.parse::<Fraction>().unwrap())
    }

    #[test]
    fn shown_as_a_person_writes() {
        let root = number("65").root();
        for (value, shown) in [
            (number("42"), "42"),
            (number("16/17"), "16/17 ≈ 0.9411764705882353"),
            (number("-3/5"), "−3/5 = −0.6"),
            (number("7") / root, "7/√65 ≈ 0.868243142124459"),
            (number("20").root(), "2√5 ≈ 4.47213595499958"),
            ((number("3") - number("5").root()) / number("2"), "(3 − √5)/2 ≈ 0.381966011250105"),
            (number("1/2") + number("5").root(), "(1 + 2√5)/2 ≈ 2.73606797749979"),
            (number("9/4").root(), "3/2 = 1.5"),
            (Scalar::from(1e300), "1e300 (rounded)"),
            (Scalar::from(0.1), "0.1 (rounded)"),
        ] {
            assert_eq!(value.to_string(), shown);
        }
    }

    #[test]
    fn roots_vanish_where_they_should() {
        let n = number("7") / number("65").root();
        assert_eq!((n * n).fraction(), Fraction::new(49, 65));
        let golden = (number("1") + number("5").root()) / number("2");
        assert!((golden * golden - golden - number("1")).is_zero());
        assert_eq!((number("2").root() - number("3").root()).fraction(), None);
        assert_eq!((number("9") - number("80").root()).sign(), Some(Ordering::Greater));
        // Nothing cancels: 9 − √80 = 1/(9 + √80).
        assert_eq!((number("9") - number("80").root()).to_f64(), 1.0 / (9.0 + 80.0_f64.sqrt()));
    }

    #[test]
    fn a_common_scale_makes_everything_whole() {
        assert_eq!(common_scale(&[number("1/3"), number("0.5"), number("7")]), Some(6));
        assert_eq!(common_scale(&[number("1/3"), number("5").root()]), None);
        assert_eq!(common_scale(&[Scalar::from(1e300)]), None);
    }
}
