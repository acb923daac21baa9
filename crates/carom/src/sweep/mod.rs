//! When does a point that moves in a straight line first touch a wall?
//!
//! A [`Sweep`] is the path of one frame, from its start to its end. It touches a wall iff the two segments share a point,
//! so a path that ends on a wall or passes through a wall's end touches it, and one that runs along the wall's line
//! touches it at the first point they share. Every decision is exact; the time is the exact one rounded toward zero.

pub(crate) mod methods;

use crate::error::{Error, Name};
use crate::exact::touch::Touch;
use crate::exact::{Side, construct, order_of_hits, orient};
use crate::point::{Point, Vec2};
use crate::segment::Segment;
use core::cmp::Ordering;

pub use methods::{Explanation, Method, Reading, Step};

/// The path of a moving point during one frame. It may stand still.
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
    start: Point,
    end: Point,
}

/// The first touch of a moving point and a wall.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hit {
    /// When it begins, as a part of the frame from 0 to 1: the exact time, rounded toward zero.
    ///
    /// Two different times may round to the same number; [`Sweep::order_of_hits`] tells which wall is first.
    pub t: f64,
    /// Where: each coordinate is the exact one, rounded to nearest.
    pub point: Point,
    /// The direction from the wall toward the mover, of length 1, rounded.
    ///
    /// It is square to the wall on the side the mover comes from; for a mover that starts on the wall and leaves it, on the
    /// side it goes to. For one that moves along the wall's line it points back along the path.
    pub normal: Vec2,
    /// Which part of the wall is touched.
    pub feature: Feature,
    /// How the touch begins.
    pub contact: Contact,
}

/// A part of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Feature {
    /// A point between its ends.
    Side,
    /// Its first end.
    A,
    /// Its second end.
    B,
}

/// How a touch begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Contact {
    /// The path goes through the wall.
    Crosses,
    /// The path ends on the wall.
    Ends,
    /// The path starts on the wall.
    Starts,
    /// The path runs along the wall's own line.
    Along,
}

impl Sweep {
    /// A point that moves from `start` to `end` during the frame.
    ///
    /// # Errors
    /// If a coordinate is not finite.
    pub fn point(start: impl Into<Point>, end: impl Into<Point>) -> Result<Sweep, Error> {
        let (start, end) = (start.into(), end.into());
        for (what, value) in [(Name::SweepStart, start), (Name::SweepEnd, end)] {
            if !value.is_finite() {
                return Err(Error::NotFinite { what, value });
            }
        }
        Ok(Sweep { start: start.canonical(), end: end.canonical() })
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

    /// From the start to the end, rounded; for constructing, not for deciding.
    #[inline]
    #[must_use]
    pub fn motion(&self) -> Vec2 {
        self.end - self.start
    }

    /// The first touch of this path and a wall, if they touch.
    #[inline]
    #[must_use]
    pub fn first_touch(&self, wall: &Segment) -> Option<Hit> {
        let touch = Touch::of(self.ends(), wall.ends())?;
        Some(self.hit(wall, touch))
    }

    /// Which of two walls this path touches first, decided exactly; `None` unless it touches both.
    ///
    /// ```
    /// use core::cmp::Ordering;
    /// use carom::{Segment, Sweep};
    /// let path = Sweep::point([-1e6, 0.0], [1e6, 0.0])?;
    /// let near = Segment::new([1.0, -1.0], [1.0, 1.0])?;
    /// let far = Segment::new([1.0 + f64::EPSILON, -1.0], [1.0 + f64::EPSILON, 1.0])?;
    /// assert_eq!(path.first_touch(&near).unwrap().t, path.first_touch(&far).unwrap().t); // they round alike
    /// assert_eq!(path.order_of_hits(&near, &far), Some(Ordering::Less));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn order_of_hits(&self, first: &Segment, second: &Segment) -> Option<Ordering> {
        order_of_hits(self.ends(), first.ends(), second.ends())
    }

    /// Where it starts and ends.
    #[inline]
    #[must_use]
    pub fn ends(&self) -> [Point; 2] {
        [self.start, self.end]
    }

    /// The hit that begins with a touch.
    #[inline]
    fn hit(&self, wall: &Segment, touch: Touch) -> Hit {
        let [start, end] = self.ends();
        let sides = [start, end].map(|point| orient(wall.a(), wall.b(), point));
        let contact = match sides {
            [Side::On, Side::On] if start != end => Contact::Along,
            [Side::On, _] => Contact::Starts,
            [_, Side::On] => Contact::Ends,
            _ => Contact::Crosses,
        };
        let point = match (touch, contact) {
            (Touch::Start, _) | (_, Contact::Starts) => start,
            (Touch::End(point), _) => point,
            (_, Contact::Ends) => end,
            _ => self.crossing_point(wall),
        };
        let feature = if point == wall.a() && self.passes(wall.a()) {
            Feature::A
        } else if point == wall.b() && self.passes(wall.b()) {
            Feature::B
        } else {
            Feature::Side
        };
        Hit { t: touch.time(self.ends()), point, normal: self.normal(wall, sides, contact), feature, contact }
    }

    /// Whether a point of the path's line is meant, and not one that only rounds to it.
    fn passes(&self, end: Point) -> bool {
        orient(self.start, self.end, end) == Side::On
    }

    /// Where the path crosses the wall between its own ends; a wall's end it passes through is that end exactly.
    fn crossing_point(&self, wall: &Segment) -> Point {
        construct::meeting_point(self.ends(), wall.ends())
    }

    fn normal(&self, wall: &Segment, sides: [Side; 2], contact: Contact) -> Vec2 {
        let direction = match (contact, sides) {
            (Contact::Along, _) => self.end.direction_to(self.start),
            (_, [Side::Left, _] | [Side::On, Side::Left]) => wall.b().direction_to(wall.a()).normal(),
            _ => wall.a().direction_to(wall.b()).normal(),
        };
        // Adding 0.0 turns −0.0 into 0.0.
        Vec2::new(direction.x + 0.0, direction.y + 0.0)
    }
}
