//! A character among walls: does it go where it should, and never into a wall?
//!
//! [`surfaces`] are what is floor, slope, wall and ceiling, exactly; [`floors`] are walked on: stairs, slopes, seams, platforms; [`tight`]
//! places leave no room, or just enough, at every scale; [`levels`] are made of all of these at random, every piece judged
//! ([`judge`]); [`movers`] are boxes, capsules and polygons;
//! [`play`] is a platform level played by a script.

#[path = "slide/floors.rs"]
mod floors;
#[path = "slide/judge.rs"]
mod judge;
#[path = "slide/levels.rs"]
mod levels;
#[path = "slide/play.rs"]
mod play;
#[path = "slide/movers.rs"]
mod movers;
#[path = "common/shapes.rs"]
mod shapes;
#[path = "slide/surfaces.rs"]
mod surfaces;
#[path = "slide/tight.rs"]
mod tight;

use carom::{Segment, Slid, Slide, Surface, Wall, Walls};

fn segment(a: [f64; 2], b: [f64; 2]) -> Segment {
    Segment::new(a, b).expect("ends are finite and distinct")
}

/// Walls along a chain of points.
fn chain(points: &[[f64; 2]]) -> Vec<Wall> {
    points.windows(2).map(|ends| Wall::from(segment(ends[0], ends[1]))).collect()
}

fn walls_along(points: &[[f64; 2]]) -> Walls {
    Walls::new(chain(points))
}

fn kinds(slid: &Slid) -> Vec<Surface> {
    slid.contacts.iter().map(|contact| contact.kind).collect()
}

/// What a platform game would set.
fn walker() -> Slide {
    Slide { step_height: 0.5, snap: 0.5, ..Slide::default() }
}

#[track_caller]
fn assert_near(got: impl Into<[f64; 2]>, expected: [f64; 2], within: f64) {
    let got = got.into();
    let off = (got[0] - expected[0]).abs().max((got[1] - expected[1]).abs());
    assert!(off <= within, "{got:?}, not {expected:?} within {within:e}");
}
