//! Do balls stay in a chamber, and do they keep their energy?

use crate::peers::{box2d, box2d_balls, rapier};
use crate::race::{Effort, Runner, race};
use crate::rng::Rng;
use crate::sweep::every;
use crate::table::{Table, Target};
use carom::{Body, BodyId, FrameEnd, Location, Polygon, Segment, Walls, World, compare_distance_to_segment};
use carom_oracle::truth;
use std::cmp::Ordering;
use std::f64::consts::TAU;
use std::hint::black_box;

/// A room of five walls, with a reflex corner.
pub const CHAMBER: [[f64; 2]; 5] = [[0.0, 0.0], [100.0, 0.0], [300.0, 200.0], [50.0, 400.0], [100.0, 100.0]];

pub const RADIUS: f64 = 0.5;
/// Seconds a step.
pub const DT: f64 = 1.0 / 60.0;

const BALLS: usize = 500;
const STEPS: usize = 3_000;

const PEERS: [&str; 2] = [rapier::NAME, box2d::NAME];

const QUICK_ENOUGH: [Target; 1] = [Target::FasterThanAll(4.0, ADVANCE, &PEERS)];

/// Units a second, and what carom's time should be: nothing where the peers lose the balls or nearly all their energy.
const SPEEDS: [(f64, &[Target]); 4] = [(50.0, &QUICK_ENOUGH), (500.0, &QUICK_ENOUGH), (5_000.0, &[]), (50_000.0, &[])];

/// How much of the energy may come or go.
const DRIFT: f64 = 1e-9;

#[derive(Clone, Copy)]
pub struct Ball {
    pub at: [f64; 2],
    pub velocity: [f64; 2],
}

/// Somebody's world of balls.
pub trait Balls {
    fn step(&mut self);
    fn balls(&self) -> Vec<Ball>;
}

/// A name, and how to make its world from the chamber's vertices and the balls.
type Maker = (&'static str, fn(&[[f64; 2]], &[Ball]) -> Box<dyn Balls>);

const ADVANCE: &str = "carom";
const STEP: &str = "carom, events kept";

const MAKERS: [Maker; 4] =
    [(ADVANCE, advance), (STEP, step), (rapier::NAME, rapier::world), (box2d::NAME, box2d_balls::world)];

pub fn run(effort: Effort) -> Table {
    let steps = STEPS / effort.one_in;
    let mut table = Table::new(
        "chamber",
        "Do balls stay in a chamber of five walls, and do they keep their energy? One thread.\n\
         500 balls of radius 0.5 that ignore each other, restitution 1, no gravity, 3,000 steps of 1/60 s \
         (300 in a quick run); speeds in units a second.\n\
         The time of one ball and step, the making of the world spread over them. \
         carom bounces as often as there is time for; rapier2d has ccd_enabled, Box2D isBullet, \
         a raised limit of speed and no restitutionThreshold.\n\
         The second table: how many balls are outside at the end, and their energy then beside that at the start. \
         rapier2d and Box2D are in f32, and everybody was given the same rounded balls.",
    );
    let head = [String::new()].into_iter().chain(every(&MAKERS, |(name, _)| format!("{name}: escaped, energy")));
    table.push_tally(head.chain(["target".to_string()]).collect());
    for (speed, targets) in SPEEDS {
        ask(&mut table, &format!("speed {speed}"), &starts(speed), steps, targets, effort);
    }
    table
}

fn ask(table: &mut Table, input: &str, starts: &[Ball], steps: usize, targets: &[Target], effort: Effort) {
    let ends = MAKERS.map(|(_, make)| {
        let mut world = make(&CHAMBER, starts);
        (0..steps).for_each(|_| world.step());
        world.balls()
    });
    for (ours, judge) in ends.iter().zip(["carom-oracle: clear of the walls", "carom-oracle: with events kept"]) {
        table.must_agree(input, judge, &[true; BALLS], &every(ours, is_clear));
    }
    let outcomes = ends.map(|balls| (escaped(&balls), energy(&balls) / energy(starts)));
    let (escaped, energy) = outcomes[0];
    let aims = [
        table.aim(input, escaped == 0, format!("{escaped} escaped, at most 0")),
        table.aim(
            input,
            (energy - 1.0).abs() <= DRIFT,
            format!("energy off by {:.0e}, at most {DRIFT:e}", energy - 1.0),
        ),
    ];
    let cells = outcomes.map(|(escaped, energy)| format!("{escaped}, {}", factor(energy)));
    table.push_tally([input.to_string()].into_iter().chain(cells).chain([aims.join("; ")]).collect());

    let runners = MAKERS.map(|(name, make)| {
        Runner::new(name, move || {
            let mut world = make(&CHAMBER, black_box(starts));
            (0..steps).for_each(|_| world.step());
            black_box(world.balls());
        })
    });
    table.push(input, race(runners.into(), BALLS * steps, effort), targets);
}

/// Anywhere in the chamber, three radii and more away from its walls, in numbers that an `f32` holds.
fn starts(speed: f64) -> Vec<Ball> {
    let mut rng = Rng(99);
    let chamber = Polygon::new(CHAMBER).expect("simple");
    let mut balls = Vec::new();
    while balls.len() < BALLS {
        let at = [rng.between(0.0, 300.0), rng.between(0.0, 400.0)].map(rounded);
        let angle = rng.between(0.0, TAU);
        let is_far =
            |wall: Segment| compare_distance_to_segment(at, [wall.a(), wall.b()], 3.0 * RADIUS) == Ordering::Greater;
        if chamber.locate(at) == Location::Inside && chamber.edges().all(is_far) {
            balls.push(Ball { at, velocity: [speed * angle.cos(), speed * angle.sin()].map(rounded) });
        }
    }
    balls
}

fn rounded(x: f64) -> f64 {
    (x as f32).into()
}

/// carom's world, and whether its steps hand out what happened, which the peers were not asked for.
struct Ours {
    world: World,
    ids: Vec<BodyId>,
    keeps_events: bool,
}

fn advance(chamber: &[[f64; 2]], balls: &[Ball]) -> Box<dyn Balls> {
    Box::new(Ours::new(chamber, balls, false))
}

fn step(chamber: &[[f64; 2]], balls: &[Ball]) -> Box<dyn Balls> {
    Box::new(Ours::new(chamber, balls, true))
}

impl Ours {
    fn new(chamber: &[[f64; 2]], balls: &[Ball], keeps_events: bool) -> Ours {
        // The walls are in every layer; the balls meet what is in the first, and are in the second.
        let (first, second) = (1, 2);
        let chamber = Polygon::new(chamber.iter().copied()).expect("simple");
        let mut world = World::new(Walls::new(chamber.edges()));
        let body = |ball: &Ball| Body::disc(ball.at, RADIUS).velocity(ball.velocity).layers(second).mask(first);
        let ids = balls.iter().map(|ball| world.add(body(ball)).expect("clear of the walls")).collect();
        Ours { world, ids, keeps_events }
    }
}

impl Balls for Ours {
    fn step(&mut self) {
        let end = if self.keeps_events { black_box(self.world.step(DT)).end } else { self.world.advance(DT, |_| {}) };
        assert!(matches!(end, FrameEnd::Completed), "nobody bounces a thousand times in a step");
    }

    fn balls(&self) -> Vec<Ball> {
        every(&self.ids, |id| {
            let body = self.world.get(*id).expect("nobody took it out");
            Ball { at: body.position.into(), velocity: body.velocity.into() }
        })
    }
}

/// Inside, and no closer to any wall than its radius.
fn is_clear(ball: &Ball) -> bool {
    let is_inside = truth::locate(ball.at, &[CHAMBER.to_vec()]) == truth::Location::Inside;
    is_inside
        && (0..CHAMBER.len()).all(|i| {
            let wall = [CHAMBER[i], CHAMBER[(i + 1) % CHAMBER.len()]];
            truth::compare_distance_to_segment(ball.at, wall, RADIUS) != Ordering::Less
        })
}

fn escaped(balls: &[Ball]) -> usize {
    let chamber = Polygon::new(CHAMBER).expect("simple");
    // A peer's ball may be so far away that it is nowhere.
    let is_out = |ball: &Ball| !ball.at.iter().all(|x| x.is_finite()) || chamber.locate(ball.at) == Location::Outside;
    balls.iter().filter(|ball| is_out(ball)).count()
}

/// Without the factor that all of them have.
fn energy(balls: &[Ball]) -> f64 {
    balls.iter().map(|ball| ball.velocity.iter().map(|x| x * x).sum::<f64>()).sum()
}

/// As a factor, or by how little it differs from 1.
fn factor(energy: f64) -> String {
    let off = energy - 1.0;
    if off == 0.0 {
        "×1".to_string()
    } else if off.abs() < 5e-4 {
        format!("×(1 {} {:.0e})", if off < 0.0 { "−" } else { "+" }, off.abs())
    } else {
        format!("×{energy:.3}")
    }
}
