//! Many walls, one question: which is touched first?
//!
//! [`Walls`] holds segments and circles and finds the few that matter by one of four strategies. Strategies differ in what
//! they look at, never in what they answer: what a box leaves out is left out for certain, what remains is decided
//! exactly, and of equal times the lowest id wins.

mod batch;
mod bvh;
mod flight;
mod path;
mod piece;
mod quadtree;
mod question;
mod some;
mod tiles;
mod tree;

use crate::aabb::Aabb;
use crate::nearest::distance;
use crate::overlap::{Shape, overlaps};
use crate::point::{Point, Vec2, max, min};
use crate::polygon::Polygon;
use crate::simd;
use crate::sweep::{Hit, Sweep};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use bvh::Bvh;
use path::{Path, fits};
use piece::{Piece, Touched};
use quadtree::Quadtree;
use question::{All, Any, AnyStop, Asking, Counting, Finding, First, Question, Visit};

pub use batch::{Beam, Progress};
pub use piece::Wall;
pub use tiles::merge_tiles;

/// No wall.
const NONE: u32 = u32::MAX;

/// A wall of some [`Walls`]: 0, 1, 2 and so on in the order in which they were put in. Ids are never used again.
/// It means nothing to other walls. There may be up to 2²⁹ walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WallId(u32);

impl WallId {
    /// Where any will do.
    pub(crate) const ANY: WallId = WallId(0);

    /// Its number.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How to find the walls that matter. The answers are the same with all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Strategy {
    /// Ask every wall.
    BruteForce,
    /// Ask every wall whose box overlaps the sweep's.
    Bounds,
    /// Divide a square in four, recurse where both the sweep and walls are.
    Quadtree,
    /// A tree of boxes around walls that are near one another.
    Bvh,
}

impl Strategy {
    /// All of them, the simplest first.
    pub const ALL: [Strategy; 4] = [Strategy::BruteForce, Strategy::Bounds, Strategy::Quadtree, Strategy::Bvh];
}

/// What a question cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Counters {
    /// How many boxes were looked at.
    pub boxes: u64,
    /// How many walls were asked; one that lies in several squares of a quadtree may be asked more than once.
    pub exact: u64,
}

/// Many walls that stand still: segments and circles, each with an id.
///
/// ```
/// use carom::{Segment, Strategy, Sweep, Walls};
/// let wall = |x| Segment::new([x, -1.0], [x, 1.0]);
/// let walls = Walls::new([wall(4.0)?, wall(2.0)?, wall(3.0)?]);
/// let path = Sweep::point([0.0, 0.0], [8.0, 0.0])?;
/// let (id, hit) = walls.first_touch(&path).unwrap();
/// assert_eq!((id.index(), hit.t), (1, 0.25));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walls {
    /// By id.
    pieces: Vec<Piece>,
    /// From low to high, with some that are gone.
    ids: Vec<u32>,
    living: usize,
    /// Whether the strategy may change with the number of walls.
    automatic: bool,
    index: Index,
    /// Walls that are not in the index, because they were put in or moved after it was built.
    loose: Vec<u32>,
    /// How many walls have coordinates too large for boxes.
    extreme: usize,
    /// Of the walls that take something from what bounces off them.
    restitutions: BTreeMap<u32, f64>,
}

#[derive(Clone, Debug)]
enum Index {
    BruteForce,
    Bounds,
    Quadtree(Quadtree),
    Bvh(Bvh),
}

/// Up to so many walls, asking all is quickest.
const FEW: usize = 16;

impl Walls {
    /// These walls, with the strategy that suits their number. When walls are put in, it may change.
    pub fn new(walls: impl IntoIterator<Item: Into<Wall>>) -> Walls {
        let mut walls = Walls { automatic: true, ..Walls::with(Strategy::BruteForce, walls) };
        walls.rebuild();
        walls
    }

    /// These walls, with a strategy of your choice.
    pub fn with(strategy: Strategy, walls: impl IntoIterator<Item: Into<Wall>>) -> Walls {
        let mut restitutions = BTreeMap::new();
        let pieces = (0..).zip(walls).map(|(id, wall)| {
            let wall = wall.into();
            if wall.restitution < 1.0 {
                restitutions.insert(id, wall.restitution);
            }
            Piece::of(&wall)
        });
        let pieces: Vec<Piece> = pieces.collect();
        let ids: Vec<u32> = (0..pieces.len() as u32).collect();
        let index = Index::new(strategy, &pieces, &ids);
        let extreme = pieces.iter().filter(|piece| is_extreme(piece)).count();
        Walls { living: pieces.len(), pieces, ids, automatic: false, index, loose: Vec::new(), extreme, restitutions }
    }

    /// How many walls there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.living
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.living == 0
    }

    /// The strategy in use.
    #[must_use]
    pub fn strategy(&self) -> Strategy {
        match self.index {
            Index::BruteForce => Strategy::BruteForce,
            Index::Bounds => Strategy::Bounds,
            Index::Quadtree(_) => Strategy::Quadtree,
            Index::Bvh(_) => Strategy::Bvh,
        }
    }

    /// A wall, if it is there.
    #[must_use]
    pub fn get(&self, id: WallId) -> Option<Wall> {
        let piece = self.pieces.get(id.index()).filter(|piece| !piece.gone)?;
        let restitution = self.restitutions.get(&id.0).copied().unwrap_or(1.0);
        Some(Wall { restitution, ..piece.wall() })
    }

    /// All ids, from low to high.
    pub fn ids(&self) -> impl Iterator<Item = WallId> + '_ {
        self.living_ids().map(WallId)
    }

    /// Puts in a wall.
    pub fn insert(&mut self, wall: impl Into<Wall>) -> WallId {
        let wall = wall.into();
        let piece = Piece::of(&wall);
        let id = self.pieces.len() as u32;
        self.note_restitution(id, &wall);
        self.extreme += usize::from(is_extreme(&piece));
        self.pieces.push(piece);
        self.ids.push(id);
        self.living += 1;
        self.loosen(id);
        WallId(id)
    }

    /// Puts in the edges of a polygon, each a wall of its own.
    pub fn insert_outline(&mut self, polygon: &Polygon) -> Vec<WallId> {
        polygon.edges().map(|edge| self.insert(edge)).collect()
    }

    /// Takes out a wall; `None` if there is no such wall. A few bytes are kept for each, as ids are not used again.
    pub fn remove(&mut self, id: WallId) -> Option<Wall> {
        let wall = self.get(id)?;
        self.forget(id.0);
        self.restitutions.remove(&id.0);
        let piece = &mut self.pieces[id.index()];
        piece.gone = true;
        self.extreme -= usize::from(is_extreme(piece));
        self.living -= 1;
        if 2 * self.living + 64 < self.ids.len() {
            self.ids.retain(|&id| !self.pieces[id as usize].gone);
        }
        Some(wall)
    }

    /// Puts a wall in the place of another, whose id it gets: how a wall moves. `None` if there is no such wall, and then
    /// nothing is done.
    pub fn replace(&mut self, id: WallId, wall: impl Into<Wall>) -> Option<Wall> {
        let old = self.get(id)?;
        self.forget(id.0);
        let wall = wall.into();
        let piece = Piece::of(&wall);
        self.note_restitution(id.0, &wall);
        self.extreme -= usize::from(is_extreme(&self.pieces[id.index()]));
        self.extreme += usize::from(is_extreme(&piece));
        self.pieces[id.index()] = piece;
        self.loosen(id.0);
        Some(old)
    }

    /// Builds the index anew. Answers stay the same; after many changes they come quicker.
    pub fn rebuild(&mut self) {
        let strategy = match self.strategy() {
            _ if self.automatic && self.living <= FEW => Strategy::BruteForce,
            _ if self.automatic => Strategy::Bvh,
            strategy => strategy,
        };
        self.ids.retain(|&id| !self.pieces[id as usize].gone);
        self.index = Index::new(strategy, &self.pieces, &self.ids);
        self.loose = Vec::new();
    }

    /// How many bytes all of this takes, without what the allocator adds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let index = match &self.index {
            Index::BruteForce | Index::Bounds => 0,
            Index::Quadtree(tree) => tree.bytes(),
            Index::Bvh(tree) => tree.bytes(),
        };
        let ids = self.ids.capacity() + self.loose.capacity();
        index + size_of::<Piece>() * self.pieces.capacity() + size_of::<u32>() * ids
    }

    /// The same questions among those walls only whose mask shares a bit with this one.
    #[must_use]
    pub fn only(&self, mask: u32) -> View<'_> {
        View { walls: self, mask: Some(mask) }
    }

    pub(crate) fn all(&self) -> View<'_> {
        View { walls: self, mask: None }
    }

    fn living_ids(&self) -> impl Iterator<Item = u32> + '_ {
        self.ids.iter().copied().filter(|&id| !self.pieces[id as usize].gone)
    }

    /// The id that the next wall gets.
    pub(crate) fn next_id(&self) -> WallId {
        WallId(self.pieces.len() as u32)
    }

    fn note_restitution(&mut self, id: u32, wall: &Wall) {
        if wall.restitution < 1.0 {
            self.restitutions.insert(id, wall.restitution);
        } else {
            self.restitutions.remove(&id);
        }
    }

    /// The middle of all walls, and how far they reach from there at most; `None` if there are none.
    pub(crate) fn surroundings(&self) -> Option<(Point, f64)> {
        let [low_x, high_x, low_y, high_y] = self.extent()?;
        let middle = Point::new(low_x / 2.0 + high_x / 2.0, low_y / 2.0 + high_y / 2.0);
        let reach = (high_x / 2.0 - low_x / 2.0) + (high_y / 2.0 - low_y / 2.0);
        Some((middle, reach))
    }

    /// A box around all walls: min x, max x, min y, max y.
    pub(crate) fn extent(&self) -> Option<[f64; 4]> {
        let boxes = self.living_ids().map(|id| self.pieces[id as usize].bounds());
        boxes.reduce(|a, b| [min(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), max(a[3], b[3])])
    }

    /// The bits that the masks of all walls have.
    pub(crate) fn common_mask(&self) -> u32 {
        self.living_ids().fold(u32::MAX, |mask, id| mask & self.pieces[id as usize].mask)
    }

    /// Takes a wall out of the index or the loose ones.
    fn forget(&mut self, id: u32) {
        if let Some(place) = self.loose.iter().position(|&other| other == id) {
            self.loose.swap_remove(place);
            return;
        }
        match &mut self.index {
            Index::BruteForce | Index::Bounds => {}
            Index::Quadtree(tree) => tree.remove(id, &self.pieces[id as usize].aabb()),
            Index::Bvh(tree) => tree.remove(id),
        }
    }

    /// Notes a wall that the index does not know; when there are many, a new one is built.
    fn loosen(&mut self, id: u32) {
        if matches!(self.index, Index::BruteForce | Index::Bounds) && !self.automatic {
            return;
        }
        if !matches!(self.index, Index::BruteForce | Index::Bounds) {
            self.loose.push(id);
        }
        if FEW + 4 * self.living.isqrt() < self.loose.len()
            || (self.automatic && self.loose.is_empty() && FEW < self.living)
        {
            self.rebuild();
        }
    }
}

/// The questions, asked of all walls.
impl Walls {
    /// The wall that a sweep touches first, and how; of several touched at the same exact time, the one with the lowest id.
    #[inline]
    #[must_use]
    pub fn first_touch(&self, sweep: &Sweep) -> Option<(WallId, Hit)> {
        self.all().first_touch(sweep)
    }

    /// The same, counting what it cost.
    #[must_use]
    pub fn first_touch_counted(&self, sweep: &Sweep) -> (Option<(WallId, Hit)>, Counters) {
        let mut counters = Counters::default();
        let first = self.all().first(sweep, Wanted::Touch, &mut counters);
        (first, counters)
    }

    /// The wall that stops a sweep first: as [`Walls::first_touch`], but a disc that touches a wall and leaves, slides or
    /// stays without going deeper is not stopped by it ([`Contact::stops`](crate::Contact::stops)).
    #[must_use]
    pub fn first_stop(&self, sweep: &Sweep) -> Option<(WallId, Hit)> {
        self.all().first_stop(sweep)
    }

    /// All walls that a sweep touches, in order of exact time, then of id.
    #[must_use]
    pub fn touches(&self, sweep: &Sweep) -> Vec<(WallId, Hit)> {
        self.all().touches(sweep)
    }

    /// Whether a sweep touches any wall.
    #[must_use]
    pub fn touches_any(&self, sweep: &Sweep) -> bool {
        self.all().touches_any(sweep)
    }

    /// The walls that share a point with a shape, from the lowest id to the highest.
    #[must_use]
    pub fn meeting<'a>(&self, shape: impl Into<Shape<'a>>) -> Vec<WallId> {
        self.all().meeting(shape)
    }

    /// The wall nearest to a point and its distance, rounded toward zero; of several whose distances round alike,
    /// the one with the lowest id. `None` if there is no wall or the point is not finite.
    #[must_use]
    pub fn nearest(&self, point: impl Into<Point>) -> Option<(WallId, f64)> {
        self.all().nearest(point)
    }
}

/// Some of the walls: those whose mask shares a bit with the view's.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    walls: &'a Walls,
    /// `None` admits all, also walls whose mask is empty.
    mask: Option<u32>,
}

/// Which touches count.
#[derive(Clone, Copy, PartialEq)]
enum Wanted {
    Touch,
    Stop,
}

impl View<'_> {
    /// See [`Walls::first_touch`].
    #[inline]
    #[must_use]
    pub fn first_touch(&self, sweep: &Sweep) -> Option<(WallId, Hit)> {
        self.first(sweep, Wanted::Touch, &mut ())
    }

    /// See [`Walls::first_stop`].
    #[must_use]
    pub fn first_stop(&self, sweep: &Sweep) -> Option<(WallId, Hit)> {
        self.first(sweep, Wanted::Stop, &mut ())
    }

    /// See [`Walls::touches`].
    #[must_use]
    pub fn touches(&self, sweep: &Sweep) -> Vec<(WallId, Hit)> {
        let mut all = simd::run(Asking { view: *self, sweep, visit: All(Vec::new()) }).0;
        all.sort_by(|a, b| a.order(b, sweep, &self.walls.pieces));
        // A wall may have been met in several squares.
        all.dedup_by_key(|touched| touched.id);
        all.iter().filter_map(|touched| self.hit(sweep, touched)).collect()
    }

    /// See [`Walls::touches_any`].
    #[must_use]
    pub fn touches_any(&self, sweep: &Sweep) -> bool {
        simd::run(Asking { view: *self, sweep, visit: Any(false) }).0
    }

    /// See [`Walls::meeting`].
    #[must_use]
    pub fn meeting<'a>(&self, shape: impl Into<Shape<'a>>) -> Vec<WallId> {
        let shape = shape.into();
        if !shape.is_finite() {
            return Vec::new();
        }
        let bounds = match shape {
            Shape::Point(point) => Aabb::of_ends([point, point]),
            Shape::Segment(segment) => Aabb::of_ends(segment.ends()),
            Shape::Circle(circle) => circle.aabb(),
            Shape::Aabb(aabb) => *aabb,
            Shape::Polygon(polygon) => polygon.aabb(),
        };
        let mut ids = Vec::new();
        let mut ask = |id: u32| {
            let piece = &self.walls.pieces[id as usize];
            if self.admits(piece) && piece.aabb().overlaps_box(&bounds) && overlaps(piece.wall().shape(), shape) {
                ids.push(WallId(id));
            }
        };
        match &self.walls.index {
            Index::BruteForce | Index::Bounds => self.walls.living_ids().for_each(&mut ask),
            Index::Quadtree(tree) => tree.overlapping(&bounds, &mut ask),
            Index::Bvh(tree) => tree.overlapping(&bounds, &mut ask),
        }
        self.walls.loose.iter().for_each(|&id| ask(id));
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// See [`Walls::nearest`].
    #[must_use]
    pub fn nearest(&self, point: impl Into<Point>) -> Option<(WallId, f64)> {
        let point = point.into();
        if !point.is_finite() {
            return None;
        }
        let mut best: Option<(u32, f64)> = None;
        let mut ask = |id: u32| {
            let piece = &self.walls.pieces[id as usize];
            if self.admits(piece) {
                let distance = distance(point, piece.wall().shape());
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
            ask(id);
        });
        match &self.walls.index {
            Index::BruteForce | Index::Bounds => self.walls.living_ids().for_each(|id| {
                ask(id);
            }),
            Index::Quadtree(tree) => tree.nearest(point, &mut ask),
            Index::Bvh(tree) => tree.nearest(point, &mut ask),
        }
        best.map(|(id, distance)| (WallId(id), distance))
    }

    /// Whether nothing stops a sweep.
    pub(crate) fn is_clear(&self, sweep: &Sweep) -> bool {
        let mut any = AnyStop(false);
        self.each_touch(sweep, &mut any, &mut ());
        !any.0
    }

    pub(crate) fn walls(&self) -> &Walls {
        self.walls
    }

    /// How much of its speed into a wall a body keeps at most.
    pub(crate) fn restitution(&self, id: WallId) -> f64 {
        self.walls.restitutions.get(&id.0).copied().unwrap_or(1.0)
    }

    /// The middle of all walls, and how far they reach from there at most; `None` if there are none.
    pub(crate) fn surroundings(&self) -> Option<(Point, f64)> {
        self.walls.surroundings()
    }

    #[inline]
    fn first(&self, sweep: &Sweep, wanted: Wanted, count: &mut impl Counting) -> Option<(WallId, Hit)> {
        simd::run(Finding { view: *self, sweep, wanted, count })
    }

    /// The same within something that runs with wide vectors already.
    #[inline(always)]
    fn find(&self, sweep: &Sweep, wanted: Wanted, count: &mut impl Counting) -> Option<(WallId, Hit)> {
        let mut first = First { sweep, pieces: &self.walls.pieces, wanted, best: None };
        self.each_touch(sweep, &mut first, count);
        self.hit(sweep, &first.best?)
    }

    #[inline(always)]
    fn hit(&self, sweep: &Sweep, touched: &Touched) -> Option<(WallId, Hit)> {
        let piece = &self.walls.pieces[touched.id as usize];
        // Number by number: copied as a whole, it would wait for numbers that were written just before.
        let Hit { t, point: Point { x, y }, normal, feature, contact } = piece.hit(sweep, touched)?;
        let (point, normal) = (Point::new(x, y), Vec2::new(normal.x, normal.y));
        Some((WallId(touched.id), Hit { t, point, normal, feature, contact }))
    }

    #[inline(always)]
    fn admits(&self, piece: &Piece) -> bool {
        !piece.gone && self.mask.is_none_or(|mask| piece.mask & mask != 0)
    }

    /// Shows all touches of a sweep, each at least once and in any order, for as long as they matter.
    #[inline(always)]
    fn each_touch<V: Visit>(&self, sweep: &Sweep, visit: &mut V, count: &mut impl Counting) {
        let walls = self.walls;
        let mut question = Question { view: *self, sweep, visit, limit: 1.0, asked: 0 };
        if !walls.loose.is_empty() {
            let reach = sweep.reach();
            let near = |id: &u32| walls.pieces[*id as usize].aabb().overlaps_box(&reach);
            question.ask_all(walls.loose.iter().copied().filter(near));
        }
        let frame = match &walls.index {
            Index::Bvh(tree) if walls.extreme == 0 => Some(tree.frame()),
            Index::Quadtree(tree) if walls.extreme == 0 => Some(tree.frame()),
            _ => None,
        };
        let path = frame.and_then(|frame| Path::of(sweep, frame));
        match (&walls.index, path) {
            (Index::Bvh(tree), Some(path)) => {
                tree.ask(&path, &mut question, count);
            }
            (Index::Quadtree(tree), Some(path)) => {
                tree.ask(&path, &mut question, count);
            }
            (Index::Bounds, _) => {
                let reach = sweep.reach();
                count.boxes(walls.living as u64);
                question
                    .ask_all(walls.living_ids().filter(|&id| walls.pieces[id as usize].aabb().overlaps_box(&reach)));
            }
            // Numbers too large for boxes are asked wall by wall; loose ones twice, which does no harm.
            (Index::BruteForce, _) | (_, None) => question.ask_all(walls.living_ids()),
        }
        count.exact(question.asked);
    }
}

impl Index {
    fn new(strategy: Strategy, pieces: &[Piece], ids: &[u32]) -> Index {
        match strategy {
            Strategy::BruteForce => Index::BruteForce,
            Strategy::Bounds => Index::Bounds,
            Strategy::Quadtree => Index::Quadtree(Quadtree::new(pieces, ids.to_vec())),
            Strategy::Bvh => Index::Bvh(Bvh::new(pieces, ids)),
        }
    }
}

/// Whether a wall has coordinates too large for boxes.
fn is_extreme(piece: &Piece) -> bool {
    !piece.bounds().into_iter().all(fits)
}
