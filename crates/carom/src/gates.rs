//! Many gates: which of them a move crosses, and when.

use crate::error::{Error, Name};
use crate::gate::{Direction, crossed};
use crate::point::Point;
use crate::segment::Segment;
use crate::sweep::{Hit, Sweep};
use crate::walls::Walls;
use alloc::vec::Vec;

/// Many lines that tell who crosses them, each of two points or more, and an index over them.
///
/// A line of several points is one gate: forward is from its right to its left all along it. Each of its pieces counts by the rule of
/// [`Gate`](crate::Gate), so that what passes through a point between two pieces is counted once.
///
/// ```
/// use carom::{Direction, Gates, Sweep};
/// let gates = Gates::new([vec![[4, 0], [4, 9]], vec![[0, 0], [2, 5], [0, 9]]])?;
/// // Right to left: first the gate at x = 4, then the bent one, exactly where it bends.
/// let crossings = gates.crossings(&Sweep::point([6, 5], [-2, 5])?);
/// let told: Vec<_> = crossings.iter().map(|(gate, direction, hit)| (*gate, *direction, hit.t)).collect();
/// assert_eq!(told, [(0, Direction::Forward, 0.25), (1, Direction::Forward, 0.5)]);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Gates {
    /// The pieces of all gates.
    walls: Walls,
    pieces: Vec<Piece>,
    count: usize,
}

#[derive(Clone, Copy, Debug)]
struct Piece {
    gate: u32,
    ends: [Point; 2],
}

impl Gates {
    /// Gates from their points. A point that repeats the one before is left out.
    ///
    /// # Errors
    /// If a coordinate is not finite, or a gate has no two distinct points.
    pub fn new(gates: impl IntoIterator<Item: IntoIterator<Item: Into<Point>>>) -> Result<Gates, Error> {
        let (mut pieces, mut count) = (Vec::new(), 0);
        for points in gates {
            let first = pieces.len();
            let mut last: Option<Point> = None;
            for (index, point) in points.into_iter().enumerate() {
                let value = point.into();
                if !value.is_finite() {
                    return Err(Error::NotFinite { what: Name::GatePoint(count, index), value });
                }
                let point = value.canonical();
                if let Some(last) = last.filter(|last| *last != point) {
                    pieces.push(Piece { gate: count as u32, ends: [last, point] });
                }
                last = Some(point);
            }
            if pieces.len() == first {
                return Err(Error::NoLength { gate: count });
            }
            count += 1;
        }
        let walls = Walls::new(pieces.iter().map(|piece| Segment::between(piece.ends[0], piece.ends[1])));
        Ok(Gates { walls, pieces, count })
    }

    /// How many gates there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The pieces of a gate, from its first point to its last; none if there is no such gate.
    pub fn pieces(&self, gate: usize) -> impl Iterator<Item = Segment> + '_ {
        let first = self.pieces.partition_point(|piece| (piece.gate as usize) < gate);
        let pieces = self.pieces[first..].iter().take_while(move |piece| piece.gate as usize == gate);
        pieces.map(|piece| Segment::between(piece.ends[0], piece.ends[1]))
    }

    /// The gates that a straight move crosses: which, in which direction, and when and where; in order of exact time, then of number.
    /// Of a disc the centre counts.
    ///
    /// A gate of several points may be crossed several times, also in both directions.
    #[must_use]
    pub fn crossings(&self, path: &Sweep) -> Vec<(usize, Direction, Hit)> {
        if path.start() == path.end() {
            return Vec::new();
        }
        // What crosses a piece touches it, and touches are in order of exact time, then of number.
        let touches = self.walls.touches(&Sweep::moving(path.start(), path.end(), 0.0));
        let crossing = |(id, hit): (crate::walls::WallId, Hit)| {
            let piece = self.pieces.get(id.index())?;
            Some((piece.gate as usize, crossed(piece.ends, path.ends())?, hit))
        };
        touches.into_iter().filter_map(crossing).collect()
    }
}
