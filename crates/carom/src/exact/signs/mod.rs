//! Signs and points of what stands still: the filter, the questions, constructed points, and a first look.

pub(crate) mod construct;
pub(crate) mod facing;
pub(crate) mod filter;
pub(crate) mod look;
pub(crate) mod questions;
