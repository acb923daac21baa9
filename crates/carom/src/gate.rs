//! A gate: a line that counts who crosses it and in which direction, and stops nobody.
//!
//! # What is crossed
//!
//! A track is a chain of straight moves between places P₀, P₁, P₂ and so on. Where it stops on a gate, runs along one or passes exactly
//! through an end, it must be known on which side it is. One rule does: *every place of a track counts as lying a shift to the
//! right of where it is, and a far smaller one above*. That is P + (ε, ε²), with an ε that is more than 0 and smaller than all
//! that can be told apart. The same shift is taken for all places and all gates, so that what is counted fits together.
//!
//! With e = b − a the place P is beside a gate from a to b as the sign of e × (P − a) + (eₓε² − eᵧε) says. Where the first part is 0,
//! the second decides: by the sign of −eᵧ, and if that is 0, of eₓ. As a and b are distinct, no place is ever on a gate's line. In the same
//! manner, with m = Q − P, an end a is beside the move from P to Q as m × (a − P) − (mₓε² − mᵧε) says, so that no end of a gate is
//! ever on the line of a move. A move crosses a gate if P and Q are on different sides of the gate's line and a and
//! b on different sides of the move's line. All of it is decided exactly, and nothing of a track is remembered between moves.
//!
//! # A ring of gates knows who is inside
//!
//! **Theorem.** Let some gates make a closed ring: each begins where the one before ends, and the first where the last ends. The ring may
//! cross itself. For every track, the crossings forward minus the crossings backward, over all gates of the ring, are
//! w(end) − w(start), where w is how often the ring winds counterclockwise about a place moved by the shift. For a simple ring that runs
//! counterclockwise w is 1 inside and 0 outside: entries minus exits are who is inside. A place on the ring itself is inside if
//! the shift leads into it: a left or lower side belongs to the inside, a right or upper one does not.
//!
//! **Proof.** There are finitely many places, moves and gates, and each sign above is that of a polynomial in ε which is not 0
//! everywhere, so there is a number ε > 0 at which all of them are as said. Take that one. Then no moved place is on the ring, and no vertex
//! of the ring is on a moved move, so that a move and the ring have finitely many places in common, at each of which one gate passes
//! properly from one side of the move to the other. The winding number about a point that moves is constant while it does not meet
//! the ring, and where it passes through one gate from its right to its left, it grows by 1; from left to right, it
//! falls by 1. So each move changes w by its crossings forward less those backward. Sum over the moves. ∎
//!
//! # What follows
//!
//! - A body that stops on a gate and goes on to the other side is counted once, when it comes or when it goes.
//! - One that turns back there is counted not at all, or once in each direction.
//! - One that passes exactly through the place where two gates of a chain meet is counted by one of them; one that only touches
//!   a corner of a ring from outside is counted by none, or by both in opposite directions.
//! - A move along a gate crosses it at no time, and a body that does not move crosses nothing.

use crate::exact::drift::{Drift, Drifting};
use crate::exact::passing::Part;
use crate::exact::{Side, orient};
use crate::point::{Point, Vec2};
use crate::segment::Segment;
use crate::sweep::Sweep;

/// In which direction a gate is crossed, seen along it from `a` to `b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Direction {
    /// From its right to its left.
    Forward,
    /// From its left to its right.
    Backward,
}

/// A line that tells when it is crossed and in which direction, and stops nobody.
///
/// A place on the line counts as right of it or left of it by one rule for all gates, so that no crossing is missed or counted twice.
/// If gates make a closed ring, counterclockwise, crossings forward minus crossings backward are who is inside.
/// A [`World`](crate::World) counts by itself: see [`World::add_gate`](crate::World::add_gate).
///
/// ```
/// use carom::{Direction, Gate, Segment, Sweep};
/// let gate = Gate::new(Segment::new([0.0, -1.0], [0.0, 1.0])?);
/// assert_eq!(gate.crossed(&Sweep::point([2.0, 0.0], [-2.0, 0.0])?), Some((0.5, Direction::Forward)));
/// assert_eq!(gate.crossed(&Sweep::point([2.0, 5.0], [-2.0, 5.0])?), None); // passes beside it
///
/// // In two moves, of which the first ends on the line: counted once.
/// assert_eq!(gate.crossed(&Sweep::point([2.0, 0.0], [0.0, 0.0])?), None); // stops on the line, and counts as right of it
/// assert_eq!(gate.crossed(&Sweep::point([0.0, 0.0], [-1.0, 0.0])?), Some((0.0, Direction::Forward)));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gate {
    segment: Segment,
}

/// A [`Gate`] and a body that makes one move after another, each from where the last one ended.
///
/// ```
/// use carom::{Direction, Gate, Segment, Sweep};
/// let mut track = Gate::new(Segment::new([0.0, -1.0], [0.0, 1.0])?).track();
/// assert_eq!(track.moves(&Sweep::point([3.0, 0.0], [1.0, 0.0])?), None);
/// assert_eq!(track.moves(&Sweep::point([1.0, 0.0], [-1.0, 0.0])?), Some((0.5, Direction::Forward)));
/// assert_eq!(track.moves(&Sweep::point([-1.0, 0.0], [3.0, 0.0])?), Some((0.25, Direction::Backward)));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Track {
    gate: Gate,
}

impl Gate {
    /// The gate along a segment.
    #[must_use]
    pub fn new(segment: Segment) -> Gate {
        Gate { segment }
    }

    /// Its segment.
    #[must_use]
    pub fn segment(&self) -> Segment {
        self.segment
    }

    /// A new [`Track`] at this gate, which has not moved yet.
    #[must_use]
    pub fn track(&self) -> Track {
        Track { gate: *self }
    }

    /// When a straight move crosses the gate, from 0 to 1, and in which direction; `None` if it does not. Of a disc the centre counts.
    ///
    /// The time is the exact one at which the move meets the gate, rounded toward zero: 0 or 1 if it starts or ends there.
    #[must_use]
    pub fn crossed(&self, path: &Sweep) -> Option<(f64, Direction)> {
        let direction = crossed(self.segment.ends(), path.ends())?;
        // What crosses with a shift, however small it is, touches without one.
        let t = Sweep::moving(path.start(), path.end(), 0.0).first_time(&self.segment)?;
        Some((t, direction))
    }
}

/// In which direction a move crosses the line between two distinct points, by the rule above; `None` if it does not.
pub(crate) fn crossed([a, b]: [Point; 2], [start, end]: [Point; 2]) -> Option<Direction> {
    if start == end {
        return None;
    }
    let sides = [start, end].map(|place| is_left(a, b, place));
    told(sides, [a, b].map(|end_of_gate| is_left_of_move(start, end, end_of_gate)))
}

/// The same for a point that goes with a group, from one offset to another: its places are sums of two numbers each, which are not rounded. And where
/// on its way that is.
pub(crate) fn crossed_by_mark(gate: [Point; 2], mark: Point, offsets: [Vec2; 2]) -> Option<(Part, Direction)> {
    if offsets[0] == offsets[1] {
        return None;
    }
    let [a, b] = gate;
    let sides = offsets.map(|offset| {
        // The gate as it is seen from the group.
        let seen = Drifting { ends: gate, radius: 0.0, drift: Drift::at(-offset) };
        is_on_left(seen.side(mark, 0.0), leads_left(a, b))
    });
    let [start, end] = offsets.map(|offset| Point::new(offset.x, offset.y));
    let way = Drifting { ends: [start, end], radius: 0.0, drift: Drift::at(Vec2::new(mark.x, mark.y)) };
    let beside = gate.map(|end_of_gate| is_on_left(way.side(end_of_gate, 0.0), !leads_left(start, end)));
    Some((Part::of_line(gate, mark, offsets), told(sides, beside)?))
}

/// What is told of a move: whether it begins and ends to the left of the gate, and whether the gate's ends are to the left of the move.
fn told([before, after]: [bool; 2], [beside_a, beside_b]: [bool; 2]) -> Option<Direction> {
    if before == after || beside_a == beside_b {
        return None;
    }
    Some(if after { Direction::Forward } else { Direction::Backward })
}

/// Whether a place, shifted, is to the left of the line from a to b, which are distinct; else they are to the right.
pub(crate) fn is_left(a: Point, b: Point, place: Point) -> bool {
    is_on_left(orient(a, b, place), leads_left(a, b))
}

/// Whether an end of a gate is to the left of a move and its shift, from one place to another: the end is where it is, and the move is not.
fn is_left_of_move(start: Point, end: Point, end_of_gate: Point) -> bool {
    is_on_left(orient(start, end, end_of_gate), !leads_left(start, end))
}

fn is_on_left(side: Side, if_on: bool) -> bool {
    match side {
        Side::Left => true,
        Side::Right => false,
        Side::On => if_on,
    }
}

/// Whether the shift (ε, ε²) leads to the left of a direction: (b − a) × (ε, ε²) is −(b − a)ᵧε + (b − a)ₓε².
fn leads_left(a: Point, b: Point) -> bool {
    b.y < a.y || (b.y == a.y && a.x < b.x)
}

impl Track {
    /// Makes the next move, and tells when it crosses the gate and in which direction, as [`Gate::crossed`]. Each move starts where
    /// the last one ended.
    pub fn moves(&mut self, path: &Sweep) -> Option<(f64, Direction)> {
        self.gate.crossed(path)
    }
}
