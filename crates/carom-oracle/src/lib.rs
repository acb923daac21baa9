//! Exact slow answers that carom's own answers are judged by.
//!
//! Everything here takes plain `[f64; 2]` coordinates, turns them into integers of any length, and decides with those.
//! There is no floating-point arithmetic in a decision and no code shared with carom, so a mistake in one is not a mistake in the other.
//!
//! What judges:
//!
//! * [`truth`]: signs, distances, crossings and places of single points and segments.
//! * [`regions`]: the same for filled shapes: boxes, discs, polygons with holes.
//! * [`partition`]: is a list of parts a partition of a polygon?
//! * [`moving`]: when and how a moving disc first touches; [`narrow`]: the same for points, faster.
//! * [`movers`]: the same for moving boxes, capsules and convex polygons; [`dented`]: for any simple polygons.
//! * [`shifted`]: who enters and leaves a polygon and crosses a line, on its edge too; [`whole`]: the same for whole numbers, faster.
//! * [`bodies`]: did a body's move meet anything, are two bodies apart, is a body inside? Fast enough for every step of a long run.
//! * [`drifting`]: did a body keep clear of a wall that moves?
//! * [`forms`]: do two convex shapes overlap, or on the way of one?
//! * [`flights`]: when bodies in flight meet walls and each other; its times are [`instant`]s.
//! * [`log`]: is the log of a run what must have happened?
//!
//! What generates, from a repeatable [`rng`]:
//!
//! * [`cases`], [`near`], [`near_movers`] and [`polygons`]: inputs with ties and near-ties made on purpose; [`scenes`]: small worlds of that kind; [`towns`]: zones and gates.
//!
//! What asks carom and the judges the same question:
//!
//! * [`checks`]: one case at a time; [`worlds`]: every event of a small world; [`groups`]: every place in one with walls that move; [`shapes`]: with bodies of all shapes.
//!
//! And [`corpus`]: hard cases with their answers, in files for everybody. Small exact helpers: [`round`], the one `f64` that a correctly rounded answer must be; [`dyadic`], by how much a float is off.

pub mod checks;
pub mod clock;
pub mod corpus;
pub mod dyadic;
mod generate;
pub mod groups;
mod judge;
mod plane;
pub mod rng;
pub mod round;
pub mod shapes;
pub mod worlds;

pub use generate::{cases, movers as near_movers, near, polygons, scenes, towns};
pub use judge::{
    bodies, dented, drifting, flights, forms, instant, log, movers, moving, narrow, partition, regions, shifted, truth,
    whole,
};

/// Whether tests ask few of their generated cases, a fiftieth or so: where assertions make each one slow.
///
/// `CAROM_FEW_CASES` and `CAROM_ALL_CASES`, set while the tests are built, say otherwise.
pub const FEW_CASES: bool =
    option_env!("CAROM_FEW_CASES").is_some() || (cfg!(debug_assertions) && option_env!("CAROM_ALL_CASES").is_none());

/// So many of some generated cases: all of them in `cargo xtask soak tests`, a sixteenth in the test command, and a fiftieth of that
/// where there are to be few.
#[must_use]
pub const fn share_of(all: u64) -> u64 {
    let normal = if option_env!("CAROM_SOAK_CASES").is_some() { all } else { all.div_ceil(16) };
    if FEW_CASES { normal.div_ceil(50) } else { normal }
}
