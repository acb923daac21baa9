//! Is a body where it may be, and did it go there without meeting anything?
//!
//! These judges are asked about tens of millions of moves, so each has two parts.
//! First plain floating point looks for a line that keeps the two things apart with room to spare: twelve times as much
//! as rounding can be off (`ROOM`). Numbers that overflow never keep anything apart.
//! Whatever is nearer than that is decided by whole numbers alone.

use std::cmp::Ordering;

use crate::plane::{cross, dot, length, sub};
use crate::truth::{self, Ends, Scale, Side, Xy};

/// How much room, in parts of the distances involved, makes the floating-point answer certain.
///
/// A height over a line is `x·dy − y·dx` with a direction of length 1. The differences of given numbers are off by 1 unit
/// roundoff, the direction by 4 (difference, length, quotient), products and the sum by 2 more: 7 · 2⁻⁵³ < 8·10⁻¹⁶ in all.
const ROOM: f64 = 1e-14;

/// Something that stands still.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solid {
    /// The closed segment with these ends, which are distinct.
    Wall(Ends),
    /// The closed disc with this center and radius.
    Pillar(Xy, f64),
}

/// Many things that stand still, made ready for many questions.
#[derive(Clone, Debug)]
pub struct Room {
    solids: Vec<(Solid, Line)>,
}

impl Room {
    /// A room with these things in it.
    pub fn new(solids: impl IntoIterator<Item = Solid>) -> Room {
        let line = |solid: &Solid| match *solid {
            Solid::Wall([a, b]) => Line::new(a, b),
            Solid::Pillar(center, _) => Line::new(center, center),
        };
        Room { solids: solids.into_iter().map(|solid| (solid, line(&solid))).collect() }
    }

    /// The edges of rings.
    pub fn of_rings(rings: &[Vec<Xy>]) -> Room {
        let edges = rings.iter().flat_map(|ring| (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]]));
        Room::new(edges.map(Solid::Wall))
    }

    /// What stands in it, in the order given.
    pub fn solids(&self) -> impl Iterator<Item = Solid> + '_ {
        self.solids.iter().map(|(solid, _)| *solid)
    }

    /// The first thing in the order given that a move meets; touching is meeting for a point, and is not for a disc.
    pub fn blocks(&self, start: Xy, end: Xy, radius: f64) -> Option<usize> {
        let path = Line::new(start, end);
        self.solids.iter().position(|(solid, line)| {
            let reach = match solid {
                Solid::Wall(_) => radius,
                Solid::Pillar(_, around) => radius + around,
            };
            !path.is_apart(line, reach) && !is_clear(&path, radius, *solid, line)
        })
    }
}

/// Does the closed segment from `start` to `end` share no point with anything?
pub fn point_clear(start: Xy, end: Xy, room: &Room) -> bool {
    room.blocks(start, end, 0.0).is_none()
}

/// Is the path of a disc's center nowhere nearer to anything than the radius? To touch is allowed, unless the radius is 0.
///
/// A disc that touches all along or at one place and goes no deeper has a path at exactly that distance.
pub fn disc_clear(start: Xy, end: Xy, radius: f64, room: &Room) -> bool {
    room.blocks(start, end, radius).is_none()
}

/// Are two discs not deeper in each other than touching: `|p − q| ≥ r + s`?
pub fn discs_apart(p: Xy, r: f64, q: Xy, s: f64) -> bool {
    let d = sub(q, p);
    let (squared, reach) = (d[0] * d[0] + d[1] * d[1], r + s);
    let is_plain = 1e-305 < squared && squared < f64::MAX;
    if is_plain && reach * reach * (1.0 + ROOM) < squared {
        return true;
    }
    compare_distance(p, [q, q], [r, s]) != Ordering::Less
}

/// Is the point strictly inside, by the even-odd rule over all rings? A point on an edge is not.
pub fn inside_chamber(point: Xy, rings: &[Vec<Xy>]) -> bool {
    let mut inside = false;
    for ring in rings {
        for (i, &a) in ring.iter().enumerate() {
            let b = ring[(i + 1) % ring.len()];
            let (a_above, b_above) = (point[1] < a[1], point[1] < b[1]);
            let level = a[1] == point[1] && b[1] == point[1];
            let between = a[0].min(b[0]) <= point[0] && point[0] <= a[0].max(b[0]);
            if a == point || level && between {
                return false;
            }
            // Each edge owns its lower end only, so a ray through a vertex is counted once or twice, never wrongly.
            if a_above == b_above {
                continue;
            }
            match side(a, b, point) {
                Side::On => return false,
                Side::Left => inside ^= b_above,
                Side::Right => inside ^= a_above,
            }
        }
    }
    inside
}

/// The side of a point, by whole numbers where rounding might matter.
fn side(a: Xy, b: Xy, p: Xy) -> Side {
    let (e, d) = (sub(b, a), sub(p, a));
    let (left, right) = (e[0] * d[1], e[1] * d[0]);
    let size = left.abs() + right.abs();
    let is_plain = 1e-305 < size && size < f64::MAX;
    match left - right {
        area if is_plain && ROOM * size < area => Side::Left,
        area if is_plain && area < -ROOM * size => Side::Right,
        _ => truth::orient(a, b, p),
    }
}

/// A segment with its direction and length, rounded; a single point has no direction.
#[derive(Clone, Copy, Debug)]
struct Line {
    ends: Ends,
    /// Of length 1, or not a number.
    along: Xy,
    length: f64,
}

impl Line {
    fn new(a: Xy, b: Xy) -> Line {
        let e = sub(b, a);
        // One too long for a number has no direction in numbers either, and nothing is certain of it.
        let length = Some(length(e)).filter(|length| length.is_finite()).unwrap_or(f64::NAN);
        Line { ends: [a, b], along: [e[0] / length, e[1] / length], length }
    }

    /// Is there certainly more than `reach` between the two? The lines looked at run along and across each of them.
    fn is_apart(&self, other: &Line, reach: f64) -> bool {
        self.keeps_off(other.ends, reach) || other.keeps_off(self.ends, reach)
    }

    /// Are both points on one side of this segment's line, or both before or behind the segment, with more than `reach` between?
    fn keeps_off(&self, [p, q]: Ends, reach: f64) -> bool {
        let (p, q) = (sub(p, self.ends[0]), sub(q, self.ends[0]));
        let least = reach + room(p) + room(q);
        let beyond = |x: f64, y: f64| (least < x && least < y) || (x < -least && y < -least);
        beyond(cross(self.along, p), cross(self.along, q)) || {
            let (x, y) = (dot(self.along, p), dot(self.along, q));
            (x < -least && y < -least) || (least < x - self.length && least < y - self.length)
        }
    }

    /// Is there certainly more than `reach` between this segment and a point?
    fn is_apart_from(&self, p: Xy, reach: f64) -> bool {
        let d = sub(p, self.ends[0]);
        let t = dot(self.along, d);
        let (aside, ahead) = match t {
            t if t < 0.0 => (d, 0.0),
            t if self.length < t => (sub(p, self.ends[1]), 0.0),
            t => (d, t),
        };
        let nearest = if ahead == 0.0 { length(aside) } else { cross(self.along, aside).abs() };
        reach * (1.0 + ROOM) + room(d) < nearest
    }
}

/// The exact answer for one thing that is too near to tell from afar.
fn is_clear(path: &Line, radius: f64, solid: Solid, line: &Line) -> bool {
    match solid {
        Solid::Wall(wall) if radius == 0.0 => !truth::share_a_point(path.ends, wall),
        Solid::Wall(wall) => {
            // Segments that do not cross are nearest at an end of one of them.
            let crosses = || truth::share_a_point(path.ends, wall);
            let is_near = |p: Xy, line: &Line| {
                !line.is_apart_from(p, radius) && compare_distance(p, line.ends, [radius, 0.0]) == Ordering::Less
            };
            (path.is_apart(line, 0.0) || !crosses())
                && !path.ends.iter().any(|&p| is_near(p, line))
                && !wall.iter().any(|&p| is_near(p, path))
        }
        Solid::Pillar(center, around) => {
            if path.is_apart_from(center, radius + around) {
                return true;
            }
            let gap = compare_distance(center, path.ends, [radius, around]);
            gap == Ordering::Greater || radius != 0.0 && gap == Ordering::Equal
        }
    }
}

/// The distance of a point from a segment, which may be a single point, against the exact sum of two radii.
fn compare_distance(p: Xy, [a, b]: Ends, radii: [f64; 2]) -> Ordering {
    let scale = Scale::of([p, a, b, radii].as_flattened());
    let [p, a, b] = [p, a, b].map(|point| scale.point(point));
    let reach = scale.integer(radii[0]) + scale.integer(radii[1]);
    let reach_squared = &reach * &reach;
    let (e, from_a, from_b) = (truth::to(&a, &b), truth::to(&a, &p), truth::to(&b, &p));
    if truth::sign(&truth::dot(&e, &from_a)) != Ordering::Greater {
        return truth::dot(&from_a, &from_a).cmp(&reach_squared);
    }
    if truth::sign(&truth::dot(&e, &from_b)) != Ordering::Less {
        return truth::dot(&from_b, &from_b).cmp(&reach_squared);
    }
    let area = truth::cross(&e, &from_a);
    (&area * &area).cmp(&(reach_squared * truth::dot(&e, &e)))
}

/// How far off a number computed from `d` can be, many times over; the last term stands for numbers that vanish.
fn room(d: Xy) -> f64 {
    ROOM * (d[0].abs() + d[1].abs()) + f64::MIN_POSITIVE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moving::{self, Contact};
    use crate::rng::Rng;
    use crate::truth::Location;
    use crate::{cases, near, polygons};

    const CASES: u64 = if crate::FEW_CASES { 4_000 } else { 200_000 };

    /// Deeper than touching, as the judge of moving discs sees it.
    fn goes_deeper(contact: Contact) -> bool {
        matches!(contact, Contact::Crosses | Contact::Starts | Contact::Overlaps)
    }

    #[test]
    fn moves_beside_walls() {
        let mut blocked = 0;
        for case in 0..CASES {
            let rng = &mut Rng::for_case(0, "moves beside walls", case);
            let (path, wall, radius) = match rng.below(3) {
                0 => {
                    let (path, wall, _) = cases::path_and_walls(rng);
                    (path, cases::apart(rng, wall), 0.0)
                }
                1 => {
                    let (path, wall, radius) = cases::walls_and_radius(rng);
                    (path, cases::apart(rng, wall), radius)
                }
                _ => {
                    let (path, wall, _) = cases::path_and_walls(rng);
                    let wall = cases::apart(rng, wall);
                    (path, wall, near::fitting(rng, path, wall))
                }
            };
            let radius = if radius.is_finite() { radius.abs() } else { 1.0 };
            let room = Room::new([Solid::Wall(wall)]);
            let touch = moving::disc_and_wall(path, radius, wall);
            let expected = !touch.is_some_and(|touch| radius == 0.0 || goes_deeper(touch.contact));
            let got = if radius == 0.0 {
                point_clear(path[0], path[1], &room)
            } else {
                disc_clear(path[0], path[1], radius, &room)
            };
            assert_eq!(got, expected, "case {case}: {path:?} {radius:e} {wall:?}");
            blocked += u64::from(!got);
        }
        assert!(CASES / 10 < blocked && blocked < CASES * 9 / 10, "{blocked} of {CASES}");
    }

    #[test]
    fn moves_beside_pillars() {
        let mut blocked = 0;
        for case in 0..CASES {
            let rng = &mut Rng::for_case(0, "moves beside pillars", case);
            let (path, [center, _], radius) = cases::walls_and_radius(rng);
            let reach = near::fitting(rng, path, [center, center]).abs().min(1e300);
            let around = if rng.one_in(2) { reach } else { radius.abs() };
            let radius = if rng.one_in(3) { 0.0 } else { (reach - around).abs() };
            let room = Room::new([Solid::Pillar(center, around)]);
            let touch = moving::disc_and_circle(path, radius, center, around);
            // Two touching things without any size never go deeper, but a point stops at a point.
            let expected = !touch.is_some_and(|touch| radius == 0.0 || goes_deeper(touch.contact));
            let got = disc_clear(path[0], path[1], radius, &room);
            assert_eq!(got, expected, "case {case}: {path:?} {radius:e} {center:?} {around:e}");
            let standing = discs_apart(path[0], radius, center, around);
            let expected = moving::disc_and_circle([path[0]; 2], radius, center, around)
                .is_none_or(|touch| touch.contact != Contact::Overlaps);
            assert_eq!(standing, expected, "case {case}: {:?} {radius:e} {center:?} {around:e}", path[0]);
            blocked += u64::from(!got);
        }
        assert!(CASES / 10 < blocked && blocked < CASES * 9 / 10, "{blocked} of {CASES}");
    }

    #[test]
    fn points_in_chambers() {
        let mut inside = 0;
        let count = CASES / 10;
        for case in 0..count {
            let rng = &mut Rng::for_case(0, "points in chambers", case);
            let rings = polygons::any(rng, 20);
            let point = polygons::point_near(rng, &rings);
            let expected = truth::locate(point, &rings) == Location::Inside;
            assert_eq!(inside_chamber(point, &rings), expected, "case {case}: {point:?} {rings:?}");
            inside += u64::from(expected);
        }
        assert!(count / 10 < inside && inside < count * 9 / 10, "{inside} of {count}");
    }
}
