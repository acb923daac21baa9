//! The characters of a run: moved beside the bodies, frame by frame.

use crate::output::Failure;
use carom::{Slid, SlideContact, SlideEnding, Surface, Vec2, WallId};
use carom_draw::{BodyShown, Mark, Record, middle_of};
use carom_scene::{Built, Scene, Walked};
use serde::Serialize;

/// How a character ended, and what it met on the way.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct CharacterEnd {
    pub(crate) name: String,
    pub(crate) position: [f64; 2],
    pub(crate) velocity: [f64; 2],
    /// The name of the wall it stands on.
    pub(crate) stands_on: Option<String>,
    /// How long its way is.
    pub(crate) walked: f64,
    pub(crate) jumps: u64,
    /// How often it came to touch each kind of surface.
    pub(crate) contacts: Contacts,
    /// The wall it is stuck in, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stuck_in: Option<String>,
}

/// Counts of surfaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Contacts {
    pub(crate) floor: u64,
    pub(crate) slope: u64,
    pub(crate) wall: u64,
    pub(crate) ceiling: u64,
}

/// A character came to touch a wall that it did not touch in the frame before.
pub(crate) struct CharacterContact {
    pub(crate) character: usize,
    pub(crate) contact: SlideContact,
    /// Its velocity before the frame and after it.
    pub(crate) before: Vec2,
    pub(crate) after: Vec2,
}

/// All of them.
pub(crate) struct Characters {
    /// Of each its number in the record, and what it touched in the last frame.
    all: Vec<(usize, Vec<WallId>)>,
    pub(crate) ends: Vec<CharacterEnd>,
}

impl Characters {
    pub(crate) fn new(built: &Built, record: &mut Record) -> Characters {
        let mut characters = Characters { all: Vec::new(), ends: Vec::new() };
        for (i, walker) in built.walkers.iter().enumerate() {
            let middle = walker.position() + middle_of(walker.mover());
            characters.all.push((record.add(built.world.time(), middle, walker.mover().radius()), Vec::new()));
            characters.ends.push(CharacterEnd {
                name: built.names.character(i).into(),
                position: walker.position().into(),
                velocity: [0.0, 0.0],
                stands_on: None,
                walked: 0.0,
                jumps: 0,
                contacts: Contacts::default(),
                stuck_in: None,
            });
        }
        characters
    }

    /// Moves all on by a frame that begins at a time, and tells what they came to touch.
    pub(crate) fn step(
        &mut self,
        built: &mut Built,
        record: &mut Record,
        [began, dt]: [f64; 2],
    ) -> Result<Vec<CharacterContact>, Failure> {
        let Built { world, walkers, names, .. } = built;
        let gravity = world.settings().gravity;
        let mut told = Vec::new();
        for (i, walker) in walkers.iter_mut().enumerate() {
            let Walked { before, after, jumped, slid } = walker.step(world.walls(), gravity.into(), dt)?;
            let (index, touched) = &mut self.all[i];
            let middle = middle_of(walker.mover());
            let pieces = slid.path.len().max(2) - 1;
            for (nth, &place) in slid.path.iter().enumerate().skip(1) {
                record.pass(*index, began + dt * nth as f64 / pieces as f64, place + middle);
            }
            let fresh = newly_touched(&slid, touched);
            let end = &mut self.ends[i];
            end.jumps += u64::from(jumped);
            end.walked += slid.path.windows(2).map(|pair| (pair[1] - pair[0]).length()).sum::<f64>();
            end.position = slid.end.into();
            end.velocity = after.into();
            end.stands_on = slid.ground.map(|contact| names.wall(contact.wall).to_string());
            end.stuck_in = match slid.ending {
                SlideEnding::Stuck { wall } => Some(names.wall(wall).to_string()),
                _ => None,
            };
            for contact in fresh {
                *end.contacts.of(contact.kind) += 1;
                let SlideContact { point, normal, .. } = contact;
                record.mark(Mark { time: began + dt, body: *index, other: None, point, normal });
                told.push(CharacterContact { character: i, contact, before, after });
            }
        }
        Ok(told)
    }
}

/// The contacts of a slide with walls that were not touched before, each wall once. What it touches now is kept for the next.
fn newly_touched(slid: &Slid, touched: &mut Vec<WallId>) -> Vec<SlideContact> {
    let mut now: Vec<SlideContact> = Vec::new();
    for contact in slid.contacts.iter().chain(&slid.ground) {
        if now.iter().all(|known| known.wall != contact.wall) {
            now.push(*contact);
        }
    }
    let fresh = now.iter().filter(|contact| !touched.contains(&contact.wall)).copied().collect();
    *touched = now.iter().map(|contact| contact.wall).collect();
    fresh
}

impl Contacts {
    fn of(&mut self, kind: Surface) -> &mut u64 {
        match kind {
            Surface::Floor => &mut self.floor,
            Surface::Slope => &mut self.slope,
            Surface::Wall => &mut self.wall,
            Surface::Ceiling => &mut self.ceiling,
        }
    }
}

/// What a kind of surface is called.
pub(crate) fn kind_name(kind: Surface) -> &'static str {
    match kind {
        Surface::Floor => "floor",
        Surface::Slope => "slope",
        Surface::Wall => "wall",
        Surface::Ceiling => "ceiling",
    }
}

/// Characters as they are now, to be drawn.
pub(crate) fn shown_characters<'a>(scene: &'a Scene, built: &'a Built) -> impl Iterator<Item = BodyShown> + 'a {
    built.walkers.iter().zip(&scene.characters).map(|(walker, character)| {
        BodyShown::shaped(character.name.clone(), walker.mover(), walker.position(), walker.velocity())
    })
}
