//! When does a moving point first touch a wall?

use crate::moves::{self, Ends, Precision};
use crate::peers::{box2d, geo, parry, parry_f64, plain};
use crate::race::{Effort, Runner, race};
use crate::rng::Rng;
use crate::table::{Table, Target};
use carom::{Point, Segment, Sweep, batch};
use carom_oracle::truth;
use std::hint::black_box;

const COUNT: usize = 1_000_000;

/// Few enough to stay in the cache; a million do not, and a batch waits for memory then.
const FEW: usize = 100_000;

/// The oracle is slow, and every move is as good as the next.
const SAMPLE: usize = 100_000;

/// So many moves are handed to the batch at a time, so that its answers stay in the cache.
const BATCH: usize = 1_000;

pub const WALL: Ends = [[400.0, 300.0], [600.0, 700.0]];
pub const LENGTH: f64 = 400.0;

const FIRST_TOUCH: &str = "carom first_touch";
const BATCHED: &str = "carom batch";

const TARGETS: [Target; 5] = [
    Target::AtMost(1.25, plain::METHOD_3),
    Target::Faster(2.5, parry_f64::NAME),
    Target::Faster(2.5, parry::NAME),
    Target::Faster(2.5, box2d::NAME),
    Target::NanosecondsOf(2.0, BATCHED),
];

pub fn run(effort: Effort) -> Table {
    let mut table = Table::new(
        "sweep",
        "When does a moving point first touch a wall? One wall, a million moves.\n\
         The time of one answer: carom's is the exact time rounded toward zero, first_touch adds where and how, \
         geo says yes or no, and Box2D adds where.\n\
         parry2d and Box2D are in f32 and were given rounded moves.",
    );
    let mut rng = Rng(7);
    let mut moves = |next: fn(&mut Rng) -> Ends| (0..COUNT).map(|_| next(&mut rng)).collect::<Vec<Ends>>();
    let random = moves(|rng| moves::anywhere(rng, LENGTH));
    let on_grid = moves(|rng| moves::on_grid(rng, LENGTH, 50.0));
    let near = moves(near_touching);
    ask(&mut table, "random", &random, &TARGETS, effort);
    ask(&mut table, "random, 100,000 of them", &random[..FEW], &[Target::NanosecondsOf(2.0, BATCHED)], effort);
    ask(&mut table, "on a grid", &on_grid, &[], effort);
    ask(&mut table, "near-touching", &near, &[], effort);
    table
}

fn near_touching(rng: &mut Rng) -> Ends {
    let [start, _] = moves::anywhere(rng, LENGTH);
    moves::near_wall(rng, Precision::F64, WALL, start)
}

fn ask(table: &mut Table, input: &str, moves: &[Ends], targets: &[Target], effort: Effort) {
    let paths = every(moves, |[start, end]| Sweep::point(*start, *end).expect("finite"));
    let points = every(moves, |ends| ends.map(Point::from));
    let lines = every(moves, |ends| geo::line(*ends));
    let rays_f64 = every(moves, |ends| parry_f64::ray(*ends));
    let rays = every(moves, |ends| parry::ray(*ends));
    let inputs = every(moves, |ends| box2d::ray(*ends));

    let wall = Segment::new(WALL[0], WALL[1]).expect("distinct ends");
    let wall_points = WALL.map(Point::from);
    let wall_line = geo::line(WALL);
    let (wall_f64, wall_f32, wall_box2d) = (parry_f64::wall(WALL), parry::wall(WALL), box2d::wall(WALL));

    let times = every(&paths, |path| path.first_time(&wall));
    let sample = SAMPLE.min(moves.len());
    let truth = every(&moves[..sample], |path| truth::first_touch(*path, WALL));
    table.must_agree(input, "carom-oracle, times", &bits(&times[..sample]), &bits(&truth));
    let touched = every(&paths, |path| path.first_touch(&wall).map(|hit| hit.t));
    table.must_agree(input, "first_touch, times", &bits(&times), &bits(&touched));
    table.must_agree(input, "batch, times", &bits(&times), &bits(&batch::first_times(&paths, &wall)));

    let hits = every(&times, Option::is_some);
    table.must_agree(input, geo::NAME, &hits, &every(&lines, |line| geo::intersects(line, &wall_line)));
    let methods = [
        (plain::METHOD_1, every(&points, |path| plain::method_1(path, &wall_points).is_some())),
        (plain::METHOD_2, every(&points, |path| plain::method_2(path, &wall_points).is_some())),
        (plain::METHOD_3, every(&points, |path| plain::method_3(path, &wall_points).is_some())),
    ];
    let libraries = [
        (parry_f64::NAME, every(&rays_f64, |ray| parry_f64::cast_ray(ray, &wall_f64).is_some())),
        (parry::NAME, every(&rays, |ray| parry::cast_ray(ray, &wall_f32).is_some())),
        (box2d::NAME, every(&inputs, |ray| box2d::cast_ray(ray, &wall_box2d).hit)),
    ];
    for (peer, theirs) in methods.into_iter().chain(libraries) {
        table.may_differ(input, peer, &hits, &theirs);
    }

    let runners = vec![
        runner("carom", &paths, &wall, |path, wall| path.first_time(wall)),
        runner(FIRST_TOUCH, &paths, &wall, |path, wall| path.first_touch(wall)),
        Runner::new(BATCHED, || {
            for paths in paths.chunks(BATCH) {
                black_box(batch::first_times(paths, black_box(&wall)));
            }
        }),
        runner(plain::METHOD_1, &points, &wall_points, plain::method_1),
        runner(plain::METHOD_2, &points, &wall_points, plain::method_2),
        runner(plain::METHOD_3, &points, &wall_points, plain::method_3),
        runner(geo::NAME, &lines, &wall_line, geo::intersects),
        runner(parry_f64::NAME, &rays_f64, &wall_f64, parry_f64::cast_ray),
        runner(parry::NAME, &rays, &wall_f32, parry::cast_ray),
        runner(box2d::NAME, &inputs, &wall_box2d, box2d::cast_ray),
    ];
    table.push(input, race(runners, moves.len(), effort), targets);
}

pub fn every<T, A>(all: &[T], ask: impl Fn(&T) -> A) -> Vec<A> {
    all.iter().map(ask).collect()
}

/// The wall is a new one each time, for all the compiler knows: nobody prepares anything outside the loop.
pub fn runner<'a, P, W, A>(
    name: &'static str,
    moves: &'a [P],
    wall: &'a W,
    ask: impl Fn(&P, &W) -> A + 'a,
) -> Runner<'a> {
    Runner::new(name, move || {
        for path in moves {
            black_box(ask(path, black_box(wall)));
        }
    })
}

/// Compared by their bits.
fn bits(times: &[Option<f64>]) -> Vec<Option<u64>> {
    times.iter().map(|t| t.map(f64::to_bits)).collect()
}
