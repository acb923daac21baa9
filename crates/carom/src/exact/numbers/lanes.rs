//! K numbers side by side, on which the same is done.
//!
//! The compiler turns them into vectors where it can; the results are the same bits in both cases.

use core::ops::{Add, Mul, Sub};

#[derive(Clone, Copy)]
pub(crate) struct Lanes<const K: usize>(pub(crate) [f64; K]);

impl<const K: usize> Lanes<K> {
    #[inline(always)]
    pub(crate) fn map(self, operation: impl Fn(f64) -> f64) -> Lanes<K> {
        let mut result = self;
        let mut lane = 0;
        while lane < K {
            result.0[lane] = operation(self.0[lane]);
            lane += 1;
        }
        result
    }

    #[inline(always)]
    pub(crate) fn with(self, other: Lanes<K>, operation: impl Fn(f64, f64) -> f64) -> Lanes<K> {
        let mut result = self;
        let mut lane = 0;
        while lane < K {
            result.0[lane] = operation(self.0[lane], other.0[lane]);
            lane += 1;
        }
        result
    }
}

impl<const K: usize> Add for Lanes<K> {
    type Output = Lanes<K>;
    #[inline(always)]
    fn add(self, other: Lanes<K>) -> Lanes<K> {
        self.with(other, |a, b| a + b)
    }
}

impl<const K: usize> Sub for Lanes<K> {
    type Output = Lanes<K>;
    #[inline(always)]
    fn sub(self, other: Lanes<K>) -> Lanes<K> {
        self.with(other, |a, b| a - b)
    }
}

impl<const K: usize> Mul for Lanes<K> {
    type Output = Lanes<K>;
    #[inline(always)]
    fn mul(self, other: Lanes<K>) -> Lanes<K> {
        self.with(other, |a, b| a * b)
    }
}
