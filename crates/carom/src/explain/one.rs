//! One mover and one wall or pillar: does it hit, when, where, and what then?

use super::board::{After, Board, Decided, Mover, Target, reading_note};
use super::disc;
use super::touched::{Touched, normal_of_wall};
use crate::error::Error;
use crate::paper::{Line, Pair, Scalar, Section, Table, Working, pair_text};
use crate::segment::Segment;
use crate::sweep::methods::{Explanation, Method};
use crate::sweep::{Hit, Paper, Sweep};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A working and what comes of it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Worked {
    /// The working.
    pub working: Working,
    /// The first touch, if there is one.
    pub hit: Option<Hit>,
    /// When it is.
    pub time: Option<Scalar>,
    /// Where the mover is then: a point, or the centre of a disc.
    pub at: Option<[Scalar; 2]>,
    /// Where the frame ends.
    pub end: [Scalar; 2],
    /// Each method by itself, for a point and a wall.
    pub methods: Vec<Explanation>,
}

/// The working of one mover and one wall or pillar; a point and a wall by all three methods.
///
/// # Errors
/// If a number is not finite, a radius is negative, or the wall's ends coincide.
pub fn meeting(mover: &Mover, target: &Target, after: After) -> Result<Worked, Error> {
    meeting_by(mover, target, after, &Method::ALL)
}

/// The same by some of the methods.
///
/// # Errors
/// As for [`meeting`].
pub fn meeting_by(mover: &Mover, target: &Target, after: After, methods: &[Method]) -> Result<Worked, Error> {
    let board = Board::new(mover, &[*target])?;
    let mut sections = alloc::vec![given(mover, target, after, &board)];
    let (touched, explanations) = match (&board.targets[0], target) {
        (Decided::Wall(wall), Target::Wall(ends)) if mover.radius.is_zero() => {
            let (touched, explanations) = by_methods(mover, *ends, &board.sweep, wall, methods);
            sections.extend(explanations.iter().map(|explanation| explanation.steps.clone()));
            if explanations.len() > 1 {
                sections.push(compared(&explanations));
            }
            (touched, explanations)
        }
        (Decided::Wall(wall), Target::Wall(ends)) => {
            let hit = board.sweep.first_touch(wall);
            let (more, touched) = disc::wall(mover, *ends, hit.as_ref());
            sections.extend(more);
            (touched, Vec::new())
        }
        (Decided::Pillar(circle), Target::Pillar { center, radius }) => {
            let hit = board.sweep.first_touch(circle);
            let (more, touched) = disc::pillar(mover, *center, *radius, hit.as_ref());
            sections.extend(more);
            (touched, Vec::new())
        }
        _ => (None, Vec::new()),
    };
    let end = match &touched {
        None => mover.to,
        Some(touched) => {
            let (section, end) = touched.after(mover, after);
            sections.push(section);
            end
        }
    };
    sections.push(result(touched.as_ref(), end, mover));
    let hit = touched.as_ref().map(|touched| board.unscaled(touched.hit));
    let (time, at) = (touched.as_ref().map(|touched| touched.time), touched.as_ref().map(|touched| touched.at));
    let working = Working { title: title(mover, target, hit.is_some()), sections };
    Ok(Worked { working, hit, time, at, end, methods: explanations })
}

/// What is given, and what its letters are.
fn given(mover: &Mover, target: &Target, after: After, board: &Board) -> Section {
    let mut section = Section::new("Given");
    let path = format!("the path from $Bs = {}$ to $Be = {}$", pair_text(mover.from), pair_text(mover.to));
    let disc = if mover.radius.is_zero() {
        ".".into()
    } else {
        format!(" of a disc with radius $r = {}$.", mover.radius.short())
    };
    section.words.push(match target {
        Target::Wall([p0, p1]) => {
            format!("The wall from $P0 = {}$ to $P1 = {}$; {path}{disc}", pair_text(*p0), pair_text(*p1))
        }
        Target::Pillar { center, radius } => {
            format!("The pillar around $M = {}$ with radius $R = {}$; {path}{disc}", pair_text(*center), radius.short())
        }
    });
    section.words.extend(words_about(after));
    section.words.extend(reading_note(board));
    section
}

/// The sentence about what is to be done at a hit.
pub(super) fn words_about(after: After) -> Option<String> {
    Some(match after {
        After::Reflect { restitution } if restitution == After::default().restitution() => return None,
        After::Reflect { restitution } => format!(
            "At a hit it is reflected with restitution $e = {}$: so much of its speed into the wall is left.",
            restitution.short()
        ),
        After::Slide => "At a hit it slides: only what runs along the wall is left.".into(),
        After::Stop => "At a hit it stops.".into(),
    })
}

/// The working of a point and a wall by each method.
pub(super) fn by_methods(
    mover: &Mover,
    [p0, p1]: [Pair; 2],
    sweep: &Sweep,
    wall: &Segment,
    methods: &[Method],
) -> (Option<Touched>, Vec<Explanation>) {
    let paper = Paper { bs: mover.from, be: mover.to, p0, p1 };
    let explanations: Vec<Explanation> =
        methods.iter().map(|method| method.explain_on_paper(sweep, wall, paper)).collect();
    let touched = explanations.first().and_then(|first| {
        let (hit, time, at) = (first.hit?, first.time?, first.point?);
        let (normal, normal_lines) = normal_of_wall(&paper, &hit);
        Some(Touched { hit, time, at, normal, normal_lines })
    });
    (touched, explanations)
}

/// What each method spent.
pub(super) fn compared(explanations: &[Explanation]) -> Section {
    let mut section = Section::new("The methods compared");
    section.words.push("So much each of them spent until its verdict:".into());
    let rows = explanations.iter().map(|explanation| {
        let cost = explanation.steps.cost();
        let verdict = if explanation.hit.is_some() { "hit" } else { "no hit" };
        alloc::vec![
            explanation.method.to_string(),
            cost.multiplications.to_string(),
            cost.divisions.to_string(),
            cost.comparisons.to_string(),
            verdict.into(),
        ]
    });
    let head = ["method", "multiplications", "divisions", "comparisons", "verdict"];
    section.table = Some(Table { head: head.map(Into::into).to_vec(), rows: rows.collect() });
    section
}

pub(super) fn result(touched: Option<&Touched>, end: Pair, mover: &Mover) -> Section {
    let mut section = Section::new("Result");
    match touched {
        None => section.lines.push(Line::words("no hit: the path ends where it was to end")),
        Some(touched) => {
            let names = if mover.radius.is_zero() { "hit at the time" } else { "touch at the time" };
            section.lines.push(Line::number("ti", "", touched.time).says(names));
            let place = if mover.radius.is_zero() { "in the point" } else { "with the centre in" };
            section.lines.push(Line::vector("Bi", "", touched.at).says(place));
        }
    }
    let name = if touched.is_some() { "Be'" } else { "Be" };
    section.lines.push(Line::vector(name, "", end).says("the frame ends in"));
    section
}

fn title(mover: &Mover, target: &Target, is_hit: bool) -> String {
    let mover = if mover.radius.is_zero() { "point" } else { "disc" };
    let target = if matches!(target, Target::Wall(_)) { "wall" } else { "pillar" };
    let verb = if is_hit { "hits" } else { "misses" };
    format!("A moving {mover} {verb} a {target}")
}
