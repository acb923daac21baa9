//! A polygon into convex parts, without new points.
//!
//! The polygon is divided into triangles, then every cut is taken away again whose removal leaves
//! both its ends convex (Hertel and Mehlhorn, 1983). For a polygon without holes that leaves at most four times as many
//! parts as the fewest possible, and in practice far fewer.

use crate::mesh::Mesh;
use crate::point::Point;
use crate::polygon::Polygon;
use crate::triangulate::{Pieces, with_mesh};
use alloc::vec::Vec;

/// The convex parts of a polygon, from [`Polygon::decompose`]. They cover it exactly and share nothing but cuts.
#[derive(Clone, Debug)]
pub struct Decomposition<'a> {
    polygon: &'a Polygon,
    corners: Vec<Corner>,
    /// Where each part's corners end.
    ends: Vec<u32>,
}

/// One convex part of a polygon. Its vertices are vertices of the polygon, counter-clockwise.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    polygon: &'a Polygon,
    corners: &'a [Corner],
}

/// What an edge of a [`Part`] is: an edge of the polygon, or a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartEdge {
    /// An edge of the polygon, by its number.
    Original(u32),
    /// A cut; beyond it lies another part, by its number.
    Cut(u32),
}

/// A vertex of a part and the edge that starts there.
#[derive(Clone, Copy, Debug)]
struct Corner {
    vertex: u32,
    edge: PartEdge,
}

impl Polygon {
    /// Divides it into convex parts between its vertices. A convex polygon is its own only part; a vertex on a straight
    /// run of edges stays a vertex of its parts.
    ///
    /// ```
    /// let chamber = carom::Polygon::new([[0.0, 0.0], [100.0, 0.0], [300.0, 200.0], [50.0, 400.0], [100.0, 100.0]])?;
    /// assert_eq!(chamber.decompose().len(), 2); // one cut at the reflex vertex (100, 100)
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn decompose(&self) -> Decomposition<'_> {
        if self.is_convex() {
            let count = self.vertices().len() as u32;
            let corners = (0..count).map(|v| Corner { vertex: v, edge: PartEdge::Original(v) }).collect();
            return Decomposition { polygon: self, corners, ends: alloc::vec![count] };
        }
        with_mesh(self, Pieces::Convex, |mesh| {
            mesh.remove_cuts(self.vertices());
            parts(self, mesh)
        })
    }
}

fn parts<'a>(polygon: &'a Polygon, mesh: &mut Mesh<'_>) -> Decomposition<'a> {
    let mut corners = Vec::with_capacity(2 * polygon.vertices().len());
    let mut ends: Vec<u32> = Vec::with_capacity(polygon.vertices().len() / 2);
    // First each cut is noted by its own number, then by the part beyond it.
    mesh.for_parts(|part, side| {
        let edge = side.beyond.as_cut().map_or_else(PartEdge::Original, PartEdge::Cut);
        corners.push(Corner { vertex: side.vertex, edge });
        if part == ends.len() {
            ends.push(0);
        }
        ends[part] = corners.len() as u32;
    });
    let mut start = 0;
    for (part, &end) in (0..).zip(&ends) {
        for corner in &mut corners[start..end as usize] {
            if let PartEdge::Cut(cut) = corner.edge {
                let [one, other] = mesh.parts_beside(cut);
                corner.edge = PartEdge::Cut(if one == part { other } else { one });
            }
        }
        start = end as usize;
    }
    Decomposition { polygon, corners, ends }
}

impl<'a> Decomposition<'a> {
    /// How many parts there are; at least one.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is always a part")]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// All parts.
    pub fn parts(&self) -> impl ExactSizeIterator<Item = Part<'_>> {
        (0..self.len()).map(|index| self.part_at(index))
    }

    /// One part by its number, as in [`PartEdge::Cut`].
    #[must_use]
    pub fn part(&self, index: usize) -> Option<Part<'_>> {
        (index < self.len()).then(|| self.part_at(index))
    }

    fn part_at(&self, index: usize) -> Part<'_> {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        Part { polygon: self.polygon, corners: &self.corners[start as usize..self.ends[index] as usize] }
    }
}

impl<'a> Part<'a> {
    /// Its vertices, as indices into the polygon's.
    pub fn indices(&self) -> impl ExactSizeIterator<Item = u32> + use<'a> {
        self.corners.iter().map(|corner| corner.vertex)
    }

    /// Its vertices.
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = Point> + use<'a> {
        let polygon = self.polygon;
        self.corners.iter().map(|corner| polygon.vertices()[corner.vertex as usize])
    }

    /// What each edge is; edge `k` goes from vertex `k` to the next.
    pub fn edges(&self) -> impl ExactSizeIterator<Item = PartEdge> + use<'a> {
        self.corners.iter().map(|corner| corner.edge)
    }
}
