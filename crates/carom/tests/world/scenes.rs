//! Small random worlds of every kind, a thousand frames in all that can happen.

use crate::{cases, ring, room, segment};
use carom::{Body, BodyId, Circle, EventKind, FrameEnd, Response, Settings, Vec2, Wall, Walls, World};
use carom_oracle::bodies::{Room, discs_apart, inside_chamber};
use carom_oracle::polygons;
use carom_oracle::rng::Rng;
use carom_oracle::truth::Xy;
use std::sync::atomic::{AtomicU64, Ordering};

const SCENES: u64 = cases(10_000);
const FRAMES: u64 = 1_000;
/// One frame in so many is judged exactly.
const JUDGED: u64 = 50;
/// One scene in so many is run twice.
const REPEATED: u64 = 20;

/// What the judge has to know about a body.
struct Known {
    id: BodyId,
    radius: f64,
    is_sensor: bool,
    layers: u32,
    mask: u32,
}

impl Known {
    fn meets(&self, other: &Known) -> bool {
        let solid = !self.is_sensor && !other.is_sensor;
        solid && self.layers & other.mask != 0 && other.layers & self.mask != 0
    }
}

struct Scene {
    world: World,
    rings: Vec<Vec<Xy>>,
    room: Room,
    bodies: Vec<Known>,
    dt: f64,
    /// Nothing is lost or gained.
    is_elastic: bool,
}

/// Scenes that fail do not keep the others from being tried.
#[test]
fn random_scenes() {
    let next = AtomicU64::new(0);
    let work = || {
        let (mut total, mut failed) = (Run::default(), Vec::new());
        loop {
            let case = next.fetch_add(1, Ordering::Relaxed);
            // A dozen failures tell enough.
            if SCENES <= case || 12 <= failed.len() {
                return (total, failed);
            }
            match std::panic::catch_unwind(|| run_and_repeat(case)) {
                Ok(run) => {
                    total = Run {
                        hash: 0,
                        events: total.events + run.events,
                        unfinished: total.unfinished + run.unfinished,
                    }
                }
                Err(_) => failed.push(case),
            }
        }
    };
    let halves = std::thread::scope(|scope| {
        [scope.spawn(work), scope.spawn(work)].map(|worker| worker.join().expect("panics are caught"))
    });
    let failed: Vec<u64> = halves.iter().flat_map(|(_, failed)| failed).copied().collect();
    assert!(failed.is_empty(), "scenes {failed:?}; each has its own message above");
    let [events, unfinished] = [|run: &Run| run.events, |run: &Run| run.unfinished]
        .map(|count: fn(&Run) -> u64| halves.iter().map(|(run, _)| count(run)).sum::<u64>());
    let frames = SCENES * FRAMES;
    println!("{SCENES} scenes, {frames} frames, {events} events, {unfinished} frames in more than one step");
    assert!(frames / 20 < events, "only {events} events in {frames} frames");
    assert!(unfinished < frames / 1000, "{unfinished} of {frames} frames were not completed");
}

fn run_and_repeat(case: u64) -> Run {
    let once = run(case, FRAMES);
    if case % REPEATED == 0 {
        assert_eq!(run(case, FRAMES).hash, once.hash, "scene {case} is not the same twice");
    }
    once
}

/// As many threads as there are give the same bits.
#[cfg(feature = "rayon")]
#[test]
fn any_number_of_threads() {
    for case in 0..cases(400) {
        let hashes = [1, 2, 7].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be had");
            pool.install(|| run(case, 100).hash)
        });
        assert!(hashes.iter().all(|&hash| hash == hashes[0]), "scene {case}: {hashes:x?}");
    }
}

/// The world of a whole crowd under any number of threads; small worlds may not be worth a second one.
#[cfg(feature = "rayon")]
#[test]
fn a_crowd_under_any_number_of_threads() {
    let hashes = [1, 2, 7].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be had");
        pool.install(|| {
            let mut world = World::new(Walls::new(crate::boxed([0.0, 0.0], [200.0, 200.0])));
            let rng = &mut Rng::new(17);
            for k in 0..10_000 {
                let at = [1.0 + 2.0 * f64::from(k % 100), 1.0 + 2.0 * f64::from(k / 100)];
                let velocity = [rng.within(-20.0, 20.0), rng.within(-20.0, 20.0)];
                world.add(Body::disc(at, rng.within(0.3, 0.9)).velocity(velocity)).expect("a place of its own");
            }
            for _ in 0..cases(20).max(2) {
                world.advance(0.02, |_| ());
            }
            world.state_hash()
        })
    });
    assert!(hashes.iter().all(|&hash| hash == hashes[0]), "{hashes:x?}");
}

/// What a run came to.
#[derive(Default)]
struct Run {
    hash: u64,
    events: u64,
    unfinished: u64,
}

fn run(case: u64, frames: u64) -> Run {
    let rng = &mut Rng::for_case(0, "scenes", case);
    let mut scene = scene(rng, case);
    let energy = scene.world.energy();
    let (mut events, mut unfinished) = (0, 0);
    for frame in 0..frames {
        let (mut time, mut in_frame) = (0.0, 0);
        let mut end = scene.world.advance(scene.dt, |event| {
            // Who crosses a gate is known when the move is done; the order of all events is another test's.
            let is_in_order = time <= event.time || matches!(event.kind, EventKind::Gate(..));
            assert!(is_in_order && event.time <= scene.dt, "scene {case}, frame {frame}: {event:?} after {time}");
            time = event.time.max(time);
            in_frame += 1;
        });
        let mut calls = 0;
        while let FrameEnd::EventLimit { remaining } = end {
            calls += 1;
            assert!(calls < 100, "scene {case}, frame {frame}: {remaining} s are left after {calls} calls");
            end = scene.world.advance(remaining, |_| in_frame += 1);
        }
        assert_eq!(end, FrameEnd::Completed, "scene {case}, frame {frame}");
        unfinished += u64::from(0 < calls);
        events += in_frame;
        if frame % JUDGED == case % JUDGED || frame + 1 == frames {
            judge(&scene, case, frame);
        }
    }
    if scene.is_elastic && 0.0 < energy {
        let drift = scene.world.energy() / energy - 1.0;
        // A wall's normal is rounded once and for all, so the error of a bounce need not change its sign.
        let allowed = 1e-12 + 1e-15 * events as f64;
        assert!(drift.abs() < allowed, "scene {case}: the energy is off by {drift:e} after {events} events");
        assert!(scene.world.tally().lost.abs() <= 1e-10 * energy, "scene {case}: {:?}", scene.world.tally());
    }
    Run { hash: scene.world.state_hash(), events, unfinished }
}

fn judge(scene: &Scene, case: u64, frame: u64) {
    let place = |known: &Known| {
        let at = scene.world.get(known.id).expect("nobody was removed").position;
        [at.x, at.y]
    };
    for (i, known) in scene.bodies.iter().enumerate() {
        let at = place(known);
        assert!(at.iter().all(|x| x.is_finite()), "scene {case}, frame {frame}: {:?} at {at:?}", known.id);
        if known.is_sensor {
            continue;
        }
        let wall = scene.room.blocks(at, at, known.radius);
        assert_eq!(wall, None, "scene {case}, frame {frame}: {:?} at {at:?} is in a wall", known.id);
        assert!(inside_chamber(at, &scene.rings), "scene {case}, frame {frame}: {:?} escaped to {at:?}", known.id);
        for other in scene.bodies[..i].iter().filter(|other| known.meets(other)) {
            let q = place(other);
            let apart = discs_apart(at, known.radius, q, other.radius);
            assert!(apart, "scene {case}, frame {frame}: {:?} at {at:?} overlaps {:?} at {q:?}", known.id, other.id);
        }
    }
}

fn scene(rng: &mut Rng, case: u64) -> Scene {
    let rings = chamber(rng);
    let [low, high] = corners(&rings);
    let size = (high[0] - low[0]).max(high[1] - low[1]);
    let (has_gravity, has_losses) = (rng.one_in(4), rng.one_in(3));
    let restitution = |rng: &mut Rng| if has_losses { rng.within(0.0, 1.0) } else { 1.0 };
    let mut walls: Vec<Wall> = rings.iter().flat_map(|vertices| ring(vertices)).collect();
    if rng.one_in(3) {
        let center = inside(rng, &rings);
        walls.push(Circle::new(center, 0.1 * size * rng.unit()).expect("numbers are finite").into());
    }
    if has_losses && rng.one_in(2) {
        walls = walls
            .into_iter()
            .map(|wall| wall.with_restitution(rng.within(0.0, 1.0)).expect("between 0 and 1"))
            .collect();
    }
    let walls = Walls::new(walls);
    let room = room(&walls);
    let gravity = if has_gravity { Vec2::new(0.0, -size * rng.within(0.1, 10.0)) } else { Vec2::default() };
    let rest_speed = if has_losses && rng.one_in(2) { 1e-3 * size } else { 0.0 };
    let settings = Settings { gravity, rest_speed, ..Settings::default() };
    let mut scene = Scene {
        world: World::with(walls, settings).expect("gravity is finite"),
        rings,
        room,
        bodies: Vec::new(),
        dt: *rng.pick(&[1.0 / 60.0, 1.0 / 60.0, 1.0 / 240.0, 0.01]),
        is_elastic: !has_gravity && !has_losses,
    };
    let most = *rng.pick(&[1, 2, 2, 3, 3, 4, 6, 12]);
    for _ in 0..most {
        add_body(rng, &mut scene, size, restitution, case);
    }
    for _ in 0..rng.below(3) {
        let (a, b) = (inside(rng, &scene.rings), inside(rng, &scene.rings));
        if a != b {
            scene.world.add_gate(segment(a, b));
        }
    }
    scene
}

/// A body somewhere inside, if there is room: the world and the judge must agree on that.
fn add_body(rng: &mut Rng, scene: &mut Scene, size: f64, restitution: impl Fn(&mut Rng) -> f64, case: u64) {
    let at = inside(rng, &scene.rings);
    let radius = if rng.one_in(4) { 0.0 } else { size * rng.pick(&[0.02, 0.05, 0.1]) * rng.within(0.5, 1.0) };
    let speed = size * *rng.pick(&[0.0, 0.1, 1.0, 1.0, 3.0, 10.0]);
    let angle = rng.within(0.0, std::f64::consts::TAU);
    let is_sensor = rng.one_in(8);
    let has_layers = rng.one_in(6);
    let bits = |rng: &mut Rng| if has_layers { 1 + rng.below(7) as u32 } else { u32::MAX };
    let layers = bits(rng);
    // Every wall is met: a mask of few bits still shares one with all of them.
    let mask = bits(rng);
    let mut body = if radius == 0.0 { Body::point(at) } else { Body::disc(at, radius) };
    body = body.velocity([speed * angle.cos(), speed * angle.sin()]).mass(*rng.pick(&[1.0, 1.0, 0.1, 10.0]));
    body = body.restitution(restitution(rng)).layers(layers).mask(mask);
    if is_sensor {
        body = body.sensor();
    } else if rng.one_in(10) {
        body = body.response(*rng.pick(&[Response::Slide, Response::Stop]));
        scene.is_elastic = false;
    }
    let known = |id| Known { id, radius, is_sensor, layers, mask };
    let made = scene.world.add(body);
    let id = made.as_ref().copied().unwrap_or_else(|_| some_id());
    let known = known(id);
    let has_room = is_sensor
        || scene.room.blocks(at, at, radius).is_none()
            && scene.bodies.iter().filter(|other| known.meets(other)).all(|other| {
                let q = scene.world.get(other.id).expect("nobody was removed").position;
                discs_apart(at, radius, [q.x, q.y], other.radius)
            });
    assert_eq!(made.is_ok(), has_room, "scene {case}: a body at {at:?} with radius {radius}: {made:?}");
    if has_room {
        scene.bodies.push(known);
    }
}

/// Any id at all, for a body that was not added.
fn some_id() -> BodyId {
    World::new(crate::no_walls()).add(Body::point([0.0, 0.0])).expect("there is room")
}

fn chamber(rng: &mut Rng) -> Vec<Vec<Xy>> {
    let square = vec![[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let grid = *rng.pick(&[None, Some(8)]);
    let n = 4 + rng.below(5);
    let outer = match rng.below(6) {
        0 | 1 => square,
        2 => polygons::regular(n),
        3 => polygons::star(rng, n, 0.4),
        4 => polygons::grown(rng, n, grid).unwrap_or(square),
        _ => polygons::untangled(rng, n, grid).unwrap_or(square),
    };
    let factor = *rng.pick(&[1.0, 1.0, 100.0, 1e-3, 1e6]);
    let shift = if rng.one_in(8) { 1e5 * factor } else { 0.0 };
    let rings = vec![outer.iter().map(|p| p.map(|x| x * factor + shift)).collect()];
    // Rounding may have made edges cross.
    if carom_oracle::regions::is_simple(&rings) { rings } else { vec![polygons::regular(5)] }
}

/// The corners of the box around it.
fn corners(rings: &[Vec<Xy>]) -> [Xy; 2] {
    [f64::min, f64::max].map(|best: fn(f64, f64) -> f64| {
        [0, 1].map(|axis| rings[0].iter().map(|p| p[axis]).reduce(best).expect("rings have vertices"))
    })
}

fn inside(rng: &mut Rng, rings: &[Vec<Xy>]) -> Xy {
    let [low, high] = corners(rings);
    let mut places = (0..1000).map(|_| [0, 1].map(|axis| rng.within(low[axis], high[axis])));
    places.find(|&p| inside_chamber(p, rings)).unwrap_or(rings[0][0])
}

/// The events of a scene that is small enough to know them: nothing is reported twice.
#[test]
fn no_event_twice() {
    for case in 0..cases(500) {
        let rng = &mut Rng::for_case(1, "scenes", case);
        let mut scene = scene(rng, case);
        if !scene.is_elastic {
            continue;
        }
        for frame in 0..50 {
            let events = scene.world.step(scene.dt).events;
            for pair in events.windows(2) {
                let same = pair[0].body == pair[1].body && pair[0].kind == pair[1].kind;
                let is_gate = matches!(pair[0].kind, EventKind::Gate(..));
                // The same two things meet again only after something else, or some time.
                assert!(
                    !same || is_gate || pair[0].time < pair[1].time,
                    "scene {case}, frame {frame}: {:?} twice at {}",
                    pair[0].kind,
                    pair[0].time
                );
            }
        }
    }
}
