//! How many collisions of many discs does a second hold?

use crate::moves::Ends;
use crate::race::{Effort, Runner, race};
use crate::rng::Rng;
use crate::sweep::every;
use crate::table::{Table, Target};
use carom::{Body, Location, Polygon, Segment, Walls, World, compare_distance_to_segment};
use carom_oracle::truth;
use std::cmp::Ordering;
use std::f64::consts::PI;

const RADIUS: f64 = 0.5;

/// How many discs, and how that is written.
type Size = (usize, &'static str);

const TEN_THOUSAND: Size = (10_000, "10,000 discs");
const HUNDRED_THOUSAND: Size = (100_000, "100,000 discs");

const MILLION_A_SECOND: Target = Target::Nanoseconds(1000.0);
const GROWTH: Target = Target::AtMostOf(2.0, HUNDRED_THOUSAND.1, TEN_THOUSAND.1);

/// Collisions of each disc before anything is timed: the lattice is forgotten by then.
const WARM_UP: usize = 10;
/// Collisions of each disc in a lap.
const LAP: usize = 20;

/// How many collisions the energy has to survive.
const LONG: u64 = 10_000_000;
const DRIFT: f64 = 1e-10;

pub fn run(effort: Effort) -> Table {
    let mut table = Table::new(
        "gas",
        "How long does one collision of two discs take? Equal elastic discs in an L-shaped room, one thread.\n\
         The share of the room that they fill is given; they start on a triangular lattice with random velocities, \
         and are timed when each has collided ten times.\n\
         The time of one collision, with everything that belongs to it, bounces off the walls too: World::advance, \
         whose events nobody looks at; in brackets, how many times as long as with 10,000 discs.\n\
         The second table: how far the energy is off, of 1, after all collisions from the start.\n\
         There is no peer in Rust. For scale: Smallenburg's public code for hard spheres (3D, plain floating point, \
         overlaps tolerated) made 1.07 million collisions a second with 4,000 spheres, and 0.55 million with 32,000.",
    );
    let head = ["", "collisions", "energy off by", "collisions a second", "target"];
    table.push_tally(head.map(str::to_string).to_vec());
    ask(&mut table, 0.5, &[TEN_THOUSAND, HUNDRED_THOUSAND], &[MILLION_A_SECOND, GROWTH], LONG, effort);
    ask(&mut table, 0.1, &[TEN_THOUSAND], &[], 0, effort);
    ask(&mut table, 0.7, &[TEN_THOUSAND], &[], 0, effort);
    table
}

/// At least so many collisions are made among the discs of the first size.
fn ask(table: &mut Table, filled: f64, sizes: &[Size], targets: &[Target], collisions: u64, effort: Effort) {
    let mut gases = every(sizes, |(count, name)| (*name, Gas::new(*count, filled)));
    let runners = gases.iter_mut().map(|(name, gas)| Runner::new(name, || gas.lap()));
    let laps = race(runners.collect(), 1, effort);
    let times: Vec<(&'static str, f64)> =
        laps.iter().zip(&gases).map(|((name, time), (_, gas))| (*name, time / gas.collisions_a_lap())).collect();
    while gases[0].1.world.tally().collisions < collisions / effort.one_in as u64 {
        gases[0].1.lap();
    }

    let input = format!("{filled} filled");
    for ((name, gas), (_, time)) in gases.iter().zip(&times) {
        let input = format!("{input}, {name}");
        table.must_agree(
            &input,
            "carom-oracle: clear of the walls and of each other",
            &gas.is_clear(),
            &vec![true; gas.len()],
        );
        let off = gas.world.energy() / gas.energy - 1.0;
        let aim = table.aim(&input, off.abs() < DRIFT, format!("energy off by {off:.0e}, less than {DRIFT:e}"));
        let cells =
            [gas.world.tally().collisions.to_string(), format!("{off:.1e}"), format!("{:.2e}", 1e9 / time), aim];
        table.push_tally([input].into_iter().chain(cells).collect());
    }
    table.push(&input, times, targets);
}

struct Gas {
    world: World,
    room: Vec<[f64; 2]>,
    /// At the start.
    energy: f64,
    /// Seconds a lap.
    dt: f64,
    /// When the laps began, and how many collisions there had been.
    began: (f64, u64),
}

impl Gas {
    fn new(count: usize, filled: f64) -> Gas {
        let room = room(count as f64 * PI * RADIUS * RADIUS / filled);
        let outline = Polygon::new(room.iter().copied()).expect("simple");
        let mut world = World::new(Walls::new(outline.edges()));
        let mut rng = Rng(31);
        for at in lattice(&outline, count, filled) {
            let velocity = [rng.between(-1.0, 1.0), rng.between(-1.0, 1.0)];
            world.add(Body::disc(at, RADIUS).velocity(velocity)).expect("the lattice leaves room for everybody");
        }
        let energy = world.energy();
        while world.tally().collisions < (WARM_UP * count / 2) as u64 {
            world.advance(0.1, |_| {});
        }
        let collisions = world.tally().collisions;
        let dt = world.time() * (LAP * count / 2) as f64 / collisions as f64;
        let began = (world.time(), collisions);
        Gas { world, room, energy, dt, began }
    }

    fn len(&self) -> usize {
        self.world.len()
    }

    fn lap(&mut self) {
        self.world.advance(self.dt, |_| {});
    }

    /// On average: the laps are equally long, so that their collisions differ only as chance has it.
    fn collisions_a_lap(&self) -> f64 {
        let (time, collisions) = self.began;
        (self.world.tally().collisions - collisions) as f64 * self.dt / (self.world.time() - time)
    }

    /// Of each disc whether it is inside and overlaps neither a wall nor another disc. Touching is allowed.
    fn is_clear(&self) -> Vec<bool> {
        let discs: Vec<[f64; 2]> = self.world.bodies().map(|(_, body)| body.position.into()).collect();
        let mut is_clear = every(&discs, |at| {
            let is_inside = truth::locate(*at, std::slice::from_ref(&self.room)) == truth::Location::Inside;
            is_inside
                && walls(&self.room).all(|wall| truth::compare_distance_to_segment(*at, wall, RADIUS) != Ordering::Less)
        });
        for [a, b] in neighbours(&discs) {
            if truth::compare_distance(discs[a], discs[b], 2.0 * RADIUS) == Ordering::Less {
                (is_clear[a], is_clear[b]) = (false, false);
            }
        }
        is_clear
    }
}

/// An L of the given area: a square without a quarter of it.
fn room(area: f64) -> Vec<[f64; 2]> {
    let arm = (area / 3.0).sqrt();
    [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]]
        .map(|vertex| vertex.map(|x| x * arm))
        .to_vec()
}

fn walls(room: &[[f64; 2]]) -> impl Iterator<Item = Ends> {
    (0..room.len()).map(|i| [room[i], room[(i + 1) % room.len()]])
}

/// So many points of a triangular lattice that are a radius and more away from the walls.
///
/// One disc has its share of the room when the spacing is s with √3/2·s² = π·r² / filled. What is lost along the walls
/// makes it a little less, and what is then too much is left out evenly.
fn lattice(room: &Polygon, count: usize, filled: f64) -> Vec<[f64; 2]> {
    let mut spacing = RADIUS * (2.0 * PI / (3_f64.sqrt() * filled)).sqrt();
    loop {
        let points = clear_points(room, spacing);
        if count <= points.len() {
            let is_kept = |i: usize| i * count / points.len() != (i + 1) * count / points.len();
            return (0..points.len()).filter(|i| is_kept(*i)).map(|i| points[i]).collect();
        }
        spacing *= 0.999;
    }
}

fn clear_points(room: &Polygon, spacing: f64) -> Vec<[f64; 2]> {
    let rise = spacing * 3_f64.sqrt() / 2.0;
    let side = room.aabb().max().x;
    let mut points = Vec::new();
    for row in 0..(side / rise) as usize {
        for column in 0..(side / spacing) as usize {
            let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
            let at = [RADIUS + (column as f64 + shift) * spacing, RADIUS + row as f64 * rise];
            let is_clear =
                |wall: Segment| compare_distance_to_segment(at, [wall.a(), wall.b()], RADIUS) != Ordering::Less;
            if room.locate(at) == Location::Inside && room.edges().all(is_clear) {
                points.push(at);
            }
        }
    }
    points
}

/// Pairs that are so close that only the oracle can tell whether they overlap, by cells as wide as a disc.
fn neighbours(discs: &[[f64; 2]]) -> Vec<[usize; 2]> {
    const CELL: f64 = 2.0 * RADIUS;
    let cell = |at: [f64; 2]| at.map(|x| (x / CELL) as usize + 1);
    let across = discs.iter().flat_map(|at| cell(*at)).max().unwrap_or(0) + 2;
    let mut cells = vec![Vec::new(); across * across];
    for (i, at) in discs.iter().enumerate() {
        let [column, row] = cell(*at);
        cells[row * across + column].push(i);
    }
    let mut pairs = Vec::new();
    for (a, at) in discs.iter().enumerate() {
        let [column, row] = cell(*at);
        for row in row - 1..=row + 1 {
            let nearby = cells[row * across + column - 1..=row * across + column + 1].iter().flatten();
            let is_close = |b: &usize| (discs[*b][0] - at[0]).hypot(discs[*b][1] - at[1]) < 1.000_001 * CELL;
            pairs.extend(nearby.copied().filter(|b| a < *b && is_close(b)).map(|b| [a, b]));
        }
    }
    pairs
}
