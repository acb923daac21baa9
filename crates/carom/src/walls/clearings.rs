//! Clearings: places that are far from all walls, so that of most paths it is known at once that they touch nothing.
//!
//! Of a map most is free: the sea and the land of a coast, the fields around a town. The box around all walls is divided in equal cells, and of each is known how many rings of cells around it
//! are free, itself being the first. A path whose middle is in a cell of k free rings, and which reaches less than k − 1 cells from there along either axis, its radius included, touches nothing.
//!
//! **Why.** A cell sees a point p as X(p) = (p − o)·s, o and s being numbers. Every wall lies in cells that are not free: its box is seen in a place that is off by 2u of that, u = 2⁻⁵³, less than 2⁻⁴⁰ cells as there are at most
//! 2¹² columns and rows, and is taken to be larger by [`MARGIN`]. From a place in a cell of k free rings it is k − 1 cells or more along one axis to whatever is not within these rings. And from a place outside of all cells it is no less far to each wall, along
//! either axis, than from the nearest place inside, as all walls are there.
//!
//! **Errors.** Let D be the largest coordinate of both ends as they are seen. They are off by 2uD, so their middle is off by 3uD, half of their difference by 3uD as well, and the radius by u of itself, and once more
//! when it is added to that, which makes H. All this is less than 8u(D + H), and [`OFF`] is 16u. What adding these up is off by is less than `MARGIN`.

use super::bounds::Bounds;
use super::path::fits;
use super::wall::StoredWall;
use crate::float;
use crate::pair::Pair;
use crate::point::{Point, max, min};
use crate::side_by_side::{Numbers, WHOLE};
use crate::sweep::Sweep;
use alloc::vec::Vec;

/// How near walls are to the cells that they take, in cells: 2⁻²⁰.
const MARGIN: f64 = 1.0 / 1_048_576.0;

/// 16u.
const OFF: f64 = 8.0 * f64::EPSILON;

/// Among fewer walls a tree is quick enough.
const LEAST_WALLS: usize = 256;

/// So many walls have one cell, as long as there are not more than [`MOST_CELLS`].
const CELL_WALLS: f64 = 2.0;

/// 2¹⁸: so many bytes stay in a near cache.
const MOST_CELLS: f64 = 262_144.0;

/// There are no more columns and rows than this, and one: 2¹¹.
const MOST_SIDES: f64 = 2_048.0;

/// 2⁻⁴⁰⁰: cells of so small a side are not laid out, nor of one over that.
const SMALLEST_SIDE: f64 = 3.872_591_914_849_318_3e-121;

/// 2²⁰: paths that are further away, in cells, are not followed.
const NEAR: f64 = 1_048_576.0;

/// So many pieces of a path are looked at: where there are more, a tree is as quick.
const MOST_PIECES: usize = 6;

/// One cell of so many must be the middle of a path that is clear, or it is not worth asking.
const WORTH_ASKING: usize = 4;

#[derive(Clone, Debug)]
pub(super) struct Clearings {
    /// o, and s for both axes.
    origin: Pair,
    scale: f64,
    /// The middle of the last cell, and how much of a cell's number a column and a row are.
    last: Pair,
    number: Pair,
    /// How many rings are free around each cell, row by row.
    rings: Vec<u8>,
}

impl Clearings {
    /// Those between some walls, given the box around these; `None` if that is not worth knowing.
    pub(super) fn new(stored: &[StoredWall], ids: &[u32], bounds: Bounds<f64>) -> Option<Clearings> {
        let Bounds { min_x, max_x, min_y, max_y } = bounds;
        let (width, height) = (max_x - min_x, max_y - min_y);
        let cells = min(ids.len() as f64 / CELL_WALLS, MOST_CELLS);
        let side = max(float::sqrt(width) * float::sqrt(height) / float::sqrt(cells), max(width, height) / MOST_SIDES);
        let can_be = bounds.sides().into_iter().all(fits) && SMALLEST_SIDE < side && side < 1.0 / SMALLEST_SIDE;
        if ids.len() < LEAST_WALLS || !can_be {
            return None;
        }
        let (origin, scale) = (Point::new(min_x, min_y), 1.0 / side);
        let [columns, rows] = [width, height].map(|length| (length * scale) as usize + 1);
        let mut free = Free::new(columns, rows);
        for &id in ids {
            let Bounds { min_x, max_x, min_y, max_y } = stored[id as usize].bounds();
            // Numbers below 0 become 0.
            let cell = |x: f64, origin: f64, more: f64| ((x - origin) * scale + more) as usize;
            let first = [cell(min_x, origin.x, -MARGIN), cell(min_y, origin.y, -MARGIN)];
            let last = [cell(max_x, origin.x, MARGIN), cell(max_y, origin.y, MARGIN)];
            free.take(first, last);
        }
        let rings = free.rings();
        if rings.iter().filter(|&&rings| 1 < rings).count() * WORTH_ASKING < rings.len() {
            return None;
        }
        let size = Pair::of([columns as f64, rows as f64]);
        Some(Clearings {
            origin: Pair::of([origin.x, origin.y]),
            scale,
            last: size.minus(Pair::all(0.5)),
            number: Pair::of([1.0, columns as f64]),
            rings,
        })
    }

    /// Whether a sweep touches none of the walls, for certain.
    #[inline(always)]
    pub(super) fn has(&self, sweep: &Sweep) -> bool {
        let scale = Pair::all(self.scale);
        let [a, b] = sweep.ends().map(|p| Pair::of([p.x, p.y]).minus(self.origin).times(scale));
        let radius = sweep.radius() * self.scale;
        let reach = b.minus(a).abs().larger() * 0.5 + radius;
        let far = a.abs().most(b.abs()).larger() + reach;
        let (_, rings) = self.around(a.plus(b).times(Pair::all(0.5)));
        // What passes through a cell that is not free is not clear.
        far * OFF + reach + (1.0 + MARGIN) < rings || 0.0 < rings && self.has_piece_by_piece([a, b], radius, far)
    }

    /// The corner of the cell where a place is, or of the nearest one if it is outside, and how many rings are free around it.
    #[inline(always)]
    fn around(&self, place: Pair) -> (Pair, f64) {
        let (half, whole) = (Pair::all(0.5), Pair::all(WHOLE));
        // As in `way.rs`: on a side of two cells either will do.
        let corner = place.most(half).least(self.last).minus(half).plus(whole).minus(whole);
        let number = (corner.times(self.number).sum() + WHOLE).to_bits().wrapping_sub(WHOLE.to_bits());
        // Numbers that are too large are in no cell, or too far for any.
        (corner, self.rings.get(number as usize).map_or(0.0, |&rings| f64::from(rings)))
    }

    /// The same from place to place on a path: through the free cells around one to where it leaves them, and on from there.
    ///
    /// It does not leave them before one of its ends is within its radius of their edge, as they are a box. Places are off by less than 16u(D + H), and that
    /// is less than [`MARGIN`] where D + H is at most [`NEAR`].
    #[inline(never)]
    fn has_piece_by_piece(&self, [a, b]: [Pair; 2], radius: f64, far: f64) -> bool {
        if !(far <= NEAR && 0.0 < self.around(a).1 && 0.0 < self.around(b).1) {
            return false;
        }
        let (motion, margin) = (b.minus(a), Pair::all(radius + MARGIN));
        // What does not move along an axis never leaves free cells there: its way is no number, or not finite.
        let (is_backward, slowness) = (motion.is_below(Pair::all(0.0)), Pair::all(1.0).over(motion));
        let mut t = 0.0;
        for _ in 0..MOST_PIECES {
            let place = a.plus(motion.times(Pair::all(t)));
            let (corner, rings) = self.around(place);
            let low = corner.minus(Pair::all(rings - 1.0)).plus(margin);
            let high = corner.plus(Pair::all(rings)).minus(margin);
            let is_within = |p: Pair| Pair::bits(low.is_at_most(p)) & Pair::bits(p.is_at_most(high)) == 0b11;
            if !is_within(place) {
                return false;
            }
            if is_within(b) {
                return true;
            }
            let ways = Pair::choose(is_backward, low, high).minus(place).times(slowness);
            t += Pair::all(f64::INFINITY).least(ways).smaller();
        }
        false
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Clearings>() + self.rings.capacity()
    }
}

/// Cells, and which of them are free.
struct Free {
    columns: usize,
    rows: usize,
    /// How many more boxes there are in each cell than on the left of it and below, less those that are in both; one column and row more.
    more: Vec<i32>,
}

impl Free {
    fn new(columns: usize, rows: usize) -> Free {
        Free { columns, rows, more: alloc::vec![0; (columns + 1) * (rows + 1)] }
    }

    /// The cells of a box, both corners included, are not free.
    fn take(&mut self, first: [usize; 2], last: [usize; 2]) {
        let end = [core::cmp::min(last[0] + 1, self.columns), core::cmp::min(last[1] + 1, self.rows)];
        let begin = [core::cmp::min(first[0], self.columns - 1), core::cmp::min(first[1], self.rows - 1)];
        let stride = self.columns + 1;
        self.more[begin[1] * stride + begin[0]] += 1;
        self.more[begin[1] * stride + end[0]] -= 1;
        self.more[end[1] * stride + begin[0]] -= 1;
        self.more[end[1] * stride + end[0]] += 1;
    }

    /// How many rings are free around each cell: there and back again, each takes the least of those it comes after, and one more (Rosenfeld and Pfaltz).
    fn rings(self) -> Vec<u8> {
        let (columns, rows) = (self.columns, self.rows);
        let mut rings = alloc::vec![u8::MAX; columns * rows];
        let mut below = alloc::vec![0; columns];
        for row in 0..rows {
            let mut sum = 0;
            for column in 0..columns {
                sum += self.more[row * (columns + 1) + column];
                below[column] += sum;
                if below[column] != 0 {
                    rings[row * columns + column] = 0;
                }
            }
        }
        for row in 0..rows {
            (0..columns).for_each(|column| {
                spread(&mut rings, columns, [column, row], row.checked_sub(1), column.checked_sub(1))
            });
        }
        for row in (0..rows).rev() {
            let next = |place: usize, count: usize| (place + 1 < count).then_some(place + 1);
            (0..columns)
                .rev()
                .for_each(|column| spread(&mut rings, columns, [column, row], next(row, rows), next(column, columns)));
        }
        rings
    }
}

/// Makes the rings of a cell one more than the least of a row beside, and of the cell in a column beside.
fn spread(rings: &mut [u8], columns: usize, [column, row]: [usize; 2], beside: Option<usize>, before: Option<usize>) {
    let mut least = rings[row * columns + column];
    let mut see = |place: usize| least = core::cmp::min(least, rings[place].saturating_add(1));
    if let Some(before) = before {
        see(row * columns + before);
    }
    if let Some(beside) = beside {
        let last = core::cmp::min(column + 1, columns - 1);
        (column.saturating_sub(1)..=last).for_each(|column| see(beside * columns + column));
    }
    rings[row * columns + column] = least;
}

#[cfg(test)]
mod tests;
