//! Flights, pairs and walls for tests, with the same times in the oracle's words.
//!
//! Numbers are small whole ones, of which many are ties, in units of 2 to any power for places and for times; then some of
//! them are moved by one unit in the last place, or by next to nothing, so that ties become near-ties.

use super::{Encounter, Flight, Pair};
use crate::exact::forms::Touching;
use crate::point::{Point, Vec2};
use carom_oracle::dyadic::{Dyadic, cross, dot, exact};
use carom_oracle::flights;
use carom_oracle::instant::{Instant, Root as Which};
use carom_oracle::rng::{Rng, rounds};
use carom_oracle::truth::Xy;
use core::cmp::Ordering::{self, Equal, Greater, Less};

/// Fewer without optimization, which takes many times as long; `CAROM_ROUNDS` asks for so many times as many.
pub(in crate::exact::motion) fn cases(optimized: u64) -> u64 {
    rounds() * if cfg!(debug_assertions) { optimized / 4 } else { optimized }
}

/// The units of a case: 2 to some power.
#[derive(Clone, Copy, Debug)]
pub(in crate::exact::motion) struct Units {
    pub(in crate::exact::motion) place: f64,
    pub(in crate::exact::motion) speed: f64,
    pub(in crate::exact::motion) time: f64,
}

impl Units {
    /// Ordinary, or of any size at which velocities are still numbers.
    pub(in crate::exact::motion) fn any(rng: &mut Rng) -> Units {
        let (place, time) = match rng.below(5) {
            0 | 1 => (rng.between(-30, 30), rng.between(-30, 30)),
            2 => (rng.between(-500, 500), rng.between(-400, 400)),
            // Places that are next to nothing.
            3 => (rng.between(-1070, -900), rng.between(-60, 10)),
            _ => return Units::mild(rng),
        };
        Units::of(place, place - time, time)
    }

    /// Each as small or as large as numbers may be that doubles are asked about, and not of one size.
    pub(in crate::exact::motion) fn mild(rng: &mut Rng) -> Units {
        let mut power = || *rng.pick(&[-90, -89, -60, -45, 0, 0, 45, 60, 84]);
        Units::of(power(), power(), power())
    }

    pub(in crate::exact::motion) fn of(place: i64, speed: i64, time: i64) -> Units {
        let [place, speed, time] = [place, speed, time].map(|power| 2_f64.powi(power as i32));
        Units { place, speed, time }
    }
}

/// A whole number of units, sometimes moved by next to nothing.
pub(in crate::exact::motion) fn number(rng: &mut Rng, most: i64, unit: f64) -> f64 {
    let whole = rng.between(-most, most) as f64 * unit;
    match rng.below(24) {
        0 => whole.next_up(),
        1 => whole.next_down(),
        2 => whole + unit * 2_f64.powi(-rng.between(20, 100) as i32),
        3 => whole * (1.0 + rng.unit()),
        _ => whole,
    }
}

pub(in crate::exact::motion) fn place(rng: &mut Rng, units: Units) -> Point {
    Point::new(number(rng, 12, units.place), number(rng, 12, units.place))
}

pub(in crate::exact::motion) fn radius(rng: &mut Rng, units: Units) -> f64 {
    if rng.one_in(4) { 0.0 } else { number(rng, 5, units.place).abs() }
}

pub(in crate::exact::motion) fn flight(rng: &mut Rng, units: Units) -> Flight {
    // Often long after 0, so that places are finer than times.
    let late = *rng.pick(&[0.0, 1.0, 1.0, 1024.0, 1_073_741_824.0]);
    let since = number(rng, 6, units.time * late).abs();
    let velocity = Vec2::new(number(rng, 5, units.speed), number(rng, 5, units.speed));
    Flight { at: place(rng, units), velocity, since }
}

pub(in crate::exact::motion) fn plain(p: Point) -> Xy {
    [p.x, p.y]
}

pub(in crate::exact::motion) fn oracles(flight: &Flight) -> flights::Flight {
    flights::Flight { at: plain(flight.at), velocity: [flight.velocity.x, flight.velocity.y], since: flight.since }
}

/// An encounter and the same time in the oracle's words.
pub(in crate::exact::motion) type Both = (Encounter, Instant);

/// Anything that has a time which is not before 0.
pub(in crate::exact::motion) fn any(rng: &mut Rng, units: Units) -> Option<Both> {
    let (encounter, instant) = match rng.below(8) {
        0 => {
            let time = number(rng, 40, units.time).abs();
            (Encounter::At(time), Instant::of(time))
        }
        1..4 => pair(rng, units)?,
        4 => standing(rng, units)?,
        _ => side(rng, units)?,
    };
    let encounter = if rng.one_in(3) { as_touch(rng, units, &encounter) } else { encounter };
    (instant.compare(&Instant::of(0.0)) != Less).then_some((encounter, instant))
}

/// The same as a touch of two shapes, if it is one of two round things or of a disc and a line; both have a vertex that is as far from them.
pub(in crate::exact::motion) fn as_touch(rng: &mut Rng, units: Units, encounter: &Encounter) -> Encounter {
    let vertices = [place(rng, units); 2];
    match *encounter {
        Encounter::Meet(Pair { flights, radii }) | Encounter::Part(Pair { flights, radii }) if radii != [0.0; 2] => {
            let is_parting = matches!(encounter, Encounter::Part(_));
            let along = [place(rng, units); 2];
            Encounter::Touch(Touching { flights, vertices, radii, along, is_parting })
        }
        Encounter::Side { flight, radius, wall } => {
            let standing = Flight { at: wall[0], ..Flight::default() };
            let v = [exact(flight.velocity.x), exact(flight.velocity.y)];
            // It comes from the right of the line.
            let is_from_left = cross(&between(wall[0], wall[1]), &v).sign() == Less;
            let along = if is_from_left { [wall[1], wall[0]] } else { wall };
            let radii = if rng.one_in(2) { [radius, 0.0] } else { [0.0, radius] };
            Encounter::Touch(Touching { flights: [flight, standing], vertices, radii, along, is_parting: false })
        }
        other => other,
    }
}

/// Two flights that come nearer than their radii, or where two points meet.
pub(in crate::exact::motion) fn pair(rng: &mut Rng, units: Units) -> Option<Both> {
    let pair =
        Pair { flights: [flight(rng, units), flight(rng, units)], radii: [radius(rng, units), radius(rng, units)] };
    of_pair(rng, pair)
}

/// A flight to a point that stands still.
pub(in crate::exact::motion) fn standing(rng: &mut Rng, units: Units) -> Option<Both> {
    let pair = Pair::with_point(&flight(rng, units), place(rng, units), [radius(rng, units), 0.0]);
    of_pair(rng, pair)
}

pub(in crate::exact::motion) fn of_pair(rng: &mut Rng, pair: Pair) -> Option<Both> {
    let [a, b] = [0, 1].map(|k| oracles(&pair.flights[k]));
    let is_later = rng.one_in(2);
    if pair.radii == [0.0; 2] {
        let time = flights::same_place(&a, &b)?;
        return Some((if is_later { Encounter::Part(pair) } else { Encounter::Meet(pair) }, time));
    }
    let window = flights::overlap((&a, pair.radii[0]), (&b, pair.radii[1]))?;
    if is_later { Some((Encounter::Part(pair), window.until?)) } else { Some((Encounter::Meet(pair), window.from?)) }
}

/// A disc that comes to the line of a wall.
pub(in crate::exact::motion) fn side(rng: &mut Rng, units: Units) -> Option<Both> {
    let (flight, radius) = (flight(rng, units), radius(rng, units));
    of_side(flight, radius, [place(rng, units), place(rng, units)])
}

///
/// With h + gT its exact distance from the line, times the wall's length |w|: it is r, on the way in, when T = (±h − r|w|)/|g|, where the
/// sign is the one with which it shrinks.
pub(in crate::exact::motion) fn of_side(flight: Flight, radius: f64, wall: [Point; 2]) -> Option<Both> {
    let w = between(wall[0], wall[1]);
    let v = [exact(flight.velocity.x), exact(flight.velocity.y)];
    let (h, g) = (cross(&w, &at_zero(&flight, wall[0])), cross(&w, &v));
    let h = match g.sign() {
        Less => h,
        Greater => -h,
        Equal => return None,
    };
    let reach = exact(radius).squared() * dot(&w, &w);
    Some((Encounter::Side { flight, radius, wall }, Instant::of_parts(&h, Which::Smaller, &reach, &g.abs())))
}

/// From one point to another.
pub(in crate::exact::motion) fn between(a: Point, b: Point) -> [Dyadic; 2] {
    [exact(b.x) - exact(a.x), exact(b.y) - exact(a.y)]
}

/// From a point to where a flight would have been at 0.
pub(in crate::exact::motion) fn at_zero(flight: &Flight, from: Point) -> [Dyadic; 2] {
    let [x, y] = between(from, flight.at);
    let since = exact(flight.since);
    [x - exact(flight.velocity.x) * since.clone(), y - exact(flight.velocity.y) * since]
}

/// The distance of two bodies against the sum of their radii.
pub(in crate::exact::motion) fn clearance(
    a: &flights::Flight,
    b: &flights::Flight,
    radii: [f64; 2],
    time: f64,
) -> Ordering {
    signs(a, b, radii, time)[0]
}

/// The exact signs of D² − R², D·W and (D×W)² − R²W².
pub(in crate::exact::motion) fn signs(
    a: &flights::Flight,
    b: &flights::Flight,
    radii: [f64; 2],
    time: f64,
) -> [Ordering; 3] {
    let at = |flight: &flights::Flight, axis: usize| {
        exact(flight.at[axis]) + exact(flight.velocity[axis]) * (exact(time) - exact(flight.since))
    };
    let [d, w] = [
        [0, 1].map(|axis| at(a, axis) - at(b, axis)),
        [0, 1].map(|axis| exact(a.velocity[axis]) - exact(b.velocity[axis])),
    ];
    let reach = (exact(radii[0]) + exact(radii[1])).squared();
    let miss = cross(&d, &w).squared() - reach.clone() * dot(&w, &w);
    [(dot(&d, &d) - reach).sign(), dot(&d, &w).sign(), miss.sign()]
}
