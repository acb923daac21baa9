//! Random numbers that are found by their place: whoever asks for the same one gets the same, in whatever order, on whatever thread.
//!
//! The generator is Philox 4×32 with ten rounds (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3; SC 2011). Only
//! + − × ÷ √ are used to make normally distributed numbers of it, so that they are the same bits on every machine.

use carom_scene::direction_of;
use std::f64::consts::{LN_2, SQRT_2, TAU};

/// Four random words for a place and a key.
pub(crate) fn philox(mut counter: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    const FACTORS: [u64; 2] = [0xD251_1F53, 0xCD9E_8D57];
    const STEPS: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];
    for round in 0..10 {
        if round > 0 {
            key = [key[0].wrapping_add(STEPS[0]), key[1].wrapping_add(STEPS[1])];
        }
        let [a, b] = [FACTORS[0] * u64::from(counter[0]), FACTORS[1] * u64::from(counter[2])];
        let (high, low) = (|x: u64| (x >> 32) as u32, |x: u64| x as u32);
        counter = [high(b) ^ counter[1] ^ key[0], low(b), high(a) ^ counter[3] ^ key[1], low(a)];
    }
    counter
}

/// A normally distributed number with mean 0 and deviation 1, by the method of Box and Muller.
pub(crate) fn normal(seed: u64, frame: u32, robot: u64, beam: u32) -> f64 {
    let words = philox([beam, frame, robot as u32, (robot >> 32) as u32], [seed as u32, (seed >> 32) as u32]);
    let part = |high: u32, low: u32| (u64::from(high) << 32 | u64::from(low)) >> 11;
    const UNIT: f64 = 1.0 / (1_u64 << 53) as f64;
    // Above 0 and up to 1; from 0 to below 1.
    let (radius, turn) = ((part(words[0], words[1]) + 1) as f64 * UNIT, part(words[2], words[3]) as f64 * UNIT);
    let direction = direction_of(TAU * turn).map_or(0.0, |direction| direction.x);
    (-2.0 * logarithm(radius)).sqrt() * direction
}

/// The natural logarithm of a number from 2⁻⁵³ to 1, within a few units in the last place.
fn logarithm(x: f64) -> f64 {
    let bits = x.to_bits();
    let (mut exponent, mut rest) = ((bits >> 52) as i32 - 1023, f64::from_bits(bits & !(0x7ff << 52) | 1023 << 52));
    if rest > SQRT_2 {
        (exponent, rest) = (exponent + 1, rest / 2.0);
    }
    // ln m = 2 (s + s³/3 + s⁵/5 + …) with s = (m − 1)/(m + 1), which is at most 0.172; the first term left out is below 2⁻⁶⁰.
    let s = (rest - 1.0) / (rest + 1.0);
    let square = s * s;
    let sum = (0..11).rev().fold(0.0, |sum, i| sum * square + 1.0 / f64::from(2 * i + 1));
    f64::from(exponent) * LN_2 + 2.0 * s * sum
}
