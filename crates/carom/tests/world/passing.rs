//! Groups that pass gates and sensors: a lift that passes a floor, a door that opens before a sensor, a paddle in a zone.
//!
//! Every frame is judged by itself, from what everybody can see of it: where groups and sensors were before, where they are after, and how long it took.
//! The judge really adds a small number to a mark, and asks exactly whether walls and a sensor overlap at many times.

use crate::{cases, segment};
use carom::{
    Body, BodyId, Circle, Direction, Event, EventKind, Frame, Group, GroupId, Mover, Segment, Settings, Vec2, Wall,
    World,
};
use carom_oracle::dyadic::{Dyadic, cross, exact};
use carom_oracle::forms::{self, Exact};
use carom_oracle::rng::Rng;
use carom_oracle::round::{next_down, next_up};
use carom_oracle::truth::Xy;
use std::cmp::Ordering::{Equal, Less};
use std::collections::BTreeMap;

const FORWARD: Direction = Direction::Forward;
const BACKWARD: Direction = Direction::Backward;

fn kinds(frame: &Frame) -> Vec<(EventKind, f64)> {
    frame.events.iter().map(|event| (event.kind, event.time)).collect()
}

fn lift(velocity: Xy) -> Group {
    Group::new([segment([-2.0, 0.0], [2.0, 0.0])]).velocity(velocity)
}

/// A lift passes a floor: once, when its middle is there, in the direction in which it goes, and again on its way back.
#[test]
fn a_lift_passes_a_floor() {
    let mut world = World::default();
    let floor = world.add_gate(segment([-5.0, 3.0], [5.0, 3.0]));
    let lift = world.add_group(lift([0.0, 4.0])).unwrap();
    let frame = world.step(1.0);
    assert_eq!(kinds(&frame), [(EventKind::GroupGate(lift, floor, FORWARD), 0.75)]);
    let Event { body, at, point, normal, before, after, other, .. } = frame.events[0];
    assert_eq!((body, other), (None, None));
    assert_eq!((at, point, normal), ([0.0, 3.0].into(), [0.0, 3.0].into(), Vec2::new(0.0, 1.0)));
    assert_eq!((before, after), (Vec2::new(0.0, 4.0), Vec2::new(0.0, 4.0)));
    world.set_group_velocity(lift, [0, -1]).unwrap();
    assert_eq!(kinds(&world.step(2.0)), [(EventKind::GroupGate(lift, floor, BACKWARD), 1.0)]);
    let count = world.gate_count(floor).unwrap();
    assert_eq!((count.forward, count.backward, world.tally().crossings), (1, 1, 2));
}

/// However a frame is cut, also where the mark is exactly on the gate, it is counted once.
#[test]
fn frames_that_end_on_the_floor() {
    for (dt, count) in [(1.0, 4), (0.75, 4), (0.25, 12), (0.375, 8), (0.125, 24), (3.0, 1)] {
        for (mark, velocity, direction) in [([0.0, 0.0], 4.0, FORWARD), ([1.0, 6.0], -4.0, BACKWARD)] {
            let mut world = World::default();
            let floor = world.add_gate(segment([-5.0, 3.0], [5.0, 3.0]));
            let group = Group::new([segment([-2.0, 0.0], [2.0, 0.0])]).mark(mark).velocity([0.0, velocity]);
            let group = world.add_group(group).unwrap();
            let told: Vec<EventKind> = (0..count).flat_map(|_| world.step(dt).events).map(|event| event.kind).collect();
            assert_eq!(told, [EventKind::GroupGate(group, floor, direction)], "dt {dt}");
        }
    }
}

/// Beside a gate, along one, and standing on one: nothing. A gate that passes between the ends of its walls and not its mark: nothing.
#[test]
fn gates_that_are_not_crossed() {
    for ends in [[[3.0, 3.0], [5.0, 3.0]], [[-2.0, 1.0], [-1.0, 1.0]], [[0.0, -5.0], [0.0, 5.0]]] {
        let mut world = World::default();
        world.add_gate(segment(ends[0], ends[1]));
        world.add_group(lift([0.0, 4.0])).unwrap();
        assert_eq!(kinds(&world.step(1.0)), [], "{ends:?}");
    }
    let mut world = World::default();
    world.add_gate(segment([-5.0, 0.0], [5.0, 0.0]));
    world.add_group(lift([0.0, 0.0])).unwrap();
    assert_eq!(kinds(&world.step(1.0)), []);
}

/// A paddle enters a zone, which is a ring of gates, and leaves it: exactly one of its edges each time, corners too.
#[test]
fn a_ring_of_gates_knows_which_groups_are_inside() {
    let corners = [[4.0, -2.0], [8.0, -2.0], [8.0, 2.0], [4.0, 2.0]];
    for velocity in [[2.0, 0.0], [2.0, 0.5], [2.0, -0.5], [3.0, 1.0], [1.0, 0.25], [2.0, -1.0]] {
        let mut world = World::default();
        for i in 0..4 {
            world.add_gate(segment(corners[i], corners[(i + 1) % 4]));
        }
        let paddle = Group::new([segment([0.0, -1.0], [0.0, 1.0])]).velocity(velocity);
        let paddle = world.add_group(paddle).unwrap();
        let mut inside = 0;
        for _ in 0..40 {
            for event in world.step(0.25).events {
                let EventKind::GroupGate(_, _, direction) = event.kind else { panic!("{event:?}") };
                inside += if direction == FORWARD { 1 } else { -1 };
            }
            let [x, y]: Xy = world.group(paddle).unwrap().place().into();
            let is_inside = (4.0..8.0).contains(&x) && (-2.0..2.0).contains(&y);
            assert_eq!(inside, i32::from(is_inside), "{velocity:?} at {x}, {y}");
        }
    }
}

/// A door before an eye: the eye tells when the first of its walls comes and when the last has gone, not of each.
#[test]
fn a_door_passes_an_eye() {
    let mut world = World::default();
    let eye = world.add(Body::disc([0, 0], 1.0).sensor()).unwrap();
    // Two leaves with a gap that is narrower than the eye, and a post that comes later.
    let leaves = [segment([-6.0, -3.0], [-6.0, 3.0]), segment([-5.0, -3.0], [-5.0, 3.0])];
    let post = Circle::new([-10, 0], 0.5).unwrap();
    let walls = leaves.map(Wall::from).into_iter().chain([Wall::from(post)]);
    let door = world.add_group(Group::new(walls).velocity([2, 0])).unwrap();
    let frame = world.step(8.0);
    let expected = [
        (EventKind::GroupEnters(door), 2.0),
        (EventKind::GroupLeaves(door), 3.5),
        (EventKind::GroupEnters(door), 4.25),
        (EventKind::GroupLeaves(door), 5.75),
    ];
    assert_eq!(kinds(&frame), expected);
    let Event { body, at, point, normal, .. } = frame.events[0];
    assert_eq!((body, at, normal), (Some(eye), [0.0, 0.0].into(), Vec2::new(1.0, 0.0)));
    assert_eq!(point, [-1.0, 0.0].into());
}

/// Walls that are just as far apart as the eye is wide leave it for a moment.
#[test]
fn a_gap_that_is_as_wide_as_the_eye() {
    for (gap, told) in [(2.0, 4), (2.0_f64.next_down(), 2), (2.0_f64.next_up(), 4)] {
        let mut world = World::default();
        world.add(Body::disc([4, 0], 1.0).sensor()).unwrap();
        let walls = [segment([0.0, -3.0], [0.0, 3.0]), segment([-gap, -3.0], [-gap, 3.0])];
        let door = world.add_group(Group::new(walls).velocity([1, 0])).unwrap();
        let events = kinds(&world.step(16.0));
        assert_eq!(events.len(), told, "{gap}: {events:?}");
        let [enters, leaves] = [EventKind::GroupEnters(door), EventKind::GroupLeaves(door)];
        assert!(events.iter().enumerate().all(|(k, (kind, _))| *kind == [enters, leaves][k % 2]), "{events:?}");
    }
}

/// One that only touches is not seen, one that is there when the eye first looks is, and so is one that stands; an eye that is a point sees no line.
#[test]
fn eyes_that_look_on() {
    let touching = [segment([-3.0, 1.0], [3.0, 1.0])];
    let within = [segment([-3.0, 0.5], [3.0, 0.5])];
    let pillar = [Wall::from(Circle::new([0.25, 0.0], 0.5).unwrap())];
    let told = |radius: f64, group: Group| {
        let mut world = World::default();
        world.add(Body::disc([0.0, 0.0], radius).sensor()).unwrap();
        world.add_group(group).unwrap();
        let first: Vec<EventKind> = world.step(1.0).events.iter().map(|event| event.kind).collect();
        (first, world.step(1.0).events.len())
    };
    let group = GroupId::clone(&World::default().add_group(Group::new(within)).unwrap());
    assert_eq!(told(1.0, Group::new(touching)), (vec![], 0));
    assert_eq!(told(1.0, Group::new(touching).velocity([1, 0])), (vec![], 0));
    assert_eq!(told(1.0, Group::new(within)), (vec![EventKind::GroupEnters(group)], 0));
    assert_eq!(told(0.0, Group::new(within).velocity([0, -1])), (vec![], 0));
    assert_eq!(told(0.0, Group::new(pillar)), (vec![EventKind::GroupEnters(group)], 0));
    let unseen = within.map(|wall| Wall::from(wall).with_mask(2));
    let mut world = World::default();
    world.add(Body::disc([0.0, 0.0], 1.0).mask(1).sensor()).unwrap();
    world.add_group(Group::new(unseen)).unwrap();
    assert_eq!(kinds(&world.step(1.0)), []);
}

/// An eye that is put elsewhere, or a group that is taken away: what it knew is told anew, or forgotten.
#[test]
fn eyes_and_groups_that_change() {
    let mut world = World::default();
    let eye = Body::disc([0, 0], 1.0).sensor();
    let id = world.add(eye).unwrap();
    let door = world.add_group(Group::new([segment([-3.0, 0.0], [3.0, 0.0])])).unwrap();
    assert_eq!(kinds(&world.step(1.0)), [(EventKind::GroupEnters(door), 0.0)]);
    let before = world.snapshot();
    world.replace(id, Body { position: [0, 5].into(), ..eye }).unwrap();
    assert_eq!(kinds(&world.step(1.0)), [(EventKind::GroupLeaves(door), 0.0)]);
    assert_ne!(before, world.snapshot());
    world.restore(&before).unwrap();
    assert_eq!(kinds(&world.step(1.0)), []);
    world.remove_group(door).unwrap();
    assert_eq!(kinds(&world.step(1.0)), []);
    let other = world.add_group(Group::new([segment([-3.0, 0.0], [3.0, 0.0])])).unwrap();
    assert_eq!(kinds(&world.step(1.0)), [(EventKind::GroupEnters(other), 0.0)]);
    world.remove(id).unwrap();
    assert_eq!(kinds(&world.step(1.0)), []);
}

/// In one order with everything else: a ball that bounces, a gate that the ball crosses, an eye that sees both.
#[test]
fn in_order_with_other_events() {
    let mut world = World::default();
    world.add_wall(segment([9.0, -9.0], [9.0, 9.0])).unwrap();
    let ball = world.add(Body::point([1, 5]).velocity([8, 0])).unwrap();
    let eye = world.add(Body::disc([5.0, 5.0], 1.0).sensor()).unwrap();
    let gate = world.add_gate(segment([2.0, 9.0], [2.0, -9.0]));
    let door = world.add_group(Group::new([segment([0.0, 4.0], [0.0, 6.0])]).velocity([4, 0])).unwrap();
    let frame = world.step(2.0);
    let wall = world.walls().ids().next().unwrap();
    let told: Vec<_> = frame.events.iter().map(|event| (event.time, event.body, event.kind)).collect();
    let expected = [
        (0.125, Some(ball), EventKind::Gate(gate, FORWARD)),
        (0.375, Some(eye), EventKind::Enters(ball)),
        (0.5, None, EventKind::GroupGate(door, gate, FORWARD)),
        (0.625, Some(eye), EventKind::Leaves(ball)),
        (1.0, Some(ball), EventKind::Wall(wall)),
        (1.0, Some(eye), EventKind::GroupEnters(door)),
    ];
    assert_eq!(told[..expected.len()], expected);
    assert!(frame.events.is_sorted_by(|a, b| a.time <= b.time));
}

/// With `step_with` a lift can be stopped at the floor that it passes, and is shown once: a lift that stops at each floor for a frame.
#[test]
fn a_lift_that_stops_at_every_floor() {
    for dt in [1.0, 0.7, 0.1, 3.3] {
        let mut world = World::default();
        let lift = world.add_group(lift([0.0, 1.0])).unwrap();
        let floors: Vec<_> =
            (1..5).map(|y| world.add_gate(segment([-5.0, f64::from(y)], [5.0, f64::from(y)]))).collect();
        let mut told = Vec::new();
        while told.len() < 4 {
            let frame = world.step_with(dt, |now| {
                if let EventKind::GroupGate(lift, ..) = now.event.kind {
                    now.set_group_velocity(lift, [0, 0]).unwrap();
                }
            });
            for event in frame.events {
                told.push(event.kind);
                let y = world.group(lift).unwrap().offset().y;
                assert!((y - told.len() as f64).abs() < 1e-9, "dt {dt}: {y} at floor {}", told.len());
                world.set_group_velocity(lift, [0, 1]).unwrap();
            }
        }
        let expected: Vec<_> = floors.iter().map(|&floor| EventKind::GroupGate(lift, floor, FORWARD)).collect();
        assert_eq!(told, expected, "dt {dt}");
    }
}

/// A door that an eye opens: it stops as it enters, in the middle of a frame, and what follows in the frame sees it stand there.
#[test]
fn a_door_that_stops_as_it_is_seen() {
    let mut world = World::default();
    world.add(Body::disc([0, 0], 1.0).sensor()).unwrap();
    let door = world.add_group(Group::new([segment([-4.0, -3.0], [-4.0, 3.0])]).velocity([2, 0])).unwrap();
    let ball = world.add(Body::point([-8, 2]).velocity([4, 0])).unwrap();
    let frame = world.step_with(4.0, |now| {
        if let EventKind::GroupEnters(door) = now.event.kind {
            now.set_group_velocity(door, [0, 0]).unwrap();
        }
    });
    let told: Vec<EventKind> = frame.events.iter().map(|event| event.kind).collect();
    assert_eq!(told, [EventKind::GroupEnters(door), EventKind::Group(door, 0)]);
    assert!((world.group(door).unwrap().offset().x - 3.0).abs() < 1e-9);
    assert!((frame.events[1].time - 1.75).abs() < 1e-9 && world.get(ball).unwrap().velocity.x == -4.0);
}

/// `step_with` that changes nothing, and `advance`, tell what `step` tells.
#[test]
fn all_ways_to_step_tell_the_same() {
    for case in 0..cases(320) {
        let rng = &mut Rng::for_case(0, "all ways to step", case);
        let (world, _) = scene(rng);
        let (mut first, mut second, mut third) = (world.clone(), world.clone(), world);
        for _ in 0..6 {
            let frame = first.step(0.5);
            assert_eq!(second.step_with(0.5, |_| {}), frame, "case {case}");
            let mut shown = Vec::new();
            third.advance(0.5, |event| shown.push(*event));
            assert_eq!(shown, frame.events, "case {case}");
            assert_eq!([second.state_hash(), third.state_hash()], [first.state_hash(); 2], "case {case}");
        }
    }
}

/// Lifts, doors and pillars among gates and eyes of all kinds, on grids so that hardly anything is in general position, and off them: each
/// crossing, entry and exit is told once, in its direction, at the time that is the largest number not above the exact one.
#[test]
fn judged_exactly() {
    let mut counts = [0_u64; 4];
    for case in 0..cases(40_000) {
        let rng = &mut Rng::for_case(0, "groups that pass", case);
        let (mut world, unit) = scene(rng);
        let mut known = BTreeMap::new();
        for frame in 0..5 {
            let dt = *rng.pick(&[1.0, 0.5, 0.25, 0.1, 1.0 / 60.0]);
            if rng.one_in(3) {
                let ids: Vec<GroupId> = world.groups().map(|(id, _)| id).collect();
                let velocity = [0; 2].map(|_| unit * rng.between(-8, 8) as f64);
                world.set_group_velocity(*rng.pick(&ids), velocity).unwrap();
            }
            let before = world.clone();
            let told = world.step(dt);
            let judge = Judge { before: &before, after: &world, told: &told, dt };
            let judged = judge.gates(&mut counts).and_then(|()| judge.eyes(&mut known, &mut counts));
            judged.unwrap_or_else(|wrong| panic!("case {case}, frame {frame} of {dt} s: {wrong}\n{told:?}"));
        }
    }
    let least = cases(40_000) / 8;
    assert!(counts.iter().all(|&count| least < count), "forward, backward, enters, leaves: {counts:?}");
}

/// Groups, gates and eyes, and the size of their numbers. Nothing meets anything: groups pass through each other, and there are no bodies but sensors.
fn scene(rng: &mut Rng) -> (World, f64) {
    let unit = *rng.pick(&[1.0, 1.0, 0.125, 0.1, 1.0 / 3.0, 1e-6, 1e7]);
    (Recipe { unit, mirror: [1.0; 2], is_even: true }.scene(rng), unit)
}

/// How a scene is made: in which unit, in which mirror, and whether all numbers are whole units.
#[derive(Clone, Copy)]
struct Recipe {
    unit: f64,
    mirror: Xy,
    is_even: bool,
}

impl Recipe {
    fn scene(&self, rng: &mut Rng) -> World {
        let Recipe { unit, .. } = *self;
        let mut world = World::with(carom::Walls::default(), Settings::default()).unwrap();
        for _ in 0..rng.between(1, 3) {
            let walls: Vec<Wall> = (0..rng.between(1, 4)).filter_map(|_| self.wall(rng)).collect();
            let group = Group::new(walls).velocity(self.pair(rng, 8));
            let group = if rng.one_in(2) { group.mark(self.pair(rng, 6)) } else { group };
            world.add_group(group).unwrap();
        }
        for _ in 0..rng.between(0, 4) {
            if let Ok(gate) = Segment::new(self.pair(rng, 6), self.pair(rng, 6)) {
                world.add_gate(gate);
            }
        }
        let [low, high, end] = [[-1.0, -0.5], [1.0, 1.0], [1.0, 0.0]].map(|p| self.image(p.map(|x| unit * x)));
        let [left, bottom] = [0, 1].map(|axis| low[axis].min(high[axis]));
        let [right, top] = [0, 1].map(|axis| low[axis].max(high[axis]));
        let shapes = [
            Mover::aabb(&carom::Aabb::new([left, bottom], [right, top]).unwrap()),
            Mover::capsule(low, end, 0.5 * unit).unwrap(),
        ];
        let shapes = shapes.map(|shape| world.add_shape(shape).unwrap());
        for _ in 0..rng.between(1, 3) {
            let body = match rng.below(4) {
                0 => Body::shaped(self.pair(rng, 6), *rng.pick(&shapes)),
                1 => Body::point(self.pair(rng, 6)),
                _ => Body::disc(self.pair(rng, 6), unit * rng.between(1, 4) as f64 / 2.0),
            };
            let velocity = self.pair(rng, 4);
            world.add(body.velocity(if rng.one_in(2) { velocity } else { [0.0; 2] }).sensor()).unwrap();
        }
        world
    }

    fn wall(&self, rng: &mut Rng) -> Option<Wall> {
        let (a, b) = (self.pair(rng, 4), self.pair(rng, 4));
        match rng.one_in(4) {
            true => Circle::new(a, self.unit * 0.5).ok().map(Wall::from),
            false => Segment::new(a, b).ok().map(Wall::from),
        }
    }

    /// Two numbers of up to so many units.
    fn pair(&self, rng: &mut Rng, most: i64) -> Xy {
        let part = |rng: &mut Rng| match self.is_even {
            true => rng.between(-most, most) as f64,
            false => rng.within(-most as f64, most as f64),
        };
        self.image([0; 2].map(|_| self.unit * part(rng)))
    }

    fn image(&self, [x, y]: Xy) -> Xy {
        [x * self.mirror[0], y * self.mirror[1]]
    }
}

/// The image of a scene does what the image of the scene's events says, times and places bit for bit: eyes see the same groups at the same times, and gates are crossed in the
/// other direction, or in the same if the scene is turned round.
///
/// A place exactly on a gate counts as a very small number to the right of it, in the mirror too: so marks and gates are in general position, unless there are only eyes.
#[test]
fn the_image_of_a_scene_tells_the_image() {
    let mut counts = [0_u64; 4];
    // So many that all of them happen.
    let scenes = cases(4_000).max(500);
    for case in 0..scenes {
        let seed = || Rng::for_case(0, "groups that pass in the mirror", case);
        let is_even = case % 2 == 0;
        let mirror = [[1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]][case as usize % 3];
        let made = |mirror: Xy| {
            let mut world = Recipe { unit: 1.0 / 3.0, mirror, is_even }.scene(&mut seed());
            if is_even {
                let gates: Vec<_> = world.gates().collect();
                gates.into_iter().for_each(|gate| _ = world.remove_gate(gate));
            }
            world
        };
        let (mut world, mut image) = (made([1.0; 2]), made(mirror));
        for frame in 0..4 {
            let dt = [0.25, 0.1][frame % 2];
            let (told, reflected) = (world.step(dt), image.step(dt));
            assert_eq!(told.events.len(), reflected.events.len(), "case {case}, frame {frame}");
            for (event, other) in told.events.iter().zip(&reflected.events) {
                assert!(
                    is_image(event, other, mirror) && (is_even || is_image_of_point(event, other, mirror)),
                    "case {case}, frame {frame}, {mirror:?}: {event:#?}, {other:#?}"
                );
                counts[match event.kind {
                    EventKind::GroupGate(..) => 0,
                    EventKind::GroupEnters(_) => 1,
                    EventKind::GroupLeaves(_) => 2,
                    _ => 3,
                }] += 1;
            }
        }
    }
    assert!(counts.iter().all(|&count| scenes / 64 < count), "gates, enters, leaves, gates of eyes: {counts:?}");
}

fn is_image(event: &Event, other: &Event, mirror: Xy) -> bool {
    let turned = |direction: Direction| if direction == FORWARD { BACKWARD } else { FORWARD };
    let kind = match other.kind {
        EventKind::GroupGate(group, gate, direction) if mirror[0] * mirror[1] < 0.0 => {
            EventKind::GroupGate(group, gate, turned(direction))
        }
        EventKind::Gate(gate, direction) if mirror[0] * mirror[1] < 0.0 => EventKind::Gate(gate, turned(direction)),
        kind => kind,
    };
    let point = |[x, y]: Xy| [x * mirror[0], y * mirror[1]];
    (event.time, event.body, event.kind) == (other.time, other.body, kind)
        && event.at == point(other.at.into()).into()
        && [event.before, event.after] == [other.before, other.after].map(|v| point(v.into()).into())
}

/// Where it touches. On a grid several places are touched at once, and which of them is told, and how it is rounded, depends on the order of corners, which is another in the mirror.
fn is_image_of_point(event: &Event, other: &Event, mirror: Xy) -> bool {
    let point = |[x, y]: Xy| [x * mirror[0], y * mirror[1]];
    event.point == point(other.point.into()).into() && event.normal == point(other.normal.into()).into()
}

/// One frame, and the worlds before and after it.
struct Judge<'a> {
    before: &'a World,
    after: &'a World,
    told: &'a Frame,
    dt: f64,
}

impl Judge<'_> {
    /// Which gates the marks cross, when each place counts as a very small number to the right and a far smaller one above.
    fn gates(&self, counts: &mut [u64; 4]) -> Result<(), String> {
        let mut told: Vec<(EventKind, f64)> = kinds(self.told);
        told.retain(|(kind, _)| matches!(kind, EventKind::GroupGate(..)));
        for (id, group) in self.before.groups() {
            let ends = [group, self.after.group(id).unwrap()].map(place_of);
            for gate in self.before.gates() {
                let (a, b) = (self.before.get_gate(gate).unwrap().a(), self.before.get_gate(gate).unwrap().b());
                let Some((direction, [p, s])) = crossed([a.into(), b.into()], &ends) else { continue };
                let kind = EventKind::GroupGate(id, gate, direction);
                let found = told.iter().position(|(told, _)| *told == kind).ok_or(format!("{kind:?} is missing"))?;
                let (_, time) = told.remove(found);
                // time ≤ dt·p/s < the next one.
                let is_above = |time: f64| (exact(self.dt) * p.clone() - exact(time) * s.clone()).sign() == Less;
                if is_above(time) || !is_above(next_up(time)) {
                    return Err(format!("{kind:?} at {time:e}"));
                }
                counts[usize::from(direction == BACKWARD)] += 1;
            }
        }
        if told.is_empty() { Ok(()) } else { Err(format!("{told:?} did not happen")) }
    }

    /// Which groups eyes see, and when.
    fn eyes(&self, known: &mut BTreeMap<(BodyId, GroupId), bool>, counts: &mut [u64; 4]) -> Result<(), String> {
        for (eye, _) in self.before.bodies() {
            for (id, _) in self.before.groups() {
                let knew = known.entry((eye, id)).or_default();
                *knew = self.eye(eye, id, *knew, counts)?;
            }
        }
        Ok(())
    }

    fn eye(&self, eye: BodyId, id: GroupId, knew: bool, counts: &mut [u64; 4]) -> Result<bool, String> {
        let mut told: Vec<(bool, f64)> = Vec::new();
        for event in self.told.events.iter().filter(|event| event.body == Some(eye)) {
            match event.kind {
                EventKind::GroupEnters(group) if group == id => told.push((true, event.time)),
                EventKind::GroupLeaves(group) if group == id => told.push((false, event.time)),
                _ => {}
            }
        }
        let mut is_inside = self.overlap(eye, id, 0.0);
        let wrong = |what: String| Err(format!("{eye:?} and {id:?}: {what}, of {told:?}"));
        let mut rest = &told[..];
        if knew != is_inside {
            match rest.split_first() {
                Some((&(enters, 0.0), others)) if enters == is_inside => rest = others,
                _ => return wrong("what it sees at first is not told".into()),
            }
        }
        let mut times = vec![0.0];
        for &(enters, time) in rest {
            if enters == is_inside {
                return wrong(format!("{enters} twice at {time:e}"));
            }
            is_inside = enters;
            counts[if enters { 2 } else { 3 }] += 1;
            times.push(time);
        }
        times.push(self.dt);
        // Before, between and after them it is as told, up to a few units: at eight times between each two, and close to both.
        let mut is_inside = self.overlap(eye, id, 0.0);
        for (k, pair) in times.windows(2).enumerate() {
            let (from, to) = (if k == 0 { 0.0 } else { next_up(pair[0]) }, pair[1]);
            // At the time that is told it has not yet entered, and has left by the next.
            let last = if k + 2 == times.len() {
                to
            } else if is_inside {
                next_down(to)
            } else {
                to
            };
            let parts = (0..=8).map(|part| from + (last - from) * f64::from(part) / 8.0);
            for time in parts.filter(|time| from < *time && *time <= last && k + 2 < times.len() || *time < to) {
                if from < time && self.overlap(eye, id, time) != is_inside {
                    return wrong(format!("at {time:e} it is not {is_inside}"));
                }
            }
            if k + 2 < times.len() {
                is_inside = !is_inside;
            }
        }
        let ends = self.overlap(eye, id, self.dt);
        if ends == is_inside { Ok(ends) } else { wrong(format!("in the end it is {ends}")) }
    }

    /// Whether a wall of a group and an eye overlap at a time, on their straight ways. All lengths are multiplied by the frame's time.
    fn overlap(&self, eye: BodyId, id: GroupId, time: f64) -> bool {
        let [first, second] = [self.before, self.after].map(|world| world.get(eye).unwrap());
        let [group, later] = [self.before, self.after].map(|world| world.group(id).unwrap());
        let between = |from: f64, to: f64| exact(from) * exact(self.dt) + (exact(to) - exact(from)) * exact(time);
        let at = [between(first.position.x, second.position.x), between(first.position.y, second.position.y)];
        let offset = [between(group.offset().x, later.offset().x), between(group.offset().y, later.offset().y)];
        let moved = |p: Xy, by: &Exact| [0, 1].map(|axis| exact(p[axis]) * exact(self.dt) + by[axis].clone());
        let (vertices, radius) = match first.shape.and_then(|shape| self.before.shape(shape)) {
            Some(mover) => (mover.vertices().to_vec(), mover.radius()),
            None => (vec![carom::Point::default()], first.radius),
        };
        let eye = forms::hull(vertices.iter().map(|&vertex| moved(vertex.into(), &at)).collect());
        group.walls().iter().any(|wall| {
            let (ends, other) = match (wall.segment(), wall.circle()) {
                (Some(segment), _) => (vec![segment.a(), segment.b()], 0.0),
                (_, circle) => (vec![circle.unwrap().center()], circle.unwrap().radius()),
            };
            let reach = (exact(radius) + exact(other)) * exact(self.dt);
            let has_room = reach.sign() != Equal || eye.len() > 2;
            let wall = forms::hull(ends.iter().map(|&end| moved(end.into(), &offset)).collect());
            has_room && forms::overlap(&eye, &wall, &reach)
        })
    }
}

/// Where a group's mark is, exactly.
fn place_of(group: &Group) -> Exact {
    let (mark, offset) = (group.get_mark(), group.offset());
    [exact(mark.x) + exact(offset.x), exact(mark.y) + exact(offset.y)]
}

/// In which direction a move crosses a gate with places that are really moved by a little, and which part of the way that is of what.
fn crossed([a, b]: [Xy; 2], [from, to]: &[Exact; 2]) -> Option<(Direction, [Dyadic; 2])> {
    let tiny = exact(2f64.powi(-1000)).squared() * exact(2f64.powi(-1000));
    let shift = [tiny.clone(), tiny.squared()];
    let [a, b] = [a, b].map(|end| end.map(exact));
    let minus = |p: &Exact, q: &Exact| [0, 1].map(|axis| p[axis].clone() - q[axis].clone());
    let plus = |p: &Exact, q: &Exact| [0, 1].map(|axis| p[axis].clone() + q[axis].clone());
    let [start, end] = [from, to].map(|place| plus(place, &shift));
    let gate = minus(&b, &a);
    let side = |place: &Exact| cross(&gate, &minus(place, &a));
    let beside = |end_of_gate: &Exact| cross(&minus(&end, &start), &minus(end_of_gate, &start)).sign();
    if side(&start).sign() == side(&end).sign() || beside(&a) == beside(&b) {
        return None;
    }
    let direction = if side(&end).sign() == Less { BACKWARD } else { FORWARD };
    let (before, after) = (side(from), side(to));
    let apart = before.clone() - after;
    Some((direction, if apart.sign() == Less { [-before, -apart] } else { [before, apart] }))
}
