//! What a bounce path is given and what it reports, as plain data.

use crate::point::{Point, Vec2, min};
use crate::walls::WallId;
use alloc::vec::Vec;

/// How far a bounce path goes: for how long, how far, and for how many bounces. It ends at what is reached first.
///
/// ```
/// use carom::{Limits, Polygon, Sweep, Walls};
/// let room = Polygon::new([[0, 0], [8, 0], [8, 8], [0, 8]])?;
/// let ball = Sweep::disc([2, 4], [5, 5], 1.0)?; // where it starts, and where it would be after one frame
/// let path = Walls::new(room.edges()).bounce(&ball, Limits::bounces(20));
/// assert_eq!(path.bounces.len(), 20);
///
/// // Each bounce leaves nine tenths of the speed into the wall; the path is 500 long, or ends at the thousandth bounce.
/// let far = Limits { restitution: 0.9, ..Limits::length(500.0) };
/// assert_eq!((far.length, far.bounces), (500.0, 1000));
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// For how long the body goes on, in frames: 1 is the time of the sweep itself. May be infinite.
    pub time: f64,
    /// How far the body goes, along its path. May be infinite.
    pub length: f64,
    /// How many bounces it may have.
    pub bounces: u32,
    /// How much of its speed into a wall the body has after the bounce, from 0 to 1; the smaller of this and the wall's counts.
    pub restitution: f64,
}

impl Default for Limits {
    /// One frame, up to 1,000 bounces, nothing lost.
    fn default() -> Limits {
        Limits { time: 1.0, length: f64::INFINITY, bounces: 1000, restitution: 1.0 }
    }
}

impl Limits {
    /// A limit of time, in frames; and up to 1,000 bounces.
    #[must_use]
    pub fn time(time: f64) -> Limits {
        Limits { time, ..Limits::default() }
    }

    /// A limit of length, along the path, however long it takes; and up to 1,000 bounces.
    #[must_use]
    pub fn length(length: f64) -> Limits {
        Limits { time: f64::INFINITY, length, ..Limits::default() }
    }

    /// A limit of bounces, however long they take. A body that meets no more walls goes on to where numbers end.
    #[must_use]
    pub fn bounces(bounces: u32) -> Limits {
        Limits { time: f64::INFINITY, bounces, ..Limits::default() }
    }

    /// The same with every number in its range: NaN and what is negative count as 0.
    pub(super) fn checked(self) -> Limits {
        let positive = |x: f64| if x > 0.0 { x } else { 0.0 };
        Limits {
            time: positive(self.time),
            length: positive(self.length),
            bounces: self.bounces,
            restitution: min(positive(self.restitution), 1.0),
        }
    }
}

/// The path of one body from bounce to bounce; ask [`Walls::bounce`](crate::Walls::bounce).
///
/// # A closed chamber never leaks
///
/// A body moves only along straight moves that are *clear* of every wall: for a point the closed segment from X to C
/// shares no point with a wall, for a disc its centre stays at least a radius away from each. Where it meets a
/// wall, it does not go to the place of the touch, which is seldom a number, but to a place C beside it, and C is
/// taken only if the move from X to C is clear. Staying at X always is, so there is always such a place.
///
/// **Theorem.** Let F be the connected part of the plane without the walls that contains the start X₀. Every position of the
/// path lies in F. **Proof.** A move from X in F to C is accepted only if the segment XC shares no point with any wall; it is
/// connected and within the plane without walls, so C lies in F. Induction over the moves. ∎
///
/// A disc's centre keeps its distance of at least the radius, which is more than zero, so the same holds for the centre, and the
/// open disc meets no wall at any time. If the chamber is closed, F is bounded, and the body stays for ever.
/// The proof needs no accuracy of times, places, normals or velocities, no tolerance, no simple or oriented walls, no limit to their
/// size or to the number of bounces. A wall that can be touched from one side only lets bodies pass from the other, and is closed
/// for the rest.
///
/// # What happens in corners
///
/// Of walls touched at the same exact time, the one with the lowest id comes first; the other follows at once, from the
/// place beside the first. A velocity that does not leave the wall after all, by its exact sign, is turned
/// round: the path back was free. A body that bounces 64 times without finding room to move goes back
/// along the path it came, with what so many bounces leave of its speed: all of it if the restitution e is 1, else e to that power, and if
/// that is nothing, it rests there. If going back does not help either, it is [`Ending::Blocked`].
/// One that loses all speed into each wall and slides from one wall into another and back into the first without having
/// gone anywhere rests there: what speed it has left leads into one of them.
/// For a body that loses speed, room that is no wider than some steps aside does not count: it is where endlessly many bounces in a
/// finite time would end.
///
/// # Speeds without bounds
///
/// From one end of all numbers to the other in a frame is a speed that no number holds. A path so fast is followed in parts of a frame, 2⁶⁴
/// of them, and reported in frames. A velocity that is then too large for a number is reported as large as numbers go.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bounces {
    /// The bounces, in order of time.
    pub bounces: Vec<Bounce>,
    /// Where the body is at last; for a disc its centre.
    pub end: Point,
    /// Its velocity then, in units a frame; finite, as all of these.
    pub velocity: Vec2,
    /// How much time has passed, in frames.
    pub time: f64,
    /// How far the body went.
    pub length: f64,
    /// Why the path ends there.
    pub ending: Ending,
}

/// One bounce of a path: when, where and at which wall.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bounce {
    /// When it happens, in frames since the start.
    pub time: f64,
    /// The wall that is met.
    pub wall: WallId,
    /// Where the body is; for a disc its centre. Beside the wall, some hundred units in the last place from the exact place.
    pub at: Point,
    /// Where it touches the wall.
    pub point: Point,
    /// The direction from the wall toward the body, of length 1.
    pub normal: Vec2,
    /// The velocity before the bounce, in units a frame.
    pub before: Vec2,
    /// The velocity after it.
    pub after: Vec2,
}

/// How a bounce path ends.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Ending {
    /// All the time or length is used, or there is nothing left to meet.
    Completed,
    /// The limit of bounces is reached.
    BounceLimit {
        /// The frames that are left; infinite if time had no limit.
        remaining: f64,
    },
    /// The body cannot move: it starts on or in a wall, or has no room.
    Blocked {
        /// The wall that blocks it.
        wall: WallId,
        /// The frames that are left.
        remaining: f64,
    },
}

/// So many bounces without any room to move, and a body turns back; as many more, and it is blocked. A power of two.
pub(crate) const PATIENCE: u32 = 64;
