//! Where a body stops beside a wall, and with which velocity it goes on.

use super::bounces::PATIENCE;
use crate::exact::{Facing, Feature, Side, dot_sign, orient, turn};
use crate::float;
use crate::point::{Point, Vec2, max, min};
use crate::response::reflect;
use crate::sweep::{Contact, Hit, MoverPart};
use crate::walls::{Moving, View, Wall, WallId};
use core::cmp::Ordering;

/// Where a body stops beside a wall.
pub(crate) struct Stop {
    /// A place that is certified to be free, and the path to it too.
    pub(crate) at: Point,
    /// Where it touches, as near as numbers come; the same as `at` if that is not near.
    pub(crate) ideal: Point,
}

/// Where steps aside begin, in which way they go, and what they are counted in.
#[derive(Clone, Copy)]
pub(crate) struct Aside {
    pub(crate) ideal: Point,
    pub(crate) way: Vec2,
    pub(crate) unit: f64,
}

/// Steps away from the wall, in units in the last place. The first is enough for the filters to see that the path is free;
/// where there is less room, the others follow.
pub(crate) const STEPS_ASIDE: [f64; 5] = [256.0, 32.0, 4.0, 1.0, 0.0];

/// A body that goes no further than so many units in the last place, four steps aside, has hardly gone anywhere.
pub(crate) const HARDLY_MOVED: f64 = 1024.0;

/// A velocity along a wall is turned away from it by up to 2 to this power units in the last place: by 1, 8, 64 and so on as long as that
/// is next to nothing, up to the first of these powers, and by every power of two from there on.
const TURN_AWAY: [i32; 2] = [21, 40];

/// Steps back along the path, as parts of it, each a power of two with this exponent.
const STEPS_BACK: [i32; 12] = [-48, -44, -40, -36, -32, -28, -24, -20, -16, -8, -2, -1];

impl View<'_> {
    /// The place beside the wall a sweep meets at which it stops: one to which the path is exactly clear of all walls.
    ///
    /// Which one is taken does not matter for safety, only for how near it is; one that fits other needs is preferred.
    /// So it does not matter either how far off the place of the touch is, from which the steps are counted.
    #[inline]
    pub(crate) fn stop_before<M: Moving>(&self, path: &M, hit: &Hit, fits: impl Fn(Point) -> bool) -> Stop {
        let ideal = path.place_of(hit);
        self.stop_beside(path, hit, Aside { ideal, way: hit.normal, unit: unit_of(ideal, path.size()) }, fits)
    }

    /// The same with steps aside in another way than the wall's normal, and of another size.
    #[inline]
    pub(crate) fn stop_beside<M: Moving>(
        &self,
        path: &M,
        hit: &Hit,
        Aside { ideal, way, unit }: Aside,
        fits: impl Fn(Point) -> bool,
    ) -> Stop {
        let is_free = |at: Point| path.on(path.start(), at).is_clear_among(*self) && fits(at);
        for aside in STEPS_ASIDE {
            let at = within(ideal + way * (unit * aside));
            if is_free(at) {
                return Stop { at, ideal };
            }
        }
        match place_around(ideal, unit, is_free) {
            Some(at) => Stop { at, ideal },
            None => self.stop_on_path(path, hit),
        }
    }

    #[cold]
    fn stop_on_path<M: Moving>(&self, path: &M, hit: &Hit) -> Stop {
        for part in STEPS_BACK {
            let at = path.at(hit.t * (1.0 - float::power_of_two(part)));
            if path.on(path.start(), at).is_clear_among(*self) {
                return Stop { at, ideal: at };
            }
        }
        Stop { at: path.start(), ideal: path.start() }
    }

    /// The velocity of a point or disc after a bounce; `hit` says what of the wall it [feels](felt).
    #[inline]
    pub(crate) fn bounced(&self, before: Vec2, wall: WallId, hit: &Hit, at: Point, restitution: f64) -> Bounced {
        self.bounced_by(before, wall, hit, restitution, |wall, velocity| leaves(wall, hit.feature, at, velocity))
    }

    /// The velocity after a bounce; `leaves` says whether one leads away from the wall, exactly.
    #[inline]
    pub(crate) fn bounced_by(
        &self,
        before: Vec2,
        wall: WallId,
        hit: &Hit,
        restitution: f64,
        leaves: impl Fn(&Wall, Vec2) -> Ordering,
    ) -> Bounced {
        let after = finite(with_speed_of(before, reflect(before, hit.normal, restitution), restitution));
        // The normal is off by a few units in the last place; a velocity that clearly leaves needs no exact sign.
        if after.dot(hit.normal) > 64.0 * f64::EPSILON * (after.x.abs() + after.y.abs()) {
            return Bounced { velocity: after, leaves: true, is_plain: true };
        }
        let Some(wall) = self.walls().get(wall) else {
            return Bounced { velocity: after, leaves: true, is_plain: true };
        };
        match leaves(&wall, after) {
            Ordering::Less => {
                // What is left runs along the wall, up to rounding: a little away from it does not meet it again.
                let unit = f64::EPSILON * (after.x.abs() + after.y.abs());
                let away = |power| finite(after + hit.normal * (unit * float::power_of_two(power)));
                let [coarse, most] = TURN_AWAY;
                let powers = (0..coarse).step_by(3).chain(coarse..most);
                let velocity = powers.map(away).find(|&v| leaves(&wall, v) != Ordering::Less);
                // Where that is not enough, the path back was free.
                let velocity = velocity.unwrap_or(if restitution > 0.0 { -before } else { Vec2::default() });
                Bounced { velocity, leaves: false, is_plain: false }
            }
            leaves => Bounced { velocity: after, leaves: leaves == Ordering::Greater, is_plain: true },
        }
    }
}

/// A velocity after a bounce.
pub(crate) struct Bounced {
    pub(crate) velocity: Vec2,
    /// Whether it strictly leaves the wall, and does not run along it or rest.
    pub(super) leaves: bool,
    /// Whether it is the reflected one, and not an escape from a tight place.
    pub(super) is_plain: bool,
}

impl Bounced {
    pub(super) const REST: Bounced = Bounced { velocity: Vec2::new(0.0, 0.0), leaves: false, is_plain: false };

    /// Back along the path it came, with what [`PATIENCE`] bounces leave of its speed.
    pub(super) fn back(arrived: Vec2, restitution: f64) -> Bounced {
        let kept = (0..PATIENCE.ilog2()).fold(restitution, |kept, _| kept * kept);
        let velocity = (-arrived * kept).canonical();
        Bounced { velocity, leaves: velocity != Vec2::default(), is_plain: false }
    }
}

/// The last two walls, if any, that one after the other took all of a body's speed into them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Slides([Option<WallId>; 2]);

impl Slides {
    /// Notes a contact. Whether the body is in a corner that is closed to it: it slid along this wall into another, and along
    /// that one back into this, without having gone anywhere. What speed is left leads into one of them.
    pub(crate) fn end_in_corner(&mut self, wall: WallId, restitution: f64, has_moved: bool) -> bool {
        if restitution > 0.0 {
            *self = Slides::default();
            return false;
        }
        let [before, last] = self.0;
        if last != Some(wall) {
            self.0 = [last, Some(wall)];
        }
        before == Some(wall) && last != Some(wall) && !has_moved
    }
}

/// Whether a body has gone further than steps aside lead: no room for more is no room.
pub(crate) fn has_moved(from: Point, to: Point, radius: f64) -> bool {
    let motion = to - from;
    motion.x.abs() + motion.y.abs() > HARDLY_MOVED * unit_of(to, radius)
}

/// The velocity after an elastic bounce with the speed it had before. A wall's rounded normal is off by the same each time, which
/// would add up; one step of Newton's method for the length leaves only what is off by chance.
fn with_speed_of(before: Vec2, after: Vec2, restitution: f64) -> Vec2 {
    let kept = after * (1.5 - 0.5 * (after.length_squared() / before.length_squared()));
    // Where squares overflow or vanish there is nothing to mend with.
    let is_near = (kept.x - after.x).abs() + (kept.y - after.y).abs() <= 1e-9 * (after.x.abs() + after.y.abs());
    if restitution == 1.0 && is_near { kept } else { after }
}

/// What of a wall turns a point or disc. An end turns a disc as something round does. A point has no room to be turned by one: the direction
/// from the end to where it stops is made of roundings, and the wall's side is what it feels.
pub(crate) fn felt(feature: Feature, radius: f64) -> Feature {
    if radius == 0.0 { Feature::Side } else { feature }
}

/// Whether a velocity leads away from the part of a wall that is touched (`Greater`) or toward it (`Less`), by its exact sign.
pub(crate) fn leaves(wall: &Wall, feature: Feature, at: Point, velocity: Vec2) -> Ordering {
    let origin = Point::default();
    let tip = Point::new(velocity.x, velocity.y);
    if let Some(circle) = wall.circle() {
        return dot_sign(circle.center(), at, origin, tip);
    }
    let Some(segment) = wall.segment() else { return Ordering::Equal };
    let (a, b) = (segment.a(), segment.b());
    match feature {
        Feature::A => dot_sign(a, at, origin, tip),
        Feature::B => dot_sign(b, at, origin, tip),
        Feature::Side => match (orient(a, b, at), turn(a, b, origin, tip)) {
            (Side::On, _) | (_, Side::On) => Ordering::Equal,
            (side, turn) if side == turn => Ordering::Greater,
            _ => Ordering::Less,
        },
    }
}

/// Which way a wall faces where a mover in a place touches it, exactly; where that is no direction, by the hit's rounded normal.
///
/// A side, of the wall or of the mover, faces square to itself. A corner of a mover that is round there and an end, or something round, face
/// from the one to the other. Of two sharp ones nothing but the rounded normal is known.
pub(crate) fn facing_of<M: Moving>(mover: &M, wall: &Wall, hit: &Hit, at: Point) -> Facing {
    let (vertices, radius) = mover.core();
    let vertex = |i: u16| vertices[usize::from(i) % vertices.len()];
    let corner = match hit.mover {
        MoverPart::Edge(i) => return Facing::beside([vertex(i), vertex(i + 1)], hit.normal),
        MoverPart::Vertex(i) => vertex(i),
        MoverPart::Whole => vertex(0),
    };
    let is_point = mover.size() == 0.0;
    let facing = match (wall.segment(), wall.circle(), hit.feature) {
        (Some(_), _, _) if is_point && hit.contact == Contact::Along => Facing::along(hit.normal),
        (Some(wall), _, feature) if is_point || feature == Feature::Side => Facing::beside(wall.ends(), hit.normal),
        (Some(_), _, _) if radius == 0.0 => Facing::along(hit.normal),
        (Some(wall), _, Feature::A) => Facing::away(wall.a(), at, corner),
        (Some(wall), _, _) => Facing::away(wall.b(), at, corner),
        (_, Some(circle), _) => Facing::away(circle.center(), at, corner),
        _ => Facing::along(hit.normal),
    };
    if facing.is_nothing() { Facing::along(hit.normal) } else { facing }
}

/// A unit in the last place of a body's largest number.
pub(crate) fn unit_of(at: Point, radius: f64) -> f64 {
    max(max(max(at.x.abs(), at.y.abs()), radius) * f64::EPSILON, f64::from_bits(1))
}

/// A place that is free, ever further around another: by a half, 1, 2, 4 and up to 4096 units.
#[cold]
pub(crate) fn place_around(wanted: Point, unit: f64, is_free: impl Fn(Point) -> bool) -> Option<Point> {
    #[rustfmt::skip]
    const SIDES: [[f64; 2]; 16] = [
        [1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0],
        [1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0],
        [1.0, 0.5], [-1.0, 0.5], [1.0, -0.5], [-1.0, -0.5],
        [0.5, 1.0], [-0.5, 1.0], [0.5, -1.0], [-0.5, -1.0],
    ];
    if is_free(wanted) {
        return Some(wanted);
    }
    let steps = (-1..13).flat_map(|size| SIDES.map(|[x, y]| Vec2::new(x, y) * (unit * float::power_of_two(size))));
    steps.map(|step| within(wanted + step)).find(|&at| is_free(at))
}

/// The point with coordinates that are too large made as large as numbers go. One that is no number becomes 0: wherever a body is to go,
/// it goes there only if the path is clear.
#[inline(always)]
pub(crate) fn within(point: Point) -> Point {
    let Vec2 { x, y } = finite(Vec2::new(point.x, point.y));
    Point::new(x, y).canonical()
}

/// The same for a vector; a difference of two infinities counts as nothing.
#[inline(always)]
pub(crate) fn finite(vector: Vec2) -> Vec2 {
    if vector.is_finite() { vector } else { made_finite(vector) }
}

#[cold]
#[inline(never)]
fn made_finite(vector: Vec2) -> Vec2 {
    let finite = |x: f64| if x.is_nan() { 0.0 } else { max(min(x, f64::MAX), -f64::MAX) };
    Vec2::new(finite(vector.x), finite(vector.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Circle, Segment, Strategy, Walls};

    /// A speed that is off by roundings is mended; one that is off by more, or that has no square, is left as it is.
    #[test]
    fn speeds_are_mended() {
        let off = 1.0 + 1e-12;
        for before in [Vec2::new(3.0, 4.0), Vec2::new(3.0, 3.0), Vec2::new(0.0, -2.0), Vec2::new(1e-6, 3e-6)] {
            let after = Vec2::new(-before.x * off, before.y * off);
            let kept = with_speed_of(before, after, 1.0);
            let error = (kept.length_squared() / before.length_squared() - 1.0).abs();
            assert!(error < 1e-15, "{before:?}: {kept:?}, off by {error}");
            assert_eq!(with_speed_of(before, after, 0.5), after);
        }
        let pairs = [
            ([1.0, 0.0], [2.0, 0.0]),
            ([1.0, 1.0], [2.0, 2.0]),
            ([0.0, 1.0], [0.0, 2.0]),
            ([1.0, 0.0], [1.01, 0.0]),
            ([1e-6, 0.0], [1.01e-6, 0.0]),
            ([1e6, 0.0], [1.01e6, 0.0]),
        ];
        for (before, after) in pairs.map(|(before, after)| (Vec2::from(before), Vec2::from(after))) {
            assert_eq!(with_speed_of(before, after, 1.0), after, "they have nothing in common");
        }
        for size in [1e-200, 1e200] {
            let (before, after) = (Vec2::new(size, size), Vec2::new(-size, size));
            assert_eq!(with_speed_of(before, after, 1.0), after);
        }
    }

    /// What is clear, and how far a velocity is turned away, is counted in units of its own size.
    #[test]
    fn velocities_that_hardly_leave() {
        let walls = Walls::new([Segment::new([-9.0, 0.0], [9.0, 0.0]).unwrap()]);
        let (id, hit) = walls.first_stop(&crate::Sweep::point([0.0, 1.0], [0.0, -1.0]).unwrap()).unwrap();
        for size in [1e-9, 1.0, 1e12] {
            let unit = f64::EPSILON * size;
            for (fall, is_asked) in [(48.0, true), (96.0, false)] {
                let asked = core::cell::Cell::new(false);
                let leaves = |_: &Wall, _| {
                    asked.set(true);
                    Ordering::Greater
                };
                walls.all().bounced_by(Vec2::new(size, -fall * unit), id, &hit, 1.0, leaves);
                assert_eq!(asked.get(), is_asked, "{size:e}, {fall} units");
            }
            // What leaves is turned away by more than three units: by eight, after one was not enough.
            let leaves = |_: &Wall, v: Vec2| if v.y > 3.0 * unit { Ordering::Greater } else { Ordering::Less };
            let bounced = walls.all().bounced_by(Vec2::new(size, -unit), id, &hit, 0.0, leaves);
            assert!(!bounced.is_plain && !bounced.leaves);
            assert!((7.0 * unit..=9.0 * unit).contains(&bounced.velocity.y), "{size:e}: {:?}", bounced.velocity);
        }
    }

    #[test]
    fn who_has_hardly_moved() {
        let (from, unit) = (Point::new(1.0, -1.0), f64::EPSILON);
        let to = |x: f64, y: f64| Point::new(1.0 + x * unit, -1.0 + y * unit);
        for (place, has_gone) in [
            (from, false),
            (to(-1024.0, 0.0), false),
            (to(-1025.0, 0.0), true),
            (to(0.0, 1025.0), true),
            (to(-600.0, 600.0), true),
            (to(-500.0, 500.0), false),
        ] {
            assert_eq!(has_moved(from, place, 0.0), has_gone, "{place:?}");
            assert!(!has_moved(from, place, 4.0), "a body of that size has larger units");
        }
    }

    /// Back with what 64 bounces leave, which may be nothing.
    #[test]
    fn back_along_the_path() {
        let arrived = Vec2::new(3.0, -4.0);
        let [all, some, none] = [1.0, 0.5, 0.0].map(|restitution| Bounced::back(arrived, restitution));
        assert_eq!((all.velocity, all.leaves, all.is_plain), (Vec2::new(-3.0, 4.0), true, false));
        let part = float::power_of_two(-64);
        assert_eq!((some.velocity, some.leaves), (Vec2::new(-3.0 * part, 4.0 * part), true));
        assert_eq!((none.velocity.x.to_bits(), none.velocity.y.to_bits(), none.leaves), (0, 0, false));
    }

    /// Into one wall, along it into another, and back into the first, without having gone anywhere.
    #[test]
    fn a_corner_that_is_closed() {
        let segment = |x: f64| Segment::new([x, 0.0], [x, 1.0]).expect("it has two ends");
        let walls = Walls::with(Strategy::BruteForce, [0.0, 1.0, 2.0].map(segment));
        let ids: alloc::vec::Vec<WallId> = walls.ids().collect();
        let after = |contacts: &[(usize, f64, bool)]| {
            let mut slides = Slides::default();
            contacts
                .iter()
                .map(|&(wall, restitution, moved)| slides.end_in_corner(ids[wall], restitution, moved))
                .last()
        };
        assert_eq!(after(&[(0, 0.0, false), (1, 0.0, false), (0, 0.0, false)]), Some(true));
        assert_eq!(after(&[(0, 0.0, false), (1, 0.0, false), (1, 0.0, false), (0, 0.0, false)]), Some(true));
        for open in [
            &[(0, 0.0, false)][..],
            &[(0, 0.0, false), (1, 0.0, false)],
            &[(0, 0.0, false), (0, 0.0, false), (0, 0.0, false)],
            &[(0, 0.0, false), (1, 0.0, false), (2, 0.0, false)],
            &[(0, 0.0, false), (1, 0.0, false), (0, 0.0, true)],
            &[(0, 0.0, false), (1, 0.0, false), (0, 0.5, false)],
            &[(0, 0.0, false), (1, 0.5, false), (0, 0.0, false)],
        ] {
            assert_eq!(after(open), Some(false), "{open:?}");
        }
    }

    #[test]
    fn what_leaves_a_wall() {
        assert_eq!([felt(Feature::A, 0.0), felt(Feature::A, 1.0)], [Feature::Side, Feature::A]);
        let wall = Wall::from(Segment::new([0.0, 0.0], [4.0, 0.0]).expect("it has two ends"));
        let round = Wall::from(Circle::new([0.0, 0.0], 1.0).expect("it has a radius"));
        let (less, equal, greater) = (Ordering::Less, Ordering::Equal, Ordering::Greater);
        for (feature, at, velocity, expected) in [
            (Feature::Side, [1.0, 2.0], [5.0, 1.0], greater),
            (Feature::Side, [1.0, 2.0], [5.0, -1.0], less),
            (Feature::Side, [1.0, 2.0], [5.0, 0.0], equal),
            (Feature::Side, [1.0, -2.0], [5.0, 1.0], less),
            (Feature::Side, [1.0, -2.0], [5.0, -1.0], greater),
            (Feature::Side, [1.0, 0.0], [5.0, -1.0], equal),
            (Feature::A, [-1.0, 0.0], [-1.0, 9.0], greater),
            (Feature::A, [-1.0, 0.0], [1.0, 9.0], less),
            (Feature::B, [5.0, 0.0], [1.0, 9.0], greater),
            (Feature::B, [5.0, 0.0], [0.0, 9.0], equal),
        ] {
            let found = leaves(&wall, feature, Point::from(at), Vec2::from(velocity));
            assert_eq!(found, expected, "{feature:?} {at:?} {velocity:?}");
        }
        assert_eq!(leaves(&round, Feature::Side, Point::new(2.0, 0.0), Vec2::new(1.0, 0.0)), greater);
        assert_eq!(leaves(&round, Feature::Side, Point::new(2.0, 0.0), Vec2::new(-1.0, 0.0)), less);
    }

    /// The nearest that is free, a half of a unit away at first.
    #[test]
    fn places_around() {
        let wanted = Point::new(2.0, 3.0);
        assert_eq!(place_around(wanted, 4.0, |_| true), Some(wanted));
        assert_eq!(place_around(wanted, 4.0, |at| at != wanted), Some(Point::new(4.0, 3.0)));
        assert_eq!(place_around(wanted, 4.0, |at| at.y < -4.0 && at.x < 2.0), Some(Point::new(-6.0, -5.0)));
        assert_eq!(place_around(wanted, 4.0, |at| at.x > 16_385.0), Some(Point::new(16_386.0, 3.0)));
        assert_eq!(place_around(wanted, 4.0, |at| at.x > 16_387.0), None);
    }

    /// Which way a wall faces is told by what touches: the mover's side, the wall's, or from an end or centre to a round corner; of two sharp ones
    /// the rounded normal tells.
    #[test]
    fn which_way_a_wall_faces() {
        use crate::sweep::{Mover, MoverSweep, Sweep};
        let wall = Wall::from(Segment::new([0.0, 0.0], [4.0, 0.0]).expect("it has two ends"));
        let round = Wall::from(Circle::new([-3.0, 1.0], 1.0).expect("it has a radius"));
        // Along none of the directions in question.
        let normal = Vec2::new(0.6, 0.8);
        let hit = |feature, mover, contact| Hit { t: 0.5, point: Point::default(), normal, feature, contact, mover };
        let check = |facing: Facing, [x, y]: [f64; 2], what: &str| {
            let out = Vec2::new(x, y);
            let heights = [out, -out, Vec2::new(-y, x), Vec2::new(y, -x)].map(|v| facing.height(v));
            assert_eq!(heights, [Ordering::Greater, Ordering::Less, Ordering::Equal, Ordering::Equal], "{what}");
        };
        let (side, crosses) = (Feature::Side, Contact::Crosses);
        let triangle =
            Mover::polygon(&crate::Polygon::new([[0.0, 0.0], [4.0, 1.0], [0.0, 3.0]]).expect("it has three"));
        let triangle = triangle.expect("it has no holes");
        let capsule = Mover::capsule([1.0, 0.0], [2.0, 0.0], 0.5).expect("it has two ends");
        let at = Point::new(5.0, 5.0);
        let place = |mover| MoverSweep::between(mover, at, at);
        for (edge, out) in [(0, [-1.0, 4.0]), (1, [2.0, 4.0]), (2, [1.0, 0.0])] {
            let hit = hit(Feature::A, MoverPart::Edge(edge), crosses);
            check(facing_of(&place(&triangle), &wall, &hit, at), out, "a side of the mover");
        }
        let on_side = hit(side, MoverPart::Vertex(1), crosses);
        check(facing_of(&place(&triangle), &wall, &on_side, at), [0.0, 1.0], "a side of the wall");
        let sharp = hit(Feature::A, MoverPart::Vertex(1), crosses);
        check(facing_of(&place(&triangle), &wall, &sharp, at), [0.6, 0.8], "two sharp corners");
        for (feature, vertex, out) in [
            (Feature::A, 0, [6.0, 5.0]),
            (Feature::A, 1, [7.0, 5.0]),
            (Feature::B, 0, [2.0, 5.0]),
            (Feature::B, 1, [3.0, 5.0]),
        ] {
            let hit = hit(feature, MoverPart::Vertex(vertex), crosses);
            check(facing_of(&place(&capsule), &wall, &hit, at), out, "a round corner and an end");
        }
        let on_round = hit(side, MoverPart::Vertex(1), crosses);
        check(facing_of(&place(&capsule), &round, &on_round, at), [10.0, 4.0], "a round corner and a pillar");
        let [point, disc] = [0.0, 1.0].map(|radius| Sweep::disc(at, at, radius).expect("it has a radius"));
        let at_end = hit(Feature::A, MoverPart::Whole, crosses);
        check(facing_of(&disc, &wall, &at_end, at), [5.0, 5.0], "a disc and an end");
        check(facing_of(&disc, &round, &at_end, at), [8.0, 4.0], "a disc and a pillar");
        check(facing_of(&point, &wall, &at_end, at), [0.0, 1.0], "a point and an end");
        let along = hit(Feature::A, MoverPart::Whole, Contact::Along);
        check(facing_of(&point, &wall, &along, at), [0.6, 0.8], "a point along a wall");
        check(facing_of(&disc, &wall, &along, at), [5.0, 5.0], "a disc along a wall");
        check(facing_of(&disc, &wall, &at_end, Point::default()), [0.6, 0.8], "a disc whose centre is the end");
    }

    /// A velocity that runs along a wall but for rounding is turned away by next to nothing, and never leads into it.
    #[test]
    fn along_a_wall_never_into_it() {
        let mut turned = 0;
        for k in 1..200 {
            let (x, y) = (f64::from(k % 17) + 0.1, f64::from(k % 23) * 0.7 - 8.0);
            let segment = Segment::new([0.3, -0.2], [0.3 + x, y]).expect("it has two ends");
            let walls = Walls::with(Strategy::BruteForce, [segment]);
            let (view, wall) = (walls.all(), walls.ids().next().expect("there is one"));
            let way = segment.a().direction_to(segment.b());
            let (normal, contact) = (way.normal(), Contact::Crosses);
            // Beside the middle, on the side that the normal points to.
            let at = segment.a() + (segment.b() - segment.a()) * 0.5 + normal;
            let hit = Hit { t: 0.5, point: at, normal, feature: Feature::Side, contact, mover: MoverPart::Whole };
            let stored = Wall::from(segment);
            for (before, restitution) in [
                (way * 3.0 - normal * 2.0, 0.0),
                (way * -5.0 - normal * 1e-3, 0.0),
                (way * 3.0, 1.0),
                (way * -3e-7, 0.5),
                (way * 3e100 - normal * 1e84, 0.0),
            ] {
                let bounced = view.bounced(before, wall, &hit, at, restitution);
                let (v, size) = (bounced.velocity, before.x.abs() + before.y.abs());
                let leads = leaves(&stored, Feature::Side, at, v);
                assert_ne!(leads, Ordering::Less, "{k}: {before:?}: {v:?}");
                let off = v - way * before.dot(way);
                assert!(off.x.abs() + off.y.abs() <= 1e-9 * size, "{k}: {before:?}: {v:?}");
                assert_eq!(bounced.leaves, bounced.is_plain && leads == Ordering::Greater, "{k}: {before:?}: {v:?}");
                turned += usize::from(!bounced.is_plain);
            }
            let bounced = view.bounced(way - normal, wall, &hit, at, 1.0);
            let off = bounced.velocity - (way + normal);
            assert!(bounced.leaves && bounced.is_plain && off.x.abs() + off.y.abs() < 1e-14, "{k}");
        }
        assert!(turned > 100, "{turned}");
    }
}
