//! Boxes over runs of neighbouring edges of a polygon, so that a question looks only at the edges near it.
//!
//! Edges that follow one another lie near one another, so the order along a ring is already a good tree:
//! sixteen edges have a box, eight boxes have a box, and so on. Only holes have to be sorted, as they come in any order.
//! Nothing points anywhere.

use crate::aabb::Aabb;
use crate::point::Point;
use alloc::vec::Vec;
use core::ops::Range;

/// So many edges are looked at one by one sooner than their boxes.
const RUN: usize = 16;

/// So many boxes have a common box.
pub(crate) const FAN: usize = 8;

/// The boxes of a polygon's edges.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct EdgeTree {
    /// Runs of edges, ring after ring: the outer ring, then the holes, those near one another together.
    runs: Vec<Run>,
    /// Boxes of the runs, then of eight runs each, and so on up to one of all.
    boxes: Vec<Aabb>,
    /// Where each level starts in `boxes`.
    levels: Vec<usize>,
}

/// Edges of one ring that follow one another; edge `v` starts at vertex `v`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Run {
    first: u32,
    end: u32,
    ring_start: u32,
    ring_end: u32,
}

/// A box of the tree and what it covers.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    level: usize,
    index: usize,
}

impl Node {
    /// How many levels of boxes are below it.
    pub(crate) fn level(self) -> usize {
        self.level
    }
}

impl Run {
    #[inline]
    pub(crate) fn edges(&self) -> Range<usize> {
        self.first as usize..self.end as usize
    }

    /// The vertex after `v` in the ring.
    #[inline]
    pub(crate) fn next(&self, v: usize) -> usize {
        if v + 1 == self.ring_end as usize { self.ring_start as usize } else { v + 1 }
    }

    /// The vertex before `v` in the ring.
    pub(crate) fn prev(&self, v: usize) -> usize {
        if v == self.ring_start as usize { self.ring_end as usize - 1 } else { v - 1 }
    }

    /// The vertices of the whole ring.
    pub(crate) fn ring(&self) -> Range<usize> {
        self.ring_start as usize..self.ring_end as usize
    }

    /// Whether it is the first run of its ring.
    pub(crate) fn begins_ring(&self) -> bool {
        self.first == self.ring_start
    }

    fn aabb(&self, vertices: &[Point]) -> Aabb {
        let after = vertices[self.next(self.end as usize - 1)];
        vertices[self.edges()].iter().fold(Aabb::of_point(after), |all, &vertex| all.union(&Aabb::of_point(vertex)))
    }
}

impl EdgeTree {
    /// The tree over rings that end before the vertices `ends`, the outer ring first.
    pub(crate) fn new(vertices: &[Point], ends: &[u32]) -> EdgeTree {
        let count = vertices.len() / RUN + ends.len();
        let (mut runs, mut boxes) = (Vec::with_capacity(count), Vec::with_capacity(count + count / (FAN - 1) + 4));
        for ring in rings_in_order(vertices, ends) {
            let [ring_start, ring_end] = [ring.start, ring.end];
            for first in ring.step_by(RUN) {
                let end = core::cmp::min(first + RUN as u32, ring_end);
                let run = Run { first, end, ring_start, ring_end };
                boxes.push(run.aabb(vertices));
                runs.push(run);
            }
        }
        let mut levels = alloc::vec![0];
        let mut start = 0;
        while boxes.len() - start > 1 {
            let end = boxes.len();
            levels.push(end);
            for first in (start..end).step_by(FAN) {
                let mut all: Aabb = boxes[first];
                for other in &boxes[first + 1..core::cmp::min(first + FAN, end)] {
                    all = all.union(other);
                }
                boxes.push(all);
            }
            start = end;
        }
        EdgeTree { runs, boxes, levels }
    }

    /// The box of everything.
    pub(crate) fn root(&self) -> Node {
        Node { level: self.levels.len() - 1, index: 0 }
    }

    pub(crate) fn aabb(&self, node: Node) -> &Aabb {
        &self.boxes[self.number(node)]
    }

    /// The number of a node among all; runs come first, and every node after those below it.
    pub(crate) fn number(&self, node: Node) -> usize {
        self.levels[node.level] + node.index
    }

    /// How many nodes there are.
    pub(crate) fn count(&self) -> usize {
        self.boxes.len()
    }

    /// All nodes in the order of their numbers.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = Node> {
        let ends = self.levels[1..].iter().copied().chain(core::iter::once(self.boxes.len()));
        let levels = self.levels.iter().zip(ends).enumerate();
        levels.flat_map(|(level, (&start, end))| (0..end - start).map(move |index| Node { level, index }))
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

    /// The edges of a node that has no boxes below it.
    #[inline]
    pub(crate) fn run(&self, node: Node) -> Option<&Run> {
        if node.level == 0 { self.runs.get(node.index) } else { None }
    }

    /// Whether the edges of a node go an odd number of times from where `above` is false to where it is true or back.
    ///
    /// Edges that follow one another do so iff it differs between their ends; a whole ring never does.
    pub(crate) fn changes_oddly(&self, node: Node, above: impl Fn(usize) -> bool) -> bool {
        let size = FAN.pow(node.level as u32);
        let first = &self.runs[node.index * size];
        let last = &self.runs[core::cmp::min((node.index + 1) * size, self.runs.len()) - 1];
        let (start, end) = (first.first as usize, last.next(last.end as usize - 1));
        if first.ring_start == last.ring_start {
            return above(start) != above(end);
        }
        // The rest of one ring, whole rings, and the beginning of another.
        let to_end_of_ring = above(start) != above(first.ring_start as usize);
        to_end_of_ring != (above(last.ring_start as usize) != above(end))
    }

    /// Calls `visit` with runs of edges whose boxes, and those of all their parents, `enter` admits,
    /// until it returns something.
    pub(crate) fn find<T>(
        &self,
        enter: &mut impl FnMut(&Aabb, Node) -> bool,
        visit: &mut impl FnMut(&Run) -> Option<T>,
    ) -> Option<T> {
        self.find_below(self.root(), enter, visit)
    }

    fn find_below<T>(
        &self,
        node: Node,
        enter: &mut impl FnMut(&Aabb, Node) -> bool,
        visit: &mut impl FnMut(&Run) -> Option<T>,
    ) -> Option<T> {
        if !enter(self.aabb(node), node) {
            return None;
        }
        match self.run(node) {
            Some(run) => visit(run),
            None => self.children(node).find_map(|child| self.find_below(child, enter, visit)),
        }
    }
}

/// The outer ring, then the holes in columns from left to right, each from bottom to top.
fn rings_in_order(vertices: &[Point], ends: &[u32]) -> impl Iterator<Item = Range<u32>> {
    let starts = core::iter::once(0).chain(ends.iter().copied());
    let mut rings = starts.zip(ends).map(|(start, &end)| start..end);
    let outer = rings.next();
    // Which place stands for a hole only matters for speed, so it may be any vertex.
    let mut holes: Vec<(Point, Range<u32>)> = rings.map(|ring| (vertices[ring.start as usize], ring)).collect();
    holes.sort_by(|(p, r), (q, s)| p.order(*q).then(r.start.cmp(&s.start)));
    let column = holes.len().isqrt() + 1;
    for holes in holes.chunks_mut(column) {
        let turned = |p: Point| Point::new(p.y, p.x);
        holes.sort_by(|(p, r), (q, s)| turned(*p).order(turned(*q)).then(r.start.cmp(&s.start)));
    }
    outer.into_iter().chain(holes.into_iter().map(|(_, ring)| ring))
}

/// Calls `visit` with runs of edges of two trees whose boxes overlap, until it returns something or `budget`
/// pairs of boxes were looked at; then the budget is 0 and nothing is known.
pub(crate) fn find_pair<T>(
    (a, in_a): (&EdgeTree, Node),
    (b, in_b): (&EdgeTree, Node),
    budget: &mut usize,
    visit: &mut impl FnMut(&Run, &Run) -> Option<T>,
) -> Option<T> {
    *budget = budget.saturating_sub(1);
    if *budget == 0 || !a.aabb(in_a).overlaps_box(b.aabb(in_b)) {
        return None;
    }
    match (a.run(in_a), b.run(in_b)) {
        (Some(run_of_a), Some(run_of_b)) => visit(run_of_a, run_of_b),
        // Open the one that covers more edges, so that both shrink alike.
        (None, run_of_b) if run_of_b.is_some() || in_b.level <= in_a.level => {
            a.children(in_a).find_map(|child| find_pair((a, child), (b, in_b), budget, visit))
        }
        _ => b.children(in_b).find_map(|child| find_pair((a, in_a), (b, child), budget, visit)),
    }
}
