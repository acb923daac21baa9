//! Numbers as people write them: fractions and decimals, read exactly.

use carom::explain::Scalar;

/// `6,0,1/3,0.7`: so many numbers, each exactly as written; what is too long for that is rounded.
pub(crate) fn exact<const N: usize>(text: &str) -> Result<[Scalar; N], String> {
    let numbers = list(text)?;
    let found = numbers.len();
    numbers.try_into().map_err(|_| format!("{found} given, {N} needed, as in {}", vec!["0"; N].join(",")))
}

/// Numbers with commas between, or spaces between pairs.
pub(crate) fn list(text: &str) -> Result<Vec<Scalar>, String> {
    let words = text.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty());
    words.map(number).collect()
}

/// One number.
pub(crate) fn number(word: &str) -> Result<Scalar, String> {
    word.parse().map_err(|error| format!("`{word}` is {error}"))
}

/// A number, 0 or more.
pub(crate) fn not_negative(word: &str) -> Result<Scalar, String> {
    number(word)
        .and_then(|x| if x.to_f64() >= 0.0 { Ok(x) } else { Err(format!("{word} is below 0; allowed is 0 or more")) })
}

/// A number from 0 to 1.
pub(crate) fn part(word: &str) -> Result<Scalar, String> {
    let is_part = |x: &Scalar| (0.0..=1.0).contains(&x.to_f64());
    number(word).and_then(|x| if is_part(&x) { Ok(x) } else { Err(format!("{word} is not between 0 and 1")) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_exact_numbers() {
        let shown: Vec<String> = exact::<3>("6, -1/3,0.25").unwrap().iter().map(|x| x.short()).collect();
        assert_eq!(shown, ["6", "−1/3", "1/4"]);
        assert_eq!(exact::<2>("6").unwrap_err(), "1 given, 2 needed, as in 0,0");
        assert!(exact::<2>("6,x").unwrap_err().starts_with("`x` is not a number"));
        assert_eq!(exact::<2>("6,inf").unwrap_err(), "`inf` is not finite");
        assert_eq!(exact::<2>("6,1e400").unwrap_err(), "`1e400` is not finite");
        assert_eq!(exact::<2>("6,1/0").unwrap_err(), "`1/0` is a fraction that divides by 0");
        assert!(!exact::<1>("1e300").unwrap()[0].is_exact());
        assert_eq!(list("0,0 100,0 1/2,3").unwrap().len(), 6);
    }
}
