//! Polygons of every shape at growing sizes, and when to stop asking a peer.

use crate::outline::{COMB, CONVEX, HOLES, Outline, SMOOTH, SPIRAL, STAR, Shape};
use crate::race::Effort;

const SHAPES: [Shape; 6] = [STAR, SMOOTH, COMB, SPIRAL, CONVEX, HOLES];

const SIZES: [usize; 7] = [8, 16, 64, 256, 1_000, 10_000, 100_000];

/// Polygons of one shape and size; more of the small ones, so that the branch predictor
/// does not learn its way through a few of them.
pub struct Input {
    pub name: String,
    pub size: usize,
    pub outlines: Vec<Outline>,
}

pub fn climb(effort: Effort, mut ask: impl FnMut(&Input, &mut Patience)) {
    for (name, shape) in SHAPES {
        let mut patience = Patience::default();
        for size in SIZES.into_iter().filter(|size| *size <= effort.largest) {
            let count = (20_000 / size as u64).clamp(1, 500);
            let outlines = (0..count).map(|seed| shape(size, seed)).collect();
            ask(&Input { name: format!("{name} {size}"), size, outlines }, &mut patience);
        }
    }
}

/// Leaves a peer out before it takes longer than anybody wants to wait.
#[derive(Default)]
pub struct Patience {
    /// The peer's last size and nanoseconds; `None` before the first.
    last: Option<(usize, f64)>,
}

impl Patience {
    /// Five seconds for one polygon.
    const NANOSECONDS: f64 = 5e9;

    /// Expects the time to grow with the square of the size, as it does at worst, near enough.
    pub fn lasts_for(&self, size: usize) -> bool {
        let expected = self.last.map_or(0.0, |(last, time)| time * (size as f64 / last as f64).powi(2));
        expected <= Self::NANOSECONDS
    }

    /// Takes note of the peer's time, if it was there.
    pub fn learn(&mut self, size: usize, times: &[(&str, f64)], peer: &str) {
        let time = times.iter().find(|(name, _)| *name == peer);
        self.last = time.map(|(_, time)| (size, *time)).or(self.last);
    }
}
