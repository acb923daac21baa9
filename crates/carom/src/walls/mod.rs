//! Many walls, one question: which is touched first?
//!
//! [`Walls`] holds segments and circles and finds the few that matter by one of five strategies. Strategies differ in what
//! they look at, never in what they answer: what a box leaves out is left out for certain, what remains is decided
//! exactly, and of equal times the lowest id wins.
//!
//! Here walls come, go, move and are welded; the questions, and the course of one from the call to the hit, are in `view.rs`.

mod around;
mod batch;
mod bounds;
mod bvh;
mod capsule;
mod cell;
mod clearings;
mod close;
mod depths;
mod ends;
mod extent;
mod fan;
mod flight;
mod gaps;
mod gliding;
mod glides;
mod grid;
mod groups;
mod index;
mod moving;
mod movers;
mod passing;
mod path;
mod quadtree;
mod rolling;
mod shaped;
mod scan;
mod search;
mod standing;
mod stretch;
mod strolls;
mod swath;
mod tiles;
mod touch;
mod trail;
mod tree;
mod view;
mod wall;
mod way;

use crate::exact::Feature;
use crate::point::Point;
use crate::polygon::Polygon;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use bounds::Bounds;
use extent::Extent;
use gaps::{dangling, welded};
use index::Index;
use wall::StoredWall;

pub use batch::Progress;
pub use bounds::TreeBox;
pub(crate) use flight::Stopping;
pub use gaps::{Dangling, WallReport};
pub use index::Strategy;
pub use moving::Moving;
pub use scan::Beam;
pub use search::Counters;
pub use tiles::merge_tiles;
pub(crate) use trail::{Square, Step};
pub use view::View;
pub use wall::{Wall, WallId};

/// Many walls that stand still: segments and circles, each with an id.
///
/// ```
/// use carom::{Segment, Sweep, Walls};
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
    /// All walls that ever were, by id.
    stored: Vec<StoredWall>,
    /// From low to high, with some that are gone.
    ids: Vec<u32>,
    living: usize,
    /// Whether the strategy may change with the number of walls.
    automatic: bool,
    /// Lists every wall that was there when it was built. One that has gone or moved since is tested where it is now, if
    /// at all, so nothing needs to be taken out.
    index: Index,
    /// The same for walls that were put in or moved later, each for less than half as many as the one before.
    younger: Vec<Index>,
    /// Walls that were put in or moved after all of these were built.
    loose: Vec<u32>,
    extent: Extent,
    /// Whether any has been removed or moved since `index` was built.
    is_changed: bool,
    /// How many walls have coordinates too large for boxes.
    extreme: usize,
    /// How many have one side only.
    one_sided: usize,
    /// Of the walls that take something from what bounces off them.
    restitutions: BTreeMap<u32, f64>,
    /// Of those that have any.
    frictions: BTreeMap<u32, f64>,
}

/// Up to so many walls, testing all is quickest.
const BRUTE_FORCE_WALLS: usize = 16;

/// So many walls may be loose at most.
const MAX_LOOSE: usize = 64;

impl Default for Walls {
    /// No walls yet; the strategy changes with their number.
    fn default() -> Walls {
        Walls::new([] as [Wall; 0])
    }
}

impl Walls {
    /// Walls from segments, circles or [`Wall`]s, with the strategy that suits their number. When walls are added, it may change.
    /// [`Walls::default`] starts without any.
    pub fn new(walls: impl IntoIterator<Item: Into<Wall>>) -> Walls {
        let mut walls = Walls { automatic: true, ..Walls::with(Strategy::BruteForce, walls) };
        walls.rebuild();
        walls
    }

    /// Walls from segments, circles or [`Wall`]s, with a strategy of your choice.
    pub fn with(strategy: Strategy, walls: impl IntoIterator<Item: Into<Wall>>) -> Walls {
        let (mut restitutions, mut frictions) = (BTreeMap::new(), BTreeMap::new());
        let stored = (0..).zip(walls).map(|(id, wall)| {
            let wall = wall.into();
            if wall.restitution < 1.0 {
                restitutions.insert(id, wall.restitution);
            }
            if wall.friction > 0.0 {
                frictions.insert(id, wall.friction);
            }
            StoredWall::of(&wall)
        });
        let stored: Vec<StoredWall> = stored.collect();
        let (ids, extent): (Vec<u32>, Extent) = ((0..stored.len() as u32).collect(), Extent::of(&stored));
        // What fits into one box fits each by itself.
        let are_ordinary = extent.all().is_none_or(|all| all.sides().into_iter().all(path::fits));
        let extreme = if are_ordinary { 0 } else { stored.iter().filter(|wall| wall.is_extreme()).count() };
        Walls {
            living: stored.len(),
            automatic: false,
            index: Index::new(strategy, &stored, &ids),
            younger: Vec::new(),
            loose: Vec::new(),
            is_changed: false,
            extent,
            extreme,
            one_sided: stored.iter().filter(|wall| wall.is_one_sided()).count(),
            restitutions,
            frictions,
            stored,
            ids,
        }
    }

    /// How many walls there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.living
    }

    /// Whether there are no walls.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.living == 0
    }

    /// How the walls that matter are found: the strategy in use.
    #[must_use]
    pub fn strategy(&self) -> Strategy {
        self.index.strategy()
    }

    /// The wall with this id; `None` if there is no such wall.
    #[must_use]
    pub fn get(&self, id: WallId) -> Option<Wall> {
        let wall = self.stored.get(id.index()).filter(|wall| !wall.gone)?;
        Some(Wall { restitution: self.restitution(id), friction: self.friction(id), ..wall.wall() })
    }

    /// The ids of all walls, from low to high.
    pub fn ids(&self) -> impl Iterator<Item = WallId> + '_ {
        self.living_ids().map(WallId)
    }

    /// Adds a wall, and gives its id.
    pub fn add(&mut self, wall: impl Into<Wall>) -> WallId {
        let wall = wall.into();
        let id = self.stored.len() as u32;
        self.note_surface(id, &wall);
        self.stored.push(StoredWall::of(&wall));
        self.count(id);
        self.ids.push(id);
        self.living += 1;
        self.extent.renew(id, &self.stored);
        self.loosen(id);
        WallId(id)
    }

    /// Adds the edges of a polygon, each a wall of its own, and gives their ids.
    pub fn add_outline(&mut self, polygon: &Polygon) -> Vec<WallId> {
        polygon.edges().map(|edge| self.add(edge)).collect()
    }

    /// Removes a wall, and gives it back; `None` if there is no such wall. A few bytes are kept for each, as ids are not used again.
    pub fn remove(&mut self, id: WallId) -> Option<Wall> {
        let wall = self.get(id)?;
        self.restitutions.remove(&id.0);
        self.frictions.remove(&id.0);
        self.discount(id.0);
        self.stored[id.index()].gone = true;
        self.is_changed = true;
        self.living -= 1;
        self.extent.renew(id.0, &self.stored);
        let most_have_gone = 2 * self.living + 64 < self.ids.len();
        if most_have_gone {
            self.rebuild();
        }
        Some(wall)
    }

    /// Puts a wall in the place of another, whose id it gets: how a wall moves. Gives back the old one; `None` if there is no such
    /// wall, and then nothing is done.
    pub fn replace(&mut self, id: WallId, wall: impl Into<Wall>) -> Option<Wall> {
        let old = self.get(id)?;
        let wall = wall.into();
        self.note_surface(id.0, &wall);
        self.discount(id.0);
        self.stored[id.index()] = StoredWall::of(&wall);
        self.is_changed = true;
        self.count(id.0);
        self.extent.renew(id.0, &self.stored);
        self.loosen(id.0);
        Some(old)
    }

    /// Builds the index again in which walls are looked up. Answers stay the same; after many changes they come quicker.
    pub fn rebuild(&mut self) {
        if self.living < self.ids.len() {
            self.ids.retain(|&id| !self.stored[id as usize].gone);
        }
        let suits_a_grid = || self.extent.all().is_some_and(|bounds| grid::suits(&self.stored, &self.ids, bounds));
        let strategy = match self.strategy() {
            _ if self.automatic && self.living <= BRUTE_FORCE_WALLS => Strategy::BruteForce,
            _ if self.automatic && suits_a_grid() => Strategy::Grid,
            _ if self.automatic => Strategy::Bvh,
            strategy => strategy,
        };
        self.is_changed = false;
        self.index = Index::new(strategy, &self.stored, &self.ids);
        self.younger = Vec::new();
        self.loose = Vec::new();
    }

    /// The squares of a quadtree or the boxes of a box tree, as they were built; none with other strategies.
    ///
    /// ```
    /// use carom::{Segment, Strategy, Walls};
    /// let wall = |x: i32| Segment::new([x, 0], [x, 1]);
    /// let segments: Result<Vec<Segment>, _> = (0..100).map(wall).collect();
    /// let walls = Walls::with(Strategy::Quadtree, segments?);
    /// let boxes = walls.boxes();
    /// assert_eq!((boxes[0].depth, boxes[0].max), (0, [99.0, 99.0].into()));
    /// assert!(boxes.iter().filter_map(|square| square.walls).sum::<usize>() >= 100);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn boxes(&self) -> Vec<TreeBox> {
        self.indices().flat_map(Index::boxes).collect()
    }

    /// How many bytes of memory the walls and their index take, without what the allocator adds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let indices: usize = self.indices().map(Index::bytes).sum();
        let ids = self.ids.capacity() + self.loose.capacity();
        indices + self.extent.bytes() + size_of::<StoredWall>() * self.stored.capacity() + size_of::<u32>() * ids
    }

    fn living_ids(&self) -> impl Iterator<Item = u32> + '_ {
        self.ids.iter().copied().filter(|&id| !self.stored[id as usize].gone)
    }

    /// The id that the next wall gets.
    pub(crate) fn next_id(&self) -> WallId {
        WallId(self.stored.len() as u32)
    }

    pub(crate) fn has_one_sided(&self) -> bool {
        self.one_sided > 0
    }

    /// How much of its speed into a wall a body keeps at most.
    fn restitution(&self, id: WallId) -> f64 {
        self.restitutions.get(&id.0).copied().unwrap_or(1.0)
    }

    fn friction(&self, id: WallId) -> f64 {
        self.frictions.get(&id.0).copied().unwrap_or(0.0)
    }

    fn note_surface(&mut self, id: u32, wall: &Wall) {
        if wall.restitution < 1.0 {
            self.restitutions.insert(id, wall.restitution);
        } else {
            self.restitutions.remove(&id);
        }
        if wall.friction > 0.0 {
            self.frictions.insert(id, wall.friction);
        } else {
            self.frictions.remove(&id);
        }
    }

    /// Counts a wall that has come among those of its kinds.
    fn count(&mut self, id: u32) {
        let wall = &self.stored[id as usize];
        self.extreme += usize::from(wall.is_extreme());
        self.one_sided += usize::from(wall.is_one_sided());
    }

    /// The same for one that is about to go.
    fn discount(&mut self, id: u32) {
        let wall = &self.stored[id as usize];
        self.extreme -= usize::from(wall.is_extreme());
        self.one_sided -= usize::from(wall.is_one_sided());
    }

    /// The middle of all walls, and how far they reach from there at most; `None` if there are none.
    pub(crate) fn surroundings(&self) -> Option<(Point, f64)> {
        let Bounds { min_x, max_x, min_y, max_y } = self.extent.all()?;
        let middle = Point::new(min_x / 2.0 + max_x / 2.0, min_y / 2.0 + max_y / 2.0);
        let reach = (max_x / 2.0 - min_x / 2.0) + (max_y / 2.0 - min_y / 2.0);
        Some((middle, reach))
    }

    /// A box around all walls: min x, max x, min y, max y.
    pub(crate) fn extent(&self) -> Option<[f64; 4]> {
        self.extent.all().map(Bounds::sides)
    }

    /// The bits that the masks of all walls have.
    pub(crate) fn common_mask(&self) -> u32 {
        self.living_ids().fold(u32::MAX, |mask, id| mask & self.stored[id as usize].mask)
    }

    fn indices(&self) -> impl Iterator<Item = &Index> {
        core::iter::once(&self.index).chain(&self.younger)
    }

    /// Notes a wall that the indices do not know, or know elsewhere.
    fn loosen(&mut self, id: u32) {
        if matches!(self.index, Index::BruteForce | Index::Bounds) {
            if self.automatic && BRUTE_FORCE_WALLS < self.living {
                self.rebuild();
            }
            return;
        }
        if !self.loose.contains(&id) {
            self.loose.push(id);
        }
        if MAX_LOOSE < self.loose.len() {
            self.settle();
        }
    }

    /// Gives the loose walls an index, together with those of younger ones that are not much larger. So each change is settled
    /// again only when twice as many have come, and there are never many indices to go through.
    fn settle(&mut self) {
        let mut ids = core::mem::take(&mut self.loose);
        self.tidy(&mut ids);
        if ids.len() <= MAX_LOOSE / 2 {
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
            self.younger.push(Index::new(self.strategy(), &self.stored, &ids));
        }
    }

    /// Leaves one of each id, and none of a wall that has gone.
    fn tidy(&self, ids: &mut Vec<u32>) {
        ids.retain(|&id| !self.stored[id as usize].gone);
        ids.sort_unstable();
        ids.dedup();
    }
}

/// Gaps between walls.
impl Walls {
    /// Finds the ends of walls that meet no other wall, and how wide each gap is.
    ///
    /// Two walls that were meant to meet often do not, exactly; then the gap is real, and what is small enough passes through it.
    ///
    /// ```
    /// use carom::{Segment, Walls};
    /// let walls = Walls::new([Segment::new([0, 0], [4, 0])?, Segment::new([4.001, 0.0], [4.0, 4.0])?]);
    /// let dangling = walls.report().dangling;
    /// assert_eq!(dangling.len(), 4); // no two ends meet
    /// assert!(dangling[1].nearest.unwrap().1 < 0.002);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn report(&self) -> WallReport {
        let ids = self.living_ids();
        let ends = ids.flat_map(|id| [Feature::A, Feature::B].map(|end| (id, end)));
        WallReport { dangling: dangling(ends, self.living_ids().collect(), &self.stored) }
    }

    /// Closes gaps: an end that meets no other wall is moved to the nearest end of one, or just through the nearest one, if that is
    /// within a distance. Gives the number of ends that were moved.
    ///
    /// An infinite distance closes every gap that can be closed; none is within a negative one or NaN.
    ///
    /// ```
    /// use carom::{Segment, Walls};
    /// let mut walls = Walls::new([Segment::new([0, 0], [4, 0])?, Segment::new([4.001, 0.0], [4.0, 4.0])?]);
    /// assert_eq!(walls.weld(0.01), 1);
    /// assert_eq!(walls.report().dangling.len(), 2); // the far ends
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn weld(&mut self, within: f64) -> usize {
        let mut count = 0;
        let mut open = if 0.0 <= within { self.report().dangling } else { Vec::new() };
        while !open.is_empty() {
            // What was found holds for an end until something is moved onto its wall, or the wall that it would be moved to moves.
            let (mut met, mut moved) = (BTreeSet::new(), BTreeSet::new());
            let mut waiting = Vec::new();
            for Dangling { wall, end, nearest, .. } in open {
                let Some((other, _)) = nearest.filter(|&(_, gap)| gap <= within) else { continue };
                if met.contains(&wall) || moved.contains(&other) {
                    waiting.push((wall.0, end));
                } else if let Some(moved_wall) = self.welded(wall, end, other, within) {
                    self.replace(wall, moved_wall);
                    met.insert(other);
                    moved.insert(wall);
                    count += 1;
                }
            }
            open = dangling(waiting.into_iter(), self.living_ids().collect(), &self.stored);
        }
        count
    }

    fn welded(&self, wall: WallId, end: Feature, other: WallId, within: f64) -> Option<Wall> {
        welded(&self.get(wall)?, end, &self.get(other)?, within)
    }
}
