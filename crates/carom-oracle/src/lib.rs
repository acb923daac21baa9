//! Exact slow answers that carom's own answers are judged by.
//!
//! Everything here takes plain `[f64; 2]` coordinates, turns them into integers of any length, and decides with those.
//! There is no floating-point arithmetic in a decision and no code shared with carom, so a mistake in one is not a mistake in the other.
//!
//! * [`truth`]: signs, distances, crossings and places of single points and segments.
//! * [`regions`]: the same for filled shapes: boxes, discs, polygons with holes.
//! * [`round`]: the one `f64` that a correctly rounded answer must be; [`dyadic`]: by how much a float is off.
//! * [`moving`]: when and how a moving disc first touches; [`narrow`]: the same for points, faster.
//! * [`bodies`]: did a body's move meet anything, are two bodies apart, is a body inside? Fast enough for every step of a long run.
//! * [`worlds`]: is every event of a small world the one that must come next? Its times are [`instant`]s.
//! * [`partition`]: is a list of parts a partition of a polygon?
//! * [`cases`], [`near`] and [`polygons`]: inputs with ties and near-ties made on purpose, from a repeatable [`rng`].
//! * [`checks`]: carom and the oracle asked the same question, one case at a time.

pub mod bodies;
pub mod cases;
pub mod checks;
pub mod dyadic;
pub mod instant;
pub mod moving;
pub mod narrow;
pub mod near;
pub mod partition;
mod plane;
pub mod polygons;
pub mod regions;
pub mod rng;
pub mod round;
pub mod truth;
pub mod worlds;
