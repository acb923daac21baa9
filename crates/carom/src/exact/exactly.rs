//! Exact numbers and hard ones for tests: an opinion of its own on what rounding does.

use super::numbers::double::U;
use crate::point::Point;
pub(super) use carom_oracle::dyadic::{Dyadic as Exact, exact};

/// |x| / (u·|y|), near enough for a report.
pub(super) fn in_units_of(x: Exact, y: Exact) -> f64 {
    x.abs().over(&y.abs()) / U
}

pub(super) fn cross(a: Point, b: Point, c: Point, d: Point) -> Exact {
    let difference = |from: f64, to: f64| exact(to) - exact(from);
    difference(a.x, b.x) * difference(c.y, d.y) - difference(a.y, b.y) * difference(c.x, d.x)
}

pub(super) fn squared_distance(p: Point, q: Point) -> Exact {
    (exact(p.x) - exact(q.x)).squared() + (exact(p.y) - exact(q.y)).squared()
}

/// Points with full mantissas just above powers of two, where rounding errors are largest.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let fraction = (self.0 >> 12) as f64 / (1_u64 << 52) as f64;
        let size = [1.0, 1.0, 2.0, 16.0][(self.0 >> 7 & 3) as usize];
        let sign = if self.0 >> 9 & 1 == 0 { 1.0 } else { -1.0 };
        sign * size * (1.0 + fraction * [0.1, 1.0][(self.0 >> 10 & 1) as usize])
    }

    pub(super) fn points(&mut self) -> [Point; 6] {
        [(); 6].map(|()| Point::new(self.number(), self.number()))
    }
}
