//! `Quadtree`: a square divided in four, again and again where there are many walls.
//!
//! A wall is listed in every small square it shares a point with. Its box decides that first and its line then,
//! each with "in doubt" meaning yes, so no wall is missing where it should be.
//! Squares are divided until few walls are left in them, the depth is reached, or dividing would only repeat the lists;
//! so memory stays within a small multiple of the walls, whatever the scene.

use super::bounds::{Bounds, TreeBox};
use super::path::{Frame, Path};
use super::search::{CostCounter, Keep, Search};
use super::tree::{self, LEAF, Node, Walk};
use super::wall::{NO_WALL, StoredWall, bounds_of, middle};
use crate::aabb::Aabb;
use crate::point::{Point, max};
use alloc::vec::Vec;
use core::ops::Range;

/// Up to so many walls share a square that is not divided.
const UNDIVIDED_WALLS: usize = 6;

/// A square of this depth is as small as the scene times 2⁻²⁴.
const MAX_DEPTH: u32 = 24;

/// So many of the walls tested last are remembered.
const REMEMBERED: usize = 32;

#[derive(Clone, Debug, Default)]
pub(super) struct Quadtree {
    nodes: Vec<Node<4>>,
    /// The walls of each leaf within `ids`.
    leaves: Vec<Range<u32>>,
    ids: Vec<u32>,
    len: usize,
    frame: Frame,
    /// The square around everything.
    square: Option<Bounds<f64>>,
}

/// A square that may still be divided, and the walls in it.
struct Square {
    parent: usize,
    place: usize,
    bounds: Bounds<f64>,
    depth: u32,
    ids: Vec<u32>,
}

/// The square of each node or leaf.
pub(super) type Squares = Vec<Option<Bounds<f64>>>;

/// A quarter of a square and the walls in it.
type Quarter = (Bounds<f64>, Vec<u32>);

impl Quadtree {
    /// A tree over some walls.
    pub(super) fn new(stored: &[StoredWall], ids: Vec<u32>) -> Quadtree {
        let mut tree = Quadtree { len: ids.len(), ..Quadtree::default() };
        if ids.is_empty() {
            return tree;
        }
        let all = bounds_of(stored, &ids);
        // The root has one child, the square around everything.
        tree.nodes.push(Node::EMPTY);
        tree.frame = Frame::of(all, middle(stored, &ids));
        tree.nodes[0].set(0, tree.frame.outward(all), 0);
        tree.square = Some(square_around(all));
        // Each wall may be listed a few times on average, then dividing ends.
        let mut budget = 6 * ids.len() + 64;
        let mut work = alloc::vec![Square { parent: 0, place: 0, bounds: square_around(all), depth: 0, ids }];
        while let Some(square) = work.pop() {
            let may_divide = UNDIVIDED_WALLS < square.ids.len() && square.depth < MAX_DEPTH;
            let parts = if may_divide { divide(&square, stored) } else { None };
            let listed = parts.as_ref().map_or(0, |parts| parts.iter().map(|(_, ids)| ids.len()).sum());
            let listed_again = listed - core::cmp::min(listed, square.ids.len());
            match parts {
                Some(parts) if listed_again <= budget => {
                    budget -= listed_again;
                    tree.push_node(&square, parts, stored, &mut work);
                }
                _ => tree.push_leaf(&square),
            }
        }
        tree
    }

    /// Puts a divided square into the tree, and its quarters on the list of those that may be divided.
    fn push_node(&mut self, square: &Square, parts: [Quarter; 4], stored: &[StoredWall], work: &mut Vec<Square>) {
        let node = self.nodes.len();
        self.nodes.push(Node::EMPTY);
        self.nodes[square.parent].set_child(square.place, node as u32);
        for (place, (bounds, ids)) in parts.into_iter().enumerate() {
            if !ids.is_empty() {
                // The part of the quarter that its walls' boxes cover.
                let content = bounds_of(stored, &ids).intersection(bounds);
                self.nodes[node].set(place, self.frame.outward(content), 0);
                work.push(Square { parent: node, place, bounds, depth: square.depth + 1, ids });
            }
        }
    }

    fn push_leaf(&mut self, square: &Square) {
        let start = self.ids.len() as u32;
        self.ids.extend_from_slice(&square.ids);
        let leaf = self.leaves.len() as u32 | LEAF;
        self.leaves.push(start..self.ids.len() as u32);
        self.nodes[square.parent].set_child(square.place, leaf);
    }

    /// Calls `visit` with walls in squares that overlap a box, some of them more than once.
    pub(super) fn overlapping(&self, aabb: &Aabb, visit: &mut impl FnMut(u32)) {
        tree::overlapping(&self.nodes, &self.frame, aabb, &mut |leaf| {
            self.walls(leaf).iter().for_each(|&id| visit(id));
        });
    }

    /// See [`tree::nearest`].
    pub(super) fn nearest(&self, point: Point, visit: &mut impl FnMut(u32) -> f64) {
        let mut limit = f64::INFINITY;
        tree::nearest(&self.nodes, &self.frame, point, &mut |leaf| {
            for &id in self.walls(leaf) {
                limit = visit(id);
            }
            limit
        });
    }

    /// The walls of all squares.
    pub(super) fn ids(&self) -> &[u32] {
        &self.ids
    }

    /// How many walls there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The squares of all nodes and of all leaves; the first node is no square but holds the first one.
    pub(super) fn squares(&self) -> (Squares, Squares) {
        let mut nodes = alloc::vec![None; self.nodes.len()];
        let mut leaves = alloc::vec![None; self.leaves.len()];
        let mut work: Vec<(u32, Option<Bounds<f64>>)> = alloc::vec![(0, None)];
        while let Some((node, square)) = work.pop() {
            let Some(found) = self.nodes.get(node as usize) else { continue };
            nodes[node as usize] = square;
            for place in 0..4 {
                let quarter = match square {
                    None if place == 0 => self.square,
                    None => None,
                    Some(square) => quarters(square).map(|quarters| quarters[place]),
                };
                let Some(child) = found.child(place).filter(|_| quarter.is_some()) else { continue };
                match child & LEAF {
                    0 => work.push((child, quarter)),
                    _ => leaves[(child & !LEAF) as usize] = quarter,
                }
            }
        }
        (nodes, leaves)
    }

    /// Every square with how often the first one was divided to get it; those that are not divided with how many walls are in them.
    pub(super) fn boxes(&self) -> Vec<TreeBox> {
        let mut boxes = Vec::new();
        let mut work: Vec<(u32, Bounds<f64>, u32)> = Vec::new();
        if let (Some(square), Some(child)) = (self.square, self.nodes.first().and_then(|root| root.child(0))) {
            work.push((child, square, 0));
        }
        while let Some((child, square, depth)) = work.pop() {
            if child & LEAF != 0 {
                boxes.push(TreeBox::of(square, depth, Some(self.walls(child & !LEAF).len())));
                continue;
            }
            boxes.push(TreeBox::of(square, depth, None));
            let Some(quarters) = quarters(square) else { continue };
            let node = &self.nodes[child as usize];
            let parts = (0..4).rev().filter_map(|place| Some((node.child(place)?, quarters[place], depth + 1)));
            work.extend(parts);
        }
        boxes
    }

    pub(super) fn walls(&self, leaf: u32) -> &[u32] {
        let range = &self.leaves[leaf as usize];
        &self.ids[range.start as usize..range.end as usize]
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Node<4>>() * self.nodes.capacity()
            + size_of::<Range<u32>>() * self.leaves.capacity()
            + size_of::<u32>() * self.ids.capacity()
    }
}

impl Quadtree {
    /// Tests the walls that a sweep may touch, some of them more than once. `false` if its numbers are too large for boxes.
    #[inline(always)]
    pub(super) fn search<K: Keep>(&self, search: &mut Search<'_, K>, cost: &mut impl CostCounter) -> bool {
        let Some(path) = &Path::of(search.sweep, &self.frame) else { return false };
        // A wall that is met in many squares is seldom tested twice.
        let mut lately = [NO_WALL; REMEMBERED];
        let mut walk = Walk::new(&self.nodes, path);
        while let Some(leaf) = walk.next(path.latest(search.limit), cost) {
            cost.leaf(leaf);
            for &id in self.walls(leaf) {
                let place = &mut lately[id as usize % REMEMBERED];
                if *place != id {
                    *place = id;
                    cost.wall(id);
                    search.test(id);
                }
            }
        }
        true
    }
}

/// The four quarters and the walls in each; `None` if the square is too small to divide.
fn divide(square: &Square, stored: &[StoredWall]) -> Option<[Quarter; 4]> {
    Some(quarters(square.bounds)?.map(|quarter| {
        let ids = square.ids.iter().copied().filter(|&id| may_share(&stored[id as usize], quarter)).collect();
        (quarter, ids)
    }))
}

/// Lower left, lower right, upper left and upper right.
fn quarters(whole: Bounds<f64>) -> Option<[Bounds<f64>; 4]> {
    let x = whole.min_x / 2.0 + whole.max_x / 2.0;
    let y = whole.min_y / 2.0 + whole.max_y / 2.0;
    if !(whole.min_x < x && x < whole.max_x && whole.min_y < y && y < whole.max_y) {
        return None;
    }
    let (lower, upper) = (Bounds { max_y: y, ..whole }, Bounds { min_y: y, ..whole });
    let left = |half: Bounds<f64>| Bounds { max_x: x, ..half };
    let right = |half: Bounds<f64>| Bounds { min_x: x, ..half };
    Some([left(lower), right(lower), left(upper), right(upper)])
}

/// Whether a wall may share a point with a box: their boxes overlap, and the box has no corner clearly off to one side
/// of the wall's line with all others.
fn may_share(wall: &StoredWall, bounds: Bounds<f64>) -> bool {
    if !bounds.overlaps(&wall.bounds()) {
        return false;
    }
    let (a, w) = (wall.a(), wall.b() - wall.a());
    let Bounds { min_x, max_x, min_y, max_y } = bounds;
    let corners = [(min_x, min_y), (max_x, min_y), (min_x, max_y), (max_x, max_y)];
    let sides = corners.map(|(x, y)| {
        let (l, r) = (w.x * (y - a.y), w.y * (x - a.x));
        // As in `exact/signs/look.rs`: off by at most 4u of the sum of both products.
        let bound =
            8.0 * f64::EPSILON * (l.abs() + r.abs()) + wall.radius * (w.x.abs() + w.y.abs()) + f64::MIN_POSITIVE;
        (bound < l - r, l - r < -bound)
    });
    !(sides.iter().all(|side| side.0) || sides.iter().all(|side| side.1))
}

/// A square that contains a box.
fn square_around(bounds: Bounds<f64>) -> Bounds<f64> {
    let Bounds { min_x, max_x, min_y, max_y } = bounds;
    let size = max(max_x - min_x, max_y - min_y);
    Bounds { min_x, max_x: max(min_x + size, max_x), min_y, max_y: max(min_y + size, max_y) }
}
