//! Who was where last: many tracks, of which only the end is kept.

use crate::rows::Time;
use carom::{Direction, Gate, Point, Sweep, Walls};
use std::collections::HashMap;
use std::sync::Arc;

/// Gates, and where they are.
pub(crate) struct Gates {
    gates: Vec<Gate>,
    walls: Walls,
}

/// A gate is crossed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Crossed {
    /// The gate's number.
    pub(crate) gate: usize,
    /// When, from 0 to 1 between the two fixes.
    pub(crate) t: f64,
    pub(crate) direction: Direction,
    pub(crate) point: Point,
}

impl Gates {
    pub(crate) fn new(gates: Vec<Gate>) -> Gates {
        let walls = Walls::new(gates.iter().map(Gate::segment));
        Gates { gates, walls }
    }

    /// The gates that a track crosses on its straight way from one place to the next, in order of time.
    pub(crate) fn crossed(&self, from: Point, to: Point, mut each: impl FnMut(Crossed)) {
        let Ok(path) = Sweep::point(from, to) else { return };
        if from == to {
            return;
        }
        // What crosses a gate touches it. These are in order of exact time.
        for (id, hit) in self.walls.touches(&path) {
            let Some(gate) = self.gates.get(id.index()) else { continue };
            if let Some((t, direction)) = gate.crossed(&path) {
                each(Crossed { gate: id.index(), t, direction, point: hit.point });
            }
        }
    }
}

/// What came of a fix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Heard {
    /// The first of its track.
    First,
    /// The next: when and where the track was before.
    Next(Time, Point),
    /// Not later than the one before, which was at this time. It is ignored.
    Late(Time),
}

/// The ends of the tracks that were heard of last.
pub(crate) struct Tracks {
    limit: usize,
    slots: Vec<Slot>,
    by_id: HashMap<Arc<[u8]>, u32>,
    newest: u32,
    oldest: u32,
    /// How many were forgotten because there were too many.
    pub(crate) forgotten: u64,
}

struct Slot {
    id: Arc<[u8]>,
    time: Time,
    at: Point,
    newer: u32,
    older: u32,
}

/// No slot.
const NONE: u32 = u32::MAX;

impl Tracks {
    /// At most so many; beyond that, the one that was silent for longest is forgotten.
    pub(crate) fn new(limit: u32) -> Tracks {
        let limit = limit.clamp(1, NONE) as usize;
        Tracks { limit, slots: Vec::new(), by_id: HashMap::new(), newest: NONE, oldest: NONE, forgotten: 0 }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.slots.len()
    }

    /// A track is somewhere at a time.
    pub(crate) fn hear(&mut self, id: &[u8], time: Time, at: Point) -> Heard {
        if let Some(&place) = self.by_id.get(id) {
            let slot = &mut self.slots[place as usize];
            if time <= slot.time {
                return Heard::Late(slot.time);
            }
            let heard = Heard::Next(slot.time, slot.at);
            (slot.time, slot.at) = (time, at);
            self.take_out(place);
            self.put_first(place);
            return heard;
        }
        let id: Arc<[u8]> = id.into();
        let slot = Slot { id: id.clone(), time, at, newer: NONE, older: NONE };
        let place = if self.slots.len() < self.limit {
            self.slots.push(slot);
            (self.slots.len() - 1) as u32
        } else {
            let place = self.oldest;
            self.take_out(place);
            self.forgotten += 1;
            let old = std::mem::replace(&mut self.slots[place as usize], slot);
            self.by_id.remove(&old.id);
            place
        };
        self.by_id.insert(id, place);
        self.put_first(place);
        Heard::First
    }

    fn take_out(&mut self, place: u32) {
        let Slot { newer, older, .. } = self.slots[place as usize];
        match self.slots.get_mut(newer as usize) {
            Some(slot) => slot.older = older,
            None => self.newest = older,
        }
        match self.slots.get_mut(older as usize) {
            Some(slot) => slot.newer = newer,
            None => self.oldest = newer,
        }
    }

    fn put_first(&mut self, place: u32) {
        let newest = std::mem::replace(&mut self.newest, place);
        match self.slots.get_mut(newest as usize) {
            Some(slot) => slot.newer = place,
            None => self.oldest = place,
        }
        let slot = &mut self.slots[place as usize];
        (slot.newer, slot.older) = (NONE, newest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::Segment;

    /// Numbers that look drawn at random, from 0 to below a limit.
    fn dice(seed: u64) -> impl FnMut(u64) -> u64 {
        let mut state = seed;
        move |below| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        }
    }

    /// On a small grid tracks often stop on gates' lines, move along them and return.
    #[test]
    fn what_is_found_is_what_every_gate_says() {
        let mut roll = dice(7);
        let mut crossings = [0; 2];
        for _ in 0..3000 {
            let mut place = || Point::new(roll(4) as f64, roll(4) as f64);
            let gates: Vec<Gate> = std::iter::repeat_with(|| Segment::new(place(), place()))
                .filter_map(|segment| Some(Gate::new(segment.ok()?)))
                .take(5)
                .collect();
            let all = Gates::new(gates.clone());
            let mut at = place();
            for _ in 0..40 {
                let to = place();
                let path = Sweep::point(at, to).unwrap();
                let crossed = gates.iter().enumerate().filter_map(|(i, gate)| Some((i, gate.crossed(&path)?)));
                let expected: Vec<_> = crossed.map(|(i, (t, direction))| (i, t, direction)).collect();
                let mut found = Vec::new();
                all.crossed(at, to, |crossed| found.push((crossed.gate, crossed.t, crossed.direction)));
                assert!(found.is_sorted_by(|a, b| a.1 <= b.1));
                found.sort_by_key(|crossed| crossed.0);
                assert_eq!(found, expected);
                let is_late = found.iter().filter(|(_, t, _)| *t == 0.0).count();
                crossings[0] += found.len() - is_late;
                crossings[1] += is_late;
                at = to;
            }
        }
        assert!(1000 < crossings[0] && 1000 < crossings[1], "{crossings:?}");
    }

    #[test]
    fn the_one_silent_for_longest_is_forgotten() {
        let mut tracks = Tracks::new(2);
        let (at, time) = (Point::new(0.0, 0.0), Time::Number);
        assert_eq!(tracks.hear(b"a", time(0.0), at), Heard::First);
        assert_eq!(tracks.hear(b"b", time(0.0), at), Heard::First);
        assert_eq!(tracks.hear(b"a", time(1.0), at), Heard::Next(time(0.0), at));
        assert_eq!(tracks.hear(b"c", time(0.0), at), Heard::First);
        assert_eq!((tracks.len(), tracks.forgotten), (2, 1));
        assert_eq!(tracks.hear(b"a", time(1.0), at), Heard::Late(time(1.0)));
        assert_eq!(tracks.hear(b"b", time(2.0), at), Heard::First);
        assert_eq!(tracks.hear(b"b", time(3.0), at), Heard::Next(time(2.0), at));
        // c came after a, so a was forgotten.
        assert_eq!(tracks.hear(b"c", time(1.0), at), Heard::Next(time(0.0), at));
        assert_eq!(tracks.hear(b"a", time(9.0), at), Heard::First);
    }
}
