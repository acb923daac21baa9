//! The search of a quadtree among many walls: which squares are visited, which walls are tested, and what that saves.

use super::board::{Board, Decided, Mover, Target, reading_note};
use super::flights::Obstacle;
use crate::error::Error;
use crate::paper::{Line, Section, Working, pair_text};
use crate::sweep::Hit;
use crate::walls::{Square, Step, Strategy, Wall, Walls};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The working of one question to a quadtree: what a mover touches first, and the trail that leads there.
///
/// # Errors
/// If a number is not finite, a radius is negative, or a wall's ends coincide.
pub fn search(mover: &Mover, obstacles: &[Obstacle]) -> Result<(Working, Option<(usize, Hit)>), Error> {
    let targets: Vec<Target> = obstacles.iter().map(|obstacle| obstacle.target).collect();
    let board = Board::new(mover, &targets)?;
    let shapes = board.targets.iter().map(|target| match target {
        Decided::Wall(wall) => Wall::from(*wall),
        Decided::Pillar(circle) => Wall::from(*circle),
    });
    let walls = Walls::with(Strategy::Quadtree, shapes);
    let Some((first, steps)) = walls.all().first_touch_with_trail(&board.sweep) else {
        return Ok((Working::default(), None));
    };
    let mut given = Section::new("Given");
    given.words.push(format!(
        "{} walls, and the path from $Bs = {}$ to $Be = {}${}.",
        obstacles.len(),
        pair_text(mover.from),
        pair_text(mover.to),
        if mover.radius.is_zero() {
            String::new()
        } else {
            format!(" of a disc with radius $r = {}$", mover.radius.short())
        }
    ));
    given.words.extend(reading_note(&board));
    let mut section = Section::new("The search");
    section.words.push(
        "A square is divided in four where it has many walls. Only squares that the path enters are looked into, the nearest first, and \
         none that it enters after a hit that is already known."
            .into(),
    );
    let name = |index: usize| obstacles[index].name.as_str();
    for step in &steps {
        section.lines.push(Line::words(match step {
            Step::Divided(square) => {
                format!("{} is divided: which of its quarters does the path enter?", told(square, &board))
            }
            Step::Entered(square, ids) => {
                let names: Vec<&str> = ids.iter().map(|id| name(id.index())).collect();
                format!("{} is entered; its walls: {}", told(square, &board), names.join(", "))
            }
            Step::Tested(id) => {
                let answer = match &board.targets[id.index()] {
                    Decided::Wall(wall) => board.sweep.first_touch(wall),
                    Decided::Pillar(circle) => board.sweep.first_touch(circle),
                };
                let answer = answer.map_or("no hit".to_string(), |hit| format!("a hit at $t = {}$", hit.t));
                format!("{} is tested: {answer}", name(id.index()))
            }
        }));
    }
    let tested = steps.iter().filter(|step| matches!(step, Step::Tested(_))).count();
    let looked_at = steps.iter().filter(|step| matches!(step, Step::Divided(_) | Step::Entered(..))).count();
    let mut result = Section::new("Result");
    result.lines.push(Line::words(match &first {
        None => "nothing is hit".to_string(),
        Some((id, hit)) => format!("{} is hit first, at $t = {}$", name(id.index()), hit.t),
    }));
    result.lines.push(Line::words(format!(
        "{looked_at} squares were visited and {tested} walls tested; asking every wall would be {} tests, with the same answer",
        obstacles.len()
    )));
    let sections = alloc::vec![given, section, result];
    let first = first.map(|(id, hit)| (id.index(), board.unscaled(hit)));
    Ok((Working { title: "A quadtree's search".into(), sections }, first))
}

fn told([low, high]: &Square, board: &Board) -> String {
    let [low, high] = [low, high].map(|corner| board.place(*corner));
    format!("the square from $({}, {})$ to $({}, {})$", low.x, low.y, high.x, high.y).replace('-', "−")
}
