//! A mover's hit: where it touches, with which part, and in which direction it is pushed back.
//!
//! Whether, when and with which parts is decided in `exact/motion/convex.rs`; here points and directions are made, in plain numbers.

use super::at_once::{AtOnce, Known};
use super::mover::{Mover, MoverPart, MoverSweep, Overlap, Piece};
use super::path::{Hit, Obstacle, Sweep, sealed};
use crate::circle::Circle;
use crate::exact::convex;
use crate::exact::hull::{Edge, Extent, Hull, Place, Touch, When, comes_before, differences, differences_from_wall};
use crate::exact::inside::Spot;
use crate::exact::look::are_apart_by;
use crate::exact::relative::Instant;
use crate::exact::{Feature, answers::Contact, construct};
use crate::point::{Point, Vec2, max, min};
use crate::segment::Segment;
use crate::simd;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// How two things first touch: which convex parts of them, and how these do.
#[derive(Clone, Copy)]
pub(crate) struct Meeting<'a> {
    pub(crate) touch: Touch,
    hulls: [Hull<'a>; 2],
    /// Which pieces of the two, if they are not convex.
    pieces: [Option<&'a Piece>; 2],
}

impl<'a> MoverSweep<'a> {
    /// The first touch of this path and a wall, a circle, a polygon or another sweep; `None` if they do not touch. As [`Sweep::first_touch`], with
    /// [`Hit::mover`] saying which part of the mover touches.
    ///
    /// Of another mover that is touched, [`Hit::feature`] is `Side`; which part of it that is, the same question asked the other way round tells.
    /// Where an edge of the mover lies along a side of the obstacle, [`Hit::point`] is in the middle of what they share.
    ///
    /// ```
    /// use carom::{Aabb, Circle, Feature, Mover, MoverPart, Segment, Vec2};
    /// let crate_ = Mover::aabb(&Aabb::new([-1, -1], [1, 1])?);
    /// let slides = crate_.sweep([0, 0], [8, 0])?;
    ///
    /// let post = Circle::new([6, 0], 1.0)?;
    /// let hit = slides.first_touch(&post).unwrap();
    /// assert_eq!((hit.t, hit.mover, hit.normal), (0.5, MoverPart::Edge(1), Vec2::new(-1.0, 0.0)));
    ///
    /// let shelf = Segment::new([3.0, 0.5], [9.0, 0.5])?;
    /// let hit = slides.first_touch(&shelf).unwrap();
    /// assert_eq!((hit.t, hit.feature, hit.point), (0.25, Feature::A, [3.0, 0.5].into()));
    ///
    /// let other = crate_.sweep([8.0, 0.5], [0.0, 0.5])?;
    /// assert_eq!(slides.first_touch(&other).unwrap().t, 0.375);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn first_touch<O: Obstacle + ?Sized>(&self, obstacle: &O) -> Option<O::Touch> {
        obstacle.first_touch_of_mover(self)
    }

    /// This as the sweep of a point or disc, if it is one around its position.
    pub(crate) fn as_sweep(&self) -> Option<Sweep> {
        self.as_disc().map(|([start, end], radius)| Sweep::moving(start, end, radius))
    }

    /// If it overlaps an obstacle where it starts, how deep it is in it and which way is out; `None` if they are apart or merely touch.
    ///
    /// Of two shapes of which one is not convex, each convex part is looked at by itself, and the deepest tells. An outline is all its edges, and the
    /// deepest tells; out of a filled polygon that is not convex it is over the edge nearest to the middle of the mover.
    ///
    /// ```
    /// use carom::{Aabb, Mover, Segment, Vec2};
    /// let hero = Mover::aabb(&Aabb::new([-1, 0], [1, 3])?);
    /// let floor = Segment::new([-9, 0], [9, 0])?;
    /// let overlap = hero.sweep([0.0, -0.25], [0.0, 5.0])?.overlap(&floor).unwrap();
    /// assert_eq!((overlap.depth, overlap.out), (0.25, Vec2::new(0.0, 1.0)));
    /// assert_eq!(hero.sweep([0, 0], [5, 0])?.overlap(&floor), None);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn overlap<O: Obstacle + ?Sized>(&self, obstacle: &O) -> Option<Overlap> {
        obstacle.overlap_of(self)
    }

    /// Its convex parts.
    pub(super) fn hulls(&self) -> impl Iterator<Item = (Hull<'a>, Option<&'a Piece>)> + Clone + use<'a> {
        let sweep = *self;
        let all = self.mover().is_convex().then(|| (self.hull(), None));
        all.into_iter().chain(self.mover().pieces().iter().map(move |piece| (sweep.hull_of(piece), Some(piece))))
    }

    /// How it first touches something convex.
    pub(crate) fn meeting(&self, other: Hull<'a>) -> Option<Meeting<'a>> {
        if self.mover().is_convex() {
            let hulls = [self.hull(), other];
            return Some(Meeting { touch: convex::touch(&hulls[0], &hulls[1])?, hulls, pieces: [None; 2] });
        }
        let first = first_meeting(self.meetings_of_parts(other))?;
        Some(first.unless_inside(|| self.rings().meet(&spots(&other))))
    }

    /// How it is first stopped by something convex. What is convex is stopped by its first touch or not at all; of what is not, one part may slide along a wall
    /// or leave it, and another come to the same wall later.
    pub(crate) fn stop_by(&self, other: Hull<'a>) -> Option<Meeting<'a>> {
        let first = self.meeting(other)?;
        if first.touch.stops() || self.mover().is_convex() {
            return first.touch.stops().then_some(first);
        }
        first_meeting(self.meetings_of_parts(other).filter(|meeting| meeting.touch.stops()))
    }

    fn meetings_of_parts(&self, other: Hull<'a>) -> impl Iterator<Item = Meeting<'a>> + use<'a> {
        meetings(self.hulls(), core::iter::once((other, None)))
    }

    /// How it first touches something convex that stands, without what is needed to say where.
    #[inline]
    pub(crate) fn touch_of(&self, other: &Hull<'a>) -> Option<Touch> {
        if self.mover().is_convex() { convex::touch(&self.hull(), other) } else { Some(self.meeting(*other)?.touch) }
    }

    /// The same of a convex mover, where it is known how they touch.
    pub(crate) fn met(&self, touch: Touch, other: Hull<'a>) -> Meeting<'a> {
        Meeting { touch, hulls: [self.hull(), other], pieces: [None; 2] }
    }

    /// How it first touches another.
    fn meeting_with(&self, other: &MoverSweep<'a>) -> Option<Meeting<'a>> {
        if self.mover().is_convex() && other.mover().is_convex() {
            return self.meeting(other.hull());
        }
        let first = first_meeting(meetings(self.hulls(), other.hulls()))?;
        let is_inside = |ring: &MoverSweep<'_>, flat: &MoverSweep<'_>| {
            !ring.mover().is_convex() && flat.mover().is_convex() && ring.rings().meet(&spots(&flat.hull()))
        };
        Some(first.unless_inside(|| is_inside(self, other) || is_inside(other, self)))
    }
}

/// The meetings of any two of some convex parts.
fn meetings<'a>(
    parts: impl Iterator<Item = (Hull<'a>, Option<&'a Piece>)>,
    others: impl Iterator<Item = (Hull<'a>, Option<&'a Piece>)> + Clone,
) -> impl Iterator<Item = Meeting<'a>> {
    let pairs = parts.flat_map(move |part| others.clone().map(move |other| [part, other]));
    pairs.filter_map(|[(hull, piece), (other, other_piece)]| {
        let touch = convex::touch(&hull, &other)?;
        Some(Meeting { touch, hulls: [hull, other], pieces: [piece, other_piece] }.through_cuts())
    })
}

/// What goes deepest comes first of those at one time.
fn first_meeting<'a>(meetings: impl Iterator<Item = Meeting<'a>>) -> Option<Meeting<'a>> {
    meetings.reduce(|first, next| if next.order(&first) == Ordering::Less { next } else { first })
}

/// What there is of something that has neither radius nor inside; nothing of other things.
fn spots(hull: &Hull<'_>) -> Vec<Spot> {
    let is_flat = hull.radius == 0.0 && hull.vertices.len() <= 2;
    if is_flat { hull.vertices.iter().map(|&offset| [hull.path[0], offset]).collect() } else { Vec::new() }
}

/// Parts of shapes that are not convex have cuts between them, which are inside: what lies or runs along one meets no part's inside, but that of the whole.
/// Only what has neither radius nor breadth can.
impl Meeting<'_> {
    /// The same, going in if it moves along a cut.
    fn through_cuts(self) -> Self {
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
    fn unless_inside(self, is_inside: impl FnOnce() -> bool) -> Self {
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
    fn order(&self, other: &Meeting<'_>) -> Ordering {
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

/// What stands still, and a disc's only vertex.
const STANDING: [Point; 2] = [Point::new(0.0, 0.0); 2];
const CENTER: &[Point] = &[Point::new(0.0, 0.0)];
const OF_CENTER: &Extent =
    &Extent { low: Point::new(0.0, 0.0), high: Point::new(0.0, 0.0), size: [0.0; 2], is_moderate: true, sides: None };

/// All of a segment.
pub(crate) fn hull_of_segment(ends: &[Point; 2]) -> Hull<'_> {
    Hull { vertices: ends, path: STANDING, radius: 0.0, extent: None }
}

/// All of a circle.
pub(crate) fn hull_of_circle(center: &Point, radius: f64) -> Hull<'_> {
    Hull { vertices: core::slice::from_ref(center), path: STANDING, radius, extent: None }
}

/// All of a moving point or disc.
pub(super) fn hull_of_sweep(sweep: &Sweep) -> Hull<'static> {
    Hull { vertices: CENTER, path: sweep.ends(), radius: sweep.radius(), extent: Some(OF_CENTER) }
}

/// How a mover first touches a segment.
pub(super) fn touch_of_segment(segment: &Segment, mover: &MoverSweep<'_>) -> Option<Hit> {
    // Mostly that is so, and then nothing else is needed.
    if mover.hull().is_beside(segment.ends()) {
        return None;
    }
    let (path, radius) = mover.proxy();
    if are_apart_by(path, segment.ends(), radius) {
        return None;
    }
    if let Some(sweep) = mover.as_sweep() {
        return sweep.first_touch(segment);
    }
    let ends = segment.ends();
    if !mover.mover().is_convex() {
        return Some(mover.meeting(hull_of_segment(&ends))?.hit());
    }
    simd::run(AtOnce { mover, segment }).unwrap_or_else(|| {
        let touch = mover.touch_of(&hull_of_segment(&ends))?;
        Some(mover.hit_of(touch, segment))
    })
}

impl MoverSweep<'_> {
    /// The hit of a convex mover, where it is known how it touches a segment.
    pub(crate) fn hit_of(&self, touch: Touch, segment: &Segment) -> Hit {
        // A disc off its position has no parts.
        let has_parts = 1 < self.mover().vertices().len();
        let is_quick = has_parts && touch.when == When::Within;
        let hit = if is_quick { simd::run(Known { mover: self, segment, touch }) } else { None };
        hit.unwrap_or_else(|| self.met(touch, hull_of_segment(&segment.ends())).hit())
    }
}

/// How a mover first touches a circle.
pub(super) fn touch_of_circle(circle: &Circle, mover: &MoverSweep<'_>) -> Option<Hit> {
    match mover.as_sweep() {
        Some(sweep) => sweep.first_touch(circle),
        None => Some(mover.meeting(hull_of_circle(&circle.center(), circle.radius()))?.hit()),
    }
}

/// How a mover first touches a moving point or disc.
pub(super) fn touch_of_sweep(other: &Sweep, mover: &MoverSweep<'_>) -> Option<Hit> {
    match mover.as_sweep() {
        Some(sweep) => sweep.first_touch(other),
        None => Some(mover.meeting(hull_of_sweep(other))?.hit()),
    }
}

/// How deep a mover starts in something convex.
pub(super) fn overlap_of_hull(hull: Hull<'_>, mover: &MoverSweep<'_>) -> Option<Overlap> {
    let (standing, hull) = (mover.standing(), Hull { path: [hull.path[0]; 2], ..hull });
    // Where it is inside without being deep in any part of it, that is all there is to say.
    let overlap = standing.meeting(hull)?.overlap()?;
    deepest(standing.hulls().map(|(part, _)| (part, hull))).or(Some(overlap))
}

/// The deepest overlap of any two of some convex shapes.
pub(super) fn deepest<'a>(pairs: impl Iterator<Item = (Hull<'a>, Hull<'a>)>) -> Option<Overlap> {
    let overlaps = pairs.filter_map(|(one, other)| {
        let touch = convex::touch(&one, &other)?;
        Meeting { touch, hulls: [one, other], pieces: [None; 2] }.overlap()
    });
    overlaps.reduce(|deepest, next| if deepest.depth < next.depth { next } else { deepest })
}

impl Sweep {
    /// If it overlaps an obstacle where it starts, how deep it is in it and which way is out: as [`MoverSweep::overlap`].
    ///
    /// ```
    /// use carom::{Segment, Sweep, Vec2};
    /// let floor = Segment::new([-9, 0], [9, 0])?;
    /// let ball = Sweep::disc([0.0, 0.75], [5.0, 0.75], 1.0)?;
    /// let overlap = ball.overlap(&floor).unwrap();
    /// assert_eq!((overlap.depth, overlap.out), (0.25, Vec2::new(0.0, 1.0)));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn overlap<O: Obstacle + ?Sized>(&self, obstacle: &O) -> Option<Overlap> {
        let mover = Mover::around_position(self.radius());
        obstacle.overlap_of(&MoverSweep::between(&mover, self.start(), self.end()))
    }
}

impl sealed::Sealed for MoverSweep<'_> {}
impl Obstacle for MoverSweep<'_> {
    type Touch = Hit;

    fn first_touch_of(&self, sweep: &Sweep) -> Option<Hit> {
        if let Some(other) = self.as_sweep() {
            return sweep.first_touch(&other);
        }
        let mover = Mover::around_position(sweep.radius());
        let disc = MoverSweep::between(&mover, sweep.start(), sweep.end());
        Some(Hit { feature: Feature::Side, ..disc.meeting_with(self)?.hit() })
    }

    fn first_touch_of_mover(&self, sweep: &MoverSweep<'_>) -> Option<Hit> {
        if let Some(disc) = sweep.as_sweep() {
            return self.first_touch_of(&disc);
        }
        if let Some(disc) = self.as_sweep() {
            return touch_of_sweep(&disc, sweep);
        }
        Some(Hit { feature: Feature::Side, ..sweep.meeting_with(self)?.hit() })
    }

    fn overlap_of(&self, sweep: &MoverSweep<'_>) -> Option<Overlap> {
        let (one, other) = (sweep.standing(), self.standing());
        let overlap = one.meeting_with(&other)?.overlap()?;
        let deepest = deepest(one.hulls().flat_map(|(part, _)| other.hulls().map(move |(other, _)| (part, other))));
        deepest.or(Some(overlap))
    }
}

#[cfg(test)]
mod tests;
