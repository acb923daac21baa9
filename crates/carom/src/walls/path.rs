//! A sweep as boxes see it: when may it enter a box, and which walls may it touch?
//!
//! **Frame.** Boxes are kept in `f32`, which halves their memory and the work. Numbers are first seen from a point amid the walls
//! and in units of a power of two that is more than the scene's size, so all walls lie between −1 and 1. Seeing x as
//! (x−o)·s is off by u = 2⁻⁵³ of the result, and rounding that to `f32` by half a place; one place outward is more than both.
//!
//! **Boxes.** A disc that moves from A to B can only touch what is in a box if the segment AB meets the box grown by the
//! radius r. On one axis, moving by d > 0, it enters a grown box from l−r to h+r at (l − (A+r))/d and leaves it at
//! (h − (A−r))/d; for d < 0 the sides change places. With U = 2⁻²⁴, the unit roundoff of `f32`:
//!
//! - A+r and A−r are moved outward by more than their rounding errors. So the difference with l is never too
//!   large and that with h never too small, but for a factor of 1 + U.
//! - That factor, those of 1/d and of the product make times off by at most 4U of themselves. The time of entering may be
//!   up to 32U of itself later than that of leaving, or than the limit.
//! - Where d is small, the axis is taken as if all of the motion were there all the time. `f32` does not see such motions anyway.
//!
//! **Long sweeps.** What goes far beyond all walls is cut there, at a part 2⁻ᵏ of its motion. Times are then in units of that part.
//!
//! **Large numbers.** A scene with numbers beyond 2⁵⁰⁰ in size, or a sweep that starts beyond 2⁴⁰ times the scene's size,
//! is tested wall by wall.

use super::bounds::Bounds;
use crate::float;
use crate::point::{Point, max, min};
use crate::sweep::Sweep;

/// 1 + 32U, for times.
const SLACK: f32 = 1.0 + 16.0 * f32::EPSILON;

/// 2⁵⁰⁰: coordinates of walls that are larger are extreme.
const LARGEST: f64 = 3.273_390_607_896_142e150;

/// 2⁴⁰, in units of the frame: a path that starts or goes further has no place in it.
const FARTHEST: f64 = 1_099_511_627_776.0;

/// 2⁶⁰: seldom near to a path, yet not too far to be counted with.
pub(super) const FAR_FROM_WALLS: f64 = 1_152_921_504_606_846_976.0;

/// 2¹²⁰: no side of a box in the frame is further out.
const LARGEST_SEEN: f64 = 1.329_227_995_784_916e36;

/// 2⁻³⁰, in units of the frame: motions along an axis that are smaller count as standing.
const SMALLEST_MOTION: f64 = 1.0 / 1_073_741_824.0;

/// Whether a number is small enough for boxes.
#[inline]
pub(super) fn fits(value: f64) -> bool {
    value.abs() <= LARGEST
}

/// From where boxes are seen, and what is 1 to them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frame {
    origin: Point,
    scale: f64,
}

impl Frame {
    /// For a scene, given its box and some point of it that many walls are near to.
    pub(super) fn of(bounds: Bounds<f64>, origin: Point) -> Frame {
        let from = |bound: f64, origin: f64| (bound - origin).abs();
        let x = max(from(bounds.min_x, origin.x), from(bounds.max_x, origin.x));
        let y = max(from(bounds.min_y, origin.y), from(bounds.max_y, origin.y));
        let size = max(x, y);
        if !fits(size / 4.0) {
            // What is seen stays finite. Paths are searched only after the largest walls have gone, and the others are within 1.
            return Frame { origin: Point::default(), scale: 1.0 / (LARGEST * 4096.0) };
        }
        Frame { origin, scale: 0.5 / float::power_of_two_near(max(size, 1.0 / LARGEST)) }
    }

    #[inline(always)]
    fn see(&self, p: Point) -> [f64; 2] {
        [(p.x - self.origin.x) * self.scale, (p.y - self.origin.y) * self.scale]
    }

    /// A box in the frame that contains another.
    #[inline(always)]
    pub(super) fn outward(&self, bounds: Bounds<f64>) -> Bounds<f32> {
        let [min_x, min_y] = self.see(Point::new(bounds.min_x, bounds.min_y));
        let [max_x, max_y] = self.see(Point::new(bounds.max_x, bounds.max_y));
        // Numbers beyond those of `f32` stay where they are on the line.
        let low = |x: f64| if x < LARGEST_SEEN { below(x) } else { LARGEST_SEEN as f32 };
        let high = |x: f64| if -LARGEST_SEEN < x { above(x) } else { -LARGEST_SEEN as f32 };
        Bounds { min_x: low(min_x), max_x: high(max_x), min_y: low(min_y), max_y: high(max_y) }
    }

    /// Where a box of the frame is in the scene, rounded.
    pub(super) fn unseen(&self, bounds: Bounds<f32>) -> Bounds<f64> {
        let back = |x: f32, origin: f64| origin + f64::from(x) / self.scale;
        Bounds {
            min_x: back(bounds.min_x, self.origin.x),
            max_x: back(bounds.max_x, self.origin.x),
            min_y: back(bounds.min_y, self.origin.y),
            max_y: back(bounds.max_y, self.origin.y),
        }
    }

    /// A squared distance in units of the frame, never too small.
    #[inline]
    pub(super) fn squared(&self, distance: f64) -> f64 {
        distance * (self.scale * self.scale) + f64::MIN_POSITIVE
    }

    /// A point, rounded. One that is too far for paths will have gone before any path is searched, and may be anywhere.
    #[inline(always)]
    pub(super) fn near(&self, p: Point) -> [f32; 2] {
        self.see(p).map(|x| max(min(x, FAR_FROM_WALLS), -FAR_FROM_WALLS) as f32)
    }

    /// How far what has a radius may be from where [`Frame::near`] sees it, given the largest of its coordinates there:
    /// see [`Path::passes`].
    #[inline]
    pub(super) fn reach(&self, radius: f64, largest: f64) -> f32 {
        let reach = radius * self.scale * (1.0 + 16.0 * U) + largest * (32.0 * U);
        above(min(reach, FAR_FROM_WALLS))
    }
}

/// An `f32` above a number by more than 2⁻⁵³ of it, and by more than that cannot vanish.
///
/// Rounding a number to `f32` takes at most 2⁻²⁴ of it away, or 2⁻¹⁵⁰ if it is tiny; twice as much was added before.
#[inline(always)]
fn above(x: f64) -> f32 {
    (x + (x.abs() * f32::EPSILON as f64 + SMALLEST_F32)) as f32
}

#[inline(always)]
fn below(x: f64) -> f32 {
    -above(-x)
}

/// 2⁻¹⁴⁹, the smallest `f32` above 0.
const SMALLEST_F32: f64 = f32::from_bits(1) as f64;

/// 2⁻²⁴, the unit roundoff of `f32`.
const U: f64 = f32::EPSILON as f64 / 2.0;

/// A sweep in the frame of a tree.
pub(super) struct Path {
    x: Axis,
    y: Axis,
    /// How many of its units a sweep takes.
    units: f64,
    /// Where it starts and how it moves, rounded, and the sum of the sizes of both parts of that.
    start: [f32; 2],
    motion: [f32; 2],
    size: f32,
    reach: f32,
}

#[derive(Clone, Copy)]
struct Axis {
    /// The side of a box that is met first: 0 for the lower.
    near: usize,
    /// Where it comes from, as seen from that side, and one over how far it goes.
    from_near: f32,
    inverse_near: f32,
    from_far: f32,
    inverse_far: f32,
}

impl Path {
    /// `None` if the sweep's numbers are too large.
    #[inline(always)]
    pub(super) fn of(sweep: &Sweep, frame: &Frame) -> Option<Path> {
        let (start, motion) = (frame.see(sweep.start()), sweep.motion());
        let (motion, r) = ([motion.x * frame.scale, motion.y * frame.scale], sweep.radius() * frame.scale);
        let far = max(max(start[0].abs(), start[1].abs()), r);
        let length = max(motion[0].abs(), motion[1].abs());
        if !((far <= FARTHEST) & (length < f64::INFINITY)) {
            return None;
        }
        // From within 2 a motion of at least 8 on one axis ends beyond 6, and what a disc of radius 2 touches is within 3.
        let is_long = 16.0 < length && far <= 2.0;
        let units = if is_long { float::power_of_two_near(length) / 8.0 } else { 1.0 };
        let (motion, length) = if is_long { (motion.map(|d| d / units), length / units) } else { (motion, length) };
        if FARTHEST < length {
            return None;
        }
        let near = motion.map(|d| d as f32);
        Some(Path {
            x: Axis::of(start[0], motion[0], r),
            y: Axis::of(start[1], motion[1], r),
            units,
            start: start.map(|x| x as f32),
            motion: near,
            size: near[0].abs() + near[1].abs(),
            reach: frame.reach(sweep.radius(), far + length),
        })
    }

    /// The latest time of entering that matters, given a limit of the sweep.
    #[inline(always)]
    pub(super) fn latest(&self, limit: f64) -> f32 {
        let limit = limit * self.units;
        (if limit < 1.0 { limit } else { 1.0 }) as f32 * SLACK + f32::MIN_POSITIVE
    }

    /// When it may enter each of several boxes, and how long it stays: negative if it does not enter before the latest time.
    /// The rows of a box are its min x, max x, min y and max y.
    #[inline(always)]
    pub(super) fn enter<const W: usize>(&self, boxes: &[[f32; W]; 4], latest: f32) -> ([f32; W], [f32; W]) {
        let (x, y) = (&self.x, &self.y);
        let (near_x, far_x) = (&boxes[x.near & 1], &boxes[(x.near & 1) ^ 1]);
        let (near_y, far_y) = (&boxes[2 + (y.near & 1)], &boxes[2 + ((y.near & 1) ^ 1)]);
        let (mut times, mut stays) = ([0.0; W], [0.0; W]);
        let max = |a: f32, b: f32| if b < a { a } else { b };
        let min = |a: f32, b: f32| if a < b { a } else { b };
        let mut lane = 0;
        while lane < W {
            let enter_x = (near_x[lane] - x.from_near) * x.inverse_near;
            let enter_y = (near_y[lane] - y.from_near) * y.inverse_near;
            let leave_x = (far_x[lane] - x.from_far) * x.inverse_far;
            let leave_y = (far_y[lane] - y.from_far) * y.inverse_far;
            // In this order −0.0 becomes 0.0. A box that is left at −0.0 lies beside the path, as all is rounded outward.
            let enter = max(max(enter_x, enter_y), 0.0);
            times[lane] = enter;
            stays[lane] = min(min(leave_x, leave_y), latest) - enter;
            lane += 1;
        }
        (times, stays)
    }

    /// Negative for each of several walls that it does not touch up to the latest time, for certain. The walls are rounded by
    /// [`Frame::near`] and `reach` comes from [`Frame::reach`].
    ///
    /// Path and wall are apart if one lies on one side of the other's line, further away than the radii together. |x| + |y|
    /// stands for the length of a vector, which is never more. With w and v the vectors of path and wall, c = w×(a−p) and
    /// d = v×(p−a) give the sides of a and p, and with x = w×v those of b and q are c + x and d − x. Two numbers
    /// y and y ± x both have the same sign and a size of more than R iff |2y ± x| − |x| is more than 2R.
    ///
    /// What is given is rounded, so with n the sum of the largest coordinate of the wall and the largest of the path, a, b and p
    /// may be √2·U·n from where they should be, together, and q, which is p + w, √2·4U·n. Differences are at most
    /// 2n in size, those from wall to path at most n. With s the size of w, c is off by 4U·n·s, x by 8U·n·s, their sum by U·n·s
    /// more, 2c + x by 2U·n·s more, and the difference with |x| by as much again: 19U·n·s and 10U·n·s.
    /// As half of that is in R, 15U·n and 6U·n are enough there, and 32U·n is what `reach` brings.
    /// For d and v it is the same. 16U of the radii are far more than the roundings of R, of s and of their product.
    /// What underflows is less than the last term. Nothing overflows: n is at most 2⁴² and no square is made but of that.
    #[inline(always)]
    pub(super) fn passes<const W: usize>(&self, walls: &[[f32; W]; 4], reach: f32, latest: f32) -> [f32; W] {
        let [[px, py], [wx, wy]] = [self.start, self.motion.map(|w| w * latest)];
        let double = 2.0 * (self.reach + reach);
        let from_path = double * (self.size * latest) + f32::MIN_POSITIVE;
        let [ax, ay, bx, by] = walls;
        let mut rests = [0.0; W];
        let mut lane = 0;
        while lane < W {
            let (vx, vy) = (bx[lane] - ax[lane], by[lane] - ay[lane]);
            let (fx, fy) = (ax[lane] - px, ay[lane] - py);
            let c = wx * fy - wy * fx;
            let d = vy * fx - vx * fy;
            let x = wx * vy - wy * vx;
            let beside_path = (c + (c + x)).abs() - x.abs();
            let beside_wall = (d + (d - x)).abs() - x.abs();
            let from_wall = double * (vx.abs() + vy.abs()) + f32::MIN_POSITIVE;
            let (first, second) = (from_path - beside_path, from_wall - beside_wall);
            rests[lane] = if first < second { first } else { second };
            lane += 1;
        }
        rests
    }
}

impl Axis {
    /// Up and down are the same but for signs, so nobody has to guess which it is.
    #[inline(always)]
    fn of(a: f64, d: f64, r: f64) -> Axis {
        let sign = 1.0_f64.copysign(d);
        // More than the roundings of a, of a ± r and of the bound itself.
        let slack = 4.0 * f64::EPSILON * (a.abs() + r);
        let is_small = d.abs() < SMALLEST_MOTION;
        let all = if is_small { slack + d.abs() } else { slack };
        // If it is small: below the box, or above it, means never, if that is far enough. Within means always. What 0 times
        // infinity is, `enter` takes for always, too. Otherwise the slack of the time of leaving is in here.
        let inverse = if is_small { sign / SMALLEST_MOTION } else { 1.0 / d } as f32;
        let inverse_far = if is_small { sign as f32 * f32::INFINITY } else { inverse * SLACK };
        Axis {
            near: usize::from(sign < 0.0),
            from_near: sign as f32 * above((sign * a + r) + all),
            inverse_near: inverse,
            from_far: sign as f32 * below((sign * a - r) - all),
            inverse_far,
        }
    }
}

/// The squared distance from a point to each of several boxes, never too large, in units of the frame.
///
/// Seeing the point is off by u of itself, for which it is moved away from each side by four times as much. One that is too far for
/// squares is taken to be nearer.
#[inline(always)]
pub(super) fn distances<const W: usize>(boxes: &[[f32; W]; 4], p: Point, frame: &Frame) -> [f64; W] {
    let [x, y] = frame.see(p).map(|x| max(min(x, LARGEST), -LARGEST));
    let (slack_x, slack_y) = (2.0 * f64::EPSILON * x.abs(), 2.0 * f64::EPSILON * y.abs());
    let mut distances = [0.0; W];
    let mut lane = 0;
    while lane < W {
        let [low_x, high_x, low_y, high_y] = [0, 1, 2, 3].map(|row| f64::from(boxes[row][lane]));
        let x = max(max(low_x - (x + slack_x), (x - slack_x) - high_x), 0.0);
        let y = max(max(low_y - (y + slack_y), (y - slack_y) - high_y), 0.0);
        // Two squares, a sum and what comes before: six roundings, and what underflows only makes it less.
        distances[lane] = (x * x + y * y) * (1.0 - 16.0 * f64::EPSILON);
        lane += 1;
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_oracle::dyadic::{Dyadic, exact};
    use carom_oracle::rng::Rng;
    use carom_oracle::truth::compare_distance_of_segments;
    use core::cmp::Ordering;

    const CASES: u64 = if carom_oracle::FEW_CASES { 20_000 } else { 400_000 };

    /// Sees numbers half as large: nothing is rounded.
    fn plain() -> Frame {
        let frame = Frame::of(Bounds { min_x: -1.0, max_x: 1.0, min_y: -1.0, max_y: 1.0 }, Point::default());
        assert_eq!((frame.origin, frame.scale), (Point::default(), 0.5));
        frame
    }

    /// The square around a point of the diagonal.
    fn square(middle: f64, size: f64) -> Bounds<f64> {
        let (min, max) = (middle - size, middle + size);
        Bounds { min_x: min, max_x: max, min_y: min, max_y: max }
    }

    /// What is used of something must be less than all of it, and more than so much, or there is far too much of it.
    #[track_caller]
    fn check_used(name: &str, worst: f64, floor: f64) {
        assert!(floor < worst && worst < 1.0, "{name}: {worst:.4} of it is used");
    }

    /// Of the 2U by which a box is grown rounding takes up to a half and next to nothing more.
    #[test]
    fn boxes_grow() {
        let mut worst: f64 = 0.0;
        for case in 0..CASES {
            let rng = &mut Rng::for_case(0, "boxes grow", case);
            let size = *rng.pick(&[1.0, 1e-100, 1e100, 1e15]);
            let offset = size * rng.pick(&[0.0, 1.0, 1e7, 1e14]);
            let [x, y] = [0, 1].map(|_| offset + size * rng.within(-1.0, 1.0));
            let origin = Point::new(offset, offset);
            let frame = Frame::of(square(offset, size), origin);
            let Bounds { min_x: low, max_x: high, .. } =
                frame.outward(Bounds { min_x: x, max_x: x, min_y: y, max_y: y });
            let seen = (exact(x) - exact(offset)) * exact(frame.scale);
            if seen.sign() == Ordering::Equal {
                continue;
            }
            let grown = seen.clone().abs() * exact(2.0 * U);
            for left in [exact(f64::from(high)) - seen.clone(), seen.clone() - exact(f64::from(low))] {
                worst = worst.max(1.0 - left.over(&grown));
            }
        }
        check_used("growth of boxes", worst, 0.45);
    }

    /// A path from next to the origin, where only the slack makes up for rounding, that passes a corner of a box: it enters on one axis
    /// just when it leaves on the other, or just at the limit.
    #[test]
    fn times_of_boxes() {
        let (mut worst_leave, mut worst_limit): (f64, f64) = (0.0, 0.0);
        for case in 0..CASES {
            let rng = &mut Rng::for_case(0, "times of boxes", case);
            let frame = plain();
            let sign = [0, 1].map(|_| if rng.one_in(2) { 1.0 } else { -1.0 });
            // In units of the frame; a sweep's numbers are twice as large.
            let motion = sign.map(|sign| sign * rng.within(0.1, 3.0));
            let end = motion.map(|d| 2.0 * d);
            let path = Path::of(&Sweep::point([0.0, 0.0], end).unwrap(), &frame).unwrap();
            let near = (motion[0] * rng.within(0.1, 0.9)) as f32;
            // The first far side with which the box is left not before it is entered.
            let enter = exact(f64::from(near)) * exact(motion[1]);
            let is_left_late = |far: f32| {
                let leave = exact(f64::from(far)) * exact(motion[0]);
                let wait = if motion[0] * motion[1] > 0.0 { leave - enter.clone() } else { enter.clone() - leave };
                wait.sign() != Ordering::Less
            };
            let away = |far: f32| if motion[1] > 0.0 { far.next_up() } else { far.next_down() };
            let mut far = (f64::from(near) * motion[1] / motion[0]) as f32;
            while !is_left_late(far) {
                far = away(far);
            }
            let beyond = [near + (sign[0] as f32), far - (sign[1] as f32)];
            let sides = |a: f32, b: f32| if a < b { [a, b] } else { [b, a] };
            let ([low_x, high_x], [low_y, high_y]) = (sides(near, beyond[0]), sides(beyond[1], far));
            let boxes = [[low_x], [high_x], [low_y], [high_y]];
            let ([time], [stay]) = path.enter(&boxes, path.latest(1.0));
            assert!(0.0 <= stay, "case {case}: {motion:?} {boxes:?}");
            worst_leave = worst_leave.max(1.0 - f64::from(stay) / (32.0 * U * f64::from(time)));
            // Entered at the limit, or just before.
            let limit = f64::from(near) / motion[0];
            let is_after = (exact(limit) * exact(motion[0].abs()) - exact(f64::from(near.abs()))).sign();
            let limit = if is_after == Ordering::Less { limit.next_up() } else { limit };
            let boxes = [[low_x], [high_x], [-4.0], [4.0]];
            let ([time], [stay]) = path.enter(&boxes, path.latest(limit));
            assert!(0.0 <= stay, "case {case}: {motion:?} {boxes:?} {limit}");
            worst_limit = worst_limit.max(1.0 - f64::from(stay) / (32.0 * U * f64::from(time)));
        }
        check_used("slack of leaving", worst_leave, 0.05);
        check_used("slack of the limit", worst_limit, 0.05);
    }

    /// A point whose path leads through the end of a wall, and one whose path ends on a wall: there is no radius, of which |x| + |y| would
    /// make more than needed, so only the slack makes up for rounding.
    #[test]
    fn reach_of_paths_and_walls() {
        let mut worst: [f64; 2] = [0.0; 2];
        for case in 0..CASES {
            let rng = &mut Rng::for_case(0, "reach", case);
            let frame = plain();
            // Numbers of few bits, so that nothing is rounded until `f32` is. Walls are near; paths may begin far away.
            let whole = |rng: &mut Rng, most: i64| rng.between(-most, most) as f64 / (1 << 30) as f64;
            let (touch, step) =
                ([whole(rng, 1 << 29), whole(rng, 1 << 29)], [whole(rng, 1 << 26), whole(rng, 1 << 26)]);
            let along = |steps: i64| [touch[0] + step[0] * steps as f64, touch[1] + step[1] * steps as f64];
            let short = [touch, [whole(rng, 1 << 30), whole(rng, 1 << 30)]];
            let far = *rng.pick(&[8, 8, 1 << 10, 1 << 20]);
            let wall = [along(-rng.between(1, 8)), along(rng.between(1, 8))];
            let long = [along(-rng.between(1, far)), along(rng.between(1, far))];
            if step == [0.0, 0.0] || short[0] == short[1] {
                continue;
            }
            for (kind, (ends, wall)) in [(long, short), ([short[1], short[0]], wall)].into_iter().enumerate() {
                assert_eq!(compare_distance_of_segments(ends, wall, 0.0), Ordering::Equal);
                let path = Path::of(&Sweep::point(ends[0], ends[1]).unwrap(), &frame).unwrap();
                let [[ax, ay], [bx, by]] = wall.map(|p| frame.near(p.into()));
                let largest = [ax, ay, bx, by].into_iter().fold(0.0, |largest: f32, x| largest.max(x.abs()));
                let reach = frame.reach(0.0, f64::from(largest));
                let [rest] = path.passes(&[[ax], [ay], [bx], [by]], reach, path.latest(1.0));
                assert!(0.0 <= rest, "case {case}: {ends:?} {wall:?}");
                // Whichever line the rest is seen from, not less is used than seen from the line of the shorter one.
                let length = (path.size * path.latest(1.0)).min((bx - ax).abs() + (by - ay).abs());
                let slack = f64::from(path.reach) + f64::from(reach);
                worst[kind] = worst[kind].max(1.0 - f64::from(rest) / (2.0 * slack * f64::from(length)));
            }
        }
        check_used("reach of paths", worst[0], 0.02);
        check_used("reach of walls", worst[1], 0.02);
    }

    /// Anywhere and of any size: what barely touches is never left out.
    #[test]
    fn touches_are_never_left_out() {
        let mut touches = 0;
        for case in 0..CASES {
            let rng = &mut Rng::for_case(0, "touches", case);
            let size = *rng.pick(&[1.0, 1e-100, 1e100]);
            let offset = size * rng.pick(&[0.0, 0.0, 1e7]);
            let far = *rng.pick(&[1.0, 1.0, 4.0, 1e6]);
            let place = |rng: &mut Rng, far: f64| [0, 1].map(|_| offset + size * far * rng.within(-1.0, 1.0));
            let (mut path_ends, mut wall) = ([place(rng, far), place(rng, far)], [place(rng, 1.0), place(rng, 1.0)]);
            if rng.one_in(2) {
                // Along an axis boxes are as near as what is in them, and |x| + |y| is a length.
                let axis = rng.below(2);
                path_ends[1][axis] = path_ends[0][axis];
                wall[1][axis] = wall[0][axis];
            }
            let frame = Frame::of(square(offset, size), Point::new(offset, offset));
            let distance = distance_of(path_ends, wall);
            let radius = distance * (1.0 + f64::EPSILON * rng.between(-4, 4) as f64);
            if compare_distance_of_segments(path_ends, wall, radius) == Ordering::Greater {
                continue;
            }
            touches += 1;
            let sweep = Sweep::disc(path_ends[0], path_ends[1], radius).unwrap();
            let Some(path) = Path::of(&sweep, &frame) else { continue };
            let [[ax, ay], [bx, by]] = wall.map(|p| frame.near(p.into()));
            let largest = [ax, ay, bx, by].into_iter().fold(0.0, |largest: f32, x| largest.max(x.abs()));
            let reach = frame.reach(0.0, f64::from(largest));
            let [rest] = path.passes(&[[ax], [ay], [bx], [by]], reach, path.latest(1.0));
            let ([x, y], [z, w]) = (wall[0], wall[1]);
            let bounds =
                frame.outward(Bounds { min_x: min(x, z), max_x: max(x, z), min_y: min(y, w), max_y: max(y, w) });
            let (_, [stay]) = path.enter(&bounds.sides().map(|side| [side]), path.latest(1.0));
            assert!(0.0 <= rest && 0.0 <= stay, "case {case}: {path_ends:?} {radius:e} {wall:?}: {rest:e}, {stay:e}");
        }
        assert!(CASES / 4 < touches, "{touches}");
    }

    /// The distance of two segments, rounded here and there.
    fn distance_of(a: [[f64; 2]; 2], b: [[f64; 2]; 2]) -> f64 {
        let sub = |p: [f64; 2], q: [f64; 2]| [p[0] - q[0], p[1] - q[1]];
        let from = |p: [f64; 2], [a, b]: [[f64; 2]; 2]| {
            let (e, d) = (sub(b, a), sub(p, a));
            let t = ((e[0] * d[0] + e[1] * d[1]) / (e[0] * e[0] + e[1] * e[1])).clamp(0.0, 1.0);
            (d[0] - t * e[0]).hypot(d[1] - t * e[1])
        };
        let cross = |p: [f64; 2], q: [f64; 2], r: [f64; 2]| {
            let (e, d) = (sub(q, p), sub(r, p));
            e[0] * d[1] - e[1] * d[0]
        };
        let parts = |[p, q]: [[f64; 2]; 2], [r, s]: [[f64; 2]; 2]| (cross(p, q, r) > 0.0) != (cross(p, q, s) > 0.0);
        if parts(a, b) && parts(b, a) {
            return 0.0;
        }
        [from(a[0], b), from(a[1], b), from(b[0], a), from(b[1], a)].into_iter().fold(f64::INFINITY, f64::min)
    }

    /// Distances of boxes are never too large.
    #[test]
    fn distances_of_boxes() {
        let mut worst: f64 = 0.0;
        for case in 0..CASES {
            let rng = &mut Rng::for_case(0, "distances of boxes", case);
            let frame = plain();
            let size = *rng.pick(&[1.0, 1e-30, 1e-9]);
            let p = Point::new(size * rng.within(-1.0, 1.0), size * rng.within(-1.0, 1.0));
            let (x, y) = (rng.within(0.01, 1.0) as f32, rng.within(0.01, 1.0) as f32);
            let boxes = [[x], [x + 1.0], [y], [y + 1.0]];
            let [distance] = distances(&boxes, p, &frame);
            let gap = |side: f32, p: f64| {
                let gap = exact(f64::from(side)) - exact(p) * exact(0.5);
                if gap.sign() == Ordering::Less { exact(0.0) } else { gap }
            };
            // No point lies beyond the upper sides.
            let truth: Dyadic = gap(x, p.x).squared() + gap(y, p.y).squared();
            let left = truth.clone() - exact(distance);
            assert!(left.sign() != Ordering::Less, "case {case}: {p:?} {boxes:?}");
            if distance > 0.0 {
                worst = worst.max(1.0 - left.over(&(truth * exact(16.0 * f64::EPSILON))));
            }
        }
        check_used("slack of distances", worst, 0.05);
    }
}
