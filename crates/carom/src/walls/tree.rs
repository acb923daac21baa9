//! A tree of boxes, W to a node, and the ways to walk through it.
//!
//! How boxes are put together is another matter (`bvh.rs`, `quadtree.rs`); every walk only leaves out what it
//! may leave out, so the answers do not depend on the tree.

use super::Count;
use super::path::{Path, SLACK, distances};
use crate::aabb::Aabb;
use crate::point::{Point, max, min};
use crate::simd::signs;
use alloc::vec::Vec;

/// Marks a child that is a leaf; the other bits are its number.
pub(super) const LEAF: u32 = 1 << 31;

/// A node without a box.
pub(super) const NOWHERE: [f64; 4] = [f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY];

#[derive(Clone, Debug)]
pub(super) struct Node<const W: usize> {
    /// Min x, max x, min y and max y of each child; a place that is free has a box that nothing enters.
    boxes: [[f64; W]; 4],
    children: [u32; W],
}

impl<const W: usize> Node<W> {
    pub(super) const EMPTY: Node<W> = Node {
        boxes: [[f64::INFINITY; W], [f64::NEG_INFINITY; W], [f64::INFINITY; W], [f64::NEG_INFINITY; W]],
        children: [0; W],
    };

    pub(super) fn set(&mut self, place: usize, bounds: [f64; 4], child: u32) {
        for (row, side) in self.boxes.iter_mut().zip(bounds) {
            row[place] = side;
        }
        self.children[place] = child;
    }

    pub(super) fn set_child(&mut self, place: usize, child: u32) {
        self.children[place] = child;
    }
}

/// Sets the boxes of all children, given those of the leaves. Children come after their parents.
pub(super) fn set_bounds<const W: usize>(nodes: &mut [Node<W>], leaves: &[[f64; 4]]) {
    for node in (0..nodes.len()).rev() {
        for place in 0..W {
            // Only the root is nobody's child, so a place with child 0 is free.
            let child = nodes[node].children[place];
            if child & LEAF != 0 {
                nodes[node].set(place, leaves[(child & !LEAF) as usize], child);
            } else if child != 0 {
                let boxes = &nodes[child as usize].boxes;
                let all = (0..W).fold(NOWHERE, |all, place| union(all, [0, 1, 2, 3].map(|row| boxes[row][place])));
                nodes[node].set(place, all, child);
            }
        }
    }
}

/// The box around two boxes: min x, max x, min y and max y.
#[inline(always)]
pub(super) fn union(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    [min(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), max(a[3], b[3])]
}

/// The leaves that a path may enter, about in the order in which it does.
pub(super) struct Walk<'a, const W: usize> {
    nodes: &'a [Node<W>],
    path: &'a Path,
    stack: Stack,
}

impl<'a, const W: usize> Walk<'a, W> {
    #[inline(always)]
    pub(super) fn new(nodes: &'a [Node<W>], path: &'a Path) -> Walk<'a, W> {
        let mut stack = Stack::new();
        if !nodes.is_empty() {
            stack.push(0.0, 0);
        }
        Walk { nodes, path, stack }
    }

    /// The next leaf that it may enter before a limit.
    #[inline(always)]
    pub(super) fn next(&mut self, limit: f64, count: &mut impl Count) -> Option<u32> {
        let latest = limit * SLACK + f64::MIN_POSITIVE;
        let mut times = [0.0; W];
        loop {
            // What was entered before the limit shrank may lie beyond it now.
            let (time, mut next) = self.stack.pop()?;
            if latest < time {
                continue;
            }
            while next & LEAF == 0 {
                let node = &self.nodes[next as usize];
                self.path.enter(&node.boxes, limit, &mut times);
                count.boxes(W as u64);
                let mut entered = !signs(&times) & ((1 << W) - 1);
                if entered == 0 {
                    break;
                }
                // On with the nearest; the others wait.
                let first = entered.trailing_zeros() as usize % W;
                entered &= entered - 1;
                let (mut nearest, mut child) = (times[first], node.children[first]);
                while entered != 0 {
                    let place = entered.trailing_zeros() as usize % W;
                    entered &= entered - 1;
                    let (time, other) = (times[place], node.children[place]);
                    if time < nearest {
                        self.stack.push(nearest, child);
                        (nearest, child) = (time, other);
                    } else {
                        self.stack.push(time, other);
                    }
                }
                next = child;
            }
            if next & LEAF != 0 {
                return Some(next & !LEAF);
            }
        }
    }
}

/// Calls `visit` with the leaves whose boxes overlap a box.
pub(super) fn overlapping<const W: usize>(nodes: &[Node<W>], aabb: &Aabb, visit: &mut impl FnMut(u32)) {
    let (min, max) = (aabb.min(), aabb.max());
    let mut stack = Vec::new();
    if !nodes.is_empty() {
        stack.push(0);
    }
    while let Some(next) = stack.pop() {
        let node: &Node<W> = &nodes[next as usize];
        for place in 0..W {
            let [low_x, high_x, low_y, high_y] = [0, 1, 2, 3].map(|row| node.boxes[row][place]);
            // A place that is free overlaps nothing, not even all of the plane.
            let is_free = high_x < low_x;
            if !is_free && low_x <= max.x && min.x <= high_x && low_y <= max.y && min.y <= high_y {
                let child = node.children[place];
                if child & LEAF == 0 { stack.push(child) } else { visit(child & !LEAF) }
            }
        }
    }
}

/// Calls `visit` with leaves in order of distance from a point, about, and never leaves out one that is within the
/// distance `visit` says; that of all is squared and infinite at first.
pub(super) fn nearest<const W: usize>(nodes: &[Node<W>], point: Point, visit: &mut impl FnMut(u32) -> f64) {
    let mut limit = f64::INFINITY;
    let mut stack: Vec<(f64, u32)> = Vec::new();
    if !nodes.is_empty() {
        stack.push((0.0, 0));
    }
    let mut squared = [0.0; W];
    while let Some((distance, next)) = stack.pop() {
        if limit < distance {
            continue;
        }
        if next & LEAF != 0 {
            limit = visit(next & !LEAF);
            continue;
        }
        let node: &Node<W> = &nodes[next as usize];
        distances(&node.boxes, point, &mut squared);
        let bottom = stack.len();
        for (place, &distance) in squared.iter().enumerate() {
            // Free places are infinitely far; so is what overflows, and it may be real.
            if node.boxes[0][place] <= node.boxes[1][place] && distance <= limit {
                stack.push((distance, node.children[place]));
            }
        }
        stack[bottom..].sort_by(|a, b| b.0.total_cmp(&a.0));
    }
}

/// Times and children, the first few without memory of their own.
struct Stack {
    times: [f64; FEW],
    children: [u32; FEW],
    len: usize,
    more: Vec<(f64, u32)>,
}

/// Enough for all but strange trees.
const FEW: usize = 32;

impl Stack {
    #[inline(always)]
    fn new() -> Stack {
        Stack { times: [0.0; FEW], children: [0; FEW], len: 0, more: Vec::new() }
    }

    #[inline(always)]
    fn push(&mut self, time: f64, child: u32) {
        if self.len < FEW {
            self.times[self.len] = time;
            self.children[self.len] = child;
        } else {
            self.more.push((time, child));
        }
        self.len += 1;
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<(f64, u32)> {
        self.len = self.len.checked_sub(1)?;
        if self.len < FEW { Some((self.times[self.len], self.children[self.len])) } else { self.more.pop() }
    }
}
