//! Do two polygons share a point?

use crate::outline::{self, Outline, SMOOTH, STAR};
use crate::peers::geo;
use crate::race::{Effort, Runner, race};
use crate::table::{Table, Target};
use std::hint::black_box;

const VERTICES: usize = 1_000;

/// Different polygons of each kind, so that neither one lucky pair speaks for all of them,
/// nor the branch predictor learns its way through one.
const PAIRS: u64 = 50;

type Pair = [Outline; 2];

pub fn run(effort: Effort) -> Table {
    let mut table = Table::new("overlap", "Do two polygons of 1,000 vertices share a point?\nThe time of one answer.");
    // Every shape reaches at most 1000 from its centre, and at least 250.
    let places: [(&str, f64, [f64; 2]); 4] = [
        ("apart", 1.0, [2500.0, 300.0]),
        ("only the boxes overlap", 1.0, [1450.0, 1450.0]),
        ("crossing", 1.0, [900.0, 500.0]),
        ("one inside the other", 0.2, [10.0, 20.0]),
    ];
    for (shape_name, shape) in [STAR, SMOOTH] {
        for (place, scale, by) in places {
            let pair = |i| [shape(VERTICES, 2 * i + 1), shape(VERTICES, 2 * i + 2).placed(scale, by)];
            ask(&mut table, &format!("{shape_name}, {place}"), (0..PAIRS).map(pair).collect(), effort);
        }
    }
    ask(&mut table, "combs, teeth between teeth", (0..PAIRS).map(interlocked).collect(), effort);
    table
}

fn ask(table: &mut Table, input: &str, pairs: Vec<Pair>, effort: Effort) {
    let ours: Vec<_> = pairs.iter().map(|pair| pair.each_ref().map(Outline::polygon)).collect();
    let theirs: Vec<_> = pairs.iter().map(|pair| pair.each_ref().map(geo::polygon)).collect();
    let chained: Vec<_> = theirs.iter().map(|pair| pair.each_ref().map(geo::chained)).collect();

    let answers: Vec<bool> = ours.iter().map(|[a, b]| a.intersects(b)).collect();
    table.must_agree(input, geo::NAME, &answers, &every(&theirs, geo::polygons_overlap));
    table.must_agree(input, geo::INDEXED, &answers, &every(&chained, |a, b| geo::chained_overlap(a, b)));

    let runners = vec![
        runner("carom", &ours, |a, b| a.intersects(b)),
        runner(geo::NAME, &theirs, geo::polygons_overlap),
        runner(geo::INDEXED, &chained, |a, b| geo::chained_overlap(a, b)),
    ];
    table.push(input, race(runners, pairs.len(), effort), &[Target::Faster(2.0, geo::NAME)]);
}

fn every<T>(pairs: &[[T; 2]], ask: impl Fn(&T, &T) -> bool) -> Vec<bool> {
    pairs.iter().map(|[a, b]| ask(a, b)).collect()
}

fn runner<'a, T>(name: &'static str, pairs: &'a [[T; 2]], ask: impl Fn(&T, &T) -> bool + 'a) -> Runner<'a> {
    Runner::new(name, move || {
        for [a, b] in pairs {
            black_box(ask(a, b));
        }
    })
}

/// A comb, and what lies well above its teeth: the teeth fill each other's gaps.
fn interlocked(i: u64) -> Pair {
    let comb = outline::comb(VERTICES, i);
    let teeth = comb.outer[2..].iter().rev().map(|[x, y]| [*x, y + 250.0]);
    let back = [[1000.0, 2000.0], [-1000.0, 2000.0]];
    let other = Outline { outer: teeth.chain(back).collect(), holes: Vec::new() };
    [comb, other]
}
