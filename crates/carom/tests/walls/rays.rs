//! Many rays from one place: a scan says what the sweep along each ray says.

use crate::cases;
use crate::model::{Form, every_strategy};
use crate::moves;
use crate::scenes::{KINDS, Scene};
use carom::{Beam, Point, Segment, Strategy, Sweep, Vec2, Walls};
use carom_oracle::cases::wild;
use carom_oracle::rng::Rng;

type Bits = Option<(usize, [u64; 5])>;

fn bits(beam: &Option<Beam>) -> Bits {
    let beam = beam.as_ref()?;
    let numbers = [beam.distance, beam.point.x, beam.point.y, beam.normal.x, beam.normal.y];
    Some((beam.wall.index(), numbers.map(f64::to_bits)))
}

fn bits_of_hit(walls: &Walls, sweep: &Sweep) -> Option<(usize, [u64; 4])> {
    let (id, hit) = walls.first_touch(sweep)?;
    Some((id.index(), [hit.point.x, hit.point.y, hit.normal.x, hit.normal.y].map(f64::to_bits)))
}

fn without_distance(beam: &Option<Beam>) -> Option<(usize, [u64; 4])> {
    let (wall, [_, rest @ ..]) = bits(beam)?;
    Some((wall, rest))
}

/// Scenes of each kind, with any rays: brute force says what every strategy says.
#[test]
fn every_strategy_scans_alike() {
    for (name, make) in KINDS {
        for case in 0..cases(60) {
            let rng = &mut Rng::for_case(4, name, case);
            let scene = make(rng);
            let all = every_strategy(&scene.walls);
            let origin = moves::point(rng, &scene);
            let rays: Vec<Vec2> = (0..12).map(|_| ray(rng, &scene, origin)).collect();
            let max = *rng.pick(&[f64::INFINITY, f64::INFINITY, f64::MAX, scene.unit, 10.0 * scene.unit, 0.0]);
            let by_brute_force = all[0].scan(origin, &rays, max);
            assert_eq!(by_brute_force.len(), rays.len());
            for (ray, beam) in rays.iter().zip(&by_brute_force) {
                let most = max + 1e-12 * size(&scene, origin);
                let reaches = beam.as_ref().is_none_or(|beam| 0.0 <= beam.distance && beam.distance <= most);
                assert!(reaches, "{name}, case {case}, from {origin:?}, {ray:?}, up to {max}: {beam:?}");
            }
            let expected: Vec<Bits> = by_brute_force.iter().map(bits).collect();
            for walls in &all[1..] {
                let got: Vec<Bits> = walls.scan(origin, &rays, max).iter().map(bits).collect();
                let walls = walls.strategy();
                assert_eq!(got, expected, "{name}, case {case}, {walls:?}, from {origin:?}, {rays:?}, up to {max}");
            }
        }
    }
}

/// Towards a place in the scene, along an axis, or anywhere.
fn ray(rng: &mut Rng, scene: &Scene, origin: [f64; 2]) -> Vec2 {
    match rng.below(8) {
        0..=3 => {
            let to = moves::point(rng, scene);
            Vec2::new(to[0] - origin[0], to[1] - origin[1])
        }
        4 | 5 => *rng.pick(&AXES),
        6 => Vec2::new(wild(rng), wild(rng)),
        _ => Vec2::new(rng.between(-3, 3) as f64, rng.between(-3, 3) as f64),
    }
}

const AXES: [Vec2; 4] = [Vec2::new(1.0, 0.0), Vec2::new(-1.0, 0.0), Vec2::new(0.0, 1.0), Vec2::new(0.0, -1.0)];

/// Along the axes the ray's end is exact, so a scan is the sweep's first touch, bit for bit.
#[test]
fn a_ray_is_a_sweep() {
    let mut hits = 0;
    for (name, make) in KINDS.iter().filter(|(name, _)| !BEYOND_WHOLE_NUMBERS.contains(name)) {
        for case in 0..cases(200) {
            let rng = &mut Rng::for_case(5, name, case);
            let scene = make(rng);
            let origin = [rng.between(-20, 20) as f64, rng.between(-20, 20) as f64];
            let max = *rng.pick(&[0.5, 1.0, 5.0, 40.0, 1024.0]);
            for walls in every_strategy(&scene.walls) {
                for (ray, beam) in AXES.iter().zip(walls.scan(origin, &AXES, max)) {
                    let end = [origin[0] + max * ray.x, origin[1] + max * ray.y];
                    let sweep = Sweep::point(origin, end).unwrap();
                    let expected = bits_of_hit(&walls, &sweep);
                    let (strategy, found) = (walls.strategy(), without_distance(&beam));
                    assert_eq!(found, expected, "{name}, case {case}, {strategy:?}, {sweep:?}: {beam:?}");
                    if let (Some(beam), Some((_, hit))) = (beam, walls.first_touch(&sweep)) {
                        hits += 1;
                        let is_near = (beam.distance - hit.t * max).abs() <= 1e-12 * (max + size(&scene, origin));
                        assert!(is_near, "{name}, case {case}, {strategy:?}, {sweep:?}: {beam:?}, {hit:?}");
                    }
                }
            }
        }
    }
    assert!(cases(200) < hits, "{hits} hits");
}

/// The largest number in the scene: points are rounded, and so are distances between them.
fn size(scene: &Scene, origin: [f64; 2]) -> f64 {
    let of_point = |p: Point| p.x.abs().max(p.y.abs());
    let of_walls = scene.walls.iter().map(|wall| match wall.form {
        Form::Segment(wall) => of_point(wall.a()).max(of_point(wall.b())),
        Form::Circle(wall) => of_point(wall.center()).max(wall.radius()),
    });
    of_walls.fold(of_point(origin.into()), f64::max)
}

/// Kinds whose coordinates are far from those of the rays.
const BEYOND_WHOLE_NUMBERS: &[&str] = &["any polygon", "size 1e300", "whole range", "any numbers", "offset 1e15"];

/// A ray without end from the origin meets what a sweep to a multiple of its direction meets, which is exact for powers of two.
#[test]
fn a_ray_without_end() {
    for (name, make) in KINDS.iter().filter(|(name, _)| !BEYOND_WHOLE_NUMBERS.contains(name)) {
        for case in 0..cases(100) {
            let rng = &mut Rng::for_case(6, name, case);
            let scene = make(rng);
            let rays: Vec<Vec2> = (0..6)
                .map(|_| Vec2::new(rng.between(-9, 9) as f64, rng.between(-9, 9) as f64))
                .filter(|ray| *ray != Vec2::new(0.0, 0.0))
                .collect();
            for walls in every_strategy(&scene.walls) {
                for (ray, beam) in rays.iter().zip(walls.scan([0.0, 0.0], &rays, f64::INFINITY)) {
                    let far = 2f64.powi(100);
                    let sweep = Sweep::point([0.0, 0.0], [far * ray.x, far * ray.y]).unwrap();
                    let expected = walls.first_touch(&sweep).map(|(id, _)| id.index());
                    let found = beam.as_ref().map(|beam| beam.wall.index());
                    assert_eq!(found, expected, "{name}, case {case}, {:?}, {ray:?}: {beam:?}", walls.strategy());
                }
            }
        }
    }
}

#[test]
fn rays_that_just_reach() {
    let wall = Segment::new([4.0, -1.0], [4.0, 1.0]).unwrap();
    let right = [Vec2::new(1.0, 0.0)];
    for strategy in Strategy::ALL {
        let walls = Walls::with(strategy, [wall]);
        let distance = |max: f64| walls.scan([0.0, 0.0], &right, max)[0].as_ref().map(|beam| beam.distance);
        assert_eq!(distance(4.0), Some(4.0), "{strategy:?}");
        assert_eq!(distance(4f64.next_down()), None, "{strategy:?}");
        assert_eq!(distance(f64::INFINITY), Some(4.0), "{strategy:?}");
        assert_eq!(distance(f64::MAX), Some(4.0), "{strategy:?}");
        assert_eq!(walls.scan([0.0, 0.0], &[], 4.0).len(), 0, "{strategy:?}");
        // On the wall, and behind it.
        assert_eq!(
            walls.scan([4.0, 0.0], &right, 1.0)[0].as_ref().map(|beam| beam.distance),
            Some(0.0),
            "{strategy:?}"
        );
        assert!(walls.scan([5.0, 0.0], &right, f64::INFINITY)[0].is_none(), "{strategy:?}");
        // The length of the direction is not the length of the ray.
        let longer = [Vec2::new(3.0, 0.0), Vec2::new(0.125, 0.0)];
        let distances: Vec<_> =
            walls.scan([0.0, 0.0], &longer, 4.0).into_iter().map(|beam| Some(beam?.distance)).collect();
        assert_eq!(distances, [Some(4.0); 2], "{strategy:?}");
    }
}

/// Rays of no direction or of no number: an answer of the right length, and no panic.
#[test]
fn odd_rays() {
    let wall = Segment::new([4.0, -1.0], [4.0, 1.0]).unwrap();
    let numbers = [0.0, 1.0, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::from_bits(1)];
    let rays: Vec<Vec2> = numbers.iter().flat_map(|&x| numbers.map(|y| Vec2::new(x, y))).collect();
    for strategy in Strategy::ALL {
        let walls = Walls::with(strategy, [wall]);
        for origin in [[0.0, 0.0], [4.0, 0.0], [f64::MAX, 0.0]] {
            for max in [0.0, 1.0, f64::MAX, f64::INFINITY] {
                assert_eq!(walls.scan(origin, &rays, max).len(), rays.len(), "{strategy:?}");
            }
        }
    }
}
