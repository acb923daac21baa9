//! The squares and boxes of trees, as pictures show them.

use carom::{Segment, Strategy, TreeBox, Walls};
use carom_oracle::rng::Rng;

fn walls(strategy: Strategy, count: u32) -> (Vec<Segment>, Walls) {
    let mut rng = Rng::new(u64::from(count));
    let segments: Vec<Segment> = (0..count)
        .map(|_| {
            let (x, y) = (rng.below(1000) as f64, rng.below(700) as f64);
            Segment::new([x, y], [x + 1.0 + rng.below(40) as f64, y + rng.below(40) as f64]).unwrap()
        })
        .collect();
    (segments.clone(), Walls::with(strategy, segments))
}

fn holds(outer: &TreeBox, inner: &TreeBox, slack: f64) -> bool {
    outer.min.x <= inner.min.x + slack
        && outer.min.y <= inner.min.y + slack
        && inner.max.x <= outer.max.x + slack
        && inner.max.y <= outer.max.y + slack
}

/// Every box but the outermost lies within one that is divided and one level up, and no wall is left out.
#[test]
fn boxes_lie_within_boxes_and_hold_all_walls() {
    for count in [1, 9, 60, 700] {
        for strategy in [Strategy::Quadtree, Strategy::Bvh] {
            let (segments, walls) = walls(strategy, count);
            let boxes = walls.boxes();
            // A box of a box tree is known in numbers of half the digits.
            let slack = 1e-3;
            for one in &boxes {
                let is_within =
                    |outer: &TreeBox| outer.depth + 1 == one.depth && outer.walls.is_none() && holds(outer, one, slack);
                assert!(one.depth == 0 || boxes.iter().any(is_within), "{strategy:?}, {count}: {one:?}");
            }
            let listed: usize = boxes.iter().filter_map(|one| one.walls).sum();
            assert!(listed >= segments.len(), "{strategy:?}, {count}: {listed}");
            for segment in &segments {
                let is_in = |place: carom::Point| {
                    let at = TreeBox { min: place, max: place, depth: 0, walls: None };
                    boxes.iter().any(|one| one.walls.is_some() && holds(one, &at, slack))
                };
                assert!(is_in(segment.a()) && is_in(segment.b()), "{strategy:?}, {count}: {segment:?}");
            }
        }
    }
}

#[test]
fn other_strategies_have_none() {
    for strategy in [Strategy::BruteForce, Strategy::Bounds, Strategy::Grid] {
        assert_eq!(walls(strategy, 60).1.boxes(), []);
    }
    assert_eq!(Walls::with(Strategy::Quadtree, [] as [Segment; 0]).boxes(), []);
    assert_eq!(Walls::with(Strategy::Bvh, [] as [Segment; 0]).boxes(), []);
}

/// Boxes of a box tree are in one another where there are many walls, and the memory is that of all walls at least, and not many times as much.
#[test]
fn boxes_and_bytes_of_many_walls() {
    let (segments, few) = walls(Strategy::Bvh, 2000);
    let depths: Vec<u32> = few.boxes().iter().map(|one| one.depth).collect();
    assert!(depths.contains(&1) && depths.contains(&2) && depths.iter().max() < Some(&9), "{:?}", depths.iter().max());
    let all = few.bytes() - Walls::with(Strategy::BruteForce, segments).bytes();
    // Four numbers of half the digits and the wall's own number, at the least, and its share of nodes and of places that are free.
    assert!((20..200).contains(&(all / 2000)), "{all} bytes");
}

/// All of the plane has all walls in it, each once, and nothing of places of a node that are free.
#[test]
fn all_of_the_plane() {
    let plane = carom::Aabb::new([-f64::MAX, -f64::MAX], [f64::MAX, f64::MAX]).unwrap();
    for strategy in [Strategy::BruteForce, Strategy::Quadtree, Strategy::Bvh, Strategy::Grid] {
        for count in [1, 3, 19, 100] {
            let all = walls(strategy, count).1;
            assert_eq!(all.intersecting(&plane), all.ids().collect::<Vec<_>>(), "{strategy:?}, {count}");
        }
    }
}
