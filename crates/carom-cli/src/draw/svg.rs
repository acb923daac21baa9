//! A picture as SVG text.

use super::{Anchor, Area, Color, Item, Move, Paint, Path, Picture, font};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The whole picture as the text of an SVG file.
pub(crate) fn text(picture: &Picture) -> String {
    let mut letters = BTreeSet::new();
    collect_letters(&picture.items, &mut letters);
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
            let Some(strokes) = font::strokes(letter) else { continue };
            push(&mut out, format_args!("<path id=\"{}\" d=\"{}\"/>\n", id(letter), moves(&strokes)));
        }
        out.push_str("</defs>\n");
    }
    let mut clips = 0;
    write_items(&mut out, &picture.items, &mut clips);
    out.push_str("</svg>\n");
    out
}

fn collect_letters(items: &[Item], letters: &mut BTreeSet<char>) {
    for item in items {
        match item {
            Item::Text { text, .. } => letters.extend(text.chars()),
            Item::Clipped { items, .. } => collect_letters(items, letters),
            Item::Path { .. } | Item::Circle { .. } => {}
        }
    }
}

fn write_items(out: &mut String, items: &[Item], clips: &mut u32) {
    for item in items {
        match item {
            Item::Path { path, paint } => {
                push(out, format_args!("<path d=\"{}\"{}/>\n", moves(path), attributes(*paint)));
            }
            Item::Circle { center: [x, y], radius, paint } => {
                let (x, y, radius) = (number(*x), number(*y), number(*radius));
                push(out, format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{}/>\n", attributes(*paint)));
            }
            Item::Text { text, at, size, color, bold, anchor, halo } => {
                // Strokes of small letters are a little heavier, so that they are not pale.
                let weight = if *bold { 2.15 } else { 1.45 + 1.5 / size };
                let at = [left_of(text, at[0], *size, *anchor), at[1]];
                if let Some(halo) = halo {
                    write_letters(out, text, at, *size, *halo, weight + 5.0, None);
                }
                write_letters(out, text, at, *size, *color, weight, Some(text));
            }
            Item::Clipped { area: Area { x, y, width, height }, items } => {
                *clips += 1;
                let name = format!("clip{clips}");
                let [x, y, width, height] = [*x, *y, *width, *height].map(number);
                push(
                    out,
                    format_args!(
                        "<clipPath id=\"{name}\"><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/></clipPath>\n\
                         <g clip-path=\"url(#{name})\">\n"
                    ),
                );
                write_items(out, items, clips);
                out.push_str("</g>\n");
            }
        }
    }
}

/// Where a text begins.
fn left_of(text: &str, x: f64, size: f64, anchor: Anchor) -> f64 {
    match anchor {
        Anchor::Start => x,
        Anchor::Middle => x - font::width(text, size) / 2.0,
        Anchor::End => x - font::width(text, size),
    }
}

fn write_letters(
    out: &mut String,
    text: &str,
    [x, y]: [f64; 2],
    size: f64,
    color: Color,
    weight: f64,
    label: Option<&str>,
) {
    let label = match label {
        Some(label) => format!(" aria-label=\"{}\"", escaped(label)),
        None => " opacity=\"0.8\"".into(),
    };
    push(
        out,
        format_args!(
            "<g{label} transform=\"translate({} {}) scale({})\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\">",
            number(x),
            number(y),
            finer(font::scale(size)),
            hex(color),
            number(weight),
        ),
    );
    for (letter, place) in font::places(text) {
        if letter != ' ' && letter != '\u{a0}' {
            push(out, format_args!("<use href=\"#{}\" x=\"{}\"/>", id(letter), number(place)));
        }
    }
    out.push_str("</g>\n");
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
    short(format!("{value:.4}"))
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
            // Control characters are not allowed in XML at all.
            letter if letter.is_control() => out.push(' '),
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
    use super::super::Draw;
    use super::*;

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
