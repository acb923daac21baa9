//! When does a moving simple polygon first touch, and how, if it need not be convex?
//!
//! The distance of such a polygon and something else may fall, rise and fall again, so nothing is known of later times.
//! But between two times at which some vertex and edge are at exactly the reach, or a vertex comes to be beside an edge, nothing changes:
//! how a touch begins is read from a time after the touch and before all of those.

use std::cmp::Ordering;

use dashu_int::IBig;

use super::movers::{Moving, Pair, Part, Question, State, Touch, edges_of};
use super::moving::{Contact, Time};
use crate::truth::{
    Fraction, Integers, Location, Spot, cross, dot, first_shared, locate_spot, sign, sign_with_root, to,
};

/// The first touch of a moving simple polygon, whose core is counter-clockwise, and a wall, a disc or another one.
///
/// Parts are told where only one vertex touches only one thing.
pub fn first_touch(mover: &Moving, other: &Moving) -> Option<Touch> {
    let question = Question::of(mover, other);
    let at_start = state(&question, &IBig::ZERO, &IBig::ONE);
    let time = match at_start {
        State::Apart => question.first_time()?,
        State::Touch => Time::zero(),
        State::Deep => {
            return Some(Touch { time: Time::zero(), contact: Contact::Overlaps, parts: None, is_flat: false });
        }
    };
    let touched = at_start == State::Touch;
    let contact = match state_after(&question, &time) {
        Some(State::Deep) if touched => Contact::Starts,
        Some(State::Deep) => Contact::Crosses,
        Some(State::Touch) if question.motion != [IBig::ZERO, IBig::ZERO] => Contact::Along,
        None if !touched => Contact::Ends,
        _ => Contact::Leaves,
    };
    let touching: Vec<[Part; 2]> =
        question.pairs().filter(|pair| question.is_at_reach(&time, pair)).map(|pair| pair.parts).collect();
    let parts = if let [only] = touching[..] { Some(only) } else { None };
    Some(Touch { time, contact, parts, is_flat: false })
}

/// How the two stand to each other after a time and before anything else changes; nothing if the move is then over.
fn state_after(question: &Question, time: &Time) -> Option<State> {
    if time.compare(&Time::one()) == Ordering::Equal {
        return None;
    }
    let events: Vec<Event> = question.pairs().flat_map(|pair| events_of(question, &pair)).collect();
    let later: Vec<&Event> = events.iter().filter(|event| event.is_after(time)).collect();
    let mut bits = 4;
    loop {
        let (n, d): (IBig, IBig) = (time.floor(bits) + 1, IBig::ONE << bits);
        let moment = Time { p: n.clone(), q: IBig::ZERO, s: d.clone() };
        if n < d && later.iter().all(|event| event.is_after(&moment)) {
            return Some(state(question, &n, &d));
        }
        bits *= 2;
    }
}

/// A time `(p ± √q) / s` at which something may change.
enum Event {
    Smaller(Time),
    /// The time with its sign changed.
    Larger(Time),
}

impl Event {
    fn is_after(&self, time: &Time) -> bool {
        match self {
            Event::Smaller(event) => event.compare(time) == Ordering::Greater,
            // −event > time
            Event::Larger(event) => {
                let x = &event.p * &time.s + &time.p * &event.s;
                let (ours, others) = (&event.q * &time.s * &time.s, &time.q * &event.s * &event.s);
                let is_negative = match sign(&x) {
                    Ordering::Less => Ordering::Less,
                    _ => sign_with_root(&(&x * &x - &ours - &others), &IBig::from(-2), &(ours * others)),
                };
                is_negative == Ordering::Less
            }
        }
    }
}

fn events_of(question: &Question, Pair { from, edge, .. }: &Pair) -> Vec<Event> {
    let (v, squared) = (&question.motion, &question.reach * &question.reach);
    let both = |p: IBig, q: IBig, s: IBig| {
        vec![Event::Smaller(Time { p: p.clone(), q: q.clone(), s: s.clone() }), Event::Larger(Time { p: -p, q, s })]
    };
    let Some(edge) = edge else {
        let (vv, dv) = (dot(v, v), dot(from, v));
        let q = &dv * &dv - &vv * (dot(from, from) - squared);
        return if IBig::ZERO < vv && IBig::ZERO <= q { both(-dv, q, vv) } else { Vec::new() };
    };
    let mut events = Vec::new();
    let (height, speed) = (cross(edge, from), cross(edge, v));
    let (height, speed) = if IBig::ZERO < speed { (-height, -speed) } else { (height, speed) };
    if speed != IBig::ZERO {
        events.extend(both(height, squared * dot(edge, edge), -speed));
    }
    for along in [dot(edge, from), dot(edge, from) - dot(edge, edge)] {
        let speed = dot(edge, v);
        let (along, speed) = if IBig::ZERO < speed { (-along, -speed) } else { (along, speed) };
        if speed != IBig::ZERO {
            events.push(Event::Smaller(Time { p: along, q: IBig::ZERO, s: -speed }));
        }
    }
    events
}

/// How they stand to each other at the time `n / d`.
fn state(question: &Question, n: &IBig, d: &IBig) -> State {
    let still = question.still_at(n, d);
    let meet = closed_edges(&still.ours)
        .iter()
        .any(|[a, b]| closed_edges(&still.theirs).iter().any(|[c, d]| first_shared(a, b, c, d).is_some()));
    let shares_a_point = meet
        || location(&still.theirs[0], &still.ours) == Location::Inside
        || location(&still.ours[0], &still.theirs) == Location::Inside;
    if still.reach != IBig::ZERO {
        if shares_a_point {
            return State::Deep;
        }
        return match still.pairs().filter_map(|pair| still.against_reach(&pair)).min() {
            Some(Ordering::Less) => State::Deep,
            Some(Ordering::Equal) => State::Touch,
            _ => State::Apart,
        };
    }
    match shares_a_point {
        false => State::Apart,
        true if insides_meet(&still.ours, &still.theirs) => State::Deep,
        true => State::Touch,
    }
}

/// Do the inside of the first and the inside of the second, or all of it if it has none, share a point?
///
/// If they do, an edge of one goes through the inside of the other, or both are the same.
fn insides_meet(ours: &[Integers], theirs: &[Integers]) -> bool {
    let through = pieces(theirs, ours);
    if through.contains(&Location::Inside) || pieces(ours, theirs).contains(&Location::Inside) {
        return true;
    }
    3 <= theirs.len() && through.iter().all(|piece| *piece == Location::Edge)
}

/// Where the pieces are into which a ring cuts the edges of a core, or the core's one point.
fn pieces(core: &[Integers], ring: &[Integers]) -> Vec<Location> {
    if ring.len() < 3 {
        return Vec::new();
    }
    let rings = [ring.to_vec()];
    let edges = closed_edges(core);
    edges
        .iter()
        .flat_map(|[a, b]| {
            let along = to(a, b);
            let mut cuts = vec![Fraction::from(IBig::ZERO), Fraction::from(IBig::ONE)];
            for [c, d] in closed_edges(ring) {
                let turn = cross(&along, &to(&c, &d));
                if turn != IBig::ZERO {
                    cuts.extend(first_shared(a, b, &c, &d));
                }
            }
            cuts.sort_by(Fraction::compare);
            let middles = cuts.windows(2).filter(|pair| pair[0].compare(&pair[1]) == Ordering::Less || a == b);
            let places = middles.map(|pair| {
                // The middle of n/d and m/e is (n·e + m·d) / 2de.
                let n = &pair[0].numerator * &pair[1].denominator + &pair[1].numerator * &pair[0].denominator;
                let w = (&pair[0].denominator * &pair[1].denominator) << 1;
                let spot = Spot { x: &a[0] * &w + &along[0] * &n, y: &a[1] * &w + &along[1] * &n, w };
                locate_spot(&spot, &rings)
            });
            places.collect::<Vec<Location>>()
        })
        .collect()
}

fn location(p: &Integers, ring: &[Integers]) -> Location {
    if ring.len() < 3 {
        return Location::Outside;
    }
    locate_spot(&Spot { x: p[0].clone(), y: p[1].clone(), w: IBig::ONE }, &[ring.to_vec()])
}

/// The edges of a core with both ends; a point is an edge to itself.
fn closed_edges(core: &[Integers]) -> Vec<[Integers; 2]> {
    if core.len() == 1 {
        return vec![[core[0].clone(), core[0].clone()]];
    }
    edges_of(core).map(|(i, _)| [core[i].clone(), core[(i + 1) % core.len()].clone()]).collect()
}
