//! A whole frame among many walls: edge by edge, flight after flight, until the frame is used up.
//!
//! Which wall is met, and where the frame ends, comes from the library's bounce path; a flight is worked out in fractions as long as
//! they are short, and then in the rounded places that path goes through, which are certified to be free.

use super::board::{After, Board, Decided, Mover, Target, reading_note};
use super::disc;
use super::one::{by_methods, words_about};
use super::touched::{Touched, unit};
use crate::bounce::{Bounces, Ending, Limits};
use crate::error::Error;
use crate::exact::Side;
use crate::paper::{
    Fraction, Line, Pair, Scalar, Section, Table, Working, difference, dot, pair_text, product_text, signed, turned,
};
use crate::point::{Point, Vec2};
use crate::sweep::methods::Method;
use crate::walls::{Wall, Walls};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A wall or pillar with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Obstacle {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub target: Target,
    /// How much of its speed into it a mover has after a bounce, from 0 to 1; the smaller of this and the mover's counts.
    pub restitution: Scalar,
    /// The side of it from which it can be touched; `On` is both.
    pub side: Side,
}

impl Obstacle {
    /// A wall or pillar that takes no speed and can be touched from everywhere.
    #[must_use]
    pub fn new(name: impl Into<String>, target: Target) -> Obstacle {
        Obstacle { name: name.into(), target, restitution: one(), side: Side::On }
    }
}

/// One bounce of a [`Course`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Flight {
    /// The number of the obstacle that is met.
    pub obstacle: usize,
    /// When, as a part of the whole frame.
    pub time: Scalar,
    /// Where the mover is then: a point, or the centre of a disc.
    pub at: [Scalar; 2],
}

/// One straight flight of a [`Course`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Leg {
    /// Where it starts.
    pub from: [Scalar; 2],
    /// Where it ends if nothing is in the way.
    pub to: [Scalar; 2],
    /// What became of each obstacle, in their order.
    pub looks: Vec<Look>,
}

/// What became of one obstacle in one [`Leg`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Look {
    /// The flight starts there and leads away.
    Left,
    /// It is not touched.
    Rejected {
        /// The letter of the method's step that says so; nothing for a disc, which has no letters.
        step: String,
    },
    /// It is touched, but can be touched from its other side only.
    Passed,
    /// It is touched, if nothing else is touched before.
    Touched {
        /// When, as a part of this flight.
        time: Scalar,
    },
}

/// The working of a whole frame, and what comes of it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Course {
    /// The working.
    pub working: Working,
    /// The bounces, in order.
    pub bounces: Vec<Flight>,
    /// The straight flights from bounce to bounce, each with what became of every wall in it.
    pub legs: Vec<Leg>,
    /// Where the frame ends.
    pub end: [Scalar; 2],
}

/// So many flights are shown.
const MAX_FLIGHTS: usize = 40;

/// The working of a whole frame: every wall in every flight by one method, the first hit, what becomes of it, and on until the frame
/// is used up.
///
/// # Errors
/// If a number is not finite, a radius is negative, or a wall's ends coincide.
pub fn course(mover: &Mover, obstacles: &[Obstacle], after: After, method: Method) -> Result<Course, Error> {
    let targets: Vec<Target> = obstacles.iter().map(|obstacle| obstacle.target).collect();
    let board = Board::new(mover, &targets)?;
    let limits = Limits { restitution: after.restitution().to_f64(), ..Limits::default() };
    let path = walls_of(&board, obstacles, &[]).0.bounce(&board.sweep, limits);
    let mut sections = alloc::vec![given(mover, after, &board), table(obstacles)];
    let mut state = State { mover: *mover, spent: Scalar::ZERO, left: None, came_from: None };
    let mut bounces: Vec<Flight> = Vec::new();
    let mut legs: Vec<Leg> = Vec::new();
    let end = loop {
        let number = bounces.len();
        if number > 0 && path.bounces.len() == number && matches!(path.ending, Ending::Blocked { .. }) {
            break state.rounded(&board, &path, number).from;
        }
        if number > 0 && !is_short(&state.mover) {
            state = state.beside_the_wall(&board, &path, number);
        }
        let seen = state.look(obstacles, number, method)?;
        let expected = path.bounces.get(number).map(|bounce| bounce.wall.index());
        let seen = if seen.first.as_ref().map(|first| first.0) == expected {
            seen
        } else {
            state = state.beside_the_wall(&board, &path, number);
            state.look(obstacles, number, method)?
        };
        sections.extend(seen.sections);
        legs.push(Leg { from: state.mover.from, to: state.mover.to, looks: seen.looks });
        let Some((index, touched)) = seen.first.filter(|first| Some(first.0) == expected) else {
            break if seen_exactly(&state) { state.mover.to } else { rounded(board.place(path.end)) };
        };
        let when = state.spent + (one() - state.spent) * touched.time;
        let (mut section, target) = touched.after(&state.mover, after.at(&obstacles[index].restitution));
        section.title = format!("{} at {}", section.title, obstacles[index].name);
        section.lines.push(time_line(state.spent, touched.time, when));
        let rests = path.bounces.get(number).is_some_and(|bounce| bounce.after == Vec2::default());
        if rests && after != After::Stop {
            section.lines.push(Line::words("what is left leads into the walls on both sides: it rests in the corner"));
        }
        sections.push(section);
        bounces.push(Flight { obstacle: index, time: when, at: touched.at });
        if after == After::Stop || rests {
            break touched.at;
        }
        if bounces.len() == MAX_FLIGHTS {
            sections.push(rest(&path, obstacles));
            break rounded(board.place(path.end));
        }
        let next = Mover { from: touched.at, to: target, ..state.mover };
        // A flight without length, in a corner, comes from where the one before did.
        let came_from = if touched.time.is_zero() { state.came_from } else { Some(state.mover.from) };
        state = State { mover: next, spent: when, left: Some(index), came_from };
    };
    sections.push(result(&bounces, obstacles, end, &path));
    let by = if mover.radius.is_zero() { format!(", by {method}") } else { String::new() };
    let title = format!("A whole frame among {} walls{by}", obstacles.len());
    Ok(Course { working: Working { title, sections }, bounces, legs, end })
}

/// Where the mover is, and what it has just left.
struct State {
    mover: Mover,
    /// The part of the frame that is used.
    spent: Scalar,
    left: Option<usize>,
    /// Where the last flight started.
    came_from: Option<Pair>,
}

/// What a look around finds.
struct Seen {
    sections: Vec<Section>,
    looks: Vec<Look>,
    first: Option<(usize, Touched)>,
}

impl State {
    /// Tests every obstacle; the first that stops the mover is the library's answer.
    fn look(&self, obstacles: &[Obstacle], number: usize, method: Method) -> Result<Seen, Error> {
        let targets: Vec<Target> = obstacles.iter().map(|obstacle| obstacle.target).collect();
        let board = Board::new(&self.mover, &targets)?;
        let mut section = Section::new(format!(
            "Flight {}: from $Bs = {}$ to $Be = {}$",
            number + 1,
            pair_text(self.mover.from),
            pair_text(self.mover.to)
        ));
        if !is_short(&self.mover) && number > 0 {
            let words = "The exact numbers are too long to read. The flight goes on from a rounded place beside the wall, one that is \
                         certain to be on the free side of it.";
            section.words.push(words.into());
        }
        let (mut more, mut skipped, mut looks) = (Vec::new(), Vec::new(), Vec::new());
        for (index, obstacle) in obstacles.iter().enumerate() {
            if let Some(line) = self.leaves(index, obstacle) {
                section.lines.push(line);
                skipped.push(index);
                looks.push(Look::Left);
                continue;
            }
            let (told, step) = self.meet(obstacle, &board.targets[index], &board, method);
            match told {
                Told::Rejected(words) => {
                    section.lines.push(Line::words(words));
                    looks.push(Look::Rejected { step });
                }
                Told::Worked(_) if obstacle.side != Side::On && !is_stopped(&board, obstacles, index) => {
                    let side = if obstacle.side == Side::Left { "left" } else { "right" };
                    let words =
                        format!("{}: can be touched from its {side} only, and lets this path pass", obstacle.name);
                    section.lines.push(Line::words(words));
                    looks.push(Look::Passed);
                }
                Told::Worked(sections) => {
                    section.lines.push(Line::words(format!("{}: not rejected at once, see below", obstacle.name)));
                    more.extend(sections);
                    let time = self.time_of(obstacle, &board.targets[index], &board, method);
                    looks.push(time.map_or(Look::Rejected { step }, |time| Look::Touched { time }));
                }
            }
        }
        let (walls, places) = walls_of(&board, obstacles, &skipped);
        let first = walls.first_stop(&board.sweep).map(|(id, hit)| (places[id.index()], hit));
        let mut choice = Section::new("The first hit");
        choice.lines.push(match &first {
            None => Line::words("no wall is in the way: the flight ends where it was to end"),
            Some((index, _)) => {
                let hits = walls.touches(&board.sweep);
                let times: Vec<String> = hits
                    .iter()
                    .map(|(id, hit)| {
                        let index = places[id.index()];
                        let time = self.time_of(&obstacles[index], &board.targets[index], &board, method);
                        format!("{} at ${}$", obstacles[index].name, time.map_or(decimal(hit.t), Scalar::short))
                    })
                    .collect();
                let is_tie = hits.len() > 1 && hits[0].1.t == hits[1].1.t;
                let tie = if is_tie { " (of equal times the wall that comes first in the table)" } else { "" };
                let words = format!("{}: first is {}{tie}", times.join(", "), obstacles[*index].name);
                Line::words(if hits.len() == 1 { format!("only {} is hit", times[0]) } else { words })
            }
        });
        let first = first.and_then(|(index, _)| {
            Some((index, self.touched(&obstacles[index], &board.targets[index], &board, method)?))
        });
        let mut sections = alloc::vec![section];
        sections.extend(more);
        sections.push(choice);
        Ok(Seen { sections, looks, first })
    }

    /// Whether the flight starts on this wall and leads away from it.
    fn leaves(&self, index: usize, obstacle: &Obstacle) -> Option<Line> {
        let is_left = self.left == Some(index);
        let (came_from, Target::Wall([p0, p1])) = (self.came_from?, obstacle.target) else {
            return is_left
                .then(|| Line::words(format!("{}: just left, and the path leads away from it", obstacle.name)));
        };
        let n = turned(difference(p1, p0));
        let side = |point: Pair| dot(n, point) - dot(n, p0);
        let motion = difference(self.mover.to, self.mover.from);
        let v = dot(n, motion);
        if is_left {
            let how = if v.is_zero() { "along it" } else { "away from it, back to the side it came from" };
            let products = format!("$N·V = {} = {}$", product_text(n, motion), v.short());
            return Some(Line::words(format!("{}: just left, and {products} leads {how}", obstacle.name)));
        }
        let is_on = self.mover.radius.is_zero() && side(self.mover.from).is_zero();
        let (was, goes) = (side(came_from).sign()?, v.sign()?);
        let words = format!(
            "{}: the path starts on its line, $N·Bs = N·P0$, and goes back to the side it came from, $N·V = {}$",
            obstacle.name,
            v.short()
        );
        (is_on && (was == goes || goes == Ordering::Equal)).then(|| Line::words(words))
    }

    /// What there is to say of one obstacle, and the letter of the last step that was asked.
    fn meet(&self, obstacle: &Obstacle, decided: &Decided, board: &Board, method: Method) -> (Told, String) {
        match (obstacle.target, decided) {
            (Target::Wall(ends), Decided::Wall(wall)) if self.mover.radius.is_zero() => {
                let (_, mut explanations) = by_methods(&self.mover, ends, &board.sweep, wall, &[method]);
                let Some(explanation) = explanations.pop() else { return (Told::Worked(Vec::new()), String::new()) };
                let step = last_step(&explanation.steps).map_or_else(String::new, |line| line.step.clone());
                if let Some(words) = rejected_at_once(&self.mover, ends, &explanation.steps, obstacle) {
                    return (Told::Rejected(words), step);
                }
                let mut steps = explanation.steps;
                steps.title = format!("{}, {method}", capital(&obstacle.name));
                (Told::Worked(alloc::vec![steps]), step)
            }
            (target, decided) => {
                let (sections, touched) = self.round(target, decided, board);
                let too_far = match (target, &touched) {
                    (Target::Wall(ends), None) => disc::too_far(&self.mover, ends),
                    _ => None,
                };
                let told = match too_far {
                    Some(words) => Told::Rejected(format!("{}: {words}", obstacle.name)),
                    None => Told::Worked(titled(sections, &obstacle.name)),
                };
                (told, String::new())
            }
        }
    }

    /// A disc, or something round.
    fn round(&self, target: Target, decided: &Decided, board: &Board) -> (Vec<Section>, Option<Touched>) {
        match (target, decided) {
            (Target::Wall(ends), Decided::Wall(wall)) => {
                let hit = board.sweep.first_touch(wall);
                disc::wall(&self.mover, ends, hit.as_ref())
            }
            (Target::Pillar { center, radius }, Decided::Pillar(circle)) => {
                let hit = board.sweep.first_touch(circle);
                disc::pillar(&self.mover, center, radius, hit.as_ref())
            }
            _ => (Vec::new(), None),
        }
    }

    fn touched(&self, obstacle: &Obstacle, decided: &Decided, board: &Board, method: Method) -> Option<Touched> {
        match (obstacle.target, decided) {
            (Target::Wall(ends), Decided::Wall(wall)) if self.mover.radius.is_zero() => {
                let touched = by_methods(&self.mover, ends, &board.sweep, wall, &[method]).0?;
                Some(self.seen_from_before(touched, ends))
            }
            (target, decided) => self.round(target, decided, board).1,
        }
    }

    /// A touch that begins where the flight does, in a corner: the normal points to where the flight before came from.
    fn seen_from_before(&self, touched: Touched, [p0, p1]: [Pair; 2]) -> Touched {
        let (true, Some(before)) = (touched.time.is_zero(), self.came_from) else { return touched };
        let n = turned(difference(p1, p0));
        let [s, d] = [before, p0].map(|point| dot(n, point));
        let (sign, says) = match (s - d).sign() {
            Some(Ordering::Less) => {
                ("−", "below 0 is the inner side, and the normal must point there, against $N$, so")
            }
            Some(Ordering::Greater) => {
                ("", "above 0 is the outer side, and the normal must point there, along $N$, so")
            }
            _ => return touched,
        };
        let (normal, mut lines) = unit("N", n, sign, says);
        let numbers = format!("{} − {}", s.short(), signed(d));
        let says =
            format!("the path starts on this wall; where the flight before came from, $S = {}$:", pair_text(before));
        lines.insert(1, Line::number("N·S − N·P0", numbers, s - d).says(says));
        Touched { normal, normal_lines: lines, ..touched }
    }

    fn time_of(&self, obstacle: &Obstacle, decided: &Decided, board: &Board, method: Method) -> Option<Scalar> {
        self.touched(obstacle, decided, board, method).map(|touched| touched.time)
    }

    /// What is too long to be decided as fractions goes on from the rounded place beside the wall.
    fn beside_the_wall(self, board: &Board, path: &Bounces, number: usize) -> State {
        State { mover: self.rounded(board, path, number), left: None, came_from: None, ..self }
    }

    /// The flight from the rounded place that the library's path goes through.
    fn rounded(&self, board: &Board, path: &Bounces, number: usize) -> Mover {
        let Some(bounce) = number.checked_sub(1).and_then(|last| path.bounces.get(last)) else { return self.mover };
        let left = 1.0 - bounce.time;
        let to = bounce.at + bounce.after * if left > 0.0 { left } else { 0.0 };
        Mover { from: rounded(board.place(bounce.at)), to: rounded(board.place(to)), ..self.mover }
    }
}

enum Told {
    Rejected(String),
    Worked(Vec<Section>),
}

/// The last of a method's steps that was asked.
fn last_step(steps: &Section) -> Option<&Line> {
    steps.lines.iter().rev().find(|line| !line.step.is_empty())
}

/// A wall that step a or b rejects, in one line.
fn rejected_at_once(mover: &Mover, [p0, p1]: [Pair; 2], steps: &Section, obstacle: &Obstacle) -> Option<String> {
    let last = last_step(steps)?;
    let n = turned(difference(p1, p0));
    let product =
        |name: &str, point: Pair| format!("$N·{name} = {} = {}$", product_text(n, point), dot(n, point).short());
    let d = dot(n, p0).short();
    let name = &obstacle.name;
    let side = match last.step.as_str() {
        // Step a of method 3 is another question.
        _ if last.formula.starts_with("((P0") => return None,
        "a" => "both are below $D$, on the inner side",
        "b" => "both are above $D$, on the outer side",
        _ => return None,
    };
    let (s, e) = (product("Bs", mover.from), product("Be", mover.to));
    Some(format!("{name}: {s}, {e}, $D = {d}$: step {} rejects it, {side}", last.step))
}

fn titled(mut sections: Vec<Section>, name: &str) -> Vec<Section> {
    for section in &mut sections {
        let rest =
            section.title.replacen("The ", "the ", 1).replacen("Which ", "which ", 1).replacen("Where ", "where ", 1);
        section.title = format!("{}, {rest}", capital(name));
    }
    sections
}

fn capital(name: &str) -> String {
    name.replacen("edge", "Edge", usize::from(name.starts_with("edge"))).replacen(
        "wall",
        "Wall",
        usize::from(name.starts_with("wall")),
    )
}

/// The walls of a board but those that are left out, and which is which.
fn walls_of(board: &Board, obstacles: &[Obstacle], without: &[usize]) -> (Walls, Vec<usize>) {
    let places: Vec<usize> = (0..board.targets.len()).filter(|index| !without.contains(index)).collect();
    let walls = places.iter().map(|&index| {
        let wall = match &board.targets[index] {
            Decided::Wall(wall) => Wall::from(*wall),
            Decided::Pillar(circle) => Wall::from(*circle),
        };
        let wall = wall.with_side(obstacles[index].side);
        wall.with_restitution(obstacles[index].restitution.to_f64()).unwrap_or(wall)
    });
    (Walls::new(walls), places)
}

/// Whether one wall by itself stops the mover.
fn is_stopped(board: &Board, obstacles: &[Obstacle], index: usize) -> bool {
    let others: Vec<usize> = (0..obstacles.len()).filter(|other| *other != index).collect();
    walls_of(board, obstacles, &others).0.first_stop(&board.sweep).is_some()
}

fn given(mover: &Mover, after: After, board: &Board) -> Section {
    let mut section = Section::new("Given");
    let disc = match mover.radius.is_zero() {
        true => "A point".into(),
        false => format!("A disc with radius $r = {}$", mover.radius.short()),
    };
    section.words.push(format!(
        "{disc} flies from $Bs = {}$ to $Be = {}$.",
        pair_text(mover.from),
        pair_text(mover.to)
    ));
    section.words.extend(words_about(after));
    section.words.extend(reading_note(board));
    section
}

/// The table of vectors, normals and line constants.
fn table(obstacles: &[Obstacle]) -> Section {
    let mut section = Section::new("The walls");
    section.words.push("$E = P1 − P0$, $N = (E.y, −E.x)$, $D = N·P0$:".into());
    let mut rows = Vec::new();
    for obstacle in obstacles {
        let pair = |v: Pair| format!("${}$", pair_text(v));
        rows.push(match obstacle.target {
            Target::Wall([p0, p1]) => {
                let e = difference(p1, p0);
                let n = turned(e);
                let constant = format!("${} = {}$", product_text(n, p0), dot(n, p0).short());
                alloc::vec![obstacle.name.clone(), pair(p0), pair(p1), pair(e), pair(n), constant]
            }
            Target::Pillar { center, radius } => {
                let around = format!("pillar, $R = {}$", radius.short());
                alloc::vec![obstacle.name.clone(), pair(center), around, String::new(), String::new(), String::new()]
            }
        });
    }
    let head = ["wall", "$P0$", "$P1$", "vector $E$", "normal $N$", "line constant $D$"];
    section.table = Some(Table { head: head.map(Into::into).to_vec(), rows });
    section
}

/// The part of the whole frame that is used at a hit.
fn time_line(spent: Scalar, time: Scalar, when: Scalar) -> Line {
    if spent.is_zero() {
        return Line::number("T = ti", "", when).says("so much of the frame is used:");
    }
    let numbers = format!("{} + (1 − {})·{}", spent.short(), spent.short(), signed(time));
    Line::number("T' = T + (1 − T)·ti", numbers, when).says("so much of the whole frame is used:")
}

fn rest(path: &Bounces, obstacles: &[Obstacle]) -> Section {
    let mut section = Section::new("And so on");
    let walls = path.bounces.iter().skip(MAX_FLIGHTS).map(|bounce| obstacles[bounce.wall.index()].name.clone());
    let walls: Vec<String> = walls.take(200).collect();
    section.words.push(format!("{} more bounces follow: {}", path.bounces.len() - MAX_FLIGHTS, walls.join(", ")));
    section
}

fn result(bounces: &[Flight], obstacles: &[Obstacle], end: Pair, path: &Bounces) -> Section {
    let mut section = Section::new("Result");
    for bounce in bounces {
        let says = format!("{} is hit at $T = {}$ in", obstacles[bounce.obstacle].name, bounce.time.short());
        section.lines.push(Line::vector("Bi", "", bounce.at).says(says));
    }
    if let Ending::Blocked { wall, .. } = path.ending {
        let name = &obstacles[wall.index()].name;
        section.lines.push(Line::words(format!("it cannot move: it starts on or in {name}, or has no room there")));
    }
    section.lines.push(Line::vector("Be'", "", end).says("the frame ends in"));
    section
}

fn one() -> Scalar {
    Scalar::from(Fraction::whole(1))
}

fn rounded(point: Point) -> Pair {
    [Scalar::rounded(point.x), Scalar::rounded(point.y)]
}

fn decimal(value: f64) -> String {
    Scalar::rounded(value).short().to_string()
}

/// Whether a flight is in numbers that a person can read.
fn is_short(mover: &Mover) -> bool {
    [mover.from, mover.to].concat().iter().all(|x| x.is_exact() && x.fraction().is_some())
}

/// Whether its end is known exactly, and not only as the library's path has it.
fn seen_exactly(state: &State) -> bool {
    [state.mover.from, state.mover.to].concat().iter().all(|x| x.fraction().is_some())
}
