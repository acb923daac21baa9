//! A working: titled sections of lines, each with its formula, the numbers put in, and the value.
//!
//! Formulas are kept as they are printed in a text, as in `ti = (N·P0 − N·Bs) / (N·V)`; within words they stand between `$` signs.

use super::scalar::{Pair, Scalar};
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::{Add, AddAssign};

/// A whole working. It prints as text; see also [`Working::markdown`] and [`Working::latex`].
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Working {
    /// What is worked out.
    pub title: String,
    /// Part after part.
    pub sections: Vec<Section>,
}

/// One part of a [`Working`].
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Section {
    /// What it is about.
    pub title: String,
    /// Sentences before the rest.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub words: Vec<String>,
    /// A table, if there is one.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub table: Option<Table>,
    /// The lines, in order.
    pub lines: Vec<Line>,
}

/// A table in a [`Section`].
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Table {
    /// The names of its columns.
    pub head: Vec<String>,
    /// The cells, row by row.
    pub rows: Vec<Vec<String>>,
}

/// One line: what is computed or asked, the numbers put in, and what comes out.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Line {
    /// The letter of a method's step, or nothing.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "String::is_empty"))]
    pub step: String,
    /// What it is for, in words; formulas in it stand between `$` signs.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "String::is_empty"))]
    pub says: String,
    /// What is computed or asked, in the textbook's letters.
    pub formula: String,
    /// The same with the numbers put in.
    pub numbers: String,
    /// What comes out.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub value: Value,
    /// What else is to be said.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub remarks: Vec<String>,
    /// What it cost.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Cost::is_nothing"))]
    pub cost: Cost,
}

/// What comes out of a [`Line`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(untagged))]
pub enum Value {
    /// Nothing: the line is words.
    #[default]
    Words,
    /// A number.
    Number {
        /// The number.
        value: Scalar,
    },
    /// A vector or a point.
    Vector {
        /// Its coordinates.
        value: [Scalar; 2],
    },
    /// The answer of a test.
    Test {
        /// The exact answer, which decides.
        holds: bool,
        /// What the textbook's expression gives in plain floating point.
        plain: bool,
    },
}

/// How many multiplications, divisions and comparisons something took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Cost {
    /// Products.
    pub multiplications: u32,
    /// Quotients.
    pub divisions: u32,
    /// Comparisons of two numbers.
    pub comparisons: u32,
}

impl Cost {
    /// So many multiplications, divisions and comparisons.
    #[must_use]
    pub const fn new(multiplications: u32, divisions: u32, comparisons: u32) -> Cost {
        Cost { multiplications, divisions, comparisons }
    }

    /// Whether it is none of them.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == Cost::default()
    }
}

impl Add for Cost {
    type Output = Cost;
    fn add(self, other: Cost) -> Cost {
        Cost::new(
            self.multiplications + other.multiplications,
            self.divisions + other.divisions,
            self.comparisons + other.comparisons,
        )
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        *self = *self + other;
    }
}

impl Section {
    pub(crate) fn new(title: impl Into<String>) -> Section {
        Section { title: title.into(), ..Section::default() }
    }

    /// What all its lines cost together.
    #[must_use]
    pub fn cost(&self) -> Cost {
        self.lines.iter().fold(Cost::default(), |sum, line| sum + line.cost)
    }
}

impl Line {
    pub(crate) fn number(formula: impl Into<String>, numbers: impl Into<String>, value: Scalar) -> Line {
        Line { formula: formula.into(), numbers: numbers.into(), value: Value::Number { value }, ..Line::default() }
    }

    pub(crate) fn vector(formula: impl Into<String>, numbers: impl Into<String>, value: Pair) -> Line {
        Line { formula: formula.into(), numbers: numbers.into(), value: Value::Vector { value }, ..Line::default() }
    }

    /// A test: what it is for, what is asked, and the exact answer.
    pub(crate) fn test(
        says: impl Into<String>,
        formula: impl Into<String>,
        numbers: impl Into<String>,
        holds: bool,
    ) -> Line {
        let value = Value::Test { holds, plain: holds };
        Line { says: says.into(), formula: formula.into(), numbers: numbers.into(), value, ..Line::default() }
    }

    pub(crate) fn words(says: impl Into<String>) -> Line {
        Line { says: says.into(), ..Line::default() }
    }

    pub(crate) fn step(self, letter: &str) -> Line {
        Line { step: letter.into(), ..self }
    }

    pub(crate) fn says(self, says: impl Into<String>) -> Line {
        Line { says: says.into(), ..self }
    }

    pub(crate) fn cost(self, multiplications: u32, divisions: u32, comparisons: u32) -> Line {
        Line { cost: Cost::new(multiplications, divisions, comparisons), ..self }
    }

    pub(crate) fn remark(mut self, remark: impl Into<String>) -> Line {
        self.remarks.push(remark.into());
        self
    }
}
