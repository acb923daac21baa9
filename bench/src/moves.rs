//! Moves of points and discs to ask about: anywhere, on a grid, and where rounding decides.

use crate::rng::Rng;
use std::f64::consts::{PI, TAU};

/// The two ends of a wall, or the start and the end of a move.
pub type Ends = [[f64; 2]; 2];

/// Which numbers the coordinates are taken from.
#[derive(Clone, Copy, PartialEq)]
pub enum Precision {
    F32,
    F64,
}

impl Precision {
    /// The number next to `x`, or one at most two places from that.
    pub fn beside(self, rng: &mut Rng, x: f64) -> f64 {
        let places = rng.whole(-2, 2);
        let mut near = self.round(x);
        for _ in 0..places.abs() {
            near = match (self, places < 0) {
                (Precision::F32, true) => (near as f32).next_down().into(),
                (Precision::F32, false) => (near as f32).next_up().into(),
                (Precision::F64, true) => near.next_down(),
                (Precision::F64, false) => near.next_up(),
            };
        }
        near
    }

    pub fn round(self, x: f64) -> f64 {
        match self {
            Precision::F32 => (x as f32).into(),
            Precision::F64 => x,
        }
    }
}

/// A move of the given length that starts in the square from 0 to 1000.
pub fn anywhere(rng: &mut Rng, length: f64) -> Ends {
    let start = [rng.between(0.0, 1000.0), rng.between(0.0, 1000.0)];
    [start, plus(start, length, turned([1.0, 0.0], rng.between(0.0, TAU)))]
}

/// A move of about the given length whose coordinates are whole multiples of `step`.
pub fn on_grid(rng: &mut Rng, length: f64, step: f64) -> Ends {
    anywhere(rng, length).map(|point| point.map(|x| (x / step).round() * step))
}

/// A point of the square from −100 to 100.
pub fn place(rng: &mut Rng, precision: Precision) -> [f64; 2] {
    [(); 2].map(|()| precision.round(rng.between(-100.0, 100.0)))
}

/// A move that ends, or whose line passes, within two units in the last place of the wall or one of its ends.
pub fn near_wall(rng: &mut Rng, precision: Precision, wall: Ends, start: [f64; 2]) -> Ends {
    let near = touched(rng, wall).map(|x| precision.beside(rng, x));
    if rng.whole(0, 1) == 0 {
        return [start, near];
    }
    [start, [0, 1].map(|axis| precision.round(near[axis] + (near[axis] - start[axis])))]
}

/// A disc's move that ends at a distance of `radius` from the wall, or passes it at that distance, but for two
/// units in the last place of each coordinate. It starts clear of the wall.
pub fn near_wall_by(rng: &mut Rng, precision: Precision, wall: Ends, radius: f64) -> Ends {
    let [a, b] = wall;
    let length = (b[0] - a[0]).hypot(b[1] - a[1]);
    let along = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    let at = touched(rng, wall);
    // Any direction from an end that does not point back at the wall, or square to the wall on either side.
    let away = match at {
        _ if at == a => turned(along, rng.between(0.5, 1.5) * PI),
        _ if at == b => turned(along, rng.between(-0.5, 0.5) * PI),
        _ if rng.whole(0, 1) == 0 => left(along),
        _ => left(left(left(along))),
    };
    let center = plus(at, radius, away);
    let [before, after] = [(); 2].map(|()| rng.between(10.0, 200.0));
    let ends = if rng.whole(0, 1) == 0 {
        let from = turned(away, rng.between(-0.45, 0.45) * PI);
        [plus(center, before, from), center]
    } else {
        [plus(center, before, left(away)), plus(center, -after, left(away))]
    };
    ends.map(|point| point.map(|x| precision.beside(rng, x)))
}

/// A level or upright wall with whole coordinates, and a disc's move beside it that starts, ends and keeps its
/// distance in whole numbers, but for two units in the last place: some of them touch exactly.
pub fn near_straight_wall(rng: &mut Rng, precision: Precision, radius: f64) -> [Ends; 2] {
    let [along, across] = [rng.whole(-50, 50), rng.whole(-50, 50)].map(f64::from);
    let length = f64::from(rng.whole(1, 100));
    let level = across + radius * f64::from(2 * rng.whole(0, 1) - 1);
    let from = along - f64::from(rng.whole(100, 200));
    let to = along + f64::from(rng.whole(-20, 200));
    let upright = rng.whole(0, 1) == 1;
    let put = |[x, y]: [f64; 2]| if upright { [y, x] } else { [x, y] };
    let wall = [[along, across], [along + length, across]].map(put);
    let path = [[from, level], [to, level]].map(|point| put(point).map(|x| precision.beside(rng, x)));
    [path, wall]
}

/// A radius from 1 to 50.
pub fn radius(rng: &mut Rng, precision: Precision) -> f64 {
    precision.round(rng.between(1.0, 50.0))
}

/// One of the wall's ends, or a point between them.
fn touched(rng: &mut Rng, [a, b]: Ends) -> [f64; 2] {
    match rng.whole(0, 3) {
        0 => a,
        1 => b,
        _ => {
            let t = rng.unit();
            [0, 1].map(|axis| a[axis] + t * (b[axis] - a[axis]))
        }
    }
}

fn turned([x, y]: [f64; 2], angle: f64) -> [f64; 2] {
    let (sin, cos) = angle.sin_cos();
    [x * cos - y * sin, x * sin + y * cos]
}

/// A quarter turn, which does not round.
fn left([x, y]: [f64; 2]) -> [f64; 2] {
    [-y, x]
}

pub fn plus(point: [f64; 2], length: f64, direction: [f64; 2]) -> [f64; 2] {
    [0, 1].map(|axis| point[axis] + length * direction[axis])
}
