//! Many zones: which of them have a place, which meet a shape, and which a move enters and leaves.

use crate::aabb::Aabb;
use crate::box_tree::BoxTree;
use crate::gate::crossed;
use crate::intersect::intersects;
use crate::point::Point;
use crate::polygon::Polygon;
use crate::shape::Shape;
use crate::sweep::Sweep;
use crate::walls::Walls;
use crate::zone::{Passage, Passed, Zone, told};
use alloc::vec::Vec;

/// Many zones, and an index over them. They may overlap each other and lie in each other.
///
/// ```
/// use carom::{Change, Circle, Polygon, Sweep, Zones};
/// let square = |x: i32, side: i32| Polygon::new([[x, 0], [x + side, 0], [x + side, side], [x, side]]);
/// let zones = Zones::new([square(0, 9)?, square(2, 2)?, square(9, 5)?]);
/// assert_eq!(zones.containing([3, 1]), [0, 1]);
/// assert_eq!(zones.containing([9, 1]), [2]); // on the edge between two of them
/// assert_eq!(zones.intersecting(&Circle::new([8, 4], 1.0)?), [0, 2]);
///
/// let passages = zones.passages(&Sweep::point([1, 1], [17, 1])?);
/// let told: Vec<_> = passages.iter().map(|(zone, passage)| (*zone, passage.change, passage.hit.t)).collect();
/// assert_eq!(told, [
///     (1, Change::Enters, 0.0625),
///     (1, Change::Leaves, 0.1875),
///     (0, Change::Leaves, 0.5),
///     (2, Change::Enters, 0.5),
///     (2, Change::Leaves, 0.8125),
/// ]);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Zones {
    zones: Vec<Zone>,
    boxes: BoxTree,
    /// The edges of all zones, one after the other.
    walls: Walls,
    /// The number of each zone's first edge.
    firsts: Vec<u32>,
}

impl Zones {
    /// The zones that some polygons are, numbered from 0.
    pub fn new(polygons: impl IntoIterator<Item = Polygon>) -> Zones {
        let zones: Vec<Zone> = polygons.into_iter().map(Zone::new).collect();
        let boxes: Vec<Aabb> = zones.iter().map(|zone| zone.polygon().aabb()).collect();
        let mut edges = 0;
        let firsts = zones.iter().map(|zone| {
            let first = edges;
            edges += zone.polygon().edge_count() as u32;
            first
        });
        let firsts = firsts.collect();
        let walls = Walls::new(zones.iter().flat_map(|zone| zone.polygon().edges()));
        Zones { boxes: BoxTree::new(&boxes), walls, firsts, zones }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.zones.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.zones.is_empty()
    }

    /// The zone with this number, if there is one.
    #[must_use]
    pub fn get(&self, zone: usize) -> Option<&Zone> {
        self.zones.get(zone)
    }

    /// The zones that have a place, as [`Zone::contains`] says, from the lowest number to the highest.
    #[must_use]
    pub fn containing(&self, place: impl Into<Point>) -> Vec<usize> {
        let place = place.into().canonical();
        if !place.is_finite() {
            return Vec::new();
        }
        self.near(&Aabb::of_point(place), |zone| zone.contains(place))
    }

    /// The zones that share a point with a shape, edges included: touching counts. From the lowest number to the highest.
    #[must_use]
    pub fn intersecting<'a>(&self, shape: impl Into<Shape<'a>>) -> Vec<usize> {
        let shape = shape.into();
        match shape.aabb() {
            Some(bounds) => self.near(&bounds, |zone| intersects(zone.polygon(), shape)),
            None => Vec::new(),
        }
    }

    /// When a straight move enters and leaves zones: in order of exact time, then of number, and of one zone as [`Zone::passages`] has them.
    #[must_use]
    pub fn passages(&self, path: &Sweep) -> Vec<(usize, Passage)> {
        if path.start() == path.end() {
            return Vec::new();
        }
        let touches = self.walls.touches(&Sweep::moving(path.start(), path.end(), 0.0));
        let mut found = Vec::new();
        // In order of exact time, then of number: those of one zone at one time are beside each other.
        for (id, hit) in touches {
            let zone = self.firsts.partition_point(|&first| first as usize <= id.index()) - 1;
            let Some(edge) = self.zones[zone].polygon().edge(id.index() - self.firsts[zone] as usize) else { continue };
            if let Some(direction) = crossed(edge.ends(), path.ends()) {
                found.push(Passed { zone, edge, direction, hit });
            }
        }
        if found.is_empty() { Vec::new() } else { told(found, path).collect() }
    }

    /// The zones whose boxes overlap a box and for which something holds, from the lowest number to the highest.
    fn near(&self, bounds: &Aabb, holds: impl Fn(&Zone) -> bool) -> Vec<usize> {
        let mut found = Vec::new();
        self.boxes.overlapping(bounds, &mut |zone| {
            if holds(&self.zones[zone]) {
                found.push(zone);
            }
        });
        found.sort_unstable();
        found
    }
}
