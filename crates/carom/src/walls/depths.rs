//! Beams of one origin side by side, and walls put in front of them: a row of depths.
//!
//! Cell by cell, ever further from the origin, each wall covers the beams that lie between its ends. A beam knows the nearest wall
//! that it goes through for certain, when, and from when on something else may be touched that is not certain. Once all cells up to some
//! distance have been seen, most beams have a wall that is nearer than all of that: it is what they meet. The others look for themselves.
//!
//! **Numbers** are `f32`, in steps ([`STEPS`] of a cell's side), seen from the origin. With u a beam's direction, of length 1, and p, q the ends of what a
//! cell keeps of a wall, let cₚ = u × p, c_q = u × q, x = c_q − cₚ, s = −cₚ/x, and t = u·p + s(u·q − u·p). The beam's line meets the wall's line at s from p to
//! q, at the distance t. It passes both ends on one side if cₚ and c_q have one sign, else between them.
//!
//! **Errors.** Coordinates are below 2¹⁸·⁵, as cells are at most eight rings away. Ends are off by 1.004 on each axis (`cell.rs`: ½ for the middle of a wall, ½ for its half), by 2⁻⁶ from
//! rounding the cell's place, by 2⁻⁶ from adding it; u by 2⁻²⁵ on each axis. So cₚ, c_q, u·p and u·q are off by at most
//! 1.415·1.036 + 2⁻²⁵·2¹⁹·⁵ + 3·2⁻⁶ < 1.54: by less than B = 1.75. If a wall is touched at s* by the exact beam, then
//! s − s* = (cₚ·δ_q − c_q·δₚ)/(x·x*), where the δ are what c is off by. Both c together are at most |x| + 2B in size, x* at least |x| − 2B, so where |x| is above
//! 16 B, |s − s*| is below 18/14·B/|x|. As t is a mean of u·p and u·q, it is off by B + |s − s*|·|q − p|, and by less than 1/8 from rounding.
//!
//! A distance is meant along u as it was rounded, which makes all of one beam longer by the same part, less than 2⁻²³.

use super::cell::STEPS;
use super::grid::Grid;
use crate::float;
use crate::point::min;
use crate::sweep::Sweep;
use alloc::vec::Vec;

/// So many beams are looked at together.
const EIGHT: usize = 8;

/// Parts of a turn, to find the beams between two directions.
const PARTS: usize = 512;

/// Further rings of cells are not looked at.
const MOST_RINGS: i64 = 8;

/// A further ring of cells is worth its while for so many beams for each time it is the first ring.
const BEAMS_A_RING: usize = 16;

/// What cₚ and c_q are off by at most.
const OFF: f32 = 1.75;

/// So far away an end shows in which direction it lies, in steps.
const FAR_FROM_ORIGIN: f32 = 512.0;

/// Beams by their direction.
pub(super) struct Depths {
    blocks: Vec<Block>,
    /// For each part of a turn where its beams begin, and at last where they all end.
    first: [u32; PARTS + 1],
    /// The numbers of the beams in this order.
    rays: Vec<u32>,
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
    wall: [u32::MAX; EIGHT],
};

impl Depths {
    /// Puts the walls of a grid around the origin in front of beams that start there; of these sweeps are given, of which none is a disc.
    /// `None` if the origin is outside.
    #[inline(always)]
    pub(super) fn of(sweeps: &[Sweep], rays: &[u32], grid: &Grid) -> Option<Depths> {
        let origin = sweeps[*rays.first()? as usize].start();
        let around = Around::new(grid.see(origin), grid.size())?;
        let mut depths = Depths::empty(sweeps, rays, grid.scale());
        for ring in 0..=MOST_RINGS {
            depths.put_ring(grid, &around, ring);
            // Cells have been seen up to their sides, but for errors that are smaller.
            depths.seen = (around.seen(ring) * (STEPS * (1.0 - 1.0 / 1024.0))) as f32;
            let next_ring = ring as usize + 1;
            if depths.open() < BEAMS_A_RING * next_ring {
                break;
            }
        }
        Some(depths)
    }

    /// Puts the walls of all cells of a ring in front of the beams. There are no closures here nor in what it calls: they would be compiled
    /// for plain vectors.
    #[inline(always)]
    fn put_ring(&mut self, grid: &Grid, around: &Around, ring: i64) {
        let ([column, row], [columns, rows]) = (around.cell, around.size);
        let (low, high) = (core::cmp::max(row - ring, 0), core::cmp::min(row + ring, rows - 1));
        let mut y = low;
        while y <= high {
            let is_edge = y == row - ring || y == row + ring;
            let step = if is_edge { 1 } else { 2 * ring };
            let mut x = column - ring;
            while x <= column + ring {
                if 0 <= x && x < columns {
                    self.put_cell(grid, around, [x as u32, y as u32]);
                }
                x += step;
            }
            y += 1;
        }
    }

    #[inline(always)]
    fn put_cell(&mut self, grid: &Grid, around: &Around, [column, row]: [u32; 2]) {
        let [x, y] = around.offset(column, row);
        let offset = [(x * STEPS) as f32, (y * STEPS) as f32];
        let mut place = grid.place(column, row);
        loop {
            let cell = grid.cell(place);
            let mut lane = 0;
            while lane < cell.count() {
                let (id, is_plain) = grid.wall(place, lane);
                self.put(&Piece::new(id, is_plain, cell.ends(lane), offset));
                lane += 1;
            }
            place = cell.next() as usize;
            if place == 0 {
                return;
            }
        }
    }

    /// The beams in their order, before anything.
    #[inline(always)]
    fn empty(sweeps: &[Sweep], rays: &[u32], scale: f64) -> Depths {
        let mut first = [0; PARTS + 1];
        let mut beams = Vec::with_capacity(rays.len());
        for &ray in rays {
            let (ux, uy, reach) = direction(&sweeps[ray as usize], scale);
            let part = part(ux, uy);
            first[part + 1] += 1;
            beams.push((part, ux, uy, reach));
        }
        (0..PARTS).for_each(|part| first[part + 1] += first[part]);
        let mut depths = Depths {
            blocks: alloc::vec![NOBODY; rays.len().div_ceil(EIGHT)],
            first,
            rays: alloc::vec![0; rays.len()],
            seen: 0.0,
        };
        for (&ray, (part, ux, uy, reach)) in rays.iter().zip(beams) {
            let place = first[part] as usize;
            first[part] += 1;
            depths.rays[place] = ray;
            let (block, lane) = (&mut depths.blocks[place / EIGHT], place % EIGHT);
            (block.ux[lane], block.uy[lane], block.doubt[lane]) = (ux, uy, reach);
        }
        depths
    }

    /// How many beams may meet something further away than what has been seen, and nothing before.
    #[inline(always)]
    fn open(&self) -> usize {
        let mut open = [0; EIGHT];
        for block in &self.blocks {
            for (lane, open) in open.iter_mut().enumerate() {
                *open += u32::from((self.seen <= block.late[lane]) & (self.seen <= block.doubt[lane]));
            }
        }
        open.iter().sum::<u32>() as usize
    }

    /// How many beams there are.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.rays.len()
    }

    /// The number of a beam, and its first wall if that is certain; it goes through it, between the ends of both.
    #[inline(always)]
    pub(super) fn get(&self, place: usize) -> (u32, Option<u32>) {
        let (block, lane) = (&self.blocks[place / EIGHT], place % EIGHT);
        let (late, doubt) = (block.late[lane], block.doubt[lane]);
        let is_certain = late < doubt && late < self.seen;
        (self.rays[place], if is_certain { Some(block.wall[lane]) } else { None })
    }

    /// Puts a wall in front of the beams between its ends.
    #[inline(always)]
    fn put(&mut self, piece: &Piece) {
        let ([px, py], [qx, qy]) = (piece.p, piece.q);
        let (a, b) = (part(px, py), part(qx, qy));
        let turn = b.wrapping_sub(a) % PARTS;
        let is_near = px.abs() + py.abs() < FAR_FROM_ORIGIN || qx.abs() + qy.abs() < FAR_FROM_ORIGIN;
        // An end may seem to be in the part beside its own. If it is open which way around the wall goes, it is put in front of all.
        if is_near || turn.abs_diff(PARTS / 2) <= 3 {
            self.cover(0, self.rays.len(), piece);
            return;
        }
        let (from, to) = if turn < PARTS / 2 { (a, b) } else { (b, a) };
        let (from, to) = (from.wrapping_sub(1) % PARTS, (to + 1) % PARTS);
        let (begin, end) = (self.first[from] as usize, self.first[to + 1] as usize);
        if from <= to {
            self.cover(begin, end, piece);
        } else {
            self.cover(begin, self.rays.len(), piece);
            self.cover(0, end, piece);
        }
    }

    /// The same for beams from one place to another, and those beside that are in one block with them.
    #[inline(always)]
    fn cover(&mut self, begin: usize, end: usize, piece: &Piece) {
        if begin < end {
            for block in &mut self.blocks[begin / EIGHT..end.div_ceil(EIGHT)] {
                block.cover(piece);
            }
        }
    }
}

/// What a cell keeps of a wall, in steps from the origin.
struct Piece {
    p: [f32; 2],
    q: [f32; 2],
    /// What distances are off by: so much, and so much over x.
    off_by_x: f32,
    id: u32,
    /// 0, or infinity if it is not to be gone through without a further look.
    special: f32,
}

impl Piece {
    #[inline(always)]
    fn new(id: u32, is_plain: bool, ends: [i16; 4], offset: [f32; 2]) -> Piece {
        let [px, py, qx, qy] = ends.map(f32::from);
        let off_by_x = 1.3 * OFF * ((qx - px).abs() + (qy - py).abs()) + 1.0;
        let special = if is_plain { 0.0 } else { f32::INFINITY };
        Piece { p: [px + offset[0], py + offset[1]], q: [qx + offset[0], qy + offset[1]], off_by_x, id, special }
    }
}

impl Block {
    /// All is done in numbers of its own: where it might be written over what is read, the compiler would take beam by beam.
    #[inline(always)]
    fn cover(&mut self, piece: &Piece) {
        let ([px, py], [qx, qy]) = (piece.p, piece.q);
        let (before, mut after) = (*self, NOBODY);
        let mut lane = 0;
        while lane < EIGHT {
            let (ux, uy) = (before.ux[lane], before.uy[lane]);
            let (cp, cq) = (ux * py - uy * px, ux * qy - uy * qx);
            let (up, uq) = (ux * px + uy * py, ux * qx + uy * qy);
            let x = cq - cp;
            let inverse = 1.0 / x;
            let t = up - cp * inverse * (uq - up);
            let off = 1.25 * OFF + piece.off_by_x * inverse.abs();
            let (early, late) = (t - off, t + off);
            let (least, most) = if cp < cq { (cp, cq) } else { (cq, cp) };
            let is_firm = x.abs() > 16.0 * OFF;
            let is_apart = (OFF < least) | (most < -OFF);
            let is_behind = is_firm & (late < 0.0);
            let is_through = is_firm & (least < -OFF) & (OFF < most) & (piece.special < early);
            let is_new = is_through & (late < before.early[lane]);
            let is_same = before.wall[lane] == piece.id;
            // What is in doubt may be touched from then on, or from the start if that is not known.
            let from = if is_firm { early } else { 0.0 };
            let is_settled = is_apart | is_behind | is_new | is_same;
            let doubt = if is_settled { f32::INFINITY } else { from };
            after.doubt[lane] = if doubt < before.doubt[lane] { doubt } else { before.doubt[lane] };
            after.early[lane] = if is_new { early } else { before.early[lane] };
            after.late[lane] = if is_new { late } else { before.late[lane] };
            after.wall[lane] = if is_new { piece.id } else { before.wall[lane] };
            lane += 1;
        }
        *self = Block { ux: before.ux, uy: before.uy, ..after };
    }
}

/// The direction of a beam, and how far it reaches, in steps.
#[inline(always)]
fn direction(sweep: &Sweep, scale: f64) -> (f32, f32, f32) {
    let motion = sweep.motion();
    let (x, y) = (motion.x * scale, motion.y * scale);
    let squared = x * x + y * y;
    let inverse = 1.0 / float::sqrt(squared);
    // What is too short or too long for these numbers looks for itself.
    if !((1e-30 < squared) & (squared < 1e60)) {
        return (0.0, 0.0, 0.0);
    }
    let reach = squared * inverse * (STEPS * (1.0 - 1.0 / 1_048_576.0));
    ((x * inverse) as f32, (y * inverse) as f32, reach as f32)
}

/// The part of a turn that a direction is in. Numbers along the sides of a square stand for angles; a part is at least 2⁻⁷ of a radian.
#[inline(always)]
fn part(x: f32, y: f32) -> usize {
    let along = x / (x.abs() + y.abs());
    let turn = if y < 0.0 { 3.0 + along } else { 1.0 - along };
    (turn * (PARTS / 4) as f32) as i32 as usize % PARTS
}

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
mod tests {
    use super::super::cell::KEPT;
    use super::super::wall::StoredWall;
    use super::super::{Strategy, Wall, Walls};
    use super::*;
    use crate::point::Point;
    use crate::segment::Segment;
    use carom_oracle::rng::Rng;

    /// Short walls anywhere, a grid of them, and beams all around from somewhere among them.
    fn scene(rng: &mut Rng) -> (Vec<Segment>, Grid, Vec<Sweep>) {
        let number = |rng: &mut Rng, size: i64| rng.between(-size, size) as f64 / 1000.0;
        let wall = |rng: &mut Rng| {
            let a = Point::new(number(rng, 50_000), number(rng, 50_000));
            Segment::new(a, [a.x + number(rng, 6_000), a.y + number(rng, 6_000) + 1e-4]).unwrap()
        };
        let walls: Vec<Segment> = (0..400).map(|_| wall(rng)).collect();
        let stored: Vec<StoredWall> = walls.iter().map(|&wall| StoredWall::of(&Wall::from(wall))).collect();
        let grid = Grid::new(&stored, &(0..400).collect::<Vec<u32>>());
        let origin = Point::new(number(rng, 40_000), number(rng, 40_000));
        let beam = |rng: &mut Rng| Sweep::point(origin, [number(rng, 90_000), number(rng, 90_000)]).unwrap();
        let beams = (0..200).map(|_| beam(rng)).collect();
        (walls, grid, beams)
    }

    /// The ends of walls as beams see them are off by less than was derived, and not by much less.
    #[test]
    fn crosses_are_off_by_less_than_derived() {
        let (rng, mut most) = (&mut Rng::new(5), 0.0);
        for _ in 0..20 {
            let (walls, grid, beams) = scene(rng);
            let origin = beams[0].start();
            let around = Around::new(grid.see(origin), grid.size()).unwrap();
            let [[left, right], [bottom, top]] = [0, 1].map(|axis| {
                let (low, high) = (around.cell[axis] - MOST_RINGS, around.cell[axis] + MOST_RINGS);
                [core::cmp::max(low, 0), core::cmp::min(high, around.size[axis] - 1)]
            });
            for (column, row) in (bottom..=top).flat_map(|row| (left..=right).map(move |column| (column, row))) {
                let (column, row) = (column as u32, row as u32);
                let place = grid.place(column, row);
                let offset = around.offset(column, row).map(|x| (x * STEPS) as f32);
                for lane in 0..grid.cell(place).count() {
                    let (id, is_plain) = grid.wall(place, lane);
                    let piece = Piece::new(id, is_plain, grid.cell(place).ends(lane), offset);
                    for (end, [x, y]) in walls[id as usize].ends().into_iter().zip([piece.p, piece.q]) {
                        let middle = [f64::from(column) + 0.5, f64::from(row) + 0.5];
                        let seen = grid.see(end);
                        let is_cut = (seen[0] - middle[0]).abs() > KEPT || (seen[1] - middle[1]).abs() > KEPT;
                        if is_cut {
                            continue;
                        }
                        for beam in &beams {
                            let (ux, uy, _) = direction(beam, grid.scale());
                            let exact = beam.motion().normalized().cross(end - origin) * grid.scale() * STEPS;
                            let off = (f64::from(ux * y - uy * x) - exact).abs();
                            assert!(off < 1.54, "off by {off}: {end:?}, {beam:?}");
                            most = if most < off { off } else { most };
                        }
                    }
                }
            }
        }
        assert!(most > 1.0, "off by {most} at most");
    }

    /// What is certain is what all walls tell, at a distance within what was derived; and most is certain.
    #[test]
    fn what_is_certain_is_so() {
        let (rng, mut count, mut most) = (&mut Rng::new(6), 0, 0.0);
        for _ in 0..60 {
            let (walls, grid, beams) = scene(rng);
            let all = Walls::with(Strategy::BruteForce, walls.iter().copied());
            let numbers: Vec<u32> = (0..beams.len() as u32).collect();
            let depths = Depths::of(&beams, &numbers, &grid).unwrap();
            for place in 0..depths.len() {
                let (ray, Some(wall)) = depths.get(place) else { continue };
                let beam = &beams[ray as usize];
                let (id, hit) = all.first_touch(beam).unwrap();
                assert_eq!(id.index(), wall as usize, "{beam:?}, {hit:?}");
                let block = &depths.blocks[place / EIGHT];
                let [early, late] = [block.early[place % EIGHT], block.late[place % EIGHT]].map(f64::from);
                let distance = (hit.point - beam.start()).length() * grid.scale() * STEPS;
                let off = (distance - (early + late) / 2.0).abs() / ((late - early) / 2.0);
                assert!(off < 1.0, "{off}: {early} to {late}, but {distance}: {beam:?}");
                most = if most < off { off } else { most };
                count += 1;
            }
        }
        assert!(count > 60 * 200 / 2, "{count} beams are certain");
        assert!(most > 0.25, "{most}");
    }
}
