//! Sweeps that tie with the walls of a scene.

use crate::model::{Form, Made};
use crate::scenes::{Scene, finite};
use carom::{Point, Sweep};
use carom_oracle::near;
use carom_oracle::rng::Rng;
use carom_oracle::truth::{Ends, Xy};

/// A sweep near the walls: through vertices, along walls, just touching, standing still, from afar, or anywhere.
pub(crate) fn sweep(rng: &mut Rng, scene: &Scene) -> Sweep {
    let path = path(rng, scene).map(finite);
    let radius = radius(rng, scene, path);
    Sweep::disc(path[0], path[1], radius).expect("numbers are finite")
}

/// A point on a wall, level with one, or between two.
pub(crate) fn point(rng: &mut Rng, scene: &Scene) -> Xy {
    let [p, q] = [special(rng, scene), special(rng, scene)];
    let point = match rng.below(8) {
        0..=2 => p,
        3 | 4 => [p[0], q[1]],
        5 => along([p, q], 0.5),
        6 => [0, 1].map(|axis| p[axis] + steps(rng) * scene.unit),
        _ => along([p, q], rng.within(-0.5, 1.5)),
    };
    finite(point)
}

fn path(rng: &mut Rng, scene: &Scene) -> Ends {
    let unit = scene.unit;
    match rng.below(16) {
        // Through a vertex, a place on a wall, or a center.
        0..=2 => {
            let middle = special(rng, scene);
            let step = [steps(rng) * unit, steps(rng) * unit];
            let (back, forth) = (steps(rng), steps(rng));
            [back, forth].map(|k| [middle[0] + k * step[0], middle[1] + k * step[1]])
        }
        3 | 4 => {
            let line = ends(rng, scene);
            [0, 1].map(|_| along(line, *rng.pick(&[-1.0, 0.0, 0.0, 0.25, 0.5, 1.0, 1.0, 2.0, 3.0])))
        }
        5 => [special(rng, scene), point(rng, scene)],
        6 => [point(rng, scene), special(rng, scene)],
        7 => [point(rng, scene); 2],
        8 | 9 => {
            let [low, high] = corners(scene);
            let [a, b] = [[low[0], high[1]], [high[0], low[1]]];
            let p = point(rng, scene);
            *rng.pick(&[[low, high], [b, a], [[low[0], p[1]], [high[0], p[1]]], [[p[0], high[1]], [p[0], low[1]]]])
        }
        10 => {
            let [low, high] = corners(scene);
            let beyond = [0, 1].map(|axis| high[axis] + 3.0 * (high[axis] - low[axis]));
            [beyond, [beyond[0] + steps(rng) * unit, beyond[1]]]
        }
        11 => {
            let p = point(rng, scene);
            [p, [p[0] + steps(rng) * unit, p[1] + steps(rng) * unit]]
        }
        _ => [point(rng, scene), point(rng, scene)],
    }
}

fn radius(rng: &mut Rng, scene: &Scene, path: Ends) -> f64 {
    let radius = match rng.below(16) {
        0..=6 => 0.0,
        // A multiple of the unit, which often just fits.
        7..=9 => *rng.pick(&[0.5, 1.0, 1.0, 2.0, 5.0]) * scene.unit,
        10..=12 => match (!scene.walls.is_empty()).then(|| rng.pick(&scene.walls).form) {
            Some(Form::Segment(wall)) => near::fitting(rng, path, wall.ends().map(Xy::from)),
            Some(Form::Circle(wall)) => near::fitting(rng, path, [wall.center().into(); 2]) - wall.radius(),
            None => 1.0,
        },
        13 => 1e-9 * scene.unit,
        14 => {
            let [low, high] = corners(scene);
            (high[0] - low[0]) * *rng.pick(&[0.25, 1.0, 10.0])
        }
        _ => {
            let part = rng.unit() * scene.unit;
            *rng.pick(&[f64::MAX, 1e15, part])
        }
    };
    if radius.is_nan() { 0.0 } else { radius.abs().min(f64::MAX) }
}

fn steps(rng: &mut Rng) -> f64 {
    rng.between(-4, 4) as f64
}

/// The place `t` of the way along the ends; halves, so that nothing overflows.
fn along([a, b]: Ends, t: f64) -> Xy {
    [0, 1].map(|axis| 2.0 * ((1.0 - t) * (a[axis] / 2.0) + t * (b[axis] / 2.0)))
}

/// The ends of a wall, a diameter of a pillar, or a step from the origin.
fn ends(rng: &mut Rng, scene: &Scene) -> Ends {
    if scene.walls.is_empty() {
        return [[0.0; 2], [scene.unit; 2]];
    }
    match rng.pick(&scene.walls).form {
        Form::Segment(wall) => wall.ends().map(Xy::from),
        Form::Circle(wall) => {
            let (Point { x, y }, r) = (wall.center(), wall.radius());
            if rng.one_in(2) { [[x - r, y], [x + r, y]] } else { [[x, y - r], [x, y + r]] }
        }
    }
}

/// A vertex, a place on a wall, or a center.
fn special(rng: &mut Rng, scene: &Scene) -> Xy {
    along(ends(rng, scene), *rng.pick(&[0.0, 0.0, 1.0, 1.0, 0.5, 0.25]))
}

/// Opposite corners of a box that is a unit larger than the scene; both may round to the scene's own.
fn corners(scene: &Scene) -> Ends {
    let boxes = scene.walls.iter().map(|wall: &Made| match wall.form {
        Form::Segment(wall) => wall.aabb(),
        Form::Circle(wall) => wall.aabb(),
    });
    let Some(aabb) = boxes.reduce(|a, b| a.union(&b)) else {
        return [[-scene.unit; 2], [scene.unit; 2]];
    };
    let (min, max, unit) = (aabb.min(), aabb.max(), scene.unit);
    [[min.x - unit, min.y - unit], [max.x + unit, max.y + unit]]
}
