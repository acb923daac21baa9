//! A gate: a line that counts who crosses it and in which direction, and stops nobody.
//!
//! A track is a chain of straight moves. It crosses the gate where it leaves the gate's line on the other side than it came from,
//! between the gate's end `a`, which belongs to the gate, and its end `b`, which does not. So a body that stops
//! on the line is counted once, when it leaves to the other side; one that turns back is not counted; and one that
//! passes exactly through the place where two gates of a chain meet is counted by one of them.

use crate::exact::{Side, orient};
use crate::point::Point;
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

/// A line that can be crossed.
///
/// ```
/// use carom::{Direction, Gate, Segment, Sweep};
/// let gate = Gate::new(Segment::new([0.0, -1.0], [0.0, 1.0])?);
/// let mut track = gate.track();
/// assert_eq!(track.moves(&Sweep::point([2.0, 0.0], [0.0, 0.0])?), None); // stops on the line
/// assert_eq!(track.moves(&Sweep::point([0.0, 0.0], [-1.0, 0.0])?), Some((0.0, Direction::Forward)));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gate {
    segment: Segment,
}

/// What a [`Gate`] remembers of one track.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Track {
    gate: Gate,
    from: Side,
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

    /// A new track, which has not been anywhere yet.
    #[must_use]
    pub fn track(&self) -> Track {
        Track { gate: *self, from: Side::On }
    }

    /// Whether one straight move crosses it, when and in which direction. For a body that starts on the line, `from` is the
    /// side from which it came there, `On` if that is not known; for one that ends there it becomes the side it comes from.
    pub(crate) fn crossed(&self, path: &Sweep, from: &mut Side) -> Option<(f64, Direction)> {
        let (a, b) = (self.segment.a(), self.segment.b());
        let [start, end] = path.ends();
        let (before, after) = (orient(a, b, start), orient(a, b, end));
        if before != Side::On {
            *from = before;
        }
        if after == Side::On || *from == Side::On || *from == after {
            return None;
        }
        let t = if before == Side::On {
            // It leaves the line where it starts.
            if !self.holds(start) {
                return None;
            }
            0.0
        } else {
            let [beside_a, beside_b] = [a, b].map(|end_of_gate| orient(start, end, end_of_gate));
            let passes = beside_a == Side::On || (beside_b != Side::On && beside_a != beside_b);
            if !passes {
                return None;
            }
            Sweep::moving(start, end, 0.0).first_time(&self.segment)?
        };
        Some((t, if after == Side::Left { Direction::Forward } else { Direction::Backward }))
    }

    /// Whether a point of the gate's line lies on the gate.
    fn holds(&self, point: Point) -> bool {
        let (a, b) = (self.segment.a(), self.segment.b());
        let (first, last) = if a.precedes(b) { (a, b) } else { (b, a) };
        !point.precedes(first) && !last.precedes(point) && point != b
    }
}

impl Track {
    /// The next move of the track, of its centre if it is a disc: when it crosses, from 0 to 1, rounded toward zero, and in
    /// which direction. Moves follow one another: each starts where the last one ended.
    pub fn moves(&mut self, path: &Sweep) -> Option<(f64, Direction)> {
        self.gate.crossed(path, &mut self.from)
    }
}
