//! `carom explain --scene` for a box, capsule or polygon: the frame in which it comes to a wall, wall by wall.

use super::answer::{Answer, Case};
use super::character::{MOST_WALLS, TouchTold, order, section};
use super::scene::{FromScene, written};
use super::{Arguments, bounces_shown, json, point};
use crate::output::{Failure, Output, is_dash};
use crate::picture::{self, Format};
use carom::explain::{After, Scalar, Section, Worked, Working, shaped};
use carom::{Aabb, Limits, Mover, Point, Side, Sweep, Wall, Walls};
use carom_draw::Theme;
use carom_scene::Scene;
use serde::Serialize;

pub(super) fn perform(
    arguments: &Arguments,
    scene: &Scene,
    index: usize,
    shape: &Mover,
    output: Output,
) -> Result<(), Failure> {
    if arguments.method.is_some() {
        return Err(Failure::usage("--method is for points; a shape has a working of its own"));
    }
    let restitution = arguments.restitution.map_or(1.0, Scalar::to_f64);
    let Some(case) = Case::of_scene(scene, index, arguments.dt, restitution)? else {
        return json::nothing_touched(scene, index, arguments.dt, output);
    };
    let dt = case.from_scene.as_ref().map_or(scene.world.dt, |from| from.dt);
    let mut from_scene = FromScene::new(scene, &scene.build()?, index, dt);
    from_scene.after = arguments.after(from_scene.after);
    let frame = Frame::of(&from_scene, shape)?;
    if let Some(path) = &arguments.picture {
        let format = Format::of(path, None)?;
        let theme = Theme::named(arguments.theme);
        let (title, obstacles) = (from_scene.title.clone(), &from_scene.obstacles);
        let shown =
            bounces_shown(title, obstacles, from_scene.after, &frame.path, Some(shape), &theme, arguments.size)?;
        let picture = shown.unwrap_or_else(|| {
            let answer = Answer { end: frame.end, ..case.answer_by(&[]) };
            answer.shown().picture(arguments.size, &theme)
        });
        output.write(path, &picture::still(picture, format, arguments.size)?)?;
        if !is_dash(path) {
            output.note(format!("wrote {}", path.display()));
        }
    }
    let told = frame.told(from_scene, dt);
    if output.is_json {
        return output.json("carom.explain/2", &told);
    }
    let text = arguments.format.of(&told.working);
    if arguments.picture.as_deref().is_some_and(is_dash) {
        output.note(text);
        return Ok(());
    }
    output.print(&text)
}

/// A frame of a shape among walls.
struct Frame {
    path: Sweep,
    /// Which obstacles it touches on its straight way, in order, each with its working.
    touches: Vec<(usize, Worked)>,
    /// Its bounces as the library goes on from one to the next, and where it is then.
    goes_on: Vec<String>,
    end: Point,
}

impl Frame {
    fn of(from: &FromScene, shape: &Mover) -> Result<Frame, Failure> {
        let told = |error: carom::Error| Failure::data(error.to_string());
        let on_paper = &from.mover;
        let (start, end) = (point(on_paper.from), point(on_paper.to));
        let path = Sweep::disc(start, end, shape.radius()).map_err(told)?;
        let sweep = shape.sweep(start, end).map_err(told)?;
        let corners: Vec<[Scalar; 2]> =
            shape.vertices().iter().map(|corner| [written(corner.x), written(corner.y)]).collect();
        let around = reached(shape, [start, end]);
        let mut touches: Vec<(usize, Worked)> = Vec::new();
        let mut walls: Vec<Wall> = Vec::new();
        for (index, obstacle) in from.obstacles.iter().enumerate() {
            let wall = super::wall(obstacle)?;
            let is_near = around.is_none_or(|around| carom::intersects(wall.shape(), &around));
            // A wall that can be touched from one side only asks the library whether this is it.
            let is_passed = wall.side() != Side::On && Walls::new([wall]).first_touch(&sweep).is_none();
            walls.push(wall);
            if is_near && !is_passed {
                let worked = shaped(on_paper, &corners, &obstacle.target, from.after).map_err(told)?;
                touches.extend(worked.hit.is_some().then_some((index, worked)));
            }
        }
        let time = |worked: &Worked| worked.hit.map_or(f64::INFINITY, |hit| hit.t);
        touches.sort_by(|(i, first), (j, second)| time(first).total_cmp(&time(second)).then(i.cmp(j)));
        let stops = |worked: &Worked| worked.hit.is_some_and(|hit| hit.contact.stops());
        let mut frame = Frame { path, touches, goes_on: Vec::new(), end };
        let After::Reflect { restitution } = from.after else {
            if let Some((index, worked)) = frame.touches.iter().find(|(_, worked)| stops(worked)) {
                let name = &from.obstacles[*index].name;
                frame.end = point(worked.end);
                frame
                    .goes_on
                    .push(format!("{name} is the first wall that stops it. The frame ends in {}.", pair(frame.end)));
            }
            return Ok(frame);
        };
        let limits = Limits { restitution: restitution.to_f64(), ..Limits::default() };
        let bounces = Walls::new(walls).bounce(&sweep, limits);
        frame.goes_on = bounces
            .bounces
            .iter()
            .take(MOST_BOUNCES)
            .map(|bounce| {
                let name = &from.obstacles[bounce.wall.index()].name;
                format!("At {:?} of the frame it bounces off {name}, and is then at {}.", bounce.time, pair(bounce.at))
            })
            .collect();
        let more = bounces.bounces.len().saturating_sub(MOST_BOUNCES);
        frame.goes_on.extend((more > 0).then(|| format!("{more} more bounces follow.")));
        frame.goes_on.push(format!("The frame ends in {}.", pair(bounces.end)));
        frame.end = bounces.end;
        Ok(frame)
    }

    fn told(self, from: FromScene, dt: f64) -> Told {
        let FromScene { title, words, obstacles, mover, .. } = from;
        let name = |index: usize| obstacles[index].name.as_str();
        let hits = self.touches.iter().filter_map(|(index, worked)| Some((name(*index), worked.hit.as_ref()?)));
        let touches = hits.clone().map(|(wall, hit)| TouchTold::new(wall, hit)).collect();
        let mut sections = vec![
            Section { words, ..section("The body") },
            Section { words: order(hits), ..section("What its straight way touches, in order") },
        ];
        for (index, worked) in self.touches.into_iter().take(MOST_WALLS) {
            let titled = |section: Section| Section { title: format!("{}: {}", name(index), section.title), ..section };
            sections.extend(worked.working.sections.into_iter().map(titled));
        }
        sections.push(Section { words: self.goes_on, ..section("How it goes on") });
        let working = Working { title, sections };
        Told { from: point(mover.from), to: point(mover.to), dt, end: self.end, touches, working }
    }
}

/// So many bounces of a frame are listed.
const MOST_BOUNCES: usize = 40;

/// A box around all that a shape can come to on its straight way, wide enough that rounding leaves nothing out; `None` if there is
/// no such box in numbers.
fn reached(shape: &Mover, ends: [Point; 2]) -> Option<Aabb> {
    let far = |of: fn(&Point) -> f64| {
        let size = shape.vertices().iter().fold(0.0_f64, |size, corner| size.max(of(corner).abs()));
        let [a, b] = ends.map(|end| of(&end));
        let around = 1.001 * (size + shape.radius()) + 0.001 * a.abs().max(b.abs());
        [a.min(b) - around, a.max(b) + around]
    };
    let ([x0, x1], [y0, y1]) = (far(|p| p.x), far(|p| p.y));
    Aabb::new([x0, y0], [x1, y1]).ok()
}

fn pair(at: Point) -> String {
    format!("({:?}, {:?})", at.x, at.y)
}

#[derive(Serialize)]
struct Told {
    from: Point,
    to: Point,
    dt: f64,
    /// Where the frame ends.
    end: Point,
    /// What the straight way of the frame touches, in order.
    touches: Vec<TouchTold>,
    working: Working,
}
