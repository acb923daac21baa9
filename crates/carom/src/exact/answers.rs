//! The small words that questions are answered with.

use core::cmp::Ordering;

/// The side of a directed line on which something lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i8)]
pub enum Side {
    /// Left of the line, where the inside of a counter-clockwise polygon is.
    Left = 1,
    /// On the line.
    On = 0,
    /// Right of the line.
    Right = -1,
}

impl Side {
    /// The side on which a cross product has this sign.
    #[inline(always)]
    pub(crate) fn of(sign: Ordering) -> Side {
        match sign {
            Ordering::Greater => Side::Left,
            Ordering::Equal => Side::On,
            Ordering::Less => Side::Right,
        }
    }
}

/// Whether something lies inside a shape, on its edge or outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Location {
    /// In the interior.
    Inside,
    /// On the edge.
    Edge,
    /// Not in the shape.
    Outside,
}

/// The part of a segment that is touched: one of its ends, or its side between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Feature {
    /// A point between its ends.
    Side,
    /// Its first end.
    A,
    /// Its second end.
    B,
}

/// How a touch begins: whether the mover goes on into the obstacle, along it, or away from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Contact {
    /// The mover comes from outside and would go on into the wall, or through it.
    Crosses,
    /// It touches when the frame ends, and not before.
    Ends,
    /// It touches when the frame starts; a disc would go deeper. Two points start in one place and part.
    Starts,
    /// A point moves along the wall's own line; a disc slides along the wall without going deeper.
    Along,
    /// A disc touches and leaves without going deeper, or two that touch stay as they are.
    Leaves,
    /// A disc overlaps the wall when the frame starts, or a point is inside of something filled.
    Overlaps,
}

impl Contact {
    /// Whether a disc is stopped: true for `Crosses`, `Starts` and `Overlaps`.
    ///
    /// A disc that touches and leaves, slides along or ends its frame touching is free to go. Of a point this says nothing
    /// new: whatever its contact with a wall is, it is on it.
    #[must_use]
    pub fn stops(self) -> bool {
        matches!(self, Contact::Crosses | Contact::Starts | Contact::Overlaps)
    }
}
