//! Two polygons over one another: do they meet, is one inside the other?
//!
//! The same walk from left to right that checks rings (`rings.rs`), over the edges of both at once. No two edges of one
//! polygon cross, so a place where edges cross lies between two neighbours on the line, one of each polygon, and is found
//! when they become neighbours. Until then the order on the line is right, and for each gap between two edges
//! it is known which of the polygons it belongs to.
//!
//! Edges may touch, and lie on one another: at every vertex all edges through it are taken from the line, and those
//! that go on are put back in the order in which they leave it. What lies between two that leave in the same direction is no gap.
//!
//! The boxes of `edge_tree.rs` answer sooner where edges are short. This answers in time however they lie.

use crate::exact::{Location, Side, construct, orient};
use crate::ordered::{Ordered, Place};
use crate::point::Point;
use crate::polygon::Polygon;
use crate::rings::Rings;
use alloc::vec::Vec;

/// A point that two polygons share, if there is one: rounded if edges cross there, exact otherwise.
pub(crate) fn shared_point(a: &Polygon, b: &Polygon) -> Option<Point> {
    walk(a, b, |seen| match seen {
        Seen::Touch(point) => Some(point),
        Seen::Crossing([e, f]) => Some(construct::meeting_point(e, f)),
        // The gap begins at the point.
        Seen::Gap(inside, point) => (inside == [true, true]).then_some(point),
    })
}

/// Where the polygon `inner` lies in `outer`, all of it.
///
/// It leaves the other iff some gap belongs to it and not to the other; where edges cross, there is one.
pub(crate) fn locate(outer: &Polygon, inner: &Polygon) -> Location {
    let mut touched = false;
    let left = walk(outer, inner, |seen| match seen {
        Seen::Touch(_) => {
            touched = true;
            None
        }
        Seen::Crossing(_) => Some(()),
        Seen::Gap(inside, _) => (inside == [false, true]).then_some(()),
    });
    match (left, touched) {
        (Some(()), _) => Location::Outside,
        (None, true) => Location::Edge,
        (None, false) => Location::Inside,
    }
}

/// What the walk comes across.
enum Seen {
    /// Edges of both polygons share a point, and at least one has a vertex there.
    Touch(Point),
    /// Edges of both cross between their ends.
    Crossing([[Point; 2]; 2]),
    /// A gap between edges: to which of the polygons it belongs, and where it begins.
    Gap([bool; 2], Point),
}

/// Walks over two polygons, until `look` returns something.
fn walk<T>(a: &Polygon, b: &Polygon, mut look: impl FnMut(Seen) -> Option<T>) -> Option<T> {
    let count = a.vertices().len() as u32;
    let vertices: Vec<Point> = a.vertices().iter().chain(b.vertices()).copied().collect();
    let ends: Vec<u32> = a.ring_ends().iter().copied().chain(b.ring_ends().iter().map(|end| end + count)).collect();
    let rings = Rings::new(&vertices, &ends);
    let mut line = Line { rings: &rings, count, edges: Ordered::new(), leaving: Vec::new() };
    let order = rings.order();
    // Two vertices in one place belong to different polygons.
    order.chunk_by(|(p, _), (q, _)| p == q).find_map(|group| line.pass(group, &mut look))
}

/// The line and the edges it cuts, from bottom to top.
struct Line<'a, 'r> {
    rings: &'a Rings<'r>,
    /// Edges with smaller numbers are the first polygon's.
    count: u32,
    edges: Ordered<Cut>,
    /// Room for the edges that leave a vertex.
    leaving: Vec<u32>,
}

/// An edge that the line cuts, and to which of the polygons the gap above it belongs.
#[derive(Clone, Copy)]
struct Cut {
    edge: u32,
    above: [bool; 2],
}

impl Line<'_, '_> {
    /// Moves the line over the vertices in one place.
    fn pass<T>(&mut self, group: &[(Point, u32)], look: &mut impl FnMut(Seen) -> Option<T>) -> Option<T> {
        let point = group[0].0;
        let (at, mut here) = self.take(point);
        for &(_, v) in group {
            here[self.owner(v)] = true;
            for edge in [v, self.rings.prev(v)] {
                if self.left_to_right(edge)[0] == point {
                    self.leaving.push(edge);
                }
            }
        }
        let touch = if here == [true, true] { look(Seen::Touch(point)) } else { None };
        touch.or_else(|| self.put(point, at, look))
    }

    /// Takes all edges through a point from the line and keeps those that go on. Tells where they were and whose they are.
    fn take(&mut self, point: Point) -> (Place, [bool; 2]) {
        let mut here = [false; 2];
        self.leaving.clear();
        let below = self.edges.end_of(|cut| Ok::<bool, Never>(self.side(cut.edge, point) == Side::Left));
        let mut at = match below {
            Ok(at) => at,
            Err(never) => match never {},
        };
        while let Some(edge) = self.edges.get(at).map(|cut| cut.edge).filter(|&e| self.side(e, point) == Side::On) {
            here[self.owner(edge)] = true;
            if self.left_to_right(edge)[1] != point {
                self.leaving.push(edge);
            }
            at = self.edges.remove(at).1;
        }
        (at, here)
    }

    /// Puts the edges that leave a point where they belong, and looks at the gaps and neighbours they make.
    fn put<T>(&mut self, point: Point, at: Place, look: &mut impl FnMut(Seen) -> Option<T>) -> Option<T> {
        let mut leaving = core::mem::take(&mut self.leaving);
        let turn = |e: u32, f: u32| orient(point, self.left_to_right(e)[1], self.left_to_right(f)[1]);
        leaving.sort_by(|&e, &f| match turn(e, f) {
            Side::Left => core::cmp::Ordering::Less,
            Side::Right => core::cmp::Ordering::Greater,
            Side::On => e.cmp(&f),
        });
        let is_gap: Vec<bool> = leaving.windows(2).map(|pair| turn(pair[0], pair[1]) != Side::On).collect();
        let mut below = self.edges.before(at).and_then(|at| self.edges.get(at)).copied();
        let mut at = at;
        let mut found = None;
        for (i, &edge) in leaving.iter().enumerate() {
            let mut above = below.map_or([false; 2], |cut| cut.above);
            above[self.owner(edge)] ^= true;
            let cut = Cut { edge, above };
            at = self.edges.insert(at, cut);
            at = self.edges.after(at);
            let gap = if is_gap.get(i) == Some(&false) { None } else { look(Seen::Gap(above, point)) };
            let first = i == 0;
            found = found.or(gap).or_else(|| if first { self.test(below, Some(cut), look) } else { None });
            below = Some(cut);
        }
        self.leaving = leaving;
        found.or_else(|| self.test(below, self.edges.get(at).copied(), look))
    }

    /// Tests two edges that have become neighbours. Where they only touch, one has a vertex, and the line will come there.
    fn test<T>(&self, e: Option<Cut>, f: Option<Cut>, look: &mut impl FnMut(Seen) -> Option<T>) -> Option<T> {
        let (e, f) = (e?.edge, f?.edge);
        if self.owner(e) == self.owner(f) {
            return None;
        }
        let ([a, b], [c, d]) = (self.rings.ends(e), self.rings.ends(f));
        let divided = |a, b, c, d| match (orient(a, b, c), orient(a, b, d)) {
            (Side::On, _) | (_, Side::On) => false,
            (side, other) => side != other,
        };
        if divided(a, b, c, d) && divided(c, d, a, b) { look(Seen::Crossing([[a, b], [c, d]])) } else { None }
    }

    /// Whose edge or vertex it is.
    fn owner(&self, edge: u32) -> usize {
        usize::from(self.count <= edge)
    }

    /// The ends of an edge in the order in which the line meets them.
    fn left_to_right(&self, edge: u32) -> [Point; 2] {
        let [a, b] = self.rings.ends(edge);
        if a.precedes(b) { [a, b] } else { [b, a] }
    }

    /// The side of a point as seen along an edge to the right: above is left.
    fn side(&self, edge: u32, point: Point) -> Side {
        let [a, b] = self.left_to_right(edge);
        orient(a, b, point)
    }
}

/// What never goes wrong.
enum Never {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intersect::{locate_in_boxes, meet_in_boxes};

    /// Small polygons on a grid, many of them touching. What boxes answer is compared with the oracle elsewhere; the walk must
    /// answer the same.
    #[test]
    fn the_walk_agrees_with_the_boxes() {
        let mut state = 1_u64;
        let mut ring = |count: usize, low: u64, high: u64| -> Vec<[f64; 2]> {
            let mut number = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (low + (state >> 33) % (high - low)) as f64
            };
            (0..count).map(|_| [number(), number()]).collect()
        };
        let mut seen = [0; 4];
        for round in 0..if carom_oracle::FEW_CASES { 60_000 } else { 600_000 } {
            let outer = if round % 2 == 0 {
                ring(6, 0, 6)
            } else {
                Vec::from([[0.0, 0.0], [5.0, 0.0], [5.0, 5.0], [0.0, 6.0]])
            };
            let Ok(outer) = Polygon::with_holes(outer, (round % 4 == 1).then(|| ring(4, 0, 6))) else { continue };
            let (size, range) = [(5, 6), (3, 4), (7, 6)][round % 3];
            let holes = (round % 5 == 0).then(|| ring(3, 0, 6));
            let Ok(inner) = Polygon::with_holes(ring(size, 0, range), holes) else { continue };
            let mut unlimited = usize::MAX;
            let location = locate_in_boxes(&outer, &inner, &mut unlimited);
            let meets = meet_in_boxes(&outer, &inner, &mut unlimited);
            assert_eq!(Some(locate(&outer, &inner)), location, "{outer:?} {inner:?}");
            let shared = [shared_point(&outer, &inner), shared_point(&inner, &outer)];
            assert_eq!(shared.map(|shared| shared.is_some()), [meets; 2], "{outer:?} {inner:?}");
            assert_eq!(locate(&outer, &outer), Location::Edge);
            seen[locate(&outer, &inner) as usize] += 1;
            seen[3] += usize::from(!meets);
        }
        assert!(seen.iter().all(|&count| 20 < count), "inside, on the edge, outside, apart: {seen:?}");
    }
}
