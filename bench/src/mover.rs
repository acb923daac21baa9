//! When does a moving box, capsule or polygon first touch a wall?

use crate::moves::{self, Ends, Precision};
use crate::peers::{box2d, parry, parry_f64};
use crate::race::{Effort, race};
use crate::rng::Rng;
use crate::shapes::{self, KINDS, Shaped};
use crate::sweep::{LENGTH, WALL, every, runner};
use crate::table::{Table, Target};
use carom::Segment;
use carom_oracle::movers::Moving;

const COUNT: usize = 1_000_000;

/// The oracle is slow, and every move is as good as the next.
const SAMPLE: usize = 20_000;

const PEERS: [&str; 3] = [parry_f64::NAME, parry::NAME, box2d::NAME];

pub fn run(effort: Effort) -> Table {
    let mut table = Table::new(
        "mover",
        "When, where and how does a moving box, capsule or polygon of six vertices, about 10 in size, first touch a wall? \
         One wall, a million moves.\n\
         The time of one answer: carom's first_touch, parry's cast_shapes, Box2D's b2ShapeCast.\n\
         parry2d and Box2D are in f32 and were given rounded shapes and moves.",
    );
    for (name, make) in KINDS {
        let mut rng = Rng(8);
        let shape = make(&mut rng, Precision::F64, 5.0);
        let random: Vec<Ends> = (0..COUNT).map(|_| moves::anywhere(&mut rng, LENGTH)).collect();
        let targets = [Target::FasterThanAll(5.0, "carom", &PEERS)];
        ask(&mut table, &format!("{name}, random"), &shape, &random, &targets, effort);
        let near = |_| shapes::near_wall(&mut rng, Precision::F64, &shape, WALL);
        let near: Vec<Ends> = (0..COUNT).map(near).collect();
        ask(&mut table, &format!("{name}, near-touching"), &shape, &near, &[], effort);
    }
    table
}

fn ask(table: &mut Table, input: &str, shape: &Shaped, moves: &[Ends], targets: &[Target], effort: Effort) {
    let mover = shape.mover();
    let sweeps = every(moves, |[start, end]| mover.sweep(*start, *end).expect("finite"));
    let (shape_f64, shape_f32, proxy) = (parry_f64::shape(shape), parry::shape(shape), box2d::shape(shape));
    let (paths_f64, paths) = (every(moves, |ends| parry_f64::path(*ends)), every(moves, |ends| parry::path(*ends)));
    let inputs = every(moves, |ends| box2d::shape_and_wall(*ends, &proxy, WALL));

    let wall = Segment::new(WALL[0], WALL[1]).expect("distinct ends");
    let (wall_f64, wall_f32) = (parry_f64::wall(WALL), parry::wall(WALL));

    let answers = every(&sweeps, |sweep| sweep.first_touch(&wall));
    let times = every(&answers[..SAMPLE], |hit| hit.map(|hit| hit.t.to_bits()));
    let exactly = every(&moves[..SAMPLE], |path| {
        shape.moving(*path).first_touch(&Moving::wall(WALL)).map(|touch| touch.time.toward_zero().to_bits())
    });
    table.must_agree(input, "carom-oracle", &times, &exactly);
    let hits = every(&answers, Option::is_some);
    let peers = [
        (parry_f64::NAME, every(&paths_f64, |path| parry_f64::cast_shape(path, &shape_f64, &wall_f64).is_some())),
        (parry::NAME, every(&paths, |path| parry::cast_shape(path, &shape_f32, &wall_f32).is_some())),
        (box2d::NAME, every(&inputs, |input| box2d::cast_shape(input).hit)),
    ];
    for (peer, theirs) in &peers {
        table.may_differ(input, peer, &hits, theirs);
    }

    let runners = vec![
        runner("carom", &sweeps, &wall, |sweep, wall| sweep.first_touch(wall)),
        runner(parry_f64::NAME, &paths_f64, &wall_f64, |path, wall| parry_f64::cast_shape(path, &shape_f64, wall)),
        runner(parry::NAME, &paths, &wall_f32, |path, wall| parry::cast_shape(path, &shape_f32, wall)),
        runner(box2d::NAME, &inputs, &(), |input, ()| box2d::cast_shape(input)),
    ];
    table.push(input, race(runners, COUNT, effort), targets);
}
