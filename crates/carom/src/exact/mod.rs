//! Signs that are never wrong, for every finite `f64`.
//!
//! Which side of a line is a point on? Is an angle sharp? Which of two walls is hit first?
//! Is a point within a radius of a wall? Each answer is the sign of a polynomial in the given numbers, and each
//! function here returns the true sign: for subnormal numbers, for 1e308, for both in one question.
//!
//! Three tiers share the work. A floating-point filter answers nearly everything at the cost of the plain expression
//! (`signs/filter.rs`, with the proofs). What it leaves in doubt goes to integers of fixed width, and only numbers that
//! differ enormously in size need long ones (`numbers/integer.rs`).
//!
//! Points and radii that are not finite have no place on the number line; for them the answers are `On`, `Edge` or `Equal`
//! (a radius of −∞ is negative like any other), and nothing panics. A segment is given by its two ends, which may coincide here.
//!
//! The code has three floors, and none looks up: `numbers`, `signs` of what stands still, and `motion`.

pub(crate) mod answers;
#[cfg(test)]
mod exactly;
mod motion;
mod numbers;
mod signs;

pub use answers::{Feature, Location, Side};
pub(crate) use motion::touch::order_of_hits;
pub(crate) use signs::questions::{
    compare_distance, compare_distance_of_segments, compare_distance_to_segment, dot_sign, in_circle, orient, turn,
};

pub(crate) use motion::{
    apart, clip, convex, drift, encounter, entry, flight, forms, hull, inside, moment, passing, reach, relative,
    stopping, touch,
};
pub(crate) use numbers::double::{Double, are_moderate};
pub(crate) use signs::facing::Facing;
pub(crate) use signs::questions::{
    beyond_circle, beyond_diameter, compare_distance_to_segment_with_sum, compare_distance_with_sum, nearest_feature,
    one_sided, segments_meet,
};
pub(crate) use signs::{construct, look};
