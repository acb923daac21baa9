//! Does a body that goes from one place to another keep clear of a wall that moves in the same time?
//!
//! Seen from the wall, the body goes straight from one exact place to another. Whole numbers decide, but for what plain floating point sees to be far away.

use std::cmp::Ordering;

use crate::dyadic::{Dyadic, cross, dot, exact};
use crate::truth::{Ends, Xy};

/// Where a wall has moved to: `offset + velocity · time`, exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shift {
    /// The offset at time 0.
    pub offset: Xy,
    /// The velocity.
    pub velocity: Xy,
    /// The time.
    pub time: f64,
}

impl Shift {
    fn near(&self, axis: usize) -> f64 {
        self.offset[axis] + self.velocity[axis] * self.time
    }

    fn exactly(&self, axis: usize) -> Dyadic {
        exact(self.offset[axis]) + exact(self.velocity[axis]) * exact(self.time)
    }
}

/// Does a disc, or a point if the radius is 0, keep clear of a wall, or of a single point if its ends are one, on its way from a place to another? A disc may touch
/// the wall, a point may not.
pub fn is_clear(radius: f64, wall: Ends, from: (Xy, Shift), to: (Xy, Shift)) -> bool {
    is_far(radius, wall, from, to) || is_clear_exactly(radius, wall, from, to)
}

/// Whether boxes around both, a millionth larger than they need be, are apart.
fn is_far(radius: f64, wall: Ends, from: (Xy, Shift), to: (Xy, Shift)) -> bool {
    (0..2).any(|axis| {
        let seen = [from, to].map(|(at, shift)| at[axis] - shift.near(axis));
        let size = [from, to].iter().fold(radius + wall[0][axis].abs() + wall[1][axis].abs(), |sum, (at, shift)| {
            sum + at[axis].abs() + shift.offset[axis].abs() + (shift.velocity[axis] * shift.time).abs()
        });
        let room = radius + 1e-6 * size;
        let [low, high] = [seen[0].min(seen[1]) - room, seen[0].max(seen[1]) + room];
        let [first, last] = [wall[0][axis].min(wall[1][axis]), wall[0][axis].max(wall[1][axis])];
        high < first || last < low
    })
}

fn is_clear_exactly(radius: f64, wall: Ends, from: (Xy, Shift), to: (Xy, Shift)) -> bool {
    let seen = |(at, shift): (Xy, Shift)| [0, 1].map(|axis| exact(at[axis]) - shift.exactly(axis));
    let path = [seen(from), seen(to)];
    let wall = wall.map(|end| end.map(exact));
    let reach = exact(radius).squared();
    let are_near = |point: &[Dyadic; 2], segment: &[[Dyadic; 2]; 2]| {
        let order = squared_distance_against(point, segment, &reach);
        if radius == 0.0 { order == Ordering::Equal } else { order == Ordering::Less }
    };
    let ends_near = path.iter().any(|place| are_near(place, &wall)) || wall.iter().any(|end| are_near(end, &path));
    !ends_near && !cross_each_other(&path, &wall)
}

fn minus(a: &[Dyadic; 2], b: &[Dyadic; 2]) -> [Dyadic; 2] {
    [0, 1].map(|axis| a[axis].clone() - b[axis].clone())
}

/// The squared distance of a point from a segment, against another.
fn squared_distance_against(point: &[Dyadic; 2], [a, b]: &[[Dyadic; 2]; 2], reach: &Dyadic) -> Ordering {
    let (along, from) = (minus(b, a), minus(point, a));
    let (length, part) = (dot(&along, &along), dot(&along, &from));
    let order = |x: Dyadic, y: Dyadic| (x - y).sign();
    if part.sign() != Ordering::Greater {
        return order(dot(&from, &from), reach.clone());
    }
    if order(part, length.clone()) != Ordering::Less {
        let beyond = minus(point, b);
        return order(dot(&beyond, &beyond), reach.clone());
    }
    order(cross(&along, &from).squared(), reach.clone() * length)
}

/// Whether each segment has the ends of the other strictly on both sides.
fn cross_each_other(first: &[[Dyadic; 2]; 2], second: &[[Dyadic; 2]; 2]) -> bool {
    let sides = |[a, b]: &[[Dyadic; 2]; 2], points: &[[Dyadic; 2]; 2]| {
        let along = minus(b, a);
        let [p, q] = [0, 1].map(|i: usize| cross(&along, &minus(&points[i], a)).sign());
        p != Ordering::Equal && q != Ordering::Equal && p != q
    };
    sides(first, second) && sides(second, first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_in_the_last_place_decides() {
        let wall = [[0.0, 0.0], [4.0, 0.0]];
        let up = |velocity: f64, time: f64| Shift { offset: [0.0, 0.0], velocity: [0.0, velocity], time };
        // A disc of radius 1 stands at height 2; the wall comes up by 1 and touches it.
        let stands = |height: f64, shift| is_clear(1.0, wall, ([2.0, 2.0], up(0.0, 0.0)), ([2.0, height], shift));
        assert!(stands(2.0, up(0.5, 2.0)));
        assert!(!stands(2.0f64.next_down(), up(0.5, 2.0)));
        assert!(!stands(2.0, up(0.5f64.next_up(), 2.0)));
        // A point may not touch, and may not go past the wall, but may go with it.
        let point = |to: Xy, shift| is_clear(0.0, wall, ([2.0, 2.0], up(0.0, 0.0)), (to, shift));
        assert!(!point([2.0, 2.0], up(1.0, 2.0)));
        assert!(point([2.0, 2.0f64.next_up()], up(1.0, 2.0)));
        assert!(!point([2.0, 2.0], up(1.0, 4.0)));
        assert!(point([2.0, 6.0], up(1.0, 4.0)) && !point([2.0, 4.0], up(1.0, 4.0)));
        assert!(point([9.0, -2.0], up(0.0, 0.0)) && !point([5.0, -2.0], up(0.0, 0.0)));
    }
}
