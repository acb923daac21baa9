//! Directions all around, the same bits on every machine: only + − × ÷ are used.

use carom::Vec2;

/// So many directions, evenly, the first along +x, counter-clockwise. Quarters are exact.
pub(crate) fn around(count: u32) -> Vec<Vec2> {
    (0..count).map(|k| direction(k.into(), count.into())).collect()
}

/// The direction of an angle in radians, a few turns at most, to a part in 2⁵⁰ of a turn: 6e-15 radians. Multiples of a
/// quarter turn are exact.
pub(crate) fn radians(angle: f64) -> [f64; 2] {
    const PARTS: i64 = 1 << 50;
    let part = (angle / std::f64::consts::TAU * PARTS as f64).round() as i64;
    let unit = direction(part.rem_euclid(PARTS) as u64, PARTS as u64);
    [unit.x, unit.y]
}

/// The direction after `k` of `n` parts of a turn, `k < n`.
pub(crate) fn direction(k: u64, n: u64) -> Vec2 {
    // Eighths of a turn: within one the angle is at most π/4, where the series below converge quickly.
    let eighth = 8 * k / n;
    let rest = 8 * k - eighth * n;
    // In every other eighth the angle is measured back from its end, so that mirrored directions mirror exactly.
    let from = if eighth.is_multiple_of(2) { rest } else { n - rest };
    let angle = std::f64::consts::FRAC_PI_4 * (from as f64 / n as f64);
    let (cos, sin) = (cosine(angle), sine(angle));
    let [x, y] = match eighth {
        0 => [cos, sin],
        1 => [sin, cos],
        2 => [-sin, cos],
        3 => [-cos, sin],
        4 => [-cos, -sin],
        5 => [-sin, -cos],
        6 => [sin, -cos],
        _ => [cos, -sin],
    };
    Vec2::new(x + 0.0, y + 0.0)
}

/// x − x³/3! + x⁵/5! − …; for x up to π/4 the first term left out is below 2⁻⁶⁰.
fn sine(x: f64) -> f64 {
    let square = x * x;
    (1..=8).rev().fold(1.0, |sum, i| 1.0 - sum * square / f64::from(2 * i * (2 * i + 1))) * x
}

/// 1 − x²/2! + x⁴/4! − …
fn cosine(x: f64) -> f64 {
    let square = x * x;
    (1..=9).rev().fold(1.0, |sum, i| 1.0 - sum * square / f64::from((2 * i - 1) * 2 * i))
}
