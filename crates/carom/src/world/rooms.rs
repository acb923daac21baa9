//! The room that bodies take: points, discs, and shapes that they share.

use super::body::Body;
use super::group::Group;
use crate::exact::compare_distance_with_sum;
use crate::exact::drift::Drift;
use crate::exact::flight::Flight;
use crate::exact::forms::{Form, Forms};
use crate::float;
use crate::point::{Point, Vec2, max, min};
use crate::sweep::{Mover, MoverSweep};
use crate::walls::{Moving, View, Wall, WallId};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A shape, and how far all of it is from its position at most.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BodyShape {
    pub(super) mover: Mover,
    pub(super) reach: f64,
}

/// How far all of a shape is from its position at most, rounded up.
///
/// Squares, their sum, its root and the sum with the radius are off by less than 4u of the result together; what is tiny, or overflows in squares, is left to the sum of
/// both numbers, which is never less.
pub(super) fn reach_of(shape: &Mover) -> f64 {
    let distance = |p: &Point| {
        let (squared, most) = (p.x * p.x + p.y * p.y, p.x.abs() + p.y.abs());
        let is_plain = f64::MIN_POSITIVE / f64::EPSILON < squared && squared < f64::INFINITY;
        if is_plain { float::sqrt(squared) } else { most }
    };
    let farthest = shape.vertices().iter().map(distance).fold(0.0, max);
    let reach = (farthest + shape.radius()) * (1.0 + 4.0 * f64::EPSILON);
    if reach.is_finite() { float::next_up(reach) } else { reach }
}

/// What bodies take room with.
#[derive(Clone, Copy)]
pub(super) struct Rooms<'a>(pub(super) &'a [BodyShape]);

/// The core of a point or a disc.
pub(super) const CENTRE: [Point; 1] = [Point::new(0.0, 0.0)];

impl<'a> Rooms<'a> {
    fn shape(self, body: &Body) -> Option<&'a BodyShape> {
        self.0.get(body.shape?.index())
    }

    pub(super) fn mover(self, body: &Body) -> Option<&'a Mover> {
        self.shape(body).map(|shape| &shape.mover)
    }

    /// The same body as a disc around all of it.
    pub(super) fn disc_around(self, body: &Body) -> Body {
        match self.shape(body) {
            Some(shape) => Body { radius: shape.reach, ..*body },
            None => *body,
        }
    }

    fn form(self, body: &Body) -> Form<'a> {
        let flight = Flight { at: body.position, velocity: Vec2::default(), since: 0.0 };
        match self.mover(body) {
            Some(mover) => Form { vertices: mover.vertices(), radius: mover.radius(), flight },
            None => Form { vertices: &CENTRE, radius: body.radius, flight },
        }
    }

    /// Whether two bodies do not overlap, exactly.
    pub(super) fn are_apart(self, a: &Body, b: &Body) -> bool {
        if a.shape.is_none() && b.shape.is_none() {
            return compare_distance_with_sum(a.position, b.position, [a.radius, b.radius]) != Ordering::Less;
        }
        !Forms::of(self.form(a), self.form(b)).overlap(0.0)
    }

    /// The walls of a view that leave no room for a body.
    pub(super) fn in_the_way_of(self, view: View<'_>, body: &Body) -> Vec<WallId> {
        let Some(mover) = self.mover(body) else {
            return view.in_the_way_of(body.position, body.radius).collect();
        };
        let standing = MoverSweep::between(mover, body.position, body.position);
        let touches = standing.touches_among(view).into_iter();
        touches.filter(|(_, hit)| hit.contact.stops()).map(|(wall, _)| wall).collect()
    }

    /// Whether a body is on no wall of a group, also if it were larger by some more.
    pub(super) fn is_clear_of(self, group: &Group, body: &Body, more: f64) -> bool {
        let outer = self.disc_around(body);
        if group.is_far_from(outer.position, max(outer.radius + more, outer.radius)) {
            return true;
        }
        let Some(mover) = self.mover(body) else {
            return group.is_clear_of(body, max(body.radius + more, body.radius));
        };
        let form = Form { radius: min(mover.radius() + more, f64::MAX), ..self.form(body) };
        let still = Drift::at(group.offset()).flight();
        group.walls().iter().filter(|wall| wall.mask() & body.mask != 0).all(|wall| {
            let ends = ends_of(wall);
            let forms = Forms::of(form, Form { flight: still, ..form_of_wall(&ends, wall) });
            let is_in_front = |&vertex: &Point| forms.side(vertex, 0.0) == wall.side();
            let is_passed =
                wall.is_one_sided() && wall.segment().is_some() && !mover.vertices().iter().any(is_in_front);
            is_passed || !forms.overlap(0.0)
        })
    }
}

/// The ends of a wall; twice its middle if it is round.
pub(super) fn ends_of(wall: &Wall) -> [Point; 2] {
    match (wall.segment(), wall.circle()) {
        (Some(segment), _) => segment.ends(),
        (_, Some(circle)) => [circle.center(); 2],
        _ => [Point::default(); 2],
    }
}

/// A wall with these ends as a form that stands still.
pub(super) fn form_of_wall<'a>(ends: &'a [Point; 2], wall: &Wall) -> Form<'a> {
    match wall.circle() {
        Some(circle) => Form::standing(&ends[..1], circle.radius()),
        None => Form::standing(ends, 0.0),
    }
}
