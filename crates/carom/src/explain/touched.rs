//! A touch on paper: when, where, the normal with the lines that lead to it, and what becomes of the rest of the path.

use super::board::{After, Mover};
use super::rebound::rebound;
use crate::exact::Feature;
use crate::exact::answers::Contact;
use crate::paper::{Line, Pair, Scalar, Section, difference, divisor_text, dot, pair_text, signed, squared_text};
use crate::sweep::{Hit, Paper};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A touch on paper.
pub(super) struct Touched {
    pub(super) hit: Hit,
    pub(super) time: Scalar,
    /// Where the point or the disc's centre is.
    pub(super) at: Pair,
    /// The unit normal, and the lines that lead to it.
    pub(super) normal: Pair,
    pub(super) normal_lines: Vec<Line>,
}

impl Touched {
    /// Whether it turns the mover: a disc that only grazes is free to go.
    pub(super) fn turns(&self, mover: &Mover) -> bool {
        mover.radius.is_zero() || self.hit.contact.stops()
    }

    /// What becomes of the rest of the path.
    pub(super) fn after(&self, mover: &Mover, after: After) -> (Section, Pair) {
        let mut section = Section::new(match after {
            After::Reflect { .. } => "Reflection",
            After::Slide => "Slide",
            After::Stop => "Stop",
        });
        if !self.turns(mover) {
            section
                .words
                .push("The disc touches without going deeper: it is free to go, and the path goes on as it is.".into());
            return (section, mover.to);
        }
        if let Some(words) = self.corner() {
            section.words.push(words);
        }
        section.lines.extend(self.normal_lines.iter().cloned());
        let (lines, end) = rebound(self.at, mover.to, difference(mover.to, mover.from), self.normal, after);
        section.lines.extend(lines);
        (section, end)
    }

    fn corner(&self) -> Option<String> {
        let end = match self.hit.feature {
            Feature::Side => return None,
            Feature::A => "$P0$",
            Feature::B => "$P1$",
        };
        Some(format!("This is a corner hit: the wall is touched at its end {end}."))
    }
}

/// The unit normal on the side the path comes from, as the hit has it.
pub(super) fn normal_of_wall(paper: &Paper, hit: &Hit) -> (Pair, Vec<Line>) {
    let (n, v) = (paper.n(), paper.v());
    if hit.contact == Contact::Along {
        return unit("V", v, "−", "along the wall's line the normal points back along the path,");
    }
    let [s, d] = [paper.bs, paper.p0].map(|point| dot(n, point));
    let is_against = hit.normal.x * n[0].to_f64() + hit.normal.y * n[1].to_f64() < 0.0;
    let sign = if is_against { "−" } else { "" };
    let (numbers, side) = (format!("{} − {}", s.short(), signed(d)), if is_against { "inner" } else { "outer" });
    let from = Line::number("N·Bs − N·P0", numbers, s - d).says("where the path comes from:");
    let direction = match (s.to_f64() == d.to_f64(), is_against) {
        (true, _) => format!("the path starts on the wall and goes to its {side} side, so"),
        (false, true) => "below 0 is the inner side, and the normal must point there, against $N$, so".into(),
        (false, false) => "above 0 is the outer side, and the normal must point there, along $N$, so".into(),
    };
    let (normal, mut lines) = unit("N", n, sign, &direction);
    lines.insert(1, from);
    (normal, lines)
}

/// A vector made as long as 1.
pub(super) fn unit(name: &str, v: Pair, sign: &str, says: &str) -> (Pair, Vec<Line>) {
    let squared = dot(v, v);
    let length = squared.root();
    let root = format!("√{}", root_text(squared));
    let again = if root == length.short() { String::new() } else { format!(" = {root}") };
    let numbers = format!("√({} + {}){again}", squared_text(v[0]), squared_text(v[1]));
    let formula = format!("|{name}| = √({name}.x² + {name}.y²)");
    let mut normal = v.map(|x| x / length);
    if !sign.is_empty() {
        normal = normal.map(|x| -x);
    }
    let put_in = format!("{sign}{}/{}", pair_text(v), divisor_text(length));
    let lines = alloc::vec![
        Line::number(formula, numbers, length).says("the length of the normal"),
        Line::vector(format!("n = {sign}{name}/|{name}|"), put_in, normal).says(says),
    ];
    (normal, lines)
}

fn root_text(squared: Scalar) -> String {
    let text = squared.short();
    if text.contains('/') || text.contains(' ') { format!("({text})") } else { text }
}
