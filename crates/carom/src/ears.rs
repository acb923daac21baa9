//! A small ring into triangles, by clipping ears: for a handful of vertices nothing is faster.
//!
//! An ear is a strictly convex vertex whose triangle with its two neighbours holds no other vertex, not even on its edge.
//! Every simple polygon can be divided into triangles of its vertices that have an area, and in the tree that neighbouring
//! triangles form a leaf is an ear. So there is always one, and clipping it leaves a simple polygon.

use crate::exact::{Side, orient};
use crate::mesh::{Beyond, Mesh};
use crate::point::{Point, max, min};

/// Up to this size a ring is clipped; the time grows at least with the square, that of the walk over a larger ring does not.
/// A set of so many vertices fits a word.
pub(crate) const MAX: usize = 64;

/// A vertex that is still there.
#[derive(Clone, Copy)]
struct Link {
    next: u32,
    prev: u32,
    /// Beyond the edge to `next`.
    beyond: Beyond,
}

/// Clips a simple counter-clockwise ring of at most N ≤ [`MAX`] vertices to pieces: into triangles or, if `convex` parts
/// will do, into ears that are widened as far as they stay convex, until no corner is blunt and the rest is one part.
pub(crate) fn clip<const N: usize>(ring: &[Point], convex: bool, mesh: &mut Mesh<'_>) {
    let count = ring.len() as u32;
    let mut links = [Link { next: 0, prev: 0, beyond: Beyond::edge(0) }; N];
    let links = &mut links[..ring.len()];
    // The vertices whose corner is not strictly convex, one bit each.
    let mut blunt: u64 = 0;
    for (v, link) in (0..).zip(links.iter_mut()) {
        let (next, prev) = (if v + 1 == count { 0 } else { v + 1 }, if v == 0 { count - 1 } else { v - 1 });
        *link = Link { next, prev, beyond: Beyond::edge(v) };
        blunt |= u64::from(!is_sharp(ring, [prev, v, next])) << v;
    }
    let mut left = u64::MAX >> (64 - count);
    let mut v = 0;
    while left.count_ones() > 3 && !(convex && blunt == 0) {
        v = next_in(left & !blunt, v);
        let Link { next, prev, beyond } = links[v as usize];
        if !is_ear(ring, blunt, [prev, v, next]) {
            v = next;
            continue;
        }
        let cut = mesh.new_cut();
        let mut last = next;
        left &= !(1 << v);
        if convex {
            while let Some(wider) = widen(ring, links, blunt, [prev, v, last]).filter(|_| left.count_ones() > 3) {
                left &= !(1 << last);
                last = wider;
            }
        }
        if last == next {
            mesh.push([prev, v, next], [links[prev as usize].beyond, beyond, cut]);
        } else {
            mesh.push_part(
                prev,
                last,
                |u| links[u as usize].next,
                |u| {
                    if u == last { cut } else { links[u as usize].beyond }
                },
            );
        }
        links[prev as usize].next = last;
        links[prev as usize].beyond = cut;
        links[last as usize].prev = prev;
        for u in [prev, last] {
            // Clipping makes a corner narrower, so one that is sharp stays sharp.
            let link = links[u as usize];
            if blunt >> u & 1 == 1 && is_sharp(ring, [link.prev, u, link.next]) {
                blunt &= !(1 << u);
            }
        }
        // Two further on, so that ears do not make a long thin fan.
        v = links[last as usize].next;
    }
    let first = next_in(left, v);
    mesh.push_part(first, links[first as usize].prev, |u| links[u as usize].next, |u| links[u as usize].beyond);
}

/// The vertex after a convex piece that starts with `first`, `second` and ends with `last`, if the piece stays strictly
/// convex with it and holds no other vertex.
fn widen(ring: &[Point], links: &[Link], blunt: u64, [first, second, last]: [u32; 3]) -> Option<u32> {
    let wider = links[last as usize].next;
    let fits = blunt >> last & 1 == 0
        && is_sharp(ring, [last, wider, first])
        && is_sharp(ring, [wider, first, second])
        && is_ear(ring, blunt, [first, last, wider]);
    fits.then_some(wider)
}

/// The first vertex of a set that is not empty, from `v` on and around.
fn next_in(set: u64, v: u32) -> u32 {
    let from_v = set & u64::MAX << v;
    (if from_v == 0 { set } else { from_v }).trailing_zeros()
}

fn is_sharp(ring: &[Point], corner: [u32; 3]) -> bool {
    let [a, b, c] = corner.map(|v| ring[v as usize]);
    orient(a, b, c) == Side::Left
}

/// Whether the triangle of a sharp corner holds no other vertex.
fn is_ear(ring: &[Point], blunt: u64, corner: [u32; 3]) -> bool {
    let [a, b, c] = corner.map(|v| ring[v as usize]);
    let (low_x, high_x) = (min(a.x, min(b.x, c.x)), max(a.x, max(b.x, c.x)));
    let (low_y, high_y) = (min(a.y, min(b.y, c.y)), max(a.y, max(b.y, c.y)));
    // If a vertex is in the triangle, so is one that is not strictly convex.
    let mut others = blunt & !(1 << corner[0] | 1 << corner[2]);
    while others != 0 {
        let p = ring[others.trailing_zeros() as usize];
        others &= others - 1;
        let near = (low_x <= p.x) & (p.x <= high_x) & (low_y <= p.y) & (p.y <= high_y);
        if near && orient(c, a, p) != Side::Right && orient(a, b, p) != Side::Right && orient(b, c, p) != Side::Right {
            return false;
        }
    }
    true
}
