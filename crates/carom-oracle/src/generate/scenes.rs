//! Small scenes made of ties and near-ties on purpose.
//!
//! A scene is drafted in small whole numbers, so that things happen at exactly the same time. Then it is turned by a Pythagorean angle,
//! mirrored, moved and scaled, all of which keep every tie, and in the end perhaps a number or two are changed by a hair.

use carom::Side;

use super::draft::{Block, Draft, Mover};
use crate::rng::Rng;
use crate::truth::Xy;
use crate::worlds::Scene;

/// What it is made for, and how it is drafted.
type Kind = (&'static str, fn(&mut Rng, &mut Draft));

/// All kinds of scenes.
const KINDS: &[Kind] = &[
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

pub(super) fn velocity(rng: &mut Rng) -> Xy {
    [rng.between(-3, 3) as f64, rng.between(-3, 3) as f64]
}
