//! After every single event: is every body exactly apart from every other and clear of every wall, and is no time lost?
//!
//! A step of at most one event ends when the next one is due, so each event is judged before the next happens.

use crate::gas::{self, Chamber};
use crate::meetings::rack;
use crate::{boxed, no_walls, room};
use carom::{Body, BodyId, Event, EventKind, FrameEnd, Settings, Vec2, Walls, World};
use carom_oracle::bodies::{Room, discs_apart};
use carom_oracle::truth::Xy;

/// In each of the large scenes.
const EVENTS: u64 = if carom_oracle::FEW_CASES { 800 } else { 2_000 };

const DISCS: usize = 300;

/// Ten seconds, in which a crowd that falls comes to lie.
const FRAMES: u32 = if carom_oracle::FEW_CASES { 60 } else { 600 };

/// One frame in so many of them is judged: each where all cases are asked for.
const JUDGED: u32 = (4 / carom_oracle::share_of(4)) as u32;

#[test]
fn a_tenth_full() {
    check_gas("a tenth full", 0.1, Chamber::default());
}

#[test]
fn half_full() {
    check_gas("half full", 0.5, Chamber::default());
}

#[test]
fn crowded() {
    check_gas("crowded", 0.7, Chamber::default());
}

#[test]
fn far_from_the_origin() {
    check_gas("far away", 0.5, Chamber { scale: 1.0, offset: 1e7 });
}

#[test]
fn tiny_and_huge() {
    for scale in [1e-100, 1e100] {
        check_gas(&format!("scale {scale:e}"), 0.5, Chamber { scale, offset: 0.0 });
    }
}

/// Elastic discs in a chamber that is not convex.
fn check_gas(name: &str, share: f64, chamber: Chamber) {
    let (mut world, _) = gas::filled(share, DISCS, chamber);
    let energy = world.energy();
    let mut watch = Watch::new(name, &mut world);
    while watch.events < EVENTS {
        watch.spend(&mut world, 0.05);
    }
    let drift = world.energy() / energy - 1.0;
    assert!(drift.abs() < 1e-11, "{name}: the energy is off by {drift:e}");
}

/// Sixteen balls on a table, at first in a rack.
#[test]
fn break_shot() {
    let mut world = rack(Walls::new(boxed([-25.0, -12.0], [25.0, 12.0])));
    let mut watch = Watch::new("break shot", &mut world);
    while watch.events < EVENTS {
        watch.spend(&mut world, 0.05);
    }
}

/// A row of discs that touch or nearly do, between two walls.
#[test]
fn cradle() {
    for gap in [0.0, 1e-15, 1e-9, 0.125] {
        let mut world = World::new(Walls::new(boxed([-1.0, -3.0], [20.0, 3.0])));
        for k in 0..8 {
            let body = Body::disc([f64::from(k) * (2.0 + gap), 0.0], 1.0);
            world.add(if k == 0 { body.velocity([10.0, 0.0]) } else { body }).unwrap();
        }
        let mut watch = Watch::new(&format!("cradle with gaps of {gap:e}"), &mut world);
        while watch.events < EVENTS / 10 {
            watch.spend(&mut world, 0.1);
        }
    }
}

/// Heavy discs squeeze a light one until they have turned round.
#[test]
fn closing_discs() {
    for mass in [10.0, 1e4, 1e8] {
        let mut world = World::new(no_walls());
        let places = [([-5.0, 0.0], 1.0, 1.0, mass), ([0.3, 0.0], 0.1, 2.0, 1.0), ([5.0, 0.0], 1.0, -1.0, mass)];
        for (at, radius, speed, mass) in places {
            world.add(Body::disc(at, radius).velocity([speed, 0.0]).mass(mass)).unwrap();
        }
        let mut watch = Watch::new(&format!("closing discs of mass {mass:e}"), &mut world);
        for _ in 0..200 {
            watch.spend(&mut world, 0.05);
        }
        let speeds: Vec<f64> = world.bodies().map(|(_, body)| body.velocity.x).collect();
        assert!(speeds[0] < 0.0 && 0.0 < speeds[2], "mass {mass:e}: {speeds:?}");
    }
}

/// A crowd that loses half its speed at each contact falls and comes to lie. It is judged frame by frame: what leans on something
/// meets it anew in every step, so steps of one event would take for ever.
#[test]
fn losing_crowd() {
    let settings = Settings { gravity: Vec2::new(0.0, -10.0), ..Settings::default() };
    let mut world = World::with(Walls::new(boxed([0.0, 0.0], [24.0, 40.0])), settings).unwrap();
    for k in 0..100_u32 {
        let at = [1.5 + 2.25 * f64::from(k % 10), 1.03125 + 2.0625 * f64::from(k / 10)];
        let velocity = [f64::from(k * 37 % 11) - 5.0, f64::from(k * 53 % 7) - 3.0];
        world.add(Body::disc(at, 1.0).velocity(velocity).restitution(0.5)).unwrap();
    }
    let energy = world.energy();
    let watch = Watch::new("losing crowd", &mut world);
    world.set_settings(settings).unwrap();
    for frame in 0..FRAMES {
        let end = world.step(1.0 / 60.0).end;
        assert_eq!(end, FrameEnd::Completed, "frame {frame}");
        if frame % JUDGED == 0 {
            watch.judge(&world, &[]);
        }
    }
    assert!(world.energy() < energy, "{energy} became {}", world.energy());
    let at_rest = world.bodies().filter(|&(id, _)| world.is_at_rest(id)).count();
    assert!(carom_oracle::FEW_CASES || 50 < at_rest, "{at_rest} of 100 are at rest: {:?}", world.tally());
}

/// What is known of a world whose events are judged one by one.
struct Watch {
    name: String,
    room: Room,
    events: u64,
    /// What each body met last, and when.
    last: Vec<Option<(EventKind, f64)>>,
    /// How often in a row something was met that had just been met.
    again: u32,
}

impl Watch {
    /// From now on each step of this world ends after one event.
    fn new(name: &str, world: &mut World) -> Watch {
        world.set_settings(Settings { max_events: 1, ..*world.settings() }).expect("they were allowed before");
        let (room, last) = (room(world.walls()), vec![None; world.len()]);
        let watch = Watch { name: name.to_owned(), room, events: 0, last, again: 0 };
        watch.judge(world, &[]);
        watch
    }

    /// Spends a time event by event.
    #[track_caller]
    fn spend(&mut self, world: &mut World, time: f64) {
        let (until, mut left, mut idle) = (world.time() + time, time, 0);
        loop {
            let (began, before) = (world.time(), places(world));
            let frame = world.step(left);
            assert!(frame.events.len() <= 1, "{}: {:?} in one step", self.name, frame.events);
            for event in &frame.events {
                assert!((0.0..=left).contains(&event.time), "{}: {event:?} in {left:e} s", self.name);
                self.note(event, began + event.time, world.settings().gravity);
            }
            self.events += frame.events.len() as u64;
            self.judge(world, &ways(&before, world, &frame.events));
            match frame.end {
                FrameEnd::Completed => break,
                FrameEnd::EventLimit { remaining } => {
                    assert!(remaining <= left, "{}: {remaining:e} of {left:e} s are left", self.name);
                    let stands = remaining == left && frame.events.is_empty();
                    idle = if stands { idle + 1 } else { 0 };
                    assert!(idle < 3, "{}: nothing happens in {left:e} s at {began}", self.name);
                    left = remaining;
                }
                FrameEnd::Jammed { body, .. } => panic!("{}: {body:?} is jammed at {began}", self.name),
            }
        }
        let off = world.time() - until;
        assert!(off.abs() <= 1e-12 * until, "{}: {off:e} s are lost or won before {until}", self.name);
    }

    /// Nobody meets the same thing twice at once, with nothing between. Gravity acts by chords, and that of the time before a step
    /// ended is in the next one: it may turn back a body that has lost a part of its speed, once.
    #[track_caller]
    fn note(&mut self, event: &Event, time: f64, gravity: Vec2) {
        let body = event.body.expect("no walls move");
        let met = match event.kind {
            EventKind::Body(other) => vec![(body, event.kind), (other, EventKind::Body(body))],
            what => vec![(body, what)],
        };
        let again = met.iter().all(|&(body, what)| self.last[body.index()] == Some((what, time)));
        self.again = if again { self.again + 1 } else { 0 };
        let allowed = u32::from(gravity != Vec2::default());
        assert!(self.again <= allowed, "{}: {event:?} more than once at {time}", self.name);
        for (body, what) in met {
            self.last[body.index()] = Some((what, time));
        }
    }

    /// Exactly: nothing is deeper in anything than touching, and no way leads through a wall.
    #[track_caller]
    fn judge(&self, world: &World, ways: &[[Xy; 2]]) {
        let mut bodies: Vec<(Xy, f64)> = world.bodies().map(|(_, body)| (place(body), body.radius)).collect();
        for (i, &(at, radius)) in bodies.iter().enumerate() {
            let [from, to] = ways.get(i).copied().unwrap_or([at, at]);
            let wall = self.room.blocks(from, to, radius);
            assert_eq!(wall, None, "{}: body {i} from {from:?} to {to:?} at {}", self.name, world.time());
        }
        // Whoever is further to the right than two of the largest, and a good deal more, is apart for certain.
        let reach = 2.5 * bodies.iter().map(|&(_, radius)| radius).fold(0.0, f64::max);
        bodies.sort_by(|(p, _), (q, _)| p[0].total_cmp(&q[0]));
        for (i, &(p, r)) in bodies.iter().enumerate() {
            for &(q, s) in bodies[i + 1..].iter().take_while(|(q, _)| q[0] - p[0] <= reach) {
                let apart = discs_apart(p, r, q, s);
                assert!(apart, "{}: discs at {p:?} and {q:?} overlap at {}", self.name, world.time());
            }
        }
    }
}

fn place(body: &Body) -> Xy {
    [body.position.x, body.position.y]
}

fn places(world: &World) -> Vec<Xy> {
    world.bodies().map(|(_, body)| place(body)).collect()
}

/// How bodies moved: straight, but for those that met something.
fn ways(before: &[Xy], world: &World, events: &[Event]) -> Vec<[Xy; 2]> {
    let met = |id: BodyId| events.iter().any(|event| event.body == Some(id) || event.kind == EventKind::Body(id));
    let way = |(&from, (id, body)): (&Xy, (BodyId, &Body))| {
        let to = place(body);
        [if met(id) { to } else { from }, to]
    };
    before.iter().zip(world.bodies()).map(way).collect()
}
