//! Who enters and leaves a polygon and who crosses a line, in whole numbers less than 2¹⁷: what [`shifted`](super::shifted) says, fast enough for
//! millions of tracks.
//!
//! Every place counts as lying a shift (ε, ε²) from where it is. With ε = 2⁻²⁰, and all multiplied by 2⁴⁰, a side is
//! (c₀ + c₁ε + c₂ε²)·2⁸⁰ with whole c and |c₁|, |c₂| < 2¹⁸, so the first that is not 0 decides, as it does for every smaller ε. Numbers are less
//! than 2⁵⁸ and products less than 2¹¹⁷, so all fit in 128 bits.

use std::cmp::Ordering;

use crate::towns::{LIMIT, Whole};

type Wide = [i128; 2];

/// A time from 0 to 1, as a fraction: above the line, and below it, where it is more than 0.
#[derive(Clone, Copy, Debug)]
pub struct Time(i64, i64);

impl Time {
    /// Which of the two is later.
    pub fn compare(&self, other: &Time) -> Ordering {
        (i128::from(self.0) * i128::from(other.1)).cmp(&(i128::from(other.0) * i128::from(self.1)))
    }

    /// Whether a number is this time, rounded toward zero.
    pub fn rounds_to(&self, value: f64) -> bool {
        if self.0 == 0 || value.is_nan() || value <= 0.0 {
            return self.0 == 0 && value == 0.0;
        }
        // The number is mantissa/2^down; that it is more than 2^-40 is needed, as the time is.
        let (mut scaled, mut down) = (value, 0);
        while scaled < 4_503_599_627_370_496.0 && down < 100 {
            (scaled, down) = (scaled * 2.0, down + 1);
        }
        let mantissa = scaled as i128;
        let (above, below) = (i128::from(self.0), i128::from(self.1));
        let Some(exact) = above.checked_mul(1_i128 << down) else { return false };
        mantissa * below <= exact && exact < (mantissa + 1) * below
    }
}

/// When a move crosses a line between two distinct places, and whether from its right to its left.
///
/// # Panics
/// If a number is too large.
pub fn crossed(line: [Whole; 2], leg: [Whole; 2]) -> Option<(bool, Time)> {
    if leg[0] == leg[1] {
        return None;
    }
    let ([a, b], [start, end]) = (line.map(wide), leg.map(moved));
    let [before, after] = [start, end].map(|place| is_left(a, b, place));
    if before == after || is_left(start, end, a) == is_left(start, end, b) {
        return None;
    }
    // Where the two lines meet without the shift: they are not parallel, as they cross with it.
    let (e, m) = (minus(line[1], line[0]), minus(leg[1], leg[0]));
    let (above, below) = (cross(minus(line[0], leg[0]), e), cross(m, e));
    Some((after, if below < 0 { Time(-above, -below) } else { Time(above, below) }))
}

/// What a move does to a zone with these rings: whether it enters, and when, in the order of the shifted move.
///
/// # Panics
/// If entries less exits are not who is inside, which would be a mistake here.
pub fn passages(rings: &[Vec<Whole>], leg: [Whole; 2]) -> Vec<(bool, Time)> {
    let mut times: Vec<Time> = edges(rings).filter_map(|edge| crossed(edge, leg)).map(|(_, time)| time).collect();
    times.sort_by(Time::compare);
    let mut now = is_inside(rings, leg[0]);
    let mut passages = Vec::new();
    for time in times {
        // The shifted move passes one edge after the other, each from inside to outside or back.
        now = !now;
        passages.push((now, time));
    }
    assert_eq!(now, is_inside(rings, leg[1]), "the shift was too large for {rings:?} and {leg:?}");
    passages
}

/// Whether a place, moved by the shift, is inside: whether a ray from it to the right meets an odd number of edges.
pub fn is_inside(rings: &[Vec<Whole>], place: Whole) -> bool {
    edges(rings).filter(|&edge| passes_to_the_right(edge, place) != 0).count() % 2 == 1
}

/// How often a closed ring, whose last point is the first, winds counterclockwise about a place moved by the shift.
pub fn winding(ring: &[[Whole; 2]], place: Whole) -> i64 {
    ring.iter().map(|&edge| passes_to_the_right(edge, place)).sum()
}

/// 1 if an edge passes the ray to the right of the moved place upward, −1 downward, 0 if it does not.
fn passes_to_the_right(edge: [Whole; 2], place: Whole) -> i64 {
    let ([a, b], place) = (edge.map(wide), moved(place));
    let is_upward = place[1] < b[1];
    let passes = (place[1] < a[1]) != is_upward && is_left(a, b, place) == is_upward;
    i64::from(passes) * if is_upward { 1 } else { -1 }
}

fn edges(rings: &[Vec<Whole>]) -> impl Iterator<Item = [Whole; 2]> + '_ {
    rings.iter().flat_map(|ring| (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]]))
}

fn wide(place: Whole) -> Wide {
    assert!(place.iter().all(|value| value.abs() < LIMIT), "{place:?} is too large");
    place.map(|value| i128::from(value) << 40)
}

fn moved(place: Whole) -> Wide {
    let [x, y] = wide(place);
    [x + (1 << 20), y + 1]
}

fn is_left(a: Wide, b: Wide, p: Wide) -> bool {
    let value = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
    assert!(value != 0, "the shift is no shift");
    value > 0
}

fn minus(a: Whole, b: Whole) -> Whole {
    [a[0] - b[0], a[1] - b[1]]
}

fn cross(a: Whole, b: Whole) -> i64 {
    a[0] * b[1] - a[1] * b[0]
}
