//! Whether cells hold all walls that come near them.

use super::{Grid, KEPT, MARGIN, STEPS, StoredWall, cut, float};
use crate::segment::Segment;
use crate::sweep::Sweep;
use crate::walls::wall::Wall;
use alloc::vec::Vec;
use carom_oracle::dyadic::{Dyadic, exact};
use carom_oracle::rng::Rng;
use carom_oracle::share_of;
use std::format;

const CASES: u64 = share_of(20_000);

fn stored(walls: &[[[f64; 2]; 2]]) -> Vec<StoredWall> {
    let wall = |&[a, b]: &[[f64; 2]; 2]| StoredWall::of(&Wall::from(Segment::new(a, b).expect("a wall")));
    walls.iter().map(wall).collect()
}

fn grid_of(stored: &[StoredWall]) -> Grid {
    let ids: Vec<u32> = (0..stored.len() as u32).collect();
    Grid::new(stored, &ids)
}

/// Where the exact wall is, in cells.
fn seen_exactly(grid: &Grid, wall: &StoredWall, t: f64) -> [Dyadic; 2] {
    let axis = |a: f64, b: f64, origin: f64| {
        let at = exact(a) + exact(t) * (exact(b) - exact(a));
        (at - exact(origin)) * exact(grid.scale)
    };
    let (a, b) = (wall.a(), wall.b());
    [axis(a.x, b.x, grid.origin.x), axis(a.y, b.y, grid.origin.y)]
}

/// Walls of any length and slope, some along an axis, nearly so, or on sides of cells.
fn walls(rng: &mut Rng) -> Vec<[[f64; 2]; 2]> {
    let count = *rng.pick(&[1, 2, 9, 40]);
    let size = *rng.pick(&[1.0, 1.0, 1e-30, 1e30]);
    let offset = size * *rng.pick(&[0.0, 0.0, 1.0, 1e3, 1e9, 3e15]);
    let tall = *rng.pick(&[1.0, 1.0, 1e-3, 0.0]);
    let place = |rng: &mut Rng| {
        let whole = rng.one_in(2);
        let part = |rng: &mut Rng| if whole { rng.between(-8, 8) as f64 / 8.0 } else { rng.within(-1.0, 1.0) };
        [offset + size * part(rng), offset + size * tall * part(rng)]
    };
    let wall = |rng: &mut Rng| {
        let [a, mut b] = [place(rng), place(rng)];
        match rng.below(5) {
            0 => b[1] = a[1],
            1 => b[0] = a[0],
            2 => b[1] = a[1] + 1e-3 * size * rng.within(-1.0, 1.0),
            3 => b = [a[0] + 1e-2 * size * rng.within(-1.0, 1.0), a[1] + 1e-2 * size * tall * rng.within(-1.0, 1.0)],
            _ => {}
        }
        [a, b]
    };
    (0..count).map(|_| wall(rng)).filter(|[a, b]| a != b).collect()
}

/// Every cell that a wall comes near to holds it, and as much of it as matters there.
#[test]
fn cells_hold_what_is_near() {
    let mut near = 0_u64;
    let (mut worst_off, mut free) = (0.0_f64, f64::INFINITY);
    for case in 0..CASES {
        let rng = &mut Rng::for_case(0, "cells", case);
        let stored = stored(&walls(rng));
        let grid = grid_of(&stored);
        if grid.columns == 0 {
            continue;
        }
        for (id, wall) in (0..).zip(&stored) {
            for _ in 0..8 {
                let t = {
                    let any = rng.unit();
                    *rng.pick(&[0.0, 1.0, 0.5, any, any])
                };
                let at = seen_exactly(&grid, wall, t);
                let rough = [0, 1].map(|axis| at[axis].over(&exact(1.0)));
                free = rough.iter().zip(grid.size.cells).fold(free, |free, (x, n)| free.min(*x).min(n - x));
                // Half of the margin beside it there may be another cell.
                let by = [0, 1].map(|_| *rng.pick(&[0.0, MARGIN / 2.0, -MARGIN / 2.0]));
                let [column, row] = [0, 1].map(|axis| float::floor(rough[axis] + by[axis]));
                let what =
                    format!("case {case}: {:?} at {t} in {column}, {row} of {:?}", wall.segment, grid.size.cells);
                assert!(0.0 <= column && 0.0 <= row, "{what}");
                assert!(column < grid.size.cells[0] && row < grid.size.cells[1], "{what}");
                assert!(grid.walls_of(column as u32, row as u32).any(|other| other == id), "{what}");
                near += 1;
                // From the middle of the cell, in steps.
                let middle = [column + 0.5, row + 0.5];
                let seen = [grid.see(wall.a()), grid.see(wall.b())];
                let kept = cut(seen.map(|p| [p[0] - middle[0], p[1] - middle[1]]));
                let point =
                    [0, 1].map(|axis| ((at[axis].clone() - exact(middle[axis])) * exact(STEPS)).over(&exact(1.0)));
                let off = distance(point, kept);
                worst_off = worst_off.max(off * 256.0);
                assert!(off < 1.0 / 256.0, "{what}: off by {off} steps");
                assert!(kept.iter().all(|x| x.abs() <= KEPT * STEPS), "{what}");
            }
        }
    }
    assert!(CASES < near, "{near}");
    assert!(0.375 < free, "{free} of a cell is free");
}

/// How far a point is from a segment, on the axis where it is further.
fn distance(p: [f64; 2], [ax, ay, bx, by]: [f64; 4]) -> f64 {
    let (e, d) = ([bx - ax, by - ay], [p[0] - ax, p[1] - ay]);
    let length = e[0] * e[0] + e[1] * e[1];
    let t = if length == 0.0 { 0.0 } else { ((e[0] * d[0] + e[1] * d[1]) / length).clamp(0.0, 1.0) };
    (d[0] - t * e[0]).abs().max((d[1] - t * e[1]).abs())
}

/// Where numbers lie further apart than walls, cells are wide enough for the corner to lie where it should.
#[test]
fn walls_far_from_zero() {
    for far in [4_503_599_627_370_496.0, 9_007_199_254_740_992.0, -9_007_199_254_740_992.0, 1e17, -1e200] {
        let step = 2.0 * f64::EPSILON * f64::abs(far);
        for count in [3, 20, 64, 1000] {
            let at = |k: i32| far + step * f64::from(k);
            let wall = |k: i32| [[at(k % 7), at(k % 5)], [at(k % 7), at(k % 5 + 1)]];
            let stored = stored(&(0..count).map(wall).collect::<Vec<_>>());
            let grid = grid_of(&stored);
            assert!(grid.has_all() || far.abs() > 1e150, "{far}, {count}");
            for wall in &stored {
                for p in [wall.a(), wall.b()] {
                    let [x, y] = grid.see(p);
                    let is_free = |x: f64, n: u32| 0.375 < x && x < f64::from(n) - 0.375;
                    assert!(
                        !grid.has_all() || (is_free(x, grid.columns) && is_free(y, grid.rows)),
                        "{far}, {count}: {x} {y}"
                    );
                }
            }
        }
    }
}

/// However many walls there are on one line, paths through all of them are not too long.
#[test]
fn many_walls_on_a_line() {
    let count = 600_000;
    let stored = stored(&(0..count).map(|k| [[f64::from(k), 0.0], [f64::from(k), 0.25]]).collect::<Vec<_>>());
    let grid = grid_of(&stored);
    assert!(grid.columns <= 65_540 && grid.has_all());
    let sweep = Sweep::point([-1e300, 0.1], [1e300, 0.1]).unwrap();
    assert!(grid.seen(&Sweep::point([-1.0, 0.1], [1e300, 0.1]).unwrap()).is_some());
    assert!(grid.seen(&sweep).is_none());
}
