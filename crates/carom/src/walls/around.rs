//! How a moving disc sees the walls of cells: first which of them may be near, then which of those it overlaps or crosses into, with which part of
//! them and when.
//!
//! **The wall that is seen.** A cell has walls cut and rounded (`cell.rs`). Each end of what is kept is seen at most η = 1.42 steps from where it is:
//! 1 and 2⁻⁸ on each axis, as the middle and the half of a wall are rounded by ½ each. So every point of the kept piece is within η of one that is seen, and the reverse. The path is seen from a point A near the
//! cell, off by α at most ([`Around::new`]), as a unit vector u, and a time t is the way from A, in steps. Let E be η + α + what rounding makes. Then a disc of radius r touches
//! the kept piece no sooner than one of radius r + E touches what is seen, and no later than one of r − E does.
//!
//! **Strip and ends.** A disc touches what is seen only in the strip of all that is within r of its line. With c the distance of A
//! from that line and −n the speed toward it, the strips of r + E and r − E are entered at (c − r ∓ E)/n, t₁ and t₂, or at once. The foot of the centre on
//! the line is then at s₁ and s₂, and between them in between.
//! - Both beyond one end: nothing but that end is touched first, at −b − √(r² − x²), where b and x are the dot and cross products of u with the vector
//!   from the end to A. In radii r ± E this changes by at most G/√(r² − x²) where r² − x² > 4G, with G = 2rE + E².
//! - Both between the ends: the side is touched, between t₁ and t₂. That holds for the wall as well, as it is never nearer than its line.
//! - Else it is in doubt.
//!
//! **Which part of the wall.** Where the foot is at s as seen, it is at s* in truth. The directions differ by an angle whose sine is at most 2η/ℓ,
//! ℓ being the length as seen. The centre is within r + E of the piece when it touches it, so
//! |s − s*| ≤ η + 2η(r + E)/ℓ + 4η²(ℓ + r + E)/ℓ², and the other end's place is off by 2η. For ℓ ≥ 16 that is below
//! 4.8 + 3.4(r + E)/ℓ. Shorter pieces are in doubt if they are not apart and not overlapped.
//!
//! **Cut ends.** These are 5/8 of a cell from the middle on one axis, 17,920 steps, and seen at most η nearer; a whole end that is as far away is in another cell, too. A disc that can
//! touch only a cut end touches nothing of the wall within the cell: what it touches of it is beyond, and is seen in another cell. So it
//! counts as apart.
//!
//! **What is near.** Both of the path's ends further than r + E from the line of what is seen, on one side, or both of its ends so beside the
//! path's line, before its start or beyond its end: then they are apart. |x| + |y| stands for the length of a wall, which is never more. As in `cell.rs` all
//! is seen from the middle of the path: with m the wall's middle from there and h its half, and 1 and 2 standing for along the path and across, these are
//! |h₂m₁ − h₁m₂| − |h₂|L/2 > (r + E)|h|, |m₂| − |h₂| > r + E, and |m₁| − |h₁| > r + E + L/2, where L is the path's length.
//!
//! **Rounding**, U = 2⁻²⁴, with F a bound for the sizes of all coordinates and of ℓ, and T for those of times. Ends and their differences are
//! whole numbers and exact. The unit vector of a wall is off by 5U, u by U; so c and s are off by 8UF, speeds by 8U, which moves
//! places by 8UT, x and b by 26UF. Squares and roots are off by 3U of themselves and so distances by 2U of F or r. Times are
//! rounded by 3UT. All this is less than 40U(F + T + r), which E contains. Where there are several bounds for one thing, that of E is the larger.

use super::cell::{Cell, KEPT, STEPS, numbers};
use super::wall::NO_WALL;
use crate::float::sqrt_f32;
use crate::simd::signs;

/// η.
const ENDS_OFF: f32 = 1.42;

/// 40U.
const ROUNDED: f32 = 20.0 * f32::EPSILON;

/// A slower approach is none: 2⁻²⁰. What does not approach at all is taken to do so by that much, which is less than rounding
/// allows for; and what approaches a strip of more than 2E no faster does not arrive in time.
pub(super) const SLOWEST: f32 = 1.0 / 1_048_576.0;

/// Ends that are so far from the middle are cut.
const CUT: f32 = (KEPT * STEPS) as f32 - 2.0;

/// Pieces of walls with a smaller squared length have no direction to speak of.
const SHORT: f32 = 256.0;

/// A disc near some cells, in steps.
#[derive(Clone, Copy)]
pub(super) struct Around {
    /// The unit vector of its motion; zero if it stands.
    direction: [f32; 2],
    radius: f32,
    /// E.
    off: f32,
    /// G.
    off_square: f32,
    /// What the foot is off by: so much, and so much for a wall of length one.
    off_foot: [f32; 2],
}

impl Around {
    /// `off` is how far its path may be from where it should be, in cells, as the radius is.
    ///
    /// A path is seen from at most 3 + 4r cells away, both axes together, for at most 1.9 + 2.9r cells (`swath.rs`), and for at most 1.5 if from more
    /// than 2.4 + 4r. With how far and how long walls are, 2.7 cells, and r this makes less than 7.5 + 8r cells.
    #[inline(always)]
    pub(super) fn new(direction: [f64; 2], radius: f64, off: f64) -> Around {
        let cells = 7.5 + 8.0 * radius as f32;
        let (radius, off) = ((radius * STEPS) as f32, (off * STEPS) as f32);
        let off = ENDS_OFF + off + (ROUNDED * STEPS as f32) * cells;
        Around {
            direction: direction.map(|x| x as f32),
            radius,
            off,
            off_square: (2.0 * radius + off) * off,
            off_foot: [4.8 + off, 3.4 * (radius + off)],
        }
    }
}

impl Around {
    #[inline(always)]
    pub(super) fn direction(&self) -> [f32; 2] {
        self.direction
    }

    /// E.
    #[inline(always)]
    pub(super) fn off(&self) -> f32 {
        self.off
    }

    /// A way of so many steps.
    #[inline(always)]
    pub(super) fn along(&self, steps: f32) -> [f32; 2] {
        [self.direction[0] * steps, self.direction[1] * steps]
    }
}

impl Cell {
    /// A bit for each wall that a disc may touch, which is seen from the middle of a way, in steps from the middle of the cell, and half as long as this.
    #[inline(always)]
    pub(super) fn near(&self, around: &Around, [cx, cy]: [f32; 2], half: f32) -> u32 {
        let [ux, uy] = around.direction;
        let reach = around.radius + around.off;
        let farthest = half + reach;
        let mut apart = [0.0_f32; 8];
        let mut lane = 0;
        while lane < 8 {
            let [hx, hy, mx, my] = numbers(self.half_and_middle(lane));
            let (mx, my) = (mx - cx, my - cy);
            // Along the path and across.
            let (m1, m2) = (ux * mx + uy * my, ux * my - uy * mx);
            let (h1, h2) = (ux * hx + uy * hy, ux * hy - uy * hx);
            let (along, across) = (h1.abs(), h2.abs());
            // Negative if they are apart for certain.
            let path = reach - (m2.abs() - across);
            let ends = farthest - (m1.abs() - along);
            let wall = reach * (along + across) - ((h2 * m1 - h1 * m2).abs() - across * half);
            apart[lane] = smaller(smaller(path, ends), wall);
            lane += 1;
        }
        !signs(&apart) & self.walls()
    }
}

/// Some walls of several cells, each as its cell sees it, and from where that sees the path.
pub(super) struct Few {
    /// As in the cells.
    pub(super) halves: [i32; 8],
    pub(super) middles: [i32; 8],
    pub(super) ids: [u32; 8],
    pub(super) views: [[f32; 8]; 2],
    count: usize,
}

/// One of them that is crossed into.
pub(super) struct Entered {
    pub(super) lane: usize,
    /// Whether others may come before.
    pub(super) is_tied: bool,
}

/// What a look shows: a bit for each wall.
pub(super) struct Touched {
    /// Not apart for certain.
    pub(super) near: u32,
    /// Overlapped at the start, for certain.
    pub(super) overlap: u32,
    /// Crossed into for certain; at an end if the second is set, at the second end if the third is.
    pub(super) cross: u32,
    pub(super) at_end: u32,
    pub(super) at_b: u32,
    /// Between which times, for those.
    pub(super) early: [f32; 8],
    pub(super) late: [f32; 8],
}

impl Few {
    pub(super) const NONE: Few =
        Few { halves: [0; 8], middles: [0; 8], ids: [NO_WALL; 8], views: [[0.0; 8]; 2], count: 0 };

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.count = 0;
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

    /// A bit for each.
    #[inline(always)]
    pub(super) fn bits(&self) -> u32 {
        (1 << self.count) - 1
    }

    /// A bit for each whose id has its highest bit set, as those have that are not plain.
    #[inline(always)]
    pub(super) fn special(&self) -> u32 {
        signs(&self.ids.map(f32::from_bits))
    }

    /// Looks at all of them at once, on a way of some length.
    #[inline(always)]
    pub(super) fn look(&self, around: &Around, length: f32) -> Touched {
        let Around { direction: [ux, uy], radius, off, off_square, off_foot } = *around;
        let (longest, shortest, square) = (length + off, length - off, radius * radius);
        let [mut apart, mut overlap, mut cross] = [[0.0_f32; 8]; 3];
        let [mut at_end, mut at_b, mut early, mut late] = [[0.0_f32; 8]; 4];
        let mut lane = 0;
        while lane < 8 {
            let [hx, hy, mx, my] = numbers([self.halves[lane], self.middles[lane]]);
            let (px, py, qx, qy) = (mx - hx, my - hy, mx + hx, my + hy);
            // The wall: its direction, any if it has none, and its length.
            let (vx, vy) = (hx + hx, hy + hy);
            let squared = vx * vx + vy * vy;
            let vx = if squared < 1.0 { 1.0 } else { vx };
            let over = 1.0 / sqrt_f32(if squared < 1.0 { 1.0 } else { squared });
            let (dx, dy, wall) = (vx * over, vy * over, squared * over);
            // Across the wall's line and along it: the start and the motion, the start being on the left.
            let (fx, fy) = (self.views[0][lane] - px, self.views[1][lane] - py);
            let (c, along) = (dx * fy - dy * fx, dx * fx + dy * fy);
            let (n, speed) = (dx * uy - dy * ux, dx * ux + dy * uy);
            let n = if c < 0.0 { -n } else { n };
            let c = c.abs();
            // The strip.
            let gap = c - radius;
            let per_step = 1.0 / if -n < SLOWEST { SLOWEST } else { -n };
            let (gap1, gap2) = (gap - off, gap + off);
            let t1 = if gap1 < 0.0 { 0.0 } else { gap1 } * per_step;
            let t2 = if gap2 < 0.0 { 0.0 } else { gap2 } * per_step;
            // Seen from the end that is nearer.
            let is_b = wall - ((along + speed * t1) + (along + speed * t2));
            let from_end = if is_b < 0.0 { wall - along } else { along };
            let inward = if is_b < 0.0 { -speed } else { speed };
            let (s1, s2) = (from_end + inward * t1, from_end + inward * t2);
            let (least, most) = if s1 < s2 { (s1, s2) } else { (s2, s1) };
            let foot_off = off_foot[0] + off_foot[1] * over;
            // From here on, what is negative is so for certain: the feet are beyond the end, or between both.
            let beyond = most + foot_off;
            let between = larger(foot_off - least, beyond - wall);
            // The end.
            let b = from_end * inward + c * n;
            let x = from_end * n - c * inward;
            let under_root = square - x * x;
            let root = sqrt_f32(if under_root < off_square { off_square } else { under_root });
            let (time, e) = (-b - root, off_square / root + off);
            let (before, after) = (time - e, time + e);
            let outside = (from_end * from_end + c * c) - square;
            let (ex, ey) = (if is_b < 0.0 { qx } else { px }, if is_b < 0.0 { qy } else { py });
            let is_cut = CUT - larger(ex.abs(), ey.abs());
            // Apart: the strip is entered too late, or beyond an end that is missed, left, reached too late, or cut.
            let misses = smaller(under_root + off_square, larger(-b - f32::MIN_POSITIVE, off_square - outside));
            let misses = smaller(smaller(misses, longest - before), is_cut);
            apart[lane] = smaller(longest - t1, larger(misses, beyond));
            overlap[lane] = smaller(larger(between, gap2), larger(beyond, outside + off_square));
            // Crosses into the side from outside and in time; or into the end, and with the foot beyond it all the while.
            let side = larger(larger(between, off - gap), t2 - shortest);
            let foot = (from_end + inward * time) + (inward.abs() * e + foot_off);
            let glances = 4.0 * off_square - under_root;
            let end = larger(larger(larger(beyond, foot), larger(glances, 0.0 - before)), after - shortest);
            cross[lane] = larger(smaller(side, end), SHORT - squared);
            at_end[lane] = beyond;
            at_b[lane] = is_b;
            early[lane] = if beyond < 0.0 { before } else { t1 };
            late[lane] = if beyond < 0.0 { after } else { t2 };
            lane += 1;
        }
        let near = !signs(&apart) & self.bits();
        Touched {
            near,
            overlap: signs(&overlap) & near,
            cross: signs(&cross) & near,
            at_end: signs(&at_end),
            at_b: signs(&at_b),
            early,
            late,
        }
    }
}

impl Touched {
    /// The lowest of some ids among those of a bit each; there is one.
    #[inline(always)]
    pub(super) fn least_id(bits: u32, ids: &[u32; 8]) -> u32 {
        let mut least = NO_WALL;
        let mut lane = 0;
        while lane < 8 {
            let id = if bits >> lane & 1 == 0 { NO_WALL } else { ids[lane] };
            least = if id < least { id } else { least };
            lane += 1;
        }
        least
    }

    /// The first of those that are crossed into; there is one.
    #[inline(always)]
    pub(super) fn first(&self, ids: &[u32; 8]) -> Entered {
        // Numbers that are not negative have the order of their bits, the last of which make room for the lane.
        let mut least = u32::MAX;
        let mut lane = 0;
        while lane < 8 {
            let key = self.late[lane].to_bits() & !7 | lane as u32;
            let key = if self.cross >> lane & 1 == 0 { u32::MAX } else { key };
            least = if key < least { key } else { least };
            lane += 1;
        }
        let first = least as usize % 8;
        let (late, id) = (self.late[first], ids[first]);
        let mut ties = 0;
        let mut lane = 0;
        while lane < 8 {
            let is_tied = (self.early[lane] <= late) & (ids[lane] != id) & (self.cross >> lane & 1 != 0);
            ties |= u32::from(is_tied);
            lane += 1;
        }
        Entered { lane: first, is_tied: ties != 0 }
    }
}

#[inline(always)]
fn larger(a: f32, b: f32) -> f32 {
    if a < b { b } else { a }
}

#[inline(always)]
fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests;
