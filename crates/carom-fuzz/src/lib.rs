//! Fuzzing: bytes that become cases, and answers that are judged. `cargo xtask fuzz --minutes N`.
//!
//! The bytes of an input are the random numbers that the oracle's generators ask for, so that whatever changes in the bytes is
//! still a case with ties and near-ties; a file's bytes are a text of the project with pieces changed.
//! [`Fuzzer`] keeps inputs that reach code no other has reached. Inputs that failed once are in `kept`, and the tests replay them.

pub mod coverage;
mod engine;
mod ledger;
mod readers;
mod rows;
mod targets;
mod worlds;

pub use engine::{Found, Fuzzer};
pub use ledger::{Ledger, Sum};
pub use targets::{TARGETS, Target};
