//! Which bodies of a scene have no room, when the scene cannot be built because of them.

use crate::commands::check::Problem;
use crate::output::pair;
use carom::{Error, World};
use carom_scene::{Body, Fault, Scene};
use std::collections::BTreeSet;

/// All bodies on walls and all pairs that overlap, and the places of enough bodies that the others have room.
///
/// Whether two overlap is asked of the library, by putting both in an empty world.
pub(crate) fn overlaps(scene: &Scene) -> Result<(Vec<Problem>, BTreeSet<usize>), Fault> {
    let walls_only = Scene { bodies: Vec::new(), ..scene.clone() };
    let mut built = walls_only.build()?;
    let name = |i: usize| scene.bodies[i].name.clone().unwrap_or_else(|| format!("bodies[{i}]"));
    let mut problems = Vec::new();
    let mut without_room = BTreeSet::new();
    for (i, body) in scene.bodies.iter().enumerate() {
        let body_made = made(&mut built.world, body)?;
        match built.world.add(body_made) {
            Ok(id) => {
                built.world.remove(id);
            }
            Err(Error::BodyOnWall { wall, .. }) => {
                let id = built.world.walls().ids().find(|id| id.index() == wall);
                let wall = id.map_or("a wall", |id| built.names.wall(id)).to_string();
                problems.push(problem(name(i), body, wall, "is on or in"));
                without_room.insert(i);
            }
            // What else is wrong with a body is found when the scene is built.
            Err(_) => {}
        }
    }
    for (i, j) in near_pairs(&scene.bodies) {
        let (first, second) = (&scene.bodies[i], &scene.bodies[j]);
        let mut world = World::new(carom::Walls::new(Vec::<carom::Segment>::new()));
        let (first_made, second_made) = (made(&mut world, first)?, made(&mut world, second)?);
        let is_in = world.add(first_made).is_ok();
        if is_in && matches!(world.add(second_made), Err(Error::BodiesOverlap { .. })) {
            let other = format!("{} at {}", name(i), pair(first.position[0], first.position[1]));
            problems.push(problem(name(j), second, other, "overlaps"));
            without_room.insert(j);
        }
    }
    Ok((problems, without_room))
}

fn problem(what: String, body: &Body, other: String, how: &str) -> Problem {
    let [x, y] = body.position;
    let message = format!("{what} at {} {how} {other}", pair(x, y));
    Problem { kind: "overlap", what, at: Some([x, y]), width: None, other: Some(other), message }
}

/// As much of a body as decides whether it has room in a world. A shape that is not allowed is told of when the scene is built.
fn made(world: &mut World, body: &Body) -> Result<carom::Body, Fault> {
    let shape = body.mover()?.and_then(|mover| world.add_shape(mover).ok());
    let made = match shape {
        Some(shape) => carom::Body::shaped(body.position, shape),
        None => carom::Body::disc(body.position, body.radius),
    };
    let made = made.layers(body.layers.unwrap_or(u32::MAX)).mask(body.mask.unwrap_or(u32::MAX));
    Ok(if body.sensor { made.sensor() } else { made })
}

/// How far a body reaches from its position along an axis, both ways.
fn reach(body: &Body, axis: usize) -> [f64; 2] {
    let mover = body.mover().ok().flatten();
    let corners = mover.iter().flat_map(|mover| mover.vertices()).map(|p| if axis == 0 { p.x } else { p.y });
    let [low, high] = corners.fold([0.0_f64; 2], |[low, high], at| [low.min(at), high.max(at)]);
    [low - body.radius, high + body.radius]
}

/// Pairs that are near enough to one another to be asked, from low to high.
fn near_pairs(bodies: &[Body]) -> Vec<(usize, usize)> {
    let span = |i: usize, axis: usize| {
        let (at, [low, high]) = (bodies[i].position[axis], reach(&bodies[i], axis));
        (at + low, at + high)
    };
    let mut order: Vec<usize> = (0..bodies.len()).collect();
    order.sort_by(|&i, &j| span(i, 0).0.total_cmp(&span(j, 0).0).then(i.cmp(&j)));
    let mut pairs = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for &i in &order {
        open.retain(|&j| span(i, 0).0 <= span(j, 0).1);
        for &j in &open {
            let (a, b) = (span(i, 1), span(j, 1));
            if a.0 <= b.1 && b.0 <= a.1 {
                pairs.push((i.min(j), i.max(j)));
            }
        }
        open.push(i);
    }
    pairs.sort_unstable();
    pairs
}
