//! The questions to all walls or to some of them, and the course of a point's or disc's.
//!
//! The course of a question, from the call to the hit:
//!
//! 1. [`Walls::first_touch`] goes to the view of all walls, and [`View::first_touch`] (`moving.rs`) to `first`, which switches to the widest vectors the machine has (`simd.rs`).
//! 2. `each_touch` goes through the indices. Each sees the sweep in its own numbers (`path.rs`) and walks its tree (`tree.rs`), which
//!    leaves out only boxes and walls that are left out for certain.
//! 3. The walls that are left are tested one by one (`search.rs`): does the sweep touch it, and when (`touch.rs`)?
//! 4. Of the touches the first is kept, by exact time, then by id (`touch.rs`, by the tie rule of `sweep/mod.rs`).
//!    No box that is entered later is looked at any more.
//! 5. The hit is made from that touch.

use super::Walls;
use super::bvh::Bvh;
use super::grid::Grid;
use super::index::Index;
use super::passing::Asked;
use super::search::{All, Any, AnyStop, CostCounter, First, Keep, Search, Wanted};
use super::stretch::Met;
use super::touch::WallTouch;
use super::wall::{StoredWall, WallId};
use crate::exact::Side;
use crate::exact::look::are_apart_by;
use crate::intersect::intersects;
use crate::nearest::distance;
use crate::point::{Point, Vec2};
use crate::shape::Shape;
use crate::simd::{self, Kernel, Machine};
use crate::sweep::{Feature, Hit, MoverPart, Sweep};
use alloc::vec::Vec;

/// Some of the walls, to ask the same questions of: those whose mask shares a bit with the view's. See [`Walls::only`].
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    pub(super) walls: &'a Walls,
    /// `None` admits all, also walls whose mask is empty.
    pub(super) mask: Option<u32>,
}

/// The questions to all walls.
impl Walls {
    /// A view of those walls only whose mask shares a bit with this one, to ask the same questions of.
    ///
    /// ```
    /// use carom::{Segment, Sweep, Wall, Walls};
    /// let glass = Wall::from(Segment::new([2, -1], [2, 1])?).with_mask(0b01);
    /// let stone = Wall::from(Segment::new([4, -1], [4, 1])?).with_mask(0b10);
    /// let walls = Walls::new([glass, stone]);
    /// let sight = Sweep::point([0, 0], [8, 0])?;
    /// assert_eq!(walls.first_touch(&sight).unwrap().1.t, 0.25);
    /// assert_eq!(walls.only(0b10).first_touch(&sight).unwrap().1.t, 0.5);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn only(&self, mask: u32) -> View<'_> {
        View { walls: self, mask: Some(mask) }
    }

    pub(crate) fn all(&self) -> View<'_> {
        View { walls: self, mask: None }
    }

    /// The walls that share a point with a shape, from the lowest id to the highest.
    ///
    /// ```
    /// use carom::{Circle, Segment, Walls};
    /// let wall = |x| Segment::new([x, -1], [x, 1]);
    /// let walls = Walls::new([wall(4)?, wall(2)?, wall(30)?]);
    /// let ids = walls.intersecting(&Circle::new([3, 0], 1.0)?);
    /// assert_eq!(ids.iter().map(|id| id.index()).collect::<Vec<usize>>(), [0, 1]);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn intersecting<'a>(&self, shape: impl Into<Shape<'a>>) -> Vec<WallId> {
        self.all().intersecting(shape)
    }

    /// The wall nearest to a point and its distance, rounded toward zero; of several whose distances round alike,
    /// the one with the lowest id. `None` if there is no wall or the point is not finite.
    ///
    /// ```
    /// use carom::{Segment, Walls};
    /// let wall = |x| Segment::new([x, -1], [x, 1]);
    /// let walls = Walls::new([wall(4)?, wall(2)?, wall(30)?]);
    /// let (id, distance) = walls.nearest([0, 0]).unwrap();
    /// assert_eq!((id.index(), distance), (1, 2.0));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn nearest(&self, point: impl Into<Point>) -> Option<(WallId, f64)> {
        self.all().nearest(point)
    }
}

/// The same questions to the walls of a view.
impl View<'_> {
    /// As [`Walls::intersecting`], among the walls of this view.
    #[must_use]
    pub fn intersecting<'a>(&self, shape: impl Into<Shape<'a>>) -> Vec<WallId> {
        let shape = shape.into();
        let Some(bounds) = shape.aabb() else { return Vec::new() };
        let mut ids = Vec::new();
        let mut test = |id: u32| {
            let wall = &self.walls.stored[id as usize];
            if wall.is_in(self.mask) && wall.aabb().overlaps_box(&bounds) && intersects(wall.wall().shape(), shape) {
                ids.push(WallId(id));
            }
        };
        for index in self.walls.indices() {
            match index {
                Index::BruteForce | Index::Bounds => self.walls.living_ids().for_each(&mut test),
                Index::Quadtree(tree) => tree.overlapping(&bounds, &mut test),
                Index::Bvh(tree) => tree.overlapping(&bounds, &mut test),
                Index::Grid(grid) => grid.overlapping(&bounds, &mut test),
            }
        }
        self.walls.loose.iter().for_each(|&id| test(id));
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// As [`Walls::nearest`], among the walls of this view.
    #[must_use]
    pub fn nearest(&self, point: impl Into<Point>) -> Option<(WallId, f64)> {
        let point = point.into();
        if !point.is_finite() {
            return None;
        }
        let mut best: Option<(u32, f64)> = None;
        let mut test = |id: u32| {
            let wall = &self.walls.stored[id as usize];
            let is_beyond = best.is_some_and(|(_, least)| wall.is_beyond(point, least));
            if wall.is_in(self.mask) && !is_beyond {
                let distance = distance(point, wall.wall().shape());
                if best.is_none_or(|(other, least)| distance < least || (distance == least && id < other)) {
                    best = Some((id, distance));
                }
            }
            // The exact distance may be a unit in the last place more; squaring and all else is off by less than that.
            best.map_or(f64::INFINITY, |(_, least)| {
                let least = least * (1.0 + 8.0 * f64::EPSILON);
                least * least + f64::MIN_POSITIVE
            })
        };
        self.walls.loose.iter().for_each(|&id| {
            test(id);
        });
        for index in self.walls.indices() {
            match index {
                Index::BruteForce | Index::Bounds => self.walls.living_ids().for_each(|id| {
                    test(id);
                }),
                Index::Quadtree(tree) => tree.nearest(point, &mut test),
                Index::Bvh(tree) => tree.nearest(point, &mut test),
                Index::Grid(grid) => grid.nearest(point, &mut test),
            }
        }
        best.map(|(id, distance)| (WallId(id), distance))
    }
}

/// The course of a question about a sweep.
impl View<'_> {
    /// The first touch, or the first that stops.
    #[inline]
    pub(super) fn first<C: CostCounter>(&self, sweep: &Sweep, wanted: Wanted, cost: &mut C) -> Option<(WallId, Hit)> {
        match self.only_grid() {
            Some(grid) if sweep.radius() == 0.0 && !C::COUNTS => {
                simd::run(FirstOfPoint { grid, view: *self, sweep, wanted })
            }
            Some(grid) if sweep.radius() > 0.0 => simd::run(FirstOfDisc { grid, view: self, sweep, wanted, cost }),
            None if self.only_tree().is_some_and(|tree| tree.is_clear(sweep)) => None,
            _ => simd::run(FirstTouch { view: *self, sweep, wanted, cost }),
        }
    }

    /// The same where a grid is of no use.
    #[cold]
    #[inline(never)]
    pub(super) fn first_without_grid(&self, sweep: &Sweep, wanted: Wanted) -> Option<(WallId, Hit)> {
        simd::run(FirstTouch { view: *self, sweep, wanted, cost: &mut () })
    }

    /// All touches in order.
    pub(super) fn ordered_touches(&self, sweep: &Sweep) -> Vec<(WallId, Hit)> {
        let mut all = self.unordered_touches(sweep);
        all.sort_by(|a, b| a.order(b, sweep, &self.walls.stored));
        // A wall may have been met in several squares.
        all.dedup_by_key(|touch| touch.id);
        all.iter().filter_map(|touch| simd::run(HitOf { view: *self, sweep, touch })).collect()
    }

    /// Whether there is any touch.
    pub(super) fn any_touch(&self, sweep: &Sweep) -> bool {
        self.touches_kept(sweep, Any(false), &mut ()).0
    }

    /// All touches, in any order, some of them more than once.
    pub(super) fn unordered_touches(&self, sweep: &Sweep) -> Vec<WallTouch> {
        self.touches_kept(sweep, All(Vec::new()), &mut ()).0
    }

    /// What is kept of all touches.
    pub(super) fn touches_kept<K: Keep>(&self, sweep: &Sweep, mut keep: K, cost: &mut impl CostCounter) -> K {
        self.keep_touches(sweep, &mut keep, cost);
        keep
    }

    /// Shows all touches to what keeps them.
    pub(super) fn keep_touches<K: Keep>(&self, sweep: &Sweep, keep: &mut K, cost: &mut impl CostCounter) {
        simd::run(EachTouch { view: *self, sweep, keep, cost });
    }

    /// The same with every wall tested.
    pub(super) fn keep_touches_of_all<K: Keep>(&self, sweep: &Sweep, keep: &mut K, cost: &mut impl CostCounter) {
        let mut search = self.search(sweep, keep);
        search.test_all(self.walls.living_ids());
        cost.exact(search.tested);
    }

    /// The grid that all walls are in, if there is one.
    #[inline(always)]
    pub(super) fn only_grid(&self) -> Option<&Grid> {
        let Index::Grid(grid) = &self.walls.index else { return None };
        let is_all = self.walls.younger.is_empty() && self.walls.loose.is_empty() && self.walls.extreme == 0;
        (is_all && grid.has_all()).then_some(grid)
    }

    /// The tree of boxes that all walls are in, if there is one.
    #[inline(always)]
    pub(super) fn only_tree(&self) -> Option<&Bvh> {
        let Index::Bvh(tree) = &self.walls.index else { return None };
        let is_all = self.walls.younger.is_empty() && self.walls.loose.is_empty() && self.walls.extreme == 0;
        is_all.then_some(tree)
    }

    /// The first touch and its hit, within something that runs with wide vectors already. If there is [only a tree](View::only_tree), it has been asked
    /// whether the sweep is clear.
    #[inline(always)]
    pub(super) fn find<M: Machine>(
        &self,
        sweep: &Sweep,
        wanted: Wanted,
        cost: &mut impl CostCounter,
    ) -> Option<(WallId, Hit)> {
        let mut first = First { sweep, stored: &self.walls.stored, wanted, best: None };
        let is_asked = self.only_tree().is_some();
        self.each_touch::<M, _>(sweep, is_asked, &mut first, cost);
        self.hit::<M>(sweep, &first.best?)
    }

    /// The same for a disc among walls that are all in a grid: see `stretch.rs`.
    #[inline(always)]
    pub(super) fn first_of_disc<M: Machine, C: CostCounter>(
        &self,
        grid: &Grid,
        sweep: &Sweep,
        wanted: Wanted,
        cost: &mut C,
    ) -> Option<(WallId, Hit)> {
        let segment = |id: u32| &self.walls.stored[id as usize].segment;
        let met = if self.is_as_built() { grid.stroll::<M>(sweep, &self.walls.stored, cost) } else { Met::Doubt };
        let (id, hit) = match met {
            Met::Nothing => return None,
            Met::Doubt => return self.first_in_doubt(grid, sweep, wanted, cost),
            Met::Overlap(id, feature) => (id, sweep.certain_hit_in_overlap::<M>(segment(id), feature)),
            Met::Entered(id, Feature::Side) => (id, sweep.certain_hit_into_side::<M>(segment(id))),
            Met::Entered(id, feature) => (id, sweep.certain_hit_into_end::<M>(segment(id), feature)),
        };
        let Some(hit) = hit else { return self.hit_in_doubt(sweep, met) };
        Some((WallId(id), hit))
    }

    /// The same for any sweep of which a look in passing does not tell enough.
    pub(super) fn first_apart(&self, grid: &Grid, sweep: &Sweep, wanted: Wanted) -> Option<(WallId, Hit)> {
        if sweep.radius() > 0.0 {
            self.first_in_doubt(grid, sweep, wanted, &mut ())
        } else {
            self.first(sweep, wanted, &mut ())
        }
    }

    /// The hit of a touch whose rounding is in doubt.
    #[cold]
    #[inline(never)]
    fn hit_in_doubt(&self, sweep: &Sweep, met: Met) -> Option<(WallId, Hit)> {
        let segment = |id: u32| &self.walls.stored[id as usize].segment;
        match met {
            Met::Nothing | Met::Doubt => None,
            Met::Overlap(id, feature) => Some((WallId(id), sweep.overlap_hit_in_doubt(segment(id), feature))),
            Met::Entered(id, Feature::Side) => Some((WallId(id), sweep.side_hit_in_doubt(segment(id)))),
            Met::Entered(id, feature) => Some((WallId(id), sweep.end_hit_in_doubt(segment(id), feature))),
        }
    }

    #[cold]
    #[inline(never)]
    fn first_in_doubt<C: CostCounter>(
        &self,
        grid: &Grid,
        sweep: &Sweep,
        wanted: Wanted,
        cost: &mut C,
    ) -> Option<(WallId, Hit)> {
        simd::run(FirstInDoubt { grid, view: *self, sweep, wanted, cost })
    }

    /// Shows all touches of a sweep, each at least once and in any order, for as long as they matter. Trees may have been asked whether it is clear.
    #[inline(always)]
    fn each_touch<M: Machine, K: Keep>(
        &self,
        sweep: &Sweep,
        is_asked: bool,
        keep: &mut K,
        cost: &mut impl CostCounter,
    ) {
        let walls = self.walls;
        let mut search = self.search(sweep, keep);
        if !walls.loose.is_empty() {
            let reach = sweep.reach();
            let near = |id: &u32| walls.stored[*id as usize].aabb().overlaps_box(&reach);
            search.test_all(walls.loose.iter().copied().filter(near));
        }
        for index in walls.indices() {
            let is_done = match index {
                Index::Bounds => {
                    let reach = sweep.reach();
                    let near = |id: &u32| walls.stored[*id as usize].aabb().overlaps_box(&reach);
                    cost.boxes(walls.living as u64);
                    search.test_all(walls.living_ids().filter(near));
                    true
                }
                // Numbers too large for boxes are tested wall by wall; some of them twice, which does no harm.
                Index::BruteForce => false,
                _ if walls.extreme > 0 => false,
                Index::Quadtree(tree) => tree.search(&mut search, cost),
                Index::Bvh(tree) if !is_asked && tree.is_clear(sweep) => true,
                Index::Bvh(tree) => tree.search(&mut search, cost),
                Index::Grid(grid) => grid.search::<M, K>(&mut search, cost),
            };
            if !is_done {
                search.test_all(walls.living_ids());
                break;
            }
        }
        cost.exact(search.tested);
    }

    #[inline(always)]
    pub(super) fn search<'s, K: Keep>(&'s self, sweep: &'s Sweep, keep: &'s mut K) -> Search<'s, K> {
        let is_as_built = self.is_as_built();
        Search { stored: &self.walls.stored, mask: self.mask, sweep, keep, limit: 1.0, is_as_built, tested: 0 }
    }

    /// What a point in a grid is asked about.
    #[inline(always)]
    pub(super) fn asked(&self, wanted: Wanted) -> Asked<'_> {
        Asked { stored: &self.walls.stored, mask: self.mask, wanted, is_as_built: self.is_as_built() }
    }

    /// Whether all plain walls are in this view, and where they were when the indices were built.
    #[inline(always)]
    pub(super) fn is_as_built(&self) -> bool {
        self.mask.is_none() && !self.walls.is_changed
    }

    #[inline(always)]
    pub(super) fn hit<M: Machine>(&self, sweep: &Sweep, touch: &WallTouch) -> Option<(WallId, Hit)> {
        let wall = &self.walls.stored[touch.id as usize];
        // Number by number: copied as a whole, it would wait for numbers that were written just before.
        let Hit { t, point: Point { x, y }, normal, feature, contact, .. } = wall.hit::<M>(sweep, touch)?;
        let (point, normal) = (Point::new(x, y), Vec2::new(normal.x, normal.y));
        Some((WallId(touch.id), Hit { t, point, normal, feature, contact, mover: MoverPart::Whole }))
    }
}

/// [`View::find`] with wide vectors.
struct FirstTouch<'a, C> {
    view: View<'a>,
    sweep: &'a Sweep,
    wanted: Wanted,
    cost: &'a mut C,
}

impl<C: CostCounter> Kernel for FirstTouch<'_, C> {
    type Output = Option<(WallId, Hit)>;

    #[inline(always)]
    fn run<M: Machine>(self) -> Self::Output {
        self.view.find::<M>(self.sweep, self.wanted, self.cost)
    }
}

/// [`View::hit`] with wide vectors.
struct HitOf<'a> {
    view: View<'a>,
    sweep: &'a Sweep,
    touch: &'a WallTouch,
}

impl Kernel for HitOf<'_> {
    type Output = Option<(WallId, Hit)>;

    #[inline(always)]
    fn run<M: Machine>(self) -> Self::Output {
        self.view.hit::<M>(self.sweep, self.touch)
    }
}

/// [`View::find`] for a point, where all walls are in a grid.
struct FirstOfPoint<'a> {
    grid: &'a Grid,
    view: View<'a>,
    sweep: &'a Sweep,
    wanted: Wanted,
}

impl Kernel for FirstOfPoint<'_> {
    type Output = Option<(WallId, Hit)>;

    #[inline(always)]
    fn run<M: Machine>(self) -> Self::Output {
        let FirstOfPoint { grid, view, sweep, wanted } = self;
        let Some(path) = grid.seen(sweep) else { return view.first_without_grid(sweep, wanted) };
        let way = grid.way(&path)?;
        let asked = view.asked(wanted);
        grid.follow::<M>(way, sweep, &asked).hit::<M>(sweep, asked.stored)
    }
}

/// The same for a disc.
struct FirstOfDisc<'a, C> {
    grid: &'a Grid,
    view: &'a View<'a>,
    sweep: &'a Sweep,
    wanted: Wanted,
    cost: &'a mut C,
}

impl<C: CostCounter> Kernel for FirstOfDisc<'_, C> {
    type Output = Option<(WallId, Hit)>;

    #[inline(always)]
    fn run<M: Machine>(self) -> Self::Output {
        let FirstOfDisc { grid, view, sweep, wanted, cost } = self;
        view.first_of_disc::<M, C>(grid, sweep, wanted, cost)
    }
}

/// The same where that is not known at once.
struct FirstInDoubt<'a, C> {
    grid: &'a Grid,
    view: View<'a>,
    sweep: &'a Sweep,
    wanted: Wanted,
    cost: &'a mut C,
}

impl<C: CostCounter> Kernel for FirstInDoubt<'_, C> {
    type Output = Option<(WallId, Hit)>;

    #[inline(always)]
    fn run<M: Machine>(self) -> Self::Output {
        let FirstInDoubt { grid, view, sweep, wanted, cost } = self;
        let mut first = First { sweep, stored: &view.walls.stored, wanted, best: None };
        let mut search = view.search(sweep, &mut first);
        if !grid.search_for_disc(&mut search, cost) {
            return simd::run(FirstTouch { view, sweep, wanted, cost });
        }
        cost.exact(search.tested);
        view.hit::<M>(sweep, &first.best?)
    }
}

/// [`View::each_touch`] with wide vectors.
struct EachTouch<'a, K, C> {
    view: View<'a>,
    sweep: &'a Sweep,
    keep: &'a mut K,
    cost: &'a mut C,
}

impl<K: Keep, C: CostCounter> Kernel for EachTouch<'_, K, C> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self) {
        self.view.each_touch::<M, K>(self.sweep, false, self.keep, self.cost);
    }
}

/// What bounces and bodies need to know of the walls.
impl View<'_> {
    pub(crate) fn walls(&self) -> &Walls {
        self.walls
    }

    /// How much of its speed into a wall a body keeps at most.
    pub(crate) fn restitution(&self, id: WallId) -> f64 {
        self.walls.restitution(id)
    }

    /// The friction of a wall.
    pub(crate) fn friction(&self, id: WallId) -> f64 {
        self.walls.friction(id)
    }

    /// The middle of all walls, and how far they reach from there at most; `None` if there are none.
    pub(crate) fn surroundings(&self) -> Option<(Point, f64)> {
        self.walls.surroundings()
    }

    /// The walls that leave no room for a body in a place. One that has one side only leaves room to what is behind it, and to a disc
    /// alone; from the front nobody gets so near.
    pub(crate) fn in_the_way_of(&self, at: Point, radius: f64) -> impl Iterator<Item = WallId> + use<> {
        let touches = self.ordered_touches(&Sweep::moving(at, at, radius)).into_iter();
        touches.filter(move |(_, hit)| radius == 0.0 || hit.contact.stops()).map(|(wall, _)| wall)
    }

    /// Whether nothing stops a sweep.
    pub(crate) fn is_clear(&self, sweep: &Sweep) -> bool {
        !self.touches_kept(sweep, AnyStop(false), &mut ()).0
    }

    /// As [`View::is_clear`]; where all walls would be tested, those that a quick look shows to be apart are left out.
    #[inline]
    pub(crate) fn is_clear_looking(&self, sweep: &Sweep) -> bool {
        if !matches!(self.walls.index, Index::BruteForce) {
            return self.is_clear(sweep);
        }
        let mut any = AnyStop(false);
        self.search(sweep, &mut any).test_all(self.near(&self.walls.ids, sweep, sweep.radius()));
        !any.0
    }

    /// The first touch that stops, in the same manner.
    #[inline]
    pub(crate) fn first_stop_looking(&self, sweep: &Sweep) -> Option<(WallId, Hit)> {
        if !matches!(self.walls.index, Index::BruteForce) {
            return self.first(sweep, Wanted::Stop, &mut ());
        }
        let mut first = First { sweep, stored: &self.walls.stored, wanted: Wanted::Stop, best: None };
        self.search(sweep, &mut first).test_all(self.near(&self.walls.ids, sweep, sweep.radius()));
        simd::run(HitOf { view: *self, sweep, touch: &first.best? })
    }

    /// Some walls without those that are further from a sweep's path than a radius and their own, for certain.
    #[inline(always)]
    pub(super) fn near<'v>(&'v self, ids: &'v [u32], path: &Sweep, radius: f64) -> impl Iterator<Item = u32> + 'v {
        let ends = path.ends();
        ids.iter().copied().filter(move |&id| {
            let wall = &self.walls.stored[id as usize];
            !are_apart_by(ends, [wall.a(), wall.b()], radius + wall.radius)
        })
    }

    /// All walls, if they are at most so many segments with two sides.
    pub(crate) fn plain_segments(&self, most: usize) -> Option<Vec<(WallId, [Point; 2])>> {
        let walls = || self.walls.living_ids().map(|id| (WallId(id), &self.walls.stored[id as usize]));
        let is_plain = |wall: &StoredWall| wall.radius == 0.0 && wall.a() != wall.b() && wall.side == Side::On;
        if self.walls.living > most || !walls().all(|(_, wall)| is_plain(wall)) {
            return None;
        }
        Some(walls().filter(|(_, wall)| wall.is_in(self.mask)).map(|(id, wall)| (id, [wall.a(), wall.b()])).collect())
    }
}
