//! The trail of one question through a quadtree: which squares are looked at, and which walls are tested.

use super::bounds::Bounds;
use super::index::Index;
use super::search::{CostCounter, Wanted};
use super::view::View;
use super::wall::WallId;
use crate::point::Point;
use crate::simd;
use crate::sweep::{Hit, Sweep};
use alloc::vec::Vec;

/// A square by two of its corners, the lower left and the upper right.
pub(crate) type Square = [Point; 2];

/// One step of the trail.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    /// A divided square whose quarters are looked at.
    Divided(Square),
    /// A square that is not divided, with its walls, is entered.
    Entered(Square, Vec<WallId>),
    /// A wall is tested.
    Tested(WallId),
}

/// The first touch, if there is one, and the trail that leads to it.
pub(crate) type Found = (Option<(WallId, Hit)>, Vec<Step>);

impl View<'_> {
    /// The first touch and how it was found; `None` if the walls are not in one quadtree.
    pub(crate) fn first_touch_with_trail(&self, sweep: &Sweep) -> Option<Found> {
        let mut indices = self.walls.indices();
        let (Some(Index::Quadtree(tree)), None) = (indices.next(), indices.next()) else { return None };
        let mut trail = Trail(Vec::new());
        let first = self.find::<simd::Plain>(sweep, Wanted::Touch, &mut trail);
        let (nodes, leaves) = tree.squares();
        let corners =
            |square: Bounds<f64>| [Point::new(square.min_x, square.min_y), Point::new(square.max_x, square.max_y)];
        let step = |raw: &Raw| match *raw {
            Raw::Node(node) => nodes.get(node as usize).copied().flatten().map(|square| Step::Divided(corners(square))),
            Raw::Leaf(leaf) => {
                let square = leaves.get(leaf as usize).copied().flatten()?;
                Some(Step::Entered(corners(square), tree.walls(leaf).iter().map(|id| WallId(*id)).collect()))
            }
            Raw::Wall(id) => Some(Step::Tested(WallId(id))),
        };
        Some((first, trail.0.iter().filter_map(step).collect()))
    }
}

enum Raw {
    Node(u32),
    Leaf(u32),
    Wall(u32),
}

struct Trail(Vec<Raw>);

impl CostCounter for Trail {
    fn boxes(&mut self, _: u64) {}
    fn exact(&mut self, _: u64) {}
    fn node(&mut self, node: u32) {
        self.0.push(Raw::Node(node));
    }
    fn leaf(&mut self, leaf: u32) {
        self.0.push(Raw::Leaf(leaf));
    }
    fn wall(&mut self, id: u32) {
        self.0.push(Raw::Wall(id));
    }
}
