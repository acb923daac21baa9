//! Boxes, capsules and polygons that walk.

use crate::judge::assert_certified;
use crate::shapes::Shape;
use crate::{assert_near, chain, kinds, segment, walker, walls_along};
use carom::{Aabb, Mover, Point, Polygon, Side, Slid, Slide, SlideEnding, Slope, Surface, Wall, Walls};
use carom_oracle::round::{next_down, next_up};

/// Two wide and three high, on its position.
fn hero_box() -> Mover {
    Mover::aabb(&Aabb::new([-1.0, 0.0], [1.0, 3.0]).unwrap())
}

/// The same, round.
fn hero_capsule() -> Mover {
    Mover::capsule([0.0, 1.0], [0.0, 2.0], 1.0).unwrap()
}

struct Walker<'a> {
    walls: &'a Walls,
    mover: &'a Mover,
    settings: Slide,
    at: Point,
}

impl Walker<'_> {
    fn go(&mut self, motion: [f64; 2]) -> Slid {
        let end = [self.at.x + motion[0], self.at.y + motion[1]];
        let slid = self.walls.slide(&self.mover.sweep(self.at, end).unwrap(), &self.settings);
        assert_certified(self.walls, &[Shape::of(self.mover)], self.at, &slid);
        self.at = slid.end;
        slid
    }
}

/// Lets a mover fall on the ground.
fn landed<'a>(walls: &'a Walls, mover: &'a Mover, over: [f64; 2]) -> Walker<'a> {
    let mut walker = Walker { walls, mover, settings: walker(), at: over.into() };
    let slid = walker.go([0.0, -4.0]);
    assert!(slid.ground.is_some(), "{slid:?}");
    walker
}

#[test]
fn seams_are_not_met() {
    for (dx, dy) in [(1.0, 0.0), (4.0, 3.0), (4.0, -3.0), (1.0, 1.0)] {
        let whole = walls_along(&[[-500.0 * dx, -500.0 * dy], [500.0 * dx, 500.0 * dy]]);
        let points: Vec<[f64; 2]> = (-500..=500).map(|i| [f64::from(i) * dx, f64::from(i) * dy]).collect();
        let pieces = Walls::new(chain(&points).into_iter().rev());
        for mover in [hero_box(), hero_capsule()] {
            let (mut one, mut many) = (landed(&whole, &mover, [0.25, 3.0]), landed(&pieces, &mover, [0.25, 3.0]));
            for frame in 0..200 {
                let motion = [if frame % 50 < 40 { 2.75 } else { -1.0 }, if frame == 60 { 5.0 } else { -0.4 }];
                let (expected, got) = (one.go(motion), many.go(motion));
                assert_eq!((&expected.path, expected.ending), (&got.path, got.ending), "frame {frame}");
                assert_eq!(kinds(&expected), kinds(&got), "frame {frame}");
                assert!(got.contacts.iter().all(|contact| contact.kind == Surface::Floor));
            }
        }
    }
}

#[test]
fn on_the_flat_neither_height_nor_speed_changes() {
    let points: Vec<[f64; 2]> = (-10..200).map(|i| [f64::from(i), 0.25]).collect();
    let walls = walls_along(&points);
    for mover in [hero_box(), hero_capsule()] {
        let mut walker = landed(&walls, &mover, [40.0, 1.0]);
        walker.go([0.1, -0.3]);
        let (mut x, height) = (walker.at.x, walker.at.y);
        for _ in 0..200 {
            let slid = walker.go([0.1, -0.3]);
            x += 0.1;
            assert_eq!(([walker.at.x, walker.at.y], slid.contacts.len()), ([x, height], 1));
        }
    }
}

/// A box stands on a ledge with its edge as long as a number of it is over it.
#[test]
fn a_box_stands_on_a_ledge() {
    let walls = walls_along(&[[-9.0, 0.0], [0.0, 0.0], [0.0, -9.0]]);
    let hero = hero_box();
    for (x, stands) in [(0.5, true), (next_down(1.0), true), (1.0, false), (1.5, false)] {
        let mut walker = Walker { walls: &walls, mover: &hero, settings: Slide::default(), at: [x, 1.0].into() };
        let slid = walker.go([0.0, -4.0]);
        assert_eq!(slid.ground.is_some(), stands, "{x}: {slid:?}");
    }
}

/// A shaft as wide as the box, and one number wider or narrower.
#[test]
fn shafts() {
    for scale in [1.0, 1e-300, 1e300, 3e-17] {
        let hero = Mover::aabb(&Aabb::new([-scale, 0.0], [scale, scale]).unwrap());
        for (right, fits) in [(1.0_f64, true), (next_up(1.0), true), (next_down(1.0), false)] {
            let (left, right) = (-scale, right * scale);
            let ends = |x: f64| segment([x, -9.0 * scale], [x, 0.0]);
            let walls = Walls::new([ends(left), ends(right), segment([left, -9.0 * scale], [right, -9.0 * scale])]);
            let mut faller =
                Walker { walls: &walls, mover: &hero, settings: Slide::default(), at: [0.0, scale].into() };
            let slid = faller.go([0.0, -20.0 * scale]);
            assert_eq!(slid.end.y < -8.9 * scale, fits, "{scale:e} {right:e}: {slid:?}");
            assert!(slid.ground.is_some());
        }
    }
}

/// Stairs as high as they step, slowly and fast, up and down.
#[test]
fn stairs() {
    let stair = |i: i32| [[f64::from(i), 0.5 * f64::from(i)], [f64::from(i), 0.5 * f64::from(i + 1)]];
    let points: Vec<[f64; 2]> = [[-20.0, 0.0]].into_iter().chain((0..8).flat_map(stair)).chain([[40.0, 4.0]]).collect();
    let walls = walls_along(&points);
    for mover in [hero_box(), hero_capsule()] {
        for speed in [0.05, 0.3, 2.0] {
            let mut walker = landed(&walls, &mover, [-3.0, 2.0]);
            let frames = (20.0 / speed) as usize;
            for _ in 0..frames {
                let slid = walker.go([speed, -0.2]);
                assert!(slid.ground.is_some(), "speed {speed}: {slid:?}");
                // A fast one may end right before a stair.
                let is_floor = slid.contacts.iter().all(|contact| contact.kind == Surface::Floor);
                assert!(is_floor || speed > 1.0, "speed {speed}: {slid:?}");
            }
            assert!(walker.at.x > 10.0 && (walker.at.y - 4.0).abs() < 1e-9, "{speed}: {:?}", walker.at);
            for _ in 0..frames {
                let slid = walker.go([-speed, -0.2]);
                // A fast one goes over two stairs at once, which is too deep to snap.
                assert!(slid.ground.is_some() || speed > 1.0, "speed {speed}: {slid:?}");
            }
            (0..20).for_each(|_| drop(walker.go([0.0, -0.2])));
            assert_near(walker.at, [walker.at.x, 0.0], 1e-9);
        }
    }
}

/// On a slope a box stands on its corner, exactly as steep as allowed, and not a number steeper.
#[test]
fn slopes_at_the_limit() {
    let triangle = Mover::polygon(&Polygon::new([[-1.0, 1.0], [0.0, 0.0], [1.0, 1.0]]).unwrap()).unwrap();
    for mover in [hero_box(), hero_capsule(), triangle] {
        for [rise, run] in [[3.0, 4.0], [5.0, 12.0], [20.0, 21.0]] {
            for (top, is_floor) in [(rise, true), (next_up(rise), false), (next_down(rise), true)] {
                for way in [1.0, -1.0] {
                    let walls = walls_along(&[[-way * run * 16.0, -top * 16.0], [way * run * 16.0, top * 16.0]]);
                    let settings = Slide { max_slope: Slope::new(rise, run).unwrap(), ..walker() };
                    let mut faller = Walker { walls: &walls, mover: &mover, settings, at: [0.0, 30.0].into() };
                    let slid = faller.go([0.0, -40.0]);
                    assert_eq!(slid.ground.is_some(), is_floor, "{rise} {run} {top}: {slid:?}");
                    assert_eq!(slid.contacts[0].kind == Surface::Floor, is_floor);
                }
            }
        }
    }
}

#[test]
fn platforms() {
    let platform = Wall::from(segment([-9.0, 4.0], [9.0, 4.0])).with_side(Side::Left);
    let walls = Walls::new([Wall::from(segment([-9.0, 0.0], [9.0, 0.0])), platform]);
    for mover in [hero_box(), hero_capsule()] {
        let mut walker = landed(&walls, &mover, [0.0, 0.5]);
        for _ in 0..12 {
            walker.go([0.1, 0.4]);
        }
        assert!(walker.at.y > 4.5);
        let slid = (0..6).map(|_| walker.go([0.1, -0.4])).last().unwrap();
        assert_near(walker.at, [walker.at.x, 4.0], 1e-9);
        assert_eq!(slid.ground.map(|ground| ground.wall.index()), Some(1));
    }
}

#[test]
fn corners_stop_and_one_in_a_wall_says_so() {
    let walls = walls_along(&[[-9.0, 9.0], [-9.0, 0.0], [9.0, 0.0], [9.0, 2.5], [4.0, 9.0]]);
    for mover in [hero_box(), hero_capsule()] {
        let mut walker = landed(&walls, &mover, [-5.0, 1.0]);
        for motion in [[-30.0, -1.0], [40.0, -1.0], [-40.0, -3.0], [40.0, 0.0]] {
            let slid = walker.go(motion);
            let is_stopped = matches!(slid.ending, SlideEnding::Blocked { .. } | SlideEnding::Corner { .. });
            assert!(is_stopped, "{motion:?}: {slid:?}");
        }
        let slid = walls.slide(&mover.sweep([-9.5, 2.0], [-5.0, 2.0]).unwrap(), &Slide::default());
        assert!(matches!(slid.ending, SlideEnding::Stuck { wall } if wall.index() == 0), "{slid:?}");
        assert_eq!(slid.end, [-9.5, 2.0].into());
    }
}
