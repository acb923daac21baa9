//! How does the time of an answer grow with the number of walls?

use super::{
    HUNDRED_THOUSAND, MILLION, TEN_THOUSAND, THOUSAND, bits, build, gap, moves, points, sample, scattered, segments,
};
use crate::race::{Effort, Runner, race};
use crate::sweep::every;
use crate::table::{Table, Target};
use carom::{Strategy, Sweep, Walls};
use std::hint::black_box;

const COUNT: usize = 300_000;

pub fn run(effort: Effort) -> Table {
    let mut table = Table::new(
        "wall growth",
        "How does the time of a first touch grow with the number of walls? One thread.\n\
         The walls and the moves of the question `walls`, in one call; in brackets, how many times as long as \
         among a thousand walls.",
    );
    let sizes = [THOUSAND, TEN_THOUSAND, HUNDRED_THOUSAND, MILLION];
    let asked: Vec<(Walls, Vec<Sweep>)> = sizes
        .iter()
        .map(|(count, name)| {
            let walls = segments(&scattered(*count));
            let (ours, brute_force) = (Walls::new(walls.iter().copied()), build(Strategy::BruteForce, &walls));
            let paths = points(&moves(COUNT, gap(*count), effort));
            let sample = &paths[..sample(*count, paths.len(), effort)];
            let answers = ours.first_touches(sample);
            let truth = every(sample, |path| brute_force.first_touch(path));
            table.must_agree(name, "brute force", &bits(&answers), &bits(&truth));
            (ours, paths)
        })
        .collect();
    let runners = sizes.iter().zip(&asked).map(|((_, name), (walls, paths))| {
        Runner::new(name, || {
            black_box(walls.first_touches(black_box(paths)));
        })
    });
    let times = race(runners.collect(), COUNT / effort.one_in, effort);
    table.push("length g", times, &[Target::AtMostOf(4.0, MILLION.1, THOUSAND.1)]);
    table
}
