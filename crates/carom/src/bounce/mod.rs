//! The certified step, and the bounce path of one body.
//!
//! # Who says that a move is clear
//!
//! The proof at [`Bounces`] needs one thing: that whoever says "clear" of a move from X to C, two places in finite numbers, speaks of *these* two
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

mod bounces;
mod few;
mod path;
mod quick;
mod stop;

use crate::walls::{Moving, View, Walls};
use path::BouncePath;

pub(crate) use bounces::PATIENCE;
pub use bounces::{Bounce, Bounces, Ending, Limits};
pub(crate) use few::{Few, Met};
pub(crate) use stop::{
    Aside, HARDLY_MOVED, STEPS_ASIDE, Slides, facing_of, felt, finite, has_moved, place_around, unit_of, within,
};

impl Walls {
    /// Follows a mover from bounce to bounce: it starts as the sweep does, with a velocity of the sweep's motion a
    /// frame. It never leaves a closed chamber; the proof is at [`Bounces`].
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
    pub fn bounce(&self, sweep: &impl Moving, limits: Limits) -> Bounces {
        self.all().bounce(sweep, limits)
    }
}

impl View<'_> {
    /// As [`Walls::bounce`], among the walls of this view.
    #[must_use]
    pub fn bounce(&self, sweep: &impl Moving, limits: Limits) -> Bounces {
        let mut path = BouncePath::new(self, sweep, limits.checked());
        let ending = loop {
            if let Some(ending) = path.leg() {
                break ending;
            }
        };
        path.report(ending)
    }
}
