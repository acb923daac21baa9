//! What `carom explain` says in JSON.

use super::answer::{Answer, group_names, looked_at, name_of, number};
use super::{Asked, Found};
use crate::output::{Failure, Output};
use carom::explain::{Cost, Scalar, Working};
use carom::methods::Method;
use carom::{Point, Vec2};
use carom_draw::Target;
use carom_scene::Scene;
use serde::Serialize;

pub(super) fn nothing_touched(scene: &Scene, index: usize, dt: Option<f64>, output: Output) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct Nothing {
        body_name: String,
        ti: Option<f64>,
        hit: Option<()>,
    }
    let body_name = name_of(scene, index);
    if output.is_json {
        return output.json("carom.explain/2", &Nothing { body_name, ti: None, hit: None });
    }
    let moving = if scene.groups.is_empty() {
        String::new()
    } else {
        format!("; walls that move are left out: {}", group_names(scene))
    };
    output.print(&format!("{body_name} touches no wall in the next {} s{moving}\n", looked_at(scene, dt)))
}

pub(super) fn answer<'a>(asked: &'a Asked, found: &'a Found, answer: &'a Answer) -> AnswerForJson<'a> {
    let path = &answer.case.path;
    let from_scene = answer.case.from_scene.as_ref();
    let target = match answer.case.target {
        Target::Wall(wall) => TargetForJson::Wall(wall.ends()),
        Target::Pillar(circle) => TargetForJson::Pillar { center: circle.center(), radius: circle.radius() },
    };
    let hit = match found {
        Found::One(worked) => worked.hit,
        Found::Many(course) => answer.hit.filter(|_| !course.bounces.is_empty()),
    };
    let hit = hit.map(|hit| HitForJson {
        t: hit.t,
        point: hit.point,
        normal: hit.normal,
        feature: word(&hit.feature),
        contact: word(&hit.contact),
        stops: path.radius() == 0.0 || hit.contact.stops(),
    });
    let (methods, bounces) = match found {
        Found::One(worked) => (worked.methods.as_slice(), Vec::new()),
        Found::Many(course) => (
            &[] as &[_],
            course
                .bounces
                .iter()
                .map(|bounce| BounceForJson {
                    obstacle: &asked.obstacles[bounce.obstacle].name,
                    time: bounce.time,
                    at: bounce.at,
                })
                .collect(),
        ),
    };
    AnswerForJson {
        case: CaseForJson {
            target,
            from: path.start(),
            to: path.end(),
            radius: path.radius(),
            restitution: answer.case.restitution,
            wall_name: from_scene.map(|from| from.wall.as_str()),
            body_name: from_scene.map(|from| from.body.as_str()),
            dt: from_scene.map(|from| from.dt),
        },
        ti: hit.as_ref().map(|hit| hit.t),
        hit,
        end: answer.end,
        agree: methods.iter().all(|working| working.hit == methods[0].hit),
        methods: methods
            .iter()
            .map(|working| MethodForJson {
                method: match working.method {
                    Method::BothEnds => "both-ends",
                    Method::OneDot => "one-dot",
                    Method::Straddle => "straddle",
                },
                number: number(working.method),
                verdict: if working.hit.is_some() { "hit" } else { "no hit" },
                ti: working.hit.map(|hit| hit.t),
                cost: working.steps.cost(),
            })
            .collect(),
        bounces,
        working: found.working(),
    }
}

/// The name of a plain enum's value, in small letters.
fn word(value: &impl std::fmt::Debug) -> String {
    format!("{value:?}").to_lowercase()
}

#[derive(Serialize)]
pub(super) struct AnswerForJson<'a> {
    case: CaseForJson<'a>,
    /// When the path meets the wall, from 0 to 1; null if it does not.
    ti: Option<f64>,
    hit: Option<HitForJson>,
    /// Where the frame ends.
    end: Point,
    agree: bool,
    methods: Vec<MethodForJson>,
    bounces: Vec<BounceForJson<'a>>,
    working: &'a Working,
}

#[derive(Serialize)]
struct CaseForJson<'a> {
    #[serde(flatten)]
    target: TargetForJson,
    from: Point,
    to: Point,
    radius: f64,
    restitution: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    wall_name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    body_name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dt: Option<f64>,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum TargetForJson {
    Wall([Point; 2]),
    Pillar { center: Point, radius: f64 },
}

#[derive(Serialize)]
struct HitForJson {
    t: f64,
    point: Point,
    normal: Vec2,
    feature: String,
    contact: String,
    stops: bool,
}

#[derive(Serialize)]
struct MethodForJson {
    method: &'static str,
    number: u32,
    verdict: &'static str,
    ti: Option<f64>,
    /// What it spent until its verdict.
    cost: Cost,
}

#[derive(Serialize)]
struct BounceForJson<'a> {
    obstacle: &'a str,
    /// When, as a part of the frame.
    time: Scalar,
    at: [Scalar; 2],
}
