//! One walk over all vertices of some rings from left to right: are the rings a polygon, and what are its regions?
//!
//! A vertical line moves over the plane. Between the edges it cuts at a moment lie [`Span`]s of the inside,
//! each bounded by a lower and an upper edge. A vertex changes one or two neighbouring spans, in one of six ways;
//! a [`Visitor`] is told which. Vertices above one another are taken from bottom to top, as if the line leaned a
//! little, so that no two come at once.
//!
//! Whether the rings are simple is found on the way (Shamos and Hoey, 1976): of all points where two edges meet, look
//! at the leftmost. Just left of it the edges through it are neighbours on the line, and they became neighbours at
//! some vertex. So it suffices to test edges when they become neighbours; up to the first meeting the order on the line
//! is right, and the walk ends there. Every test is exact, so this is a proof, not a hope.
//!
//! n vertices take O(n log n) steps for every input.

use crate::exact::{self, Side, orient};
use crate::point::Point;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Rings as the walk needs them: outer rings counter-clockwise, holes clockwise, one after the other.
///
/// Edge `i` goes from vertex `i` to vertex `next[i]`. The inside is to its left, so an edge to the right is
/// the lower edge of a span and an edge to the left an upper one.
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
    /// The ring of this vertex starts outside although it is a hole.
    HoleOutside(u32),
}

/// What is done with the inside between a lower and an upper edge while the walk goes on.
pub(crate) trait Visitor {
    /// What is remembered of a span.
    type Data;
    /// Whether the rings are to be checked; if not, they must be known to be a polygon.
    const CHECK: bool;
    /// A span begins at `v`.
    fn start(&mut self, v: u32) -> Self::Data;
    /// The lower edge of a span ends at `v` and another begins.
    fn lower(&mut self, span: &mut Self::Data, v: u32);
    /// The upper edge of a span ends at `v` and another begins.
    fn upper(&mut self, span: &mut Self::Data, v: u32);
    /// A span is split in two at `v`; the upper one is returned.
    fn split(&mut self, span: &mut Self::Data, v: u32) -> Self::Data;
    /// Two spans become one at `v`.
    fn merge(&mut self, below: &mut Self::Data, above: Self::Data, v: u32);
    /// A span ends at `v`.
    fn end(&mut self, span: Self::Data, v: u32);
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

    pub(crate) fn next(&self, v: u32) -> u32 {
        self.next[v as usize]
    }

    pub(crate) fn prev(&self, v: u32) -> u32 {
        self.prev[v as usize]
    }

    pub(crate) fn point(&self, v: u32) -> Point {
        self.vertices[v as usize]
    }

    fn ends(&self, edge: u32) -> [Point; 2] {
        [self.point(edge), self.point(self.next(edge))]
    }

    /// Walks over all vertices and tells `visitor` about every change.
    pub(crate) fn walk<V: Visitor>(&self, visitor: &mut V) -> Result<(), Contact> {
        let mut walk = Walk { rings: self, spans: Spans::new() };
        let order = self.order();
        if V::CHECK {
            if let Some(pair) = order.windows(2).find(|pair| pair[0].0 == pair[1].0) {
                return Err(Contact::Vertices(pair[0].1, pair[1].1));
            }
        }
        order.into_iter().try_for_each(|(_, v)| walk.step(v, visitor))
    }

    /// All vertices from left to right, those above one another from bottom to top.
    fn order(&self) -> Vec<(Point, u32)> {
        let mut order: Vec<(Point, u32)> = self.vertices.iter().copied().zip(0..).collect();
        // Rings go right for a while and then left, so long stretches are in order already;
        // the stable sort makes use of that.
        order.sort_by(|&(p, v), &(q, w)| {
            if p.precedes(q) {
                Ordering::Less
            } else if q.precedes(p) {
                Ordering::Greater
            } else {
                v.cmp(&w)
            }
        });
        order
    }
}

struct Walk<'a, 'r, D> {
    rings: &'a Rings<'r>,
    spans: Spans<D>,
}

impl<D> Walk<'_, '_, D> {
    fn step<V: Visitor<Data = D>>(&mut self, v: u32, visitor: &mut V) -> Result<(), Contact> {
        let (before, after) = (self.rings.prev(v), self.rings.next(v));
        let point = self.rings.point(v);
        let comes_from_left = self.rings.point(before).precedes(point);
        let goes_right = point.precedes(self.rings.point(after));
        let corner = || orient(self.rings.point(before), point, self.rings.point(after));
        // The edge into v is `before`, the edge out of it `v`.
        let found = self.last_at_or_below(v, V::CHECK)?;
        match (comes_from_left, goes_right) {
            (true, true) => {
                let at = self.expect(found, |span| span.lower == before, v)?;
                let span = self.spans.get_mut(at);
                span.lower = v;
                visitor.lower(&mut span.data, v);
                if V::CHECK {
                    let (upper, below) = (self.spans.get(at).upper, self.spans.before(at));
                    self.check(v, upper)?;
                    self.check_below(below, v)?;
                }
            }
            (false, false) => {
                let at = self.expect(found, |span| span.upper == v, v)?;
                let span = self.spans.get_mut(at);
                span.upper = before;
                visitor.upper(&mut span.data, v);
                if V::CHECK {
                    let (lower, above) = (self.spans.get(at).lower, self.spans.after(at));
                    self.check(lower, before)?;
                    self.check_above(before, above)?;
                }
            }
            (false, true) => match corner() {
                Side::Left => {
                    let data = visitor.start(v);
                    let at = self.spans.insert_after(found, Span { lower: v, upper: before, data });
                    if V::CHECK {
                        self.check_below(self.spans.before(at), v)?;
                        self.check_above(before, self.spans.after(at))?;
                    }
                }
                Side::Right => {
                    let at = found.ok_or(Contact::HoleOutside(v))?;
                    if V::CHECK {
                        self.must_be_below(v, self.spans.get(at).upper)?;
                        self.check(self.spans.get(at).lower, before)?;
                        self.check(v, self.spans.get(at).upper)?;
                    }
                    let span = self.spans.get_mut(at);
                    let data = visitor.split(&mut span.data, v);
                    let above = Span { lower: v, upper: span.upper, data };
                    span.upper = before;
                    self.spans.insert_after(Some(at), above);
                }
                Side::On => return Err(Contact::Edges(before, v)),
            },
            (true, false) => match corner() {
                Side::Left => {
                    let at = self.expect(found, |span| span.lower == before && span.upper == v, v)?;
                    if V::CHECK {
                        if let Some(above) = self.spans.after(at) {
                            self.check_below(self.spans.before(at), self.spans.get(above).lower)?;
                        }
                    }
                    let span = self.spans.remove(at);
                    visitor.end(span.data, v);
                }
                Side::Right => {
                    let above = self.expect(found, |span| span.lower == before, v)?;
                    let below = self.expect(self.spans.before(above), |span| span.upper == v, v)?;
                    if V::CHECK {
                        self.check(self.spans.get(below).lower, self.spans.get(above).upper)?;
                    }
                    let above = self.spans.remove(above);
                    let span = self.spans.get_mut(below);
                    span.upper = above.upper;
                    visitor.merge(&mut span.data, above.data, v);
                }
                Side::On => return Err(Contact::Edges(before, v)),
            },
        }
        Ok(())
    }

    /// The topmost span whose lower edge is below `v` or ends there.
    fn last_at_or_below(&self, v: u32, check: bool) -> Result<Option<At>, Contact> {
        let point = self.rings.point(v);
        self.spans.last_where(|span| {
            let [left, right] = self.rings.ends(span.lower);
            if self.rings.next(span.lower) == v {
                return Ok(true);
            }
            match orient(left, right, point) {
                Side::Left => Ok(true),
                Side::Right => Ok(false),
                Side::On if check => Err(Contact::Edges(span.lower, v)),
                Side::On => Ok(true),
            }
        })
    }

    /// The span that must be there if the rings are simple so far.
    fn expect(&self, at: Option<At>, fits: impl Fn(&Span<D>) -> bool, v: u32) -> Result<At, Contact> {
        let at = at.ok_or(Contact::HoleOutside(v))?;
        let span = self.spans.get(at);
        if fits(span) { Ok(at) } else { Err(Contact::Edges(span.lower, v)) }
    }

    fn must_be_below(&self, v: u32, upper: u32) -> Result<(), Contact> {
        let [right, left] = self.rings.ends(upper);
        match orient(left, right, self.rings.point(v)) {
            Side::Right => Ok(()),
            Side::On => Err(Contact::Edges(upper, v)),
            Side::Left => Err(Contact::HoleOutside(v)),
        }
    }

    fn check_below(&self, below: Option<At>, edge: u32) -> Result<(), Contact> {
        below.map_or(Ok(()), |at| self.check(self.spans.get(at).upper, edge))
    }

    fn check_above(&self, edge: u32, above: Option<At>) -> Result<(), Contact> {
        above.map_or(Ok(()), |at| self.check(edge, self.spans.get(at).lower))
    }

    /// Edges that share a vertex meet nowhere else: a spike is found at its vertex.
    fn check(&self, e: u32, f: u32) -> Result<(), Contact> {
        let neighbours = self.rings.next(e) == f || self.rings.next(f) == e;
        if !neighbours && exact::segments_meet(self.rings.ends(e), self.rings.ends(f)) {
            return Err(Contact::Edges(e, f));
        }
        Ok(())
    }
}

/// A piece of the inside on the sweep line.
struct Span<D> {
    lower: u32,
    upper: u32,
    data: D,
}

/// Where a span is in [`Spans`], until the next insertion or removal.
#[derive(Clone, Copy)]
struct At {
    chunk: usize,
    index: usize,
}

/// The spans on the sweep line from bottom to top, in chunks short enough to shift when one is inserted.
struct Spans<D> {
    /// None is empty, except that there may be one empty chunk when there are no spans at all.
    chunks: Vec<Vec<Span<D>>>,
}

/// A full chunk is cut in two.
const FULL: usize = 128;

impl<D> Spans<D> {
    fn new() -> Spans<D> {
        Spans { chunks: alloc::vec![Vec::new()] }
    }

    fn get(&self, at: At) -> &Span<D> {
        &self.chunks[at.chunk][at.index]
    }

    fn get_mut(&mut self, at: At) -> &mut Span<D> {
        &mut self.chunks[at.chunk][at.index]
    }

    fn before(&self, at: At) -> Option<At> {
        if at.index > 0 {
            return Some(At { index: at.index - 1, ..at });
        }
        let chunk = at.chunk.checked_sub(1)?;
        Some(At { chunk, index: self.chunks[chunk].len() - 1 })
    }

    fn after(&self, at: At) -> Option<At> {
        if at.index + 1 < self.chunks[at.chunk].len() {
            return Some(At { index: at.index + 1, ..at });
        }
        (at.chunk + 1 < self.chunks.len()).then_some(At { chunk: at.chunk + 1, index: 0 })
    }

    /// The last span for which `holds`, given that it holds up to some span and not beyond.
    fn last_where<E>(&self, holds: impl Fn(&Span<D>) -> Result<bool, E>) -> Result<Option<At>, E> {
        let chunk = if self.chunks.len() == 1 {
            0
        } else {
            // The chunk is the last one whose first span qualifies.
            match count_where(&self.chunks, |chunk| holds(&chunk[0]))?.checked_sub(1) {
                Some(chunk) => chunk,
                None => return Ok(None),
            }
        };
        let count = count_where(&self.chunks[chunk], holds)?;
        Ok(count.checked_sub(1).map(|index| At { chunk, index }))
    }

    /// Inserts a span above another, or below all.
    fn insert_after(&mut self, at: Option<At>, span: Span<D>) -> At {
        let mut at = at.map_or(At { chunk: 0, index: 0 }, |at| At { index: at.index + 1, ..at });
        let chunk = &mut self.chunks[at.chunk];
        chunk.insert(at.index, span);
        if chunk.len() == FULL {
            let rest = chunk.split_off(FULL / 2);
            self.chunks.insert(at.chunk + 1, rest);
            if at.index >= FULL / 2 {
                at = At { chunk: at.chunk + 1, index: at.index - FULL / 2 };
            }
        }
        at
    }

    fn remove(&mut self, at: At) -> Span<D> {
        let span = self.chunks[at.chunk].remove(at.index);
        if self.chunks[at.chunk].is_empty() && self.chunks.len() > 1 {
            self.chunks.remove(at.chunk);
        }
        span
    }
}

/// How many leading items hold, by bisection.
fn count_where<T, E>(items: &[T], holds: impl Fn(&T) -> Result<bool, E>) -> Result<usize, E> {
    let (mut low, mut high) = (0, items.len());
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(&items[middle])? {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Ok(low)
}
