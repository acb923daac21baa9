//! `Bvh`: boxes around walls that are near one another, eight to a node, and leaves of eight walls or twice as many.
//!
//! Built from the top: a range of walls is cut in two where that makes the boxes smallest, weighed by how many walls they
//! hold (the surface-area heuristic, on sixteen bins along the longer axis), until a node has eight parts.
//! Cuts that would leave nearly all on one side are made in the middle instead, so no scene makes a deep tree.

use super::NONE;
use super::path::{AWAY, Frame, Path};
use super::piece::{Piece, middle};
use super::question::{Counting, Question, Visit};
use super::tree::{self, LEAF, NOWHERE, Node, Walk};
use crate::aabb::Aabb;
use crate::point::{Point, max};
use crate::simd::signs;
use alloc::vec::Vec;

/// Children of a node, and walls of a block.
const EIGHT: usize = 8;

/// Walls of a leaf: looking at two blocks costs less than another node to choose between them.
const MOST: usize = 2 * EIGHT;

/// Where ranges are cut at multiples of eight walls rather than where it is cheapest, so that blocks are full.
const SMALL: usize = 64;

const BINS: usize = 16;

/// Where there are many more walls than this, about so many of them show where to cut.
const SAMPLE: usize = 1024;

#[derive(Clone, Debug, Default)]
pub(super) struct Bvh {
    nodes: Vec<Node<EIGHT>>,
    /// Leaf n is block n/2, and if n is odd the next one, too.
    blocks: Vec<Block>,
    len: usize,
    frame: Frame,
}

/// Eight walls, their numbers side by side.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Block {
    /// The x and y of one end, then of the other, rounded.
    walls: [[f32; EIGHT]; 4],
    ids: [u32; EIGHT],
    /// How far from that a wall may be.
    reach: f32,
}

/// A wall on its way into the tree, with its box.
#[derive(Clone, Copy)]
struct Item {
    bounds: [f32; 4],
    id: u32,
}

impl Bvh {
    /// A tree over some walls.
    pub(super) fn new(pieces: &[Piece], ids: &[u32]) -> Bvh {
        let mut bvh = Bvh { len: ids.len(), ..Bvh::default() };
        if ids.is_empty() {
            return bvh;
        }
        let scene = ids.iter().fold(NOWHERE, |all, &id| tree::union(all, pieces[id as usize].bounds()));
        bvh.frame = Frame::of(scene, middle(pieces, ids));
        let item = |&id: &u32| Item { bounds: bvh.frame.outward(pieces[id as usize].bounds()), id };
        let mut items: Vec<Item> = ids.iter().map(item).collect();
        bvh.blocks.reserve(items.len() / EIGHT + items.len() / (4 * EIGHT) + 1);
        bvh.nodes.reserve(items.len() / (EIGHT * (EIGHT - 1)) * 5 / 4 + 1);
        bvh.nodes.push(Node::EMPTY);
        let mut work = alloc::vec![(0, 0..items.len())];
        while let Some((node, range)) = work.pop() {
            let first = range.start;
            for (place, part) in parts(&mut items[range]).into_iter().flatten().enumerate() {
                let part = first + part.start..first + part.end;
                let bounds = items[part.clone()].iter().fold(EMPTY, |all, item| union(all, item.bounds));
                let child = if part.len() <= MOST {
                    let first = bvh.blocks.len() as u32;
                    items[part].chunks(EIGHT).for_each(|items| bvh.push(items, pieces));
                    LEAF | first << 1 | (bvh.blocks.len() as u32 - first - 1)
                } else {
                    bvh.nodes.push(Node::EMPTY);
                    work.push((bvh.nodes.len() - 1, part));
                    (bvh.nodes.len() - 1) as u32
                };
                bvh.nodes[node].set(place, bounds, child);
            }
        }
        bvh.nodes.shrink_to_fit();
        bvh.blocks.shrink_to_fit();
        bvh
    }

    pub(super) fn frame(&self) -> &Frame {
        &self.frame
    }

    fn push(&mut self, items: &[Item], pieces: &[Piece]) {
        let mut block = Block { walls: [[AWAY as f32; EIGHT]; 4], ids: [NONE; EIGHT], reach: 0.0 };
        let (mut radius, mut largest) = (0.0, 0.0);
        for (place, item) in items.iter().enumerate() {
            let piece = &pieces[item.id as usize];
            let ([ax, ay], [bx, by]) = (self.frame.near(piece.a()), self.frame.near(piece.b()));
            for (row, number) in block.walls.iter_mut().zip([ax, ay, bx, by]) {
                row[place] = number;
                largest = max(largest, f64::from(number.abs()));
            }
            radius = max(radius, piece.radius);
            block.ids[place] = item.id;
        }
        block.reach = self.frame.reach(radius, largest);
        self.blocks.push(block);
    }

    /// Its walls.
    pub(super) fn ids(&self) -> impl Iterator<Item = u32> + '_ {
        self.blocks.iter().flat_map(|block| block.ids).filter(|&id| id != NONE)
    }

    /// How many walls there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Calls `visit` with walls whose leaf's box overlaps a box.
    pub(super) fn overlapping(&self, aabb: &Aabb, visit: &mut impl FnMut(u32)) {
        tree::overlapping(&self.nodes, &self.frame, aabb, &mut |leaf| {
            self.leaf(leaf).iter().flat_map(|block| block.ids).filter(|&id| id != NONE).for_each(&mut *visit);
        });
    }

    /// See [`tree::nearest`].
    pub(super) fn nearest(&self, point: Point, visit: &mut impl FnMut(u32) -> f64) {
        let mut limit = f64::INFINITY;
        tree::nearest(&self.nodes, &self.frame, point, &mut |leaf| {
            for id in self.leaf(leaf).iter().flat_map(|block| block.ids).filter(|&id| id != NONE) {
                limit = visit(id);
            }
            limit
        });
    }

    #[inline(always)]
    fn leaf(&self, leaf: u32) -> &[Block] {
        let first = leaf as usize >> 1;
        &self.blocks[first..=first + (leaf as usize & 1)]
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Node<EIGHT>>() * self.nodes.capacity() + size_of::<Block>() * self.blocks.capacity()
    }
}

impl Bvh {
    /// Asks the walls that a sweep may touch.
    #[inline(always)]
    pub(super) fn ask<V: Visit>(&self, path: &Path, question: &mut Question<'_, V>, count: &mut impl Counting) {
        let mut walk = Walk::new(&self.nodes, path);
        while let Some(leaf) = walk.next(path.latest(question.limit), count) {
            for block in self.leaf(leaf) {
                let may_touch = |limit: f64| {
                    let passes = path.passes(&block.walls, block.reach, path.latest(limit));
                    !signs(&passes) & ((1 << EIGHT) - 1)
                };
                let mut near = may_touch(question.limit);
                while near != 0 {
                    let place = near.trailing_zeros() as usize % EIGHT;
                    near &= near - 1;
                    if block.ids[place] != NONE && question.ask(block.ids[place]) && near != 0 {
                        near &= may_touch(question.limit);
                    }
                }
            }
        }
    }
}

/// Up to eight parts of some items, in an order that puts those of one part next to each other.
fn parts(items: &mut [Item]) -> [Option<core::ops::Range<usize>>; EIGHT] {
    let mut parts: [Option<core::ops::Range<usize>>; EIGHT] = [const { None }; EIGHT];
    parts[0] = Some(0..items.len());
    for count in 1..EIGHT {
        // The part with the most walls is cut next.
        let largest = (0..count).max_by_key(|&place| parts[place].as_ref().map_or(0, |part| part.len()));
        let Some(largest) = largest else { break };
        let Some(part) = parts[largest].clone().filter(|part| MOST < part.len()) else { break };
        let cut = part.start + cut(&mut items[part.clone()]);
        parts[largest] = Some(part.start..cut);
        parts[count] = Some(cut..part.end);
    }
    parts
}

/// Puts items in an order in which a cut at the returned place is a good one; both parts have some.
fn cut(items: &mut [Item]) -> usize {
    let step = core::cmp::max(items.len() / SAMPLE, 1);
    let mut centers = EMPTY;
    for item in items.iter().step_by(step) {
        let (x, y) = (item.center(0), item.center(1));
        centers = union(centers, [x, x, y, y]);
    }
    let (width, height) = (centers[1] - centers[0], centers[3] - centers[2]);
    let (axis, low, extent) = if height < width { (0, centers[0], width) } else { (1, centers[2], height) };
    let middle = items.len() / 2;
    // All in one place: any order is as good.
    if extent <= 0.0 || extent.is_nan() {
        return middle;
    }
    let order = |a: &Item, b: &Item| a.center(axis).total_cmp(&b.center(axis));
    if items.len() <= SMALL {
        let place = core::cmp::max(middle.next_multiple_of(EIGHT), EIGHT);
        let place = if place == items.len() { place - EIGHT } else { place };
        items.select_nth_unstable_by(place, order);
        return place;
    }
    let scale = BINS as f32 / extent;
    let along = |item: &Item| (item.center(axis) - low) * scale;
    let bin = |item: &Item| core::cmp::min(usize::from(along(item) as u8), BINS - 1);
    let place = match best_bin(items.iter().step_by(step), bin) {
        Some(best) => partition(items, |item| along(item) < best as f32),
        None => 0,
    };
    if core::cmp::min(place, items.len() - place) < items.len() / 8 {
        items.select_nth_unstable_by(middle, order);
        return middle;
    }
    place
}

/// The bin before which a cut is cheapest.
fn best_bin<'a>(items: impl Iterator<Item = &'a Item>, bin: impl Fn(&Item) -> usize) -> Option<usize> {
    let mut bins = [(0_u32, EMPTY); BINS];
    for item in items {
        let (count, bounds) = &mut bins[bin(item)];
        *count += 1;
        *bounds = union(*bounds, item.bounds);
    }
    let mut right = [(0, EMPTY); BINS + 1];
    for place in (0..BINS).rev() {
        let (count, bounds) = right[place + 1];
        right[place] = (count + bins[place].0, union(bounds, bins[place].1));
    }
    let (mut left, mut best) = ((0, EMPTY), (f32::INFINITY, None));
    for place in 1..BINS {
        left = (left.0 + bins[place - 1].0, union(left.1, bins[place - 1].1));
        let cost = left.0 as f32 * girth(left.1) + right[place].0 as f32 * girth(right[place].1);
        if 0 < left.0 && 0 < right[place].0 && cost < best.0 {
            best = (cost, Some(place));
        }
    }
    best.1
}

/// Puts items for which something holds before the others; how many there are.
fn partition(items: &mut [Item], holds: impl Fn(&Item) -> bool) -> usize {
    let mut count = 0;
    for place in 0..items.len() {
        // Without a branch: whether it holds is anybody's guess.
        let moves = holds(&items[place]);
        items.swap(count, place);
        count += usize::from(moves);
    }
    count
}

impl Item {
    /// Twice the middle of its box, on x or y.
    #[inline(always)]
    fn center(&self, axis: usize) -> f32 {
        let side = 2 * (axis & 1);
        self.bounds[side] + self.bounds[side + 1]
    }
}

const EMPTY: [f32; 4] = [f32::INFINITY, f32::NEG_INFINITY, f32::INFINITY, f32::NEG_INFINITY];

#[inline(always)]
fn union(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    let (min, max) = (|a, b| if a < b { a } else { b }, |a, b| if a < b { b } else { a });
    [min(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), max(a[3], b[3])]
}

/// Half the perimeter of a box: how likely a path is to meet it.
fn girth(bounds: [f32; 4]) -> f32 {
    (bounds[1] - bounds[0]) + (bounds[3] - bounds[2])
}
