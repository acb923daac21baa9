//! Triangles side by side, and what is left when cuts between them are taken away again.

use crate::exact::{Side, orient};
use crate::point::Point;

/// The sides of all parts of a polygon, linked around each part. The parts begin as triangles.
///
/// The memory is the caller's, so that a small polygon needs none from the heap.
pub(crate) struct Mesh<'m> {
    sides: &'m mut [PartSide],
    used_sides: usize,
    /// The two sides of each cut.
    cuts: &'m mut [[u32; 2]],
    used_cuts: usize,
}

/// One side of a part, from a vertex to the vertex of the next side.
#[derive(Clone, Copy)]
pub(crate) struct PartSide {
    pub(crate) vertex: u32,
    pub(crate) beyond: Beyond,
    pub(crate) next: u32,
    prev: u32,
}

/// What lies beyond a side: nothing, at an edge of the polygon, or another part, across a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Beyond(u32);

const CUT: u32 = 1 << 31;
const NO_SIDE: u32 = u32::MAX;
const REMOVED: u32 = u32::MAX;

impl Beyond {
    pub(crate) const fn edge(edge: u32) -> Beyond {
        Beyond(edge)
    }

    /// The cut, or else the edge.
    pub(crate) fn as_cut(self) -> Result<u32, u32> {
        if self.0 & CUT != 0 { Ok(self.0 & !CUT) } else { Err(self.0) }
    }
}

impl PartSide {
    pub(crate) const NONE: PartSide = PartSide { vertex: REMOVED, beyond: Beyond(0), next: 0, prev: 0 };
}

/// How many triangles a polygon of so many vertices and holes has, and how many cuts lie between them.
///
/// Each hole adds a bridge that is walked along twice: two more triangles. Of the 3t sides of t triangles
/// v are edges, the others lie two to a cut.
pub(crate) fn counts(vertices: usize, holes: usize) -> (usize, usize) {
    let triangles = vertices + 2 * holes - 2;
    (triangles, (3 * triangles - vertices) / 2)
}

impl<'m> Mesh<'m> {
    /// An empty mesh with room for as many sides and cuts as the slices have.
    pub(crate) fn new(sides: &'m mut [PartSide], cuts: &'m mut [[u32; 2]]) -> Mesh<'m> {
        Mesh { sides, used_sides: 0, cuts, used_cuts: 0 }
    }

    pub(crate) fn new_cut(&mut self) -> Beyond {
        let cut = self.used_cuts;
        self.cuts[cut] = [NO_SIDE; 2];
        self.used_cuts += 1;
        Beyond(cut as u32 | CUT)
    }

    /// Adds the triangle a, b, c, counter-clockwise, with what lies beyond ab, bc and ca.
    #[inline]
    pub(crate) fn push(&mut self, corners: [u32; 3], beyond: [Beyond; 3]) {
        let first = self.used_sides as u32;
        let sides = &mut self.sides[self.used_sides..self.used_sides + 3];
        for k in 0..3 {
            let (next, prev) = ([1, 2, 0][k], [2, 0, 1][k]);
            sides[k] = PartSide { vertex: corners[k], beyond: beyond[k], next: first + next, prev: first + prev };
        }
        self.used_sides += 3;
        for (side, beyond) in (first..).zip(beyond) {
            self.note(side, beyond);
        }
    }

    /// Adds a convex part from its first to its last vertex, counter-clockwise, given the vertex after each
    /// and what lies beyond the side that starts there.
    pub(crate) fn push_part(
        &mut self,
        first: u32,
        last: u32,
        next: impl Fn(u32) -> u32,
        beyond: impl Fn(u32) -> Beyond,
    ) {
        let start = self.used_sides as u32;
        let mut vertex = first;
        loop {
            let side = self.used_sides as u32;
            let beyond = beyond(vertex);
            self.sides[side as usize] = PartSide { vertex, beyond, next: side + 1, prev: side.wrapping_sub(1) };
            self.used_sides += 1;
            self.note(side, beyond);
            if vertex == last {
                break;
            }
            vertex = next(vertex);
        }
        let end = self.used_sides as u32 - 1;
        self.sides[start as usize].prev = end;
        self.sides[end as usize].next = start;
    }

    #[inline]
    fn note(&mut self, side: u32, beyond: Beyond) {
        if let Ok(cut) = beyond.as_cut() {
            let pair = &mut self.cuts[cut as usize];
            pair[usize::from(pair[0] != NO_SIDE)] = side;
        }
    }

    /// The parts, if all are triangles.
    pub(crate) fn triangles(&self) -> impl ExactSizeIterator<Item = [u32; 3]> {
        self.sides[..self.used_sides].chunks_exact(3).map(|sides| [0, 1, 2].map(|k| sides[k].vertex))
    }

    /// Takes away every cut both of whose ends stay convex without it.
    pub(crate) fn remove_cuts(&mut self, vertices: &[Point]) {
        for cut in 0..self.used_cuts {
            let [a, b] = self.cuts[cut];
            if self.is_convex_without(a, b, vertices) && self.is_convex_without(b, a, vertices) {
                self.join(a, b);
                self.join(b, a);
                self.sides[a as usize].vertex = REMOVED;
                self.sides[b as usize].vertex = REMOVED;
            }
        }
    }

    /// Whether the corner where side `a` starts stays convex if `a` and the side across it are taken away.
    fn is_convex_without(&self, a: u32, across: u32, vertices: &[Point]) -> bool {
        let side = |s: u32| &self.sides[s as usize];
        let point = |s: u32| vertices[side(s).vertex as usize];
        let after = side(side(across).next).next;
        orient(point(side(a).prev), point(a), point(after)) != Side::Right
    }

    /// Lets the side before `a` be followed by the one after the side across.
    fn join(&mut self, a: u32, across: u32) {
        let (before, after) = (self.sides[a as usize].prev, self.sides[across as usize].next);
        self.sides[before as usize].next = after;
        self.sides[after as usize].prev = before;
    }

    /// Calls `visit` with the sides of one part after the other, in order around each, and the part's number.
    /// This uses the mesh up; only [`parts_beside`](Mesh::parts_beside) may follow.
    pub(crate) fn for_parts(&mut self, mut visit: impl FnMut(usize, &PartSide)) {
        let mut parts = 0;
        for first in 0..self.used_sides {
            if self.sides[first].vertex == REMOVED {
                continue;
            }
            let mut side = first;
            while self.sides[side].vertex != REMOVED {
                visit(parts, &self.sides[side]);
                let next = self.sides[side].next as usize;
                // From now on the side only has to tell its part.
                self.sides[side].vertex = REMOVED;
                self.sides[side].next = parts as u32;
                side = next;
            }
            parts += 1;
        }
    }

    /// The numbers of the parts on the two sides of a cut, after [`for_parts`](Mesh::for_parts).
    pub(crate) fn parts_beside(&self, cut: u32) -> [u32; 2] {
        self.cuts[cut as usize].map(|side| self.sides[side as usize].next)
    }
}
