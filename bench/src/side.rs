//! Which side of a line is a point on?

use crate::peers::{geometry_predicates, plain, robust, side_of};
use crate::race::{Effort, Runner, race};
use crate::rng::Rng;
use crate::table::{Table, Target};
use carom::{Point, Side, orient};
use std::convert::identity;
use std::hint::black_box;

/// Too many for the branch predictor to learn by heart, few enough to stay in the cache.
const COUNT: usize = 100_000;

const EASY: [Target; 2] = [Target::AtMost(1.3, plain::NAME), Target::AtMost(1.0, robust::NAME)];
const IN_DOUBT: [Target; 1] = [Target::Nanoseconds(60.0)];

type Triple = [[f64; 2]; 3];

pub fn run(effort: Effort) -> Table {
    let mut table = Table::new(
        "side",
        "Which side of the line through two points is a third one on?\n\
         The time of one answer: carom and plain give a side, the others a number whose sign is the side.",
    );
    let mut rng = Rng(1);
    let [a, b] = [rng.point(), rng.point()];
    let random = triples(|| [rng.point(), rng.point(), rng.point()]);
    let one_line = triples(|| [a, b, rng.point()]);
    let on = triples(|| exactly_on(&mut rng));
    let beside = triples(|| just_beside(&mut rng));
    let beside_one_line = triples(|| [a, b, rng.beside(a, b)]);

    ask(&mut table, "random", &random, Use::Keep, &EASY, effort);
    ask(&mut table, "random, branched on", &random, Use::Branch, &EASY, effort);
    ask(&mut table, "one line, random points", &one_line, Use::OneLine, &EASY, effort);
    ask(&mut table, "exactly on the line", &on, Use::Keep, &IN_DOUBT, effort);
    ask(&mut table, "at most an ulp beside", &beside, Use::Keep, &IN_DOUBT, effort);
    ask(&mut table, "one line, an ulp beside", &beside_one_line, Use::OneLine, &IN_DOUBT, effort);
    for power in [-540, 540] {
        ask_scaled(&mut table, &beside, power, effort);
    }
    table
}

/// What becomes of an answer, and how the points lie in memory.
#[derive(Clone, Copy)]
enum Use {
    /// Three points for every question, and the answer is kept.
    Keep,
    /// Three points for every question, and a branch depends on the answer.
    Branch,
    /// Every question is about the line of the first one, and the answer is kept.
    OneLine,
}

/// Coordinates of ordinary size, for which both libraries of predicates are exact.
fn ask(table: &mut Table, input: &str, triples: &[Triple], usage: Use, targets: &[Target], effort: Effort) {
    let ours = our_sides(triples);
    table.must_agree(input, robust::NAME, &ours, &robust_sides(triples));
    table.must_agree(input, geometry_predicates::NAME, &ours, &geometry_predicates_sides(triples));
    table.may_differ(input, plain::NAME, &ours, &plain_sides(triples));
    table.push(input, times(triples, usage, effort), targets);
}

/// All coordinates times a power of two: the sides stay what they were, while the peers, which
/// judged the same points at ordinary size, overflow or underflow.
fn ask_scaled(table: &mut Table, triples: &[Triple], power: i32, effort: Effort) {
    let input = format!("an ulp beside, times 2^{power}");
    let scale = 2.0_f64.powi(power);
    let scaled: Vec<Triple> = triples.iter().map(|triple| triple.map(|point| point.map(|x| x * scale))).collect();
    let ours = our_sides(&scaled);
    table.must_agree(&input, "robust before scaling", &ours, &robust_sides(triples));
    table.may_differ(&input, robust::NAME, &ours, &robust_sides(&scaled));
    table.may_differ(&input, geometry_predicates::NAME, &ours, &geometry_predicates_sides(&scaled));
    table.may_differ(&input, plain::NAME, &ours, &plain_sides(&scaled));
    table.push(&input, times(&scaled, Use::Keep, effort), &[]);
}

fn our_sides(triples: &[Triple]) -> Vec<Side> {
    answers(triples, Point::from, orient)
}

fn robust_sides(triples: &[Triple]) -> Vec<Side> {
    answers(triples, robust::point, |a, b, c| side_of(robust::orient(a, b, c)))
}

fn geometry_predicates_sides(triples: &[Triple]) -> Vec<Side> {
    answers(triples, identity, |a, b, c| side_of(geometry_predicates::orient(a, b, c)))
}

fn plain_sides(triples: &[Triple]) -> Vec<Side> {
    answers(triples, Point::from, plain::side)
}

fn answers<P>(triples: &[Triple], point: impl Fn([f64; 2]) -> P, side: impl Fn(P, P, P) -> Side) -> Vec<Side> {
    triples.iter().map(|triple| triple.map(&point)).map(|[a, b, c]| side(a, b, c)).collect()
}

fn times(triples: &[Triple], usage: Use, effort: Effort) -> Vec<(&'static str, f64)> {
    let is_left = |side| side == Side::Left;
    let is_positive = |number| 0.0 < number;
    let runners = vec![
        runner("carom", triples, usage, Point::from, orient, is_left),
        runner(plain::NAME, triples, usage, Point::from, plain::side, is_left),
        runner(plain::NUMBER, triples, usage, Point::from, plain::orient, is_positive),
        runner(robust::NAME, triples, usage, robust::point, robust::orient, is_positive),
        runner(geometry_predicates::NAME, triples, usage, identity, geometry_predicates::orient, is_positive),
    ];
    race(runners, triples.len(), effort)
}

fn runner<'a, P: Copy + 'a, A: 'a>(
    name: &'static str,
    triples: &[Triple],
    usage: Use,
    point: impl Fn([f64; 2]) -> P,
    orient: impl Fn(P, P, P) -> A + 'a,
    is_left: impl Fn(A) -> bool + 'a,
) -> Runner<'a> {
    let triples: Vec<[P; 3]> = triples.iter().map(|triple| triple.map(&point)).collect();
    let [first_a, first_b, _] = triples[0];
    let points: Vec<P> = triples.iter().map(|triple| triple[2]).collect();
    match usage {
        Use::Keep => Runner::new(name, move || {
            for &[a, b, c] in &triples {
                black_box(orient(a, b, c));
            }
        }),
        Use::Branch => Runner::new(name, move || {
            for &[a, b, c] in &triples {
                // Something the compiler must not do unless the answer says so.
                if is_left(orient(a, b, c)) {
                    black_box(c);
                }
            }
        }),
        Use::OneLine => Runner::new(name, move || {
            let (a, b) = (first_a, first_b);
            for &c in &points {
                black_box(orient(a, b, c));
            }
        }),
    }
}

fn triples(mut next: impl FnMut() -> Triple) -> Vec<Triple> {
    (0..COUNT).map(|_| next()).collect()
}

/// Whole multiples of one step from one point, in units of 2⁻³⁰ so that nothing rounds.
fn exactly_on(rng: &mut Rng) -> Triple {
    let unit = 2.0_f64.powi(-30);
    let to_grid = |x: f64| (x / unit).round() * unit;
    let start = rng.point().map(|x| to_grid(x / 2.0));
    let step = [rng.between(-1.0, 1.0), rng.between(-1.0, 1.0)].map(to_grid);
    [(); 3].map(|()| {
        let times = f64::from(rng.whole(-500, 500));
        [start[0] + times * step[0], start[1] + times * step[1]]
    })
}

fn just_beside(rng: &mut Rng) -> Triple {
    let [a, b] = [rng.point(), rng.point()];
    [a, b, rng.beside(a, b)]
}
