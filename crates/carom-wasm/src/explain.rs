//! Workings: one collision, a whole frame in a chamber.
//!
//! Numbers come as people write them, `1/3` or `0.1`, and are read exactly.

use crate::{Answer, from_json, json};
use carom::explain::{self, After, Course, Mover, Obstacle, Scalar, Target, Worked};
use carom::methods::Method;
use carom::textbook::Textbook;
use carom::{Location, Point, Polygon, Segment, Sweep};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

/// A place as it is written.
type Written = [String; 2];

/// One number, as `{ "decimal": 0.333…, "exact": "1/3" }`.
///
/// # Errors
/// If the text is no number.
#[wasm_bindgen]
pub fn number(text: &str) -> Answer<String> {
    json(&scalar(text)?)
}

/// One mover and one wall, worked out by all three methods and by the textbook's plain floats.
///
/// The case: `{ "wall": [["6", "0"], ["10", "7"]], "from": ["6", "4"], "to": ["9", "5"], "radius": "0", "restitution": "1" }`.
/// With `"corners": [["-1", "0"], …]` around its position it is a shape that moves, grown by the radius: two corners are a capsule.
/// The answer: the fields of [`Worked`], with `case` in decimals and `textbook`, which is empty for a disc and for a shape.
///
/// # Errors
/// If a number is none, a radius is negative, the wall's ends coincide, or the corners are no polygon.
#[wasm_bindgen]
pub fn meeting(case: &str) -> Answer<String> {
    let asked: MeetingAsked = from_json(case)?;
    let wall = [place("P0", &asked.wall[0])?, place("P1", &asked.wall[1])?];
    let mover = mover(&asked.from, &asked.to, &asked.radius)?;
    let after = reflected(asked.restitution.as_deref())?;
    let corners = corners(&asked.corners)?;
    let worked = match corners.len() {
        0 => explain::meeting(&mover, &Target::Wall(wall), after),
        _ => explain::shaped(&mover, &corners, &Target::Wall(wall), after),
    };
    let worked = worked.map_err(|error| error.to_string())?;
    let textbook =
        match (Sweep::point(point(mover.from), point(mover.to)), Segment::new(point(wall[0]), point(wall[1]))) {
            (Ok(path), Ok(wall)) if mover.radius.to_f64() == 0.0 && corners.is_empty() => {
                Method::ALL.map(|method| method.textbook(&path, &wall)).into()
            }
            _ => Vec::new(),
        };
    let case = CaseShown {
        wall: wall.map(point),
        from: point(mover.from),
        to: point(mover.to),
        radius: mover.radius.to_f64(),
        corners: corners.into_iter().map(point).collect(),
    };
    json(&MeetingAnswer { case, worked, textbook })
}

/// A whole frame among the edges of a chamber, flight after flight.
///
/// The case: `{ "chamber": [["0", "0"], …], "from": …, "to": …, "radius": "0", "restitution": "1", "method": "BothEnds" }`.
/// The answer: the fields of [`Course`], with `case` in decimals, `turned`, whether the corners were given clockwise and are
/// taken the other way round, `convex`, and `inside`, whether the mover starts inside.
///
/// # Errors
/// If a number is none, a radius is negative, or the chamber is no polygon.
#[wasm_bindgen]
pub fn course(case: &str) -> Answer<String> {
    let asked: CourseAsked = from_json(case)?;
    let written = corners(&asked.chamber)?;
    let polygon = Polygon::new(written.iter().map(|corner| point(*corner))).map_err(|error| error.to_string())?;
    let corners = counter_clockwise(&written, &polygon);
    let mover = mover(&asked.from, &asked.to, &asked.radius)?;
    let after = reflected(asked.restitution.as_deref())?;
    let obstacles = edges(&corners);
    let course = explain::course(&mover, &obstacles, after, asked.method).map_err(|error| error.to_string())?;
    let start = point(mover.from);
    let answer = CourseAnswer {
        case: ChamberShown {
            chamber: corners.iter().map(|corner| point(*corner)).collect(),
            from: start,
            to: point(mover.to),
            radius: mover.radius.to_f64(),
        },
        turned: corners != written,
        convex: polygon.is_convex(),
        inside: polygon.locate(start) == Location::Inside,
        course,
    };
    json(&answer)
}

#[derive(Deserialize)]
struct MeetingAsked {
    wall: [Written; 2],
    from: Written,
    to: Written,
    radius: String,
    restitution: Option<String>,
    #[serde(default)]
    corners: Vec<Written>,
}

#[derive(Serialize)]
struct MeetingAnswer {
    case: CaseShown,
    #[serde(flatten)]
    worked: Worked,
    textbook: Vec<Textbook>,
}

#[derive(Serialize)]
struct CaseShown {
    wall: [Point; 2],
    from: Point,
    to: Point,
    radius: f64,
    corners: Vec<Point>,
}

#[derive(Deserialize)]
struct CourseAsked {
    chamber: Vec<Written>,
    from: Written,
    to: Written,
    radius: String,
    restitution: Option<String>,
    #[serde(default = "first_method")]
    method: Method,
}

fn first_method() -> Method {
    Method::BothEnds
}

#[derive(Serialize)]
struct CourseAnswer {
    case: ChamberShown,
    #[serde(flatten)]
    course: Course,
    turned: bool,
    convex: bool,
    inside: bool,
}

#[derive(Serialize)]
struct ChamberShown {
    chamber: Vec<Point>,
    from: Point,
    to: Point,
    radius: f64,
}

fn corners(chamber: &[Written]) -> Answer<Vec<[Scalar; 2]>> {
    (0..).zip(chamber).map(|(index, corner): (usize, _)| place(&format!("corner {index}"), corner)).collect()
}

/// The corners in the direction that the polygon has them in, the first one first.
fn counter_clockwise(written: &[[Scalar; 2]], polygon: &Polygon) -> Vec<[Scalar; 2]> {
    let next = |corners: &mut dyn Iterator<Item = Point>| {
        let first = point(written[0]);
        corners.skip_while(move |corner| *corner != first).nth(1)
    };
    let vertices = polygon.vertices();
    let is_as_written = next(&mut vertices.iter().chain(vertices).copied()) == Some(point(written[1]));
    let mut corners = written.to_vec();
    if !is_as_written {
        corners[1..].reverse();
    }
    corners
}

fn edges(corners: &[[Scalar; 2]]) -> Vec<Obstacle> {
    let ends = corners.iter().zip(corners.iter().cycle().skip(1));
    ends.enumerate().map(|(index, (a, b))| Obstacle::new(format!("edge {index}"), Target::Wall([*a, *b]))).collect()
}

fn mover(from: &Written, to: &Written, radius: &str) -> Answer<Mover> {
    let radius = scalar(radius).map_err(|error| format!("radius: {error}"))?;
    Ok(Mover { from: place("Bs", from)?, to: place("Be", to)?, radius })
}

fn reflected(restitution: Option<&str>) -> Answer<After> {
    let Some(text) = restitution else { return Ok(After::default()) };
    let restitution = scalar(text).map_err(|error| format!("restitution: {error}"))?;
    if !(0.0..=1.0).contains(&restitution.to_f64()) {
        return Err(format!("restitution: {text} is not between 0 and 1"));
    }
    Ok(After::Reflect { restitution })
}

/// A place, named in the error.
fn place(name: &str, [x, y]: &Written) -> Answer<[Scalar; 2]> {
    let read = |text: &str| scalar(text).map_err(|error| format!("{name}: {error}"));
    Ok([read(x)?, read(y)?])
}

fn scalar(text: &str) -> Answer<Scalar> {
    text.parse().map_err(|error| format!("`{text}` is {error}"))
}

fn point([x, y]: [Scalar; 2]) -> Point {
    Point::new(x.to_f64(), y.to_f64())
}
