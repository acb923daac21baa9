//! A scene yet to be made: small whole numbers first, then what keeps every tie, then what breaks some by a hair.

use std::cmp::Ordering;

use carom::{Body, Circle, Response, Segment, Side, Wall};

use super::scenes::velocity;
use crate::bodies::Solid;
use crate::flights::{self, Flight};
use crate::instant::Instant;
use crate::rng::Rng;
use crate::round::{next_down, next_up};
use crate::truth::{Ends, Xy};
use crate::worlds::{Scene, has_room};

/// A body yet to be made.
#[derive(Clone, Debug, Default)]
pub(super) struct Mover {
    pub(super) at: Xy,
    pub(super) velocity: Xy,
    pub(super) radius: f64,
    pub(super) is_sensor: bool,
}

/// A wall yet to be made: a segment, or a pillar with a radius.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) ends: Ends,
    pub(super) around: Option<f64>,
    pub(super) side: Side,
}

/// A scene yet to be made.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) bodies: Vec<Mover>,
    pub(super) walls: Vec<Block>,
    pub(super) gates: Vec<Ends>,
    pub(super) is_ring: bool,
    pub(super) dt: f64,
}

impl Draft {
    pub(super) fn disc(&mut self, at: Xy, radius: f64, velocity: Xy) {
        self.bodies.push(Mover { at, velocity, radius, is_sensor: false });
    }

    pub(super) fn wall(&mut self, a: Xy, b: Xy) {
        self.walls.push(Block { ends: [a, b], around: None, side: Side::On });
    }

    pub(super) fn pillar(&mut self, center: Xy, around: f64) {
        self.walls.push(Block { ends: [center; 2], around: Some(around), side: Side::On });
    }

    /// Sometimes one more of something.
    pub(super) fn add_more(&mut self, rng: &mut Rng) {
        let place = |rng: &mut Rng| [rng.between(-6, 6) as f64, rng.between(-6, 6) as f64];
        match rng.below(12) {
            0 => self.bodies.push(Mover { at: place(rng), velocity: velocity(rng), radius: 2.0, is_sensor: true }),
            1 => self.wall(place(rng), place(rng)),
            2 => self.disc(place(rng), 1.0, velocity(rng)),
            3 if self.gates.is_empty() => self.gates.push([place(rng), place(rng)]),
            _ => {}
        }
    }

    /// Turns by an angle with whole sides, which makes all lengths a whole number of times as long; mirrors; moves.
    pub(super) fn turn(&mut self, rng: &mut Rng) {
        let [c, s, h] =
            *rng.pick(&[[1.0, 0.0, 1.0], [1.0, 0.0, 1.0], [3.0, 4.0, 5.0], [12.0, 5.0, 13.0], [15.0, -8.0, 17.0]]);
        // Gates in a ring keep their sense only without a mirror.
        let flip = if !self.is_ring && rng.one_in(2) { -1.0 } else { 1.0 };
        let shift = if rng.one_in(4) { [*rng.pick(&[7.0, 1048576.0, 1e9]), -3.0] } else { [0.0, 0.0] };
        let swap = rng.one_in(2);
        let turned = move |[x, y]: Xy| {
            let [x, y] = if swap { [-y, x] } else { [x, y] };
            [c * x - s * y, flip * (s * x + c * y)]
        };
        self.each_place(|p| {
            let [x, y] = turned(*p);
            *p = [x + shift[0], y + shift[1]];
        });
        for body in &mut self.bodies {
            body.velocity = turned(body.velocity);
            body.radius *= h;
        }
        for wall in &mut self.walls {
            wall.around = wall.around.map(|around| around * h);
        }
    }

    /// Other units of length and time.
    pub(super) fn scale(&mut self, rng: &mut Rng) {
        let length = 2f64.powi(*rng.pick(&[0, 0, 0, 0, 30, -30, 300, -300]));
        let speed = if rng.one_in(4) { length * *rng.pick(&[0.1, 1.0 / 3.0, 1024.0, 0.7]) } else { length };
        self.each_place(|p| *p = p.map(|x| x * length));
        for body in &mut self.bodies {
            body.velocity = body.velocity.map(|x| x * speed);
            body.radius *= length;
        }
        for wall in &mut self.walls {
            wall.around = wall.around.map(|around| around * length);
        }
    }

    /// Perhaps changes a few numbers by a hair.
    pub(super) fn perturb(&mut self, rng: &mut Rng) {
        if rng.one_in(2) {
            return;
        }
        for _ in 0..1 + rng.below(3) {
            let by = rng.below(5);
            let axis = rng.below(2);
            let change = |x: &mut f64| {
                *x = match by {
                    0 => next_up(*x),
                    1 => next_down(*x),
                    2 => *x * (1.0 + 4.0 * f64::EPSILON),
                    3 => *x * (1.0 + 5e-14),
                    _ => *x * (1.0 - 5e-14),
                }
            };
            // A hair beside zero would be of another world.
            let change = |x: &mut f64| {
                if *x != 0.0 {
                    change(x)
                }
            };
            match rng.below(5) {
                0 if !self.walls.is_empty() => {
                    let k = rng.below(self.walls.len());
                    let wall = &mut self.walls[k];
                    match &mut wall.around {
                        Some(around) if rng.one_in(2) => change(around),
                        Some(_) => {
                            change(&mut wall.ends[0][axis]);
                            wall.ends[1] = wall.ends[0];
                        }
                        None => change(&mut wall.ends[rng.below(2)][axis]),
                    }
                }
                1 => change(&mut rng_body(rng, &mut self.bodies).velocity[axis]),
                2 => change(&mut rng_body(rng, &mut self.bodies).radius),
                _ => change(&mut rng_body(rng, &mut self.bodies).at[axis]),
            }
        }
    }

    /// A frame that ends some time, or at a time when something happens, or a hair before or after.
    pub(super) fn frame(&self, rng: &mut Rng) -> f64 {
        let usual = *rng.pick(&[1.0, 2.0, 3.0, 4.0, 8.0, 16.0]);
        if rng.one_in(2) {
            return usual;
        }
        let flight = |body: &Mover| Flight { at: body.at, velocity: body.velocity, since: 0.0 };
        let a = &self.bodies[rng.below(self.bodies.len())];
        let zero = Instant::of(0.0);
        let time = if self.walls.is_empty() || rng.one_in(2) {
            let b = &self.bodies[rng.below(self.bodies.len())];
            let window = flights::overlap((&flight(a), a.radius), (&flight(b), b.radius));
            window.and_then(|window| if rng.one_in(4) { window.closes(&zero) } else { window.opens(&zero) })
        } else {
            let wall = &self.walls[rng.below(self.walls.len())];
            wall.solid().and_then(|solid| flights::stop(&flight(a), a.radius, solid))
        };
        let latest = Instant::of(1e6);
        match time.filter(|time| time.compare(&latest) == Ordering::Less).map(|time| time.floor()) {
            Some(time) if 1e-6 < time => match rng.below(4) {
                0 => next_down(time),
                1 => next_up(time),
                _ => time,
            },
            _ => usual,
        }
    }

    pub(super) fn finish(self, rng: &mut Rng, kind: &'static str, count: usize) -> Scene {
        let restitution = *rng.pick(&[1.0, 1.0, 1.0, 0.5, 0.0]);
        let walls: Vec<Wall> = self.walls.iter().filter_map(|block| block.wall(rng)).collect();
        let mut bodies: Vec<Body> = Vec::new();
        for mover in self.bodies.iter() {
            let mut body = Body::disc(mover.at, mover.radius).velocity(mover.velocity).restitution(restitution);
            if rng.one_in(4) {
                body = body.mass(*rng.pick(&[2.0, 3.0, 0.1, 1e6]));
            }
            if rng.one_in(16) {
                body = body.response(*rng.pick(&[Response::Slide, Response::Stop]));
            }
            if rng.one_in(16) {
                body = body.layers(1 << rng.below(2)).mask(*rng.pick(&[1, 2, 3]));
            }
            if mover.is_sensor {
                body = body.sensor();
            }
            if has_room(&body, &bodies, &walls) {
                bodies.push(body);
            }
        }
        let gates = self.gates.into_iter().filter(|[a, b]| a != b).collect();
        Scene { kind, bodies, walls, gates, is_ring: self.is_ring, steps: vec![self.dt; count] }
    }

    fn each_place(&mut self, mut change: impl FnMut(&mut Xy)) {
        self.bodies.iter_mut().for_each(|body| change(&mut body.at));
        self.walls.iter_mut().flat_map(|wall| &mut wall.ends).for_each(&mut change);
        self.gates.iter_mut().flatten().for_each(&mut change);
    }
}

impl Block {
    /// `None` if it has no length.
    fn solid(&self) -> Option<Solid> {
        match self.around {
            Some(around) => Some(Solid::Pillar(self.ends[0], around)),
            None => (self.ends[0] != self.ends[1]).then_some(Solid::Wall(self.ends)),
        }
    }

    fn wall(&self, rng: &mut Rng) -> Option<Wall> {
        let wall: Wall = match self.solid()? {
            Solid::Pillar(center, around) => Circle::new(center, around).ok()?.into(),
            Solid::Wall([a, b]) => Segment::new(a, b).ok()?.into(),
        };
        let wall = wall.with_side(self.side);
        let wall = if rng.one_in(10) { wall.with_mask(1 << rng.below(2)) } else { wall };
        Some(if rng.one_in(10) { wall.with_restitution(0.5).expect("between 0 and 1") } else { wall })
    }
}

fn rng_body<'a>(rng: &mut Rng, bodies: &'a mut [Mover]) -> &'a mut Mover {
    let k = rng.below(bodies.len());
    &mut bodies[k]
}
