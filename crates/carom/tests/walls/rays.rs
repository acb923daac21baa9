//! Many rays from one place: a scan says what the sweep along each ray says.

use crate::cases;
use crate::model::{Form, every_strategy};
use crate::moves;
use crate::scenes::{KINDS, Scene};
use carom::{Beam, Error, Point, Segment, Side, Strategy, Sweep, Vec2, Vectors, Wall, Walls};
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

/// Many beams at once, from one origin and from many, and their distances alone: what brute force says beam by beam. A view with a
/// mask, too.
#[test]
fn many_beams_are_as_one_by_one() {
    let mut hits = 0;
    for (name, make) in KINDS {
        for case in 0..cases(20) {
            let rng = &mut Rng::for_case(7, name, case);
            let scene = make(rng);
            let all = every_strategy(&scene.walls);
            let origins: Vec<Point> = (0..3).map(|_| moves::point(rng, &scene).into()).collect();
            let rays: Vec<Vec2> = (0..45).map(|_| ray(rng, &scene, origins[0].into())).collect();
            let max = *rng.pick(&[f64::INFINITY, f64::MAX, 10.0 * scene.unit, scene.unit, 0.0]);
            for mask in [None, Some(1)] {
                let one = |(origin, ray): (Point, &Vec2)| match mask {
                    None => all[0].scan(origin, &[*ray], max)[0],
                    Some(mask) => all[0].only(mask).scan(origin, &[*ray], max)[0],
                };
                let pairs = origins.iter().flat_map(|&origin| rays.iter().map(move |ray| (origin, ray)));
                let expected: Vec<Option<Beam>> = pairs.map(one).collect();
                hits += expected.iter().flatten().count();
                for walls in &all {
                    let strategy = walls.strategy();
                    let told = || format!("{name}, case {case}, {strategy:?}, {origins:?}, {rays:?}, up to {max}");
                    let found = match mask {
                        None => walls.scans(&origins, &rays, max),
                        Some(mask) => walls.only(mask).scans(&origins, &rays, max),
                    };
                    check_beams(&found, &expected, &told);
                    check_distances((walls, mask), (&origins, &rays, max), &expected, &told);
                }
            }
        }
    }
    assert!(cases(2_000) < hits as u64, "{hits} hits");
}

fn check_beams(found: &[Option<Beam>], expected: &[Option<Beam>], told: &dyn Fn() -> String) {
    assert_eq!(found.len(), expected.len());
    for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert_eq!(bits(found), bits(expected), "beam {place}: {found:?}, {expected:?}, {}", told());
    }
}

fn check_distances(
    (walls, mask): (&Walls, Option<u32>),
    (origins, rays, max): (&[Point], &[Vec2], f64),
    expected: &[Option<Beam>],
    told: &dyn Fn() -> String,
) {
    let (mut distances, mut rounded) = (vec![f64::NAN; expected.len()], vec![f32::NAN; expected.len()]);
    match mask {
        None => {
            walls.scan_distances(origins, rays, max, &mut distances).unwrap();
            walls.scan_distances_f32(origins, rays, max, &mut rounded).unwrap();
        }
        Some(mask) => {
            walls.only(mask).scan_distances(origins, rays, max, &mut distances).unwrap();
            walls.only(mask).scan_distances_f32(origins, rays, max, &mut rounded).unwrap();
        }
    }
    for (place, beam) in expected.iter().enumerate() {
        let (distance, rounded) = (distances[place], rounded[place]);
        let truth = beam.map_or(f64::INFINITY, |beam| beam.distance);
        assert_eq!(distance.to_bits(), truth.to_bits(), "beam {place}: {distance}, {beam:?}, {}", told());
        // The largest of those that are not above.
        let is_right = match beam {
            None => rounded == f32::INFINITY,
            Some(_) => f64::from(rounded) <= truth && truth < f64::from(f32::from_bits(rounded.to_bits() + 1)),
        };
        assert!(is_right, "beam {place}: {rounded}, {beam:?}, {}", told());
    }
}

/// A lidar among walls that share ends: through their ends, along them, from ends and from places on them, in any order of directions,
/// with all vectors; and among walls of which some are gone, moved or have one side.
#[test]
fn a_lidar_among_walls_that_meet() {
    let rng = &mut Rng::new(3);
    let at = |i: u64| Point::new((i % 21) as f64 + 0.125 * (i % 7) as f64, (i / 21) as f64 + 0.0625 * (i % 5) as f64);
    let corners: Vec<Point> = (0..441).map(at).collect();
    let mut walls = Vec::new();
    for i in 0..420 {
        let to = if rng.below(2) == 0 && i % 21 != 20 { i + 1 } else { i + 21 };
        walls.push(Segment::new(corners[i], corners[to]).unwrap());
    }
    let mut grid = Walls::with(Strategy::Grid, walls.iter().copied());
    let mut tree = Walls::with(Strategy::Bvh, walls.iter().copied());
    let scans = cases(60);
    for scan in 0..scans {
        if scan == scans / 2 {
            for changed in [&mut grid, &mut tree] {
                let ids: Vec<_> = changed.ids().step_by(9).collect();
                for (place, id) in ids.into_iter().enumerate() {
                    let segment = walls[id.index()];
                    match place % 3 {
                        0 => drop(changed.remove(id)),
                        1 => drop(changed.replace(id, Wall::from(segment).with_side(Side::Left))),
                        _ => drop(changed.replace(id, walls[place])),
                    }
                }
            }
        }
        if scan == 3 * scans / 4 {
            grid.rebuild();
            tree.rebuild();
        }
        let corner = corners[rng.below(441)];
        let other = corners[rng.below(441)];
        let origin = match rng.below(4) {
            0 => corner,
            1 => Point::new((corner.x + other.x) / 2.0, (corner.y + other.y) / 2.0),
            2 => Point::new(corner.x + 0.3, corner.y + 0.7),
            _ => Point::new(-30.0, 12.0),
        };
        let mut rays: Vec<Vec2> = corners.iter().map(|&corner| corner - origin).collect();
        rays.extend((0..300).map(|_| Vec2::new(rng.between(-99, 99) as f64, rng.between(-99, 99) as f64)));
        rays.extend([Vec2::new(f64::NAN, 1.0), Vec2::new(0.0, f64::INFINITY), Vec2::new(1e-200, 1e200)]);
        let max = *rng.pick(&[f64::INFINITY, 3.0, 40.0, 1e-3, 0.0]);
        let expected: Vec<Option<Beam>> = rays.iter().map(|ray| tree.scan(origin, &[*ray], max)[0]).collect();
        let told = || format!("scan {scan} from {origin:?} up to {max}");
        for vectors in Vectors::available() {
            vectors.force();
            check_beams(&grid.scan(origin, &rays, max), &expected, &told);
            check_beams(&tree.scan(origin, &rays, max), &expected, &told);
            check_distances((&grid, None), (&[origin], &rays, max), &expected, &told);
        }
    }
}

/// A lidar whose directions go around one way or the other, begin anywhere and go as far as one likes, or are in no order, sees the same; with all vectors.
#[test]
fn a_lidar_in_any_order() {
    let rng = &mut Rng::new(8);
    let number = |rng: &mut Rng, size: i64| rng.between(-size, size) as f64 / 1000.0;
    for case in 0..cases(30) {
        let walls: Vec<Segment> = (0..300)
            .map(|_| {
                let a = Point::new(number(rng, 50_000), number(rng, 50_000));
                Segment::new(a, [a.x + number(rng, 6_000), a.y + number(rng, 6_000) + 1e-4]).unwrap()
            })
            .collect();
        let grid = Walls::with(Strategy::Grid, walls.iter().copied());
        let tree = Walls::with(Strategy::Bvh, walls.iter().copied());
        let origin = Point::new(number(rng, 55_000), number(rng, 55_000));
        let (count, turn) = (rng.between(32, 300), *rng.pick(&[1.0, 1.0, 0.75, 0.1, 2.0]));
        let begin = std::f64::consts::TAU * rng.below(1000) as f64 / 1000.0 * rng.below(2) as f64;
        let ray = |i: i64| {
            let (y, x) = (begin + std::f64::consts::TAU * turn * i as f64 / count as f64).sin_cos();
            Vec2::new(x, y)
        };
        let mut rays: Vec<Vec2> = (0..count).map(ray).collect();
        match rng.below(4) {
            0 => rays.reverse(),
            1 => rays.sort_by_key(|ray| (ray.x * 7919.0).to_bits() % 1009),
            _ => {}
        }
        if rng.below(4) == 0 {
            rays[7] = Vec2::new(f64::NAN, 1.0);
        }
        let max = *rng.pick(&[f64::INFINITY, 3.0, 20.0, 1000.0]);
        let expected: Vec<Option<Beam>> = rays.iter().map(|ray| tree.scan(origin, &[*ray], max)[0]).collect();
        let told = || format!("case {case} from {origin:?} up to {max}: {rays:?}");
        for vectors in Vectors::available() {
            vectors.force();
            check_beams(&grid.scan(origin, &rays, max), &expected, &told);
            check_distances((&grid, None), (&[origin], &rays, max), &expected, &told);
        }
    }
}

#[test]
fn room_for_distances() {
    let walls = Walls::new([Segment::new([3.0, -1.0], [3.0, 1.0]).unwrap()]);
    let (origins, rays) = ([Point::new(0.0, 0.0); 2], [Vec2::new(1.0, 0.0); 3]);
    for room in [0, 5, 7] {
        let mut distances = vec![-1.0; room];
        let error = walls.scan_distances(&origins, &rays, 9.0, &mut distances).unwrap_err();
        assert_eq!(error, Error::Room { room, origins: 2, directions: 3 });
        assert!(distances.iter().all(|&distance| distance == -1.0));
        let error = walls.scan_distances_f32(&origins, &rays, 9.0, &mut vec![0.0; room]).unwrap_err();
        let text = format!("there is room for {room} distances; 2 origins with 3 directions each need 6");
        assert_eq!(error.to_string(), text);
    }
    assert_eq!(walls.scan_distances(&[], &rays, 9.0, &mut []), Ok(()));
    assert_eq!(walls.scan_distances(&origins, &[], 9.0, &mut []), Ok(()));
    assert!(walls.scans(&origins, &[], 9.0).is_empty() && walls.scans(&[], &rays, 9.0).is_empty());
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
