//! A shape in a grid. A small one with sharp corners, or a capsule, goes stretch by stretch (`stretch.rs`), and mostly a look shows which wall it touches first and where, so that only the hit
//! is left to be made. Others, and what is in doubt, go block by block of cells: mostly one wall is left that may be touched first, and that alone is tested.

use super::around::{Few, least};
use super::capsule::{Core, OnK};
use super::close::Close;
use super::grid::{Grid, SPECIAL};
use super::search::{CostCounter, Keep, Search};
use super::shaped::{OF_WALL, Shaped, Times};
use super::stretch::Stretches;
use super::swath::{Block, Swath};
use super::wall::StoredWall;
use super::way::TINY;
use crate::exact::hull::Edge;
use crate::pair::Pair;
use crate::side_by_side::Numbers;
use crate::simd::{self, Eight, Machine, PlainEight, signs};
use crate::sweep::{Hit, Mover, MoverSweep, Silhouette, Sweep};

impl Grid {
    /// As [`Grid::search_for_disc`], for a disc that stands in for a mover with a silhouette.
    #[inline(always)]
    pub(super) fn search_for_shape<K: Keep>(&self, search: &mut Search<'_, K>, cost: &mut impl CostCounter) -> bool {
        let Some(path) = self.seen(search.sweep) else { return false };
        let Some(mover) = search.keep.stands_in_for() else { return false };
        let Some(silhouette) = mover.silhouette() else { return false };
        let (radius, scale) = (search.sweep.radius(), self.scale());
        let more = radius - mover.reach();
        let swath = Swath::of_shape(&path, radius * scale, mover.spread().map(|x| (x + more) * scale), self.measures());
        let shaped = Shaped::of((mover, silhouette), &swath.around, [more, scale]);
        let is_certain = K::ONLY_FIRST && search.is_as_built && self.is_plain();
        let mut nearby = Few::NONE;
        for step in 0..swath.blocks() {
            let Some(block) = swath.block(step) else { continue };
            if search.limit < block.from {
                break;
            }
            let here = Here { swath: &swath, block: &block, shaped: &shaped, is_certain };
            self.glide(&here, &mut nearby, search, cost);
        }
        true
    }

    /// Looks at the walls of some cells, and tests those that may be touched first.
    #[inline(always)]
    fn glide<K: Keep>(
        &self,
        here: &Here<'_>,
        nearby: &mut Few,
        search: &mut Search<'_, K>,
        cost: &mut impl CostCounter,
    ) {
        let Here { swath, block, shaped, .. } = *here;
        let Block { first: [left, bottom], last: [right, top], length, .. } = *block;
        // Asked for early, all at once.
        for (column, row) in [(left, bottom), (right, bottom), (left, top), (right, top)] {
            self.request(self.place(column, row));
        }
        let (half, to_middle) = (0.5 * length, swath.to_middle(block));
        let (mut column, mut row) = (left, bottom);
        nearby.clear();
        while row <= top {
            let (mut place, view) = (self.place(column, row), swath.view(block, [column, row]));
            let middle = [view[0] + to_middle[0], view[1] + to_middle[1]];
            loop {
                let cell = self.cell(place);
                let mut near = shaped.near(cell, middle, half);
                cost.boxes(1);
                while near != 0 {
                    let lane = near.trailing_zeros() as usize % 8;
                    near &= near - 1;
                    if nearby.is_full() {
                        take_first(nearby, here, search);
                        nearby.clear();
                    }
                    nearby.push((cell, lane), self.entry(place, lane) & !SPECIAL, view);
                }
                place = cell.next() as usize;
                if place == 0 {
                    break;
                }
            }
            let is_last = column == right;
            row += u32::from(is_last);
            column = if is_last { left } else { column + 1 };
        }
        if !nearby.is_empty() {
            take_first(nearby, here, search);
        }
    }
}

/// What a shape touches first, as a look shows it.
pub(super) enum Led {
    Nothing,
    /// It overlaps a wall when it starts, for certain.
    Overlap(u32),
    /// It goes into a wall, for certain, and touches it here, as it seems.
    Enters(u32, OnK),
    /// That is not known.
    Doubt,
}

/// A stretch is halved no more often.
pub(super) const MOST_HALVINGS: u32 = 3;

impl Grid {
    /// The first touch of a convex mover with a silhouette among walls that are plain and where they were when the grid was built; `None` if it is in doubt. A disc stands in for it.
    #[inline(always)]
    pub(super) fn first_of_shape<M: Machine, const IS_ROUND: bool>(
        &self,
        (sweep, silhouette, proxy): (&MoverSweep<'_>, &Silhouette, &Sweep),
        stored: &[StoredWall],
        cost: &mut impl CostCounter,
    ) -> Option<Option<(u32, Hit)>> {
        let mover = sweep.mover();
        let is_asked = !IS_ROUND && silhouette.is_box;
        let led = match if is_asked { self.overlapped_by_box::<M>(mover, proxy, cost) } else { None } {
            Some(id) => Led::Overlap(id),
            None => self.lead::<M, IS_ROUND>((mover, silhouette, proxy), stored, cost),
        };
        let wall = |id: u32| &stored[id as usize].segment;
        let (id, hit) = match led {
            Led::Nothing => return Some(None),
            Led::Doubt => return None,
            Led::Overlap(id) if IS_ROUND => (id, sweep.hit_in_overlap::<M>(wall(id))?),
            Led::Overlap(id) => (id, sweep.hit_inside::<M>(wall(id))?),
            Led::Enters(id, OnK::Corner(of)) => (id, sweep.hit_into_corner::<M>(wall(id), of)?),
            Led::Enters(id, OnK::CoreSide { side, end }) => {
                let next = if usize::from(side) + 1 == mover.vertices().len() { 0 } else { side + 1 };
                let edge = Edge { of: [side, end], next: [next, end] };
                (id, sweep.hit_through::<M>(wall(id), edge)?)
            }
            Led::Enters(id, OnK::WallSide { vertex, is_left }) => {
                let [j, k] = if is_left { [1, 0] } else { [0, 1] };
                (id, sweep.hit_through::<M>(wall(id), Edge { of: [vertex, j], next: [vertex, k] })?)
            }
        };
        Some(Some((id, hit)))
    }

    /// Goes from stretch to stretch.
    #[inline(always)]
    fn lead<M: Machine, const IS_ROUND: bool>(
        &self,
        (mover, silhouette, proxy): (&Mover, &Silhouette, &Sweep),
        stored: &[StoredWall],
        cost: &mut impl CostCounter,
    ) -> Led {
        let Some(path) = self.seen_whole(proxy) else { return Led::Doubt };
        let (radius, scale) = (proxy.radius(), self.scale());
        let more = radius - mover.reach();
        let spread = Pair::of(mover.spread()).plus(Pair::all(more)).times(Pair::all(scale));
        let Some(mut way) = Stretches::of(&path, radius * scale, spread, self.measures()) else { return Led::Doubt };
        let shaped = Shaped::of((mover, silhouette), &way.around, [more, scale]);
        let core = if IS_ROUND { Core::of(&shaped) } else { Core::NONE };
        let (mut turn, mut halvings) = (0.0, 0);
        loop {
            let Some(stretch) = way.stretch(turn, self.measures()) else { return Led::Nothing };
            let close = Close::of_box(way.bearing, [shaped.reach, shaped.spread], stretch.motion, stretch.length);
            let Some(few) = self.gather::<M>(&close, &stretch, [stretch.is_wide(), true], cost) else {
                // More walls than can be looked at at once: there are less about half of it.
                if halvings == MOST_HALVINGS {
                    return Led::Doubt;
                }
                way.halve();
                (turn, halvings) = (2.0 * turn, halvings + 1);
                continue;
            };
            if !few.is_empty() {
                // One of the first is mostly the one.
                few.ids[..4].iter().for_each(|&id| simd::prefetch_at(stored, id as usize));
                let led = if IS_ROUND {
                    let rounded = core.look(&few, stretch.length);
                    decide::<M::Eight>(&few, [&rounded.early, &rounded.late], turn == 0.0, |lane| {
                        Some(OnK::of(rounded.places[lane]))
                    })
                } else {
                    let Times { early, late, last } = shaped.look(&few, stretch.length);
                    decide::<M::Eight>(&few, [&early, &late], turn == 0.0, |lane| {
                        shaped.place(silhouette, mover, (&few, lane), last[lane])
                    })
                };
                if !matches!(led, Led::Nothing) {
                    cost.exact(1);
                    return led;
                }
            }
            if stretch.is_last {
                return Led::Nothing;
            }
            turn += 1.0;
        }
    }
}

/// Which of some walls is touched first, in a stretch that the path starts with or not.
#[inline(always)]
fn decide<E: Eight>(
    few: &Few,
    [early, late]: [&[f32; 8]; 2],
    is_start: bool,
    place: impl FnOnce(usize) -> Option<OnK>,
) -> Led {
    let overlapped = signs(early);
    if overlapped != 0 {
        let early = E::of_bits(&bits(early));
        let id = E::choose(early, E::of_bits(&few.ids), E::all(i32::MAX)).least();
        // One with a lower id may be touched at the start as well.
        let others = early.equal(0);
        let is_first = is_start && (others == 0 || id <= least_id(others, &few.ids));
        return if is_first { Led::Overlap(id) } else { Led::Doubt };
    }
    let (latest, first) = least::<E>(&bits(late));
    let near = until(early, f32::from_bits(latest));
    if near == 0 {
        return Led::Nothing;
    }
    if !f32::from_bits(latest).is_finite() || near & !E::of_bits(&few.ids).equal(few.ids[first]) != 0 {
        return Led::Doubt;
    }
    match place(first) {
        Some(place) => Led::Enters(few.ids[first], place),
        None => Led::Doubt,
    }
}

impl Shaped {
    /// Where a shape with sharp corners seems to touch a wall that it comes to last along a direction.
    #[inline(always)]
    fn place(&self, silhouette: &Silhouette, mover: &Mover, (few, lane): (&Few, usize), last: i32) -> Option<OnK> {
        let ([hx, hy], [ux, uy]) = (few.half(lane), self.direction);
        if last == OF_WALL {
            // On the left of the wall if it moves to the right.
            let is_left = hx * uy - hy * ux < 0.0;
            let (x, y) = if is_left { (-hy, hx) } else { (hy, -hx) };
            // The vertex that is nearest to it.
            let (mut nearest, mut vertex) = (f32::INFINITY, 0);
            for i in 0..mover.vertices().len() % (Silhouette::MOST + 1) {
                let far = x * self.corners[0][i % Silhouette::MOST] + y * self.corners[1][i % Silhouette::MOST];
                (nearest, vertex) = if far < nearest { (far, i as u16) } else { (nearest, vertex) };
            }
            return Some(OnK::WallSide { vertex, is_left });
        }
        let slab = last as usize % Silhouette::MOST;
        let [x, y] = [silhouette.directions[0][slab], silhouette.directions[1][slab]];
        let is_back = x * ux + y * uy < 0.0;
        let side = silhouette.sides[slab][usize::from(is_back)];
        // The end that it comes to first.
        let is_second = (x * hx + y * hy < 0.0) != is_back;
        (side != Silhouette::NO_SIDE).then_some(OnK::CoreSide { side: side.into(), end: is_second.into() })
    }
}

/// Tests those of some walls that may be touched first.
#[inline(always)]
fn take_first<K: Keep>(nearby: &Few, here: &Here<'_>, search: &mut Search<'_, K>) {
    let Times { early, late, .. } = here.shaped.look(nearby, here.block.length);
    let overlapped = signs(&early);
    if here.is_certain && overlapped != 0 && here.block.seen_from == 0.0 {
        search.overlapped(least_id(overlapped, &nearby.ids));
        // Others that may be touched at the start.
        let mut others = until(&early, 0.0) & !overlapped;
        while others != 0 {
            search.test_seldom(nearby.ids[others.trailing_zeros() as usize % 8]);
            others &= others - 1;
        }
        return;
    }
    let latest = if here.is_certain { earliest(&late) } else { f32::INFINITY };
    in_turn(nearby, (&early, until(&early, latest)), here, search);
}

/// Tests walls in the order of the times before which none is touched; there is a bit for each.
#[inline(always)]
fn in_turn<K: Keep>(nearby: &Few, (early, mut near): (&[f32; 8], u32), here: &Here<'_>, search: &mut Search<'_, K>) {
    let mut tested = None;
    while near != 0 {
        let mut first = near.trailing_zeros() as usize % 8;
        let mut others = near & (near - 1);
        while others != 0 {
            let lane = others.trailing_zeros() as usize % 8;
            first = if early[lane] < early[first] { lane } else { first };
            others &= others - 1;
        }
        let steps = if early[first] < 0.0 { 0.0 } else { early[first] };
        if search.limit < here.swath.time(here.block, steps) - TINY {
            return;
        }
        near &= !(1 << first);
        // Often the same wall is seen in two cells.
        if tested != Some(nearby.ids[first]) {
            search.test_seldom(nearby.ids[first]);
        }
        tested = Some(nearby.ids[first]);
    }
}

/// Where a shape is.
struct Here<'a> {
    swath: &'a Swath,
    block: &'a Block,
    shaped: &'a Shaped,
    /// Whether what it certainly touches counts, whichever wall it is.
    is_certain: bool,
}

/// A bit for each time up to another.
#[inline(always)]
fn until(early: &[f32; 8], latest: f32) -> u32 {
    // What is infinite never comes.
    let (latest, mut beyond) = (if latest < f32::MAX { latest } else { f32::MAX }, [0.0_f32; 8]);
    let mut lane = 0;
    while lane < 8 {
        beyond[lane] = latest - early[lane];
        lane += 1;
    }
    !signs(&beyond) & 0xff
}

/// The first of some times that are not negative.
#[inline(always)]
fn earliest(times: &[f32; 8]) -> f32 {
    f32::from_bits(least::<PlainEight>(&bits(times)).0)
}

/// Times that are not negative have the order of their bits.
#[inline(always)]
pub(super) fn bits(times: &[f32; 8]) -> [u32; 8] {
    let mut bits = [0; 8];
    let mut lane = 0;
    while lane < 8 {
        bits[lane] = times[lane].to_bits();
        lane += 1;
    }
    bits
}

/// The lowest of some ids, of those of a bit each.
#[inline(always)]
fn least_id(bits: u32, ids: &[u32; 8]) -> u32 {
    let mut least = u32::MAX;
    let mut lane = 0;
    while lane < 8 {
        let id = if bits >> lane & 1 == 0 { u32::MAX } else { ids[lane] };
        least = if id < least { id } else { least };
        lane += 1;
    }
    least
}
