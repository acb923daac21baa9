//! A small ring into triangles, by clipping ears: for a handful of vertices nothing is faster.
//!
//! An ear is a strictly convex vertex whose triangle with its two neighbours holds no other vertex, not even on its edge.
//! Every simple polygon can be divided into triangles of its vertices that have an area, and in the tree that neighbouring
//! triangles form a leaf is an ear. So there is always one, and clipping it leaves a simple polygon.

use crate::exact::{Side, orient};
use crate::mesh::{Beyond, Mesh};
use crate::point::Point;

/// Up to this size a ring is clipped; the time grows with the square, the walk over a larger ring does not.
pub(crate) const MAX: usize = 40;

/// A vertex that is still there.
#[derive(Clone, Copy)]
struct Link {
    next: u32,
    prev: u32,
    /// Beyond the edge to `next`.
    beyond: Beyond,
    /// Whether the corner is strictly convex.
    sharp: bool,
}

/// Clips ears off a simple counter-clockwise ring of at most [`MAX`] vertices while a corner is not sharp or,
/// if no convex rest is wanted, to the last triangle.
pub(crate) fn clip(ring: &[Point], keep_convex_rest: bool, mesh: &mut Mesh<'_>) {
    let count = ring.len() as u32;
    let mut links = [Link { next: 0, prev: 0, beyond: Beyond::edge(0), sharp: false }; MAX];
    let links = &mut links[..ring.len()];
    let mut blunt = 0;
    for (v, link) in (0..).zip(links.iter_mut()) {
        let (next, prev) = (if v + 1 == count { 0 } else { v + 1 }, if v == 0 { count - 1 } else { v - 1 });
        let sharp = is_sharp(ring, [prev, v, next]);
        blunt += u32::from(!sharp);
        *link = Link { next, prev, beyond: Beyond::edge(v), sharp };
    }
    let mut left = count;
    let mut v = 0;
    while left > 3 && !(keep_convex_rest && blunt == 0) {
        let Link { next, prev, .. } = links[v as usize];
        if !(links[v as usize].sharp && (blunt == 0 || is_ear(ring, links, [prev, v, next]))) {
            v = next;
            continue;
        }
        let cut = mesh.new_cut();
        mesh.push([prev, v, next], [links[prev as usize].beyond, links[v as usize].beyond, cut]);
        links[prev as usize].next = next;
        links[prev as usize].beyond = cut;
        links[next as usize].prev = prev;
        for u in [prev, next] {
            // Clipping makes a corner narrower, so one that is sharp stays sharp.
            let link = &mut links[u as usize];
            if !link.sharp && is_sharp(ring, [link.prev, u, link.next]) {
                link.sharp = true;
                blunt -= 1;
            }
        }
        left -= 1;
        // Two further on, so that ears do not make a long thin fan.
        v = links[next as usize].next;
    }
    let mut rest = v;
    mesh.push_part((0..left).map(|_| {
        let link = &links[rest as usize];
        let side = (rest, link.beyond);
        rest = link.next;
        side
    }));
}

fn is_sharp(ring: &[Point], corner: [u32; 3]) -> bool {
    let [a, b, c] = corner.map(|v| ring[v as usize]);
    orient(a, b, c) == Side::Left
}

fn is_ear(ring: &[Point], links: &[Link], [prev, v, next]: [u32; 3]) -> bool {
    let [a, b, c] = [prev, v, next].map(|v| ring[v as usize]);
    // If a vertex is in the triangle, so is one that is not strictly convex.
    let mut u = links[next as usize].next;
    while u != prev {
        let link = &links[u as usize];
        if !link.sharp {
            let p = ring[u as usize];
            let outside =
                orient(c, a, p) == Side::Right || orient(a, b, p) == Side::Right || orient(b, c, p) == Side::Right;
            if !outside {
                return false;
            }
        }
        u = link.next;
    }
    true
}
