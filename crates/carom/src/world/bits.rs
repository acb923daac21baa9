//! One bit for each cell: near in memory, where a list of numbers would not be.

use alloc::vec::Vec;

#[derive(Clone, Debug, Default)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    /// So many, none of them set.
    pub(super) fn clear(&mut self, len: usize) {
        self.0.clear();
        self.0.resize(len / 64 + 2, 0);
    }

    #[inline(always)]
    pub(super) fn has(&self, bit: u32) -> bool {
        self.0[bit as usize / 64] >> (bit % 64) & 1 != 0
    }

    /// As many as a word has, from one on, which is the lowest.
    #[inline(always)]
    pub(super) fn from(&self, bit: usize) -> u64 {
        let Some([low, high]) = self.0.get(bit / 64..).and_then(|words| words.first_chunk::<2>()) else { return 0 };
        low >> (bit % 64) | (high << 1) << (63 - bit % 64)
    }

    /// Sets those from one to another, which is not before it.
    pub(super) fn set(&mut self, from: usize, to: usize) {
        let (first, last) = (from / 64, to / 64);
        for word in first..=last {
            let low = if word == first { from % 64 } else { 0 };
            let high = if word == last { to % 64 } else { 63 };
            self.0[word] |= u64::MAX << low & u64::MAX >> (63 - high);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_were_set_are_set_and_no_others() {
        const LEN: usize = 200;
        for from in 0..LEN {
            for to in from..LEN {
                let mut bits = Bits::default();
                bits.clear(LEN);
                bits.set(from, to);
                assert!((0..LEN).all(|bit| bits.has(bit as u32) == (from <= bit && bit <= to)), "{from} to {to}");
                let expected = |first: usize| {
                    (0..64)
                        .fold(0, |all, bit| all | u64::from(first + bit < LEN && bits.has((first + bit) as u32)) << bit)
                };
                assert!((0..LEN).step_by(7).all(|first| bits.from(first) == expected(first)), "{from} to {to}");
            }
        }
    }
}
