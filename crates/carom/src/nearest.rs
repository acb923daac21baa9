//! How far apart are two shapes, and where are they nearest?
//!
//! The distance is the exact one rounded toward zero, so it is the same bits for either order of the shapes, on every
//! machine. Of many pieces the nearest is found by comparing exactly with the distance of the best so far; of places whose
//! distances round to the same number, the first is taken.

use crate::aabb::Aabb;
use crate::circle::Circle;
use crate::edge_tree::{FAN, Node, Run};
use crate::exact::{Feature, Location, compare_distance_to_segment_with_sum, construct, nearest_feature};
use crate::float;
use crate::intersect::{budget_for, find_meeting_edges, intersects, locate_point_within, nearest_in_box};
use crate::overlay;
use crate::point::{Point, max, min};
use crate::polygon::Polygon;
use crate::segment::Segment;
use crate::shape::Shape;
use crate::slabs::{self, Normals, Slab, Slabs};
use core::cmp::Ordering;

/// How far apart two shapes are: the exact distance, rounded toward zero. 0 if they intersect.
///
/// Only shapes less than 5e-324 apart have distance 0 without intersecting; beyond the range of `f64`
/// the distance is the largest number. A point that is not finite is infinitely far from everything.
///
/// ```
/// use carom::{Circle, Segment, distance};
/// let wall = Segment::new([0.0, 0.0], [0.0, 9.0])?;
/// assert_eq!(distance([3.0, 13.0], &wall), 5.0);
/// assert_eq!(distance(&Circle::new([3.0, 13.0], 1.5)?, &wall), 3.5);
/// # Ok::<(), carom::Error>(())
/// ```
#[must_use]
pub fn distance<'a, 'b>(a: impl Into<Shape<'a>>, b: impl Into<Shape<'b>>) -> f64 {
    let (a, b) = (a.into(), b.into());
    if !(a.is_finite() && b.is_finite()) {
        return f64::INFINITY;
    }
    if intersects(a, b) { 0.0 } else { closest(a, b).distance }
}

/// The two points, one of each shape, at which two shapes are nearest, rounded. If the shapes intersect, both are the same shared point.
///
/// ```
/// use carom::{Polygon, nearest};
/// let square = Polygon::new([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]])?;
/// assert_eq!(nearest([7.0, 3.0], &square), ([7.0, 3.0].into(), [4.0, 3.0].into()));
/// # Ok::<(), carom::Error>(())
/// ```
#[must_use]
pub fn nearest<'a, 'b>(a: impl Into<Shape<'a>>, b: impl Into<Shape<'b>>) -> (Point, Point) {
    let (a, b) = (a.into(), b.into());
    if intersects(a, b) {
        let shared = shared_point(a, b);
        return (shared, shared);
    }
    let Closest { points: (p, q), .. } = closest(a, b);
    // Pieces of circles are their centers; their edges are nearest on the line between the two points.
    (on_edge(a, p, q), on_edge(b, q, p))
}

/// The edge of a polygon that is nearest to a point; of edges whose distances round to the same number, the first.
pub(crate) fn nearest_edge(polygon: &Polygon, p: Point) -> Option<usize> {
    let least = closest(Shape::Point(p), Shape::Polygon(polygon)).distance;
    let target = Aabb::of_point(p);
    let mut first = None;
    let _: Option<()> = polygon.tree().find(&mut |aabb, _| gap(aabb, &target) <= least, &mut |run| {
        for edge in run.edges().filter(|&edge| first.is_none_or(|first| edge < first)) {
            // Not nearer than the least, and not so far that it rounds to more.
            let distance = nearer_than(f64::INFINITY, p, polygon.edge_of(run, edge).ends(), [0.0; 2]);
            if distance.is_some_and(|distance| distance <= least) {
                first = Some(edge);
                break;
            }
        }
        None
    });
    first
}

/// The nearest pieces so far.
#[derive(Clone, Copy)]
struct Closest {
    /// The exact distance of the shapes' pieces, rounded toward zero.
    distance: f64,
    /// The points of the two shapes that are nearest; for a circle, its center.
    points: (Point, Point),
}

/// A straight piece of a shape with a radius around it. The ends of a point coincide.
#[derive(Clone, Copy)]
struct Piece {
    ends: [Point; 2],
    radius: f64,
}

impl Piece {
    fn corners(self) -> impl Iterator<Item = Point> {
        let [a, b] = self.ends;
        core::iter::once(a).chain((a != b).then_some(b))
    }

    fn aabb(self) -> Aabb {
        Aabb::of_ends(self.ends)
    }
}

/// The nearest points of two shapes that do not intersect.
fn closest(a: Shape<'_>, b: Shape<'_>) -> Closest {
    // A polygon has a tree to search, so it had better be the second.
    if matches!((a, b), (Shape::Polygon(_), _)) && !matches!(b, Shape::Polygon(_)) {
        let Closest { distance, points: (p, q) } = closest(b, a);
        return Closest { distance, points: (q, p) };
    }
    let mut best = Closest { distance: f64::INFINITY, points: (any_point(a), any_point(b)) };
    if let (Shape::Polygon(a), Shape::Polygon(b)) = (a, b) {
        let mut search =
            Search { polygons: [a, b], best, budget: 4 * (a.tree().count() + b.tree().count()), slabs: None };
        search.descend([a.tree().root(), b.tree().root()]);
        return search.best;
    }
    for_pieces(a, &mut |piece_of_a| {
        let limit = best.distance;
        for_near_pieces(b, piece_of_a, limit, &mut |piece_of_b| improve(&mut best, piece_of_a, piece_of_b));
    });
    best
}

/// Takes the nearest points of two pieces if they are nearer than the best so far.
/// The distance of pieces that do not meet is attained at an end of one of them. Returns the best distance.
fn improve(best: &mut Closest, a: Piece, b: Piece) -> f64 {
    for corner in a.corners() {
        if let Some(found) = nearer_than(best.distance, corner, b.ends, [a.radius, b.radius]) {
            *best = Closest { distance: found, points: (corner, foot(corner, b.ends)) };
        }
    }
    for corner in b.corners() {
        if let Some(found) = nearer_than(best.distance, corner, a.ends, [a.radius, b.radius]) {
            *best = Closest { distance: found, points: (foot(corner, a.ends), corner) };
        }
    }
    best.distance
}

/// The distance of a point from a segment, less two radii, rounded toward zero, if it is below a limit.
fn nearer_than(limit: f64, p: Point, segment: [Point; 2], [r, s]: [f64; 2]) -> Option<f64> {
    let compare = |distance: f64| compare(p, segment, [r, s, distance]);
    if limit < f64::INFINITY && compare(limit) != Ordering::Less {
        return None;
    }
    let estimate = (foot(p, segment) - p).length() - r - s;
    Some(float::round_down(estimate, |distance| compare(distance) != Ordering::Less))
}

/// The distance of a point from a segment against the sum of two radii and a distance.
fn compare(p: Point, segment: [Point; 2], radii: [f64; 3]) -> Ordering {
    // Fewer numbers go through the filter, more only through integers.
    match radii {
        [0.0, 0.0, d] => compare_distance_to_segment_with_sum(p, segment, [d]),
        [0.0, r, d] | [r, 0.0, d] => compare_distance_to_segment_with_sum(p, segment, [r, d]),
        _ => compare_distance_to_segment_with_sum(p, segment, radii),
    }
}

/// The point of a segment that is nearest to `p`, rounded once.
pub(crate) fn foot(p: Point, [a, b]: [Point; 2]) -> Point {
    match nearest_feature(p, [a, b]) {
        Feature::A => a,
        Feature::B => b,
        Feature::Side => construct::foot(p, [a, b]),
    }
}

/// A search through the edges of two polygons for the nearest.
struct Search<'a> {
    polygons: [&'a Polygon; 2],
    best: Closest,
    /// So many pairs of boxes are looked at before long slanted edges, whose boxes all overlap, are known to be in the way.
    budget: usize,
    slabs: Option<(Normals, [Slabs; 2])>,
}

impl Search<'_> {
    fn descend(&mut self, nodes: [Node; 2]) {
        if self.best.distance < self.gap(nodes) {
            return;
        }
        let ([a, b], [in_a, in_b]) = (self.polygons, nodes);
        self.budget = self.budget.saturating_sub(1);
        if self.budget == 0 && self.slabs.is_none() {
            let normals = slabs::normals(a, b);
            self.slabs = Some((normals, [Slabs::new(a, &normals), Slabs::new(b, &normals)]));
        }
        match (a.tree().run(in_a), b.tree().run(in_b)) {
            (Some(run), Some(other)) => self.compare_runs(run, other),
            (None, run_of_b) if run_of_b.is_some() || in_b.level() <= in_a.level() => {
                let near = nearest_first(a.tree().children(in_a), |child| self.gap([child, in_b]));
                near.into_iter().flatten().for_each(|child| self.descend([child, in_b]));
            }
            _ => {
                let near = nearest_first(b.tree().children(in_b), |child| self.gap([in_a, child]));
                near.into_iter().flatten().for_each(|child| self.descend([in_a, child]));
            }
        }
    }

    /// A lower bound of the distance of two nodes.
    fn gap(&self, [in_a, in_b]: [Node; 2]) -> f64 {
        let [a, b] = self.polygons.map(Polygon::tree);
        let between_boxes = gap(a.aabb(in_a), b.aabb(in_b));
        match &self.slabs {
            None => between_boxes,
            Some((_, [of_a, of_b])) => max(between_boxes, of_a.of(a, in_a).gap(of_b.of(b, in_b))),
        }
    }

    fn compare_runs(&mut self, run: &Run, other: &Run) {
        let [a, b] = self.polygons;
        let normals = self.slabs.as_ref().map(|(normals, _)| *normals);
        let slab = |piece: Piece| normals.map(|normals| Slab::of_ends(piece.ends, &normals));
        for v in run.edges() {
            let piece = Piece { ends: a.edge_of(run, v).ends(), radius: 0.0 };
            let (aabb, own_slab) = (piece.aabb(), slab(piece));
            for w in other.edges() {
                let other = Piece { ends: b.edge_of(other, w).ends(), radius: 0.0 };
                let is_far = self.best.distance < gap(&aabb, &other.aabb())
                    || own_slab.zip(slab(other)).is_some_and(|(own, other)| self.best.distance < own.gap(&other));
                if !is_far {
                    improve(&mut self.best, piece, other);
                }
            }
        }
    }
}

/// Calls `visit` with all pieces of a shape's edge.
fn for_pieces(shape: Shape<'_>, visit: &mut impl FnMut(Piece)) {
    match shape {
        Shape::Point(p) => visit(Piece { ends: [p, p], radius: 0.0 }),
        Shape::Segment(s) => visit(Piece { ends: s.ends(), radius: 0.0 }),
        Shape::Circle(c) => visit(Piece { ends: [c.center(), c.center()], radius: c.radius() }),
        Shape::Aabb(b) => {
            let vertices = b.vertices();
            (0..4).for_each(|i| visit(Piece { ends: [vertices[i], vertices[(i + 1) % 4]], radius: 0.0 }));
        }
        Shape::Polygon(g) => g.edges().for_each(|edge| visit(Piece { ends: edge.ends(), radius: 0.0 })),
    }
}

/// Calls `visit` with the pieces of a shape that may be nearer to `piece` than a limit, which it returns renewed.
fn for_near_pieces(shape: Shape<'_>, piece: Piece, mut limit: f64, visit: &mut impl FnMut(Piece) -> f64) {
    let Shape::Polygon(polygon) = shape else {
        return for_pieces(shape, &mut |other| {
            visit(other);
        });
    };
    let target = piece.aabb();
    descend(polygon, polygon.tree().root(), (&target, piece.radius), &mut limit, visit);
}

fn descend(
    polygon: &Polygon,
    node: Node,
    (target, radius): (&Aabb, f64),
    limit: &mut f64,
    visit: &mut impl FnMut(Piece) -> f64,
) {
    let tree = polygon.tree();
    if gap(tree.aabb(node), target) - radius > *limit {
        return;
    }
    if let Some(run) = tree.run(node) {
        for v in run.edges() {
            *limit = visit(Piece { ends: polygon.edge_of(run, v).ends(), radius: 0.0 });
        }
        return;
    }
    for child in nearest_first(tree.children(node), |child| gap(tree.aabb(child), target)).into_iter().flatten() {
        descend(polygon, child, (target, radius), limit, visit);
    }
}

/// Nodes with a common box, the nearer first: they lower the limit for the others.
fn nearest_first(nodes: impl Iterator<Item = Node>, gap: impl Fn(Node) -> f64) -> [Option<Node>; FAN] {
    let mut order = [(f64::INFINITY, None); FAN];
    for (place, node) in order.iter_mut().zip(nodes) {
        *place = (gap(node), Some(node));
    }
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    order.map(|(_, node)| node)
}

/// A lower bound of the distance of two boxes: the larger of the gaps along the two axes, rounded down.
fn gap(a: &Aabb, b: &Aabb) -> f64 {
    let along = |a_min: f64, a_max: f64, b_min: f64, b_max: f64| max(b_min - a_max, a_min - b_max);
    let (a_min, a_max, b_min, b_max) = (a.min(), a.max(), b.min(), b.max());
    let gap = max(along(a_min.x, a_max.x, b_min.x, b_max.x), along(a_min.y, a_max.y, b_min.y, b_max.y));
    // One rounding of a difference and one of the radius taken off are less than 2⁻⁵¹ of it.
    // A gap that overflows is at least the largest number.
    if gap > 0.0 { min(gap, f64::MAX) * (1.0 - 2.0 * f64::EPSILON) } else { 0.0 }
}

/// The point on a circle's edge towards `other`; any other shape's point is on its edge already.
fn on_edge(shape: Shape<'_>, point: Point, other: Point) -> Point {
    match shape {
        Shape::Circle(circle) => towards(circle, other),
        _ => point,
    }
}

fn towards(circle: &Circle, other: Point) -> Point {
    circle.center() + circle.center().direction_to(other) * circle.radius()
}

/// Some point of a shape.
fn any_point(shape: Shape<'_>) -> Point {
    match shape {
        Shape::Point(p) => p,
        Shape::Segment(s) => s.a(),
        Shape::Circle(c) => c.center(),
        Shape::Aabb(b) => b.min(),
        Shape::Polygon(g) => g.vertices()[0],
    }
}

/// A point that two shapes share that intersect, rounded if it is neither a vertex nor a center.
fn shared_point(a: Shape<'_>, b: Shape<'_>) -> Point {
    if let (Shape::Polygon(a), Shape::Polygon(b)) = (a, b) {
        let mut budget = budget_for(a, b);
        let found = shared_in_boxes(a, b, &mut budget);
        return found.or_else(|| overlay::shared_point(a, b)).unwrap_or(a.vertices()[0]);
    }
    for (one, other) in [(a, b), (b, a)] {
        if let Some(point) = corner_inside(one, other) {
            return point;
        }
    }
    match (a, b) {
        (Shape::Circle(c), other) | (other, Shape::Circle(c)) => match other {
            Shape::Circle(d) => towards(c, d.center()),
            Shape::Aabb(b) => nearest_in_box(b, c.center()),
            other => closest(Shape::Point(c.center()), other).points.1,
        },
        (a, b) => {
            let mut found = None;
            for_pieces(a, &mut |p| {
                for_pieces(b, &mut |q| {
                    if found.is_none() {
                        found = piece_meeting(p, q);
                    }
                });
            });
            found.unwrap_or(any_point(a))
        }
    }
}

/// A vertex of one polygon in the other, or a point where edges meet, if there is one and it is found within a budget.
fn shared_in_boxes(a: &Polygon, b: &Polygon, budget: &mut usize) -> Option<Point> {
    for (one, other) in [(a, b), (b, a)] {
        for &vertex in one.vertices() {
            if *budget == 0 {
                return None;
            }
            if locate_point_within(other, vertex, budget) != Location::Outside {
                return Some(vertex);
            }
        }
    }
    find_meeting_edges(a, b, budget, |e, f| Some(meeting(&e.segment(), &f.segment())))
}

/// A vertex or center of a shape that lies in another.
fn corner_inside(shape: Shape<'_>, other: Shape<'_>) -> Option<Point> {
    let mut found = None;
    for_pieces(shape, &mut |piece| {
        found = found.or_else(|| intersects(piece.ends[0], other).then_some(piece.ends[0]));
    });
    match shape {
        Shape::Segment(s) if found.is_none() => intersects(s.b(), other).then_some(s.b()),
        _ => found,
    }
}

fn piece_meeting(p: Piece, q: Piece) -> Option<Point> {
    let segments = (Segment::new(p.ends[0], p.ends[1]).ok()?, Segment::new(q.ends[0], q.ends[1]).ok()?);
    intersects(&segments.0, &segments.1).then(|| meeting(&segments.0, &segments.1))
}

fn meeting(a: &Segment, b: &Segment) -> Point {
    match a.crossing(b) {
        Some(crate::Crossing::Point(point)) => point,
        Some(crate::Crossing::Shared(piece)) => piece.a(),
        None => a.a(),
    }
}
