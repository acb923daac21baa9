//! Many walls, one question: does every strategy give what asking each wall in turn gives, bit for bit?
//!
//! [`model`] asks each wall in turn, [`scenes`] and [`moves`] make walls and sweeps that tie,
//! and the other modules hold the tests.

#[path = "walls/boxes.rs"]
mod boxes;
#[path = "walls/changes.rs"]
mod changes;
#[path = "walls/choice.rs"]
mod choice;
#[path = "walls/extremes.rs"]
mod extremes;
#[path = "walls/gaps.rs"]
mod gaps;
#[path = "walls/grid.rs"]
mod grid;
#[path = "walls/model.rs"]
mod model;
#[path = "walls/moves.rs"]
mod moves;
#[path = "walls/questions.rs"]
mod questions;
#[path = "walls/rays.rs"]
mod rays;
#[path = "walls/scenes.rs"]
mod scenes;
#[path = "walls/seams.rs"]
mod seams;
#[path = "walls/tiles.rs"]
mod tiles;

/// All of these cases are for soak; the test command runs a share of them.
const fn cases(all: u64) -> u64 {
    carom_oracle::share_of(all)
}

/// Asks `check` about every number below `count`, on two threads; the sum of what it returns.
fn in_two_threads(count: u64, check: impl Fn(u64) -> u64 + Sync) -> u64 {
    std::thread::scope(|scope| {
        let check = &check;
        let halves = [0, 1].map(|first| scope.spawn(move || (first..count).step_by(2).map(check).sum::<u64>()));
        halves.map(|half| half.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).iter().sum()
    })
}
