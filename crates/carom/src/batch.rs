//! Many sweeps against one wall, and one sweep against many walls, several at a time.
//!
//! Most pairs are far apart, and that can be seen of several at once, on vectors as wide as the machine has.
//! Those that cross for certain are collected, and their times are computed several at once, too. What is left is
//! decided one by one. The answers are those of [`Sweep::first_time`] and [`Sweep::first_touch`], bit for bit.

use crate::exact::construct::everywhere;
use crate::exact::lanes::Lanes;
use crate::exact::look::Look;
use crate::exact::touch;
use crate::point::Point;
use crate::segment::Segment;
use crate::simd::{self, Four, Kernel, Machine};
use crate::sweep::{Hit, Sweep, Touch, is_earlier};
use alloc::vec::Vec;

/// So many pairs are looked at in one go; their numbers fit the nearest cache.
const BLOCK_PAIRS: usize = 128;

/// When each of many sweeps first touches a wall: what [`Sweep::first_time`] says, in the same order.
///
/// ```
/// use carom::{Segment, Sweep, batch};
/// let gate = Segment::new([0.0, -1.0], [0.0, 1.0])?;
/// let runners = [Sweep::point([-3.0, 0.0], [1.0, 0.0])?, Sweep::point([-3.0, 5.0], [1.0, 5.0])?];
/// assert_eq!(batch::first_times(&runners, &gate), [Some(0.75), None]);
/// # Ok::<(), carom::Error>(())
/// ```
#[must_use]
pub fn first_times(sweeps: &[Sweep], wall: &Segment) -> Vec<Option<f64>> {
    let mut times = Vec::new();
    first_times_into(sweeps, wall, &mut times);
    times
}

/// [`first_times`] into a list that is there already, in place of what it holds.
///
/// Frame after frame this saves requests to the system for memory, which for a million sweeps takes longer than the answers.
///
/// ```
/// use carom::{Segment, Sweep, batch};
/// let gate = Segment::new([0, -1], [0, 1])?;
/// let mut times = Vec::new();
/// batch::first_times_into(&[Sweep::point([-3, 0], [1, 0])?], &gate, &mut times);
/// assert_eq!(times, [Some(0.75)]);
/// batch::first_times_into(&[], &gate, &mut times);
/// assert!(times.is_empty());
/// # Ok::<(), carom::Error>(())
/// ```
pub fn first_times_into(sweeps: &[Sweep], wall: &Segment, times: &mut Vec<Option<f64>>) {
    times.resize(sweeps.len(), None);
    simd::run(FirstTimes { sweeps, wall, times });
}

/// The wall that a sweep touches first, and how; of several touched at the same exact time, the first.
///
/// ```
/// use carom::{Segment, Sweep, batch};
/// let walls = [Segment::new([4.0, -1.0], [4.0, 1.0])?, Segment::new([2.0, -1.0], [2.0, 1.0])?];
/// let path = Sweep::point([0.0, 0.0], [8.0, 0.0])?;
/// let (wall, hit) = batch::first_touch(&path, &walls).unwrap();
/// assert_eq!((wall, hit.t), (1, 0.25));
/// # Ok::<(), carom::Error>(())
/// ```
#[must_use]
pub fn first_touch(sweep: &Sweep, walls: &[Segment]) -> Option<(usize, Hit)> {
    let (index, touch, _) = simd::run(FirstTouch { sweep, walls })?;
    Some((index, sweep.hit(&walls[index], touch)))
}

struct FirstTimes<'a> {
    sweeps: &'a [Sweep],
    wall: &'a Segment,
    times: &'a mut [Option<f64>],
}

impl Kernel for FirstTimes<'_> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self) {
        let mut rows = Rows::new();
        let mut crossing = Rows::new();
        let mut near = [0; BLOCK_PAIRS];
        let mut indices = [0; BLOCK_PAIRS];
        for (sweeps, times) in self.sweeps.chunks(BLOCK_PAIRS).zip(self.times.chunks_mut(BLOCK_PAIRS)) {
            for (row, sweep) in sweeps.iter().enumerate() {
                rows.set(row, sweep.ends(), sweep.radius());
            }
            times.fill(None);
            let near = rows.look(sweeps.len(), self.wall.ends(), &mut near);
            // Those that cross for certain get their times together, the others one by one.
            let mut count = 0;
            for &index in near.iter() {
                let index = usize::from(index);
                if 0.0 < rows.cross[index] {
                    crossing.set(count, sweeps[index].ends(), 0.0);
                    indices[count] = index;
                    count += 1;
                } else {
                    times[index] = sweeps[index].first_time(self.wall);
                }
            }
            crossing.times_of_crossings::<M::Four>(count, self.wall.ends());
            for (&index, &t) in indices[..count].iter().zip(&crossing.cross) {
                times[index] = if t < 0.0 { sweeps[index].first_time(self.wall) } else { Some(t) };
            }
        }
    }
}

struct FirstTouch<'a> {
    sweep: &'a Sweep,
    walls: &'a [Segment],
}

impl Kernel for FirstTouch<'_> {
    type Output = Option<(usize, Touch, f64)>;

    #[inline(always)]
    fn run<M: Machine>(self) -> Option<(usize, Touch, f64)> {
        let mut first: Option<(usize, Touch, f64)> = None;
        let mut rows = Rows::new();
        let mut near = [0; BLOCK_PAIRS];
        for (block, walls) in self.walls.chunks(BLOCK_PAIRS).enumerate() {
            for (row, wall) in walls.iter().enumerate() {
                rows.set(row, wall.ends(), self.sweep.radius());
            }
            for &index in rows.look(walls.len(), self.sweep.ends(), &mut near).iter() {
                if let Some(touch) = self.sweep.touch(&walls[usize::from(index)]) {
                    let t = touch.time(self.sweep);
                    if first.as_ref().is_none_or(|best| is_earlier(self.sweep, (&touch, t), (&best.1, best.2))) {
                        first = Some((block * BLOCK_PAIRS + usize::from(index), touch, t));
                    }
                }
            }
        }
        first
    }
}

/// The numbers of a block of segments, each kind in a row of its own.
struct Rows {
    ax: [f64; BLOCK_PAIRS],
    ay: [f64; BLOCK_PAIRS],
    bx: [f64; BLOCK_PAIRS],
    by: [f64; BLOCK_PAIRS],
    radius: [f64; BLOCK_PAIRS],
    /// Positive if a segment stays apart from another for certain.
    apart: [f64; BLOCK_PAIRS],
    /// Positive if it crosses the other for certain, then when.
    cross: [f64; BLOCK_PAIRS],
}

impl Rows {
    fn new() -> Rows {
        let row = [0.0; BLOCK_PAIRS];
        Rows { ax: row, ay: row, bx: row, by: row, radius: row, apart: row, cross: row }
    }

    #[inline(always)]
    fn set(&mut self, row: usize, [a, b]: [Point; 2], radius: f64) {
        (self.ax[row], self.ay[row], self.bx[row], self.by[row]) = (a.x, a.y, b.x, b.y);
        self.radius[row] = radius;
    }

    /// Those of the first `len` segments that may come within their radius of another.
    #[inline(always)]
    fn look<'a>(&mut self, len: usize, other: [Point; 2], near: &'a mut [u16; BLOCK_PAIRS]) -> &'a [u16] {
        if self.radius[..len].iter().all(|&radius| radius == 0.0) {
            for row in 0..BLOCK_PAIRS {
                let (Lanes([apart]), Lanes([cross])) = Look::at(self.ends(row), other).of_points();
                (self.apart[row], self.cross[row]) = (apart, cross);
            }
        } else {
            for row in 0..BLOCK_PAIRS {
                self.apart[row] = Look::at(self.ends(row), other).apart_by(Lanes([self.radius[row]])).0[0];
                self.cross[row] = -1.0;
            }
        }
        let mut count = 0;
        for (index, &apart) in self.apart[..len].iter().enumerate() {
            // `count` is less than BLOCK_PAIRS, and the compiler need not take that on trust.
            near[count % BLOCK_PAIRS] = index as u16;
            // What is NaN is not certain either.
            count += 1 - usize::from(0.0 < apart);
        }
        &near[..count]
    }

    /// When each of the first `len` crosses a wall, in `cross`; −1 where it is in doubt.
    #[inline(always)]
    fn times_of_crossings<F: Four>(&mut self, len: usize, wall: [Point; 2]) {
        let wall = everywhere(wall);
        // As many as whole vectors hold; what is beyond is of no use and does no harm.
        for first in (0..len).step_by(4) {
            let four = |row: &[f64; BLOCK_PAIRS]| F::of([0, 1, 2, 3].map(|place| row[(first + place) % BLOCK_PAIRS]));
            let path = [[four(&self.ax), four(&self.ay)], [four(&self.bx), four(&self.by)]];
            let (times, are_certain) = touch::time_in_doubles(wall, path);
            let times = F::choose(are_certain, times, F::all(-1.0)).numbers();
            for (place, t) in times.into_iter().enumerate() {
                self.cross[(first + place) % BLOCK_PAIRS] = t;
            }
        }
    }

    #[inline(always)]
    fn ends(&self, row: usize) -> [Point; 2] {
        [Point::new(self.ax[row], self.ay[row]), Point::new(self.bx[row], self.by[row])]
    }
}
