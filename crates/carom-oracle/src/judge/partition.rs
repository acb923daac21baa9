//! Is a list of parts a partition of a polygon?
//!
//! Why the checks here are enough: give every directed edge of every part the weight 1.
//! If each edge of the polygon appears exactly once, in its own direction, and every other edge of a part appears once in each direction,
//! then the edges of all parts together wind around any point as often as the polygon's own edges do:
//! once around a point inside, not at all around a point outside.
//! A convex counter-clockwise part winds around a point once or not at all.
//! So every point inside is in exactly one part, and no part reaches outside.
//! Equal areas follow; they are compared all the same, as they do not rest on this argument.

use std::collections::HashMap;

use dashu_int::IBig;

use crate::truth::{Scale, Side, Xy, dot_sign, orient};

/// A part: vertices by number, counter-clockwise, and the kind of the edge that leaves each of them.
#[derive(Clone, Debug)]
pub struct Part {
    /// Numbers of vertices of the polygon.
    pub indices: Vec<u32>,
    /// Edge `k` goes from vertex `k` to the next.
    pub edges: Vec<Kind>,
}

/// What an edge of a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The edge of the polygon with this number.
    Original(u32),
    /// A cut, with the part of this number on the other side.
    Cut(u32),
}

/// What is wrong with these convex parts of the polygon, if anything.
///
/// The rings are counter-clockwise outside and clockwise for holes; vertices and edges are numbered through all rings.
pub fn judge_parts(rings: &[Vec<Xy>], parts: &[Part]) -> Result<(), String> {
    let polygon = Numbered::of(rings);
    let indices: Vec<&[u32]> = parts.iter().map(|part| &part.indices[..]).collect();
    let owners = judge_cover(&polygon, &indices)?;
    for (number, part) in parts.iter().enumerate() {
        if part.edges.len() != part.indices.len() {
            return Err(format!("part {number} has {} vertices and {} edges", part.indices.len(), part.edges.len()));
        }
        for (k, &kind) in part.edges.iter().enumerate() {
            let (from, to) = (part.indices[k], part.indices[(k + 1) % part.indices.len()]);
            let expected = match owners.get(&(to, from)) {
                _ if polygon.next[from as usize] == to => Kind::Original(from),
                Some(&neighbour) => Kind::Cut(neighbour),
                None => return Err(format!("cut {from}→{to} of part {number} has no other side")),
            };
            if kind != expected {
                return Err(format!("edge {from}→{to} of part {number} is {kind:?}, exactly {expected:?}"));
            }
        }
    }
    Ok(())
}

/// What is wrong with these triangles of the polygon, if anything.
pub fn judge_triangles(rings: &[Vec<Xy>], triangles: &[[u32; 3]]) -> Result<(), String> {
    let polygon = Numbered::of(rings);
    let expected = polygon.vertices.len() + 2 * (rings.len() - 1) - 2;
    if triangles.len() != expected {
        return Err(format!("{} triangles, exactly {expected}", triangles.len()));
    }
    let flat = triangles.iter().find(|corners| {
        let [a, b, c] = corners.map(|i| polygon.vertices.get(i as usize).copied().unwrap_or([0.0; 2]));
        orient(a, b, c) != Side::Left
    });
    if let Some(corners) = flat {
        return Err(format!("triangle {corners:?} is flat or clockwise"));
    }
    let indices: Vec<&[u32]> = triangles.iter().map(|corners| &corners[..]).collect();
    judge_cover(&polygon, &indices).map(drop)
}

struct Numbered {
    vertices: Vec<Xy>,
    /// The vertex after each vertex in its ring.
    next: Vec<u32>,
}

impl Numbered {
    fn of(rings: &[Vec<Xy>]) -> Numbered {
        let mut next = Vec::new();
        for ring in rings {
            let first = next.len();
            next.extend((1..ring.len()).map(|i| (first + i) as u32));
            next.push(first as u32);
        }
        Numbered { vertices: rings.concat(), next }
    }
}

/// Convexity, areas and the pairing of edges; returns which part each directed edge belongs to.
fn judge_cover(polygon: &Numbered, parts: &[&[u32]]) -> Result<HashMap<(u32, u32), u32>, String> {
    let scale = Scale::of(polygon.vertices.as_flattened());
    let mut owners = HashMap::new();
    let mut twice_area = IBig::ZERO;
    for (number, part) in parts.iter().enumerate() {
        if let Some(i) = part.iter().find(|&&i| polygon.vertices.len() <= i as usize) {
            return Err(format!("part {number} names vertex {i} of {}", polygon.vertices.len()));
        }
        let ring: Vec<Xy> = part.iter().map(|&i| polygon.vertices[i as usize]).collect();
        judge_convex(&ring).map_err(|what| format!("part {number} {part:?}: {what}"))?;
        twice_area += scale.twice_area(&ring);
        for (k, &from) in part.iter().enumerate() {
            let to = part[(k + 1) % part.len()];
            if let Some(other) = owners.insert((from, to), number as u32) {
                return Err(format!("edge {from}→{to} is in part {other} and again in part {number}"));
            }
        }
    }
    for (from, &to) in polygon.next.iter().enumerate() {
        if !owners.contains_key(&(from as u32, to)) {
            return Err(format!("edge {from}→{to} of the polygon is in no part"));
        }
    }
    for &(from, to) in owners.keys() {
        let original = polygon.next[from as usize] == to;
        if !original && !owners.contains_key(&(to, from)) {
            return Err(format!("edge {from}→{to} is neither an edge of the polygon nor a cut with two sides"));
        }
        if original && owners.contains_key(&(to, from)) {
            return Err(format!("there is a part beyond edge {from}→{to} of the polygon"));
        }
    }
    let expected: IBig = area_by_rings(polygon, scale);
    if twice_area != expected {
        return Err(format!("twice the areas add up to {twice_area}, exactly {expected} · 2^{}", 2 * scale.exponent));
    }
    Ok(owners)
}

/// Twice the polygon's area; holes wind the other way and count negative.
fn area_by_rings(polygon: &Numbered, scale: Scale) -> IBig {
    let cross_to_next = |(i, &next): (usize, &u32)| {
        crate::truth::cross(&scale.point(polygon.vertices[i]), &scale.point(polygon.vertices[next as usize]))
    };
    polygon.next.iter().enumerate().map(cross_to_next).sum()
}

/// A ring that never turns right and whose edges go once through all directions is convex.
fn judge_convex(ring: &[Xy]) -> Result<(), String> {
    let at = |i: usize| ring[i % ring.len()];
    if ring.len() < 3 {
        return Err(format!("{} vertices; a part needs at least 3", ring.len()));
    }
    // The upper half of the directions is (0°, 180°], so opposite directions are in different halves.
    let is_upper = |i: usize| {
        let (a, b) = (at(i), at(i + 1));
        a[1] < b[1] || (a[1] == b[1] && b[0] < a[0])
    };
    let mut changes = 0;
    for i in 0..ring.len() {
        match orient(at(i), at(i + 1), at(i + 2)) {
            Side::Right => return Err(format!("turns right at its vertex {}", (i + 1) % ring.len())),
            Side::On if dot_sign(at(i), at(i + 1), at(i + 1), at(i + 2)).is_le() => {
                return Err(format!("folds back at its vertex {}", (i + 1) % ring.len()));
            }
            _ => {}
        }
        changes += usize::from(is_upper(i) != is_upper(i + 1));
    }
    if changes != 2 {
        return Err(format!("winds around more than once: its edges change between up and down {changes} times"));
    }
    Ok(())
}
