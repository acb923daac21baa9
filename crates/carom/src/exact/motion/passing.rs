//! When something on a straight way passes something, as an exact part of the way.
//!
//! A way leads from where something was put to where it is put next, both as sums of given numbers that are never rounded. The place where it passes
//! a line, or begins or ceases to overlap a shape, is a [`Part`] of it: 0 where it begins, 1 where it ends. Parts of one way, or of
//! several that take the same time, are put in order exactly, and so no two changes of sides are ever told in the wrong order.

use super::drift::Drift;
use super::root::Root;
use crate::exact::numbers::dyadic::Dyadic;
use crate::exact::numbers::number::{cross, vector};
use crate::float;
use crate::point::{Point, Vec2};
use core::cmp::Ordering::{self, Greater, Less};

/// A part of a straight way; it may lie before its beginning or beyond its end.
#[derive(Clone)]
pub(crate) struct Part(pub(super) Root<Dyadic>);

impl Part {
    /// Where a point that goes with a group, from one offset to another, passes the line between two points. It is not on
    /// the same side of it, or on it, in both.
    pub(crate) fn of_line([a, b]: [Point; 2], mark: Point, offsets: [Vec2; 2]) -> Part {
        let w = vector::<Dyadic>((), a, b);
        // From a to the point, which is at its place and the offset together.
        let [before, after] = offsets.map(|offset| cross(&w, &Drift::at(-offset).from(a, mark, 0.0)));
        let s = before.minus(&after);
        let (p, s) = if s.sign() == Less { (before.negated(), s.negated()) } else { (before, s) };
        Part(Root { p, q: Dyadic::of(0.0), s, is_later: false })
    }

    /// Where a way begins.
    pub(crate) fn beginning() -> Part {
        Part(Root::at(0.0))
    }

    pub(crate) fn order(&self, other: &Part) -> Ordering {
        self.0.compare(&other.0)
    }

    /// Against a number.
    pub(crate) fn order_to(&self, part: f64) -> Ordering {
        self.0.compare(&Root::at(part))
    }

    /// When it is reached on a way that takes so long: the largest `f64` not above this part of that time. The part is not before the beginning.
    pub(crate) fn time(&self, whole: f64) -> f64 {
        let (Root { p, q, s, is_later }, whole) = (&self.0, Dyadic::of(whole));
        let when = Root { p: p.times(&whole), q: q.times(&whole.squared()), s: s.clone(), is_later: *is_later };
        float::round_down(when.estimate(), |time| Root::at(time).compare(&when) != Greater)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_oracle::dyadic::exact;
    use carom_oracle::rng::Rng;

    /// The time at which a point that drifts passes a line is the largest number not above the quotient.
    #[test]
    fn times_are_quotients_rounded_down() {
        for case in 0..4_000 {
            let rng = &mut Rng::for_case(0, "parts of ways", case);
            let size = *rng.pick(&[1.0, 1e-9, 1e12, 1e-150, 1e150]);
            let mut number = || size * rng.between(-1_000_000, 1_000_000) as f64 / 3.0;
            let [a, b, mark] = [0; 3].map(|_| Point::new(number(), number()));
            let offsets = [0; 2].map(|_| Vec2::new(number(), number()));
            let whole = *rng.pick(&[1.0, 1.0 / 60.0, 1e-100, 12345.678]);
            let side = |offset: Vec2| {
                let [u, v] = [exact(b.x) - exact(a.x), exact(b.y) - exact(a.y)];
                let [x, y] = [exact(mark.x) + exact(offset.x), exact(mark.y) + exact(offset.y)];
                u * (y - exact(a.y)) - v * (x - exact(a.x))
            };
            let [before, after] = offsets.map(side);
            let apart = before.clone() - after.clone();
            if before.sign() == after.sign() || a == b {
                continue;
            }
            let part = Part::of_line([a, b], mark, offsets);
            let time = part.time(whole);
            // time ≤ whole·before/apart < the next: with the sign of what it is divided by.
            let rest = |time: f64| {
                let rest = exact(whole) * before.clone() - exact(time) * apart.clone();
                if apart.sign() == Less { (exact(0.0) - rest).sign() } else { rest.sign() }
            };
            assert!(rest(time) != Less && rest(float::next_up(time)) == Less, "case {case}: {time:e}");
            assert!(part.order_to(0.0) != Less && part.order_to(1.0) != Greater, "case {case}");
        }
    }
}
