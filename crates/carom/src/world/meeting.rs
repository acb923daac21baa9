//! When do two bodies in flight meet? In floats with a bound on their error; what they cannot tell is asked of integers.
//!
//! The two decisions, whether the bodies come closer than their radii and whether they are coming closer now, are exact: no
//! touch is missed and no ghost is made. The time is a hair early: such that a gap of some tens of units in the
//! last place is left, which is enough for rounded positions to be apart beyond doubt.

use crate::exact::flight::{Flight, Pair};
use crate::float;
use crate::point::{Point, Vec2, max};
use core::cmp::Ordering;

/// Unit roundoff, 2⁻⁵³.
const U: f64 = f64::EPSILON / 2.0;

/// A body during a frame, in one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Flying {
    pub(super) flight: Flight,
    pub(super) radius: f64,
    pub(super) layers: u32,
    pub(super) mask: u32,
    /// Its neighbours in the list of its cell.
    pub(super) next: u32,
    pub(super) previous: u32,
}

impl Flying {
    /// Where it is now, rounded, and how much its numbers weigh: |p| + 2|way|, each as |x| + |y|.
    #[inline(always)]
    pub(super) fn now(&self, now: f64) -> Place {
        let way = self.flight.velocity * (now - self.flight.since);
        let at = self.flight.at + way;
        let weight = (at.x.abs() + at.y.abs()) + 2.0 * (way.x.abs() + way.y.abs());
        Place { at, weight }
    }

    #[inline(always)]
    pub(super) fn meets(&self, other: &Flying) -> bool {
        (self.layers & other.mask != 0) & (other.layers & self.mask != 0)
    }

    pub(super) fn pair(&self, other: &Flying) -> Pair {
        Pair { flights: [self.flight, other.flight], radii: [self.radius, other.radius] }
    }
}

/// A rounded position and the weight of the numbers it was made of.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) at: Point,
    pub(super) weight: f64,
}

/// What lies ahead of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Meeting {
    /// They do not meet.
    Never,
    /// They meet; a hair early.
    At(f64),
    /// They overlap already.
    Overlap,
}

/// The vector between two bodies and its error.
///
/// A position is off by u of itself and 2.1u of the way (`Flight::position`), the difference of two by u of itself more. With the
/// weights of both that is, over both axes, at most 2.1u of their sum; δ is 2.5u of it.
struct Between {
    d: Vec2,
    error: f64,
    /// |d.x| + |d.y|.
    size: f64,
    radius: f64,
}

impl Between {
    #[inline(always)]
    fn of(a: &Flying, at: Place, b: &Flying, other: Place) -> Between {
        let d = at.at - other.at;
        Between {
            d,
            error: 2.5 * U * (at.weight + other.weight),
            size: d.x.abs() + d.y.abs(),
            radius: a.radius + b.radius,
        }
    }

    /// D² − R² and its error. D² is off by 2|D|δ + δ², and by 2.1u|D|² for its roundings, where u|D| is at most 0.4δ; R² by
    /// 3.1u of itself, the difference by u of both: less than 4δ(|D| + δ) + 5uR².
    #[inline(always)]
    fn clearance(&self) -> (f64, f64) {
        let squared = self.radius * self.radius;
        let error = 4.0 * self.error * (self.size + self.error) + 5.0 * U * squared + f64::MIN_POSITIVE;
        (self.d.length_squared() - squared, error)
    }
}

/// When two bodies meet, now or later.
#[inline(always)]
pub(super) fn meeting(a: &Flying, at: Place, b: &Flying, now: f64, end: f64) -> Meeting {
    let other = b.now(now);
    let between = Between::of(a, at, b, other);
    let (clear, clear_error) = between.clearance();
    let w = a.flight.velocity - b.flight.velocity;
    let speed = w.x.abs() + w.y.abs();
    // W is off by u of itself, D·W and D×W by |W|δ for D and by 3.1u|D||W| for roundings, together 2.4δ|W|.
    let error = 3.0 * between.error * speed + f64::MIN_POSITIVE;
    let approach = between.d.dot(w);
    if clear > clear_error && approach > error {
        return Meeting::Never;
    }
    // (D×W)² − R²W²: the square is off by 2|X|e + e² and a little, the other product by 9u, their difference by u of both.
    let beside = between.d.cross(w);
    let reach = between.radius * between.radius * w.length_squared();
    let miss = beside * beside - reach;
    let miss_error = 3.0 * beside.abs() * error + error * error + 10.0 * U * reach + f64::MIN_POSITIVE;
    if clear > clear_error && approach < -error {
        if miss > miss_error {
            return Meeting::Never;
        }
        if miss < -miss_error {
            return Meeting::At(time(&between, at.weight + other.weight, approach, w, now, end));
        }
    }
    in_doubt(a, at, b, now, end)
}

/// The same where floats cannot tell.
#[cold]
#[inline(never)]
fn in_doubt(a: &Flying, at: Place, b: &Flying, now: f64, end: f64) -> Meeting {
    let pair = a.pair(b);
    if pair.clearance(now) == Ordering::Less {
        return Meeting::Overlap;
    }
    let w = a.flight.velocity - b.flight.velocity;
    if w == Vec2::default() || pair.approach(now) != Ordering::Less || !pair.comes_close() {
        return Meeting::Never;
    }
    let other = b.now(now);
    let between = Between::of(a, at, b, other);
    Meeting::At(time(&between, at.weight + other.weight, between.d.dot(w), w, now, end))
}

/// The time at which a gap of some units in the last place is left. It decides nothing: [`certified`] does.
#[inline(always)]
fn time(between: &Between, weight: f64, approach: f64, w: Vec2, now: f64, end: f64) -> f64 {
    let speed = w.x.abs() + w.y.abs();
    if !(is_ordinary(between.size + between.radius) && is_ordinary(speed)) {
        return scaled_time(between, weight, w, now, end);
    }
    let gap = 64.0 * U * (weight + between.radius) + 16.0 * U * speed * end;
    let radius = between.radius + gap;
    let clear = between.d.length_squared() - radius * radius;
    let beside = between.d.cross(w);
    let root = radius * radius * w.length_squared() - beside * beside;
    let wait = clear / (float::sqrt(if root > 0.0 { root } else { 0.0 }) - approach);
    if wait > 0.0 { now + wait } else { now }
}

/// Whether fourth powers neither overflow nor vanish.
#[inline(always)]
fn is_ordinary(size: f64) -> bool {
    1e-70 < size && size < 1e70
}

/// The same for numbers whose powers overflow or vanish: in units in which they do not.
#[cold]
#[inline(never)]
fn scaled_time(between: &Between, weight: f64, w: Vec2, now: f64, end: f64) -> f64 {
    let (length, speed) = units(between, w);
    let scaled = Between {
        d: between.d / length,
        error: between.error / length,
        size: between.size / length,
        radius: between.radius / length,
    };
    let w = w / speed;
    if !(is_ordinary(scaled.size + scaled.radius) && is_ordinary(w.x.abs() + w.y.abs())) {
        return now;
    }
    let wait = time(&scaled, weight / length, scaled.d.dot(w), w, 0.0, end / length * speed);
    now + wait / speed * length
}

/// Powers of two near the sizes of a distance and a velocity.
fn units(between: &Between, w: Vec2) -> (f64, f64) {
    let near = float::power_of_two_near;
    (near(max(between.size, between.radius)), near(w.x.abs() + w.y.abs()))
}

/// A time between now and then at which two bodies that meet still do not overlap, exactly: then, nearly always.
pub(super) fn certified(a: &Flying, b: &Flying, now: f64, then: f64) -> f64 {
    for part in [0.0, 1e-12, 1e-9, 1e-6, 1e-3, 0.1, 0.5] {
        let time = then - (then - now) * part;
        if are_apart(a, b, time) {
            return time;
        }
    }
    now
}

/// Whether two bodies do not overlap at a time.
#[inline(always)]
pub(super) fn are_apart(a: &Flying, b: &Flying, time: f64) -> bool {
    let (clear, error) = Between::of(a, a.now(time), b, b.now(time)).clearance();
    clear > error || are_apart_exactly(a, b, time)
}

#[cold]
#[inline(never)]
fn are_apart_exactly(a: &Flying, b: &Flying, time: f64) -> bool {
    a.pair(b).clearance(time) != Ordering::Less
}

/// When two bodies in flight begin or cease to overlap, for sensors: decided exactly, at the plain time.
pub(super) fn change(a: &Flying, b: &Flying, inside: bool, now: f64, end: f64) -> Option<f64> {
    let (at, other) = (a.now(now), b.now(now));
    let w = a.flight.velocity - b.flight.velocity;
    // The shortest time that positions and times as rounded as these can tell.
    let least = 4.0 * f64::EPSILON * max(end, (at.weight + other.weight) / (w.x.abs() + w.y.abs()));
    if !inside {
        return match meeting(a, at, b, now, end) {
            Meeting::Never => None,
            Meeting::At(time) => Some(if time - now > least { time } else { now }),
            Meeting::Overlap => Some(now),
        };
    }
    if has_left(a, b, now) {
        return Some(now);
    }
    if w == Vec2::default() {
        return None;
    }
    let between = Between::of(a, at, b, other);
    let (length, speed) = units(&between, w);
    let (d, w, radius) = (between.d / length, w / speed, between.radius / length);
    let squared = w.length_squared();
    let root = radius * radius * squared - d.cross(w) * d.cross(w);
    // Told when it is over, and not a hair before.
    let wait = (float::sqrt(max(root, 0.0)) - d.dot(w)) / squared * (1.0 + 8.0 * f64::EPSILON);
    let wait = wait / speed * length;
    Some(now + max(if wait > 0.0 { wait } else { 0.0 }, least))
}

/// Whether one that was in a sensor is out and not on its way in.
pub(super) fn has_left(a: &Flying, b: &Flying, now: f64) -> bool {
    let (clear, error) = Between::of(a, a.now(now), b, b.now(now)).clearance();
    let overlaps = clear < -error || (clear <= error && !are_apart_exactly(a, b, now));
    !overlaps && a.pair(b).approach(now) != Ordering::Less
}
