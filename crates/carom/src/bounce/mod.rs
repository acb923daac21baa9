//! The certified step, and the bounce path of one body.
//!
//! # A closed chamber never leaks
//!
//! A body moves only along straight moves that are *clear* of every wall: for a point the closed segment from X to C
//! shares no point with a wall, for a disc its centre stays at least a radius away from each. Where it meets a
//! wall, it does not go to the place of the touch, which is seldom a number, but to a place C beside it, and C is
//! taken only if the move from X to C is clear. Staying at X always is, so there is always such a place.
//!
//! **Theorem.** Let F be the connected part of the plane without the walls that contains the start X₀. Every position of the
//! path lies in F. **Proof.** A move from X in F to C is accepted only if the segment XC shares no point with any wall; it is
//! connected and within the plane without walls, so C lies in F. Induction over the moves. ∎
//!
//! A disc's centre keeps its distance of at least the radius, which is more than zero, so the same holds for the centre, and the
//! open disc meets no wall at any time. If the chamber is closed, F is bounded, and the body stays for ever.
//! The proof needs no accuracy of times, places, normals or velocities, no tolerance, no simple or oriented walls, no limit to their
//! size or to the number of bounces. A wall that can be touched from one side only lets bodies pass from the other, and is closed
//! for the rest.
//!
//! # Who says that a move is clear
//!
//! The proof needs one thing: that whoever says "clear" of a move from X to C, two places in finite numbers, speaks of *these* two
//! places and of *all* walls. There are two methods to show it.
//!
//! 1. By predicates: [`View::is_clear`](crate::View) tests every wall exactly; a tree leaves out only walls that are left out
//!    for certain. Nothing is assumed of how C was found, so it holds for pillars and segments, at every scale.
//! 2. By margins: for each wall, a line is shown that has the wall on one side and both X and C on the other, further away than the
//!    radius. That is the same statement, as the move is within the hull of X and C. The distances are rounded, so they must exceed the radius
//!    by more than they can be off, all errors counted in units of the largest numbers they are made of; and all of those
//!    must be ordinary, so that no product overflows or vanishes. `few.rs` and `quick.rs` do this for segments, four at once,
//!    and derive the margins. Where one is not kept, or a wall is a pillar, they say nothing, and the first method decides.
//!
//! No list of walls "near the path" comes between: such a list is as good as its margin, and how far a rounded place is from
//! the path depends on every number it was made of, such as the radius of a pillar.
//!
//! # What happens in corners
//!
//! Of walls touched at the same exact time, the one with the lowest id comes first; the other follows at once, from the
//! place beside the first. A velocity that does not leave the wall after all, by its exact sign, is turned
//! round: the path back was free. A body that bounces [`PATIENCE`] times without finding room to move goes back
//! along the path it came, with what so many bounces leave of its speed: all of it if the restitution e is 1, else e to that power, and if
//! that is nothing, it rests there. If going back does not help either, it is [`Ending::Blocked`].
//! One that loses all speed into each wall and slides from one wall into another and back into the first without having
//! gone anywhere rests there: what speed it has left leads into one of them.
//! For a body that loses speed, room that is no wider than some steps aside does not count: it is where endlessly many bounces in a
//! finite time would end.
//!
//! # Speeds without bounds
//!
//! From one end of all numbers to the other in a frame is a speed that no number holds. A path so fast is followed in parts of a frame, 2⁶⁴
//! of them, and reported in frames. A velocity that is then too large for a number is reported as large as numbers go.

mod bounces;
mod few;
mod path;
mod quick;
mod stop;

use crate::sweep::Sweep;
use crate::walls::{View, Walls};
use path::BouncePath;

pub use bounces::{Bounce, Bounces, Ending, Limits, PATIENCE};
pub(crate) use few::{Few, Met};
pub(crate) use stop::{Slides, finite, has_moved, place_around, unit_of, within};

impl Walls {
    /// The path of a point or disc from bounce to bounce: it starts as the sweep does, with a velocity of the sweep's motion a
    /// frame. The module's documentation proves that it never leaves a closed chamber.
    ///
    /// ```
    /// use carom::{Ending, Limits, Segment, Sweep, Walls};
    /// let walls = Walls::new([Segment::new([0.0, -3.0], [0.0, 3.0])?]);
    /// let path = Sweep::point([-2.0, 2.0], [3.0, -1.0])?;
    /// let bounces = walls.bounce(&path, Limits::default());
    /// assert_eq!(bounces.end, [-3.0, -1.0].into());
    /// assert_eq!(bounces.bounces[0].point, [0.0, 0.8].into());
    /// assert_eq!(bounces.ending, Ending::Completed);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn bounce(&self, sweep: &Sweep, limits: Limits) -> Bounces {
        self.all().bounce(sweep, limits)
    }
}

impl View<'_> {
    /// See [`Walls::bounce`].
    #[must_use]
    pub fn bounce(&self, sweep: &Sweep, limits: Limits) -> Bounces {
        let mut path = BouncePath::new(self, sweep, limits.checked());
        let ending = loop {
            if let Some(ending) = path.leg() {
                break ending;
            }
        };
        path.report(ending)
    }
}
