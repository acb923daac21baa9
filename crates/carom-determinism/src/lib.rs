//! Hashes of what carom answers, to be equal on every machine: `cargo xtask determinism`.
//!
//! One line for every scene of the project, run for two seconds of its time, and one for every kind of question. The right lines are in
//! `golden.txt`; a line that differs says that some bit of some answer does.

mod bits;
mod questions;
mod scenes;
mod web;

pub use bits::Bits;
pub use scenes::SCENES;

/// The lines as they must be, everywhere.
pub const GOLDEN: &str = include_str!("../golden.txt");

/// All lines.
///
/// # Panics
/// If a scene or a file of the corpus cannot be read.
#[must_use]
pub fn lines() -> String {
    let mut lines = String::new();
    for (name, hash) in questions::all() {
        lines += &format!("questions {name} {hash:016x}\n");
    }
    for scene in SCENES {
        lines += &scenes::line(scene);
    }
    lines
}

/// What is wrong with some lines, if anything is: the first that differs, and how many do.
#[must_use]
pub fn difference(lines: &str) -> Option<String> {
    if lines == GOLDEN {
        return None;
    }
    let count = lines.lines().count().max(GOLDEN.lines().count());
    let mut pairs = (0..count).map(|i| (lines.lines().nth(i).unwrap_or(""), GOLDEN.lines().nth(i).unwrap_or("")));
    let different = pairs.clone().filter(|(found, golden)| found != golden).count();
    let first = pairs.find(|(found, golden)| found != golden);
    let (found, golden) = first.unwrap_or(("other ends of lines", ""));
    Some(format!("{different} of {count} lines differ, the first: {found:?}, expected {golden:?}"))
}
