//! `carom explain`: a collision, or a whole frame of them, worked out line by line.

mod answer;
mod body;
mod character;
mod json;
mod numbers;
mod others;
mod scene;
mod shaped;

pub(crate) use answer::{Case, body_index, core_of, groups_left_out, looked_at, touched};
pub(crate) use numbers::list;

use self::answer::meant_body;
use self::numbers::{exact, not_negative, part};
use self::scene::FromScene;
use super::{positive, size};
use crate::output::{Failure, Output, is_dash};
use crate::picture::{self, Format};
use crate::shape::Shape;
use carom::explain::{After, Course, Mover, Obstacle, Scalar, Section, Target, Worked, Working, course, meeting_by};
use carom::methods::Method;
use carom::{Circle, Limits, Point, Segment, Sweep, Wall, Walls};
use carom_draw::BouncesShown;
use carom_draw::Picture;
use carom_draw::Setting;
use carom_draw::Target as Drawn;
use carom_draw::{Theme, ThemeName};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  carom explain --wall 6,0,10,7 --from 6,4 --to 9,5
  carom explain --wall 0,-3,0,3 --from -2,2 --to 3,-1 --method one-dot --picture bounce.svg
  carom explain --wall 6,0,10,7 --from 6,4 --to 9,5 --radius 1/2
  carom explain --wall 6,0,10,7 --from 0,4 --to 9,5 --shape box:-1,0,1,3 --picture box.svg
  carom explain --chamber '0,0 100,0 300,200 50,400 100,100' --from 80,50 --to 250,330 --format latex
  carom explain --scene table.json --body cue --dt 0.5
  carom explain crossing --first 0,0,4,4 --second 0,4,4,0
  carom explain inside --polygon '0,0 100,0 300,200 50,400 100,100' --point 80,90
  carom explain circle --points '-3,0 0,3 5,0'
  carom explain search --scene maze.json --from 1,1 --to 9,9

The letters: a wall goes from P0 to P1, the path from Bs to Be, and V = Be − Bs. N = (E.y, −E.x) is the normal of \
the wall's vector E = P1 − P0, and n is as long as 1. The path meets the wall's line at the time ti, from 0 to 1, in the \
point Bi; i is what is left of it. Reflected there, the frame ends in Be'.

Numbers may be fractions: 1/3 is read as exactly 1/3, and 0.1 as exactly 1/10. Values are exact, as in 16/17, with their decimals \
after ≈; what is too long to read is rounded and says so.

With --json (schema carom.explain/2): case (as given), ti (null if nothing is hit), hit (t, point, normal, feature, \
contact, stops), end (where the frame ends), agree, methods (method, number, verdict, ti, cost), bounces (obstacle, time, at), and \
working: sections of lines, each with formula, numbers and value (decimal, and exact if it is not rounded), or, of a test, \
whether it holds, exactly and in plain floating point. Of a scene's character, and of a body of it with a box, capsule or \
polygon: from, to, end, touches (wall, t, feature, part, contact, stops) and working.";

/// Show a collision, or a whole frame of them, worked step by step: does this path hit this wall, when, where, and what then?
#[derive(Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    other: Option<others::Question>,
    /// A wall's two ends; may be given more than once
    #[arg(long, value_name = "X0,Y0,X1,Y1", value_parser = exact::<4>, allow_hyphen_values = true)]
    #[arg(required_unless_present_any = ["scene", "chamber", "pillar"], requires_all = ["from", "to"])]
    #[arg(conflicts_with_all = ["scene", "body"])]
    wall: Vec<[Scalar; 4]>,
    /// The corners of a closed chamber, counter-clockwise: all its edges are walls
    #[arg(long, value_name = "'X,Y X,Y …'", value_parser = corners, allow_hyphen_values = true)]
    #[arg(requires_all = ["from", "to"], conflicts_with_all = ["scene", "body"])]
    chamber: Option<Corners>,
    /// A pillar: its centre and radius; may be given more than once
    #[arg(long, value_name = "X,Y,R", value_parser = exact::<3>, allow_hyphen_values = true)]
    #[arg(requires_all = ["from", "to"], conflicts_with_all = ["scene", "body"])]
    pillar: Vec<[Scalar; 3]>,
    /// Where the path starts
    #[arg(long, value_name = "X,Y", value_parser = exact::<2>, allow_hyphen_values = true, conflicts_with = "scene")]
    from: Option<[Scalar; 2]>,
    /// Where the path ends if nothing is in the way
    #[arg(long, value_name = "X,Y", value_parser = exact::<2>, allow_hyphen_values = true, conflicts_with = "scene")]
    to: Option<[Scalar; 2]>,
    /// The radius of the thing that moves; 0 is a point. The three methods are for points
    #[arg(long, value_name = "R", value_parser = not_negative, default_value = "0", allow_hyphen_values = true)]
    #[arg(conflicts_with = "scene")]
    radius: Scalar,
    /// What moves, against one wall or pillar: box:MINX,MINY,MAXX,MAXY, capsule:X0,Y0,X1,Y1 or polygon:'X,Y X,Y …', around its
    /// position and grown by --radius
    #[arg(long, value_name = "SHAPE", value_parser = Shape::parse, allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["scene", "method"])]
    shape: Option<Shape>,
    /// Take the case from a scene instead: the whole next frame of a body, or the shortest of 2, 4, 8 … frames in which it
    /// touches a wall
    #[arg(long, value_name = "FILE")]
    scene: Option<PathBuf>,
    /// Which body of the scene: its name, or its number from 0; or a character, by its name: then the first frame in which it
    /// comes to a wall. Not needed if there is only one. Bodies have the shape that they have in the scene
    #[arg(long, value_name = "NAME", requires = "scene")]
    body: Option<String>,
    /// The length of that frame in seconds
    #[arg(long, value_name = "SECONDS", value_parser = positive, requires = "scene", allow_hyphen_values = true)]
    dt: Option<f64>,
    /// Which method to show: of one wall all three unless one is chosen, of many walls both-ends
    #[arg(long, value_enum)]
    method: Option<MethodName>,
    /// What becomes of a path that hits: reflect, slide or stop. Of a scene's body: what it does by itself
    #[arg(long, value_enum)]
    after: Option<AfterName>,
    /// How much of its speed into the wall is left after the bounce, from 0 to 1
    #[arg(long, value_name = "E", value_parser = part, allow_hyphen_values = true)]
    restitution: Option<Scalar>,
    /// How to write the working
    #[arg(long, value_enum, default_value_t)]
    format: Written,
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

/// The corners of a chamber.
#[derive(Clone, Debug)]
struct Corners(Vec<[Scalar; 2]>);

fn corners(text: &str) -> Result<Corners, String> {
    let numbers = list(text)?;
    if numbers.len() % 2 != 0 || numbers.len() < 6 {
        return Err(format!(
            "{} numbers given; a chamber needs three corners or more, two numbers each",
            numbers.len()
        ));
    }
    Ok(Corners(numbers.chunks(2).map(|pair| [pair[0], pair[1]]).collect()))
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

/// What becomes of a path that hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AfterName {
    /// It is reflected, with --restitution
    Reflect,
    /// Only what runs along the wall is left
    Slide,
    /// It stops
    Stop,
}

/// How a working is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Written {
    /// Plain text
    #[default]
    Text,
    /// Markdown with formulas between $ signs
    Markdown,
    /// A LaTeX document that compiles by itself
    Latex,
}

impl Written {
    pub(crate) fn of(self, working: &Working) -> String {
        match self {
            Written::Text => working.to_string(),
            Written::Markdown => working.markdown(),
            Written::Latex => working.latex(),
        }
    }
}

/// What is asked.
struct Asked {
    mover: Mover,
    obstacles: Vec<Obstacle>,
    after: After,
    /// A title and sentences, if it is from a scene.
    about: Option<(String, Vec<String>)>,
}

/// What comes of it.
enum Found {
    One(Box<Worked>),
    Many(Box<Course>),
}

impl Found {
    fn working(&self) -> &Working {
        match self {
            Found::One(worked) => &worked.working,
            Found::Many(course) => &course.working,
        }
    }

    fn end(&self) -> [Scalar; 2] {
        match self {
            Found::One(worked) => worked.end,
            Found::Many(course) => course.end,
        }
    }
}

pub(crate) fn perform(arguments: &Arguments, output: Output) -> Result<(), Failure> {
    if let Some(question) = &arguments.other {
        return question.perform(output);
    }
    if output.is_json && arguments.picture.as_deref().is_some_and(is_dash) {
        return Err(Failure::usage("--json and --picture - both want standard output"));
    }
    if output.is_json && arguments.format != Written::Text {
        return Err(Failure::usage("--json and --format both say how to write the working"));
    }
    if let Some(shape) = &arguments.shape {
        return shaped::perform(arguments, shape, output);
    }
    let (asked, case) = match &arguments.scene {
        Some(path) => {
            let scene = output.read_scene(path)?;
            if let Some(index) = character::meant(&scene, arguments.body.as_deref())? {
                return character::perform(arguments, &scene, index, output);
            }
            let index = meant_body(&scene, arguments.body.as_deref())?;
            if let Some(shape) = scene.bodies[index].mover()? {
                return body::perform(arguments, &scene, index, &shape, output);
            }
            let restitution = arguments.restitution.map_or(1.0, Scalar::to_f64);
            let Some(case) = Case::of_scene(&scene, index, arguments.dt, restitution)? else {
                return json::nothing_touched(&scene, index, arguments.dt, output);
            };
            let dt = case.from_scene.as_ref().map_or(scene.world.dt, |from| from.dt);
            let FromScene { mover, obstacles, after, title, words } =
                FromScene::new(&scene, &scene.build()?, index, dt);
            let after = arguments.after(after);
            (Asked { mover, obstacles, after, about: Some((title, words)) }, Some(case))
        }
        None => (arguments.asked()?, None),
    };
    let found = asked.found(arguments.method)?;
    let case = match case {
        Some(case) => case,
        None => asked.case(&found)?,
    };
    let path_drawn = case.path;
    let mut answer = case.answer_by(&[]);
    let [x, y] = found.end().map(Scalar::to_f64);
    answer.end = Point::new(x, y);
    if let Found::One(worked) = &found {
        answer.workings.clone_from(&worked.methods);
    }
    if let Some(path) = &arguments.picture {
        let format = Format::of(path, None)?;
        let theme = Theme::named(arguments.theme);
        let picture = match asked.frame_shown(&found, &path_drawn, &theme, arguments.size)? {
            Some(picture) => picture,
            None => answer.shown().picture(arguments.size, &theme),
        };
        output.write(path, &picture::still(picture, format, arguments.size)?)?;
        if !is_dash(path) {
            output.note(format!("wrote {}", path.display()));
        }
    }
    if output.is_json {
        return output.json("carom.explain/2", &json::answer(&asked, &found, &answer));
    }
    let text = arguments.format.of(found.working());
    if arguments.picture.as_deref().is_some_and(is_dash) {
        output.note(text);
        return Ok(());
    }
    output.print(&text)
}

impl Arguments {
    /// The case that is given in numbers.
    fn asked(&self) -> Result<Asked, Failure> {
        let (Some(from), Some(to)) = (self.from, self.to) else {
            return Err(Failure::usage("--wall, --from and --to are needed, or --scene"));
        };
        let many = self.wall.len() > 1;
        let mut obstacles: Vec<Obstacle> = Vec::new();
        for (index, [x0, y0, x1, y1]) in self.wall.iter().enumerate() {
            let name = if many { format!("wall {index}") } else { "wall".into() };
            obstacles.push(Obstacle::new(name, Target::Wall([[*x0, *y0], [*x1, *y1]])));
        }
        if let Some(Corners(corners)) = &self.chamber {
            let ends = corners.iter().zip(corners.iter().cycle().skip(1));
            obstacles.extend(
                ends.enumerate().map(|(index, (a, b))| Obstacle::new(format!("edge {index}"), Target::Wall([*a, *b]))),
            );
        }
        for (index, [x, y, radius]) in self.pillar.iter().enumerate() {
            let target = Target::Pillar { center: [*x, *y], radius: *radius };
            obstacles.push(Obstacle::new(format!("pillar {index}"), target));
        }
        let mover = Mover { from, to, radius: self.radius };
        Ok(Asked { mover, obstacles, after: self.after(After::default()), about: None })
    }

    /// What is to become of a hit, if nothing else is said.
    fn after(&self, usual: After) -> After {
        let usual_restitution = match usual {
            After::Reflect { restitution } => restitution,
            After::Slide | After::Stop => Scalar::from(1.0),
        };
        let reflect = After::Reflect { restitution: self.restitution.unwrap_or(usual_restitution) };
        match (self.after, self.restitution) {
            (Some(AfterName::Reflect), _) | (None, Some(_)) => reflect,
            (Some(AfterName::Slide), _) => After::Slide,
            (Some(AfterName::Stop), _) => After::Stop,
            (None, None) => usual,
        }
    }
}

impl Asked {
    fn found(&self, method: Option<MethodName>) -> Result<Found, Failure> {
        let told = |error: carom::Error| Failure::usage(self.named(&error));
        if self.mover.radius.to_f64() > 0.0 && method.is_some() {
            return Err(Failure::usage("--method is for points; a disc has a working of its own"));
        }
        if let (None, [only]) = (&self.about, self.obstacles.as_slice()) {
            let methods = method.unwrap_or(MethodName::All).methods();
            return Ok(Found::One(Box::new(meeting_by(&self.mover, &only.target, self.after, methods).map_err(told)?)));
        }
        let method = method.map_or(Method::BothEnds, |method| method.methods()[0]);
        let mut course = course(&self.mover, &self.obstacles, self.after, method).map_err(told)?;
        if let Some((title, words)) = &self.about {
            course.working.title.clone_from(title);
            let section = Section { title: "The body".into(), words: words.clone(), ..Section::default() };
            course.working.sections.insert(0, section);
        }
        Ok(Found::Many(Box::new(course)))
    }

    /// An error with the option that it is about.
    fn named(&self, error: &carom::Error) -> String {
        match error {
            carom::Error::EqualEnds { .. } => format!("--wall: {error}"),
            _ => error.to_string(),
        }
    }

    /// The picture of a whole frame from bounce to bounce; `None` if there is but one hit to show.
    fn frame_shown(
        &self,
        found: &Found,
        path: &Sweep,
        theme: &Theme,
        size: Option<[u32; 2]>,
    ) -> Result<Option<Picture>, Failure> {
        let Found::Many(course) = found else { return Ok(None) };
        let title = match &self.about {
            Some(_) => course.working.title.clone(),
            None => format!("{} walls", self.obstacles.len()),
        };
        bounces_shown(title, &self.obstacles, self.after, path, None, theme, size)
    }

    /// The case of the first hit, for a picture.
    fn case(&self, found: &Found) -> Result<Case, Failure> {
        let first = match found {
            Found::One(_) => 0,
            Found::Many(course) => course.bounces.first().map_or(0, |bounce| bounce.obstacle),
        };
        let told = |error: carom::Error| Failure::usage(error.to_string());
        let target = drawn(&self.obstacles[first].target)?;
        let Mover { from, to, radius } = self.mover;
        let path = Sweep::disc(point(from), point(to), radius.to_f64()).map_err(told)?;
        let restitution = match self.after {
            After::Reflect { restitution } => restitution.to_f64(),
            After::Slide | After::Stop => 0.0,
        };
        Ok(Case { target, path, shape: None, restitution, from_scene: None })
    }
}

fn point([x, y]: [Scalar; 2]) -> Point {
    Point::new(x.to_f64(), y.to_f64())
}

/// The way of a point, a disc or another shape from bounce to bounce; `None` if it does not bounce.
fn bounces_shown(
    title: String,
    obstacles: &[Obstacle],
    after: After,
    path: &Sweep,
    shape: Option<&carom::Mover>,
    theme: &Theme,
    size: Option<[u32; 2]>,
) -> Result<Option<Picture>, Failure> {
    let After::Reflect { restitution } = after else { return Ok(None) };
    let told = |error: carom::Error| Failure::usage(error.to_string());
    let walls: Result<Vec<Wall>, Failure> = obstacles.iter().map(wall).collect();
    let walls = Walls::new(walls?);
    let limits = Limits { restitution: restitution.to_f64(), ..Limits::default() };
    let (bounces, body) = match shape {
        None if path.radius() > 0.0 => (walls.bounce(path, limits), "the disc"),
        None => (walls.bounce(path, limits), "the point"),
        Some(shape) => {
            let sweep = shape.sweep(path.start(), path.end()).map_err(told)?;
            (walls.bounce(&sweep, limits), "the shape")
        }
    };
    let core = shape.map(core_of).unwrap_or_default();
    let setting = Setting {
        title,
        about: String::new(),
        walls: &walls,
        gates: Vec::new(),
        zones: Vec::new(),
        scans: Vec::new(),
        bodies: Vec::new(),
        view: None,
    };
    Ok(Some(
        BouncesShown { setting, body: body.into(), path, core, bounces: &bounces, time: None }.picture(size, theme),
    ))
}

/// An obstacle as a wall of the library.
fn wall(obstacle: &Obstacle) -> Result<Wall, Failure> {
    let wall = match drawn(&obstacle.target)? {
        Drawn::Wall(segment) => Wall::from(segment),
        Drawn::Pillar(circle) => Wall::from(circle),
    };
    let told = |error: carom::Error| Failure::usage(error.to_string());
    wall.with_side(obstacle.side).with_restitution(obstacle.restitution.to_f64()).map_err(told)
}

/// A wall or pillar as it is drawn.
fn drawn(target: &Target) -> Result<Drawn, Failure> {
    let told = |error: carom::Error| Failure::usage(error.to_string());
    Ok(match *target {
        Target::Wall([a, b]) => Drawn::Wall(Segment::new(point(a), point(b)).map_err(told)?),
        Target::Pillar { center, radius } => Drawn::Pillar(Circle::new(point(center), radius.to_f64()).map_err(told)?),
    })
}
