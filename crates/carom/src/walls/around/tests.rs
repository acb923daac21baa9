//! What looks say against exact answers, and how much of what they allow for is needed.

use super::super::cell::{Cell, STEPS};
use super::super::grid::cut;
use super::{Around, Few, Touched};
use crate::simd::PlainEight;
use crate::sweep::{Contact, Feature, Hit, Sweep};
use crate::{Point, Segment};
use alloc::format;
use carom_oracle::rng::Rng;

const CASES: u64 = if carom_oracle::FEW_CASES { 12_000 } else { 120_000 };

/// A disc and a wall, in steps from a cell's middle, and what the cell sees.
struct Case {
    sweep: Sweep,
    wall: Segment,
    around: Around,
    near: u32,
    touched: Touched,
    hit: Option<Hit>,
}

/// As a share of what is allowed for, so much was left at least.
#[derive(Debug)]
struct Left {
    apart: f64,
    overlap: f64,
    side: f64,
    end: f64,
    foot: f64,
}

#[test]
fn looks_are_never_wrong_and_not_too_careful() {
    let mut left = Left { apart: 1.0, overlap: 1.0, side: 1.0, end: 1.0, foot: 1.0 };
    let mut counts = [0_u64; 5];
    for number in 0..CASES {
        let rng = &mut Rng::for_case(0, "discs seen from cells", number);
        let Some(case) = Case::new(rng) else { continue };
        let seen = case.check(number, &mut left);
        counts[seen] += 1;
    }
    for (what, left) in
        [("apart", left.apart), ("overlap", left.overlap), ("side", left.side), ("end", left.end), ("foot", left.foot)]
    {
        assert!(0.0 <= left, "{what}: {left}");
        assert!(left < 0.8, "{what}: {left} of what is allowed for is never needed");
    }
    // Every kind is met often: apart, in doubt, overlapping, the side, an end.
    assert!(counts.iter().all(|&count| CASES / 100 < count), "{counts:?}");
}

impl Case {
    fn new(rng: &mut Rng) -> Option<Case> {
        let wall = wall(rng);
        let (start, end, radius) = if rng.one_in(2) {
            into_corner(rng, wall)
        } else {
            let (start, end) = (place(rng, 1.4), place(rng, 0.6));
            let far = *rng.pick(&[distance(start, wall), passing(start, end, wall), 300.0, 4_096.0]);
            (start, end, far + rng.within(-3.0, 3.0))
        };
        let (motion, segment) = (end - start, Segment::new(wall[0], wall[1]).ok()?);
        let length = motion.length();
        if !(1.0 < radius && radius < 40_000.0 && 1.0 < length && length < 1.41 * STEPS) {
            return None;
        }
        let around = Around::new([motion.x / length, motion.y / length], radius / STEPS, 0.0);
        let mut cell = Cell::EMPTY;
        cell.push(cut(wall.map(|p| [p.x / STEPS, p.y / STEPS])));
        let view = [start.x as f32, start.y as f32];
        let mut few = Few::NONE;
        few.push((&cell, 0), 0, view);
        let half = 0.5 * length as f32;
        let to_middle = around.along(half);
        let middle = [view[0] + to_middle[0], view[1] + to_middle[1]];
        let (near, touched) = (cell.near(&around, middle, half), few.look(&around, length as f32));
        let sweep = Sweep::disc(start, end, radius).ok()?;
        Some(Case { hit: sweep.first_touch(&segment), sweep, wall: segment, around, near, touched })
    }

    /// Checks what was seen, and says of which kind it was.
    fn check(&self, number: u64, left: &mut Left) -> usize {
        let (Case { sweep, wall, around, hit, .. }, touched) = (self, &self.touched);
        let show = || format!("case {number}: {sweep:?} {wall:?} {hit:?}");
        let ends = wall.ends();
        let (start, end, radius) = (sweep.start(), sweep.end(), sweep.radius());
        // What is touched within the cell is near.
        let is_inside = |p: Point| p.x.abs().max(p.y.abs()) < 0.51 * STEPS;
        let is_near = self.near & touched.near != 0;
        let is_kept = ends.into_iter().all(|p| p.x.abs().max(p.y.abs()) < 0.6 * STEPS);
        assert!(is_near || !hit.is_some_and(|hit| is_kept || is_inside(hit.point)), "{}", show());
        let off = f64::from(around.off);
        if !is_near {
            if is_kept {
                left.apart = left.apart.min((passing(start, end, ends) - radius) / off);
            }
            return 0;
        }
        if touched.overlap != 0 {
            let feature = touched.feature(touched.first_overlapped::<PlainEight>());
            let is_so = |hit: &Hit| hit.contact == Contact::Overlaps && hit.t == 0.0 && hit.feature == feature;
            assert!(hit.as_ref().is_some_and(is_so), "{}: {feature:?}", show());
            left.overlap = left.overlap.min((radius - distance(start, ends)) / off);
            return 2;
        }
        if touched.cross == 0 {
            return 1;
        }
        let hit = hit.unwrap_or_else(|| panic!("{}", show()));
        let feature = if touched.at_end & 1 == 0 {
            Feature::Side
        } else {
            [Feature::A, Feature::B][usize::from(touched.at_b & 1 != 0)]
        };
        assert_eq!((hit.contact, hit.feature), (Contact::Crosses, feature), "{}", show());
        let (early, late) = (f64::from(touched.early[0]), f64::from(touched.late(0)));
        let steps = hit.t * (end - start).length();
        let rest = (steps - early).min(late - steps) / (0.5 * (late - early));
        if feature != Feature::Side {
            left.end = left.end.min(rest);
            return 4;
        }
        left.side = left.side.min(rest);
        let to_end = (hit.point - ends[0]).length().min((hit.point - ends[1]).length());
        let length = (ends[1] - ends[0]).length();
        if is_kept {
            let allowed = f64::from(around.off_foot[0]) + f64::from(around.off_foot[1]) / (0.5 * length);
            left.foot = left.foot.min(to_end / allowed);
        }
        3
    }
}

/// A place within so many cells on each axis.
fn place(rng: &mut Rng, cells: f64) -> Point {
    Point::new(rng.within(-cells, cells) * STEPS, rng.within(-cells, cells) * STEPS)
}

/// A wall whose middle and half lie as far from whole steps as they can, which one of its ends shows twice; some reach out of what a cell keeps, some are short.
fn wall(rng: &mut Rng) -> [Point; 2] {
    let cells = *rng.pick(&[0.6, 0.6, 0.6, 2.0]);
    let (a, mut b) = (place(rng, 0.5), place(rng, cells));
    if rng.one_in(3) {
        let length = *rng.pick(&[10.0, 300.0, 3_000.0]);
        b = Point::new(a.x + rng.within(-length, length), a.y + rng.within(-length, length));
    }
    let is_first = rng.one_in(2);
    let mut rough = |a: f64, b: f64| {
        let (by, [a, b]) = (0.998 * [-1.0, 1.0][rng.below(2)], [a, b].map(|x| 2.0 * (0.5 * x).round()));
        if is_first { [a + by, b] } else { [a, b + by] }
    };
    let ([ax, bx], [ay, by]) = (rough(a.x, b.x), rough(a.y, b.y));
    [Point::new(ax, ay), Point::new(bx, by)]
}

/// A disc that comes to a wall about where its side becomes an end.
fn into_corner(rng: &mut Rng, [a, b]: [Point; 2]) -> (Point, Point, f64) {
    let (along, radius) = ((b - a).normalized(), *rng.pick(&[300.0, 4_096.0, 20_000.0]));
    let normal = if rng.one_in(2) { along.normal() } else { -along.normal() };
    let beside = (8.0 + 4.0 * radius / (b - a).length()) * rng.within(-1.0, 1.0);
    let touch = a + along * beside + normal * radius;
    let way = (along * rng.within(-1.5, 1.5) - normal).normalized();
    let far = 0.5 * STEPS;
    (touch - way * rng.within(0.0, far), touch + way * rng.within(0.0, far), radius)
}

/// How far a point is from a segment.
fn distance(p: Point, [a, b]: [Point; 2]) -> f64 {
    let (w, from) = (b - a, p - a);
    let t = (w.dot(from) / w.dot(w)).clamp(0.0, 1.0);
    (from - w * t).length()
}

/// How far two segments are from each other; 0 if they cross.
fn passing(a: Point, b: Point, wall: [Point; 2]) -> f64 {
    let crosses = |[a, b]: [Point; 2], p: Point| (b - a).cross(p - a) < 0.0;
    let parts = |line: [Point; 2], [p, q]: [Point; 2]| crosses(line, p) != crosses(line, q);
    if parts([a, b], wall) && parts(wall, [a, b]) {
        return 0.0;
    }
    let ends = distance(a, wall).min(distance(b, wall));
    ends.min(distance(wall[0], [a, b])).min(distance(wall[1], [a, b]))
}
