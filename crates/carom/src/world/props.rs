//! What a body leans on while it rests or slides.
//!
//! A body that has lost its speed into a wall, or into another body, would be pulled into it again by gravity in every frame. What it
//! leans on is remembered from frame to frame: such a contact goes on, so it is no event, and what gravity adds
//! into it is taken away.

use super::body::BodyId;
use crate::point::Vec2;
use crate::walls::WallId;

/// The things that a body has last come to lean on, if it still does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Props([Option<Prop>; MOST]);

/// So many are kept.
const MOST: usize = 4;

/// Something to lean on, and the direction from there to the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Prop {
    pub(super) on: On,
    pub(super) normal: Vec2,
    /// Whether it is something round, which a body that moves along it leaves behind.
    pub(super) is_round: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum On {
    Wall(WallId),
    Body(BodyId),
    /// On all sides: there was no number for where it would have been.
    All,
}

/// Of a velocity along a wall this part may lead away from it by rounding: 64 units in the last place, as in `bounce`.
const ALONG: f64 = 64.0 * f64::EPSILON;

impl Props {
    pub(super) fn is_empty(&self) -> bool {
        self.0 == [None; MOST]
    }

    pub(super) fn has(&self, on: On) -> bool {
        self.iter().any(|prop| prop.on == on)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Prop> {
        self.0.iter().flatten()
    }

    pub(super) fn add(&mut self, prop: Prop) {
        let old = self.0.iter().position(|old| old.is_some_and(|old| old.on == prop.on));
        // The one that is replaced, a free place or the oldest goes; the new one comes last.
        let gone = old.or_else(|| self.0.iter().position(Option::is_none)).unwrap_or(0);
        self.0[gone..].rotate_left(1);
        self.0[MOST - 1] = Some(prop);
    }

    /// Only those that count.
    pub(super) fn only(&self, counts: impl Fn(&Prop) -> bool) -> Props {
        Props(self.0.map(|prop| prop.filter(&counts)))
    }

    /// Those that are walls.
    pub(super) fn on_walls(&self) -> Props {
        self.only(|prop| matches!(prop.on, On::Wall(_)))
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
        if self.hold(push) {
            return Vec2::default();
        }
        self.iter().fold(push, |push, prop| {
            let into = push.dot(prop.normal);
            if into < 0.0 { push - prop.normal * into } else { push }
        })
    }

    /// Whether two of them take all of a push: it leads in between their normals, turned round.
    fn hold(&self, push: Vec2) -> bool {
        self.iter().any(|first| {
            self.iter().any(|second| {
                let turn = first.normal.cross(second.normal);
                turn > 0.0 && push.cross(second.normal) <= 0.0 && first.normal.cross(push) <= 0.0
            })
        })
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
    fn the_last_ones_are_kept_and_what_is_left_is_not() {
        let mut five = props(&[[0.0, 1.0], [1.0, 0.0], [-1.0, 0.0], [0.0, -1.0], [0.6, 0.8]]);
        let has = |props: &Props| [0, 1, 2, 3, 4].map(|id| props.has(On::Body(BodyId(id))));
        assert_eq!(has(&five), [false, true, true, true, true]);
        assert_eq!(has(&five.not_left(Vec2::new(1.0, 0.0))), [false, false, true, true, false]);
        // One that is there already is there once.
        five.add(Prop { on: On::Body(BodyId(2)), normal: Vec2::new(0.0, 1.0), is_round: false });
        assert_eq!(has(&five), [false, true, true, true, true]);
        assert_eq!(five.iter().count(), 4);
    }
}
