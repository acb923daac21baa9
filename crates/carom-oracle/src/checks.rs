//! Does carom give the oracle's answer?
//!
//! Each check makes one case, asks carom and the oracle, and says what differs.
//! A metamorphic check asks carom twice instead: the answers to two cases that are related must be related.

mod metamorphic;
mod moves;
mod predicates;
mod related_moves;
mod shapes;
mod towns;
mod zones;

pub use shapes::{Made, judge_decomposition, polygon, stored};

use std::fmt::Debug;
use std::ops::Range;

use crate::rng::Rng;
use crate::truth::{Bits, Ends, Location, Meeting, Side, Xy};

/// One question that carom is asked, with cases made at random.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// What is asked.
    pub name: &'static str,
    /// What sort of question it is.
    pub kind: Kind,
    /// How many cases it gets, relative to the others; slow checks get few.
    pub share: u64,
    /// Makes one case; the error says what the case was and how the answers differ.
    pub run: fn(&mut Rng) -> Result<(), String>,
}

/// Sorts of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A sign, a comparison or a crossing, against the oracle.
    Predicate,
    /// Two answers of carom's predicates to related cases, against each other.
    Metamorphic,
    /// A question about filled shapes, against the oracle.
    Shapes,
    /// Who crosses which gates and is in which zones, all along a track, against the oracle.
    Towns,
    /// The first touch of a moving point that just touches or just does not, against the oracle.
    Points,
    /// The first touch of a moving disc that just touches or just does not, against the oracle.
    Discs,
    /// The rounded point and normal of a hit, against the oracle.
    Places,
    /// First touches among many walls or of many movers, against the oracle.
    Many,
    /// Hits of related moves, against each other.
    RelatedMoves,
    /// Small worlds in which walls move, judged place by place.
    Groups,
}

/// Every check there is.
pub const CHECKS: &[Check] = &[
    predicate("orient", 400, predicates::orient),
    predicate("turn", 200, predicates::turn),
    predicate("dot_sign", 200, predicates::dot_sign),
    predicate("compare_distance", 200, predicates::compare_distance),
    predicate("compare_distance_to_segment", 200, predicates::compare_distance_to_segment),
    predicate("compare_distance_of_segments", 200, predicates::compare_distance_of_segments),
    predicate("order_of_hits", 200, predicates::order_of_hits),
    predicate("in_circle", 200, predicates::in_circle),
    predicate("first_touch", 200, predicates::first_touch),
    predicate("by_meeting_point", 200, predicates::by_meeting_point),
    predicate("by_sides", 200, predicates::by_sides),
    metamorphic("sides_of_swapped_points", 40, metamorphic::sides_of_swapped_points),
    metamorphic("distances_of_swapped_ends", 40, metamorphic::distances_of_swapped_ends),
    metamorphic("hits_of_swapped_walls", 40, metamorphic::hits_of_swapped_walls),
    metamorphic("circle_of_permuted_points", 40, metamorphic::circle_of_permuted_points),
    metamorphic("crossings_of_swapped_walls", 40, metamorphic::crossings_of_swapped_walls),
    metamorphic("scaled_by_a_power_of_two", 40, metamorphic::scaled_by_a_power_of_two),
    metamorphic("mirrored", 40, metamorphic::mirrored),
    shapes("polygon_accepts", 2, shapes::polygon_accepts),
    shapes("polygon_rejects", 2, shapes::polygon_rejects),
    shapes("locate_point", 4, shapes::locate_point),
    shapes("locate_shape", 2, shapes::locate_shape),
    shapes("locate_in_box_and_disc", 40, shapes::locate_in_box_and_disc),
    shapes("intersects", 4, shapes::intersects),
    shapes("distance", 2, shapes::distance),
    shapes("nearest", 1, shapes::nearest),
    shapes("hull", 4, shapes::hull),
    shapes("smallest_circle", 1, shapes::smallest_circle),
    shapes("triangulate", 2, shapes::triangulate),
    shapes("decompose", 2, shapes::decompose),
    shapes("polygon_started_elsewhere", 1, shapes::polygon_started_elsewhere),
    shapes("zone_passages", 2, zones::zone_passages),
    Check { name: "towns", kind: Kind::Towns, share: 1, run: towns::tracks_of_a_town },
    Check { name: "near_points", kind: Kind::Points, share: 400, run: moves::near_points },
    disc("disc_and_wall", 60, moves::disc_and_wall),
    disc("disc_and_circle", 30, moves::disc_and_circle),
    disc("disc_and_disc", 30, moves::disc_and_disc),
    disc("order_of_disc_hits", 20, moves::order_of_disc_hits),
    place("place_on_wall", 4, moves::place_on_wall),
    place("place_on_circle", 2, moves::place_on_circle),
    place("place_on_disc", 2, moves::place_on_disc),
    many("sweep_and_outline", 4, moves::sweep_and_outline),
    many("sweep_and_filled", 2, moves::sweep_and_filled),
    many("batch_first_times", 8, moves::batch_first_times),
    many("batch_first_touch", 4, moves::batch_first_touch),
    Check { name: "moving_walls", kind: Kind::Groups, share: 1, run: crate::groups::check },
    related("hits_of_swapped_ends", 40, related_moves::hits_of_swapped_ends),
    related("hits_of_swapped_movers", 40, related_moves::hits_of_swapped_movers),
    related("standing_mover_is_a_circle", 40, related_moves::standing_mover_is_a_circle),
    related("hits_in_a_mirror", 20, related_moves::hits_in_a_mirror),
    related("hits_at_another_scale", 20, related_moves::hits_at_another_scale),
    related("disc_without_radius_is_a_point", 40, related_moves::disc_without_radius_is_a_point),
    related("no_leak_at_a_shared_vertex", 40, related_moves::no_leak_at_a_shared_vertex),
];

/// The first wrong answer among the cases with these numbers, with the case's number in front.
fn first_wrong(check: &Check, seed: u64, cases: Range<u64>) -> Option<String> {
    cases.into_iter().find_map(|index| {
        let answer = (check.run)(&mut Rng::for_case(seed, check.name, index));
        answer.err().map(|message| format!("case {index}: {message}"))
    })
}

/// Asks the checks of these names, each as many cases. For tests.
///
/// # Panics
/// If an answer is wrong, or there is no such check.
#[track_caller]
pub fn assert_right(names: &[&str], cases: u64) {
    for name in names {
        let check = CHECKS.iter().find(|check| check.name == *name).expect("the check exists");
        assert_eq!(first_wrong_of_two(check, cases), None, "{name} of {cases} cases");
    }
}

/// Asks all checks of a kind, each its share of the cases. For tests.
///
/// # Panics
/// If an answer is wrong.
#[track_caller]
pub fn assert_kind_right(kind: Kind, cases: u64) {
    let chosen = || CHECKS.iter().filter(|check| check.kind == kind);
    let shares: u64 = chosen().map(|check| check.share).sum();
    for check in chosen() {
        assert_right(&[check.name], cases * check.share / shares);
    }
}

/// Two threads with half of the cases each, so that the slowest check does not run alone on one core.
fn first_wrong_of_two(check: &Check, cases: u64) -> Option<String> {
    std::thread::scope(|scope| {
        let halves = [0..cases / 2, cases / 2..cases];
        let threads = halves.map(|half| scope.spawn(move || first_wrong(check, 0, half)));
        threads.map(|thread| thread.join().expect("a check panicked")).into_iter().flatten().next()
    })
}

const fn predicate(name: &'static str, share: u64, run: fn(&mut Rng) -> Result<(), String>) -> Check {
    Check { name, kind: Kind::Predicate, share, run }
}

const fn metamorphic(name: &'static str, share: u64, run: fn(&mut Rng) -> Result<(), String>) -> Check {
    Check { name, kind: Kind::Metamorphic, share, run }
}

const fn shapes(name: &'static str, share: u64, run: fn(&mut Rng) -> Result<(), String>) -> Check {
    Check { name, kind: Kind::Shapes, share, run }
}

const fn disc(name: &'static str, share: u64, run: fn(&mut Rng) -> Result<(), String>) -> Check {
    Check { name, kind: Kind::Discs, share, run }
}

const fn place(name: &'static str, share: u64, run: fn(&mut Rng) -> Result<(), String>) -> Check {
    Check { name, kind: Kind::Places, share, run }
}

const fn many(name: &'static str, share: u64, run: fn(&mut Rng) -> Result<(), String>) -> Check {
    Check { name, kind: Kind::Many, share, run }
}

const fn related(name: &'static str, share: u64, run: fn(&mut Rng) -> Result<(), String>) -> Check {
    Check { name, kind: Kind::RelatedMoves, share, run }
}

/// Fine if carom's answer is the expected one; else a message with the case, every digit of it, and both answers.
fn agree<Answer: PartialEq + Debug>(case: &dyn Debug, got: Answer, expected: Answer) -> Result<(), String> {
    if got == expected { Ok(()) } else { Err(format!("{case:?}: {got:?}, exactly {expected:?}")) }
}

fn point(p: Xy) -> carom::Point {
    carom::Point::from(p)
}

fn ends(wall: Ends) -> [carom::Point; 2] {
    wall.map(point)
}

/// A segment that carom must accept: the ends are finite and distinct.
fn segment([a, b]: Ends) -> Result<carom::Segment, String> {
    carom::Segment::new(a, b).map_err(|error| format!("segment {a:?} {b:?} was rejected: {error}"))
}

fn side(side: carom::Side) -> Side {
    match side {
        carom::Side::Left => Side::Left,
        carom::Side::On => Side::On,
        carom::Side::Right => Side::Right,
    }
}

fn location(location: carom::Location) -> Location {
    match location {
        carom::Location::Inside => Location::Inside,
        carom::Location::Edge => Location::Edge,
        carom::Location::Outside => Location::Outside,
    }
}

fn meeting(crossing: Option<carom::Crossing>) -> Meeting {
    let bits = |p: carom::Point| [p.x, p.y].map(Bits::from);
    match crossing {
        None => Meeting::Nothing,
        Some(carom::Crossing::Point(p)) => Meeting::Point(bits(p)),
        Some(carom::Crossing::Shared(piece)) => Meeting::Shared([piece.a(), piece.b()].map(bits)),
    }
}
