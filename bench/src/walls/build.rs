//! How long does it take to build a tree of walls, and how much memory does it keep?

use super::{HUNDRED_THOUSAND, MILLION, THOUSAND, build, scattered, segments};
use crate::memory;
use crate::peers::{box2d, bvh, parry, parry_f64};
use crate::race::{Effort, Runner, race};
use crate::sweep::every;
use crate::table::{Table, Target};
use carom::{Strategy, Walls};
use std::hint::black_box;

const GRID: &str = "carom Grid";
const BVH: &str = "carom Bvh";
const QUADTREE: &str = "carom Quadtree";
/// The same crate as elsewhere; here it is not asked about hits.
const BVH_CRATE: &str = "bvh";

const PEERS: [&str; 4] = [parry::NAME, parry_f64::NAME, BVH_CRATE, box2d::NAME];

pub fn time(effort: Effort) -> Table {
    let mut table = Table::new(
        "wall build",
        "A list of walls into something that can be asked about them, and dropped again. One thread.\n\
         The time of one wall. Everybody but bvh, which leaves the walls to its caller, also copies the list.\n\
         Box2D refuses walls shorter than 0.005, and is left out where there are some.",
    );
    let targets = [
        Target::FasterThanAll(4.0, GRID, &PEERS),
        Target::FasterThanAll(2.0, BVH, &PEERS),
        Target::FasterThanAll(2.0, QUADTREE, &PEERS),
    ];
    for (count, input) in [THOUSAND, HUNDRED_THOUSAND, MILLION] {
        let walls = scattered(count);
        let ours = segments(&walls);
        let (vertices, indices) = parry::parts(&walls);
        let (vertices_f64, indices_f64) = parry_f64::parts(&walls);
        let mut boxed = bvh::walls(&walls);
        let shapes = every(&walls, |wall| box2d::wall(*wall));
        let mut runners = vec![
            builder(GRID, || Walls::new(ours.iter().copied())),
            builder(BVH, || build(Strategy::Bvh, &ours)),
            builder(QUADTREE, || build(Strategy::Quadtree, &ours)),
            builder(parry::NAME, || parry::Polyline::new(vertices.clone(), Some(indices.clone()))),
            builder(parry_f64::NAME, || parry_f64::Polyline::new(vertices_f64.clone(), Some(indices_f64.clone()))),
            builder(BVH_CRATE, || bvh::build(&mut boxed)),
        ];
        if count <= box2d::MOST_WALLS {
            runners.push(builder(box2d::NAME, || box2d::world(&shapes)));
        }
        table.push(input, race(runners, count, effort), &targets);
    }
    table
}

pub fn bytes(_: Effort) -> Table {
    let mut table = Table::in_bytes(
        "wall bytes",
        "How much memory is kept for one wall, the list of walls included.\n\
         What the allocator was asked for; Box2D counts its own. \
         It refuses walls shorter than 0.005, and is left out where there are some.",
    );
    for (count, input) in [THOUSAND, HUNDRED_THOUSAND, MILLION] {
        let walls = scattered(count);
        let ours = segments(&walls);
        let mut kept = vec![
            (GRID, memory::kept_by(|| Walls::new(ours.iter().copied()))),
            (BVH, memory::kept_by(|| build(Strategy::Bvh, &ours))),
            (QUADTREE, memory::kept_by(|| build(Strategy::Quadtree, &ours))),
            (parry::NAME, memory::kept_by(|| parry::walls(&walls))),
            (parry_f64::NAME, memory::kept_by(|| parry_f64::walls(&walls))),
            (BVH_CRATE, memory::kept_by(|| bvh::tree(&walls))),
        ];
        if count <= box2d::MOST_WALLS {
            kept.push((box2d::NAME, box2d::bytes(&every(&walls, |wall| box2d::wall(*wall)))));
        }
        let a_wall = kept.into_iter().map(|(name, bytes)| (name, bytes / count as f64)).collect();
        table.push(
            input,
            a_wall,
            &[(GRID, 90.0), (BVH, 120.0), (QUADTREE, 120.0)].map(|(way, most)| Target::BytesOf(most, way)),
        );
    }
    table
}

fn builder<'a, T>(name: &'static str, mut make: impl FnMut() -> T + 'a) -> Runner<'a> {
    Runner::new(name, move || drop(black_box(make())))
}
