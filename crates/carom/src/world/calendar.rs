//! Who is next? One pending event a body, found in constant time.
//!
//! A calendar queue (Brown 1988, for colliding particles Paul 2007): time is cut into days, a bucket holds the events of one day of
//! each year, and the next event is the first of today. A day is as long as one event takes, so neither
//! scheduling nor finding depends on how many bodies there are.

use super::slots::{NONE, Slots};
use crate::point::max;
use crate::side_by_side::WHOLE;
use crate::simd;
use alloc::vec::Vec;

#[derive(Clone, Debug, Default)]
pub(super) struct Calendar {
    /// The bodies of each bucket: thousands may be in one if all happen at once.
    buckets: Slots,
    /// When something happens to each body, infinite if nothing is pending; it says which bucket the event is in. One more is infinite: that of nobody.
    times: Vec<f64>,
    /// The length of a day, inverted.
    days_a_second: f64,
    today: u64,
    len: usize,
}

impl Calendar {
    /// Starts again at time 0, for so many bodies, with the times of some of them, each up to the end.
    pub(super) fn start(&mut self, bodies: usize, pending: &[(u32, f64)], end: f64) {
        let (count, sum) = (pending.len(), pending.iter().fold(0.0, |sum, (_, time)| sum + time));
        self.times.clear();
        self.times.resize(bodies + 1, f64::INFINITY);
        // As many as are pending: so many are on the way, or soon will be.
        self.buckets.clear(core::cmp::max(16, 2 * count.next_power_of_two()));
        // Bodies that wait τ on average have one event every τ/n; one a day.
        // If all begin by waiting for next to nothing, that is not how it goes on.
        let day = if count == 0 { end } else { sum / (count as f64 * count as f64) };
        let day = max(day, end / (4096.0 * bodies as f64));
        let days = 1.0 / day;
        self.days_a_second = if days.is_finite() { days } else { 0.0 };
        self.today = 0;
        self.len = 0;
        pending.iter().for_each(|&(body, time)| self.schedule(body, time));
    }

    /// The body with the first event, of equal times the lowest; it stays scheduled.
    #[inline]
    pub(super) fn next(&mut self) -> Option<(u32, f64)> {
        if self.len == 0 {
            return None;
        }
        for _ in 0..self.buckets.len() {
            if let Some(first) = self.first_of_today() {
                return Some(first);
            }
            self.today += 1;
        }
        // A year without an event: go to the first there is.
        let pending = self.times.iter().filter(|time| **time < f64::INFINITY);
        self.today = pending.map(|time| self.day(*time)).min()?;
        self.first_of_today()
    }

    #[inline]
    fn first_of_today(&self) -> Option<(u32, f64)> {
        let [a, b, c, chain] = self.buckets.lists()[self.bucket(self.today)];
        if a == NONE {
            return None;
        }
        // How many there are cannot be foreseen, so there are no branches.
        let first = core::cmp::min(core::cmp::min(self.key(a), self.key(b)), self.key(c));
        let first = if chain == NONE { first } else { self.first_of_chain(first, chain) };
        let (body, time) = (first as u32, f64::from_bits((first >> 32) as u64));
        // What is on that day of another year comes after all of today.
        (self.day(time) <= self.today).then_some((body, time))
    }

    /// When somebody has an event, and who: times are not negative, so that their bits compare as they do.
    #[inline(always)]
    fn key(&self, body: u32) -> u128 {
        u128::from(self.time_of(body).to_bits()) << 32 | u128::from(body)
    }

    /// When somebody has an event, infinite if it has none, and for nobody.
    #[inline(always)]
    fn time_of(&self, body: u32) -> f64 {
        self.times[core::cmp::min(body as usize, self.times.len() - 1)]
    }

    #[cold]
    #[inline(never)]
    fn first_of_chain(&self, mut first: u128, chain: u32) -> u128 {
        self.buckets.each_of_chain(chain, |body| first = core::cmp::min(first, self.key(body)));
        first
    }

    /// Whether somebody but these two has an event up to a time, and whether the second has; the first of all has been found.
    #[inline]
    pub(super) fn others_until(&self, time: f64, [a, b]: [u32; 2]) -> [bool; 2] {
        let (mut found, mut day, last) = (false, self.today, self.last_day(time));
        loop {
            let [first, second, third, chain] = self.buckets.lists()[self.bucket(day)];
            // How many there are cannot be foreseen, so there are no branches.
            let is_other = |body: u32| (self.time_of(body) <= time) & (body != a) & (body != b);
            found |= is_other(first) | is_other(second) | is_other(third);
            self.buckets.each_of_chain(chain, |body| found |= is_other(body));
            if day == last {
                return [found, self.time_of(b) <= time];
            }
            day += 1;
        }
    }

    /// All bodies with an event up to a time, the lowest first.
    pub(super) fn until(&self, time: f64) -> Vec<u32> {
        let mut bodies = Vec::new();
        for day in self.today..=self.last_day(time) {
            self.buckets.each(self.bucket(day), |body| bodies.push(body));
        }
        bodies.retain(|&body| self.time_of(body) <= time);
        bodies.sort_unstable();
        bodies
    }

    /// The day of a time, or the last before which each bucket has come once.
    #[inline]
    fn last_day(&self, time: f64) -> u64 {
        self.today + core::cmp::min(self.day(time).saturating_sub(self.today), self.buckets.len() as u64 - 1)
    }

    /// The first two of those who have an event on a day to come, or on that day of another year.
    #[inline(always)]
    pub(super) fn on(&self, day: u64) -> [u32; 2] {
        let [first, second, ..] = self.buckets.lists()[self.bucket(day)];
        [first, second]
    }

    #[inline(always)]
    pub(super) fn today(&self) -> u64 {
        self.today
    }

    /// Fetches what is asked of a body when its day comes.
    #[inline(always)]
    pub(super) fn prefetch(&self, body: u32) {
        simd::prefetch_at(&self.times, core::cmp::min(body as usize, self.times.len()));
    }

    /// Fetches the list in which a body has its event.
    #[inline(always)]
    pub(super) fn prefetch_bucket(&self, body: u32) {
        simd::prefetch_at(self.buckets.lists(), self.bucket(self.day(self.time_of(body))));
    }

    /// Gives a body an event in place of the one it has; not before the one that was last found.
    #[inline]
    pub(super) fn schedule(&mut self, body: u32, time: f64) {
        self.cancel(body);
        // Without −0.0.
        let time = time + 0.0;
        let bucket = self.bucket(self.day(time));
        self.buckets.put(body, bucket);
        self.times[body as usize] = time;
        self.len += 1;
    }

    /// Takes a body's event away.
    #[inline]
    pub(super) fn cancel(&mut self, body: u32) {
        let time = core::mem::replace(&mut self.times[body as usize], f64::INFINITY);
        if time < f64::INFINITY {
            let bucket = self.bucket(self.day(time));
            self.buckets.take(body, bucket);
            self.len -= 1;
        }
    }

    /// The day of a time: a number that is not less for a later time. Beside 2⁵² there is no room for fractions, and the last bits are days;
    /// the bits of larger numbers, and those of what is no number, are larger.
    #[inline]
    fn day(&self, time: f64) -> u64 {
        (time * self.days_a_second + WHOLE).to_bits() - WHOLE.to_bits()
    }

    #[inline]
    fn bucket(&self, day: u64) -> usize {
        day as usize & (self.buckets.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn listed(times: &[f64]) -> Vec<(u32, f64)> {
        (0..).zip(times.iter().copied()).collect()
    }

    #[test]
    fn events_come_in_order_whatever_is_scheduled() {
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        for bodies in [1, 2, 17, 300] {
            let mut pending: Vec<f64> = (0..bodies).map(|_| random()).collect();
            let mut calendar = Calendar::default();
            calendar.start(bodies, &listed(&pending), 1e9);
            for step in 0..20_000 {
                let expected = (0..bodies)
                    .filter(|&i| pending[i].is_finite())
                    .min_by(|&a, &b| pending[a].partial_cmp(&pending[b]).unwrap().then(a.cmp(&b)));
                let next = calendar.next();
                assert_eq!(next, expected.map(|i| (i as u32, pending[i])), "step {step}");
                let Some((body, now)) = next else { break };
                // Ties, long waits and some that end.
                let wait = match step % 7 {
                    0 => 0.0,
                    1 => 1000.0 * random(),
                    _ => (random() * 4.0).round() / 4.0,
                };
                let other = (random() * bodies as f64) as usize;
                for i in [body as usize, other] {
                    if step % 101 == 0 {
                        pending[i] = f64::INFINITY;
                        calendar.cancel(i as u32);
                    } else {
                        pending[i] = now + wait;
                        calendar.schedule(i as u32, pending[i]);
                    }
                }
            }
        }
    }

    /// One after the other would take minutes, if who is before somebody had to be looked for.
    #[test]
    fn thousands_at_once_leave_in_any_order() {
        const MANY: u32 = 400_000;
        let mut calendar = Calendar::default();
        for order in
            [|body: u32| body, |body| MANY - 1 - body, |body| (u64::from(body) * 7_919 % u64::from(MANY)) as u32]
        {
            let start = carom_oracle::clock::seconds_of_work();
            calendar.start(MANY as usize, &listed(&vec![0.0; MANY as usize]), 1.0);
            (0..MANY).for_each(|body| calendar.cancel(order(body)));
            assert_eq!(calendar.next(), None);
            let seconds = carom_oracle::clock::seconds_of_work() - start;
            assert!(seconds < 10.0, "it took {seconds} s");
        }
    }

    #[test]
    fn equal_and_extreme_times_are_no_trouble() {
        let mut calendar = Calendar::default();
        calendar.start(3, &listed(&[0.0, 0.0, 0.0]), 1.0);
        assert_eq!(calendar.next(), Some((0, 0.0)));
        calendar.start(3, &listed(&[1e-300, 1e300]), 1e301);
        assert_eq!(calendar.next(), Some((0, 1e-300)));
        calendar.cancel(0);
        assert_eq!(calendar.next(), Some((1, 1e300)));
        calendar.cancel(1);
        assert_eq!(calendar.next(), None);
    }
}
