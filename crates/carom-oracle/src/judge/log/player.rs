//! A slow world that follows the rules, so that the judge has something to accept, and something to find wrong when it is spoiled.
//!
//! What comes next it takes from the judge. That nothing is missed by that is seen at some times between all events, in plain
//! floating point: bodies are apart, and sensors know who is inside.

use std::collections::BTreeSet;

use carom::{Body, BodyId, Event, EventKind, OtherBody, Point, Response, Side, Vec2, WallId, Walls, World};

use super::{Due, Judge, Meeting, Replay, Told, judge, meets, solid_pair};
use crate::bodies::Solid;
use crate::flights::{Flight, apart_at};
use crate::plane::{add, dot, length, sub, unit};
use crate::rng::Rng;
use crate::scenes;
use crate::truth::{Ends, Xy};
use crate::worlds::{Scene, as_code};

const CASES: u64 = if crate::FEW_CASES { 500 } else { 20_000 };

/// Nearly all scenes can be told rightly, and then the judge agrees.
#[test]
fn what_is_right_is_accepted() {
    let (mut played, mut ties, mut events) = (0, 0, 0);
    for case in 0..CASES {
        let scene = without_gates(case);
        let Some(frames) = play(&scene) else { continue };
        match judge(&scene, &frames) {
            Ok(counts) => ties += counts.ties,
            Err(wrong) => panic!("case {case}: {wrong}\n{}", as_code(&scene)),
        }
        assert_nothing_is_missed(&scene, &frames, case);
        played += 1;
        events += frames.iter().map(|told| told.events.len()).sum::<usize>();
    }
    println!("{played} of {CASES} scenes played, {events} events, {ties} ties");
    assert!(CASES * 9 / 10 < played, "{played} of {CASES}");
    assert!(CASES / 10 < ties, "{ties}");
}

/// An event left out, told twice, at another time, in another order or about somebody else is found.
#[test]
fn what_is_spoiled_is_found() {
    let mut spoiled = 0;
    for case in 0..CASES / 4 {
        let scene = without_gates(case);
        let Some(mut frames) = play(&scene) else { continue };
        let rng = &mut Rng::for_case(0, "spoiled worlds", case);
        let k = rng.below(frames.len());
        let events = &mut frames[k].events;
        if events.is_empty() {
            continue;
        }
        let (i, before) = (rng.below(events.len()), events.clone());
        match rng.below(5) {
            0 => drop(events.remove(i)),
            1 => events.insert(i, events[i]),
            2 => events[i].time = crate::round::next_up(events[i].time),
            3 if 0.0 < events[i].time => events[i].time = crate::round::next_down(events[i].time),
            3 => continue,
            _ => events.swap(i, before.len() - 1),
        }
        // Two that go on as before meet again at once, and who can tell whether once or twice?
        let goes_on =
            |event: &Event| event.before == event.after && event.other.is_none_or(|other| other.before == other.after);
        let is_sensed = |event: &Event| matches!(event.kind, EventKind::Enters(_) | EventKind::Leaves(_));
        if *events == before || before.iter().any(|event| goes_on(event) && !is_sensed(event)) {
            continue;
        }
        spoiled += 1;
        assert!(judge(&scene, &frames).is_err(), "case {case}, event {i}: {before:?}\n{}", as_code(&scene));
    }
    assert!(CASES / 20 < spoiled, "{spoiled}");
}

/// Looks at the scene three times between any two events.
fn assert_nothing_is_missed(scene: &Scene, frames: &[Told], case: u64) {
    let steps: Vec<f64> = frames.iter().map(|told| told.dt).collect();
    let judge = Judge::new(scene, &steps);
    let mut flights: Vec<Flight> = Vec::new();
    let mut inside = BTreeSet::new();
    let starts = scene.bodies.iter().map(|body| [body.position.into(), body.velocity.into()]).collect();
    let starts = [starts].into_iter().chain(frames.iter().map(|told| told.after.clone()));
    for (told, start) in frames.iter().zip(starts) {
        flights.clear();
        flights.extend(start.iter().map(|&[at, velocity]: &[Xy; 2]| Flight { at, velocity, since: 0.0 }));
        let mut time = 0.0;
        for k in 0..=told.events.len() {
            let until = told.events.get(k).map_or(told.dt, |event| event.time);
            for now in [0.25, 0.5, 0.9].map(|part| time + part * (until - time)) {
                if now <= time || until <= now {
                    continue;
                }
                let seen = look(&judge, &flights, &inside, now);
                seen.unwrap_or_else(|wrong| panic!("case {case}, before event {k}: {wrong}\n{}", as_code(scene)));
            }
            time = until;
            let Some(event) = told.events.get(k) else { continue };
            let Some(body) = event.body.map(BodyId::index) else { continue };
            let first = Flight { at: event.at.into(), velocity: event.after.into(), since: time };
            match event.kind {
                EventKind::Wall(_) => flights[body] = first,
                EventKind::Body(other) => {
                    flights[body] = first;
                    let OtherBody { at, after, .. } = event.other.expect("two bodies");
                    flights[other.index()] = Flight { at: at.into(), velocity: after.into(), since: time };
                }
                EventKind::Enters(other) => assert!(inside.insert((body, other.index()))),
                EventKind::Leaves(other) => assert!(inside.remove(&(body, other.index()))),
                _ => {}
            }
        }
    }
}

/// Whether at one time bodies are apart and sensors know who is inside, as far as floating point can tell.
fn look(judge: &Judge<'_>, flights: &[Flight], inside: &BTreeSet<(usize, usize)>, time: f64) -> Result<(), String> {
    let hair = 1e-8 * judge.size;
    for (i, body) in judge.scene.bodies.iter().enumerate() {
        let at = flights[i].near(time);
        for (k, wall) in judge.scene.walls.iter().enumerate() {
            let (d, around) = from_solid(at, judge.solids[k]);
            let is_met = !body.sensor && body.mask & wall.mask() != 0 && wall.side() == Side::On;
            if is_met && length(d) + hair < body.radius + around {
                return Err(format!("body {i} is in wall {k} at {time}"));
            }
        }
        for (j, other) in judge.scene.bodies.iter().enumerate().filter(|&(j, other)| j != i && meets(body, other)) {
            let gap = length(sub(at, flights[j].near(time))) - body.radius - other.radius;
            let is_inside = inside.contains(&(i, j));
            match (body.sensor, other.sensor) {
                (false, false) if gap < -hair => return Err(format!("bodies {i} and {j} overlap at {time}")),
                (true, false) if gap < -hair && !is_inside => return Err(format!("{j} is in {i} at {time}")),
                (true, false) if hair < gap && is_inside => return Err(format!("{j} is not in {i} at {time}")),
                _ => {}
            }
        }
    }
    Ok(())
}

fn without_gates(case: u64) -> Scene {
    let scene = scenes::any(&mut Rng::for_case(0, "worlds", case));
    Scene { gates: Vec::new(), is_ring: false, ..scene }
}

/// A log of a scene; `None` if there is no number for a place nearby, or no end of events.
fn play(scene: &Scene) -> Option<Vec<Told>> {
    let ids = Ids::new(scene);
    let mut frames: Vec<Told> = Vec::new();
    let mut judge = Judge::new(scene, &scene.steps);
    let mut bodies: Vec<[Xy; 2]> =
        scene.bodies.iter().map(|body| [body.position.into(), body.velocity.into()]).collect();
    for &dt in &scene.steps {
        let flights = bodies.iter().map(|&[at, velocity]| Flight { at, velocity, since: 0.0 }).collect();
        judge.dt = dt;
        let mut replay = Replay::new(&judge, flights, dt);
        let mut events = Vec::new();
        while let Some(due) = replay.next(&mut judge) {
            let event = respond(&judge, &replay, &ids, &due)?;
            replay
                .follow(&mut judge, &event, events.len())
                .unwrap_or_else(|wrong| panic!("{wrong}\n{event:?}\n{}", as_code(scene)));
            events.push(event);
            if 200 < events.len() {
                return None;
            }
        }
        for (i, body) in bodies.iter_mut().enumerate() {
            let flight = replay.flights[i];
            *body = [place(&judge, &replay.flights, i, [0.0, 0.0], dt)?, flight.velocity];
            // Who is placed later looks at where this one is.
            replay.flights[i] = Flight { at: body[0], velocity: [0.0; 2], since: dt };
        }
        frames.push(Told { dt, events, after: bodies.clone() });
    }
    Some(frames)
}

fn respond(judge: &Judge<'_>, replay: &Replay, ids: &Ids, due: &Due) -> Option<Event> {
    let flights = &replay.flights;
    let velocity = |i: usize| -> Xy { flights[i].velocity };
    let event = |body: usize, kind: EventKind| Event {
        time: due.floor,
        body: Some(ids.bodies[body]),
        kind,
        point: Point::default(),
        normal: Vec2::default(),
        before: velocity(body).into(),
        after: velocity(body).into(),
        at: flights[body].near(due.floor).into(),
        other: None,
    };
    match due.meeting {
        Meeting::Wall { body: i, wall } => {
            let (body, v) = (&judge.scene.bodies[i], velocity(i));
            let n = away(flights[i].near(due.floor), body.radius, judge.solids[wall], v);
            let into = dot(v, n);
            let restitution = body.restitution.min(judge.scene.walls[wall].restitution());
            // Who only grazes is pushed off by a hair, or rounding would leave it grazing.
            let hair = 1e-14 * length(v);
            let after = match body.response {
                Response::Bounce => add(v, n, -(1.0 + restitution) * into + hair),
                Response::Slide => add(v, n, -into + hair),
                Response::Stop => [0.0; 2],
            };
            let at = place(judge, flights, i, n, due.floor)?;
            let event = event(i, EventKind::Wall(ids.walls[wall]));
            Some(Event { after: after.into(), normal: n.into(), at: at.into(), ..event })
        }
        Meeting::Bodies { low, high } => {
            let [a, b] = [low, high].map(|k| &judge.scene.bodies[k]);
            let (v, w) = (velocity(low), velocity(high));
            let between = sub(flights[low].near(due.floor), flights[high].near(due.floor));
            let n = if a.radius + b.radius == 0.0 { unit(sub(w, v)) } else { unit(between) };
            let restitution = a.restitution.min(b.restitution);
            let push = (1.0 + restitution) * dot(sub(v, w), n) / (a.mass + b.mass);
            let (after, other_after) = (add(v, n, -push * b.mass), add(w, n, push * a.mass));
            let at = place(judge, &without(flights, high, due.floor), low, n, due.floor)?;
            let mut moved = flights.clone();
            moved[low] = Flight { at, velocity: [0.0; 2], since: due.floor };
            let other_at = place(judge, &moved, high, n.map(|x| -x), due.floor)?;
            let event = event(low, EventKind::Body(ids.bodies[high]));
            let other = OtherBody { at: other_at.into(), before: w.into(), after: other_after.into() };
            Some(Event { after: after.into(), at: at.into(), other: Some(other), ..event })
        }
        Meeting::Sensor { sensor, other, enters } => {
            let id = ids.bodies[other];
            let event = event(sensor, if enters { EventKind::Enters(id) } else { EventKind::Leaves(id) });
            let (v, at) = (velocity(other).into(), flights[other].near(due.floor).into());
            Some(Event { other: Some(OtherBody { at, before: v, after: v }), ..event })
        }
    }
}

/// The flights with one body far away.
fn without(flights: &[Flight], gone: usize, time: f64) -> Vec<Flight> {
    let mut flights = flights.to_vec();
    let far = flights.iter().map(|flight| flight.at[0].abs()).fold(1e9, f64::max) * 1e9;
    flights[gone] = Flight { at: [far, far], velocity: [0.0; 2], since: time };
    flights
}

/// A place near the flight's that is clear of everything then; at first the flight's own, then farther and farther off all that is near.
fn place(judge: &Judge<'_>, flights: &[Flight], i: usize, n: Xy, time: f64) -> Option<Xy> {
    let (body, exact) = (&judge.scene.bodies[i], flights[i].near(time));
    if body.sensor {
        return Some(exact);
    }
    let others = |k: usize| k != i && solid_pair(body, &judge.scene.bodies[k]);
    let is_clear = |at: Xy| {
        let here = Flight { at, velocity: [0.0; 2], since: time };
        let apart = |k: usize| {
            let other = &judge.scene.bodies[k];
            let same_point = body.radius + other.radius == 0.0 && at == flights[k].near(time);
            !same_point && apart_at((&here, body.radius), (&flights[k], other.radius), time)
        };
        judge.clear_move(i, flights[i].at, at).is_ok() && (0..flights.len()).filter(|&k| others(k)).all(apart)
    };
    let mut ways = vec![n];
    for (solid, wall) in judge.solids.iter().zip(&judge.scene.walls) {
        if body.mask & wall.mask() != 0 {
            let (d, reach) = from_solid(exact, *solid);
            let is_near = length(d) < body.radius + reach + 1e-8 * judge.size;
            ways.extend(is_near.then(|| away(exact, body.radius, *solid, flights[i].velocity)));
        }
    }
    for k in (0..flights.len()).filter(|&k| others(k)) {
        let d = sub(exact, flights[k].near(time));
        let is_near = length(d) < body.radius + judge.scene.bodies[k].radius + 1e-8 * judge.size;
        ways.extend((is_near && length(d) != 0.0).then(|| unit(d)));
    }
    let sum = ways.iter().fold([0.0; 2], |sum, way| add(sum, *way, 1.0));
    ways.push(sum);
    let step = judge.size * f64::EPSILON / 4.0;
    let tries = (0..22).flat_map(|j| ways.iter().map(move |way| add(exact, *way, step * f64::from(1 << j))));
    [exact].into_iter().chain(tries).filter(|at| at.iter().all(|x| x.is_finite())).find(|&at| is_clear(at))
}

/// From the nearest point of something to a place, and how far that thing reaches around the point.
fn from_solid(at: Xy, solid: Solid) -> (Xy, f64) {
    match solid {
        Solid::Pillar(center, around) => (sub(at, center), around),
        Solid::Wall([a, b]) => {
            let e = sub(b, a);
            let t = (dot(e, sub(at, a)) / dot(e, e)).clamp(0.0, 1.0);
            (sub(at, add(a, e, t)), 0.0)
        }
    }
}

/// The direction off something; for a point on a wall, the side that it comes from.
fn away(at: Xy, radius: f64, solid: Solid, velocity: Xy) -> Xy {
    let back = unit(velocity.map(|x| -x));
    match solid {
        Solid::Wall([a, b]) if radius == 0.0 => {
            let e = sub(b, a);
            let n = unit([e[1], -e[0]]);
            match dot(n, velocity) {
                // Along the wall's line, toward an end of it.
                into if into.abs() < 1e-12 * length(velocity) && !is_beside(at, [a, b]) => back,
                into if 0.0 < into => n.map(|x| -x),
                _ => n,
            }
        }
        Solid::Pillar(_, around) if radius + around == 0.0 => back,
        _ => unit(from_solid(at, solid).0),
    }
}

/// Whether a place is beside a wall and not at an end of it or beyond.
fn is_beside(at: Xy, [a, b]: Ends) -> bool {
    let e = sub(b, a);
    let t = dot(e, sub(at, a)) / dot(e, e);
    1e-9 < t && t < 1.0 - 1e-9
}

/// Ids can be had from a world only.
struct Ids {
    bodies: Vec<BodyId>,
    walls: Vec<WallId>,
}

impl Ids {
    fn new(scene: &Scene) -> Ids {
        let mut world = World::new(Walls::new(scene.walls.iter().copied()));
        let walls = world.walls().ids().collect();
        let bodies =
            scene.bodies.iter().map(|_| world.add(Body::point([0.0, 0.0]).sensor()).expect("sensors find room"));
        Ids { bodies: bodies.collect(), walls }
    }
}
