//! Many short lists of bodies: the first three of each side by side, the others in a chain.
//!
//! Nearly all lists of bodies in a cell, or with an event on one day, have less than four. Three and the chain of a list are 16 bytes, so that to go through it takes one
//! look at memory, and to go through its neighbours none.

use crate::simd;
use alloc::vec::Vec;

/// Nobody, no cell, no list: no number of one.
pub(super) const NONE: u32 = u32::MAX;

#[derive(Clone, Debug, Default)]
pub(super) struct Slots {
    /// The first three of each list, one after the other and then `NONE`, and the first of its chain.
    lists: Vec<[u32; 4]>,
    /// For each body in a chain the one before it, `NONE` for the first, and the one after it.
    links: Vec<[u32; 2]>,
}

impl Slots {
    /// So many empty lists.
    pub(super) fn clear(&mut self, lists: usize) {
        self.lists.clear();
        self.lists.resize(lists, [NONE; 4]);
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.lists.len()
    }

    /// All lists as they are in memory.
    #[inline(always)]
    pub(super) fn lists(&self) -> &[[u32; 4]] {
        &self.lists
    }

    #[inline(always)]
    pub(super) fn each(&self, list: usize, mut show: impl FnMut(u32)) {
        let [a, b, c, chain] = self.lists[list];
        for direct in [a, b, c] {
            if direct == NONE {
                return;
            }
            show(direct);
        }
        self.each_of_chain(chain, show);
    }

    /// Shows those of a chain, of which the first is known.
    #[inline(always)]
    pub(super) fn each_of_chain(&self, first: u32, mut show: impl FnMut(u32)) {
        let mut body = first;
        while body != NONE {
            show(body);
            body = self.links[body as usize][1];
        }
    }

    #[inline]
    pub(super) fn put(&mut self, body: u32, list: usize) {
        // Lists are seldom near in memory, so that no branch should wait for how long this one is.
        let slots = &mut self.lists[list];
        let free = simd::largest(slots).trailing_zeros() as usize;
        if free < 3 {
            slots[free] = body;
        } else {
            self.chain(body, list);
        }
    }

    /// Takes a body out of a list that it is in.
    #[inline]
    pub(super) fn take(&mut self, body: u32, list: usize) {
        let [a, b, c, chain] = self.lists[list];
        if chain != NONE {
            return self.take_of_many(body, list);
        }
        // Those after it move up.
        let (is_first, is_last) = (a == body, c == body);
        self.lists[list] = [if is_first { b } else { a }, if is_last { b } else { c }, NONE, NONE];
    }

    #[cold]
    #[inline(never)]
    fn chain(&mut self, body: u32, list: usize) {
        let next = core::mem::replace(&mut self.lists[list][3], body);
        if self.links.len() <= body as usize {
            self.links.resize(body as usize + 1, [NONE; 2]);
        }
        self.links[body as usize] = [NONE, next];
        if let Some(next) = self.links.get_mut(next as usize) {
            next[0] = body;
        }
    }

    /// Out of a list with a chain, from which a gap is filled. How long it is is no matter: thousands may be in one.
    #[cold]
    #[inline(never)]
    fn take_of_many(&mut self, body: u32, list: usize) {
        let [direct @ .., chain] = &mut self.lists[list];
        let links = &mut self.links;
        let mut gone = body;
        if let Some(slot) = direct.iter_mut().find(|slot| **slot == body) {
            (*slot, gone) = (*chain, *chain);
        }
        let [before, next] = links[gone as usize];
        if let Some(next) = links.get_mut(next as usize) {
            next[0] = before;
        }
        match links.get_mut(before as usize) {
            Some(before) => before[1] = next,
            None => *chain = next,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use carom_oracle::rng::Rng;

    /// Beside plain lists, whatever is put in and taken out.
    #[test]
    fn lists_hold_what_was_put_in_them() {
        for (lists, bodies) in [(40, 20), (3, 20), (1, 200)] {
            let rng = &mut Rng::for_case(0, "slots", lists as u64);
            let (mut slots, mut truth) = (Slots::default(), vec![None; bodies]);
            slots.clear(lists);
            for _ in 0..20_000 {
                let body = rng.below(bodies);
                match truth[body] {
                    None => {
                        let list = rng.below(lists);
                        slots.put(body as u32, list);
                        truth[body] = Some(list);
                    }
                    Some(list) => {
                        slots.take(body as u32, list);
                        truth[body] = None;
                    }
                }
                let list = rng.below(lists);
                let mut found = Vec::new();
                slots.each(list, |body| found.push(body as usize));
                found.sort_unstable();
                let expected: Vec<usize> = (0..bodies).filter(|&body| truth[body] == Some(list)).collect();
                assert_eq!(found, expected);
            }
        }
    }
}
