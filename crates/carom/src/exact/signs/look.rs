//! A quick look at two segments: are they clearly apart, do they clearly cross?
//!
//! Without a branch and without a root, so that it runs on vectors: in a loop over many pairs, or for K pairs side by side.

use super::filter::SAFE;
use crate::exact::numbers::lanes::Lanes;
use crate::point::{self, Point};

/// How far two segments are, beyond doubt, on one side of each other or on both.
///
/// They are apart if either lies on one side of the other's line, further away than a radius, and they cross if each has the
/// other's ends on both sides of its line. |x| + |y| stands for the length of a vector, which is never
/// more, so no root is needed.
///
/// With w and v the vectors of both, c = w×(a−p) and d = v×(p−a) give the sides of a and p, and with x = w×v those of b and q
/// are c + x and d − x. Each cross product is off by 4u of its permanent, and a sum by u more of itself, which is at most both
/// permanents: together less than 8u of all three. If anything overflows, so does their sum, and nothing is certain.
pub(crate) struct Look<const K: usize> {
    w: [Lanes<K>; 2],
    v: [Lanes<K>; 2],
    /// The smaller and the larger of c and c + x.
    from_other: [Lanes<K>; 2],
    /// The smaller and the larger of d and d − x.
    from_this: [Lanes<K>; 2],
    bound: Lanes<K>,
}

/// 8u.
pub(crate) const ERROR: f64 = 8.0 * f64::EPSILON / 2.0;

impl Look<1> {
    /// At one pair.
    #[inline(always)]
    pub(crate) fn at([a, b]: [Point; 2], [p, q]: [Point; 2]) -> Look<1> {
        let one = |p: Point| [Lanes([p.x]), Lanes([p.y])];
        Look::of([one(a), one(b)], [one(p), one(q)])
    }
}

impl<const K: usize> Look<K> {
    /// At K pairs: from a to b and from p to q, each with its x and y.
    #[inline(always)]
    pub(crate) fn of([a, b]: [[Lanes<K>; 2]; 2], [p, q]: [[Lanes<K>; 2]; 2]) -> Look<K> {
        let difference = |to: [Lanes<K>; 2], from: [Lanes<K>; 2]| [to[0] - from[0], to[1] - from[1]];
        let (w, v, from) = (difference(q, p), difference(b, a), difference(a, p));
        let [(l1, r1), (l2, r2), (l3, r3)] =
            [(w[0] * from[1], w[1] * from[0]), (v[1] * from[0], v[0] * from[1]), (w[0] * v[1], w[1] * v[0])];
        let (c, d, x) = (l1 - r1, l2 - r2, l3 - r3);
        let permanent = ((l1.abs() + r1.abs()) + (l2.abs() + r2.abs())) + (l3.abs() + r3.abs());
        Look {
            w,
            v,
            from_other: [min(c, c + x), max(c, c + x)],
            from_this: [min(d, d - x), max(d, d - x)],
            bound: permanent.map(|permanent| ERROR * permanent + f64::MIN_POSITIVE),
        }
    }

    /// Positive if they are apart, and if they cross.
    #[inline(always)]
    pub(crate) fn of_points(&self) -> (Lanes<K>, Lanes<K>) {
        let ([least, most], [least_beside, most_beside]) = (self.from_other, self.from_this);
        let apart = max(max(least, most.negated()), max(least_beside, most_beside.negated()));
        let parted = min(min(most, least.negated()), min(most_beside, least_beside.negated()));
        (apart - self.bound, parted - self.bound)
    }

    /// Positive if they are further apart than a radius. It adds its share to each bound, and 16u of it for what that is off by.
    #[inline(always)]
    pub(crate) fn apart_by(&self, radius: Lanes<K>) -> Lanes<K> {
        let ([least, most], [least_beside, most_beside]) = (self.from_other, self.from_this);
        let reach = radius.map(|radius| radius * (1.0 + 2.0 * ERROR));
        let apart = max(least, most.negated()) - reach * (self.w[0].abs() + self.w[1].abs());
        let beside = max(least_beside, most_beside.negated()) - reach * (self.v[0].abs() + self.v[1].abs());
        (max(apart, beside) - self.bound).map(|apart| apart - f64::MIN_POSITIVE)
    }
}

/// Whether some point of a segment is less than a radius away from a point, for certain.
///
/// Any t from 0 to 1 makes a witness x = a + t(b−a), the best is the nearest. Its computed coordinates are off by at most 4u of
/// the sizes of the ends' together, and the distance by 4u of itself besides; both get more than twice of that. Squares that vanish are far
/// below what the radius' square must be.
#[inline(always)]
pub(crate) fn reaches(p: Point, [a, b]: [Point; 2], radius: f64) -> bool {
    let (w, from) = (b - a, p - a);
    let t = (w.x * from.x + w.y * from.y) / (w.x * w.x + w.y * w.y);
    // Also where this is no number.
    let t = if 0.0 < t { if t < 1.0 { t } else { 1.0 } } else { 0.0 };
    let (x, y) = (p.x - (a.x + t * w.x), p.y - (a.y + t * w.y));
    let size = (a.x.abs() + a.y.abs()) + (b.x.abs() + b.y.abs());
    let rest = radius * (1.0 - 2.0 * ERROR) - 2.0 * ERROR * size;
    (0.0 < rest) & (SAFE < rest * rest) & (x * x + y * y < rest * rest)
}

#[inline(always)]
fn min<const K: usize>(a: Lanes<K>, b: Lanes<K>) -> Lanes<K> {
    a.with(b, point::min)
}

#[inline(always)]
fn max<const K: usize>(a: Lanes<K>, b: Lanes<K>) -> Lanes<K> {
    a.with(b, point::max)
}
