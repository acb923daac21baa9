//! When does a moving disc first touch a wall?

use crate::moves::{self, Ends, Precision};
use crate::peers::{box2d, parry, parry_f64, plain};
use crate::race::{Effort, race};
use crate::rng::Rng;
use crate::sweep::{LENGTH, WALL, every, runner};
use crate::table::{Table, Target};
use carom::{Point, Segment, Sweep};
use carom_oracle::truth;
use std::cmp::Ordering;

const COUNT: usize = 1_000_000;

/// The oracle is slow, and every move is as good as the next.
const SAMPLE: usize = 100_000;

/// A library comes twice: by the way it has for discs, and by the quicker one.
const PEERS: [&str; 3] = [parry_f64::NAME, parry::NAME, box2d::NAME];

pub fn run(effort: Effort) -> Table {
    let mut table = Table::new(
        "disc",
        "When, where and how does a moving disc first touch a wall? One wall, a million moves.\n\
         The time of one answer; plain gives the time alone.\n\
         parry's cast_shapes and Box2D's b2ShapeCastSegment are made for it. \
         A ray against a capsule, the wall grown by the radius, is the same question asked in a quicker way; \
         it finds the disc's centre and not the point it touches.\n\
         parry2d and Box2D are in f32 and were given rounded moves.",
    );
    let targets = PEERS.map(|peer| Target::Faster(8.0, peer));
    let mut rng = Rng(8);
    let random: Vec<Ends> = (0..COUNT).map(|_| moves::anywhere(&mut rng, LENGTH)).collect();
    for radius in [5.0, 50.0] {
        ask(&mut table, &format!("radius {radius}, random"), &random, radius, &targets, effort);
    }
    let near = |_| moves::near_wall_by(&mut rng, Precision::F64, WALL, 5.0);
    let near: Vec<Ends> = (0..COUNT).map(near).collect();
    ask(&mut table, "radius 5, near-touching", &near, 5.0, &[], effort);
    table
}

fn ask(table: &mut Table, input: &str, moves: &[Ends], radius: f64, targets: &[Target], effort: Effort) {
    let paths = every(moves, |[start, end]| Sweep::disc(*start, *end, radius).expect("finite"));
    let points = every(moves, |ends| ends.map(Point::from));
    let discs_f64 = every(moves, |ends| parry_f64::disc(*ends, radius));
    let discs = every(moves, |ends| parry::disc(*ends, radius));
    let inputs = every(moves, |ends| box2d::disc(*ends, radius));
    let rays_f64 = every(moves, |ends| parry_f64::ray(*ends));
    let rays = every(moves, |ends| parry::ray(*ends));
    let rays_box2d = every(moves, |ends| box2d::ray(*ends));

    let wall = Segment::new(WALL[0], WALL[1]).expect("distinct ends");
    let wall_points = WALL.map(Point::from);
    let (wall_f64, wall_f32, wall_box2d) = (parry_f64::wall(WALL), parry::wall(WALL), box2d::wall(WALL));
    let capsule_f64 = parry_f64::capsule(WALL, radius);
    let (capsule_f32, capsule_box2d) = (parry::capsule(WALL, radius), box2d::capsule(WALL, radius));

    let hits = every(&paths, |path| path.first_touch(&wall).is_some());
    let touches = |path: &Ends| truth::compare_distance_of_segments(*path, WALL, radius) != Ordering::Greater;
    table.must_agree(input, "carom-oracle", &hits[..SAMPLE], &every(&moves[..SAMPLE], touches));
    let peers = [
        (plain::NAME, every(&points, |path| plain::disc_time(path, radius, &wall_points).is_some())),
        (parry_f64::NAME, every(&discs_f64, |disc| parry_f64::cast_disc(disc, &wall_f64).is_some())),
        (parry::NAME, every(&discs, |disc| parry::cast_disc(disc, &wall_f32).is_some())),
        (box2d::NAME, every(&inputs, |disc| box2d::cast_disc(disc, &wall_box2d).hit)),
        (parry_f64::CAPSULE, every(&rays_f64, |ray| parry_f64::cast_ray_at_capsule(ray, &capsule_f64).is_some())),
        (parry::CAPSULE, every(&rays, |ray| parry::cast_ray_at_capsule(ray, &capsule_f32).is_some())),
        (box2d::CAPSULE, every(&rays_box2d, |ray| box2d::cast_ray_at_capsule(ray, &capsule_box2d).hit)),
    ];
    for (peer, theirs) in &peers {
        table.may_differ(input, peer, &hits, theirs);
    }

    let runners = vec![
        runner("carom", &paths, &wall, |path, wall| path.first_touch(wall)),
        runner(plain::NAME, &points, &wall_points, |path, wall| plain::disc_time(path, radius, wall)),
        runner(parry_f64::NAME, &discs_f64, &wall_f64, parry_f64::cast_disc),
        runner(parry::NAME, &discs, &wall_f32, parry::cast_disc),
        runner(box2d::NAME, &inputs, &wall_box2d, box2d::cast_disc),
        runner(parry_f64::CAPSULE, &rays_f64, &capsule_f64, parry_f64::cast_ray_at_capsule),
        runner(parry::CAPSULE, &rays, &capsule_f32, parry::cast_ray_at_capsule),
        runner(box2d::CAPSULE, &rays_box2d, &capsule_box2d, box2d::cast_ray_at_capsule),
    ];
    table.push(input, race(runners, COUNT, effort), targets);
}
