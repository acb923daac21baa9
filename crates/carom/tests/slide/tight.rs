//! Where there is no room, or just enough: slits, wedges, corners; at every scale.

use crate::judge::{assert_certified, disc};
use crate::{kinds, segment, walls_along};
use carom::{Circle, Slide, SlideEnding, Surface, Sweep, Walls};
use carom_oracle::round::{next_down, next_up};

/// Slides a disc and judges it.
fn slid(walls: &Walls, [start, end]: [[f64; 2]; 2], radius: f64, settings: &Slide) -> carom::Slid {
    let sweep = Sweep::disc(start, end, radius).unwrap();
    let slid = walls.slide(&sweep, settings);
    assert_certified(walls, &disc(radius), sweep.start(), &slid);
    slid
}

/// A slit is as wide as the disc, one number wider or one narrower.
#[test]
fn slits() {
    for scale in [1.0, 1e-300, 1e300, 3e-17, 5e40] {
        for (top, fits) in [(2.0_f64, true), (next_up(2.0), true), (next_down(2.0), false)] {
            let [low, high, radius] = [0.0, top * scale, scale];
            let walls =
                Walls::new([segment([0.0, low], [9.0 * scale, low]), segment([0.0, high], [9.0 * scale, high])]);
            let through = [[-4.0 * scale, scale], [20.0 * scale, scale]];
            let slid = slid(&walls, through, radius, &Slide::default());
            assert_eq!(slid.end.x > 9.0 * scale, fits, "{scale:e} {top:?}: {slid:?}");
            assert_eq!(slid.path.len() == 2, fits);
        }
    }
}

#[test]
fn wedges_and_corners_stop() {
    for scale in [1.0, 1e-280, 1e280, 1e-3] {
        let s = |[x, y]: [f64; 2]| [x * scale, y * scale];
        for tip in [[9.0, 0.0], [90.0, 0.1], [9e6, 0.0], [9.0, 5.0]] {
            let walls = walls_along(&[[-9.0, -4.0], tip, [-9.0, 4.0]].map(s));
            for end in [[40.0, 0.0], [40.0, -3.0], [40.0, 20.0]] {
                for settings in [Slide::default(), crate::walker()] {
                    let slid = slid(&walls, [s([-5.0, 0.0]), s(end)], 0.5 * scale, &settings);
                    let is_stopped = matches!(slid.ending, SlideEnding::Corner { .. } | SlideEnding::Blocked { .. });
                    assert!(is_stopped || tip[0] > 9.0 || tip[1] > 0.0, "{scale:e}, {tip:?}, {end:?}: {slid:?}");
                    assert!(slid.end.x < tip[0] * scale);
                }
            }
        }
    }
}

#[test]
fn between_pillars() {
    let walls = Walls::new([Circle::new([0, 0], 3.0).unwrap(), Circle::new([6, 0], 2.0).unwrap()]);
    // It fits through the gap of 1 between them, or does not.
    for (radius, fits) in [(0.5, true), (0.49, true), (next_up(0.5), false), (1.0, false)] {
        let slid =
            slid(&walls, [[3.5, 4.0], [3.5, -4.0]], radius, &Slide { up: Default::default(), ..Slide::default() });
        assert_eq!(slid.end.y < 0.0, fits, "{radius}: {slid:?}");
    }
}

#[test]
fn one_that_starts_in_a_wall_says_so() {
    let walls = walls_along(&[[-9.0, 0.0], [9.0, 0.0]]);
    for (start, radius) in [([0.0, 0.5], 1.0), ([3.0, 0.0], 0.0), ([9.5, 0.0], 1.0)] {
        for end in [[0.0, 5.0], start, [4.0, -4.0]] {
            let slid = slid(&walls, [start, end], radius, &crate::walker());
            assert!(matches!(slid.ending, SlideEnding::Stuck { wall } if wall.index() == 0), "{slid:?}");
            assert_eq!((slid.end, slid.path.len()), (start.into(), 1));
        }
    }
    // One that touches is free.
    let touching = slid(&walls, [[0.0, 1.0], [4.0, 1.0]], 1.0, &Slide::default());
    assert_eq!((touching.end, touching.ending), ([4.0, 1.0].into(), SlideEnding::Completed));
}

/// The same slide at every scale that is a power of two, bit for bit.
#[test]
fn powers_of_two_change_nothing_but_the_scale() {
    let walls = |s: f64| {
        walls_along(
            &[[-9.0, 4.0], [-8.0, 0.0], [0.0, 0.0], [0.0, 0.375], [4.0, 0.375], [8.0, 3.375], [8.5, 9.0]]
                .map(|[x, y]| [x * s, y * s]),
        )
    };
    let frames = |s: f64| {
        let settings = Slide { step_height: 0.5 * s, snap: 0.25 * s, ..Slide::default() };
        let (walls, mut at) = (walls(s), carom::Point::new(-3.0 * s, 2.0 * s));
        let go = |frame: i32| {
            let motion = [if frame < 30 { 0.65 * s } else { -0.8 * s }, if frame == 12 { s } else { -0.3 * s }];
            let slid = slid(&walls, [[at.x, at.y], [at.x + motion[0], at.y + motion[1]]], 0.5 * s, &settings);
            at = slid.end;
            (slid.path.iter().map(|p| [p.x / s, p.y / s]).collect::<Vec<_>>(), kinds(&slid))
        };
        (0..60).map(go).collect::<Vec<_>>()
    };
    let expected = frames(1.0);
    assert!(expected.iter().any(|(_, kinds)| kinds.contains(&Surface::Wall) || kinds.contains(&Surface::Slope)));
    for power in [-53, -20, 1, 60] {
        assert_eq!(frames(2.0_f64.powi(power)), expected, "2^{power}");
    }
    // What is far from 1 is computed in other ways, and off by other units.
    for power in [-900, -300, 300, 900] {
        for ((expected, expected_kinds), (got, kinds)) in expected.iter().zip(frames(2.0_f64.powi(power))) {
            assert_eq!((expected.len(), expected_kinds), (got.len(), &kinds), "2^{power}");
            for (&expected, got) in expected.iter().zip(got) {
                crate::assert_near(got, expected, 1e-12);
            }
        }
    }
}

/// From one end of all numbers to the other.
#[test]
fn the_largest_numbers() {
    let big = f64::MAX;
    let walls = walls_along(&[[-big, -1.0], [big, -1.0]]);
    for (start, end) in [([-big, 1.0], [big, -big]), ([0.0, big], [1.0, -big]), ([-big, big], [big, -big])] {
        for radius in [0.0, 1.0, 1e300] {
            let start = [start[0], if start[1] == 1.0 { 2.0 * radius + 1.0 } else { start[1] }];
            let slid = slid(&walls, [start, end], radius, &crate::walker());
            assert!(slid.end.is_finite() && slid.end.y > -1.0);
        }
    }
}
