//! How a moving shape sees the walls of cells: a time before which it touches none of them, so that most need no further look.
//!
//! A disc around the shape goes the way of discs from cell to cell (`rolling.rs`), and `around.rs` says how walls and that disc are seen. In any direction m of length 1 the
//! shape reaches as far as one of its corners and its radius, o from its middle, and the wall no nearer than its nearer end, p from there. While p − o is more than 0 they
//! are apart, and it becomes less by the speed m·u. So they touch no sooner than at (p − o)/(m·u), and never if they do not come closer.
//! Every direction gives such a time, and the latest of them counts: those square to the shape's sides, to the wall, to the path and along it. Nothing has to be known of what they are square to.
//!
//! **Errors.** The ends of walls are seen at most η from where they are and the path α, as in `around.rs`; the middle of the shape by as much more as the disc around it was grown for.
//! A direction is off by 5U, so p by 8UF and o by 8Ur, the speed by 8U, which moves places by 8UT, and differences and the quotient by 3U(F + T + r). That is less than the 40U(F + T + r) which E contains.

use super::around::{Around, Few, SLOWEST};
use super::cell::{STEPS, numbers};
use crate::float::sqrt_f32;
use crate::sweep::Silhouette;

/// A shape near some cells, in steps.
pub(super) struct Shaped {
    direction: [f32; 2],
    /// Of each side the direction in which it looks, how far the shape reaches that way, and the time a step takes.
    sides: [[f32; 4]; Silhouette::MOST],
    corners: [[f32; 2]; Silhouette::MOST],
    count: usize,
    /// The radius, and E.
    reach: f32,
    /// How far it reaches along the path, and to both sides of it.
    front: f32,
    left: f32,
    right: f32,
}

impl Shaped {
    pub(super) const NONE: Shaped = Shaped {
        direction: [0.0; 2],
        sides: [[0.0; 4]; Silhouette::MOST],
        corners: [[0.0; 2]; Silhouette::MOST],
        count: 0,
        reach: 0.0,
        front: 0.0,
        left: 0.0,
        right: 0.0,
    };

    /// Of a mover of such a silhouette and radius, within the disc; `more` is how much that was grown by. There are `scale` cells to a unit of length, in which all else is.
    #[inline(always)]
    pub(super) fn see(&mut self, silhouette: &Silhouette, around: &Around, [radius, more]: [f64; 2], scale: f64) {
        let [ux, uy] = around.direction();
        let steps = scale * STEPS;
        let reach = (radius * steps) as f32 + ((more * steps) as f32 + around.off());
        let (mut front, mut left, mut right) = (f32::NEG_INFINITY, f32::NEG_INFINITY, f32::INFINITY);
        let each = silhouette.corners.iter().zip(&silhouette.sides).take(silhouette.count);
        for ((corner, (side, far)), (seen, seen_side)) in each.zip(self.corners.iter_mut().zip(&mut self.sides)) {
            let (x, y) = ((corner.x * steps) as f32, (corner.y * steps) as f32);
            let (mx, my) = (side.x as f32, side.y as f32);
            *seen = [x, y];
            *seen_side = [mx, my, (far * steps) as f32 + reach, 1.0 / at_least(mx * ux + my * uy, SLOWEST)];
            front = at_least(front, ux * x + uy * y);
            let beside = ux * y - uy * x;
            (left, right) = (at_least(left, beside), at_most(right, beside));
        }
        (self.direction, self.count, self.reach) = ([ux, uy], silhouette.count, reach);
        (self.front, self.left, self.right) = (front + reach, left + reach, right - reach);
    }
}

impl Few {
    /// The times before which a shape touches none of each, in steps of its way; never negative.
    #[inline(always)]
    pub(super) fn earliest(&self, shape: &Shaped) -> [f32; 8] {
        let [ux, uy] = shape.direction;
        let [mut px, mut py, mut qx, mut qy] = [[0.0_f32; 8]; 4];
        let [mut nx, mut ny, mut early] = [[0.0_f32; 8]; 3];
        let mut lane = 0;
        while lane < 8 {
            let [hx, hy, mx, my] = numbers([self.halves[lane], self.middles[lane]]);
            let (mx, my) = (mx - self.views[0][lane], my - self.views[1][lane]);
            (px[lane], py[lane], qx[lane], qy[lane]) = (mx - hx, my - hy, mx + hx, my + hy);
            let squared = hx * hx + hy * hy;
            let over = 1.0 / sqrt_f32(if squared < 0.25 { 1.0 } else { squared });
            (nx[lane], ny[lane]) = (-hy * over, hx * over);
            // Along the path and beside it.
            let (p1, q1) = (ux * px[lane] + uy * py[lane], ux * qx[lane] + uy * qy[lane]);
            let (p2, q2) = (ux * py[lane] - uy * px[lane], ux * qy[lane] - uy * qx[lane]);
            let beside = at_least(at_most(p2, q2) - shape.left, shape.right - at_least(p2, q2));
            early[lane] = at_least(at_most(p1, q1) - shape.front, beside * (1.0 / SLOWEST));
            lane += 1;
        }
        for [mx, my, far, per_step] in &shape.sides[..shape.count % (Silhouette::MOST + 1)] {
            let mut lane = 0;
            while lane < 8 {
                let (p, q) = (mx * px[lane] + my * py[lane], mx * qx[lane] + my * qy[lane]);
                early[lane] = at_least(early[lane], (at_most(p, q) - far) * per_step);
                lane += 1;
            }
        }
        self.beside_walls(shape, ([nx, ny], [px, py]), &mut early);
        early
    }

    /// The same with directions square to the walls.
    #[inline(always)]
    fn beside_walls(&self, shape: &Shaped, ([nx, ny], [px, py]): ([[f32; 8]; 2], [[f32; 8]; 2]), early: &mut [f32; 8]) {
        let [mut low, mut high] = [[f32::INFINITY; 8], [f32::NEG_INFINITY; 8]];
        for [x, y] in &shape.corners[..shape.count % (Silhouette::MOST + 1)] {
            let mut lane = 0;
            while lane < 8 {
                let far = nx[lane] * x + ny[lane] * y;
                low[lane] = at_most(low[lane], far);
                high[lane] = at_least(high[lane], far);
                lane += 1;
            }
        }
        let [ux, uy] = shape.direction;
        let mut lane = 0;
        while lane < 8 {
            let wall = nx[lane] * px[lane] + ny[lane] * py[lane];
            let speed = nx[lane] * ux + ny[lane] * uy;
            let left = (wall - high[lane] - shape.reach) / at_least(speed, SLOWEST);
            let right = (low[lane] - shape.reach - wall) / at_least(-speed, SLOWEST);
            early[lane] = at_least(at_least(early[lane], at_least(left, right)), 0.0);
            lane += 1;
        }
    }
}

#[inline(always)]
fn at_least(a: f32, b: f32) -> f32 {
    if a < b { b } else { a }
}

#[inline(always)]
fn at_most(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests;
