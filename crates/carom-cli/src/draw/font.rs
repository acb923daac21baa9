//! The letters of all pictures: a small font of strokes, drawn as paths.
//!
//! A picture needs no font that way, and looks the same as SVG and PNG on every machine.
//!
//! Letters stand on y = 0, y up; capitals are 14 high, small letters 10. A letter is a list of moves: `M` and `L` as in SVG,
//! `C` a cubic curve, `Z` closes, and two quarters of an ellipse: `h` starts level and ends upright, `v` the other way round.

use super::Path;

/// How high capitals are.
const CAPITAL: f64 = 14.0;

/// Between two letters.
const GAP: f64 = 2.9;

/// A letter: how wide it is, and its strokes.
struct Glyph(f64, &'static str);

/// How wide a text of some size is. The size is that of other fonts: capitals are 0.7 of it high.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let advance: f64 = text.chars().map(|letter| glyph(letter).0 + GAP).sum();
    (advance - GAP).max(0.0) * scale(size)
}

/// How much larger than its strokes' numbers a text of some size is.
pub(crate) fn scale(size: f64) -> f64 {
    0.7 * size / CAPITAL
}

/// Where each letter of a text starts, in the numbers of the strokes.
pub(crate) fn places(text: &str) -> Vec<(char, f64)> {
    let mut x = 0.0;
    let place = |letter| {
        let at = x;
        x += glyph(letter).0 + GAP;
        (letter, at)
    };
    text.chars().map(place).collect()
}

/// The strokes of a letter, y down as in pictures; `None` for a space.
pub(crate) fn strokes(letter: char) -> Option<Path> {
    let Glyph(_, moves) = glyph(letter);
    if moves.is_empty() {
        return None;
    }
    let mut path = Path::default();
    let mut numbers = Vec::new();
    let mut command = ' ';
    let mut number = String::new();
    // A space at the end finishes the last number.
    for mark in moves.chars().chain([' ']) {
        if mark.is_ascii_alphabetic() || mark == ' ' {
            if let Ok(value) = number.parse::<f64>() {
                numbers.push(value);
            }
            number.clear();
            draw(&mut path, command, &mut numbers);
            if mark != ' ' {
                command = mark;
                draw_close(&mut path, command);
            }
        } else {
            number.push(mark);
        }
    }
    Some(path)
}

fn draw_close(path: &mut Path, command: char) {
    if command == 'Z' {
        path.close();
    }
}

/// Draws a move once all its numbers are there.
fn draw(path: &mut Path, command: char, numbers: &mut Vec<f64>) {
    // A quarter of an ellipse as a cubic curve.
    const QUARTER: f64 = 0.552_284_75;
    let [from_x, from_y] = path.end();
    match (command, numbers.as_slice()) {
        ('M', &[x, y]) => path.move_to([x, -y]),
        ('L', &[x, y]) => path.line_to([x, -y]),
        ('h', &[x, y]) => {
            let (dx, dy) = (x - from_x, -y - from_y);
            path.curve_to([from_x + QUARTER * dx, from_y], [x, -y - QUARTER * dy], [x, -y]);
        }
        ('v', &[x, y]) => {
            let (dx, dy) = (x - from_x, -y - from_y);
            path.curve_to([from_x, from_y + QUARTER * dy], [x - QUARTER * dx, -y], [x, -y]);
        }
        ('C', &[ax, ay, bx, by, x, y]) => path.curve_to([ax, -ay], [bx, -by], [x, -y]),
        _ => return,
    }
    numbers.clear();
}

#[rustfmt::skip]
fn glyph(letter: char) -> Glyph {
    match letter {
        ' ' | '\u{a0}' => Glyph(2.4, ""),
        '0' => Glyph(8.5, "M0 7v4.25 14h8.5 7v4.25 0h0 7Z"),
        '1' => Glyph(8.5, "M1.8 11L5 14L5 0"),
        '2' => Glyph(8.5, "M0.3 10v4.3 14h8.3 10.1C8.3 8.4 7.3 7 5.8 5.6L0 0L8.5 0"),
        '3' => Glyph(8.5, "M0.5 11.3C1 13 2.4 14 4.2 14h7.9 10.7v4.2 7.5M2.8 7.5L4.2 7.5h8.5 3.8v4.2 0C2.2 0 0.6 1.1 0 2.8"),
        '4' => Glyph(8.5, "M6.4 0L6.4 14L0 4.2L8.7 4.2"),
        '5' => Glyph(8.5, "M7.7 14L1.3 14L0.7 7.6C1.6 8.5 2.8 9 4.2 9h8.5 4.5v4.1 0C2.2 0 0.7 1 0 2.6"),
        '6' => Glyph(8.5, "M7.4 12.5C6.7 13.5 5.7 14 4.5 14C1.6 14 0 11.2 0 7L0 4.5M0 4.5v4.25 9h8.5 4.5v4.25 0h0 4.5"),
        '7' => Glyph(8.5, "M0 14L8.5 14L3 0"),
        '8' => Glyph(8.5, "M4.25 7.4h7.9 10.7v4.25 14h0.6 10.7v4.25 7.4h8.5 3.7v4.25 0h0 3.7v4.25 7.4"),
        '9' => Glyph(8.5, "M1.1 1.5C1.8 0.5 2.8 0 4 0C6.9 0 8.5 2.8 8.5 7L8.5 9.5M8.5 9.5v4.25 5h0 9.5v4.25 14h8.5 9.5"),
        'A' => Glyph(10.4, "M0 0L5.2 14L10.4 0M1.8 4.8L8.6 4.8"),
        'B' => Glyph(9.0, "M0 7.5L5 7.5h8.2 10.75v5 14L0 14L0 0L5.2 0h9 3.75v5.2 7.5"),
        'C' => Glyph(10.6, "M10.6 11.4C9.6 13 8 14 6 14h0 7v6 0C8 0 9.6 1 10.6 2.6"),
        'D' => Glyph(10.4, "M0 0L0 14L4.2 14h10.4 7v4.2 0Z"),
        'E' => Glyph(8.2, "M8 14L0 14L0 0L8.2 0M0 7.3L7 7.3"),
        'F' => Glyph(8.0, "M8 14L0 14L0 0M0 7L6.8 7"),
        'G' => Glyph(10.9, "M10.6 11.4C9.6 13 8 14 6 14h0 7v6 0C8.4 0 10.9 1.6 10.9 5.2L10.9 6.6L6.6 6.6"),
        'H' => Glyph(10.0, "M0 0L0 14M10 0L10 14M0 7.2L10 7.2"),
        'I' => Glyph(0.0, "M0 0L0 14"),
        'J' => Glyph(5.6, "M5.6 14L5.6 3.8C5.6 1.4 4.4 0 2.6 0C1.4 0 0.5 0.6 0 1.6"),
        'K' => Glyph(9.2, "M0 0L0 14M9 14L0 5.2M3.2 8.3L9.4 0"),
        'L' => Glyph(7.4, "M0 14L0 0L7.6 0"),
        'M' => Glyph(12.0, "M0 0L0 14L6 4.5L12 14L12 0"),
        'N' => Glyph(9.8, "M0 0L0 14L9.8 0L9.8 14"),
        'O' => Glyph(12.0, "M0 7v6 14h12 7v6 0h0 7Z"),
        'P' => Glyph(9.0, "M0 0L0 14L5 14h9 10.1v5 6.2L0 6.2"),
        'Q' => Glyph(12.0, "M0 7v6 14h12 7v6 0h0 7ZM7.6 3.4L11.6 -0.8"),
        'R' => Glyph(9.2, "M0 0L0 14L5 14h9 10.1v5 6.2L0 6.2M5 6.2L9.4 0"),
        'S' => Glyph(9.2, "M8.6 11.8C7.8 13.2 6.4 14 4.7 14C2.3 14 0.5 12.6 0.5 10.6C0.5 8.5 2 7.8 4.6 7.2C7.4 6.5 9.2 5.8 9.2 3.6C9.2 1.4 7.2 0 4.7 0C2.6 0 0.9 0.9 0 2.5"),
        'T' => Glyph(10.0, "M0 14L10 14M5 14L5 0"),
        'U' => Glyph(10.0, "M0 14L0 5v5 0h10 5L10 14"),
        'V' => Glyph(10.4, "M0 14L5.2 0L10.4 14"),
        'W' => Glyph(15.2, "M0 14L3.8 0L7.6 12.6L11.4 0L15.2 14"),
        'X' => Glyph(9.6, "M0 0L9.6 14M0 14L9.6 0"),
        'Y' => Glyph(9.8, "M0 14L4.9 6.6L9.8 14M4.9 6.6L4.9 0"),
        'Z' => Glyph(9.2, "M0 14L9 14L0 0L9.2 0"),
        'a' => Glyph(8.6, "M8.6 5v4.3 10h0 5v4.3 0h8.6 5M8.6 10L8.6 0"),
        'b' => Glyph(8.6, "M0 14L0 0M0 5v4.3 10h8.6 5v4.3 0h0 5"),
        'c' => Glyph(7.6, "M7.8 8.2C7 9.3 5.9 10 4.5 10h0 5v4.5 0C5.9 0 7 0.7 7.8 1.8"),
        'd' => Glyph(8.6, "M8.6 14L8.6 0M8.6 5v4.3 10h0 5v4.3 0h8.6 5"),
        'e' => Glyph(8.6, "M0 5.2L8.7 5.2C8.7 8.2 7 10 4.5 10h0 5v4.6 0C6.2 0 7.4 0.7 8.2 2"),
        'f' => Glyph(4.4, "M5.4 13.7C4.9 13.9 4.5 14 4 14C2.4 14 1.7 13 1.7 11.2L1.7 0M0 9.7L4.8 9.7"),
        'g' => Glyph(8.6, "M8.6 5v4.3 10h0 5v4.3 0h8.6 5M8.6 10L8.6 -0.6C8.6 -3 7.1 -4.3 4.5 -4.3C2.8 -4.3 1.4 -3.7 0.5 -2.5"),
        'h' => Glyph(7.7, "M0 14L0 0M0 6C0 8.4 1.8 10 4.1 10C6.4 10 7.7 8.5 7.7 6.2L7.7 0"),
        'i' => Glyph(0.0, "M0 10L0 0M0 13.5L0 13.8"),
        'j' => Glyph(2.0, "M2 10L2 -1.6C2 -3.4 1.2 -4.2 0 -4.2L-0.6 -4.1M2 13.5L2 13.8"),
        'k' => Glyph(7.2, "M0 14L0 0M7 10L0 3.8M2.6 6.1L7.4 0"),
        'l' => Glyph(0.0, "M0 14L0 0"),
        'm' => Glyph(13.0, "M0 10L0 0M0 6.2C0 8.6 1.5 10 3.5 10C5.5 10 6.5 8.6 6.5 6.4L6.5 0M6.5 6.2C6.5 8.6 8 10 10 10C12 10 13 8.6 13 6.4L13 0"),
        'n' => Glyph(7.7, "M0 10L0 0M0 6C0 8.4 1.8 10 4.1 10C6.4 10 7.7 8.5 7.7 6.2L7.7 0"),
        'o' => Glyph(9.0, "M0 5v4.5 10h9 5v4.5 0h0 5Z"),
        'p' => Glyph(8.6, "M0 10L0 -4.2M0 5v4.3 10h8.6 5v4.3 0h0 5"),
        'q' => Glyph(8.6, "M8.6 10L8.6 -4.2M8.6 5v4.3 10h0 5v4.3 0h8.6 5"),
        'r' => Glyph(4.2, "M0 10L0 0M0 6C0 8.4 1.5 10 3.6 10C4 10 4.4 9.95 4.8 9.8"),
        's' => Glyph(6.9, "M6.6 8.5C5.9 9.5 4.9 10 3.6 10C1.8 10 0.5 9 0.5 7.5C0.5 6 1.7 5.5 3.5 5.1C5.6 4.6 7 4.1 7 2.5C7 1 5.5 0 3.6 0C2 0 0.7 0.7 0 1.8"),
        't' => Glyph(4.8, "M1.9 13L1.9 2.8C1.9 0.9 2.6 0 4 0C4.5 0 4.9 0.1 5.3 0.3M0 9.7L5 9.7"),
        'u' => Glyph(7.7, "M0 10L0 3.8C0 1.5 1.3 0 3.6 0C5.9 0 7.7 1.6 7.7 4M7.7 10L7.7 0"),
        'v' => Glyph(8.0, "M0 10L4 0L8 10"),
        'w' => Glyph(12.2, "M0 10L3.1 0L6.1 9L9.1 0L12.2 10"),
        'x' => Glyph(7.4, "M0 0L7.4 10M0 10L7.4 0"),
        'y' => Glyph(8.2, "M0 10L4.1 0M8.2 10L3.4 -2.4C2.9 -3.7 2.1 -4.3 1.1 -4.3L0.5 -4.2"),
        'z' => Glyph(7.1, "M0.2 10L7 10L0 0L7.2 0"),
        '.' => Glyph(0.4, "M0.2 0L0.2 0.3"),
        ',' => Glyph(0.8, "M0.7 0.3L0 -2.6"),
        ':' => Glyph(0.4, "M0.2 0L0.2 0.3M0.2 7.4L0.2 7.7"),
        ';' => Glyph(0.8, "M0.7 0.3L0 -2.6M0.6 7.4L0.6 7.7"),
        '!' => Glyph(0.4, "M0.2 14L0.2 4.4M0.2 0L0.2 0.3"),
        '?' => Glyph(7.0, "M0 10.8v3.5 14h7 10.8C7 8.2 3.5 8 3.5 4.6M3.5 0L3.5 0.3"),
        '\'' | '’' => Glyph(0.4, "M0.2 14.2L0.2 10.4"),
        '′' => Glyph(1.4, "M1.6 14.6L0.2 10.6"),
        '"' => Glyph(3.2, "M0.2 14.2L0.2 10.4M3 14.2L3 10.4"),
        '(' => Glyph(3.0, "M3.2 16C1.1 13.6 0 10.4 0 6.2C0 2 1.1 -1.2 3.2 -3.6"),
        ')' => Glyph(3.0, "M-0.2 16C1.9 13.6 3 10.4 3 6.2C3 2 1.9 -1.2 -0.2 -3.6"),
        '[' => Glyph(3.0, "M3 16L0 16L0 -3.4L3 -3.4"),
        ']' => Glyph(3.0, "M0 16L3 16L3 -3.4L0 -3.4"),
        '{' => Glyph(4.0, "M4 16C2 16 2 15 2 13L2 9C2 7 1.5 6.3 0 6.3C1.5 6.3 2 5.6 2 3.6L2 -0.4C2 -2.4 2 -3.4 4 -3.4"),
        '}' => Glyph(4.0, "M0 16C2 16 2 15 2 13L2 9C2 7 2.5 6.3 4 6.3C2.5 6.3 2 5.6 2 3.6L2 -0.4C2 -2.4 2 -3.4 0 -3.4"),
        '/' => Glyph(6.0, "M0 -2L6 15.4"),
        '\\' => Glyph(6.0, "M6 -2L0 15.4"),
        '|' => Glyph(0.0, "M0 -3L0 16"),
        '-' | '‐' => Glyph(4.6, "M0 5.4L4.6 5.4"),
        '–' => Glyph(8.0, "M0 5.4L8 5.4"),
        '—' => Glyph(12.0, "M0 5.4L12 5.4"),
        '−' => Glyph(8.5, "M0.6 6.2L7.9 6.2"),
        '+' => Glyph(8.5, "M0.4 6.2L8.1 6.2M4.25 2.35L4.25 10.05"),
        '=' => Glyph(8.5, "M0.4 8.2L8.1 8.2M0.4 4.2L8.1 4.2"),
        '<' => Glyph(8.5, "M8 10.6L0.6 6.2L8 1.8"),
        '>' => Glyph(8.5, "M0.5 10.6L7.9 6.2L0.5 1.8"),
        '≤' => Glyph(8.5, "M8 12L0.6 7.8L8 3.6M0.6 0.6L8 0.6"),
        '≥' => Glyph(8.5, "M0.5 12L7.9 7.8L0.5 3.6M0.5 0.6L7.9 0.6"),
        '×' => Glyph(7.0, "M0.4 3L6.6 9.4M0.4 9.4L6.6 3"),
        '·' => Glyph(0.4, "M0.2 6.1L0.2 6.4"),
        '…' => Glyph(7.4, "M0.2 0L0.2 0.3M3.7 0L3.7 0.3M7.2 0L7.2 0.3"),
        '→' => Glyph(12.0, "M0 6.2L12 6.2M8 10L12 6.2L8 2.4"),
        '*' => Glyph(6.0, "M3 14L3 7.6M0.2 12.4L5.8 9.2M5.8 12.4L0.2 9.2"),
        '#' => Glyph(9.0, "M2 0L4 14M6 0L8 14M0.4 4.6L8.6 4.6M1.2 9.4L9.4 9.4"),
        '%' => Glyph(11.0, "M0 11v2.4 14h4.8 11v2.4 8h0 11ZM6.2 3v8.6 6h11 3v8.6 0h6.2 3ZM9.4 14L1.6 0"),
        '&' => Glyph(10.4, "M10.4 0L2.4 9.4C1.6 10.4 1.4 11 1.4 11.6C1.4 13 2.6 14 4.2 14C5.8 14 6.9 13 6.9 11.6C6.9 10 5.6 9.2 3.8 8.1C1.4 6.8 0 5.6 0 3.6C0 1.4 1.8 0 4.2 0C7.4 0 9.6 2.6 10 6.4"),
        '$' => Glyph(8.5, "M8.1 11.2C7.5 12.4 6.1 13 4.4 13C2.2 13 0.5 11.8 0.5 10.1C0.5 8.2 2 7.5 4.3 7C6.9 6.4 8.5 5.7 8.5 3.8C8.5 2 6.7 1 4.4 1C2.4 1 0.8 1.7 0 3.1M4.3 15L4.3 -1"),
        '`' => Glyph(2.4, "M2.4 12.4L0 15"),
        '@' => Glyph(13.0, "M9.4 6v6.6 9h3.8 6v6.6 3h9.4 6M9.4 9L9.4 5C9.4 3.6 10.2 3 11 3C12.4 3 13 4.8 13 6.6C13 10.8 10.2 13.4 6.5 13.4C2.8 13.4 0 10.4 0 6C0 1.4 3 -1.6 7 -1.6C8.6 -1.6 9.8 -1.2 10.6 -0.8"),
        '_' => Glyph(8.5, "M0 -2L8.5 -2"),
        '^' => Glyph(7.0, "M0.4 9.4L3.5 14L6.6 9.4"),
        '~' => Glyph(8.5, "M0.4 5.2C1 7.4 3 7.6 4.25 6.2C5.5 4.8 7.5 5 8.1 7.2"),
        '°' => Glyph(4.6, "M0 11.7v2.3 14h4.6 11.7v2.3 9.4h0 11.7Z"),
        '²' => Glyph(5.0, "M0.2 12.4v2.5 14.6h4.9 12.4C4.9 11.4 4.2 10.6 3.4 9.8L0 6.8L5 6.8"),
        'µ' | 'μ' => Glyph(7.7, "M0 10L0 -4M0 3.8C0 1.5 1.3 0 3.6 0C5.9 0 7.7 1.6 7.7 4M7.7 10L7.7 0"),
        'ä' => Glyph(8.6, "M8.6 5v4.3 10h0 5v4.3 0h8.6 5M8.6 10L8.6 0M2 13.3L2 13.6M6.4 13.3L6.4 13.6"),
        'ö' => Glyph(9.0, "M0 5v4.5 10h9 5v4.5 0h0 5ZM2.3 13.3L2.3 13.6M6.7 13.3L6.7 13.6"),
        'ü' => Glyph(7.7, "M0 10L0 3.8C0 1.5 1.3 0 3.6 0C5.9 0 7.7 1.6 7.7 4M7.7 10L7.7 0M1.7 13.3L1.7 13.6M6.1 13.3L6.1 13.6"),
        'é' => Glyph(8.6, "M0 5.2L8.7 5.2C8.7 8.2 7 10 4.5 10h0 5v4.6 0C6.2 0 7.4 0.7 8.2 2M3.6 12.4L6 15"),
        'è' => Glyph(8.6, "M0 5.2L8.7 5.2C8.7 8.2 7 10 4.5 10h0 5v4.6 0C6.2 0 7.4 0.7 8.2 2M5.2 12.4L2.8 15"),
        'ß' => Glyph(8.0, "M0 0L0 10.4C0 12.6 1.4 14 3.6 14C5.8 14 7 12.8 7 11C7 9.4 6 8.4 4.2 8C6.6 7.6 8 6.2 8 4C8 1.6 6.4 0 3.6 0"),
        // What this font does not have is a box.
        _ => Glyph(7.0, "M0 0L0 14L7 14L7 0Z"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_ascii_letter_has_strokes_of_its_own() {
        let Glyph(_, nothing) = glyph('\u{1f600}');
        for letter in '!'..='~' {
            let Glyph(_, moves) = glyph(letter);
            assert!(moves != nothing && strokes(letter).is_some(), "{letter}");
        }
    }

    #[test]
    fn no_stroke_is_lost() {
        for letter in (' '..='~').chain("ßäöüéè°²×≤≥−→…".chars()) {
            let Glyph(_, moves) = glyph(letter);
            let wanted = moves.chars().filter(char::is_ascii_alphabetic).count();
            let drawn = strokes(letter).map_or(0, |path| path.len());
            assert_eq!(drawn, wanted, "{letter}");
        }
    }

    #[test]
    fn letters_keep_within_their_line() {
        for letter in ' '..='~' {
            let Some(path) = strokes(letter) else { continue };
            let Glyph(width, _) = glyph(letter);
            for [x, y] in path.points() {
                assert!((-0.7..=width + 1.2).contains(&x) && (-16.1..=5.0).contains(&y), "{letter} at {x} {y}");
            }
        }
    }
}
