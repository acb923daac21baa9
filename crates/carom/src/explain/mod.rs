//! Workings: how a question is answered, line by line, with formula, numbers put in and value.
//!
//! Every answer in a working is the library's own. Numbers are given as a person writes them, as fractions if need be
//! ([`Scalar`], [`Fraction`]); times their common denominator they are whole, and whole numbers are decided without loss.
//! Where they are too long for that, they are rounded once, and the working says so.
//!
//! ```
//! use carom::explain::{self, After, Mover, Target};
//! let number = |x: f64| explain::Scalar::from(x);
//! let mover = Mover { from: [6.0, 4.0].map(number), to: [9.0, 5.0].map(number), radius: number(0.0) };
//! let wall = Target::Wall([[6.0, 0.0].map(number), [10.0, 7.0].map(number)]);
//! let worked = explain::meeting(&mover, &wall, After::default())?;
//! assert!(worked.working.to_string().contains("16/17 ≈ 0.9411764705882353"));
//! println!("{}", worked.working.markdown());
//! # Ok::<(), carom::Error>(())
//! ```

mod board;
mod circle;
mod crossing;
mod disc;
mod flights;
mod inside;
mod one;
mod rebound;
mod search;
mod shaped;
mod touched;

pub use crate::paper::{Cost, Fraction, FractionError, Line, Scalar, Section, Table, Value, Working};
pub use board::{After, Mover, Target};
pub use circle::circle;
pub use crossing::crossing;
pub use flights::{Course, Flight, Leg, Look, Obstacle, course};

pub use inside::inside;
pub use one::{Worked, meeting, meeting_by};
pub use search::search;
pub use shaped::shaped;
