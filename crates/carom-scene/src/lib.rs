//! Scenes for carom: one small document that describes walls, gates, zones and bodies, and readers for other formats.
//!
//! A [`Scene`] is plain data. It is written by hand as JSON or TOML, or read from an SVG drawing, a GeoJSON or WKT
//! file, a Tiled map or the occupancy grid of a robot, and becomes a [`carom::World`] or [`carom::Walls`] when it is built.
//!
//! ```
//! use carom_scene::{Format, Scene};
//! let scene = Scene::parse(
//!     r#"{
//!         "carom": 1,
//!         "walls": [{ "polygon": [[0, 0], [4, 0], [4, 3], [0, 3]] }],
//!         "bodies": [{ "position": [1, 1], "radius": 0.5, "velocity": [9, 7] }]
//!     }"#,
//!     Format::Json,
//! )?;
//! let mut built = scene.build()?;
//! let frame = built.step(scene.world.dt);
//! assert_eq!(built.world.walls().len(), 4);
//! # Ok::<(), carom_scene::Fault>(())
//! ```

#![forbid(unsafe_code)]

mod object;
mod character;
mod document;
mod fault;
mod place;
mod parse;
mod check;
mod shape;
mod turns;
mod walker;
mod scan;
mod bricks;
mod build;
mod import;
mod read;
mod boundaries;
mod write;
mod export;
mod schema;

pub use boundaries::{Area, Boundaries, Line, Wanted};
pub use bricks::Bricks;
pub use build::{Built, BuiltZone, Names, state_hash, steer};
pub use character::{Character, Move};
pub use document::{
    Body, Gate, Group, Material, Pair, Response, Scan, Scene, Settings, Side, Squeeze, Strategy, Turn, Wall, WallShape,
    Zone,
};
pub use fault::{Fault, FaultKind, Skipped};
pub use import::map::Unknown;
pub use parse::Source;
pub use read::{Format, ReadLimits};
pub use turns::direction_of;
pub use walker::{Walked, Walker};

/// The example in the scenes' README, compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../scenes/README.md")]
struct Readme;
