//! Walls that come, go and move: the answers are those of walls built anew.

use crate::model::{Made, Model, QUESTIONS, answers, check_sweep, every_strategy};
use crate::questions::check_nearest;
use crate::scenes::{KINDS, Kind, Scene, circle, segment, with_masks_and_sides};
use crate::{cases, in_two_threads, moves};
use carom::{Polygon, Segment, Strategy, Sweep, Vec2, WallId, Walls};
use carom_oracle::polygons;
use carom_oracle::rng::Rng;

/// One random change, made to all of them; what each returns is checked.
pub(crate) fn change(rng: &mut Rng, scene: &Scene, all: &mut [Walls], model: &mut Model) {
    match rng.below(16) {
        0..=4 => insert(any_wall(rng, scene), all, model),
        5..=8 => remove(any_id(rng, model), all, model),
        9..=13 => replace(any_id(rng, model), any_wall(rng, scene), all, model),
        14 => all.iter_mut().for_each(Walls::rebuild),
        _ => insert_outline(rng, all, model),
    }
    let living: Vec<usize> = model.living().map(|(id, _)| id).collect();
    for walls in all {
        assert_eq!((walls.len(), walls.is_empty()), (living.len(), living.is_empty()), "{:?}", walls.strategy());
        assert!(walls.ids().map(|id| id.index()).eq(living.iter().copied()), "{:?}", walls.strategy());
    }
}

/// A wall of the scene, one that ties with the scene, or a far one.
fn any_wall(rng: &mut Rng, scene: &Scene) -> Made {
    let [p, q] = [moves::point(rng, scene), moves::point(rng, scene)];
    let mut wall = match rng.below(8) {
        0..=2 if !scene.walls.is_empty() => return *rng.pick(&scene.walls),
        3 => circle(p, *rng.pick(&[0.0, 1.0, 2.0]) * scene.unit),
        4 => segment(rng, [p, [p[0] + 1e6 * scene.unit, p[1]]]),
        _ => segment(rng, [p, q]),
    };
    if rng.one_in(4) {
        with_masks_and_sides(rng, std::slice::from_mut(&mut wall));
    }
    wall
}

/// A number below the number of ids given, mostly one of a living wall.
fn any_id(rng: &mut Rng, model: &Model) -> Option<usize> {
    (!model.walls.is_empty()).then(|| rng.below(model.walls.len()))
}

fn insert(wall: Made, all: &mut [Walls], model: &mut Model) {
    for walls in all {
        assert_eq!(walls.add(wall.wall()).index(), model.walls.len(), "{:?}", walls.strategy());
    }
    model.walls.push(Some(wall));
}

fn remove(id: Option<usize>, all: &mut [Walls], model: &mut Model) {
    let Some((id, wall)) = id.and_then(|id| Some((id, model.walls[id].take()?))) else { return };
    for walls in all {
        let wall_id = id_of(walls, id);
        let removed = walls.remove(wall_id).expect("the wall was there");
        assert!(wall.is(&removed), "{:?}, wall {id}: {wall:?}", walls.strategy());
        check_gone(walls, wall_id);
    }
}

fn replace(id: Option<usize>, new: Made, all: &mut [Walls], model: &mut Model) {
    let Some((id, old)) = id.and_then(|id| Some((id, model.walls[id].replace(new)?))) else {
        // There was none, so nothing was replaced.
        if let Some(id) = id {
            model.walls[id] = None;
        }
        return;
    };
    for walls in all {
        let wall_id = id_of(walls, id);
        let replaced = walls.replace(wall_id, new.wall()).expect("the wall was there");
        assert!(old.is(&replaced), "{:?}, wall {id}: {old:?}", walls.strategy());
        assert!(walls.get(wall_id).is_some_and(|wall| new.is(&wall)), "{:?}, wall {id}: {new:?}", walls.strategy());
    }
}

fn insert_outline(rng: &mut Rng, all: &mut [Walls], model: &mut Model) {
    let rings = polygons::any(rng, 8);
    let polygon = Polygon::with_holes(rings[0].iter().copied(), rings[1..].iter().map(|ring| ring.iter().copied()));
    let polygon = polygon.expect("the polygon is simple");
    for walls in all {
        let ids = walls.add_outline(&polygon).into_iter().map(|id| id.index());
        assert!(ids.eq(model.walls.len()..model.walls.len() + polygon.edge_count()), "{:?}", walls.strategy());
    }
    model.walls.extend(polygon.edges().map(|edge| Some(Made::new(crate::model::Form::Segment(edge)))));
}

fn id_of(walls: &Walls, id: usize) -> WallId {
    walls.ids().find(|wall| wall.index() == id).expect("the wall lives")
}

/// A wall that is gone stays gone, and asking for it changes nothing.
fn check_gone(walls: &mut Walls, id: WallId) {
    let (before, other) = (walls.len(), Segment::new([0.0, 0.0], [1.0, 0.0]).unwrap());
    assert!(walls.get(id).is_none() && walls.remove(id).is_none() && walls.replace(id, other).is_none());
    assert_eq!(walls.len(), before);
}

/// Sequences of changes, each of them long.
const SEQUENCES: u64 = cases(2_000);

#[test]
fn random_changes() {
    let count = KINDS.len() as u64;
    let questions = in_two_threads(SEQUENCES, |case| check_changes(&KINDS[(case % count) as usize], case));
    assert!(50 * SEQUENCES < questions, "{questions} questions");
}

fn check_changes(&(name, make): &Kind, case: u64) -> u64 {
    let rng = &mut Rng::for_case(2, name, case);
    let scene = make(rng);
    let mut walls = scene.walls.clone();
    walls.truncate(rng.below(40));
    let (mut all, mut model) = (every_strategy(&walls), Model::new(name, case, &walls));
    let mut questions = 0;
    for _ in 0..4 {
        for _ in 0..rng.below(30) {
            change(rng, &scene, &mut all, &mut model);
        }
        let sweep = moves::sweep(rng, &scene);
        questions += check_sweep(&all, &model, None, &sweep);
        questions += check_against_new(&mut all, &model, &sweep);
    }
    questions
}

/// The same walls built anew have other ids, in the same order.
fn check_against_new(all: &mut [Walls], model: &Model, sweep: &Sweep) -> u64 {
    let (ids, walls): (Vec<usize>, Vec<Made>) = model.living().map(|(id, wall)| (id, *wall)).unzip();
    for (changed, new) in all.iter_mut().zip(every_strategy(&walls)) {
        let mut expected = answers(&new, None, sweep);
        let touches = expected.first.iter_mut().chain(&mut expected.stop).chain(&mut expected.all);
        touches.for_each(|touch| touch.wall = ids[touch.wall]);
        let got = answers(changed, None, sweep);
        let strategy = changed.strategy();
        assert!(got == expected, "built anew, {strategy:?}, {sweep:?}: {}, {model}", got.difference(&expected));
        changed.rebuild();
        let rebuilt = answers(changed, None, sweep);
        assert!(
            rebuilt == expected,
            "after rebuild, {strategy:?}, {sweep:?}: {}, {model}",
            rebuilt.difference(&expected)
        );
    }
    3 * QUESTIONS * all.len() as u64
}

/// So many changes that they are settled in several indices, and walls move from one to another.
#[test]
fn many_changes() {
    let questions = in_two_threads(cases(60), |case| {
        let (name, make) = KINDS[case as usize % KINDS.len()];
        let rng = &mut Rng::for_case(4, name, case);
        let scene = make(rng);
        let walls: Vec<Made> = (0..rng.below(600)).map(|_| any_wall(rng, &scene)).collect();
        let (mut all, mut model) = (every_strategy(&walls), Model::new(name, case, &walls));
        let mut questions = 0;
        for _ in 0..10 {
            for _ in 0..rng.below(150) {
                match rng.below(8) {
                    0..=2 => insert(any_wall(rng, &scene), &mut all, &mut model),
                    3 => remove(any_id(rng, &model), &mut all, &mut model),
                    _ => replace(any_id(rng, &model), any_wall(rng, &scene), &mut all, &mut model),
                }
            }
            questions += check_nearest(&all, &model, None, moves::point(rng, &scene).into());
            questions += check_sweep(&all, &model, None, &moves::sweep(rng, &scene));
        }
        questions
    });
    assert!(cases(60) < questions, "{questions} questions");
}

/// The box of all walls, which a ray without end goes beyond, is that of the walls that are there.
#[test]
fn rays_after_changes() {
    let wall = |x: f64| Segment::new([x, -1.0], [x, 1.0 + x.abs() / 3.0]).unwrap();
    let mut walls = Walls::new((0..200).map(|k| wall(f64::from(k) + 1.0)));
    let far: Vec<WallId> = (0..200).map(|k| walls.add(wall(1e9 * f64::from(k + 1)))).collect();
    for id in far {
        assert!(walls.remove(id).is_some());
    }
    let new = Walls::new((0..200).map(|k| wall(f64::from(k) + 1.0)));
    let rays: Vec<Vec2> = (1..50).map(|k| Vec2::new(1.0, 1.0 / f64::from(k))).collect();
    let scan = |walls: &Walls| walls.scan([0.3, 0.7], &rays, f64::INFINITY);
    assert_eq!(scan(&walls), scan(&new));
}

/// Everything removed, in any order, then walls again: no id comes back.
#[test]
fn emptied_and_filled_again() {
    for (name, make) in KINDS {
        let rng = &mut Rng::for_case(3, name, 0);
        let scene = make(rng);
        let (mut all, mut model) = (every_strategy(&scene.walls), Model::new(name, 0, &scene.walls));
        for _ in 0..3 {
            let mut ids: Vec<usize> = model.living().map(|(id, _)| id).collect();
            rng.shuffle(&mut ids);
            for id in ids {
                remove(Some(id), &mut all, &mut model);
            }
            check_sweep(&all, &model, None, &moves::sweep(rng, &scene));
            for wall in &scene.walls {
                insert(*wall, &mut all, &mut model);
            }
            for _ in 0..4 {
                check_sweep(&all, &model, None, &moves::sweep(rng, &scene));
            }
        }
    }
}

#[test]
fn an_id_of_other_walls() {
    let wall = Segment::new([0.0, 0.0], [1.0, 0.0]).unwrap();
    for strategy in Strategy::ALL {
        let mut many = Walls::with(strategy, [wall; 9]);
        let mut few = Walls::with(strategy, [wall; 3]);
        let last = many.add(wall);
        assert!(few.get(last).is_none() && few.remove(last).is_none() && few.replace(last, wall).is_none());
        assert_eq!(few.add(wall).index(), 3, "{strategy:?}");
    }
}

/// A wall that moves a little at a time, as a door does, is where it is now and nowhere else.
#[test]
fn a_wall_that_moves() {
    let path = Sweep::point([0.0, 0.0], [1024.0, 0.0]).unwrap();
    for strategy in Strategy::ALL {
        let fence = (0..100).map(|k| Segment::new([f64::from(k), 1.0], [f64::from(k), 2.0]).unwrap());
        let mut walls = Walls::with(strategy, fence);
        let door = walls.add(Segment::new([0.0, -1.0], [0.0, 1.0]).unwrap());
        for k in 0..1024 {
            let x = f64::from((k * 389) % 1024);
            walls.replace(door, Segment::new([x, -1.0], [x, 1.0]).unwrap()).expect("the door is there");
            let found = walls.first_touch(&path).map(|(id, hit)| (id, hit.t));
            assert_eq!(found, Some((door, x / 1024.0)), "{strategy:?}");
        }
    }
}
