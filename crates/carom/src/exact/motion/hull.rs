//! Convex shapes in motion, and the differences of two of them: all vectors from a point of the first to one of the second.
//!
//! They fill a convex polygon. Its vertices are differences of a vertex of each, and its edges are those of the second and, turned round, those of the first, in
//! the order of their directions; two in the same direction are one edge, where the shapes meet side on side. The order is decided exactly, so nothing
//! of it is rounded. (This is the merge that makes Minkowski sums.)

use super::relative::Instant;
use crate::exact::answers::{Contact, Side};
use crate::exact::numbers::double::is_moderate;
use crate::exact::signs::questions::turn;
use crate::point::{Point, max, min};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Something convex that moves: vertices around a position, counter-clockwise and no three in a row on one line, grown by a radius.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hull<'a> {
    pub(crate) vertices: &'a [Point],
    pub(crate) path: [Point; 2],
    pub(crate) radius: f64,
    /// What is known of it beforehand; nothing if it is not worth it.
    pub(crate) extent: Option<&'a Extent>,
}

/// The first touch of two such.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    pub(crate) contact: Contact,
    pub(crate) instant: Instant,
    /// Where on K; of one that starts inside nothing is said.
    pub(crate) place: Place,
    /// The edge of K along which it moves.
    pub(crate) along: Option<Corner>,
    /// Whether K has no inside and there is no radius: to touch is to be stopped.
    pub(crate) is_flat: bool,
}

/// A place on the edge of K.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    Inside,
    /// From a corner to the next.
    Edge(Corner),
    /// One vertex of each.
    Vertex([u16; 2]),
}

/// What is known of a core before any question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Extent {
    /// The corners of its box.
    pub(crate) low: Point,
    pub(crate) high: Point,
    /// Whether all its numbers are moderate.
    pub(crate) is_moderate: bool,
}

impl Extent {
    pub(crate) fn of(vertices: &[Point]) -> Extent {
        let (mut low, mut high) = (vertices[0], vertices[0]);
        for p in vertices {
            (low, high) =
                (Point::new(min(low.x, p.x), min(low.y, p.y)), Point::new(max(high.x, p.x), max(high.y, p.y)));
        }
        Extent { low, high, is_moderate: vertices.iter().all(|&p| is_moderate([p])) }
    }
}

/// A corner of the polygon of differences, and the edge from there to the next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner {
    /// Which vertex of the first and which of the second.
    pub(crate) of: [u16; 2],
    /// The same for the next corner.
    pub(crate) next: [u16; 2],
    /// Two points between which the edge's direction is: ends of an edge of one of the two.
    pub(crate) along: [Point; 2],
}

/// The corners, counter-clockwise. Each shape has its vertices counter-clockwise and no three in a row on one line; it may be a segment or a point.
///
/// One corner is left of two points, two if there is only a direction, and else the polygon has an inside.
pub(crate) fn differences(first: &[Point], second: &[Point]) -> Vec<Corner> {
    let (mut i, mut j) = (lowest(first, |p| Point::new(-p.x, -p.y)), lowest(second, |p| p));
    let sides = |shape: &[Point]| if shape.len() < 2 { 0 } else { shape.len() };
    let (mut left, mut right) = (sides(first), sides(second));
    let mut corners = Vec::with_capacity(left + right + 1);
    let next = |i: usize, shape: &[Point]| if i + 1 == shape.len() { 0 } else { i + 1 };
    while 0 < left || 0 < right {
        let (i_next, j_next) = (next(i, first), next(j, second));
        let (mine, other) = ([first[i_next], first[i]], [second[j], second[j_next]]);
        let order = match (left, right) {
            (0, _) => Ordering::Greater,
            (_, 0) => Ordering::Less,
            _ => order_of_directions(mine, other),
        };
        let of = [i as u16, j as u16];
        if order != Ordering::Greater {
            (i, left) = (i_next, left - 1);
        }
        if order != Ordering::Less {
            (j, right) = (j_next, right - 1);
        }
        let along = if order == Ordering::Less { mine } else { other };
        corners.push(Corner { of, next: [i as u16, j as u16], along });
    }
    if corners.is_empty() {
        let of = [i as u16, j as u16];
        corners.push(Corner { of, next: of, along: [Point::default(); 2] });
    }
    corners
}

/// The lowest vertex, and of several the leftmost, in a turned view.
fn lowest(shape: &[Point], view: impl Fn(Point) -> Point) -> usize {
    let mut best = 0;
    for (index, &p) in shape.iter().enumerate() {
        let (p, q) = (view(p), view(shape[best]));
        if p.y < q.y || (p.y == q.y && p.x < q.x) {
            best = index;
        }
    }
    best
}

/// Which of two directions comes first, from that of the x axis counter-clockwise.
fn order_of_directions([a, b]: [Point; 2], [c, d]: [Point; 2]) -> Ordering {
    // Down, or level to the left: the second half of a turn.
    let is_late = |p: Point, q: Point| q.y < p.y || (q.y == p.y && q.x < p.x);
    is_late(a, b).cmp(&is_late(c, d)).then_with(|| match turn(a, b, c, d) {
        Side::Left => Ordering::Less,
        Side::On => Ordering::Equal,
        Side::Right => Ordering::Greater,
    })
}
