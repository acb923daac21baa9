//! Tracks through towns against the oracle: after every row, who crossed which gates and is in which zones.

use std::cmp::Ordering;

use carom::{Change, Direction, Gates, Sweep, Zones};

use super::zones::{told, wanted};
use super::{agree, point, polygon};
use crate::rng::Rng;
use crate::towns::{Town, Whole, any, between};
use crate::truth::Xy;
use crate::{round, shifted, whole};

/// One case is a town, and so many tracks through it.
const TRACKS_OF_A_TOWN: u64 = 50;

/// A town as carom has it.
struct Counted<'a> {
    town: &'a Town,
    zones: Zones,
    gates: Gates,
    /// The pieces of all gates, with the gate's number.
    pieces: Vec<(usize, [Whole; 2])>,
}

/// What a move does: zones entered or left, gates crossed forward or not, each with its time.
#[derive(Debug, Default, PartialEq)]
struct Events {
    zones: Vec<(usize, bool, f64, bool)>,
    gates: Vec<(usize, bool, f64)>,
}

/// Every row of some tracks, in whole numbers, and of the last track in integers of any length.
pub(super) fn tracks_of_a_town(rng: &mut Rng) -> Result<(), String> {
    let town = any(rng);
    let counted = Counted::new(&town)?;
    for number in 0..TRACKS_OF_A_TOWN {
        let track = town.track(rng);
        let is_last = number + 1 == TRACKS_OF_A_TOWN;
        let judged = counted
            .judge_track(&track, rng)
            .and_then(|()| if is_last { counted.judge_in_any_integers(&track) } else { Ok(()) });
        judged.map_err(|message| format!("{track:?} in {town:?}: {message}"))?;
    }
    Ok(())
}

impl Counted<'_> {
    fn new(town: &Town) -> Result<Counted<'_>, String> {
        let floats =
            |rings: &Vec<Vec<Whole>>| -> Vec<Vec<Xy>> { rings.iter().map(|ring| town.frame.places(ring)).collect() };
        let polygons: Result<Vec<_>, String> = town.zones.iter().map(|rings| polygon(&floats(rings))).collect();
        let gates = Gates::new(town.gates.iter().map(|gate| town.frame.places(gate)));
        let gates = gates.map_err(|error| format!("{town:?} was rejected: {error}"))?;
        let pieces = town.gates.iter().enumerate();
        let pieces = pieces.flat_map(|(number, gate)| gate.windows(2).map(move |ends| (number, [ends[0], ends[1]])));
        Ok(Counted { town, zones: Zones::new(polygons?), gates, pieces: pieces.collect() })
    }

    fn path(&self, leg: [Whole; 2]) -> Result<Sweep, String> {
        let [from, to] = leg.map(|place| self.town.frame.place(place));
        Sweep::point(from, to).map_err(|error| format!("{leg:?} was rejected: {error}"))
    }

    fn events(&self, leg: [Whole; 2]) -> Result<Events, String> {
        let path = self.path(leg)?;
        let enters = |change: Change| change == Change::Enters;
        let zones = self.zones.passages(&path).into_iter();
        let gates = self.gates.crossings(&path).into_iter();
        Ok(Events {
            zones: zones
                .map(|(zone, passage)| (zone, enters(passage.change), passage.hit.t, passage.is_touch))
                .collect(),
            gates: gates.map(|(gate, direction, hit)| (gate, direction == Direction::Forward, hit.t)).collect(),
        })
    }

    fn containing(&self, place: Whole) -> Vec<usize> {
        self.zones.containing(point(self.town.frame.place(place)))
    }

    /// Every leg, and after it who is inside of zones and of rings of gates.
    fn judge_track(&self, track: &[Whole], rng: &mut Rng) -> Result<(), String> {
        let first = self.containing(track[0]);
        let mut inside = vec![0_i64; self.zones.len()];
        first.iter().for_each(|&zone| inside[zone] += 1);
        let mut net = vec![0_i64; self.town.gates.len()];
        for leg in track.windows(2).map(|leg| [leg[0], leg[1]]) {
            let events = self.events(leg)?;
            self.judge_leg(leg, &events)?;
            self.judge_cut(leg, &events, rng)?;
            events.zones.iter().for_each(|&(zone, enters, ..)| inside[zone] += if enters { 1 } else { -1 });
            events.gates.iter().for_each(|&(gate, forward, _)| net[gate] += if forward { 1 } else { -1 });
            let now = self.containing(leg[1]);
            let expected = (0..self.zones.len()).filter(|&zone| whole::is_inside(&self.town.zones[zone], leg[1]));
            agree(&leg, now.clone(), expected.collect())?;
            let counted = (0..inside.len()).filter(|&zone| inside[zone] == 1);
            agree(&leg, counted.collect(), now.clone())?;
            agree(&(leg, &inside), inside.iter().all(|&count| count == 0 || count == 1), true)?;
            let of_tiles = now.iter().filter(|&&zone| zone < self.town.tiles).count();
            agree(&(leg, &now), of_tiles <= 1, true)?;
            for ring in &self.town.rings {
                let edges = self.pieces.iter().filter(|(gate, _)| ring.contains(gate));
                let edges: Vec<[Whole; 2]> = edges.map(|(_, ends)| *ends).collect();
                let winds = whole::winding(&edges, leg[1]) - whole::winding(&edges, track[0]);
                agree(&(leg, ring), net[ring.clone()].iter().sum::<i64>(), winds)?;
            }
        }
        Ok(())
    }

    /// All that one leg does, in order, with its times.
    fn judge_leg(&self, leg: [Whole; 2], events: &Events) -> Result<(), String> {
        let mut passages = Vec::new();
        for (zone, rings) in self.town.zones.iter().enumerate() {
            let of_zone = whole::passages(rings, leg);
            for (i, &(enters, time)) in of_zone.iter().enumerate() {
                let is_with =
                    |other: usize| of_zone.get(other).is_some_and(|(_, at)| at.compare(&time) == Ordering::Equal);
                let is_touch = is_with(i + 1) || i.checked_sub(1).is_some_and(is_with);
                passages.push((zone, enters, time, is_touch));
            }
        }
        passages.sort_by(|a, b| a.2.compare(&b.2));
        let found = events.zones.iter().map(|&(zone, enters, _, is_touch)| (zone, enters, is_touch));
        let expected = passages.iter().map(|&(zone, enters, _, is_touch)| (zone, enters, is_touch));
        agree(&leg, found.collect::<Vec<_>>(), expected.collect())?;
        let crossings = self.pieces.iter().filter_map(|&(gate, ends)| Some((gate, whole::crossed(ends, leg)?)));
        let mut crossings: Vec<_> = crossings.collect();
        crossings.sort_by(|a, b| a.1.1.compare(&b.1.1));
        let found = events.gates.iter().map(|&(gate, forward, _)| (gate, forward));
        agree(
            &leg,
            found.collect::<Vec<_>>(),
            crossings.iter().map(|&(gate, (forward, _))| (gate, forward)).collect(),
        )?;
        let times = passages.iter().map(|one| one.2).chain(crossings.iter().map(|one| one.1.1));
        let told = events.zones.iter().map(|one| one.2).chain(events.gates.iter().map(|one| one.2));
        for (time, told) in times.zip(told) {
            agree(&(leg, time, told), time.rounds_to(told), true)?;
        }
        Ok(())
    }

    /// A leg that is cut in a place exactly on it does the same.
    fn judge_cut(&self, leg: [Whole; 2], whole: &Events, rng: &mut Rng) -> Result<(), String> {
        let cut = between(leg[0], leg[1], rng);
        let [first, second] = [self.events([leg[0], cut])?, self.events([cut, leg[1]])?];
        // What happens at one time to several zones or gates may come in another order where that is cut.
        let of_zones = |events: &[&Events]| {
            let all = events.iter().flat_map(|events| &events.zones);
            let mut all: Vec<(usize, bool)> = all.map(|&(zone, enters, ..)| (zone, enters)).collect();
            all.sort_by_key(|one| one.0);
            all
        };
        agree(&(leg, cut), of_zones(&[&first, &second]), of_zones(&[whole]))?;
        let of_gates = |events: &[&Events]| {
            let all = events.iter().flat_map(|events| &events.gates);
            let mut all: Vec<(usize, bool)> = all.map(|&(gate, forward, _)| (gate, forward)).collect();
            all.sort_unstable();
            all
        };
        agree(&(leg, cut), of_gates(&[&first, &second]), of_gates(&[whole]))
    }

    /// The same once more, by the judge that knows no limits.
    fn judge_in_any_integers(&self, track: &[Whole]) -> Result<(), String> {
        let places = self.town.frame.places(track);
        for (number, rings) in self.town.zones.iter().enumerate() {
            let rings: Vec<Vec<Xy>> = rings.iter().map(|ring| self.town.frame.places(ring)).collect();
            for (leg, expected) in track.windows(2).zip(shifted::moves(&rings, &places)) {
                let passages = self.zones.passages(&self.path([leg[0], leg[1]])?);
                let of_zone = passages.iter().filter(|(zone, _)| *zone == number).map(|(_, passage)| told(passage));
                agree(&(leg, number), of_zone.collect(), wanted(&expected))?;
                agree(&leg, self.containing(leg[1]).contains(&number), expected.ends_inside)?;
            }
        }
        let lines: Vec<[Xy; 2]> =
            self.pieces.iter().map(|(_, ends)| ends.map(|place| self.town.frame.place(place))).collect();
        for leg in track.windows(2) {
            let places = [leg[0], leg[1]].map(|place| self.town.frame.place(place));
            let expected = shifted::crossings(&lines, places).into_iter().map(|(piece, forward, at)| {
                (self.pieces[piece].0, forward, round::toward_zero(&at.numerator, &at.denominator))
            });
            agree(&leg, self.events([leg[0], leg[1]])?.gates, expected.collect())?;
        }
        Ok(())
    }
}
