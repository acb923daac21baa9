//! `Grid`: equal cells side by side, each with the walls that come near it, and a path goes from cell to cell.
//!
//! Among walls that are spread evenly this is quicker than any tree: where a path is tells which cell it is in, and one look
//! shows which of that cell's walls it touches (`cell.rs`). What does not suit cells, as circles do not, is kept in a tree beside.

use super::bounds::Bounds;
use super::bvh::Bvh;
use super::cell::{Cell, Ids, KEPT, NO_IDS, SEVEN, STEPS};
use super::path::fits;
use super::wall::StoredWall;
use super::way::four::FourWays;
use super::way::{MARGIN, Passage, SMALLEST_MOTION, Seen, Size, Way};
use crate::aabb::Aabb;
use crate::exact::construct::in_lanes;
use crate::float;
use crate::pair::Pair;
use crate::point::{Point, max, min};
use crate::side_by_side::Numbers;
use crate::simd::{self, Four, Machine};
use crate::sweep::Sweep;
use alloc::borrow::Cow;
use alloc::vec::Vec;

#[derive(Clone, Debug, Default)]
pub(super) struct Grid {
    /// The lower left corner, and how many cells there are to a unit of length.
    origin: Point,
    scale: f64,
    columns: u32,
    rows: u32,
    size: Size,
    /// Row by row, then those with what does not fit into one.
    cells: Vec<Cell>,
    ids: Vec<Ids>,
    len: u32,
    /// Whether some of these walls are not plain.
    has_special: bool,
    /// Walls that are not in cells.
    rest: Bvh,
}

/// What has to be known of walls before cells are laid out for them.
struct Measures {
    bounds: Bounds<f64>,
    /// Their widths and heights together.
    span: f64,
    are_segments: bool,
}

impl Measures {
    fn of<'a>(walls: impl Iterator<Item = &'a StoredWall>) -> Measures {
        let (mut low, mut high) = (Pair::all(f64::INFINITY), Pair::all(f64::NEG_INFINITY));
        let (mut round, mut span, mut are_segments) = (Bounds::<f64>::EMPTY, 0.0, true);
        for wall in walls {
            let [a, b] = [wall.a(), wall.b()].map(|p| Pair::of([p.x, p.y]));
            (low, high) = (low.least(a).least(b), high.most(a).most(b));
            span += b.minus(a).abs().sum();
            are_segments &= wall.is_segment();
            if wall.radius > 0.0 {
                round = round.union(wall.bounds());
            }
        }
        let ([min_x, min_y], [max_x, max_y]) = (low.numbers(), high.numbers());
        Measures { bounds: round.union(Bounds { min_x, max_x, min_y, max_y }), span, are_segments }
    }
}

/// So many walls ahead, memory is requested when cells are filled.
const WALLS_AHEAD: usize = 12;

/// So many cells, with their ids, are in the nearest caches soon enough: 384 kB.
const LARGE_CELLS: usize = 4_096;

/// Marks the ids of walls that are not plain.
pub(super) const SPECIAL: u32 = 1 << 31;

/// So many walls have one cell, if they lie apart. Of walls as long as the gaps between them, a cell then holds five, as some are in two; one cell of ten
/// has more than seven, and a second look costs more than smaller cells do.
const CELL_WALLS: f64 = 3.0;

/// A wall may be in so many more cells than one, on average: where walls are long, cells are larger.
const MOST_CELLS: f64 = 8.0;

/// A grid has no more columns and rows than this: 2¹⁶. With more, long paths would be too far for `way.rs`.
const MOST_SIDES: f64 = 65_536.0;

/// 2⁻⁴⁰⁰: cells of so small a side are not laid out, nor of one over that.
const SMALLEST_SIDE: f64 = 3.872_591_914_849_318_3e-121;

impl Grid {
    pub(super) fn new(stored: &[StoredWall], ids: &[u32]) -> Grid {
        let wall = |id: u32| &stored[id as usize];
        let (mut inside, mut rest) = (Cow::Borrowed(ids), Vec::new());
        let mut all = Measures::of(ids.iter().map(|&id| wall(id)));
        let is_even = all.bounds.sides().into_iter().all(fits);
        if !(is_even && all.are_segments) {
            let suits = |id: u32| wall(id).is_segment() && (is_even || !wall(id).is_extreme());
            let (some, others): (Vec<u32>, Vec<u32>) = ids.iter().partition(|&&id| suits(id));
            all = Measures::of(some.iter().map(|&id| wall(id)));
            (inside, rest) = (Cow::Owned(some), others);
        }
        let mut grid = Grid { len: ids.len() as u32, ..Grid::default() };
        if grid.measure(all.bounds, inside.len(), all.span) {
            grid.lay_out();
            let ahead = if grid.is_large() { WALLS_AHEAD } else { inside.len() };
            for (place, &id) in inside.iter().enumerate() {
                if let Some(&soon) = inside.get(place + ahead) {
                    grid.request_wall(wall(soon));
                }
                // All of these are segments.
                let is_plain = wall(id).is_for_all();
                grid.has_special |= !is_plain;
                grid.put(if is_plain { id } else { id | SPECIAL }, wall(id));
            }
            grid.cells.shrink_to_fit();
            grid.ids.shrink_to_fit();
        } else {
            rest = ids.to_vec();
        }
        grid.rest = Bvh::new(stored, &rest);
        grid
    }

    /// Asks for the memory of the cell where a wall starts.
    fn request_wall(&self, wall: &StoredWall) {
        let [x, y] = self.see(wall.a());
        self.request(y as usize * self.columns as usize + x as usize);
    }

    /// Says how wide cells are for so many walls in a box, whose widths and heights add up to a span, and how many; whether that can be done.
    fn measure(&mut self, bounds: Bounds<f64>, walls: usize, span: f64) -> bool {
        let Bounds { min_x, max_x, min_y, max_y } = bounds;
        let (width, height, count) = (max_x - min_x, max_y - min_y, walls as f64);
        // The second is for walls that all lie on one line. A wall is in as many cells as it passes sides of, and one more.
        let even = float::sqrt(CELL_WALLS / count) * float::sqrt(width) * float::sqrt(height)
            + CELL_WALLS / count * (width + height);
        // The least is for walls far from zero, where numbers lie apart: the corner is then off by a sixteenth of a cell at most.
        let far = max(max(min_x.abs(), max_x.abs()), max(min_y.abs(), max_y.abs()));
        let least = max((width + height) / MOST_SIDES, 8.0 * f64::EPSILON * far);
        let side = max(max(even, span / (MOST_CELLS * count)), least);
        if walls == 0 || !(SMALLEST_SIDE < side && side < 1.0 / SMALLEST_SIDE) {
            return false;
        }
        // Around all walls half a cell is free, but for that sixteenth.
        self.origin = Point::new(min_x - 0.5 * side, min_y - 0.5 * side);
        self.scale = 1.0 / side;
        (self.columns, self.rows) = ((width * self.scale) as u32 + 2, (height * self.scale) as u32 + 2);
        self.size = Size::new(self.columns, self.rows);
        true
    }

    /// Lays out empty cells.
    fn lay_out(&mut self) {
        let count = self.columns as usize * self.rows as usize;
        self.cells = Vec::with_capacity(count + count / 2);
        self.cells.resize(count, Cell::EMPTY);
        self.ids = Vec::with_capacity(count + count / 2);
        self.ids.resize(count, NO_IDS);
    }

    /// A point in cells from the lower left corner.
    #[inline(always)]
    pub(super) fn see(&self, p: Point) -> [f64; 2] {
        [(p.x - self.origin.x) * self.scale, (p.y - self.origin.y) * self.scale]
    }

    /// The same in one register.
    #[inline(always)]
    fn see_pair(&self, p: Point) -> Pair {
        Pair::of([p.x, p.y]).minus(Pair::of([self.origin.x, self.origin.y])).times(Pair::all(self.scale))
    }

    /// Puts a wall into all cells that it comes near.
    fn put(&mut self, id: u32, wall: &StoredWall) {
        let (a, b) = (self.see_pair(wall.a()), self.see_pair(wall.b()));
        let (line, margin) = (Line::between(a, b), Pair::all(MARGIN));
        let ([_, low_y], [_, high_y]) = (a.least(b).numbers(), a.most(b).numbers());
        let [min_x, min_y] = a.least(b).minus(margin).numbers().map(|x| x as u32);
        let [max_x, max_y] = a.most(b).plus(margin).numbers().map(|x| x as u32);
        if min_x == max_x || min_y == max_y || high_y - low_y < 4.0 * MARGIN {
            for row in min_y..max_y + 1 {
                self.put_into_row(row, min_x..max_x + 1, id, &line);
            }
            return;
        }
        let ([a_x, a_y], [b_x, b_y]) = (a.numbers(), b.numbers());
        let slope = (b_x - a_x) / (b_y - a_y);
        let at = |y: f64| a_x + (min(max(y, low_y), high_y) - a_y) * slope;
        for row in min_y..max_y + 1 {
            // What is in the row, or near it.
            let (low, high) = (at(f64::from(row) - MARGIN), at(f64::from(row + 1) + MARGIN));
            let first = core::cmp::max((min(low, high) - MARGIN) as u32, min_x);
            let last = core::cmp::min((max(low, high) + MARGIN) as u32, max_x);
            self.put_into_row(row, first..last + 1, id, &line);
        }
    }

    /// Puts it into some cells of a row.
    #[inline(always)]
    fn put_into_row(&mut self, row: u32, columns: core::ops::Range<u32>, id: u32, line: &Line) {
        for column in columns {
            self.put_into(column, row, id, line);
        }
    }

    fn put_into(&mut self, column: u32, row: u32, id: u32, line: &Line) {
        let place = self.place(column, row);
        if self.cells[place].count() == SEVEN {
            self.make_room(place);
        }
        let (cell, middle) =
            (&mut self.cells[place], Pair::of([f64::from(column), f64::from(row)]).plus(Pair::all(0.5)));
        self.ids[place][cell.count() % 8] = id;
        cell.push(line.near(middle));
    }

    /// Moves the walls of a cell that is full to one of its own.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, place: usize) {
        let next = self.cells.len() as u32;
        self.cells.push(self.cells[place]);
        self.ids.push(self.ids[place]);
        self.cells[place] = Cell::EMPTY;
        self.cells[place].set_next(next);
        self.ids[place] = NO_IDS;
    }

    /// Its walls, those of several cells more than once.
    pub(super) fn ids(&self) -> impl Iterator<Item = u32> + '_ {
        let in_cells = self.cells.iter().zip(&self.ids).flat_map(|(cell, ids)| &ids[..cell.count()]);
        in_cells.map(|&id| id & !SPECIAL).chain(self.rest.ids())
    }

    /// How many walls there are.
    pub(super) fn len(&self) -> usize {
        self.len as usize
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Cell>() * self.cells.capacity() + size_of::<Ids>() * self.ids.capacity() + self.rest.bytes()
    }

    /// The walls of a cell.
    fn walls_of(&self, column: u32, row: u32) -> impl Iterator<Item = u32> + '_ {
        let mut place = Some(row as usize * self.columns as usize + column as usize);
        core::iter::from_fn(move || {
            let (cell, ids) = (&self.cells[place?], &self.ids[place?]);
            place = if cell.next() == 0 { None } else { Some(cell.next() as usize) };
            Some(&ids[..cell.count()])
        })
        .flatten()
        .map(|&id| id & !SPECIAL)
    }

    /// The number of a cell.
    #[inline(always)]
    pub(super) fn place(&self, column: u32, row: u32) -> usize {
        row as usize * self.columns as usize + column as usize
    }

    #[inline(always)]
    pub(super) fn cell(&self, place: usize) -> &Cell {
        &self.cells[place]
    }

    /// The id of a cell's wall, and whether it is plain.
    #[inline(always)]
    pub(super) fn wall(&self, place: usize, lane: usize) -> (u32, bool) {
        let entry = self.entry(place, lane);
        (entry & !SPECIAL, entry & SPECIAL == 0)
    }

    /// Both in one number, see [`SPECIAL`].
    #[inline(always)]
    pub(super) fn entry(&self, place: usize, lane: usize) -> u32 {
        self.ids[place][lane]
    }

    /// Whether all walls in cells are plain.
    #[inline(always)]
    pub(super) fn is_plain(&self) -> bool {
        !self.has_special
    }

    /// The ids of a cell's walls, as entries.
    #[inline(always)]
    pub(super) fn ids_of(&self, place: usize) -> &Ids {
        &self.ids[place]
    }

    /// How many columns and rows there are.
    #[inline(always)]
    pub(super) fn size(&self) -> [u32; 2] {
        [self.columns, self.rows]
    }

    #[inline(always)]
    pub(super) fn measures(&self) -> &Size {
        &self.size
    }

    /// Walls that are not in cells.
    #[inline(always)]
    pub(super) fn rest(&self) -> &Bvh {
        &self.rest
    }

    /// How many cells there are to a unit of length.
    #[inline(always)]
    pub(super) fn scale(&self) -> f64 {
        self.scale
    }

    /// Calls `visit` with walls of cells that overlap a box, some of them more than once.
    pub(super) fn overlapping(&self, aabb: &Aabb, visit: &mut impl FnMut(u32)) {
        let ([min_x, min_y], [max_x, max_y]) = (self.see(aabb.min()), self.see(aabb.max()));
        // Numbers below 0 become 0.
        let first = |low: f64| (low - MARGIN) as u32;
        let last = |high: f64, count: u32| core::cmp::min((high + MARGIN) as u32, count - 1);
        if self.columns > 0 && -MARGIN <= max_x && -MARGIN <= max_y {
            for row in first(min_y)..=last(max_y, self.rows) {
                for column in first(min_x)..=last(max_x, self.columns) {
                    self.walls_of(column, row).for_each(&mut *visit);
                }
            }
        }
        self.rest.overlapping(aabb, visit);
    }
}

impl Grid {
    /// Whether all walls are in cells.
    #[inline(always)]
    pub(super) fn has_all(&self) -> bool {
        self.rest.is_empty() && self.columns > 0
    }

    /// A sweep in the numbers of this grid; `None` if it is too far away or too large.
    #[inline(always)]
    pub(super) fn seen(&self, sweep: &Sweep) -> Option<Seen> {
        let [start, motion] = self.start_and_motion(sweep);
        Seen::new(start, motion, sweep.radius() * self.scale, &self.size)
    }

    /// The same for one that need not be cut.
    #[inline(always)]
    pub(super) fn seen_whole(&self, sweep: &Sweep) -> Option<Seen> {
        let [start, motion] = self.start_and_motion(sweep);
        Seen::whole(start, motion, sweep.radius() * self.scale, &self.size)
    }

    #[inline(always)]
    fn start_and_motion(&self, sweep: &Sweep) -> [Pair; 2] {
        let [start, end, origin] = [sweep.start(), sweep.end(), self.origin].map(|p| Pair::of([p.x, p.y]));
        let scale = Pair::all(self.scale);
        [start.minus(origin).times(scale), end.minus(start).times(scale)]
    }

    /// Where the corner is, and how many cells there are to a unit of length.
    #[inline(always)]
    pub(super) fn frame(&self) -> ([f64; 2], f64) {
        ([self.origin.x, self.origin.y], self.scale)
    }

    /// The way of a path and when it comes in; `None` if it does not. Its first cell is requested from memory.
    #[inline(always)]
    pub(super) fn way(&self, path: &Seen) -> Option<(Way, f64)> {
        let (way, enter) = Way::of(path, &self.size)?;
        self.request(way.cell as usize);
        Some((way, enter))
    }

    /// The ways of four points at once. Their first cells are requested from memory. Of discs it is not said.
    #[inline(always)]
    pub(super) fn four_ways<M: Machine>(&self, sweeps: [&Sweep; 4]) -> FourWays {
        let [a, b, c, d] = sweeps;
        let ends = in_lanes([a.ends(), b.ends(), c.ends(), d.ends()]);
        let mut four = FourWays::of::<M::Four>(ends, [self.origin.x, self.origin.y], self.scale, &self.size);
        let radii = M::Four::of([a.radius(), b.radius(), c.radius(), d.radius()]);
        let discs = M::Four::bits(M::Four::all(0.0).is_below(radii));
        (four.ways, four.odd) = (four.ways & !discs, four.odd | discs);
        four.cells().into_iter().for_each(|cell| self.request_cell(cell as usize));
        four
    }

    /// Whether it does not fit into the nearest caches.
    #[inline(always)]
    pub(super) fn is_large(&self) -> bool {
        LARGE_CELLS < self.cells.len()
    }

    /// Requests a cell from memory, if there is one.
    #[inline(always)]
    pub(super) fn request(&self, place: usize) {
        simd::prefetch_at(&self.cells, place);
        simd::prefetch_at(&self.ids, place);
    }

    /// The same without the ids of its walls.
    #[inline(always)]
    pub(super) fn request_cell(&self, place: usize) {
        simd::prefetch_at(&self.cells, place);
    }

    /// Requests the ids of the walls of a cell.
    #[inline(always)]
    pub(super) fn request_ids(&self, place: usize) {
        simd::prefetch_at(&self.ids, place);
    }

    /// The passage of a path through the cell where it is and which it entered at a time, and the cell's number. The path is then in the next one, which is
    /// requested from memory; where the path ends there is none.
    #[inline(always)]
    pub(super) fn pass(&self, way: &mut Way, enter: f64) -> (Passage, usize) {
        let (passage, place) = (way.passage(enter), way.cell as usize);
        way.step(&self.size);
        self.request(way.cell as usize);
        (passage, place)
    }

    /// See [`tree::nearest`](super::tree::nearest).
    ///
    /// The point is seen in a place that is off by 2u of itself, and `free` is rounded twice: with numbers up to 2⁴¹, that is less than
    /// 2⁻¹⁰ cells, and [`MARGIN`] is more. A division and two products follow, rounded once each.
    pub(super) fn nearest(&self, point: Point, visit: &mut impl FnMut(u32) -> f64) {
        self.rest.nearest(point, visit);
        if self.columns == 0 {
            return;
        }
        let mut limit = f64::INFINITY;
        let far = |x: f64| min(max(x, -NEAREST_FROM), NEAREST_FROM);
        let [x, y] = self.see(point).map(far);
        let (column, row) = (float::floor(x) as i64, float::floor(y) as i64);
        let (columns, rows) = (i64::from(self.columns), i64::from(self.rows));
        let beside = |at: i64, count: i64| if at < 0 { -at } else { core::cmp::max(at - count + 1, 0) };
        let first = core::cmp::max(beside(column, columns), beside(row, rows));
        let last = core::cmp::max(
            core::cmp::max(column.abs(), (columns - column).abs()),
            core::cmp::max(row.abs(), (rows - row).abs()),
        );
        for ring in first..=last {
            // What is not in the rings before is at least so far away.
            let (dx, dy) = (x - column as f64, y - row as f64);
            let free = min(min(dx, 1.0 - dx), min(dy, 1.0 - dy)) + (ring - 1) as f64;
            let near = max(free - MARGIN, 0.0) / self.scale;
            if limit < near * near * (1.0 - 4.0 * f64::EPSILON) {
                return;
            }
            let mut look = |column: i64, row: i64| {
                if (0..columns).contains(&column) && (0..rows).contains(&row) {
                    self.walls_of(column as u32, row as u32).for_each(|id| limit = visit(id));
                }
            };
            let within = core::cmp::max(column - ring, 0)..=core::cmp::min(column + ring, columns - 1);
            for across in within {
                look(across, row - ring);
                if ring > 0 {
                    look(across, row + ring);
                }
            }
            let within = core::cmp::max(row - ring + 1, 0)..=core::cmp::min(row + ring - 1, rows - 1);
            for across in within {
                look(column - ring, across);
                look(column + ring, across);
            }
        }
    }
}

/// 2⁴⁰: in cells, from further away all distances are the same.
const NEAREST_FROM: f64 = 1_099_511_627_776.0;

/// Whether walls are so even that a grid is quicker than a tree, by a look at some of them; `bounds` is the box around all.
///
/// Grids are slow where cells are crowded, and where many cells are empty, as a path goes through all of these. One number tells both: how many walls a
/// wall sees in its cell, itself included, which is Σc²/Σc for cells of c walls. By Cauchy and Schwarz that is at least Σc over the number of cells that
/// are not empty. There are [`CELL_WALLS`] for each cell, so if a wall sees k times as many, at least one cell of k has walls.
///
/// It has to be counted in cells as small as they will be: a long chain of short walls fills a square well as long as one looks from afar, and hardly any
/// of its cells. Two walls taken blindly from n are in the same cell with the probability Σc²/n². So pairs of a sample tell it, and
/// √n walls have enough of them. This only decides what a question costs.
pub(super) fn suits(stored: &[StoredWall], ids: &[u32], bounds: Bounds<f64>) -> bool {
    let (count, size) = (ids.len(), core::cmp::max(LEAST_SAMPLE, 4 * float::sqrt(ids.len() as f64) as usize));
    let sample: Vec<&StoredWall> =
        (0..size as u64).map(|turn| &stored[ids[(scattered(turn) % count as u64) as usize] as usize]).collect();
    let segments = sample.iter().filter(|wall| wall.is_segment()).count();
    let span = sample.iter().map(|wall| wall.span()).sum::<f64>() / size as f64;
    let mut grid = Grid::default();
    if 8 * segments < 7 * size || !grid.measure(bounds, count, span * count as f64) || SIDES_PASSED < span * grid.scale
    {
        return false;
    }
    // In one number, as numbers are sorted without guessing which of two is smaller.
    let cell = |wall: &&StoredWall| grid.see(wall.a()).map(|x| u64::from(x as u32));
    let mut cells: Vec<u64> = sample.iter().map(cell).map(|[column, row]| row << 32 | column).collect();
    cells.sort_unstable();
    let pairs: usize = cells.chunk_by(|a, b| a == b).map(|same| same.len() * (same.len() - 1)).sum();
    let all_pairs = size as f64 * (size - 1) as f64;
    pairs as f64 * count as f64 <= CROWDED * all_pairs
}

/// At least so many walls tell how even all of them are.
const LEAST_SAMPLE: usize = 256;

/// Walls may pass so many sides of cells, on average, or trees are quicker.
const SIDES_PASSED: f64 = 4.0;

/// Walls of a cell, as a wall sees it; 4 if they lie anywhere.
const CROWDED: f64 = 12.0;

/// Numbers without any order, the same always: every second wall of a chain, say, would tell nothing about pairs. (Steele, Lea and Flood's `SplitMix64`.)
fn scattered(turn: u64) -> u64 {
    let mixed = turn.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// A wall in cells, ready to be cut.
struct Line {
    from: Pair,
    motion: Pair,
    /// One over the motion, where there is any.
    slowness: Pair,
    is_still: Pair,
}

impl Line {
    #[inline(always)]
    fn between(from: Pair, to: Pair) -> Line {
        let motion = to.minus(from);
        let is_still = motion.abs().is_below(Pair::all(SMALLEST_MOTION));
        Line { from, motion, slowness: Pair::all(1.0).over(motion), is_still }
    }

    /// What of it lies near a cell's middle, seen from there in steps. Numbers are rounded a few times, and in cells they are below 2¹⁷: that makes less than 2⁻¹⁸ steps.
    #[inline(always)]
    fn near(&self, middle: Pair) -> [f64; 4] {
        let (from, kept) = (self.from.minus(middle), Pair::all(KEPT));
        let first = kept.negated().minus(from).times(self.slowness);
        let second = kept.minus(from).times(self.slowness);
        let low = Pair::choose(self.is_still, Pair::all(0.0), first.least(second));
        let high = Pair::choose(self.is_still, Pair::all(1.0), first.most(second));
        let [enter, leave] = [low.most(Pair::all(0.0)).larger(), high.least(Pair::all(1.0)).smaller()];
        let at = |t: f64| {
            let place = from.plus(self.motion.times(Pair::all(t)));
            place.most(kept.negated()).least(kept).times(Pair::all(STEPS)).numbers()
        };
        let ([px, py], [qx, qy]) = (at(enter), at(leave));
        [px, py, qx, qy]
    }
}

/// The same of a wall whose ends are seen from a cell's middle.
#[cfg(test)]
pub(super) fn cut([a, b]: [[f64; 2]; 2]) -> [f64; 4] {
    Line::between(Pair::of(a), Pair::of(b)).near(Pair::all(0.0))
}

#[cfg(test)]
mod tests;
