//! Boxes, capsules and polygons that bounce, every move judged by whole numbers.

use crate::shapes::{Shape, is_clear, is_free};
use crate::{cases, outline};
use carom::{Aabb, Bounces, Ending, Limits, Mover, Point, Polygon, Strategy, Sweep, Vec2, Wall, Walls};
use carom_oracle::rng::Rng;

fn aabb(low: [f64; 2], high: [f64; 2]) -> Mover {
    Mover::aabb(&Aabb::new(low, high).unwrap())
}

/// Each with the convex shapes it is made of.
fn movers() -> Vec<(Mover, Vec<Shape>)> {
    let triangle = Polygon::new([[-1.0, 0.0], [1.0, 0.0], [0.0, 2.0]]).unwrap();
    let ell = Polygon::new([[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]]).unwrap();
    let convex = [
        aabb([-1.0, -0.5], [1.0, 0.5]),
        Mover::capsule([0.0, -1.0], [0.0, 1.0], 0.5).unwrap(),
        Mover::polygon(&triangle).unwrap(),
        aabb([-0.5, -0.5], [0.5, 0.5]).grown(0.25).unwrap(),
    ];
    let parts = [aabb([0.0, 0.0], [2.0, 1.0]), aabb([0.0, 0.0], [1.0, 2.0])];
    let ell = (Mover::polygon(&ell).unwrap(), parts.iter().map(Shape::of).collect());
    convex.into_iter().map(|mover| (mover.clone(), vec![Shape::of(&mover)])).chain([ell]).collect()
}

/// Chambers: a box, one with a wedge, one with a pillar, a spike and a wall that is passed from below.
fn chambers() -> [Walls; 3] {
    let mut room = outline(&[[-10.0, -10.0], [10.0, -10.0], [10.0, 10.0], [-10.0, 10.0]]);
    room.add(carom::Circle::new([5, 5], 1.5).unwrap());
    room.add(crate::segment([-9.0, 4.0], [-4.0, 4.5]));
    room.add(Wall::from(crate::segment([-8.0, -4.0], [6.0, -3.0])).with_side(carom::Side::Left));
    [
        outline(&[[-10.0, -7.0], [10.0, -7.0], [10.0, 7.0], [-10.0, 7.0]]),
        outline(&[[-10.0, -8.0], [12.0, 0.0], [-10.0, 8.0], [-6.0, 0.0]]),
        room,
    ]
}

#[test]
fn they_never_leave() {
    let (mut bounced, mut blocked) = (0, 0);
    for case in 0..cases(1_200) {
        let rng = &mut Rng::for_case(0, "bouncing movers", case);
        let (chambers, movers) = (chambers(), movers());
        let (walls, (mover, shapes)) = (rng.pick(&chambers), rng.pick(&movers));
        let place = |rng: &mut Rng| Point::new(rng.within(-9.0, 9.0), rng.within(-6.0, 6.0));
        let Some(start) = (0..50).map(|_| place(rng)).find(|&at| is_free(walls, shapes, at)) else {
            continue;
        };
        let restitution = *rng.pick(&[1.0, 1.0, 0.5, 0.0]);
        let motion =
            if rng.one_in(3) { Vec2::new(3.0, 0.0) } else { Vec2::new(rng.within(-5.0, 5.0), rng.within(-5.0, 5.0)) };
        let path =
            walls.bounce(&mover.sweep(start, start + motion).unwrap(), Limits { restitution, ..Limits::bounces(100) });
        let stops = path.bounces.iter().map(|bounce| bounce.at).chain([path.end]);
        let mut from = start;
        for (i, stop) in stops.enumerate() {
            let ends = [[from.x, from.y], [stop.x, stop.y]];
            for wall in walls.ids().filter_map(|id| walls.get(id)) {
                let clear = is_clear(shapes, ends, &wall);
                assert!(
                    clear,
                    "case {case}: move {i} from {from:?} to {stop:?} meets {wall:?}: {mover:?} {start:?} {motion:?}"
                );
            }
            from = stop;
        }
        let speed = path.velocity.length();
        let kept = (speed / motion.length() - 1.0).abs() < 1e-9;
        assert!(restitution < 1.0 || kept || motion == Vec2::default(), "case {case}: {speed}");
        bounced += path.bounces.len() as u64;
        blocked += u64::from(matches!(path.ending, Ending::Blocked { .. }));
    }
    assert!(bounced > 20 * cases(1_200) && blocked * 50 < cases(1_200), "{bounced} bounces, {blocked} blocked");
}

/// A box that bounces between two walls goes to and fro, in its own width less.
#[test]
fn to_and_fro() {
    let walls = outline(&[[0.0, 0.0], [10.0, 0.0], [10.0, 4.0], [0.0, 4.0]]);
    let hero = aabb([-1.0, -1.0], [1.0, 1.0]);
    let path = walls.bounce(&hero.sweep([5.0, 2.0], [11.0, 2.0]).unwrap(), Limits::time(3.0));
    let places: Vec<f64> = path.bounces.iter().map(|bounce| bounce.at.x).collect();
    assert_eq!(places.len(), 2, "{path:?}");
    for (got, expected) in places.iter().zip([9.0, 1.0]) {
        assert!((got - expected).abs() < 1e-12);
    }
    assert!((path.end.x - 7.0).abs() < 1e-12, "{path:?}");
}

/// What has no size but a radius bounces as a disc does, and all strategies bounce alike, bit for bit.
#[test]
fn the_same_bits() {
    let fingerprint = |path: &Bounces| format!("{path:?}");
    for case in 0..cases(200) {
        let rng = &mut Rng::for_case(1, "bouncing movers", case);
        let walls: Vec<Wall> = {
            let chambers = chambers();
            let walls = rng.pick(&chambers);
            walls.ids().filter_map(|id| walls.get(id)).collect()
        };
        let (start, end) = ([rng.within(-5.0, -4.0), 0.1], [rng.within(-9.0, 9.0), rng.within(-9.0, 9.0)]);
        let radius = *rng.pick(&[0.0, 0.25]);
        let disc =
            Walls::new(walls.iter().copied()).bounce(&Sweep::disc(start, end, radius).unwrap(), Limits::bounces(50));
        let mover = Mover::capsule([0.0, 0.0], [0.0, 0.0], radius).unwrap();
        let hero = aabb([-0.5, -0.5], [0.5, 0.5]);
        let mut boxes = Vec::new();
        for strategy in Strategy::ALL {
            let walls = Walls::with(strategy, walls.iter().copied());
            let got = walls.bounce(&mover.sweep(start, end).unwrap(), Limits::bounces(50));
            assert_eq!(fingerprint(&got), fingerprint(&disc), "case {case}, {strategy:?}");
            boxes.push(fingerprint(&walls.bounce(&hero.sweep(start, end).unwrap(), Limits::bounces(50))));
        }
        assert!(boxes.iter().all(|path| *path == boxes[0]), "case {case}");
    }
}
