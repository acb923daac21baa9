//! Beams of one origin side by side, and walls put in front of them: a row of depths.
//!
//! Cell by cell, ever further from the origin, each wall covers the beams that lie between its ends. A beam knows the nearest wall
//! that it goes through for certain, when, and from when on something else may be touched that is not certain. Once all cells up to some
//! distance have been seen, most beams have a wall that is nearer than all of that: it is what they meet. The others look for themselves.
//!
//! **Numbers** are `f32`, in steps ([`STEPS`] of a cell's side), seen from the origin. With u a beam's direction, of length 1, m the middle and h the half of what a
//! cell keeps of a wall, from p = m − h to q = m + h, let c = u × m, x = u × h, s = −c/x, and t = u·m + s·(u·h). The beam's line meets the wall's line at m + s·h,
//! at the distance t. It passes both ends on one side if |c| > |x|, else between them.
//!
//! **Errors.** Coordinates are below 2¹⁸·⁵, as cells are at most eight rings away. Ends are off by 1.004 on each axis (`cell.rs`: ½ for m, ½ for h), by 2⁻⁶ from
//! rounding the cell's place, by 2⁻⁶ from adding it; u by 2⁻²⁵ on each axis. So u × p, u × q, u·p and u·q, that is c ∓ x and u·m ∓ u·h, are off by at most
//! 1.415·1.036 + 2⁻²⁵·2¹⁹·⁵ + 3·2⁻⁶ < 1.54, and |c| − |x|, which is one of them, too: by less than B = 1.75. If a wall is touched at s* by the exact beam, where s goes from 0 at p to 1 at q, then
//! s − s* = (cₚ·δ_q − c_q·δₚ)/(2x·2x*), where cₚ and c_q are u × p and u × q, and the δ are what they are off by. Both c together are at most |2x| + 2B in size, 2x* at least |2x| − 2B, so where |2x| is above
//! 16 B, |s − s*| is below 18/14·B/|2x|. As t is a mean of u·p and u·q, it is off by B + |s − s*|·|q − p|, and by less than 1/8 from rounding.
//!
//! A distance is meant along u as it was rounded, which makes all of one beam longer by the same part, less than 2⁻²³.

use super::cell::{Cell, STEPS, numbers};
use super::fan::Beams;
use super::grid::Grid;
use super::wall::NO_WALL;
use crate::float;
use crate::point::{Point, min};
use crate::simd::{Eight, Four, Machine};
use alloc::vec::Vec;

/// So many beams are looked at together.
const EIGHT: usize = 8;

/// Parts of a turn, to find the beams between two directions.
const PARTS: usize = 512;

/// Further rings of cells are not looked at.
const MOST_RINGS: i64 = 8;

/// A further ring of cells is worth its while for so many beams for each time it is the first ring.
const BEAMS_A_RING: usize = 16;

/// What c − x and c + x are off by at most.
const OFF: f32 = 1.75;

/// So far away an end shows in which direction it lies, in steps.
const FAR_FROM_ORIGIN: f32 = 512.0;

/// Beams by their direction.
pub(super) struct Depths {
    blocks: Vec<Block>,
    /// What is further away than this changes nothing for any of a block: they go through a wall before, or are in doubt before. As bits, which compare as
    /// these numbers do, and room beyond the last for as many as are taken at once.
    far: Vec<i32>,
    /// For each part of a turn where its beams begin, and at last where they all end.
    first: [u32; PARTS + 1],
    /// How many beams there are.
    len: usize,
    /// Up to where all walls have been seen.
    seen: f32,
}

/// Some beams side by side.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Block {
    ux: [f32; EIGHT],
    uy: [f32; EIGHT],
    /// Between which distances the nearest wall is that it goes through.
    early: [f32; EIGHT],
    late: [f32; EIGHT],
    /// From where on another may be touched, or the beam ends.
    doubt: [f32; EIGHT],
    wall: [u32; EIGHT],
}

const NOBODY: Block = Block {
    ux: [0.0; EIGHT],
    uy: [0.0; EIGHT],
    early: [f32::INFINITY; EIGHT],
    late: [f32::INFINITY; EIGHT],
    doubt: [0.0; EIGHT],
    wall: [NO_WALL; EIGHT],
};

impl Depths {
    /// Puts the walls of a grid around the origin in front of beams that start there, and the beams in the order of their directions.
    /// `None` if the origin is outside.
    #[inline(always)]
    pub(super) fn of<M: Machine>(beams: &mut Beams, grid: &Grid) -> Option<Depths> {
        let around = Around::new(grid.see(beams.origin), grid.size())?;
        let mut depths = Depths::empty::<M>(beams, grid.scale());
        let mut pieces = Vec::new();
        for ring in 0..=MOST_RINGS {
            pieces.clear();
            around.pieces_in_ring(grid, ring, &mut pieces);
            for eight in &pieces {
                depths.put::<M>(grid, eight);
            }
            // Cells have been seen up to their sides, but for errors that are smaller.
            depths.seen = (around.seen(ring) * (STEPS * (1.0 - 1.0 / 1024.0))) as f32;
            let next_ring = ring as usize + 1;
            if depths.open() < BEAMS_A_RING * next_ring {
                break;
            }
        }
        Some(depths)
    }

    /// The first wall of each beam, which it goes through between the ends of both; [`NO_WALL`] if that is not certain.
    #[inline(always)]
    pub(super) fn firsts(self) -> Vec<u32> {
        let mut firsts = alloc::vec![NO_WALL; self.blocks.len() * EIGHT];
        for (eight, block) in firsts.chunks_exact_mut(EIGHT).zip(&self.blocks) {
            let (Block { late, doubt, wall, .. }, mut certain) = (*block, [NO_WALL; EIGHT]);
            let mut lane = 0;
            while lane < EIGHT {
                let limit = if doubt[lane] < self.seen { doubt[lane] } else { self.seen };
                certain[lane] = if late[lane] < limit { wall[lane] } else { NO_WALL };
                lane += 1;
            }
            eight.copy_from_slice(&certain);
        }
        firsts.truncate(self.len);
        firsts
    }

    /// The beams in their order, before anything.
    #[inline(always)]
    fn empty<M: Machine>(beams: &mut Beams, scale: f64) -> Depths {
        let first = put_in_order(beams, scale);
        let len = beams.len();
        let mut blocks = alloc::vec![NOBODY; len.div_ceil(EIGHT)];
        for (place, block) in blocks.iter_mut().enumerate() {
            let place = place * EIGHT;
            let halves = [beams.four_motions::<M::Four>(place), beams.four_motions::<M::Four>(place + 4)];
            let [a, b] = [headings(halves[0], scale), headings(halves[1], scale)];
            let mut lane = 0;
            while lane < 4 {
                (block.ux[lane], block.ux[lane + 4]) = (a[0][lane] as f32, b[0][lane] as f32);
                (block.uy[lane], block.uy[lane + 4]) = (a[1][lane] as f32, b[1][lane] as f32);
                (block.doubt[lane], block.doubt[lane + 4]) = (a[2][lane] as f32, b[2][lane] as f32);
                lane += 1;
            }
        }
        if let Some(last) = blocks.last_mut() {
            last.doubt[(len - 1) % EIGHT + 1..].fill(0.0);
        }
        let far = alloc::vec![i32::MAX; blocks.len() + EIGHT];
        Depths { blocks, far, first, len, seen: 0.0 }
    }

    /// How many beams may meet something further away than what has been seen, and nothing before.
    #[inline(always)]
    fn open(&self) -> usize {
        let (mut open, seen) = (0, self.seen.to_bits() as i32);
        for (block, &far) in self.blocks.iter().zip(&self.far) {
            if seen <= far {
                let mut lane = 0;
                while lane < EIGHT {
                    open += u32::from((self.seen <= block.late[lane]) & (self.seen <= block.doubt[lane]));
                    lane += 1;
                }
            }
        }
        open as usize
    }

    /// Puts some walls in front of the beams between their ends.
    #[inline(always)]
    fn put<M: Machine>(&mut self, grid: &Grid, pieces: &Pieces) {
        let mut lane = 0;
        while lane < pieces.count {
            let (from, to) = (pieces.from[lane % EIGHT] as usize % PARTS, pieces.to[lane % EIGHT] as usize % PARTS);
            let (begin, end) = (self.first[from] as usize, self.first[to + 1] as usize);
            if from <= to {
                self.cover::<M>(grid, [begin, end], pieces, lane);
            } else {
                self.cover::<M>(grid, [begin, self.len], pieces, lane);
                self.cover::<M>(grid, [0, end], pieces, lane);
            }
            lane += 1;
        }
    }

    /// Puts one of them in front of the beams from one place to another, and those beside that are in one block with them.
    #[inline(always)]
    fn cover<M: Machine>(&mut self, grid: &Grid, [begin, end]: [usize; 2], pieces: &Pieces, lane: usize) {
        let (mut first, end) = (begin / EIGHT, if begin < end { end.div_ceil(EIGHT) } else { 0 });
        while first < end {
            let Some(far) = self.far.get(first..).and_then(|far| far.first_chunk()) else { return };
            let mut near = M::Eight::of(far).above(pieces.near[lane % EIGHT] - 1);
            if end - first < EIGHT {
                near &= (1 << (end - first)) - 1;
            }
            while near != 0 {
                let place = first + near.trailing_zeros() as usize;
                near &= near - 1;
                self.far[place] = self.blocks[place].cover(&pieces.get(grid, lane));
            }
            first += EIGHT;
        }
    }
}

/// Puts beams in the order of their directions, and says where those of each part of a turn begin.
#[inline(always)]
fn put_in_order(beams: &mut Beams, scale: f64) -> [u32; PARTS + 1] {
    let Point { x: start_x, y: start_y } = beams.origin;
    let mut parts = alloc::vec![0_u32; beams.len()];
    let [xs, ys] = beams.ends();
    for ((part, x), y) in parts.iter_mut().zip(xs).zip(ys) {
        let (x, y) = (((x - start_x) * scale) as f32, ((y - start_y) * scale) as f32);
        *part = part_of(turn(x / (x.abs() + y.abs()), y));
    }
    let mut first = [0; PARTS + 1];
    for &part in &parts {
        first[part as usize % PARTS + 1] += 1;
    }
    let mut part = 0;
    while part < PARTS {
        first[part + 1] += first[part];
        part += 1;
    }
    // Mostly they are in order, or begin elsewhere.
    let (mut falls, nexts) = (0, parts.get(1..).unwrap_or_default());
    for (part, next) in parts.iter().zip(nexts) {
        falls += u32::from(next < part);
    }
    match falls {
        0 => {}
        1 if parts.last() <= parts.first() => {
            let place = parts.iter().zip(nexts).position(|(part, next)| next < part);
            beams.rotate(place.map_or(0, |place| place + 1));
        }
        _ => beams.reorder(&order(&parts, first)),
    }
    first
}

/// In which place which beam is; of each is given its part, and of each part where it begins.
#[inline(never)]
fn order(parts: &[u32], mut first: [u32; PARTS + 1]) -> Vec<u32> {
    let mut order = alloc::vec![0; parts.len()];
    for (beam, &part) in parts.iter().enumerate() {
        let place = &mut first[part as usize];
        order[*place as usize] = beam as u32;
        *place += 1;
    }
    order
}

/// What a cell keeps of its walls, in steps from the origin.
#[derive(Clone)]
#[repr(align(32))]
struct Pieces {
    middle: [[f32; EIGHT]; 2],
    half: [[f32; EIGHT]; 2],
    /// They are not nearer than this; as bits, which compare as these numbers do.
    near: [i32; EIGHT],
    /// What distances are off by, over x.
    off_by_x: [f32; EIGHT],
    /// In which part of a turn one begins and in which it ends.
    from: [u32; EIGHT],
    to: [u32; EIGHT],
    /// The cell, and how many there are.
    place: usize,
    count: usize,
}

/// One of them.
struct Piece {
    middle: [f32; 2],
    half: [f32; 2],
    off_by_x: f32,
    id: u32,
    /// 0, or infinity if it is not to be gone through without a further look.
    special: f32,
}

impl Pieces {
    #[inline(always)]
    fn of(cell: &Cell, place: usize, offset: [f32; 2]) -> Pieces {
        let [mut middle, mut half] = [[[0.0; EIGHT]; 2]; 2];
        let (mut near, mut off_by_x, mut from, mut to) = ([0; EIGHT], [0.0; EIGHT], [0; EIGHT], [0; EIGHT]);
        let [halves, middles] = cell.rows();
        let mut lane = 0;
        while lane < EIGHT {
            let [hx, hy, mx, my] = numbers([halves[lane], middles[lane]]);
            let (mx, my) = (mx + offset[0], my + offset[1]);
            (middle[0][lane], middle[1][lane], half[0][lane], half[1][lane]) = (mx, my, hx, hy);
            off_by_x[lane] = 1.3 * OFF * (hx.abs() + hy.abs()) + 0.5;
            // The nearest place of the box around it.
            let (x, y) = (mx.abs() - hx.abs(), my.abs() - hy.abs());
            let (x, y) = (if x > 0.0 { x } else { 0.0 }, if y > 0.0 { y } else { 0.0 });
            let distance = float::sqrt_f32(x * x + y * y) - 2.0 * OFF;
            near[lane] = (if distance > 0.0 { distance } else { 0.0 }).to_bits() as i32;
            let ([px, py], [qx, qy]) = ([mx - hx, my - hy], [mx + hx, my + hy]);
            let (from_p, from_q) = (1.0 / (px.abs() + py.abs()), 1.0 / (qx.abs() + qy.abs()));
            let nearest = if from_p < from_q { from_q } else { from_p };
            let (a, b) = (turn(px * from_p, py), turn(qx * from_q, qy));
            let way = b - a;
            let way = if way < 0.0 { way + PARTS as f32 } else { way };
            let is_first = way < (PARTS / 2) as f32;
            let off = TURN_OFF * nearest + TURN_ROUNDING;
            // If it is open which way around the wall goes, it is put in front of all.
            let is_clear = (nearest * FAR_FROM_ORIGIN < 1.0) & ((way - (PARTS / 2) as f32).abs() > 3.0);
            let first = part_of((if is_first { a } else { b }) - off);
            let last = part_of((if is_first { b } else { a }) + off);
            from[lane] = if is_clear { first } else { 0 };
            to[lane] = if is_clear { last } else { PARTS as u32 - 1 };
            lane += 1;
        }
        Pieces { middle, half, near, off_by_x, from, to, place, count: cell.count() }
    }

    #[inline(always)]
    fn get(&self, grid: &Grid, lane: usize) -> Piece {
        let (id, is_plain) = grid.wall(self.place, lane);
        let lane = lane % EIGHT;
        Piece {
            middle: [self.middle[0][lane], self.middle[1][lane]],
            half: [self.half[0][lane], self.half[1][lane]],
            off_by_x: self.off_by_x[lane],
            id,
            special: if is_plain { 0.0 } else { f32::INFINITY },
        }
    }
}

impl Block {
    /// All is done in numbers of its own: where it might be written over what is read, the compiler would take beam by beam.
    #[inline(always)]
    fn cover(&mut self, piece: &Piece) -> i32 {
        let ([mx, my], [hx, hy]) = (piece.middle, piece.half);
        let (before, mut after, mut far) = (*self, NOBODY, 0);
        let mut lane = 0;
        while lane < EIGHT {
            let (ux, uy) = (before.ux[lane], before.uy[lane]);
            let (c, x) = (ux * my - uy * mx, ux * hy - uy * hx);
            let (um, uh) = (ux * mx + uy * my, ux * hx + uy * hy);
            let inverse = 1.0 / x;
            let t = um - c * inverse * uh;
            let off = 1.25 * OFF + piece.off_by_x * inverse.abs();
            let (early, late) = (t - off, t + off);
            let beside = c.abs() - x.abs();
            let is_firm = x.abs() > 8.0 * OFF;
            let is_apart = OFF < beside;
            let is_behind = is_firm & (late < 0.0);
            let is_through = is_firm & (beside < -OFF) & (piece.special < early);
            let is_new = is_through & (late < before.early[lane]);
            let is_same = before.wall[lane] == piece.id;
            // What is in doubt may be touched from then on, or from the start if that is not known.
            let from = if is_firm { early } else { 0.0 };
            let is_settled = is_apart | is_behind | is_new | is_same;
            let doubt = if is_settled { f32::INFINITY } else { from };
            let doubt = if doubt < before.doubt[lane] { doubt } else { before.doubt[lane] };
            let late = if is_new { late } else { before.late[lane] };
            after.doubt[lane] = doubt;
            after.early[lane] = if is_new { early } else { before.early[lane] };
            after.late[lane] = late;
            after.wall[lane] = if is_new { piece.id } else { before.wall[lane] };
            // Bits compare as numbers do, if these are not negative.
            let bits = (if doubt < late { doubt } else { late }).to_bits() as i32;
            far = if far < bits { bits } else { far };
            lane += 1;
        }
        *self = Block { ux: before.ux, uy: before.uy, ..after };
        far
    }
}

/// The directions of beams, by the x and y from where they start to where they end, and how far they reach, in steps.
#[inline(always)]
fn headings<F: Four>(motions: [F; 2], scale: f64) -> [[f64; 4]; 3] {
    let [x, y] = [motions[0].times(F::all(scale)), motions[1].times(F::all(scale))];
    let squared = x.times(x).plus(y.times(y));
    let inverse = F::all(1.0).over(squared.sqrt());
    let reach = squared.times(inverse).times(F::all(STEPS * (1.0 - 1.0 / 1_048_576.0)));
    // What is too short or too long for these numbers looks for itself.
    let is_moderate = F::both(F::all(1e-30).is_below(squared), squared.is_below(F::all(1e60)));
    let [x, y, reach] = [x.times(inverse), y.times(inverse), reach];
    let nothing = F::all(0.0);
    [
        F::choose(is_moderate, x, nothing).numbers(),
        F::choose(is_moderate, y, nothing).numbers(),
        F::choose(is_moderate, reach, nothing).numbers(),
    ]
}

/// Where in a turn a direction is, in parts of it: numbers along the sides of a square stand for angles. It is given by x/(|x| + |y|) and y.
#[inline(always)]
fn turn(along: f32, y: f32) -> f32 {
    let turn = if y < 0.0 { 3.0 + along } else { 1.0 - along };
    turn * (PARTS / 4) as f32
}

/// The nearest part of a turn, which may be a little beyond a whole one, or before its begin.
#[inline(always)]
fn part_of(turn: f32) -> u32 {
    // From 2²³ on numbers have no fractions: the lowest bits are the number, rounded.
    (turn + (8_388_608.0 + PARTS as f32)).to_bits() % PARTS as u32
}

/// What the turn of an end is off by, in parts, if the end is off by one over |x| + |y|. An end that is off by 1.036 on each axis changes x/(|x| + |y|) by at most 1.036
/// over that sum, which is above 512 where this is asked and itself off by 2.1: by at most 1.041 over it.
const TURN_OFF: f32 = 1.05 * (PARTS / 4) as f32;

/// What rounding makes turns off by, in parts: those of ends and those of beams each by less than 2⁻²¹ of a side of the square, and by 2⁻¹⁵ parts when the above is added.
const TURN_ROUNDING: f32 = 1.0 / 1024.0;

/// The cells around a point.
struct Around {
    /// In cells from the grid's lower left corner.
    at: [f64; 2],
    cell: [i64; 2],
    size: [i64; 2],
}

impl Around {
    /// `None` if it is outside.
    #[inline(always)]
    fn new(at: [f64; 2], size: [u32; 2]) -> Option<Around> {
        let is_inside = |axis: usize| 0.0 <= at[axis] && at[axis] < f64::from(size[axis]);
        if !(is_inside(0) && is_inside(1) && size[0] < MOST_CELLS && size[1] < MOST_CELLS) {
            return None;
        }
        Some(Around { at, cell: at.map(|x| x as i64), size: size.map(i64::from) })
    }

    /// Where a cell's middle is from the point.
    #[inline(always)]
    fn offset(&self, column: u32, row: u32) -> [f64; 2] {
        [f64::from(column) + 0.5 - self.at[0], f64::from(row) + 0.5 - self.at[1]]
    }

    /// What the cells of a ring keep of their walls. There are no closures here nor in what it calls: they would be compiled for plain vectors.
    #[inline(always)]
    fn pieces_in_ring(&self, grid: &Grid, ring: i64, pieces: &mut Vec<Pieces>) {
        let ([column, row], [columns, rows]) = (self.cell, self.size);
        let (low, high) = (core::cmp::max(row - ring, 0), core::cmp::min(row + ring, rows - 1));
        let mut y = low;
        while y <= high {
            let is_edge = y == row - ring || y == row + ring;
            let step = if is_edge { 1 } else { 2 * ring };
            let mut x = column - ring;
            while x <= column + ring {
                if 0 <= x && x < columns {
                    self.pieces_in_cell(grid, [x as u32, y as u32], pieces);
                }
                x += step;
            }
            y += 1;
        }
    }

    #[inline(always)]
    fn pieces_in_cell(&self, grid: &Grid, [column, row]: [u32; 2], pieces: &mut Vec<Pieces>) {
        let [x, y] = self.offset(column, row);
        let offset = [(x * STEPS) as f32, (y * STEPS) as f32];
        let mut place = grid.place(column, row);
        loop {
            let cell = grid.cell(place);
            pieces.push(Pieces::of(cell, place, offset));
            place = cell.next() as usize;
            if place == 0 {
                return;
            }
        }
    }

    /// How far one sees if all cells up to a ring have been seen.
    #[inline(always)]
    fn seen(&self, ring: i64) -> f64 {
        let on_axis = |axis: usize| {
            let (low, high) = (self.cell[axis] - ring, self.cell[axis] + ring + 1);
            let below = if low <= 0 { f64::INFINITY } else { self.at[axis] - low as f64 };
            let above = if self.size[axis] <= high { f64::INFINITY } else { high as f64 - self.at[axis] };
            min(below, above)
        };
        min(on_axis(0), on_axis(1))
    }
}

/// In larger grids places are not known well enough: 2²⁴.
const MOST_CELLS: u32 = 16_777_216;

#[cfg(test)]
mod tests;
