//! Walls that move: where they are, whether a body goes past one, and whether it leaves one, in relative motion and exactly.
//!
//! A wall that moves has the numbers it was made of, P and Q, an offset O that all walls of its group share, and their velocity u: at a time T it
//! goes from P + O + u·T to Q + O + u·T, as exact numbers that are never rounded. Seen from it, it stands still, and a body at a place x is at
//!
//! x − P − O − u·T,
//!
//! with the velocity v − u. So every question about it is one about a wall that stands still, asked of longer numbers.
//!
//! **Errors.** In the terms of the table in `numbers/double.rs` that vector has k = 8 and l = 3, the way M of a body between two places 15 and
//! 4, M × S of such a way and such a place 74 and 9, and |M × S| − r|M| has k = 93, far below what the bound allows.

use super::flight::{Flight, is_mild, place};
use crate::exact::answers::{Feature, Side};
use crate::exact::numbers::double::Double;
use crate::exact::numbers::dyadic::Dyadic;
use crate::exact::numbers::number::{Number, cross, dot, minus, vector};
use crate::point::{Point, Vec2};
use core::cmp::Ordering::{self, Equal, Greater, Less};

/// Half a unit in the last place of 1, and how many of them [`Drifting::is_beside`] allows for.
const UNIT: f64 = f64::EPSILON / 2.0;
const BESIDE: f64 = 16.0 * UNIT;

/// How a wall moves: its points P are at P + offset + velocity·T.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Drift {
    pub(crate) offset: Vec2,
    pub(crate) velocity: Vec2,
}

impl Drift {
    /// One that has come to an offset and stays there.
    pub(crate) fn at(offset: Vec2) -> Drift {
        Drift { offset, velocity: Vec2::default() }
    }

    /// How the origin moves with it.
    pub(crate) fn flight(&self) -> Flight {
        Flight { at: Point::new(self.offset.x, self.offset.y), velocity: self.velocity, since: 0.0 }
    }

    /// Where a point of a wall is at a time, rounded.
    pub(crate) fn moved(&self, point: Point, time: f64) -> Point {
        point + (self.offset + self.velocity * time)
    }

    /// From a point of a wall to a place, at a time.
    #[inline(always)]
    pub(super) fn from<N: Number<Scale = ()>>(&self, point: Point, at: Point, time: f64) -> [N; 2] {
        let Drift { offset, velocity } = self;
        let axis = |point: f64, at: f64, offset: f64, velocity: f64| {
            let way = N::of((), velocity).times(&N::of((), time));
            N::difference((), point, at).minus(&N::of((), offset)).minus(&way)
        };
        [axis(point.x, at.x, offset.x, velocity.x), axis(point.y, at.y, offset.y, velocity.y)]
    }

    /// From a point of a wall to a body in flight, at a time.
    #[inline(always)]
    pub(super) fn to_flight<N: Number<Scale = ()>>(self, point: Point, flight: &Flight, time: f64) -> [N; 2] {
        let Drift { offset, velocity } = self;
        let axis = |point: f64, offset: f64, velocity: f64| {
            N::sum((), point, offset).plus(&N::of((), velocity).times(&N::of((), time)))
        };
        let wall = [axis(point.x, offset.x, velocity.x), axis(point.y, offset.y, velocity.y)];
        minus(&place(flight, time), &wall)
    }

    /// A velocity as it is seen from the wall.
    #[inline(always)]
    pub(super) fn relative<N: Number<Scale = ()>>(&self, velocity: Vec2) -> [N; 2] {
        let Vec2 { x, y } = self.velocity;
        [N::difference((), x, velocity.x), N::difference((), y, velocity.y)]
    }

    pub(super) fn is_mild(&self, time: f64) -> bool {
        let Drift { offset, velocity } = self;
        is_mild(&[offset.x, offset.y, velocity.x, velocity.y, time])
    }
}

/// A wall, or something round if both ends are one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Drifting {
    pub(crate) ends: [Point; 2],
    pub(crate) radius: f64,
    pub(crate) drift: Drift,
}

impl Drifting {
    /// On which side of its line a place is at a time.
    pub(crate) fn side(&self, at: Point, time: f64) -> Side {
        let answer = self.sure(at, time, &[]).then(|| self.side_in::<Double>(at, time)).flatten();
        match answer.or_else(|| self.side_in::<Dyadic>(at, time)) {
            Some(sign) => Side::of(sign),
            None => Side::On,
        }
    }

    fn side_in<N: Number<Scale = ()>>(&self, at: Point, time: f64) -> Option<Ordering> {
        let [p, q] = self.ends;
        cross(&vector::<N>((), p, q), &self.drift.from(p, at, time)).sign()
    }

    /// Whether a velocity leads away from the part of it that is touched in a place at a time (`Greater`) or toward it (`Less`).
    pub(crate) fn leaves(&self, feature: Feature, at: Point, time: f64, velocity: Vec2) -> Ordering {
        let is_mild = self.sure(at, time, &[velocity.x, velocity.y]);
        let answer = if is_mild { self.leaves_in::<Double>(feature, at, time, velocity) } else { None };
        answer.or_else(|| self.leaves_in::<Dyadic>(feature, at, time, velocity)).unwrap_or(Equal)
    }

    fn leaves_in<N: Number<Scale = ()>>(&self, feature: Feature, at: Point, time: f64, v: Vec2) -> Option<Ordering> {
        let [p, q] = self.ends;
        let (v, from) = (self.drift.relative::<N>(v), |end: Point| self.drift.from::<N>(end, at, time));
        if p == q || feature == Feature::A {
            return dot(&from(p), &v).sign();
        }
        if feature == Feature::B {
            return dot(&from(q), &v).sign();
        }
        let w = vector::<N>((), p, q);
        Some(match (cross(&w, &from(p)).sign()?, cross(&w, &v).sign()?) {
            (Equal, _) | (_, Equal) => Equal,
            (side, turn) if side == turn => Greater,
            _ => Less,
        })
    }

    /// Whether a body that goes straight from one place to another, in the time in which the wall goes from one to another, keeps clear of it: a disc
    /// may touch it, a point may not.
    pub(crate) fn is_clear(&self, radius: f64, from: (Point, f64), to: (Point, Drift, f64)) -> bool {
        if self.is_beside(radius, from, to) {
            return true;
        }
        let path = Path { wall: self, radius, from, to };
        let is_mild = self.sure(from.0, from.1, &[to.0.x, to.0.y, radius, self.radius]) && to.1.is_mild(to.2);
        let answer = if is_mild { path.is_clear::<Double>() } else { None };
        answer.or_else(|| path.is_clear::<Dyadic>()).unwrap_or(false)
    }

    /// Whether a body that goes straight from one place to another, in the time in which the wall goes from one to another, clearly stays on one side of the wall's line, further from it
    /// than they are thick: then it does not touch it. In floats; `false` if they cannot tell, and for something round.
    ///
    /// The side is that of c = w × s for w = Q − P and s = x − P − O − u·T, and c/|w| is how far it is from the line, at the start and at the end; in between c changes evenly.
    ///
    /// **Error.** Let B be the sum of the sizes of P and Q over both axes, and S that of all four numbers of s. A coordinate of w is off by u of B; one of s by u for each of its
    /// three sums and for the product, together 4u of S, and where x is the end of a flight rounded by 3.2u of its numbers, which are in S too, by 7.2u. The two products of c have an error of
    /// (7.2 + 1 + 2)u·BS, and their sum one of u·BS more: 11.2u, and next to nothing where they vanish. 16u is allowed, which leaves room for the rounding of B, S, and of the reach
    /// r|w| ≤ r(|w.x| + |w.y|), whose error is 4u of it.
    #[inline]
    pub(crate) fn is_beside(&self, radius: f64, from: (Point, f64), to: (Point, Drift, f64)) -> bool {
        self.is_beside_by([BESIDE, 0.0], radius, from, to)
    }

    /// The same with more room: so many times all sizes, to which a size is added. The first is at least what [`Drifting::is_beside`] allows for.
    ///
    /// With m for that part and S for all sizes, c/|w| is more than the reach by mS at the start and at the end, as B is no less than |w|; in between S changes as evenly as c does at most.
    #[inline]
    pub(crate) fn is_beside_by(
        &self,
        [part, size]: [f64; 2],
        radius: f64,
        from: (Point, f64),
        to: (Point, Drift, f64),
    ) -> bool {
        let [p, q] = self.ends;
        let w = q - p;
        let base = (p.x.abs() + p.y.abs()) + (q.x.abs() + q.y.abs());
        let reach = (radius + self.radius) * (w.x.abs() + w.y.abs()) * (1.0 + 8.0 * UNIT);
        let seen = |at: Point, drift: &Drift, time: f64, more: f64| {
            let Drift { offset, velocity } = drift;
            let gone = *velocity * time;
            let s = (at - p) - *offset - gone;
            let sizes =
                [at.x, at.y, p.x, p.y, offset.x, offset.y, gone.x, gone.y].iter().fold(more, |sum, x| sum + x.abs());
            (w.x * s.y - w.y * s.x, reach + part * base * sizes + f64::MIN_POSITIVE)
        };
        let (first, least) = seen(from.0, &self.drift, from.1, size);
        // What the end was made of is what it began with, and how far it went.
        let (last, most) = seen(to.0, &to.1, to.2, size + 2.0 * (from.0.x.abs() + from.0.y.abs()));
        p != q && ((first > least && last > most) || (-first > least && -last > most))
    }

    /// Whether numbers of twice the digits are certain enough to ask.
    fn sure(&self, at: Point, time: f64, others: &[f64]) -> bool {
        let [p, q] = self.ends;
        self.drift.is_mild(time) && is_mild(&[at.x, at.y, p.x, p.y, q.x, q.y]) && is_mild(others)
    }
}

/// A body's straight way past a wall.
struct Path<'a> {
    wall: &'a Drifting,
    radius: f64,
    from: (Point, f64),
    to: (Point, Drift, f64),
}

impl Path<'_> {
    /// Two segments, the wall and the way of the body past it, are apart by at least the radius if they do not cross and no end of one is nearer to the
    /// other.
    fn is_clear<N: Number<Scale = ()>>(&self) -> Option<bool> {
        let [p, q] = self.wall.ends;
        let start = |end: Point| self.wall.drift.from::<N>(end, self.from.0, self.from.1);
        let (from_p, to_p) = (start(p), self.to.1.from::<N>(p, self.to.0, self.to.2));
        let way = minus(&to_p, &from_p);
        let back = |v: &[N; 2]| [v[0].negated(), v[1].negated()];
        let reach = N::sum((), self.radius, self.wall.radius);
        if p == q {
            // A point may not be on the edge, and something round without breadth is a point.
            let order = distance(&back(&from_p), &way, &reach)?;
            return Some(if self.radius == 0.0 { order == Greater } else { order != Less });
        }
        let w = vector::<N>((), p, q);
        let from_q = start(q);
        if self.radius == 0.0 {
            return Some(!meet(&w, &way, [&from_p, &to_p, &from_q])?);
        }
        // One that is far on one side all the way is the most frequent.
        for (point, line) in [(&from_p, &w), (&to_p, &w)] {
            if distance(point, line, &reach)? == Less {
                return Some(false);
            }
        }
        let sides = [cross(&w, &from_p).sign()?, cross(&w, &to_p).sign()?];
        if sides[0] == sides[1] && sides[0] != Equal {
            let line = |point: &[N; 2]| {
                let c = cross(&w, point);
                N::compare_root(&reach, &dot(&w, &w).root(), &if sides[0] == Less { c.negated() } else { c })
            };
            if line(&from_p)? != Greater && line(&to_p)? != Greater {
                return Some(true);
            }
        }
        for point in [&from_p, &from_q] {
            if distance(&back(point), &way, &reach)? == Less {
                return Some(false);
            }
        }
        Some(!meet(&w, &way, [&from_p, &to_p, &from_q])?)
    }
}

/// The distance of a point from a segment that begins at the origin, against another.
fn distance<N: Number<Scale = ()>>(point: &[N; 2], segment: &[N; 2], reach: &N) -> Option<Ordering> {
    let along = dot(point, segment);
    if along.sign()? != Greater {
        return dot(point, point).compare(&reach.times(reach));
    }
    let squared = dot(segment, segment);
    if along.compare(&squared)? != Less {
        let beyond = minus(point, segment);
        return dot(&beyond, &beyond).compare(&reach.times(reach));
    }
    let across = cross(segment, point);
    let across = if across.sign()? == Less { across.negated() } else { across };
    Some(N::compare_root(reach, &squared.root(), &across)?.reverse())
}

/// Whether a wall along w and a way share a point; the way goes from one place to another, both as seen from the wall's first end, and begins at a third
/// seen from its second.
fn meet<N: Number<Scale = ()>>(w: &[N; 2], way: &[N; 2], [from_p, to_p, from_q]: [&[N; 2]; 3]) -> Option<bool> {
    let (first, last) = (cross(w, from_p).sign()?, cross(w, to_p).sign()?);
    if first == last && first != Equal {
        return Some(false);
    }
    if first == Equal && last == Equal {
        // All on one line: they share no point if both ends of the way are beyond the same end of the wall.
        let squared = dot(w, w);
        let along = [dot(w, from_p), dot(w, to_p)];
        let before = along[0].sign()? == Less && along[1].sign()? == Less;
        let beyond = along[0].compare(&squared)? == Greater && along[1].compare(&squared)? == Greater;
        return Some(!before && !beyond);
    }
    let (p, q) = (cross(way, from_p).sign()?, cross(way, from_q).sign()?);
    Some(p != q || p == Equal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{compare_distance_of_segments, orient, segments_meet};
    use alloc::format;
    use alloc::vec::Vec;
    use carom_oracle::drifting::{Shift, is_clear};
    use carom_oracle::dyadic::{cross, exact};
    use carom_oracle::rng::Rng;

    const CASES: u64 = if carom_oracle::FEW_CASES { 20_000 } else { 400_000 };

    /// Beside a level wall from the origin, above its end: the reach is 8u larger than it is, and what is seen is off by 16u of the wall's length times the height.
    #[test]
    fn beside_by_the_margin() {
        for length in [1.0, 3.0, 1e3] {
            let ends = [Point::new(0.0, 0.0), Point::new(length, 0.0)];
            for (radius, other) in [(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)] {
                let drift = Drift { offset: Vec2::default(), velocity: Vec2::default() };
                let wall = Drifting { ends, radius: other, drift };
                let is_beside = |units: f64| {
                    let from = Point::new(0.0, 1.0 + units * UNIT);
                    wall.is_beside(radius, (from, 0.0), (Point::new(0.0, 9.0), drift, 1.0))
                };
                assert_eq!([20.0, 28.0].map(is_beside), [false, true], "{length} {radius} {other}");
                // With more room, of all sizes and of one more.
                let is_beside_by = |height: f64| {
                    let (from, to) = ((Point::new(0.0, height), 0.0), (Point::new(0.0, 9.0), drift, 1.0));
                    wall.is_beside_by([0.125, 7.0], radius, from, to)
                };
                // h > 1 + (h + 7)/8 from 15/7 on.
                assert_eq!([2.14, 2.15].map(is_beside_by), [false, true], "{length} {radius} {other}");
            }
        }
    }

    /// A wall, a flight and when it ends; many so that the end, or the start, is about as far from the wall's line as the disc is large.
    fn case(rng: &mut Rng) -> (Drifting, f64, Flight, f64) {
        let size = *rng.pick(&[1.0, 1.0, 1e-60, 1e60]);
        let offset = *rng.pick(&[0.0, 1.0, 1e3, 1e6]) * size;
        let mut number = |most: f64| rng.within(-most, most) * size;
        let [p, q] = [0, 1].map(|_| Point::new(offset + number(1.0), number(1.0) - offset));
        let drift =
            Drift { offset: Vec2::new(number(1.0), number(1.0)), velocity: Vec2::new(number(1.0), number(1.0)) };
        let (radius, along, since) = (number(0.5).abs(), number(1.0) / size, number(1.0).abs() / size);
        let end = since + number(1.0).abs() / size;
        let w = q - p;
        let across = Vec2::new(-w.y, w.x).normalized();
        let far = [0, 1].map(|_| radius * rng.pick(&[1.0, 1.0, 1.0 + 1e-15, 1.0 + 1e-12, 1.4, 1.5, 3.0, -1.0]));
        let times = [since, end];
        let [from, to] = [0, 1].map(|k| drift.moved(p + w * along + across * far[k], times[k]));
        let velocity = (to - from) / (end - since);
        (Drifting { ends: [p, q], radius: 0.0, drift }, radius, Flight { at: from, velocity, since }, end)
    }

    /// What is clearly beside a wall is clear of it, exactly; and what is allowed for rounding is more than it does, and not far more.
    #[test]
    fn who_is_beside_a_wall_does_not_touch_it() {
        let (mut counts, mut worst) = ([0_u64; 2], 0.0_f64);
        for number in 0..CASES {
            let (wall, radius, flight, end) = case(&mut Rng::for_case(0, "beside walls that move", number));
            let (to, [p, q]) = (flight.position(end), wall.ends);
            let is_beside = wall.is_beside(radius, (flight.at, flight.since), (to, wall.drift, end));
            counts[usize::from(is_beside)] += 1;
            let ends = [[p.x, p.y], [q.x, q.y]];
            let shift =
                |time: f64| Shift { offset: wall.drift.offset.into(), velocity: wall.drift.velocity.into(), time };
            if is_beside && number % 16 == 0 {
                let [from, to] = [(flight.at.into(), shift(flight.since)), (to.into(), shift(end))];
                assert!(is_clear(radius, ends, from, to), "case {number}: {wall:?} {flight:?} {end}");
            }
            // The exact end of the flight, not the rounded one.
            let axis = |at: f64, v: f64, p: f64, o: f64, u: f64| {
                exact(at) + exact(v) * (exact(end) - exact(flight.since)) - exact(p) - exact(o) - exact(u) * exact(end)
            };
            let Drift { offset: o, velocity: u } = wall.drift;
            let (at, v) = (flight.at, flight.velocity);
            let s = [axis(at.x, v.x, p.x, o.x, u.x), axis(at.y, v.y, p.y, o.y, u.y)];
            let w = [exact(q.x) - exact(p.x), exact(q.y) - exact(p.y)];
            let truth = cross(&w, &s);
            let (rounded, gone) = (q - p, u * end);
            let seen = (to - p) - o - gone;
            let found = rounded.x * seen.y - rounded.y * seen.x;
            let numbers: Vec<f64> =
                [to.x, to.y, p.x, p.y, o.x, o.y, gone.x, gone.y, 2.0 * at.x, 2.0 * at.y].map(f64::abs).to_vec();
            let base = (p.x.abs() + p.y.abs()) + (q.x.abs() + q.y.abs());
            let bound = BESIDE * base * numbers.iter().sum::<f64>();
            let part = (truth - exact(found)).abs().over(&exact(bound));
            assert!(part < 1.0, "case {number}: {part} of what is allowed");
            worst = worst.max(part);
        }
        assert!(counts.iter().all(|&count| CASES / 20 < count), "{counts:?}");
        assert!(0.02 < worst, "only {worst} of what is allowed for is needed");
    }

    /// A wall that moves, seen from the wall, is one that stands still: the same answers as of that, on small grids full of ties, at sizes
    /// where doubles know them and where they do not.
    #[test]
    fn seen_from_it_a_wall_stands_still() {
        let [mut clear, mut ties] = [0; 2];
        let count = if carom_oracle::FEW_CASES { 20_000 } else { 200_000 };
        for case in 0..count {
            let rng = &mut Rng::for_case(0, "drifting walls", case);
            let unit = *rng.pick(&[1.0, 1.0, 2_f64.powi(-400), 2_f64.powi(-600), 2_f64.powi(300)]);
            let mut number = |most: i64| rng.between(-most, most) as f64 * unit;
            let [px, py, qx, qy, ax, ay, bx, by] = [(); 8].map(|()| number(3));
            let [ox, oy, ux, uy, kx, ky, vx, vy] = [(); 8].map(|()| number(2));
            let wall = [Point::new(px, py), if rng.one_in(4) { Point::new(px, py) } else { Point::new(qx, qy) }];
            let drifts = [[ox, oy, ux, uy], [kx, ky, vx, vy]]
                .map(|[x, y, u, v]| Drift { offset: Vec2::new(x, y), velocity: Vec2::new(u, v) });
            let times = [0, 1].map(|_| rng.between(0, 3) as f64);
            // Whole numbers: nothing is rounded.
            let shift = |k: usize| drifts[k].offset + drifts[k].velocity * times[k];
            let seen = [Point::new(ax, ay), Point::new(bx, by)];
            let places = [seen[0] + shift(0), seen[1] + shift(1)];
            let radius = unit * *rng.pick(&[0.0, 0.0, 0.5, 1.0, 2.0, 5.0]);
            // Only something round has breadth.
            let breadth = if wall[0] == wall[1] { unit * rng.between(0, 2) as f64 } else { 0.0 };
            let drifting = Drifting { ends: wall, radius: breadth, drift: drifts[0] };
            let order = compare_distance_of_segments(seen, wall, radius + breadth);
            let expected = match radius {
                0.0 if breadth == 0.0 => !segments_meet(seen, wall),
                0.0 => order == Greater,
                _ => order != Less,
            };
            let (from, to) = ((places[0], times[0]), (places[1], drifts[1], times[1]));
            let told = || format!("case {case}: {wall:?} with {breadth}, {seen:?} with {radius}");
            assert_eq!(drifting.is_clear(radius, from, to), expected, "{}", told());
            let path = Path { wall: &drifting, radius, from, to };
            assert_eq!(path.is_clear::<Dyadic>(), Some(expected), "{}", told());
            clear += u64::from(expected);
            ties += u64::from(order == Equal);
            if wall[0] != wall[1] {
                assert_eq!(drifting.side(places[0], times[0]), orient(wall[0], wall[1], seen[0]), "{}", told());
            }
        }
        assert!(count / 5 < clear && clear < 4 * count / 5 && count / 50 < ties, "{clear} are clear, {ties} tie");
    }

    /// A velocity leads away from a side if it goes to where the body is, and from an end if it does not go toward it.
    #[test]
    fn what_leaves_a_wall_that_moves() {
        let wall = [Point::new(0.0, 0.0), Point::new(4.0, 0.0)];
        let drift = Drift { offset: Vec2::new(1.0, 0.0), velocity: Vec2::new(0.0, 2.0) };
        let beside = Drifting { ends: wall, radius: 0.0, drift };
        // At the time 3 it is at a height of 6, from 1 to 5.
        let leaves = |feature, x, y, v: [f64; 2]| beside.leaves(feature, Point::new(x, y), 3.0, Vec2::new(v[0], v[1]));
        for (y, v, expected) in [
            (7.0, 3.0, Greater),
            (7.0, 2.0, Equal),
            (7.0, 1.0, Less),
            (5.0, 1.0, Greater),
            (5.0, 3.0, Less),
            (6.0, 9.0, Equal),
        ] {
            assert_eq!(leaves(Feature::Side, 2.0, y, [7.0, v]), expected, "at {y} with {v}");
        }
        for (v, expected) in [([-1.0, 2.0], Greater), ([1.0, 2.0], Less), ([0.0, 2.0], Equal), ([0.0, 3.0], Equal)] {
            assert_eq!(leaves(Feature::A, -1.0, 6.0, v), expected, "{v:?}");
        }
        for (v, expected) in [([-1.0, 2.0], Less), ([1.0, 2.0], Greater), ([0.0, -9.0], Equal)] {
            assert_eq!(leaves(Feature::B, 7.0, 6.0, v), expected, "{v:?}");
        }
        // Something round is left where its centre is, whichever end it is called.
        let round = Drifting { ends: [wall[1]; 2], radius: 1.0, drift };
        assert_eq!(round.leaves(Feature::B, Point::new(7.0, 6.0), 3.0, Vec2::new(1.0, 2.0)), Greater);
    }

    /// The origin goes with the wall.
    #[test]
    fn how_the_origin_moves() {
        let drift = Drift { offset: Vec2::new(1.0, -2.0), velocity: Vec2::new(0.5, 3.0) };
        let flight = drift.flight();
        for time in [0.0, 1.0, 4.0] {
            assert_eq!(flight.position(time), drift.moved(Point::default(), time));
        }
        assert_eq!(flight.position(4.0), Point::new(3.0, 10.0));
    }

    /// Beside a wall is who is further from its line than both are thick, and than 16u of the numbers that this is computed from; who is nearer is
    /// not, on either side, at the start or at the end.
    #[test]
    fn beside_a_wall_by_the_margin() {
        for case in 0..400 {
            let rng = &mut Rng::for_case(0, "margins beside walls that move", case);
            let mut number = || rng.between(1, 9) as f64 * 2_f64.powi(rng.between(10, 30) as i32);
            // A level wall of length 1, and bodies above and below its middle; only heights matter, which are small beside all other numbers.
            let (x, offset_x, u) = (number(), number(), number());
            let drift = Drift { offset: Vec2::new(offset_x, 0.0), velocity: Vec2::new(u, 0.0) };
            let wall = Drifting { ends: [Point::new(x, 0.0), Point::new(x + 1.0, 0.0)], radius: 0.25, drift };
            let (radius, times) = (0.75, [2.0, 4.0]);
            let places = times.map(|time| x + 0.5 + offset_x + u * time);
            let base = 2.0 * x + 1.0;
            let margin = |k: usize, more: f64| 16.0 * UNIT * base * (places[k] + x + offset_x + u * times[k] + more);
            // The height adds next to nothing to its own margin.
            let (first, last) = (margin(0, 0.0), margin(1, 2.0 * places[0]));
            for side in [1.0, -1.0] {
                let asked = |parts: [f64; 2]| {
                    let heights = [1.0 + parts[0] * first, 1.0 + parts[1] * last];
                    let [from, to] = [0, 1].map(|k| Point::new(places[k], side * heights[k]));
                    wall.is_beside(radius, (from, times[0]), (to, drift, times[1]))
                };
                assert!(asked([1.01, 1.01]), "case {case}: {first} {last}");
                assert!(!asked([0.99, 1.01]) && !asked([1.01, 0.99]), "case {case}: {first} {last}");
            }
        }
    }
}
