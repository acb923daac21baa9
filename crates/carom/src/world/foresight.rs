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

/// The days of which each step is made, one after the other.
const STEPS: [u64; 3] = [9, 6, 3];

impl Stage {
    /// Whether it is worth while.
    pub(super) fn has_foresight(&self) -> bool {
        self.flying.len() > MANY
    }

    /// A day has come.
    #[inline]
    pub(super) fn fetch_ahead(&self) {
        let [first, second, third] = STEPS.map(|days| self.calendar.in_days(days));
        for body in first.into_iter().filter(|&body| body != NONE) {
            self.fetch_body(body);
        }
        for body in second.into_iter().filter(|&body| body != NONE) {
            self.fetch_cells(self.plans[body as usize].cell);
            prefetch(&self.states[body as usize]);
            if let Partner::Body(other) = self.plans[body as usize].next.with {
                self.fetch_body(other);
                prefetch(&self.states[other as usize]);
            }
        }
        for body in third.into_iter().filter(|&body| body != NONE) {
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
        self.cells.rows_around(cell).into_iter().flatten().for_each(prefetch);
    }

    #[inline(always)]
    fn fetch_bodies_around(&self, cell: u32) {
        for row in self.cells.rows_around(cell).into_iter().flatten() {
            for &[a, b, ..] in row {
                for body in [a, b] {
                    if let Some(body) = self.flying.get(body as usize) {
                        prefetch(body);
                    }
                }
            }
        }
    }
}
