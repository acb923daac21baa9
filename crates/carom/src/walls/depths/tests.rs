//! What beams see of walls, beside exact numbers.

use super::super::cell::{KEPT, STEPS};
use super::super::fan::{Beams, Fan};
use super::super::grid::Grid;
use super::super::wall::{NO_WALL, StoredWall};
use super::super::{Strategy, Wall, Walls};
use super::{Around, Depths, EIGHT, MOST_RINGS, PARTS, Pieces, TURN_OFF, TURN_ROUNDING, headings, turn};
use crate::point::{Point, Vec2, min};
use crate::segment::Segment;
use crate::simd::{self, Kernel, Machine, PlainFour, Vectors};
use alloc::vec::Vec;
use carom_oracle::rng::Rng;

fn number(rng: &mut Rng, size: i64) -> f64 {
    rng.between(-size, size) as f64 / 1000.0
}

/// Short walls anywhere, a grid of them, and beams all around from somewhere among them.
fn scene(rng: &mut Rng) -> (Vec<Segment>, Grid, Beams) {
    let wall = |rng: &mut Rng| {
        let a = Point::new(number(rng, 50_000), number(rng, 50_000));
        Segment::new(a, [a.x + number(rng, 6_000), a.y + number(rng, 6_000) + 1e-4]).unwrap()
    };
    let walls: Vec<Segment> = (0..400).map(|_| wall(rng)).collect();
    let stored: Vec<StoredWall> = walls.iter().map(|&wall| StoredWall::of(&Wall::from(wall))).collect();
    let grid = Grid::new(&stored, &(0..400).collect::<Vec<u32>>());
    let origin = Point::new(number(rng, 40_000), number(rng, 40_000));
    let directions: Vec<Vec2> = (0..200).map(|_| Vec2::new(number(rng, 9_000), number(rng, 9_000) + 1e-4)).collect();
    let limit = rng.between(10, 90) as f64;
    (walls, grid, Fan::new(origin, limit, 0.0).rays(&directions))
}

/// What is seen of walls that are not cut: of each the wall, all pieces of its cell, and which of them it is.
fn whole_pieces<'a>(walls: &'a [Segment], grid: &Grid, origin: Point) -> Vec<(&'a Segment, Pieces, usize)> {
    let around = Around::new(grid.see(origin), grid.size()).unwrap();
    let mut found = Vec::new();
    for ring in 0..=MOST_RINGS {
        let mut pieces = Vec::new();
        around.pieces_in_ring(grid, ring, &mut pieces);
        for eight in &pieces {
            for lane in 0..eight.count {
                let (wall, place) = (&walls[grid.wall(eight.place, lane).0 as usize], eight.place);
                let columns = grid.size()[0] as usize;
                // Of cells with what does not fit into others it is not known where they are.
                let cell = [place % columns, place / columns].map(|x| x as f64 + 0.5);
                let is_whole = wall.ends().into_iter().all(|end| {
                    let seen = grid.see(end);
                    (0..2).all(|axis| (seen[axis] - cell[axis]).abs() < KEPT)
                });
                if is_whole {
                    found.push((wall, eight.clone(), lane));
                }
            }
        }
    }
    found
}

/// The ends of walls as beams see them are off by less than was derived, and not by much less.
#[test]
fn crosses_are_off_by_less_than_derived() {
    let (rng, mut most) = (&mut Rng::new(5), 0.0);
    for _ in 0..20 {
        let (walls, grid, beams) = scene(rng);
        let seen: Vec<[f32; 2]> = (0..beams.len())
            .map(|beam| headings::<PlainFour>(beams.four_motions(beam), grid.scale()))
            .map(|[x, y, _]| [x[0] as f32, y[0] as f32])
            .collect();
        for (wall, pieces, lane) in whole_pieces(&walls, &grid, beams.origin) {
            let piece = pieces.get(&grid, lane);
            for (end, sign) in wall.ends().into_iter().zip([-1.0, 1.0]) {
                for (beam, [ux, uy]) in seen.iter().enumerate() {
                    let c = ux * piece.middle[1] - uy * piece.middle[0];
                    let x = ux * piece.half[1] - uy * piece.half[0];
                    let motion = beams.sweep(beam).motion().normalized();
                    let exact = motion.cross(end - beams.origin) * grid.scale() * STEPS;
                    let off = (f64::from(c + sign * x) - exact).abs();
                    assert!(off < 1.54, "off by {off}: {end:?}, {beam:?}");
                    most = if most < off { off } else { most };
                }
            }
        }
    }
    assert!(most > 1.0, "off by {most} at most");
}

/// How far a segment is from zero.
fn distance([a, b]: [Vec2; 2]) -> f64 {
    let along = b - a;
    let t = -a.dot(along) / along.length_squared();
    (a + along * min(if t > 0.0 { t } else { 0.0 }, 1.0)).length()
}

/// The parts between which a wall is seen are those of its exact ends, and not many more; and no wall is nearer than it says, nor much further away.
#[test]
fn walls_are_where_they_are_looked_for() {
    let (rng, mut most, mut least, mut count) = (&mut Rng::new(7), 0.0, f64::INFINITY, 0);
    for _ in 0..100 {
        let (walls, grid, beams) = scene(rng);
        for (wall, pieces, lane) in whole_pieces(&walls, &grid, beams.origin) {
            let ends = wall.ends().map(|end| (end - beams.origin) * (grid.scale() * STEPS));
            let near = f64::from(f32::from_bits(pieces.near[lane] as u32));
            let distance = distance(ends);
            assert!(near <= distance, "{near}, {distance}: {wall:?}, {:?}", beams.origin);
            least = if near > 0.0 { min(least, distance - near) } else { least };
            let exact = |end: Vec2| {
                let along = end.x / (end.x.abs() + end.y.abs());
                (if end.y < 0.0 { 3.0 + along } else { 1.0 - along }) * (PARTS / 4) as f64
            };
            let (from, to) = (pieces.from[lane], pieces.to[lane]);
            if (from, to) == (0, PARTS as u32 - 1) {
                continue;
            }
            // The first and the last end, counted from where its parts begin, and what is between it and the middle of the first part.
            let mut turns = ends.map(|end| (exact(end) - f64::from(from) + 0.5).rem_euclid(PARTS as f64));
            turns.sort_by(f64::total_cmp);
            let parts = f64::from((to + PARTS as u32 - from) % PARTS as u32);
            assert!(turns[1] < parts + 1.0, "{turns:?}, {parts}: {wall:?}, {:?}", beams.origin);
            let size = ends.map(|end| end.x.abs() + end.y.abs());
            let piece = pieces.get(&grid, lane);
            for (end, sign) in ends.into_iter().zip([-1.0, 1.0]) {
                let [x, y] = [0, 1].map(|axis| piece.middle[axis] + sign * piece.half[axis]);
                let seen = turn(x / (x.abs() + y.abs()), y);
                let off = (f64::from(seen) - exact(end) + 256.0).rem_euclid(PARTS as f64) - 256.0;
                let derived = f64::from(TURN_OFF) / min(size[0], size[1]) + f64::from(TURN_ROUNDING) / 2.0;
                assert!(off.abs() < derived, "{off}, {derived}: {wall:?}, {:?}", beams.origin);
                most = if most < off.abs() / derived { off.abs() / derived } else { most };
                count += 1;
            }
        }
    }
    assert!(count > 10_000 && most > 0.5 && least < 2.5, "{count} ends, off by {most}, {least} nearer");
}

/// Walls put in front of beams, with the vectors that are used.
struct Put<'a>(&'a mut Beams, &'a Grid);

impl Kernel for Put<'_> {
    type Output = Depths;

    #[inline(always)]
    fn run<M: Machine>(self) -> Depths {
        Depths::of::<M>(self.0, self.1).unwrap()
    }
}

/// What is certain is what all walls tell, at a distance within what was derived; and most is certain. With all vectors.
#[test]
fn what_is_certain_is_so() {
    let (rng, mut count, mut most) = (&mut Rng::new(6), 0, 0.0);
    for case in 0..60 {
        let (walls, grid, mut beams) = scene(rng);
        let all = Walls::with(Strategy::BruteForce, walls.iter().copied());
        let vectors: Vec<Vectors> = Vectors::available().collect();
        assert!(vectors[case % vectors.len()].force());
        let depths = simd::run(Put(&mut beams, &grid));
        let blocks = depths.blocks.clone();
        for (place, wall) in depths.firsts().into_iter().enumerate().filter(|&(_, wall)| wall != NO_WALL) {
            let beam = beams.sweep(place);
            let (id, hit) = all.first_touch(&beam).unwrap();
            assert_eq!(id.index(), wall as usize, "{beam:?}, {hit:?}");
            let block = &blocks[place / EIGHT];
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
