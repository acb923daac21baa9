//! The other questions of the course that show their working: do segments cross, is a point inside, the smallest circle,
//! and the search of a quadtree.

use super::numbers::{exact, list, not_negative};
use super::scene::all_walls;
use super::{Corners, Written, corners};
use crate::output::{Failure, Output};
use carom::Crossing;
use carom::explain::{self, Mover, Scalar, Working};
use clap::{Args, Subcommand};
use serde::Serialize;
use std::path::PathBuf;

/// A question that is not about a moving thing.
#[derive(Subcommand)]
pub(super) enum Question {
    /// Do two segments cross? Both classic ways: intersect the lines, and look at the sides of the ends
    Crossing(Box<CrossingArguments>),
    /// Is a point inside a polygon? By the sides of its edges if it is convex, and by counting edges along a ray
    Inside(Box<InsideArguments>),
    /// The smallest circle around points, growing round by round
    Circle(CircleArguments),
    /// How a quadtree finds the wall of a scene that is hit first: which squares are visited, which walls are tested
    Search(Box<SearchArguments>),
}

#[derive(Args)]
pub(super) struct SearchArguments {
    /// The scene whose walls are searched
    #[arg(long, value_name = "FILE")]
    scene: PathBuf,
    /// Where the path starts
    #[arg(long, value_name = "X,Y", value_parser = exact::<2>, allow_hyphen_values = true)]
    from: [Scalar; 2],
    /// Where the path ends if nothing is in the way
    #[arg(long, value_name = "X,Y", value_parser = exact::<2>, allow_hyphen_values = true)]
    to: [Scalar; 2],
    /// The radius of the thing that moves; 0 is a point
    #[arg(long, value_name = "R", value_parser = not_negative, default_value = "0", allow_hyphen_values = true)]
    radius: Scalar,
    /// How to write the working
    #[arg(long, value_enum, default_value_t)]
    format: Written,
}

#[derive(Args)]
pub(super) struct CrossingArguments {
    /// The two ends of the first segment
    #[arg(long, value_name = "X0,Y0,X1,Y1", value_parser = exact::<4>, allow_hyphen_values = true)]
    first: [Scalar; 4],
    /// The two ends of the second segment
    #[arg(long, value_name = "X0,Y0,X1,Y1", value_parser = exact::<4>, allow_hyphen_values = true)]
    second: [Scalar; 4],
    /// How to write the working
    #[arg(long, value_enum, default_value_t)]
    format: Written,
}

#[derive(Args)]
pub(super) struct InsideArguments {
    /// The polygon's corners, in either direction
    #[arg(long, value_name = "'X,Y X,Y …'", value_parser = corners, allow_hyphen_values = true)]
    polygon: Corners,
    /// The point
    #[arg(long, value_name = "X,Y", value_parser = exact::<2>, allow_hyphen_values = true)]
    point: [Scalar; 2],
    /// How to write the working
    #[arg(long, value_enum, default_value_t)]
    format: Written,
}

#[derive(Args)]
pub(super) struct CircleArguments {
    /// The points
    #[arg(long, value_name = "'X,Y X,Y …'", value_parser = points, allow_hyphen_values = true)]
    points: Corners,
    /// How to write the working
    #[arg(long, value_enum, default_value_t)]
    format: Written,
}

fn points(text: &str) -> Result<Corners, String> {
    let numbers = list(text)?;
    if numbers.is_empty() || numbers.len() % 2 != 0 {
        return Err(format!("{} numbers given; points need two numbers each", numbers.len()));
    }
    Ok(Corners(numbers.chunks(2).map(|pair| [pair[0], pair[1]]).collect()))
}

impl Question {
    pub(super) fn perform(&self, output: Output) -> Result<(), Failure> {
        let told = |error: carom::Error| Failure::usage(error.to_string());
        match self {
            Question::Crossing(arguments) => {
                let CrossingArguments { first, second, format } = &**arguments;
                let ends = |[a, b, c, d]: [Scalar; 4]| [[a, b], [c, d]];
                let (working, shared) = explain::crossing(ends(*first), ends(*second)).map_err(told)?;
                let answer = match shared {
                    None => "apart",
                    Some(Crossing::Point(_)) => "point",
                    Some(Crossing::Shared(_)) => "shared",
                };
                show(&working, answer, *format, output)
            }
            Question::Inside(arguments) => {
                let InsideArguments { polygon: Corners(corners), point, format } = &**arguments;
                let (working, location) = explain::inside(corners, *point).map_err(told)?;
                show(&working, &format!("{location:?}").to_lowercase(), *format, output)
            }
            Question::Circle(CircleArguments { points: Corners(points), format }) => {
                let (working, circle) = explain::circle(points).map_err(told)?;
                let center = circle.center();
                let answer = format!("{} {} {}", center.x, center.y, circle.radius());
                show(&working, &answer, *format, output)
            }
            Question::Search(arguments) => {
                let SearchArguments { scene, from, to, radius, format } = &**arguments;
                let scene = output.read_scene(scene)?;
                let obstacles = all_walls(&scene.build()?);
                let mover = Mover { from: *from, to: *to, radius: *radius };
                let (working, first) = explain::search(&mover, &obstacles).map_err(told)?;
                let answer = first.map_or("nothing".into(), |(index, _)| obstacles[index].name.clone());
                show(&working, &answer, *format, output)
            }
        }
    }
}

fn show(working: &Working, answer: &str, format: Written, output: Output) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct Answer<'a> {
        answer: &'a str,
        working: &'a Working,
    }
    match output.is_json {
        true if format != Written::Text => Err(Failure::usage("--json and --format both say how to write the working")),
        true => output.json("carom.explain/2", &Answer { answer, working }),
        false => output.print(&format.of(working)),
    }
}
