//! A disc's hit: where it touches, and in which direction the wall pushes it back.
//!
//! Whether, when and with which part is decided in `exact/motion/reach.rs`; here points and directions are made.

use super::path::{Hit, Obstacle, Sweep, sealed};
use crate::circle::Circle;
use crate::exact::moment::{Moment, Round};
use crate::exact::{Feature, Side, answers::Contact, construct, orient, reach};
use crate::point::{Point, Vec2, max, min};
use crate::segment::Segment;

/// The hit that begins with a disc's touch of a wall.
#[inline]
pub(super) fn hit_of_wall(sweep: &Sweep, wall: &Segment, touch: &reach::Touch) -> Hit {
    let reach::Touch { contact, moment, feature } = *touch;
    let t = moment.time();
    let (point, normal) = match feature {
        Feature::Side => {
            let (along, start) = (wall.a().direction_to(wall.b()), sweep.start());
            let normal = match orient(wall.a(), wall.b(), start) {
                Side::Left => -along.normal(),
                Side::Right => along.normal(),
                Side::On => back_along([start, sweep.end()]).unwrap_or(-along.normal()),
            };
            let point = match contact {
                Contact::Overlaps => construct::foot(start, wall.ends()),
                _ => sweep.at(t) - normal * sweep.radius(),
            };
            (point, normal)
        }
        Feature::A | Feature::B => {
            let (end, other) = if feature == Feature::A { (wall.a(), wall.b()) } else { (wall.b(), wall.a()) };
            let ends = Round { start: [sweep.start(), end], end: [sweep.end(), end], radii: [sweep.radius(), 0.0] };
            (end, direction(&ends, moment).unwrap_or_else(|| other.direction_to(end)))
        }
    };
    Hit { t, point, normal: normal.canonical(), feature, contact }
}

impl sealed::Sealed for Circle {}
impl Obstacle for Circle {
    type Touch = Hit;

    fn first_touch_of(&self, sweep: &Sweep) -> Option<Hit> {
        let standing = Sweep { start: self.center(), end: self.center(), radius: self.radius() };
        standing.first_touch_of(sweep)
    }
}

impl sealed::Sealed for Sweep {}
impl Obstacle for Sweep {
    type Touch = Hit;

    /// Two movers: one frame of each, at the same times.
    fn first_touch_of(&self, sweep: &Sweep) -> Option<Hit> {
        let movers =
            Round { start: [sweep.start, self.start], end: [sweep.end, self.end], radii: [sweep.radius, self.radius] };
        let reach::Touch { contact, moment, feature } = reach::round(movers)?;
        let t = moment.time();
        let normal = direction(&movers, moment).unwrap_or(Vec2::new(0.0, 1.0)).canonical();
        let edge = self.at(t) + normal * self.radius;
        // The edge of a huge circle may lie beyond all numbers.
        let within = |x: f64| max(min(x, f64::MAX), -f64::MAX);
        // A point touches something round where it is, which is nearer to the truth than the edge of a circle much larger than its way.
        let point = if sweep.radius == 0.0 { sweep.at(t) } else { Point::new(within(edge.x), within(edge.y)) };
        Some(Hit { t, point, normal, feature, contact })
    }
}

/// The direction from the second of two round things to the first when they first touch, of length 1.
/// `None` if their centres are in one place and they do not move.
fn direction(round: &Round, moment: Moment) -> Option<Vec2> {
    let Round { start: [a, c], end: [b, d], .. } = *round;
    let direction = match moment {
        Moment::Start => c.direction_to(a),
        Moment::End => d.direction_to(b),
        Moment::Side { .. } | Moment::Round(_) => round.direction(),
    };
    if direction != Vec2::default() {
        return Some(direction);
    }
    // Centres in one place have no direction between them. The first came from where it started, or goes where it ends.
    if a == c { back_along([d, b]) } else { Some(c.direction_to(a)) }
}

/// The direction opposite to a motion, if it is one.
fn back_along([start, end]: [Point; 2]) -> Option<Vec2> {
    (start != end).then(|| end.direction_to(start))
}
