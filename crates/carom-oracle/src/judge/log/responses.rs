//! Is what follows a meeting what mechanics says, as near as rounding allows?
//!
//! Nothing here is exact: places and normals of the library are rounded, so velocities are too.

use carom::{Event, OtherBody, Response};

use super::{Judge, NEAR, solid_pair};
use crate::bodies::Solid;
use crate::flights::Flight;
use crate::plane::{add, cross, dot, length, sub, unit};
use crate::truth::Xy;

/// Contacts of one body in a frame after which it may come to rest, by which momentum is not kept.
pub(super) const TIRING: usize = 32;

/// A body at a wall: it is reflected, slides on or stops. In a corner, where something else is near too, anything is right but to
/// become faster than it has been in this frame.
pub(super) fn wall(
    judge: &mut Judge<'_>,
    flights: &[Flight],
    (i, wall): (usize, usize),
    event: &Event,
    (number, fastest): (usize, f64),
) -> Result<(), String> {
    let (body, flight) = (&judge.scene.bodies[i], &flights[i]);
    same(event.before.into(), flight.velocity, "velocity before")?;
    let (before, after): (Xy, Xy) = (event.before.into(), event.after.into());
    let at = flight.near(event.time);
    let around = match judge.solids[wall] {
        Solid::Pillar(_, around) => around,
        Solid::Wall(_) => 0.0,
    };
    let allowed = tolerance(judge, body.radius + around);
    let (normal, is_sure) = normal_of(judge, (i, wall), flight, at, event);
    let into = dot(before, normal);
    let bounce = |kept: f64| add(before, normal, -(1.0 + kept) * into);
    let restitution = body.restitution.min(judge.scene.walls[wall].restitution());
    let expected = match body.response {
        Response::Bounce => [bounce(restitution); 2],
        Response::Slide => [add(before, normal, -into), [0.0; 2]],
        Response::Stop => [[0.0; 2]; 2],
    };
    let off = |v: &Xy| length(sub(after, *v)) <= allowed * length(before);
    if expected.iter().any(off) {
        return Ok(());
    }
    let gains = fastest * (1.0 + NEAR) < length(after);
    let is_excused = !is_sure || in_a_corner(judge, flights, (i, wall), normal, event.time) || TIRING <= number;
    judge.counts.excused += u64::from(is_excused);
    let wrong = || format!("after a wall velocity is {after:?}, not {:?} or {:?}", expected[0], expected[1]);
    if gains || !is_excused { Err(wrong()) } else { Ok(()) }
}

/// Two bodies: momentum is kept, energy too if nothing is to be lost, and they part as restitution says.
pub(super) fn meeting(
    judge: &mut Judge<'_>,
    flights: &[Flight],
    (i, j): (usize, usize),
    event: &Event,
    number: usize,
) -> Result<(), String> {
    let (a, b) = (&judge.scene.bodies[i], &judge.scene.bodies[j]);
    same(event.before.into(), flights[i].velocity, "velocity before")?;
    let other = other(event)?;
    same(other.before.into(), flights[j].velocity, "the other's velocity before")?;
    if TIRING <= number {
        return Ok(());
    }
    let (v, w, v_after, w_after): (Xy, Xy, Xy, Xy) =
        (event.before.into(), other.before.into(), event.after.into(), other.after.into());
    // With the larger of the two masses 1, nothing overflows.
    let most = a.mass.max(b.mass);
    let (m, n) = (a.mass / most, b.mass / most);
    let momentum = |v: Xy, w: Xy| [0, 1].map(|axis| m * v[axis] + n * w[axis]);
    let scale = m * length(v) + n * length(w) + m * length(v_after) + n * length(w_after);
    let lost = length(sub(momentum(v, w), momentum(v_after, w_after)));
    if lost.is_nan() || NEAR * scale < lost {
        return Err(format!("momentum changes by {lost:e} of {scale:e}"));
    }
    let restitution = a.restitution.min(b.restitution);
    let energy = |v: Xy, w: Xy| m * dot(v, v) + n * dot(w, w);
    let (had, has) = (energy(v, w), energy(v_after, w_after));
    let reach = a.radius + b.radius;
    let slack = tolerance(judge, reach);
    if has > had * (1.0 + slack) || restitution == 1.0 && has < had * (1.0 - slack) {
        return Err(format!("energy goes from {had:e} to {has:e}"));
    }
    if reach == 0.0 {
        return Ok(());
    }
    let between = sub(flights[i].near(event.time), flights[j].near(event.time));
    let normal = unit(between);
    let allowed = tolerance(judge, reach) * (length(v) + length(w));
    let (closing, parting) = (dot(sub(v, w), normal), dot(sub(v_after, w_after), normal));
    if allowed < (parting + restitution * closing).abs() {
        return Err(format!("closing with {closing:e} they part with {parting:e}; restitution is {restitution}"));
    }
    let aside = cross(sub(v_after, v), normal).abs().max(cross(sub(w_after, w), normal).abs());
    if allowed < aside { Err(format!("a push of {aside:e} square to the normal {normal:?}")) } else { Ok(()) }
}

/// The other body of an event that must have one.
pub(super) fn other(event: &Event) -> Result<OtherBody, String> {
    event.other.ok_or_else(|| "nothing is told of the other body".into())
}

/// A sensor changes nothing.
pub(super) fn sensor(
    judge: &Judge<'_>,
    flights: &[Flight],
    (i, j): (usize, usize),
    event: &Event,
) -> Result<(), String> {
    same(event.before.into(), flights[i].velocity, "velocity before")?;
    same(event.after.into(), flights[i].velocity, "velocity after")?;
    let other = other(event)?;
    same(other.before.into(), flights[j].velocity, "the other's velocity before")?;
    same(other.after.into(), flights[j].velocity, "the other's velocity after")?;
    judge.near(event.at.into(), flights[i].near(event.time)).map_err(|wrong| format!("the sensor is {wrong}"))?;
    judge.near(other.at.into(), flights[j].near(event.time)).map_err(|wrong| format!("the other is {wrong}"))
}

/// The direction from the wall to a body that touches it, and whether there is no doubt about it.
fn normal_of(judge: &Judge<'_>, (i, wall): (usize, usize), flight: &Flight, at: Xy, event: &Event) -> (Xy, bool) {
    let radius = judge.scene.bodies[i].radius;
    match judge.solids[wall] {
        Solid::Pillar(_, around) if radius + around == 0.0 => (event.normal.into(), false),
        Solid::Pillar(center, _) => (unit(sub(at, center)), true),
        Solid::Wall([a, b]) => {
            let (e, d) = (sub(b, a), sub(at, a));
            let (along, span) = (dot(unit(e), d), length(e));
            let square = unit([e[1], -e[0]]);
            // Where the nearest point is an end or not far from it, rounding may see the other.
            let margin = NEAR * judge.size;
            // Toward the body; of one that is on the line its velocity tells, which of one that slides along it would be anything.
            let beside = dot(square, d);
            let is_away = if margin < beside.abs() { beside < 0.0 } else { 0.0 < dot(square, flight.velocity) };
            let square = if is_away { square.map(|x| -x) } else { square };
            match along {
                along if margin < along && along < span - margin => (square, true),
                _ if radius == 0.0 => (event.normal.into(), false),
                along if along < -margin => (unit(d), true),
                along if span + margin < along => (unit(sub(at, b)), true),
                _ => (square, false),
            }
        }
    }
}

/// Whether something else, in another direction than the wall, is as good as touched at that time.
fn in_a_corner(judge: &Judge<'_>, flights: &[Flight], (i, wall): (usize, usize), normal: Xy, time: f64) -> bool {
    let (body, at) = (&judge.scene.bodies[i], flights[i].near(time));
    let is_touched = |nearest: Xy, reach: f64| {
        let d = sub(at, nearest);
        let is_behind = (1.0 - 1e-6) * length(d) < dot(d, normal);
        length(d) - reach < 4.0 * NEAR * judge.size && !is_behind
    };
    let near_wall = judge.solids.iter().zip(&judge.scene.walls).enumerate().any(|(k, (solid, other))| {
        let (nearest, around) = match *solid {
            Solid::Pillar(center, around) => (center, around),
            Solid::Wall([a, b]) => {
                let e = sub(b, a);
                let t = (dot(e, sub(at, a)) / dot(e, e)).clamp(0.0, 1.0);
                (add(a, e, t), 0.0)
            }
        };
        k != wall && body.mask & other.mask() != 0 && is_touched(nearest, body.radius + around)
    });
    let near_body = flights.iter().zip(&judge.scene.bodies).enumerate().any(|(j, (flight, other))| {
        j != i && solid_pair(body, other) && is_touched(flight.near(time), body.radius + other.radius)
    });
    near_wall || near_body
}

/// How far off a velocity may be, in parts of it: a normal is as good as the places that it is taken from, which in tight places are
/// some thousand units in the last place off.
fn tolerance(judge: &Judge<'_>, reach: f64) -> f64 {
    let of_places = if reach == 0.0 { 0.0 } else { 3e4 * f64::EPSILON * judge.size / reach };
    NEAR + of_places
}

fn same(got: Xy, expected: Xy, what: &str) -> Result<(), String> {
    if got == expected { Ok(()) } else { Err(format!("{what} is {got:?}, not {expected:?}")) }
}
