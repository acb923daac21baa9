//! Many walls, one question: which is touched first?
//!
//! [`Walls`] holds segments and circles and finds the few that matter by one of four strategies. Strategies differ in what
//! they look at, never in what they answer: what a box leaves out is left out for certain, what remains is decided
//! exactly, and of equal times the lowest id wins.

mod batch;
mod bvh;
mod ends;
mod extent;
mod flight;
mod gaps;
mod path;
mod piece;
mod quadtree;
mod question;
mod some;
mod tiles;
mod tree;
mod view;

use crate::point::Point;
use crate::polygon::Polygon;
use crate::shape::Shape;
use crate::sweep::{Hit, Sweep};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use bvh::Bvh;
use extent::Extent;
use path::fits;
use piece::Piece;
use quadtree::Quadtree;
use question::{First, Question};
use view::Wanted;

pub use batch::{Beam, Progress};
pub(crate) use flight::Stopping;
pub use gaps::{Dangling, WallReport};
pub use piece::Wall;
pub use tiles::merge_tiles;
pub use view::View;

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
/// To start without walls:
///
/// ```
/// use carom::{Segment, Walls};
/// let mut walls = Walls::default();
/// let id = walls.add(Segment::new([0, 0], [4, 0])?);
/// assert_eq!((id.index(), walls.len()), (0, 1));
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
    /// Lists every wall that was there when it was built. One that has gone or moved since is asked where it is now, if
    /// at all, so nothing needs to be taken out.
    index: Index,
    /// The same for walls that were put in or moved later, each for less than half as many as the one before.
    younger: Vec<Index>,
    /// Walls that were put in or moved after all of these were built.
    loose: Vec<u32>,
    extent: Extent,
    /// How many walls have coordinates too large for boxes.
    extreme: usize,
    /// How many have one side only.
    one_sided: usize,
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

/// So many walls may be loose.
const LOOSE: usize = 64;

impl Default for Walls {
    /// No walls yet; the strategy changes with their number.
    fn default() -> Walls {
        Walls::new([] as [Wall; 0])
    }
}

impl Walls {
    /// These walls, with the strategy that suits their number. When walls are put in, it may change.
    /// [`Walls::default`] starts without any.
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
        Walls {
            living: pieces.len(),
            automatic: false,
            index: Index::new(strategy, &pieces, &ids),
            younger: Vec::new(),
            loose: Vec::new(),
            extent: Extent::of(&pieces),
            extreme: pieces.iter().filter(|piece| is_extreme(piece)).count(),
            one_sided: pieces.iter().filter(|piece| piece.is_one_sided()).count(),
            restitutions,
            pieces,
            ids,
        }
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
    pub fn add(&mut self, wall: impl Into<Wall>) -> WallId {
        let wall = wall.into();
        let piece = Piece::of(&wall);
        let id = self.pieces.len() as u32;
        self.note_restitution(id, &wall);
        self.extreme += usize::from(is_extreme(&piece));
        self.one_sided += usize::from(piece.is_one_sided());
        self.pieces.push(piece);
        self.ids.push(id);
        self.living += 1;
        self.extent.renew(id, &self.pieces);
        self.loosen(id);
        WallId(id)
    }

    /// Puts in the edges of a polygon, each a wall of its own.
    pub fn add_outline(&mut self, polygon: &Polygon) -> Vec<WallId> {
        polygon.edges().map(|edge| self.add(edge)).collect()
    }

    /// Takes out a wall; `None` if there is no such wall. A few bytes are kept for each, as ids are not used again.
    pub fn remove(&mut self, id: WallId) -> Option<Wall> {
        let wall = self.get(id)?;
        self.restitutions.remove(&id.0);
        let piece = &mut self.pieces[id.index()];
        piece.gone = true;
        self.extreme -= usize::from(is_extreme(piece));
        self.one_sided -= usize::from(piece.is_one_sided());
        self.living -= 1;
        self.extent.renew(id.0, &self.pieces);
        let most_have_gone = 2 * self.living + 64 < self.ids.len();
        if most_have_gone {
            self.rebuild();
        }
        Some(wall)
    }

    /// Puts a wall in the place of another, whose id it gets: how a wall moves. `None` if there is no such wall, and then
    /// nothing is done.
    pub fn replace(&mut self, id: WallId, wall: impl Into<Wall>) -> Option<Wall> {
        let old = self.get(id)?;
        let wall = wall.into();
        let piece = Piece::of(&wall);
        self.note_restitution(id.0, &wall);
        self.extreme -= usize::from(is_extreme(&self.pieces[id.index()]));
        self.one_sided -= usize::from(self.pieces[id.index()].is_one_sided());
        self.extreme += usize::from(is_extreme(&piece));
        self.one_sided += usize::from(piece.is_one_sided());
        self.pieces[id.index()] = piece;
        self.extent.renew(id.0, &self.pieces);
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
        self.younger = Vec::new();
        self.loose = Vec::new();
    }

    /// How many bytes all of this takes, without what the allocator adds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let indices: usize = self.indices().map(Index::bytes).sum();
        let ids = self.ids.capacity() + self.loose.capacity();
        indices + self.extent.bytes() + size_of::<Piece>() * self.pieces.capacity() + size_of::<u32>() * ids
    }

    /// The same questions among those walls only whose mask shares a bit with this one.
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
        let [low_x, high_x, low_y, high_y] = self.extent.all()?;
        let middle = Point::new(low_x / 2.0 + high_x / 2.0, low_y / 2.0 + high_y / 2.0);
        let reach = (high_x / 2.0 - low_x / 2.0) + (high_y / 2.0 - low_y / 2.0);
        Some((middle, reach))
    }

    /// A box around all walls: min x, max x, min y, max y.
    pub(crate) fn extent(&self) -> Option<[f64; 4]> {
        self.extent.all()
    }

    /// The bits that the masks of all walls have.
    pub(crate) fn common_mask(&self) -> u32 {
        self.living_ids().fold(u32::MAX, |mask, id| mask & self.pieces[id as usize].mask)
    }

    fn indices(&self) -> impl Iterator<Item = &Index> {
        core::iter::once(&self.index).chain(&self.younger)
    }

    /// Notes a wall that the indices do not know, or know elsewhere.
    fn loosen(&mut self, id: u32) {
        if matches!(self.index, Index::BruteForce | Index::Bounds) {
            if self.automatic && FEW < self.living {
                self.rebuild();
            }
            return;
        }
        if !self.loose.contains(&id) {
            self.loose.push(id);
        }
        if LOOSE < self.loose.len() {
            self.settle();
        }
    }

    /// Gives the loose walls an index, together with those of younger ones that are not much larger. So each change is settled
    /// again only when twice as many have come, and there are never many indices to ask.
    fn settle(&mut self) {
        let mut ids = core::mem::take(&mut self.loose);
        self.tidy(&mut ids);
        if ids.len() <= LOOSE / 2 {
            self.loose = ids;
            return;
        }
        while let Some(index) = self.younger.pop() {
            if 2 * ids.len() <= index.len() {
                self.younger.push(index);
                break;
            }
            ids.extend(index.ids());
            self.tidy(&mut ids);
        }
        if self.living < 2 * ids.len() {
            self.rebuild();
        } else {
            self.younger.push(Index::new(self.strategy(), &self.pieces, &ids));
        }
    }

    /// Leaves one of each id, and none of a wall that has gone.
    fn tidy(&self, ids: &mut Vec<u32>) {
        ids.retain(|&id| !self.pieces[id as usize].gone);
        ids.sort_unstable();
        ids.dedup();
    }
}

/// The questions, asked of all walls.
impl Walls {
    /// The wall that a sweep touches first, and how; of several touched at the same exact time, the one with the lowest id.
    ///
    /// ```
    /// use carom::{Segment, Sweep, Walls};
    /// let wall = |x| Segment::new([x, -1], [x, 1]);
    /// let walls = Walls::new([wall(4)?, wall(2)?, wall(30)?]);
    /// let (id, hit) = walls.first_touch(&Sweep::point([0, 0], [8, 0])?).unwrap();
    /// assert_eq!((id.index(), hit.t), (1, 0.25));
    /// # Ok::<(), carom::Error>(())
    /// ```
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
    ///
    /// ```
    /// use carom::{Segment, Sweep, Walls};
    /// let walls = Walls::new([Segment::new([0, 0], [8, 0])?, Segment::new([8, 0], [8, 8])?]);
    /// // A disc that rolls along the floor is stopped by the wall at its end.
    /// let rolls = Sweep::disc([1, 1], [11, 1], 1.0)?;
    /// assert_eq!(walls.first_touch(&rolls).unwrap().0.index(), 0);
    /// assert_eq!(walls.first_stop(&rolls).unwrap().0.index(), 1);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn first_stop(&self, sweep: &Sweep) -> Option<(WallId, Hit)> {
        self.all().first_stop(sweep)
    }

    /// All walls that a sweep touches, in order of exact time, then of id.
    ///
    /// ```
    /// use carom::{Segment, Sweep, Walls};
    /// let wall = |x| Segment::new([x, -1], [x, 1]);
    /// let walls = Walls::new([wall(4)?, wall(2)?, wall(30)?]);
    /// let touches = walls.touches(&Sweep::point([0, 0], [8, 0])?);
    /// let ids: Vec<usize> = touches.iter().map(|(id, _)| id.index()).collect();
    /// assert_eq!(ids, [1, 0]);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn touches(&self, sweep: &Sweep) -> Vec<(WallId, Hit)> {
        self.all().touches(sweep)
    }

    /// Whether a sweep touches any wall.
    ///
    /// ```
    /// use carom::{Segment, Sweep, Walls};
    /// let wall = |x| Segment::new([x, -1], [x, 1]);
    /// let walls = Walls::new([wall(4)?, wall(2)?, wall(30)?]);
    /// assert!(walls.touches_any(&Sweep::point([0, 0], [8, 0])?));
    /// assert!(!walls.touches_any(&Sweep::point([0, 5], [8, 5])?));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn touches_any(&self, sweep: &Sweep) -> bool {
        self.all().touches_any(sweep)
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

impl Index {
    fn new(strategy: Strategy, pieces: &[Piece], ids: &[u32]) -> Index {
        match strategy {
            Strategy::BruteForce => Index::BruteForce,
            Strategy::Bounds => Index::Bounds,
            Strategy::Quadtree => Index::Quadtree(Quadtree::new(pieces, ids.to_vec())),
            Strategy::Bvh => Index::Bvh(Bvh::new(pieces, ids)),
        }
    }

    /// The walls it lists, some of them more than once; none if it needs no list.
    fn ids(&self) -> Vec<u32> {
        match self {
            Index::BruteForce | Index::Bounds => Vec::new(),
            Index::Quadtree(tree) => tree.ids().to_vec(),
            Index::Bvh(tree) => tree.ids().collect(),
        }
    }

    /// How many walls it lists.
    fn len(&self) -> usize {
        match self {
            Index::BruteForce | Index::Bounds => 0,
            Index::Quadtree(tree) => tree.len(),
            Index::Bvh(tree) => tree.len(),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Index::BruteForce | Index::Bounds => 0,
            Index::Quadtree(tree) => tree.bytes(),
            Index::Bvh(tree) => tree.bytes(),
        }
    }
}

/// Whether a wall has coordinates too large for boxes.
fn is_extreme(piece: &Piece) -> bool {
    !piece.bounds().into_iter().all(fits)
}
