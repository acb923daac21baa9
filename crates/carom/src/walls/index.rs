//! Where to look for walls: every strategy behind one name.

use super::bounds::TreeBox;
use super::bvh::Bvh;
use super::grid::Grid;
use super::quadtree::Quadtree;
use super::wall::StoredWall;
use alloc::vec::Vec;

/// How [`Walls`](crate::Walls) finds the walls that matter to a question. The answers are the same with all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Strategy {
    /// Test every wall.
    BruteForce,
    /// Test every wall whose box overlaps the sweep's.
    Bounds,
    /// Divide a square in four, recurse where both the sweep and walls are.
    Quadtree,
    /// A tree of boxes around walls that are near one another.
    Bvh,
    /// Divide the plane in equal cells, and go from cell to cell.
    Grid,
}

impl Strategy {
    /// All strategies, the simplest first.
    pub const ALL: [Strategy; 5] =
        [Strategy::BruteForce, Strategy::Bounds, Strategy::Quadtree, Strategy::Bvh, Strategy::Grid];
}

/// What a strategy keeps of the walls. The first two keep nothing: all walls that are there are looked at.
#[derive(Clone, Debug)]
pub(super) enum Index {
    BruteForce,
    Bounds,
    Quadtree(Quadtree),
    Bvh(Bvh),
    Grid(Grid),
}

impl Index {
    pub(super) fn new(strategy: Strategy, stored: &[StoredWall], ids: &[u32]) -> Index {
        match strategy {
            Strategy::BruteForce => Index::BruteForce,
            Strategy::Bounds => Index::Bounds,
            Strategy::Quadtree => Index::Quadtree(Quadtree::new(stored, ids.to_vec())),
            Strategy::Bvh => Index::Bvh(Bvh::new(stored, ids)),
            Strategy::Grid => Index::Grid(Grid::new(stored, ids)),
        }
    }

    pub(super) fn strategy(&self) -> Strategy {
        match self {
            Index::BruteForce => Strategy::BruteForce,
            Index::Bounds => Strategy::Bounds,
            Index::Quadtree(_) => Strategy::Quadtree,
            Index::Bvh(_) => Strategy::Bvh,
            Index::Grid(_) => Strategy::Grid,
        }
    }

    /// The walls it lists, some of them more than once; none if it needs no list.
    pub(super) fn ids(&self) -> Vec<u32> {
        match self {
            Index::BruteForce | Index::Bounds => Vec::new(),
            Index::Quadtree(tree) => tree.ids().to_vec(),
            Index::Bvh(tree) => tree.ids().collect(),
            Index::Grid(grid) => grid.ids().collect(),
        }
    }

    /// The squares or boxes it consists of; none if it is no tree.
    pub(super) fn boxes(&self) -> Vec<TreeBox> {
        match self {
            Index::BruteForce | Index::Bounds | Index::Grid(_) => Vec::new(),
            Index::Quadtree(tree) => tree.boxes(),
            Index::Bvh(tree) => tree.boxes(),
        }
    }

    /// How many walls it lists.
    pub(super) fn len(&self) -> usize {
        match self {
            Index::BruteForce | Index::Bounds => 0,
            Index::Quadtree(tree) => tree.len(),
            Index::Bvh(tree) => tree.len(),
            Index::Grid(grid) => grid.len(),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        match self {
            Index::BruteForce | Index::Bounds => 0,
            Index::Quadtree(tree) => tree.bytes(),
            Index::Bvh(tree) => tree.bytes(),
            Index::Grid(grid) => grid.bytes(),
        }
    }
}
