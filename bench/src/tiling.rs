//! Do some parts fill a polygon exactly, without a gap and without an overlap?

use carom::{Point, Polygon, Side, orient};
use std::collections::HashSet;

/// Proves it, in exact arithmetic, or says what is wrong.
///
/// Every part is cut into triangles from its first vertex. If none of those winds clockwise, and
/// the directed edges of all parts, after those that run both ways have cancelled, are the edges
/// of the polygon, then almost every point of the plane lies in as many triangles as the polygon
/// winds around it: one if it is inside, none if it is outside.
pub fn check(polygon: &Polygon, parts: &[Vec<u32>]) -> Result<(), String> {
    let vertices = polygon.vertices();
    let mut edges = HashSet::new();
    for part in parts {
        if let Some(corner) = first_bad_corner(vertices, part) {
            return Err(format!("part {part:?} is not convex and counter-clockwise at {corner}"));
        }
        if let Some(edge) = directed_edges(part).find(|edge| !edges.insert(*edge)) {
            return Err(format!("two parts have the edge {edge:?}"));
        }
    }
    let outside: HashSet<_> = edges.iter().copied().filter(|(a, b)| !edges.contains(&(*b, *a))).collect();
    if outside == boundary(polygon) {
        Ok(())
    } else {
        Err("the outer edges of the parts are not the edges of the polygon".to_string())
    }
}

/// The first corner that turns right, or is seen on the wrong side from the first vertex.
fn first_bad_corner(vertices: &[Point], part: &[u32]) -> Option<usize> {
    let at = |i: usize| vertices[part[i % part.len()] as usize];
    (0..part.len()).find(|&i| {
        let turn = orient(at(i), at(i + 1), at(i + 2));
        let seen = orient(at(0), at(i), at(i + 1));
        turn == Side::Right || seen == Side::Right
    })
}

fn directed_edges(part: &[u32]) -> impl Iterator<Item = (u32, u32)> {
    (0..part.len()).map(|i| (part[i], part[(i + 1) % part.len()]))
}

fn boundary(polygon: &Polygon) -> HashSet<(u32, u32)> {
    let mut start = 0;
    let mut edges = HashSet::new();
    for ring in polygon.rings() {
        let indices: Vec<u32> = (start..start + ring.len() as u32).collect();
        edges.extend(directed_edges(&indices));
        start += ring.len() as u32;
    }
    edges
}
