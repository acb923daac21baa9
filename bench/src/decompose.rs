//! How long does it take to cut a polygon into convex parts?

use crate::ladder::{Input, Patience, climb};
use crate::outline::Outline;
use crate::peers::earcut;
use crate::race::{Effort, Runner, race};
use crate::table::{Table, Target};
use crate::tiling;
use carom::Polygon;
use std::hint::black_box;

pub fn run(effort: Effort) -> Table {
    let mut table = Table::new(
        "decompose",
        "A polygon into convex parts, beside carom's own triangles and those of earcut.\n\
         The time of one polygon that carom has built, and so validated, before.\n\
         earcut is left out where it would take more than five seconds.",
    );
    climb(effort, |input, patience| ask(&mut table, input, patience, effort));
    table
}

fn ask(table: &mut Table, input: &Input, patience: &mut Patience, effort: Effort) {
    let polygons: Vec<Polygon> = input.outlines.iter().map(Outline::polygon).collect();
    must_fill(table, input, "carom's parts fill the polygon", &polygons, parts);
    must_fill(table, input, "carom's triangles fill the polygon", &polygons, triangles);
    let mut runners = vec![
        runner("carom", &polygons, Polygon::decompose),
        runner("carom triangulate", &polygons, Polygon::triangulate),
    ];
    if patience.lasts_for(input.size) {
        may_fill(table, input, &polygons);
        runners.push(earcut_runner(input));
    }
    let times = race(runners, polygons.len(), effort);
    patience.learn(input.size, &times, earcut::NAME);
    table.push(&input.name, times, &[Target::AtMost(2.0, earcut::NAME)]);
}

fn must_fill(
    table: &mut Table,
    input: &Input,
    judge: &'static str,
    polygons: &[Polygon],
    cut: fn(&Polygon) -> Vec<Vec<u32>>,
) {
    let outcomes = polygons.iter().map(|polygon| tiling::check(polygon, &cut(polygon)));
    let outcomes: Vec<Result<(), String>> = outcomes.collect();
    table.must_agree(&input.name, judge, &vec![Ok(()); outcomes.len()], &outcomes);
    if let Some(Err(reason)) = outcomes.iter().find(|outcome| outcome.is_err()) {
        table.note(format!("{}: {reason}.", input.name));
    }
}

fn parts(polygon: &Polygon) -> Vec<Vec<u32>> {
    polygon.decompose().parts().map(|part| part.indices().collect()).collect()
}

fn triangles(polygon: &Polygon) -> Vec<Vec<u32>> {
    polygon.triangulate().iter().map(|triangle| triangle.to_vec()).collect()
}

/// earcut does not promise it.
fn may_fill(table: &mut Table, input: &Input, polygons: &[Polygon]) {
    let mut earcut = earcut::Earcut::default();
    let mut fills = |(outline, polygon): (&Outline, &Polygon)| {
        let triangles = earcut.triangulate(&outline.vertices(), &earcut::holes(outline));
        let triangles: Vec<Vec<u32>> = triangles.chunks(3).map(<[u32]>::to_vec).collect();
        tiling::check(polygon, &triangles).is_ok()
    };
    let outcomes: Vec<bool> = input.outlines.iter().zip(polygons).map(&mut fills).collect();
    let judge = "earcut's triangles fill the polygon";
    table.may_differ(&input.name, judge, &vec![true; outcomes.len()], &outcomes);
}

fn runner<'a, A>(name: &'static str, polygons: &'a [Polygon], cut: impl Fn(&'a Polygon) -> A + 'a) -> Runner<'a> {
    Runner::new(name, move || {
        for polygon in polygons {
            black_box(cut(polygon));
        }
    })
}

fn earcut_runner(input: &Input) -> Runner<'_> {
    let rings: Vec<_> = input.outlines.iter().map(|outline| (outline.vertices(), earcut::holes(outline))).collect();
    let mut earcut = earcut::Earcut::default();
    Runner::new(earcut::NAME, move || {
        for (vertices, holes) in &rings {
            black_box(earcut.triangulate(vertices, holes));
        }
    })
}
