//! Who is near? A grid of square cells, so that a body asks only those around it.
//!
//! The plain version:
//!
//! ```text
//! size   = two largest radii together, or larger: about four cells for each body, or one if they are fast
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
//! 7. **Far from walls a body goes to the next cell late** ([`Cells::overhang`]): where cells are wider than they must be, it stays in the list of its own
//!    until it has used up what they are too wide. In most frames a slow body then goes to no other cell at all.

use super::bits::Bits;
use super::crowds::{CROWD, Crowds, Kind};
use super::near::{List, Rows};
use super::pairs::Flying;
use super::slots::{NONE, Slots};
use crate::aabb::Aabb;
use crate::exact::flight::Flight;
use crate::float;
use crate::pair::Pair;
use crate::point::{Point, Vec2, max, min};
use crate::simd::{self, Machine, Numbers};
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
    have_walls: Bits,
    /// One bit for each that has none, nor has one around it, and is not at the edge.
    are_open: Bits,
    /// How far beyond the lines of its cell a body may go, if that is open, before it goes to the next.
    ///
    /// Of two bodies that are not in neighbouring cells there is a whole cell between both. It is so much wider than two of them and what they may be
    /// astray (`least` in [`Cells::choose`]), and each has half of that: so they do not touch, as before. Nor does one touch a wall: where it gets to are
    /// its own cell and those around it, which have none.
    overhang: f64,
    /// What the walls were when they were last looked up: their revision, how far bodies reach and how far they go astray.
    seen: Option<(u64, f64, f64)>,
}

impl Cells {
    /// A single cell without an edge.
    pub(super) fn none(&mut self) {
        *self = Cells { columns: 1, rows: 1, ..Cells::default() };
        self.slots.clear(1);
    }

    /// Lays the grid for bodies of at most this radius that go about so far in a frame; empties all cells.
    /// Where bodies are in the grid decides when they look at each other, and so how times are rounded. It must therefore follow from
    /// the bodies and walls of now alone, and not from those of frames before; what walls a cell has is kept while the
    /// grid stays the same.
    pub(super) fn lay(
        &mut self,
        places: impl Iterator<Item = Point> + Clone,
        count: usize,
        (radius, pace): (f64, f64),
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
        self.choose(extent, count, radius, pace);
        // Where cells are far larger than bodies, a few of them may be far away from all others.
        if self.size > 8.0 * radius {
            let (middle, size, columns, rows) = (self.middle, self.size, self.columns, self.rows);
            self.choose(without_strays(places, count, extent), count, radius, pace);
            if self.size > size / 2.0 {
                (self.middle, self.size, self.columns, self.rows) = (middle, size, columns, rows);
            }
        }
        let is_same = before == (self.middle, self.size, self.columns, self.rows);
        if !is_same || self.seen != Some((revision, radius, self.astray)) {
            self.seen = Some((revision, radius, self.astray));
            self.look_up_walls(walls, walls_extent.unwrap_or_default(), radius);
        }
        self.overhang = self.overhang_for(radius);
        self.slots.clear(self.columns * self.rows);
        self.crowds.clear();
    }

    /// How wide a cell must be: as two bodies, and what both may be astray.
    fn least(&self, radius: f64) -> f64 {
        2.0 * radius * (1.0 + MARGIN) + 2.0 * self.astray
    }

    /// Half of what cells are wider than that.
    fn overhang_for(&self, radius: f64) -> f64 {
        max((self.size - self.least(radius)) / 2.0, 0.0)
    }

    /// About four times as many cells as bodies, none smaller than two of them; or as many, if bodies would leave cells so small in nearly every frame.
    fn choose(&mut self, [low_x, high_x, low_y, high_y]: [f64; 4], count: usize, radius: f64, pace: f64) {
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
        let least = max(self.least(radius), max(longest / MOST, 4.0 * self.astray));
        // Of a line no more than four times as many cells as bodies either.
        let thinnest = longest / min(MOST, 4.0 * count as f64);
        // Roots first: a product of small numbers vanishes.
        let even = float::sqrt(max(width, thinnest)) * float::sqrt(max(height, thinnest)) / float::sqrt(count as f64);
        self.size = max(least, 0.5 * even);
        if self.size > least && pace > self.overhang_for(radius) {
            self.size = even;
        }
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
        self.have_walls.clear(self.walls_from.len());
        for (cell, from) in self.walls_from.windows(2).enumerate() {
            if from[0] < from[1] {
                self.have_walls.set(cell, cell);
            }
        }
        self.look_up_open();
    }

    /// Which cells are open.
    fn look_up_open(&mut self) {
        let columns = self.columns;
        self.are_open.clear(columns * self.rows);
        for row in 1..self.rows.saturating_sub(1) {
            for cell in row * columns + 1..((row + 1) * columns).saturating_sub(1) {
                let has_walls = |middle: usize| (middle - 1..middle + 2).any(|cell| self.have_walls.has(cell as u32));
                if ![cell - columns, cell, cell + columns].into_iter().any(has_walls) {
                    self.are_open.set(cell, cell);
                }
            }
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
            // On a line it is in the cell nearer to the middle: the number that is not above this. Converting cuts toward zero, and saturates.
            let below = 0.5 - offset.abs() / self.size;
            let cut = below as i32;
            let steps = u32::from(below < f64::from(cut)).wrapping_sub(cut as u32);
            let steps = core::cmp::min(steps as usize, count / 2);
            if offset < 0.0 { count / 2 - steps } else { count / 2 + steps }
        };
        let offset = p - self.middle;
        (index(offset.y, self.rows) * self.columns + index(offset.x, self.columns)) as u32
    }

    /// Where a column or row begins. There are fewer than 2³² of them.
    #[inline(always)]
    fn line(&self, middle: f64, index: usize, count: usize) -> f64 {
        middle + (f64::from(index as u32) - f64::from(count as u32) / 2.0) * self.size
    }

    /// Whether a body is so fast, so late in a frame, that rounded times may take it astray: when it goes from cell to cell cannot be known.
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
        self.have_walls.has(cell)
    }

    /// Whether a body in a cell, or in one around it, could touch no wall, and none of them is beyond the grid.
    #[inline(always)]
    pub(super) fn is_open(&self, cell: u32) -> bool {
        self.are_open.has(cell)
    }

    /// How far beyond the lines of its cell a body may go, if that is open, before it goes to the next.
    pub(super) fn overhang(&self) -> f64 {
        if self.is_grid() { self.overhang } else { 0.0 }
    }

    /// Whether a straight way that begins in a cell and leads to a place goes no further beyond the cell than the [overhang](Cells::overhang), and so much less.
    /// That its middle is rounded does not matter: bodies may be [`astray`](ASTRAY) far more, and who sets out is not.
    #[inline(always)]
    pub(super) fn stays_near(&self, cell: u32, to: Point, less: f64) -> bool {
        let columns = self.columns as u32;
        let most = self.size / 2.0 + self.overhang() - less;
        let is_near = |x: f64, middle: f64, index: u32, count: usize| {
            let middle = middle + (f64::from(index) - f64::from(count as u32 / 2)) * self.size;
            (x - middle).abs() <= most
        };
        is_near(to.x, self.middle.x, cell % columns, self.columns)
            & is_near(to.y, self.middle.y, cell / columns, self.rows)
    }

    /// The walls that a body in a cell could touch.
    #[inline]
    pub(super) fn walls_of(&self, cell: u32) -> &[u32] {
        let cell = cell as usize;
        &self.wall_ids[self.walls_from[cell] as usize..self.walls_from[cell + 1] as usize]
    }

    /// How long until a body leaves its cell, and to which; infinite if it does not.
    #[inline(always)]
    pub(super) fn exit(&self, cell: u32, p: Point, velocity: Vec2) -> (f64, u32) {
        let columns = self.columns as u32;
        let overhang = if self.overhang > 0.0 && self.is_open(cell) { self.overhang } else { 0.0 };
        let (zero, one) = (Pair::all(0.0), Pair::all(1.0));
        let index = Pair::of([f64::from(cell % columns), f64::from(cell / columns)]);
        let count = Pair::of([f64::from(columns), f64::from(self.rows as u32)]);
        // Where to cannot be foreseen, so there are no branches.
        let v = Pair::of([velocity.x, velocity.y]);
        let (forth, back) = (zero.is_below(v), v.is_below(zero));
        let line = index.plus(one.and(forth)).minus(count.times(Pair::all(0.5))).times(Pair::all(self.size));
        let line = Pair::of([self.middle.x, self.middle.y]).plus(line);
        let wait = line.plus(Pair::all(overhang).turned_by(v)).minus(Pair::of([p.x, p.y])).over(v);
        let is_not_last = index.plus(one).is_below(count);
        let leaves = Pair::either(forth.and(is_not_last), back.and(zero.is_below(index)));
        let [across, along] = Pair::choose(leaves, wait, Pair::all(f64::INFINITY)).numbers();
        let is_along = u32::from(along < across);
        let step = if is_along == 1 { columns } else { 1 };
        let is_forth = Pair::bits(forth) >> is_along & 1;
        let next = cell.wrapping_add(if is_forth == 1 { step } else { step.wrapping_neg() });
        (max(min(across, along), 0.0), next)
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

    /// Fetches the lists of a cell and of those around it. Some of those may be nowhere: their numbers wrap, and what is fetched is not read.
    #[inline(always)]
    pub(super) fn prefetch_around(&self, cell: u32) {
        let (columns, cell) = (self.columns, cell as usize);
        for middle in [cell.wrapping_sub(columns), cell, cell.wrapping_add(columns)] {
            // Three lists are in two lines, or in one.
            simd::prefetch_at(self.slots.lists(), middle.wrapping_sub(1));
            simd::prefetch_at(self.slots.lists(), middle.wrapping_add(1));
        }
    }

    /// Shows the first bodies of a cell and of those around it; those of a cell at the edge may be any, and where there is none, nobody.
    #[inline(always)]
    pub(super) fn each_first_around(&self, cell: u32, mut show: impl FnMut(u32)) {
        let (columns, cell) = (self.columns, cell as usize);
        for middle in [cell.wrapping_sub(columns), cell, cell.wrapping_add(columns)] {
            let lists = self.slots.lists().get(middle.wrapping_sub(1)..);
            if let Some(row) = lists.and_then(|lists| lists.first_chunk::<3>()) {
                row.iter().for_each(|[first, ..]| show(*first));
            }
        }
    }

    /// Lists the bodies in a cell and around it, but for two; if that is not so simple, at the grid's edge and where they are too many, it
    /// is not done.
    #[inline(always)]
    pub(super) fn list_near(&self, cell: u32, list: &mut List, left_out: [u32; 2]) -> bool {
        let Some(rows) = self.rows_around(cell) else { return false };
        list.fill(rows, left_out) || self.list_chains(rows, list, left_out)
    }

    /// The same on some machine.
    #[inline(always)]
    pub(super) fn list_near_on<M: Machine>(&self, cell: u32, list: &mut List, left_out: [u32; 2]) -> bool {
        let Some(rows) = self.rows_around(cell) else { return false };
        list.fill_on::<M>(rows, left_out) || self.list_chains(rows, list, left_out)
    }

    /// Adds those who are fourth and more in nine cells to a list of the others, but for two. If they are too many the list is left empty.
    #[inline(never)]
    fn list_chains(&self, rows: Rows<'_>, list: &mut List, left_out: [u32; 2]) -> bool {
        let mut is_full = false;
        for &[.., chain] in rows.iter().flat_map(|row| &row[..3]) {
            self.slots.each_of_chain(chain, |body| {
                if !(is_full || left_out.contains(&body)) {
                    is_full = list.push(body);
                }
            });
        }
        list.end(is_full)
    }

    /// The lists of a cell and of those around it, row by row, and one more of each row; `None` at the grid's edge.
    #[inline(always)]
    pub(super) fn rows_around(&self, cell: u32) -> Option<Rows<'_>> {
        if !(self.is_grid() && (self.is_open(cell) || self.is_inside(cell))) {
            return None;
        }
        let (columns, cell) = (self.columns, cell as usize);
        let row = |middle: usize| self.slots.lists().get(middle.wrapping_sub(1)..)?.first_chunk::<4>();
        Some([row(cell.wrapping_sub(columns))?, row(cell)?, row(cell + columns)?])
    }

    /// Whether a cell is not at the grid's edge.
    fn is_inside(&self, cell: u32) -> bool {
        let (column, row) = (cell as usize % self.columns, cell as usize / self.columns);
        (1..self.columns.saturating_sub(1)).contains(&column) && (1..self.rows.saturating_sub(1)).contains(&row)
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

    /// The lists of the three cells that come near when a body goes from one cell to the next, if that is not at the grid's edge.
    #[inline(always)]
    pub(super) fn new_lists(&self, from: u32, to: u32) -> Option<[&[u32; 4]; 3]> {
        if !(self.is_open(to) || self.is_inside(to)) {
            return None;
        }
        let step = (to as usize).wrapping_sub(from as usize);
        let is_along = step == self.columns || step == self.columns.wrapping_neg();
        let (beyond, aside) = ((to as usize).wrapping_add(step), if is_along { 1 } else { self.columns });
        let list = |cell: usize| self.slots.lists().get(cell);
        Some([list(beyond.wrapping_sub(aside))?, list(beyond)?, list(beyond.wrapping_add(aside))?])
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

/// Whether radii from one to another are so much alike that nobody is kept out of cells.
pub(super) fn are_alike(least: f64, most: f64) -> bool {
    4.0 * least >= most
}

/// The radius for which cells are laid, and whether bodies larger than that are kept out of them, to ask and be asked by everybody.
///
/// With m kept out a body asks them and those in nine cells as wide as the largest of the others; what is cheapest is taken. Equal
/// radii, and a few sizes that are alike, keep nobody out.
pub(super) fn radius_of_most(radii: &mut [f64], places: impl Iterator<Item = Point>) -> (f64, bool) {
    let count = radii.len();
    let (least, most) = radii.iter().fold((f64::INFINITY, 0.0), |(least, most), &r| (min(least, r), max(most, r)));
    if are_alike(least, most) {
        return (most, false);
    }
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
        let few = numbers.len() / 64 + 1;
        if numbers.len() <= 2 * few + 1 {
            return [low, high];
        }
        // Those that are before as many as a few, and behind.
        let last = numbers.len() - few - 1;
        let (lower, &mut last, _) = numbers.select_nth_unstable_by(last, f64::total_cmp);
        let (_, &mut first, _) = lower.select_nth_unstable_by(few, f64::total_cmp);
        if first < last {
            [max(low, first - (last - first) / 2.0), min(high, last + (last - first) / 2.0)]
        } else {
            [low, high]
        }
    };
    let [left, right] = most(sample.iter().map(|p| p.x).collect(), all[0], all[1]);
    let [bottom, top] = most(sample.iter().map(|p| p.y).collect(), all[2], all[3]);
    [left, right, bottom, top]
}

#[cfg(test)]
mod tests;
