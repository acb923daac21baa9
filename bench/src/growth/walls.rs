//! Walls that lie in each other's way.

use super::{Row, discard, on_a_circle, time};
use crate::rng::Rng;
use carom::{Limits, Segment, Strategy, Sweep, Vec2, WallId, Walls};
use std::f64::consts::{PI, TAU};

const FIRST: usize = 1_000;

type Ends = [[f64; 2]; 2];

/// So many walls of a kind, one by one.
type Scene = (&'static str, fn(&mut Rng, usize, usize) -> Ends);

const SCENES: [Scene; 9] = [
    ("all equal", |_, _, _| [[0.0, 0.0], [1.0, 1.0]]),
    ("one crossing", |_, k, n| {
        let [x, y] = on_a_circle(k, n, PI);
        [[-x, -y], [x, y]]
    }),
    ("one end shared", |_, k, n| [[0.0, 0.0], on_a_circle(k, n, 0.99 * TAU)]),
    ("parallel, long", |_, k, _| [[0.0, k as f64], [1e6, k as f64 + 1e6]]),
    ("along a line", |_, k, _| [[k as f64, 0.0], [k as f64 + 10.0, 0.0]]),
    ("nested", |_, k, _| [[-(k as f64) - 1.0, 0.0], [k as f64 + 1.0, 0.0]]),
    ("random, short", |rng, _, n| {
        let reach = 1.0 / (n as f64).sqrt();
        let [x, y] = [rng.unit(), rng.unit()];
        [[x, y], [x + rng.between(-reach, reach), y + rng.between(-reach, reach)]]
    }),
    ("random, long", |rng, _, _| [[rng.unit(), rng.unit()], [rng.unit(), rng.unit()]]),
    ("all sizes", |rng, _, _| {
        let size = 10_f64.powf(rng.between(-100.0, 100.0));
        [0, 1].map(|_| [rng.between(-size, size), rng.between(-size, size)])
    }),
];

fn segments((_, wall): Scene, count: usize) -> Vec<Segment> {
    let mut rng = Rng(5);
    let ends = (0..count).map(|k| wall(&mut rng, k, count));
    ends.map(|[a, b]| Segment::new(a, b).expect("distinct ends")).collect()
}

/// What is done with walls, and how long it takes.
type Operation = (&'static str, fn(Strategy, Vec<Segment>) -> f64);

const OPERATIONS: [Operation; 13] = [
    ("build", |strategy, walls| time(|| Walls::with(strategy, walls))),
    ("100 first touches", |strategy, walls| {
        ask(strategy, walls, |walls| {
            moves(0.0).for_each(|path| discard(walls.first_touch(&path)));
        })
    }),
    ("100 first touches of a disc", |strategy, walls| {
        ask(strategy, walls, |walls| {
            moves(0.01).for_each(|path| discard(walls.first_touch(&path)));
        })
    }),
    ("all touches", |strategy, walls| {
        ask(strategy, walls, |walls| {
            discard(walls.touches(&path([-0.5, -0.3], [0.6, 0.9], 0.0)));
        })
    }),
    ("all touches of a disc", |strategy, walls| {
        ask(strategy, walls, |walls| {
            discard(walls.touches(&path([-0.5, -0.3], [0.6, 0.9], 0.1)));
        })
    }),
    ("all touches, through 0", |strategy, walls| {
        ask(strategy, walls, |walls| {
            discard(walls.touches(&path([-0.5, -0.25], [0.5, 0.25], 0.0)));
        })
    }),
    ("first touch, through 0", |strategy, walls| {
        ask(strategy, walls, |walls| {
            discard(walls.first_touch(&path([-0.5, -0.25], [0.5, 0.25], 0.0)));
        })
    }),
    ("first touch of a disc at 0", |strategy, walls| {
        ask(strategy, walls, |walls| {
            discard(walls.first_touch(&path([0.0, 0.0], [0.5, 0.25], 0.2)));
        })
    }),
    ("100 nearest walls", |strategy, walls| {
        ask(strategy, walls, |walls| {
            moves(0.0).for_each(|path| discard(walls.nearest(path.start())));
        })
    }),
    ("report", |strategy, walls| ask(strategy, walls, |walls| discard(walls.report()))),
    ("remove all", |strategy, walls| change(strategy, walls, |walls, id| discard(walls.remove(id)))),
    ("insert all", |strategy, walls| {
        let mut empty = Walls::with(strategy, Vec::<Segment>::new());
        time(|| walls.into_iter().for_each(|wall| discard(empty.add(wall))))
    }),
    ("replace all", |strategy, walls| {
        change(strategy, walls, |walls, id| {
            let wall = walls.get(id).expect("it is there");
            walls.replace(id, wall);
        })
    }),
];

/// The same, with the strategy that the library chooses.
const OTHERS: [Operation; 3] = [
    ("weld", |strategy, walls| {
        // All gaps of some scenes, for any number of walls, and none of others.
        let within = 4.0 / walls.len() as f64;
        let mut walls = Walls::with(strategy, walls);
        time(|| walls.weld(within))
    }),
    ("100 bounces", |strategy, walls| {
        ask(strategy, walls, |walls| {
            discard(walls.bounce(&path([-0.503, -0.301], [0.607, 0.91], 0.0), Limits::bounces(100)));
        })
    }),
    ("100 scans of a ray", |strategy, walls| {
        ask(strategy, walls, |walls| {
            for _ in 0..100 {
                discard(walls.scan([-0.5, -0.3], &[Vec2::new(1.0, 0.3)], f64::INFINITY));
            }
        })
    }),
];

pub fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for scene in SCENES {
        for strategy in [Strategy::Bvh, Strategy::Quadtree] {
            let others = if strategy == Strategy::Bvh { &OTHERS[..] } else { &[] };
            for &(operation, run) in OPERATIONS.iter().chain(others) {
                // A wall that is put in is settled again each time as many more have come: about log n times.
                let is_settled = matches!(operation, "insert all" | "replace all");
                let to_do = if is_settled { " (n log n to do)" } else { "" };
                let name = format!("{operation}{to_do}, {strategy:?}");
                let row = Row::new(&name, scene.0, FIRST, move |count| run(strategy, segments(scene, count)));
                rows.push(if is_settled {
                    Row { work: |count| (count as f64) * (count as f64).log2(), ..row }
                } else {
                    row
                });
            }
        }
    }
    rows
}

fn ask(strategy: Strategy, walls: Vec<Segment>, question: impl FnOnce(&Walls)) -> f64 {
    let walls = Walls::with(strategy, walls);
    time(|| question(&walls))
}

fn change(strategy: Strategy, walls: Vec<Segment>, change: fn(&mut Walls, WallId)) -> f64 {
    let mut walls = Walls::with(strategy, walls);
    let ids: Vec<WallId> = walls.ids().collect();
    time(|| ids.into_iter().for_each(|id| change(&mut walls, id)))
}

fn path(start: [f64; 2], end: [f64; 2], radius: f64) -> Sweep {
    Sweep::disc(start, end, radius).expect("finite")
}

/// A hundred moves in the square from −1 to 1.
fn moves(radius: f64) -> impl Iterator<Item = Sweep> {
    let mut rng = Rng(3);
    let mut place = move || [rng.between(-1.0, 1.0), rng.between(-1.0, 1.0)];
    (0..100).map(move |_| path(place(), place(), radius))
}
