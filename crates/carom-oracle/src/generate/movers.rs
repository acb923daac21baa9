//! Convex shapes whose moves touch by a hair, miss by a hair, or touch exactly.
//!
//! Half of the moves are made in a square lattice: a vertex or a middle of an edge of the mover is put at exactly the reach from one of
//! the obstacle, and the path goes through there along an edge, square to the reach, or anywhere. The lattice is then laid anywhere,
//! turned any way and moved to any scale, and half of the time one number is moved by a unit in the last place or two.
//! The others are random numbers with a path that is aimed so up to rounding, or without any relation.

use crate::cases::{TRIPLES, apart, between, move_scale, power_of_two, turned, wild};
use crate::movers::{Moving, Shape};
use crate::near::{scale_exponent, stepped};
use crate::polygons;
use crate::rng::Rng;
use crate::truth::{Ends, Side, Xy, orient};

/// Kinds of movers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A box, maybe without width or height.
    Box,
    /// Two points with a radius, either of which may be nothing.
    Capsule,
    /// A convex polygon without a radius.
    Polygon,
    /// A box or a convex polygon with a radius.
    Rounded,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 4] = [Kind::Box, Kind::Capsule, Kind::Polygon, Kind::Rounded];
}

/// A mover and a wall with distinct ends.
pub fn mover_and_wall(rng: &mut Rng, kind: Kind) -> (Moving, Ends) {
    let (mover, other) = pair(rng, kind, Against::Wall);
    let [a, b] = other.shape.core[..] else { unreachable!("a wall has two ends") };
    (mover, apart(rng, [a, b]))
}

/// A mover and a standing circle: a center and a radius.
pub fn mover_and_circle(rng: &mut Rng, kind: Kind) -> (Moving, (Xy, f64)) {
    let (mover, other) = pair(rng, kind, Against::Circle);
    (mover, (other.shape.core[0], other.shape.radius))
}

/// Two movers; the second one is of any kind.
pub fn mover_and_mover(rng: &mut Rng, kind: Kind) -> (Moving, Moving) {
    let other = *rng.pick(&Kind::ALL);
    pair(rng, kind, Against::Mover(other))
}

/// A mover and two walls that it touches at nearly the same time, or at exactly the same.
pub fn mover_and_walls(rng: &mut Rng, kind: Kind) -> (Moving, [Ends; 2]) {
    let (mover, wall @ [a, b]) = mover_and_wall(rng, kind);
    let [start, end] = mover.path;
    let elsewhere = [0, 1].map(|axis| *rng.pick(&[a, b, start, end].map(|p| p[axis])));
    let second = match rng.below(6) {
        0 => [b, a],
        1 => [a, elsewhere],
        2 => [b, elsewhere],
        3 => [between(rng, a, b), elsewhere],
        // The same wall at another vertex of the mover.
        4 => {
            let core = &mover.shape.core;
            let (from, until) = (*rng.pick(core), *rng.pick(core));
            wall.map(|p| [0, 1].map(|axis| p[axis] - from[axis] + until[axis]))
        }
        _ => wall.map(|p| p.map(|x| stepped(x, rng.between(-2, 2)))),
    };
    let second = second.map(|p| p.map(|x| x.clamp(f64::MIN, f64::MAX)));
    let second = apart(rng, second);
    (mover, if rng.one_in(2) { [wall, second] } else { [second, wall] })
}

/// A mover and a polygon's rings; the mover starts and ends inside, outside or on the outline.
pub fn mover_and_polygon(rng: &mut Rng, kind: Kind, size: usize) -> (Moving, Vec<Vec<Xy>>) {
    if rng.one_in(3) {
        return mover_and_frame(rng, kind);
    }
    let rings = polygons::any(rng, size);
    let xs = || rings[0].iter().map(|p| p[0]);
    let width = xs().fold(f64::MIN, f64::max) / 2.0 - xs().fold(f64::MAX, f64::min) / 2.0;
    let share = *rng.pick(&[1.0, 0.5, 0.1, 0.01]) * width.min(f64::MAX / 8.0);
    let mut shape = floating_shape(rng, kind, share);
    // As often as not it has an edge of the polygon's, or is all of its hull.
    if matches!(kind, Kind::Polygon | Kind::Rounded) && rng.one_in(4) {
        shape.core = hull(&rings[0]);
    }
    let path = [(); 2].map(|()| {
        let (near, vertex) = (polygons::point_near(rng, &rings), spot(rng, &shape.core));
        let aside = if rng.one_in(3) { [shape.radius * *rng.pick(&[1.0, -1.0]), 0.0] } else { [0.0; 2] };
        [0, 1].map(|axis| (near[axis] - vertex[axis] + aside[axis]).clamp(f64::MIN, f64::MAX))
    });
    let path = if rng.one_in(24) { [path[0]; 2] } else { path };
    (Moving { shape, path }, rings)
}

/// A square with square holes and a mover, all in small whole numbers.
fn mover_and_frame(rng: &mut Rng, kind: Kind) -> (Moving, Vec<Vec<Xy>>) {
    let factor = power_of_two(scale_exponent(rng, 0.0));
    let square = |[x, y]: [i64; 2], size: i64| {
        let corners = [[x, y], [x + size, y], [x + size, y + size], [x, y + size]];
        corners.map(|p| p.map(|x| x as f64 * factor)).to_vec()
    };
    let mut rings = vec![square([0, 0], 12)];
    for corner in [[2, 2], [8, 2], [2, 8], [8, 8]] {
        if rng.one_in(2) {
            rings.push(square(corner, 2));
        }
    }
    let (core, radius) = lattice_shape(rng, kind, 2);
    let core = core.iter().map(|p| p.map(|x| x as f64 * factor)).collect();
    let mut path = [[0.0; 2]; 2].map(|p| p.map(|_| rng.between(-3, 15) as f64 * factor));
    if rng.one_in(2) {
        let axis = rng.below(2);
        path[1][axis] = path[0][axis];
    }
    if rng.one_in(4) {
        let number = &mut path[rng.below(2)][rng.below(2)];
        *number = stepped(*number, rng.between(-1, 1));
    }
    (Moving { shape: Shape { core, radius: radius as f64 * factor }, path }, rings)
}

/// What a mover is put against.
#[derive(Clone, Copy)]
enum Against {
    Wall,
    Circle,
    Mover(Kind),
}

fn pair(rng: &mut Rng, kind: Kind, against: Against) -> (Moving, Moving) {
    let (mut first, mut second) = match rng.below(16) {
        0..=8 => in_a_lattice(rng, kind, against),
        9..=14 => in_floating_point(rng, kind, against),
        _ => without_relation(rng, kind, against),
    };
    if rng.one_in(24) {
        first.path[1] = first.path[0];
    }
    if let Against::Mover(_) = against {
        move_both(rng, &mut first, &mut second);
        if rng.one_in(8) {
            std::mem::swap(&mut first.path, &mut second.path);
        }
    }
    (first, second)
}

/// The same meeting seen by somebody else: both get one more motion, and the second one another position.
fn move_both(rng: &mut Rng, first: &mut Moving, second: &mut Moving) {
    let size = first.path.as_flattened().iter().fold(0.0, |size: f64, x| size.max(x.abs())).min(1e300);
    let unit = if size == 0.0 { 1.0 } else { power_of_two((size.log2() as i32 - 20).clamp(-1074, 1000)) };
    let extra = [(); 2].map(|()| match rng.below(3) {
        0 => 0.0,
        1 => rng.within(-1.0, 1.0) * size,
        _ => rng.between(-1 << 20, 1 << 20) as f64 * unit,
    });
    for path in [&mut first.path, &mut second.path] {
        path[1] = [0, 1].map(|axis| (path[1][axis] + extra[axis]).clamp(f64::MIN, f64::MAX));
    }
}

/// A core, a radius.
type InLattice = (Vec<[i64; 2]>, i64);

fn in_a_lattice(rng: &mut Rng, kind: Kind, against: Against) -> (Moving, Moving) {
    let size = *rng.pick(&[1, 4, 4, 1 << 10]);
    let (core, radius) = lattice_shape(rng, kind, size);
    let (other, other_radius) = match against {
        Against::Wall => (lattice_wall(rng, size), 0),
        Against::Circle => (vec![[0, 0]], if rng.one_in(4) { 0 } else { lattice_reach(rng) }),
        Against::Mover(other) => lattice_shape(rng, other, size),
    };
    let path = lattice_path(rng, &core, &other, radius + other_radius);
    // Boxes stay upright.
    let is_box = kind == Kind::Box || matches!(against, Against::Mover(Kind::Box));
    let triple = if is_box || rng.one_in(2) { [0.0, 1.0, 1.0] } else { *rng.pick(TRIPLES) };
    let (step, hypotenuse) = turned(rng, triple);
    let turned = |&[i, j]: &[i64; 2]| {
        let (i, j) = (i as f64, j as f64);
        [i * step[0] - j * step[1], i * step[1] + j * step[0]]
    };
    let origin = match rng.below(4) {
        0 => [1e15, -1e15],
        1 => [rng.between(-1 << 20, 1 << 20) as f64, rng.between(-1 << 20, 1 << 20) as f64],
        _ => [0.0; 2],
    };
    // A position may be far from its shape.
    let aside = if rng.one_in(4) { [rng.between(-99, 99) as f64, rng.between(-99, 99) as f64] } else { [0.0; 2] };
    let add = |p: Xy, q: Xy| [p[0] + q[0], p[1] + q[1]];
    let back = |p: Xy| add(add(turned_point(turned, p), origin), [-aside[0], -aside[1]]);
    let mut numbers: Vec<f64> = Vec::new();
    numbers.extend(path.iter().flat_map(|p| back([p[0] as f64, p[1] as f64])));
    numbers.extend([radius as f64 * hypotenuse, other_radius as f64 * hypotenuse]);
    numbers.extend(core.iter().flat_map(|p| add(turned(p), aside)));
    numbers.extend(other.iter().flat_map(|p| add(turned(p), origin)));
    if rng.one_in(2) {
        move_scale(rng, &mut numbers);
    }
    if rng.one_in(2) {
        // Mostly the path and the radii, for which nothing else has to fit.
        let count = if rng.one_in(2) { 6 } else { numbers.len() };
        let number = &mut numbers[rng.below(count)];
        *number = stepped(*number, rng.between(-2, 2));
    }
    let points: Vec<Xy> = numbers[6..].chunks(2).map(|p| [p[0], p[1]]).collect();
    let (ours, theirs) = points.split_at(core.len());
    let first = Moving {
        shape: fitted(kind, ours, numbers[4].abs()),
        path: [[numbers[0], numbers[1]], [numbers[2], numbers[3]]],
    };
    (first, placed(against, theirs, numbers[5].abs()))
}

fn turned_point(turned: impl Fn(&[i64; 2]) -> Xy, [x, y]: Xy) -> Xy {
    turned(&[x as i64, y as i64])
}

/// All that stands still, in its place.
fn placed(against: Against, points: &[Xy], radius: f64) -> Moving {
    let shape = match against {
        Against::Mover(kind) => fitted(kind, points, radius),
        _ => Shape { core: points.to_vec(), radius },
    };
    Moving { shape, path: [[0.0; 2]; 2] }
}

/// A shape of this kind with about these points.
fn fitted(kind: Kind, points: &[Xy], radius: f64) -> Shape {
    match kind {
        Kind::Box => Shape { core: box_around(points), radius: 0.0 },
        Kind::Polygon => Shape { core: hull(points), radius: 0.0 },
        _ => Shape { core: hull(points), radius },
    }
}

/// The corners of the smallest box around points, from its lowest one on; fewer if it has no width or no height.
pub fn box_around(points: &[Xy]) -> Vec<Xy> {
    let end = |axis: usize, start: f64, choose: fn(f64, f64) -> f64| points.iter().map(|p| p[axis]).fold(start, choose);
    let [low, high] =
        [[0, 1].map(|axis| end(axis, f64::MAX, f64::min)), [0, 1].map(|axis| end(axis, f64::MIN, f64::max))];
    let mut corners = vec![low, [high[0], low[1]], high, [low[0], high[1]]];
    corners.dedup();
    if corners.len() < 4 {
        corners.truncate(2);
    }
    if corners.len() == 2 && corners[0] == corners[1] {
        corners.pop();
    }
    corners
}

/// The vertices of the smallest convex ring around points, counter-clockwise; two or one if they are on a line or the same.
pub fn hull(points: &[Xy]) -> Vec<Xy> {
    let mut sorted: Vec<Xy> = points.iter().map(|p| p.map(|x| x + 0.0)).collect();
    sorted.sort_by(|p, q| p.partial_cmp(q).expect("finite numbers"));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let half = |points: &mut dyn Iterator<Item = Xy>| {
        let mut chain: Vec<Xy> = Vec::new();
        for p in points {
            while let [.., a, b] = chain[..] {
                if orient(a, b, p) == Side::Left {
                    break;
                }
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut ring = half(&mut sorted.iter().copied());
    ring.extend(half(&mut sorted.iter().rev().copied()));
    ring
}

/// All numbers are even, so that middles are whole.
fn lattice_shape(rng: &mut Rng, kind: Kind, size: i64) -> InLattice {
    let point = |rng: &mut Rng| [2 * rng.between(-size, size), 2 * rng.between(-size, size)];
    let whole = |points: Vec<Xy>| points.into_iter().map(|p| p.map(|x| x as i64)).collect();
    let floats = |points: &[[i64; 2]]| points.iter().map(|p| p.map(|x| x as f64)).collect::<Vec<Xy>>();
    let reach = lattice_reach(rng);
    match kind {
        Kind::Box => (whole(box_around(&floats(&[point(rng), point(rng)]))), 0),
        Kind::Capsule => {
            let a = point(rng);
            let b = match rng.below(4) {
                0 => [point(rng)[0], a[1]],
                1 => [a[0], point(rng)[1]],
                _ => point(rng),
            };
            let radius = if rng.one_in(4) { 0 } else { reach };
            (whole(hull(&floats(&[a, b]))), radius)
        }
        Kind::Polygon | Kind::Rounded => loop {
            let points: Vec<[i64; 2]> = (0..rng.between(3, 6)).map(|_| point(rng)).collect();
            let core = match rng.below(4) {
                0 => box_around(&floats(&points)),
                _ => hull(&floats(&points)),
            };
            if 3 <= core.len() {
                break (whole(core), if kind == Kind::Rounded { reach } else { 0 });
            }
        },
    }
}

fn lattice_wall(rng: &mut Rng, size: i64) -> Vec<[i64; 2]> {
    let length = rng.between(1, size);
    let step = match rng.below(4) {
        0 => [2 * length, 0],
        1 => [0, 2 * length],
        2 => {
            let (leg, _) = turned(rng, [3.0, 4.0, 5.0]);
            leg.map(|x| 2 * length * x as i64)
        }
        _ => [2 * rng.between(-size, size), 2 * rng.between(-size, size)],
    };
    if step == [0, 0] { vec![[0, 0], [2, 0]] } else { vec![[0, 0], step] }
}

/// Reaches that are the long side of a right triangle with whole sides, or nothing special.
fn lattice_reach(rng: &mut Rng) -> i64 {
    match rng.below(3) {
        0 => rng.between(1, 9),
        1 => 5 * rng.between(1, 3),
        _ => 5 << rng.between(0, 12),
    }
}

/// A path through a place where a point of one core is at exactly the reach from one of the other.
fn lattice_path(rng: &mut Rng, core: &[[i64; 2]], other: &[[i64; 2]], reach: i64) -> [[i64; 2]; 2] {
    let out = if reach % 5 == 0 && rng.one_in(2) {
        let (leg, _) = turned(rng, [3.0, 4.0, 5.0]);
        leg.map(|x| x as i64 * (reach / 5))
    } else {
        *rng.pick(&[[reach, 0], [-reach, 0], [0, reach], [0, -reach]])
    };
    let edge = |rng: &mut Rng, core: &[[i64; 2]]| {
        let i = rng.below(core.len());
        let next = core[(i + 1) % core.len()];
        [next[0] - core[i][0], next[1] - core[i][1]]
    };
    // Without a reach the two may touch in any direction, side on side if it is square to an edge.
    let away = match (reach, rng.below(3)) {
        (0, 0) => square(edge(rng, core)),
        (0, 1) => square(edge(rng, other)),
        (0, _) => [rng.between(-6, 6), rng.between(-6, 6)],
        _ => out,
    };
    let (ours, theirs) = if rng.one_in(4) {
        (lattice_spot(rng, core), lattice_spot(rng, other))
    } else {
        (lattice_spot(rng, &farthest(core, [-away[0], -away[1]])), lattice_spot(rng, &farthest(other, away)))
    };
    let at = [0, 1].map(|axis| theirs[axis] - ours[axis] + out[axis]);
    let direction = match rng.below(6) {
        0 => [-out[1], out[0]],
        1 => edge(rng, core),
        2 => edge(rng, other),
        3 => [-out[0], -out[1]],
        _ => [rng.between(-6, 6), rng.between(-6, 6)],
    };
    let (back, forth) = (rng.between(0, 4), rng.between(0, 4));
    let turn = if rng.one_in(2) { 1 } else { -1 };
    let mut path = [-back, forth].map(|steps| [0, 1].map(|axis| at[axis] + turn * steps * direction[axis]));
    if rng.one_in(8) {
        path[rng.below(2)] = [rng.between(-20, 20), rng.between(-20, 20)];
    }
    path
}

fn square([x, y]: [i64; 2]) -> [i64; 2] {
    [-y, x]
}

/// The one or two vertices that are farthest in a direction.
fn farthest(core: &[[i64; 2]], [x, y]: [i64; 2]) -> Vec<[i64; 2]> {
    let height = |p: &[i64; 2]| x * p[0] + y * p[1];
    let highest = core.iter().map(height).max().expect("a core has a vertex");
    core.iter().copied().filter(|p| height(p) == highest).collect()
}

/// A vertex, or the middle of an edge.
fn lattice_spot(rng: &mut Rng, core: &[[i64; 2]]) -> [i64; 2] {
    let i = rng.below(core.len());
    let next = core[(i + 1) % core.len()];
    if rng.one_in(2) { core[i] } else { [(core[i][0] + next[0]) / 2, (core[i][1] + next[1]) / 2] }
}

/// Random numbers of one scale, with a path that is aimed at a touch.
fn in_floating_point(rng: &mut Rng, kind: Kind, against: Against) -> (Moving, Moving) {
    let offset = *rng.pick(&[0.0, 0.0, 0.0, 12.0, 1e15]);
    let shape = {
        let size = *rng.pick(&[1.0, 1.0, 1e-3]);
        floating_shape(rng, kind, size)
    };
    let other = match against {
        Against::Wall => Shape { core: [(); 2].map(|()| floating_point(rng, 1.0)).to_vec(), radius: 0.0 },
        Against::Circle => Shape { core: vec![floating_point(rng, 1.0)], radius: rng.unit() },
        Against::Mover(other) => floating_shape(rng, other, 1.0),
    };
    let there: Vec<Xy> = other.core.iter().map(|p| p.map(|x| x + offset)).collect();
    let other = match against {
        Against::Mover(kind) => fitted(kind, &there, other.radius),
        _ => Shape { core: there, radius: other.radius },
    };
    let path = aimed_path(rng, &shape, &other, offset);
    let factor = power_of_two(scale_exponent(rng, offset));
    let scaled = |shape: &Shape| Shape {
        core: shape.core.iter().map(|p| p.map(|x| x * factor)).collect(),
        radius: shape.radius * factor,
    };
    let [mut first, mut second] = [scaled(&shape), scaled(&other)];
    // Very small numbers may have become equal ones.
    first = fitted(kind, &first.core, first.radius);
    if let Against::Mover(kind) = against {
        second = fitted(kind, &second.core, second.radius);
    }
    let path = path.map(|p| p.map(|x| x * factor));
    (Moving { shape: first, path }, Moving { shape: second, path: [[0.0; 2]; 2] })
}

/// A path whose start or end, or a place on which, is up to rounding where two spots of the shapes are at the reach.
fn aimed_path(rng: &mut Rng, shape: &Shape, other: &Shape, offset: f64) -> Ends {
    let reach = shape.radius + other.radius;
    // Square to an edge of one of them, or anywhere.
    let core = if rng.one_in(2) { &shape.core } else { &other.core };
    let i = rng.below(core.len());
    let next = core[(i + 1) % core.len()];
    let mut along = [next[0] - core[i][0], next[1] - core[i][1]];
    if along == [0.0; 2] || rng.one_in(3) {
        along = floating_point(rng, 1.0);
    }
    let length = along[0].hypot(along[1]).max(1e-300) * if rng.one_in(2) { 1.0 } else { -1.0 };
    let out = [reach * (along[1] / length), -reach * (along[0] / length)];
    let highest = |core: &[Xy], sign: f64| {
        let height = |p: &Xy| sign * (along[1] / length * p[0] - along[0] / length * p[1]);
        *core.iter().max_by(|p, q| height(p).total_cmp(&height(q))).expect("a core has a vertex")
    };
    let (ours, theirs) = if rng.one_in(3) {
        (spot(rng, &shape.core), spot(rng, &other.core))
    } else {
        (highest(&shape.core, -1.0), highest(&other.core, 1.0))
    };
    let at = [0, 1].map(|axis| theirs[axis] - ours[axis] + out[axis]).map(|x| stepped(x, rng.between(-2, 2)));
    let far = [rng.within(-2.0, 2.0) + offset, rng.within(-2.0, 2.0) + offset];
    match rng.below(8) {
        0 => [far, at],
        1 => [at, far],
        // Along the edge, through the place or up to it.
        2..=4 => {
            let (back, forth) = (rng.within(0.0, 2.0), *rng.pick(&[0.0, 0.5, 1.0, 2.0]));
            [-back, forth].map(|share| [0, 1].map(|axis| at[axis] + share * along[axis]))
        }
        _ => {
            let share = *rng.pick(&[1.0, 0.5]);
            [far, [0, 1].map(|axis| at[axis] + share * (at[axis] - far[axis]))]
        }
    }
}

fn without_relation(rng: &mut Rng, kind: Kind, against: Against) -> (Moving, Moving) {
    let points = |rng: &mut Rng, count: usize| (0..count).map(|_| [wild(rng), wild(rng)]).collect::<Vec<Xy>>();
    let core = if kind == Kind::Capsule { points(rng, 2) } else { points(rng, 4) };
    let other = match against {
        Against::Wall => points(rng, 2),
        Against::Circle => points(rng, 1),
        Against::Mover(_) => points(rng, 3),
    };
    let radii = [0, 1].map(|_| wild(rng).abs());
    let radius = if kind == Kind::Polygon { 0.0 } else { radii[0] };
    let other_radius = match against {
        Against::Wall | Against::Mover(Kind::Polygon) => 0.0,
        _ => radii[1],
    };
    let path = [(); 2].map(|()| [wild(rng), wild(rng)].map(|x| x + 0.0));
    (Moving { shape: fitted(kind, &core, radius), path }, placed(against, &other, other_radius))
}

fn floating_shape(rng: &mut Rng, kind: Kind, size: f64) -> Shape {
    let count = match kind {
        Kind::Box | Kind::Capsule => 2,
        Kind::Polygon | Kind::Rounded => 3 + rng.below(6),
    };
    let mut points: Vec<Xy> = (0..count).map(|_| floating_point(rng, size)).collect();
    if kind == Kind::Box && rng.one_in(8) {
        let axis = rng.below(2);
        points[1][axis] = points[0][axis];
    }
    let radius = match kind {
        Kind::Box | Kind::Polygon => 0.0,
        _ => rng.unit() * size,
    };
    fitted(kind, &points, radius)
}

fn floating_point(rng: &mut Rng, size: f64) -> Xy {
    [rng.within(-size, size), rng.within(-size, size)]
}

/// A vertex, or some point of an edge up to rounding.
fn spot(rng: &mut Rng, core: &[Xy]) -> Xy {
    let i = rng.below(core.len());
    let next = core[(i + 1) % core.len()];
    if rng.one_in(2) { core[i] } else { between(rng, core[i], next) }
}
