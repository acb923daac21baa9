//! The three classic methods for a moving point and a wall, step by step, each able to show its working.
//!
//! All three ask whether the path from Bs to Be touches the wall from P0 to P1, and always agree.
//! What differs is the order of the tests, and so what a case costs:
//!
//! | | method 1, `BothEnds` | method 2, `OneDot` | method 3, `Straddle` |
//! |---|---|---|---|
//! | a | reject if both ends of the path are on the inner side | same | reject if P0 and P1 are on one side of the path |
//! | b | reject if both are on the outer side | same | |
//! | c | parallel: touches only along the wall's line | same | same, as its step b |
//! | d | the time ti when the path meets the wall's line | same | same, as its step c |
//! | e | reject if ti is outside of 0 to 1 | same | same, as its step d; else hit |
//! | f | reject if the meeting point Bi lies beyond P0 | hit if Bi lies between P0 and P1 | |
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

use super::notes::{Notes, Paper};
use super::path::{Hit, Sweep};
use crate::exact::touch::Touch;
use crate::exact::{Side, orient, turn};
use crate::paper::{Line, Scalar, Section};
use crate::point::Point;
use crate::segment::Segment;
use alloc::string::ToString;
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
    /// Every quantity and every test, in order, and the verdict.
    pub steps: Section,
    /// The first touch, if there is one.
    pub hit: Option<Hit>,
    /// When it is, exactly if that is short enough.
    pub time: Option<Scalar>,
    /// Where it is.
    pub point: Option<[Scalar; 2]>,
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
        self.explain_on_paper(path, wall, Paper::of(path.ends(), wall.ends()))
    }

    /// The working in numbers as they stand on paper, which may have another scale than those that decide.
    pub(crate) fn explain_on_paper(self, path: &Sweep, wall: &Segment, paper: Paper) -> Explanation {
        let mut notes = Notes::new(self == Method::Straddle, paper);
        let touch = self.decide(&Case::new(path, wall), &mut notes);
        let hit = touch.map(|touch| path.point_hit(wall, touch));
        let (lines, touch) = notes.finish(hit.as_ref());
        let steps = Section { lines, ..Section::new(self.to_string().replacen('m', "M", 1)) };
        Explanation { method: self, steps, hit, time: touch.map(|touch| touch.0), point: touch.map(|touch| touch.1) }
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

/// Where the working goes: nowhere, at no cost, or into notes.
trait Record {
    fn note(&mut self, write: impl FnOnce(&mut Notes) -> Line);
}

impl Record for () {
    #[inline(always)]
    fn note(&mut self, _: impl FnOnce(&mut Notes) -> Line) {}
}

impl Record for Notes {
    fn note(&mut self, write: impl FnOnce(&mut Notes) -> Line) {
        let line = write(self);
        self.lines.push(line);
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
    record.note(|notes| notes.motion());
    if case.is_parallel(record) {
        return Err(case.along_the_line(record));
    }
    case.time_is_within(sides, record).ok_or(None)?;
    record.note(|notes| notes.meeting_point());
    Ok(())
}

#[inline]
fn straddle(case: &Case, record: &mut impl Record) -> Option<Touch> {
    case.path_parts_the_ends(record)?;
    record_line(record, &["P0", "Bs"]);
    if case.is_parallel(record) {
        return case.along_the_line(record);
    }
    let sides = [case.bs, case.be].map(|point| orient(case.p0, case.p1, point));
    case.time_is_within(sides, record)?;
    record.note(|notes| notes.meeting_point());
    Some(case.crossing())
}

/// The wall's vector, its normal, and the projections of some points on it.
#[inline(always)]
fn record_line(record: &mut impl Record, points: &[&'static str]) {
    record.note(|notes| notes.wall_vector());
    record.note(|notes| notes.wall_normal());
    for &point in points {
        record.note(|notes| notes.projection(point));
    }
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
        record_line(record, &["P0", "Bs", "Be"]);
        let sides = [self.bs, self.be].map(|point| orient(self.p0, self.p1, point));
        let inner = spoiled("one side", sides == [Side::Left, Side::Left]);
        record.note(|notes| notes.both_on_side(Side::Left, inner));
        if inner {
            return None;
        }
        let outer = spoiled("one side", sides == [Side::Right, Side::Right]);
        record.note(|notes| notes.both_on_side(Side::Right, outer));
        if outer {
            return None;
        }
        Some(sides)
    }

    /// Step a of method 3: `None` if P0 and P1 lie strictly on one side of the path's line.
    #[inline]
    fn path_parts_the_ends(&self, record: &mut impl Record) -> Option<()> {
        let sides = [self.p0, self.p1].map(|point| orient(self.bs, self.be, point));
        let holds = spoiled("straddle", sides[0] != Side::On && sides[0] == sides[1]);
        record.note(|notes| notes.motion());
        record.note(|notes| notes.path_normal());
        record.note(|notes| notes.distance_from_path("P0"));
        record.note(|notes| notes.distance_from_path("P1"));
        record.note(|notes| notes.ends_on_one_side(holds));
        if holds { None } else { Some(()) }
    }

    /// Step c.
    #[inline]
    fn is_parallel(&self, record: &mut impl Record) -> bool {
        let holds = spoiled("parallel", turn(self.p0, self.p1, self.bs, self.be) == Side::On);
        record.note(|notes| notes.across());
        record.note(|notes| notes.is_parallel(holds));
        holds
    }

    /// A path along the wall's line touches it where they first share a point; a path of no length where it lies on it.
    #[inline]
    fn along_the_line(&self, record: &mut impl Record) -> Option<Touch> {
        let touch = Touch::of([self.bs, self.be], [self.p0, self.p1]);
        record.note(|notes| notes.along_the_line(touch, self.p0));
        touch
    }

    /// Steps d and e, for a path that is not parallel: 0 ≤ ti ≤ 1 iff its ends are not strictly on one side.
    #[inline]
    fn time_is_within(&self, [start, end]: [Side; 2], record: &mut impl Record) -> Option<()> {
        let outside = spoiled("time", start != Side::On && start == end);
        record.note(|notes| notes.time());
        record.note(|notes| notes.time_is_outside(outside));
        if outside { None } else { Some(()) }
    }

    /// Steps f and g of method 1: Bi lies beyond `end`, seen from the wall's other end.
    #[inline]
    fn is_beyond(&self, end: Point, other: Point, record: &mut impl Record) -> bool {
        // The path's line has the wall's ends on sides s and r. Bi is beyond `end` iff `end` is the nearer of two ends
        // on the same side, and which is nearer is the side to which the wall turns from the path.
        let side = orient(self.bs, self.be, end);
        let toward_other = turn(self.bs, self.be, end, other);
        let holds = spoiled("beyond", side != Side::On && side == toward_other);
        record.note(|notes| notes.is_beyond(end == self.p0, holds));
        holds
    }

    /// Step f of method 2.
    #[inline]
    fn is_between(&self, record: &mut impl Record) -> bool {
        let sides = [self.p0, self.p1].map(|point| orient(self.bs, self.be, point));
        let holds = spoiled("between", sides[0] == Side::On || sides[0] != sides[1]);
        record.note(|notes| notes.is_between(holds));
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
}

/// The answer of a step. Tests turn one round, to see that what is found and what is shown are one computation.
#[inline(always)]
fn spoiled(step: &str, holds: bool) -> bool {
    #[cfg(test)]
    if tests::SPOILED.with(|spoiled| spoiled.get() == Some(step)) {
        return !holds;
    }
    let _ = step;
    holds
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.steps)
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use core::cell::Cell;

    std::thread_local! {
        /// The step that is turned round.
        pub(super) static SPOILED: Cell<Option<&'static str>> = const { Cell::new(None) };
    }

    /// Whatever a method decides, its working shows: a step turned round changes both.
    #[test]
    fn what_is_shown_is_what_is_computed() {
        let wall = Segment::new([6.0, 0.0], [10.0, 7.0]).unwrap();
        let path = Sweep::point([6.0, 4.0], [9.0, 5.0]).unwrap();
        for (method, step, letter) in [
            (Method::BothEnds, "one side", "a"),
            (Method::BothEnds, "time", "e"),
            (Method::BothEnds, "beyond", "f"),
            (Method::OneDot, "between", "f"),
            (Method::Straddle, "straddle", "a"),
            (Method::Straddle, "time", "d"),
        ] {
            let right = method.explain(&path, &wall);
            assert!(method.first_touch(&path, &wall).is_some() && right.hit.is_some());
            SPOILED.with(|spoiled| spoiled.set(Some(step)));
            let (found, shown) = (method.first_touch(&path, &wall), method.explain(&path, &wall));
            SPOILED.with(|spoiled| spoiled.set(None));
            assert_eq!((found, shown.hit), (None, None), "{method}, {step}");
            let rejected = &shown.steps.lines[shown.steps.lines.len() - 2];
            assert_eq!(rejected.step, letter, "{shown}");
            assert_ne!(right.steps, shown.steps, "{method}, {step}");
        }
    }
}
