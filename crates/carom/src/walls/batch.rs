//! Many sweeps at once.
//!
//! Sweeps that start near one another look at the same walls, so among many walls each block of sweeps is taken in the
//! order of a curve that fills the plane.

use super::grid::Grid;
use super::groups::{InGroups, Paths};
use super::search::Wanted;
use super::strolls::Strolls;
use super::view::View;
use super::wall::WallId;
use crate::point::{Point, max, min};
use crate::segment::Segment;
use crate::simd::{self, Kernel, Machine};
use crate::sweep::{Hit, Sweep};
use alloc::vec::Vec;
use core::sync::atomic::{AtomicUsize, Ordering};

/// Below so many walls they are all in the nearest caches, and the order of sweeps does not matter.
const ORDERED_FROM_WALLS: usize = 4_000;

/// The same for crowds in a grid, whose cells are requested from memory long before they are needed: it matters only where they are in none of the caches.
const ORDERED_IN_GRID_FROM_WALLS: usize = 300_000;

/// Fewer sweeps are too far apart for their order to matter.
const ORDERED_FROM_SWEEPS: usize = 1_024;

/// Fewer sweeps are not worth making room for a crowd.
const GROUPS_FROM_SWEEPS: usize = 32;

/// So many sweeps are one piece of work: they and their answers stay in the nearer caches.
const BLOCK_SWEEPS: usize = 65_536;

/// The same where their order does not matter: they stay in a nearer one.
const SMALL_BLOCK_SWEEPS: usize = 4_096;

/// So many sweeps ahead, memory is requested; it needs about the time of two.
const PREFETCHED_SWEEPS: usize = 4;

/// The same where they are set out in groups.
const PREFETCHED_IN_GROUPS: usize = 8;

/// What a sweep touches first.
type Answer = Option<(WallId, Hit)>;

/// How far a batch has come; it can be read from another thread.
#[derive(Debug, Default)]
pub struct Progress(pub(super) AtomicUsize);

impl Progress {
    /// A progress of which nothing is done yet.
    #[must_use]
    pub fn new() -> Progress {
        Progress::default()
    }

    /// How many sweeps are done.
    #[must_use]
    pub fn done(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl View<'_> {
    /// The first touches of many sweeps, in their order.
    pub(super) fn first_of_many(&self, sweeps: &[Sweep], progress: &Progress) -> Vec<Option<(WallId, Hit)>> {
        if sweeps.len() < GROUPS_FROM_SWEEPS {
            let answers = sweeps.iter().map(|sweep| self.first(sweep, Wanted::Touch, &mut ())).collect();
            progress.0.fetch_add(sweeps.len(), Ordering::Relaxed);
            return answers;
        }
        #[cfg(feature = "rayon")]
        if 1 < rayon::current_num_threads() {
            use rayon::prelude::*;
            let mut answers = alloc::vec![None; sweeps.len()];
            // Several pieces of work a thread, so that all of them have something to do until the end.
            let block = (sweeps.len() / (8 * rayon::current_num_threads())).clamp(256, BLOCK_SWEEPS);
            let blocks = sweeps.par_chunks(block).zip(answers.par_chunks_mut(block));
            blocks.for_each(|(sweeps, answers)| self.answer(sweeps, answers, progress));
            return answers;
        }
        let mut answers = Vec::with_capacity(sweeps.len());
        let block = if self.is_order_worth_it(sweeps) { BLOCK_SWEEPS } else { SMALL_BLOCK_SWEEPS };
        for sweeps in sweeps.chunks(block) {
            let first = answers.len();
            answers.resize(first + sweeps.len(), None);
            self.answer(sweeps, &mut answers[first..], progress);
        }
        answers
    }

    /// Answers one block. Of sweeps that are far from all walls this is known at once, and only the others are asked about.
    fn answer(&self, sweeps: &[Sweep], answers: &mut [Answer], progress: &Progress) {
        match self.only_tree() {
            Some(tree) if tree.has_clearings() => {
                let (places, others): (Vec<usize>, Vec<Sweep>) =
                    sweeps.iter().copied().enumerate().filter(|(_, sweep)| !tree.is_clear(sweep)).unzip();
                let mut theirs = alloc::vec![None; others.len()];
                self.answer_others(&others, &mut theirs);
                places.into_iter().zip(theirs).for_each(|(place, answer)| answers[place] = answer);
            }
            _ => self.answer_others(sweeps, answers),
        }
        progress.0.fetch_add(sweeps.len(), Ordering::Relaxed);
    }

    fn answer_others(&self, sweeps: &[Sweep], answers: &mut [Answer]) {
        let order = self.is_order_worth_it(sweeps).then(|| along_a_curve(sweeps));
        match self.only_grid() {
            Some(grid) if are_points(sweeps) => {
                let paths = Grouped { sweeps, answers, order: order.as_deref(), turn: 0 };
                simd::run(InGroups { grid, view: *self, paths });
            }
            Some(grid) if self.is_as_built() => {
                let paths = Grouped { sweeps, answers, order: order.as_deref(), turn: 0 };
                simd::run(Strolls { grid, view: *self, paths });
            }
            _ => simd::run(Block { view: *self, sweeps, answers, order }),
        }
    }

    /// Whether an order of their own is worth it for so many sweeps among so many walls.
    fn is_order_worth_it(&self, sweeps: &[Sweep]) -> bool {
        let is_in_crowd = self.only_grid().is_some() && (are_points(sweeps) || self.is_as_built());
        let walls = if is_in_crowd { ORDERED_IN_GRID_FROM_WALLS } else { ORDERED_FROM_WALLS };
        walls <= self.walls.living && ORDERED_FROM_SWEEPS <= sweeps.len()
    }
}

/// Whether sweeps are of points, as the first is: mostly all are of one kind.
fn are_points(sweeps: &[Sweep]) -> bool {
    sweeps.first().is_some_and(|sweep| sweep.radius() == 0.0)
}

/// A block of sweeps, in an order of their own if that is worth it.
struct Block<'a> {
    view: View<'a>,
    sweeps: &'a [Sweep],
    answers: &'a mut [Answer],
    order: Option<Vec<u16>>,
}

impl Kernel for Block<'_> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self) {
        let Block { view, sweeps, answers, order } = self;
        let grid = view.only_grid();
        let Some(order) = order else {
            for (sweep, answer) in sweeps.iter().zip(answers) {
                *answer = first::<M>(&view, grid, sweep);
            }
            return;
        };
        for (turn, &place) in order.iter().enumerate() {
            if let Some(&soon) = order.get(turn + PREFETCHED_SWEEPS) {
                simd::prefetch(&sweeps[usize::from(soon)]);
                simd::prefetch(&answers[usize::from(soon)]);
            }
            let place = usize::from(place);
            answers[place] = first::<M>(&view, grid, &sweeps[place]);
        }
    }
}

/// The first touch of a sweep; `grid` is the one that all walls are in, if there is one.
#[inline(always)]
fn first<M: Machine>(view: &View<'_>, grid: Option<&Grid>, sweep: &Sweep) -> Answer {
    match grid {
        Some(grid) if sweep.radius() > 0.0 => view.first_of_disc::<M, ()>(grid, sweep, Wanted::Touch, &mut ()),
        _ => view.find::<M>(sweep, Wanted::Touch, &mut ()),
    }
}

/// A block of sweeps through a grid.
struct Grouped<'a> {
    sweeps: &'a [Sweep],
    answers: &'a mut [Answer],
    /// The order in which they are taken, if it is another.
    order: Option<&'a [u16]>,
    turn: usize,
}

impl Grouped<'_> {
    /// At the end: the last one stands in for those that are missing.
    #[cold]
    fn last_turns(&self, turn: usize) -> [usize; 4] {
        [0, 1, 2, 3].map(|more| core::cmp::min(turn + more, self.sweeps.len() - 1))
    }
}

impl Paths for Grouped<'_> {
    #[inline(always)]
    fn next_four(&mut self) -> ([usize; 4], usize) {
        let turn = self.turn;
        let count = core::cmp::min(self.sweeps.len() - turn, 4);
        self.turn += count;
        let Some(order) = self.order else {
            let turns = if count == 4 { [turn, turn + 1, turn + 2, turn + 3] } else { self.last_turns(turn) };
            return (turns, count);
        };
        if let Some(soon) = order.get(turn + PREFETCHED_IN_GROUPS..turn + PREFETCHED_IN_GROUPS + 4) {
            for &soon in soon {
                simd::prefetch(&self.sweeps[usize::from(soon)]);
                simd::prefetch(&self.answers[usize::from(soon)]);
            }
        }
        match order.get(turn..turn + 4) {
            Some(&[a, b, c, d]) => ([a, b, c, d].map(usize::from), count),
            _ => (self.last_turns(turn).map(|turn| order.get(turn).map_or(0, |&place| usize::from(place))), count),
        }
    }

    #[inline(always)]
    fn sweep(&self, path: usize) -> &Sweep {
        &self.sweeps[path]
    }

    #[inline(always)]
    fn touch(&mut self, path: usize, wall: WallId, hit: Hit) {
        self.answers[path] = Some((wall, hit));
    }

    #[inline(always)]
    fn through<M: Machine>(&mut self, paths: [usize; 4], walls: [WallId; 4], segments: [&Segment; 4]) {
        let hits = Sweep::hits_through::<M>(paths.map(|path| &self.sweeps[path]), segments);
        let mut lane = 0;
        while lane < 4 {
            self.answers[paths[lane]] = Some((walls[lane], hits.get(lane)));
            lane += 1;
        }
    }
}

/// Sweeps are put in order by where they start among so many tiles, 64 by 64: few enough for one round of sorting, and the cells of one fit in the nearest cache.
const TILES: usize = 4_096;

/// The numbers of at most a block of sweeps in the order of a Z-shaped curve through the tiles where they start.
fn along_a_curve(sweeps: &[Sweep]) -> Vec<u16> {
    let (mut low, mut high) = (sweeps[0].start(), sweeps[0].start());
    for sweep in sweeps {
        let start = sweep.start();
        low = Point::new(min(low.x, start.x), min(low.y, start.y));
        high = Point::new(max(high.x, start.x), max(high.y, start.y));
    }
    // Starts that are too far apart for this get one number, and any order will do.
    let scale = |low: f64, high: f64| if high - low < f64::INFINITY && low < high { 63.99 / (high - low) } else { 0.0 };
    let (scale_x, scale_y) = (scale(low.x, high.x), scale(low.y, high.y));
    let tile = |sweep: &Sweep| {
        let (x, y) = (((sweep.start().x - low.x) * scale_x) as u16, ((sweep.start().y - low.y) * scale_y) as u16);
        spread(x) | spread(y) << 1
    };
    let tiles: Vec<u16> = sweeps.iter().map(tile).collect();
    let mut places = alloc::vec![0_u32; TILES + 1];
    tiles.iter().for_each(|&tile| places[usize::from(tile) + 1] += 1);
    (0..TILES).for_each(|tile| places[tile + 1] += places[tile]);
    // What is equal stays in order.
    let mut order = alloc::vec![0; sweeps.len()];
    for (index, &tile) in (0..=u16::MAX).zip(&tiles) {
        let place = &mut places[usize::from(tile)];
        order[*place as usize] = index;
        *place += 1;
    }
    order
}

/// Six bits with a gap after each.
fn spread(x: u16) -> u16 {
    let x = (x & 0x3f) | (x & 0x3f) << 4;
    let x = x & 0x030f;
    let x = (x | x << 2) & 0x3333;
    (x | x << 1) & 0x5555
}
