//! Is there room? Where bodies are between frames, for adding many without asking all of them each time.
//!
//! Bodies of like size share a grid: one whose diameter is at most 2ˡ is in the cell of its centre on the grid of step 2ˡ, so whom a
//! new body may overlap is in few cells of each grid. Those with other layers or masks have grids of their own, so that
//! nobody asks a crowd that it does not meet. The grids are made when bodies are added in numbers, and forgotten when the world
//! moves on.

use super::Body;
use crate::float;
use crate::point::{Point, max};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// So many bodies are added by asking all others, before grids are made.
const ASKED_ONE_BY_ONE: u32 = 16;

/// So many columns on each side are looked at one by one; of more only those in which there is somebody.
const MANY: i64 = 32;

/// So many pairs of layers and mask have grids of their own; all others share theirs.
const MOST_KINDS: usize = 32;

#[derive(Clone, Debug, Default)]
pub(super) struct Occupancy {
    added: u32,
    is_made: bool,
    /// The step of the grid of points is 2 to this power.
    points: i32,
    /// The layers and masks that have grids of their own, in the order in which they came.
    kinds: Vec<(u32, u32)>,
    /// The grids, by the place in that list, or the one after the last, and the level.
    grids: BTreeMap<(usize, i32), Grid>,
}

/// The ids in each cell, from the lowest to the highest, by column and row.
type Grid = BTreeMap<(i64, i64), Vec<u32>>;

impl Occupancy {
    /// All bodies may have moved.
    pub(super) fn forget(&mut self) {
        if self.is_made || self.added > 0 {
            *self = Occupancy::default();
        }
    }

    /// Whether it is time to make the grids; `like` is the radius of some body.
    pub(super) fn wants_all(&mut self, like: f64) -> bool {
        self.added += 1;
        let wants = !self.is_made && self.added > ASKED_ONE_BY_ONE;
        self.is_made |= wants;
        if wants && like > 0.0 {
            self.points = level(like);
        }
        wants
    }

    pub(super) fn put(&mut self, id: u32, body: &Body) {
        if self.is_made {
            let kind = (body.layers, body.mask);
            if self.kinds.len() < MOST_KINDS && !self.kinds.contains(&kind) {
                self.kinds.push(kind);
            }
            let (grid, cell) = self.cell_of(body);
            let ids = self.grids.entry(grid).or_default().entry(cell).or_default();
            if let Err(place) = ids.binary_search(&id) {
                ids.insert(place, id);
            }
        }
    }

    pub(super) fn take(&mut self, id: u32, body: &Body) {
        let (grid, cell) = self.cell_of(body);
        let ids = self.grids.get_mut(&grid).and_then(|grid| grid.get_mut(&cell));
        if let Some((ids, place)) = ids.and_then(|ids| ids.binary_search(&id).ok().map(|place| (ids, place))) {
            ids.remove(place);
        }
    }

    /// Whether it knows where all bodies are.
    pub(super) fn is_made(&self) -> bool {
        self.is_made
    }

    /// The lowest id of those who overlap a body. They are asked for in order of the cells, and of one cell not after one that does.
    pub(super) fn first_of(&self, body: &Body, overlaps: impl Fn(&u32) -> bool) -> Option<u32> {
        let (at, radius) = (body.position, body.radius);
        let mut first = None;
        let mut look = |cell: &Vec<u32>| {
            let found = cell.iter().take_while(|&&id| first.is_none_or(|first| id < first)).find(|id| overlaps(id));
            first = found.copied().or(first);
        };
        for (&(kind, level), grid) in &self.grids {
            let meets = |&(layers, mask): &(u32, u32)| layers & body.mask != 0 && body.layers & mask != 0;
            // Two points do not overlap, wherever they are.
            if (level == POINTS && radius == 0.0) || !self.kinds.get(kind).is_none_or(meets) {
                continue;
            }
            let step = self.step(level);
            // Half a step is the largest radius on that grid; one more cell on each side, and of very many some more, make up for rounding.
            let cells = (((radius + step / 2.0) / step + 1.0) as i64).saturating_add(1);
            let cells = cells.saturating_add(cells >> 32);
            let (column, row) = self.cell(level, at);
            let (left, right) = (column.saturating_sub(cells), column.saturating_add(cells));
            let rows = [row.saturating_sub(cells), row.saturating_add(cells)];
            if cells <= MANY {
                (left..=right).for_each(|column| column_of(grid, column, rows).for_each(&mut look));
                continue;
            }
            // From column to column in which there is somebody.
            let mut from = Some(left);
            while let Some(column) = from.and_then(|from| occupied(grid, from, right)) {
                column_of(grid, column, rows).for_each(&mut look);
                from = column.checked_add(1);
            }
        }
        first
    }
}

impl Occupancy {
    fn step(&self, level: i32) -> f64 {
        float::power_of_two(if level == POINTS { self.points } else { level })
    }

    /// The grid and the cell of a body.
    fn cell_of(&self, body: &Body) -> ((usize, i32), (i64, i64)) {
        let kind = self.kinds.iter().position(|&kind| kind == (body.layers, body.mask));
        let level = level(body.radius);
        ((kind.unwrap_or(MOST_KINDS), level), self.cell(level, body.position))
    }

    /// The cell of a place; far away they are as large as numbers allow.
    fn cell(&self, level: i32, at: Point) -> (i64, i64) {
        let step = self.step(level);
        let index = |x: f64| {
            let index = x / step;
            // Converting rounds toward zero; below zero it must go down.
            let whole = index as i64;
            if (whole as f64) > index { whole.saturating_sub(1) } else { whole }
        };
        (index(at.x), index(at.y))
    }
}

/// The cells in some rows of a column.
fn column_of(grid: &Grid, column: i64, [low, high]: [i64; 2]) -> impl Iterator<Item = &Vec<u32>> {
    grid.range((column, low)..=(column, high)).map(|(_, ids)| ids)
}

/// The first of some columns in which there is somebody.
fn occupied(grid: &Grid, first: i64, last: i64) -> Option<i64> {
    grid.range((first, i64::MIN)..=(last, i64::MAX)).next().map(|(&(column, _), _)| column)
}

/// The grid of points, whose step is that of some discs.
const POINTS: i32 = 1024;

/// 2 to this power is at least the diameter. Points have a grid of their own.
fn level(radius: f64) -> i32 {
    if radius == 0.0 {
        return POINTS;
    }
    let diameter = max(2.0 * radius, 1e-300);
    let (mantissa, exponent) = float::split(if diameter.is_finite() { diameter } else { f64::MAX });
    core::cmp::min(exponent + 64 - mantissa.leading_zeros() as i32, POINTS - 1)
}
