//! A quick look at two segments: are they clearly apart, do they clearly cross?
//!
//! Without a branch and without a root, so that it runs on vectors: in a loop over many pairs, or for K pairs side by side.

use super::construct::everywhere;
use super::filter::SAFE;
use crate::point::Point;
use crate::simd::{Numbers, One};

/// How far two segments are, beyond doubt, on one side of each other or on both.
///
/// They are apart if either lies on one side of the other's line, further away than a radius, and they cross if each has the
/// other's ends on both sides of its line. |x| + |y| stands for the length of a vector, which is never
/// more, so no root is needed.
///
/// With w and v the vectors of both, c = w×(a−p) and d = v×(p−a) give the sides of a and p, and with x = w×v those of b and q
/// are c + x and d − x. |c + x/2| − |x/2| is the smaller of |c| and |c + x|, negative if they have different signs: so one number
/// says all, [`beside_other`](Look::beside_other), and its like for d the rest.
///
/// **Errors.** Each cross product is off by 4u of its permanent, and nothing but roundings follows. With permanents C of c and X of x, c + x/2 is
/// off by 5uC + 3uX, with |x/2| taken away by 5uC + 5uX and, rounded once more, by 6u(C + X) at most.
/// 8u of all three permanents together is more, and leaves room for its own rounding and that of one more difference.
/// No number here is larger than the sum of permanents, rounded as they are: if anything overflows, so does that sum, and nothing is certain.
pub(crate) struct Look<N> {
    w: [N; 2],
    v: [N; 2],
    /// How far the first is beside the line of the second, and the reverse.
    beside_other: N,
    beside_this: N,
    bound: N,
}

/// 8u.
pub(crate) const ERROR: f64 = 8.0 * f64::EPSILON / 2.0;

/// Whether two segments are further apart than a radius, for certain.
#[inline(always)]
pub(crate) fn are_apart_by(first: [Point; 2], second: [Point; 2], radius: f64) -> bool {
    Look::<One<false>>::of(everywhere(first), everywhere(second)).are_apart_by(One(radius))
}

impl<N: Numbers> Look<N> {
    /// At pairs: from a to b and from p to q, each with its x and y.
    #[inline(always)]
    pub(crate) fn of([a, b]: [[N; 2]; 2], [p, q]: [[N; 2]; 2]) -> Look<N> {
        let difference = |to: [N; 2], from: [N; 2]| [to[0].minus(from[0]), to[1].minus(from[1])];
        let (w, v, from) = (difference(q, p), difference(b, a), difference(a, p));
        let [(l1, r1), (l2, r2), (l3, r3)] = [
            (w[0].times(from[1]), w[1].times(from[0])),
            (v[1].times(from[0]), v[0].times(from[1])),
            (w[0].times(v[1]), w[1].times(v[0])),
        ];
        let (c, d, x) = (l1.minus(r1), l2.minus(r2), l3.minus(r3));
        let half = x.times(N::all(0.5));
        let sizes = |l: N, r: N| l.abs().plus(r.abs());
        let permanent = sizes(l1, r1).plus(sizes(l2, r2)).plus(sizes(l3, r3));
        Look {
            w,
            v,
            beside_other: c.plus(half).abs().minus(half.abs()),
            beside_this: d.minus(half).abs().minus(half.abs()),
            bound: N::all(ERROR).times(permanent).plus(N::all(f64::MIN_POSITIVE)),
        }
    }

    /// Whether they are apart, and whether they cross.
    #[inline(always)]
    pub(crate) fn of_points(&self) -> (N::Truth, N::Truth) {
        let beside = self.beside_other.most(self.beside_this);
        (self.bound.is_below(beside), beside.is_below(self.bound.negated()))
    }

    /// Whether they are further apart than a radius. It adds its share to each bound, and 16u of it for what that is off by.
    #[inline(always)]
    pub(crate) fn are_apart_by(&self, radius: N) -> N::Truth {
        let reach = radius.times(N::all(1.0 + 2.0 * ERROR));
        let sizes = |[x, y]: [N; 2]| reach.times(x.abs().plus(y.abs()));
        let apart = self.beside_other.minus(sizes(self.w)).most(self.beside_this.minus(sizes(self.v)));
        self.bound.plus(N::all(f64::MIN_POSITIVE)).is_below(apart)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::compare_distance_to_segment;
    use crate::exact::exactly::{Random, cross, exact, in_units_of};
    use crate::exact::numbers::double::U;
    use core::cmp::Ordering;

    /// A segment that slants is within a radius of a point beside it, or beyond its ends, just if the radius is not less than the distance but for roundings.
    #[test]
    fn what_is_reached() {
        let point = Point::new;
        for (a, size) in [(point(0.0, 0.0), 1.0), (point(7.0, -9.0), 1.0), (point(-1e6, 1e5), 1e3)] {
            let at = |x: f64, y: f64| point(a.x + x * size, a.y + y * size);
            for (w, beside) in [([3.0, 4.0], [-4.0, 3.0]), ([4.0, -3.0], [3.0, 4.0]), ([-5.0, 0.0], [0.0, 5.0])] {
                let b = at(10.0 * w[0], 10.0 * w[1]);
                for (along, across, distance) in
                    [(2.0, 3.0, 15.0), (7.0, -2.0, 10.0), (0.5, 0.25, 1.25), (-3.0, 4.0, 25.0), (13.0, 4.0, 25.0)]
                {
                    let p = at(along * w[0] + across * beside[0], along * w[1] + across * beside[1]);
                    for (part, expected) in [(1.0 + 1e-9, true), (1.0 - 1e-9, false)] {
                        let radius = part * distance * size;
                        assert_eq!(reaches(p, [a, b], radius), expected, "{p:?} {a:?} {b:?} {radius}");
                    }
                }
            }
        }
    }

    /// Where squares vanish nothing is seen to be reached: a point that is 1.7 away, in some unit, would seem to be nearer than 1.6.
    #[test]
    fn what_is_too_small_is_not_reached() {
        for power in [-160, -161, -162, -163] {
            let at = |x: f64| Point::new(x * 10_f64.powi(power), x * 10_f64.powi(power));
            assert!(!reaches(at(1.2), [at(0.0), at(-1.0)], 1.6 * 10_f64.powi(power)));
        }
    }

    /// What both numbers of a look are off by, in units of u of all permanents: less than the 8 that are allowed for, and not so much
    /// less that doubts are made without need.
    #[test]
    fn errors_of_looks_are_within_the_bound() {
        let (mut random, mut largest) = (Random(3), 0.0_f64);
        for round in 0..if carom_oracle::FEW_CASES { 20_000 } else { 400_000 } {
            let [a, mut b, p, mut q, ..] = random.points();
            // Some are short, and some nearly parallel.
            b = if round % 3 == 0 { a + (b - a) * (1.0 / 1024.0) } else { b };
            q = if round % 4 == 0 { p + (b - a) * 1.3 } else { q };
            let look = Look::<One<false>>::of(everywhere([a, b]), everywhere([p, q]));
            let permanents = exact((look.bound.0 - f64::MIN_POSITIVE) / ERROR);
            let half = exact(0.5);
            let beside = |from: crate::exact::exactly::Exact, way: crate::exact::exactly::Exact| {
                (from + half.clone() * way.clone()).abs() - half.clone() * way.abs()
            };
            let other = beside(cross(p, q, p, a), cross(p, q, a, b));
            let this = beside(cross(a, b, a, p), cross(a, b, p, q));
            for (found, truth) in [(look.beside_other, other), (look.beside_this, this)] {
                largest = largest.max(in_units_of(exact(found.0) - truth, permanents.clone()));
            }
        }
        let allowed = ERROR / U;
        assert!(largest < allowed, "off by {largest}u, {allowed}u is allowed");
        assert!(allowed < 5.0 * largest, "off by {largest}u at most, {allowed}u is allowed");
    }

    /// What is within reach is said to be, but for a billionth part, and what is not is never.
    #[test]
    fn reach_is_certain_and_used() {
        let (mut random, mut used) = (Random(4), 0);
        for _ in 0..if carom_oracle::FEW_CASES { 20_000 } else { 200_000 } {
            let [a, b, p, ..] = random.points();
            let [x, y] = [(p.x - a.x, b.x - a.x), (p.y - a.y, b.y - a.y)];
            let along = (x.0 * x.1 + y.0 * y.1) / (x.1 * x.1 + y.1 * y.1);
            let along = if along > 0.0 { along.min(1.0) } else { 0.0 };
            let (beside, above) = (x.0 - along * x.1, y.0 - along * y.1);
            let distance = (beside * beside + above * above).sqrt();
            for (part, is_sure) in [
                (0.5, false),
                (1.0 - 1e-15, false),
                (1.0, false),
                (1.0 + 3e-16, false),
                (1.0 + 1e-9, true),
                (2.0, true),
            ] {
                let radius = distance * part;
                let found = reaches(p, [a, b], radius);
                let is_within = compare_distance_to_segment(p, [a, b], radius) == Ordering::Less;
                assert!(is_within || !found, "{p:?} {a:?} {b:?} within {radius}");
                if is_sure && 1e-3 < distance {
                    assert!(found, "{p:?} {a:?} {b:?} within {radius}, at {along}");
                    used += 1;
                }
            }
        }
        assert!(1000 < used);
        // Also where the segment is a point; and never with a radius whose square vanishes.
        let p = Point::new;
        assert!(reaches(p(1.0, 1.0), [p(1.0, 1.5), p(1.0, 1.5)], 0.51));
        assert!(!reaches(p(0.0, 0.0), [p(0.0, 0.0), p(0.0, 1e-200)], 1e-190));
    }

    /// Side by side with an axis, |x| + |y| is the length, and nothing is given away.
    #[test]
    fn what_is_further_apart_than_a_radius() {
        let p = Point::new;
        let (floor, beam) = ([p(0.0, 0.0), p(3.0, 0.0)], [p(1.0, 1.0), p(2.0, 1.0)]);
        for [first, second] in [[floor, beam], [beam, floor]] {
            assert!(are_apart_by(first, second, 0.0) && are_apart_by(first, second, 1.0 - 1e-12));
            assert!(!are_apart_by(first, second, 1.0) && !are_apart_by(first, second, 1.5));
        }
    }

    /// Where products are of the size at which sums of them overflow, what is said to be further apart than a radius is.
    #[test]
    fn what_overflows_is_not_apart() {
        let (mut random, mut apart, mut near) = (Random(5), 0, 0);
        for round in 0..200_000_i32 {
            let size = 2_f64.powi(508 + round % 6);
            let [a, b, p, q, r, ..] = random.points().map(|p| Point::new(p.x * size, p.y * size));
            let (first, second) = ([a, b], [p, q]);
            let is_apart = are_apart_by(first, second, r.x.abs());
            let is_within = |p, other| compare_distance_to_segment(p, other, r.x.abs()) != Ordering::Greater;
            let touch = first.iter().any(|&p| is_within(p, second)) || second.iter().any(|&p| is_within(p, first));
            assert!(!(is_apart && touch), "{first:?} {second:?} {}", r.x.abs());
            apart += u32::from(is_apart);
            near += u32::from(touch);
        }
        assert!(1_000 < apart && 1_000 < near, "{apart} apart, {near} near");
    }

    /// What is allowed for rounding is 16u of the radius and of the ends' coordinates, each of which counts.
    #[test]
    fn reach_is_less_by_its_margin() {
        let powers = [20, 30, 40].map(|power| 2_f64.powi(power));
        for x in powers {
            for y in powers {
                for length in powers {
                    let (a, b) = (Point::new(x, -y), Point::new(x, -y - length));
                    let p = Point::new(x + 2.0, -y - length / 2.0);
                    let margin = 2.0 * ERROR * (2.0 + 2.0 * x + 2.0 * y + length);
                    assert!(reaches(p, [a, b], 2.0 + 1.01 * margin) && !reaches(p, [a, b], 2.0 + 0.99 * margin));
                }
            }
        }
    }
}
