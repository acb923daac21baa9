//! A sweep and the outline of a polygon: which edge is touched first?

use super::{Hit, Obstacle, Sweep, Touch, is_earlier, sealed};
use crate::polygon::Polygon;

impl sealed::Sealed for Polygon {}
impl Obstacle for Polygon {
    type Touch = (usize, Hit);

    /// From inside or outside, holes included: what counts is the outline.
    fn first_touch_of(&self, sweep: &Sweep) -> Option<(usize, Hit)> {
        let reach = sweep.reach();
        let mut first: Option<(usize, Touch, f64)> = None;
        for ring in self.trees() {
            // Edges come in their order, so an equal time never takes the place of an earlier edge.
            let _: Option<()> = ring.find(&mut |aabb, _| aabb.overlaps_box(&reach), &mut |edges| {
                for edge in edges {
                    if let Some(touch) = sweep.touch(&self.edge_of(ring, edge)) {
                        let t = touch.time(sweep);
                        if first.as_ref().is_none_or(|best| is_earlier(sweep, (&touch, t), (&best.1, best.2))) {
                            first = Some((edge, touch, t));
                        }
                    }
                }
                None
            });
        }
        let (edge, touch, _) = first?;
        Some((edge, sweep.hit(&self.edge(edge)?, touch)))
    }
}
