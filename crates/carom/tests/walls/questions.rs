//! Every question, in scenes of every kind, under every strategy and after changes.

use crate::changes::change;
use crate::model::{Model, Touch, check_sweep, every_strategy};
use crate::scenes::{KINDS, Kind, Scene, circle, segment, with_masks_and_sides};
use crate::{cases, in_two_threads, moves};
use carom::{Aabb, Circle, Point, Polygon, Progress, Segment, Shape, Side, Strategy, Sweep, Wall, WallId, Walls};
use carom_oracle::rng::Rng;

/// Scenes of each kind.
const SCENES: u64 = cases(400);
/// Sweeps in each scene.
const SWEEPS: usize = 5;

#[test]
fn every_kind_of_scene() {
    assert!(20 <= KINDS.len());
    let count = KINDS.len() as u64;
    let questions = in_two_threads(SCENES * count, |case| check_scene(&KINDS[(case % count) as usize], case / count));
    let enough = cases(2_000_000);
    assert!(enough <= questions, "{questions} questions");
}

fn check_scene(&(name, make): &Kind, case: u64) -> u64 {
    let rng = &mut Rng::for_case(0, name, case);
    let mut scene = make(rng);
    let has_masks = rng.one_in(4);
    if has_masks {
        with_masks_and_sides(rng, &mut scene.walls);
    }
    let (mut all, mut model) = (every_strategy(&scene.walls), Model::new(name, case, &scene.walls));
    if rng.one_in(2) {
        for _ in 0..1 + rng.below(12) {
            change(rng, &scene, &mut all, &mut model);
        }
    }
    let mask = |rng: &mut Rng| (has_masks && rng.one_in(2)).then(|| rng.below(8) as u32);
    let sweeps: Vec<Sweep> = (0..SWEEPS).map(|_| moves::sweep(rng, &scene)).collect();
    let mut questions = check_batch(&all, &sweeps);
    for sweep in &sweeps {
        questions += check_sweep(&all, &model, mask(rng), sweep);
        questions += check_counters(&all, &model, sweep);
    }
    let (place, mask) = (moves::point(rng, &scene).into(), mask(rng));
    questions += check_nearest(&all, &model, mask, place);
    questions + check_intersecting(rng, &all, &model, mask, &scene)
}

fn check_batch(all: &[Walls], sweeps: &[Sweep]) -> u64 {
    let touch = |(id, hit): (WallId, _)| Touch { wall: id.index(), hit };
    for walls in all {
        let one_by_one: Vec<_> = sweeps.iter().map(|sweep| walls.first_touch(sweep).map(touch)).collect();
        let together: Vec<_> = walls.first_touches(sweeps).into_iter().map(|found| found.map(touch)).collect();
        assert_eq!(together, one_by_one, "{:?}, {sweeps:?}", walls.strategy());
    }
    (all.len() * sweeps.len()) as u64
}

fn check_counters(all: &[Walls], model: &Model, sweep: &Sweep) -> u64 {
    let living = model.living().count() as u64;
    let touch = |found: Option<(WallId, _)>| found.map(|(id, hit)| Touch { wall: id.index(), hit });
    for walls in all {
        let (found, counters) = walls.first_touch_counted(sweep);
        let (strategy, found) = (walls.strategy(), touch(found));
        assert_eq!(found, touch(walls.first_touch(sweep)), "{strategy:?}, {sweep:?}, counted");
        if strategy == Strategy::BruteForce {
            assert_eq!(counters.exact, living, "{sweep:?}, {model}");
        }
        let fewest = u64::from(found.is_some());
        assert!(
            fewest <= counters.exact,
            "{strategy:?}, {sweep:?}: {counters:?} of {living} walls, {found:?}, {model}"
        );
    }
    all.len() as u64
}

pub(crate) fn check_nearest(all: &[Walls], model: &Model, mask: Option<u32>, point: Point) -> u64 {
    let expected = model.nearest(mask, point).map(|(id, distance)| (id, distance.to_bits()));
    for walls in all {
        let got = match mask {
            None => walls.nearest(point),
            Some(mask) => walls.only(mask).nearest(point),
        };
        let bits = got.map(|(id, distance)| (id.index(), distance.to_bits()));
        let strategy = walls.strategy();
        let expected_distance = model.nearest(mask, point);
        assert!(
            bits == expected,
            "{strategy:?}, {mask:?}, nearest to {point:?}: {got:?}, not {expected_distance:?}, {model}"
        );
    }
    all.len() as u64
}

fn check_intersecting(rng: &mut Rng, all: &[Walls], model: &Model, mask: Option<u32>, scene: &Scene) -> u64 {
    let [p, q, r] = [0; 3].map(|_| Point::from(moves::point(rng, scene)));
    let aabb = Aabb::around([p, q]).expect("points are finite");
    let circle = Circle::new(p, *rng.pick(&[0.0, scene.unit, 2.0 * scene.unit])).expect("numbers are finite");
    let (wall, triangle) = (Segment::new(p, q).ok(), Polygon::new([p, q, r]).ok());
    let shapes = [Some(Shape::Point(p)), Some(Shape::Aabb(&aabb)), Some(Shape::Circle(&circle))].into_iter();
    let shapes = shapes.chain([wall.as_ref().map(Shape::Segment), triangle.as_ref().map(Shape::Polygon)]).flatten();
    let mut questions = 0;
    for shape in shapes {
        let expected = model.intersecting(mask, shape);
        for walls in all {
            let got: Vec<usize> = match mask {
                None => walls.intersecting(shape),
                Some(mask) => walls.only(mask).intersecting(shape),
            }
            .into_iter()
            .map(|id| id.index())
            .collect();
            assert!(
                got == expected,
                "{:?}, {mask:?}, intersecting {shape:?}: {got:?}, not {expected:?}, {model}",
                walls.strategy()
            );
            questions += 1;
        }
    }
    questions
}

#[test]
fn batches_of_all_sizes() {
    let rng = &mut Rng::new(1);
    for (name, make) in KINDS {
        let scene = make(rng);
        let all = every_strategy(&scene.walls);
        for size in [0, 1, 2, 3, 7, 64, cases(1000) as usize] {
            let sweeps: Vec<Sweep> = (0..size).map(|_| moves::sweep(rng, &scene)).collect();
            check_batch(&all, &sweeps);
            for walls in &all {
                let progress = Progress::default();
                let observed = walls.first_touches_observed(&sweeps, &progress);
                assert_eq!(observed, walls.first_touches(&sweeps), "{name}, {:?}", walls.strategy());
                assert_eq!(progress.done(), size, "{name}, {:?}", walls.strategy());
            }
        }
    }
}

/// Sets of the same walls in another order: the same time and place, unless walls tie.
#[test]
fn order_of_walls_does_not_change_the_time() {
    for (name, make) in KINDS {
        for case in 0..cases(200) {
            let rng = &mut Rng::for_case(1, name, case);
            let scene = make(rng);
            let mut shuffled = scene.clone();
            rng.shuffle(&mut shuffled.walls);
            let (all, others) = (every_strategy(&scene.walls), every_strategy(&shuffled.walls));
            let sweep = moves::sweep(rng, &scene);
            let time = |walls: &Walls| walls.first_touch(&sweep).map(|(_, hit)| hit.t.to_bits());
            for (walls, other) in all.iter().zip(&others) {
                assert_eq!(time(walls), time(other), "{name}, case {case}, {:?}, {sweep:?}", walls.strategy());
            }
        }
    }
}

#[test]
fn masks_choose_walls() {
    let near = Segment::new([1.0, -1.0], [1.0, 1.0]).unwrap();
    let far = Segment::new([2.0, -1.0], [2.0, 1.0]).unwrap();
    let path = Sweep::point([0.0, 0.0], [4.0, 0.0]).unwrap();
    for strategy in Strategy::ALL {
        let walls = Walls::with(strategy, [Wall::from(near).with_mask(0b01), Wall::from(far).with_mask(0b10)]);
        let first = |mask: u32| walls.only(mask).first_touch(&path).map(|(id, hit)| (id.index(), hit.t));
        assert_eq!(first(0b01), Some((0, 0.25)), "{strategy:?}");
        assert_eq!(first(0b10), Some((1, 0.5)), "{strategy:?}");
        assert_eq!(first(0b11), Some((0, 0.25)), "{strategy:?}");
        assert_eq!(first(0b100), None, "{strategy:?}");
        assert_eq!(first(0), None, "{strategy:?}");
        assert_eq!(walls.only(0b10).touches(&path).len(), 1, "{strategy:?}");
        assert!(!walls.only(0b100).touches_any(&path), "{strategy:?}");
        assert_eq!(walls.only(0b10).nearest([0.0, 0.0]).map(|(id, distance)| (id.index(), distance)), Some((1, 2.0)));
        assert_eq!(walls.only(0b100).nearest([0.0, 0.0]), None, "{strategy:?}");
    }
}

/// A wall without bits is in no view, but it is a wall.
#[test]
fn a_wall_without_bits() {
    let near = Segment::new([1.0, -1.0], [1.0, 1.0]).unwrap();
    let path = Sweep::point([0.0, 0.0], [4.0, 0.0]).unwrap();
    for strategy in Strategy::ALL {
        let walls = Walls::with(strategy, [Wall::from(near).with_mask(0)]);
        assert!(walls.touches_any(&path), "{strategy:?}");
        assert!(!walls.only(u32::MAX).touches_any(&path), "{strategy:?}");
    }
}

/// Every touch of a moving point stops it, also one that only grazes a pillar or leaves it.
#[test]
fn points_stop_at_pillars() {
    let pillar = Circle::new([0.0, 0.0], 1.0).unwrap();
    let paths = [
        ("grazes", [[-2.0, 1.0], [2.0, 1.0]], 0.5),
        ("leaves", [[1.0, 0.0], [2.0, 0.0]], 0.0),
        ("arrives", [[2.0, 0.0], [1.0, 0.0]], 1.0),
        ("goes in", [[2.0, 0.0], [-2.0, 0.0]], 0.25),
        ("starts within", [[0.0, 0.0], [2.0, 0.0]], 0.0),
    ];
    for strategy in Strategy::ALL {
        let walls = Walls::with(strategy, [pillar]);
        for (name, [start, end], t) in paths {
            let stopped = walls.first_stop(&Sweep::point(start, end).unwrap()).map(|(_, hit)| hit.t);
            assert_eq!(stopped, Some(t), "{name}, {strategy:?}");
        }
    }
}

#[test]
fn one_sided_walls() {
    // Left of the wall is x < 0.
    let wall = Segment::new([0.0, -4.0], [0.0, 4.0]).unwrap();
    let point = |start: [f64; 2], end: [f64; 2]| Sweep::point(start, end).unwrap();
    let disc = |start: [f64; 2], end: [f64; 2]| Sweep::disc(start, end, 1.0).unwrap();
    let cases = [
        ("from the left", point([-2.0, 0.0], [2.0, 0.0]), true, false),
        ("from the right", point([2.0, 0.0], [-2.0, 0.0]), false, true),
        ("from the wall", point([0.0, 0.0], [2.0, 0.0]), true, true),
        ("from the wall's line", point([0.0, 9.0], [0.0, -9.0]), true, true),
        ("a hair left", point([-f64::from_bits(1), 0.0], [2.0, 0.0]), true, false),
        ("a hair right", point([f64::from_bits(1), 0.0], [-2.0, 0.0]), false, true),
        ("ends on it from the left", point([-2.0, 0.0], [0.0, 0.0]), true, false),
        ("disc from the left", disc([-3.0, 0.0], [3.0, 0.0]), true, false),
        ("disc from the right", disc([3.0, 0.0], [-3.0, 0.0]), false, true),
        ("disc already across, its center left", disc([-0.5, 0.0], [3.0, 0.0]), true, false),
        ("disc already across, its center right", disc([0.5, 0.0], [3.0, 0.0]), false, true),
        ("disc on the wall", disc([0.0, 0.0], [3.0, 0.0]), true, true),
        ("disc round the end", disc([-0.5, 6.0], [-0.5, 0.0]), true, false),
    ];
    for strategy in Strategy::ALL {
        for (name, sweep, from_left, from_right) in cases {
            for (side, expected) in [(Side::Left, from_left), (Side::Right, from_right), (Side::On, true)] {
                let walls = Walls::with(strategy, [Wall::from(wall).with_side(side)]);
                let first = walls.first_touch(&sweep).map(|(_, hit)| hit);
                let alone = sweep.first_touch(&wall).filter(|_| expected);
                assert_eq!(first, alone, "{name}, {side:?}, {strategy:?}");
                assert_eq!(walls.touches_any(&sweep), alone.is_some(), "{name}, {side:?}, {strategy:?}");
                assert_eq!(walls.touches(&sweep).len(), usize::from(expected), "{name}, {side:?}, {strategy:?}");
                assert_eq!(walls.intersecting([0.0, 1.0]).len(), 1, "{name}: sides matter to sweeps only");
            }
        }
        let pillar = Circle::new([0.0, 0.0], 1.0).unwrap();
        for side in [Side::Left, Side::Right] {
            let walls = Walls::with(strategy, [Wall::from(pillar).with_side(side)]);
            assert!(cases.iter().all(|(.., sweep, _, _)| {
                walls.first_touch(sweep).map(|(_, hit)| hit) == sweep.first_touch(&pillar)
            }));
        }
    }
}

/// A wall that is met later does not hide behind one that is ignored.
#[test]
fn a_room_of_one_sided_walls() {
    let room = Polygon::new([[0.0, 0.0], [8.0, 0.0], [8.0, 8.0], [0.0, 8.0]]).unwrap();
    for strategy in Strategy::ALL {
        let inward = Walls::with(strategy, room.edges().map(|edge| Wall::from(edge).with_side(Side::Left)));
        let outward = Walls::with(strategy, room.edges().map(|edge| Wall::from(edge).with_side(Side::Right)));
        let through = Sweep::point([-8.0, 4.0], [24.0, 4.0]).unwrap();
        let first = |walls: &Walls| walls.first_touch(&through).map(|(id, hit)| (id.index(), hit.t));
        assert_eq!(first(&inward), Some((1, 0.5)), "{strategy:?}");
        assert_eq!(first(&outward), Some((3, 0.25)), "{strategy:?}");
    }
}

#[test]
fn shapes_of_walls() {
    let wall = Segment::new([1.0, 2.0], [3.0, 4.0]).unwrap();
    let pillar = Circle::new([1.0, 2.0], 3.0).unwrap();
    assert_eq!((Wall::from(wall).segment(), Wall::from(wall).circle()), (Some(wall), None));
    assert_eq!((Wall::from(pillar).segment(), Wall::from(pillar).circle()), (None, Some(pillar)));
    assert!(matches!(Wall::from(wall).shape(), Shape::Segment(shape) if *shape == wall));
    assert!(matches!(Wall::from(pillar).shape(), Shape::Circle(shape) if *shape == pillar));
}

#[test]
fn no_walls() {
    let path = Sweep::disc([0.0, 0.0], [4.0, 0.0], 1.0).unwrap();
    for walls in every_strategy(&[]) {
        assert!(walls.is_empty() && walls.ids().next().is_none());
        assert_eq!(walls.first_touch(&path), None);
        assert_eq!(walls.first_touches(&[path, path]), [None, None]);
        assert_eq!(walls.nearest([0.0, 0.0]), None);
        assert!(walls.intersecting([0.0, 0.0]).is_empty());
        let (found, counters) = walls.first_touch_counted(&path);
        assert_eq!((found, counters.exact), (None, 0));
    }
}

/// On exact ties the lowest id, whatever the walls' order and place in a tree.
#[test]
fn lowest_id_on_ties() {
    let rng = &mut Rng::new(7);
    let path = Sweep::point([-8.0, 0.0], [8.0, 0.0]).unwrap();
    for _ in 0..cases(500) {
        // Walls through or from the origin, which the path meets at exactly half time, and some that come later.
        let mut walls: Vec<_> = (0..1 + rng.below(40))
            .map(|_| {
                let (x, y) = (rng.between(-5, 5) as f64, rng.between(1, 5) as f64);
                let back = rng.between(0, 3) as f64;
                segment(rng, [[-back * x, -back * y], [x, y]])
            })
            .collect();
        let tied = walls.len();
        walls.extend((0..rng.below(40)).map(|k| circle([4.0, k as f64], 1.0 + k as f64 / 2.0)));
        let first = rng.below(walls.len() - tied + 1);
        walls.rotate_right(first);
        for walls in every_strategy(&walls) {
            let found = walls.first_touch(&path).map(|(id, hit)| (id.index(), hit.t));
            let late =
                (0..first).any(|id| walls.touches(&path).iter().any(|(wall, hit)| wall.index() == id && hit.t < 0.5));
            assert!(late || found == Some((first, 0.5)), "{:?}: {found:?}, not wall {first}", walls.strategy());
        }
    }
}
