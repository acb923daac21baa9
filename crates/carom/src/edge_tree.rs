//! Boxes over runs of neighbouring edges of a ring, so that a question looks only at the edges near it.
//!
//! Edges that follow one another lie near one another, so the order along the ring is already a good tree:
//! sixteen edges have a box, eight boxes have a box, and so on. Nothing is sorted, and nothing points anywhere.

use crate::aabb::Aabb;
use crate::point::Point;
use alloc::vec::Vec;
use core::ops::Range;

/// So many edges are looked at one by one sooner than their boxes.
const RUN: usize = 16;

/// So many boxes have a common box.
const FAN: usize = 8;

/// The boxes of one ring.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct EdgeTree {
    /// The ring's vertices within the polygon's.
    vertices: Range<usize>,
    /// Boxes of runs of 16 edges, then of 128, and so on up to one of all.
    boxes: Vec<Aabb>,
    /// Where each level starts in `boxes`.
    levels: Vec<usize>,
}

/// A box of the tree and what it covers.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    level: usize,
    index: usize,
}

impl EdgeTree {
    /// The tree over the ring that consists of the given vertices of a polygon.
    pub(crate) fn new(all: &[Point], vertices: Range<usize>) -> EdgeTree {
        let ring = &all[vertices.clone()];
        let mut boxes: Vec<Aabb> = Vec::with_capacity(ring.len() / RUN * FAN / (FAN - 1) + 4);
        for (run, first) in ring.chunks(RUN).zip((0..).step_by(RUN)) {
            let after = ring[(first + run.len()) % ring.len()];
            boxes.push(run.iter().fold(Aabb::of_point(after), |all, &vertex| all.union(&Aabb::of_point(vertex))));
        }
        let mut levels = alloc::vec![0];
        let mut start = 0;
        while boxes.len() - start > 1 {
            let end = boxes.len();
            levels.push(end);
            for first in (start..end).step_by(FAN) {
                let mut all = boxes[first];
                for other in &boxes[first + 1..core::cmp::min(first + FAN, end)] {
                    all = all.union(other);
                }
                boxes.push(all);
            }
            start = end;
        }
        EdgeTree { vertices, boxes, levels }
    }

    /// The box of everything.
    pub(crate) fn root(&self) -> Node {
        Node { level: self.levels.len() - 1, index: 0 }
    }

    pub(crate) fn aabb(&self, node: Node) -> &Aabb {
        &self.boxes[self.levels[node.level] + node.index]
    }

    /// The boxes below a node; none below a run of edges.
    pub(crate) fn children(&self, node: Node) -> impl Iterator<Item = Node> + use<> {
        let range = match node.level.checked_sub(1) {
            None => 0..0,
            Some(below) => {
                let count = self.levels[node.level] - self.levels[below];
                node.index * FAN..core::cmp::min((node.index + 1) * FAN, count)
            }
        };
        let level = node.level.saturating_sub(1);
        range.map(move |index| Node { level, index })
    }

    pub(crate) fn is_run(&self, node: Node) -> bool {
        node.level == 0
    }

    /// The edges a node covers, numbered over the whole polygon.
    pub(crate) fn edges(&self, node: Node) -> Range<usize> {
        let size = RUN * FAN.pow(node.level as u32);
        let first = self.vertices.start + node.index * size;
        first..core::cmp::min(first + size, self.vertices.end)
    }

    /// The vertex after `v` in the ring.
    #[inline]
    pub(crate) fn next(&self, v: usize) -> usize {
        if v + 1 == self.vertices.end { self.vertices.start } else { v + 1 }
    }

    /// The ring's vertices within the polygon's.
    pub(crate) fn vertices(&self) -> Range<usize> {
        self.vertices.clone()
    }

    /// Calls `visit` with runs of edges whose boxes, and those of all their parents, `enter` admits,
    /// until it returns something.
    pub(crate) fn find<T>(
        &self,
        enter: &mut impl FnMut(&Aabb, Range<usize>) -> bool,
        visit: &mut impl FnMut(Range<usize>) -> Option<T>,
    ) -> Option<T> {
        self.find_below(self.root(), enter, visit)
    }

    fn find_below<T>(
        &self,
        node: Node,
        enter: &mut impl FnMut(&Aabb, Range<usize>) -> bool,
        visit: &mut impl FnMut(Range<usize>) -> Option<T>,
    ) -> Option<T> {
        let edges = self.edges(node);
        if !enter(self.aabb(node), edges.clone()) {
            return None;
        }
        if self.is_run(node) {
            return visit(edges);
        }
        self.children(node).find_map(|child| self.find_below(child, enter, visit))
    }
}

/// Calls `visit` with runs of edges of two rings whose boxes overlap, until it returns something.
pub(crate) fn find_pair<T>(
    (a, in_a): (&EdgeTree, Node),
    (b, in_b): (&EdgeTree, Node),
    visit: &mut impl FnMut(Range<usize>, Range<usize>) -> Option<T>,
) -> Option<T> {
    if !a.aabb(in_a).overlaps_box(b.aabb(in_b)) {
        return None;
    }
    match (a.is_run(in_a), b.is_run(in_b)) {
        (true, true) => visit(a.edges(in_a), b.edges(in_b)),
        // Open the one that covers more edges, so that both shrink alike.
        (false, b_is_run) if b_is_run || in_b.level <= in_a.level => {
            a.children(in_a).find_map(|child| find_pair((a, child), (b, in_b), visit))
        }
        _ => b.children(in_b).find_map(|child| find_pair((a, in_a), (b, child), visit)),
    }
}
