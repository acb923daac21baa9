//! One wall: a segment or a circle, who may touch it, and how a sweep does.

use crate::aabb::Aabb;
use crate::circle::Circle;
use crate::exact::moment::{Moment, Round};
use crate::exact::{Side, orient, reach};
use crate::overlap::Shape;
use crate::point::{Point, max, min};
use crate::segment::Segment;
use crate::sweep::{Hit, Sweep, Touch};
use core::cmp::Ordering;

/// A segment or a circle, with a mask that filters can ask for, and for a segment the side from which it can be touched.
///
/// ```
/// use carom::{Segment, Side, Wall};
/// let floor = Segment::new([0.0, 0.0], [9.0, 0.0])?;
/// let platform = Wall::from(floor).mask(0b10).from_side(Side::Left); // what comes from below passes
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    pub(super) shape: WallShape,
    pub(super) mask: u32,
    pub(super) side: Side,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum WallShape {
    Segment(Segment),
    Circle(Circle),
}

impl Wall {
    /// The same wall with another mask; a filter asks for walls that share a bit with it. At first all bits are set.
    #[must_use]
    pub fn mask(self, mask: u32) -> Wall {
        Wall { mask, ..self }
    }

    /// The same wall, ignored by a sweep that starts strictly on the other side of the segment's line.
    /// `Side::On` means both sides, as at first. A circle has no sides.
    #[must_use]
    pub fn from_side(self, side: Side) -> Wall {
        Wall { side, ..self }
    }

    /// Its shape.
    #[must_use]
    pub fn shape(&self) -> Shape<'_> {
        match &self.shape {
            WallShape::Segment(segment) => Shape::Segment(segment),
            WallShape::Circle(circle) => Shape::Circle(circle),
        }
    }

    /// Its segment, if it is one.
    #[must_use]
    pub fn segment(&self) -> Option<Segment> {
        match self.shape {
            WallShape::Segment(segment) => Some(segment),
            WallShape::Circle(_) => None,
        }
    }

    /// Its circle, if it is one.
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
        Wall { shape: WallShape::Segment(segment), mask: u32::MAX, side: Side::On }
    }
}

impl From<Circle> for Wall {
    fn from(circle: Circle) -> Wall {
        Wall { shape: WallShape::Circle(circle), mask: u32::MAX, side: Side::On }
    }
}

/// A wall as it is kept: everything within `radius` of the segment from `a` to `b`, which for a circle is its center.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) a: Point,
    pub(super) b: Point,
    pub(super) radius: f64,
    pub(super) mask: u32,
    pub(super) side: Side,
    /// Whether it has been removed.
    pub(super) gone: bool,
}

impl Piece {
    pub(super) fn of(wall: &Wall) -> Piece {
        let (a, b, radius) = match &wall.shape {
            WallShape::Segment(segment) => (segment.a(), segment.b(), 0.0),
            WallShape::Circle(circle) => (circle.center(), circle.center(), circle.radius()),
        };
        Piece { a, b, radius, mask: wall.mask, side: wall.side, gone: false }
    }

    pub(super) fn wall(&self) -> Wall {
        let shape = if self.is_segment() {
            WallShape::Segment(self.segment())
        } else {
            WallShape::Circle(Circle::around(self.a, self.radius))
        };
        Wall { shape, mask: self.mask, side: self.side }
    }

    /// A circle is a single point with a radius.
    #[inline]
    fn is_segment(&self) -> bool {
        self.a != self.b
    }

    #[inline]
    fn segment(&self) -> Segment {
        Segment::between(self.a, self.b)
    }

    /// A box around it, rounded outward: min x, max x, min y, max y.
    #[inline]
    pub(super) fn bounds(&self) -> [f64; 4] {
        let (a, b, r) = (self.a, self.b, self.radius);
        let [low_x, high_x, low_y, high_y] = [min(a.x, b.x), max(a.x, b.x), min(a.y, b.y), max(a.y, b.y)];
        if r == 0.0 {
            return [low_x, high_x, low_y, high_y];
        }
        let (down, up) = (crate::float::next_down, crate::float::next_up);
        [down(low_x - r), up(high_x + r), down(low_y - r), up(high_y + r)]
    }

    pub(super) fn aabb(&self) -> Aabb {
        let [low_x, high_x, low_y, high_y] = self.bounds();
        Aabb::of_ends([Point::new(low_x, low_y), Point::new(high_x, high_y)])
    }

    /// How a sweep first touches it, if it does and comes from the right side.
    #[inline]
    pub(super) fn touch(&self, sweep: &Sweep) -> Option<Touch> {
        if !self.is_segment() {
            return reach::round(self.round(sweep)).map(Touch::Disc);
        }
        let touch = sweep.touch(&self.segment())?;
        let is_behind = self.side != Side::On && {
            let side = orient(self.a, self.b, sweep.start());
            side != Side::On && side != self.side
        };
        (!is_behind).then_some(touch)
    }

    pub(super) fn hit(&self, sweep: &Sweep, touch: &Touch) -> Option<Hit> {
        if self.is_segment() {
            return Some(sweep.hit(&self.segment(), *touch));
        }
        sweep.first_touch(&Circle::around(self.a, self.radius))
    }

    /// A circle and the sweep, as two round things.
    fn round(&self, sweep: &Sweep) -> Round {
        Round { start: [sweep.start(), self.a], end: [sweep.end(), self.a], radii: [sweep.radius(), self.radius] }
    }
}

/// A touch of a wall, with its time rounded toward zero.
#[derive(Clone, Copy)]
pub(super) struct Touched {
    pub(super) id: u32,
    pub(super) touch: Touch,
    pub(super) t: f64,
}

impl Touched {
    /// Which comes first: by exact time, then by id.
    #[inline]
    pub(super) fn order(&self, other: &Touched, sweep: &Sweep) -> Ordering {
        match self.t.total_cmp(&other.t) {
            Ordering::Equal => {
                let moments: [Moment; 2] = [self.touch.moment(sweep), other.touch.moment(sweep)];
                moments[0].order_in_integers(&moments[1]).then(self.id.cmp(&other.id))
            }
            order => order,
        }
    }
}
