//! Which of many walls does a moving point touch first?

use super::{HUNDRED_THOUSAND, MILLION, Size, THOUSAND, bits, build, gap, moves, points, sample, scattered, segments};
use crate::moves::Ends;
use crate::peers::{box2d, bvh, parry, parry_f64};
use crate::race::{Effort, Runner, race};
use crate::sweep::{every, runner};
use crate::table::{Table, Target};
use carom::{Point, Strategy, Walls};
use std::hint::black_box;

const ONE: &str = "carom first_touch";
const BATCH: &str = "carom first_touches";
const BVH: &str = "carom Bvh";
const QUADTREE: &str = "carom Quadtree";

pub const PEERS: [&str; 3] = [parry::NAME, parry_f64::NAME, box2d::NAME];

/// One question at least so many times as fast as all peers, and a batch.
fn targets(walls: usize) -> [Target; 3] {
    let (one, batch) = match walls {
        0..10_000 => (5.0, 8.0),
        10_000..1_000_000 => (5.0, 12.0),
        _ => (4.0, 10.0),
    };
    [
        Target::FasterThanAll(one, ONE, &PEERS),
        Target::FasterThanAll(batch, BATCH, &PEERS),
        Target::FasterThanAll(1.0, QUADTREE, &PEERS),
    ]
}

/// bvh's ray has no end, so it is slow, and asked about fewer moves.
const FEW: usize = 20_000;

pub fn run(effort: Effort) -> Table {
    let mut table = Table::new(
        "walls",
        "Which of many walls does a moving point touch first? One thread.\n\
         The walls lie anywhere in a square of side 1000, each about as long as the mean gap g between them; \
         a move of length g, 8 g or 1000 starts anywhere in it.\n\
         The time of one answer: carom says which wall, when, where and how, parry when, Box2D which, when and where; \
         first_touch is carom's automatic choice, here the Grid, and first_touches is the same with all moves in one call.\n\
         bvh is asked whether any wall is touched, with a ray that has no end, about 20,000 of the moves, \
         and has no target.\n\
         parry2d and Box2D are in f32 and were given rounded walls and moves.\n\
         Box2D refuses walls shorter than 0.005, and is left out where there are some.",
    );
    for size in [THOUSAND, HUNDRED_THOUSAND, MILLION] {
        let (count, name) = size;
        let among = Among::new(size);
        for (length_name, length, asked) in
            [("g", gap(count), 300_000), ("8 g", 8.0 * gap(count), 200_000), ("1000", 1000.0, 100_000)]
        {
            ask(&mut table, &format!("{name}, length {length_name}"), &among, &moves(asked, length, effort), effort);
        }
    }
    table
}

/// The same walls as everybody keeps them.
struct Among {
    count: usize,
    walls: Walls,
    tree: Walls,
    quadtree: Walls,
    brute_force: Walls,
    parry: parry::Polyline,
    parry_f64: parry_f64::Polyline,
    box2d: Option<box2d::World>,
    bvh: bvh::Tree,
}

impl Among {
    fn new((count, _): Size) -> Among {
        let walls = scattered(count);
        let ours = segments(&walls);
        Among {
            count,
            walls: Walls::new(ours.iter().copied()),
            tree: build(Strategy::Bvh, &ours),
            quadtree: build(Strategy::Quadtree, &ours),
            brute_force: build(Strategy::BruteForce, &ours),
            parry: parry::walls(&walls),
            parry_f64: parry_f64::walls(&walls),
            box2d: (count <= box2d::MOST_WALLS).then(|| box2d::world(&every(&walls, |wall| box2d::wall(*wall)))),
            bvh: bvh::tree(&walls),
        }
    }
}

fn ask(table: &mut Table, input: &str, among: &Among, moves: &[Ends], effort: Effort) {
    let paths = points(moves);
    let rays = every(moves, |ends| parry::ray(*ends));
    let rays_f64 = every(moves, |ends| parry_f64::ray(*ends));
    let rays_box2d = every(moves, |ends| box2d::ray(*ends));
    let few = every(&moves[..FEW / effort.one_in], |ends| ends.map(Point::from));

    let answers = every(&paths, |path| among.walls.first_touch(path));
    let sample = &paths[..sample(among.count, paths.len(), effort)];
    let truth = every(sample, |path| among.brute_force.first_touch(path));
    table.must_agree(input, "brute force", &bits(&answers[..sample.len()]), &bits(&truth));
    let tree = every(&paths, |path| among.tree.first_touch(path));
    table.must_agree(input, "Bvh", &bits(&answers), &bits(&tree));
    let quadtree = every(&paths, |path| among.quadtree.first_touch(path));
    table.must_agree(input, "Quadtree", &bits(&answers), &bits(&quadtree));
    table.must_agree(input, "first_touches", &bits(&answers), &bits(&among.walls.first_touches(&paths)));

    let hits = every(&answers, Option::is_some);
    let theirs = every(&rays, |ray| parry::cast_ray(ray, &among.parry).is_some());
    table.may_differ(input, parry::NAME, &hits, &theirs);
    let theirs = every(&rays_f64, |ray| parry_f64::cast_ray(ray, &among.parry_f64).is_some());
    table.may_differ(input, parry_f64::NAME, &hits, &theirs);
    if let Some(world) = &among.box2d {
        table.may_differ(input, box2d::NAME, &hits, &every(&rays_box2d, |ray| box2d::first_touch(ray, world).hit));
    }
    let theirs = every(&few, |path| bvh::touches_any(path, &among.bvh));
    table.may_differ(input, bvh::NAME, &hits[..few.len()], &theirs);

    let mut runners = vec![
        runner(ONE, &paths, &among.walls, |path, walls| walls.first_touch(path)),
        Runner::new(BATCH, || {
            black_box(among.walls.first_touches(black_box(&paths)));
        }),
        runner(BVH, &paths, &among.tree, |path, walls| walls.first_touch(path)),
        runner(QUADTREE, &paths, &among.quadtree, |path, walls| walls.first_touch(path)),
        runner(parry::NAME, &rays, &among.parry, parry::cast_ray),
        runner(parry_f64::NAME, &rays_f64, &among.parry_f64, parry_f64::cast_ray),
    ];
    if let Some(world) = &among.box2d {
        runners.push(runner(box2d::NAME, &rays_box2d, world, box2d::first_touch));
    }
    let mut times = race(runners, moves.len(), effort);
    times.extend(race(vec![runner(bvh::NAME, &few, &among.bvh, bvh::touches_any)], few.len(), effort));
    table.push(input, times, &targets(among.count));
}
