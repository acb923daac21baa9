//! Do two convex shapes overlap, and does one keep clear of another on its way? By separating lines and distances of segments, exactly.
//!
//! A shape is the hull of its vertices, grown by a radius. Two of them overlap if they share more than their edges.

use std::cmp::Ordering;

use crate::dyadic::{Dyadic, cross, dot, exact};
use crate::truth::Xy;

/// A place or a vector in exact numbers.
pub type Exact = [Dyadic; 2];

/// A vertex of something in a place that was moved on: the sum of some given numbers and of a velocity times a time.
pub fn moved(parts: &[Xy], velocity: Xy, time: f64, since: f64) -> Exact {
    [0, 1].map(|axis| {
        let way = exact(velocity[axis]) * (exact(time) - exact(since));
        parts.iter().fold(way, |sum, part| sum + exact(part[axis]))
    })
}

/// Whether two hulls, counter-clockwise, are nearer than a distance, or share an inside if that is 0. One of them has an inside, or the distance is not 0.
pub fn overlap(first: &[Exact], second: &[Exact], reach: &Dyadic) -> bool {
    let is_sharp = reach.sign() == Ordering::Equal;
    let are_points = first.len() == 1 && second.len() == 1;
    let share = !are_points && !is_separated(first, second) && !is_separated(second, first);
    if is_sharp || share {
        return share;
    }
    edges(first).any(|a| edges(second).any(|b| are_near(&a, &b, reach)))
}

/// Whether a hull that moves straight by a way gets nearer to another than a distance at any time: whether the way, as a segment, comes so near to the hull of all
/// differences.
pub fn sweep_overlaps(first: &[Exact], way: &Exact, second: &[Exact], reach: &Dyadic) -> bool {
    let differences = second.iter().flat_map(|b| first.iter().map(|a| minus(b, a))).collect();
    let origin = [exact(0.0), exact(0.0)];
    overlap(&hull(vec![origin, way.clone()]), &hull(differences), reach)
}

/// The convex hull of some points, counter-clockwise, without those on its edges.
pub fn hull(mut points: Vec<Exact>) -> Vec<Exact> {
    let order = |a: &Exact, b: &Exact| {
        let axis = |i: usize| (a[i].clone() - b[i].clone()).sign();
        axis(0).then(axis(1))
    };
    points.sort_by(order);
    points.dedup_by(|a, b| order(a, b) == Ordering::Equal);
    if points.len() < 3 {
        return points;
    }
    let chain = |points: &mut dyn Iterator<Item = &Exact>| {
        let mut chain: Vec<Exact> = Vec::new();
        for p in points {
            while let [.., a, b] = &chain[..] {
                if cross(&minus(b, a), &minus(p, b)).sign() == Ordering::Greater {
                    break;
                }
                chain.pop();
            }
            chain.push(p.clone());
        }
        chain.pop();
        chain
    };
    let mut all = chain(&mut points.iter());
    all.extend(chain(&mut points.iter().rev()));
    all
}

/// Whether a line along an edge of the first, or through it if it is a segment, has all of the second on its other side.
fn is_separated(first: &[Exact], second: &[Exact]) -> bool {
    if first.len() == 1 {
        return false;
    }
    edges(first).any(|[a, b]| {
        let along = minus(&b, &a);
        second.iter().all(|p| cross(&along, &minus(p, &a)).sign() != Ordering::Greater)
    })
}

fn edges(shape: &[Exact]) -> impl Iterator<Item = [Exact; 2]> + '_ {
    (0..shape.len()).map(|k| [shape[k].clone(), shape[(k + 1) % shape.len()].clone()])
}

/// Whether two segments that do not cross are nearer than a distance.
fn are_near(first: &[Exact; 2], second: &[Exact; 2], reach: &Dyadic) -> bool {
    let near = |point: &Exact, [a, b]: &[Exact; 2]| {
        let (along, from) = (minus(b, a), minus(point, a));
        let (length, part) = (dot(&along, &along), dot(&along, &from));
        let is_less = |x: Dyadic, y: Dyadic| (x - y).sign() == Ordering::Less;
        if part.sign() != Ordering::Greater {
            return is_less(dot(&from, &from), reach.squared());
        }
        if !is_less(part, length.clone()) {
            let beyond = minus(point, b);
            return is_less(dot(&beyond, &beyond), reach.squared());
        }
        is_less(cross(&along, &from).squared(), reach.squared() * length)
    };
    first.iter().any(|p| near(p, second)) || second.iter().any(|p| near(p, first))
}

fn minus(a: &Exact, b: &Exact) -> Exact {
    [0, 1].map(|axis| a[axis].clone() - b[axis].clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(points: &[Xy], by: Xy) -> Vec<Exact> {
        points.iter().map(|&p| moved(&[p, by], [0.0; 2], 0.0, 0.0)).collect()
    }

    #[test]
    fn a_unit_in_the_last_place_decides() {
        let square = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        let (here, none) = (at(&square, [0.0; 2]), exact(0.0));
        let there = |by: Xy, reach: f64| overlap(&at(&square, by), &here, &exact(reach));
        assert!(!there([2.0, 0.5], 0.0) && there([2.0f64.next_down(), 0.5], 0.0));
        assert!(!there([2.0, 2.0], 0.0) && !there([2.5, 0.0], 0.5) && there([2.5, 0.0], 0.5f64.next_up()));
        assert!(!there([5.0, 6.0], 5.0) && there([5.0, 6.0f64.next_down()], 5.0));
        // A floor, and a point inside.
        let floor = at(&[[-9.0, -1.0], [9.0, -1.0]], [0.0; 2]);
        assert!(!overlap(&here, &floor, &none) && overlap(&at(&square, [0.0, -1e-300]), &floor, &exact(0.0)));
        assert!(
            overlap(&here, &at(&[[0.5, 0.5]], [0.0; 2]), &none) && !overlap(&here, &at(&[[1.0, 0.5]], [0.0; 2]), &none)
        );
    }

    #[test]
    fn a_way_past_a_corner() {
        let square = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        let (here, post) = (at(&square, [0.0; 2]), at(&[[3.0, 1.0]], [0.0; 2]));
        let goes = |way: Xy| sweep_overlaps(&here, &moved(&[way], [0.0; 2], 0.0, 0.0), &post, &exact(0.0));
        assert!(!goes([9.0, 0.0]) && goes([9.0, 1e-300]) && !goes([2.0, 1e-300]) && !goes([9.0, -1.0]));
    }
}
