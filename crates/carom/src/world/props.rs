//! What a body leans on while it rests or slides.
//!
//! A body that has lost its speed into a wall, or into another body, would be pulled into it again by gravity in every frame. What it
//! leans on is remembered from frame to frame: such a contact goes on, so it is no event, and what gravity adds
//! into it is taken away.

use super::body::BodyId;
use crate::point::Vec2;
use crate::walls::WallId;

/// The two things that a body has last come to lean on, if it still does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Props([Option<Prop>; 2]);

/// Something to lean on, and the direction from there to the body.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Prop {
    pub(super) on: On,
    pub(super) normal: Vec2,
    /// Whether it is something round, which a body that moves along it leaves behind.
    pub(super) is_round: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum On {
    Wall(WallId),
    Body(BodyId),
}

/// Of a velocity along a wall this part may lead away from it by rounding: 64 units in the last place, as in `bounce`.
const ALONG: f64 = 64.0 * f64::EPSILON;

impl Props {
    pub(super) fn is_empty(&self) -> bool {
        self.0 == [None; 2]
    }

    pub(super) fn has(&self, on: On) -> bool {
        self.iter().any(|prop| prop.on == on)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Prop> {
        self.0.iter().flatten()
    }

    pub(super) fn add(&mut self, prop: Prop) {
        let [first, second] = self.0;
        let is_same = |old: &Option<Prop>| old.is_some_and(|old| old.on == prop.on);
        self.0 = if is_same(&second) { [first, Some(prop)] } else { [second, Some(prop)] };
        if is_same(&first) && !is_same(&second) {
            self.0 = [second, Some(prop)];
        }
    }

    /// Only those that count.
    pub(super) fn only(&self, counts: impl Fn(&Prop) -> bool) -> Props {
        Props(self.0.map(|prop| prop.filter(&counts)))
    }

    /// Those that a velocity does not lead away from.
    pub(super) fn not_left(&self, velocity: Vec2) -> Props {
        let room = ALONG * (velocity.x.abs() + velocity.y.abs());
        self.only(|prop| velocity.dot(prop.normal) <= room)
    }

    /// Those that are still there when a body has moved on with a velocity.
    pub(super) fn after(&self, velocity: Vec2) -> Props {
        self.only(|prop| !prop.is_round || velocity == Vec2::default())
    }

    /// What is left of a push: what leads into a prop is taken by it.
    pub(super) fn rest_of(&self, push: Vec2) -> Vec2 {
        let without = |push: Vec2, prop: &Prop| {
            let into = push.dot(prop.normal);
            if into < 0.0 { push - prop.normal * into } else { push }
        };
        let rest = self.iter().fold(push, without);
        // Into the first again: it is in a corner.
        let room = ALONG * (push.x.abs() + push.y.abs());
        if self.iter().any(|prop| rest.dot(prop.normal) < -room) { Vec2::default() } else { rest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn props(normals: &[[f64; 2]]) -> Props {
        let mut props = Props::default();
        for (i, &normal) in (0..).zip(normals) {
            props.add(Prop { on: On::Body(BodyId(i)), normal: normal.into(), is_round: false });
        }
        props
    }

    #[test]
    fn a_floor_takes_all_of_gravity_and_a_slope_a_part() {
        assert_eq!(props(&[[0.0, 1.0]]).rest_of(Vec2::new(0.0, -9.8)), Vec2::default());
        assert_eq!(props(&[[0.0, 1.0]]).rest_of(Vec2::new(2.0, -9.8)), Vec2::new(2.0, 0.0));
        let slid = props(&[[0.6, 0.8]]).rest_of(Vec2::new(0.0, -10.0));
        assert!((slid - Vec2::new(4.8, -3.6)).length() < 1e-12, "{slid:?}");
    }

    #[test]
    fn a_corner_takes_all_that_leads_into_it() {
        assert_eq!(props(&[[0.6, 0.8], [-0.6, 0.8]]).rest_of(Vec2::new(0.0, -10.0)), Vec2::default());
        assert_eq!(props(&[[0.0, 1.0], [1.0, 0.0]]).rest_of(Vec2::new(-3.0, -4.0)), Vec2::default());
        assert_eq!(props(&[[0.0, 1.0], [1.0, 0.0]]).rest_of(Vec2::new(3.0, -4.0)), Vec2::new(3.0, 0.0));
    }

    #[test]
    fn the_last_two_are_kept_and_what_is_left_is_not() {
        let three = props(&[[0.0, 1.0], [1.0, 0.0], [-1.0, 0.0]]);
        assert!(!three.has(On::Body(BodyId(0))) && three.has(On::Body(BodyId(1))) && three.has(On::Body(BodyId(2))));
        let left = three.not_left(Vec2::new(1.0, 0.0));
        assert!(!left.has(On::Body(BodyId(1))) && left.has(On::Body(BodyId(2))));
    }
}
