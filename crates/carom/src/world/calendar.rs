//! Who is next? One pending event a body, found in constant time.
//!
//! A calendar queue (Brown 1988, for colliding particles Paul 2007): time is cut into days, a bucket holds the events of one day of
//! each year, and the next event is the first of today. A day is as long as one event takes, so neither
//! scheduling nor finding depends on how many bodies there are.

use super::slots::NONE;
use crate::point::max;
use crate::simd;
use alloc::vec::Vec;

#[derive(Clone, Debug, Default)]
pub(super) struct Calendar {
    /// The first body of each bucket.
    heads: Vec<u32>,
    entries: Vec<Entry>,
    /// The length of a day, inverted.
    days_a_second: f64,
    today: u64,
    len: usize,
}

#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
struct Entry {
    /// Infinite if nothing is pending. It says which bucket the event is in.
    time: f64,
    /// Those before and after it in its bucket: thousands may be in one if all happen at once.
    before: u32,
    next: u32,
}

impl Entry {
    const NOTHING: Entry = Entry { time: f64::INFINITY, before: NONE, next: NONE };

    fn is_pending(&self) -> bool {
        self.time < f64::INFINITY
    }
}

impl Calendar {
    /// Starts again at time 0, for so many bodies, with the times of some of them, each up to the end.
    pub(super) fn start(&mut self, bodies: usize, pending: &[(u32, f64)], end: f64) {
        let (count, sum) = (pending.len(), pending.iter().fold(0.0, |sum, (_, time)| sum + time));
        self.entries.clear();
        self.entries.resize(bodies, Entry::NOTHING);
        self.heads.clear();
        // As many as are pending: so many are on the way, or soon will be.
        self.heads.resize(core::cmp::max(16, 2 * count.next_power_of_two()), NONE);
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
        for _ in 0..self.heads.len() {
            if let Some(first) = self.first_of_today() {
                return Some(first);
            }
            self.today += 1;
        }
        // A year without an event: go to the first there is.
        let first = self.entries.iter().filter(|entry| entry.is_pending()).map(|entry| self.day(entry.time)).min()?;
        self.today = first;
        self.first_of_today()
    }

    #[inline]
    fn first_of_today(&self) -> Option<(u32, f64)> {
        let (mut first, mut time) = (NONE, f64::INFINITY);
        self.each_on(self.today, |body| {
            let entry = &self.entries[body as usize];
            let is_earlier = entry.time < time || (entry.time == time && body < first);
            if is_earlier && self.day(entry.time) <= self.today {
                (first, time) = (body, entry.time);
            }
        });
        (first != NONE).then_some((first, time))
    }

    /// Whether one of some bodies has an event up to a time; the first of all has been found.
    #[inline]
    pub(super) fn has_until(&self, time: f64, is_meant: impl Fn(u32) -> bool) -> bool {
        let mut found = false;
        self.each_until(time, |body| found |= is_meant(body));
        found
    }

    /// All bodies with an event up to a time, the lowest first.
    pub(super) fn until(&self, time: f64) -> Vec<u32> {
        let mut bodies = Vec::new();
        self.each_until(time, |body| bodies.push(body));
        bodies.sort_unstable();
        bodies
    }

    #[inline]
    fn each_until(&self, time: f64, mut show: impl FnMut(u32)) {
        let last = self.day(time);
        // Each bucket once.
        let days = core::cmp::min(last.saturating_sub(self.today), self.heads.len() as u64 - 1);
        for day in self.today..=self.today + days {
            self.each_on(day, |body| {
                if self.entries[body as usize].time <= time {
                    show(body);
                }
            });
        }
    }

    /// The first two of those who have an event on a day to come, or on that day of another year.
    #[inline(always)]
    pub(super) fn on(&self, day: u64) -> [u32; 2] {
        let first = self.heads[self.bucket(day)];
        [first, self.entries.get(first as usize).map_or(NONE, |entry| entry.next)]
    }

    /// The first of them.
    #[inline(always)]
    pub(super) fn first_on(&self, day: u64) -> u32 {
        self.heads[self.bucket(day)]
    }

    #[inline(always)]
    pub(super) fn today(&self) -> u64 {
        self.today
    }

    #[inline(always)]
    pub(super) fn prefetch(&self, body: u32) {
        if let Some(entry) = self.entries.get(body as usize) {
            simd::prefetch(entry);
        }
    }

    /// Gives a body an event in place of the one it has; not before the one that was last found.
    #[inline]
    pub(super) fn schedule(&mut self, body: u32, time: f64) {
        self.cancel(body);
        let bucket = self.bucket(self.day(time));
        let next = core::mem::replace(&mut self.heads[bucket], body);
        if let Some(next) = self.entries.get_mut(next as usize) {
            next.before = body;
        }
        self.entries[body as usize] = Entry { time, before: NONE, next };
        self.len += 1;
    }

    /// Takes a body's event away.
    #[inline]
    pub(super) fn cancel(&mut self, body: u32) {
        let Entry { time, before, next } = core::mem::replace(&mut self.entries[body as usize], Entry::NOTHING);
        if time == f64::INFINITY {
            return;
        }
        self.len -= 1;
        if let Some(next) = self.entries.get_mut(next as usize) {
            next.before = before;
        }
        match self.entries.get_mut(before as usize) {
            Some(before) => before.next = next,
            None => {
                let bucket = self.bucket(self.day(time));
                self.heads[bucket] = next;
            }
        }
    }

    /// Shows all bodies with an event on a day, or on that day of another year.
    #[inline(always)]
    fn each_on(&self, day: u64, mut show: impl FnMut(u32)) {
        let mut body = self.heads[self.bucket(day)];
        while body != NONE {
            show(body);
            body = self.entries[body as usize].next;
        }
    }

    /// The day of a time; converting saturates.
    #[inline]
    fn day(&self, time: f64) -> u64 {
        (time * self.days_a_second) as u64
    }

    #[inline]
    fn bucket(&self, day: u64) -> usize {
        day as usize & (self.heads.len() - 1)
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
