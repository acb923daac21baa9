//! What overlaps from the start says so, how deep, and which way is the shortest out.

use carom::{Aabb, Circle, Contact, Mover, Overlap, Polygon, Segment, Sweep, Vec2};
use carom_oracle::movers::{Moving, State};
use carom_oracle::near_movers;
use carom_oracle::truth::Xy;

use super::cases;
use super::judged::{agree, any_mover, for_each_kind};
use super::made::{circle, mover, segment, sweep};

const OVERLAPS: u64 = cases(500_000);

/// How far, in units of the last place of the largest number involved, a rounded depth may be off.
const PLACE: f64 = 64.0;

/// What overlaps from the start: whether, how deep, and in which direction out.
#[test]
fn overlaps() {
    for_each_kind("overlaps", OVERLAPS, |rng, kind| {
        let (mut moving, other, got) = match rng.below(3) {
            0 => {
                let (mut moving, wall) = near_movers::mover_and_wall(rng, kind);
                let shape = mover(kind, &mut moving)?;
                let got = sweep(&shape, &moving)?.overlap(&segment(wall)?);
                (moving, Moving::wall(wall), got)
            }
            1 => {
                let (mut moving, round) = near_movers::mover_and_circle(rng, kind);
                let shape = mover(kind, &mut moving)?;
                let got = sweep(&shape, &moving)?.overlap(&circle(round)?);
                (moving, Moving::circle(round.0, round.1), got)
            }
            _ => {
                let (mut moving, mut other) = near_movers::mover_and_mover(rng, kind);
                let (shape, other_shape) = (mover(kind, &mut moving)?, any_mover(&mut other)?);
                let got = sweep(&shape, &moving)?.overlap(&sweep(&other_shape, &other)?);
                (moving, other, got)
            }
        };
        let case = (&mut moving, &other);
        agree(&case, got.is_some(), case.0.at_start(&other) == State::Deep)?;
        let Some(overlap) = got else { return Ok(()) };
        // In the direction out, all of the mover passes the highest of the other: that far is the way out, and no way is shorter.
        let n = [overlap.out.x, overlap.out.y];
        let numbers = || {
            [case.0 as &Moving, &other]
                .into_iter()
                .flat_map(|m| m.shape.core.iter().chain(&m.path).flatten().chain([&m.shape.radius]))
        };
        let size = numbers().fold(0.0, |size: f64, x| size.max(x.abs()));
        if !(1e-290..=1e300).contains(&size) {
            return Ok(());
        }
        let height = |p: Xy| n[0] * p[0] + n[1] * p[1];
        let heights = |m: &Moving| {
            m.shape.core.iter().map(|p| height([p[0] + m.path[0][0], p[1] + m.path[0][1]])).collect::<Vec<f64>>()
        };
        let lowest = heights(case.0).into_iter().fold(f64::MAX, f64::min);
        let highest = heights(&other).into_iter().fold(f64::MIN, f64::max);
        let depth = highest - lowest + case.0.shape.radius + other.shape.radius;
        let shortest = case.0.depth_at_start(&other);
        let off = (depth - shortest).abs().max((overlap.depth - shortest).abs()) / (size * f64::EPSILON);
        let is_right = off <= PLACE && (n[0].hypot(n[1]) - 1.0).abs() <= 1e-15;
        if is_right {
            Ok(())
        } else {
            Err(format!("{case:?}: {overlap:?}, {depth} deep there, {shortest} at least, {off} units"))
        }
    });
}

/// A corner of walls: two arms of a breadth of 4.
fn dented(unit: f64) -> Polygon {
    let ring = [[0.0, 0.0], [10.0, 0.0], [10.0, 4.0], [4.0, 4.0], [4.0, 10.0], [0.0, 10.0]];
    Polygon::new(ring.map(|[x, y]| [x * unit, y * unit])).unwrap()
}

/// A box with round corners in something filled that is not convex, near each of its edges: the way out is over the nearest edge, and as far as
/// all of the box is behind it. Up to the largest numbers.
#[test]
fn out_of_what_is_dented() {
    for unit in [1.0, 2_f64.powi(-30), 2_f64.powi(1020)] {
        let (filled, low, high) = (dented(unit), [-unit, -unit], [0.5 * unit, 1.25 * unit]);
        let shape = Mover::aabb(&Aabb::new(low, high).unwrap()).grown(0.5 * unit).unwrap();
        for (at, edge, out, depth) in [
            ([5.0, 1.0], 0, [0.0, -1.0], 2.75),
            ([9.0, 2.25], 1, [1.0, 0.0], 2.5),
            ([7.0, 3.0], 2, [0.0, 1.0], 2.5),
            ([3.0, 7.0], 3, [1.0, 0.0], 2.5),
            ([2.0, 9.0], 4, [0.0, 1.0], 2.5),
            ([1.0, 5.0], 5, [-1.0, 0.0], 2.0),
        ] {
            let at = [at[0] * unit, at[1] * unit];
            let sweep = shape.sweep(at, at).unwrap();
            let expected = Overlap { depth: depth * unit, out: Vec2::from(out) };
            assert_eq!(sweep.overlap(&filled.filled()), Some(expected), "{at:?}");
            let (found, hit) = sweep.first_touch(&filled.filled()).unwrap();
            assert_eq!((found, hit.contact, hit.normal), (edge, Contact::Overlaps, Vec2::from(out)), "{at:?}");
        }
    }
}

/// Of a convex one it is the shortest way out.
#[test]
fn out_of_what_is_convex() {
    let rock = Polygon::new([[0.0, 0.0], [8.0, 0.0], [8.0, 8.0], [0.0, 8.0]]).unwrap();
    let shape = Mover::aabb(&Aabb::new([-1.0, -1.0], [1.0, 1.0]).unwrap());
    for (at, expected) in [
        ([4.0, 7.0], Some((2.0, [0.0, 1.0]))),
        ([-0.5, 4.0], Some((0.5, [-1.0, 0.0]))),
        ([-1.0, 4.0], None),
        ([-3.0, 4.0], None),
    ] {
        let expected = expected.map(|(depth, out)| Overlap { depth, out: Vec2::from(out) });
        assert_eq!(shape.sweep(at, at).unwrap().overlap(&rock.filled()), expected, "{at:?}");
    }
}

/// Of an outline the edge tells that it is deepest in; of two that are as deep, the first.
#[test]
fn out_of_an_outline() {
    let room = dented(1.0);
    let shape = Mover::aabb(&Aabb::new([-1.0, -1.0], [1.0, 1.0]).unwrap());
    for (at, expected) in [
        ([2.0, 2.0], None),
        ([5.0, 0.25], Some((0.75, [0.0, 1.0]))),
        ([0.5, 0.25], Some((0.75, [0.0, 1.0]))),
        ([0.25, 0.5], Some((0.75, [1.0, 0.0]))),
        ([0.5, 0.5], Some((0.5, [0.0, 1.0]))),
    ] {
        let expected = expected.map(|(depth, out)| Overlap { depth, out: Vec2::from(out) });
        assert_eq!(shape.sweep(at, at).unwrap().overlap(&room.outline()), expected, "{at:?}");
    }
}

/// A disc in motion is where it starts.
#[test]
fn out_of_a_disc_in_motion() {
    let shape = Mover::aabb(&Aabb::new([-1.0, -1.0], [1.0, 1.0]).unwrap());
    let disc = Sweep::disc([1.5, 0.0], [9.0, 9.0], 1.0).unwrap();
    let overlap = shape.sweep([0.0, 0.0], [-9.0, 5.0]).unwrap().overlap(&disc);
    assert_eq!(overlap, Some(Overlap { depth: 0.5, out: Vec2::new(-1.0, 0.0) }));
    assert_eq!(shape.sweep([-2.0, 0.0], [-9.0, 5.0]).unwrap().overlap(&disc), None);
}

/// A disc beside its position, and a capsule, in something filled that they do not go through: it is where they are that tells.
#[test]
fn wholly_inside() {
    let rock = Polygon::new([[0.0, 0.0], [8.0, 0.0], [8.0, 8.0], [0.0, 8.0]]).unwrap();
    let disc = Mover::capsule([3.0, 0.0], [3.0, 0.0], 0.5).unwrap();
    let capsule = Mover::capsule([3.0, 0.0], [3.0, 1.0], 0.5).unwrap();
    for shape in [disc, capsule] {
        for (at, is_inside) in [([-1.0, 4.0], true), ([1.0, 4.0], true), ([7.0, 4.0], false), ([-5.0, 4.0], false)] {
            let touch = shape.sweep(at, at).unwrap().first_touch(&rock.filled());
            let contact = touch.map(|(_, hit)| hit.contact);
            assert_eq!(contact, is_inside.then_some(Contact::Overlaps), "{shape:?} {at:?}");
        }
    }
}

/// A capsule whose core ends where a wall does: the way out is square to an edge of all differences there, as (0, 1) would not lead out. Where
/// two centres are in one place, any direction does.
#[test]
fn core_on_core() {
    let capsule = Mover::capsule([0.0, 0.0], [2.0, 0.0], 0.5).unwrap();
    for end in [[-2.0, 2.0], [-2.0, -2.0], [-1.0, 5.0], [-3.0, -1.0]] {
        for ends in [[[0.0, 0.0], end], [end, [0.0, 0.0]]] {
            let wall = Segment::new(ends[0], ends[1]).unwrap();
            let overlap = capsule.sweep([0.0, 0.0], [0.0, 0.0]).unwrap().overlap(&wall).unwrap();
            assert_eq!(overlap.depth, 0.5);
            assert!((overlap.out.length_squared() - 1.0).abs() < 1e-15, "{overlap:?}");
            let [outside, inside] = [1.000_001, 0.999_999].map(|part| {
                let at = [overlap.out.x * 0.5 * part, overlap.out.y * 0.5 * part];
                capsule.sweep(at, at).unwrap().overlap(&wall)
            });
            assert!(outside.is_none() && inside.is_some(), "{ends:?}: {overlap:?}");
        }
    }
    let disc = Mover::capsule([3.0, 0.0], [3.0, 0.0], 0.5).unwrap();
    let overlap = disc.sweep([1.0, 2.0], [1.0, 2.0]).unwrap().overlap(&Circle::new([4.0, 2.0], 1.0).unwrap());
    assert_eq!(overlap, Some(Overlap { depth: 1.5, out: Vec2::new(0.0, 1.0) }));
}
