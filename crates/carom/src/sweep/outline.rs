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
        let _: Option<()> = self.tree().find(&mut |aabb, _| aabb.overlaps_box(&reach), &mut |run| {
            for edge in run.edges() {
                if let Some(touch) = sweep.touch(&self.edge_of(run, edge)) {
                    let t = touch.time(sweep);
                    let is_first = first.as_ref().is_none_or(|(other, best, best_t)| {
                        // Of equal times the lowest edge's counts, and holes come in any order.
                        is_earlier(sweep, (&touch, t), (best, *best_t))
                            || (edge < *other && !is_earlier(sweep, (best, *best_t), (&touch, t)))
                    });
                    if is_first {
                        first = Some((edge, touch, t));
                    }
                }
            }
            None
        });
        let (edge, touch, _) = first?;
        Some((edge, sweep.hit(&self.edge(edge)?, touch)))
    }
}
