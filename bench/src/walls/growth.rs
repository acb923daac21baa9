//! How does the time of an answer grow with the number of walls?

use super::{
    HUNDRED_THOUSAND, MILLION, TEN_THOUSAND, THOUSAND, bits, build, gap, moves, points, sample, scattered, segments,
};
use crate::race::{Effort, race};
use crate::sweep::{every, runner};
use crate::table::{Table, Target};
use carom::{Strategy, Sweep, Walls};

const COUNT: usize = 300_000;

pub fn run(effort: Effort) -> Table {
    let mut table = Table::new(
        "wall growth",
        "How does the time of a first touch grow with the number of walls? One thread.\n\
         The walls and the moves of the question `walls`, by carom's Bvh; in brackets, how many times as long as \
         among a thousand walls.",
    );
    let sizes = [THOUSAND, TEN_THOUSAND, HUNDRED_THOUSAND, MILLION];
    let asked: Vec<(Walls, Vec<Sweep>)> = sizes
        .iter()
        .map(|(count, name)| {
            let walls = segments(&scattered(*count));
            let (tree, brute_force) = (build(Strategy::Bvh, &walls), build(Strategy::BruteForce, &walls));
            let paths = points(&moves(COUNT, gap(*count), effort));
            let sample = &paths[..sample(*count, paths.len(), effort)];
            let answers = every(sample, |path| tree.first_touch(path));
            let truth = every(sample, |path| brute_force.first_touch(path));
            table.must_agree(name, "brute force", &bits(&answers), &bits(&truth));
            (tree, paths)
        })
        .collect();
    let runners = sizes
        .iter()
        .zip(&asked)
        .map(|((_, name), (walls, paths))| runner(name, paths, walls, |path, walls| walls.first_touch(path)));
    let times = race(runners.collect(), COUNT / effort.one_in, effort);
    table.push("length g", times, &[Target::AtMostOf(6.0, MILLION.1, THOUSAND.1)]);
    table
}
