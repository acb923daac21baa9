//! A tree of boxes, W to a node, and three walks through it: along a path, within a box, and outward from a point.
//!
//! How boxes are put together is another matter (`bvh.rs`, `quadtree.rs`); every walk only leaves out what it
//! may leave out, so the answers do not depend on the tree.
//!
//! # The plain version
//!
//! ```text
//! stack = [(0, root)]
//! while (time, node) = stack.pop():
//!     if latest < time: continue              a touch has been found that comes before this box
//!     if node is a leaf: test its walls, which may make `latest` earlier; continue
//!     entered = [(when the path enters the child's box, child) for each child whose box it enters before `latest`]
//!     sort entered by time, the latest first
//!     stack.extend(entered)
//! ```
//!
//! What [`Walk::next`] does differently, and why:
//!
//! 1. *All children at once.* Their boxes lie side by side in `f32`, so one pass of [`Path::enter`] over W lanes gives all times, and
//!    the signs of the stays are a mask of the children that are entered.
//! 2. *No sorting.* The nearest child is next and the others wait in any order. What waits may be visited too early, never left out.
//! 3. *No branch for none, one or two children*, the most frequent numbers, which no processor can foresee.
//! 4. *Time and child are one number* ([`Entered`]), so nearer and further are `min` and `max` of integers.
//! 5. *The stack is an array* ([`Stack`]) with a sentinel at the bottom, so that the loop does not check whether it is empty.
//!    Only strange trees need more than it holds; the rest is then set aside in a `Vec`.
//! 6. *It gives leaves one by one* instead of calling back, and keeps the top of the stack in a register in between.

use super::bounds::Bounds;
use super::path::{Frame, Path, distances};
use super::search::CostCounter;
use crate::aabb::Aabb;
use crate::point::Point;
use crate::simd::signs;
use alloc::vec::Vec;

/// Marks a child that is a leaf; the other bits are its number.
///
/// ```text
///  31  30                            0
/// ┌───┬───────────────────────────────┐
/// │ 0 │  number of a node             │
/// ├───┼───────────────────────────────┤
/// │ 1 │  number of a leaf             │   what that means is up to the tree
/// └───┴───────────────────────────────┘
/// ```
pub(super) const LEAF: u32 = 1 << 31;

#[derive(Clone, Debug)]
pub(super) struct Node<const W: usize> {
    /// Min x, max x, min y and max y of each child; a place that is free has a box that nothing enters.
    boxes: [[f32; W]; 4],
    children: [u32; W],
}

impl<const W: usize> Node<W> {
    pub(super) const EMPTY: Node<W> = {
        let Bounds { min_x, max_x, min_y, max_y } = Bounds::<f32>::EMPTY;
        Node { boxes: [[min_x; W], [max_x; W], [min_y; W], [max_y; W]], children: [0; W] }
    };

    pub(super) fn set(&mut self, place: usize, bounds: Bounds<f32>, child: u32) {
        for (row, side) in self.boxes.iter_mut().zip(bounds.sides()) {
            row[place] = side;
        }
        self.children[place] = child;
    }

    pub(super) fn set_child(&mut self, place: usize, child: u32) {
        self.children[place] = child;
    }

    /// The child in a place, if it is not free.
    pub(super) fn child(&self, place: usize) -> Option<u32> {
        (self.boxes[0][place] <= self.boxes[1][place]).then(|| self.children[place])
    }

    /// The box of a place, in the frame of the tree.
    pub(super) fn bounds(&self, place: usize) -> Bounds<f32> {
        let [min_x, max_x, min_y, max_y] = [0, 1, 2, 3].map(|row| self.boxes[row][place]);
        Bounds { min_x, max_x, min_y, max_y }
    }
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
        let mut last = [Entered::END; STACK_SIZE];
        last[1] = Entered::new(0.0, 0);
        let stack = Stack { last, len: 1 + usize::from(!nodes.is_empty()), more: Vec::new() };
        Walk { nodes, path, stack }
    }

    /// The next leaf that it may enter before the latest time that matters.
    ///
    /// How many children of a node are entered is hard to foresee, so none, one and two are no branches.
    #[inline(always)]
    pub(super) fn next(&mut self, latest: f32, cost: &mut impl CostCounter) -> Option<u32> {
        if latest < 0.0 {
            return None;
        }
        let Stack { last, len, more } = &mut self.stack;
        // Kept out of memory in between.
        let mut waiting = *len - 1;
        let mut next = last[waiting % STACK_SIZE];
        loop {
            // What was entered before the limit shrank may lie beyond it now.
            while latest < next.time() {
                waiting -= 1;
                next = last[waiting % STACK_SIZE];
            }
            if next.child() & LEAF != 0 {
                if next == Entered::END {
                    // What was set aside, if there is any, is all that is left.
                    next = more.pop()?;
                    waiting = 1;
                    continue;
                }
                *len = waiting;
                return Some(next.child() & !LEAF);
            }
            let node = &self.nodes[next.child() as usize];
            let (times, stays) = self.path.enter(&node.boxes, latest);
            cost.boxes(W as u64);
            cost.node(next.child());
            let child = |entered: u32| {
                let place = entered.trailing_zeros() as usize % W;
                Entered::new(times[place], node.children[place])
            };
            let first = !signs(&stays) & ((1 << W) - 1);
            let second = first & first.wrapping_sub(1);
            let mut others = second & second.wrapping_sub(1);
            let (one, two) = (child(first), if second == 0 { Entered::NEVER } else { child(second) });
            let top = last[(waiting - 1) % STACK_SIZE];
            // On with the nearest; the others wait.
            last[waiting % STACK_SIZE] = core::cmp::max(one, two);
            next = if first == 0 { top } else { core::cmp::min(one, two) };
            waiting = (waiting + usize::from(second != 0)) - usize::from(first == 0);
            while others != 0 {
                let other = child(others);
                others &= others - 1;
                last[waiting % STACK_SIZE] = core::cmp::max(next, other);
                next = core::cmp::min(next, other);
                waiting += 1;
            }
            if STACK_SIZE < waiting + W {
                set_aside(more, &last[1..waiting]);
                waiting = 1;
            }
        }
    }
}

/// A child and when it is entered, in one number: the bits of positive numbers are in the same order as they are.
///
/// ```text
///  63                             32 31                              0
/// ┌─────────────────────────────────┬─────────────────────────────────┐
/// │  time, an `f32` of at least 0   │  child, as `LEAF` draws it      │
/// └─────────────────────────────────┴─────────────────────────────────┘
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entered(u64);

impl Entered {
    /// Later than all.
    const NEVER: Entered = Entered(u64::MAX);

    /// The sentinel below all that waits: entered at 0, so that no limit passes over it, and no leaf that there is.
    const END: Entered = Entered(u32::MAX as u64);

    #[inline(always)]
    fn new(time: f32, child: u32) -> Entered {
        Entered(u64::from(time.to_bits()) << 32 | u64::from(child))
    }

    #[inline(always)]
    fn time(self) -> f32 {
        f32::from_bits((self.0 >> 32) as u32)
    }

    #[inline(always)]
    fn child(self) -> u32 {
        self.0 as u32
    }
}

/// Calls `visit` with the leaves whose boxes overlap a box.
pub(super) fn overlapping<const W: usize>(nodes: &[Node<W>], frame: &Frame, aabb: &Aabb, visit: &mut impl FnMut(u32)) {
    let (min, max) = (aabb.min(), aabb.max());
    let wanted = frame.outward(Bounds { min_x: min.x, max_x: max.x, min_y: min.y, max_y: max.y });
    let mut stack = Vec::new();
    if !nodes.is_empty() {
        stack.push(0);
    }
    while let Some(next) = stack.pop() {
        let node: &Node<W> = &nodes[next as usize];
        for place in 0..W {
            let [min_x, max_x, min_y, max_y] = [0, 1, 2, 3].map(|row| node.boxes[row][place]);
            // A place that is free overlaps nothing, not even all of the plane.
            let is_free = max_x < min_x;
            if !is_free && wanted.overlaps(&Bounds { min_x, max_x, min_y, max_y }) {
                let child = node.children[place];
                if child & LEAF == 0 { stack.push(child) } else { visit(child & !LEAF) }
            }
        }
    }
}

/// Calls `visit` with leaves in order of distance from a point, about, and never leaves out one that is within the
/// distance `visit` says; that of all is squared and infinite at first.
pub(super) fn nearest<const W: usize>(
    nodes: &[Node<W>],
    frame: &Frame,
    point: Point,
    visit: &mut impl FnMut(u32) -> f64,
) {
    let mut limit = f64::INFINITY;
    let mut stack: Vec<(f64, u32)> = Vec::new();
    if !nodes.is_empty() {
        stack.push((0.0, 0));
    }
    while let Some((distance, next)) = stack.pop() {
        if limit < distance {
            continue;
        }
        if next & LEAF != 0 {
            limit = frame.squared(visit(next & !LEAF));
            continue;
        }
        let node: &Node<W> = &nodes[next as usize];
        let bottom = stack.len();
        for (place, distance) in distances(&node.boxes, point, frame).into_iter().enumerate() {
            // Free places are infinitely far; so is what overflows, and it may be real.
            if node.boxes[0][place] <= node.boxes[1][place] && distance <= limit {
                stack.push((distance, node.children[place]));
            }
        }
        stack[bottom..].sort_by(|a, b| b.0.total_cmp(&a.0));
    }
}

/// What waits, the last of it without memory of its own.
struct Stack {
    /// The first is the end.
    last: [Entered; STACK_SIZE],
    len: usize,
    more: Vec<Entered>,
}

/// So many children wait in the array: enough for all but strange trees. A power of two makes it easy to see that places are within it.
const STACK_SIZE: usize = 32;

#[cold]
#[inline(never)]
fn set_aside(more: &mut Vec<Entered>, last: &[Entered]) {
    more.extend_from_slice(last);
}
