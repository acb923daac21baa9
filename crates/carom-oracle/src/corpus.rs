//! The cases of `corpus/`: hard moves with their exact answers, as text that anybody can read.
//!
//! A file has one kind of mover, one case a line, and numbers in the hexadecimal notation of C, which is exact. `corpus/README.md`
//! describes it for those who bring a library of their own. The answers are the oracle's, found twice by different ways.

use crate::movers::{Moving, Shape};
use crate::moving::{self, Contact, Touch};
use crate::near_movers::{self, Kind};
use crate::rng::Rng;
use crate::truth::{Ends, Xy, split};
use crate::{cases, near};
use std::collections::BTreeSet;
use std::fmt::Write;

/// What moves in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// A point.
    Point,
    /// A disc.
    Disc,
    /// An upright box around its position.
    Box,
}

/// Which numbers a case is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Numbers {
    /// Every one of them is an `f32` too.
    F32,
    /// Some need an `f64`.
    F64,
}

/// How large the numbers of a case are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scale {
    /// The largest is from 1/1024 to 1024.
    Unit,
    /// All of it is so far from the origin that it is less than a millionth as wide.
    Far,
    /// Anything else: tiny, huge, or both.
    Wide,
}

/// One move.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// What moves.
    pub mover: Mover,
    /// Where its position is first and last.
    pub path: Ends,
    /// Half of a box's width and height; twice the radius of a disc, twice 0 for a point.
    pub size: [f64; 2],
    /// What it may touch: a segment.
    pub wall: Ends,
}

/// What is exactly so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// How the first touch begins.
    pub contact: Contact,
    /// When: the largest `f64` that is not after it; the move takes from 0 to 1.
    pub time: f64,
}

/// A case of a file, and its answer if they touch.
pub type Judged = (Case, Option<Answer>);

impl Mover {
    /// All of them.
    pub const ALL: [Mover; 3] = [Mover::Point, Mover::Disc, Mover::Box];

    /// The name of the file, without its ending.
    #[must_use]
    pub fn file(self) -> &'static str {
        match self {
            Mover::Point => "points",
            Mover::Disc => "discs",
            Mover::Box => "boxes",
        }
    }

    fn sizes(self) -> &'static [&'static str] {
        match self {
            Mover::Point => &[],
            Mover::Disc => &["radius"],
            Mover::Box => &["half_width", "half_height"],
        }
    }

    fn head(self) -> String {
        let numbers = ["x0", "y0", "x1", "y1"].iter().chain(self.sizes()).chain(&["ax", "ay", "bx", "by"]);
        format!("numbers,scale,{},contact,time\n", numbers.copied().collect::<Vec<_>>().join(","))
    }
}

impl Case {
    /// Which numbers it is made of.
    #[must_use]
    pub fn numbers(&self) -> Numbers {
        if self.all().into_iter().all(|x| f64::from(x as f32) == x) { Numbers::F32 } else { Numbers::F64 }
    }

    /// How large they are.
    #[must_use]
    pub fn scale(&self) -> Scale {
        let largest = self.all().into_iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
        let span = |axis: usize| {
            let places = [self.path[0], self.path[1], self.wall[0], self.wall[1]].map(|p| p[axis]);
            places.into_iter().fold(f64::MIN, f64::max) - places.into_iter().fold(f64::MAX, f64::min)
        };
        match () {
            _ if span(0).max(span(1)).max(self.size[0]) < 1e-6 * largest => Scale::Far,
            _ if (1.0 / 1024.0..=1024.0).contains(&largest) => Scale::Unit,
            _ => Scale::Wide,
        }
    }

    /// The exact answer, from the definition of a disc's touch and from that of a convex shape's: they must agree.
    ///
    /// # Panics
    /// If they do not.
    #[must_use]
    pub fn answer(&self) -> Option<Answer> {
        let shape = match self.mover {
            Mover::Box => {
                let [x, y] = self.size;
                Shape { core: vec![[-x, -y], [x, -y], [x, y], [-x, y]], radius: 0.0 }
            }
            _ => Shape { core: vec![[0.0; 2]], radius: self.size[0] },
        };
        let of_shape = Moving { shape, path: self.path }.first_touch(&Moving::wall(self.wall));
        let answer = of_shape.map(|touch| Answer { contact: touch.contact, time: touch.time.toward_zero() });
        if self.mover != Mover::Box {
            let of_disc = moving::disc_and_wall(self.path, self.size[0], self.wall);
            let of_disc = of_disc.map(|touch: Touch| Answer { contact: touch.contact, time: touch.time.toward_zero() });
            assert_eq!(answer, of_disc, "two judges differ about {self:?}");
        }
        answer
    }

    fn all(&self) -> Vec<f64> {
        [self.path[0], self.path[1], self.size, self.wall[0], self.wall[1]].concat()
    }
}

/// So many different cases of each of the two kinds of numbers, with answers, as the text of a file.
#[must_use]
pub fn text(mover: Mover, count: usize) -> String {
    let mut text = mover.head();
    for numbers in [Numbers::F32, Numbers::F64] {
        let mut rng = Rng::for_case(1, mover.file(), numbers as u64);
        let mut lines = BTreeSet::new();
        while lines.len() < count {
            let case = hard(&mut rng, mover);
            let case = if numbers == Numbers::F32 { case.and_then(|case| in_f32(&mut rng, case)) } else { case };
            if let Some(line) = case.filter(|case| case.numbers() == numbers).map(|case| line(&case)) {
                if lines.insert(line.clone()) {
                    text.push_str(&line);
                }
            }
        }
    }
    text
}

/// A move that touches or misses by a hair, or touches exactly; the numbers are those of the generators, up to rounding.
fn hard(rng: &mut Rng, mover: Mover) -> Option<Case> {
    let case = match mover {
        Mover::Point => {
            let (path, wall) =
                if rng.one_in(8) { first_two(cases::path_and_walls(rng)) } else { near::point_and_wall(rng) };
            Case { mover, path, size: [0.0; 2], wall }
        }
        Mover::Disc => {
            let ((path, radius), wall) = near::disc_and_wall(rng);
            Case { mover, path, size: [radius; 2], wall }
        }
        Mover::Box => {
            let (moving, wall) = near_movers::mover_and_wall(rng, Kind::Box);
            let core = &moving.shape.core;
            let (low, high) = (core[0], core[core.len() / 2]);
            let half = [0, 1].map(|axis| high[axis] / 2.0 - low[axis] / 2.0);
            let path = moving.path.map(|p| [0, 1].map(|axis| p[axis] + (low[axis] + half[axis])));
            Case { mover, path, size: half, wall }
        }
    };
    let has_size = match mover {
        Mover::Point => true,
        Mover::Disc => 0.0 < case.size[0],
        Mover::Box => 0.0 < case.size[0] && 0.0 < case.size[1],
    };
    (has_size && case.wall[0] != case.wall[1] && case.all().into_iter().all(f64::is_finite)).then_some(case)
}

fn first_two((path, wall, _): (Ends, Ends, Ends)) -> (Ends, Ends) {
    (path, wall)
}

/// The same move near 1, with every number rounded to an `f32`, then often at another scale: what touched or missed by a hair does
/// so by a hair of these.
fn in_f32(rng: &mut Rng, case: Case) -> Option<Case> {
    let largest = case.all().into_iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    if largest == 0.0 {
        return None;
    }
    let exponent = highest_bit(largest);
    let scale = if rng.one_in(3) { rng.between(-60, 60) as i32 } else { rng.between(-3, 3) as i32 };
    // In two steps, as the factor alone may be out of range.
    let (once, again) = (cases::power_of_two(-exponent / 2), cases::power_of_two(-exponent - -exponent / 2));
    let round = |x: f64| f64::from((x * once * again) as f32) * cases::power_of_two(scale);
    let point = |p: Xy| p.map(round);
    let rounded = Case { path: case.path.map(point), size: case.size.map(round), wall: case.wall.map(point), ..case };
    let keeps = rounded.wall[0] != rounded.wall[1]
        && (rounded.path[0] != rounded.path[1] || case.path[0] == case.path[1])
        && (case.mover == Mover::Point || rounded.size.iter().all(|size| 0.0 < *size));
    keeps.then_some(rounded)
}

fn line(case: &Case) -> String {
    let numbers = if case.numbers() == Numbers::F32 { "f32" } else { "f64" };
    let scale = match case.scale() {
        Scale::Unit => "unit",
        Scale::Far => "far",
        Scale::Wide => "wide",
    };
    let mut line = format!("{numbers},{scale}");
    let sizes = &case.size[..case.mover.sizes().len()];
    for x in case.path.as_flattened().iter().chain(sizes).chain(case.wall.as_flattened()) {
        let _ = write!(line, ",{}", hexadecimal(*x));
    }
    let _ = match case.answer() {
        None => writeln!(line, ",apart,"),
        Some(answer) => writeln!(line, ",{},{}", word(answer.contact), hexadecimal(answer.time)),
    };
    line
}

const CONTACTS: [Contact; 6] =
    [Contact::Crosses, Contact::Ends, Contact::Starts, Contact::Along, Contact::Leaves, Contact::Overlaps];

fn word(contact: Contact) -> &'static str {
    match contact {
        Contact::Crosses => "crosses",
        Contact::Ends => "ends",
        Contact::Starts => "starts",
        Contact::Along => "along",
        Contact::Leaves => "leaves",
        Contact::Overlaps => "overlaps",
    }
}

/// The cases of a file's text.
///
/// # Errors
/// If the text is not one of these, with the line.
pub fn read(mover: Mover, text: &str) -> Result<Vec<Judged>, String> {
    let rest = text.strip_prefix(&mover.head()).ok_or_else(|| format!("the first line is not {:?}", mover.head()))?;
    let judged = |(i, line): (usize, &str)| judged(mover, line).ok_or_else(|| format!("line {}: {line:?}", i + 2));
    rest.lines().enumerate().map(judged).collect()
}

fn judged(mover: Mover, line: &str) -> Option<Judged> {
    let words: Vec<&str> = line.split(',').collect();
    let sizes = mover.sizes().len();
    let (numbers, [contact, time]) = words.get(2..)?.split_last_chunk()?;
    let numbers = numbers.iter().map(|word| from_hexadecimal(word)).collect::<Option<Vec<f64>>>()?;
    let (&path, rest) = numbers.split_first_chunk::<4>()?;
    let (size, wall) = rest.split_at_checked(sizes)?;
    let &[ax, ay, bx, by] = wall else { return None };
    let size = match *size {
        [] => [0.0; 2],
        [radius] => [radius; 2],
        [x, y] => [x, y],
        _ => return None,
    };
    let [x0, y0, x1, y1] = path;
    let case = Case { mover, path: [[x0, y0], [x1, y1]], size, wall: [[ax, ay], [bx, by]] };
    if *contact == "apart" {
        return time.is_empty().then_some((case, None));
    }
    let contact = CONTACTS.into_iter().find(|known| word(*known) == *contact)?;
    Some((case, Some(Answer { contact, time: from_hexadecimal(time)? })))
}

/// A finite number as C writes it: `-0x1.8p+1` is −3.
#[must_use]
pub fn hexadecimal(x: f64) -> String {
    let sign = if x.is_sign_negative() { "-" } else { "" };
    if x == 0.0 {
        return format!("{sign}0x0p+0");
    }
    // The leading bit before the point, and what is left in whole digits after it.
    let bits = split(x).0.unsigned_abs();
    let length = 63 - bits.leading_zeros();
    let fraction = format!("{:013x}", (bits << (52 - length)) & ((1 << 52) - 1));
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}0x1{point}{fraction}p{:+}", highest_bit(x))
}

/// The exponent of the leading bit of a number that is not 0.
fn highest_bit(x: f64) -> i32 {
    let (odd, exponent) = split(x);
    exponent + 63 - odd.unsigned_abs().leading_zeros() as i32
}

/// The number that is written so, if it is one that an `f64` holds exactly.
#[must_use]
pub fn from_hexadecimal(text: &str) -> Option<f64> {
    let (sign, digits) = text.strip_prefix('-').map_or((1.0, text), |rest| (-1.0, rest));
    let (mantissa, exponent) = digits.strip_prefix("0x")?.split_once('p')?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let bits = u64::from_str_radix(&format!("{whole}{fraction}"), 16).ok().filter(|bits| *bits < 1 << 53)?;
    let exponent = exponent.parse::<i32>().ok()?.checked_sub(4 * i32::try_from(fraction.len()).ok()?)?;
    if bits == 0 {
        return Some(sign * 0.0);
    }
    // Without its lowest zeros it is a number of at most 53 bits times a power of two that an f64 has.
    let zeros = bits.trailing_zeros();
    let (bits, exponent) = (bits >> zeros, exponent + zeros as i32);
    let highest = exponent + 63 - bits.leading_zeros() as i32;
    if !(-1074..=1023).contains(&exponent) || 1023 < highest {
        return None;
    }
    Some(sign * bits as f64 * cases::power_of_two(exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_c_writes_them() {
        for (x, text) in [
            (-3.0, "-0x1.8p+1"),
            (0.1, "0x1.999999999999ap-4"),
            (5e-324, "0x1p-1074"),
            (f64::MAX, "0x1.fffffffffffffp+1023"),
            (f64::MIN_POSITIVE, "0x1p-1022"),
            (0.0, "0x0p+0"),
        ] {
            assert_eq!(hexadecimal(x), text);
            assert_eq!(from_hexadecimal(text), Some(x));
        }
        for text in ["", "0x", "3", "0x1p", "0x1p+1024", "0x1p-1075", "0x1.80000000000001p+0", "nan"] {
            assert_eq!(from_hexadecimal(text), None, "{text}");
        }
    }

    #[test]
    fn every_number_comes_back() {
        let mut rng = Rng::new(4);
        for _ in 0..20_000 {
            let x = f64::from_bits(rng.bits());
            if x.is_finite() {
                assert_eq!(from_hexadecimal(&hexadecimal(x)).map(f64::to_bits), Some(x.to_bits()));
            }
        }
    }

    #[test]
    fn a_file_comes_back() {
        for mover in Mover::ALL {
            let text = text(mover, 50);
            let cases = read(mover, &text).expect("it is one");
            assert_eq!(cases.len(), 100);
            let again = cases.iter().map(|(case, _)| line(case)).collect::<String>();
            assert_eq!(mover.head() + &again, text);
            assert!(cases.iter().all(|(case, answer)| case.answer() == *answer));
        }
    }

    #[test]
    fn a_spoiled_line_is_named() {
        let text = text(Mover::Disc, 2);
        let spoiled = text.replacen("0x1", "0y1", 1);
        assert!(read(Mover::Disc, &spoiled).unwrap_err().starts_with("line 2: "));
        assert!(read(Mover::Box, &text).unwrap_err().starts_with("the first line is not"));
    }
}
