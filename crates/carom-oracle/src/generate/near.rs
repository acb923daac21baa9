//! Moves that touch by a hair, miss by a hair, or touch exactly.
//!
//! A touch is exact where all distances are: in a square lattice whose steps are the legs of a right triangle with whole sides,
//! laid anywhere and turned any way, then moved to any scale.
//! Half of those are then moved off by a unit in the last place or two.
//! The other moves are random numbers with an end, a line or a radius made to fit up to rounding.

use crate::cases::{self, TRIPLES, apart, between, move_scale, on_a_grid, power_of_two, rough_distance, turned, wild};
use crate::polygons;
use crate::rng::Rng;
use crate::round::{next_down, next_up};
use crate::truth::{Ends, Xy};

/// A moving disc's path and radius.
pub type Mover = (Ends, f64);

/// A path and a wall: the path's end, start or line is within two units in the last place of the wall or of its end.
pub fn point_and_wall(rng: &mut Rng) -> (Ends, Ends) {
    let (mut wall, offset) = wall_and_offset(rng);
    let mut path = path_near(rng, wall, offset);
    let factor = power_of_two(scale_exponent(rng, offset));
    for p in path.iter_mut().chain(&mut wall) {
        *p = p.map(|x| x * factor);
    }
    (path, apart(rng, wall))
}

/// A wall and the paths of many points that come within two units in the last place of it.
pub fn points_and_wall(rng: &mut Rng, count: usize) -> (Vec<Ends>, Ends) {
    let (wall, offset) = wall_and_offset(rng);
    let factor = power_of_two(scale_exponent(rng, offset));
    let scaled = |ends: Ends| ends.map(|p| p.map(|x| x * factor));
    let paths = (0..count).map(|_| scaled(path_near(rng, wall, offset))).collect();
    (paths, apart(rng, scaled(wall)))
}

pub(super) fn scale_exponent(rng: &mut Rng, offset: f64) -> i32 {
    // 2^±996 is about 1e±300; what is 1e15 away must not leave the range.
    let highest = if offset < 1e15 { 996 } else { 960 };
    if rng.one_in(2) { 0 } else { rng.between(-996, highest) as i32 }
}

fn wall_and_offset(rng: &mut Rng) -> (Ends, f64) {
    let offset = *rng.pick(&[0.0, 0.0, 0.0, 12.0, 1e15]);
    let mut wall = match rng.below(8) {
        0 => on_a_grid(rng, 8),
        _ => [[0.0; 2]; 2].map(|p| p.map(|_| rng.within(-1.0, 1.0))),
    };
    if rng.one_in(6) {
        let axis = rng.below(2);
        wall[1][axis] = wall[0][axis];
    }
    let wall = wall.map(|p| p.map(|x| x + offset));
    (apart(rng, wall), offset)
}

fn path_near(rng: &mut Rng, wall: Ends, offset: f64) -> Ends {
    let far = match rng.below(16) {
        // Along the wall, up to rounding.
        0 | 1 => {
            let t = rng.within(-2.0, 3.0);
            [0, 1].map(|axis| wall[0][axis] + t * (wall[1][axis] - wall[0][axis]))
        }
        _ => [rng.within(-2.0, 2.0) + offset, rng.within(-2.0, 2.0) + offset],
    };
    let mut near = if rng.one_in(3) { wall[rng.below(2)] } else { between(rng, wall[0], wall[1]) };
    if !rng.one_in(5) {
        near = near.map(|x| stepped(x, rng.between(-2, 2)));
    }
    match rng.below(8) {
        0..=2 => [far, near],
        3 => [near, far],
        4 => [near, near],
        // Through the near point: as far again behind it, or half as far.
        _ => {
            let share = *rng.pick(&[1.0, 0.5]);
            [far, [0, 1].map(|axis| near[axis] + share * (near[axis] - far[axis]))]
        }
    }
}

/// A disc and a wall with distinct ends.
pub fn disc_and_wall(rng: &mut Rng) -> (Mover, Ends) {
    let (path, radius, wall) = match rng.below(16) {
        0..=9 => in_a_lattice(rng, lattice_path_and_wall),
        10..=14 => {
            let (path, wall) = in_floating_point(rng);
            let radius = fitting(rng, path, wall);
            (path, radius, wall)
        }
        _ => {
            let [start, end, a, b] = cases::points(rng);
            let radius = if rng.one_in(2) { fitting(rng, [start, end], [a, b]) } else { wild(rng).abs() };
            ([start, end], radius, [a, b])
        }
    };
    ((degenerate(rng, path), radius_or_none(rng, radius)), apart(rng, wall))
}

/// A disc and a standing circle: a center and a radius.
pub fn disc_and_circle(rng: &mut Rng) -> (Mover, (Xy, f64)) {
    let (path, reach, [center, _]) = match rng.below(16) {
        0..=9 => in_a_lattice(rng, lattice_path_and_center),
        10..=14 => {
            let (path, [center, _]) = in_floating_point(rng);
            let radius = fitting(rng, path, [center; 2]);
            (path, radius, [center; 2])
        }
        _ => {
            let [start, end, center] = cases::points(rng);
            let radius = if rng.one_in(2) { fitting(rng, [start, end], [center; 2]) } else { wild(rng).abs() };
            ([start, end], radius, [center; 2])
        }
    };
    let (radius, circle) = divided(rng, reach);
    ((degenerate(rng, path), radius), (center, circle))
}

/// Two moving discs.
pub fn disc_and_disc(rng: &mut Rng) -> (Mover, Mover) {
    let ((path, radius), (center, other)) = disc_and_circle(rng);
    // The same meeting seen by somebody else: both get one more motion.
    let size = path.as_flattened().iter().chain(&center).fold(0.0, |size: f64, x| size.max(x.abs())).min(1e300);
    let unit = if size == 0.0 { 1.0 } else { power_of_two((size.log2() as i32 - 20).max(-1074)) };
    let extra = match rng.below(4) {
        0 => [0.0; 2],
        1 => [rng.within(-1.0, 1.0) * size, rng.within(-1.0, 1.0) * size],
        _ => on_a_grid::<1>(rng, 1 << 20)[0].map(|x| x * unit),
    };
    let moved = |p: Xy| [0, 1].map(|axis| (p[axis] + extra[axis]).clamp(f64::MIN, f64::MAX));
    let (first, second) = (([path[0], moved(path[1])], radius), ([center, moved(center)], other));
    if rng.one_in(2) { (first, second) } else { (second, first) }
}

/// A disc and two walls that it touches at nearly the same time, or at exactly the same.
pub fn disc_and_walls(rng: &mut Rng) -> (Mover, Ends, Ends) {
    let ((path, radius), wall @ [a, b]) = disc_and_wall(rng);
    let [[start_x, start_y], [end_x, end_y]] = path;
    let elsewhere = [0, 1].map(|axis| *rng.pick(&[a, b, path[0], path[1]].map(|p| p[axis])));
    let second = match rng.below(8) {
        0 => [b, a],
        1 => [a, elsewhere],
        2 => [b, elsewhere],
        // The mirror image of the wall in the path is touched at the same time.
        3 | 4 if start_x == end_x => wall.map(|[x, y]| [start_x + (start_x - x), y]),
        3 | 4 if start_y == end_y => wall.map(|[x, y]| [x, start_y + (start_y - y)]),
        3..=5 => {
            let mut second = wall;
            let which = rng.below(2);
            cases::nudge(rng, &mut second[which]);
            second
        }
        6 => [between(rng, a, b), elsewhere],
        _ => [elsewhere, path[rng.below(2)]],
    };
    let second = second.map(|p| p.map(|x| x.clamp(f64::MIN, f64::MAX)));
    let second = apart(rng, second);
    if rng.one_in(2) { ((path, radius), wall, second) } else { ((path, radius), second, wall) }
}

/// A polygon's rings, and a disc that starts and ends inside, outside or on the outline, and often just reaches it.
pub fn disc_and_polygon(rng: &mut Rng, size: usize) -> (Mover, Vec<Vec<Xy>>) {
    if rng.one_in(3) {
        return disc_and_frame(rng);
    }
    let rings = polygons::any(rng, size);
    let path = [polygons::point_near(rng, &rings), polygons::point_near(rng, &rings)];
    let path = degenerate(rng, path);
    if rng.one_in(3) {
        return ((path, 0.0), rings);
    }
    let from = path[rng.below(2)];
    let edges = rings.iter().flat_map(|ring| crate::regions::edges_of(ring));
    let nearest = edges.map(|edge| rough_distance(from, edge)).fold(f64::MAX, f64::min);
    let share = *rng.pick(&[1.0, 1.0, 0.5, 0.01]);
    ((path, stepped(share * nearest, rng.between(-2, 2)).abs()), rings)
}

/// A square with square holes and a disc, all in small whole numbers: slides, grazes and corners that are touched on both sides at once.
fn disc_and_frame(rng: &mut Rng) -> (Mover, Vec<Vec<Xy>>) {
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
    let mut path = [[0.0; 2]; 2].map(|p| p.map(|_| rng.between(-3, 15) as f64 * factor));
    if rng.one_in(2) {
        let axis = rng.below(2);
        path[1][axis] = path[0][axis];
    }
    let radius = *rng.pick(&[0.0, 1.0, 2.0, 5.0]) * factor;
    ((path, if rng.one_in(4) { stepped(radius, 1) } else { radius }), rings)
}

/// A question in lattice coordinates: start, end, reach in lattice steps, and the wall's ends.
type InLattice = ([[i64; 2]; 2], i64, [[i64; 2]; 2]);

fn lattice_path_and_wall(rng: &mut Rng) -> InLattice {
    let (reach, length) = (lattice_length(rng), lattice_length(rng));
    let wall = [[0, 0], [length, 0]];
    // Where it is beside the wall: before it, at its ends, within it, behind it.
    let beside = |rng: &mut Rng| match rng.below(6) {
        0 => 0,
        1 => length,
        2 => -rng.between(1, length),
        3 => length + rng.between(1, length),
        _ => rng.between(0, length),
    };
    let (x, y) = (beside(rng), beside(rng));
    let above = reach + rng.between(1, reach.max(4));
    let path = match rng.below(8) {
        // Sliding along, or parallel and beyond the ends.
        0 | 1 => [[x, reach], [y, reach]],
        // Coming down to exactly the reach, or starting there.
        2 => [[x, above], [y, reach]],
        3 => [[x, reach], [y, rng.between(-2 * reach, 2 * reach)]],
        // Through a place exactly beside an end, or beside a lattice point of the wall.
        4 => {
            let foot = *rng.pick(&[0, length, x]);
            let (dx, dy) = (rng.between(-6, 6), rng.between(1, 6));
            let (back, forth) = (rng.between(0, 5), rng.between(0, 5));
            [[foot - back * dx, reach + back * dy], [foot + forth * dx, reach - forth * dy]]
        }
        // Like the moves around a center, with a wall that goes on from there.
        5 | 6 => {
            let (path, reach, _) = lattice_path_and_center(rng);
            let far = [rng.between(-length, length), rng.between(-length, length)];
            let wall = if rng.one_in(2) { [[0, 0], far] } else { [far, [0, 0]] };
            return (path, reach, wall);
        }
        // Anything around.
        _ => [[x, rng.between(-2 * reach, 2 * reach)], [y, rng.between(-2 * reach, 2 * reach)]],
    };
    let wall = if rng.one_in(2) { [wall[1], wall[0]] } else { wall };
    (path, reach, wall)
}

fn lattice_path_and_center(rng: &mut Rng) -> InLattice {
    let length = lattice_length(rng);
    // A lattice point whose distance from the center is whole, and the step along the tangent there.
    let (triple, size) = (*rng.pick(TRIPLES), lattice_length(rng));
    let (leg, hypotenuse) = turned(rng, triple);
    let [x, y] = leg.map(|x| x as i64);
    let (touching, reach) = ([size * x, size * y], size * hypotenuse as i64);
    let on = |along: i64, out: i64| [touching[0] - along * y + out * x, touching[1] + along * x + out * y];
    let path = match rng.below(8) {
        // On the tangent: before the touching point, from it, to it, through it.
        0 | 1 => [on(-rng.between(0, length), 0), on(rng.between(0, length), 0)],
        2 => [on(-rng.between(1, length), 0), on(0, 0)],
        // To the touching point from outside, or from it to somewhere.
        3 => [on(rng.between(-length, length), rng.between(1, length)), on(0, 0)],
        4 => [on(0, 0), on(rng.between(-length, length), rng.between(-length, length))],
        // Through the touching point.
        5 => {
            let (dx, dy, forth) = (rng.between(-6, 6), rng.between(1, 6), rng.between(1, 6));
            [on(-dx, dy), on(forth * dx, -forth * dy)]
        }
        6 => [on(0, -rng.between(1, 2 * size)), on(0, rng.between(-2 * size, 2 * size))],
        _ => [on(rng.between(-9, 9), rng.between(-9, 9)), on(rng.between(-9, 9), rng.between(-9, 9))],
    };
    (path, reach, [[0, 0]; 2])
}

/// Radius and scene are of one size, or one is a thousand times as large as the other, or a million times.
fn lattice_length(rng: &mut Rng) -> i64 {
    rng.between(1, 9) << *rng.pick(&[0, 0, 0, 10, 20])
}

fn in_a_lattice(rng: &mut Rng, question: fn(&mut Rng) -> InLattice) -> (Ends, f64, Ends) {
    let (path, reach, wall) = question(rng);
    // Half of the lattices are upright: walls are then level or upright too.
    let triple = if rng.one_in(2) { [0.0, 1.0, 1.0] } else { *rng.pick(TRIPLES) };
    let (step, hypotenuse) = turned(rng, triple);
    let origin = match rng.below(4) {
        0 => [1e15, -1e15],
        1 => on_a_grid::<1>(rng, 1 << 20)[0],
        _ => [0.0; 2],
    };
    let laid = |[i, j]: [i64; 2]| {
        let (i, j) = (i as f64, j as f64);
        [origin[0] + i * step[0] - j * step[1], origin[1] + i * step[1] + j * step[0]]
    };
    let [[a, b], [c, d]] = [path, wall].map(|ends| ends.map(laid));
    let mut numbers = [a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1], reach as f64 * hypotenuse];
    if rng.one_in(2) {
        move_scale(rng, &mut numbers);
    }
    if rng.one_in(2) {
        let number = &mut numbers[rng.below(9)];
        *number = stepped(*number, rng.between(-2, 2));
    }
    let [ax, ay, bx, by, cx, cy, dx, dy, reach] = numbers;
    ([[ax, ay], [bx, by]], reach.abs(), [[cx, cy], [dx, dy]])
}

/// Numbers without any relation, of one scale.
fn in_floating_point(rng: &mut Rng) -> (Ends, Ends) {
    let offset = *rng.pick(&[0.0, 0.0, 0.0, 12.0, 1e15]);
    let factor = power_of_two(scale_exponent(rng, offset));
    let smaller = *rng.pick(&[1.0, 1.0, 1e-6]);
    let mut point = |size: f64| [0, 1].map(|_| (rng.within(-size, size) + offset) * factor);
    let path = [point(1.0), point(1.0)];
    let wall = [point(smaller), point(smaller)];
    (path, wall)
}

/// A radius with which the path, its start or its end just reaches the wall or an end of it.
pub fn fitting(rng: &mut Rng, path: Ends, wall: Ends) -> f64 {
    let whole_path = [
        rough_distance(path[0], wall),
        rough_distance(path[1], wall),
        rough_distance(wall[0], path),
        rough_distance(wall[1], path),
    ];
    let distance = match rng.below(4) {
        0 => rough_distance(path[0], wall),
        1 => rough_distance(path[1], wall),
        _ => whole_path.into_iter().fold(f64::MAX, f64::min),
    };
    // Points at opposite ends of the range have a distance that plain numbers do not.
    let distance = if distance.is_finite() { distance } else { f64::MAX / 4.0 };
    stepped(distance, rng.between(-2, 2)).abs()
}

/// Two radii whose sum is `reach`, up to rounding.
fn divided(rng: &mut Rng, reach: f64) -> (f64, f64) {
    let part = match rng.below(6) {
        0 => reach,
        1 => 0.0,
        2 | 3 => reach / 2.0,
        4 => (rng.unit() * reach).floor(),
        _ => rng.unit() * reach,
    };
    (part, reach - part)
}

fn degenerate(rng: &mut Rng, path: Ends) -> Ends {
    if rng.one_in(24) { [path[0]; 2] } else { path }
}

fn radius_or_none(rng: &mut Rng, radius: f64) -> f64 {
    if rng.one_in(24) { 0.0 } else { radius }
}

/// The number that is `steps` numbers above `x`, as long as it is finite.
pub(super) fn stepped(x: f64, steps: i64) -> f64 {
    let step = if steps < 0 { next_down } else { next_up };
    (0..steps.abs()).fold(x.clamp(f64::MIN, f64::MAX), |x, _| step(x).clamp(f64::MIN, f64::MAX))
}
