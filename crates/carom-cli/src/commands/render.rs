//! `carom render`: a picture of a scene, of a run, or of one case.

use super::explain::{Case, body_index, looked_at};
use super::run::drawn;
use super::{positive, size};
use crate::draw::file::{self, Format};
use crate::draw::record::Keep;
use crate::draw::theme::{Theme, ThemeName};
use crate::output::{Failure, Output, is_dash};
use crate::simulate::{Span, setting, simulate};
use carom::methods::Method;
use carom_scene::Scene;
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
  carom render table.json -o - | rsvg-convert > table.png";

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
    /// Walls, gates and bodies as they begin
    Scene,
    /// A run: the ways of the bodies, where they bounced, and the normals there
    Run,
    /// The first wall that a body touches, with the letters of the working
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
            file::still(picture, format, arguments.size)?
        }
        Subject::Run => {
            let span = Span::new(&scene, None, arguments.time, arguments.dt)?;
            let keep = if format.moves() { Keep::First } else { Keep::Last };
            let run = simulate(&scene, span, keep, output, |_, _, _, _| Ok(()))?;
            drawn(&run, &scene, format, arguments.size, arguments.theme, output)?
        }
        Subject::Explain => arguments.explained(&scene, format)?,
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
    fn explained(&self, scene: &Scene, format: Format) -> Result<Vec<u8>, Failure> {
        let index = body_index(scene, &self.body)?;
        let dt = self.dt.or(self.time);
        let Some(case) = Case::of_scene(scene, index, dt, 1.0)? else {
            let (body, time) = (&self.body, looked_at(scene, dt));
            let message = format!("body `{body}` touches no wall in the next {time} s; there is nothing to explain");
            return Err(Failure::data(message));
        };
        let methods: &[Method] = if case.path.radius() == 0.0 { &Method::ALL } else { &[] };
        let answer = case.answer_by(methods);
        let picture = answer.shown().picture(self.size, &Theme::named(self.theme));
        file::still(picture, format, self.size)
    }
}
