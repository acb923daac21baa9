//! What may move among walls, and the questions that it asks of them.
//!
//! A [`Sweep`] goes the way that `view.rs` tells, a mover that of `movers.rs`.

use super::Walls;
use super::batch::Progress;
use super::search::{Counters, Wanted};
use super::view::View;
use super::wall::WallId;
use crate::point::Point;
use crate::sweep::{Hit, Sweep};
use alloc::vec::Vec;

/// Something on a straight path during one frame: a [`Sweep`], the path of a point or disc, or a [`MoverSweep`](crate::MoverSweep), that of any shape. [`Walls`] and
/// [`View`] are asked about it.
pub trait Moving: sealed::Sealed + Copy + Sync {
    /// Where it is when the frame starts.
    fn start(&self) -> Point;

    /// Where it is when the frame ends, if nothing is in the way.
    fn end(&self) -> Point;

    /// Where it is at a time from 0, the frame's start, to 1, its end; rounded.
    fn at(&self, t: f64) -> Point;

    /// The same mover on another path, between places of finite numbers.
    #[doc(hidden)]
    #[must_use]
    fn on(&self, start: Point, end: Point) -> Self;

    /// The largest number of its shape: beside its places, what units in the last place are counted of.
    #[doc(hidden)]
    fn size(&self) -> f64;

    #[doc(hidden)]
    fn first_touch_among(&self, view: View<'_>) -> Option<(WallId, Hit)>;

    #[doc(hidden)]
    fn first_touch_counted_among(&self, view: View<'_>) -> (Option<(WallId, Hit)>, Counters);

    #[doc(hidden)]
    fn first_touches_among(all: &[Self], view: View<'_>, progress: &Progress) -> Vec<Option<(WallId, Hit)>>;

    #[doc(hidden)]
    fn first_stop_among(&self, view: View<'_>) -> Option<(WallId, Hit)>;

    #[doc(hidden)]
    fn touches_among(&self, view: View<'_>) -> Vec<(WallId, Hit)>;

    #[doc(hidden)]
    fn touches_any_among(&self, view: View<'_>) -> bool;

    /// Whether nothing stops it.
    #[doc(hidden)]
    fn is_clear_among(&self, view: View<'_>) -> bool;

    /// As `first_stop_among`; where all walls would be tested, a quick look may leave some out.
    #[doc(hidden)]
    fn first_stop_looking_among(&self, view: View<'_>) -> Option<(WallId, Hit)>;

    /// Where it is when it touches something, rounded.
    #[doc(hidden)]
    fn place_of(&self, hit: &Hit) -> Point;

    /// Itself, if it is the path of a point or disc.
    #[doc(hidden)]
    fn as_sweep(&self) -> Option<Sweep>;

    /// The vertices of its core and the radius around it.
    #[doc(hidden)]
    fn core(&self) -> (&[Point], f64);
}

pub(super) mod sealed {
    pub trait Sealed {}
}

impl sealed::Sealed for Sweep {}
impl Moving for Sweep {
    #[inline]
    fn start(&self) -> Point {
        self.start()
    }

    #[inline]
    fn end(&self) -> Point {
        self.end()
    }

    #[inline]
    fn at(&self, t: f64) -> Point {
        self.at(t)
    }

    #[inline]
    fn on(&self, start: Point, end: Point) -> Sweep {
        Sweep::moving(start, end, self.radius())
    }

    #[inline]
    fn size(&self) -> f64 {
        self.radius()
    }

    #[inline]
    fn first_touch_among(&self, view: View<'_>) -> Option<(WallId, Hit)> {
        view.first(self, Wanted::Touch, &mut ())
    }

    fn first_touch_counted_among(&self, view: View<'_>) -> (Option<(WallId, Hit)>, Counters) {
        let mut counters = Counters::default();
        (view.first(self, Wanted::Touch, &mut counters), counters)
    }

    fn first_touches_among(all: &[Sweep], view: View<'_>, progress: &Progress) -> Vec<Option<(WallId, Hit)>> {
        view.first_of_many(all, progress)
    }

    #[inline]
    fn first_stop_among(&self, view: View<'_>) -> Option<(WallId, Hit)> {
        view.first(self, Wanted::Stop, &mut ())
    }

    fn touches_among(&self, view: View<'_>) -> Vec<(WallId, Hit)> {
        view.ordered_touches(self)
    }

    fn touches_any_among(&self, view: View<'_>) -> bool {
        view.any_touch(self)
    }

    #[inline]
    fn is_clear_among(&self, view: View<'_>) -> bool {
        view.is_clear_looking(self)
    }

    #[inline]
    fn first_stop_looking_among(&self, view: View<'_>) -> Option<(WallId, Hit)> {
        view.first_stop_looking(self)
    }

    #[inline]
    fn place_of(&self, hit: &Hit) -> Point {
        if self.radius() == 0.0 { hit.point } else { self.at(hit.t) }
    }

    #[inline]
    fn as_sweep(&self) -> Option<Sweep> {
        Some(*self)
    }

    #[inline]
    fn core(&self) -> (&[Point], f64) {
        const CENTRE: [Point; 1] = [Point::new(0.0, 0.0)];
        (&CENTRE, self.radius())
    }
}

/// The questions of what moves to all walls.
impl Walls {
    /// The wall that a sweep touches first, and how; of several touched at the same exact time, the one with the lowest id.
    ///
    /// ```
    /// use carom::{Segment, Sweep, Walls};
    /// let wall = |x| Segment::new([x, -1], [x, 1]);
    /// let walls = Walls::new([wall(4)?, wall(2)?, wall(30)?]);
    /// let (id, hit) = walls.first_touch(&Sweep::point([0, 0], [8, 0])?).unwrap();
    /// assert_eq!((id.index(), hit.t), (1, 0.25));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn first_touch(&self, sweep: &impl Moving) -> Option<(WallId, Hit)> {
        self.all().first_touch(sweep)
    }

    /// As [`Walls::first_touch`], counting how much work it was.
    #[must_use]
    pub fn first_touch_counted(&self, sweep: &impl Moving) -> (Option<(WallId, Hit)>, Counters) {
        sweep.first_touch_counted_among(self.all())
    }

    /// The wall that stops a sweep first: as [`Walls::first_touch`], but a disc that touches a wall and leaves, slides or
    /// stays without going deeper is not stopped by it ([`Contact::stops`](crate::Contact::stops)).
    ///
    /// ```
    /// use carom::{Segment, Sweep, Walls};
    /// let walls = Walls::new([Segment::new([0, 0], [8, 0])?, Segment::new([8, 0], [8, 8])?]);
    /// // A disc that rolls along the floor is stopped by the wall at its end.
    /// let rolls = Sweep::disc([1, 1], [11, 1], 1.0)?;
    /// assert_eq!(walls.first_touch(&rolls).unwrap().0.index(), 0);
    /// assert_eq!(walls.first_stop(&rolls).unwrap().0.index(), 1);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn first_stop(&self, sweep: &impl Moving) -> Option<(WallId, Hit)> {
        self.all().first_stop(sweep)
    }

    /// All walls that a sweep touches, in order of exact time, then of id.
    ///
    /// ```
    /// use carom::{Segment, Sweep, Walls};
    /// let wall = |x| Segment::new([x, -1], [x, 1]);
    /// let walls = Walls::new([wall(4)?, wall(2)?, wall(30)?]);
    /// let touches = walls.touches(&Sweep::point([0, 0], [8, 0])?);
    /// let ids: Vec<usize> = touches.iter().map(|(id, _)| id.index()).collect();
    /// assert_eq!(ids, [1, 0]);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn touches(&self, sweep: &impl Moving) -> Vec<(WallId, Hit)> {
        self.all().touches(sweep)
    }

    /// Whether a sweep touches any wall.
    ///
    /// ```
    /// use carom::{Segment, Sweep, Walls};
    /// let wall = |x| Segment::new([x, -1], [x, 1]);
    /// let walls = Walls::new([wall(4)?, wall(2)?, wall(30)?]);
    /// assert!(walls.touches_any(&Sweep::point([0, 0], [8, 0])?));
    /// assert!(!walls.touches_any(&Sweep::point([0, 5], [8, 5])?));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn touches_any(&self, sweep: &impl Moving) -> bool {
        self.all().touches_any(sweep)
    }

    /// [`Walls::first_touch`] for many sweeps, in their order. In a grid points, and discs, capsules and convex shapes with sharp corners that are small beside its cells, are answered quicker than
    /// one by one; with the feature `rayon` all sweeps on all cores. The answers are the same bits for any number of threads.
    #[must_use]
    pub fn first_touches<S: Moving>(&self, sweeps: &[S]) -> Vec<Option<(WallId, Hit)>> {
        self.all().first_touches(sweeps)
    }

    /// As [`Walls::first_touches`], with a [`Progress`] that another thread may look at.
    #[must_use]
    pub fn first_touches_observed<S: Moving>(&self, sweeps: &[S], progress: &Progress) -> Vec<Option<(WallId, Hit)>> {
        self.all().first_touches_observed(sweeps, progress)
    }
}

/// The same questions to the walls of a view.
impl View<'_> {
    /// As [`Walls::first_touch`], among the walls of this view.
    #[inline]
    #[must_use]
    pub fn first_touch(&self, sweep: &impl Moving) -> Option<(WallId, Hit)> {
        sweep.first_touch_among(*self)
    }

    /// As [`Walls::first_stop`], among the walls of this view.
    #[must_use]
    pub fn first_stop(&self, sweep: &impl Moving) -> Option<(WallId, Hit)> {
        sweep.first_stop_among(*self)
    }

    /// As [`Walls::touches`], among the walls of this view.
    #[must_use]
    pub fn touches(&self, sweep: &impl Moving) -> Vec<(WallId, Hit)> {
        sweep.touches_among(*self)
    }

    /// As [`Walls::touches_any`], among the walls of this view.
    #[must_use]
    pub fn touches_any(&self, sweep: &impl Moving) -> bool {
        sweep.touches_any_among(*self)
    }

    /// As [`Walls::first_touches`], among the walls of this view.
    #[must_use]
    pub fn first_touches<S: Moving>(&self, sweeps: &[S]) -> Vec<Option<(WallId, Hit)>> {
        self.first_touches_observed(sweeps, &Progress::new())
    }

    /// As [`Walls::first_touches_observed`], among the walls of this view.
    #[must_use]
    pub fn first_touches_observed<S: Moving>(&self, sweeps: &[S], progress: &Progress) -> Vec<Option<(WallId, Hit)>> {
        S::first_touches_among(sweeps, *self, progress)
    }
}
