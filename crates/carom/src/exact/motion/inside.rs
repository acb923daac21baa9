//! Is something without breadth inside of rings, where it starts?
//!
//! Both are around positions, so every place is a sum of two given numbers, and the mean of two or three places is one of these sums, too, but for a factor. Nothing
//! is rounded first. A place is inside if the rings go around it: outer ones counter-clockwise, holes the other way.

use crate::exact::answers::Location;
use crate::exact::numbers::double::is_moderate;
use crate::exact::numbers::integer::{DEGREE_4, Grid, Int};
use crate::exact::numbers::number::{Bounded, Number, cross, dot, vector};
use crate::exact::numbers::tiers::{decide, in_integers};
use crate::exact::signs::questions::dot_sign;
use crate::point::Point;
use alloc::vec::Vec;
use core::cmp::Ordering::{Equal, Greater, Less};

/// A place: a position and an offset from there.
pub(crate) type Spot = [Point; 2];

/// Rings around a position, edge by edge.
#[derive(Clone)]
pub(crate) struct Rings<E> {
    pub(crate) at: Point,
    pub(crate) edges: E,
}

impl<E: Iterator<Item = [Point; 2]> + Clone> Rings<E> {
    /// Where the mean of some spots is, of which there must be one.
    pub(crate) fn locate(&self, spots: &[Spot]) -> Location {
        let around = |all: i32, edge: [Point; 2]| Some(all + self.turns(spots, edge)?);
        match self.edges.clone().try_fold(0, around) {
            None => Location::Edge,
            Some(0) => Location::Outside,
            Some(_) => Location::Inside,
        }
    }

    /// Whether a point, or anything between two, is inside; nothing is not. Two are around one position.
    pub(crate) fn meet(&self, ends: &[Spot]) -> bool {
        let (a, b) = match ends {
            [] => return false,
            [a, b] => (a, b),
            _ => return self.locate(ends) == Location::Inside,
        };
        // Between two vertices that it passes through, all of it is on one side of the rings.
        let is_between = |&p: &Point| Self::is_on([self.at, p], [*a, *b]);
        let mut stops: Vec<Point> = self.edges.clone().map(|[p, _]| p).filter(is_between).collect();
        stops.sort_by(|&p, &q| dot_sign(a[1], b[1], q, p));
        let stops: Vec<Spot> = stops.into_iter().map(|p| [self.at, p]).collect();
        let all: Vec<Spot> = core::iter::once(*a).chain(stops).chain([*b]).collect();
        all.windows(2).any(|pair| self.locate(pair) == Location::Inside)
    }

    /// Whether a spot lies between two others, on their line.
    fn is_on(spot: Spot, [a, b]: [Spot; 2]) -> bool {
        let is_moderate = is_moderate([spot[0], spot[1], a[0], a[1], b[1]]);
        decide(if is_moderate { between::<Bounded>((), spot, a, b) } else { None }, || {
            let points = [spot, a, b];
            let grid = Grid::of_values(points.as_flattened().iter().flat_map(|p| [p.x, p.y]));
            let exactly = |grid: Grid| in_integers(grid.is_narrow(), || between::<Int<DEGREE_4>>(grid, spot, a, b));
            grid.and_then(exactly).unwrap_or(false)
        })
    }

    /// How an edge turns around a place: up on its right, or down on its left; `None` if it is on the edge.
    fn turns(&self, spots: &[Spot], edge: [Point; 2]) -> Option<i32> {
        let all = || spots.iter().flatten().copied().chain(edge).chain([self.at]);
        let filter = if all().all(|p| is_moderate([p])) { turns::<Bounded>((), spots, self.at, edge) } else { None };
        decide(filter, || {
            let grid = Grid::of_values(all().flat_map(|p| [p.x, p.y]))?;
            in_integers(grid.is_narrow(), || turns::<Int<DEGREE_4>>(grid, spots, self.at, edge)).flatten()
        })
    }
}

/// From a vertex to the mean of some spots, times how many these are.
fn from<N: Number>(scale: N::Scale, vertex: Spot, spots: &[Spot]) -> [N; 2] {
    let one = |spot: &Spot| -> [N; 2] {
        let ([x, y], [u, v]) = (vector::<N>(scale, vertex[1], spot[0]), vector::<N>(scale, vertex[0], spot[1]));
        [x.plus(&u), y.plus(&v)]
    };
    let first = one(&spots[0]);
    spots[1..].iter().map(one).fold(first, |[x, y], [u, v]| [x.plus(&u), y.plus(&v)])
}

/// The turn, if it is certain; `Some(None)` on the edge.
fn turns<N: Number>(scale: N::Scale, spots: &[Spot], at: Point, [p, q]: [Point; 2]) -> Option<Option<i32>> {
    let (from_p, from_q) = (from::<N>(scale, [at, p], spots), from::<N>(scale, [at, q], spots));
    let (p_side, q_side) = (from_p[1].sign()?, from_q[1].sign()?);
    if p_side == q_side && p_side != Equal {
        return Some(Some(0));
    }
    let side = cross(&vector(scale, p, q), &from_p).sign()?;
    if side == Equal && dot(&from_p, &from_q).sign()? != Greater {
        return Some(None);
    }
    // An edge has its lower end and not its upper one.
    Some(Some(match (p_side != Less, q_side != Less, side) {
        (true, false, Greater) => 1,
        (false, true, Less) => -1,
        _ => 0,
    }))
}

fn between<N: Number>(scale: N::Scale, spot: Spot, a: Spot, b: Spot) -> Option<bool> {
    let (from_a, from_b) = (from::<N>(scale, a, &[spot]), from::<N>(scale, b, &[spot]));
    let side = cross(&vector(scale, a[1], b[1]), &from_a).sign()?;
    Some(side == Equal && dot(&from_a, &from_b).sign()? == Less)
}
