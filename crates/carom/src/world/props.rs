//! What a body leans on while it rests or slides.
//!
//! A body that has lost its speed into a wall, or into another body, would be pulled into it again by gravity in every frame. What it
//! leans on is remembered from frame to frame: such a contact goes on, so it is no event, and what gravity adds
//! into it is taken away.

use super::body::BodyId;
use super::group::GroupId;
use super::rooms::{ends_of, form_of_wall};
use crate::exact::dot_sign;
use crate::exact::flight::Flight;
use crate::exact::forms::{Form, Forms};
use crate::point::{Point, Vec2};
use crate::sweep::Mover;
use crate::walls::{WallId, Walls};
use core::cmp::Ordering;

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
    /// The velocity of what it is, if that is a group.
    pub(super) velocity: Vec2,
    pub(super) grip: Grip,
}

/// How something that a body leans on holds it by friction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Grip {
    /// The coefficient of both, 0 if there is no friction.
    pub(super) friction: f64,
    /// The acceleration with which gravity sets what stands there in motion: 0 exactly if friction holds it, or there is none.
    pub(super) pull: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum On {
    Wall(WallId),
    /// A wall that moves. A body that stands on one meets it in every frame.
    Group(GroupId),
    Body(BodyId),
    /// On all sides: there was no number for where it would have been.
    All,
}

/// A body that has this part of the rest speed left after a contact that took all of its speed into something stops.
pub(super) const NEXT_TO_NOTHING: f64 = 1.0 / 256.0;

/// Of a velocity along a wall this part may lead away from it by rounding: 64 units in the last place, as in `bounce`.
///
/// What is left of a velocity v after v·n is taken away has 8u of |x| + |y| of v along n, for a normal that is off by 4u; if that leads
/// into the wall, 1 or 8 units are added. So it is less than this part of what is left, unless that is less than an eighth of v.
/// A contact that is taken for left by mistake is reported once more as a new one, nothing else.
pub(super) const ALONG: f64 = 64.0 * f64::EPSILON;

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
        self.only(|prop| matches!(prop.on, On::Wall(_) | On::Group(_)))
    }

    /// Those that stand still, or are bodies.
    pub(super) fn but_groups(&self) -> Props {
        self.only(|prop| !matches!(prop.on, On::Group(_)))
    }

    /// Those that a velocity does not lead away from.
    pub(super) fn not_left(&self, velocity: Vec2) -> Props {
        self.only(|prop| {
            let Vec2 { x, y } = velocity - prop.velocity;
            Vec2::new(x, y).dot(prop.normal) <= ALONG * (x.abs() + y.abs())
        })
    }

    /// Those that count for the next push of gravity when a body has moved on with a velocity: what moves along something round leaves it.
    pub(super) fn after(&self, velocity: Vec2) -> Props {
        self.only(|prop| !prop.is_round || velocity == prop.velocity)
    }

    /// Those that are still there when a body has come to a place with a velocity: a wall that it flies away from, or whose end it is past,
    /// is not.
    pub(super) fn still_there(&self, walls: &Walls, at: Point, velocity: Vec2) -> Props {
        let stays = self.not_left(velocity);
        self.only(|prop| match prop.on {
            On::Wall(wall) => stays.has(prop.on) && (prop.is_round || is_beside(walls, wall, at)),
            On::Group(_) => stays.has(prop.on),
            On::Body(_) | On::All => true,
        })
    }

    /// The same for a body with a shape: a wall is there as long as going against its normal leads to it.
    pub(super) fn still_under(&self, walls: &Walls, mover: &Mover, at: Point, velocity: Vec2) -> Props {
        let stays = self.not_left(velocity);
        let flight = Flight { at, velocity: Vec2::default(), since: 0.0 };
        let form = Form { vertices: mover.vertices(), radius: mover.radius(), flight };
        let is_under = |wall: WallId, normal: Vec2| {
            walls.get(wall).is_some_and(|wall| Forms::of(form, form_of_wall(&ends_of(&wall), &wall)).face(-normal))
        };
        self.only(|prop| match prop.on {
            On::Wall(wall) => stays.has(prop.on) && (prop.is_round || is_under(wall, prop.normal)),
            On::Group(_) => stays.has(prop.on),
            On::Body(_) | On::All => true,
        })
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
    pub(super) fn hold(&self, push: Vec2) -> bool {
        self.iter().any(|first| {
            self.iter().any(|second| {
                let turn = first.normal.cross(second.normal);
                turn > 0.0 && push.cross(second.normal) <= 0.0 && first.normal.cross(push) <= 0.0
            })
        })
    }
}

/// Whether a place is beside a wall, and not beyond one of its ends.
fn is_beside(walls: &Walls, wall: WallId, at: Point) -> bool {
    let Some(segment) = walls.get(wall).and_then(|wall| wall.segment()) else { return false };
    let (a, b) = (segment.a(), segment.b());
    dot_sign(a, b, a, at) != Ordering::Less && dot_sign(a, b, b, at) != Ordering::Greater
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::max;
    use crate::sweep::{Contact, Hit, MoverPart};
    use crate::{Feature, Segment};
    use carom_oracle::rng::Rng;

    fn props(normals: &[[f64; 2]]) -> Props {
        let mut props = Props::default();
        for (i, &normal) in (0..).zip(normals) {
            props.add(Prop {
                on: On::Body(BodyId(i)),
                normal: normal.into(),
                is_round: false,
                velocity: Vec2::default(),
                grip: Grip::default(),
            });
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

    /// What slides along a wall of any direction still leans on it.
    #[test]
    fn what_slides_along_a_wall_does_not_leave_it() {
        let mut worst = 0.0;
        for case in 0..if cfg!(debug_assertions) { 20_000 } else { 400_000 } {
            let rng = &mut Rng::for_case(0, "slides along walls", case);
            let mut number = || rng.within(-1.0, 1.0);
            let (a, b, before) =
                (Point::new(number(), number()), Point::new(number(), number()), Vec2::new(number(), number()));
            let walls = Walls::new([Segment::new(a, b).unwrap()]);
            let across = a.direction_to(b).normal();
            let normal = if before.dot(across) < 0.0 { across } else { -across };
            let at = a + (b - a) * 0.5 + normal;
            let hit = Hit {
                t: 0.0,
                point: a,
                normal,
                feature: Feature::Side,
                contact: Contact::Crosses,
                mover: MoverPart::Whole,
            };
            // Twice: what is left of the first may lead in again.
            let wall = walls.ids().next().unwrap();
            let first = walls.all().bounced(before, wall, &hit, at, 0.0).velocity;
            for velocity in [first, walls.all().bounced(first, wall, &hit, at, 0.0).velocity] {
                let away = velocity.dot(normal) / (ALONG * (velocity.x.abs() + velocity.y.abs()));
                let is_most = velocity.length() > before.length() / 8.0;
                assert!(!is_most || away <= 1.0, "case {case}: {away} of what may be: {before:?} {a:?} {b:?}");
                worst = if is_most { max(worst, away) } else { worst };
            }
        }
        assert!(1.0 / 64.0 < worst, "{worst}");
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
        five.add(Prop {
            on: On::Body(BodyId(2)),
            normal: Vec2::new(0.0, 1.0),
            is_round: false,
            velocity: Vec2::default(),
            grip: Grip::default(),
        });
        assert_eq!(has(&five), [false, true, true, true, true]);
        assert_eq!(five.iter().count(), 4);
    }
}
