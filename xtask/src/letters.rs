//! The letters of pictures: the outlines of a TrueType font as one line of text a letter, for `carom` to draw by itself.
//!
//! A line is the letter, how far the next one is, and its outline as an SVG path, y down, in the font's own units. Only what
//! such a font needs is read: `cmap` (form 4), `loca`, `glyf` and `hmtx`. The tables are those of the OpenType specification.

use std::fmt::Write;
use std::{fs, path::Path};

/// Where the letters are kept.
const LETTERS: &str = "crates/carom-draw/src/letters.txt";

/// What is taken: Latin with all its accents, Greek, Cyrillic, and the marks that people write between numbers.
const TAKEN: [[u32; 2]; 22] = [
    [0x20, 0x7e],
    [0xa0, 0x17f],
    [0x18f, 0x18f],
    [0x192, 0x192],
    [0x1a0, 0x1a1],
    [0x1af, 0x1b0],
    [0x1cd, 0x1dc],
    [0x218, 0x21b],
    [0x259, 0x259],
    [0x2bb, 0x2bc],
    [0x300, 0x30c],
    [0x370, 0x3ff],
    [0x400, 0x45f],
    [0x490, 0x4bf],
    [0x1e80, 0x1ef9],
    [0x2010, 0x2026],
    [0x2030, 0x203a],
    [0x2070, 0x209c],
    [0x20ac, 0x20ac],
    [0x2190, 0x2199],
    [0x21d2, 0x21d4],
    [0x2200, 0x2265],
];

/// Reads a font and writes its letters.
pub(crate) fn run(font: &Path) -> Result<(), String> {
    let bytes = fs::read(font).map_err(|error| format!("{}: {error}", font.display()))?;
    let font =
        Font::of(&bytes).ok_or("this is not a TrueType font with the tables cmap, glyf, head, hhea, hmtx, loca")?;
    let mut out = String::new();
    for letter in TAKEN.iter().flat_map(|[first, last]| *first..=*last).filter_map(char::from_u32) {
        let Some(glyph) = font.glyph(letter) else { continue };
        let broken = || format!("the outline of {letter} is broken");
        let contours = font.contours(glyph, 0).ok_or_else(broken)?;
        let advance = font.advance(glyph).ok_or_else(broken)?;
        let outline: String = contours.iter().map(|contour| path(contour)).collect();
        let _ = writeln!(out, "{letter} {advance} {outline}");
    }
    fs::write(LETTERS, out).map_err(|error| format!("{LETTERS}: {error}"))
}

/// A point of an outline: where it is, y up, and whether the outline passes through it.
type Knot = (i32, i32, bool);

/// A contour as a path, relative and y down. Between two points off the outline it passes through their midpoint.
fn path(contour: &[Knot]) -> String {
    // Twice as fine, so that midpoints are whole; an odd one is rounded when it is written.
    let knots: Vec<Knot> = contour.iter().map(|&(x, y, on)| (2 * x, -2 * y, on)).collect();
    let middle = |a: Knot, b: Knot| ((a.0 + b.0) / 2, (a.1 + b.1) / 2, true);
    let Some(first) = knots.iter().position(|knot| knot.2) else { return String::new() };
    let start = knots[first];
    let mut pen = [start.0 / 2, start.1 / 2];
    let mut out = format!("M{} {}", pen[0], pen[1]);
    let mut control: Option<Knot> = None;
    let mut to = |control: Option<Knot>, end: Knot| {
        let step = |knot: Knot| [knot.0 / 2 - pen[0], knot.1 / 2 - pen[1]];
        // Writing to a string cannot fail.
        let _ = match (control.map(step), step(end)) {
            (Some([a, b]), [x, y]) => write!(out, "q{a} {b} {x} {y}"),
            (None, [0, 0]) => Ok(()),
            (None, [0, y]) => write!(out, "v{y}"),
            (None, [x, 0]) => write!(out, "h{x}"),
            (None, [x, y]) => write!(out, "l{x} {y}"),
        };
        pen = [end.0 / 2, end.1 / 2];
    };
    for &knot in knots.iter().cycle().skip(first + 1).take(knots.len()) {
        match (control, knot.2) {
            (_, true) => to(control.take(), knot),
            (None, false) => control = Some(knot),
            (Some(before), false) => {
                to(control, middle(before, knot));
                control = Some(knot);
            }
        }
    }
    // A minus sign parts two numbers as well as a space.
    out.replace(" -", "-") + "z"
}

struct Font<'a> {
    cmap: &'a [u8],
    glyf: &'a [u8],
    hmtx: &'a [u8],
    loca: &'a [u8],
    has_long_places: bool,
    advances: usize,
}

impl<'a> Font<'a> {
    fn of(bytes: &'a [u8]) -> Option<Font<'a>> {
        let table = |name: &[u8; 4]| {
            let entries = (0..number(bytes, 4)?).map(|index| 12 + 16 * index);
            let entry = entries.into_iter().find(|&entry| bytes.get(entry..entry + 4) == Some(name))?;
            bytes.get(long(bytes, entry + 8)?..)?.get(..long(bytes, entry + 12)?)
        };
        let tables = table(b"cmap")?;
        let forms = (0..number(tables, 2)?).filter_map(|index| tables.get(long(tables, 4 + 8 * index + 4)?..));
        Some(Font {
            cmap: forms.into_iter().find(|form| number(form, 0) == Some(4))?,
            glyf: table(b"glyf")?,
            hmtx: table(b"hmtx")?,
            loca: table(b"loca")?,
            has_long_places: number(table(b"head")?, 50)? == 1,
            advances: number(table(b"hhea")?, 34)?,
        })
    }

    /// The number of a letter's outline, if the font has it.
    fn glyph(&self, letter: char) -> Option<usize> {
        let letter = usize::try_from(u32::from(letter)).ok()?;
        let twice = number(self.cmap, 6)?;
        let at = |list: usize, index: usize| 14 + list * twice + 2 * index + if list > 0 { 2 } else { 0 };
        let index = (0..twice / 2).find(|&index| number(self.cmap, at(0, index)).is_some_and(|end| letter <= end))?;
        let [start, delta, range] = [1, 2, 3].map(|list| number(self.cmap, at(list, index)));
        let (start, delta, range) = (start?, delta?, range?);
        if letter < start {
            return None;
        }
        let glyph = if range == 0 { letter } else { number(self.cmap, at(3, index) + range + 2 * (letter - start))? };
        let glyph = if glyph == 0 { 0 } else { (glyph + delta) % 0x1_0000 };
        (glyph != 0).then_some(glyph)
    }

    fn advance(&self, glyph: usize) -> Option<usize> {
        number(self.hmtx, 4 * glyph.min(self.advances.checked_sub(1)?))
    }

    /// The contours of an outline. One made of others moves them; none of the letters taken here turns or scales them
    /// otherwise than by what is read.
    fn contours(&self, glyph: usize, depth: usize) -> Option<Vec<Vec<Knot>>> {
        let place = |index: usize| {
            if self.has_long_places { long(self.loca, 4 * index) } else { Some(2 * number(self.loca, 2 * index)?) }
        };
        let data = self.glyf.get(place(glyph)?..place(glyph + 1)?)?;
        if data.is_empty() {
            return Some(Vec::new());
        }
        match signed(data, 0)? {
            count @ 0.. => simple(data, usize::try_from(count).ok()?),
            _ if depth < 4 => self.composed(data, depth),
            _ => None,
        }
    }

    fn composed(&self, data: &[u8], depth: usize) -> Option<Vec<Vec<Knot>>> {
        let mut contours = Vec::new();
        let mut at = 10;
        loop {
            let (flags, glyph) = (number(data, at)?, number(data, at + 2)?);
            at += 4;
            let [dx, dy] = if flags & 1 != 0 {
                at += 4;
                [signed(data, at - 4)?, signed(data, at - 2)?]
            } else {
                at += 2;
                [at - 2, at - 1].map(|at| data.get(at).map_or(0, |byte| i32::from(*byte as i8)))
            };
            // Places, not points to be matched.
            if flags & 2 == 0 {
                return None;
            }
            let fixed = |at: usize| Some(f64::from(signed(data, at)?) / 16384.0);
            let [a, b, c, d] = match flags & 0xc8 {
                0 => [1.0, 0.0, 0.0, 1.0],
                0x08 => [fixed(at)?, 0.0, 0.0, fixed(at)?],
                0x40 => [fixed(at)?, 0.0, 0.0, fixed(at + 2)?],
                _ => [fixed(at)?, fixed(at + 2)?, fixed(at + 4)?, fixed(at + 6)?],
            };
            at += [0, 2, 4, 8][[0x08, 0x40, 0x80].iter().position(|bit| flags & bit != 0).map_or(0, |place| place + 1)];
            for part in self.contours(glyph, depth + 1)? {
                let moved = part.into_iter().map(|(x, y, on)| {
                    let (x, y) = (f64::from(x), f64::from(y));
                    ((a * x + c * y).round() as i32 + dx, (b * x + d * y).round() as i32 + dy, on)
                });
                contours.push(moved.collect());
            }
            if flags & 0x20 == 0 {
                return Some(contours);
            }
        }
    }
}

/// The contours of an outline that is not made of others.
fn simple(data: &[u8], count: usize) -> Option<Vec<Vec<Knot>>> {
    let ends: Vec<usize> = (0..count).map(|index| number(data, 10 + 2 * index)).collect::<Option<_>>()?;
    let points = ends.last()? + 1;
    let mut at = 10 + 2 * count;
    at += 2 + number(data, at)?;
    let mut flags = Vec::new();
    while flags.len() < points {
        let flag = *data.get(at)?;
        at += 1;
        let mut times = 1;
        if flag & 8 != 0 {
            times += usize::from(*data.get(at)?);
            at += 1;
        }
        flags.extend(std::iter::repeat_n(flag, times));
    }
    let mut values = |short: u8, same: u8| -> Option<Vec<i32>> {
        let mut value = 0;
        let mut read = |flag: &u8| {
            value += match (flag & short != 0, flag & same != 0) {
                (true, is_positive) => {
                    at += 1;
                    i32::from(*data.get(at - 1)?) * if is_positive { 1 } else { -1 }
                }
                (false, true) => 0,
                (false, false) => {
                    at += 2;
                    signed(data, at - 2)?
                }
            };
            Some(value)
        };
        flags.iter().take(points).map(&mut read).collect()
    };
    let (x, y) = (values(2, 16)?, values(4, 32)?);
    let knot = |index: usize| (x[index], y[index], flags[index] & 1 != 0);
    let starts = std::iter::once(0).chain(ends.iter().map(|end| end + 1));
    Some(starts.zip(&ends).map(|(start, end)| (start..=*end).map(knot).collect()).collect())
}

fn number(bytes: &[u8], at: usize) -> Option<usize> {
    Some(usize::from(u16::from_be_bytes([*bytes.get(at)?, *bytes.get(at + 1)?])))
}

fn signed(bytes: &[u8], at: usize) -> Option<i32> {
    Some(i32::from(i16::from_be_bytes([*bytes.get(at)?, *bytes.get(at + 1)?])))
}

fn long(bytes: &[u8], at: usize) -> Option<usize> {
    Some(number(bytes, at)? << 16 | number(bytes, at + 2)?)
}
