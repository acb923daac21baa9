//! Is a point inside a polygon?

use crate::outline::{COMB, CONVEX, Outline, SMOOTH, STAR};
use crate::peers::{geo, plain};
use crate::race::{Effort, Runner, race};
use crate::rng::Rng;
use crate::table::{Table, Target};
use carom::{Location, Point};
use std::hint::black_box;

/// Too many for the branch predictor to learn by heart.
const COUNT: usize = 20_000;

pub fn run(effort: Effort) -> Table {
    let mut table = Table::new(
        "contains",
        "Is a point inside a polygon, on its edge or outside?\n\
         The time of one answer.\n\
         The indexed geo answers only whether it is strictly inside.",
    );
    for n in [10, 100, 1_000, 10_000].into_iter().filter(|n| *n <= effort.largest) {
        for (name, shape) in [STAR, SMOOTH, COMB, CONVEX] {
            let outline = shape(n, 3);
            ask(&mut table, &format!("{name} {n}, anywhere"), &outline, anywhere, effort);
            ask(&mut table, &format!("{name} {n}, near the edge"), &outline, near_edge, effort);
        }
    }
    table
}

fn ask(table: &mut Table, input: &str, outline: &Outline, point: fn(&mut Rng, &Outline) -> [f64; 2], effort: Effort) {
    let mut rng = Rng(4);
    let points: Vec<[f64; 2]> = (0..COUNT).map(|_| point(&mut rng, outline)).collect();
    let ours = outline.polygon();
    let theirs = geo::polygon(outline);
    let indexed = geo::Indexed::new(&theirs);
    let ring = ours.vertices();

    let answers: Vec<Location> = points.iter().map(|p| ours.locate(Point::from(*p))).collect();
    let inside: Vec<bool> = answers.iter().map(|location| *location == Location::Inside).collect();
    let every = |locate: &dyn Fn([f64; 2]) -> Location| points.iter().map(|p| locate(*p)).collect::<Vec<_>>();
    table.must_agree(input, geo::NAME, &answers, &every(&|p| geo::locate(&theirs, p)));
    table.may_differ(input, geo::INDEXED, &inside, &points.iter().map(|p| indexed.is_inside(*p)).collect::<Vec<_>>());
    table.may_differ(input, plain::NAME, &answers, &every(&|p| plain::locate(ring, p.into())));

    let runners = vec![
        runner("carom", &points, |p| ours.locate(Point::from(p))),
        runner(geo::NAME, &points, |p| geo::locate(&theirs, p)),
        runner(geo::INDEXED, &points, |p| indexed.is_inside(p)),
        runner(plain::NAME, &points, |p| plain::locate(ring, p.into())),
    ];
    let targets: &[Target] = if ring.len() == 1_000 { &[Target::Faster(2.0, geo::NAME)] } else { &[] };
    table.push(input, race(runners, COUNT, effort), targets);
}

fn runner<'a, A>(name: &'static str, points: &'a [[f64; 2]], ask: impl Fn([f64; 2]) -> A + 'a) -> Runner<'a> {
    Runner::new(name, move || {
        for &point in points {
            black_box(ask(point));
        }
    })
}

/// In the square that holds every shape.
fn anywhere(rng: &mut Rng, _: &Outline) -> [f64; 2] {
    rng.point()
}

/// At most an ulp off an edge, or at a vertex.
fn near_edge(rng: &mut Rng, outline: &Outline) -> [f64; 2] {
    let ring = &outline.outer;
    let i = rng.whole(0, ring.len() as i32 - 1) as usize;
    if rng.whole(0, 9) == 0 { ring[i] } else { rng.beside(ring[i], ring[(i + 1) % ring.len()]) }
}
