//! Lines that count who crosses them.

use crate::{DT, boxed, frames, no_walls, segment};
use carom::{Body, Direction, EventKind, FrameEnd, Gate, Settings, Sweep, Walls, World};
use carom_oracle::rng::Rng;
use carom_oracle::truth::{self, Xy};

/// A gate, the places a body goes to one after the other, and how often it crosses: forward is to the left of a → b.
struct Case {
    name: &'static str,
    gate: [Xy; 2],
    places: &'static [Xy],
    crossings: &'static [Direction],
}

const UPRIGHT: [Xy; 2] = [[0.0, 0.0], [0.0, 2.0]];
const F: Direction = Direction::Forward;
const B: Direction = Direction::Backward;

const CASES: &[Case] = &[
    Case { name: "to the left", gate: UPRIGHT, places: &[[1.0, 1.0], [-1.0, 1.0]], crossings: &[F] },
    Case { name: "to the right", gate: UPRIGHT, places: &[[-1.0, 1.0], [1.0, 1.0]], crossings: &[B] },
    Case { name: "leaning", gate: UPRIGHT, places: &[[1.0, 0.5], [-1.0, 1.5]], crossings: &[F] },
    Case { name: "through the end it has", gate: UPRIGHT, places: &[[1.0, 0.0], [-1.0, 0.0]], crossings: &[F] },
    Case {
        name: "leaning through the end it has",
        gate: UPRIGHT,
        places: &[[1.0, -1.0], [-1.0, 1.0]],
        crossings: &[F],
    },
    Case { name: "back through the end it has", gate: UPRIGHT, places: &[[-1.0, 0.0], [1.0, 0.0]], crossings: &[B] },
    Case { name: "through the end it has not", gate: UPRIGHT, places: &[[1.0, 2.0], [-1.0, 2.0]], crossings: &[] },
    Case {
        name: "leaning through the end it has not",
        gate: UPRIGHT,
        places: &[[1.0, 1.0], [-1.0, 3.0]],
        crossings: &[],
    },
    Case {
        name: "a hair below the end it has",
        gate: UPRIGHT,
        places: &[[1.0, -1e-300], [-1.0, -1e-300]],
        crossings: &[],
    },
    Case {
        name: "a hair above the end it has",
        gate: UPRIGHT,
        places: &[[1.0, 1e-300], [-1.0, 1e-300]],
        crossings: &[F],
    },
    Case { name: "beside it", gate: UPRIGHT, places: &[[1.0, 3.0], [-1.0, 3.0]], crossings: &[] },
    Case { name: "not that far", gate: UPRIGHT, places: &[[3.0, 1.0], [1.0, 1.0]], crossings: &[] },
    Case {
        name: "stops on the line, goes on",
        gate: UPRIGHT,
        places: &[[1.0, 1.0], [0.0, 1.0], [-1.0, 1.0]],
        crossings: &[F],
    },
    Case { name: "stops on the line", gate: UPRIGHT, places: &[[1.0, 1.0], [0.0, 1.0]], crossings: &[] },
    Case {
        name: "stays on the line",
        gate: UPRIGHT,
        places: &[[1.0, 1.0], [0.0, 1.0], [0.0, 1.0], [-1.0, 1.0]],
        crossings: &[F],
    },
    Case {
        name: "stops on the line, returns",
        gate: UPRIGHT,
        places: &[[1.0, 1.0], [0.0, 1.0], [1.0, 1.0]],
        crossings: &[],
    },
    Case {
        name: "returns, then crosses",
        gate: UPRIGHT,
        places: &[[1.0, 1.0], [0.0, 1.0], [1.0, 1.0], [-1.0, 1.0]],
        crossings: &[F],
    },
    Case {
        name: "runs along, goes on",
        gate: UPRIGHT,
        places: &[[1.0, 1.0], [0.0, 1.0], [0.0, 0.5], [-1.0, 0.5]],
        crossings: &[F],
    },
    Case {
        name: "runs along, returns",
        gate: UPRIGHT,
        places: &[[1.0, 1.0], [0.0, 1.0], [0.0, 0.5], [1.0, 0.5]],
        crossings: &[],
    },
    Case { name: "starts on the line", gate: UPRIGHT, places: &[[0.0, 1.0], [-1.0, 1.0]], crossings: &[F] },
    Case { name: "starts on the line, to the right", gate: UPRIGHT, places: &[[0.0, 1.0], [1.0, 1.0]], crossings: &[] },
    Case {
        name: "from the left, stops on the line, returns",
        gate: UPRIGHT,
        places: &[[-1.0, 1.0], [0.0, 1.0], [-1.0, 1.0]],
        crossings: &[B, F],
    },
    Case {
        name: "from the left, stops on the line, goes on",
        gate: UPRIGHT,
        places: &[[-1.0, 1.0], [0.0, 1.0], [1.0, 1.0]],
        crossings: &[B],
    },
    Case {
        name: "level, from below",
        gate: [[0.0, 0.0], [2.0, 0.0]],
        places: &[[1.0, -1.0], [1.0, 0.0], [1.0, 1.0]],
        crossings: &[F],
    },
    Case {
        name: "starts on the line, then crosses",
        gate: UPRIGHT,
        places: &[[0.0, 1.0], [-1.0, 1.0], [1.0, 1.0]],
        crossings: &[F, B],
    },
    Case {
        name: "starts on the line, runs along it",
        gate: UPRIGHT,
        places: &[[0.0, 3.0], [0.0, -1.0], [-1.0, -1.0]],
        crossings: &[],
    },
    Case {
        name: "to and fro",
        gate: UPRIGHT,
        places: &[[1.0, 1.0], [-1.0, 1.0], [1.0, 0.5], [-1.0, 0.5]],
        crossings: &[F, B, F],
    },
    Case {
        name: "diagonal",
        gate: [[0.0, 0.0], [2.0, 2.0]],
        places: &[[2.0, 0.0], [0.0, 2.0], [2.0, 0.0]],
        crossings: &[F, B],
    },
    Case {
        name: "other way round",
        gate: [[0.0, 2.0], [0.0, 0.0]],
        places: &[[1.0, 1.0], [-1.0, 1.0]],
        crossings: &[B],
    },
    Case {
        name: "other way round, its end",
        gate: [[0.0, 2.0], [0.0, 0.0]],
        places: &[[1.0, 0.0], [-1.0, 0.0]],
        crossings: &[B],
    },
];

#[test]
fn a_gate_alone() {
    for Case { name, gate, places, crossings } in CASES {
        let gate = Gate::new(segment(gate[0], gate[1]));
        let mut track = gate.track();
        let mut crossed = Vec::new();
        for leg in places.windows(2) {
            let found = track.moves(&Sweep::point(leg[0], leg[1]).unwrap());
            if let Some((t, direction)) = found {
                assert!((0.0..=1.0).contains(&t), "{name}: {t}");
                crossed.push(direction);
            }
        }
        assert_eq!(crossed, *crossings, "{name}");
    }
    let gate = Gate::new(segment(UPRIGHT[0], UPRIGHT[1]));
    let (t, direction) = gate.track().moves(&Sweep::point([3.0, 1.0], [-1.0, 1.0]).unwrap()).unwrap();
    assert_eq!((t, direction), (0.75, Direction::Forward));
}

/// Gates end to end count each one that passes once, also through the ends that they share.
#[test]
fn chains_of_gates() {
    let places = [[0.0, 0.0], [0.0, 1.0], [0.0, 2.0], [0.0, 5.0]];
    for height in [0.5, 1.0, 1.5, 2.0, 4.0] {
        for slope in [0.0, 1.0, -3.0, 5.0] {
            let (start, end) = ([1.0, height + slope], [-1.0, height - slope]);
            let tracks = places.windows(2).map(|ends| Gate::new(segment(ends[0], ends[1])).track());
            let crossed = tracks.filter_map(|mut track| track.moves(&Sweep::point(start, end).unwrap())).count();
            assert_eq!(crossed, 1, "height {height}, slope {slope}");
            let mut world = World::new(no_walls());
            let gates: Vec<_> = places.windows(2).map(|ends| world.add_gate(segment(ends[0], ends[1]))).collect();
            world.add(Body::point(start).velocity([-2.0, -2.0 * slope])).unwrap();
            let events = frames(&mut world, 1, 1.0);
            assert_eq!(events.len(), 1, "height {height}, slope {slope}: {events:?}");
            let counts: Vec<_> = gates.iter().map(|&gate| world.gate_count(gate).unwrap()).collect();
            assert_eq!(counts.iter().map(|count| count.forward).sum::<u64>(), 1, "height {height}, slope {slope}");
            assert_eq!(counts.iter().map(|count| count.backward).sum::<u64>(), 0, "height {height}, slope {slope}");
            assert_eq!(world.tally().crossings, 1);
        }
    }
}

/// A frame that ends on the line, and one that begins there, make one crossing.
#[test]
fn frames_that_end_on_the_line() {
    for (dt, count) in [(1.0, 4), (0.5, 8), (0.25, 16), (0.75, 5), (4.0, 1)] {
        let mut world = World::new(no_walls());
        let gate = world.add_gate(segment(UPRIGHT[0], UPRIGHT[1]));
        let body = world.add(Body::disc([2.0, 1.0], 0.5).velocity([-1.0, 0.0])).unwrap();
        let events = frames(&mut world, count, dt);
        assert_eq!(events.len(), 1, "dt {dt}: {events:?}");
        assert_eq!(
            (events[0].body, events[0].kind),
            (Some(body), EventKind::Gate(gate, Direction::Forward)),
            "dt {dt}"
        );
        assert_eq!(events[0].before, events[0].after);
        let counted = world.gate_count(gate).unwrap();
        assert_eq!((counted.forward, counted.backward), (1, 0), "dt {dt}");
    }
}

/// The wall turns the disc round just when its center is on the line.
#[test]
fn turning_on_the_line() {
    for (count, dt) in [(16, 0.25), (4, 1.0), (40, 0.1), (1, 4.0)] {
        let mut world = World::new(Walls::new(boxed([-0.5, -9.0], [9.0, 9.0])));
        let gate = world.add_gate(segment(UPRIGHT[0], UPRIGHT[1]));
        world.add(Body::disc([2.0, 1.0], 0.5).velocity([-1.0, 0.0])).unwrap();
        let events = frames(&mut world, count, dt);
        assert!(events.len() == 1 && matches!(events[0].kind, EventKind::Wall(_)), "dt {dt}: {events:?}");
        let counted = world.gate_count(gate).unwrap();
        assert_eq!((counted.forward, counted.backward), (0, 0), "dt {dt}");
    }
}

/// Many gates in one frame, in order; and a body that goes to and fro for long.
#[test]
fn many_crossings() {
    let mut world = World::new(Walls::new(boxed([0.0, 0.0], [10.0, 10.0])));
    let gates: Vec<_> = (1..10).map(|x| world.add_gate(segment([f64::from(x), 0.0], [f64::from(x), 10.0]))).collect();
    world.add(Body::point([0.5, 5.0]).velocity([9.0, 0.0])).unwrap();
    let events = frames(&mut world, 1, 1.0);
    let crossed: Vec<_> = events.iter().map(|event| event.kind).collect();
    let expected: Vec<_> = gates.iter().map(|&gate| EventKind::Gate(gate, Direction::Backward)).collect();
    assert_eq!(crossed, expected);
    let times: Vec<f64> = events.iter().map(|event| event.time).collect();
    assert!(times.iter().enumerate().all(|(k, t)| (t - (k as f64 + 0.5) / 9.0).abs() < 1e-12), "{times:?}");

    let mut world = World::new(Walls::new(boxed([0.0, 0.0], [10.0, 10.0])));
    let gate = world.add_gate(segment([5.0, 0.0], [5.0, 10.0]));
    for k in 0..8 {
        let speed = 31.0 + 7.0 * f64::from(k);
        world.add(Body::disc([1.1 + f64::from(k), 0.5 + f64::from(k)], 0.3).velocity([speed, 2.0 * speed])).unwrap();
    }
    let mut right = world.bodies().filter(|(_, body)| 5.0 < body.position.x).count() as i64;
    for _ in 0..600 {
        frames(&mut world, 1, DT);
        let now = world.bodies().filter(|(_, body)| 5.0 < body.position.x).count() as i64;
        let on_line = world.bodies().any(|(_, body)| body.position.x == 5.0);
        let counted = world.gate_count(gate).unwrap();
        let into_right = counted.backward as i64 - counted.forward as i64;
        assert!(on_line || now == right + into_right, "{now} on the right, {right} at first, {counted:?}");
    }
    let counted = world.gate_count(gate).unwrap();
    assert!(100 < counted.forward, "{counted:?}");
    right += counted.backward as i64 - counted.forward as i64;
    assert!((0..=8).contains(&right));
}

#[test]
fn gates_come_and_go() {
    let mut world = World::new(no_walls());
    let first = world.add_gate(segment(UPRIGHT[0], UPRIGHT[1]));
    assert!(world.gate_count(first).is_some());
    assert_eq!(world.remove_gate(first), Some(segment(UPRIGHT[0], UPRIGHT[1])));
    assert_eq!((world.remove_gate(first), world.gate_count(first).is_none()), (None, true));
    let second = world.add_gate(segment(UPRIGHT[0], UPRIGHT[1]));
    assert_ne!(first, second);
    world.add(Body::point([1.0, 1.0]).velocity([-2.0, 0.0])).unwrap();
    assert_eq!(frames(&mut world, 1, 1.0).len(), 1);
}

/// A bullet that bounces thousands of times in a frame, and a disc that crosses a gate early in it.
fn crowded_frame() -> World {
    let settings = Settings { max_events: 100_000, ..Settings::default() };
    let mut world = World::with(Walls::new(boxed([0.0, 0.0], [10.0, 10.0])), settings).unwrap();
    world.add(Body::point([1.0, 1.0]).velocity([1e7, 0.0])).unwrap();
    world.add(Body::disc([4.75, 5.0], 0.5).velocity([60.0, 0.0])).unwrap();
    world.add_gate(segment([5.0, 4.0], [5.0, 6.0]));
    world
}

/// However many events there are, a step tells them in order.
#[test]
fn a_gate_in_a_crowded_frame() {
    let frame = crowded_frame().step(DT);
    assert_eq!(frame.end, FrameEnd::Completed);
    assert!(16_000 < frame.events.len(), "{} events", frame.events.len());
    assert!(frame.events.is_sorted_by(|a, b| a.time <= b.time));
    let crossings: Vec<_> = frame.events.iter().filter(|event| matches!(event.kind, EventKind::Gate(..))).collect();
    let [crossing] = crossings[..] else { panic!("{crossings:?}") };
    assert!((crossing.time - 0.25 / 60.0).abs() < 1e-12, "{crossing:?}");
}

#[test]
fn a_gate_in_a_crowded_frame_without_keeping_the_events() {
    let (mut time, mut late) = (0.0, Vec::new());
    crowded_frame().advance(DT, |event| {
        if event.time < time {
            late.push((*event, time));
        }
        time = event.time;
    });
    assert!(late.is_empty(), "told after events at later times: {late:?}");
}

/// How often a ring winds about a place that counts as a hair to the right and a smaller hair above, by whole numbers.
fn winding(ring: &[Xy], place: Xy) -> i64 {
    let edges = (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()]));
    let passed = edges.map(|(a, b)| {
        // Along the ray to the right. The hair is not above what is above the place, and right of an edge that it is on.
        let is_left = truth::orient(a, b, place) == truth::Side::Left || (b[1] < a[1] && is_on_line(a, b, place));
        match (place[1] < a[1], place[1] < b[1]) {
            (false, true) => i64::from(is_left),
            (true, false) => -i64::from(!is_left),
            _ => 0,
        }
    });
    passed.sum()
}

fn is_on_line(a: Xy, b: Xy, place: Xy) -> bool {
    truth::orient(a, b, place) == truth::Side::On
}

/// A path that only touched the corner of a ring of gates from outside was once an entry without an exit.
#[test]
fn past_the_corner_of_a_ring() {
    let ring = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];
    let outside =
        [[[1.0, 3.0], [3.0, 1.0]], [[-1.0, 1.0], [1.0, -1.0]], [[-1.0, 1.0], [1.0, 3.0]], [[1.0, -1.0], [3.0, 1.0]]];
    for [start, end] in outside.into_iter().flat_map(|[a, b]| [[a, b], [b, a]]) {
        let mut world = World::new(no_walls());
        let gates: Vec<_> = (0..4).map(|i| world.add_gate(segment(ring[i], ring[(i + 1) % 4]))).collect();
        world.add(Body::point(start).velocity([end[0] - start[0], end[1] - start[1]])).unwrap();
        frames(&mut world, 1, 1.0);
        let counts = gates.iter().map(|&gate| world.gate_count(gate).unwrap());
        let [entered, left] = counts.fold([0, 0], |[f, b], count| [f + count.forward, b + count.backward]);
        assert_eq!(entered, left, "{start:?} to {end:?}");
    }
}

/// Rings that may cross themselves and tracks that stop on gates and corners, run along them and return, all on small grids, so that
/// hardly anything is in general position: after every move, entries minus exits are who is inside.
#[test]
fn a_ring_knows_who_is_inside() {
    let (mut crossings, mut on_the_ring, mut insides) = (0, 0, [0; 2]);
    for case in 0..if carom_oracle::FEW_CASES { 1_000 } else { 20_000 } {
        let rng = &mut Rng::for_case(0, "a ring knows who is inside", case);
        let side = rng.between(2, 6);
        // Whole numbers, those times a power of two, and numbers side by side.
        let (origin, unit) = *rng.pick(&[
            (0.0, 1.0),
            (-2.0, 1.0),
            (0.0, 2f64.powi(-1074)),
            (0.0, 2f64.powi(1020)),
            (0.0, 2f64.powi(-537)),
            (1.0, f64::EPSILON),
            (1e15, 0.125),
            (-1.0 - 2.0 * f64::EPSILON, f64::EPSILON),
        ]);
        let far = if unit <= f64::EPSILON && rng.one_in(2) { 1e16 } else { 1.0 };
        let grid = |rng: &mut Rng| {
            let x = origin + unit * rng.between(0, side) as f64;
            let y = origin + unit * far * rng.between(0, side) as f64;
            [x, y]
        };
        let mut ring: Vec<Xy> = (0..rng.between(3, 9)).map(|_| grid(rng)).collect();
        ring.dedup();
        if ring.len() < 3 || ring[0] == ring[ring.len() - 1] {
            continue;
        }
        let gates: Vec<Gate> =
            (0..ring.len()).map(|i| Gate::new(segment(ring[i], ring[(i + 1) % ring.len()]))).collect();
        let walls = Walls::new(gates.iter().map(Gate::segment));
        let start = grid(rng);
        let (mut at, mut before, mut sum) = (start, start, 0);
        for _ in 0..30 {
            let to = match rng.below(6) {
                0 => *rng.pick(&ring),
                1 => before,
                2 => [at[0], grid(rng)[1]],
                3 => [grid(rng)[0], at[1]],
                _ => grid(rng),
            };
            let path = Sweep::point(at, to).unwrap();
            for gate in &gates {
                if let Some((t, direction)) = gate.crossed(&path) {
                    assert!((0.0..=1.0).contains(&t), "case {case}: {t}");
                    assert_eq!(Some(t), path.first_time(&gate.segment()), "case {case}");
                    sum += if direction == F { 1 } else { -1 };
                    crossings += 1;
                }
            }
            (before, at) = (at, to);
            let expected = winding(&ring, at) - winding(&ring, start);
            assert_eq!(sum, expected, "case {case}: ring {ring:?}, from {before:?} to {at:?}");
            on_the_ring += u64::from(!walls.intersecting(path.end()).is_empty());
            insides[usize::from(winding(&ring, at) != 0)] += 1;
        }
    }
    let many = if carom_oracle::FEW_CASES { 1_000 } else { 30_000 };
    assert!(
        many < crossings && many < on_the_ring && many < insides[0] && many < insides[1],
        "{crossings} {on_the_ring} {insides:?}"
    );
}

/// Bodies that bounce in a box with rings in it, frame by frame, some at rest on a gate.
#[test]
fn rings_in_a_world() {
    let rings: [Vec<Xy>; 3] = [
        vec![[3.0, 3.0], [7.0, 3.0], [7.0, 7.0], [3.0, 7.0]],
        vec![[1.0, 1.0], [9.0, 5.0], [1.0, 9.0], [5.0, 5.0]],
        vec![[2.0, 2.0], [8.0, 8.0], [8.0, 2.0], [2.0, 8.0]],
    ];
    let mut world = World::new(Walls::new(boxed([0.0, 0.0], [10.0, 10.0])));
    let mut gates = Vec::new();
    for ring in &rings {
        gates.push(
            (0..ring.len()).map(|i| world.add_gate(segment(ring[i], ring[(i + 1) % ring.len()]))).collect::<Vec<_>>(),
        );
    }
    let rng = &mut Rng::for_case(0, "rings in a world", 0);
    for k in 0..40 {
        let at = [1.0 + f64::from(k % 8), 1.0 + f64::from(k / 8)];
        let velocity = if k % 4 == 0 { [0.0, 0.0] } else { [0, 1].map(|_| rng.between(-4, 4) as f64) };
        world.add(Body::point(at).velocity(velocity).layers(1).mask(2)).unwrap();
    }
    let inside = |world: &World, ring: &[Xy]| -> i64 {
        world.bodies().map(|(_, body)| winding(ring, [body.position.x, body.position.y])).sum()
    };
    let at_first = rings.clone().map(|ring| inside(&world, &ring));
    for frame in 0..200 {
        frames(&mut world, 1, if frame % 3 == 0 { 0.25 } else { 0.5 });
        for ((ring, gates), at_first) in rings.iter().zip(&gates).zip(at_first) {
            let counts = gates.iter().map(|&gate| world.gate_count(gate).unwrap());
            let net: i64 = counts.map(|count| count.forward as i64 - count.backward as i64).sum();
            assert_eq!(net, inside(&world, ring) - at_first, "frame {frame}, ring {ring:?}");
        }
    }
}

/// A move asks the gates near it, not all of them: four times as many gates take not much longer.
#[test]
fn many_gates() {
    let time = |count: usize| {
        let mut world = World::new(no_walls());
        for k in 0..100 {
            world.add(Body::disc([f64::from(k), 0.0], 0.4).velocity([0.0, 1.0])).unwrap();
        }
        for k in 0..count {
            world.add_gate(segment([k as f64, 0.1], [k as f64 + 1.0, 0.1]));
        }
        let begun = carom_oracle::clock::seconds_of_work();
        for _ in 0..20 {
            world.step(0.01);
        }
        world.step(1.0);
        let taken = carom_oracle::clock::seconds_of_work() - begun;
        assert_eq!(world.tally().crossings, 100);
        taken
    };
    time(1_000);
    let few = (0..3).map(|_| time(4_000)).fold(f64::MAX, f64::min);
    let many = (0..3).map(|_| time(16_000)).fold(f64::MAX, f64::min);
    println!("{few} s and {many} s");
    assert!(many < 6.0 * few + 0.01, "{few} s and {many} s");
}
