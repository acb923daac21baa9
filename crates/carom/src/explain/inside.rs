//! Is a point inside a polygon? By the sides of all edges, if it is convex, and by counting the edges a ray meets.

use super::board::{Board, Decided, Mover, Target, reading_note};
use crate::error::Error;
use crate::exact::Location;
use crate::paper::{Line, Pair, Scalar, Section, Table, Working, difference, dot, pair_text, product_text, turned};
use crate::point::Point;
use crate::polygon::Polygon;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The working of a point and a polygon given counter-clockwise, without holes.
///
/// # Errors
/// If a number is not finite or the vertices are no polygon.
pub fn inside(vertices: &[[Scalar; 2]], point: [Scalar; 2]) -> Result<(Working, Location), Error> {
    let edges: Vec<[Pair; 2]> =
        vertices.iter().copied().zip(vertices.iter().copied().cycle().skip(1)).map(|(a, b)| [a, b]).collect();
    let targets: Vec<Target> = edges.iter().map(|edge| Target::Wall(*edge)).collect();
    let board = Board::new(&Mover { from: point, to: point, radius: Scalar::ZERO }, &targets)?;
    let ends = board.targets.iter().map(|target| match target {
        Decided::Wall(edge) => edge.a(),
        Decided::Pillar(circle) => circle.center(),
    });
    let ends: Vec<Point> = ends.collect();
    let polygon = Polygon::new(ends.iter().copied())?;
    let location = polygon.locate(board.sweep.start());
    let is_reversed = polygon.vertices() != ends.as_slice();
    let edges: Vec<[Pair; 2]> = if is_reversed { edges.iter().map(|[a, b]| [*b, *a]).collect() } else { edges };
    let mut given = Section::new("Given");
    let corners: Vec<String> = vertices.iter().map(|vertex| pair_text(*vertex)).collect();
    given.words.push(format!(
        "The polygon with the corners ${}$ and the point $P = {}$.",
        corners.join(", "),
        pair_text(point)
    ));
    if is_reversed {
        given.words.push(
            "It is given clockwise; its edges are turned round here, so that its inside is on their left.".into(),
        );
    }
    given.words.extend(reading_note(&board));
    let mut sections = alloc::vec![given];
    if polygon.is_convex() {
        sections.push(by_sides(&edges, point, location));
    }
    sections.push(by_ray(&edges, point, location));
    let answer = answer(location);
    Ok((Working { title: format!("The point is {answer} the polygon"), sections }, location))
}

fn answer(location: Location) -> &'static str {
    match location {
        Location::Inside => "inside",
        Location::Edge => "on the edge of",
        Location::Outside => "outside",
    }
}

/// A convex polygon: inside is the inner side of every edge line.
fn by_sides(edges: &[[Pair; 2]], point: Pair, location: Location) -> Section {
    let mut section = Section::new("The polygon is convex: inside is what is on the inner side of every edge's line");
    for (index, [a, b]) in edges.iter().enumerate() {
        let n = turned(difference(*b, *a));
        let [d, p] = [*a, point].map(|point| dot(n, point));
        let relation = match (p - d).to_f64() {
            x if x < 0.0 => "<",
            x if x > 0.0 => ">",
            _ => "=",
        };
        let words = format!(
            "edge {index}: $N = {}$, $D = {} = {}$, $N·P = {} = {}$; $N·P {relation} D$, {}",
            pair_text(n),
            product_text(n, *a),
            d.short(),
            product_text(n, point),
            p.short(),
            match relation {
                "<" => "the inner side",
                ">" => "the outer side: outside",
                _ => "on the line",
            }
        );
        section.lines.push(Line::words(words));
    }
    section.lines.push(Line::words(format!("verdict: {} the polygon", answer(location))));
    section
}

/// Any polygon: how many edges does the ray from the point to the right meet?
fn by_ray(edges: &[[Pair; 2]], point: Pair, location: Location) -> Section {
    let mut section = Section::new("Any polygon: an odd number of edges met by the ray to the right means inside");
    section.words.push(
        "An edge is met if exactly one of its ends is above the ray, and the point is on the left of an edge that leads up, or on the \
         right of one that leads down. Left is $N·P < D$."
            .into(),
    );
    let (mut rows, mut met) = (Vec::new(), 0);
    for (index, [a, b]) in edges.iter().enumerate() {
        let above = |end: Pair| (end[1] - point[1]).to_f64() > 0.0;
        let compared =
            |end: Pair| format!("${} {} {}$", end[1].short(), if above(end) { ">" } else { "≤" }, point[1].short());
        let n = turned(difference(*b, *a));
        let [d, p] = [*a, point].map(|point| dot(n, point));
        let side = (p - d).to_f64();
        let (side_text, is_met) = if above(*a) == above(*b) {
            ("–".into(), false)
        } else {
            let relation = if side < 0.0 {
                "<"
            } else if side > 0.0 {
                ">"
            } else {
                "="
            };
            section.lines.push(Line::words(format!(
                "edge {index}: $N = {}$, $N·P = {} = {}$, $D = N·P0 = {} = {}$",
                pair_text(n),
                product_text(n, point),
                p.short(),
                product_text(n, *a),
                d.short()
            )));
            let text = format!("${} {relation} {}$", p.short(), d.short());
            (text, side != 0.0 && (side < 0.0) == above(*b))
        };
        met += usize::from(is_met);
        let is_met = if is_met { "yes" } else { "no" };
        let direction = if above(*b) { "up" } else { "down" };
        let direction = if above(*a) == above(*b) { "–" } else { direction };
        rows.push(alloc::vec![
            format!("edge {index}"),
            compared(*a),
            compared(*b),
            direction.into(),
            side_text,
            is_met.to_string()
        ]);
    }
    let head = ["edge", "start above?", "end above?", "leads", "$N·P$ against $D$", "met"];
    section.table = Some(Table { head: head.map(Into::into).to_vec(), rows });
    let parity = if met % 2 == 0 { "even" } else { "odd" };
    section.lines.push(Line::words(match location {
        Location::Edge => "the point lies on an edge: verdict, on the edge of the polygon".into(),
        location => {
            let edges = if met == 1 { "edge is" } else { "edges are" };
            format!("{met} {edges} met, an {parity} number: verdict, {} the polygon", answer(location))
        }
    }));
    section
}
