//! Friction: what it takes from motion along something, in an impact and while a body slides or stands.
//!
//! In an impact its impulse is at most μ times the one between both, and at most what ends their motion along each other. Gravity presses a body that leans on
//! something onto it in two halves, as it moves by chords: the first is taken in the contact at the frame's beginning, an impact like others; the second,
//! here, at its end.
//!
//! Whether gravity sets what stands in motion is decided exactly, by what was given: the ends of a wall, or two places, gravity, and both coefficients.
//! How fast it gets is rounded, but never to nothing.

use super::frame::FrameRun;
use super::props::{ALONG, Grip, Prop, Props};
use crate::exact::Facing;
use crate::exact::encounter::Blocker;
use crate::point::{Point, Vec2, max, min};
use crate::response::combined_friction;

impl Grip {
    /// The grip of two coefficients on a surface with a normal, exactly and rounded, under gravity.
    fn of(frictions: [f64; 2], facing: &Facing, normal: Vec2, gravity: Vec2) -> Grip {
        let [first, second] = frictions;
        let friction = combined_friction(first, second);
        if facing.is_held(gravity, frictions) {
            return Grip { friction, pull: 0.0 };
        }
        let pull = gravity.cross(normal).abs() - friction * gravity.dot(normal).abs();
        Grip { friction, pull: max(pull, f64::MIN_POSITIVE) }
    }
}

impl FrameRun<'_> {
    /// How a wall, or something else with a coefficient, holds a body that has just been put beside it.
    #[inline]
    pub(super) fn grip(&self, i: u32, friction: f64, blocker: &Blocker, normal: Vec2) -> Grip {
        match self.stage.brush.filter(|_| self.stage.has_shape(i)) {
            Some(brush) => self.grip_on(i, friction, &brush.surface(), normal),
            None => self.grip_on(i, friction, blocker, normal),
        }
    }

    #[inline]
    fn grip_on(&self, i: u32, friction: f64, blocker: &Blocker, normal: Vec2) -> Grip {
        let own = self.stage.states[i as usize].friction;
        if own == 0.0 || friction == 0.0 {
            return Grip::default();
        }
        let facing = match *blocker {
            Blocker::Line(ends) => Facing::beside(ends, normal),
            Blocker::Round { center, .. } => {
                Facing::away(center, self.stage.flying[i as usize].flight.at, Point::default())
            }
            Blocker::Here => Facing::along(normal),
        };
        Grip::of([own, friction], &facing, normal, self.scenery.gravity)
    }

    /// How two bodies that have just been put beside each other hold each other.
    #[inline]
    pub(super) fn grip_of_two(&self, [i, j]: [u32; 2], normal: Vec2) -> Grip {
        let round = || Blocker::Round { center: self.stage.flying[j as usize].flight.at, radius: 0.0 };
        let surface = self.stage.brush.map_or_else(round, |brush| brush.surface());
        self.grip_on(i, self.stage.states[j as usize].friction, &surface, normal)
    }

    /// What friction changes in the relative velocity of two bodies that meet, if it changes anything, when the exchange along the normal changes it by so
    /// much.
    pub(super) fn rub_of_two(&mut self, [i, j]: [u32; 2], normal: Vec2, change: f64, shares: [f64; 2]) -> Option<Vec2> {
        let [first, second] = [i, j].map(|k| &self.stage.states[k as usize]);
        if first.friction == 0.0 || second.friction == 0.0 {
            return None;
        }
        let friction = combined_friction(first.friction, second.friction);
        let reduced = if shares[0] == 0.0 { second.mass * shares[1] } else { first.mass * shares[0] };
        let [a, b] = [i, j].map(|k| self.stage.flying[k as usize].flight.velocity);
        let along = normal.normal();
        let speed = (a - b).dot(along);
        let kept = slowed(speed, friction * change);
        self.log.lose(0.5 * reduced * (speed * speed - kept * kept));
        Some(along * (kept - speed))
    }
}

/// What friction leaves of a velocity with which something meets a surface, before it bounces off: it takes up to μ times what the bounce changes. What would
/// not bounce keeps nothing of its speed into the surface, so that what is left runs along it but for the rounding of what is left.
pub(super) fn rubbed(velocity: Vec2, normal: Vec2, friction: f64, restitution: f64) -> Vec2 {
    let (along, into) = (normal.normal(), velocity.dot(normal));
    let kept = slowed(velocity.dot(along), friction * (1.0 + restitution) * max(-into, 0.0));
    let bounces = restitution > 0.0 || into > 0.0;
    if bounces { along * kept + normal * into } else { along * kept }
}

/// What is left of a speed when so much of it is taken.
fn slowed(speed: f64, most: f64) -> f64 {
    if speed.abs() <= most {
        0.0
    } else if speed < 0.0 {
        speed + most
    } else {
        speed - most
    }
}

impl Props {
    /// Whether one of them holds by friction.
    pub(super) fn have_friction(&self) -> bool {
        self.iter().any(|prop| prop.grip.friction > 0.0)
    }

    /// As [`Props::slid`], and the energy that friction takes, for a mass of 1: as it is seen from what the body leans on.
    pub(super) fn slid_with_loss(&self, velocity: Vec2, gravity: Vec2, time: f64) -> (Vec2, f64) {
        let slid = self.slid(velocity, gravity, time);
        let of_wall = self.iter().find(|prop| prop.grip.friction > 0.0).map_or(Vec2::default(), |prop| prop.velocity);
        let energy = |velocity: Vec2| 0.5 * (velocity - of_wall).length_squared();
        (slid, energy(velocity + self.rest_of(gravity * time)) - energy(slid))
    }

    /// The velocity of a body that gravity acts on for so long while it leans on these: what leads into one of them is taken by it, and friction takes of
    /// what leads along it.
    pub(super) fn slid(&self, velocity: Vec2, gravity: Vec2, time: f64) -> Vec2 {
        let kick = gravity * time;
        // What was too much is given back when a frame ends early, and nothing presses then; two that hold a body do so without friction.
        if time <= 0.0 || self.hold(kick) {
            return velocity + self.rest_of(kick);
        }
        let mut push = kick;
        let mut after = velocity + push;
        for prop in self.iter() {
            let pressed = -push.dot(prop.normal);
            if pressed <= 0.0 {
                continue;
            }
            push += prop.normal * pressed;
            after = velocity + push;
            if prop.grip.friction > 0.0 {
                after = prop.slid(velocity, push, pressed, time);
                push = after - velocity;
            }
        }
        after
    }
}

impl Prop {
    /// The velocity after a push along it, when it is pressed on with so much. What comes to stand moves just as it does, and what is set in motion does not.
    fn slid(&self, velocity: Vec2, push: Vec2, pressed: f64, time: f64) -> Vec2 {
        let (along, relative) = (self.normal.normal(), velocity - self.velocity);
        let speed = relative.dot(along);
        let pull = if self.grip.pull > 0.0 { max(self.grip.pull * time, f64::MIN_POSITIVE) } else { 0.0 };
        let after = speed_after(speed, push.dot(along), self.grip.friction * pressed, pull);
        let slid = velocity + along * (after - speed);
        let stands = slid == self.velocity || after == 0.0;
        let flies_in = relative.dot(self.normal) < -ALONG * (relative.x.abs() + relative.y.abs());
        if stands && !flies_in { self.velocity + along * after } else { slid }
    }
}

/// The speed along a surface after a push along it, of which friction takes up to so much. `pull` is what is left of the push for what stands: 0 if it is held.
///
/// What is pushed on goes on, faster by the pull or slower; what is pushed back is slowed by both, and what has come to stand is held or turns back, for the
/// part of the time that is left.
fn speed_after(speed: f64, push: f64, most: f64, pull: f64) -> f64 {
    let is_up = if speed == 0.0 { push > 0.0 } else { speed > 0.0 };
    let way = if is_up { 1.0 } else { -1.0 };
    let is_pushed_on = push * way >= 0.0;
    let change = match is_pushed_on {
        true if pull > 0.0 => pull,
        true => min(push.abs() - most, 0.0),
        false => -(push.abs() + most),
    };
    let after = speed.abs() + change;
    if after > 0.0 {
        way * after
    } else if pull > 0.0 {
        -way * max(pull * (after / change), f64::MIN_POSITIVE)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_slides_is_slowed_and_what_is_held_stands() {
        // On the level: slower by what friction takes, to a stop.
        assert_eq!(speed_after(3.0, 0.0, 1.0, 0.0), 2.0);
        assert_eq!(speed_after(-3.0, 0.0, 1.0, 0.0), -2.0);
        assert_eq!(speed_after(0.5, 0.0, 1.0, 0.0), 0.0);
        // On a slope that holds: down slower and slower, up to a stop, and there it stays.
        assert_eq!(speed_after(-3.0, -1.0, 1.5, 0.0), -2.5);
        assert_eq!(speed_after(1.0, -1.0, 1.5, 0.0), 0.0);
        assert_eq!(speed_after(0.0, -1.0, 1.5, 0.0), 0.0);
        // On one that does not: down faster; up, and down again for the rest of the time.
        assert_eq!(speed_after(-3.0, -1.0, 0.75, 0.25), -3.25);
        assert_eq!(speed_after(0.0, -1.0, 0.75, 0.25), -0.25);
        assert_eq!(speed_after(0.875, -1.0, 0.75, 0.25), -0.125);
        // What turns just as the frame ends is on its way.
        assert_eq!(speed_after(1.75, -1.0, 0.75, 0.25), -f64::MIN_POSITIVE);
    }

    #[test]
    fn an_impact_takes_no_more_than_there_is() {
        let up = Vec2::new(0.0, 1.0);
        assert_eq!(rubbed(Vec2::new(3.0, -4.0), up, 0.25, 1.0), Vec2::new(1.0, -4.0));
        assert_eq!(rubbed(Vec2::new(-3.0, -4.0), up, 0.25, 1.0), Vec2::new(-1.0, -4.0));
        assert_eq!(rubbed(Vec2::new(3.0, -4.0), up, 1.25, 0.5), Vec2::new(0.0, -4.0));
        assert_eq!(rubbed(Vec2::new(3.0, -4.0), up, 0.25, 0.0), Vec2::new(2.0, 0.0));
        // What leaves is not pressed on.
        assert_eq!(rubbed(Vec2::new(3.0, 4.0), up, 0.25, 0.0), Vec2::new(3.0, 4.0));
    }
}
