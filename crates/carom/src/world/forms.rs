//! Bodies with shapes in a frame: whom and what they meet, how they touch it, and whether there is room for them.
//!
//! Points and discs ask each other in floats, four at once. Where one of two has a shape, both are [forms](crate::exact::forms): discs around them are looked at first, then
//! whether they are clearly [apart](crate::exact::apart), and what is left is asked exactly. These discs are in the cells, so that who is near is found as for all others.

use super::brush::Brush;
use super::due::Plan;
use super::frame::{FrameRun, NoPlace};
use super::meeting::{self, Meeting};
use super::pairs::Flying;
use super::placing::steps_apart;
use super::rooms::{CENTRE, ends_of, form_of_wall};
use super::slots::NONE;
use super::stage::{Ahead, Scenery, Stage};
use crate::bounce::within;
use crate::exact::Feature;
use crate::exact::apart::are_apart;
use crate::exact::encounter::{Blocker, Encounter};
use crate::exact::flight::Flight;
use crate::exact::forms::{Form, Forms, Met};
use crate::float;
use crate::point::{Point, Vec2, max};
use crate::sweep::{Contact, Hit, Mover, MoverPart, MoverSweep, Sweep};
use crate::walls::{Moving, WallId};

impl Stage {
    /// Gives the last body a shape, with a disc around it.
    pub(super) fn give_shape(&mut self, shape: u32, reach: f64) {
        let last = self.flying.len() - 1;
        self.shape_of.resize(last, NONE);
        self.shape_of.push(shape);
        self.flying[last].radius = reach;
    }

    /// Whether a body has a shape.
    #[inline(always)]
    pub(super) fn has_shape(&self, i: u32) -> bool {
        self.shape_of.get(i as usize).is_some_and(|&shape| shape != NONE)
    }

    /// Whether one of two has a shape.
    #[inline(always)]
    pub(super) fn has_shape_of(&self, i: u32, j: u32) -> bool {
        !self.shape_of.is_empty() && (self.has_shape(i) || self.has_shape(j))
    }

    #[inline]
    pub(super) fn mover_of<'a>(&self, scenery: &Scenery<'a>, i: u32) -> Option<&'a Mover> {
        let &shape = self.shape_of.get(i as usize)?;
        scenery.shapes.get(shape as usize).map(|shape| &shape.mover)
    }

    pub(super) fn form_of<'a>(&self, scenery: &Scenery<'a>, i: u32) -> Form<'a> {
        let body = &self.flying[i as usize];
        match self.mover_of(scenery, i) {
            Some(mover) => Form { vertices: mover.vertices(), radius: mover.radius(), flight: body.flight },
            None => Form { vertices: &CENTRE, radius: body.radius, flight: body.flight },
        }
    }

    fn forms<'a>(&self, scenery: &Scenery<'a>, i: u32, j: u32) -> Forms<'a> {
        Forms::of(self.form_of(scenery, i), self.form_of(scenery, j))
    }

    /// When two bodies meet of which one has a shape.
    #[inline(never)]
    pub(super) fn meeting_of_forms(&self, scenery: &Scenery<'_>, i: u32, j: u32) -> Meeting {
        let (i, j) = (core::cmp::min(i, j), core::cmp::max(i, j));
        let (a, b) = (&self.flying[i as usize], &self.flying[j as usize]);
        match meeting::meeting(a, a.now(self.now), b, self.now, scenery.end) {
            Meeting::Never => return Meeting::Never,
            Meeting::At(early) if early > scenery.end => return Meeting::At(early),
            Meeting::At(_) | Meeting::Overlap => {}
        }
        let (first, second) = (self.form_of(scenery, i), self.form_of(scenery, j));
        if are_apart(&first, &second, [self.now, scenery.end]) {
            return Meeting::Never;
        }
        let forms = Forms::of(first, second);
        if !are_apart(&first, &second, [self.now; 2]) && forms.overlap(self.now) {
            return Meeting::Overlap;
        }
        match forms.meet(self.now) {
            Some(met) => Meeting::At(max(time_of(&met), self.now)),
            None => Meeting::Never,
        }
    }

    /// The same as an exact time.
    pub(super) fn encounter_of_forms(&self, scenery: &Scenery<'_>, i: u32, j: u32) -> Option<Encounter> {
        let (i, j) = (core::cmp::min(i, j), core::cmp::max(i, j));
        self.forms(scenery, i, j).meet(self.now).map(|met| Encounter::Touch(met.touching))
    }

    /// When a body begins or ceases to overlap a sensor, one of them having a shape; as [`meeting::change`].
    pub(super) fn sensing_of_forms(&self, scenery: &Scenery<'_>, i: u32, sensor: u32) -> Option<(f64, Encounter)> {
        let (inside, stamp) = self.sensed.get(&(sensor, i)).copied().unwrap_or((false, None));
        let is_unchanged = stamp == Some(self.flying[i as usize].changes);
        let (forms, at_once) = (self.forms(scenery, sensor, i), Some((self.now, Encounter::At(self.now))));
        let change = |met: Met| (max(time_of(&met), self.now), Encounter::Touch(met.touching));
        if !inside {
            return match is_unchanged {
                true => None,
                false if forms.overlap(self.now) => at_once,
                false => forms.meet(self.now).map(change),
            };
        }
        // A place that was rounded outward does not make it leave, if it is on its way in.
        if !is_unchanged && !forms.overlap(self.now) && forms.meet(self.now).is_none() {
            return at_once;
        }
        forms.part().map(change)
    }

    /// The wall that stops a body with a shape first; as [`Stage::wall_ahead`].
    #[inline(never)]
    pub(super) fn wall_ahead_of_form(
        &self,
        scenery: &Scenery<'_>,
        i: u32,
        plan: &Plan,
        until: f64,
    ) -> (f64, Option<Ahead>) {
        let (body, form) = (&self.flying[i as usize], self.form_of(scenery, i));
        let path = Sweep::moving(body.flight.at, within(body.flight.position(until)), body.radius);
        let among = self.is_in_grid(i).then(|| self.cells.walls_of(plan.cell));
        match scenery.view(body.mask).stop_of_form(among, &form, &path) {
            Some((wall, time)) => {
                let ahead = Ahead { wall, blocker: Blocker::Here, feature: Feature::Side, stop: None };
                (max(time, self.now), Some(ahead))
            }
            None => (f64::INFINITY, None),
        }
    }

    /// How a body with a shape meets the wall ahead of it.
    pub(super) fn met_wall_of_form(&self, scenery: &Scenery<'_>, i: u32, wall: WallId) -> Option<Met> {
        let form = self.form_of(scenery, i);
        scenery.view(self.flying[i as usize].mask).stops_form(wall.index() as u32, &form)
    }
}

/// When a meeting or parting is, rounded toward zero.
pub(super) fn time_of(met: &Met) -> f64 {
    let encounter = Encounter::Touch(met.touching);
    encounter.time(encounter.estimate())
}

impl FrameRun<'_> {
    /// Puts two bodies that meet beside each other, one of which has a shape; as [`FrameRun::put_beside`].
    #[inline(never)]
    pub(super) fn put_forms_beside(&mut self, i: u32, j: u32) -> Result<Vec2, NoPlace> {
        let now = self.stage.now;
        let (first, second) = (self.stage.form_of(&self.scenery, i), self.stage.form_of(&self.scenery, j));
        let met = Forms::of(first, second).meet(now).ok_or(NoPlace(i))?;
        let brush = Brush::of(&met, [&first, &second], now);
        self.stage.brush = Some(brush);
        let [a, b] = [i, j].map(|k| self.stage.flying[k as usize]);
        let [at, other_at] = [a, b].map(|body| within(body.flight.position(now)));
        let spare = meeting::distance_after(&a, &b, now) - (a.radius + b.radius);
        let lacking = spare - brush.gap(now);
        let is_in_place = |flight: &Flight| flight.since == now;
        let lacks = lacking > 0.0 && !(is_in_place(&a.flight) && is_in_place(&b.flight));
        let steps = if lacks { steps_apart(&a, &b, brush.normal, lacking) } else { [Vec2::default(); 2] };
        let loses = [i, j].iter().any(|&k| self.stage.states[k as usize].restitution < 1.0);
        let are_apart = |part: &f64| {
            self.are_apart_in([i, j], [within(at + steps[0] * *part), within(other_at + steps[1] * *part)])
        };
        let least = if loses { [0.0, 1.0 / 64.0, 1.0 / 8.0].into_iter().find(are_apart) } else { None };
        let steps = steps.map(|step| step * least.unwrap_or(1.0));
        self.stage.aside = [(a.flight, at, steps[0]), (b.flight, other_at, steps[1])];
        self.stage.arriving = true;
        self.put_near(i, within(at + steps[0]), at)?;
        self.put_near(j, within(other_at + steps[1]), other_at)?;
        Ok(brush.normal)
    }

    /// Whether two bodies would not overlap in two places.
    pub(super) fn are_apart_in(&self, [i, j]: [u32; 2], [at, other_at]: [Point; 2]) -> bool {
        let in_place = |k: u32, at: Point| {
            let flight = Flight { at, velocity: Vec2::default(), since: 0.0 };
            Form { flight, ..self.stage.form_of(&self.scenery, k) }
        };
        let (first, second) = (in_place(i, at), in_place(j, other_at));
        are_apart(&first, &second, [0.0; 2]) || !Forms::of(first, second).overlap(0.0)
    }

    /// Whether a body in a place, with some room to spare, does not overlap another now; one of them has a shape.
    pub(super) fn is_apart_from(&self, i: u32, at: Point, spare: f64, j: u32) -> bool {
        let form = self.stage.form_of(&self.scenery, i);
        let flight = Flight { at, since: self.stage.now, ..form.flight };
        let spare = if spare.is_finite() { spare } else { 0.0 };
        let (body, other) = (&self.stage.flying[i as usize], &self.stage.flying[j as usize]);
        // The discs around them are in the cells: most of those listed there are not near enough to touch.
        let around = Flying { flight, radius: float::next_up(body.radius + spare), ..*body };
        if meeting::are_plainly_apart(&around, other, self.stage.now) {
            return true;
        }
        let radius = form.radius + spare;
        let (placed, other) = (Form { flight, radius, ..form }, self.stage.form_of(&self.scenery, j));
        are_apart(&placed, &other, [self.stage.now; 2]) || !Forms::of(placed, other).overlap(self.stage.now)
    }

    /// Whether a body's straight way between two places is clear of walls that stand still.
    #[inline]
    pub(super) fn is_way_clear(&self, i: u32, from: Point, to: Point) -> bool {
        let body = &self.stage.flying[i as usize];
        let view = self.scenery.walls.only(body.mask);
        match self.stage.mover_of(&self.scenery, i) {
            Some(mover) => MoverSweep::between(mover, from, to).is_clear_among(view),
            None => view.is_clear(&Sweep::moving(from, to, body.radius)),
        }
    }

    /// Where a body that begins or ceases to overlap a sensor touches it, if one has a shape: the body's position, if it has been inside.
    pub(super) fn point_of_sensed(&self, sensor: u32, i: u32) -> Option<Point> {
        if !self.stage.has_shape_of(sensor, i) {
            return None;
        }
        let (stage, now) = (&*self.stage, self.stage.now);
        let (first, second) = (stage.form_of(&self.scenery, sensor), stage.form_of(&self.scenery, i));
        let forms = Forms::of(first, second);
        let met = if forms.overlap(now) { forms.part() } else { forms.meet(now) };
        let at_edge = met.filter(|met| time_of(met) <= now).map(|met| Brush::of(&met, [&first, &second], now).point);
        Some(at_edge.unwrap_or_else(|| within(second.flight.position(now))))
    }

    /// Where and how a body with a shape touches the wall ahead of it; `None` if it has none.
    #[inline]
    pub(super) fn touch_of_form(&mut self, i: u32, ahead: &Ahead) -> Option<(Hit, Point)> {
        if !self.stage.has_shape(i) {
            return None;
        }
        let form = self.stage.form_of(&self.scenery, i);
        let met = self.stage.met_wall_of_form(&self.scenery, i, ahead.wall)?;
        let wall = self.scenery.walls.get(ahead.wall)?;
        let ends = ends_of(&wall);
        let brush = Brush::of(&met, [&form, &form_of_wall(&ends, &wall)], self.stage.now);
        self.stage.brush = Some(brush);
        let ideal = within(form.flight.position(self.stage.now));
        let feature = if brush.is_corner { Feature::A } else { Feature::Side };
        let Brush { point, normal, .. } = brush;
        Some((Hit { t: 0.0, point, normal, feature, contact: Contact::Crosses, mover: MoverPart::Whole }, ideal))
    }

    /// The velocity of a body with a shape after a wall: one that does not lead into it, exactly.
    pub(super) fn after_wall_of_form(&self, i: u32, wall: WallId, hit: &Hit, restitution: f64) -> Option<Vec2> {
        let (brush, flight) = (self.stage.brush?, self.stage.flying[i as usize].flight);
        let leaves = |velocity| brush.leaves([Flight { velocity, ..flight }, Flight::default()], self.stage.now);
        let view = self.scenery.walls.all();
        let bounced = view.bounced_by(flight.velocity, wall, hit, restitution, |_, velocity| leaves(velocity));
        Some(bounced.velocity)
    }
}
