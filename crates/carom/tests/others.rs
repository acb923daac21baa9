//! Faults that were reported of other libraries, and what carom answers there.
//!
//! Each test is named after the project and the number of the report. The cases are restated: where a report has numbers, they are
//! these or simpler ones with the same trouble, and where it has a picture or a program, the smallest case of that kind.
//! The answers are computed by hand.

#[path = "others/bodies.rs"]
mod bodies;
#[path = "others/casts.rs"]
mod casts;
#[path = "others/shapes.rs"]
mod shapes;

use carom::{Mover, Obstacle, Polygon, Segment, Sweep};

fn wall(a: [f64; 2], b: [f64; 2]) -> Segment {
    Segment::new(a, b).expect("distinct ends")
}

fn point(start: [f64; 2], end: [f64; 2]) -> Sweep {
    Sweep::point(start, end).expect("finite")
}

fn disc(start: [f64; 2], end: [f64; 2], radius: f64) -> Sweep {
    Sweep::disc(start, end, radius).expect("finite")
}

fn polygon(vertices: &[[f64; 2]]) -> Polygon {
    Polygon::new(vertices.iter().copied()).expect("a polygon")
}

/// How an upright box of these half sides first touches something.
fn box_touch<O: Obstacle>(half: [f64; 2], path: [[f64; 2]; 2], obstacle: &O) -> Option<O::Touch> {
    let aabb = carom::Aabb::new(half.map(|x| -x), half).expect("a box");
    Mover::aabb(&aabb).sweep(path[0], path[1]).expect("finite").first_touch(obstacle)
}
