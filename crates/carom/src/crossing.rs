//! Do two segments cross? Both classic ways of deciding it, which always agree.
//!
//! What is shared is constructed alike after either:
//! a single point rounded once, or a piece whose ends are ends of the given segments.

use crate::exact::{self, Side, construct, orient, turn};
use crate::point::Point;
use crate::segment::Segment;

/// What two segments share: one point, or a piece of a line. See [`Segment::crossing`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crossing {
    /// One point: each coordinate is the exact one, rounded to the nearest `f64`.
    Point(Point),
    /// A piece of their common line, directed like the first segment. Its ends are ends of the two.
    Shared(Segment),
}

impl Segment {
    /// What this segment shares with another, if anything; touching counts.
    ///
    /// Of the two classic ways to decide it this is the one by sides: each segment's line has the other's ends on both
    /// sides, or on it. [`Segment::crossing_by_lines`] is the other.
    ///
    /// ```
    /// use carom::{Crossing, Segment};
    /// let wall = Segment::new([6.0, 0.0], [10.0, 7.0])?;
    /// let floor = Segment::new([0.0, 0.0], [8.0, 0.0])?;
    /// assert_eq!(wall.crossing(&floor), Some(Crossing::Point([6.0, 0.0].into())));
    /// let rest = Segment::new([4.0, 0.0], [9.0, 0.0])?;
    /// assert_eq!(floor.crossing(&rest), Some(Crossing::Shared(Segment::new([4.0, 0.0], [8.0, 0.0])?)));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn crossing(&self, other: &Segment) -> Option<Crossing> {
        by_sides(self, other)
    }

    /// The same as [`Segment::crossing`], decided the other classic way: intersect the two lines and check that the point
    /// is within both segments.
    ///
    /// With the lines' direction vectors u and v, the point lies at t = n/d of the first segment, where
    /// d = u × v and n = (start of the second − start of the first) × v. Instead of dividing, 0 ≤ n/d ≤ 1 is decided by
    /// the exact signs of n, of d and of d − n; d − n is the same product for the segment's other end.
    ///
    /// ```
    /// use carom::Segment;
    /// let wall = Segment::new([6.0, 0.0], [10.0, 7.0])?;
    /// let path = Segment::new([6.0, 4.0], [9.0, 5.0])?;
    /// assert!(wall.crossing(&path).is_some());
    /// assert_eq!(wall.crossing_by_lines(&path), wall.crossing(&path));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn crossing_by_lines(&self, other: &Segment) -> Option<Crossing> {
        by_lines(self, other)
    }
}

/// Intersects the two lines and checks that their common point is within both segments.
fn by_lines(first: &Segment, second: &Segment) -> Option<Crossing> {
    let ([a, b], [c, d]) = (first.ends(), second.ends());
    let direction = turn(a, b, c, d);
    if direction == Side::On {
        return if orient(a, b, c) == Side::On { on_one_line(first, second) } else { None };
    }
    // Seen from the second line, the start must not lie on the side to which the first segment
    // runs, and its end not on the side it comes from; and the other way round.
    let beyond = opposite(direction);
    let within_first = orient(c, d, a) != beyond && orient(c, d, b) != direction;
    let within_second = orient(a, b, c) != direction && orient(a, b, d) != beyond;
    (within_first && within_second).then(|| at_one_point(first, second))
}

/// Checks that each segment's line has the other's ends on both sides.
///
/// For a line ax + by = c that is c₁ ≤ c ≤ c₂ or c₂ ≤ c ≤ c₁ for the constants of the two ends.
#[inline]
fn by_sides(first: &Segment, second: &Segment) -> Option<Crossing> {
    let ([a, b], [c, d]) = (first.ends(), second.ends());
    if !exact::segments_meet([a, b], [c, d]) {
        return None;
    }
    if turn(a, b, c, d) == Side::On { on_one_line(first, second) } else { Some(at_one_point(first, second)) }
}

/// The point two segments share that are not parallel.
fn at_one_point(first: &Segment, second: &Segment) -> Crossing {
    let ([a, b], [c, d]) = (first.ends(), second.ends());
    if a == c || a == d {
        return Crossing::Point(a);
    }
    if b == c || b == d {
        return Crossing::Point(b);
    }
    Crossing::Point(construct::meeting_point([a, b], [c, d]))
}

/// What two segments of one line share.
///
/// Along a line, "left to right, then bottom to top" is one of its two directions, so comparing coordinates suffices.
fn on_one_line(first: &Segment, second: &Segment) -> Option<Crossing> {
    let in_order = |[a, b]: [Point; 2]| if a.precedes(b) { [a, b] } else { [b, a] };
    let ([a, b], [c, d]) = (in_order(first.ends()), in_order(second.ends()));
    let from = if a.precedes(c) { c } else { a };
    let to = if b.precedes(d) { b } else { d };
    if to.precedes(from) {
        None
    } else if from == to {
        Some(Crossing::Point(from))
    } else if first.a() == a {
        Some(Crossing::Shared(Segment::between(from, to)))
    } else {
        Some(Crossing::Shared(Segment::between(to, from)))
    }
}

fn opposite(side: Side) -> Side {
    match side {
        Side::Left => Side::Right,
        Side::On => Side::On,
        Side::Right => Side::Left,
    }
}
