//! Is a straight move of a shape clear of a wall, by whole numbers?
//!
//! A mover is the hull of some vertices around its position, grown by a radius. On a straight piece it sweeps the hull of its
//! vertices at both ends. That must not come nearer to a wall than the radius; without one, a hull that has an inside must keep its inside clear, and
//! a point may not even touch.

use carom::{Mover, Point, Side, Wall, Walls};
use carom_oracle::truth::{self, Integers, Scale, Xy};
use std::cmp::Ordering;

/// How much room, in parts of the distances involved, makes a rounded answer certain: many times what rounding is off.
const ROOM: f64 = 1e-14;

/// The shape of a convex mover, for the judge.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// Counter-clockwise; one for a point or disc.
    pub(crate) vertices: Vec<Xy>,
    pub(crate) radius: f64,
}

impl Shape {
    pub(crate) fn of(mover: &Mover) -> Shape {
        Shape { vertices: mover.vertices().iter().map(|p| [p.x, p.y]).collect(), radius: mover.radius() }
    }

    fn edges(&self) -> impl Iterator<Item = [Xy; 2]> + '_ {
        let count = self.vertices.len();
        (0..count).filter(move |_| count > 1).map(move |i| [self.vertices[i], self.vertices[(i + 1) % count]])
    }
}

/// Whether a mover that stands in a place is clear of all walls.
pub(crate) fn is_free(walls: &Walls, shape: &Shape, at: Point) -> bool {
    let at = [at.x, at.y];
    walls.ids().filter_map(|id| walls.get(id)).all(|wall| is_clear(shape, [at, at], &wall))
}

/// Whether a move from one place to another meets a wall nowhere.
pub(crate) fn is_clear(shape: &Shape, ends: [Xy; 2], wall: &Wall) -> bool {
    let (wall_ends, around) = match (wall.segment(), wall.circle()) {
        (Some(segment), _) => (segment.ends().map(|p| [p.x, p.y]), 0.0),
        (_, Some(circle)) => ([[circle.center().x, circle.center().y]; 2], circle.radius()),
        _ => unreachable!("a wall is a segment or a circle"),
    };
    if is_clearly_apart(shape, ends, wall_ends, around) || is_clear_exactly(shape, ends, wall_ends, around) {
        return true;
    }
    // One with one side only lets through what is behind it, and what is passing through it.
    let is_one_sided = wall.side() != Side::On && wall.segment().is_some();
    is_one_sided
        && (is_behind(shape, ends[0], wall_ends, wall.side())
            || !is_clear_exactly(shape, [ends[0], ends[0]], wall_ends, around))
}

/// Whether nothing of a shape is in front of a wall with one side; the centre of a disc is strictly behind it.
fn is_behind(shape: &Shape, at: Xy, wall: [Xy; 2], side: Side) -> bool {
    let front = if side == Side::Left { Ordering::Greater } else { Ordering::Less };
    let scale = Scale::of([at, wall[0], wall[1]].iter().chain(&shape.vertices).flatten());
    let [a, b] = wall.map(|p| scale.point(p));
    let [x, y] = scale.point(at);
    let side_of = |by: &Xy| {
        let [dx, dy] = scale.point(*by);
        truth::sign(&truth::cross(&truth::to(&a, &b), &truth::to(&a, &[&x + dx, &y + dy])))
    };
    match &shape.vertices[..] {
        [only] => side_of(only) == front.reverse(),
        all => all.iter().all(|vertex| side_of(vertex) != front),
    }
}

/// Whether a line along the wall, or one of the axes, is between the two, by more than rounding can be off.
fn is_clearly_apart(shape: &Shape, ends: [Xy; 2], [a, b]: [Xy; 2], around: f64) -> bool {
    let along = [b[0] - a[0], b[1] - a[1]];
    let length = along[0].hypot(along[1]);
    let lines = [[along[0] / length, along[1] / length], [1.0, 0.0], [0.0, 1.0]];
    lines.into_iter().any(|[x, y]| {
        let height = |p: Xy, by: Xy| {
            let [dx, dy] = [p[0] - a[0], p[1] - a[1]];
            let size = dx.abs() + dy.abs() + by[0].abs() + by[1].abs();
            let height = (dx * -y + dy * x) + (by[0] * -y + by[1] * x);
            (height, ROOM * size + f64::MIN_POSITIVE)
        };
        let far = height(b, [0.0, 0.0]);
        let least = shape.radius + around + ROOM * (shape.radius + around);
        let is_beyond = |sign: f64| {
            let wall = (sign * far.0).max(0.0) + far.1;
            let places = ends.iter().flat_map(|&end| shape.vertices.iter().map(move |&by| (end, by)));
            places.into_iter().all(|(end, by)| {
                let (height, off) = height(end, by);
                sign * height - off > wall + least
            })
        };
        is_beyond(1.0) || is_beyond(-1.0)
    })
}

fn is_clear_exactly(shape: &Shape, ends: [Xy; 2], wall: [Xy; 2], around: f64) -> bool {
    let numbers = ends.iter().chain(&wall).chain(&shape.vertices).flatten().copied();
    let scale = Scale::of(&numbers.chain([shape.radius, around]).collect::<Vec<f64>>());
    let [start, end] = ends.map(|p| scale.point(p));
    let wall = wall.map(|p| scale.point(p));
    let plus = |p: &Integers, by: Xy| {
        let [x, y] = scale.point(by);
        [&p[0] + x, &p[1] + y]
    };
    let corners: Vec<Integers> = shape.vertices.iter().flat_map(|&by| [plus(&start, by), plus(&end, by)]).collect();
    let edges = shape.edges().map(|[a, b]| truth::to(&scale.point(a), &scale.point(b)));
    let lines = edges.chain([truth::to(&start, &end), truth::to(&wall[0], &wall[1])]);
    let is_apart = lines.into_iter().any(|line| are_on_two_sides(&line, &corners, &wall));
    let reach = scale.integer(shape.radius) + scale.integer(around);
    let has_inside = shape.vertices.len() > 2;
    if has_inside && truth::sign(&reach) == Ordering::Equal {
        return is_apart;
    }
    if shape.vertices.len() > 1 && !is_apart {
        return false;
    }
    let moved = shape.vertices.iter().map(|&by| [plus(&start, by), plus(&end, by)]);
    let still = [&start, &end].into_iter().flat_map(|at| shape.edges().map(move |edge| edge.map(|by| plus(at, by))));
    let least = truth::Fraction::from(&reach * &reach);
    moved.chain(still).all(|edge| {
        let order = truth::segments_apart(&edge, &wall).compare(&least);
        order == Ordering::Greater || (order == Ordering::Equal && truth::sign(&reach) == Ordering::Greater)
    })
}

/// Whether a line in this direction has all of the one on one side and all of the other on the other; on the line is on both sides.
fn are_on_two_sides(line: &Integers, one: &[Integers], other: &[Integers]) -> bool {
    let height = |p: &Integers| truth::cross(line, p);
    let range = |points: &[Integers]| {
        let heights: Vec<_> = points.iter().map(height).collect();
        (heights.iter().min().cloned(), heights.iter().max().cloned())
    };
    let ((low, high), (other_low, other_high)) = (range(one), range(other));
    let is_line = line.iter().any(|number| truth::sign(number) != Ordering::Equal);
    is_line && (high <= other_low || other_high <= low)
}
