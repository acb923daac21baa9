//! Hundreds of discs in one chamber, collision after collision: do they ever overlap, leave, or gain energy?

use crate::{cases, ring, room};
use carom::{Body, FrameEnd, Walls, World};
use carom_oracle::bodies::{Room, discs_apart, inside_chamber};
use carom_oracle::rng::Rng;
use carom_oracle::truth::Xy;

const DISCS: usize = 400;
/// In each of three chambers.
const COLLISIONS: u64 = 70_000;

/// Not convex, with no two edges alike.
const CHAMBER: [Xy; 7] = [[0.0, 0.0], [31.0, 0.0], [33.0, 19.0], [19.0, 20.0], [18.0, 29.0], [9.0, 31.0], [0.0, 27.0]];

fn area() -> f64 {
    let crosses = (0..CHAMBER.len()).map(|i| {
        let ([ax, ay], [bx, by]) = (CHAMBER[i], CHAMBER[(i + 1) % CHAMBER.len()]);
        ax * by - ay * bx
    });
    crosses.sum::<f64>() / 2.0
}

#[test]
fn a_tenth_full() {
    check(0.1);
}

#[test]
fn half_full() {
    check(0.5);
}

#[test]
fn crowded() {
    check(0.7);
}

fn check(share: f64) {
    let (mut world, radius) = filled(share, DISCS, Chamber::default());
    let (room, rings) = (room(world.walls()), [CHAMBER.to_vec()]);
    let (energy, wanted) = (world.energy(), cases(COLLISIONS));
    assert_state(&world, &room, radius, share);
    let (mut steps, mut events, mut busiest) = (0u64, 0u64, 0u64);
    // The time between two collisions anywhere, as found on the way: most steps should have no more than two.
    let mut dt = 1e-4;
    while world.tally().collisions < wanted {
        let mut in_step = 0;
        let mut end = world.advance(dt, |_| in_step += 1);
        while let FrameEnd::EventLimit { remaining } = end {
            end = world.advance(remaining, |_| in_step += 1);
        }
        assert_eq!(end, FrameEnd::Completed, "share {share}");
        steps += 1;
        events += in_step;
        busiest = busiest.max(in_step);
        dt *= if 2 < in_step { 0.9 } else { 1.02 };
        assert_state(&world, &room, radius, share);
        assert!(steps < 50 * wanted, "share {share}: {steps} steps for {:?}", world.tally());
    }
    for (id, body) in world.bodies() {
        let at = body.position;
        assert!(inside_chamber([at.x, at.y], &rings), "share {share}: {id:?} is at {at:?}");
    }
    let drift = world.energy() / energy - 1.0;
    assert!(drift.abs() < 1e-11, "share {share}: the energy is off by {drift:e} after {:?}", world.tally());
    println!("share {share}: {steps} steps, {events} events, at most {busiest} in one, energy off by {drift:e}");
}

/// Where there are discs alone, two that meet are seen to in one go; a sensor that sees nobody is enough for it not to be so. The bits are the same.
#[test]
fn beside_a_sensor_that_sees_nobody_all_is_the_same() {
    let mut collisions = 0;
    for share in [0.1, 0.5, 0.7] {
        let (world, _) = filled(share, DISCS / 2, Chamber::default());
        let discs: Vec<Body> = world.bodies().map(|(_, body)| *body).collect();
        let mut worlds = [false, true].map(|has_sensor| {
            let mut world = World::new(Walls::new(ring(&CHAMBER)));
            for (k, disc) in (0_u32..).zip(&discs) {
                let disc = disc.mass(f64::from(1 + k / 40)).restitution(if k % 50 == 7 { 0.9 } else { 1.0 });
                world.add(disc).expect("a place of its own");
            }
            if has_sensor {
                world
                    .add(Body::disc([5.0, 5.0], 1e-3).layers(0).mask(0).sensor())
                    .expect("sensors are in nobody's way");
            }
            world
        });
        for _ in 0..cases(600) {
            for world in &mut worlds {
                assert_eq!(world.advance(0.05, |_| {}), FrameEnd::Completed, "share {share}");
            }
            let [alone, beside] = &worlds;
            for ((id, body), (_, other)) in alone.bodies().zip(beside.bodies()) {
                let bits = |body: &Body| {
                    [body.position.x, body.position.y, body.velocity.x, body.velocity.y].map(f64::to_bits)
                };
                assert_eq!(bits(body), bits(other), "share {share}: {id:?} at {}: {body:?}, {other:?}", alone.time());
            }
        }
        assert_eq!(worlds[0].tally(), worlds[1].tally(), "share {share}");
        collisions += worlds[0].tally().collisions;
    }
    assert!(cases(60_000) < collisions, "{collisions} collisions");
}

/// How large the chamber is and how far away, seen from the plain one.
#[derive(Clone, Copy)]
pub(crate) struct Chamber {
    pub(crate) scale: f64,
    pub(crate) offset: f64,
}

impl Default for Chamber {
    fn default() -> Chamber {
        Chamber { scale: 1.0, offset: 0.0 }
    }
}

impl Chamber {
    fn place(self, p: Xy) -> Xy {
        p.map(|x| x * self.scale + self.offset)
    }
}

/// Discs on a lattice, as wide apart as they all fit, with random velocities; and their radius.
pub(crate) fn filled(share: f64, count: usize, chamber: Chamber) -> (World, f64) {
    let radius = (share * area() / (count as f64 * std::f64::consts::PI)).sqrt();
    let room = room(&Walls::new(ring(&CHAMBER)));
    let gaps = (0..200).rev().map(|k| 2.0 * radius * (1.0 + 1e-9 + f64::from(k) / 50.0));
    let mut places =
        gaps.map(|gap| lattice(&room, radius, gap)).find(|places| count <= places.len()).expect("they fit");
    let rng = &mut Rng::for_case(0, "gas", (100.0 * share) as u64);
    rng.shuffle(&mut places);
    let mut world = World::new(Walls::new(ring(&CHAMBER.map(|vertex| chamber.place(vertex)))));
    // The lattice has room for rounding, but not for that of places far away.
    let radius = radius * chamber.scale * if chamber.offset == 0.0 { 1.0 } else { 1.0 - 1e-6 };
    for &place in &places[..count] {
        let velocity = [rng.within(-10.0, 10.0), rng.within(-10.0, 10.0)].map(|v| v * chamber.scale);
        world.add(Body::disc(chamber.place(place), radius).velocity(velocity)).expect("a place of its own");
    }
    (world, radius)
}

/// The points of a triangular lattice with room for a disc.
fn lattice(room: &Room, radius: f64, gap: f64) -> Vec<Xy> {
    let row = gap * 0.75f64.sqrt() * (1.0 + 1e-12);
    let rows = (0..).map(|k| (k, radius * (1.0 + 1e-9) + f64::from(k) * row)).take_while(|&(_, y)| y < 31.0);
    let places = rows.flat_map(|(k, y)| {
        let first = radius * (1.0 + 1e-9) + if k % 2 == 0 { 0.0 } else { gap / 2.0 };
        (0..).map(move |i| [first + f64::from(i) * gap, y]).take_while(|p| p[0] < 33.0)
    });
    places.filter(|&p| inside_chamber(p, &[CHAMBER.to_vec()]) && room.blocks(p, p, radius).is_none()).collect()
}

/// Nothing overlaps: each disc is compared with those in its own cell of a grid and the cells around it.
fn assert_state(world: &World, room: &Room, radius: f64, share: f64) {
    // Discs whose cells are not neighbours are more than a cell apart.
    let cell = 2.0 * radius * (1.0 + 1e-9);
    let across = (34.0 / cell) as usize + 3;
    let mut first = vec![u16::MAX; across * across];
    let (mut next, mut places) = ([u16::MAX; DISCS], [[0.0; 2]; DISCS]);
    for (i, (id, body)) in world.bodies().enumerate() {
        let at = [body.position.x, body.position.y];
        assert!(room.blocks(at, at, radius).is_none(), "share {share}: {id:?} at {at:?} is in a wall");
        places[i] = at;
        let [x, y] = at.map(|value| (value / cell) as usize + 1);
        for near in [y - 1, y, y + 1].into_iter().flat_map(|y| [x - 1, x, x + 1].map(|x| y * across + x)) {
            let mut other = first[near];
            while let Some(&place) = places.get(usize::from(other)) {
                let apart = discs_apart(at, radius, place, radius);
                assert!(apart, "share {share}: discs at {at:?} and {place:?} overlap at {}", world.time());
                other = next[usize::from(other)];
            }
        }
        let own = y * across + x;
        next[i] = first[own];
        first[own] = i as u16;
    }
    assert_eq!(world.len(), DISCS);
}
