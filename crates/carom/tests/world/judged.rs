//! Small scenes full of ties and near-ties: every event is the one that must come next, at its exact time rounded toward zero.

use carom_oracle::rng::Rng;
use carom_oracle::worlds::{self, Counts, Wrong};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

const SCENES: u64 = if carom_oracle::FEW_CASES { 1_000 } else { 20_000 };

/// So many wrong scenes are shown.
const SHOWN: usize = 12;

/// What was found.
#[derive(Default)]
struct Found {
    counts: Counts,
    /// How many scenes of each kind were told wrongly.
    wrong: BTreeMap<&'static str, u64>,
    /// And how: messages without their numbers.
    ways: BTreeMap<String, u64>,
    /// The first of them, with their numbers.
    first: Vec<(u64, Box<Wrong>)>,
}

/// `CAROM_WORLDS` asks for another number of scenes, `CAROM_SEED` for others, `CAROM_ONLY` for some by their numbers.
#[test]
fn judged_scenes() {
    let asked = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().expect("a whole number"));
    let (scenes, seed) = (asked("CAROM_WORLDS").unwrap_or(SCENES), asked("CAROM_SEED").unwrap_or(0));
    let only: Option<Vec<u64>> = std::env::var("CAROM_ONLY")
        .ok()
        .map(|list| list.split(',').map(|text| text.parse().expect("whole numbers with commas")).collect());
    let scenes = only.as_ref().map_or(scenes, |only| only.len() as u64);
    let next = AtomicU64::new(0);
    let work = || {
        let mut found = Found::default();
        loop {
            let case = next.fetch_add(1, Ordering::Relaxed);
            if scenes <= case {
                return found;
            }
            let case = only.as_ref().map_or(case, |only| only[case as usize]);
            match worlds::check(&mut Rng::for_case(seed, "worlds", case)) {
                Ok(judged) => found.counts += judged,
                Err(wrong) => {
                    println!("scene {case}: {}", wrong.message.lines().next().unwrap_or_default());
                    *found.wrong.entry(wrong.kind).or_default() += 1;
                    let count = found.ways.entry(without_numbers(&wrong.message)).or_default();
                    *count += 1;
                    // One of each way.
                    if *count == 1 && found.first.len() < SHOWN {
                        found.first.push((case, wrong));
                    }
                }
            }
        }
    };
    let halves = std::thread::scope(|scope| {
        [scope.spawn(work), scope.spawn(work)].map(|worker| worker.join().expect("panics of carom are caught"))
    });
    let mut all = Found::default();
    for half in halves {
        all.counts += half.counts;
        half.wrong.iter().for_each(|(kind, count)| *all.wrong.entry(kind).or_default() += count);
        half.ways.into_iter().for_each(|(way, count)| *all.ways.entry(way).or_default() += count);
        all.first.extend(half.first);
    }
    all.first.sort_by_key(|(case, _)| *case);
    let wrong: u64 = all.wrong.values().sum();
    println!("{scenes} scenes, {wrong} told wrongly: {:?}\n{:?}", all.wrong, all.counts);
    all.ways.iter().for_each(|(way, count)| println!("{count:8} {way}"));
    for (case, found) in all.first.iter().take(SHOWN) {
        let (smaller, message) = worlds::shrunk(&found.scene);
        println!("\nscene {case}, {}: {}", found.kind, found.message);
        println!("less of it: {message}\n{}", worlds::as_code(&smaller));
    }
    assert_eq!(wrong, 0, "scenes that are told wrongly");
    if only.is_some() {
        return;
    }
    assert!(
        all.counts.apart * 50 < scenes,
        "in {} of {scenes} scenes bodies were held or moved aside",
        all.counts.apart
    );
    assert!(scenes / 20 < all.counts.ties, "only {} ties in {scenes} scenes", all.counts.ties);
}

/// The words of a message's first line.
fn without_numbers(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    let is_word = |word: &&str| word.chars().all(|c| c.is_alphabetic() || ":,{}".contains(c));
    line.split_whitespace().filter(is_word).take(16).collect::<Vec<_>>().join(" ")
}
