//! Whether a wall stops a body in flight, and with what part, decided exactly; when is another question (`encounter.rs`).

use super::drift::{Drift, Drifting};
use super::encounter::Blocker;
use super::flight::{Flight, is_mild, is_mild_flight, velocity};
use crate::exact::answers::Feature;
use crate::exact::numbers::double::Double;
use crate::exact::numbers::dyadic::Dyadic;
use crate::exact::numbers::number::{Number, cross, dot, vector};
use crate::point::Point;
use core::cmp::Ordering::{Equal, Greater, Less};

/// What of a segment stops a body in flight, from the flight's start on. One that is in it already is not stopped.
///
/// A disc is stopped when the wall begins to be nearer than its radius; touching is free. A point is stopped when it is on the wall.
pub(crate) fn stopped_by_segment(flight: &Flight, radius: f64, wall: [Point; 2]) -> Option<(Blocker, Feature)> {
    let [p, q] = wall;
    let is_mild = is_mild_flight(flight, flight.since) && is_mild(&[p.x, p.y, q.x, q.y, radius]);
    let question = Stopping { flight, radius, wall, drift: None };
    let answer = if is_mild { question.answer::<Double>() } else { None };
    answer.or_else(|| question.answer::<Dyadic>()).flatten()
}

/// What of a wall that moves stops a body in flight, in the same manner; a wall of one point is round.
pub(crate) fn stopped_by_moving(flight: &Flight, radius: f64, wall: &Drifting) -> Option<(Blocker, Feature)> {
    let Drifting { ends: [p, q], radius: other, drift } = wall;
    let drift = Some(drift);
    if p == q {
        return stopped_by_round(flight, [radius, *other], *p, drift).map(|round| (round, Feature::Side));
    }
    let question = Stopping { flight, radius, wall: [*p, *q], drift };
    let is_mild = is_mild_seen(flight, drift) && is_mild(&[p.x, p.y, q.x, q.y, radius]);
    let answer = if is_mild { question.answer::<Double>() } else { None };
    answer.or_else(|| question.answer::<Dyadic>()).flatten()
}

/// The same for something round; a point is stopped on its edge, a disc if it would go deeper.
pub(crate) fn stopped_by_circle(flight: &Flight, radius: f64, center: Point, other: f64) -> Option<Blocker> {
    stopped_by_round(flight, [radius, other], center, None)
}

#[inline]
fn stopped_by_round(flight: &Flight, radii: [f64; 2], center: Point, drift: Option<&Drift>) -> Option<Blocker> {
    let question = Closing { flight, center, radii, drift, touching_counts: radii[0] == 0.0 };
    let is_mild = is_mild_seen(flight, drift) && is_mild(&[center.x, center.y, radii[0], radii[1]]);
    let answer = if is_mild { question.answer::<Double>() } else { None };
    answer.or_else(|| question.answer::<Dyadic>()).flatten()
}

fn is_mild_seen(flight: &Flight, drift: Option<&Drift>) -> bool {
    is_mild_flight(flight, flight.since) && drift.is_none_or(|drift| drift.is_mild(flight.since))
}

/// A flight as it is seen from a point of something that stands still, or drifts: where it begins, and its velocity.
#[inline(always)]
fn seen<N: Number<Scale = ()>>(flight: &Flight, point: Point, drift: Option<&Drift>) -> [N; 2] {
    match drift {
        None => vector((), point, flight.at),
        Some(drift) => drift.from(point, flight.at, flight.since),
    }
}

#[inline(always)]
fn seen_velocity<N: Number<Scale = ()>>(flight: &Flight, drift: Option<&Drift>) -> [N; 2] {
    match drift {
        None => velocity(flight),
        Some(drift) => drift.relative(flight.velocity),
    }
}

/// An answer in doubt is `None`, one that says that nothing happens is `Some(None)`.
type Answer<T> = Option<Option<T>>;

struct Stopping<'a> {
    flight: &'a Flight,
    radius: f64,
    wall: [Point; 2],
    drift: Option<&'a Drift>,
}

impl Stopping<'_> {
    fn answer<N: Number<Scale = ()>>(&self) -> Answer<(Blocker, Feature)> {
        let [p, q] = self.wall;
        let (w, v) = (vector::<N>((), p, q), seen_velocity::<N>(self.flight, self.drift));
        let (from_p, from_q) = (seen(self.flight, p, self.drift), seen(self.flight, q, self.drift));
        if self.radius == 0.0 { self.point(&w, &v, [&from_p, &from_q]) } else { self.disc(&w, &v, [&from_p, &from_q]) }
    }

    fn point<N: Number<Scale = ()>>(&self, w: &[N; 2], v: &[N; 2], from: [&[N; 2]; 2]) -> Answer<(Blocker, Feature)> {
        let (side, turn) = (cross(w, from[0]).sign()?, cross(w, v).sign()?);
        if turn == Equal {
            return if side == Equal { self.along(w, v, from) } else { Some(None) };
        }
        if side == turn {
            return Some(None);
        }
        // It comes to the wall's line. Are the wall's ends on both sides of its own?
        let [beside_p, beside_q] = [cross(v, from[0]).sign()?, cross(v, from[1]).sign()?];
        let feature = match (beside_p, beside_q) {
            (Equal, _) => Feature::A,
            (_, Equal) => Feature::B,
            (p, q) if p == q => return Some(None),
            _ => Feature::Side,
        };
        Some(Some((Blocker::Line(self.wall), feature)))
    }

    /// A point that flies along the wall's line comes to its nearer end first.
    fn along<N: Number<Scale = ()>>(&self, w: &[N; 2], v: &[N; 2], from: [&[N; 2]; 2]) -> Answer<(Blocker, Feature)> {
        let [to_p, to_q] = [dot(from[0], v).sign()?, dot(from[1], v).sign()?];
        let (end, feature) = match (to_p, to_q) {
            (Less, Less) if dot(w, v).sign()? == Greater => (self.wall[0], Feature::A),
            (Less, Less) => (self.wall[1], Feature::B),
            (Greater, Greater) | (Equal, Equal) => return Some(None),
            _ => return Some(Some((Blocker::Here, Feature::Side))),
        };
        Some(Some((Blocker::Round { center: end, radius: 0.0 }, feature)))
    }

    /// Everything within r of the wall lies in a strip along its line, and beyond the wall's ends within r of them. A path into the strip
    /// comes in between the corners P + rn and Q + rn, where n is square to the wall and toward the start, or beyond one of
    /// them; then only that end can be reached. On which side of the path a corner is follows from |w|(v × a) against r(w·v).
    fn disc<N: Number<Scale = ()>>(&self, w: &[N; 2], v: &[N; 2], from: [&[N; 2]; 2]) -> Answer<(Blocker, Feature)> {
        let (c, length, reach) = (cross(w, from[0]), dot(w, w).root(), N::of((), self.radius));
        let side = c.sign()?;
        let size = if side == Less { c.negated() } else { c };
        if N::compare_root(&reach, &length, &size)? == Greater {
            if dot(w, from[0]).sign()? != Greater {
                return self.end(Feature::A);
            }
            if dot(w, from[1]).sign()? != Less {
                return self.end(Feature::B);
            }
            return Some(None);
        }
        let turn = cross(w, v).sign()?;
        if turn == Equal || turn == side {
            return Some(None);
        }
        let along = reach.times(&dot(w, v));
        let corner = |from: &[N; 2]| {
            let across = cross(v, from);
            N::compare_root(&if side == Less { across.negated() } else { across }, &length, &along)
        };
        if corner(from[0])? != Greater {
            self.end(Feature::A)
        } else if corner(from[1])? != Less {
            self.end(Feature::B)
        } else {
            Some(Some((Blocker::Line(self.wall), Feature::Side)))
        }
    }

    fn end(&self, feature: Feature) -> Answer<(Blocker, Feature)> {
        let center = if feature == Feature::A { self.wall[0] } else { self.wall[1] };
        Some(stopped_by_round(self.flight, [self.radius, 0.0], center, self.drift).map(|end| (end, feature)))
    }
}

struct Closing<'a> {
    flight: &'a Flight,
    center: Point,
    radii: [f64; 2],
    drift: Option<&'a Drift>,
    touching_counts: bool,
}

impl Closing<'_> {
    fn answer<N: Number<Scale = ()>>(&self) -> Answer<Blocker> {
        let v = seen_velocity::<N>(self.flight, self.drift);
        let from = seen::<N>(self.flight, self.center, self.drift);
        let reach = N::sum((), self.radii[0], self.radii[1]);
        let squared = reach.times(&reach);
        if dot(&from, &v).sign()? != Less || dot(&from, &from).minus(&squared).sign()? == Less {
            return Some(None);
        }
        let across = cross(&from, &v);
        let nearest = across.times(&across).minus(&squared.times(&dot(&v, &v))).sign()?;
        let reaches = nearest == Less || (nearest == Equal && self.touching_counts);
        Some(reaches.then_some(Blocker::Round { center: self.center, radius: self.radii[1] }))
    }
}

#[cfg(test)]
mod tests;
