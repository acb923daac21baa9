//! Faults that were found once, each with its numbers: ghosts in sensors, momentum through walls, numbers too large or too small,
//! speed that came or went in corners, and bodies that never came to rest.

use crate::{DT, assert_near, boxed, cases, frames, meets_wall, no_walls, position, segment, speed, velocity};
use carom::{
    Body, BodyId, Circle, Event, EventKind, FrameEnd, Limits, Settings, Side, Sweep, Vec2, Wall, WallId, Walls, World,
};
use carom_oracle::bodies::{Room, inside_chamber};
use carom_oracle::dyadic::{Dyadic, exact};
use carom_oracle::polygons;
use carom_oracle::rng::Rng;
use carom_oracle::round::{next_down, next_up};
use carom_oracle::truth::Xy;
use std::cmp::Ordering;

/// The times at which something enters a sensor in one step.
fn entries(walls: Vec<Wall>, sensor: Body, body: Body, dt: f64) -> Vec<f64> {
    let mut world = World::new(Walls::new(walls));
    world.add(sensor.sensor()).unwrap();
    world.add(body).unwrap();
    let enters = |event: &Event| matches!(event.kind, EventKind::Enters(_)).then_some(event.time);
    world.step(dt).events.iter().filter_map(enters).collect()
}

#[test]
fn sensors_tell_exact_times() {
    let unit = |x: f64, v: f64| Body::disc([x, 0.0], 1.0).velocity([v, 0.0]);
    let wall = vec![segment([0.0, -5.0], [0.0, 5.0]).into()];
    // They overlap while (20 − 2t)² < 4 − y² = 2⁻⁵⁰ − 2⁻¹⁰⁴, from a little after 10 − 2⁻²⁶ on.
    let grazing =
        [Body::disc([-10.0, 0.0], 1.0).velocity([1.0, 0.0]), unit(10.0, -1.0).position([10.0, next_down(2.0)])];
    let none = Vec::new;
    let told = [
        ("the frame ends 1e-14 s before", entries(none(), unit(0.0, 0.0), unit(3.0, -1.0), 1.0 - 1e-14), vec![]),
        ("behind a wall, 3e-14 away", entries(wall, unit(1.0 + 3e-14, 0.0), unit(-3.0, 1.0), 4.0), vec![]),
        ("grazing", entries(none(), grazing[0], grazing[1], 23.0), vec![10.0 - 2f64.powi(-26)]),
        ("head on", entries(none(), unit(0.0, 0.0), unit(11.0, -1.0), 10.0), vec![9.0]),
    ];
    for (name, got, expected) in told {
        assert_eq!(got, expected, "{name}");
    }
}

/// A disc comes to a wall, and behind the wall another one rests against it: the wall comes first.
#[test]
fn no_momentum_through_a_wall() {
    for k in 0..400_u32 {
        let (sin, cos) = if k == 0 { (0.0, 1.0) } else { (f64::from(k) * 0.0157).sin_cos() };
        // The normal, and with it a way along the wall.
        let place = |n: f64, along: f64| [n * cos - along * sin, n * sin + along * cos];
        let mut world = World::new(Walls::new([segment(place(0.0, -5.0), place(0.0, 5.0))]));
        let mut gap = f64::from(k % 50) * 1e-15;
        let resting = loop {
            // Rounding may have put it into the wall.
            match world.add(Body::disc(place(1.0 + gap, 0.0), 1.0)) {
                Ok(id) => break id,
                Err(_) => gap += 1e-16,
            }
        };
        let at = position(&world, resting);
        let coming = world.add(Body::disc(place(-3.0, 0.0), 1.0).velocity(place(1.0, 0.0))).unwrap();
        let events = frames(&mut world, 1, 4.0);
        let name = format!("wall {k}, gap {gap:e}");
        assert!(events.len() == 1 && meets_wall(&events[0]), "{name}: {events:?}");
        assert!((events[0].time - 2.0).abs() < 1e-12, "{name}: {events:?}");
        assert_eq!((position(&world, resting), velocity(&world, resting)), (at, [0.0, 0.0]), "{name}");
        assert_near(velocity(&world, coming), place(-1.0, 0.0), if k == 0 { 0.0 } else { 1e-12 }, &name);
    }
}

/// The one behind the wall was laid there by the world itself, and the other is fast.
#[test]
fn no_fast_momentum_through_a_wall() {
    let mut world = World::new(Walls::new([segment([0.0, -5.0], [0.0, 5.0])]));
    let resting = world.add(Body::disc([4.0, 0.0], 1.0).velocity([-3.0, 0.0]).restitution(0.0)).unwrap();
    frames(&mut world, 1, 2.0);
    let coming = world.add(Body::disc([-1.5, 0.0], 1.0).velocity([1e4, 0.0])).unwrap();
    frames(&mut world, 1, DT);
    assert_eq!((velocity(&world, coming), velocity(&world, resting)), ([-1e4, 0.0], [0.0, 0.0]));
}

fn is_less(a: &Dyadic, b: &Dyadic) -> bool {
    (a.clone() - b.clone()).sign() == Ordering::Less
}

/// Squares of distances overflow: a disc flies by (1, 1) toward another, which it just hits or just misses.
#[test]
fn meetings_near_1e159() {
    let (speed, mut hits) = (1e8, 0);
    let radius = 1.3407e154 / speed / 2f64.sqrt() / 2.0;
    let count = 2 * cases(10_000);
    for case in 0..count {
        let rng = &mut Rng::for_case(0, "huge meetings", case);
        let x = 4e159 * rng.within(1.0, 2.0);
        let ulp = next_up(x) - x;
        let aside = (1.3408e154 / speed / ulp).floor() + rng.between(-2, 3) as f64;
        let (from, to) = ([x, x + aside * ulp], [0, 1].map(|_| rng.within(-0.5, 0.5) * ulp));
        // The line through the centre of one, along (1, 1), is |cross| / √2 away from the other's.
        let cross = exact(from[0]) - exact(to[0]) - (exact(from[1]) - exact(to[1]));
        let reach = exact(radius) + exact(radius);
        let meets = is_less(&cross.squared(), &(reach.squared() * exact(2.0)));
        let mut world = World::new(no_walls());
        world.add(Body::disc(from, radius).velocity([-speed, -speed])).unwrap();
        world.add(Body::disc(to, radius)).unwrap();
        let events = world.step((x + x) / speed).events;
        assert_eq!(events.len(), usize::from(meets), "case {case}: {from:?}, {to:?}: {events:?}");
        hits += u64::from(meets);
    }
    assert!(0 < hits && hits < count, "{hits} of {count} meet");
}

/// The squared distance of two discs overflows, the square of what their radii are together does not: which of them overlap?
#[test]
fn overlaps_near_1e153() {
    let big = 2f64.powi(512);
    let (mut tried, mut overlapping) = (0, 0);
    for case in 0..cases(500_000) {
        let rng = &mut Rng::for_case(0, "huge overlaps", case);
        let (sin, cos) = (rng.unit() * std::f64::consts::FRAC_PI_2).sin_cos();
        let first = [0, 1].map(|_| -big * rng.within(0.0, 0.4));
        let apart = *rng.pick(&[big, next_down(big), next_down(next_down(big))]);
        let second = [first[0] + apart * cos, first[1] + apart * sin];
        // Together they are less than 2⁵¹² by so little that the sum rounds to the number below it.
        let radius = big * rng.within(0.88, 0.95);
        let other = (big - radius) - 2f64.powi(458) * *rng.pick(&[1.25, 1.5, 2.0, 3.0]);
        let [dx, dy] = [second[0] - first[0], second[1] - first[1]];
        if (dx * dx + dy * dy).is_finite() || ((radius + other) * (radius + other)).is_infinite() {
            continue;
        }
        tried += 1;
        let [dx, dy] = [0, 1].map(|axis| (exact(second[axis]) - exact(first[axis])).squared());
        let overlap = is_less(&(dx + dy), &(exact(radius) + exact(other)).squared());
        let mut world = World::new(no_walls());
        world.add(Body::disc(first, radius)).unwrap();
        let added = world.add(Body::disc(second, other));
        assert_eq!(added.is_err(), overlap, "case {case}: {first:?}, {radius:e} and {second:?}, {other:e}");
        overlapping += u32::from(overlap);
    }
    assert!(0 < overlapping && overlapping < tried, "{overlapping} of {tried} overlap");
}

/// A disc that keeps nothing of its speed into walls goes into a corner: it stops, as a path does.
#[test]
fn nothing_bounces_out_of_a_corner_without_restitution() {
    let walls = Walls::new([segment([0.0, 0.0], [9.0, 0.0]), segment([0.0, 9.0], [0.0, 0.0])]);
    let sweep = Sweep::disc([3.0, 3.0], [2.0, 2.0], 1.0).unwrap();
    let path = walls.bounce(&sweep, Limits { restitution: 0.0, ..Limits::time(4.0) });
    let mut world = World::new(walls);
    let body = world.add(Body::disc([3.0, 3.0], 1.0).velocity([-1.0, -1.0]).restitution(0.0)).unwrap();
    frames(&mut world, 1, 4.0);
    assert_eq!((velocity(&world, body), path.velocity), ([0.0, 0.0], Vec2::default()));
}

/// The speed that is left of 200 after a second in a wedge.
fn left_in_a_wedge(ends: [Xy; 2], at: Xy, restitution: f64) -> f64 {
    let mut world = World::new(Walls::new(ends.map(|end| segment(end, [0.0, 0.0]))));
    let body = world.add(Body::disc(at, 0.3).velocity([0.0, -200.0]).restitution(restitution)).unwrap();
    frames(&mut world, 60, DT);
    speed(&world, body)
}

#[test]
fn nothing_bounces_out_of_a_wedge_without_restitution() {
    let left = left_in_a_wedge([[-4.0, 8.0], [0.0, 8.0]], [-0.45, 6.0], 0.0);
    assert!(left < 1.0, "{left} of 200");
}

#[test]
fn more_restitution_leaves_more_speed() {
    for ends in
        [[[-4.0, 8.0], [0.0, 8.0]], [[-4.0, 8.0], [4.0, 8.0]], [[-8.0, 8.0], [8.0, 8.0]], [[-2.0, 8.0], [2.0, 8.0]]]
    {
        for x in [-0.45, -0.375] {
            let left = [0.0, 0.25, 0.5, 0.75, 1.0].map(|e| left_in_a_wedge(ends, [x, 6.0], e));
            assert!(left.is_sorted(), "between {ends:?} from {x}: {left:?}");
            assert!((left[4] - 200.0).abs() < 1e-9, "between {ends:?} from {x}: {left:?}");
        }
    }
}

/// Whether elastic bodies have kept their energy, or were held where there is no number for their places.
#[track_caller]
fn assert_kept(world: &World, energy: f64, name: &str) {
    let drift = world.energy() / energy - 1.0;
    let held = world.tally().held;
    assert!(drift.abs() < 1e-9 || 0 < held, "{name}: the energy is off by {drift:e}, {held} held");
    assert_eq!(world.tally().lost, 0.0, "{name}");
}

#[test]
fn a_box_that_fits_exactly() {
    let pairs = [
        (1.0, 1.0, [1.0, 0.3], [-1.0, 0.2]),
        (1.0, 100.0, [1.0, 0.3], [-1.0, 0.2]),
        (1e6, 1.0, [3.0, 1.0], [0.0, 0.0]),
    ];
    for (first, second, v, w) in pairs {
        for gap in [0.0, 1e-16, 2.3e-16, 1e-15, 1e-12, 1e-6] {
            let mut world = World::new(Walls::new(boxed([0.0, 0.0], [2.0 + gap, 1.0 + gap])));
            world.add(Body::disc([0.5, 0.5], 0.5).velocity(v).mass(first)).unwrap();
            world.add(Body::disc([1.5, 0.5], 0.5).velocity(w).mass(second)).unwrap();
            let (energy, name) = (world.energy(), format!("masses {first:e} and {second:e}, {gap:e} larger"));
            for _ in 0..2 {
                let frame = world.step(DT);
                // Where there is no room to move in, nobody moves; where there is little, there are more bounces than are allowed.
                assert!(1e-16 < gap || frame.end == FrameEnd::Completed, "{name}: {:?}", frame.end);
            }
            assert_kept(&world, energy, &name);
        }
    }
}

/// A heavy disc presses a light one against a wall. To turn it round takes more events than there is time for here, so one run
/// begins when the light one already has half of the energy.
#[test]
fn a_light_disc_under_a_heavy_one() {
    for mass in [1e12_f64, 1e16, 1e20, 1e24] {
        let light = mass.sqrt();
        for (gap, speed, dt) in [(1.5, 0.0, 0.1), (1.0 / light, light, 1e3 / mass)] {
            let settings = Settings { max_events: 2_000, ..Settings::default() };
            let wall = Walls::new([segment([0.0, -10.0], [0.0, 10.0])]);
            let mut world = World::with(wall, settings).unwrap();
            let at = 0.25 + gap / 2.0;
            world.add(Body::disc([at, 0.0], 0.25).velocity([speed, 0.0])).unwrap();
            world.add(Body::disc([1.5 + gap, 0.0], 1.0).mass(mass).velocity([-1.0, 0.0])).unwrap();
            let energy = world.energy();
            for _ in 0..14 {
                world.step(dt);
            }
            assert_kept(&world, energy, &format!("mass {mass:e}, gap {gap:e}"));
            assert!(0 < world.tally().collisions, "mass {mass:e}, gap {gap:e}: {:?}", world.tally());
        }
    }
}

/// What two discs that fly toward each other have after they met.
fn after_meeting(masses: [f64; 2]) -> [Xy; 2] {
    let mut world = World::new(no_walls());
    let thrown = [([0.0, 0.0], 1.0, masses[0]), ([4.0, 0.0], -1.0, masses[1])];
    let ids = thrown.map(|(at, v, mass)| world.add(Body::disc(at, 1.0).velocity([v, 0.0]).mass(mass)).unwrap());
    assert_eq!(frames(&mut world, 1, 4.0).len(), 1, "{masses:?}");
    ids.map(|id| velocity(&world, id))
}

/// Masses count by their ratio, down to the least ones and up to the largest.
#[test]
fn masses_without_bounds() {
    let least = 5e-324;
    for parts in [[1.0, 1.0], [1.0, 3.0], [2.0, 1.0], [5.0, 7.0]] {
        let expected = after_meeting(parts);
        for unit in [least, 2f64.powi(-1030), 2f64.powi(1020)] {
            let masses = parts.map(|part| part * unit);
            for (got, expected) in after_meeting(masses).into_iter().zip(expected) {
                assert_near(got, expected, 1e-12, &format!("masses {masses:?}"));
            }
        }
    }
}

/// Energies overflow; what is lost is told as large as numbers go.
#[test]
fn what_is_lost_is_finite() {
    for restitution in [1.0, 0.5, 0.0] {
        let size = 1e156;
        let mut world = World::new(Walls::new(boxed([0.0, 0.0], [size, size])));
        for (x, v) in [(0.25, 0.75), (0.75, -0.5)] {
            let body = Body::disc([x * size, 0.5 * size], 0.1 * size).velocity([v * size, 0.25 * size]);
            world.add(body.restitution(restitution)).unwrap();
        }
        for frame in 0..100 {
            world.step(0.1);
            let lost = world.tally().lost;
            assert!(lost.is_finite() && 0.0 <= lost, "restitution {restitution}, frame {frame}: {lost}");
            assert!(restitution < 1.0 || lost == 0.0, "frame {frame}: {lost}");
        }
        assert!(restitution == 1.0 || 0.0 < world.tally().lost, "restitution {restitution}");
    }
}

/// Walls and bodies that fall on them, each with half the restitution.
fn fallen(walls: Vec<Wall>, gravity: Xy, bodies: &[(Xy, Xy)]) -> (World, Vec<BodyId>) {
    let settings = Settings { gravity: gravity.into(), ..Settings::default() };
    let mut world = World::with(Walls::new(walls), settings).unwrap();
    let add = |&(at, velocity): &(Xy, Xy)| world.add(Body::disc(at, 1.0).velocity(velocity).restitution(0.5)).unwrap();
    let ids = bodies.iter().map(add).collect();
    frames(&mut world, 600, DT);
    (world, ids)
}

const DOWN: Xy = [0.0, -9.8];

fn floor() -> Wall {
    segment([-9.0, 0.0], [9.0, 0.0]).into()
}

/// Bodies that lose speed come to rest: no velocity, no events, the same place bit for bit.
#[track_caller]
fn check_rest(name: &str, walls: Vec<Wall>, gravity: Xy, bodies: &[(Xy, Xy)]) {
    let (mut world, ids) = fallen(walls, gravity, bodies);
    let places = |world: &World| -> Vec<Xy> { ids.iter().map(|&id| position(world, id)).collect() };
    let before = places(&world);
    for &id in &ids {
        assert!(world.is_at_rest(id), "{name}: {:?}", world.get(id));
        assert_eq!(velocity(&world, id), [0.0, 0.0], "{name}");
    }
    let events = frames(&mut world, 100, DT);
    assert!(events.is_empty(), "{name}: {events:?}");
    assert_eq!(places(&world), before, "{name}");
}

#[test]
fn rest_on_a_floor() {
    check_rest("straight down", vec![floor()], DOWN, &[([0.0, 3.0], [0.0, 0.0])]);
}

#[test]
fn rest_in_a_corner() {
    let walls = vec![floor(), segment([-9.0, 9.0], [-9.0, 0.0]).into()];
    check_rest("a corner", walls, [-3.0, -9.8], &[([-7.5, 3.0], [-3.0, 0.0])]);
}

#[test]
fn rest_between_two_slopes() {
    let walls = |x: f64| vec![segment([-x, 4.0], [0.0, 0.0]).into(), segment([0.0, 0.0], [4.0, 4.0]).into()];
    check_rest("a V", walls(4.0), DOWN, &[([0.5, 5.0], [0.0, 0.0])]);
    check_rest("a V of two slopes", walls(2.0), DOWN, &[([0.25, 5.0], [0.0, 0.0])]);
}

#[test]
fn rest_on_top_of_a_pillar() {
    let pillar = Circle::new([0.0, 0.0], 2.0).unwrap();
    check_rest("a pillar", vec![pillar.into()], DOWN, &[([0.0, 5.0], [0.0, 0.0])]);
}

#[test]
fn rest_on_a_disc_on_the_floor() {
    check_rest("two discs", vec![floor()], DOWN, &[([0.0, 1.5], [0.0, 0.0]), ([0.0, 4.0], [0.0, 0.0])]);
}

#[test]
fn a_hit_wakes() {
    let (mut world, ids) = fallen(vec![floor()], DOWN, &[([0.0, 3.0], [0.0, 0.0])]);
    world.add(Body::disc([-4.0, 2.0], 1.0).velocity([20.0, 0.0])).unwrap();
    frames(&mut world, 30, DT);
    assert!(1.0 < velocity(&world, ids[0])[0], "{:?}", world.get(ids[0]));
}

#[test]
fn a_floor_that_goes_wakes() {
    let bodies = [([0.0, 1.5], [0.0, 0.0]), ([0.0, 4.0], [0.0, 0.0])];
    let (mut world, ids) = fallen(vec![floor()], DOWN, &bodies);
    let id: WallId = world.walls().ids().next().unwrap();
    world.remove_wall(id).unwrap();
    frames(&mut world, 60, DT);
    for id in ids {
        assert!(!world.is_at_rest(id));
        assert!((velocity(&world, id)[1] + 9.8).abs() < 1e-6, "{:?}", world.get(id));
    }
}

#[test]
fn another_gravity_wakes() {
    let (mut world, ids) = fallen(vec![floor()], DOWN, &[([0.0, 3.0], [0.0, 0.0])]);
    world.set_settings(Settings { gravity: Vec2::new(2.0, -9.8), ..*world.settings() }).unwrap();
    frames(&mut world, 60, DT);
    assert!((velocity(&world, ids[0])[0] - 2.0).abs() < 1e-6, "{:?}", world.get(ids[0]));
}

/// A second is a second, however it is cut into frames.
#[test]
fn frames_of_any_length() {
    for restitution in [1.0, 0.5] {
        let run = |count: u32| {
            let mut world = World::new(Walls::new(boxed([0.0, 0.0], [10.0, 7.0])));
            let body = Body::disc([3.0, 3.0], 1.0).velocity([50.0, 31.0]).restitution(restitution);
            let body = world.add(body).unwrap();
            frames(&mut world, count.into(), 1.0 / f64::from(count));
            (position(&world, body), velocity(&world, body))
        };
        let (at, v) = run(1);
        for count in [7, 60, 240] {
            let name = format!("restitution {restitution}, {count} frames");
            let (other_at, other_v) = run(count);
            assert_near(other_at, at, 1e-9, &name);
            assert_near(other_v, v, 1e-9, &name);
        }
    }
}

/// One body in a world goes the way of a bounce path.
#[test]
fn one_body_is_a_path() {
    let mut events = 0;
    for case in 0..cases(15_000) {
        let rng = &mut Rng::for_case(0, "one body", case);
        let n = 4 + rng.below(8);
        let rings = [polygons::star(rng, n, 0.4)];
        let radius = *rng.pick(&[0.0, 0.02, 0.05]);
        let (at, v) = ([0, 1].map(|_| rng.within(-0.5, 0.5)), [0, 1].map(|_| rng.within(-4.0, 4.0)));
        if !inside_chamber(at, &rings) || Room::of_rings(&rings).blocks(at, at, radius).is_some() {
            continue;
        }
        for restitution in [0.0, 0.5, 1.0] {
            let walls = Walls::new(crate::ring(&rings[0]));
            let sweep = Sweep::disc(at, [at[0] + v[0], at[1] + v[1]], radius).unwrap();
            let path = walls.bounce(&sweep, Limits { restitution, ..Limits::default() });
            let mut world = World::new(walls);
            let body = world.add(Body::disc(at, radius).velocity(v).restitution(restitution)).unwrap();
            let frame = world.step(1.0);
            let name = format!("case {case}, restitution {restitution}");
            assert_eq!(frame.end, FrameEnd::Completed, "{name}");
            let met: Vec<EventKind> = frame.events.iter().map(|event| event.kind).collect();
            let bounced: Vec<EventKind> = path.bounces.iter().map(|bounce| EventKind::Wall(bounce.wall)).collect();
            assert_eq!(met, bounced, "{name}: {at:?}, {v:?}");
            for (event, bounce) in frame.events.iter().zip(&path.bounces) {
                assert_near(event.after.into(), bounce.after.into(), 1e-9, &name);
            }
            assert_near(velocity(&world, body), path.velocity.into(), 1e-9, &name);
            events += met.len();
        }
    }
    assert!(cases(15_000) as usize <= events, "only {events} events");
}

/// A wall of one side is no place for what is in front of it, and is one for what is on its way through from behind.
#[test]
fn walls_of_one_side_at_the_door() {
    let platform = Wall::from(segment([-5.0, 0.0], [5.0, 0.0])).with_side(Side::Left);
    let fits = |y: f64, radius: f64| World::new(Walls::new([platform])).add(Body::disc([0.0, y], radius)).is_ok();
    let places = [
        ("in front of it", 1.5, 1.0, true),
        ("touching it from the front", 1.0, 1.0, true),
        ("in it from the front", next_down(1.0), 1.0, false),
        ("on its line", 0.0, 1.0, false),
        ("a point on it", 0.0, 0.0, false),
        ("in it from behind", -5e-324, 1.0, true),
        ("behind it", -1.5, 1.0, true),
    ];
    for (name, y, radius, expected) in places {
        assert_eq!(fits(y, radius), expected, "{name}");
    }
}

#[test]
fn on_the_way_through_a_wall_of_one_side() {
    let platform = Wall::from(segment([-5.0, 0.0], [5.0, 0.0])).with_side(Side::Left);
    let mut world = World::new(Walls::new([platform]));
    let id = world.add(Body::disc([0.0, -2.0], 1.0).velocity([0.0, 1.0])).unwrap();
    for _ in 0..10 {
        assert!(frames(&mut world, 1, 0.25).is_empty());
        let body = *world.get(id).unwrap();
        world.replace(id, body.velocity([0.25, 1.0])).unwrap();
    }
    assert_near(position(&world, id), [0.5625, 0.5], 1e-12, "in front of it");
    // Where it is it may be; that another is put there is another matter.
    let body = *world.get(id).unwrap();
    assert!(world.replace(id, body.position([0.5, 0.5])).is_err());
    frames(&mut world, 10, 0.25);
    world.replace(id, world.get(id).unwrap().velocity([0.0, -1.0])).unwrap();
    frames(&mut world, 10, 0.5);
    assert!(1.0 <= position(&world, id)[1], "{:?} came back through it", world.get(id));
}

#[test]
fn a_wall_of_one_side_is_put_over_nobody() {
    let platform = |y: f64| Wall::from(segment([-5.0, y], [5.0, y])).with_side(Side::Left);
    for (name, y, radius, expected) in [
        ("below a disc", -1.0, 1.0, true),
        ("in a disc from its front", next_up(-1.0), 1.0, false),
        ("through a disc's middle", 0.0, 1.0, false),
        ("over a point", 0.0, 0.0, false),
        ("in a disc from behind", 5e-324, 1.0, true),
    ] {
        let mut world = World::new(Walls::new([segment([-5.0, -9.0], [5.0, -9.0])]));
        let wall = world.walls().ids().next().unwrap();
        world.add(Body::disc([0.0, 0.0], radius)).unwrap();
        let snapshot = world.snapshot();
        let mut others = World::new(Walls::new([platform(y)]));
        assert_eq!(others.restore(&snapshot).is_ok(), expected, "restored with a wall {name}");
        assert_eq!(world.add_wall(platform(y)).is_ok(), expected, "a new wall {name}");
        assert_eq!(world.replace_wall(wall, platform(y)).is_ok(), expected, "another wall {name}");
    }
}

/// A body on its way through a platform goes on when the platform moves, or the world comes back to then.
#[test]
fn a_platform_moves_while_a_body_goes_through_it() {
    let platform = |y: f64| Wall::from(segment([-5.0, y], [5.0, y])).with_side(Side::Left);
    let mut world = World::new(Walls::new([platform(0.0)]));
    let wall = world.walls().ids().next().unwrap();
    let id = world.add(Body::disc([0.0, -2.0], 1.0).velocity([0.0, 1.0])).unwrap();
    world.step(2.5);
    let half_through = world.snapshot();
    world.replace_wall(wall, platform(0.125)).unwrap();
    assert!(frames(&mut world, 2, 1.0).is_empty());
    assert!(world.restore(&half_through).is_err(), "it is not on its way through the wall of now");
    world.replace_wall(wall, platform(0.0)).unwrap();
    world.restore(&half_through).unwrap();
    assert!(frames(&mut world, 2, 1.0).is_empty());
    assert_near(position(&world, id), [0.0, 2.5], 1e-12, "above it");
}
