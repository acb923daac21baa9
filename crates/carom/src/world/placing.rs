//! Putting bodies in their places: numbers near where they exactly are, to which the path is clear and in which nobody is overlapped.

use super::crowds::Kind;
use super::event::{Event, EventKind};
use super::fleet::Fleet;
use super::frame::{FrameRun, NoPlace};
use super::group::LARGER;
use super::meeting;
use super::near::{self, List};
use super::pairs::Flying;
use super::slots::NONE;
use super::stage::{Ahead, Stage};
use crate::bounce::{place_around, unit_of, within};
use crate::exact::encounter::Encounter;
use crate::exact::flight::Flight;
use crate::exact::{Side, compare_distance_with_sum, dot_sign, turn};
use crate::float;
use crate::point::{Point, Vec2, max, min};
use crate::segment::Segment;
use crate::sweep::{Contact, Hit, MoverPart, MoverSweep, Sweep};
use core::cmp::Ordering;

/// Steps aside are up to so many units in the last place: twice 4096, and as many for rounding. This decides nothing: what is
/// further off is counted ([`Tally::nudged`](super::Tally::nudged)), and is not tried as another place.
const FAR_OFF: f64 = 16384.0;

/// Room to spare between bodies when one is put beside a wall, as part of the size of its numbers.
pub(super) const SPARE: f64 = 8.0 * f64::EPSILON;

impl FrameRun<'_> {
    /// Ends the frame: every body is put in a place. Those that rest are in theirs, the others keep clear of them, and they of each other.
    pub(super) fn put_all_in_place(&mut self) -> Result<(), NoPlace> {
        if let Some(fleet) = self.scenery.fleet {
            self.settle(fleet);
        }
        if self.put_all_at_once() {
            return Ok(());
        }
        self.end_ways();
        self.put_all()?;
        debug_assert!(self.are_alone_where_they_are(), "nobody in the place of one that is alone");
        Ok(())
    }

    /// Whether those who are alone overlap nobody, when all are in their places.
    fn are_alone_where_they_are(&self) -> bool {
        let is_free = |i: u32| self.is_free_of_bodies(i, self.stage.flying[i as usize].flight.at, 0.0, |_| true);
        (0..self.stage.flying.len() as u32).all(|i| !self.stage.ways.is_alone(i) || is_free(i))
    }

    fn put_all(&mut self) -> Result<(), NoPlace> {
        if let Some(fleet) = self.scenery.fleet {
            if !self.stage.may_have_loners() || self.stage.states.iter().any(|state| state.meets_bodies) {
                return self.put_all_in_order(fleet);
            }
        }
        (0..self.stage.flying.len() as u32).try_for_each(|i| self.put_last(i, |j| j < i))
    }

    /// Those who are alone now have their places, and need not ask.
    fn end_ways(&mut self) {
        // One that has become too fast for cells may be anywhere.
        if !self.stage.has_only_cells() {
            self.stage.ways.clear();
        }
        let Stage { ways, flying, cells, plans, now, .. } = &mut *self.stage;
        ways.end(flying, cells, plans, *now);
    }

    /// The same where groups push bodies that meet each other. Those who are alone are in nobody's way.
    fn put_all_in_order(&mut self, fleet: &Fleet) -> Result<(), NoPlace> {
        // Gates are told in the order of all.
        if !self.log.gates.is_empty() {
            self.stage.ways.clear();
        }
        let count = self.stage.flying.len() as u32;
        for i in 0..count {
            if self.stage.ways.is_alone(i) {
                self.put_last(i, |_| false)?;
            }
        }
        let order = self.order_of_placing(fleet);
        let mut ranks = alloc::vec![0; count as usize];
        (1..).zip(&order).for_each(|(rank, &i)| ranks[i as usize] = rank);
        (1..).zip(order).try_for_each(|(rank, i)| self.put_last(i, |j| ranks[j as usize] < rank))
    }

    /// Puts a body in its place at the frame's end, clear of those that are in theirs.
    #[inline(always)]
    fn put_last(&mut self, i: u32, is_done: impl Fn(u32) -> bool) -> Result<(), NoPlace> {
        let wanted = within(self.stage.flying[i as usize].flight.position(self.stage.now));
        if self.stage.ways.is_alone(i) {
            debug_assert!(self.is_free_of_walls(i, wanted), "nothing in the way of one that is alone");
            self.come_to(i, wanted);
            return Ok(());
        }
        let placed = |j: u32| is_done(j) || (self.stage.has_resting && self.stage.states[j as usize].rests);
        let at = if self.is_free_of_walls(i, wanted) && self.is_free_of_bodies(i, wanted, 0.0, placed) {
            wanted
        } else {
            self.place_for(i, wanted).or_else(|none| self.place_before(i, wanted, placed).ok_or(none))?
        };
        self.count_if_far_off(i, at, wanted);
        self.come_to(i, at);
        Ok(())
    }

    /// A body has come to its place at the frame's end.
    #[inline(always)]
    fn come_to(&mut self, i: u32, at: Point) {
        self.report_gates(i, self.stage.flying[i as usize].flight, at);
        let flight = &mut self.stage.flying[i as usize].flight;
        (flight.at, flight.since) = (at, self.stage.now);
    }

    /// A place for a body on a group that leaves no room for others behind it, which are put in theirs after it.
    #[cold]
    fn place_before(&self, i: u32, wanted: Point, placed: impl Fn(u32) -> bool) -> Option<Point> {
        let fleet = self.scenery.fleet?;
        let unit = max(unit_of(wanted, self.stage.flying[i as usize].radius), fleet.unit);
        let is_free = |at: Point| self.is_free_of_walls(i, at) && self.is_free_of_bodies(i, at, 0.0, &placed);
        place_around(wanted, unit, is_free)
    }

    /// Puts two bodies that meet beside each other, so far apart that floats can tell. Gives the direction from the second to the first.
    pub(super) fn put_beside(&mut self, i: u32, j: u32) -> Result<Vec2, NoPlace> {
        if !self.stage.shape_of.is_empty() {
            self.stage.brush = None;
            if self.stage.has_shape_of(i, j) {
                return self.put_forms_beside(i, j);
            }
        }
        let [a, b] = [i, j].map(|k| self.stage.flying[k as usize]);
        let Beside { places: [at, other_at], normal, steps } = Beside::of(&a, &b, self.stage.now);
        // Those that lose speed touch again and again: they step no further aside than they must, lest a heap is pushed apart.
        let loses = [i, j].iter().any(|&k| self.stage.states[k as usize].restitution < 1.0);
        let part = if loses { self.least_part([i, j], [at, other_at], steps) } else { 1.0 };
        let steps = steps.map(|step| step * part);
        self.stage.aside = [(a.flight, at, steps[0]), (b.flight, other_at, steps[1])];
        self.stage.arriving = true;
        self.put_near(i, within(at + steps[0]), at)?;
        self.put_near(j, within(other_at + steps[1]), other_at)?;
        Ok(normal)
    }

    /// The least part of some steps that leaves two bodies apart, and two points on the sides that they come from.
    fn least_part(&self, [i, j]: [u32; 2], [at, other_at]: [Point; 2], steps: [Vec2; 2]) -> f64 {
        let bodies = [i, j].map(|k| self.stage.flying[k as usize]);
        let radii = bodies.map(|body| body.radius);
        let tips = bodies.map(|body| Point::new(body.flight.velocity.x, body.flight.velocity.y));
        let are_apart = |part: &f64| {
            let (first, second) = (within(at + steps[0] * *part), within(other_at + steps[1] * *part));
            let have_passed = || dot_sign(second, first, tips[1], tips[0]) == Ordering::Greater;
            compare_distance_with_sum(first, second, radii) != Ordering::Less && (radii != [0.0; 2] || !have_passed())
        };
        [0.0, 1.0 / 64.0, 1.0 / 8.0].into_iter().find(are_apart).unwrap_or(1.0)
    }

    /// Puts a body in a place, or near another.
    pub(super) fn put_near(&mut self, i: u32, at: Point, wanted: Point) -> Result<(), NoPlace> {
        // Other bodies are looked at when the next plan is made.
        let at = if self.is_free_of_walls(i, at) {
            at
        } else {
            self.place_for(i, wanted).or_else(|none| self.place_off_moving(i, wanted).ok_or(none))?
        };
        self.put_off(i, at, wanted);
        Ok(())
    }

    /// A place beside the wall ahead of a body, to which the path is clear; at best one in which nobody is overlapped.
    pub(super) fn place_beside(&self, i: u32, ahead: &Ahead, ideal: Point, normal: Vec2, lasts: bool) -> Point {
        let body = &self.stage.flying[i as usize];
        let from = body.flight.at;
        // With some room to spare, lest steps aside push it against a body on its other side.
        let fits = |at: Point| self.is_free_of_moving(i, at) && self.is_free_of_bodies(i, at, SPARE, |_| true);
        let unit = unit_of(ideal, body.radius);
        let stays = lasts && {
            let step = ideal - from;
            step.x.abs() + step.y.abs() <= 1024.0 * unit
        };
        // One that leans on the wall stays where it is.
        if stays {
            return from;
        }
        // It was found on the path as it was to be; where that meets the wall at next to no angle, its flight may do so elsewhere.
        if let Some(at) = ahead.stop.filter(|&at| !is_far_off(body, self.stage.now, at) && fits(at)) {
            return at;
        }
        let view = self.scenery.walls.only(body.mask);
        let hit = Hit {
            t: 1.0,
            point: ideal,
            normal,
            feature: ahead.feature,
            contact: Contact::Crosses,
            mover: MoverPart::Whole,
        };
        match self.stage.mover_of(&self.scenery, i) {
            Some(mover) => view.stop_before(&MoverSweep::between(mover, from, ideal), &hit, fits).at,
            None => view.stop_before(&Sweep::moving(from, ideal, body.radius), &hit, fits).at,
        }
    }

    /// A place near the wanted one, to which the path is clear of walls and in which no body is overlapped.
    #[cold]
    pub(super) fn place_for(&self, i: u32, wanted: Point) -> Result<Point, NoPlace> {
        let body = &self.stage.flying[i as usize];
        // One that rests has its place, and does not move, unless it has just been put there.
        if self.stage.states[i as usize].rests
            && body.flight.since < self.stage.now
            && self.stage.now < self.scenery.end
        {
            return Err(NoPlace(i));
        }
        let is_free = |at: Point| self.is_free_of_bodies(i, at, 0.0, |_| true) && self.is_free_of_walls(i, at);
        if let Some(at) = place_around(wanted, self.unit_for(i, wanted), is_free) {
            return Ok(at);
        }
        // A little back on its path it was free a moment ago.
        let (motion, is_in_grid) = (wanted - body.flight.at, self.stage.is_in_grid(i));
        for part in -48..=-1 {
            let back = motion * float::power_of_two(part);
            let at = within(wanted - back);
            if is_in_grid && self.stage.cells.is_astray(back) {
                break;
            }
            if is_free(at) {
                return Ok(at);
            }
        }
        Err(NoPlace(i))
    }

    /// What steps to other places than the wanted one are counted in.
    pub(super) fn unit_for(&self, i: u32, wanted: Point) -> f64 {
        let Flying { flight: Flight { velocity, .. }, radius, .. } = self.stage.flying[i as usize];
        // A place is made of these numbers. In a grid nobody may be put far from where it flies, and nobody flies that far.
        let is_in_grid = self.stage.is_in_grid(i);
        let flown = if is_in_grid { 0.0 } else { (velocity.x.abs() + velocity.y.abs()) * self.stage.now };
        let unit = max(unit_of(wanted, radius), min(flown, f64::MAX) * f64::EPSILON);
        self.scenery.fleet.map_or(unit, |fleet| max(unit, fleet.unit))
    }

    /// Places on the flight of a body that arrives, a little back, where it was free a moment ago.
    ///
    /// Between two things that are exactly as far apart as the body is wide, no place is free but those exactly on the flight: so at times
    /// of ever fewer digits, at which numbers for them are found if there are any.
    fn places_on_flight(&self, i: u32) -> impl Iterator<Item = Point> + '_ {
        let arrives = self.stage.acting.iter().position(|&k| k == i && self.stage.arriving);
        let digits = arrives.map(|_| [48, 44, 40, 36, 32, 28, 24]).into_iter().flatten();
        let (flight, ..) = self.stage.aside[arrives.unwrap_or(0)];
        let span = self.stage.now - flight.since;
        digits.filter_map(move |digits| {
            let unit = float::power_of_two_near(span) * float::power_of_two(-digits);
            // The last multiple before; there are fewer than 2⁵⁰.
            let whole = (span / unit) as i64 as f64;
            let time = if whole * unit < span { whole * unit } else { (whole - 1.0) * unit };
            let at = within(flight.at + flight.velocity * time);
            let is_astray = self.stage.is_in_grid(i) && self.stage.cells.is_astray(flight.velocity * (span - time));
            (unit > 0.0 && time >= 0.0 && !is_astray).then_some(at)
        })
    }

    /// Puts a body that overlaps another in a place near by in which it overlaps none.
    #[cold]
    pub(super) fn make_room(&mut self, i: u32) -> Result<(), NoPlace> {
        let wanted = within(self.stage.flying[i as usize].flight.position(self.stage.now));
        let meets = self.stage.acting[1] != NONE;
        let others = match self.stage.acting.iter().position(|&k| k == i && meets) {
            Some(k) => self.other_places(i, k),
            None => [wanted; 4],
        };
        // Others are in the way more often than walls, and are asked in fewer instructions.
        let is_free = |at: Point| self.is_free_of_bodies(i, at, 0.0, |_| true) && self.is_free_of_walls(i, at);
        let is_straight = |at: Point| self.is_free_straight(i, at);
        let straight = others.into_iter().find(|&at| is_free(at) && is_straight(at));
        // Of one that arrives the event tells one straight move: at best that is a clear one too, and not only the two that it is made of.
        let straight =
            straight.or_else(|| place_around(wanted, self.unit_for(i, wanted), |at| is_free(at) && is_straight(at)));
        let straight = straight.or_else(|| self.places_on_flight(i).find(|&at| is_free(at) && is_straight(at)));
        let at = match straight.or_else(|| others.into_iter().find(|&at| is_free(at))) {
            Some(at) => at,
            None => self.place_for(i, wanted)?,
        };
        self.put_off(i, at, wanted);
        self.stage.flying[i as usize].changes += 1;
        self.log.tally.nudged += u64::from(!self.stage.acting.contains(&i));
        Ok(())
    }

    /// Other places for one of two that have just met: nearer to where it flew; also where it set out, if that is not far.
    fn other_places(&self, i: u32, k: usize) -> [Point; 4] {
        let (flight, at, step) = self.stage.aside[k];
        let flown = Flying { flight, ..self.stage.flying[i as usize] };
        let start = if is_far_off(&flown, self.stage.now, flight.at) { at } else { flight.at };
        [at, within(at + step / 8.0), within(at - step / 8.0), start]
    }

    /// Moves two that have just met together to a place near by in which they overlap nobody. Gives the other.
    #[cold]
    pub(super) fn make_room_together(&mut self, i: u32) -> Result<u32, NoPlace> {
        let [a, b] = self.stage.acting;
        if b == NONE || (i != a && i != b) {
            return Err(NoPlace(i));
        }
        let [first, second] = [a, b].map(|k| self.stage.flying[k as usize]);
        let (at, other_at) = (first.flight.at, second.flight.at);
        let moved = |to: Point| within(other_at + (to - at));
        let is_free = |to: Point| {
            let places = [(a, to), (b, moved(to))];
            let are_free = places.iter().all(|&(k, at)| {
                self.is_free_of_bodies(k, at, 0.0, |other| other != a && other != b) && self.is_free_of_walls(k, at)
            });
            are_free && self.are_apart_in([a, b], [to, moved(to)])
        };
        let unit = max(unit_of(at, first.radius), unit_of(other_at, second.radius));
        let is_straight = |to: Point| self.is_free_straight(a, to) && self.is_free_straight(b, moved(to));
        let straight = place_around(at, unit, |to| is_free(to) && is_straight(to));
        let to = straight.or_else(|| place_around(at, unit, is_free)).ok_or(NoPlace(i))?;
        for (k, at) in [(a, to), (b, moved(to))] {
            self.put(k, at);
            self.stage.flying[k as usize].changes += 1;
        }
        Ok(if i == a { b } else { a })
    }

    /// Whether, if a body is arriving, the straight path from where it set out is clear too.
    fn is_free_straight(&self, i: u32, at: Point) -> bool {
        let arrives = self.stage.acting.iter().position(|&k| k == i && self.stage.arriving);
        let Some((from, ..)) = arrives.map(|k| self.stage.aside[k]) else { return true };
        self.stage.states[i as usize].sensor || self.is_way_clear(i, from.at, at)
    }

    #[inline(always)]
    pub(super) fn is_free_of_walls(&self, i: u32, at: Point) -> bool {
        self.is_free_of_standing(i, at) && self.is_free_of_moving(i, at)
    }

    /// Whether a body's way to a place is clear of walls that move.
    #[inline]
    pub(super) fn is_free_of_moving(&self, i: u32, at: Point) -> bool {
        let Some(fleet) = self.scenery.fleet else { return true };
        let is_free = || self.is_free_of(fleet, i, at, &self.stage.settled);
        if self.is_far_from_moving(i, at) {
            debug_assert!(is_free(), "nothing near that is in the way");
            return true;
        }
        is_free()
    }

    /// Whether no wall that moves was near a body's flight when it was planned, and a place is so near to where it flies that none is near there either.
    ///
    /// Boxes are larger than flights by [`LARGER`] of the numbers of both their ends, among which those of every place between them are: an eighth of that is left for the step to the side.
    #[inline]
    fn is_far_from_moving(&self, i: u32, at: Point) -> bool {
        let body = &self.stage.flying[i as usize];
        let place = body.flight.position(self.stage.now);
        let off = at - place;
        self.stage.near_moving.get(i as usize) == Some(&false)
            && off.x.abs() + off.y.abs() <= LARGER / 8.0 * (place.x.abs() + place.y.abs())
    }

    #[inline(always)]
    fn is_free_of_standing(&self, i: u32, at: Point) -> bool {
        let (body, state) = (&self.stage.flying[i as usize], &self.stage.states[i as usize]);
        // Where numbers end a path is bent, and may lead where the body was never looked for.
        let is_bent = at.x.abs() == f64::MAX || at.y.abs() == f64::MAX;
        let is_known = !state.near_walls || self.stage.at_walls[i as usize].checked == Some(at);
        if state.sensor || at == body.flight.at || (is_known && !is_bent) {
            return true;
        }
        self.is_way_clear(i, body.flight.at, at)
    }

    /// Whether a body overlaps none of some others now, exactly; with some room to spare, as part of the size of its numbers.
    pub(super) fn is_free_of_bodies(&self, i: u32, at: Point, spare: f64, asked: impl Fn(u32) -> bool) -> bool {
        let Stage { flying, states, plans, cells, large, .. } = &*self.stage;
        if !states[i as usize].meets_bodies || states[i as usize].sensor {
            return true;
        }
        let body = &flying[i as usize];
        let size = at.x.abs() + at.y.abs() + body.radius;
        let radius = if spare > 0.0 && size.is_finite() { body.radius + spare * size } else { body.radius };
        let placed = Flying { flight: Flight { at, since: self.stage.now, ..body.flight }, radius, ..*body };
        let (mut is_free, mut list) = (true, List::new());
        let cell = plans[i as usize].cell;
        if cell != NONE && self.stage.is_plain() && cells.list_near(cell, &mut list, [i; 2]) {
            list.keep(&asked);
            return near::is_free_of(flying, &placed, &list, self.stage.now);
        }
        let mut look = |j: u32| {
            let other = &flying[j as usize];
            let is_solid = i != j && asked(j) && placed.meets(other) && !states[j as usize].sensor;
            if is_solid && self.stage.has_shape_of(i, j) {
                is_free = is_free && self.is_apart_from(i, at, radius - body.radius, j);
            } else if is_solid && list.push(j) {
                is_free &= near::is_free_of(flying, &placed, &list, self.stage.now);
                list.clear();
            }
        };
        match cell {
            NONE => (0..flying.len() as u32).for_each(&mut look),
            cell => {
                cells.each_near(cell, &mut look);
                large.iter().for_each(|&j| look(j));
                if cells.has_crowds() {
                    // Points have no room to overlap each other.
                    let is_passed = |_, kind: &Kind| !kind.meets(&placed) || (radius == 0.0 && kind.are_points);
                    cells.each_of_crowds(cell, None, is_passed, look);
                }
            }
        }
        is_free && near::is_free_of(flying, &placed, &list, self.stage.now)
    }

    /// When a body in flight comes to a gate's line, rounded toward zero, if that is between its two places; else as near as can be.
    fn crossing_time(&self, flight: Flight, gate: Segment, part: f64) -> f64 {
        let tip = Point::new(flight.velocity.x, flight.velocity.y);
        let about = flight.since + part * (self.stage.now - flight.since);
        if part == 0.0 || turn(gate.a(), gate.b(), Point::default(), tip) == Side::On {
            return about;
        }
        let time = Encounter::Side { flight, radius: 0.0, wall: gate.ends() }.time(about);
        min(max(time, flight.since), self.stage.now)
    }

    /// Puts a body in a place that is not quite the wanted one.
    #[inline(always)]
    pub(super) fn put_off(&mut self, i: u32, at: Point, wanted: Point) {
        self.count_if_far_off(i, at, wanted);
        self.put(i, at);
    }

    /// Counts a place that is further off than steps aside.
    #[inline]
    fn count_if_far_off(&mut self, i: u32, at: Point, wanted: Point) {
        if at != wanted {
            let is_far = is_far_off(&self.stage.flying[i as usize], self.stage.now, at);
            self.log.tally.nudged += u64::from(is_far);
        }
    }

    /// Puts a body in a place from which it flies on.
    #[inline(always)]
    pub(super) fn put(&mut self, i: u32, at: Point) {
        // Of those that arrive gates are told when it is settled where.
        let arrives = || self.stage.arriving && self.stage.acting.contains(&i);
        if !(self.log.gates.is_empty() || arrives()) {
            self.report_gates(i, self.stage.flying[i as usize].flight, at);
        }
        let near_walls = self.stage.is_near_walls(self.scenery.walls, i);
        let Stage { cells, plans, flying, states, at_walls, ways, now, .. } = &mut *self.stage;
        let flight = &mut flying[i as usize].flight;
        (flight.at, flight.since) = (at, *now);
        ways.change(i);
        states[i as usize].near_walls = near_walls;
        // Far from walls it does not matter.
        if near_walls {
            at_walls[i as usize].checked = None;
        }
        if cells.has_crowds() {
            cells.part_from_twins(i, plans[i as usize].cell);
        }
    }

    /// Those to whom something happens are in their places: which gates did they cross on the way?
    #[inline]
    pub(super) fn have_arrived(&mut self) {
        self.stage.arriving = false;
        if !self.log.gates.is_empty() {
            for (i, (flight, ..)) in self.stage.acting.into_iter().zip(self.stage.aside) {
                if i != NONE {
                    self.report_gates(i, flight, self.stage.flying[i as usize].flight.at);
                }
            }
        }
    }

    /// Reports which gates a body crosses on its path to a place.
    #[inline]
    fn report_gates(&mut self, i: u32, flight: Flight, at: Point) {
        if !self.log.gates.is_empty() && flight.at != at {
            self.report_gates_on_path(i, flight, at);
        }
    }

    #[inline(never)]
    fn report_gates_on_path(&mut self, i: u32, flight: Flight, at: Point) {
        let Flight { at: from, velocity, since } = flight;
        let id = self.id(i);
        let path = Sweep::moving(from, at, 0.0);
        for (gate, t, direction, normal) in self.log.gates.crossed(&path) {
            self.log.tally.crossings += 1;
            let time =
                self.log.gates.get(gate).map_or(since, |(gate, _)| self.crossing_time(flight, gate.segment(), t));
            let (kind, at) = (EventKind::Gate(gate, direction), path.at(t));
            let (before, after) = (velocity, velocity);
            self.log.record(Event { time, body: Some(id), kind, at, point: at, normal, before, after, other: None });
        }
    }
}

/// Whether a place is further from where a body flies than steps aside are.
#[inline(always)]
pub(super) fn is_far_off(body: &Flying, now: f64, at: Point) -> bool {
    let place = body.now(now);
    let off = at - place.at;
    off.x.abs() + off.y.abs() > FAR_OFF * f64::EPSILON * (place.weight + body.radius)
}

/// How two round bodies that meet are put beside each other.
pub(super) struct Beside {
    /// Where they are, rounded.
    pub(super) places: [Point; 2],
    /// The direction from the second to the first.
    pub(super) normal: Vec2,
    /// What each steps aside, so that floats can tell that they are apart.
    pub(super) steps: [Vec2; 2],
}

impl Beside {
    #[inline(always)]
    pub(super) fn of(a: &Flying, b: &Flying, now: f64) -> Beside {
        let (at, other_at) = (within(a.flight.position(now)), within(b.flight.position(now)));
        let apart = at - other_at;
        let normal = if a.radius + b.radius > 0.0 && apart != Vec2::default() {
            other_at.direction_to(at)
        } else {
            // Two points that meet have no direction but that of their motion.
            (b.flight.velocity - a.flight.velocity).normalized()
        };
        let lacking = meeting::distance_after(a, b, now) - apart.length();
        // Those that are in their places already stay there.
        let is_in_place = |body: &Flying| body.flight.since == now;
        let lacks = lacking > 0.0 && !(is_in_place(a) && is_in_place(b));
        let steps = if lacks { steps_apart(a, b, normal, lacking) } else { [Vec2::default(); 2] };
        Beside { places: [at, other_at], normal, steps }
    }
}

/// Steps that two bodies make so that they are further apart: back, where each was free a moment ago, or, if they meet
/// aslant and would have to go back far, away from each other.
#[inline(always)]
pub(super) fn steps_apart(a: &Flying, b: &Flying, normal: Vec2, lacking: f64) -> [Vec2; 2] {
    let (v, w) = (a.flight.velocity, b.flight.velocity);
    let closing = -(v - w).dot(normal);
    let back = if 4.0 * closing > (v - w).length() { (w - v) * (lacking / closing) } else { normal * lacking };
    // The faster one more: it has come further.
    let (fast, slow) = (v.length(), w.length());
    let share = if fast + slow > 0.0 { fast / (fast + slow) } else { 0.5 };
    [back * share, -back * (1.0 - share)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::cell::Cell;

    /// The furthest place around another that is tried is no further off than half of what counts as far.
    #[test]
    fn no_step_aside_is_far_off() {
        for (at, radius) in [(Point::new(1.0, 1.0), 0.0), (Point::new(-0.75, 3e9), 2.0), (Point::new(0.0, 0.0), 1e-9)] {
            let furthest = Cell::new(0.0);
            let found = place_around(at, unit_of(at, radius), |place| {
                let off = place - at;
                furthest.set(max(furthest.get(), off.x.abs() + off.y.abs()));
                false
            });
            assert_eq!(found, None);
            let part = furthest.get() / (FAR_OFF * f64::EPSILON * (at.x.abs() + at.y.abs() + radius));
            assert!((0.2..=0.5).contains(&part), "{part} of what counts as far: {at:?}, {radius}");
        }
    }
}
