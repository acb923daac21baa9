//! One wall: a segment or a circle, who may touch it, and how a sweep does.

use crate::aabb::Aabb;
use crate::circle::Circle;
use crate::error::{Allowed, Error, Name};
use crate::exact::lanes::Lanes;
use crate::exact::look::{Look, reaches};
use crate::exact::moment::{Moment, Round};
use crate::exact::{Side, nearest_feature, orient, reach};
use crate::float;
use crate::point::{Point, max, min};
use crate::segment::Segment;
use crate::shape::Shape;
use crate::sweep::{Contact, Feature, Hit, Sweep, Touch};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A segment or a circle, with a mask that filters can ask for, and for a segment the side from which it can be touched.
///
/// ```
/// use carom::{Segment, Side, Wall};
/// let floor = Segment::new([0.0, 0.0], [9.0, 0.0])?;
/// let platform = Wall::from(floor).with_mask(0b10).with_side(Side::Left); // what comes from below passes
/// assert_eq!((platform.mask(), platform.side()), (0b10, Side::Left));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    pub(super) shape: WallShape,
    pub(super) mask: u32,
    pub(super) side: Side,
    pub(super) restitution: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum WallShape {
    Segment(Segment),
    Circle(Circle),
}

impl Wall {
    /// The same wall with another mask; a filter asks for walls that share a bit with it. At first all bits are set.
    /// A wall without bits is in no view, but is seen where no filter is used.
    #[must_use]
    pub fn with_mask(self, mask: u32) -> Wall {
        Wall { mask, ..self }
    }

    /// The same wall, ignored by a sweep that starts strictly on the other side of the segment's line. A body that is on its way
    /// through from there, on the wall or overlapping it, touches it but is not stopped.
    /// `Side::On` means both sides, as at first. A circle has no sides.
    #[must_use]
    pub fn with_side(self, side: Side) -> Wall {
        Wall { side, ..self }
    }

    /// The same wall, of whose bounces a body keeps at most so much of its speed into the wall: from 0 to 1, at first 1.
    ///
    /// # Errors
    /// If the number is not between 0 and 1.
    pub fn with_restitution(self, restitution: f64) -> Result<Wall, Error> {
        if (0.0..=1.0).contains(&restitution) {
            return Ok(Wall { restitution, ..self });
        }
        Err(Error::Range { what: Name::WallRestitution, value: restitution, allowed: Allowed::FromZeroToOne })
    }

    /// Its mask.
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

    /// How much of its speed into the wall a body keeps at most.
    #[must_use]
    pub fn restitution(&self) -> f64 {
        self.restitution
    }

    /// Its shape.
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
        Wall { shape: WallShape::Segment(segment), mask: u32::MAX, side: Side::On, restitution: 1.0 }
    }
}

impl From<Circle> for Wall {
    fn from(circle: Circle) -> Wall {
        Wall { shape: WallShape::Circle(circle), mask: u32::MAX, side: Side::On, restitution: 1.0 }
    }
}

/// A wall as it is kept: everything within a radius of a segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// For a circle both ends are its center.
    segment: Segment,
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
        Piece { segment: Segment::or_point(a, b), radius, mask: wall.mask, side: wall.side, gone: false }
    }

    pub(super) fn is_one_sided(&self) -> bool {
        self.side != Side::On
    }

    pub(super) fn wall(&self) -> Wall {
        let shape = if self.is_segment() {
            WallShape::Segment(self.segment)
        } else {
            WallShape::Circle(Circle::around(self.a(), self.radius))
        };
        Wall { shape, mask: self.mask, side: self.side, restitution: 1.0 }
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

    /// A box around it, rounded outward: min x, max x, min y, max y.
    #[inline]
    pub(super) fn bounds(&self) -> [f64; 4] {
        let (a, b, r) = (self.a(), self.b(), self.radius);
        let [low_x, high_x, low_y, high_y] = [min(a.x, b.x), max(a.x, b.x), min(a.y, b.y), max(a.y, b.y)];
        if r == 0.0 {
            return [low_x, high_x, low_y, high_y];
        }
        let down = |x: f64| if x.is_finite() { float::next_down(x) } else { x };
        let up = |x: f64| if x.is_finite() { float::next_up(x) } else { x };
        [down(low_x - r), up(high_x + r), down(low_y - r), up(high_y + r)]
    }

    pub(super) fn aabb(&self) -> Aabb {
        let [low_x, high_x, low_y, high_y] = self.bounds();
        Aabb::of_ends([Point::new(low_x, low_y), Point::new(high_x, high_y)])
    }

    /// Whether it is further from a point than a distance, for certain, and by so much that its rounded distance is more, too.
    #[inline]
    pub(super) fn is_beyond(&self, p: Point, distance: f64) -> bool {
        if is_box_beyond(self.bounds(), p, distance) {
            return true;
        }
        let Lanes([apart]) = Look::at([p, p], self.segment.ends()).apart_by(Lanes([more(distance) + self.radius]));
        apart > 0.0
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

    /// When a sweep first touches it, if it does and comes from the right side, and whether it is stopped.
    #[inline]
    pub(super) fn touched(&self, id: u32, sweep: &Sweep) -> Option<Touched> {
        if sweep.radius() == 0.0 && self.is_segment() {
            let [early, late] = sweep.span(&self.segment)?;
            return if self.is_behind(sweep) {
                None
            } else {
                Some(Touched { id, early, late, stops: !self.lets_out(sweep), disc: None })
            };
        }
        self.touched_by_disc(id, sweep)
    }

    fn touched_by_disc(&self, id: u32, sweep: &Sweep) -> Option<Touched> {
        let (segment, radius) = (self.segment.ends(), sweep.radius());
        let touch = if reaches(sweep.start(), segment, radius + self.radius) {
            // Which part of a wall overlaps the disc is the part nearest to its centre.
            let feature = if self.is_segment() { nearest_feature(sweep.start(), segment) } else { Feature::Side };
            reach::Touch { contact: Contact::Overlaps, moment: Moment::Start, feature }
        } else if self.is_segment() {
            reach::wall(sweep.ends(), segment, radius)?
        } else {
            self.touch_of_circle(sweep)?
        };
        let [early, late] = touch.moment.span();
        let when = match touch.moment {
            Moment::Start => When::Start,
            Moment::End => When::End,
            Moment::Side { .. } => When::Side,
            Moment::Round(_) => When::Round,
        };
        let disc = Some(Begin { contact: touch.contact, feature: touch.feature, when });
        // A point has no room between touching and being stopped.
        let lets_out = self.side != Side::On && self.is_segment() && touch.contact == Contact::Overlaps;
        let stops = !lets_out && (radius == 0.0 || Touch::Disc(touch).stops());
        if self.is_behind(sweep) { None } else { Some(Touched { id, early, late, stops, disc }) }
    }

    /// A disc's touch again.
    fn touch_of_disc(&self, sweep: &Sweep, Begin { contact, feature, when }: Begin) -> reach::Touch {
        let moment = match when {
            When::Start => Moment::Start,
            When::End => Moment::End,
            When::Side => Moment::Side { path: sweep.ends(), wall: self.segment.ends(), radius: sweep.radius() },
            When::Round => {
                let point = if feature == Feature::B { self.b() } else { self.a() };
                let (start, end) = ([sweep.start(), point], [sweep.end(), point]);
                Moment::Round(Round { start, end, radii: [sweep.radius(), self.radius] })
            }
        };
        reach::Touch { contact, moment, feature }
    }

    #[inline(always)]
    pub(super) fn hit(&self, sweep: &Sweep, touched: &Touched) -> Option<Hit> {
        match touched.disc {
            _ if !self.is_segment() => sweep.first_touch(&Circle::around(self.a(), self.radius)),
            Some(begin) => Some(sweep.hit(&self.segment, Touch::Disc(self.touch_of_disc(sweep, begin)))),
            None => sweep.first_touch(&self.segment),
        }
    }

    #[inline]
    fn is_behind(&self, sweep: &Sweep) -> bool {
        self.side != Side::On && {
            let side = orient(self.a(), self.b(), sweep.start());
            self.is_segment() && side != Side::On && side != self.side
        }
    }

    /// Whether a point starts on a wall that has one side only: it came from behind, and may go on. From the front none gets there.
    #[inline]
    fn lets_out(&self, sweep: &Sweep) -> bool {
        self.side != Side::On && orient(self.a(), self.b(), sweep.start()) == Side::On
    }

    fn touch_of_circle(&self, sweep: &Sweep) -> Option<reach::Touch> {
        let (start, end) = ([sweep.start(), self.a()], [sweep.end(), self.a()]);
        reach::round(Round { start, end, radii: [sweep.radius(), self.radius] })
    }
}

/// Whether all in a box is further from a point than a distance, as [`Piece::is_beyond`] means it.
#[inline]
pub(super) fn is_box_beyond([low_x, high_x, low_y, high_y]: [f64; 4], p: Point, distance: f64) -> bool {
    max(max(low_x - p.x, p.x - high_x), max(low_y - p.y, p.y - high_y)) > more(distance)
}

/// More than a distance by twice the rounding of a difference, and by more than what is tiny can be off.
#[inline]
fn more(distance: f64) -> f64 {
    distance * (1.0 + 2.0 * f64::EPSILON) + f64::MIN_POSITIVE
}

/// A point that many of some walls are near to, if they are near to one another: the middle of a few of them on each axis.
pub(super) fn middle(pieces: &[Piece], ids: &[u32]) -> Point {
    let step = core::cmp::max(ids.len() / 63, 1);
    let mut ends: Vec<Point> = ids.iter().step_by(step).map(|&id| pieces[id as usize].a()).collect();
    if ends.is_empty() {
        return Point::default();
    }
    let half = ends.len() / 2;
    let x = ends.select_nth_unstable_by(half, |a, b| a.x.total_cmp(&b.x)).1.x;
    let y = ends.select_nth_unstable_by(half, |a, b| a.y.total_cmp(&b.y)).1.y;
    Point::new(x, y)
}

/// A touch of a wall.
#[derive(Clone, Copy)]
pub(super) struct Touched {
    pub(super) id: u32,
    /// Its time, rounded toward zero, lies between these.
    pub(super) early: f64,
    pub(super) late: f64,
    /// Whether it stops the mover.
    pub(super) stops: bool,
    /// How it begins, unless it is that of a point and a segment.
    disc: Option<Begin>,
}

/// What is needed to have a disc's touch again, in little room.
#[derive(Clone, Copy)]
struct Begin {
    contact: Contact,
    feature: Feature,
    when: When,
}

/// The kinds of [`Moment`].
#[derive(Clone, Copy)]
enum When {
    Start,
    End,
    Side,
    Round,
}

impl Touched {
    fn moment(&self, sweep: &Sweep, pieces: &[Piece]) -> Moment {
        let piece = &pieces[self.id as usize];
        match self.disc {
            Some(begin) => piece.touch_of_disc(sweep, begin).moment,
            None => sweep.touch(&piece.segment).map_or(Moment::End, |touch| touch.moment(sweep)),
        }
    }

    /// Which comes first: by exact time, then by id.
    #[inline]
    pub(super) fn order(&self, other: &Touched, sweep: &Sweep, pieces: &[Piece]) -> Ordering {
        if self.late < other.early {
            Ordering::Less
        } else if other.late < self.early {
            Ordering::Greater
        } else {
            self.order_exactly(other, sweep, pieces)
        }
    }

    #[cold]
    #[inline(never)]
    fn order_exactly(&self, other: &Touched, sweep: &Sweep, pieces: &[Piece]) -> Ordering {
        let [first, second] = [self, other].map(|touched| &pieces[touched.id as usize]);
        if first.segment == second.segment && first.radius == second.radius {
            return self.id.cmp(&other.id);
        }
        let moments = [self, other].map(|touched| touched.moment(sweep, pieces));
        moments[0].order(&moments[1]).then(self.id.cmp(&other.id))
    }
}
