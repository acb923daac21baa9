//! How a moving shape sees the walls of cells: first which of them may be near, then when it may touch each of those at the earliest, and by when it does for certain.
//!
//! A disc around the shape goes the way of discs through the grid (`stretch.rs`, `swath.rs`), and `around.rs` says how walls and that disc are seen. In any direction m of length 1 the
//! shape lies between two places, low and high from its middle, and the wall between two others, a ± b. As the shape moves by c = m·u along m, or more than that along −m, it comes to the wall
//! at (a − b − high)/c and leaves it at (a + b − low)/c, and is apart from it before and after. So they touch no sooner than at the last of all such times of coming, and
//! never if that is after the first of leaving. Every direction may be looked along: those square to the shape's sides and to the wall, and, of round shapes, along the path and beside it.
//!
//! **What is near.** That is a look along three directions, at the box around the shape and from the middle of the path: along the path, beside it and square to the wall. With sx and sy the half sides of that box and E, it
//! reaches sx|mx| + sy|my| in a direction m. The wall's is not made one of length 1, so all is times its length, and what is off by 8UF there, too.
//!
//! **For certain.** All vectors from a point of the wall to one of a convex shape with sharp corners fill a polygon, whose sides are those of the shape and the wall (`hull.rs`), and both share a point
//! while the position is in it. If it is in there by more than E along every one of these directions, the polygon reaches further than E from it in every direction, as it is convex.
//! The true one reaches less far by less than E in any, so it has the position inside, too: they overlap then, and first touch no later, going in.
//!
//! **Where.** The direction along which it comes last says with which side of the shape, or of the wall, it touches. This proves nothing, and need not: see `exact/motion/entry.rs`.
//!
//! **Errors.** The ends of walls are seen at most η from where they are and the path α, as in `around.rs`; the middle of the shape by as much more as the disc around it was grown for.
//! A direction is off by 5U, so a ± b by 8UF; that of a wall is not rounded at all, as it is not made one of length 1: there all is times the wall's half length, as in `around.rs`. Corners, low and high are rounded as parts of a unit, as that is, and their product, 3Ur: with the direction that makes 8Ur, and 10Ur where corners are looked at
//! along a wall's. The speed is off by 8U, which moves places by 8UT, and differences and the quotient by 3U(F + T + r). What is slower than
//! [`SLOWEST`], 16U, or a little less where the sizes of a wall's parts stand for its length, is taken to be that fast, which moves places by 16UT. Together that is less than the 40U(F + T + r) which E contains.

use super::around::{Around, Few, SLOWEST};
use super::cell::{Cell, STEPS, numbers};
use crate::float::sqrt_f32;
use crate::simd::signs;
use crate::sweep::{Mover, Silhouette};

/// Directions along which a shape is looked at, of its own.
const MOST: usize = Silhouette::MOST;

/// A shape near some cells, in steps. No row lies in two cache lines.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub(super) struct Shaped {
    /// All x, and all y.
    pub(super) corners: [[f32; MOST]; 2],
    slabs: Slabs,
    pub(super) direction: [f32; 2],
    /// Half the sides of the box around it, and E; and how far that reaches along the path and beside it.
    pub(super) spread: [f32; 2],
    pub(super) reach: [f32; 2],
    count: usize,
    /// The direction of length 1 that is square to its first side and points out of it, if it has one.
    pub(super) square: [f32; 2],
    slab_count: usize,
    pub(super) radius: f32,
    /// E, with what the disc was grown by.
    pub(super) off: f32,
    /// Whether it has an inside, and is what lies between its corners and no more.
    pub(super) is_sharp: bool,
}

/// How far it reaches in directions in which it moves, or does not move.
#[derive(Clone, Copy)]
struct Slabs {
    x: [f32; MOST],
    y: [f32; MOST],
    low: [f32; MOST],
    high: [f32; MOST],
    /// The time that a step takes, and E.
    per_step: [f32; MOST],
    off: [f32; MOST],
}

/// One of them.
#[derive(Clone, Copy)]
struct Slab {
    direction: [f32; 2],
    low: f32,
    high: f32,
    per_step: f32,
    off: f32,
}

/// What a look shows of some walls, in steps of the shape's way.
pub(super) struct Times {
    /// Before these, none is touched: never if infinite. Negative if it is overlapped at the start, for certain.
    pub(super) early: [f32; 8],
    /// By these, each is touched and gone into, for certain; never negative, and infinite if that is not known.
    pub(super) late: [f32; 8],
    /// Along which direction it comes to each last, by number; [`OF_WALL`] if along the wall's.
    pub(super) last: [i32; 8],
}

/// The direction square to a wall.
pub(super) const OF_WALL: i32 = -1;

impl Shaped {
    pub(super) const NONE: Shaped = {
        let nothing = [0.0; MOST];
        Shaped {
            direction: [0.0; 2],
            spread: [0.0; 2],
            reach: [0.0; 2],
            corners: [nothing; 2],
            count: 0,
            square: [0.0; 2],
            slabs: Slabs { x: nothing, y: nothing, low: nothing, high: nothing, per_step: nothing, off: nothing },
            slab_count: 0,
            radius: 0.0,
            off: 0.0,
            is_sharp: false,
        }
    };

    /// A mover of such a silhouette, within the disc; `more` is how much that was grown by. There are `scale` cells to a unit of length, in which all else is.
    #[inline(always)]
    pub(super) fn of((mover, silhouette): (&Mover, &Silhouette), around: &Around, [more, scale]: [f64; 2]) -> Shaped {
        let steps = scale * STEPS;
        let ([ux, uy], off) = (around.direction(), (more * steps) as f32 + around.off());
        let (unit, radius) = ((silhouette.unit * steps) as f32, (mover.radius() * steps) as f32);
        let [x, y] = mover.spread();
        let [x, y] = [(x * steps) as f32 + off, (y * steps) as f32 + off];
        let mut corners = silhouette.corners;
        let nothing = [0.0; MOST];
        let mut slabs = Slabs { x: nothing, y: nothing, low: nothing, high: nothing, per_step: nothing, off: nothing };
        let mut k = 0;
        while k < MOST {
            (corners[0][k], corners[1][k]) = (corners[0][k] * unit, corners[1][k] * unit);
            let (mx, my) = (silhouette.directions[0][k], silhouette.directions[1][k]);
            let (low, high) = (silhouette.low[k] * unit - radius, silhouette.high[k] * unit + radius);
            let speed = mx * ux + my * uy;
            let per_step = 1.0 / at_least(speed.abs(), SLOWEST);
            // In that direction or the one opposite, so that it does not move backward.
            let is_back = speed < 0.0;
            (slabs.x[k], slabs.y[k]) = (if is_back { -mx } else { mx }, if is_back { -my } else { my });
            (slabs.low[k], slabs.high[k]) = (if is_back { -high } else { low }, if is_back { -low } else { high });
            (slabs.per_step[k], slabs.off[k]) = (per_step, off * per_step);
            k += 1;
        }
        Shaped {
            direction: [ux, uy],
            spread: [x, y],
            reach: [x * ux.abs() + y * uy.abs(), x * uy.abs() + y * ux.abs()],
            corners,
            count: silhouette.count,
            square: [silhouette.directions[0][0], silhouette.directions[1][0]],
            slabs,
            slab_count: silhouette.slabs,
            radius,
            off,
            is_sharp: silhouette.is_whole && radius == 0.0 && 2 < silhouette.count && mover.is_convex(),
        }
    }

    /// The corners.
    #[inline(always)]
    fn corners(&self) -> impl Iterator<Item = [f32; 2]> {
        self.corners[0].iter().zip(&self.corners[1]).take(self.count).map(|(&x, &y)| [x, y])
    }

    /// How far it reaches along the path and beside it.
    #[inline(always)]
    fn along_path(&self) -> [Slab; 2] {
        let [ux, uy] = self.direction;
        [[ux, uy], [-uy, ux]].map(|[mx, my]| {
            let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
            for [x, y] in self.corners() {
                let far = mx * x + my * y;
                (low, high) = (at_most(low, far), at_least(high, far));
            }
            let speed = mx * ux + my * uy;
            let per_step = 1.0 / at_least(speed.abs(), SLOWEST);
            let is_back = speed < 0.0;
            let (low, high) = (low - self.radius, high + self.radius);
            let (direction, low, high) = if is_back { ([-mx, -my], -high, -low) } else { ([mx, my], low, high) };
            Slab { direction, low, high, per_step, off: self.off * per_step }
        })
    }

    /// One of its own directions.
    #[inline(always)]
    fn slab(&self, k: usize) -> Slab {
        let Slabs { x, y, low, high, per_step, off } = &self.slabs;
        Slab { direction: [x[k], y[k]], low: low[k], high: high[k], per_step: per_step[k], off: off[k] }
    }

    /// A bit for each wall of a cell that it may touch on a way that is half as long as this, seen from the middle of it, in steps from the middle of the cell.
    #[inline(always)]
    pub(super) fn near(&self, cell: &Cell, [x, y]: [f32; 2], half: f32) -> u32 {
        let ([ux, uy], [sx, sy], [front, side]) = (self.direction, self.spread, self.reach);
        let (farthest, mut apart) = (front + half, [0.0_f32; 8]);
        let mut lane = 0;
        while lane < 8 {
            let [hx, hy, mx, my] = numbers(cell.half_and_middle(lane));
            let (mx, my) = (mx - x, my - y);
            // Along the path and beside it.
            let (m1, m2) = (ux * mx + uy * my, ux * my - uy * mx);
            let (h1, h2) = ((ux * hx + uy * hy).abs(), (ux * hy - uy * hx).abs());
            // Negative if they are apart for certain.
            let (along, beside) = ((farthest + h1) - m1.abs(), (side + h2) - m2.abs());
            let wall = (sx * hy.abs() + sy * hx.abs() + half * h2) - (hx * my - hy * mx).abs();
            apart[lane] = at_most(at_most(along, beside), wall);
            lane += 1;
        }
        !signs(&apart) & cell.walls()
    }

    /// Looks at some walls at once, on a way of some length.
    #[inline(always)]
    pub(super) fn look(&self, few: &Few, length: f32) -> Times {
        let walls = Halves::of(few);
        let mut when = self.beside_walls(&walls);
        let mut k = 0;
        while k < self.slab_count {
            when.narrow(&walls, &self.slab(k % MOST), k as i32);
            k += 1;
        }
        if !self.is_sharp {
            self.along_path().iter().for_each(|slab| when.narrow(&walls, slab, OF_WALL));
        }
        let longest = length + self.off;
        // What overlaps at the start does so however short the way is.
        let shortest = if self.is_sharp { at_least(length - self.off, 0.0) } else { -1.0 };
        let none = few.none();
        let [mut early, mut late] = [[0.0_f32; 8]; 2];
        let mut lane = 0;
        while lane < 8 {
            let first = at_least(when.enter[lane], 0.0);
            let apart = (when.leave[lane] < first) | (longest < first);
            let by = at_least(when.surely_in[lane], 0.0);
            let is_sure = (by <= when.surely_until[lane]) & (by <= shortest);
            let is_overlapped = is_sure & (when.surely_in[lane] <= 0.0);
            let first = if is_overlapped { -1.0 } else { first };
            early[lane] = at_least(if apart { f32::INFINITY } else { first }, none[lane]);
            late[lane] = at_least(if is_sure { by } else { f32::INFINITY }, none[lane]);
            lane += 1;
        }
        Times { early, late, last: when.last }
    }

    /// The times that directions square to the walls give.
    #[inline(always)]
    fn beside_walls(&self, walls: &Halves) -> When {
        let Halves { mx, my, hx, hy } = walls;
        let [mut low, mut high] = [[f32::INFINITY; 8], [f32::NEG_INFINITY; 8]];
        let mut corner = 0;
        while corner < self.count {
            let [x, y] = [self.corners[0][corner % MOST], self.corners[1][corner % MOST]];
            corner += 1;
            let mut lane = 0;
            while lane < 8 {
                let far = hx[lane] * y - hy[lane] * x;
                low[lane] = at_most(low[lane], far);
                high[lane] = at_least(high[lane], far);
                lane += 1;
            }
        }
        let ([ux, uy], [mut enter, mut leave]) = (self.direction, [[0.0_f32; 8]; 2]);
        let [mut surely_in, mut surely_until] = [[0.0_f32; 8]; 2];
        let mut lane = 0;
        while lane < 8 {
            let (hx, hy) = (hx[lane], hy[lane]);
            let wall = hx * my[lane] - hy * mx[lane];
            let speed = hx * uy - hy * ux;
            // What has no length is as slow as can be, so that nothing is known.
            let length = sqrt_f32(at_least(hx * hx + hy * hy, 1.0));
            let slowest = at_least(0.5 * SLOWEST * (hx.abs() + hy.abs()), 0.5 * SLOWEST);
            let per_step = 1.0 / at_least(speed.abs(), slowest);
            let (radius, off) = (self.radius * length, self.off * length * per_step);
            // Seen so that the shape does not move backward.
            let (to_front, to_back) = (wall - high[lane], wall - low[lane]);
            let (front, back) = if speed < 0.0 { (-to_back, -to_front) } else { (to_front, to_back) };
            let (comes, goes) = ((front - radius) * per_step, (back + radius) * per_step);
            (enter[lane], surely_in[lane]) = (comes - off, comes + off);
            (leave[lane], surely_until[lane]) = (goes + off, goes - off);
            lane += 1;
        }
        When { enter, leave, surely_in, surely_until, last: [OF_WALL; 8] }
    }
}

/// The middles of walls, as seen from where the path is, and their halves.
struct Halves {
    mx: [f32; 8],
    my: [f32; 8],
    hx: [f32; 8],
    hy: [f32; 8],
}

impl Halves {
    #[inline(always)]
    fn of(few: &Few) -> Halves {
        let mut all = Halves { mx: [0.0; 8], my: [0.0; 8], hx: [0.0; 8], hy: [0.0; 8] };
        let mut lane = 0;
        while lane < 8 {
            let [hx, hy, mx, my] = numbers([few.halves[lane], few.middles[lane]]);
            (all.hx[lane], all.hy[lane]) = (hx, hy);
            (all.mx[lane], all.my[lane]) = (mx - few.views[0][lane], my - few.views[1][lane]);
            lane += 1;
        }
        all
    }
}

/// Between which times a shape may touch walls, and between which it overlaps them for certain; and along which direction it comes last.
struct When {
    enter: [f32; 8],
    leave: [f32; 8],
    surely_in: [f32; 8],
    surely_until: [f32; 8],
    last: [i32; 8],
}

impl When {
    /// Looks along one more direction, of some number.
    #[inline(always)]
    fn narrow(&mut self, Halves { mx, my, hx, hy }: &Halves, slab: &Slab, number: i32) {
        let Slab { direction: [x, y], low, high, per_step, off } = *slab;
        let mut lane = 0;
        while lane < 8 {
            let (a, b) = (x * mx[lane] + y * my[lane], (x * hx[lane] + y * hy[lane]).abs());
            let (comes, goes) = (((a - b) - high) * per_step, ((a + b) - low) * per_step);
            let (enter, surely_in) = (comes - off, comes + off);
            self.last[lane] = if self.surely_in[lane] < surely_in { number } else { self.last[lane] };
            self.enter[lane] = at_least(self.enter[lane], enter);
            self.surely_in[lane] = at_least(self.surely_in[lane], surely_in);
            self.leave[lane] = at_most(self.leave[lane], goes + off);
            self.surely_until[lane] = at_most(self.surely_until[lane], goes - off);
            lane += 1;
        }
    }
}

#[inline(always)]
pub(super) fn at_least(a: f32, b: f32) -> f32 {
    if a < b { b } else { a }
}

#[inline(always)]
pub(super) fn at_most(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests;
