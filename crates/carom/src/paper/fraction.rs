//! Fractions as people write them: exact, in lowest terms, as long as they fit.

use crate::float;
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

/// An exact fraction in lowest terms. Sums and products that do not fit in 128 bits are `None`.
///
/// ```
/// use carom::explain::Fraction;
/// let third: Fraction = "1/3".parse()?;
/// assert_eq!(third.plus(Fraction::whole(2)).unwrap().to_string(), "7/3");
/// assert_eq!("0.25".parse::<Fraction>()?.to_string(), "1/4");
/// # Ok::<(), carom::explain::FractionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    numerator: i128,
    /// Above 0.
    denominator: i128,
}

/// Up to so many digits above and below the line are for a person to read.
const SHORT: i128 = 1_000_000_000_000;

/// Longer numbers than this are not read as fractions.
const MAX_DIGITS: i32 = 30;

impl Fraction {
    /// Nothing.
    pub const ZERO: Fraction = Fraction { numerator: 0, denominator: 1 };

    /// A whole number.
    #[must_use]
    pub const fn whole(number: i64) -> Fraction {
        Fraction { numerator: number as i128, denominator: 1 }
    }

    /// A quotient of whole numbers, in lowest terms; `None` if it divides by 0.
    #[must_use]
    pub fn new(numerator: i128, denominator: i128) -> Option<Fraction> {
        let divisor = common_divisor(numerator.unsigned_abs(), denominator.unsigned_abs());
        let divisor = i128::try_from(divisor).ok().filter(|_| denominator != 0)?;
        let (n, d) = (numerator / divisor, denominator / divisor);
        let (numerator, denominator) = if d < 0 { (n.checked_neg()?, d.checked_neg()?) } else { (n, d) };
        Some(Fraction { numerator, denominator })
    }

    /// The number a float is, exactly; `None` if it is not finite or does not fit.
    #[must_use]
    pub fn of(value: f64) -> Option<Fraction> {
        if value == 0.0 {
            return Some(Fraction::ZERO);
        }
        if !value.is_finite() {
            return None;
        }
        let (mantissa, exponent) = float::split(value);
        let zeros = mantissa.trailing_zeros();
        let (odd, power) = (i128::from(mantissa >> zeros), exponent + zeros as i32);
        match power {
            0..=70 => Some(Fraction { numerator: odd.checked_mul(1 << power)?, denominator: 1 }),
            -120..=-1 => Some(Fraction { numerator: odd, denominator: 1 << -power }),
            _ => None,
        }
    }

    /// The fraction that somebody may have written for a float: its shortest decimal if that is short, else one with a small
    /// denominator that rounds to it, as 1/60. `None` if there is none.
    ///
    /// ```
    /// use carom::explain::Fraction;
    /// let shown = |x: f64| Fraction::written_as(x).unwrap().to_string();
    /// assert_eq!((shown(0.1), shown(1.0 / 60.0), shown(97.25)), ("1/10".into(), "1/60".into(), "389/4".into()));
    /// ```
    #[must_use]
    pub fn written_as(value: f64) -> Option<Fraction> {
        let decimal = value.to_string().parse::<Fraction>().ok()?;
        if decimal.denominator <= 1_000_000 && decimal.is_short() {
            return Some(decimal);
        }
        let simple = (1..=1000).find_map(|d| {
            let n = float::floor(value * f64::from(d) + 0.5);
            (n.abs() < 1e12 && n / f64::from(d) == value).then(|| Fraction::new(n as i128, i128::from(d)))?
        });
        simple.or(Some(decimal))
    }

    /// The number above the line.
    #[must_use]
    pub const fn numerator(self) -> i128 {
        self.numerator
    }

    /// The number below the line, above 0.
    #[must_use]
    pub const fn denominator(self) -> i128 {
        self.denominator
    }

    /// The sum, if it fits.
    #[must_use]
    pub fn plus(self, other: Fraction) -> Option<Fraction> {
        let divisor = common_divisor(self.denominator.unsigned_abs(), other.denominator.unsigned_abs()) as i128;
        let (own, others) = (self.denominator / divisor, other.denominator / divisor);
        let sum = self.numerator.checked_mul(others)?.checked_add(other.numerator.checked_mul(own)?)?;
        Fraction::new(sum, self.denominator.checked_mul(others)?)
    }

    /// The difference, if it fits.
    #[must_use]
    pub fn minus(self, other: Fraction) -> Option<Fraction> {
        self.plus(other.negated()?)
    }

    /// The product, if it fits.
    #[must_use]
    pub fn times(self, other: Fraction) -> Option<Fraction> {
        let first = Fraction::new(self.numerator, other.denominator)?;
        let second = Fraction::new(other.numerator, self.denominator)?;
        let numerator = first.numerator.checked_mul(second.numerator)?;
        Some(Fraction { numerator, denominator: first.denominator.checked_mul(second.denominator)? })
    }

    /// The quotient, if it fits; `None` also if it divides by 0.
    #[must_use]
    pub fn over(self, other: Fraction) -> Option<Fraction> {
        self.times(Fraction::new(other.denominator, other.numerator)?)
    }

    /// The same with the other sign.
    #[must_use]
    pub fn negated(self) -> Option<Fraction> {
        Some(Fraction { numerator: self.numerator.checked_neg()?, ..self })
    }

    /// Whether a person can read it: at most twelve digits above and below the line.
    #[must_use]
    pub fn is_short(self) -> bool {
        self.numerator.unsigned_abs() < SHORT as u128 && self.denominator < SHORT
    }

    /// As a float: the nearest, if it is short.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// The decimal digits, exactly if they end within so many places, else cut off and marked by `…`.
    #[must_use]
    pub fn decimals(self, places: usize) -> String {
        let size = self.numerator.unsigned_abs();
        let (denominator, mut rest) = (self.denominator as u128, size % self.denominator as u128);
        let mut text = if self.numerator < 0 { String::from("−") } else { String::new() };
        text += &(size / denominator).to_string();
        for place in 0..places {
            if rest == 0 {
                return text;
            }
            if place == 0 {
                text.push('.');
            }
            let Some(tenfold) = rest.checked_mul(10) else { break };
            text += &(tenfold / denominator).to_string();
            rest = tenfold % denominator;
        }
        if rest == 0 { text } else { text + "…" }
    }
}

fn common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    if a == 0 { 1 } else { a }
}

impl fmt::Display for Fraction {
    /// `−16/17`, or `16` if it is whole.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.numerator < 0 { "−" } else { "" };
        write!(f, "{sign}{}", self.numerator.unsigned_abs())?;
        if self.denominator == 1 { Ok(()) } else { write!(f, "/{}", self.denominator) }
    }
}

/// Why a text is no [`Fraction`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FractionError {
    /// It is neither a number like 0.25 or 1e3 nor two of them with a stroke between.
    NotANumber,
    /// It divides by 0.
    DividesByZero,
    /// It has more digits than fractions here have.
    TooLong,
    /// It is a number beyond all that floats hold, or none on the number line.
    NotFinite,
}

impl fmt::Display for FractionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FractionError::NotANumber => {
                "not a number; allowed are numbers like 6, 0.25 or 1e3, and fractions like 1/3"
            }
            FractionError::DividesByZero => "a fraction that divides by 0",
            FractionError::TooLong => "too long for an exact fraction",
            FractionError::NotFinite => "not finite",
        })
    }
}

impl core::error::Error for FractionError {}

impl FromStr for Fraction {
    type Err = FractionError;

    /// `6`, `-0.25`, `1e3`, `1/3`; every one of them exactly.
    fn from_str(text: &str) -> Result<Fraction, FractionError> {
        let Some((above, below)) = text.split_once('/') else { return decimal(text.trim()) };
        let (above, below) = (decimal(above.trim())?, decimal(below.trim())?);
        if below == Fraction::ZERO {
            return Err(FractionError::DividesByZero);
        }
        above.over(below).ok_or(FractionError::TooLong)
    }
}

/// A decimal number, exactly.
fn decimal(text: &str) -> Result<Fraction, FractionError> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        None => (text, 0),
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().map_err(|_| FractionError::NotANumber)?),
    };
    let (is_negative, digits) = match mantissa.strip_prefix(['-', '−']) {
        Some(rest) => (true, rest),
        None => (false, mantissa.strip_prefix('+').unwrap_or(mantissa)),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let has_digits = whole.len() + part.len() > 0;
    if !has_digits || !whole.chars().chain(part.chars()).all(|digit| digit.is_ascii_digit()) {
        return Err(FractionError::NotANumber);
    }
    let part = part.trim_end_matches('0');
    let mut value: i128 = 0;
    for digit in whole.bytes().chain(part.bytes()) {
        let digit = i128::from(digit - b'0');
        value = value.checked_mul(10).and_then(|value| value.checked_add(digit)).ok_or(FractionError::TooLong)?;
    }
    let power = i32::try_from(part.len()).ok().and_then(|places| exponent.checked_sub(places));
    let power = power.filter(|power| (-MAX_DIGITS..=MAX_DIGITS).contains(power));
    let value = if is_negative { -value } else { value };
    match power {
        _ if value == 0 => Ok(Fraction::ZERO),
        None => Err(FractionError::TooLong),
        Some(power) if power < 0 => {
            Fraction::new(value, 10_i128.pow(power.unsigned_abs())).ok_or(FractionError::TooLong)
        }
        Some(power) => {
            let whole = value.checked_mul(10_i128.pow(power.unsigned_abs())).ok_or(FractionError::TooLong)?;
            Ok(Fraction { numerator: whole, denominator: 1 })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_exactly() {
        for (text, shown) in [
            ("1/3", "1/3"),
            ("-0.25", "−1/4"),
            ("1e3", "1000"),
            ("2.50", "5/2"),
            ("−3/-6", "1/2"),
            ("0.1/0.3", "1/3"),
            (".5", "1/2"),
            ("7", "7"),
            ("1e-3", "1/1000"),
        ] {
            assert_eq!(text.parse::<Fraction>().unwrap().to_string(), shown, "{text}");
        }
        for text in ["", "x", "1/", "1/2/3", "--1", "1e", "e3", ".", "nan", "inf"] {
            assert_eq!(text.parse::<Fraction>(), Err(FractionError::NotANumber), "{text}");
        }
        assert_eq!("1/0".parse::<Fraction>(), Err(FractionError::DividesByZero));
        assert_eq!("1e308".parse::<Fraction>(), Err(FractionError::TooLong));
    }

    #[test]
    fn floats_are_fractions() {
        assert_eq!(Fraction::of(0.375), Fraction::new(3, 8));
        assert_eq!(Fraction::of(-6.0), Some(Fraction::whole(-6)));
        assert_eq!(Fraction::of(0.1).unwrap().to_f64(), 0.1);
        assert_eq!((Fraction::of(f64::NAN), Fraction::of(1e308), Fraction::of(5e-324)), (None, None, None));
    }

    #[test]
    fn what_does_not_fit_is_none() {
        let large = Fraction::whole(i64::MAX);
        let larger = large.times(large).unwrap();
        assert_eq!(larger.times(large), None);
        assert_eq!(Fraction::whole(1).over(Fraction::ZERO), None);
    }

    #[test]
    fn digits() {
        let digits = |n, d, places| Fraction::new(n, d).unwrap().decimals(places);
        assert_eq!(digits(-1, 8, 5), "−0.125");
        assert_eq!(digits(1, 3, 5), "0.33333…");
        assert_eq!(digits(42, 1, 5), "42");
    }
}
