//! Which way a surface faces, and whether it is too steep: exact signs of normals that are never rounded.

use super::questions::{dot_sign, turn};
use crate::exact::answers::Side;
use crate::exact::numbers::dyadic::Dyadic;
use crate::exact::numbers::tiers::{decide, in_integers};
use crate::float::{self, is_ordinary};
use crate::point::{Point, Vec2};
use core::cmp::Ordering;

/// A normal of any length: the vector `to + by − from`, as it is or turned by a quarter. No sum is rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Facing {
    from: Point,
    to: Point,
    by: Point,
    /// How many quarters it is turned left: 0, 1 or 3.
    quarters: u8,
}

impl Facing {
    /// In the direction of a vector.
    pub(crate) fn along(vector: Vec2) -> Facing {
        Facing::away(Point::default(), Point::new(vector.x, vector.y), Point::default())
    }

    /// Away from a point, toward the sum of two others.
    pub(crate) fn away(from: Point, to: Point, by: Point) -> Facing {
        Facing { from, to, by, quarters: 0 }
    }

    /// Square to a line, on the side to which a rounded normal of it points.
    pub(crate) fn beside([from, to]: [Point; 2], normal: Vec2) -> Facing {
        let is_left = from.direction_to(to).cross(normal) > 0.0;
        Facing { from, to, by: Point::default(), quarters: if is_left { 1 } else { 3 } }
    }

    /// Whether it has no direction at all.
    pub(crate) fn is_nothing(&self) -> bool {
        let is_zero = |number: &Dyadic| number.sign() == Ordering::Equal;
        if self.by == Point::default() { self.from == self.to } else { self.vector().iter().all(is_zero) }
    }

    /// Whether it faces upward (`Greater`), sideways or downward: the sign of its dot product with `up`.
    pub(crate) fn height(&self, up: Vec2) -> Ordering {
        self.cross_sign(&Facing { quarters: 1, ..Facing::along(up) })
    }

    /// Whether a surface with this normal rises no more than `rise` for each `run`, measured against `up`: |n×u|·run ≤ |n·u|·rise.
    pub(crate) fn is_within(&self, up: Vec2, [rise, run]: [f64; 2]) -> bool {
        let steepness =
            decide(self.steepness_in_floats(up, rise, run), || in_integers(false, || self.steepness(up, rise, run)));
        steepness != Ordering::Greater
    }

    /// Whether friction holds what gravity presses onto a surface with this normal: |n×g| ≤ √(μν)·|n·g|, that is (n×g)² ≤ μ·ν·(n·g)².
    ///
    /// The filter takes a rounded root, which is off by half of what its product is off, δ = 2⁻⁵³, and by δ of itself: by 1.5 δ. So its side is off by 6.5 δ in
    /// place of 5, and 8 δ of both are still more than what both are off. A product or root that vanishes or overflows is no ordinary number.
    pub(crate) fn is_held(&self, gravity: Vec2, [first, second]: [f64; 2]) -> bool {
        let are_plain = [first, second, first * second].iter().all(|x| is_ordinary(*x));
        let filter = || self.steepness_in_floats(gravity, float::sqrt(first * second), 1.0);
        let exactly = || in_integers(false, || self.against_friction(gravity, [first, second]));
        decide(if are_plain { filter() } else { None }, exactly) != Ordering::Greater
    }

    /// Whether a vector that faces up by as much as this one goes no further up than one length less another: v·u ≤ (plus − minus)·|u|,
    /// and it faces up against a direction that there is, or sideways or down.
    pub(crate) fn is_no_higher(&self, up: Vec2, [plus, minus]: [f64; 2]) -> bool {
        let ([x, y], [ux, uy]) = (self.turned(), [up.x, up.y].map(Dyadic::of));
        let height = x.times(&ux).plus(&y.times(&uy));
        let most = Dyadic::of(plus).minus(&Dyadic::of(minus));
        let squares = || height.squared().compare(&most.squared().times(&ux.squared().plus(&uy.squared())));
        in_integers(false, || match (height.sign(), most.sign()) {
            (Ordering::Greater, Ordering::Less | Ordering::Equal) | (Ordering::Equal, Ordering::Less) => false,
            (Ordering::Less | Ordering::Equal, Ordering::Greater | Ordering::Equal) => true,
            (Ordering::Less, Ordering::Less) => squares() != Ordering::Less,
            _ => squares() != Ordering::Greater,
        })
    }

    /// The sign of the cross product with another one.
    pub(crate) fn cross_sign(&self, other: &Facing) -> Ordering {
        let origin = Point::default();
        if self.by != origin || other.by != origin {
            let ([a, b], [c, d]) = (self.turned(), other.turned());
            return in_integers(false, || a.times(&d).compare(&b.times(&c)));
        }
        let ends = [self.from, self.to, other.from, other.to];
        let cross = |[a, b, c, d]: [Point; 4]| match turn(a, b, c, d) {
            Side::Left => Ordering::Greater,
            Side::On => Ordering::Equal,
            Side::Right => Ordering::Less,
        };
        let dot = |[a, b, c, d]: [Point; 4]| dot_sign(a, b, c, d);
        // Turned by q and r, it is the cross product with the other one turned by r − q.
        match (4 + other.quarters - self.quarters) % 4 {
            0 => cross(ends),
            1 => dot(ends),
            2 => cross(ends).reverse(),
            _ => dot(ends).reverse(),
        }
    }

    /// |n×u|·run against |n·u|·rise.
    ///
    /// With δ = 2⁻⁵³: a difference of coordinates is off by a factor of 1 ± δ, each of the two products of a cross or dot product by two
    /// more, their sum by one more, and the product with rise or run by another: five in all, so each side by less than 5.01 δ times
    /// its sum with all signs positive, which is itself off by less than as much. 8 δ of both are more than what both sides are off.
    /// Numbers that are zero or ordinary neither overflow nor vanish in products of three.
    fn steepness_in_floats(&self, up: Vec2, rise: f64, run: f64) -> Option<Ordering> {
        let w = self.to - self.from;
        let are_plain = [w.x, w.y, up.x, up.y, rise, run].iter().all(|x| *x == 0.0 || is_ordinary(x.abs()));
        if !are_plain || self.by != Point::default() {
            return None;
        }
        let across = [w.x * up.y, w.y * up.x];
        let along = [w.x * up.x, w.y * up.y];
        let (across_size, along_size) = (across[0].abs() + across[1].abs(), along[0].abs() + along[1].abs());
        let (cross, dot) = ((across[0] - across[1]).abs(), (along[0] + along[1]).abs());
        let ([beside, height], [beside_size, height_size]) = match self.quarters {
            0 => ([cross, dot], [across_size, along_size]),
            _ => ([dot, cross], [along_size, across_size]),
        };
        let difference = beside * run - height * rise;
        let error = 4.0 * f64::EPSILON * (beside_size * run + height_size * rise);
        let is_certain = difference.abs() > error || error == 0.0;
        if is_certain { difference.partial_cmp(&0.0) } else { None }
    }

    #[cold]
    fn steepness(&self, up: Vec2, rise: f64, run: f64) -> Ordering {
        let ([x, y], [ux, uy]) = (self.turned(), [up.x, up.y].map(Dyadic::of));
        let beside = x.times(&uy).minus(&y.times(&ux));
        let height = x.times(&ux).plus(&y.times(&uy));
        let (beside, height) = (beside.times(&Dyadic::of(run)), height.times(&Dyadic::of(rise)));
        beside.squared().compare(&height.squared())
    }

    /// (n×g)² against μ·ν·(n·g)².
    #[cold]
    fn against_friction(&self, gravity: Vec2, frictions: [f64; 2]) -> Ordering {
        let ([x, y], [gx, gy]) = (self.turned(), [gravity.x, gravity.y].map(Dyadic::of));
        let beside = x.times(&gy).minus(&y.times(&gx));
        let height = x.times(&gx).plus(&y.times(&gy));
        let [first, second] = frictions.map(Dyadic::of);
        beside.squared().compare(&height.squared().times(&first.times(&second)))
    }

    fn vector(&self) -> [Dyadic; 2] {
        let sum = |to: f64, by: f64, from: f64| Dyadic::of(to).plus(&Dyadic::of(by)).minus(&Dyadic::of(from));
        [sum(self.to.x, self.by.x, self.from.x), sum(self.to.y, self.by.y, self.from.y)]
    }

    fn turned(&self) -> [Dyadic; 2] {
        let [x, y] = self.vector();
        match self.quarters {
            0 => [x, y],
            1 => [y.negated(), x],
            _ => [y, x.negated()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_oracle::cases::{move_scale, wild};
    use carom_oracle::dyadic::{cross, dot, exact};
    use carom_oracle::rng::Rng;
    use carom_oracle::round::{next_down, next_up};

    /// Slopes that just hold, a unit in the last place beside that, and of numbers of every size.
    #[test]
    fn what_friction_holds() {
        let (mut held, mut ties) = (0, 0);
        let count = if cfg!(debug_assertions) { 20_000 } else { 200_000 };
        for case in 0..count {
            let rng = &mut Rng::for_case(0, "held by friction", case);
            let [rise, run] = [0, 1].map(|_| rng.between(1, 9) as f64);
            let [x, y] = [0, 1].map(|_| rng.between(-9, 9) as f64);
            // Up from a point by rise for each run, under gravity along −y, at any scale.
            let mut numbers = [x, y, x + run, y + rise, 0.0, -rng.between(1, 9) as f64, rise / run, rise / run];
            if rng.one_in(3) {
                (numbers[6], numbers[7]) = (rise, rise / (run * run));
            }
            if rng.one_in(2) {
                let k = rng.below(8);
                numbers[k] = if rng.one_in(2) { next_up(numbers[k]) } else { next_down(numbers[k]) };
            }
            if rng.one_in(3) {
                move_scale(rng, &mut numbers[..4]);
            }
            if rng.one_in(8) {
                (0..8).for_each(|k| numbers[k] = wild(rng));
            }
            let [ax, ay, bx, by, gx, gy, first, second] = numbers;
            let (a, b, gravity) = (Point::new(ax, ay), Point::new(bx, by), Vec2::new(gx, gy));
            let frictions = [first.abs(), second.abs()];
            if a == b {
                continue;
            }
            let (w, g) = ([exact(bx) - exact(ax), exact(by) - exact(ay)], [exact(gx), exact(gy)]);
            let limit = exact(frictions[0]) * exact(frictions[1]) * cross(&g, &w).squared();
            let expected = (limit - dot(&g, &w).squared()).sign();
            let facing = Facing::beside([a, b], a.direction_to(b).normal());
            let holds = facing.is_held(gravity, frictions);
            assert_eq!(holds, expected != Ordering::Less, "case {case}: {a:?} {b:?} {gravity:?} {frictions:?}");
            held += u64::from(holds);
            ties += u64::from(expected == Ordering::Equal);
        }
        assert!(count / 4 < held && held < 3 * count / 4 && count / 8 < ties, "{held} are held, {ties} just so");
    }

    /// Integers decide only what floats cannot, and both say the same: beside a slope that is just steep enough, and far from it.
    #[test]
    fn steepness_is_certain_and_right() {
        let (mut answered, mut plain) = (0, 0);
        let count = if cfg!(debug_assertions) { 20_000 } else { 200_000 };
        for case in 0..count {
            let rng = &mut Rng::for_case(0, "steepness in floats", case);
            let is_near = rng.one_in(2);
            let mut numbers = [(); 6].map(|()| rng.within(-8.0, 8.0));
            let [w, up] =
                [Vec2::new(numbers[2] - numbers[0], numbers[3] - numbers[1]), Vec2::new(numbers[4], numbers[5])];
            let scale = *rng.pick(&[1.0, 1e-30, 1e30]);
            (0..4).for_each(|k| numbers[k] *= scale);
            let quarters = *rng.pick(&[0, 1, 3]);
            let (mut beside, mut height) = (w.cross(up).abs(), w.dot(up).abs());
            if quarters != 0 {
                (beside, height) = (height, beside);
            }
            // Just as steep, as far as rounding goes, and any.
            let size = *rng.pick(&[2.0, 1000.0, 0.001]);
            let [rise, run] =
                if is_near { [beside / height * size, size] } else { [rng.within(0.0, 4.0), rng.within(0.0, 4.0)] };
            let [ax, ay, bx, by, ..] = numbers;
            let facing = Facing { from: Point::new(ax, ay), to: Point::new(bx, by), by: Point::default(), quarters };
            let found = facing.steepness_in_floats(up, rise, run);
            let expected = facing.steepness(up, rise, run);
            assert!(
                found.is_none_or(|found| found == expected),
                "case {case}: {facing:?} {up:?} {rise} {run}: {found:?}"
            );
            answered += u64::from(!is_near && found.is_some());
            plain += u64::from(!is_near);
        }
        assert!(1000 * (plain - answered) < plain, "{answered} of {plain}");
        let level = Facing::along(Vec2::new(0.0, 1.0));
        assert_eq!(level.steepness_in_floats(Vec2::new(0.0, 1.0), 0.0, 1.0), Some(Ordering::Equal), "no error at all");
    }

    /// Sums of three are not rounded: their cross products, whether they vanish, and how high they go, in whole numbers that are their own
    /// judges.
    #[test]
    fn sums_are_exact() {
        for case in 0..if cfg!(debug_assertions) { 20_000 } else { 100_000 } {
            let rng = &mut Rng::for_case(0, "facing sums", case);
            let mut number = || rng.between(-3, 3);
            let [fx, fy, tx, ty, bx, by] = [(); 6].map(|()| number());
            let [gx, gy, ux, uy, hx, hy] = [(); 6].map(|()| number());
            let [q, r] = [*rng.pick(&[0, 1, 3]), *rng.pick(&[0, 1, 3])];
            let point = |x: i64, y: i64| Point::new(x as f64, y as f64);
            let one = Facing { from: point(fx, fy), to: point(tx, ty), by: point(bx, by), quarters: q };
            let other = Facing { from: point(gx, gy), to: point(ux, uy), by: point(hx, hy), quarters: r };
            let turned = |[x, y]: [i64; 2], quarters: u8| match quarters {
                0 => [x, y],
                1 => [-y, x],
                _ => [y, -x],
            };
            let (v, w) = (turned([tx + bx - fx, ty + by - fy], q), turned([ux + hx - gx, uy + hy - gy], r));
            assert_eq!(one.cross_sign(&other), (v[0] * w[1] - v[1] * w[0]).cmp(&0), "case {case}: {one:?} {other:?}");
            assert_eq!(one.is_nothing(), v == [0, 0], "case {case}: {one:?}");
            // A direction with a whole length, so that no root is left.
            let (up, length) = *rng.pick(&[([0, 1], 1), ([3, 4], 5), ([-4, 3], 5), ([0, -2], 2)]);
            let [plus, minus] = [rng.between(0, 4), rng.between(0, 4)];
            let goes = v[0] * up[0] + v[1] * up[1];
            let is_no_higher = one.is_no_higher(Vec2::new(up[0] as f64, up[1] as f64), [plus as f64, minus as f64]);
            assert_eq!(is_no_higher, goes <= (plus - minus) * length, "case {case}: {one:?} {up:?} {plus} {minus}");
        }
    }
}
