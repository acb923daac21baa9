//! `Mover`, a shape that moves without turning, and `MoverSweep`, its path in one frame.

use super::silhouette::Silhouette;
use crate::aabb::Aabb;
use crate::decompose::{Part, PartEdge};
use crate::error::{Error, Name};
use crate::exact::hull::{Extent, Hull};
use crate::exact::inside::Rings;
use crate::exact::{Side, construct, orient};
use crate::float;
use crate::pair::Pair;
use crate::point::{Point, Vec2, max};
use crate::polygon::Polygon;
use crate::side_by_side::{Four, Numbers};
use alloc::vec::Vec;

/// A shape that moves: a box, a capsule or a polygon, grown by a radius or not, that does not turn.
///
/// Its numbers are around its position: a box from (−1, 0) to (1, 3) that is at (10, 5) lies between (9, 5) and (11, 8). It is checked once, when it is made, and
/// can then be [swept](Mover::sweep) along any number of paths.
///
/// ```
/// use carom::{Aabb, Mover, MoverPart, Segment};
/// let hero = Mover::aabb(&Aabb::new([-1, 0], [1, 3])?);
/// let floor = Segment::new([-9, 0], [9, 0])?;
/// let falls = hero.sweep([0, 4], [0, -4])?;
/// let hit = falls.first_touch(&floor).unwrap();
/// assert_eq!((hit.t, hit.mover), (0.5, MoverPart::Edge(0)));
/// assert_eq!(falls.at(hit.t), [0, 0].into());
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Mover {
    /// The core, counter-clockwise.
    vertices: Vec<Point>,
    radius: f64,
    extent: Extent,
    /// The convex parts of a core that is not convex.
    pieces: Vec<Piece>,
    /// A point amid the core, and how far all of the mover is from there at most, rounded up.
    middle: Point,
    reach: f64,
    /// The same along each axis, but for the last digits.
    spread: [f64; 2],
    /// As seen from there, unless it has strange numbers.
    silhouette: Option<Silhouette>,
}

/// A convex part of a core.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Piece {
    vertices: Vec<Point>,
    extent: Extent,
    /// Of each vertex its number in the core, and whether the edge that starts there is an edge of the core.
    corners: Vec<(u16, bool)>,
}

/// Which part of a [`Mover`] touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MoverPart {
    /// All there is of it: it is a point or a disc.
    #[default]
    Whole,
    /// A vertex, by its number in [`Mover::vertices`], or the round corner around it.
    Vertex(u16),
    /// An edge, or the side that runs beside it: from the vertex of this number to the next. Both sides of a capsule are edge 0.
    Edge(u16),
}

/// How deep a mover starts in an obstacle, and the shortest way out of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// How far it has to be moved until they merely touch, rounded.
    pub depth: f64,
    /// In which direction: a vector of length 1, rounded.
    pub out: Vec2,
}

/// The straight path of a [`Mover`] during one frame. It may stand still.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoverSweep<'a> {
    mover: &'a Mover,
    start: Point,
    end: Point,
}

/// Four discs that contain a mover each at all times: their paths and radii, how much larger they are than they would have to be if nothing were rounded, and how far
/// what is as much larger than the mover reaches along each axis.
pub(crate) struct Proxies<F> {
    pub(crate) path: [[F; 2]; 2],
    pub(crate) radius: F,
    pub(crate) more: F,
    pub(crate) spread: [F; 2],
}

/// A mover has at most so many vertices, so that a part of it is two bytes.
const MAX_VERTICES: usize = 65_535;

impl Mover {
    /// A point, which is its position.
    #[must_use]
    pub fn point() -> Mover {
        Mover::of(alloc::vec![Point::default()], 0.0)
    }

    /// A disc around its position. A radius of 0 makes it a point.
    ///
    /// # Errors
    /// If the radius is negative or not finite.
    pub fn disc(radius: f64) -> Result<Mover, Error> {
        Mover::point().grown(radius)
    }

    /// All within a radius of the segment from `a` to `b`; of one point, if they are the same.
    ///
    /// # Errors
    /// If a number is not finite or the radius is negative.
    ///
    /// ```
    /// use carom::{Mover, Segment};
    /// let hero = Mover::capsule([0, 1], [0, 2], 1.0)?; // three high, on its position
    /// let wall = Segment::new([5, -9], [5, 9])?;
    /// assert_eq!(hero.sweep([0, 0], [8, 0])?.first_touch(&wall).unwrap().t, 0.5);
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn capsule(a: impl Into<Point>, b: impl Into<Point>, radius: f64) -> Result<Mover, Error> {
        let ends = [a.into(), b.into()];
        for (what, value) in [Name::CapsuleA, Name::CapsuleB].into_iter().zip(ends) {
            if !value.is_finite() {
                return Err(Error::NotFinite { what, value });
            }
        }
        Mover::of(distinct(&ends.map(Point::canonical)), 0.0).grown(radius)
    }

    /// A box around its position.
    #[must_use]
    pub fn aabb(aabb: &Aabb) -> Mover {
        Mover::of(distinct(&aabb.vertices()), 0.0)
    }

    /// A polygon around its position. It need not be convex, but has no holes. Vertices on a straight run of edges of a convex one are left out.
    ///
    /// # Errors
    /// If it has holes or more than 65,535 vertices.
    ///
    /// ```
    /// use carom::{Mover, Polygon};
    /// let ship = Mover::polygon(&Polygon::new([[-2, -1], [0, -1], [2, -1], [0, 3]])?)?;
    /// assert_eq!(ship.vertices().len(), 3);
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn polygon(polygon: &Polygon) -> Result<Mover, Error> {
        let rings = polygon.rings().len();
        if rings > 1 {
            return Err(Error::MoverWithHoles { holes: rings - 1 });
        }
        let all = polygon.vertices();
        let count = all.len();
        let is_corner = |&i: &usize| orient(all[(i + count - 1) % count], all[i], all[(i + 1) % count]) != Side::On;
        let vertices: Vec<Point> =
            if polygon.is_convex() { (0..count).filter(is_corner).map(|i| all[i]).collect() } else { all.to_vec() };
        if vertices.len() > MAX_VERTICES {
            return Err(Error::TooManyVertices { found: vertices.len(), allowed: MAX_VERTICES });
        }
        let mut mover = Mover::of(vertices, 0.0);
        if !polygon.is_convex() {
            mover.pieces = pieces(polygon);
        }
        Ok(mover)
    }

    /// The same with all within a distance of it: with round corners, or a larger radius.
    ///
    /// # Errors
    /// If the distance, or the radius that it makes, is negative or not finite.
    ///
    /// ```
    /// use carom::{Aabb, Mover};
    /// let cushion = Mover::aabb(&Aabb::new([-2, -2], [2, 2])?).grown(1.0)?;
    /// assert_eq!((cushion.vertices().len(), cushion.radius()), (4, 1.0));
    /// assert!(cushion.grown(-1.0).is_err());
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn grown(self, by: f64) -> Result<Mover, Error> {
        let radius = self.radius + by;
        if !(by.is_finite() && 0.0 <= by && radius.is_finite()) {
            return Err(Error::Radius { what: Name::MoverRadius, value: by });
        }
        let pieces = self.pieces;
        Ok(Mover { pieces, ..Mover::of(self.vertices, radius + 0.0) })
    }

    /// A disc of a radius that is known to be one.
    pub(crate) fn around_position(radius: f64) -> Mover {
        Mover::of(alloc::vec![Point::default()], radius)
    }

    /// The mover of a core and a radius.
    fn of(vertices: Vec<Point>, radius: f64) -> Mover {
        let extent = Extent::of(&vertices);
        let middle = construct::midpoint(extent.low, extent.high);
        // Both differences, the root of their squares and the sum are off by less than 8u together; what is tiny, or overflows in squares, is left to
        // the sum of both, which is never less.
        let distance = |p: &Point| {
            let (x, y) = ((p.x - middle.x).abs(), (p.y - middle.y).abs());
            let (squared, most) = (x * x + y * y, x + y);
            if f64::MIN_POSITIVE / f64::EPSILON < squared && squared < f64::INFINITY {
                float::sqrt(squared)
            } else {
                most
            }
        };
        let farthest = vertices.iter().map(distance).fold(0.0, max);
        let reach = outward((farthest + radius) * (1.0 + 8.0 * f64::EPSILON));
        let spread = [
            max(extent.high.x - middle.x, middle.x - extent.low.x) + radius,
            max(extent.high.y - middle.y, middle.y - extent.low.y) + radius,
        ];
        let silhouette =
            if extent.is_moderate { Some(Silhouette::of(&vertices, &extent, (middle, reach))) } else { None };
        Mover { vertices, radius, extent, pieces: Vec::new(), middle, reach, spread, silhouette }
    }

    /// The vertices of its core, counter-clockwise: one of a point or a disc, two of a capsule, four of a box.
    #[must_use]
    pub fn vertices(&self) -> &[Point] {
        &self.vertices
    }

    /// The radius around its core; 0 if its corners are sharp.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Whether it is convex.
    #[must_use]
    pub fn is_convex(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Its path from one position to another during one frame.
    ///
    /// # Errors
    /// If a coordinate is not finite.
    pub fn sweep(&self, start: impl Into<Point>, end: impl Into<Point>) -> Result<MoverSweep<'_>, Error> {
        let (start, end) = (start.into(), end.into());
        for (what, value) in [(Name::SweepStart, start), (Name::SweepEnd, end)] {
            if !value.is_finite() {
                return Err(Error::NotFinite { what, value });
            }
        }
        Ok(MoverSweep { mover: self, start: start.canonical(), end: end.canonical() })
    }

    /// The largest number of its shape.
    pub(crate) fn size(&self) -> f64 {
        self.vertices.iter().fold(self.radius, |all, p| max(all, max(p.x.abs(), p.y.abs())))
    }

    pub(crate) fn silhouette(&self) -> Option<&Silhouette> {
        self.silhouette.as_ref()
    }

    /// How far all of it is from its middle at most, rounded up.
    pub(crate) fn reach(&self) -> f64 {
        self.reach
    }

    /// The same along each axis, but for the last digits.
    pub(crate) fn spread(&self) -> [f64; 2] {
        self.spread
    }

    pub(crate) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }
}

impl Piece {
    /// What a part of this is of the whole; an edge inside is told by the vertex where it starts.
    pub(crate) fn part_of_whole(&self, part: MoverPart) -> MoverPart {
        match part {
            MoverPart::Whole => MoverPart::Whole,
            MoverPart::Vertex(i) => MoverPart::Vertex(self.corners[usize::from(i)].0),
            MoverPart::Edge(i) => match self.corners[usize::from(i)] {
                (vertex, true) => MoverPart::Edge(vertex),
                (vertex, false) => MoverPart::Vertex(vertex),
            },
        }
    }

    /// Whether an edge is one of the whole, and not a cut inside of it.
    pub(crate) fn is_edge(&self, index: u16) -> bool {
        self.corners[usize::from(index)].1
    }
}

/// Points in a row without those that repeat the one before.
fn distinct(points: &[Point]) -> Vec<Point> {
    let mut vertices: Vec<Point> = Vec::with_capacity(points.len());
    for &point in points {
        if !vertices.contains(&point) {
            vertices.push(point);
        }
    }
    vertices
}

/// The convex parts of a polygon.
fn pieces(polygon: &Polygon) -> Vec<Piece> {
    let decomposition = polygon.decompose();
    let piece = |part: Part<'_>| {
        let vertices: Vec<Point> = part.vertices().collect();
        let is_edge = |edge: PartEdge| matches!(edge, PartEdge::Original(_));
        let corners = part.indices().zip(part.edges()).map(|(vertex, edge)| (vertex as u16, is_edge(edge))).collect();
        Piece { extent: Extent::of(&vertices), vertices, corners }
    };
    decomposition.parts().map(piece).collect()
}

fn outward(x: f64) -> f64 {
    if x.is_finite() { float::next_up(x) } else { x }
}

impl<'a> MoverSweep<'a> {
    /// A mover's path between places that are known to be finite.
    pub(crate) fn between(mover: &'a Mover, start: Point, end: Point) -> MoverSweep<'a> {
        MoverSweep { mover, start, end }
    }

    /// What moves.
    #[inline]
    #[must_use]
    pub fn mover(&self) -> &'a Mover {
        self.mover
    }

    /// Its position when the frame starts.
    #[inline]
    #[must_use]
    pub fn start(&self) -> Point {
        self.start
    }

    /// Its position when the frame ends, if nothing is in the way.
    #[inline]
    #[must_use]
    pub fn end(&self) -> Point {
        self.end
    }

    /// Its positions at the start and at the end.
    #[inline]
    #[must_use]
    pub fn ends(&self) -> [Point; 2] {
        [self.start, self.end]
    }

    /// The vector from the start to the end, rounded; for constructing, not for deciding.
    #[inline]
    #[must_use]
    pub fn motion(&self) -> Vec2 {
        self.end - self.start
    }

    /// Its position at a time from 0, the frame's start, to 1, its end; rounded.
    #[must_use]
    pub fn at(&self, t: f64) -> Point {
        construct::between(self.ends(), t)
    }

    /// The same mover between places that are known to be finite.
    #[inline]
    pub(crate) fn on(&self, start: Point, end: Point) -> MoverSweep<'a> {
        MoverSweep { start, end, ..*self }
    }

    /// The mover where it starts, at rest.
    pub(crate) fn standing(&self) -> MoverSweep<'a> {
        self.on(self.start, self.start)
    }

    /// The edges of its core around where it starts.
    pub(crate) fn rings(&self) -> Rings<impl Iterator<Item = [Point; 2]> + Clone + use<'a>> {
        let vertices: &'a [Point] = &self.mover.vertices;
        let ends = vertices.iter().skip(1).chain(vertices.first());
        Rings { at: self.start, edges: vertices.iter().zip(ends).map(|(&p, &q)| [p, q]) }
    }

    /// All of a convex mover.
    #[inline]
    pub(crate) fn hull(&self) -> Hull<'a> {
        let Mover { vertices, radius, extent, .. } = self.mover;
        Hull { vertices, path: self.ends(), radius: *radius, extent: Some(extent) }
    }

    /// One of its convex parts.
    pub(crate) fn hull_of(&self, piece: &'a Piece) -> Hull<'a> {
        let Piece { vertices, extent, .. } = piece;
        Hull { vertices, path: self.ends(), radius: self.mover.radius, extent: Some(extent) }
    }

    /// Its radius and its path if it is a point or a disc around its position.
    #[inline]
    pub(crate) fn as_disc(&self) -> Option<([Point; 2], f64)> {
        (self.mover.vertices[..] == [Point::default()]).then(|| (self.ends(), self.mover.radius))
    }

    /// As [`MoverSweep::proxy`] has it, of four side by side.
    #[inline(always)]
    pub(crate) fn proxies<F: Four>(four: [&MoverSweep<'_>; 4]) -> Proxies<F> {
        let movers = four.map(|sweep| sweep.mover);
        let [by_x, by_y] = F::of_points(movers.map(|mover| &mover.middle));
        let [start_x, start_y] = F::of_points(four.map(|sweep| &sweep.start));
        let [end_x, end_y] = F::of_points(four.map(|sweep| &sweep.end));
        let path = [[start_x.plus(by_x), start_y.plus(by_y)], [end_x.plus(by_x), end_y.plus(by_y)]];
        let (start, end) = (path[0][0].abs().most(path[0][1].abs()), path[1][0].abs().most(path[1][1].abs()));
        let (reach, u) = (F::of(movers.map(|mover| mover.reach)), F::all(f64::EPSILON));
        let radius = reach.plus(u.plus(u).times(start.most(end))).times(F::all(1.0).plus(u));
        let more = radius.minus(reach);
        let x = F::of(movers.map(|mover| mover.spread[0])).plus(more);
        let y = F::of(movers.map(|mover| mover.spread[1])).plus(more);
        Proxies { path, radius, more, spread: [x, y] }
    }

    /// The path of a disc that contains it at all times, and that disc's radius; infinite where that is too large for numbers.
    ///
    /// At each end of the path the disc's centre is off by half a unit in the last place of itself, and in between by no more than at one of the ends.
    pub(crate) fn proxy(&self) -> ([Point; 2], f64) {
        let Mover { middle, reach, .. } = self.mover;
        let by = Vec2::new(middle.x, middle.y);
        let ends = [self.start + by, self.end + by].map(Point::canonical);
        let [start, end] = ends.map(|p| Pair::of([p.x, p.y]).abs());
        let size = start.most(end).larger();
        // Half a unit on each axis, and twice that for the roundings here. The sum is a unit in its last place larger at least, times 1 + 2u; where that has none, it is not rounded.
        (ends, (reach + 2.0 * f64::EPSILON * size) * (1.0 + f64::EPSILON))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A circle around the middle holds all of a mover, and hardly more, at every size; so does what it reaches along each axis.
    #[test]
    fn around_the_middle() {
        for (size, sign) in [(1.0, 1.0), (1.0, -1.0), (1e-200, 1.0), (1e200, 1.0), (1e-3, -1.0)] {
            let place = |x: f64, y: f64| [sign * x * size, sign * y * size];
            let capsule = Mover::capsule(place(1.0, 1.0), place(3.0, -3.0), 0.5 * size).unwrap();
            assert_eq!(capsule.middle, Point::from(place(2.0, -1.0)));
            let (reach, farthest) = (capsule.reach() / size, 5_f64.sqrt() + 0.5);
            // Where squares vanish or overflow, the sum of both stands for the length.
            let most = if (1e-100..1e100).contains(&size) { farthest * (1.0 + 1e-14) } else { 3.5 * (1.0 + 1e-14) };
            assert!(farthest * (1.0 - 1e-15) < reach && reach <= most, "{size}: {reach}");
            let [x, y] = capsule.spread().map(|spread| spread / size);
            assert!((x - 1.5).abs() < 1e-14 && (y - 2.5).abs() < 1e-14, "{size}: {x} {y}");
        }
        let point = Mover::point();
        assert!(point.reach() <= f64::from_bits(1) && point.spread() == [0.0, 0.0]);
    }

    /// The disc that stands in for a mover is larger by what its place is rounded by.
    #[test]
    fn the_disc_around_a_mover() {
        let capsule = Mover::capsule([1.0, 1.0], [3.0, 5.0], 0.5).unwrap();
        let far = 2_f64.powi(40);
        for (start, end, size) in
            [([0.0, 0.0], [1.0, 1.0], 4.0), ([far, 1.0], [0.0, 0.0], far), ([0.0, 0.0], [1.0, -far], far)]
        {
            let (ends, radius) = capsule.sweep(start, end).unwrap().proxy();
            let at = |p: [f64; 2]| Point::new(p[0] + 2.0, p[1] + 3.0);
            assert_eq!(ends, [at(start), at(end)]);
            let more = (radius - capsule.reach()) / (f64::EPSILON * size);
            assert!((1.0..=4.0).contains(&more), "{more}");
        }
        // What a sum is made larger by is more than it was rounded by.
        for x in [f64::MIN_POSITIVE, 1.0, 1.5, 2_f64.next_down(), 1e300, f64::MAX] {
            assert!(x.next_up() <= x * (1.0 + f64::EPSILON), "{x}");
        }
    }

    /// A silhouette has a direction for each two sides that face opposite ways, and how far all corners reach in it.
    #[test]
    fn what_is_seen_of_a_mover() {
        let bottom = Aabb::new([-1.0, -2.0], [3.0, 4.0]).unwrap();
        let brick = Mover::aabb(&bottom);
        let seen = brick.silhouette().unwrap();
        assert_eq!((seen.count, seen.slabs, seen.is_whole), (4, 2, true));
        // Sides 0 to 3 face down, right, up and left.
        assert_eq!(seen.sides[..2], [[0, 2], [1, 3]]);
        assert_eq!([seen.directions[0][0], seen.directions[1][0]], [0.0, -1.0]);
        assert_eq!([seen.directions[0][1], seen.directions[1][1]], [1.0, 0.0]);
        let unit = seen.unit as f32;
        assert!((seen.high[0] * unit - 3.0).abs() < 1e-5 && (seen.low[0] * unit + 3.0).abs() < 1e-5);
        assert!((seen.high[1] * unit - 2.0).abs() < 1e-5 && (seen.low[1] * unit + 2.0).abs() < 1e-5);
        let triangle = Mover::polygon(&Polygon::new([[0.0, 0.0], [4.0, 1.0], [0.0, 3.0]]).unwrap()).unwrap();
        let seen = triangle.silhouette().unwrap();
        assert_eq!((seen.count, seen.slabs), (3, 3));
        assert_eq!(seen.sides[..3], [0, 1, 2].map(|side| [side, Silhouette::NO_SIDE]));
        // Two of its sides face the same way on one axis, and opposite ways on the other.
        let roof = Mover::polygon(&Polygon::new([[-3.0, 0.0], [3.0, 0.0], [0.0, 4.0]]).unwrap()).unwrap();
        assert_eq!(roof.silhouette().unwrap().slabs, 3);
        let arrow = Mover::polygon(&Polygon::new([[0.0, -3.0], [4.0, 0.0], [0.0, 3.0]]).unwrap()).unwrap();
        assert_eq!(arrow.silhouette().unwrap().slabs, 3);
        let capsule = Mover::capsule([0.0, 0.0], [0.0, 2.0], 1.0).unwrap();
        let seen = capsule.silhouette().unwrap();
        assert_eq!((seen.count, seen.slabs, seen.sides[0]), (2, 1, [0, 1]));
        for mover in [&brick, &triangle, &roof, &capsule] {
            let seen = mover.silhouette().unwrap();
            assert_eq!((seen.unit, seen.is_box), (mover.reach(), core::ptr::eq(mover, &brick)));
        }
        let line = Mover::capsule([0.0, 0.0], [0.0, 2.0], 0.0).unwrap();
        let round = brick.clone().grown(1.0).unwrap();
        let disc = Mover::disc(1.0).unwrap();
        for (mover, expected) in
            [(&brick, true), (&triangle, true), (&capsule, true), (&line, false), (&round, false), (&disc, false)]
        {
            let seen = mover.silhouette().unwrap();
            assert_eq!(seen.is_seen_at_once(mover.radius()), expected, "{mover:?}");
        }
        // One with many corners is seen as its box.
        let around = (0..9).map(|k| {
            let angle = f64::from(k) * 0.7;
            [10.0 * angle.cos(), 10.0 * angle.sin()]
        });
        let many = Mover::polygon(&Polygon::new(crate::hull(around).unwrap()).unwrap()).unwrap();
        let seen = many.silhouette().unwrap();
        assert!(!seen.is_whole && seen.count == 4 && !seen.is_seen_at_once(0.0) && !seen.is_box);
    }

    /// A convex polygon with so many vertices: the edges are different directions in whole numbers, one after the other.
    fn with_vertices(count: usize) -> Polygon {
        let gcd = |mut a: i32, mut b: i32| {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a.abs()
        };
        let most = (-190..=190).flat_map(|x| (-190..=190).map(move |y| (x, y)));
        let mut steps: Vec<(i32, i32)> = most.filter(|&(x, y)| gcd(x, y) == 1).collect();
        steps.sort_by_key(|(x, y)| x * x + y * y);
        // Each with the opposite one.
        steps.truncate(65_540);
        steps.sort_by(|a, b| f64::from(a.1).atan2(f64::from(a.0)).total_cmp(&f64::from(b.1).atan2(f64::from(b.0))));
        let (mut x, mut y) = (0, 0);
        let vertices = steps.iter().map(|(dx, dy)| {
            (x, y) = (x + dx, y + dy);
            [f64::from(x), f64::from(y)]
        });
        Polygon::new(vertices.take(count).collect::<Vec<_>>()).unwrap()
    }

    /// Parts of movers are two bytes: 65,535 vertices are the most.
    #[test]
    fn as_many_vertices_as_there_are_numbers() {
        assert_eq!(Mover::polygon(&with_vertices(65_535)).unwrap().vertices().len(), 65_535);
        let error = Mover::polygon(&with_vertices(65_536)).unwrap_err();
        assert_eq!(error, Error::TooManyVertices { found: 65_536, allowed: 65_535 });
    }

    /// Far from its position, on each side of it, a box reaches as far around its middle; and where squares have lost their digits a circle holds it still.
    #[test]
    fn around_any_middle() {
        for (x, y) in [(10.0, 20.0), (-10.0, 20.0), (10.0, -20.0), (-10.0, -20.0)] {
            let mover = Mover::aabb(&Aabb::new([x - 1.0, y - 2.0], [x + 1.0, y + 2.0]).unwrap());
            assert_eq!(mover.spread(), [1.0, 2.0]);
        }
        for power in -170..-140 {
            for part in [1.0, 1.3, 1.7, 2.9, 4.1, 7.3] {
                let [x, y] = [3.0, 4.0].map(|x| x * part * 10_f64.powi(power));
                let reach = Mover::capsule([-x, -y], [x, y], 0.0).unwrap().reach();
                assert!(5.0 * part * (1.0 - 1e-13) <= reach / 10_f64.powi(power), "{x:e} {y:e}: {reach:e}");
            }
        }
    }
}
