//! Those who meet nobody and need no plan, beside scenes of so few bodies that all ask all.

use super::super::pairs::{self, Bodies, Flying, Places, U};
use super::{LARGER, way_of};
use crate::exact::flight::Flight;
use crate::float;
use crate::point::{Point, Vec2};
use crate::segment::Segment;
use crate::simd::Single;
use crate::world::{Body, BodyId, Event, EventKind, Group, Happening, World};
use alloc::vec::Vec;
use carom_oracle::dyadic::{Dyadic, exact};
use carom_oracle::rng::Rng;
use core::cmp::Ordering;

const DT: f64 = 0.25;

/// Lengths and speeds of a scene are in this unit, around this place.
#[derive(Clone, Copy, Debug)]
struct Scale {
    unit: f64,
    around: Point,
}

const PLAIN: Scale = Scale { unit: 1.0, around: Point { x: 0.0, y: 0.0 } };

impl Scale {
    fn ball(&self, [x, y]: [f64; 2], [v, w]: [f64; 2]) -> Body {
        let at = self.around + Vec2::new(x, y) * self.unit;
        Body::disc(at, 0.25 * self.unit).velocity(Vec2::new(v, w) * self.unit)
    }
}

/// Balls at rest around a scene, so far away that nobody comes to them: with them it has cells, two units wide.
fn crowd(scale: Scale) -> impl Iterator<Item = Body> {
    let places = (0..21_i32 * 21).map(|i| [i % 21 - 10, i / 21 - 10]).filter(|[x, y]| x.abs() > 2 || y.abs() > 2);
    places.map(move |[x, y]| scale.ball([4.0 * f64::from(x) + 0.125, 4.0 * f64::from(y)], [0.0, 0.0]))
}

fn world_of(bodies: &[Body], scale: Scale, is_crowded: bool) -> World {
    let mut world = World::default();
    bodies.iter().for_each(|body| _ = world.add(*body).expect("there is room"));
    if is_crowded {
        crowd(scale).for_each(|body| _ = world.add(body).expect("there is room"));
    }
    world
}

/// What happens to some bodies, and where they are then: with a crowd around them all is as without it, to the bit.
#[track_caller]
fn check(
    name: &str,
    scale: Scale,
    bodies: &[Body],
    prepare: impl Fn(&mut World),
    each: impl Fn(&mut Happening),
) -> Vec<Event> {
    let [plain, crowded] = [false, true].map(|is_crowded| {
        let mut world = world_of(bodies, scale, is_crowded);
        prepare(&mut world);
        let events: Vec<Event> = (0..4).flat_map(|_| world.step_with(DT, &each).events).collect();
        let places: Vec<Body> = (0..bodies.len() as u32).filter_map(|id| world.get(BodyId(id)).copied()).collect();
        (world, events, places)
    });
    assert_eq!(plain.1, crowded.1, "{name}, {scale:?}: events without a crowd and with it");
    assert_eq!(plain.2, crowded.2, "{name}, {scale:?}: bodies without a crowd and with it");
    assert!(plain.0.stage.ways.ways.is_empty(), "{name}: few bodies have no cells");
    let alone = (0..crowded.0.stage.ids.len() as u32).filter(|&i| crowded.0.stage.ways.is_alone(i)).count();
    assert!(alone > 300, "{name}, {scale:?}: only {alone} are alone");
    plain.1
}

/// A ball at rest, one that would pass it by, and a third that turns it: a scene that is the same shifted by whole units.
fn turned(scale: Scale, [x, y]: [f64; 2]) -> [Body; 3] {
    [scale.ball([x + 0.6, y], [0.0, 0.0]), scale.ball([x, y], [0.0, 0.0]), scale.ball([x - 1.0, y], [2.8, 0.0])]
}

const SCALES: [Scale; 6] = [
    PLAIN,
    Scale { unit: 1.0, around: Point { x: 4_194_304.0, y: -1024.0 } },
    Scale { unit: 1.0 / 1_073_741_824.0, around: Point { x: 1.0, y: 1.0 } },
    Scale { unit: 1e-150, around: Point { x: 0.0, y: 0.0 } },
    Scale { unit: 1e-300, around: Point { x: 0.0, y: 0.0 } },
    Scale { unit: 1e150, around: Point { x: 0.0, y: 0.0 } },
];

#[test]
fn one_at_rest_is_hit_by_one_that_a_third_has_turned() {
    for scale in SCALES {
        let bodies = turned(scale, [0.0, 0.0]);
        let mut world = world_of(&bodies[..2], scale, true);
        world.step(DT);
        assert!(world.stage.ways.is_alone(0), "{scale:?}: nobody comes to it");
        let events = check("turned", scale, &bodies, |_| {}, |_| {});
        assert!(events.len() >= 2, "{scale:?}: it is hit: {events:?}");
    }
}

/// The last number in one cell and the first in the next, along one axis.
fn line_of_cells(world: &World, axis: usize) -> [f64; 2] {
    let cell = |x: f64| world.stage.cells.cell_of(if axis == 0 { Point::new(x, 0.25) } else { Point::new(0.25, x) });
    let mut ends = [0.25, 0.25];
    while cell(ends[1]) == cell(ends[0]) {
        ends[1] += 0.25;
    }
    while float::next_up(ends[0]) < ends[1] {
        let middle = f64::midpoint(ends[0], ends[1]);
        ends[usize::from(cell(middle) != cell(ends[0]))] = middle;
    }
    ends
}

#[test]
fn on_the_line_of_two_cells_nobody_is_missed() {
    let mut world = world_of(&turned(PLAIN, [0.0, 0.0]), PLAIN, true);
    world.step(DT);
    for axis in [0, 1] {
        let line = line_of_cells(&world, axis);
        // Each of the three stands on it, or in one of the two numbers around it, or as far from it as goes unnoticed.
        let overhang = world.stage.cells.overhang();
        let places = [line[0], line[1], float::next_up(line[1]), line[0] - overhang, line[1] + overhang, line[1] + 0.7];
        for place in places {
            for shift in [0.6, 0.0, -1.0, -0.4] {
                for sign in [1.0, -1.0] {
                    let mut bodies = turned(PLAIN, [0.0, 0.25]);
                    for body in &mut bodies {
                        let [x, y] = [sign * (body.position.x - shift), body.position.y];
                        let v = sign * body.velocity.x;
                        let along = [place + x, y];
                        body.position = Point::from(if axis == 0 { along } else { [along[1], along[0]] });
                        body.velocity = Vec2::from(if axis == 0 { [v, 0.0] } else { [0.0, v] });
                    }
                    let events = check("on a line", PLAIN, &bodies, |_| {}, |_| {});
                    assert!(events.len() >= 2, "axis {axis}, {place}, {shift}: {events:?}");
                }
            }
        }
    }
}

#[test]
fn one_that_is_changed_in_a_frame_meets_those_that_were_alone() {
    // When two have met, a third that was at rest is sent to a fourth beside it; or the one that would be hit next is taken away.
    let [resting, turned, third] = turned(PLAIN, [0.0, 0.0]);
    let bodies = [resting, turned, third, PLAIN.ball([0.0, 2.0], [0.0, 0.0]), PLAIN.ball([0.6, 2.0], [0.0, 0.0])];
    let send = |now: &mut Happening| {
        if now.event.body == Some(BodyId(1)) {
            now.set_velocity(BodyId(3), [2.8, 0.0]).expect("a finite velocity");
        }
    };
    let sent = check("sent", PLAIN, &bodies, |_| {}, send);
    let met = sent.iter().find(|event| event.body == Some(BodyId(3))).map(|event| event.time);
    assert!(met.is_some_and(|time| (0.21..0.22).contains(&time)), "{sent:?}");
    let gone = check("gone", PLAIN, &bodies, |_| {}, |now| now.remove(BodyId(0)));
    assert!(!gone.is_empty() && gone.iter().all(|event| event.body != Some(BodyId(0))), "{gone:?}");
}

#[test]
fn whoever_is_near_one_that_changed_is_not_alone_when_the_frame_ends() {
    let scene = |velocity: [f64; 2]| {
        let bodies =
            [PLAIN.ball([0.9, 0.3], [0.0, 0.0]), PLAIN.ball([0.0, 0.0], [0.0, 0.0]), PLAIN.ball([-0.8, 0.0], velocity)];
        let mut world = world_of(&bodies, PLAIN, true);
        // Where there is a gate, wherever it is, all are put in their places one after the other.
        world.add_gate(Segment::new([900.0, 900.0], [901.0, 900.0]).expect("two ends"));
        let events = world.step(DT).events.len();
        (events, world.stage.ways.is_alone(0), world.stage.ways.is_alone(30))
    };
    assert_eq!(scene([0.0, 0.0]), (0, true, true));
    assert_eq!(scene([2.0, 0.0]), (1, false, true));
    // One that passes by in its cell, or a little beyond, is known.
    assert_eq!(scene([6.5, 6.0]), (0, true, true));
    // One that is not slow may be anywhere, and says so where it ends.
    assert_eq!(scene([0.0, 18.0]), (0, true, true));
    assert_eq!(scene([12.0, 10.4]), (0, false, true));
}

#[test]
fn walls_that_move_meet_those_that_nobody_else_meets() {
    let ways = [([2.0, 0.0], true), ([0.0, 2.0], false), ([-2.0, 0.0], false)];
    // Wherever the lines of cells are between both.
    let places = (-8..8).map(|i| 0.25 * f64::from(i));
    for (x, (velocity, is_hit)) in places.flat_map(|x| ways.map(|way| (x, way))) {
        let bodies = [PLAIN.ball([x, 0.0], [0.0, 0.0]), PLAIN.ball([3.0, 3.0], [0.1, 0.0])];
        let paddle = |world: &mut World| {
            let wall = Segment::new([x - 0.6, -0.1], [x - 0.6, 0.1]).expect("two ends");
            world.add_group(Group::new([wall]).velocity(velocity)).expect("nobody is there");
        };
        let events = check("paddle", PLAIN, &bodies, paddle, |_| {});
        assert_eq!(!events.is_empty(), is_hit, "{x}, {velocity:?}: {events:?}");
    }
}

/// Scenes of a few balls, some slow and some fast, with a crowd around them and without.
#[test]
fn with_many_around_all_is_as_with_few() {
    const CASES: u64 = if carom_oracle::FEW_CASES { 60 } else { 400 };
    let mut met = 0;
    for case in 0..CASES {
        let rng = &mut Rng::for_case(0, "ways", case);
        let scale = *rng.pick(&SCALES[..4]);
        let speed = *rng.pick(&[0.5, 1.0, 2.5, 2.5, 8.0]);
        let mut probe = World::default();
        let mut bodies = Vec::new();
        for _ in 0..4 + rng.below(8) {
            let [x, y, v, w] = [3.0, 3.0, speed, speed].map(|most| rng.within(-most, most));
            // Many are on a lattice, and some at rest.
            let at = if rng.one_in(2) { [x, y] } else { [x, y].map(|x| (2.0 * x).round() / 2.0) };
            let body = scale.ball(at, if rng.one_in(3) { [0.0, 0.0] } else { [v, w] });
            if probe.add(body).is_ok() {
                bodies.push(body);
            }
        }
        met += check(&alloc::format!("case {case}"), scale, &bodies, |_| {}, |_| {}).len() as u64;
    }
    assert!(2 * met > CASES, "only {met} events in {CASES} scenes");
}

/// Where more share the room of somebody than are noted, all are looked at.
#[test]
fn in_a_dense_crowd_all_is_as_with_few() {
    const CASES: u64 = if carom_oracle::FEW_CASES { 60 } else { 400 };
    let mut met = 0;
    for case in 0..CASES {
        let rng = &mut Rng::for_case(0, "dense ways", case);
        let bodies: Vec<Body> = (0..12)
            .map(|k| {
                let at = [k % 4, k / 4].map(|k| 0.55 * f64::from(k) - 0.8);
                PLAIN.ball(at, [(); 2].map(|()| rng.within(-1.0, 1.0)))
            })
            .collect();
        met += check(&alloc::format!("case {case}"), PLAIN, &bodies, |_| {}, |_| {}).len() as u64;
    }
    assert!(10 * CASES < met, "only {met} events in {CASES} scenes");
}

/// From cells far from walls bodies go on late, and may then be beyond more than one line of the next: near walls, where they go on in time, nobody is missed.
#[test]
fn whoever_comes_late_to_a_wall_meets_it_and_those_beside_it() {
    const CASES: u64 = if carom_oracle::FEW_CASES { 200 } else { 2_000 };
    let mut met = [0_u64; 2];
    for case in 0..CASES {
        let rng = &mut Rng::for_case(0, "late at walls", case);
        let [x, y] = [(); 2].map(|()| rng.within(-2.0, 2.0));
        let wall = Segment::new([x, y], [x + rng.within(0.05, 0.3), y + rng.within(-0.3, 0.3)]).expect("two ends");
        let mut probe = World::default();
        probe.add_wall(wall).expect("nobody is there");
        let mut bodies = Vec::new();
        for k in 0..8 {
            let at = [x + rng.within(-1.0, 1.0), y + rng.within(-1.0, 1.0)];
            // The first fly from far away to where the wall and the others are, aslant.
            let (at, velocity) = if k < 4 {
                let from = [(); 2].map(|()| rng.within(2.5, 5.0) * *rng.pick(&[-1.0, 1.0]));
                let speed = rng.within(0.8, 1.8);
                ([x + from[0], y + from[1]], [(at[0] - x - from[0]) * speed, (at[1] - y - from[1]) * speed])
            } else {
                (at, [0.0, 0.0])
            };
            let body = PLAIN.ball(at, velocity);
            if probe.add(body).is_ok() {
                bodies.push(body);
            }
        }
        // Where a wall is found on the way depends on how far one looks, and so does the last digit of a place.
        let told = [false, true].map(|is_crowded| {
            let mut world = world_of(&bodies, PLAIN, is_crowded);
            world.add_wall(wall).expect("nobody is there");
            (0..4).flat_map(|_| world.step(DT).events).collect::<Vec<_>>()
        });
        let is_same = |a: &Event, b: &Event| (a.body, a.kind) == (b.body, b.kind) && (a.time - b.time).abs() < 1e-9;
        let are_same = told[0].len() == told[1].len() && told[0].iter().zip(&told[1]).all(|(a, b)| is_same(a, b));
        assert!(are_same, "case {case}, without a crowd and with it: {told:#?}");
        for event in &told[0] {
            met[usize::from(matches!(event.kind, EventKind::Wall(_)))] += 1;
        }
    }
    assert!(met.iter().all(|&count| 8 * count > CASES), "bodies, walls: {met:?}");
}

/// How far apart the boxes of two ways would be along an axis if they were not made larger, exactly.
fn gap(a: &Flying, b: &Flying, end: f64, axis: usize) -> Dyadic {
    let ends = |body: &Flying| {
        let Flight { at, velocity, .. } = body.flight;
        let (at, v) = if axis == 0 { (at.x, velocity.x) } else { (at.y, velocity.y) };
        let [from, to] = [exact(at), exact(at) + exact(v) * exact(end)];
        let ordered = if (to.clone() - from.clone()).sign() == Ordering::Less { [to, from] } else { [from, to] };
        let [low, high] = ordered;
        [low - exact(body.radius), high + exact(body.radius)]
    };
    let ([low, high], [other_low, other_high]) = (ends(a), ends(b));
    let [first, second] = [other_low - high, low - other_high];
    if (second.clone() - first.clone()).sign() == Ordering::Less { first } else { second }
}

/// Of two whose boxes are apart, early times come after the frame, so the ways themselves are apart; and boxes are not much larger than it takes.
#[test]
fn boxes_are_as_large_as_they_must_be() {
    const CASES: u64 = if carom_oracle::FEW_CASES { 20_000 } else { 200_000 };
    let (mut apart, mut worst) = (0, 0.0_f64);
    for case in 0..CASES {
        let rng = &mut Rng::for_case(0, "boxes of ways", case);
        let size = *rng.pick(&[1.0, 1.0, 1e-60, 1e60]);
        let end = *rng.pick(&[1.0, 1.0 / 64.0, 1000.0]);
        let offset = *rng.pick(&[0.0, 1.0, 100.0, 1e9]) * size;
        let mut number = |most: f64| rng.within(-most, most) * size;
        let [x, y, v, w, dodge] = [number(1.0), number(0.01), number(1.0) / end, number(0.01) / end, number(1.0)];
        let radius = number(0.3).abs();
        let body = |x: f64, y: f64, v: f64, w: f64| Flying {
            flight: Flight { at: Point::new(x, y), velocity: Vec2::new(v, w), since: 0.0 },
            radius,
            layers: 1,
            mask: 1,
            changes: 0,
        };
        let a = body(offset + x, offset + y, v.abs(), w);
        // They come as near as may be at the frame's end, head on.
        let to = a.flight.position(end);
        let room =
            2.0 * radius + (1.0 + rng.unit()) * 1100.0 * U * (4.0 * offset + 4.0 * size) * *rng.pick(&[1.0, 0.3, 0.1]);
        let b = body(to.x + room + dodge.abs(), to.y, -dodge.abs() / end, 0.0);
        let [first, second] = [&a, &b].map(|body| way_of(body, end).2);
        let is_apart = (0..4).any(|side| second[side] > -first[(side + 2) % 4]);
        let ahead =
            pairs::ahead::<pairs::Alone>(&Bodies::all(&a), &Places::all(a.now(0.0)), &Bodies::all(&b), 0.0, end);
        let comes = ahead.certain & 1 == 0 || ahead.times.number() <= end;
        assert!(!(is_apart && comes), "case {case}: {a:?} and {b:?}");
        apart += u64::from(is_apart);
        if comes {
            let sizes = [&a, &b].map(|body| {
                let (at, to) = (body.flight.at, body.flight.position(end));
                at.x.abs() + at.y.abs() + to.x.abs() + to.y.abs() + body.radius
            });
            worst = worst.max(gap(&a, &b, end, 0).over(&(exact(LARGER) * (exact(sizes[0]) + exact(sizes[1])))));
        }
    }
    assert!(CASES / 20 < apart, "only {apart} pairs are apart");
    assert!(worst < 1.0 && (carom_oracle::FEW_CASES || 0.05 <= worst), "{worst} of what boxes are larger is needed");
}
