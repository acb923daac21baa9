//! A glance at two forms in flight, in plain floats: are they clearly apart, from one time to another?
//!
//! Two convex shapes do not overlap if in some direction n all of one is beyond all of the other. With P and Q where they are, a and b their vertices and R
//! both radii together, they are that far apart, times |n|:
//!
//! f(T) = n·(P(T) − Q(T)) + min n·a − max n·b − R|n|.
//!
//! That is straight in time: if it is above 0 at two times, it is so between them. Every n will do, so it need not be exact: x, y, and what is
//! square to the sides of both, each both ways.
//!
//! **Errors.** A place p + v(T − s) is rounded three times, P − Q four, n·(P − Q) six; n·a twice, R|n| four, as |n| is off by 2u of itself; and the sum of four three
//! times more. So f is off by less than 9.1u of the sum S of all it is made of, with all signs positive, where T − s counts as |T| + |s|. S, computed as
//! it is here, is too small by less than 12u of itself: 16u of it are enough. Numbers that are mild, as exact numbers of twice the digits want them too, neither
//! vanish in a product nor overflow.

use super::flight::{Flight, is_mild, is_mild_flight};
use super::forms::Form;
use crate::float;
use crate::point::{Point, Vec2, max, min};

/// 16u: what f is off by at most, as part of its size.
pub(super) const ERROR: f64 = 8.0 * f64::EPSILON;

/// Whether two forms clearly do not overlap from one time to another. If not, exact numbers know.
pub(crate) fn are_apart(first: &Form<'_>, second: &Form<'_>, times: [f64; 2]) -> bool {
    let [a, b] = [first, second].map(Extent::of);
    let are_mild = a.is_mild
        && b.is_mild
        && times.iter().all(|time| is_mild_flight(&first.flight, *time) && is_mild_flight(&second.flight, *time));
    if !(are_mild && is_mild(&[first.radius, second.radius])) {
        return false;
    }
    let reach = first.radius + second.radius;
    let apart = times.map(|time| Apart::of([&first.flight, &second.flight], time));
    let along = |x: f64| Vec2::new(x, 0.0);
    let across = |y: f64| Vec2::new(0.0, y);
    if is_gap(&apart, along(1.0), [a.x, b.x], reach) || is_gap(&apart, across(1.0), [a.y, b.y], reach) {
        return true;
    }
    let is_side = |[p, q]: [Point; 2]| {
        let n = (q - p).normal();
        // Those along the axes have been looked at.
        n.x != 0.0 && n.y != 0.0 && {
            let ranges = [first, second].map(|form| range(form.vertices, n));
            is_gap(&apart, n, ranges, reach * float::sqrt(n.length_squared()))
        }
    };
    sides(first.vertices).chain(sides(second.vertices)).any(is_side)
}

/// How far something reaches both ways in a direction, and at most if all signs were positive.
type Range = [f64; 3];

/// How far the vertices of a form reach along the axes.
struct Extent {
    x: Range,
    y: Range,
    is_mild: bool,
}

impl Extent {
    fn of(form: &Form<'_>) -> Extent {
        let is_mild = form.vertices.iter().all(|p| is_mild(&[p.x, p.y]));
        let none = [f64::INFINITY, f64::NEG_INFINITY, 0.0];
        let with = |[low, high, size]: Range, x: f64| [min(low, x), max(high, x), max(size, x.abs())];
        let start = Extent { x: none, y: none, is_mild };
        form.vertices.iter().fold(start, |all, p| Extent { x: with(all.x, p.x), y: with(all.y, p.y), is_mild })
    }
}

/// How far vertices reach in a direction.
fn range(vertices: &[Point], n: Vec2) -> Range {
    let none = [f64::INFINITY, f64::NEG_INFINITY, 0.0];
    vertices.iter().fold(none, |[low, high, size], p| {
        let (x, y) = (n.x * p.x, n.y * p.y);
        [min(low, x + y), max(high, x + y), max(size, x.abs() + y.abs())]
    })
}

fn sides(vertices: &[Point]) -> impl Iterator<Item = [Point; 2]> + '_ {
    let count = if vertices.len() > 2 { vertices.len() } else { vertices.len().saturating_sub(1) };
    (0..count).map(|i| [vertices[i], vertices[if i + 1 == vertices.len() { 0 } else { i + 1 }]])
}

/// From the second's position to the first's at a time, and the size of what that is made of.
struct Apart {
    by: Vec2,
    size: Vec2,
}

impl Apart {
    fn of([first, second]: [&Flight; 2], time: f64) -> Apart {
        let place = |flight: &Flight| {
            let (Point { x, y }, Vec2 { x: v, y: w }) = (flight.at, flight.velocity);
            let (wait, long) = (time - flight.since, time.abs() + flight.since.abs());
            let size = Vec2::new(x.abs() + v.abs() * long, y.abs() + w.abs() * long);
            (Vec2::new(x + v * wait, y + w * wait), size)
        };
        let ((p, size), (q, other)) = (place(first), place(second));
        Apart { by: p - q, size: size + other }
    }
}

/// Whether at both times all of one is beyond all of the other, on the same side.
fn is_gap(apart: &[Apart; 2], n: Vec2, [a, b]: [Range; 2], reach: f64) -> bool {
    let gaps = |Apart { by, size }: &Apart| {
        let d = n.x * by.x + n.y * by.y;
        let most = ERROR * (n.x.abs() * size.x + n.y.abs() * size.y + a[2] + b[2] + reach);
        [d + a[0] - b[1] - reach > most, b[0] - a[1] - d - reach > most]
    };
    let ([above, below], [then_above, then_below]) = (gaps(&apart[0]), gaps(&apart[1]));
    (above && then_above) || (below && then_below)
}
