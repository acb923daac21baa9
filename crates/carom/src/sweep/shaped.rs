//! What a mover touches first, and what it overlaps where it starts: walls, circles, paths of discs and other movers.
//!
//! One that is not convex is all its convex parts, and what starts inside of it (`inside.rs`).

use super::at_once::{AtOnce, Known};
use super::meeting::Meeting;
use super::mover::{Mover, MoverSweep, Overlap, Piece};
use super::path::{Hit, Obstacle, Sweep, sealed};
use crate::circle::Circle;
use crate::exact::Feature;
use crate::exact::convex;
use crate::exact::hull::{Extent, Hull, Touch, When};
use crate::exact::inside::Spot;
use crate::exact::look::are_apart_by;
use crate::point::Point;
use crate::segment::Segment;
use crate::simd;
use alloc::vec::Vec;
use core::cmp::Ordering;

impl<'a> MoverSweep<'a> {
    /// The first touch of this path and a wall, a circle, a polygon or another sweep; `None` if they do not touch. As [`Sweep::first_touch`], with
    /// [`Hit::mover`] saying which part of the mover touches.
    ///
    /// Of another mover that is touched, [`Hit::feature`] is `Side`; which part of it that is, the same question asked the other way round tells.
    /// Where an edge of the mover lies along a side of the obstacle, [`Hit::point`] is in the middle of what they share.
    ///
    /// ```
    /// use carom::{Aabb, Circle, Feature, Mover, MoverPart, Segment, Vec2};
    /// let crate_ = Mover::aabb(&Aabb::new([-1, -1], [1, 1])?);
    /// let slides = crate_.sweep([0, 0], [8, 0])?;
    ///
    /// let post = Circle::new([6, 0], 1.0)?;
    /// let hit = slides.first_touch(&post).unwrap();
    /// assert_eq!((hit.t, hit.mover, hit.normal), (0.5, MoverPart::Edge(1), Vec2::new(-1.0, 0.0)));
    ///
    /// let shelf = Segment::new([3.0, 0.5], [9.0, 0.5])?;
    /// let hit = slides.first_touch(&shelf).unwrap();
    /// assert_eq!((hit.t, hit.feature, hit.point), (0.25, Feature::A, [3.0, 0.5].into()));
    ///
    /// let other = crate_.sweep([8.0, 0.5], [0.0, 0.5])?;
    /// assert_eq!(slides.first_touch(&other).unwrap().t, 0.375);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn first_touch<O: Obstacle + ?Sized>(&self, obstacle: &O) -> Option<O::Touch> {
        obstacle.first_touch_of_mover(self)
    }

    /// This as the sweep of a point or disc, if it is one around its position.
    pub(crate) fn as_sweep(&self) -> Option<Sweep> {
        self.as_disc().map(|([start, end], radius)| Sweep::moving(start, end, radius))
    }

    /// If it overlaps an obstacle where it starts, how deep it is in it and which way is out; `None` if they are apart or merely touch.
    ///
    /// Of two shapes of which one is not convex, each convex part is looked at by itself, and the deepest tells. An outline is all its edges, and the
    /// deepest tells; out of a filled polygon that is not convex it is over the edge nearest to the middle of the mover.
    ///
    /// ```
    /// use carom::{Aabb, Mover, Segment, Vec2};
    /// let hero = Mover::aabb(&Aabb::new([-1, 0], [1, 3])?);
    /// let floor = Segment::new([-9, 0], [9, 0])?;
    /// let overlap = hero.sweep([0.0, -0.25], [0.0, 5.0])?.overlap(&floor).unwrap();
    /// assert_eq!((overlap.depth, overlap.out), (0.25, Vec2::new(0.0, 1.0)));
    /// assert_eq!(hero.sweep([0, 0], [5, 0])?.overlap(&floor), None);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn overlap<O: Obstacle + ?Sized>(&self, obstacle: &O) -> Option<Overlap> {
        obstacle.overlap_of(self)
    }

    /// Its convex parts.
    pub(super) fn hulls(&self) -> impl Iterator<Item = (Hull<'a>, Option<&'a Piece>)> + Clone + use<'a> {
        let sweep = *self;
        let all = self.mover().is_convex().then(|| (self.hull(), None));
        all.into_iter().chain(self.mover().pieces().iter().map(move |piece| (sweep.hull_of(piece), Some(piece))))
    }

    /// How it first touches something convex.
    pub(crate) fn meeting(&self, other: Hull<'a>) -> Option<Meeting<'a>> {
        if self.mover().is_convex() {
            let hulls = [self.hull(), other];
            return Some(Meeting { touch: convex::touch(&hulls[0], &hulls[1])?, hulls, pieces: [None; 2] });
        }
        let first = first_meeting(self.meetings_of_parts(other))?;
        Some(first.unless_inside(|| self.rings().meet(&spots(&other))))
    }

    /// How it is first stopped by something convex. What is convex is stopped by its first touch or not at all; of what is not, one part may slide along a wall
    /// or leave it, and another come to the same wall later.
    pub(crate) fn stop_by(&self, other: Hull<'a>) -> Option<Meeting<'a>> {
        let first = self.meeting(other)?;
        if first.touch.stops() || self.mover().is_convex() {
            return first.touch.stops().then_some(first);
        }
        first_meeting(self.meetings_of_parts(other).filter(|meeting| meeting.touch.stops()))
    }

    fn meetings_of_parts(&self, other: Hull<'a>) -> impl Iterator<Item = Meeting<'a>> + use<'a> {
        meetings(self.hulls(), core::iter::once((other, None)))
    }

    /// How it first touches something convex that stands, without what is needed to say where.
    #[inline]
    pub(crate) fn touch_of(&self, other: &Hull<'a>) -> Option<Touch> {
        if self.mover().is_convex() { convex::touch(&self.hull(), other) } else { Some(self.meeting(*other)?.touch) }
    }

    /// The same of a convex mover, where it is known how they touch.
    pub(crate) fn met(&self, touch: Touch, other: Hull<'a>) -> Meeting<'a> {
        Meeting { touch, hulls: [self.hull(), other], pieces: [None; 2] }
    }

    /// How it first touches another.
    fn meeting_with(&self, other: &MoverSweep<'a>) -> Option<Meeting<'a>> {
        if self.mover().is_convex() && other.mover().is_convex() {
            return self.meeting(other.hull());
        }
        let first = first_meeting(meetings(self.hulls(), other.hulls()))?;
        let is_inside = |ring: &MoverSweep<'_>, flat: &MoverSweep<'_>| {
            !ring.mover().is_convex() && flat.mover().is_convex() && ring.rings().meet(&spots(&flat.hull()))
        };
        Some(first.unless_inside(|| is_inside(self, other) || is_inside(other, self)))
    }
}

/// The meetings of any two of some convex parts.
fn meetings<'a>(
    parts: impl Iterator<Item = (Hull<'a>, Option<&'a Piece>)>,
    others: impl Iterator<Item = (Hull<'a>, Option<&'a Piece>)> + Clone,
) -> impl Iterator<Item = Meeting<'a>> {
    let pairs = parts.flat_map(move |part| others.clone().map(move |other| [part, other]));
    pairs.filter_map(|[(hull, piece), (other, other_piece)]| {
        let touch = convex::touch(&hull, &other)?;
        Some(Meeting { touch, hulls: [hull, other], pieces: [piece, other_piece] }.through_cuts())
    })
}

/// What goes deepest comes first of those at one time.
fn first_meeting<'a>(meetings: impl Iterator<Item = Meeting<'a>>) -> Option<Meeting<'a>> {
    meetings.reduce(|first, next| if next.order(&first) == Ordering::Less { next } else { first })
}

/// What there is of something that has neither radius nor inside; nothing of other things.
fn spots(hull: &Hull<'_>) -> Vec<Spot> {
    let is_flat = hull.radius == 0.0 && hull.vertices.len() <= 2;
    if is_flat { hull.vertices.iter().map(|&offset| [hull.path[0], offset]).collect() } else { Vec::new() }
}

/// What stands still, and a disc's only vertex.
const STANDING: [Point; 2] = [Point::new(0.0, 0.0); 2];
const CENTER: &[Point] = &[Point::new(0.0, 0.0)];
const OF_CENTER: &Extent =
    &Extent { low: Point::new(0.0, 0.0), high: Point::new(0.0, 0.0), size: [0.0; 2], is_moderate: true, sides: None };

/// All of a segment.
pub(crate) fn hull_of_segment(ends: &[Point; 2]) -> Hull<'_> {
    Hull { vertices: ends, path: STANDING, radius: 0.0, extent: None }
}

/// All of a circle.
pub(crate) fn hull_of_circle(center: &Point, radius: f64) -> Hull<'_> {
    Hull { vertices: core::slice::from_ref(center), path: STANDING, radius, extent: None }
}

/// All of a moving point or disc.
pub(super) fn hull_of_sweep(sweep: &Sweep) -> Hull<'static> {
    Hull { vertices: CENTER, path: sweep.ends(), radius: sweep.radius(), extent: Some(OF_CENTER) }
}

/// How a mover first touches a segment.
pub(super) fn touch_of_segment(segment: &Segment, mover: &MoverSweep<'_>) -> Option<Hit> {
    // Mostly that is so, and then nothing else is needed.
    if mover.hull().is_beside(segment.ends()) {
        return None;
    }
    let (path, radius) = mover.proxy();
    if are_apart_by(path, segment.ends(), radius) {
        return None;
    }
    if let Some(sweep) = mover.as_sweep() {
        return sweep.first_touch(segment);
    }
    let ends = segment.ends();
    if !mover.mover().is_convex() {
        return Some(mover.meeting(hull_of_segment(&ends))?.hit());
    }
    simd::run(AtOnce { mover, segment }).unwrap_or_else(|| {
        let touch = mover.touch_of(&hull_of_segment(&ends))?;
        Some(mover.hit_of(touch, segment))
    })
}

impl MoverSweep<'_> {
    /// The hit of a convex mover, where it is known how it touches a segment.
    pub(crate) fn hit_of(&self, touch: Touch, segment: &Segment) -> Hit {
        // A disc off its position has no parts.
        let has_parts = 1 < self.mover().vertices().len();
        let is_quick = has_parts && touch.when == When::Within;
        let hit = if is_quick { simd::run(Known { mover: self, segment, touch }) } else { None };
        hit.unwrap_or_else(|| self.met(touch, hull_of_segment(&segment.ends())).hit())
    }
}

/// How a mover first touches a circle.
pub(super) fn touch_of_circle(circle: &Circle, mover: &MoverSweep<'_>) -> Option<Hit> {
    match mover.as_sweep() {
        Some(sweep) => sweep.first_touch(circle),
        None => Some(mover.meeting(hull_of_circle(&circle.center(), circle.radius()))?.hit()),
    }
}

/// How a mover first touches a moving point or disc.
pub(super) fn touch_of_sweep(other: &Sweep, mover: &MoverSweep<'_>) -> Option<Hit> {
    match mover.as_sweep() {
        Some(sweep) => sweep.first_touch(other),
        None => Some(mover.meeting(hull_of_sweep(other))?.hit()),
    }
}

/// How deep a mover starts in something convex.
pub(super) fn overlap_of_hull(hull: Hull<'_>, mover: &MoverSweep<'_>) -> Option<Overlap> {
    let (standing, hull) = (mover.standing(), Hull { path: [hull.path[0]; 2], ..hull });
    // Where it is inside without being deep in any part of it, that is all there is to say.
    let overlap = standing.meeting(hull)?.overlap()?;
    deepest(standing.hulls().map(|(part, _)| (part, hull))).or(Some(overlap))
}

/// The deepest overlap of any two of some convex shapes.
pub(super) fn deepest<'a>(pairs: impl Iterator<Item = (Hull<'a>, Hull<'a>)>) -> Option<Overlap> {
    let overlaps = pairs.filter_map(|(one, other)| {
        let touch = convex::touch(&one, &other)?;
        Meeting { touch, hulls: [one, other], pieces: [None; 2] }.overlap()
    });
    overlaps.reduce(|deepest, next| if deepest.depth < next.depth { next } else { deepest })
}

impl Sweep {
    /// If it overlaps an obstacle where it starts, how deep it is in it and which way is out: as [`MoverSweep::overlap`].
    ///
    /// ```
    /// use carom::{Segment, Sweep, Vec2};
    /// let floor = Segment::new([-9, 0], [9, 0])?;
    /// let ball = Sweep::disc([0.0, 0.75], [5.0, 0.75], 1.0)?;
    /// let overlap = ball.overlap(&floor).unwrap();
    /// assert_eq!((overlap.depth, overlap.out), (0.25, Vec2::new(0.0, 1.0)));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn overlap<O: Obstacle + ?Sized>(&self, obstacle: &O) -> Option<Overlap> {
        let mover = Mover::around_position(self.radius());
        obstacle.overlap_of(&MoverSweep::between(&mover, self.start(), self.end()))
    }
}

impl sealed::Sealed for MoverSweep<'_> {}
impl Obstacle for MoverSweep<'_> {
    type Touch = Hit;

    fn first_touch_of(&self, sweep: &Sweep) -> Option<Hit> {
        if let Some(other) = self.as_sweep() {
            return sweep.first_touch(&other);
        }
        let mover = Mover::around_position(sweep.radius());
        let disc = MoverSweep::between(&mover, sweep.start(), sweep.end());
        Some(Hit { feature: Feature::Side, ..disc.meeting_with(self)?.hit() })
    }

    fn first_touch_of_mover(&self, sweep: &MoverSweep<'_>) -> Option<Hit> {
        if let Some(disc) = sweep.as_sweep() {
            return self.first_touch_of(&disc);
        }
        if let Some(disc) = self.as_sweep() {
            return touch_of_sweep(&disc, sweep);
        }
        Some(Hit { feature: Feature::Side, ..sweep.meeting_with(self)?.hit() })
    }

    fn overlap_of(&self, sweep: &MoverSweep<'_>) -> Option<Overlap> {
        let (one, other) = (sweep.standing(), self.standing());
        let overlap = one.meeting_with(&other)?.overlap()?;
        let deepest = deepest(one.hulls().flat_map(|(part, _)| other.hulls().map(move |(other, _)| (part, other))));
        deepest.or(Some(overlap))
    }
}
