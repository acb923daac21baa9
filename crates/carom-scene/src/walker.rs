//! A character at work: each frame its script and gravity say where it would go, and it slides.

use crate::character::{Character, Move};
use crate::document::Pair;
use crate::fault::Fault;
use carom::{Mover, Point, Slid, Slide, Vec2, WallId, Walls};

/// A character of a scene as it is now.
#[derive(Clone, Debug)]
pub struct Walker {
    mover: Mover,
    settings: Slide,
    mask: Option<u32>,
    moves: Vec<Move>,
    position: Point,
    velocity: Vec2,
    ground: Option<WallId>,
    time: f64,
    /// The part of the script it is in, when that ends, and whether its jump is still to come.
    at: usize,
    until: f64,
    may_jump: bool,
}

/// What a character did in a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Walked {
    /// Its velocity when the frame began, with what the script made of it.
    pub before: Vec2,
    /// Its velocity when the frame ended.
    pub after: Vec2,
    /// Whether it jumped.
    pub jumped: bool,
    /// Its way along the walls.
    pub slid: Slid,
}

impl Walker {
    /// A character where it begins.
    ///
    /// # Errors
    /// If its shape is not allowed.
    pub fn new(character: &Character) -> Result<Walker, Fault> {
        let first = character.moves.first();
        Ok(Walker {
            mover: character.mover()?,
            settings: character.slide(),
            mask: character.mask,
            moves: character.moves.clone(),
            position: character.position.into(),
            velocity: Vec2::default(),
            ground: None,
            time: 0.0,
            at: 0,
            until: first.map_or(f64::INFINITY, |first| first.seconds),
            may_jump: first.is_some_and(|first| first.jump > 0.0),
        })
    }

    /// Its shape, around its position.
    #[must_use]
    pub fn mover(&self) -> &Mover {
        &self.mover
    }

    /// Where it is.
    #[must_use]
    pub fn position(&self) -> Point {
        self.position
    }

    /// Its velocity.
    #[must_use]
    pub fn velocity(&self) -> Vec2 {
        self.velocity
    }

    /// The wall it stands on.
    #[must_use]
    pub fn ground(&self) -> Option<WallId> {
        self.ground
    }

    /// The wall that it overlaps where it is, if there is one.
    pub(crate) fn is_in(&self, walls: &Walls) -> Option<WallId> {
        let stands = self.mover.sweep(self.position, self.position).ok()?;
        let stop = match self.mask {
            Some(mask) => walls.only(mask).first_stop(&stands),
            None => walls.first_stop(&stands),
        };
        stop.map(|(wall, _)| wall)
    }

    /// Moves it on by a frame of so many seconds among walls.
    ///
    /// It runs as fast as its script says, at once. If its script says so and it stands on ground, it jumps. Gravity pulls it all
    /// the time; what walls take of its velocity is gone.
    ///
    /// # Errors
    /// If it would go further than numbers do.
    pub fn step(&mut self, walls: &Walls, gravity: Pair, dt: f64) -> Result<Walked, Fault> {
        let script = self.script();
        let up = self.settings.up.normalized();
        // Sideways is to the right, seen with up above.
        let side = Vec2::new(up.y, -up.x);
        let run = script.map_or(0.0, |script| script.run);
        let jumped = self.may_jump && self.ground.is_some();
        let rise = if jumped { script.map_or(0.0, |script| script.jump) } else { self.velocity.dot(up) };
        self.may_jump &= !jumped;
        let before = side * run + up * rise;
        let after = before + Vec2::from(gravity) * dt;
        // The chord of the parabola.
        let end = self.position + (before + after) * (0.5 * dt);
        let sweep = self.mover.sweep(self.position, end).map_err(|error| Fault::data(error.to_string()))?;
        let slid = match self.mask {
            Some(mask) => walls.only(mask).slide(&sweep, &self.settings),
            None => walls.slide(&sweep, &self.settings),
        };
        let is_free = slid.contacts.is_empty() && slid.ground.is_none();
        // A slide tells what is left of the velocity along the chord, which is that of the middle of the frame.
        let half = Vec2::from(gravity) * (0.5 * dt);
        self.velocity = if is_free || dt == 0.0 { after } else { slid.velocity * (1.0 / dt) + half };
        self.position = slid.end;
        self.ground = slid.ground.map(|contact| contact.wall);
        if self.ground.is_some() {
            // What is left of a fall that ended.
            let rise = self.velocity.dot(up);
            self.velocity = if rise < 0.0 { self.velocity - up * rise } else { self.velocity };
        }
        self.time += dt;
        Ok(Walked { before, after: self.velocity, jumped, slid })
    }

    /// The part of the script for the frame that begins now.
    fn script(&mut self) -> Option<Move> {
        // What is missing for rounding alone is over.
        while self.at < self.moves.len() && self.until <= self.time * (1.0 + 1e-12) {
            self.at += 1;
            let next = self.moves.get(self.at);
            self.until += next.map_or(f64::INFINITY, |next| next.seconds);
            self.may_jump = next.is_some_and(|next| next.jump > 0.0);
        }
        self.moves.get(self.at).copied()
    }
}
