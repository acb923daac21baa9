//! The first touch of a moving point among walls as they come in practice, not scattered anywhere.

use super::{bits, build, points, sample, segments};
use crate::moves::{self, Ends};
use crate::peers::{parry, parry_f64};
use crate::race::{Effort, Runner, race};
use crate::rng::Rng;
use crate::sweep::{every, runner};
use crate::table::{Table, Target};
use carom::{Strategy, Walls};
use std::hint::black_box;

const ONE: &str = "carom first_touch";
const BATCH: &str = "carom first_touches";
const BVH: &str = "carom Bvh";
const PEERS: [&str; 2] = [parry::NAME, parry_f64::NAME];

/// So many moves in each scene.
const COUNT: usize = 100_000;

pub fn run(effort: Effort) -> Table {
    let mut table = Table::new(
        "wall scenes",
        "Which of many walls does a moving point touch first, among walls as they come in practice? One thread.\n\
         A tile map, a floor plan, a chain like a coast, a city of small blocks, and a forest of needles, each in a square of side 1000; \
         moves of length 10 start anywhere in it.\n\
         first_touch is carom's automatic choice, named with each scene.",
    );
    let scenes: [(&str, Vec<Ends>); 5] = [
        ("tile map", tiles(390)),
        ("floor plan", floor_plan(40)),
        ("coast", coast(1_000_000)),
        ("city", city(158)),
        ("needles", needles(100_000)),
    ];
    for (name, walls) in scenes {
        let moves: Vec<Ends> = {
            let mut rng = Rng(3);
            (0..COUNT / effort.one_in).map(|_| moves::anywhere(&mut rng, 10.0)).collect()
        };
        ask(&mut table, name, &walls, &moves, effort);
    }
    table
}

fn ask(table: &mut Table, name: &str, walls: &[Ends], moves: &[Ends], effort: Effort) {
    let (paths, ours) = (points(moves), segments(walls));
    let rays = every(moves, |ends| parry::ray(*ends));
    let rays_f64 = every(moves, |ends| parry_f64::ray(*ends));
    let (ours, tree, brute_force) =
        (Walls::new(ours.iter().copied()), build(Strategy::Bvh, &ours), build(Strategy::BruteForce, &ours));
    let (theirs, theirs_f64) = (parry::walls(walls), parry_f64::walls(walls));
    let input = &format!("{name}, {} walls, {:?}", walls.len(), ours.strategy());

    let answers = every(&paths, |path| ours.first_touch(path));
    let sample = &paths[..sample(walls.len(), paths.len(), effort)];
    let truth = every(sample, |path| brute_force.first_touch(path));
    table.must_agree(input, "brute force", &bits(&answers[..sample.len()]), &bits(&truth));
    table.must_agree(input, "Bvh", &bits(&answers), &bits(&every(&paths, |path| tree.first_touch(path))));
    table.must_agree(input, "first_touches", &bits(&answers), &bits(&ours.first_touches(&paths)));
    let hits = every(&answers, Option::is_some);
    table.may_differ(input, parry::NAME, &hits, &every(&rays, |ray| parry::cast_ray(ray, &theirs).is_some()));
    table.may_differ(
        input,
        parry_f64::NAME,
        &hits,
        &every(&rays_f64, |ray| parry_f64::cast_ray(ray, &theirs_f64).is_some()),
    );

    let runners = vec![
        runner(ONE, &paths, &ours, |path, walls| walls.first_touch(path)),
        Runner::new(BATCH, || {
            black_box(ours.first_touches(black_box(&paths)));
        }),
        runner(BVH, &paths, &tree, |path, walls| walls.first_touch(path)),
        runner(parry::NAME, &rays, &theirs, parry::cast_ray),
        runner(parry_f64::NAME, &rays_f64, &theirs_f64, parry_f64::cast_ray),
    ];
    let targets = [Target::FasterThanAll(3.0, ONE, &PEERS), Target::FasterThanAll(3.0, BATCH, &PEERS)];
    table.push(input, race(runners, moves.len(), effort), &targets);
}

/// The sides between solid and free tiles, a third of them solid, each side a wall.
fn tiles(across: usize) -> Vec<Ends> {
    let mut rng = Rng(21);
    let size = 1000.0 / across as f64;
    let solid: Vec<bool> = (0..across * across).map(|_| rng.between(0.0, 1.0) < 0.33).collect();
    let is_solid = |x: usize, y: usize| x < across && y < across && solid[y * across + x];
    let at = |x: usize, y: usize| [x as f64 * size, y as f64 * size];
    let mut walls = Vec::new();
    for y in 0..across {
        for x in 0..across {
            if is_solid(x, y) != is_solid(x + 1, y) {
                walls.push([at(x + 1, y), at(x + 1, y + 1)]);
            }
            if is_solid(x, y) != is_solid(x, y + 1) {
                walls.push([at(x, y + 1), at(x + 1, y + 1)]);
            }
        }
    }
    walls
}

/// Rooms of many sizes, each with a door in two of its walls.
fn floor_plan(across: usize) -> Vec<Ends> {
    let mut rng = Rng(22);
    let size = 1000.0 / across as f64;
    let mut walls = Vec::new();
    for room in 0..across * across {
        let (x, y) = ((room % across) as f64 * size, (room / across) as f64 * size);
        let (dx, dy) = (rng.between(0.0, 0.8) * size, rng.between(0.0, 0.8) * size);
        walls.push([[x, y], [x + dx, y]]);
        walls.push([[x + dx + 0.1 * size, y], [x + size, y]]);
        walls.push([[x, y], [x, y + dy]]);
        walls.push([[x, y + dy + 0.1 * size], [x, y + size]]);
        // A table.
        let (u, v, w) = (x + 0.3 * size, y + 0.3 * size, 0.2 * size);
        let corners = [[u, v], [u + w, v], [u + w, v + w], [u, v + w]];
        walls.extend((0..4).map(|k| [corners[k], corners[(k + 1) % 4]]));
    }
    walls
}

/// A closed chain that is crooked at every scale: the middle of each piece moved to a side, again and again.
fn coast(count: usize) -> Vec<Ends> {
    let mut rng = Rng(23);
    let mut chain = vec![[200.0, 200.0], [800.0, 200.0], [800.0, 800.0], [200.0, 800.0]];
    while chain.len() < count {
        let mut finer = Vec::with_capacity(2 * chain.len());
        for k in 0..chain.len() {
            let (a, b) = (chain[k], chain[(k + 1) % chain.len()]);
            let aside = rng.between(-0.3, 0.3);
            finer.push(a);
            finer.push([(a[0] + b[0]) / 2.0 - aside * (b[1] - a[1]), (a[1] + b[1]) / 2.0 + aside * (b[0] - a[0])]);
        }
        chain = finer;
    }
    (0..chain.len()).map(|k| [chain[k], chain[(k + 1) % chain.len()]]).collect()
}

/// Blocks of four walls, a little turned, with streets between them.
fn city(across: usize) -> Vec<Ends> {
    let mut rng = Rng(24);
    let size = 1000.0 / across as f64;
    let mut walls = Vec::new();
    for block in 0..across * across {
        let (x, y) = (((block % across) as f64 + 0.5) * size, ((block / across) as f64 + 0.5) * size);
        let turn = rng.between(0.0, 1.5);
        let (c, s) = (turn.cos(), turn.sin());
        let (w, h) = (rng.between(0.1, 0.35) * size, rng.between(0.1, 0.35) * size);
        let corner = |u: f64, v: f64| [x + u * c - v * s, y + u * s + v * c];
        let corners = [corner(-w, -h), corner(w, -h), corner(w, h), corner(-w, h)];
        walls.extend((0..4).map(|k| [corners[k], corners[(k + 1) % 4]]));
    }
    walls
}

/// Walls twenty times as long as the gap between them, all in about one direction.
fn needles(count: usize) -> Vec<Ends> {
    let mut rng = Rng(25);
    let length = 20.0 * super::gap(count);
    let needle = |_| {
        let [x, y] = [rng.between(0.0, 1000.0), rng.between(0.0, 1000.0)];
        let lean = rng.between(-0.05, 0.05);
        [[x, y], [x + lean * length, y + length]]
    };
    (0..count).map(needle).collect()
}
