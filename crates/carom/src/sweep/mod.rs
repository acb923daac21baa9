//! When does a point or a disc that moves in a straight line first touch something?
//!
//! A [`Sweep`] is the path of one frame, from its start to its end. What it can touch is an [`Obstacle`]: a wall, a pillar, the
//! outline of a polygon, a filled polygon, or another sweep. Every decision is exact, on the numbers as given; the time is the exact one
//! rounded toward zero.
//!
//! A point touches a wall iff they share a point, so a path that ends on a wall or passes through a wall's end touches it,
//! and one that runs along the wall's line touches it at the first point they share. A disc touches what comes within
//! its radius; [`Contact`] tells a disc that would go deeper from one that leaves, slides or starts too deep already.

mod at_once;
mod disc;
mod discs;
mod four_movers;
mod meeting;
pub mod methods;
mod mover;
mod notes;
mod outline;
mod outline_of_movers;
mod path;
mod segment;
mod shaped;
mod silhouette;
pub mod textbook;
mod through;

pub use crate::exact::{Feature, answers::Contact};
pub(crate) use discs::{DiscHits, FourTouches};
pub(crate) use four_movers::{FourEntries, MoverHits};
pub(crate) use meeting::Meeting;
pub use mover::{Mover, MoverPart, MoverSweep, Overlap};
pub(crate) use notes::Paper;
pub use outline::{Filled, Outline};
pub use path::{Hit, Obstacle, Sweep};
pub(crate) use segment::{Touch, is_earlier, order_of_touches};
pub(crate) use shaped::{hull_of_circle, hull_of_segment};
pub(crate) use silhouette::Silhouette;
pub(crate) use through::Bundle;
