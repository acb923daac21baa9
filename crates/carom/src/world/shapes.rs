//! The shapes that bodies of a world may have: how they come to it.

use super::World;
use super::body::{Body, ShapeId};
use super::rooms::{BodyShape, reach_of};
use crate::error::{Error, Name};
use crate::point::Point;
use crate::sweep::Mover;

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

    /// All shapes with their ids, from the lowest id to the highest.
    ///
    /// ```
    /// use carom::{Mover, World};
    /// let mut world = World::default();
    /// let pill = world.add_shape(Mover::capsule([0, -1], [0, 1], 0.5)?)?;
    /// assert!(world.shapes().map(|(id, _)| id).eq([pill]));
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn shapes(&self) -> impl Iterator<Item = (ShapeId, &Mover)> {
        (0..).zip(&self.shapes).map(|(id, shape)| (ShapeId(id), &shape.mover))
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
