//! The letters of all pictures: outlines of our own for Latin, Greek and Cyrillic, so that a picture of those is the same on
//! every machine; other scripts are left to the fonts of whoever shows it.
//!
//! `letters.txt` has a line a letter: the letter, how far the next one is, and its outline as an SVG path. It is made by
//! `cargo xtask letters`. Letters stand on y = 0, y down, in units of which capitals are 1493 high.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use unicode_width::UnicodeWidthChar;

/// How high capitals are.
const CAPITAL: f64 = 1493.0;

/// How large a font is of which capitals are as high as these.
pub(crate) const EM: f64 = 2048.0;

/// How wide a column is that a letter of another script takes; Chinese ones take two.
const COLUMN: f64 = 1120.0;

static LETTERS: LazyLock<BTreeMap<char, (f64, &'static str)>> = LazyLock::new(|| {
    let line = |line: &'static str| {
        let letter = line.chars().next()?;
        let (advance, outline) = line[letter.len_utf8()..].trim_start_matches(' ').split_once(' ')?;
        Some((letter, (advance.parse().ok()?, outline)))
    };
    include_str!("letters.txt").lines().filter_map(line).collect()
});

/// A part of a text that is drawn in one way, and where it starts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Run {
    /// Letters with outlines of our own.
    Own(Vec<(char, f64)>),
    /// For another font.
    Foreign { text: String, at: f64 },
    /// No font has it: a box with its number.
    Box { letter: char, at: f64, width: f64 },
}

/// How wide a text of some size is. The size is that of other fonts: capitals are 0.7 of it high.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(advance).sum::<f64>() * scale(size)
}

/// How much larger than its outlines' numbers a text of some size is.
pub(crate) fn scale(size: f64) -> f64 {
    0.7 * size / CAPITAL
}

/// The outline of a letter; `None` for a space and for what is not among our own.
pub(crate) fn outline(letter: char) -> Option<&'static str> {
    LETTERS.get(&letter).map(|(_, outline)| *outline).filter(|outline| !outline.is_empty())
}

/// The parts of a text, in the numbers of the outlines. `has` tells which foreign letters some font has.
pub(crate) fn runs(text: &str, has: &dyn Fn(char) -> bool) -> Vec<Run> {
    let letters: Vec<char> = text.chars().collect();
    let mut runs: Vec<Run> = Vec::new();
    let mut x = 0.0;
    for (index, &letter) in letters.iter().enumerate() {
        let at = x;
        x += advance(letter);
        // Words of one script stay together: some are written from right to left.
        let is_between = letter == ' ' && letters.get(index + 1).is_some_and(|next| is_foreign(*next) && has(*next));
        match runs.last_mut() {
            Some(Run::Foreign { text, .. }) if is_between || (is_foreign(letter) && has(letter)) => text.push(letter),
            _ if is_foreign(letter) && has(letter) => runs.push(Run::Foreign { text: letter.into(), at }),
            _ if is_foreign(letter) => runs.push(Run::Box { letter, at, width: x - at }),
            Some(Run::Own(places)) => places.push((letter, at)),
            _ => runs.push(Run::Own(vec![(letter, at)])),
        }
    }
    runs
}

/// Whether a letter is not among our own. Control characters are spaces.
fn is_foreign(letter: char) -> bool {
    !letter.is_control() && !LETTERS.contains_key(&letter)
}

/// How far the next letter is.
fn advance(letter: char) -> f64 {
    match LETTERS.get(&letter) {
        Some((advance, _)) => *advance,
        None if letter.is_control() => advance(' '),
        None => COLUMN * letter.width().unwrap_or(1) as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_greek_and_cyrillic_are_our_own() {
        let accents = "ÄÖÜäöüßéèêëçñåøŁłőůžŠğİıĄęœÆ ȘțẾữƯơ";
        let others = "ΑΒΓΔΩαβγδωάέή АБВГЯабвгяЁёЇїҐґ °²³×÷·±−–—…→≤≥≈≠√∞½€′″„“‘’";
        for letter in (' '..='~').chain(accents.chars()).chain(others.chars()) {
            assert!(LETTERS.contains_key(&letter), "{letter}");
            assert_eq!(outline(letter).is_none(), letter == ' ', "{letter}");
        }
    }

    #[test]
    fn every_line_of_the_letters_is_read_and_every_outline_is_one() {
        assert_eq!(LETTERS.len(), include_str!("letters.txt").lines().count());
        for (letter, (advance, outline)) in LETTERS.iter() {
            assert!((0.0..=4000.0).contains(advance), "{letter}");
            assert!(outline.is_empty() || (outline.starts_with('M') && outline.ends_with('z')), "{letter}");
        }
    }

    #[test]
    fn what_is_foreign_is_kept_together() {
        let parts = |text: &str, has: &dyn Fn(char) -> bool| -> Vec<String> {
            let part = |run: Run| match run {
                Run::Own(places) => places.into_iter().map(|(letter, _)| letter).collect(),
                Run::Foreign { text, .. } => format!("[{text}]"),
                Run::Box { letter, .. } => format!("({letter})"),
            };
            runs(text, has).into_iter().map(part).collect()
        };
        assert_eq!(parts("Ball Ü", &|_| true), ["Ball Ü"]);
        assert_eq!(parts("中文 ball", &|_| true), ["[中文]", " ball"]);
        assert_eq!(parts("a שלום עולם b", &|_| true), ["a ", "[שלום עולם]", " b"]);
        assert_eq!(parts("中文", &|letter| letter == '中'), ["[中]", "(文)"]);
    }

    #[test]
    fn a_text_is_as_wide_as_its_parts() {
        for text in ["Ball", "Ü中", "中 a"] {
            let each: f64 = text.chars().map(|letter| width(&letter.to_string(), 14.0)).sum();
            assert!((width(text, 14.0) - each).abs() < 1e-9, "{text}");
        }
        assert!(width("中", 14.0) > 1.5 * width("a", 14.0));
    }
}
