//! The three classic methods for a moving point and a wall, step by step, each able to show its working.
//!
//! All three ask whether the path from Bs to Be touches the wall from P0 to P1, and always agree.
//! What differs is the order of the tests, and so what a case costs:
//!
//! | | method 1, `BothEnds` | method 2, `OneDot` | method 3, `Straddle` |
//! |---|---|---|---|
//! | a | reject if both ends of the path are on the inner side | same | reject if P0 and P1 are on one side of the path |
//! | b | reject if both are on the outer side | same | |
//! | c | parallel: touches only along the wall's line | same | same |
//! | d | the time ti when the path meets the wall's line | same | same |
//! | e | reject if ti is outside of 0 to 1 | same | same |
//! | f | reject if the meeting point Bi lies beyond P0 | hit if Bi lies between P0 and P1 | hit |
//! | g | reject if Bi lies beyond P1, else hit | | |
//!
//! The textbook evaluates these tests with rounded numbers, which near a touch is wrong in about one case of ten. Here
//! each test is decided by exact signs, which say the same thing without the rounded ti and Bi:
//!
//! - N·B < N·P0 means that B is left of the wall, N·B > N·P0 that it is right of it.
//! - Bi divides the wall as the distances of P0 and P1 from the path's line do. So Bi lies beyond P0 iff P0 is further over
//!   to the side where P1 is not, and between them iff they are not strictly on one side.
//!
//! Textbook forms also lose touches: method 2 with a strict `<` loses those at P0 and P1, and method 3 divides 0 by 0
//! for a path along the wall's line. Touching counts here, in all three.

use super::path::{Hit, Sweep};
use crate::exact::touch::Touch;
use crate::exact::{Feature, Side, answers::Contact, orient, turn};
use crate::point::{Point, Vec2};
use crate::response::reflect;
use crate::segment::Segment;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// One of the three classic ways to ask whether a moving point touches a wall. They always agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Method {
    /// Method 1: project the meeting point on the wall from both ends.
    BothEnds,
    /// Method 2: one dot product tells whether the meeting point is between the ends.
    OneDot,
    /// Method 3: first ask whether the path's line has the wall's ends on both sides.
    Straddle,
}

/// The whole working of one case by one [`Method`], line by line. It prints as text.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Explanation {
    /// The method that is shown.
    pub method: Method,
    /// Every quantity and every test, in order.
    pub steps: Vec<Step>,
    /// The verdict: the first touch, if there is one.
    pub hit: Option<Hit>,
    /// What becomes of a hit if the path is reflected at the wall without loss.
    pub reflection: Option<Reflection>,
}

/// The working of a reflection, line by line: where a path ends that bounces off the wall.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Reflection {
    /// Every quantity, in order.
    pub steps: Vec<Step>,
    /// Where the path ends: Be'.
    pub end: Point,
}

/// One line of an [`Explanation`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Step {
    /// What is computed or asked, in the textbook's letters.
    pub formula: &'static str,
    /// The same with the numbers put in.
    pub numbers: String,
    /// The result.
    pub reading: Reading,
}

/// The result of a [`Step`]: a number, a vector, or the yes or no of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Reading {
    /// A number, rounded.
    Number(f64),
    /// A vector or point, rounded.
    Vector(Vec2),
    /// The answer of a test: whether the condition holds, exactly and in plain floating point.
    Test {
        /// The exact answer, which decides.
        holds: bool,
        /// What the textbook's expression gives in plain floating point.
        plain: bool,
    },
}

impl Method {
    /// All three, in the classic order.
    pub const ALL: [Method; 3] = [Method::BothEnds, Method::OneDot, Method::Straddle];

    /// The first touch, found by this method; the same for all three. It asks about the path of a point: of a disc, its centre's.
    #[inline]
    #[must_use]
    pub fn first_touch(self, path: &Sweep, wall: &Segment) -> Option<Hit> {
        let touch = self.decide(&Case::new(path, wall), &mut ())?;
        Some(path.point_hit(wall, touch))
    }

    /// Shows the working of this method, line by line, as text that a student can follow. Of a disc it shows the
    /// path of its centre.
    ///
    /// ```
    /// use carom::methods::Method;
    /// use carom::{Segment, Sweep};
    /// let wall = Segment::new([6.0, 0.0], [10.0, 7.0])?;
    /// let path = Sweep::point([5.0, 2.0], [7.0, 3.0])?;
    /// let working = Method::OneDot.explain(&path, &wall);
    /// assert_eq!(working.hit, None);
    /// println!("{working}");
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn explain(self, path: &Sweep, wall: &Segment) -> Explanation {
        let mut steps = Vec::new();
        let touch = self.decide(&Case::new(path, wall), &mut steps);
        let hit = touch.map(|touch| path.point_hit(wall, touch));
        let reflection = hit.map(|hit| reflection(path, &hit));
        Explanation { method: self, steps, hit, reflection }
    }

    #[inline]
    fn decide(self, case: &Case, record: &mut impl Record) -> Option<Touch> {
        match self {
            Method::BothEnds => both_ends(case, record),
            Method::OneDot => one_dot(case, record),
            Method::Straddle => straddle(case, record),
        }
    }
}

/// Where the working goes: nowhere, at no cost, or into a list.
trait Record {
    fn step(&mut self, step: impl FnOnce() -> Step);
}

impl Record for () {
    #[inline(always)]
    fn step(&mut self, _: impl FnOnce() -> Step) {}
}

impl Record for Vec<Step> {
    fn step(&mut self, step: impl FnOnce() -> Step) {
        self.push(step());
    }
}

#[inline]
fn both_ends(case: &Case, record: &mut impl Record) -> Option<Touch> {
    if let Err(decided) = steps_a_to_e(case, record) {
        return decided;
    }
    if case.is_beyond(case.p0, case.p1, record) || case.is_beyond(case.p1, case.p0, record) {
        return None;
    }
    Some(case.crossing())
}

#[inline]
fn one_dot(case: &Case, record: &mut impl Record) -> Option<Touch> {
    if let Err(decided) = steps_a_to_e(case, record) {
        return decided;
    }
    case.is_between(record).then(|| case.crossing())
}

/// What methods 1 and 2 share; the error is an answer that needs no further step.
#[inline]
fn steps_a_to_e(case: &Case, record: &mut impl Record) -> Result<(), Option<Touch>> {
    let sides = case.sides_of_wall(record).ok_or(None)?;
    record.step(|| case.motion());
    if case.is_parallel(record) {
        return Err(case.along_the_line(record));
    }
    case.time_is_within(sides, record).ok_or(None)?;
    record.step(|| case.meeting_point());
    Ok(())
}

#[inline]
fn straddle(case: &Case, record: &mut impl Record) -> Option<Touch> {
    case.path_parts_the_ends(record)?;
    case.record_line(record);
    if case.is_parallel(record) {
        return case.along_the_line(record);
    }
    let sides = [case.bs, case.be].map(|point| orient(case.p0, case.p1, point));
    case.time_is_within(sides, record)?;
    record.step(|| case.meeting_point());
    Some(case.crossing())
}

/// Be' = Bi + i − 2(i·n)n, from the hit's own point and normal.
fn reflection(path: &Sweep, hit: &Hit) -> Reflection {
    let (rest, normal, end) =
        (path.end() - hit.point, hit.normal, hit.point + reflect(path.end() - hit.point, hit.normal, 1.0));
    let products = format!("{}·{} + {}·{}", Signed(rest.x), Signed(normal.x), Signed(rest.y), Signed(normal.y));
    let steps = alloc::vec![
        Step::vector("i = Be − Bi", difference(path.end(), hit.point), rest),
        Step::number("i·n", products, rest.dot(normal)),
        Step::vector("Be' = Bi + i − 2(i·n)n", String::new(), end - Point::default()),
    ];
    Reflection { steps, end }
}

/// The four points of one question, with the textbook's names.
struct Case {
    bs: Point,
    be: Point,
    p0: Point,
    p1: Point,
}

impl Case {
    #[inline]
    fn new(path: &Sweep, wall: &Segment) -> Case {
        Case { bs: path.start(), be: path.end(), p0: wall.a(), p1: wall.b() }
    }

    /// Steps a and b: on which sides of the wall the path's ends lie; `None` if both on the same.
    #[inline]
    fn sides_of_wall(&self, record: &mut impl Record) -> Option<[Side; 2]> {
        self.record_line(record);
        let [ns, ne, d] = self.projections();
        let sides = [self.bs, self.be].map(|point| orient(self.p0, self.p1, point));
        for (formula, side, plain) in [
            ("a: reject if N·Bs < N·P0 and N·Be < N·P0", Side::Left, ns < d && ne < d),
            ("b: reject if N·Bs > N·P0 and N·Be > N·P0", Side::Right, ns > d && ne > d),
        ] {
            let holds = sides == [side, side];
            record.step(|| Step::test(formula, format!("{ns} and {ne} against {d}"), holds, plain));
            if holds {
                return None;
            }
        }
        Some(sides)
    }

    /// Step a of method 3: `None` if P0 and P1 lie strictly on one side of the path's line.
    #[inline]
    fn path_parts_the_ends(&self, record: &mut impl Record) -> Option<()> {
        let sides = [self.p0, self.p1].map(|point| orient(self.bs, self.be, point));
        let holds = sides[0] != Side::On && sides[0] == sides[1];
        record.step(|| self.motion());
        record.step(|| Step::vector("M = (V.y, −V.x)", String::new(), self.v().normal()));
        record.step(|| {
            let [l, r] = self.distances_from_path();
            let formula = "a: reject if ((P0−Bs)·M)·((P1−Bs)·M) > 0";
            Step::test(formula, format!("({l})·({r}) = {}", l * r), holds, l * r > 0.0)
        });
        if holds { None } else { Some(()) }
    }

    /// Step c.
    #[inline]
    fn is_parallel(&self, record: &mut impl Record) -> bool {
        let holds = turn(self.p0, self.p1, self.bs, self.be) == Side::On;
        record.step(|| {
            let nv = self.n().dot(self.v());
            Step::test("c: parallel if N·V = 0", format!("N·V = {nv}"), holds, nv == 0.0)
        });
        holds
    }

    /// A path along the wall's line touches it where they first share a point; a path of no length where it lies on it.
    #[inline]
    fn along_the_line(&self, record: &mut impl Record) -> Option<Touch> {
        let touch = Touch::of([self.bs, self.be], [self.p0, self.p1]);
        record.step(|| {
            // The textbook has no such step: it rejects what is parallel, or divides 0 by 0.
            let holds = touch.is_some();
            Step::test("along one line: hit if the path and the wall share a point", String::new(), holds, holds)
        });
        touch
    }

    /// Steps d and e, for a path that is not parallel: 0 ≤ ti ≤ 1 iff its ends are not strictly on one side.
    #[inline]
    fn time_is_within(&self, [start, end]: [Side; 2], record: &mut impl Record) -> Option<()> {
        let outside = start != Side::On && start == end;
        record.step(|| {
            let [ns, _, d] = self.projections();
            let numbers = format!("({d} − {}) / {}", Signed(ns), Signed(self.n().dot(self.v())));
            Step::number("d: ti = (N·P0 − N·Bs) / (N·V)", numbers, self.ti())
        });
        record.step(|| {
            let plain = !(0.0..=1.0).contains(&self.ti());
            Step::test("e: reject if ti < 0 or ti > 1", format!("ti = {}", self.ti()), outside, plain)
        });
        if outside { None } else { Some(()) }
    }

    /// Steps f and g of method 1: Bi lies beyond `end`, seen from the wall's other end.
    #[inline]
    fn is_beyond(&self, end: Point, other: Point, record: &mut impl Record) -> bool {
        // The path's line has the wall's ends on sides s and r. Bi is beyond `end` iff `end` is the nearer of two ends
        // on the same side, and which is nearer is the side to which the wall turns from the path.
        let side = orient(self.bs, self.be, end);
        let toward_other = turn(self.bs, self.be, end, other);
        let holds = side != Side::On && side == toward_other;
        record.step(|| {
            let formula = if end == self.p0 {
                "f: reject if (Bi−P0)·(P1−P0) < 0"
            } else {
                "g: reject if (Bi−P1)·(P0−P1) < 0"
            };
            let value = (self.bi() - end).dot(other - end);
            Step::test(formula, format!("{value}"), holds, value < 0.0)
        });
        holds
    }

    /// Step f of method 2.
    #[inline]
    fn is_between(&self, record: &mut impl Record) -> bool {
        let sides = [self.p0, self.p1].map(|point| orient(self.bs, self.be, point));
        let holds = sides[0] == Side::On || sides[0] != sides[1];
        record.step(|| {
            let value = (self.bi() - self.p0).dot(self.bi() - self.p1);
            Step::test("f: hit if (Bi−P0)·(Bi−P1) ≤ 0", format!("{value}"), holds, value <= 0.0)
        });
        holds
    }

    /// The touch of a path that crosses the wall's line.
    #[inline]
    fn crossing(&self) -> Touch {
        match turn(self.p0, self.p1, self.be, self.bs) {
            Side::Right => Touch::Line { p: self.p1, q: self.p0 },
            _ => Touch::Line { p: self.p0, q: self.p1 },
        }
    }

    fn record_line(&self, record: &mut impl Record) {
        record.step(|| Step::vector("E = P1 − P0", difference(self.p1, self.p0), self.p1 - self.p0));
        record.step(|| Step::vector("N = (E.y, −E.x)", String::new(), self.n()));
        for (formula, point) in [("N·P0", self.p0), ("N·Bs", self.bs), ("N·Be", self.be)] {
            record.step(|| {
                let (n, p) = (self.n(), point);
                let numbers = format!("{}·{} + {}·{}", Signed(n.x), Signed(p.x), Signed(n.y), Signed(p.y));
                Step::number(formula, numbers, n.dot(Vec2::new(p.x, p.y)))
            });
        }
    }

    fn motion(&self) -> Step {
        Step::vector("V = Be − Bs", difference(self.be, self.bs), self.v())
    }

    fn meeting_point(&self) -> Step {
        let numbers = format!("{} + {}·{}", pair(self.bs - Point::default()), self.ti(), pair(self.v()));
        Step::vector("Bi = Bs + ti·V", numbers, self.bi() - Point::default())
    }

    // The textbook's rounded quantities, only for showing and for saying what they would have decided.

    fn n(&self) -> Vec2 {
        (self.p1 - self.p0).normal()
    }

    fn v(&self) -> Vec2 {
        self.be - self.bs
    }

    /// N·Bs, N·Be and N·P0.
    fn projections(&self) -> [f64; 3] {
        [self.bs, self.be, self.p0].map(|p| self.n().dot(p - Point::default()))
    }

    /// (P0−Bs)·M and (P1−Bs)·M.
    fn distances_from_path(&self) -> [f64; 2] {
        [self.p0, self.p1].map(|p| (p - self.bs).dot(self.v().normal()))
    }

    fn ti(&self) -> f64 {
        let [ns, _, d] = self.projections();
        (d - ns) / self.n().dot(self.v()) + 0.0
    }

    fn bi(&self) -> Point {
        self.bs + self.v() * self.ti()
    }
}

impl Step {
    fn number(formula: &'static str, numbers: String, value: f64) -> Step {
        // Adding 0.0 turns −0.0 into 0.0.
        Step { formula, numbers, reading: Reading::Number(value + 0.0) }
    }

    fn vector(formula: &'static str, numbers: String, value: Vec2) -> Step {
        Step { formula, numbers, reading: Reading::Vector(Vec2::new(value.x + 0.0, value.y + 0.0)) }
    }

    fn test(formula: &'static str, numbers: String, holds: bool, plain: bool) -> Step {
        Step { formula, numbers, reading: Reading::Test { holds, plain } }
    }
}

fn pair(v: Vec2) -> String {
    format!("({}, {})", v.x, v.y)
}

fn difference(a: Point, b: Point) -> String {
    format!("{} − {}", pair(a - Point::default()), pair(b - Point::default()))
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.method)?;
        for step in &self.steps {
            writeln!(f, "  {step}")?;
        }
        match &self.hit {
            None => writeln!(f, "  no hit")?,
            Some(hit) => writeln!(f, "  {hit}")?,
        }
        if let Some(reflection) = &self.reflection {
            writeln!(f, "  reflected without loss:")?;
            for step in &reflection.steps {
                writeln!(f, "    {step}")?;
            }
        }
        write!(
            f,
            "  (numbers are shown rounded; every test is decided exactly, and the hit's t is rounded toward zero)"
        )
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = if self.numbers.is_empty() { String::new() } else { format!(" = {}", self.numbers) };
        match self.reading {
            Reading::Number(value) => write!(f, "{}{numbers} = {value}", self.formula),
            Reading::Vector(value) => write!(f, "{}{numbers} = {}", self.formula, pair(value)),
            Reading::Test { holds, plain } => {
                let numbers = if self.numbers.is_empty() { String::new() } else { format!(": {}", self.numbers) };
                write!(f, "{}{numbers}: {}", self.formula, yes_or_no(holds))?;
                if plain != holds {
                    write!(f, " (plain floating point would say {}: its numbers are rounded)", yes_or_no(plain))?;
                }
                Ok(())
            }
        }
    }
}

fn yes_or_no(holds: bool) -> &'static str {
    if holds { "yes" } else { "no" }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::BothEnds => "method 1, project on both ends",
            Method::OneDot => "method 2, one dot product",
            Method::Straddle => "method 3, straddle first",
        })
    }
}

impl fmt::Display for Hit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let contact = match self.contact {
            Contact::Crosses => "crosses the wall",
            Contact::Ends => "ends on the wall",
            Contact::Starts => "starts on the wall",
            Contact::Along => "runs along the wall",
            Contact::Leaves => "touches the wall and leaves it",
            Contact::Overlaps => "overlaps the wall from the start",
        };
        let feature = match self.feature {
            Feature::Side => "",
            Feature::A => " at its first end",
            Feature::B => " at its second end",
        };
        let (point, normal) = (pair(self.point - Point::default()), pair(self.normal));
        write!(f, "hit at t = {}, point {point}, normal {normal}: the path {contact}{feature}", self.t)
    }
}

/// A number in brackets if it is negative, as in a product.
struct Signed(f64);

impl fmt::Display for Signed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 0.0 { write!(f, "({})", self.0) } else { write!(f, "{}", self.0) }
    }
}
