//! Moves that are related must have related hits.

use std::cmp::Ordering;

use carom::Sweep;

use super::moves::{Outline, circle, outline, sweep};
use super::{agree, segment};
use crate::cases::{self, move_scale};
use crate::moving::Feature;
use crate::near::{self, Mover};
use crate::rng::Rng;
use crate::truth::{self, Ends, Side, Xy};

/// A wall's ends change names when they change places; nothing else does.
pub(super) fn hits_of_swapped_ends(rng: &mut Rng) -> Result<(), String> {
    let case @ (mover, wall) = near::disc_and_wall(rng);
    let (sweep, wall) = (sweep(mover)?, segment(wall)?);
    let expected = sweep.first_touch(&wall).map(|hit| {
        let (t, contact, feature) = outline(hit);
        let renamed = match feature {
            Feature::Side => Feature::Side,
            Feature::A => Feature::B,
            Feature::B => Feature::A,
        };
        (t, contact, renamed)
    });
    agree(&case, sweep.first_touch(&wall.reversed()).map(outline), expected)
}

/// Two movers touch each other at the same time in the same way.
pub(super) fn hits_of_swapped_movers(rng: &mut Rng) -> Result<(), String> {
    let case @ (first, second) = near::disc_and_disc(rng);
    let [first, second] = [sweep(first)?, sweep(second)?];
    agree(&case, second.first_touch(&first).map(outline), first.first_touch(&second).map(outline))
}

/// A mover that stands still is a pillar.
pub(super) fn standing_mover_is_a_circle(rng: &mut Rng) -> Result<(), String> {
    let case @ (mover, (center, radius)) = near::disc_and_circle(rng);
    let (mover, standing) = (sweep(mover)?, sweep(([center; 2], radius))?);
    let pillar = circle(center, radius)?;
    agree(&case, mover.first_touch(&standing).map(outline), mover.first_touch(&pillar).map(outline))
}

/// No answer tells left from right or up from down.
pub(super) fn hits_in_a_mirror(rng: &mut Rng) -> Result<(), String> {
    let scene = Scene::new(rng);
    let expected = scene.hits()?;
    for mirrored in [|[x, y]: Xy| [-x, y], |[x, y]: Xy| [y, x]] {
        agree(&scene, scene.map(mirrored).hits()?, expected)?;
    }
    Ok(())
}

/// A power of two that loses no bits changes no time.
pub(super) fn hits_at_another_scale(rng: &mut Rng) -> Result<(), String> {
    let scene = Scene::new(rng);
    let mut numbers = scene.numbers();
    if move_scale(rng, &mut numbers) == 0 {
        return Ok(());
    }
    agree(&(&scene, &numbers), Scene::of(&numbers).hits()?, scene.hits()?)
}

/// A disc without a radius is a point, in every way.
pub(super) fn disc_without_radius_is_a_point(rng: &mut Rng) -> Result<(), String> {
    let case @ (path, wall) = near::point_and_wall(rng);
    let make = |sweep: Result<Sweep, carom::Error>| sweep.map_err(|error| format!("{case:?}: {error}"));
    let point = make(Sweep::point(path[0], path[1]))?;
    let discs = [make(Sweep::disc(path[0], path[1], 0.0))?, make(Sweep::disc(path[0], path[1], -0.0))?];
    let wall = segment(wall)?;
    for disc in discs {
        agree(&case, disc, point)?;
        agree(&case, disc.first_touch(&wall), point.first_touch(&wall))?;
    }
    Ok(())
}

/// There is no gap between two walls that share a vertex.
pub(super) fn no_leak_at_a_shared_vertex(rng: &mut Rng) -> Result<(), String> {
    let Some(case) = (0..64).find_map(|_| corner_in_the_way(rng)) else { return Ok(()) };
    let (path, walls) = case;
    let [first, second] = [segment(walls[0])?, segment(walls[1])?];
    for radius in [0.0, f64::from_bits(1)] {
        let sweep = sweep((path, radius))?;
        let is_stopped = sweep.first_time(&first).is_some() || sweep.first_time(&second).is_some();
        agree(&(&case, radius), is_stopped, true)?;
    }
    Ok(())
}

/// A path and two walls with a common vertex near it, if the path cannot but touch one of them.
fn corner_in_the_way(rng: &mut Rng) -> Option<(Ends, [Ends; 2])> {
    // A path that comes near the vertex is a path that comes near a wall that ends there.
    let (path, [vertex, a]) = near::point_and_wall(rng);
    let b = [0, 1].map(|axis| (vertex[axis] + rng.within(0.1, 2.0) * (vertex[axis] - a[axis])).clamp(-1e308, 1e308));
    let walls = [[a, vertex], cases::apart(rng, [vertex, b])];
    // If the path's line has the two far ends on different sides, and everything is beside the path and not before or behind it,
    // then the two walls together cross the path somewhere.
    let sides = [a, walls[1][1]].map(|p| truth::orient(path[0], path[1], p));
    let on_different_sides = matches!(sides, [Side::Left, Side::Right] | [Side::Right, Side::Left]);
    let beside = |p: &Xy| {
        truth::dot_sign(path[0], path[1], path[0], *p) != Ordering::Less
            && truth::dot_sign(path[0], path[1], path[1], *p) != Ordering::Greater
    };
    let must_touch = on_different_sides && walls.as_flattened().iter().all(beside);
    must_touch.then_some((path, walls))
}

/// A mover with something of each kind to touch.
#[derive(Clone, Copy, Debug)]
struct Scene {
    mover: Mover,
    wall: Ends,
    circle: (Xy, f64),
    other: Mover,
}

/// The hits on wall, circle and other mover.
type Hits = [Option<Outline>; 3];

impl Scene {
    fn new(rng: &mut Rng) -> Scene {
        let (mover, wall) = near::disc_and_wall(rng);
        let (of_circle, circle) = near::disc_and_circle(rng);
        let (first, other) = near::disc_and_disc(rng);
        let mover = *rng.pick(&[mover, of_circle, first]);
        Scene { mover, wall, circle, other }
    }

    fn hits(&self) -> Result<Hits, String> {
        let mover = sweep(self.mover)?;
        Ok([
            mover.first_touch(&segment(self.wall)?).map(outline),
            mover.first_touch(&circle(self.circle.0, self.circle.1)?).map(outline),
            mover.first_touch(&sweep(self.other)?).map(outline),
        ])
    }

    fn map(&self, change: fn(Xy) -> Xy) -> Scene {
        Scene {
            mover: (self.mover.0.map(change), self.mover.1),
            wall: self.wall.map(change),
            circle: (change(self.circle.0), self.circle.1),
            other: (self.other.0.map(change), self.other.1),
        }
    }

    fn numbers(&self) -> [f64; 17] {
        let [a, b] = self.mover.0;
        let [c, d] = self.wall;
        let [e, f] = self.other.0;
        let mut numbers = [0.0; 17];
        numbers[..14].copy_from_slice([a, b, c, d, e, f, self.circle.0].as_flattened());
        numbers[14..].copy_from_slice(&[self.mover.1, self.circle.1, self.other.1]);
        numbers
    }

    fn of(numbers: &[f64; 17]) -> Scene {
        let p = |i: usize| [numbers[2 * i], numbers[2 * i + 1]];
        Scene {
            mover: ([p(0), p(1)], numbers[14]),
            wall: [p(2), p(3)],
            circle: (p(6), numbers[15]),
            other: ([p(4), p(5)], numbers[16]),
        }
    }
}
