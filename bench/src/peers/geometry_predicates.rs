//! `geometry-predicates`: Shewchuk's predicates once more, by other hands.

pub use geometry_predicates::orient2d as orient;

pub const NAME: &str = "geometry-predicates";
