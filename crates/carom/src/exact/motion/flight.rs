//! Two bodies in flight: do they come closer than their radii, are they coming closer, how far apart are they?
//!
//! A [`Flight`] is a straight line of positions in time, `at + velocity · (time − since)`, taken as exact numbers: nothing is
//! rounded in between, and the two may have started at different times. With D(T) the vector between them,
//!
//! D(T) = K + W·T,  K = (x − y) − v·s + w·u,  W = v − w,
//!
//! where x, v, s and y, w, u are place, velocity and start of the first and of the second. The three questions are
//! signs of polynomials: (K×W)² − R²W² (the smallest distance of both lines against the radii),
//! W·D(T) (coming closer or parting), and D(T)² − R². Floats answer nearly always (`world/meeting.rs`);
//! this decides what they leave in doubt.

use crate::exact::numbers::double::Double;
use crate::exact::numbers::integer::{DEGREE_6, Grid, Int};
use crate::exact::numbers::number::{Number, cross, dot, minus};
use crate::exact::numbers::tiers::{decide, in_integers};
use crate::point::{Point, Vec2};
use crate::simd::{Numbers, One};
use core::cmp::Ordering;

/// Straight motion: it was at a place at a time, and has a velocity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Flight {
    pub(crate) at: Point,
    pub(crate) velocity: Vec2,
    pub(crate) since: f64,
}

impl Flight {
    /// Where it is at a time, rounded: off by at most u of the result and 2.1u of the path there.
    #[inline(always)]
    pub(crate) fn position(&self, time: f64) -> Point {
        self.at + self.velocity * (time - self.since)
    }
}

/// Two flights of round bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) flights: [Flight; 2],
    pub(crate) radii: [f64; 2],
}

impl Pair {
    /// A flight and something that stands still.
    pub(crate) fn with_point(flight: &Flight, at: Point, radii: [f64; 2]) -> Pair {
        let standing = Flight { at, velocity: Vec2::default(), since: flight.since };
        Pair { flights: [*flight, standing], radii }
    }

    /// Whether the two lines of flight come strictly closer to each other than the sum of the radii, at any time.
    /// Two points do if they are ever in the same place. If the velocities are equal, the distance never changes, and the answer is no.
    pub(crate) fn comes_close(&self) -> bool {
        self.outlook(self.flights[0].since).comes_close()
    }

    /// Whether they come closer at a time (`Less`), part (`Greater`) or neither.
    pub(crate) fn approach(&self, time: f64) -> Ordering {
        self.outlook(time).approach()
    }

    /// Whether at a time they overlap (`Less`), touch or are apart (`Greater`).
    pub(crate) fn clearance(&self, time: f64) -> Ordering {
        self.outlook(time).clearance()
    }

    /// All three questions at a time.
    #[inline(always)]
    pub(crate) fn outlook(&self, time: f64) -> Outlook<'_> {
        Outlook { pair: self, time, signs: signs_in_doubles(self, time) }
    }

    #[cold]
    #[inline(never)]
    fn answer_in_doubt(&self, question: Question) -> Ordering {
        let [first, second] = &self.flights;
        let [r, s] = self.radii;
        let grids = (
            Grid::of(&[first.at, second.at], [r, s]),
            Grid::of_values([first.velocity.x, first.velocity.y, second.velocity.x, second.velocity.y]),
            Grid::of_values([first.since, second.since, question.time().unwrap_or(0.0)]),
        );
        let (Some(places), Some(velocities), Some(times)) = grids else { return Ordering::Equal };
        let scale = Scale::of(places, velocities, times);
        in_integers(scale.is_narrow(), || self.answer_on(&scale, question))
    }

    /// The answer in integers: (K×W)² is of degree 6, as K has a velocity times a time in it.
    #[inline(never)]
    fn answer_on(&self, scale: &Scale, question: Question) -> Ordering {
        let (k, w) = self.line_on(scale);
        let radius = scale.place(self.radii[0]).plus(&scale.place(self.radii[1]));
        let at = |time: f64| {
            let time = scale.times.int(time);
            [0, 1].map(|axis| k[axis].plus(&scale.path(&w[axis].times(&time))))
        };
        match question {
            Question::ComesClose => {
                let squared = dot(&w, &w);
                if squared.sign() == Ordering::Equal {
                    return Ordering::Greater;
                }
                let order = cross(&k, &w).squared().compare(&radius.squared().times(&squared));
                // Points have no room to overlap: for them to touch is to meet.
                if radius.sign() == Ordering::Equal && order == Ordering::Equal { Ordering::Less } else { order }
            }
            Question::Approach(time) => dot(&at(time), &w).sign(),
            Question::Clearance(time) => {
                let between = at(time);
                dot(&between, &between).compare(&radius.squared())
            }
        }
    }

    /// K and W.
    fn line_on(&self, scale: &Scale) -> ([Exact; 2], [Exact; 2]) {
        let [first, second] = &self.flights;
        let Scale { velocities, times, .. } = *scale;
        let axis = |[x, y]: [f64; 2], [v, w]: [f64; 2]| {
            let path = |velocity: f64, since: f64| scale.path(&velocities.int(velocity).times(&times.int(since)));
            let k = scale.place(x).minus(&scale.place(y)).minus(&path(v, first.since)).plus(&path(w, second.since));
            (k, velocities.difference(w, v))
        };
        let (k_x, w_x) = axis([first.at.x, second.at.x], [first.velocity.x, second.velocity.x]);
        let (k_y, w_y) = axis([first.at.y, second.at.y], [first.velocity.y, second.velocity.y]);
        ([k_x, k_y], [w_x, w_y])
    }
}

/// What doubles say of two flights at a time; what they leave in doubt is asked of integers, one by one.
pub(crate) struct Outlook<'a> {
    pair: &'a Pair,
    time: f64,
    signs: [Option<Ordering>; 3],
}

impl Outlook<'_> {
    /// See [`Pair::clearance`].
    #[inline(always)]
    pub(crate) fn clearance(&self) -> Ordering {
        decide(self.signs[0], || self.pair.answer_in_doubt(Question::Clearance(self.time)))
    }

    /// See [`Pair::approach`].
    #[inline(always)]
    pub(crate) fn approach(&self) -> Ordering {
        decide(self.signs[1], || self.pair.answer_in_doubt(Question::Approach(self.time)))
    }

    /// See [`Pair::comes_close`]; that is the same at all times. Points that meet are for integers. Of what only touches, or keeps its distance, the answer is
    /// no, whichever sign it has.
    #[inline(always)]
    pub(crate) fn comes_close(&self) -> bool {
        let miss = self.signs[2].filter(|_| self.pair.radii != [0.0; 2]);
        decide(miss, || self.pair.answer_in_doubt(Question::ComesClose)) == Ordering::Less
    }
}

type Exact = Int<DEGREE_6>;

/// Which of the three questions.
#[derive(Clone, Copy)]
enum Question {
    ComesClose,
    Approach(f64),
    Clearance(f64),
}

impl Question {
    fn time(self) -> Option<f64> {
        match self {
            Question::ComesClose => None,
            Question::Approach(time) | Question::Clearance(time) => Some(time),
        }
    }
}

/// Places on one grid, velocities and times on theirs, and a common step for places and paths.
#[derive(Clone, Copy)]
struct Scale {
    places: Grid,
    velocities: Grid,
    times: Grid,
    /// By how many bits integers of places, and those of velocity times time, are shifted to meet.
    shifts: [u32; 2],
}

impl Scale {
    fn of(places: Grid, velocities: Grid, times: Grid) -> Scale {
        let path = velocities.step() + times.step();
        let common = core::cmp::min(places.step(), path);
        let shifts = [(places.step() - common) as u32, (path - common) as u32];
        Scale { places, velocities, times, shifts }
    }

    fn place(&self, value: f64) -> Exact {
        self.places.int(value).shifted(self.shifts[0])
    }

    fn path(&self, path: &Exact) -> Exact {
        path.shifted(self.shifts[1])
    }

    /// Whether the largest number of any of the questions has room: twice the bits of K and W and a few.
    fn is_narrow(&self) -> bool {
        let place = self.places.bits() + self.shifts[0];
        let path = self.velocities.bits() + self.times.bits() + self.shifts[1];
        2 * (core::cmp::max(place, path) + 3 + self.velocities.bits() + 1) + 3 <= 64 * DEGREE_6 as u32
    }
}

/// The signs of D² − R² and D·W at a time, and of (D×W)² − R²W²: the questions of [`Pair`], in numbers of twice the digits. What is not asked is not computed.
#[inline(always)]
pub(super) fn signs_in_doubles(pair: &Pair, time: f64) -> [Option<Ordering>; 3] {
    let [a, b] = &pair.flights;
    if !(is_mild_flight(a, time) && is_mild_flight(b, time) && is_mild(&pair.radii)) {
        return [None; 3];
    }
    let d = minus(&place::<Double>(a, time), &place(b, time));
    let w = minus(&velocity::<Double>(a), &velocity(b));
    let reach: Double = Double::sum_of(pair.radii[0], pair.radii[1]);
    let (reach, across) = (reach.times(reach), cross(&d, &w));
    let clearance = dot(&d, &d).minus(reach);
    let miss = across.times(across).minus(reach.times(dot(&w, &w)));
    [Number::sign(&clearance), Number::sign(&dot(&d, &w)), Number::sign(&miss)]
}

/// Where a body in flight is at a time.
#[inline(always)]
pub(super) fn place<N: Number<Scale = ()>>(flight: &Flight, time: f64) -> [N; 2] {
    let wait = N::difference((), flight.since, time);
    let Flight { at, velocity, .. } = flight;
    let along = |at: f64, velocity: f64| N::of((), at).plus(&N::of((), velocity).times(&wait));
    [along(at.x, velocity.x), along(at.y, velocity.y)]
}

#[inline(always)]
pub(super) fn velocity<N: Number<Scale = ()>>(flight: &Flight) -> [N; 2] {
    [N::of((), flight.velocity.x), N::of((), flight.velocity.y)]
}

/// Whether all numbers are zero or between 2⁻⁹⁰ and 2⁹⁰ in size.
///
/// Then all are multiples of 2⁻¹⁴², and those of a formula of degree 6, as (K×W)² is with a velocity times a time in K, of 2⁻⁸⁵².
/// Second parts are 2¹⁰⁶ smaller, which is still a normal number, and nothing is above 2⁵⁵⁸. So what a formula is off by is within
/// [`double::ERROR`](crate::exact::numbers::double::ERROR): the longest, (D×W)² − R²W², has k = 221 in the terms of its table, as places have 9, D 16 and D×W 49.
#[inline(always)]
pub(super) fn is_mild(numbers: &[f64]) -> bool {
    numbers.iter().fold(true, |all, x| all & is_mild_of(One::<false>(*x)))
}

const LEAST: f64 = 8.077_935_669_463_161e-28; // 2⁻⁹⁰
const MOST: f64 = 1.237_940_039_285_380_3e27; // 2⁹⁰

/// The same of numbers side by side.
#[inline(always)]
pub(super) fn is_mild_of<N: Numbers>(numbers: N) -> N::Truth {
    let size = numbers.abs();
    let is_in_range = N::both(N::all(LEAST).is_at_most(size), size.is_below(N::all(MOST)));
    N::either(is_in_range, size.is_equal(N::all(0.0)))
}

#[inline(always)]
pub(super) fn is_mild_flight(flight: &Flight, time: f64) -> bool {
    let Flight { at, velocity: Vec2 { x, y }, since } = *flight;
    is_mild(&[at.x, at.y, x, y, since, time])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flight(at: [f64; 2], velocity: [f64; 2], since: f64) -> Flight {
        Flight { at: at.into(), velocity: velocity.into(), since }
    }

    #[test]
    fn one_unit_in_the_last_place_decides() {
        // The second flies along y = 2 ± an ulp past a disc of radius 2 in all.
        for (height, close) in [(2.0, false), (2.0_f64.next_down(), true), (2.0_f64.next_up(), false)] {
            let pair = Pair {
                flights: [flight([0.0, 0.0], [0.0, 0.0], 0.0), flight([-8.0, height], [1.0, 0.0], 0.5)],
                radii: [1.5, 0.5],
            };
            assert_eq!(pair.comes_close(), close, "{height}");
            assert_eq!(pair.approach(8.5), Ordering::Equal);
            assert_eq!(pair.approach(8.0), Ordering::Less);
            assert_eq!(pair.clearance(8.5), height.partial_cmp(&2.0).unwrap());
        }
    }

    #[test]
    fn extremes_are_decided_too() {
        let pair = Pair {
            flights: [flight([1e308, 5e-324], [-1e308, 0.0], 5e-324), flight([-1e308, 0.0], [1e308, 5e-324], 1e300)],
            radii: [5e-324, 5e-324],
        };
        assert_eq!(pair.approach(0.0), Ordering::Less);
        assert_eq!(pair.approach(1e308), Ordering::Greater);
        assert_eq!(pair.clearance(0.0), Ordering::Greater);
    }

    #[test]
    fn points_meet_only_in_one_place() {
        let pair = |height| Pair {
            flights: [flight([0.0, 0.0], [1.0, 0.0], 0.0), flight([9.0, height], [-2.0, 0.0], 0.0)],
            radii: [0.0, 0.0],
        };
        assert!(pair(0.0).comes_close());
        assert!(!pair(5e-324).comes_close());
    }
}
