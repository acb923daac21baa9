//! Worlds in which many bodies are in each other's way, or seem to be.

use super::{Row, Special, discard, on_a_circle, on_a_grid, time};
use crate::rng::Rng;
use carom::{Body, Polygon, Segment, Walls, World};
use std::f64::consts::TAU;

const FIRST: usize = 1_000;

const FRAME: f64 = 1.0 / 60.0;

/// So many bodies of a kind, one by one; those for which there is no room are left out.
type Scene = (&'static str, fn(&mut Rng, usize, usize) -> Body);

const SCENES: [Scene; 22] = [
    ("discs on a grid", |_, k, n| drifting(on_a_grid(k, n, 1.0), 0.4)),
    ("half points, half discs", |_, k, n| drifting(on_a_grid(k, n, 1.0), if k % 2 == 0 { 0.4 } else { 0.0 })),
    ("one point, then discs", |_, k, n| drifting(on_a_grid(k, n, 1.0), if k == 0 { 0.0 } else { 0.4 })),
    ("radii from 0.0004 to 0.4", |rng, k, n| drifting(on_a_grid(k, n, 1.0), 0.4 * 10_f64.powf(rng.between(-3.0, 0.0)))),
    ("points in one place", |_, _, _| drifting([0.5, 0.5], 0.0)),
    ("sensors in one place", |_, _, _| drifting([0.5, 0.5], 0.1).sensor()),
    ("discs of two layers in one place", |_, k, _| {
        drifting([0.5, 0.5], 0.1).layers(1 << (k % 2)).mask(6 - (k % 2) as u32)
    }),
    ("a column of discs", |_, k, _| drifting([0.0, k as f64], 0.4)),
    ("points in a square", |rng, _, n| any_way(rng, |rng| in_a_square(rng, n), 0.0)),
    ("points at rest in a square", |rng, _, n| Body::point(in_a_square(rng, n))),
    ("discs any way", |rng, k, n| any_way(rng, |_| on_a_grid(k, n, 2.0), 0.4)),
    ("discs at rest, apart", |_, k, n| Body::disc(on_a_grid(k, n, 2.0), 0.4)),
    ("discs at rest, close", |_, k, n| Body::disc(on_a_grid(k, n, 1.0), 0.4)),
    ("cars on a road", |rng, k, _| {
        let velocity = [rng.between(15.0, 25.0), rng.between(-0.1, 0.1)];
        Body::disc([k as f64 * 10.0, rng.between(0.0, 5.0)], 1.0).velocity(velocity)
    }),
    ("cars of one speed", |rng, k, _| Body::disc([k as f64 * 10.0, rng.between(0.0, 5.0)], 1.0).velocity([20.0, 0.0])),
    ("beads on a line", |rng, k, _| Body::disc([k as f64, 0.0], 0.4).velocity([rng.between(-1.0, 1.0), 0.0])),
    ("beads at rest", |_, k, _| Body::disc([k as f64, 0.0], 0.4)),
    ("one point among discs", |rng, k, n| {
        let at = if k == 0 { [-5.0, -5.0] } else { on_a_grid(k, n, 2.0) };
        any_way(rng, |_| at, if k == 0 { 0.0 } else { 0.4 })
    }),
    ("radii 0.05 and 0.5", |rng, k, n| any_way(rng, |_| on_a_grid(k, n, 2.0), if k % 2 == 0 { 0.05 } else { 0.5 })),
    ("radii 0.03 and 0.5", |rng, k, n| any_way(rng, |_| on_a_grid(k, n, 2.0), if k % 2 == 0 { 0.03 } else { 0.5 })),
    ("discs that meet nobody", |rng, _, _| any_way(rng, |_| [0.0, 0.0], 0.1).mask(0)),
    ("discs that meet one far away", |rng, k, _| match k {
        0 => Body::disc([9.0, 9.0], 0.1).layers(2),
        _ => any_way(rng, |_| [0.0, 0.0], 0.1).layers(1).mask(2),
    }),
];

/// Something larger comes after the bodies of the grid.
type Guests = (&'static str, fn(f64) -> Vec<Body>);

const GUESTS: [Guests; 6] = [
    ("16 large discs", |_| (0..16).map(|k| Body::disc([-100.0, 100.0 * f64::from(k)], 40.0)).collect()),
    ("17 large discs", |_| (0..17).map(|k| Body::disc([-100.0, 100.0 * f64::from(k)], 40.0)).collect()),
    ("17 huge discs", |_| (0..17).map(|k| Body::disc([-1e6 - 10.0, 2e6 * f64::from(k)], 1e6)).collect()),
    ("a sensor over all", |width| vec![Body::disc([width / 2.0, width / 2.0], width / 2.0).sensor()]),
    ("a sensor far beyond all", |_| vec![Body::disc([0.0, 0.0], 1e6).sensor()]),
    ("sensors in one place", |width| vec![Body::disc([0.0, 0.0], 3.0).sensor(); (width * width / 40.0) as usize]),
];

/// Other things a world may hold.
const OTHERS: [Special; 8] = [
    ("remove all bodies", "beads at rest", |count| {
        let mut world = empty();
        let ids: Vec<_> = (0..count).filter_map(|k| world.add(Body::disc([k as f64, 0.0], 0.4)).ok()).collect();
        time(|| ids.into_iter().for_each(|id| discard(world.remove(id))))
    }),
    ("step of 100 discs", "n gates", |count| {
        let bodies = (0..100).map(|k| Body::disc([f64::from(k), 0.0], 0.4).velocity([0.0, 1.0]));
        let mut world = filled(empty(), bodies);
        (0..count).for_each(|k| discard(world.add_gate(segment([k as f64, 0.1], [k as f64 + 1.0, 0.1]))));
        time(|| world.step(1.0))
    }),
    ("100 steps of a disc", "a room of n walls", |count| {
        let mut world = round_room(count);
        time(|| (0..100).for_each(|_| discard(world.step(FRAME))))
    }),
    ("100 steps of a disc while a wall comes and goes", "a room of n walls", |count| {
        let mut world = round_room(count);
        time(|| {
            for _ in 0..100 {
                let id = world.add_wall(segment([5.0, 5.0], [6.0, 6.0])).expect("nobody is there");
                world.step(FRAME);
                world.remove_wall(id);
            }
        })
    }),
    ("step", "a dense gas in a room", |count| {
        let mut rng = Rng(4);
        let bodies = (0..count).map(|k| any_way(&mut rng, |_| on_a_grid(k, count, 1.0), 0.47));
        let mut world = filled(room(count.isqrt() as f64 + 1.0), bodies);
        time(|| world.step(1.0))
    }),
    ("step", "half the points at rest in one place", |count| {
        let mut rng = Rng(4);
        let bodies = (0..count).map(|k| Body::point(if k % 2 == 0 { [0.5, 0.5] } else { [rng.unit(), rng.unit()] }));
        let mut world = filled(room(2.0), bodies);
        time(|| world.step(1.0))
    }),
    ("step", "a burst of points", |count| {
        let mut rng = Rng(4);
        let mut world = filled(empty(), (0..count).map(|_| any_way(&mut rng, |_| [4.0, 4.0], 0.0)));
        time(|| world.step(FRAME))
    }),
    ("step", "a burst of points in a room", |count| {
        let mut rng = Rng(4);
        let mut world = filled(room(9.0), (0..count).map(|_| any_way(&mut rng, |_| [4.0, 4.0], 0.0)));
        time(|| world.step(FRAME))
    }),
];

pub fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, body) in SCENES {
        let bodies = move |count: usize| {
            let mut rng = Rng(9);
            (0..count).map(move |k| body(&mut rng, k, count))
        };
        let world = move |count: usize| filled(empty(), bodies(count));
        rows.push(Row::new("add bodies", name, FIRST, move |count| time(|| world(count))));
        rows.push(Row::new("step", name, FIRST, move |count| step(world(count))));
        rows.push(Row::new("report", name, FIRST, move |count| {
            let world = world(count);
            time(|| world.report())
        }));
    }
    for (name, guests) in GUESTS {
        let world = move |count: usize| {
            let mut rng = Rng(9);
            let bodies = (0..count).map(|k| any_way(&mut rng, |_| on_a_grid(k, count, 2.0), 0.4));
            filled(filled(empty(), bodies), guests(2.0 * (count as f64).sqrt()))
        };
        rows.push(Row::new("step of discs any way", name, FIRST, move |count| step(world(count))));
    }
    // In the second frame a burst grows to twice its width: every point passes about √n others.
    let second = |count: usize| {
        let mut rng = Rng(9);
        let mut world = filled(empty(), (0..count).map(|_| any_way(&mut rng, |_| [0.0, 0.0], 0.0)));
        world.step(FRAME);
        time(|| world.step(FRAME))
    };
    let row = Row::new("second step (n√n to do)", "a burst of points", FIRST, second);
    rows.push(Row { work: |count| (count as f64).powf(1.5), ..row });
    rows.extend(OTHERS.map(|(operation, input, run)| Row::new(operation, input, FIRST, run)));
    rows
}

/// Two frames: the first may have to find out who is near.
fn step(mut world: World) -> f64 {
    time(|| (world.step(FRAME), world.step(FRAME)))
}

fn drifting(at: [f64; 2], radius: f64) -> Body {
    Body::disc(at, radius).velocity([0.01, 0.02])
}

/// A place in a square in which the points are equally far apart, however many they are.
fn in_a_square(rng: &mut Rng, count: usize) -> [f64; 2] {
    let width = (count as f64 / 1000.0).sqrt();
    [rng.between(0.0, width), rng.between(0.0, width)]
}

fn any_way(rng: &mut Rng, at: impl FnOnce(&mut Rng) -> [f64; 2], radius: f64) -> Body {
    let at = at(rng);
    Body::disc(at, radius).velocity([rng.between(-1.0, 1.0), rng.between(-1.0, 1.0)])
}

fn segment(a: [f64; 2], b: [f64; 2]) -> Segment {
    Segment::new(a, b).expect("distinct ends")
}

fn empty() -> World {
    World::default()
}

fn filled(mut world: World, bodies: impl IntoIterator<Item = Body>) -> World {
    bodies.into_iter().for_each(|body| discard(world.add(body)));
    world
}

/// A square room from −1 to this.
fn room(high: f64) -> World {
    let square = Polygon::new([[-1.0, -1.0], [high, -1.0], [high, high], [-1.0, high]]).expect("a square");
    World::new(Walls::new(square.edges()))
}

fn round_room(count: usize) -> World {
    let polygon = Polygon::new((0..count).map(|k| on_a_circle(k, count, TAU))).expect("convex");
    filled(World::new(Walls::new(polygon.edges())), [Body::disc([0.0, 0.0], 0.01).velocity([1.0, 0.3])])
}
