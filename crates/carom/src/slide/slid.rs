//! What a slide reports, as plain data.

use crate::point::{Point, Vec2};
use crate::walls::WallId;
use alloc::vec::Vec;

/// Where a body got to along walls, what it met on the way and what it stands on; ask [`Walls::slide`](crate::Walls::slide).
///
/// # Never in a wall
///
/// The path is made of straight pieces between places of finite numbers. A piece is taken only if it is exactly *clear* of every wall, as the
/// moves of [`Bounces`](crate::Bounces) are, and by the same proof: a body that starts clear of all walls is never on or in one, and never
/// behind one. What is rounded (times, places, normals) says where to try, and nothing else.
///
/// # The gap
///
/// Where a body meets a wall it stops beside it, 256 units in the last place away: units of the largest number of its move, which are its
/// places and its shape. Where there is less room it is 32, 4, 1 or none. Along a floor it goes in that gap, so that the ends of
/// the pieces a floor is made of are not met, and a body that is about so far from a wall already stays where it is: one at
/// rest does not move by a bit.
///
/// # What it does at a wall
///
/// - On a [`Surface::Floor`] the part of the motion along `up` ends, and the part sideways goes along the floor, as far as
///   it would have gone: a body that stands on a slope stays there, and walks as fast uphill as downhill.
/// - At a [`Surface::Slope`], a [`Surface::Wall`] or a [`Surface::Ceiling`] the part of the motion into it ends. No slope or wall lifts a body:
///   along it nobody goes further up than the motion did, and one that walks on a floor does not go up at all. Nobody who falls holds fast to a slope by
///   running against it: the part sideways into it ends, as at a wall, and the fall goes on along it.
/// - One that walks, and is stopped by a slope or wall, steps up if there is floor within `step_height` behind it.
/// - An end of a wall that what is round touches no higher than `step_height` above the lowest point of the body counts as floor: so a disc or
///   capsule gets over the edge of a stair, however slowly it walks.
/// - Where what is left along one wall leads into another, it is in a corner, and stops. One that falls into the corner of a slope and something else
///   stands on that slope.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Slid {
    /// Where the body is at last.
    pub end: Point,
    /// Where it was: its start, wherever it turned, and its end. At most [`Slide::MAX_PIECES`](crate::Slide::MAX_PIECES) pieces.
    pub path: Vec<Point>,
    /// The walls it met, in order; the floor it stands on at the start too, if it walks on it, and the floors it steps up to.
    pub contacts: Vec<SlideContact>,
    /// The floor it stands on at last, or the slope if it has fallen into a corner with one; `None` in the air, and on what is too steep.
    pub ground: Option<SlideContact>,
    /// The motion of a frame, with what walls took of it: what to go on with. On floor only the part sideways is left.
    pub velocity: Vec2,
    /// Why it ends there.
    pub ending: SlideEnding,
}

/// A wall that a body met in a [`Slid`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SlideContact {
    /// The wall.
    pub wall: WallId,
    /// Where the body is, beside it.
    pub at: Point,
    /// Where it touches, but for the gap.
    pub point: Point,
    /// The direction from the wall toward the body, of length 1, rounded.
    pub normal: Vec2,
    /// What the wall is to the body, by exact signs.
    pub kind: Surface,
}

/// What a wall is to a body that meets it, decided exactly by the direction it faces: its normal where it is flat, and else the direction from
/// where it is touched to the middle of what is round, as rounded numbers have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Surface {
    /// It faces up, and is no steeper than allowed: a body stands and walks on it.
    Floor,
    /// It faces up and is too steep.
    Slope,
    /// It faces sideways; or down, but is steeper than a floor may be.
    Wall,
    /// It faces down.
    Ceiling,
}

/// How a slide ends.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SlideEnding {
    /// The body went as far as its motion says, along what it met.
    Completed,
    /// What is left of its motion leads straight into this wall, or up along what lifts nobody.
    Blocked {
        /// The wall.
        wall: WallId,
    },
    /// It is in a corner: what is left along the second wall leads into the first.
    Corner {
        /// The two walls.
        walls: [WallId; 2],
    },
    /// It has gone [`Slide::MAX_PIECES`](crate::Slide::MAX_PIECES) pieces, and there is more.
    PieceLimit,
    /// It starts on or in this wall, and stays: no move from there is clear.
    Stuck {
        /// The wall.
        wall: WallId,
    },
}
