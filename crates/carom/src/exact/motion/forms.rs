//! Convex shapes in flight: do they overlap, when do they begin and cease to, does one keep clear of the other on its way?
//!
//! A [`Form`] is the hull of some vertices around a position, grown by a radius, and its position flies along an exact straight line. Two of them
//! overlap when the first's position, seen from the second's, is nearer than both radii, R, to the polygon of [`differences`], K; to
//! touch is free. Whatever stands still or moves as walls do is a form too: a wall has its ends for vertices and stands at the origin, or at the offset of its
//! group. So everything is one question: a straight line D(T), and a convex set with an inside.
//!
//! From the corner of K that is made of the vertices a and b it is
//!
//! D + a − b = x + v(T − s) − y − w(T − t) + a − b,
//!
//! where x, v, s and y, w, t are place, velocity and start of both. Nothing of it is rounded.
//!
//! **Where a line goes in.** Edges of K into whose left it leads follow one another. Moved out by R, their ends are corners between which it goes in through
//! the edge; between those of one edge and the next it does so through the disc around the corner of K. This is `convex.rs` without its ends of paths and kinds of touches.
//! Where a line goes out is where it goes in if time runs backward.
//!
//! **Errors.** In the terms of the table in `numbers/double.rs` a place has k = 9 and l = 3, D 16 and 4, with both vertices 25 and 5, edges 0 and 1. Then
//! w × D has 64 and 8, |w|(D × v) − R(w·v) has 148, D² − R² 154. Of the way M of two forms between two places, 36 and 6, M × D has 150 and 13, |w|(D × M) − R(w·M) 270 and
//! |M × D| − R|M| 177. All are far below what [`ERROR`](crate::exact::numbers::double::ERROR) allows.

use super::flight::{Flight, is_mild, is_mild_flight, place, velocity};
use super::hull::{Edge, Place, differences};
use super::passing::Part;
use super::root::Root;
use crate::exact::answers::Side;
use crate::exact::numbers::double::Double;
use crate::exact::numbers::dyadic::Dyadic;
use crate::exact::numbers::number::{Number, cross, dot, minus, vector};
use crate::point::{Point, Vec2};
use alloc::vec::Vec;
use core::cmp::Ordering::{self, Equal, Greater, Less};

/// Something convex in flight: vertices around a position, counter-clockwise and no three in a row on one line, grown by a radius.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form<'a> {
    pub(crate) vertices: &'a [Point],
    pub(crate) radius: f64,
    pub(crate) flight: Flight,
}

impl<'a> Form<'a> {
    /// One that stands still, with its vertices where they are.
    pub(crate) fn standing(vertices: &'a [Point], radius: f64) -> Form<'a> {
        Form { vertices, radius, flight: Flight::default() }
    }
}

/// Two of them, of which one at least has a radius or an inside.
pub(crate) struct Forms<'a> {
    first: Form<'a>,
    second: Form<'a>,
    /// The edges of K.
    edges: Vec<Edge>,
}

/// Where two forms begin or cease to overlap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Met {
    pub(crate) touching: Touching,
    /// Which edge or corner of K that is.
    pub(crate) place: Place,
}

/// The part of two forms that touches: a vertex of one and a side of the other, or two vertices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touching {
    pub(crate) flights: [Flight; 2],
    pub(crate) vertices: [Point; 2],
    pub(crate) radii: [f64; 2],
    /// Two points between which the direction of the side is, K being on its left; one point, if both are vertices and there is a radius.
    pub(crate) along: [Point; 2],
    /// Whether they cease to overlap.
    pub(crate) is_parting: bool,
}

impl<'a> Forms<'a> {
    pub(crate) fn of(first: Form<'a>, second: Form<'a>) -> Forms<'a> {
        Forms { first, second, edges: differences(first.vertices, second.vertices).to_vec() }
    }

    /// Whether they overlap at a time.
    pub(crate) fn overlap(&self, time: f64) -> bool {
        let answer = if self.is_mild(time) { self.seen::<Double>(time).is_inside() } else { None };
        answer.or_else(|| self.seen::<Dyadic>(time).is_inside()).unwrap_or(false)
    }

    /// Where they begin to overlap, from a time on. Those that overlap already do not.
    pub(crate) fn meet(&self, time: f64) -> Option<Met> {
        if self.first.flight.velocity == self.second.flight.velocity {
            return None;
        }
        let answer = if self.is_mild(time) { self.seen::<Double>(time).enters() } else { None };
        let near = answer.or_else(|| self.seen::<Dyadic>(time).enters()).flatten();
        near.map(|near| self.met(near, false))
    }

    /// Where they cease to overlap, if they ever do so on these flights.
    pub(crate) fn part(&self) -> Option<Met> {
        let time = self.first.flight.since;
        if self.first.flight.velocity == self.second.flight.velocity {
            return None;
        }
        let answer = if self.is_mild(time) { self.seen::<Double>(time).backward().front() } else { None };
        let near = answer.or_else(|| self.seen::<Dyadic>(time).backward().front()).flatten();
        near.map(|near| self.met(near, true))
    }

    /// Whether the first comes to the second if it goes on in a direction for ever, or came from there.
    pub(crate) fn face(&self, direction: Vec2) -> bool {
        let first = Form { flight: Flight { velocity: direction, ..self.first.flight }, ..self.first };
        let second = Form { flight: Flight { velocity: Vec2::default(), ..self.second.flight }, ..self.second };
        let (time, edges) = (first.flight.since, self.edges.clone());
        let turned = Forms { first, second, edges };
        let answer = if turned.is_mild(time) { turned.seen::<Double>(time).front() } else { None };
        answer.or_else(|| turned.seen::<Dyadic>(time).front()).flatten().is_some()
    }

    /// Whether the first, going straight from where it is at a time to a place, keeps clear of the second, which in the same time goes to where a flight is at another.
    pub(crate) fn are_clear(&self, time: f64, to: Point, other: &Flight, then: f64) -> bool {
        let end = self.end_of_way(to, other, then);
        let are_mild = self.is_mild(time) && end.is_mild(then);
        let answer = if are_mild { self.way::<Double>(time, &end, then) } else { None };
        answer.or_else(|| self.way::<Dyadic>(time, &end, then)).unwrap_or(false)
    }

    /// On the way of [`Forms::are_clear`]: the parts of it between which they overlap. `None` if they do not on the whole line, or nothing of it
    /// changes.
    pub(crate) fn passage(&self, time: f64, to: Point, other: &Flight, then: f64) -> Option<[Part; 2]> {
        let end = self.end_of_way(to, other, then);
        let v = minus(&end.apart(then), &self.apart(time));
        if v.iter().all(|v: &Dyadic| v.sign() == Equal) {
            return None;
        }
        let seen = || Seen { v: v.clone(), ..self.seen::<Dyadic>(time) };
        let (forward, backward) = (seen(), seen().backward());
        let (begins, ends) = (forward.front().flatten()?, backward.front().flatten()?);
        Some([Part(forward.root(begins, false)), Part(forward.root(ends, true))])
    }

    fn end_of_way(&self, to: Point, other: &Flight, then: f64) -> Forms<'a> {
        Forms {
            first: Form { flight: Flight { at: to, velocity: Vec2::default(), since: then }, ..self.first },
            second: Form { flight: *other, ..self.second },
            edges: Vec::new(),
        }
    }

    fn way<N: Number<Scale = ()>>(&self, time: f64, end: &Forms<'_>, then: f64) -> Option<bool> {
        let start = self.seen::<N>(time);
        let v = minus(&end.apart(then), &self.apart(time));
        Seen { v, ..start }.is_clear()
    }

    /// On which side of the line of an edge of the second a vertex of the first is at a time; of a second with two vertices.
    pub(crate) fn side(&self, vertex: Point, time: f64) -> Side {
        let [p, q] = [self.second.vertices[0], self.second.vertices[self.second.vertices.len() - 1]];
        let touching = Touching { vertices: [vertex, p], ..self.touching([p; 2], [0, 0], false) };
        let across = |from: [Dyadic; 2]| cross(&vector::<Dyadic>((), p, q), &from).sign();
        let in_doubles = || cross(&vector::<Double>((), p, q), &touching.from(time)).sign();
        let answer = if self.is_mild(time) { in_doubles() } else { None };
        Side::of(answer.unwrap_or_else(|| across(touching.from(time))))
    }

    fn seen<N: Number<Scale = ()>>(&self, time: f64) -> Seen<N> {
        let apart = self.apart::<N>(time);
        let corner = |edge: &Edge| {
            let [a, b] = self.vertices(edge.of);
            let vertex = vector::<N>((), b, a);
            [apart[0].plus(&vertex[0]), apart[1].plus(&vertex[1])]
        };
        let along = |edge: &Edge| {
            let [p, q] = edge.along(self.first.vertices, self.second.vertices);
            vector::<N>((), p, q)
        };
        let radii = [self.first.radius, self.second.radius];
        Seen {
            from: self.edges.iter().map(corner).collect(),
            edges: self.edges.iter().map(along).collect(),
            v: minus(&velocity(&self.first.flight), &velocity(&self.second.flight)),
            reach: N::sum((), radii[0], radii[1]),
            is_sharp: radii == [0.0; 2],
        }
    }

    /// From the second's position to the first's.
    fn apart<N: Number<Scale = ()>>(&self, time: f64) -> [N; 2] {
        minus(&place::<N>(&self.first.flight, time), &place(&self.second.flight, time))
    }

    fn vertices(&self, [i, j]: [u16; 2]) -> [Point; 2] {
        [self.first.vertices[usize::from(i)], self.second.vertices[usize::from(j)]]
    }

    fn met(&self, near: Near, is_parting: bool) -> Met {
        let is_sharp = self.first.radius + self.second.radius == 0.0;
        let (Near::Edge(k) | Near::Corner(k)) = near;
        let edge = self.edges[k];
        let place = if let Near::Edge(_) = near { Place::Edge(edge) } else { Place::Vertex(edge.of) };
        // Where a sharp corner is reached, both lines that meet there are.
        let along = match near {
            Near::Corner(_) if !is_sharp => [Point::default(); 2],
            _ => edge.along(self.first.vertices, self.second.vertices),
        };
        Met { touching: self.touching(along, edge.of, is_parting), place }
    }

    fn touching(&self, along: [Point; 2], of: [u16; 2], is_parting: bool) -> Touching {
        let Forms { first, second, .. } = self;
        let (flights, radii) = ([first.flight, second.flight], [first.radius, second.radius]);
        Touching { flights, vertices: self.vertices(of), radii, along, is_parting }
    }

    fn is_mild(&self, time: f64) -> bool {
        let is_mild_form = |form: &Form<'_>| {
            let vertices = form.vertices.iter().all(|p| is_mild(&[p.x, p.y]));
            vertices && is_mild_flight(&form.flight, time) && is_mild(&[form.radius])
        };
        is_mild_form(&self.first) && is_mild_form(&self.second)
    }
}

impl Touching {
    /// Whether both are vertices, and there is a radius.
    pub(crate) fn is_round(&self) -> bool {
        self.along[0] == self.along[1]
    }

    /// From the second's vertex to the first's.
    #[inline(always)]
    pub(super) fn from<N: Number<Scale = ()>>(&self, time: f64) -> [N; 2] {
        let [a, b] = self.vertices;
        let (vertex, [first, second]) = (vector::<N>((), b, a), &self.flights);
        let apart = minus(&place::<N>(first, time), &place(second, time));
        [apart[0].plus(&vertex[0]), apart[1].plus(&vertex[1])]
    }

    #[inline(always)]
    pub(super) fn velocity<N: Number<Scale = ()>>(&self) -> [N; 2] {
        minus(&velocity::<N>(&self.flights[0]), &velocity(&self.flights[1]))
    }

    pub(super) fn is_mild(&self, time: f64) -> bool {
        let ([a, b], [p, q]) = (self.vertices, self.along);
        let are_mild = is_mild(&[a.x, a.y, b.x, b.y, p.x, p.y, q.x, q.y]) && is_mild(&self.radii);
        are_mild && self.flights.iter().all(|flight| is_mild_flight(flight, time))
    }

    /// The vector from the second's vertex to the first's at a time, rounded.
    pub(crate) fn between(&self, time: f64) -> Vec2 {
        let [x, y] = self.from::<Double>(time);
        let near = Vec2::new(x.value().0, y.value().0);
        if near.x.is_finite() && near.y.is_finite() {
            return near;
        }
        let [first, second] = self.flights.map(|flight| flight.position(time));
        (first - second) + (self.vertices[0] - self.vertices[1])
    }

    /// Whether the first goes deeper where they touch (`Less`), or leaves (`Greater`), at a time.
    pub(crate) fn leaves(&self, time: f64) -> Ordering {
        let answer = if self.is_mild(time) { self.leaves_in::<Double>(time) } else { None };
        answer.or_else(|| self.leaves_in::<Dyadic>(time)).unwrap_or(Equal)
    }

    fn leaves_in<N: Number<Scale = ()>>(&self, time: f64) -> Option<Ordering> {
        let v = self.velocity::<N>();
        if self.is_round() {
            return dot(&self.from(time), &v).sign();
        }
        let [p, q] = self.along;
        Some(cross(&vector::<N>((), p, q), &v).sign()?.reverse())
    }
}

/// An edge of K or the corner where it starts, by number.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Near {
    Edge(usize),
    Corner(usize),
}

/// An answer in doubt is `None`, one that says that nothing happens is `Some(None)`.
type Answer = Option<Option<Near>>;

/// A line seen from K, in one kind of numbers.
struct Seen<N: Number> {
    /// From each corner of K to where it is.
    from: Vec<[N; 2]>,
    edges: Vec<[N; 2]>,
    v: [N; 2],
    reach: N,
    /// Whether there is no radius; then K has an inside.
    is_sharp: bool,
}

impl<N: Number<Scale = ()>> Seen<N> {
    fn next(&self, k: usize) -> usize {
        if k + 1 == self.from.len() { 0 } else { k + 1 }
    }

    fn previous(&self, k: usize) -> usize {
        if k == 0 { self.from.len() - 1 } else { k - 1 }
    }

    fn backward(self) -> Seen<N> {
        let v = [self.v[0].negated(), self.v[1].negated()];
        Seen { v, ..self }
    }

    /// Where it goes in, from now on.
    fn enters(&self) -> Answer {
        let Some(near) = self.front()? else { return Some(None) };
        Some(self.is_ahead(near)?.then_some(near))
    }

    /// Where the line goes in, be it ahead or behind; to graze is not to go in.
    fn front(&self) -> Answer {
        let leads: Option<Vec<Ordering>> = self.edges.iter().map(|w| cross(w, &self.v).sign()).collect();
        let leads = leads?;
        let is_first = |&k: &usize| leads[k] == Greater && leads[self.previous(k)] != Greater;
        let Some(first) = (0..leads.len()).find(is_first) else { return self.front_end_on() };
        let mut k = first;
        loop {
            if self.corner(k, k)? != Greater {
                return self.front_of_corner(k, k != first);
            }
            if self.corner(k, self.next(k))? == Less {
                return Some(Some(Near::Edge(k)));
            }
            k = self.next(k);
            if leads[k] != Greater {
                return self.front_of_corner(k, false);
            }
        }
    }

    /// On which side of the line is an end of an edge that is moved out by R? The sign of |w|(a × v) − R(w·v).
    fn corner(&self, edge: usize, end: usize) -> Option<Ordering> {
        let (w, across) = (&self.edges[edge], cross(&self.from[end], &self.v));
        if self.is_sharp {
            return across.sign();
        }
        N::compare_root(&across, &dot(w, w).root(), &self.reach.times(&dot(w, &self.v)))
    }

    /// It runs along K, which has no inside, or K is a point: only its near end can be reached.
    fn front_end_on(&self) -> Answer {
        let mut back = 0;
        for (k, w) in self.edges.iter().enumerate() {
            if dot(w, &self.v).sign()? == Greater {
                back = k;
            }
        }
        self.front_of_corner(back, false)
    }

    /// Only a corner can be reached first. Between two edges that the line leads into, what comes to a sharp one goes in.
    fn front_of_corner(&self, k: usize, is_between: bool) -> Answer {
        if self.is_sharp {
            return Some(is_between.then_some(Near::Corner(k)));
        }
        let across = cross(&self.from[k], &self.v);
        let across = if across.sign()? == Less { across.negated() } else { across };
        let goes_in = N::compare_root(&self.reach, &dot(&self.v, &self.v).root(), &across)? == Greater;
        Some(goes_in.then_some(Near::Corner(k)))
    }

    /// Whether it is not yet past where the line goes in.
    fn is_ahead(&self, near: Near) -> Option<bool> {
        Some(match near {
            Near::Edge(k) => self.beyond(k, &self.from[k])? != Less,
            Near::Corner(k) if self.is_sharp => dot(&self.from[k], &self.v).sign()? != Greater,
            Near::Corner(k) => dot(&self.from[k], &self.v).sign()? == Less && self.around(&self.from[k])? != Less,
        })
    }

    /// How far a place is on the right of an edge, against R.
    fn beyond(&self, k: usize, from: &[N; 2]) -> Option<Ordering> {
        let (w, out) = (&self.edges[k], cross(from, &self.edges[k]));
        let side = out.sign()?;
        if self.is_sharp || side == Less {
            return Some(side);
        }
        if side == Equal {
            return Some(Less);
        }
        Some(N::compare_root(&self.reach, &dot(w, w).root(), &out)?.reverse())
    }

    /// How far a place is from a corner, against R.
    fn around(&self, from: &[N; 2]) -> Option<Ordering> {
        dot(from, from).compare(&self.reach.times(&self.reach))
    }

    /// Whether it is nearer than R to K, or inside.
    fn is_inside(&self) -> Option<bool> {
        let sides: Option<Vec<Ordering>> = self.edges.iter().zip(&self.from).map(|(w, a)| cross(w, a).sign()).collect();
        let sides = sides?;
        if self.is_sharp || (sides.len() > 2 && !sides.contains(&Less)) {
            return Some(!sides.iter().any(|&side| side == Less || (self.is_sharp && side == Equal)));
        }
        for (k, w) in self.edges.iter().enumerate() {
            let is_beside = sides[k] != Greater
                && dot(w, &self.from[k]).sign()? == Greater
                && dot(w, &self.from[self.next(k)]).sign()? == Less;
            if is_beside {
                return Some(self.beyond(k, &self.from[k])? == Less);
            }
        }
        // The nearest corner is the one at which both edges lead away.
        for (k, from) in self.from.iter().enumerate() {
            let is_before = dot(&self.edges[k], from).sign()? != Greater;
            if is_before && dot(&self.edges[self.previous(k)], from).sign()? != Less {
                return Some(self.around(from)? == Less);
            }
        }
        Some(false)
    }

    /// Whether it goes by v without going in.
    fn is_clear(&self) -> Option<bool> {
        if self.is_inside()? {
            return Some(false);
        }
        if dot(&self.v, &self.v).sign()? == Equal {
            return Some(true);
        }
        let Some(near) = self.enters()? else { return Some(true) };
        let (Near::Edge(k) | Near::Corner(k)) = near;
        let end = [self.from[k][0].plus(&self.v[0]), self.from[k][1].plus(&self.v[1])];
        Some(match near {
            Near::Edge(k) => self.beyond(k, &end)? != Less,
            Near::Corner(_) if self.is_sharp => dot(&end, &self.v).sign()? != Greater,
            Near::Corner(_) => dot(&end, &self.v).sign()? == Less && self.around(&end)? != Less,
        })
    }
}

impl Seen<Dyadic> {
    /// When the line is where it goes in, or out, as a part of v.
    fn root(&self, near: Near, is_later: bool) -> Root<Dyadic> {
        let (Near::Edge(k) | Near::Corner(k)) = near;
        let (from, squared) = (&self.from[k], self.reach.squared());
        if matches!(near, Near::Corner(_)) && !self.is_sharp {
            let s = dot(&self.v, &self.v);
            let q = squared.times(&s).minus(&cross(from, &self.v).squared());
            return Root { p: dot(from, &self.v).negated(), q, s, is_later };
        }
        // It comes to the edge from its right, or goes away to there.
        let w = &self.edges[k];
        let (c, x) = (cross(w, from), cross(w, &self.v));
        let (p, s) = if is_later { (c, x.negated()) } else { (c.negated(), x) };
        Root { p, q: squared.times(&dot(w, w)), s, is_later }
    }
}

#[cfg(test)]
mod tests;
