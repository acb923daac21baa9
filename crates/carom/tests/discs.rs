//! Moving points and discs that just touch, or just do not: is every time, contact and feature right?
//!
//! What makes a move hard, and what the right answer is, is said in the oracle's `near` and `moving`.

use carom_oracle::checks::{self, Kind};

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

/// All of these cases are for soak; the test command runs a share of them.
const fn cases(all: u64) -> u64 {
    carom_oracle::share_of(all)
}

#[test]
fn near_touching_points() {
    checks::assert_kind_right(Kind::Points, POINTS);
}

#[test]
fn near_touching_discs() {
    checks::assert_kind_right(Kind::Discs, DISCS);
}

#[test]
fn points_and_normals_of_hits() {
    checks::assert_kind_right(Kind::Places, PLACES);
}

#[test]
fn many_walls_and_many_movers() {
    checks::assert_kind_right(Kind::Many, MANY);
}

#[test]
fn related_moves_have_related_hits() {
    checks::assert_kind_right(Kind::RelatedMoves, RELATED);
}
