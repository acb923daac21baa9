//! Many movers together: a batch gives what each mover gives alone, and what asking every wall gives, bit for bit and with all vectors.

use carom::{Aabb, Hit, Mover, MoverSweep, Polygon, Progress, Segment, Strategy, Vectors, WallId, Walls};
use carom_oracle::rng::Rng;
use carom_oracle::truth::{Ends, Xy};

use super::made::{bits, segment};

type Bits = Option<(usize, ([u64; 5], carom::Feature, carom::Contact, carom::MoverPart))>;

fn told(answer: Option<(WallId, Hit)>) -> Bits {
    answer.map(|(id, hit)| (id.index(), bits(&hit)))
}

/// About so large: boxes, capsules and convex polygons with few vertices and with many; and what never goes in a crowd.
fn shapes(size: f64) -> Vec<Mover> {
    let polygon = |corners: &[Xy]| {
        let corners = corners.iter().map(|p| p.map(|x| x * size));
        Mover::polygon(&Polygon::new(corners).expect("a simple polygon")).expect("a polygon without holes")
    };
    let around = |count: u32| -> Vec<Xy> {
        let angle = |k: u32| f64::from(k) * std::f64::consts::TAU / f64::from(count);
        (0..count).map(|k| [angle(k).cos(), angle(k).sin()]).collect()
    };
    let capsule = |a: Xy, b: Xy, radius: f64| {
        Mover::capsule(a.map(|x| x * size), b.map(|x| x * size), radius * size).expect("a capsule")
    };
    let aabb = |low: Xy, high: Xy| {
        Mover::aabb(&Aabb::new(low.map(|x| x * size), high.map(|x| x * size)).expect("low is below high"))
    };
    vec![
        aabb([-1.0, -0.5], [1.0, 0.5]),
        capsule([-0.5, 0.25], [0.5, -0.25], 0.5),
        polygon(&[[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]]),
        capsule([0.0, 0.0], [0.0, 1.0], 0.25),
        aabb([0.0, 0.0], [1.0, 2.0]),
        polygon(&around(6)),
        polygon(&[[-1.0, -1.0], [1.0, -1.0], [0.0, 1.0]]),
        polygon(&around(8)),
        capsule([-0.25, 0.0], [0.25, 0.0], 1e-9),
        polygon(&around(9)),
        aabb([-0.5, -0.5], [0.5, 0.5]).grown(0.25 * size).expect("a round box"),
        polygon(&[[0.0, 0.0], [1.0, 0.0], [1.0, 0.5], [0.5, 0.5], [0.5, 1.0], [0.0, 1.0]]),
        capsule([0.0, 0.0], [1.0, 1.0], 0.0),
        Mover::disc(0.5 * size).expect("a disc"),
        Mover::point(),
    ]
}

/// Asks about sweeps in batches of many sizes, with all vectors, and about some of them every wall.
fn assert_each_is_as_alone(what: &str, walls: &Walls, each: &Walls, sweeps: &[MoverSweep<'_>]) -> usize {
    let alone: Vec<Bits> = sweeps.iter().map(|sweep| told(walls.first_touch(sweep))).collect();
    for (sweep, alone) in sweeps.iter().zip(&alone).step_by(13) {
        assert_eq!(told(each.first_touch(sweep)), *alone, "{what}: {sweep:?}");
    }
    for vectors in Vectors::available() {
        assert!(vectors.force());
        for size in [1, 3, 15, 16, 17, 33, 129, 5_000] {
            for (sweeps, alone) in sweeps.chunks(size).zip(alone.chunks(size)) {
                let progress = Progress::new();
                let together = walls.first_touches_observed(sweeps, &progress);
                assert_eq!(progress.done(), sweeps.len());
                assert_eq!(together.len(), sweeps.len());
                for ((sweep, alone), together) in sweeps.iter().zip(alone).zip(together) {
                    assert_eq!(told(together), *alone, "{what}, {size} at once, {vectors:?}: {sweep:?}");
                }
            }
        }
    }
    alone.iter().flatten().count()
}

/// Moves of shapes in turn, or of one shape alone; some stand, some go far, some start outside.
fn sweeps<'a>(rng: &mut Rng, shapes: &'a [Mover], count: u64, place: impl Fn(&mut Rng) -> Xy) -> Vec<MoverSweep<'a>> {
    (0..count as usize)
        .map(|i| {
            let start = place(rng);
            let far = *rng.pick(&[0.0, 1e-9, 1.0, 4.0, 4.0, 40.0]);
            let by = [rng.within(-far, far), rng.within(-far, far)];
            let end = match rng.below(8) {
                0 => place(rng),
                1 => [start[0] + by[0], start[1]],
                _ => [start[0] + by[0], start[1] + by[1]],
            };
            shapes[i % shapes.len()].sweep(start, end).expect("finite numbers")
        })
        .collect()
}

/// Walls anywhere, some in crowds that are too many for one look.
#[test]
fn among_scattered_walls() {
    let rng = &mut Rng::new(5);
    let mut ends: Vec<Ends> = Vec::new();
    for _ in 0..1_000 {
        let a = [rng.within(0.0, 100.0), rng.within(0.0, 100.0)];
        ends.push([a, [a[0] + rng.within(-2.0, 2.0), a[1] + rng.within(-2.0, 2.0)]]);
    }
    for _ in 0..40 {
        let [x, y] = [rng.within(0.0, 100.0), rng.within(0.0, 100.0)];
        for _ in 0..4 + rng.below(14) {
            let a = [x + rng.within(-1.0, 1.0), y + rng.within(-1.0, 1.0)];
            ends.push([a, [a[0] + rng.within(-0.5, 0.5), a[1] + rng.within(-0.5, 0.5)]]);
        }
    }
    let segments: Vec<Segment> = ends.iter().map(|&wall| segment(wall).expect("two random points")).collect();
    let (walls, each) =
        (Walls::with(Strategy::Grid, segments.clone()), Walls::with(Strategy::BruteForce, segments.clone()));
    let mut hits = 0;
    let count = carom_oracle::share_of(30_000);
    let place = |rng: &mut Rng| [rng.within(-3.0, 103.0), rng.within(-3.0, 103.0)];
    for size in [0.1, 0.7, 3.0] {
        let shapes = shapes(size);
        hits += assert_each_is_as_alone("mixed", &walls, &each, &sweeps(rng, &shapes, count, place));
        for shape in shapes[..8].chunks(1) {
            hits += assert_each_is_as_alone("of a kind", &walls, &each, &sweeps(rng, shape, count / 8, place));
        }
    }
    assert!(count < 2 * hits as u64, "{hits} hits");
    // Where walls have changed, or are not plain, there is no crowd.
    let mut changed = Walls::with(Strategy::Grid, segments.clone());
    let _ = changed.add(segments[0]);
    changed
        .remove(walls.first_touch(&shapes(0.7)[0].sweep([0.0, 0.0], [99.0, 99.0]).expect("finite")).expect("a hit").0);
    let shapes = shapes(0.7);
    let some = sweeps(rng, &shapes, count / 8, place);
    let alone: Vec<Bits> = some.iter().map(|sweep| told(changed.first_touch(sweep))).collect();
    let together: Vec<Bits> = changed.first_touches(&some).into_iter().map(told).collect();
    assert_eq!(together, alone, "changed");
    let view = walls.only(0b1);
    let alone: Vec<Bits> = some.iter().map(|sweep| told(view.first_touch(sweep))).collect();
    let together: Vec<Bits> = view.first_touches(&some).into_iter().map(told).collect();
    assert_eq!(together, alone, "a view");
}

/// Walls and places in halves of whole numbers, so that much is touched at the start, at the end, at the same time, along sides and at corners.
#[test]
fn among_walls_with_ties() {
    let rng = &mut Rng::new(6);
    let half = |rng: &mut Rng, most: i64| rng.between(0, 2 * most) as f64 / 2.0;
    let mut segments: Vec<Segment> = Vec::new();
    while segments.len() < 500 {
        let a = [half(rng, 30), half(rng, 30)];
        let b = [a[0] + half(rng, 2) - 1.0, a[1] + half(rng, 2) - 1.0];
        // Every fifth is there twice.
        if let Ok(wall) = Segment::new(a, b) {
            segments.extend([wall, wall].iter().take(1 + usize::from(segments.len() % 5 == 0)));
        }
    }
    let (walls, each) = (Walls::with(Strategy::Grid, segments.clone()), Walls::with(Strategy::BruteForce, segments));
    let mut hits = 0;
    let count = carom_oracle::share_of(30_000);
    for size in [0.5, 1.0] {
        let shapes = shapes(size);
        let sweeps: Vec<MoverSweep<'_>> = (0..count as usize)
            .map(|i| {
                let (start, far) = ([half(rng, 32) - 1.0, half(rng, 32) - 1.0], rng.between(0, 6));
                let end = [start[0] + half(rng, 2 * far) - far as f64, start[1] + half(rng, 2 * far) - far as f64];
                shapes[i % shapes.len()].sweep(start, end).expect("finite numbers")
            })
            .collect();
        hits += assert_each_is_as_alone("ties", &walls, &each, &sweeps);
    }
    assert!(count < 2 * hits as u64, "{hits} hits");
}

/// Numbers of any size, also such as are too large for a grid.
#[test]
fn at_every_size() {
    let rng = &mut Rng::new(7);
    for (size, offset) in [(1e-150, 0.0), (1e-12, 1.0), (1.0, 1e9), (1e9, 1e24), (1e150, 0.0), (1e300, 0.0)] {
        let mut segments: Vec<Segment> = Vec::new();
        while segments.len() < 200 {
            let a = [(); 2].map(|()| offset + size * rng.within(0.0, 10.0));
            let b = a.map(|x| x + size * rng.within(-1.0, 1.0));
            segments.extend(Segment::new(a, b));
        }
        let (walls, each) =
            (Walls::with(Strategy::Grid, segments.clone()), Walls::with(Strategy::BruteForce, segments));
        let shapes: Vec<Mover> = shapes(0.25 * size).into_iter().take(8).collect();
        let sweeps: Vec<MoverSweep<'_>> = (0..carom_oracle::share_of(4_000) as usize)
            .map(|i| {
                let start = [(); 2].map(|()| offset + size * rng.within(-1.0, 11.0));
                let far = *rng.pick(&[0.0, 1.0, 10.0, 1e7]);
                let end = start.map(|x| x + size * rng.within(-far, far));
                shapes[i % shapes.len()].sweep(start, end).expect("finite numbers")
            })
            .collect();
        let hits = assert_each_is_as_alone(&format!("size {size:e}"), &walls, &each, &sweeps);
        assert!(sweeps.len() < 5 * hits, "size {size:e}: {hits} hits of {}", sweeps.len());
    }
}
