//! `carom render`: a picture of a scene, of a run, or of one case.

use super::explain::{Case, body_index, core_of, groups_left_out, looked_at, touched};
use super::run::drawn;
use super::{positive, size};
use crate::output::{Failure, Output, is_dash};
use crate::picture::{self, Format};
use crate::simulate::{Span, setting, simulate};
use carom::methods::Method;
use carom::{Limits, Sweep};
use carom_draw::BouncesShown;
use carom_draw::Keep;
use carom_draw::Setting;
use carom_draw::{Theme, ThemeName};
use carom_scene::{Built, Response, Scene};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::path::PathBuf;

/// Where the picture goes if nobody says.
const PICTURE: &str = "carom-render.svg";

const EXAMPLES: &str = "\
Examples:
  carom render table.json -o table.svg                    the scene as it begins
  carom render table.json -o table.gif --time 5           five seconds of it, moving
  carom render table.json -o trails.png --what run --theme dark --size 1600x1200
  carom render table.json -o bounce.svg --what explain --body cue
  carom render table.json -o - | rsvg-convert > table.png

Names may be in any script. Latin, Greek and Cyrillic letters are drawn as outlines and look the same everywhere. Others are \
text in an SVG, for the fonts of whoever looks at it; as pixels they are drawn with a font of this machine that has them, and \
a letter that no font has is a box with its number in Unicode.

A body that is named after a colour has it: red, blue 2, the black ball. A scene without a name is called as its file.";

/// Draw a scene, a run of it, or one collision in it
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The scene's file, - for standard input
    scene: PathBuf,
    /// The picture: a file that ends in .svg, .png, .gif or .apng, or - for standard output
    #[arg(long, short, value_name = "FILE", default_value = PICTURE)]
    out: PathBuf,
    /// The format, if the file's name does not say it
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// What to draw; without it the scene, and for moving formats the run
    #[arg(long, value_enum)]
    what: Option<Subject>,
    /// How many seconds to run; without it, the scene's own duration
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    time: Option<f64>,
    /// The length of a frame in seconds; without it, the scene's
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    dt: Option<f64>,
    /// Whose collision to explain: a body's name, or its number from 0
    #[arg(long, value_name = "NAME", default_value = "0")]
    body: String,
    /// The size of the picture in pixels
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<[u32; 2]>,
    /// The colours of the picture
    #[arg(long, value_enum, default_value_t)]
    theme: ThemeName,
}

/// What a picture is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Subject {
    /// Walls, gates, zones and bodies as they begin
    Scene,
    /// A run: the ways of the bodies, where they bounced, and the normals there
    Run,
    /// The way of one body from bounce to bounce, numbered, until the frame in which it touches a wall is used up
    Explain,
}

pub(crate) fn perform(arguments: &Arguments, output: Output) -> Result<(), Failure> {
    let format = Format::of(&arguments.out, arguments.format)?;
    let by_format = if format.moves() { Subject::Run } else { Subject::Scene };
    let subject = arguments.what.unwrap_or(by_format);
    if format.moves() && subject != Subject::Run {
        return Err(Failure::usage("only a run moves: use --what run, or a file that ends in .svg or .png"));
    }
    if output.is_json && is_dash(&arguments.out) {
        return Err(Failure::usage("--json and -o - both want standard output"));
    }
    let scene = output.read_scene(&arguments.scene)?;
    let bytes = match subject {
        Subject::Scene => {
            let built = scene.build()?;
            let picture = setting(&scene, &built).picture(arguments.size, &Theme::named(arguments.theme));
            picture::still(picture, format, arguments.size)?
        }
        Subject::Run => {
            let span = Span::new(&scene, None, arguments.time, arguments.dt)?;
            let keep = if format.moves() { Keep::First } else { Keep::Last };
            let run = simulate(&scene, span, keep, output, |_, _, _, _| Ok(()))?;
            drawn(&run, &scene, format, arguments.size, arguments.theme, output)?
        }
        Subject::Explain => {
            if let Some(words) = groups_left_out(&scene) {
                output.note(words);
            }
            arguments.explained(&scene, format)?
        }
    };
    output.write(&arguments.out, &bytes)?;
    if !is_dash(&arguments.out) {
        output.note(format!("wrote {}", arguments.out.display()));
    }
    if output.is_json {
        #[derive(Serialize)]
        struct Written {
            file: String,
            bytes: usize,
        }
        let written = Written { file: arguments.out.display().to_string(), bytes: bytes.len() };
        return output.json("carom.render/1", &written);
    }
    Ok(())
}

impl Arguments {
    /// The way of a body from bounce to bounce; one that slides or stops has a single wall to explain.
    fn explained(&self, scene: &Scene, format: Format) -> Result<Vec<u8>, Failure> {
        let index = body_index(scene, &self.body)?;
        let dt = self.dt.or(self.time);
        let theme = Theme::named(self.theme);
        let nothing = || {
            let (body, time) = (&self.body, looked_at(scene, dt));
            Failure::data(format!("body `{body}` touches no wall in the next {time} s; there is nothing to explain"))
        };
        let body = &scene.bodies[index];
        if body.response != Response::Bounce {
            // Without restitution what is left runs along the wall.
            let case = Case::of_scene(scene, index, dt, 0.0)?.ok_or_else(nothing)?;
            let is_point = case.path.radius() == 0.0 && case.shape.is_none();
            let methods: &[Method] = if is_point { &Method::ALL } else { &[] };
            let mut answer = case.answer_by(methods);
            if let (Response::Stop, Some(hit)) =
                (body.response, answer.hit.filter(|hit| is_point || hit.contact.stops()))
            {
                answer.end = if is_point { hit.point } else { answer.case.path.at(hit.t) };
            }
            let picture = answer.shown().picture(self.size, &theme);
            return picture::still(picture, format, self.size);
        }
        let built = scene.build()?;
        let (path, time) = first_frame(scene, &built, index, dt).ok_or_else(nothing)?;
        let walls = built.world.walls().only(body.mask.unwrap_or(u32::MAX));
        let material = body.material.as_ref().and_then(|name| scene.materials.get(name));
        let restitution = body.restitution.or(material.map(|material| material.restitution)).unwrap_or(1.0);
        let limits = Limits { restitution, ..Limits::default() };
        let shape = body.mover()?;
        let bounces = match &shape {
            None => walls.bounce(&path, limits),
            Some(shape) => {
                let sweep = shape.sweep(path.start(), path.end());
                walls.bounce(&sweep.map_err(|error| Failure::data(error.to_string()))?, limits)
            }
        };
        let shown = BouncesShown {
            setting: Setting {
                walls: built.world.walls(),
                bodies: Vec::new(),
                gates: Vec::new(),
                zones: Vec::new(),
                scans: Vec::new(),
                ..setting(scene, &built)
            },
            body: body.name.clone().unwrap_or_else(|| format!("body {index}")),
            path: &path,
            core: shape.as_ref().map(core_of).unwrap_or_default(),
            bounces: &bounces,
            time: Some(time),
        };
        picture::still(shown.picture(self.size, &theme), format, self.size)
    }
}

/// The way of a body in its next frame, or in a longer one up to the scene's duration if it touches nothing in that; and how
/// long the frame is. A wish for its length is kept.
fn first_frame(scene: &Scene, built: &Built, index: usize, dt: Option<f64>) -> Option<(Sweep, f64)> {
    let body = &scene.bodies[index];
    // A scene that is built has no shape that is not allowed.
    let shape = body.mover().ok()?;
    let mut length = dt.unwrap_or(scene.world.dt);
    loop {
        let path = built.world.path(built.bodies[index], length)?;
        if touched(built.world.walls(), body.mask, &path, shape.as_ref()).is_some() {
            return Some((path, length));
        }
        if dt.is_some() || length >= scene.world.duration {
            return None;
        }
        length *= 2.0;
    }
}
