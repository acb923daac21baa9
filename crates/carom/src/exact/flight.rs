//! Two bodies in flight: do they come closer than their radii, are they coming closer, how far apart are they?
//!
//! A [`Flight`] is a straight line of positions in time, `at + velocity · (time − since)`, taken as exact numbers: nothing is
//! rounded on the way, and the two may have started at different times. With D(T) the vector between them,
//!
//! D(T) = K + W·T,  K = (x − y) − v·s + w·u,  W = v − w,
//!
//! where x, v, s and y, w, u are place, velocity and start of the first and of the second. The three questions are
//! signs of polynomials: (K×W)² − R²W² (the smallest distance of both lines against the radii),
//! W·D(T) (coming closer or parting), and D(T)² − R². Floats answer nearly always (`world/meeting.rs`);
//! this is what they ask when in doubt.

use super::encounter::signs_in_doubles;
use super::integer::{Grid, Int, cross, dot};
use super::tiers::{self, Tier};
use crate::point::{Point, Vec2};
use core::cmp::Ordering;

/// Straight motion: it was at a place at a time, and has a velocity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Flight {
    pub(crate) at: Point,
    pub(crate) velocity: Vec2,
    pub(crate) since: f64,
}

impl Flight {
    /// Where it is at a time, rounded: off by at most u of the result and 2.1u of the way there.
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

/// Limbs for numbers of ordinary size.
const SHORT: usize = 12;

/// And for those with parts of very different sizes, such as what is left of a velocity after a slide.
const MIDDLE: usize = 36;

/// Limbs for all numbers. A product of velocity and time lies between 2⁻²¹⁴⁸ and 2²⁰⁴⁸, so K has at most 4198 bits with the
/// sums, W 2100, (K×W)² 12600; D(T) is no longer than K and one bit, R²W² shorter. 12800 = 200 · 64.
const LONG: usize = 200;

impl Pair {
    /// A flight and something that stands still.
    pub(crate) fn with_point(flight: &Flight, at: Point, radii: [f64; 2]) -> Pair {
        let standing = Flight { at, velocity: Vec2::default(), since: flight.since };
        Pair { flights: [*flight, standing], radii }
    }

    /// Whether the two lines of flight come strictly closer to each other than the sum of the radii, at any time.
    /// Two points do if they are ever in the same place. If the velocities are equal, the distance never changes, and the answer is no.
    pub(crate) fn comes_close(&self) -> bool {
        self.ask(Ask::ComesClose) == Ordering::Less
    }

    /// Whether they come closer at a time (`Less`), part (`Greater`) or neither.
    pub(crate) fn approach(&self, time: f64) -> Ordering {
        self.ask(Ask::Approach(time))
    }

    /// Whether at a time they overlap (`Less`), touch or are apart (`Greater`).
    pub(crate) fn clearance(&self, time: f64) -> Ordering {
        self.ask(Ask::Clearance(time))
    }

    fn ask(&self, ask: Ask) -> Ordering {
        let time = match ask {
            Ask::ComesClose => self.flights[0].since,
            Ask::Approach(time) | Ask::Clearance(time) => time,
        };
        let [clearance, approach, miss] = signs_in_doubles(self, time);
        let answer = match ask {
            // Points that meet, and velocities that are equal, are for integers.
            Ask::ComesClose => miss.filter(|&miss| miss != Ordering::Equal && self.radii != [0.0; 2]),
            Ask::Approach(_) => approach,
            Ask::Clearance(_) => clearance,
        };
        match answer {
            Some(order) => {
                tiers::count(Tier::Filter);
                order
            }
            None => self.ask_integers(ask),
        }
    }

    #[cold]
    #[inline(never)]
    fn ask_integers(&self, ask: Ask) -> Ordering {
        let [first, second] = &self.flights;
        let [r, s] = self.radii;
        let time = ask.time();
        let grids = (
            Grid::of(&[first.at, second.at], [r, s]),
            Grid::of_values([first.velocity.x, first.velocity.y, second.velocity.x, second.velocity.y]),
            Grid::of_values([first.since, second.since, time]),
        );
        let (Some(places), Some(velocities), Some(times)) = grids else { return Ordering::Equal };
        let scale = Scale::of(places, velocities, times);
        if scale.bits() <= 64 * SHORT as u32 {
            tiers::count(Tier::Narrow);
            self.answer::<SHORT>(&scale, ask)
        } else if scale.bits() <= 64 * MIDDLE as u32 {
            tiers::count(Tier::Narrow);
            self.answer::<MIDDLE>(&scale, ask)
        } else {
            tiers::count(Tier::Wide);
            self.answer::<LONG>(&scale, ask)
        }
    }

    #[inline(never)]
    fn answer<const N: usize>(&self, scale: &Scale, ask: Ask) -> Ordering {
        let [first, second] = &self.flights;
        let Scale { velocities, times, .. } = *scale;
        let axis = |[x, y]: [f64; 2], [v, w]: [f64; 2]| {
            let place = scale.place::<N>(x).minus(&scale.place(y));
            let way = |velocity: f64, since: f64| scale.way(&velocities.int::<N>(velocity).times(&times.int(since)));
            let k = place.minus(&way(v, first.since)).plus(&way(w, second.since));
            (k, velocities.difference::<N>(w, v))
        };
        let (k_x, w_x) = axis([first.at.x, second.at.x], [first.velocity.x, second.velocity.x]);
        let (k_y, w_y) = axis([first.at.y, second.at.y], [first.velocity.y, second.velocity.y]);
        let (k, w) = ([k_x, k_y], [w_x, w_y]);
        let radius = scale.place::<N>(self.radii[0]).plus(&scale.place(self.radii[1]));
        let at = |time: f64| {
            let time = times.int::<N>(time);
            [0, 1].map(|axis| k[axis].plus(&scale.way(&w[axis].times(&time))))
        };
        match ask {
            Ask::ComesClose => {
                let squared = dot(&w, &w);
                if squared.sign() == Ordering::Equal {
                    return Ordering::Greater;
                }
                let order = cross(&k, &w).squared().compare(&radius.squared().times(&squared));
                // Points have no room to overlap: for them to touch is to meet.
                if radius.sign() == Ordering::Equal && order == Ordering::Equal { Ordering::Less } else { order }
            }
            Ask::Approach(time) => dot(&at(time), &w).sign(),
            Ask::Clearance(time) => {
                let between = at(time);
                dot(&between, &between).compare(&radius.squared())
            }
        }
    }
}

/// Which of the three questions.
#[derive(Clone, Copy)]
enum Ask {
    ComesClose,
    Approach(f64),
    Clearance(f64),
}

impl Ask {
    fn time(self) -> f64 {
        match self {
            Ask::ComesClose => 0.0,
            Ask::Approach(time) | Ask::Clearance(time) => time,
        }
    }
}

/// Places on one grid, velocities and times on theirs, and a common step for places and ways.
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
        let way = velocities.step() + times.step();
        let common = core::cmp::min(places.step(), way);
        let shifts = [(places.step() - common) as u32, (way - common) as u32];
        Scale { places, velocities, times, shifts }
    }

    fn place<const N: usize>(&self, value: f64) -> Int<N> {
        self.places.int::<N>(value).shifted(self.shifts[0])
    }

    fn way<const N: usize>(&self, way: &Int<N>) -> Int<N> {
        way.shifted(self.shifts[1])
    }

    /// How many bits the largest number of any of the questions has: twice those of K and W and a few.
    fn bits(&self) -> u32 {
        let place = self.places.bits() + self.shifts[0];
        let way = self.velocities.bits() + self.times.bits() + self.shifts[1];
        2 * (core::cmp::max(place, way) + 3 + self.velocities.bits() + 1) + 3
    }
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
