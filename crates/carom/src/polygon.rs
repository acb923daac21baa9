//! `Polygon`: a simple polygon, with or without holes, and its edge table.

use crate::aabb::Aabb;
use crate::edge_tree::{EdgeTree, Run};
use crate::error::{Error, Name, Ring};
use crate::exact::{Side, construct, orient};
use crate::point::{Point, Vec2};
use crate::rings::{Contact, Rings};
use crate::segment::Segment;
use alloc::vec::Vec;
use core::ops::Range;

/// So many that the sides of all triangles, up to five a vertex where there are many holes, have 32-bit numbers.
const MAX_VERTICES: usize = 1 << 29;

/// A simple polygon, its edge included, with or without holes.
///
/// Its edges share nothing but the vertices between neighbours.
/// Rings may be given in either direction; they are stored with the outer ring counter-clockwise and the holes clockwise,
/// so the inside is always to the left of an edge. Each ring keeps its first vertex.
///
/// ```
/// use carom::{Location, Polygon};
/// let chamber = Polygon::new([[0.0, 0.0], [100.0, 0.0], [300.0, 200.0], [50.0, 400.0], [100.0, 100.0]])?;
/// assert_eq!(chamber.locate([100.0, 99.0]), Location::Inside);
/// assert!(!chamber.contains([60.0, 90.0]));
/// assert!(!chamber.is_convex()); // the vertex (100, 100) is reflex
/// assert_eq!(chamber.edges().count(), 5);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Unchecked", into = "Unchecked"))]
pub struct Polygon {
    /// All vertices, ring after ring, the outer ring first.
    vertices: Vec<Point>,
    /// Where each ring ends.
    ends: Vec<u32>,
    tree: EdgeTree,
    convex: bool,
}

/// One row of a polygon's [edge table](Polygon::edge_table): an edge, its vector, its normal and the constant of its line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeRow {
    /// The edge itself.
    pub edge: Segment,
    /// The edge vector `E`, from the edge's start to its end.
    pub vector: Vec2,
    /// The outward normal `N = (E.y, −E.x)`, as long as the edge.
    pub normal: Vec2,
    /// The constant `D` of the edge's line `N·P = D`, the exact value rounded once.
    pub constant: f64,
}

impl Polygon {
    /// The polygon with the given vertices, in either direction. It closes by itself.
    ///
    /// # Errors
    /// If a coordinate is not finite, there are fewer than three vertices, two vertices coincide,
    /// or two edges cross or touch.
    ///
    /// ```
    /// let bow_tie = carom::Polygon::new([[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]]);
    /// assert_eq!(
    ///     bow_tie.unwrap_err().to_string(),
    ///     "edge 0 and edge 2 cross or touch; edges may share nothing but the vertex between neighbours",
    /// );
    /// ```
    pub fn new(vertices: impl IntoIterator<Item: Into<Point>>) -> Result<Polygon, Error> {
        let mut rings = GivenRings::default();
        rings.push(vertices)?;
        rings.into_polygon()
    }

    /// The polygon with the given outer ring and holes, each in either direction.
    ///
    /// # Errors
    /// As for [`Polygon::new`], and if a hole does not lie inside the outer ring and apart from other holes.
    ///
    /// ```
    /// let frame = carom::Polygon::with_holes(
    ///     [[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]],
    ///     [[[3.0, 3.0], [6.0, 3.0], [6.0, 6.0], [3.0, 6.0]]],
    /// )?;
    /// assert!(!frame.contains([4.0, 4.0]));
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn with_holes(
        outer: impl IntoIterator<Item: Into<Point>>,
        holes: impl IntoIterator<Item: IntoIterator<Item: Into<Point>>>,
    ) -> Result<Polygon, Error> {
        let mut rings = GivenRings::default();
        rings.push(outer)?;
        for hole in holes {
            rings.push(hole)?;
        }
        rings.into_polygon()
    }

    /// The polygon of rings as files have them, without repeated vertices, and which vertices it dropped.
    ///
    /// A ring may give its first vertex again at the end, or a vertex several times in a row. Those dropped are listed in the
    /// order given. Of equal vertices in a row the last stays, and the first vertex stays for the end. Errors speak of vertices as given.
    ///
    /// # Errors
    /// As for [`Polygon::with_holes`], of what is left.
    ///
    /// ```
    /// use carom::{Polygon, Ring};
    /// let no_holes: [[[i32; 2]; 0]; 0] = [];
    /// let (square, dropped) = Polygon::from_closed_rings([[0, 0], [4, 0], [4, 0], [4, 4], [0, 4], [0, 0]], no_holes)?;
    /// assert_eq!(square.edge_count(), 4);
    /// assert_eq!(dropped, [(Ring::Outer, 1), (Ring::Outer, 5)]);
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn from_closed_rings(
        outer: impl IntoIterator<Item: Into<Point>>,
        holes: impl IntoIterator<Item: IntoIterator<Item: Into<Point>>>,
    ) -> Result<(Polygon, Vec<(Ring, usize)>), Error> {
        let mut rings = GivenRings::default();
        rings.push_closed(outer)?;
        for hole in holes {
            rings.push_closed(hole)?;
        }
        let dropped = rings.dropped.clone();
        Ok((rings.into_polygon()?, dropped))
    }

    /// All vertices, ring after ring, the outer ring first.
    #[inline]
    #[must_use]
    pub fn vertices(&self) -> &[Point] {
        &self.vertices
    }

    /// The vertices of each ring: the outer ring, then the holes.
    pub fn rings(&self) -> impl ExactSizeIterator<Item = &[Point]> {
        self.ring_ranges().map(|ring| &self.vertices[ring])
    }

    /// How many edges there are: as many as vertices.
    #[inline]
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.vertices.len()
    }

    /// Edge `index`, which starts at vertex `index`; `None` if there are not so many.
    #[must_use]
    pub fn edge(&self, index: usize) -> Option<Segment> {
        let ring = self.ends.partition_point(|&end| end as usize <= index);
        let end = *self.ends.get(ring)? as usize;
        let start = if ring == 0 { 0 } else { self.ends[ring - 1] as usize };
        let next = if index + 1 == end { start } else { index + 1 };
        Some(Segment::between(self.vertices[index], self.vertices[next]))
    }

    /// All edges: edge `i` starts at vertex `i`.
    pub fn edges(&self) -> impl Iterator<Item = Segment> + Clone {
        self.ring_ranges().flat_map(|ring| {
            let vertices = &self.vertices[ring];
            let ends = vertices.iter().skip(1).chain(vertices.first());
            vertices.iter().zip(ends).map(|(&a, &b)| Segment::between(a, b))
        })
    }

    /// The edge table: edge vectors, outward normals and line constants of all edges.
    ///
    /// ```
    /// use carom::{Polygon, Vec2};
    /// let chamber = Polygon::new([[0.0, 0.0], [100.0, 0.0], [300.0, 200.0], [50.0, 400.0], [100.0, 100.0]])?;
    /// let row = chamber.edge_table()[3]; // from (50, 400) to (100, 100)
    /// assert_eq!((row.vector, row.normal), (Vec2::new(50.0, -300.0), Vec2::new(-300.0, -50.0)));
    /// assert_eq!(row.constant, -35000.0); // −300·50 − 50·400
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn edge_table(&self) -> Vec<EdgeRow> {
        self.edges()
            .map(|edge| EdgeRow { edge, vector: edge.vector(), normal: edge.normal(), constant: edge.line_constant() })
            .collect()
    }

    /// Whether it is convex: no vertex is reflex and there is no hole. Decided exactly.
    #[inline]
    #[must_use]
    pub fn is_convex(&self) -> bool {
        self.convex
    }

    /// The smallest box around it.
    #[inline]
    #[must_use]
    pub fn aabb(&self) -> Aabb {
        *self.tree.aabb(self.tree.root())
    }

    /// Its area, holes taken out: the exact value, rounded once. Infinite beyond the range of `f64`.
    #[must_use]
    pub fn area(&self) -> f64 {
        construct::area(self.edges().map(|edge| edge.ends()))
    }

    /// Boxes over its edges.
    #[inline]
    pub(crate) fn tree(&self) -> &EdgeTree {
        &self.tree
    }

    /// Where each ring ends: the outer ring, then the holes.
    #[inline]
    pub(crate) fn ring_ends(&self) -> &[u32] {
        &self.ends
    }

    /// The vertices of each ring.
    fn ring_ranges(&self) -> impl ExactSizeIterator<Item = Range<usize>> + Clone {
        (0..self.ends.len()).map(|ring| {
            let start = if ring == 0 { 0 } else { self.ends[ring - 1] };
            start as usize..self.ends[ring] as usize
        })
    }

    /// The edge of a run that starts at vertex `v`.
    #[inline]
    pub(crate) fn edge_of(&self, run: &Run, v: usize) -> Segment {
        Segment::between(self.vertices[v], self.vertices[run.next(v)])
    }
}

/// Rings on their way to becoming a polygon.
#[derive(Default)]
struct GivenRings {
    vertices: Vec<Point>,
    /// Where each ring ends, and whether its direction was reversed.
    ends: Vec<u32>,
    reversed: Vec<bool>,
    /// The vertices left out, in the order given.
    dropped: Vec<(Ring, usize)>,
}

impl GivenRings {
    /// Adds a ring.
    fn push(&mut self, ring: impl IntoIterator<Item: Into<Point>>) -> Result<(), Error> {
        let start = self.take(ring)?;
        self.finish(start)
    }

    /// Adds a ring without vertices that repeat their neighbour, the first one's at the end included.
    ///
    /// Of a row of equal vertices the last is kept, so that an edge as it is stored has the number of the one given that has
    /// a length. That is so of the last edge, too, if the first vertex is kept for the end.
    fn push_closed(&mut self, ring: impl IntoIterator<Item: Into<Point>>) -> Result<(), Error> {
        let start = self.take(ring)?;
        let name = ring_name(self.ends.len());
        let mut kept = start;
        for index in start..self.vertices.len() {
            let vertex = self.vertices[index];
            let is_last = index + 1 == self.vertices.len();
            // The first that was kept, once there is one; a ring of one place keeps that.
            let next = if is_last { self.vertices[start] } else { self.vertices[index + 1] };
            if vertex == next && !(is_last && kept == start) {
                self.dropped.push((name, index - start));
            } else {
                self.vertices[kept] = vertex;
                kept += 1;
            }
        }
        self.vertices.truncate(kept);
        self.finish(start)
    }

    /// Takes the points of a ring if they are finite. Returns where it starts.
    fn take(&mut self, ring: impl IntoIterator<Item: Into<Point>>) -> Result<usize, Error> {
        let start = self.vertices.len();
        self.vertices.extend(ring.into_iter().map(|vertex| vertex.into().canonical()));
        let points = &self.vertices[start..];
        match points.iter().position(|vertex| !vertex.is_finite()) {
            Some(index) => {
                let what = Name::Vertex(ring_name(self.ends.len()), index);
                Err(Error::NotFinite { what, value: points[index] })
            }
            None => Ok(start),
        }
    }

    /// Turns a ring taken to the direction in which it is stored.
    fn finish(&mut self, start: usize) -> Result<(), Error> {
        let name = ring_name(self.ends.len());
        let points = &mut self.vertices[start..];
        if points.len() < 3 {
            return Err(Error::TooFewVertices { ring: name, found: points.len() });
        }
        let wanted = if name == Ring::Outer { Side::Left } else { Side::Right };
        let reversed = winding(points) != wanted;
        if reversed {
            points[1..].reverse();
        }
        if self.vertices.len() > MAX_VERTICES {
            return Err(Error::TooManyVertices { found: self.vertices.len(), allowed: MAX_VERTICES });
        }
        self.ends.push(self.vertices.len() as u32);
        self.reversed.push(reversed);
        Ok(())
    }

    fn into_polygon(self) -> Result<Polygon, Error> {
        let outer_end = self.ends[0];
        if let Some(contact) = Rings::new(&self.vertices, &self.ends).find_contact(|v| v >= outer_end) {
            return Err(self.describe(contact));
        }
        let tree = EdgeTree::new(&self.vertices, &self.ends);
        let convex = self.ends.len() == 1 && has_no_reflex_vertex(&self.vertices);
        Ok(Polygon { vertices: self.vertices, ends: self.ends, tree, convex })
    }

    /// Says in the words of whoever gave the rings what is wrong with them.
    fn describe(&self, contact: Contact) -> Error {
        match contact {
            Contact::Vertices(v, w) => {
                let (first, second) = in_order(self.given_vertex(v), self.given_vertex(w));
                Error::RepeatedVertex { first, second, at: self.vertices[v as usize] }
            }
            Contact::Edges(e, f) => {
                let (first, second) = in_order(self.given_edge(e), self.given_edge(f));
                Error::EdgesMeet { first, second }
            }
            Contact::HoleOutside(v) => Error::HoleOutside { hole: self.locate(v).0.saturating_sub(1) },
        }
    }

    /// Ring, place in the ring and number of vertices in the ring of a vertex.
    fn locate(&self, v: u32) -> (usize, usize, usize) {
        let ring = self.ends.partition_point(|&end| end <= v);
        let start = if ring == 0 { 0 } else { self.ends[ring - 1] };
        (ring, (v - start) as usize, (self.ends[ring] - start) as usize)
    }

    fn given_vertex(&self, v: u32) -> (Ring, usize) {
        let (ring, index, count) = self.locate(v);
        self.as_given(ring_name(ring), if self.reversed[ring] { (count - index) % count } else { index })
    }

    /// In a reversed ring the edge from stored vertex i to i+1 was given as the one from n−i−1 to n−i.
    fn given_edge(&self, e: u32) -> (Ring, usize) {
        let (ring, index, count) = self.locate(e);
        self.as_given(ring_name(ring), if self.reversed[ring] { count - 1 - index } else { index })
    }

    /// The number that a vertex, or the edge that starts there, had before others were dropped.
    fn as_given(&self, ring: Ring, mut index: usize) -> (Ring, usize) {
        for &(_, dropped) in self.dropped.iter().filter(|&&(of, _)| of == ring) {
            index += usize::from(dropped <= index);
        }
        (ring, index)
    }
}

fn ring_name(number: usize) -> Ring {
    number.checked_sub(1).map_or(Ring::Outer, Ring::Hole)
}

/// Two vertices or edges in the order in which they were given.
fn in_order(a: (Ring, usize), b: (Ring, usize)) -> ((Ring, usize), (Ring, usize)) {
    let key = |(ring, index)| (ring_number(ring), index);
    if key(a) <= key(b) { (a, b) } else { (b, a) }
}

fn ring_number(ring: Ring) -> usize {
    match ring {
        Ring::Outer => 0,
        Ring::Hole(hole) => hole + 1,
    }
}

/// The side to which a simple ring turns: at its leftmost vertex, the lowest of them, it turns as it does as a whole.
fn winding(ring: &[Point]) -> Side {
    let mut first = 0;
    for (index, &vertex) in ring.iter().enumerate() {
        if vertex.precedes(ring[first]) {
            first = index;
        }
    }
    let count = ring.len();
    orient(ring[(first + count - 1) % count], ring[first], ring[(first + 1) % count])
}

fn has_no_reflex_vertex(ring: &[Point]) -> bool {
    let count = ring.len();
    let (last, before_last) = (ring[count - 1], ring[count - 2]);
    ring.windows(3).all(|v| orient(v[0], v[1], v[2]) != Side::Right)
        && orient(before_last, last, ring[0]) != Side::Right
        && orient(last, ring[0], ring[1]) != Side::Right
}

/// What a polygon looks like in a file.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct Unchecked {
    vertices: Vec<Point>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    holes: Vec<Vec<Point>>,
}

#[cfg(feature = "serde")]
impl TryFrom<Unchecked> for Polygon {
    type Error = Error;
    fn try_from(polygon: Unchecked) -> Result<Polygon, Error> {
        Polygon::with_holes(polygon.vertices, polygon.holes)
    }
}

#[cfg(feature = "serde")]
impl From<Polygon> for Unchecked {
    fn from(polygon: Polygon) -> Unchecked {
        let mut rings = polygon.rings().map(<[Point]>::to_vec);
        let vertices = rings.next().unwrap_or_default();
        Unchecked { vertices, holes: rings.collect() }
    }
}
