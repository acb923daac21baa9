//! Are some rings a polygon?
//!
//! A vertical line moves over the plane from left to right and meets the vertices one by one, those above one another from
//! bottom to top, as if it leaned a little. The edges it cuts are kept in order from bottom to top.
//!
//! Of all points where two edges meet that should not, look at the leftmost (Shamos and Hoey, 1976). Up to there the
//! order on the line is right; just left of it the edges through it are neighbours on the line, and they became
//! neighbours at some vertex. So it suffices to test edges when they become neighbours. Every test is exact,
//! so this is a proof, not a hope; and the first two edges found do meet.

use crate::exact::{Side, orient, segments_meet};
use crate::ordered::{Ordered, Place};
use crate::point::Point;
use alloc::vec::Vec;

/// Rings of vertices, one after the other. Edge `i` goes from vertex `i` to vertex `next(i)`.
pub(crate) struct Rings<'a> {
    vertices: &'a [Point],
    next: Vec<u32>,
    prev: Vec<u32>,
}

/// Why rings are not a polygon; vertices and edges are numbered over all rings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contact {
    Vertices(u32, u32),
    Edges(u32, u32),
    /// The ring of this vertex, a hole, does not lie in the inside.
    HoleOutside(u32),
}

impl<'a> Rings<'a> {
    /// Rings that end before the vertices `ends`.
    pub(crate) fn new(vertices: &'a [Point], ends: &[u32]) -> Rings<'a> {
        let count = vertices.len() as u32;
        let mut next: Vec<u32> = (1..=count).collect();
        let mut prev: Vec<u32> = (0..count).map(|v| v.wrapping_sub(1)).collect();
        let mut start = 0;
        for &end in ends {
            next[end as usize - 1] = start;
            prev[start as usize] = end - 1;
            start = end;
        }
        Rings { vertices, next, prev }
    }

    #[inline]
    pub(crate) fn next(&self, v: u32) -> u32 {
        self.next[v as usize]
    }

    #[inline]
    pub(crate) fn prev(&self, v: u32) -> u32 {
        self.prev[v as usize]
    }

    #[inline]
    pub(crate) fn point(&self, v: u32) -> Point {
        self.vertices[v as usize]
    }

    #[inline]
    pub(crate) fn ends(&self, edge: u32) -> [Point; 2] {
        [self.point(edge), self.point(self.next(edge))]
    }

    /// All vertices in the order in which the line meets them.
    pub(crate) fn order(&self) -> Vec<(Point, u32)> {
        let mut order: Vec<(Point, u32)> = self.vertices.iter().copied().zip(0..).collect();
        // Rings go right for a while and then left, so long stretches are in order already;
        // the stable sort makes use of that.
        order.sort_by(|&(p, v), &(q, w)| p.order(q).then(v.cmp(&w)));
        order
    }

    /// The reason why the rings are not a polygon, if there is one. Outer rings must be counter-clockwise and holes
    /// clockwise, given that no edges meet; `is_hole` tells which ring a vertex belongs to.
    pub(crate) fn find_contact(&self, is_hole: impl Fn(u32) -> bool) -> Option<Contact> {
        let order = self.order();
        if let Some(pair) = order.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Some(Contact::Vertices(pair[0].1, pair[1].1));
        }
        let mut line = Line { rings: self, edges: Ordered::new() };
        let mut outside = None;
        for (_, v) in order {
            match line.pass(v) {
                Err(contact) => return Some(contact),
                // Where a hole begins, its corner is reflex and must have the inside below it.
                Ok(Some(Beginning { turns: Side::Right, in_inside: false })) if is_hole(v) => {
                    outside = outside.or(Some(Contact::HoleOutside(v)));
                }
                Ok(_) => {}
            }
        }
        outside
    }
}

/// The line and the edges it cuts, from bottom to top.
struct Line<'a, 'r> {
    rings: &'a Rings<'r>,
    edges: Ordered<u32>,
}

/// A vertex where two edges begin.
struct Beginning {
    /// The side to which the ring turns there.
    turns: Side,
    /// Whether the edge below it has the inside above.
    in_inside: bool,
}

impl Line<'_, '_> {
    /// Moves the line over a vertex: edges end, edges begin, and those that become neighbours are tested.
    fn pass(&mut self, v: u32) -> Result<Option<Beginning>, Contact> {
        let (before, after) = (self.rings.prev(v), self.rings.next(v));
        let point = self.rings.point(v);
        let goes_left = [before, after].map(|other| self.rings.point(other).precedes(point));
        let mut at = self.place_of(v)?;
        // The edge into v is `before`, the edge out of it `v`.
        match goes_left {
            [true, false] => self.replace(at, before, v)?,
            [false, true] => self.replace(at, v, before)?,
            [true, true] => {
                self.corner(v)?;
                for _ in 0..2 {
                    at = self.remove(at, [before, v], v)?;
                }
                self.test_neighbours(self.edges.before(at), at)?;
            }
            [false, false] => {
                let turns = self.corner(v)?;
                let below = self.edges.before(at);
                let in_inside = below.and_then(|at| self.edges.get(at)).is_some_and(|&edge| self.goes_right(edge));
                // A left turn has the edge out of v below the edge into it.
                let [lower, upper] = if turns == Side::Left { [v, before] } else { [before, v] };
                let at = self.edges.insert(at, upper);
                self.test_neighbours(Some(at), self.edges.after(at))?;
                let at = self.edges.insert(at, lower);
                self.test_neighbours(self.edges.before(at), at)?;
                return Ok(Some(Beginning { turns, in_inside }));
            }
        }
        Ok(None)
    }

    /// Where the edges that meet in `v` are or belong: above all edges that pass below it.
    fn place_of(&self, v: u32) -> Result<Place, Contact> {
        let (before, point) = (self.rings.prev(v), self.rings.point(v));
        self.edges.end_of(|&edge| {
            if edge == v || edge == before {
                return Ok(false);
            }
            let [a, b] = self.rings.ends(edge);
            let side = if a.precedes(b) { orient(a, b, point) } else { orient(b, a, point) };
            if side == Side::On { Err(Contact::Edges(edge, v)) } else { Ok(side == Side::Left) }
        })
    }

    /// Puts an edge in the place of the one that ends where it begins.
    fn replace(&mut self, at: Place, old: u32, new: u32) -> Result<(), Contact> {
        match self.edges.get_mut(at) {
            Some(edge) if *edge == old => *edge = new,
            _ => return Err(Contact::Edges(old, new)),
        }
        self.test_neighbours(self.edges.before(at), at)?;
        self.test_neighbours(Some(at), self.edges.after(at))
    }

    /// Removes one of two edges that end in `v`, and returns the place of the next edge.
    fn remove(&mut self, at: Place, ending: [u32; 2], v: u32) -> Result<Place, Contact> {
        match self.edges.get(at) {
            Some(edge) if ending.contains(edge) => Ok(self.edges.remove(at).1),
            Some(&edge) => Err(Contact::Edges(edge, v)),
            None => Err(Contact::Edges(ending[0], ending[1])),
        }
    }

    /// The side to which the ring turns at a vertex with both neighbours on one side of the line;
    /// if it does not turn there, the two edges lie on one another.
    fn corner(&self, v: u32) -> Result<Side, Contact> {
        let (before, after) = (self.rings.prev(v), self.rings.next(v));
        match orient(self.rings.point(before), self.rings.point(v), self.rings.point(after)) {
            Side::On => Err(Contact::Edges(before, v)),
            side => Ok(side),
        }
    }

    fn goes_right(&self, edge: u32) -> bool {
        let [a, b] = self.rings.ends(edge);
        a.precedes(b)
    }

    /// Tests two edges that have become neighbours. Those that share a vertex meet nowhere else:
    /// where they lie on one another is found at that vertex.
    fn test_neighbours(&self, below: Option<Place>, above: Place) -> Result<(), Contact> {
        let edge = |at: Place| self.edges.get(at).copied();
        let (Some(e), Some(f)) = (below.and_then(edge), edge(above)) else { return Ok(()) };
        let share_a_vertex = self.rings.next(e) == f || self.rings.next(f) == e;
        if !share_a_vertex && segments_meet(self.rings.ends(e), self.rings.ends(f)) {
            return Err(Contact::Edges(e, f));
        }
        Ok(())
    }
}
