//! How two bodies with shapes, or one and a wall, touch: where, in which direction, and whether they leave each other.

use crate::bounce::{finite, within};
use crate::exact::dot_sign;
use crate::exact::encounter::Blocker;
use crate::exact::flight::Flight;
use crate::exact::forms::{Form, Met, Touching};
use crate::exact::hull::{Edge, Place};
use crate::point::{Point, Vec2, max, min};
use core::cmp::Ordering;

/// How two forms touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Brush {
    touching: Touching,
    /// From the second to the first.
    pub(super) normal: Vec2,
    /// Where, on the second.
    pub(super) point: Point,
    /// Whether a corner of one is round and touches one of the other, or both are sharp: then what moves along leaves it.
    pub(super) is_corner: bool,
}

impl Brush {
    pub(super) fn of(met: &Met, [first, second]: [&Form<'_>; 2], time: f64) -> Brush {
        let Met { touching, place } = met;
        let relative = finite(first.flight.velocity - second.flight.velocity);
        let (is_corner, is_sharp) = (matches!(place, Place::Vertex(_)), touching.radii == [0.0; 2]);
        let [p, q] = touching.along;
        let normal = match is_corner {
            false => p.direction_to(q).normal(),
            // Two sharp corners have no direction but that of their motion.
            true if is_sharp => -relative.normalized(),
            true => touching.between(time).normalized(),
        };
        let normal = if normal == Vec2::default() { -relative.normalized() } else { normal };
        let point = point_of(place, [first, second], normal, time);
        Brush { touching: *touching, normal: normal.canonical(), point: within(point), is_corner }
    }

    /// Whether both, on these flights, go deeper into each other where they touch (`Less`) or leave each other (`Greater`).
    pub(super) fn leaves(&self, flights: [Flight; 2], time: f64) -> Ordering {
        if self.is_corner && self.touching.radii == [0.0; 2] {
            let tip = |v: Vec2| Point::new(v.x, v.y);
            let [v, w] = flights.map(|flight| tip(flight.velocity));
            return dot_sign(w, v, Point::default(), tip(self.normal));
        }
        Touching { flights, ..self.touching }.leaves(time)
    }

    /// What both touch along, in given numbers: an edge of one of them, if it is one.
    pub(super) fn surface(&self) -> Blocker {
        if self.is_corner { Blocker::Here } else { Blocker::Line(self.touching.along) }
    }

    /// How far they are apart at a time, in the direction in which they touch; rounded.
    pub(super) fn gap(&self, time: f64) -> f64 {
        let reach = self.touching.radii[0] + self.touching.radii[1];
        self.touching.between(time).dot(self.normal) - reach
    }
}

/// Where two forms touch, on the second.
fn point_of(place: &Place, [first, second]: [&Form<'_>; 2], normal: Vec2, time: f64) -> Point {
    let at = |form: &Form<'_>, i: u16| {
        let Point { x, y } = form.vertices[usize::from(i)];
        form.flight.position(time) + Vec2::new(x, y)
    };
    match place {
        Place::Inside => second.flight.position(time),
        Place::Vertex([_, j]) => at(second, *j) + normal * second.radius,
        Place::Edge(edge) => match (edge.is_of(0), edge.is_of(1)) {
            (true, true) => {
                let Edge { of: [i, j], next: [k, l] } = *edge;
                let (p, q) = (at(second, j), at(second, l));
                let along = p.direction_to(q);
                let part = |at: Point| along.dot(at - p);
                // What both share, and its middle; in K the first's sides run the other way.
                let (from, to) = (max(part(at(first, k)), 0.0), min(part(at(first, i)), part(q)));
                let [from, to] = if from <= to { [from, to] } else { [to, from] };
                p + along * (from / 2.0 + to / 2.0) + normal * second.radius
            }
            (true, false) => at(second, edge.of[1]) + normal * second.radius,
            _ => at(first, edge.of[0]) - normal * first.radius,
        },
    }
}
