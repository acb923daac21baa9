//! What the events of the coming days will need is fetched beforehand.
//!
//! With many bodies nearly everything an event looks at is far away in memory, in some forty places, and most of them are known only from
//! others: from a body its plan, from its plan the other body and the cell, from the cell those around. The calendar says long
//! before who will be next, so each day one step is made for those of a later day. Nothing is changed or decided by it.

use super::due::Partner;
use super::slots::NONE;
use super::stage::Stage;
use crate::simd::prefetch;

/// With fewer bodies all of them are near.
const MANY: usize = 2_000;

/// How many days before each step is made.
const STEPS: [u64; 4] = [16, 12, 8, 4];

impl Stage {
    /// Whether a day has come, and it is worth while.
    #[inline(always)]
    pub(super) fn has_day_come(&self) -> bool {
        self.calendar.today() != self.fetched && self.flying.len() > MANY
    }

    /// Makes the steps of today, and of the days before without events.
    #[inline]
    pub(super) fn fetch_ahead(&mut self) {
        let today = self.calendar.today();
        let first = core::cmp::max(self.fetched + 1, today.saturating_sub(STEPS[3] - 1));
        (first..=today).for_each(|day| self.fetch_for(day));
        self.fetched = today;
    }

    #[inline(always)]
    fn fetch_for(&self, day: u64) {
        let [entries, bodies, others, around] = STEPS.map(|days| day + days);
        self.calendar.prefetch(self.calendar.first_on(entries));
        let those_on = |day: u64| self.calendar.on(day).into_iter().filter(|&body| body != NONE);
        those_on(bodies).for_each(|body| self.fetch_body(body));
        for body in those_on(others) {
            self.fetch_cells(self.plans[body as usize].cell);
            prefetch(&self.states[body as usize]);
            if let Partner::Body(other) = self.plans[body as usize].next.with {
                self.fetch_body(other);
                prefetch(&self.states[other as usize]);
            }
        }
        for body in those_on(around) {
            self.fetch_bodies_around(self.plans[body as usize].cell);
            if let Partner::Body(other) = self.plans[body as usize].next.with {
                self.fetch_cells(self.plans[other as usize].cell);
            }
        }
    }

    #[inline(always)]
    fn fetch_body(&self, body: u32) {
        prefetch(&self.flying[body as usize]);
        prefetch(&self.plans[body as usize]);
        self.calendar.prefetch(body);
    }

    #[inline(always)]
    fn fetch_cells(&self, cell: u32) {
        self.cells.each_row_around(cell, prefetch);
    }

    #[inline(always)]
    fn fetch_bodies_around(&self, cell: u32) {
        self.cells.each_row_around(cell, |row| {
            for &[a, b, ..] in row {
                for body in [a, b] {
                    if let Some(body) = self.flying.get(body as usize) {
                        prefetch(body);
                    }
                }
            }
        });
    }
}
