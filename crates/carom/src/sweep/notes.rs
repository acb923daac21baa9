//! What the three methods compute, written down line by line in numbers as they stand on paper.
//!
//! Nothing is decided here: every answer comes from the method that is at work, and is shown with the textbook's formula and the
//! numbers put in. Beside it stands what plain floating point would have answered, where that is something else.

use super::path::Hit;
use crate::exact::touch::Touch;
use crate::exact::{Feature, Side, answers::Contact};
use crate::paper::{
    Fraction, Line, Pair, Scalar, Value, difference, divisor_text, dot, negative_text, pair_text, product_text, signed,
    times, turned,
};
use crate::point::{Point, Vec2};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A case as it stands on paper: the path from Bs to Be and the wall from P0 to P1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Paper {
    pub(crate) bs: Pair,
    pub(crate) be: Pair,
    pub(crate) p0: Pair,
    pub(crate) p1: Pair,
}

impl Paper {
    pub(crate) fn of([bs, be]: [Point; 2], [p0, p1]: [Point; 2]) -> Paper {
        let pair = |point: Point| [Scalar::from(point.x), Scalar::from(point.y)];
        Paper { bs: pair(bs), be: pair(be), p0: pair(p0), p1: pair(p1) }
    }

    /// N = (E.y, −E.x) with E = P1 − P0.
    pub(crate) fn n(&self) -> Pair {
        turned(difference(self.p1, self.p0))
    }

    pub(crate) fn v(&self) -> Pair {
        difference(self.be, self.bs)
    }

    fn n_v(&self) -> Scalar {
        dot(self.n(), self.v())
    }

    fn ti(&self) -> Scalar {
        (dot(self.n(), self.p0) - dot(self.n(), self.bs)) / self.n_v()
    }

    fn at(&self, t: Scalar) -> Pair {
        let [x, y] = times(t, self.v());
        [self.bs[0] + x, self.bs[1] + y]
    }

    fn point(&self, name: &str) -> Pair {
        match name {
            "P0" => self.p0,
            "P1" => self.p1,
            "Bs" => self.bs,
            _ => self.be,
        }
    }

    /// (P−Bs)·M with M = (V.y, −V.x).
    fn beside_path(&self, name: &str) -> Scalar {
        dot(difference(self.point(name), self.bs), turned(self.v()))
    }
}

/// The same in plain floating point, as a program made from the textbook computes it.
pub(super) struct Plain {
    pub(super) bs: Point,
    pub(super) be: Point,
    pub(super) p0: Point,
    pub(super) p1: Point,
}

impl Plain {
    pub(super) fn of(paper: &Paper) -> Plain {
        let point = |[x, y]: Pair| Point::new(x.to_f64(), y.to_f64());
        Plain { bs: point(paper.bs), be: point(paper.be), p0: point(paper.p0), p1: point(paper.p1) }
    }

    pub(super) fn n(&self) -> Vec2 {
        (self.p1 - self.p0).normal()
    }

    pub(super) fn v(&self) -> Vec2 {
        self.be - self.bs
    }

    pub(super) fn projection(&self, point: Point) -> f64 {
        self.n().dot(point - Point::default())
    }

    pub(super) fn n_v(&self) -> f64 {
        self.n().dot(self.v())
    }

    pub(super) fn ti(&self) -> f64 {
        (self.projection(self.p0) - self.projection(self.bs)) / self.n_v() + 0.0
    }

    pub(super) fn bi(&self) -> Point {
        self.bs + self.v() * self.ti()
    }

    pub(super) fn beside_path(&self, point: Point) -> f64 {
        (point - self.bs).dot(self.v().normal())
    }
}

/// The working of one method, as far as it has come.
pub(super) struct Notes {
    /// Whether it is method 3, whose steps have letters of their own.
    is_straddle: bool,
    paper: Paper,
    plain: Plain,
    pub(super) lines: Vec<Line>,
    /// When the path touches, once that is known.
    time: Option<Scalar>,
    has_said_why: bool,
}

impl Notes {
    pub(super) fn new(is_straddle: bool, paper: Paper) -> Notes {
        Notes { is_straddle, paper, plain: Plain::of(&paper), lines: Vec::new(), time: None, has_said_why: false }
    }

    pub(super) fn wall_vector(&mut self) -> Line {
        let Paper { p0, p1, .. } = self.paper;
        Line::vector("E = P1 − P0", difference_text(p1, p0), difference(p1, p0)).says("the wall's vector")
    }

    pub(super) fn wall_normal(&mut self) -> Line {
        let [x, y] = difference(self.paper.p1, self.paper.p0);
        let numbers = format!("({}, {})", y.short(), negative_text(x));
        Line::vector("N = (E.y, −E.x)", numbers, self.paper.n()).says("its normal")
    }

    pub(super) fn projection(&mut self, name: &'static str) -> Line {
        let (n, p) = (self.paper.n(), self.paper.point(name));
        Line::number(format!("N·{name}"), product_text(n, p), dot(n, p)).cost(2, 0, 0)
    }

    /// Steps a and b of methods 1 and 2.
    pub(super) fn both_on_side(&mut self, side: Side, holds: bool) -> Line {
        let [s, e, d] = [self.paper.bs, self.paper.be, self.paper.p0].map(|p| dot(self.paper.n(), p));
        let plain = [self.plain.bs, self.plain.be, self.plain.p0].map(|p| self.plain.projection(p));
        let (letter, sign, name, order) = match side {
            Side::Left => ("a", '<', "inner", Ordering::Less),
            _ => ("b", '>', "outer", Ordering::Greater),
        };
        let says = format!("reject if both ends of the path are on the {name} side,");
        let formula = format!("N·Bs {sign} N·P0 and N·Be {sign} N·P0");
        let numbers = format!("{} {sign} {} and {} {sign} {}", s.short(), d.short(), e.short(), d.short());
        // The second is not asked if the first is false.
        let first = (s - d).sign().unwrap_or_else(|| plain[0].total_cmp(&plain[2])) == order;
        let compare = |x: f64| x.partial_cmp(&plain[2]) == Some(order);
        let says_plain = compare(plain[0]) && compare(plain[1]);
        let values = [("N·Bs", plain[0], s), ("N·Be", plain[1], e), ("N·P0", plain[2], d)];
        let line = Line::test(says, formula, numbers, holds).step(letter).cost(0, 0, if first { 2 } else { 1 });
        self.beside(line, says_plain, &values)
    }

    pub(super) fn motion(&mut self) -> Line {
        let Paper { bs, be, .. } = self.paper;
        Line::vector("V = Be − Bs", difference_text(be, bs), self.paper.v()).says("the motion")
    }

    pub(super) fn path_normal(&mut self) -> Line {
        let [x, y] = self.paper.v();
        let numbers = format!("({}, {})", y.short(), negative_text(x));
        Line::vector("M = (V.y, −V.x)", numbers, turned(self.paper.v())).says("square to the path")
    }

    pub(super) fn distance_from_path(&mut self, name: &'static str) -> Line {
        let (m, p) = (turned(self.paper.v()), self.paper.point(name));
        let to = difference(p, self.paper.bs);
        let numbers = format!("({})·{} = {}", difference_text(p, self.paper.bs), pair_text(m), product_text(to, m));
        Line::number(format!("({name}−Bs)·M"), numbers, dot(to, m)).cost(2, 0, 0)
    }

    /// Step a of method 3.
    pub(super) fn ends_on_one_side(&mut self, holds: bool) -> Line {
        let [l, r] = ["P0", "P1"].map(|name| self.paper.beside_path(name));
        let [plain_l, plain_r] = [self.plain.p0, self.plain.p1].map(|p| self.plain.beside_path(p));
        let numbers = format!("{}·{} = {} > 0", signed(l), signed(r), (l * r).short());
        let says = "reject if both ends of the wall are on one side of the path,";
        let line = Line::test(says, "((P0−Bs)·M)·((P1−Bs)·M) > 0", numbers, holds).step("a").cost(1, 0, 1);
        let values = [("(P0−Bs)·M", plain_l, l), ("(P1−Bs)·M", plain_r, r)];
        self.beside(line, plain_l * plain_r > 0.0, &values)
    }

    /// N·V, which methods 1 and 2 have from the projections.
    pub(super) fn across(&mut self) -> Line {
        let (n, v) = (self.paper.n(), self.paper.v());
        if self.is_straddle {
            return Line::number("N·V", product_text(n, v), dot(n, v)).cost(2, 0, 0);
        }
        let [e, s] = [self.paper.be, self.paper.bs].map(|p| dot(n, p));
        Line::number("N·V = N·Be − N·Bs", format!("{} − {}", e.short(), signed(s)), dot(n, v))
    }

    /// Step c, or b of method 3.
    pub(super) fn is_parallel(&mut self, holds: bool) -> Line {
        let (exact, plain) = (self.paper.n_v(), self.plain.n_v());
        let letter = self.letter("c", "b");
        let line = Line::test("parallel if", "N·V = 0", format!("{} = 0", exact.short()), holds).step(letter);
        let line = self.beside(line.cost(0, 0, 1), plain == 0.0, &[("N·V", plain, exact)]);
        if holds && self.is_straddle {
            return line.remark("the textbook's method 3 has no such step: it would divide 0 by 0");
        }
        line
    }

    /// What comes of a path along the wall's line, or of one without length.
    pub(super) fn along_the_line(&mut self, touch: Option<Touch>, p0: Point) -> Line {
        let Paper { bs, p0: first, p1: last, .. } = self.paper;
        let v = self.paper.v();
        let [d, s] = [first, bs].map(|p| dot(self.paper.n(), p));
        if (d - s).sign().is_some_and(|sign| sign != Ordering::Equal) {
            let numbers = format!("{} = {}", s.short(), d.short());
            return Line::test("on the wall's line if", "N·Bs = N·P0", numbers, false).cost(0, 0, 1);
        }
        let beyond = dot(difference(bs, first), difference(bs, last));
        let numbers =
            format!("({})·({}) = {} ≤ 0", difference_text(bs, first), difference_text(bs, last), beyond.short());
        let starts = matches!(touch, Some(Touch::Start));
        let says = "path and wall lie on one line; the path starts on the wall if";
        let mut start = Line::test(says, "(Bs−P0)·(Bs−P1) ≤ 0", numbers, starts).cost(2, 0, 1);
        if !self.is_straddle {
            start = start.remark("the textbook rejects whatever is parallel; here touching counts");
        }
        if starts || (v[0].is_zero() && v[1].is_zero()) {
            self.time = starts.then_some(Scalar::ZERO);
            return start;
        }
        self.lines.push(start);
        for (name, end) in [("P0", first), ("P1", last)] {
            let (t, numbers) = self.along(end);
            let formula = format!("t({name}) = (({name}−Bs)·V) / (V·V)");
            self.lines.push(Line::number(formula, numbers, t).says("it passes").cost(4, 1, 0));
        }
        let [t0, t1] = [first, last].map(|end| self.along(end).0);
        let (name, t) = match touch {
            Some(Touch::End(end)) if end == p0 => ("P0", t0),
            Some(_) => ("P1", t1),
            // Both are before it or both behind, as the path leads away or stops too early.
            None if is_nearer(last, first, bs) => ("P1", t1),
            None => ("P0", t0),
        };
        self.time = touch.is_some().then_some(t);
        let says = format!("{name} is the nearer end; hit there if");
        let formula = format!("0 ≤ t({name}) ≤ 1");
        Line::test(says, formula, format!("0 ≤ {} ≤ 1", t.short()), touch.is_some()).cost(0, 0, 3)
    }

    /// When a path along the wall's line passes an end of it.
    fn along(&self, end: Pair) -> (Scalar, String) {
        let (v, to) = (self.paper.v(), difference(end, self.paper.bs));
        let numbers = format!("({}) / ({})", product_text(to, v), product_text(v, v));
        (dot(to, v) / dot(v, v), numbers)
    }

    /// Step d, or c of method 3.
    pub(super) fn time(&mut self) -> Line {
        let [d, s] = [self.paper.p0, self.paper.bs].map(|p| dot(self.paper.n(), p));
        let ti = self.paper.ti();
        self.time = Some(ti);
        let numbers = format!("({} − {}) / {}", d.short(), signed(s), divisor_text(self.paper.n_v()));
        Line::number("ti = (N·P0 − N·Bs) / (N·V)", numbers, ti).step(self.letter("d", "c")).cost(0, 1, 0)
    }

    /// Step e, or d of method 3.
    pub(super) fn time_is_outside(&mut self, holds: bool) -> Line {
        let (exact, plain) = (self.paper.ti(), self.plain.ti());
        if holds {
            self.time = None;
        }
        let numbers = format!("{} < 0 or {} > 1", exact.short(), exact.short());
        let line = Line::test("reject if outside of the frame,", "ti < 0 or ti > 1", numbers, holds);
        let line = line.step(self.letter("e", "d")).cost(0, 0, if exact.to_f64() < 0.0 { 1 } else { 2 });
        self.beside(line, !(0.0..=1.0).contains(&plain), &[("ti", plain, exact)])
    }

    pub(super) fn meeting_point(&mut self) -> Line {
        let (ti, v, bs) = (self.paper.ti(), self.paper.v(), self.paper.bs);
        let numbers = format!("{} + {}·{}", pair_text(bs), signed(ti), pair_text(v));
        Line::vector("Bi = Bs + ti·V", numbers, self.paper.at(ti)).cost(2, 0, 0)
    }

    /// Steps f and g of method 1.
    pub(super) fn is_beyond(&mut self, is_first: bool, holds: bool) -> Line {
        let Paper { p0, p1, .. } = self.paper;
        let bi = self.paper.at(self.paper.ti());
        let (letter, name, other_name, end, other) =
            if is_first { ("f", "P0", "P1", p0, p1) } else { ("g", "P1", "P0", p1, p0) };
        let (to, along) = (difference(bi, end), difference(other, end));
        let value = dot(to, along);
        let formula = format!("(Bi−{name})·({other_name}−{name}) < 0");
        let numbers =
            format!("{}·{} = {} = {} < 0", pair_text(to), pair_text(along), product_text(to, along), value.short());
        let (end, other) = if is_first { (self.plain.p0, self.plain.p1) } else { (self.plain.p1, self.plain.p0) };
        let plain = (self.plain.bi() - end).dot(other - end);
        let line = Line::test(format!("reject if $Bi$ lies beyond ${name}$,"), formula, numbers, holds).step(letter);
        self.beside(line.cost(2, 0, 1), plain < 0.0, &[("the product", plain, value)])
    }

    /// Step f of method 2.
    pub(super) fn is_between(&mut self, holds: bool) -> Line {
        let Paper { p0, p1, .. } = self.paper;
        let bi = self.paper.at(self.paper.ti());
        let (first, last) = (difference(bi, p0), difference(bi, p1));
        let value = dot(first, last);
        let numbers =
            format!("{}·{} = {} = {} ≤ 0", pair_text(first), pair_text(last), product_text(first, last), value.short());
        let bi = self.plain.bi();
        let plain = (bi - self.plain.p0).dot(bi - self.plain.p1);
        let line = Line::test("hit if $Bi$ is between $P0$ and $P1$,", "(Bi−P0)·(Bi−P1) ≤ 0", numbers, holds).step("f");
        let line = self.beside(line.cost(2, 0, 1), plain <= 0.0, &[("the product", plain, value)]);
        if holds && value.is_zero() {
            return line.remark("a form with a strict < would lose this hit: touching counts, also at $P0$ and $P1$");
        }
        line
    }

    /// The lines with the verdict, and when and where the touch is.
    pub(super) fn finish(mut self, hit: Option<&Hit>) -> (Vec<Line>, Option<(Scalar, Pair)>) {
        let touch = hit.and(self.time).map(|time| (time, self.paper.at(time)));
        let line = match (hit, touch) {
            (Some(hit), Some((time, point))) => verdict(hit, time, point),
            (Some(hit), None) => format!("verdict: {hit}"),
            (None, _) => {
                let rejected =
                    self.lines.iter().rev().find(|line| !line.step.is_empty()).map(|line| line.step.as_str());
                format!("verdict: no hit; step {} decides it", rejected.unwrap_or("a"))
            }
        };
        self.lines.push(Line::words(line));
        (self.lines, touch)
    }

    fn letter(&self, usual: &'static str, third: &'static str) -> &'static str {
        if self.is_straddle { third } else { usual }
    }

    /// The line with what plain floating point would have said of it, where that is something else.
    fn beside(&mut self, mut line: Line, says: bool, values: &[(&str, f64, Scalar)]) -> Line {
        let Value::Test { holds, .. } = line.value else { return line };
        line.value = Value::Test { holds, plain: says };
        if says == holds {
            return line;
        }
        let answer = if says { "yes" } else { "no" };
        line.remarks.push(format!("plain floating point would say {answer}, which is wrong. Digit by digit:"));
        for (name, plain, exact) in values {
            line.remarks.push(digits_of(name, *plain, *exact));
        }
        // Once is enough.
        if !self.has_said_why {
            line.remarks.push(self.why());
            self.has_said_why = true;
        }
        line
    }

    /// Why rounded numbers go astray.
    fn why(&self) -> String {
        let Paper { bs, be, p0, p1 } = self.paper;
        let is_lost = |x: &Scalar| x.fraction().is_some_and(|exact| Fraction::of(x.to_f64()) != Some(exact));
        let lost = [bs, be, p0, p1].concat().into_iter().find(is_lost);
        let read =
            lost.map_or(String::new(), |x| format!("{} is read as the binary number next to it, and then ", x.short()));
        format!(
            "The reason: {read}every difference, product and sum is rounded to 53 binary digits, about 16 decimal ones. \
             What is left when nearly equal numbers are subtracted is then mostly rounding."
        )
    }
}

/// `ti: computed 1.000000000000000222044605, exactly 1.000000000000000000000000, off by 2.2e−16`.
fn digits_of(name: &str, plain: f64, exact: Scalar) -> String {
    const PLACES: usize = 24;
    let (Some(computed), Some(truth)) = (Fraction::of(plain), exact.fraction()) else {
        return format!("${name}$: computed {plain}, exactly about {}", exact.decimal());
    };
    let padded = |x: Fraction| {
        let digits = x.decimals(PLACES);
        let digits = digits.trim_end_matches('…');
        let places = digits.split_once('.').map_or(0, |(_, places)| places.len());
        let point = if digits.contains('.') { "" } else { "." };
        format!("{digits}{point}{}", "0".repeat(PLACES - places))
    };
    let off = computed.minus(truth).map_or(String::new(), |off| match off.to_f64() {
        0.0 => ", the same".into(),
        off => format!(", off by {}", format!("{off:.1e}").replace('-', "−")),
    });
    format!("${name}$: computed {}, exactly {}{off}", padded(computed), padded(truth))
}

fn verdict(hit: &Hit, time: Scalar, point: Pair) -> String {
    let how = match hit.contact {
        Contact::Crosses => "the path crosses the wall",
        Contact::Ends => "the path ends on the wall",
        Contact::Starts => "the path starts on the wall",
        Contact::Along => "the path runs along the wall",
        Contact::Leaves => "the path touches the wall and leaves it",
        Contact::Overlaps => "it overlaps the wall from the start",
    };
    let corner = match hit.feature {
        Feature::Side => String::new(),
        Feature::A => "; a corner hit: $Bi$ is the wall's end $P0$".into(),
        Feature::B => "; a corner hit: $Bi$ is the wall's end $P1$".into(),
    };
    format!("verdict: hit at the time $ti = {}$ in $Bi = {}$; {how}{corner}", time.short(), pair_text(point))
}

/// `(10, 7) − (6, 0)`.
pub(crate) fn difference_text(a: Pair, b: Pair) -> String {
    format!("{} − {}", pair_text(a), pair_text(b))
}

/// Whether one of two places is nearer than the other to a third, that is on their line and not between them: each axis tells along which they differ.
fn is_nearer(one: Pair, other: Pair, from: Pair) -> bool {
    [0, 1].into_iter().any(|axis| {
        let [one, other, from] = [one, other, from].map(|place| place[axis].to_f64());
        (from <= one && one < other) || (other < one && one <= from)
    })
}

#[cfg(test)]
mod tests {
    use crate::methods::{Explanation, Method};
    use crate::paper::{Cost, Value};
    use crate::{Segment, Sweep};
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    fn explained(method: Method, [bs, be]: [[f64; 2]; 2], [p0, p1]: [[f64; 2]; 2]) -> Explanation {
        method.explain(&Sweep::point(bs, be).unwrap(), &Segment::new(p0, p1).unwrap())
    }

    const WALL: [[f64; 2]; 2] = [[0.0, 0.0], [0.0, 4.0]];

    fn text(method: Method, path: [[f64; 2]; 2]) -> String {
        explained(method, path, WALL).steps.to_string()
    }

    #[test]
    fn straddle_line_by_line() {
        let expected = "Method 3, straddle first
  the motion V = Be − Bs = (2, 2) − (−2, 1) = (4, 1)
  square to the path M = (V.y, −V.x) = (1, −4)
  (P0−Bs)·M = ((0, 0) − (−2, 1))·(1, −4) = 2·1 + (−1)·(−4) = 6
  (P1−Bs)·M = ((0, 4) − (−2, 1))·(1, −4) = 2·1 + 3·(−4) = −10
  a: reject if both ends of the wall are on one side of the path, ((P0−Bs)·M)·((P1−Bs)·M) > 0: 6·(−10) = −60 > 0: no
  the wall's vector E = P1 − P0 = (0, 4) − (0, 0) = (0, 4)
  its normal N = (E.y, −E.x) = (4, 0)
  N·P0 = 4·0 + 0·0 = 0
  N·Bs = 4·(−2) + 0·1 = −8
  N·V = 4·4 + 0·1 = 16
  b: parallel if N·V = 0: 16 = 0: no
  c: ti = (N·P0 − N·Bs) / (N·V) = (0 − (−8)) / 16 = 1/2 = 0.5
  d: reject if outside of the frame, ti < 0 or ti > 1: 1/2 < 0 or 1/2 > 1: no
  Bi = Bs + ti·V = (−2, 1) + 1/2·(4, 1) = (0, 3/2) = (0, 1.5)
  verdict: hit at the time ti = 1/2 in Bi = (0, 3/2); the path crosses the wall";
        assert_eq!(text(Method::Straddle, [[-2.0, 1.0], [2.0, 2.0]]).trim_end(), expected);
    }

    /// Paths along the wall's line: the end that is nearer to the start, when it is passed, and the verdict. One that leads away was there before it
    /// started; one without motion passes nothing.
    #[test]
    fn along_the_line() {
        const FAR: f64 = 1e17;
        for (path, nearer, verdict) in [
            ([[0.0, 8.0], [0.0, 2.0]], "P1 2/3 yes", "hit at the time ti = 2/3 in Bi = (0, 4)"),
            ([[0.0, -3.0], [0.0, 1.0]], "P0 3/4 yes", "hit at the time ti = 3/4 in Bi = (0, 0)"),
            ([[0.0, 8.0], [0.0, 6.0]], "P1 2 no", "no hit; step"),
            ([[0.0, -3.0], [0.0, -1.0]], "P0 3/2 no", "no hit; step"),
            ([[0.0, 6.0], [0.0, 8.0]], "P1 −1 no", "no hit; step"),
            ([[0.0, -2.0], [0.0, -6.0]], "P0 −1/2 no", "no hit; step"),
            ([[0.0, 1.0], [0.0, 2.0]], "", "hit at the time ti = 0 in Bi = (0, 1)"),
            ([[0.0, 2.0], [0.0, 2.0]], "", "hit at the time ti = 0 in Bi = (0, 2)"),
            ([[0.0, 8.0], [0.0, 8.0]], "", "no hit; step"),
            // Both ends are passed at −1, as it is rounded.
            ([[0.0, FAR], [0.0, 2.0 * FAR]], "P1 −1 no", "no hit; step"),
        ] {
            for method in Method::ALL {
                let text = text(method, path);
                let lines: Vec<&str> = text.lines().map(str::trim).collect();
                let passed = lines.iter().filter(|line| line.starts_with("it passes")).count();
                assert_eq!(passed, if nearer.is_empty() { 0 } else { 2 }, "{text}");
                if let [name, time, answer] = nearer.split(' ').collect::<Vec<_>>()[..] {
                    let expected = alloc::format!(
                        "{name} is the nearer end; hit there if 0 ≤ t({name}) ≤ 1: 0 ≤ {time} ≤ 1: {answer}"
                    );
                    assert!(lines.contains(&expected.as_str()), "{expected}: {text}");
                }
                let letter = if method == Method::Straddle { "b" } else { "c" };
                let verdict = if verdict.starts_with("no") {
                    alloc::format!("{verdict} {letter} decides it")
                } else {
                    verdict.into()
                };
                assert!(text.contains(&alloc::format!("verdict: {verdict}")), "{verdict}: {text}");
                let is_straddle = method == Method::Straddle;
                assert_eq!(text.contains("the textbook rejects whatever is parallel"), !is_straddle, "{text}");
                assert_eq!(text.contains("the textbook's method 3 has no such step"), is_straddle, "{text}");
            }
        }
        let across = text(Method::Straddle, [[-2.0, 1.0], [2.0, 2.0]]);
        assert!(!across.contains("the textbook's method 3"), "{across}");
    }

    /// What is asked second is not asked, and costs nothing, if the first says enough.
    #[test]
    fn costs_of_comparisons() {
        let wall = [[1.0, 0.0], [1.0, 4.0]];
        let cost = |method: Method, path, formula: &str| {
            let steps = explained(method, path, wall).steps;
            steps.lines.iter().find(|line| line.formula == formula).map(|line| line.cost)
        };
        let comparisons = |comparisons| Some(Cost { multiplications: 0, divisions: 0, comparisons });
        let (inner, outer) = ("N·Bs < N·P0 and N·Be < N·P0", "N·Bs > N·P0 and N·Be > N·P0");
        for (path, [first, second]) in
            [([[0.5, 1.0], [2.0, 1.0]], [2, 1]), ([[2.0, 1.0], [0.5, 1.0]], [1, 2]), ([[1.0, 1.0], [2.0, 1.0]], [1, 1])]
        {
            assert_eq!(cost(Method::BothEnds, path, inner), comparisons(first), "{path:?}");
            assert_eq!(cost(Method::BothEnds, path, outer), comparisons(second), "{path:?}");
        }
        for (path, count) in
            [([[-3.0, 1.0], [0.0, 1.0]], 2), ([[0.0, 1.0], [-3.0, 1.0]], 1), ([[1.0, 1.0], [2.0, 1.0]], 2)]
        {
            assert_eq!(cost(Method::Straddle, path, "ti < 0 or ti > 1"), comparisons(count), "{path:?}");
        }
    }

    /// Where plain floats would be wrong it is said why, once; of numbers that are what they are on paper none was read as another.
    #[test]
    fn why_floats_are_wrong() {
        let (mut wrong, mut most) = (0, 0);
        for i in 1..400 {
            let x = f64::from(i) / 10.0;
            for method in Method::ALL {
                let steps = explained(method, [[0.0, 1.0], [x, x / 3.0]], [[0.0, 0.0], [x * 3.0, x]]).steps;
                let text = steps.to_string();
                let differ = |value: &Value| matches!(value, Value::Test { holds, plain } if holds != plain);
                let count = steps.lines.iter().filter(|line| differ(&line.value)).count();
                assert_eq!(text.matches("plain floating point would say").count(), count, "{text}");
                let reason = "The reason: every difference, product and sum is rounded to 53 binary digits";
                assert_eq!(text.matches(reason).count(), count.min(1), "{text}");
                (wrong, most) = (wrong + count, most.max(count));
            }
        }
        assert!(wrong > 10, "{wrong}, {most} in one");
    }
}
