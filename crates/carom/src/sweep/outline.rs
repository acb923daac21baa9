//! A sweep and a polygon, as an outline or filled: which edge is touched first?

use super::mover::{MoverPart, MoverSweep, Overlap};
use super::outline_of_movers;
use super::path::{Hit, Obstacle, Sweep, sealed};
use super::segment::{Touch, order_of_touches};
use crate::exact::{Feature, Location, answers::Contact, nearest_feature};
use crate::nearest::{foot, nearest_edge};
use crate::point::Point;
use crate::polygon::Polygon;
use core::cmp::Ordering;

/// The edges of a [`Polygon`], of all its rings, as an [`Obstacle`]: what is inside moves freely there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outline<'a>(&'a Polygon);

/// A [`Polygon`] with its inside as an [`Obstacle`]: what starts inside overlaps it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Filled<'a>(&'a Polygon);

impl Polygon {
    /// Its edges as an obstacle, as the walls of a room are. A touch is the number of the edge and the hit.
    ///
    /// ```
    /// use carom::{Polygon, Sweep};
    /// let room = Polygon::new([[0, 0], [8, 0], [8, 8], [0, 8]])?;
    /// let ball = Sweep::disc([4, 4], [4, 10], 1.0)?;
    /// let (edge, hit) = ball.first_touch(&room.outline()).unwrap();
    /// assert_eq!((edge, hit.t), (2, 0.5));
    /// assert_eq!(Sweep::disc([4, 4], [4, 5], 1.0)?.first_touch(&room.outline()), None);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn outline(&self) -> Outline<'_> {
        Outline(self)
    }

    /// The polygon with its inside as an obstacle, as a rock is. A touch is the number of the edge and the hit.
    ///
    /// From outside, and in a hole, it is touched as its [`outline`](Polygon::outline) is, but a disc that overlaps it from the
    /// start is said to, even if it merely touches an edge of a lower number. What starts with its centre inside overlaps it:
    /// then the edge is the one nearest to the centre, of several whose distances round alike the first, and the
    /// normal is the shortest way out.
    ///
    /// ```
    /// use carom::{Contact, Polygon, Sweep, Vec2};
    /// let rock = Polygon::new([[0, 0], [8, 0], [8, 8], [0, 8]])?;
    /// let (edge, hit) = Sweep::point([4, 7], [4, 5])?.first_touch(&rock.filled()).unwrap();
    /// assert_eq!((edge, hit.t, hit.contact), (2, 0.0, Contact::Overlaps));
    /// assert_eq!(hit.normal, Vec2::new(0.0, 1.0));
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn filled(&self) -> Filled<'_> {
        Filled(self)
    }
}

impl sealed::Sealed for Outline<'_> {}
impl Obstacle for Outline<'_> {
    type Touch = (usize, Hit);

    /// From inside or outside, holes included: what counts is the outline.
    fn first_touch_of(&self, sweep: &Sweep) -> Option<(usize, Hit)> {
        first_edge(self.0, sweep, |_| false)
    }

    fn first_touch_of_mover(&self, sweep: &MoverSweep<'_>) -> Option<(usize, Hit)> {
        match sweep.as_sweep() {
            Some(disc) => self.first_touch_of(&disc),
            None => outline_of_movers::touch_of_outline(self.0, sweep),
        }
    }

    fn overlap_of(&self, sweep: &MoverSweep<'_>) -> Option<Overlap> {
        outline_of_movers::overlap_of_outline(self.0, sweep)
    }
}

impl sealed::Sealed for Filled<'_> {}
impl Obstacle for Filled<'_> {
    type Touch = (usize, Hit);

    fn first_touch_of(&self, sweep: &Sweep) -> Option<(usize, Hit)> {
        if self.0.locate(sweep.start()) == Location::Inside {
            return overlap(self.0, sweep);
        }
        // A disc that starts outside may touch one edge and overlap another; both begin with the frame.
        first_edge(self.0, sweep, |touch| matches!(touch, Touch::Disc(touch) if touch.contact == Contact::Overlaps))
    }

    fn first_touch_of_mover(&self, sweep: &MoverSweep<'_>) -> Option<(usize, Hit)> {
        match sweep.as_sweep() {
            Some(disc) => self.first_touch_of(&disc),
            None => outline_of_movers::touch_of_filled(self.0, sweep),
        }
    }

    fn overlap_of(&self, sweep: &MoverSweep<'_>) -> Option<Overlap> {
        outline_of_movers::overlap_of_filled(self.0, sweep)
    }
}

/// The edge that is touched first. Of equal times those count that are preferred, and of these the lowest edge's.
fn first_edge(polygon: &Polygon, sweep: &Sweep, preferred: impl Fn(&Touch) -> bool) -> Option<(usize, Hit)> {
    let reach = sweep.reach();
    let mut first: Option<(usize, Touch, f64)> = None;
    let _: Option<()> = polygon.tree().find(&mut |aabb, _| aabb.overlaps_box(&reach), &mut |run| {
        for edge in run.edges() {
            if let Some(touch) = sweep.touch(&polygon.edge_of(run, edge)) {
                let t = touch.time(sweep);
                let is_first = first.as_ref().is_none_or(|(other, best, best_t)| {
                    // Holes come in any order.
                    let [rank, best_rank] = [(!preferred(&touch), edge), (!preferred(best), *other)];
                    let exactly = || touch.moment(sweep).order_in_integers(&best.moment(sweep));
                    order_of_touches((rank, [t; 2]), (best_rank, [*best_t; 2]), exactly) == Ordering::Less
                });
                if is_first {
                    first = Some((edge, touch, t));
                }
            }
        }
        None
    });
    let (edge, touch, _) = first?;
    Some((edge, sweep.hit(&polygon.edge(edge)?, touch)))
}

/// The hit of a mover whose centre starts inside.
fn overlap(polygon: &Polygon, sweep: &Sweep) -> Option<(usize, Hit)> {
    let start = sweep.start();
    let index = nearest_edge(polygon, start)?;
    let edge = polygon.edge(index)?;
    let out = |vertex: Point| (start.direction_to(vertex), vertex);
    let feature = nearest_feature(start, edge.ends());
    let (normal, nearest) = match feature {
        // The outside is on the right of an edge.
        Feature::Side => (edge.a().direction_to(edge.b()).normal(), foot(start, edge.ends())),
        Feature::A => out(edge.a()),
        Feature::B => out(edge.b()),
    };
    let point = if sweep.radius() == 0.0 { start } else { nearest };
    Some((
        index,
        Hit { t: 0.0, point, normal: normal.canonical(), feature, contact: Contact::Overlaps, mover: MoverPart::Whole },
    ))
}
