//! One wall: a segment or a circle, who may touch it, and how it is stored.

use super::bounds::Bounds;
use super::path::fits;
use crate::aabb::Aabb;
use crate::circle::Circle;
use crate::error::{Allowed, Error, Name};
use crate::exact::Side;
use crate::exact::look::{are_apart_by, reaches};
use crate::float;
use crate::point::{Point, max, min};
use crate::segment::Segment;
use crate::shape::Shape;
use alloc::vec::Vec;

/// No wall.
pub(super) const NO_WALL: u32 = u32::MAX;

/// The id of a wall in its [`Walls`](crate::Walls): 0, 1, 2 and so on in the order in which they were added.
///
/// Ids are never used again. One means nothing to other [`Walls`](crate::Walls). There may be up to 2²⁹ walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WallId(pub(super) u32);

impl WallId {
    /// Where any will do.
    pub(crate) const ANY: WallId = WallId(0);

    /// The id as a number.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A segment or circle that stands still, with a mask to filter by, a restitution, a friction, and for a segment the side that can be
/// touched.
///
/// ```
/// use carom::{Segment, Side, Sweep, Wall, Walls};
/// let floor = Segment::new([0.0, 0.0], [9.0, 0.0])?;
/// let platform = Wall::from(floor).with_mask(0b10).with_side(Side::Left); // what comes from below passes
/// let walls = Walls::new([platform]);
/// assert!(walls.touches_any(&Sweep::point([4.0, 3.0], [4.0, -3.0])?));
/// assert!(!walls.touches_any(&Sweep::point([4.0, -3.0], [4.0, 3.0])?));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    pub(super) shape: WallShape,
    pub(super) mask: u32,
    pub(super) side: Side,
    pub(super) restitution: f64,
    pub(super) friction: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum WallShape {
    Segment(Segment),
    Circle(Circle),
}

impl Wall {
    /// The same wall with another mask; a filter keeps walls that share a bit with it. At first all bits are set.
    /// A wall without bits is in no view, but is seen where no filter is used.
    #[must_use]
    pub fn with_mask(self, mask: u32) -> Wall {
        Wall { mask, ..self }
    }

    /// The same wall, to be touched from one side only: a sweep that starts strictly on the other side of the segment's line passes.
    /// A body that is passing through from there, on the wall or overlapping it, touches it but is not stopped.
    /// `Side::On` means both sides, as at first. A circle has no sides.
    #[must_use]
    pub fn with_side(self, side: Side) -> Wall {
        Wall { side, ..self }
    }

    /// The same wall with a restitution: how much of its speed into the wall a body keeps at most, from 0 to 1; at first 1.
    ///
    /// # Errors
    /// If the number is not between 0 and 1.
    pub fn with_restitution(self, restitution: f64) -> Result<Wall, Error> {
        if (0.0..=1.0).contains(&restitution) {
            return Ok(Wall { restitution, ..self });
        }
        Err(Error::Range { what: Name::WallRestitution, value: restitution, allowed: Allowed::FromZeroToOne })
    }

    /// The same wall with a friction, 0 or more; at first 0. It counts in a [`World`](crate::World), where of two coefficients μ and ν that meet √(μν)
    /// counts: what meets something without friction feels none.
    ///
    /// # Errors
    /// If the number is negative or not finite.
    pub fn with_friction(self, friction: f64) -> Result<Wall, Error> {
        if friction.is_finite() && friction >= 0.0 {
            return Ok(Wall { friction: friction + 0.0, ..self });
        }
        Err(Error::Range { what: Name::WallFriction, value: friction, allowed: Allowed::NotNegative })
    }

    /// Its mask: the bits to filter it by.
    #[must_use]
    pub fn mask(&self) -> u32 {
        self.mask
    }

    pub(crate) fn is_one_sided(&self) -> bool {
        self.side != Side::On
    }

    /// The side from which it can be touched; `On` if from both.
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// Its restitution: how much of its speed into the wall a body keeps at most.
    #[must_use]
    pub fn restitution(&self) -> f64 {
        self.restitution
    }

    /// Its friction.
    #[must_use]
    pub fn friction(&self) -> f64 {
        self.friction
    }

    /// Its shape: a segment or a circle.
    #[must_use]
    pub fn shape(&self) -> Shape<'_> {
        match &self.shape {
            WallShape::Segment(segment) => Shape::Segment(segment),
            WallShape::Circle(circle) => Shape::Circle(circle),
        }
    }

    /// The same wall along another segment.
    pub(crate) fn with_segment(self, segment: Segment) -> Wall {
        Wall { shape: WallShape::Segment(segment), ..self }
    }

    /// The same wall around another circle.
    pub(crate) fn with_circle(self, circle: Circle) -> Wall {
        Wall { shape: WallShape::Circle(circle), ..self }
    }

    /// Its segment; `None` if it is a circle.
    #[must_use]
    pub fn segment(&self) -> Option<Segment> {
        match self.shape {
            WallShape::Segment(segment) => Some(segment),
            WallShape::Circle(_) => None,
        }
    }

    /// Its circle; `None` if it is a segment.
    #[must_use]
    pub fn circle(&self) -> Option<Circle> {
        match self.shape {
            WallShape::Segment(_) => None,
            WallShape::Circle(circle) => Some(circle),
        }
    }
}

impl From<Segment> for Wall {
    fn from(segment: Segment) -> Wall {
        Wall { shape: WallShape::Segment(segment), mask: u32::MAX, side: Side::On, restitution: 1.0, friction: 0.0 }
    }
}

impl From<Circle> for Wall {
    fn from(circle: Circle) -> Wall {
        Wall { shape: WallShape::Circle(circle), mask: u32::MAX, side: Side::On, restitution: 1.0, friction: 0.0 }
    }
}

/// A wall as it is kept: everything within a radius of a segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoredWall {
    /// For a circle both ends are its center.
    pub(super) segment: Segment,
    pub(super) radius: f64,
    pub(super) mask: u32,
    pub(super) side: Side,
    /// Whether it has been removed.
    pub(super) gone: bool,
}

impl StoredWall {
    pub(super) fn of(wall: &Wall) -> StoredWall {
        let (a, b, radius) = match &wall.shape {
            WallShape::Segment(segment) => (segment.a(), segment.b(), 0.0),
            WallShape::Circle(circle) => (circle.center(), circle.center(), circle.radius()),
        };
        StoredWall { segment: Segment::or_point(a, b), radius, mask: wall.mask, side: wall.side, gone: false }
    }

    pub(super) fn is_one_sided(&self) -> bool {
        self.side != Side::On
    }

    /// Whether it is there and shares a bit with a mask; without one, all that are there do.
    #[inline(always)]
    pub(super) fn is_in(&self, mask: Option<u32>) -> bool {
        !self.gone && mask.is_none_or(|mask| self.mask & mask != 0)
    }

    /// Its width and height together, without its radius.
    pub(super) fn span(&self) -> f64 {
        let vector = self.b() - self.a();
        vector.x.abs() + vector.y.abs()
    }

    /// Whether it has two sides and all bits in its mask.
    pub(super) fn is_for_all(&self) -> bool {
        self.side == Side::On && self.mask == u32::MAX
    }

    pub(super) fn wall(&self) -> Wall {
        let shape = if self.is_segment() {
            WallShape::Segment(self.segment)
        } else {
            WallShape::Circle(Circle::around(self.a(), self.radius))
        };
        Wall { shape, mask: self.mask, side: self.side, restitution: 1.0, friction: 0.0 }
    }

    /// A circle is a single point with a radius.
    #[inline]
    pub(super) fn is_segment(&self) -> bool {
        self.a() != self.b()
    }

    #[inline]
    pub(super) fn a(&self) -> Point {
        self.segment.a()
    }

    #[inline]
    pub(super) fn b(&self) -> Point {
        self.segment.b()
    }

    /// A box around it, rounded outward.
    #[inline]
    pub(super) fn bounds(&self) -> Bounds<f64> {
        let (a, b, r) = (self.a(), self.b(), self.radius);
        let (min_x, max_x, min_y, max_y) = (min(a.x, b.x), max(a.x, b.x), min(a.y, b.y), max(a.y, b.y));
        if r == 0.0 {
            return Bounds { min_x, max_x, min_y, max_y };
        }
        let down = |x: f64| if x.is_finite() { float::next_down(x) } else { x };
        let up = |x: f64| if x.is_finite() { float::next_up(x) } else { x };
        Bounds { min_x: down(min_x - r), max_x: up(max_x + r), min_y: down(min_y - r), max_y: up(max_y + r) }
    }

    pub(super) fn aabb(&self) -> Aabb {
        let Bounds { min_x, max_x, min_y, max_y } = self.bounds();
        Aabb::of_ends([Point::new(min_x, min_y), Point::new(max_x, max_y)])
    }

    /// Whether it has coordinates too large for the boxes of trees.
    pub(super) fn is_extreme(&self) -> bool {
        !self.bounds().sides().into_iter().all(fits)
    }

    /// Whether it is further from a point than a distance, for certain, and by so much that its rounded distance is more, too.
    #[inline]
    pub(super) fn is_beyond(&self, p: Point, distance: f64) -> bool {
        if is_box_beyond(self.bounds(), p, distance) {
            return true;
        }
        are_apart_by([p, p], self.segment.ends(), more(distance) + self.radius)
    }

    /// Its squared distance from a point, about.
    pub(super) fn about_squared_distance(&self, p: Point) -> f64 {
        let (w, from) = (self.b() - self.a(), p - self.a());
        let t = from.dot(w) / w.dot(w);
        // Also where this is no number.
        let t = if 0.0 < t { min(t, 1.0) } else { 0.0 };
        (from - w * t).length_squared()
    }

    /// A distance from a point within which it is for certain.
    pub(super) fn surely_within(&self, p: Point) -> f64 {
        let distance = float::sqrt(self.about_squared_distance(p)) * 1.001;
        if reaches(p, self.segment.ends(), distance) { distance } else { f64::INFINITY }
    }
}

/// Whether all in a box is further from a point than a distance, as [`StoredWall::is_beyond`] means it.
#[inline]
pub(super) fn is_box_beyond(bounds: Bounds<f64>, p: Point, distance: f64) -> bool {
    let Bounds { min_x, max_x, min_y, max_y } = bounds;
    max(max(min_x - p.x, p.x - max_x), max(min_y - p.y, p.y - max_y)) > more(distance)
}

/// More than a distance by twice the rounding of a difference, and by more than what is tiny can be off.
#[inline]
fn more(distance: f64) -> f64 {
    distance * (1.0 + 2.0 * f64::EPSILON) + f64::MIN_POSITIVE
}

/// The box around some walls.
pub(super) fn bounds_of(stored: &[StoredWall], ids: &[u32]) -> Bounds<f64> {
    ids.iter().fold(Bounds::<f64>::EMPTY, |all, &id| all.union(stored[id as usize].bounds()))
}

/// A point that many of some walls are near to, if they are near to one another: the middle of a few of them on each axis.
pub(super) fn middle(stored: &[StoredWall], ids: &[u32]) -> Point {
    let step = core::cmp::max(ids.len() / 63, 1);
    let mut ends: Vec<Point> = ids.iter().step_by(step).map(|&id| stored[id as usize].a()).collect();
    if ends.is_empty() {
        return Point::default();
    }
    let half = ends.len() / 2;
    let x = ends.select_nth_unstable_by(half, |a, b| a.x.total_cmp(&b.x)).1.x;
    let y = ends.select_nth_unstable_by(half, |a, b| a.y.total_cmp(&b.y)).1.y;
    Point::new(x, y)
}
