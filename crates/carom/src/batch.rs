//! Many sweeps against one wall, and one sweep against many walls, several at a time.
//!
//! Most pairs are far apart, and that can be seen of several at once, on vectors as wide as the machine has.
//! Those that cross for certain are collected, and their times are computed several at once, too. What is left is
//! decided one by one. The answers are those of [`Sweep::first_time`] and [`Sweep::first_touch`], bit for bit.

use crate::exact::construct::{everywhere, in_lanes};
use crate::exact::look::Look;
use crate::exact::touch;
use crate::point::Point;
use crate::segment::Segment;
use crate::simd::{self, Four, Kernel, Machine, Numbers};
use crate::sweep::{Hit, Sweep, Touch, is_earlier};
use alloc::vec::Vec;

/// So many pairs are looked at in one go: a bit each, in one number.
const BLOCK_PAIRS: usize = 64;

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
    times.clear();
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
    simd::run(FirstTouch { sweep, walls })
}

struct FirstTimes<'a> {
    sweeps: &'a [Sweep],
    wall: &'a Segment,
    /// All `None`.
    times: &'a mut [Option<f64>],
}

impl Kernel for FirstTimes<'_> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(mut self) {
        // Those that cross for certain get their times four by four, and so do points of which that is in doubt.
        let (mut crossing, mut count) = ([0; 4], 0);
        let (mut doubtful, mut doubts) = ([0; 4], 0);
        for first in (0..self.sweeps.len()).step_by(BLOCK_PAIRS) {
            let sweeps = &self.sweeps[first..self.sweeps.len().min(first + BLOCK_PAIRS)];
            let Some(seen) = look_at_points::<M>(sweeps, self.wall.ends()) else {
                self.times_of_discs::<M>(first, sweeps);
                continue;
            };
            for row in rows(seen.crossing) {
                crossing[count] = first + row;
                count += 1;
                if count == 4 {
                    self.times_of_crossing::<M>(crossing);
                    count = 0;
                }
            }
            for row in rows(seen.in_doubt) {
                doubtful[doubts] = first + row;
                doubts += 1;
                if doubts == 4 {
                    self.times_in_doubt::<M>(doubtful);
                    doubts = 0;
                }
            }
        }
        for &index in crossing[..count].iter().chain(&doubtful[..doubts]) {
            self.times[index] = self.sweeps[index].first_time_with::<M>(self.wall);
        }
    }
}

impl FirstTimes<'_> {
    #[inline(always)]
    fn times_of_discs<M: Machine>(&mut self, first: usize, sweeps: &[Sweep]) {
        let disc = |row: usize| (sweeps[row].ends(), sweeps[row].radius());
        for row in rows(look_at_discs::<M>(sweeps.len(), self.wall.ends(), disc).in_doubt) {
            self.times[first + row] = sweeps[row].first_time_with::<M>(self.wall);
        }
    }

    /// The times of points that cross for certain.
    #[inline(always)]
    fn times_of_crossing<M: Machine>(&mut self, indices: [usize; 4]) {
        let [a, b, c, d] = indices;
        let sweeps = self.sweeps;
        let path = in_lanes([sweeps[a].ends(), sweeps[b].ends(), sweeps[c].ends(), sweeps[d].ends()]);
        let (t, are_certain) = touch::time_in_doubles::<M::Four>(everywhere(self.wall.ends()), path);
        let (t, are_certain) = (t.numbers(), M::Four::bits(are_certain));
        for (lane, index) in indices.into_iter().enumerate() {
            self.times[index] = Some(t[lane]);
        }
        for lane in rows(u64::from(!are_certain & 0b1111)) {
            self.times[indices[lane]] = sweeps[indices[lane]].first_time(self.wall);
        }
    }

    /// The times of points of which nothing is certain yet.
    #[inline(always)]
    fn times_in_doubt<M: Machine>(&mut self, indices: [usize; 4]) {
        let [a, b, c, d] = indices;
        let sweeps = self.sweeps;
        let path = in_lanes([sweeps[a].ends(), sweeps[b].ends(), sweeps[c].ends(), sweeps[d].ends()]);
        let sides = touch::Sides::<M::Four>::of(everywhere(self.wall.ends()), path);
        let (t, apart) = (sides.time.numbers(), M::Four::bits(sides.are_apart));
        let crossing = M::Four::bits(M::Four::both(sides.cross, sides.is_time_certain));
        for (lane, index) in indices.into_iter().enumerate() {
            self.times[index] = (crossing >> lane & 1 == 1).then_some(t[lane]);
        }
        for lane in rows(u64::from((apart | crossing) ^ 0b1111)) {
            let path = sweeps[indices[lane]].ends();
            self.times[indices[lane]] = touch::Touch::time_in_doubt_of(path, self.wall.ends());
        }
    }
}

struct FirstTouch<'a> {
    sweep: &'a Sweep,
    walls: &'a [Segment],
}

impl Kernel for FirstTouch<'_> {
    type Output = Option<(usize, Hit)>;

    #[inline(always)]
    fn run<M: Machine>(self) -> Option<(usize, Hit)> {
        let mut first: Option<(usize, Touch, f64)> = None;
        for (block, walls) in self.walls.chunks(BLOCK_PAIRS).enumerate() {
            let wall = |row: usize| (walls[row].ends(), self.sweep.radius());
            let seen = look_at_discs::<M>(walls.len(), self.sweep.ends(), wall);
            for row in rows(seen.in_doubt) {
                if let Some(touch) = self.sweep.touch(&walls[row]) {
                    let t = touch.time_with::<M>(self.sweep);
                    if first.as_ref().is_none_or(|best| is_earlier(self.sweep, (&touch, t), (&best.1, best.2))) {
                        first = Some((block * BLOCK_PAIRS + row, touch, t));
                    }
                }
            }
        }
        let (index, touch, _) = first?;
        Some((index, self.sweep.hit_with::<M>(&self.walls[index], touch)))
    }
}

/// What a look at up to [`BLOCK_PAIRS`] pairs has found: a bit for each that is not apart for certain.
struct Seen {
    /// Points that cross for certain, between the ends of both.
    crossing: u64,
    in_doubt: u64,
}

/// The places of the bits that are set, from the lowest to the highest.
#[inline(always)]
fn rows(mut bits: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let row = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        row
    })
}

/// The paths of points beside a wall; what makes no four is in doubt. `None` if there is a disc among them.
#[inline(always)]
fn look_at_points<M: Machine>(sweeps: &[Sweep], wall: [Point; 2]) -> Option<Seen> {
    let (wall, mut seen) = (everywhere(wall), Seen { crossing: 0, in_doubt: rest_of(sweeps.len()) });
    let fours = sweeps.chunks_exact(4);
    let mut radii = fours.remainder().iter().fold(0, |radii, sweep| radii | sweep.radius().to_bits());
    for (group, four) in fours.enumerate() {
        let [a, b, c, d] = four else { break };
        let (apart, cross) = Look::<M::Four>::of(in_lanes([a.ends(), b.ends(), c.ends(), d.ends()]), wall).of_points();
        let (apart, cross) = (M::Four::bits(apart), M::Four::bits(cross));
        // Whether any is not 0: what is asked at the end costs less than what is asked of each.
        radii |= (a.radius().to_bits() | b.radius().to_bits()) | (c.radius().to_bits() | d.radius().to_bits());
        seen.crossing |= u64::from(cross) << (4 * group);
        seen.in_doubt |= u64::from((apart | cross) ^ 0b1111) << (4 * group);
    }
    (radii == 0).then_some(seen)
}

/// Segments, each with a radius, beside another one; the same holds.
#[inline(always)]
fn look_at_discs<M: Machine>(len: usize, other: [Point; 2], row: impl Fn(usize) -> ([Point; 2], f64)) -> Seen {
    let (other, mut seen) = (everywhere(other), Seen { crossing: 0, in_doubt: rest_of(len) });
    for first in (0..len & !3).step_by(4) {
        let [(a, ra), (b, rb), (c, rc), (d, rd)] = [row(first), row(first + 1), row(first + 2), row(first + 3)];
        let look = Look::<M::Four>::of(in_lanes([a, b, c, d]), other);
        let apart = M::Four::bits(look.are_apart_by(M::Four::of([ra, rb, rc, rd])));
        seen.in_doubt |= u64::from(apart ^ 0b1111) << first;
    }
    seen
}

/// A bit for each place below `len` that is not one of four.
#[inline(always)]
fn rest_of(len: usize) -> u64 {
    ((1 << (len % 4)) - 1) << (len & !3 & 63)
}
