//! The usual bouncing loop in plain `f64`: every wall, the smallest time above a small epsilon, reflect, go on.
//!
//! It is quick, and nothing keeps a body from slipping out at a corner.

use carom::{Point, Vec2};

pub const NAME: &str = "plain loop";

/// In frames. A touch sooner than this is the one that the body comes from, with some rounding.
const EPSILON: f64 = 1e-9;

/// One wall of a closed outline, with what can be known before anybody moves.
pub struct Wall {
    a: Point,
    edge: Vec2,
    /// Of length 1, toward either side.
    normal: Vec2,
    length_squared: f64,
}

pub fn walls(outline: &[[f64; 2]]) -> Vec<Wall> {
    let wall = |i: usize| {
        let [a, b] = [outline[i], outline[(i + 1) % outline.len()]].map(Point::from);
        let edge = b - a;
        Wall { a, edge, normal: edge.normal() / edge.length(), length_squared: edge.length_squared() }
    };
    (0..outline.len()).map(wall).collect()
}

/// When, at which wall, and where the body is then.
#[expect(dead_code, reason = "an answer is kept whole, and not all of it is compared")]
pub struct Bounce {
    pub time: f64,
    pub wall: usize,
    pub at: Point,
}

/// A wall, when it is touched, and a normal of the touch, of length 1, toward either side.
struct Touch {
    wall: usize,
    t: f64,
    normal: Vec2,
}

/// So many bounces of a point, and how often it got out and was put back where it started.
pub fn point(walls: &[Wall], start: Point, velocity: Vec2, count: usize) -> (Vec<Bounce>, usize) {
    bounce(start, velocity, count, |at, velocity| first_of_point(walls, at, velocity))
}

/// The same for a disc.
pub fn disc(walls: &[Wall], start: Point, velocity: Vec2, radius: f64, count: usize) -> (Vec<Bounce>, usize) {
    bounce(start, velocity, count, |at, velocity| first_of_disc(walls, at, velocity, radius))
}

#[inline(always)]
fn bounce(
    start: Point,
    mut heading: Vec2,
    count: usize,
    first: impl Fn(Point, Vec2) -> Option<Touch>,
) -> (Vec<Bounce>, usize) {
    let mut bounces = Vec::with_capacity(count);
    let (mut at, mut velocity, mut time, mut escapes) = (start, heading, 0.0, 0);
    while bounces.len() < count {
        let Some(touch) = first(at, velocity) else {
            // Nothing is ahead: it is out for good. A quarter turn, so that it takes another way.
            heading = heading.normal();
            (at, velocity, escapes) = (start, heading, escapes + 1);
            continue;
        };
        at += velocity * touch.t;
        velocity = velocity - touch.normal * (2.0 * velocity.dot(touch.normal));
        time += touch.t;
        bounces.push(Bounce { time, wall: touch.wall, at });
    }
    (bounces, escapes)
}

/// With d = a − p, the path p + t·v meets the line a + u·e where t = d × e / v × e and u = d × v / v × e.
#[inline(always)]
fn first_of_point(walls: &[Wall], at: Point, velocity: Vec2) -> Option<Touch> {
    let (mut best, mut first) = (f64::INFINITY, None);
    for (i, wall) in walls.iter().enumerate() {
        let d = wall.a - at;
        let across = 1.0 / velocity.cross(wall.edge);
        let t = d.cross(wall.edge) * across;
        let u = d.cross(velocity) * across;
        if EPSILON < t && t < best && (0.0..=1.0).contains(&u) {
            (best, first) = (t, Some(i));
        }
    }
    first.map(|wall| Touch { wall, t: best, normal: walls[wall].normal })
}

/// The sides of all walls, then each corner of the outline once: few paths pass a corner so closely.
#[inline(always)]
fn first_of_disc(walls: &[Wall], at: Point, velocity: Vec2, radius: f64) -> Option<Touch> {
    let (mut best, mut first) = (f64::INFINITY, None);
    for (i, wall) in walls.iter().enumerate() {
        let d = wall.a - at;
        let (height, rise) = (-d.dot(wall.normal), velocity.dot(wall.normal));
        let t = (radius - height.abs()) / if height < 0.0 { -rise } else { rise };
        let along = (velocity * t - d).dot(wall.edge);
        if EPSILON < t && t < best && (0.0..=wall.length_squared).contains(&along) && radius < height.abs() {
            (best, first) = (t, Some((i, wall.normal)));
        }
    }
    // The path passes a corner at a distance whose square is (d × v)² / v².
    let speed_squared = velocity.length_squared();
    let reach = radius * radius * speed_squared;
    for (i, wall) in walls.iter().enumerate() {
        let d = wall.a - at;
        let (cross, ahead) = (d.cross(velocity), d.dot(velocity));
        if cross * cross < reach && 0.0 < ahead {
            let t = (ahead - (reach - cross * cross).sqrt()) / speed_squared;
            if EPSILON < t && t < best {
                (best, first) = (t, Some((i, (velocity * t - d) / radius)));
            }
        }
    }
    first.map(|(wall, normal)| Touch { wall, t: best, normal })
}
