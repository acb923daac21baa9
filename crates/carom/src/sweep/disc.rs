//! A disc's hit: where it touches, and in which direction the wall pushes it back.
//!
//! Whether, when and with which part is decided in `exact/motion/reach.rs`; here points and directions are made.

use super::mover::{MoverPart, MoverSweep, Overlap};
use super::path::{Hit, Obstacle, Sweep, sealed};
use super::shaped;
use crate::circle::Circle;
use crate::exact::are_moderate;
use crate::exact::construct::{self, everywhere};
use crate::exact::moment::{Moment, Round, ToSide};
use crate::exact::{Feature, Side, answers::Contact, nearest_feature, orient, reach};
use crate::float;
use crate::point::{ORDINARY, Point, Vec2};
use crate::segment::Segment;
use crate::simd::{Four, Machine, Numbers, One, Single};

/// The hit that begins with a disc's touch of a wall.
#[inline(always)]
pub(super) fn hit_of_wall<M: Machine>(sweep: &Sweep, wall: &Segment, touch: &reach::Touch) -> Hit {
    match (touch.contact, touch.moment, touch.feature) {
        (Contact::Crosses, Moment::Side { .. }, _) => sweep.hit_into_side::<M>(wall),
        (Contact::Crosses, Moment::Round(_), feature) => sweep.hit_into_end::<M>(wall, feature),
        (Contact::Overlaps, _, Feature::Side) => sweep.hit_in_overlap::<M>(wall),
        _ => hit_at_an_end_of_the_frame(sweep, wall, touch),
    }
}

impl Sweep {
    /// The hit of a disc that is certain to cross into the side of a wall from further away than its radius.
    ///
    /// To be called where the vectors are known, in a kernel. If it does not cross, the hit means nothing, but nothing panics.
    #[inline(always)]
    pub(crate) fn hit_into_side<M: Machine>(&self, wall: &Segment) -> Hit {
        self.certain_hit_into_side::<M>(wall).unwrap_or_else(|| self.side_hit_in_doubt(wall))
    }

    /// The same; `None` if rounding is in doubt.
    #[inline(always)]
    pub(crate) fn certain_hit_into_side<M: Machine>(&self, wall: &Segment) -> Option<Hit> {
        let is_moderate = self.is_moderate_with::<M>([wall.a(), wall.b()]);
        let one = M::One::all(self.radius);
        let (numbers, is_certain) =
            into_side::<M::One>(everywhere(self.ends()), everywhere(wall.ends()), one, is_moderate);
        let [t, x, y, nx, ny] = numbers;
        let (point, normal) = (Point::new(x.number(), y.number()), Vec2::new(nx.number(), ny.number()));
        let (feature, contact, mover) = (Feature::Side, Contact::Crosses, MoverPart::Whole);
        is_certain.then(|| Hit { t: t.number(), point, normal, feature, contact, mover })
    }

    /// The hit of a disc that is certain to cross into an end of a wall; the same holds.
    #[inline(always)]
    pub(crate) fn hit_into_end<M: Machine>(&self, wall: &Segment, feature: Feature) -> Hit {
        self.certain_hit_into_end::<M>(wall, feature).unwrap_or_else(|| self.end_hit_in_doubt(wall, feature))
    }

    /// The same; `None` if rounding is in doubt.
    #[inline(always)]
    pub(crate) fn certain_hit_into_end<M: Machine>(&self, wall: &Segment, feature: Feature) -> Option<Hit> {
        let end = end_of(wall, feature);
        let is_moderate = self.is_moderate_with::<M>([end, end]);
        let approach = self.toward(end).approach_of_moderate::<M::One>(is_moderate);
        let ((t, is_time_certain), ([x, y], is_known)) = (approach.time(), approach.direction());
        let normal = Vec2::new(x.number(), y.number()).canonical();
        let (contact, mover) = (Contact::Crosses, MoverPart::Whole);
        (is_time_certain & is_known).then(|| Hit { t: t.number(), point: end, normal, feature, contact, mover })
    }

    /// Whether all numbers of this and of two points are moderate, four at a time.
    #[inline(always)]
    fn is_moderate_with<M: Machine>(&self, [p, q]: [Point; 2]) -> bool {
        let [a, b] = self.ends();
        let ends = [M::Four::of([a.x, a.y, b.x, b.y]), M::Four::of([p.x, p.y, q.x, q.y])];
        M::Four::bits(are_moderate(&[ends[0], ends[1], M::Four::all(self.radius)])) == 0b1111
    }

    /// The hit of a disc that is certain to overlap a wall when it starts; the same holds.
    #[inline(always)]
    pub(crate) fn hit_in_overlap<M: Machine>(&self, wall: &Segment) -> Hit {
        self.hit_in_overlap_with::<M>(wall, nearest_feature(self.start, wall.ends()))
    }

    /// The same, given the part of the wall that is nearest to where it starts.
    #[inline(always)]
    pub(crate) fn hit_in_overlap_with<M: Machine>(&self, wall: &Segment, feature: Feature) -> Hit {
        let hit = self.certain_hit_in_overlap::<M>(wall, feature);
        hit.unwrap_or_else(|| self.overlap_hit_in_doubt(wall, feature))
    }

    /// The same; `None` if rounding is in doubt.
    #[inline(always)]
    pub(crate) fn certain_hit_in_overlap<M: Machine>(&self, wall: &Segment, feature: Feature) -> Option<Hit> {
        let (point, normal, is_certain) = if feature == Feature::Side {
            let start = [M::One::all(self.start.x), M::One::all(self.start.y)];
            let is_moderate = self.is_moderate_with::<M>([wall.a(), wall.b()]);
            let ([x, y, nx, ny], is_certain) = over_side::<M::One>(start, everywhere(wall.ends()), is_moderate);
            (Point::new(x.number(), y.number()), Vec2::new(nx.number(), ny.number()), is_certain)
        } else {
            let end = end_of(wall, feature);
            let from = self.start - end;
            let squared = from.length_squared();
            // As in [`Vec2::normalized`].
            let is_ordinary = (ORDINARY[0] < squared) & (squared < ORDINARY[1]);
            (end, (from / float::sqrt(squared)).canonical(), is_ordinary)
        };
        let (contact, mover) = (Contact::Overlaps, MoverPart::Whole);
        is_certain.then_some(Hit { t: 0.0, point, normal, feature, contact, mover })
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn overlap_hit_in_doubt(&self, wall: &Segment, feature: Feature) -> Hit {
        let touch = reach::Touch { contact: Contact::Overlaps, moment: Moment::Start, feature };
        hit_at_an_end_of_the_frame(self, wall, &touch)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn side_hit_in_doubt(&self, wall: &Segment) -> Hit {
        let t = Moment::Side { path: self.ends(), wall: wall.ends(), radius: self.radius }.time_with::<One<false>>();
        let along = wall.a().direction_to(wall.b());
        let from_left = orient(wall.a(), wall.b(), self.start) == Side::Left;
        let normal = if from_left { -along.normal() } else { along.normal() };
        let point = (self.at(t) - normal * self.radius).within_numbers();
        Hit {
            t,
            point,
            normal: normal.canonical(),
            feature: Feature::Side,
            contact: Contact::Crosses,
            mover: MoverPart::Whole,
        }
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn end_hit_in_doubt(&self, wall: &Segment, feature: Feature) -> Hit {
        let end = end_of(wall, feature);
        let moment = Moment::Round(self.toward(end));
        let normal = direction(&self.toward(end), moment).unwrap_or_default().canonical();
        Hit {
            t: moment.time_with::<One<false>>(),
            point: end,
            normal,
            feature,
            contact: Contact::Crosses,
            mover: MoverPart::Whole,
        }
    }

    /// This disc and a point that stands still.
    #[inline(always)]
    fn toward(&self, point: Point) -> Round {
        Round { start: [self.start, point], end: [self.end, point], radii: [self.radius, 0.0] }
    }
}

/// Time, point and normal of discs that cross into the sides of walls, and whether they are certain.
///
/// The same sums and products as in `side_hit_in_doubt`, so that point and normal, which are not rounded once, are the same bits: see
/// [`construct::between_moderate`] and [`Vec2::normalized`].
#[inline(always)]
pub(super) fn into_side<N: Numbers>(
    path: [[N; 2]; 2],
    wall: [[N; 2]; 2],
    radius: N,
    is_moderate: N::Truth,
) -> ([N; 5], N::Truth) {
    let to_side = ToSide::of_moderate(path, wall, radius, is_moderate);
    let (t, is_certain) = to_side.time();
    let ([nx, ny], is_ordinary) = normal_toward([to_side.along[0].high, to_side.along[1].high], to_side.across.value());
    let at = construct::between_moderate(path, to_side.motion, t);
    let [x, y] = [at[0].minus(nx.times(radius)), at[1].minus(ny.times(radius))];
    let zero = N::all(0.0);
    ([t, x, y, nx.plus(zero), ny.plus(zero)], N::both(is_certain, is_ordinary))
}

/// The feet of points on walls and the normals toward them, and whether they are certain.
#[inline(always)]
pub(super) fn over_side<N: Numbers>(p: [N; 2], wall: [[N; 2]; 2], is_moderate: N::Truth) -> ([N; 4], N::Truth) {
    let foot = construct::Foot::of_moderate(p, wall, is_moderate);
    let ([nx, ny], is_ordinary) = normal_toward(foot.along, foot.across);
    let ([x, y], zero) = (foot.point, N::all(0.0));
    ([x, y, nx.plus(zero), ny.plus(zero)], N::both(N::both(foot.is_certain, foot.is_beside), is_ordinary))
}

/// The normals of walls, (y, 0 − x), turned round for what is on the left, where `across` is positive; and whether that is all there is to it.
#[inline(always)]
fn normal_toward<N: Numbers>([wx, wy]: [N; 2], across: N) -> ([N; 2], N::Truth) {
    let squared = wx.times(wx).plus(wy.times(wy));
    let length = squared.sqrt();
    let is_ordinary = N::both(N::all(ORDINARY[0]).is_below(squared), squared.is_below(N::all(ORDINARY[1])));
    let side = across.negated();
    ([wy.over(length).turned_by(side), N::all(0.0).minus(wx.over(length)).turned_by(side)], is_ordinary)
}

/// The end of a wall that is meant by a feature.
#[inline(always)]
pub(super) fn end_of(wall: &Segment, feature: Feature) -> Point {
    if feature == Feature::B { wall.b() } else { wall.a() }
}

/// The hit of a disc that touches when the frame starts or ends, or that touches without going deeper.
#[inline(never)]
fn hit_at_an_end_of_the_frame(sweep: &Sweep, wall: &Segment, touch: &reach::Touch) -> Hit {
    let reach::Touch { contact, moment, feature } = *touch;
    let t = moment.time();
    let (point, normal) = match feature {
        Feature::Side => {
            let (along, start) = (wall.a().direction_to(wall.b()), sweep.start());
            let normal = match orient(wall.a(), wall.b(), start) {
                Side::Left => -along.normal(),
                Side::Right => along.normal(),
                Side::On => back_along([start, sweep.end()]).unwrap_or(-along.normal()),
            };
            let point = match contact {
                Contact::Overlaps => construct::foot(start, wall.ends()),
                _ => (sweep.at(t) - normal * sweep.radius()).within_numbers(),
            };
            (point, normal)
        }
        Feature::A | Feature::B => {
            let (end, other) = if feature == Feature::A { (wall.a(), wall.b()) } else { (wall.b(), wall.a()) };
            (end, direction(&sweep.toward(end), moment).unwrap_or_else(|| other.direction_to(end)))
        }
    };
    Hit { t, point, normal: normal.canonical(), feature, contact, mover: MoverPart::Whole }
}

impl sealed::Sealed for Circle {}
impl Obstacle for Circle {
    type Touch = Hit;

    fn first_touch_of(&self, sweep: &Sweep) -> Option<Hit> {
        let standing = Sweep { start: self.center(), end: self.center(), radius: self.radius() };
        standing.first_touch_of(sweep)
    }

    fn first_touch_of_mover(&self, sweep: &MoverSweep<'_>) -> Option<Hit> {
        shaped::touch_of_circle(self, sweep)
    }

    fn overlap_of(&self, sweep: &MoverSweep<'_>) -> Option<Overlap> {
        shaped::overlap_of_hull(shaped::hull_of_circle(&self.center(), self.radius()), sweep)
    }
}

impl sealed::Sealed for Sweep {}
impl Obstacle for Sweep {
    type Touch = Hit;

    /// Two movers: one frame of each, at the same times.
    fn first_touch_of(&self, sweep: &Sweep) -> Option<Hit> {
        let movers =
            Round { start: [sweep.start, self.start], end: [sweep.end, self.end], radii: [sweep.radius, self.radius] };
        let reach::Touch { contact, moment, feature } = reach::round(movers)?;
        let t = moment.time();
        let normal = direction(&movers, moment).unwrap_or(Vec2::new(0.0, 1.0)).canonical();
        // The edge of a huge circle may lie beyond all numbers.
        let edge = (self.at(t) + normal * self.radius).within_numbers();
        // A point touches something round where it is, which is nearer to the truth than the edge of a circle much larger than its way.
        let point = if sweep.radius == 0.0 { sweep.at(t) } else { edge };
        Some(Hit { t, point, normal, feature, contact, mover: MoverPart::Whole })
    }

    fn first_touch_of_mover(&self, sweep: &MoverSweep<'_>) -> Option<Hit> {
        shaped::touch_of_sweep(self, sweep)
    }

    fn overlap_of(&self, sweep: &MoverSweep<'_>) -> Option<Overlap> {
        shaped::overlap_of_hull(shaped::hull_of_sweep(self), sweep)
    }
}

/// The direction from the second of two round things to the first when they first touch, of length 1.
/// `None` if their centres are in one place and they do not move.
fn direction(round: &Round, moment: Moment) -> Option<Vec2> {
    let Round { start: [a, c], end: [b, d], .. } = *round;
    let direction = match moment {
        Moment::Start => c.direction_to(a),
        Moment::End => d.direction_to(b),
        Moment::Side { .. } | Moment::Round(_) => round.direction::<One<false>>(),
    };
    if direction != Vec2::default() {
        return Some(direction);
    }
    // Centres in one place have no direction between them. The first came from where it started, or goes where it ends.
    if a == c { back_along([d, b]) } else { Some(c.direction_to(a)) }
}

/// The direction opposite to a motion, if it is one.
fn back_along([start, end]: [Point; 2]) -> Option<Vec2> {
    (start != end).then(|| end.direction_to(start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::Plain;

    /// The quick ways are for moderate numbers, each for itself.
    #[test]
    fn what_is_moderate() {
        let [least, most] = [2_f64.powi(-130), 2_f64.powi(150)];
        for (x, expected) in [(least / 2.0, false), (least, true), (0.0, true), (most / 2.0, true), (most, false)] {
            for place in 0..9 {
                let mut numbers = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
                numbers[place] = x;
                let [ax, ay, bx, by, px, py, qx, qy, radius] = numbers;
                let sweep = Sweep::disc([ax, ay], [bx, by], radius).unwrap();
                let others = [Point::new(px, py), Point::new(qx, qy)];
                assert_eq!(sweep.is_moderate_with::<Plain>(others), expected, "{numbers:?}");
            }
        }
    }

    /// A disc whose centre starts on a wall is pushed back to where it comes from; one that stands, to the wall's left.
    #[test]
    fn out_of_a_wall_that_it_starts_on() {
        let wall = Segment::new([-2.0, 0.0], [2.0, 0.0]).unwrap();
        for (end, x, y) in [([3.0, 4.0], -0.6, -0.8), ([-3.0, -4.0], 0.6, 0.8), ([0.0, 0.0], 0.0, 1.0)] {
            let hit = Sweep::disc([0.0, 0.0], end, 1.0).unwrap().first_touch(&wall).unwrap();
            assert_eq!((hit.contact, hit.normal), (Contact::Overlaps, Vec2::new(x, y)), "{end:?}");
        }
    }
}
