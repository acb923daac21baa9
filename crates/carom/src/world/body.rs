//! `Body`: a point, a disc or another shape that moves, and what it meets.

use crate::error::{Allowed, Error, Name};
use crate::point::{Point, Vec2};

/// The id of a body in its [`World`](crate::World): 0, 1, 2 and so on in the order in which they were added.
///
/// Ids are never used again. One means nothing to another world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodyId(pub(super) u32);

impl BodyId {
    /// The id as a number.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

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

/// What a body does at a wall: bounce, slide or stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Response {
    /// It is reflected, with the restitution of both.
    #[default]
    Bounce,
    /// It goes on along the wall with what is left of its velocity; in a corner it stops.
    Slide,
    /// It stops.
    Stop,
}

/// A point, a disc or another shape that moves in a [`World`](crate::World), with its velocity, mass and more.
///
/// A body is described first and checked when it is added to a world.
///
/// ```
/// use carom::{Body, Response, World};
/// let ball = Body::disc([50.0, 50.0], 0.5).velocity([500.0, 300.0]).mass(2.0).restitution(0.9);
/// let walker = Body::disc([0.0, 1.0], 1.0).response(Response::Slide);
///
/// let mut world = World::default();
/// let id = world.add(ball)?;
/// world.add(walker)?;
/// world.step(0.5);
/// assert_eq!(world.get(id).unwrap().position, [300.0, 200.0].into());
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Body {
    /// Where it is; for a disc its centre, for another shape what its numbers are around.
    pub position: Point,
    /// Its velocity, in units a second.
    pub velocity: Vec2,
    /// Its radius, 0 for a point. That of a body with a shape is in its shape, and this is 0.
    pub radius: f64,
    /// Its mass, above 0.
    pub mass: f64,
    /// How much of its speed into something it keeps, from 0 to 1.
    pub restitution: f64,
    /// Its friction, 0 or more.
    #[cfg_attr(feature = "serde", serde(default))]
    pub friction: f64,
    /// The layers it is on, one a bit.
    pub layers: u32,
    /// The layers it collides with, one a bit.
    pub mask: u32,
    /// What it does at walls.
    pub response: Response,
    /// Whether it is a sensor: it passes through everything and tells which bodies enter and leave it.
    pub sensor: bool,
    /// Its shape, if it is neither a point nor a disc.
    #[cfg_attr(feature = "serde", serde(default))]
    pub shape: Option<ShapeId>,
}

impl Body {
    /// A body that is a point, at rest.
    #[must_use]
    pub fn point(at: impl Into<Point>) -> Body {
        Body::disc(at, 0.0)
    }

    /// A body that is a disc, at rest; with radius 0 it is a point.
    #[must_use]
    pub fn disc(at: impl Into<Point>, radius: f64) -> Body {
        Body {
            position: at.into(),
            velocity: Vec2::default(),
            radius,
            mass: 1.0,
            restitution: 1.0,
            friction: 0.0,
            layers: u32::MAX,
            mask: u32::MAX,
            response: Response::Bounce,
            sensor: false,
            shape: None,
        }
    }

    /// A body with a shape of its world ([`World::add_shape`](crate::World::add_shape)), at rest. It does not turn.
    ///
    /// ```
    /// use carom::{Aabb, Body, Mover, World};
    /// let mut world = World::default();
    /// let crate_ = world.add_shape(Mover::aabb(&Aabb::new([-1, -1], [1, 1])?))?;
    /// world.add(Body::shaped([0, 0], crate_).velocity([2, 0]))?;
    /// world.add(Body::shaped([6, 1], crate_))?;
    /// let frame = world.step(4.0);
    /// assert_eq!((frame.events[0].time, frame.events[0].normal), (2.0, [-1.0, 0.0].into()));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn shaped(at: impl Into<Point>, shape: ShapeId) -> Body {
        Body { shape: Some(shape), ..Body::point(at) }
    }

    /// The same body in another place.
    #[must_use]
    pub fn position(self, position: impl Into<Point>) -> Body {
        Body { position: position.into(), ..self }
    }

    /// The same body with a velocity, in units a second.
    #[must_use]
    pub fn velocity(self, velocity: impl Into<Vec2>) -> Body {
        Body { velocity: velocity.into(), ..self }
    }

    /// The same body with a mass above 0; at first it is 1.
    #[must_use]
    pub fn mass(self, mass: f64) -> Body {
        Body { mass, ..self }
    }

    /// The same body with a restitution: how much of its speed into whatever it hits it keeps, from 0 to 1; at first 1. Of two that
    /// meet, the smaller restitution counts.
    #[must_use]
    pub fn restitution(self, restitution: f64) -> Body {
        Body { restitution, ..self }
    }

    /// The same body with a friction, 0 or more; at first 0. Of two coefficients μ and ν that meet √(μν) counts, so what meets something without friction
    /// feels none. In an impact it takes up to that many times the impulse between both from their motion along each other, and while one slides
    /// along a wall, as much of what gravity presses it on with; what it holds stands still. Bodies do not turn.
    ///
    /// ```
    /// use carom::{Body, Segment, Settings, Vec2, Wall, Walls, World};
    /// let slope = Wall::from(Segment::new([0, 0], [40, 30])?).with_friction(0.75)?; // three up for four along
    /// let settings = Settings { gravity: Vec2::new(0.0, -9.8), ..Settings::default() };
    /// let mut world = World::with(Walls::new([slope]), settings)?;
    /// let stands = world.add(Body::disc([19.4, 15.8], 1.0).restitution(0.0).friction(0.75))?;
    /// let slides = world.add(Body::disc([11.4, 9.8], 1.0).restitution(0.0).friction(0.7))?;
    /// for _ in 0..60 {
    ///     world.step(1.0 / 60.0);
    /// }
    /// assert!(world.is_at_rest(stands) && !world.is_at_rest(slides));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn friction(self, friction: f64) -> Body {
        Body { friction, ..self }
    }

    /// The same body on these layers, one a bit; at first it is on all. It collides with a body if each has a layer in the other's mask.
    #[must_use]
    pub fn layers(self, layers: u32) -> Body {
        Body { layers, ..self }
    }

    /// The same body with a mask: it collides only with bodies that have a layer in it and walls whose mask shares a bit with it.
    #[must_use]
    pub fn mask(self, mask: u32) -> Body {
        Body { mask, ..self }
    }

    /// The same body as a sensor: it passes through everything and tells which bodies enter and leave it.
    /// It does not see walls or other sensors.
    #[must_use]
    pub fn sensor(self) -> Body {
        Body { sensor: true, ..self }
    }

    /// The same body with another response to walls. Bodies that meet always bounce off each other.
    #[must_use]
    pub fn response(self, response: Response) -> Body {
        Body { response, ..self }
    }

    /// Its energy of motion, rounded.
    #[must_use]
    pub fn energy(&self) -> f64 {
        0.5 * self.mass * self.velocity.length_squared()
    }

    /// Whether two bodies collide at all: each has a layer in the other's mask.
    ///
    /// ```
    /// use carom::Body;
    /// let (ball, ghost) = (Body::disc([0, 0], 1.0), Body::disc([4, 0], 1.0).mask(0));
    /// assert!(ball.collides_with(&ball) && !ghost.collides_with(&ball));
    /// ```
    #[must_use]
    pub fn collides_with(&self, other: &Body) -> bool {
        self.layers & other.mask != 0 && other.layers & self.mask != 0
    }

    /// The same body if its numbers are allowed, without −0.0.
    pub(super) fn checked(&self) -> Result<Body, Error> {
        if !self.position.is_finite() {
            return Err(Error::NotFinite { what: Name::BodyPosition, value: self.position });
        }
        if !(self.velocity.x.is_finite() && self.velocity.y.is_finite()) {
            let value = Point::new(self.velocity.x, self.velocity.y);
            return Err(Error::NotFinite { what: Name::BodyVelocity, value });
        }
        let range = |what, value, allowed| Err(Error::Range { what, value, allowed });
        if !(self.radius.is_finite() && self.radius >= 0.0) {
            return Err(Error::Radius { what: Name::BodyRadius, value: self.radius });
        }
        if self.shape.is_some() && self.radius != 0.0 {
            return range(Name::BodyRadius, self.radius, Allowed::NothingBesideShape);
        }
        if !(self.mass.is_finite() && self.mass > 0.0) {
            return range(Name::BodyMass, self.mass, Allowed::Positive);
        }
        if !(0.0..=1.0).contains(&self.restitution) {
            return range(Name::BodyRestitution, self.restitution, Allowed::FromZeroToOne);
        }
        if !(self.friction.is_finite() && self.friction >= 0.0) {
            return range(Name::BodyFriction, self.friction, Allowed::NotNegative);
        }
        Ok(Body {
            position: self.position.canonical(),
            velocity: self.velocity.canonical(),
            radius: self.radius + 0.0,
            friction: self.friction + 0.0,
            ..*self
        })
    }
}

/// A body of a world and what is not said of it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Slot {
    pub(super) body: Body,
    /// When it last had contact, in seconds from now: negative.
    pub(super) contact: f64,
    /// What its velocity lacks.
    pub(super) low: Vec2,
}

/// Long before any contact time.
pub(super) const NEVER: f64 = -f64::MAX;

impl Slot {
    pub(super) fn new(body: Body) -> Slot {
        Slot { body, contact: NEVER, low: Vec2::default() }
    }

    /// Takes its speed.
    pub(super) fn stop(&mut self) {
        (self.body.velocity, self.low) = (Vec2::default(), Vec2::default());
    }
}
