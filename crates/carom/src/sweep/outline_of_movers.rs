//! A mover and a polygon, as an outline or filled: which edge is touched first, and how deep does it start inside?

use super::meeting::{Meeting, scale_for};
use super::mover::{Mover, MoverPart, MoverSweep, Overlap};
use super::path::Hit;
use super::segment::order_of_touches;
use super::shaped::{deepest, hull_of_segment};
use crate::aabb::Aabb;
use crate::exact::hull::Hull;
use crate::exact::inside::{Rings, Spot};
use crate::exact::{Feature, Location, answers::Contact};
use crate::nearest::{foot, nearest_edge};
use crate::point::{Point, Vec2, max, min};
use crate::polygon::Polygon;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The edge that a mover touches first; of several touched at the same exact time, the first.
pub(super) fn touch_of_outline(polygon: &Polygon, sweep: &MoverSweep<'_>) -> Option<(usize, Hit)> {
    first_edge(polygon, sweep, |_| false)
}

/// The same of a filled polygon. What shares some of its inside overlaps it.
pub(super) fn touch_of_filled(polygon: &Polygon, sweep: &MoverSweep<'_>) -> Option<(usize, Hit)> {
    let first = first_edge(polygon, sweep, |contact| contact == Contact::Overlaps);
    let overlaps = first.is_some_and(|(_, hit)| hit.contact == Contact::Overlaps);
    if !overlaps && !is_inside(polygon, sweep) {
        return first;
    }
    let (edge, point, Overlap { out, .. }) = way_out(polygon, sweep)?;
    let (feature, mover) = (Feature::Side, MoverPart::Whole);
    Some((edge, Hit { t: 0.0, point, normal: out, feature, contact: Contact::Overlaps, mover }))
}

/// The edge that a mover is deepest in tells.
pub(super) fn overlap_of_outline(polygon: &Polygon, sweep: &MoverSweep<'_>) -> Option<Overlap> {
    let standing = sweep.standing();
    let overlaps = polygon.edges().filter_map(|edge| deepest_in(&standing, hull_of_segment(&edge.ends())));
    overlaps.reduce(|deepest, next| if deepest.depth < next.depth { next } else { deepest })
}

pub(super) fn overlap_of_filled(polygon: &Polygon, sweep: &MoverSweep<'_>) -> Option<Overlap> {
    let (_, hit) = touch_of_filled(polygon, &sweep.standing())?;
    if hit.contact == Contact::Overlaps { Some(way_out(polygon, sweep)?.2) } else { None }
}

fn deepest_in<'a>(sweep: &MoverSweep<'a>, other: Hull<'a>) -> Option<Overlap> {
    deepest(sweep.hulls().map(|(part, _)| (part, other)))
}

/// The edge that is touched first. Of equal times those count that are preferred, and of these the lowest edge's.
fn first_edge(polygon: &Polygon, sweep: &MoverSweep<'_>, preferred: impl Fn(Contact) -> bool) -> Option<(usize, Hit)> {
    let ([start, end], radius) = sweep.proxy();
    let is_bounded = start.is_finite() && end.is_finite() && radius.is_finite();
    // As in `Sweep::reach`: rounding keeps order.
    let reach = is_bounded.then(|| Aabb::of_ends([start, end]).grown(radius));
    let mut first: Option<(usize, Contact, Meeting<'_>)> = None;
    let mut found: Vec<(usize, [Point; 2])> = Vec::new();
    let _: Option<()> =
        polygon.tree().find(&mut |aabb, _| reach.as_ref().is_none_or(|reach| aabb.overlaps_box(reach)), &mut |run| {
            found.extend(run.edges().map(|edge| (edge, polygon.edge_of(run, edge).ends())));
            None
        });
    for (edge, ends) in &found {
        let Some(meeting) = sweep.meeting(hull_of_segment(ends)) else { continue };
        let (span, contact) = (meeting.touch.span, meeting.touch.contact);
        let is_first = first.as_ref().is_none_or(|(other, best_contact, best)| {
            // Holes come in any order.
            let [rank, best_rank] = [(!preferred(contact), *edge), (!preferred(*best_contact), *other)];
            let exactly = || meeting.instant().order(&best.instant());
            order_of_touches((rank, span), (best_rank, best.touch.span), exactly) == Ordering::Less
        });
        if is_first {
            first = Some((*edge, contact, meeting));
        }
    }
    first.map(|(edge, _, meeting)| (edge, meeting.hit()))
}

/// Whether a mover that goes through no edge with its inside starts in a polygon: then any place within it tells.
fn is_inside(polygon: &Polygon, sweep: &MoverSweep<'_>) -> bool {
    let rings = Rings { at: Point::default(), edges: polygon.edges().map(|edge| edge.ends()) };
    sweep.hulls().any(|(hull, _)| {
        let spot = |index: usize| -> Spot { [sweep.start(), hull.vertices[index]] };
        match hull.vertices.len() {
            1 => rings.locate(&[spot(0)]) == Location::Inside,
            2 if hull.radius == 0.0 => rings.meet(&[spot(0), spot(1)]),
            2 => rings.locate(&[spot(0)]) == Location::Inside,
            _ => rings.locate(&[spot(0), spot(1), spot(2)]) == Location::Inside,
        }
    })
}

/// Over which edge the way out of a filled polygon is, where on the edge, how far and in which direction.
fn way_out(polygon: &Polygon, sweep: &MoverSweep<'_>) -> Option<(usize, Point, Overlap)> {
    let ([middle, _], _) = sweep.proxy();
    let middle = if middle.is_finite() { middle } else { sweep.start() };
    let index = nearest_edge(polygon, middle)?;
    let edge = polygon.edge(index)?;
    let overlap = out_of_convex(polygon, sweep).unwrap_or_else(|| over_edge(edge.ends(), sweep));
    Some((index, foot(middle, edge.ends()), overlap))
}

/// The shortest way out of a convex polygon.
fn out_of_convex(polygon: &Polygon, sweep: &MoverSweep<'_>) -> Option<Overlap> {
    if !polygon.is_convex() {
        return None;
    }
    // A mover has corners only, and not too many.
    let shape = Mover::polygon(polygon).ok()?;
    deepest_in(&sweep.standing(), MoverSweep::between(&shape, Point::default(), Point::default()).hull())
}

/// How far all of a mover is behind the outer side of an edge.
fn over_edge([a, b]: [Point; 2], sweep: &MoverSweep<'_>) -> Overlap {
    let (out, start, mover) = (a.direction_to(b).normal(), sweep.start(), sweep.mover());
    let scale = scale_for(mover.vertices().iter().chain([&start, &a]));
    let behind = |p: &Point| {
        let x = a.x * scale - (start.x * scale + p.x * scale);
        let y = a.y * scale - (start.y * scale + p.y * scale);
        out.dot(Vec2::new(x, y))
    };
    let deepest = mover.vertices().iter().map(behind).fold(f64::NEG_INFINITY, max);
    let depth = min(max(deepest + mover.radius() * scale, 0.0) / scale, f64::MAX);
    Overlap { depth, out: out.canonical() }
}
