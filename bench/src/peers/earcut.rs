//! `earcut`: ear clipping in plain `f64`, the fastest triangulation we know; it promises a
//! picture that looks right, not one that is.

use crate::outline::Outline;

pub const NAME: &str = "earcut";

/// Keeps its buffers from one polygon to the next, as its users do.
#[derive(Default)]
pub struct Earcut {
    buffers: earcut::Earcut<f64>,
    triangles: Vec<u32>,
}

impl Earcut {
    /// Indices into the vertices of all rings, three a triangle.
    pub fn triangulate(&mut self, vertices: &[[f64; 2]], holes: &[u32]) -> &[u32] {
        self.buffers.earcut(vertices.iter().copied(), holes, &mut self.triangles);
        &self.triangles
    }
}

/// The index at which each hole begins.
pub fn holes(outline: &Outline) -> Vec<u32> {
    let mut start = outline.outer.len();
    let next = |hole: &Vec<[f64; 2]>| {
        let this = start;
        start += hole.len();
        this as u32
    };
    outline.holes.iter().map(next).collect()
}
