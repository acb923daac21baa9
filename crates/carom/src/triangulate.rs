//! A polygon into triangles, without new points.
//!
//! A vertical line moves over the plane from left to right. Between the edges it cuts at a moment lie spans of the
//! inside, each bounded by a lower and an upper edge. A vertex changes one or two neighbouring spans, in one of six ways.
//! Each span carries a [`Chain`]: a polygon both of whose sides go left to right, filled with triangles as it grows.
//! A cut is made where a span splits or has merged, between the vertex there and the vertex before it.
//!
//! Every triangle turns strictly left. Where a chain is closed by a vertex of its other side, no three
//! vertices of a fan are on one line: the waiting vertices bend away from the inside (or run straight), so a line
//! through two of them has the first waiting vertex on its outer side or on it; if the closing vertex were on that line,
//! the edge from the first waiting vertex to it would pass outside of the chain, which it does not.

use crate::ears;
use crate::exact::{Side, orient};
use crate::mesh::{self, Beyond, Mesh, PartSide};
use crate::ordered::{Ordered, Place};
use crate::point::Point;
use crate::polygon::Polygon;
use crate::rings::Rings;
use alloc::vec::Vec;

impl Polygon {
    /// Divides it into triangles between its vertices.
    ///
    /// Each is three indices into [`vertices`](Polygon::vertices), counter-clockwise, and none has zero area.
    /// A polygon of n vertices with h holes has n + 2h − 2 of them.
    ///
    /// ```
    /// let chamber = carom::Polygon::new([[0.0, 0.0], [100.0, 0.0], [300.0, 200.0], [50.0, 400.0], [100.0, 100.0]])?;
    /// assert_eq!(chamber.triangulate().len(), 3);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn triangulate(&self) -> Vec<[u32; 3]> {
        with_mesh(self, Pieces::Triangles, |mesh| mesh.triangles().collect())
    }
}

/// What a polygon is divided into.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pieces {
    Triangles,
    /// Triangles or other convex parts, whichever is quicker.
    Convex,
}

/// Calls `then` with a mesh that covers the polygon.
pub(crate) fn with_mesh<T>(polygon: &Polygon, pieces: Pieces, then: impl FnOnce(&mut Mesh<'_>) -> T) -> T {
    let (vertices, rings) = (polygon.vertices(), polygon.ring_ends());
    if rings.len() == 1 && vertices.len() <= 16 {
        return with_small_mesh::<16, { 3 * 14 }, T>(vertices, pieces, then);
    }
    if rings.len() == 1 && vertices.len() <= ears::MAX {
        return with_small_mesh::<{ ears::MAX }, { 3 * (ears::MAX - 2) }, T>(vertices, pieces, then);
    }
    let (triangles, cuts) = mesh::counts(vertices.len(), rings.len() - 1);
    let mut sides = alloc::vec![PartSide::NONE; 3 * triangles];
    let mut pairs = alloc::vec![[0; 2]; cuts];
    let mut mesh = Mesh::new(&mut sides, &mut pairs);
    walk(polygon, &mut mesh);
    then(&mut mesh)
}

/// The same for a ring of at most N vertices, on the stack: S is three sides for each of its N − 2 triangles.
fn with_small_mesh<const N: usize, const S: usize, T>(
    ring: &[Point],
    pieces: Pieces,
    then: impl FnOnce(&mut Mesh<'_>) -> T,
) -> T {
    let (mut sides, mut pairs) = ([PartSide::NONE; S], [[0; 2]; N]);
    let mut mesh = Mesh::new(&mut sides, &mut pairs);
    ears::clip::<N>(ring, pieces == Pieces::Convex, &mut mesh);
    then(&mut mesh)
}

fn walk(polygon: &Polygon, mesh: &mut Mesh<'_>) {
    let rings = Rings::new(polygon.vertices(), polygon.ring_ends());
    let fill = Fill { rings: &rings, mesh, chains: Vec::new(), free: Vec::new() };
    let mut walk = Walk { fill, spans: Ordered::new() };
    for (_, v) in rings.order() {
        let passed = walk.pass(v);
        debug_assert!(passed.is_some(), "a polygon that exists is simple");
    }
}

/// A piece of the inside on the line. The inside is left of every edge, so the lower edge goes right and the upper left.
struct Span {
    lower: u32,
    upper: u32,
    chains: SpanChains,
}

/// The line and the spans it cuts, from bottom to top.
struct Walk<'a, 'm> {
    fill: Fill<'a, 'm>,
    spans: Ordered<Span>,
}

impl Walk<'_, '_> {
    /// Moves the line over a vertex. `None` cannot happen for rings that are a polygon.
    fn pass(&mut self, v: u32) -> Option<()> {
        let rings = self.fill.rings;
        let (before, after) = (rings.prev(v), rings.next(v));
        let [from, point, to] = [before, v, after].map(|v| rings.point(v));
        let turns_left = || orient(from, point, to) == Side::Left;
        // The edge into v is `before`, the edge out of it `v`.
        let above = self.place_above(v);
        let here = self.spans.before(above);
        match (from.precedes(point), point.precedes(to)) {
            (true, true) => {
                let span = self.spans.get_mut(here?)?;
                span.lower = v;
                self.fill.lower(&mut span.chains, v);
            }
            (false, false) => {
                let span = self.spans.get_mut(here?)?;
                span.upper = before;
                self.fill.upper(&mut span.chains, v);
            }
            (false, true) if turns_left() => {
                let chains = self.fill.start(v);
                self.spans.insert(above, Span { lower: v, upper: before, chains });
            }
            (false, true) => {
                let span = self.spans.get_mut(here?)?;
                let chains = self.fill.split(&mut span.chains, v);
                let upper = core::mem::replace(&mut span.upper, before);
                self.spans.insert(above, Span { lower: v, upper, chains });
            }
            (true, false) if turns_left() => {
                self.spans.get(here?)?;
                let (span, _) = self.spans.remove(here?);
                self.fill.end(span.chains, v);
            }
            (true, false) => {
                let below = self.spans.before(here?)?;
                let (merged, _) = self.spans.remove(here?);
                let span = self.spans.get_mut(below)?;
                span.upper = merged.upper;
                self.fill.merge(&mut span.chains, merged.chains, v);
            }
        }
        Some(())
    }

    /// The place above the topmost span whose lower edge is below `v` or ends there.
    fn place_above(&self, v: u32) -> Place {
        let rings = self.fill.rings;
        let found: Result<Place, core::convert::Infallible> = self.spans.end_of(|span| {
            let [left, right] = rings.ends(span.lower);
            Ok(rings.next(span.lower) == v || orient(left, right, rings.point(v)) == Side::Left)
        });
        match found {
            Ok(place) => place,
        }
    }
}

/// Which side of a chain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flank {
    Lower,
    Upper,
}

/// A polygon between a lower and an upper flank, as far as the walk has come.
///
/// The vertices that wait for a triangle lie on one flank and bend away from the inside; only the first of them is
/// the last vertex of the other flank.
struct Chain {
    waiting: Vec<Waiting>,
    flank: Flank,
}

#[derive(Clone, Copy)]
struct Waiting {
    vertex: u32,
    /// Beyond the line to the waiting vertex before this one.
    beyond: Beyond,
}

/// What a span carries: the number of its chain; of two, where spans have merged and the cut is still to come.
struct SpanChains {
    below: usize,
    above: Option<usize>,
}

struct Fill<'a, 'm> {
    rings: &'a Rings<'a>,
    mesh: &'a mut Mesh<'m>,
    chains: Vec<Chain>,
    /// Chains that have ended, for their memory.
    free: Vec<usize>,
}

impl Fill<'_, '_> {
    /// A span begins at `v`.
    fn start(&mut self, v: u32) -> SpanChains {
        SpanChains { below: self.new_chain(v), above: None }
    }

    /// The lower edge of a span ends at `v` and another begins.
    fn lower(&mut self, span: &mut SpanChains, v: u32) {
        let edge = Beyond::edge(self.rings.prev(v));
        match span.above.take() {
            None => self.extend(span.below, Flank::Lower, v, edge),
            Some(above) => {
                let cut = self.mesh.new_cut();
                self.close(span.below, v, [edge, cut]);
                self.extend(above, Flank::Lower, v, cut);
                span.below = above;
            }
        }
    }

    /// The upper edge of a span ends at `v` and another begins.
    fn upper(&mut self, span: &mut SpanChains, v: u32) {
        let edge = Beyond::edge(v);
        match span.above.take() {
            None => self.extend(span.below, Flank::Upper, v, edge),
            Some(above) => {
                let cut = self.mesh.new_cut();
                self.close(above, v, [cut, edge]);
                self.extend(span.below, Flank::Upper, v, cut);
            }
        }
    }

    /// A span is split in two at `v`; what the upper one carries is returned.
    fn split(&mut self, span: &mut SpanChains, v: u32) -> SpanChains {
        let cut = self.mesh.new_cut();
        let (below, above) = match span.above.take() {
            Some(above) => (span.below, above),
            // The cut goes to the chain's latest vertex, where a new chain starts on the flank of that vertex.
            None => {
                let chain = &self.chains[span.below];
                let (latest, flank) = (chain.waiting[chain.waiting.len() - 1].vertex, chain.flank);
                let new = self.new_chain(latest);
                if flank == Flank::Lower { (new, span.below) } else { (span.below, new) }
            }
        };
        self.extend(below, Flank::Upper, v, cut);
        self.extend(above, Flank::Lower, v, cut);
        span.below = below;
        SpanChains { below: above, above: None }
    }

    /// Two spans become one at `v`.
    fn merge(&mut self, below: &mut SpanChains, mut above: SpanChains, v: u32) {
        self.upper(below, v);
        self.lower(&mut above, v);
        below.above = Some(above.below);
    }

    /// A span ends at `v`.
    fn end(&mut self, span: SpanChains, v: u32) {
        let (lower, upper) = (Beyond::edge(self.rings.prev(v)), Beyond::edge(v));
        match span.above {
            None => self.close(span.below, v, [lower, upper]),
            Some(above) => {
                let cut = self.mesh.new_cut();
                self.close(span.below, v, [lower, cut]);
                self.close(above, v, [cut, upper]);
            }
        }
    }

    fn new_chain(&mut self, v: u32) -> usize {
        let first = Waiting { vertex: v, beyond: Beyond::edge(v) };
        if let Some(chain) = self.free.pop() {
            self.chains[chain].waiting.push(first);
            return chain;
        }
        self.chains.push(Chain { waiting: alloc::vec![first], flank: Flank::Lower });
        self.chains.len() - 1
    }

    /// Adds a vertex to a flank; `beyond` lies beyond the line to that flank's last vertex.
    fn extend(&mut self, chain: usize, flank: Flank, v: u32, beyond: Beyond) {
        let Fill { rings, mesh, chains, .. } = self;
        let chain = &mut chains[chain];
        if chain.waiting.len() == 1 {
            chain.flank = flank;
        }
        if chain.flank == flank {
            let mut beyond = beyond;
            while let [.., before, last] = chain.waiting[..] {
                let points = [before.vertex, last.vertex, v].map(|vertex| rings.point(vertex));
                if !is_corner(points, flank) {
                    break;
                }
                let cut = mesh.new_cut();
                push(mesh, flank, [before.vertex, last.vertex, v], [last.beyond, beyond, cut]);
                beyond = cut;
                chain.waiting.pop();
            }
            chain.waiting.push(Waiting { vertex: v, beyond });
        } else {
            let last = chain.waiting[chain.waiting.len() - 1].vertex;
            let cut = mesh.new_cut();
            fan(mesh, chain, v, beyond, cut);
            chain.waiting.clear();
            chain.waiting.push(Waiting { vertex: last, beyond });
            chain.waiting.push(Waiting { vertex: v, beyond: cut });
            chain.flank = flank;
        }
    }

    /// Ends a chain at `v`, with what lies beyond the lines from the last lower and upper vertex to it.
    fn close(&mut self, chain: usize, v: u32, [lower, upper]: [Beyond; 2]) {
        let closed = &mut self.chains[chain];
        // The waiting vertices are on one flank; the first of them is the other's last.
        let (first, last) = if closed.flank == Flank::Lower { (upper, lower) } else { (lower, upper) };
        fan(self.mesh, closed, v, first, last);
        closed.waiting.clear();
        self.free.push(chain);
    }
}

/// Joins all waiting vertices to `v`, with what lies beyond the lines from the first and the last of them.
fn fan(mesh: &mut Mesh<'_>, chain: &Chain, v: u32, first: Beyond, last: Beyond) {
    let mut before = first;
    let pairs = chain.waiting.len() - 1;
    for (i, pair) in chain.waiting.windows(2).enumerate() {
        let after = if i + 1 == pairs { last } else { mesh.new_cut() };
        push(mesh, chain.flank, [pair[0].vertex, pair[1].vertex, v], [pair[1].beyond, after, before]);
        before = after;
    }
}

/// Adds the triangle of two vertices along a flank and a third; along the upper flank they turn right.
fn push(mesh: &mut Mesh<'_>, flank: Flank, [a, b, c]: [u32; 3], [ab, bc, ca]: [Beyond; 3]) {
    match flank {
        Flank::Lower => mesh.push([a, b, c], [ab, bc, ca]),
        Flank::Upper => mesh.push([b, a, c], [ab, ca, bc]),
    }
}

/// Whether three vertices along a flank bend towards the inside, so that they make a triangle there.
fn is_corner([a, b, c]: [Point; 3], flank: Flank) -> bool {
    orient(a, b, c) == if flank == Flank::Lower { Side::Left } else { Side::Right }
}
