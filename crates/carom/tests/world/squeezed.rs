//! When is somebody squeezed? The borders of the rule, found from what is told: how many rounds it takes, how squarely two faces oppose each other, and how tight it is between them.

use crate::segment;
use carom::{Body, Event, EventKind, Group, Settings, Wall, World};

/// As many rounds as count, how squarely faces oppose each other and how many units of room are tight, as the rule says.
const ROUNDS: usize = 256;
const SQUARE: f64 = 0.999;
const TIGHT: f64 = 4096.0;

/// A point between a wall and a press that comes to it with the velocity 1, tilted so that the cosine of their angle is so much.
struct Press {
    room: f64,
    speed: f64,
    cosine: f64,
    contact_time: f64,
}

const LONG: f64 = 1e-6;
const FRAME: f64 = 2.0;

impl Press {
    fn ends(&self) -> [[f64; 2]; 2] {
        let along = [(1.0 - self.cosine * self.cosine).sqrt(), self.cosine].map(|x| LONG * x);
        [[self.room - along[0], -along[1]], [self.room + along[0], along[1]]]
    }

    /// All that happens until it is squeezed.
    fn told(&self) -> Vec<Event> {
        let settings = Settings { contact_time: Some(self.contact_time), ..Settings::default() };
        let wall = Wall::from(segment([0.0, -LONG], [0.0, LONG]));
        let mut world = World::with(carom::Walls::new([wall]), settings).unwrap();
        world.add(Body::point([self.room / 2.0, 0.0]).velocity([-self.speed, 0.0])).unwrap();
        let [a, b] = self.ends();
        world.add_group(Group::new([segment(a, b)]).velocity([-1, 0])).unwrap();
        world.step(FRAME).events
    }

    /// A unit in the last place of all numbers of the press and its way.
    fn unit(&self) -> f64 {
        let [a, b] = self.ends();
        [a[0], a[1], b[0], b[1], FRAME].iter().fold(0.0, |sum, x| sum + x.abs()) * f64::EPSILON
    }

    /// The room at each contact with the press that follows one with the wall, and whether that squeezed.
    fn rooms(&self) -> Vec<(f64, bool)> {
        let told = self.told();
        let pairs = told.windows(2).filter(|pair| matches!(pair[0].kind, EventKind::Wall(_)));
        let room = |pair: &[Event]| match pair[1].kind {
            EventKind::Group(..) => Some((pair[1].at.x - pair[0].at.x, false)),
            EventKind::Squeezed(..) => Some((pair[1].at.x - pair[0].at.x, true)),
            _ => None,
        };
        pairs.filter_map(room).collect()
    }
}

/// The rounds are counted from the wall on, the last of them squeezes, and the room is then what the formula says:
/// g (v − c)/(v + (2n − 1)c) after n rounds, for a speed v after the first contact with the press, in the room g.
#[test]
fn as_many_rounds_as_count() {
    for (speed, part) in [(1.0, 255.0), (2.0, 170.0), (8.0, 57.0), (100.0, 6.0)] {
        let press = Press { room: 1.0, speed, cosine: 1.0, contact_time: 1.0 };
        let rooms = press.rooms();
        assert_eq!((rooms.len(), rooms.iter().filter(|(_, is_squeezed)| *is_squeezed).count()), (ROUNDS, 1), "{speed}");
        let (first, last) = (rooms[0].0, rooms[ROUNDS - 1]);
        assert!(last.1, "speed {speed}: the last one squeezes");
        let (after, rounds) = (speed + 2.0, (ROUNDS - 1) as f64);
        let expected = first * (after - 1.0) / (after + (2.0 * rounds - 1.0));
        assert!((last.0 / expected - 1.0).abs() < 1e-9, "speed {speed}: {} instead of {expected}", last.0);
        assert!(last.0 * part < first, "speed {speed}: less than 1/{part} of {first} is left, not {}", last.0);
    }
}

/// Rounds that take longer than a contact time do not count, and those before them neither.
#[test]
fn rounds_that_take_too_long_do_not_count() {
    for contact_time in [1e-2, 1e-3, 1e-4] {
        let press = Press { room: 1.0, speed: 2.0, cosine: 1.0, contact_time };
        let told = press.told();
        let mut count = 0;
        for pair in told.windows(2) {
            let (EventKind::Wall(_), EventKind::Group(..) | EventKind::Squeezed(..)) = (pair[0].kind, pair[1].kind)
            else {
                continue;
            };
            count = if pair[1].time - pair[0].time <= contact_time { count + 1 } else { 0 };
            assert_eq!(count == ROUNDS, matches!(pair[1].kind, EventKind::Squeezed(..)), "{contact_time}: {count}");
        }
        assert!(count == ROUNDS && told.len() > 2 * ROUNDS + 4, "{contact_time}: {count} of {}", told.len());
    }
}

/// Where it is tight the first contact squeezes, and none does where there is any more room: found from both sides as nearly as may be.
#[test]
fn as_tight_as_is_told() {
    let (mut most, mut least) = (0.0_f64, f64::INFINITY);
    for k in 0..200 {
        let unit = Press { room: 0.0, speed: 0.0, cosine: 1.0, contact_time: 1.0 }.unit();
        let press =
            Press { room: unit * TIGHT * (4.0 + 0.01 * f64::from(k)), speed: 8.0, cosine: 1.0, contact_time: 1.0 };
        let rooms = press.rooms();
        assert!(rooms.len() < ROUNDS, "{k}: it is tight before rounds count");
        for (number, (room, is_squeezed)) in rooms.iter().enumerate() {
            let units = room / press.unit();
            assert_eq!(*is_squeezed, units <= TIGHT, "{k}: {units} units at contact {number}");
            (most, least) = if *is_squeezed { (most.max(units), least) } else { (most, least.min(units)) };
        }
    }
    assert!(0.99 * TIGHT < most && least < 1.01 * TIGHT, "{most} and {least} units");
}

/// In a tight place two faces squeeze at once if they oppose each other squarely, and else not before they have been met in turn often enough.
#[test]
fn as_squarely_as_is_told() {
    for (off, at_once) in [(1e-4, true), (1e-6, true), (1e-9, true), (-1e-9, false), (-1e-6, false), (-1e-4, false)] {
        let unit = Press { room: 0.0, speed: 0.0, cosine: SQUARE, contact_time: 1.0 }.unit();
        let press = Press { room: 0.5 * TIGHT * unit, speed: 8.0, cosine: SQUARE + off, contact_time: 1.0 };
        assert_eq!(press.rooms().first().map(|(_, is_squeezed)| *is_squeezed), Some(at_once), "{off:e}");
    }
}

/// So squarely opposed, a body that keeps nothing of its speed into the faces would not get out: as many contacts as count leave it more than three quarters short of what it takes.
#[test]
fn who_is_told_at_once_would_be_told_anyway() {
    let short = (0..ROUNDS).fold(1.0, |short, _| short * SQUARE);
    assert!(0.75 < short && short < 0.8, "{short}");
}
