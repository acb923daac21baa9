//! Questions of every kind, each with a hash of its answers.
//!
//! The cases are those of `corpus/`, and others made of whole numbers, so that no machine makes other ones.

use crate::Bits;
use carom::{
    Aabb, Body, Circle, Limits, Mover, Point, Polygon, Segment, Strategy, Sweep, Vec2, Walls, World, Zones, batch,
    distance, hull, intersects, nearest, orient, smallest_circle,
};
use carom_oracle::corpus;
use carom_oracle::rng::Rng;
use flate2::read::GzDecoder;
use std::io::Read;

/// A name, and what is asked.
type Question = (&'static str, fn(&mut Bits));

/// Names and hashes.
pub(crate) fn all() -> Vec<(&'static str, u64)> {
    let questions: [Question; 9] = [
        ("points", |bits| of_corpus(bits, corpus::Mover::Point, include_bytes!("../../../corpus/points.csv.gz"))),
        ("discs", |bits| of_corpus(bits, corpus::Mover::Disc, include_bytes!("../../../corpus/discs.csv.gz"))),
        ("boxes", |bits| of_corpus(bits, corpus::Mover::Box, include_bytes!("../../../corpus/boxes.csv.gz"))),
        ("walls", of_walls),
        ("scans", of_scans),
        ("bounces", of_bounces),
        ("polygons", of_polygons),
        ("zones", of_zones),
        ("gas", of_gas),
    ];
    let hash = |ask: fn(&mut Bits)| {
        let mut bits = Bits::new();
        ask(&mut bits);
        bits.hash()
    };
    questions.into_iter().map(|(name, ask)| (name, hash(ask))).collect()
}

fn of_corpus(bits: &mut Bits, mover: corpus::Mover, packed: &[u8]) {
    let mut text = String::new();
    GzDecoder::new(packed).read_to_string(&mut text).expect("it is packed text");
    // One in four does, and takes a quarter of the time where nothing is optimised.
    for (case, _) in corpus::read(mover, &text).expect("it is one of ours").iter().step_by(4) {
        let wall = Segment::new(case.wall[0], case.wall[1]).expect("its ends are distinct");
        let [start, end] = case.path;
        if mover == corpus::Mover::Box {
            let shape = Mover::aabb(&Aabb::new(case.size.map(|x| -x), case.size).expect("its sides are not negative"));
            bits.add(&shape.sweep(start, end).expect("finite").first_touch(&wall));
            continue;
        }
        let sweep = Sweep::disc(start, end, case.size[0]).expect("finite");
        bits.add(&sweep.first_touch(&wall));
        bits.add(&(orient(start, end, case.wall[0]), distance(start, &wall), nearest(end, &wall)));
    }
}

/// A whole number of 64ths.
fn number(rng: &mut Rng, size: i64) -> f64 {
    rng.between(-64 * size, 64 * size) as f64 / 64.0
}

fn place(rng: &mut Rng, size: i64) -> Point {
    Point::new(number(rng, size), number(rng, size))
}

fn segments(rng: &mut Rng, count: usize) -> Vec<Segment> {
    let wall = |rng: &mut Rng| {
        let (a, by) = (place(rng, 500), place(rng, 30));
        Segment::new(a, [a.x + by.x, a.y + by.y]).ok()
    };
    std::iter::repeat_with(|| wall(rng)).flatten().take(count).collect()
}

/// Points and discs among many walls, with each strategy, one by one and together.
fn of_walls(bits: &mut Bits) {
    let mut rng = Rng::new(5);
    let walls = segments(&mut rng, 1000);
    let sweeps: Vec<Sweep> = (0..2000)
        .filter_map(|case| {
            let (a, by) = (place(&mut rng, 500), place(&mut rng, 200));
            Sweep::disc(a, [a.x + by.x, a.y + by.y], if case % 2 == 0 { 0.0 } else { number(&mut rng, 6).abs() }).ok()
        })
        .collect();
    let box_mover = Mover::aabb(&Aabb::new([-2, -1], [3, 1]).expect("a box"));
    for strategy in [Strategy::BruteForce, Strategy::Bounds, Strategy::Quadtree, Strategy::Bvh, Strategy::Grid] {
        let some = if strategy == Strategy::BruteForce { 100 } else { sweeps.len() };
        let walls = Walls::with(strategy, walls.iter().copied());
        bits.add(&walls.first_touches(&sweeps[..some]));
        for sweep in &sweeps[..100] {
            bits.add(&(walls.first_touch(sweep), walls.first_stop(sweep), walls.touches(sweep)));
            let [start, end] = sweep.ends();
            bits.add(&walls.first_touch(&box_mover.sweep(start, end).expect("finite")));
            bits.add(&walls.nearest(start));
        }
    }
    bits.add(&batch::first_times(&sweeps, &walls[0]));
}

fn of_scans(bits: &mut Bits) {
    let mut rng = Rng::new(6);
    let walls = Walls::new(segments(&mut rng, 500));
    let directions: Vec<Vec2> = (0..200).map(|_| Vec2::new(number(&mut rng, 3), number(&mut rng, 3) + 0.001)).collect();
    let origins: Vec<Point> = (0..10).map(|_| place(&mut rng, 400)).collect();
    bits.add(&walls.scans(&origins, &directions, 300.0));
    let mut ranges = vec![0.0; origins.len() * directions.len()];
    bits.add(&walls.scan_distances(&origins, &directions, 300.0, &mut ranges).is_ok());
    bits.add(&ranges);
}

/// Long ways in a chamber with a wedge and a pillar.
fn of_bounces(bits: &mut Bits) {
    let room = Polygon::new([[0, 0], [100, 0], [300, 200], [50, 400], [100, 100]]).expect("a chamber");
    let mut walls = Walls::new(room.edges());
    walls.add(Circle::new([130, 180], 7.0).expect("a pillar"));
    for (radius, bounces) in [(0.0, 5000), (0.5, 5000), (9.0, 1000)] {
        let start = Sweep::disc([100.0, 50.0], [130.0, 80.3], radius).expect("finite");
        bits.add(&walls.bounce(&start, Limits::bounces(bounces)));
    }
}

/// A star with a hole, and others: parts, triangles, places, distances.
fn of_polygons(bits: &mut Bits) {
    let mut rng = Rng::new(8);
    for size in 4..24_i64 {
        let ring: Vec<Point> = (0..2 * size).map(|i| corner(&mut rng, i, size)).collect();
        let Ok(polygon) = Polygon::new(ring.iter().copied()) else { continue };
        let parts = polygon.decompose();
        bits.add(&parts.parts().map(|part| part.indices().collect::<Vec<_>>()).collect::<Vec<_>>());
        bits.add(&(polygon.triangulate(), polygon.area(), hull(ring.iter().copied()), smallest_circle(ring)));
        let shape = Aabb::new([3, 4], [30, 9]).expect("a box");
        bits.add(&(intersects(&polygon, &shape), distance(&polygon, &shape), nearest(&polygon, &shape)));
        for _ in 0..50 {
            let (a, b) = (place(&mut rng, 60), place(&mut rng, 60));
            bits.add(&(polygon.locate(a), distance(&polygon, a), nearest(&polygon, b)));
            let sweep = Sweep::disc(a, b, number(&mut rng, 4).abs()).expect("finite");
            bits.add(&(sweep.first_touch(&polygon.outline()), sweep.first_touch(&polygon.filled())));
        }
    }
}

/// A vertex of a star whose `2 · size` vertices are, in turn, near to the origin and far from it.
fn corner(rng: &mut Rng, i: i64, size: i64) -> Point {
    let far = if i % 2 == 0 { 40 + rng.between(0, 19) } else { 5 + rng.between(0, 9) };
    // All around, along a square: no sine is the same everywhere.
    let step = 8.0 * i as f64 / (2 * size) as f64;
    let (side, along) = (step as i64 / 2, step % 2.0 - 1.0);
    let [x, y] = match side {
        0 => [1.0, along],
        1 => [-along, 1.0],
        2 => [-1.0, -along],
        _ => [along, -1.0],
    };
    Point::new(x * far as f64, y * far as f64)
}

fn of_zones(bits: &mut Bits) {
    let mut rng = Rng::new(9);
    let zones: Vec<Polygon> = (0..60)
        .filter_map(|_| Polygon::new([place(&mut rng, 50), place(&mut rng, 50), place(&mut rng, 50)]).ok())
        .collect();
    let zones = Zones::new(zones);
    for _ in 0..2000 {
        // Whole numbers, so that places are often on edges.
        let [a, b] = [(); 2].map(|()| [rng.between(-50, 50) as f64, rng.between(-50, 50) as f64]);
        bits.add(&(zones.containing(a), zones.passages(&Sweep::point(a, b).expect("finite"))));
    }
}

/// Enough discs for the work to be shared among threads.
fn of_gas(bits: &mut Bits) {
    let room = Polygon::new([[0, 0], [100, 0], [100, 100], [0, 100]]).expect("a room");
    let (mut world, mut rng) = (World::new(Walls::new(room.edges())), Rng::new(7));
    for i in 0..1600 {
        let at = [2.0 + f64::from(i % 40) * 2.4, 2.0 + f64::from(i / 40) * 2.4];
        let body = Body::disc(at, 0.9).velocity([number(&mut rng, 9), number(&mut rng, 9)]);
        world.add(body).expect("there is room");
    }
    for _ in 0..10 {
        bits.add(&world.step(0.0625));
        bits.add(&world.state_hash());
    }
}
