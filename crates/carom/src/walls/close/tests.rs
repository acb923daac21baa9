//! Whether what is near is seen, and how much of what is allowed for is needed.

use super::super::cell::STEPS;
use super::*;
use crate::Point;
use crate::simd::{Kernel, Machine, run};
use carom_oracle::rng::Rng;

const CASES: u64 = if carom_oracle::FEW_CASES { 60_000 } else { 2_000_000 };

#[test]
fn what_is_near_is_seen() {
    let (mut least, mut counts) = ([f64::INFINITY; 2], [0_u64; 2]);
    for case in 0..CASES {
        let rng = &mut Rng::for_case(0, "close", case);
        // Odd numbers are rounded most, where two steps are one.
        let mut odd = |cells: f64| 2.0 * (0.5 * rng.within(-cells, cells) * STEPS).round() + 1.0;
        let (m, c) = (Point::new(odd(0.5), odd(0.5)), Point::new(odd(0.99), odd(0.99)));
        let mut h = crate::Vec2::new(odd(0.124), odd(0.124));
        if rng.one_in(4) {
            h = *rng.pick(&[h / 100.0, crate::Vec2::default()]);
        }
        let [x, y] = [0; 2].map(|_| *rng.pick(&[-0.001, 0.001]));
        let (wall, middle) = ([m - h, m + h], Point::new(c.x + x, c.y + y));
        let angle = rng.within(-4.0, 4.0);
        let u = crate::Vec2::new(angle.cos(), angle.sin());
        let half = 0.25 * STEPS * rng.unit() / u.x.abs().max(u.y.abs());
        let path = [middle - u * half, middle + u * half];
        // As the cell keeps it.
        let mut cell = Cell::EMPTY;
        cell.push([wall[0].x, wall[0].y, wall[1].x, wall[1].y]);
        let ends = cell.ends(0).map(f64::from);
        let far = passing(path, [Point::new(ends[0], ends[1]), Point::new(ends[2], ends[3])]);
        let by = rng.within(-2.0, 16.0);
        let radius = if rng.one_in(2) { far - by } else { 0.24 * STEPS * rng.unit() };
        if !(1.0 < radius && radius < 0.245 * STEPS) {
            continue;
        }
        let around = Around::new([u.x, u.y], radius / STEPS, 0.0);
        let two = |p: Point| Pair::of([0.5 * p.x, 0.5 * p.y]);
        let [middle, motion] =
            two(middle).rounded_with(two(Point::new(0.5 * u.x * half * 2.0, 0.5 * u.y * half * 2.0)));
        let bearing = Bearing::of(Pair::of([u.x, u.y]));
        let is_near = run(Seen { cell: &cell, around, bearing, middle, motion, length: 2.0 * half as f32 }) != 0;
        let beyond = far - f64::from(around.reach());
        assert!(is_near || 0.0 < beyond, "case {case}: {far} of {radius}: {wall:?} {path:?}");
        counts[usize::from(is_near)] += 1;
        if !is_near {
            least[0] = least[0].min(beyond);
        } else {
            least[1] = least[1].min(-beyond);
        }
    }
    // Of 8 steps allowed for, more than a quarter is needed.
    assert!(least[0] < 6.0, "{least:?}");
    assert!(counts.iter().all(|&count| CASES / 20 < count), "{counts:?}");
}

struct Seen<'a> {
    cell: &'a Cell,
    around: Around,
    bearing: Bearing,
    middle: i32,
    motion: i32,
    length: f32,
}

impl Kernel for Seen<'_> {
    type Output = u32;

    #[inline(always)]
    fn run<M: Machine>(self) -> u32 {
        let Seen { cell, around, bearing, middle, motion, length } = self;
        Close::<M::Eight>::new(bearing, &around, motion, length).look(cell, middle)
    }
}

/// How far a point is from a segment.
fn distance(p: Point, [a, b]: [Point; 2]) -> f64 {
    let (w, from) = (b - a, p - a);
    let t = if a == b { 0.0 } else { (w.dot(from) / w.dot(w)).clamp(0.0, 1.0) };
    (from - w * t).length()
}

/// How far two segments are from each other; 0 if they cross.
fn passing(path: [Point; 2], wall: [Point; 2]) -> f64 {
    let side = |[a, b]: [Point; 2], p: Point| (b - a).cross(p - a) < 0.0;
    let parts = |line: [Point; 2], [p, q]: [Point; 2]| side(line, p) != side(line, q);
    if parts(path, wall) && parts(wall, path) {
        return 0.0;
    }
    let ends = distance(path[0], wall).min(distance(path[1], wall));
    ends.min(distance(wall[0], path)).min(distance(wall[1], path))
}
