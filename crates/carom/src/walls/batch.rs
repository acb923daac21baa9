//! Many sweeps at once, and a lidar's rays.
//!
//! Sweeps that start near one another look at the same walls, so among many walls each block of sweeps is taken in the
//! order of a curve that fills the plane.

use super::Walls;
use super::bounds::Bounds;
use super::search::Wanted;
use super::view::View;
use super::wall::WallId;
use crate::float;
use crate::point::{Point, Vec2, max, min};
use crate::simd::{self, Kernel, Machine};
use crate::sweep::{Hit, Sweep};
use alloc::vec::Vec;
use core::sync::atomic::{AtomicUsize, Ordering};

/// Below so many walls they are all in the nearest caches, and the order of sweeps does not matter.
const ORDERED_FROM_WALLS: usize = 4_000;

/// So many sweeps are one piece of work: they and their answers stay in the nearer caches.
const BLOCK_SWEEPS: usize = 65_536;

/// So many sweeps ahead, memory is requested; it needs about the time of two.
const PREFETCHED_SWEEPS: usize = 4;

/// What a sweep touches first.
type Answer = Option<(WallId, Hit)>;

/// How far a batch has come; it can be read from another thread.
#[derive(Debug, Default)]
pub struct Progress(AtomicUsize);

impl Progress {
    /// A progress of which nothing is done yet.
    #[must_use]
    pub fn new() -> Progress {
        Progress::default()
    }

    /// How many sweeps are done.
    #[must_use]
    pub fn done(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

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
    /// [`Walls::first_touch`] for many sweeps, in their order; quicker than one by one, and with the feature `rayon` on
    /// all cores. The answers are the same bits for any number of threads.
    #[must_use]
    pub fn first_touches(&self, sweeps: &[Sweep]) -> Vec<Option<(WallId, Hit)>> {
        self.all().first_touches(sweeps)
    }

    /// As [`Walls::first_touches`], with a [`Progress`] that another thread may look at.
    #[must_use]
    pub fn first_touches_observed(&self, sweeps: &[Sweep], progress: &Progress) -> Vec<Option<(WallId, Hit)>> {
        self.all().first_touches_observed(sweeps, progress)
    }

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
}

impl View<'_> {
    /// As [`Walls::first_touches`], among the walls of this view.
    #[must_use]
    pub fn first_touches(&self, sweeps: &[Sweep]) -> Vec<Option<(WallId, Hit)>> {
        self.first_touches_observed(sweeps, &Progress::new())
    }

    /// As [`Walls::first_touches_observed`], among the walls of this view.
    #[must_use]
    pub fn first_touches_observed(&self, sweeps: &[Sweep], progress: &Progress) -> Vec<Option<(WallId, Hit)>> {
        let mut answers = alloc::vec![None; sweeps.len()];
        let answer = |(sweeps, answers): (&[Sweep], &mut [Answer])| {
            let order = if self.walls.living < ORDERED_FROM_WALLS { None } else { Some(along_a_curve(sweeps)) };
            simd::run(Block { view: *self, sweeps, answers, order });
            progress.0.fetch_add(sweeps.len(), Ordering::Relaxed);
        };
        #[cfg(feature = "rayon")]
        {
            use rayon::prelude::*;
            // Several pieces of work a thread, so that all of them have something to do until the end.
            let block = (sweeps.len() / (8 * rayon::current_num_threads())).clamp(256, BLOCK_SWEEPS);
            sweeps.par_chunks(block).zip(answers.par_chunks_mut(block)).for_each(answer);
        }
        #[cfg(not(feature = "rayon"))]
        sweeps.chunks(BLOCK_SWEEPS).zip(answers.chunks_mut(BLOCK_SWEEPS)).for_each(answer);
        answers
    }

    /// As [`Walls::scan`], among the walls of this view.
    #[must_use]
    pub fn scan(&self, origin: impl Into<Point>, directions: &[Vec2], limit: f64) -> Vec<Option<Beam>> {
        let origin = origin.into();
        let beyond = self.beyond(origin);
        directions.iter().map(|&direction| self.beam(origin, end_of_ray(origin, direction, limit, beyond)?)).collect()
    }

    fn beam(&self, origin: Point, end: Point) -> Option<Beam> {
        let ray = Sweep::point(origin, end).ok()?;
        let (wall, hit) = self.first_touch(&ray)?;
        Some(Beam { wall, distance: (hit.point - origin).length(), point: hit.point, normal: hit.normal })
    }

    /// A distance from a point beyond which there is no wall, or the largest number.
    fn beyond(&self, origin: Point) -> f64 {
        let Some(Bounds { min_x, max_x, min_y, max_y }) = self.walls.extent.all() else { return 0.0 };
        let x = max((min_x - origin.x).abs(), (max_x - origin.x).abs());
        let y = max((min_y - origin.y).abs(), (max_y - origin.y).abs());
        min(x + y, f64::MAX)
    }
}

/// A block of sweeps, in an order of their own if that is worth it.
struct Block<'a> {
    view: View<'a>,
    sweeps: &'a [Sweep],
    answers: &'a mut [Answer],
    order: Option<Vec<u16>>,
}

impl Kernel for Block<'_> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self) {
        let Block { view, sweeps, answers, order } = self;
        let Some(order) = order else {
            for (sweep, answer) in sweeps.iter().zip(answers) {
                *answer = view.find::<M>(sweep, Wanted::Touch, &mut ());
            }
            return;
        };
        for (turn, &place) in order.iter().enumerate() {
            if let Some(&soon) = order.get(turn + PREFETCHED_SWEEPS) {
                simd::prefetch(&sweeps[usize::from(soon)]);
                simd::prefetch(&answers[usize::from(soon)]);
            }
            let place = usize::from(place);
            answers[place] = view.find::<M>(&sweeps[place], Wanted::Touch, &mut ());
        }
    }
}

/// Where a ray ends: at a distance, or beyond all walls if that is infinite or out of range. `None` if it is no ray.
fn end_of_ray(origin: Point, direction: Vec2, limit: f64, beyond: f64) -> Option<Point> {
    let size = max(direction.x.abs(), direction.y.abs());
    let is_finite = direction.x.is_finite() && direction.y.is_finite() && origin.is_finite();
    if !(is_finite && 0.0 < size && 0.0 <= limit) {
        return None;
    }
    let end = origin + direction.normalized() * limit;
    if limit < f64::INFINITY && end.is_finite() {
        return Some(end);
    }
    // Powers of two keep the direction as it was given, and its larger part is at least 1, so this goes beyond all walls; or,
    // if that is out of range, as far as there are numbers.
    let direction = direction / float::power_of_two_near(size);
    let near = float::power_of_two_near(beyond);
    let halves = (0..1100).scan(near, |far, _| {
        *far /= 2.0;
        Some(*far)
    });
    let shorter = [direction * (2.0 * near), direction.normalized() * beyond];
    let steps = [direction * (4.0 * near)].into_iter().chain(shorter).chain(halves.map(|far| direction * far));
    steps.map(|step| origin + step).find(|end| end.is_finite())
}

/// The numbers of at most a block of sweeps in the order of a Z-shaped curve through their starts.
fn along_a_curve(sweeps: &[Sweep]) -> Vec<u16> {
    let (mut low, mut high) = (sweeps[0].start(), sweeps[0].start());
    for sweep in sweeps {
        let start = sweep.start();
        low = Point::new(min(low.x, start.x), min(low.y, start.y));
        high = Point::new(max(high.x, start.x), max(high.y, start.y));
    }
    // Starts that are too far apart for this get one number, and any order will do.
    let scale =
        |low: f64, high: f64| if high - low < f64::INFINITY && low < high { 255.99 / (high - low) } else { 0.0 };
    let (scale_x, scale_y) = (scale(low.x, high.x), scale(low.y, high.y));
    let key = |sweep: &Sweep| {
        let (x, y) = (((sweep.start().x - low.x) * scale_x) as u16, ((sweep.start().y - low.y) * scale_y) as u16);
        spread(x) | spread(y) << 1
    };
    let keys: Vec<u16> = sweeps.iter().map(key).collect();
    // Two rounds of sorting by eight bits each, which keep what is equal in order.
    let mut order: Vec<u16> = (0..=u16::MAX).take(sweeps.len()).collect();
    let mut sorted = alloc::vec![0; sweeps.len()];
    for shift in [0, 8] {
        let digit = |index: u16| usize::from(keys[usize::from(index)] >> shift & 0xff);
        let mut places = [0_u32; 257];
        order.iter().for_each(|&index| places[digit(index) + 1] += 1);
        (0..256).for_each(|digit| places[digit + 1] += places[digit]);
        for &index in &order {
            let place = &mut places[digit(index)];
            sorted[*place as usize] = index;
            *place += 1;
        }
        core::mem::swap(&mut order, &mut sorted);
    }
    order
}

/// Eight bits with a gap after each.
fn spread(x: u16) -> u16 {
    let x = (x & 0xff) | (x & 0xff) << 4;
    let x = x & 0x0f0f;
    let x = (x | x << 2) & 0x3333;
    (x | x << 1) & 0x5555
}
