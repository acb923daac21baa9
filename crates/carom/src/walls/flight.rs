//! Which wall stops a body in flight first? By exact times, on the straight line that the flight is.
//!
//! Trees are searched for paths between two places, and where a flight ends is seldom a number. So what may be met is found for a path
//! to the nearest place, a little wider than the body, and what is met of the flight itself.

use super::index::Index;
use super::view::View;
use super::wall::WallId;
use crate::exact::encounter::{Blocker, Encounter};
use crate::exact::flight::Flight;
use crate::exact::forms::{Form, Forms, Met};
use crate::exact::stopping::{stopped_by_circle, stopped_by_segment};
use crate::exact::{Feature, Side, orient};
use crate::float;
use crate::point::{Point, Vec2, max, min};
use crate::sweep::{Sweep, order_of_touches};
use core::cmp::Ordering;

/// A wall that stops a flight.
#[derive(Clone, Copy)]
pub(crate) struct Stopping {
    pub(crate) wall: WallId,
    /// What of it blocks the flight.
    pub(crate) blocker: Blocker,
    pub(crate) feature: Feature,
    /// MomentKind, rounded toward zero.
    pub(crate) time: f64,
}

/// How much wider than its body the path of a flight is searched, as part of its largest number: 32u.
///
/// The end of a flight is rounded by at most u of itself and 2.1u of the distance to it ([`Flight::position`]), which is at most twice the
/// largest number: on each axis less than 6u, together less than 9u. A path that ends elsewhere on that line
/// ([`View::stop_of_flight`]) is rounded four times more. Wider than that is slower and finds nothing else.
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
        let near = self.near(ids, path, widened(path)).filter(|&id| self.walls.stored[id as usize].is_in(self.mask));
        self.first_of(flight, path.radius(), near)
    }

    /// The first of all that a wider path touches.
    fn stop_near(&self, flight: &Flight, radius: f64, wide: &Sweep) -> Option<Stopping> {
        self.first_of(flight, radius, self.unordered_touches(wide).iter().map(|touch| touch.id))
    }

    fn first_of(&self, flight: &Flight, radius: f64, ids: impl Iterator<Item = u32>) -> Option<Stopping> {
        let mut first: Option<Stopping> = None;
        for id in ids {
            let Some((blocker, feature)) = self.stops_flight(id, flight, radius) else { continue };
            let encounter = blocker.encounter(flight, radius);
            let time = encounter.time(encounter.estimate());
            let is_first = |first: &Stopping| {
                let exactly = || encounter.order(&first.blocker.encounter(flight, radius));
                order_of_touches((id, [time; 2]), (first.wall.0, [first.time; 2]), exactly) == Ordering::Less
            };
            if first.as_ref().is_none_or(is_first) {
                first = Some(Stopping { wall: WallId(id), blocker, feature, time });
            }
        }
        first
    }

    /// The wall that stops a form in flight first, as long as a disc around it keeps to a path, and when, rounded toward zero; among some, or among all.
    pub(crate) fn stop_of_form(&self, ids: Option<&[u32]>, form: &Form<'_>, path: &Sweep) -> Option<(WallId, f64)> {
        let mut first: Option<(u32, Encounter, f64)> = None;
        let mut look = |id: u32| {
            let Some(met) = self.stops_form(id, form) else { return };
            let encounter = Encounter::Touch(met.touching);
            let time = encounter.time(encounter.estimate());
            let is_first = |(other, earlier, then): &(u32, Encounter, f64)| {
                let exactly = || encounter.order(earlier);
                order_of_touches((id, [time; 2]), (*other, [*then; 2]), exactly) == Ordering::Less
            };
            if first.as_ref().is_none_or(is_first) {
                first = Some((id, encounter, time));
            }
        };
        let reach = widened(path);
        let all = matches!(self.walls.index, Index::BruteForce).then_some(&self.walls.ids[..]);
        match ids.or(all) {
            Some(ids) => {
                let is_seen = |id: &u32| self.walls.stored[*id as usize].is_in(self.mask);
                self.near(ids, path, reach).filter(is_seen).for_each(look);
            }
            None => {
                let wide = Sweep::moving(path.start(), path.end(), reach);
                self.unordered_touches(&wide).iter().for_each(|touch| look(touch.id));
            }
        }
        first.map(|(id, _, time)| (WallId(id), time))
    }

    /// Whether and where a wall stops a form in flight. One that can be touched from one side only lets pass what is behind it.
    pub(crate) fn stops_form(&self, id: u32, form: &Form<'_>) -> Option<Met> {
        let wall = &self.walls.stored[id as usize];
        let ends = [wall.a(), wall.b()];
        if ends[0] == ends[1] {
            return Forms::of(*form, Form::standing(&ends[..1], wall.radius)).meet(form.flight.since);
        }
        let forms = Forms::of(*form, Form::standing(&ends, 0.0));
        let is_in_front = |&vertex: &Point| forms.side(vertex, form.flight.since) == wall.side;
        if wall.side != Side::On && !form.vertices.iter().any(is_in_front) {
            return None;
        }
        forms.meet(form.flight.since)
    }

    /// Whether and with what a wall stops a flight. One that can be touched from one side only lets pass what comes from the other.
    fn stops_flight(&self, id: u32, flight: &Flight, radius: f64) -> Option<(Blocker, Feature)> {
        let wall = &self.walls.stored[id as usize];
        let [a, b] = [wall.a(), wall.b()];
        if a == b {
            let circle = stopped_by_circle(flight, radius, a, wall.radius)?;
            return Some((circle, Feature::Side));
        }
        if wall.side != Side::On && orient(a, b, flight.at) != wall.side {
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

/// Whether a flight has its encounter, at a time that was rounded toward zero, before it comes to a place, by some steps.
///
/// Just after the exact time it is not short of where it is then, but for rounding: that is less than 9u of the largest number, and a
/// quarter of a step is 32u.
fn is_short_of(flight: &Flight, time: f64, far: Point, step: Vec2) -> bool {
    let at = flight.position(float::next_up(time));
    (far - at).dot(step) > step.length_squared() / 4.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounce::within;
    use carom_oracle::dyadic::exact;
    use carom_oracle::rng::Rng;

    const CASES: u64 = if cfg!(debug_assertions) { 50_000 } else { 1_000_000 };

    /// The exact end of a flight is within the wider path, and uses a good part of what that is wider by.
    #[test]
    fn flights_end_within_their_wider_path() {
        let mut worst = 0.0;
        for case in 0..CASES {
            let rng = &mut Rng::for_case(0, "ends of flights", case);
            let unit = 2_f64.powi(rng.between(-500, 500) as i32);
            let mut number = |size: f64| rng.pick(&[0.0, 1.0, -1.0, 1e-9]) * size * (1.0 + rng.unit());
            let (x, y, since, wait) = (number(unit), number(unit), number(64.0).abs(), number(2.0).abs());
            let flight = Flight { at: Point::new(x, y), velocity: Vec2::new(number(unit), number(unit)), since };
            let until = since + wait;
            let path = Sweep::moving(flight.at, within(flight.position(until)), number(unit).abs());
            let off = |at: f64, velocity: f64, end: f64| {
                let place = exact(at) + exact(velocity) * (exact(until) - exact(since));
                (place - exact(end)).abs().over(&(exact(widened(&path)) - exact(path.radius())))
            };
            let end = path.end();
            let off = off(x, flight.velocity.x, end.x).hypot(off(y, flight.velocity.y, end.y));
            // The rest is for paths that end elsewhere.
            assert!(off < 9.0 / 32.0, "case {case}: {off} of the width: {flight:?} until {until:e}");
            worst = max(worst, off);
        }
        assert!(1.0 / 16.0 < worst, "no more than {worst} of the width is used");
    }

    /// Late in a frame times are coarser than places: what is met a little beyond a place may have a rounded time before it.
    #[test]
    fn late_encounters_are_not_short_of_a_place() {
        let flight = Flight { at: Point::new(0.0, 0.0), velocity: Vec2::new(1.0, 0.0), since: 1_048_576.0 };
        let spacing = 2_f64.powi(-32);
        assert_eq!(float::next_up(flight.since) - flight.since, spacing);
        for (x, is_short) in [(0.5, false), (1.5, false), (0.0, true)] {
            let wall = [Point::new(x * spacing, -1.0), Point::new(x * spacing, 1.0)];
            let encounter = Encounter::Side { flight, radius: 0.0, wall };
            // Before the wall by a quarter of the spacing of times, or just as far away as two of them.
            let (far, step) = (if is_short { 2.0 } else { x - 0.25 }, Vec2::new(spacing / 64.0, 0.0));
            assert_eq!(
                is_short_of(&flight, encounter.time(encounter.estimate()), Point::new(far * spacing, 0.0), step),
                is_short,
                "{x}"
            );
        }
    }
}
