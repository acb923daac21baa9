//! The working of a shape: its corners against a wall's side, its sides against a wall's ends, each by the equations of a disc.
//!
//! A shape with the corners Ai touches the point X of a wall iff its position is within r of X − A for some A of the shape. So it
//! touches the wall iff its position, a point or the centre of a disc of radius r, touches what the differences P − Ai
//! go around: its edges are the wall moved by −Ai, and the shape's sides turned around and moved to P0 or P1. Which of them
//! is first, and how, comes from the hit.

use super::board::{After, Board, Decided, Mover, Target, reading_note};
use super::disc::{Found, how, place, round, side};
use super::one::{Worked, result, words_about};
use super::touched::Touched;
use crate::error::Error;
use crate::exact::answers::Contact;
use crate::exact::{Feature, Side, orient};
use crate::paper::{Line, Pair, Scalar, Section, Table, Working, difference, pair_text};
use crate::point::Point;
use crate::polygon::Polygon;
use crate::sweep::{Hit, MoverPart, Paper};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The working of a shape that moves and one wall or pillar: every side and corner that can touch, and which does so first.
///
/// The shape is a box, a capsule or a polygon, by its corners around its position, grown by the mover's radius.
///
/// ```
/// use carom::explain::{self, After, Mover, Target};
/// let pair = |x: f64, y: f64| [x, y].map(explain::Scalar::from);
/// let mover = Mover { from: pair(0.0, 4.0), to: pair(0.0, -4.0), radius: explain::Scalar::from(0.0) };
/// let corners = [pair(-1.0, 0.0), pair(1.0, 0.0), pair(1.0, 3.0), pair(-1.0, 3.0)];
/// let floor = Target::Wall([pair(-9.0, 0.0), pair(9.0, 0.0)]);
/// let worked = explain::shaped(&mover, &corners, &floor, After::Stop)?;
/// assert_eq!(worked.hit.unwrap().t, 0.5);
/// assert!(worked.working.to_string().contains("A0"));
/// # Ok::<(), carom::Error>(())
/// ```
///
/// # Errors
/// If a number is not finite, the radius is negative, the wall's ends coincide, or three corners or more are no polygon.
pub fn shaped(mover: &Mover, corners: &[[Scalar; 2]], target: &Target, after: After) -> Result<Worked, Error> {
    let as_pillar = |corner: &Pair| Target::Pillar { center: *corner, radius: Scalar::ZERO };
    let targets: Vec<Target> = core::iter::once(*target).chain(corners.iter().map(as_pillar)).collect();
    let board = Board::new(mover, &targets)?;
    let case = Case::new(mover, corners, target, &board)?;
    let hit = case.hit(&board)?;
    let mut sections = alloc::vec![case.given(after, &board)];
    let mut touched = None;
    match hit {
        Some(hit) if hit.contact == Contact::Overlaps => {
            sections.push(Section { words: alloc::vec![STARTS_WITHIN.into()], ..Section::new("At the start") });
            touched = Some(case.touched(&hit, Found::at_start()));
        }
        hit => {
            let looked = case.looked();
            sections.extend(looked.iter().map(|look| look.section.clone()));
            sections.push(case.which(&looked, hit.as_ref()));
            touched = hit.map(|hit| case.touched(&hit, first(&looked))).or(touched);
        }
    }
    let end = match &touched {
        Some(touched) if touched.hit.contact.stops() => {
            let (section, end) = touched.after(mover, after);
            sections.push(section);
            end
        }
        _ => mover.to,
    };
    sections.push(result(touched.as_ref(), end, mover));
    let verb = if touched.is_some() { "hits" } else { "misses" };
    let what = if matches!(target, Target::Wall(_)) { "wall" } else { "pillar" };
    let working = Working { title: format!("A moving shape {verb} a {what}"), sections };
    let hit = touched.as_ref().map(|touched| board.unscaled(touched.hit));
    let (time, at) = (touched.as_ref().map(|touched| touched.time), touched.as_ref().map(|touched| touched.at));
    Ok(Worked { working, hit, time, at, end, methods: Vec::new() })
}

const STARTS_WITHIN: &str =
    "The position starts within what the differences go around: the shape overlaps from the start.";

/// What is asked, on paper and in the floats that decide.
struct Case<'a> {
    mover: &'a Mover,
    target: &'a Target,
    /// How near the position may come: r, or with a pillar's radius.
    reach: Scalar,
    reach_name: &'static str,
    shape: crate::sweep::Mover,
    /// The corners in the shape's order, on paper.
    corners: Vec<Pair>,
    /// The points of the target by their names, on paper and in floats.
    points: Vec<(&'static str, Pair, Point)>,
}

/// A part of the shape and one of the target that was looked at.
struct Look {
    name: String,
    section: Section,
    found: Found,
}

impl<'a> Case<'a> {
    fn new(mover: &'a Mover, corners: &[Pair], target: &'a Target, board: &Board) -> Result<Case<'a>, Error> {
        let centre = |decided: &Decided| match decided {
            Decided::Pillar(circle) => circle.center(),
            Decided::Wall(wall) => wall.a(),
        };
        let floats: Vec<Point> = board.targets[1..].iter().map(centre).collect();
        let shape = match floats[..] {
            [] => crate::sweep::Mover::point(),
            [a] => crate::sweep::Mover::capsule(a, a, 0.0)?,
            [a, b] => crate::sweep::Mover::capsule(a, b, 0.0)?,
            _ => crate::sweep::Mover::polygon(&Polygon::new(floats.iter().copied())?)?,
        };
        let shape = shape.grown(board.sweep.radius())?;
        let on_paper = |vertex: &Point| {
            let given = floats.iter().position(|float| float == vertex);
            given.map_or([Scalar::ZERO; 2], |index| corners[index])
        };
        let corners = shape.vertices().iter().map(on_paper).collect();
        let (points, reach, reach_name) = match (target, &board.targets[0]) {
            (Target::Wall([p0, p1]), Decided::Wall(wall)) => {
                (alloc::vec![("P0", *p0, wall.a()), ("P1", *p1, wall.b())], mover.radius, "r")
            }
            (Target::Pillar { center, radius }, decided) => {
                let name = if mover.radius.is_zero() { "R" } else { "(r + R)" };
                (alloc::vec![("M", *center, centre(decided))], mover.radius + *radius, name)
            }
            (Target::Wall([p0, _]), decided) => (alloc::vec![("P0", *p0, centre(decided))], mover.radius, "r"),
        };
        Ok(Case { mover, target, reach, reach_name, shape, corners, points })
    }

    /// The library's answer.
    fn hit(&self, board: &Board) -> Result<Option<Hit>, Error> {
        let sweep = self.shape.sweep(board.sweep.start(), board.sweep.end())?;
        Ok(match &board.targets[0] {
            Decided::Wall(wall) => sweep.first_touch(wall),
            Decided::Pillar(circle) => sweep.first_touch(circle),
        })
    }

    fn given(&self, after: After, board: &Board) -> Section {
        let mut section = Section::new("Given");
        let corners: Vec<String> =
            self.corners.iter().enumerate().map(|(i, corner)| format!("$A{i} = {}$", pair_text(*corner))).collect();
        let target = match self.target {
            Target::Wall([p0, p1]) => format!("The wall from $P0 = {}$ to $P1 = {}$", pair_text(*p0), pair_text(*p1)),
            Target::Pillar { center, radius } => {
                format!("The pillar around $M = {}$ with radius $R = {}$", pair_text(*center), radius.short())
            }
        };
        let grown = match self.mover.radius {
            radius if radius.is_zero() => String::new(),
            radius => format!(", grown by $r = {}$", radius.short()),
        };
        section.words.push(format!(
            "{target}; a shape with the corners {} around its position{grown}, whose position goes from $Bs = {}$ to $Be = {}$.",
            corners.join(", "),
            pair_text(self.mover.from),
            pair_text(self.mover.to)
        ));
        section.words.push(
            "The shape touches a point $P$ where its position is $P − A$ for a point $A$ of the shape. So what the position must \
             touch are the differences: the wall moved by $−Ai$ for each corner, and each side of the shape moved to each end."
                .into(),
        );
        section.words.extend(words_about(after));
        section.words.extend(reading_note(board));
        section
    }

    /// Every pair of parts on the outside of the differences, with its working.
    fn looked(&self) -> Vec<Look> {
        let vertices = self.shape.vertices();
        let at = |point: usize, vertex: usize| {
            let (name, on_paper, float) = self.points[point];
            let float = Point::new(float.x - vertices[vertex].x, float.y - vertices[vertex].y);
            (format!("{name} − A{vertex}"), difference(on_paper, self.corners[vertex]), float)
        };
        let count = vertices.len();
        let mut pairs = Vec::new();
        if self.points.len() == 2 {
            pairs.extend((0..count).map(|i| (format!("corner $A{i}$ and the side"), at(0, i), at(1, i))));
        }
        // A capsule has one line in its middle, a polygon as many sides as corners.
        let sides = if count < 3 { count - 1 } else { count };
        for point in 0..self.points.len() {
            let name = self.points[point].0;
            let side = |i: usize| {
                let next = (i + 1) % count;
                (format!("side $A{i}A{next}$ and ${name}$"), at(point, i), at(point, next))
            };
            pairs.extend((0..sides).map(side));
        }
        let all: Vec<Point> =
            (0..self.points.len()).flat_map(|k| (0..count).map(move |i| (k, i))).map(|(k, i)| at(k, i).2).collect();
        pairs.retain(|(_, a, b)| a.2 != b.2 && (!self.shape.is_convex() || is_outside([a.2, b.2], &all)));
        let mut looks: Vec<Look> = pairs.iter().map(|(name, a, b)| self.straight(name, a, b)).collect();
        if !self.reach.is_zero() || pairs.is_empty() {
            let mut ends: Vec<(String, Pair, Point)> = Vec::new();
            let corners = (0..self.points.len()).flat_map(|k| (0..count).map(move |i| (k, i))).map(|(k, i)| at(k, i));
            for corner in corners {
                let is_end = pairs.is_empty() || pairs.iter().any(|(_, a, b)| a.2 == corner.2 || b.2 == corner.2);
                if is_end && ends.iter().all(|known| known.2 != corner.2) {
                    ends.push(corner);
                }
            }
            looks.extend(ends.iter().map(|end| self.round(end)));
        }
        looks
    }

    /// A part that is straight: the position comes to within reach of a line, here called from P0 to P1.
    fn straight(&self, name: &str, a: &(String, Pair, Point), b: &(String, Pair, Point)) -> Look {
        let paper = Paper { bs: self.mover.from, be: self.mover.to, p0: a.1, p1: b.1 };
        let (mut section, found) = side(&Mover { radius: self.reach, ..*self.mover }, &paper);
        section.title = format!(
            "The {name}: the line from ${} = {}$ to ${} = {}$, here called $P0$ and $P1$",
            a.0,
            pair_text(a.1),
            b.0,
            pair_text(b.1)
        );
        Look { name: name.into(), section, found }
    }

    /// A part that is round: the position comes to within reach of a point.
    fn round(&self, (name, point, _): &(String, Pair, Point)) -> Look {
        let title = format!("The corner ${name} = {}$", pair_text(*point));
        let mover = Mover { radius: self.reach, ..*self.mover };
        let (section, found) = round(&mover, &format!("({name})"), *point, self.reach, self.reach_name, &title);
        Look { name: format!("${name}$"), section, found }
    }

    fn which(&self, looks: &[Look], hit: Option<&Hit>) -> Section {
        let mut section = Section::new("Which comes first");
        let row = |look: &Look| {
            let time = look.found.time.map_or("–".into(), |time| format!("${time}$"));
            let counts =
                if look.found.counts { "counts".into() } else { format!("does not count: {}", look.found.why) };
            alloc::vec![look.name.clone(), time, counts]
        };
        let head = ["part", "time", ""].map(Into::into).to_vec();
        section.table = Some(Table { head, rows: looks.iter().map(row).collect() });
        section.lines.push(Line::words(match hit {
            None => "verdict: no hit; none of them counts".into(),
            Some(hit) => format!("verdict: {}; {}", self.parts(hit), how(hit.contact).replace("the disc", "the shape")),
        }));
        section
    }

    /// What touches what.
    fn parts(&self, hit: &Hit) -> String {
        let part = match hit.mover {
            MoverPart::Whole => "the shape".into(),
            MoverPart::Vertex(i) => format!("its corner $A{i}$"),
            MoverPart::Edge(i) => format!("its side $A{i}A{}$", (usize::from(i) + 1) % self.corners.len()),
        };
        let other = match (self.target, hit.feature) {
            (Target::Pillar { .. }, _) => "the pillar",
            (_, Feature::Side) => "the wall's side",
            (_, Feature::A) => "the wall's end $P0$",
            (_, Feature::B) => "the wall's end $P1$",
        };
        format!("{part} touches {other} first")
    }

    fn touched(&self, hit: &Hit, found: Found) -> Touched {
        let (time, at) = place(self.mover, hit, found);
        let normal = [Scalar::rounded(hit.normal.x), Scalar::rounded(hit.normal.y)];
        let words = if hit.contact == Contact::Overlaps { "the shortest way out" } else { "the normal there" };
        let normal_lines = alloc::vec![Line::vector("n", "", normal).says(words)];
        // What is told of a corner of the wall is told before.
        Touched { hit: *hit, time, at, normal, normal_lines }
    }
}

/// Of those that count, the one with the smallest time.
fn first(looks: &[Look]) -> Found {
    let counting = looks.iter().map(|look| look.found).filter(|found| found.counts);
    let time = |found: &Found| found.time.map_or(f64::INFINITY, Scalar::to_f64);
    counting.min_by(|a, b| time(a).total_cmp(&time(b))).unwrap_or(Found::at_start())
}

/// Whether all points are on one side of a line, or on it.
fn is_outside([a, b]: [Point; 2], all: &[Point]) -> bool {
    let has = |side: Side| all.iter().any(|&point| orient(a, b, point) == side);
    !has(Side::Left) || !has(Side::Right)
}
