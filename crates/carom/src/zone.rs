//! A zone: a filled polygon that tells who enters and leaves it, and stops nobody.
//!
//! # Who is inside
//!
//! The rule is that of gates (`gate.rs`): *every place counts as lying a shift (ε, ε²) from where it is*. A place is inside a zone iff the
//! shifted place is inside the polygon, so of its edge the left and lower sides belong to it and the right and upper ones do not, and of
//! zones side by side exactly one has a place on the edge between them. A move enters and leaves where the shifted move crosses edges.
//!
//! **Theorem.** However a track is cut into moves, its entries less its exits are 1 if it comes to be inside, −1 if it comes to be outside,
//! and 0 otherwise; entries and exits alternate; and which there are, in which order, does not depend on where it is cut.
//!
//! **Proof.** A polygon's outer ring runs counterclockwise and its holes clockwise, so the winding numbers of all its rings about a place
//! that is on none of them sum to 1 inside and 0 outside, and an edge has the inside on its left. An entry is a crossing forward, an exit one backward.
//! So the first is the theorem of `gate.rs` with all rings summed up. The shifted track is one curve, whose crossings change the sum by 1
//! each, one after the other as no two are at one place of it: they alternate. Cutting the track does not move the curve, and puts each
//! crossing in the one move that has it, as no shifted place is on an edge. ∎
//!
//! # Two at once
//!
//! Without the shift two crossings of one zone may be at the same time: then the move passes through a vertex with both edges on one side
//! of it, and only touches the zone there, from outside or from inside. Three are never, as only two edges share a point. Such a pair is
//! told in the order of the shifted move, and marked: see [`Passage::is_touch`]. At a convex vertex the zone is between the two edges,
//! so the move enters first; at a reflex one it is on all other sides, and the move leaves first.

use crate::aabb::Aabb;
use crate::exact::{Side, orient};
use crate::gate::{Direction, crossed, is_left};
use crate::point::Point;
use crate::polygon::Polygon;
use crate::segment::Segment;
use crate::sweep::{Hit, Sweep};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A filled polygon, holes and all, that tells who is inside and who enters and leaves.
///
/// A place on its edge counts as inside or not by one rule for all zones and [gates](crate::Gate), so that no entry is missed or counted
/// twice: left and lower sides belong to it, right and upper ones do not.
///
/// ```
/// use carom::{Change, Polygon, Sweep, Zone};
/// let depot = Zone::new(Polygon::new([[0, 0], [4, 0], [4, 4], [0, 4]])?);
/// assert!(depot.contains([0, 0]) && !depot.contains([4, 2]));
///
/// // Straight through, though neither end is inside.
/// let passages = depot.passages(&Sweep::point([-2, 1], [6, 1])?);
/// let told: Vec<_> = passages.iter().map(|passage| (passage.change, passage.hit.t)).collect();
/// assert_eq!(told, [(Change::Enters, 0.25), (Change::Leaves, 0.75)]);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Zone {
    polygon: Polygon,
}

/// What a move does to a zone's edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Change {
    /// It goes in.
    Enters,
    /// It goes out.
    Leaves,
}

/// A move enters or leaves a zone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    /// Which of both.
    pub change: Change,
    /// When and where. Its contact is [`Starts`](crate::Contact::Starts) or [`Ends`](crate::Contact::Ends) iff that is exactly where
    /// the move does.
    pub hit: Hit,
    /// Whether it is one of two at the same exact time, where the move only touches a vertex: a visit, or an absence, of no length.
    pub is_touch: bool,
}

impl Zone {
    /// The zone that a polygon is.
    #[must_use]
    pub fn new(polygon: Polygon) -> Zone {
        Zone { polygon }
    }

    /// Its polygon.
    #[must_use]
    pub fn polygon(&self) -> &Polygon {
        &self.polygon
    }

    /// Whether a place is inside, by the rule of gates. One that is not finite is not.
    #[must_use]
    pub fn contains(&self, place: impl Into<Point>) -> bool {
        let place = place.into();
        place.is_finite() && is_inside(&self.polygon, place)
    }

    /// When a straight move enters and leaves, in order. Of a disc the centre counts. A move that goes nowhere does neither.
    #[must_use]
    pub fn passages(&self, path: &Sweep) -> Vec<Passage> {
        let (ends, reach) = (path.ends(), Aabb::of_ends(path.ends()));
        let point = Sweep::moving(ends[0], ends[1], 0.0);
        let mut found = Vec::new();
        let _: Option<()> = self.polygon.tree().find(&mut |aabb, _| aabb.overlaps_box(&reach), &mut |run| {
            for v in run.edges() {
                let edge = self.polygon.edge_of(run, v);
                if let (Some(direction), Some(hit)) = (crossed(edge.ends(), ends), point.first_touch(&edge)) {
                    found.push(Passed { zone: 0, edge, direction, hit });
                }
            }
            None
        });
        found.sort_by(|a, b| a.hit.t.total_cmp(&b.hit.t).then_with(|| a.order(b, path)));
        told(found, path).map(|(_, passage)| passage).collect()
    }
}

/// An edge of a zone that a move crosses.
pub(crate) struct Passed {
    pub(crate) zone: usize,
    pub(crate) edge: Segment,
    pub(crate) direction: Direction,
    pub(crate) hit: Hit,
}

impl Passed {
    /// Which is crossed first, by exact time. Both are touched.
    fn order(&self, other: &Passed, path: &Sweep) -> Ordering {
        let path = Sweep::moving(path.start(), path.end(), 0.0);
        path.order_of_hits(&self.edge, &other.edge).unwrap_or(Ordering::Equal)
    }

    fn passage(&self, is_touch: bool) -> (usize, Passage) {
        let change = if self.direction == Direction::Forward { Change::Enters } else { Change::Leaves };
        (self.zone, Passage { change, hit: self.hit, is_touch })
    }
}

/// What is told of crossed edges that are in order of exact time, those of one zone at one time beside each other.
pub(crate) fn told(mut found: Vec<Passed>, path: &Sweep) -> impl Iterator<Item = (usize, Passage)> {
    let mut touches = alloc::vec![false; found.len()];
    for second in 1..found.len() {
        let (a, b) = (&found[second - 1], &found[second]);
        // Equal times round alike, so the exact question is seldom asked.
        let at_once = a.zone == b.zone && a.hit.t == b.hit.t && a.order(b, path) == Ordering::Equal;
        if at_once {
            (touches[second - 1], touches[second]) = (true, true);
            let enters_first = is_convex_between(&a.edge, &b.edge);
            if (a.direction == Direction::Forward) != enters_first {
                found.swap(second - 1, second);
            }
        }
    }
    found.into_iter().zip(touches).map(|(passed, is_touch)| passed.passage(is_touch))
}

/// Whether the vertex that two edges of a ring share is convex.
fn is_convex_between(a: &Segment, b: &Segment) -> bool {
    let (first, second) = if a.b() == b.a() { (a, b) } else { (b, a) };
    orient(first.a(), first.b(), second.b()) == Side::Left
}

/// Counts the edges that the ray from the shifted place to the right meets; an odd number means inside.
///
/// A vertex is above the ray iff it is above the place itself, as the shift is smaller than any distance and upward. What is left of
/// an edge, shifted, has it on its right iff the edge goes upward.
pub(crate) fn is_inside(polygon: &Polygon, place: Point) -> bool {
    let (vertices, tree) = (polygon.vertices(), polygon.tree());
    let above = |v: usize| vertices[v].y > place.y;
    let (mut odd, mut odd_beyond) = (false, false);
    let _: Option<()> = tree.find(
        &mut |aabb, node| {
            let (min, max) = (aabb.min(), aabb.max());
            if place.y < min.y || max.y < place.y || max.x < place.x {
                return false;
            }
            if place.x < min.x {
                odd_beyond ^= tree.changes_oddly(node, above);
                return false;
            }
            true
        },
        &mut |run| {
            for v in run.edges() {
                let (from, to) = (v, run.next(v));
                if above(from) != above(to) {
                    odd ^= is_left(vertices[from], vertices[to], place) == above(to);
                }
            }
            None
        },
    );
    odd != odd_beyond
}
