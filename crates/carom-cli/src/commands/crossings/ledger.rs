//! What becomes of crossings, row by row: they are counted, perhaps only once they have settled, and make visits.

use super::counted::{Counted, Crossed};
use super::period::{Period, Periods};
use crate::rows::{Cell, Head, OutRows, Time};
use carom::{Contact, Point};
use std::collections::HashMap;
use std::sync::Arc;

/// What is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Report {
    Crossings,
    Visits,
    Counts,
    Tracks,
}

impl Report {
    pub(super) fn name(self) -> &'static str {
        match self {
            Report::Crossings => "crossings",
            Report::Visits => "visits",
            Report::Counts => "counts",
            Report::Tracks => "tracks",
        }
    }
}

/// When a crossing counts: after so long, and so far from the boundary, without one back.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Settle {
    pub(super) time: Option<f64>,
    pub(super) distance: Option<f64>,
}

impl Settle {
    pub(super) fn is_wanted(&self) -> bool {
        self.time.is_some() || self.distance.is_some()
    }
}

/// A crossing of a track.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Crossing {
    pub(super) crossed: Crossed,
    pub(super) time: Time,
    /// When the move starts and ends in which it is.
    pub(super) span: [Time; 2],
    pub(super) kept: Vec<Vec<u8>>,
}

/// A visit that has begun.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Open {
    pub(super) zone: u32,
    pub(super) entered: Time,
    /// When the move ended in which it began, and whether it began exactly there.
    pub(super) since: Time,
    pub(super) is_at_end: bool,
    /// Whether the track was inside when it was first heard of.
    pub(super) began_inside: bool,
    /// When it ended, if that is exactly where a move ended: if the next one goes in again, it did not.
    pub(super) left: Option<Time>,
}

/// What is known of a track beside its last place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Journey {
    pub(super) first: Time,
    pub(super) rows: u64,
    pub(super) counts: [u64; 2],
    pub(super) open: Vec<Open>,
    /// Crossings that have not settled yet.
    pub(super) pending: Vec<Crossing>,
}

impl Journey {
    fn new(first: Time) -> Journey {
        Journey { first, rows: 0, counts: [0, 0], open: Vec::new(), pending: Vec::new() }
    }

    /// Whether its next row matters though it may cross nothing.
    fn waits(&self) -> bool {
        !self.pending.is_empty() || self.open.iter().any(|open| open.left.is_some())
    }

    fn is_empty(&self) -> bool {
        self.open.is_empty() && self.pending.is_empty()
    }
}

/// One row of a track: what it crossed since the one before.
pub(super) struct Step<'a> {
    pub(super) id: &'a [u8],
    pub(super) time: Time,
    pub(super) at: Point,
    /// The zones it is in, if it is heard of for the first time.
    pub(super) inside: Option<&'a [u32]>,
    pub(super) crossings: Vec<Crossing>,
}

/// All that is counted.
pub(super) struct Ledger<'a> {
    counted: &'a Counted,
    report: Report,
    settle: Settle,
    head: &'a Head,
    pub(super) counts: Vec<[u64; 2]>,
    pub(super) periods: Option<Periods>,
    /// Crossings that were undone before they settled, or had not at the end.
    pub(super) unsettled: u64,
    pub(super) visits: u64,
    pub(super) journeys: HashMap<Arc<[u8]>, Journey>,
    /// How many of them wait for their next row.
    waiting: usize,
}

impl<'a> Ledger<'a> {
    pub(super) fn new(
        counted: &'a Counted,
        report: Report,
        settle: Settle,
        per: Option<Period>,
        head: &'a Head,
    ) -> Ledger<'a> {
        Ledger {
            counted,
            report,
            settle,
            head,
            counts: vec![[0, 0]; counted.len()],
            periods: per.map(Periods::new),
            unsettled: 0,
            visits: 0,
            journeys: HashMap::new(),
            waiting: 0,
        }
    }

    /// What was known before.
    pub(super) fn resume(&mut self, journeys: impl IntoIterator<Item = (Arc<[u8]>, Journey)>) {
        self.journeys = journeys.into_iter().collect();
        self.waiting = self.journeys.values().filter(|journey| journey.waits()).count();
    }

    /// Whether rows matter that cross nothing and are not the first of their track.
    pub(super) fn wants_every_row(&self) -> bool {
        self.report == Report::Tracks || self.waiting > 0 || self.settle.is_wanted()
    }

    /// Whether it matters in which zones a track begins.
    pub(super) fn wants_inside(&self) -> bool {
        matches!(self.report, Report::Visits | Report::Tracks) && self.counted.has_zones()
    }

    /// One more row of a track.
    pub(super) fn step(&mut self, step: Step<'_>, out: &mut OutRows) {
        if !self.settle.is_wanted() {
            step.crossings.iter().for_each(|crossing| self.count(crossing));
        }
        let needs_journey = self.settle.is_wanted() || matches!(self.report, Report::Visits | Report::Tracks);
        if !needs_journey {
            return;
        }
        let Some((id, mut journey)) = self.journeys.remove_entry(step.id).or_else(|| {
            let is_new = self.report == Report::Tracks || step.inside.is_some_and(|inside| !inside.is_empty());
            let is_needed = is_new || !step.crossings.is_empty();
            is_needed.then(|| (step.id.into(), Journey::new(step.time)))
        }) else {
            return;
        };
        self.waiting -= usize::from(journey.waits());
        journey.rows += 1;
        for &zone in step.inside.unwrap_or_default() {
            let (entered, since) = (step.time, step.time);
            journey.open.push(Open { zone, entered, since, is_at_end: true, began_inside: true, left: None });
        }
        if self.settle.is_wanted() {
            self.settle(&id, &mut journey, &step, out);
        } else {
            for crossing in &step.crossings {
                self.pass(&id, &mut journey, crossing, out);
            }
        }
        // Whoever left where the move before ended, and did not come back at once, has left.
        let mut i = 0;
        while i < journey.open.len() {
            let open = journey.open[i];
            match open.left {
                Some(left) if left < step.time => {
                    journey.open.remove(i);
                    self.visit(&id, &open, left, left, out);
                }
                _ => i += 1,
            }
        }
        self.waiting += usize::from(journey.waits());
        if self.report == Report::Tracks || !journey.is_empty() {
            self.journeys.insert(id, journey);
        }
    }

    /// Crossings wait until they have settled; one back before that undoes them.
    fn settle(&mut self, id: &[u8], journey: &mut Journey, step: &Step<'_>, out: &mut OutRows) {
        for crossing in &step.crossings {
            let boundary = crossing.crossed.boundary;
            // By now some have been on their side for long enough.
            self.release(id, journey, crossing.time, None, out);
            let last = journey.pending.iter().rposition(|other| other.crossed.boundary == boundary);
            match last {
                Some(last) if journey.pending[last].crossed.is_forward != crossing.crossed.is_forward => {
                    journey.pending.remove(last);
                    self.unsettled += 2;
                }
                _ => journey.pending.push(crossing.clone()),
            }
        }
        self.release(id, journey, step.time, Some(step.at), out);
    }

    /// Tells the crossings that have settled at a time, if the track is at this place then; else distances do not settle.
    fn release(&mut self, id: &[u8], journey: &mut Journey, time: Time, at: Option<Point>, out: &mut OutRows) {
        let mut i = 0;
        while i < journey.pending.len() {
            let crossing = &journey.pending[i];
            let is_long = self.settle.time.is_none_or(|wanted| wanted <= crossing.time.until(time));
            let is_far = match (self.settle.distance, at) {
                (None, _) => true,
                (Some(_), None) => false,
                (Some(wanted), Some(at)) => wanted <= self.counted.distance(crossing.crossed.boundary, at),
            };
            if is_long && is_far {
                let mut crossing = journey.pending.remove(i);
                crossing.crossed.contact = Contact::Crosses;
                self.count(&crossing);
                if self.report == Report::Crossings {
                    push_crossing(self.counted, self.head, id, &crossing, out);
                }
                self.pass(id, journey, &crossing, out);
            } else {
                i += 1;
            }
        }
    }

    fn count(&mut self, crossing: &Crossing) {
        let Crossed { boundary, is_forward, .. } = crossing.crossed;
        self.counts[boundary as usize][usize::from(!is_forward)] += 1;
        if let Some(periods) = &mut self.periods {
            periods.count(crossing.time, boundary, is_forward);
        }
    }

    /// What a crossing does to the visits of its track.
    fn pass(&mut self, id: &[u8], journey: &mut Journey, crossing: &Crossing, out: &mut OutRows) {
        let Crossed { boundary, is_forward, contact, is_touch, .. } = crossing.crossed;
        journey.counts[usize::from(!is_forward)] += 1;
        // A visit, or an absence, of no length is none.
        if is_touch || !self.counted.is_zone(boundary) || self.report == Report::Crossings {
            return;
        }
        let [start, end] = crossing.span;
        let place = journey.open.iter().position(|open| open.zone == boundary);
        let begun = Open {
            zone: boundary,
            entered: crossing.time,
            since: end,
            is_at_end: contact == Contact::Ends,
            began_inside: false,
            left: None,
        };
        match (is_forward, place) {
            (true, Some(place)) => {
                let open = journey.open[place];
                match open.left {
                    Some(left) if contact == Contact::Starts && left == start => journey.open[place].left = None,
                    // It left where the move before ended, and this one comes back later.
                    Some(left) => {
                        journey.open[place] = begun;
                        self.visit(id, &open, left, left, out);
                    }
                    None => {}
                }
            }
            (true, None) => journey.open.push(begun),
            (false, Some(place)) => {
                let open = journey.open[place];
                if open.is_at_end && contact == Contact::Starts && open.since == start {
                    journey.open.remove(place);
                } else if contact == Contact::Ends {
                    journey.open[place].left = Some(crossing.time);
                } else {
                    journey.open.remove(place);
                    self.visit(id, &open, crossing.time, end, out);
                }
            }
            (false, None) => {}
        }
    }

    /// A visit is over, at a time in a move that ends at another.
    fn visit(&mut self, id: &[u8], open: &Open, left: Time, end: Time, out: &mut OutRows) {
        let how = match open.began_inside {
            true => "began_inside",
            false if open.since == end => "through",
            false => "whole",
        };
        self.push_visit(id, open, left, how, out);
    }

    fn push_visit(&mut self, id: &[u8], open: &Open, left: Time, how: &str, out: &mut OutRows) {
        if self.report != Report::Visits {
            return;
        }
        self.visits += 1;
        out.push(
            self.head,
            [
                Cell::Text(id),
                Cell::Text(self.counted.name(open.zone).as_bytes()),
                Cell::Time(open.entered),
                Cell::Time(left),
                Cell::Number(open.entered.until(left)),
                Cell::Text(how.as_bytes()),
            ],
        );
    }

    /// A track is forgotten, or all rows are read: what is open ends where it was last.
    pub(super) fn end(&mut self, id: &[u8], last: Time, out: &mut OutRows) {
        let Some((id, journey)) = self.journeys.remove_entry(id) else { return };
        self.waiting -= usize::from(journey.waits());
        self.unsettled += journey.pending.len() as u64;
        for open in &journey.open {
            match open.left {
                Some(left) => self.visit(&id, open, left, left, out),
                None => {
                    let how = if open.began_inside { "always_inside" } else { "still_inside" };
                    self.push_visit(&id, open, last, how, out);
                }
            }
        }
        if self.report == Report::Tracks {
            self.push_track(&id, &journey, last, out);
        }
    }

    /// What is known of a track so far.
    pub(super) fn push_track(&self, id: &[u8], journey: &Journey, last: Time, out: &mut OutRows) {
        let inside = journey.open.iter().filter(|open| open.left.is_none()).count();
        out.push(
            self.head,
            [
                Cell::Text(id),
                Cell::Time(journey.first),
                Cell::Time(last),
                Cell::Whole(journey.rows),
                Cell::Whole(journey.counts[0]),
                Cell::Whole(journey.counts[1]),
                Cell::Whole(inside as u64),
            ],
        );
    }

    /// The ids of all journeys, in their order.
    pub(super) fn ids(&self) -> Vec<Arc<[u8]>> {
        let mut ids: Vec<Arc<[u8]>> = self.journeys.keys().cloned().collect();
        ids.sort_unstable();
        ids
    }
}

/// A crossing as a row.
pub(super) fn push_crossing(counted: &Counted, head: &Head, id: &[u8], crossing: &Crossing, out: &mut OutRows) {
    let Crossed { boundary, is_forward, point, .. } = crossing.crossed;
    let cells = [
        Cell::Text(id),
        Cell::Time(crossing.time),
        Cell::Text(counted.name(boundary).as_bytes()),
        Cell::Text(counted.direction(boundary, is_forward).as_bytes()),
        Cell::Number(point.x),
        Cell::Number(point.y),
    ];
    out.push(head, cells.into_iter().chain(crossing.kept.iter().map(|text| Cell::Text(text))));
}
