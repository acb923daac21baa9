//! Worlds in which walls move, judged place by place.
//!
//! Every place in which a body was put is in the events of a frame, and the last is where it is when the frame has ended. From each to the next it must have kept
//! clear of all walls, those that stand still and those that move, by exact numbers ([`drifting`]); and no two bodies may overlap in the end.

use carom::{Body, BodyId, Event, EventKind, Frame, Group, GroupId, Segment, Vec2, Wall, Walls, World};

use crate::bodies::discs_apart;
use crate::drifting::{self, Shift};
use crate::rng::Rng;
use crate::truth::{Ends, Xy};

/// What was judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All events.
    pub events: u64,
    /// Bodies that met groups.
    pub met: u64,
    /// Bodies that were squeezed.
    pub squeezed: u64,
    /// Pairs of a body's way and a wall that moves.
    pub ways: u64,
}

/// Steps a world and judges what happened in that frame.
///
/// # Errors
/// What is wrong: a body that went through a wall or overlaps one, or two bodies that overlap.
pub fn judged_step(world: &mut World, dt: f64, counts: &mut Counts) -> Result<Frame, String> {
    let before = world.clone();
    let frame = world.step(dt);
    judge_frame(&before, world, &frame, counts)?;
    Ok(frame)
}

/// Judges a frame, given the world before and after it.
///
/// # Errors
/// See [`judged_step`].
pub fn judge_frame(before: &World, after: &World, frame: &Frame, counts: &mut Counts) -> Result<(), String> {
    let is_squeezed = |event: &Event| matches!(event.kind, EventKind::Squeezed(..));
    counts.events += frame.events.len() as u64;
    counts.met += frame.events.iter().filter(|event| matches!(event.kind, EventKind::Group(..))).count() as u64;
    counts.squeezed += frame.events.iter().filter(|event| is_squeezed(event)).count() as u64;
    // Where a group stops all bodies are put in places of which nothing is told, and where one is moved aside, it is: only the end of such a frame is judged.
    let nudged = after.tally().nudged + after.tally().held - before.tally().nudged - before.tally().held;
    let is_whole = nudged == 0 && !frame.events.iter().any(is_squeezed);
    let ends = after.time() - before.time() > 0.0;
    let walls = walls_of(before, after);
    for (id, body) in after.bodies().filter(|(_, body)| !body.sensor) {
        let now = to_xy(body.position);
        for wall in walls.iter().filter(|wall| wall.mask & body.mask != 0) {
            let end = (now, wall.end);
            if !drifting::is_clear(body.radius, wall.ends, end, end) {
                return Err(format!("body {} at {now:?} overlaps {wall:?}", id.index()));
            }
        }
        // A contact that lasts is no event, and its place is not told. Of two that meet the smaller restitution counts.
        let bounces = |other: &Body| other.restitution == 1.0 && other.response == carom::Response::Bounce;
        let is_told = bounces(body) && after.bodies().all(|(_, other)| !body.collides_with(other) || bounces(other));
        let Some(start) = before.get(id).filter(|_| is_whole && ends && is_told) else { continue };
        let mut last = (to_xy(start.position), 0.0);
        for place in places_of(id, frame).map(Some).chain([None]) {
            for wall in walls.iter().filter(|wall| wall.mask & body.mask != 0) {
                let at = |time| Shift { time, ..wall.start };
                let to = place.map_or((now, wall.end), |(to, time)| (to, at(time)));
                counts.ways += 1;
                if !drifting::is_clear(body.radius, wall.ends, (last.0, at(last.1)), to) {
                    return Err(format!("body {} went from {last:?} to {to:?} through {wall:?}", id.index()));
                }
            }
            last = place.unwrap_or(last);
        }
    }
    let bodies: Vec<(BodyId, &Body)> = after.bodies().filter(|(_, body)| !body.sensor).collect();
    for (k, (i, a)) in bodies.iter().enumerate() {
        for (j, b) in &bodies[..k] {
            let apart = discs_apart(to_xy(a.position), a.radius, to_xy(b.position), b.radius);
            if a.collides_with(b) && !apart {
                return Err(format!("bodies {} and {} overlap", j.index(), i.index()));
            }
        }
    }
    Ok(())
}

/// A wall, and how it moves in a frame and where it is in the end.
#[derive(Clone, Copy, Debug)]
struct Moving {
    ends: Ends,
    mask: u32,
    start: Shift,
    end: Shift,
}

fn walls_of(before: &World, after: &World) -> Vec<Moving> {
    let moving = |wall: Wall, start: Shift, end: Shift| {
        let segment = wall.segment()?;
        Some(Moving { ends: [to_xy(segment.a()), to_xy(segment.b())], mask: wall.mask(), start, end })
    };
    let walls = after.walls();
    let standing = walls.ids().filter_map(|id| moving(walls.get(id)?, Shift::default(), Shift::default()));
    let groups = before.groups().flat_map(|(id, group)| {
        let shift = |group: &Group, velocity: Vec2| {
            let Vec2 { x, y } = group.offset();
            Shift { offset: [x, y], velocity: [velocity.x, velocity.y], time: 0.0 }
        };
        let start = shift(group, group.get_velocity());
        let end = after.group(id).map(|group| shift(group, Vec2::default()));
        group.walls().iter().filter_map(move |wall| moving(*wall, start, end?))
    });
    standing.chain(groups).collect()
}

/// The places in which a body was put in a frame, and when.
fn places_of(id: BodyId, frame: &Frame) -> impl Iterator<Item = (Xy, f64)> + '_ {
    frame.events.iter().filter_map(move |event| match (event.kind, event.other) {
        (EventKind::Wall(_) | EventKind::Group(..) | EventKind::Body(_), _) if event.body == Some(id) => {
            Some((to_xy(event.at), event.time))
        }
        (EventKind::Body(other), Some(place)) if other == id => Some((to_xy(place.at), event.time)),
        _ => None,
    })
}

fn to_xy(point: carom::Point) -> Xy {
    [point.x, point.y]
}

/// A gas in a cylinder of 4 by 1 with a piston at its right end, at x = 4: the bodies have a speed of about 1.
pub fn cylinder(count: usize, radius: f64, rng: &mut Rng) -> (World, GroupId) {
    let corners = [[0.0, 0.0], [8.0, 0.0], [8.0, 1.0], [0.0, 1.0]];
    let edges = (0..4).filter_map(|i| Segment::new(corners[i], corners[(i + 1) % 4]).ok());
    let mut world = World::new(Walls::new(edges));
    while world.len() < count {
        let at = [rng.within(radius, 4.0 - radius), rng.within(radius, 1.0 - radius)];
        let velocity = [rng.within(-1.0, 1.0), rng.within(-1.0, 1.0)];
        let _ = world.add(Body::disc(at, radius).velocity(velocity));
    }
    let piston = Segment::new([4.0, -1.0], [4.0, 2.0]).map(|wall| Group::new([wall]));
    let piston = piston.and_then(|group| world.add_group(group)).expect("nobody is beyond it");
    (world, piston)
}

/// A small world with a few groups that move in any way, and bodies among them, is run for a few frames and judged.
///
/// # Errors
/// See [`judged_step`].
pub fn check(rng: &mut Rng) -> Result<(), String> {
    run(rng, &mut Counts::default())
}

/// The same, and how much of it was judged.
///
/// # Errors
/// See [`judged_step`].
pub fn run(rng: &mut Rng, counts: &mut Counts) -> Result<(), String> {
    let mut world = scene(rng);
    let dt = *rng.pick(&[1.0 / 64.0, 1.0 / 60.0, 0.25, 1.0]);
    let ids: Vec<GroupId> = world.groups().map(|(id, _)| id).collect();
    for frame in 0..rng.between(1, 6) {
        if rng.one_in(2) {
            let group = *rng.pick(&ids);
            let velocity = velocity(rng);
            world.set_group_velocity(group, velocity).map_err(|error| error.to_string())?;
        }
        judged_step(&mut world, dt, counts).map_err(|wrong| format!("frame {frame} of {dt}: {wrong}"))?;
    }
    Ok(())
}

/// From standing to a million times as fast as bodies are.
fn velocity(rng: &mut Rng) -> [f64; 2] {
    let size = *rng.pick(&[0.0, 1e-3, 0.5, 1.0, 1.0, 3.0, 50.0, 1e6]);
    let whole = rng.one_in(2);
    let mut axis = || if whole { rng.between(-1, 1) as f64 * size } else { rng.within(-size, size) };
    [axis(), axis()]
}

/// A small world with groups that move in any way, and bodies among them.
pub fn scene(rng: &mut Rng) -> World {
    let is_even = rng.one_in(2);
    let corners = [[0.0, 0.0], [8.0, 0.0], [8.0, 6.0], [0.0, 6.0]];
    let edges = (0..4).filter_map(|i| Segment::new(corners[i], corners[(i + 1) % 4]).ok());
    let mut world = if rng.one_in(6) { World::default() } else { World::new(Walls::new(edges)) };
    if rng.one_in(3) {
        let settings = carom::Settings { gravity: Vec2::new(0.0, -9.8), ..carom::Settings::default() };
        let _ = world.set_settings(settings);
    }
    let number = |rng: &mut Rng, most: i64| {
        if is_even { rng.between(0, 4 * most) as f64 / 4.0 } else { rng.within(0.0, most as f64) }
    };
    for _ in 0..rng.between(1, 3) {
        let mut at = [number(rng, 8), number(rng, 6)];
        let mut walls = Vec::new();
        for _ in 0..rng.between(1, 4) {
            let next = [number(rng, 8), number(rng, 6)];
            walls.extend(Segment::new(at, next).ok().map(Wall::from));
            at = next;
        }
        // One that passes on is not judged here: bodies are let be in its walls.
        let group = Group::new(walls).velocity(velocity(rng));
        let _ = world.add_group(group);
    }
    // Only where all bounce is every place told, so if the first does, all do.
    let mut all_bounce = None;
    for _ in 0..rng.between(1, 8) {
        let radius = *rng.pick(&[0.0, 0.25, 0.25, 0.5, 0.1, 1e-9]);
        let speed = if is_even { rng.between(-2, 2) as f64 } else { rng.within(-2.0, 2.0) };
        let body = Body::disc([number(rng, 8), number(rng, 6)], radius)
            .velocity([speed, rng.between(-1, 1) as f64])
            .restitution(*rng.pick(&[1.0, 1.0, 0.5, 0.0]))
            .response(*rng.pick(&[carom::Response::Bounce, carom::Response::Bounce, carom::Response::Slide]));
        let bounces = body.restitution == 1.0 && body.response == carom::Response::Bounce;
        let body = if *all_bounce.get_or_insert(bounces) {
            body.restitution(1.0).response(carom::Response::Bounce)
        } else {
            body
        };
        let _ = world.add(body);
    }
    world
}
