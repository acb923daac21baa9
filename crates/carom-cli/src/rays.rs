//! Rays with an origin each, as sweeps.

use carom::{Aabb, Beam, Point, Sweep, Vec2, Walls};

/// A ray up to a distance, which may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ray {
    pub(crate) origin: Point,
    /// Of any length but zero.
    pub(crate) direction: Vec2,
    pub(crate) reach: f64,
}

/// Walls, and how far from anywhere the last of them is.
pub(crate) struct Surroundings<'a> {
    walls: &'a Walls,
    bounds: Option<Aabb>,
}

impl Surroundings<'_> {
    pub(crate) fn of(walls: &Walls) -> Surroundings<'_> {
        let boxes = walls.ids().filter_map(|id| {
            let wall = walls.get(id)?;
            wall.segment().map(|segment| segment.aabb()).or_else(|| wall.circle().map(|circle| circle.aabb()))
        });
        Surroundings { walls, bounds: boxes.reduce(|all, one| all.union(&one)) }
    }

    /// The same sweep that [`Walls::scan`] makes of a ray, so that rays of many origins can be one batch; `None` for the
    /// few whose numbers are too large or too small for that.
    pub(crate) fn sweep(&self, ray: &Ray) -> Option<Sweep> {
        let Ray { origin, direction, reach } = *ray;
        if reach < f64::INFINITY {
            return Sweep::point(origin, origin + direction.normalized() * reach).ok();
        }
        let size = direction.x.abs().max(direction.y.abs());
        let far = 4.0 * power_of_two_below(self.beyond(origin))?;
        Sweep::point(origin, origin + direction / power_of_two_below(size)? * far).ok()
    }

    /// What a ray meets, of those that are no sweep.
    pub(crate) fn scan(&self, ray: &Ray) -> Option<Beam> {
        self.walls.scan(ray.origin, &[ray.direction], ray.reach).into_iter().next().flatten()
    }

    /// A distance from a point beyond which there is no wall.
    fn beyond(&self, origin: Point) -> f64 {
        let Some(bounds) = self.bounds else { return 1.0 };
        let (low, high) = (bounds.min(), bounds.max());
        let x = (low.x - origin.x).abs().max((high.x - origin.x).abs());
        let y = (low.y - origin.y).abs().max((high.y - origin.y).abs());
        x + y
    }
}

/// The largest power of two that is not above a number, if that is neither tiny nor huge.
fn power_of_two_below(x: f64) -> Option<f64> {
    (1e-300..1e300).contains(&x).then(|| f64::from_bits(x.to_bits() & 0x7ff0_0000_0000_0000))
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::Segment;

    #[test]
    fn rays_meet_what_a_scan_meets() {
        let wall = |a: [f64; 2], b: [f64; 2]| Segment::new(a, b).unwrap();
        let walls =
            Walls::new([wall([-3.0, 5.0], [7.0, 5.1]), wall([9.0, -1.0], [8.7, 30.0]), wall([0.1, 0.0], [0.1, 0.3])]);
        let surroundings = Surroundings::of(&walls);
        let mut hits = 0;
        for i in 0..4000 {
            let turn = f64::from(i) * 0.7;
            let direction = Vec2::new(turn.cos() * 3.7, turn.sin() * 3.7);
            let origin = Point::new(f64::from(i % 13) * 0.7, f64::from(i % 17) * 0.3);
            for reach in [f64::INFINITY, 4.0, 0.0] {
                let ray = Ray { origin, direction, reach };
                let found = walls.first_touch(&surroundings.sweep(&ray).unwrap());
                let beam = surroundings.scan(&ray);
                assert_eq!(found.map(|(id, hit)| (id, hit.point)), beam.map(|beam| (beam.wall, beam.point)));
                hits += usize::from(beam.is_some());
            }
        }
        assert!(1000 < hits);
        let far = Ray { origin: Point::new(1e307, 0.0), direction: Vec2::new(1.0, 0.0), reach: f64::INFINITY };
        assert_eq!(surroundings.sweep(&far), None);
    }
}
