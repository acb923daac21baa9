//! Who is near? A grid of square cells, so that a body asks only those around it.
//!
//! The plain version:
//!
//! ```text
//! size   = two largest radii together, or larger: about four cells for each body
//! cell   = floor((place − corner) / size), for both coordinates
//! near   = all bodies of the nine cells around a body's own
//! leaves = when its straight flight comes to the edge of its cell; then it goes to the next
//! ```
//!
//! What is done differently, and why:
//!
//! 1. **Cells are a little wider than they must be** ([`MARGIN`], [`ASTRAY`]): bodies that touch are in the same or in neighbouring cells even
//!    if rounding puts them slightly outside their own. Whoever is too fast for that margin is in no cell, and asks everybody.
//! 2. **Cells at the edge reach to infinity**, so that the grid need not cover everything: a few bodies that strayed far away do not
//!    make its cells large.
//! 3. **There is a cell in the middle**, as the numbers of columns and rows are odd: a scene in the mirror has the grid in the mirror.
//! 4. **The grid follows from the present alone**, not from earlier frames: it decides when bodies look at each other, and so how times
//!    are rounded, and a restored world must round like the one it was taken from.
//! 5. **Each cell knows the walls that a body in it could touch**; most know none.
//! 6. **Bodies that never meet each other** are in lists of their own (`crowds.rs`), and passed over as a whole.

use super::crowds::{CROWD, Crowds, Kind};
use super::near::List;
use super::pairs::Flying;
use super::slots::{NONE, Slots};
use crate::aabb::Aabb;
use crate::exact::flight::Flight;
use crate::float;
use crate::point::{Point, Vec2, max, min};
use crate::walls::Walls;
use alloc::vec::Vec;
use core::ops::Range;

/// How much wider a cell is than it must be, and how far around it walls are looked for, as part of its size: 2⁻¹⁶.
const MARGIN: f64 = 1.0 / 65536.0;

/// How far outside its cell a body may be, as part of the largest coordinate: bodies are put up to 2¹² units in the last place from
/// where they fly, and the rounding of times and places adds a quarter of this at most ([`Cells::is_too_fast`]).
const ASTRAY: f64 = 16384.0 * f64::EPSILON;

/// So many bodies tell where most are.
const SAMPLE: usize = 1024;

/// Cells along one side at most.
const MOST: f64 = 65536.0;

#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    /// The middle of the cell in the middle: there is one, as their numbers are odd, so that a scene in the mirror has the grid in the mirror.
    middle: Point,
    size: f64,
    columns: usize,
    rows: usize,
    /// How far outside its cell a body may be.
    astray: f64,
    /// The bodies of each cell.
    slots: Slots,
    /// Bodies that are in cells, and in lists of their own.
    crowds: Crowds,
    /// For each cell where its walls begin in `wall_ids`; they end where those of the next begin.
    walls_from: Vec<u32>,
    wall_ids: Vec<u32>,
    /// One bit for each cell that has walls: most have none, and this is near in memory.
    have_walls: Vec<u64>,
    /// What the walls were when they were last looked up: their revision, how far bodies reach and how far they go astray.
    seen: Option<(u64, f64, f64)>,
}

impl Cells {
    /// A single cell without an edge.
    pub(super) fn none(&mut self) {
        *self = Cells { columns: 1, rows: 1, ..Cells::default() };
        self.slots.clear(1);
    }

    /// Lays the grid for bodies of at most this radius; empties all cells.
    ///
    /// Where bodies are in the grid decides when they look at each other, and so how times are rounded. It must therefore follow from
    /// the bodies and walls of now alone, and not from those of frames before; what walls a cell has is kept while the
    /// grid stays the same.
    pub(super) fn lay(
        &mut self,
        places: impl Iterator<Item = Point> + Clone,
        count: usize,
        radius: f64,
        walls: &Walls,
        revision: u64,
    ) {
        let include = |extent: [f64; 4], p: Point| {
            [min(extent[0], p.x), max(extent[1], p.x), min(extent[2], p.y), max(extent[3], p.y)]
        };
        let nothing = [f64::INFINITY, -f64::INFINITY, f64::INFINITY, -f64::INFINITY];
        let bodies = places.clone().fold(nothing, include);
        let walls_extent = walls.extent();
        let extent = walls_extent.map_or(bodies, |walls| {
            include(include(bodies, Point::new(walls[0], walls[2])), Point::new(walls[1], walls[3]))
        });
        let before = (self.middle, self.size, self.columns, self.rows);
        // Rounded up, so that it does not change in every frame.
        let furthest = extent.iter().fold(0.0, |furthest, x| max(furthest, x.abs()));
        self.astray = 2.0 * ASTRAY * float::power_of_two_near(furthest);
        self.choose(extent, count, radius);
        // Where cells are far larger than bodies, a few of them may be far away from all others.
        if self.size > 8.0 * radius {
            let (middle, size, columns, rows) = (self.middle, self.size, self.columns, self.rows);
            self.choose(without_strays(places, count, extent), count, radius);
            if self.size > size / 2.0 {
                (self.middle, self.size, self.columns, self.rows) = (middle, size, columns, rows);
            }
        }
        let is_same = before == (self.middle, self.size, self.columns, self.rows);
        if !is_same || self.seen != Some((revision, radius, self.astray)) {
            self.seen = Some((revision, radius, self.astray));
            self.look_up_walls(walls, walls_extent.unwrap_or_default(), radius);
        }
        self.slots.clear(self.columns * self.rows);
        self.crowds.clear();
    }

    /// About four times as many cells as bodies, none smaller than two of them.
    fn choose(&mut self, [low_x, high_x, low_y, high_y]: [f64; 4], count: usize, radius: f64) {
        // Rounded outward to eighths of its size, so that bodies that stray do not change the grid in every frame.
        let longest = max(high_x - low_x, high_y - low_y);
        let rounded = |low: f64, high: f64| {
            // One that is long and thin stays thin.
            let step = float::power_of_two_near(if 8.0 * (high - low) < longest { high - low } else { longest }) / 8.0;
            if step > 0.0 && low < high {
                (float::floor(low / step) * step, -float::floor(-high / step) * step)
            } else {
                (low, high)
            }
        };
        let ((left, right), (bottom, top)) = (rounded(low_x, high_x), rounded(low_y, high_y));
        let (low, high) = (Point::new(left, bottom), Point::new(right, top));
        let (width, height) = (high.x - low.x, high.y - low.y);
        let longest = max(width, height);
        let least = max(2.0 * radius * (1.0 + MARGIN) + 2.0 * self.astray, max(longest / MOST, 4.0 * self.astray));
        // Of a line no more than four times as many cells as bodies either.
        let thinnest = longest / min(MOST, 4.0 * count as f64);
        // Roots first: a product of small numbers vanishes.
        let even = float::sqrt(max(width, thinnest)) * float::sqrt(max(height, thinnest)) / float::sqrt(count as f64);
        self.size = max(least, 0.5 * even);
        let cells = |length: f64| {
            let cells = length / self.size;
            // Not more than that by rounding; what is no number is one cell.
            if cells <= 2.0 * MOST { (cells as usize + 1) | 1 } else { 1 }
        };
        (self.columns, self.rows) = (cells(width), cells(height));
        self.middle = Point::new(low.x / 2.0 + high.x / 2.0, low.y / 2.0 + high.y / 2.0);
        if !(self.size > 0.0 && self.size.is_finite() && low.is_finite() && high.is_finite()) {
            (self.columns, self.rows, self.size, self.middle) = (1, 1, 1.0, Point::default());
        }
    }

    fn look_up_walls(&mut self, walls: &Walls, extent: [f64; 4], radius: f64) {
        self.walls_from.clear();
        self.wall_ids.clear();
        for cell in 0..self.columns * self.rows {
            self.walls_from.push(self.wall_ids.len() as u32);
            let around = radius + MARGIN * (self.size + radius) + self.astray;
            let (column, row) = (cell % self.columns, cell / self.columns);
            // Cells at the edge reach as far as there are walls.
            let side = |middle: f64, index: usize, count: usize, walls: [f64; 2]| {
                let near = self.line(middle, index, count) - around;
                let far = self.line(middle, index + 1, count) + around;
                let near = if index == 0 { min(near, walls[0]) } else { near };
                [max(near, -f64::MAX), min(if index + 1 == count { max(far, walls[1]) } else { far }, f64::MAX)]
            };
            let [left, right] = side(self.middle.x, column, self.columns, [extent[0], extent[1]]);
            let [bottom, top] = side(self.middle.y, row, self.rows, [extent[2], extent[3]]);
            let whole = Aabb::of_ends([Point::new(left, bottom), Point::new(right, top)]);
            self.wall_ids.extend(walls.intersecting(&whole).iter().map(|id| id.index() as u32));
        }
        self.walls_from.push(self.wall_ids.len() as u32);
        self.have_walls.clear();
        self.have_walls.resize(self.walls_from.len() / 64 + 1, 0);
        for (cell, from) in self.walls_from.windows(2).enumerate() {
            self.have_walls[cell / 64] |= u64::from(from[0] < from[1]) << (cell % 64);
        }
    }

    /// Whether there is more than one cell.
    pub(super) fn is_grid(&self) -> bool {
        self.columns * self.rows > 1
    }

    pub(super) fn cell_of(&self, p: Point) -> u32 {
        if !self.is_grid() {
            return 0;
        }
        let index = |offset: f64, count: usize| {
            // On a line it is in the cell nearer to the middle. Converting saturates.
            let steps = core::cmp::min(-float::floor(0.5 - offset.abs() / self.size) as usize, count / 2);
            if offset < 0.0 { count / 2 - steps } else { count / 2 + steps }
        };
        let offset = p - self.middle;
        (index(offset.y, self.rows) * self.columns + index(offset.x, self.columns)) as u32
    }

    /// Where a column or row begins.
    #[inline]
    fn line(&self, middle: f64, index: usize, count: usize) -> f64 {
        middle + (index as f64 - count as f64 / 2.0) * self.size
    }

    /// Whether a body is so fast, so late in a frame, that the rounding of times may take it astray: when it goes from cell to cell
    /// cannot be known.
    #[inline]
    pub(super) fn is_too_fast(&self, body: &Flying, now: f64) -> bool {
        let Flight { at, velocity, .. } = body.flight;
        let reach = (at.x.abs() + at.y.abs()) + (velocity.x.abs() + velocity.y.abs()) * now;
        self.is_grid() && 4.0 * f64::EPSILON * reach >= self.astray
    }

    /// Whether somebody who is put so far from where it flies may be too far outside its cell.
    pub(super) fn is_astray(&self, step: Vec2) -> bool {
        step.x.abs() + step.y.abs() > self.astray / 4.0
    }

    /// Whether a body in a cell could touch a wall.
    #[inline(always)]
    pub(super) fn has_walls(&self, cell: u32) -> bool {
        self.have_walls[cell as usize / 64] >> (cell % 64) & 1 != 0
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
        // Where to cannot be foreseen, so there are no branches.
        let wait = |x: f64, v: f64, middle: f64, index: usize, count: usize| {
            let (forth, back) = (v > 0.0, v < 0.0);
            let wait = (self.line(middle, index + usize::from(forth), count) - x) / v;
            let leaves = (forth & (index + 1 < count)) | (back & (index > 0));
            if leaves { wait } else { f64::INFINITY }
        };
        let across = wait(p.x, velocity.x, self.middle.x, column, self.columns);
        let along = wait(p.y, velocity.y, self.middle.y, row, self.rows);
        let is_across = across <= along;
        let (wait, v) = if is_across { (across, velocity.x) } else { (along, velocity.y) };
        let step = if is_across { 1 } else { self.columns as u32 };
        let next = cell.wrapping_add(if v > 0.0 { step } else { step.wrapping_neg() });
        (wait < f64::INFINITY).then_some((max(wait, 0.0), next))
    }

    /// Shows the bodies in a cell and around it.
    #[inline(always)]
    pub(super) fn each_near(&self, cell: u32, mut show: impl FnMut(u32)) {
        let (column, row) = (cell as usize % self.columns, cell as usize / self.columns);
        let last = core::cmp::min(column + 2, self.columns);
        for row in row.saturating_sub(1)..core::cmp::min(row + 2, self.rows) {
            for cell in row * self.columns + column.saturating_sub(1)..row * self.columns + last {
                self.slots.each(cell, &mut show);
            }
        }
    }

    /// A cell and those around it, row by row, where they are in memory; those of a cell at the edge may be any.
    #[inline(always)]
    pub(super) fn rows_around(&self, cell: u32) -> [Option<&[[u32; 4]; 3]>; 3] {
        let (columns, lists) = (self.columns as u32, self.slots.lists());
        [cell.wrapping_sub(columns), cell, cell.wrapping_add(columns)]
            .map(|middle| lists.get((middle as usize).wrapping_sub(1)..)?.first_chunk())
    }

    /// Lists the bodies in a cell and around it; if that is not so simple, at the grid's edge and where more than three are in a cell, it
    /// is not done.
    #[inline(always)]
    pub(super) fn list_near(&self, cell: u32, list: &mut List) -> bool {
        let columns = self.columns as u32;
        let (column, row) = (cell % columns, cell / columns);
        let is_inside = column.wrapping_sub(1) < columns.saturating_sub(2) && row >= 1 && row as usize + 1 < self.rows;
        if !is_inside {
            return false;
        }
        let mut are_all = true;
        for middle in [cell - columns, cell, cell + columns] {
            for slots in &self.slots.lists()[middle as usize - 1..middle as usize + 2] {
                are_all &= list.push_cell(slots);
            }
        }
        are_all
    }

    /// Shows the bodies that come near when a body goes from one cell to the next.
    #[inline(always)]
    pub(super) fn each_new(&self, from: u32, to: u32, mut show: impl FnMut(u32)) {
        let (columns, rows) = self.new_cells(from, to);
        for row in rows {
            for column in columns.clone() {
                self.slots.each(row * self.columns + column, &mut show);
            }
        }
    }

    /// The columns and rows of the cells that come near when a body goes from one cell to the next.
    #[inline(always)]
    fn new_cells(&self, from: u32, to: u32) -> (Range<usize>, Range<usize>) {
        let (column, row) = (to as usize % self.columns, to as usize / self.columns);
        let around = |index: usize, count: usize| index.saturating_sub(1)..core::cmp::min(index + 2, count);
        let beyond = |index: usize, count: usize| match index {
            _ if from < to => index + 1..core::cmp::min(index + 2, count),
            _ => index.saturating_sub(1)..index,
        };
        if self.columns > 1 && (from + 1 == to || to + 1 == from) {
            (beyond(column, self.columns), around(row, self.rows))
        } else {
            (around(column, self.columns), beyond(row, self.rows))
        }
    }

    #[inline(always)]
    pub(super) fn has_crowds(&self) -> bool {
        !self.crowds.is_empty()
    }

    /// Shows the bodies of crowds in a cell and around it, or, if it has come from another, of those that are new.
    pub(super) fn each_of_crowds(
        &self,
        cell: u32,
        from: Option<u32>,
        is_passed: impl Fn(u32, &Kind) -> bool,
        mut show: impl FnMut(u32),
    ) {
        let (column, row) = (cell as usize % self.columns, cell as usize / self.columns);
        let around = |index: usize, count: usize| index.saturating_sub(1)..core::cmp::min(index + 2, count);
        let (columns, rows) = match from {
            Some(from) => self.new_cells(from, cell),
            None => (around(column, self.columns), around(row, self.rows)),
        };
        for row in rows {
            let cells = [columns.start, columns.end].map(|column| (row * self.columns + column) as u32);
            if cells[0] < cells[1] {
                self.crowds.each_in([cells[0], cells[1] - 1], &is_passed, &mut show);
            }
        }
    }

    /// Whether a body is one of a crowd of points that set out from one place, and which.
    pub(super) fn twins_of(&self, body: u32) -> Option<u32> {
        self.crowds.twins(body)
    }

    /// Takes crowds out of the lists of their cells, when all bodies are in them and have just set out.
    pub(super) fn gather_crowds(&mut self, flying: &[Flying]) {
        for cell in 0..self.slots.len() as u32 {
            let mut bodies = Vec::new();
            self.slots.each(cell as usize, |body| bodies.push(body));
            if bodies.len() < CROWD {
                continue;
            }
            bodies.iter().for_each(|&body| self.take(body, cell));
            self.crowds.find(&bodies, flying);
            bodies.iter().for_each(|&body| self.put(body, cell));
        }
    }

    /// A body flies on from another place: it is no twin any more.
    pub(super) fn part_from_twins(&mut self, body: u32, cell: u32) {
        if self.crowds.twins(body).is_none() {
            return;
        }
        if cell != NONE {
            self.take(body, cell);
        }
        self.crowds.forget(body);
        if cell != NONE {
            self.put(body, cell);
        }
    }

    #[inline]
    pub(super) fn put(&mut self, body: u32, cell: u32) {
        match self.crowds.number(body) {
            None => self.slots.put(body, cell as usize),
            Some(number) => self.crowds.put(body, cell, number),
        }
    }

    #[inline]
    pub(super) fn take(&mut self, body: u32, cell: u32) {
        match self.crowds.number(body) {
            None => self.slots.take(body, cell as usize),
            Some(number) => self.crowds.take(body, cell, number),
        }
    }
}

/// The radius for which cells are laid, and whether bodies larger than that are kept out of them, to ask and be asked by everybody.
///
/// With m kept out a body asks them and those in nine cells as wide as the largest of the others; what is cheapest is taken. Equal
/// radii, and a few sizes that are alike, keep nobody out.
pub(super) fn radius_of_most(radii: &mut [f64], places: impl Iterator<Item = Point>) -> (f64, bool) {
    let count = radii.len();
    radii.sort_unstable_by(|a, b| b.total_cmp(a));
    let largest = radii.first().copied().unwrap_or(0.0);
    // If most are not smaller than a quarter of the largest, cells cannot be much smaller either.
    if radii.get(count / 2).is_none_or(|&middle| 4.0 * middle >= largest) {
        return (largest, false);
    }
    let nothing = [f64::INFINITY, -f64::INFINITY, f64::INFINITY, -f64::INFINITY];
    let [left, right, bottom, top] = places.fold(nothing, |extent: [f64; 4], p: Point| {
        [min(extent[0], p.x), max(extent[1], p.x), min(extent[2], p.y), max(extent[3], p.y)]
    });
    let even = float::sqrt(max(right - left, 0.0)) * float::sqrt(max(top - bottom, 0.0)) / float::sqrt(count as f64);
    let cost = |m: usize| {
        let cells = max(2.0 * radii[m] / max(even, f64::MIN_POSITIVE), 0.5);
        9.0 * min(cells * cells, count as f64) + m as f64
    };
    let numbers = core::iter::successors(Some(1), |m| Some(2 * m)).take_while(|&m| 4 * m <= count);
    let best = numbers.fold(0, |best, m| if cost(m) < cost(best) { m } else { best });
    (radii[best], best > 0)
}

/// A box around most bodies, with as much room again around them, within the box around all.
fn without_strays(places: impl Iterator<Item = Point>, count: usize, all: [f64; 4]) -> [f64; 4] {
    let sample: Vec<Point> = places.step_by(count / SAMPLE + 1).collect();
    let most = |mut numbers: Vec<f64>, low: f64, high: f64| {
        numbers.sort_unstable_by(f64::total_cmp);
        let few = numbers.len() / 64 + 1;
        match (numbers.get(few), numbers.len().checked_sub(few + 1).and_then(|last| numbers.get(last))) {
            (Some(&first), Some(&last)) if first < last => {
                [max(low, first - (last - first) / 2.0), min(high, last + (last - first) / 2.0)]
            }
            _ => [low, high],
        }
    };
    let [left, right] = most(sample.iter().map(|p| p.x).collect(), all[0], all[1]);
    let [bottom, top] = most(sample.iter().map(|p| p.y).collect(), all[2], all[3]);
    [left, right, bottom, top]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::Segment;
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

    fn laid(extent: [f64; 4], count: usize, radius: f64) -> Cells {
        let mut cells = Cells { astray: ASTRAY * furthest(extent), ..Cells::default() };
        cells.choose(extent, count, radius);
        cells
    }

    fn column(cells: &Cells, p: Point) -> usize {
        cells.cell_of(p) as usize % cells.columns
    }

    /// The line between a column and the next.
    fn line(cells: &Cells, column: usize) -> f64 {
        cells.line(cells.middle.x, column + 1, cells.columns)
    }

    /// How far outside its cell a body may be, by rounding and by a step to the side, in parts of what there is to spare: half of what a
    /// cell is wider than two bodies. A quarter of it is used, so an eighth of [`ASTRAY`] would be too little.
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
            if let Some((wait, _)) = cells.exit(from, start, velocity) {
                let now = cells.size / speed.abs() * rng.within(0.0, 1000.0);
                let then = now + wait;
                let there = start.x + speed * (then - now);
                let is_this_line = wait < 0.1 * cells.size / speed.abs();
                off = if is_this_line { distance(there, x) } else { off };
            }
            // And whoever asks where a place is may be told the wrong side of the line.
            let beside = Point::new(x + cells.size * 1e-15 * rng.within(-4.0, 4.0), y);
            let is_right = beside.x < x;
            if (column(&cells, beside) == index) != is_right {
                off = larger(off, distance(beside.x, x));
            }
            let step = FURTHEST_STEP * f64::EPSILON * max(max(x.abs(), y.abs()), radius);
            let outside = off + exact(step);
            let spare = exact(cells.size) - exact(radius) - exact(radius);
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
                    let x =
                        line(&cells, index) + rng.pick(&[-1.0, 1.0]) * radius * (1.0 + 1e-9 * rng.within(-1.0, 1.0));
                    Segment::new([x, p.y], [x, q.y]).ok()
                })
                .collect();
            let walls = Walls::new(walls);
            cells.lay(bodies.iter().copied(), bodies.len(), radius, &walls, 1);
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
            cells.lay(bodies.iter().copied(), bodies.len(), 0.01, &walls, 1);
            let mut fresh = Cells::default();
            fresh.lay(bodies.iter().copied(), bodies.len(), 0.01, &walls, 1);
            assert_eq!((cells.middle, cells.size), (fresh.middle, fresh.size));
            assert_eq!(cells.wall_ids, fresh.wall_ids, "one of them is at {far}");
        }
    }
}
