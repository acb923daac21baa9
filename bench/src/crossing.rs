//! Do two segments cross, and where?

use crate::peers::{geo, plain};
use crate::race::{Effort, Runner, race};
use crate::rng::Rng;
use crate::table::{Table, Target};
use ::geo::line_intersection::LineIntersection;
use carom::Crossing;
use carom::{Point, Segment};
use std::hint::black_box;

/// Too many for the branch predictor to learn by heart, few enough to stay in the cache.
const COUNT: usize = 100_000;

const TWICE: [Target; 1] = [Target::Faster(2.0, geo::NAME)];

/// Two segments, each with two ends.
type Pair = [[[f64; 2]; 2]; 2];

pub fn yes_or_no(effort: Effort) -> Table {
    let mut table = Table::new("crossing", "Do two segments share a point?\nThe time of one answer.");
    for (input, pairs) in inputs() {
        let segments = map(&pairs, segment);
        let lines = map(&pairs, geo::line);
        let ends = map(&pairs, |ends| ends.map(Point::from));
        let ours = answers(&segments, |a, b| a.intersects(b));
        table.must_agree(input, geo::NAME, &ours, &answers(&lines, geo::intersects));
        table.may_differ(input, plain::NAME, &ours, &answers(&ends, plain::intersects));
        let runners = vec![
            runner("carom", &segments, |a, b| a.intersects(b)),
            runner(geo::NAME, &lines, geo::intersects),
            runner(plain::NAME, &ends, plain::intersects),
        ];
        table.push(input, race(runners, COUNT, effort), &TWICE);
    }
    table
}

pub fn with_point(effort: Effort) -> Table {
    let mut table = Table::new(
        "meeting",
        "Where do two segments meet?\n\
         The time of one answer; \
         carom's point is the exact one rounded once, geo's carries the error of its formula.",
    );
    for (input, pairs) in inputs() {
        let segments = map(&pairs, segment);
        let lines = map(&pairs, geo::line);
        let ours = answers(&segments, |a, b| a.crossing(b));
        let theirs = answers(&lines, geo::crossing);
        table.must_agree(input, "geo on whether and how", &kinds(&ours, our_kind), &kinds(&theirs, their_kind));
        table.note(format!("{input}: {}.", points_apart(&ours, &theirs)));
        let runners = vec![runner("carom", &segments, |a, b| a.crossing(b)), runner(geo::NAME, &lines, geo::crossing)];
        table.push(input, race(runners, COUNT, effort), &[]);
    }
    table
}

fn inputs() -> Vec<(&'static str, Vec<Pair>)> {
    let mut rng = Rng(2);
    let mut pairs = |next: fn(&mut Rng) -> Pair| (0..COUNT).map(|_| next(&mut rng)).collect();
    vec![
        ("random, long", pairs(long)),
        ("random, short", pairs(short)),
        ("near-touching", pairs(near_touching)),
        ("sharing an end", pairs(sharing_an_end)),
        ("on one line", pairs(on_one_line)),
    ]
}

fn long(rng: &mut Rng) -> Pair {
    [[rng.point(), rng.point()], [rng.point(), rng.point()]]
}

/// Short ones anywhere in the square: nearly all of them are far apart.
fn short(rng: &mut Rng) -> Pair {
    [(); 2].map(|()| {
        let a = rng.point();
        [a, a.map(|x| x + rng.between(-50.0, 50.0))]
    })
}

/// The second segment ends within an ulp of the first.
fn near_touching(rng: &mut Rng) -> Pair {
    let [a, b] = [rng.point(), rng.point()];
    [[a, b], [rng.beside(a, b), rng.point()]]
}

fn sharing_an_end(rng: &mut Rng) -> Pair {
    let joint = rng.point();
    [[rng.point(), joint], [joint, rng.point()]]
}

/// On the same line of a grid, exactly; some apart, some touching, some sharing a piece.
fn on_one_line(rng: &mut Rng) -> Pair {
    let step = [rng.whole(-9, 9), rng.whole(1, 9)];
    let from = rng.whole(-50, 50);
    let mut stretch = || {
        let start = from + rng.whole(-6, 6);
        let end = start + rng.whole(1, 6);
        [start, end].map(|k| step.map(|x| f64::from(k * x)))
    };
    [stretch(), stretch()]
}

fn segment([a, b]: [[f64; 2]; 2]) -> Segment {
    Segment::new(a, b).expect("the generators make distinct ends")
}

fn map<T>(pairs: &[Pair], make: impl Fn([[f64; 2]; 2]) -> T) -> Vec<[T; 2]> {
    pairs.iter().map(|pair| pair.map(&make)).collect()
}

fn answers<T, A>(pairs: &[[T; 2]], ask: impl Fn(&T, &T) -> A) -> Vec<A> {
    pairs.iter().map(|[a, b]| ask(a, b)).collect()
}

fn runner<'a, T, A>(name: &'static str, pairs: &'a [[T; 2]], ask: impl Fn(&T, &T) -> A + 'a) -> Runner<'a> {
    Runner::new(name, move || {
        for [a, b] in pairs {
            black_box(ask(a, b));
        }
    })
}

#[derive(PartialEq)]
enum Kind {
    Apart,
    Point,
    Piece,
}

fn kinds<A>(answers: &[A], kind: fn(&A) -> Kind) -> Vec<Kind> {
    answers.iter().map(kind).collect()
}

fn our_kind(answer: &Option<Crossing>) -> Kind {
    match answer {
        None => Kind::Apart,
        Some(Crossing::Point(_)) => Kind::Point,
        Some(Crossing::Shared(_)) => Kind::Piece,
    }
}

/// geo calls a single shared end of two segments on one line a piece of length zero.
fn their_kind(answer: &Option<LineIntersection<f64>>) -> Kind {
    match answer {
        None => Kind::Apart,
        Some(LineIntersection::SinglePoint { .. }) => Kind::Point,
        Some(LineIntersection::Collinear { intersection }) if intersection.start == intersection.end => Kind::Point,
        Some(LineIntersection::Collinear { .. }) => Kind::Piece,
    }
}

/// How often the peer's point is not the nearest one, and how far off it is at worst.
fn points_apart(ours: &[Option<Crossing>], theirs: &[Option<LineIntersection<f64>>]) -> String {
    let distances = ours.iter().zip(theirs).filter_map(|pair| match pair {
        (Some(Crossing::Point(p)), Some(LineIntersection::SinglePoint { intersection: q, .. })) => {
            Some((p.x - q.x).hypot(p.y - q.y))
        }
        _ => None,
    });
    let distances: Vec<f64> = distances.collect();
    let apart = distances.iter().filter(|distance| **distance > 0.0).count();
    let worst = distances.iter().copied().fold(0.0, f64::max);
    format!("{apart} of {} points of geo differ from carom's, by {worst:.1e} at most", distances.len())
}
