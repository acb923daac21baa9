//! Boxes that may be empty: what is around some walls, in the numbers of the scene or in those of a tree.
//!
//! An [`Aabb`](crate::Aabb) is never empty and always finite. Here a box starts as [`Bounds::EMPTY`] and grows, and the sides of
//! one around extreme walls may be infinite.

use crate::point::Point;

/// An axis-aligned box, its edge included; empty if a maximum is below its minimum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds<T> {
    pub(super) min_x: T,
    pub(super) max_x: T,
    pub(super) min_y: T,
    pub(super) max_y: T,
}

impl Bounds<f64> {
    pub(super) const EMPTY: Bounds<f64> =
        Bounds { min_x: f64::INFINITY, max_x: f64::NEG_INFINITY, min_y: f64::INFINITY, max_y: f64::NEG_INFINITY };
}

impl Bounds<f32> {
    pub(super) const EMPTY: Bounds<f32> =
        Bounds { min_x: f32::INFINITY, max_x: f32::NEG_INFINITY, min_y: f32::INFINITY, max_y: f32::NEG_INFINITY };
}

impl<T: Copy + PartialOrd> Bounds<T> {
    /// The smallest box around both.
    #[inline(always)]
    pub(super) fn union(self, other: Bounds<T>) -> Bounds<T> {
        Bounds {
            min_x: min(self.min_x, other.min_x),
            max_x: max(self.max_x, other.max_x),
            min_y: min(self.min_y, other.min_y),
            max_y: max(self.max_y, other.max_y),
        }
    }

    /// The box that both share, empty if there is none.
    pub(super) fn intersection(self, other: Bounds<T>) -> Bounds<T> {
        Bounds {
            min_x: max(self.min_x, other.min_x),
            max_x: min(self.max_x, other.max_x),
            min_y: max(self.min_y, other.min_y),
            max_y: min(self.max_y, other.max_y),
        }
    }

    /// Whether two boxes share a point.
    #[inline(always)]
    pub(super) fn overlaps(&self, other: &Bounds<T>) -> bool {
        self.min_x <= other.max_x && other.min_x <= self.max_x && self.min_y <= other.max_y && other.min_y <= self.max_y
    }

    /// Min x, max x, min y and max y.
    #[inline(always)]
    pub(super) fn sides(self) -> [T; 4] {
        [self.min_x, self.max_x, self.min_y, self.max_y]
    }
}

/// A square of a quadtree or a box of a box tree, for a picture of it: see [`Walls::boxes`](crate::Walls::boxes).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TreeBox {
    /// Its lower left corner; of a box, rounded.
    pub min: Point,
    /// Its upper right corner; of a box, rounded.
    pub max: Point,
    /// How many are around it.
    pub depth: u32,
    /// How many walls are listed in it; `None` if it is divided.
    pub walls: Option<usize>,
}

impl TreeBox {
    pub(super) fn of(bounds: Bounds<f64>, depth: u32, walls: Option<usize>) -> TreeBox {
        let Bounds { min_x, max_x, min_y, max_y } = bounds;
        TreeBox { min: Point::new(min_x, min_y), max: Point::new(max_x, max_y), depth, walls }
    }
}

// The same on every machine, as those of `point.rs`.
#[inline(always)]
fn min<T: PartialOrd>(a: T, b: T) -> T {
    if b < a { b } else { a }
}

#[inline(always)]
fn max<T: PartialOrd>(a: T, b: T) -> T {
    if a < b { b } else { a }
}
