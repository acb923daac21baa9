//! Movers of any shape among walls.
//!
//! A disc that contains the mover at all times goes the way of discs through the index, and each wall that it comes near is tested with the mover itself. The
//! disc is never later anywhere than the mover, so leaving out what it enters after the first touch leaves out nothing that matters.

use super::batch::Progress;
use super::glides::{Glides, Left};
use super::grid::Grid;
use super::moving::{Moving, sealed};
use super::search::{CostCounter, Counters, Keep, Wanted};
use super::touch::WallTouch;
use super::view::View;
use super::wall::{StoredWall, WallId};
use crate::exact::Side;
use crate::exact::hull::{Hull, Touch, When};
use crate::exact::relative::{Vertex, side_at_start};
use crate::point::Point;
use crate::simd::{self, Kernel, Machine};
use crate::sweep::{
    Contact, Hit, Meeting, Mover, MoverSweep, Silhouette, Sweep, hull_of_circle, hull_of_segment, order_of_touches,
};
use alloc::vec::Vec;
use core::cell::Cell;
use core::cmp::Ordering;
use core::sync::atomic;
#[cfg(feature = "rayon")]
use rayon::prelude::*;

impl sealed::Sealed for MoverSweep<'_> {}
impl Moving for MoverSweep<'_> {
    #[inline]
    fn start(&self) -> Point {
        self.start()
    }

    #[inline]
    fn end(&self) -> Point {
        self.end()
    }

    #[inline]
    fn at(&self, t: f64) -> Point {
        self.at(t)
    }

    #[inline]
    fn on(&self, start: Point, end: Point) -> Self {
        self.on(start, end)
    }

    #[inline]
    fn size(&self) -> f64 {
        self.mover().size()
    }

    fn first_touch_among(&self, view: View<'_>) -> Option<(WallId, Hit)> {
        first(self, view, Wanted::Touch, &mut ())
    }

    fn first_touch_counted_among(&self, view: View<'_>) -> (Option<(WallId, Hit)>, Counters) {
        let mut counters = Counters::default();
        (first(self, view, Wanted::Touch, &mut counters), counters)
    }

    fn first_touches_among(all: &[Self], view: View<'_>, progress: &Progress) -> Vec<Option<(WallId, Hit)>> {
        // Points and discs are asked about together.
        let round: Option<Vec<Sweep>> = all.iter().map(|sweep| sweep.as_sweep()).collect();
        if let Some(round) = round {
            return view.first_of_many(&round, progress);
        }
        if all.len() < CROWD_FROM_SWEEPS {
            let answers = all.iter().map(|sweep| sweep.first_touch_among(view)).collect();
            progress.0.fetch_add(all.len(), atomic::Ordering::Relaxed);
            return answers;
        }
        let answer = |(sweeps, answers): (&[Self], &mut [Answer])| {
            answer(sweeps, answers, view);
            progress.0.fetch_add(sweeps.len(), atomic::Ordering::Relaxed);
        };
        #[cfg(feature = "rayon")]
        if 1 < rayon::current_num_threads() {
            let mut answers = alloc::vec![None; all.len()];
            // Several pieces of work a thread, so that all of them have something to do until the end.
            let block = (all.len() / (8 * rayon::current_num_threads())).clamp(64, BLOCK_SWEEPS);
            all.par_chunks(block).zip(answers.par_chunks_mut(block)).for_each(answer);
            return answers;
        }
        let mut answers = Vec::with_capacity(all.len());
        for sweeps in all.chunks(BLOCK_SWEEPS) {
            let first = answers.len();
            answers.resize(first + sweeps.len(), None);
            answer((sweeps, &mut answers[first..]));
        }
        answers
    }

    fn first_stop_among(&self, view: View<'_>) -> Option<(WallId, Hit)> {
        first(self, view, Wanted::Stop, &mut ())
    }

    fn touches_among(&self, view: View<'_>) -> Vec<(WallId, Hit)> {
        if let Some(disc) = self.as_sweep() {
            return view.ordered_touches(&disc);
        }
        let mut all = kept(view, AllOf { sweep: self, touches: Vec::new() }, &mut ()).touches;
        all.sort_by(|a, b| order(a, b, (self, Wanted::Touch), &view.walls.stored));
        // A wall may have been met in several squares.
        all.dedup_by_key(|touch| touch.id);
        all.iter().filter_map(|touch| hit(self, view, touch.id, Wanted::Touch)).collect()
    }

    fn touches_any_among(&self, view: View<'_>) -> bool {
        match self.as_sweep() {
            Some(disc) => view.any_touch(&disc),
            None => kept(view, AnyOf { sweep: self, wanted: Wanted::Touch, found: false }, &mut ()).found,
        }
    }

    fn is_clear_among(&self, view: View<'_>) -> bool {
        match self.as_sweep() {
            Some(disc) => view.is_clear_looking(&disc),
            None => !kept(view, AnyOf { sweep: self, wanted: Wanted::Stop, found: false }, &mut ()).found,
        }
    }

    fn first_stop_looking_among(&self, view: View<'_>) -> Option<(WallId, Hit)> {
        match self.as_sweep() {
            Some(disc) => view.first_stop_looking(&disc),
            None => self.first_stop_among(view),
        }
    }

    fn place_of(&self, hit: &Hit) -> Point {
        self.as_sweep().map_or_else(|| self.at(hit.t), |disc| disc.place_of(hit))
    }

    fn as_sweep(&self) -> Option<Sweep> {
        self.as_sweep()
    }

    fn core(&self) -> (&[Point], f64) {
        (self.mover().vertices(), self.mover().radius())
    }
}

/// Fewer sweeps are not worth making room for a crowd.
const CROWD_FROM_SWEEPS: usize = 16;

/// So many sweeps are one piece of work: they and their answers stay in a near cache.
const BLOCK_SWEEPS: usize = 4_096;

/// What a sweep touches first.
type Answer = Option<(WallId, Hit)>;

/// Answers a block. Those of which looks at walls may tell what they touch go in crowds, the others alone.
fn answer(sweeps: &[MoverSweep<'_>], answers: &mut [Answer], view: View<'_>) {
    let grid = view.only_grid().filter(|grid| view.is_as_built() && grid.is_plain());
    let Some(grid) = grid else {
        return sweeps.iter().zip(answers).for_each(|(sweep, answer)| *answer = sweep.first_touch_among(view));
    };
    let (mut sharp, mut round) = (Vec::new(), Vec::new());
    let mut left = Left::default();
    for (number, sweep) in (0..).zip(sweeps) {
        let mover = sweep.mover();
        let is_seen = is_seen_at_once(mover);
        let list = if !is_seen {
            &mut left.odd
        } else if mover.radius() == 0.0 {
            &mut sharp
        } else {
            &mut round
        };
        list.push(number);
    }
    let stored = &view.walls.stored[..];
    let mut note = |more: Left| {
        left.odd.extend(more.odd);
        left.doubts.extend(more.doubts);
    };
    if !sharp.is_empty() {
        note(simd::run(Glides::<false> { grid, stored, sweeps, asked: &sharp, answers: &mut *answers }));
    }
    if !round.is_empty() {
        note(simd::run(Glides::<true> { grid, stored, sweeps, asked: &round, answers: &mut *answers }));
    }
    for number in left.odd {
        answers[number as usize] = sweeps[number as usize].first_touch_among(view);
    }
    for number in left.doubts {
        answers[number as usize] = first_in_doubt(&sweeps[number as usize], view, Wanted::Touch, &mut ());
    }
}

/// Whether a look at walls tells what a mover touches.
#[inline(always)]
fn is_seen_at_once(mover: &Mover) -> bool {
    mover.is_convex() && mover.silhouette().is_some_and(|silhouette| silhouette.is_seen_at_once(mover.radius()))
}

/// The first touch, or the first that stops.
fn first(sweep: &MoverSweep<'_>, view: View<'_>, wanted: Wanted, cost: &mut impl CostCounter) -> Option<(WallId, Hit)> {
    if let Some(disc) = sweep.as_sweep() {
        return view.first(&disc, wanted, cost);
    }
    let (mover, grid) = (sweep.mover(), view.only_grid());
    let (Some(grid), Some(silhouette)) = (grid, mover.silhouette()) else {
        return first_in_doubt(sweep, view, wanted, cost);
    };
    let is_seen = mover.is_convex() && silhouette.is_seen_at_once(mover.radius());
    if !(is_seen && view.is_as_built() && grid.is_plain()) {
        return first_in_doubt(sweep, view, wanted, cost);
    }
    if mover.radius() == 0.0 {
        simd::run(FirstAtOnce::<_, false> { grid, view, sweep, silhouette, wanted, cost })
    } else {
        simd::run(FirstAtOnce::<_, true> { grid, view, sweep, silhouette, wanted, cost })
    }
}

/// The first touch, which stops, too, if a look tells. What it does not tell is looked for here as well: so the answer is made where it is wanted, and need not be copied.
struct FirstAtOnce<'s, C, const IS_ROUND: bool> {
    grid: &'s Grid,
    view: View<'s>,
    sweep: &'s MoverSweep<'s>,
    silhouette: &'s Silhouette,
    wanted: Wanted,
    cost: &'s mut C,
}

impl<C: CostCounter, const IS_ROUND: bool> Kernel for FirstAtOnce<'_, C, IS_ROUND> {
    type Output = Option<(WallId, Hit)>;

    #[inline(always)]
    fn run<M: Machine>(self) -> Self::Output {
        let FirstAtOnce { grid, view, sweep, silhouette, wanted, cost } = self;
        let ([start, end], radius) = sweep.proxy();
        let proxy = &Sweep::moving(start, end, radius);
        match grid.first_of_shape::<M, IS_ROUND>((sweep, silhouette, proxy), &view.walls.stored, cost) {
            Some(Some((id, hit))) => Some((WallId(id), hit)),
            Some(None) => None,
            None => first_in_doubt(sweep, view, wanted, cost),
        }
    }
}

#[cold]
#[inline(never)]
fn first_in_doubt(
    sweep: &MoverSweep<'_>,
    view: View<'_>,
    wanted: Wanted,
    cost: &mut impl CostCounter,
) -> Option<(WallId, Hit)> {
    let mut keep = FirstOf { sweep, stored: &view.walls.stored, wanted, last: Cell::new(None), best: None };
    keep_all(view, &mut keep, cost);
    let (best, touch) = keep.best?;
    match touch {
        Some(touch) => {
            let ends = view.walls.stored[best.id as usize].segment.ends();
            Some((WallId(best.id), sweep.met(touch, hull_of(&view.walls.stored[best.id as usize], &ends)).hit()))
        }
        None => hit(sweep, view, best.id, wanted),
    }
}

fn hit(sweep: &MoverSweep<'_>, view: View<'_>, id: u32, wanted: Wanted) -> Option<(WallId, Hit)> {
    let wall = &view.walls.stored[id as usize];
    Some((WallId(id), meeting(sweep, wall, wanted, |meeting| meeting.hit())?))
}

/// What is kept of all touches of a mover.
fn kept<'a, K: Of<'a>>(view: View<'_>, mut keep: K, cost: &mut impl CostCounter) -> K {
    keep_all(view, &mut keep, cost);
    keep
}

/// Shows all touches of a mover to what keeps them.
fn keep_all<'a, K: Of<'a>>(view: View<'_>, keep: &mut K, cost: &mut impl CostCounter) {
    let ([start, end], radius) = keep.sweep().proxy();
    let proxy = &Sweep::moving(start, end, radius);
    if !(start.is_finite() && end.is_finite() && radius.is_finite()) {
        return view.keep_touches_of_all(proxy, keep, cost);
    }
    let is_done = match view.only_grid() {
        Some(grid) => simd::run(InGrid { grid, view, proxy, keep: &mut *keep, cost: &mut *cost }),
        None => false,
    };
    if !is_done {
        view.keep_touches(proxy, keep, cost);
    }
}

/// [`Grid::search_for_shape`] with wide vectors, where all walls are in a grid.
struct InGrid<'s, K, C> {
    grid: &'s Grid,
    view: View<'s>,
    proxy: &'s Sweep,
    keep: &'s mut K,
    cost: &'s mut C,
}

impl<K: Keep, C: CostCounter> Kernel for InGrid<'_, K, C> {
    type Output = bool;

    #[inline(always)]
    fn run<M: Machine>(self) -> bool {
        let mut search = self.view.search(self.proxy, self.keep);
        let is_done = self.grid.search_for_shape(&mut search, self.cost);
        self.cost.exact(search.tested);
        is_done
    }
}

/// How a mover first touches a wall or is stopped by it, whichever side it comes from.
fn meeting<T>(
    sweep: &MoverSweep<'_>,
    wall: &StoredWall,
    wanted: Wanted,
    what: impl FnOnce(&Meeting<'_>) -> T,
) -> Option<T> {
    let ends = wall.segment.ends();
    let hull = hull_of(wall, &ends);
    let meeting = match wanted {
        Wanted::Touch => sweep.meeting(hull),
        Wanted::Stop => sweep.stop_by(hull),
    };
    meeting.as_ref().map(what)
}

/// All of a wall, with these ends.
fn hull_of<'a>(wall: &StoredWall, ends: &'a [Point; 2]) -> Hull<'a> {
    if wall.is_segment() { hull_of_segment(ends) } else { hull_of_circle(&ends[0], wall.radius) }
}

/// When a mover touches a wall, or is stopped by it, if it does and comes from the right side; and whether it is stopped.
fn touch(sweep: &MoverSweep<'_>, wall: &StoredWall, id: u32, wanted: Wanted) -> Option<(WallTouch, Touch)> {
    let ends = wall.segment.ends();
    let mut touch = sweep.touch_of(&hull_of(wall, &ends))?;
    let is_one_sided = wall.is_one_sided() && wall.is_segment();
    if is_one_sided && is_behind(sweep, wall) {
        return None;
    }
    let lets_out = is_one_sided && touch.contact == Contact::Overlaps;
    if wanted == Wanted::Stop && !touch.stops() && !sweep.mover().is_convex() {
        touch = sweep.stop_by(hull_of(wall, &ends))?.touch;
    }
    Some((WallTouch::of_mover(id, touch.span, touch.stops() && !lets_out), touch))
}

/// Whether nothing of a mover's core starts in front of a wall that has one side only.
fn is_behind(sweep: &MoverSweep<'_>, wall: &StoredWall) -> bool {
    let is_in_front =
        |&offset: &Point| side_at_start(wall.segment.ends(), Vertex { offset, path: sweep.ends() }) == wall.side;
    wall.side != Side::On && !sweep.mover().vertices().iter().any(is_in_front)
}

/// Which touch or stop comes first: by exact time, then by id.
fn order(
    one: &WallTouch,
    other: &WallTouch,
    (sweep, wanted): (&MoverSweep<'_>, Wanted),
    stored: &[StoredWall],
) -> Ordering {
    if one.id == other.id {
        // The same wall, met in two cells.
        return Ordering::Equal;
    }
    let [first, second] = [one, other].map(|touch| (touch.id, [touch.early, touch.late]));
    order_of_touches(first, second, || {
        let instant =
            |touch: &WallTouch| meeting(sweep, &stored[touch.id as usize], wanted, |meeting| meeting.instant());
        match (instant(one), instant(other)) {
            (Some(one), Some(other)) => one.order(&other),
            _ => Ordering::Equal,
        }
    })
}

/// What keeps touches of a mover.
trait Of<'a>: Keep {
    fn sweep(&self) -> &MoverSweep<'a>;
}

/// Keeps the first.
struct FirstOf<'a, 's> {
    sweep: &'s MoverSweep<'a>,
    stored: &'s [StoredWall],
    wanted: Wanted,
    /// How the wall that was tested last is touched, of a convex mover.
    last: Cell<Option<Touch>>,
    best: Option<(WallTouch, Option<Touch>)>,
}

impl FirstOf<'_, '_> {
    /// Nothing comes before the start, and of those there the lowest id counts.
    fn is_after_best(&self, id: u32) -> bool {
        self.best.as_ref().is_some_and(|(best, touch)| best.id < id && is_at_start(touch))
    }
}

/// Whether it is known that something is touched from the start.
fn is_at_start(touch: &Option<Touch>) -> bool {
    touch.as_ref().is_some_and(|touch| touch.when == When::Start)
}

impl<'a> Of<'a> for FirstOf<'a, '_> {
    fn sweep(&self) -> &MoverSweep<'a> {
        self.sweep
    }
}

impl Keep for FirstOf<'_, '_> {
    const ONLY_FIRST: bool = true;
    const IS_PROXY: bool = true;

    fn stands_in_for(&self) -> Option<&Mover> {
        Some(self.sweep.mover())
    }

    fn touch(&self, wall: &StoredWall, id: u32, _: &Sweep) -> Option<WallTouch> {
        if self.is_after_best(id) {
            return None;
        }
        let (on_wall, touch) = touch(self.sweep, wall, id, self.wanted)?;
        self.last.set(self.sweep.mover().is_convex().then_some(touch));
        Some(on_wall)
    }

    fn overlap(&self, id: u32) -> Option<WallTouch> {
        if self.is_after_best(id) {
            return None;
        }
        self.last.set(Some(Touch::INSIDE));
        Some(WallTouch::of_mover(id, Touch::INSIDE.span, true))
    }

    fn keep(&mut self, touch: WallTouch) -> f64 {
        let counts = self.wanted == Wanted::Touch || touch.stops;
        let last = self.last.get();
        let is_first = |(best, of_best): &(WallTouch, _)| {
            if is_at_start(&last) && is_at_start(of_best) {
                touch.id < best.id
            } else {
                order(&touch, best, (self.sweep, self.wanted), self.stored) == Ordering::Less
            }
        };
        if counts && self.best.as_ref().is_none_or(is_first) {
            self.best = Some((touch, last));
        }
        self.best.as_ref().map_or(1.0, |(best, _)| best.late)
    }
}

/// Keeps all.
struct AllOf<'a, 's> {
    sweep: &'s MoverSweep<'a>,
    touches: Vec<WallTouch>,
}

impl<'a> Of<'a> for AllOf<'a, '_> {
    fn sweep(&self) -> &MoverSweep<'a> {
        self.sweep
    }
}

impl Keep for AllOf<'_, '_> {
    const IS_PROXY: bool = true;

    fn stands_in_for(&self) -> Option<&Mover> {
        Some(self.sweep.mover())
    }

    fn touch(&self, wall: &StoredWall, id: u32, _: &Sweep) -> Option<WallTouch> {
        touch(self.sweep, wall, id, Wanted::Touch).map(|(touch, _)| touch)
    }

    fn keep(&mut self, touch: WallTouch) -> f64 {
        self.touches.push(touch);
        1.0
    }
}

/// Only notes that there is one, or one that stops.
struct AnyOf<'a, 's> {
    sweep: &'s MoverSweep<'a>,
    wanted: Wanted,
    found: bool,
}

impl<'a> Of<'a> for AnyOf<'a, '_> {
    fn sweep(&self) -> &MoverSweep<'a> {
        self.sweep
    }
}

impl Keep for AnyOf<'_, '_> {
    const IS_PROXY: bool = true;

    fn stands_in_for(&self) -> Option<&Mover> {
        Some(self.sweep.mover())
    }

    fn touch(&self, wall: &StoredWall, id: u32, _: &Sweep) -> Option<WallTouch> {
        touch(self.sweep, wall, id, self.wanted).map(|(touch, _)| touch)
    }

    fn keep(&mut self, touch: WallTouch) -> f64 {
        self.found |= touch.stops || self.wanted == Wanted::Touch;
        if self.found { -1.0 } else { 1.0 }
    }
}
