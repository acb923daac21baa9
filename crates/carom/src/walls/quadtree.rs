//! `Quadtree`: a square divided in four, again and again where there are many walls.
//!
//! A wall is listed in every small square it shares a point with. Its box decides that first and its line then,
//! each with "in doubt" meaning yes, so no wall is missing where it should be.
//! Squares are divided until few walls are left in them, the depth is reached, or dividing would only repeat the lists;
//! so memory stays within a small multiple of the walls, whatever the scene.

use super::NONE;
use super::path::{Frame, Path};
use super::piece::{Piece, middle};
use super::question::{Counting, Question, Visit};
use super::tree::{self, LEAF, NOWHERE, Node, Walk, union};
use crate::aabb::Aabb;
use crate::point::{Point, max, min};
use alloc::vec::Vec;
use core::ops::Range;

/// So many walls may share a square that is not divided.
const FEW: usize = 6;

/// A square of this depth is as small as the scene times 2⁻²⁴.
const DEPTH: u32 = 24;

#[derive(Clone, Debug, Default)]
pub(super) struct Quadtree {
    nodes: Vec<Node<4>>,
    /// The walls of each leaf within `ids`.
    leaves: Vec<Range<u32>>,
    ids: Vec<u32>,
    len: usize,
    frame: Frame,
}

/// A square that may still be divided, and the walls in it.
struct Square {
    parent: usize,
    place: usize,
    bounds: [f64; 4],
    depth: u32,
    ids: Vec<u32>,
}

impl Quadtree {
    /// A tree over some walls.
    pub(super) fn new(pieces: &[Piece], ids: Vec<u32>) -> Quadtree {
        let mut tree = Quadtree { len: ids.len(), ..Quadtree::default() };
        if ids.is_empty() {
            return tree;
        }
        let all = ids.iter().fold(NOWHERE, |all, &id| union(all, pieces[id as usize].bounds()));
        // The root has one child, the square around everything.
        tree.nodes.push(Node::EMPTY);
        tree.frame = Frame::of(all, middle(pieces, &ids));
        tree.nodes[0].set(0, tree.frame.outward(all), 0);
        // Each wall may be listed a few times on average, then dividing ends.
        let mut budget = 6 * ids.len() + 64;
        let mut work = alloc::vec![Square { parent: 0, place: 0, bounds: square_around(all), depth: 0, ids }];
        while let Some(square) = work.pop() {
            let parts = if FEW < square.ids.len() && square.depth < DEPTH { divide(&square, pieces) } else { None };
            let listed = parts.as_ref().map_or(0, |parts| parts.iter().map(|(_, ids)| ids.len()).sum());
            match parts {
                Some(parts) if listed - core::cmp::min(listed, square.ids.len()) <= budget => {
                    budget -= listed - core::cmp::min(listed, square.ids.len());
                    let node = tree.nodes.len();
                    tree.nodes.push(Node::EMPTY);
                    tree.nodes[square.parent].set_child(square.place, node as u32);
                    for (place, (bounds, ids)) in parts.into_iter().enumerate() {
                        if !ids.is_empty() {
                            let content = tree.frame.outward(content(bounds, &ids, pieces));
                            tree.nodes[node].set(place, content, 0);
                            work.push(Square { parent: node, place, bounds, depth: square.depth + 1, ids });
                        }
                    }
                }
                _ => {
                    let start = tree.ids.len() as u32;
                    tree.ids.extend_from_slice(&square.ids);
                    let leaf = tree.leaves.len() as u32 | LEAF;
                    tree.leaves.push(start..tree.ids.len() as u32);
                    tree.nodes[square.parent].set_child(square.place, leaf);
                }
            }
        }
        tree
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

    pub(super) fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The walls of all squares.
    pub(super) fn ids(&self) -> &[u32] {
        &self.ids
    }

    /// How many walls there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    fn walls(&self, leaf: u32) -> &[u32] {
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
    /// Asks the walls that a sweep may touch, some of them more than once.
    #[inline(always)]
    pub(super) fn ask<V: Visit>(&self, path: &Path, question: &mut Question<'_, V>, count: &mut impl Counting) {
        // Some of the walls asked last, so that one that is met in many squares is seldom asked twice.
        let mut lately = [NONE; 32];
        let mut walk = Walk::new(&self.nodes, path);
        while let Some(leaf) = walk.next(path.latest(question.limit), count) {
            for &id in self.walls(leaf) {
                let place = &mut lately[id as usize % 32];
                if *place != id {
                    *place = id;
                    question.ask(id);
                }
            }
        }
    }
}

/// The four quarters and the walls in each; `None` if the square is too small to divide.
fn divide(square: &Square, pieces: &[Piece]) -> Option<[([f64; 4], Vec<u32>); 4]> {
    let [low_x, high_x, low_y, high_y] = square.bounds;
    let (x, y) = (low_x / 2.0 + high_x / 2.0, low_y / 2.0 + high_y / 2.0);
    if !(low_x < x && x < high_x && low_y < y && y < high_y) {
        return None;
    }
    let quarters = [[low_x, x, low_y, y], [x, high_x, low_y, y], [low_x, x, y, high_y], [x, high_x, y, high_y]];
    Some(quarters.map(|quarter| {
        let ids = square.ids.iter().copied().filter(|&id| may_share(&pieces[id as usize], quarter)).collect();
        (quarter, ids)
    }))
}

/// Whether a wall may share a point with a box: their boxes overlap, and the box has no corner clearly off to one side
/// of the wall's line with all others.
fn may_share(piece: &Piece, [low_x, high_x, low_y, high_y]: [f64; 4]) -> bool {
    let bounds = piece.bounds();
    if !(low_x <= bounds[1] && bounds[0] <= high_x && low_y <= bounds[3] && bounds[2] <= high_y) {
        return false;
    }
    let (a, w) = (piece.a(), piece.b() - piece.a());
    let corners = [(low_x, low_y), (high_x, low_y), (low_x, high_y), (high_x, high_y)];
    let sides = corners.map(|(x, y)| {
        let (l, r) = (w.x * (y - a.y), w.y * (x - a.x));
        // As in `exact/signs/look.rs`: off by at most 4u of the sum of both products.
        let bound =
            8.0 * f64::EPSILON * (l.abs() + r.abs()) + piece.radius * (w.x.abs() + w.y.abs()) + f64::MIN_POSITIVE;
        (bound < l - r, l - r < -bound)
    });
    !(sides.iter().all(|side| side.0) || sides.iter().all(|side| side.1))
}

/// The part of a square that its walls' boxes cover.
fn content(square: [f64; 4], ids: &[u32], pieces: &[Piece]) -> [f64; 4] {
    let all = ids.iter().fold(NOWHERE, |all, &id| union(all, pieces[id as usize].bounds()));
    [max(all[0], square[0]), min(all[1], square[1]), max(all[2], square[2]), min(all[3], square[3])]
}

/// A square that contains a box.
fn square_around([low_x, high_x, low_y, high_y]: [f64; 4]) -> [f64; 4] {
    let size = max(high_x - low_x, high_y - low_y);
    [low_x, max(low_x + size, high_x), low_y, max(low_y + size, high_y)]
}
