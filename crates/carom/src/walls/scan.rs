//! A lidar: what rays from one origin meet, or from many.
//!
//! Rays are made some at a time. Of most it is soon known which wall they meet, as walls are put in front of all of them at once (`depths.rs`), and the hits of
//! those that meet one wall are made together; the others go through the walls as sweeps do. Of each is kept what was asked for: a [`Beam`], or no more than its distance.

use super::Walls;
use super::bounds::Bounds;
use super::depths::Depths;
use super::fan::{Beams, Fan};
use super::groups::{InGroups, Paths};
use super::search::Wanted;
use super::view::View;
use super::wall::{NO_WALL, StoredWall, WallId};
use crate::error::Error;
use crate::point::{Point, Vec2, max, min};
use crate::segment::Segment;
use crate::simd::{self, Four, Kernel, Machine};
use crate::sweep::{Bundle, Hit, Sweep};
use alloc::vec::Vec;

/// What a ray of [`Walls::scan`] meets first.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Beam {
    /// The wall it meets.
    pub wall: WallId,
    /// How far that is from the origin, rounded.
    pub distance: f64,
    /// Where it meets the wall.
    pub point: Point,
    /// The wall's normal there, toward the origin.
    pub normal: Vec2,
}

impl Walls {
    /// What each of many rays from one origin meets first, up to a distance, which may be infinite: a lidar.
    ///
    /// Directions may have any length but zero. A ray is the segment to the rounded point at that distance, or beyond all
    /// walls; for it the answer is exact. A direction or distance that is NaN, or a negative distance, meets nothing.
    ///
    /// ```
    /// use carom::{Segment, Vec2, Walls};
    /// let walls = Walls::new([Segment::new([3.0, -1.0], [3.0, 1.0])?]);
    /// let beams = walls.scan([0.0, 0.0], &[Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0)], 10.0);
    /// assert_eq!(beams[0].unwrap().distance, 3.0);
    /// assert_eq!(beams[1], None);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn scan(&self, origin: impl Into<Point>, directions: &[Vec2], limit: f64) -> Vec<Option<Beam>> {
        self.all().scan(origin, directions, limit)
    }

    /// [`Walls::scan`] from many origins: all beams of the first, then all of the second, and so on; with the feature `rayon` on
    /// all cores. The answers are the same bits for any number of threads.
    ///
    /// ```
    /// use carom::{Point, Segment, Vec2, Walls};
    /// let walls = Walls::new([Segment::new([3.0, -1.0], [3.0, 1.0])?]);
    /// let origins = [Point::new(0.0, 0.0), Point::new(5.0, 0.5)];
    /// let directions = [Vec2::new(1.0, 0.0), Vec2::new(-1.0, 0.0)];
    /// let beams = walls.scans(&origins, &directions, 10.0);
    /// let distances: Vec<_> = beams.iter().map(|beam| beam.map(|beam| beam.distance)).collect();
    /// assert_eq!(distances, [Some(3.0), None, None, Some(2.0)]);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn scans(&self, origins: &[Point], directions: &[Vec2], limit: f64) -> Vec<Option<Beam>> {
        self.all().scans(origins, directions, limit)
    }

    /// The distances of the beams of [`Walls::scans`], the same bits in the same order, written to where there is room for them; quicker, as no
    /// more of each beam is made. With the feature `rayon` on all cores.
    ///
    /// A ray that meets nothing has the distance infinity, whatever the limit: so it differs from one that meets a wall at
    /// the limit, and is not below any limit.
    ///
    /// # Errors
    /// If there is not room for exactly as many distances as there are origins times directions; then nothing is written.
    ///
    /// ```
    /// use carom::{Point, Segment, Vec2, Walls};
    /// let walls = Walls::new([Segment::new([3.0, -1.0], [3.0, 1.0])?]);
    /// let directions = [Vec2::new(1.0, 0.0), Vec2::new(-1.0, 0.0)];
    /// let mut distances = [0.0; 2];
    /// walls.scan_distances(&[Point::new(0.0, 0.0)], &directions, 10.0, &mut distances)?;
    /// assert_eq!(distances, [3.0, f64::INFINITY]);
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn scan_distances(
        &self,
        origins: &[Point],
        directions: &[Vec2],
        limit: f64,
        distances: &mut [f64],
    ) -> Result<(), Error> {
        self.all().scan_distances(origins, directions, limit, distances)
    }

    /// [`Walls::scan_distances`] in `f32`: each distance rounded toward zero, so that no wall is nearer than it says, but for what the
    /// distance itself is rounded by. Where nothing is met, and only there, it is infinity.
    ///
    /// # Errors
    /// As [`Walls::scan_distances`].
    ///
    /// ```
    /// use carom::{Point, Segment, Vec2, Walls};
    /// let walls = Walls::new([Segment::new([0.1, -1.0], [0.1, 1.0])?]);
    /// let mut distances = [0.0_f32];
    /// walls.scan_distances_f32(&[Point::new(0.0, 0.0)], &[Vec2::new(1.0, 0.0)], 10.0, &mut distances)?;
    /// assert!(f64::from(0.1_f32) > 0.1);
    /// assert_eq!(distances, [f32::from_bits(0.1_f32.to_bits() - 1)]);
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn scan_distances_f32(
        &self,
        origins: &[Point],
        directions: &[Vec2],
        limit: f64,
        distances: &mut [f32],
    ) -> Result<(), Error> {
        self.all().scan_distances_f32(origins, directions, limit, distances)
    }
}

impl View<'_> {
    /// As [`Walls::scan`], among the walls of this view.
    #[must_use]
    pub fn scan(&self, origin: impl Into<Point>, directions: &[Vec2], limit: f64) -> Vec<Option<Beam>> {
        let mut beams = alloc::vec![None; directions.len()];
        self.look_around(origin.into(), directions, limit, &mut beams);
        beams
    }

    /// As [`Walls::scans`], among the walls of this view.
    #[must_use]
    pub fn scans(&self, origins: &[Point], directions: &[Vec2], limit: f64) -> Vec<Option<Beam>> {
        let mut beams = alloc::vec![None; origins.len().saturating_mul(directions.len())];
        self.look_around_each(origins, directions, limit, &mut beams);
        beams
    }

    /// As [`Walls::scan_distances`], among the walls of this view.
    ///
    /// # Errors
    /// As [`Walls::scan_distances`].
    pub fn scan_distances(
        &self,
        origins: &[Point],
        directions: &[Vec2],
        limit: f64,
        distances: &mut [f64],
    ) -> Result<(), Error> {
        check_room(origins, directions, distances.len())?;
        self.look_around_each(origins, directions, limit, distances);
        Ok(())
    }

    /// As [`Walls::scan_distances_f32`], among the walls of this view.
    ///
    /// # Errors
    /// As [`Walls::scan_distances`].
    pub fn scan_distances_f32(
        &self,
        origins: &[Point],
        directions: &[Vec2],
        limit: f64,
        distances: &mut [f32],
    ) -> Result<(), Error> {
        check_room(origins, directions, distances.len())?;
        self.look_around_each(origins, directions, limit, distances);
        Ok(())
    }

    /// What is seen from many origins, for which there is room.
    fn look_around_each<S: Sight>(&self, origins: &[Point], directions: &[Vec2], limit: f64, sights: &mut [S]) {
        if directions.is_empty() {
            return;
        }
        let look = |(&origin, sights): (&Point, &mut [S])| self.look_around(origin, directions, limit, sights);
        #[cfg(feature = "rayon")]
        {
            use rayon::prelude::*;
            if origins.len() > 1 {
                origins.par_iter().zip(sights.par_chunks_mut(directions.len())).for_each(look);
                return;
            }
        }
        origins.iter().zip(sights.chunks_mut(directions.len())).for_each(look);
    }

    /// What is seen from one.
    fn look_around<S: Sight>(&self, origin: Point, directions: &[Vec2], limit: f64, sights: &mut [S]) {
        let fan = Fan::new(origin, limit, self.beyond(origin));
        let look = |(directions, sights): (&[Vec2], &mut [S])| {
            sights.fill(S::NOTHING);
            simd::run(Look { view: *self, fan, directions, sights });
        };
        #[cfg(feature = "rayon")]
        {
            use rayon::prelude::*;
            if directions.len() > PIECE_BEAMS {
                directions.par_chunks(PIECE_BEAMS).zip(sights.par_chunks_mut(PIECE_BEAMS)).for_each(look);
                return;
            }
        }
        look((directions, sights));
    }

    /// A distance from a point beyond which there is no wall, or the largest number.
    fn beyond(&self, origin: Point) -> f64 {
        let Some(Bounds { min_x, max_x, min_y, max_y }) = self.walls.extent.all() else { return 0.0 };
        let x = max((min_x - origin.x).abs(), (max_x - origin.x).abs());
        let y = max((min_y - origin.y).abs(), (max_y - origin.y).abs());
        min(x + y, f64::MAX)
    }
}

/// So many beams of one origin are one piece of work.
const PIECE_BEAMS: usize = 2048;

fn check_room(origins: &[Point], directions: &[Vec2], room: usize) -> Result<(), Error> {
    let (origins, directions) = (origins.len(), directions.len());
    let fits = origins.checked_mul(directions) == Some(room);
    if fits { Ok(()) } else { Err(Error::Room { room, origins, directions }) }
}

/// What is kept of a beam.
trait Sight: Copy + Send {
    const NOTHING: Self;

    fn of(origin: Point, wall: WallId, hit: &Hit) -> Self;

    /// The same for four points that go through segments; see [`Paths::through`].
    fn through<M: Machine>(sweeps: [&Sweep; 4], walls: [WallId; 4], segments: [&Segment; 4]) -> [Self; 4];

    /// The same for four of one bundle, by where they end, and a bit for each that is in doubt.
    fn of_bundle<F: Four>(bundle: &Bundle<'_, F>, wall: WallId, ends: [F; 2]) -> ([Self; 4], u32);
}

impl Sight for Option<Beam> {
    const NOTHING: Self = None;

    #[inline(always)]
    fn of(origin: Point, wall: WallId, hit: &Hit) -> Self {
        Some(Beam { wall, distance: (hit.point - origin).length(), point: hit.point, normal: hit.normal })
    }

    #[inline(always)]
    fn through<M: Machine>(sweeps: [&Sweep; 4], walls: [WallId; 4], segments: [&Segment; 4]) -> [Self; 4] {
        let hits = Sweep::hits_through::<M>(sweeps, segments);
        let of = |lane: usize| Self::of(sweeps[lane].start(), walls[lane], &hits.get(lane));
        [of(0), of(1), of(2), of(3)]
    }

    #[inline(always)]
    fn of_bundle<F: Four>(bundle: &Bundle<'_, F>, wall: WallId, ends: [F; 2]) -> ([Self; 4], u32) {
        let seen = bundle.to::<true>(ends);
        let [a, b, c, d] = F::transposed([seen.distance, seen.point[0], seen.point[1], seen.normal[0]]);
        let (rows, last) = ([a.numbers(), b.numbers(), c.numbers(), d.numbers()], seen.normal[1].numbers());
        let of = |lane: usize| {
            let [distance, x, y, nx] = rows[lane];
            Some(Beam { wall, distance, point: Point::new(x, y), normal: Vec2::new(nx, last[lane]) })
        };
        ([of(0), of(1), of(2), of(3)], seen.doubts)
    }
}

impl Sight for f64 {
    const NOTHING: Self = f64::INFINITY;

    #[inline(always)]
    fn of(origin: Point, _: WallId, hit: &Hit) -> Self {
        (hit.point - origin).length()
    }

    #[inline(always)]
    fn through<M: Machine>(sweeps: [&Sweep; 4], _: [WallId; 4], segments: [&Segment; 4]) -> [Self; 4] {
        Sweep::distances_through::<M>(sweeps, segments)
    }

    #[inline(always)]
    fn of_bundle<F: Four>(bundle: &Bundle<'_, F>, _: WallId, ends: [F; 2]) -> ([Self; 4], u32) {
        let seen = bundle.to::<false>(ends);
        (seen.distance.numbers(), seen.doubts)
    }
}

impl Sight for f32 {
    const NOTHING: Self = f32::INFINITY;

    #[inline(always)]
    fn of(origin: Point, wall: WallId, hit: &Hit) -> Self {
        toward_zero(f64::of(origin, wall, hit))
    }

    #[inline(always)]
    fn through<M: Machine>(sweeps: [&Sweep; 4], walls: [WallId; 4], segments: [&Segment; 4]) -> [Self; 4] {
        <f64 as Sight>::through::<M>(sweeps, walls, segments).map(toward_zero)
    }

    #[inline(always)]
    fn of_bundle<F: Four>(bundle: &Bundle<'_, F>, wall: WallId, ends: [F; 2]) -> ([Self; 4], u32) {
        let (distances, doubts) = <f64 as Sight>::of_bundle(bundle, wall, ends);
        (distances.map(toward_zero), doubts)
    }
}

/// The largest `f32` that is not above a finite number, 0 or more.
#[inline(always)]
fn toward_zero(x: f64) -> f32 {
    let nearest = x as f32;
    if f64::from(nearest) > x { f32::from_bits(nearest.to_bits() - 1) } else { nearest }
}

/// Looks along beams of one origin.
struct Look<'a, S> {
    view: View<'a>,
    fan: Fan,
    directions: &'a [Vec2],
    sights: &'a mut [S],
}

impl<S: Sight> Kernel for Look<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self) {
        let Look { view, fan, directions, sights } = self;
        for (directions, sights) in directions.chunks(PIECE_BEAMS).zip(sights.chunks_mut(PIECE_BEAMS)) {
            let mut beams = fan.rays(directions);
            let left = see_at_once::<M, S>(view, &mut beams, sights);
            let mut sweeps = Vec::with_capacity(left.len());
            for &place in &left {
                sweeps.push(beams.sweep(place as usize));
            }
            let rays = Rays { sweeps: &sweeps, left: &left, numbers: &beams.numbers, sights, next: 0 };
            match view.only_grid() {
                Some(grid) => InGroups { grid, view, paths: rays }.run::<M>(),
                None => rays.look_one_by_one::<M>(view),
            }
        }
    }
}

/// From so many beams on, walls are put in front of them.
const DEPTHS_FROM_BEAMS: usize = 32;

/// What those beams see of which it is known at once which wall they go through. Says which are left, by their places; all may be in another order then.
#[inline(always)]
fn see_at_once<M: Machine, S: Sight>(view: View<'_>, beams: &mut Beams, sights: &mut [S]) -> Vec<u32> {
    // No closures: the compiler may leave one outside, and compile it without the machine's instructions.
    let grid = if view.is_as_built() && DEPTHS_FROM_BEAMS <= beams.len() { view.only_grid() } else { None };
    let depths = if let Some(grid) = grid { Depths::of::<M>(beams, grid) } else { None };
    let Some(depths) = depths else { return (0..beams.len() as u32).collect() };
    let firsts = depths.firsts();
    let (mut left, mut place) = (Vec::new(), 0);
    while place < firsts.len() {
        let (begin, wall) = (place, firsts[place]);
        while place < firsts.len() && firsts[place] == wall {
            place += 1;
        }
        if wall == NO_WALL {
            left.extend(begin as u32..place as u32);
        } else {
            let stored = &view.walls.stored[wall as usize];
            see_bundle::<M, S>(stored, WallId(wall), (beams, begin, place), sights);
        }
    }
    left
}

/// What some beams see that go through one wall.
#[inline(always)]
fn see_bundle<M: Machine, S: Sight>(
    stored: &StoredWall,
    wall: WallId,
    (beams, begin, end): (&Beams, usize, usize),
    sights: &mut [S],
) {
    let bundle = Bundle::<M::Four>::new(beams.origin, &stored.segment);
    let mut place = begin;
    while place < end {
        let (seen, doubts) = S::of_bundle(&bundle, wall, beams.four_ends(place));
        for (lane, seen) in seen.into_iter().enumerate() {
            if place + lane < end {
                sights[beams.numbers[place + lane] as usize] = seen;
            }
        }
        if doubts != 0 {
            see_in_doubt(&bundle, wall, (beams, place, end), doubts, sights);
        }
        place += 4;
    }
}

/// The same for those of four that are in doubt.
#[cold]
#[inline(never)]
fn see_in_doubt<F: Four, S: Sight>(
    bundle: &Bundle<'_, F>,
    wall: WallId,
    (beams, begin, end): (&Beams, usize, usize),
    doubts: u32,
    sights: &mut [S],
) {
    for place in (begin..end).take(4).filter(|place| doubts >> (place - begin) & 1 != 0) {
        let hit = bundle.hit_in_doubt(beams.end(place));
        sights[beams.numbers[place] as usize] = S::of(beams.origin, wall, &hit);
    }
}

/// Some rays of one origin.
struct Rays<'a, S> {
    sweeps: &'a [Sweep],
    /// Their places, and the numbers of all in their places.
    left: &'a [u32],
    numbers: &'a [u32],
    sights: &'a mut [S],
    /// The next that is not on its way yet.
    next: usize,
}

impl<S: Sight> Rays<'_, S> {
    #[inline(always)]
    fn look_one_by_one<M: Machine>(mut self, view: View<'_>) {
        for ray in 0..self.sweeps.len() {
            if view.only_tree().is_some_and(|tree| tree.is_clear(self.sweep(ray))) {
                continue;
            }
            if let Some((wall, hit)) = view.find::<M>(self.sweep(ray), Wanted::Touch, &mut ()) {
                self.touch(ray, wall, hit);
            }
        }
    }
}

impl<S: Sight> Paths for Rays<'_, S> {
    #[inline(always)]
    fn next_four(&mut self) -> ([usize; 4], usize) {
        let (next, left) = (self.next, self.sweeps.len() - self.next);
        let count = core::cmp::min(left, 4);
        self.next += count;
        // The first stands in for those that are missing.
        ([0, 1, 2, 3].map(|lane| if lane < count { next + lane } else { next }), count)
    }

    #[inline(always)]
    fn sweep(&self, ray: usize) -> &Sweep {
        &self.sweeps[ray]
    }

    #[inline(always)]
    fn touch(&mut self, ray: usize, wall: WallId, hit: Hit) {
        *self.sight(ray) = S::of(self.sweep(ray).start(), wall, &hit);
    }

    #[inline(always)]
    fn through<M: Machine>(&mut self, rays: [usize; 4], walls: [WallId; 4], segments: [&Segment; 4]) {
        let seen = S::through::<M>(rays.map(|ray| self.sweep(ray)), walls, segments);
        for (ray, seen) in rays.into_iter().zip(seen) {
            *self.sight(ray) = seen;
        }
    }
}

impl<S> Rays<'_, S> {
    /// Where it goes what one sees.
    #[inline(always)]
    fn sight(&mut self, ray: usize) -> &mut S {
        &mut self.sights[self.numbers[self.left[ray] as usize] as usize]
    }
}
