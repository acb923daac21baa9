//! Which of many walls stops a moving disc first?

use super::points::PEERS;
use super::{HUNDRED_THOUSAND, THOUSAND, bits, build, gap, moves, sample, scattered, segments};
use crate::moves::Ends;
use crate::peers::{box2d, parry, parry_f64};
use crate::race::{Effort, Runner, race};
use crate::sweep::{every, runner};
use crate::table::{Table, Target};
use carom::{Strategy, Sweep, Walls};
use std::hint::black_box;

const COUNT: usize = 100_000;

const ONE: &str = "carom first_stop";
const BATCH: &str = "carom first_touches";

const TARGETS: [Target; 2] = [Target::FasterThanAll(5.0, ONE, &PEERS), Target::FasterThanAll(5.0, BATCH, &PEERS)];

pub fn run(effort: Effort) -> Table {
    let mut table = Table::new(
        "wall discs",
        "Which of many walls stops a moving disc first? One thread.\n\
         The walls are those of the question before, the radius is g/4, and a move of length g or 8 g starts anywhere; \
         a disc that starts on a wall is stopped there.\n\
         The time of one answer: which wall (parry and Box2D: a part or a shape), when, where and how. \
         carom's first_stop, and first_touches with all moves in one call, parry's cast_shapes, Box2D's b2World_CastShape with a callback that keeps the closest.\n\
         parry2d and Box2D are in f32 and were given rounded walls and moves.",
    );
    for (count, name) in [THOUSAND, HUNDRED_THOUSAND] {
        let walls = scattered(count);
        for (length_name, length) in [("g", gap(count)), ("8 g", 8.0 * gap(count))] {
            let moves = moves(COUNT, length, effort);
            ask(&mut table, &format!("{name}, length {length_name}"), &walls, &moves, effort);
        }
    }
    table
}

fn ask(table: &mut Table, input: &str, walls: &[Ends], moves: &[Ends], effort: Effort) {
    let radius = gap(walls.len()) / 4.0;
    let paths = every(moves, |[start, end]| Sweep::disc(*start, *end, radius).expect("finite"));
    let discs = every(moves, |ends| parry::disc(*ends, radius));
    let discs_f64 = every(moves, |ends| parry_f64::disc(*ends, radius));
    let movers = every(moves, |ends| box2d::mover(*ends, radius));

    let segments = segments(walls);
    let tree = Walls::new(segments.iter().copied());
    let (polyline, polyline_f64) = (parry::walls(walls), parry_f64::walls(walls));
    let world = box2d::world(&every(walls, |wall| box2d::wall(*wall)));

    let answers = every(&paths, |path| tree.first_stop(path));
    let brute_force = build(Strategy::BruteForce, &segments);
    let sample = &paths[..sample(walls.len(), paths.len(), effort)];
    let truth = every(sample, |path| brute_force.first_stop(path));
    table.must_agree(input, "brute force", &bits(&answers[..sample.len()]), &bits(&truth));
    let quadtree = build(Strategy::Quadtree, &segments);
    let quadtree = every(&paths, |path| quadtree.first_stop(path));
    table.must_agree(input, "Quadtree", &bits(&answers), &bits(&quadtree));

    let touches = every(&paths, |path| tree.first_touch(path));
    table.must_agree(input, "first_touches", &bits(&touches), &bits(&tree.first_touches(&paths)));

    let hits = every(&answers, Option::is_some);
    let peers = [
        (parry::NAME, every(&discs, |disc| parry::cast_disc(disc, &polyline).is_some())),
        (parry_f64::NAME, every(&discs_f64, |disc| parry_f64::cast_disc(disc, &polyline_f64).is_some())),
        (box2d::NAME, every(&movers, |mover| box2d::first_mover_touch(mover, &world).is_some())),
    ];
    for (peer, theirs) in &peers {
        table.may_differ(input, peer, &hits, theirs);
    }

    let runners = vec![
        runner(ONE, &paths, &tree, |path, walls| walls.first_stop(path)),
        Runner::new(BATCH, || {
            black_box(tree.first_touches(black_box(&paths)));
        }),
        runner(parry::NAME, &discs, &polyline, parry::cast_disc),
        runner(parry_f64::NAME, &discs_f64, &polyline_f64, parry_f64::cast_disc),
        runner(box2d::NAME, &movers, &world, box2d::first_mover_touch),
    ];
    table.push(input, race(runners, moves.len(), effort), &TARGETS);
}
