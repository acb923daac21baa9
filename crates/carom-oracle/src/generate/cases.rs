//! Points, walls and radii with ties and near-ties made on purpose.
//!
//! Random coordinates almost never tie, and a tie is where arithmetic goes wrong.
//! So most cases start as small integers that tie exactly, are then moved to some corner of the number range by a power of two,
//! and are then, half of the time, spoilt by a unit in the last place.

use crate::rng::Rng;
use crate::round::{next_down, next_up};
use crate::truth::{Ends, Xy};

/// Points in some relation to each other.
pub fn points<const N: usize>(rng: &mut Rng) -> [Xy; N] {
    let mut points = match rng.below(16) {
        0..=2 => on_a_grid(rng, 4),
        3 => on_a_grid(rng, 1000),
        4..=5 => in_the_unit_square(rng),
        6 => far_from_the_origin(rng),
        7..=9 => on_one_line(rng),
        10..=13 => nearly_on_one_line(rng),
        14 => [[0.0; 2]; N].map(|p| p.map(|_| wild(rng))),
        _ => of_two_sizes(rng),
    };
    if rng.one_in(4) {
        move_scale(rng, points.as_flattened_mut());
    }
    if rng.one_in(4) {
        points[rng.below(N)] = points[rng.below(N)];
    }
    if rng.one_in(2) {
        let which = rng.below(N);
        nudge(rng, &mut points[which]);
    }
    if rng.one_in(32) {
        points[rng.below(N)][rng.below(2)] *= -0.0;
    }
    points
}

/// Two points and a radius that is, or nearly is, their distance.
pub fn points_and_radius(rng: &mut Rng) -> (Xy, Xy, f64) {
    if rng.one_in(4) {
        let [p, q] = points(rng);
        let radius = near_radius(rng, [p, p], [q, q]);
        return (p, q, radius);
    }
    let (p, step, length) = (on_a_grid::<1>(rng, 1 << 20)[0], *rng.pick(TRIPLES), rng.between(0, 999) as f64);
    let (step, hypotenuse) = turned(rng, step);
    let q = [p[0] + length * step[0], p[1] + length * step[1]];
    let mut numbers = [p[0], p[1], q[0], q[1], length * hypotenuse];
    spoil(rng, &mut numbers);
    let [a, b, c, d, radius] = numbers;
    ([a, b], [c, d], radius)
}

/// A point, a wall, which may be a point too, and a radius that is, or nearly is, their distance.
pub fn point_wall_and_radius(rng: &mut Rng) -> (Xy, Ends, f64) {
    if rng.one_in(4) {
        let [p, a, b] = points(rng);
        let radius = near_radius(rng, [p, p], [a, b]);
        return (p, [a, b], radius);
    }
    // A wall along one side of a right triangle with whole sides, and a point straight off it or off its end.
    let triple = *rng.pick(TRIPLES);
    let (step, hypotenuse) = turned(rng, triple);
    let foot = on_a_grid::<1>(rng, 1 << 16)[0];
    let along = |length: i64| [foot[0] + length as f64 * step[0], foot[1] + length as f64 * step[1]];
    let (back, forth, off) = (rng.between(-9, 99), rng.between(1, 99), rng.between(-99, 99) as f64);
    let [a, b] = [along(-back), along(forth.max(-back))];
    let p = [foot[0] - off * step[1], foot[1] + off * step[0]];
    let mut numbers = [p[0], p[1], a[0], a[1], b[0], b[1], off.abs() * hypotenuse];
    spoil(rng, &mut numbers);
    let [px, py, ax, ay, bx, by, radius] = numbers;
    ([px, py], [[ax, ay], [bx, by]], radius)
}

/// Two walls and a radius that is, or nearly is, their distance.
pub fn walls_and_radius(rng: &mut Rng) -> (Ends, Ends, f64) {
    if rng.one_in(3) {
        let [a, b, c, d] = points(rng);
        let radius = near_radius(rng, [a, b], [c, d]);
        return ([a, b], [c, d], radius);
    }
    let (p, wall, radius) = point_wall_and_radius(rng);
    // A second wall that starts at the point and goes along the first one, away from it, or anywhere.
    let far = match rng.below(3) {
        0 => [p[0] + (wall[1][0] - wall[0][0]), p[1] + (wall[1][1] - wall[0][1])],
        1 => [p[0] + (p[0] - wall[0][0]), p[1] + (p[1] - wall[0][1])],
        _ => points::<1>(rng)[0],
    };
    let far = far.map(|value| if value.is_finite() { value } else { f64::MAX });
    let second = [p, far];
    if rng.one_in(2) { (wall, second, radius) } else { (second, wall, radius) }
}

/// Two walls with distinct ends that cross, touch, share a piece, or just fail to.
pub fn walls(rng: &mut Rng) -> (Ends, Ends) {
    let [a, b, c, d] = match rng.below(3) {
        0 => points(rng),
        1 => {
            // Both walls go through one whole point, or end there.
            let x = on_a_grid::<1>(rng, 1 << 12)[0];
            let mut ends = [[0.0; 2]; 4];
            for pair in ends.chunks_mut(2) {
                let step = on_a_grid::<1>(rng, 6)[0];
                let (back, forth) = (rng.between(0, 9) as f64, rng.between(0, 9) as f64);
                pair[0] = [x[0] - back * step[0], x[1] - back * step[1]];
                pair[1] = [x[0] + forth * step[0], x[1] + forth * step[1]];
            }
            spoil(rng, ends.as_flattened_mut());
            ends
        }
        _ => {
            // An end of one wall is, up to rounding, a point of the other.
            let [a, b, d] = points(rng);
            [a, b, between(rng, a, b), d]
        }
    };
    (apart(rng, [a, b]), apart(rng, [c, d]))
}

/// A path and two walls that it hits at nearly the same time, or at exactly the same.
pub fn path_and_walls(rng: &mut Rng) -> (Ends, Ends, Ends) {
    let [start, end, a, b, c, d] = match rng.below(4) {
        0 => on_a_grid(rng, 3),
        1 => points(rng),
        2 => {
            // Walls through whole points of the path, often through the same one.
            let [start, step] = on_a_grid(rng, 6);
            let at = |t: i64| [start[0] + t as f64 * step[0], start[1] + t as f64 * step[1]];
            let first = rng.between(0, 8);
            let second = if rng.one_in(2) { first } else { rng.between(0, 8) };
            let mut all = [start, at(8), at(first), at(first), at(second), at(second)];
            for wall in [2, 4] {
                let slant = on_a_grid::<1>(rng, 4)[0];
                let (back, forth) = (rng.between(0, 5) as f64, rng.between(0, 5) as f64);
                all[wall] = [all[wall][0] - back * slant[0], all[wall][1] - back * slant[1]];
                all[wall + 1] = [all[wall + 1][0] + forth * slant[0], all[wall + 1][1] + forth * slant[1]];
            }
            spoil(rng, all.as_flattened_mut());
            all
        }
        _ => {
            let [start, end] = points(rng);
            let x = between(rng, start, end);
            let size = (end[0] - start[0]).abs().max((end[1] - start[1]).abs()).clamp(f64::MIN_POSITIVE, 1e300);
            let mut all = [start, end, x, x, x, x];
            if rng.one_in(2) {
                all[4] = between(rng, start, end);
                all[5] = all[4];
            }
            for wall in [2, 4] {
                let slant = [rng.within(-1.0, 1.0) * size, rng.within(-1.0, 1.0) * size];
                let (back, forth) = (rng.unit(), rng.unit());
                all[wall] = [all[wall][0] - back * slant[0], all[wall][1] - back * slant[1]];
                all[wall + 1] = [all[wall + 1][0] + forth * slant[0], all[wall + 1][1] + forth * slant[1]];
            }
            all.map(|p| p.map(|value| value.clamp(f64::MIN, f64::MAX)))
        }
    };
    ([start, end], [a, b], [c, d])
}

/// Four points of which the last is on, or nearly on, the circle through the others.
pub fn points_of_a_circle(rng: &mut Rng) -> [Xy; 4] {
    match rng.below(32) {
        0..=9 => points(rng),
        10 => {
            // Sizes so different that products of the small ones vanish, and a point just beside one of the three.
            let mut all = [[0.0; 2]; 4].map(|p| p.map(|_| wild(rng)));
            all[3] = all[rng.below(3)];
            nudge(rng, &mut all[3]);
            all
        }
        11..=21 => {
            let center = on_a_grid::<1>(rng, 1 << 20)[0];
            let (triple, size) = (*rng.pick(TRIPLES), rng.between(1, 99) as f64);
            let mut on_circle = [center; 4].map(|c| {
                // Every way of turning one right triangle ends on the same circle, and so do the four axis points.
                let (leg, hypotenuse) = turned(rng, triple);
                let step = if rng.one_in(4) { [hypotenuse * leg[0].signum(), 0.0] } else { leg };
                [c[0] + size * step[0], c[1] + size * step[1]]
            });
            spoil(rng, on_circle.as_flattened_mut());
            on_circle
        }
        _ => {
            let mut round = [[0.0; 2]; 4].map(|_| {
                let angle = rng.within(0.0, std::f64::consts::TAU);
                [angle.cos(), angle.sin()]
            });
            spoil(rng, round.as_flattened_mut());
            round
        }
    }
}

/// Any finite number: all exponents from the subnormal ones to the largest are equally likely, zeros are frequent.
pub fn wild(rng: &mut Rng) -> f64 {
    let bits = rng.bits();
    if bits & 15 == 0 {
        return if bits & 16 == 0 { 0.0 } else { -0.0 };
    }
    // Random bits spread evenly over exponents; few significant bits make ties between products likely.
    let mask = if bits & 32 == 0 { !0 } else { !0 << 48 };
    let value = f64::from_bits(rng.bits() & mask);
    if value.is_finite() { value } else { f64::MAX.copysign(value) }
}

/// 2^`exponent`, which may be subnormal.
pub fn power_of_two(exponent: i32) -> f64 {
    assert!((-1074..=1023).contains(&exponent), "2^{exponent} is not an f64");
    if exponent < -1022 {
        f64::from_bits(1 << (exponent + 1074))
    } else {
        f64::from_bits(((exponent + 1023) as u64) << 52)
    }
}

/// Multiplies by a random power of two if that is exact for every number, else does nothing; returns the power's exponent.
pub fn move_scale(rng: &mut Rng, numbers: &mut [f64]) -> i32 {
    let exponent = match rng.below(5) {
        0 => rng.between(-1074, -900),
        1 => rng.between(850, 1023),
        // The largest is next to where products of two begin to overflow.
        2 => {
            let largest = numbers.iter().map(|x| x.abs()).fold(0.0, f64::max);
            rng.between(507, 513) - ((largest.to_bits() >> 52) as i64 - 1023)
        }
        _ => rng.between(-600, 600),
    }
    .clamp(-1074, 1023) as i32;
    let factor = power_of_two(exponent);
    let is_exact = numbers.iter().all(|&x| (x * factor).is_finite() && (x * factor) / factor == x);
    if !is_exact {
        return 0;
    }
    numbers.iter_mut().for_each(|x| *x *= factor);
    exponent
}

/// Two distinct ends.
pub fn apart(rng: &mut Rng, ends: Ends) -> Ends {
    let [mut a, b] = ends;
    while a == b {
        let axis = rng.below(2);
        a[axis] = if a[axis] < f64::MAX { next_up(a[axis]) } else { next_down(a[axis]) };
    }
    [a, b]
}

/// Moves one coordinate by one to three units in the last place.
pub fn nudge(rng: &mut Rng, p: &mut Xy) {
    let (axis, steps, up) = (rng.below(2), rng.between(1, 3), rng.one_in(2));
    for _ in 0..steps {
        p[axis] = if up { next_up(p[axis]) } else { next_down(p[axis]) }.clamp(f64::MIN, f64::MAX);
    }
}

/// The legs and hypotenuse of right triangles with whole sides: distances that are exact.
pub(crate) const TRIPLES: &[[f64; 3]] = &[
    [3.0, 4.0, 5.0],
    [5.0, 12.0, 13.0],
    [8.0, 15.0, 17.0],
    [20.0, 21.0, 29.0],
    [119.0, 120.0, 169.0],
    [0.0, 1.0, 1.0],
];

/// A leg pair of a triangle in one of its eight positions, and the hypotenuse.
pub(crate) fn turned(rng: &mut Rng, [a, b, c]: [f64; 3]) -> (Xy, f64) {
    let (a, b) = if rng.one_in(2) { (a, b) } else { (b, a) };
    let sign = |flip: bool| if flip { -1.0 } else { 1.0 };
    ([a * sign(rng.one_in(2)), b * sign(rng.one_in(2))], c)
}

/// Moves an exact case to another scale, and half of the time moves one number off by a unit in the last place.
fn spoil(rng: &mut Rng, numbers: &mut [f64]) {
    if rng.one_in(3) {
        move_scale(rng, numbers);
    }
    if rng.one_in(2) {
        let number = &mut numbers[rng.below(numbers.len())];
        *number = if rng.one_in(2) { next_up(*number) } else { next_down(*number) }.clamp(f64::MIN, f64::MAX);
    }
}

pub(crate) fn on_a_grid<const N: usize>(rng: &mut Rng, size: i64) -> [Xy; N] {
    [[0.0; 2]; N].map(|p| p.map(|_| rng.between(-size, size) as f64))
}

fn in_the_unit_square<const N: usize>(rng: &mut Rng) -> [Xy; N] {
    [[0.0; 2]; N].map(|p| p.map(|_| rng.within(-1.0, 1.0)))
}

/// Around 1e15 the spacing of numbers is 1/8: coordinates have few bits below the offset.
fn far_from_the_origin<const N: usize>(rng: &mut Rng) -> [Xy; N] {
    [[0.0; 2]; N].map(|p| p.map(|_| 1e15 + rng.between(-64, 64) as f64 / 8.0))
}

fn on_one_line<const N: usize>(rng: &mut Rng) -> [Xy; N] {
    let size = *rng.pick(&[3, 100, 1 << 20]);
    let [base, step] = on_a_grid(rng, size);
    [0.0; N].map(|_| {
        let t = rng.between(-99, 99) as f64;
        [base[0] + t * step[0], base[1] + t * step[1]]
    })
}

fn nearly_on_one_line<const N: usize>(rng: &mut Rng) -> [Xy; N] {
    let ends = in_the_unit_square::<2>(rng);
    let offset = *rng.pick(&[0.0, 0.0, 12.0, 1e15]);
    let [a, b] = ends.map(|p| [p[0] + offset, p[1] + offset]);
    let mut points = [a; N].map(|a| {
        let t = rng.within(-1.0, 2.0);
        [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]
    });
    points[0] = a;
    points[N - 1] = b;
    points
}

/// Some coordinates around one power of two, the others around another.
fn of_two_sizes<const N: usize>(rng: &mut Rng) -> [Xy; N] {
    let sizes = [power_of_two(rng.between(-1060, 1020) as i32), power_of_two(rng.between(-1060, 1020) as i32)];
    [[0.0; 2]; N]
        .map(|p| p.map(|_| *rng.pick(&sizes) * rng.between(-8, 8) as f64))
        .map(|p| p.map(|value| value.clamp(f64::MIN, f64::MAX)))
}

/// A point of the segment up to rounding.
pub(crate) fn between(rng: &mut Rng, a: Xy, b: Xy) -> Xy {
    let anywhere = rng.unit();
    let t = *rng.pick(&[0.0, 0.5, 1.0, anywhere, anywhere]);
    // Halves, so that ends at opposite ends of the range do not overflow.
    [0, 1].map(|axis| 2.0 * ((1.0 - t) * (a[axis] / 2.0) + t * (b[axis] / 2.0)))
}

/// About the distance of two segments, sometimes a few units in the last place off, sometimes anything.
fn near_radius(rng: &mut Rng, a: Ends, b: Ends) -> f64 {
    if rng.one_in(8) {
        return wild(rng);
    }
    let from_ends = a.iter().map(|&p| (p, b)).chain(b.iter().map(|&p| (p, a)));
    let mut radius = from_ends.map(|(p, wall)| rough_distance(p, wall)).fold(f64::MAX, f64::min);
    for _ in 0..rng.below(4) {
        radius = if rng.one_in(2) { next_up(radius) } else { next_down(radius) }.clamp(f64::MIN, f64::MAX);
    }
    radius
}

/// Distance of a point from a segment in plain floating point, for making cases only.
pub(crate) fn rough_distance(p: Xy, [a, b]: Ends) -> f64 {
    let (ex, ey, dx, dy) = (b[0] - a[0], b[1] - a[1], p[0] - a[0], p[1] - a[1]);
    let t = ((dx * ex + dy * ey) / (ex * ex + ey * ey)).clamp(0.0, 1.0);
    let t = if t.is_nan() { 0.0 } else { t };
    (dx - t * ex).hypot(dy - t * ey)
}
