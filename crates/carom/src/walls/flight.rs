//! Which wall stops a body in flight first? By exact times, on the straight line that the flight is.
//!
//! Trees are asked about paths between two places, and where a flight ends is seldom a number. So what may be met is asked of a path
//! to the nearest place, a little wider than the body, and what is met of the flight itself.

use super::question::{All, Asking};
use super::{Index, View, WallId};
use crate::exact::encounter::{Obstacle, stopped_by_circle, stopped_by_segment};
use crate::exact::flight::Flight;
use crate::exact::lanes::Lanes;
use crate::exact::look::Look;
use crate::exact::{Feature, Side, orient};
use crate::float;
use crate::point::{Point, Vec2, max, min};
use crate::simd;
use crate::sweep::Sweep;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A wall that stops a flight.
#[derive(Clone, Copy)]
pub(crate) struct Stopping {
    pub(crate) wall: WallId,
    /// What of it is in the way.
    pub(crate) obstacle: Obstacle,
    pub(crate) feature: Feature,
    /// When, rounded toward zero.
    pub(crate) time: f64,
}

/// How much wider than its body the path of a flight is asked for, as part of its largest number: 32u. The end of a flight is rounded by
/// at most u of itself and 2.1u of the way to it ([`Flight::position`]), which is at most twice the largest number: less than 6u.
const WIDER: f64 = 16.0 * f64::EPSILON;

impl View<'_> {
    /// The wall that stops a flight first, as long as it keeps to a path.
    pub(crate) fn stop_of_flight(&self, flight: &Flight, path: &Sweep) -> Option<Stopping> {
        if matches!(self.walls.index, Index::BruteForce) {
            return self.stop_of_flight_among(&self.walls.ids, flight, path);
        }
        // Near what the path meets first there is mostly what the flight does.
        if let Some((_, hit)) = self.first_stop(path) {
            let reach = widened(path);
            let step = path.motion().normalized() * (4.0 * (reach - path.radius()));
            let far = path.at(hit.t) + step;
            let first = self.stop_near(flight, path.radius(), &Sweep::moving(path.start(), far, reach));
            if let Some(first) = first.filter(|first| far.is_finite() && is_short_of(flight, first.time, far, step)) {
                return Some(first);
            }
        }
        self.stop_near(flight, path.radius(), &Sweep::moving(path.start(), path.end(), widened(path)))
    }

    /// The same among some walls.
    pub(crate) fn stop_of_flight_among(&self, ids: &[u32], flight: &Flight, path: &Sweep) -> Option<Stopping> {
        let reach = widened(path);
        let near = ids.iter().copied().filter(|&id| {
            let piece = &self.walls.pieces[id as usize];
            let look = Look::at(path.ends(), [piece.a(), piece.b()]);
            let Lanes([apart]) = look.apart_by(Lanes([reach + piece.radius]));
            let is_apart = apart > 0.0;
            !is_apart && !piece.gone && self.admits(piece)
        });
        self.first_of(flight, path.radius(), near)
    }

    /// The first of all that a wider path touches.
    fn stop_near(&self, flight: &Flight, radius: f64, wide: &Sweep) -> Option<Stopping> {
        let All(touched) = simd::run(Asking { view: *self, sweep: wide, visit: All(Vec::new()) });
        self.first_of(flight, radius, touched.iter().map(|touched| touched.id))
    }

    fn first_of(&self, flight: &Flight, radius: f64, ids: impl Iterator<Item = u32>) -> Option<Stopping> {
        let mut first: Option<Stopping> = None;
        for id in ids {
            let Some((obstacle, feature)) = self.stops_flight(id, flight, radius) else { continue };
            let encounter = obstacle.encounter(flight, radius);
            let time = encounter.time(encounter.estimate());
            let is_first = |first: &Stopping| {
                let order = match time.partial_cmp(&first.time) {
                    Some(Ordering::Equal) | None => encounter.order(&first.obstacle.encounter(flight, radius)),
                    Some(order) => order,
                };
                order.then(id.cmp(&first.wall.0)) == Ordering::Less
            };
            if first.as_ref().is_none_or(is_first) {
                first = Some(Stopping { wall: WallId(id), obstacle, feature, time });
            }
        }
        first
    }

    /// Whether and with what a wall stops a flight. One that can be touched from one side only lets pass what comes from the other.
    fn stops_flight(&self, id: u32, flight: &Flight, radius: f64) -> Option<(Obstacle, Feature)> {
        let piece = &self.walls.pieces[id as usize];
        let [a, b] = [piece.a(), piece.b()];
        if a == b {
            let circle = stopped_by_circle(flight, radius, a, piece.radius)?;
            return Some((circle, Feature::Side));
        }
        if piece.side != Side::On && orient(a, b, flight.at) != piece.side {
            return None;
        }
        stopped_by_segment(flight, radius, [a, b])
    }
}

/// The radius of a path that certainly holds a flight.
fn widened(path: &Sweep) -> f64 {
    let size = |p: Point| max(p.x.abs(), p.y.abs());
    let largest = max(max(size(path.start()), size(path.end())), path.radius());
    min(float::next_up(path.radius() + max(WIDER * largest, f64::MIN_POSITIVE)), f64::MAX)
}

/// Whether a flight is short of a place at a time, by some steps.
fn is_short_of(flight: &Flight, time: f64, far: Point, step: Vec2) -> bool {
    let at = flight.position(time);
    (far - at).dot(step) > step.length_squared() / 4.0
}
