//! 2D geometry and collision whose decisions are never wrong.
//!
//! Whether two things touch, which side of a line a point is on, what lies inside what: carom decides it exactly,
//! for every finite `f64`, from subnormal numbers to 1e308, also if both are in one question.
//! There is no epsilon to choose. A number that must be rounded says how: the point where two segments cross
//! is the exact one, rounded once.
//!
//! ```
//! use carom::{Location, Polygon, Segment};
//!
//! let wall = Segment::new([6.0, 0.0], [10.0, 7.0])?;
//! let path = Segment::new([6.0, 4.0], [9.0, 5.0])?;
//! assert!(path.intersects(&wall));
//!
//! let chamber = Polygon::new([[0.0, 0.0], [100.0, 0.0], [300.0, 200.0], [50.0, 400.0], [100.0, 100.0]])?;
//! assert_eq!(chamber.locate([80.0, 80.0]), Location::Edge);
//! assert_eq!(chamber.locate([80.0, 80.00000000000001]), Location::Outside);
//! # Ok::<(), carom::Error>(())
//! ```
//!
//! # Where to start
//!
//! - When does something that moves touch an obstacle? [`Sweep`], against a [`Segment`], a [`Circle`], a [`Polygon`] or another sweep;
//!   the answer is a [`Hit`].
//! - Which of many walls is touched first? [`Walls`], made of segments and circles; a [`Wall`] also has a mask and a side.
//! - How does one ball bounce on from wall to wall? [`Walls::bounce`], as far as [`Limits`] say.
//! - How do many balls move, bounce and collide? A [`World`] of walls and [`Body`]s, with [`Settings`]; [`World::step`] runs a frame.
//! - Who crosses a line, who enters an area? [`Gates`] and [`Zones`]; one of them alone is a [`Gate`] or a [`Zone`]; see also [`World::add_gate`].
//! - Do two shapes intersect, how far apart are they, what is inside? [`intersects`], [`distance`], [`Polygon::locate`].
//!
//! # Conventions
//!
//! - y points up. A counter-clockwise polygon has its inside on the left of its edges.
//! - Shapes are filled and include their edge: touching counts.
//! - The normal of a segment with vector `E` is `(E.y, −E.x)`. Along a polygon it points outward.
//! - A shape that exists is valid: only what makes or changes something returns an [`Error`]. Questions cannot fail and do not panic.
//! - A [`Sweep`] is a move in one frame: its times go from 0 to 1. A [`World`] counts in seconds, its velocities are in units a second.
//! - Equal input gives equal bits on every machine: only + − × ÷ √ are used, and −0.0 becomes 0.0 when a shape is made.
//! - Decimals are not exact: 0.1 is the binary number next to it, and carom answers for that number.
//!   So `(0.9, 0.2)` does not lie on the segment from `(1, 0)` to `(0, 2)`, though on paper it does.
//!
//! # Predicates
//!
//! Every decision ends in one of [`orient`], [`turn`], [`dot_sign`], [`compare_distance`], [`compare_distance_to_segment`],
//! [`compare_distance_of_segments`], [`in_circle`] and [`order_of_hits`], or in another sign of a polynomial in the given
//! numbers, and that is the true sign. A floating-point filter with a proven bound answers nearly everything at the cost of
//! the plain expression; what it leaves in doubt goes to integers of fixed width, and only numbers that differ enormously in
//! size need long ones.
//!
//! Points and radii that are not finite have no place on the number line; for them predicates answer `On`, `Edge` or
//! `Equal` (a radius of −∞ is negative like any other), and nothing panics.
//!
//! # Features
//!
//! - `std` (default): the processor's square root. Without it the crate is `no_std` with `alloc`, and gives the same bits.
//! - `rayon`: batches over many walls use all cores; the answers are the same bits.
//! - `serde`: shapes to and from files; what is read is checked like any other input.
//! - `mint`, `glam_0_27`, `glam_0_29`, `glam_0_30`, `glam_0_31`, `glam_0_32`, `glam_0_33`, `glam_0_34`: conversions of [`Point`] and [`Vec2`].

#![no_std]
#![deny(unsafe_code)]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

// 32-bit x86 without SSE2 computes in 80 bits and rounds twice, which would make every proof here void.
#[cfg(all(target_arch = "x86", not(target_feature = "sse2")))]
compile_error!("carom needs SSE2 on 32-bit x86: without it floating-point numbers are rounded twice");

// In reading order: a file uses what is above it, never what is below.
mod float;
mod point;
mod error;
mod arithmetic;
mod side_by_side;
mod pair;
mod machine;
mod simd;
mod paper;
mod exact;
mod predicates;
mod segment;
mod circle;
mod aabb;
mod ordered;
mod rings;
mod edge_tree;
mod box_tree;
mod box_grid;
mod polygon;
mod shape;
mod crossing;
mod overlay;
mod intersect;
mod slabs;
mod nearest;
mod bounds;
mod mesh;
mod ears;
mod triangulate;
mod decompose;
mod response;
mod sweep;
pub mod batch;
mod walls;
mod bounce;
mod slide;
mod gate;
mod gates;
mod zone;
mod zones;
mod world;
pub mod explain;

pub use aabb::Aabb;
pub use arithmetic::check_arithmetic;
pub use bounce::{Bounce, Bounces, Ending, Limits};
pub use bounds::{hull, smallest_circle};
pub use circle::Circle;
pub use crossing::Crossing;
pub use decompose::{Decomposition, Part, PartEdge};
pub use error::{Allowed, ArithmeticFault, Error, Name, Ring};
pub use exact::{Location, Side};
pub use gate::{Direction, Gate, Track};
pub use gates::Gates;
pub use intersect::intersects;
pub use nearest::{distance, nearest};
pub use point::{Point, Vec2};
pub use polygon::{EdgeRow, Polygon};
pub use predicates::{
    compare_distance, compare_distance_of_segments, compare_distance_to_segment, dot_sign, in_circle, order_of_hits,
    orient, turn,
};
pub use response::{reflect, slide, stop};
pub use segment::Segment;
pub use shape::{OwnedShape, Shape};
pub use simd::Vectors;
pub use slide::{Slid, Slide, SlideContact, SlideEnding, Slope, Surface};
pub use sweep::{
    Contact, Feature, Filled, Hit, Mover, MoverPart, MoverSweep, Obstacle, Outline, Overlap, Sweep, methods, textbook,
};
pub use walls::{
    Beam, Counters, Dangling, Moving, Progress, Strategy, TreeBox, View, Wall, WallId, WallReport, Walls, merge_tiles,
};
pub use world::{
    Body, BodyId, Event, EventKind, Frame, FrameEnd, GateCount, GateId, Group, GroupId, Happening, Now, OtherBody,
    Overlapped, Report, Response, Settings, ShapeId, Snapshot, Squeeze, Tally, Thing, World,
};
pub use zone::{Change, Passage, Zone};
pub use zones::Zones;

/// The tour's examples, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/tour.md")]
struct Tour;

/// The README's examples, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
