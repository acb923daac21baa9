//! The smallest circle around points, round by round.

use super::board::{Board, Decided, Mover, Target, reading_note};
use crate::bounds::growing_circle;
use crate::circle::Circle;
use crate::error::Error;
use crate::paper::{
    Fraction, Line, Pair, Scalar, Section, Working, difference, divisor_text, dot, pair_text, product_text, signed,
};
use crate::point::Point;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The working of the smallest circle around points: it grows until no point is outside.
///
/// # Errors
/// As for [`smallest_circle`](crate::smallest_circle).
pub fn circle(points: &[[Scalar; 2]]) -> Result<(Working, Circle), Error> {
    let targets: Vec<Target> =
        points.iter().map(|point| Target::Pillar { center: *point, radius: Scalar::ZERO }).collect();
    let from = points.first().copied().ok_or(Error::NoPoints)?;
    let board = Board::new(&Mover { from, to: from, radius: Scalar::ZERO }, &targets)?;
    let places: Vec<Point> = board
        .targets
        .iter()
        .map(|target| match target {
            Decided::Pillar(circle) => circle.center(),
            Decided::Wall(wall) => wall.a(),
        })
        .collect();
    let mut rounds: Vec<(Vec<Point>, Option<Point>)> = Vec::new();
    let found = growing_circle(&places, |holding, outside| rounds.push((holding.to_vec(), outside)))?;
    let name = |place: Point| places.iter().position(|other| *other == place).unwrap_or(0);
    let mut given = Section::new("Given");
    let listed: Vec<String> =
        points.iter().enumerate().map(|(index, point)| format!("$A{index} = {}$", pair_text(*point))).collect();
    given.words.push(format!("The points {}.", listed.join(", ")));
    given.words.extend(reading_note(&board));
    let mut sections = alloc::vec![given];
    for (index, (holding, outside)) in rounds.iter().enumerate() {
        let holding: Vec<usize> = holding.iter().map(|place| name(*place)).collect();
        sections.push(round(index, points, &holding, outside.map(name)));
    }
    let mut result = Section::new("Result");
    let center = board.place(found.center());
    let last: Vec<usize> =
        rounds.last().map(|(holding, _)| holding.iter().map(|place| name(*place)).collect()).unwrap_or_default();
    if let Some((_, center, squared)) = held(points, &last) {
        result.lines.push(Line::vector("M", "", center).says("the centre"));
        let numbers = format!("√{}", divisor_text(squared));
        result.lines.push(Line::number("R", numbers, squared.root()).says("the radius"));
    }
    sections.push(result);
    let circle = Circle::new(center, found.radius() * ratio(&board, &found))?;
    Ok((Working { title: "The smallest circle around some points".into(), sections }, circle))
}

/// From the units that decide to those on paper.
fn ratio(board: &Board, circle: &Circle) -> f64 {
    let center = circle.center();
    let one = board.place(Point::new(1.0, 0.0));
    if center.is_finite() { one.x } else { 1.0 }
}

/// One round: the circle that is held by these points, and who is outside.
fn round(index: usize, points: &[Pair], holding: &[usize], outside: Option<usize>) -> Section {
    let names: Vec<String> = holding.iter().map(|index| format!("$A{index}$")).collect();
    let mut section = Section::new(format!("Round {}: the circle held by {}", index + 1, names.join(" and ")));
    let Some((lines, center, squared)) = held(points, holding) else { return section };
    section.lines.extend(lines);
    for (index, point) in points.iter().enumerate() {
        let to = difference(*point, center);
        let distance = dot(to, to);
        let relation = match (distance - squared).sign() {
            Some(core::cmp::Ordering::Less) => "inside",
            Some(core::cmp::Ordering::Equal) => "on it",
            Some(core::cmp::Ordering::Greater) => "outside",
            None => "not certain on paper",
        };
        let words = format!(
            "$|A{index} − M|² = {} = {}$ against $R² = {}$: {relation}",
            product_text(to, to),
            distance.short(),
            squared.short()
        );
        section.lines.push(Line::words(words));
    }
    section.lines.push(Line::words(match outside {
        Some(index) => format!("$A{index}$ is outside, and is taken in"),
        None => "no point is outside: this is the smallest circle".into(),
    }));
    section
}

/// Centre and squared radius of the circle that is held by one, two or three points, with the lines that lead there.
fn held(points: &[Pair], holding: &[usize]) -> Option<(Vec<Line>, Pair, Scalar)> {
    let mut lines = Vec::new();
    let center = match *holding {
        [only] => {
            lines.push(Line::vector(format!("M = A{only}"), "", points[only]).says("a circle without size around"));
            points[only]
        }
        [a, b] => {
            let two = Scalar::from(Fraction::whole(2));
            let center = [0, 1].map(|axis| (points[a][axis] + points[b][axis]) / two);
            let numbers = format!("({} + {}) / 2", pair_text(points[a]), pair_text(points[b]));
            lines.push(
                Line::vector(format!("M = (A{a} + A{b}) / 2"), numbers, center).says("the middle of the diameter"),
            );
            center
        }
        [a, b, c] => circumcenter(&mut lines, [a, b, c], points),
        _ => return None,
    };
    let to = difference(points[holding[0]], center);
    let squared = dot(to, to);
    let line = Line::number(format!("R² = |A{} − M|²", holding[0]), product_text(to, to), squared);
    lines.push(line.says("the squared radius"));
    Some((lines, center, squared))
}

/// The point as far from one corner of a triangle as from the two others.
fn circumcenter(lines: &mut Vec<Line>, [a, b, c]: [usize; 3], points: &[Pair]) -> Pair {
    let (u, v) = (difference(points[b], points[a]), difference(points[c], points[a]));
    for (name, end, vector) in [("u", b, u), ("v", c, v)] {
        let numbers = format!("{} − {}", pair_text(points[end]), pair_text(points[a]));
        lines.push(Line::vector(format!("{name} = A{end} − A{a}"), numbers, vector));
    }
    let two = Scalar::from(Fraction::whole(2));
    let (uu, vv, d) = (dot(u, u), dot(v, v), two * (u[0] * v[1] - u[1] * v[0]));
    lines.push(Line::number("u·u", product_text(u, u), uu));
    lines.push(Line::number("v·v", product_text(v, v), vv));
    let numbers = format!("2·({}·{} − {}·{})", signed(u[0]), signed(v[1]), signed(u[1]), signed(v[0]));
    lines.push(Line::number("d = 2(u.x·v.y − u.y·v.x)", numbers, d));
    let x = (v[1] * uu - u[1] * vv) / d;
    let y = (u[0] * vv - v[0] * uu) / d;
    let numbers = format!(
        "(({}·{} − {}·{}) / {}, ({}·{} − {}·{}) / {})",
        signed(v[1]),
        signed(uu),
        signed(u[1]),
        signed(vv),
        divisor_text(d),
        signed(u[0]),
        signed(vv),
        signed(v[0]),
        signed(uu),
        divisor_text(d)
    );
    let formula = "m = ((v.y·(u·u) − u.y·(v·v)) / d, (u.x·(v·v) − v.x·(u·u)) / d)";
    lines.push(Line::vector(formula, numbers, [x, y]).says(format!("from $A{a}$ to the centre")));
    let center = [points[a][0] + x, points[a][1] + y];
    let numbers = format!("{} + {}", pair_text(points[a]), pair_text([x, y]));
    lines.push(Line::vector(format!("M = A{a} + m"), numbers, center).says("the centre, as far from all three"));
    center
}
