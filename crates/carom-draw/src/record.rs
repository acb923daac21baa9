//! What a run leaves behind for its picture: where every body was, and what it met.
//!
//! Bodies fly straight between events, so the places at events are enough; with gravity each frame bends the way a little.

use crate::scene::middle_of;
use carom::{Body, BodyId, Event, EventKind, Point, Vec2, World};
use std::collections::VecDeque;

/// So many places are kept for all bodies together, and so many hits.
const MOST: usize = 400_000;

/// What is kept when there is too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The end, for a picture of how the run ended.
    Last,
    /// The beginning, for a moving picture.
    First,
}

/// The ways of all bodies and their hits.
pub struct Record {
    keep: Keep,
    is_bent: bool,
    ways: Vec<VecDeque<(f64, Point)>>,
    radii: Vec<f64>,
    /// Of those with a shape where its middle is from the body's position; else `None`.
    middles: Vec<Option<Vec2>>,
    hits: VecDeque<Mark>,
    /// Places that may be kept of one body.
    room: usize,
    /// When the first place was left out for lack of room.
    full_at: Option<f64>,
}

/// Something that happened, to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// When, in seconds of the run.
    pub time: f64,
    /// Whom it happened to.
    pub body: usize,
    /// The other body, if it is one.
    pub other: Option<usize>,
    /// Where.
    pub point: Point,
    /// Which way the obstacle pushed.
    pub normal: Vec2,
}

impl Record {
    /// A record that begins with the world as it is. Bodies' ids are their places in the list.
    pub fn new(world: &World, keep: Keep) -> Record {
        let gravity = world.settings().gravity;
        let count = world.len().max(1);
        Record {
            keep,
            is_bent: gravity.x != 0.0 || gravity.y != 0.0,
            ways: world.bodies().map(|(_, body)| VecDeque::from([(world.time(), center_of(world, body))])).collect(),
            radii: world.bodies().map(|(_, body)| body.radius).collect(),
            middles: world.bodies().map(|(_, body)| middle_in(world, body)).collect(),
            hits: VecDeque::new(),
            room: (MOST / count).max(8),
            full_at: None,
        }
    }

    /// One more that is no body of the world: its number, after those of the bodies. The ways of such are told by [`Record::pass`].
    pub fn add(&mut self, time: f64, place: Point, radius: f64) -> usize {
        self.ways.push(VecDeque::from([(time, place)]));
        self.radii.push(radius);
        self.middles.push(None);
        self.ways.len() - 1
    }

    /// Takes in where such a one is at a time.
    pub fn pass(&mut self, index: usize, time: f64, place: Point) {
        self.place(index, time, place);
    }

    /// Takes in something that happened, after all that happened before.
    pub fn mark(&mut self, mark: Mark) {
        if self.hits.len() >= MOST / 4 {
            if self.keep == Keep::First {
                return;
            }
            self.hits.pop_front();
        }
        self.hits.push_back(mark);
    }

    /// Takes in an event of a frame that began at some time.
    pub fn event(&mut self, frame_start: f64, event: &Event) {
        let time = frame_start + event.time;
        let radius = |record: &Record, index: usize| record.radii.get(index).copied().unwrap_or(0.0);
        let other = match event.kind {
            EventKind::Wall(_) | EventKind::Group(..) | EventKind::Squeezed(..) => None,
            EventKind::Body(other) => Some(other.index()),
            // Nothing is turned aside by these.
            EventKind::Gate(..) | EventKind::Enters(_) | EventKind::Leaves(_) => return,
            EventKind::GroupGate(..) | EventKind::GroupEnters(_) | EventKind::GroupLeaves(_) => return,
        };
        let Some(body) = event.body.map(BodyId::index) else { return };
        let middle = |record: &Record, index: usize| record.middles.get(index).copied().flatten();
        let at = middle(self, body).map(|middle| event.at + middle);
        self.place(body, time, at.unwrap_or_else(|| event.point + event.normal * radius(self, body)));
        if let Some(other) = other {
            let at = middle(self, other).zip(event.other).map(|(middle, other)| other.at + middle);
            self.place(other, time, at.unwrap_or_else(|| event.point - event.normal * radius(self, other)));
        }
        self.mark(Mark { time, body, other, point: event.point, normal: event.normal });
    }

    /// Takes in the world after a frame.
    pub fn frame(&mut self, world: &World) {
        if self.is_bent {
            self.places_of(world);
        }
    }

    /// Takes in the world at the end.
    pub fn finish(&mut self, world: &World) {
        if !self.is_bent {
            self.places_of(world);
        }
    }

    fn places_of(&mut self, world: &World) {
        let places: Vec<(BodyId, Point)> = world.bodies().map(|(id, body)| (id, center_of(world, body))).collect();
        for (id, place) in places {
            self.place(id.index(), world.time(), place);
        }
    }

    fn place(&mut self, body: usize, time: f64, place: Point) {
        let Some(way) = self.ways.get_mut(body) else { return };
        if way.len() >= self.room {
            if self.keep == Keep::First {
                self.full_at = Some(self.full_at.map_or(time, |full| full.min(time)));
                return;
            }
            way.pop_front();
        }
        way.push_back((time, place));
    }

    /// Until when everything is known, if not to the end.
    pub fn full_at(&self) -> Option<f64> {
        self.full_at
    }

    /// Where a body was at a time.
    pub fn at(&self, body: usize, time: f64) -> Option<Point> {
        let way = self.ways.get(body)?;
        let after = way.partition_point(|&(when, _)| when <= time);
        let (start, from) = *way.get(after.checked_sub(1)?)?;
        let Some(&(end, to)) = way.get(after) else { return Some(from) };
        let part = (time - start) / (end - start);
        let part = if part.is_finite() { part.clamp(0.0, 1.0) } else { 0.0 };
        Some(from + (to - from) * part)
    }

    /// The way of a body up to a time, from its latest place backwards, each with its time.
    pub fn back_from(&self, body: usize, time: f64) -> Vec<(f64, Point)> {
        let Some(way) = self.ways.get(body) else { return Vec::new() };
        let after = way.partition_point(|&(when, _)| when <= time);
        let last = self.at(body, time).map(|place| (time, place));
        last.into_iter().chain(way.iter().take(after).rev().copied()).collect()
    }

    /// The hits in a stretch of time.
    pub(crate) fn hits(&self, from: f64, to: f64) -> impl Iterator<Item = &Mark> {
        let first = self.hits.partition_point(|mark| mark.time < from);
        self.hits.iter().skip(first).take_while(move |mark| mark.time <= to)
    }
}

/// Where the middle of a body's shape is, from its position, if it has one.
fn middle_in(world: &World, body: &Body) -> Option<Vec2> {
    Some(middle_of(world.shape(body.shape?)?))
}

fn center_of(world: &World, body: &Body) -> Point {
    middle_in(world, body).map_or(body.position, |middle| body.position + middle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::{Polygon, Walls};

    #[test]
    fn places_between_events_lie_on_the_way() -> Result<(), carom::Error> {
        let room = Polygon::new([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]])?;
        let mut world = World::new(Walls::new(room.edges()));
        world.add(Body::disc([5.0, 5.0], 1.0).velocity([8.0, 0.0]))?;
        let mut record = Record::new(&world, Keep::Last);
        for _ in 0..4 {
            let start = world.time();
            world.advance(0.25, |event| record.event(start, event));
            record.frame(&world);
        }
        record.finish(&world);
        for (time, x) in [(0.0, 5.0), (0.25, 7.0), (0.5, 9.0), (0.75, 7.0), (1.0, 5.0), (0.625, 8.0)] {
            let place = record.at(0, time).unwrap();
            assert!((place.x - x).abs() < 1e-9 && (place.y - 5.0).abs() < 1e-9, "{time}: {place:?}");
        }
        assert_eq!(record.hits(0.0, 1.0).count(), 1);
        Ok(())
    }
}
