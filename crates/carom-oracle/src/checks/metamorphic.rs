//! Answers to related cases against each other: no oracle, so nothing that an oracle could get wrong too.

use std::cmp::Ordering;

use carom::{Segment, dot_sign, orient, turn};
use carom::{compare_distance, compare_distance_of_segments, compare_distance_to_segment, in_circle, order_of_hits};

use super::{agree, ends, meeting, point, segment, side};
use crate::cases;
use crate::rng::Rng;
use crate::truth::{Meeting, Side, Xy};

/// Turning the three points on keeps their side; swapping two flips it.
pub(super) fn sides_of_swapped_points(rng: &mut Rng) -> Result<(), String> {
    let case @ [a, b, c, d] = cases::points(rng);
    let [a, b, c, d] = [a, b, c, d].map(point);
    let expected = side(orient(a, b, c));
    agree(&case, [orient(b, c, a), orient(c, a, b)].map(side), [expected; 2])?;
    agree(&case, [orient(b, a, c), orient(a, c, b), orient(c, b, a)].map(side), [flipped(expected); 3])?;
    agree(&case, [turn(c, d, a, b), turn(b, a, c, d)].map(side), [flipped(side(turn(a, b, c, d))); 2])?;
    agree(&case, dot_sign(c, d, a, b), dot_sign(a, b, c, d))?;
    agree(&case, dot_sign(b, a, c, d), dot_sign(a, b, c, d).reverse())
}

/// A distance is the same from both sides, and from either end of a wall.
pub(super) fn distances_of_swapped_ends(rng: &mut Rng) -> Result<(), String> {
    let case @ (a, b, radius) = cases::walls_and_radius(rng);
    let (first, second) = (ends(a), ends(b));
    let expected = compare_distance_of_segments(first, second, radius);
    agree(&case, compare_distance_of_segments(second, first, radius), expected)?;
    agree(&case, compare_distance_of_segments(swapped(first), second, radius), expected)?;
    let [p, q] = second;
    agree(
        &case,
        compare_distance_to_segment(p, first, radius),
        compare_distance_to_segment(p, swapped(first), radius),
    )?;
    agree(&case, compare_distance_to_segment(p, first, radius), compare_distance_of_segments(first, [p, p], radius))?;
    agree(&case, compare_distance(q, p, radius), compare_distance(p, q, radius))?;
    agree(&case, compare_distance(p, q, radius), compare_distance_to_segment(p, [q, q], radius))
}

/// Naming the walls the other way around turns the order around; naming a wall's ends the other way around changes nothing.
pub(super) fn hits_of_swapped_walls(rng: &mut Rng) -> Result<(), String> {
    let case @ (path, a, b) = cases::path_and_walls(rng);
    let [path, first, second] = [path, a, b].map(ends);
    let expected = order_of_hits(path, first, second);
    agree(&case, order_of_hits(path, second, first), expected.map(Ordering::reverse))?;
    agree(&case, order_of_hits(path, swapped(first), second), expected)?;
    agree(&case, order_of_hits(path, first, swapped(second)), expected)?;
    let with_itself = order_of_hits(path, first, first);
    agree(&case, with_itself, with_itself.map(|_| Ordering::Equal))
}

/// A circle does not depend on the order of its points; its own points are on its edge.
pub(super) fn circle_of_permuted_points(rng: &mut Rng) -> Result<(), String> {
    let case @ [a, b, c, p] = cases::points_of_a_circle(rng);
    if a == b && b == c {
        return Ok(());
    }
    let [a, b, c, p] = [a, b, c, p].map(point);
    let expected = in_circle(a, b, c, p);
    agree(&case, [in_circle(b, c, a, p), in_circle(c, b, a, p), in_circle(a, c, b, p)], [expected; 3])?;
    agree(&case, [a, b, c].map(|on| in_circle(a, b, c, on)), [carom::Location::Edge; 3])
}

/// Walls cross in the same point whichever is named first; a shared piece is directed like the first.
pub(super) fn crossings_of_swapped_walls(rng: &mut Rng) -> Result<(), String> {
    let case @ (a, b) = cases::walls(rng);
    let [first, second] = [segment(a)?, segment(b)?];
    for way in [Segment::crossing_by_lines, Segment::crossing] {
        let expected = meeting(way(&first, &second));
        agree(&case, meeting(way(&first, &second.reversed())), expected.clone())?;
        agree(&case, meeting(way(&first.reversed(), &second)), reversed(expected.clone()))?;
        let same_direction = dot_sign(first.a(), first.b(), second.a(), second.b()) == Ordering::Greater;
        let other_first = meeting(way(&second, &first));
        agree(&case, if same_direction { other_first } else { reversed(other_first) }, expected)?;
    }
    Ok(())
}

/// A power of two that loses no bits changes no answer.
pub(super) fn scaled_by_a_power_of_two(rng: &mut Rng) -> Result<(), String> {
    let case = questions(rng);
    let (points, radius) = &case;
    let mut numbers = [0.0; 13];
    numbers[..12].copy_from_slice(points.as_flattened());
    numbers[12] = *radius;
    if cases::move_scale(rng, &mut numbers) == 0 {
        return Ok(());
    }
    let scaled = [0, 1, 2, 3, 4, 5].map(|i| [numbers[2 * i], numbers[2 * i + 1]]);
    agree(&(case, numbers), answers(&scaled, numbers[12])?, answers(points, *radius)?)
}

/// Left and right change places in a mirror; nothing else does.
pub(super) fn mirrored(rng: &mut Rng) -> Result<(), String> {
    let case = questions(rng);
    let (points, radius) = &case;
    let mut expected = answers(points, *radius)?;
    expected.sides = expected.sides.map(flipped);
    agree(&case, answers(&points.map(|[x, y]| [-x, y]), *radius)?, expected.clone())?;
    agree(&case, answers(&points.map(|[x, y]| [y, x]), *radius)?, expected)
}

/// Six points, of which pairs are used as walls, and a radius.
fn questions(rng: &mut Rng) -> ([Xy; 6], f64) {
    let ([start, end], a, b) = cases::path_and_walls(rng);
    let ([a, b], [c, d]) = (cases::apart(rng, a), cases::apart(rng, b));
    let (_, _, radius) = cases::walls_and_radius(rng);
    ([start, end, a, b, c, d], radius)
}

/// Everything that can be asked about six points and a radius.
#[derive(Clone, Debug, PartialEq)]
struct Answers {
    sides: [Side; 2],
    orders: [Ordering; 4],
    hits: Option<Ordering>,
    circle: carom::Location,
    /// Crossing points scale with the case, so only the kind of crossing is kept.
    crossing: [std::mem::Discriminant<Meeting>; 2],
}

fn answers(points: &[Xy; 6], radius: f64) -> Result<Answers, String> {
    let [first, second] = [segment([points[2], points[3]])?, segment([points[4], points[5]])?];
    let [p, q, a, b, c, d] = points.map(point);
    Ok(Answers {
        sides: [orient(p, a, b), turn(a, b, c, d)].map(side),
        orders: [
            dot_sign(a, b, c, d),
            compare_distance(p, q, radius),
            compare_distance_to_segment(p, [a, b], radius),
            compare_distance_of_segments([a, b], [c, d], radius),
        ],
        hits: order_of_hits([p, q], [a, b], [c, d]),
        circle: in_circle(a, b, c, p),
        crossing: [Segment::crossing_by_lines, Segment::crossing]
            .map(|way| std::mem::discriminant(&meeting(way(&first, &second)))),
    })
}

fn swapped([a, b]: [carom::Point; 2]) -> [carom::Point; 2] {
    [b, a]
}

fn flipped(side: Side) -> Side {
    match side {
        Side::Left => Side::Right,
        Side::On => Side::On,
        Side::Right => Side::Left,
    }
}

fn reversed(meeting: Meeting) -> Meeting {
    match meeting {
        Meeting::Shared([a, b]) => Meeting::Shared([b, a]),
        other => other,
    }
}
