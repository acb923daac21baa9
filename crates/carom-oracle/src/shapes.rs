//! Worlds of bodies with shapes, judged place by place and flight by flight.
//!
//! Every place in which a body was put is in the events of a frame. From each to the next it must have kept clear of all walls, those that move too; and where all events are
//! told, two bodies must have kept clear of each other on their exact flights between any two events. In the end nobody overlaps anything. All by [`forms`].

use carom::{
    Aabb, Body, BodyId, Circle, EventKind, Frame, FrameEnd, Group, Mover, Polygon, Segment, Settings, ShapeId, Vec2,
    Wall, Walls, World,
};

use crate::drifting::{self, Shift};
use crate::dyadic::{Dyadic, exact};
use crate::forms::{self, Exact};
use crate::rng::Rng;
use crate::truth::Xy;

/// What was judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Bodies that met walls.
    pub walls: u64,
    /// Bodies that met groups.
    pub groups: u64,
    /// Bodies that met bodies.
    pub bodies: u64,
    /// Pairs of a body's way and a wall.
    pub ways: u64,
    /// Pairs of bodies on straight flights.
    pub flights: u64,
}

/// Steps a world and judges what happened in that frame.
///
/// # Errors
/// What is wrong: a body that went through a wall or a body, or overlaps one.
pub fn judged_step(world: &mut World, dt: f64, counts: &mut Counts) -> Result<Frame, String> {
    let before = world.clone();
    let frame = world.step(dt);
    let judge = Judge { before: &before, after: world, frame: &frame, dt };
    judge.walls(counts)?;
    judge.bodies(counts)?;
    for event in &frame.events {
        match event.kind {
            EventKind::Wall(_) => counts.walls += 1,
            EventKind::Group(..) => counts.groups += 1,
            EventKind::Body(_) => counts.bodies += 1,
            _ => {}
        }
    }
    Ok(frame)
}

/// Judges where bodies and walls are.
///
/// # Errors
/// If a body overlaps a wall or another body.
pub fn judge_places(world: &World) -> Result<(), String> {
    // A frame of no time, in which nothing happens.
    let frame = Frame { events: Vec::new(), end: FrameEnd::Completed };
    let judge = Judge { before: world, after: world, frame: &frame, dt: 0.0 };
    judge.walls(&mut Counts::default())?;
    judge.bodies(&mut Counts::default())
}

struct Judge<'a> {
    before: &'a World,
    after: &'a World,
    frame: &'a Frame,
    dt: f64,
}

/// A part of a body's flight: from when, from where and with which velocity.
#[derive(Clone, Copy, Debug)]
struct Leg {
    since: f64,
    at: Xy,
    velocity: Xy,
}

/// The core of a body, and its radius.
fn core(world: &World, body: &Body) -> (Vec<Xy>, f64) {
    match body.shape.and_then(|shape| world.shape(shape)) {
        Some(mover) => (mover.vertices().iter().map(|p| [p.x, p.y]).collect(), mover.radius()),
        None => (vec![[0.0, 0.0]], body.radius),
    }
}

fn placed(vertices: &[Xy], at: Xy) -> Vec<Exact> {
    vertices.iter().map(|&p| forms::moved(&[p, at], [0.0; 2], 0.0, 0.0)).collect()
}

fn minus(a: &Exact, b: &Exact) -> Exact {
    [0, 1].map(|axis| a[axis].clone() - b[axis].clone())
}

impl Judge<'_> {
    /// Whether the events tell all that happened: the frame is over, nobody loses speed, as a contact that goes on is no event, and nobody was moved aside.
    fn is_whole(&self) -> bool {
        let is_elastic = |body: &Body| body.restitution == 1.0 && body.response == carom::Response::Bounce;
        if self.frame.end != FrameEnd::Completed || !self.before.bodies().all(|(_, body)| is_elastic(body)) {
            return false;
        }
        let (tally, before) = (self.after.tally(), self.before.tally());
        let is_squeezed = |event: &carom::Event| matches!(event.kind, EventKind::Squeezed(..));
        tally.nudged + tally.held == before.nudged + before.held && !self.frame.events.iter().any(is_squeezed)
    }

    fn legs(&self, id: BodyId, body: &Body) -> Vec<Leg> {
        let leg = |since, at: carom::Point, v: Vec2| Leg { since, at: [at.x, at.y], velocity: [v.x, v.y] };
        let gravity = self.before.settings().gravity * (self.dt / 2.0);
        let mut legs = vec![leg(0.0, body.position, body.velocity + gravity)];
        for event in &self.frame.events {
            match (event.kind, event.other) {
                (EventKind::Wall(_) | EventKind::Group(..) | EventKind::Body(_), _) if event.body == Some(id) => {
                    legs.push(leg(event.time, event.at, event.after));
                }
                (EventKind::Body(other), Some(place)) if other == id => {
                    legs.push(leg(event.time, place.at, place.after))
                }
                _ => {}
            }
        }
        legs
    }

    /// Walls with their mask and how they move in the frame and where they are in the end.
    fn all_walls(&self) -> Vec<(Wall, Shift, Shift)> {
        let standing = self.after.walls();
        let standing = standing.ids().filter_map(|id| Some((standing.get(id)?, Shift::default(), Shift::default())));
        let moving = self.before.groups().flat_map(|(id, group)| {
            let shift = |group: &Group, velocity: Vec2| {
                let Vec2 { x, y } = group.offset();
                Shift { offset: [x, y], velocity: [velocity.x, velocity.y], time: 0.0 }
            };
            let (start, end) =
                (shift(group, group.get_velocity()), self.after.group(id).map(|group| shift(group, Vec2::default())));
            group.walls().iter().filter_map(move |wall| Some((*wall, start, end?)))
        });
        standing.chain(moving).collect()
    }

    fn walls(&self, counts: &mut Counts) -> Result<(), String> {
        let walls = self.all_walls();
        for (id, body) in self.after.bodies().filter(|(_, body)| !body.sensor) {
            let now = [body.position.x, body.position.y];
            let legs = match self.before.get(id) {
                Some(start) if self.is_whole() => self.legs(id, start),
                _ => Vec::new(),
            };
            for (wall, start, end) in walls.iter().filter(|(wall, ..)| wall.mask() & body.mask != 0) {
                counts.ways += 1;
                if !self.is_clear(body, wall, (now, *end), (now, *end)) {
                    return Err(format!("body {} at {now:?} overlaps {wall:?}", id.index()));
                }
                let at = |time| Shift { time, ..*start };
                let mut places =
                    legs.iter().map(|leg| (leg.at, at(leg.since))).chain((!legs.is_empty()).then_some((now, *end)));
                let Some(mut last) = places.next() else { continue };
                for to in places {
                    counts.ways += 1;
                    if !self.is_clear(body, wall, last, to) {
                        return Err(format!("body {} went from {last:?} to {to:?} through {wall:?}", id.index()));
                    }
                    last = to;
                }
            }
        }
        Ok(())
    }

    fn is_clear(&self, body: &Body, wall: &Wall, from: (Xy, Shift), to: (Xy, Shift)) -> bool {
        let (vertices, radius) = core(self.after, body);
        let (ends, more) = match (wall.segment(), wall.circle()) {
            (Some(segment), _) => (segment.ends().map(|p| [p.x, p.y]).to_vec(), 0.0),
            (_, Some(circle)) => (vec![[circle.center().x, circle.center().y]], circle.radius()),
            _ => return true,
        };
        if vertices.len() == 1 && radius == 0.0 {
            return drifting::is_clear(more, [ends[0], ends[ends.len() - 1]], from, to);
        }
        let shift = |shift: Shift| forms::moved(&[shift.offset], shift.velocity, shift.time, 0.0);
        let seen = |(at, by): (Xy, Shift)| minus(&forms::moved(&[at], [0.0; 2], 0.0, 0.0), &shift(by));
        let (start, end) = (seen(from), seen(to));
        let core: Vec<Exact> = vertices
            .iter()
            .map(|&p| {
                let p = forms::moved(&[p], [0.0; 2], 0.0, 0.0);
                [0, 1].map(|axis| p[axis].clone() + start[axis].clone())
            })
            .collect();
        let reach = exact(radius) + exact(more);
        !forms::sweep_overlaps(&core, &minus(&end, &start), &placed(&ends, [0.0; 2]), &reach)
    }

    fn bodies(&self, counts: &mut Counts) -> Result<(), String> {
        let bodies: Vec<(BodyId, &Body)> = self.after.bodies().filter(|(_, body)| !body.sensor).collect();
        for (k, (i, a)) in bodies.iter().enumerate() {
            for (j, b) in bodies[..k].iter().filter(|(_, b)| a.collides_with(b)) {
                let ((first, r), (second, s)) = (core(self.after, a), core(self.after, b));
                let reach = exact(r) + exact(s);
                if first.len() == 1 && second.len() == 1 && r + s == 0.0 {
                    continue;
                }
                let at = |body: &Body| [body.position.x, body.position.y];
                if forms::overlap(&placed(&first, at(a)), &placed(&second, at(b)), &reach) {
                    return Err(format!("bodies {} and {} overlap: {a:?} {b:?}", j.index(), i.index()));
                }
                let are_alone = self.before.groups().next().is_none();
                let (Some(before), Some(other)) = (self.before.get(*i), self.before.get(*j)) else { continue };
                if are_alone && self.is_whole() {
                    let legs = [self.legs(*i, before), self.legs(*j, other)];
                    self.flights(&legs, [&first, &second], &reach, counts)
                        .map_err(|time| format!("bodies {} and {} overlap after {time}", j.index(), i.index()))?;
                }
            }
        }
        Ok(())
    }

    /// Two bodies on their flights, between any two events of either.
    fn flights(&self, legs: &[Vec<Leg>; 2], cores: [&[Xy]; 2], reach: &Dyadic, counts: &mut Counts) -> Result<(), f64> {
        let mut times: Vec<f64> = legs.iter().flatten().map(|leg| leg.since).chain([self.dt]).collect();
        times.sort_by(f64::total_cmp);
        times.dedup();
        for span in times.windows(2) {
            let place = |legs: &[Leg], time: f64| {
                let leg = legs.iter().rev().find(|leg| leg.since <= span[0]).expect("the first begins with the frame");
                forms::moved(&[leg.at], leg.velocity, time, leg.since)
            };
            let apart = |time: f64| minus(&place(&legs[0], time), &place(&legs[1], time));
            let (start, end) = (apart(span[0]), apart(span[1]));
            let vertex = |&p: &Xy| {
                let p = forms::moved(&[p], [0.0; 2], 0.0, 0.0);
                [0, 1].map(|axis| p[axis].clone() + start[axis].clone())
            };
            let first: Vec<Exact> = cores[0].iter().map(vertex).collect();
            counts.flights += 1;
            if forms::sweep_overlaps(&first, &minus(&end, &start), &placed(cores[1], [0.0; 2]), reach) {
                return Err(span[0]);
            }
        }
        Ok(())
    }
}

/// What scenes are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One body with a shape, or a few that do not meet, among walls.
    Walls,
    /// Bodies of all shapes, in a room or not.
    Bodies,
    /// The same with walls that move.
    Groups,
}

/// A small world on a grid, so that ties are frequent, is run for a few frames and judged.
///
/// # Errors
/// See [`judged_step`].
pub fn run(rng: &mut Rng, kind: Kind, counts: &mut Counts) -> Result<World, String> {
    let mut world = scene(rng, kind);
    let dt = *rng.pick(&[1.0 / 64.0, 0.25, 1.0, 4.0]);
    for frame in 0..rng.between(1, 5) {
        judged_step(&mut world, dt, counts).map_err(|wrong| format!("frame {frame} of {dt}: {wrong}"))?;
    }
    Ok(world)
}

/// Shapes on half a grid: boxes, capsules and triangles, sharp and round.
pub fn shapes(world: &mut World, rng: &mut Rng) -> Vec<ShapeId> {
    let mut half = |low: i64, high: i64| rng.between(low, high) as f64 / 2.0;
    let movers = (0..3).flat_map(|_| {
        let (x, y, w, h) = (half(-2, 0), half(-2, 0), half(1, 3), half(1, 3));
        let aabb = Aabb::new([x, y], [x + w, y + h]).map(|aabb| Mover::aabb(&aabb));
        let triangle = Polygon::new([[x, y], [x + w, y], [x, y + h]]).and_then(|polygon| Mover::polygon(&polygon));
        let (a, b) = ([half(-1, 1), half(-1, 1)], [half(-1, 1), half(-1, 1)]);
        let round = aabb.clone().and_then(|mover| mover.grown(half(1, 1)));
        [aabb, triangle, Mover::capsule(a, b, half(1, 2)), round]
    });
    let movers: Vec<Mover> = movers.flatten().collect();
    movers.into_iter().filter_map(|mover| world.add_shape(mover).ok()).collect()
}

/// A small world of a kind.
pub fn scene(rng: &mut Rng, kind: Kind) -> World {
    let corners = [[0.0, 0.0], [9.0, 0.0], [9.0, 7.0], [0.0, 7.0]];
    let edges = (0..4).filter_map(|i| Segment::new(corners[i], corners[(i + 1) % 4]).ok());
    let mut world = if rng.one_in(5) { World::default() } else { World::new(Walls::new(edges)) };
    if rng.one_in(3) {
        let _ = world.set_settings(Settings { gravity: Vec2::new(0.0, -8.0), ..Settings::default() });
    }
    let is_even = !rng.one_in(4);
    let number = |rng: &mut Rng, most: i64| {
        if is_even { rng.between(0, 2 * most) as f64 / 2.0 } else { rng.within(0.0, most as f64) }
    };
    for _ in 0..rng.between(0, 4) {
        let (a, b) = ([number(rng, 9), number(rng, 7)], [number(rng, 9), number(rng, 7)]);
        let wall = if rng.one_in(4) { Circle::new(a, 0.5).map(Wall::from) } else { Segment::new(a, b).map(Wall::from) };
        let _ = wall.and_then(|wall| world.add_wall(wall));
    }
    let ids = shapes(&mut world, rng);
    let is_elastic = !rng.one_in(3);
    for _ in 0..rng.between(1, if kind == Kind::Walls { 3 } else { 8 }) {
        let at = [number(rng, 9), number(rng, 7)];
        let body = match rng.below(6) {
            0 if kind != Kind::Walls => Body::disc(at, *rng.pick(&[0.0, 0.5, 0.25])),
            _ => Body::shaped(at, *rng.pick(&ids)),
        };
        let speed = |rng: &mut Rng| if is_even { rng.between(-3, 3) as f64 } else { rng.within(-3.0, 3.0) };
        let fast = if rng.one_in(8) { 100.0 } else { 1.0 };
        let body = body.velocity([speed(rng) * fast, speed(rng) * fast]).mass(*rng.pick(&[1.0, 1.0, 2.0, 64.0]));
        let body = if is_elastic { body } else { body.restitution(*rng.pick(&[1.0, 0.5, 0.0])) };
        let _ = world.add(if kind == Kind::Walls { body.layers(1).mask(2) } else { body });
    }
    if kind == Kind::Groups {
        for _ in 0..rng.between(1, 2) {
            let (a, b) = ([number(rng, 9), number(rng, 7)], [number(rng, 9), number(rng, 7)]);
            let Ok(wall) = Segment::new(a, b) else { continue };
            let velocity = [rng.between(-2, 2) as f64, rng.between(-2, 2) as f64];
            let _ = world.add_group(Group::new([wall]).velocity(velocity));
        }
    }
    world
}
