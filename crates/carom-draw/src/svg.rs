//! A picture as SVG text.

use crate::font::{self, Run};
use crate::{Anchor, Area, Color, Item, Move, Paint, Path, Picture};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The fonts that show what has no outline of our own, in any viewer that has one of them.
const FAMILIES: &str = "'Noto Sans','DejaVu Sans','Segoe UI','Helvetica Neue',Arial,'Noto Sans CJK SC','Source Han Sans SC',\
                        'Microsoft YaHei','PingFang SC','Hiragino Sans','Malgun Gothic',sans-serif";

/// The whole picture as the text of an SVG file. Letters that are not among our own are left to the fonts of the viewer.
pub(crate) fn text(picture: &Picture) -> String {
    text_with(picture, &|_| true)
}

/// The same where it is known which of those letters some font has; the others are boxes with their number.
pub(crate) fn text_with(picture: &Picture, has: &dyn Fn(char) -> bool) -> String {
    let mut letters = BTreeSet::new();
    collect_letters(&picture.items, has, &mut letters);
    let (width, height) = (number(picture.width), number(picture.height));
    let title = escaped(&picture.title);
    let [shown_width, shown_height] = match picture.size {
        Some(size) => size.map(|side| side.to_string()),
        None => [width.clone(), height.clone()],
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{shown_width}\" height=\"{shown_height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>\n"
    );
    if !letters.is_empty() {
        out.push_str("<defs>\n");
        for letter in letters {
            let Some(outline) = font::outline(letter) else { continue };
            push(&mut out, format_args!("<path id=\"{}\" d=\"{outline}\"/>\n", id(letter)));
        }
        out.push_str("</defs>\n");
    }
    let mut writer = Writer { out, clips: 0, has };
    writer.items(&picture.items);
    writer.out + "</svg>\n"
}

/// The letters that need an outline; those of a box's number too.
fn collect_letters(items: &[Item], has: &dyn Fn(char) -> bool, letters: &mut BTreeSet<char>) {
    for item in items {
        match item {
            Item::Text { text, .. } => {
                for run in font::runs(text, has) {
                    match run {
                        Run::Own(places) => letters.extend(places.iter().map(|(letter, _)| *letter)),
                        Run::Box { letter, .. } => letters.extend(code(letter).chars()),
                        Run::Foreign { .. } => {}
                    }
                }
            }
            Item::Clipped { items, .. } => collect_letters(items, has, letters),
            Item::Path { .. } | Item::Circle { .. } => {}
        }
    }
}

/// How a text is drawn.
#[derive(Clone, Copy)]
struct Style {
    at: [f64; 2],
    size: f64,
    color: Color,
    /// How much thicker the letters are, in their own numbers.
    weight: f64,
    is_bold: bool,
    is_halo: bool,
}

struct Writer<'a> {
    out: String,
    clips: u32,
    has: &'a dyn Fn(char) -> bool,
}

impl Writer<'_> {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Path { path, paint } => {
                    push(&mut self.out, format_args!("<path d=\"{}\"{}/>\n", moves(path), attributes(*paint)));
                }
                Item::Circle { center: [x, y], radius, paint } => {
                    let (x, y, r) = (number(*x), number(*y), number(*radius));
                    let attributes = attributes(*paint);
                    push(&mut self.out, format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"{attributes}/>\n"));
                }
                Item::Text { text, at, size, color, bold, anchor, halo } => {
                    let at = [left_of(text, at[0], *size, *anchor), at[1]];
                    let weight = if *bold { 95.0 } else { 0.0 };
                    let style = Style { at, size: *size, color: *color, weight, is_bold: *bold, is_halo: false };
                    if let Some(halo) = halo {
                        self.letters(text, Style { color: *halo, weight: weight + 560.0, is_halo: true, ..style });
                    }
                    self.letters(text, style);
                }
                Item::Clipped { area, items } => self.clipped(*area, items),
            }
        }
    }

    fn clipped(&mut self, area: Area, items: &[Item]) {
        self.clips += 1;
        let name = format!("clip{}", self.clips);
        let [x, y, width, height] = [area.x, area.y, area.width, area.height].map(number);
        push(
            &mut self.out,
            format_args!(
                "<clipPath id=\"{name}\"><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/></clipPath>\n\
                 <g clip-path=\"url(#{name})\">\n"
            ),
        );
        self.items(items);
        self.out.push_str("</g>\n");
    }

    fn letters(&mut self, text: &str, style: Style) {
        // The halo says nothing to those who have the text read to them.
        let label =
            if style.is_halo { " opacity=\"0.8\"".into() } else { format!(" aria-label=\"{}\"", escaped(text)) };
        let [x, y] = style.at.map(number);
        let (scale, color) = (finer(font::scale(style.size)), hex(style.color));
        let stroke = if style.weight > 0.0 {
            format!(" stroke=\"{color}\" stroke-width=\"{}\" stroke-linejoin=\"round\"", number(style.weight))
        } else {
            String::new()
        };
        let start = format!("<g{label} transform=\"translate({x} {y}) scale({scale})\" fill=\"{color}\"{stroke}>");
        self.out.push_str(&start);
        for run in font::runs(text, self.has) {
            match run {
                Run::Own(places) => self.own(&places),
                Run::Foreign { text, at } => self.foreign(&text, at, style.is_bold),
                Run::Box { letter, at, width } => self.boxed(letter, at, width),
            }
        }
        self.out.push_str("</g>\n");
    }

    fn own(&mut self, places: &[(char, f64)]) {
        for &(letter, at) in places.iter().filter(|(letter, _)| font::outline(*letter).is_some()) {
            push(&mut self.out, format_args!("<use href=\"#{}\" x=\"{}\"/>", id(letter), number(at)));
        }
    }

    fn foreign(&mut self, text: &str, at: f64, is_bold: bool) {
        let weight = if is_bold { " font-weight=\"bold\"" } else { "" };
        let (at, size, text) = (number(at), number(font::EM), escaped(text));
        let attributes = format!("x=\"{at}\" font-size=\"{size}\" font-family=\"{FAMILIES}\"{weight}");
        push(&mut self.out, format_args!("<text {attributes}>{text}</text>"));
    }

    /// A box as high as a capital, with the letter's number in hexadecimal.
    fn boxed(&mut self, letter: char, at: f64, width: f64) {
        // A mark that stands over another letter takes no room.
        if width == 0.0 {
            return;
        }
        let (left, right) = (at + 0.05 * width, at + 0.95 * width);
        let edge = |by: f64| {
            [[left + by, 120.0 - by], [right - by, 120.0 - by], [right - by, by - 1570.0], [left + by, by - 1570.0]]
        };
        let mut frame = Path::polygon(edge(0.0));
        frame.0.extend(Path::polygon(edge(90.0)).0);
        push(&mut self.out, format_args!("<path d=\"{}\" fill-rule=\"evenodd\"/>", moves(&frame)));
        let code: Vec<char> = code(letter).chars().collect();
        let rows = code.chunks(code.len().div_ceil(2));
        for (digits, y) in rows.zip([-830.0, -60.0]) {
            let text: String = digits.iter().collect();
            let scale = 0.72 * width / (font::width(&text, 1.0) / font::scale(1.0));
            let scale = scale.min(0.42);
            let x = at + (width - scale * font::width(&text, 1.0) / font::scale(1.0)) / 2.0;
            let [x, y] = [x, y].map(number);
            push(&mut self.out, format_args!("<g transform=\"translate({x} {y}) scale({})\">", finer(scale)));
            if let [Run::Own(places)] = font::runs(&text, self.has).as_slice() {
                self.own(places);
            }
            self.out.push_str("</g>");
        }
    }
}

/// A letter's number, as people look it up.
fn code(letter: char) -> String {
    format!("{:04X}", u32::from(letter))
}

/// Where a text begins.
fn left_of(text: &str, x: f64, size: f64, anchor: Anchor) -> f64 {
    match anchor {
        Anchor::Start => x,
        Anchor::Middle => x - font::width(text, size) / 2.0,
        Anchor::End => x - font::width(text, size),
    }
}

fn attributes(paint: Paint) -> String {
    let mut out = String::new();
    let fill = paint.fill.map_or_else(|| "none".into(), hex);
    push(&mut out, format_args!(" fill=\"{fill}\""));
    if paint.fill.is_some() {
        out.push_str(" fill-rule=\"evenodd\"");
    }
    if let Some((color, width)) = paint.stroke {
        push(&mut out, format_args!(" stroke=\"{}\" stroke-width=\"{}\"", hex(color), number(width)));
        if !paint.flat {
            out.push_str(" stroke-linecap=\"round\"");
        }
        out.push_str(" stroke-linejoin=\"round\"");
    }
    if let Some([dash, gap]) = paint.dash {
        push(&mut out, format_args!(" stroke-dasharray=\"{} {}\"", number(dash), number(gap)));
    }
    if paint.opacity < 1.0 {
        push(&mut out, format_args!(" opacity=\"{}\"", number(paint.opacity)));
    }
    out
}

fn moves(path: &Path) -> String {
    let pair = |[x, y]: [f64; 2]| format!("{} {}", number(x), number(y));
    let mut out = String::new();
    for step in &path.0 {
        match *step {
            Move::To(to) => push(&mut out, format_args!("M{}", pair(to))),
            Move::Line(to) => push(&mut out, format_args!("L{}", pair(to))),
            Move::Curve(a, b, to) => push(&mut out, format_args!("C{} {} {}", pair(a), pair(b), pair(to))),
            Move::Close => out.push('Z'),
        }
    }
    out
}

/// A number with at most two places behind the point. What is far outside of any picture is cut down to size.
fn number(value: f64) -> String {
    let value = if value.is_finite() { value.clamp(-1e6, 1e6) } else { 0.0 };
    short(format!("{value:.2}"))
}

fn finer(value: f64) -> String {
    short(format!("{value:.6}"))
}

fn short(text: String) -> String {
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" || text.is_empty() { "0".into() } else { text.into() }
}

fn id(letter: char) -> String {
    format!("g{:x}", u32::from(letter))
}

pub(crate) fn hex(Color(red, green, blue): Color) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Control characters are not allowed in XML at all, nor are these two.
            letter if letter.is_control() => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            letter => out.push(letter),
        }
    }
    out
}

fn push(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(arguments);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draw;

    #[test]
    fn numbers_are_short_and_finite() {
        for (value, text) in
            [(1.0, "1"), (1.5, "1.5"), (-0.001, "0"), (f64::NAN, "0"), (1e300, "1000000"), (10.0, "10")]
        {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn texts_are_escaped() {
        let mut picture = Picture::new(10.0, 10.0, "a < \"b\" & c\u{1}");
        picture.text("<", [0.0, 0.0], 12.0, Color(0, 0, 0), Anchor::Start);
        let text = text(&picture);
        assert!(text.contains("<title>a &lt; &quot;b&quot; &amp; c </title>"));
        assert!(text.contains("aria-label=\"&lt;\""));
    }
}
