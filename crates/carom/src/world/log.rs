//! What has been reported of a frame: its events, the figures and the gates' counts.

use super::event::{Event, Tally};
use super::gates::Gates;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// So many events are kept before they are shown.
const MOST_PENDING: usize = 8_192;

/// When some of a frame have been shown there is no going back: from then on few are kept, so that they stay near in memory.
const MOST_PENDING_LATER: usize = 64;

/// And where some are found late: who crossed a gate is known when it is next put in a place, and a group or its sensor when the frame is over.
const MOST_PENDING_WITH_LATE_ONES: usize = 1 << 20;

pub(super) struct Log<'a> {
    pub(super) gates: &'a mut Gates,
    pub(super) tally: &'a mut Tally,
    /// Events that have not been shown yet.
    pub(super) pending: &'a mut Vec<Event>,
    /// Whether some have.
    pub(super) has_shown: bool,
    /// Whether some may be found after events that come later.
    pub(super) has_late_ones: bool,
    /// How many contacts went on from the last frame, which are no events.
    pub(super) silent: u64,
    /// How many events there were, those that are found late not counted.
    pub(super) happened: u64,
    pub(super) each: &'a mut dyn FnMut(&Event),
}

impl Log<'_> {
    /// Events are shown when the frame is over, in order of time, and before that only if there are many.
    #[inline]
    pub(super) fn record(&mut self, event: Event) {
        self.pending.push(event);
        self.happened += u64::from(!event.kind.is_found_late());
        let most = match (self.has_late_ones, self.has_shown) {
            (true, _) => MOST_PENDING_WITH_LATE_ONES,
            (false, false) => MOST_PENDING,
            (false, true) => MOST_PENDING_LATER,
        };
        if self.pending.len() >= most {
            self.show_all();
        }
    }

    #[inline(never)]
    pub(super) fn show_all(&mut self) {
        // All others come in order.
        if self.has_late_ones {
            self.pending.sort_by(|a, b| a.time.partial_cmp(&b.time).unwrap_or(Ordering::Equal));
        }
        self.has_shown |= !self.pending.is_empty();
        self.pending.iter().for_each(&mut self.each);
        self.pending.clear();
    }

    pub(super) fn lose(&mut self, energy: f64) {
        self.tally.lose(energy);
    }
}
