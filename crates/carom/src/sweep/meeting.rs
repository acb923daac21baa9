//! How two shapes that touch do: where, with which parts, and in which direction the first is pushed back or the shortest way out leads.
//!
//! Whether, when and with which parts is decided in `exact/motion/convex.rs`; here points and directions are made, in plain numbers.

use super::mover::{MoverPart, Overlap, Piece};
use super::path::Hit;
use crate::exact::hull::{Edge, Hull, Place, Touch, When, comes_before, differences, differences_from_wall};
use crate::exact::relative::Instant;
use crate::exact::{Feature, answers::Contact, construct};
use crate::point::{Point, Vec2, max, min};
use core::cmp::Ordering;

/// How two things first touch: which convex parts of them, and how these do.
#[derive(Clone, Copy)]
pub(crate) struct Meeting<'a> {
    pub(crate) touch: Touch,
    pub(super) hulls: [Hull<'a>; 2],
    /// Which pieces of the two, if they are not convex.
    pub(super) pieces: [Option<&'a Piece>; 2],
}

/// Parts of shapes that are not convex have cuts between them, which are inside: what lies or runs along one meets no part's inside, but that of the whole.
/// Only what has neither radius nor breadth can.
impl Meeting<'_> {
    /// The same, going in if it moves along a cut.
    pub(super) fn through_cuts(self) -> Self {
        let is_cut = |side: usize| {
            let Some((corner, piece)) = self.touch.along.zip(self.pieces[side]) else { return false };
            corner.is_of(side) && !piece.is_edge(corner.of[side])
        };
        if self.touch.is_flat || !(is_cut(0) || is_cut(1)) {
            return self;
        }
        let at_start = self.touch.when == When::Start;
        let contact = if at_start { Contact::Starts } else { Contact::Crosses };
        Meeting { touch: Touch { contact, ..self.touch }, ..self }
    }

    /// The same, overlapping if it starts without going deeper into any part but is inside of the whole.
    pub(super) fn unless_inside(self, is_inside: impl FnOnce() -> bool) -> Self {
        let Touch { when, contact, .. } = self.touch;
        let is_open = when == When::Start && contact != Contact::Overlaps;
        let reach = self.hulls[0].radius + self.hulls[1].radius;
        if is_open && reach == 0.0 && is_inside() {
            return Meeting { touch: Touch { contact: Contact::Overlaps, ..self.touch }, ..self };
        }
        self
    }
}

impl Meeting<'_> {
    /// By exact time; of two at one time that which goes deeper comes first.
    pub(super) fn order(&self, other: &Meeting<'_>) -> Ordering {
        let depth = |meeting: &Meeting<'_>| match meeting.touch.contact {
            Contact::Overlaps => 0,
            Contact::Starts | Contact::Crosses => 1,
            Contact::Along => 2,
            Contact::Ends | Contact::Leaves => 3,
        };
        self.instant().order(&other.instant()).then(depth(self).cmp(&depth(other)))
    }

    /// When they first touch, exactly.
    pub(crate) fn instant(&self) -> Instant {
        self.touch.instant(&self.hulls)
    }

    /// The hit that begins with it. The feature is that of a segment.
    pub(crate) fn hit(&self) -> Hit {
        let (contact, t) = (self.touch.contact, self.instant().time());
        let (place, normal) = self.way();
        let normal = normal.canonical();
        let point = self.point(place, normal, t);
        Hit { t, point, normal, feature: self.feature(place), contact, mover: self.part(place) }
    }

    /// Where they touch, and in which direction the second pushes the first away; of what overlaps, the shortest way out.
    fn way(&self) -> (Place, Vec2) {
        match self.touch.place {
            Place::Inside => self.way_out(),
            Place::Edge(corner) => (self.touch.place, self.normal_of_edge(&corner)),
            Place::Vertex(of) => (self.touch.place, self.normal_of_vertex(of)),
        }
    }

    /// How far the cores are apart along the normal of a place, times a scale.
    fn gap(&self, place: Place, scale: f64) -> f64 {
        match place {
            Place::Edge(corner) if matches!(self.touch.place, Place::Inside) => {
                // What is beyond all numbers stays so, whatever its sign seems to be, and is made again at a smaller scale.
                let depth = self.depth_behind(&corner, scale);
                -(if depth.is_finite() { max(depth, 0.0) } else { depth })
            }
            Place::Edge(corner) if self.touch.contact == Contact::Overlaps => -self.depth_behind(&corner, scale),
            _ => self.reach(scale),
        }
    }

    /// How deep the two overlap at the start, if they do.
    pub(super) fn overlap(&self) -> Option<Overlap> {
        if self.touch.contact != Contact::Overlaps {
            return None;
        }
        let (place, normal) = self.way();
        let apart = |scale: f64| match place {
            Place::Vertex(of) => self.vector(of, 0.0, scale).length(),
            Place::Edge(_) | Place::Inside => self.gap(place, scale),
        };
        let depth = |scale: f64| (self.reach(scale) - apart(scale)) / scale;
        let plain = depth(1.0);
        let depth = if plain.is_finite() { plain } else { depth(SMALL) };
        // Where one core touches the other, a hit's normal may point back along the path; square to an edge is shorter.
        let out = if apart(1.0) == 0.0 { self.square_to_edge(place).unwrap_or(normal) } else { normal };
        Some(Overlap { depth: min(max(depth, 0.0), f64::MAX), out: out.canonical() })
    }

    /// Square to the edge of a place, or to one that ends there; `None` if there is no edge.
    fn square_to_edge(&self, place: Place) -> Option<Vec2> {
        let corners = differences(self.hulls[0].vertices, self.hulls[1].vertices);
        let edge = match place {
            Place::Inside => None,
            Place::Edge(edge) => Some(edge),
            Place::Vertex(_) if corners.len() == 1 => None,
            Place::Vertex(of) => corners.iter().find(|edge| edge.of == of || edge.next == of).copied(),
        };
        edge.map(|edge| self.direction_of(&edge).normal())
    }

    /// The radii together, times a scale.
    fn reach(&self, scale: f64) -> f64 {
        self.hulls[0].radius * scale + self.hulls[1].radius * scale
    }

    /// Where on the obstacle it touches.
    fn point(&self, place: Place, normal: Vec2, t: f64) -> Point {
        let plain = self.point_at_scale(place, normal, t, 1.0);
        if plain.is_finite() {
            return plain.canonical();
        }
        let Point { x, y } = self.point_at_scale(place, normal, t, SMALL);
        Point::new(x / SMALL, y / SMALL).within_numbers()
    }

    fn point_at_scale(&self, place: Place, normal: Vec2, t: f64, scale: f64) -> Point {
        let [first, second] = &self.hulls;
        let radius = second.radius * scale;
        let on_second = |j: u16| at(second, j, t, scale) + normal * radius;
        match place {
            Place::Edge(corner) if corner.of[0] == corner.next[0] => {
                at(first, corner.of[0], t, scale) - normal * (self.gap(place, scale) - radius)
            }
            Place::Edge(corner) if corner.of[1] != corner.next[1] => self.shared(&corner, t, scale) + normal * radius,
            Place::Edge(corner) => on_second(corner.of[1]),
            Place::Vertex([_, j]) => on_second(j),
            Place::Inside => at(second, 0, t, scale),
        }
    }

    /// The middle of what two sides share that lie side on side, on the second's core.
    fn shared(&self, corner: &Edge, t: f64, scale: f64) -> Point {
        let [first, second] = &self.hulls;
        let (p, q) = (at(second, corner.of[1], t, scale), at(second, corner.next[1], t, scale));
        let along = p.direction_to(q);
        let place = |at: Point| along.dot(at - p);
        // As seen along the second's side, the first's runs the other way.
        let (low, high) = (place(at(first, corner.next[0], t, scale)), place(at(first, corner.of[0], t, scale)));
        // What is beyond all numbers is made again at a smaller scale, and not cut off.
        if ![low, high, place(q)].into_iter().all(f64::is_finite) {
            return Point::new(f64::NAN, f64::NAN);
        }
        let (low, high) = (max(low, 0.0), min(high, place(q)));
        p + along * ((low + high) / 2.0)
    }

    /// What is touched of a segment.
    fn feature(&self, place: Place) -> Feature {
        let vertex = match place {
            Place::Edge(corner) if corner.of[1] == corner.next[1] => corner.of[1],
            Place::Vertex([_, j]) => j,
            _ => return Feature::Side,
        };
        match (self.hulls[1].vertices.len(), vertex) {
            (2, 0) => Feature::A,
            (2, _) => Feature::B,
            _ => Feature::Side,
        }
    }

    /// What of the mover touches.
    fn part(&self, place: Place) -> MoverPart {
        let part = match place {
            _ if self.hulls[0].vertices.len() == 1 => MoverPart::Whole,
            // A capsule has one edge.
            Place::Edge(edge) if edge.is_of(0) && self.hulls[0].vertices.len() == 2 => MoverPart::Edge(0),
            Place::Edge(edge) if edge.is_of(0) => MoverPart::Edge(edge.of[0]),
            Place::Edge(Edge { of: [i, _], .. }) | Place::Vertex([i, _]) => MoverPart::Vertex(i),
            Place::Inside => MoverPart::Whole,
        };
        self.pieces[0].map_or(part, |piece| piece.part_of_whole(part))
    }
}

/// Directions.
impl Meeting<'_> {
    /// From the second to the first, square to an edge of all differences.
    fn normal_of_edge(&self, corner: &Edge) -> Vec2 {
        let normal = self.direction_of(corner).normal();
        let is_on_line = self.gap(Place::Edge(*corner), self.scale()) == 0.0;
        match self.touch.contact {
            // Where there is no way out but back: a core that starts on a wall, or a point that runs along one.
            Contact::Along if self.touch.is_flat => self.back().unwrap_or(normal),
            Contact::Overlaps if is_on_line && self.has_no_inside() => self.back().unwrap_or(normal),
            Contact::Starts if self.touch.is_flat && normal.dot(self.motion()) < 0.0 => -normal,
            _ => normal,
        }
    }

    /// From a vertex of the second to one of the first.
    fn normal_of_vertex(&self, of: [u16; 2]) -> Vec2 {
        if self.reach(1.0) == 0.0 {
            return self.normal_of_point(of);
        }
        let direction = match self.instant() {
            Instant::Start => self.direction_between(of, 0.0),
            Instant::Round(round) => round.direction(),
            Instant::End | Instant::Side(..) => self.direction_between(of, 1.0),
        };
        if direction == Vec2::default() { self.back().unwrap_or(Vec2::new(0.0, 1.0)) } else { direction }
    }

    /// The vector from a vertex of the second to one of the first at a time, times a scale.
    fn vector(&self, [i, j]: [u16; 2], t: f64, scale: f64) -> Vec2 {
        let [first, second] = &self.hulls;
        at(first, i, t, scale) - at(second, j, t, scale)
    }

    /// Its direction.
    fn direction_between(&self, of: [u16; 2], t: f64) -> Vec2 {
        let plain = self.vector(of, t, 1.0);
        if plain.is_finite() { plain.normalized() } else { self.vector(of, t, SMALL).normalized() }
    }

    /// The same where sharp vertices meet: square to one of the edges there. Into a corner it is the one that is met more squarely, else the one that it
    /// moves along or away from.
    fn normal_of_point(&self, of: [u16; 2]) -> Vec2 {
        let corners = differences(self.hulls[0].vertices, self.hulls[1].vertices);
        let motion = self.motion();
        let is_along = self.touch.contact == Contact::Along;
        if corners.len() == 1 || (is_along && self.touch.is_flat) {
            return self.back().unwrap_or(Vec2::new(0.0, 1.0));
        }
        let goes_in = matches!(self.touch.contact, Contact::Crosses | Contact::Starts | Contact::Ends);
        let there = corners.iter().filter(|corner| corner.of == of || corner.next == of);
        let normals = there.map(|corner| self.direction_of(corner).normal());
        let better = |one: Vec2, other: Vec2| {
            let (a, b) = (one.dot(motion), other.dot(motion));
            if (goes_in && b < a) || (!goes_in && a < b) { other } else { one }
        };
        normals.reduce(better).unwrap_or(Vec2::new(0.0, 1.0))
    }

    /// The direction of an edge of all differences.
    fn direction_of(&self, edge: &Edge) -> Vec2 {
        let [p, q] = edge.along(self.hulls[0].vertices, self.hulls[1].vertices);
        p.direction_to(q)
    }

    fn has_no_inside(&self) -> bool {
        differences(self.hulls[0].vertices, self.hulls[1].vertices).len() < 3
    }

    /// The motion of the first as the second sees it.
    /// Of any length, as it may be beyond all numbers.
    fn motion(&self) -> Vec2 {
        let [[a, b], [c, d]] = [self.hulls[0].path, self.hulls[1].path];
        let plain = (b - a) - (d - c);
        let small = |from: Point, to: Point| Vec2::new(to.x * SMALL - from.x * SMALL, to.y * SMALL - from.y * SMALL);
        if plain.is_finite() { plain } else { small(a, b) - small(c, d) }
    }

    /// Back along that, if there is one.
    fn back(&self) -> Option<Vec2> {
        let back = -self.motion().normalized();
        (back != Vec2::default()).then_some(back)
    }

    /// How far the first's position is behind an edge of all differences when it starts, times a scale; negative if it is in front.
    fn depth_behind(&self, corner: &Edge, scale: f64) -> f64 {
        self.direction_of(corner).cross(self.vector(corner.of, 0.0, scale))
    }

    /// That for all places, as in [`scale_for`].
    fn scale(&self) -> f64 {
        scale_for(self.hulls.iter().flat_map(|hull| hull.path.iter().chain(hull.vertices)))
    }

    /// The shortest way out for what starts inside: through which edge, and in which direction.
    fn way_out(&self) -> (Place, Vec2) {
        let scale = self.scale();
        if let Some(way) = self.way_out_of_wall().filter(|_| scale == 1.0) {
            return way;
        }
        let (first, second) = (self.hulls[0].vertices, self.hulls[1].vertices);
        let corners = match *second {
            [p, q] if 1 < first.len() => differences_from_wall(first, [p, q]),
            _ => differences(first, second),
        };
        let mut best: Option<(Edge, f64)> = None;
        for corner in corners.iter() {
            let depth = max(self.depth_behind(corner, scale), 0.0);
            // Of equal depths the first counts.
            let is_better = |(other, least): &(Edge, f64)| {
                depth < *least || (depth == *least && comes_before(corner, other, first, second))
            };
            if best.as_ref().is_none_or(is_better) {
                best = Some((*corner, depth));
            }
        }
        let Some((corner, _)) = best else { return (Place::Inside, Vec2::new(0.0, 1.0)) };
        (Place::Edge(corner), self.direction_of(&corner).normal())
    }
}

/// The way out of a wall.
impl Meeting<'_> {
    /// That of a mover with few sides; `None` if there are several, or it is in doubt which vertices the sides of all differences go through.
    fn way_out_of_wall(&self) -> Option<(Place, Vec2)> {
        let [first, second] = &self.hulls;
        let (Some(sides), &[p, q]) = (&first.extent?.sides, second.vertices) else { return None };
        let (w, along, count) = (q - p, p.direction_to(q), sides.count);
        let starts = [at(second, 0, 0.0, 1.0), at(second, 1, 0.0, 1.0)];
        let mut least = Shortest { edge: Edge::default(), direction: along, depth: f64::INFINITY, is_tied: false };
        let mut before = sides.turned(count - 1, w)?;
        for i in 0..count {
            let (turn, of, next) = (sides.turned(i, w)?, i as u16, if i + 1 == count { 0 } else { i as u16 + 1 });
            let from = at(first, of, 0.0, 1.0);
            let (from_p, from_q) = (from - starts[0], from - starts[1]);
            if 0.0 < before && turn < 0.0 {
                least.try_edge(Edge { of: [of, 0], next: [of, 1] }, along, from_p);
            } else if before < 0.0 && 0.0 < turn {
                least.try_edge(Edge { of: [of, 1], next: [of, 0] }, -along, from_q);
            }
            if 0.0 < turn {
                least.try_edge(Edge { of: [of, 0], next: [next, 0] }, sides.direction(i), from_p);
            } else if turn < 0.0 {
                least.try_edge(Edge { of: [of, 1], next: [next, 1] }, sides.direction(i), from_q);
            } else if 0.0 < sides.back(i).dot(w) {
                least.try_edge(Edge { of: [of, 0], next: [next, 1] }, along, from_p);
            } else {
                least.try_edge(Edge { of: [of, 1], next: [next, 0] }, -along, from_q);
            }
            before = turn;
        }
        (!least.is_tied).then(|| (Place::Edge(least.edge), least.direction.normal()))
    }
}

/// The shortest way out so far.
struct Shortest {
    edge: Edge,
    direction: Vec2,
    depth: f64,
    is_tied: bool,
}

impl Shortest {
    #[inline(always)]
    fn try_edge(&mut self, edge: Edge, direction: Vec2, from: Vec2) {
        let depth = max(direction.cross(from), 0.0);
        if depth < self.depth {
            *self = Shortest { edge, direction, depth, is_tied: false };
        } else {
            self.is_tied |= depth == self.depth;
        }
    }
}

/// Where a vertex of something is at a time, times a scale; rounded.
fn at(hull: &Hull<'_>, index: u16, t: f64, scale: f64) -> Point {
    let offset = hull.vertices[usize::from(index)];
    let position = if t == 0.0 { hull.path[0] } else { construct::between(hull.path, t) };
    Point::new(position.x * scale, position.y * scale) + Vec2::new(offset.x, offset.y) * scale
}

/// Vertices around a position, vectors between them and radii together may be beyond all numbers. Those that are, are made at this scale, where nothing
/// is: a sum of eight numbers fits. What vanishes does not count beside what is beyond.
const SMALL: f64 = 1.0 / 64.0;

/// 1 or [`SMALL`], at which no vertex around a position is beyond all numbers, no vector between two of them, and no product of one with a direction.
///
/// Of numbers below 2¹⁰²⁰, such a vertex is less than twice as large on each axis, a vector less than four times, and a product less than √2·2¹⁰²².
pub(super) fn scale_for<'a>(mut points: impl Iterator<Item = &'a Point>) -> f64 {
    const LARGE: f64 = f64::MAX / 16.0;
    if points.all(|p| max(p.x.abs(), p.y.abs()) < LARGE) { 1.0 } else { SMALL }
}

#[cfg(test)]
mod tests;
