//! `carom explain --shape`: a box, capsule or polygon against one wall or pillar.

use super::answer::core_of;
use super::{Arguments, Asked, drawn, point};
use crate::output::{Failure, Output, is_dash};
use crate::picture::{self, Format};
use crate::shape::Shape;
use carom::explain::{Mover, Worked, Working, shaped};
use carom::{Hit, MoverPart, Point, Sweep, Vec2};
use carom_draw::{CaseShown, Theme};
use serde::Serialize;

pub(super) fn perform(arguments: &Arguments, shape: &Shape, output: Output) -> Result<(), Failure> {
    let Asked { mover, obstacles, after, .. } = arguments.asked()?;
    let [only] = &obstacles[..] else {
        let message = format!("{} walls and pillars are given; a shape is explained against one", obstacles.len());
        return Err(Failure::usage(message));
    };
    if arguments.method.is_some() {
        return Err(Failure::usage("--method is for points; a shape has a working of its own"));
    }
    let told = |error: carom::Error| Failure::usage(error.to_string());
    let worked = shaped(&mover, &shape.corners, &only.target, after).map_err(told)?;
    if let Some(path) = &arguments.picture {
        let Mover { from, to, radius } = mover;
        let sweep = Sweep::disc(point(from), point(to), radius.to_f64()).map_err(told)?;
        let shown = CaseShown {
            target: drawn(&only.target)?,
            path: &sweep,
            core: core_of(&shape.mover(0.0).map_err(told)?),
            hit: worked.hit.as_ref(),
            end: worked.hit.map(|_| point(worked.end)),
            verdicts: parts(worked.hit.as_ref()),
        };
        let picture = shown.picture(arguments.size, &Theme::named(arguments.theme));
        output.write(path, &picture::still(picture, Format::of(path, None)?, arguments.size)?)?;
        if !is_dash(path) {
            output.note(format!("wrote {}", path.display()));
        }
    }
    if output.is_json {
        return output.json("carom.explain/2", &Told::new(shape, &mover, &worked));
    }
    let text = arguments.format.of(&worked.working);
    if arguments.picture.as_deref().is_some_and(is_dash) {
        output.note(text);
        return Ok(());
    }
    output.print(&text)
}

/// What touches what, for the margin of a picture.
pub(super) fn parts(hit: Option<&Hit>) -> Vec<(String, String)> {
    let Some(hit) = hit else { return Vec::new() };
    vec![("of the shape".into(), part(hit.mover)), ("of the wall".into(), format!("{:?}", hit.feature).to_lowercase())]
}

pub(super) fn part(part: MoverPart) -> String {
    match part {
        MoverPart::Whole => "all of it".into(),
        MoverPart::Vertex(i) => format!("corner A{i}"),
        MoverPart::Edge(i) => format!("side from A{i}"),
    }
}

#[derive(Serialize)]
struct Told<'a> {
    case: CaseTold,
    /// When it touches, from 0 to 1; null if it does not.
    ti: Option<f64>,
    hit: Option<HitTold>,
    /// Where the frame ends.
    end: Point,
    working: &'a Working,
}

#[derive(Serialize)]
struct CaseTold {
    shape: &'static str,
    corners: Vec<Point>,
    radius: f64,
    from: Point,
    to: Point,
}

#[derive(Serialize)]
struct HitTold {
    t: f64,
    point: Point,
    normal: Vec2,
    feature: String,
    part: String,
    contact: String,
    stops: bool,
}

impl<'a> Told<'a> {
    fn new(shape: &Shape, mover: &Mover, worked: &'a Worked) -> Told<'a> {
        let word = |value: &dyn std::fmt::Debug| format!("{value:?}").to_lowercase();
        let hit = worked.hit.map(|hit| HitTold {
            t: hit.t,
            point: hit.point,
            normal: hit.normal,
            feature: word(&hit.feature),
            part: match hit.mover {
                MoverPart::Whole => "whole".into(),
                MoverPart::Vertex(i) => format!("vertex {i}"),
                MoverPart::Edge(i) => format!("edge {i}"),
            },
            contact: word(&hit.contact),
            stops: hit.contact.stops(),
        });
        let case = CaseTold {
            shape: shape.name(),
            corners: shape.corners.iter().map(|&corner| point(corner)).collect(),
            radius: mover.radius.to_f64(),
            from: point(mover.from),
            to: point(mover.to),
        };
        Told { case, ti: worked.hit.map(|hit| hit.t), hit, end: point(worked.end), working: &worked.working }
    }
}
