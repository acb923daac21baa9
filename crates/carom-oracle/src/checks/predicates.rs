//! Signs, comparisons and crossings against the oracle.

use super::{agree, ends, location, meeting, point, segment, side};
use crate::cases;
use crate::rng::Rng;
use crate::truth::{self, Bits, Meeting};

pub(super) fn orient(rng: &mut Rng) -> Result<(), String> {
    let case @ [a, b, c] = cases::points(rng);
    agree(&case, side(carom::orient(point(a), point(b), point(c))), truth::orient(a, b, c))
}

pub(super) fn turn(rng: &mut Rng) -> Result<(), String> {
    let case @ [a, b, c, d] = cases::points(rng);
    agree(&case, side(carom::turn(point(a), point(b), point(c), point(d))), truth::turn(a, b, c, d))
}

pub(super) fn dot_sign(rng: &mut Rng) -> Result<(), String> {
    let case @ [a, b, c, d] = cases::points(rng);
    agree(&case, carom::dot_sign(point(a), point(b), point(c), point(d)), truth::dot_sign(a, b, c, d))
}

pub(super) fn compare_distance(rng: &mut Rng) -> Result<(), String> {
    let case @ (p, q, radius) = cases::points_and_radius(rng);
    agree(&case, carom::compare_distance(point(p), point(q), radius), truth::compare_distance(p, q, radius))
}

pub(super) fn compare_distance_to_segment(rng: &mut Rng) -> Result<(), String> {
    let case @ (p, wall, radius) = cases::point_wall_and_radius(rng);
    let got = carom::compare_distance_to_segment(point(p), ends(wall), radius);
    agree(&case, got, truth::compare_distance_to_segment(p, wall, radius))
}

pub(super) fn compare_distance_of_segments(rng: &mut Rng) -> Result<(), String> {
    let case @ (a, b, radius) = cases::walls_and_radius(rng);
    let got = carom::compare_distance_of_segments(ends(a), ends(b), radius);
    agree(&case, got, truth::compare_distance_of_segments(a, b, radius))
}

pub(super) fn order_of_hits(rng: &mut Rng) -> Result<(), String> {
    let case @ (path, first, second) = cases::path_and_walls(rng);
    let got = carom::order_of_hits(ends(path), ends(first), ends(second));
    agree(&case, got, truth::order_of_hits(path, first, second))
}

pub(super) fn in_circle(rng: &mut Rng) -> Result<(), String> {
    let case @ [a, b, c, p] = cases::points_of_a_circle(rng);
    let got = location(carom::in_circle(point(a), point(b), point(c), point(p)));
    // Three equal points have no circle and no line; any answer will do.
    agree(&case, got, truth::in_circle(a, b, c, p).unwrap_or(got))
}

pub(super) fn by_meeting_point(rng: &mut Rng) -> Result<(), String> {
    let case @ (a, b) = cases::walls(rng);
    agree(&case, meeting(segment(a)?.crossing_by_lines(&segment(b)?)), truth::meeting(a, b))
}

pub(super) fn by_sides(rng: &mut Rng) -> Result<(), String> {
    let case @ (a, b) = cases::walls(rng);
    agree(&case, meeting(segment(a)?.crossing(&segment(b)?)), truth::meeting(a, b))
}

/// The same hit by all three methods and by the sweep itself, at the exact time and place.
pub(super) fn first_touch(rng: &mut Rng) -> Result<(), String> {
    let (path, wall) = cases::walls(rng);
    // Now and then the path has no length.
    let path = if rng.one_in(16) { [path[0]; 2] } else { path };
    let sweep = carom::Sweep::point(path[0], path[1]).map_err(|error| error.to_string())?;
    let case = &(path, wall);
    let wall_shape = segment(wall)?;
    let hit = sweep.first_touch(&wall_shape);
    agree(case, hit.map(|hit| Bits::from(hit.t)), truth::first_touch(path, wall).map(Bits::from))?;
    for method in carom::methods::Method::ALL {
        agree(&(case, method), method.first_touch(&sweep, &wall_shape), hit)?;
        agree(&(case, method), method.explain(&sweep, &wall_shape).hit, hit)?;
    }
    match (truth::meeting(path, wall), hit) {
        (Meeting::Point(point), Some(hit)) => agree(case, [hit.point.x, hit.point.y].map(Bits::from), point),
        _ => Ok(()),
    }
}
