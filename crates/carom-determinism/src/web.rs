//! What a page, or Node, calls: the lines as bytes in memory.

use std::sync::OnceLock;

fn text() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| format!("{:?}\n{}", carom::Vectors::in_use(), crate::lines()))
}

/// How many bytes there are: the vectors in use on the first line, then the lines.
// SAFETY: nobody else has a function of this name.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn carom_lines_length() -> usize {
    text().len()
}

/// Where they are.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn carom_lines() -> *const u8 {
    text().as_ptr()
}
