//! Directions, all around or at an angle, the same bits on every machine: only + − × ÷ are used.

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

/// The largest angle that [`direction_of`] takes: 2²⁰ quarter turns, rounded down.
const MAX_ANGLE: f64 = 1_647_099.0;

/// π/2 in three parts. The first two have 33 bits, so that they can be multiplied by whole numbers up to 2²⁰ without loss.
const QUARTER: [f64; 3] = [
    f64::from_bits(0x3FF9_21FB_5440_0000),
    f64::from_bits(0x3DD0_B461_1A60_0000),
    f64::from_bits(0x3BA3_198A_2E03_7073),
];

/// The direction at an angle in radians, counter-clockwise from +x, of length 1 but for rounding; `None` if the angle is not a number or
/// more than 1,647,099 from 0.
///
/// ```
/// use carom_scene::direction_of;
/// assert_eq!(direction_of(0.0), Some([1.0, 0.0].into()));
/// assert_eq!(direction_of(f64::NAN), None);
/// ```
#[must_use]
pub fn direction_of(angle: f64) -> Option<Vec2> {
    if !(-MAX_ANGLE..=MAX_ANGLE).contains(&angle) {
        return None;
    }
    let quarters = (angle * std::f64::consts::FRAC_2_PI).round();
    // The first difference is exact: both are multiples of the same power of two and near each other. So is the second product.
    let rest = QUARTER.iter().fold(angle, |rest, part| rest - quarters * part);
    let (cos, sin) = (cosine(rest), sine(rest));
    let [x, y] = match (quarters as i64).rem_euclid(4) {
        0 => [cos, sin],
        1 => [-sin, cos],
        2 => [-cos, -sin],
        _ => [sin, -cos],
    };
    Some(Vec2::new(x + 0.0, y + 0.0))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The platform's own are good to a unit in the last place or so, which is all that is asked here.
    #[test]
    fn directions_are_right_to_a_few_units() {
        let mut angles: Vec<f64> = (-40_000..40_000).map(|i| f64::from(i) * 0.37).collect();
        angles.extend((-64..64).map(|i| f64::from(i) * std::f64::consts::FRAC_PI_4));
        angles.extend([1e-300, -1e-300, 1_647_098.5, -1_647_098.5, MAX_ANGLE]);
        for angle in angles {
            let Some(found) = direction_of(angle) else { panic!("{angle} has no direction") };
            let error = (found.x - angle.cos()).abs().max((found.y - angle.sin()).abs());
            assert!(error < 4.0 * f64::EPSILON, "{angle}: {found:?} is off by {error:e}");
        }
    }

    #[test]
    fn angles_without_a_direction() {
        for angle in [f64::NAN, f64::INFINITY, -f64::INFINITY, 2e6, -1e300] {
            assert_eq!(direction_of(angle), None, "{angle}");
        }
    }
}
