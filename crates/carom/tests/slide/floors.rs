//! Walking: on the flat and over seams, up and down slopes and stairs, onto platforms and through them.

use crate::judge::{assert_certified, disc};
use crate::{assert_near, chain, kinds, segment, walker, walls_along};
use carom::{Point, Side, Slid, Slide, SlideEnding, Slope, Surface, Sweep, Wall, Walls};

/// A disc of radius 1 that is slid frame by frame.
struct Walker<'a> {
    walls: &'a Walls,
    settings: Slide,
    at: Point,
}

impl Walker<'_> {
    /// Put on the ground below a place.
    fn landed(walls: &Walls, settings: Slide, over: [f64; 2]) -> Walker<'_> {
        let mut walker = Walker { walls, settings, at: over.into() };
        let slid = walker.go([0.0, -4.0]);
        assert!(slid.ground.is_some(), "{slid:?}");
        walker
    }

    fn go(&mut self, motion: [f64; 2]) -> Slid {
        let end = [self.at.x + motion[0], self.at.y + motion[1]];
        let slid = self.walls.slide(&Sweep::disc(self.at, end, 1.0).unwrap(), &self.settings);
        assert_certified(self.walls, &disc(1.0), self.at, &slid);
        self.at = slid.end;
        slid
    }
}

#[test]
fn it_stands_still_to_the_last_bit() {
    for [x, y] in [[8.0, 0.0], [8.0, 8.0], [8.0, -3.0], [0.3, 0.1], [7.0, -6.9]] {
        for settings in [Slide::default(), walker()] {
            let walls = walls_along(&[[-x, -y], [x, y]]);
            let mut walker = Walker::landed(&walls, settings, [0.05, 3.0]);
            walker.go([0.0, -0.3]);
            let at = walker.at;
            for _ in 0..1000 {
                let slid = walker.go([0.0, -0.3]);
                assert_eq!((slid.end, slid.ending), (at, SlideEnding::Completed));
                assert!(slid.ground.is_some());
            }
        }
    }
}

#[test]
fn on_the_flat_neither_height_nor_speed_changes() {
    for settings in [Slide::default(), walker()] {
        let walls = walls_along(&[[-9.0, 0.25], [1e5, 0.25]]);
        let mut walker = Walker::landed(&walls, settings, [300.0, 3.0]);
        walker.go([0.1, -0.3]);
        let (mut x, height) = (walker.at.x, walker.at.y);
        for _ in 0..1000 {
            let slid = walker.go([0.1, -0.3]);
            x += 0.1;
            assert_eq!([walker.at.x, walker.at.y], [x, height]);
            assert_eq!((kinds(&slid), slid.velocity.y), (vec![Surface::Floor], 0.0));
            assert!((slid.velocity.x - 0.1).abs() < 1e-12);
        }
    }
}

/// One floor, in one piece or in a thousand, which need not be merged: the same ends, bit for bit, and no more contacts.
#[test]
fn seams_are_not_met() {
    for (dx, dy) in [(1.0, 0.0), (4.0, 3.0), (4.0, -3.0), (1.0, 1.0)] {
        let whole = walls_along(&[[-500.0 * dx, -500.0 * dy], [500.0 * dx, 500.0 * dy]]);
        let points: Vec<[f64; 2]> = (-500..=500).map(|i| [f64::from(i) * dx, f64::from(i) * dy]).collect();
        let pieces = Walls::new(chain(&points).into_iter().rev());
        for settings in [Slide::default(), walker()] {
            let mut one = Walker::landed(&whole, settings, [0.0, 3.0]);
            let mut many = Walker::landed(&pieces, settings, [0.0, 3.0]);
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
fn it_walks_up_and_down_slopes_as_fast_as_on_the_flat() {
    let walls = walls_along(&[[-50.0, 0.0], [0.0, 0.0], [40.0, 30.0], [80.0, 30.0], [120.0, 0.0], [200.0, 0.0]]);
    let mut walker = Walker::landed(&walls, walker(), [-20.0, 3.0]);
    walker.go([0.5, -0.2]);
    for frame in 0..360 {
        let from = walker.at;
        let slid = walker.go([0.5, -0.2]);
        let moved = (walker.at - from).length();
        assert!(slid.ground.is_some(), "frame {frame}: {slid:?}");
        // Over the crest it goes on level and snaps down by 3/4 of that.
        assert!((0.4..0.626).contains(&moved), "frame {frame}: {moved}");
    }
    assert!(walker.at.x > 125.0 && (walker.at.y - 1.0).abs() < 1e-9, "{:?}", walker.at);
}

/// Stairs as high as it steps are climbed, and it comes down them again; higher ones stop it.
#[test]
fn stairs() {
    let stairs = |height: f64| {
        let mut points = vec![[-20.0, 0.0]];
        for i in 0..8 {
            let (x, y) = (3.0 * f64::from(i), height * f64::from(i));
            points.extend([[x, y], [x, y + height]]);
        }
        points.push([60.0, 8.0 * height]);
        points.push([60.0, 7.5 * height]);
        points.push([90.0, 7.5 * height]);
        walls_along(&points)
    };
    let walls = stairs(0.5);
    let mut climber = Walker::landed(&walls, walker(), [-10.0, 3.0]);
    let mut frames = 0;
    while climber.at.x < 70.0 {
        let slid = climber.go([2.0, -0.2]);
        assert!(slid.ground.is_some(), "{slid:?}");
        assert!(slid.contacts.iter().all(|contact| contact.kind == Surface::Floor), "{slid:?}");
        frames += 1;
        assert!(frames < 50, "{slid:?}");
    }
    assert_near(climber.at, [climber.at.x, 4.75], 1e-9);
    while climber.at.x > -10.0 {
        let slid = climber.go([-2.0, -0.2]);
        frames += 1;
        assert!(slid.ground.is_some() && frames < 100, "{slid:?}");
    }
    assert_near(climber.at, [climber.at.x, 1.0], 1e-9);
    let walls = stairs(0.5 + 1e-9);
    let mut climber = Walker::landed(&walls, walker(), [-10.0, 3.0]);
    (0..20).for_each(|_| drop(climber.go([2.0, -0.2])));
    assert!(climber.at.x < 0.0, "{:?}", climber.at);
}

/// It does not step up to what is no floor, nor where there is no room.
#[test]
fn no_step_without_floor_or_room() {
    let fence = [[-9.0, 0.0], [4.0, 0.0], [4.0, 0.25], [5.0, 3.0]];
    let under = segment([0.0, 2.05], [9.0, 2.05]);
    let stair = [[-9.0, 0.0], [4.0, 0.0], [4.0, 0.4], [9.0, 0.4]];
    for walls in [walls_along(&fence), Walls::new(chain(&stair).into_iter().chain([Wall::from(under)]))] {
        let mut walker = Walker::landed(&walls, walker(), [-3.0, 1.1]);
        (0..8).for_each(|_| drop(walker.go([2.0, -0.2])));
        assert!(walker.at.x < 4.0 && walker.at.y < 1.06, "{:?}", walker.at);
        let slid = walker.go([2.0, -0.2]);
        assert!(matches!(slid.ending, SlideEnding::Blocked { .. } | SlideEnding::Corner { .. }), "{slid:?}");
    }
}

#[test]
fn platforms_are_passed_from_below_and_stood_on() {
    let solid = Wall::from(segment([-9.0, 0.0], [9.0, 0.0])).with_mask(1);
    let platform = Wall::from(segment([-9.0, 4.0], [9.0, 4.0])).with_mask(2).with_side(Side::Left);
    let walls = Walls::new([solid, platform]);
    let mut walker = Walker::landed(&walls, walker(), [0.0, 2.0]);
    // Up through it, slowly, with a turn back while it is halfway through.
    (0..8).for_each(|_| drop(walker.go([0.1, 0.4])));
    assert!(walker.at.y > 4.0);
    (0..10).for_each(|_| drop(walker.go([0.0, -0.4])));
    assert_near(walker.at, [0.8, 1.0], 1e-9);
    (0..12).for_each(|_| drop(walker.go([0.1, 0.4])));
    let slid = (0..6).map(|_| walker.go([0.1, -0.4])).last().unwrap();
    assert_near(walker.at, [walker.at.x, 5.0], 1e-9);
    assert_eq!(slid.ground.map(|ground| ground.wall.index()), Some(1));
    // Down through it.
    let end = [walker.at.x, walker.at.y - 0.4];
    let dropped = walls.only(1).slide(&Sweep::disc(walker.at, end, 1.0).unwrap(), &walker.settings);
    assert_eq!(dropped.end, end.into());
    walker.at = dropped.end;
    (0..10).for_each(|_| drop(walker.go([0.0, -0.4])));
    assert_near(walker.at, [walker.at.x, 1.0], 1e-9);
}

/// Without a snap it leaves the ground where that falls away; with one it does not, unless it jumps.
#[test]
fn snap() {
    let walls = walls_along(&[[-20.0, 0.0], [0.0, 0.0], [0.0, -0.5], [20.0, -0.5]]);
    let snapping = Slide { snap: 0.5, ..Slide::default() };
    for (settings, jump, expected) in [
        (Slide::default(), 0.0, 1.0),
        (snapping, 0.0, 0.5),
        (Slide { snap: 0.499, ..snapping }, 0.0, 1.0),
        (snapping, 0.1, 1.1),
    ] {
        let mut walker = Walker::landed(&walls, settings, [-0.5, 1.2]);
        let slid = walker.go([3.0, jump]);
        assert_near(walker.at, [2.5, expected], 1e-9);
        assert_eq!(slid.ground.is_some(), expected == 0.5);
    }
}

#[test]
fn gravity_may_point_anywhere() {
    let turn = |[x, y]: [f64; 2]| [-y, x];
    let points = [[-9.0, 0.0], [0.0, 0.0], [0.0, 0.5], [4.0, 0.5], [8.0, 3.5], [30.0, 3.5]];
    let upright = walls_along(&points);
    let turned = walls_along(&points.map(turn));
    let settings = Slide { max_slope: Slope::new(3.0, 4.0).unwrap(), ..walker() };
    let aside = Slide { up: carom::Vec2::new(-1.0, 0.0), ..settings };
    let mut a = Walker::landed(&upright, settings, [-5.0, 2.0]);
    let mut b = Walker { walls: &turned, settings: aside, at: turn([-5.0, 2.0]).into() };
    b.go(turn([0.0, -4.0]));
    for frame in 0..40 {
        let motion = [if frame < 25 { 0.7 } else { -0.3 }, -0.25];
        let (one, other) = (a.go(motion), b.go(turn(motion)));
        assert_eq!((kinds(&one), one.path.len()), (kinds(&other), other.path.len()), "frame {frame}");
        assert_near(b.at, turn([a.at.x, a.at.y]), 1e-9);
    }
    assert!(a.at.y > 3.0, "{:?}", a.at);
}
