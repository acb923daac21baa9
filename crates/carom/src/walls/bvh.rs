//! `Bvh`: boxes around walls that are near one another, eight to a node, four walls to a leaf.
//!
//! Built from the top: a range of walls is cut in two where that makes the boxes smallest, weighed by how many walls they
//! hold (the surface-area heuristic, on sixteen bins along the longer axis), until a node has eight parts.
//! Cuts that would leave nearly all on one side are made in the middle instead, so no scene makes a deep tree.

use super::path::Path;
use super::piece::Piece;
use super::tree::{self, LEAF, NOWHERE, Node, Walk};
use super::{Count, NONE, Question, Visit};
use crate::aabb::Aabb;
use crate::exact::look::Look;
use crate::point::{Point, max, min};
use alloc::vec::Vec;

/// Children of a node.
const WIDTH: usize = 8;

/// Walls of a leaf.
const FOUR: usize = 4;

/// Where ranges are cut at multiples of four walls rather than where it is cheapest, so that leaves are full.
const SMALL: usize = 32;

const BINS: usize = 16;

#[derive(Clone, Debug, Default)]
pub(super) struct Bvh {
    nodes: Vec<Node<WIDTH>>,
    leaves: Vec<Leaf>,
    /// For each wall its leaf and place in it.
    places: Vec<u32>,
}

/// Four walls, their numbers side by side.
#[derive(Clone, Debug)]
struct Leaf {
    ax: [f64; FOUR],
    ay: [f64; FOUR],
    bx: [f64; FOUR],
    by: [f64; FOUR],
    /// The largest radius of a wall.
    radius: f64,
    ids: [u32; FOUR],
}

/// A wall on its way into the tree.
#[derive(Clone, Copy)]
struct Item {
    bounds: [f64; 4],
    id: u32,
}

impl Bvh {
    /// A tree over all walls that are not gone.
    pub(super) fn new(pieces: &[Piece]) -> Bvh {
        let mut items: Vec<Item> = Vec::with_capacity(pieces.len());
        for (id, piece) in pieces.iter().enumerate() {
            if !piece.gone {
                items.push(Item { bounds: piece.bounds(), id: id as u32 });
            }
        }
        let mut bvh = Bvh { places: alloc::vec![NONE; pieces.len()], ..Bvh::default() };
        if items.is_empty() {
            return bvh;
        }
        bvh.leaves.reserve(items.len() / FOUR + items.len() / (4 * FOUR) + 1);
        bvh.nodes.reserve(items.len() / (FOUR * (WIDTH - 1)) * 5 / 4 + 1);
        bvh.nodes.push(Node::EMPTY);
        let mut work = alloc::vec![(0, 0..items.len())];
        while let Some((node, range)) = work.pop() {
            let first = range.start;
            for (place, part) in parts(&mut items[range]).into_iter().flatten().enumerate() {
                let part = first + part.start..first + part.end;
                let bounds = items[part.clone()].iter().fold(NOWHERE, |all, item| union(all, item.bounds));
                let child = if part.len() <= FOUR {
                    bvh.leaf(&items[part], pieces)
                } else {
                    bvh.nodes.push(Node::EMPTY);
                    work.push((bvh.nodes.len() - 1, part));
                    (bvh.nodes.len() - 1) as u32
                };
                bvh.nodes[node].set(place, bounds, child);
            }
        }
        bvh.nodes.shrink_to_fit();
        bvh.leaves.shrink_to_fit();
        bvh
    }

    fn leaf(&mut self, items: &[Item], pieces: &[Piece]) -> u32 {
        let number = self.leaves.len() as u32;
        let mut leaf =
            Leaf { ax: [0.0; FOUR], ay: [0.0; FOUR], bx: [0.0; FOUR], by: [0.0; FOUR], radius: 0.0, ids: [NONE; FOUR] };
        for (place, item) in items.iter().enumerate() {
            let piece = &pieces[item.id as usize];
            (leaf.ax[place], leaf.ay[place]) = (piece.a.x, piece.a.y);
            (leaf.bx[place], leaf.by[place]) = (piece.b.x, piece.b.y);
            leaf.radius = max(leaf.radius, piece.radius);
            leaf.ids[place] = item.id;
            self.places[item.id as usize] = number * FOUR as u32 + place as u32;
        }
        self.leaves.push(leaf);
        number | LEAF
    }

    /// Forgets a wall, if it is in the tree.
    pub(super) fn remove(&mut self, id: u32) -> bool {
        let Some(place) = self.places.get_mut(id as usize) else { return false };
        let place = core::mem::replace(place, NONE);
        if place == NONE {
            return false;
        }
        self.leaves[place as usize / FOUR].ids[place as usize % FOUR] = NONE;
        true
    }

    /// Asks the walls that a sweep may touch.
    #[inline(always)]
    pub(super) fn ask<V: Visit>(&self, path: &Path, question: &mut Question<'_, V>, count: &mut impl Count) {
        let (ends, radius) = (question.sweep.ends(), question.sweep.radius());
        let mut walk = Walk::new(&self.nodes, path);
        while let Some(leaf) = walk.next(question.limit, count) {
            let leaf = &self.leaves[leaf as usize];
            // The sum of the radii is rounded once, which `apart_by` has room for.
            let reach = radius + leaf.radius;
            let mut apart = [0.0; FOUR];
            for place in 0..FOUR {
                let a = Point::new(leaf.ax[place], leaf.ay[place]);
                let b = Point::new(leaf.bx[place], leaf.by[place]);
                apart[place] = Look::of([a, b], ends).apart_by(reach);
            }
            for place in 0..FOUR {
                let is_apart = 0.0 < apart[place];
                if !is_apart && leaf.ids[place] != NONE {
                    question.ask(leaf.ids[place]);
                }
            }
        }
    }

    /// Calls `visit` with walls whose leaf's box overlaps a box.
    pub(super) fn overlapping(&self, aabb: &Aabb, visit: &mut impl FnMut(u32)) {
        tree::overlapping(&self.nodes, aabb, &mut |leaf| {
            self.leaves[leaf as usize].ids.iter().filter(|&&id| id != NONE).for_each(|&id| visit(id));
        });
    }

    /// See [`tree::nearest`].
    pub(super) fn nearest(&self, point: Point, visit: &mut impl FnMut(u32) -> f64) {
        let mut limit = f64::INFINITY;
        tree::nearest(&self.nodes, point, &mut |leaf| {
            for &id in self.leaves[leaf as usize].ids.iter().filter(|&&id| id != NONE) {
                limit = visit(id);
            }
            limit
        });
    }

    pub(super) fn bytes(&self) -> usize {
        size_of::<Node<WIDTH>>() * self.nodes.capacity()
            + size_of::<Leaf>() * self.leaves.capacity()
            + size_of::<u32>() * self.places.capacity()
    }
}

/// Up to eight parts of some items, in an order that puts those of one part next to each other.
fn parts(items: &mut [Item]) -> [Option<core::ops::Range<usize>>; WIDTH] {
    let mut parts: [Option<core::ops::Range<usize>>; WIDTH] = [const { None }; WIDTH];
    parts[0] = Some(0..items.len());
    for count in 1..WIDTH {
        // The part with the most walls is cut next.
        let largest = (0..count).max_by_key(|&place| parts[place].as_ref().map_or(0, |part| part.len()));
        let Some(largest) = largest else { break };
        let Some(part) = parts[largest].clone().filter(|part| FOUR < part.len()) else { break };
        let cut = part.start + cut(&mut items[part.clone()]);
        parts[largest] = Some(part.start..cut);
        parts[count] = Some(cut..part.end);
    }
    parts
}

/// Puts items in an order in which a cut at the returned place is a good one; both parts have some.
fn cut(items: &mut [Item]) -> usize {
    let mut centers = NOWHERE;
    for item in items.iter() {
        let [x, y] = item.center();
        centers = union(centers, [x, x, y, y]);
    }
    let (width, height) = (centers[1] - centers[0], centers[3] - centers[2]);
    let (axis, low, extent) = if height < width { (0, centers[0], width) } else { (1, centers[2], height) };
    let middle = items.len() / 2;
    // All in one place, or so far apart that the extent overflows: any order is as good.
    if !(0.0 < extent && extent < f64::INFINITY) {
        return middle;
    }
    if items.len() <= SMALL {
        let place = core::cmp::max(middle.next_multiple_of(FOUR), FOUR);
        let place = if place == items.len() { place - FOUR } else { place };
        items.select_nth_unstable_by(place, |a, b| a.center()[axis].total_cmp(&b.center()[axis]));
        return place;
    }
    let scale = BINS as f64 / extent;
    let bin = |item: &Item| core::cmp::min(((item.center()[axis] - low) * scale) as usize, BINS - 1);
    let place = match best_bin(items, bin) {
        Some(best) => partition(items, |item| bin(item) < best),
        None => 0,
    };
    if core::cmp::min(place, items.len() - place) < items.len() / 8 {
        items.select_nth_unstable_by(middle, |a, b| a.center()[axis].total_cmp(&b.center()[axis]));
        return middle;
    }
    place
}

/// The bin before which a cut is cheapest.
fn best_bin(items: &[Item], bin: impl Fn(&Item) -> usize) -> Option<usize> {
    let mut bins = [(0_usize, NOWHERE); BINS];
    for item in items {
        let (count, bounds) = &mut bins[bin(item)];
        *count += 1;
        *bounds = union(*bounds, item.bounds);
    }
    let mut right = [(0, NOWHERE); BINS + 1];
    for place in (0..BINS).rev() {
        let (count, bounds) = right[place + 1];
        right[place] = (count + bins[place].0, union(bounds, bins[place].1));
    }
    let (mut left, mut best) = ((0, NOWHERE), (f64::INFINITY, None));
    for place in 1..BINS {
        left = (left.0 + bins[place - 1].0, union(left.1, bins[place - 1].1));
        let cost = left.0 as f64 * girth(left.1) + right[place].0 as f64 * girth(right[place].1);
        if 0 < left.0 && 0 < right[place].0 && cost < best.0 {
            best = (cost, Some(place));
        }
    }
    best.1
}

/// Puts items for which something holds before the others; how many there are.
fn partition(items: &mut [Item], holds: impl Fn(&Item) -> bool) -> usize {
    let (mut low, mut high) = (0, items.len());
    while low < high {
        if holds(&items[low]) {
            low += 1;
        } else {
            high -= 1;
            items.swap(low, high);
        }
    }
    low
}

impl Item {
    /// Twice the middle of its box.
    #[inline(always)]
    fn center(&self) -> [f64; 2] {
        [self.bounds[0] + self.bounds[1], self.bounds[2] + self.bounds[3]]
    }
}

#[inline(always)]
fn union(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    [min(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), max(a[3], b[3])]
}

/// Half the perimeter of a box: how likely a path is to meet it.
fn girth(bounds: [f64; 4]) -> f64 {
    (bounds[1] - bounds[0]) + (bounds[3] - bounds[2])
}
