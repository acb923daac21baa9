//! Friction: what slides comes to a stop where mechanics says, what stands on a slope does so for ever or not at all, and nothing gains by it.

use crate::{boxed, cases, frames, position, segment, velocity};
use carom::{Aabb, Body, BodyId, Circle, EventKind, Group, Mover, Settings, Vec2, Wall, Walls, World};
use carom_oracle::bodies::discs_apart;
use carom_oracle::dyadic::{cross, dot, exact};
use carom_oracle::groups::{Counts, judged_step};
use carom_oracle::rng::Rng;
use carom_oracle::round::{next_down, next_up};
use carom_oracle::truth::Xy;

const DT: f64 = 1.0 / 64.0;
const GRAVITY: f64 = 9.75;

fn rough(a: Xy, b: Xy, friction: f64) -> Wall {
    Wall::from(segment(a, b)).with_friction(friction).unwrap()
}

fn falling(walls: impl IntoIterator<Item = Wall>, gravity: Xy) -> World {
    let settings = Settings { gravity: gravity.into(), ..Settings::default() };
    World::with(Walls::new(walls), settings).unwrap()
}

fn down(walls: impl IntoIterator<Item = Wall>) -> World {
    falling(walls, [0.0, -GRAVITY])
}

fn dull(at: Xy, radius: f64, friction: f64) -> Body {
    Body::disc(at, radius).restitution(0.0).friction(friction)
}

/// A body that is put beside the middle of a wall, on its left, and not further from it than rounding.
fn beside(a: Xy, b: Xy, radius: f64) -> Xy {
    let (x, y) = (b[0] - a[0], b[1] - a[1]);
    let away = radius * (1.0 + 1e-12) / (x * x + y * y).sqrt();
    [(a[0] + b[0]) / 2.0 - y * away, (a[1] + b[1]) / 2.0 + x * away]
}

fn run(world: &mut World, count: usize, dt: f64) {
    for k in 0..count {
        judged_step(world, dt, &mut Counts::default()).unwrap_or_else(|wrong| panic!("frame {k}: {wrong}"));
    }
}

/// A block that slides on the level stops after v²/(2μg), up to what chords leave open: less than what it goes in its last frame, in which it is no
/// faster than μ·g·dt.
#[test]
fn a_block_comes_to_a_stop() {
    for (case, (speed, friction)) in [(3.0, 0.5), (-7.0, 0.25), (0.4, 1.5), (12.0, 1.0)].into_iter().enumerate() {
        for dt in [DT, DT / 4.0, 1.0 / 60.0] {
            let mut world = down([rough([-400.0, 0.0], [400.0, 0.0], friction)]);
            let block = world.add(dull([0.0, 1.0], 1.0, friction).velocity([speed, 0.0])).unwrap();
            let expected = speed * speed / (2.0 * friction * GRAVITY);
            let time = speed.abs() / (friction * GRAVITY);
            run(&mut world, (time / dt) as usize, dt);
            assert!(!world.is_at_rest(block) || time < 2.0 * dt, "case {case}: too early");
            run(&mut world, 3, dt);
            assert!(world.is_at_rest(block), "case {case}: {:?}", velocity(&world, block));
            let way = position(&world, block)[0] * speed.signum();
            let last = friction * GRAVITY * dt * dt;
            assert!((way - expected).abs() <= last, "case {case}, dt {dt}: {way}, not {expected} within {last}");
            let books = world.tally().lost - 0.5 * speed * speed;
            // What gravity presses into the floor in the first half of each frame is in the books, too.
            let pressed = 0.125 * (GRAVITY * dt) * (GRAVITY * dt) * (time / dt + 4.0);
            assert!((-1e-9..=pressed).contains(&books), "case {case}: {books} more than it had is lost");
        }
    }
}

/// Without friction on one of both sides there is none, and nothing is slowed.
#[test]
fn smooth_things_feel_none() {
    for (wall, body) in [(0.0, 2.0), (2.0, 0.0)] {
        let mut world = down([rough([-100.0, 0.0], [100.0, 0.0], wall)]);
        let block = world.add(dull([0.0, 1.0], 1.0, body).velocity([3.0, 0.0])).unwrap();
        frames(&mut world, 64, DT);
        assert_eq!(velocity(&world, block), [3.0, 0.0]);
    }
}

/// Whether friction holds a body on a wall under gravity, in exact numbers: |g·w| ≤ √(μν)·|g×w|.
fn holds([a, b]: [Xy; 2], gravity: Xy, [first, second]: [f64; 2]) -> bool {
    let w = [exact(b[0]) - exact(a[0]), exact(b[1]) - exact(a[1])];
    let g = gravity.map(exact);
    let limit = exact(first) * exact(second) * cross(&g, &w).squared();
    (limit - dot(&g, &w).squared()).sign() != std::cmp::Ordering::Less
}

/// At its angle and below it a body stands for ever; a unit in the last place above it slides.
#[test]
fn at_its_angle_and_beside_it() {
    let wall = |rise: f64| ([-40.0, -rise], [40.0, rise]);
    for (name, rise, frictions, stands) in [
        ("the angle itself", 30.0, [0.75, 0.75], true),
        ("the same of two that differ", 30.0, [0.5, 1.125], true),
        ("a unit less friction", 30.0, [0.75, next_down(0.75)], false),
        ("a unit more friction", 30.0, [0.75, next_up(0.75)], true),
        ("a unit steeper", next_up(30.0), [0.75, 0.75], false),
        ("a unit flatter", next_down(30.0), [0.75, 0.75], true),
        ("much flatter", 15.0, [0.75, 0.75], true),
        ("a little steeper", 30.1, [0.75, 0.75], false),
        ("on the level", 0.0, [1e-6, 1e-6], true),
    ] {
        let (a, b) = wall(rise);
        assert_eq!(holds([a, b], [0.0, -GRAVITY], frictions), stands, "{name}");
        let mut world = down([rough(a, b, frictions[0])]);
        let at = beside(a, b, 1.0);
        let block = world.add(dull(at, 1.0, frictions[1])).unwrap();
        frames(&mut world, 2, DT);
        let there = position(&world, block);
        let events = frames(&mut world, 2_000, DT);
        assert!(events.is_empty(), "{name}: {events:?}");
        assert_eq!(world.is_at_rest(block), stands, "{name}: {:?}", velocity(&world, block));
        if stands {
            assert_eq!((position(&world, block), velocity(&world, block)), (there, [0.0; 2]), "{name}");
        }
    }
}

/// The same of walls, gravity and coefficients made of ties, judged in exact numbers; also on pillars and on others that stand.
#[test]
fn who_stands_and_who_slides() {
    let (mut standing, mut ties) = (0, 0);
    for case in 0..cases(4_000) {
        let rng = &mut Rng::for_case(0, "stands or slides", case);
        let (rise, run) = (rng.between(1, 6) as f64, rng.between(1, 6) as f64);
        let mut frictions = if rng.one_in(2) { [rise / run; 2] } else { [rise, rise / (run * run)] };
        if rng.one_in(2) {
            frictions[rng.below(2)] *= *rng.pick(&[1.0 - f64::EPSILON, 1.0 + f64::EPSILON, 0.5, 2.0]);
        }
        let scale = *rng.pick(&[1.0, 0.1, 1.0 / 3.0]);
        let sign = if rng.one_in(2) { 1.0 } else { -1.0 };
        let (a, b) = ([-8.0 * run * scale, -8.0 * rise * scale * sign], [8.0 * run * scale, 8.0 * rise * scale * sign]);
        let gravity = [0.0, -*rng.pick(&[1.0, 9.8, 0.3])];
        let expected = holds([a, b], gravity, frictions);
        let mut world = falling([rough(a, b, frictions[0])], gravity);
        let block = world.add(dull(beside(a, b, scale), scale, frictions[1])).unwrap();
        frames(&mut world, 4, DT);
        let stands = world.is_at_rest(block);
        assert_eq!(stands, expected, "case {case}: {a:?} {b:?} {gravity:?} {frictions:?}: {:?}", world.get(block));
        standing += u32::from(stands);
        ties += u32::from(stands && !holds([a, b], gravity, frictions.map(next_down)));
    }
    assert!(
        cases(4_000) as u32 / 4 <= standing && cases(4_000) as u32 / 20 <= ties,
        "{standing} stand, {ties} just so"
    );
}

/// Down a slope with a = g·(sin − μ·cos), and up it no further than v²/(2·g·(sin + μ·cos)); there it turns, or stays.
#[test]
fn up_and_down_a_slope() {
    let (a, b) = ([-400.0, -300.0], [400.0, 300.0]);
    let along = |at: Xy| (at[0] * 4.0 + at[1] * 3.0) / 5.0;
    for friction in [0.25, 0.5, 0.7, 0.75, 1.0] {
        let mut world = down([rough(a, b, friction)]);
        let block = world.add(dull(beside(a, b, 1.0), 1.0, friction)).unwrap();
        let start = along(position(&world, block));
        run(&mut world, 128, DT);
        let way = start - along(position(&world, block));
        let expected = 0.5 * GRAVITY * (0.6 - 0.8 * friction).max(0.0) * 4.0;
        assert!((way - expected).abs() < 1e-9, "{friction}: {way}, not {expected}");

        let up = Vec2::new(4.0, 3.0);
        let block = world.add(dull([-42.0, -31.5 + 1.25 + 1e-9], 1.0, friction).velocity(up)).unwrap();
        let start = along(position(&world, block));
        let (mut highest, mut turned) = (start, false);
        for _ in 0..128 {
            run(&mut world, 1, DT);
            highest = along(position(&world, block)).max(highest);
            turned |= velocity(&world, block)[0] < 0.0;
        }
        let brake = GRAVITY * (0.6 + 0.8 * friction);
        let expected = 25.0 / (2.0 * brake);
        assert!((highest - start - expected).abs() < brake * DT * DT, "{friction}: {} and {expected}", highest - start);
        assert_eq!((turned, world.is_at_rest(block)), (friction < 0.75, friction >= 0.75), "{friction}");
    }
}

/// A ball that is thrown at a rough wall loses μ·(1 + e) times its speed into it, of what it has along it, and no more than that.
#[test]
fn thrown_at_a_rough_wall() {
    for (restitution, friction, along, expected) in [
        (1.0, 0.25, 10.0, 10.0 - 0.25 * 2.0 * 4.0),
        (0.5, 0.25, 10.0, 10.0 - 0.25 * 1.5 * 4.0),
        (0.5, 0.25, -10.0, -10.0 + 0.25 * 1.5 * 4.0),
        (0.5, 4.0, 10.0, 0.0),
        (0.5, 0.0, 10.0, 10.0),
    ] {
        for moves in [false, true] {
            // Seen from a wall that moves it is the same.
            let drift = if moves { Vec2::new(3.0, 1.0) } else { Vec2::default() };
            let wall = rough([-90.0, 0.0], [90.0, 0.0], friction);
            let mut world = World::new(Walls::new((!moves).then_some(wall)));
            if moves {
                world.add_group(Group::new([wall]).velocity(drift)).unwrap();
            }
            let thrown = Vec2::new(along, -4.0) + drift;
            let ball = Body::disc([0, 3], 1.0).velocity(thrown).restitution(restitution).friction(friction).mass(2.0);
            let id = world.add(ball).unwrap();
            let events = frames(&mut world, 1, 1.0);
            assert_eq!(events.len(), 1);
            let after = world.get(id).unwrap().velocity - drift;
            let right = Vec2::new(expected, 4.0 * restitution);
            assert!((after - right).length() < 1e-12, "{restitution} {friction} {along}: {after:?}, not {right:?}");
            let lost = (along * along + 16.0) - after.length_squared();
            assert!((world.tally().lost - lost).abs() < 1e-12, "{} is lost, not {lost}", world.tally().lost);
        }
    }
}

/// Two that meet: momentum is kept, and of their motion along each other friction takes what it may.
#[test]
fn two_that_meet() {
    for (masses, restitution, friction) in
        [([1.0, 1.0], 1.0, 0.1), ([1.0, 3.0], 0.5, 0.25), ([5.0, 0.5], 0.0, 3.0), ([1.0, 2.0], 0.5, 0.0)]
    {
        let mut world = World::default();
        let body = |x: f64, v: [f64; 2], mass: f64| {
            Body::disc([x, 0.0], 1.0).velocity(v).mass(mass).restitution(restitution).friction(friction)
        };
        let first = world.add(body(-1.0 - 2f64.powi(-20), [2.0, 3.0], masses[0])).unwrap();
        let second = world.add(body(1.0 + 2f64.powi(-20), [-2.0, -1.0], masses[1])).unwrap();
        let (momentum, energy) = (world.momentum(), world.energy());
        let events = frames(&mut world, 1, DT);
        assert_eq!(events.len(), 1);
        assert!((world.momentum() - momentum).length() < 1e-14);
        let [[x, y], [p, q]] = [first, second].map(|id| velocity(&world, id));
        assert!((x - p + 4.0 * restitution).abs() < 1e-5, "{}", x - p);
        let along = (4.0 - friction * 4.0 * (1.0 + restitution)).max(0.0);
        assert!((y - q - along).abs() < 1e-5, "{}, not {along}", y - q);
        let books = energy - world.energy() - world.tally().lost;
        assert!(books.abs() < 1e-12, "{books}");
    }
}

/// A crate on a belt that starts is taken along, as fast as friction allows, and then stands on it; one on a smooth belt stays.
#[test]
fn a_conveyor() {
    for friction in [0.0, 0.125, 0.5] {
        let mut world = down([]);
        let belt = Group::new([rough([-400.0, 0.0], [400.0, 0.0], friction)]);
        let belt = world.add_group(belt).unwrap();
        let block = world.add(dull([0.0, 1.0 + 1e-9], 1.0, friction)).unwrap();
        let on_top = world.add(dull([0.0, 3.0 + 2e-9], 1.0, friction)).unwrap();
        run(&mut world, 16, DT);
        assert!(world.is_at_rest(block) && world.is_at_rest(on_top));
        world.set_group_velocity(belt, [4.0, 0.0]).unwrap();
        if friction == 0.0 {
            run(&mut world, 64, DT);
            assert_eq!(velocity(&world, block), [0.0; 2]);
            continue;
        }
        let frames = (4.0 / (friction * GRAVITY * DT)) as usize;
        run(&mut world, frames / 2, DT);
        let speed = velocity(&world, block)[0];
        assert!(0.5 < speed && speed < 3.5, "{friction}: {speed}");
        run(&mut world, frames, DT);
        assert_eq!(velocity(&world, block), [4.0, 0.0], "{friction}");
        let before = position(&world, block)[0] - world.group(belt).unwrap().offset().x;
        run(&mut world, 64, DT);
        let after = position(&world, block)[0] - world.group(belt).unwrap().offset().x;
        assert!((after - before).abs() < 1e-9, "{friction}: it has slipped by {}", after - before);
        // A sudden stop: it slides on and comes to rest.
        world.set_group_velocity(belt, [0.0, 0.0]).unwrap();
        run(&mut world, 2 * frames + 4, DT);
        assert!(world.is_at_rest(block), "{friction}: {:?}", velocity(&world, block));
    }
}

/// What stands on a lift that goes up aslant goes with it if friction holds it, and is at rest there.
#[test]
fn on_a_lift_that_moves_aslant() {
    let mut world = down([]);
    let lift = world.add_group(Group::new([rough([-40.0, -20.0], [40.0, 20.0], 0.75)])).unwrap();
    let at = beside([-40.0, -20.0], [40.0, 20.0], 1.0);
    let stands = world.add(dull(at, 1.0, 0.75)).unwrap();
    let slides = world.add(dull([at[0] - 8.0, at[1] - 4.0], 1.0, 0.25)).unwrap();
    run(&mut world, 8, DT);
    world.set_group_velocity(lift, [0.5, 1.0]).unwrap();
    run(&mut world, 64, DT);
    assert_eq!(velocity(&world, stands), [0.5, 1.0]);
    let way = position(&world, slides)[0] - (at[0] - 8.0) - world.group(lift).unwrap().offset().x;
    assert!(way < -0.5, "{way}");
}

/// Dull discs that fall on one another: rough ones make a heap, smooth ones run apart.
#[test]
fn a_heap() {
    let spread = |friction: f64| {
        let mut world = down([rough([-200.0, 0.0], [200.0, 0.0], friction)]);
        for k in 0..16 {
            world.add(dull([0.75 * f64::from(k * 5 % 7) - 2.0, 2.0 + 2.5 * f64::from(k)], 1.0, friction)).unwrap();
        }
        for _ in 0..600 {
            world.step(1.0 / 60.0);
        }
        let bodies: Vec<_> = world.bodies().map(|(_, body)| (body.position, body.radius)).collect();
        for (i, &(p, r)) in bodies.iter().enumerate() {
            assert!(bodies[..i].iter().all(|&(q, s)| discs_apart([p.x, p.y], r, [q.x, q.y], s)));
        }
        let far = bodies.iter().filter(|(at, _)| at.x.abs() > 20.0).count();
        (far, bodies.iter().map(|(at, _)| at.y).fold(0.0, f64::max))
    };
    let ((rough, high), (smooth, low)) = (spread(1.0), spread(0.0));
    assert!(rough == 0 && high > 2.5, "{rough} are far away, {high} high");
    assert!(smooth > 6 && low < high, "{smooth} are far away, {low} high");
}

/// On top of a pillar, and of another that stands: held as far as friction goes, and not beyond.
#[test]
fn on_round_things() {
    for (k, (x, stands)) in
        [(0.0, true), (0.5, true), (-0.5, true), (1.9, false), (-1.9, false)].into_iter().enumerate()
    {
        let pillar = Wall::from(Circle::new([0, 0], 2.0).unwrap()).with_friction(0.5).unwrap();
        let mut world = down([pillar]);
        let y = f64::sqrt(9.0 - x * x) + 1e-9;
        let body = world.add(dull([x, y], 1.0, 0.5)).unwrap();
        run(&mut world, 64, DT);
        assert_eq!(world.is_at_rest(body), stands, "case {k}: {:?}", world.get(body));
    }
}

fn chamber(mirror: Xy, seed: u64) -> World {
    let image = |[x, y]: Xy| [x * mirror[0], y * mirror[1]];
    let rng = &mut Rng::for_case(seed, "rough chambers", 0);
    let ends = [
        ([-8.0, -8.0], [8.0, -8.0]),
        ([8.0, -8.0], [8.0, 8.0]),
        ([8.0, 8.0], [-8.0, 8.0]),
        ([-8.0, 8.0], [-8.0, -8.0]),
    ];
    let mut walls: Vec<Wall> = ends.iter().map(|&(a, b)| rough(image(a), image(b), rng.within(0.0, 1.0))).collect();
    walls.push(rough(image([-8.0, -2.0]), image([2.0, -6.0]), 0.5));
    walls.push(Wall::from(Circle::new(image([4.0, -3.0]), 1.0).unwrap()).with_friction(0.5).unwrap());
    let mut world = falling(walls, image([0.0, -9.8]));
    let lift = Group::new([rough(image([-2.0, 3.0]), image([2.0, 4.0]), 0.75)]);
    world.add_group(lift.velocity(image([0.25, 0.5]))).unwrap();
    for k in 0..30 {
        let at = [-7.0 + 2.0 * f64::from(k % 6), 7.0 - 0.9 * f64::from(k / 6)];
        let thrown = [rng.within(-9.0, 9.0), rng.within(-9.0, 9.0)];
        let body = Body::disc(image(at), 0.25).velocity(image(thrown)).restitution(*rng.pick(&[0.0, 0.5, 1.0]));
        let _ = world.add(body.friction(rng.within(0.0, 1.0)).mass(*rng.pick(&[1.0, 3.0])));
    }
    world
}

/// Chambers full of rough things, also in the mirror, where the same is done bit for bit; every place is judged.
#[test]
fn rough_chambers_and_their_images() {
    for seed in 0..3 {
        for mirror in [[-1.0, 1.0], [1.0, -1.0]] {
            let (mut world, mut image) = (chamber([1.0, 1.0], seed), chamber(mirror, seed));
            for k in 0..200 {
                let frame = judged_step(&mut world, DT, &mut Counts::default()).unwrap();
                assert_eq!(frame.events.len(), image.step(DT).events.len(), "frame {k}");
                for ((id, body), (_, other)) in world.bodies().zip(image.bodies()) {
                    let at = [other.position.x * mirror[0], other.position.y * mirror[1]];
                    let way = [other.velocity.x * mirror[0], other.velocity.y * mirror[1]];
                    assert_eq!(
                        (body.position, body.velocity),
                        (at.into(), way.into()),
                        "seed {seed}, frame {k}: {id:?}"
                    );
                }
            }
        }
    }
}

/// Back to a snapshot, in a clone and in a frame that is looked at: the same bits.
#[test]
fn snapshots_clones_and_looks() {
    let mut world = chamber([1.0, 1.0], 0);
    frames(&mut world, 60, DT);
    let (before, mut clone) = (world.snapshot(), world.clone());
    let hashes: Vec<u64> = (0..60).map(|_| (world.step(DT), world.state_hash()).1).collect();
    world.restore(&before).unwrap();
    let again: Vec<u64> = (0..60).map(|_| (world.step_with(DT, |_| {}), world.state_hash()).1).collect();
    let cloned: Vec<u64> = (0..60).map(|_| (clone.step(DT), clone.state_hash()).1).collect();
    assert!(hashes == again && hashes == cloned);
    let rougher = |id: BodyId| world.get(id).unwrap().friction(0.875);
    let id = world.bodies().next().unwrap().0;
    let mut other = world.clone();
    other.replace(id, rougher(id)).unwrap();
    assert_ne!(world.state_hash(), other.state_hash(), "friction is part of the state");
}

/// In a closed box without anything that drives it, energy never grows, but for what rounding adds. Under gravity a bounce is off by what chords leave open,
/// with or without friction: it comes with v + g·dt/2 at whatever time of the frame.
#[test]
fn energy_never_grows() {
    for seed in 0..4 {
        let rng = &mut Rng::for_case(seed, "energy with friction", 0);
        let walls = boxed([-8.0, -8.0], [8.0, 8.0]);
        let walls = walls.into_iter().map(|wall| wall.with_friction(rng.within(0.0, 2.0)).unwrap());
        let gravity = if seed % 2 == 0 { 0.0 } else { 9.8 };
        let mut world = falling(walls.collect::<Vec<_>>(), [0.0, -gravity]);
        for k in 0..40 {
            let at = [-7.0 + 2.0 * f64::from(k % 8), -7.0 + 3.0 * f64::from(k / 8)];
            let body = Body::disc(at, 0.5).velocity([rng.within(-9.0, 9.0), rng.within(-9.0, 9.0)]);
            let body = body.restitution(rng.within(0.3, 1.0)).friction(rng.within(0.0, 2.0));
            world.add(body.mass(rng.within(0.5, 2.0))).unwrap();
        }
        let (first, mut energy) = (world.energy(), world.energy());
        for k in 0..300 {
            let events = frames(&mut world, 1, DT);
            let now = world.energy();
            let speeds = events.iter().map(|event| {
                let other = event.other.map_or(0.0, |other| other.before.length() + other.after.length());
                event.before.length() + event.after.length() + other + gravity * DT
            });
            // Bodies that lean tell no events; each is off by no more than what gravity gives in a frame.
            let chords = 2.0 * gravity * DT * (speeds.sum::<f64>() + 40.0 * gravity * DT);
            assert!(now <= energy + chords + 1e-9 * first, "seed {seed}, frame {k}: {energy} to {now}, {events:?}");
            energy = now;
        }
        assert!(energy < 0.5 * first, "seed {seed}: {first} to {energy}");
    }
}

#[test]
fn what_is_refused() {
    let mut world = World::default();
    let wrong = world.add(Body::point([0, 0]).friction(-1.0)).unwrap_err();
    assert_eq!(wrong.to_string(), "body friction is -1; expected a finite number, 0 or more");
    assert!(world.add(Body::point([0, 0]).friction(f64::NAN)).is_err());
    let wrong = Wall::from(segment([0.0, 0.0], [1.0, 0.0])).with_friction(f64::INFINITY).unwrap_err();
    assert_eq!(wrong.to_string(), "wall friction is inf; expected a finite number, 0 or more");
    let mut walls = Walls::new([rough([0.0, 0.0], [1.0, 0.0], 0.5)]);
    let id = walls.ids().next().unwrap();
    assert_eq!(walls.get(id).map(|wall| wall.friction()), Some(0.5));
    walls.replace(id, segment([0.0, 0.0], [1.0, 0.0]));
    assert_eq!(walls.get(id).map(|wall| wall.friction()), Some(0.0));
}

/// One that is stopped by hand on a slope that does not hold it goes on.
#[test]
fn stopped_by_hand() {
    let mut world = down([rough([-40.0, -30.0], [40.0, 30.0], 0.25)]);
    let block = world.add(dull(beside([-40.0, -30.0], [40.0, 30.0], 1.0), 1.0, 0.25)).unwrap();
    frames(&mut world, 8, DT);
    world.set_velocity(block, [0.0, 0.0]).unwrap();
    let events = frames(&mut world, 8, DT);
    assert!(velocity(&world, block)[0] < -0.1, "{:?}", velocity(&world, block));
    assert!(events.iter().all(|event| matches!(event.kind, EventKind::Wall(_))));
}

/// Boxes stand on slopes and on each other as discs do: what counts is the edge along which they touch, not where their centres are.
#[test]
fn boxes_are_held_by_edges() {
    for (friction, stands) in [(0.75, true), (next_down(0.75), false)] {
        let mut world = down([rough([-40.0, -30.0], [40.0, 30.0], friction)]);
        let shape = world.add_shape(Mover::aabb(&Aabb::new([-1.0, -1.0], [1.0, 1.0]).unwrap())).unwrap();
        // Its lower right corner is just above the slope.
        let at = [-1.0, 1.0 + 1e-12];
        let block = world.add(Body::shaped(at, shape).restitution(0.0).friction(friction)).unwrap();
        run(&mut world, 64, DT);
        assert_eq!(world.is_at_rest(block), stands, "{friction}: {:?}", velocity(&world, block));
    }
    // The upper one is far to the side of the lower one's middle.
    let mut world = down([rough([-40.0, 0.0], [40.0, 0.0], 0.25)]);
    let shape = world.add_shape(Mover::aabb(&Aabb::new([-1.0, -1.0], [1.0, 1.0]).unwrap())).unwrap();
    let [_, upper] = [[0.0, 1.0 + 1e-12], [1.5, 3.0 + 1e-11]]
        .map(|at| world.add(Body::shaped(at, shape).restitution(0.0).friction(0.25)).unwrap());
    run(&mut world, 64, DT);
    assert!(world.is_at_rest(upper), "{:?}", velocity(&world, upper));
    assert!((position(&world, upper)[0] - 1.5).abs() < 1e-9, "{:?}", position(&world, upper));
}
