//! Do two shapes intersect? Is one inside the other?
//!
//! Two shapes intersect iff their sides cross or one is inside the other. All shapes are filled and include their edge,
//! so touching counts. Every answer is decided exactly.

use crate::aabb::Aabb;
use crate::circle::Circle;
use crate::edge_tree::{Run, find_pair};
use crate::exact::{self, Location, Side, one_sided, orient, segments_meet};
use crate::overlay;
use crate::point::{Point, max, min};
use crate::polygon::Polygon;
use crate::segment::Segment;
use crate::shape::Shape;
use core::cmp::Ordering;

/// Whether two shapes share a point; touching counts. A point that is not finite shares nothing with anything.
///
/// ```
/// use carom::{Circle, Segment, intersects};
/// let wall = Segment::new([0.0, 5.0], [9.0, 5.0])?;
/// assert!(intersects(&Circle::new([4.0, 0.0], 5.0)?, &wall));
/// assert!(!intersects(&Circle::new([4.0, -1e-15], 5.0)?, &wall));
/// # Ok::<(), carom::Error>(())
/// ```
#[inline]
#[must_use]
pub fn intersects<'a, 'b>(a: impl Into<Shape<'a>>, b: impl Into<Shape<'b>>) -> bool {
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
    /// Whether a point or another shape lies inside, on the edge or outside.
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

    /// Whether a point that has just set out from `at` toward another is inside, on the edge or outside.
    ///
    /// `Edge` means that it moves along an edge, or stays on one. Anything that is not finite is `Outside`.
    ///
    /// This tells what a path does that starts on a polygon's edge or vertex, or, asked backward, where one comes from that ends there.
    ///
    /// ```
    /// use carom::{Location, Polygon};
    /// let square = Polygon::new([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]])?;
    /// assert_eq!(square.locate_toward([0.0, 0.0], [1.0, 3.0]), Location::Inside);
    /// assert_eq!(square.locate_toward([0.0, 0.0], [-1.0, 3.0]), Location::Outside);
    /// assert_eq!(square.locate_toward([0.0, 0.0], [0.0, 3.0]), Location::Edge);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn locate_toward(&self, at: impl Into<Point>, toward: impl Into<Point>) -> Location {
        let (at, toward) = (at.into(), toward.into());
        if !(at.is_finite() && toward.is_finite()) {
            return Location::Outside;
        }
        match locate_point(self, at) {
            Location::Edge if at != toward => leave_edge(self, at, toward),
            location => location,
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
    let mut unlimited = usize::MAX;
    locate_point_within(polygon, point, &mut unlimited)
}

/// The same, and takes the runs it looks at from a budget.
pub(crate) fn locate_point_within(polygon: &Polygon, point: Point, budget: &mut usize) -> Location {
    let (vertices, tree) = (polygon.vertices(), polygon.tree());
    let above = |v: usize| vertices[v].y > point.y;
    let (mut odd, mut odd_beyond) = (false, false);
    let on_edge = tree.find(
        &mut |aabb, node| {
            let (min, max) = (aabb.min(), aabb.max());
            if point.y < min.y || max.y < point.y || max.x < point.x {
                return false;
            }
            if point.x < min.x {
                odd_beyond ^= tree.changes_oddly(node, above);
                return false;
            }
            true
        },
        &mut |run| {
            *budget = budget.saturating_sub(1);
            let edges = run.edges();
            let last = vertices[run.next(edges.end - 1)];
            let starts = &vertices[edges];
            let ends = starts[1..].iter().chain(core::iter::once(&last));
            for (&p, &q) in starts.iter().zip(ends) {
                match crosses_ray(p, q, point) {
                    Some(crosses) => odd ^= crosses,
                    None => return Some(()),
                }
            }
            None
        },
    );
    match on_edge {
        Some(()) => Location::Edge,
        None if odd == odd_beyond => Location::Outside,
        None => Location::Inside,
    }
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
    let found = polygon.tree().find(&mut |aabb, _| aabb.overlaps_box(near), &mut |run| {
        run.edges().any(|v| condition(&polygon.edge_of(run, v))).then_some(())
    });
    found.is_some()
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

fn polygons_meet(a: &Polygon, b: &Polygon) -> bool {
    let mut budget = budget_for(a, b);
    meet_in_boxes(a, b, &mut budget) || (budget == 0 && overlay::shared_point(a, b).is_some())
}

/// Whether two polygons meet, as far as can be found within a budget.
///
/// If no edges meet, one is inside the other or they are apart; then any vertex tells.
/// Where they do meet, a vertex often tells as well, and it is asked sooner.
pub(crate) fn meet_in_boxes(a: &Polygon, b: &Polygon, budget: &mut usize) -> bool {
    a.aabb().overlaps_box(&b.aabb())
        && (locate_point(a, b.vertices()[0]) != Location::Outside
            || locate_point(b, a.vertices()[0]) != Location::Outside
            || find_meeting_edges(a, b, budget, |_, _| Some(())).is_some())
}

/// How many pairs of boxes are looked at before long edges, whose boxes all overlap, are known to be in the way.
/// That is about as much work as the walk of `overlay.rs` takes.
pub(crate) fn budget_for(a: &Polygon, b: &Polygon) -> usize {
    256 + 16 * (a.tree().count() + b.tree().count())
}

/// An edge and the run it belongs to.
#[derive(Clone, Copy)]
pub(crate) struct EdgeOf<'a> {
    pub(crate) polygon: &'a Polygon,
    run: Run,
    start: usize,
}

impl EdgeOf<'_> {
    pub(crate) fn segment(&self) -> Segment {
        self.polygon.edge_of(&self.run, self.start)
    }

    /// The vertices before, at the start, at the end and after the edge.
    fn surroundings(&self) -> [Point; 4] {
        let vertices = self.polygon.vertices();
        let end = self.run.next(self.start);
        [self.run.prev(self.start), self.start, end, self.run.next(end)].map(|v| vertices[v])
    }
}

/// Calls `visit` with each pair of edges of two polygons that meet, until it returns something or the budget is spent.
pub(crate) fn find_meeting_edges<'a, T>(
    a: &'a Polygon,
    b: &'a Polygon,
    budget: &mut usize,
    mut visit: impl FnMut(EdgeOf<'a>, EdgeOf<'a>) -> Option<T>,
) -> Option<T> {
    let (in_a, in_b) = (a.tree(), b.tree());
    find_pair((in_a, in_a.root()), (in_b, in_b.root()), budget, &mut |run, other_run| {
        run.edges().find_map(|v| {
            let edge = a.edge_of(run, v);
            let near = edge.aabb();
            other_run.edges().find_map(|w| {
                let other = b.edge_of(other_run, w);
                if !near.overlaps_box(&other.aabb()) || !segments_meet(edge.ends(), other.ends()) {
                    return None;
                }
                let e = EdgeOf { polygon: a, run: *run, start: v };
                visit(e, EdgeOf { polygon: b, run: *other_run, start: w })
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
    let left = polygon.tree().find(&mut |aabb, _| aabb.overlaps_box(&touches), &mut |run| {
        run.edges().find_map(|start| {
            let edge = EdgeOf { polygon, run: *run, start };
            if !segments_meet(edge.segment().ends(), *path) {
                return None;
            }
            touched = true;
            leaves(edge, *path).then_some(())
        })
    });
    match (left, touched) {
        (Some(()), _) => Location::Outside,
        (None, true) => Location::Edge,
        (None, false) => Location::Inside,
    }
}

/// Where a polygon lies in another.
///
/// First its edges: each must stay in the closed outer polygon. If they do, no edge of it lies in the open
/// outside, so each piece of the outside (the unbounded one, or a hole) lies wholly in the inner polygon or wholly
/// apart from it; the unbounded one cannot be inside, and a hole is asked for one place next to its edge.
fn locate_polygon(outer: &Polygon, inner: &Polygon) -> Location {
    locate_in_boxes(outer, inner, &mut budget_for(outer, inner)).unwrap_or_else(|| overlay::locate(outer, inner))
}

/// The answer, if it can be found by looking only at edges whose boxes overlap, within a budget.
pub(crate) fn locate_in_boxes(outer: &Polygon, inner: &Polygon, budget: &mut usize) -> Option<Location> {
    for &vertex in inner.vertices() {
        let location = locate_point_within(outer, vertex, budget);
        if location == Location::Outside {
            return Some(Location::Outside);
        }
        if *budget == 0 {
            return None;
        }
    }
    let mut touched = false;
    let left = find_meeting_edges(outer, inner, budget, |edge, other| {
        touched = true;
        leaves(edge, other.segment().ends()).then_some(())
    });
    if left.is_some() {
        return Some(Location::Outside);
    }
    if *budget == 0 {
        return None;
    }
    // A hole that is inside lies in the box.
    let near = inner.aabb();
    let swallowed = outer.tree().find(&mut |aabb, _| aabb.overlaps_box(&near), &mut |run| {
        let is_hole = run.begins_ring() && run.ring().start != 0;
        *budget = budget.saturating_sub(1);
        (*budget == 0 || (is_hole && hole_is_inside(outer, run, inner, budget))).then_some(())
    });
    match (*budget, swallowed, touched) {
        (0, ..) => None,
        (_, Some(()), _) => Some(Location::Outside),
        (_, None, true) => Some(Location::Edge),
        (_, None, false) => Some(Location::Inside),
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

/// Where a point is that has just left a place on the edge.
fn leave_edge(polygon: &Polygon, at: Point, toward: Point) -> Location {
    let near = Aabb::of_point(at);
    let found = polygon.tree().find(&mut |aabb, _| aabb.overlaps_box(&near), &mut |run| {
        run.edges().find_map(|start| {
            let [before, a, b, _] = EdgeOf { polygon, run: *run, start }.surroundings();
            if at == a {
                return Some(leave_vertex([before, a, b], toward));
            }
            let between_ends = at != b && segments_meet([at, at], [a, b]);
            between_ends.then(|| match orient(a, b, toward) {
                Side::Left => Location::Inside,
                Side::On => Location::Edge,
                Side::Right => Location::Outside,
            })
        })
    });
    found.unwrap_or(Location::Edge)
}

fn leave_vertex([before, vertex, after]: [Point; 3], toward: Point) -> Location {
    if [before, after].into_iter().any(|end| is_along(vertex, end, toward)) {
        Location::Edge
    } else if in_corner([before, vertex, after], toward) {
        Location::Inside
    } else {
        Location::Outside
    }
}

/// Whether `toward` lies in the same direction from `vertex` as `end` does.
fn is_along(vertex: Point, end: Point, toward: Point) -> bool {
    orient(vertex, end, toward) == Side::On && exact::dot_sign(vertex, end, vertex, toward) == Ordering::Greater
}

/// Whether a hole of `outer`, no part of which any edge of `inner` enters, lies inside `inner`.
fn hole_is_inside(outer: &Polygon, hole: &Run, inner: &Polygon, budget: &mut usize) -> bool {
    for v in hole.ring() {
        match locate_point_within(inner, outer.vertices()[v], budget) {
            Location::Inside => return true,
            Location::Outside => return false,
            Location::Edge => {}
        }
    }
    // All vertices of the hole are on the inner polygon's edge. Look at one edge of the hole.
    *budget = budget.saturating_sub(inner.tree().count());
    hole_beside_edge_is_inside(&outer.edge_of(hole, hole.ring().start), inner)
}

/// Whether the points just right of `edge`, which starts on the edge of `inner`, lie inside `inner`.
fn hole_beside_edge_is_inside(edge: &Segment, inner: &Polygon) -> bool {
    let [a, b] = edge.ends();
    let near = Aabb::of_point(a);
    let found = inner.tree().find(&mut |aabb, _| aabb.overlaps_box(&near), &mut |run| {
        let is_inside = run.edges().any(|start| {
            let around = EdgeOf { polygon: inner, run: *run, start };
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
        });
        is_inside.then_some(())
    });
    found.is_some()
}

/// Whether the directions just right of the one from a polygon's vertex to `point` go into the polygon.
fn right_of_is_in_corner([before, vertex, after]: [Point; 3], point: Point) -> bool {
    // The inside starts left of the edge that leads out and ends right of the one that leads back in.
    if is_along(vertex, after, point) {
        false
    } else if is_along(vertex, before, point) {
        true
    } else {
        in_corner([before, vertex, after], point)
    }
}

/// The method that every shape has.
macro_rules! shapes {
    ($($type:ident),*) => {$(
        impl $type {
            /// Whether this and another shape share a point; touching counts. Decided exactly.
            #[inline]
            #[must_use]
            pub fn intersects<'a>(&self, other: impl Into<Shape<'a>>) -> bool {
                intersects(self, other)
            }
        }
    )*};
}

shapes!(Segment, Circle, Aabb, Polygon);
