//! Convex shapes in motion, and the differences of two of them: all vectors from a point of the first to one of the second.
//!
//! They fill a convex polygon. Its vertices are differences of a vertex of each, and its edges are those of the second and, turned round, those of the first, in
//! the order of their directions; two in the same direction are one edge, where the shapes meet side on side. The order is decided exactly, so nothing
//! of it is rounded. (This is the merge that makes Minkowski sums.)

use super::relative::{Between, Instant, Vertex};
use crate::exact::answers::{Contact, Side};
use crate::exact::numbers::double::{are_moderate, is_moderate, is_moderate_number};
use crate::exact::signs::look::ERROR;
use crate::exact::signs::questions::{dot_sign, turn};
use crate::pair::Pair;
use crate::point::{Point, Vec2, max, min};
use crate::side_by_side::Numbers;
use crate::simd::{Four, Machine};
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Deref;

/// Something convex that moves: vertices around a position, counter-clockwise and no three in a row on one line, grown by a radius.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hull<'a> {
    pub(crate) vertices: &'a [Point],
    pub(crate) path: [Point; 2],
    pub(crate) radius: f64,
    /// What is known of it beforehand; nothing if it is not worth it.
    pub(crate) extent: Option<&'a Extent>,
}

impl Hull<'_> {
    /// Whether the box around all of its path is apart from that around a wall, for certain.
    ///
    /// On each axis four numbers are added up, which are rounded thrice: off by less than 4u of their sizes. Small sums are not rounded at all, and where one overflows
    /// the bound is infinite, and nothing is said.
    #[inline(always)]
    pub(crate) fn is_beside(&self, [p, q]: [Point; 2]) -> bool {
        let Some(Extent { low, high, size, .. }) = self.extent else { return false };
        let ([s, e], radius) = (self.path.map(pair), Pair::all(self.radius));
        let (first, last, low, high) = (s.least(e), s.most(e), pair(*low), pair(*high));
        let (begin, end) = (pair(p).least(pair(q)), pair(p).most(pair(q)));
        let sizes = first.abs().most(last.abs()).plus(Pair::of(*size)).plus(radius);
        let more = radius.plus(sizes.times(Pair::all(ERROR)));
        let (is_before, is_after) =
            (last.plus(high).plus(more).is_below(begin), end.is_below(first.plus(low).minus(more)));
        Pair::bits(Pair::either(is_before, is_after)) != 0
    }
}

#[inline(always)]
fn pair(p: Point) -> Pair {
    Pair::of([p.x, p.y])
}

/// Whether all numbers of a mover and a wall are moderate.
#[inline(always)]
pub(crate) fn are_all_moderate<M: Machine>(first: &Hull<'_>, [p, q]: [Point; 2]) -> bool {
    let [s, e] = first.path;
    let paths = [M::Four::of([s.x, s.y, e.x, e.y]), M::Four::of([p.x, p.y, q.x, q.y])];
    let is_known = first.extent.is_some_and(|extent| extent.is_moderate);
    is_known && M::Four::bits(are_moderate(&paths)) == 15 && is_moderate_number(first.radius)
}

/// The first touch of two such.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    pub(crate) contact: Contact,
    pub(crate) when: When,
    /// Two times between which its time, rounded toward zero, lies.
    pub(crate) span: [f64; 2],
    /// Where on K; of one that starts inside nothing is said.
    pub(crate) place: Place,
    /// The edge of K along which it moves.
    pub(crate) along: Option<Edge>,
    /// Whether K has no inside and there is no radius: to touch is to be stopped.
    pub(crate) is_flat: bool,
}

/// When two touch first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum When {
    /// From the start.
    Start,
    /// Not before the end.
    End,
    /// When the position comes to R from the side or the corner of K that is touched.
    Within,
}

impl Touch {
    /// That of two that have an inside in common at the start, where there is one and no radius.
    pub(crate) const INSIDE: Touch = Touch {
        contact: Contact::Overlaps,
        when: When::Start,
        span: [0.0; 2],
        place: Place::Inside,
        along: None,
        is_flat: false,
    };

    /// Whether the first would go into the second if nothing stopped it; a point has no room to do otherwise.
    #[inline]
    pub(crate) fn stops(&self) -> bool {
        self.is_flat || self.contact.stops()
    }

    /// Its exact time, given the two.
    pub(crate) fn instant(&self, hulls: &[Hull<'_>; 2]) -> Instant {
        match (self.when, self.place) {
            (When::Within, Place::Edge(edge)) => {
                let along = edge.along(hulls[0].vertices, hulls[1].vertices);
                Instant::Side(between(hulls, edge.of), along)
            }
            (When::Within, Place::Vertex(of)) => Instant::Round(between(hulls, of)),
            (When::End, _) => Instant::End,
            (When::Start, _) | (_, Place::Inside) => Instant::Start,
        }
    }
}

/// A vertex of each of two.
#[inline(always)]
pub(super) fn between(hulls: &[Hull<'_>; 2], [i, j]: [u16; 2]) -> Between {
    let vertex = |hull: &Hull<'_>, index: u16| Vertex { offset: hull.vertices[usize::from(index)], path: hull.path };
    let [first, second] = hulls;
    Between { first: vertex(first, i), second: vertex(second, j), radii: [first.radius, second.radius] }
}

/// A place on the edge of K.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    Inside,
    Edge(Edge),
    /// One vertex of each.
    Vertex([u16; 2]),
}

/// An edge of K, from one corner to the next: which vertex of the first and which of the second each is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Edge {
    pub(crate) of: [u16; 2],
    pub(crate) next: [u16; 2],
}

impl Edge {
    /// Whether it is an edge of the first, and of the second; of both where they lie side on side.
    pub(crate) fn is_of(&self, which: usize) -> bool {
        self.of[which] != self.next[which]
    }

    /// Two points between which its direction is: the ends of an edge of one of the two. In K the first's run the other way.
    #[inline(always)]
    pub(crate) fn along(&self, first: &[Point], second: &[Point]) -> [Point; 2] {
        let vertex = |shape: &[Point], index: u16| shape[usize::from(index)];
        if self.is_of(1) {
            [vertex(second, self.of[1]), vertex(second, self.next[1])]
        } else {
            [vertex(first, self.next[0]), vertex(first, self.of[0])]
        }
    }
}

/// What is known of a core before any question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Extent {
    /// The corners of its box.
    pub(crate) low: Point,
    pub(crate) high: Point,
    /// The larger of both on each axis, without its sign.
    pub(crate) size: [f64; 2],
    /// Whether all its numbers are moderate.
    pub(crate) is_moderate: bool,
    /// Its sides, if it has an inside and they are few.
    pub(crate) sides: Option<Sides>,
}

/// The sides of a core, four side by side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sides {
    /// Of each the vertex where it starts, and the vector there from its end: in K it runs the other way. Those beyond the last are the
    /// first vertex again, without a vector.
    pub(crate) fours: [SideFour; MOST_SIDES / 4],
    pub(crate) count: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct SideFour {
    pub(crate) x: [f64; 4],
    pub(crate) y: [f64; 4],
    pub(crate) back_x: [f64; 4],
    pub(crate) back_y: [f64; 4],
    /// The directions of these vectors, of length 1, rounded.
    pub(crate) along_x: [f64; 4],
    pub(crate) along_y: [f64; 4],
}

/// More sides are looked at one by one.
pub(crate) const MOST_SIDES: usize = 8;

impl Sides {
    fn of(vertices: &[Point]) -> Option<Sides> {
        let count = vertices.len();
        if !(3..=MOST_SIDES).contains(&count) {
            return None;
        }
        let mut fours = [SideFour::default(); MOST_SIDES / 4];
        for place in 0..MOST_SIDES {
            let (four, lane) = (&mut fours[place / 4], place % 4);
            let a = vertices[if place < count { place } else { 0 }];
            (four.x[lane], four.y[lane]) = (a.x, a.y);
            if place < count {
                let next = vertices[(place + 1) % count];
                let (back, along) = (a - next, next.direction_to(a));
                (four.back_x[lane], four.back_y[lane]) = (back.x, back.y);
                (four.along_x[lane], four.along_y[lane]) = (along.x, along.y);
            }
        }
        Some(Sides { fours, count })
    }
}

impl Sides {
    /// The vector from the end of a side to its start.
    #[inline(always)]
    pub(crate) fn back(&self, side: usize) -> Vec2 {
        let (four, lane) = (&self.fours[side / 4], side % 4);
        Vec2::new(four.back_x[lane], four.back_y[lane])
    }

    /// Its direction.
    #[inline(always)]
    pub(crate) fn direction(&self, side: usize) -> Vec2 {
        let (four, lane) = (&self.fours[side / 4], side % 4);
        Vec2::new(four.along_x[lane], four.along_y[lane])
    }

    /// The vertex where a side starts, from the position.
    #[inline(always)]
    pub(crate) fn vertex(&self, side: usize) -> Vec2 {
        let (four, lane) = (&self.fours[side / 4], side % 4);
        Vec2::new(four.x[lane], four.y[lane])
    }
}

impl Sides {
    /// The cross product of such a vector and one between two given points, if its sign is certain: zero if both run along one axis.
    ///
    /// Both vectors are rounded once, and so are their products and the difference of these, which makes less than 5u of the sizes it is made of; what
    /// vanishes in products is less than the smallest ordinary number. 8u leaves room for the rounding of the bound.
    #[inline(always)]
    pub(crate) fn turned(&self, side: usize, w: Vec2) -> Option<f64> {
        let z = self.back(side);
        if ((z.x == 0.0) & (w.x == 0.0)) | ((z.y == 0.0) & (w.y == 0.0)) {
            return Some(0.0);
        }
        let (turn, sizes) = (z.cross(w), (z.x * w.y).abs() + (z.y * w.x).abs());
        (ERROR * sizes + f64::MIN_POSITIVE < turn.abs()).then_some(turn)
    }
}

impl Extent {
    pub(crate) fn of(vertices: &[Point]) -> Extent {
        let (mut low, mut high) = (vertices[0], vertices[0]);
        for p in vertices {
            (low, high) =
                (Point::new(min(low.x, p.x), min(low.y, p.y)), Point::new(max(high.x, p.x), max(high.y, p.y)));
        }
        let size = [max(low.x.abs(), high.x.abs()), max(low.y.abs(), high.y.abs())];
        let is_moderate = vertices.iter().all(|&p| is_moderate([p]));
        Extent { low, high, size, is_moderate, sides: Sides::of(vertices) }
    }
}

/// Edges of K in order. A few need no memory of their own.
pub(crate) struct Edges {
    few: [Edge; FEW_EDGES],
    /// How many there are in all, and all of them if they are more than a few.
    count: usize,
    many: Vec<Edge>,
}

const FEW_EDGES: usize = 16;

impl Edges {
    #[inline(always)]
    fn push(&mut self, edge: Edge) {
        if let Some(free) = self.few.get_mut(self.count) {
            *free = edge;
        } else {
            if self.many.is_empty() {
                self.many.extend(self.few);
            }
            self.many.push(edge);
        }
        self.count += 1;
    }
}

impl Deref for Edges {
    type Target = [Edge];

    #[inline]
    fn deref(&self) -> &[Edge] {
        self.few.get(..self.count).unwrap_or(&self.many)
    }
}

/// Its edges, counter-clockwise. Each shape has its vertices counter-clockwise and no three in a row on one line; it may be a segment or a point.
///
/// Of two points there is one, from a corner to itself; if there is only a direction there are two, and else the polygon has an inside.
pub(crate) fn differences(first: &[Point], second: &[Point]) -> Edges {
    let (mut i, mut j) = (lowest(first, |p| Point::new(-p.x, -p.y)), lowest(second, |p| p));
    let sides = |shape: &[Point]| if shape.len() < 2 { 0 } else { shape.len() };
    let (mut left, mut right) = (sides(first), sides(second));
    let mut edges = Edges { few: [Edge::default(); FEW_EDGES], count: 0, many: Vec::new() };
    let next = |i: usize, shape: &[Point]| if i + 1 == shape.len() { 0 } else { i + 1 };
    while 0 < left || 0 < right {
        let (i_next, j_next) = (next(i, first), next(j, second));
        let (mine, other) = ([first[i_next], first[i]], [second[j], second[j_next]]);
        let order = match (left, right) {
            (0, _) => Ordering::Greater,
            (_, 0) => Ordering::Less,
            _ => order_of_directions(mine, other),
        };
        let of = [i as u16, j as u16];
        if order != Ordering::Greater {
            (i, left) = (i_next, left - 1);
        }
        if order != Ordering::Less {
            (j, right) = (j_next, right - 1);
        }
        edges.push(Edge { of, next: [i as u16, j as u16] });
    }
    if edges.count == 0 {
        let of = [i as u16, j as u16];
        edges.push(Edge { of, next: of });
    }
    edges
}

/// The same of a shape that is more than a point, and a wall: each edge once, but in no order. The edges of the shape tell at which of its vertices the
/// wall's are between them.
pub(crate) fn differences_from_wall(first: &[Point], [p, q]: [Point; 2]) -> Edges {
    let mut edges = Edges { few: [Edge::default(); FEW_EDGES], count: 0, many: Vec::new() };
    let count = first.len();
    let turned = |i: usize, next: usize| turn(first[next], first[i], p, q);
    let mut before = turned(count - 1, 0);
    for i in 0..count {
        let next = if i + 1 == count { 0 } else { i + 1 };
        let side = turned(i, next);
        let (of, to) = (i as u16, next as u16);
        match (before, side) {
            (Side::Left, Side::Right) => edges.push(Edge { of: [of, 0], next: [of, 1] }),
            (Side::Right, Side::Left) => edges.push(Edge { of: [of, 1], next: [of, 0] }),
            _ => {}
        }
        edges.push(match side {
            Side::Left => Edge { of: [of, 0], next: [to, 0] },
            Side::Right => Edge { of: [of, 1], next: [to, 1] },
            Side::On if dot_sign(first[next], first[i], p, q) == Ordering::Greater => {
                Edge { of: [of, 0], next: [to, 1] }
            }
            Side::On => Edge { of: [of, 1], next: [to, 0] },
        });
        before = side;
    }
    edges
}

/// The lowest vertex, and of several the leftmost, in a turned view.
fn lowest(shape: &[Point], view: impl Fn(Point) -> Point) -> usize {
    let mut best = 0;
    for (index, &p) in shape.iter().enumerate() {
        let (p, q) = (view(p), view(shape[best]));
        if p.y < q.y || (p.y == q.y && p.x < q.x) {
            best = index;
        }
    }
    best
}

/// Whether an edge comes before another in the order of [`differences`].
pub(crate) fn comes_before(edge: &Edge, other: &Edge, first: &[Point], second: &[Point]) -> bool {
    order_of_directions(edge.along(first, second), other.along(first, second)) == Ordering::Less
}

/// Which of two directions comes first, from that of the x axis counter-clockwise.
fn order_of_directions([a, b]: [Point; 2], [c, d]: [Point; 2]) -> Ordering {
    // Down, or level to the left: the second half of a turn.
    let is_late = |p: Point, q: Point| q.y < p.y || (q.y == p.y && q.x < p.x);
    is_late(a, b).cmp(&is_late(c, d)).then_with(|| match turn(a, b, c, d) {
        Side::Left => Ordering::Less,
        Side::On => Ordering::Equal,
        Side::Right => Ordering::Greater,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::exactly::Random;
    use alloc::vec;

    /// A shape with sides along the axes, and one with none, in small whole numbers so that many sides are parallel.
    #[test]
    fn the_edges_beside_a_wall_are_those_of_all_differences() {
        let mut random = Random(3);
        let mut whole = |size: f64| {
            let [p, ..] = random.points();
            Point::new(crate::float::floor(p.x * size), crate::float::floor(p.y * size))
        };
        let mut parallel = 0;
        for round in 0..20_000 {
            let [a, b, c, p, q] = [(); 5].map(|()| whole(2.0));
            let (low, high) = (Point::new(min(a.x, b.x), min(a.y, b.y)), Point::new(max(a.x, b.x), max(a.y, b.y)));
            let is_box = low.x < high.x && low.y < high.y;
            let first = match (round % 3, turn(a, b, a, c)) {
                (0, _) if is_box => vec![low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)],
                (1, Side::Left) => vec![a, b, c],
                (1, Side::Right) => vec![a, c, b],
                _ if a != b => vec![a, b],
                _ => continue,
            };
            if p == q {
                continue;
            }
            let (sorted, beside) = (differences(&first, &[p, q]), differences_from_wall(&first, [p, q]));
            let mut found: Vec<Edge> = beside.to_vec();
            found.sort_by(|one, other| {
                let is_before = |a, b| comes_before(a, b, &first, &[p, q]);
                is_before(other, one).cmp(&is_before(one, other))
            });
            let ends = |edges: &[Edge]| edges.iter().map(|edge| (edge.of, edge.next)).collect::<Vec<_>>();
            assert_eq!(ends(&found), ends(&sorted), "{first:?} {p:?} {q:?}");
            parallel += u32::from(sorted.iter().any(|edge| edge.is_of(0) && edge.is_of(1)));
        }
        assert!(1_000 < parallel, "{parallel}");
    }

    /// What is beside a wall is apart from it, a few units in the last place from touching it, far away, and where sums overflow or vanish; and it is seen from a few units on.
    #[test]
    fn what_is_beside_a_wall_does_not_touch_it() {
        let (mut random, mut beside, mut touching) = (Random(21), 0, 0);
        for round in 0..40_000_u64 {
            let [s, e, p, q, a, b] = random.points();
            let scale = [1.0, 1.0, 2_f64.powi(-1060), 2_f64.powi(1022)][(round % 4) as usize];
            let sized = |p: Point| Point::new(p.x * scale, p.y * scale);
            let [s, e, p, q, a, b] = [s, e, p, q, a, b].map(sized);
            let radius = if round % 3 == 0 { 0.0 } else { a.x.abs() };
            let vertices = [a, b];
            let extent = Extent::of(&vertices);
            // On the right of the wall, so many units from it.
            let units = (round / 16 % 32) as f64 - 16.0;
            let right = max(p.x, q.x) + radius - extent.low.x;
            let far = max(right.abs(), e.x.abs()) + radius + max(extent.low.x.abs(), extent.high.x.abs());
            let x = right + units * f64::EPSILON * far;
            let path = [Point::new(x, p.y), Point::new(max(x, e.x), s.y)];
            if !(x.is_finite() && a != b && p != q) {
                continue;
            }
            let first = Hull { vertices: &vertices, path, radius, extent: Some(&extent) };
            let second = Hull { vertices: &[p, q], path: [Point::default(); 2], radius: 0.0, extent: None };
            let touch = super::super::convex::touch_in_doubt(&first, &second);
            let is_beside = first.is_beside([p, q]);
            assert!(!(is_beside && touch.is_some()), "{first:?} {p:?} {q:?}: {touch:?}");
            beside += u32::from(is_beside);
            touching += u32::from(touch.is_some());
            assert!(is_beside || units < 12.0 || scale != 1.0, "{units} units are enough: {first:?} {p:?} {q:?}");
        }
        assert!(5_000 < beside && 1_000 < touching, "{beside} beside, {touching} touch");
    }

    /// Of more than a few edges all are there, in order.
    #[test]
    fn many_edges_are_kept() {
        let ring: Vec<Point> = (0..40_i32).map(|i| Point::new(f64::from(i), f64::from(i * i))).collect();
        let edges = differences(&ring, &[Point::new(0.0, 0.0), Point::new(1.0, 0.0)]);
        assert_eq!(edges.len(), 42);
        assert!(edges.iter().zip(edges.iter().skip(1)).all(|(one, other)| one.next == other.of));
    }
}
