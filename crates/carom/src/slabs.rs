//! How far apart are parts of two polygons at least?
//!
//! Boxes tell where edges are short, or level, or upright. Those of long slanted edges overlap although the edges lie far apart;
//! then it helps to look along the edges. A slab is what lies between two parallel lines, and every part of a polygon has
//! one for each of a few directions, those in which most of both polygons' edges run.
//!
//! All numbers are rounded so that a part never reaches out of its slabs and a gap between slabs is never too wide:
//! they only leave out what is left out for certain.

use crate::edge_tree::{EdgeTree, Node};
use crate::point::{Point, Vec2, max, min};
use crate::polygon::Polygon;
use alloc::vec::Vec;

/// So many directions, one for each eighth of a half turn.
const COUNT: usize = 8;

/// What is square to each direction, of length 1; NaN where no edge runs.
pub(crate) type Normals = [Vec2; COUNT];

/// The slab of a part across each direction, from its low to its high side.
#[derive(Clone, Copy)]
pub(crate) struct Slab([[f64; 2]; COUNT]);

/// The directions in which the edges of two polygons run: in each eighth of a half turn, the one of all edges together.
pub(crate) fn normals(a: &Polygon, b: &Polygon) -> Normals {
    /// tan 22.5°.
    const EIGHTH: f64 = 0.414_213_562_373_095;
    let mut sums = [Vec2::default(); COUNT];
    for edge in a.edges().chain(b.edges()) {
        let v = edge.b() - edge.a();
        let v = if v.x < 0.0 || (v.x == 0.0 && v.y < 0.0) { -v } else { v };
        let (height, is_steep) = (v.y.abs(), v.x < v.y.abs());
        let is_slanted = EIGHTH * max(v.x, height) < min(v.x, height);
        let eighth = 4 * usize::from(is_steep) + 2 * usize::from(is_slanted) + usize::from(v.y < 0.0);
        sums[eighth] += v;
    }
    sums.map(|sum| sum.normal() * (1.0 / sum.length()))
}

impl Slab {
    /// The slabs of a straight piece.
    pub(crate) fn of_ends([a, b]: [Point; 2], normals: &Normals) -> Slab {
        Slab::of_point(a, normals).union(&Slab::of_point(b, normals))
    }

    /// n·p is off by at most 3u of its two products and what underflows; 8u and far more is allowed.
    fn of_point(p: Point, normals: &Normals) -> Slab {
        Slab(normals.map(|n| {
            let (x, y) = (n.x * p.x, n.y * p.y);
            let (at, room) = (x + y, 4.0 * f64::EPSILON * (x.abs() + y.abs()) + f64::MIN_POSITIVE);
            // What overflows, and what has no direction, may be anywhere.
            if room.is_finite() { [at - room, at + room] } else { [-f64::INFINITY, f64::INFINITY] }
        }))
    }

    fn union(&self, other: &Slab) -> Slab {
        let mut all = *self;
        for (own, [low, high]) in all.0.iter_mut().zip(other.0) {
            *own = [min(own[0], low), max(own[1], high)];
        }
        all
    }

    /// A lower bound of the distance of two parts: the widest gap between their slabs.
    ///
    /// The length of a normal is off by less than 8u, a difference by u.
    pub(crate) fn gap(&self, other: &Slab) -> f64 {
        let gaps = self.0.iter().zip(&other.0).map(|([a, b], [c, d])| max(c - b, a - d));
        let widest = gaps.fold(0.0, max);
        min(widest, f64::MAX) * (1.0 - 16.0 * f64::EPSILON)
    }
}

/// The slabs of all nodes of a polygon's tree.
pub(crate) struct Slabs(Vec<Slab>);

impl Slabs {
    pub(crate) fn new(polygon: &Polygon, normals: &Normals) -> Slabs {
        let tree = polygon.tree();
        let mut slabs: Vec<Slab> = Vec::with_capacity(tree.count());
        for node in tree.nodes() {
            let all = match tree.run(node) {
                Some(run) => {
                    let edges = run.edges().map(|v| Slab::of_point(polygon.vertices()[v], normals));
                    let after = Slab::of_point(polygon.vertices()[run.next(run.edges().end - 1)], normals);
                    edges.fold(after, |all, slab| all.union(&slab))
                }
                None => {
                    let mut below = tree.children(node).map(|child| slabs[tree.number(child)]);
                    let first = below.next().unwrap_or(Slab([[-f64::INFINITY, f64::INFINITY]; COUNT]));
                    below.fold(first, |all, slab| all.union(&slab))
                }
            };
            slabs.push(all);
        }
        Slabs(slabs)
    }

    pub(crate) fn of(&self, tree: &EdgeTree, node: Node) -> &Slab {
        &self.0[tree.number(node)]
    }
}
