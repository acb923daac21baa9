//! A sweep as boxes see it: when may it enter a box?
//!
//! A disc that moves from A to B can only touch what is in a box if the segment AB meets the box grown by the radius r.
//! On one axis, moving by d > 0, it enters a grown box from l−r to h+r at (l − (A+r))/d and leaves it at (h − (A−r))/d;
//! for d < 0 the sides change places. These are computed so that no touch can be lost:
//!
//! - A+r and A−r are moved outward by more than their rounding errors. So the difference with l is never too
//!   large and that with h never too small, but for a factor of 1 + u.
//! - That factor, those of d, of 1/d and of the product make times off by at most 5u of themselves. The time of entering may be
//!   up to 32u of itself later than that of leaving, or than the limit.
//! - Where d is so small that 1/d might overflow, the axis is taken as if all of the motion were there all the time.
//!
//! Coordinates beyond 2⁵⁰⁰ in size could overflow on the way; a scene or a sweep with such numbers is asked wall by wall.

use crate::point::{Point, max, min};
use crate::sweep::Sweep;

/// 1 + 32u.
pub(super) const SLACK: f64 = 1.0 + 16.0 * f64::EPSILON;

/// 2⁵⁰⁰.
const LARGEST: f64 = 3.273_390_607_896_142e150;

/// 2⁻⁹⁰⁰.
const SMALLEST: f64 = 1.183_052_186_166_774_7e-271;

pub(super) struct Path {
    x: Axis,
    y: Axis,
}

#[derive(Clone, Copy)]
struct Axis {
    /// Whether the lower side of a box is met first.
    near_is_low: bool,
    /// Where it comes from, as seen from that side, and one over how far it goes.
    from_near: f64,
    inverse_near: f64,
    from_far: f64,
    inverse_far: f64,
}

/// Whether a number is small enough for boxes.
#[inline]
pub(super) fn fits(value: f64) -> bool {
    value.abs() <= LARGEST
}

impl Path {
    /// `None` if the sweep's numbers are too large.
    #[inline]
    pub(super) fn of(sweep: &Sweep) -> Option<Path> {
        let (a, b, r) = (sweep.start(), sweep.end(), sweep.radius());
        if !(fits(a.x) & fits(a.y) & fits(b.x) & fits(b.y) & fits(r)) {
            return None;
        }
        Some(Path { x: Axis::of(a.x, b.x, r), y: Axis::of(a.y, b.y, r) })
    }

    /// When the sweep may enter each of several boxes, negative if it does not before the limit.
    /// The rows of a box are its min x, max x, min y and max y.
    #[inline(always)]
    pub(super) fn enter<const W: usize>(&self, boxes: &[[f64; W]; 4], limit: f64, times: &mut [f64; W]) {
        let (x, y) = (&self.x, &self.y);
        let [low_x, high_x, low_y, high_y] = boxes;
        let (near_x, far_x) = if x.near_is_low { (low_x, high_x) } else { (high_x, low_x) };
        let (near_y, far_y) = if y.near_is_low { (low_y, high_y) } else { (high_y, low_y) };
        let latest = limit * SLACK + f64::MIN_POSITIVE;
        let mut lane = 0;
        while lane < W {
            let enter_x = (near_x[lane] - x.from_near) * x.inverse_near;
            let enter_y = (near_y[lane] - y.from_near) * y.inverse_near;
            let leave_x = (far_x[lane] - x.from_far) * x.inverse_far;
            let leave_y = (far_y[lane] - y.from_far) * y.inverse_far;
            // In this order −0.0 becomes 0.0, whose sign bit is not set.
            let enter = max(0.0, max(enter_x, enter_y));
            let leave = min(min(leave_x, leave_y), latest);
            times[lane] = if enter <= leave { enter } else { -1.0 };
            lane += 1;
        }
    }
}

impl Axis {
    #[inline]
    fn of(a: f64, b: f64, r: f64) -> Axis {
        let d = b - a;
        // More than two roundings of a ± r and of the bound itself.
        let slack = 2.0 * f64::EPSILON * (a.abs() + r) + f64::MIN_POSITIVE;
        let (above, below) = ((a + r) + slack, (a - r) - slack);
        if d.abs() < SMALLEST {
            let (above, below) = (above + d.abs(), below - d.abs());
            // Below the box, or above it: never. Within: always.
            return Axis {
                near_is_low: true,
                from_near: above,
                inverse_near: 1.0 / SMALLEST,
                from_far: below,
                inverse_far: f64::INFINITY,
            };
        }
        let inverse = 1.0 / d;
        let near_is_low = 0.0 < d;
        let (from_near, from_far) = if near_is_low { (above, below) } else { (below, above) };
        // The slack of the time of leaving is in here.
        Axis { near_is_low, from_near, inverse_near: inverse, from_far, inverse_far: inverse * SLACK }
    }
}

/// The squared distance from a point to each of several boxes, never too large.
#[inline(always)]
pub(super) fn distances<const W: usize>(boxes: &[[f64; W]; 4], p: Point, distances: &mut [f64; W]) {
    let mut lane = 0;
    while lane < W {
        let x = max(max(boxes[0][lane] - p.x, p.x - boxes[1][lane]), 0.0);
        let y = max(max(boxes[2][lane] - p.y, p.y - boxes[3][lane]), 0.0);
        // Two squares and a sum: four roundings, and what underflows only makes it less.
        distances[lane] = (x * x + y * y) * (1.0 - 8.0 * f64::EPSILON);
        lane += 1;
    }
}
