//! A small generator of repeatable random numbers.

/// Splitmix64: one addition and a mixing function, so any number is a good seed and a case can be made again from its number alone.
///
/// Or bytes that are given, as long as there are some: then whoever changes a byte changes one choice of a generator.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
    given: Vec<u8>,
    /// How many of them are used.
    used: usize,
}

impl Rng {
    /// A generator whose numbers depend on `seed` only.
    pub fn new(seed: u64) -> Rng {
        Rng::with_state(mix(seed))
    }

    /// A generator that gives these bytes, eight for a number, and repeatable random numbers when they are used up.
    pub fn from_bytes(bytes: &[u8]) -> Rng {
        Rng { given: bytes.to_vec(), ..Rng::new(0) }
    }

    fn with_state(state: u64) -> Rng {
        Rng { state, given: Vec::new(), used: 0 }
    }

    /// The generator of case `index` of the check `name`: cases do not depend on each other or on who runs them.
    pub fn for_case(seed: u64, name: &str, index: u64) -> Rng {
        let of_name = name.bytes().fold(seed, |hash, byte| mix(hash ^ u64::from(byte)));
        Rng::with_state(mix(of_name ^ mix(index)))
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        if let Some(eight) = self.given.get(self.used..).and_then(<[u8]>::first_chunk) {
            self.used += 8;
            return u64::from_be_bytes(*eight);
        }
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }

    /// An index below `count`, which must not be 0.
    pub fn below(&mut self, count: usize) -> usize {
        // The high half of a product is uniform enough for test cases, and cheaper than a remainder.
        ((u128::from(self.bits()) * count as u128) >> 64) as usize
    }

    /// An integer with `low <= integer <= high`.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as usize) as i64
    }

    /// True once in `count` times.
    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// A number in `[0, 1)`.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number in `[low, high)`.
    pub fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// One of `items`.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Puts `items` in a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// How many times as many cases a test is asked for by `CAROM_ROUNDS`; once if it is not.
///
/// # Panics
/// If that is not a whole number.
pub fn rounds() -> u64 {
    std::env::var("CAROM_ROUNDS").map_or(1, |text| text.parse().expect("CAROM_ROUNDS is not a whole number"))
}

fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn bytes_come_first_and_then_random_numbers() {
        let mut rng = Rng::from_bytes(&[0, 0, 0, 0, 0, 0, 1, 2, 0x80, 0, 0, 0, 0, 0, 0, 0, 9]);
        assert_eq!((rng.bits(), rng.below(10)), (258, 5));
        let rest: Vec<u64> = (0..3).map(|_| rng.bits()).collect();
        let mut plain = Rng::new(0);
        assert_eq!(rest, (0..3).map(|_| plain.bits()).collect::<Vec<_>>());
    }
}
