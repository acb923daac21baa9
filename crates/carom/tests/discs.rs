//! Moving points and discs that just touch, or just do not: is every time, contact and feature right?
//!
//! What makes a move hard, and what the right answer is, is said in the oracle's `near` and `moving`.

use carom_oracle::checks::{self, CHECKS, Kind};

/// Moving points; without optimization a case takes many times as long.
const POINTS: u64 = cases(10_000_000);
/// Moving discs against walls, circles and each other, and the order of their hits.
const DISCS: u64 = cases(2_400_000);
/// Rounded points and normals of hits.
const PLACES: u64 = cases(400_000);
/// Polygons and batches; each case has many walls or movers.
const MANY: u64 = cases(160_000);
/// Pairs of related moves.
const RELATED: u64 = cases(1_200_000);

const fn cases(optimized: u64) -> u64 {
    if carom_oracle::FEW_CASES { optimized / 50 } else { optimized }
}

/// Two threads, so that the slowest check does not run alone.
#[track_caller]
fn check_kind(kind: Kind, cases: u64) {
    let chosen: Vec<_> = CHECKS.iter().filter(|check| check.kind == kind).collect();
    let shares: u64 = chosen.iter().map(|check| check.share).sum();
    for check in chosen {
        let cases = cases * check.share / shares;
        let wrong = std::thread::scope(|scope| {
            let halves = [0..cases / 2, cases / 2..cases];
            let threads = halves.map(|half| scope.spawn(move || checks::first_wrong(check, 0, half)));
            threads.map(|thread| thread.join().expect("a check panicked")).into_iter().flatten().next()
        });
        assert_eq!(wrong, None, "{} of {cases} cases", check.name);
    }
}

#[test]
fn near_touching_points() {
    check_kind(Kind::Points, POINTS);
}

#[test]
fn near_touching_discs() {
    check_kind(Kind::Discs, DISCS);
}

#[test]
fn points_and_normals_of_hits() {
    check_kind(Kind::Places, PLACES);
}

#[test]
fn many_walls_and_many_movers() {
    check_kind(Kind::Many, MANY);
}

#[test]
fn related_moves_have_related_hits() {
    check_kind(Kind::RelatedMoves, RELATED);
}
