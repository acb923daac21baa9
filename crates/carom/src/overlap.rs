//! Do two shapes meet? Is one inside the other?
//!
//! Two shapes meet iff their sides cross or one is inside the other. All shapes are filled and include their edge,
//! so touching counts. Every answer is decided exactly.

use crate::aabb::Aabb;
use crate::circle::Circle;
use crate::edge_tree::{EdgeTree, find_pair};
use crate::exact::{self, Location, Side, one_sided, orient, segments_meet};
use crate::point::{Point, max, min};
use crate::polygon::Polygon;
use crate::segment::Segment;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Any of the shapes, borrowed.
#[derive(Clone, Copy, Debug)]
pub enum Shape<'a> {
    /// A single point.
    Point(Point),
    /// A segment.
    Segment(&'a Segment),
    /// A circle.
    Circle(&'a Circle),
    /// A box.
    Aabb(&'a Aabb),
    /// A polygon.
    Polygon(&'a Polygon),
}

impl Shape<'_> {
    /// Whether it has a place: only a plain point may have none.
    #[inline]
    pub(crate) fn is_finite(&self) -> bool {
        !matches!(self, Shape::Point(point) if !point.is_finite())
    }
}

/// Whether two shapes share a point; touching counts. A point that is not finite shares nothing with anything.
///
/// ```
/// use carom::{Circle, Segment, overlaps};
/// let wall = Segment::new([0.0, 5.0], [9.0, 5.0])?;
/// assert!(overlaps(&Circle::new([4.0, 0.0], 5.0)?, &wall));
/// assert!(!overlaps(&Circle::new([4.0, -1e-15], 5.0)?, &wall));
/// # Ok::<(), carom::Error>(())
/// ```
#[inline]
#[must_use]
pub fn overlaps<'a, 'b>(a: impl Into<Shape<'a>>, b: impl Into<Shape<'b>>) -> bool {
    use Shape as S;
    let (a, b) = (a.into(), b.into());
    if !(a.is_finite() && b.is_finite()) {
        return false;
    }
    match (a, b) {
        (S::Point(p), S::Point(q)) => p == q,
        (S::Point(p), S::Segment(s)) | (S::Segment(s), S::Point(p)) => segments_meet([p, p], s.ends()),
        (S::Point(p), S::Circle(c)) | (S::Circle(c), S::Point(p)) => c.contains(p),
        (S::Point(p), S::Aabb(b)) | (S::Aabb(b), S::Point(p)) => b.contains(p),
        (S::Point(p), S::Polygon(g)) | (S::Polygon(g), S::Point(p)) => locate_point(g, p) != Location::Outside,
        (S::Segment(a), S::Segment(b)) => segments_meet(a.ends(), b.ends()),
        (S::Segment(s), S::Circle(c)) | (S::Circle(c), S::Segment(s)) => circle_meets_segment(c, s),
        (S::Segment(s), S::Aabb(b)) | (S::Aabb(b), S::Segment(s)) => box_meets_segment(b, s),
        (S::Segment(s), S::Polygon(g)) | (S::Polygon(g), S::Segment(s)) => polygon_meets_segment(g, s),
        (S::Circle(a), S::Circle(b)) => {
            exact::compare_distance_with_sum(a.center(), b.center(), [a.radius(), b.radius()]) != Ordering::Greater
        }
        (S::Circle(c), S::Aabb(b)) | (S::Aabb(b), S::Circle(c)) => circle_meets_box(c, b),
        (S::Circle(c), S::Polygon(g)) | (S::Polygon(g), S::Circle(c)) => polygon_meets_circle(g, c),
        (S::Aabb(a), S::Aabb(b)) => a.overlaps_box(b),
        (S::Aabb(b), S::Polygon(g)) | (S::Polygon(g), S::Aabb(b)) => polygon_meets_box(g, b),
        (S::Polygon(a), S::Polygon(b)) => polygons_meet(a, b),
    }
}

impl Polygon {
    /// Where a point or another shape lies.
    ///
    /// `Inside`: all of it in the interior. `Edge`: all of it in the polygon, and it touches the polygon's edge.
    /// `Outside`: some of it is outside, or it is a point that is not finite.
    ///
    /// ```
    /// use carom::{Circle, Location, Polygon};
    /// let square = Polygon::new([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]])?;
    /// assert_eq!(square.locate([4.0, 1.0]), Location::Edge);
    /// assert_eq!(square.locate(&Circle::new([2.0, 2.0], 2.0)?), Location::Edge);
    /// assert_eq!(square.locate(&Circle::new([2.0, 2.0], 3.0)?), Location::Outside);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn locate<'a>(&self, shape: impl Into<Shape<'a>>) -> Location {
        match shape.into() {
            Shape::Point(point) if !point.is_finite() => Location::Outside,
            Shape::Point(point) => locate_point(self, point),
            Shape::Segment(segment) => locate_path(self, &segment.ends()),
            Shape::Circle(circle) => locate_circle(self, circle),
            Shape::Aabb(aabb) => locate_box(self, aabb),
            Shape::Polygon(polygon) => locate_polygon(self, polygon),
        }
    }

    /// Whether all of a point or another shape lies inside or on the edge.
    #[must_use]
    pub fn contains<'a>(&self, shape: impl Into<Shape<'a>>) -> bool {
        self.locate(shape) != Location::Outside
    }
}

/// Counts the edges that the ray from the point to the right meets; an odd number means inside.
///
/// An edge is met if one of its ends is above the ray and the other is not. A run of edges that lies wholly right of the
/// point is met an odd number of times iff its two ends differ, so only runs whose box holds the point are looked into.
fn locate_point(polygon: &Polygon, point: Point) -> Location {
    let mut odd = false;
    for ring in polygon.trees() {
        match ring_is_met_oddly(polygon, ring, point) {
            Some(met_oddly) => odd ^= met_oddly,
            None => return Location::Edge,
        }
    }
    if odd { Location::Inside } else { Location::Outside }
}

/// Whether the ray from the point to the right meets a ring an odd number of times; `None` if the point is on the ring.
fn ring_is_met_oddly(polygon: &Polygon, ring: &EdgeTree, point: Point) -> Option<bool> {
    let vertices = polygon.vertices();
    let above = |v: usize| vertices[v].y > point.y;
    let (mut odd, mut odd_beyond) = (false, false);
    let on_ring = ring.find(
        &mut |aabb, edges| {
            let (min, max) = (aabb.min(), aabb.max());
            if point.y < min.y || max.y < point.y || max.x < point.x {
                return false;
            }
            if point.x < min.x {
                odd_beyond ^= above(edges.start) != above(ring.next(edges.end - 1));
                return false;
            }
            true
        },
        &mut |edges| {
            let last = vertices[ring.next(edges.end - 1)];
            let run = &vertices[edges];
            let ends = run[1..].iter().chain(core::iter::once(&last));
            for (&p, &q) in run.iter().zip(ends) {
                match crosses_ray(p, q, point) {
                    Some(crosses) => odd ^= crosses,
                    None => return Some(()),
                }
            }
            None
        },
    );
    if on_ring.is_some() { None } else { Some(odd != odd_beyond) }
}

/// Whether the ray from `point` to the right meets the edge from `p` to `q`; `None` if the point is on the edge.
#[inline]
fn crosses_ray(p: Point, q: Point, point: Point) -> Option<bool> {
    let (p_above, q_above) = (p.y > point.y, q.y > point.y);
    if p_above != q_above {
        return match orient(p, q, point) {
            Side::On => None,
            // An upward edge is to the right of what lies on its left.
            side => Some((side == Side::Left) == q_above),
        };
    }
    // Neither end above the ray: the edge can still hold the point at its start or if it is level.
    let touches =
        p.y == point.y && (p.x == point.x || (q.y == point.y && min(p.x, q.x) <= point.x && point.x <= max(p.x, q.x)));
    if touches { None } else { Some(false) }
}

fn circle_meets_segment(circle: &Circle, segment: &Segment) -> bool {
    exact::compare_distance_to_segment(circle.center(), segment.ends(), circle.radius()) != Ordering::Greater
}

/// Boxes overlap, and the segment's line does not pass by the box on one side.
fn box_meets_segment(aabb: &Aabb, segment: &Segment) -> bool {
    if !aabb.overlaps_box(&segment.aabb()) {
        return false;
    }
    let [a, b] = segment.ends();
    // The two corners furthest to the left and to the right of the segment's direction.
    let [low_left, low_right, high_right, high_left] = aabb.vertices();
    let rises = (a.x <= b.x) == (a.y <= b.y);
    let corners = if rises { [high_left, low_right] } else { [low_left, high_right] };
    !one_sided(a, b, corners[0], corners[1])
}

/// The point of a box that is nearest to `p`, exactly: its coordinates are the point's or the box's.
pub(crate) fn nearest_in_box(aabb: &Aabb, p: Point) -> Point {
    let (low, high) = (aabb.min(), aabb.max());
    Point::new(min(max(p.x, low.x), high.x), min(max(p.y, low.y), high.y))
}

fn circle_meets_box(circle: &Circle, aabb: &Aabb) -> bool {
    circle.contains(nearest_in_box(aabb, circle.center()))
}

/// Whether an edge whose box meets `near` satisfies a condition.
fn any_edge(polygon: &Polygon, near: &Aabb, condition: impl Fn(&Segment) -> bool) -> bool {
    polygon.trees().iter().any(|ring| {
        ring.find(&mut |aabb, _| aabb.overlaps_box(near), &mut |edges| {
            edges.into_iter().any(|v| condition(&polygon.edge_of(ring, v))).then_some(())
        })
        .is_some()
    })
}

fn polygon_meets_segment(polygon: &Polygon, segment: &Segment) -> bool {
    any_edge(polygon, &segment.aabb(), |edge| segments_meet(edge.ends(), segment.ends()))
        || locate_point(polygon, segment.a()) != Location::Outside
}

fn polygon_meets_circle(polygon: &Polygon, circle: &Circle) -> bool {
    any_edge(polygon, &circle.aabb(), |edge| circle_meets_segment(circle, edge))
        || locate_point(polygon, circle.center()) != Location::Outside
}

fn polygon_meets_box(polygon: &Polygon, aabb: &Aabb) -> bool {
    any_edge(polygon, aabb, |edge| box_meets_segment(aabb, edge))
        || locate_point(polygon, aabb.min()) != Location::Outside
}

/// If no edges meet, one is inside the other or they are apart; then any vertex tells.
/// Where they do meet, a vertex often tells as well, and it is asked sooner.
fn polygons_meet(a: &Polygon, b: &Polygon) -> bool {
    a.aabb().overlaps_box(&b.aabb())
        && (locate_point(a, b.vertices()[0]) != Location::Outside
            || locate_point(b, a.vertices()[0]) != Location::Outside
            || find_meeting_edges(a, b, |_, _| Some(())).is_some())
}

/// An edge and the ring it belongs to.
#[derive(Clone, Copy)]
pub(crate) struct EdgeOf<'a> {
    pub(crate) polygon: &'a Polygon,
    ring: &'a EdgeTree,
    start: usize,
}

impl EdgeOf<'_> {
    pub(crate) fn segment(&self) -> Segment {
        self.polygon.edge_of(self.ring, self.start)
    }

    /// The vertices before, at the start, at the end and after the edge.
    fn surroundings(&self) -> [Point; 4] {
        let vertices = self.polygon.vertices();
        let range = self.ring.vertices();
        let before = if self.start == range.start { range.end - 1 } else { self.start - 1 };
        let end = self.ring.next(self.start);
        [before, self.start, end, self.ring.next(end)].map(|v| vertices[v])
    }
}

/// Calls `visit` with each pair of edges of two polygons that meet, until it returns something.
pub(crate) fn find_meeting_edges<'a, T>(
    a: &'a Polygon,
    b: &'a Polygon,
    mut visit: impl FnMut(EdgeOf<'a>, EdgeOf<'a>) -> Option<T>,
) -> Option<T> {
    let rings = a.trees().iter().flat_map(|in_a| b.trees().iter().map(move |in_b| (in_a, in_b)));
    rings.into_iter().find_map(|(in_a, in_b)| {
        find_pair((in_a, in_a.root()), (in_b, in_b.root()), &mut |edges_of_a, edges_of_b| {
            edges_of_a.into_iter().find_map(|v| {
                let edge = a.edge_of(in_a, v);
                let near = edge.aabb();
                edges_of_b.clone().find_map(|w| {
                    let other = b.edge_of(in_b, w);
                    if !near.overlaps_box(&other.aabb()) || !segments_meet(edge.ends(), other.ends()) {
                        return None;
                    }
                    let e = EdgeOf { polygon: a, ring: in_a, start: v };
                    visit(e, EdgeOf { polygon: b, ring: in_b, start: w })
                })
            })
        })
    })
}

/// A circle lies inside iff its center does and no edge comes nearer than the radius.
fn locate_circle(polygon: &Polygon, circle: &Circle) -> Location {
    let (center, radius) = (circle.center(), circle.radius());
    let at_center = locate_point(polygon, center);
    if at_center == Location::Outside || radius == 0.0 {
        return at_center;
    }
    let nearer = |order: Ordering| {
        move |edge: &Segment| exact::compare_distance_to_segment(center, edge.ends(), radius) <= order
    };
    if any_edge(polygon, &circle.aabb(), nearer(Ordering::Less)) {
        Location::Outside
    } else if any_edge(polygon, &circle.aabb(), nearer(Ordering::Equal)) {
        Location::Edge
    } else {
        Location::Inside
    }
}

fn locate_box(polygon: &Polygon, aabb: &Aabb) -> Location {
    let (min, max) = (aabb.min(), aabb.max());
    if min == max {
        locate_point(polygon, min)
    } else if min.x == max.x || min.y == max.y {
        locate_path(polygon, &[min, max])
    } else {
        // Four corners of a box that is not flat make a polygon.
        Polygon::new(aabb.vertices()).map_or(Location::Outside, |corners| locate_polygon(polygon, &corners))
    }
}

/// Where a line of points that does not meet itself lies, all of it.
///
/// A piece of it outside starts at a vertex outside, or where it leaves a touched edge for the outside.
fn locate_path(polygon: &Polygon, path: &[Point; 2]) -> Location {
    let ends = path.map(|end| locate_point(polygon, end));
    if ends.contains(&Location::Outside) {
        return Location::Outside;
    }
    let touches = Segment::between(path[0], path[1]).aabb();
    let mut touched = ends.contains(&Location::Edge);
    for ring in polygon.trees() {
        let left = ring.find(&mut |aabb, _| aabb.overlaps_box(&touches), &mut |edges| {
            edges.into_iter().find_map(|start| {
                let edge = EdgeOf { polygon, ring, start };
                if !segments_meet(edge.segment().ends(), *path) {
                    return None;
                }
                touched = true;
                leaves(edge, *path).then_some(())
            })
        });
        if left.is_some() {
            return Location::Outside;
        }
    }
    if touched { Location::Edge } else { Location::Inside }
}

/// Where a polygon lies in another.
///
/// First its edges: each must stay in the closed outer polygon. If they do, no edge of it lies in the open
/// outside, so each piece of the outside (the unbounded one, or a hole) lies wholly in the inner polygon or wholly
/// apart from it; the unbounded one cannot be inside, and a hole is asked for one place next to its edge.
fn locate_polygon(outer: &Polygon, inner: &Polygon) -> Location {
    if inner.vertices().iter().any(|&vertex| locate_point(outer, vertex) == Location::Outside) {
        return Location::Outside;
    }
    let mut touched = false;
    let left = find_meeting_edges(outer, inner, |edge, other| {
        touched = true;
        leaves(edge, other.segment().ends()).then_some(())
    });
    let swallows_hole = || outer.trees()[1..].iter().any(|hole| hole_is_inside(outer, hole, inner));
    if left.is_some() || swallows_hole() {
        Location::Outside
    } else if touched {
        Location::Edge
    } else {
        Location::Inside
    }
}

/// Whether a path that meets an edge of a polygon goes to the outside from there, in either direction.
fn leaves(edge: EdgeOf<'_>, [p, q]: [Point; 2]) -> bool {
    let [before, a, b, after] = edge.surroundings();
    let sides = [orient(a, b, p), orient(a, b, q)];
    if sides == [Side::On, Side::On] {
        // Along the edge nothing is left; what happens at its ends is seen from the edges there, and here.
        return passes_vertex([before, a, b], [p, q]) || passes_vertex([a, b, after], [p, q]);
    }
    let at_vertex = |vertex: Point| orient(p, q, vertex) == Side::On;
    if at_vertex(a) {
        passes_vertex([before, a, b], [p, q])
    } else if at_vertex(b) {
        passes_vertex([a, b, after], [p, q])
    } else {
        // It meets the edge between its ends; the outside is on the right.
        sides.contains(&Side::Right)
    }
}

/// Whether a path, if it passes through a vertex, goes to the outside there.
fn passes_vertex([before, vertex, after]: [Point; 3], [p, q]: [Point; 2]) -> bool {
    segments_meet([vertex, vertex], [p, q])
        && [p, q].into_iter().any(|end| end != vertex && !in_corner([before, vertex, after], end))
}

/// Whether the direction from a polygon's vertex to `point` goes into the polygon or along its edge.
fn in_corner([before, vertex, after]: [Point; 3], point: Point) -> bool {
    let left_of_entry = orient(before, vertex, point) != Side::Right;
    let left_of_exit = orient(vertex, after, point) != Side::Right;
    if orient(before, vertex, after) == Side::Right {
        left_of_entry || left_of_exit
    } else {
        left_of_entry && left_of_exit
    }
}

/// Whether a hole of `outer`, no part of which any edge of `inner` enters, lies inside `inner`.
fn hole_is_inside(outer: &Polygon, hole: &EdgeTree, inner: &Polygon) -> bool {
    let vertices: Vec<usize> = hole.vertices().collect();
    let located = vertices.iter().map(|&v| (v, locate_point(inner, outer.vertices()[v])));
    for (_, location) in located {
        match location {
            Location::Inside => return true,
            Location::Outside => return false,
            Location::Edge => {}
        }
    }
    // All vertices of the hole are on the inner polygon's edge. Look at one edge of the hole.
    let edge = outer.edge_of(hole, vertices[0]);
    hole_beside_edge_is_inside(&edge, inner)
}

/// Whether the points just right of `edge`, which starts on the edge of `inner`, lie inside `inner`.
fn hole_beside_edge_is_inside(edge: &Segment, inner: &Polygon) -> bool {
    let [a, b] = edge.ends();
    inner.trees().iter().any(|ring| {
        ring.vertices().any(|start| {
            let around = EdgeOf { polygon: inner, ring, start };
            let [before, p, q, _] = around.surroundings();
            if p == a {
                return right_of_is_in_corner([before, p, q], b);
            }
            let between_ends = q != a && segments_meet([a, a], [p, q]);
            between_ends
                && match orient(p, q, b) {
                    Side::Left => true,
                    Side::Right => false,
                    // Along the edge: its inside is on its left, the hole on the right of ours.
                    Side::On => exact::dot_sign(a, b, p, q) == Ordering::Less,
                }
        })
    })
}

/// Whether the directions just right of the one from a polygon's vertex to `point` go into the polygon.
fn right_of_is_in_corner([before, vertex, after]: [Point; 3], point: Point) -> bool {
    let along = |other: Point| {
        orient(vertex, other, point) == Side::On && exact::dot_sign(vertex, other, vertex, point) == Ordering::Greater
    };
    // The inside starts left of the way out and ends right of the way back in.
    if along(after) {
        false
    } else if along(before) {
        true
    } else {
        in_corner([before, vertex, after], point)
    }
}

/// `From` and the methods that every shape has.
macro_rules! shapes {
    ($($type:ident),*) => {$(
        impl<'a> From<&'a $type> for Shape<'a> {
            #[inline]
            fn from(shape: &'a $type) -> Shape<'a> {
                Shape::$type(shape)
            }
        }

        impl $type {
            /// Whether this and another shape share a point; touching counts. Decided exactly.
            #[inline]
            #[must_use]
            pub fn overlaps<'a>(&self, other: impl Into<Shape<'a>>) -> bool {
                overlaps(self, other)
            }
        }
    )*};
}

shapes!(Segment, Circle, Aabb, Polygon);

impl From<Point> for Shape<'_> {
    #[inline]
    fn from(point: Point) -> Self {
        Shape::Point(point.canonical())
    }
}

impl From<[f64; 2]> for Shape<'_> {
    #[inline]
    fn from(point: [f64; 2]) -> Self {
        Shape::from(Point::from(point))
    }
}

impl From<[f32; 2]> for Shape<'_> {
    #[inline]
    fn from(point: [f32; 2]) -> Self {
        Shape::from(Point::from(point))
    }
}

impl From<(f64, f64)> for Shape<'_> {
    #[inline]
    fn from(point: (f64, f64)) -> Self {
        Shape::from(Point::from(point))
    }
}
