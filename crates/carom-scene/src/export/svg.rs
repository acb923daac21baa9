//! Scenes to SVG drawings that can be looked at, changed in a drawing program, and read back.

use super::number;
use crate::document::{Body, Pair, Scene, Wall, WallShape};
use crate::fault::Skipped;
use carom::{Mover, Vec2};
use std::fmt::Write;

impl Scene {
    /// The scene as an SVG drawing, and what it does not hold. y is turned around, so that the drawing is upright.
    /// Read back it gives the same walls, gates, zones, bodies and scans; materials and the settings of the world are lost.
    #[must_use]
    pub fn to_svg(&self) -> (String, Vec<Skipped>) {
        let [min_x, min_y, max_x, max_y] = self.extent().unwrap_or([0.0, 0.0, 1.0, 1.0]);
        let size = (max_x - min_x).max(max_y - min_y).max(f64::MIN_POSITIVE);
        // A margin for what is drawn on the edge; a view of its own is kept as it is, as it is read back.
        let margin = if self.view.is_some() { 0.0 } else { size / 40.0 };
        let (width, height) = (max_x - min_x + 2.0 * margin, max_y - min_y + 2.0 * margin);
        let frame = [min_x - margin, -max_y - margin + 0.0, width, height];
        // What is wider than the largest number has no frame.
        let is_framed = frame.iter().all(|number| number.is_finite()) && (min_y - margin).is_finite();
        let view_box = if is_framed { format!(" viewBox=\"{}\"", frame.map(number).join(" ")) } else { String::new() };
        let size = size.min(f64::MAX);
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\"{view_box} fill=\"none\" stroke=\"#334\" stroke-width=\"{}\" \
             stroke-linejoin=\"round\">",
            number(size / 300.0)
        );
        for (tag, text) in [("title", &self.name), ("desc", &self.about)] {
            if let Some(text) = text {
                let _ = writeln!(out, "  <{tag}>{}</{tag}>", escaped(text));
            }
        }
        for wall in &self.walls {
            self.svg_wall(&mut out, wall);
        }
        for gate in &self.gates {
            let (said, line) = (said("gate", &gate.name, &[]), line(gate.from, gate.to));
            let dash = number(size / 80.0);
            let _ = writeln!(out, "  <line{said}{line} stroke=\"#2a7\" stroke-dasharray=\"{dash}\"/>");
        }
        for zone in &self.zones {
            let said = said("zone", &zone.name, &[]) + " fill=\"#2a7\" fill-opacity=\"0.15\" stroke=\"#2a7\"";
            let _ = writeln!(out, "  {}", polygon(&said, &zone.polygon, &zone.holes));
        }
        for body in &self.bodies {
            if let Ok(Some(mover)) = body.mover() {
                self.svg_shape(&mut out, body, &mover);
                continue;
            }
            // A point would not be seen: it is drawn as a small circle, and its radius said.
            let drawn = if body.radius == 0.0 { size / 200.0 } else { body.radius };
            let mut extras = self.body_extras(body);
            if body.radius == 0.0 {
                extras.push(("radius", "0".into()));
            }
            let (said, circle) = (said("body", &body.name, &extras), circle(body.position, drawn));
            let _ = writeln!(out, "  <circle{said}{circle} stroke=\"#c33\"/>");
        }
        for scan in &self.scans {
            let said = said("scan", &scan.name, &[("beams", scan.beams.to_string())]);
            let circle = circle(scan.origin, scan.reach);
            let _ = writeln!(out, "  <circle{said}{circle} stroke=\"#69c\" stroke-opacity=\"0.4\"/>");
        }
        out.push_str("</svg>\n");
        (out, self.lost())
    }

    /// A body with a shape, drawn around its position. What it is reads back from what is said of it, not from the drawing, in which
    /// rounding would show.
    fn svg_shape(&self, out: &mut String, body: &Body, mover: &Mover) {
        let mut extras = self.body_extras(body);
        extras.push(("radius", number(body.radius)));
        let said = said("body", &body.name, &extras);
        let [x, y] = [body.position[0], -body.position[1] + 0.0].map(number);
        let _ =
            writeln!(out, "  <path{said} transform=\"translate({x} {y})\" d=\"{}\" stroke=\"#c33\"/>", outline(mover));
    }

    fn svg_wall(&self, out: &mut String, wall: &Wall) {
        let said = said("wall", &wall.name, &self.wall_extras(wall));
        let _ = match &wall.shape {
            WallShape::Segment([a, b]) => writeln!(out, "  <line{said}{}/>", line(*a, *b)),
            WallShape::Chain(points) => writeln!(out, "  <polyline{said} points=\"{}\"/>", listed(points)),
            WallShape::Polygon { vertices, holes } => writeln!(out, "  {}", polygon(&said, vertices, holes)),
            WallShape::Circle { center, radius } => writeln!(out, "  <circle{said}{}/>", circle(*center, *radius)),
        };
    }
}

/// The outline of a shape, with arcs around its corners if it has a radius.
fn outline(mover: &Mover) -> String {
    let (corners, r) = (mover.vertices(), mover.radius());
    let pair = |x: f64, y: f64| format!("{},{}", number(x), number(-y + 0.0));
    let mut d = String::new();
    for (i, &corner) in corners.iter().enumerate() {
        let next = corners[(i + 1) % corners.len()];
        if r == 0.0 {
            let _ = write!(d, "{}{}", if i == 0 { "M" } else { " L" }, pair(corner.x, corner.y));
            continue;
        }
        // Outward of a side is its right.
        let way = (next - corner).normalized();
        let out = Vec2::new(way.y, -way.x) * r;
        let [first, last] = [corner + out, next + out];
        let arc = number(r);
        let to_first = if i == 0 { "M".into() } else { format!(" A{arc} {arc} 0 0 0 ") };
        let _ = write!(d, "{to_first}{} L{}", pair(first.x, first.y), pair(last.x, last.y));
        if i + 1 == corners.len() {
            // Around the first corner back to where it began.
            let way = (corners[1 % corners.len()] - corners[0]).normalized();
            let start = corners[0] + Vec2::new(way.y, -way.x) * r;
            let _ = write!(d, " A{arc} {arc} 0 0 0 {}", pair(start.x, start.y));
        }
    }
    d + "Z"
}

fn polygon(said: &str, vertices: &[Pair], holes: &[Vec<Pair>]) -> String {
    if holes.is_empty() {
        return format!("<polygon{said} points=\"{}\"/>", listed(vertices));
    }
    let rings = std::iter::once(vertices).chain(holes.iter().map(Vec::as_slice));
    let rings: Vec<String> = rings.map(|ring| format!("M{}Z", listed(ring))).collect();
    format!("<path{said} d=\"{}\"/>", rings.join(" "))
}

fn line(a: Pair, b: Pair) -> String {
    let [x1, y1, x2, y2] = [a[0], -a[1] + 0.0, b[0], -b[1] + 0.0].map(number);
    format!(" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"")
}

fn circle(center: Pair, radius: f64) -> String {
    let [x, y, r] = [center[0], -center[1] + 0.0, radius].map(number);
    format!(" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"")
}

fn listed(points: &[Pair]) -> String {
    let points: Vec<String> = points.iter().map(|[x, y]| format!("{},{}", number(*x), number(-y + 0.0))).collect();
    points.join(" ")
}

/// What an element is, how it is called, and what else there is to say.
fn said(role: &str, name: &Option<String>, extras: &[(&str, String)]) -> String {
    let mut out = format!(" class=\"{role}\"");
    if let Some(name) = name {
        let _ = write!(out, " data-name=\"{}\"", escaped(name));
    }
    for (key, value) in extras {
        let _ = write!(out, " data-{key}=\"{}\"", escaped(value));
    }
    out
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // White space in attributes is read as plain spaces unless it is spelled out.
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            '\r' => out.push_str("&#13;"),
            // XML has no place for other control characters.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
