//! What the events of the coming days will need is fetched beforehand.
//!
//! With many bodies nearly everything an event looks at is far away in memory, in some forty places, and most of them are known only from
//! others: from a body its plan, from its plan the other body and the cell, from the cell those around. The calendar says long
//! before who will be next, so each day one step is made for those of a later day. Nothing is changed or decided by it.

use super::due::Partner;
use super::slots::NONE;
use super::stage::Stage;
use crate::simd::prefetch_at;

/// With fewer bodies all of them are near enough: to fetch more than the first of tomorrow takes longer than to wait. A matter of speed alone, found by measuring: with
/// 10,000 bodies a collision took a seventh longer with all steps, with 100,000 a fifth less.
/// In builds that check themselves there are soon many, so that all tests go this way.
const MANY: usize = if cfg!(debug_assertions) { 100 } else { 20_000 };

/// How many days before each step is made.
const STEPS: [u64; 5] = [16, 12, 8, 4, 2];

impl Stage {
    /// Whether a day has come.
    #[inline(always)]
    pub(super) fn has_day_come(&self) -> bool {
        self.calendar.today() != self.fetched
    }

    /// Makes the steps of today, and of the days before without events.
    #[inline]
    pub(super) fn fetch_ahead(&mut self) {
        let today = self.calendar.today();
        if self.flying.len() > MANY {
            let mut day = core::cmp::max(self.fetched + 1, today.saturating_sub(STEPS[4] - 1));
            while day <= today {
                self.fetch_for(day);
                day += 1;
            }
        } else {
            self.fetch_body(self.calendar.on(today + 1)[0]);
        }
        self.fetched = today;
    }

    #[inline(always)]
    fn fetch_for(&self, day: u64) {
        let [times, bodies, others, around, beyond] = STEPS.map(|days| day + days);
        self.calendar.prefetch(self.calendar.on(times)[0]);
        self.calendar.on(bodies).into_iter().for_each(|body| self.fetch_body(body));
        let [first, second] = self.calendar.on(others);
        self.fetch_others(first);
        if second != NONE {
            self.fetch_others(second);
        }
        let [first, second] = self.calendar.on(around);
        self.fetch_around(first);
        if second != NONE {
            self.fetch_around(second);
        }
        let (_, other) = self.cell_and_other(self.calendar.on(beyond)[0]);
        self.fetch_first_around(self.plans[other as usize].cell);
    }

    /// The cells around a body, and whom it meets next.
    #[inline(always)]
    fn fetch_others(&self, body: u32) {
        let (cell, other) = self.cell_and_other(body);
        self.cells.prefetch_around(cell);
        self.fetch_body(other);
        for body in [body, other] {
            self.fetch(&self.states, body);
            self.fetch(&self.ids, body);
        }
    }

    /// The bodies around a body, the cells around whom it meets next, and where that is in the calendar.
    #[inline(always)]
    fn fetch_around(&self, body: u32) {
        let (cell, other) = self.cell_and_other(body);
        self.fetch_first_around(cell);
        self.cells.prefetch_around(self.plans[other as usize].cell);
        self.calendar.prefetch_bucket(other);
    }

    /// The first bodies of some cells: few have a second.
    #[inline(always)]
    fn fetch_first_around(&self, cell: u32) {
        self.cells.each_first_around(cell, |body| self.fetch(&self.flying, body));
    }

    /// The cell of a body, or the one that it goes to next, and whom it meets next; where there is nobody, somebody.
    #[inline(always)]
    fn cell_and_other(&self, body: u32) -> (u32, u32) {
        let plan = &self.plans[core::cmp::min(body as usize, self.plans.len() - 1)];
        let cell = if plan.cross < plan.next.time { plan.to } else { plan.cell };
        (cell, if let Partner::Body(other) = plan.next.with { other } else { 0 })
    }

    /// Fetches what two bodies that meet will need, while it is found out when exactly they do.
    #[inline(always)]
    pub(super) fn fetch_for_meeting(&self, body: u32, other: u32) {
        prefetch_at(&self.plans, other as usize);
        prefetch_at(&self.states, body as usize);
        prefetch_at(&self.states, other as usize);
        self.cells.prefetch_around(self.plans[body as usize].cell);
    }

    /// One of a list, or what is after it for nobody: whether there is somebody cannot be foreseen, so there is no branch, and to fetch what is not in memory
    /// takes long.
    #[inline(always)]
    fn fetch<T>(&self, list: &[T], body: u32) {
        prefetch_at(list, core::cmp::min(body as usize, list.len()));
    }

    #[inline(always)]
    fn fetch_body(&self, body: u32) {
        self.fetch(&self.flying, body);
        self.fetch(&self.plans, body);
        self.calendar.prefetch(body);
    }
}
