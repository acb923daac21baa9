//! Who was where last: many tracks, of which only the end is kept.

use crate::rows::Time;
use carom::Point;
use std::collections::HashMap;
use std::sync::Arc;

/// What came of a fix.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Heard {
    /// The first of its track, for which perhaps another was forgotten, that was heard of last at this time.
    First(Option<(Arc<[u8]>, Time)>),
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

    /// When and where a track was last.
    pub(crate) fn get(&self, id: &[u8]) -> Option<(Time, Point)> {
        let slot = &self.slots[*self.by_id.get(id)? as usize];
        Some((slot.time, slot.at))
    }

    /// All tracks, from the one silent for longest to the newest.
    pub(crate) fn the_oldest_first(&self) -> impl Iterator<Item = (&Arc<[u8]>, Time, Point)> {
        let oldest = self.slots.get(self.oldest as usize);
        let all = std::iter::successors(oldest, |slot| self.slots.get(slot.newer as usize));
        all.map(|slot| (&slot.id, slot.time, slot.at))
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
        let mut forgotten = None;
        let place = if self.slots.len() < self.limit {
            self.slots.push(slot);
            (self.slots.len() - 1) as u32
        } else {
            let place = self.oldest;
            self.take_out(place);
            self.forgotten += 1;
            let old = std::mem::replace(&mut self.slots[place as usize], slot);
            self.by_id.remove(&old.id);
            forgotten = Some((old.id, old.time));
            place
        };
        self.by_id.insert(id, place);
        self.put_first(place);
        Heard::First(forgotten)
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

    #[test]
    fn the_one_silent_for_longest_is_forgotten() {
        let mut tracks = Tracks::new(2);
        let (at, time) = (Point::new(0.0, 0.0), Time::Number);
        let first = || Heard::First(None);
        let instead = |id: &[u8], last: f64| Heard::First(Some((id.into(), time(last))));
        assert_eq!(tracks.hear(b"a", time(0.0), at), first());
        assert_eq!(tracks.hear(b"b", time(0.0), at), first());
        assert_eq!(tracks.hear(b"a", time(1.0), at), Heard::Next(time(0.0), at));
        assert_eq!(tracks.hear(b"c", time(0.0), at), instead(b"b", 0.0));
        assert_eq!((tracks.len(), tracks.forgotten), (2, 1));
        assert_eq!(tracks.hear(b"a", time(1.0), at), Heard::Late(time(1.0)));
        assert_eq!(tracks.hear(b"b", time(2.0), at), instead(b"a", 1.0));
        assert_eq!(tracks.hear(b"b", time(3.0), at), Heard::Next(time(2.0), at));
        // c came after a, so a was forgotten.
        assert_eq!(tracks.hear(b"c", time(1.0), at), Heard::Next(time(0.0), at));
        assert_eq!(tracks.hear(b"a", time(9.0), at), instead(b"b", 3.0));
        let left: Vec<&[u8]> = tracks.the_oldest_first().map(|(id, ..)| &id[..]).collect();
        assert_eq!(left, [&b"c"[..], b"a"]);
        assert_eq!((tracks.get(b"c"), tracks.get(b"b")), (Some((time(1.0), at)), None));
    }
}
