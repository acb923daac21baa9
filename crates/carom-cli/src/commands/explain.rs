//! `carom explain`: one case, the working shown by each method.

use super::{not_negative, numbers, part, positive, size};
use crate::draw::explain::{CaseShown, Target};
use crate::draw::file::{self, Format};
use crate::draw::theme::{Theme, ThemeName};
use crate::output::{Failure, Output, digits, is_dash, pair, table};
use carom::methods::{Explanation, Method, Reading, Step};
use carom::{Hit, Point, Segment, Sweep, Vec2};
use carom_scene::{Built, Scene};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  carom explain --wall 6,0,10,7 --from 6,4 --to 9,5
  carom explain --wall 0,-3,0,3 --from -2,2 --to 3,-1 --method one-dot --picture bounce.svg
  carom explain --wall 6,0,10,7 --from 6,4 --to 9,5 --radius 0.5 --json
  carom explain --scene table.json --body cue --dt 0.5

The letters: the wall goes from P0 to P1, the path from Bs to Be, and V = Be − Bs. N = (E.y, −E.x) is the normal of \
the wall's vector E = P1 − P0. The path meets the wall's line at the time ti, from 0 to 1, in the point Bi. Reflected \
there, the frame ends in Be'.

With --json (schema carom.explain/1): case (as given), ti (null if nothing is hit), hit (t, point, normal, feature, \
contact, stops), end (where the frame ends), agree, and methods (method, number, verdict, ti, steps, reflection). A \
step has its formula, the numbers put in, and a value, or whether a test holds, exactly and in plain floating point.";

/// Show one collision worked step by step: does this path hit this wall, when, where, and what then?
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The wall's two ends
    #[arg(long, value_name = "X0,Y0,X1,Y1", value_parser = numbers::<4>, allow_hyphen_values = true)]
    #[arg(required_unless_present = "scene", requires_all = ["from", "to"], conflicts_with_all = ["scene", "body"])]
    wall: Option<[f64; 4]>,
    /// Where the path starts
    #[arg(long, value_name = "X,Y", value_parser = numbers::<2>, allow_hyphen_values = true, requires = "wall")]
    from: Option<[f64; 2]>,
    /// Where the path ends if nothing is in the way
    #[arg(long, value_name = "X,Y", value_parser = numbers::<2>, allow_hyphen_values = true, requires = "wall")]
    to: Option<[f64; 2]>,
    /// The radius of the thing that moves; 0 is a point. The three methods are for points
    #[arg(long, value_name = "R", value_parser = not_negative, default_value = "0", allow_hyphen_values = true)]
    #[arg(conflicts_with = "scene")]
    radius: f64,
    /// Take the case from a scene instead: the first wall that a body touches in its next frame, or in the shortest of 2, 4,
    /// 8 … frames in which it touches one
    #[arg(long, value_name = "FILE", requires = "body")]
    scene: Option<PathBuf>,
    /// Which body of the scene: its name, or its number from 0
    #[arg(long, value_name = "NAME", requires = "scene")]
    body: Option<String>,
    /// The length of that frame in seconds
    #[arg(long, value_name = "SECONDS", value_parser = positive, requires = "scene")]
    dt: Option<f64>,
    /// Which method to show
    #[arg(long, value_enum)]
    method: Option<MethodName>,
    /// How much of its speed into the wall is left after the bounce, from 0 to 1
    #[arg(long, value_name = "E", value_parser = part, default_value = "1", allow_hyphen_values = true)]
    restitution: f64,
    /// Draw the case: a file that ends in .svg or .png, or - for SVG on standard output
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// The size of the picture in pixels
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<[u32; 2]>,
    /// The colours of the picture
    #[arg(long, value_enum, default_value_t)]
    theme: ThemeName,
}

/// A method by its name on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MethodName {
    /// Method 1: project the meeting point on the wall from both ends
    BothEnds,
    /// Method 2: one dot product
    OneDot,
    /// Method 3: first ask whether the path parts the wall's ends
    Straddle,
    /// All three; they always agree
    All,
}

impl MethodName {
    fn methods(self) -> &'static [Method] {
        match self {
            MethodName::BothEnds => &[Method::BothEnds],
            MethodName::OneDot => &[Method::OneDot],
            MethodName::Straddle => &[Method::Straddle],
            MethodName::All => &Method::ALL,
        }
    }
}

/// A case to explain.
pub(crate) struct Case {
    pub(crate) target: Target,
    pub(crate) path: Sweep,
    pub(crate) restitution: f64,
    /// Where it is from, if from a scene.
    pub(crate) from_scene: Option<FromScene>,
}

/// Where in a scene a case is from.
pub(crate) struct FromScene {
    wall: String,
    body: String,
    dt: f64,
}

/// A case and what came of it.
pub(crate) struct Answer {
    pub(crate) case: Case,
    pub(crate) hit: Option<Hit>,
    /// Where the frame ends.
    pub(crate) end: Point,
    pub(crate) workings: Vec<Explanation>,
}

pub(crate) fn perform(arguments: &Arguments, output: Output) -> Result<(), Failure> {
    if output.is_json && arguments.picture.as_deref().is_some_and(is_dash) {
        return Err(Failure::usage("--json and --picture - both want standard output"));
    }
    let case = match (&arguments.scene, &arguments.body) {
        (Some(path), Some(body)) => {
            let scene = output.read_scene(path)?;
            let index = body_index(&scene, body)?;
            let Some(case) = Case::of_scene(&scene, index, arguments.dt, arguments.restitution)? else {
                return nothing_touched(&scene, index, arguments.dt, output);
            };
            case
        }
        _ => Case::of_numbers(arguments)?,
    };
    let answer = case.answer(arguments.method);
    if let Some(path) = &arguments.picture {
        let format = Format::of(path, None)?;
        let picture = answer.shown().picture(arguments.size, &Theme::named(arguments.theme));
        output.write(path, &file::still(picture, format, arguments.size)?)?;
        if !is_dash(path) {
            output.note(format!("wrote {}", path.display()));
        }
    }
    if output.is_json {
        return output.json("carom.explain/1", &answer.for_json());
    }
    if arguments.picture.as_deref().is_some_and(is_dash) {
        output.note(answer.text());
        return Ok(());
    }
    output.print(&answer.text())
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

fn nothing_touched(scene: &Scene, index: usize, dt: Option<f64>, output: Output) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct Nothing {
        body_name: String,
        ti: Option<f64>,
        hit: Option<()>,
    }
    let body_name = name_of(scene, index);
    if output.is_json {
        return output.json("carom.explain/1", &Nothing { body_name, ti: None, hit: None });
    }
    output.print(&format!("{body_name} touches no wall in the next {} s\n", looked_at(scene, dt)))
}

/// How many seconds were looked at in vain.
pub(crate) fn looked_at(scene: &Scene, dt: Option<f64>) -> String {
    digits(dt.unwrap_or(scene.world.duration))
}

fn name_of(scene: &Scene, index: usize) -> String {
    scene.bodies[index].name.clone().unwrap_or_else(|| format!("bodies[{index}]"))
}

impl Case {
    fn of_numbers(arguments: &Arguments) -> Result<Case, Failure> {
        let (Some([x0, y0, x1, y1]), Some(from), Some(to)) = (arguments.wall, arguments.from, arguments.to) else {
            return Err(Failure::usage("--wall, --from and --to are needed, or --scene and --body"));
        };
        let wall = Segment::new([x0, y0], [x1, y1]).map_err(|error| Failure::usage(format!("--wall: {error}")))?;
        let path = Sweep::disc(from, to, arguments.radius).map_err(|error| Failure::usage(error.to_string()))?;
        Ok(Case { target: Target::Wall(wall), path, restitution: arguments.restitution, from_scene: None })
    }

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
        let walls = built.world.walls().only(body.mask.unwrap_or(u32::MAX));
        let touched = walls.first_stop(&path).or_else(|| walls.first_touch(&path));
        let Some((id, _)) = touched else { return Ok(None) };
        let Some(wall) = built.world.walls().get(id) else { return Ok(None) };
        let target = match (wall.segment(), wall.circle()) {
            (Some(segment), _) => Target::Wall(segment),
            (None, Some(circle)) => Target::Pillar(circle),
            (None, None) => return Ok(None),
        };
        let from_scene = FromScene { wall: built.names.wall(id).into(), body: name_of(scene, index), dt };
        Ok(Some(Case { target, path, restitution, from_scene: Some(from_scene) }))
    }

    /// The answer, with the working of a method or of all. Of a disc only if one is asked for.
    fn answer(self, method: Option<MethodName>) -> Answer {
        let is_point = self.path.radius() == 0.0;
        let methods = match (method, is_point) {
            (Some(method), _) => method.methods(),
            (None, true) => MethodName::All.methods(),
            (None, false) => &[],
        };
        self.answer_by(methods)
    }

    pub(crate) fn answer_by(self, methods: &[Method]) -> Answer {
        let (hit, workings) = match &self.target {
            Target::Wall(wall) => {
                let workings = methods.iter().map(|method| method.explain(&self.path, wall)).collect();
                (self.path.first_touch(wall), workings)
            }
            Target::Pillar(circle) => (self.path.first_touch(circle), Vec::new()),
        };
        // A disc that only grazes is free to go.
        let is_turned = |hit: &&Hit| self.path.radius() == 0.0 || hit.contact.stops();
        let end = hit.as_ref().filter(is_turned).map(|hit| self.path.reflected(hit, self.restitution));
        Answer { end: end.unwrap_or(self.path.end()), hit, workings, case: self }
    }
}

const FOR_POINTS: &str = "the three methods are for points; this shows the path of the disc's centre";

impl Answer {
    pub(crate) fn shown(&self) -> CaseShown<'_> {
        let verdicts = self.workings.iter().map(|working| {
            let verdict = if working.hit.is_some() { "hit" } else { "no hit" };
            (format!("method {}", number(working.method)), verdict.to_string())
        });
        CaseShown {
            target: self.case.target,
            path: &self.case.path,
            hit: self.hit.as_ref(),
            end: self.hit.map(|_| self.end),
            verdicts: verdicts.collect(),
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        if let Some(FromScene { wall, body, dt }) = &self.case.from_scene {
            text += &format!("{body} against {wall}, in a frame of {} s\n\n", digits(*dt));
        }
        let is_disc = self.case.path.radius() > 0.0;
        if is_disc && !self.workings.is_empty() {
            text += &format!("({FOR_POINTS})\n\n");
        }
        for working in &self.workings {
            text += &format!("{working}\n\n");
        }
        text + &table(&self.rows())
    }

    fn rows(&self) -> Vec<(&'static str, String)> {
        let place = |point: Point| pair(point.x, point.y);
        let mut rows = Vec::new();
        if !self.workings.is_empty() {
            let verdict = |working: &Explanation| {
                let verdict = if working.hit.is_some() { "hit" } else { "no hit" };
                format!("method {} {verdict}", number(working.method))
            };
            let verdicts: Vec<String> = self.workings.iter().map(verdict).collect();
            rows.push(("verdicts", verdicts.join(", ")));
        }
        let is_disc = self.case.path.radius() > 0.0;
        if is_disc && self.workings.is_empty() {
            let about = match self.case.target {
                Target::Wall(_) => "the three methods are for points; a disc has an answer of its own",
                Target::Pillar(_) => {
                    "the three methods are for points and walls; a disc and a pillar have an answer of their own"
                }
            };
            rows.push(("method", about.into()));
        }
        match &self.hit {
            None => rows.push(("hit", "none".into())),
            Some(hit) => {
                rows.push(("ti", digits(hit.t)));
                rows.push((if is_disc { "touches at" } else { "hit point" }, place(hit.point)));
                if is_disc {
                    rows.push(("centre then", place(self.case.path.at(hit.t))));
                }
                rows.push(("normal", pair(hit.normal.x, hit.normal.y)));
                let stops = if is_disc && !hit.contact.stops() { ": free to go" } else { "" };
                rows.push(("contact", format!("{}{stops}", word(&hit.contact))));
            }
        }
        let lossless = self.case.restitution == 1.0 || self.hit.is_none();
        let with = if lossless { String::new() } else { format!(", with restitution {}", self.case.restitution) };
        rows.push(("ends at", place(self.end) + &with));
        rows
    }

    fn for_json(&self) -> AnswerForJson<'_> {
        let path = &self.case.path;
        let target = match &self.case.target {
            Target::Wall(wall) => TargetForJson::Wall(wall.ends()),
            Target::Pillar(circle) => TargetForJson::Pillar { center: circle.center(), radius: circle.radius() },
        };
        AnswerForJson {
            case: CaseForJson {
                target,
                from: path.start(),
                to: path.end(),
                radius: path.radius(),
                restitution: self.case.restitution,
                wall_name: self.case.from_scene.as_ref().map(|from| from.wall.as_str()),
                body_name: self.case.from_scene.as_ref().map(|from| from.body.as_str()),
                dt: self.case.from_scene.as_ref().map(|from| from.dt),
            },
            hit: self.hit.as_ref().map(|hit| HitForJson {
                t: hit.t,
                point: hit.point,
                normal: hit.normal,
                feature: word(&hit.feature),
                contact: word(&hit.contact),
                stops: path.radius() == 0.0 || hit.contact.stops(),
            }),
            ti: self.hit.map(|hit| hit.t),
            end: self.end,
            agree: self.workings.iter().all(|working| working.hit == self.workings[0].hit),
            note: (path.radius() > 0.0 && !self.workings.is_empty()).then_some(FOR_POINTS),
            methods: self.workings.iter().map(WorkingForJson::of).collect(),
        }
    }
}

fn number(method: Method) -> u32 {
    match method {
        Method::BothEnds => 1,
        Method::OneDot => 2,
        Method::Straddle => 3,
    }
}

/// The name of a plain enum's value, in small letters.
fn word(value: &impl std::fmt::Debug) -> String {
    format!("{value:?}").to_lowercase()
}

#[derive(Serialize)]
struct AnswerForJson<'a> {
    case: CaseForJson<'a>,
    /// When the path meets the wall, from 0 to 1; null if it does not.
    ti: Option<f64>,
    hit: Option<HitForJson>,
    /// Where the frame ends.
    end: Point,
    agree: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
    methods: Vec<WorkingForJson>,
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
struct WorkingForJson {
    method: &'static str,
    number: u32,
    verdict: &'static str,
    ti: Option<f64>,
    steps: Vec<StepForJson>,
    /// The steps of the reflection without loss.
    reflection: Option<Vec<StepForJson>>,
}

#[derive(Serialize)]
struct StepForJson {
    formula: &'static str,
    numbers: String,
    #[serde(flatten)]
    reading: ReadingForJson,
}

#[derive(Serialize)]
#[serde(untagged)]
enum ReadingForJson {
    Value { value: f64 },
    Vector { value: Vec2 },
    Test { holds: bool, plain: bool },
}

impl WorkingForJson {
    fn of(working: &Explanation) -> WorkingForJson {
        let steps = |steps: &[Step]| steps.iter().map(StepForJson::of).collect();
        WorkingForJson {
            method: match working.method {
                Method::BothEnds => "both-ends",
                Method::OneDot => "one-dot",
                Method::Straddle => "straddle",
            },
            number: number(working.method),
            verdict: if working.hit.is_some() { "hit" } else { "no hit" },
            ti: working.hit.map(|hit| hit.t),
            steps: steps(&working.steps),
            reflection: working.reflection.as_ref().map(|reflection| steps(&reflection.steps)),
        }
    }
}

impl StepForJson {
    fn of(step: &Step) -> StepForJson {
        let reading = match step.reading {
            Reading::Number(value) => ReadingForJson::Value { value },
            Reading::Vector(value) => ReadingForJson::Vector { value },
            Reading::Test { holds, plain } => ReadingForJson::Test { holds, plain },
        };
        StepForJson { formula: step.formula, numbers: step.numbers.clone(), reading }
    }
}
