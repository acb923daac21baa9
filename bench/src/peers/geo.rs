//! `geo`: exact about sides (it calls `robust`), so exact in every yes or no asked here.

use crate::outline::{Outline, Ring};
use carom::Location;
use geo::coordinate_position::{CoordPos, CoordinatePosition};
use geo::indexed::IntervalTreeMultiPolygon;
use geo::line_intersection::{LineIntersection, line_intersection};
use geo::{Contains, Coord, Intersects, LineString, MonotoneChainPolygon, MultiPolygon, Validation};

pub use geo::{Line, Polygon};

pub const NAME: &str = "geo";
/// The same library with an index built beforehand.
pub const INDEXED: &str = "geo, indexed";

pub fn line([a, b]: [[f64; 2]; 2]) -> Line {
    Line::new(coord(a), coord(b))
}

pub fn polygon(outline: &Outline) -> Polygon {
    let ring = |ring: &Ring| LineString::new(ring.iter().copied().map(coord).collect());
    Polygon::new(ring(&outline.outer), outline.holes.iter().map(ring).collect())
}

pub fn intersects(a: &Line, b: &Line) -> bool {
    a.intersects(b)
}

pub fn crossing(a: &Line, b: &Line) -> Option<LineIntersection<f64>> {
    line_intersection(*a, *b)
}

pub fn locate(polygon: &Polygon, point: [f64; 2]) -> Location {
    match polygon.coordinate_position(&coord(point)) {
        CoordPos::Inside => Location::Inside,
        CoordPos::OnBoundary => Location::Edge,
        CoordPos::Outside => Location::Outside,
    }
}

pub fn polygons_overlap(a: &Polygon, b: &Polygon) -> bool {
    a.intersects(b)
}

pub fn is_valid(polygon: &Polygon) -> bool {
    polygon.is_valid()
}

/// Answers only whether a point is strictly inside.
pub struct Indexed(IntervalTreeMultiPolygon<f64>);

impl Indexed {
    pub fn new(polygon: &Polygon) -> Indexed {
        Indexed(IntervalTreeMultiPolygon::new(&MultiPolygon::new(vec![polygon.clone()])))
    }

    pub fn is_inside(&self, point: [f64; 2]) -> bool {
        self.0.contains(&coord(point))
    }
}

pub fn chained(polygon: &Polygon) -> MonotoneChainPolygon<'_, f64> {
    polygon.into()
}

pub fn chained_overlap(a: &MonotoneChainPolygon<f64>, b: &MonotoneChainPolygon<f64>) -> bool {
    a.intersects(b)
}

fn coord([x, y]: [f64; 2]) -> Coord {
    Coord { x, y }
}
