//! Several paths through a grid in turns, so that one goes on while another waits for memory.

use super::grid::Grid;
use super::search::{First, Search, Wanted};
use super::touch::WallTouch;
use super::view::View;
use super::wall::WallId;
use super::way::Way;
use crate::simd::{self, Kernel, Machine};
use crate::sweep::{Hit, Sweep};

/// So many paths are on their way at a time.
const PATHS: usize = 4;

/// So many sweeps ahead, memory is requested.
const PREFETCHED_SWEEPS: usize = 6;

/// So many discs ahead, the cells where they start are.
const REQUESTED_DISCS: usize = 3;

type Answer = Option<(WallId, Hit)>;

/// The first touches of some sweeps among walls that are all in a grid.
pub(super) struct Turns<'a> {
    pub(super) grid: &'a Grid,
    pub(super) view: View<'a>,
    pub(super) sweeps: &'a [Sweep],
    pub(super) answers: &'a mut [Answer],
    /// The order in which they are taken, if it is another.
    pub(super) order: Option<&'a [u16]>,
    /// See [`View::is_as_built`].
    pub(super) is_as_built: bool,
}

/// A path on its way.
#[derive(Clone, Copy)]
struct Slot {
    way: Way,
    best: Option<WallTouch>,
    limit: f64,
    sweep: usize,
    is_open: bool,
}

/// Hits that are made together.
struct Hits {
    /// A sweep and the wall that it goes through.
    waiting: [(usize, u32); FOUR],
    count: usize,
}

const FOUR: usize = 4;

impl Kernel for Turns<'_> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(mut self) {
        let (mut turn, mut hits) = (0, Hits { waiting: [(0, 0); FOUR], count: 0 });
        let mut slots = [Slot { way: Way::NONE, best: None, limit: 1.0, sweep: 0, is_open: false }; PATHS];
        slots.iter_mut().for_each(|slot| self.fill(slot, &mut turn));
        let mut open = true;
        while open {
            open = false;
            for slot in &mut slots {
                if slot.is_open && !self.visit(slot) {
                    self.answer::<M>(slot, &mut hits);
                    self.fill(slot, &mut turn);
                }
                open |= slot.is_open;
            }
        }
        for &(sweep, wall) in &hits.waiting[..hits.count] {
            let hit = self.sweeps[sweep].hit_through::<M>(&self.view.walls.stored[wall as usize].segment);
            self.answers[sweep] = Some((WallId(wall), hit));
        }
    }
}

impl Turns<'_> {
    /// Sets the next path on its way; what has none is answered at once.
    #[inline(always)]
    fn fill(&mut self, slot: &mut Slot, turn: &mut usize) {
        slot.is_open = false;
        while *turn < self.sweeps.len() {
            if let Some(&soon) = self.order.and_then(|order| order.get(*turn + PREFETCHED_SWEEPS)) {
                simd::prefetch(&self.sweeps[usize::from(soon)]);
                simd::prefetch(&self.answers[usize::from(soon)]);
            }
            let place = self.place(*turn);
            *turn += 1;
            let sweep = &self.sweeps[place];
            if sweep.radius() == 0.0 {
                if let Some(path) = self.grid.seen(sweep) {
                    let Some(way) = self.grid.way(&path) else { continue };
                    *slot = Slot { way, best: None, limit: 1.0, sweep: place, is_open: true };
                    return;
                }
            }
            // Discs go one by one; what the next ones need is on its way meanwhile.
            if let Some(soon) = self.sweeps.get(self.place(*turn + REQUESTED_DISCS)) {
                self.grid.request_start(soon);
            }
            self.answers[place] = self.view.first_touch(sweep);
        }
    }

    /// Which sweep is taken in a turn; none if there is no such turn.
    #[inline(always)]
    fn place(&self, turn: usize) -> usize {
        match self.order {
            None => turn,
            Some(order) => order.get(turn).map_or(usize::MAX, |&place| usize::from(place)),
        }
    }

    /// Makes the hit of a path that has arrived, or lets it wait for others.
    #[inline(always)]
    fn answer<M: Machine>(&mut self, path: &Slot, hits: &mut Hits) {
        let walls = self.view.walls;
        match &path.best {
            Some(best) if best.is_through => {
                hits.waiting[hits.count % FOUR] = (path.sweep, best.id);
                hits.count += 1;
            }
            Some(best) => self.answers[path.sweep] = self.view.hit::<M>(&self.sweeps[path.sweep], best),
            None => {}
        }
        if hits.count == FOUR {
            hits.count = 0;
            let sweeps = hits.waiting.map(|(sweep, _)| &self.sweeps[sweep]);
            let made =
                Sweep::hits_through::<M>(sweeps, hits.waiting.map(|(_, wall)| &walls.stored[wall as usize].segment));
            for ((sweep, wall), hit) in hits.waiting.into_iter().zip(made) {
                self.answers[sweep] = Some((WallId(wall), hit));
            }
        }
    }

    /// Lets a path go on by a cell, and says whether it goes on after that.
    #[inline(always)]
    fn visit(&self, slot: &mut Slot) -> bool {
        let (sweep, walls) = (&self.sweeps[slot.sweep], self.view.walls);
        let mut first = First { sweep, stored: &walls.stored, wanted: Wanted::Touch, best: slot.best };
        let mut search = Search {
            stored: &walls.stored,
            mask: self.view.mask,
            sweep,
            keep: &mut first,
            limit: slot.limit,
            is_as_built: self.is_as_built,
            tested: 0,
        };
        let goes_on = self.grid.visit(&mut slot.way, &mut search, &mut ());
        slot.limit = search.limit;
        slot.best = first.best;
        goes_on
    }
}
