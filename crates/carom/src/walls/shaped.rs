//! How a moving shape sees the walls of cells: first which of them may be near, then when it may touch each of those at the earliest, and by when it does for certain.
//!
//! A disc around the shape goes the way of discs through the grid (`swath.rs`), and `around.rs` says how walls and that disc are seen. In any direction m of length 1 the
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
//! **Errors.** The ends of walls are seen at most η from where they are and the path α, as in `around.rs`; the middle of the shape by as much more as the disc around it was grown for.
//! A direction is off by 5U, so a ± b by 8UF and low and high by 8Ur, the speed by 8U, which moves places by 8UT, and differences and the quotient by 3U(F + T + r). What is slower than
//! [`SLOWEST`], 16U, is taken to be that fast, which moves places by 16UT. Together that is less than the 40U(F + T + r) which E contains.

use super::around::{Around, SLOWEST};
use super::cell::{Cell, STEPS, numbers};
use crate::float::sqrt_f32;
use crate::simd::signs;
use crate::sweep::{Mover, Silhouette};

/// Directions along which a shape is looked at: its own, along the path and beside it.
const MOST: usize = Silhouette::MOST + 2;

/// A shape near some cells, in steps.
pub(super) struct Shaped {
    direction: [f32; 2],
    /// Half the sides of the box around it, and E; and how far that reaches along the path and beside it.
    spread: [f32; 2],
    reach: [f32; 2],
    /// All x, and all y.
    corners: [[f32; Silhouette::MOST]; 2],
    count: usize,
    slabs: [Slab; MOST],
    slab_count: usize,
    radius: f32,
    /// E, with what the disc was grown by.
    off: f32,
    /// Whether it has an inside, and is what lies between its corners and no more.
    is_sharp: bool,
}

/// How far it reaches in a direction in which it moves, or does not move.
#[derive(Clone, Copy)]
struct Slab {
    direction: [f32; 2],
    low: f32,
    high: f32,
    /// The time that a step takes, and E.
    per_step: f32,
    off: f32,
}

/// What a look shows of some walls, in steps of the shape's way.
pub(super) struct Times {
    /// Before these, none is touched: never if infinite. Negative if it is overlapped at the start, for certain.
    pub(super) early: [f32; 8],
    /// By these, each is touched and gone into, for certain; never negative, and infinite if that is not known.
    pub(super) late: [f32; 8],
}

impl Shaped {
    pub(super) const NONE: Shaped = Shaped {
        direction: [0.0; 2],
        spread: [0.0; 2],
        reach: [0.0; 2],
        corners: [[0.0; Silhouette::MOST]; 2],
        count: 0,
        slabs: [Slab { direction: [0.0; 2], low: 0.0, high: 0.0, per_step: 0.0, off: 0.0 }; MOST],
        slab_count: 0,
        radius: 0.0,
        off: 0.0,
        is_sharp: false,
    };

    /// Sees a mover of such a silhouette, within the disc; `more` is how much that was grown by. There are `scale` cells to a unit of length, in which all else is.
    #[inline(always)]
    pub(super) fn see(&mut self, (mover, silhouette): (&Mover, &Silhouette), around: &Around, [more, scale]: [f64; 2]) {
        let (steps, radius) = (scale * STEPS, mover.radius());
        (self.direction, self.count, self.slab_count) = (around.direction(), silhouette.count, silhouette.slabs);
        (self.radius, self.off) = ((radius * steps) as f32, (more * steps) as f32 + around.off());
        let ([ux, uy], [x, y]) = (self.direction.map(f32::abs), mover.spread().map(|x| (x * steps) as f32 + self.off));
        (self.spread, self.reach) = ([x, y], [x * ux + y * uy, x * uy + y * ux]);
        self.is_sharp = silhouette.is_whole && radius == 0.0 && 2 < silhouette.count && mover.is_convex();
        for axis in 0..2 {
            let mut corner = 0;
            while corner < Silhouette::MOST {
                self.corners[axis][corner] = (silhouette.corners[axis][corner] * steps) as f32;
                corner += 1;
            }
        }
        for slab in 0..silhouette.slabs % (Silhouette::MOST + 1) {
            let along = silhouette.directions.map(|axis| axis[slab]);
            let [low, high] = [silhouette.low[slab], silhouette.high[slab]].map(|place| (place * steps) as f32);
            self.slabs[slab] = self.slab(along, [low - self.radius, high + self.radius]);
        }
        if !self.is_sharp {
            self.look_along_path();
        }
    }

    /// The corners.
    #[inline(always)]
    fn corners(&self) -> impl Iterator<Item = [f32; 2]> {
        self.corners[0].iter().zip(&self.corners[1]).take(self.count).map(|(&x, &y)| [x, y])
    }

    /// Looks along the path and beside it, too.
    #[inline(always)]
    fn look_along_path(&mut self) {
        let [ux, uy] = self.direction;
        for [mx, my] in [[ux, uy], [-uy, ux]] {
            let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
            for [x, y] in self.corners() {
                let far = mx * x + my * y;
                (low, high) = (at_most(low, far), at_least(high, far));
            }
            self.slabs[self.slab_count % MOST] = self.slab([mx, my], [low - self.radius, high + self.radius]);
            self.slab_count += 1;
        }
    }

    /// In the direction given or the one opposite, so that it does not move backward.
    #[inline(always)]
    fn slab(&self, [mx, my]: [f32; 2], [low, high]: [f32; 2]) -> Slab {
        let speed = mx * self.direction[0] + my * self.direction[1];
        let per_step = 1.0 / at_least(speed.abs(), SLOWEST);
        let is_back = speed < 0.0;
        let (direction, low, high) = if is_back { ([-mx, -my], -high, -low) } else { ([mx, my], low, high) };
        Slab { direction, low, high, per_step, off: self.off * per_step }
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
    pub(super) fn look(&self, nearby: &Nearby, length: f32) -> Times {
        let walls = Halves::of(nearby);
        let mut when = self.beside_walls(&walls);
        for slab in &self.slabs[..self.slab_count % (MOST + 1)] {
            when.narrow(&walls, slab);
        }
        let longest = length + self.off;
        // What overlaps at the start does so however short the way is.
        let shortest = if self.is_sharp { at_least(length - self.off, 0.0) } else { -1.0 };
        let none = &NONE[nearby.count % 9];
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
        Times { early, late }
    }

    /// The times that directions square to the walls give.
    #[inline(always)]
    fn beside_walls(&self, walls: &Halves) -> When {
        let Halves { mx, my, hx, hy } = walls;
        let [mut nx, mut ny] = [[0.0_f32; 8]; 2];
        let [mut low, mut high] = [[f32::INFINITY; 8], [f32::NEG_INFINITY; 8]];
        let mut lane = 0;
        while lane < 8 {
            let squared = hx[lane] * hx[lane] + hy[lane] * hy[lane];
            let over = 1.0 / sqrt_f32(if squared < 0.25 { 1.0 } else { squared });
            (nx[lane], ny[lane]) = (-hy[lane] * over, hx[lane] * over);
            lane += 1;
        }
        for [x, y] in self.corners() {
            let mut lane = 0;
            while lane < 8 {
                let far = nx[lane] * x + ny[lane] * y;
                low[lane] = at_most(low[lane], far);
                high[lane] = at_least(high[lane], far);
                lane += 1;
            }
        }
        let ([ux, uy], [mut enter, mut leave]) = (self.direction, [[0.0_f32; 8]; 2]);
        let [mut surely_in, mut surely_until] = [[0.0_f32; 8]; 2];
        let mut lane = 0;
        while lane < 8 {
            let wall = nx[lane] * mx[lane] + ny[lane] * my[lane];
            let speed = nx[lane] * ux + ny[lane] * uy;
            let per_step = 1.0 / at_least(speed.abs(), SLOWEST);
            // Seen so that the shape does not move backward.
            let (to_front, to_back) = (wall - high[lane], wall - low[lane]);
            let (front, back) = if speed < 0.0 { (-to_back, -to_front) } else { (to_front, to_back) };
            let (comes, goes) = ((front - self.radius) * per_step, (back + self.radius) * per_step);
            let off = self.off * per_step;
            (enter[lane], surely_in[lane]) = (comes - off, comes + off);
            (leave[lane], surely_until[lane]) = (goes + off, goes - off);
            lane += 1;
        }
        When { enter, leave, surely_in, surely_until }
    }
}

/// Some walls of several cells, each as its cell sees it, and from where that sees the path.
pub(super) struct Nearby {
    /// As in the cells.
    halves: [i32; 8],
    middles: [i32; 8],
    views: [[f32; 8]; 2],
    pub(super) ids: [u32; 8],
    count: usize,
}

impl Nearby {
    pub(super) const NONE: Nearby =
        Nearby { halves: [0; 8], middles: [0; 8], views: [[0.0; 8]; 2], ids: [0; 8], count: 0 };

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.count == 8
    }

    /// Puts in a wall of a cell, for which there is room.
    #[inline(always)]
    pub(super) fn push(&mut self, (cell, lane): (&Cell, usize), id: u32, [x, y]: [f32; 2]) {
        let place = self.count % 8;
        [self.halves[place], self.middles[place]] = cell.half_and_middle(lane);
        (self.views[0][place], self.views[1][place], self.ids[place]) = (x, y, id);
        self.count += 1;
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
    fn of(nearby: &Nearby) -> Halves {
        let mut all = Halves { mx: [0.0; 8], my: [0.0; 8], hx: [0.0; 8], hy: [0.0; 8] };
        let mut lane = 0;
        while lane < 8 {
            let [hx, hy, mx, my] = numbers([nearby.halves[lane], nearby.middles[lane]]);
            (all.hx[lane], all.hy[lane]) = (hx, hy);
            (all.mx[lane], all.my[lane]) = (mx - nearby.views[0][lane], my - nearby.views[1][lane]);
            lane += 1;
        }
        all
    }
}

/// Between which times a shape may touch walls, and between which it overlaps them for certain.
struct When {
    enter: [f32; 8],
    leave: [f32; 8],
    surely_in: [f32; 8],
    surely_until: [f32; 8],
}

impl When {
    /// Looks along one more direction.
    #[inline(always)]
    fn narrow(&mut self, Halves { mx, my, hx, hy }: &Halves, slab: &Slab) {
        let Slab { direction: [x, y], low, high, per_step, off } = *slab;
        let mut lane = 0;
        while lane < 8 {
            let (a, b) = (x * mx[lane] + y * my[lane], (x * hx[lane] + y * hy[lane]).abs());
            let (comes, goes) = (((a - b) - high) * per_step, ((a + b) - low) * per_step);
            self.enter[lane] = at_least(self.enter[lane], comes - off);
            self.surely_in[lane] = at_least(self.surely_in[lane], comes + off);
            self.leave[lane] = at_most(self.leave[lane], goes + off);
            self.surely_until[lane] = at_most(self.surely_until[lane], goes - off);
            lane += 1;
        }
    }
}

/// Where there are none, if there are so many.
const NONE: [[f32; 8]; 9] = {
    let mut all = [[f32::INFINITY; 8]; 9];
    let mut count = 0;
    while count <= 8 {
        let mut lane = 0;
        while lane < count {
            all[count][lane] = f32::NEG_INFINITY;
            lane += 1;
        }
        count += 1;
    }
    all
};

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
