//! Is there room? Where bodies are between frames, for adding many without asking all of them each time.
//!
//! Bodies of like size share a grid: one whose diameter is at most 2ˡ is in the cell of its centre on the grid of step 2ˡ, so whom a
//! new body may overlap is in few cells of each grid. The grids are made when bodies are added in numbers, and
//! forgotten when the world moves on.

use crate::float;
use crate::point::{Point, max};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// So many bodies are added by asking all others, before grids are made.
const FEW: u32 = 16;

/// So many cells may be looked at for one body; beyond that all bodies are asked.
const MANY: f64 = 1024.0;

#[derive(Clone, Debug, Default)]
pub(super) struct Room {
    added: u32,
    is_made: bool,
    /// The step of the grid of points is 2 to this power.
    points: i32,
    cells: BTreeMap<(i32, i64, i64), Vec<u32>>,
    /// How many bodies each grid holds.
    levels: BTreeMap<i32, usize>,
}

impl Room {
    /// All bodies may have moved.
    pub(super) fn forget(&mut self) {
        if self.is_made || self.added > 0 {
            *self = Room::default();
        }
    }

    /// Whether it is time to make the grids; `like` is the radius of some body.
    pub(super) fn wants_all(&mut self, like: f64) -> bool {
        self.added += 1;
        let wants = !self.is_made && self.added > FEW;
        self.is_made |= wants;
        if wants && like > 0.0 {
            self.points = level(like);
        }
        wants
    }

    pub(super) fn put(&mut self, body: u32, at: Point, radius: f64) {
        if self.is_made {
            let level = level(radius);
            self.cells.entry(self.cell(level, at)).or_default().push(body);
            *self.levels.entry(level).or_default() += 1;
        }
    }

    pub(super) fn take(&mut self, body: u32, at: Point, radius: f64) {
        if self.is_made {
            let level = level(radius);
            let cell = self.cell(level, at);
            if let Some(cell) = self.cells.get_mut(&cell) {
                cell.retain(|&other| other != body);
            }
        }
    }

    /// Those who may overlap a disc; `None` means anybody.
    pub(super) fn near(&self, at: Point, radius: f64) -> Option<Vec<u32>> {
        if !self.is_made {
            return None;
        }
        let mut near = Vec::new();
        for (&level, &count) in &self.levels {
            // Two points do not overlap, wherever they are.
            if level == POINTS && radius == 0.0 {
                continue;
            }
            let step = self.step(level);
            // Half a step is the largest radius on that grid; one more cell on each side makes up for rounding.
            let cells = (((radius + step / 2.0) / step + 1.0) as i64).saturating_add(1);
            if cells as f64 * cells as f64 > MANY {
                // On a grid with few bodies all are asked; else everybody is.
                if count as f64 > MANY {
                    return None;
                }
                near.extend(
                    self.cells
                        .range((level, i64::MIN, i64::MIN)..=(level, i64::MAX, i64::MAX))
                        .flat_map(|(_, bodies)| bodies),
                );
                continue;
            }
            let (_, column, row) = self.cell(level, at);
            let (low, high) = (row.saturating_sub(cells), row.saturating_add(cells));
            for column in column.saturating_sub(cells)..=column.saturating_add(cells) {
                let bodies = self.cells.range((level, column, low)..=(level, column, high));
                near.extend(bodies.flat_map(|(_, bodies)| bodies));
            }
        }
        Some(near)
    }
}

impl Room {
    fn step(&self, level: i32) -> f64 {
        float::power_of_two(if level == POINTS { self.points } else { level })
    }

    /// The cell of a place; far away they are as large as numbers allow.
    fn cell(&self, level: i32, at: Point) -> (i32, i64, i64) {
        let step = self.step(level);
        let index = |x: f64| {
            let index = x / step;
            // Converting rounds toward zero; below zero it must go down.
            let whole = index as i64;
            if (whole as f64) > index { whole.saturating_sub(1) } else { whole }
        };
        (level, index(at.x), index(at.y))
    }
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
