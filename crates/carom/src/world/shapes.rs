//! The shapes that bodies of a world may have, and the room that a body takes.

use super::World;
use super::body::Body;
use super::group::Group;
use crate::error::{Error, Name};
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

/// The id of a shape in its [`World`](crate::World): 0, 1, 2 and so on in the order in which they were added. Shapes stay as long as the world does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ShapeId(pub(super) u32);

impl ShapeId {
    /// The id as a number.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A shape, and how far all of it is from its position at most.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BodyShape {
    pub(super) mover: Mover,
    pub(super) reach: f64,
}

impl World {
    /// Adds a shape for bodies to have, a box, a capsule or a convex polygon, and gives its id. Any number of bodies may share it ([`Body::shaped`]).
    ///
    /// Bodies do not turn. One whose shape is a point or a disc around its position is the same as a [`Body::point`] or [`Body::disc`].
    ///
    /// # Errors
    /// If it is not convex, has neither breadth nor a radius, or is so large that there is no number for its size.
    ///
    /// ```
    /// use carom::{Aabb, Body, Mover, Segment, Settings, Vec2, Walls, World};
    /// let floor = Walls::new([Segment::new([-9, 0], [9, 0])?]);
    /// let mut world = World::with(floor, Settings { gravity: Vec2::new(0.0, -9.8), ..Settings::default() })?;
    /// let crate_ = world.add_shape(Mover::aabb(&Aabb::new([-1.0, -0.5], [1.0, 0.5])?))?;
    /// let falls = world.add(Body::shaped([0, 4], crate_).restitution(0.0))?;
    /// for _ in 0..120 {
    ///     world.step(1.0 / 60.0);
    /// }
    /// assert!(world.is_at_rest(falls));
    /// assert!((world.get(falls).unwrap().position.y - 0.5).abs() < 1e-12);
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn add_shape(&mut self, shape: Mover) -> Result<ShapeId, Error> {
        let vertices = shape.vertices();
        if !shape.is_convex() {
            return Err(Error::ShapeNotConvex { vertices: vertices.len() });
        }
        let is_point = vertices == [Point::default()];
        if vertices.len() < 3 && shape.radius() == 0.0 && !is_point {
            return Err(Error::ShapeWithoutBreadth { vertices: vertices.len() });
        }
        let reach = if is_point { shape.radius() } else { reach_of(&shape) };
        if !reach.is_finite() {
            return Err(Error::TooLarge { what: Name::BodyShape });
        }
        self.shapes.push(BodyShape { mover: shape, reach });
        Ok(ShapeId(self.shapes.len() as u32 - 1))
    }

    /// The shape with this id; `None` if there is no such shape.
    ///
    /// ```
    /// use carom::{Mover, World};
    /// let mut world = World::default();
    /// let pill = world.add_shape(Mover::capsule([0, -1], [0, 1], 0.5)?)?;
    /// assert_eq!(world.shape(pill).unwrap().radius(), 0.5);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn shape(&self, id: ShapeId) -> Option<&Mover> {
        self.shapes.get(id.index()).map(|shape| &shape.mover)
    }

    /// The same body if its shape is there, as a point or a disc if that is what it is.
    pub(super) fn with_shape(&self, body: Body) -> Result<Body, Error> {
        let Some(id) = body.shape else { return Ok(body) };
        let Some(BodyShape { mover, .. }) = self.shapes.get(id.index()) else {
            return Err(Error::NoSuchShape { shape: id.index() });
        };
        if mover.vertices() == [Point::default()] {
            return Ok(Body { shape: None, radius: mover.radius(), ..body });
        }
        Ok(body)
    }
}

/// How far all of a shape is from its position at most, rounded up.
///
/// Squares, their sum, its root and the sum with the radius are off by less than 4u of the result together; what is tiny, or overflows in squares, is left to the sum of
/// both numbers, which is never less.
fn reach_of(shape: &Mover) -> f64 {
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
