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

/// Clips ears off a simple counter-clockwise ring of at most N ≤ [`MAX`] vertices while a corner is not sharp or,
/// if no convex rest is wanted, to the last triangle.
pub(crate) fn clip<const N: usize>(ring: &[Point], keep_convex_rest: bool, mesh: &mut Mesh<'_>) {
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
    let mut left = count;
    let mut v = 0;
    while left > 3 && !(keep_convex_rest && blunt == 0) {
        let Link { next, prev, beyond } = links[v as usize];
        if blunt >> v & 1 == 1 || !is_ear(ring, blunt, [prev, v, next]) {
            v = next;
            continue;
        }
        let cut = mesh.new_cut();
        mesh.push([prev, v, next], [links[prev as usize].beyond, beyond, cut]);
        links[prev as usize].next = next;
        links[prev as usize].beyond = cut;
        links[next as usize].prev = prev;
        for u in [prev, next] {
            // Clipping makes a corner narrower, so one that is sharp stays sharp.
            let link = links[u as usize];
            if blunt >> u & 1 == 1 && is_sharp(ring, [link.prev, u, link.next]) {
                blunt &= !(1 << u);
            }
        }
        left -= 1;
        // Two further on, so that ears do not make a long thin fan.
        v = links[next as usize].next;
    }
    let mut rest = v;
    mesh.push_part((0..left).map(|_| {
        let Link { next, beyond, .. } = links[rest as usize];
        (core::mem::replace(&mut rest, next), beyond)
    }));
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
