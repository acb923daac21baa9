//! A sweep and a segment: does it touch, when, and where; and which of two touches comes first.

use super::disc;
use super::mover::{MoverPart, MoverSweep, Overlap};
use super::path::{Hit, Obstacle, Sweep, sealed};
use super::shaped;
use super::through::HitThrough;
use crate::exact::construct::everywhere;
use crate::exact::moment::{Moment, Round};
use crate::exact::touch::Touch as PointTouch;
use crate::exact::{Feature, Side, answers::Contact, construct, order_of_hits, orient, reach, touch};
use crate::point::{Point, Vec2};
use crate::segment::Segment;
use crate::simd::{self, Kernel, Machine, Single};
use core::cmp::Ordering;

impl Sweep {
    /// When this path first touches a wall: the `t` of [`Sweep::first_touch`] alone, for less work.
    #[inline]
    #[must_use]
    pub fn first_time(&self, wall: &Segment) -> Option<f64> {
        if self.radius != 0.0 {
            return Some(reach::wall(self.ends(), wall.ends(), self.radius)?.moment.time());
        }
        // Whether it goes through or that is in doubt is anybody's guess where it is not plain, and costs the same.
        if PointTouch::through(self.ends(), wall.ends()) == Some(false) {
            return None;
        }
        simd::run(PointTime(self, wall))
    }

    /// The same where the vectors are known.
    #[inline(always)]
    pub(crate) fn first_time_with<M: Machine>(&self, wall: &Segment) -> Option<f64> {
        if self.radius != 0.0 {
            return Some(reach::wall(self.ends(), wall.ends(), self.radius)?.moment.time_with::<M::One>());
        }
        if PointTouch::through(self.ends(), wall.ends()) == Some(false) {
            return None;
        }
        PointTime(self, wall).run::<M>()
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
        if self.radius == 0.0 {
            return order_of_hits(self.ends(), first.ends(), second.ends());
        }
        let (first, second) = (self.touch(first)?, self.touch(second)?);
        Some(first.moment(self).order(&second.moment(self)))
    }

    /// Two times between which a moving point first touches a wall, if it does.
    #[inline]
    pub(crate) fn span(&self, wall: &Segment) -> Option<[f64; 2]> {
        PointTouch::span_of(self.ends(), wall.ends())
    }

    #[inline]
    pub(crate) fn touch(&self, wall: &Segment) -> Option<Touch> {
        if self.radius == 0.0 {
            PointTouch::of(self.ends(), wall.ends()).map(Touch::Point)
        } else {
            reach::wall(self.ends(), wall.ends(), self.radius).map(Touch::Disc)
        }
    }

    /// The hit that begins with a touch.
    #[inline]
    pub(crate) fn hit(&self, wall: &Segment, touch: Touch) -> Hit {
        simd::run(HitOf(self, wall, touch))
    }

    /// The same where the vectors are known.
    #[inline(always)]
    pub(crate) fn hit_with<M: Machine>(&self, wall: &Segment, touch: Touch) -> Hit {
        match touch {
            Touch::Point(_) if PointTouch::through(self.ends(), wall.ends()) == Some(true) => {
                self.hit_through::<M>(wall)
            }
            Touch::Point(touch) => self.point_hit(wall, touch),
            Touch::Disc(touch) => disc::hit_of_wall::<M>(self, wall, &touch),
        }
    }

    /// The first touch of a moving point and a wall, within something that runs with wide vectors already.
    #[inline(always)]
    pub(crate) fn point_touch<M: Machine>(&self, wall: &Segment) -> Option<Hit> {
        match PointTouch::through(self.ends(), wall.ends()) {
            Some(true) => Some(self.hit_through::<M>(wall)),
            Some(false) => None,
            None => self.touch_in_doubt(wall),
        }
    }

    #[cold]
    #[inline(never)]
    fn touch_in_doubt(&self, wall: &Segment) -> Option<Hit> {
        simd::run(TouchInDoubt(self, wall))
    }

    /// The same where longer numbers are in doubt, too.
    #[cold]
    #[inline(never)]
    fn touch_in_integers(&self, wall: &Segment) -> Option<Hit> {
        Some(self.point_hit(wall, PointTouch::of_in_doubt(self.start, self.end, wall.a(), wall.b())?))
    }

    /// The hit that begins with a touch of a point.
    pub(super) fn point_hit(&self, wall: &Segment, touch: PointTouch) -> Hit {
        let [start, end] = self.ends();
        let sides = [start, end].map(|point| orient(wall.a(), wall.b(), point));
        let contact = match sides {
            [Side::On, Side::On] if start != end => Contact::Along,
            [Side::On, _] => Contact::Starts,
            [_, Side::On] => Contact::Ends,
            _ => Contact::Crosses,
        };
        let point = match (touch, contact) {
            (PointTouch::Start, _) | (_, Contact::Starts) => start,
            (PointTouch::End(point), _) => point,
            (_, Contact::Ends) => end,
            // A wall's end that the path passes through is that end exactly.
            _ => construct::meeting_point(self.ends(), wall.ends()),
        };
        let feature = if point == wall.a() && self.passes(wall.a()) {
            Feature::A
        } else if point == wall.b() && self.passes(wall.b()) {
            Feature::B
        } else {
            Feature::Side
        };
        // What ends on the wall's line, and does not run along it, reaches it then.
        let t = match contact {
            Contact::Starts => 0.0,
            Contact::Ends => 1.0,
            _ => touch.time(self.ends()),
        };
        Hit { t, point, normal: self.normal(wall, sides, contact), feature, contact, mover: MoverPart::Whole }
    }

    /// Whether a point of the path's line is meant, and not one that only rounds to it.
    fn passes(&self, end: Point) -> bool {
        orient(self.start, self.end, end) == Side::On
    }

    fn normal(&self, wall: &Segment, sides: [Side; 2], contact: Contact) -> Vec2 {
        let direction = match (contact, sides) {
            (Contact::Along, _) => self.end.direction_to(self.start),
            (_, [Side::Left, _] | [Side::On, Side::Left]) => wall.b().direction_to(wall.a()).normal(),
            _ => wall.a().direction_to(wall.b()).normal(),
        };
        direction.canonical()
    }
}

/// When a point touches a wall, if it does.
struct PointTime<'a>(&'a Sweep, &'a Segment);

impl Kernel for PointTime<'_> {
    type Output = Option<f64>;

    #[inline(always)]
    fn run<M: Machine>(self) -> Option<f64> {
        let (path, wall) = (self.0.ends(), self.1.ends());
        let sides = touch::Sides::<M::One>::of(everywhere(wall), everywhere(path));
        // Which of both it is is no branch.
        if sides.are_apart | sides.cross & sides.is_time_certain {
            return sides.cross.then_some(sides.time.number());
        }
        PointTouch::time_in_doubt_of(path, wall)
    }
}

/// How it touches, where plain numbers do not tell whether it does.
struct TouchInDoubt<'a>(&'a Sweep, &'a Segment);

impl Kernel for TouchInDoubt<'_> {
    type Output = Option<Hit>;

    #[inline(always)]
    fn run<M: Machine>(self) -> Option<Hit> {
        let TouchInDoubt(sweep, wall) = self;
        let sides = touch::Sides::<M::One>::of(everywhere(wall.ends()), everywhere(sweep.ends()));
        if sides.are_apart {
            None
        } else if sides.cross {
            Some(sweep.hit_through::<M>(wall))
        } else {
            sweep.touch_in_integers(wall)
        }
    }
}

/// [`Sweep::hit`] with wide vectors.
struct HitOf<'a>(&'a Sweep, &'a Segment, Touch);

impl Kernel for HitOf<'_> {
    type Output = Hit;

    #[inline(always)]
    fn run<M: Machine>(self) -> Hit {
        self.0.hit_with::<M>(self.1, self.2)
    }
}

/// How a sweep first touches a wall.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Touch {
    Point(PointTouch),
    Disc(reach::Touch),
}

impl Touch {
    /// The exact time, rounded toward zero.
    #[inline]
    pub(crate) fn time(&self, sweep: &Sweep) -> f64 {
        match self {
            Touch::Point(touch) => touch.time(sweep.ends()),
            Touch::Disc(touch) => touch.moment.time(),
        }
    }

    /// The same where the vectors are known.
    #[inline(always)]
    pub(crate) fn time_with<M: Machine>(&self, sweep: &Sweep) -> f64 {
        match self {
            Touch::Point(touch) => touch.time_with::<M::One>(sweep.ends()),
            Touch::Disc(touch) => touch.moment.time_with::<M::One>(),
        }
    }

    /// Whether the mover would go into the wall if nothing stopped it; a point has no room to do otherwise.
    #[inline]
    pub(crate) fn stops(&self) -> bool {
        match self {
            Touch::Point(_) => true,
            Touch::Disc(touch) => touch.contact.stops(),
        }
    }

    /// The exact time.
    pub(crate) fn moment(&self, sweep: &Sweep) -> Moment {
        let [a, b] = sweep.ends();
        match *self {
            Touch::Disc(touch) => touch.moment,
            Touch::Point(PointTouch::Start) => Moment::Start,
            Touch::Point(PointTouch::End(p)) => Moment::Round(Round { start: [a, p], end: [b, p], radii: [0.0; 2] }),
            Touch::Point(PointTouch::Line { p, q }) => Moment::Side { path: [a, b], wall: [p, q], radius: 0.0 },
        }
    }
}

/// The tie rule: which of two touches of one motion comes first? By exact time; of equal times, the one with the lower number.
///
/// Each is given by its number and by two times, which may be the same, with its exact time rounded toward zero between them.
/// As rounding keeps order, these tell which is first where they are apart; only where they are not `exactly` is called.
#[inline]
pub(crate) fn order_of_touches<N: Ord>(
    (number, [early, late]): (N, [f64; 2]),
    (other, [other_early, other_late]): (N, [f64; 2]),
    exactly: impl FnOnce() -> Ordering,
) -> Ordering {
    if late < other_early {
        Ordering::Less
    } else if other_late < early {
        Ordering::Greater
    } else {
        seldom(exactly).then(number.cmp(&other))
    }
}

#[cold]
#[inline(never)]
fn seldom(exactly: impl FnOnce() -> Ordering) -> Ordering {
    exactly()
}

/// Whether one touch comes strictly before another, given their times rounded toward zero.
pub(crate) fn is_earlier(sweep: &Sweep, (touch, t): (&Touch, f64), (other, other_t): (&Touch, f64)) -> bool {
    let exactly = || touch.moment(sweep).order_in_integers(&other.moment(sweep));
    order_of_touches(((), [t; 2]), ((), [other_t; 2]), exactly) == Ordering::Less
}

impl sealed::Sealed for Segment {}
impl Obstacle for Segment {
    type Touch = Hit;

    #[inline]
    fn first_touch_of(&self, sweep: &Sweep) -> Option<Hit> {
        if sweep.radius == 0.0 {
            return match PointTouch::through(sweep.ends(), self.ends()) {
                Some(true) => Some(simd::run(HitThrough(sweep, self))),
                Some(false) => None,
                None => sweep.touch_in_doubt(self),
            };
        }
        Some(sweep.hit(self, Touch::Disc(reach::wall(sweep.ends(), self.ends(), sweep.radius)?)))
    }

    fn first_touch_of_mover(&self, sweep: &MoverSweep<'_>) -> Option<Hit> {
        shaped::touch_of_segment(self, sweep)
    }

    fn overlap_of(&self, sweep: &MoverSweep<'_>) -> Option<Overlap> {
        shaped::overlap_of_hull(shaped::hull_of_segment(&self.ends()), sweep)
    }
}
