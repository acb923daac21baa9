//! How much faster is a batch on two threads?

use super::{HUNDRED_THOUSAND, MILLION, bits, build, gap, moves, points, scattered, segments};
use crate::race::{Effort, Runner, race};
use crate::sweep::every;
use crate::table::{Table, Target};
use carom::Strategy;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::hint::black_box;

const COUNT: usize = 300_000;

const ONE: &str = "1 thread";
const TWO: &str = "2 threads";

/// Whoever does not choose his threads gets one, as his peers do.
pub fn stay_on_one() {
    ThreadPoolBuilder::new().num_threads(1).build_global().expect("nobody has used it before");
}

pub fn run(effort: Effort) -> Table {
    let mut table = Table::new(
        "wall threads",
        "carom's first_touches, with its feature `rayon`, on one thread and on two.\n\
         The time of one answer.",
    );
    let [one, two] = [1, 2].map(pool);
    for (count, name) in [HUNDRED_THOUSAND, MILLION] {
        let tree = build(Strategy::Bvh, &segments(&scattered(count)));
        let paths = points(&moves(COUNT, gap(count), effort));
        let input = format!("{name}, length g");
        let batch = |pool: &ThreadPool| pool.install(|| tree.first_touches(black_box(&paths)));
        let answers = bits(&every(&paths, |path| tree.first_touch(path)));
        table.must_agree(&input, "one by one, and 1 thread", &answers, &bits(&batch(&one)));
        table.must_agree(&input, "one by one, and 2 threads", &answers, &bits(&batch(&two)));
        let runners = [(ONE, &one), (TWO, &two)].map(|(name, pool)| {
            Runner::new(name, move || {
                black_box(batch(pool));
            })
        });
        let times = race(runners.into(), paths.len(), effort);
        table.push(&input, times, &[Target::FasterThanAll(1.8, TWO, &[ONE])]);
    }
    table
}

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("the system has threads")
}
