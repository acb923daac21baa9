//! The textbook's expressions in plain `f64`: fast, and wrong where rounding decides.

use super::side_of;
use carom::{Location, Point, Side};

pub const NAME: &str = "plain";
/// The expression's value alone, from which nobody has read the side yet.
pub const NUMBER: &str = "plain number";

pub fn side(a: Point, b: Point, c: Point) -> Side {
    side_of(orient(a, b, c))
}

/// Positive if `c` is on the left of the line from `a` to `b`.
pub fn orient(a: Point, b: Point, c: Point) -> f64 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

pub fn overlaps([a, b]: &[Point; 2], [c, d]: &[Point; 2]) -> bool {
    let straddles = |a, b, c, d| orient(a, b, c) * orient(a, b, d) <= 0.0;
    straddles(*a, *b, *c, *d) && straddles(*c, *d, *a, *b)
}

/// Counts the edges that cross the ray to the right; knows no boundary.
pub fn locate(ring: &[Point], point: Point) -> Location {
    let mut inside = false;
    let mut from = ring[ring.len() - 1];
    for &to in ring {
        let straddles = (from.y <= point.y) != (to.y <= point.y);
        let slope = (to.x - from.x) / (to.y - from.y);
        inside ^= straddles && point.x < from.x + (point.y - from.y) * slope;
        from = to;
    }
    if inside { Location::Inside } else { Location::Outside }
}
