//! A question in numbers as they stand on paper, and in floats that decide it.

use crate::circle::Circle;
use crate::error::Error;
use crate::paper::{Fraction, Pair, Scalar, common_scale};
use crate::point::Point;
use crate::segment::Segment;
use crate::sweep::{Hit, Sweep};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Something that moves: from where, to where if nothing is in the way, and its radius, 0 for a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mover {
    /// Bs, where it starts.
    pub from: [Scalar; 2],
    /// Be, where it ends.
    pub to: [Scalar; 2],
    /// r.
    pub radius: Scalar,
}

/// Something to be met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// A wall from P0 to P1.
    Wall([[Scalar; 2]; 2]),
    /// Something round that stands.
    Pillar {
        /// Its centre, M.
        center: [Scalar; 2],
        /// Its radius, R.
        radius: Scalar,
    },
}

/// What becomes of a motion that meets something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum After {
    /// It is reflected, and of its speed into the wall this part, from 0 to 1, is left.
    Reflect {
        /// e.
        restitution: Scalar,
    },
    /// What runs along the wall is left.
    Slide,
    /// It stops.
    Stop,
}

impl Default for After {
    /// Reflected without loss.
    fn default() -> After {
        After::Reflect { restitution: Scalar::from(Fraction::whole(1)) }
    }
}

impl After {
    /// The same at a wall that takes speed too: the smaller restitution counts.
    pub(super) fn at(self, wall: &Scalar) -> After {
        match self {
            After::Reflect { restitution } if wall.to_f64() < restitution.to_f64() => {
                After::Reflect { restitution: *wall }
            }
            after => after,
        }
    }

    /// e, as far as it is a reflection.
    pub(super) fn restitution(self) -> Scalar {
        match self {
            After::Reflect { restitution } => restitution,
            After::Slide | After::Stop => Scalar::ZERO,
        }
    }
}

/// The floats that decide, in units of which there are `scale` in one.
pub(super) struct Board {
    pub(super) sweep: Sweep,
    pub(super) targets: Vec<Decided>,
    scale: f64,
    /// Whether they are the numbers on paper, and not rounded.
    pub(super) is_exact: bool,
}

/// A target in floats.
pub(super) enum Decided {
    Wall(Segment),
    Pillar(Circle),
}

impl Board {
    pub(super) fn new(mover: &Mover, targets: &[Target]) -> Result<Board, Error> {
        let mut numbers: Vec<Scalar> = [mover.from, mover.to].concat();
        numbers.push(mover.radius);
        for target in targets {
            match *target {
                Target::Wall([a, b]) => numbers.extend([a, b].concat()),
                Target::Pillar { center, radius } => numbers.extend([center[0], center[1], radius]),
            }
        }
        let common = common_scale(&numbers);
        let scale = common.unwrap_or(1);
        let float = |x: Scalar| match (common, x.fraction(), Fraction::new(scale, 1)) {
            (Some(_), Some(x), Some(scale)) => x.times(scale).map_or(f64::NAN, Fraction::to_f64),
            _ => x.to_f64(),
        };
        let point = |[x, y]: Pair| Point::new(float(x), float(y));
        let sweep = Sweep::disc(point(mover.from), point(mover.to), float(mover.radius))?;
        let targets: Result<Vec<Decided>, Error> = targets
            .iter()
            .map(|target| match *target {
                Target::Wall([a, b]) => {
                    Segment::new(point(a), point(b)).map(Decided::Wall).map_err(|error| match error {
                        Error::EqualEnds { at } => {
                            Error::EqualEnds { at: Point::new(at.x / scale as f64, at.y / scale as f64) }
                        }
                        error => error,
                    })
                }
                Target::Pillar { center, radius } => Circle::new(point(center), float(radius)).map(Decided::Pillar),
            })
            .collect();
        let is_given = |x: &Scalar| x.fraction().is_some_and(|exact| Fraction::of(x.to_f64()) == Some(exact));
        let is_exact = common.is_some() || numbers.iter().all(is_given);
        Ok(Board { sweep, targets: targets?, scale: scale as f64, is_exact })
    }

    /// A hit in the units on paper.
    pub(super) fn unscaled(&self, hit: Hit) -> Hit {
        Hit { point: self.place(hit.point), ..hit }
    }

    pub(super) fn place(&self, point: Point) -> Point {
        Point::new(point.x / self.scale, point.y / self.scale)
    }
}

/// A sentence about how the numbers are read, if they are not plain ones.
pub(super) fn reading_note(board: &Board) -> Option<String> {
    if !board.is_exact {
        return Some(
            "The given numbers are too long to be decided as fractions: each was rounded to the nearest binary number, and \
             these are decided exactly."
                .into(),
        );
    }
    (board.scale != 1.0).then(|| {
        format!("The numbers are read exactly as fractions; times {} they are whole, and whole numbers are decided without loss.", board.scale)
    })
}
