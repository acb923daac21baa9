//! `Silhouette`, a mover as a look sees it: its corners, and how far it reaches in some directions.

use crate::exact::hull::Extent;
use crate::point::{Point, Vec2, max, min};

/// A core as it is seen from a point amid it, in units of how far all of the mover reaches from there: its corners, and how far it reaches in the directions of length 1 that are square to its sides;
/// all rounded a few times. One with many corners is seen as its box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Silhouette {
    /// The unit.
    pub(crate) unit: f64,
    /// All x, and all y; beyond the last corner the first stands again.
    pub(crate) corners: [[f32; Silhouette::MOST]; 2],
    pub(crate) count: usize,
    /// The directions, x and y, and in each the lowest and the highest place of all corners. Opposite ones count once.
    pub(crate) directions: [[f32; Silhouette::MOST]; 2],
    pub(crate) low: [f32; Silhouette::MOST],
    pub(crate) high: [f32; Silhouette::MOST],
    pub(crate) slabs: usize,
    /// Of each direction the side that it points out of, and the one that the opposite direction does; [`Silhouette::NO_SIDE`] if there is none.
    pub(crate) sides: [[u8; 2]; Silhouette::MOST],
    /// Whether these corners are the core's, so that a convex one is all that lies between them.
    pub(crate) is_whole: bool,
    /// Whether they are those of a box.
    pub(crate) is_box: bool,
}

impl Silhouette {
    pub(crate) const MOST: usize = 8;
    pub(crate) const NO_SIDE: u8 = u8::MAX;

    pub(super) fn of(vertices: &[Point], extent: &Extent, (middle, reach): (Point, f64)) -> Silhouette {
        let Extent { low, high, .. } = extent;
        let around = [*low, Point::new(high.x, low.y), *high, Point::new(low.x, high.y)];
        let is_whole = vertices.len() <= Silhouette::MOST;
        let vertices = if is_whole { vertices } else { &around };
        let unit = if 0.0 < reach { reach } else { 1.0 };
        let nothing = [0.0; Silhouette::MOST];
        let mut silhouette = Silhouette {
            unit,
            corners: [nothing; 2],
            count: vertices.len(),
            directions: [nothing; 2],
            low: nothing,
            high: nothing,
            slabs: 0,
            sides: [[Silhouette::NO_SIDE; 2]; Silhouette::MOST],
            is_whole,
            is_box: is_whole && vertices == around,
        };
        let seen = |p: &Point| Vec2::new((p.x - middle.x) / unit, (p.y - middle.y) / unit);
        for (place, p) in vertices.iter().map(seen).enumerate() {
            [silhouette.corners[0][place], silhouette.corners[1][place]] = [p.x as f32, p.y as f32];
        }
        let [first_x, first_y] = silhouette.corners.map(|axis| axis[0]);
        silhouette.corners[0][silhouette.count..].fill(first_x);
        silhouette.corners[1][silhouette.count..].fill(first_y);
        for (side, &p) in vertices.iter().enumerate() {
            let direction = p.direction_to(vertices[(side + 1) % vertices.len()]).normal();
            silhouette.look_along(direction, side as u8, vertices.iter().map(seen));
        }
        silhouette
    }

    /// Whether a look at walls tells what a convex mover with such a radius touches: it is a capsule, or has sharp corners and an inside.
    #[inline(always)]
    pub(crate) fn is_seen_at_once(&self, radius: f64) -> bool {
        self.is_whole && if radius == 0.0 { 2 < self.count } else { self.count == 2 }
    }

    /// Notes how far it reaches in a direction that points out of a side, if it has not been looked along.
    fn look_along(&mut self, direction: Vec2, side: u8, corners: impl Iterator<Item = Vec2>) {
        if direction == Vec2::default() {
            return;
        }
        let [x, y] = [direction.x, direction.y].map(|x| x as f32);
        for slab in 0..self.slabs {
            let [u, v] = self.directions.map(|axis| axis[slab]);
            let is_opposite = u == -x && v == -y;
            if (u == x && v == y) || is_opposite {
                self.sides[slab][usize::from(is_opposite)] = side;
                return;
            }
        }
        let places = corners.map(|p| direction.dot(p));
        let (low, high) = places.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (min(low, x), max(high, x)));
        let slab = self.slabs;
        [self.directions[0][slab], self.directions[1][slab]] = [x, y];
        (self.low[slab], self.high[slab], self.sides[slab][0]) = (low as f32, high as f32, side);
        self.slabs += 1;
    }
}
