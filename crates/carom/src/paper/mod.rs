//! Numbers and workings as they stand on paper: fractions, roots, lines with formula, numbers and value.
//!
//! Nothing here decides anything. The library's own decisions are written down with these, for somebody to read.

mod fraction;
mod notation;
mod render;
mod scalar;
mod working;

pub use fraction::{Fraction, FractionError};
pub use scalar::Scalar;
pub(crate) use scalar::{
    Pair, common_scale, difference, divisor_text, dot, negative_text, pair_text, product_text, signed, sized_text,
    squared_text, times, turned,
};
pub use working::{Cost, Line, Section, Table, Value, Working};
