//! What a machine has instructions for, and loops that are compiled for it.

use crate::side_by_side::{Four, Single};

/// A loop. `run` must be `#[inline(always)]` with all it calls, or it is not compiled for wide vectors.
pub(crate) trait Kernel {
    type Output;
    fn run<M: Machine>(self) -> Self::Output;
}

/// The numbers that a machine has instructions for.
pub(crate) trait Machine {
    type One: Single;
    type Four: Four;
    type Eight: Eight;
}

/// Eight pairs of whole numbers of 16 bits side by side: the x and y of something, in one number of 32 bits each (`simd::packed`). And what is left
/// of each pair after a product, a whole number of 32 bits.
pub(crate) trait Eight: Copy {
    fn of(pairs: &[i32; 8]) -> Self;
    /// Any eight numbers of 32 bits.
    fn of_bits(bits: &[u32; 8]) -> Self;
    /// One pair in all lanes.
    fn all(pair: i32) -> Self;
    /// (x, y) to (y, −x), if x is not −2¹⁵.
    fn turned(self) -> Self;
    /// Differences of pairs, that must be less than 2¹⁵.
    fn minus(self, other: Self) -> Self;
    /// Half of both numbers of each pair, rounded down.
    fn halved(self) -> Self;
    /// The sizes of both, which are above −2¹⁵.
    fn sizes(self) -> Self;
    /// The dot products of pairs, which are whole numbers of 32 bits.
    fn dot(self, other: Self) -> Self;
    /// The size of whole numbers.
    fn size(self) -> Self;
    /// Of two whole numbers the larger.
    fn larger(self, other: Self) -> Self;
    /// Of two whole numbers the smaller.
    fn smaller(self, other: Self) -> Self;
    /// Of two without a sign the smaller.
    fn lower(self, other: Self) -> Self;
    /// Differences of whole numbers.
    fn less(self, other: Self) -> Self;
    /// Negated where the other is negative, and 0 where that is 0.
    fn signed_as(self, other: Self) -> Self;
    /// Quotients of whole numbers and 2 more, as the bits of `f32`: if they are not negative, they compare as whole numbers do.
    fn ratios(self, divisors: Self) -> Self;
    /// A bit for each whole number that is above one, which is the same for all.
    fn above(self, least: i32) -> u32;
    /// A bit for each that has the bits of a number.
    fn equal(self, number: u32) -> u32;
    /// A bit for each that has the bits of one of three numbers.
    fn one_of(self, numbers: [u32; 3]) -> u32;
    /// The least, if they have no sign.
    fn least(self) -> u32;
    /// The same of the first four, and of the others.
    fn least_of_halves(self) -> [u32; 2];
    fn numbers(self) -> [i32; 8];
    fn bits(self) -> [u32; 8];
    /// What has the same bits.
    fn floats(self) -> [f32; 8];
    /// Eight of some whole numbers, from a place on, of which there must be as many.
    fn spread(numbers: &[i8; 16], from: usize) -> Self;
    /// In each lane what is here in the lane with the number there, modulo 8.
    fn picked(self, lanes: Self) -> Self;
    /// One where numbers are negative, the other where they are not.
    fn choose(signs: Self, then: Self, otherwise: Self) -> Self;
}
