//! Polygons that are long and thin, round, or full of holes.

use super::{Row, Special, discard, on_a_circle, time};
use crate::rng::Rng;
use carom::{Polygon, distance, hull, merge_tiles, smallest_circle};
use std::f64::consts::TAU;

type Xy = [f64; 2];

/// About so many vertices.
type Shape = (&'static str, fn(usize) -> Vec<Xy>);

const SHAPES: [Shape; 3] = [
    ("comb", |count| {
        let teeth = count / 2;
        let tooth = |k: usize| [[0.0, k as f64], [1e6, k as f64 + 0.5]];
        (0..teeth).flat_map(tooth).chain([[-1.0, teeth as f64], [-1.0, -1.0]]).collect()
    }),
    ("star", |count| {
        let mut rng = Rng(3);
        (0..count)
            .map(|k| {
                on_a_circle(k, count, TAU).map({
                    let far = rng.between(0.1, 1.0);
                    move |x| far * x
                })
            })
            .collect()
    }),
    ("circle", |count| (0..count).map(|k| on_a_circle(k, count, TAU)).collect()),
];

/// What is done with a polygon of these vertices, and how long it takes.
type Operation = (&'static str, fn(Vec<Xy>) -> f64);

const OPERATIONS: [Operation; 8] = [
    ("check a polygon", |vertices| time(|| Polygon::new(vertices).is_ok())),
    ("decompose", |vertices| ask(vertices, |polygon| discard(polygon.decompose()))),
    ("triangulate", |vertices| ask(vertices, |polygon| discard(polygon.triangulate()))),
    ("locate 1,000 points", |vertices| {
        ask(vertices, |polygon| {
            let (mut rng, aabb) = (Rng(1), polygon.aabb());
            for _ in 0..1000 {
                let (low, high) = (aabb.min(), aabb.max());
                discard(polygon.locate([rng.between(low.x, high.x), rng.between(low.y, high.y)]));
            }
        })
    }),
    ("smallest circle", |vertices| ask(vertices, |polygon| discard(polygon.smallest_circle()))),
    ("overlaps itself", |vertices| ask(vertices, |polygon| discard(polygon.intersects(polygon)))),
    ("locate itself", |vertices| ask(vertices, |polygon| discard(polygon.locate(polygon)))),
    ("distance to a copy beside", |vertices| {
        let [one, two] = [0.0, 2.1e6].map(|x| polygon(vertices.iter().map(|v| [v[0] + x, v[1]])));
        time(|| distance(&one, &two))
    }),
];

/// A pair of shapes with about so many vertices.
type Pair = (&'static str, fn(usize) -> [Polygon; 2]);

const PAIRS: [Pair; 2] = [("interleaved combs", interleaved), ("diagonal combs", diagonal)];

const OTHERS: [Special; 12] = [
    ("check and decompose", "n holes", |count| time(|| with_holes(count).decompose().len())),
    ("locate 1,000 points", "n holes", |count| {
        let (polygon, mut rng) = (with_holes(count), Rng(2));
        time(|| (0..1000).for_each(|_| discard(polygon.locate([rng.between(0.0, 30.0), rng.between(0.0, 30.0)]))))
    }),
    ("locate itself", "n holes", |count| {
        let polygon = with_holes(count);
        time(|| polygon.locate(&polygon))
    }),
    ("every edge by its number", "n holes", |count| {
        let polygon = with_holes(count);
        time(|| (0..polygon.edge_count()).filter_map(|k| polygon.edge(k)).map(|edge| edge.length()).sum::<f64>())
    }),
    ("locate a triangle 100 times", "n holes", |count| {
        let (holed, small) = (with_holes(count), polygon([[0.1, 0.1], [0.2, 0.1], [0.1, 0.2]]));
        time(|| (0..100).for_each(|_| discard(holed.locate(&small))))
    }),
    ("smallest circle", "points of a circle", |count| {
        circle_of(count, |t| {
            let t = 1.5 * t;
            [(1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t)]
        })
    }),
    ("smallest circle", "points of a parabola", |count| circle_of(count, |t| [t, t * t])),
    ("smallest circle", "points of a spiral", |count| {
        circle_of(count, |t| {
            let (turn, far) = (500.0 * t, 1.001_f64.powf(500.0 * t));
            [far * turn.cos(), far * turn.sin()]
        })
    }),
    ("hull", "points of a line", |count| time(|| hull((0..count).map(|k| [k as f64, k as f64])))),
    ("outline of tiles", "a checkerboard", |count| tiles(count, |x, y| (x + y) % 2 == 0)),
    ("outline of tiles", "all set", |count| tiles(count, |_, _| true)),
    ("decompose", "a bowl", |count| {
        let deep = |k: usize| -(k as f64 * (count - k) as f64) / count as f64;
        let bowl = polygon((0..count).map(|k| [k as f64, deep(k)]).chain([[count as f64, 1.0], [0.0, 1.0]]));
        time(|| bowl.decompose())
    }),
];

pub fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, make) in SHAPES {
        rows.extend(
            OPERATIONS.map(|(operation, run)| Row::new(operation, name, 10_000, move |count| run(make(count)))),
        );
    }
    for (name, make) in PAIRS {
        rows.push(Row::new("overlap of two", name, 2_000, move |count| {
            let [one, two] = make(count);
            time(|| one.intersects(&two))
        }));
        rows.push(Row::new("distance of two", name, 2_000, move |count| {
            let [one, two] = make(count);
            time(|| distance(&one, &two))
        }));
    }
    rows.extend(OTHERS.map(|(operation, input, run)| {
        Row::new(operation, input, if input == "n holes" { 1_000 } else { 10_000 }, run)
    }));
    rows
}

fn polygon(vertices: impl IntoIterator<Item = Xy>) -> Polygon {
    Polygon::new(vertices).expect("a simple polygon")
}

fn ask(vertices: Vec<Xy>, question: impl FnOnce(&Polygon)) -> f64 {
    let polygon = polygon(vertices);
    time(|| question(&polygon))
}

/// The teeth of one between those of the other.
fn interleaved(count: usize) -> [Polygon; 2] {
    let teeth = count / 6;
    let (high, y) = (teeth as f64, |k: usize| k as f64);
    let left = (0..teeth).flat_map(|k| [[0.0, y(k)], [1e3, y(k) + 0.1], [0.0, y(k) + 0.2]]);
    let right = (0..teeth).flat_map(|k| [[1e3 + 1.0, y(k) + 0.5], [1.0, y(k) + 0.6], [1e3 + 1.0, y(k) + 0.7]]);
    [polygon(left.chain([[-1.0, high], [-1.0, 0.0]])), polygon(right.chain([[2e3, high], [2e3, 0.0]]))]
}

/// The same, with teeth so oblique that their boxes overlap.
fn diagonal(count: usize) -> [Polygon; 2] {
    let teeth = count / 6;
    let (high, y) = (10.0 * teeth as f64, |k: usize| 10.0 * k as f64);
    let left = (0..teeth).flat_map(|k| [[0.0, y(k)], [1e6, y(k) + 1e6], [0.0, y(k) + 1.0]]);
    let far = 1e6 + 100.0;
    let right = (0..teeth).flat_map(|k| [[far, y(k) + far + 5.0], [5.0, y(k) + 10.0], [far, y(k) + far + 6.0]]);
    [polygon(left.chain([[-1.0, high], [-1.0, 0.0]])), polygon(right.chain([[2e6, far + 10.0 + high], [2e6, 1e6]]))]
}

/// A square with about so many triangular holes.
fn with_holes(count: usize) -> Polygon {
    let width = count.isqrt();
    let high = width as f64 + 1.0;
    let hole = |k: usize| {
        let (x, y) = ((k % width) as f64 + 0.6, (k / width) as f64 + 0.6);
        [[x, y], [x + 0.5, y], [x + 0.3, y + 0.5]]
    };
    let square = [[0.0, 0.0], [high, 0.0], [high, high], [0.0, high]];
    Polygon::with_holes(square, (0..width * width).map(hole)).expect("holes apart")
}

/// The smallest circle around points of a curve, given for numbers from 0 to 1.
fn circle_of(count: usize, curve: fn(f64) -> Xy) -> f64 {
    let points: Vec<Xy> = (0..count).map(|k| curve(k as f64 / count as f64)).collect();
    time(|| smallest_circle(points))
}

fn tiles(count: usize, is_set: fn(usize, usize) -> bool) -> f64 {
    let width = count.isqrt();
    let set: Vec<bool> = (0..width * width).map(|k| is_set(k % width, k / width)).collect();
    time(|| merge_tiles(width, &set))
}
