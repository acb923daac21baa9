//! Among many walls: every strategy gives what asking each wall in turn gives, bit for bit.

use std::cmp::Ordering;

use carom::{Circle, Hit, Mover, MoverSweep, Progress, Segment, Strategy, Wall, Walls};
use carom_oracle::movers::{Moving, Touch};
use carom_oracle::near_movers::{self, Kind};
use carom_oracle::rng::Rng;
use carom_oracle::truth::{Ends, Xy};
use carom_oracle::{cases as numbers, near};

use super::made::{bits, circle, mover, segment, sweep};
use super::{assert_right, cases};

const SCENES: u64 = cases(400_000);

/// One thing of a scene, for the library and for the oracle.
#[derive(Clone, Copy, Debug)]
enum Thing {
    Wall(Ends),
    Pillar(Xy, f64),
}

impl Thing {
    fn judged(self, moving: &Moving) -> Option<Touch> {
        match self {
            Thing::Wall(wall) => moving.first_touch(&Moving::wall(wall)),
            Thing::Pillar(center, radius) => moving.first_touch(&Moving::circle(center, radius)),
        }
    }

    fn alone(self, sweep: &MoverSweep<'_>) -> Result<Option<Hit>, String> {
        Ok(match self {
            Thing::Wall(wall) => sweep.first_touch(&segment(wall)?),
            Thing::Pillar(center, radius) => sweep.first_touch(&circle((center, radius))?),
        })
    }

    fn wall(self) -> Result<Wall, String> {
        let made: (Option<Segment>, Option<Circle>) = match self {
            Thing::Wall(wall) => (Some(segment(wall)?), None),
            Thing::Pillar(center, radius) => (None, Some(circle((center, radius))?)),
        };
        Ok(made.0.map_or_else(|| Wall::from(made.1.expect("one of them")), Wall::from))
    }
}

/// Walls around one another: each touches the path as another would, is a copy, a neighbour, or somewhere on the way.
fn scene(rng: &mut Rng, kind: Kind) -> (Moving, Vec<Thing>) {
    let (moving, first) = near_movers::mover_and_wall(rng, kind);
    let count = *rng.pick(&[1, 3, 9, 40]);
    let [start, end] = moving.path;
    let mut things = vec![Thing::Wall(first)];
    let size = first.iter().flatten().fold(0.0, |size: f64, x| size.max(x.abs())).clamp(1e-300, 1e300);
    while things.len() < count {
        let [a, b] = match things[rng.below(things.len())] {
            Thing::Wall(wall) => wall,
            Thing::Pillar(center, _) => [center, first[0]],
        };
        let vertex = *rng.pick(&moving.shape.core);
        let on_the_way = numbers::apart(rng, [start, end]);
        let t = rng.unit();
        let at = [0, 1].map(|axis| on_the_way[0][axis] * (1.0 - t) + on_the_way[1][axis] * t + vertex[axis]);
        let next = match rng.below(6) {
            0 => [b, a],
            1 => [b, [0, 1].map(|axis| b[axis] + rng.within(-1.0, 1.0) * size)],
            2 => [at, [0, 1].map(|axis| at[axis] + rng.within(-0.2, 0.2) * size)],
            3 => [[at[0], at[1] - 0.1 * size], [at[0], at[1] + 0.1 * size]],
            4 => [at, at],
            _ => {
                let mut near = [a, b];
                let which = rng.below(2);
                numbers::nudge(rng, &mut near[which]);
                near
            }
        };
        let next = next.map(|p| p.map(|x| x.clamp(f64::MIN, f64::MAX)));
        let is_round = next[0] == next[1];
        things.push(if is_round {
            Thing::Pillar(next[0], rng.unit() * 0.1 * size)
        } else {
            Thing::Wall(numbers::apart(rng, next))
        });
    }
    rng.shuffle(&mut things);
    (moving, things)
}

type Bits = (usize, ([u64; 5], carom::Feature, carom::Contact, carom::MoverPart));

#[test]
fn every_strategy_gives_the_same_bits() {
    assert_right("among walls", SCENES, |rng| {
        let kind = *rng.pick(&Kind::ALL);
        let (mut moving, things) = scene(rng, kind);
        let shape = mover(kind, &mut moving)?;
        let sweep = sweep(&shape, &moving)?;
        // What the oracle says of the order, with what the library says of each wall alone.
        let mut touched: Vec<(usize, Touch, Hit)> = Vec::new();
        for (i, thing) in things.iter().enumerate() {
            match (thing.judged(&moving), thing.alone(&sweep)?) {
                (Some(touch), Some(hit)) => touched.push((i, touch, hit)),
                (None, None) => {}
                (touch, hit) => return Err(format!("{moving:?} {thing:?}: {hit:?}, exactly {touch:?}")),
            }
        }
        touched.sort_by(|(i, a, _), (j, b, _)| match a.time.compare(&b.time) {
            Ordering::Equal => i.cmp(j),
            order => order,
        });
        let expected: Vec<Bits> = touched.iter().map(|(i, _, hit)| (*i, bits(hit))).collect();
        let stop = touched.iter().find(|(_, touch, hit)| hit.contact.stops() || touch.is_flat);
        let stop: Option<Bits> = stop.map(|(i, _, hit)| (*i, bits(hit)));
        for strategy in Strategy::ALL {
            let walls = things.iter().map(|thing| thing.wall()).collect::<Result<Vec<Wall>, String>>()?;
            let walls = Walls::with(strategy, walls);
            let told = |(id, hit): (carom::WallId, Hit)| (id.index(), bits(&hit));
            let got: Vec<Bits> = walls.touches(&sweep).into_iter().map(told).collect();
            let case = (strategy, &moving, &things);
            agree(case, "touches", &got, &expected)?;
            agree(case, "first touch", &walls.first_touch(&sweep).map(told), &expected.first().copied())?;
            agree(case, "first stop", &walls.first_stop(&sweep).map(told), &stop)?;
            agree(case, "any", &walls.touches_any(&sweep), &!expected.is_empty())?;
            let many = walls.first_touches(&[sweep; 3]).into_iter().map(|hit| hit.map(told)).collect::<Vec<_>>();
            agree(case, "first touches", &many, &vec![expected.first().copied(); 3])?;
        }
        Ok(())
    });
}

fn agree<T: PartialEq + std::fmt::Debug>(
    case: impl std::fmt::Debug,
    what: &str,
    got: &T,
    expected: &T,
) -> Result<(), String> {
    if got == expected { Ok(()) } else { Err(format!("{case:?}: {what}\n  {got:?}, but\n  {expected:?}")) }
}

/// Thousands of walls, so that trees have many levels and grids many cells: movers of all sizes, everywhere.
#[test]
fn among_thousands_of_walls() {
    let rng = &mut Rng::new(7);
    let count = if carom_oracle::FEW_CASES { 500 } else { 4_000 };
    let walls: Vec<Segment> = (0..count)
        .map(|_| {
            let a = [rng.within(0.0, 100.0), rng.within(0.0, 100.0)];
            let b = [a[0] + rng.within(-2.0, 2.0), a[1] + rng.within(-2.0, 2.0)];
            Segment::new(a, b).expect("two random points")
        })
        .collect();
    let built = Strategy::ALL.map(|strategy| Walls::with(strategy, walls.clone()));
    let shapes: Vec<Mover> = (0..40)
        .map(|i| {
            let kind = Kind::ALL[i % 4];
            let mut moving = near_movers::mover_and_wall(&mut Rng::for_case(0, "shapes among walls", i as u64), kind).0;
            let biggest = moving.shape.core.iter().flatten().fold(moving.shape.radius, |size, x| size.max(x.abs()));
            let factor = *rng.pick(&[0.1, 1.0, 20.0]) / biggest.max(f64::MIN_POSITIVE);
            let core: Vec<Xy> = moving.shape.core.iter().map(|p| p.map(|x| x * factor)).collect();
            moving.shape.core =
                if kind == Kind::Box { near_movers::box_around(&core) } else { near_movers::hull(&core) };
            moving.shape.radius *= factor;
            mover(kind, &mut moving).expect("a shape is accepted")
        })
        .collect();
    let mut touches = 0;
    for i in 0..carom_oracle::share_of(8_000) {
        let shape = &shapes[i as usize % shapes.len()];
        let start = [rng.within(-20.0, 120.0), rng.within(-20.0, 120.0)];
        let far = *rng.pick(&[0.0, 0.5, 5.0, 100.0]);
        let end = [start[0] + rng.within(-far, far), start[1] + rng.within(-far, far)];
        let sweep = shape.sweep(start, end).expect("finite numbers");
        let told = |(id, hit): (carom::WallId, Hit)| (id.index(), bits(&hit));
        let all: Vec<Vec<Bits>> =
            built.iter().map(|walls| walls.touches(&sweep).into_iter().map(told).collect()).collect();
        touches += all[0].len();
        for (walls, all) in built.iter().zip(&all[..]) {
            assert_eq!(all, &built[0].touches(&sweep).into_iter().map(told).collect::<Vec<_>>(), "{sweep:?}");
            assert_eq!(walls.first_touch(&sweep).map(told), all.first().copied(), "{sweep:?}");
            let stop = all.iter().find(|(_, (_, _, contact, _))| contact.stops()).copied();
            let is_thin = shape.vertices().len() < 3 && shape.radius() == 0.0;
            assert!(is_thin || walls.first_stop(&sweep).map(told) == stop, "{sweep:?}");
        }
        let alone = walls.iter().filter(|wall| sweep.first_touch(*wall).is_some()).count();
        assert_eq!(alone, all[0].len(), "{sweep:?}");
    }
    assert!(carom_oracle::share_of(8_000) < touches as u64, "{touches} touches");
}

/// A place with more walls than can be looked at at once, on the way of movers that have gone some way already: that is looked at in halves, and nothing is missed.
#[test]
fn crowds_of_walls_on_the_way() {
    let rng = &mut Rng::new(11);
    let crowds: Vec<Xy> = (0..100).map(|_| [rng.within(0.0, 1000.0), rng.within(0.0, 1000.0)]).collect();
    let mut ends: Vec<Ends> = Vec::new();
    for _ in 0..1_000 {
        let a = [rng.within(0.0, 1000.0), rng.within(0.0, 1000.0)];
        ends.push([a, [a[0] + rng.within(-20.0, 20.0), a[1] + rng.within(-20.0, 20.0)]]);
    }
    for &[x, y] in &crowds {
        for _ in 0..6 + rng.below(12) {
            let a = [x + rng.within(-9.0, 9.0), y + rng.within(-9.0, 9.0)];
            ends.push([a, [a[0] + rng.within(-3.0, 3.0), a[1] + rng.within(-3.0, 3.0)]]);
        }
    }
    let segments: Vec<Segment> = ends.iter().map(|&wall| segment(wall).expect("two random points")).collect();
    let (walls, each) = (Walls::new(segments.clone()), Walls::with(Strategy::BruteForce, segments));
    let diamond = carom::Polygon::new([[5.0, 0.0], [1.0, 4.0], [-5.0, 1.0], [-2.0, -4.0]]).expect("a convex polygon");
    let shapes = [
        Mover::aabb(&carom::Aabb::new([-4.0, -3.0], [4.0, 3.0]).expect("a box")),
        Mover::capsule([-3.0, 1.0], [3.0, -1.0], 2.5).expect("a capsule"),
        Mover::polygon(&diamond).expect("a polygon"),
    ];
    let (mut crowded, told) = (0, |(id, hit): (carom::WallId, Hit)| (id.index(), bits(&hit)));
    for i in 0..carom_oracle::share_of(160_000) {
        let shape = &shapes[i as usize % shapes.len()];
        let [x, y] = *rng.pick(&crowds);
        let away = [rng.within(-1.0, 1.0), rng.within(-1.0, 1.0)];
        let (before, after) = (rng.within(0.0, 60.0), rng.within(0.0, 60.0));
        let place = |far: f64| [x + far * away[0], y + far * away[1]];
        let sweep = shape.sweep(place(before), place(-after)).expect("finite numbers");
        let first = walls.first_touch(&sweep).map(told);
        assert_eq!(first, each.first_touch(&sweep).map(told), "case {i}: {sweep:?}");
        crowded += u64::from(first.is_some_and(|(id, (hit, ..))| 1_000 <= id && 0.0 < f64::from_bits(hit[0])));
    }
    assert!(carom_oracle::share_of(160_000) < 10 * crowded, "{crowded} come to a crowd");
}

/// Movers of a frame that meet each other among walls see the same as alone.
#[test]
fn discs_as_movers_among_walls() {
    assert_right("discs among walls", SCENES / 4, |rng| {
        let ((path, radius), first, second) = near::disc_and_walls(rng);
        let shape = Mover::disc(radius).map_err(|error| error.to_string())?;
        let disc = carom::Sweep::disc(path[0], path[1], radius).map_err(|error| error.to_string())?;
        let sweep = shape.sweep(path[0], path[1]).map_err(|error| error.to_string())?;
        for strategy in Strategy::ALL {
            let walls = Walls::with(strategy, [segment(first)?, segment(second)?]);
            agree((path, radius, first, second), "touches", &walls.touches(&sweep), &walls.touches(&disc))?;
            agree((path, radius, first, second), "stop", &walls.first_stop(&sweep), &walls.first_stop(&disc))?;
        }
        Ok(())
    });
}

/// A batch is what its sweeps are one by one: of discs, of points, and of these with boxes among them.
#[test]
fn batches_of_movers() {
    let rng = &mut Rng::new(11);
    let mut point = || [rng.within(0.0, 20.0), rng.within(0.0, 20.0)];
    let walls: Vec<Segment> = (0..100).map(|_| Segment::new(point(), point()).expect("two random points")).collect();
    let discs = [0.0, 0.5, 2.0].map(|radius| Mover::disc(radius).expect("no number below 0"));
    let boxes = [Mover::aabb(&carom::Aabb::new([-1.0, -0.5], [1.0, 0.5]).expect("low is below high"))];
    let ends: Vec<[Xy; 2]> = (0..200).map(|_| [point(), point()]).collect();
    for shapes in [&discs[..], &discs[..1], &[discs.as_slice(), &boxes].concat()] {
        let sweeps: Vec<_> = (ends.iter().zip(shapes.iter().cycle()))
            .map(|([start, end], shape)| shape.sweep(*start, *end).expect("finite numbers"))
            .collect();
        for strategy in Strategy::ALL {
            let walls = Walls::with(strategy, walls.iter().copied());
            let alone: Vec<_> = sweeps.iter().map(|sweep| walls.first_touch(sweep)).collect();
            let progress = Progress::new();
            assert_eq!(walls.first_touches_observed(&sweeps, &progress), alone, "{strategy:?}");
            assert_eq!(progress.done(), sweeps.len(), "{strategy:?}");
            assert!(alone.iter().flatten().count() > 20, "{strategy:?}");
        }
    }
}

/// A wall inside of a mover that is not convex is overlapped from the start, wherever that goes.
#[test]
fn a_wall_inside_a_bracket() {
    let corners = [[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [2.0, 2.0], [2.0, 4.0], [0.0, 4.0]];
    let bracket = Mover::polygon(&carom::Polygon::new(corners).expect("a bracket")).expect("a bracket");
    for ends in [[[0.5, 2.0], [1.5, 2.0]], [[2.0, 0.5], [2.0, 1.5]], [[3.0, 1.0], [2.5, 1.5]]] {
        let walls = Walls::new([Segment::new(ends[0], ends[1]).expect("two points")]);
        for end in [[0.0, 0.0], [0.0, 9.0], [-9.0, -9.0], [1.0, -2.0]] {
            let hit = walls.first_stop(&bracket.sweep([0.0, 0.0], end).expect("finite numbers")).map(|(_, hit)| hit);
            assert!(hit.is_some_and(|hit| hit.t == 0.0 && hit.contact == carom::Contact::Overlaps), "{ends:?} {end:?}");
        }
    }
}
