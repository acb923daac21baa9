//! Worlds: small scenes full of ties, walls that move, bodies of all shapes, and changes in the middle of a frame.

use carom::{BodyId, EventKind, GroupId, Happening, Segment, World};
use carom_oracle::rng::Rng;
use carom_oracle::{groups, shapes, worlds};

/// A small scene full of ties, every event judged.
pub(crate) fn plain(bytes: &[u8]) -> Result<(), String> {
    let judged = worlds::check(&mut Rng::from_bytes(bytes));
    judged.map(drop).map_err(|wrong| format!("{}\n{}", wrong.message, worlds::as_code(&wrong.scene)))
}

/// Points and discs among walls that move, judged place by place.
pub(crate) fn moving(bytes: &[u8]) -> Result<(), String> {
    let mut rng = Rng::from_bytes(bytes);
    if rng.one_in(3) { piston(&mut rng) } else { groups::check(&mut rng) }
}

/// A gas before a piston that comes and goes.
fn piston(rng: &mut Rng) -> Result<(), String> {
    let (count, radius) = (1 + rng.below(6), *rng.pick(&[0.0, 0.03125, 0.05, 0.125]));
    let (mut world, piston) = groups::cylinder(count, radius, rng);
    let mut counts = groups::Counts::default();
    for frame in 0..rng.between(1, 8) {
        let velocity = [*rng.pick(&[-1.0, 1.0, -0.1, 8.0, -1e3, -1e6, 1e6]), 0.0];
        world.set_group_velocity(piston, velocity).map_err(|error| error.to_string())?;
        let judged = groups::judged_step(&mut world, *rng.pick(&[1.0 / 64.0, 1.0 / 60.0, 1.0]), &mut counts);
        judged.map_err(|wrong| format!("frame {frame} with a piston at {velocity:?}: {wrong}"))?;
    }
    Ok(())
}

/// Bodies of all shapes, among walls, each other and walls that move, judged place by place and flight by flight.
pub(crate) fn shaped(bytes: &[u8]) -> Result<(), String> {
    let mut rng = Rng::from_bytes(bytes);
    let kind = *rng.pick(&[shapes::Kind::Walls, shapes::Kind::Bodies, shapes::Kind::Groups]);
    shapes::run(&mut rng, kind, &mut shapes::Counts::default()).map(drop)
}

/// Worlds that are changed while they are stepped: every event is told once and in order, a twin is told the same, what was remembered comes
/// back, and nobody overlaps anything.
pub(crate) fn changing(bytes: &[u8]) -> Result<(), String> {
    let mut rng = Rng::from_bytes(bytes);
    let kind = *rng.pick(&[shapes::Kind::Walls, shapes::Kind::Bodies, shapes::Kind::Groups]);
    let mut world = if rng.one_in(2) { groups::scene(&mut rng) } else { shapes::scene(&mut rng, kind) };
    for _ in 0..rng.below(3) {
        let mut end = || [rng.between(0, 16) as f64 / 2.0, rng.between(0, 12) as f64 / 2.0];
        if let Ok(gate) = Segment::new(end(), end()) {
            world.add_gate(gate);
        }
    }
    let dt = *rng.pick(&[1.0 / 64.0, 0.25, 1.0]);
    for frame in 0..rng.between(1, 4) {
        judged_change(&mut world, dt, &mut rng).map_err(|wrong| format!("frame {frame} of {dt}: {wrong}"))?;
    }
    Ok(())
}

fn judged_change(world: &mut World, dt: f64, rng: &mut Rng) -> Result<(), String> {
    let (mut twin, before, hash) = (world.clone(), world.snapshot(), world.state_hash());
    let mut same = rng.clone();
    let has_walls = world.walls().len();
    let mut shown = Vec::new();
    let frame = world.step_with(dt, |now| {
        shown.push(now.event);
        change(now, rng);
    });
    if shown != frame.events {
        return Err(format!("shown were {shown:?}, told {:?}", frame.events));
    }
    if !frame.events.is_sorted_by(|a, b| a.time <= b.time) {
        return Err(format!("not in order of time: {:?}", frame.events));
    }
    let other = twin.step_with(dt, |now| change(now, &mut same));
    if other != frame || twin.state_hash() != world.state_hash() {
        return Err(format!("{frame:?}, but a twin {other:?}"));
    }
    // Walls that were removed in the frame do not come back.
    if world.walls().len() == has_walls {
        twin.restore(&before).map_err(|error| format!("what was remembered does not come back: {error}"))?;
        if twin.state_hash() != hash {
            return Err("what was remembered is not what comes back".into());
        }
    }
    shapes::judge_places(world)
}

/// Some events remove what they are about, some change velocities, and a few end the frame.
fn change(now: &mut Happening, rng: &mut Rng) {
    let mut velocity = || {
        let size = *rng.pick(&[0.0, 1.0, 3.0, 100.0, 1e6]);
        [rng.between(-1, 1) as f64 * size, rng.between(-1, 1) as f64 * size]
    };
    let (velocity, choice) = (velocity(), rng.below(12));
    let others: (Option<BodyId>, Option<GroupId>) = match now.event.kind {
        EventKind::Body(other) | EventKind::Enters(other) | EventKind::Leaves(other) => (Some(other), None),
        EventKind::Group(group, ..)
        | EventKind::Squeezed(group, ..)
        | EventKind::GroupGate(group, ..)
        | EventKind::GroupEnters(group)
        | EventKind::GroupLeaves(group) => (None, Some(group)),
        _ => (None, None),
    };
    let body = if rng.one_in(2) { others.0.or(now.event.body) } else { now.event.body };
    let done = match (now.event.kind, others.1, choice, body) {
        (EventKind::Wall(wall), _, 0 | 1, _) => {
            now.remove_wall(wall);
            Ok(())
        }
        (_, Some(group), 0, _) => {
            now.remove_group(group);
            Ok(())
        }
        (_, Some(group), 1..=4, _) => now.set_group_velocity(group, velocity),
        (_, _, 2, Some(body)) => {
            now.remove(body);
            Ok(())
        }
        (_, _, 3 | 4, Some(body)) => now.set_velocity(body, velocity),
        (_, _, 5, Some(body)) => now.push(body, velocity),
        (_, _, 6, _) if rng.one_in(4) => {
            now.end_frame();
            Ok(())
        }
        _ => Ok(()),
    };
    done.expect("all velocities are finite");
}
