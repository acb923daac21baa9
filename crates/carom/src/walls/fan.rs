//! Rays of one origin: where they end, and some of them side by side.

use crate::float;
use crate::point::{ORDINARY, Point, Vec2, max};
use crate::simd::Four;
use crate::sweep::Sweep;
use alloc::vec::Vec;

/// Where rays start and how far they go.
#[derive(Clone, Copy)]
pub(super) struct Fan {
    origin: Point,
    limit: f64,
    /// There is no wall further away than this.
    beyond: f64,
    /// The power of two near that.
    near: f64,
}

impl Fan {
    pub(super) fn new(origin: Point, limit: f64, beyond: f64) -> Fan {
        // As a sweep has it.
        Fan { origin: origin.canonical(), limit, beyond, near: float::power_of_two_near(beyond) }
    }

    /// The rays with these directions, but for those that are none.
    #[inline(always)]
    pub(super) fn rays(&self, directions: &[Vec2]) -> Beams {
        let (mut is_plain, Fan { origin, limit, .. }) = (self.limit >= 0.0 && self.limit < f64::INFINITY, *self);
        let room = directions.len() + ROOM;
        let mut ends = [alloc::vec![0.0; room], alloc::vec![0.0; room]];
        let [xs, ys] = &mut ends;
        for ((direction, x), y) in directions.iter().zip(xs.iter_mut()).zip(ys.iter_mut()) {
            let squared = direction.length_squared();
            let length = float::sqrt(squared);
            // As `end` has it where lengths are ordinary.
            let end = origin + Vec2::new(direction.x / length, direction.y / length) * limit;
            is_plain &= (ORDINARY[0] < squared) & (squared < ORDINARY[1]) & end.is_finite();
            Point { x: *x, y: *y } = end.canonical();
        }
        let mut beams = Beams { origin, ends, numbers: (0..directions.len() as u32).collect() };
        if !is_plain {
            self.odd_rays(directions, &mut beams);
        }
        beams
    }

    /// The same for any directions and limit.
    #[inline(never)]
    fn odd_rays(&self, directions: &[Vec2], beams: &mut Beams) {
        let Beams { ends: [xs, ys], numbers, .. } = beams;
        numbers.clear();
        for (number, &direction) in directions.iter().enumerate() {
            if let Some(end) = self.end(direction) {
                Point { x: xs[numbers.len()], y: ys[numbers.len()] } = end.canonical();
                numbers.push(number as u32);
            }
        }
        xs.truncate(numbers.len() + ROOM);
        ys.truncate(numbers.len() + ROOM);
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

/// Rays of one origin, side by side.
pub(super) struct Beams {
    pub(super) origin: Point,
    /// The x of where they end, and the y; and room beyond the last for as many as are taken at once.
    ends: [Vec<f64>; 2],
    /// Which of all directions these are.
    pub(super) numbers: Vec<u32>,
}

/// Room beyond the last.
const ROOM: usize = 7;

impl Beams {
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    #[inline(always)]
    pub(super) fn sweep(&self, place: usize) -> Sweep {
        Sweep::moving(self.origin, self.end(place), 0.0)
    }

    #[inline(always)]
    pub(super) fn end(&self, place: usize) -> Point {
        Point::new(self.ends[0][place], self.ends[1][place])
    }

    /// Where four of them end, from a place on; beyond the last it says nothing.
    #[inline(always)]
    pub(super) fn four_ends<F: Four>(&self, place: usize) -> [F; 2] {
        let [xs, ys] = &self.ends;
        match (xs[place..].first_chunk(), ys[place..].first_chunk()) {
            (Some(x), Some(y)) => [F::of(*x), F::of(*y)],
            _ => [F::all(0.0); 2],
        }
    }

    /// From where they start to where four of them end, in the same manner.
    #[inline(always)]
    pub(super) fn four_motions<F: Four>(&self, place: usize) -> [F; 2] {
        let [x, y] = self.four_ends::<F>(place);
        [x.minus(F::all(self.origin.x)), y.minus(F::all(self.origin.y))]
    }

    /// Where all end: all x, and all y.
    #[inline(always)]
    pub(super) fn ends(&self) -> [&[f64]; 2] {
        [&self.ends[0][..self.len()], &self.ends[1][..self.len()]]
    }

    /// Turns them around so that they begin with the one in this place.
    pub(super) fn rotate(&mut self, place: usize) {
        let len = self.len();
        self.numbers.rotate_left(place);
        self.ends.iter_mut().for_each(|ends| ends[..len].rotate_left(place));
    }

    /// Puts them in another order: in which place which of them is.
    pub(super) fn reorder(&mut self, order: &[u32]) {
        self.numbers = order.iter().map(|&place| self.numbers[place as usize]).collect();
        for ends in &mut self.ends {
            *ends = order.iter().map(|&place| ends[place as usize]).chain([0.0; ROOM]).collect();
        }
    }
}
