//! Which of many walls stops a moving box, capsule or polygon first?

use super::points::PEERS;
use super::{HUNDRED_THOUSAND, THOUSAND, bits, build, gap, moves, sample, scattered, segments};
use crate::moves::{Ends, Precision};
use crate::peers::{box2d, parry, parry_f64};
use crate::race::{Effort, Runner, race};
use crate::rng::Rng;
use crate::shapes::{KINDS, Shaped};
use crate::sweep::{every, runner};
use crate::table::{Table, Target};
use carom::{Strategy, Walls};
use std::hint::black_box;

const COUNT: usize = 100_000;

const ONE: &str = "carom first_stop";
const BATCH: &str = "carom first_touches";

const TARGETS: [Target; 2] = [Target::FasterThanAll(5.0, ONE, &PEERS), Target::FasterThanAll(5.0, BATCH, &PEERS)];

pub fn run(effort: Effort) -> Table {
    let mut table = Table::new(
        "wall movers",
        "Which of many walls stops a moving box, capsule or polygon of six vertices first? One thread.\n\
         The walls are those of the questions before, the shapes about g/2 in size, and a move of length g or 8 g starts anywhere; \
         what starts on a wall is stopped there.\n\
         The time of one answer: which wall (parry and Box2D: a part or a shape), when, where and how. \
         carom's first_stop, and first_touches with all moves in one call, parry's cast_shapes, Box2D's b2World_CastShape with a callback that keeps the closest.\n\
         parry2d and Box2D are in f32 and were given rounded walls, shapes and moves.",
    );
    for (count, name) in [THOUSAND, HUNDRED_THOUSAND] {
        let walls = scattered(count);
        for (kind, make) in KINDS {
            let shape = make(&mut Rng(8), Precision::F64, gap(count) / 4.0);
            for (length_name, length) in [("g", gap(count)), ("8 g", 8.0 * gap(count))] {
                let moves = moves(COUNT, length, effort);
                ask(&mut table, &format!("{kind}, {name}, length {length_name}"), &walls, &shape, &moves, effort);
            }
        }
    }
    table
}

fn ask(table: &mut Table, input: &str, walls: &[Ends], shape: &Shaped, moves: &[Ends], effort: Effort) {
    let mover = shape.mover();
    let sweeps = every(moves, |[start, end]| mover.sweep(*start, *end).expect("finite"));
    let (shape_f64, shape_f32, proxy) = (parry_f64::shape(shape), parry::shape(shape), box2d::shape(shape));
    let (paths_f64, paths) = (every(moves, |ends| parry_f64::path(*ends)), every(moves, |ends| parry::path(*ends)));
    let movers = every(moves, |ends| box2d::shape_mover(*ends, &proxy));

    let segments = segments(walls);
    let tree = Walls::new(segments.iter().copied());
    let (polyline, polyline_f64) = (parry::walls(walls), parry_f64::walls(walls));
    let world = box2d::world(&every(walls, |wall| box2d::wall(*wall)));

    let answers = every(&sweeps, |sweep| tree.first_stop(sweep));
    let brute_force = build(Strategy::BruteForce, &segments);
    let sample = &sweeps[..sample(10 * walls.len(), sweeps.len(), effort)];
    let truth = every(sample, |sweep| brute_force.first_stop(sweep));
    table.must_agree(input, "brute force", &bits(&answers[..sample.len()]), &bits(&truth));
    let quadtree = build(Strategy::Quadtree, &segments);
    let quadtree = every(&sweeps, |sweep| quadtree.first_stop(sweep));
    table.must_agree(input, "Quadtree", &bits(&answers), &bits(&quadtree));

    let touches = every(&sweeps, |sweep| tree.first_touch(sweep));
    table.must_agree(input, "first_touches", &bits(&touches), &bits(&tree.first_touches(&sweeps)));

    let hits = every(&answers, Option::is_some);
    let peers = [
        (parry::NAME, every(&paths, |path| parry::cast_shape(path, &shape_f32, &polyline).is_some())),
        (parry_f64::NAME, every(&paths_f64, |path| parry_f64::cast_shape(path, &shape_f64, &polyline_f64).is_some())),
        (box2d::NAME, every(&movers, |mover| box2d::first_mover_touch(mover, &world).is_some())),
    ];
    for (peer, theirs) in &peers {
        table.may_differ(input, peer, &hits, theirs);
    }

    let runners = vec![
        runner(ONE, &sweeps, &tree, |sweep, walls| walls.first_stop(sweep)),
        Runner::new(BATCH, || {
            black_box(tree.first_touches(black_box(&sweeps)));
        }),
        runner(parry::NAME, &paths, &polyline, |path, walls| parry::cast_shape(path, &shape_f32, walls)),
        runner(parry_f64::NAME, &paths_f64, &polyline_f64, |path, walls| {
            parry_f64::cast_shape(path, &shape_f64, walls)
        }),
        runner(box2d::NAME, &movers, &world, box2d::first_mover_touch),
    ];
    table.push(input, race(runners, moves.len(), effort), &TARGETS);
}
