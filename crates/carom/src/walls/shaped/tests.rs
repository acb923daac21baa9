//! What looks say against exact touches, and that they say enough.

use super::super::around::{Around, Few};
use super::super::cell::{Cell, STEPS};
use super::super::grid::cut;
use super::Shaped;
use crate::sweep::{Contact, Hit};
use crate::{Aabb, Mover, Point, Polygon, Segment};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use carom_oracle::rng::Rng;

const CASES: u64 = if carom_oracle::FEW_CASES { 12_000 } else { 120_000 };

/// When a shape may touch a wall at the earliest, by when it does for certain, when it does, and how far it goes, in steps; and E.
struct Case {
    early: f64,
    late: f64,
    is_near: bool,
    hit: Option<Hit>,
    length: f64,
    off: f64,
    is_sharp: bool,
}

/// A box, a capsule, a triangle or six corners, sharp or round, off its position.
fn shape(rng: &mut Rng) -> Option<Mover> {
    let size = *rng.pick(&[300.0, 4_096.0, 20_000.0]);
    let mut point = || Point::new(rng.within(-size, size), rng.within(-size, size));
    let (a, b, c) = (point(), point(), point());
    let radius = size * 0.3;
    let middle = |p: Point, q: Point| Point::new(0.5 * (p.x + q.x), 0.5 * (p.y + q.y));
    match rng.below(5) {
        0 => Some(Mover::aabb(&Aabb::of_ends([a, b]))),
        1 => Mover::capsule(a, b, radius).ok(),
        2 => Mover::polygon(&Polygon::new(vec![a, b, c]).ok()?).ok(),
        3 => Mover::polygon(&Polygon::new(vec![a, b, c]).ok()?).ok()?.grown(radius).ok(),
        // One that is not convex.
        _ => Mover::polygon(&Polygon::new(vec![a, b, middle(middle(a, c), b), c]).ok()?).ok(),
    }
}

impl Case {
    fn new(rng: &mut Rng) -> Option<Case> {
        let mover = shape(rng)?;
        let mut place = |cells: f64| Point::new(rng.within(-cells, cells) * STEPS, rng.within(-cells, cells) * STEPS);
        let (a, b, near, far, end) = (place(0.5), place(0.5), place(0.3), place(1.2), place(0.8));
        let start = if rng.one_in(3) { near } else { far };
        let b = if rng.one_in(3) { Point::new(a.x + rng.within(-300.0, 300.0), a.y) } else { b };
        let wall = Segment::new(a, b).ok()?;
        let sweep = mover.sweep(start, end).ok()?;
        let ([from, to], radius) = sweep.proxy();
        let length = (to - from).length();
        let direction = (to - from) / length;
        let around = Around::new([direction.x, direction.y], radius / STEPS, 0.0);
        let mut cell = Cell::EMPTY;
        cell.push(cut(wall.ends().map(|p| [p.x / STEPS, p.y / STEPS])));
        let more = radius - mover.reach();
        let shaped = Shaped::of((&mover, mover.silhouette()?), &around, [more, 1.0 / STEPS]);
        let (place, half) = ([from.x as f32, from.y as f32], 0.5 * length as f32);
        let middle = [0, 1].map(|axis| place[axis] + around.along(half)[axis]);
        let is_near = shaped.near(&cell, middle, half) != 0;
        let mut nearby = Few::NONE;
        nearby.push((&cell, 0), 0, place);
        let times = shaped.look(&nearby, length as f32);
        assert!(times.early[1..] == [f32::INFINITY; 7] && times.late[1..] == [f32::INFINITY; 7], "there is one wall");
        let (early, late) = (f64::from(times.early[0]), f64::from(times.late[0]));
        let is_sharp = mover.radius() == 0.0 && mover.is_convex();
        Some(Case {
            early,
            late,
            is_near,
            hit: sweep.first_touch(&wall),
            length,
            off: f64::from(around.off()),
            is_sharp,
        })
    }
}

#[test]
fn no_shape_touches_earlier_or_later_and_sharp_ones_at_about_the_time() {
    let (mut crosses, mut close, mut apart, mut seen_apart, mut not_near) = (0_u64, 0_u64, 0_u64, 0_u64, 0_u64);
    let (mut overlaps, mut seen_overlaps, mut sooner, mut later) = (0_u64, 0_u64, f64::INFINITY, f64::INFINITY);
    for number in 0..CASES {
        let rng = &mut Rng::for_case(0, "shapes seen from cells", number);
        let Some(Case { early, late, is_near, hit, length, off, is_sharp }) = Case::new(rng) else { continue };
        let what = format!("case {number}: {early} to {late} steps of {length}, but {hit:?}");
        assert!(0.0 <= late && (early == -1.0 || 0.0 <= early), "{what}");
        assert!(is_sharp || (late == f64::INFINITY && 0.0 <= early), "{what}: of other shapes that is not said");
        let Some(hit) = hit else {
            assert!(late == f64::INFINITY && early != -1.0, "{what}");
            apart += u64::from(is_sharp);
            seen_apart += u64::from(is_sharp && early == f64::INFINITY);
            not_near += u64::from(is_sharp && !is_near);
            continue;
        };
        let steps = hit.t * length;
        assert!(early <= steps && steps <= late && is_near, "{what} at {steps}");
        assert!(late == f64::INFINITY || hit.contact.stops(), "{what}");
        if early == -1.0 {
            assert!(late == 0.0 && hit.contact == Contact::Overlaps, "{what}");
        }
        if is_sharp && hit.contact == Contact::Crosses {
            crosses += 1;
            close += u64::from(steps <= early + 4.0 * off && late <= steps + 4.0 * off);
            (sooner, later) = (sooner.min((steps - early) / off), later.min((late - steps) / off));
        }
        if is_sharp && hit.contact == Contact::Overlaps {
            overlaps += 1;
            seen_overlaps += u64::from(early == -1.0);
        }
    }
    assert!(CASES / 20 < crosses && CASES / 20 < apart, "{crosses} cross, {apart} are apart");
    assert!(CASES / 60 < overlaps, "{overlaps} overlap");
    assert!(4 * crosses < 5 * close, "{close} of {crosses} are seen at about the time");
    assert!(49 * apart < 50 * seen_apart, "{seen_apart} of {apart} are seen to be apart");
    assert!(apart < 2 * not_near, "{not_near} of {apart} are seen not to be near");
    assert!(9 * overlaps < 10 * seen_overlaps, "{seen_overlaps} of {overlaps} are seen to overlap");
    assert!(sooner < 0.8 && later < 0.8, "{sooner} and {later} of what is allowed for is never needed");
}

/// Of a wall as an index sees it, the mover may look away from any of it: what stands is seen from everywhere.
#[test]
fn what_stands_touches_at_once_or_never() {
    let mover = Mover::aabb(&Aabb::of_ends([Point::new(-100.0, -100.0), Point::new(100.0, 100.0)]));
    let Some(silhouette) = mover.silhouette() else { panic!("a box has few corners") };
    let around = Around::new([0.0, 0.0], 150.0 / STEPS, 0.0);
    let shaped = Shaped::of((&mover, silhouette), &around, [0.0, 1.0 / STEPS]);
    let early: Vec<f32> = [50.0, 99.0, 120.0, 4_000.0]
        .map(|x| {
            let mut cell = Cell::EMPTY;
            cell.push(cut([[x / STEPS, -0.1], [x / STEPS, 0.1]]));
            let mut nearby = Few::NONE;
            nearby.push((&cell, 0), 0, [0.0, 0.0]);
            shaped.look(&nearby, 0.0).early[0]
        })
        .to_vec();
    // Of the second it is not certain.
    assert_eq!(early, [-1.0, 0.0, f32::INFINITY, f32::INFINITY]);
}
