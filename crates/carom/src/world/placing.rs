//! Putting bodies in their places: numbers near where they exactly are, to which the way is clear and in which nobody is overlapped.

use super::cells::NONE;
use super::event::{Event, What};
use super::frame::{Jam, Run};
use super::meeting::{self, Flying};
use super::plan::Stage;
use crate::bounce::within;
use crate::exact::flight::Flight;
use crate::float;
use crate::point::{Point, Vec2, max, min};
use crate::sweep::Sweep;

impl<F: FnMut(&Event)> Run<'_, F> {
    /// Ends the frame: every body is put in a place. Those that rest are in theirs, and the others keep clear of them.
    pub(super) fn put_all_in_place(&mut self) -> Result<(), Jam> {
        for i in 0..self.stage.flying.len() as u32 {
            if self.stage.traits[i as usize].rests {
                continue;
            }
            let wanted = within(self.stage.flying[i as usize].flight.position(self.now));
            let placed = |j: u32| j < i || self.stage.traits[j as usize].rests;
            let at = if self.is_free_of_walls(i, wanted) && self.is_free_of_bodies(i, wanted, 0.0, placed) {
                wanted
            } else {
                self.place_for(i, wanted)?
            };
            self.put(i, at);
        }
        Ok(())
    }

    /// Puts a body where it is, or as near as there is room.
    pub(super) fn put_near(&mut self, i: u32) -> Result<(), Jam> {
        let wanted = within(self.stage.flying[i as usize].flight.position(self.now));
        // Other bodies are looked at when the next plan is made, but for the one it meets.
        let at = if self.is_free_of_walls(i, wanted) { wanted } else { self.place_for(i, wanted)? };
        self.put(i, at);
        Ok(())
    }

    /// A place near the wanted one, to which the way is clear of walls and in which no body is overlapped.
    #[cold]
    pub(super) fn place_for(&self, i: u32, wanted: Point) -> Result<Point, Jam> {
        let body = &self.stage.flying[i as usize];
        // One that rests has its place, and does not move.
        if self.stage.traits[i as usize].rests {
            return Err(Jam(i));
        }
        let Flight { at: from, velocity, .. } = body.flight;
        let is_in_grid = self.stage.is_in_grid(i);
        // A place is made of these numbers. In a grid nobody may be put far from where it flies, and nobody flies that far.
        let flown = if is_in_grid { 0.0 } else { (velocity.x.abs() + velocity.y.abs()) * self.now };
        let largest = max(max(max(wanted.x.abs(), wanted.y.abs()), body.radius), min(flown, f64::MAX));
        let unit = max(largest * f64::EPSILON, f64::from_bits(1));
        let sides = [
            [0.0, 0.0],
            [1.0, 0.0],
            [-1.0, 0.0],
            [0.0, 1.0],
            [0.0, -1.0],
            [1.0, 1.0],
            [-1.0, 1.0],
            [1.0, -1.0],
            [-1.0, -1.0],
        ];
        for size in 0..13 {
            for [x, y] in sides {
                let step = Vec2::new(x, y) * (unit * float::power_of_two(size));
                let at = within(wanted + step);
                if self.is_free_of_walls(i, at) && self.is_free_of_bodies(i, at, 0.0, |_| true) {
                    return Ok(at);
                }
            }
        }
        // A little back on its way it was free a moment ago.
        let way = wanted - from;
        for part in -48..=-1 {
            let back = way * float::power_of_two(part);
            let at = within(wanted - back);
            if is_in_grid && self.stage.cells.is_astray(back) {
                break;
            }
            if self.is_free_of_walls(i, at) && self.is_free_of_bodies(i, at, 0.0, |_| true) {
                return Ok(at);
            }
        }
        Err(Jam(i))
    }

    pub(super) fn is_free_of_walls(&self, i: u32, at: Point) -> bool {
        let (body, traits) = (&self.stage.flying[i as usize], &self.stage.traits[i as usize]);
        // Where numbers end a way is bent, and may lead where the body was never looked for.
        let is_bent = at.x.abs() == f64::MAX || at.y.abs() == f64::MAX;
        let is_known = !traits.near_walls || traits.checked == Some(at);
        if traits.sensor || at == body.flight.at || (is_known && !is_bent) {
            return true;
        }
        self.walls.only(body.mask).is_clear(&Sweep::moving(body.flight.at, at, body.radius))
    }

    /// Whether a body overlaps none of some others now, exactly; with some room to spare, as part of the size of its numbers.
    pub(super) fn is_free_of_bodies(&self, i: u32, at: Point, spare: f64, asked: impl Fn(u32) -> bool) -> bool {
        let Stage { flying, traits, plans, cells, large, .. } = &*self.stage;
        if !traits[i as usize].meets_bodies || traits[i as usize].sensor {
            return true;
        }
        let body = &flying[i as usize];
        let size = at.x.abs() + at.y.abs() + body.radius;
        let radius = if spare > 0.0 && size.is_finite() { body.radius + spare * size } else { body.radius };
        let placed = Flying { flight: Flight { at, since: self.now, ..body.flight }, radius, ..*body };
        let mut free = true;
        let mut look = |j: u32| {
            let other = &flying[j as usize];
            let solid = i != j && asked(j) && placed.meets(other) && !traits[j as usize].sensor;
            free &= !solid || meeting::are_apart(&placed, other, self.now);
        };
        match plans[i as usize].cell {
            NONE => (0..flying.len() as u32).for_each(&mut look),
            cell => {
                cells.each_near(cell, flying, &mut look);
                large.iter().for_each(|&j| look(j));
            }
        }
        free
    }

    /// Puts a body in a place, and tells which gates it crossed on the way.
    pub(super) fn put(&mut self, i: u32, at: Point) {
        let Flight { at: from, velocity, since } = self.stage.flying[i as usize].flight;
        if !self.gates.is_empty() && from != at {
            let id = self.id(i);
            let path = Sweep::moving(from, at, 0.0);
            for (gate, t, direction, normal) in self.gates.crossed(&path) {
                self.tally.crossings += 1;
                let nothing = Vec2::default();
                self.tell(Event {
                    time: since + t * (self.now - since),
                    body: id,
                    what: What::Gate(gate, direction),
                    point: path.at(t),
                    normal,
                    before: velocity,
                    after: velocity,
                    other_before: nothing,
                    other_after: nothing,
                });
            }
        }
        self.stage.flying[i as usize].flight = Flight { at, velocity, since: self.now };
        let near_walls = self.stage.is_near_walls(self.walls, i);
        let traits = &mut self.stage.traits[i as usize];
        traits.near_walls = near_walls;
        traits.checked = None;
    }
}
