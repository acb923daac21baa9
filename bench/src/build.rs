//! How long does it take to check that a list of vertices is a polygon?

use crate::ladder::{Input, Patience, climb};
use crate::peers::geo;
use crate::race::{Effort, Runner, race};
use crate::table::Table;
use std::hint::black_box;

pub fn run(effort: Effort) -> Table {
    let mut table = Table::new(
        "build",
        "A list of vertices into a polygon that is known to be strictly simple, \
         beside geo's check of a polygon that it has already.\n\
         The time of one polygon.\n\
         geo is left out where it would take more than five seconds.",
    );
    climb(effort, |input, patience| ask(&mut table, input, patience, effort));
    table
}

fn ask(table: &mut Table, input: &Input, patience: &mut Patience, effort: Effort) {
    let polygons: Vec<_> = input.outlines.iter().map(geo::polygon).collect();
    let mut runners = vec![Runner::new("carom", || {
        for outline in &input.outlines {
            black_box(outline.polygon());
        }
    })];
    if patience.lasts_for(input.size) {
        let valid: Vec<bool> = polygons.iter().map(geo::is_valid).collect();
        table.must_agree(&input.name, "geo finds them valid", &vec![true; valid.len()], &valid);
        runners.push(Runner::new(geo::NAME, || {
            for polygon in &polygons {
                black_box(geo::is_valid(polygon));
            }
        }));
    }
    let times = race(runners, input.outlines.len(), effort);
    patience.learn(input.size, &times, geo::NAME);
    table.push(&input.name, times, &[]);
}
