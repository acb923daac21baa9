//! `robust`: Shewchuk's predicates, exact unless something overflows or underflows.

use robust::Coord;

pub use robust::orient2d as orient;

pub const NAME: &str = "robust";

pub fn point([x, y]: [f64; 2]) -> Coord<f64> {
    Coord { x, y }
}
