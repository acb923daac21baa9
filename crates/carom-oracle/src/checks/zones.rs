//! Zones against the oracle: who is inside, who enters and leaves, and when.

use std::cmp::Ordering;

use carom::{Change, Contact, Passage, Sweep, Zone, Zones};
use dashu_int::IBig;

use super::{agree, point, polygon};
use crate::rng::Rng;
use crate::truth::{Fraction, Xy};
use crate::{polygons, round, shifted};

/// A track from one special place to the next, beside a polygon: everything that happens, with its time and its order.
pub(super) fn zone_passages(rng: &mut Rng) -> Result<(), String> {
    let rings = polygons::any(rng, 14);
    let track: Vec<Xy> = (0..rng.between(2, 6)).map(|_| polygons::point_near(rng, &rings)).collect();
    let zone = Zone::new(polygon(&rings)?);
    let zones = Zones::new([zone.polygon().clone()]);
    let mut balance = 0;
    for (leg, expected) in track.windows(2).zip(shifted::moves(&rings, &track)) {
        let case = (leg, &rings);
        let path = Sweep::point(leg[0], leg[1]).map_err(|error| format!("{leg:?} was rejected: {error}"))?;
        agree(&case, zone.contains(point(leg[0])), expected.starts_inside)?;
        agree(&case, zone.contains(point(leg[1])), expected.ends_inside)?;
        let found = zone.passages(&path);
        agree(&case, found.iter().map(told).collect(), wanted(&expected))?;
        let of_many: Vec<_> = zones.passages(&path).into_iter().map(|(_, passage)| passage).collect();
        agree(&case, of_many, found.clone())?;
        balance += found.iter().map(|passage| if passage.change == Change::Enters { 1 } else { -1 }).sum::<i64>();
    }
    let [first, last] = [track[0], track[track.len() - 1]].map(|place| i64::from(zone.contains(point(place))));
    agree(&(&track, &rings), balance, last - first)
}

/// What is told of a passage, and compared.
pub(super) type Told = (Change, f64, Contact, bool);

pub(super) fn told(passage: &Passage) -> Told {
    (passage.change, passage.hit.t, passage.hit.contact, passage.is_touch)
}

/// What must be told of a move.
pub(super) fn wanted(expected: &shifted::Move) -> Vec<Told> {
    let changes = expected.changes.iter().enumerate().map(|(i, (enters, at))| {
        let is_with =
            |other: Option<&(bool, Fraction)>| other.is_some_and(|(_, other)| at.compare(other) == Ordering::Equal);
        let before = i.checked_sub(1).and_then(|before| expected.changes.get(before));
        let is_touch = is_with(before) || is_with(expected.changes.get(i + 1));
        let change = if *enters { Change::Enters } else { Change::Leaves };
        (change, round::toward_zero(&at.numerator, &at.denominator), contact(at), is_touch)
    });
    changes.collect()
}

fn contact(at: &Fraction) -> Contact {
    match (at.compare(&Fraction::from(IBig::ZERO)), at.compare(&Fraction::from(IBig::ONE))) {
        (Ordering::Equal, _) => Contact::Starts,
        (_, Ordering::Equal) => Contact::Ends,
        _ => Contact::Crosses,
    }
}
