//! A lidar: what rays from one origin meet, or from many.
//!
//! Rays are made some at a time, go through the walls as sweeps do, and of each is kept what was asked for: a [`Beam`], or no more
//! than its distance.

use super::Walls;
use super::bounds::Bounds;
use super::depths::Depths;
use super::grid::Grid;
use super::groups::{Hits, InGroups, Paths};
use super::search::Wanted;
use super::view::View;
use super::wall::WallId;
use crate::error::Error;
use crate::float;
use crate::point::{ORDINARY, Point, Vec2, max, min};
use crate::segment::Segment;
use crate::simd::{self, Kernel, Machine};
use crate::sweep::{Hit, Sweep};
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
        let (mut sweeps, mut numbers) = (Vec::new(), Vec::new());
        for (directions, sights) in directions.chunks(PIECE_BEAMS).zip(sights.chunks_mut(PIECE_BEAMS)) {
            fan.rays(directions, &mut sweeps, &mut numbers);
            let rays = Rays { sweeps: &sweeps, sights, left: &numbers };
            match view.only_grid() {
                Some(grid) => rays.look::<M>(view, grid),
                None => rays.look_one_by_one::<M>(view),
            }
        }
    }
}

/// Some rays of one origin.
struct Rays<'a, S> {
    sweeps: &'a [Sweep],
    sights: &'a mut [S],
    /// The numbers of those that are not on their way yet.
    left: &'a [u32],
}

/// From so many beams on, walls are put in front of them.
const DEPTHS_FROM_BEAMS: usize = 32;

impl<S: Sight> Rays<'_, S> {
    #[inline(always)]
    fn look<M: Machine>(mut self, view: View<'_>, grid: &Grid) {
        let mut left = Vec::new();
        if view.is_as_built() && DEPTHS_FROM_BEAMS <= self.left.len() {
            if let Some(depths) = Depths::of(self.sweeps, self.left, grid) {
                let (stored, mut hits) = (&view.walls.stored, Hits::default());
                for place in 0..depths.len() {
                    match depths.get(place) {
                        (ray, Some(wall)) => hits.push_if(true, ray as usize, wall),
                        (ray, None) => left.push(ray),
                    }
                    if hits.are_many() {
                        hits.make_fours::<M>(&mut self, stored);
                    }
                }
                hits.finish::<M>(&mut self, stored);
                let Rays { sweeps, sights, .. } = self;
                return InGroups { grid, view, paths: Rays { sweeps, sights, left: &left } }.run::<M>();
            }
        }
        InGroups { grid, view, paths: self }.run::<M>();
    }

    #[inline(always)]
    fn look_one_by_one<M: Machine>(mut self, view: View<'_>) {
        for ray in self.left.iter().map(|&ray| ray as usize) {
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
        if let [a, b, c, d, left @ ..] = self.left {
            self.left = left;
            return ([*a, *b, *c, *d].map(|ray| ray as usize), 4);
        }
        let left = core::mem::take(&mut self.left);
        ([0, 1, 2, 3].map(|place| left.get(place).map_or(0, |&ray| ray as usize)), left.len())
    }

    #[inline(always)]
    fn sweep(&self, ray: usize) -> &Sweep {
        &self.sweeps[ray]
    }

    #[inline(always)]
    fn touch(&mut self, ray: usize, wall: WallId, hit: Hit) {
        self.sights[ray] = S::of(self.sweep(ray).start(), wall, &hit);
    }

    #[inline(always)]
    fn through<M: Machine>(&mut self, rays: [usize; 4], walls: [WallId; 4], segments: [&Segment; 4]) {
        let seen = S::through::<M>(rays.map(|ray| self.sweep(ray)), walls, segments);
        for (ray, seen) in rays.into_iter().zip(seen) {
            self.sights[ray] = seen;
        }
    }
}

/// Where rays start and how far they go.
#[derive(Clone, Copy)]
struct Fan {
    origin: Point,
    limit: f64,
    /// See [`View::beyond`].
    beyond: f64,
    /// The power of two near that.
    near: f64,
}

impl Fan {
    fn new(origin: Point, limit: f64, beyond: f64) -> Fan {
        // As a sweep has it.
        Fan { origin: origin.canonical(), limit, beyond, near: float::power_of_two_near(beyond) }
    }

    /// Makes a sweep of each direction, and the numbers of those that are rays.
    #[inline(always)]
    fn rays(&self, directions: &[Vec2], sweeps: &mut Vec<Sweep>, numbers: &mut Vec<u32>) {
        let (mut is_plain, limit) = (self.limit >= 0.0 && self.limit < f64::INFINITY, self.limit);
        sweeps.resize(directions.len(), Sweep::moving(self.origin, self.origin, 0.0));
        for (direction, sweep) in directions.iter().zip(sweeps.iter_mut()) {
            let squared = direction.length_squared();
            let length = float::sqrt(squared);
            // As `end` has it where lengths are ordinary.
            let end = self.origin + Vec2::new(direction.x / length, direction.y / length) * limit;
            is_plain &= (ORDINARY[0] < squared) & (squared < ORDINARY[1]) & end.is_finite();
            *sweep = Sweep::moving(self.origin, end.canonical(), 0.0);
        }
        numbers.clear();
        numbers.extend(0..directions.len() as u32);
        if !is_plain {
            self.odd_rays(directions, sweeps, numbers);
        }
    }

    /// The same for any directions and limit.
    #[inline(never)]
    fn odd_rays(&self, directions: &[Vec2], sweeps: &mut [Sweep], numbers: &mut Vec<u32>) {
        numbers.retain(|&number| {
            let end = self.end(directions[number as usize]);
            sweeps[number as usize] = Sweep::moving(self.origin, end.unwrap_or(self.origin).canonical(), 0.0);
            end.is_some()
        });
    }

    /// Where a ray ends: at the limit, or beyond all walls if that is infinite or out of range. `None` if it is no ray.
    fn end(&self, direction: Vec2) -> Option<Point> {
        let Fan { origin, limit, near, .. } = *self;
        let size = max(direction.x.abs(), direction.y.abs());
        let is_finite = direction.x.is_finite() && direction.y.is_finite() && origin.is_finite();
        if !(is_finite && 0.0 < size && 0.0 <= limit) {
            return None;
        }
        if limit < f64::INFINITY {
            let end = origin + direction.normalized() * limit;
            if end.is_finite() {
                return Some(end);
            }
        }
        // Powers of two keep the direction as it was given, and its larger part is at least 1, so this goes beyond all walls; or,
        // if that is out of range, as far as there are numbers.
        let direction = direction / float::power_of_two_near(size);
        let end = origin + direction * (4.0 * near);
        if end.is_finite() { Some(end) } else { self.last_end(direction) }
    }

    #[cold]
    fn last_end(&self, direction: Vec2) -> Option<Point> {
        let halves = (0..1100).scan(self.near, |far, _| {
            *far /= 2.0;
            Some(*far)
        });
        let shorter = [direction * (2.0 * self.near), direction.normalized() * self.beyond];
        let steps = shorter.into_iter().chain(halves.map(|far| direction * far));
        steps.map(|step| self.origin + step).find(|end| end.is_finite())
    }
}
