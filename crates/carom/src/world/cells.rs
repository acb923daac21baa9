//! Who is near? A grid of square cells, so that a body asks only those around it.
//!
//! A cell is at least as wide as the two largest bodies together, and a little more, so bodies that touch are in the same or in
//! neighbouring cells even if rounding puts them a hair outside their own. Cells at the edge reach to infinity. All walls lie
//! within the grid, and each cell knows those that a body in it could touch; most know none.

use super::meeting::Flying;
use crate::aabb::Aabb;
use crate::float;
use crate::point::{Point, Vec2, max, min};
use crate::walls::Walls;
use alloc::vec::Vec;

pub(super) const NONE: u32 = u32::MAX;

/// How much wider a cell is than it must be, and how far around it walls are looked for: 2⁻¹⁶. Bodies are put up to 2¹³ units in
/// the last place from where they fly, and cells are at least 2³⁰ such units wide ([`FINEST`]), so a body is never further
/// outside its cell than that.
const MARGIN: f64 = 1.0 / 65536.0;

/// The smallest cell, as a part of the largest coordinate: 2³⁰ units in the last place.
const FINEST: f64 = 1_073_741_824.0 * f64::EPSILON;

/// Cells along one side at most.
const MOST: f64 = 4096.0;

#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    low: Point,
    size: f64,
    columns: usize,
    rows: usize,
    /// The first body of each cell.
    heads: Vec<u32>,
    /// For each cell where its walls begin in `wall_ids`; they end where those of the next begin.
    walls_from: Vec<u32>,
    wall_ids: Vec<u32>,
    /// What the walls were when they were last looked up: their revision and how far bodies reach.
    seen: Option<(u64, f64)>,
}

impl Cells {
    /// A single cell without an edge.
    pub(super) fn none(&mut self) {
        *self = Cells { columns: 1, rows: 1, ..Cells::default() };
        self.heads.push(NONE);
    }

    /// Lays the grid for bodies of at most this radius; empties all cells.
    ///
    /// Where bodies are in the grid decides when they look at each other, and so how times are rounded. It must therefore follow from
    /// the bodies and walls of now alone, and not from those of frames before; what walls a cell has is kept while the
    /// grid stays the same.
    pub(super) fn lay(
        &mut self,
        places: impl Iterator<Item = Point>,
        count: usize,
        radius: f64,
        walls: &Walls,
        revision: u64,
    ) {
        let include = |extent: [f64; 4], p: Point| {
            [min(extent[0], p.x), max(extent[1], p.x), min(extent[2], p.y), max(extent[3], p.y)]
        };
        let nothing = [f64::INFINITY, -f64::INFINITY, f64::INFINITY, -f64::INFINITY];
        let bodies = places.fold(nothing, include);
        let extent = walls.extent().map_or(bodies, |walls| {
            include(include(bodies, Point::new(walls[0], walls[2])), Point::new(walls[1], walls[3]))
        });
        let before = (self.low, self.size, self.columns, self.rows);
        self.choose(extent, count, radius);
        let is_same = before == (self.low, self.size, self.columns, self.rows);
        if !is_same || self.seen != Some((revision, radius)) {
            self.seen = Some((revision, radius));
            self.look_up_walls(walls, radius);
        }
        self.heads.clear();
        self.heads.resize(self.columns * self.rows, NONE);
    }

    /// About as many cells as bodies, none smaller than two of them.
    fn choose(&mut self, [low_x, high_x, low_y, high_y]: [f64; 4], count: usize, radius: f64) {
        // Rounded outward to eighths of its size, so that bodies that stray do not change the grid in every frame.
        let step = float::power_of_two_near(max(high_x - low_x, high_y - low_y)) / 8.0;
        let down = |x: f64| float::floor(x / step) * step;
        let up = |x: f64| -float::floor(-x / step) * step;
        let (low, high) = (Point::new(down(low_x), down(low_y)), Point::new(up(high_x), up(high_y)));
        let (width, height) = (high.x - low.x, high.y - low.y);
        let longest = max(width, height);
        let furthest = max(max(low.x.abs(), high.x.abs()), max(low.y.abs(), high.y.abs()));
        let least = max(2.0 * radius * (1.0 + MARGIN), max(longest / MOST, FINEST * furthest));
        let even = float::sqrt(max(width, longest / MOST) * max(height, longest / MOST) / count as f64);
        self.size = max(least, 0.8 * even);
        let cells = |length: f64| {
            let cells = length / self.size;
            if cells < MOST { cells as usize + 1 } else { 1 }
        };
        (self.columns, self.rows) = (cells(width), cells(height));
        self.low = low;
        if !(self.size > 0.0 && self.size.is_finite() && low.is_finite() && high.is_finite()) {
            (self.columns, self.rows, self.size, self.low) = (1, 1, 1.0, Point::default());
        }
    }

    fn look_up_walls(&mut self, walls: &Walls, radius: f64) {
        self.walls_from.clear();
        self.wall_ids.clear();
        for cell in 0..self.columns * self.rows {
            self.walls_from.push(self.wall_ids.len() as u32);
            let around = radius + MARGIN * (self.size + radius);
            let (column, row) = (cell % self.columns, cell / self.columns);
            let low = self.low + Vec2::new(column as f64, row as f64) * self.size;
            let high = self.low + Vec2::new((column + 1) as f64, (row + 1) as f64) * self.size;
            let reach = Vec2::new(around, around);
            let whole = Aabb::of_ends([low - reach, high + reach]);
            self.wall_ids.extend(walls.meeting(&whole).iter().map(|id| id.index() as u32));
        }
        self.walls_from.push(self.wall_ids.len() as u32);
    }

    /// Whether there is more than one cell.
    pub(super) fn is_grid(&self) -> bool {
        self.columns * self.rows > 1
    }

    pub(super) fn cell_of(&self, p: Point) -> u32 {
        if !self.is_grid() {
            return 0;
        }
        let index = |x: f64, count: usize| {
            let cell = x / self.size;
            // Converting rounds toward zero and saturates; what is below zero becomes zero.
            core::cmp::min(cell as usize, count - 1)
        };
        (index(p.y - self.low.y, self.rows) * self.columns + index(p.x - self.low.x, self.columns)) as u32
    }

    /// The walls that a body in a cell could touch.
    #[inline]
    pub(super) fn walls_of(&self, cell: u32) -> &[u32] {
        let cell = cell as usize;
        &self.wall_ids[self.walls_from[cell] as usize..self.walls_from[cell + 1] as usize]
    }

    /// When a body leaves its cell, and to which.
    #[inline]
    pub(super) fn exit(&self, cell: u32, p: Point, velocity: Vec2) -> Option<(f64, u32)> {
        let (column, row) = (cell as usize % self.columns, cell as usize / self.columns);
        let wait = |x: f64, v: f64, low: f64, index: usize, count: usize| {
            if v > 0.0 && index + 1 < count {
                (low + (index + 1) as f64 * self.size - x) / v
            } else if v < 0.0 && index > 0 {
                (low + index as f64 * self.size - x) / v
            } else {
                f64::INFINITY
            }
        };
        let across = wait(p.x, velocity.x, self.low.x, column, self.columns);
        let along = wait(p.y, velocity.y, self.low.y, row, self.rows);
        let (wait, next) = if across <= along {
            (across, if velocity.x > 0.0 { cell + 1 } else { cell.wrapping_sub(1) })
        } else {
            let columns = self.columns as u32;
            (along, if velocity.y > 0.0 { cell + columns } else { cell.wrapping_sub(columns) })
        };
        (wait < f64::INFINITY).then_some((max(wait, 0.0), next))
    }

    /// Shows the bodies in a cell and around it.
    #[inline(always)]
    pub(super) fn each_near(&self, cell: u32, flying: &[Flying], mut show: impl FnMut(u32)) {
        let (column, row) = (cell as usize % self.columns, cell as usize / self.columns);
        let last = core::cmp::min(column + 2, self.columns);
        for row in row.saturating_sub(1)..core::cmp::min(row + 2, self.rows) {
            for cell in row * self.columns + column.saturating_sub(1)..row * self.columns + last {
                self.each_in(cell, flying, &mut show);
            }
        }
    }

    /// Shows the bodies that come near when a body goes from one cell to the next.
    #[inline(always)]
    pub(super) fn each_new(&self, from: u32, to: u32, flying: &[Flying], mut show: impl FnMut(u32)) {
        let (column, row) = (to as usize % self.columns, to as usize / self.columns);
        let columns = self.columns as u32;
        if from + 1 == to || to + 1 == from {
            let column = if from < to { column + 1 } else { column.wrapping_sub(1) };
            if column < self.columns {
                for row in row.saturating_sub(1)..core::cmp::min(row + 2, self.rows) {
                    self.each_in(row * self.columns + column, flying, &mut show);
                }
            }
            if columns > 1 {
                return;
            }
        }
        let row = if from < to { row + 1 } else { row.wrapping_sub(1) };
        if row < self.rows {
            for column in column.saturating_sub(1)..core::cmp::min(column + 2, self.columns) {
                self.each_in(row * self.columns + column, flying, &mut show);
            }
        }
    }

    #[inline(always)]
    fn each_in(&self, cell: usize, flying: &[Flying], show: &mut impl FnMut(u32)) {
        let mut body = self.heads[cell];
        while body != NONE {
            show(body);
            body = flying[body as usize].next;
        }
    }

    #[inline]
    pub(super) fn put(&mut self, body: u32, cell: u32, flying: &mut [Flying]) {
        let head = self.heads[cell as usize];
        if head != NONE {
            flying[head as usize].previous = body;
        }
        flying[body as usize].next = head;
        flying[body as usize].previous = NONE;
        self.heads[cell as usize] = body;
    }

    #[inline]
    pub(super) fn take(&mut self, body: u32, cell: u32, flying: &mut [Flying]) {
        let Flying { next, previous, .. } = flying[body as usize];
        if previous == NONE {
            self.heads[cell as usize] = next;
        } else {
            flying[previous as usize].next = next;
        }
        if next != NONE {
            flying[next as usize].previous = previous;
        }
    }
}
