//! One command a file.

pub(crate) mod bench;
pub(crate) mod cast;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod crossings;
pub(crate) mod exercise;
pub(crate) mod explain;
pub(crate) mod play;
pub(crate) mod render;
pub(crate) mod run;

/// A finite number.
pub(crate) fn finite(word: &str) -> Result<f64, String> {
    match word.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) => Err(format!("`{word}` is not finite; expected a number from -1.8e308 to 1.8e308")),
        Err(_) => Err(format!("`{word}` is not a number{}", expected_number(word))),
    }
}

/// What to write in place of something that is no number.
fn expected_number(word: &str) -> &'static str {
    let is_with_comma = word.contains(',') && word.replace(',', ".").parse::<f64>().is_ok();
    if is_with_comma { "; write a point in place of the comma" } else { "; expected one as in 2, -0.5 or 1e3" }
}

/// A finite number above 0.
pub(crate) fn positive(word: &str) -> Result<f64, String> {
    finite(word).and_then(|number| {
        if number > 0.0 { Ok(number) } else { Err(format!("{word} is not above 0; expected a number above 0")) }
    })
}

/// A finite number, 0 or more.
pub(crate) fn not_negative(word: &str) -> Result<f64, String> {
    finite(word).and_then(|number| {
        if number >= 0.0 { Ok(number) } else { Err(format!("{word} is below 0; expected 0 or more")) }
    })
}

/// A whole number from a range.
pub(crate) fn whole_number(word: &str, from: u64, to: u64) -> Result<u64, String> {
    match word.parse::<u64>() {
        Ok(number) if (from..=to).contains(&number) => Ok(number),
        _ => Err(format!("`{word}` is not a whole number from {from} to {to}")),
    }
}

/// `800x600`.
pub(crate) fn size(text: &str) -> Result<[u32; 2], String> {
    let (width, height) = text.split_once(['x', '×']).ok_or("a size is width x height, as in 800x600")?;
    let side = |word: &str| match word.trim().parse::<u32>() {
        Ok(side) if (16..=16_384).contains(&side) => Ok(side),
        _ => Err(format!("`{word}` is not a number of pixels from 16 to 16384")),
    };
    Ok([side(width)?, side(height)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(size("800x600"), Ok([800, 600]));
        assert!(size("800").is_err() && size("0x5").is_err() && size("99999x5").is_err());
    }
}
