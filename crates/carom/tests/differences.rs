//! Movers beside what they come down to: a point or disc that meets the polygon of all differences, in numbers so small that this polygon is exact.

use carom::{
    Aabb, Circle, Contact, Hit, Mover, MoverPart, MoverSweep, Point, Polygon, Segment, Strategy, Sweep, Wall, Walls,
    hull,
};
use carom_oracle::rng::Rng;

const CASES: u64 = if carom_oracle::FEW_CASES { 3_000 } else { 60_000 };

fn point(rng: &mut Rng, size: i64) -> Point {
    Point::new(rng.between(-size, size) as f64, rng.between(-size, size) as f64)
}

/// A box, a capsule or a convex polygon, some with a radius.
fn mover(rng: &mut Rng) -> Mover {
    let core = match rng.below(4) {
        0 => {
            let (a, b) = (point(rng, 4), point(rng, 4));
            Mover::aabb(&Aabb::around([a, b]).unwrap())
        }
        1 => Mover::capsule(point(rng, 3), point(rng, 3), 0.0).unwrap(),
        _ => {
            let points: Vec<Point> = (0..rng.between(3, 7)).map(|_| point(rng, 5)).collect();
            match Polygon::new(hull(points).unwrap()) {
                Ok(polygon) => Mover::polygon(&polygon).unwrap(),
                Err(_) => return mover(rng),
            }
        }
    };
    let radius = if rng.one_in(2) { 0.0 } else { rng.between(1, 3) as f64 };
    core.grown(radius).unwrap()
}

/// All differences of a vertex of the obstacle and one of the mover.
fn differences(mover: &Mover, other: &[Point]) -> Vec<Point> {
    let from = |b: &Point| mover.vertices().iter().map(move |a| Point::new(b.x - a.x, b.y - a.y)).collect::<Vec<_>>();
    other.iter().flat_map(from).collect()
}

/// The time and contact of a disc and the filled polygon around some points; `None` outside if they have no inside.
fn model(points: &[Point], path: &Sweep) -> Option<Option<Hit>> {
    let polygon = Polygon::new(hull(points.iter().copied()).ok()?).ok()?;
    Some(path.first_touch(&polygon.filled()).map(|(_, hit)| hit))
}

#[track_caller]
fn agree(truth: Option<Hit>, found: Option<Hit>, what: &dyn std::fmt::Debug) {
    let Some((truth, found)) = truth.zip(found) else {
        assert!(truth.is_none() && found.is_none(), "{truth:?} {found:?} {what:?}");
        return;
    };
    assert_eq!(truth.t.to_bits(), found.t.to_bits(), "{truth:?} {found:?} {what:?}");
    let is_in = |hit: &Hit| hit.contact == Contact::Overlaps;
    assert_eq!(is_in(&truth), is_in(&found), "{truth:?} {found:?} {what:?}");
    assert!((found.normal.length() - 1.0).abs() < 1e-12, "{found:?} {what:?}");
}

#[test]
fn movers_are_discs_among_differences() {
    let (mut touches, mut overlaps) = (0, 0);
    for case in 0..CASES {
        let mut rng = Rng::for_case(1, "differences", case);
        let mover = mover(&mut rng);
        let (start, end) = (point(&mut rng, 12), point(&mut rng, 12));
        let path = Sweep::disc(start, end, mover.radius()).unwrap();
        let sweep = mover.sweep(start, end).unwrap();
        let (a, b) = (point(&mut rng, 8), point(&mut rng, 8));
        if let Ok(wall) = Segment::new(a, b) {
            if let Some(truth) = model(&differences(&mover, &[a, b]), &path) {
                let found = sweep.first_touch(&wall);
                agree(truth, found, &(&mover, path, wall));
                touches += u64::from(found.is_some());
                overlaps += u64::from(found.is_some_and(|hit| hit.contact == Contact::Overlaps));
            }
        }
        // A pillar, and another mover that stands or moves along.
        let radius = rng.between(0, 2) as f64;
        let larger = Sweep::disc(start, end, mover.radius() + radius).unwrap();
        if let Some(truth) = model(&differences(&mover, &[a]), &larger) {
            agree(truth, sweep.first_touch(&Circle::new(a, radius).unwrap()), &(&mover, larger, a));
            let disc = Sweep::disc(a, a, radius).unwrap();
            agree(truth, sweep.first_touch(&disc), &(&mover, larger, a));
        }
        let other = self::mover(&mut rng);
        let drift = point(&mut rng, 9) - Point::default();
        let both = Sweep::disc(start, end, mover.radius() + other.radius()).unwrap();
        if let Some(truth) = model(&differences(&mover, other.vertices()), &both) {
            let path = mover.sweep(start, end + drift).unwrap();
            let found = path.first_touch(&other.sweep([0, 0], Point::default() + drift).unwrap());
            agree(truth, found, &(&mover, both, &other));
        }
    }
    assert!(CASES / 5 < touches && CASES / 20 < overlaps && overlaps < touches / 2, "{overlaps} of {touches}");
}

/// What a mover touches first by asking each wall.
fn by_hand(walls: &[Wall], sweep: &MoverSweep<'_>) -> Option<(usize, Hit)> {
    let touch = |(id, wall): (usize, &Wall)| {
        let hit = match (wall.segment(), wall.circle()) {
            (Some(segment), _) => sweep.first_touch(&segment),
            (_, Some(circle)) => sweep.first_touch(&circle),
            _ => None,
        };
        hit.map(|hit| (id, hit))
    };
    // Times on this grid that round alike are the same.
    walls.iter().enumerate().filter_map(touch).min_by(|a, b| a.1.t.total_cmp(&b.1.t).then(a.0.cmp(&b.0)))
}

#[test]
fn all_strategies_answer_alike() {
    let mut found = 0;
    for case in 0..CASES / 300 {
        let mut rng = Rng::for_case(2, "strategies", case);
        let wall = |rng: &mut Rng| {
            let a = point(rng, 60);
            let b = a + (point(rng, 6) - Point::default());
            let segment = Segment::new(a, b).map(Wall::from);
            segment.unwrap_or_else(|_| Circle::new(a, rng.between(0, 3) as f64).unwrap().into())
        };
        let count = rng.between(1, 200);
        let list: Vec<Wall> = (0..count).map(|_| wall(&mut rng)).collect();
        let all = Strategy::ALL.map(|strategy| Walls::with(strategy, list.clone()));
        for _ in 0..10 {
            let mover = mover(&mut rng);
            let sweep = mover.sweep(point(&mut rng, 70), point(&mut rng, 70)).unwrap();
            let truth = by_hand(&list, &sweep);
            found += u64::from(truth.is_some());
            let touches = all[0].touches(&sweep);
            for walls in &all {
                let first = walls.first_touch(&sweep).map(|(id, hit)| (id.index(), hit));
                assert_eq!(first, truth, "{:?} {mover:?} {sweep:?}", walls.strategy());
                assert_eq!(walls.touches(&sweep), touches, "{:?} {mover:?} {sweep:?}", walls.strategy());
                assert_eq!(walls.touches_any(&sweep), truth.is_some());
                assert_eq!(walls.first_stop(&sweep), all[0].first_stop(&sweep));
            }
            assert_eq!(touches.first().map(|(id, hit)| (id.index(), *hit)), truth);
        }
    }
    assert!(CASES / 100 < found, "{found}");
}

#[test]
fn what_is_round_around_its_position_is_a_sweep() {
    let mut rng = Rng::new(3);
    for _ in 0..CASES / 20 {
        let (a, b, start, end) = (point(&mut rng, 8), point(&mut rng, 8), point(&mut rng, 9), point(&mut rng, 9));
        let radius = rng.between(0, 3) as f64;
        let Ok(wall) = Segment::new(a, b) else { continue };
        let sweep = Sweep::disc(start, end, radius).unwrap();
        let capsule = Mover::capsule([0, 0], [0, 0], radius).unwrap();
        assert_eq!(capsule.sweep(start, end).unwrap().first_touch(&wall), sweep.first_touch(&wall));
        let flat = Mover::aabb(&Aabb::new([0, 0], [0, 0]).unwrap());
        let sweep = Sweep::point(start, end).unwrap();
        assert_eq!(flat.sweep(start, end).unwrap().first_touch(&wall), sweep.first_touch(&wall));
        // One that is not around its position touches at the same times.
        let aside = Mover::capsule([2, 1], [2, 1], radius).unwrap();
        let beside = Sweep::disc([start.x + 2.0, start.y + 1.0], [end.x + 2.0, end.y + 1.0], radius).unwrap();
        let (found, truth) = (aside.sweep(start, end).unwrap().first_touch(&wall), beside.first_touch(&wall));
        let gist = |hit: Hit| (hit.t.to_bits(), hit.contact, hit.feature, hit.mover);
        assert_eq!(found.map(gist), truth.map(gist), "{wall:?} {beside:?}");
    }
}

#[test]
fn a_hit_is_small() {
    assert_eq!(size_of::<Hit>(), 48);
}

#[test]
fn parts_are_named() {
    let floor = Segment::new([-9, 0], [9, 0]).unwrap();
    let hero = Mover::aabb(&Aabb::new([-1, 0], [1, 3]).unwrap());
    let hit = hero.sweep([20, 0], [0, 0]).unwrap().first_touch(&floor).unwrap();
    assert_eq!((hit.mover, hit.contact), (MoverPart::Vertex(0), Contact::Along));
    let diamond = Mover::polygon(&Polygon::new([[0, -2], [2, 0], [0, 2], [-2, 0]]).unwrap()).unwrap();
    let hit = diamond.sweep([0, 6], [0, 0]).unwrap().first_touch(&floor).unwrap();
    assert_eq!((hit.mover, hit.point, hit.t), (MoverPart::Vertex(0), Point::new(0.0, 0.0), 4.0 / 6.0));
}
