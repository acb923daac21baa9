//! `carom explain --scene` for a character: the first frame in which it comes to a wall, wall by wall.

use super::answer::groups_left_out;
use super::shaped::part;
use super::{Arguments, Target};
use crate::output::{Failure, Output};
use carom::explain::{After, Mover, Scalar, Section, Working, meeting, shaped};
use carom::{Hit, MoverSweep, Point, Slid, SlideEnding, Wall, WallId, Walls};
use carom_scene::{Built, Names, Scene, Walked, Walker};
use serde::Serialize;

/// So many walls of a frame are worked out.
pub(super) const MOST_WALLS: usize = 8;

/// The character that is meant: by its name, or the only one in a scene without bodies.
pub(super) fn meant(scene: &Scene, wanted: Option<&str>) -> Result<Option<usize>, Failure> {
    let names = |index: usize| scene.characters[index].name.clone().unwrap_or_else(|| format!("characters[{index}]"));
    let count = scene.characters.len();
    match wanted {
        Some(wanted) => Ok((0..count).find(|&index| names(index) == wanted)),
        None if scene.bodies.is_empty() && count > 1 => {
            let all: Vec<String> = (0..count.min(20)).map(names).collect();
            Err(Failure::usage(format!("the scene has {count} characters; choose one with --body: {}", all.join(", "))))
        }
        None => Ok((scene.bodies.is_empty() && count == 1).then_some(0)),
    }
}

pub(super) fn perform(arguments: &Arguments, scene: &Scene, index: usize, output: Output) -> Result<(), Failure> {
    if arguments.picture.is_some() {
        return Err(Failure::usage("--picture draws one case; the scene of a character is drawn by `carom render`"));
    }
    let Built { world, mut walkers, names, .. } = scene.build()?;
    let dt = arguments.dt.unwrap_or(scene.world.dt);
    let frames = (scene.world.duration / dt).ceil().clamp(1.0, 1e6) as u64;
    let walker = &mut walkers[index];
    for frame in 0..frames {
        let found =
            Frame::of(walker, world.walls(), scene.characters[index].mask, world.settings().gravity.into(), dt)?;
        let Some(found) = found else { continue };
        let title = format!("{}, frame {frame}, from {:?} s on", names.character(index), frame as f64 * dt);
        let mut told = found.told(title, &names, world.walls())?;
        if let (Some(words), Some(first)) = (groups_left_out(scene), told.working.sections.first_mut()) {
            first.words.insert(0, words);
        }
        return if output.is_json {
            output.json("carom.explain/2", &told)
        } else {
            output.print(&arguments.format.of(&told.working))
        };
    }
    let name = names.character(index);
    Err(Failure::data(format!("{name} touches no wall in {frames} frames; there is nothing to explain")))
}

/// A frame in which a character comes to walls.
struct Frame {
    mover: carom::Mover,
    path: [Point; 2],
    touches: Vec<(WallId, Hit)>,
    slid: Slid,
}

impl Frame {
    /// The next frame of a walker; `None` if its motion touches nothing.
    fn of(
        walker: &mut Walker,
        walls: &Walls,
        mask: Option<u32>,
        gravity: [f64; 2],
        dt: f64,
    ) -> Result<Option<Frame>, Failure> {
        let (mover, start) = (walker.mover().clone(), walker.position());
        let Walked { before, slid, .. } = walker.step(walls, gravity, dt)?;
        // As the walker aims: the chord of the parabola.
        let after = before + carom::Vec2::from(gravity) * dt;
        let end = start + (before + after) * (0.5 * dt);
        let sweep: MoverSweep<'_> = mover.sweep(start, end).map_err(|error| Failure::data(error.to_string()))?;
        let touches = mask.map_or_else(|| walls.touches(&sweep), |mask| walls.only(mask).touches(&sweep));
        Ok((!touches.is_empty()).then_some(Frame { mover, path: [start, end], touches, slid }))
    }

    fn told(self, title: String, names: &Names, walls: &Walls) -> Result<Told, Failure> {
        let mut sections = vec![Section { words: self.order(names), ..section("What its motion touches, in order") }];
        for (id, _) in self.touches.iter().take(MOST_WALLS) {
            let Some(wall) = walls.get(*id) else { continue };
            for section in self.worked(&wall)?.sections {
                sections.push(Section { title: format!("{}: {}", names.wall(*id), section.title), ..section });
            }
        }
        sections.push(Section { words: self.goes_on(names), ..section("How it slides") });
        let touches = self.touches.iter().map(|(id, hit)| TouchTold::new(names.wall(*id), hit)).collect();
        Ok(Told {
            from: self.path[0],
            to: self.path[1],
            end: self.slid.end,
            touches,
            working: Working { title, sections },
        })
    }

    /// The working against one wall.
    fn worked(&self, wall: &Wall) -> Result<Working, Failure> {
        let pair = |p: Point| [Scalar::from(p.x), Scalar::from(p.y)];
        let target = match (wall.segment(), wall.circle()) {
            (Some(segment), _) => Target::Wall(segment.ends().map(pair)),
            (_, Some(circle)) => {
                Target::Pillar { center: pair(circle.center()), radius: Scalar::from(circle.radius()) }
            }
            _ => return Err(Failure::data("a wall is neither a segment nor a pillar")),
        };
        let [from, to] = self.path.map(pair);
        let mover = Mover { from, to, radius: Scalar::from(self.mover.radius()) };
        let corners: Vec<[Scalar; 2]> = self.mover.vertices().iter().copied().map(pair).collect();
        let is_disc = self.mover.vertices() == [Point::default()];
        let worked = if is_disc {
            meeting(&mover, &target, After::Slide)
        } else {
            shaped(&mover, &corners, &target, After::Slide)
        };
        worked.map(|worked| worked.working).map_err(|error| Failure::data(error.to_string()))
    }

    fn order(&self, names: &Names) -> Vec<String> {
        order(self.touches.iter().map(|(id, hit)| (names.wall(*id), hit)))
    }

    fn goes_on(&self, names: &Names) -> Vec<String> {
        let Slid { path, contacts, ground, ending, .. } = &self.slid;
        let contact = |contact: &carom::SlideContact| {
            let kind = format!("{:?}", contact.kind).to_lowercase();
            format!(
                "It meets {}, a {kind}, and is then at {:?}.",
                names.wall(contact.wall),
                <[f64; 2]>::from(contact.at)
            )
        };
        let wall = |id: WallId| names.wall(id);
        let end = match *ending {
            SlideEnding::Completed => "It goes as far as its motion says".to_string(),
            SlideEnding::Blocked { wall: id } => format!("It is stopped by {}", wall(id)),
            SlideEnding::Corner { walls: [a, b] } => format!("It is in the corner of {} and {}", wall(a), wall(b)),
            SlideEnding::PieceLimit => "It has gone as many pieces as it may".to_string(),
            SlideEnding::Stuck { wall: id } => format!("It starts in {}, and stays", wall(id)),
        };
        let stands = ground.map_or(String::new(), |ground| format!(", and stands on {}", wall(ground.wall)));
        let pieces = path.len().saturating_sub(1);
        let last = format!("{end}{stands}: {pieces} pieces, to {:?}.", <[f64; 2]>::from(self.slid.end));
        contacts.iter().map(contact).chain([last]).collect()
    }
}

/// What is touched when and with what, a sentence each.
pub(super) fn order<'a>(touches: impl Iterator<Item = (&'a str, &'a Hit)>) -> Vec<String> {
    let word = |value: &dyn std::fmt::Debug| format!("{value:?}").to_lowercase();
    let touch = |(wall, hit): (&str, &Hit)| {
        let (part, feature, contact) = (part(hit.mover), word(&hit.feature), word(&hit.contact));
        format!("At {:?} of the frame: {part} and {wall}, {feature}; it {contact}.", hit.t)
    };
    let mut words: Vec<String> = touches.map(touch).collect();
    let more = words.len().saturating_sub(MOST_WALLS);
    words.extend((more > 0).then(|| format!("The last {more} of these are not worked out below.")));
    words
}

pub(super) fn section(title: &str) -> Section {
    Section { title: title.into(), ..Section::default() }
}

#[derive(Serialize)]
struct Told {
    from: Point,
    to: Point,
    /// Where the frame ends.
    end: Point,
    /// What the motion of the frame touches, in order.
    touches: Vec<TouchTold>,
    working: Working,
}

#[derive(Serialize)]
pub(super) struct TouchTold {
    wall: String,
    t: f64,
    feature: String,
    part: String,
    contact: String,
    stops: bool,
}

impl TouchTold {
    pub(super) fn new(wall: &str, hit: &Hit) -> TouchTold {
        let word = |value: &dyn std::fmt::Debug| format!("{value:?}").to_lowercase();
        TouchTold {
            wall: wall.into(),
            t: hit.t,
            feature: word(&hit.feature),
            part: part(hit.mover),
            contact: word(&hit.contact),
            stops: hit.contact.stops(),
        }
    }
}
