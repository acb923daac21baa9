//! `carom exercise`: exercises with small numbers and clean results, made from a number, with their solutions.

mod generate;

use self::generate::{Exercise, make};
use super::explain::Written;
use crate::output::{Failure, Output};
use carom::explain::{Section, Working};
use clap::{Args, ValueEnum};
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  carom exercise --kind wall
  carom exercise --kind chamber --difficulty 2 --seed 7
  carom exercise --kind reflect --count 20 --format latex > sheet.tex
  carom exercise --kind disc --count 5 --without-solutions

The same kind, difficulty and seed always give the same exercises; another seed gives other numbers.

With --json (schema carom.exercise/1): exercises, each with its kind, question, numbers (as given), answer and working (as in \
carom.explain/2).";

/// Make exercises with small numbers and clean results, with their solutions: for a sheet, or for yourself.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// What the exercises are about
    #[arg(long, value_enum)]
    kind: Kind,
    /// How hard: 1 has level and upright walls and whole numbers, 2 slanted walls whose lengths are whole, 3 any wall
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=3))]
    difficulty: u32,
    /// The number the exercises are made from
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// How many
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    count: u32,
    /// How to write them
    #[arg(long, value_enum, default_value_t)]
    format: Written,
    /// Only the questions
    #[arg(long)]
    without_solutions: bool,
}

/// What exercises are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// Does a moving point hit a wall, when and where?
    Wall,
    /// The same, and where does it end after the bounce?
    Reflect,
    /// A moving disc and a wall
    Disc,
    /// A ball in a closed chamber, edge by edge and bounce after bounce
    Chamber,
    /// Do two segments cross?
    Crossing,
    /// Is a point inside a polygon?
    Inside,
    /// The smallest circle around points
    Circle,
}

pub(crate) fn perform(arguments: &Arguments, output: Output) -> Result<(), Failure> {
    if output.is_json && arguments.format != Written::Text {
        return Err(Failure::usage("--json and --format both say how to write the exercises"));
    }
    let exercises: Vec<Exercise> = (0..arguments.count)
        .map(|index| make(arguments.kind, arguments.difficulty, arguments.seed, index))
        .collect::<Result<_, _>>()?;
    if output.is_json {
        #[derive(Serialize)]
        struct Sheet<'a> {
            exercises: &'a [Exercise],
        }
        return output.json("carom.exercise/1", &Sheet { exercises: &exercises });
    }
    let questions = questions(&exercises);
    let mut workings = vec![questions];
    if !arguments.without_solutions {
        workings.extend(exercises.iter().enumerate().map(|(index, exercise)| solution(index, exercise)));
    }
    output.print(&match arguments.format {
        Written::Text => workings.iter().map(Working::to_string).collect::<Vec<_>>().join("\n"),
        Written::Markdown => workings.iter().map(Working::markdown).collect::<Vec<_>>().join("\n"),
        Written::Latex => Working::latex_of_all("Collisions", &workings),
    })
}

/// All questions, numbered.
fn questions(exercises: &[Exercise]) -> Working {
    let sections = exercises.iter().enumerate().map(|(index, exercise)| Section {
        title: format!("Exercise {}", index + 1),
        words: exercise.question.clone(),
        ..Section::default()
    });
    Working { title: "Exercises".into(), sections: sections.collect() }
}

/// The answer first, then the working.
fn solution(index: usize, exercise: &Exercise) -> Working {
    let mut working = exercise.working.clone();
    working.title = format!("Solution of exercise {}", index + 1);
    let answer = Section { title: "Answer".into(), words: vec![exercise.answer.clone()], ..Section::default() };
    working.sections.insert(0, answer);
    working
}
