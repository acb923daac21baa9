//! A platform level, played by a script: gravity and jumps are the script's, the rest is the slide's.

use crate::judge::{assert_certified, disc};
use crate::{chain, segment, walker};
use carom::{Point, Side, Slid, Slide, Surface, Sweep, Vec2, Wall, Walls};

const GRAVITY: f64 = 0.04;
const SPEED: f64 = 0.15;
const JUMP: f64 = 0.62;
const RADIUS: f64 = 0.75;

/// From left to right: a wall, a floor of many pieces, stairs up, a ramp down, a pit with a platform above it, a low ceiling, a wall too high to jump.
fn level() -> Walls {
    let floor = (0..40).map(|i| [-10.0 + f64::from(i) * 0.5, 0.0]);
    let stairs =
        (0..6).flat_map(|i| [[10.0 + f64::from(i), 0.4 * f64::from(i)], [10.0 + f64::from(i), 0.4 * f64::from(i + 1)]]);
    let ramp =
        [[22.0, 2.4], [30.0, 0.4], [36.0, 0.4], [36.0, -8.0], [42.0, -8.0], [42.0, 0.4], [60.0, 0.4], [60.0, 20.0]];
    let ground: Vec<[f64; 2]> = [[-10.0, 20.0]].into_iter().chain(floor).chain(stairs).chain(ramp).collect();
    let platform = Wall::from(segment([34.0, 3.0], [44.0, 3.0])).with_side(Side::Left);
    let ceiling = Wall::from(segment([50.0, 2.2], [54.0, 2.2]));
    Walls::new(chain(&ground).into_iter().chain([platform, ceiling]))
}

/// The hero: where it is, how fast it falls, whether it stands.
struct Hero<'a> {
    walls: &'a Walls,
    settings: Slide,
    at: Point,
    falls: f64,
    stands: bool,
}

impl Hero<'_> {
    fn frame(&mut self, run: f64, jumps: bool) -> Slid {
        self.falls = if jumps && self.stands { JUMP } else { self.falls - GRAVITY };
        let end = [self.at.x + run * SPEED, self.at.y + self.falls];
        let sweep = Sweep::disc(self.at, end, RADIUS).expect("numbers are finite");
        let slid = self.walls.slide(&sweep, &self.settings);
        assert_certified(self.walls, &disc(RADIUS), self.at, &slid);
        self.at = slid.end;
        self.stands = slid.ground.is_some();
        let stopped = self.stands || slid.contacts.iter().any(|contact| contact.kind == Surface::Ceiling);
        self.falls = if stopped { 0.0 } else { self.falls };
        slid
    }

    /// Runs until it is somewhere; it must get there in so many frames.
    fn run_to(&mut self, x: f64, frames: usize, jump_at: impl Fn(Point) -> bool) -> Vec<Slid> {
        let way = (x - self.at.x).signum();
        let mut slides = Vec::new();
        while (x - self.at.x) * way > 0.0 {
            assert!(slides.len() < frames, "at {:?} after {frames} frames on the way to {x}", self.at);
            slides.push(self.frame(way, jump_at(self.at)));
        }
        slides
    }
}

#[test]
fn a_level_is_played() {
    let walls = level();
    let mut hero = Hero { walls: &walls, settings: walker(), at: [-8.0, 3.0].into(), falls: 0.0, stands: false };
    (0..30).for_each(|_| drop(hero.frame(0.0, false)));
    assert!(hero.stands && (hero.at.y - RADIUS).abs() < 1e-9, "{:?}", hero.at);

    // On the flat: as fast as it runs, not a bit up or down, one contact a frame.
    let height = hero.at.y;
    hero.run_to(-7.0, 10, |_| false);
    for slid in hero.run_to(8.0, 110, |_| false) {
        let moved = slid.end - slid.path[0];
        assert!((moved.x - SPEED).abs() < 1e-12 && (moved.y).abs() < 1e-12, "{slid:?}");
        assert_eq!(slid.contacts.len(), 1, "{slid:?}");
        assert!(slid.contacts.iter().all(|contact| contact.normal == Vec2::new(0.0, 1.0)), "{slid:?}");
    }
    assert!((hero.at.y - height).abs() < 1e-11);

    // Up the stairs and down the ramp, always on the ground.
    for slid in hero.run_to(33.0, 260, |_| false) {
        assert!(slid.ground.is_some(), "{slid:?}");
    }
    assert!((hero.at.y - 0.4 - RADIUS).abs() < 1e-9, "{:?}", hero.at);

    // A jump through the platform, and a walk over the pit on it.
    hero.run_to(35.0, 100, |at| at.x > 33.0 && at.y < 1.5);
    hero.run_to(43.0, 100, |_| false);
    assert!((hero.at.y - 3.0 - RADIUS).abs() < 1e-9 && hero.stands, "{:?}", hero.at);

    // Off it, and under the ceiling, where a jump ends early.
    let slides = hero.run_to(53.0, 100, |at| at.x > 51.0);
    assert!(slides.iter().any(|slid| slid.contacts.iter().any(|contact| contact.kind == Surface::Ceiling)));
    assert!(hero.at.y < 2.2);

    // The wall at the end is too high.
    (0..200).for_each(|frame| drop(hero.frame(1.0, frame % 40 == 0)));
    assert!((hero.at.x - 60.0 + RADIUS).abs() < 1e-9, "{:?}", hero.at);

    // Back, under the platform this time, into the pit, and out of it no more.
    (0..400).for_each(|_| drop(hero.frame(-1.0, false)));
    assert!((hero.at.y + 8.0 - RADIUS).abs() < 1e-9 && (hero.at.x - 36.0 - RADIUS).abs() < 1e-9, "{:?}", hero.at);
    let at = hero.at;
    (0..100).for_each(|_| drop(hero.frame(0.0, false)));
    assert_eq!(hero.at, at);
}
