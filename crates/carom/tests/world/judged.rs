//! Small scenes full of ties and near-ties: every event is the one that must come next, at its exact time rounded toward zero.

use carom_oracle::rng::Rng;
use carom_oracle::worlds::{self, Counts, Wrong, scenes::KINDS};
use std::sync::atomic::{AtomicU64, Ordering};

const SCENES: u64 = crate::cases(20_000);

/// So many wrong scenes are shown.
const SHOWN: usize = 3;

/// `CAROM_WORLDS` asks for another number of scenes, `CAROM_SEED` for others.
#[test]
fn judged_scenes() {
    let asked = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().expect("a whole number"));
    let (scenes, seed) = (asked("CAROM_WORLDS").unwrap_or(SCENES), asked("CAROM_SEED").unwrap_or(0));
    let next = AtomicU64::new(0);
    let work = || {
        let (mut counts, mut wrong) = (Counts::default(), Vec::new());
        loop {
            let case = next.fetch_add(1, Ordering::Relaxed);
            if scenes <= case {
                return (counts, wrong);
            }
            match worlds::check(&mut Rng::for_case(seed, "worlds", case)) {
                Ok(judged) => counts += judged,
                Err(found) => wrong.push((case, found)),
            }
        }
    };
    let halves = std::thread::scope(|scope| {
        [scope.spawn(work), scope.spawn(work)].map(|worker| worker.join().expect("panics of carom are caught"))
    });
    let mut counts = Counts::default();
    let mut wrong: Vec<(u64, Box<Wrong>)> = Vec::new();
    for (judged, found) in halves {
        counts += judged;
        wrong.extend(found);
    }
    wrong.sort_by_key(|(case, _)| *case);
    println!("{scenes} scenes, {} wrong: {counts:?}", wrong.len());
    for (kind, _) in KINDS {
        let of_kind = wrong.iter().filter(|(_, found)| found.kind == *kind).count();
        if 0 < of_kind {
            println!("{of_kind:8} of kind {kind}");
        }
    }
    for (case, found) in wrong.iter().take(SHOWN) {
        let (smaller, message) = worlds::shrunk(&found.scene);
        println!(
            "\nscene {case} ({}): {}\nless of it: {message}\n{}",
            found.kind,
            found.message,
            worlds::as_code(&smaller)
        );
    }
    assert!(wrong.is_empty(), "{} of {scenes} scenes are told wrongly", wrong.len());
    assert!(counts.apart * 50 < scenes, "in {} of {scenes} scenes bodies were held or moved aside", counts.apart);
}
