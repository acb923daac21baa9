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
//! 4.8 + 3.4(r + E)/ℓ. Shorter pieces are in doubt if they are not apart.
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
//! **Rounding**, U = 2⁻²⁴, with F a bound for the sizes of all coordinates and of λ, half the length of a wall, and T for those of times. All that belongs to a wall's line is
//! λ times what it stands for, so that nothing has to be divided by that. Middles and halves are
//! whole numbers and exact. The vector f from a middle to A is off by UF, u by 5U: by U for its parts, and by 4U for its length (`stretch.rs`). The two products of a dot or cross product are together at most the product of the lengths, by
//! Cauchy and Schwarz, so it is off by 2U of that, and by what its vectors are off. So c and s are off by 3UF, speeds by 7U, which moves places by 7UT, x and b, sums of two such products, by 16UF; λ and λ² are
//! off by 2U of themselves. Squares and roots are off by 3U of themselves and so distances by 2U of F or r. Times are
//! rounded by 3UT. All this is less than 40U(F + T + r), which E contains. Where there are several bounds for one thing, that of E is the larger.

use super::cell::{Cell, KEPT, STEPS, numbers};
use super::wall::NO_WALL;
use crate::float::sqrt_f32;
use crate::simd::{Eight, Four, Numbers, One, signs};
use crate::sweep::Feature;

/// η.
const ENDS_OFF: f32 = 1.42;

/// 40U.
const ROUNDED: f32 = 20.0 * f32::EPSILON;

/// A slower approach is none: 2⁻²⁰, or a little less where the sizes of a vector's parts stand for its length. What does not approach at all is taken to do so by that much, which is less than rounding
/// allows for; and what approaches a strip of more than 2E no faster does not arrive in time.
pub(super) const SLOWEST: f32 = 1.0 / 1_048_576.0;

/// Ends that are so far from the middle are cut.
const CUT: f32 = (KEPT * STEPS) as f32 - 2.0;

/// Pieces of walls whose half has a smaller squared length have no direction to speak of.
const SHORT: f32 = 64.0;

/// A disc near some cells, in steps.
#[derive(Clone, Copy, Default)]
pub(super) struct Around {
    /// The unit vector of its motion; any if it stands.
    direction: [f32; 2],
    radius: f32,
    /// E.
    off: f32,
    /// G.
    off_square: f32,
    /// What the foot is off by, times the wall's half length: so much for each step of that, and so much.
    off_foot: [f32; 2],
}

impl Around {
    /// `off` is how far its path may be from where it should be, in cells, as the radius is.
    ///
    /// A path is seen from at most 3 + 4r cells away, both axes together, for at most 1.9 + 2.9r cells (`swath.rs`), and for at most 1.5 if from more
    /// than 2.4 + 4r. With how far and how long walls are, 2.7 cells, and r this makes less than 7.5 + 8r cells.
    #[inline(always)]
    pub(super) fn new(direction: [f64; 2], radius: f64, off: f64) -> Around {
        let [radius, off, off_square, per_step, rest] =
            sizes(One::<false>(radius), One(off)).map(|One(size)| size as f32);
        Around { direction: direction.map(|x| x as f32), radius, off, off_square, off_foot: [per_step, rest] }
    }

    /// Four of them.
    #[inline(always)]
    pub(super) fn of_four<F: Four>([ux, uy]: [F; 2], radius: F, off: F) -> [Around; 4] {
        let [radius, off, off_square, per_step, rest] = sizes(radius, off);
        let rows = F::transposed([ux, uy, radius, off]).map(narrow);
        let others = F::transposed([off_square, per_step, rest, rest]).map(narrow);
        [0, 1, 2, 3].map(|lane| {
            let ([ux, uy, radius, off], [off_square, per_step, rest, _]) = (rows[lane], others[lane]);
            Around { direction: [ux, uy], radius, off, off_square, off_foot: [per_step, rest] }
        })
    }
}

#[cfg(test)]
impl Around {
    /// Whether it is another but for rounding.
    pub(super) fn is_near(&self, other: &Around) -> bool {
        let numbers = |around: &Around| {
            let Around { direction: [ux, uy], radius, off, off_square, off_foot: [per_step, rest] } = *around;
            [ux, uy, radius, off, off_square, per_step, rest]
        };
        numbers(self)
            .into_iter()
            .zip(numbers(other))
            .all(|(a, b)| (a - b).abs() <= 4.0 * f32::EPSILON * larger(b.abs(), 1e-9))
    }
}

/// The radius, E, G, and both of what the foot is off by, in steps.
#[inline(always)]
fn sizes<N: Numbers>(radius: N, off: N) -> [N; 5] {
    let number = |x: f32| N::all(f64::from(x));
    let cells = number(7.5).plus(number(8.0).times(radius));
    let (radius, off) = (radius.times(N::all(STEPS)), off.times(N::all(STEPS)));
    let off = number(ENDS_OFF).plus(off).plus(number(ROUNDED * STEPS as f32).times(cells));
    let off_square = radius.plus(radius).plus(off).times(off);
    [radius, off, off_square, number(4.8).plus(off), number(1.7).times(radius.plus(off))]
}

#[inline(always)]
pub(super) fn narrow<F: Four>(numbers: F) -> [f32; 4] {
    numbers.numbers().map(|x| x as f32)
}

impl Around {
    #[inline(always)]
    pub(super) fn direction(&self) -> [f32; 2] {
        self.direction
    }

    /// R, as E makes it larger.
    #[inline(always)]
    pub(super) fn reach(&self) -> f32 {
        self.radius + self.off
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

/// Some walls of several cells, each as its cell sees it, and from where that sees the path. No row lies in two cache lines.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
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
    /// Crossed into for certain.
    pub(super) cross: u32,
    /// For those, and for those overlapped: at an end, and at the second end if the other is set.
    at_end: u32,
    at_b: u32,
    /// Between which times, for those that are crossed into. The second as its bits, which have the same order, as such times are above 0; it is
    /// above all of them for the others.
    pub(super) early: [f32; 8],
    late: [u32; 8],
    /// The ids of those that are overlapped; above all of them for the others.
    overlapped: [u32; 8],
}

impl Few {
    pub(super) const NONE: Few =
        Few { halves: [0; 8], middles: [0; 8], ids: [NO_WALL; 8], views: [[0.0; 8]; 2], count: 0 };

    /// So many walls: their halves and middles, and from where their cells see the path.
    #[inline(always)]
    pub(super) fn new([halves, middles]: [[i32; 8]; 2], ids: [u32; 8], views: [[f32; 8]; 2], count: usize) -> Few {
        Few { halves, middles, ids, views, count }
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

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

    /// The half of a wall.
    #[inline(always)]
    pub(super) fn half(&self, lane: usize) -> [f32; 2] {
        let [x, y, ..] = numbers([self.halves[lane % 8], self.middles[lane % 8]]);
        [x, y]
    }

    /// Infinite where there is none, and minus that where there is one.
    #[inline(always)]
    pub(super) fn none(&self) -> &'static [f32; 8] {
        &NO_WALLS[self.count % 9]
    }

    /// Whether these are so few that there is room for as many.
    #[inline(always)]
    pub(super) fn is_half(&self) -> bool {
        self.count <= 4
    }

    /// The walls of two side by side, if both are so few: the first four are of the first. And where there are none, as [`Few::none`] has it.
    #[inline(always)]
    pub(super) fn side_by_side<E: Eight>([a, b]: [&Few; 2]) -> (Few, [f32; 8]) {
        let halves = halves_of_two::<E>(E::of(&a.halves), E::of(&b.halves)).numbers();
        let middles = halves_of_two::<E>(E::of(&a.middles), E::of(&b.middles)).numbers();
        let ids = halves_of_two::<E>(E::of_bits(&a.ids), E::of_bits(&b.ids)).bits();
        let x = halves_of_two::<E>(floats(&a.views[0]), floats(&b.views[0])).floats();
        let y = halves_of_two::<E>(floats(&a.views[1]), floats(&b.views[1])).floats();
        let none = halves_of_two::<E>(floats(a.none()), floats(b.none())).floats();
        (Few { halves, middles, ids, views: [x, y], count: 8 }, none)
    }

    /// A bit for each whose id has its highest bit set, as those have that are not plain.
    #[inline(always)]
    pub(super) fn special(&self) -> u32 {
        signs(&self.ids.map(f32::from_bits))
    }

    /// Looks at all of them at once, on a way of some length.
    ///
    /// Roots and quotients take longest, so none waits for another: what belongs to ends is made for both before it is known which counts.
    #[inline(always)]
    pub(super) fn look(&self, around: &Around, length: f32) -> Touched {
        let Around { direction: [ux, uy], radius, off, off_square, off_foot } = *around;
        let (longest, shortest, none) = (length + off, length - off, self.none());
        let [mut apart, mut overlap, mut cross] = [[0.0_f32; 8]; 3];
        let [mut at_end, mut at_b, mut early] = [[0.0_f32; 8]; 3];
        let [mut late, mut overlapped] = [[NO_WALL; 8]; 2];
        let mut lane = 0;
        while lane < 8 {
            let [hx, hy, mx, my] = numbers([self.halves[lane], self.middles[lane]]);
            // The half of the wall, any if it has none.
            let squared = hx * hx + hy * hy;
            let hx = if squared < 1.0 { 1.0 } else { hx };
            let squared = larger(squared, 1.0);
            let half = sqrt_f32(squared);
            // Across the wall's line and along it: the start and the motion, the start being on the left.
            let (fx, fy) = (self.views[0][lane] - mx, self.views[1][lane] - my);
            // Not −0.0, which would turn the wrong way.
            let (c, along) = ((hx * fy - hy * fx) + 0.0, hx * fx + hy * fy);
            let (n, speed) = (hx * uy - hy * ux, hx * ux + hy * uy);
            let toward = turned(n, !c.to_bits());
            // The strip.
            let (gap, wide) = (c.abs() - radius * half, off * half);
            let per_step = 1.0 / larger(toward, 0.5 * SLOWEST * (hx.abs() + hy.abs()));
            let t1 = larger(gap - wide, 0.0) * per_step;
            let t2 = larger(gap + wide, 0.0) * per_step;
            // Turned round so that the nearer end is ahead.
            let (s1, s2) = (along + speed * t1, along + speed * t2);
            let is_b = 0.0 - (s1 + s2);
            let back = !is_b.to_bits();
            let [s1, s2, s, outward] = [turned(s1, back), turned(s2, back), turned(along, back), turned(speed, back)];
            // Pieces without a direction to speak of have their feet anywhere.
            let foot_off = if squared < SHORT { f32::INFINITY } else { off_foot[0] * half + off_foot[1] };
            // From here on, what is negative is so for certain: the feet are beyond the end, or between both. Those before the middle are further from the
            // other end, as they are not more so than the others are behind it.
            let beyond = (squared - smaller(s1, s2)) + foot_off;
            let between = foot_off - (squared - larger(s1, s2));
            // The ends.
            let (beside, ahead) = (ux * fy - uy * fx, ux * fx + uy * fy);
            let (a, b) = (around.end(ahead + speed, beside - n), around.end(ahead - speed, beside + n));
            let End { along: b, under_root, time, e } = if is_b < 0.0 { b } else { a };
            let (before, after) = (time - e, time + e);
            let outside = b * b - under_root;
            let (ex, ey) = (mx + turned(hx, back), my + turned(hy, back));
            let is_cut = CUT - larger(ex.abs(), ey.abs());
            // Apart: the strip is entered too late, or beyond an end that is missed, left, reached too late, or cut.
            let misses = smaller(under_root + off_square, larger(-b - f32::MIN_POSITIVE, off_square - outside));
            let misses = smaller(smaller(misses, longest - before), is_cut);
            let is_apart = smaller(smaller(longest - t1, larger(misses, beyond)), -none[lane]);
            apart[lane] = is_apart;
            let is_in = 0.0 <= is_apart;
            let inside = smaller(larger(between, gap + wide), larger(beyond, outside + off_square));
            overlap[lane] = inside;
            overlapped[lane] = if is_in & (inside < 0.0) { self.ids[lane] } else { NO_WALL };
            // Crosses into the side from outside and in time; or into the end, and with the foot beyond it all the while.
            let side = larger(larger(between, wide - gap), t2 - shortest);
            let foot = (squared - (s + outward * time)) + (outward.abs() * e + foot_off);
            let glances = 4.0 * off_square - under_root;
            let end = larger(larger(larger(beyond, foot), larger(glances, 0.0 - before)), after - shortest);
            let crosses = smaller(side, end);
            cross[lane] = crosses;
            at_end[lane] = beyond;
            at_b[lane] = is_b;
            early[lane] = if beyond < 0.0 { before } else { t1 };
            let last = if beyond < 0.0 { after } else { t2 };
            late[lane] = if is_in & (crosses < 0.0) { last.to_bits() } else { NO_WALL };
            lane += 1;
        }
        let near = !signs(&apart) & 0xff;
        Touched {
            near,
            overlap: signs(&overlap) & near,
            cross: signs(&cross) & near,
            at_end: signs(&at_end),
            at_b: signs(&at_b),
            early,
            late,
            overlapped,
        }
    }
}

/// An end of a wall, as a disc comes to it.
#[derive(Clone, Copy)]
struct End {
    /// How far the start is ahead of it.
    along: f32,
    /// r² − x².
    under_root: f32,
    /// When it is touched, and what that is off by.
    time: f32,
    e: f32,
}

impl Around {
    /// An end from which the start is seen so far ahead along the path, and so far beside it.
    #[inline(always)]
    fn end(&self, along: f32, beside: f32) -> End {
        let under_root = self.radius * self.radius - beside * beside;
        let root = sqrt_f32(larger(under_root, self.off_square));
        End { along, under_root, time: -along - root, e: self.off_square / root + self.off }
    }
}

impl Touched {
    /// Until when a wall is touched that is crossed into.
    #[inline(always)]
    pub(super) fn late(&self, lane: usize) -> f32 {
        f32::from_bits(self.late[lane])
    }

    /// The one with the lowest id of those that are overlapped; there is one.
    #[inline(always)]
    pub(super) fn first_overlapped<E: Eight>(&self) -> usize {
        least::<E>(&self.overlapped).1
    }

    /// Which part of a wall is touched that is overlapped or crossed into for certain.
    #[inline(always)]
    pub(super) fn feature(&self, lane: usize) -> Feature {
        match (self.at_end >> lane & 1, self.at_b >> lane & 1) {
            (0, _) => Feature::Side,
            (_, 0) => Feature::A,
            _ => Feature::B,
        }
    }

    /// The first of those that are crossed into; there is one.
    #[inline(always)]
    pub(super) fn first<E: Eight>(&self, ids: &[u32; 8]) -> Entered {
        let (late, first) = least::<E>(&self.late);
        // Times that are not above 0 are not those of walls that are crossed into.
        let after = E::of(&self.early.map(|early| early.to_bits() as i32)).above(late as i32);
        let apart = after | E::of_bits(ids).equal(ids[first]) | E::of_bits(&self.late).equal(NO_WALL);
        Entered { lane: first, is_tied: !apart & 0xff != 0 }
    }
}

/// The first four lanes of two.
#[inline(always)]
fn halves_of_two<E: Eight>(a: E, b: E) -> E {
    E::choose(E::of(&FIRST_HALF), a, b.picked(E::of(&TWICE)))
}

/// Numbers by their bits.
#[inline(always)]
fn floats<E: Eight>(numbers: &[f32; 8]) -> E {
    let mut bits = [0; 8];
    let mut lane = 0;
    while lane < 8 {
        bits[lane] = numbers[lane].to_bits();
        lane += 1;
    }
    E::of_bits(&bits)
}

/// Negative for the first four lanes; and the first four lanes twice.
static FIRST_HALF: [i32; 8] = [-1, -1, -1, -1, 0, 0, 0, 0];
static TWICE: [i32; 8] = [0, 1, 2, 3, 0, 1, 2, 3];

/// Where there are no walls, if there are so many.
static NO_WALLS: [[f32; 8]; 9] = {
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

/// The least of eight numbers, and where it is first.
#[inline(always)]
pub(super) fn least<E: Eight>(numbers: &[u32; 8]) -> (u32, usize) {
    let numbers = E::of_bits(numbers);
    let least = numbers.least();
    (least, numbers.equal(least).trailing_zeros() as usize % 8)
}

/// With its sign turned if the highest bit is set.
#[inline(always)]
pub(super) fn turned(x: f32, bits: u32) -> f32 {
    f32::from_bits(x.to_bits() ^ bits & 1 << 31)
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
