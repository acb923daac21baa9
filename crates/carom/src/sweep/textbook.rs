//! The three methods as a textbook prints them, in plain floating point: what a program typed from the page would say.
//!
//! Nothing in carom asks these. They are here to be looked at beside the right answer, with the traps of the printed forms:
//! methods 1 and 2 reject whatever is parallel, also a path along the wall; method 2 has a strict `<` and loses hits at the wall's
//! ends; method 3 has no parallel test and divides 0 by 0; and every difference, product and sum is rounded.

use super::methods::Method;
use super::notes::{Paper, Plain};
use super::path::Sweep;
use crate::paper::{Line, Section};
use crate::point::Point;
use crate::segment::Segment;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What a program made from the textbook says of one case, line by line.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Textbook {
    /// The method.
    pub method: Method,
    /// Every number it computes and every test, as floats have it, up to its verdict.
    pub steps: Section,
    /// The time and place of the hit, if it says that there is one; both may be no numbers.
    pub hit: Option<(f64, Point)>,
}

impl Method {
    /// What a program made from the textbook's form of this method says, in plain floating point. It may be wrong; see
    /// [`textbook`](crate::textbook).
    ///
    /// ```
    /// use carom::methods::Method;
    /// use carom::{Segment, Sweep};
    /// // Through the end of a wall: touching counts, but not for a strict <.
    /// let wall = Segment::new([0, 0], [0, 4])?;
    /// let path = Sweep::point([-2, 4], [2, 4])?;
    /// assert!(Method::OneDot.first_touch(&path, &wall).is_some());
    /// assert_eq!(Method::OneDot.textbook(&path, &wall).hit, None);
    /// # Ok::<(), carom::Error>(())
    /// ```
    #[must_use]
    pub fn textbook(self, path: &Sweep, wall: &Segment) -> Textbook {
        let plain = Plain::of(&Paper::of(path.ends(), wall.ends()));
        let mut page = Page { plain, lines: Vec::new() };
        let hit = match self {
            Method::BothEnds => page.both_ends(),
            Method::OneDot => page.one_dot(),
            Method::Straddle => page.straddle(),
        };
        page.lines.push(Line::words(match &hit {
            Ok((t, point)) => format!("verdict: hit at the time $ti = {}$ in $Bi = {}$", number(*t), pair(*point)),
            Err(step) => format!("verdict: no hit; step {step} decides it"),
        }));
        let title = format!("{} in plain floats", self.to_string().replacen('m', "M", 1));
        Textbook { method: self, steps: Section { lines: page.lines, ..Section::new(title) }, hit: hit.ok() }
    }
}

/// The time and place of a hit, or the step that rejects it.
type Verdict = Result<(f64, Point), &'static str>;

/// What is written down so far.
struct Page {
    plain: Plain,
    lines: Vec<Line>,
}

impl Page {
    fn both_ends(&mut self) -> Verdict {
        let (t, bi) = self.steps_a_to_e()?;
        let (p0, p1) = (self.plain.p0, self.plain.p1);
        for (letter, formula, end, other) in
            [("f", "(Bi−P0)·(P1−P0) < 0", p0, p1), ("g", "(Bi−P1)·(P0−P1) < 0", p1, p0)]
        {
            let product = (bi - end).dot(other - end);
            let name = if letter == "f" { "P0" } else { "P1" };
            let says = format!("reject if $Bi$ lies beyond ${name}$,");
            self.test(letter, &says, formula, format!("{} < 0", number(product)), product < 0.0);
            if product < 0.0 {
                return Err(letter);
            }
        }
        Ok((t, bi))
    }

    fn one_dot(&mut self) -> Verdict {
        let (t, bi) = self.steps_a_to_e()?;
        let product = (bi - self.plain.p0).dot(bi - self.plain.p1);
        let says = "hit if $Bi$ is between $P0$ and $P1$,";
        self.test("f", says, "(Bi−P0)·(Bi−P1) < 0", format!("{} < 0", number(product)), product < 0.0);
        if product < 0.0 { Ok((t, bi)) } else { Err("f") }
    }

    fn straddle(&mut self) -> Verdict {
        let [left, right] = [self.plain.p0, self.plain.p1].map(|end| self.plain.beside_path(end));
        self.value("(P0−Bs)·M", left);
        self.value("(P1−Bs)·M", right);
        let says = "reject if both ends of the wall are on one side of the path,";
        let formula = "((P0−Bs)·M)·((P1−Bs)·M) > 0";
        let product = left * right;
        self.test("a", says, formula, format!("{} > 0", number(product)), product > 0.0);
        if product > 0.0 {
            return Err("a");
        }
        self.time("b", "c")
    }

    /// What methods 1 and 2 share.
    fn steps_a_to_e(&mut self) -> Verdict {
        let [d, s, e] = [self.plain.p0, self.plain.bs, self.plain.be].map(|point| self.plain.projection(point));
        self.value("N·P0", d);
        self.value("N·Bs", s);
        self.value("N·Be", e);
        let numbers = |sign: char| format!("{} {sign} {} and {} {sign} {}", number(s), number(d), number(e), number(d));
        let (inner, outer) = (s < d && e < d, s > d && e > d);
        let says = |side: &str| format!("reject if both ends of the path are on the {side} side,");
        self.test("a", &says("inner"), "N·Bs < N·P0 and N·Be < N·P0", numbers('<'), inner);
        if inner {
            return Err("a");
        }
        self.test("b", &says("outer"), "N·Bs > N·P0 and N·Be > N·P0", numbers('>'), outer);
        if outer {
            return Err("b");
        }
        let across = self.plain.n_v();
        self.test("c", "reject if parallel,", "N·V = 0", format!("{} = 0", number(across)), across == 0.0);
        if across == 0.0 {
            return Err("c");
        }
        self.time("d", "e")
    }

    /// The time and whether it is in the frame, with the letters of both steps.
    fn time(&mut self, letter: &str, next: &'static str) -> Verdict {
        let t = self.plain.ti();
        let [d, s] = [self.plain.p0, self.plain.bs].map(|point| self.plain.projection(point));
        let quotient = format!("({} − {}) / {} = {}", number(d), number(s), number(self.plain.n_v()), number(t));
        self.lines.push(Line { numbers: quotient, ..words("ti = (N·P0 − N·Bs) / (N·V)") }.step(letter));
        // Neither is true of what is no number: the printed form lets it pass.
        let (is_before, is_after) = (t < 0.0, t > 1.0);
        let outside = is_before || is_after;
        let numbers = format!("{0} < 0 or {0} > 1", number(t));
        self.test(next, "reject if outside of the frame,", "ti < 0 or ti > 1", numbers, outside);
        if outside {
            return Err(next);
        }
        let bi = self.plain.bi();
        self.lines.push(Line { numbers: pair(bi), ..words("Bi = Bs + ti·V") });
        Ok((t, bi))
    }

    fn value(&mut self, formula: &str, value: f64) {
        self.lines.push(Line { numbers: number(value), ..words(formula) });
    }

    fn test(&mut self, letter: &str, says: &str, formula: &str, numbers: String, holds: bool) {
        self.lines.push(Line::test(says, formula, numbers, holds).step(letter));
    }
}

/// A line whose numbers are all there is to say, as floats print them.
fn words(formula: &str) -> Line {
    Line { formula: formula.into(), ..Line::default() }
}

/// A float with as many digits as tell it from its neighbours.
fn number(value: f64) -> String {
    let text = format!("{value:?}").replace('-', "−");
    text.strip_suffix(".0").map_or(text.clone(), String::from)
}

fn pair(point: Point) -> String {
    format!("({}, {})", number(point.x), number(point.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::Value;

    fn said([bs, be]: [[f64; 2]; 2], [p0, p1]: [[f64; 2]; 2]) -> [Textbook; 3] {
        let (path, wall) = (Sweep::point(bs, be).unwrap(), Segment::new(p0, p1).unwrap());
        Method::ALL.map(|method| method.textbook(&path, &wall))
    }

    /// A path through the middle of a wall, line by line; the wall's normal is (4, 0), and that of the path (1, −4).
    #[test]
    fn pages_of_a_hit() {
        let [one, two, three] = said([[-2.0, 1.0], [2.0, 2.0]], [[0.0, 0.0], [0.0, 4.0]]);
        let shared = "
  N·P0 = 0
  N·Bs = −8
  N·Be = 8
  a: reject if both ends of the path are on the inner side, N·Bs < N·P0 and N·Be < N·P0: −8 < 0 and 8 < 0: no
  b: reject if both ends of the path are on the outer side, N·Bs > N·P0 and N·Be > N·P0: −8 > 0 and 8 > 0: no
  c: reject if parallel, N·V = 0: 16 = 0: no
  d: ti = (N·P0 − N·Bs) / (N·V) = (0 − −8) / 16 = 0.5
  e: reject if outside of the frame, ti < 0 or ti > 1: 0.5 < 0 or 0.5 > 1: no
  Bi = Bs + ti·V = (0, 1.5)
";
        let verdict = "  verdict: hit at the time ti = 0.5 in Bi = (0, 1.5)";
        let first = "  f: reject if Bi lies beyond P0, (Bi−P0)·(P1−P0) < 0: 6 < 0: no
  g: reject if Bi lies beyond P1, (Bi−P1)·(P0−P1) < 0: 10 < 0: no
";
        let title = "Method 1, project on both ends in plain floats";
        assert_eq!(one.steps.to_string().trim_end(), format!("{title}{shared}{first}{verdict}"));
        let second = "  f: hit if Bi is between P0 and P1, (Bi−P0)·(Bi−P1) < 0: −3.75 < 0: yes\n";
        let title = "Method 2, one dot product in plain floats";
        assert_eq!(two.steps.to_string().trim_end(), format!("{title}{shared}{second}{verdict}"));
        let third = "Method 3, straddle first in plain floats
  (P0−Bs)·M = 6
  (P1−Bs)·M = −10
  a: reject if both ends of the wall are on one side of the path, ((P0−Bs)·M)·((P1−Bs)·M) > 0: −60 > 0: no
  b: ti = (N·P0 − N·Bs) / (N·V) = (0 − −8) / 16 = 0.5
  c: reject if outside of the frame, ti < 0 or ti > 1: 0.5 < 0 or 0.5 > 1: no
  Bi = Bs + ti·V = (0, 1.5)
";
        assert_eq!(three.steps.to_string().trim_end(), format!("{third}{verdict}"));
    }

    /// Which steps each method comes to, those that hold with a `!`, and whether it says that there is a hit; beside a wall from (0, 0) to (0, 4).
    #[test]
    fn steps_of_each_method() {
        let through_an_end = (["a b c e f g", "a b c e f", "a c"], [true, false, true]);
        let through = (["a b c e f g", "a b c e f!", "a c"], [true, true, true]);
        for (path, (steps, hits)) in [
            ([[-2.0, 1.0], [2.0, 2.0]], through),
            // From the wall's line, or to it.
            ([[0.0, 1.0], [-2.0, 2.0]], through),
            ([[0.0, 0.0], [2.0, 1.0]], through_an_end),
            ([[-2.0, 1.0], [0.0, 0.0]], through_an_end),
            ([[2.0, 1.0], [0.0, 4.0]], through_an_end),
            // On either side of it, past its ends, beside it and along it.
            ([[-3.0, 1.0], [-1.0, 2.0]], (["a!", "a!", "a c!"], [false; 3])),
            ([[1.0, 1.0], [3.0, 2.0]], (["a b!", "a b!", "a c!"], [false; 3])),
            ([[-2.0, -1.0], [2.0, -1.0]], (["a b c e f!", "a b c e f", "a!"], [false; 3])),
            ([[-2.0, 5.0], [2.0, 5.0]], (["a b c e f g!", "a b c e f", "a!"], [false; 3])),
            ([[1.0, 0.0], [1.0, 3.0]], (["a b!", "a b!", "a!"], [false; 3])),
            ([[0.0, 8.0], [0.0, 2.0]], (["a b c!", "a b c!", "a c"], [false, false, true])),
        ] {
            for (said, (steps, is_hit)) in said(path, [[0.0, 0.0], [0.0, 4.0]]).iter().zip(steps.iter().zip(hits)) {
                let answers = said.steps.lines.iter().filter_map(|line| match line.value {
                    Value::Test { holds, plain } if holds == plain => {
                        Some(format!("{}{}", line.step, if holds { "!" } else { "" }))
                    }
                    _ => None,
                });
                assert_eq!(answers.collect::<Vec<_>>().join(" "), *steps, "{path:?} {}", said.steps);
                assert_eq!(said.hit.is_some(), is_hit, "{path:?} {}", said.steps);
            }
        }
    }

    /// A path that starts on the wall touches it at 0, and not at −0, whichever way it goes.
    #[test]
    fn no_time_is_negative_zero() {
        for x in [-2.0, 2.0] {
            for said in said([[0.0, 1.0], [x, 1.0]], [[0.0, 0.0], [0.0, 4.0]]) {
                assert_eq!(said.hit.map(|(t, _)| t.to_bits()), Some(0), "{}", said.steps);
            }
        }
    }

    #[test]
    fn plain_cases_are_right() {
        let wall = [[6.0, 0.0], [10.0, 7.0]];
        for said in said([[6.0, 4.0], [9.0, 5.0]], wall) {
            let (t, point) = said.hit.unwrap();
            assert!((t - 16.0 / 17.0).abs() < 1e-15 && (point.x - (6.0 + 48.0 / 17.0)).abs() < 1e-14, "{said:?}");
        }
        assert!(said([[5.0, 2.0], [7.0, 3.0]], wall).iter().all(|said| said.hit.is_none()));
    }

    /// The traps of the printed forms, each where only that method falls into it.
    #[test]
    fn traps_are_as_printed() {
        let wall = [[0.0, 0.0], [0.0, 4.0]];
        let [one, two, three] = said([[-2.0, 4.0], [2.0, 4.0]], wall);
        assert_eq!((one.hit.is_some(), two.hit.is_some(), three.hit.is_some()), (true, false, true));
        // Along the wall: 0 by 0.
        let [one, two, three] = said([[0.0, -2.0], [0.0, 2.0]], wall);
        assert_eq!((one.hit, two.hit), (None, None));
        assert!(three.hit.is_some_and(|(t, point)| t.is_nan() && point.x.is_nan()));
        assert!(three.steps.to_string().contains("verdict: hit at the time ti = NaN"), "{}", three.steps);
    }

    /// On paper the path ends on the wall, and in floats the three do not agree that it does.
    #[test]
    fn rounding_parts_the_methods() {
        let verdicts = |case: [[f64; 2]; 2], wall| said(case, wall).map(|said| said.hit.is_some());
        let mut differ = 0;
        for i in 1..200 {
            let x = f64::from(i) / 10.0;
            let [one, two, three] = verdicts([[0.0, 1.0], [x, x / 3.0]], [[0.0, 0.0], [x * 3.0, x]]);
            differ += usize::from(one != two || two != three);
        }
        assert!(differ > 0);
    }
}
