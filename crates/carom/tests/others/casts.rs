//! Rays and shapes that are cast.

use crate::{box_touch, disc, point, polygon, wall};
use carom::{Contact, Feature, Mover, Polygon, Side, Strategy, Walls, orient};

/// A box against a segment was missed, and found when 1e-6 was added to any number. Here it comes down on a wall's end, a box's corner
/// and a side, for every step of a unit in the last place around a touch: it touches exactly from where it reaches.
#[test]
fn parry_180_and_410_a_graze_is_a_touch() {
    let segment = wall([0.0, 0.0], [4.0, 0.0]);
    for (x, touches) in [(5.0_f64, true), (5.0_f64.next_up(), false), (5.0_f64.next_down(), true), (-1.0, true)] {
        let path = [[x, 3.0], [x, -3.0]];
        assert_eq!(box_touch([1.0, 1.0], path, &segment).is_some(), touches, "box at {x}");
        assert_eq!(disc(path[0], path[1], 1.0).first_touch(&segment).is_some(), touches, "disc at {x}");
        let capsule = Mover::capsule([0, -1], [0, 1], 1.0).expect("a capsule");
        let hit = capsule.sweep(path[0], path[1]).expect("finite").first_touch(&segment);
        assert_eq!(hit.is_some(), touches, "capsule at {x}");
    }
}

/// The time was short by an amount that grew with the shape's extent.
#[test]
fn parry_429_the_time_does_not_depend_on_the_extent() {
    let floor = wall([-1e9, 0.0], [1e9, 0.0]);
    for width in [1.0, 1e3, 1e6, 1e8] {
        let hit = box_touch([width, 1.0], [[0.0, 9.0], [0.0, -7.0]], &floor).expect("it falls on the floor");
        assert_eq!((hit.t, hit.contact), (0.5, Contact::Crosses), "{width}");
    }
}

/// Far from the origin answers became wrong. The same case, moved by a power of two that keeps all numbers exact.
#[test]
fn parry_407_far_from_the_origin() {
    for far in [0.0, 2_f64.powi(30), 2_f64.powi(45)] {
        let segment = wall([far, far], [far + 8.0, far + 4.0]);
        let hit = point([far + 4.0, far + 4.0], [far + 4.0, far]).first_touch(&segment).expect("it crosses");
        assert_eq!((hit.t, hit.point), (0.5, [far + 4.0, far + 2.0].into()), "{far}");
        let beside = point([far + 4.0, far + 4.0], [far + 4.0, far + 2.0 + 0.125]).first_touch(&segment);
        assert_eq!(beside, None, "{far}");
    }
}

/// A ball and a polyline that was turned: a hit was missed, and another was made up. A zigzag, in four turns.
#[test]
fn parry_19_a_polyline_turned() {
    let corners = [[0.0, 0.0], [4.0, 4.0], [8.0, 0.0], [12.0, 4.0]];
    let turns: [fn([f64; 2]) -> [f64; 2]; 4] = [|[x, y]| [x, y], |[x, y]| [-y, x], |[x, y]| [-x, -y], |[x, y]| [y, -x]];
    for turn in turns {
        let walls = Walls::new(corners.windows(2).map(|pair| wall(turn(pair[0]), turn(pair[1]))));
        let falls = |x: f64, r: f64| disc(turn([x, 9.0]), turn([x, -7.0]), r);
        // Onto the peak, which is at (4, 4): the centre is stopped at 4 + r.
        let (id, hit) = walls.first_touch(&falls(4.0, 1.0)).expect("it meets the peak");
        assert_eq!((id.index(), hit.t, hit.point), (0, 0.25, turn([4.0, 4.0]).into()));
        // Past the last end, by one unit in the last place, and by none.
        assert!(walls.first_touch(&falls(13.0_f64.next_up(), 1.0)).is_none());
        assert!(walls.first_touch(&falls(13.0, 1.0)).is_some_and(|(id, hit)| id.index() == 2 && !hit.contact.stops()));
    }
}

/// A wall of no length was hit by a ray far away from it. There is no such wall; where one is wanted it is a circle of radius 0.
#[test]
fn parry_31_a_wall_without_length() {
    let error = carom::Segment::new([10, 10], [10, 10]).unwrap_err();
    assert_eq!(error.to_string(), "segment ends coincide at (10, 10); a segment needs two distinct ends");
    let dot = carom::Circle::new([10, 10], 0.0).expect("a dot");
    assert_eq!(point([0.0, 0.0], [1e300, 0.0]).first_touch(&dot), None);
    assert!(point([0.0, 0.0], [20.0, 20.0]).first_touch(&dot).is_some());
}

/// A ray beside a wall and parallel to it was a hit.
#[test]
fn parry_178_and_ncollide_269_parallel_is_no_hit() {
    assert_eq!(point([3.0, 0.0], [3.0, 9.0]).first_touch(&wall([2.0, 1.0], [2.0, 0.0])), None);
    assert_eq!(point([0.0, 0.0], [0.0, -9.0]).first_touch(&wall([1.0, 2.0], [1.0, -2.0])), None);
    // On the same line it is one, at the nearer end.
    let along = point([2.0, 9.0], [2.0, 1.0]).first_touch(&wall([2.0, 0.0], [2.0, 5.0])).expect("it is on its way");
    assert_eq!((along.t, along.feature, along.contact), (0.5, Feature::B, Contact::Along));
}

/// Crossings at ends were taken for crossings in the middle.
#[test]
fn parry_109_ends_are_ends() {
    let path = point([0.0, 4.0], [0.0, -4.0]);
    for (a, b, feature) in [
        ([0.0, 0.0], [4.0, 0.0], Feature::A),
        ([4.0, 0.0], [0.0, 0.0], Feature::B),
        ([-4.0, 0.0], [4.0, 0.0], Feature::Side),
    ] {
        assert_eq!(path.first_touch(&wall(a, b)).map(|hit| hit.feature), Some(feature), "{a:?} {b:?}");
    }
}

/// A ray of no length inside of a box panicked.
#[test]
fn parry_383_a_ray_of_no_length() {
    let room = polygon(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]);
    let still = point([2.0, 2.0], [2.0, 2.0]);
    assert_eq!(still.first_touch(&room.outline()), None);
    let (_, hit) = still.first_touch(&room.filled()).expect("it is inside");
    assert_eq!((hit.t, hit.contact), (0.0, Contact::Overlaps));
}

/// A ball at the end of a polyline had a normal of length 0.
#[test]
fn rapier_168_a_normal_at_an_end() {
    let hit = disc([0.0, 5.0], [0.0, 0.0], 1.0).first_touch(&wall([0.0, 0.0], [9.0, 0.0])).expect("it meets the end");
    assert_eq!((hit.t, hit.normal.x, hit.normal.y), (0.8_f64.next_down(), 0.0, 1.0));
    assert_eq!(hit.feature, Feature::A);
}

/// A cast of a small shape missed a thin long rectangle that the ray found. The numbers are the report's.
#[test]
fn rapier_js_258_a_thin_long_box() {
    for (half, at, start, end) in [
        ([244.5, 0.5], [884.5, 188.5], [380.0, 241.0], [1004.0, 137.0]),
        ([335.0, 0.5], [408.0, 286.5], [894.0, 328.0], [385.0, 217.0]),
    ] {
        let corner = |x: f64, y: f64| [at[0] + x * half[0], at[1] + y * half[1]];
        let bar = polygon(&[corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)]);
        let (_, ray) = point(start, end).first_touch(&bar.filled()).expect("the ray hits");
        let mut last = ray.t;
        for radius in [0.0, 0.5, 1.0, 8.0] {
            let (_, hit) = disc(start, end, radius).first_touch(&bar.filled()).expect("so does whatever is larger");
            assert!(hit.t <= last, "{radius}: {} after {last}", hit.t);
            last = hit.t;
            let (_, boxed) = box_touch([radius, radius], [start, end], &bar.filled()).expect("and a box");
            assert!(boxed.t <= last, "a box around the disc is not later");
        }
    }
}

/// The height that a cast came down to was off by up to 6e-2 as the start was moved by 0.01. The exact time is the same for all.
#[test]
fn bevy_rapier_119_the_height_does_not_depend_on_the_start() {
    let floor = wall([-100.0, 0.0], [100.0, 0.0]);
    for step in 0..1000 {
        let x = -5.0 + 0.01 * f64::from(step);
        let hit = box_touch([0.5, 1.0], [[x, 9.0], [x, -7.0]], &floor).expect("it falls on the floor");
        assert_eq!((hit.t, hit.normal.x, hit.normal.y), (0.5, 0.0, 1.0), "{x}");
    }
}

/// Contacts at edges of a few millimetres were false overlaps, or broke an assertion.
#[test]
fn box2d_short_edges() {
    for length in [1e-2, 3.5e-3, 1e-6, 1e-300] {
        let short = wall([0.0, 0.0], [length, 0.0]);
        let before = -(1.0_f64.next_up());
        assert_eq!(box_touch([1.0, 1.0], [[-3.0, 0.0], [before, 0.0]], &short), None, "{length}");
        let hit = box_touch([1.0, 1.0], [[-3.0, 0.0], [-1.0, 0.0]], &short).expect("it ends at it");
        assert_eq!((hit.t, hit.contact), (1.0, Contact::Ends), "{length}");
    }
}

/// A cast parallel to flat ground, just above it, broke an assertion.
#[test]
fn box2d_917_parallel_just_above_the_ground() {
    let ground = wall([-100.0, 0.0], [100.0, 0.0]);
    let above = 1.0_f64.next_up();
    assert_eq!(box_touch([1.0, 1.0], [[-9.0, above], [9.0, above]], &ground), None);
    let along = box_touch([1.0, 1.0], [[-9.0, 1.0], [9.0, 1.0]], &ground).expect("it touches all the way");
    assert_eq!((along.t, along.contact, along.contact.stops()), (0.0, Contact::Along, false));
}

/// The closest hit was not found among several edges and loops. Nested squares, asked with every strategy.
#[test]
fn box2d_219_the_closest_of_many() {
    let squares: Vec<Polygon> = (1..=20)
        .map(|k| {
            let k = f64::from(k);
            polygon(&[[-k, -k], [k, -k], [k, k], [-k, k]])
        })
        .collect();
    for strategy in [Strategy::BruteForce, Strategy::Bounds, Strategy::Quadtree, Strategy::Bvh, Strategy::Grid] {
        let walls = Walls::with(strategy, squares.iter().flat_map(Polygon::edges));
        let (_, hit) = walls.first_touch(&point([30.0, 0.5], [-10.0, 0.5])).expect("it crosses");
        assert_eq!((hit.t, hit.point), (0.25, [20.0, 0.5].into()), "{strategy:?}");
        let (_, hit) = walls.first_touch(&point([0.0, 0.25], [8.0, 0.25])).expect("it crosses");
        assert_eq!((hit.t, hit.point), (0.125, [1.0, 0.25].into()), "{strategy:?}");
    }
}

/// Rays against a polygon of two vertices: false hits and missed ones. There is no such polygon; a segment is one.
#[test]
fn box2d_64_and_74_two_vertices() {
    assert!(Polygon::new([[0, 0], [4, 0]]).unwrap_err().to_string().contains("2 vertices"));
    let segment = wall([0.0, 0.0], [4.0, 0.0]);
    assert!(point([2.0, 1.0], [2.0, -1.0]).first_touch(&segment).is_some());
    assert!(point([5.0, 1.0], [5.0, -1.0]).first_touch(&segment).is_none());
}

/// A ray that starts inside gave a point at the far end, or a normal of garbage.
#[test]
fn chipmunk_169_and_222_starts_inside() {
    let room = polygon(&[[0.0, 0.0], [8.0, 0.0], [8.0, 4.0], [0.0, 4.0]]);
    let (_, hit) = point([1.0, 2.0], [20.0, 2.0]).first_touch(&room.filled()).expect("it starts inside");
    assert_eq!((hit.t, hit.contact), (0.0, Contact::Overlaps));
    assert_eq!((hit.normal.x, hit.normal.y), (-1.0, 0.0), "the shortest way out");
    assert_eq!(hit.point, [1.0, 2.0].into(), "a point touches where it is");
    let (_, hit) = disc([1.0, 2.0], [20.0, 2.0], 0.25).first_touch(&room.filled()).expect("it starts inside");
    assert_eq!(hit.point, [0.0, 2.0].into(), "a disc at the edge that is nearest to its centre");
    let (_, leaves) = point([1.0, 2.0], [15.0, 2.0]).first_touch(&room.outline()).expect("it goes out");
    assert_eq!((leaves.t, leaves.point), (0.5, [8.0, 2.0].into()));
}

/// A ray from A to B hit the edge of a tile, from B to A it did not.
#[test]
fn godot_52088_both_ways() {
    let tile = polygon(&[[0.0, 0.0], [32.0, 0.0], [32.0, 32.0], [0.0, 32.0]]);
    let walls = Walls::new(tile.edges());
    let ends =
        [[0.0, 0.0], [0.0, 32.0], [0.0, 48.0], [0.0, -16.0], [32.0, 40.0], [-8.0, -8.0], [40.0, 40.0], [33.0, 5.0]];
    for a in ends {
        for b in ends {
            let (there, back) = (point(a, b), point(b, a));
            assert_eq!(walls.touches_any(&there), walls.touches_any(&back), "{a:?} {b:?}");
            let filled = tile.filled();
            assert_eq!(there.first_touch(&filled).is_some(), back.first_touch(&filled).is_some(), "{a:?} {b:?}");
        }
    }
    assert!(walls.touches_any(&point([0.0, 0.0], [0.0, 32.0])));
}

/// Casts that missed, in a game that moved its character by whole steps: whatever a swept box covers is touched, and nothing else.
#[test]
fn avian_821_no_cast_is_missed() {
    let mut touched = 0;
    for (x, y) in (-12..=12).flat_map(|x| (-12..=12).map(move |y| (f64::from(x) / 4.0, f64::from(y) / 4.0))) {
        // Against a wall of one direction only: by hand, it is a question of two intervals.
        let beam = wall([-1.0, 0.0], [1.0, 0.0]);
        let hit = box_touch([0.5, 0.5], [[x, y], [x, y - 1.0]], &beam);
        let by_hand = x.abs() <= 1.5 && (y - 1.0..=y).contains(&0.0) || x.abs() <= 1.5 && (-0.5..=1.5).contains(&y);
        assert_eq!(hit.is_some(), by_hand, "{x} {y}");
        touched += usize::from(hit.is_some());
    }
    assert_eq!(touched, 13 * 9);
}

/// A body was turned aside by a corner that it never touches.
#[test]
fn avian_990_a_corner_that_is_not_touched() {
    for scale in [1e-6, 1.0, 1e6] {
        let corner = polygon(&[[0.0, 0.0], [0.0, -9.0 * scale], [9.0 * scale, -9.0 * scale], [9.0 * scale, 0.0]]);
        let height = scale.next_up();
        let passes = disc([-9.0 * scale, height], [20.0 * scale, height], scale);
        assert_eq!(passes.first_touch(&corner.filled()), None, "{scale}");
    }
}

/// A ray in the plane of a box's face was NaN, and was then called a miss.
#[test]
fn bvh_140_a_ray_in_a_face() {
    for strategy in [Strategy::Quadtree, Strategy::Bvh, Strategy::Grid] {
        let boxes = (0..100)
            .map(|i| f64::from(i) * 4.0)
            .flat_map(|x| polygon(&[[x, 0.0], [x + 1.0, 0.0], [x + 1.0, 1.0], [x, 1.0]]).edges().collect::<Vec<_>>());
        let walls = Walls::with(strategy, boxes);
        let (_, hit) = walls.first_touch(&point([-4.0, 1.0], [12.0, 1.0])).expect("it runs along the top");
        assert_eq!((hit.t, hit.point), (0.25, [0.0, 1.0].into()), "{strategy:?}");
        assert!(walls.first_touch(&point([0.0, 9.0], [0.0, 0.5])).is_some(), "{strategy:?}");
    }
}

/// The well-known trouble of `orient2d`, as in the fixtures of robust-predicates: a point that is moved in steps of a unit in the last
/// place around (0.5, 0.5), beside the line through (12, 12) and (24, 24). Its side is that of y − x, which is exact here.
#[test]
fn robust_predicates_a_grid_beside_a_diagonal() {
    let step = f64::EPSILON / 2.0;
    for (i, j) in (-32..=32).flat_map(|i| (-32..=32).map(move |j| (i, j))) {
        let p = [0.5 + f64::from(i) * step, 0.5 + f64::from(j) * step];
        let side = match p[1].total_cmp(&p[0]) {
            std::cmp::Ordering::Greater => Side::Left,
            std::cmp::Ordering::Equal => Side::On,
            std::cmp::Ordering::Less => Side::Right,
        };
        assert_eq!(orient([12.0, 12.0], [24.0, 24.0], p), side, "{p:?}");
        assert_eq!(orient([24.0, 24.0], p, [12.0, 12.0]), side, "{p:?}");
    }
}
