//! `Sweep`, the path of one frame; `Hit`, its first touch; `Obstacle`, what it can touch.

use super::mover::{MoverPart, MoverSweep, Overlap};
use crate::aabb::Aabb;
use crate::error::{Error, Name};
use crate::exact::construct;
use crate::exact::{Feature, answers::Contact};
use crate::point::{Point, Vec2};
use crate::response::reflect;
use core::fmt;

/// The straight path of a moving point or disc during one frame. It may stand still.
///
/// ```
/// use carom::{Segment, Sweep};
/// let wall = Segment::new([6.0, 0.0], [10.0, 7.0])?;
/// let path = Sweep::point([6.0, 4.0], [9.0, 5.0])?;
/// let hit = path.first_touch(&wall).unwrap();
/// assert_eq!(hit.t, 16.0 / 17.0);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep {
    pub(super) start: Point,
    pub(super) end: Point,
    pub(super) radius: f64,
}

/// Something that a [`Sweep`] or a [`MoverSweep`] can touch: a [`Segment`](crate::Segment), a [`Circle`](crate::Circle), the
/// [`Outline`](crate::Outline) of a polygon, a [`Filled`](crate::Filled) polygon or another sweep.
pub trait Obstacle: sealed::Sealed {
    /// What a touch is: a [`Hit`], and for a polygon also the number of the edge.
    type Touch;

    /// How a sweep first touches it; ask [`Sweep::first_touch`].
    #[doc(hidden)]
    fn first_touch_of(&self, sweep: &Sweep) -> Option<Self::Touch>;

    /// How a mover first touches it; ask [`MoverSweep::first_touch`].
    #[doc(hidden)]
    fn first_touch_of_mover(&self, sweep: &MoverSweep<'_>) -> Option<Self::Touch>;

    /// How deep a mover starts in it; ask [`MoverSweep::overlap`].
    #[doc(hidden)]
    fn overlap_of(&self, sweep: &MoverSweep<'_>) -> Option<Overlap>;
}

pub(super) mod sealed {
    pub trait Sealed {}
}

/// The first touch of a [`Sweep`] or a [`MoverSweep`] and an obstacle: when, where and how.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hit {
    /// When it begins, as a part of the frame from 0 to 1: the exact time, rounded toward zero.
    ///
    /// Two different times may round to the same number; [`Sweep::order_of_hits`] tells which wall is first.
    pub t: f64,
    /// Where on the obstacle. For a moving point and a wall each coordinate is the exact one, rounded to nearest; for a disc an
    /// end of a wall is exact, and any other point is within a few units in the last place of the largest number involved.
    /// If they overlap from the start, it is the wall's nearest point to the centre; of something round it is the
    /// point of its edge in the direction of the mover's centre, but a point that starts inside touches it where it is.
    ///
    /// The centre of a disc is then at [`Sweep::at`] this hit's time.
    pub point: Point,
    /// The direction from the obstacle toward the mover, of length 1, rounded.
    ///
    /// For a moving point it is square to the wall on the side the point comes from; if it starts on the wall and leaves it, on
    /// the side it goes to; if it moves along the wall's line, back along the path. For a disc it is the direction
    /// from the point of touch to the centre, and from a round obstacle away from its centre. Where the centre starts
    /// on a wall, or on a round obstacle's centre, there is none, and the normal points back along the path.
    /// From where a centre starts inside of a filled polygon it is the shortest way out.
    pub normal: Vec2,
    /// Which part of the wall is touched; `Side` for whatever is round.
    pub feature: Feature,
    /// How the touch begins.
    pub contact: Contact,
    /// Which part of the mover touches; `Whole` for points and discs.
    #[cfg_attr(feature = "serde", serde(default))]
    pub mover: MoverPart,
}

impl Sweep {
    /// A point that moves from `start` to `end` during the frame.
    ///
    /// # Errors
    /// If a coordinate is not finite.
    pub fn point(start: impl Into<Point>, end: impl Into<Point>) -> Result<Sweep, Error> {
        Sweep::disc(start, end, 0.0)
    }

    /// A disc whose centre moves from `start` to `end` during the frame. A radius of 0 makes it a point.
    ///
    /// # Errors
    /// If a number is not finite or the radius is negative.
    ///
    /// ```
    /// use carom::{Contact, Segment, Sweep};
    /// let floor = Segment::new([0.0, 0.0], [8.0, 0.0])?;
    /// let falls = Sweep::disc([4.0, 3.0], [4.0, -1.0], 1.0)?;
    /// let hit = falls.first_touch(&floor).unwrap();
    /// assert_eq!((hit.t, hit.contact), (0.5, Contact::Crosses));
    /// assert_eq!(falls.at(hit.t), [4.0, 1.0].into());
    ///
    /// let rolls = Sweep::disc([2.0, 1.0], [6.0, 1.0], 1.0)?;
    /// let contact = rolls.first_touch(&floor).unwrap().contact;
    /// assert_eq!(contact, Contact::Along);
    /// assert!(!contact.stops());
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn disc(start: impl Into<Point>, end: impl Into<Point>, radius: f64) -> Result<Sweep, Error> {
        let (start, end) = (start.into(), end.into());
        for (what, value) in [(Name::SweepStart, start), (Name::SweepEnd, end)] {
            if !value.is_finite() {
                return Err(Error::NotFinite { what, value });
            }
        }
        if !(radius.is_finite() && 0.0 <= radius) {
            return Err(Error::Radius { what: Name::SweepRadius, value: radius });
        }
        Ok(Sweep { start: start.canonical(), end: end.canonical(), radius: radius + 0.0 })
    }

    /// The same path between places and with a radius that are known to be finite.
    #[inline]
    pub(crate) fn moving(start: Point, end: Point, radius: f64) -> Sweep {
        Sweep { start, end, radius }
    }

    /// Where it is when the frame starts.
    #[inline]
    #[must_use]
    pub fn start(&self) -> Point {
        self.start
    }

    /// Where it is when the frame ends, if nothing is in the way.
    #[inline]
    #[must_use]
    pub fn end(&self) -> Point {
        self.end
    }

    /// The vector from the start to the end, rounded; for constructing, not for deciding.
    #[inline]
    #[must_use]
    pub fn motion(&self) -> Vec2 {
        self.end - self.start
    }

    /// The radius, 0 for a point.
    #[inline]
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Where the point, or the disc's centre, is at a time from 0, the frame's start, to 1, its end; rounded.
    #[must_use]
    pub fn at(&self, t: f64) -> Point {
        construct::between(self.ends(), t)
    }

    /// Where the frame ends if the mover is reflected at a hit: `Be' = Bi + i − (1 + e)(i·n)n`, where Bi is where it is then,
    /// `i` what is left of its path and `e` the restitution.
    ///
    /// ```
    /// use carom::{Segment, Sweep};
    /// let wall = Segment::new([0.0, -3.0], [0.0, 3.0])?;
    /// let path = Sweep::point([-2.0, 2.0], [3.0, -1.0])?;
    /// let hit = path.first_touch(&wall).unwrap();
    /// assert_eq!(path.reflected(&hit, 1.0), [-3.0, -1.0].into());
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn reflected(&self, hit: &Hit, restitution: f64) -> Point {
        let at = if self.radius == 0.0 { hit.point } else { self.at(hit.t) };
        at + reflect(self.end - at, hit.normal, restitution)
    }

    /// Where it starts and ends.
    #[inline]
    #[must_use]
    pub fn ends(&self) -> [Point; 2] {
        [self.start, self.end]
    }

    /// The first touch of this path and a wall, a circle, a polygon or another sweep; `None` if they do not touch.
    ///
    /// Whether a polygon means its outline or all that is inside is said by
    /// [`Polygon::outline`](crate::Polygon::outline) and [`Polygon::filled`](crate::Polygon::filled).
    /// For both the touch is the number of the edge and the hit; of several edges touched at the same exact time, the first.
    /// A hit is about that one edge. Where a point touches a vertex,
    /// [`Polygon::locate_toward`](crate::Polygon::locate_toward) tells whether it goes into the polygon there.
    ///
    /// ```
    /// use carom::{Circle, Polygon, Sweep};
    /// let ball = Sweep::disc([0.0, 2.0], [8.0, 2.0], 1.0)?;
    ///
    /// let pillar = Circle::new([6.0, 2.0], 1.0)?;
    /// assert_eq!(ball.first_touch(&pillar).unwrap().t, 0.5);
    ///
    /// let room = Polygon::new([[-3.0, -3.0], [6.0, -3.0], [6.0, 6.0], [-3.0, 6.0]])?;
    /// let (edge, hit) = ball.first_touch(&room.outline()).unwrap();
    /// assert_eq!((edge, hit.t), (1, 0.625));
    ///
    /// let other = Sweep::disc([8.0, 2.0], [0.0, 2.0], 1.0)?;
    /// assert_eq!(ball.first_touch(&other).unwrap().t, 0.375);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn first_touch<O: Obstacle + ?Sized>(&self, obstacle: &O) -> Option<O::Touch> {
        obstacle.first_touch_of(self)
    }

    /// A box around everything the mover comes near, up to rounding: what it shares no point with stays apart.
    ///
    /// Rounding keeps order: if x + r rounds below a number, it is below it.
    pub(crate) fn reach(&self) -> Aabb {
        Aabb::of_ends(self.ends()).grown(self.radius)
    }
}

impl fmt::Display for Hit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let contact = match self.contact {
            Contact::Crosses => "crosses the wall",
            Contact::Ends => "ends on the wall",
            Contact::Starts => "starts on the wall",
            Contact::Along => "runs along the wall",
            Contact::Leaves => "touches the wall and leaves it",
            Contact::Overlaps => "overlaps the wall from the start",
        };
        let feature = match self.feature {
            Feature::Side => "",
            Feature::A => " at its first end",
            Feature::B => " at its second end",
        };
        let (point, normal) = (self.point, self.normal);
        write!(
            f,
            "hit at t = {}, point ({}, {}), normal ({}, {}): the path {contact}{feature}",
            self.t, point.x, point.y, normal.x, normal.y
        )?;
        match self.mover {
            MoverPart::Whole => Ok(()),
            MoverPart::Vertex(index) => write!(f, ", with vertex {index} of the mover"),
            MoverPart::Edge(index) => write!(f, ", with edge {index} of the mover"),
        }
    }
}
