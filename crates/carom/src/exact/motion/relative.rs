//! Two things in relative motion, as one vertex of each sees it, and the time at which they meet, as an exact number.
//!
//! A vertex is an offset from a position, and the position moves from a start to an end. From a vertex of the second thing to one of the first it is
//! s + a − b − s′ at the start, and with e − s − (e′ − s′) the vector changes in a frame. Both are sums of four given numbers and are never rounded
//! first. The times are those of `moment.rs`, (p − √q)/s, with these vectors in place of differences.
//!
//! In numbers of twice the digits such a sum has k = 3 and l = 2 in the terms of `double.rs`, as v has in its table. Then a·v, a×v and v² have 34 and 6,
//! (a×v)² has 141 and 13, q 168 and 14, its root 95 and 2, and the time 203 and 14: within [`ERROR`](crate::exact::numbers::double::ERROR), with the same
//! factor of four left. Sums of four moderate numbers are below 2¹⁵², as differences of differences are.

use super::moment::{Approach, ToSide, direction_at};
use super::root::Root;
use crate::exact::answers::Side;
use crate::exact::numbers::double::{Double, is_moderate};
use crate::exact::numbers::integer::{DEGREE_4, DEGREE_6, DEGREE_16, Grid, Int};
use crate::exact::numbers::number::{Bounded, Number, cross, minus, vector};
use crate::exact::numbers::tiers::{decide, in_integers};
use crate::point::{Point, Vec2};
use crate::simd::{self, Kernel, Machine, One, Single};
use core::cmp::Ordering;

/// A vertex of something that moves: its offset from a position, and where that starts and ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vertex {
    pub(crate) offset: Point,
    pub(crate) path: [Point; 2],
}

/// A vertex of each of two things.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Between {
    pub(crate) first: Vertex,
    pub(crate) second: Vertex,
    pub(crate) radii: [f64; 2],
}

impl Between {
    /// From the second to the first at the start.
    #[inline(always)]
    pub(crate) fn from<N: Number>(&self, scale: N::Scale) -> [N; 2] {
        let ([s, t], [a, b]) = ([self.first.path[0], self.second.path[0]], [self.first.offset, self.second.offset]);
        let coordinate = |[s, a]: [f64; 2], [t, b]: [f64; 2]| {
            let sum = N::difference(scale, b, s);
            // Adding nothing would bring an error, and doubt.
            if a == t { sum } else { sum.plus(&N::difference(scale, t, a)) }
        };
        [coordinate([s.x, a.x], [t.x, b.x]), coordinate([s.y, a.y], [t.y, b.y])]
    }

    /// The motion of the first as seen from the second.
    #[inline(always)]
    pub(crate) fn motion<N: Number>(&self, scale: N::Scale) -> [N; 2] {
        let ([a, b], [c, d]) = (self.first.path, self.second.path);
        let motion = vector(scale, a, b);
        if c == d { motion } else { minus(&motion, &vector(scale, c, d)) }
    }

    /// The radii together.
    #[inline(always)]
    pub(crate) fn reach<N: Number>(&self, scale: N::Scale) -> N {
        let [r, s] = self.radii;
        if s == 0.0 { N::of(scale, r) } else { N::sum(scale, r, s) }
    }

    fn points(&self) -> [Point; 7] {
        let (first, second) = (self.first, self.second);
        let [r, s] = self.radii;
        [first.offset, first.path[0], first.path[1], second.offset, second.path[0], second.path[1], Point::new(r, s)]
    }

    /// The direction from the second to the first, of length 1, when they are first as near as the radii together; rounded.
    pub(crate) fn direction(&self) -> Vec2 {
        let ([x, y], is_known) = self.approach::<One<false>>().direction();
        if is_known { Vec2::new(x.0, y.0) } else { self.direction_in_integers() }
    }

    #[cold]
    #[inline(never)]
    fn direction_in_integers(&self) -> Vec2 {
        let Some(grid) = Grid::of_values(Instant::Round(*self).numbers()) else { return Vec2::default() };
        let Root { q, .. } = Instant::Round(*self).root::<DEGREE_6>(grid);
        direction_at(&self.from(grid), &self.motion(grid), &q)
    }

    #[inline(always)]
    fn approach<S: Single>(&self) -> Approach<S> {
        let is_moderate = is_moderate(self.points());
        Approach::of(self.from::<Double<S>>(()), self.motion(()), self.reach(()), is_moderate)
    }
}

/// On which side of the line from one point to another a vertex starts.
pub(crate) fn side_at_start([p, q]: [Point; 2], vertex: Vertex) -> Side {
    let origin = Vertex { offset: p, path: [Point::default(); 2] };
    let between = Between { first: vertex, second: origin, radii: [0.0; 2] };
    let points = between.points();
    let filter = is_moderate(points) & is_moderate([q]);
    let filter =
        if filter { across::<Bounded>((), &between, q).or_else(|| across::<Double>((), &between, q)) } else { None };
    let sign = decide(filter, || {
        let grid = Grid::of_values(points.into_iter().chain([q]).flat_map(|p| [p.x, p.y]));
        grid.and_then(|grid| in_integers(grid.is_narrow(), || across::<Int<DEGREE_4>>(grid, &between, q)))
            .unwrap_or(Ordering::Equal)
    });
    Side::of(sign)
}

/// The sign of (q − p) × (s + a − p), where p is where the second stands.
fn across<N: Number>(scale: N::Scale, between: &Between, q: Point) -> Option<Ordering> {
    cross(&vector::<N>(scale, between.second.offset, q), &between.from(scale)).sign()
}

/// When two things first meet.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Instant {
    /// When the frame starts.
    Start,
    /// When the frame ends.
    End,
    /// A vertex reaches a side that runs along a vector from one point to another; it starts further than the radii from the side's line.
    Side(Between, [Point; 2]),
    /// A vertex reaches another.
    Round(Between),
}

impl Instant {
    /// The largest `f64` not above it.
    #[inline]
    pub(crate) fn time(&self) -> f64 {
        match self {
            Instant::Start => 0.0,
            Instant::End => 1.0,
            _ => simd::run(InDoubles(self)).unwrap_or_else(|| self.time_in_integers()),
        }
    }

    /// Which of two comes first. If their times differ as `f64`, those are in the same order.
    pub(crate) fn order(&self, other: &Instant) -> Ordering {
        let (first, second) = (self.time(), other.time());
        if first == second { self.order_in_integers(other) } else { first.total_cmp(&second) }
    }

    #[cold]
    #[inline(never)]
    fn time_in_integers(&self) -> f64 {
        Grid::of_values(self.numbers()).map_or(0.0, |grid| self.root::<DEGREE_6>(grid).rounded_down())
    }

    /// The same where the times are known to round alike.
    #[cold]
    #[inline(never)]
    pub(crate) fn order_in_integers(&self, other: &Instant) -> Ordering {
        if matches!((self, other), (Instant::Start, Instant::Start) | (Instant::End, Instant::End)) {
            return Ordering::Equal;
        }
        let grid = Grid::of_values(self.numbers().chain(other.numbers()));
        grid.map_or(Ordering::Equal, |grid| self.root::<DEGREE_16>(grid).compare(&other.root(grid)))
    }

    /// p, q and s.
    #[inline(never)]
    fn root<const N: usize>(&self, grid: Grid) -> Root<Int<N>> {
        let quotient = |n: u64| Root { p: Int::from_u64(n), q: Int::ZERO, s: Int::from_u64(1), is_later: false };
        match self {
            Instant::Start => quotient(0),
            Instant::End => quotient(1),
            Instant::Side(between, [p, q]) => {
                let w = grid.vector(*p, *q);
                Root::to_side(&w, &between.from(grid), &between.motion(grid), &between.reach(grid))
            }
            Instant::Round(between) => Root::to_round(&between.from(grid), &between.motion(grid), &between.reach(grid)),
        }
    }

    fn numbers(&self) -> impl Iterator<Item = f64> + use<> {
        let (points, along) = match self {
            Instant::Start | Instant::End => ([Point::default(); 7], [Point::default(); 2]),
            Instant::Side(between, along) => (between.points(), *along),
            Instant::Round(between) => (between.points(), [Point::default(); 2]),
        };
        points.into_iter().chain(along).flat_map(|p| [p.x, p.y])
    }

    #[inline(always)]
    fn time_in_doubles<S: Single>(&self) -> Option<f64> {
        let (t, is_certain) = match self {
            Instant::Start | Instant::End => return None,
            Instant::Side(between, [p, q]) => {
                let is_moderate = is_moderate(between.points()) & is_moderate([*p, *q]);
                let (from, motion) = (between.from::<Double<S>>(()), between.motion(()));
                let to_side = ToSide::to(Double::vector(*p, *q), from, motion, between.reach(()), is_moderate);
                if between.radii == [0.0; 2] { to_side.time_of_point() } else { to_side.time() }
            }
            Instant::Round(between) => between.approach::<S>().time(),
        };
        is_certain.then(|| t.number())
    }
}

/// [`Instant::time`] in numbers of twice the digits.
struct InDoubles<'a>(&'a Instant);

impl Kernel for InDoubles<'_> {
    type Output = Option<f64>;

    #[inline(always)]
    fn run<M: Machine>(self) -> Option<f64> {
        self.0.time_in_doubles::<M::One>()
    }
}
