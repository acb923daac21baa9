//! How long does a frame take in which many walls move, and who gets through them?

use crate::chamber::{Ball, DT};
use crate::moves::Ends;
use crate::peers::{box2d_moving, rapier_moving};
use crate::race::{Effort, Runner, race};
use crate::rng::Rng;
use crate::sweep::every;
use crate::table::{Table, Target};
use carom::{Body, BodyId, FrameEnd, Group, GroupId, Polygon, Segment, Walls, World};
use carom_oracle::drifting::{Shift, is_clear};
use std::f64::consts::TAU;
use std::hint::black_box;

pub const RADIUS: f64 = 0.25;

/// The room is made of squares this wide, each with its group and its balls.
const SQUARE: f64 = 16.0;
const BALLS: usize = 10_000;
const WALLS: usize = 1_000;

/// Groups turn round after so many frames, so that they never leave their squares.
const FRAMES_ONE_WAY: usize = 20;
/// Units a second, at most: a group never goes further than 2 units from where it starts.
const FASTEST_GROUP: f64 = 6.0;

/// Frames before anything is timed, and frames in a lap.
const WARM_UP: usize = 2 * FRAMES_ONE_WAY;
const LAP: usize = 2 * FRAMES_ONE_WAY;

pub const CAROM: &str = "carom";
const PEERS: [&str; 4] = [rapier_moving::NAME, rapier_moving::SWEPT, box2d_moving::NAME, box2d_moving::SWEPT];
const TARGET: [Target; 1] = [Target::FasterThanAll(4.0, CAROM, &PEERS)];

/// A room in which groups of walls move among balls, in numbers that an `f32` holds.
pub struct Room {
    /// Its corners.
    pub outline: Vec<[f64; 2]>,
    pub groups: Vec<Walk>,
    pub balls: Vec<Ball>,
    /// Whether balls meet each other.
    pub meet: bool,
}

/// A group of walls that goes to and fro.
pub struct Walk {
    pub walls: Vec<Ends>,
    pub velocity: [f64; 2],
}

/// Somebody's world of balls and of walls that move.
pub trait Moving {
    /// Gives all groups their velocities, times a factor.
    fn steer(&mut self, groups: &[Walk], factor: f64);
    fn step(&mut self);
    fn balls(&self) -> Vec<Ball>;
    /// How far each group has gone from where it started.
    fn offsets(&self) -> Vec<[f64; 2]>;
}

type Maker = (&'static str, fn(&Room) -> Box<dyn Moving>);

const MAKERS: [Maker; 5] = [
    (CAROM, ours),
    (rapier_moving::NAME, rapier_moving::plain),
    (rapier_moving::SWEPT, rapier_moving::swept),
    (box2d_moving::NAME, box2d_moving::plain),
    (box2d_moving::SWEPT, box2d_moving::swept),
];

pub fn run(effort: Effort) -> Table {
    let mut table = Table::new(
        "moving walls",
        "How long does a frame of 1/60 s take with 10,000 balls and 1,000 walls that move? One thread.\n\
         A closed room of squares 16 wide, in each of them a group of walls that goes to and fro with a velocity of its own, up to 6 units a second: \
         250 boxes of four walls, or 1,000 paddles of one. Balls of radius 0.25, restitution 1, no gravity; speeds in units a second, of the balls at the start.\n\
         rapier2d has velocity-based kinematic bodies, Box2D kinematic ones, each with and without ccd_enabled or isBullet, \
         a raised limit of speed and no restitutionThreshold; they are in f32, and everybody was given the same rounded room.\n\
         The second table: how many balls are outside of the room or inside of a box at the end, after 120 frames and more, or 12 and more in a quick run.",
    );
    let head = [String::new()].into_iter().chain(every(&MAKERS, |(name, _)| format!("{name}: escaped")));
    table.push_tally(head.chain(["target".to_string()]).collect());
    for (shape, walls_a_group) in [("boxes", 4), ("paddles", 1)] {
        for speed in [10.0, 100.0] {
            for (meet, who) in [(true, "balls that collide"), (false, "balls that ignore each other")] {
                let room = Room::new(walls_a_group, speed, meet);
                ask(&mut table, &format!("{shape}, speed {speed}, {who}"), &room, effort);
            }
        }
    }
    table
}

fn ask(table: &mut Table, input: &str, room: &Room, effort: Effort) {
    let mut worlds = MAKERS.map(|(name, make)| (name, Run::new(make(room), room)));
    let warm_up = WARM_UP / effort.one_in;
    worlds.iter_mut().for_each(|(_, run)| (0..warm_up).for_each(|_| run.step()));
    let lap = LAP / effort.one_in;
    let runners = worlds.iter_mut().map(|(name, run)| Runner::new(name, || (0..lap).for_each(|_| run.step())));
    let times = race(runners.collect(), lap, effort);

    let escaped = every(&worlds, |(_, run)| room.escaped(&run.world.balls(), &run.world.offsets()));
    let ours = &worlds[0].1.world;
    table.must_agree(
        input,
        "carom-oracle: clear of the walls that move and of the room",
        &vec![true; BALLS],
        &room.are_clear(&ours.balls(), &ours.offsets()),
    );
    let aim = table.aim(input, escaped[0] == 0, format!("{} escaped, at most 0", escaped[0]));
    let cells = escaped.iter().map(usize::to_string);
    table.push_tally([input.to_string()].into_iter().chain(cells).chain([aim]).collect());
    table.push(input, times, &TARGET);
}

/// A world on its way, whose groups turn round in time.
struct Run<'a> {
    world: Box<dyn Moving>,
    room: &'a Room,
    frames: usize,
}

impl<'a> Run<'a> {
    fn new(world: Box<dyn Moving>, room: &'a Room) -> Run<'a> {
        Run { world, room, frames: 0 }
    }

    fn step(&mut self) {
        if self.frames.is_multiple_of(FRAMES_ONE_WAY) {
            let factor = if (self.frames / FRAMES_ONE_WAY).is_multiple_of(2) { 1.0 } else { -1.0 };
            self.world.steer(&self.room.groups, factor);
        }
        self.world.step();
        self.frames += 1;
    }
}

impl Room {
    fn new(walls_a_group: usize, speed: f64, meet: bool) -> Room {
        let groups = WALLS / walls_a_group;
        let columns = (1..).find(|n| n * n >= groups).unwrap_or(1);
        let rows = groups.div_ceil(columns);
        let [width, height] = [columns, rows].map(|n| n as f64 * SQUARE);
        let mut rng = Rng(7);
        let middle = |i: usize| [i % columns, i / columns].map(|n| (n as f64 + 0.5) * SQUARE);
        let groups = (0..groups).map(|i| Walk::new(middle(i), walls_a_group, &mut rng)).collect();
        let balls = (0..BALLS).map(|i| start(i, columns * rows, columns, speed, &mut rng)).collect();
        let outline = vec![[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]];
        Room { outline, groups, balls, meet }
    }

    fn escaped(&self, balls: &[Ball], offsets: &[[f64; 2]]) -> usize {
        let boxes: Vec<Vec<[f64; 2]>> = self.boxes(offsets);
        let is_in = |ring: &[[f64; 2]], [x, y]: [f64; 2]| {
            let ([left, low], [right, high]) = (ring[0], ring[2]);
            left < x && x < right && low < y && y < high
        };
        let is_out = |ball: &Ball| !is_in(&self.outline, ball.at) || boxes.iter().any(|ring| is_in(ring, ball.at));
        balls.iter().filter(|ball| is_out(ball)).count()
    }

    /// The corners of all groups that are boxes.
    fn boxes(&self, offsets: &[[f64; 2]]) -> Vec<Vec<[f64; 2]>> {
        let moved = |walk: &Walk, by: &[f64; 2]| every(&walk.walls, |[a, _]| [a[0] + by[0], a[1] + by[1]]);
        self.groups.iter().zip(offsets).filter(|(walk, _)| walk.walls.len() == 4).map(|(w, by)| moved(w, by)).collect()
    }

    /// Of each ball whether it is clear of the room's walls and of those that move, exactly.
    fn are_clear(&self, balls: &[Ball], offsets: &[[f64; 2]]) -> Vec<bool> {
        let room: Vec<Ends> = (0..4).map(|i| [self.outline[i], self.outline[(i + 1) % 4]]).collect();
        every(balls, |ball| {
            let still = room.iter().map(|wall| (*wall, [0.0; 2]));
            let moving = self.groups.iter().zip(offsets).flat_map(|(walk, by)| walk.walls.iter().map(|w| (*w, *by)));
            still.chain(moving).all(|(wall, offset)| {
                let here = (ball.at, Shift { offset, ..Shift::default() });
                is_clear(RADIUS, wall, here, here)
            })
        })
    }
}

impl Walk {
    fn new([x, y]: [f64; 2], walls: usize, rng: &mut Rng) -> Walk {
        let angle = rng.between(0.0, TAU);
        let speed = rng.between(0.3, 1.0) * FASTEST_GROUP;
        let velocity = [speed * angle.cos(), speed * angle.sin()].map(rounded);
        let half = 3.0;
        let corners = [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]];
        let walls = match walls {
            4 => (0..4).map(|i| [corners[i], corners[(i + 1) % 4]]).collect(),
            _ => vec![[corners[0], corners[2]]],
        };
        Walk { walls, velocity }
    }
}

/// Balls start in two columns along the left edges of the squares, to which no group comes.
fn start(i: usize, squares: usize, columns: usize, speed: f64, rng: &mut Rng) -> Ball {
    let (square, number) = (i % squares, i / squares);
    let rows = BALLS.div_ceil(squares).div_ceil(2);
    let along = 1.0 + (number % rows) as f64 * (SQUARE - 2.0) / rows as f64;
    let aside = 0.8 * (1 + number / rows) as f64;
    let at = [(square % columns) as f64 * SQUARE + aside, (square / columns) as f64 * SQUARE + along];
    let angle = rng.between(0.0, TAU);
    Ball { at: at.map(rounded), velocity: [speed * angle.cos(), speed * angle.sin()].map(rounded) }
}

fn rounded(x: f64) -> f64 {
    (x as f32).into()
}

struct Ours {
    world: World,
    balls: Vec<BodyId>,
    groups: Vec<GroupId>,
}

fn ours(room: &Room) -> Box<dyn Moving> {
    // The walls are in every layer; balls that ignore each other meet what is in the first, and are in the second.
    let (first, second) = (1, 2);
    let outline = Polygon::new(room.outline.iter().copied()).expect("simple");
    let mut world = World::new(Walls::new(outline.edges()));
    let mut add_group = |walk: &Walk| {
        let walls = every(&walk.walls, |[a, b]| Segment::new(*a, *b).expect("two ends"));
        world.add_group(Group::new(walls)).expect("nobody is there yet")
    };
    let groups = room.groups.iter().map(&mut add_group).collect();
    let mut add = |ball: &Ball| {
        let body = Body::disc(ball.at, RADIUS).velocity(ball.velocity);
        let body = if room.meet { body } else { body.layers(second).mask(first) };
        world.add(body).expect("clear of all")
    };
    let balls = room.balls.iter().map(&mut add).collect();
    Box::new(Ours { world, balls, groups })
}

impl Moving for Ours {
    fn steer(&mut self, groups: &[Walk], factor: f64) {
        for (id, walk) in self.groups.iter().zip(groups) {
            self.world.set_group_velocity(*id, walk.velocity.map(|x| factor * x)).expect("it is there");
        }
    }

    fn step(&mut self) {
        let end = self.world.advance(DT, |event| {
            black_box(event);
        });
        assert!(matches!(end, FrameEnd::Completed), "{end:?}");
    }

    fn balls(&self) -> Vec<Ball> {
        every(&self.balls, |id| {
            let body = self.world.get(*id).expect("nobody took it out");
            Ball { at: body.position.into(), velocity: body.velocity.into() }
        })
    }

    fn offsets(&self) -> Vec<[f64; 2]> {
        every(&self.groups, |id| self.world.group(*id).expect("nobody took it out").offset().into())
    }
}
