//! Polygons to time: every shape at every size, strictly simple, the same in every run.

use crate::rng::Rng;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

pub type Ring = Vec<[f64; 2]>;

/// The outer ring counter-clockwise, the holes clockwise: carom's own order, so indices agree.
pub struct Outline {
    pub outer: Ring,
    pub holes: Vec<Ring>,
}

impl Outline {
    pub fn polygon(&self) -> carom::Polygon {
        carom::Polygon::with_holes(self.outer.iter().copied(), self.holes.iter().cloned())
            .unwrap_or_else(|error| panic!("the generators make strictly simple polygons: {error}"))
    }

    /// All rings in one list, outer first.
    pub fn vertices(&self) -> Ring {
        [&self.outer].into_iter().chain(&self.holes).flatten().copied().collect()
    }

    /// Stretched about the origin, then moved.
    pub fn placed(mut self, scale: f64, by: [f64; 2]) -> Outline {
        let place = |[x, y]: [f64; 2]| [x * scale + by[0], y * scale + by[1]];
        for ring in [&mut self.outer].into_iter().chain(&mut self.holes) {
            ring.iter_mut().for_each(|vertex| *vertex = place(*vertex));
        }
        self
    }
}

/// A shape's name, and how to make one of so many vertices from a seed.
pub type Shape = (&'static str, fn(usize, u64) -> Outline);

pub const STAR: Shape = ("star", star);
pub const SMOOTH: Shape = ("smooth", smooth);
pub const CONVEX: Shape = ("convex", convex);
pub const COMB: Shape = ("comb", comb);
pub const SPIRAL: Shape = ("spiral", spiral);
pub const HOLES: Shape = ("holes", sieve);

/// Rays from the centre at equal angles, each cut at random between half its length and all of it.
fn star(n: usize, seed: u64) -> Outline {
    let mut rng = Rng(seed);
    around(n, |_| 1000.0 * rng.between(0.5, 1.0))
}

/// A radius that is a sum of sines: long smooth bays and bulges.
fn smooth(n: usize, seed: u64) -> Outline {
    let mut rng = Rng(seed);
    let phases = [(); 3].map(|()| rng.between(0.0, TAU));
    around(n, |angle| {
        let waves = [(3.0, 0.3), (7.0, 0.2), (13.0, 0.1)];
        let sum: f64 = waves.iter().zip(phases).map(|((k, height), phase)| height * (k * angle + phase).sin()).sum();
        625.0 * (1.0 + sum)
    })
}

/// A regular polygon, turned at random.
fn convex(n: usize, seed: u64) -> Outline {
    let turn = Rng(seed).between(0.0, TAU);
    let vertices = (0..n).map(|i| polar(1000.0, turn + TAU * i as f64 / n as f64));
    Outline { outer: vertices.collect(), holes: Vec::new() }
}

/// Long teeth on a back: every second vertex is reflex.
pub fn comb(n: usize, seed: u64) -> Outline {
    let mut rng = Rng(seed);
    let tips = n - 2;
    let zigzag = (0..tips).map(|i| {
        let x = 1000.0 - 2000.0 * i as f64 / (tips - 1) as f64;
        let y = if i % 2 == 0 { 900.0 } else { -800.0 };
        [x, y + rng.between(0.0, 100.0)]
    });
    let back = [[-1000.0, -1000.0], [1000.0, -1000.0]];
    Outline { outer: back.into_iter().chain(zigzag).collect(), holes: Vec::new() }
}

/// Two arms that wind around each other, joined at the centre.
///
/// Each arm lies between the spirals of radius φ and φ − π/2 at angle φ; the other one is its
/// point reflection, half a turn further, so a gap as wide as an arm stays between them.
/// The inner side starts a little later than the outer one: that leaves room at the centre
/// for the two straight edges that join the arms.
fn spiral(n: usize, seed: u64) -> Outline {
    const START: f64 = 2.5;
    const LATER: f64 = 0.2;
    let side = n / 4;
    // Two dozen vertices a turn keep every chord clear of the next arm.
    let end = START + TAU * f64::min(side as f64 / 24.0, 20.0);
    let unit = 1000.0 / end;
    let turn = Rng(seed).between(0.0, TAU);
    let at = |angle: f64, width: f64, reflect: f64| polar(unit * (angle - width), turn + angle + reflect);
    let steps = |from: f64| (0..side).map(move |i| from + (end - from) * i as f64 / (side - 1) as f64);
    let arm = |reflect: f64| {
        let outward = steps(START).map(move |angle| at(angle, 0.0, reflect));
        let inward = steps(START + LATER).rev().map(move |angle| at(angle, FRAC_PI_2, reflect));
        outward.chain(inward)
    };
    Outline { outer: arm(0.0).chain(arm(PI)).collect(), holes: Vec::new() }
}

/// A regular polygon with hexagonal holes on a grid, half of the vertices in holes.
fn sieve(n: usize, seed: u64) -> Outline {
    let mut rng = Rng(seed);
    let count = n / 12;
    let across = (count as f64).sqrt().ceil() as usize;
    let cell = 1300.0 / across as f64;
    let middle = |k: usize| (k as f64 + 0.5) * cell - 650.0;
    let hexagon = |hole: usize| -> Ring {
        let (center, turn) = ([middle(hole % across), middle(hole / across)], rng.between(0.0, TAU));
        let corner = |i: usize| polar(0.35 * cell, turn - TAU * i as f64 / 6.0);
        (0..6).map(|i| [center[0] + corner(i)[0], center[1] + corner(i)[1]]).collect()
    };
    let holes = (0..count).map(hexagon).collect();
    Outline { holes, ..convex(n - 6 * count, seed) }
}

fn around(n: usize, mut radius: impl FnMut(f64) -> f64) -> Outline {
    let angles = (0..n).map(|i| TAU * i as f64 / n as f64);
    Outline { outer: angles.map(|angle| polar(radius(angle), angle)).collect(), holes: Vec::new() }
}

fn polar(radius: f64, angle: f64) -> [f64; 2] {
    [radius * angle.cos(), radius * angle.sin()]
}
