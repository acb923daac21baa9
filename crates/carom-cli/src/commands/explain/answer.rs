//! One case as a picture shows it: a wall or pillar, a path, the first touch, and where the frame ends.

use super::shaped::parts;
use crate::output::Failure;
use carom::methods::{Explanation, Method};
use carom::{Hit, Point, Sweep, Vec2, WallId, Walls, reflect};
use carom_draw::digits;
use carom_draw::{CaseShown, Target};
use carom_scene::{Built, Scene};

/// A case to explain.
pub(crate) struct Case {
    pub(crate) target: Target,
    pub(crate) path: Sweep,
    /// What moves along the path, if it is neither a point nor a disc.
    pub(crate) shape: Option<carom::Mover>,
    pub(crate) restitution: f64,
    /// Where it is from, if from a scene.
    pub(crate) from_scene: Option<FromScene>,
}

/// Where in a scene a case is from.
pub(crate) struct FromScene {
    pub(super) wall: String,
    pub(super) body: String,
    pub(super) dt: f64,
}

/// A case and what came of it.
pub(crate) struct Answer {
    pub(crate) case: Case,
    pub(crate) hit: Option<Hit>,
    /// Where the frame ends.
    pub(crate) end: Point,
    pub(crate) workings: Vec<Explanation>,
}

/// The place of a body in a scene, by its name or its number.
pub(crate) fn body_index(scene: &Scene, wanted: &str) -> Result<usize, Failure> {
    let by_name = scene.bodies.iter().position(|body| body.name.as_deref() == Some(wanted));
    let by_number = || wanted.parse::<usize>().ok().filter(|index| *index < scene.bodies.len());
    by_name.or_else(by_number).ok_or_else(|| {
        let names: Vec<&str> = scene.bodies.iter().filter_map(|body| body.name.as_deref()).take(20).collect();
        let there = match scene.bodies.len() {
            0 => "has no bodies".into(),
            count if names.is_empty() => format!("has the bodies 0 to {}", count - 1),
            count => format!("has the bodies 0 to {}, of them with names: {}", count - 1, names.join(", ")),
        };
        Failure::usage(format!("there is no body `{wanted}`; the scene {there}"))
    })
}

/// The place of the body that is meant; without a name it is the only one there is.
pub(super) fn meant_body(scene: &Scene, wanted: Option<&str>) -> Result<usize, Failure> {
    match (wanted, scene.bodies.len()) {
        (Some(wanted), _) => body_index(scene, wanted),
        (None, 1) => Ok(0),
        (None, 0) => Err(Failure::data("the scene has no bodies; there is nothing to explain")),
        (None, count) => {
            let names: Vec<String> = (0..count.min(20)).map(|index| name_of(scene, index)).collect();
            let more = if count > 20 { ", …" } else { "" };
            Err(Failure::usage(format!(
                "the scene has {count} bodies; choose one with --body: {}{more}",
                names.join(", ")
            )))
        }
    }
}

/// How many seconds were looked at in vain.
pub(crate) fn looked_at(scene: &Scene, dt: Option<f64>) -> String {
    digits(dt.unwrap_or(scene.world.duration))
}

pub(super) fn name_of(scene: &Scene, index: usize) -> String {
    scene.bodies[index].name.clone().unwrap_or_else(|| format!("bodies[{index}]"))
}

impl Case {
    /// The first wall that stops a body in its next frame, else the first it touches; `None` if there is none. Without a
    /// wish for the frame's length, a body that touches nothing gets a longer one, up to the scene's duration.
    pub(crate) fn of_scene(
        scene: &Scene,
        index: usize,
        dt: Option<f64>,
        restitution: f64,
    ) -> Result<Option<Case>, Failure> {
        let built = scene.build()?;
        let mut length = dt.unwrap_or(scene.world.dt);
        loop {
            let found = Case::in_frame(scene, &built, index, length, restitution)?;
            if found.is_some() || dt.is_some() || length >= scene.world.duration {
                return Ok(found);
            }
            length *= 2.0;
        }
    }

    fn in_frame(
        scene: &Scene,
        built: &Built,
        index: usize,
        dt: f64,
        restitution: f64,
    ) -> Result<Option<Case>, Failure> {
        let body = &scene.bodies[index];
        let Some(path) = built.world.path(built.bodies[index], dt) else {
            return Err(Failure::data(format!("{} flies beyond all numbers in {dt} s", name_of(scene, index))));
        };
        let shape = body.mover()?;
        let Some(id) = touched(built.world.walls(), body.mask, &path, shape.as_ref()) else { return Ok(None) };
        let Some(wall) = built.world.walls().get(id) else { return Ok(None) };
        let target = match (wall.segment(), wall.circle()) {
            (Some(segment), _) => Target::Wall(segment),
            (None, Some(circle)) => Target::Pillar(circle),
            (None, None) => return Ok(None),
        };
        let from_scene = FromScene { wall: built.names.wall(id).into(), body: name_of(scene, index), dt };
        Ok(Some(Case { target, path, shape, restitution, from_scene: Some(from_scene) }))
    }

    /// The first touch of what the case is about.
    fn hit(&self) -> Option<Hit> {
        let Some(shape) = &self.shape else {
            return match &self.target {
                Target::Wall(wall) => self.path.first_touch(wall),
                Target::Pillar(circle) => self.path.first_touch(circle),
            };
        };
        // The ends of a path are finite, so there is a sweep.
        let sweep = shape.sweep(self.path.start(), self.path.end()).ok()?;
        match &self.target {
            Target::Wall(wall) => sweep.first_touch(wall),
            Target::Pillar(circle) => sweep.first_touch(circle),
        }
    }

    pub(crate) fn answer_by(self, methods: &[Method]) -> Answer {
        let hit = self.hit();
        let workings = match &self.target {
            Target::Wall(wall) => methods.iter().map(|method| method.explain(&self.path, wall)).collect(),
            Target::Pillar(_) => Vec::new(),
        };
        let is_point = self.path.radius() == 0.0 && self.shape.is_none();
        // What has breadth and only grazes is free to go.
        let is_turned = |hit: &&Hit| is_point || hit.contact.stops();
        let end = hit.as_ref().filter(is_turned).map(|hit| {
            if self.shape.is_none() {
                return self.path.reflected(hit, self.restitution);
            }
            let at = self.path.at(hit.t);
            at + reflect(self.path.end() - at, hit.normal, self.restitution)
        });
        Answer { end: end.unwrap_or(self.path.end()), hit, workings, case: self }
    }
}

/// The first wall that stops what moves along a path, else the first it touches.
pub(crate) fn touched(walls: &Walls, mask: Option<u32>, path: &Sweep, shape: Option<&carom::Mover>) -> Option<WallId> {
    let walls = walls.only(mask.unwrap_or(u32::MAX));
    let touched = match shape {
        None => walls.first_stop(path).or_else(|| walls.first_touch(path)),
        Some(shape) => {
            let sweep = shape.sweep(path.start(), path.end()).ok()?;
            walls.first_stop(&sweep).or_else(|| walls.first_touch(&sweep))
        }
    };
    touched.map(|(id, _)| id)
}

/// What of a scene the working of one body leaves out, in sentences.
pub(super) fn left_out(scene: &Scene) -> Vec<String> {
    let mut words = Vec::new();
    if scene.bodies.len() > 1 {
        words.push("Other bodies are left out.".into());
    }
    words.extend(groups_left_out(scene));
    words
}

/// The groups of a scene are left out, if it has any.
pub(crate) fn groups_left_out(scene: &Scene) -> Option<String> {
    (!scene.groups.is_empty()).then(|| format!("Walls that move are left out: {}.", group_names(scene)))
}

/// The names of the first groups of a scene.
pub(super) fn group_names(scene: &Scene) -> String {
    let name = |(i, group): (usize, &carom_scene::Group)| group.name.clone().unwrap_or_else(|| format!("groups[{i}]"));
    let names: Vec<String> = scene.groups.iter().enumerate().take(8).map(name).collect();
    names.join(", ") + if scene.groups.len() > names.len() { ", …" } else { "" }
}

/// The corners of a shape around its position.
pub(crate) fn core_of(mover: &carom::Mover) -> Vec<Vec2> {
    mover.vertices().iter().map(|&vertex| vertex - Point::default()).collect()
}

impl Answer {
    pub(crate) fn shown(&self) -> CaseShown<'_> {
        let verdicts = self.workings.iter().map(|working| {
            let verdict = if working.hit.is_some() { "hit" } else { "no hit" };
            (format!("method {}", number(working.method)), verdict.to_string())
        });
        let parts = self.case.shape.iter().flat_map(|_| parts(self.hit.as_ref()));
        CaseShown {
            target: self.case.target,
            path: &self.case.path,
            core: self.case.shape.as_ref().map(core_of).unwrap_or_default(),
            hit: self.hit.as_ref(),
            end: self.hit.map(|_| self.end),
            verdicts: verdicts.chain(parts).collect(),
        }
    }
}

pub(crate) fn number(method: Method) -> u32 {
    match method {
        Method::BothEnds => 1,
        Method::OneDot => 2,
        Method::Straddle => 3,
    }
}
