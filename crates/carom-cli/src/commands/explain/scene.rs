//! A body of a scene and the walls around it, in numbers as they stand in the file.

use super::answer::{left_out, name_of};
use carom::explain::{After, Fraction, Mover, Obstacle, Scalar, Target};
use carom::{Aabb, Response, Side, Wall};
use carom_scene::{Built, Scene};
use std::collections::BTreeMap;

/// So many walls are all shown; of more only those that the body may reach.
const ALL_SHOWN: usize = 40;

/// One body on its way through a frame.
pub(super) struct FromScene {
    pub(super) mover: Mover,
    pub(super) obstacles: Vec<Obstacle>,
    /// What the body itself does at a wall.
    pub(super) after: After,
    pub(super) title: String,
    /// What is to be said before the working.
    pub(super) words: Vec<String>,
}

/// A float as somebody may have written it.
pub(super) fn written(value: f64) -> Scalar {
    Fraction::written_as(value).map_or_else(|| Scalar::rounded(value), Scalar::from)
}

impl FromScene {
    pub(super) fn new(scene: &Scene, built: &Built, index: usize, dt: f64) -> FromScene {
        let body = &scene.bodies[index];
        let (from, time) = (body.position.map(written), written(dt));
        let half = Scalar::from(0.5);
        let along = |axis: usize| {
            let velocity = written(body.velocity[axis]) + written(scene.world.gravity[axis]) * time * half;
            from[axis] + velocity * time
        };
        let mover = Mover { from, to: [along(0), along(1)], radius: written(body.radius) };
        let in_world = built.world.get(built.bodies[index]);
        let after = match in_world.map(|body| (body.response, body.restitution)) {
            Some((Response::Slide, _)) => After::Slide,
            Some((Response::Stop, _)) => After::Stop,
            Some((Response::Bounce, restitution)) => After::Reflect { restitution: written(restitution) },
            None => After::default(),
        };
        let (obstacles, far) = obstacles(scene, built, index, &mover);
        let velocity = format!("({}, {})", written(body.velocity[0]).short(), written(body.velocity[1]).short());
        let name = name_of(scene, index);
        let position = format!("({}, {})", from[0].short(), from[1].short());
        let falls = scene.world.gravity != [0.0, 0.0];
        let gravity = if falls {
            let [x, y] = scene.world.gravity.map(|g| written(g).short());
            format!(", with the mean velocity $v + g·dt/2$ of a fall with $g = ({x}, {y})$")
        } else {
            String::new()
        };
        let mut words = vec![format!(
            "{name} is at ${position}$ with the velocity $v = {velocity}$ a second; a frame of $dt = {}$ seconds takes it to $Bs + v·dt${gravity}.",
            time.short()
        )];
        words.extend(left_out(scene));
        if far > 0 {
            words.push(format!(
                "{far} other walls are too far away: their boxes do not meet the box of all that the body can reach in the frame."
            ));
        }
        FromScene { mover, obstacles, after, title: format!("{name}, in a frame of {} s", time.short()), words }
    }
}

/// The walls that the body can touch, and how many are left out because they are far away.
fn obstacles(scene: &Scene, built: &Built, index: usize, mover: &Mover) -> (Vec<Obstacle>, usize) {
    let mask = scene.bodies[index].mask.unwrap_or(u32::MAX);
    let [dx, dy] = [0, 1].map(|axis| mover.to[axis].to_f64() - mover.from[axis].to_f64());
    let shape = scene.bodies[index].mover().ok().flatten();
    let corners = shape.iter().flat_map(|shape| shape.vertices());
    let size = corners.fold(0.0_f64, |size, corner| size.max(corner.x.abs()).max(corner.y.abs()));
    let reach = dx.abs() + dy.abs() + mover.radius.to_f64() + size;
    let [x, y] = mover.from.map(Scalar::to_f64);
    let around = Aabb::around([[x - reach, y - reach], [x + reach, y + reach]]).ok();
    let all = named_walls(built);
    let shows_all = all.len() <= ALL_SHOWN;
    let (mut found, mut left_out) = (Vec::new(), 0);
    for (wall, name) in all {
        if wall.mask() & mask == 0 {
            continue;
        }
        if shows_all || around.is_some_and(|around| is_near(&wall, &around)) {
            found.extend(obstacle(&wall, name));
        } else {
            left_out += 1;
        }
    }
    (found, left_out)
}

/// All walls of a scene.
pub(super) fn all_walls(built: &Built) -> Vec<Obstacle> {
    named_walls(built).into_iter().filter_map(|(wall, name)| obstacle(&wall, name)).collect()
}

/// All walls with names of their own: those of one shape are numbered.
fn named_walls(built: &Built) -> Vec<(Wall, String)> {
    let walls = built.world.walls();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for id in walls.ids() {
        *counts.entry(built.names.wall(id)).or_default() += 1;
    }
    let mut parts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut named = Vec::new();
    for id in walls.ids() {
        let name = built.names.wall(id);
        let part = parts.entry(name).or_default();
        let label =
            if counts.get(name).is_some_and(|count| *count > 1) { format!("{name} {part}") } else { name.into() };
        *part += 1;
        named.extend(walls.get(id).map(|wall| (wall, label)));
    }
    named
}

fn is_near(wall: &Wall, around: &Aabb) -> bool {
    carom::intersects(wall.shape(), around)
}

fn obstacle(wall: &Wall, name: String) -> Option<Obstacle> {
    let point = |point: carom::Point| [written(point.x), written(point.y)];
    let target = match (wall.segment(), wall.circle()) {
        (Some(segment), _) => Target::Wall(segment.ends().map(point)),
        (None, Some(circle)) => Target::Pillar { center: point(circle.center()), radius: written(circle.radius()) },
        (None, None) => return None,
    };
    let side: Side = wall.side();
    Some(Obstacle { name, target, restitution: written(wall.restitution()), side })
}
