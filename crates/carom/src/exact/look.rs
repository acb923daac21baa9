//! A quick look at two segments: are they clearly apart, do they clearly cross?
//!
//! Without a branch and without a root, so that a loop over many pairs runs on vectors.

use crate::point::{Point, Vec2, max, min};

/// How far two segments are, beyond doubt, on one side of each other or on both.
///
/// They are apart if either lies on one side of the other's line, further away than a radius, and they cross if each has the
/// other's ends on both sides of its line. |x| + |y| stands for the length of a vector, which is never
/// more, so no root is needed.
///
/// With w and v the vectors of both, c = w×(a−p) and d = v×(p−a) tell the sides of a and p, and with x = w×v those of b and q
/// are c + x and d − x. Each cross product is off by 4u of its permanent, and a sum by u more of itself, which is at most both
/// permanents: together less than 8u of all three. If anything overflows, so does their sum, and nothing is certain.
pub(crate) struct Look {
    w: Vec2,
    v: Vec2,
    /// The smaller and the larger of c and c + x.
    from_other: [f64; 2],
    /// The smaller and the larger of d and d − x.
    from_this: [f64; 2],
    bound: f64,
}

/// 8u.
pub(super) const ERROR: f64 = 8.0 * f64::EPSILON / 2.0;

impl Look {
    #[inline(always)]
    pub(crate) fn of([a, b]: [Point; 2], [p, q]: [Point; 2]) -> Look {
        let (w, v, from) = (q - p, b - a, a - p);
        let [(l1, r1), (l2, r2), (l3, r3)] =
            [(w.x * from.y, w.y * from.x), (v.y * from.x, v.x * from.y), (w.x * v.y, w.y * v.x)];
        let (c, d, x) = (l1 - r1, l2 - r2, l3 - r3);
        let permanent = ((l1.abs() + r1.abs()) + (l2.abs() + r2.abs())) + (l3.abs() + r3.abs());
        Look {
            w,
            v,
            from_other: [min(c, c + x), max(c, c + x)],
            from_this: [min(d, d - x), max(d, d - x)],
            bound: ERROR * permanent + f64::MIN_POSITIVE,
        }
    }

    /// Positive if they are apart, and if they cross.
    #[inline(always)]
    pub(crate) fn of_points(&self) -> (f64, f64) {
        let ([least, most], [least_beside, most_beside]) = (self.from_other, self.from_this);
        let apart = max(max(least, -most), max(least_beside, -most_beside)) - self.bound;
        (apart, min(min(most, -least), min(most_beside, -least_beside)) - self.bound)
    }

    /// Positive if they are further apart than a radius. It adds its share to each bound, and 16u of it for what that is off by.
    #[inline(always)]
    pub(crate) fn apart_by(&self, radius: f64) -> f64 {
        let ([least, most], [least_beside, most_beside]) = (self.from_other, self.from_this);
        let reach = radius * (1.0 + 2.0 * ERROR);
        let apart = max(least, -most) - reach * (self.w.x.abs() + self.w.y.abs());
        let beside = max(least_beside, -most_beside) - reach * (self.v.x.abs() + self.v.y.abs());
        max(apart - self.bound, beside - self.bound) - f64::MIN_POSITIVE
    }
}
