//! Many walls, one question: the walls that all of these questions are about, and how carom's answers are compared.

pub mod build;
pub mod discs;
pub mod growth;
pub mod movers;
pub mod points;
pub mod scan;
pub mod scenes;
pub mod threads;

use crate::moves::{self, Ends};
use crate::race::Effort;
use crate::rng::Rng;
use crate::sweep::every;
use carom::{Hit, Segment, Strategy, Sweep, WallId, Walls};

/// How many walls, and how that is written.
type Size = (usize, &'static str);

const THOUSAND: Size = (1_000, "1,000 walls");
const TEN_THOUSAND: Size = (10_000, "10,000 walls");
const HUNDRED_THOUSAND: Size = (100_000, "100,000 walls");
const MILLION: Size = (1_000_000, "1,000,000 walls");

/// So many pairs of a move and a wall are tested for a comparison with brute force.
const PATIENCE: usize = 200_000_000;

/// The mean distance of neighbours when so many walls lie in the square from 0 to 1000.
fn gap(count: usize) -> f64 {
    1000.0 / (count as f64).sqrt()
}

/// Walls anywhere in the square from 0 to 1000, about as long as the gap between them.
fn scattered(count: usize) -> Vec<Ends> {
    let mut rng = Rng(11);
    let reach = gap(count) / 2.0;
    let wall = |_| {
        let [x, y] = [rng.between(0.0, 1000.0), rng.between(0.0, 1000.0)];
        let [dx, dy] = [rng.between(-reach, reach), rng.between(-reach, reach)];
        [[x - dx, y - dy], [x + dx, y + dy]]
    };
    (0..count).map(wall).collect()
}

fn segments(walls: &[Ends]) -> Vec<Segment> {
    every(walls, |[a, b]| Segment::new(*a, *b).expect("distinct ends"))
}

fn build(strategy: Strategy, walls: &[Segment]) -> Walls {
    Walls::with(strategy, walls.iter().copied())
}

/// Moves of one length, fewer in a quick run.
fn moves(count: usize, length: f64, effort: Effort) -> Vec<Ends> {
    let mut rng = Rng(3);
    (0..count / effort.one_in).map(|_| moves::anywhere(&mut rng, length)).collect()
}

fn points(moves: &[Ends]) -> Vec<Sweep> {
    every(moves, |[start, end]| Sweep::point(*start, *end).expect("finite"))
}

/// How many of the moves brute force is asked about.
fn sample(walls: usize, moves: usize, effort: Effort) -> usize {
    (PATIENCE / effort.one_in / walls).clamp(1, moves)
}

type Answer = Option<(WallId, Hit)>;

/// Compared by their bits.
fn bits(answers: &[Answer]) -> Vec<Option<(usize, Hit, [u64; 5])>> {
    let numbers = |hit: &Hit| [hit.t, hit.point.x, hit.point.y, hit.normal.x, hit.normal.y].map(f64::to_bits);
    every(answers, |answer| answer.map(|(wall, hit)| (wall.index(), hit, numbers(&hit))))
}
