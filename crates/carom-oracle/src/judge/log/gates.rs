//! Are gates told when they are crossed?
//!
//! A body is put in rounded places, so its track and its exact flights differ by a hair. Where both agree clearly on a crossing, it
//! must be told, at the flight's time; where both agree that there is none, none may be. A ring of gates must keep its balance always.

use std::cmp::Ordering;

use carom::{Direction, Event, EventKind};

use super::{Leg, plain};
use crate::flights;
use crate::instant::Instant;
use crate::truth::{self, Ends, Location, Side, Xy};
use crate::worlds::Scene;

/// All gate events of a frame against the legs of each body; returns for how many pairs of body and gate that was not clear.
pub(super) fn times(scene: &Scene, legs: &[Vec<Leg>], events: &[&Event]) -> Result<u64, String> {
    let mut skipped = 0;
    for (i, legs) in legs.iter().enumerate() {
        for (k, &gate) in scene.gates.iter().enumerate() {
            let told: Vec<(f64, Direction)> = events
                .iter()
                .filter_map(|event| match event.kind {
                    EventKind::Gate(id, direction)
                        if event.body.is_some_and(|body| body.index() == i) && id.index() == k =>
                    {
                        Some((event.time, direction))
                    }
                    _ => None,
                })
                .collect();
            let expected: Option<Vec<Option<(f64, Direction)>>> = legs.iter().map(|leg| crosses(leg, gate)).collect();
            let Some(expected) = expected else {
                skipped += 1;
                continue;
            };
            let expected: Vec<(f64, Direction)> = expected.into_iter().flatten().collect();
            if told != expected {
                return Err(format!("body {i} crosses gate {k} at {expected:?}, not at {told:?}"));
            }
        }
    }
    Ok(skipped)
}

/// Whether a leg crosses a gate, when and in which direction; `None` if its flight and its track do not agree clearly.
fn crosses(leg: &Leg, gate: Ends) -> Option<Option<(f64, Direction)>> {
    let [a, b] = gate;
    let (from, to) = (leg.flight.at, leg.to);
    let direction = match (truth::orient(a, b, from), truth::orient(a, b, to)) {
        (Side::On, _) | (_, Side::On) => return None,
        (Side::Right, Side::Left) => Some(Direction::Forward),
        (Side::Left, Side::Right) => Some(Direction::Backward),
        _ => None,
    };
    let Some((time, sides)) = flights::crossing(&leg.flight, gate) else {
        return if direction.is_none() { Some(None) } else { None };
    };
    let since = time.compare(&Instant::of(leg.flight.since));
    let is_reached = match (since, time.compare(&leg.until)) {
        (Ordering::Less, _) | (_, Ordering::Greater) => false,
        (Ordering::Greater, Ordering::Less) => true,
        _ => return None,
    };
    let Some(direction) = direction else { return if is_reached { None } else { Some(None) } };
    // Both cross the line; do both do so between the gate's ends, or both outside?
    let of_track = (truth::orient(from, to, a), truth::orient(from, to, b));
    match (sides, of_track) {
        _ if !is_reached => None,
        ([Ordering::Greater, Ordering::Greater], (Side::Left, Side::Right) | (Side::Right, Side::Left)) => {
            Some(Some((time.floor(), direction)))
        }
        ([Ordering::Less, _] | [_, Ordering::Less], (Side::Left, Side::Left) | (Side::Right, Side::Right)) => {
            Some(None)
        }
        _ => None,
    }
}

/// How often a track passes exactly through a vertex of the ring. Each gate has its end `a` and not its end `b`, so one of the two gates
/// there counts, also if the track only grazes the ring: then the balance is off by one.
pub(super) fn grazes(scene: &Scene, legs: &[Leg]) -> i64 {
    if !scene.is_ring {
        return 0;
    }
    let through = |leg: &Leg| {
        scene.gates.iter().filter(|gate| truth::share_a_point([leg.flight.at, leg.to], [gate[0]; 2])).count()
    };
    legs.iter().map(through).sum::<usize>() as i64
}

/// A body that is in the ring of gates now and was not has gone in once more than out.
pub(super) fn balance(scene: &Scene, now: &[[Xy; 2]], entries: &[i64], grazes: &[i64]) -> Result<(), String> {
    let ring: Vec<Xy> = scene.gates.iter().map(|gate| gate[0]).collect();
    let rings = [ring];
    for (i, body) in scene.bodies.iter().enumerate() {
        let [before, after] = [plain(body.position), now[i][0]].map(|at| truth::locate(at, &rings));
        if before == Location::Edge || after == Location::Edge {
            continue;
        }
        let expected = i64::from(after == Location::Inside) - i64::from(before == Location::Inside);
        if grazes[i] < (entries[i] - expected).abs() {
            return Err(format!("body {i} is {before:?} first, {after:?} then, and went in {} times", entries[i]));
        }
    }
    Ok(())
}
