//! Moving boxes, capsules, convex and rounded polygons that just touch, or just do not: is every decision, time and part right?
//!
//! [`made`] makes the library's movers of the oracle's, [`judged`] compares each kind of question with the oracle, [`related`] the
//! answers to related questions with each other, [`overlaps`] how deep they are, [`among`] walls with each other under every strategy, [`together`] batches with movers alone, [`finite`] whether all numbers of answers are, [`dented`] asks for polygons that are not convex, and [`by_hand`] has
//! cases whose answers can be seen without any working.

#[path = "movers/among.rs"]
mod among;
#[path = "movers/by_hand.rs"]
mod by_hand;
#[path = "movers/dented.rs"]
mod dented;
#[path = "movers/finite.rs"]
mod finite;
#[path = "movers/judged.rs"]
mod judged;
#[path = "movers/made.rs"]
mod made;
#[path = "movers/overlaps.rs"]
mod overlaps;
#[path = "movers/related.rs"]
mod related;
#[path = "movers/together.rs"]
mod together;

use carom_oracle::rng::{self, Rng};
use std::ops::Range;

/// All of these cases are for soak; the test command runs few of them, as the oracle takes a long time for each.
const fn cases(all: u64) -> u64 {
    let share = carom_oracle::share_of(all);
    if share < all { share.div_ceil(30) } else { all }
}

/// How many moves of each kind beside each kind of obstacle `cargo xtask soak movers` asks for.
fn asked() -> Option<u64> {
    let text = std::env::var("CAROM_MOVERS").ok()?;
    Some(text.parse().expect("CAROM_MOVERS is not a whole number"))
}

/// Makes so many cases of a name; the first one that is wrong is told with its number.
#[track_caller]
fn assert_right(name: &str, count: u64, check: impl Fn(&mut Rng) -> Result<(), String> + Sync) {
    assert_these_right(name, 0..count * rng::rounds(), check);
}

/// The same of cases with these numbers, on two threads.
#[track_caller]
fn assert_these_right(name: &str, cases: Range<u64>, check: impl Fn(&mut Rng) -> Result<(), String> + Sync) {
    let Range { start, end } = cases;
    let middle = start + (end - start) / 2;
    let wrong = std::thread::scope(|scope| {
        let check = &check;
        let halves = [start..middle, middle..end].map(|mut half| {
            scope.spawn(move || {
                half.find_map(|index| {
                    let answer = check(&mut Rng::for_case(0, name, index));
                    answer.err().map(|message| format!("{name}, case {index}: {message}"))
                })
            })
        });
        halves.map(|half| half.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    assert_eq!(wrong, [None, None]);
}
