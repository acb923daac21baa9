//! Filled shapes against the oracle.

use std::cmp::Ordering;

use carom::{Aabb, Circle, Point, Polygon, Segment, Shape};

use super::{agree, location, point, segment};
use crate::partition::{self, Kind, Part};
use crate::regions::{self, Region};
use crate::rng::Rng;
use crate::truth::{self, Location, Meeting, Scale, Xy};
use crate::{cases, polygons};

/// A shape of carom's, made from the oracle's.
#[derive(Clone, Debug)]
pub enum Made {
    /// From [`Region::Point`].
    Point(Point),
    /// From [`Region::Segment`].
    Segment(Segment),
    /// From [`Region::Circle`].
    Circle(Circle),
    /// From [`Region::Aabb`].
    Aabb(Aabb),
    /// From [`Region::Polygon`].
    Polygon(Polygon),
}

impl Made {
    /// The same shape; the error says that carom rejected it.
    pub fn of(region: &Region) -> Result<Made, String> {
        let rejected = |error: carom::Error| format!("{region:?} was rejected: {error}");
        Ok(match region {
            Region::Point(p) => Made::Point(point(*p)),
            Region::Segment(ends) => Made::Segment(segment(*ends)?),
            Region::Circle(center, radius) => Made::Circle(Circle::new(*center, *radius).map_err(rejected)?),
            Region::Aabb(low, high) => Made::Aabb(Aabb::new(*low, *high).map_err(rejected)?),
            Region::Polygon(rings) => Made::Polygon(polygon(rings)?),
        })
    }

    /// What carom's questions take.
    pub fn shape(&self) -> Shape<'_> {
        match self {
            Made::Point(p) => Shape::Point(*p),
            Made::Segment(segment) => segment.into(),
            Made::Circle(circle) => circle.into(),
            Made::Aabb(aabb) => aabb.into(),
            Made::Polygon(polygon) => polygon.into(),
        }
    }
}

/// A polygon that carom must accept; the error says that it did not.
pub fn polygon(rings: &[Vec<Xy>]) -> Result<Polygon, String> {
    new_polygon(rings).map_err(|error| format!("{rings:?} was rejected: {error}"))
}

fn new_polygon(rings: &[Vec<Xy>]) -> Result<Polygon, carom::Error> {
    Polygon::with_holes(rings[0].iter().copied(), rings[1..].iter().map(|hole| hole.iter().copied()))
}

/// The rings as carom stores them.
pub fn stored(polygon: &Polygon) -> Vec<Vec<Xy>> {
    polygon.rings().map(|ring| ring.iter().map(|v| [v.x, v.y]).collect()).collect()
}

/// Rings keep their first vertex; the outer one is stored counter-clockwise, holes clockwise.
pub(super) fn polygon_accepts(rng: &mut Rng) -> Result<(), String> {
    let rings = polygons::any(rng, 24);
    let polygon = polygon(&rings)?;
    let scale = Scale::of(rings.iter().flatten().flatten());
    let mut expected = rings.clone();
    for (i, ring) in expected.iter_mut().enumerate() {
        let counter_clockwise = dashu_int::IBig::ZERO < scale.twice_area(ring);
        if counter_clockwise != (i == 0) {
            ring[1..].reverse();
        }
    }
    agree(&rings, stored(&polygon), expected.clone())?;
    let convex = expected.len() == 1 && regions::is_convex(&expected[0]);
    agree(&rings, polygon.is_convex(), convex)?;
    let edges: Vec<[Xy; 2]> = polygon.edges().map(|e| [[e.a().x, e.a().y], [e.b().x, e.b().y]]).collect();
    agree(&rings, edges, expected.iter().flat_map(|ring| regions::edges_of(ring)).collect())
}

/// Rings that touch or cross are not a polygon.
pub(super) fn polygon_rejects(rng: &mut Rng) -> Result<(), String> {
    let rings = polygons::not_simple(rng);
    match new_polygon(&rings) {
        Ok(_) => Err(format!("{rings:?} was accepted, but it is not simple")),
        Err(error) if is_true(&error, &rings) => Ok(()),
        Err(error) => Err(format!("{rings:?} was rejected with a reason that is not true: {error}")),
    }
}

/// Whether rings really have the fault that they were rejected for.
fn is_true(error: &carom::Error, rings: &[Vec<Xy>]) -> bool {
    let ring = |ring: carom::Ring| match ring {
        carom::Ring::Outer => &rings[0],
        carom::Ring::Hole(hole) => &rings[hole + 1],
    };
    let edge = |(name, index): (carom::Ring, usize)| [ring(name)[index], ring(name)[(index + 1) % ring(name).len()]];
    match *error {
        carom::Error::RepeatedVertex { first, second, at } => {
            first != second && edge(first)[0] == edge(second)[0] && point(edge(first)[0]) == at
        }
        carom::Error::EdgesMeet { first, second } => {
            let count = ring(first.0).len();
            let apart = first.1.abs_diff(second.1);
            let neighbours = first.0 == second.0 && (apart == 1 || apart == count - 1);
            match truth::meeting(edge(first), edge(second)) {
                Meeting::Nothing => false,
                // Neighbours share a vertex anyway.
                Meeting::Point(_) => !neighbours,
                Meeting::Shared(_) => first != second,
            }
        }
        carom::Error::HoleOutside { hole } => {
            let inside = |p: Xy, ring: &Vec<Xy>| truth::locate(p, std::slice::from_ref(ring)) == Location::Inside;
            let others = rings.iter().enumerate().filter(|&(index, _)| index != 0 && index != hole + 1);
            let vertex = rings[hole + 1][0];
            !inside(vertex, &rings[0]) || others.into_iter().any(|(_, other)| inside(vertex, other))
        }
        _ => false,
    }
}

pub(super) fn locate_point(rng: &mut Rng) -> Result<(), String> {
    let rings = polygons::any(rng, 24);
    let polygon = polygon(&rings)?;
    for _ in 0..8 {
        let p = polygons::point_near(rng, &rings);
        agree(&(p, &rings), location(polygon.locate(point(p))), truth::locate(p, &rings))?;
    }
    Ok(())
}

pub(super) fn locate_shape(rng: &mut Rng) -> Result<(), String> {
    let rings = polygons::any(rng, 16);
    let region = polygons::region_near(rng, &rings);
    let (polygon, made) = (polygon(&rings)?, Made::of(&region)?);
    let expected = regions::locate_in(&region, &rings);
    agree(&(&region, &rings), location(polygon.locate(made.shape())), expected)?;
    agree(&(&region, &rings), polygon.contains(made.shape()), expected != Location::Outside)
}

/// A box and a disc with a point on the edge, or next to it; asked of a single point, a shape is where its edge comparisons say.
pub(super) fn locate_in_box_and_disc(rng: &mut Rng) -> Result<(), String> {
    let (p, center, radius) = cases::points_and_radius(rng);
    let radius = radius.max(0.0);
    let circle = Circle::new(center, radius).map_err(|error| format!("{center:?} {radius:?} was rejected: {error}"))?;
    let expected = match truth::compare_distance(p, center, radius) {
        Ordering::Less => Location::Inside,
        Ordering::Equal => Location::Edge,
        Ordering::Greater => Location::Outside,
    };
    agree(&(p, center, radius), location(circle.locate(point(p))), expected)?;
    let case @ [a, b, c] = cases::points(rng);
    // Coordinates shared with a corner put the point on the edge, level with it, or on the corner.
    let p = [*rng.pick(&[a[0], b[0], c[0]]), *rng.pick(&[a[1], b[1], c[1]])];
    let [low, high] = [f64::min, f64::max].map(|of| [of(a[0], b[0]), of(a[1], b[1])]);
    let aabb = Aabb::new(low, high).map_err(|error| format!("{low:?} {high:?} was rejected: {error}"))?;
    let strictly = (0..2).all(|axis| low[axis] < p[axis] && p[axis] < high[axis]);
    let within = (0..2).all(|axis| low[axis] <= p[axis] && p[axis] <= high[axis]);
    let expected = match (strictly, within) {
        (true, _) => Location::Inside,
        (false, true) => Location::Edge,
        (false, false) => Location::Outside,
    };
    agree(&(case, p), location(aabb.locate(point(p))), expected)
}

/// Two shapes made near the same polygon, one of them often the polygon itself.
fn two_regions(rng: &mut Rng) -> (Region, Region) {
    let rings = polygons::any(rng, 16);
    let b = polygons::region_near(rng, &rings);
    let a = if rng.one_in(2) { polygons::region_near(rng, &rings) } else { Region::Polygon(rings) };
    if rng.one_in(2) { (a, b) } else { (b, a) }
}

pub(super) fn intersects(rng: &mut Rng) -> Result<(), String> {
    let case @ (a, b) = &two_regions(rng);
    let (made_a, made_b) = (Made::of(a)?, Made::of(b)?);
    let expected = regions::intersects(a, b);
    agree(case, carom::intersects(made_a.shape(), made_b.shape()), expected)?;
    agree(case, carom::intersects(made_b.shape(), made_a.shape()), expected)
}

pub(super) fn distance(rng: &mut Rng) -> Result<(), String> {
    let case @ (a, b) = &two_regions(rng);
    let (made_a, made_b) = (Made::of(a)?, Made::of(b)?);
    let expected = regions::distance(a, b);
    agree(case, carom::distance(made_a.shape(), made_b.shape()), expected)?;
    agree(case, carom::distance(made_b.shape(), made_a.shape()), expected)
}

/// The nearest points are rounded, so each may be off its shape, and their distance off the true one, by a few units in the last place.
pub(super) fn nearest(rng: &mut Rng) -> Result<(), String> {
    let case @ (a, b) = &two_regions(rng);
    let (made_a, made_b) = (Made::of(a)?, Made::of(b)?);
    let (p, q) = carom::nearest(made_a.shape(), made_b.shape());
    let (p, q) = ([p.x, p.y], [q.x, q.y]);
    if regions::intersects(a, b) {
        agree(case, p, q)?;
    }
    let room = 8.0 * f64::EPSILON * size(a).max(size(b)) + f64::from_bits(8);
    let off_a = regions::distance(&Region::Point(p), a);
    let off_b = regions::distance(&Region::Point(q), b);
    let between = (regions::distance(&Region::Point(p), &Region::Point(q)) - regions::distance(a, b)).abs();
    if off_a <= room && off_b <= room && between <= room {
        return Ok(());
    }
    Err(format!(
        "{case:?}: nearest {p:?} {q:?} are {off_a:e} and {off_b:e} off, distance {between:e} off; expected at most {room:e}"
    ))
}

/// The largest number in a shape's description.
fn size(region: &Region) -> f64 {
    let largest = |points: &[Xy]| points.as_flattened().iter().fold(0.0f64, |most, value| most.max(value.abs()));
    match region {
        Region::Point(p) => largest(&[*p]),
        Region::Segment(ends) => largest(ends),
        Region::Circle(center, radius) => largest(&[*center]).max(*radius),
        Region::Aabb(low, high) => largest(&[*low, *high]),
        Region::Polygon(rings) => largest(&rings[0]),
    }
}

/// Some points: special ones, or vertices of a polygon.
fn cloud(rng: &mut Rng) -> Vec<Xy> {
    match rng.below(4) {
        0 => polygons::any(rng, 12).concat(),
        1 => cases::points::<4>(rng).to_vec(),
        2 => cases::points_of_a_circle(rng).to_vec(),
        _ => cases::points::<9>(rng)[..1 + rng.below(9)].to_vec(),
    }
}

pub(super) fn hull(rng: &mut Rng) -> Result<(), String> {
    let points = cloud(rng);
    let got = carom::hull(points.iter().copied()).map_err(|error| format!("{points:?} was rejected: {error}"))?;
    let got: Vec<Xy> = got.iter().map(|p| [p.x, p.y]).collect();
    agree(&points, got, regions::hull(&points))
}

pub(super) fn smallest_circle(rng: &mut Rng) -> Result<(), String> {
    let mut points = cloud(rng);
    points.truncate(9);
    let (center, radius) = regions::smallest_circle(&points);
    match carom::smallest_circle(points.iter().copied()) {
        Ok(circle) => agree(&points, ([circle.center().x, circle.center().y], circle.radius()), (center, radius)),
        // A radius above the largest number is nobody's fault.
        Err(_) if radius.is_infinite() => Ok(()),
        Err(error) => Err(format!("{points:?} was rejected: {error}")),
    }
}

pub(super) fn triangulate(rng: &mut Rng) -> Result<(), String> {
    let rings = polygons::any(rng, 32);
    let polygon = polygon(&rings)?;
    partition::judge_triangles(&stored(&polygon), &polygon.triangulate()).map_err(|what| format!("{rings:?}: {what}"))
}

pub(super) fn decompose(rng: &mut Rng) -> Result<(), String> {
    let rings = polygons::any(rng, 32);
    let polygon = polygon(&rings)?;
    judge_decomposition(&polygon).map_err(|what| format!("{rings:?}: {what}"))
}

/// What is wrong with carom's convex parts of a polygon, if anything.
pub fn judge_decomposition(polygon: &Polygon) -> Result<(), String> {
    let decomposition = polygon.decompose();
    let parts: Vec<Part> = decomposition
        .parts()
        .map(|part| Part {
            indices: part.indices().collect(),
            edges: part
                .edges()
                .map(|edge| match edge {
                    carom::PartEdge::Original(edge) => Kind::Original(edge),
                    carom::PartEdge::Cut(neighbour) => Kind::Cut(neighbour),
                })
                .collect(),
        })
        .collect();
    if parts.len() != decomposition.len() {
        return Err(format!("{} parts, but len() is {}", parts.len(), decomposition.len()));
    }
    if polygon.is_convex() && parts.len() != 1 {
        return Err(format!("{} parts of a convex polygon", parts.len()));
    }
    partition::judge_parts(&stored(polygon), &parts)
}

/// A ring that starts at another vertex is the same polygon.
pub(super) fn polygon_started_elsewhere(rng: &mut Rng) -> Result<(), String> {
    let rings = polygons::any(rng, 16);
    let mut turned = rings.clone();
    for ring in &mut turned {
        let first = rng.below(ring.len());
        ring.rotate_left(first);
    }
    let region = polygons::region_near(rng, &rings);
    let (one, other, made) = (polygon(&rings)?, polygon(&turned)?, Made::of(&region)?);
    let case = (&region, &rings);
    agree(&case, other.locate(made.shape()), one.locate(made.shape()))?;
    agree(&case, carom::distance(&other, made.shape()), carom::distance(&one, made.shape()))?;
    agree(&case, other.is_convex(), one.is_convex())?;
    agree(&case, other.triangulate().len(), one.triangulate().len())
}
