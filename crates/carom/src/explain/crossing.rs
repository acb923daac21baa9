//! Do two segments cross? Both classic ways, worked out.

use super::board::{Board, Decided, Mover, Target, reading_note};
use crate::crossing::Crossing;
use crate::error::Error;
use crate::paper::{
    Line, Pair, Scalar, Section, Working, difference, divisor_text, dot, pair_text, product_text, signed, turned,
};
use crate::point::Point;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The working of two segments by both ways: intersecting their lines, and looking at the sides of their ends.
///
/// # Errors
/// If a number is not finite or a segment's ends coincide.
pub fn crossing(first: [[Scalar; 2]; 2], second: [[Scalar; 2]; 2]) -> Result<(Working, Option<Crossing>), Error> {
    let still = Mover { from: first[0], to: first[0], radius: Scalar::ZERO };
    let board = Board::new(&still, &[Target::Wall(first), Target::Wall(second)])?;
    let [Decided::Wall(a), Decided::Wall(b)] = board.targets.as_slice() else { return Ok((Working::default(), None)) };
    let (by_lines, by_sides) = (a.crossing_by_lines(b), a.crossing(b));
    let mut given = Section::new("Given");
    let segment =
        |name: &str, [p, q]: [Pair; 2]| format!("segment {name} from ${}$ to ${}$", pair_text(p), pair_text(q));
    given.words.push(format!("{} and {}.", capital(&segment("1", first)), segment("2", second)));
    given.words.extend(reading_note(&board));
    // The ends in floats, and on paper.
    let named: Vec<(Point, Pair)> = a.ends().into_iter().chain(b.ends()).zip([first, second].concat()).collect();
    let sections = alloc::vec![
        given,
        line_of("Segment 1", "1", first),
        line_of("Segment 2", "2", second),
        lines_met(first, second, by_lines.is_some()),
        sides(first, second, by_sides.is_some()),
        result(by_sides, first, second, &named),
    ];
    let verb = match by_sides {
        None => "share no point",
        Some(Crossing::Point(_)) => "share a point",
        Some(Crossing::Shared(_)) => "share a piece",
    };
    let place = by_sides.map(|shared| match shared {
        Crossing::Point(point) => Crossing::Point(board.place(point)),
        shared => shared,
    });
    Ok((Working { title: format!("Two segments {verb}"), sections }, place))
}

fn capital(words: &str) -> String {
    words.replacen('s', "S", 1)
}

/// The slope form of a segment's line, or that it is vertical.
fn line_of(title: &str, index: &str, [p, q]: [Pair; 2]) -> Section {
    let mut section = Section::new(format!("{title}: its line"));
    let [dx, dy] = difference(q, p);
    section.lines.push(Line::number("dx = x2 − x1", format!("{} − {}", q[0].short(), signed(p[0])), dx));
    section.lines.push(Line::number("dy = y2 − y1", format!("{} − {}", q[1].short(), signed(p[1])), dy));
    if dx.is_zero() {
        let words = format!("the line is vertical: it has no slope and no intercept, but $x = {}$", p[0].short());
        section.lines.push(Line::words(words));
        return section;
    }
    let numbers = format!("{} / {}", dy.short(), divisor_text(dx));
    section.lines.push(Line::number(format!("m{index} = dy / dx"), numbers, dy / dx).says("the slope"));
    let numbers = format!("({}·{} − {}·{}) / {}", signed(p[1]), signed(dx), signed(p[0]), signed(dy), divisor_text(dx));
    let line =
        Line::number(format!("b{index} = (y1·dx − x1·dy) / dx"), numbers, intercept(p, dx, dy)).says("the intercept");
    section.lines.push(
        line.remark("the division is sometimes forgotten in print; without it this would be the intercept times $dx$"),
    );
    section
}

fn intercept(p: Pair, dx: Scalar, dy: Scalar) -> Scalar {
    (p[1] * dx - p[0] * dy) / dx
}

/// The first way: where the lines meet, and whether that is within both segments.
fn lines_met(first: [Pair; 2], second: [Pair; 2], holds: bool) -> Section {
    let mut section = Section::new("First way: intersect the lines, then look whether the point is within both");
    let [u, v] = [first, second].map(|[p, q]| difference(q, p));
    let across = dot(u, turned(v));
    let formula = "dx1·dy2 − dy1·dx2";
    let numbers = format!("{}·{} − {}·{}", signed(u[0]), signed(v[1]), signed(u[1]), signed(v[0]));
    let lines = &mut section.lines;
    lines.push(Line::number(formula, numbers, across));
    if across.is_zero() {
        lines.push(Line::test("parallel if", format!("{formula} = 0"), format!("{} = 0", across.short()), true));
        let n = turned(u);
        let [d, c] = [first[0], second[0]].map(|point| dot(n, point));
        let is_on_line = (c - d).is_zero();
        let numbers = format!(
            "c1 = {} = {}, c2 = {} = {}",
            product_text(n, first[0]),
            d.short(),
            product_text(n, second[0]),
            c.short()
        );
        let says = format!(
            "on one line if both starts have the same constant with $(a, b) = (dy1, −dx1) = {}$,",
            pair_text(n)
        );
        lines.push(Line::test(says, "c1 = c2", numbers, is_on_line));
        lines.push(Line::words(match (is_on_line, holds) {
            (_, true) => "verdict: they lie on one line and overlap or touch there",
            (true, false) => "verdict: they lie apart on one line",
            (false, false) => "verdict: they are parallel and do not meet",
        }));
        return section;
    }
    lines.push(Line::test("parallel if", format!("{formula} = 0"), format!("{} = 0", across.short()), false));
    let meeting = meeting_point(lines, first, second);
    for (name, [p, q]) in [("1", first), ("2", second)] {
        for (axis, letter) in [(0, "x"), (1, "y")] {
            let (low, high) =
                if p[axis].to_f64() <= q[axis].to_f64() { (p[axis], q[axis]) } else { (q[axis], p[axis]) };
            let x = meeting[axis];
            let within = !is_below(x, low) && !is_below(high, x);
            let numbers = format!("{} ≤ {} ≤ {}", low.short(), x.short(), high.short());
            let says = format!("within segment {name} if");
            lines.push(
                Line::test(says, format!("min {letter} ≤ {letter} ≤ max {letter}"), numbers, within).cost(0, 0, 2),
            );
        }
    }
    lines.push(Line::words(if holds { "verdict: they meet" } else { "verdict: they do not meet" }));
    section
}

fn is_below(a: Scalar, b: Scalar) -> bool {
    (a - b).sign().map_or(a.to_f64() < b.to_f64(), |sign| sign == core::cmp::Ordering::Less)
}

/// Where two lines that are not parallel meet, by their slope forms.
fn meeting_point(lines: &mut Vec<Line>, first: [Pair; 2], second: [Pair; 2]) -> Pair {
    let [[dx1, dy1], [dx2, dy2]] = [first, second].map(|[p, q]| difference(q, p));
    let (x, y) = match (dx1.is_zero(), dx2.is_zero()) {
        (true, _) => {
            let (m, b, x) = (dy2 / dx2, intercept(second[0], dx2, dy2), first[0][0]);
            lines.push(Line::number("x", "", x).says("line 1 is vertical:"));
            (x, Line::number("y = m2·x + b2", format!("{}·{} + {}", signed(m), signed(x), signed(b)), m * x + b))
        }
        (_, true) => {
            let (m, b, x) = (dy1 / dx1, intercept(first[0], dx1, dy1), second[0][0]);
            lines.push(Line::number("x", "", x).says("line 2 is vertical:"));
            (x, Line::number("y = m1·x + b1", format!("{}·{} + {}", signed(m), signed(x), signed(b)), m * x + b))
        }
        _ => {
            let (m1, m2) = (dy1 / dx1, dy2 / dx2);
            let (b1, b2) = (intercept(first[0], dx1, dy1), intercept(second[0], dx2, dy2));
            let x = (b2 - b1) / (m1 - m2);
            let numbers = format!("({} − {}) / ({} − {})", b2.short(), signed(b1), m1.short(), signed(m2));
            lines.push(Line::number("x = (b2 − b1) / (m1 − m2)", numbers, x).says("they meet where"));
            let y = m1 * x + b1;
            (x, Line::number("y = m1·x + b1", format!("{}·{} + {}", signed(m1), signed(x), signed(b1)), y))
        }
    };
    let value = match y.value {
        crate::paper::Value::Number { value } => value,
        _ => Scalar::ZERO,
    };
    lines.push(y);
    [x, value]
}

/// The second way: each line has the other's ends on both sides.
fn sides(first: [Pair; 2], second: [Pair; 2], holds: bool) -> Section {
    let mut section = Section::new("Second way: each segment's line has the other's ends on both sides, or on it");
    section
        .words
        .push("A line is $ax + by = c$ with $(a, b) = (dy, −dx)$; a point's $c$ is below, equal or above.".into());
    for (name, [p, q], other_name, other) in [("1", first, "2", second), ("2", second, "1", first)] {
        let n = turned(difference(q, p));
        let [c, c1, c2] = [p, other[0], other[1]].map(|point| dot(n, point));
        let lines = &mut section.lines;
        lines.push(Line::vector("(a, b)", "", n).says(format!("line {name}:")));
        lines.push(Line::number("c", product_text(n, p), c));
        lines
            .push(Line::number("c1", product_text(n, other[0]), c1).says(format!("the start of segment {other_name}")));
        lines.push(Line::number("c2", product_text(n, other[1]), c2).says("its end"));
        let between = (!is_below(c, c1) && !is_below(c2, c)) || (!is_below(c, c2) && !is_below(c1, c));
        let [c, c1, c2] = [c, c1, c2].map(Scalar::short);
        let numbers = format!("{c1} ≤ {c} ≤ {c2} or {c2} ≤ {c} ≤ {c1}");
        lines.push(Line::test("on both sides if", "c1 ≤ c ≤ c2 or c2 ≤ c ≤ c1", numbers, between));
    }
    let lines = &mut section.lines;
    lines.push(Line::words(if holds { "verdict: they meet" } else { "verdict: they do not meet" }));
    if !holds && section.lines.iter().all(|line| !matches!(line.value, crate::paper::Value::Test { holds: false, .. }))
    {
        section.lines.push(Line::words("both lie on one line, but apart from each other on it"));
    }
    section
}

fn result(shared: Option<Crossing>, first: [Pair; 2], second: [Pair; 2], named: &[(Point, Pair)]) -> Section {
    let mut section = Section::new("Result");
    section.lines.push(match shared {
        None => Line::words("they share no point"),
        Some(Crossing::Point(_)) => {
            let ends = [first, second].concat();
            let [u, v] = [first, second].map(|[p, q]| difference(q, p));
            let across = dot(u, turned(v));
            let t = dot(difference(second[0], first[0]), turned(v)) / across;
            let crosses = [first[0][0] + t * u[0], first[0][1] + t * u[1]];
            // Of segments on one line that touch, the shared point is an end of both.
            let is_of_both = |p: &&Pair| first.contains(p) && second.contains(p);
            let point =
                if across.is_zero() { ends.iter().find(is_of_both).copied().unwrap_or(first[0]) } else { crosses };
            Line::vector("S", "", point).says("they share the point")
        }
        Some(Crossing::Shared(piece)) => {
            let ends = piece
                .ends()
                .map(|end| named.iter().find(|(place, _)| *place == end).map_or(first[0], |(_, pair)| *pair));
            Line::words(format!(
                "they share the piece of their line from ${}$ to ${}$",
                pair_text(ends[0]),
                pair_text(ends[1])
            ))
        }
    });
    section
}
