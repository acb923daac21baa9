//! Exact numbers and hard ones for tests: an opinion of its own on what rounding does.

use crate::point::Point;
use dashu_int::IBig;
use std::ops::{Add, Mul, Sub};

const U: f64 = f64::EPSILON / 2.0;

/// An exact number: an integer times a power of two.
#[derive(Clone)]
pub(super) struct Exact(IBig, i32);

pub(super) fn exact(x: f64) -> Exact {
    let (mantissa, exponent) = crate::float::split(x);
    Exact(mantissa.into(), exponent)
}

impl Exact {
    fn aligned(&self, exponent: i32) -> IBig {
        self.0.clone() << (self.1 - exponent) as usize
    }

    pub(super) fn squared(&self) -> Exact {
        self.clone() * self.clone()
    }

    /// |self| / (u·|other|), near enough for a report.
    pub(super) fn in_units_of(&self, other: &Exact) -> f64 {
        let exponent = self.1.min(other.1);
        (self.aligned(exponent).to_f64().value() / other.aligned(exponent).to_f64().value()).abs() / U
    }
}

impl Add for Exact {
    type Output = Exact;
    fn add(self, other: Exact) -> Exact {
        let exponent = self.1.min(other.1);
        Exact(self.aligned(exponent) + other.aligned(exponent), exponent)
    }
}

impl Sub for Exact {
    type Output = Exact;
    fn sub(self, other: Exact) -> Exact {
        self + Exact(-other.0, other.1)
    }
}

impl Mul for Exact {
    type Output = Exact;
    fn mul(self, other: Exact) -> Exact {
        Exact(self.0 * other.0, self.1 + other.1)
    }
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
