//! The textbook's expressions in plain `f64`: fast, and wrong where rounding decides.

use super::side_of;
use carom::{Location, Point, Side, Vec2};

pub const NAME: &str = "plain";
/// The expression's value alone, from which nobody has read the side yet.
pub const NUMBER: &str = "plain number";
/// The three textbook ways to find when a moving point touches a wall.
pub const METHOD_1: &str = "plain method 1";
pub const METHOD_2: &str = "plain method 2";
pub const METHOD_3: &str = "plain method 3";

pub fn side(a: Point, b: Point, c: Point) -> Side {
    side_of(orient(a, b, c))
}

/// Positive if `c` is on the left of the line from `a` to `b`.
pub fn orient(a: Point, b: Point, c: Point) -> f64 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

pub fn intersects([a, b]: &[Point; 2], [c, d]: &[Point; 2]) -> bool {
    let straddles = |a, b, c, d| orient(a, b, c) * orient(a, b, d) <= 0.0;
    straddles(*a, *b, *c, *d) && straddles(*c, *d, *a, *b)
}

/// Counts the edges that cross the ray to the right; knows no boundary.
pub fn locate(ring: &[Point], point: Point) -> Location {
    let mut inside = false;
    let mut from = ring[ring.len() - 1];
    for &to in ring {
        let straddles = (from.y <= point.y) != (to.y <= point.y);
        let slope = (to.x - from.x) / (to.y - from.y);
        inside ^= straddles && point.x < from.x + (point.y - from.y) * slope;
        from = to;
    }
    if inside { Location::Inside } else { Location::Outside }
}

/// Projects the meeting point on the wall from both ends.
pub fn method_1(path: &[Point; 2], wall: &[Point; 2]) -> Option<f64> {
    let (t, point) = meet_line(path, wall)?;
    let [a, b] = *wall;
    let between = 0.0 <= (point - a).dot(b - a) && 0.0 <= (point - b).dot(a - b);
    between.then_some(t)
}

/// One dot product says whether the meeting point is between the ends; the textbook's `<` loses the ends.
pub fn method_2(path: &[Point; 2], wall: &[Point; 2]) -> Option<f64> {
    let (t, point) = meet_line(path, wall)?;
    let [a, b] = *wall;
    ((point - a).dot(point - b) < 0.0).then_some(t)
}

/// Asks first whether the wall's ends are on both sides of the path; has no test for parallel ones.
pub fn method_3([start, end]: &[Point; 2], [a, b]: &[Point; 2]) -> Option<f64> {
    let motion = *end - *start;
    let across = right(motion);
    if 0.0 < (*a - *start).dot(across) * (*b - *start).dot(across) {
        return None;
    }
    let normal = right(*b - *a);
    let t = (from_origin(normal, *a) - from_origin(normal, *start)) / normal.dot(motion);
    (0.0..=1.0).contains(&t).then_some(t)
}

/// When and where a moving point meets the wall's line, unless it stays on one side: what methods 1 and 2 share.
fn meet_line([start, end]: &[Point; 2], [a, b]: &[Point; 2]) -> Option<(f64, Point)> {
    let normal = right(*b - *a);
    let [from, to, on] = [start, end, a].map(|point| from_origin(normal, *point));
    if (from < on && to < on) || (on < from && on < to) {
        return None;
    }
    let motion = *end - *start;
    let approach = normal.dot(motion);
    if approach == 0.0 {
        return None;
    }
    let t = (on - from) / approach;
    (0.0..=1.0).contains(&t).then(|| (t, *start + motion * t))
}

/// When a moving disc touches the wall: now, or at its side, or at one of its ends.
pub fn disc_time([start, end]: &[Point; 2], radius: f64, [a, b]: &[Point; 2]) -> Option<f64> {
    let (motion, edge) = (*end - *start, *b - *a);
    let along = ((*start - *a).dot(edge) / edge.length_squared()).clamp(0.0, 1.0);
    if (*start - (*a + edge * along)).length_squared() <= radius * radius {
        return Some(0.0);
    }
    let side = touch_side(*start, motion, radius, *a, edge);
    let ends = || [*a, *b].into_iter().filter_map(|end| touch_end(*start, motion, radius, end)).reduce(f64::min);
    side.or_else(ends)
}

/// When the centre is `radius` away from the wall's line, if it is beside the wall then.
///
/// A disc that starts clear of the wall and touches its side touches it there first.
fn touch_side(start: Point, motion: Vec2, radius: f64, a: Point, edge: Vec2) -> Option<f64> {
    let normal = right(edge) / edge.length();
    let distance = (start - a).dot(normal);
    let normal = if distance < 0.0 { -normal } else { normal };
    let t = (radius - distance.abs()) / motion.dot(normal);
    let along = (start + motion * t - a).dot(edge);
    let touches = (0.0..=1.0).contains(&t) && (0.0..=edge.length_squared()).contains(&along);
    touches.then_some(t)
}

/// When the centre is `radius` away from `end`: the smaller root of |d + t·m|² = r², where d = start − end.
fn touch_end(start: Point, motion: Vec2, radius: f64, end: Point) -> Option<f64> {
    let d = start - end;
    let (a, b, c) = (motion.length_squared(), d.dot(motion), d.length_squared() - radius * radius);
    let discriminant = b * b - a * c;
    if discriminant < 0.0 {
        return None;
    }
    let t = (-b - discriminant.sqrt()) / a;
    (0.0..=1.0).contains(&t).then_some(t)
}

/// A quarter turn clockwise.
fn right(v: Vec2) -> Vec2 {
    Vec2::new(v.y, -v.x)
}

/// The dot product of the textbook's `N·P`, where `P` is a position.
fn from_origin(normal: Vec2, point: Point) -> f64 {
    normal.x * point.x + normal.y * point.y
}
