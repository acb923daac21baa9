//! How long does one bounce take?

use crate::chamber::CHAMBER;
use crate::moves::Ends;
use crate::outline::STAR;
use crate::peers::plain_bounce;
use crate::race::{Effort, Runner, race};
use crate::rng::Rng;
use crate::sweep::every;
use crate::table::{Table, Target};
use carom::{Bounces, Limits, Location, Point, Polygon, Segment, Sweep, Walls, compare_distance_to_segment};
use carom_oracle::truth;
use std::cmp::Ordering;
use std::f64::consts::TAU;
use std::hint::black_box;

const RADIUS: f64 = 0.5;

/// Units a frame.
const SPEED: f64 = 50.0;

/// From different places, so that the branch predictor does not learn one path by heart.
const STARTS: usize = 100;

/// So many bounces from each start.
const BOUNCES: usize = 1_000;

/// Soon after these, what rounding did to the plain loop may have grown to a different path.
const ALIKE: usize = 10;
const NEAR: f64 = 1e-6;

/// The oracle is asked about the moves between so many bounces.
const SAMPLE: usize = 50;

const TARGETS: [Target; 1] = [Target::AtMost(2.0, plain_bounce::NAME)];

pub fn run(effort: Effort) -> Table {
    let mut table = Table::new(
        "bounce",
        "How long does one bounce take? One body among the walls of a closed room, 1,000 bounces (100 in a quick run) \
         from each of 100 starts.\n\
         The time of one bounce: carom's Walls::bounce certifies every position and says when, where and how, \
         with both velocities; the plain loop says when, at which wall and where.\n\
         The plain loop tests every wall in plain f64, with normals computed before, and takes the first time above 1e-9; \
         a body that it has let out is put back to its start.",
    );
    let square = vec![[0.0, 0.0], [100.0, 0.0], [100.0, 100.0], [0.0, 100.0]];
    let (_, star) = STAR;
    let rooms =
        [("chamber", CHAMBER.to_vec()), ("square", square), ("star 24", star(24, 1).placed(0.1, [0.0; 2]).outer)];
    for (name, outline) in rooms {
        for (body, radius) in [("point", 0.0), ("disc", RADIUS)] {
            ask(&mut table, &format!("{name}, {body}"), &outline, radius, effort);
        }
    }
    table
}

fn ask(table: &mut Table, input: &str, outline: &[[f64; 2]], radius: f64, effort: Effort) {
    let count = BOUNCES / effort.one_in;
    let sweeps = starts(outline, radius);
    let room = Polygon::new(outline.iter().copied()).expect("simple");
    let (walls, plain_walls) = (Walls::new(room.edges()), plain_bounce::walls(outline));
    let ours = |sweep: &Sweep| walls.bounce(sweep, Limits::bounces(count as u32));
    let plain = |sweep: &Sweep| {
        let (start, velocity) = (sweep.start(), sweep.motion());
        if radius == 0.0 {
            plain_bounce::point(&plain_walls, start, velocity, count)
        } else {
            plain_bounce::disc(&plain_walls, start, velocity, radius, count)
        }
    };

    let answers = every(&sweeps, ours);
    table.must_agree(input, "so many bounces were made", &every(&answers, |path| path.bounces.len()), &[count; STARTS]);
    let is_clear = |path: (&Sweep, &Bounces)| moves(path).take(SAMPLE).all(|path| is_clear(path, outline, radius));
    let clear: Vec<bool> = sweeps.iter().zip(&answers).map(is_clear).collect();
    table.must_agree(input, "carom-oracle: every move is clear of the walls", &[true; STARTS], &clear);
    let theirs = every(&sweeps, plain);
    let alike: Vec<bool> = answers.iter().zip(&theirs).map(|(ours, (theirs, _))| are_alike(ours, theirs)).collect();
    table.must_agree(input, "plain loop, the first 10 bounces", &[true; STARTS], &alike);
    let escapes: usize = theirs.iter().map(|(_, escapes)| escapes).sum();
    if 0 < escapes {
        table.note(format!("{input}: the plain loop let the body out {escapes} times in {} bounces.", STARTS * count));
    }

    let runners = vec![
        Runner::new("carom", || sweeps.iter().for_each(|sweep| drop(black_box(ours(black_box(sweep)))))),
        Runner::new(plain_bounce::NAME, || sweeps.iter().for_each(|sweep| drop(black_box(plain(black_box(sweep)))))),
    ];
    table.push(input, race(runners, STARTS * count, effort), &TARGETS);
}

/// Anywhere in the room, clear of its walls, in any direction.
fn starts(outline: &[[f64; 2]], radius: f64) -> Vec<Sweep> {
    let mut rng = Rng(21);
    let room = Polygon::new(outline.iter().copied()).expect("simple");
    let (low, high) = (room.aabb().min(), room.aabb().max());
    let mut sweeps = Vec::new();
    while sweeps.len() < STARTS {
        let at = Point::new(rng.between(low.x, high.x), rng.between(low.y, high.y));
        let angle = rng.between(0.0, TAU);
        let end = [at.x + SPEED * angle.cos(), at.y + SPEED * angle.sin()];
        let is_far =
            |wall: Segment| compare_distance_to_segment(at, [wall.a(), wall.b()], 2.0 * radius) == Ordering::Greater;
        if room.locate(at) == Location::Inside && room.edges().all(is_far) {
            sweeps.push(
                if radius == 0.0 { Sweep::point(at, end) } else { Sweep::disc(at, end, radius) }.expect("finite"),
            );
        }
    }
    sweeps
}

/// The straight moves from each certified position to the next.
fn moves<'a>((sweep, path): (&'a Sweep, &'a Bounces)) -> impl Iterator<Item = Ends> + 'a {
    let froms = [sweep.start()].into_iter().chain(path.bounces.iter().map(|bounce| bounce.at));
    let tos = path.bounces.iter().map(|bounce| bounce.at).chain([path.end]);
    froms.zip(tos).map(|(from, to)| [from.into(), to.into()])
}

/// A point touches no wall on its way; a disc goes into none, though it may touch.
fn is_clear(path: Ends, outline: &[[f64; 2]], radius: f64) -> bool {
    (0..outline.len()).all(|i| {
        let wall = [outline[i], outline[(i + 1) % outline.len()]];
        let distance = truth::compare_distance_of_segments(path, wall, radius);
        distance == Ordering::Greater || (0.0 < radius && distance == Ordering::Equal)
    })
}

fn are_alike(ours: &Bounces, theirs: &[plain_bounce::Bounce]) -> bool {
    let is_near = |a: Point, b: Point| (a - b).length() <= NEAR;
    let firsts = ours.bounces.iter().zip(theirs).take(ALIKE);
    firsts.into_iter().all(|(ours, theirs)| is_near(ours.at, theirs.at))
}
