//! What does a lidar see?

use super::points::PEERS;
use super::{HUNDRED_THOUSAND, TEN_THOUSAND, build, scattered, segments};
use crate::moves::Ends;
use crate::peers::{box2d, parry, parry_f64};
use crate::race::{Effort, Runner, race};
use crate::rng::Rng;
use crate::sweep::{every, runner};
use crate::table::{Table, Target};
use carom::{Beam, Point, Strategy, Vec2, Walls};
use std::f64::consts::TAU;
use std::hint::black_box;

const SCAN: &str = "carom";

const BEAMS: usize = 1_080;

/// From different places, so that the branch predictor does not learn its way through one scan.
const SCANS: usize = 100;

/// How far the peers' beams reach: as far as the square is wide.
const REACH: f64 = 1000.0;

pub fn run(effort: Effort) -> Table {
    let mut table = Table::new(
        "lidar scan",
        "What do 1,080 beams all around see among walls? One thread.\n\
         The time of one beam: carom's scan gives wall, distance, point and normal of each, or the distance alone; \
         the peers are asked about one beam at a time, which ends at 1000, and parry gives the distance alone.\n\
         parry2d and Box2D are in f32 and were given rounded walls and beams.",
    );
    let mut rng = Rng(5);
    let origins: Vec<[f64; 2]> =
        (0..SCANS / effort.one_in).map(|_| [rng.between(0.0, 1000.0), rng.between(0.0, 1000.0)]).collect();
    for (count, name) in [TEN_THOUSAND, HUNDRED_THOUSAND] {
        ask(&mut table, (&scattered(count), name), &origins, effort);
    }
    table
}

fn ask(table: &mut Table, (walls, name): (&[Ends], &str), origins: &[[f64; 2]], effort: Effort) {
    let directions: Vec<Vec2> = (0..BEAMS).map(direction).collect();
    let segments = segments(walls);
    let (judge, strategy) =
        if walls.len() <= TEN_THOUSAND.0 { ("brute force", Strategy::BruteForce) } else { ("the tree", Strategy::Bvh) };
    let (ours, theirs) = (Walls::new(segments.iter().copied()), build(strategy, &segments));
    let scan = |walls: &Walls, max: f64| -> Vec<Option<Beam>> {
        origins.iter().flat_map(|origin| walls.scan(*origin, &directions, max)).collect()
    };

    let beams: Vec<Ends> = origins.iter().flat_map(|origin| directions.iter().map(|d| beam(*origin, *d))).collect();
    let rays = every(&beams, |ends| parry::ray(*ends));
    let rays_f64 = every(&beams, |ends| parry_f64::ray(*ends));
    let rays_box2d = every(&beams, |ends| box2d::ray(*ends));
    let (polyline, polyline_f64) = (parry::walls(walls), parry_f64::walls(walls));
    let world = box2d::world(&every(walls, |wall| box2d::wall(*wall)));

    let places: Vec<Point> = every(origins, |origin| Point::from(*origin));
    for (reach, max) in [("reach 1000", REACH), ("no end", f64::INFINITY)] {
        let input = &format!("{name}, {reach}");
        let answers = scan(&ours, max);
        table.must_agree(input, judge, &bits(&answers), &bits(&scan(&theirs, max)));
        let mut distances = vec![0.0; BEAMS];
        let mut runners = vec![
            Runner::new(SCAN, || {
                for origin in origins {
                    black_box(ours.scan(*origin, black_box(&directions), max));
                }
            }),
            Runner::new("carom, distances", || {
                for place in &places {
                    let place = std::slice::from_ref(place);
                    let _ = ours.scan_distances(place, black_box(&directions), max, black_box(&mut distances));
                }
            }),
        ];
        if max == REACH {
            let hits = every(&answers, Option::is_some);
            let peers = [
                (parry::NAME, every(&rays, |ray| parry::cast_ray(ray, &polyline).is_some())),
                (parry_f64::NAME, every(&rays_f64, |ray| parry_f64::cast_ray(ray, &polyline_f64).is_some())),
                (box2d::NAME, every(&rays_box2d, |ray| box2d::first_touch(ray, &world).hit)),
            ];
            for (peer, theirs) in &peers {
                table.may_differ(input, peer, &hits, theirs);
            }
            runners.push(runner(parry::NAME, &rays, &polyline, parry::cast_ray));
            runners.push(runner(parry_f64::NAME, &rays_f64, &polyline_f64, parry_f64::cast_ray));
            runners.push(runner(box2d::NAME, &rays_box2d, &world, box2d::first_touch));
        }
        // Without an end the peers are left out.
        let targets: &[Target] = if max == REACH { &[Target::FasterThanAll(6.0, SCAN, &PEERS)] } else { &[] };
        table.push(input, race(runners, beams.len(), effort), targets);
    }
}

fn direction(i: usize) -> Vec2 {
    let (y, x) = (TAU * i as f64 / BEAMS as f64).sin_cos();
    Vec2 { x, y }
}

fn beam([x, y]: [f64; 2], direction: Vec2) -> Ends {
    [[x, y], [x + REACH * direction.x, y + REACH * direction.y]]
}

/// Compared by their bits.
fn bits(beams: &[Option<Beam>]) -> Vec<Option<(usize, [u64; 5])>> {
    let numbers =
        |beam: &Beam| [beam.distance, beam.point.x, beam.point.y, beam.normal.x, beam.normal.y].map(f64::to_bits);
    every(beams, |beam| beam.as_ref().map(|beam| (beam.wall.index(), numbers(beam))))
}
