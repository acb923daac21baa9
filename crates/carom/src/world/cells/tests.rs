//! Cells are as wide as they must be, and know the walls that are touched in them.

use super::{ASTRAY, Cells, List, NONE};
use crate::point::{Point, Vec2, max};
use crate::segment::Segment;
use crate::walls::Walls;
use alloc::vec::Vec;
use carom_oracle::dyadic::{Dyadic, exact};
use carom_oracle::rng::Rng;
use carom_oracle::truth::compare_distance_to_segment;
use core::cmp::Ordering;

const CASES: u64 = if carom_oracle::FEW_CASES { 2_000 } else { 40_000 };

/// A place for a body that is wedged in is looked for up to so many units in the last place away (`place_for`).
const FURTHEST_STEP: f64 = 4096.0;

/// A scene's box: min x, max x, min y and max y.
fn extent(rng: &mut Rng) -> [f64; 4] {
    let size = *rng.pick(&[1.0, 1e-100, 1e100]);
    let offset = [0, 1].map(|_| size * rng.pick(&[0.0, 0.0, 1.0, -1e3, 1e7, -1e7, 1e12]));
    let half = [0, 1].map(|_| size * rng.within(0.01, 1.0));
    [offset[0] - half[0], offset[0] + half[0], offset[1] - half[1], offset[1] + half[1]]
}

fn furthest(extent: [f64; 4]) -> f64 {
    extent.into_iter().fold(0.0, |furthest, x| max(furthest, x.abs()))
}

/// A radius for which cells are as small as the largest coordinate allows, or any smaller or larger one.
fn radius(rng: &mut Rng, extent: [f64; 4]) -> f64 {
    let finest = ASTRAY * furthest(extent);
    let size = max(extent[1] - extent[0], extent[3] - extent[2]);
    *rng.pick(&[finest, 2.0 * finest, 0.0, 1e-3 * size, 0.1 * size]) * rng.within(0.9, 1.1)
}

/// Cells far from walls, all of them open.
fn laid(extent: [f64; 4], count: usize, radius: f64) -> Cells {
    let mut cells = Cells { astray: ASTRAY * furthest(extent), ..Cells::default() };
    cells.choose(extent, count, radius, 0.0);
    cells.overhang = cells.overhang_for(radius);
    cells.are_open.clear(cells.columns * cells.rows);
    cells.are_open.set(0, cells.columns * cells.rows - 1);
    cells
}

fn column(cells: &Cells, p: Point) -> usize {
    cells.cell_of(p) as usize % cells.columns
}

/// The line between a column and the next.
fn line(cells: &Cells, column: usize) -> f64 {
    cells.line(cells.middle.x, column + 1, cells.columns)
}

/// How far outside its cell and what it may go beyond it a body may be, by rounding and by a step to the side, in parts of what there is to spare: half of
/// what a cell is wider than two bodies, without what both may go beyond. A quarter of it is used, so an eighth of [`ASTRAY`] would be too little.
#[test]
fn bodies_that_touch_are_in_neighbouring_cells() {
    let (mut worst, mut finest) = (0.0_f64, 0.0_f64);
    for case in 0..CASES {
        let rng = &mut Rng::for_case(0, "neighbouring cells", case);
        let extent = extent(rng);
        let radius = radius(rng, extent);
        let cells = laid(extent, 10 + rng.below(100_000), radius);
        if cells.columns < 3 {
            continue;
        }
        let index = rng.below(cells.columns - 1);
        let x = line(&cells, index);
        let y = extent[2] + (extent[3] - extent[2]) * rng.unit();
        // It crosses the line from one side, at a time that is rounded.
        let speed = cells.size * rng.within(0.1, 10.0) * if rng.one_in(2) { 1.0 } else { -1.0 };
        let start = Point::new(x - speed * rng.within(0.0, 0.05), y);
        let (from, velocity) = (cells.cell_of(start), Vec2::new(speed, 0.0));
        let mut off = exact(0.0);
        let (wait, _) = cells.exit(from, start, velocity);
        if wait < f64::INFINITY {
            let now = cells.size / speed.abs() * rng.within(0.0, 1000.0);
            let then = now + wait;
            let there = start.x + speed * (then - now);
            let is_this_line = wait < (0.1 * cells.size + cells.overhang) / speed.abs();
            let limit = exact(x) + exact(cells.overhang) * exact(if speed < 0.0 { -1.0 } else { 1.0 });
            off = if is_this_line { (exact(there) - limit).abs() } else { off };
        }
        // And whoever asks where a place is may be told the wrong side of the line.
        let beside = Point::new(x + cells.size * 1e-15 * rng.within(-4.0, 4.0), y);
        let is_right = beside.x < x;
        if (column(&cells, beside) == index) != is_right {
            off = larger(off, distance(beside.x, x));
        }
        let step = FURTHEST_STEP * f64::EPSILON * max(max(x.abs(), y.abs()), radius);
        let outside = off + exact(step);
        let least = exact(cells.size) - exact(cells.overhang) - exact(cells.overhang);
        let spare = least - exact(radius) - exact(radius);
        let used = (outside.clone() + outside).over(&spare);
        assert!(used < 1.0, "case {case}: {used} of the room is used: {extent:?}, {radius:e}, {cells:?}");
        worst = worst.max(used);
        finest = finest.max(4.0 * cells.astray / cells.size);
    }
    assert!(0.2 < worst, "no more than {worst} of the room is used");
    assert!(0.99 < finest, "no grid was as fine as it may be: {finest}");
}

fn distance(a: f64, b: f64) -> Dyadic {
    (exact(a) - exact(b)).abs()
}

fn larger(a: Dyadic, b: Dyadic) -> Dyadic {
    if (a.clone() - b.clone()).sign() == Ordering::Less { b } else { a }
}

/// Walls that a body touches which is in a cell, or a step outside it, are those of the cell.
#[test]
fn walls_that_are_touched_are_known_to_the_cell() {
    let (mut touched, mut outside) = (0_u64, 0_u64);
    for case in 0..CASES / 20 {
        let rng = &mut Rng::for_case(0, "walls of cells", case);
        let extent = extent(rng);
        let [low_x, high_x, low_y, high_y] = extent;
        let place = |rng: &mut Rng| Point::new(rng.within(low_x, high_x), rng.within(low_y, high_y));
        let radius = radius(rng, extent);
        let bodies: Vec<Point> = (0..100).map(|_| place(rng)).collect();
        let mut cells = laid(extent, bodies.len(), radius);
        // Walls as far as the radius from a line of the grid, where bodies on both sides touch them or do not.
        let walls: Vec<Segment> = (0..20)
            .filter_map(|_| {
                let (index, p, q) = (rng.below(cells.columns), place(rng), place(rng));
                let x = line(&cells, index) + rng.pick(&[-1.0, 1.0]) * radius * (1.0 + 1e-9 * rng.within(-1.0, 1.0));
                Segment::new([x, p.y], [x, q.y]).ok()
            })
            .collect();
        let walls = Walls::new(walls);
        cells.lay(bodies.iter().copied(), bodies.len(), (radius, 0.0), &walls, 1);
        for _ in 0..20 {
            let p = place(rng);
            let (index, side) = (rng.below(cells.columns), if rng.one_in(2) { 1.0 } else { -1.0 });
            let unit = f64::EPSILON * max(max(p.x.abs(), p.y.abs()), radius);
            // On one side of a line, then a step to the other.
            let before = Point::new(line(&cells, index) - 4.0 * side * unit, p.y);
            let at = Point::new(before.x + side * FURTHEST_STEP * unit, p.y);
            let cell = cells.cell_of(before);
            outside += u64::from(cells.cell_of(at) != cell);
            for id in walls.ids() {
                let Some(segment) = walls.get(id).and_then(|wall| wall.segment()) else { continue };
                let ends = segment.ends().map(|end| [end.x, end.y]);
                if compare_distance_to_segment([at.x, at.y], ends, radius) == Ordering::Greater {
                    continue;
                }
                touched += 1;
                let known = cells.walls_of(cell);
                assert!(known.contains(&(id.index() as u32)), "case {case}: {at:?}, {radius:e}, {ends:?}");
            }
        }
    }
    assert!(CASES / 100 < touched && CASES / 100 < outside, "{touched} walls, {outside} bodies outside");
}

#[test]
fn walls_of_cells_follow_from_now_alone() {
    let rng = &mut Rng::for_case(0, "walls of now", 0);
    let mut place = |high: f64| Point::new(rng.within(0.0, high), rng.within(0.0, high));
    let mut bodies: Vec<Point> = (0..2000).map(|_| place(10.0)).collect();
    let above = |p: Point| Segment::new(p, [p.x, p.y + 0.1]).expect("the ends are distinct");
    let walls = Walls::new((0..300).map(|_| above(place(9.0))));
    let mut cells = Cells::default();
    // One body flies away; the grid is that of all others.
    for far in [1e6, 1e9] {
        bodies[0] = Point::new(far, 5.0);
        cells.lay(bodies.iter().copied(), bodies.len(), (0.01, 0.0), &walls, 1);
        let mut fresh = Cells::default();
        fresh.lay(bodies.iter().copied(), bodies.len(), (0.01, 0.0), &walls, 1);
        assert_eq!((cells.middle, cells.size), (fresh.middle, fresh.size));
        assert_eq!(cells.wall_ids, fresh.wall_ids, "one of them is at {far}");
    }
}

/// What is new when a body goes to a neighbouring cell, listed in one go and cell by cell.
#[test]
fn new_cells_are_the_same_in_one_go() {
    let mut listed = 0;
    for case in 0..CASES / 20 {
        let rng = &mut Rng::for_case(0, "new cells", case);
        let mut cells = Cells { columns: 1 + 2 * rng.below(4), rows: 1 + 2 * rng.below(4), ..Cells::default() };
        let count = cells.columns * cells.rows;
        cells.are_open.clear(count);
        cells.slots.clear(count);
        for body in 0..rng.below(3 * count) as u32 {
            cells.put(body, rng.below(count) as u32);
        }
        let to = rng.below(count);
        let step = *rng.pick(&[1, cells.columns, 1_usize.wrapping_neg(), cells.columns.wrapping_neg()]);
        let from = to.wrapping_sub(step);
        let is_beside = from < count
            && (step == cells.columns
                || from / cells.columns == to / cells.columns
                || cells.columns == 1
                || step == cells.columns.wrapping_neg());
        if !is_beside {
            continue;
        }
        let Some(lists) = cells.new_lists(from as u32, to as u32) else {
            assert!(!cells.is_inside(to as u32), "case {case}");
            continue;
        };
        let mut expected = Vec::new();
        cells.each_new(from as u32, to as u32, |body| expected.push(body));
        let (mut list, mut found) = (List::new(), Vec::new());
        if list.fill_from(lists) {
            list.each(u32::MAX >> (32 - expected.len().max(1)), |body| found.push(body));
            assert_eq!(found[..expected.len()], expected, "case {case}");
            assert_eq!(list.is_empty(), expected.is_empty(), "case {case}");
            listed += 1;
        } else {
            assert!(lists.iter().any(|list| list[3] != NONE), "case {case}");
        }
    }
    assert!(16 * listed > CASES / 20, "{listed}");
}

/// In whatever cell somebody is, the list of those near it is that of all in nine cells; with too many it is left empty.
#[test]
fn those_in_chains_are_listed_too() {
    let (mut listed, mut chained, mut left) = (0, 0, 0);
    let cases = CASES / 10;
    for case in 0..cases {
        let rng = &mut Rng::for_case(0, "those near in a list", case);
        let mut cells = laid([0.0, 8.0, 0.0, 8.0], 16, 0.5);
        cells.slots.clear(cells.columns * cells.rows);
        let bodies = rng.below(400) as u32;
        for body in 0..bodies {
            let at = Point::new(rng.within(0.0, 8.0), rng.within(0.0, 8.0));
            cells.put(body, cells.cell_of(at));
        }
        let cell = cells.cell_of(Point::new(rng.within(2.0, 6.0), rng.within(2.0, 6.0)));
        let left_out = [0; 2].map(|_| rng.below(400) as u32);
        let mut expected = Vec::new();
        cells.each_near(cell, |body| expected.push(body));
        expected.retain(|body| !left_out.contains(body));
        expected.sort_unstable();
        let (mut list, mut found) = (List::new(), Vec::new());
        let is_listed = cells.list_near(cell, &mut list, left_out);
        list.each(if is_listed { ((1_u64 << expected.len()) - 1) as u32 } else { 0 }, |body| found.push(body));
        found.sort_unstable();
        assert_eq!(found, if is_listed { expected.clone() } else { Vec::new() }, "case {case}");
        assert!(is_listed || (list.is_empty() && expected.len() > 24), "case {case}: {}", expected.len());
        listed += u64::from(is_listed);
        chained += u64::from(is_listed && expected.len() > 12);
        left += u64::from(!is_listed);
    }
    assert!(cases / 4 < listed && cases / 10 < chained && cases / 20 < left, "{listed} {chained} {left}");
}
