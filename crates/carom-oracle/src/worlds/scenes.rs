//! Small scenes made of ties and near-ties on purpose.
//!
//! A scene is drafted in small whole numbers, so that things happen at exactly the same time. Then it is turned by a Pythagorean angle,
//! mirrored, moved and scaled, all of which keep every tie, and in the end perhaps a number or two are changed by a hair.

use std::cmp::Ordering;

use carom::{Body, Circle, Response, Segment, Side, Wall};

use super::flights::{self, Flight};
use super::{Scene, has_room};
use crate::bodies::Solid;
use crate::instant::Instant;
use crate::rng::Rng;
use crate::round::{next_down, next_up};
use crate::truth::{Ends, Xy};

/// A kind of scene.
type Kind = (&'static str, fn(&mut Rng, &mut Draft));

/// All kinds of scenes.
pub const KINDS: &[Kind] = &[
    ("wall and body", wall_and_body),
    ("same time", same_time),
    ("corner", corner),
    ("three at once", three_at_once),
    ("sensors", sensors),
    ("gates", gates),
    ("pillars", pillars),
    ("tangent", tangent),
    ("equal velocities", equal_velocities),
    ("points", points),
    ("one side", one_side),
    ("crowd", crowd),
];

/// A scene of any kind.
pub fn any(rng: &mut Rng) -> Scene {
    let (kind, make) = *rng.pick(KINDS);
    let mut draft = Draft::default();
    make(rng, &mut draft);
    draft.add_more(rng);
    draft.turn(rng);
    draft.scale(rng);
    draft.perturb(rng);
    let count = if rng.one_in(3) { 2 } else { 1 };
    draft.dt = draft.frame(rng);
    rng.shuffle(&mut draft.bodies);
    rng.shuffle(&mut draft.walls);
    draft.finish(rng, kind, count)
}

/// A body yet to be made.
#[derive(Clone, Debug, Default)]
struct Mover {
    at: Xy,
    velocity: Xy,
    radius: f64,
    is_sensor: bool,
}

/// A wall yet to be made: a segment, or a pillar with a radius.
#[derive(Clone, Debug)]
struct Block {
    ends: Ends,
    around: Option<f64>,
    side: Side,
}

/// A scene yet to be made.
#[derive(Debug, Default)]
pub struct Draft {
    bodies: Vec<Mover>,
    walls: Vec<Block>,
    gates: Vec<Ends>,
    is_ring: bool,
    dt: f64,
}

/// A wall, a disc that touches it from the other side or nearly, and one that comes to both.
fn wall_and_body(rng: &mut Rng, draft: &mut Draft) {
    let (r, s) = (radius(rng), radius(rng));
    let (u, gap) = (rng.between(1, 3) as f64, rng.between(0, 1) as f64);
    let aside = if rng.one_in(2) { 0.0 } else { rng.between(-2, 2) as f64 };
    draft.wall([0.0, -5.0], [0.0, if rng.one_in(3) { 0.0 } else { 5.0 }]);
    draft.disc([-r - 4.0, 0.0], r, [u, 0.0]);
    let toward = if rng.one_in(2) { -u } else { 0.0 };
    draft.disc([s + gap, aside], s, [toward, 0.0]);
    if rng.one_in(2) {
        // One on this side that is met when the wall is.
        draft.disc([-r, 0.0 + r + s], s, [0.0, *rng.pick(&[0.0, 0.0, 1.0])]);
    }
}

/// Several bodies at several walls, all at one time.
fn same_time(rng: &mut Rng, draft: &mut Draft) {
    let time = rng.between(1, 3) as f64;
    for k in 0..2 + rng.below(3) {
        let (r, u) = (radius(rng), rng.between(1, 3) as f64);
        let y = 6.0 * k as f64;
        let x = rng.between(-2, 2) as f64;
        draft.disc([x, y], r, [u, 0.0]);
        match rng.below(4) {
            0 | 1 => draft.wall([x + u * time + r, y - 2.0], [x + u * time + r, y + 2.0]),
            2 => draft.pillar([x + u * time + r + 1.0, y], 1.0),
            // Met half way.
            _ => draft.disc([x + 2.0 * u * time + r + 1.0, y], 1.0, [-u, 0.0]),
        }
    }
}

/// Two or three walls that meet in one corner, and bodies on their way into it.
fn corner(rng: &mut Rng, draft: &mut Draft) {
    draft.wall([0.0, 0.0], [8.0, 0.0]);
    let end = *rng.pick(&[[0.0, 8.0], [4.0, 3.0], [12.0, 5.0], [-4.0, 3.0], [8.0, 8.0]]);
    draft.wall([0.0, 0.0], end);
    if rng.one_in(2) {
        draft.wall([8.0, 0.0], end);
    }
    for _ in 0..2 + rng.below(5) {
        let r = radius(rng).min(2.0);
        let at = match rng.below(3) {
            0 => [r, r],
            1 => [r + rng.between(0, 3) as f64, r],
            _ => [rng.between(1, 6) as f64, rng.between(1, 6) as f64],
        };
        let v = if rng.one_in(3) { [-at[0], -at[1]] } else { velocity(rng) };
        draft.disc(at, r, v);
    }
}

/// Rows of discs that touch, and discs that come to one place from all sides.
fn three_at_once(rng: &mut Rng, draft: &mut Draft) {
    let r = radius(rng);
    if rng.one_in(2) {
        let gap = *rng.pick(&[0.0, 0.0, 1.0]);
        let count = 2 + rng.below(3);
        for k in 0..count {
            draft.disc([k as f64 * (2.0 * r + gap), 0.0], r, [0.0, 0.0]);
        }
        let u = rng.between(1, 3) as f64;
        draft.disc([-2.0 * r - 3.0, if rng.one_in(3) { r } else { 0.0 }], r, [u, 0.0]);
        if rng.one_in(2) {
            draft.disc([count as f64 * (2.0 * r + gap) + 3.0 - gap, 0.0], r, [-u, 0.0]);
        }
        if rng.one_in(3) {
            draft.wall([-9.0, -r], [30.0, -r]);
        }
        return;
    }
    let (far, u) = (rng.between(3, 6) as f64 + 2.0 * r, rng.between(1, 2) as f64);
    draft.disc([0.0, 0.0], r, [0.0, 0.0]);
    let ways: [Xy; 6] = [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0], [0.6, 0.8], [-0.8, 0.6]];
    for _ in 0..2 + rng.below(3) {
        let way = *rng.pick(&ways);
        draft.disc(way.map(|x| x * far), r, way.map(|x| -x * u));
    }
}

/// Sensors behind walls, at them, around bodies and on their way.
fn sensors(rng: &mut Rng, draft: &mut Draft) {
    let (r, u) = (radius(rng), rng.between(1, 3) as f64);
    draft.disc([-r - 4.0, 0.0], r, [u, 0.0]);
    if rng.one_in(3) {
        draft.disc([4.0, 3.0], 1.0, velocity(rng));
    } else {
        draft.wall([0.0, -5.0], [0.0, 5.0]);
    }
    for _ in 0..1 + rng.below(2) {
        let s = *rng.pick(&[0.0, 1.0, 2.0, 5.0]);
        let at = match rng.below(5) {
            0 => [s, 0.0],
            1 => [-s, 0.0],
            2 => [-r, r + s],
            3 => [-r - 4.0, r + s],
            _ => [rng.between(-6, 6) as f64, rng.between(-2, 2) as f64],
        };
        let v = if rng.one_in(2) { [0.0, 0.0] } else { velocity(rng) };
        draft.bodies.push(Mover { at, velocity: v, radius: s, is_sensor: true });
    }
}

/// A ring of gates, one of them perhaps on a wall, or single gates in the way.
fn gates(rng: &mut Rng, draft: &mut Draft) {
    let (low, high) = (-(rng.between(1, 3) as f64), rng.between(1, 3) as f64);
    let ring: &[Xy] = if rng.one_in(3) {
        &[[low, low], [high, low], [0.0, high]]
    } else {
        &[[low, low], [high, low], [high, high], [low, high]]
    };
    for k in 0..ring.len() {
        draft.gates.push([ring[k], ring[(k + 1) % ring.len()]]);
    }
    draft.is_ring = rng.below(4) != 0;
    if !draft.is_ring {
        draft.gates.truncate(1 + rng.below(3));
    }
    if rng.one_in(2) {
        let x = *rng.pick(&[low, high, 0.0, high + 1.0]);
        draft.wall([x, -6.0], [x, 6.0]);
    }
    for _ in 0..1 + rng.below(3) {
        let r = *rng.pick(&[0.0, 0.0, 1.0, 0.5]);
        let at = [rng.between(-6, 6) as f64, rng.between(-3, 3) as f64];
        draft.disc(at, r, velocity(rng));
    }
}

/// Pillars that touch walls or each other, and bodies that come to both.
fn pillars(rng: &mut Rng, draft: &mut Draft) {
    let around = *rng.pick(&[0.0, 1.0, 2.0, 5.0]);
    draft.pillar([0.0, around], around);
    if rng.one_in(2) {
        draft.wall([-9.0, 0.0], [9.0, 0.0]);
    } else {
        draft.pillar([rng.between(2, 8) as f64, 0.0], 1.0);
    }
    for _ in 0..2 + rng.below(4) {
        let r = radius(rng).min(2.0);
        // On the floor, toward the pillar: both are touched at one time.
        let at = if rng.one_in(2) { [-7.0, r] } else { [rng.between(-7, 7) as f64, rng.between(1, 8) as f64] };
        let v = match rng.below(3) {
            0 => [2.0, 0.0],
            1 => [-at[0], around - at[1]],
            _ => velocity(rng),
        };
        draft.disc(at, r, v);
    }
}

/// Bodies that just pass a disc, a wall's end, a pillar or a wall's side.
fn tangent(rng: &mut Rng, draft: &mut Draft) {
    let (r, u) = (radius(rng), rng.between(1, 3) as f64);
    draft.disc([-6.0, 0.0], r, [u, 0.0]);
    let x = rng.between(-2, 3) as f64;
    for side in [1.0, -1.0] {
        match rng.below(5) {
            // Between two walls that leave no room at all there is no end of bounces.
            3 if side < 0.0 => draft.pillar([x, side * (r + 1.0)], 1.0),
            0 => {
                let s = radius(rng);
                draft.disc([x, side * (r + s)], s, [if rng.one_in(2) { -u } else { 0.0 }, 0.0]);
            }
            1 => draft.wall([x, side * r], [x + 1.0, side * (r + 4.0)]),
            2 => draft.pillar([x, side * (r + 2.0)], 2.0),
            3 => draft.wall([-9.0, side * r], [x, side * r]),
            _ => {
                draft.bodies.push(Mover { at: [x, side * (r + 2.0)], radius: 2.0, is_sensor: true, ..Mover::default() })
            }
        }
    }
}

/// Bodies that touch and fly side by side, or rest.
fn equal_velocities(rng: &mut Rng, draft: &mut Draft) {
    let v = if rng.one_in(3) { [0.0, 0.0] } else { velocity(rng) };
    let (mut x, mut last) = (0.0, 0.0);
    for k in 0..2 + rng.below(3) {
        let r = radius(rng);
        x += if k == 0 { 0.0 } else { last + r };
        draft.disc([x, 0.0], r, if rng.one_in(6) { velocity(rng) } else { v });
        last = r;
    }
    if rng.one_in(2) {
        draft.wall([-9.0, 6.0], [9.0, 6.0]);
    }
    if rng.one_in(2) {
        draft.wall([x + last, -6.0], [x + last, 6.0]);
    }
}

/// Points that meet points, discs and the ends of walls.
fn points(rng: &mut Rng, draft: &mut Draft) {
    let (time, place) = (rng.between(1, 3) as f64, [rng.between(-3, 3) as f64, rng.between(-3, 3) as f64]);
    for _ in 0..2 + rng.below(3) {
        let v = velocity(rng);
        let at = [place[0] - v[0] * time, place[1] - v[1] * time];
        draft.disc(at, if rng.one_in(5) { 1.0 } else { 0.0 }, v);
    }
    let [x, y] = place;
    match rng.below(5) {
        0 => draft.wall(place, [x + 3.0, y + 4.0]),
        1 => draft.wall([x - 2.0, y], [x + 2.0, y]),
        2 => draft.pillar([x, y + 2.0], 2.0),
        3 => draft.pillar(place, 0.0),
        _ => {}
    }
}

/// Walls that let through from one side, with bodies on both.
fn one_side(rng: &mut Rng, draft: &mut Draft) {
    let side = *rng.pick(&[Side::Left, Side::Right]);
    draft.walls.push(Block { ends: [[0.0, -5.0], [0.0, 5.0]], around: None, side });
    if rng.one_in(2) {
        let (x, side) = (*rng.pick(&[2.0, 3.0, 3.0]), *rng.pick(&[side, Side::On]));
        draft.walls.push(Block { ends: [[x, -5.0], [x, 5.0]], around: None, side });
    }
    for _ in 0..2 + rng.below(2) {
        let (r, u) = (*rng.pick(&[0.0, 0.5, 1.0]), *rng.pick(&[1.0, 2.0, -1.0, -2.0]));
        let at = [rng.between(-5, 5) as f64, rng.between(-2, 2) as f64];
        draft.disc(at, r, [u, if rng.one_in(2) { 0.0 } else { 1.0 }]);
    }
}

/// Anything anywhere, on a small grid.
fn crowd(rng: &mut Rng, draft: &mut Draft) {
    let place = |rng: &mut Rng| [rng.between(-6, 6) as f64, rng.between(-6, 6) as f64];
    for _ in 0..3 + rng.below(4) {
        let (at, r) = (place(rng), *rng.pick(&[0.0, 0.5, 1.0, 1.0, 2.0]));
        draft.disc(at, r, velocity(rng));
    }
    for _ in 0..rng.below(5) {
        let (a, b) = (place(rng), place(rng));
        if rng.one_in(4) { draft.pillar(a, 1.0) } else { draft.wall(a, b) }
    }
}

fn radius(rng: &mut Rng) -> f64 {
    *rng.pick(&[0.0, 0.5, 1.0, 1.0, 1.0, 2.0, 3.0])
}

fn velocity(rng: &mut Rng) -> Xy {
    [rng.between(-3, 3) as f64, rng.between(-3, 3) as f64]
}

impl Draft {
    fn disc(&mut self, at: Xy, radius: f64, velocity: Xy) {
        self.bodies.push(Mover { at, velocity, radius, is_sensor: false });
    }

    fn wall(&mut self, a: Xy, b: Xy) {
        self.walls.push(Block { ends: [a, b], around: None, side: Side::On });
    }

    fn pillar(&mut self, center: Xy, around: f64) {
        self.walls.push(Block { ends: [center; 2], around: Some(around), side: Side::On });
    }

    /// Sometimes one more of something.
    fn add_more(&mut self, rng: &mut Rng) {
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
    fn turn(&mut self, rng: &mut Rng) {
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
    fn scale(&mut self, rng: &mut Rng) {
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
    fn perturb(&mut self, rng: &mut Rng) {
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
    fn frame(&self, rng: &mut Rng) -> f64 {
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

    fn finish(self, rng: &mut Rng, kind: &'static str, count: usize) -> Scene {
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
        let wall = wall.from_side(self.side);
        let wall = if rng.one_in(10) { wall.mask(1 << rng.below(2)) } else { wall };
        Some(if rng.one_in(10) { wall.restitution(0.5).expect("between 0 and 1") } else { wall })
    }
}

fn rng_body<'a>(rng: &mut Rng, bodies: &'a mut [Mover]) -> &'a mut Mover {
    let k = rng.below(bodies.len());
    &mut bodies[k]
}
