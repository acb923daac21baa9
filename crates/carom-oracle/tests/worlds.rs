//! Does the judge of small worlds know right from wrong? Scenes worked by hand, told rightly and wrongly.

use carom::{
    Body, Circle, Direction, Event, EventKind, OtherBody, Point, Response, Segment, Side, Vec2, Wall, Walls, World,
};
use carom_oracle::truth::{Ends, Xy};
use carom_oracle::worlds::{Scene, Told, judge};

fn scene(bodies: &[Body], walls: &[Wall], steps: &[f64]) -> Scene {
    Scene {
        kind: "by hand",
        bodies: bodies.to_vec(),
        walls: walls.to_vec(),
        gates: Vec::new(),
        is_ring: false,
        steps: steps.to_vec(),
    }
}

fn wall(a: Xy, b: Xy) -> Wall {
    Segment::new(a, b).expect("distinct ends").into()
}

/// Ids can be had from a world only: these are of one with as many of everything.
struct Ids {
    world: World,
}

impl Ids {
    fn new() -> Ids {
        let far = |k: f64| wall([k, 100.0], [k + 0.5, 100.0]);
        let mut world = World::new(Walls::new([0.0, 1.0, 2.0, 3.0].map(far)));
        for k in 0..6 {
            world.add(Body::point([f64::from(k), 0.0])).expect("there is room");
            world.add_gate(Segment::new([f64::from(k), -2.0], [f64::from(k), -1.0]).expect("distinct ends"));
        }
        Ids { world }
    }

    fn body(&self, k: usize) -> carom::BodyId {
        self.world.bodies().nth(k).expect("six bodies").0
    }

    fn event(&self, time: f64, body: usize, kind: EventKind, [before, after]: [Xy; 2], at: Xy) -> Event {
        Event {
            time,
            body: Some(self.body(body)),
            kind,
            point: Point::from(at),
            normal: Vec2::new(1.0, 0.0),
            before: before.into(),
            after: after.into(),
            at: at.into(),
            other: None,
        }
    }

    fn wall(&self, time: f64, body: usize, wall: usize, velocities: [Xy; 2], at: Xy) -> Event {
        let id = self.world.walls().ids().nth(wall).expect("four walls");
        self.event(time, body, EventKind::Wall(id), velocities, at)
    }

    fn bodies(&self, time: f64, pair: [usize; 2], first: ([Xy; 2], Xy), second: ([Xy; 2], Xy)) -> Event {
        let event = self.event(time, pair[0], EventKind::Body(self.body(pair[1])), first.0, first.1);
        let [before, after] = second.0.map(Vec2::from);
        Event { other: Some(OtherBody { at: second.1.into(), before, after }), ..event }
    }

    fn sensor(&self, time: f64, pair: [usize; 2], enters: bool, first: (Xy, Xy), second: (Xy, Xy)) -> Event {
        let other = self.body(pair[1]);
        let kind = if enters { EventKind::Enters(other) } else { EventKind::Leaves(other) };
        let event = self.event(time, pair[0], kind, [first.0; 2], first.1);
        let (at, velocity) = (second.1.into(), second.0.into());
        Event { other: Some(OtherBody { at, before: velocity, after: velocity }), ..event }
    }

    fn gate(&self, time: f64, body: usize, gate: usize, direction: Direction, velocity: Xy, at: Xy) -> Event {
        let id = self.world.gates().nth(gate).expect("six gates");
        self.event(time, body, EventKind::Gate(id, direction), [velocity; 2], at)
    }
}

fn told(dt: f64, events: &[Event], after: &[[Xy; 2]]) -> Told {
    Told { dt, events: events.to_vec(), after: after.to_vec() }
}

#[track_caller]
fn right(scene: &Scene, frames: &[Told]) {
    if let Err(message) = judge(scene, frames) {
        panic!("{message}");
    }
}

/// The message must have all these words.
#[track_caller]
fn wrong(scene: &Scene, frames: &[Told], words: &str) {
    let message = judge(scene, frames).expect_err(words);
    assert!(message.contains(words), "{message}\nwithout {words:?}");
}

/// A disc comes to a wall behind which another one rests; 2 s at 1 m/s, and 2 s back.
#[test]
fn a_wall_between_two_discs() {
    let ids = Ids::new();
    let discs = [Body::disc([-3.0, 0.0], 1.0).velocity([1.0, 0.0]), Body::disc([1.0, 0.0], 1.0)];
    let scene = scene(&discs, &[wall([0.0, -5.0], [0.0, 5.0])], &[4.0]);
    let rest = [[1.0, 0.0], [0.0, 0.0]];
    let ends = [[[-3.0, 0.0], [-1.0, 0.0]], rest];
    let bounce = |time, at| ids.wall(time, 0, 0, [[1.0, 0.0], [-1.0, 0.0]], at);
    let (touching, late) = ([-1.0, 0.0], 2.0000000000000004);
    right(&scene, &[told(4.0, &[bounce(2.0, touching)], &ends)]);

    let once = |event| [told(4.0, &[event], &ends)];
    wrong(&scene, &once(bounce(1.9999999999999998, touching)), "Wall { body: 0, wall: 0 } is at 2e0, not at 1.99");
    wrong(&scene, &once(bounce(late, touching)), "is at 2e0, not at 2.0000000000000004e0");
    wrong(&scene, &once(bounce(2.0, [-0.9999999999999999, 0.0])), "body 0 gets into wall 0");
    wrong(&scene, &once(bounce(2.0, [-1.1, 0.0])), "body 0 is at [-1.1, 0.0] instead of [-1.0, 0.0]");
    wrong(&scene, &once(ids.wall(2.0, 0, 1, [[1.0, 0.0], [-1.0, 0.0]], touching)), "comes first, not Wall");
    wrong(&scene, &once(ids.wall(2.0, 1, 0, [[1.0, 0.0], [-1.0, 0.0]], touching)), "comes first, not Wall");
    wrong(&scene, &once(ids.wall(2.0, 0, 0, [[1.0, 0.0], [-0.9, 0.0]], touching)), "after a wall velocity is");
    wrong(&scene, &once(ids.wall(2.0, 0, 0, [[0.9, 0.0], [-1.0, 0.0]], touching)), "velocity before is");
    wrong(&scene, &[told(4.0, &[], &ends)], "Wall { body: 0, wall: 0 } at 2e0 is missing");
    let meeting = ids.bodies(2.0, [0, 1], ([[1.0, 0.0], [0.0, 0.0]], touching), ([[0.0, 0.0], [1.0, 0.0]], [1.0, 0.0]));
    wrong(&scene, &once(meeting), "comes first, not Bodies");
    wrong(&scene, &[told(4.0, &[bounce(2.0, touching), meeting], &ends)], "nothing happens any more");
    let elsewhere = [[[-2.9, 0.0], [-1.0, 0.0]], rest];
    wrong(&scene, &[told(4.0, &[bounce(2.0, touching)], &elsewhere)], "body 0 in the end: at [-2.9, 0.0]");
    let faster = [[[-3.0, 0.0], [-1.1, 0.0]], rest];
    wrong(&scene, &[told(4.0, &[bounce(2.0, touching)], &faster)], "body 0 has velocity");

    // A frame that ends at the bounce has it; one that ends just before has not.
    right(&scene, &[told(2.0, &[bounce(2.0, touching)], &[[touching, [-1.0, 0.0]], rest])]);
    right(&scene, &[told(1.9999999999999998, &[], &[[touching, [1.0, 0.0]], rest])]);
}

/// Two equal discs head on: they touch after 2 s and change places in velocity.
#[test]
fn two_discs() {
    let ids = Ids::new();
    let discs = [Body::disc([0.0, 0.0], 1.0).velocity([1.0, 0.0]), Body::disc([10.0, 0.0], 3.0).velocity([-2.0, 0.0])];
    let (slow, fast) = ([1.0, 0.0], [-2.0, 0.0]);
    let ends = [[[0.0, 0.0], fast], [[7.0, 0.0], slow]];
    let meeting = |low: [Xy; 2], high: [Xy; 2], x| ids.bodies(2.0, [0, 1], (low, [2.0, 0.0]), (high, [x, 0.0]));
    let scene = scene(&discs, &[], &[3.0]);
    right(&scene, &[told(3.0, &[meeting([slow, fast], [fast, slow], 6.0)], &ends)]);
    let once = |event| [told(3.0, &[event], &ends)];
    wrong(&scene, &once(meeting([slow, fast], [fast, slow], 5.999999999999999)), "then bodies 0 and 1 overlap");
    wrong(&scene, &once(meeting([slow, fast], [fast, [1.1, 0.0]], 6.0)), "momentum changes");
    wrong(&scene, &once(meeting([slow, [-0.5, 0.0]], [fast, [-0.5, 0.0]], 6.0)), "energy goes");
    wrong(&scene, &once(meeting([slow, [-0.5, 1.5]], [fast, [-0.5, -1.5]], 6.0)), "they part with");
    // Side by side they never meet, nor do they if they touch and fly alike.
    let alike = [Body::disc([0.0, 0.0], 1.0).velocity(slow), Body::disc([2.0, 0.0], 1.0).velocity(slow)];
    let ends = [[[3.0, 0.0], slow], [[5.0, 0.0], slow]];
    right(&self::scene(&alike, &[], &[3.0]), &[told(3.0, &[], &ends)]);
    // With restitution 0 they go on together.
    let soft = discs.map(|disc| disc.restitution(0.0));
    let together = [-0.5, 0.0];
    let ends = [[[1.5, 0.0], together], [[5.5, 0.0], together]];
    let soft = self::scene(&soft, &[], &[3.0]);
    right(&soft, &[told(3.0, &[meeting([slow, together], [fast, together], 6.0)], &ends)]);
    wrong(&soft, &[told(3.0, &[meeting([slow, fast], [fast, slow], 6.0)], &ends)], "they part with");
}

/// One disc at rest, met from both sides at once: two meetings, the lower ids first, the second one with the flights of the first.
#[test]
fn three_discs_at_once() {
    let ids = Ids::new();
    let (right_way, left_way, rest) = ([1.0, 0.0], [-1.0, 0.0], [0.0, 0.0]);
    let discs = [
        Body::disc([0.0, 0.0], 1.0),
        Body::disc([-4.0, 0.0], 1.0).velocity(right_way),
        Body::disc([4.0, 0.0], 1.0).velocity(left_way),
    ];
    let scene = scene(&discs, &[], &[3.0]);
    let (middle, left, right_side) = ([0.0, 0.0], [-2.0, 0.0], [2.0, 0.0]);
    let first = ids.bodies(2.0, [0, 1], ([rest, right_way], middle), ([right_way, rest], left));
    let second = ids.bodies(2.0, [0, 2], ([right_way, left_way], middle), ([left_way, right_way], right_side));
    let third = ids.bodies(2.0, [0, 1], ([left_way, rest], middle), ([rest, left_way], left));
    let ends = [[middle, rest], [[-3.0, 0.0], left_way], [[3.0, 0.0], right_way]];
    right(&scene, &[told(3.0, &[first, second, third], &ends)]);
    assert_eq!(judge(&scene, &[told(3.0, &[first, second, third], &ends)]).map(|counts| counts.ties), Ok(1));
    wrong(&scene, &[told(3.0, &[first, second], &ends)], "Bodies { low: 0, high: 1 } at 2e0 is missing");
    let other_way = ids.bodies(2.0, [0, 2], ([rest, left_way], middle), ([left_way, rest], right_side));
    wrong(&scene, &[told(3.0, &[other_way], &ends)], "Bodies { low: 0, high: 1 } at 2e0 comes first");
}

/// A ball of radius ½ at 10 m/s through a sensor of radius 2: in at 0.25 s, out at 0.75 s.
#[test]
fn a_sensor() {
    let ids = Ids::new();
    let (fast, rest, at) = ([10.0, 0.0], [0.0, 0.0], [0.0, 0.0]);
    let bodies = [Body::disc([-5.0, 0.0], 0.5).velocity(fast), Body::disc(at, 2.0).sensor()];
    let enters = |time| ids.sensor(time, [1, 0], true, (rest, at), (fast, [-2.5, 0.0]));
    let leaves = |time| ids.sensor(time, [1, 0], false, (rest, at), (fast, [2.5, 0.0]));
    let ends = |x| [[[x, 0.0], fast], [at, rest]];
    let scene = scene(&bodies, &[], &[1.0]);
    right(&scene, &[told(1.0, &[enters(0.25), leaves(0.75)], &ends(5.0))]);
    right(&scene, &[told(0.75, &[enters(0.25), leaves(0.75)], &ends(2.5))]);
    wrong(&scene, &[told(0.75, &[enters(0.25)], &ends(2.5))], "enters: false } at 7.5e-1 is missing");
    wrong(&scene, &[told(1.0, &[enters(0.25), enters(0.75)], &ends(5.0))], "enters: false } at 7.5e-1 comes first");
    // What begins at the frame's end is told in the next one.
    right(&scene, &[told(0.25, &[], &ends(-2.5)), told(0.5, &[enters(0.0), leaves(0.5)], &ends(2.5))]);
    wrong(&scene, &[told(0.25, &[enters(0.25)], &ends(-2.5))], "nothing happens any more");
    wrong(&scene, &[told(0.25, &[], &ends(-2.5)), told(0.25, &[], &ends(0.0))], "frame 1: Sensor");
    // What is inside already is told at once.
    let inside = self::scene(&[bodies[0].position([-1.0, 0.0]), bodies[1]], &[], &[0.25]);
    let enters = ids.sensor(0.0, [1, 0], true, (rest, at), (fast, [-1.0, 0.0]));
    right(&inside, &[told(0.25, &[enters], &ends(1.5))]);
}

/// Two points at 3 m/s, 10 m apart: 10 / 3 s, rounded down. And one at the end of a wall.
#[test]
fn points() {
    let ids = Ids::new();
    let (slow, fast) = ([1.0, 0.0], [-2.0, 0.0]);
    let bodies = [Body::point([0.0, 0.0]).velocity(slow), Body::point([10.0, 0.0]).velocity(fast)];
    let time = 3.333_333_333_333_333;
    assert!(time < 10.0 / 3.0, "the nearest number is above");
    let (a, b) = ([3.333_333_333_333_333, 0.0], [3.333_333_333_333_334, 0.0]);
    let meeting = |time| ids.bodies(time, [0, 1], ([slow, fast], a), ([fast, slow], b));
    let ends = [[[2.0, 0.0], fast], [[4.0, 0.0], slow]];
    let scene = scene(&bodies, &[], &[4.0]);
    right(&scene, &[told(4.0, &[meeting(time)], &ends)]);
    wrong(&scene, &[told(4.0, &[meeting(3.333_333_333_333_333_5)], &ends)], "is at 3.333333333333333");

    let walls = [wall([3.0, 0.0], [3.0, 9.0]), Circle::new([-3.0, 2.0], 2.0).expect("finite").into()];
    let point = [Body::point([0.0, 0.0]).velocity([3.0, 0.0])];
    let (stop, back) = ([2.9999999999999996, 0.0], [-3.0, 0.0]);
    let at_end = ids.wall(1.0, 0, 0, [[3.0, 0.0], back], stop);
    // On its way back it touches the pillar from below at (−3, 0), which is enough for a point.
    let at_pillar = ids.wall(3.0, 0, 1, [back, back], [-3.0000000000000004, -1e-15]);
    let by_hand = self::scene(&point, &walls, &[2.0]);
    right(&by_hand, &[told(2.0, &[at_end], &[[[0.0, 0.0], back]])]);
    wrong(&by_hand, &[told(2.0, &[], &[[[6.0, 0.0], [3.0, 0.0]]])], "Wall { body: 0, wall: 0 } at 1e0 is missing");
    let longer = [told(3.0, &[at_end], &[[[-3.0, 0.0], back]])];
    wrong(&by_hand, &longer, "Wall { body: 0, wall: 1 } at 2.99");
    wrong(&by_hand, &[told(3.0, &[at_end, at_pillar], &[[[-3.0, 0.0], back]])], "Wall { body: 0, wall: 1 } is at 2.99");
}

/// A wall that can be touched from its left alone lets through what starts on its right.
#[test]
fn one_side() {
    let ids = Ids::new();
    // Up along x = 0: the left is where x is negative.
    let walls = [wall([0.0, -5.0], [0.0, 5.0]).with_side(Side::Left)];
    let (fast, back) = ([2.0, 0.0], [-2.0, 0.0]);
    let from_left = scene(&[Body::disc([-3.0, 0.0], 1.0).velocity(fast)], &walls, &[2.0]);
    let from_right = scene(&[Body::disc([3.0, 0.0], 1.0).velocity(back)], &walls, &[2.0]);
    let hit = ids.wall(1.0, 0, 0, [fast, back], [-1.0, 0.0]);
    right(&from_left, &[told(2.0, &[hit], &[[[-3.0, 0.0], back]])]);
    wrong(&from_left, &[told(2.0, &[], &[[[1.0, 0.0], fast]])], "is missing");
    right(&from_right, &[told(2.0, &[], &[[[-1.0, 0.0], back]])]);
    wrong(
        &from_right,
        &[told(2.0, &[ids.wall(1.0, 0, 0, [back, fast], [1.0, 0.0])], &[[[3.0, 0.0], fast]])],
        "nothing",
    );
}

/// A body that stops or slides does so.
#[test]
fn other_responses() {
    let ids = Ids::new();
    let walls = [wall([0.0, -5.0], [0.0, 5.0])];
    let (before, along) = ([1.0, 1.0], [0.0, 1.0]);
    let body = Body::disc([-2.0, -1.0], 1.0).velocity(before);
    let hit = |after| ids.wall(1.0, 0, 0, [before, after], [-1.0, 0.0]);
    let slides = scene(&[body.response(Response::Slide)], &walls, &[2.0]);
    right(&slides, &[told(2.0, &[hit(along)], &[[[-1.0, 1.0], along]])]);
    wrong(&slides, &[told(2.0, &[hit([-1.0, 1.0])], &[[[-2.0, 1.0], [-1.0, 1.0]]])], "after a wall velocity is");
    let stops = scene(&[body.response(Response::Stop)], &walls, &[2.0]);
    right(&stops, &[told(2.0, &[hit([0.0, 0.0])], &[[[-1.0, 0.0], [0.0, 0.0]]])]);
    wrong(&stops, &[told(2.0, &[hit(along)], &[[[-1.0, 1.0], along]])], "after a wall velocity is");
}

/// A square of gates, counter-clockwise, crossed at 1/3 s and 1 s by a point at 3 m/s.
#[test]
fn gates() {
    let ids = Ids::new();
    let corners: [Xy; 4] = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];
    let ring: Vec<Ends> = (0..4).map(|k| [corners[k], corners[(k + 1) % 4]]).collect();
    let v = [3.0, 0.0];
    let body = [Body::point([-1.0, 1.0]).velocity(v)];
    let scene = Scene { gates: ring, is_ring: true, ..scene(&body, &[], &[2.0]) };
    let enters = |time| ids.gate(time, 0, 3, Direction::Forward, v, [0.0, 1.0]);
    let leaves = ids.gate(1.0, 0, 1, Direction::Backward, v, [2.0, 1.0]);
    let third = 0.333_333_333_333_333_3;
    right(&scene, &[told(2.0, &[enters(third), leaves], &[[[5.0, 1.0], v]])]);
    right(&scene, &[told(0.5, &[enters(third)], &[[[0.5, 1.0], v]])]);
    wrong(&scene, &[told(0.5, &[enters(0.3333333333333334)], &[[[0.5, 1.0], v]])], "body 0 crosses gate 3 at");
    wrong(&scene, &[told(2.0, &[enters(third)], &[[[5.0, 1.0], v]])], "body 0 crosses gate 1 at");
    let both = [enters(third), ids.gate(1.0, 0, 1, Direction::Forward, v, [2.0, 1.0])];
    wrong(&scene, &[told(2.0, &both, &[[[5.0, 1.0], v]])], "body 0 crosses gate 1 at");
    // Ending on a gate is too close to tell, but the next frame knows.
    right(
        &scene,
        &[
            told(1.0, &[enters(third)], &[[[2.0, 1.0], v]]),
            told(1.0, &[ids.gate(0.0, 0, 1, Direction::Backward, v, [2.0, 1.0])], &[[[5.0, 1.0], v]]),
        ],
    );
    wrong(
        &scene,
        &[told(1.0, &[enters(third)], &[[[2.0, 1.0], v]]), told(1.0, &[], &[[[5.0, 1.0], v]])],
        "went in 1 times",
    );
    wrong(&scene, &[told(2.0, &[leaves, enters(third)], &[[[5.0, 1.0], v]])], "not in order of time");
}
