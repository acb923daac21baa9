//! Times several ways to do the same work, so that none of them has the better weather.

use std::time::{Duration, Instant};

/// One way to do the work: a lap goes through the whole input once.
pub struct Runner<'a> {
    name: &'static str,
    lap: Box<dyn FnMut() + 'a>,
}

impl<'a> Runner<'a> {
    pub fn new(name: &'static str, lap: impl FnMut() + 'a) -> Runner<'a> {
        Runner { name, lap: Box::new(lap) }
    }
}

/// How long to measure.
#[derive(Clone, Copy)]
pub struct Effort {
    rounds: u32,
    /// A stretch between two looks at the clock lasts at least this long.
    stretch: Duration,
    /// All rounds of one runner last about this long at most, except that everybody gets two.
    budget: Duration,
    /// The most vertices a polygon may have.
    pub largest: usize,
    /// Of the moves among many walls one in so many is asked about.
    pub one_in: usize,
}

impl Effort {
    pub const FULL: Effort = Effort {
        rounds: 15,
        stretch: Duration::from_millis(10),
        budget: Duration::from_secs(1),
        largest: 100_000,
        one_in: 1,
    };
    pub const QUICK: Effort = Effort {
        rounds: 5,
        stretch: Duration::from_millis(1),
        budget: Duration::from_millis(300),
        largest: 1_000,
        one_in: 10,
    };
}

/// The name and the best time of each runner, in nanoseconds an item.
///
/// The runners take turns, a different one first in each round, so that a slow spell of the
/// machine hits all of them; the best round of each is the one with the least noise in it.
pub fn race(mut runners: Vec<Runner>, items: usize, effort: Effort) -> Vec<(&'static str, f64)> {
    let laps: Vec<u32> = runners.iter_mut().map(|runner| laps_a_stretch(runner, effort)).collect();
    let mut best = vec![f64::INFINITY; runners.len()];
    let mut spent = vec![Duration::ZERO; runners.len()];
    for round in 0..effort.rounds as usize {
        for turn in 0..runners.len() {
            let i = (round + turn) % runners.len();
            if round >= 2 && spent[i] > effort.budget {
                continue;
            }
            let time = stretch(&mut runners[i], laps[i]);
            spent[i] += time;
            best[i] = best[i].min(time.as_secs_f64() / f64::from(laps[i]));
        }
    }
    let names = runners.iter().map(|runner| runner.name);
    names.zip(best).map(|(name, seconds)| (name, seconds * 1e9 / items as f64)).collect()
}

/// Doubled until a stretch is long enough; this also warms the caches.
fn laps_a_stretch(runner: &mut Runner, effort: Effort) -> u32 {
    let mut laps = 1;
    while stretch(runner, laps) < effort.stretch {
        laps *= 2;
    }
    laps
}

fn stretch(runner: &mut Runner, laps: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..laps {
        (runner.lap)();
    }
    start.elapsed()
}
