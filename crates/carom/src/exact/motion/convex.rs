//! Do two convex shapes in straight motion touch, and how does the touch begin?
//!
//! Each is the hull of some vertices around a position, grown by a radius. They touch where the first's position, as seen from the second, is within the radii together, R, of
//! the polygon of [`differences`], K. So this is a disc of radius R that moves by v and a convex polygon that stands still. Its distance is a
//! convex function of time, the times at which they touch are one interval, and where it begins decides everything, as in `reach.rs`.
//!
//! **At the start.** Left of all edges of K the start is inside. Elsewhere K's nearest point to it is on an edge, whose ends it lies between, or a vertex.
//!
//! **Later.** The path enters all that is within R of K at one place, if it does. Edges into whose left the motion leads follow one another around K. Moved out by
//! R, their ends are corners between which the path enters through the edge; between those of one edge and the next it enters the disc around the vertex between
//! them. As the corners pass from one side of the path's line to the other in order, the first that is on the other side tells where it enters.
//! No two times are compared for that.
//!
//! Vectors are linear in the given numbers (`relative.rs`), so degrees are those of `reach.rs`, and integers have two bits more than there.

use super::glance::glance;
use super::hull::{Edge, Hull, Place, Touch, When, between, differences};
use super::reach::{Start, against, from_start, later};
use super::relative::Between;
use crate::exact::answers::Contact;
use crate::exact::numbers::double::{Double, is_moderate};
use crate::exact::numbers::integer::{DEGREE_6, Grid, Int};
use crate::exact::numbers::number::{Bounded, Number, cross, dot, vector};
use crate::exact::numbers::tiers::{decide, in_floats, in_integers};
use crate::point::Point;
use crate::simd::{self, Kernel, Machine};
use alloc::vec::Vec;
use core::cmp::Ordering::{self, Equal, Greater, Less};

/// The first touch of two convex shapes.
pub(crate) fn touch(first: &Hull<'_>, second: &Hull<'_>) -> Option<Touch> {
    match glance(first, second) {
        Some(touch) => in_floats(touch),
        None => touch_in_doubt(first, second),
    }
}

#[cold]
#[inline(never)]
pub(super) fn touch_in_doubt(first: &Hull<'_>, second: &Hull<'_>) -> Option<Touch> {
    let corners = differences(first.vertices, second.vertices);
    let case = Case { first, second, corners: &corners };
    let filter =
        if case.is_moderate() { case.touch::<Bounded>(()).or_else(|| simd::run(InDoubles(&case))) } else { None };
    decide(filter, || {
        let grid = Grid::of_values(case.numbers())?;
        in_integers(grid.is_narrow(), || case.touch_in_integers(grid)).flatten()
    })
    .map(|touch| {
        let t = touch.instant(&[*first, *second]).time();
        Touch { span: [t, t], ..touch }
    })
}

/// An answer in doubt is `None`, one that says that nothing is touched is `Some(None)`.
type Answer = Option<Option<Touch>>;

struct Case<'a> {
    first: &'a Hull<'a>,
    second: &'a Hull<'a>,
    corners: &'a [Edge],
}

impl Case<'_> {
    fn is_moderate(&self) -> bool {
        let moderate = |hull: &Hull<'_>| {
            let paths_and_radius = is_moderate([hull.path[0], hull.path[1], Point::new(hull.radius, 0.0)]);
            hull.vertices.iter().fold(paths_and_radius, |all, &p| all & is_moderate([p]))
        };
        moderate(self.first) && moderate(self.second)
    }

    fn numbers(&self) -> impl Iterator<Item = f64> + '_ {
        [self.first, self.second].into_iter().flat_map(|hull| {
            let points = hull.vertices.iter().chain(&hull.path);
            points.flat_map(|p| [p.x, p.y]).chain([hull.radius])
        })
    }

    fn between(&self, of: [u16; 2]) -> Between {
        between(&[*self.first, *self.second], of)
    }

    /// Two points between which the direction of an edge is; one point, if there is none.
    fn along(&self, edge: &Edge) -> [Point; 2] {
        edge.along(self.first.vertices, self.second.vertices)
    }

    #[cold]
    #[inline(never)]
    fn touch_in_integers(&self, grid: Grid) -> Answer {
        self.touch::<Int<DEGREE_6>>(grid)
    }

    #[inline(always)]
    fn touch<N: Number>(&self, scale: N::Scale) -> Answer {
        let from = self.corners.iter().map(|corner| self.between(corner.of).from::<N>(scale)).collect();
        let edges = self.corners.iter().map(|edge| self.along(edge)).map(|[p, q]| vector(scale, p, q)).collect();
        let any = self.between(self.corners[0].of);
        let numbers = Numbers {
            case: self,
            from,
            edges,
            v: any.motion(scale),
            reach: any.reach(scale),
            is_point: any.radii == [0.0; 2],
            is_flat: self.corners.len() < 3,
        };
        numbers.touch()
    }
}

/// [`Case::touch`] in numbers of twice the digits.
struct InDoubles<'a>(&'a Case<'a>);

impl Kernel for InDoubles<'_> {
    type Output = Answer;

    #[inline(always)]
    fn run<M: Machine>(self) -> Answer {
        self.0.touch::<Double<M::One>>(())
    }
}

/// Two shapes in one kind of numbers.
struct Numbers<'a, N: Number> {
    case: &'a Case<'a>,
    /// From each corner of K to the first's position at the start.
    from: Vec<[N; 2]>,
    /// The edges of K, or vectors along them.
    edges: Vec<[N; 2]>,
    v: [N; 2],
    reach: N,
    /// Whether there is no radius.
    is_point: bool,
    /// Whether K has no inside.
    is_flat: bool,
}

/// An edge of K or the corner where it starts, by number.
#[derive(Clone, Copy)]
enum Near {
    Edge(usize),
    Corner(usize),
}

impl<N: Number> Numbers<'_, N> {
    #[inline(always)]
    fn touch(&self) -> Answer {
        let sides = self.sides()?;
        let is_outside = sides.contains(&Less);
        if !self.is_flat && !is_outside {
            if !self.is_point || !sides.contains(&Equal) {
                return self.answer(Contact::Overlaps, When::Start, Place::Inside);
            }
            return self.touch_from_edge(&sides);
        }
        if self.is_flat || !self.is_point {
            match self.nearest(&sides)? {
                (Less, near) => return self.answer(Contact::Overlaps, When::Start, self.place(near)),
                (Equal, near) => {
                    let contact = if self.is_point { self.touch_of_point(near)? } else { self.touch_at_start(near)? };
                    return self.answer(contact, When::Start, self.place(near));
                }
                (Greater, _) => {}
            }
        }
        if self.stands()? { Some(None) } else { self.touch_later() }
    }

    /// On which side of each edge the start is: `Greater` on the left, where K is.
    #[inline(always)]
    fn sides(&self) -> Option<Vec<Ordering>> {
        self.edges.iter().zip(&self.from).map(|(w, from)| cross(w, from).sign()).collect()
    }

    fn next(&self, k: usize) -> usize {
        if k + 1 == self.from.len() { 0 } else { k + 1 }
    }

    fn previous(&self, k: usize) -> usize {
        if k == 0 { self.from.len() - 1 } else { k - 1 }
    }

    fn stands(&self) -> Option<bool> {
        Some(dot(&self.v, &self.v).sign()? == Equal)
    }

    /// How far K is from the start, against R, and with what it is nearest. The start is not inside.
    #[inline(always)]
    fn nearest(&self, sides: &[Ordering]) -> Option<(Ordering, Near)> {
        for (k, w) in self.edges.iter().enumerate() {
            let is_beside = sides[k] != Greater
                && dot(w, &self.from[k]).sign()? == Greater
                && dot(w, &self.from[self.next(k)]).sign()? == Less;
            if is_beside {
                let distance =
                    if sides[k] == Equal { self.reach.sign()?.reverse() } else { self.strip(k, &self.from[k])? };
                return Some((distance, Near::Edge(k)));
            }
        }
        // The nearest corner is the one that both edges there lead away from the start at.
        for (k, from) in self.from.iter().enumerate() {
            let is_before = dot(&self.edges[k], from).sign()? != Greater;
            if is_before && dot(&self.edges[self.previous(k)], from).sign()? != Less {
                return Some((against(from, &self.reach)?, Near::Corner(k)));
            }
        }
        None
    }

    /// The distance of what is on the right of an edge from its line, against R.
    #[inline(always)]
    fn strip(&self, k: usize, from: &[N; 2]) -> Option<Ordering> {
        let w = &self.edges[k];
        Some(N::compare_root(&self.reach, &dot(w, w).root(), &cross(from, w))?.reverse())
    }

    /// It starts at R from K exactly, and R is not 0.
    #[inline(always)]
    fn touch_at_start(&self, near: Near) -> Option<Contact> {
        if self.stands()? {
            return Some(Contact::Leaves);
        }
        Some(match near {
            Near::Edge(k) => match cross(&self.edges[k], &self.v).sign()? {
                Greater => Contact::Starts,
                Equal => Contact::Along,
                Less => Contact::Leaves,
            },
            Near::Corner(k) => match from_start(&self.from[k], &self.v, &self.reach)? {
                Start::Touches(Less) => Contact::Starts,
                Start::Touches(Equal) if self.slides(k)? => Contact::Along,
                _ => Contact::Leaves,
            },
        })
    }

    /// A point starts on K, which has no inside.
    #[inline(always)]
    fn touch_of_point(&self, near: Near) -> Option<Contact> {
        let (Near::Edge(k) | Near::Corner(k)) = near;
        let stands = self.stands()?;
        Some(if self.from.len() == 1 {
            // Two points that stay in one place do not meet there.
            if stands { Contact::Leaves } else { Contact::Starts }
        } else if !stands && cross(&self.edges[k], &self.v).sign()? == Equal {
            Contact::Along
        } else {
            Contact::Starts
        })
    }

    /// A point starts on the edge of K, which has an inside.
    #[inline(always)]
    fn touch_from_edge(&self, sides: &[Ordering]) -> Answer {
        let (mut near, mut leads) = (None, Greater);
        // All edges on whose line it is lead the same way, or meet where it is.
        for k in (0..sides.len()).filter(|&k| sides[k] == Equal) {
            let w = &self.edges[k];
            leads = core::cmp::min(leads, cross(w, &self.v).sign()?);
            let (ahead, behind) = (dot(w, &self.from[k]).sign()?, dot(w, &self.from[self.next(k)]).sign()?);
            near = match (ahead, behind) {
                (Greater, Less) => Some(Near::Edge(k)),
                (Equal, _) => Some(Near::Corner(k)),
                _ => near,
            };
        }
        let near = near?;
        let contact = match (leads, self.stands()?) {
            (Less, _) | (_, true) => Contact::Leaves,
            (Equal, _) => Contact::Along,
            (Greater, _) => Contact::Starts,
        };
        self.answer(contact, When::Start, self.place(near))
    }

    /// It starts further than R from K, and moves.
    #[inline(always)]
    fn touch_later(&self) -> Answer {
        let leads: Option<Vec<Ordering>> = self.edges.iter().map(|w| cross(w, &self.v).sign()).collect();
        let leads = leads?;
        let count = leads.len();
        let Some(first) = (0..count).find(|&k| leads[k] == Greater && leads[self.previous(k)] != Greater) else {
            return self.touch_end_on();
        };
        let mut k = first;
        loop {
            if self.corner(k, k)? != Greater {
                return self.touch_of_corner(k, k != first);
            }
            if self.corner(k, self.next(k))? == Less {
                return self.touch_of_edge(k);
            }
            k = self.next(k);
            if leads[k] != Greater {
                return self.touch_of_corner(k, false);
            }
        }
    }

    /// On which side of the path's line is an end of an edge that is moved out by R? The sign of (A − P − Rn) × v, times |w|: |w|(a × v) − R(w·v).
    #[inline(always)]
    fn corner(&self, edge: usize, end: usize) -> Option<Ordering> {
        let w = &self.edges[edge];
        N::compare_root(&cross(&self.from[end], &self.v), &dot(w, w).root(), &self.reach.times(&dot(w, &self.v)))
    }

    /// The path's line enters through an edge.
    #[inline(always)]
    fn touch_of_edge(&self, k: usize) -> Answer {
        let (w, from, corner) = (&self.edges[k], &self.from[k], self.case.corners[k]);
        if cross(w, from).sign()? != Less || self.strip(k, from)? != Greater {
            // K lies behind.
            return Some(None);
        }
        let end = [from[0].plus(&self.v[0]), from[1].plus(&self.v[1])];
        let distance = match cross(w, &end).sign()? {
            Less => self.strip(k, &end)?,
            Equal => self.reach.sign()?.reverse(),
            Greater => Less,
        };
        match distance {
            Greater => return Some(None),
            Equal => return self.answer(Contact::Ends, When::End, Place::Edge(corner)),
            Less => {}
        }
        self.answer(Contact::Crosses, When::Within, Place::Edge(corner))
    }

    /// It moves along K, which has no inside, or K is a point.
    #[inline(always)]
    fn touch_end_on(&self) -> Answer {
        let mut back = 0;
        for (k, w) in self.edges.iter().enumerate() {
            if dot(w, &self.v).sign()? == Greater {
                back = k;
            }
        }
        let answer = self.touch_of_corner(back, true)?;
        let is_along = self.is_point && self.from.len() == 2;
        Some(answer.map(|touch| if is_along { Touch { contact: Contact::Along, ..touch } } else { touch }))
    }

    /// Only a corner can be touched first. Between two edges that the motion leads into, what reaches it goes in.
    #[inline(always)]
    fn touch_of_corner(&self, k: usize, is_between: bool) -> Answer {
        let grazes = || {
            if self.is_point && (self.is_flat || is_between) {
                return Some(Contact::Crosses);
            }
            Some(if self.slides(k)? { Contact::Along } else { Contact::Leaves })
        };
        let Some(contact) = later(&self.from[k], &self.v, &self.reach, grazes)? else { return Some(None) };
        let of = self.case.corners[k].of;
        let when = if contact == Contact::Ends { When::End } else { When::Within };
        self.answer(contact, when, Place::Vertex(of))
    }

    /// Whether it moves from a corner along one of the edges there.
    #[inline(always)]
    fn slides(&self, k: usize) -> Option<bool> {
        let along = |edge: usize, direction: Ordering| {
            let w = &self.edges[edge];
            Some(cross(w, &self.v).sign()? == Equal && dot(w, &self.v).sign()? == direction)
        };
        Some(along(k, Greater)? || along(self.previous(k), Less)?)
    }

    /// The edge along which it moves from a place.
    fn along(&self, place: Place) -> Option<Edge> {
        let of = match place {
            Place::Inside => return None,
            Place::Edge(corner) => return Some(corner),
            Place::Vertex(of) => of,
        };
        let is_along = |(corner, w): &(&Edge, &[N; 2])| {
            (corner.of == of || corner.next == of) && cross(w, &self.v).sign() == Some(Equal)
        };
        self.case.corners.iter().zip(&self.edges).find(is_along).map(|(corner, _)| *corner)
    }

    fn place(&self, near: Near) -> Place {
        match near {
            Near::Edge(k) => Place::Edge(self.case.corners[k]),
            Near::Corner(k) => Place::Vertex(self.case.corners[k].of),
        }
    }

    #[allow(clippy::unnecessary_wraps, reason = "it is what all that ends in it gives")]
    fn answer(&self, contact: Contact, when: When, place: Place) -> Answer {
        let along = if contact == Contact::Along { self.along(place) } else { None };
        let is_flat = self.is_flat && self.is_point;
        Some(Some(Touch { contact, when, span: [0.0, 1.0], place, along, is_flat }))
    }
}
